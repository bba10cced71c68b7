"""Terms: the expressions of the scalar kernel, which never change what they say.

A term is a number, a name, pi, a sum, a product, a power, a function of terms, or a sum over a
bound name; any other kind stands for an object, a quantity or a statement of the language. Sums
and products are written in one order, since that changes neither where they have a value nor
which; nothing else is simplified here. Equal terms are one object.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any
from weakref import WeakValueDictionary

NUMBER, NAME, PI = "number", "name", "pi"
PLUS, TIMES, POWER, SUM = "+", "*", "**", "Sum"
SMOOTH = ("exp", "sinh", "cosh", "tanh", "erf", "erfc", "Phi")
"""Functions that have a value and a derivative everywhere."""
EVERYWHERE = (*SMOOTH, "Abs", "Max", "Min")
COUNTING = ("factorial", "harmonic", "binomial")
"""Functions of natural numbers only."""
FUNCTIONS = {name: (1, 100 if name in ("Max", "Min") else 1) for name in (*EVERYWHERE, "log")} | {
    name: (1, 1) if name != "binomial" else (2, 2) for name in COUNTING
}
"""How many arguments each takes."""
LONG = 4_000
"""So many bits are a number for readers."""
NUMERIC = {NUMBER, NAME, PI, PLUS, TIMES, POWER, SUM, *FUNCTIONS}
"""The kinds of which something is known as numbers."""


class Term:
    """An immutable term; the same parts make the same object.

    Attributes:
        kind: ``number``, ``name``, ``pi``, ``+``, ``*``, ``**``, ``Sum``, a function or a head.
        value: the fraction of a number; of a name, its text or what it stands for.
        args: the parts; those of a ``Sum`` are the term, its name, and the first and last index.
        names: the values of the names that are free.
        total: whether it evidently has a value whatever the numbers are that its names stand for.
        endless: whether something stands in it that may be infinite.
    """

    __slots__ = ("__weakref__", "_text", "args", "endless", "kind", "names", "total", "value")
    kind: str
    value: Any
    args: tuple[Term, ...]
    names: frozenset[Hashable]
    total: bool
    endless: bool
    _text: str

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a term has no {name} to set")

    def __reduce__(self) -> Any:
        return make, (self.kind, self.args, self.value)

    def __repr__(self) -> str:
        if not hasattr(self, "_text"):
            object.__setattr__(self, "_text", _written(self))
        return self._text

    def has(self, name: Term) -> bool:
        """Whether a name is free in the term."""
        return name.value in self.names

    @property
    def is_number(self) -> bool:
        """Whether it is a rational number as it stands."""
        return self.kind == NUMBER

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer as it stands."""
        return self.kind == NUMBER and self.value.denominator == 1


_MADE: WeakValueDictionary[Any, Term] = WeakValueDictionary()


def make(kind: str, args: tuple[Term, ...] = (), value: Any = None) -> Term:
    """The term of these parts."""
    if kind in (PLUS, TIMES, "Max", "Min"):
        args = tuple(sorted(args, key=_order))
    key = kind, args, value
    found = _MADE.get(key)
    if found is None:
        found = object.__new__(Term)
        names: frozenset[Hashable] = frozenset((value,)) if kind == NAME else frozenset()
        for part in args:
            names |= part.names
        if kind == SUM:
            names = args[0].names - args[1].names | args[2].names | args[3].names
        for slot, content in (
            ("kind", kind), ("value", value), ("args", args), ("names", names),
            ("total", _total(kind, args, value)), ("endless", _endless(kind, args, value)),
        ):  # fmt: skip
            object.__setattr__(found, slot, content)
        found = _MADE.setdefault(key, found)
    return found


def _order(term: Term) -> tuple[bool, str]:
    return term.kind != NUMBER, repr(term)


def _total(kind: str, args: tuple[Term, ...], value: Any) -> bool:
    if kind == NAME:
        return isinstance(value, str)  # what a stranger stands for may be infinite
    if kind == POWER:
        base, exponent = args
        natural = exponent.is_integer and exponent.value > 0
        return base.total and exponent.total and (natural or is_positive(base))
    known = kind in (NUMBER, PI, PLUS, TIMES, *EVERYWHERE)
    return known and all(part.total for part in args)


def _endless(kind: str, args: tuple[Term, ...], value: Any) -> bool:
    stranger = kind == NAME and not isinstance(value, str)
    return stranger or kind not in NUMERIC or any(part.endless for part in args)


def is_positive(term: Term) -> bool:
    """Whether the term is > 0, wherever it has a value, by its form alone."""
    if term.kind == NUMBER:
        return bool(term.value > 0)
    if term.kind == POWER:
        return is_positive(term.args[0])
    if term.kind == TIMES:
        return all(map(is_positive, term.args))
    return term.kind in (PI, "exp", "cosh", "Phi", "erfc")


def number(value: Fraction | int) -> Term:
    """A number."""
    return make(NUMBER, (), value if type(value) is Fraction else Fraction(value))


def name(value: Hashable) -> Term:
    """A name, by its text; or a stranger, which is one number wherever it stands."""
    return make(NAME, (), value)


def raw(term: Term | Fraction | int) -> Term:
    """The term, or the number as one."""
    return term if isinstance(term, Term) else number(term)


