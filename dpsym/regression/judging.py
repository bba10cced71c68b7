"""One value of a function against certified truth: valid, invalid, or not decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isinf
from sys import float_info
from time import process_time
from typing import Literal

from flint import arb
from sympy import S

from dpsym.accounting.rounds import ball
from dpsym.enclosure.decimals import decimals
from dpsym.errors import ClaimError, EvaluationError
from dpsym.language.domains import Domain, Objects
from dpsym.regression.findings import Failure, shown
from dpsym.regression.places import Place, inside_of, inward
from dpsym.regression.template import Template
from dpsym.truth import Between

Truth = Callable[..., arb | Between]
Side = Literal["upper", "lower"]

UNDERFLOW = Fraction(1, 2**1022)
"""Floats below the smallest normal one may be zero; that is rounding."""
_FACTORS = tuple(map(Fraction, "1.001 1.01 1.05 1.1 1.25 1.5 2 3 5 10 100 1e3 1e6 1e12".split()))
_EXCESSES = tuple(
    map(
        Fraction,
        "1e-9 1e-6 1e-4 1e-3 .003 .01 .03 .1 .2 .5 1 2 5 10 100 1e4 1e8 1e16 1e100".split(),
    )
)
_PROBES = tuple(map(Fraction, (0, 1, 1000, 10**6, 10**12, 10**100, float_info.max)))
_DIGITS = 40
"""Bits to which the least valid value is told."""
_SHOWN = 12
"""Decimals of it that are shown."""
_SECONDS = 1.0
"""Of the processor, for telling the least valid value at one point."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is certain of a value at a place.

    Attributes:
        certified: it is certainly valid.
        failure: what is wrong, if something is.
    """

    certified: bool
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What is asked of a value.

    Attributes:
        side: ``upper`` where a value above the truth is safe.
        rounding: relative error that is no failure.
        negligible: absolute error that is no failure.
    """

    side: Side
    rounding: Fraction
    negligible: Fraction

    def slack(self, value: Fraction) -> Fraction:
        """How far a value may be off."""
        slack = abs(value) * self.rounding + self.negligible
        return max(slack, UNDERFLOW) if self.rounding else slack

    def tighter(self, value: Fraction, factor: Fraction) -> Fraction:
        """The value that is so many times tighter."""
        upward = self.side == "upper"
        if value < 0:
            upward = not upward
        offset = self.negligible if self.side == "upper" else -self.negligible
        return (value - offset) / factor if upward else (value - offset) * factor


class ByTruth:
    """A value against a ball around the truth."""

    text = "the certified truth"

    def __init__(self, truth: Truth, terms: Terms) -> None:
        self._truth, self._terms = truth, terms
        self.domains: dict[str, Domain] = {}

    def __call__(self, place: Place, value: float | Fraction) -> Judgement:
        """What is certain of the value.

        Raises:
            ClaimError: the function to the truth gives no ball.
        """
        try:
            truth: object = self._truth(**place)
        except EvaluationError:
            return Judgement(False)
        if not isinstance(truth, arb | Between):
            remedy = "give a ball, such as those of dpsym.truth"
            raise ClaimError(f"the truth is {truth!r} at {place}", remedy=remedy)
        if isinf(value):
            return self._infinite(place, value, truth)
        exact = Fraction(value)
        slack = self._terms.slack(exact)
        if self._terms.side == "upper":
            wrong = ball(exact + slack) < truth.lower()
            sure = ball(exact + slack) >= truth.upper()
        else:
            wrong = ball(exact - slack) > truth.upper()
            sure = ball(exact - slack) <= truth.lower()
        if wrong:
            relation = "below" if self._terms.side == "upper" else "above"
            words = f"is {relation} the truth" + _shown(truth)
            near = truth.lower() if relation == "below" else truth.upper()
            size = _relative_error(ball(exact), near)
            return Judgement(False, Failure(place, shown(value), "invalid", words, size))
        return Judgement(bool(sure))

    def _infinite(self, place: Place, value: float | Fraction, truth: arb | Between) -> Judgement:
        if value > 0 and truth.lower() == arb.pos_inf():
            return Judgement(True)
        if truth.upper().is_finite():
            words = "is no finite number" + _shown(truth)
            return Judgement(False, Failure(place, shown(value), "no number", words))
        return Judgement(False)

    def told(self, place: Place, value: float | Fraction | None) -> str:
        """The certified truth, in words."""
        try:
            return _shown(self._truth(**place))
        except EvaluationError:
            return ""

    def is_loose(self, place: Place, value: float | Fraction, factor: Fraction) -> bool | None:
        """Whether a value so many times tighter is certainly valid, or certainly is not."""
        try:
            truth = self._truth(**place)
        except EvaluationError:
            return None
        exact = ball(self._terms.tighter(Fraction(value), factor))
        if self._terms.side == "upper":
            return True if exact > truth.upper() else False if exact <= truth.lower() else None
        return True if exact < truth.lower() else False if exact >= truth.upper() else None


