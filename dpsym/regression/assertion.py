"""``assert_bound``: a float function is valid wherever it is tried, and no looser than it was."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Literal

from flint import arb

from dpsym.accounting.rounds import ball
from dpsym.errors import ClaimError
from dpsym.language.domains import REALS, Domain
from dpsym.language.parser import parse_domain
from dpsym.regression.baseline import compared
from dpsym.regression.calls import called
from dpsym.regression.places import Place, inside_of, ladder, places
from dpsym.regression.template import Template
from dpsym.truth import Between

Truth = Callable[..., arb | Between]
Side = Literal["upper", "lower"]
Range = str | Sequence[float | int]

SHOWN = 5
_STEPS = 48


class BoundError(AssertionError):
    """A numeric bound is wrong somewhere, or looser than it was; ``report`` says all of it."""

    def __init__(self, report: BoundReport) -> None:
        self.report = report
        super().__init__(report.text())


@dataclass(frozen=True, slots=True)
class Failure:
    """One point at which a function fails.

    Attributes:
        place: the parameters.
        value: what the function gave, as Python writes it.
        kind: ``invalid``, ``no number``, ``outside``, ``raised``, ``slow`` or ``looser``.
        words: what is wrong.
    """

    place: Place
    value: str
    kind: str
    words: str

    def text(self) -> str:
        """The failure in one line."""
        where = ", ".join(f"{name}={value!r}" for name, value in self.place.items())
        return f"{where}: {self.value} {self.words}"


@dataclass(frozen=True, slots=True)
class BoundReport:
    """What came of trying a function.

    Attributes:
        name: of the function.
        claim: what its values should satisfy.
        tried: at how many points it was called.
        certified: at how many its value is certainly valid.
        failures: where it fails; at all other points it is not refuted.
    """

    name: str
    claim: str
    tried: int
    certified: int
    failures: tuple[Failure, ...]

    def text(self) -> str:
        """The report for a reader."""
        lines = [f"{self.name}: {len(self.failures)} of {self.tried} values fail"]
        lines.append(f"  claim   {self.claim}")
        by_kind: dict[str, list[Failure]] = {}
        for failure in self.failures:
            by_kind.setdefault(failure.kind, []).append(failure)
        for kind, found in by_kind.items():
            lines += [f"  {kind:<9} {failure.text()}" for failure in found[:SHOWN]]
            if len(found) > SHOWN:
                lines.append(f"  {kind:<9} and {len(found) - SHOWN} more")
        return "\n".join(lines)


def assert_bound(
    function: Callable[..., float],
    claim: str | Truth,
    *,
    over: Mapping[str, Range] | None = None,
    side: Side = "upper",
    rounding: float = 1e-9,
    negligible: float = 0.0,
    baseline: str | Path | None = None,
    tolerance: float = 1e-6,
    samples: int = 200,
    patience: float = 20.0,
    name: str = "",
) -> BoundReport:
    """Check that a numeric function is a valid bound, and no looser than it was.

    The function is called at a fixed set of points: extreme values of every parameter (1e-300, 50,
    orders next to 1 and up to 1e5, counts up to 1000), their combinations, and points between.

    Args:
        function: takes floats (and ints for counts) and returns a float; the names of its
            parameters are those of the claim.
        claim: a claim with ``{value}`` where the function's value goes, such as
            ``PureDP(M, eps) => ZCDP(M, {value})``; or a function of the same parameters that gives
            a ball around the truth, such as those of :mod:`dpsym.truth`.
        over: what parameters range over: a domain as text, or the values to try.
        side: ``upper`` where a value above the truth is safe, ``lower`` where one below is; a claim
            says by itself what is valid, and the side only says which way is looser.
        rounding: relative error of the floats that is no failure; 0 for directed rounding.
        negligible: absolute error that is no failure.
        baseline: a JSON file of earlier values, committed beside the tests. It is written where the
            environment says ``DPSYM_RECORD=1``, or pytest ``--dpsym-record``.
        tolerance: how much looser, relatively, a value may be than in the baseline.
        samples: the most points to try.
        patience: seconds of the processor that one call may take.
        name: of the function, in messages and in the baseline; by default its own.

    Raises:
        BoundError: at some point the value is certainly invalid, no finite number, outside its
            domain, or looser than recorded; or the function raises or takes too long. The message
            gives the parameters, the value and the certified truth.
        ClaimError: the claim is not well formed, names and parameters differ, or there is no
            baseline yet.

    >>> report = assert_bound(lambda eps: eps**2 / 2, "PureDP(M, eps) => ZCDP(M, {value})")
    >>> report.tried, report.failures
    (56, ())
    >>> try:
    ...     assert_bound(lambda eps: eps**2 / 4, "PureDP(M, eps) => ZCDP(M, {value})")
    ... except BoundError as error:
    ...     print(error.report.failures[0].kind)
    invalid
    """
    __tracebackhide__ = True  # pytest shows the line that called
    report = examine_bound(
        function,
        claim,
        over=over,
        side=side,
        rounding=rounding,
        negligible=negligible,
        baseline=baseline,
        tolerance=tolerance,
        samples=samples,
        patience=patience,
        name=name,
    )
    if report.failures:
        raise BoundError(report)
    return report


def examine_bound(
    function: Callable[..., float],
    claim: str | Truth,
    *,
    over: Mapping[str, Range] | None = None,
    side: Side = "upper",
    rounding: float = 1e-9,
    negligible: float = 0.0,
    baseline: str | Path | None = None,
    tolerance: float = 1e-6,
    samples: int = 200,
    patience: float = 20.0,
    name: str = "",
) -> BoundReport:
    """What :func:`assert_bound` finds, without raising for what fails.

    >>> examine_bound(lambda eps: -1.0, "PureDP(M, eps) => ZCDP(M, {value})").failures[0].kind
    'outside'
    """
    judge: _Judge
    if isinstance(claim, str):
        judge = _ByClaim(Template(claim), side, Fraction(rounding), Fraction(negligible))
    else:
        judge = _ByTruth(claim, side, Fraction(rounding), Fraction(negligible))
    ladders = _ladders(function, judge.domains, over or {})
    title = name or getattr(function, "__qualname__", repr(function))
    failures: list[Failure] = []
    values: list[tuple[Place, float]] = []
    tried = certified = 0
    fixed = [n for n, values in (over or {}).items() if not isinstance(values, str)]
    for place in places(ladders, samples, fixed=fixed):
        tried += 1
        value, trouble = called(function, place, patience)
        if trouble is None:
            assert value is not None
            known, trouble = _judged(judge, place, value)
            certified += known
            values.append((place, value))
        if trouble is not None:
            failures.append(Failure(place, repr(value) if value is not None else "", *trouble))
    if baseline is not None and not failures:
        for place, value, words in compared(Path(baseline), title, values, side, tolerance):
            failures.append(Failure(place, repr(value), "looser", words))
    return BoundReport(title, judge.text, tried, certified, tuple(failures))


def _ladders(
    function: Callable[..., float], domains: Mapping[str, Domain], over: Mapping[str, Range]
) -> dict[str, Sequence[float | int]]:
    parameters = list(inspect.signature(function).parameters)
    if domains and set(parameters) != set(domains):
        raise ClaimError(
            f"the function takes {', '.join(parameters)}, but the claim speaks of "
            f"{', '.join(domains) or 'nothing'}",
            remedy="give the parameters the names of the claim",
        )
    unknown = sorted(set(over) - set(parameters))
    if unknown:
        raise ClaimError(f"{unknown[0]!r} is no parameter of the function", part=unknown[0])
    ladders: dict[str, Sequence[float | int]] = {}
    for parameter in parameters:
        given = over.get(parameter)
        if given is not None and not isinstance(given, str):
            ladders[parameter] = tuple(given)
            continue
        domain = domains.get(parameter, REALS) if given is None else parse_domain(given)
        is_order = parameter in ("alpha", "order") or str(domain) == "(1, oo)"
        ladders[parameter] = ladder(domain, order=is_order)
        if given is None and parameter not in domains:
            raise ClaimError(
                f"nothing says what {parameter!r} ranges over",
                part=parameter,
                remedy=f"add over={{{parameter!r}: '[0, oo)'}} or the values to try",
            )
    return ladders


def _judged(judge: _Judge, place: Place, value: float) -> tuple[bool, tuple[str, str] | None]:
    """Whether the value is certainly valid, and what is wrong with it."""
    if not isfinite(value):
        return False, ("no number", "is no finite number" + judge.told(place, None))
    return judge(place, value)


class _ByTruth:
    """A value against a ball around the truth."""

    text = "the certified truth"

    def __init__(self, truth: Truth, side: Side, rounding: Fraction, negligible: Fraction) -> None:
        self._truth, self._side = truth, side
        self._rounding, self._negligible = rounding, negligible
        self.domains: dict[str, Domain] = {}

    def __call__(self, place: Place, value: float) -> tuple[bool, tuple[str, str] | None]:
        exact = Fraction(value)
        slack = abs(exact) * self._rounding + self._negligible
        truth = self._truth(**place)
        if self._side == "upper":
            wrong = ball(exact + slack) < truth.lower()
            sure = ball(exact + slack) >= truth.upper()
        else:
            wrong = ball(exact - slack) > truth.upper()
            sure = ball(exact - slack) <= truth.lower()
        if wrong:
            relation = "below" if self._side == "upper" else "above"
            return False, ("invalid", f"is {relation} the truth" + _shown(truth))
        return bool(sure), None

    def told(self, place: Place, value: float | None) -> str:
        return _shown(self._truth(**place))


class _ByClaim:
    """A value against a claim with a hole."""

    def __init__(
        self, template: Template, side: Side, rounding: Fraction, negligible: Fraction
    ) -> None:
        self._template, self._upward = template, side == "upper"
        self._rounding, self._negligible = rounding, negligible
        self.domains, self.text = template.domains, template.text
        self._told = 0

    def __call__(self, place: Place, value: float) -> tuple[bool, tuple[str, str] | None]:
        exact = Fraction(value)
        slack = abs(exact) * self._rounding + self._negligible
        near = [x for x in (exact, exact + slack, exact - slack) if self._inside(x)]
        if not near:
            return False, ("outside", f"lies outside {self._template.range}" + self.told(place, 0))
        found: list[bool | None] = []
        for candidate in dict.fromkeys(near):
            found.append(self._template.truth(place, candidate))
            if found[-1]:
                return True, None
        if all(truth is False for truth in found):
            return False, ("invalid", "does not satisfy the claim" + self.told(place, value))
        return False, None

    def _inside(self, value: Fraction) -> bool:
        return inside_of(self._template.range, value)

    def told(self, place: Place, value: float | None) -> str:
        """The certified truth, between a value that is refuted and one that is not.

        It takes many certified comparisons, and is said of the first failures only.
        """
        if self._told >= SHOWN:
            return ""
        self._told += 1
        ends = self._ends(place, Fraction(value or 0))
        if ends is None:
            return ""
        wrong, right = map(_decimal, ends)
        needed = f"at least {wrong} is needed" if self._upward else f"at most {wrong} is allowed"
        return f"; {needed}" + (f", and {right} is not refuted" if right != wrong else "")

    def _ends(self, place: Place, start: Fraction) -> tuple[Fraction, Fraction] | None:
        """A refuted value and one that is not, as close as they get."""
        sign = 1 if self._upward else -1
        wrong = start if self._wrong(place, start) else None
        if wrong is None:
            zero = Fraction(0)
            if not self._inside(zero) or not self._wrong(place, zero):
                return None
            wrong = zero
        step = abs(wrong) or Fraction(1, 2**1070)
        right = None
        for _ in range(200):
            candidate = wrong + sign * step
            if not self._inside(candidate):
                candidate = Fraction(1) if sign > 0 else Fraction(0)
                if not self._inside(candidate) or self._wrong(place, candidate):
                    return None
            if not self._wrong(place, candidate):
                right = candidate
                break
            step *= 2**20 if step < Fraction(1, 2**60) else 2
        if right is None:
            return None
        for _ in range(_STEPS):
            middle = (wrong + right) / 2
            if self._wrong(place, middle):
                wrong = middle
            else:
                right = middle
        return wrong, right

    def _wrong(self, place: Place, value: Fraction) -> bool:
        return self._template.truth(place, value) is False


_Judge = _ByTruth | _ByClaim


def _decimal(value: Fraction) -> str:
    return ball(value).str(12, radius=False) if value else "0"


def _shown(truth: arb | Between) -> str:
    if isinstance(truth, Between):
        return f", {truth}"
    return f", {truth.str(15)}"


__all__ = ["BoundError", "BoundReport", "Failure", "assert_bound", "examine_bound"]
