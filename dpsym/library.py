"""The theorems of the library, and of any other file or folder that states some."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from dpsym.errors import ClaimError, UnknownTheoremError

if TYPE_CHECKING:  # the pytest plugin asks states_theorems in every run, and must not load sympy
    from sympy import Basic

    from dpsym.language.claim import Claim
    from dpsym.statement import Theorem

LIKE = 0.5
"""What two claims have in common, of all they have, where they are called near."""
_WORD = re.compile(r"\w+")
_STATING = re.compile(rb"\btheorem(\s*[(,)]|[ \t]+as\b)")
_PACKAGE = "dpsym.theorems"
_ELSEWHERE = "dpsym_theorems_"


@cache
def theorems() -> tuple[Theorem, ...]:
    """Every theorem of the library, by module and then in the order of the file.

    Raises:
        ClaimError: a module cannot be imported, or two theorems share a name.
    """
    found: list[Theorem] = []
    for folder in _folders():
        for path in _python_files(folder):
            found += _stated_in(_imported(_library_module(path, folder), path))
    return _distinct(found)


def find(name: str) -> tuple[Theorem, ...]:
    """The theorem of this name, or all whose names begin with it, such as ``bs16``.

    Raises:
        UnknownTheoremError: there is none; the message suggests names that are near.
    """
    return select(name, theorems(), "the library")


def nearest(claim: Claim, most: int = 2) -> tuple[Theorem, ...]:
    """The theorems that speak of most nearly the same things on the same sides, none left open.

    Of those that are equally near the proved ones come first.

    >>> from dpsym.language.parser import parse_claim
    >>> [t.name for t in nearest(parse_claim("PureDP(M, e) => ZCDP(M, e**2/3)"), 1)]
    ['bs16.prop_1_4']
    """
    sought = _spoken_of(claim)
    near: dict[str, tuple[float, bool, str]] = {}
    loaded: dict[str, Theorem] = {}
    for bound, path, folder in _promising(sought):
        if bound < LIKE or (len(near) == most and -max(near.values())[0] > bound):
            break
        for theorem in _stated_in(_imported(_library_module(path, folder), path)):
            if theorem.expectation.value != "open" and (found := _spoken_of(theorem.claim)):
                likeness = (sought & found).total() / (sought | found).total()
                if likeness >= LIKE:
                    loaded[theorem.name] = theorem
                    unproved = theorem.expectation.value != "proved"
                    near[theorem.name] = (-likeness, unproved, theorem.name)
        near = dict(sorted(near.items(), key=lambda one: one[1])[:most])
    return tuple(loaded[name] for name in near)


def _promising(sought: Counter[tuple[bool, str]]) -> list[tuple[float, Path, Path]]:
    """The files of the library with how near a theorem in them can be at most, the nearest first.

    A head that a theorem speaks of stands in its file, in no other theorem's source. So most files
    need not be imported, of which all together take seconds.
    """
    from dpsym.language.heads import SIGNATURES

    heads = {head.__name__ for head in SIGNATURES}
    found = []
    for folder in _folders():
        for path in _python_files(folder):
            shared = (
                sum(n for (_, name), n in sought.items() if name not in heads or name in words)
                for words in _words(path)
            )
            found.append((max(shared, default=0) / (sought.total() or 1), path, folder))
    return sorted(found, reverse=True)


def _words(path: Path) -> list[set[str]]:
    """The words of each theorem of a file, with those of what else the file defines."""
    rest, stated = path.read_text(encoding="utf-8"), _functions(path).values()
    for text in stated:
        rest = rest.replace(text, "")
    shared = set(_WORD.findall(rest))
    return [shared.union(_WORD.findall(text)) for text in stated]


def _spoken_of(claim: Claim) -> Counter[tuple[bool, str]]:
    """The heads and functions of the hypotheses, and those of the conclusions; heads weigh more."""
    from dpsym.language.heads import SIGNATURES

    found: Counter[tuple[bool, str]] = Counter()
    for atom in claim.atoms:
        for node in _nodes(atom):
            weight = 4 if node.func in SIGNATURES else 1
            found[atom in claim.hypotheses, node.func.__name__] += weight
    return found


def _nodes(atom: Basic) -> Iterator[Basic]:
    """The parts that are made of others, but for sums and products, which are everywhere."""
    if atom.args and not (atom.is_Add or atom.is_Mul):
        yield atom
    for argument in atom.args:
        yield from _nodes(argument)


def select(name: str, among: Iterable[Theorem], place: str) -> tuple[Theorem, ...]:
    """The theorems among these that ``name`` names, exactly or as a prefix of whole words.

    Raises:
        UnknownTheoremError: there is none in ``place``.
    """
    among = tuple(among)
    found = tuple(t for t in among if t.name == name or t.name.startswith(f"{name}."))
    if not found:
        near = get_close_matches(name, sorted(_addresses(among)), n=3)
        remedy = f"did you mean {' or '.join(map(repr, near))}?" if near else "see 'dpsym list'"
        raise UnknownTheoremError(f"no theorem of {place} is named {name!r}; {remedy}")
    return found


def _raised(error: ClaimError) -> None:
    raise error


def theorems_in(
    path: Path, malformed: Callable[[ClaimError], None] = _raised
) -> tuple[Theorem, ...]:
    """The theorems that a Python file states, or all such files of a folder and below.

    The files are imported, that is, run: name only files that you trust. Files of a folder that
    do not mention ``theorem`` are left alone. A file that is not Python's is a manuscript, of which
    the claims are read: :mod:`dpsym.manuscript`; ``malformed`` is told of each that is not well
    formed or has the name of one before, and by default raises it.

    Raises:
        ClaimError: there is no such file, it cannot be imported, or two theorems share a name.
    """
    if path.is_dir():
        files = [file for file in _python_files(path) if states_theorems(file)]
        return _distinct(t for file in files for t in _load(file.resolve(), path.resolve()))
    if not path.is_file():
        raise ClaimError(
            f"there is no file or folder {str(path)!r}",
            part=str(path),
            remedy="name a file of claims, a Python file that states theorems, or a folder of such",
        )
    if path.suffix != ".py":
        from dpsym.manuscript import claims_in

        return _distinct(claims_in(path, malformed), malformed)
    return _distinct(_load(path.resolve(), path.resolve().parent))


def states_theorems(path: Path) -> bool:
    """Whether a Python file seems to state theorems; it is read and not imported."""
    content = path.read_bytes()
    return _STATING.search(content) is not None and b"dpsym" in content


def code_of(theorem: Theorem) -> str:
    """The source of the function that states a theorem, with its decorator.

    It is the empty string where no imported module holds the theorem.

    >>> print(code_of(find("bs16.prop_1_4")[0]).splitlines()[0])
    @theorem(source="BunSteinke2016, Proposition 1.4")
    """
    from dpsym.statement import Theorem

    for name, module in list(sys.modules.items()):
        if name.startswith((_PACKAGE, _ELSEWHERE)):
            for function, value in vars(module).items():
                # A theorem from a file of its own was renamed.
                if isinstance(value, Theorem) and _stated(value) == _stated(theorem):
                    found = _functions(Path(module.__file__ or "")).get(function)
                    if found is not None:
                        return found
    return ""


def _stated(theorem: Theorem) -> tuple[str, str, object]:
    """What a theorem keeps when it is renamed."""
    return theorem.source, theorem.sentence, theorem.claim


@cache
def _functions(path: Path) -> dict[str, str]:
    """The functions of a file with their decorators, as they are written."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    return {
        node.name: "\n".join(
            lines[min(node.lineno, *(d.lineno for d in node.decorator_list)) - 1 : node.end_lineno]
        )
        + "\n"
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    }


