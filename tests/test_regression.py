"""``assert_bound``: what passes, what fails and how it is said, and the baseline."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from math import exp, inf, log, nan, sqrt, tanh
from pathlib import Path
from time import process_time, sleep
from typing import Any

import pytest
from flint import arb

import dpsym
from dpsym import (
    BoundError,
    GaussianMechanism,
    LaplaceMechanism,
    assert_bound,
    regression,
    truth,
)
from dpsym.errors import ClaimError, EvaluationError
from dpsym.regression import BoundReport, examine_bound
from dpsym.regression.baseline import compared
from dpsym.regression.places import ladder, places
from dpsym.regression.template import Template

PURE = "PureDP(M, eps) => ZCDP(M, {value})"
FEW = {"eps": (0.0, 0.1, 1.0, 5.0)}


def kinds(report: BoundReport) -> set[str]:
    return {failure.kind for failure in report.failures}


def test_right_bound_passes_also_at_extremes() -> None:
    report = assert_bound(lambda eps: eps**2 / 2, PURE, samples=60)
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


@pytest.mark.parametrize(
    ("side", "told"),
    [
        ("upper", "at least 0.666666666666 is needed"),
        ("lower", "at most 0.666666666667 is allowed"),
    ],
)
def test_what_is_needed_is_told_in_decimals_that_are_wrong_themselves(side: str, told: str) -> None:
    relation, value = (">=", 0.5) if side == "upper" else ("<=", 0.75)
    claim = f"{{value}} {relation} 2*x/3 for x in [0, 1]"
    report = examine_bound(lambda x: value, claim, over={"x": (1.0,)}, side=side)  # type: ignore[arg-type]
    assert told in report.text()


def test_guarantee_without_a_dominating_mechanism_is_refuted_by_one_that_attains_it() -> None:
    claim = "ZCDP(M, rho) => ApproxDP(M, {value}, delta)"
    over = {"rho": (0.01, 1.0), "delta": (1e-6, 0.1)}
    right = lambda rho, delta: rho + 2 * sqrt(rho * log(1 / delta))  # noqa: E731
    assert assert_bound(right, claim, over=over).failures == ()
    with pytest.raises(BoundError):
        assert_bound(lambda rho, delta: right(rho, delta) / 2, claim, over=over)


def test_group_privacy_is_not_certified_by_a_mechanism_with_two_databases() -> None:
    claim = "PureDP(M, eps) => PureDP(Group(M, 2), {value})"
    report = examine_bound(lambda eps: 2 * eps, claim, over=FEW, at_least=0)
    assert report.failures == ()
    assert report.certified == 0


@pytest.mark.parametrize(
    ("claim", "values"),
    [
        # Each is false: of an answer in three parts, of 3 databases, of one that is often silent.
        ("PureDP(M, eps) => ProbabilisticDP(M, 1/2, {value})", {1.0: 0.74}),
        ("PureDP(M, eps) => Capacity(M, 1) <= {value}", {1.0: 0.115}),
        ("PureDP(M, eps) => Recovery(M, 1, 3) <= {value}", {1.0: 0.55}),
        ("PureDP(M, eps) => MeanCDP(M, 100, {value})", {20.0: 6.4}),
    ],
)
def test_what_maps_do_not_keep_is_not_certified_by_a_dominating_mechanism(
    claim: str, values: dict[float, float]
) -> None:
    over = {"eps": tuple(values)}
    report = examine_bound(lambda eps: values[eps], claim, over=over, at_least=0)
    assert (report.tried, report.certified, report.failures) == (1, 0, ())


@pytest.mark.parametrize(
    "claim",
    [
        "PureDP(M, eps - 1) => ZCDP(M, {value}) for eps in [0, oo)",
        "PureDP(M, eps - 1) => ApproxDP(Compose(M, 2), 0, {value}) for eps in [0, oo)",
        "ApproxDP(M, eps - 1, 1/4) => ApproxDP(M, 0, {value}) for eps in [0, oo)",
        "ApproxDP(M, 1, 4*eps) => ApproxDP(Compose(M, 2), 2, {value}) for eps in [0, oo)",
        "ZCDP(M, eps - 1) => ApproxDP(M, 1, {value}) for eps in [0, oo)",
    ],
)
def test_nothing_stands_for_mechanisms_of_which_there_are_none(claim: str) -> None:
    report = examine_bound(lambda eps: 1e-4, claim, over={"eps": (0.5,)}, at_least=0)
    assert (report.tried, report.certified, report.failures) == (1, 0, ())


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


def test_values_recorded_at_the_same_time_are_all_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each thread opens the file anew, as the processes of pytest-xdist do."""
    path, names = tmp_path / "bounds.json", [f"bound {number}" for number in range(60)]
    monkeypatch.setenv("DPSYM_RECORD", "1")

    def record(name: str) -> None:
        list(compared(path, name, [({"eps": 1.0}, 0.5)], "upper", 0.0))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(record, names))
    assert sorted(json.loads(path.read_text())) == sorted(names)


