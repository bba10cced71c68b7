"""The order of terms and factors: one for how they are kept, one for how they are written."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpsym.algebra.approximating import near

_CLASSES = (
    "Zero One Half Infinity NaN NegativeOne NegativeInfinity Integer Rational Float Exp1 Pi "
    "ImaginaryUnit Symbol Wild Pow Mul Add Derivative Integral Abs Sign Sqrt Floor Ceiling Re Im "
    "Arg Conjugate Exp Log Sin Cos Tan Cot ASin ACos ATan ACot Sinh Cosh Tanh Coth ASinh ACosh "
    "ATanh ACoth RisingFactorial FallingFactorial factorial binomial"
).split()
_PLACES = {name: place for place, name in enumerate(_CLASSES)}
_FUNCTIONS = {"exp": 10, "log": 11, "sinh": 30, "cosh": 31, "tanh": 32}
_SHARED = {0: "Zero", 1: "One", -1: "NegativeOne"}
LAST = 10_000
"""The place of functions that take a fixed number of arguments."""


def canonical_key(node: Any) -> Any:
    """By this the terms of a sum and the factors of a product are sorted."""
    known = node.__dict__.get("_canonical")
    if known is None:
        content = node.content()
        parts = (part if isinstance(part, int | str) else canonical_key(part) for part in content)
        known = node.__dict__["_canonical"] = (_class_key(node), len(content), *parts)
    return known


def size_key(node: Any) -> Any:
    """By this the arguments of a maximum are sorted: the small ones first."""
    return (_size(node), written_key(node))


def _size(node: Any) -> int:
    return 1 + sum(map(_size, node.args))


def _class_key(node: Any) -> tuple[int, str]:
    name = type(node).__name__
    if node.is_Rational:
        name = _SHARED.get(node.p, "Integer") if node.q == 1 else "Rational"
        name = "Half" if (node.p, node.q) == (1, 2) else name
    place = _PLACES.get(name)
    return (len(_CLASSES), name) if place is None else (place, "")


def written_key(node: Any) -> Any:
    """By this terms, factors and arguments are sorted where they are written."""
    known = node.__dict__.get("_written")
    if known is None:
        known = node.__dict__["_written"] = _written_key(node)
    return known


_ONE = ((1, 0, "Number"), (0, ()), (), Fraction(1))


def _written_key(node: Any) -> Any:
    if node.is_Number:
        return ((1, 0, "Number"), (0, ()), (), _value(node))
    if node.is_Atom:
        name = node.name if node.is_Symbol else str(node)
        return (_rank(node), (1, (name, *node.content()[1:])), _ONE, Fraction(1))
    if not hasattr(node, "as_coeff_Mul"):
        return (_rank(node), (len(node.args), tuple(map(written_key, node.args))), _ONE, 1)
    factor, rest = node.as_coeff_Mul()
    exponent = _ONE
    if rest.is_Pow:
        rest, raised = rest.args
        exponent = written_key(raised)
    if rest.is_Number:
        parts: Any = (str(rest),)
    elif rest.is_Atom:
        parts = written_key(rest)[1][1]
    elif rest.is_Add:
        parts = tuple(map(written_key, rest.as_ordered_terms()))
    elif rest.is_Mul:
        parts = tuple(sorted(map(written_key, rest.args)))
    else:
        parts = tuple(map(written_key, rest.args))
    return (_rank(rest), (len(parts), parts), exponent, _value(factor))


def _rank(node: Any) -> tuple[int, int, str]:
    name = "Number" if node.is_Number else type(node).__name__
    first, second = node.rank
    if first == 4:
        second = _FUNCTIONS.get(name, 0 if node.nargs is None else LAST)
    return (first, second, name)


def _value(number: Any) -> Any:
    if number.is_Rational:
        return Fraction(number.p, number.q)
    return float("-inf") if number.could_extract_minus_sign() else float("inf")


def ordered_terms(total: Any) -> list[Any]:
    """The terms of a sum as they are written: by the powers of what stands in them, falling."""
    terms = list(total.args)
    constants = [term for term in terms if term.is_Number or _is_constant(term)]
    if len(terms) == 2 and len(constants) == 1 and constants[0].is_positive:
        (other,) = (term for term in terms if term is not constants[0])
        negative = any(factor.is_Number and factor.is_negative for factor in other.args)
        if other.is_Mul and len(other.args) == 2 and negative:
            return [*constants, other]
    split = [(term, *_split(term)) for term in terms]
    places = sorted({base for _, _, powers, _ in split for base in powers}, key=written_key)

    def key(item: tuple[Any, Any, dict[Any, int], list[Any]]) -> Any:
        _, factor, powers, last = item
        return (tuple(-powers.get(base, 0) for base in places), last, factor)

    return [term for term, *_ in sorted(split, key=key)]


def _is_constant(node: Any) -> bool:
    return type(node).__name__ in ("Pi", "Exp1")


def _split(term: Any) -> tuple[Any, dict[Any, int], list[Any]]:
    """The number in a term, near enough, the powers of what else is in it, and what stays last."""
    factor, rest = term.as_coeff_Mul()
    number = _value(factor)
    powers: dict[Any, int] = {}
    last = []
    for part in rest.args if rest.is_Mul else (rest,):
        if part.is_number:
            size = near(part)
            if size is not None:
                number *= size
                continue
        if part.is_commutative:
            base, exponent = _decomposed(part)
            powers[base] = exponent
        else:
            last.append(written_key(part))
    return number, powers, last


def _decomposed(factor: Any) -> tuple[Any, int]:
    """A base and an integer of which the factor is the power."""
    base, exponent = factor.as_base_exp()
    share, rest = exponent.as_coeff_Mul()
    if not share.is_Rational or (share.p == 1 and share.q == 1 and not exponent.is_Rational):
        return factor, 1
    if share.q != 1 or not exponent.is_Rational:
        inside = rest / share.q if not exponent.is_Rational else 1 / (rest * share.q)
        base = base**inside
    return base, share.p