class ByClaim:
    """A value against a claim with a hole."""

    def __init__(self, template: Template, terms: Terms) -> None:
        self._template, self._terms = template, terms
        self.domains, self.text = template.domains, template.text
        self.counts, self.weakening = template.counts, template.weakening

    def __call__(self, place: Place, value: float | Fraction) -> Judgement:
        """What is certain of the value."""
        if isinf(value):
            return self._infinite(place, value)
        exact = Fraction(value)
        slack = self._terms.slack(exact)
        near = inward(self._template.range, exact, slack)
        if not near:
            words = f"lies outside {self._template.range}"
            nearest = inward(self._template.range, exact, abs(exact) + 1)[:1]
            size = inf if nearest and self._is_wrong(place, nearest[0]) else 0.0
            return Judgement(False, Failure(place, shown(value), "outside", words, size))
        found = []
        for candidate in near:
            found.append(self._template.truths(place, candidate))
            if all(found[-1]):
                return Judgement(True)
        if self._template.is_equation and all(map(any, zip(*found, strict=True))):
            return Judgement(True)  # what is needed lies between two candidates
        # One conclusion must fail at both ends: of several, one may fail below and one above what
        # is valid.
        if any(all(truth is False for truth in one) for one in zip(*found, strict=True)):
            words = "does not satisfy the claim"
            size = self._size(place, exact)
            return Judgement(False, Failure(place, shown(value), "invalid", words, size))
        return Judgement(False)

    def _infinite(self, place: Place, value: float | Fraction) -> Judgement:
        """An infinite value is right only where every finite one is certainly wrong."""
        failure = Failure(place, shown(value), "no number", "is no finite number")
        domain = self._template.range
        if value < 0 or isinstance(domain, Objects) or domain.upper is not S.Infinity:
            return Judgement(False, failure)
        probes = [probe for probe in _PROBES if inside_of(self._template.range, probe)]
        found = [self._template.truths(place, probe) for probe in probes]
        if self._terms.side == "lower" and any(False in one for one in found):
            words = "is infinite, and finite values do not satisfy the claim"
            return Judgement(False, Failure(place, shown(value), "invalid", words))
        each = list(zip(*found, strict=True))
        if any(map(all, found)) or (self._template.is_equation and all(map(any, each))):
            return Judgement(False, failure)
        never = [n for n, one in enumerate(each) if all(truth is False for truth in one)]
        return Judgement(any(map(self._template.is_rising, never)))

    def _size(self, place: Place, value: Fraction) -> float:
        """The largest relative error of a few that is certain."""
        upward = self._terms.side == "upper"
        if value <= 0:
            return 1.0 if upward and value == 0 else inf

        def is_wrong(excess: Fraction) -> bool:
            moved = value * (1 + excess) if upward else value / (1 + excess)
            return self._is_wrong(place, moved)

        excess = _last(_EXCESSES, is_wrong)
        if excess is None:
            return 0.0
        return float(excess / (1 + excess) if upward else excess)

    def told(self, place: Place, value: float | Fraction | None) -> str:
        """The certified truth, between a value that is refuted and one that is not."""
        ends = self._ends(place, Fraction(value or 0))
        if ends is None or max(map(abs, ends)) < UNDERFLOW:
            return ""
        upward = self._terms.side == "upper"
        below, above = (decimals(ball(end), _SHOWN) for end in sorted(ends))
        wrong, right = (below[0], above[1]) if upward else (above[1], below[0])
        needed = f"at least {wrong} is needed" if upward else f"at most {wrong} is allowed"
        apart = abs(ends[1] - ends[0]) * 10**_SHOWN > abs(ends[0])
        return f"; {needed}" + (f", and {right} is not refuted" if apart else "")

    def _ends(self, place: Place, start: Fraction) -> tuple[Fraction, Fraction] | None:
        """A refuted value and one that is not, as close as they get in a second."""
        until = process_time() + _SECONDS
        sign = 1 if self._terms.side == "upper" else -1
        wrong = next(
            (x for x in (start, Fraction(0)) if self._inside(x) and self._is_wrong(place, x)), None
        )
        if wrong is None:
            return None
        # From near to far, since noise may fail, suffice and fail again as it grows.
        size = abs(wrong) or Fraction(1, 2**1070)
        step = size / 2**_DIGITS
        right = None
        for _ in range(200):
            candidate = wrong + sign * step
            if not self._inside(candidate):
                candidate = Fraction(1) if sign > 0 else Fraction(0)
                if not self._inside(candidate) or self._is_wrong(place, candidate):
                    return None
            if not self._is_wrong(place, candidate):
                right = candidate
                break
            if process_time() > until:
                return None
            wrong = candidate
            step *= 2**10 if step < size or step < Fraction(1, 2**60) else 2
        if right is None:
            return None
        while right != wrong and abs(right - wrong) * 2**_DIGITS > abs(wrong):
            middle = (wrong + right) / 2
            if self._is_wrong(place, middle):
                wrong = middle
            else:
                right = middle
            if process_time() > until or max(abs(wrong), abs(right)) < UNDERFLOW:
                break
        return wrong, right

    def is_loose(self, place: Place, value: float | Fraction, factor: Fraction) -> bool | None:
        """Whether a value so many times tighter is certainly valid, or certainly is not."""
        tighter = self._terms.tighter(Fraction(value), factor)
        if not self._inside(tighter):
            return None
        return self._template.truth(place, tighter)

    def _inside(self, value: Fraction) -> bool:
        return inside_of(self._template.range, value)

    def _is_wrong(self, place: Place, value: Fraction) -> bool:
        return self._inside(value) and self._template.truth(place, value) is False


