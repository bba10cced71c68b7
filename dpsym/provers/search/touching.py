"""Counterexamples where two sides meet, at points that no candidate in simple numbers is.

A strict claim may fail where its sides touch alone, and a hypothesis may hold nowhere else. There
the difference, its slope, or what stands in one of its powers or absolute values is zero. That is
solved exactly in one name, the others being plain numbers: by radicals, exponentials and
logarithms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice, product

from sympy import (
    Abs,
    Expr,
    Gt,
    Lt,
    Mul,
    Poly,
    PolynomialError,
    Pow,
    Rational,
    S,
    Symbol,
    cancel,
    default_sort_key,
    diff,
    exp,
    factor_list,
    fraction,
    log,
    roots,
    together,
)
from sympy.core.relational import Relational
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.heads import Quantity
from dpsym.provers.prover import Budget
from dpsym.provers.restate import is_numeric
from dpsym.provers.search.certify import first_witness, inside
from dpsym.verdict import Witness

HIGHEST, DEEPEST, MOST_FACTORS = 4, 3, 6
"""The largest degree of an equation, how deep functions are undone, and factors of one term."""
PLAIN = tuple(map(Rational, ("1", "0", "1/2", "2", "-1")))
MOST_NAMES, MOST_OTHERS, MOST_POINTS = 3, 6, 60
"""Names; values of the others for each that is solved for; and points that are certified."""
CLOSE, DIGITS = 1e-20, 40
"""A difference that is taken for zero, with so many digits."""


def touching_witness(claim: Claim, budget: Budget) -> Witness | None:
    """A counterexample at which two sides of a relation between numbers meet, or None.

    Guarantees:
        those of :func:`~dpsym.provers.search.certify.witness_at`.
    """
    names = claim.scalars()
    intervals = [name for name, domain in names if isinstance(domain, Interval)]
    if not 0 < len(names) <= MOST_NAMES or len(intervals) != len(claim.domains):
        return None
    strict = [a for a in claim.conclusions if isinstance(a, Lt | Gt)]
    weak = [a for a in claim.hypotheses if isinstance(a, Relational) and not isinstance(a, Lt | Gt)]
    touching = [atom for atom in (*strict, *weak) if is_numeric(atom) and not atom.has(Quantity)]
    points = (
        point for atom in touching for point in _points(claim, atom.lhs - atom.rhs, intervals)
    )
    return first_witness(claim, islice(points, MOST_POINTS), budget)


def _points(claim: Claim, gap: Expr, names: list[Symbol]) -> Iterator[Mapping[Symbol, Expr]]:
    """Points of the domains at which a difference is zero in floats, as far as they are not
    rational.
    """
    seen: set[tuple[Expr, ...]] = set()
    for name in names:
        others = [other for other in names if other != name]
        plain = (
            [value for value in PLAIN if inside(claim.domain(other), value)] or [S.Half]
            for other in others
        )
        for values in islice(product(*plain), MOST_OTHERS):
            put = dict(zip(others, values, strict=True))
            alone = gap.xreplace(put)
            for root in _roots(alone, name):
                point = {**put, name: root}
                key = tuple(point[n] for n in names)
                if key in seen or not inside(claim.domain(name), root):
                    continue
                seen.add(key)
                if _vanishes(alone.xreplace({name: root})):
                    yield point


def _vanishes(value: Expr) -> bool:
    shown = value.evalf(DIGITS, maxn=2 * DIGITS)
    return bool(shown.is_number and shown.is_real and abs(shown) < CLOSE)


def _roots(gap: Expr, name: Symbol) -> Iterator[Expr]:
    """Where the difference may touch zero: at zeros of its parts, of itself or of its slope."""
    if not gap.has(name):
        return
    parts = sorted(
        {node.args[0] for node in gap.atoms(Pow, Abs) if node.args[0].has(name)},
        key=lambda part: (part.count_ops(), str(part)),
    )
    slope = S.Zero if gap.has(Abs) else diff(gap, name)
    for part in chain(parts, (gap,), (slope,) if slope.has(name) else ()):
        yield from zeros(part, name)


def zeros(expression: Expr, name: Symbol, depth: int = DEEPEST) -> Iterator[Expr]:
    """Real zeros of an expression in one name, as far as they can be written down.

    >>> x = Symbol("x")
    >>> [*zeros(exp(2 * x) - 3 * exp(x) + 2, x)]
    [log(2), 0]
    """
    if expression.free_symbols != {name}:
        return
    if expression.has(HyperbolicFunction):
        expression = expression.rewrite(exp)
    try:
        _, factors = factor_list(fraction(together(expression))[0])
    except PolynomialError:
        factors = [(factor, 1) for factor in Mul.make_args(expression)]
    for factor, _ in sorted(factors, key=lambda one: default_sort_key(one[0]))[:MOST_FACTORS]:
        if not factor.has(name):
            continue
        try:
            inner = [generator for generator in Poly(factor).gens if generator.has(name)]
            polynomial = Poly(factor, *inner)
        except PolynomialError:
            continue
        if len(inner) == 1 and polynomial.degree() <= HIGHEST:
            for value in sorted((r for r in roots(polynomial) if r.is_real), key=float):
                yield from _undone(inner[0], value, name, depth)


def _undone(term: Expr, value: Expr, name: Symbol, depth: int) -> Iterator[Expr]:
    """Where a term has a value."""
    if term == name:
        yield value
    elif depth > 0:
        base, power = term.as_base_exp()
        if isinstance(term, exp) or not base.has(name):
            ground = S.Exp1 if isinstance(term, exp) else base
            if value.is_positive:
                yield from zeros(power - cancel(log(value) / log(ground)), name, depth - 1)
        elif isinstance(term, log):
            yield from zeros(term.args[0] - exp(value), name, depth - 1)
        elif power.is_Rational and value.is_nonnegative and power > 0:
            yield from zeros(base - value ** (1 / power), name, depth - 1)
        elif isinstance(term, Abs) and value.is_nonnegative:
            for sign in (1, -1):
                yield from zeros(term.args[0] - sign * value, name, depth - 1)
