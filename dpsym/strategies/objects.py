"""Laws and mechanisms for the names of a claim, within its hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isinf

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from sympy import Basic, Expr, Symbol, Tuple

from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.adversaries import worst_views
from dpsym.language.claim import Claim
from dpsym.language.definitions import plain
from dpsym.language.meaning import neighbouring_pairs, rounds_of
from dpsym.language.printing import text
from dpsym.strategies import readings, rows
from dpsym.strategies.elementary import draw_between, draw_laws
from dpsym.strategies.exact import (
    Matrix,
    Row,
    Weights,
    contracted,
    finite,
    mechanism,
    neighbours,
    rational,
    weights_of,
)
from dpsym.strategies.families import closed_form, permitted
from dpsym.strategies.plan import Component
from dpsym.strategies.requirements import PURE, RANGE, Hypothesis, odds_below
from dpsym.strategies.scalars import below

Rows = dict[Symbol, Row]
_STEPS = 12


class UnfitError(Exception):
    """No laws were found within the hypothesis in the message."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known before laws are drawn.

    Attributes:
        claim: the claim.
        numbers: the values of the numbers that the laws depend on.
        length: how many databases stand in a row.
        size: how many outcomes a law has.
        families: the families of mechanisms, None for the default.
    """

    claim: Claim
    numbers: Mapping[Symbol, Expr]
    length: int
    size: int
    families: frozenset[str] | None

    def value(self, expression: Expr) -> Expr | None:
        """The value of an expression; None where it is still to be read off."""
        found = expression.xreplace(dict(self.numbers))
        return None if found.free_symbols else found

    def values(self, expressions: Sequence[Expr]) -> tuple[Expr, ...] | None:
        """The values of expressions; None where one of them is still to be read off."""
        found = [self.value(expression) for expression in expressions]
        return None if any(v is None for v in found) else tuple(v for v in found if v is not None)


@dataclass(slots=True)
class Made:
    """The objects made so far, and the least values that hypotheses ask of bare names."""

    values: dict[Symbol, Basic] = field(default_factory=dict)
    bounds: list[tuple[Symbol, Expr, bool]] = field(default_factory=list)

    def least(self, name: Symbol) -> list[tuple[Expr, bool]]:
        """The values that a name must reach, each with whether it must exceed it."""
        return [(value, strict) for bound, value, strict in self.bounds if bound == name]

    def note(self, hypothesis: Hypothesis, least: Sequence[Expr], scene: Scene) -> None:
        """Remember what a hypothesis asks of the names that are still to be read off."""
        for bound, value in zip(hypothesis.bounds, least, strict=True):
            if scene.value(bound) is None:
                self.bounds.append((bound, value, hypothesis.strict))


def kernel(matrix: Matrix) -> Expr:
    """The matrix as ``Kernel(...)``."""
    return heads.Kernel(*(Tuple(*map(rational, row)) for row in matrix))


def draw_component(draw: DrawFn, scene: Scene, component: Component, made: Made) -> None:
    """Draw laws that hypotheses tie together.

    Raises:
        UnfitError: no laws were found within a hypothesis.
    """
    names, tied = component.names, component.hypotheses
    row = _fitted_pair(draw, scene, component)
    if row is None:
        row = draw_laws(draw, len(names), scene.size, positive=_positive(component))

    def built(found: Rows) -> dict[Symbol, Basic]:
        return {n: finite(law) for n, law in zip(names, found[names[0]], strict=True)}

    found = _settled({names[0]: row}, built, tied, scene, made)
    made.values.update(built(found))


def _positive(component: Component) -> tuple[bool, ...]:
    """Which laws must have no zeros, so that what is read off them is finite."""
    denominators: set[Basic] = set()
    for hypothesis in component.hypotheses:
        if not hypothesis.requirement.finite_always:
            denominators |= hypothesis.subject[1].atoms(heads.ObjectName)
    return tuple(name in denominators for name in component.names)


def _fitted_pair(draw: DrawFn, scene: Scene, component: Component) -> Row | None:
    """Two laws by a construction that reaches the edge of their hypotheses, if they are simple."""
    names, tied = component.names, component.hypotheses
    if len(names) != 2 or any(set(h.subject) != set(names) for h in tied):
        return None
    first = tied[0] if tied else None
    if first is None or draw(st.integers(0, 3)) == 0:
        return None
    bounds, known = scene.values(first.bounds), scene.values(first.known)
    kind = next(iter(first.atom.atoms(heads.Divergence))).func
    if first.requirement is RANGE and bounds is not None and bounds[0].is_nonnegative:
        return rows.range_row(draw, 2, scene.size, odds_below(bounds[0]))
    if kind is heads.MaxDivergence and bounds is not None and bounds[0].is_nonnegative:
        return rows.pure_row(draw, 2, scene.size, odds_below(bounds[0]))
    if kind is heads.HockeyStick and known and known[0].is_nonnegative:
        t = odds_below(known[0])
        delta = draw_between(draw, Fraction(0), Fraction(1)) if bounds is None else below(bounds[0])
        return rows.approximate_row(
            draw, 2, scene.size, t, min(max(delta, Fraction(0)), Fraction(1))
        )
    return rows.positive_row(draw, 2, scene.size)


def draw_mechanisms(
    draw: DrawFn, scene: Scene, components: Sequence[Component], made: Made
) -> None:
    """Draw the mechanisms of a claim, all of one family or all finite.

    Raises:
        UnfitError: no laws were found within a hypothesis.
    """
    names = [name for component in components for name in component.names]
    if not names:
        return
    choices = sorted(permitted(scene.claim, scene.families, names, scene.length))
    choices.sort(key=lambda family: family != "finite")
    weights = choices + choices[:1] * 2 * ("finite" in choices)
    family = draw(st.sampled_from(weights))
    for component in components:
        if family == "finite" or not _closed(draw, scene, component, family, made):
            _draw_finite(draw, scene, component, made)


def _closed(draw: DrawFn, scene: Scene, component: Component, family: str, made: Made) -> bool:
    """Whether a mechanism in closed form was found for the component."""
    if len(component.names) != 1 or len(component.hypotheses) != 1:
        return False
    (name,), (hypothesis,) = component.names, component.hypotheses
    known = scene.values(hypothesis.known)
    if hypothesis.subject != (name,) or known is None:
        return False
    found = closed_form(draw, family, hypothesis, known, scene.values(hypothesis.bounds))
    if found is None:
        return False
    made.values[name] = found[0]
    made.note(hypothesis, found[1], scene)
    return True


def _draw_finite(draw: DrawFn, scene: Scene, component: Component, made: Made) -> None:
    """Draw finite mechanisms that hypotheses tie together."""
    tied = component.hypotheses
    start: Rows = {}
    for name in component.names:
        primary = next((h for h in tied if h.subject == (name,)), None)
        start[name] = _row(draw, scene, primary, len(tied))

    def built(found: Rows) -> dict[Symbol, Basic]:
        return {name: mechanism(row) for name, row in found.items()}

    found = _settled(start, built, tied, scene, made)
    alone = len(tied) == 1 and isinstance(tied[0].atom, heads.ApproxZCDP)
    if alone and tied[0].subject == component.names:
        delta = scene.value(tied[0].atom.args[1])
        assert delta is not None
        failure = min(max(below(delta), Fraction(0)), Fraction(1))
        (name,) = component.names
        found = {name: rows.mixed_catastrophe(draw, found[name], failure)}
    made.values.update(built(found))


def _row(draw: DrawFn, scene: Scene, hypothesis: Hypothesis | None, tied: int) -> Row:
    """A row of laws in the spirit of one hypothesis, within it where a construction is known."""
    length, size = scene.length, scene.size
    if hypothesis is None:
        if tied:
            return rows.positive_row(draw, length, size)
        return draw_laws(draw, length, size)
    bounds, known = scene.values(hypothesis.bounds), scene.values(hypothesis.known)
    kind = type(hypothesis.atom)
    if kind is heads.ApproxDP and known is not None:
        return _approximate(draw, scene, known[0], bounds, tied)
    if bounds is None or draw(st.integers(0, 5)) == 0:
        return rows.positive_row(draw, length, size)
    if hypothesis.requirement is PURE:
        return rows.pure_row(draw, length, size, odds_below(bounds[0]))
    if kind is heads.BoundedRange:
        return rows.range_row(draw, length, size, odds_below(bounds[0]))
    if kind is heads.GaussianDP:
        return rows.gaussian_row(draw, length, size, below(bounds[0]).limit_denominator(1000))
    return rows.positive_row(draw, length, size)


def _approximate(
    draw: DrawFn, scene: Scene, epsilon: Expr, bounds: tuple[Expr, ...] | None, tied: int
) -> Row:
    length, size = scene.length, scene.size
    if tied > 1:
        return rows.positive_row(draw, length, size)
    t = odds_below(epsilon)
    if bounds is not None:
        delta = min(max(below(bounds[0]), Fraction(0)), Fraction(1))
        return rows.approximate_row(draw, length, size, t, delta)
    if draw(st.booleans()):
        return draw_laws(draw, length, size)
    return rows.approximate_row(draw, length, size, t, draw_between(draw, Fraction(0), Fraction(1)))


def _settled(
    start: Rows,
    built: Callable[[Rows], dict[Symbol, Basic]],
    tied: Sequence[Hypothesis],
    scene: Scene,
    made: Made,
) -> Rows:
    """The rows, contracted so that every hypothesis with known bounds holds; the others noted.

    Raises:
        UnfitError: even equal laws break a hypothesis.
    """
    given = [h for h in tied if scene.values(h.bounds) is not None]

    def at(factor: Fraction) -> Rows:
        return {name: contracted(row, factor) for name, row in start.items()}

    def overshoot(found: Rows) -> tuple[float, Hypothesis | None]:
        objects = built(found) if any(not _is_plain(h, found) for h in tied) else {}
        worst: tuple[float, Hypothesis | None] = (0.0, None)
        for hypothesis in given:
            pairs = _pairs(hypothesis, found, objects, scene)
            size = hypothesis.overshoot(pairs, scene.numbers)
            worst = max(worst, (size, hypothesis), key=lambda entry: entry[0])
        return worst

    factor, found = Fraction(1), start
    for step in range(_STEPS):
        size, broken = overshoot(found)
        if broken is None:
            break
        if factor == 0:
            raise UnfitError(text(broken.atom))
        factor = _smaller(factor, size, step)
        found = at(factor)
    objects = built(found)
    for hypothesis in tied:
        if hypothesis not in given:
            pairs = _pairs(hypothesis, found, objects, scene)
            made.note(hypothesis, hypothesis.least(pairs, scene.numbers), scene)
    return found


def _smaller(factor: Fraction, overshoot: float, step: int) -> Fraction:
    """A factor at which a divergence that overshoots its bound so much should fit.

    Divergences are about quadratic in the factor, some linear; the last step gives up at zero.
    """
    if step >= _STEPS - 3 or isinf(overshoot):
        return Fraction(0) if step >= _STEPS - 3 else factor / 16
    power = 0.5 if step < 3 else 1.0
    target = float(factor) * min(overshoot**-power, 1 - 2.0 ** (step - 12))
    return readings.rounded_down(target)


def heed(scene: Scene, nameless: Sequence[Hypothesis], made: Made) -> None:
    """Note what hypotheses about concrete laws ask, or check those whose bounds are given.

    Raises:
        UnfitError: a hypothesis does not hold at these numbers.
    """
    for hypothesis in nameless:
        pairs = _pairs(hypothesis, {}, {}, scene)
        if scene.values(hypothesis.bounds) is None:
            made.note(hypothesis, hypothesis.least(pairs, scene.numbers), scene)
        elif hypothesis.overshoot(pairs, scene.numbers) > 0:
            raise UnfitError(text(hypothesis.atom))


def _is_plain(hypothesis: Hypothesis, found: Rows) -> bool:
    return hypothesis.is_guarantee and hypothesis.subject[0] in found


def _guaranteed(
    mechanism: Basic, hypothesis: Hypothesis, scene: Scene
) -> Sequence[tuple[Basic, Basic]]:
    """The pairs of a mechanism; against hypotheses, the worst at the epsilon that is known."""
    known = scene.values(hypothesis.known)
    approximate = isinstance(plain(hypothesis.atom), heads.ApproxDP)
    if isinstance(mechanism, heads.Hypotheses) and approximate and known:
        inner, first, second = mechanism.args
        choices = [neighbouring_pairs(part) for part in rounds_of(inner)]
        try:
            return [worst_views(choices, first, second, odds_below(known[0]))]
        except EvaluationError:
            return neighbouring_pairs(mechanism)
    return neighbouring_pairs(mechanism)


def _pairs(
    hypothesis: Hypothesis, found: Rows, objects: Mapping[Symbol, Basic], scene: Scene
) -> Sequence[tuple[Weights, Weights]]:
    """The pairs of laws over which a hypothesis quantifies."""
    if _is_plain(hypothesis, found):
        return neighbours(found[hypothesis.subject[0]])
    point = {**scene.numbers, **objects}
    subject = [part.xreplace(point) for part in hypothesis.subject]
    try:
        if hypothesis.is_guarantee:
            pairs = _guaranteed(subject[0], hypothesis, scene)
            return [(weights_of(p), weights_of(q)) for p, q in pairs]
        return [(weights_of(subject[0]), weights_of(subject[1]))]
    except EvaluationError as error:
        raise EvaluationError(
            f"the hypothesis {text(hypothesis.atom)} cannot be honoured by construction: {error}"
        ) from None
