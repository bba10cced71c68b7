"""``python -m dpsym`` is the command ``dpsym``."""

from dpsym.cli import command

if __name__ == "__main__":
    command()
