"""Mutants are claims that differ in one place; what is stronger than a sharp bound is refuted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpsym.cli import main
from dpsym.errors import ClaimError
from dpsym.language.parser import parse_claim
from dpsym.library import find, theorems
from dpsym.mutation import Fate, MutationReport, Trial, mutants, mutate
from dpsym.provers.valueless import valueless
from dpsym.statement import Theorem

SAMPLE = [theorem for theorem in theorems() if theorem.claim.index is None][::25]


@pytest.mark.parametrize("theorem", SAMPLE, ids=lambda theorem: theorem.name)
def test_every_mutant_is_another_well_formed_claim(theorem: Theorem) -> None:
    found = [mutant.claim for mutant in mutants(theorem, limit=40)]
    assert theorem.claim not in found
    assert len(set(found)) == len(found)
    assert [parse_claim(claim.text) for claim in found] == found


def test_every_kind_of_change_occurs() -> None:
    kinds = {mutant.kind for theorem in SAMPLE for mutant in mutants(theorem, limit=16)}
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
    mutant = next(mutant for mutant in mutants(proved) if mutant.words.endswith(words))
    trial = Trial(20, proved=[(proved, "the claim itself")])
    assert trial.judge(mutant).verdict == verdict


@pytest.mark.parametrize(
    ("known", "wanted"),
    [
        (
            "PureDP(M, e) => ApproxDP(Compose(M, k), k*e**2/2 + e*sqrt(2*k*log(1/d)), d)"
            " for d in (0, 1], k in 1..20",
            "PureDP(M, e) => ApproxDP(Compose(M, k), 21*k*e**2/40 + e*sqrt(2*k*log(1/d)), 2*d)"
            " for d in (0, 1], k in 1..20",
        ),
        ("ZCDP(M, r) => RenyiDP(M, a, a*r)", "ZCDP(M, r) => RenyiDP(M, a, 2*a*r)"),
        ("ZCDP(M, r) => Capacity(M, n) <= n**2*r", "ZCDP(M, r) => 19/20*Capacity(M, n) <= n**2*r"),
        ("TotalVariation(P, Q) <= sqrt(exp(Renyi(2, P, Q)) - 1)/2",
         "TotalVariation(P, Q) <= sqrt(exp(Renyi(2, P, Q)) - 1)"),
        ("PureDP(M, e) => ZCDP(M, e, 0)", "PureDP(M, 19/20*e) => ZCDP(M, e, 0)"),
        ("cosh(x + y/2) <= z => x <= z for x in [0, 1], y in [0, 1], z in [0, 1]",
         "cosh(x + y) <= z => x <= 2*z for x in [0, 1], y in [0, 1], z in [0, 1]"),
        ("PureDP(M, e) => ZCDP(M, e*tanh(e/2))", "PureDP(M, e) => ZCDP(M, e*tanh(21/40*e))"),
        ("x < 2*y for x in [0, 1], y in [0, 1]", "x <= 3*y for x in [0, 1], y in [0, 1]"),
        ("x <= y for x in [0, 1], y in [0, 1]", "x <= 3*y for x in [0, 1/2], y in (0, 1)"),
        ("x <= y for x in [0, 1], y in [0, 1]", "x <= z => x <= y for x in [0, 1], y in [0, 1],"
         " z in [0, 1]"),
    ],
)  # fmt: skip
def test_what_is_weaker_follows(known: str, wanted: str) -> None:
    assert Trial(20).implied(parse_claim(known), parse_claim(wanted))


@pytest.mark.parametrize(
    ("known", "wanted"),
    [
        ("ZCDP(M, r) => RenyiDP(M, a, a*r)", "ZCDP(M, r) => RenyiDP(M, a, a*r/2)"),
        ("ZCDP(M, r) => RenyiDP(M, a, a*r)", "ZCDP(M, r) => RenyiDP(M, 2*a, a*r) for a in (1, oo)"),
        ("ZCDP(M, r) => RenyiDP(M, a, a*r)", "RenyiDP(M, a, a*r) for a in (1, oo), r in [0, oo)"),
        ("x <= y for x in [0, 1], y in [0, 1]", "x <= 3*y for x in [0, 2], y in [0, 1]"),
        ("PureDP(M, e) => ZCDP(M, e, 0)", "PureDP(M, 21/20*e) => ZCDP(M, e, 0)"),
        (
            "x <= y*z for x in [0, 1], y in [-1, 1], z in [0, 1]",
            "x <= 2*y*z for x in [0, 1], y in [-1, 1], z in [0, 1]",
        ),
        ("x <= y for x in [0, 1], y in [0, 1]", "x < 3*y for x in [0, 1], y in [0, 1]"),
        ("KL(P, Q) >= TotalVariation(P, Q)**2", "KL(P, Q) >= 2*TotalVariation(P, Q)**2"),
        ("TotalVariation(P, Q) <= 2*KL(P, Q)", "TotalVariation(P, Q) <= 2*KL(P, Q) - 1/KL(P, Q)"),
        ("KL(P, Q) >= TotalVariation(P, Q)**2", "KL(Q, P) >= TotalVariation(P, Q)**2"),
        (
            "ApproxZCDP(M, d, r) => ApproxZCDP(M, d, 2*r)",
            "ApproxZCDP(M, d, r) => ApproxZCDP(M, 21/20*d, 2*r) for d in [0, 1]",
        ),
        (
            "Hellinger(P, Q) <= TotalVariation(P, Q) + (TotalVariation(P, Q) - d0_)**2"
            " for d0_ in [0, 1]",
            "Hellinger(P, Q) <= 2*TotalVariation(P, Q) - d0_ for d0_ in [0, 1]",
        ),
    ],
)
def test_what_is_stronger_or_different_does_not_follow(known: str, wanted: str) -> None:
    assert not Trial(8).implied(parse_claim(known), parse_claim(wanted))


def test_what_has_no_value_somewhere_is_counted_apart() -> None:
    report = mutate(parse_claim("sqrt(x - x**2) <= 1/2 for x in [0, 1]"), limit=4)
    assert {fate.mutant.words: fate.verdict for fate in report.fates} == {
        "1/2 -5 %": "refuted",
        "sqrt(-x**2 + x) -5 %": "proved",
        "exponent 1/2 to -1/2": "refuted",
        "x dropped": "undefined",
    }
    assert report.score == 1.0


@pytest.mark.parametrize(
    ("claim", "somewhere"),
    [
        ("log(y - x) <= y - x for x in [0, 1], y in [0, 1]", True),
        ("x < y => log(y - x) <= y - x for x in [0, 1], y in [0, 1]", False),
        ("ZCDP(M, r) => ApproxDP(M, 1/r, 1)", True),
        ("ZCDP(M, r) => ApproxDP(M, 1/r, 1) for r in (0, oo)", False),
    ],
)
def test_a_point_without_a_value_is_found_where_there_is_one(claim: str, somewhere: bool) -> None:
    assert (valueless(parse_claim(claim)) is not None) == somewhere


def test_claims_between_constants_have_mutants_of_both_kinds() -> None:
    report = mutate(parse_claim("tanh(1) <= 4/5"), limit=6)
    assert {fate.verdict for fate in report.fates} == {"proved", "refuted"}
    assert len(report.fates) == 6


def test_a_mutant_is_refuted_where_another_failed() -> None:
    claim = parse_claim("KL(P, Q) >= 2*TotalVariation(P, Q)**2")
    trial = Trial(20)
    found = {str(mutant.claim).partition("*")[0]: mutant for mutant in mutants(claim)}
    strong, weak = found["KL(P, Q) >= 12"], found["KL(P, Q) >= 21"]
    assert trial.judge(weak).verdict == "refuted"
    fate = trial.judge(strong)
    assert (fate.verdict, fate.how) == ("refuted", "at a known point")
    assert fate.point == trial.points[0]


def test_a_false_claim_is_a_place_to_look_and_a_repaired_one_a_reason() -> None:
    false, repaired = find("bs16.lem_C_1_smaller")[0], find("bs16.lem_C_1")[0]
    assert repaired.expectation.value == "proved"
    report = mutate(false, limit=1, related=(repaired,))
    assert [fate.verdict for fate in report.fates] == ["refuted"]


def test_what_is_stronger_does_not_follow_from_the_proved_claim() -> None:
    proved = parse_claim("ZCDP(M, rho) => ZCDP(PostProcess(M), rho)")
    for mutant in mutants(proved):
        if "-" in mutant.words and mutant.kind == "scale":
            assert Trial(10, proved=[(proved, "x")]).judge(mutant).verdict == "refuted"


def test_the_score_leaves_out_what_is_still_true() -> None:
    (theorem,) = find("bs16.lem_1_7")
    three = mutants(theorem, limit=3)
    fates = zip(three, ("refuted", "proved", "undecided"), strict=True)
    report = MutationReport("x", tuple(Fate(mutant, kind, "", 0.0) for mutant, kind in fates))
    assert report.score == 0.5
    assert "1 refuted, 1 still true, 0 undefined, 1 surviving; 50%" in report.text()


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        ({"proved": 3}, "0 surviving; none is left that could be refuted"),
        ({}, "none is left that could be refuted"),
        ({"refuted": 999, "undecided": 1}, "1 surviving; 99% of those not provably true"),
        ({"refuted": 29, "undecided": 71}, "; 29% of those"),
        ({"refuted": 2, "proved": 1}, "0 surviving; 100% of those"),
    ],
)
def test_the_share_says_no_more_than_was_found(verdicts: dict[str, int], told: str) -> None:
    mutant = mutants(parse_claim("x <= 1 for x in [0, 1]"), limit=1)[0]
    fates = [Fate(mutant, verdict, "", 0.0) for verdict, n in verdicts.items() for _ in range(n)]
    assert told in MutationReport("one", tuple(fates)).summary()


def test_no_mutant_is_asked_for() -> None:
    with pytest.raises(ClaimError, match="at least one"):
        mutants(find("bs16.lem_1_7")[0], limit=0)


def test_the_command_prints_the_table_and_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", "bs16.lem_1_7", "--limit", "3"]) == 0
    assert "rho1 + rho2 -5 %" in capsys.readouterr().out
    assert main(["mutate", "bs16.lem_1_7", "--limit", "1", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["score"] == 1.0
    assert row["mutants"][0]["verdict"] == "refuted"
    assert main(["mutate", "bs16.lem_1_7", "--limit", "0"]) == 2


def test_a_file_of_older_reports_is_named_with_a_way_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mutants.jsonl"
    arguments = ["mutate", "KL(P, Q) >= 0", "1 >= x for x in [0, 1]", "--limit", "1"]
    arguments += ["--resume", str(path)]
    assert main(arguments) == 0
    older = [json.loads(line) for line in path.read_text().splitlines()]
    for entry in older:
        del entry["result"]["undefined"]
    path.write_text("".join(json.dumps(entry) + "\n" for entry in older))
    capsys.readouterr()
    assert main(arguments) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "without 'undefined'" in told
    assert "remove that file, or name a new one" in told
