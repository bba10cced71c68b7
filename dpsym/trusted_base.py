"""What must be believed to accept one certificate: the kernel's code that runs on it, and facts.

The kernel is long because claims are of many kinds; one certificate needs few of them. Here a
certificate is checked while the functions that run are recorded. What a claim's text means is
another matter: the language, which is the statement.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import dpsym.certificate
from dpsym.certificate import Certificate, Node, loaded
from dpsym.coq.assumed import assumed
from dpsym.kernel import facts, verify
from dpsym.provers.axioms import AXIOMS, Axiom

HOME = Path(dpsym.certificate.__file__).parent
_FILES = (HOME / "certificate.py", *sorted((HOME / "kernel").glob("*.py")))
_SILENT = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)


@dataclass(frozen=True, slots=True)
class Part:
    """Code of one file that ran.

    Attributes:
        file: the path within the package.
        functions: the functions, methods as ``Class.name``.
        lines: of these functions and of what the file says outside of functions, without imports.
    """

    file: str
    functions: tuple[str, ...]
    lines: int


@dataclass(frozen=True, slots=True)
class Base:
    """What one certificate asks to be believed.

    Attributes:
        parts: the code that ran.
        facts: the rows of the kernel's table that were used, by name, as claims.
        axioms: the cited theorems that were used.
        assumed: where those of the rows are proved that the Coq library does not prove, by name.
    """

    parts: tuple[Part, ...]
    facts: dict[str, str]
    axioms: tuple[Axiom, ...]
    assumed: dict[str, str]

    @property
    def lines(self) -> int:
        """The lines of code, without docstrings and comments."""
        return sum(part.lines for part in self.parts)

    def to_json(self) -> dict[str, Any]:
        """All of it as data, beside the lines of the whole kernel."""
        return {
            "lines": self.lines,
            "of": whole(),
            "parts": [asdict(part) for part in self.parts],
            "facts": self.facts,
            "axioms": {a.name: f"{a.statement} ({a.citation})" for a in self.axioms},
            "assumed": self.assumed,
        }


def base_of(certificate: Certificate) -> Base:
    """Checks a certificate and records what the kernel uses for it.

    Raises:
        Rejected: the kernel does not accept it.
        UnreadableError: a goal or a parameter is not of the kind that the format says.

    >>> from dpsym import check
    >>> from dpsym.acceptance import certificate_of
    >>> base = base_of(certificate_of(check("PureDP(M, eps) => ApproxDP(M, eps, 0)")))
    >>> base.facts
    {'pure-approx': 'PureDP(M, e) and 0 <= d => ApproxDP(M, e, d)'}
    >>> 100 < base.lines < whole() / 3
    True
    """
    _forget()
    data = certificate.to_json()
    ran: dict[str, set[int]] = {str(path): set() for path in _FILES}

    def called(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename in ran:
            ran[frame.f_code.co_filename].add(frame.f_code.co_firstlineno)

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        verify.verify(loaded(data))
    finally:
        sys.setprofile(before)
    parts = tuple(_part(path, ran[str(path)]) for path in _FILES if ran[str(path)])
    rows = [node.params.get("fact") for node in _nodes(certificate.proof)]
    used = {name: facts.FACTS[name][1] for name in rows if name in facts.FACTS}
    cited = {row: found.source for row, found in assumed(certificate).items()}
    return Base(parts, used, tuple(AXIOMS[name] for name in certificate.axioms), cited)


@cache
def whole() -> int:
    """The lines of the kernel and of the certificates' format, without docstrings and comments."""
    return sum(len(code(path.read_text())) for path in _FILES)


def code(source: str) -> set[int]:
    """The numbers of a source's lines that are neither blank, nor comment, nor docstring.

    >>> code('''"Words."
    ... x = 1  # one
    ... # more
    ... ''')
    {2}
    """
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _SILENT:
            found.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", ())
        for line in body if isinstance(body, list) else ():
            if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
                found.difference_update(range(line.lineno, (line.end_lineno or line.lineno) + 1))
    return found


def _part(path: Path, ran: set[int]) -> Part:
    source = path.read_text()
    lines, functions = code(source), dict(_functions(ast.parse(source).body, ""))
    outside = lines.difference(*functions.values(), _hidden(source))
    entered = {name: span for name, span in functions.items() if not ran.isdisjoint(span)}
    read = outside.union(*(lines & span for span in entered.values()))
    return Part(path.relative_to(HOME).as_posix(), tuple(entered), len(read))


def _functions(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, set[int]]]:
    """The outermost functions and methods with the numbers of their lines."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            start = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            yield prefix + node.name, set(range(start, (node.end_lineno or start) + 1))


def _hidden(source: str) -> set[int]:
    """Lines that only say which names are used from where."""
    found: set[int] = set()
    for node in ast.parse(source).body:
        listed = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        if listed or isinstance(node, ast.Import | ast.ImportFrom):
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def _forget() -> None:
    """Empties the kernel's caches, so that nothing runs unseen."""
    for name, module in list(sys.modules.items()):
        if name.startswith("dpsym.kernel."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def _nodes(node: Node | None) -> Iterator[Node]:
    if node is not None:
        yield node
        for child in node.children:
            yield from _nodes(child)
