"""Which claims are written for Coq, and that what is written says all of the claim."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import Symbol

from dpsym.certificate import Certificate
from dpsym.checking import check
from dpsym.coq.atoms import check_pairs, check_sides
from dpsym.coq.claims import statement
from dpsym.coq.export import source
from dpsym.coq.notation import UnexportableError
from dpsym.coq.proofs import Script
from dpsym.coq.rows import row_claim, whole_counts
from dpsym.language.parser import parse_claim
from dpsym.provers.elaboration.text import goal_of


@pytest.mark.parametrize(
    "text",
    [
        "TotalVariation(P, Q) <= sqrt(1 - exp(-KL(P, Q)))",
        "TotalVariation(P, Q) <= Min(1, KL(P, Q))",
        "TotalVariation(P, Q) <= 1 - 1/(1 + ChiSquared(P, Q))",
        "1/(1 + KL(P, Q)) <= e[i] each i in 1..k => e[i] >= 0 each i in 1..k for e[i] in [0, 1]",
    ],
)
def test_a_side_with_a_limit_is_not_written(text: str) -> None:
    """A premise that the divergence is finite would leave the limit out."""
    with pytest.raises(UnexportableError):
        check_sides(parse_claim(text))


@pytest.mark.parametrize(
    "text",
    [
        "TotalVariation(P, Q) <= sqrt(KL(P, Q)/2)",
        "KL(P, Q) <= log(1 + ChiSquared(P, Q))",
        "HockeyStick(x, P, Q) <= Max(1, KL(P, Q)) for x in [0, oo)",
    ],
)
def test_a_side_without_limit_is_written(text: str) -> None:
    check_sides(parse_claim(text))


def test_hypotheses_are_written_with_their_vectors() -> None:
    claim = parse_claim("HypothesisDP(Compose(M, k), Ones(0), Ones(1, m), x, 0) for k in 1..9")
    assert "HypothesisDP (List.repeat M (dpsym_count k)) (On (dpsym_count k) (Ones 0 0))" in (
        statement(claim)
    )
    claim = parse_claim("HypothesisDP(Compose(M, N), Bits(0, 1), Every(Bits(1, 0)), x, 0)")
    assert "[M; N] (On 2 (Every [[false;true]])) (On 2 (Every [[true;false]]))" in statement(claim)


@pytest.mark.parametrize("vectors", ["Bits(0, b)", "Every(Bits(1, 1), Bits(b, 0))"])
def test_bits_that_are_names_are_not_written(vectors: str) -> None:
    claim = f"HypothesisDP(Compose(M, N), {vectors}, Bits(0, 1), x, 0) for b in 0..1"
    with pytest.raises(UnexportableError, match="not written out"):
        statement(parse_claim(claim))


def test_a_family_is_not_what_makes_numbers_of_indices() -> None:
    stated = statement(parse_claim("INR[i] <= i each i in 1..k for INR[i] in [0, 1]"))
    assert "(v_INR i) <= (INR i)" in stated


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ApproxDP(Subsample(M, 1/2), e, d) => ApproxDP(M, log(2*exp(e) - 1), 2*d)", "a sample"),
        ("PureDP(Compose(Subsample(M[i], 1/2), (i, 1, k)), e) => e >= 0", "a sample"),
        ("Capacity(Subsample(M, 1/2), 2) <= 2 => PureDP(M, 1)", "a sample"),
        ("BoundedRange(Parallel(M, N), w) => BoundedRange(N, w)", "a part"),
        ("PureDP(Group(Parallel(M, N), 2), e) => PureDP(M, e)", "a part"),
        ("ProbabilisticDP(Group(M, 1), -1, d) => ProbabilisticDP(M, -1, d)", "a group"),
    ],
)
def test_no_more_pairs_of_laws_are_assumed_than_the_claim_speaks_of(text: str, why: str) -> None:
    with pytest.raises(UnexportableError, match=f"{why} has in Coq"):
        check_pairs(parse_claim(text), refuted=False)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("ProbabilisticDP(Subsample(RandomizedResponse(1), 1/2), 1/10, 1/9)", "a sample"),
        ("PureDP(Compose(Subsample(RandomizedResponse(1), 1/2), 2), 1/10)", "a sample"),
        ("ProbabilisticDP(Group(RandomizedResponse(1), 1), -1/2, 9/10)", "a group"),
    ],
)
def test_no_more_pairs_of_laws_are_refuted_than_the_claim_speaks_of(text: str, why: str) -> None:
    with pytest.raises(UnexportableError, match=f"{why} has in Coq"):
        check_pairs(parse_claim(text), refuted=True)


@pytest.mark.parametrize(
    ("text", "refuted"),
    [
        ("ApproxDP(M, e, d) => ApproxDP(Subsample(M, q), e, d)", False),
        ("ApproxDP(Group(M, 2), e, d) => ApproxDP(M, e, d)", False),
        ("PureDP(Parallel(M, N), e) => PureDP(M, e)", False),
        ("ProbabilisticDP(Group(M, 2), e, d) => ProbabilisticDP(M, e, d)", False),
        ("PureDP(M, e) => PureDP(Subsample(M, q), q*e)", True),
    ],
)
def test_pairs_that_say_nothing_more_are_written(text: str, *, refuted: bool) -> None:
    check_pairs(parse_claim(text), refuted=refuted)


def made(text: str) -> Certificate:
    """The certificate of a claim."""
    found = check(text).certificate
    assert found is not None
    return found


def test_what_is_proved_is_the_claim_of_the_certificate() -> None:
    proved = made("exp(x) >= 1 + x for x in [0, 1]")
    other = replace(proved, proof=made("exp(x) >= 1 - x for x in [0, 1]").proof)
    for forged in (other, replace(proved, verdict="refuted")):
        with pytest.raises(UnexportableError, match=r"of another claim|do not match"):
            source(forged, "claim")


def test_uniform_laws_on_vectors_are_not_written() -> None:
    with pytest.raises(UnexportableError):
        statement(parse_claim("HypothesisDP(Compose(M, N), Ones(0), Uniform(Ones(1, 2)), x, 0)"))


def test_boxes_in_which_a_condition_fails_are_not_written() -> None:
    asked = {
        "expression": "2/3 - x - y**2/2",
        "conditions": ["2/5 - x - y"],
        "positives": [],
        "strict": False,
        "domains": [[name, {"lower": "0", "upper": "1", "open": [False, False]}] for name in "xy"],
    }
    with pytest.raises(UnexportableError, match="a condition fails"):
        Script().of(goal_of(asked), {"rule": "boxes", "tree": "x y d - -"})


def test_numbers_of_rounds_are_written_as_natural_numbers() -> None:
    k = Symbol("k")
    claim = row_claim("repeat-pure")
    (count,) = (n for n, _ in claim.domains if n.name == k.name)
    lines = whole_counts(Script(), "L", claim, {count: count * 0 + 2})
    assert "dpsym_count 2 = 2%nat" in lines[0]
    assert whole_counts(Script(), "L", claim, {count: count}) == []
