"""Whether terms have values where divergences are infinite, as docs/semantics.md says.

One walk over a term as it is written, none of which is simplified. It keeps for each part which
numbers and infinities the part may be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce

from dpsym.algebra import Add, Basic, Eq, Expr, Le, Lt
from dpsym.kernel.expressions import domain_of, expression, term
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_intervals import ALL, ANY, INF, Range, increasing
from dpsym.kernel.scalar_ranges import ZERO, any_number, ends
from dpsym.kernel.term import PLUS, SUM, TIMES, Term, name, replaced
from dpsym.kernel.term_reading import Domain
from dpsym.kernel.term_readings import Domains, Terms, region_of
from dpsym.kernel.terms import weighted
from dpsym.language.divergences import BOUNDED, range_of
from dpsym.language.heads import HEADS, MaxDivergence, Quantity

MOST_SPLITS = 6
QUANTITIES = {kind for kind, head in HEADS.items() if issubclass(head, Quantity)}
UP, DOWN = Range(INF, INF), Range(-INF, -INF)
Ends = Mapping[Term, Domain]
Sizes = Mapping[Term, Range]


def has_value(
    side: Expr | Term, domains: Domains, finite: Collection[Basic] = (), *, whole: bool = False
) -> bool:
    """Whether a term has a value where what is in it is infinite, and if ``whole`` elsewhere too.

    That are its quantities, but for those that are ``finite``. Where they are not infinite,
    whether parts are defined is another question, as it is of parts in which there are none.

    >>> from dpsym.language.heads import KL, ObjectName, TotalVariation
    >>> p, q, r = map(ObjectName, "PQR")
    >>> one, other = KL(p, q), KL(q, r)
    >>> has_value(one + other, {}), has_value(one - other, {}), has_value(1 / one + 2**other, {})
    (True, False, True)
    >>> has_value(one / (1 + one), {}), has_value(one * TotalVariation(p, r), {})
    (False, False)
    """
    found, known = term(side), dict(region_of(domains).domains)
    named: dict[Term, Term] = {}
    sizes: dict[Term, Range] = {}
    for quantity in quantities_of(found):
        written = expression(quantity)
        named[quantity] = put = name(written)  # a stranger, which nothing cancels
        known[put] = domain_of(range_of(written))
        bounded = isinstance(written, BOUNDED) or written in finite
        sizes[put] = ends(known[put]) if bounded else Range(Fraction(0), INF)
    return _is_valued(replaced(found, named), known, sizes, MOST_SPLITS, whole)


def quantities_of(found: Term) -> Iterator[Term]:
    """The quantities in a term, without those that stand within another."""
    if found.kind in QUANTITIES:
        yield found
        return
    for part in found.args:
        yield from quantities_of(part)


def finite_under(hypotheses: Iterable[Basic], *asked: Basic) -> frozenset[Basic]:
    """The quantities, also of what is asked about, that are finite where hypotheses hold.

    Positive multiples of them add up to less than something, or to at most what is finite. No
    divergence is infinite where the max-divergence of the same laws is not.

    >>> from sympy import Le
    >>> from dpsym.language.heads import KL, ChiSquared, ObjectName
    >>> P, Q = ObjectName("P"), ObjectName("Q")
    >>> finite_under([Le(KL(P, Q), 5), Le(KL(P, Q), ChiSquared(P, Q))])
    frozenset({KL(P, Q)})
    >>> sorted(finite_under([Le(MaxDivergence(P, Q), 1)], KL(P, Q) - KL(Q, P)), key=str)
    [KL(P, Q), MaxDivergence(P, Q)]
    """
    given = tuple(map(plain, hypotheses))
    bounds = [
        (terms, large, isinstance(h, Lt))
        for h in given if isinstance(h, Le | Lt | Eq)
        for small, large in [h.args, h.args[::-1]][: 1 + isinstance(h, Eq)]
        if (terms := _added(small))
    ]  # fmt: skip
    spoken_of = frozenset[Basic]().union(*map(may_be_infinite, (*given, *asked)))
    known: frozenset[Basic] = frozenset()
    while True:
        found = {
            quantity
            for terms, large, strict in bounds
            if strict or may_be_infinite(large) <= known
            for quantity in terms
        }
        found |= {q for q in spoken_of if MaxDivergence(*q.args[-2:]) in known}
        if found <= known:
            return known
        known |= found


def may_be_infinite(expression: Basic) -> set[Basic]:
    """The quantities in an expression that some laws make infinite."""
    return {node for node in expression.atoms(Quantity) if not isinstance(node, BOUNDED)}


def _added(side: Expr) -> set[Basic]:
    """The quantities of which a side is a sum of positive multiples, beside what is finite."""
    found: set[Basic] = set()
    for part in filter(may_be_infinite, Add.make_args(side)):
        factor, rest = weighted(part, (Quantity,))
        if not (factor.is_Rational and factor > 0 and may_be_infinite(part) == {rest}):
            return set()
        found.add(rest)
    return found


def _is_valued(found: Term, known: Ends, sizes: Sizes, splits: int, whole: bool) -> bool:
    """Whether a term has a value, wherever quantities lie, or else where each is finite or not."""
    infinite = [n for n, size in sizes.items() if size.attains_infinity]
    if not (infinite or whole):
        return True
    try:
        Limits(known, sizes, whole).range(found)
    except UndefinedError:
        either = next((n for n in infinite if sizes[n] != UP), None)
        return (
            splits > 0
            and either is not None
            and all(
                _is_valued(found, known, {**sizes, either: size}, splits - 1, whole)
                for size in (ends(known[either]), UP)
            )
        )
    return True


class Limits(Terms):
    """A region in which some names stand for quantities, which may be infinite.

    An infinity that is attained is one. A factor 0 makes 0 of an infinite one if numbers alone
    make it, as the weights of a mixture.
    """

    def __init__(self, domains: Ends, sizes: Sizes, whole: bool) -> None:
        super().__init__(domains, box=sizes)
        self.sizes, self.whole = sizes, whole
        self.infinite = {n.value for n, size in sizes.items() if size.attains_infinity}

    def _up_to(self, domains: Ends, room: Term) -> Limits:
        return Limits(domains, self.sizes, self.whole)

    def _reaches(self, found: Term) -> bool:
        """Whether something that may be infinite stands in a term."""
        return not self.infinite.isdisjoint(found.names)

    def _range(self, found: Term) -> Range:
        if not self._reaches(found):
            try:
                return super()._range(found)
            except UndefinedError:
                if self.whole:
                    raise
                return ALL
        if found.kind == SUM:
            return self._summed(found)
        if found.kind not in (PLUS, TIMES):
            return super()._range(found)
        ranges = list(map(self.range, found.args))
        return _total(ranges) if found.kind == PLUS else self._multiplied(found.args, ranges)

    def _summed(self, found: Term) -> Range:
        if any(map(self._reaches, found.args[1:])):
            raise UndefinedError(f"{found} may have infinitely many terms")
        ranges = [inner.range(part) for inner, part in self.summands(found)]
        if self._counted(found):
            return _total(ranges)
        _total([*ranges, *ranges])
        return any_number(ranges)

    def _raised(self, base: Term, exponent: Term) -> Range:
        if exponent.is_number or not (self._reaches(base) or self._reaches(exponent)):
            return super()._raised(base, exponent)
        x, y = self.range(base), self.range(exponent)
        if x.positive or (x.nonnegative and y.nonnegative):
            size = self._multiplied((base, exponent), [increasing(x, "log"), y])
            return increasing(size, "exp")
        if self.natural(exponent):
            return ANY
        raise UndefinedError(f"{base}**({exponent}) may have no limit")

    def _multiplied(self, factors: Sequence[Term], ranges: Sequence[Range]) -> Range:
        """Products of factors, no infinite one of which meets one that is 0 and no weight."""
        kept: list[Range] = []
        vanishes = False
        for place, (factor, x) in enumerate(zip(factors, ranges, strict=True)):
            others = (*ranges[:place], *ranges[place + 1 :])
            zero = not (x.positive or (-x).positive)
            if zero and any(other.attains_infinity for other in others):
                if factor.endless:
                    raise UndefinedError(f"{factor} may be 0 where another factor is infinite")
                vanishes = True
                opened = x.lower_open or x.lower == 0, x.upper_open or x.upper == 0
                x = Range(x.lower, x.upper, *opened)
            kept.append(x)
        if vanishes and any(x.lower == x.upper == 0 for x in kept):
            return ZERO
        found = reduce(Range.times, kept)
        if vanishes and not found.lower < 0 < found.upper:
            low, high = min(found.lower, ZERO.lower), max(found.upper, ZERO.upper)
            return Range(low, high, found.lower_open and low < 0, found.upper_open and high > 0)
        return found


def _total(ranges: Sequence[Range]) -> Range:
    """Sums of parts, of which no two may be infinite with opposite signs."""
    up, down = ({i for i, x in enumerate(ranges) if end.within(x)} for end in (UP, DOWN))
    if up and down and len(up | down) > 1:
        raise UndefinedError("infinities may meet in a sum")
    return reduce(Range.plus, ranges, ZERO)
