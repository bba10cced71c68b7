"""Moments of the likelihood ratio of sampled Gaussian noise, by the trapezoidal rule.

With x standard normal and u(x) = 1 - t + t*exp(d*x - d**2/2), the ratio of ``Mixture(t, N(d, 1),
N(0, 1))`` and ``N(0, 1)`` is u, so that E[u**alpha] and E[u**(1 - alpha)] give their Renyi
divergences both ways. The integrand f = phi*u**c is analytic where abs(Im x) < pi/d: there u lies
on a segment from a positive number to one off the negative axis, and

    cos(d*y/2)*u(x) <= abs(u(x + iy)) <= u(x),    abs(phi(x + iy)) = exp(y**2/2)*phi(x).

So the integral of abs(f) along Im x = y is at most exp(y**2/2)*cos(d*y/2)**min(c, 0) times E[u**c],
and the infinite sum h*(... + f(-h) + f(0) + f(h) + ...) differs from E[u**c] by a factor within
1 -+ 2*exp(a**2/2)*cos(d*a/2)**min(c, 0)/(exp(2*pi*a/h) - 1) for every a < pi/d (Trefethen and
Weideman 2014, Theorem 5.1). What is left out of the sum is bounded by monotonicity: u increases.

Where d is large the two parts of u hardly meet, and what is lost by taking the larger alone is in
closed form.
"""

from __future__ import annotations

from math import cos, log, pi, sqrt

from flint import arb, ctx

from dpsym.errors import EvaluationError

MAX_NODES = 200_000
_LEAF = 8
_APART = 12.0


def sampled_cumulant(t: arb, distance: arb, power: arb) -> arb:
    """The logarithm of E[u**power] for 0 < t < 1, distance > 0, and a power above 1 or below 0.

    The error is about that of the working precision in the moment itself.

    Guarantees:
        the ball contains the value.

    Raises:
        EvaluationError: it would take more than ``MAX_NODES`` values of the integrand.

    >>> print(sampled_cumulant(arb("0.01"), arb(1), arb("2.5")).str(8, radius=False))
    0.00032636300
    """
    bits = ctx.prec
    with ctx.workprec(bits + 32):
        return _moment(t, distance, power, bits).log()


def _moment(t: arb, d: arb, c: arb, bits: int) -> arb:
    if d > _APART:
        found = _apart(t, d, c)
        if max(found.rel_accuracy_bits(), found.log().rel_accuracy_bits()) >= bits:
            return found
    return _trapezoid(t, d, c, bits)


def _apart(t: arb, d: arb, c: arb) -> arb:
    """By the larger part of u alone, with x <= cut where it is 1 - t.

    With r <= 1 the ratio of the parts, (1 + r)**c - 1 lies in [0, c*r*2**(c-1)] for c > 1, and in
    [c*r, 0] for c < 0. Parts beyond the cut are Gaussian masses: E[exp(k*w); x <= cut] is
    exp(k*(k-1)*d**2/2)*Phi(cut - k*d), w = d*x - d**2/2.
    """
    cut = ((1 - t) / t).log() / d + d / 2

    def below(k: arb) -> arb:
        return (k * (k - 1) * d * d / 2).exp() * ((k * d - cut) / arb(2).sqrt()).erfc() / 2

    def above(k: arb) -> arb:
        return (k * (k - 1) * d * d / 2).exp() * ((cut - k * d) / arb(2).sqrt()).erfc() / 2

    main = (1 - t) ** c * below(arb(0)) + t**c * above(c)
    cross = (1 - t) ** (c - 1) * t * below(arb(1)) + t ** (c - 1) * (1 - t) * above(c - 1)
    factor = c * arb(2) ** (c - 1) if c > 0 else c
    return main + arb(0).union(factor * cross)


def _trapezoid(t: arb, d: arb, c: arb, bits: int) -> arb:
    half_width, step = _strip(float(d.mid()), float(c.mid()), bits)
    a, h = arb(half_width), arb(step)
    if not (a * d < arb.pi() and a > 0):
        raise EvaluationError("the strip of analyticity is too narrow")
    spread = (a * a / 2).exp()
    if not c > 0:
        spread *= (a * d / 2).cos() ** c
    alias = 2 * spread / (2 * arb.pi() * a / h).expm1()
    total = _Sum(t, d, c, h, bits).value()
    return total / (1 + arb(0, 1) * alias.upper())


