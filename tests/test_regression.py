"""``assert_bound``: what passes, what fails and how it is said, and the baseline."""

from __future__ import annotations

import json
from math import exp, inf, log, nan, sqrt, tanh
from pathlib import Path
from time import sleep

import pytest

import dpsym
from dpsym import BoundError, GaussianMechanism, assert_bound, truth
from dpsym.errors import ClaimError
from dpsym.regression import BoundReport, examine_bound
from dpsym.regression.places import ladder, places
from dpsym.regression.template import Template

PURE = "PureDP(M, eps) => ZCDP(M, {value})"
FEW = {"eps": (0.0, 0.1, 1.0, 5.0)}


def kinds(report: BoundReport) -> set[str]:
    return {failure.kind for failure in report.failures}


def test_right_bound_passes_also_at_extremes() -> None:
    report = assert_bound(lambda eps: eps**2 / 2, PURE)
    assert report.failures == ()
    assert report.certified >= report.tried / 2


def test_sharp_bound_passes_and_a_sharper_one_fails() -> None:
    assert_bound(lambda eps: eps * tanh(eps / 2), PURE, over=FEW)
    with pytest.raises(BoundError, match="does not satisfy the claim"):
        assert_bound(lambda eps: 0.999 * eps * tanh(eps / 2), PURE, over=FEW)


def test_failure_names_parameter_value_and_truth() -> None:
    with pytest.raises(BoundError) as raised:
        assert_bound(lambda eps: eps**2 / 4, PURE, over={"eps": (1.0,)})
    message = str(raised.value)
    assert "eps=1.0: 0.25 does not satisfy the claim" in message
    assert "0.4621171" in message  # tanh(1/2)
    assert isinstance(raised.value, AssertionError)


@pytest.mark.parametrize(
    ("value", "kind"),
    [(nan, "no number"), (inf, "no number"), (-1e-12, "outside"), (0.0, "invalid")],
)
def test_every_kind_of_wrong_value_has_a_name(value: float, kind: str) -> None:
    assert kinds(examine_bound(lambda eps: value, PURE, over={"eps": (1.0,)})) == {kind}


def test_function_that_raises_or_hangs_fails() -> None:
    assert kinds(examine_bound(lambda eps: 1 / 0, PURE, over=FEW)) == {"raised"}
    hanging = examine_bound(lambda eps: sleep(5) or eps, PURE, over={"eps": (1.0,)}, patience=0.05)
    assert kinds(hanging) == {"slow"}


def test_delta_above_one_is_outside_however_little() -> None:
    claim = "ApproxDP(LaplaceMechanism(1, scale), eps, {value})"
    over = {"scale": (1.0,), "eps": (0.5,)}
    assert kinds(examine_bound(lambda scale, eps: 1 + 1e-6, claim, over=over)) == {"outside"}
    assert kinds(examine_bound(lambda scale, eps: 1 + 1e-12, claim, over=over)) == set()


def test_rounding_of_floats_is_allowed_and_can_be_forbidden() -> None:
    claim = "RenyiDP(GaussianMechanism(1, sigma), alpha, {value})"
    over = {"sigma": (0.3, 0.7, 3.0), "alpha": (1.1, 2.0, 1e5)}
    low = lambda sigma, alpha: alpha / (2 * sigma**2) * (1 - 1e-14)  # noqa: E731
    assert_bound(low, claim, over=over)
    with pytest.raises(BoundError):
        assert_bound(low, claim, over=over, rounding=0.0)


def test_noise_that_is_too_small_fails_and_enough_passes() -> None:
    claim = "ApproxDP(GaussianMechanism(1, {value}), eps, delta)"
    over = {"eps": (0.1, 1.0), "delta": (1e-12, 1e-6)}
    assert_bound(lambda eps, delta: sqrt(2 * log(1.25 / delta)) / eps, claim, over=over)
    with pytest.raises(BoundError, match="is needed"):
        assert_bound(lambda eps, delta: sqrt(log(1.25 / delta)) / eps, claim, over=over)


def test_guarantee_without_a_dominating_mechanism_is_refuted_by_one_that_attains_it() -> None:
    claim = "ZCDP(M, rho) => ApproxDP(M, {value}, delta)"
    over = {"rho": (0.01, 1.0), "delta": (1e-6, 0.1)}
    right = lambda rho, delta: rho + 2 * sqrt(rho * log(1 / delta))  # noqa: E731
    assert assert_bound(right, claim, over=over).failures == ()
    with pytest.raises(BoundError):
        assert_bound(lambda rho, delta: right(rho, delta) / 2, claim, over=over)


