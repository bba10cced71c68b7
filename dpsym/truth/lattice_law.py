"""Privacy losses on a lattice, with masses in fixed point that are rounded one way throughout.

A measure on losses has the curve ``c -> sum of mass*max(1 - exp(c - loss), 0)`` over all real c; a
loss may be infinite. Where the curve of one measure lies below that of another, it does so after
both are added to a loss that is independent of them, since this mixes curves moved along c. So it
is enough that each step alone moves the curve one way:

* up, where masses are rounded up, losses are raised, and high ones called infinite;
* down, where masses are rounded down or left out, and losses lowered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import exp, ldexp

from flint import arb, arb_poly, fmpz, fmpz_poly

from dpsym.accounting.rounds import ball
from dpsym.errors import EvaluationError


@dataclass(frozen=True, slots=True)
class LatticeLaw:
    """Losses ``step*(first + j)`` with masses that are multiples of ``2**-scale``.

    Attributes:
        step: the distance of two losses.
        first: the place of the least loss.
        masses: in units of ``2**-scale``.
        infinite: the mass of an infinite loss, zero where the curve is moved down.
        scale: the bits of the fixed point.
        up: whether the curve is moved up or down.
    """

    step: Fraction
    first: int
    masses: tuple[fmpz, ...]
    infinite: fmpz
    scale: int
    up: bool

    def times(self, other: LatticeLaw) -> LatticeLaw:
        """The sum of two independent losses, one way from the true one."""
        product = fmpz_poly(list(self.masses)) * fmpz_poly(list(other.masses))
        masses = self._rounded(product.coeffs() or [fmpz(0)])
        finite, more = (sum(law.masses, fmpz(0)) for law in (self, other))
        infinite = self.infinite * (more + other.infinite) + finite * other.infinite
        return self._with(self.first + other.first, masses, *self._rounded([infinite]))

    def trimmed(self, epsilon: float, spared: float, least: float) -> LatticeLaw:
        """Without ends that hardly matter to the curve at epsilon and beyond.

        Args:
            epsilon: the end of what is looked at; losses far above it are as good as infinite.
            spared: about how much the curve may move.
            least: what lies below this loss need not be kept apart.
        """
        masses, step = self.masses, float(self.step)
        low, high, held = 0, len(masses), 0.0
        unit = ldexp(1.0, -self.scale)
        while low < high - 1:
            held += float(masses[low]) * unit
            if held > spared and step * (self.first + low + 1) > least:
                break
            low += 1
        held, place = 0.0, epsilon - step * self.first
        while high > low + 1:
            held += float(masses[high - 1]) * unit * exp(min(place - step * (high - 1), 0.0))
            if held > spared:
                break
            high -= 1
        below, above = (sum(part, fmpz(0)) for part in (masses[:low], masses[high:]))
        kept = list(masses[low:high])
        kept[0] += below if self.up else 0
        kept[-1] += 0 if self.up else above
        return self._with(self.first + low, kept, self.infinite + (above if self.up else 0))

    def delta(self, epsilon: arb) -> arb:
        """The curve at epsilon, as a ball.

        Raises:
            EvaluationError: the precision does not tell between which points epsilon lies.
        """
        place = (epsilon / ball(self.step)).floor().unique_fmpz()
        if place is None:
            raise EvaluationError("the precision does not suffice for the losses above epsilon")
        start = max(int(place) + 1 - self.first, 0)
        counted = fmpz_poly(list(self.masses[start:]))
        ratio = (-ball(self.step)).exp()
        least = ball(self.step * (self.first + start))
        lost = (epsilon - least).exp() * arb_poly(counted)(ratio)
        return (self.infinite + arb(counted(fmpz(1))) - lost) * arb(2) ** -self.scale

    def _rounded(self, masses: Iterable[fmpz]) -> list[fmpz]:
        if self.up:
            return [-((-mass) >> self.scale) for mass in masses]
        return [mass >> self.scale for mass in masses]

    def _with(self, first: int, masses: Iterable[fmpz], infinite: fmpz) -> LatticeLaw:
        return LatticeLaw(self.step, first, tuple(masses), infinite, self.scale, self.up)


def composed(
    law: LatticeLaw, rounds: int, epsilon: float, spared: float, *, origin: float = 0.0
) -> LatticeLaw:
    """The sum of so many independent losses, at least one, trimmed on the way.

    Args:
        law: of one loss less the origin.
        rounds: how many.
        epsilon: of the sum, where its curve is looked at.
        spared: about how much the curve may be moved by what is trimmed.
        origin: the loss that the law's place 0 stands for.
    """
    highest = float(law.step) * (law.first + len(law.masses) - 1) + origin
    share = spared / (2 * rounds * rounds.bit_length())

    def trimmed(whole: LatticeLaw, count: int) -> LatticeLaw:
        level = epsilon - count * origin
        return whole.trimmed(level, share * count, level - (rounds - count) * highest)

    total, count = trimmed(law, 1), 1
    for bit in bin(rounds)[3:]:
        total, count = trimmed(total.times(total), 2 * count), 2 * count
        if bit == "1":
            total, count = trimmed(total.times(law), count + 1), count + 1
    return total
