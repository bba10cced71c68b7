"""Every interactive (epsilon, delta)-DP mechanism as an image of canonical randomised response.

Four normals. For a node h of the tree let F(h) hold the pairs (b0, b1) for which the subtree
carries sub-strategies B0 <= P0 and B1 <= P1 of these masses (equal over the options of a query,
adding up at a message) with B0 <= t*B1 and B1 <= t*B0 at every leaf. Then

    F(h) = {0 <= b0 <= U(h), 0 <= b1 <= V(h), b0 <= t*b1, b1 <= t*b0},

with U = min(P0, t*P1) and V = min(P1, t*P0) at a leaf, sums at a message, minima at a query, and
U <= t*V, V <= t*U. At a leaf that is the definition. At a message F is the Minkowski sum of those
below: polygons whose edges have these four normals and touch them all are closed under sums, vertex
by vertex, (0, 0), (U, U/t), (U, V) and (V/t, V). At a query it is the intersection: minima, and the
constraints stay tight since min U <= U* <= t*V* = t*min V.

At the root U = 1 - D0(t) and V = 1 - D1(t), with D the best adversary's gain in either direction;
so (1 - delta, 1 - delta) lies in F(root) exactly if the mechanism is (epsilon, delta)-DP. Then
P_b is the mixture over the responses y to the bit b of four strategies S_y read off B0 and B1.
This proves, for finite trees, Theorem 2 and the conjecture of Vadhan and Wang 2021.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq

from dpsym.errors import DomainError
from dpsym.games.trees import ONE, ZERO, Masses, Message, Node, Query, parameters

OUTCOMES = ("Iam0", "0", "1", "Iam1")


@dataclass(frozen=True, slots=True)
class Plan:
    """Masses that strategies give to the nodes of a tree, in the tree's shape.

    Attributes:
        masses: of this node, one for each strategy.
        below: the plans of the nodes below, in order.
    """

    masses: tuple[fmpq, ...]
    below: tuple[Plan, ...] = ()


@dataclass(frozen=True, slots=True)
class Simulation:
    """A mechanism as an interactive post-processing of ``CanonicalRR(log(t), delta)``.

    Attributes:
        mechanism: the mechanism that is simulated.
        t: the exponential of its epsilon.
        delta: its delta.
        plan: for each outcome ``Iam0, 0, 1, Iam1`` of the response the mass with which the
            strategy that is then followed reaches each node; a strategy that is never followed
            copies one that is.
    """

    mechanism: Node
    t: fmpq
    delta: fmpq
    plan: Plan

    def verify(self) -> bool:
        """Whether this is such a post-processing, checked from the definitions alone.

        Guarantees:
            True only if every strategy is one (its masses are nonnegative, sum to one at the root,
            add up at messages and are equal over questions) and the mixture over the responses to
            bit b gives every leaf the mass that the mechanism has on database b.

        >>> from dpsym.games.trees import response
        >>> simulate(response(2, 0), 2, 0).verify()
        True
        """
        root = self.plan.masses
        return (
            all(mass == 1 for mass in root)
            and all(map(self._is_consistent, _joined(self.mechanism, self.plan)))
            and all(
                self._mixture(bit, plan.masses) == masses[bit]
                for masses, plan in _ends(self.mechanism, self.plan, (ONE, ONE))
                for bit in (0, 1)
            )
        )

    def responses(self, bit: int) -> tuple[fmpq, ...]:
        """The law of the canonical response to a bit, on ``Iam0, 0, 1, Iam1``."""
        kept = (1 - self.delta) / (1 + self.t)
        law = (self.delta, kept * self.t, kept, ZERO)
        return law if bit == 0 else law[::-1]

    def _mixture(self, bit: int, masses: tuple[fmpq, ...]) -> fmpq:
        return sum((p * m for p, m in zip(self.responses(bit), masses, strict=True)), ZERO)

    def _is_consistent(self, entry: tuple[Node, Plan]) -> bool:
        node, plan = entry
        if len(plan.masses) != len(OUTCOMES) or any(mass < 0 for mass in plan.masses):
            return False
        children = [below.masses for below in plan.below]
        if isinstance(node, Message):
            sums = tuple(sum(column, ZERO) for column in zip(*children, strict=True))
            return len(children) == len(node.branches) and sums == plan.masses
        if isinstance(node, Query):
            return len(children) == len(node.options) and all(c == plan.masses for c in children)
        return not children


def _after(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Message):
        return tuple(branch.then for branch in node.branches)
    return node.options if isinstance(node, Query) else ()


def _joined(node: Node, plan: Plan) -> Iterator[tuple[Node, Plan]]:
    yield node, plan
    for then, below in zip(_after(node), plan.below, strict=True):
        yield from _joined(then, below)


def _ends(node: Node, plan: Plan, masses: Masses) -> Iterator[tuple[Masses, Plan]]:
    if not plan.below:
        yield masses, plan
    for number, (then, below) in enumerate(zip(_after(node), plan.below, strict=True)):
        yield from _ends(then, below, _scaled(node, number, masses))


def _scaled(node: Node, number: int, masses: Masses) -> Masses:
    if not isinstance(node, Message):
        return masses
    branch = node.branches[number]
    return masses[0] * branch.first, masses[1] * branch.second


@dataclass(frozen=True, slots=True)
class _Bounds:
    """U and V of a node, its masses, and the same below."""

    masses: Masses
    u: fmpq
    v: fmpq
    below: tuple[_Bounds, ...]


def _bounds(node: Node, masses: Masses, t: fmpq) -> _Bounds:
    below = tuple(
        _bounds(then, _scaled(node, number, masses), t) for number, then in enumerate(_after(node))
    )
    if isinstance(node, Message):
        u, v = sum((b.u for b in below), ZERO), sum((b.v for b in below), ZERO)
    elif isinstance(node, Query):
        u, v = min(b.u for b in below), min(b.v for b in below)
    else:
        u, v = min(masses[0], t * masses[1]), min(masses[1], t * masses[0])
    return _Bounds(masses, u, v, below)


def simulate(mechanism: Node, t: fmpq | int, delta: fmpq | int) -> Simulation:
    """The mechanism as an interactive post-processing of canonical randomised response.

    Linear in the size of the tree.

    Guarantees:
        :meth:`Simulation.verify` is true of the answer.

    Raises:
        DomainError: the mechanism is not (log(t), delta)-DP against every adversary; the message
            says with which delta it is.

    >>> from dpsym.games.trees import response
    >>> simulate(response(2, 0), 2, 0).plan.below[0].masses
    (1, 1, 0, 0)
    """
    odds, failure = parameters(t, delta)
    bounds = _bounds(mechanism, (ONE, ONE), odds)
    kept = 1 - failure
    if kept > bounds.u or kept > bounds.v:
        raise DomainError(
            f"the mechanism is not (log({odds}), {failure})-DP against every adversary",
            part=str(failure),
            remedy=f"its least delta is {1 - min(bounds.u, bounds.v)}",
        )
    return Simulation(
        mechanism, odds, failure, _plan(mechanism, bounds, (kept, kept), odds, failure)
    )


def _plan(node: Node, bounds: _Bounds, inside: Masses, t: fmpq, delta: fmpq) -> Plan:
    """The plan of a node whose sub-strategies have the masses ``inside``, a point of F(node)."""
    if isinstance(node, Message):
        weights = _weights(inside, bounds, t)
        shares = [_combined(weights, below, t) for below in bounds.below]
    else:
        shares = [inside] * len(bounds.below)
    return Plan(
        _strategies(bounds.masses, inside, t, delta),
        tuple(
            _plan(then, below, share, t, delta)
            for then, below, share in zip(_after(node), bounds.below, shares, strict=True)
        ),
    )


def _weights(point: Masses, bounds: _Bounds, t: fmpq) -> tuple[fmpq, fmpq, fmpq]:
    """The point as a combination of the vertices (U, U/t), (U, V) and (V/t, V); the rest is 0."""
    first, second, u, v = *point, bounds.u, bounds.v
    if u == 0 or v == 0:
        return ZERO, ZERO, ZERO
    if second * u <= first * v:
        width = u * (v - u / t)
        side = (first * v - second * u) / width if width != 0 else ZERO
        return side, first / u - side, ZERO
    width = v * (u - v / t)
    side = (second * u - first * v) / width if width != 0 else ZERO
    return ZERO, second / v - side, side


def _combined(weights: tuple[fmpq, fmpq, fmpq], bounds: _Bounds, t: fmpq) -> Masses:
    low, middle, high = weights
    u, v = bounds.u, bounds.v
    return (low + middle) * u + high * v / t, low * u / t + (middle + high) * v


def _strategies(
    masses: Masses, inside: Masses, t: fmpq, delta: fmpq
) -> tuple[fmpq, fmpq, fmpq, fmpq]:
    (p0, p1), (b0, b1) = masses, inside
    kept = 1 - delta
    if kept == 0:
        return p0, p0, p1, p1
    if t == 1:
        heads, tails = b0 / kept, b1 / kept
    else:
        heads, tails = (t * b0 - b1) / (kept * (t - 1)), (t * b1 - b0) / (kept * (t - 1))
    if delta == 0:
        return heads, heads, tails, tails
    return (p0 - b0) / delta, heads, tails, (p1 - b1) / delta
