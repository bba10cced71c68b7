"""Regions of claims: ranges of terms with divergences, read in several forms to find a sign."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, reduce

from dpsym.algebra import S, Symbol
from dpsym.kernel.expressions import domain_of, term
from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_intervals import ALL, ANY, INF, Range
from dpsym.kernel.scalar_normal import normal, primitive
from dpsym.kernel.scalar_polynomials import expression as polynomial_term
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.term import (
    NAME,
    ONE,
    PLUS,
    POWER,
    TIMES,
    ZERO,
    Term,
    name,
    nodes,
    number,
    replaced,
)
from dpsym.kernel.term_reading import Domain as Ends
from dpsym.kernel.term_reduction import (
    applied,
    base_exponent,
    coefficient,
    minus,
    parts,
    plus,
    power,
    put,
    rebuilt,
    times,
)
from dpsym.language.domains import Domain, Objects
from dpsym.language.heads import HEADS, Divergence

MAX_TERMS, MAX_SIZE = 40, 600
DIVERGENT = {kind for kind, head in HEADS.items() if issubclass(head, Divergence)}
HALF_LINE = Ends(ZERO, None, upper_open=True)
Domains = Mapping[Symbol, Domain]
Change = dict[Term, tuple[Term, int]]


class Terms(Region):
    """A region where names may lack a domain and divergences may be infinite.

    Sums and logarithms of no great size whose parts give them no sign are read in other forms.
    """

    def _range(self, term: Term) -> Range:
        if term.kind == NAME and isinstance(term.value, str):
            return ALL
        if term.kind in DIVERGENT or term.value is S.Infinity:
            return Range(INF if term.value is S.Infinity else Fraction(0), INF)
        found = super()._range(term)
        # The readings are equal where no name is infinite, nor a divergence.
        ranges = (self.known[name] for name in self.domains if term.has(name))
        infinite = any(known.attains_infinity for known in ranges)
        if infinite or divergent(term):
            return found
        if _sign(found) is ANY and sum(1 for _ in nodes(term)) > MAX_SIZE:
            return found
        for read in (self._logarithm, self._shifted, self._joined, self._divided):
            if _sign(found) is ANY:
                with suppress(UndefinedError):
                    found = found.meet(read(term))
        return found

    def expanded(self, term: Term) -> Term:
        """The term as a sum of products."""
        return normal(term, Region(self.domains))

    def _logarithm(self, term: Term) -> Range:
        """The numbers of the sign of ``c + log(a/b)``, which is that of ``exp(c)*a - b``."""
        rest = [part for part in parts(PLUS, term) if part.is_number]
        heads = [part for part in parts(PLUS, term) if not part.is_number]
        if len(heads) != 1 or heads[0].kind != "log":
            return ANY
        above, below = fraction(heads[0].args[0])
        if not (self.range(above).positive and self.range(below).positive):
            return ANY
        gap = minus(times(applied("exp", plus(*rest)), above), below)
        return _sign(self.range(self.expanded(gap)))

    def _joined(self, term: Term) -> Range:
        """The numbers of the sign of a sum over a common denominator."""
        above, below = fraction(term) if term.kind == PLUS else (term, ONE)
        if below.is_number or not self.range(below).positive:
            return ANY
        return _sign(self.range(self.expanded(above)))

    def _divided(self, term: Term) -> Range:
        """The numbers of the sign of a sum without the positive factors that its terms share."""
        rest = polynomial_term(primitive(term, Region(self.domains))) if term.kind == PLUS else term
        return ANY if rest is term else _sign(super()._range(rest).meet(self._shifted(rest)))

    def _shifted(self, term: Term) -> Range:
        """The range of a sum with names measured from the ends of their domains.

        With a third change exponentials >= 1 are measured from 1.
        """
        if term.kind != PLUS or len(term.args) > MAX_TERMS:
            return ANY
        names = {n: d for n, d in self.domains.items() if term.has(n)}
        lower = {n: (d.lower, 1) for n, d in names.items() if d.lower and d.lower.is_number}
        upper = {n: (d.upper, -1) for n, d in names.items() if d.upper and d.upper.is_number}
        large = {e for e in nodes(term) if e.kind == "exp" and self.range(e).lower >= 1}
        excess = {e: name(f"excess#{place}") for place, e in enumerate(sorted(large, key=repr))}
        changes: list[tuple[Change, dict[Term, Term]]] = [(lower, {})]
        if upper:
            changes.append(({**lower, **upper}, {}))
        if large:
            changes.append((lower, excess))
        found = ANY
        for change, lifted in changes:
            moved = {n: _moved(d, change[n][1]) if n in change else d for n, d in names.items()}
            moved |= dict.fromkeys(lifted.values(), HALF_LINE)
            form = term
            if lifted:
                form = replaced(form, {e: plus(ONE, gap) for e, gap in lifted.items()})
            form = put(form, {n: plus(end, times(slope, n)) for n, (end, slope) in change.items()})
            there = _region(tuple(moved.items()))
            ranges = map(there.range, parts(PLUS, there.expanded(form)))
            found = found.meet(reduce(Range.plus, ranges))
        return found


@lru_cache(maxsize=20_000)
def divergent(term: Term) -> bool:
    """Whether a divergence stands in the term."""
    return term.kind in DIVERGENT or any(map(divergent, term.args))


def _moved(domain: Ends, slope: int) -> Ends:
    """The domain of a name's distance from an end of its domain."""
    width = None
    if domain.lower is not None and domain.upper is not None:
        width = minus(domain.upper, domain.lower)
    if domain.integers:
        return Ends(ZERO, width, False, width is None, integers=True)
    return Ends(ZERO, width, *(domain.lower_open, domain.upper_open)[::slope])


