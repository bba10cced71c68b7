"""A refutation as a script: it runs on the standard library alone and finds the violation."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dpsym.checking import check
from dpsym.cli import main
from dpsym.errors import EvaluationError
from dpsym.verdict import Refuted
from dpsym.witness_script import script, witness_latex


def refuted(claim: str) -> Refuted:
    verdict = check(claim, budget=20)
    assert isinstance(verdict, Refuted)
    return verdict


def run(written: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", written], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("KL(P, Q) >= 3*TotalVariation(P, Q)**2", ("3*tv", "2*tv")),
        ("PureDP(M, eps) => ZCDP(M, eps**2/4)", (", log(2)**2/2", ", log(2)**2")),
    ],
)
def test_a_script_whose_conclusion_holds_ends_with_an_error(
    claim: str, change: tuple[str, str]
) -> None:
    written = script(refuted(claim))
    assert change[0] in written
    assert run(written).returncode == 0
    finished = run(written.replace(*change))
    assert "AssertionError" in finished.stderr


def test_a_script_whose_hypothesis_fails_ends_with_an_error() -> None:
    written = script(refuted("PureDP(M, eps) => ZCDP(M, eps**2/4)"))
    finished = run(written.replace("F(2, 3)", "F(3, 4)").replace("F(1, 3)", "F(1, 4)"))
    assert finished.returncode == 1
    assert "AssertionError" in finished.stderr


def test_two_infinite_sides_of_a_hypothesis_are_equal() -> None:
    finished = run(script(refuted("KL(P, Q) == KL(P, Q) + 1 => TotalVariation(P, Q) == 0")))
    assert finished.stdout.startswith("given: inf == inf")
    assert finished.returncode == 0


def test_the_script_is_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "witness.py"
    assert main(["check", "KL(P, R) <= KL(P, Q) + KL(Q, R)", "--script", str(path)]) == 1
    assert run(path.read_text()).stdout.startswith("fails:")


def test_a_proof_writes_no_script(tmp_path: Path) -> None:
    path = tmp_path / "witness.py"
    assert main(["check", "KL(P, Q) >= 0", "--script", str(path)]) == 0
    assert not path.exists()


@pytest.mark.parametrize("arguments", [["bs16"], ["KL(P, Q) >= 1", "KL(P, Q) >= 2"]])
def test_several_claims_have_no_one_script(arguments: list[str], tmp_path: Path) -> None:
    assert main(["check", *arguments, "--script", str(tmp_path / "w.py")]) == 2


def test_a_refutation_without_a_witness_has_no_script() -> None:
    with pytest.raises(EvaluationError, match="no witness"):
        script(Refuted(refuted("KL(P, Q) >= 1").claim))


@pytest.mark.parametrize(
    "claim",
    [
        "Sum(1/i, (i, 1, n)) <= 2 for n in 1..10",
        "Sum(x**kl/kl + factorial(kl), (kl, 1, n)) <= log(3) for n in 1..10, x in [0, 1]",
        "Sum(exp(i*x), (i, 0, n)) <= 9 for n in 1..5, x in [0, 1]",
    ],
)
def test_sums_are_added_up(claim: str) -> None:
    assert run(script(refuted(claim))).stdout.splitlines()[-1].endswith("is False")


@pytest.mark.parametrize(
    "claim",
    [
        "BoundedRange(Compose(RandomizedResponse(1), 5), 9)",
        "RenyiDP(M, 2, 1/10) => RenyiDP(Compose(M, 3), 2, 2/10)",
        "RenyiDP(Compose(DiscreteGaussianMechanism(1), 3), 2, 299/100)",
    ],
)
def test_a_script_of_many_rounds_compares_what_one_round_may_lose(claim: str) -> None:
    assert run(script(refuted(claim))).stdout.splitlines()[-1].endswith("is False")


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (
            "RenyiDP(Compose(GeometricMechanism(1/10), DiscreteGaussianMechanism(1)), 2, 1/2)",
            "too small for a sum of doubles",
        ),
        (
            "TotalVariation(Gaussian(0, 3), Gaussian(1, 3)) "
            "+ Hellinger(Geometric(0, 1), Geometric(1, 1)) <= 1/8",
            "share no grid",
        ),
    ],
)
def test_laws_that_one_grid_of_doubles_does_not_hold_have_no_script(
    claim: str, reason: str
) -> None:
    with pytest.raises(EvaluationError, match=reason):
        script(refuted(claim))


def test_a_witness_is_written_in_latex() -> None:
    witness = refuted("PureDP(M, eps) => ZCDP(M, eps**2/4)").witness
    assert witness is not None
    assert r"\log{\left(2 \right)}" in witness_latex(witness)