def plus(*parts: Term | Fraction | int) -> Term:
    """A sum as it stands."""
    return make(PLUS, tuple(map(raw, parts))) if parts else ZERO


def times(*parts: Term | Fraction | int) -> Term:
    """A product as it stands."""
    return make(TIMES, tuple(map(raw, parts))) if parts else ONE


def power(base: Term | int, exponent: Term | Fraction | int) -> Term:
    """A power as it stands."""
    return make(POWER, (raw(base), raw(exponent)))


def apply(function: str, *args: Term | int) -> Term:
    """A function as it stands.

    Raises:
        ValueError: there is none, or it takes another number of arguments.
    """
    least, most = FUNCTIONS.get(function, (0, -1))
    if not least <= len(args) <= most:
        raise ValueError(f"{function} does not take {len(args)} arguments")
    return make(function, tuple(map(raw, args)))


def bound_sum(term: Term, index: Term, low: Term, high: Term) -> Term:
    """A sum over a name, from one integer to another."""
    if index.kind != NAME:
        raise ValueError(f"a sum over {index}")
    return make(SUM, (term, index, low, high))


def nodes(term: Term) -> Iterator[Term]:
    """The term and all its parts, those inside of sums as well."""
    stack = [term]
    while stack:
        yield (node := stack.pop())
        stack.extend(node.args)


def fresh(stem: str, taken: Iterable[Hashable]) -> Term:
    """A name that is none of those."""
    used, count = set(taken), 1
    while f"{stem}_{count}" in used:
        count += 1
    return name(f"{stem}_{count}")


def rebound(term: Term, taken: frozenset[Hashable]) -> Term:
    """The sum over a name that is none of those."""
    body, index, low, high = term.args
    if index.value not in taken:
        return term
    other = fresh(str(index.value), taken | term.names | body.names)
    return make(SUM, (substitute(body, {index: other}), other, low, high))


def substitute(term: Term, values: Mapping[Term, Term]) -> Term:
    """The term with values for free names; a sum's own name is another one where it must be.

    >>> i, n, x = map(name, "inx")
    >>> substitute(bound_sum(times(i, x), i, ONE, n), {x: plus(i, n)})
    Sum((i + n)*i_1, (i_1, 1, n))
    """
    free = {old: new for old, new in values.items() if term.has(old)}
    if not free or term.kind == NAME:
        return free.get(term, term)
    if term.kind == SUM:
        taken = frozenset[Hashable]().union(*(old.names | new.names for old, new in free.items()))
        body, index, low, high = rebound(term, taken).args
        ends = substitute(low, free), substitute(high, free)
        return make(SUM, (substitute(body, free), index, *ends))
    return make(term.kind, tuple(substitute(part, free) for part in term.args), term.value)


def replaced(term: Term, values: Mapping[Term, Term]) -> Term:
    """The term with other parts in the place of those that equal a key; a sum's own name is apart.

    >>> i, x, y = map(name, "ixy")
    >>> replaced(plus(x, bound_sum(power(i, x), i, ONE, x)), {power(i, x): y, x: i})
    Sum(i_1**i, (i_1, 1, i)) + i
    """
    if term in values:
        return values[term]
    if term.kind == SUM:
        taken = frozenset[Hashable]().union(*(old.names | new.names for old, new in values.items()))
        body, index, low, high = rebound(term, taken).args
        ends = replaced(low, values), replaced(high, values)
        return make(SUM, (replaced(body, values), index, *ends))
    return make(term.kind, tuple(replaced(part, values) for part in term.args), term.value)


def canonical(term: Term) -> Term:
    """The term with names of its sums that say how deep each is, and nothing else.

    >>> i, j, n = map(name, "ijn")
    >>> canonical(bound_sum(i, i, ONE, n)) is canonical(bound_sum(j, j, ONE, n))
    True
    """
    args = tuple(map(canonical, term.args))
    if term.kind == SUM:
        depth = sum(1 for node in nodes(args[0]) if node.kind == SUM)
        index = name(f"index#{depth}")
        args = (substitute(args[0], {args[1]: index}), index, *args[2:])
    return make(term.kind, args, term.value)


def _written(term: Term) -> str:
    if term.kind == NUMBER:
        above, below = map(_digits, (term.value.numerator, term.value.denominator))
        return above if below == "1" else f"{above}/{below}"
    if term.kind in (NAME, PI):
        return str(term.value or PI)
    parts = list(map(repr, term.args))
    if term.kind == PLUS:
        return " + ".join(parts)
    if term.kind == SUM:
        return f"Sum({parts[0]}, ({', '.join(parts[1:])}))"
    if term.kind not in (TIMES, POWER):
        return f"{term.kind}({', '.join(parts)})"
    plain = [
        text if part.kind not in (PLUS, TIMES, POWER) and _simple(part) else f"({text})"
        for text, part in zip(parts, term.args, strict=True)
    ]
    return term.kind.join(plain)


def _digits(integer: int) -> str:
    """The digits of an integer; those of a long one to the base 16, which takes no time."""
    return str(integer) if integer.bit_length() <= LONG else hex(integer)


def _simple(term: Term) -> bool:
    return term.kind != NUMBER or (term.value >= 0 and term.value.denominator == 1)


ZERO, ONE = number(0), number(1)
