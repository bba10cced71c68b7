"""Terms compared: evident signs, and equality as functions, both by the scalar rules' means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

from sympy import (
    Add,
    Basic,
    Dummy,
    Expr,
    Pow,
    S,
    Sum,
    Symbol,
    exp,
    expand,
    fraction,
    log,
    preorder_traversal,
    together,
)

from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_duties import duties, settle
from dpsym.kernel.scalar_intervals import ALL, ANY, INF, Range
from dpsym.kernel.scalar_normal import vanishes
from dpsym.kernel.scalar_ranges import Region
from dpsym.language.construct import Partial, loses_parts, partial_parts
from dpsym.language.domains import NONNEGATIVE as HALF_LINE
from dpsym.language.domains import Domain, Integers, Interval, Objects
from dpsym.language.heads import Capacity, Divergence, Quantity, is_scalar

MAX_TERMS, MAX_SIZE, ZERO = 40, 300, Fraction(0)
Domains = Mapping[Symbol, Domain]
Powers = Sequence[tuple[Basic, Basic]]


class Terms(Region):
    """A region where names may lack a domain and divergences may be infinite.

    Sums and logarithms of no great size whose parts give them no sign are read in other forms.
    """

    def _range(self, expr: Any) -> Range:
        if expr.is_Symbol:
            return ALL
        if isinstance(expr, Divergence) or expr is S.Infinity:
            return Range(INF if expr is S.Infinity else ZERO, INF)
        found = super()._range(expr)
        # The readings are equal where no name is infinite.
        if any(not self.range(name).upper_open and self.range(name).upper == INF
               for name in expr.free_symbols):  # fmt: skip
            return found
        if _sign(found) is ANY and expr.count_ops() > MAX_SIZE:
            return found
        for read in (self._logarithm, self._shifted, self._joined):
            if _sign(found) is ANY:
                with suppress(UndefinedError):
                    found = found.meet(read(expr))
        return found

    def _logarithm(self, expr: Expr) -> Range:
        """The numbers of the sign of ``c + log(a/b)``, which is that of ``exp(c)*a - b``."""
        rest, head = expr.as_independent(log, as_Add=True)
        if not (rest.is_Rational and isinstance(head, log)):
            return ANY
        above, below = fraction(together(head.args[0]))
        if not (self.range(above).positive and self.range(below).positive):
            return ANY
        return _sign(self.range(expand(exp(rest) * above) - below))

    def _joined(self, expr: Expr) -> Range:
        """The numbers of the sign of a sum over a common denominator."""
        above, below = fraction(together(expr)) if expr.is_Add else (expr, S.One)
        if below.is_Rational or not self.range(below).positive:
            return ANY
        return _sign(self.range(expand(above)))

    def _shifted(self, expr: Expr) -> Range:
        """The range of a sum with names measured from the ends of their domains.

        With a third change exponentials >= 1 are measured from 1.
        """
        if not expr.is_Add or len(expr.args) > MAX_TERMS:
            return ANY
        names = {n: d for n, d in self.domains.items() if expr.has(n)}
        lower = {n: d.lower + n for n, d in names.items() if d.lower.is_Rational}
        upper = {n: d.upper - n for n, d in names.items() if d.upper.is_Rational}
        large = {e: 1 + Dummy() for e in expr.atoms(exp) if self.range(e).lower >= 1}
        excess = {put - 1: HALF_LINE for put in large.values()}
        found = ANY
        for change in (lower, {**lower, **upper}, *([{**lower, **large}] if large else [])):
            ends = {n: put.coeff(n) for n, put in change.items() if n in names}
            moved = names | excess | {n: _moved(names[n], end) for n, end in ends.items()}
            terms = Add.make_args(expand(expr.xreplace(change)))
            found = found.meet(reduce(Range.plus, map(_terms(moved).range, terms)))
        return found


def _moved(domain: Any, slope: Expr) -> Domain:
    """The domain of a name's distance from an end of its domain."""
    width = domain.upper - domain.lower
    if isinstance(domain, Integers):
        return Integers(S.Zero, width)
    opened = (domain.lower_open, domain.upper_open)
    return Interval(S.Zero, width, *opened[:: int(slope)])


def _sign(found: Range) -> Range:
    """The numbers of the sign of all elements."""
    if found.nonnegative:
        return Range(ZERO, INF, found.positive)
    return Range(-INF, ZERO, False, (-found).positive) if (-found).nonnegative else ANY


def sign(term: Expr, domains: Domains) -> int:
    """2 where the term is evidently > 0 on the domains, 1 where it is evidently >= 0, else 0.

    >>> from sympy.abc import x
    >>> sign(1 - x, {x: Interval(S.Zero, S.One)})
    1
    """
    try:
        found = _terms(domains).range(term)
    except UndefinedError:
        return 0
    return 2 if found.positive else int(found.nonnegative)


def _terms(domains: Domains) -> Terms:
    return _remembered(tuple(sorted(domains.items(), key=str)))


