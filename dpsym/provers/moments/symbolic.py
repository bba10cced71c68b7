"""Bounds on one pair of laws with symbols in them, by the dual of the linear program.

If the number of the goal is a concave function of the numbers of the hypotheses, its slopes are
factors with which the hypotheses prove it, wherever any do. What is left is a line that lies above
a function of the likelihood ratio: it touches it at an end, a kink or a point that is guessed from
the numbers. All that is guessed is tried in floats before it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from typing import Any

import numpy as np
from sympy import (
    Abs,
    Add,
    Basic,
    Dummy,
    Eq,
    Expr,
    Integer,
    Le,
    Piecewise,
    S,
    Symbol,
    exp,
    expand,
    lambdify,
    linsolve,
    powsimp,
    sign,
    simplify,
)

from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import DIVERGENCES
from dpsym.language.domains import Integers, Interval
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.moments.program import Array, Form, laws_in, linear
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric, scalar_hypotheses

MOST_POINTS, MOST_WAYS = 8, 2
SIMPLE = 25
"""Operations of a number that is not too long for sympy to simplify."""
REACH, GRID = 14.0, 1401
"""Logarithms of the ratios that are tried, and how many."""
SLACK = 1e-9
_PARTS = (0.07, 0.35, 0.8)
_STEPS = (0.05, 0.6, 3.0)
"""Where a name is tried in a bounded domain, and how far from the end of another."""


class SymbolicDuality:
    """A relation between divergences of two laws, from hypotheses whose bounds have symbols."""

    name = "duality with symbols"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """A scalar subgoal over the likelihood ratio and the names of the claim, for each way."""
        problem = _problem(claim)
        if problem is None:
            return
        p, q = map(text, problem.laws)
        found: set[str] = set()
        for shares in problem.shares():
            form = problem.rest(shares)
            room = _Room.of(problem, form)
            if room is None:
                continue
            for slope in problem.slopes(form):
                first = room.unbent(slope)
                if not room.holds(first):
                    continue
                first = _short(first)
                params: dict[str, Any] = {
                    "names": {str(fresh(claim, "t")): p},
                    "multipliers": {
                        p: problem.written(first),
                        q: problem.written(_short(form.number - first)),
                    },
                    "shares": {str(n): problem.written(c) for n, c in shares.items()},
                }
                if problem.bent:
                    params["cells"] = [[p, "0", "1"], [q, "0", "1"]]
                if str(params) not in found:
                    found.add(str(params))
                    words = "outcome by outcome, for all numbers, with the hypotheses"
                    yield from by_rule("integrands", claim, params, words)
                if len(found) == MOST_WAYS:
                    return


def _short(number: Expr) -> Expr:
    """The number written shortly, as far as that is cheap."""
    ways = [number, powsimp(expand(number))]
    ways += [simplify(number)] if number.count_ops() <= SIMPLE else []
    return min(ways, key=lambda way: (way.has(Piecewise), way.count_ops()))


@dataclass(frozen=True, slots=True)
class _Problem:
    """A claim about two laws: forms, names of numbers, and what bounds the ratio.

    Attributes:
        claim: the claim.
        goal: the larger side of the conclusion less the smaller.
        given: the same of hypotheses, by their numbers.
        laws: the two laws.
        limits: largest values of the ratio, and of its inverse.
        signed: the names of numbers in the forms, which say their signs, by those in the claim.
        ratio: the likelihood ratio.
    """

    claim: Claim
    goal: Form
    given: dict[int, Form]
    laws: tuple[Basic, ...]
    limits: tuple[tuple[bool, Expr], ...]
    signed: Mapping[Basic, Symbol]
    ratio: Symbol = field(default_factory=lambda: Dummy("t", positive=True))

    @property
    def names(self) -> list[Symbol]:
        """The names of numbers."""
        return list(self.signed.values())

    def written(self, number: Expr) -> str:
        """A number in the names of the claim, as text."""
        return text(number.xreplace({own: name for name, own in self.signed.items()}))

    @property
    def bent(self) -> bool:
        """Whether an integrand has its kink where the laws agree."""
        forms = (self.goal, *self.given.values())
        return any(isinstance(d, heads.TotalVariation) for form in forms for _, d in form.parts)

    def shares(self) -> Iterator[dict[int, Expr]]:
        """Factors of hypotheses: slopes of the goal's number in theirs, or the same for several."""
        inside = {n for form in (self.goal, *self.given.values()) for f, d in form.parts
                  for n in (f.free_symbols | d.free_symbols)}  # fmt: skip
        inside |= {n for _, limit in self.limits for n in limit.free_symbols}
        free = [name for name in self.names if name not in inside]
        yield {}
        for size in range(1, len(self.given) + 1):
            for chosen in combinations(self.given, size):
                for same in (False, True) if size > 1 else (False,):
                    yield from self._solved(chosen, free, same=same)

    def _solved(
        self, chosen: Sequence[int], free: list[Symbol], *, same: bool
    ) -> Iterator[dict[int, Expr]]:
        factors = [Dummy(f"c{n}") for n in chosen]
        unknown = factors[:1] if same else factors
        equations = []
        for name in free:
            slopes = (self.given[n].number.diff(name) for n in chosen)
            used = factors[:1] * len(factors) if same else factors
            sums = Add(*(c * slope for c, slope in zip(used, slopes, strict=True)))
            equations.append(self.goal.number.diff(name) - sums)
        equations = [equation for equation in equations if equation != 0]
        if len(equations) < len(unknown):
            return
        for values in linsolve(equations, unknown):
            every = list(values) * (len(chosen) if same else 1)
            if not any(value.free_symbols & set(factors) for value in every):
                shares = {n: _short(value) for n, value in zip(chosen, every, strict=True)}
                if all(map(self._is_bounded, shares.values())):
                    yield shares

    def _is_bounded(self, share: Expr) -> bool:
        """Whether a factor has a value where the names are at the closed ends of their domains."""
        for name, domain in _numbers(self.claim):
            ends = [(domain.lower, getattr(domain, "lower_open", False)),
                    (domain.upper, getattr(domain, "upper_open", False))]  # fmt: skip
            for end, is_open in ends:
                if end.is_finite and not is_open:
                    value = share.subs(self.signed[name], end)
                    if value.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
                        return False
        return True

    def rest(self, shares: dict[int, Expr]) -> Form:
        """The goal without multiples of hypotheses."""
        parts, number = list(self.goal.parts), self.goal.number
        for n, share in shares.items():
            parts += [(-share * factor, d) for factor, d in self.given[n].parts]
            number -= share * self.given[n].number
        return Form(tuple(parts), number)

    def integrand(self, form: Form, p: Expr, q: Expr) -> Expr:
        """What an outcome with these masses adds; NaN or infinite where it has no such value."""
        masses = dict(zip(self.laws, (p, q), strict=True))
        found: Expr = S.Zero
        for factor, divergence in form.parts:
            *order, first, second = divergence.args
            a, b = (_mass(law, masses) for law in (first, second))
            kind = DIVERGENCES[type(divergence)]
            if kind.null and a == 0:
                continue
            value = (kind.integrand or kind.summand)(a, b, *order)  # type: ignore[misc]
            found += factor * value
        return found

    def slopes(self, form: Form) -> Iterator[Expr]:
        """Multipliers of the first law with which the sum may touch zero somewhere."""
        t, number = self.ratio, form.number
        whole = self.integrand(form, t, S.One)
        yield from (S.Zero, number, number / 2)
        yield -self.integrand(form, S.One, S.Zero)
        yield number + self.integrand(form, S.Zero, S.One)
        corners = [limit if direct else 1 / limit for direct, limit in self.limits]
        for _, d in form.parts:
            if isinstance(d, heads.HockeyStick):
                corners.append(exp(d.args[0] if d.args[1:] == self.laws else -d.args[0]))
        for corner in dict.fromkeys(corners):
            if corner != 1:
                yield -(whole.xreplace({t: corner}) + number) / (corner - 1)
        steep = -whole.diff(t)
        for point in (S.One, *dict.fromkeys(self._contacts())):
            yield steep.subs(t, point)

    def _contacts(self) -> Iterator[Expr]:
        forms = (self.goal, *self.given.values())
        numbers = (_unsigned(form.number) for form in forms)
        for value in dict.fromkeys((*numbers, *self.names)):
            for point in (exp(value), 1 + value, 1 - value, (1 + value) / (1 - value), value):
                yield from (point, 1 / point) if point != 0 else ()


