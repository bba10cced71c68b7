"""Terms compared: evident signs, and equality as functions, both by the scalar rules' means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, reduce

from sympy import Basic, Expr, Pow, S, Sum, Symbol, preorder_traversal

from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_duties import duties, settle
from dpsym.kernel.scalar_intervals import ALL, ANY, INF, Range
from dpsym.kernel.scalar_normal import normal, vanishes
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.sympy_terms import domain_of, term
from dpsym.kernel.sympy_terms import expression as sympy_of
from dpsym.kernel.term import NAME, ONE, PLUS, TIMES, ZERO, Term, name, nodes, number, replaced
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
    times,
)
from dpsym.language.construct import Partial, loses_parts, partial_parts
from dpsym.language.domains import Domain, Interval, Objects
from dpsym.language.heads import Capacity, Divergence, Quantity, is_scalar

MAX_TERMS, MAX_SIZE = 40, 600
HALF_LINE = Ends(ZERO, None, upper_open=True)
Domains = Mapping[Symbol, Domain]
Powers = Sequence[tuple[Basic, Basic]]
Change = dict[Term, tuple[Term, int]]


class Terms(Region):
    """A region where names may lack a domain and divergences may be infinite.

    Sums and logarithms of no great size whose parts give them no sign are read in other forms.
    """

    def _range(self, term: Term) -> Range:
        if term.kind == NAME:
            if isinstance(term.value, str):
                return ALL
            if isinstance(term.value, Divergence) or term.value is S.Infinity:
                return Range(INF if term.value is S.Infinity else Fraction(0), INF)
        found = super()._range(term)
        # The readings are equal where no name is infinite, nor a divergence.
        ranges = (self.known[name] for name in self.domains if term.has(name))
        infinite = any(known.upper == INF and not known.upper_open for known in ranges)
        if infinite or any(isinstance(value, Divergence) for value in term.names):
            return found
        if _sign(found) is ANY and sum(1 for _ in nodes(term)) > MAX_SIZE:
            return found
        for read in (self._logarithm, self._shifted, self._joined):
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
        changes: list[tuple[Change, dict[Term, Term]]] = [(lower, {}), ({**lower, **upper}, {})]
        found = ANY
        for change, lifted in [*changes, (lower, excess)] if large else changes:
            moved = {n: _moved(d, change[n][1]) if n in change else d for n, d in names.items()}
            moved |= dict.fromkeys(lifted.values(), HALF_LINE)
            form = term
            for e, gap in lifted.items():
                form = replaced(form, e, plus(ONE, gap))
            form = put(form, {n: plus(end, times(slope, n)) for n, (end, slope) in change.items()})
            there = _region(tuple(moved.items()))
            ranges = map(there.range, parts(PLUS, there.expanded(form)))
            found = found.meet(reduce(Range.plus, ranges))
        return found


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
        counted = [(base, exponent)]
        if factor.kind == "exp":
            base, exponent = applied("exp", ONE), factor.args[0]
        if factor.kind == "exp" or not exponent.is_number:
            counted = [(factor, ONE)]
        if factor.kind == "exp" or (not exponent.is_number and base.is_number and base.value > 0):
            summands = map(coefficient, parts(PLUS, exponent))
            counted = [(power(base, rest), number(c)) for c, rest in summands]
        for root, count in counted:
            found[root] = found.get(root, Fraction(0)) + count.value
    return {base: count for base, count in found.items() if count and base is not ONE}


def _sign(found: Range) -> Range:
    """The numbers of the sign of all elements."""
    if found.nonnegative:
        return Range(Fraction(0), INF, found.positive)
    return Range(-INF, Fraction(0), False, (-found).positive) if (-found).nonnegative else ANY


def sign(expr: Expr, domains: Domains) -> int:
    """2 where the term is evidently > 0 on the domains, 1 where it is evidently >= 0, else 0.

    >>> from sympy.abc import x
    >>> sign(1 - x, {x: Interval(S.Zero, S.One)})
    1
    """
    try:
        found = _terms(domains).range(term(expr))
    except UndefinedError:
        return 0
    return 2 if found.positive else int(found.nonnegative)


def _terms(domains: Domains) -> Terms:
    return _remembered(tuple(sorted(domains.items(), key=str)))


@lru_cache(maxsize=500)
def _remembered(domains: tuple[tuple[Symbol, Domain], ...]) -> Terms:
    numbers = ((n, domain) for n, domain in domains if not isinstance(domain, Objects))
    return _region(tuple((term(n), domain_of(domain)) for n, domain in numbers))


@lru_cache(maxsize=500)
def _region(domains: tuple[tuple[Term, Ends], ...]) -> Terms:
    return Terms(dict(domains))


def has_value(expr: Expr, domains: Domains) -> bool:
    """Whether a term, where its parts are defined, has a value where names are infinite too.

    >>> from sympy import exp
    >>> from sympy.abc import x, y
    >>> orders = dict.fromkeys((x, y), Interval(S.One, S.Infinity))
    >>> has_value(x + y, orders), has_value(x - y, orders), has_value(exp(x - y), orders)
    (True, False, False)
    """
    infinite = {
        name
        for name in expr.free_symbols
        if isinstance(domain := domains.get(name), Interval)
        and any(domain.contains(v) for v in (S.Infinity, S.NegativeInfinity))
    }
    return not infinite or all(
        _determinate(node, domains)
        for node in preorder_traversal(expr)
        if not node.is_Symbol and is_scalar(node) and node.free_symbols & infinite
    )


def _determinate(node: Expr, domains: Domains) -> bool:
    """Whether an operation is none of oo - oo, 0*oo and powers like oo**0 and 1**oo."""
    if node.is_Pow and not node.exp.is_Rational:
        return False
    try:
        return _terms(domains).range(term(node)) != ANY
    except UndefinedError:
        return False


def normal_form(expr: Expr, domains: Domains) -> Expr:
    """A term in the normal form by which terms are compared.

    Raises:
        UndefinedError: it is too large, or divides by zero.
    """
    return sympy_of(normal(term(expr), _terms(domains)))


def same(needed: Expr, given: Expr, domains: Domains) -> bool:
    """Whether two terms have the same values, and ``needed`` one wherever ``given`` has.

    >>> from sympy import exp
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

    >>> from sympy import exp
    >>> from sympy.abc import x
    >>> equal(1/(1 + exp(x)) + exp(x)/(1 + exp(x)), S.One, {})
    True
    """
    try:
        return left == right or vanishes(minus(term(left), term(right)), _terms(domains))
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
    kind, expr = part
    if kind == "value" and isinstance(expr, Quantity):
        return not isinstance(expr, Divergence | Capacity)
    if kind == "value":
        with suppress(UndefinedError):
            settle(_terms(domains), duties(term(expr)))
            return True
        return False
    return sign(expr, domains) >= (1 if kind == "root" else 2)


__all__ = [
    "Domains",
    "defined",
    "doubtful",
    "equal",
    "has_value",
    "normal_form",
    "parts_of",
    "powers_of",
    "same",
    "scaled",
    "sign",
]
