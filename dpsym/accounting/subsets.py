"""Few different rounds: the sum over all subsets, met in the middle.

The responses are dealt into two halves. For every outcome of the one, the outcomes of the other
that make the privacy loss exceed epsilon are a tail of its sorted losses, whose masses are known
(Murtagh-Vadhan 2016, Theorem 1.5, with 2*2**(k/2) outcomes in place of 2**k).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm

from flint import arb, ctx, fmpq

from dpsym.accounting.curve import Reading
from dpsym.accounting.rounds import ball

Groups = tuple[tuple[Fraction, int], ...]

MAX_OUTCOMES = 2**13
"""The most outcomes one half may have."""


def halves(groups: Groups) -> tuple[Groups, Groups]:
    """The groups in two halves, with about equally many outcomes.

    >>> [len(half) for half in halves(tuple((Fraction(i), 1) for i in range(1, 7)))]
    [3, 3]
    """
    first: list[tuple[Fraction, int]] = []
    second: list[tuple[Fraction, int]] = []
    for group in sorted(groups, key=lambda group: -group[1]):
        smaller = first if outcomes(first) <= outcomes(second) else second
        smaller.append(group)
    return tuple(first), tuple(second)


def outcomes(groups: Sequence[tuple[Fraction, int]]) -> int:
    """How many outcomes, up to permutation within a group."""
    number = 1
    for _, count in groups:
        number *= count + 1
    return number


def is_small(groups: Groups) -> bool:
    """Whether both halves have few enough outcomes."""
    return all(outcomes(half) <= MAX_OUTCOMES for half in halves(groups))


@dataclass(frozen=True, slots=True)
class SubsetCurve:
    """A product of randomised responses, ``groups`` of equal ones.

    >>> curve = SubsetCurve(((Fraction(1), 1), (Fraction(2), 1)))
    >>> print(curve.read(Fraction(3, 2), 64).stick.str(10, radius=False))
    0.5002375680
    """

    groups: Groups

    @property
    def tight(self) -> bool:
        """Always."""
        return True

    def read(self, epsilon: Fraction, bits: int) -> Reading:
        """The curve at an epsilon."""
        scale = lcm(*(e.denominator for e, _ in self.groups), epsilon.denominator)
        first, second = (_half(half, scale, bits + 64) for half in halves(self.groups))
        with ctx.workprec(bits + 64):
            return _meet(first, second, int(epsilon * scale), ball(epsilon).exp())


@dataclass(frozen=True, slots=True)
class _Half:
    """Sorted losses, in units of 1/scale, the largest first, with masses and their running sums."""

    losses: tuple[int, ...]
    p: tuple[arb, ...]
    q: tuple[arb, ...]
    sums: tuple[tuple[arb, arb], ...]


@lru_cache(maxsize=8)
def _half(groups: Groups, scale: int, bits: int) -> _Half:
    with ctx.workprec(bits):
        masses: dict[int, arb] = {0: arb(1)}
        for epsilon, count in groups:
            masses = _with_group(masses, epsilon, count, scale)
        losses = sorted(masses, reverse=True)
        p = [masses[loss] for loss in losses]
        q = [masses[loss] * arb(fmpq(-loss, scale)).exp() for loss in losses]
        sums = [(arb(0), arb(0))]
        for true, false in zip(p, q, strict=True):
            sums.append((sums[-1][0] + true, sums[-1][1] + false))
    return _Half(tuple(losses), tuple(p), tuple(q), tuple(sums))


def _with_group(
    masses: dict[int, arb], epsilon: Fraction, count: int, scale: int
) -> dict[int, arb]:
    false = 1 / (1 + ball(epsilon).exp())
    true = 1 / (1 + (-ball(epsilon)).exp())
    unit = int(epsilon * scale)
    responses = [
        ((count - 2 * wrong) * unit, comb(count, wrong) * true ** (count - wrong) * false**wrong)
        for wrong in range(count + 1)
    ]
    found: dict[int, arb] = {}
    for loss, mass in masses.items():
        for change, share in responses:
            found[loss + change] = found.get(loss + change, arb(0)) + mass * share
    return found


def _meet(first: _Half, second: _Half, threshold: int, growth: arb) -> Reading:
    """The sum over pairs of outcomes whose losses together exceed the threshold."""
    stick, slope = arb(0), arb(0)
    reach = 0
    for loss, p, q in zip(
        reversed(first.losses), reversed(first.p), reversed(first.q), strict=True
    ):
        while reach < len(second.losses) and loss + second.losses[reach] > threshold:
            reach += 1
        true, false = second.sums[reach]
        share = growth * q * false
        stick += p * true - share
        slope += share
    return Reading(stick, slope)
