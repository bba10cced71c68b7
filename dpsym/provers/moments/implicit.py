"""Bounds on one pair of laws within a bounded ratio, with the contact of the dual as the name.

Where the likelihood ratio ends at b and one divergence is bounded by x, the extremal laws often
have two atoms: one at b, the other at a contact s inside. The value x of the divergence there is a
function X of s that nothing solves for s. So s becomes the name: at x = X(s) the line through both
contacts is the bound. In the ratios t/s and b/s the dual is a power of s times one function.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sympy import (
    Add,
    Basic,
    Expr,
    Integer,
    Lt,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    simplify,
)

from dpsym.kernel.claims import premises
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import POSITIVE, Interval
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.moments.floats import function_of
from dpsym.provers.moments.problem import INFINITE, Problem, problem_of
from dpsym.provers.moments.shortening import short
from dpsym.provers.numerics import np
from dpsym.provers.prover import Split
from dpsym.provers.rationals import simplest
from dpsym.provers.restate import at_most, fresh, restate

if TYPE_CHECKING:
    from dpsym.provers.numerics import Array

GRID, SLACK, SHORT = 300, 1e-9, 1 - 1e-6
"""Points of the contact that are tried, what counts as nothing, and a factor a little below one."""
FAR = 1000
"""The inverse of the smallest contact that is tried."""
WIDTHS = (1, 2, 4, 8)
"""How many times wider than the bound's range the contact may move in proportion to it."""
POWERS = (
    S.Zero,
    S.Half,
    S.One,
    Rational(3, 2),
    *map(Integer, range(2, 9)),
    *map(Integer, (-1, -2)),
)


