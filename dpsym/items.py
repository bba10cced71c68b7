"""The items of a paper, each with the theorems that stand for it: the file ``items.toml``.

A package of theorems may hold an ``items.toml`` beside its files, an array of tables
``[[item]]``: every claim, step, example and definition of its source, in the source's order.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpsym.errors import ClaimError, UnknownTheoremError

if TYPE_CHECKING:
    from dpsym.statement import Theorem

FILE = "items.toml"
KINDS = ("claim", "step", "example", "definition", "asymptotic", "derived")

_PACKAGE = "dpsym.theorems"
_FIELDS: dict[str, type] = {"id": str, "title": str, "kind": str, "theorems": list}
_OPTIONAL = ("note", "tight", "restricted")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a source.

    Attributes:
        id: its permanent name, such as ``bs16.prop_3_3``.
        title: what the source calls it.
        kind: one of claim, step, example, definition, asymptotic, derived.
        theorems: the whole names of the theorems that stand for it; may be empty.
        note: what stands for it, or why it is open.
        tight: where its bound is attained, or how much better one could do.
        restricted: what the source says that its theorems do not; empty where they say all of it.
    """

    id: str
    title: str
    kind: str
    theorems: tuple[str, ...]
    note: str = ""
    tight: str = ""
    restricted: str = ""

    @property
    def states(self) -> bool:
        """Whether the source states something here that can be true or false."""
        return bool(self.theorems or self.restricted)

    @property
    def in_full(self) -> bool:
        """Whether its theorems say all that the source states here."""
        return self.states and not self.restricted


@dataclass(frozen=True, slots=True)
class Source:
    """The items of one package of theorems.

    Attributes:
        key: the prefix of the theorems' names, such as ``bs16``.
        folder: the name of the package.
        items: its items, in the order of the source.
    """

    key: str
    folder: str
    items: tuple[Item, ...]

    def rows(self) -> Iterator[tuple[Item, str]]:
        """Every item with each of its theorems; with the empty string where it has none."""
        for item in self.items:
            for name in item.theorems or ("",):
                yield item, name

    def standing(self) -> str:
        """How many items state something, and how many of these stand in full.

        >>> from dpsym.items import select
        >>> select(("blog",))[0].standing()
        '9 items state something, 9 of them in full'
        """
        stating = sum(item.states for item in self.items)
        full = sum(item.in_full for item in self.items)
        return f"{stating} items state something, {full} of them in full"


def sources() -> tuple[Source, ...]:
    """The items of every package of the library that lists them.

    Raises:
        ClaimError: a file of items is not well formed; the message names the file and the item.
    """
    folders = sorted(
        path.parent
        for home in import_module(_PACKAGE).__path__
        for path in Path(home).glob(f"*/{FILE}")
    )
    return tuple(read(folder / FILE, _key(folder.name)) for folder in folders)


def select(names: tuple[str, ...]) -> tuple[Source, ...]:
    """The items of these sources: each a key, the name of a package, or a path to its folder.

    No name at all means every source.

    Raises:
        UnknownTheoremError: no such source lists its items.
    """
    known = sources()
    if not names:
        return known
    found = []
    for name in names:
        wanted = Path(name).name
        matching = [source for source in known if wanted in (source.key, source.folder)]
        if not matching:
            listed = ", ".join(source.key for source in known) or "none"
            raise UnknownTheoremError(f"no source {name!r} lists its items; these do: {listed}")
        found += matching
    return tuple(dict.fromkeys(found))


def read(path: Path, key: str) -> Source:
    """The items of one file, for theorems whose names begin with ``key``.

    Raises:
        ClaimError: the file cannot be read, or an entry is not well formed.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ClaimError(f"cannot read {path.name} of {key}: {error}", part=str(path)) from None
    entries = content.get("item")
    if not isinstance(entries, list) or set(content) != {"item"}:
        raise ClaimError(
            f"{path.name} of {key} lists no items",
            part=str(path),
            remedy="write an array of tables [[item]]",
        )
    items = tuple(_item(entry, key, path) for entry in entries)
    seen: set[str] = set()
    for item in items:
        if item.id in seen:
            raise ClaimError(f"{path.name} of {key} lists {item.id!r} twice", part=item.id)
        seen.add(item.id)
    return Source(key, path.parent.name, items)


def missing(source: Source, stated: tuple[Theorem, ...]) -> tuple[list[str], list[str]]:
    """The theorems that the items name and nobody states, and those stated that no item names."""
    named = {name for item in source.items for name in item.theorems}
    known = {t.name for t in stated if t.name.startswith(f"{source.key}.")}
    return sorted(named - known), sorted(known - named)


def _key(folder: str) -> str:
    return getattr(import_module(f"{_PACKAGE}.{folder}"), "KEY", folder)


def _item(entry: Any, key: str, path: Path) -> Item:
    if not isinstance(entry, dict):
        raise ClaimError(
            f"an item of {path.name} of {key} is no table: {entry!r}",
            part=str(entry),
            remedy="write an array of tables [[item]]",
        )
    where = f"item {entry.get('id', '?')!r} of {path.name} of {key}"
    optional = {field: str for field in _OPTIONAL if field in entry}
    for field, kind in (_FIELDS | optional).items():
        if not isinstance(entry.get(field), kind):
            raise ClaimError(
                f"{where}: {field}={entry.get(field)!r}", remedy=f"give a {kind.__name__}"
            )
    if unknown := sorted(set(entry) - {*_FIELDS, *_OPTIONAL}):
        raise ClaimError(f"{where}: unknown field {unknown[0]!r}", part=unknown[0])
    if entry["kind"] not in KINDS:
        raise ClaimError(f"{where}: kind={entry['kind']!r}", remedy=f"use one of {KINDS}")
    names = entry["theorems"]
    if not all(isinstance(name, str) for name in names):
        raise ClaimError(f"{where}: theorems={names!r}", remedy="give names of theorems")
    return Item(
        id=entry["id"],
        title=entry["title"],
        kind=entry["kind"],
        theorems=tuple(n if n.startswith(f"{key}.") else f"{key}.{n}" for n in names),
        note=entry.get("note", ""),
        tight=entry.get("tight", ""),
        restricted=entry.get("restricted", ""),
    )
