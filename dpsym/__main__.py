"""``python -m dpsym`` is the command ``dpsym``."""

import sys

from dpsym.cli import main

if __name__ == "__main__":
    sys.exit(main())