def test_a_baseline_of_other_points_compares_nothing_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bounds.json"
    monkeypatch.setenv("DPSYM_RECORD", "1")
    assert_bound(lambda eps: eps**2 / 2, PURE, over=FEW, baseline=path, name="rho")
    monkeypatch.delenv("DPSYM_RECORD")
    with pytest.raises(ClaimError, match="at none of the points"):
        assert_bound(lambda eps: eps**2, PURE, over={"eps": (2.0,)}, baseline=path, name="rho")


@pytest.mark.parametrize(
    "content", ["[1]", "{", '{"rho": 3}', '{"rho": [[{}, "x"]]}', "[" * 100_000]
)
def test_damaged_baseline_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "bounds.json"
    path.write_text(content)
    with pytest.raises(ClaimError, match=r"bounds\.json is no"):
        assert_bound(lambda eps: eps**2 / 2, PURE, over=FEW, baseline=path, name="rho")


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


def test_function_of_one_parameter_is_tried_at_every_sample() -> None:
    claim = "{value} >= eps**2/2 for eps in [0, 50]"
    bump = lambda eps: 0.0 if 3.3 < eps < 4.7 else eps**2 / 2  # noqa: E731
    report = examine_bound(bump, claim)
    assert report.tried == 200
    assert kinds(report) == {"invalid"}
    tried = [place["eps"] for place in places({"eps": ladder(Template(claim).domains["eps"])}, 200)]
    for low, high in [(1e-4, 3e-4), (0.21, 0.29), (1.3, 1.7), (17.0, 23.0), (30.0, 36.0)]:
        assert any(low < eps < high for eps in tried)


# --- what is no number, and what is infinite ------------------------------------------------------

INFINITE = [
    ("ApproxDP(GaussianMechanism(1, sigma), {value}, delta)", {"sigma": (1.0,), "delta": (0.0,)}),
    ("PureDP(GaussianMechanism(1, sigma), {value})", {"sigma": (1.0, 1e8)}),
    ("ApproxDP(M, e, d) => RenyiDP(M, 2, {value})", {"e": (1.0,), "d": (0.1,)}),
    ("ApproxDP(GaussianMechanism(1, {value}), e, d)", {"e": (0.0,), "d": (0.0,)}),
]


def constant(value: object, names: str) -> Any:
    """The constant function of some names."""
    return eval(f"lambda {names}: value", {"value": value})


@pytest.mark.parametrize(("claim", "over"), INFINITE)
def test_infinite_answer_is_right_where_every_finite_one_is_wrong(claim: str, over: Any) -> None:
    report = examine_bound(constant(inf, ", ".join(over)), claim, over=over)
    assert report.failures == ()
    assert report.certified == report.tried


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("{value} == 5000*x for x in [1/2, 2]", "no number"),
        ("Abs({value} - 5000*x) <= 1 for x in [1/2, 2]", "undecided"),
        ("{value} >= 5*x and 1/{value} >= 10**400*x for x in [1/2, 2], {value} in (0, oo)",
         "undecided"),
    ],
)  # fmt: skip
def test_infinite_answer_is_not_right_where_only_those_that_are_tried_are_wrong(
    claim: str, kind: str
) -> None:
    report = examine_bound(lambda x: inf, claim, over={"x": (1.0,)})
    assert (report.certified, kinds(report)) == (0, {kind})


def test_infinite_answer_is_no_number_where_a_finite_one_would_do() -> None:
    claim, over = INFINITE[0]
    wrong = examine_bound(constant(inf, "sigma, delta"), claim, over={**over, "delta": (1e-6,)})
    assert kinds(wrong) == {"no number"}
    assert kinds(examine_bound(constant(-inf, "sigma, delta"), claim, over=over)) == {"no number"}
    truly = lambda x: truth.optimal_epsilon(0, [truth.Rounds(1, x)])  # noqa: E731
    assert not examine_bound(constant(inf, "x"), truly, over={"x": (0.1,)}).failures
    assert kinds(examine_bound(constant(inf, "x"), truly, over={"x": (0,)})) == {"no number"}


def test_infinite_answer_where_less_is_safe_is_invalid() -> None:
    claim = "PureDP(M, {value}) => ZCDP(M, rho)"
    report = examine_bound(lambda rho: inf, claim, over={"rho": (1.0,)}, side="lower")
    assert kinds(report) == {"invalid"}


