"""How much losses of the exponential mechanism differ, by linear programs about its scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from sympy import Basic, Expr, Le, Lt, Poly, PolynomialError, Rational, S, Symbol

from dpsym.language.claim import Claim
from dpsym.provers.numerics import np, scipy
from dpsym.provers.restate import scalar_hypotheses

_DENOMINATOR = 1000


def ranges_of_losses(mechanism: Basic, claim: Claim) -> list[Expr]:
    """Widths of an interval of losses: a guess of the least one, if it is less, and epsilon."""
    epsilon = mechanism.args[0]
    share = _share(mechanism, scalar_hypotheses(claim))
    return [epsilon] if share is None or share >= 1 else [epsilon * share, epsilon]


@lru_cache(maxsize=256)
def _share(mechanism: Basic, hypotheses: tuple[Basic, ...]) -> Rational | None:
    """The largest difference of two candidates' changes, by twice the sensitivity.

    Names in the sensitivity are taken as 1; None where the program has no solution.
    """
    sensitivity, *losses = mechanism.args[1:]
    units = dict.fromkeys(sensitivity.free_symbols, S.One)
    rows = [[score.xreplace(units) for score in row.args] for row in losses]
    within = [h.xreplace(units) for h in hypotheses if isinstance(h, Le | Lt)]
    names = sorted({n for row in rows for score in row for n in score.free_symbols}, key=str)
    if not names:
        return _share_of_numbers(list(_changes(rows)), sensitivity.xreplace(units))
    limits = [h for h in within if h.free_symbols <= set(names) and h.free_symbols]
    try:
        bounds = [_linear(h.lts - h.gts, names) for h in limits]
        aims = [_linear(aim, names) for aim in _changes(rows)]
    except PolynomialError:
        return None
    if not bounds or not aims:
        return None
    found = [_largest(aim, bounds) for aim in aims]
    if not all(np.isfinite(found)):
        return None
    twice = 2 * sensitivity.xreplace(units)
    largest = Fraction(max(found)).limit_denominator(_DENOMINATOR)
    return Rational(largest.numerator, largest.denominator) / twice


def _share_of_numbers(changes: Sequence[Expr], sensitivity: Expr) -> Rational | None:
    """The share where all scores are known; None where one is not rational."""
    if not changes or not all(number.is_Rational for number in (*changes, sensitivity)):
        return None
    return max(changes) / (2 * sensitivity) if sensitivity > 0 else None


def _changes(rows: Sequence[Sequence[Expr]]) -> Iterator[Expr]:
    for before, after in permutations(rows, 2):
        changes = [y - x for x, y in zip(before, after, strict=True)]
        yield from (one - other for one, other in permutations(changes, 2))


def _linear(form: Expr, names: Sequence[Symbol]) -> tuple[list[float], float]:
    """The coefficients of the names, and the constant."""
    found = Poly(form, *names)
    if found.total_degree() > 1:
        raise PolynomialError("a bound of scores is not linear")
    return [float(found.coeff_monomial(n)) for n in names], float(found.coeff_monomial(1))


def _largest(aim: tuple[list[float], float], bounds: list[tuple[list[float], float]]) -> float:
    """The largest value within the bounds; infinite where there is none."""
    found = scipy.optimize.linprog(
        [-c for c in aim[0]],
        A_ub=[left for left, _ in bounds],
        b_ub=[-constant for _, constant in bounds],
        bounds=(None, None),
        method="highs",
    )
    return np.inf if found.fun is None else aim[1] - float(found.fun)
