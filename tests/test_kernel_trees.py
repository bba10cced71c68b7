"""What the kernel says of mechanisms that are trees, against all deterministic adversaries."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from sympy import Basic, Rational

from dpsym import check
from dpsym.acceptance import certificate_of
from dpsym.games.adversaries import adversaries, views
from dpsym.games.expressions import law, parts_of
from dpsym.kernel import trees
from dpsym.kernel.games import settled
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.trees import view_pairs
from dpsym.kernel.values import relation_fails, relation_holds
from dpsym.kernel.verify import verify
from dpsym.language.parser import parse_claim, parse_expression

ASKED = "Query(Message((1/2, 1/4), (1/2, 3/4)), Message((1/10, 1/5), (9/10, 4/5)))"
TREE = f"InteractiveMechanism({ASKED})"
TALK = f"InteractiveMechanism(Message((1/2, 1/4, {ASKED}), (1/4, 1/4), (1/4, 1/2)))"
COIN = "InteractiveMechanism(Message((1/2, 1/4), (1/2, 3/4)))"
TWICE = f"Concurrent({TREE}, {TALK})"
FALSE_AND_TRUE = [
    (f"ZCDP({TREE}, 1/100)", f"ZCDP({TREE}, 2)"),
    (f"ZCDP({TALK}, 1/20, 1/20)", f"ZCDP({TALK}, 1/20, 2)"),
    (f"BoundedZCDP({TREE}, 3, 0, 1/100)", f"BoundedZCDP({TREE}, 3, 0, 2)"),
    (f"RenyiDP({TREE}, 2, 28/100)", f"RenyiDP({TREE}, 2, 29/100)"),
    (f"RenyiDP({TALK}, 5/2, 1/2)", f"RenyiDP({TALK}, 5/2, 3/4)"),
    (f"RenyiDP({COIN}, 1, 143/1000)", f"RenyiDP({COIN}, 1, 144/1000)"),
    (f"RenyiDP({TWICE}, 2, 1/100)", f"RenyiDP({TWICE}, 2, 1)"),
    (f"ZCDP(Compose({TREE}, {COIN}), 1/10)", f"ZCDP(Compose({TREE}, {COIN}), 1)"),
    (f"MeanCDP({TREE}, 1/100, 1/100)", f"MeanCDP({TREE}, 1/2, 1)"),
    (f"GaussianDP({TREE}, 1/100)", f"GaussianDP({TREE}, 1)"),
    (
        f"ZCDP(M, rho) => ZCDP(Concurrent(M, {TREE}), rho)",
        f"ZCDP(M, rho) => ZCDP(Concurrent(M, {TREE}), rho + 2)",
    ),
]


def distribution(laws: tuple[Basic, Basic]) -> Counter[tuple[Fraction, Fraction]]:
    """How often each pair of masses is there; what has none does not count."""
    pairs = zip(*(law.args for law in laws), strict=True)
    return Counter((Fraction(str(p)), Fraction(str(q))) for p, q in pairs if (p, q) != (0, 0))


@pytest.mark.parametrize("written", [TREE, TALK, TWICE, f"Compose({COIN}, {TREE}, {TREE})"])
def test_the_views_are_those_of_all_adversaries(written: str) -> None:
    mechanism = parse_expression(written)
    nodes, sequential = parts_of(mechanism)
    seen = [views(nodes, player) for player in adversaries(nodes, sequential=sequential)]
    known = [distribution((law(p), law(q))) for p, q in seen]
    both = [*known, *(Counter({(q, p): n for (p, q), n in c.items()}) for c in known)]
    found = {frozenset(distribution(pair).items()) for pair in view_pairs(mechanism)}
    assert found == {frozenset(counted.items()) for counted in both}


@pytest.mark.parametrize(("false", "true"), FALSE_AND_TRUE)
def test_the_refutation_of_a_claim_refutes_no_true_one(false: str, true: str) -> None:
    verdict = check(false, budget=20)
    assert verdict.kind == "refuted"
    made = certificate_of(verdict)
    verify(made)
    claim = parse_claim(true)
    with pytest.raises(Rejected, match="not certain"):
        verify(replace(made, claim=claim.text, sha256=claim.digest))


@pytest.mark.parametrize(("false", "true"), FALSE_AND_TRUE[:-1])
def test_the_proof_of_a_claim_proves_no_false_one(false: str, true: str) -> None:
    verdict = check(true, budget=20)
    assert verdict.kind == "proved"
    made = certificate_of(verdict)
    assert made.proof is not None
    verify(made)
    claim = parse_claim(false)
    forged = replace(made.proof, goal=claim.text)
    with pytest.raises(Rejected, match="not certain"):
        verify(replace(made, claim=claim.text, sha256=claim.digest, proof=forged))


def test_too_many_adversaries_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MAX_VIEWS", 3)
    with pytest.raises(Rejected, match="too many adversaries"):
        list(view_pairs(parse_expression(TALK)))


@pytest.mark.parametrize("written", [TREE, TALK, f"Concurrent({TREE}, {COIN})"])
@pytest.mark.parametrize("epsilon", ["1/7", "1/2", "3/2"])
def test_the_least_delta_is_known_where_the_odds_are_no_rational(
    written: str, epsilon: str
) -> None:
    """Against the largest hockey stick over all adversaries, by mpmath."""
    mechanism = parse_expression(written)
    odds = mpmath.exp(mpmath.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator)
    least = max(
        mpmath.fsum(max(p.args[i] - odds * q.args[i], 0) for i in range(len(p.args)))
        for p, q in view_pairs(mechanism)
    )
    for change, holds in ((mpmath.mpf("1e-9"), True), (mpmath.mpf("-1e-9"), least == 0)):
        delta = Rational(str(max(least + change, 0)))
        claim = parse_claim(f"ApproxDP({written}, {epsilon}, {delta})")
        (atom,) = claim.conclusions
        relation = settled(atom, {})
        assert relation_holds(relation) is holds
        assert relation_fails(relation) is not holds