@pytest.mark.parametrize("value", [nan, None, 1j, "x"])
def test_answer_that_is_no_number_ends_in_a_report(value: object) -> None:
    report = examine_bound(constant(value, "eps"), PURE, over={"eps": (1.0,)})
    assert kinds(report) <= {"no number", "raised"}
    assert len(report.failures) == 1
    known = lambda eps: truth.pure_zcdp(eps)  # noqa: E731
    assert kinds(examine_bound(constant(value, "eps"), known, over=FEW)) == kinds(report)


@pytest.mark.parametrize("odd", [nan, inf, -inf, -1.0])
def test_odd_values_to_try_do_not_end_in_our_traceback(odd: float) -> None:
    assert not examine_bound(lambda eps: eps**2 / 2, PURE, over={"eps": (1.0, odd)}).failures
    taken = examine_bound(lambda eps: 7.0, PURE, over={"eps": (1.0, nan)})
    assert kinds(taken) == {"unguarded"}
    wrong = {(): "no values", ("1",): "is no number", (None,): "is no number", 3.0: "is no list"}
    for values, message in wrong.items():
        with pytest.raises(ClaimError, match=message):
            examine_bound(lambda eps: eps, PURE, over={"eps": values})


def test_hostile_inputs_are_a_class_of_their_own() -> None:
    claim = "PureDP(M, eps) => RenyiDP(M, alpha, {value})"
    over = {"eps": (0.1, 1.0), "alpha": (2.0, 8.0)}
    careless = lambda eps, alpha: max(0.0, min(eps, 50.0) * 1.0)  # noqa: E731
    assert not examine_bound(careless, claim, over=over).failures
    found = examine_bound(careless, claim, over=over, hostile=True).failures
    assert {(failure.kind, str(failure.place["eps"])) for failure in found} == {
        ("invalid", "inf"),  # 50 is too little where nothing is assumed
        ("unguarded", "nan"),
        ("unguarded", "1.0"),  # and an order that is no number is not looked at
    }


def test_infinite_probability_is_no_weaker_hypothesis() -> None:
    claim = "ApproxDP(M, eps, delta) => ApproxDP(M, 2*eps, {value})"
    over = {"eps": (0.1, 1.0), "delta": (1e-6, 0.1)}
    report = examine_bound(lambda eps, delta: min(delta, 1.0), claim, over=over, hostile=True)
    assert kinds(report) <= {"unguarded"}


def test_rounds_of_groups_are_not_certified_by_two_databases() -> None:
    claim = "PureDP(M, eps) => ApproxDP(Compose(Group(M, 2), k), 5, {value}) for k in 1..oo"
    over = {"eps": (0.1,), "k": (2,)}
    report = examine_bound(lambda eps, k: 0.9, claim, over=over, at_least=0)
    assert report.certified == 0


def test_no_release_is_asked_of_every_accountant() -> None:
    claim = "PureDP(M, epsilon) => PureDP(Compose(M, k), {value}) for k in 1..oo"
    over = {"epsilon": (0.5,)}
    right = lambda epsilon, k: k * epsilon  # noqa: E731
    assert not examine_bound(right, claim, over=over, hostile=True).failures
    negative = lambda epsilon, k: k * epsilon if k else -1.0  # noqa: E731
    report = examine_bound(negative, claim, over=over, hostile=True)
    assert [failure.place for failure in report.failures] == [{"epsilon": 0.5, "k": 0}]
    assert truth.delta(1, GaussianMechanism(1, 1), rounds=0) == 0
    assert truth.renyi(2, GaussianMechanism(1, 1), rounds=0) == 0
    assert truth.optimal_epsilon("1e-6", [truth.Rounds(1, 0, 0)]) == 0


# --- rounding, ends of domains and underflow ------------------------------------------------------


def test_value_next_to_one_is_not_thrown_out_of_its_domain_by_rounding() -> None:
    claim = "ApproxDP(GeometricMechanism(50), epsilon, {value})"
    rounded = 0.9999999999999064
    for value in (rounded, rounded * (1 - 1e-10)):
        report = examine_bound(constant(value, "epsilon"), claim, over={"epsilon": (20.0,)})
        assert report.failures == ()
        assert report.certified == 1
    low = examine_bound(lambda epsilon: 1 - 1e-8, claim, over={"epsilon": (20.0,)})
    assert kinds(low) == {"invalid"}


