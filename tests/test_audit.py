"""``dpsym audit``: what becomes of functions of every kind, and which ones it knows."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest

from dpsym import confining
from dpsym.audit import Case, bound, cases_of
from dpsym.audit.case import LIBRARIES, _cases_of
from dpsym.audit.left_out import LEFT_OUT
from dpsym.audit.outcome import FAILING, VERDICTS
from dpsym.cli.application import run
from dpsym.regression import examine_bound
from dpsym.regression.template import Template

PURE = "PureDP(M, eps) => ZCDP(M, {value})"
BOUNDS = """
import math

def sharp(eps): return eps * math.tanh(eps / 2) if eps < 700 else eps
def loose(eps): return eps**2
def low(eps): return eps**2 / 4
def failing(eps): return eps**2 / 2 / (eps > 1)
def negative(eps): return eps**2 / 2 if eps < 1 else -1.0
def above(eps, delta): return 1.5
def hanging(eps):
    while True: pass
def counted(eps):
    with open("calls", "a") as file: file.write("x")
    return eps**2 / 2
def careless(eps): return min(eps**2 / 2, 1e300) if eps == eps else 0.0
"""
LINES = {
    "sharp": "certified",
    "loose": "loose",
    "low": "invalid",
    "failing": "raised",
    "negative": "invalid",
    "hanging": "slow",
    "absent": "missing",
    "careless": "loose",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a library ``mybounds``, from which it can be imported."""
    (tmp_path / "mybounds.py").write_text(BOUNDS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    # The functions are called in a process of its own.
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    return tmp_path


@pytest.fixture
def here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same, with functions called in this process, which is quicker."""
    monkeypatch.setattr(
        "dpsym.cli.auditing.each_confined", lambda examine, keys, **_: map(examine, keys)
    )
    yield folder
    _cases_of.cache_clear()
    sys.modules.pop("mybounds", None)


def listed(folder: Path, *lines: str, name: str = "audits") -> str:
    """A file that audits functions."""
    path = folder / f"{name}.py"
    path.write_text("from dpsym.audit import bound\nAUDIT = [" + ",\n".join(lines) + "]\n")
    return str(path)


def line(function: str, claim: str = PURE, more: str = "samples=12") -> str:
    """One line of an audit, of a function of the library."""
    return f"bound('mybounds:{function}', {claim!r}, {more})"


def test_every_kind_of_function_has_its_verdict(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = listed(here, *map(line, LINES))
    assert run(["audit", source, "--budget", "2", "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)["functions"]
    assert {row["function"]: row["verdict"] for row in rows} == LINES
    careless = next(row for row in rows if row["function"] == "careless")
    assert careless["failures"] == {"unguarded": 1}
    low = next(row for row in rows if row["function"] == "low")
    assert "relative error" in low["worst"][0]


@pytest.mark.parametrize(
    ("lines", "status", "printed"),
    [
        ([line("sharp")], 0, "1 functions: 1 certified"),
        ([line("loose")], 0, "1 loose"),
        ([line("sharp"), line("low")], 1, "1 invalid, 1 certified"),
        ([line("sharp", "PureDP(M, eps) => PureDP(Group(M, 2), {value})")], 1, "1 invalid"),
        ([line("loose", "PureDP(M, eps) => ZCDP(Group(M, 2), {value} + 100*eps**2)")], 3, "1 und"),
        ([line("sharp", "PureDP(M, eps) => ZCDX(M, {value})")], 2, "1 misstated"),
        ([line("sharp", "PureDP(M, x) => ZCDP(M, {value})")], 2, "the claim speaks of x"),
        ([line("sharp", more="samples=12, frob=3")], 2, "unexpected keyword argument 'frob'"),
        (["bound('mybounds:sharp', lambda eps: 1 / 0)"], 2, "1 misstated"),
        (["bound('mybounds:sharp', lambda eps: eps, over={'eps': [1]})"], 2, "the truth is 1"),
        (["bound('mybounds:__name__', '{value} >= 0')"], 2, "names no parameters"),
        (["bound('mybounds:f', '{value} >= 0', load=lambda: exit(0))"], 3, "1 missing"),
        ([line("above", "ApproxDP(M, eps, delta) => ApproxDP(M, eps, {value})")], 1, "1 raised"),
        (["bound('no_such_library:f', '{value} >= 0')"], 3, "not installed: no_such_library"),
        ([line("sharp"), line("absent")], 3, "1 certified, 1 missing"),
        ([], 3, "0 functions"),
    ],
)
def test_exit_status_says_the_worst(
    here: Path,
    capsys: pytest.CaptureFixture[str],
    lines: list[str],
    status: int,
    printed: str,
) -> None:
    assert run(["audit", listed(here, *lines), "--budget", "1"]) == status
    assert printed in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no_such_file.py"], "lists no functions to audit"),
        (["math"], "lists no functions to audit"),
        (["--within", "0.5"], "--within"),
        (["--budget", "0"], "--budget"),
        (["--json", "--markdown"], "give one of the two"),
    ],
)
def test_bad_usage_is_told(
    here: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert run(["audit", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_two_cases_of_one_name_are_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", listed(here, line("sharp"), line("sharp"))]) == 2
    assert "share a name" in capsys.readouterr().err
    assert run(["audit", listed(here, "3", name="other")]) == 2
    assert "holds 3" in capsys.readouterr().err


@pytest.mark.parametrize(("line", "why"), [("bound(", "parenthesis"), ("1/0", "zero")])
def test_a_file_that_does_not_run_is_told(
    here: Path, capsys: pytest.CaptureFixture[str], line: str, why: str
) -> None:
    assert run(["audit", listed(here, line)]) == 2
    told = capsys.readouterr().err
    assert "lists no functions to audit" in told
    assert why in told


def test_what_is_done_is_not_done_again(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = listed(here, line("counted", more="samples=5"))
    for _ in range(2):
        assert run(["audit", source, "--resume", "journal", "--markdown"]) == 0
    first, second = capsys.readouterr().out.split("| library")[1:]
    assert first == second
    calls = (here / "calls").read_text()
    assert run(["audit", source, "--resume", "journal"]) == 0
    assert (here / "calls").read_text() == calls
    (here / "journal").write_text("no JSON\n")
    assert run(["audit", source, "--resume", "journal"]) == 2


def test_interrupted_audit_keeps_what_is_done(folder: Path) -> None:
    source = listed(folder, line("sharp", more="samples=5"), line("hanging", more="samples=5"))
    process = subprocess.Popen(
        [sys.executable, "-m", "dpsym", "audit", source, "--budget", "60", "--resume", "journal"],
        stdout=subprocess.PIPE,
        text=True,
        # A shell has what it runs in the background ignore interruptions.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    assert any(text.startswith("certified  sharp") for text in process.stdout)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "1 functions: 1 certified of 2, interrupted" in printed
    assert len((folder / "journal").read_text().splitlines()) == 1


def test_no_process_is_begun_after_the_end() -> None:
    worker = confining.Confined(len, confining.Bounds(), "it")
    worker.end()
    assert worker("audits.py") == "it ends without a result (status None)"


def test_libraries_that_are_not_installed_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dpsym.cli.auditing.find_spec", lambda library: None)
    assert run(["audit"]) == 3
    printed = capsys.readouterr().out
    assert f"not installed: {', '.join(LIBRARIES)}" in printed
    assert "pip install 'dpsym[audit]'" in printed


def test_what_is_not_audited_is_told_with_the_reason(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = "dp_accounting"
    monkeypatch.setattr("dpsym.cli.auditing.find_spec", lambda library: library == there or None)
    row = {"verdict": "certified", "function": "f", "library": there, "version": "1"}
    counts = {"certified": 1, "tried": 1, "failures": {}, "seconds": 0.0, "worst": []}
    told = {**row, **counts, "claim": "x >= 0", "loosest": None}
    monkeypatch.setattr("dpsym.cli.auditing._rows", lambda keys, **_: iter([told]))
    name, why = "dp_event.SampledWithReplacementDpEvent", "no accountant there takes it"
    assert run(["audit", there]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert f"left out of {there}: {name} ({why})" in printed
    assert run(["audit", there, "--only", "rdp"]) == 0
    assert "left out" not in capsys.readouterr().out
    assert run(["audit", there, "--json"]) == 0
    left, *_ = json.loads(capsys.readouterr().out)["left_out"]
    assert left["functions"] == [name]
    assert run(["audit", there, "--markdown"]) == 0
    assert f"| {name} | {why} |" in capsys.readouterr().out


def test_nothing_is_audited_and_left_out() -> None:
    assert set(LEFT_OUT) <= set(LIBRARIES)
    for library, functions in LEFT_OUT.items():
        done = {case.name.partition(",")[0] for case in cases_of(library).values()}
        assert not done & set(functions)


def test_verdicts_are_documented() -> None:
    page = (Path(__file__).parents[1] / "docs" / "checking-code.md").read_text()
    assert set(FAILING) < set(VERDICTS)
    for verdict in VERDICTS:
        assert f"`{verdict}`" in page


def test_documents_count_what_is_audited() -> None:
    pages = Path(__file__).parents[1] / "docs"
    functions = {(case.library, case.name.partition(",")[0]) for case in CASES.values()}
    left = sum(map(len, LEFT_OUT.values()))
    counted = f"{left} of them, beside {len(CASES)} cases of {len(functions)} functions that are"
    assert counted in (pages / "checking-code.md").read_text()
    rows = (pages / "audits.md").read_text()
    for case in CASES.values():
        assert f" | {case.name} | " in rows


# --- what is known of seven libraries -------------------------------------------------------------

CASES = {key: case for library in LIBRARIES for key, case in cases_of(library).items()}


@pytest.mark.parametrize("key", CASES)
def test_every_case_is_well_formed(key: str) -> None:
    """Its claim parses, and what calls the function takes the parameters of the claim."""
    case = CASES[key]
    if isinstance(case.claim, str):
        names = set(Template(case.claim).domains)
        assert set(case.options.get("over", {})) <= names
    assert case.library in LIBRARIES


def test_function_is_called_by_the_names_of_its_parameters() -> None:
    through = bound("math:expm1", "{value} >= x for x in [0, 1]", lambda f, x: f(x))
    found = signature(through.load()).parameters
    assert [name for name, p in found.items() if p.default is Parameter.empty] == ["x"]


# What is wrong with the versions of the extra ``audit``: the kinds of failure, empty for functions
# that are right, and points that show it where few would not. The comments are the numbers of an
# audit by hand that had found it.
KNOWN: dict[str, tuple[str, dict[str, Any]]] = {
    "dp_accounting.gaussian_mechanism.get_epsilon_gaussian": ("invalid", {}),  # G22, G23
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, Gaussian": ("", {}),
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, zCDP": ("", {}),
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, order, Gaussian": ("", {}),
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, order, Laplace": ("invalid", {}),
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, an infinite order": (
        "invalid",
        {},
    ),  # G2
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, Gaussian, replace one": (
        "invalid",
        {},
    ),  # G5
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, Laplace, replace one": (
        "invalid",
        {},
    ),
    "dp_accounting.rdp.rdp_privacy_accountant.compute_delta": (
        "raised",
        {"over": {"alpha": (2.0,), "tau": (1e-17, 0.1), "epsilon": (0.0, 1.0)}},
    ),  # G19
    "dp_accounting.pld.accountant.advanced_composition": ("invalid raised", {}),  # G7, G9
    "dp_accounting.pld.accountant.get_smallest_epsilon_from_advanced_composition": (
        "invalid",
        {"over": {"epsilon": (0.1,), "k": (100,), "delta": (1e-20,)}},
    ),  # G10
    "dp_accounting.pld.accountant.get_smallest_gaussian_noise": (
        "slow",
        {"over": {"epsilon": (0.1, 1e-9), "delta": (1e-12,)}, "patience": 0.5},
    ),  # G26
    "dp_accounting.pld.privacy_loss_mechanism.GaussianPrivacyLoss, delta": ("invalid", {}),  # G24
    "dp_accounting.pld.privacy_loss_mechanism.LaplacePrivacyLoss, delta": ("invalid", {}),  # G25
    "dp_accounting.pld.privacy_loss_mechanism.DiscreteLaplacePrivacyLoss, delta": ("", {}),
    "dp_accounting.pld.privacy_loss_mechanism.DiscreteLaplacePrivacyLoss, noise": ("", {}),
    "dp_accounting.pld.privacy_loss_distribution.from_randomized_response, epsilon": ("", {}),
    "dp_accounting.pld.privacy_loss_distribution.from_two_probability_mass_functions": ("", {}),
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, Gaussian, delta": ("", {}),
    "dp_accounting.pld.privacy_loss_distribution.from_privacy_parameters, composed, delta": (
        "invalid outside",
        {"over": {"epsilon": (0.1,), "k": (1000,), "total": (25.0, 30.5)}},
    ),  # G11
    "dp_accounting.mechanism_calibration.calibrate_dp_mechanism, losses, Gaussian": ("", {}),
    "dp_accounting.mechanism_calibration.calibrate_dp_mechanism, losses, sampled Gaussian": (
        "",
        {"over": {"q": (0.3,), "epsilon": (1.0,), "delta": (1e-6,)}},
    ),
    "dp_accounting.pld.privacy_loss_mechanism.DiscreteGaussianPrivacyLoss, delta": ("", {}),
    "dp_accounting.pld.privacy_loss_mechanism.DiscreteGaussianPrivacyLoss, noise": ("", {}),
    "dp_accounting.pld.privacy_loss_distribution.from_discrete_gaussian_mechanism, epsilon": (
        "",
        {},
    ),
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, order, a sample of fixed size": (
        "invalid",
        {},
    ),
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, order, tree of sums": (
        "",
        {"over": {"steps": (1, 2, 7, 8), "sigma": (1.0,), "alpha": (2.0, 8.0)}},
    ),
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant, order, the best of several runs": (
        "",
        {},
    ),
    "dp_accounting.pld.privacy_loss_mechanism.MixtureGaussianPrivacyLoss, delta, add one": (
        "",
        {},
    ),
    "dp_accounting.pld.privacy_loss_distribution.create_from_cdf, Gaussian losses": ("", {}),
    "dp_accounting.pld.pld_privacy_accountant.PLDAccountant, truncated samples, a batch for all": (
        "",
        {},
    ),
    "autodp.mechanism_zoo.DiscreteGaussianMechanism, order": ("", {}),
    "opendp.measurements.make_gaussian, integers": ("", {}),
    "autodp.transformer_zoo.AmplificationBySampling_pld, Gaussian, remove one": (
        "invalid raised",
        {},
    ),
    "autodp.dp_acct.DP_acct": ("invalid", {}),  # A1
    "autodp.dp_acct.DP_acct, approximate": ("no number", {}),  # A14
    "autodp.transformer_zoo.ComposeAFA, epsilon": (
        "outside invalid",
        {"over": {"epsilon": (0.1, 1.0), "k": (10,), "delta": (1e-6,)}},
    ),  # A4
    "autodp.transformer_zoo.ComposeAFA, delta": (
        "outside invalid",
        {"over": {"epsilon": (0.1,), "k": (1, 100), "total": (0.1, 10.0)}},
    ),  # A6
    "autodp.transformer_zoo.Composition, pure": (
        "invalid",
        {"over": {"epsilon": (1e-8, 1e-4), "k": (2, 10**5), "delta": (1e-16, 1e-6)}},
    ),  # A7
    "autodp.rdp_bank.RDP_pureDP": ("invalid outside no-number", {}),  # A8
    "autodp.rdp_bank.RDP_laplace": ("invalid outside", {}),  # A10
    "autodp.rdp_bank.RDP_gaussian": ("", {}),
    "autodp.fdp_bank.fDP_pure_DP": ("raised", {}),  # A12
    "autodp.fdp_bank.fDP_gaussian": ("invalid", {}),
    "autodp.converter.fdp_to_approxdp": ("outside", {}),
    "autodp.mechanism_zoo.PureDP_Mechanism": ("outside", {}),
    "autodp.privacy_calibrator.ana_gaussian_mech": ("invalid", {}),
    "autodp.privacy_calibrator.classical_gaussian_mech": ("", {}),
    "autodp.calibrator_zoo.eps_delta_calibrator": ("invalid raised", {}),
    "autodp.mechanism_zoo.NoisySGD_Mechanism": (
        "",
        {"over": {"q": (0.01,), "sigma": (1.0,), "k": (10,), "epsilon": (1.0,)}},
    ),
    "autodp.mechanism_zoo.ExponentialMechanism, epsilon": ("outside", {}),
    "autodp.mechanism_zoo.ExponentialMechanism, order": ("", {}),
    "autodp.rdp_bank.RDP_truncatedCDP": ("", {}),
    "autodp.rdp_bank.RDP_expfamily": ("", {}),
    "autodp.rdp_bank.pRDP_diag_gaussian": ("", {}),
    "autodp.dp_bank.get_eps_rdp_subsampled": (
        "",
        {"over": {"rho": (0.1,), "q": (0.01, 1.0), "delta": (1e-6,)}},
    ),
    "autodp.privacy_calibrator.subsample_epsdelta_get_prob": ("raised", {}),
    "autodp.converter.rdp_to_fdp": ("", {}),
    "autodp.converter.fdp_fdp_grad_to_approxdp": ("raised", {}),
    "autodp.rdp_bank.RDP_gaussian_svt_c1": ("", {}),
    "autodp.rdp_bank.RDP_gaussian_svt_cgreater1": ("", {}),
    "autodp.rdp_bank.RDP_svt_laplace": ("", {}),
    "autodp.dp_bank.get_eps_gaussian_svt": (
        "invalid",
        {"over": {"k": (100,), "sigma": (4.0,), "margin": (0.0,), "delta": (1e-9, 1e-6)}},
    ),
    "autodp.rdp_bank.RDP_noisy_screen": ("", {}),
    "autodp.rdp_bank.RDP_independent_noisy_screen": ("invalid undecided", {}),
    "autodp.rdp_bank.RDP_inde_pate_gaussian": ("", {}),
    "autodp.rdp_bank.RDP_depend_pate_gaussian": ("raised", {}),
    "autodp.rdp_bank.pRDP_asymp_subsampled_gaussian": ("invalid", {}),
    "autodp.rdp_bank.pRDP_asymp_subsampled_gaussian_best_case": ("", {}),
    "autodp.rdp_bank.pRDP_expfamily": ("", {}),
    "autodp.converter.approxdp_to_approxrdp": ("raised", {}),
    "opendp.measurements.make_private_quantile, pure": ("", {}),
    "opendp.measurements.make_canonical_noise": ("", {}),
    "opendp.measurements.make_alp_queryable": ("", {}),
    "opendp.combinators.make_privacy_filter": ("", {}),
    "opendp.measurements.make_laplace": ("", {}),
    "opendp.measurements.make_gaussian": ("", {}),
    "opendp.combinators.make_fix_delta": ("", {}),
    "opendp.measurements.make_randomized_response": ("", {}),
    "opendp.measurements.make_noisy_max, pure": ("", {}),
    "opendp.measurements.make_noisy_max, zCDP": ("", {}),
    "opendp.measurements.make_laplace_threshold": ("", {}),
    "opendp.measurements.make_laplace_threshold, integers": (
        "invalid",
        {"over": {"scale": (1.0, 2.0), "threshold": (2, 3, 10)}},
    ),
    "opendp.measurements.make_gaussian_threshold, integers": (
        "invalid",
        {"over": {"sigma": (1.0, 2.0), "threshold": (2, 3, 10)}},
    ),
    "opendp.combinators.make_fully_adaptive_composition": ("", {}),
    "opendp.combinators.make_select_private_candidate": ("", {}),
    "opendp.combinators.make_population_amplification": ("", {}),
    "opacus.accountants.analysis.rdp.compute_rdp": ("", {}),
    "opacus.accountants.analysis.rdp.compute_rdp, sampled": (
        "no-number outside invalid undecided",
        {},
    ),  # O3
    "opacus.accountants.analysis.rdp.get_privacy_spent, zCDP": ("outside", {}),  # O4
    "opacus.accountants.prv.PRVAccountant, sampled Gaussian": (
        "",
        {"over": {"q": (0.01,), "sigma": (2.0,), "delta": (1e-6,)}},
    ),
    "opacus.accountants.rdp.RDPAccountant, sampled Gaussian": ("", {}),
    "opacus.accountants.utils.get_noise_multiplier, rdp": ("", {}),
    "opacus.accountants.utils.get_noise_multiplier, gdp": ("invalid raised", {}),
    "opacus.accountants.analysis.gdp.compute_mu_poisson": ("invalid", {}),
    "opacus.accountants.analysis.gdp.compute_eps_uniform": ("invalid raised", {}),
    "opacus.accountants.gdp.GaussianAccountant, sampled Gaussian": (
        "invalid raised",
        {},
    ),
    "prv_accountant.GaussianMechanism, rdp": ("", {}),
    "prv_accountant.PureDPMechanism, rdp": ("invalid", {}),  # P1
    "prv_accountant.LaplaceMechanism, rdp": ("no-number invalid outside", {}),  # P7
    "prv_accountant.PRVAccountant, pure, upper end": (
        "invalid",
        {"over": {"epsilon": (1.0,), "k": (10, 100), "delta": (1e-6,)}},
    ),  # P3
    "prv_accountant.PRVAccountant, Gaussian, lower end": (
        "",
        {"over": {"sigma": (1.0, 5.0), "k": (1, 10), "delta": (1e-6,)}},
    ),
    "prv_accountant.other_accountants.RDP": ("outside", {}),
    "riskcal.analysis.get_beta_from_rdp": ("invalid", {}),  # R4
    "riskcal.analysis.get_advantage_from_zcdp": (
        "invalid raised",
        {"over": {"rho": (1e-6, 1.0, 100.0)}},
    ),  # R5, R6
    "riskcal.analysis.get_advantage_from_adp, large epsilon": ("invalid no-number", {}),  # R7
    "riskcal.analysis.get_beta_from_zcdp": ("invalid", {}),
    "riskcal.analysis.get_beta_from_adp": ("", {}),
    "riskcal.analysis.get_beta_from_pld": ("invalid", {}),
    "riskcal.analysis.get_advantage_from_pld": ("", {}),
    "riskcal.analysis.get_bayes_risk_from_pld": ("", {}),
    "riskcal.analysis.get_beta_from_gdp": ("", {}),
    "riskcal.analysis.get_bayes_risk_from_gdp": ("", {}),
    "riskcal.calibration.dpsgd.get_beta_for_dpsgd, one removed": ("", {}),
    "riskcal.calibration.dpsgd.get_beta_for_dpsgd, one added": ("", {}),
    "riskcal.calibration.dpsgd.find_noise_multiplier_for_err_rates": (
        "",
        {"over": {"q": (0.3,), "z": (1.0,), "beta": (0.6,)}},
    ),
    "riskcal.calibration.blackbox.find_noise_multiplier_for_advantage": ("", {}),
    "diffprivlib.mechanisms.GaussianAnalytic": ("invalid", {}),  # D1
    "diffprivlib.mechanisms.Gaussian": ("", {}),
    "diffprivlib.mechanisms.GaussianDiscrete": ("invalid", {}),
    "diffprivlib.mechanisms.Binary": ("", {}),
    "diffprivlib.mechanisms.Exponential": ("", {}),
    "diffprivlib.mechanisms.PermuteAndFlip": ("", {}),
    "diffprivlib.mechanisms.ExponentialCategorical": ("invalid", {}),
    "diffprivlib.mechanisms.ExponentialHierarchical": ("", {}),
    "diffprivlib.mechanisms.Staircase": ("", {}),
    "diffprivlib.mechanisms.LaplaceTruncated": ("", {}),
    "diffprivlib.mechanisms.LaplaceBoundedDomain": ("", {}),
    "diffprivlib.mechanisms.LaplaceBoundedNoise": ("", {}),
    "diffprivlib.mechanisms.Bingham": ("invalid undecided", {}),
    "diffprivlib.mechanisms.Vector": ("", {}),
    "diffprivlib.mechanisms.Snapping": ("", {}),
    "diffprivlib.mechanisms.Uniform": ("", {}),
    "diffprivlib.mechanisms.Geometric": ("", {}),
    "diffprivlib.accountant.BudgetAccountant, total, approximate": ("", {}),
    "diffprivlib.accountant.BudgetAccountant, total, delta": ("", {}),
    "diffprivlib.accountant.BudgetAccountant, remaining": ("", {}),
}
INSTALL = "pip install 'dpsym[audit]'; opacus with --no-deps, since no formula needs PyTorch"


@pytest.mark.filterwarnings("ignore")  # libraries warn about their own dependencies
@pytest.mark.parametrize("name", KNOWN)
def test_wrong_answers_are_found_and_no_others(name: str) -> None:
    library, (known, options) = name.partition(".")[0], KNOWN[name]
    case = CASES[f"{library}::{name}"]
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed: {INSTALL}")
    report = examine_bound(case.load(), case.claim, **{**case.options, "samples": 40, **options})
    kinds = {failure.kind.replace(" ", "-") for failure in report.failures}
    wanted = set(known.replace("no number", "no-number").split())
    assert kinds <= wanted, report.text()
    assert bool(kinds) == bool(wanted)


def test_every_library_is_audited() -> None:
    for library in LIBRARIES:
        assert len(cases_of(library)) >= 4
        assert all(isinstance(case, Case) for case in cases_of(library).values())


@pytest.mark.parametrize("content", ["import sys; sys.exit(0)", "1/0", "AUDIT = 5", "AUDIT = ["])
def test_a_file_that_lists_nothing_is_bad_usage_whatever_it_does(
    content: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "ending.py").write_text(content)
    assert run(["audit", "ending.py"]) == 2
    assert "lists no functions to audit" in capsys.readouterr().err
