"""Several rounds of Laplace noise, between two laws on a lattice that are better and worse.

The privacy loss of one round, for the ratio e of sensitivity and scale, is e with probability 1/2,
-e with probability exp(-e)/2, and has the density exp((z - e)/2)/4 between. On a cell of width h
of that part, the two masses of the pair may be

* merged: then the cell's loss is exactly its middle, the pair is an image of the true one, and
  its delta is a lower bound;
* split upon the two ends of the cell, so that both masses are kept: then the true pair is an image
  of it, since the ends' losses enclose those of the cell, and its delta is an upper bound.

Ends and middles lie on one lattice of width h/2, where rounds add by multiplying polynomials.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, arb_poly, ctx

from dpsym.accounting.rounds import ball

BITS = 192
FINEST, COARSEST = 2**11, 4
DEGREE = 2**16
"""About how many lattice points the composed loss may have."""


def laplace_delta(epsilon: Fraction, ratio: Fraction, rounds: int, *, finest: int = FINEST) -> arb:
    """A ball around the delta at epsilon of so many rounds of Laplace noise.

    The cells of a round are made as many as ``DEGREE`` permits, at most ``finest``; the ball is
    wide where that is few, which it is from some thousand rounds on.

    Guarantees:
        the ball contains the value.

    >>> print(laplace_delta(Fraction(1, 2), Fraction(1, 10), 1).str(8, radius=False))
    0
    >>> found = laplace_delta(Fraction(1, 2), Fraction(1, 10), 10)
    >>> found.rel_accuracy_bits() > 18
    True
    """
    if epsilon >= ratio * rounds:
        return arb(0)
    cells = min(finest, max(COARSEST, DEGREE // rounds))
    with ctx.workprec(BITS + 2 * rounds.bit_length()):
        ends = [_delta(law, epsilon, ratio, cells, rounds) for law in _laws(ratio, cells)]
        lower, upper = ends[0].lower(), ends[1].upper()
        if not (lower.is_finite() and upper.is_finite()):
            return arb(0).union(arb(1))
        return lower.max(arb(0)).union(upper.min(arb(1)))


def _laws(ratio: Fraction, cells: int) -> tuple[arb_poly, arb_poly]:
    """The masses of the losses -e + j*h/2 of one round, merged and split."""
    step = ball(2 * ratio / cells)
    losses = [ball(-ratio + 2 * ratio * j / cells) for j in range(cells + 1)]
    first, last = (-ball(ratio)).exp() / 2, arb(1) / 2
    merged = [arb(0)] * (2 * cells + 1)
    split = [arb(0)] * (2 * cells + 1)
    merged[0], merged[-1] = first, last
    split[0], split[-1] = first, last
    for j in range(cells):
        # With P the mass of the cell and Q = P/exp(middle), the ends get a and b with a + b = P
        # and a/exp(low) + b/exp(high) = Q.
        mass = ((losses[j] - ball(ratio)) / 2).exp() * (step / 2).expm1() / 2
        merged[2 * j + 1] += mass
        upper = mass * (1 - (-step / 2).exp()) / (1 - (-step).exp())
        split[2 * j] += mass - upper
        split[2 * j + 2] += upper
    return arb_poly(merged), arb_poly(split)


def _delta(law: arb_poly, epsilon: Fraction, ratio: Fraction, cells: int, rounds: int) -> arb:
    """The delta of a lattice law composed with itself."""
    composed = law**rounds
    start, width = -ratio * rounds, ratio / cells
    first = int((epsilon - start) // width) + 1
    total = arb(0)
    for place in range(first, composed.length()):
        loss = start + width * place
        total += composed[place] * -(ball(epsilon - loss).expm1())
    return total