class ImplicitContact:
    """A bound on a divergence by a name, within a ratio that ends at a number."""

    name = "a contact as the name"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim where the bound is attained at a contact, which is its name, and beyond."""
        problem = problem_of(claim)
        curve = Curve.of(claim, problem) if problem is not None else None
        if curve is not None:
            yield from _inside(curve)


def _inside(curve: Curve) -> Iterator[Split]:
    """The claim at zero, beyond the last value that a contact gives, and between."""
    claim, bound = curve.claim, curve.bound
    domain = dict(claim.domains)[bound]
    zero = isinstance(domain, Interval) and domain.contains(S.Zero)
    for first in by_rule("cases", claim, {"of": text(bound)}, "at zero and above") if zero else ():
        for inner, nested in _with(first, Lt(S.Zero, bound, evaluate=False), curve):
            for rest in _upto(nested):
                yield replace(first, subgoals=_but(first, inner), between=((inner, rest),))
                return
    if not zero:
        yield from _upto(curve)


def _upto(curve: Curve) -> Iterator[Split]:
    """The claim up to the last value that a contact gives, and beyond."""
    domain = dict(curve.claim.domains)[curve.bound]
    if domain.upper <= curve.last:
        yield from _parametrised(curve)
        return
    of = curve.bound - curve.last
    for second in by_rule("cases", curve.claim, {"of": text(of)}, "up to a number and beyond"):
        for inner, nested in _with(second, at_most(of, S.Zero), curve):
            for rest in _parametrised(nested):
                yield replace(second, subgoals=_but(second, inner), between=((inner, rest),))
                return


def _with(split: Split, assumed: Basic, curve: Curve) -> Iterator[tuple[Claim, Curve]]:
    """The part of a split that assumes something, and the curve of it."""
    for goal in split.subgoals:
        if assumed in goal.hypotheses and goal.conclusions == curve.claim.conclusions:
            problem = problem_of(goal)
            if problem is not None:
                yield goal, replace(curve, claim=goal, problem=problem)
                return


def _but(split: Split, goal: Claim) -> tuple[Claim, ...]:
    return tuple(other for other in split.subgoals if other != goal)


def _parametrised(curve: Curve) -> Iterator[Split]:
    """The claim in the contact, and the line there."""
    claim = curve.claim
    ends = curve.ends()
    if ends is None:
        return
    s = fresh(claim, "s")
    params = {
        "name": str(curve.bound),
        "new": str(s),
        "value": text(curve.value.xreplace({curve.contact: s})),
        "domain": str(curve.domain),
        "low": text(ends[0]),
        "high": text(ends[1]),
    }
    words = f"{curve.bound} is a function of the contact {s}"
    for split in by_rule("intermediate", claim, params, words):
        child = next((g for g in split.subgoals if g.conclusions[0].has(heads.Quantity)), None)
        if child is None:
            return
        for line in _line(curve, child, s):
            yield replace(split, subgoals=_but(split, child), between=((child, line),))
            return


def _line(curve: Curve, child: Claim, s: Symbol) -> Iterator[Split]:
    """The dual of the claim in the contact, its pointwise relation in ratios to the contact."""
    t = fresh(child, "t")
    problem = problem_of(child)
    if problem is None or len(problem.given) != 1:
        return
    (number,) = problem.given
    here = {curve.contact: s}
    share, first, second = (e.xreplace(here) for e in curve.line())
    p, q = map(text, problem.laws)
    params: dict[str, Any] = {
        "names": {str(t): p},
        "multipliers": {p: text(first), q: text(second)},
        "shares": {str(number): text(share)},
    }
    words = "outcome by outcome, for all numbers, with the hypotheses"
    for split in by_rule("integrands", child, params, words):
        pointwise = next((g for g in split.subgoals if t in dict(g.domains)), None)
        if pointwise is None:
            return
        found = _in_ratios(curve, pointwise, s, t)
        if found is not None:
            shown = [(goal, way) for goal in split.subgoals for way in _valued(goal)]
            left = [goal for goal in _but(split, pointwise) if goal not in dict(shown)]
            between = ((pointwise, found), *shown)
            yield replace(split, subgoals=tuple(left), between=between)


def _valued(goal: Claim) -> Iterator[Split]:
    """That a term has a value, by the signs of what it divides by."""
    left, right = goal.conclusions[0].args
    if left != right:
        return
    for split in by_rule("relations", goal, {}, "what it divides by is not zero"):
        between = []
        for need in split.subgoals:
            size = need.conclusions[0].rhs
            if isinstance(size, Pow) and size.exp == 2:
                params = {"of": text(size.base)}
                between += [(need, way) for way in by_rule("cases", need, params, "by its sign")]
        kept = tuple(need for need in split.subgoals if need not in dict(between))
        yield replace(split, subgoals=kept, between=tuple(between))


def _in_ratios(curve: Curve, pointwise: Claim, s: Symbol, t: Symbol) -> Split | None:
    """The pointwise relation in the ratios of t and of the end to the contact."""
    r, u = fresh(pointwise, "r"), fresh(pointwise, "u")
    goal, given = (
        bregman.xreplace({curve.ratio: r}) for bregman in (curve.goal_rest, curve.given_rest)
    )
    at_end = given.xreplace({r: u})
    share = Mul(goal.xreplace({r: u}), 1 / at_end)
    power = s**curve.power
    whole = at_most(S.Zero, power * Add(share * given, -goal))
    ordered = at_most(r, u)
    beyond = Interval(S.One, S.Infinity, True, True)
    domains = {r: POSITIVE, u: beyond, s: dict(pointwise.domains)[s]}
    ratios = restate(pointwise, [whole], hypotheses=[ordered], domains=domains)
    params = {"with": {r.name: text(t / s), u.name: text(curve.end / s)}}
    try:
        premises("generalise", Goal(pointwise, params, (ratios,), set()))
    except Rejected:
        return None
    return Split((ratios,), f"in units of the contact {s}", (), params, "generalise")


@dataclass(frozen=True, slots=True)
class Curve:
    """The best bounds of one divergence by another, by their contact.

    Attributes:
        claim: the claim.
        problem: the same, as forms.
        bound: the name that bounds the divergence.
        end: where the likelihood ratio ends.
        contact: the name of the contact here.
        ratio: the name of a ratio to it here.
        value: of the divergence that is bounded, at the contact.
        most: of the other.
        last: a value that a contact attains, from which on the bound is larger than all.
        domain: of the contact.
        goal_rest: how much the other divergence's integrand exceeds its tangent at one.
        given_rest: the same of that which is bounded.
        power: of the contact, with which the tangents of the other scale.
        degree: the same of that which is bounded.
    """

    claim: Claim
    problem: Problem
    bound: Symbol
    end: Expr
    contact: Symbol
    ratio: Symbol
    value: Expr
    most: Expr
    last: Expr
    domain: Interval
    goal_rest: Expr
    given_rest: Expr
    power: Expr
    degree: Expr

    @classmethod
    def of(cls, claim: Claim, problem: Problem) -> Curve | None:
        """The curve; None where the claim is of another kind, or the bound is below it."""
        scalars = claim.scalars()
        if len(problem.given) != 1 or len(problem.limits) != 1 or len(scalars) != 1:
            return None
        ((bound, domain),), (given,) = scalars, problem.given.values()
        if not isinstance(domain, Interval) or domain.lower != 0:
            return None
        own = problem.signed[bound]
        end = problem.corners[0]
        inside = [number for form in (problem.goal, given) for number, _ in form.parts]
        inside += [a for form in (problem.goal, given) for _, d in form.parts for a in d.args[:-2]]
        if (
            given.number != own
            or any(n.has(own) for n in inside)
            or not end.is_number
            or not end > 1
        ):
            return None
        s, t = Symbol("s", positive=True), Symbol("r", positive=True)
        f, g = (-problem.integrand(form, t, S.One) for form in (problem.goal, given))
        if any(e.has(*INFINITE) or e.atoms(heads.Quantity) or not e.has(t) for e in (f, g)):
            return None
        scaled = [_scaled(e, t, s) for e in (f, g)]
        if scaled[0] is None or scaled[1] is None:
            return None
        (goal_rest, power), (given_rest, degree) = scaled[0], scaled[1]
        weight = (1 - s) / (end - s)
        other = (end - 1) / (end - s)
        g_mean = weight * g.subs(t, end) + other * g.subs(t, s)
        mean = [short(weight * f.subs(t, end) + other * f.subs(t, s)), g_mean]
        found = cls(claim, problem, bound, end, s, t, mean[1], mean[0], S.Zero, domain,
                    goal_rest, given_rest, power, degree)  # fmt: skip
        return found._limited(domain)

    def _limited(self, domain: Interval) -> Curve | None:
        """The curve up to the last value that is needed; None where it exceeds the bound."""
        places = np.logspace(-np.log10(FAR), 0, GRID + 1)[:-1]
        own = self.problem.signed[self.bound]
        with np.errstate(all="ignore"):
            values, most = (_floats(self.contact, e, places) for e in (self.value, self.most))
            bounds = _floats(own, self.problem.goal.number, values)
            fits = np.isfinite([values, most, bounds]).all() and (np.diff(values) < 0).all()
        if not fits or (bounds < most - SLACK).any():
            return None
        enough = values[bounds >= most[0]]
        if domain.upper.is_finite and float(domain.upper) <= values[0]:
            last = domain.upper
        elif len(enough):
            low, high = (Fraction(float(v)) for v in (enough.min(), values[0]))
            last = _near(low + (high - low) / 10, low + (high - low) / 2)
        else:
            return None
        least = Fraction(float(max(places[values >= float(last)])))
        room = Interval(_near(least * 4 / 5, least), S.One, False, True)
        return replace(self, last=last, domain=room)

    def ends(self) -> tuple[Expr, Expr] | None:
        """Contacts with values at most the bound and at least it."""
        x = self.bound
        values = np.linspace(0, float(self.last), 101)[1:]
        for width in WIDTHS:
            near = 1 - x / (width * self.last)
            places = _floats(x, near, values)
            inside = (places >= float(self.domain.lower)).all() and (places < 1).all()
            if inside and (_floats(self.contact, self.value, places) <= values * SHORT).all():
                return near, self.domain.lower
        return None

    def line(self) -> tuple[Expr, Expr, Expr]:
        """The factor of the hypothesis, and the multipliers of both laws."""
        s, r = self.contact, self.ratio
        at_end = self.end / s
        f, g = (-self.problem.integrand(form, r, S.One)
                for form in (self.problem.goal, *self.problem.given.values()))  # fmt: skip
        share = s ** (self.power - self.degree) * (
            self.goal_rest.xreplace({r: at_end}) / self.given_rest.xreplace({r: at_end})
        )
        slope = f.diff(r).xreplace({r: s}) - share * g.diff(r).xreplace({r: s})
        return share, slope, self.most - share * self.value - slope


def _floats(name: Symbol, number: Expr, at: Array) -> Array:
    """The values of a number at values of a name."""
    found = np.asarray(function_of([name], number)(at), dtype=float)
    return np.broadcast_to(found, at.shape)


def _near(low: Fraction, high: Fraction) -> Rational:
    return Rational(*simplest(low, high).as_integer_ratio())


def _scaled(integrand: Expr, t: Symbol, s: Symbol) -> tuple[Expr, Expr] | None:
    """What an integrand adds to its tangent at one, and the power of s with which it scales."""

    def beyond(at: Expr, where: Expr) -> Expr:
        put, slope = integrand.xreplace({t: at}), integrand.diff(t).xreplace({t: where})
        return put - integrand.xreplace({t: where}) - slope * (at - where)

    unit = beyond(t, S.One)
    if simplify(unit) == 0:
        return None
    for power in POWERS:
        if simplify(beyond(t * s, s) - s**power * unit) == 0:
            return short(unit), power
    return None