def _unsigned(number: Expr) -> Expr:
    """A number without the sign that is written before it."""
    return -number if number.could_extract_minus_sign() else number


@dataclass(frozen=True, slots=True)
class _Room:
    """Samples of a form with its number over the ratio, at points of the names.

    Attributes:
        names: the names of numbers.
        points: their values.
        samples: for each point ratios, what the form adds to its number there, and the number.
    """

    names: list[Symbol]
    points: list[tuple[float, ...]]
    samples: list[tuple[Array, Array, float]]

    @classmethod
    def of(cls, problem: _Problem, form: Form) -> _Room | None:
        """The samples; None where floats have no values at some point."""
        names, points = problem.names, list(_points(problem))
        whole = _floats((problem.ratio, *names), problem.integrand(form, problem.ratio, S.One))
        number = _floats(names, form.number)
        ends = [(direct, _floats(names, limit)) for direct, limit in problem.limits]
        samples = []
        for point in points:
            t = np.exp(np.linspace(-REACH, REACH, GRID))
            with np.errstate(all="ignore"):
                for direct, limit in ends:
                    end = float(limit(*point)) if direct else 1 / float(limit(*point))
                    t = np.append(t[t < end] if direct else t[t > end], end)
                total = np.broadcast_to(whole(t, *point), t.shape) + number(*point)
            if not np.isfinite(total).all():
                return None
            samples.append((t, np.asarray(total, dtype=float), float(number(*point))))
        return cls(names, points, samples) if points else None

    def unbent(self, slope: Expr) -> Expr:
        """The slope without absolute values of what has one sign at all points."""
        kinks = {}
        for node in slope.atoms(Abs, sign):
            run = _floats(self.names, node.args[0])
            signs = {float(np.sign(run(*point))) for point in self.points}
            if len(signs) == 1:
                (one,) = map(Integer, signs)
                kinks[node] = one * node.args[0] if isinstance(node, Abs) else one
        return slope.xreplace(kinks)

    def holds(self, slope: Expr) -> bool:
        """Whether the form with the line of this slope through one is nowhere negative."""
        infinite = S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity, S.ImaginaryUnit
        if slope.has(*infinite) or not slope.free_symbols <= set(self.names):
            return False
        run = _floats(self.names, slope)
        for point, (t, total, number) in zip(self.points, self.samples, strict=True):
            with np.errstate(all="ignore"):
                try:
                    rise = run(*point)
                    if np.iscomplexobj(rise):
                        return False
                    line = float(rise) * (t - 1)
                except (TypeError, ZeroDivisionError, OverflowError):
                    return False
                gap = (total + line) / ((1 + t) * max(abs(number), 1e-3))
            if not np.isfinite(gap).all() or gap.min() < -SLACK:
                return False
        return True


