"""``assert_bound``: a float function is valid wherever it is tried, and no looser than it was."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import Any

from dpsym.arguments import exact, fitted, flag, positive_seconds, whole_number
from dpsym.errors import ClaimError
from dpsym.errors import shown as named
from dpsym.language.domains import REALS
from dpsym.regression.baseline import compared
from dpsym.regression.findings import SHOWN, BoundError, BoundReport, Failure, shown
from dpsym.regression.judging import ByClaim, ByTruth, Judge, Side, Terms, Truth
from dpsym.regression.places import inside_of
from dpsym.regression.template import Template
from dpsym.regression.trial import Range, Trial, domains_of, ladders_of

_MOST_SAMPLES = 10**7
_TOLD = ("invalid", "outside", "no number")


def assert_bound(
    function: Callable[..., float],
    claim: str | Truth,
    *,
    over: Mapping[str, Range] | None = None,
    side: Side = "upper",
    rounding: float = 1e-9,
    negligible: float = 0.0,
    within: float | None = None,
    at_least: int = 1,
    hostile: bool = False,
    baseline: str | Path | None = None,
    tolerance: float = 1e-6,
    samples: int = 200,
    patience: float = 20.0,
    budget: float | None = None,
    name: str = "",
) -> BoundReport:
    """Check that a numeric function is a valid bound, and no looser than it was.

    The function is called at a fixed set of points: extreme values of every parameter (1e-300, 50,
    orders next to 1 and up to 1e5, counts up to 1000), their combinations, and points between.

    Args:
        function: takes floats (and ints for counts) and returns a float, or another number, of
            which no digit is lost if it is an int, a fraction, a decimal, or one of mpmath or
            sympy; the names of its parameters are those of the claim.
        claim: a claim with ``{value}`` where the function's value goes, such as
            ``PureDP(M, eps) => ZCDP(M, {value})``; or a function of the same parameters that gives
            a ball around the truth, such as those of :mod:`dpsym.truth`.
        over: what parameters range over: a domain as text, or the values to try.
        side: ``upper`` where a value above the truth is safe, ``lower`` where one below is; a claim
            says by itself what is valid, and the side only says which way is looser.
        rounding: relative error of the floats that is no failure, as is a number below 2**-1022
            given as zero; 0 for directed rounding.
        negligible: absolute error that is no failure.
        within: how many times what is needed a value may be; more is a failure.
        at_least: at how many points the value must be certified; a run that certifies less proves
            nothing and fails. 0 where nothing known certifies the claim.
        hostile: also give each parameter nan, infinities and 0 where those lie outside its domain.
            The function may raise or give nan; a number given for nan is a failure.
        baseline: a JSON file of earlier values, committed beside the tests; a relative path is
            taken from the folder of the calling file. It is written where the environment says
            ``DPSYM_RECORD=1``, or pytest ``--dpsym-record``.
        tolerance: how much looser, relatively, a value may be than in the baseline.
        samples: the most points to try.
        patience: seconds of the processor that one call may take.
        budget: seconds of the processor after which no more points are tried; by default there is
            no such end.
        name: of the function, in messages and in the baseline; by default its own.

    Raises:
        BoundError: at some point the value is certainly invalid, no number, outside its domain,
            looser than recorded or than ``within`` permits; or the function raises or takes too
            long; or too little was certified. The message gives the parameters, the value and the
            certified truth, the worst first.
        ClaimError: the claim or an option is not well formed, names and parameters differ, or there
            is no baseline yet.

    >>> claim = "PureDP(M, eps) => ZCDP(M, {value})"
    >>> report = assert_bound(lambda eps: eps**2 / 2, claim, samples=30)
    >>> report.tried, report.failures
    (30, ())
    >>> try:
    ...     assert_bound(lambda eps: eps**2 / 4, claim, samples=30)
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
        within=within,
        at_least=at_least,
        hostile=hostile,
        baseline=baseline,
        tolerance=tolerance,
        samples=samples,
        patience=patience,
        budget=budget,
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
    within: float | None = None,
    at_least: int = 1,
    hostile: bool = False,
    baseline: str | Path | None = None,
    tolerance: float = 1e-6,
    samples: int = 200,
    patience: float = 20.0,
    budget: float | None = None,
    name: str = "",
) -> BoundReport:
    """What :func:`assert_bound` finds, without raising for what fails.

    >>> claim = "PureDP(M, eps) => ZCDP(M, {value})"
    >>> examine_bound(lambda eps: -1.0, claim, over={"eps": (1.0,)}).failures[0].kind
    'outside'
    """
    __tracebackhide__ = True
    try:
        terms = _terms(side, rounding, negligible, within)
        _require_effort(at_least, samples, tolerance, patience, budget)
        judge = _judge(claim, terms)
        over = fitted("over", over, Mapping[Any, Any] | None) or {}
        baseline = fitted("baseline", baseline, str | Path | None)
        name = fitted("name", name, str)
        ranges = domains_of(function, judge.domains, over)
        title = name or getattr(function, "__qualname__", repr(function))
        hostile = flag("hostile", hostile)
        budget = None if budget is None else positive_seconds("budget", budget)
        trial = Trial(function, judge, ranges, patience, budget, within)
        trial.run(ladders_of(ranges, over), samples, hostile=hostile)
        failures = trial.failures
        if baseline is not None and not failures:
            path = Path(baseline) if Path(baseline).is_absolute() else _beside_caller(baseline)
            values = [(place, float(value)) for place, value in trial.values]
            for place, value, words in compared(path, title, values, side, tolerance):
                failures.append(Failure(place, shown(value), "looser", words))
        if trial.certified < at_least and not failures:
            words = f"certified at {trial.certified} of {trial.tried} points; this proves nothing"
            failures.append(Failure({}, "", "undecided", words))
        return BoundReport(
            title,
            judge.text,
            trial.tried,
            trial.certified,
            tuple(_told(judge, failures)),
            trial.looseness(),
            trial.points,
        )
    except ClaimError as error:
        raise error.with_traceback(None) from None  # the caller's error, in the caller's line


