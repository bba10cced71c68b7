"""What the documentation takes from the code: the tables of heads, and the public names.

    python docs/_ext/generated_pages.py

writes the tables of heads into ``docs/language.md``, where readers of the repository find them too.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

from sphinx.application import Sphinx

import dpsym
from dpsym.language import heads
from dpsym.language.domains import Objects
from dpsym.language.indexed import OF_FAMILIES

# In this order: an operation makes a mechanism, and is of that kind too.
KINDS = {
    "Divergences and other quantities": heads.Quantity,
    "Laws": heads.Law,
    "Guarantees": heads.Guarantee,
    "Operations on mechanisms": heads.Operation,
    "Mechanisms": heads.MechanismHead,
    "Protocols": heads.ProtocolHead,
    "Tasks": heads.TaskHead,
    "Trees": heads.Tree,
    "Hypotheses on databases": heads.HypothesisHead,
    "Kernels": heads.KernelHead,
}

LANGUAGE = Path(__file__).parent.parent / "language.md"
HEADS = ("<!-- heads -->\n", "\n<!-- /heads -->")
"""Between what the tables of heads stand in that page."""

MODULES = ("truth", "accounting", "tradeoffs", "experiments", "strategies", "audit")


def head_tables() -> str:
    """One table for each kind of head: how it is written, what it means, what its numbers are."""
    left, tables = dict(heads.HEADS), []
    for title, kind in KINDS.items():
        own = {name: head for name, head in left.items() if issubclass(head, kind)}
        left = {name: head for name, head in left.items() if name not in own}
        rows = [f"| {_meaning(head)} | {_numbers(head)} |" for head in own.values()]
        tables.append("\n".join([f"### {title}", "", "| head | its numbers |", "|---|---|", *rows]))
    if left:
        raise LookupError(f"heads of no kind that is documented: {sorted(left)}")
    rows = [f"| {_meaning(node)} |" for node in OF_FAMILIES]
    tables.append("\n".join(["### Families", "", "| what is written of them |", "|---|", *rows]))
    return "\n\n".join(tables)


def with_heads(page: str) -> str:
    """The page with the tables of heads as they are now."""
    begin, end = HEADS
    before, _, rest = page.partition(begin)
    _, mark, after = rest.partition(end)
    if not mark:
        raise LookupError(f"no place for the heads between {begin.strip()} and {end.strip()}")
    return f"{before}{begin}\n{head_tables()}\n{end}{after}"


def _meaning(head: type) -> str:
    text = " ".join((head.__doc__ or "").partition(">>>")[0].split())
    pieces = text.replace("``", "`").replace("|", r"\|").split("`")
    pieces[::2] = [re.sub(r"[*_]", r"\\\g<0>", piece) for piece in pieces[::2]]
    return "`".join(pieces)


def _numbers(head: type) -> str:
    """The numeric places of a head: the largest domain, and what a bare name gets."""
    signature = heads.SIGNATURES[head]
    places = [role for roles in signature.alternatives for role in roles]
    places += [*signature.leading, *([signature.repeated] if signature.repeated else [])]
    found: dict[str, None] = {}
    for role in places:
        if isinstance(role.permitted, Objects):
            continue
        usual = "" if role.default in (None, role.permitted) else f", by default `{role.default}`"
        found[f"`{role.name} in {role.permitted}`{usual}"] = None
    return "; ".join(found)


def public_names() -> str:
    """A directive for each public name that is no head."""
    # The table of homes, since names are resolved on first use.
    homes: dict[str, tuple[str, ...]] = dpsym._HOMES
    return "\n\n".join(map(_directive, sorted(name for names in homes.values() for name in names)))


def _directive(name: str) -> str:
    value = getattr(dpsym, name)
    kind = "autoclass" if isinstance(value, type) else "autodata"
    kind = "autofunction" if inspect.isfunction(value) else kind
    return f"```{{eval-rst}}\n.. {kind}:: dpsym.{name}\n```"


def public_modules() -> str:
    """A section for each module whose names are public beside those of the package."""
    seen: set[int] = set()
    sections = []
    for name in MODULES:
        module = import_module(f"dpsym.{name}")
        values = {member: id(getattr(module, member)) for member in module.__all__}
        again = ", ".join(member for member, value in values.items() if value in seen)
        seen.update(values.values())
        options = "   :members:\n" + f"   :exclude-members: {again}\n" * bool(again)
        directive = f".. automodule:: dpsym.{name}\n{options}"
        sections.append(f"## `dpsym.{name}`\n\n```{{eval-rst}}\n{directive}```")
    return "\n\n".join(sections)


def fill(app: Sphinx, docname: str, source: list[str]) -> None:
    """Fill the places that a page keeps for what is generated."""
    for mark, make in MARKS.items():
        if mark in source[0]:
            source[0] = source[0].replace(mark, make())


MARKS = {
    "<!-- names -->": public_names,
    "<!-- modules -->": public_modules,
}


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", fill)
    return {"parallel_read_safe": True}


if __name__ == "__main__":
    LANGUAGE.write_text(with_heads(LANGUAGE.read_text()))