def test_group_privacy_is_not_certified_by_a_mechanism_with_two_databases() -> None:
    claim = "PureDP(M, eps) => PureDP(Group(M, 2), {value})"
    report = examine_bound(lambda eps: 2 * eps, claim, over=FEW)
    assert report.failures == ()
    assert report.certified == 0


def test_truth_may_be_a_function() -> None:
    def known(epsilon: float, sigma: float) -> object:
        return truth.delta(epsilon, GaussianMechanism(1, dpsym.parse_expression(repr(sigma))))

    over = {"epsilon": (0.0, 1.0), "sigma": (1.0, 4.0)}
    right = lambda epsilon, sigma: min(1.0, 1.25 * exp(-((epsilon * sigma) ** 2) / 2))  # noqa: E731
    assert_bound(right, known, over=over)
    with pytest.raises(BoundError, match="below the truth"):
        assert_bound(lambda epsilon, sigma: 1e-9, known, over=over)
    assert_bound(lambda epsilon, sigma: 1e-9, known, over=over, side="lower")
    with pytest.raises(BoundError, match="above the truth"):
        assert_bound(lambda epsilon, sigma: 1.0, known, over=over, side="lower")


def test_baseline_is_recorded_and_then_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bounds.json"
    with pytest.raises(ClaimError, match="DPSYM_RECORD=1"):
        assert_bound(lambda eps: eps**2 / 2, PURE, over=FEW, baseline=path, name="rho")
    monkeypatch.setenv("DPSYM_RECORD", "1")
    assert_bound(lambda eps: eps**2 / 2, PURE, over=FEW, baseline=path, name="rho")
    monkeypatch.delenv("DPSYM_RECORD")
    assert json.loads(path.read_text())["rho"][1] == [{"eps": 0.1}, 0.1**2 / 2]
    assert_bound(lambda eps: eps**2 / 2, PURE, over=FEW, baseline=path, name="rho")
    assert_bound(lambda eps: eps * tanh(eps / 2), PURE, over=FEW, baseline=path, name="rho")
    with pytest.raises(BoundError, match=r"looser than the 0\.5 of the baseline"):
        assert_bound(lambda eps: eps**2 / 2 * 1.001, PURE, over=FEW, baseline=path, name="rho")
    assert_bound(
        lambda eps: eps**2 / 2 * 1.001, PURE, over=FEW, baseline=path, name="rho", tolerance=0.01
    )


@pytest.mark.parametrize("content", ["[1]", "{"])
def test_damaged_baseline_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "bounds.json"
    path.write_text(content)
    with pytest.raises(ClaimError, match=r"bounds\.json"):
        assert_bound(lambda eps: eps**2 / 2, PURE, over=FEW, baseline=path)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("PureDP(M, eps) => ZCDP(M, eps**2)", "has no {value}"),
        ("ZCDP(M, {value})", "nothing known stands for every M"),
        ("PureDP(M, eps) => ZCPD(M, {value})", "unknown head"),
        ("PureDP(M, x) => ZCDP(M, {value})", "the function takes eps, but the claim speaks of x"),
    ],
)
def test_bad_claims_are_named(claim: str, message: str) -> None:
    with pytest.raises(ClaimError, match=message.replace("(", r"\(")):
        assert_bound(lambda eps: eps, claim)


def test_parameters_without_a_range_are_named() -> None:
    with pytest.raises(ClaimError, match="nothing says what 'eps' ranges over"):
        assert_bound(lambda eps: eps, lambda eps: truth.pure_zcdp(eps))
    with pytest.raises(ClaimError, match="'x' is no parameter"):
        assert_bound(lambda eps: eps, PURE, over={"x": (1.0,)})


def test_extremes_are_tried() -> None:
    domains = Template("PureDP(M, eps) => RenyiDP(M, alpha, {value})").domains
    orders = ladder(domains["alpha"], order=True)
    assert {1e-300, 50.0} <= set(ladder(domains["eps"]))
    assert min(orders) < 1 + 1e-9
    assert max(orders) >= 1e5


def test_points_are_the_same_every_time() -> None:
    ladders = {name: tuple(float(n) for n in range(9)) for name in "abc"}
    assert list(places(ladders, 50)) == list(places(ladders, 50))
