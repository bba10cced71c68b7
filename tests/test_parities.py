"""Vectors with an even and with an odd number of ones, and how far apart their views are."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import prod

import pytest
from accepting import accepted, proof_of, refuting_point
from sympy import Integer, Rational, Symbol

from dpsym import check
from dpsym.certificate import Certificate, Node
from dpsym.errors import ClaimError, EvaluationError
from dpsym.kernel.family_experiments import reduction
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
from dpsym.language import heads
from dpsym.language.hypotheses import law, vectors, view_pairs
from dpsym.language.parser import parse_claim
from dpsym.verdict import Verdict

ALL = "(i, 1, k)"
EVEN, ODD = "Uniform(Parity(0))", "Uniform(Parity(1))"
APART = f"{EVEN}, {ODD}"
KNOWN = f"ApproxDP(M[i], 0, t[i]) each i in 1..k => HypothesisDP(Compose(M[i], {ALL})"
RESPONSES = f"HypothesisDP(Compose(CanonicalRR(e[i], d[i]), {ALL})"
ADVANTAGE = "d[i] + (1 - d[i])*tanh(e[i]/2)"
LOOSE = f"PureDP(M[i], e[i]) each i in 1..k => HypothesisDP(Compose(M[i], {ALL})"
TOTAL = f"Product(t[i], {ALL})"
TRUE = [
    f"{KNOWN}, {APART}, 0, {TOTAL})",
    f"{KNOWN}, {ODD}, {EVEN}, 0, {TOTAL})",
    f"{KNOWN}, {APART}, x, {TOTAL})",
    f"{RESPONSES}, {APART}, 0, Product({ADVANTAGE}, {ALL}))",
    f"{RESPONSES}, {APART}, 0, x) => Product({ADVANTAGE}, {ALL}) <= x",
    f"HypothesisDP(Compose(RandomizedResponse(e[i]), {ALL}), {ODD}, {EVEN}, 0, x) =>"
    f" Product(tanh(e[i]/2), {ALL}) <= x",
    f"{LOOSE}, {APART}, 0, Product(tanh(e[i]/2), {ALL}))",
    f"{LOOSE}, Parity(0), Parity(1), Sum(e[i], {ALL}), 0)",
    f"HypothesisDP(Compose(LaplaceMechanism(1, s[i]), {ALL}), {APART}, 0,"
    f" Product(1 - exp(-1/(2*s[i])), {ALL}))",
]
FALSE = [
    (f"{KNOWN}, {APART}, 0, 49*{TOTAL}/50)", "1"),
    (f"{KNOWN}, Parity(0), Parity(1), 0, {TOTAL})", "2"),
    (f"{KNOWN}, {EVEN}, Ones(0), 0, {TOTAL})", "2"),
    (f"{KNOWN}, {EVEN}, Uniform(Ones(0, k)), 0, {TOTAL}/3)", "1"),
    (f"{RESPONSES}, {APART}, 0, Product({ADVANTAGE}, {ALL})**2)", "1"),
    (f"{RESPONSES}, {APART}, 0, 49*Product({ADVANTAGE}, {ALL})/50)", "1"),
    (f"{RESPONSES}, {APART}, 0, x) => 51*Product({ADVANTAGE}, {ALL})/50 <= x", "1"),
    (f"{LOOSE}, {APART}, 0, Product(tanh(e[i]/3), {ALL}))", "1"),
]
OPEN = [
    f"{KNOWN}, {APART}, 0, Product(t[i]**2, {ALL}))",
    f"{RESPONSES}, {APART}, x, y) => Product({ADVANTAGE}, {ALL}) <= y",
    f"{RESPONSES}, {EVEN}, {EVEN}, 0, x) => Product({ADVANTAGE}, {ALL}) <= x",
    f"{RESPONSES}, Ones(0), Ones(k), 0, x) => 1 - Product(1 - d[i], {ALL}) < x",
]


@cache
def decided(text: str) -> Verdict:
    return check(text, budget=30)


@pytest.mark.parametrize("text", TRUE)
def test_a_true_claim_is_proved_for_every_number_of_rounds(text: str) -> None:
    accepted(decided(text))


@pytest.mark.parametrize(("text", "rounds"), FALSE)
def test_a_false_claim_is_refuted_by_few_rounds(text: str, rounds: str) -> None:
    assert refuting_point(check(text, budget=40))["k"] == rounds


@pytest.mark.parametrize("text", OPEN)
def test_what_does_not_follow_is_not_proved(text: str) -> None:
    assert check(text, budget=4).kind != "proved"


def test_the_vectors_of_a_parity() -> None:
    assert vectors(heads.Parity(0), 2) == ((0, 0), (1, 1))
    assert vectors(heads.Parity(1), 1) == ((1,),)
    half = Rational(1, 2)
    assert law(heads.Uniform(heads.Parity(1)), 2) == {(1, 0): half, (0, 1): half}
    with pytest.raises(EvaluationError, match="neither even nor odd"):
        vectors(heads.Parity(Symbol("b")), 2)
    with pytest.raises(ClaimError):
        check(f"{RESPONSES}, Parity(2), Ones(0), 0, x)")


def laws(dice: random.Random, outcomes: int) -> list[Fraction]:
    weights = [dice.randint(0, 5) for _ in range(outcomes)]
    weights[0] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def variation(p: list[Fraction], q: list[Fraction]) -> Fraction:
    return sum((abs(a - b) for a, b in zip(p, q, strict=True)), Fraction(0)) / 2


@pytest.mark.parametrize("seed", range(6))
def test_views_of_the_parities_are_apart_by_the_product(seed: int) -> None:
    """By the sum over all vectors and views, for rounds without a choice."""
    dice = random.Random(seed)
    rounds = [(laws(dice, 3), laws(dice, 3)) for _ in range(seed % 3 + 2)]
    k, found = len(rounds), Fraction(0)
    for view in product(range(3), repeat=k):
        masses = [Fraction(0), Fraction(0)]
        for bits in product((0, 1), repeat=k):
            mass = prod((rounds[i][bits[i]][view[i]] for i in range(k)), start=Fraction(1))
            masses[sum(bits) % 2] += mass / 2 ** (k - 1)
        found += abs(masses[0] - masses[1]) / 2
    assert found == prod((variation(p, q) for p, q in rounds), start=Fraction(1))


@pytest.mark.parametrize("seed", range(4))
def test_no_adaptive_choice_of_databases_is_further_apart(seed: int) -> None:
    """By the views of all adversaries of two rounds on three databases."""
    dice = random.Random(seed)
    row = [[laws(dice, 2) for _ in range(3)] for _ in range(2)]
    choices = []
    for one in row:
        finite = [heads.Finite(*(Rational(p.numerator, p.denominator) for p in law)) for law in one]
        pairs = list(pairwise(finite))
        choices.append((*pairs, *((q, p) for p, q in pairs if choices)))
    worst = [max(variation(a, b) for a, b in pairwise(one)) for one in row]
    even, odd = (heads.Uniform(heads.Parity(Integer(bit))) for bit in (0, 1))
    for p, q in view_pairs(choices, even, odd):
        apart = sum(abs(a - b) for a, b in zip(p.args, q.args, strict=True)) / 2
        assert apart <= prod(Rational(w.numerator, w.denominator) for w in worst)


def proved(text: str) -> tuple[Certificate, Node]:
    return proof_of(decided(text))


@pytest.mark.parametrize("text", TRUE[:7])
def test_no_other_way_and_no_fewer_children_show_the_same(text: str) -> None:
    found, node = proved(text)
    for way in ("known", "covered", "bits", "uniform", "alike", "together", "responses", "parity"):
        if way != node.params["way"]:
            with pytest.raises(Rejected):
                verify(replace(found, proof=replace(node, params={**node.params, "way": way})))
    for place in range(len(node.children)):
        kept = node.children[:place] + node.children[place + 1 :]
        with pytest.raises(Rejected):
            verify(replace(found, proof=replace(node, children=kept)))


@pytest.mark.parametrize(
    "said", ["49*t[i]/50", "t[i]**2", "0", "t[i]/t[i]", "-t[i]", "t[j]", "y", "k", "t", None, 1]
)
def test_what_a_round_is_apart_by_is_shown_of_it(said: object) -> None:
    found, node = proved(TRUE[0])
    with pytest.raises((Rejected, ClaimError)):
        verify(replace(found, proof=replace(node, params={**node.params, "variation": said})))


@pytest.mark.parametrize(
    "text",
    [
        FALSE[1][0],
        FALSE[2][0],
        f"{KNOWN}, {EVEN}, {EVEN}, 0, {TOTAL})",
        f"{KNOWN}, Uniform(Parity(0), Parity(1)), {ODD}, 0, {TOTAL})",
        f"{KNOWN}, Weighted(1/2, Parity(0), Parity(1)), {ODD}, 0, {TOTAL})",
        f"ApproxDP(M[i], 0, t[i]) each i in 1..k => ApproxDP(Compose(M[i], {ALL}), 0, {TOTAL})",
    ],
)
def test_other_hypotheses_are_no_parities(text: str) -> None:
    goal = Goal(parse_claim(text), {"way": "parity", "variation": "t[i]"}, (), set())
    with pytest.raises(Rejected):
        reduction(goal)


def test_a_parity_asks_for_each_round_the_product_and_an_epsilon() -> None:
    goal = Goal(parse_claim(TRUE[2]), {"way": "parity", "variation": "t[i]"}, (), set())
    plain_claims, about = reduction(goal)
    assert [one.text for one in plain_claims] == []
    assert [one.conclusions[0] for one in about] == [
        parse_claim("ApproxDP(M[i], 0, t[i]) each i in 1..k").conclusions[0],
        parse_claim(
            "ApproxDP(M[i], 0, t[i]) each i in 1..k => 0 <= x for x in [0, oo)"
        ).conclusions[0],
        parse_claim(f"{TOTAL} <= {TOTAL} for t[i] in [0, 1]").conclusions[0],
    ]


@pytest.mark.parametrize("text", [OPEN[1], OPEN[2]])
def test_other_experiments_are_not_written_out(text: str) -> None:
    params = {"way": "written", "numbers": [0], "order": "a"}
    with pytest.raises(Rejected):
        reduction(Goal(parse_claim(text), params, (), set()))