@lru_cache(maxsize=500)
def _remembered(domains: tuple[tuple[Symbol, Domain], ...]) -> Terms:
    return Terms({name: domain for name, domain in domains if not isinstance(domain, Objects)})


def has_value(term: Expr, domains: Domains) -> bool:
    """Whether a term, where its parts are defined, has a value where names are infinite too.

    >>> from sympy.abc import x, y
    >>> orders = dict.fromkeys((x, y), Interval(S.One, S.Infinity))
    >>> has_value(x + y, orders), has_value(x - y, orders), has_value(exp(x - y), orders)
    (True, False, False)
    """
    infinite = {
        name
        for name in term.free_symbols
        if isinstance(domain := domains.get(name), Interval)
        and any(domain.contains(v) for v in (S.Infinity, S.NegativeInfinity))
    }
    return not infinite or all(
        _determinate(node, domains)
        for node in preorder_traversal(term)
        if not node.is_Symbol and is_scalar(node) and node.free_symbols & infinite
    )


def _determinate(node: Expr, domains: Domains) -> bool:
    """Whether an operation is none of oo - oo, 0*oo and powers like oo**0 and 1**oo."""
    if node.is_Pow and not node.exp.is_Rational:
        return False
    try:
        return _terms(domains).range(node) != ANY
    except UndefinedError:
        return False


def same(needed: Expr, given: Expr, domains: Domains) -> bool:
    """Whether two terms have the same values, and ``needed`` one wherever ``given`` has.

    >>> from sympy.abc import x
    >>> same(exp(2*x) - 1, (exp(x) - 1)*(exp(x) + 1), {}), same(x, 2*x, {})
    (True, False)
    """
    given = _with_index(given, needed)
    if needed == given:
        return True
    if needed.is_infinite or given.is_infinite or needed.free_symbols != given.free_symbols:
        return False
    if needed.atoms(Divergence) != given.atoms(Divergence):
        return False
    lost = partial_parts(needed) - partial_parts(given)
    return equal(needed, given, domains) and all(defined(part, domains) for part in lost)


def _with_index(given: Expr, needed: Expr) -> Expr:
    """A term whose sums bind one name, with that which those of another bind."""
    names, wanted = (
        {name for node in term.atoms(Sum) for name in node.variables} for term in (given, needed)
    )
    if names == wanted or not len(names) == len(wanted) == 1:
        return given
    ((old,), (new,)) = names, wanted
    if given.has(new) or old in given.free_symbols or loses_parts(given):
        return given
    return given.xreplace({old: new})


def equal(left: Expr, right: Expr, domains: Domains) -> bool:
    """Whether two terms are evidently equal wherever both have values.

    >>> from sympy.abc import x
    >>> equal(1/(1 + exp(x)) + exp(x)/(1 + exp(x)), S.One, {})
    True
    """
    try:
        return left == right or vanishes(left - right, _terms(domains))
    except UndefinedError:
        return False


def parts_of(sides: Iterable[Basic]) -> set[Partial]:
    """The parts of the sides that may lack a value, those inside of sums with their sums."""
    return {
        part
        for side in sides
        for part in partial_parts(side)
        if not part[1].free_symbols & {n for s in side.atoms(Sum) for n in s.variables}
    }


def doubtful(powers: Powers, parts: Iterable[Partial], domains: Domains) -> list[Partial]:
    """The parts that do not evidently have a value; divergences are no matter here.

    A power with a natural exponent has one whatever its base; ``powers`` are those there are.
    """
    weak = {base for base, power in powers if not defined(("value", power), domains)}
    strong = {base for base, _ in powers} - weak
    return sorted(
        (
            (kind, term)
            for kind, term in parts
            if not (term.has(Quantity) or (kind == "power" and term in strong))
            and (term.has(S.NaN, S.ComplexInfinity) or not defined((kind, term), domains))
        ),
        key=str,
    )


def powers_of(sides: Iterable[Basic]) -> Powers:
    """The powers whose exponents are no constants, with their bases."""
    found = {power for side in sides for power in side.atoms(Pow) if not power.exp.is_Rational}
    return [(scaled(power.base), power) for power in found]


def scaled(term: Basic) -> Basic:
    """The term without a positive factor, of which no part's value depends."""
    factor, rest = term.as_coeff_Mul()
    return rest if factor.is_positive else term


def defined(part: tuple[str, Basic], domains: Domains) -> bool:
    """Whether an operation that is not defined everywhere evidently is on the domains."""
    kind, term = part
    if kind == "value" and isinstance(term, Quantity):
        return not isinstance(term, Divergence | Capacity)
    if kind == "value":
        with suppress(UndefinedError):
            settle(_terms(domains), duties(term))
            return True
        return False
    return sign(term, domains) >= (1 if kind == "root" else 2)


__all__ = [
    "Domains",
    "defined",
    "doubtful",
    "equal",
    "has_value",
    "parts_of",
    "powers_of",
    "same",
    "scaled",
    "sign",
]