Judge = ByTruth | ByClaim


def factor_of(judge: Judge, place: Place, value: float | Fraction) -> float:
    """The value is certainly at least so many times what is needed; 1 where nothing is certain."""
    if not value:
        return 1.0
    if judge.is_loose(place, value, Fraction(10) ** 300):
        return inf
    found = _last(_FACTORS, lambda factor: bool(judge.is_loose(place, value, factor)))
    return 1.0 if found is None else float(found)


def refined(judge: Judge, place: Place, value: float | Fraction, factor: float) -> float:
    """The factor to some three digits."""
    following = next((f for f in _FACTORS if f > factor), None)
    if isinf(factor) or following is None:
        return factor
    low, high = Fraction(factor), following
    for _ in range(10):
        middle = (low + high) / 2
        if judge.is_loose(place, value, middle):
            low = middle
        else:
            high = middle
    return float(low)


def _last(ladder: tuple[Fraction, ...], holds: Callable[[Fraction], bool]) -> Fraction | None:
    """The last element of a ladder, as far as it holds, found by doubling steps and halving."""
    low, high = -1, 0
    while high < len(ladder) and holds(ladder[high]):
        low, high = high, 2 * high + 1
    high = min(high, len(ladder))
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(ladder[middle]) else (low, middle)
    return ladder[low] if low >= 0 else None


def _relative_error(value: arb, truth: arb) -> float:
    if not truth.is_finite() or truth == 0:
        return inf
    return abs(float(((value - truth) / truth).mid()))


def _shown(truth: arb | Between) -> str:
    if isinstance(truth, Between):
        return f", {truth}"
    return f", {truth.str(15)}"
