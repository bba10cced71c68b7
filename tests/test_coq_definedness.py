"""Theorems for Coq that the sides of claims have values: what they say, and that Coq sees it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dpsym.checking import check
from dpsym.coq.compiling import coqc
from dpsym.coq.definedness import stated
from dpsym.coq.export import THEORIES, TOTAL, finish, write
from dpsym.coq.notation import UnexportableError
from dpsym.language.parser import parse_claim

pytestmark = pytest.mark.xdist_group("coq")
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")
CLAIM = "log(x) <= sqrt(x)/y + x for x in (0, oo), y in (0, 1]"


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (CLAIM, ["0 < x and 0 < y"]),
        ("x*y <= 1 for x in [0, 1], y in [0, 1]", []),
        ("x/(x - 3) <= 1 for x in [0, 1]", ["0 < 3 - x"]),
        ("(1 - d)**k <= 1 for d in [0, 1], k in 1..oo", []),
        ("(1 - d)**t <= 1 for d in [0, 1), t in [0, oo)", ["0 < 1 - d"]),
        ("harmonic(k) >= 1 for k in 1..oo", []),
        ("x >= 1 => 1/x <= 1 for x in (0, oo)", ["x >= 1 => 0 < x"]),
        ("1/x <= 1 => x >= 1/x for x in (0, oo)", ["0 < x"]),
        ("ZCDP(M, x, r) => ApproxDP(M, x - log(d), d) for d in (0, 1)", ["0 < d"]),
    ],
)
def test_denominators_roots_and_logarithms_are_said_to_be_defined(
    claim: str, said: list[str]
) -> None:
    groups = list(stated(parse_claim(claim)))
    assert [group.text.split(" for ")[0] for group in groups] == said


@pytest.mark.parametrize(
    "claim",
    [
        "Sum(1/j, (j, 1, k)) >= 1 for k in 1..oo",
        "TotalVariation(P, Q) <= sqrt(KL(P, Q)/2)",
    ],
)
def test_what_has_a_value_for_other_reasons_has_no_theorem(claim: str) -> None:
    with pytest.raises(UnexportableError, match="is not said of numbers"):
        list(stated(parse_claim(claim)))


def test_a_claim_of_which_nothing_can_be_undefined_has_no_second_file(tmp_path: Path) -> None:
    verdict = check("exp(x) >= 1 + x for x in [0, oo)")
    assert verdict.certificate is not None
    entry = write(verdict.certificate, "total", tmp_path)
    assert (entry.why, entry.undefined) == ("", TOTAL)
    assert [path.name for path in tmp_path.iterdir()] == ["total.v"]


@needs_coq
def test_coq_accepts_that_sides_have_values_and_refuses_wider_domains(
    coq_folder: Path, tmp_path: Path
) -> None:
    verdict = check(CLAIM)
    assert verdict.certificate is not None
    entry = write(verdict.certificate, "claim", tmp_path)
    assert (entry.why, entry.undefined) == ("", "")
    finish(tmp_path, [entry])
    assert "claim_defined.v" in (tmp_path / "_CoqProject").read_text().split()
    shutil.rmtree(tmp_path / THEORIES)
    (tmp_path / THEORIES).symlink_to((coq_folder / THEORIES).resolve())
    whole = (tmp_path / "claim_defined.v").read_text()
    assert coqc(tmp_path / "claim_defined.v", 60)[1] == ""
    for place, premise in enumerate(("0 < x ->", "0 < y ->")):
        wider = tmp_path / f"wider_{place}.v"
        wider.write_text(whole.replace(premise, premise.replace("<", "<=")))
        assert coqc(wider, 60)[1] != ""
