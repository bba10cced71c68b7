"""Bounds on one pair of laws with symbols in them, by the points at which a line touches.

At points of the names the linear program has extremal laws with few atoms. Each atom is a ratio at
which the dual touches zero: looked for among terms that the claim is made of, it is one for all
values of the names. At such a contact the value vanishes, and so does the slope where the contact
is inside of its domain and no kink: linear equations for the factors and the multiplier.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice, product
from math import inf, log
from typing import TYPE_CHECKING

from sympy import Abs, Dummy, Eq, Expr, Integer, Matrix, Max, S, diff, lambdify

from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.provers.moments.floats import function_of
from dpsym.provers.moments.problem import INFINITE, Problem, problem_of
from dpsym.provers.moments.program import Form, Program, Solution
from dpsym.provers.moments.room import Room, points_of
from dpsym.provers.moments.shortening import short
from dpsym.provers.moments.symbolic import step_of
from dpsym.provers.moments.terms import Terms
from dpsym.provers.numerics import np
from dpsym.provers.prover import Split

if TYPE_CHECKING:
    from dpsym.provers.numerics import Array

MOST_NAMES, MOST_POINTS, MOST_GIVEN, MOST_CHOICES = 3, 5, 2, 12
NEAR, SMALL = 2e-3, 1e-6
"""How near logarithms of ratios are that may be one contact, and what counts as nothing."""


class ContactDuality:
    """A relation between divergences of two laws, by the contacts of the dual with zero."""

    name = "duality at contact points"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """A scalar subgoal over the likelihood ratio and the names of the claim."""
        problem = problem_of(claim)
        if problem is None or len(problem.given) > MOST_GIVEN:
            return
        if not 1 <= len(problem.names) <= MOST_NAMES:
            return
        samples = _Samples.of(problem)
        if samples is None:
            return
        for shares, slope in islice(_multipliers(problem, samples), MOST_CHOICES):
            form = problem.rest(shares)
            room = Room.of(problem, form)
            if room is not None and room.holds(slope):
                yield from step_of(claim, problem, shares, form, slope)
                return


@dataclass(frozen=True, slots=True)
class _Samples:
    """Solutions of the program at points of the names.

    Attributes:
        points: the values of the names.
        solutions: one for each point.
        contacts: the logarithms of the ratios of the extremal laws, a row for each contact.
        tight: whether the bound is the best one.
    """

    points: list[tuple[float, ...]]
    solutions: list[Solution]
    contacts: list[Array]
    tight: bool

    @classmethod
    def of(cls, problem: Problem) -> _Samples | None:
        """The solutions; None where the claim fails, or the contacts are not as many everywhere."""
        points = list(islice(points_of(problem), MOST_POINTS))
        solutions, atoms, values = [], [], []
        for point in points:
            program = program_at(problem, point)
            solution = program.solve() if program is not None else None
            if program is None or solution is None:
                return None
            value = solution.value / program.unit
            if value < -SMALL:
                return None
            solutions.append(solution)
            atoms.append(_clusters(solution))
            values.append(value)
        if not points or len({len(row) for row in atoms}) != 1:
            return None
        return cls(points, solutions, list(np.array(atoms).T), max(values) < SMALL)


def program_at(problem: Problem, point: tuple[float, ...]) -> Program | None:
    """The program where the names have values; None where floats do not hold it."""
    put = dict(zip(problem.names, map(S, point), strict=True))

    def valued(form: Form) -> Form:
        parts = tuple((f.xreplace(put), d.xreplace(put)) for f, d in form.parts)
        return Form(parts, form.number.xreplace(put).evalf())

    low, high = -inf, inf
    for direct, limit in problem.limits:
        end = log(float(limit.xreplace(put)))
        low, high = (low, min(high, end)) if direct else (max(low, -end), high)
    forms = [valued(form) for form in (problem.goal, *problem.given.values())]
    numbers = [number for form in forms for number in (form.number, *(f for f, _ in form.parts))]
    if not all(number.is_number and number.is_finite and number.is_real for number in numbers):
        return None
    free = tuple(isinstance(plain(problem.claim.hypotheses[n]), Eq) for n in problem.given)
    return Program(forms[0], tuple(forms[1:]), free, problem.laws, low, high)


def _clusters(solution: Solution) -> list[float]:
    """The ratios of the atoms, those side by side as one."""
    found: list[list[tuple[float, float]]] = []
    for place in np.argsort(solution.atoms):
        x, weight = float(solution.atoms[place]), float(solution.weights[place])
        if weight < SMALL:
            continue
        if found and (x == found[-1][-1][0] or x - found[-1][-1][0] < 50 * NEAR):
            found[-1].append((x, weight))
        else:
            found.append([(x, weight)])
    return [
        sum(x * w for x, w in group) / sum(w for _, w in group)
        if np.isfinite(group[0][0])
        else group[0][0]
        for group in found
    ]


def _multipliers(problem: Problem, samples: _Samples) -> Iterator[tuple[dict[int, Expr], Expr]]:
    """Factors of the hypotheses, and the multiplier of the first law."""
    terms = Terms.of(problem, samples.points)
    duals = np.array([solution.shares for solution in samples.solutions])
    used = [n for place, n in enumerate(problem.given) if (abs(duals[:, place]) > SMALL).all()]
    places = {n: place for place, n in enumerate(problem.given)}
    known = [
        shares
        for shares in problem.shares()
        if set(shares) == set(used)
        and all(terms.agrees(share, duals[:, places[n]], 1e-2) for n, share in shares.items())
    ]
    slopes = np.array([solution.dual[0] for solution in samples.solutions])
    if known and samples.tight:
        yield from ((known[0], slope) for slope in islice(terms.shifted(slopes, NEAR), 2))
    choices = [list(islice(terms.near(row, NEAR), 3)) for row in samples.contacts]
    for contacts in product(*choices):
        # What is known of the factors comes first: it is simple.
        for shares in known[:2]:
            for (slope,) in _solved(problem, problem.rest(shares), {}, contacts, samples):
                yield shares, slope
        unknown = {n: Dummy(f"c{n}") for n in used}
        form = problem.rest(dict(unknown))
        for slope, *values in _solved(problem, form, unknown, contacts, samples):
            yield dict(zip(unknown, values, strict=True)), slope


def _solved(
    problem: Problem,
    form: Form,
    unknown: dict[int, Dummy],
    contacts: tuple[Expr, ...],
    samples: _Samples,
) -> Iterator[tuple[Expr, ...]]:
    """The multiplier, and the unknown factors, from the contacts."""
    slope = Dummy("m")
    wanted = [slope, *unknown.values()]
    equations = list(_equations(problem, form, slope, contacts, samples))
    for chosen in islice(combinations(equations, len(wanted)), 20):
        matrix = Matrix([[equation.diff(name) for name in wanted] for equation in chosen])
        rest = [-equation.xreplace(dict.fromkeys(wanted, S.Zero)) for equation in chosen]
        if _singular(problem, matrix, samples):
            continue
        whole = matrix.det(method="berkowitz")
        found = []
        for column in range(len(wanted)):
            changed = matrix.copy()
            changed[:, column] = Matrix(rest)
            found.append(short(changed.det(method="berkowitz") / whole))
        if not any(value.has(*INFINITE, S.ImaginaryUnit, *wanted) for value in found):
            yield tuple(found)
            return


def _singular(problem: Problem, matrix: Matrix, samples: _Samples) -> bool:
    run = lambdify(problem.names, matrix, "numpy")
    with np.errstate(all="ignore"):
        values = [np.array(run(*point), dtype=float) for point in samples.points]
    return not all(np.isfinite(v).all() and np.linalg.cond(v) < 1e8 for v in values)


def _equations(
    problem: Problem, form: Form, slope: Dummy, contacts: tuple[Expr, ...], samples: _Samples
) -> Iterator[Expr]:
    """What vanishes at the contacts: slopes, then values where the bound is the best one."""
    t = problem.ratio
    values = []
    for contact in contacts:
        if contact is S.Infinity:
            values.append(problem.integrand(form, S.One, S.Zero) + slope)
            continue
        if contact is S.Zero:
            values.append(problem.integrand(form, S.Zero, S.One) + form.number - slope)
            continue
        whole = problem.integrand(form, t, S.One)
        kinks = {}
        at_kink = any((contact - corner).equals(0) for corner in problem.corners)
        for node in whole.atoms(Max, Abs):
            inner = next(part for part in node.args if part != 0)
            sign = _sign(problem, inner.xreplace({t: contact}), samples)
            at_kink |= sign == 0
            rising = Integer(sign or 1)
            kinks[node] = rising * inner if isinstance(node, Abs) else max(rising, S.Zero) * inner
        smooth = whole.xreplace(kinks) + slope * (t - 1) + form.number
        if smooth.has(heads.Quantity, *INFINITE):
            continue
        if not at_kink:
            yield diff(smooth, t).xreplace({t: contact})
        values.append(smooth.xreplace({t: contact}))
    if samples.tight:
        yield from (value for value in values if not value.has(*INFINITE))


def _sign(problem: Problem, number: Expr, samples: _Samples) -> int:
    """The sign of a number at all points; 0 where it vanishes, or has several signs."""
    run = function_of(problem.names, number)
    with np.errstate(all="ignore"):
        values = [float(run(*point)) for point in samples.points]
    signs = {0 if abs(value) < NEAR else int(np.sign(value)) for value in values}
    return signs.pop() if len(signs) == 1 else 0