def fraction(term: Term) -> tuple[Term, Term]:
    """A term as a fraction of terms that are no fractions; ``exp(-u)`` is one.

    >>> from dpsym.kernel.term_reading import read_term
    >>> fraction(read_term("1/x - exp(-y)/(x*y) + 2"))
    (-1 + 2*exp(y)*x*y + exp(y)*y, exp(y)*x*y)
    """
    if term.kind != PLUS:
        above, below = ONE, ONE
        for base, count in _powers(term).items():
            whole = base.kind == PLUS and count.denominator == 1
            top, bottom = (power(p, abs(count)) for p in (fraction(base) if whole else (base, ONE)))
            top, bottom = (top, bottom) if count > 0 else (bottom, top)
            above, below = times(above, top), times(below, bottom)
        return above, below
    sides = list(map(fraction, term.args))
    common: dict[Term, Fraction] = {}
    for _, bottom in sides:
        for base, count in _powers(bottom).items():
            common[base] = max(common.get(base, Fraction(0)), count)
    tops = []
    for top, bottom in sides:
        mine = _powers(bottom)
        rest = (power(b, n - mine.get(b, 0)) for b, n in common.items() if n != mine.get(b, 0))
        tops.append(times(top, *rest))
    return plus(*tops), times(*(power(base, count) for base, count in common.items()))


def _powers(product: Term) -> dict[Term, Fraction]:
    """The factors of a product with their rational exponents."""
    found: dict[Term, Fraction] = {}
    for factor in parts(TIMES, product):
        base, exponent = base_exponent(factor)
        while base.kind == POWER and _is_one_power(base.args[1], exponent):
            base, exponent = base.args[0], times(base.args[1], exponent)
        inside = factor.args[0] if factor.kind == "exp" else exponent
        summands = map(coefficient, parts(PLUS, inside))
        if factor.kind == "exp":
            counted = [(_exponential(rest), number(c)) for c, rest in summands]
        elif exponent.is_number:
            counted = [(base, exponent)]
        elif base.is_number and base.value > 0:
            counted = [(power(base, rest), number(c)) for c, rest in summands]
        else:
            counted = [(factor, ONE)]
        for root, count in counted:
            found[root] = found.get(root, Fraction(0)) + count.value
    return {base: count for base, count in found.items() if count and base is not ONE}


def _exponential(exponent: Term) -> Term:
    return exponent.args[0] if exponent.kind == "log" else applied("exp", exponent)


def _is_one_power(inner: Term, outer: Term) -> bool:
    """Whether a power of a power is one, wherever it has a value."""
    rational = inner.is_number and outer.is_number
    return rational and (outer.is_integer or not inner.is_integer)


@lru_cache(maxsize=20_000)
def shorter(found: Term) -> Term:
    """The term without what cancels in it; both are equal wherever they have values.

    >>> from dpsym.kernel.term_reading import read_term
    >>> shorter(read_term("sqrt(x)**2*y/(y*z) + 0*log(x)"))
    x*(z**(-1))
    """
    found = rebuilt(found.kind, tuple(map(shorter, found.args)), found.value)
    if coefficient(found)[0] == 0:
        return ZERO
    if found.kind in (TIMES, POWER, "exp"):
        powers = _powers(found).items()
        inside = plus(*(times(count, base.args[0]) for base, count in powers if base.kind == "exp"))
        rest = (power(base, count) for base, count in powers if base.kind != "exp")
        return times(*rest, applied("exp", inside))
    if found.kind == PLUS:
        return plus(*(part for part in found.args if coefficient(part)[0]))
    return found


def _sign(found: Range) -> Range:
    """The numbers of the sign of all elements."""
    if found.nonnegative:
        return Range(Fraction(0), INF, found.positive)
    return Range(-INF, Fraction(0), False, (-found).positive) if (-found).nonnegative else ANY


def region_of(domains: Domains) -> Terms:
    """The region of the domains that are of numbers."""
    return _remembered(tuple(sorted(domains.items(), key=lambda item: item[0].name)))


@lru_cache(maxsize=500)
def _remembered(domains: tuple[tuple[Symbol, Domain], ...]) -> Terms:
    numbers = ((n, domain) for n, domain in domains if not isinstance(domain, Objects))
    return _region(tuple((term(n), domain_of(domain)) for n, domain in numbers))


@lru_cache(maxsize=500)
def _region(domains: tuple[tuple[Term, Ends], ...]) -> Terms:
    return Terms(dict(domains))
