"""Rounds of Poisson sampled Gaussian noise (DP-SGD), between two laws of the privacy loss.

One round is dominated by P = (1 - q)*N(0, s**2) + q*N(1, s**2) and Q = N(0, s**2), in the order
(P, Q) where a person is removed and (Q, P) where one is added, and k adaptive rounds by k copies of
the pair (Zhu, Dong and Wang 2022, Theorem 10; Steinke 2022, section 4).

On a cell of losses between two lattice points the two masses of the pair

* are split upon the two points, so that both are kept: the curve moves up, since it is a mean of
  functions that are convex in the likelihood ratio;
* are shared out to the two points, to each so much from above and below that the likelihood ratio
  keeps its mean: the curve moves down, by Jensen. What is left over is of a higher order, and its
  loss is lowered.

Both ends are off by about the square of the width of a cell, and cells are made narrower until they
agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, inf, isfinite, log, log2, sqrt
from typing import Any

import numpy as np
from flint import arb, ctx, fmpz
from scipy.stats import norm

from dpsym.accounting.rounds import ball
from dpsym.arguments import Number, accuracy, exact, fitted, nonnegative, probability, whole_number
from dpsym.errors import ClaimError, DomainError, EvaluationError, shown
from dpsym.truth.between import Between
from dpsym.truth.lattice_law import LatticeLaw, composed

BITS = 11
POINTS = 2**18
_MOST_POINTS, _MOST_ROUNDS = 2**26, 10**9
"""About how many lattice points the composed loss may have."""
ADJACENCIES = {"remove": ("remove",), "add": ("add",), "both": ("remove", "add")}

_ROUGH, _GUARD, _MARGIN = 160, 40, 64
_SWEEPS = 4
_LEAST, _FINEST = 2.0**-200, 2.0**-44
_EXACT_BITS, _LARGEST = 80, 1 << 14
_FAR = 40.0
_NEAREST = Fraction(1, 10**200)

_Masses = tuple[arb, arb]


def sampled_delta(
    epsilon: Number,
    sigma: Number,
    rate: Number,
    rounds: int = 1,
    *,
    adjacency: str = "both",
    bits: int = BITS,
    points: int = POINTS,
) -> Between:
    """Between bounds on the least delta of rounds of Poisson sampled Gaussian noise.

    Args:
        epsilon: in nats, >= 0.
        sigma: the noise multiplier, > 0: the standard deviation over the clipping norm.
        rate: the probability with which each person is in the sample of a round, in [0, 1].
        rounds: how many adaptive rounds there are.
        adjacency: "remove", where the first database holds one person more, "add", where it holds
            one less, or "both" for the larger of the two.
        bits: the relative accuracy aimed at.
        points: about how many lattice points the loss of all rounds may have; where they do not
            suffice, the bounds lie farther apart.

    Guarantees:
        the value lies between both ends. One round, and the rate one, are computed in closed form.

    Raises:
        DomainError: a number is outside its domain.
        ClaimError: rounds or adjacency is none.

    >>> found = sampled_delta("0.5", "0.8", "0.05", 50)
    >>> print(found.lower().str(3, radius=False), found.upper().str(3, radius=False))
    0.0997 0.0997
    """
    rounds, bits = whole_number("rounds", rounds, 0, most=_MOST_ROUNDS), accuracy(bits)
    points = whole_number("points", points, 1, most=_MOST_POINTS)
    if fitted("adjacency", adjacency, str) not in ADJACENCIES:
        remedy = f"give one of {', '.join(ADJACENCIES)}"
        raise ClaimError(f"adjacency={shown(adjacency)}", part="adjacency", remedy=remedy)
    level, q = nonnegative(epsilon, "epsilon"), probability(rate, "rate")
    s = exact(sigma, "sigma")
    if s <= 0:
        raise DomainError(f"sigma={sigma!r} is no noise", part=str(sigma), remedy="give sigma > 0")
    if q == 0 or rounds == 0:
        return Between(arb(0), arb(0))
    lower, upper = arb(0), arb(0)
    for way in ADJACENCIES[adjacency]:
        pair = _Pair(s * s, q, way == "add")
        with ctx.workprec(_EXACT_BITS):
            least, most = _between(pair, level, rounds, bits, points, known=lower)
            lower, upper = lower.max(least), upper.max(most)
    return Between(lower, upper)


def _between(
    pair: _Pair, epsilon: Fraction, rounds: int, bits: int, points: int, *, known: arb
) -> tuple[arb, arb]:
    """Bounds on the delta of one order of the pair, rough where it is less than what is known."""
    if pair.rate == 1:
        pair, rounds = _Pair(pair.variance / rounds, pair.rate, pair.added), 1
    single = _closed(pair, epsilon)
    if rounds == 1:
        return single.lower(), single.upper()
    if pair.added and ball(1 - pair.rate).log() * rounds + ball(epsilon) > 0:
        return arb(0), arb(0)
    distance = _closed(pair, Fraction(0))
    lower, upper = single.lower(), (1 - (1 - distance) ** rounds).upper().min(arb(1))
    for down, up in _refined(pair, epsilon, rounds, bits, points):
        lower, upper = lower.max(down.lower()), upper.min(up.upper())
        if upper <= known:
            break
    return lower, upper


def _refined(
    pair: _Pair, epsilon: Fraction, rounds: int, bits: int, points: int
) -> Iterator[tuple[arb, arb]]:
    """The two ends with smaller and smaller cells, until they agree or there are too many."""
    width = _spread(pair, float(epsilon)) / 2
    if not 0 < width < inf:
        return
    spared, last = 2.0**-_ROUGH, False
    while True:
        window = _window(pair, epsilon, rounds, width, spared / rounds / 8)
        if window and window[1] - window[0] > points:
            width, last = width * (window[1] - window[0]) / points, True
            window = _window(pair, epsilon, rounds, width, spared / rounds / 8)
        if window is None:
            return
        step, scale = Fraction(width), ceil(log2(rounds) - log2(spared)) + _GUARD
        laws = _one_round(pair, step, *window, scale)
        wholes = [composed(law, rounds, float(epsilon), spared, origin=pair.origin) for law in laws]
        with ctx.workprec(scale + _MARGIN):
            level = ball(epsilon) - rounds * pair.end()
            down, up = (whole.delta(level) for whole in wholes)
        yield down, up
        error = float((up - down) / up) if up > 0 else 0.0
        if last or not error > 2.0**-bits or not float(up.upper()) > _LEAST:
            return
        longest = max(len(law.masses) for law in (*laws, *wholes))
        narrower = width * min(0.5, max(0.125, 0.8 * sqrt(2.0**-bits / error)))
        if longest * width > points * narrower:
            last, narrower = True, longest * width / points
            if narrower > 0.8 * width:
                return
        width, spared = narrower, max(float(up.upper()), _LEAST) * 2.0 ** -(bits + 6)


@dataclass(frozen=True, slots=True)
class _Pair:
    """The two laws of a round, the first of which gives the masses: P, or Q where one is added."""

    variance: Fraction
    rate: Fraction
    added: bool

    def end(self) -> arb:
        """The least loss, or the largest where a person is added: the lattice begins here."""
        kept = ball(1 - self.rate).log()
        return -kept if self.added else kept

    @property
    def origin(self) -> float:
        """This end of the losses in floats."""
        with ctx.workprec(_EXACT_BITS):
            return float(self.end().mid())

    def losses(self, z: Any) -> Any:
        """The logarithm of the first law's density over the second's at z, in floats."""
        q, exponent = float(self.rate), (2 * z - 1) / (2 * float(self.variance))
        with np.errstate(all="ignore"):
            near = np.log1p(q * np.expm1(np.minimum(exponent, 30.0)))
            far = exponent + log(q) + np.log1p((1 - q) / q * np.exp(-exponent))
            return np.where(exponent < 30.0, near, far) * (-1 if self.added else 1)

    def masses(self, one: arb, other: arb) -> tuple[arb, arb]:
        """Of both laws, where N(0, s**2) and N(1, s**2) have these."""
        mixed = ball(1 - self.rate) * one + ball(self.rate) * other
        return (one, mixed) if self.added else (mixed, one)


@dataclass(frozen=True, slots=True)
class _Edge:
    """For N(0, s**2) and N(1, s**2), the mass on one side of a point, and whether it is above."""

    sides: tuple[tuple[bool, arb], tuple[bool, arb]]

    def to(self, end: _Edge) -> list[arb]:
        """The masses between this point and a greater one."""
        masses = []
        for (above, tail), (beyond, rest) in zip(self.sides, end.sides, strict=True):
            if above == beyond:
                masses.append(tail - rest if above else rest - tail)
            else:
                masses.append(tail + rest - 1 if above else 1 - tail - rest)
        return masses


_FIRST = _Edge(((False, arb(0)), (False, arb(0))))
_LAST = _Edge(((True, arb(0)), (True, arb(0))))


def _edge(pair: _Pair, part: arb) -> _Edge:
    """The point where q*exp((2*z - 1)/(2*s**2)), a part of the likelihood ratio, has this value.

    It is minus infinity where the value is not positive.

    Raises:
        EvaluationError: the precision does not tell which.
    """
    if part <= 0:
        return _FIRST
    if not part > 0:
        raise EvaluationError("the precision does not suffice for the end of the losses")
    v = ball(pair.variance)
    z, scale = v * (part / ball(pair.rate)).log() + arb(1) / 2, 1 / (2 * v).sqrt()
    sides = []
    for centre in (0, 1):
        place = (z - centre) * scale
        above = float(place.mid()) > 0
        sides.append((above, (place if above else -place).erfc() / 2))
    return _Edge((sides[0], sides[1]))


def _closed(pair: _Pair, epsilon: Fraction) -> arb:
    """The delta of one round."""
    working = _EXACT_BITS + 64
    while True:
        with ctx.workprec(working):
            level = ball(-epsilon if pair.added else epsilon)
            edge = _edge(pair, level.expm1() + ball(pair.rate))
            ends = (_FIRST, edge) if pair.added else (edge, _LAST)
            mine, theirs = pair.masses(*ends[0].to(ends[1]))
            found = mine - ball(epsilon).exp() * theirs
            if found == 0 or found.rel_accuracy_bits() >= _EXACT_BITS or working > _LARGEST:
                return found.max(arb(0))
        working *= 2


def _spread(pair: _Pair, epsilon: float) -> float:
    """About the standard deviation of one loss, where those far above epsilon count as one."""
    if not (_NEAREST < pair.variance < 1 / _NEAREST and pair.rate > _NEAREST):
        return inf
    q, s = float(pair.rate), sqrt(float(pair.variance))
    z = np.concatenate([np.linspace(c - 12 * s, c + 12 * s, 4001) for c in (0.0, 1.0)])
    weights = np.repeat([1.0 if pair.added else 1 - q, 0.0 if pair.added else q], 4001)
    weights *= np.exp(-((z - np.repeat([0.0, 1.0], 4001)) ** 2) / (2 * s * s))
    losses = np.minimum(pair.losses(z), epsilon + _FAR)
    mean = np.average(losses, weights=weights)
    return float(sqrt(np.average((losses - mean) ** 2, weights=weights)))


def _window(
    pair: _Pair, epsilon: Fraction, rounds: int, width: float, spared: float
) -> tuple[int, int] | None:
    """The first and the last lattice point for one loss, outside of which little matters.

    None where floats do not reach so far.
    """
    level, s = float(epsilon), sqrt(float(pair.variance))
    reach = s * float(norm.isf(spared))
    ends = sorted(float(end) for end in pair.losses(np.array([-reach, reach + 1.0])))
    last = min(ends[1], level - log(spared))
    first = min(max(ends[0], level - (rounds - 1) * max(last, width)), last)
    largest = max(abs(first), abs(last), abs(pair.origin))
    if not isfinite(largest) or width < _FINEST * largest:
        return None
    low, high = (int(f((x - pair.origin) / width)) for f, x in ((floor, first), (ceil, last)))
    low, high = (low, min(high, 0)) if pair.added else (max(low, 0), high)
    return min(low, high - 2), high


def _one_round(
    pair: _Pair, step: Fraction, low: int, high: int, scale: int
) -> tuple[LatticeLaw, LatticeLaw]:
    """The laws of one loss on the lattice points from low to high, below and above the true one."""
    with ctx.workprec(scale + _MARGIN):
        kept, way = ball(1 - pair.rate), -1 if pair.added else 1
        edges = [_edge(pair, kept * ball(way * step * j).expm1()) for j in range(low, high + 1)]
        ends = (_LAST, *edges, _FIRST) if pair.added else (_FIRST, *edges, _LAST)
        spans = ((b, a) if pair.added else (a, b) for a, b in pairwise(ends))
        (below, _), *cells, (above, _) = (pair.masses(*a.to(b)) for a, b in spans)
        start = pair.end().exp()
        ratios = [start * ball(step * j).exp() for j in range(low, high + 1)]
        # What the mean of the likelihood ratio gains and lacks if a cell goes to its lower and its
        # upper end.
        gains = [a - ratio * b for (a, b), ratio in zip(cells, ratios[:-1], strict=True)]
        lacks = [ratio * b - a for (a, b), ratio in zip(cells, ratios[1:], strict=True)]
        split = _split(gains, lacks, ball(step), below)
        merged = _merged([a for a, _ in cells], gains, lacks, above)
        unit = arb(2) ** scale
        down = [_integer((mass * unit).lower().floor()) for mass in merged]
        *up, infinite = (_integer((mass * unit).upper().ceil()) for mass in (*split, above))
    return (
        LatticeLaw(step, low, tuple(down), fmpz(0), scale, up=False),
        LatticeLaw(step, low, tuple(up), infinite, scale, up=True),
    )


def _integer(value: arb) -> fmpz:
    found = value.unique_fmpz()
    if found is None:
        raise EvaluationError("the masses of the losses are not finite")
    return max(found, fmpz(0))


def _split(gains: list[arb], lacks: list[arb], step: arb, below: arb) -> list[arb]:
    """The first law's mass of each cell upon its ends, such that the second's is kept as well."""
    masses = [below, *(arb(0) for _ in gains)]
    narrow, wide = 1 - (-step).exp(), step.expm1()
    for j, (gain, lack) in enumerate(zip(gains, lacks, strict=True)):
        masses[j] += lack / wide
        masses[j + 1] += gain / narrow
    return masses


def _merged(cells: list[arb], gains: list[arb], lacks: list[arb], above: arb) -> list[arb]:
    """A share of each cell upon its lower end, and the rest upon its upper end where it may.

    What comes to a point from above may keep as much from below that the mean of the likelihood
    ratio is not below the point's; what it may not keep goes one point further down.
    """
    masses = [arb(0)] * (len(cells) + 1)
    masses[-1] += above
    shares = _shares(gains, lacks)
    for j, (mass, share) in enumerate(zip(cells, shares, strict=True)):
        masses[j] += share * mass
        lack, kept = (1 - share) * lacks[j], arb(0)
        gain = shares[j + 1] * gains[j + 1] if j + 1 < len(cells) else arb(0)
        if gain >= lack:
            kept = arb(1)
        elif lack > 0:
            kept = (gain / lack).lower().max(arb(0)).min(arb(1))
        masses[j + 1] += kept * (1 - share) * mass
        masses[j] += (1 - kept) * (1 - share) * mass
    return masses


def _shares(gains: list[arb], lacks: list[arb]) -> list[arb]:
    """Shares with which gains and lacks at each point about cancel; any would be right."""
    gain, lack = (np.array([float(x.mid()) for x in values]) for values in (gains, lacks))
    shares = np.full(len(gain), 0.5)
    for _ in range(_SWEEPS):
        surplus = shares[1:] * gain[1:] - (1 - shares[:-1]) * lack[:-1]
        with np.errstate(all="ignore"):
            change = np.nan_to_num(surplus / (gain[1:] + lack[:-1]), posinf=0.0, neginf=0.0)
        padded = np.concatenate([change[:1], change, change[-1:]])
        shares = np.clip(shares - (padded[1:] + padded[:-1]) / 2, 0.0, 1.0)
    return [arb(share) for share in shares.tolist()]
