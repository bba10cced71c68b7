"""Claims about two laws with symbols in them: forms, and what may be factors of hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, product
from typing import Any

from sympy import (
    Add,
    Basic,
    Dummy,
    Eq,
    Expr,
    Le,
    Lt,
    Piecewise,
    S,
    Symbol,
    exp,
    expand,
    linsolve,
    simplify,
)

from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import DIVERGENCES, SUMMED
from dpsym.language.divergences import Form as Integrated
from dpsym.language.domains import Integers, Interval
from dpsym.language.printing import text
from dpsym.provers.moments.floats import function_of
from dpsym.provers.moments.program import Form, laws_in, linear
from dpsym.provers.moments.shortening import SIMPLE, short, without_logarithms
from dpsym.provers.numerics import np
from dpsym.provers.restate import is_numeric
from dpsym.provers.scalar.derivatives import derivative

INFINITE = S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity
Shares = dict[int, Expr]
"""Factors of hypotheses, by their numbers."""
Hope = Callable[[Shares], bool]


@dataclass(frozen=True, slots=True)
class Problem:
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
    def forms(self) -> tuple[Form, ...]:
        """The goal, then what is given."""
        return (self.goal, *self.given.values())

    @property
    def corners(self) -> list[Expr]:
        """The ends of the likelihood ratio that hypotheses say."""
        return [limit if direct else 1 / limit for direct, limit in self.limits]

    @property
    def bent(self) -> bool:
        """Whether an integrand has its kink where the laws agree."""
        forms = (self.goal, *self.given.values())
        return any(isinstance(d, heads.TotalVariation) for form in forms for _, d in form.parts)

    def shares(self, hopeful: Hope = lambda _: True) -> Iterator[Shares]:
        """Factors of hypotheses: slopes of the goal's number in theirs, or the same for several.

        Those without hope are not simplified.
        """
        inside = {n for form in (self.goal, *self.given.values()) for f, d in form.parts
                  for n in (f.free_symbols | d.free_symbols)}  # fmt: skip
        inside |= {n for _, limit in self.limits for n in limit.free_symbols}
        free = [name for name in self.names if name not in inside]
        shared = {
            law.args[0]
            for _, d in self.goal.parts
            for law in d.args
            if isinstance(law, heads.Mixture)
        }
        halves = [(S.One, S.One), *((1 - w, w) for w in shared), *((w, 1 - w) for w in shared)]
        yield from filter(hopeful, self._chords())
        yield from filter(hopeful, [{}])
        if not free:
            # A moment is one where the laws are equal.
            moments = Add(*(f for f, d in self.goal.parts if isinstance(d, heads.Renyi)))
            for number in dict.fromkeys((self.goal.number, self.goal.number + moments)):
                ways = ({n: number / form.number} for n, form in self.given.items()
                        if form.number != 0)  # fmt: skip
                yield from filter(hopeful, ways)
        for size in range(1, len(self.given) + 1):
            for chosen in combinations(self.given, size):
                unknown = [Dummy(f"c{n}") for n in chosen]
                solved = [self._solved(chosen, free, unknown, unknown)]
                for weights in halves if size == 2 else [(S.One,) * size] if size > 1 else ():
                    parts = [w * unknown[0] for w in weights]
                    solved.append(self._solved(chosen, free, parts, unknown[:1]))
                for shares in filter(hopeful, chain.from_iterable(solved)):
                    yield {n: short(share) for n, share in shares.items()}
        for n, share in self._in_proportion():
            found = short(share) if hopeful({n: share}) else S.Zero
            if found != 0 and not found.is_negative and not found.has(*INFINITE):
                yield {n: found}

    def _in_proportion(self) -> Iterator[tuple[int, Expr]]:
        """Ratios of the goal's integrand to that of a hypothesis, where the ratio of laws ends.

        As they are, and without what is linear near the point at which the laws agree.
        """
        t = self.ratio
        for n, given in self.given.items() if len(self.laws) == 2 else ():
            both = [self.integrand(form, t, S.One) for form in (self.goal, given)]
            one = {t: S.One}
            curved = [f - f.xreplace(one) - f.diff(t).xreplace(one) * (t - 1) for f in both]
            for (f, g), end in product((both, curved), self.corners):
                above, below = (part.xreplace({t: end}) for part in (f, g))
                if below != 0:
                    yield n, above / below

    def _chords(self) -> Iterator[Shares]:
        """Factors of hockey sticks on both sides of the goal's: each is convex in exp(epsilon).

        At the end at which exp(epsilon) is 0 it is 1, which is no hypothesis.
        """
        goal, known = _stick(self.goal), {n: _stick(form) for n, form in self.given.items()}
        if goal is None:
            return
        sticks = {n: stick for n, stick in known.items() if stick and stick[1:] == goal[1:]}
        for (n, left), (m, right) in combinations(sticks.items(), 2):
            if left[0] != right[0]:
                share = short((goal[0] - right[0]) / (left[0] - right[0]))
                yield {n: share, m: 1 - share}
        yield from ({n: short(goal[0] / stick[0])} for n, stick in sticks.items())

    def _solved(
        self,
        chosen: Sequence[int],
        free: list[Symbol],
        factors: Sequence[Expr],
        unknown: Sequence[Dummy],
    ) -> Iterator[Shares]:
        """Values of the unknown in factors with which the slopes in these names are equal."""
        equations = []
        for name in free:
            slopes = (derivative(self.given[n].number, name) for n in chosen)
            sums = Add(*(c * slope for c, slope in zip(factors, slopes, strict=True)))
            equations.append(derivative(self.goal.number, name) - sums)
        equations = [equation for equation in equations if equation != 0]
        if len(equations) < len(unknown):
            return
        equations, logarithms = without_logarithms(equations)
        for values in linsolve(equations, unknown):
            solved = (value.xreplace(logarithms) for value in values)
            found = dict(zip(unknown, solved, strict=True))
            every = [factor.xreplace(found) for factor in factors]
            if not any(value.has(*unknown) for value in every):
                yield dict(zip(chosen, every, strict=True))

    def ends(self, *numbers: Expr) -> Iterator[Expr]:
        """How far names are from ends of their domains at which one of some numbers has no value.

        In the names of the claim; not where a hypothesis says that the end is not reached.
        """
        closed: dict[Symbol, dict[Expr, Expr]] = {}
        for name, domain in numbers_of(self.claim):
            sides = [
                (domain.lower, getattr(domain, "lower_open", False), name - domain.lower),
                (domain.upper, getattr(domain, "upper_open", False), domain.upper - name),
            ]
            for end, is_open, way in sides:
                if is_open or not end.is_finite or domain.lower == domain.upper:
                    continue
                if Lt(S.Zero, way, evaluate=False) not in self.claim.hypotheses:
                    closed.setdefault(self.signed[name], {})[end] = way
        corners = [{name: end} for name, ends in closed.items() for end in ends]
        corners += [{a: x, b: y} for a, b in combinations(closed, 2)
                    for x, y in product(closed[a], closed[b])]  # fmt: skip
        for corner in corners:
            if any(number.subs(corner).has(*INFINITE) for number in numbers):
                name, end = next(iter(corner.items()))
                yield closed[name][end]

    def rest(self, shares: dict[int, Expr]) -> Form:
        """The goal without multiples of hypotheses."""
        parts, number = list(self.goal.parts), self.goal.number
        for n, share in shares.items():
            parts += [(-share * factor, d) for factor, d in self.given[n].parts]
            number -= share * self.given[n].number
        (alone,), logarithms = without_logarithms([number])
        whole = expand(alone).xreplace(logarithms)
        return Form(tuple(parts), _without_idle(whole))

    def integrand(self, form: Form, *at: Expr, tails: bool = False) -> Expr:
        """What an outcome with these masses adds; NaN or infinite where it has no such value.

        With ``tails`` it counts for all tails of the loss.
        """
        masses = dict(zip(self.laws, at, strict=True))
        found: Expr = S.Zero
        for factor, divergence in form.parts:
            *order, first, second = divergence.args
            a, b = (_mass(law, masses) for law in (first, second))
            if isinstance(divergence, heads.LossTail):
                above = S.true if tails else a > exp(order[0]) * b
                found += factor * Piecewise((a, above), (S.Zero, True))
                continue
            kind = DIVERGENCES[type(divergence)]
            if kind.null and a == 0:
                continue
            value = (kind.integrand or kind.summand)(a, b, *order)  # type: ignore[misc]
            found += factor * value
        return found

    def slopes(self, form: Form) -> Iterator[Expr]:
        """Multipliers of the first law with which the sum may touch zero at an end or a kink."""
        t, number = self.ratio, form.number
        yield from (S.Zero, number, number / 2)
        yield -self.integrand(form, S.One, S.Zero)
        yield number + self.integrand(form, S.Zero, S.One)
        corners = self.corners
        for _, d in form.parts:
            if isinstance(d, heads.HockeyStick | heads.LossTail):
                corners.append(exp(d.args[0] if d.args[1:] == self.laws else -d.args[0]))
        touched = self.integrand(form, t, S.One, tails=True)
        for corner in dict.fromkeys(corners):
            if corner != 1:
                yield -(touched.xreplace({t: corner}) + number) / (corner - 1)

    def steep(self, form: Form) -> Expr:
        """Less the slope of the sum over the ratio, which is that of a line where they touch."""
        return -derivative(self.integrand(form, self.ratio, S.One), self.ratio)

    def contacts(self) -> Iterator[Expr]:
        """Ratios at which the sum may touch zero, as the numbers suggest."""
        yield from dict.fromkeys((S.One, *self._contacts()))

    def _contacts(self) -> Iterator[Expr]:
        forms = (self.goal, *self.given.values())
        numbers = (_unsigned(form.number) for form in forms)
        for value in dict.fromkeys((*numbers, *self.names)):
            for point in (exp(value), 1 + value, 1 - value, (1 + value) / (1 - value), value):
                yield from (point, 1 / point) if point != 0 else ()


def _without_idle(number: Expr) -> Expr:
    """A number without names in which it is constant, though they stand in it."""
    names = sorted(number.free_symbols, key=str)
    run = function_of(names, number)
    for place, name in enumerate(names):
        if number.has(name) and not _varies(run, len(names), place):
            slope = derivative(number, name)
            if not slope.has(name) and slope.count_ops() <= SIMPLE and simplify(slope) == 0:
                number = number.xreplace({name: S.Zero})
    return number


def _varies(run: Callable[..., Any], count: int, place: int) -> bool:
    """Whether a function has clearly different values at two values of the name in a place."""
    at = [0.37 + 0.11 * i for i in range(count)]
    with np.errstate(all="ignore"):
        try:
            one, other = (run(*at[:place], value, *at[place + 1 :]) for value in (at[place], 1.73))
            return bool(abs(one - other) > 1e-6 * (abs(one) + abs(other)))
        except (TypeError, ZeroDivisionError, OverflowError):
            return False


def _stick(form: Form) -> tuple[Expr, Basic, Basic] | None:
    """The exponential of epsilon and the laws of a hockey stick that the form bounds."""
    if len(form.parts) != 1 or form.parts[0][0] != -1:
        return None
    ((_, divergence),) = form.parts
    if not isinstance(divergence, heads.HockeyStick | heads.TotalVariation):
        return None
    *epsilon, p, q = divergence.args
    return exp(*epsilon or (S.Zero,)), p, q


def _unsigned(number: Expr) -> Expr:
    """A number without the sign that is written before it."""
    return -number if number.could_extract_minus_sign() else number


def _mass(law: Basic, masses: dict[Basic, Expr]) -> Expr:
    if isinstance(law, heads.Mixture):
        weight, first, second = law.args
        return weight * _mass(first, masses) + (1 - weight) * _mass(second, masses)
    return masses[law]


def problem_of(claim: Claim) -> Problem | None:
    """The claim as a problem; None where it is another."""
    if len(claim.conclusions) != 1:
        return None
    atom = plain(claim.conclusions[0])
    laws = laws_in([atom])
    return problem_about(claim, laws) if len(laws) == 2 else None


def problem_about(claim: Claim, laws: list[Basic]) -> Problem | None:
    """The claim as a problem about these laws; None where the conclusion is no linear relation.

    Of two laws only hypotheses about both are taken.
    """
    atom = plain(claim.conclusions[0])
    goal = linear(atom)
    if goal is None or not goal.parts or isinstance(atom, Eq):
        return None
    given: dict[int, Form] = {}
    limits: list[tuple[bool, Expr]] = []
    for n, hypothesis in enumerate(map(plain, claim.hypotheses)):
        about = laws_in([hypothesis])
        if not hypothesis.has(*SUMMED) or not set(about) <= set(laws) or len(about) < 2:
            continue
        if isinstance(hypothesis, Le) and isinstance(hypothesis.lhs, heads.MaxDivergence):
            if is_numeric(hypothesis.rhs):
                limits.append((hypothesis.lhs.args == tuple(laws), exp(hypothesis.rhs)))
        elif (form := linear(hypothesis)) is not None and form.parts:
            given[n] = form
    forms = (goal, *given.values())
    known = all(_is_sum(d, laws) for form in forms for _, d in form.parts)
    if not known or len(numbers_of(claim)) < len(claim.scalars()):
        return None
    signed: dict[Basic, Symbol] = {
        name: Dummy(name.name, nonnegative=bool(domain.lower >= 0) or None, real=True)
        for name, domain in numbers_of(claim)
    }
    return Problem(
        claim,
        _with(goal, signed),
        {n: _with(form, signed) for n, form in given.items()},
        tuple(laws),
        tuple((direct, limit.xreplace(signed)) for direct, limit in limits),
        signed,
    )


def numbers_of(claim: Claim) -> list[tuple[Symbol, Interval | Integers]]:
    """The names of numbers with their domains."""
    return [(n, d) for n, d in claim.scalars() if isinstance(d, Interval | Integers)]


def _with(form: Form, names: Mapping[Basic, Symbol]) -> Form:
    """The form with other names."""
    parts = ((factor.xreplace(names), d.xreplace(names)) for factor, d in form.parts)
    return Form(tuple(parts), form.number.xreplace(names))


def _is_sum(divergence: Basic, laws: list[Basic]) -> bool:
    form = DIVERGENCES.get(type(divergence), Integrated())
    is_tail = isinstance(divergence, heads.LossTail)
    if not is_tail and (form.integrand or form.summand) is None:
        return False
    return all(part in laws or isinstance(part, heads.Mixture) for part in divergence.args[-2:])
