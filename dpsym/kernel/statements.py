"""The rows of the table of facts, read as claims."""

from __future__ import annotations

import re
from functools import lru_cache

from dpsym.algebra import Basic, Le, Lt, Symbol
from dpsym.kernel.facts import FACTS
from dpsym.kernel.terms import substitute
from dpsym.language.heads import ObjectName
from dpsym.language.parser import parse_expression

_REPEATED = re.compile(r"(and|[,+*])\[(.*?)\](?!\])")


def statement(name: str, count: int) -> str:
    """The claim of a row as text, for ``count`` parts where it has parts.

    >>> statement("compose-pure", 2)
    'PureDP(M1, e1) and PureDP(M2, e2) => PureDP(Compose(M1,M2), e1 + e2)'
    """

    def written(match: re.Match[str]) -> str:
        operation, body = match.groups()
        joint = operation if operation == "," else f" {operation} "
        return joint.join(body.replace("#", str(i + 1)) for i in range(count))

    return _REPEATED.sub(written, FACTS[name][1])


@lru_cache(maxsize=4096)
def fact(name: str, count: int) -> tuple[tuple[Basic, ...], Basic]:
    """The hypotheses and the conclusion of a row."""
    text = statement(name, count)
    objects = tuple(re.findall(r"\b[A-Z][0-9]*\b", text))

    def read(written: str) -> Basic:
        found = parse_expression(written, objects=objects)
        names = (n for n in found.free_symbols if isinstance(n, ObjectName))
        # alone, the k of Compose(M, k) reads like a mechanism
        numbers = {n: Symbol(n.name) for n in names if n.name not in objects}
        return substitute(found, numbers)

    def atom(written: str) -> Basic:
        for sign, relation in ((" <= ", Le), (" < ", Lt)):
            if sign in written:
                return relation(*map(read, written.split(sign)), evaluate=False)
        return read(written)

    *assumed, claimed = text.split(" => ")
    hypotheses = (atom(part) for half in assumed for part in half.split(" and "))
    return tuple(hypotheses), atom(claimed)