def _terms(side: Side, rounding: Any, negligible: Any, within: Any) -> Terms:
    """What is asked of values.

    Raises:
        ClaimError: a number means nothing.
    """
    if fitted("side", side, str) not in ("upper", "lower"):
        raise ClaimError(f"side={named(side)}", remedy="write 'upper' or 'lower'")
    for option, value in (("rounding", rounding), ("negligible", negligible)):
        if not (_is_finite(value) and value >= 0):
            raise ClaimError(f"{option}={named(value)}", remedy="give a number >= 0")
    if within is not None and not (_is_finite(within) and within > 1):
        raise ClaimError(f"within={named(within)}", remedy="give a factor above 1, such as 1.05")
    return Terms(side, exact(rounding, "rounding"), exact(negligible, "negligible"))


def _require_effort(
    at_least: Any, samples: Any, tolerance: Any, patience: Any, budget: Any
) -> None:
    """Nothing, where these say how much is tried and compared.

    Raises:
        ClaimError: one of them says nothing, so that a test of it could not fail.
    """
    whole_number("at_least", at_least, 0)
    whole_number("samples", samples, 0, most=_MOST_SAMPLES)
    if not _is_finite(tolerance):
        raise ClaimError(f"tolerance={named(tolerance)}", remedy="give a number such as 1e-6")
    positive_seconds("patience", patience)
    if budget is not None:
        positive_seconds("budget", budget)


def _is_finite(value: Any) -> bool:
    """Whether this is a number that a float can hold."""
    try:
        return isinstance(value, Real) and isfinite(value)
    except OverflowError:
        return False


def _judge(claim: Any, terms: Terms) -> Judge:
    """What decides on values.

    Raises:
        ClaimError: it is neither a claim with a hole nor a function to the truth.
    """
    if isinstance(claim, str):
        return ByClaim(Template(claim), terms)
    if not callable(claim):
        remedy = "write it as text with {value}, or give a function to the certified truth"
        raise ClaimError(f"claim={named(claim)} is no claim of a value", remedy=remedy)
    return ByTruth(claim, terms)


def _told(judge: Judge, failures: list[Failure]) -> Iterator[Failure]:
    """The failures, of each kind the worst first; the first of each with what is needed.

    It takes many certified comparisons to tell that, and is done for the ones that are shown only.
    """
    counts: dict[str, int] = {}
    for failure in sorted(failures, key=lambda one: -one.size):
        counts[failure.kind] = counts.get(failure.kind, 0) + 1
        if failure.kind not in _TOLD or counts[failure.kind] > SHOWN or not failure.value:
            yield failure
            continue
        ordinary = all(inside_of(judge.domains.get(n, REALS), x) for n, x in failure.place.items())
        value = failure.value.removeprefix("about ")
        given = Fraction(value) if "/" in value else float(value)
        start = given if failure.kind == "invalid" and isfinite(given) else None
        more = judge.told(failure.place, start) if ordinary else ""
        yield replace(failure, words=failure.words + (more if more not in failure.words else ""))


def _beside_caller(path: str | Path) -> Path:
    """A path in the folder of the file that called us; of the current one where there is none."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("dpsym.regression"):
        frame = frame.f_back
    file = frame.f_globals.get("__file__")
    return (Path(file).parent if file else Path()) / path


__all__ = ["BoundError", "BoundReport", "Failure", "assert_bound", "examine_bound"]
