"""``assert_bound``: numbers that are no floats, and options that say nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import exp, inf, nan
from pathlib import Path
from typing import Any

import mpmath
import pytest
import sympy

from dpsym import BoundError, assert_bound
from dpsym.errors import ClaimError
from dpsym.regression import BoundReport, examine_bound

PURE = "PureDP(M, eps) => ZCDP(M, {value})"
LINE = "{value} >= x for x in [0, 1]"
ENDS = {"x": (0.5, 1.0)}
ONE = {"eps": (1.0,)}


def kinds(report: BoundReport) -> set[str]:
    return {failure.kind for failure in report.failures}


def test_a_fraction_is_judged_as_it_is() -> None:
    below = Fraction(1, 2**100)
    found = examine_bound(lambda x: Fraction(x) - below, LINE, over=ENDS, rounding=0.0)
    assert [failure.kind for failure in found.failures] == ["invalid", "invalid"]
    assert_bound(lambda x: Fraction(x) / 3, f"3*{LINE}", over=ENDS, rounding=0.0)


@pytest.mark.parametrize(
    "below", [lambda x: mpmath.mpf(x) - mpmath.mpf(2) ** -100,
              lambda x: sympy.Rational(x) - sympy.Rational(1, 2**100),
              lambda x: sympy.Float(x, 50) - sympy.Float(2, 50) ** -100]
)  # fmt: skip
def test_a_number_of_mpmath_or_sympy_is_judged_as_it_is(below: Callable[[float], Any]) -> None:
    def bound(x: float) -> Any:
        with mpmath.workprec(300):
            return below(x)

    assert kinds(examine_bound(bound, LINE, over=ENDS, rounding=0.0)) == {"invalid"}


def test_a_term_that_is_no_rational_number_is_no_value() -> None:
    assert kinds(examine_bound(lambda x: sympy.sqrt(2), LINE, over=ENDS)) == {"no number"}


def test_a_long_fraction_is_told_shortly() -> None:
    low = Fraction(1, 4) - Fraction(1, 10**5000)
    report = examine_bound(lambda x: low, LINE, over=ENDS)
    assert kinds(report) == {"invalid"}
    assert "about 0.25 does not satisfy" in report.text()


def test_a_decimal_is_judged_as_it_is() -> None:
    tiny = Decimal("1e-25")
    with pytest.raises(BoundError, match="does not satisfy"):
        assert_bound(lambda x: Decimal(x) - tiny, LINE, over=ENDS, rounding=0.0)
    assert_bound(lambda x: Decimal(x) + tiny, LINE, over=ENDS, rounding=0.0)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("2", "gave '2'"),
        (b"2", "gave b'2'"),
        ([1.0], "gave [1.0]"),
        (10**400, "too large for a float"),
        (Decimal("1e400"), "too large for a float"),
    ],
)
def test_what_is_no_number_is_not_read_as_one(given: Any, said: str) -> None:
    report = examine_bound(lambda x: given, LINE, over=ENDS)
    assert kinds(report) == {"no number"}
    assert said in report.text()


def test_a_function_that_leaves_the_program_has_raised() -> None:
    def leaving(x: float) -> float:
        raise SystemExit(0)

    assert kinds(examine_bound(leaving, LINE, over=ENDS)) == {"raised"}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *[("tolerance", x) for x in (nan, inf, "a")],
        *[("at_least", x) for x in (nan, -1, 0.5, "a")],
        *[("samples", x) for x in (-1, 1.5, "a")],
        *[("patience", x) for x in (0, -1, nan, "a", None)],
        *[("budget", x) for x in (0, -1, nan, "a")],
        *[("rounding", x) for x in ("a", None)],
        ("within", "a"),
        ("over", [1.0]),
    ],
)
def test_an_option_that_says_nothing_is_named(option: str, value: Any) -> None:
    with pytest.raises(ClaimError, match=f"^{option}="):
        assert_bound(lambda eps: eps**2 / 2, PURE, **{"over": ONE, option: value})


def test_patience_may_have_no_end() -> None:
    assert_bound(lambda eps: eps**2 / 2, PURE, over=ONE, patience=inf)


@pytest.mark.parametrize(
    ("function", "claim", "said"),
    [
        (5, PURE, "5 names no parameters"),
        (max, PURE, "names no parameters"),
        (exp, 5, "claim=5 is no claim of a value"),
        (lambda x: 1.0, lambda x: x, "the truth is 0.5"),
    ],
)
def test_what_is_no_function_or_no_claim_is_named(function: Any, claim: Any, said: str) -> None:
    with pytest.raises(ClaimError, match=re.escape(said)):
        assert_bound(function, claim, over=ONE if claim == PURE else ENDS)


@pytest.mark.parametrize("domain", ["mechanism", "(0, 1e-400)"])
def test_a_domain_without_floats_is_named(domain: str) -> None:
    with pytest.raises(ClaimError, match="no float to try lies in"):
        assert_bound(lambda eps: eps**2 / 2, PURE, over={"eps": domain})


def test_points_may_be_fractions_in_a_baseline_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, third = tmp_path / "bounds.json", {"eps": (Fraction(1, 3),)}
    monkeypatch.setenv("DPSYM_RECORD", "1")
    assert_bound(lambda eps: eps**2 / 2, PURE, over=third, baseline=path, name="rho")
    monkeypatch.delenv("DPSYM_RECORD")
    with pytest.raises(BoundError, match="looser than"):
        assert_bound(lambda eps: eps**2, PURE, over=third, baseline=path, name="rho")


def test_a_baseline_that_is_no_number_compares_nothing_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "bounds.json"
    path.write_text('{"rho": [[{"eps": 1.0}, NaN]]}')
    with pytest.raises(ClaimError, match="no baseline"):
        assert_bound(lambda eps: eps**2, PURE, over=ONE, baseline=path, name="rho")


def test_unnamed_functions_do_not_share_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two would be what both are compared with."""
    monkeypatch.setenv("DPSYM_RECORD", "1")
    with pytest.raises(ClaimError, match="may name several functions"):
        assert_bound(lambda eps: eps**2, PURE, over=ONE, baseline=tmp_path / "bounds.json")


@pytest.mark.parametrize("record", ["0", "1"])
def test_a_baseline_that_is_a_folder_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: str
) -> None:
    monkeypatch.setenv("DPSYM_RECORD", record)
    with pytest.raises(ClaimError, match=f"{tmp_path} cannot be"):
        assert_bound(lambda eps: eps**2, PURE, over=ONE, baseline=tmp_path, name="rho")
