"""Claims about hypotheses over databases: proved exactly where they hold."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from sympy import Rational

from dpsym.checking import check
from dpsym.errors import EvaluationError
from dpsym.experiments import canonical_delta
from dpsym.language.heads import Bits, Every, Independent, Ones, Uniform, Weighted
from dpsym.language.hypotheses import differences, is_set, law, laws_of, support, vectors
from dpsym.language.parser import parse_claim, parse_expression
from dpsym.provers.guarantees.databases import HypothesisPrivacy
from dpsym.provers.prover import Split

F = Fraction
SETS = ["Ones(0)", "Ones(0, 1)", "Ones(1)", "Ones(1, 2)", "Bits(0, 1)", "Ones(0, 2)"]
LAWS = ["Uniform(Ones(1, 2))", "Uniform(Ones(0, 2))", "Weighted(1/4, Bits(0, 0), Bits(1, 1))"]


def node_of(written: str) -> Ones:
    return parse_claim(f"HypothesisDP(M, {written}, Ones(0), 1, 0)").conclusions[0].args[1]


def weights_of(written: str) -> list[dict[tuple[int, ...], Fraction]]:
    return [{b: F(str(w)) for b, w in one.items()} for one in laws_of(node_of(written), 2)]


def holds(first: str, second: str, odds: list[Fraction], bound: Fraction) -> bool:
    """Whether two pure rounds are within log(bound), by the canonical rounds."""
    rounds = [(own, F(0)) for own in odds]
    return all(
        canonical_delta(rounds, ours, theirs, bound) == 0
        for ours, theirs in product(weights_of(first), weights_of(second))
    )


@pytest.mark.parametrize(("first", "second"), list(product(SETS[:4], SETS + LAWS)))
def test_pure_rounds_are_proved_exactly_where_they_hold(first: str, second: str) -> None:
    expected = {
        multiple: all(
            holds(first, second, [own, own], own**multiple) for own in (F(2), F(5), F(101, 100))
        )
        for multiple in (0, 1, 2)
    }
    for multiple, truth in expected.items():
        claim = (
            "PureDP(M1, eps) and PureDP(M2, eps) =>"
            f" HypothesisDP(Compose(M1, M2), {first}, {second}, {multiple}*eps, 0)"
        )
        verdict = check(claim, budget=30)
        assert verdict.kind == ("proved" if truth else "refuted"), claim


WRONG = """
HypothesisDP(Compose(M1, M2), Ones(0), Ones(1), e, d) => HypothesisDP(Compose(M1, M2), Ones(0), Ones(2), e, d)
HypothesisDP(Compose(M1, M2), Bits(0, 0), Bits(1, 0), e, d) => HypothesisDP(Compose(M1, M2), Bits(0, 0), Bits(0, 1), e, d)
HypothesisDP(Compose(M1, M2), Ones(0), Uniform(Ones(1, 2)), e, d) => HypothesisDP(Compose(M1, M2), Ones(0), Ones(2), e, d)
HypothesisDP(Compose(M1, M2), Ones(0), Ones(2), e, d) => HypothesisDP(Compose(M1, M3), Ones(0), Ones(2), e, d)
HypothesisDP(Compose(M, 2), Ones(0), Ones(2), e, d) => HypothesisDP(Compose(M, 3), Ones(0), Ones(3), e, d)
HypothesisDP(Compose(M, k), Ones(0), Ones(0, 1), e, d) => HypothesisDP(Compose(M, k), Ones(0), Ones(k), e, d)
HypothesisDP(Compose(M1, M2), Ones(0), Ones(2), e, d) => HypothesisDP(Compose(M1, M2), Ones(0), Ones(2), e, d/2)
PureDP(M, e) => HypothesisDP(Compose(M, k), Ones(0, m), Ones(0, m), m*e, 0) for k in 1..oo, m in 1..oo
PureDP(M1, e) => HypothesisDP(Compose(M1, M2), Ones(0), Ones(2), e, 0)
HypothesisDP(Compose(M1, M2), Ones(0), Uniform(Ones(1, 2)), e, d) => HypothesisDP(Compose(M1, M2), Bits(1, 0), Uniform(Ones(1, 2)), e, d)
ApproxDP(M, e, d) => HypothesisDP(Compose(M, k), Ones(0), Uniform(Ones(1, k)), log(((1 + exp(e))**k - 1)/(2**k - 1)), k*d/2)
ApproxDP(Compose(M1, M2), e, d) => HypothesisDP(Compose(M1, M2), Ones(0), Ones(2), e, d)
""".strip().splitlines()


@pytest.mark.parametrize("written", WRONG)
def test_nothing_false_is_proved(written: str) -> None:
    assert check(written, budget=2).kind != "proved"


def splits(written: str) -> list[Split]:
    return list(HypothesisPrivacy().splits(parse_claim(written)))


def test_rounds_whose_order_matters_are_not_composed_on_one_database() -> None:
    mechanisms = "Compose(FiniteMechanism(P, Q), FiniteMechanism(Q, P))"
    claim = f"ApproxDP(Hypotheses({mechanisms}, Ones(0), Ones(2)), 1, 0)"
    assert splits(claim) == []
    named = "PureDP(M, 1) => PureDP(Hypotheses(Compose(M, 2), Ones(0), Ones(1)), 1)"
    assert len(splits(named)) > 0


def test_hypotheses_are_what_they_say() -> None:
    assert vectors(Ones(1, 2), 2) == ((1, 0), (0, 1), (1, 1))
    assert vectors(Every(Bits(0, 1), Ones(1)), 2) == ((0, 1), (1, 0))
    assert vectors(Ones(1, 9), 2) == vectors(Ones(1, 2), 2)
    assert law(Uniform(Ones(1)), 2) == {(1, 0): Rational(1, 2), (0, 1): Rational(1, 2)}
    mixed = law(Weighted(Rational(1, 4), Bits(0, 0), Ones(1, 2)), 2)
    assert mixed[0, 0] == Rational(1, 4)
    assert mixed[1, 1] == Rational(1, 4)
    assert sum(law(Independent(Rational(1, 3), Rational(1, 5)), 2).values()) == 1
    assert support(Uniform(Ones(1)), 2) == vectors(Ones(1), 2)
    assert is_set(Ones(0))
    assert not is_set(Uniform(Ones(0)))


def test_differences_are_the_maximal_ones() -> None:
    for first, second in product(SETS, SETS):
        ours, theirs = (vectors(node_of(s), 2) for s in (first, second))
        every = {frozenset(i for i in (0, 1) if b[i] != c[i]) for b in ours for c in theirs}
        found = differences(node_of(first), node_of(second), 2)
        assert set(found) <= every
        assert all(any(one <= large for large in found) for one in every)


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (Ones(3), "holds no vector of 2 bits"),
        (Bits(0, 1, 1), "no vector of 2 bits"),
        (Ones(parse_expression("m")), "no definite number"),
        (Weighted(Rational(1, 2), Bits(0), Ones(1)), "no vector of 2 bits"),
        (Independent(Rational(1, 2)), "no law on vectors of 2 bits"),
    ],
    ids=str,
)
def test_meaningless_hypotheses_are_named(node: Ones, words: str) -> None:
    with pytest.raises(EvaluationError, match=words):
        law(node, 2)


def test_text_that_is_no_hypothesis_is_refused() -> None:
    for written in ("HypothesisDP(M, 1, Ones(0), 1, 0)", "HypothesisDP(M, Ones(M), Ones(0), 1, 0)"):
        with pytest.raises(ValueError, match=r"hypothesis|number"):
            parse_claim(written)