def _strip(d: float, c: float, bits: int) -> tuple[float, float]:
    """The half width of a strip, and the largest step with which its bound is below 2**-bits."""
    best = (0.0, 0.0)
    for part in range(1, 60):
        for width in (part / 60 * pi / d, part / 4):
            if width < 0.995 * pi / d:
                loss = max(-c, 0.0) * -log(cos(width * d / 2))
                step = 2 * pi * width / ((bits + 3) * log(2) + width * width / 2 + loss)
                best = max(best, (step, width))
    return best[1], best[0]


class _Sum:
    """The sum over all nodes, with bounds in place of runs of them that do not matter."""

    def __init__(self, t: arb, d: arb, c: arb, h: arb, bits: int) -> None:
        self.t, self.d, self.c, self.h = t, d, c, h
        self.scale = h / (2 * arb.pi()).sqrt()
        self.bits, self.nodes = bits, 0
        self.rest, self.total = arb(0), arb(0)

    def ratio(self, x: arb) -> arb:
        """u(x)."""
        return 1 - self.t + self.t * (self.d * x - self.d * self.d / 2).exp()

    def value(self) -> arb:
        """A ball around the sum."""
        far = sqrt(2 * (self.bits + 20) * log(2)) + 2
        d, c = float(self.d.upper()), float(self.c.mid())
        kept = float((1 - self.t).lower())
        if kept <= 0:
            raise EvaluationError("the sampling rate is too near one")
        left = far + (sqrt(-2 * c * -log(kept)) if c < 0 else 0.0)
        right = far + max(c, 0.5) * d
        step = float(self.h.mid())
        if not max(left, right) / step < 2.0**52:
            raise EvaluationError("the order is too large for this noise")
        first, last = -int(left / step) - 1, int(right / step) + 1
        # What is dropped of a sum of at least one, since E[u**c] >= 1 by convexity.
        self.least = arb(2) ** -(self.bits + 16) / self.h
        stack = [(first, last, self._bound(first, last))]
        while stack:
            low, high, worst = stack.pop()
            self._add(low, high, worst, stack)
        tails = self._tails(self.h * first, self.h * last)
        return self.total * self.scale + arb(0).union(self.rest * self.scale + tails)

    def _bound(self, low: int, high: int) -> arb:
        """More than each of the terms from low to high."""
        near = arb(0) if low <= 0 <= high else (low if low > 0 else high) * self.h
        top = self.ratio(self.h * (high if self.c > 0 else low))
        return ((-near * near / 2).exp() * top**self.c).upper()

    def _add(self, low: int, high: int, worst: arb, stack: list[tuple[int, int, arb]]) -> None:
        count = high - low + 1
        if worst * count <= self.least * (1 + self.total):
            self.rest += (worst * count).upper()
        elif count <= _LEAF:
            self.nodes += count
            if self.nodes > MAX_NODES:
                raise EvaluationError("the quadrature takes too many nodes")
            for n in range(low, high + 1):
                x = self.h * n
                self.total += (-x * x / 2).exp() * self.ratio(x) ** self.c
        else:
            middle = (low + high) // 2
            parts = [(low, middle), (middle + 1, high)]
            bounds = [(*part, self._bound(*part)) for part in parts]
            stack.extend(bounds[::-1] if bounds[0][2] > bounds[1][2] else bounds)

    def _tails(self, left: arb, right: arb) -> arb:
        """The terms beyond both ends, by integrals of decreasing functions above them.

        For c > 0: u <= 1 where x <= d/2, and u*exp(-w) decreases, w = d*x - d**2/2, where
        phi*exp(c*w) is the normal density about c*d times exp(c*(c-1)*d**2/2). For c < 0:
        u >= 1 - t, and u >= 1 where x >= d/2.
        """
        root = arb(2).sqrt()
        below = (-left / root).erfc() / 2
        if self.c > 0:
            shift = self.c * self.d
            above = ((right - shift) / root).erfc() / 2
            above *= (self.c * (self.c - 1) * self.d * self.d / 2).exp()
            above *= (
                self.t + (1 - self.t) * (self.d * self.d / 2 - self.d * right).exp()
            ) ** self.c
            valid = right > shift and right > self.d / 2 and left < 0
        else:
            below *= (1 - self.t) ** self.c
            above = (right / root).erfc() / 2
            valid = right > self.d / 2 and left < 0
        if not valid:
            raise EvaluationError("the tails of the sum are not bounded")
        return (below + above).upper()
