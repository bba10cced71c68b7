"""Many equal rounds: a sum over the binomial law, from its largest term outward.

With l of k responses false the privacy loss is (k - 2*l)*epsilon0, and the mass of the truth is
``binomial(k, l)*t**(k - l)/(1 + t)**k`` with t = exp(epsilon0) (Kairouz-Oh-Viswanath 2015,
equation 6). The part that the sum leaves out is bounded by a geometric series.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, floor

from flint import arb, ctx

from dpsym.accounting.curve import Reading
from dpsym.accounting.rounds import ball, dyadic
from dpsym.errors import EvaluationError

_GUESS_BITS, _STEPS = 64, 40
_STRIDE = 32
"""Terms between two looks at how much is left."""


_MOST = 10**14
"""Expected false responses; the sum has some multiple of the root of it as terms."""


@dataclass(frozen=True, slots=True)
class BinomialCurve:
    """``count`` randomised responses of the same epsilon > 0."""

    epsilon: Fraction
    count: int

    @property
    def tight(self) -> bool:
        """Always."""
        return True

    def read(self, epsilon: Fraction, bits: int) -> Reading:
        """The curve at an epsilon.

        Raises:
            EvaluationError: there are too many rounds.

        >>> print(BinomialCurve(Fraction(1), 2).read(Fraction(0), 64).stick.str(10, radius=False))
        0.4621171573
        """
        last = self._last(epsilon)
        if last < 0:
            return Reading(arb(0), arb(0))
        if self.count * Fraction(exp(-float(min(self.epsilon, Fraction(700))))) > _MOST:
            raise EvaluationError(
                f"count={self.count} rounds are too many to sum over what they may answer: "
                f"give at most {_MOST:.0e} of them"
            )
        guard = 40 + 3 * self.count.bit_length() + max(0, ceil(self.epsilon)).bit_length()
        with ctx.workprec(bits + guard):
            return _read(self, epsilon, last, bits + 8)

    def solve(self, share: Callable[[int], arb], start: Fraction, bits: int) -> arb | None:
        """The epsilon > 0 at which the curve is ``share(bits)``; None where that was not certified.

        Between two losses the curve is ``A - exp(epsilon)*B``, so that a step from inside the
        right piece is exact; and it is convex in exp(epsilon), so that steps from below do not
        pass the root.

        >>> curve = BinomialCurve(Fraction(1), 2)
        >>> print(curve.solve(lambda bits: arb("0.25"), Fraction(1), 64).str(10, radius=False))
        1.369313794
        """
        point = start
        for _ in range(_STEPS):
            following = self._step(point, share(_GUESS_BITS), _GUESS_BITS)
            if following is None or not following > 0:
                return None
            previous, point = point, dyadic(following)
            if self._last(previous) == self._last(point):
                break
        found = self._step(point, share(bits), bits)
        if found is None:
            return None
        last = self._last(point)
        with ctx.workprec(bits + 16):
            low = max(Fraction(0), (self.count - 2 * (last + 1)) * self.epsilon)
            high = (self.count - 2 * last) * self.epsilon
            return found if ball(low) <= found and found <= ball(high) and found > 0 else None

    def _last(self, epsilon: Fraction) -> int:
        """The largest number of false responses at which the loss exceeds epsilon."""
        return ceil((self.count - epsilon / self.epsilon) / 2) - 1

    def _step(self, point: Fraction, share: arb, bits: int) -> arb | None:
        reading = self.read(point, bits)
        with ctx.workprec(bits + 16):
            if not reading.slope > 0:
                return None
            odds = (reading.stick + reading.slope - share) / reading.slope
            return ball(point) + odds.log() if odds > 0 else None


def _read(curve: BinomialCurve, epsilon: Fraction, last: int, bits: int) -> Reading:
    """The sum over l = 0..last, from the largest mass down and up."""
    k = curve.count
    false = exp(-float(min(curve.epsilon, Fraction(700))))
    start = min(last, floor((k + 1) * false / (1 + false)))
    step = ball(curve.epsilon)
    mass = _mass(k, start, step)
    share = mass * (ball(epsilon) - (k - 2 * start) * step).exp()
    first = Reading(mass - share, share)
    tiny = arb(2) ** -bits
    down = ((x, k - x + 1) for x in range(start, 0, -1))
    below = _outward(Term(mass, share), down, step, first.stick, tiny)
    up = ((k - x, x + 1) for x in range(start, last))
    above = _outward(Term(mass, share), up, -step, first.stick + below.stick, tiny)
    return Reading(first.stick + below.stick + above.stick, first.slope + below.slope + above.slope)


def _mass(k: int, wrong: int, step: arb) -> arb:
    """The probability that ``wrong`` of k responses are false."""
    log_choose = arb(0)
    if 0 < wrong < k:
        log_choose = arb(k + 1).lgamma() - arb(wrong + 1).lgamma() - arb(k - wrong + 1).lgamma()
    return (log_choose - wrong * step - k * (-step).exp().log1p()).exp()


@dataclass(frozen=True, slots=True)
class Term:
    """One outcome: its mass under P, and exp(epsilon) times its mass under Q, which is less."""

    mass: arb
    share: arb


def _outward(
    term: Term, factors: Iterable[tuple[int, int]], step: arb, known: arb, tiny: arb
) -> Reading:
    """The sum over the terms that follow one, each mass ``exp(step)*above/below`` times the last.

    The factors decrease, so that once one is below 1 the rest is less than a geometric series. It
    is left out where it is ``tiny`` beside what is ``known`` of the whole.
    """
    mass, share = term.mass, term.share
    odds, back = step.exp(), (-step).exp()
    stick, slope = arb(0), arb(0)
    for i, (above, below) in enumerate(factors):
        factor = odds * above / below
        if i % _STRIDE == 0 and factor < 1:
            rest = mass * factor / (1 - factor)
            if rest <= tiny * (known + stick):
                missing = arb(0).union(rest.upper())
                return Reading(stick + missing, slope + missing)
        mass *= factor
        share *= back * above / below
        slope += share
        stick += mass - share
    return Reading(stick, slope)
