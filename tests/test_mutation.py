"""Mutants are claims that differ in one place; what is stronger than a sharp bound is refuted."""

from __future__ import annotations

import json

import pytest

from dpsym.cli import main
from dpsym.errors import ClaimError
from dpsym.language.parser import parse_claim
from dpsym.library import find, theorems
from dpsym.mutation import Fate, MutationReport, judged, mutants
from dpsym.statement import Theorem

SAMPLE = theorems()[::25]


@pytest.mark.parametrize("theorem", SAMPLE, ids=lambda theorem: theorem.name)
def test_every_mutant_is_another_well_formed_claim(theorem: Theorem) -> None:
    found = [mutant.claim for mutant in mutants(theorem)]
    assert theorem.claim not in found
    assert len(set(found)) == len(found)
    assert [parse_claim(claim.text) for claim in found] == found


def test_every_kind_of_change_occurs() -> None:
    kinds = {mutant.kind for theorem in SAMPLE for mutant in mutants(theorem)}
    assert kinds == {
        "constant", "scale", "exponent", "term", "hypothesis", "laws", "parameters", "quantifier",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("claim", "words", "verdict"),
    [
        ("ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)", "exponent 2 to 1", "refuted"),
        ("2*TotalVariation(P, Q)**2 <= KL(P, Q)", "2 -5 %", "proved"),
        ("KL(P, Q) >= 2*TotalVariation(P, Q)**2", "2 -1 %", "proved"),
        ("KL(P, Q) >= 2*TotalVariation(P, Q)**2", "2 +1 %", "refuted"),
        ("RenyiDP(M, a, t) => RenyiDP(M, a, t)", "a chosen after the hypotheses", "refuted"),
        ("RenyiDP(M, a, t) => RenyiDP(M, a, t)", "t +20 %", "proved"),
        ("PureDP(M1, e) and PureDP(M2, e) => PureDP(M1, e)", "PureDP(M1, e) dropped", "refuted"),
        ("PureDP(M1, e) and PureDP(M2, e) => PureDP(M1, e)", "PureDP(M2, e) dropped", "proved"),
    ],
)
def test_mutants_have_the_fate_that_is_known(claim: str, words: str, verdict: str) -> None:
    proved = parse_claim(claim)
    (mutant,) = (mutant for mutant in mutants(proved) if mutant.words == words)
    assert judged(mutant, proved=proved, budget=20).verdict == verdict


def test_what_is_stronger_does_not_follow_from_the_proved_claim() -> None:
    proved = parse_claim("ZCDP(M, rho) => ZCDP(PostProcess(M), rho)")
    for mutant in mutants(proved):
        if "-" in mutant.words and mutant.kind == "scale":
            assert judged(mutant, proved=proved).verdict == "refuted"


def test_the_score_leaves_out_what_is_still_true() -> None:
    (theorem,) = find("bs16.lem_1_7")
    three = mutants(theorem, limit=3)
    fates = zip(three, ("refuted", "proved", "undecided"), strict=True)
    report = MutationReport("x", tuple(Fate(mutant, kind, 0.0) for mutant, kind in fates))
    assert report.score == 0.5
    assert "1 refuted, 1 still true, 1 surviving; 50%" in report.text()


def test_no_mutant_is_asked_for() -> None:
    with pytest.raises(ClaimError, match="at least one"):
        mutants(find("bs16.lem_1_7")[0], limit=0)


def test_the_command_prints_the_table_and_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", "bs16.lem_1_7", "--limit", "3"]) == 0
    assert "rho1 + rho2 -1 %" in capsys.readouterr().out
    assert main(["mutate", "bs16.lem_1_7", "--limit", "1", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["score"] == 1.0
    assert row["mutants"][0]["verdict"] == "refuted"
    assert main(["mutate", "bs16.lem_1_7", "--limit", "0"]) == 2