def test_value_with_many_digits_is_judged_as_well() -> None:
    claim = "PureDP(M, {value}) => PureDP(Compose(M, k), epsilon) for k in 1..oo"
    over = {"epsilon": (1e-300, 0.1), "k": (10,)}
    few = examine_bound(lambda epsilon, k: epsilon / 9, claim, over=over, side="lower")
    assert [failure.kind for failure in few.failures] == ["invalid", "invalid"]
    report = examine_bound(lambda epsilon, k: epsilon / 11, claim, over=over, side="lower")
    assert report.certified == 2


def test_equation_is_met_by_rounding() -> None:
    report = examine_bound(
        lambda x: x**0.5, "{value} == sqrt(x) for x in [1, 9]", over={"x": (2.0, 3.0)}
    )
    assert report.failures == ()
    wrong = examine_bound(lambda x: x, "{value} == sqrt(x) for x in [1, 9]", over={"x": (2.0,)})
    assert kinds(wrong) == {"invalid"}


def test_underflow_is_rounding_and_can_be_forbidden() -> None:
    claim = "ApproxDP(GaussianMechanism(1, 1), epsilon, {value})"
    over = {"epsilon": (50.0, 100.0)}
    assert not examine_bound(lambda epsilon: 0.0, claim, over=over).failures
    found = examine_bound(lambda epsilon: 0.0, claim, over=over, rounding=0.0)
    assert kinds(found) == {"invalid"}


# --- what a run is worth --------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0.0, 5.0])
def test_run_that_certifies_nothing_fails(value: float) -> None:
    with pytest.raises(BoundError, match="certified at 0 of 1 points"):
        assert_bound(lambda eps: value, lambda eps: wide(), over={"eps": (1.0,)})


def wide() -> object:
    """A truth of which nothing is known."""
    return truth.Between(arb(0), arb.pos_inf())


def test_truth_that_cannot_be_computed_is_undecided() -> None:
    def unknown(x: float) -> object:
        raise EvaluationError("too hard")

    assert kinds(examine_bound(lambda x: x, unknown, over={"x": (1.0,)})) == {"undecided"}
    assert kinds(examine_bound(lambda x: nan, unknown, over={"x": (1.0,)})) == {"no number"}


def test_zcdp_is_certified_by_what_it_is_known_to_imply() -> None:
    claim = "ZCDP(M, rho) => ApproxDP(M, {value}, delta)"
    over = {"rho": (0.0, 0.01, 1.0), "delta": (1e-6, 0.1)}
    right = lambda rho, delta: rho + 2 * sqrt(rho * log(1 / delta))  # noqa: E731
    assert assert_bound(right, claim, over=over).certified == 6

    def gaussian(rho: float, delta: float) -> float:
        return float(truth.epsilon(delta, GaussianMechanism(1, 1 / sqrt(2 * rho))).upper())

    exactly = examine_bound(gaussian, claim, over={"rho": (0.01, 1.0), "delta": (1e-6,)})
    assert exactly.certified == 0  # what Gaussian noise attains, another mechanism may exceed
    xi = "ZCDP(M, xi, rho) => ApproxDP(M, {value}, delta) for xi in [0, 1]"
    shifted = examine_bound(
        lambda xi, rho, delta: 0.0, xi, over={"xi": (1.0,), "rho": (0.0,), "delta": (0.0,)}
    )
    assert shifted.certified == 0


def test_report_says_how_loose_a_bound_is() -> None:
    over = {"eps": (0.5, 1.0, 4.0)}
    report = examine_bound(lambda eps: eps**2 / 2, PURE, over=over)
    assert report.looseness is not None
    assert report.looseness.place == {"eps": 4.0}
    assert report.looseness.factor == pytest.approx(2 / tanh(2), rel=2e-3)
    assert "loosest   2.07" in report.text()
    sharp = examine_bound(lambda eps: eps * tanh(eps / 2), PURE, over=over)
    assert sharp.looseness is None


def test_looseness_can_be_forbidden() -> None:
    over = {"eps": (0.5, 1.0, 4.0)}
    assert_bound(lambda eps: eps * tanh(eps / 2) * 1.04, PURE, over=over, within=1.05)
    with pytest.raises(BoundError, match=r"is more than 1\.05 times what is needed") as raised:
        assert_bound(lambda eps: eps**2 / 2, PURE, over=over, within=1.05)
    assert [failure.place["eps"] for failure in raised.value.report.failures] == [4.0, 1.0]
    known = lambda eps: truth.pure_zcdp(eps)  # noqa: E731
    with pytest.raises(BoundError, match="times what is needed"):
        assert_bound(lambda eps: eps**2 / 2, known, over=over, within=1.05)
    noise = "ApproxDP(GaussianMechanism(1, {value}), eps, delta)"
    with pytest.raises(BoundError, match="times what is needed"):
        assert_bound(
            lambda eps, delta: sqrt(2 * log(1.25 / delta)) / eps,
            noise,
            over={"eps": (1.0,), "delta": (1e-6,)},
            within=1.05,
        )
    for factor in (1.0, 0.5, nan):
        with pytest.raises(ClaimError, match="within"):
            assert_bound(lambda eps: eps, PURE, over=over, within=factor)


