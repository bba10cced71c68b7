"""The project's URLs: those of the repository from which a distribution is built."""

from __future__ import annotations

import re
import subprocess
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_ADDRESS = re.compile(
    r"(?:https://(?:[^@/]*@)?([\w.-]+\.\w+(?::\d+)?)/"
    r"|ssh://(?:[\w.-]+@)?([\w.-]+\.\w+)(?::\d+)?/"
    r"|[\w.-]+@([\w.-]+\.\w+):)(\S+)"
)


class Urls(MetadataHookInterface):
    """Adds where the repository and its issues are, if its remote is a public one.

    An archive of the sources has no remote, and keeps what it was built with.
    """

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the field ``urls``."""
        root = Path(self.root)
        metadata["urls"] = urls(_remote(root)) or _kept(root / "PKG-INFO")


def urls(remote: str) -> dict[str, str]:
    """The pages of the repository with this address of a remote; none for a folder.

    >>> urls("git@code.example:somebody/dpsym.git")["Repository"]
    'https://code.example/somebody/dpsym'
    """
    found = _ADDRESS.fullmatch(remote.strip())
    if found is None:
        return {}
    *hosts, path = found.groups()
    page = f"https://{''.join(filter(None, hosts))}/{path.removesuffix('/').removesuffix('.git')}"
    return {"Repository": page, "Issues": f"{page}/issues"}


def _remote(root: Path) -> str:
    """The address of the remote of the checkout; empty where there is none."""
    if not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def _kept(information: Path) -> dict[str, str]:
    """The URLs of the archive that a file ``PKG-INFO`` is of."""
    if not information.exists():
        return {}
    lines = HeaderParser().parsestr(information.read_text(encoding="utf-8")).get_all("Project-URL")
    return dict(line.split(", ", 1) for line in lines or ())