def _floats(names: Sequence[Symbol], number: Expr) -> Callable[..., Any]:
    """The number as a function of floats."""
    run: Callable[..., Any] = lambdify(names, number, "numpy")
    return run


def _points(problem: _Problem) -> Iterator[tuple[float, ...]]:
    """Points of the names at which the hypotheses between numbers hold."""
    kept = [h.xreplace(problem.signed) for h in scalar_hypotheses(problem.claim)]
    choices = []
    for _, domain in _numbers(problem.claim):
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


def _mass(law: Basic, masses: dict[Basic, Expr]) -> Expr:
    if isinstance(law, heads.Mixture):
        weight, first, second = law.args
        return weight * _mass(first, masses) + (1 - weight) * _mass(second, masses)
    return masses[law]


def _problem(claim: Claim) -> _Problem | None:
    """The claim as a problem; None where it is another or has no symbols."""
    if len(claim.conclusions) != 1 or not claim.scalars():
        return None
    atom = plain(claim.conclusions[0])
    goal, laws = linear(atom), laws_in([atom])
    if goal is None or not goal.parts or len(laws) != 2 or isinstance(atom, Eq):
        return None
    given: dict[int, Form] = {}
    limits: list[tuple[bool, Expr]] = []
    for n, hypothesis in enumerate(map(plain, claim.hypotheses)):
        if not hypothesis.has(heads.Divergence) or laws_in([hypothesis]) != laws:
            continue
        if isinstance(hypothesis, Le) and isinstance(hypothesis.lhs, heads.MaxDivergence):
            if is_numeric(hypothesis.rhs):
                limits.append((hypothesis.lhs.args == tuple(laws), exp(hypothesis.rhs)))
        elif (form := linear(hypothesis)) is not None and form.parts:
            given[n] = form
    forms = (goal, *given.values())
    known = all(_is_sum(d, laws) for form in forms for _, d in form.parts)
    if not known or len(_numbers(claim)) < len(claim.scalars()):
        return None
    if not any(form.number.free_symbols for form in forms):
        return None
    signed: dict[Basic, Symbol] = {
        name: Dummy(name.name, nonnegative=bool(domain.lower >= 0) or None, real=True)
        for name, domain in _numbers(claim)
    }
    return _Problem(
        claim,
        _with(goal, signed),
        {n: _with(form, signed) for n, form in given.items()},
        tuple(laws),
        tuple((direct, limit.xreplace(signed)) for direct, limit in limits),
        signed,
    )


def _numbers(claim: Claim) -> list[tuple[Symbol, Interval | Integers]]:
    """The names of numbers with their domains."""
    return [(n, d) for n, d in claim.scalars() if isinstance(d, Interval | Integers)]


def _with(form: Form, names: Mapping[Basic, Symbol]) -> Form:
    """The form with other names."""
    parts = ((factor.xreplace(names), d.xreplace(names)) for factor, d in form.parts)
    return Form(tuple(parts), form.number.xreplace(names))


def _is_sum(divergence: Basic, laws: list[Basic]) -> bool:
    form = DIVERGENCES.get(type(divergence))
    if form is None or (form.integrand or form.summand) is None:
        return False
    return all(part in laws or isinstance(part, heads.Mixture) for part in divergence.args[-2:])


__all__ = ["SymbolicDuality"]
