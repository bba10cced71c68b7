"""Linear relations between f-divergences of two laws, as a linear program over the laws.

Up to processing, two laws are a measure on the likelihood ratio: an atom of weight w whose ratio
has logarithm x has masses w/(1 + exp(-x)) and w/(1 + exp(x)). What a relation integrates is linear
in the weights. The program is solved over a grid, to which the dual adds the atoms that gain most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf, isfinite
from typing import TYPE_CHECKING

from sympy import Add, Basic, Eq, Expr, Integer, Le, Lt, S, exp

from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.divergences import SUMMED
from dpsym.language.heads import MaxDivergence, ObjectName
from dpsym.provers.numerics import np, scipy
from dpsym.provers.restate import is_numeric

if TYPE_CHECKING:
    from dpsym.provers.numerics import Array

REACH = 30.0
"""Logarithms of ratios on the grid; 0 and oo themselves are beside it."""
BEYOND = 5.0
"""How far the grid goes beyond every kink, at least."""
PRECISE = 1e-9
LARGEST = 1e10
"""Atoms at which a moment is this many times its limit have no weight to speak of."""
SMALLEST = 1e-100
"""The least that a goal is counted in, so that floats hold what is divided by it."""
HUGE = 10**100
"""A moment with such a limit is bounded by nothing that floats hold."""
ROUNDS, GRID, FINE = 40, 241, 6001
KEPT = 500
"""Programs whose solutions are remembered."""
EDGE = 1e-9
"""How near to its threshold a tail counts as at it, relative to the mass."""
_VALUES: dict[type[Basic], Callable[..., Array]] = {
    heads.KL: lambda p, q: np.asarray(scipy.special.rel_entr(p, q)),
    heads.ChiSquared: lambda p, q: (p - q) ** 2 / q,
    heads.Hellinger: lambda p, q: (np.sqrt(p) - np.sqrt(q)) ** 2 / 2,
    heads.TotalVariation: lambda p, q: abs(p - q) / 2,
    heads.TriangularDiscrimination: lambda p, q: (p - q) ** 2 / (p + q),
    heads.HockeyStick: lambda x, p, q: np.maximum(p - np.exp(x) * q, 0.0),
    heads.Renyi: lambda a, p, q: np.where(p > 0, q * np.exp(a * np.log(p / q)), 0.0),
}


_KINKED = heads.HockeyStick | heads.TotalVariation | heads.LossTail


@dataclass(frozen=True, slots=True)
class Form:
    """Multiples of what divergences integrate, and a number: a relation says they add to >= 0.

    Of a Renyi divergence the moment is meant.
    """

    parts: tuple[tuple[Expr, Basic], ...]
    number: Expr

    def at(self, p: Array, q: Array, laws: Sequence[Basic]) -> Array:
        """What atoms with these masses add to the parts."""
        masses = dict(zip(laws, (p, q), strict=True))
        found = np.zeros_like(p)
        for factor, divergence in self.parts:
            *order, first, second = divergence.args
            sides = (_mass(law, masses) for law in (first, second))
            if isinstance(divergence, heads.LossTail):
                # At its threshold the value that makes the sum the smaller one.
                value = _tail(float(order[0]), *sides, closed=bool(factor < 0))
            else:
                value = _VALUES[type(divergence)](*map(float, order), *sides)
            found = found + float(factor) * value
        return found

    def kinks(self, laws: Sequence[Basic]) -> list[float]:
        """Logarithms of ratios at which a part has a kink."""
        found = []
        for _, divergence in self.parts:
            if not isinstance(divergence, _KINKED):
                continue
            *threshold, first, second = divergence.args
            slope = np.exp(float(Add(*threshold)))
            unit = np.eye(2)
            p, q = (_mass(law, dict(zip(laws, unit, strict=True))) for law in (first, second))
            # The masses of the two laws at which p - slope*q vanishes.
            on_first, on_second = p - slope * q
            if on_first * on_second < 0:
                found.append(float(np.log(-on_second / on_first)))
        return found


def _tail(x: float, p: Array, q: Array, *, closed: bool) -> Array:
    gap = p - np.exp(x) * q
    return np.where(gap > (-EDGE if closed else EDGE) * p, p, 0.0)


def _mass(law: Basic, masses: dict[Basic, Array]) -> Array:
    if isinstance(law, heads.Mixture):
        weight, first, second = law.args
        share = float(weight)
        return share * _mass(first, masses) + (1 - share) * _mass(second, masses)
    return masses[law]


def form_of(relation: Basic) -> Form | None:
    """The larger side less the smaller; None where a side is not linear or not in numbers."""
    form = linear(relation)
    return None if form is None else _checked(form)


def linear(relation: Basic) -> Form | None:
    """The larger side less the smaller, with any factors; None where a side is not linear."""
    if not isinstance(plain(relation), Le | Lt | Eq):
        return None
    parts: list[tuple[Expr, Basic]] = []
    number: Expr = S.Zero
    sides = plain(relation).args
    for sign, side, other in zip((-1, 1), sides, sides[::-1], strict=True):
        if isinstance(side, heads.Renyi) and is_numeric(other):
            moment = exp((side.args[0] - 1) * other)
            return Form(((Integer(sign), side),), -sign * moment)
        for term in Add.make_args(side):
            factor, divergence = term.as_independent(*SUMMED, as_Add=False)
            if not term.has(*SUMMED):
                number += sign * term
            elif isinstance(divergence, SUMMED) and not isinstance(divergence, heads.Renyi):
                parts.append((sign * factor, divergence))
            else:
                return None
    return Form(tuple(parts), number)


def _checked(form: Form) -> Form | None:
    orders = [order for _, d in form.parts for order in d.args[:-2]]
    kinds = (*_VALUES, heads.LossTail)
    known = all(type(d) in kinds and factor.is_number for factor, d in form.parts)
    if not known or not form.number.is_number or not all(order.is_number for order in orders):
        return None
    return form if abs(form.number) < HUGE else None


def log_ratios(relations: Iterable[Basic], laws: Sequence[Basic]) -> tuple[float, float]:
    """The least and the largest logarithm of the ratio of two laws that max-divergences leave."""
    low, high = -inf, inf
    for relation in map(plain, relations):
        if isinstance(relation, Le) and isinstance(relation.lhs, MaxDivergence):
            if not relation.rhs.is_number:
                continue
            if relation.lhs.args == tuple(laws):
                high = min(high, float(relation.rhs))
            elif relation.lhs.args == tuple(laws[::-1]):
                low = max(low, -float(relation.rhs))
    return low, high


def laws_in(relations: Iterable[Basic]) -> list[Basic]:
    """The names of laws in some relations."""
    names = {n for relation in relations for n in relation.free_symbols}
    return sorted((n for n in names if isinstance(n, ObjectName)), key=str)


@dataclass(frozen=True, slots=True)
class Program:
    """The least value of a form where others are at least zero.

    Attributes:
        goal: what is made as small as possible.
        given: forms that are at least zero.
        free: which of these are also at most zero.
        laws: the two laws.
        low: the least logarithm of their ratio.
        high: the largest.
    """

    goal: Form
    given: tuple[Form, ...]
    free: tuple[bool, ...]
    laws: tuple[Basic, ...]
    low: float
    high: float

    def tightened(self, share: float) -> Program:
        """The program with a little less room everywhere."""
        width = (self.high - self.low) if isfinite(self.high - self.low) else 1.0
        given = tuple(
            f if free else replace(f, number=f.number - share * abs(float(f.number)))
            for f, free in zip(self.given, self.free, strict=True)
        )
        inner = self.low + share * width, self.high - share * width
        return replace(self, given=given, low=inner[0], high=inner[1])

    def columns(self, x: Array) -> tuple[Array, Array]:
        """The rows goal, masses, given at logarithms of ratios where all are finite; and these."""
        with np.errstate(all="ignore"):
            p, q = 1 / (1 + np.exp(-x)), 1 / (1 + np.exp(x))
            forms = [form.at(p, q, self.laws) for form in (self.goal, *self.given)]
        rows = np.array([forms[0], p, q, *forms[1:]])
        keep = np.isfinite(rows).all(axis=0)
        return rows[:, keep], x[keep]

    def solve(self) -> Solution | None:
        """The extremal laws and the multipliers; None where there are none, or it is not clear.

        Provers and search ask for the same programs again and again.
        """
        return _solved(self)

    def solution(self) -> Solution | None:
        """What :meth:`solve` remembers, computed now."""
        found = None
        for step in self._steps():
            found = None if step is None else step[0]
        return found

    def is_at_least(self, value: float) -> bool:
        """Whether the least value is no less, which is often plain long before it is known."""
        solved = False
        for step in self._steps():
            if step is None or step[0].value < value:
                return False
            if step[1] >= value:
                return True
            solved = True
        return solved

    def _steps(self) -> Iterator[tuple[Solution, float] | None]:
        """Solutions over more and more atoms, each with what the least value is no less than.

        Each is at least the least value. None where there is none, or it is not clear.
        """
        kinks = [x for form in (self.goal, *self.given) for x in form.kinks(self.laws)]
        reach = max([REACH, *(abs(x) + BEYOND for x in kinks)])
        low, high = max(self.low, -reach), min(self.high, reach)
        if low > high:
            return
        ends = [-inf] * (self.low == -inf) + [inf] * (self.high == inf)
        atoms = np.array([*np.linspace(low, high, GRID), *ends])
        atoms = np.concatenate([atoms, [k for k in kinks if low <= k <= high]])
        fine = np.concatenate([np.linspace(low, high, FINE), atoms])
        limits = np.array([float(form.number) for form in self.given])
        for _ in range(ROUNDS):
            found = self._once(atoms, limits)
            if found is None:
                yield None
                return
            near = [
                np.linspace(max(low, a - d), min(high, a + d), 41)
                for a in found.atoms[np.isfinite(found.atoms)]
                for d in (0.3, 1e-2, 3e-4, 1e-5)
            ]
            rows, tried = self.columns(np.concatenate([fine, *near]))
            gains = rows[0] + found.dual @ rows[1:]
            # The atoms weigh two together, one for each law.
            yield found, found.value + 2 * min(0.0, float(gains.min()))
            if gains.min() > -PRECISE * max(self.unit, abs(found.value)):
                return
            # Those that have no weight now are kept: a solution that is not unique may need them.
            more = np.unique(np.concatenate([atoms, tried[np.argsort(gains)[:16]]]))
            if np.array_equal(more, atoms):
                return  # the same program would be solved again
            atoms = more

    @property
    def unit(self) -> float:
        """What the goal is counted in: one, or less where its number or a stick in it is small."""
        steepest = max(map(abs, self.goal.kinks(self.laws)), default=0.0)
        size = abs(float(self.goal.number)) or float(np.exp(-steepest))
        return min(1.0, max(size, SMALLEST))

    def _once(self, atoms: Array, limits: Array) -> Solution | None:
        rows, atoms = self.columns(atoms)
        if not len(atoms):
            return None
        # Moments are huge: each is counted in units of its limit, a weight in its largest entry.
        units = np.maximum(np.abs(limits), 1e-6)
        rows = np.vstack([rows[:3], rows[3:] / units[:, None]])
        few = np.abs(rows).max(axis=0) < LARGEST / self.unit
        rows[0] /= self.unit
        rows, atoms, limits = rows[:, few], atoms[few], limits / units
        sizes = np.maximum(np.abs(rows).max(axis=0), 1e-12)
        scaled = rows / sizes
        free = np.array(self.free, dtype=bool)
        least = -scaled[3:][~free], limits[~free]
        equal = np.vstack([scaled[1:3], scaled[3:][free]])
        found = scipy.optimize.linprog(
            scaled[0], A_ub=least[0] if len(least[1]) else None,
            b_ub=least[1] if len(least[1]) else None, A_eq=equal,
            b_eq=[1.0, 1.0, *(-limits[free])], method="highs",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )  # fmt: skip
        if found.status != 0 or found.x is None or found.fun is None:
            return None
        shares = np.zeros(len(limits))
        shares[free] = found.eqlin.marginals[2:]
        if len(least[1]):
            shares[~free] = -found.ineqlin.marginals
        dual = self.unit * np.concatenate([-found.eqlin.marginals[:2], -shares / units])
        used = found.x > 1e-13
        value = self.unit * float(found.fun) + float(self.goal.number)
        return Solution(value, atoms[used], (found.x / sizes)[used], dual)


@dataclass(frozen=True, slots=True)
class Solution:
    """The least value of a program, where it is attained, and a dual solution.

    Attributes:
        value: of the goal with its number.
        atoms: logarithms of ratios.
        weights: of these, the masses under both laws together.
        dual: the multipliers of the two laws, then less the factors of what is given: with these
            the goal is nowhere negative.
    """

    value: float
    atoms: Array
    weights: Array
    dual: Array

    @property
    def shares(self) -> Array:
        """The factors of what is given."""
        return -self.dual[2:]

    def masses(self) -> tuple[Array, Array]:
        """The masses of the atoms under the two laws."""
        with np.errstate(over="ignore"):
            x, w = self.atoms, self.weights
            return w / (1 + np.exp(-x)), w / (1 + np.exp(x))


@lru_cache(maxsize=KEPT)
def _solved(program: Program) -> Solution | None:
    return program.solution()