def test_worst_values_come_first() -> None:
    off = {0.5: 0.9, 1.0: 0.5, 4.0: 0.7, 5.0: 1.0}
    report = examine_bound(
        lambda eps: off[eps] * eps * tanh(eps / 2), PURE, over={"eps": tuple(off)}
    )
    assert [failure.place["eps"] for failure in report.failures] == [1.0, 4.0, 0.5]
    known = examine_bound(
        lambda eps: off[eps] * eps * tanh(eps / 2),
        lambda eps: truth.pure_zcdp(eps),
        over={"eps": tuple(off)},
    )
    assert [failure.place["eps"] for failure in known.failures] == [1.0, 4.0, 0.5]


def test_failing_point_of_many_rounds_is_told_in_seconds() -> None:
    claim = "ApproxDP(Compose(RandomizedResponse(epsilon), k), {value}, delta) for k in 1..oo"
    began = process_time()
    report = examine_bound(
        lambda epsilon, k, delta: 1.0,
        f"{claim}, epsilon in [0, 1]",
        over={"epsilon": (0.1,), "k": (10_000,), "delta": (1e-6,)},
    )
    assert process_time() - began < 5
    assert "at least 96.57184" in report.failures[0].words


def test_rounds_of_laplace_noise_are_judged_coarsely_at_first() -> None:
    claim = "ApproxDP(Compose(LaplaceMechanism(1, scale), k), epsilon, {value}) for k in 1..oo"
    exact = float(truth.delta(1, LaplaceMechanism(1, 2), rounds=3).mid())
    over = {"scale": (2.0,), "epsilon": (1.0,), "k": (3,)}
    for factor, wrong in ((0.5, True), (0.999, True), (1.001, False), (2, False)):
        report = examine_bound(constant(factor * exact, "scale, epsilon, k"), claim, over=over)
        assert kinds(report) == ({"invalid"} if wrong else set())
        assert report.certified == (not wrong)


# --- what is said of a bad claim, and where the baseline lies -------------------------------------


def test_error_shows_the_claim_and_the_line_that_called() -> None:
    with pytest.raises(ClaimError) as raised:
        assert_bound(lambda eps: eps, "PureDP(M, eps) => ZCPD(M, {value})")
    assert raised.value.__notes__ == [
        "  claim   PureDP(M, eps) => ZCPD(M, {value})\n" + " " * 28 + "^"
    ]
    frames = [entry.name for entry in raised.traceback]
    assert frames[0] == "test_error_shows_the_claim_and_the_line_that_called"
    assert set(frames[1:]) <= {"assert_bound", "examine_bound"}


def test_names_that_the_pages_use_can_be_imported() -> None:
    root = Path(__file__).parents[1]
    for page in (root / "README.md", root / "docs" / "checking-code.md"):
        for imported in re.findall(r"from dpsym import ([\w, ]+)", page.read_text()):
            assert all(hasattr(dpsym, name.strip()) for name in imported.split(","))
        told = set(re.findall(r"`(\w+)`", page.read_text())) & set(regression.__all__)
        assert {"assert_bound"} <= told
        assert all(hasattr(dpsym, name) for name in told)


def test_claim_may_be_written_as_one_would() -> None:
    claim = "M is ε-DP ⇒ M is {value}-zCDP"
    assert not examine_bound(lambda eps: eps**2 / 2, claim, over=FEW).failures


def test_baseline_lies_beside_the_calling_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ClaimError, match="pytest --dpsym-record") as raised:
        assert_bound(lambda eps: eps**2 / 2, PURE, over=FEW, baseline="no_bounds.json")
    assert str(Path(__file__).parent / "no_bounds.json") in str(raised.value)


def test_what_is_needed_is_looked_for_near_by() -> None:
    """Rounded Gaussian noise of 0.4 does not suffice where noise of 0.236 does."""
    report = examine_bound(
        lambda epsilon, delta: 0.235677,
        "ApproxDP(DiscreteGaussianMechanism({value}), epsilon, delta)",
        over={"epsilon": (9.001,), "delta": (0.001,)},
        at_least=0,
    )
    (failure,) = report.failures
    assert "at least 0.23567" in failure.text()
    assert failure.size < 1e-3
