"""Basin hopping over the masses of trees whose shape is fixed.

A claim about trees that are written out has numbers for its only names. Each is moved as one real;
what hypotheses bound is read off the tree by exact recursion, and where their bounds are given, a
point is drawn back toward one at which they hold, until they do. Every value is exact, so that
what hops over is no noise. A tree that was found at random becomes such a claim when its masses
get names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from math import exp as exponential
from types import MappingProxyType
from typing import Any

import numpy as np
from sympy import Basic, Rational, S, Symbol, log

from dpsym.enclosure import examine
from dpsym.errors import EvaluationError
from dpsym.games.accuracy import xor
from dpsym.games.expressions import task
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import plain
from dpsym.language.domains import PROBABILITY, Interval, Sort
from dpsym.provers.prover import Budget
from dpsym.provers.rationals import simplest
from dpsym.provers.search.certify import excess_at, witness_at
from dpsym.provers.search.coordinates import Coordinate
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.local_optimisation import MOST_HOPPING, hop
from dpsym.provers.search.shapes import protocol_shapes
from dpsym.strategies.plan import make_plan
from dpsym.strategies.protocol_trees import parties_of
from dpsym.verdict import Witness

SEED = 20140131
FINE = 10**6
"""The denominator of the masses that are hopped over."""
DENOMINATORS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 50, 100, 200, 500, 1000, 10**4, FINE)
SLACKS = (Fraction(1, 50), Fraction(1, 1000), Fraction(1, 10**8))
SAMPLES, HOPS, EVALUATIONS = 40, 4, 40
HALVINGS = 8
BITS = 127
CLEAR = 0.02
"""A relative excess after which small numbers matter more than a larger one."""
FAINT = 1e-9
MOST_TRIED = 20_000
MOST_ODDS = 10**4
_READ = {
    heads.PureDP: 1,
    heads.ApproxDP: 2,
    heads.RenyiDP: 2,
    heads.Simulable: 2,
    heads.CuriousDP: 3,
    heads.MaliciousDP: 3,
}
"""The place of the parameter whose least value a recursion gives."""

Values = tuple[Fraction, ...]
NOTHING: Mapping[Symbol, Basic] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Outline:
    """A claim whose only names are numbers, some of them read off its hypotheses.

    Attributes:
        claim: the claim.
        whole: the claim it stands for, which may have names for trees.
        objects: those trees, over the names of the first.
        coordinates: the numbers that are moved.
        odds: those of them, and of the names read off, that are logarithms of rationals.
        readings: the names read off, in order, with the hypotheses that bound each.
        constraints: the other hypotheses.
    """

    claim: Claim
    whole: Claim
    objects: Mapping[Symbol, Basic]
    coordinates: tuple[Coordinate, ...]
    odds: frozenset[Symbol]
    readings: tuple[tuple[Symbol, tuple[Basic, ...]], ...]
    constraints: tuple[Basic, ...]

    def point(self, values: Values, slack: Fraction) -> dict[Symbol, Basic] | None:
        """All names at these values, those read off at most so much above the least in proportion.

        None where a name would have no finite value. A coordinate among the odds has the value of
        its exponential.
        """
        found: dict[Symbol, Basic] = {}
        for coordinate, value in zip(self.coordinates, values, strict=True):
            found[coordinate.name] = self._number(coordinate.name, value)
        for name, hypotheses in self.readings:
            least = self._read(name, [h.xreplace(found) for h in hypotheses], slack)
            if least is None:
                return None
            found[name] = least
        return found

    def _read(self, name: Symbol, hypotheses: Sequence[Basic], slack: Fraction) -> Basic | None:
        """The least value of a name with which hypotheses hold, or one a little above it."""
        balls = [_least(h.xreplace({name: S.One}), name in self.odds) for h in hypotheses]
        known = [ball for ball in balls if ball is not None]
        if len(known) < len(balls):
            return None
        low, high = max(low for low, _ in known), max(high for _, high in known)
        exact = self._number(name, simplest(low, high))
        if all(_is_true(h, {name: exact}) for h in hypotheses):
            return exact
        return self._number(name, simplest(high, high + slack * abs(high)))

    def _number(self, name: Symbol, value: Fraction) -> Basic:
        number = Rational(value.numerator, value.denominator)
        return log(number) if name in self.odds else number

    def witness(self, point: Mapping[Symbol, Basic]) -> Witness | None:
        """A witness against the whole claim at this point, if it is one."""
        trees = {name: tree.xreplace(dict(point)) for name, tree in self.objects.items()}
        named = {
            name: trees[name] if name in trees else point[name] for name, _ in self.whole.domains
        }
        return witness_at(self.whole, named)

    def holds(self, point: Mapping[Symbol, Basic]) -> bool:
        """Whether the constraints hold for certain."""
        return all(_is_true(constraint, point) for constraint in self.constraints)

    def rounded(self, z: Array, denominator: int) -> Values:
        """The values at a real vector, in parts of a denominator."""
        found = []
        for coordinate, real in zip(self.coordinates, z, strict=True):
            value = float(coordinate.values(np.array([real]))[0])
            if coordinate.name in self.odds:
                value = min(exponential(min(value, 700.0)), MOST_ODDS)
            near = Fraction(round(value * denominator), denominator)
            inside = (
                near if coordinate.name in self.odds else _inside(near, coordinate, denominator)
            )
            found.append(inside)
        return tuple(found)


def outline(
    claim: Claim, whole: Claim | None = None, objects: Mapping[Symbol, Basic] = NOTHING
) -> Outline | None:
    """The outline of a claim; None where a name is no real number, or too many are.

    It may stand for a ``whole`` claim with names for the trees that are ``objects``.
    """
    scalars = dict(claim.scalars())
    if len(scalars) < len(claim.domains):
        return None
    if not all(isinstance(domain, Interval) for domain in scalars.values()):
        return None
    wanted: dict[Symbol, list[Basic]] = {}
    constraints = []
    for hypothesis in map(plain, claim.hypotheses):
        place = _READ.get(type(hypothesis))
        name = None if place is None else hypothesis.args[place]
        others = [a for i, a in enumerate(hypothesis.args) if i != place]
        if name in scalars and not any(name in other.free_symbols for other in others):
            wanted.setdefault(name, []).append(hypothesis)
        else:
            constraints.append(hypothesis)
    graph = {
        name: set().union(*(h.free_symbols for h in hypotheses)) & set(wanted) - {name}
        for name, hypotheses in wanted.items()
    }
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError:
        return None
    moved = [name for name in scalars if name not in wanted]
    if not 0 < len(moved) <= MOST_HOPPING:
        return None
    plan = make_plan(whole or claim)
    return Outline(
        claim,
        whole or claim,
        objects,
        tuple(Coordinate(name, scalars[name]) for name in moved),
        plan.logarithmic | plan.always,
        tuple((name, tuple(wanted[name])) for name in order),
        tuple(constraints),
    )


def _inside(value: Fraction, coordinate: Coordinate, denominator: int) -> Fraction:
    """The value, moved by one part where it is an end that does not belong to the domain."""
    domain = coordinate.domain
    assert isinstance(domain, Interval)
    if domain.lower_open and value == domain.lower:
        return value + Fraction(1, denominator)
    if domain.upper_open and value == domain.upper:
        return value - Fraction(1, denominator)
    return value


def _least(hypothesis: Basic, is_odds: bool) -> tuple[Fraction, Fraction] | None:
    """Bounds of the least value of the read parameter, or of its exponential; None if infinite."""
    try:
        ball = examine(hypothesis, {}, max_bits=BITS).left
    except EvaluationError:
        return None
    value = ball.exp() if is_odds else ball
    return (_rational(value.lower()), _rational(value.upper())) if value.is_finite() else None


def _rational(end: Any) -> Fraction:
    mantissa, exponent = (int(part) for part in end.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def _is_true(atom: Basic, point: Mapping[Symbol, Basic]) -> bool:
    try:
        return examine(atom, dict(point), max_bits=BITS).truth is True
    except EvaluationError:
        return False


@dataclass(slots=True)
class Hopper:
    """Basin hopping in one outline, with the best that it came by.

    Attributes:
        shape: the outline.
        budget: when to stop.
        left: how many points may still be tried.
        best: the largest relative excess so far, -1 where none has a value.
        place: where that was.
        base: a point at which the constraints hold; None where there are none.
    """

    shape: Outline
    budget: Budget
    left: int = MOST_TRIED
    best: float = -1.0
    place: Array | None = None
    base: Values | None = None

    def run(self, starts: Sequence[Array], rng: np.random.Generator) -> None:
        """Samples, then hops from the best of them, until time is used up or a find is clear."""
        width = len(self.shape.coordinates)
        columns = [c.sample(rng, SAMPLES) for c in self.shape.coordinates]
        fresh = [*starts, np.zeros(width), *np.stack(columns, axis=1)]
        try:
            self.settle(fresh)
            ranked = sorted(fresh, key=lambda z: -self._excess(z))
            for start in [ranked[0]] * HOPS + ranked[1:HOPS]:
                hop(self.score, start, rng, hops=1, evaluations=EVALUATIONS * width)
                if self.best > FAINT:
                    return
        except StopIteration:
            pass

    def settle(self, candidates: Sequence[Array]) -> None:
        """Find a point at which the constraints hold, toward which others are drawn."""
        if not self.shape.constraints:
            return
        for z in candidates:
            values = self.shape.rounded(z, 2)
            point = self.shape.point(values, SLACKS[-1])
            if point is not None and self.shape.holds(point):
                self.base = values
                return
        raise StopIteration

    def score(self, z: Array) -> Array:
        """The relative excess at real vectors, each drawn to where the constraints hold."""
        return np.array([self._excess(vector) for vector in z])

    def _excess(self, z: Array) -> float:
        self.left -= 1
        if self.left < 0 or self.budget.spent or self.best > CLEAR:
            raise StopIteration
        point = self.drawn(self.shape.rounded(z, FINE), SLACKS[-1])
        found = -1.0 if point is None else excess_at(self.shape.claim, point)
        if found > self.best or self.place is None:
            self.best, self.place = found, z.copy()
        return found

    def drawn(self, values: Values, slack: Fraction) -> dict[Symbol, Basic] | None:
        """The point at these values, or next to it on the way to where the constraints hold."""
        point = self.shape.point(values, slack)
        if point is None or self.base is None or self.shape.holds(point):
            return point
        kept, share, step = None, Fraction(0), Fraction(1)
        for _ in range(HALVINGS):
            step /= 2
            between = tuple(
                b + (share + step) * (v - b) for v, b in zip(values, self.base, strict=True)
            )
            point = self.shape.point(between, slack)
            if point is not None and self.shape.holds(point):
                kept, share = point, share + step
        return kept if kept is not None else self.shape.point(self.base, slack)


def hop_over_trees(
    claim: Claim, budget: Budget, *, seed: int = SEED, most: int = MOST_TRIED
) -> tuple[Witness | None, float]:
    """A certified counterexample to a claim about trees of fixed shapes, and the best excess.

    The shapes are those that are written out; for a protocol that has a name, some small ones. At
    most ``most`` points of each are tried. The excess is relative to the size of the sides, and -1
    where nothing could be tried.

    Guarantees:
        as of :func:`dpsym.provers.search.certify.witness_at`. The same claim, seed and a sufficient
        budget give the same witness.
    """
    closest = -1.0
    shapes = list(_outlines(claim))
    for place, shape in enumerate(shapes):
        hopper = Hopper(shape, budget.share(1 / (len(shapes) - place)), most)
        hopper.run((), np.random.default_rng(seed))
        closest = max(closest, hopper.best)
        if hopper.best > 0 and hopper.place is not None:
            witness = _smallest(hopper, hopper.place)
            if witness is not None:
                return witness, hopper.best
    return None, closest


def _outlines(claim: Claim) -> Iterator[Outline]:
    """The claim itself, or with a protocol of each shape for its only name of a protocol."""
    protocols, tasks = claim.objects(Sort.PROTOCOL), claim.objects(Sort.TASK)
    if len(claim.scalars()) + len(protocols) + len(tasks) < len(claim.domains):
        return
    if not protocols and not tasks:
        shape = outline(claim)
        if shape is not None:
            yield shape
    if len(protocols) != 1:
        return
    parties = parties_of(claim)
    for tree, masses in protocol_shapes(parties):
        objects = {protocols[0]: tree} | {name: task(xor(parties, 0)) for name in tasks}
        domains = [(n, d) for n, d in claim.domains if n not in objects]
        written = Claim(
            tuple(atom.xreplace(objects) for atom in claim.hypotheses),
            tuple(atom.xreplace(objects) for atom in claim.conclusions),
            (*domains, *((mass, PROBABILITY) for mass in masses)),
        )
        shape = outline(written, claim, objects)
        if shape is not None:
            yield shape


def _smallest(hopper: Hopper, place: Array) -> Witness | None:
    """A witness near a real vector in small numbers: coarse ones first, then each made coarser."""
    shape = hopper.shape
    for denominator in DENOMINATORS:
        values = shape.rounded(place, denominator)
        witness = _witness(hopper, values)
        if witness is not None:
            break
    else:
        return None
    for index in range(len(values)):
        for coarser in DENOMINATORS[: DENOMINATORS.index(denominator)]:
            simple = Fraction(round(values[index] * coarser), coarser)
            changed = (*values[:index], simple, *values[index + 1 :])
            found = None if simple == values[index] else _witness(hopper, changed)
            if found is not None:
                values, witness = changed, found
                break
    return witness


def _witness(hopper: Hopper, values: Values) -> Witness | None:
    for slack in SLACKS:
        point = hopper.drawn(values, slack)
        found = None if point is None else hopper.shape.witness(point)
        if found is not None:
            return found
    return None
