"""Mechanisms with laws in closed form that meet a hypothesis exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from sympy import Basic, Expr, S, Symbol, log, sqrt

from dpsym.errors import EvaluationError
from dpsym.games import expressions
from dpsym.games.concurrent import advantage
from dpsym.games.trees import exact
from dpsym.language import heads, noises
from dpsym.language.claim import Claim
from dpsym.strategies.elementary import draw_between
from dpsym.strategies.exact import rational
from dpsym.strategies.interaction import DEPTH, draw_private, draw_ranges, draw_tree
from dpsym.strategies.requirements import PURE, Hypothesis, odds_below
from dpsym.strategies.scalars import at_most, below, is_plain

_PURE: dict[str, type[Basic]] = {
    **{law.__name__.lower(): mechanism for mechanism, law in noises.PURE.items()},
    "geometric": heads.GeometricMechanism,
}
FAMILIES = {
    "finite": "FiniteMechanism with rational laws",
    "response": "RandomizedResponse and CanonicalRR at the very parameters of the hypothesis",
    "gaussian": "GaussianMechanism at the edge of a concentrated or Gaussian guarantee",
    **{kind: f"{made.__name__} at the edge of a pure guarantee" for kind, made in _PURE.items()},
    "nary": "NaryResponse at the edge of a guarantee",
    "interactive": "InteractiveMechanism within the hypothesis, mostly at its edge",
}
_CONCENTRATED = (heads.ZCDP, heads.BoundedZCDP, heads.RenyiDP, heads.MeanCDP, heads.GaussianDP)
_MERGING = (heads.Subsample, heads.Parallel, heads.Concurrent)


def checked_families(families: Iterable[str] | None) -> frozenset[str] | None:
    """The families as a set, or None for the default.

    Raises:
        EvaluationError: a family is unknown, or none is named.
    """
    if families is None:
        return None
    found = frozenset(map(str, families))
    if not found or found - set(FAMILIES):
        raise EvaluationError(
            f"families={sorted(found)!r} names none or an unknown one; choose from {list(FAMILIES)}"
        )
    return found


def permitted(
    claim: Claim, families: frozenset[str] | None, mechanisms: Sequence[Symbol], length: int
) -> frozenset[str]:
    """The families from which all of the claim's mechanisms may come at once.

    By default finite ones and responses; where information is spoken of, responses among many
    values too; and Gaussian ones where every conclusion is a concentrated guarantee, or speaks of
    one mechanism that is neither composed nor sampled, and not of information.
    """
    if families is not None:
        found = families
    else:
        found = frozenset({"finite", "response"})
        simple = len(mechanisms) == 1 and not any(
            atom.has(heads.Compose, *_MERGING) for atom in claim.atoms
        )
        concentrated = all(isinstance(atom, _CONCENTRATED) for atom in claim.conclusions)
        if (simple or concentrated) and not any(a.has(*_MERGING) for a in claim.atoms):
            found |= {"gaussian"}
        if any(
            atom.has(heads.ProtocolHead, heads.Capacity, heads.Recovery) for atom in claim.atoms
        ):
            found -= {"gaussian"}
        if any(atom.has(heads.Capacity, heads.Recovery) for atom in claim.atoms):
            found |= {"nary"}
        if _plays(claim, len(mechanisms)):
            found |= {"interactive"}
    return found - {"response", "interactive", "nary"} if length > 2 else found


_PLAYED = (heads.PureDP, heads.ApproxDP, heads.RenyiDP, heads.Simulable)


def _plays(claim: Claim, mechanisms: int) -> bool:
    """Whether the claim speaks of interaction and its conclusions can be decided on trees."""
    if expressions.is_worst_adaptively(claim):
        return len(claim.conclusions) == 1 and mechanisms <= 2
    few = (*_PLAYED, heads.ZCDP) if mechanisms <= 2 else _PLAYED
    return any(atom.has(heads.Concurrent, heads.Simulable) for atom in claim.atoms) and all(
        isinstance(atom, few) and not atom.has(heads.Group, heads.Subsample, heads.Parallel)
        for atom in claim.conclusions
    )


Known = Sequence[Expr]


def closed_form(
    draw: DrawFn, family: str, hypothesis: Hypothesis, known: Known, bounds: Known | None
) -> tuple[Expr, tuple[Expr, ...]] | None:
    """A mechanism of a family with the least bounds of the hypothesis; None where there is none.

    ``bounds`` are the values the hypothesis gives, or None when they are to be read off.
    """
    maker = _MAKERS.get(family)
    return None if maker is None else maker(draw, hypothesis, known, bounds)


Made = tuple[Expr, tuple[Expr, ...]] | None


def _response(draw: DrawFn, hypothesis: Hypothesis, known: Known, bounds: Known | None) -> Made:
    if bounds is None or not all(map(is_plain, (*known, *bounds))):
        return None
    if isinstance(hypothesis.atom, heads.PureDP):
        return heads.RandomizedResponse(bounds[0]), tuple(bounds)
    if isinstance(hypothesis.atom, heads.ApproxDP):
        return heads.CanonicalRR(known[0], bounds[0]), tuple(bounds)
    return None


def _noise(
    kind: type[Basic],
) -> Callable[[DrawFn, Hypothesis, Known, Known | None], Made]:
    def make(draw: DrawFn, hypothesis: Hypothesis, known: Known, bounds: Known | None) -> Made:
        if not isinstance(hypothesis.atom, heads.PureDP):
            return None
        epsilon = bounds[0] if bounds is not None else _positive(draw)
        if not epsilon.is_positive:
            return None
        if kind is heads.GeometricMechanism:
            return heads.GeometricMechanism(epsilon), (epsilon,)
        return kind(S.One, 1 / epsilon), (epsilon,)

    return make


_VALUES = (2, 10**300)
"""One of so many values says nearly all it may where its odds to all others are about a hundred."""


def _nary(draw: DrawFn, hypothesis: Hypothesis, known: Known, bounds: Known | None) -> Made:
    """A response among many values, mostly true, within what is read off its two laws."""
    values = draw(st.sampled_from(_VALUES))
    if bounds is not None:
        if hypothesis.requirement is not PURE or not is_plain(bounds[0]):
            return None
        return heads.NaryResponse(bounds[0], S(values)), tuple(bounds)
    if not isinstance(hypothesis.atom, heads.ZCDP | heads.BoundedZCDP):
        return None  # the others are read off in floats that such odds leave
    t = 1 + values * Fraction(10) ** draw(st.integers(1, 3))
    masses = [part / (t + values - 1) for part in (t, Fraction(1), Fraction(values - 2))]
    first, second = tuple(masses), (masses[1], masses[0], masses[2])
    least = hypothesis.requirement.read(first, second, known)
    return heads.NaryResponse(log(rational(t)), S(values)), least


def _positive(draw: DrawFn) -> Expr:
    return rational(draw_between(draw, Fraction(0), Fraction(5), True))


def _gaussian(draw: DrawFn, hypothesis: Hypothesis, known: Known, bounds: Known | None) -> Made:
    kind = type(hypothesis.atom)
    if (
        kind not in _CONCENTRATED
        or hypothesis.requirement is PURE
        or any(k.is_extended_negative for k in known[-1:])
    ):
        return None
    if kind is heads.RenyiDP and not known[0].is_finite:
        return None
    if bounds is not None:
        return heads.GaussianMechanism(_shift(kind, known, bounds), S.One), tuple(bounds)
    sensitivity = draw(st.sampled_from((S.One, S(2), S.Half, S.Zero)))
    sigma = _positive(draw)
    shift = sensitivity / sigma
    return heads.GaussianMechanism(sensitivity, sigma), _gaussian_bounds(kind, known, shift)


def _gaussian_bounds(kind: type[Basic], known: Known, shift: Expr) -> tuple[Expr, ...]:
    if kind is heads.GaussianDP:
        return (shift,)
    if kind is heads.MeanCDP:
        return shift**2 / 2, shift
    return (shift**2 / 2 * (known[0] if kind is heads.RenyiDP else 1),)


def _shift(kind: type[Basic], known: Known, bounds: Known) -> Expr:
    """The largest shift of a unit Gaussian within the bounds."""
    if kind is heads.GaussianDP:
        return bounds[0]
    if kind is heads.MeanCDP:
        mean, spread = bounds
        return spread if at_most(spread**2 / 2, mean, {}) else sqrt(2 * mean)
    return sqrt(2 * bounds[0] / (known[0] if kind is heads.RenyiDP else 1))


def _interactive(draw: DrawFn, hypothesis: Hypothesis, known: Known, bounds: Known | None) -> Made:
    kind = type(hypothesis.atom)
    if kind in (heads.ApproxDP, heads.Simulable):
        t = exact(odds_below(known[0]))
        delta = draw_between(draw, Fraction(0), Fraction(1)) if bounds is None else below(bounds[0])
        tree = draw_private(draw, t, exact(min(max(delta, Fraction(0)), Fraction(1))))
        least: tuple[Expr, ...] = (expressions.rational(advantage([tree], t)),)
        return expressions.mechanism(tree), least if bounds is None else tuple(bounds)
    if kind is heads.BoundedRange:
        eta = log(rational(1 + draw_between(draw, Fraction(0), Fraction(9))))
        eta = eta if bounds is None else bounds[0]
        return expressions.mechanism(draw_ranges(draw, exact(odds_below(eta)))), (eta,)
    epsilon = _pure_epsilon(hypothesis, known, bounds)
    if epsilon is None and bounds is not None:
        return None
    if epsilon is None:
        odds = 1 + draw_between(draw, Fraction(0), Fraction(9))
        epsilon = log(rational(odds))
        bounds = _renyi_levels(kind, known, epsilon)
    if bounds is None:
        return None
    tree = draw_tree(draw, DEPTH, exact(odds_below(epsilon)))
    return expressions.mechanism(tree), tuple(bounds)


def _pure_epsilon(hypothesis: Hypothesis, known: Known, bounds: Known | None) -> Expr | None:
    """An epsilon that pure differential privacy may have within the hypothesis' bounds."""
    if bounds is None or not bounds[0].is_nonnegative:
        return None
    if isinstance(hypothesis.atom, heads.PureDP):
        return bounds[0]
    if isinstance(hypothesis.atom, heads.RenyiDP) and known[0].is_finite:
        return sqrt(2 * bounds[0] / known[0])
    if isinstance(hypothesis.atom, heads.ZCDP) and not known:
        return sqrt(2 * bounds[0])
    return None


def _renyi_levels(kind: type[Basic], known: Known, epsilon: Expr) -> tuple[Expr, ...] | None:
    """What epsilon-DP gives, by Bun and Steinke 2016, Proposition 3.3."""
    if kind is heads.PureDP:
        return (epsilon,)
    if kind is heads.RenyiDP and known[0].is_finite:
        return (known[0] * epsilon**2 / 2,)
    if kind is heads.ZCDP and not known:
        return (epsilon**2 / 2,)
    return None


_MAKERS: dict[str, Callable[[DrawFn, Hypothesis, Known, Known | None], Made]] = {
    "response": _response,
    "gaussian": _gaussian,
    "nary": _nary,
    **{name: _noise(mechanism) for name, mechanism in _PURE.items()},
    "interactive": _interactive,
}
