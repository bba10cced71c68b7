"""Terms and domains from text, in the grammar of claims.

A number is exact, infinity is no number, and nothing is evaluated but what changes neither where a
term has a value nor which.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from dpsym.errors import ClaimError, LimitError
from dpsym.kernel import term as terms
from dpsym.kernel.term import FUNCTIONS, Term, nodes, number
from dpsym.kernel.term_reduction import reduced
from dpsym.language.syntax import Node, read_domain, read_expression

MAX_DIGITS, MAX_EXPONENT, MAX_COUNTED = 1_000, 1_000, 10_000
REMEMBERED = 4_096


@dataclass(frozen=True, slots=True)
class Domain:
    """The reals, or integers, between two constants; where one is None there is no end."""

    lower: Term | None
    upper: Term | None
    lower_open: bool = False
    upper_open: bool = False
    integers: bool = False

    def __str__(self) -> str:
        low, high = ("-oo" if self.lower is None else self.lower), self.upper or "oo"
        if self.integers:
            return f"{low}..{high}"
        return f"{'(['[not self.lower_open]}{low}, {high}{')]'[not self.upper_open]}"


@lru_cache(maxsize=REMEMBERED)
def read_term(text: str) -> Term:
    """The term that a text writes.

    Raises:
        ClaimError: it is none.

    >>> read_term("x*x/y - 0.5"), read_term("sqrt(8)*x")
    (-1/2 + (x**2)*(y**(-1)), (8**(1/2))*x)
    """
    return _shortened(read_expression(text))


def read_ends(text: str) -> Domain:
    """The domain of numbers that a text writes; whether it has an element is not asked.

    Raises:
        ClaimError: it is none, or an infinite end is closed.
    """
    node = read_domain(text)
    if node.kind == "sort":
        raise ClaimError(f"{text} is no domain of numbers", part=text)
    low, high = node.ends
    lower = None if _infinite(low) == -1 else _shortened(low)
    upper = None if _infinite(high) == 1 else _shortened(high)
    for end in (lower, upper):
        if end is not None and (end.names or (node.kind == ".." and not end.is_integer)):
            raise ClaimError(f"the end {end} of {text} is no constant of its kind", part=text)
    if node.kind == "..":
        return Domain(lower, upper, lower is None, upper is None, integers=True)
    lower_open, upper_open = node.kind[0] == "(" or lower is None, node.kind[1] == ")"
    if upper is None and not upper_open:
        raise ClaimError(f"{text} contains an infinity", part=text)
    return Domain(lower, upper, lower_open, upper_open)


def _shortened(node: Node) -> Term:
    return _limited(reduced(_limited(_term(node))))


def _infinite(node: Node) -> int:
    """1 for oo and -1 for -oo, else 0."""
    if node.kind == "name" and node.text == "oo":
        return 1
    minus = node.text == "product" and [c.text for c in node.children] == ["-1", "oo"]
    return -1 if minus else 0


def _term(node: Node) -> Term:
    if node.kind == "number":
        return number(_fraction(node.text))
    if node.kind == "name":
        return _name(node.text)
    if node.kind == "call":
        return _call(node)
    if node.kind != "operation":
        raise ClaimError(f"{node.text!r} is no number", part=node.text, position=node.position)
    parts = list(map(_term, node.children))
    if node.text == "product":
        return terms.times(*parts)
    if node.text == "reciprocal":
        return terms.power(parts[0], -1)
    if node.text == "**":
        return terms.power(*parts)
    left, right = parts
    return terms.plus(left, right if node.text == "+" else terms.times(-1, right))


def _fraction(text: str) -> Fraction:
    mantissa, _, exponent = text.lower().partition("e")
    if len(mantissa) > MAX_DIGITS or len(exponent) > 6 or abs(int(exponent or 0)) > 10_000:
        raise LimitError(f"the number {text[:20]}... is too large", part=text[:40])
    return Fraction(text)


def _name(text: str) -> Term:
    if text == "pi":
        return terms.make(terms.PI)
    if text in FUNCTIONS or text in ("sqrt", terms.SUM) or text.startswith("_"):
        raise ClaimError(f"{text!r} is no name of a number", part=text)
    if text.lower() in ("oo", "inf", "infinity", "nan"):
        raise ClaimError(f"{text!r} is no number", part=text)
    return terms.name(text)


def _call(node: Node) -> Term:
    if node.text == terms.SUM:
        limits = node.children[1].children if len(node.children) == 2 else ()
        if len(limits) != 3 or node.children[1].kind != "tuple" or limits[0].kind != "name":
            raise ClaimError("a Sum is Sum(term, (name, first, last))", part="Sum")
        return terms.bound_sum(_term(node.children[0]), *map(_term, limits))
    parts = list(map(_term, node.children))
    if node.text == "sqrt" and len(parts) == 1:
        return terms.power(parts[0], Fraction(1, 2))
    return terms.apply(node.text, *parts)


def _limited(term: Term) -> Term:
    """The term, in which no number is raised to a power of many digits.

    Raises:
        LimitError: one is, or a huge number is counted to.
    """
    for node in nodes(term):
        numbers = [part.value for part in node.args if part.is_number]
        if node.kind == terms.POWER and node.args[1].is_number:
            base, exponent = node.args
            digits = len(repr(base)) if base.is_number else 0
            size = abs(exponent.value)
            if size > MAX_EXPONENT or digits * size > 20 * MAX_DIGITS:
                raise LimitError("a number is raised to a large power", part=str(exponent)[:80])
        if node.kind in terms.COUNTING and any(abs(size) > MAX_COUNTED for size in numbers):
            raise LimitError("a large number is counted to", part=node.kind)
    return term
