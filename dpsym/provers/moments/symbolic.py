"""Bounds on one pair of laws with symbols in them, by the dual of the linear program.

If the number of the goal is a concave function of the numbers of the hypotheses, its slopes are
factors with which the hypotheses prove it, wherever any do. What is left is a line that lies above
a function of the likelihood ratio: it touches it at an end, a kink or a point that is guessed from
the numbers. All that is guessed is tried in floats before it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from sympy import (
    Abs,
    Add,
    Expr,
    Heaviside,
    Integer,
    Lt,
    Max,
    S,
    Symbol,
    sign,
)

from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.moments.floats import function_of
from dpsym.provers.moments.problem import INFINITE, Problem, numbers_of, problem_of, short
from dpsym.provers.moments.program import Form
from dpsym.provers.numerics import np
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, scalar_hypotheses

if TYPE_CHECKING:
    from dpsym.provers.numerics import Array

MOST_POINTS, MOST_WAYS = 8, 2
AT_THE_END = "inside of a domain and at its end"
REACH, GRID = 14.0, 1401
"""Logarithms of the ratios that are tried, and how many."""
SLACK, ROUNDED = 1e-9, 1e-12
_PARTS = (0.07, 0.35, 0.8)
_STEPS = (0.05, 0.6, 3.0)
"""Where a name is tried in a bounded domain, and how far from the end of another."""


@dataclass(frozen=True)
class SymbolicDuality:
    """A relation between divergences of two laws, from hypotheses whose bounds have symbols.

    Attributes:
        counts: how many hypotheses about the laws there may be.
    """

    counts: range = range(100)
    name = "duality with symbols"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """A scalar subgoal over the likelihood ratio and the names of the claim, for each way."""
        problem = problem_of(claim)
        if problem is None or len(problem.given) + len(problem.limits) not in self.counts:
            return
        seen: set[str] = set()
        for shares in problem.shares():
            form = problem.rest(shares)
            room = Room.of(problem, form)
            if room is None:
                continue
            for slope in problem.slopes(form):
                first = room.unbent(slope)
                if not room.holds(first):
                    continue
                for split in step_of(claim, problem, shares, form, first):
                    if split.rule == "cases":
                        yield split
                        return
                    if str(split.detail) not in seen:
                        seen.add(str(split.detail))
                        yield split
                if len(seen) == MOST_WAYS:
                    break
            if len(seen) == MOST_WAYS:
                break
        if seen:
            yield from _off_the_end(problem)


def _off_the_end(problem: Problem) -> Iterator[Split]:
    """The claim where all bounds vanish at an end of a domain, and off it.

    There contacts meet where the laws agree, and are no inner points.
    """
    for name, domain in numbers_of(problem.claim):
        way = name - domain.lower
        zero = {problem.signed[name]: domain.lower}
        is_open = isinstance(domain, Interval) and domain.lower_open
        known = Lt(S.Zero, way, evaluate=False) in problem.claim.hypotheses
        numbers = [form.number for form in problem.forms if form.number != 0]
        if is_open or known or not domain.lower.is_finite or not numbers:
            continue
        if all(number.subs(zero) == 0 for number in numbers):
            yield from by_rule("cases", problem.claim, {"of": text(way)}, AT_THE_END)
            return


def step_of(
    claim: Claim, problem: Problem, shares: dict[int, Expr], form: Form, slope: Expr
) -> Iterator[Split]:
    """The step with these factors of hypotheses and this multiplier of the first law.

    Where one has no value at an end of a domain, the claim there and inside.
    """
    p, q = map(text, problem.laws)
    first = short(slope)
    params: dict[str, Any] = {
        "names": {str(fresh(claim, "t")): p},
        "multipliers": {
            p: problem.written(first),
            q: problem.written(short(form.number - first)),
        },
        "shares": {str(n): problem.written(c) for n, c in shares.items()},
    }
    if problem.bent:
        params["cells"] = [[p, "0", "1"], [q, "0", "1"]]
    for end in problem.ends(first, *shares.values()):
        yield from by_rule("cases", claim, {"of": text(end)}, AT_THE_END)
        return
    words = "outcome by outcome, for all numbers, with the hypotheses"
    yield from by_rule("integrands", claim, params, words)


@dataclass(frozen=True, slots=True)
class Room:
    """Samples of a form with its number over the ratio, at points of the names.

    Attributes:
        names: the names of numbers.
        points: their values.
        samples: for each point ratios, what the form adds to its number there, how large the terms
            of it are, and the number.
    """

    names: list[Symbol]
    points: list[tuple[float, ...]]
    samples: list[tuple[Array, Array, Array, float]]

    @classmethod
    def of(cls, problem: Problem, form: Form) -> Room | None:
        """The samples; None where floats have no values at some point."""
        names, points = problem.names, list(points_of(problem))
        added = problem.integrand(form, problem.ratio, S.One)
        whole = function_of((problem.ratio, *names), added)
        large = function_of((problem.ratio, *names), Add(*map(Abs, Add.make_args(added))))
        number = function_of(names, form.number)
        ends = [(direct, function_of(names, limit)) for direct, limit in problem.limits]
        samples = []
        for point in points:
            t = np.exp(np.linspace(-REACH, REACH, GRID))
            with np.errstate(all="ignore"):
                for direct, limit in ends:
                    end = float(limit(*point)) if direct else 1 / float(limit(*point))
                    t = np.append(t[t < end] if direct else t[t > end], end)
                total = np.broadcast_to(whole(t, *point), t.shape) + number(*point)
                size = np.broadcast_to(large(t, *point), t.shape)
                own = float(number(*point))
            if not np.isfinite(total).all():
                return None
            samples.append((t, np.asarray(total, dtype=float), size, own))
        return cls(names, points, samples) if points else None

    def unbent(self, slope: Expr) -> Expr:
        """The slope without kinks of what has one sign at all points."""
        kinks = {}
        for node in slope.atoms(Abs, Max, sign):
            inner = [part for part in node.args if part != 0]
            run = function_of(self.names, inner[0])
            with np.errstate(all="ignore"):
                signs = {float(np.sign(run(*point))) for point in self.points}
            signs -= set() if isinstance(node, sign) else {0.0}
            if len(signs) == len(inner) == 1:
                (one,) = map(Integer, signs)
                factor = max(one, S.Zero) if isinstance(node, Max) else one
                kinks[node] = one if isinstance(node, sign) else factor * inner[0]
        return slope.xreplace(kinks)

    def holds(self, slope: Expr) -> bool:
        """Whether the form with the line of this slope through one is nowhere negative."""
        has_none = slope.has(*INFINITE, S.ImaginaryUnit, Heaviside)
        if has_none or not slope.free_symbols <= set(self.names):
            return False
        run = function_of(self.names, slope)
        for point, (t, total, size, number) in zip(self.points, self.samples, strict=True):
            with np.errstate(all="ignore"):
                try:
                    rise = run(*point)
                    if np.iscomplexobj(rise):
                        return False
                    line = float(rise) * (t - 1)
                except (TypeError, ZeroDivisionError, OverflowError):
                    return False
                gap = (total + line + ROUNDED * size) / ((1 + t) * max(abs(number), 1e-3))
            if not np.isfinite(gap).all() or gap.min() < -SLACK:
                return False
        return True


def points_of(problem: Problem) -> Iterator[tuple[float, ...]]:
    """Points of the names at which the hypotheses between numbers hold."""
    kept = [h.xreplace(problem.signed) for h in scalar_hypotheses(problem.claim)]
    choices = []
    for _, domain in numbers_of(problem.claim):
        low = float(domain.lower) if domain.lower.is_finite else 0.0
        wide = float(domain.upper) - low if domain.upper.is_finite else 1.0
        parts = _PARTS if domain.upper.is_finite else _STEPS
        choices.append([low + wide * part for part in parts])
    # Of many points some that are spread.
    every = sorted(product(*choices), key=lambda point: sum(point) * 7.31 % 1.0)
    held = (
        point
        for point in every
        if all(h.xreplace(dict(zip(problem.names, point, strict=True))) == S.true for h in kept)
    )
    yield from islice(held, MOST_POINTS)