def _folders() -> Iterator[Path]:
    return (Path(folder) for folder in import_module(_PACKAGE).__path__)


def _python_files(folder: Path) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*.py")
        if not any(part.startswith((".", "__pycache__")) for part in path.relative_to(folder).parts)
    )


def _dotted(path: Path, folder: Path) -> str:
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _library_module(path: Path, folder: Path) -> str:
    return ".".join(filter(None, (_PACKAGE, _dotted(path, folder))))


def _load(path: Path, folder: Path) -> list[Theorem]:
    """The theorems of one file; their addresses are relative to ``folder``."""
    for home in _folders():
        if path.is_relative_to(home.resolve()):
            return _stated_in(_imported(_library_module(path, home.resolve()), path))
    # A name of its own keeps a file called json.py from standing in for Python's json.
    prefix = f"{_ELSEWHERE}{sha256(str(folder).encode()).hexdigest()[:12]}."
    module = _imported(prefix + (_dotted(path, folder) or folder.name), path)
    return [replace(t, name=t.name.removeprefix(prefix)) for t in _stated_in(module)]


def _imported(name: str, path: Path) -> ModuleType:
    if name in sys.modules:
        return sys.modules[name]
    try:
        if name.startswith(_PACKAGE):
            from dpsym.statement import stated_later

            with stated_later():
                return import_module(name)
        spec = spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise ImportError("it is no Python file")
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
    except BaseException as error:
        sys.modules.pop(name, None)
        if not isinstance(error, Exception | SystemExit):
            raise
        # A file may raise anything; the message says which file it was.
        raise ClaimError(
            f"cannot import {_shown(path)}{_line_of(error, path)}: {type(error).__name__}: {error}",
            part=str(path),
        ) from error
    return module


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _line_of(error: BaseException, path: Path) -> str:
    """Where in the file it happened, as ``, line 3``."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    traceback = error.__traceback__
    while traceback is not None:
        if Path(traceback.tb_frame.f_code.co_filename) == path:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return f", line {line}" if line else ""


def _stated_in(module: ModuleType) -> list[Theorem]:
    from dpsym.statement import Theorem

    return [value for value in vars(module).values() if isinstance(value, Theorem)]


def _distinct(
    found: Iterable[Theorem], malformed: Callable[[ClaimError], None] = _raised
) -> tuple[Theorem, ...]:
    """The theorems in order; one that several modules hold is counted once."""
    by_name: dict[str, Theorem] = {}
    for candidate in found:
        if by_name.setdefault(candidate.name, candidate) != candidate:
            place = f"{candidate.place}: " if candidate.place else ""
            malformed(
                ClaimError(
                    f"{place}two theorems are named {candidate.name!r}",
                    part=candidate.name,
                    remedy="rename the younger one",
                )
            )
    return tuple(by_name.values())


def _addresses(among: Iterable[Theorem]) -> set[str]:
    """Every name that selects something: whole names and their prefixes."""
    names: set[str] = set()
    for candidate in among:
        words = candidate.name.split(".")
        names.update(".".join(words[:count]) for count in range(1, len(words) + 1))
    return names
