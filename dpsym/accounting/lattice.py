"""Many different rounds: certified bounds from losses rounded to a grid.

Under Q, the law of a false input, the privacy loss of the whole is ``Z = -E + 2*sum(e_i*B_i)``
with independent bits B_i, and the hockey stick is ``E_Q g(Z)`` for the convex increasing
``g(z) = max(exp(z) - exp(epsilon), 0)``. Every 2*e_i is rounded at random to a neighbouring
multiple of the width w, keeping its mean. The rounded Z' = Z + R then has, given Z, mean Z, and R
is a sum of k independent terms in intervals of length w. With V = k*w**2/4, Hoeffding's lemma
says ``E exp(a*R) <= exp(a**2*V/2)`` and ``P(R > r) <= exp(-r**2/(2*V))``.

So ``E g(Z')`` is an upper bound, by Jensen's inequality. What it has too much is, given Z, at most
``exp(epsilon)*b(s)`` at distance s = |Z - epsilon|, and ``exp(Z)*(exp(V/2) - 1)`` more where Z
exceeds epsilon, for ``b(s) = exp(a**2*V/2 - a*s)*(1 - 1/a)**(a - 1)/a`` with any a > 1, since
``max(exp(x) - 1, 0)`` and ``max(-x, 0)`` are at most ``exp(a*x)`` and ``exp(-a*x)`` times the last
factor. Masses of Z near epsilon are bounded by masses of Z' nearly as near.

Epsilons that all are multiples of the width are not rounded, and the value is enclosed tightly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, floor, lcm

from flint import arb, ctx, fmpz, fmpz_poly

from dpsym.accounting.curve import Reading
from dpsym.accounting.rounds import ball, dyadic
from dpsym.accounting.subsets import Groups

_STEP = 256
_ROUGH = 128
_SHELLS = 48
_WIDEST = 12


@dataclass(frozen=True, slots=True)
class LatticeCurve:
    """A product of randomised responses with losses rounded to about ``cells`` multiples.

    >>> curve = LatticeCurve(((Fraction(1), 1), (Fraction(2), 1)), 64)
    >>> print(curve.read(Fraction(3, 2), 64).stick.str(10, radius=False))
    0.5002375680
    """

    groups: Groups
    cells: int

    @property
    def tight(self) -> bool:
        """Whether nothing is rounded."""
        return _width(self.groups, self.cells)[1]

    def read(self, epsilon: Fraction, bits: int) -> Reading:
        """The curve at an epsilon; wider than asked for where losses were rounded."""
        width, tight = _width(self.groups, self.cells)
        working = _STEP * ceil(bits / _STEP) if tight else _ROUGH
        grid = _grid(self.groups, width, working)
        with ctx.workprec(working):
            upper = grid.read(epsilon)
            if tight:
                return upper
            rounds = sum(count for _, count in self.groups)
            excess = _excess(grid, epsilon, rounds * ball(width) ** 2 / 4)
            lower = (upper.stick - excess).nonnegative_part()
            return Reading(lower.union(upper.stick), upper.slope)


@lru_cache(maxsize=64)
def _width(groups: Groups, cells: int) -> tuple[Fraction, bool]:
    """The width of the grid, and whether every 2*epsilon_i is a multiple of it."""
    span = sum((2 * epsilon * count for epsilon, count in groups), Fraction(0))
    scale = lcm(*(epsilon.denominator for epsilon, _ in groups))
    if span * scale <= 2 * cells:
        return Fraction(2, scale), True
    rough = span / cells
    return (Fraction(1, floor(1 / rough)) if rough < 1 else Fraction(ceil(rough))), False


@dataclass(frozen=True, slots=True)
class _Masses:
    """A polynomial of masses in units of 2**-bits, each too small by at most ``error`` units."""

    values: fmpz_poly
    error: int
    total: int

    def times(self, other: _Masses, bits: int) -> _Masses:
        """The product, rounded down.

        The error of a coefficient is at most one law's error times the other's total mass.
        """
        product = self.values * other.values
        values = fmpz_poly([value >> bits for value in product.coeffs()])
        error = (self.error * other.total + other.error * self.total >> bits) + 2
        return _Masses(values, error, (self.total * other.total >> bits) + 1)


@dataclass(frozen=True, slots=True)
class _Grid:
    """Losses ``bottom + i*width``, with the masses of all from i on, under P' and under Q'."""

    bottom: Fraction
    width: Fraction
    p: Sequence[arb]
    q: Sequence[arb]

    def first_above(self, loss: Fraction) -> int:
        """The index of the first loss that exceeds one."""
        return min(max(0, floor((loss - self.bottom) / self.width) + 1), len(self.p) - 1)

    def first_from(self, loss: Fraction) -> int:
        """The index of the first loss that is at least one."""
        return min(max(0, ceil((loss - self.bottom) / self.width)), len(self.p) - 1)

    def read(self, epsilon: Fraction) -> Reading:
        """The hockey stick of the rounded pair."""
        i = self.first_above(epsilon)
        slope = ball(epsilon).exp() * self.q[i]
        return Reading(self.p[i] - slope, slope)


@lru_cache(maxsize=2)
def _grid(groups: Groups, width: Fraction, bits: int) -> _Grid:
    """The law of the rounded loss.

    The product is taken with masses under P', so that no small mass is multiplied by a large
    number later.
    """
    fine = bits + 64
    with ctx.workprec(fine):
        masses = _product(groups, width, fine)
        bottom = -sum((epsilon * count for epsilon, count in groups), Fraction(0))
        coefficients = masses.values.coeffs()
        unit = (-ball(width)).exp()
        decay = (-ball(bottom)).exp() * arb(2) ** -fine
        weights = accumulate(coefficients[:-1], lambda weight, _: weight * unit, initial=decay)
        p, q = [arb(0)], [arb(0)]
        sure = fmpz(0)
        missing = arb(0)
        doubt = arb(0).union(arb(masses.error))
        for value, weight in zip(reversed(coefficients), reversed(list(weights)), strict=True):
            sure += value
            missing += masses.error
            p.append((arb(sure) + arb(0).union(missing)) * arb(2) ** -fine)
            q.append(q[-1] + (arb(value) + doubt) * weight)
    return _Grid(bottom, width, p[::-1], q[::-1])


def _product(groups: Groups, width: Fraction, bits: int) -> _Masses:
    """The law of the sum, smallest factors first."""
    factors = [
        factor for epsilon, count in groups for factor in [_law(epsilon, width, bits)] * count
    ]
    while len(factors) > 1:
        factors.sort(key=lambda factor: factor.values.length())
        paired = [factors[i].times(factors[i + 1], bits) for i in range(0, len(factors) - 1, 2)]
        factors = paired + factors[2 * len(paired) :]
    return factors[0]


def _law(epsilon: Fraction, width: Fraction, bits: int) -> _Masses:
    """The law of one response: a power of x is a multiple of the width above the lowest loss."""
    e, w = ball(epsilon), ball(width)
    cells = floor(2 * epsilon / width)
    share = ball(2 * epsilon / width - cells)
    true_under_q = 1 / (1 + e.exp())
    masses = [arb(0)] * (cells + 2)
    # The mass under P' is that under Q' times exp(loss).
    masses[0] = (-e).exp() / (1 + (-e).exp())
    masses[cells] += true_under_q * (1 - share) * (cells * w - e).exp()
    masses[cells + 1] += true_under_q * share * ((cells + 1) * w - e).exp()
    unit = arb(2) ** bits
    values = [max(0, floor(dyadic((mass * unit).lower()))) for mass in masses]
    above = [ceil(dyadic((mass * unit).upper())) for mass in masses]
    error = max(high - low for high, low in zip(above, values, strict=True))
    return _Masses(fmpz_poly(values), error, sum(above))


def _excess(grid: _Grid, epsilon: Fraction, variance: arb) -> arb:
    """A bound on how much the rounding raised the hockey stick."""
    deviation = dyadic(variance.sqrt())
    nearby = 2 * deviation
    kept = 1 - 2 * (-(ball(nearby) ** 2) / (2 * variance)).exp()
    top = ball(epsilon).exp()
    above = grid.p[grid.first_from(epsilon - nearby)] / kept
    total = ((variance / 2).exp() - 1) * above
    step = deviation * _WIDEST / _SHELLS
    bounds = [_overshoot(j * step, variance) for j in range(_SHELLS + 1)]
    for j in range(_SHELLS):
        reach = (j + 1) * step + nearby
        mass = grid.q[grid.first_from(epsilon - reach)] - grid.q[grid.first_above(epsilon + reach)]
        total += top * (bounds[j] - bounds[j + 1]).max(arb(0)) * mass / kept
    return (total + top * bounds[-1]).upper()


def _overshoot(distance: Fraction, variance: arb) -> arb:
    """b(s), with nearly the best a."""
    s = ball(distance)
    a = (s + (s * s + 4 * variance).sqrt()) / (2 * variance) + 1
    return ((a * a * variance / 2 - a * s) + (a - 1) * (1 - 1 / a).log()).exp() / a
