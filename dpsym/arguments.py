"""What public functions take: each argument is of the kind that its annotation names.

A whole number of any library becomes an int, a rational one or a float the fraction that it is.
Whatever is of another kind is refused by name, with what to give.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from functools import cache, wraps
from inspect import Parameter, signature
from math import inf
from numbers import Integral, Rational, Real
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    ParamSpec,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from dpsym.errors import ClaimError, DomainError, shown

Number = int | float | str | Decimal | Fraction
"""A parameter as a user gives it; a float is the rational it is, a text the decimal it spells."""

Given = ParamSpec("Given")
Result = TypeVar("Result")

MOST_BITS = 10_000
"""Of accuracy that may be asked for."""
_LARGEST_EXPONENT = 100_000
_LISTS = (Sequence, Collection, list, tuple)
_FLAGS = ("bool", "bool_")


class _MisfitError(Exception):
    """A value is not of a kind."""


def positive_seconds(name: str, value: Any) -> float:
    """A time that somebody gives, in seconds.

    Raises:
        ClaimError: it is no positive number.

    >>> positive_seconds("budget", 3)
    3.0
    """
    try:
        seconds = float(value) if isinstance(value, Real) else 0.0
    except OverflowError:  # an integer beyond floats
        seconds = inf if value > 0 else 0.0
    if not seconds > 0:
        raise ClaimError(f"{name}={shown(value)}", remedy="give a positive number of seconds")
    return seconds


def whole_number(
    name: str, value: Any, least: int, remedy: str = "", *, most: int | None = None
) -> int:
    """A number of things that somebody gives.

    Raises:
        DomainError: it is no whole number, or smaller or larger than permitted.

    >>> whole_number("seeds", 3, 1)
    3
    """
    if _is_whole(value) and least <= int(value) and (most is None or int(value) <= most):
        return int(value)
    remedy = remedy or f"give a whole number from {least} on"
    if _is_whole(value) and most is not None and int(value) > most:
        remedy = f"give at most {most}"
    raise DomainError(f"{name}={shown(value)}", part=name, remedy=remedy)


def accuracy(value: Any, name: str = "bits", *, least: int = 1) -> int:
    """A number of bits that are aimed at.

    Raises:
        DomainError: it is no whole number, or smaller or larger than permitted.
    """
    return whole_number(name, value, least, most=MOST_BITS)


def flag(name: str, value: Any) -> bool:
    """What switches something on or off.

    Raises:
        ClaimError: it is neither true nor false.

    >>> flag("fresh", True)
    True
    """
    return bool(fitted(name, value, bool))


def listed(name: str, values: Any) -> Iterable[Any]:
    """Several things that somebody gives.

    Raises:
        ClaimError: it is one thing, or text.

    >>> listed("values", [1, 2])
    [1, 2]
    """
    return cast(Iterable[Any], fitted(name, values, Iterable[Any]))


def exact(value: Any, name: str) -> Fraction:
    """The rational that a number is.

    Raises:
        DomainError: it is no finite number, or one that is written with too large an exponent.

    >>> exact("1e-9", "delta"), exact(0.5, "epsilon")
    (Fraction(1, 1000000000), Fraction(1, 2))
    """
    if isinstance(value, Fraction):
        return value
    remedy = "give an int, a Fraction, a float, or a decimal such as '0.001'"
    if isinstance(value, str | Decimal) and _exponent(value) > _LARGEST_EXPONENT:
        remedy = f"give a number with an exponent of at most {_LARGEST_EXPONENT}"
    elif isinstance(value, Rational | float | str | Decimal) and not _is_flag(value):
        try:
            if isinstance(value, Rational):
                return Fraction(int(value.numerator), int(value.denominator))
            return Fraction(value)
        except (ValueError, OverflowError, ZeroDivisionError):
            pass
    raise DomainError(
        f"{name}={shown(value)} is no exact finite number", part=shown(value), remedy=remedy
    )


def _exponent(value: str | Decimal) -> int:
    """The largest exponent that is written in a number."""
    if isinstance(value, Decimal):
        _, digits, exponent = value.as_tuple()
        return abs(exponent) + len(digits) if isinstance(exponent, int) else 0
    found = re.findall(r"[eE][+-]?0*(\d[\d_]*)", value)
    return max((int(each) if len(each) < 9 else 10**9 for each in found), default=0)


def nonnegative(value: Any, name: str) -> Fraction:
    """The rational that a number >= 0 is.

    Raises:
        DomainError: it is negative, or no finite number.
    """
    number = exact(value, name)
    if number < 0:
        raise DomainError(
            f"{name}={shown(value)} is negative", part=shown(value), remedy=f"give {name} >= 0"
        )
    return number


def probability(value: Any, name: str) -> Fraction:
    """The rational in [0, 1] that a number is.

    Raises:
        DomainError: it lies outside [0, 1], or is no finite number.
    """
    number = exact(value, name)
    if not 0 <= number <= 1:
        raise DomainError(
            f"{name}={shown(value)} is no probability",
            part=shown(value),
            remedy=f"give {name} in [0, 1]",
        )
    return number


def taking(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """The function, each of whose arguments is of the kind that its annotation names.

    Raises:
        ClaimError: upon a call, an argument is of another kind.

    >>> @taking
    ... def twice(count: int) -> int:
    ...     return 2 * count
    >>> twice(2)
    4
    >>> twice("a")
    Traceback (most recent call last):
        ...
    dpsym.errors.ClaimError: count='a'; give an integer
    """
    asked = signature(function)

    @wraps(function)
    def call(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        try:
            bound = asked.bind(*args, **kwargs)
        except TypeError:
            return function(*args, **kwargs)
        kinds = _kinds_of(function)
        for name, value in bound.arguments.items():
            how = asked.parameters[name].kind
            if name not in kinds or how is Parameter.VAR_KEYWORD:
                continue
            if how is Parameter.VAR_POSITIONAL:
                bound.arguments[name] = tuple(fitted(name, v, kinds[name]) for v in value)
            else:
                bound.arguments[name] = fitted(name, value, kinds[name])
        return function(*bound.args, **bound.kwargs)

    return call


def fit_fields(record: Any) -> None:
    """Makes each field of a dataclass what its annotation names.

    Raises:
        ClaimError: a field is of another kind.
    """
    kinds = _kinds_of(cast(Hashable, type(record)))
    for field in fields(record):
        value = getattr(record, field.name)
        object.__setattr__(record, field.name, fitted(field.name, value, kinds[field.name]))


@cache
def _kinds_of(annotated: Any) -> dict[str, Any]:
    return get_type_hints(annotated)


def fitted(name: str, value: Any, kind: Any) -> Any:
    """The value as one of a kind, such as ``int`` or ``Sequence[str] | None``.

    Raises:
        ClaimError: it is of another kind.

    >>> fitted("names", ["a"], Sequence[str] | None)
    ['a']
    """
    try:
        return _fitted(name, value, kind)
    except _MisfitError:
        raise ClaimError(
            f"{name}={shown(value)}", part=name, remedy=f"give {_words(kind)}"
        ) from None


def _fitted(name: str, value: Any, kind: Any) -> Any:
    """The value as one of a kind."""
    if kind in (Any, object, Number) or isinstance(kind, TypeVar):
        return value
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _fitted(name, value, parts[0])
    if origin in (Union, UnionType):
        for part in sorted(parts, key=lambda part: part is str):
            try:
                return _fitted(name, value, part)
            except _MisfitError:
                pass
        raise _MisfitError
    if origin is Literal:
        if isinstance(value, str) and value in parts:
            return value
        raise _MisfitError
    if origin in _LISTS:
        return _items(name, value, origin, parts)
    if origin is Mapping or origin is dict:
        if not isinstance(value, Mapping):
            raise _MisfitError
        pairs = value.items()
        return {_fitted(name, k, parts[0]): _fitted(name, v, parts[1]) for k, v in pairs}
    if origin is Iterable:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            raise _MisfitError
        if isinstance(value, Sequence | Set):  # what can be looked at and is still there
            return [_fitted(name, v, parts[0]) for v in value]
        return value
    return _single(name, value, kind if origin is None else origin)


def _items(name: str, value: Any, origin: Any, parts: tuple[Any, ...]) -> Any:
    apart = (str, bytes, Mapping, Set)
    if not isinstance(value, Collection) or isinstance(value, apart):
        raise _MisfitError
    try:
        listed = list(value)
    except TypeError:  # as an array of numpy without dimensions
        raise _MisfitError from None
    if origin is tuple and parts[-1] is not Ellipsis:
        if len(listed) != len(parts):
            raise _MisfitError
        return tuple(_fitted(name, v, part) for v, part in zip(listed, parts, strict=True))
    fitted = [_fitted(name, v, parts[0]) for v in listed]
    return tuple(fitted) if origin is tuple or isinstance(value, tuple) else fitted


def _single(name: str, value: Any, kind: Any) -> Any:
    if kind is Fraction:
        return exact(value, name)
    if kind is int and _is_whole(value):
        return int(value)
    if kind is bool and (_is_flag(value) or (_is_whole(value) and value in (0, 1))):
        return bool(value)
    if kind is float and isinstance(value, Real) and not _is_flag(value):
        return value
    if kind is Callable and callable(value):
        return value
    if kind in (int, bool, float, Callable):
        raise _MisfitError
    try:
        fits = isinstance(value, kind)
    except TypeError:  # a protocol
        return value
    if not fits:
        raise _MisfitError
    return value


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral) and not _is_flag(value)


def _is_flag(value: Any) -> bool:
    return type(value).__name__ in _FLAGS


_WORDS = {
    int: "an integer",
    bool: "True or False",
    float: "a number",
    str: "text",
    Fraction: "an exact number",
    Callable: "a function",
    NoneType: "None",
    Number: "a number",
}


def _words(kind: Any) -> str:
    """What to give, in words."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind in _WORDS or origin in _WORDS:
        return _WORDS[kind if kind in _WORDS else origin]
    if origin is Annotated:
        return _words(parts[0])
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(_words, parts)))
    if origin is Literal:
        return " or ".join(map(repr, parts))
    if origin is Mapping or origin is dict:
        return f"a dict from {_words(parts[0])} to {_words(parts[1])}"
    if origin is tuple and Ellipsis not in parts:
        return f"a tuple of {', '.join(map(_words, parts))}"
    if origin is Iterable or origin in _LISTS:
        return f"a list whose items are each {_words(parts[0])}"
    name = getattr(origin or kind, "__name__", "value")
    name = {"Basic": "expression of sympy", "Expr": "expression of sympy"}.get(name, name)
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"
