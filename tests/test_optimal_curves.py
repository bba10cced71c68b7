"""The optimal composition of any number of different rounds: which steps the kernel takes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import exp, isclose, prod
from typing import Any

import pytest
from accepting import accepted, proof_of
from sympy import Expr, Symbol

from dpsym import check
from dpsym.errors import ClaimError
from dpsym.kernel.family_experiments import reduction
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
from dpsym.language.claim import Claim, make_claim
from dpsym.language.families import instance
from dpsym.language.parser import parse_claim

ALL = "(i, 1, k)"
EACH = "ApproxDP(M[i], e[i], d[i]) each i in 1..k"
WHOLE, RESPONSES = f"Compose(M[i], {ALL})", f"Compose(CanonicalRR(e[i], d[i]), {ALL})"


def curve(epsilon: str = "g", bits: str = "b", share: str = "1") -> str:
    inside, outside = f"Sum({bits}[i]*e[i], {ALL})", f"Sum((1 - {bits}[i])*e[i], {ALL})"
    excess = f"Max(exp({inside}) - exp({epsilon} + {outside}), 0)"
    part = f"{share}*SubsetSum({excess}, {bits})/Product(1 + exp(e[i]), {ALL})"
    return f"1 - Product(1 - d[i], {ALL})*(1 - {part})"


TRUE = [
    f"{EACH} => ApproxDP({WHOLE}, g, {curve()})",
    f"{EACH} => ApproxDP({WHOLE}, b, {curve('b', 'c')})",
    f"{EACH} and b + {curve(bits='c')} <= x => ApproxDP({WHOLE}, g, x) for b in [0, 1]",
    f"{EACH} => ApproxDP({WHOLE}, log(1/y), {curve('log(1/y)')}) for y in (0, 1]",
    f"{EACH} => HypothesisDP({WHOLE}, Ones(0, k), Uniform(Ones(1, k)), g, {curve()})",
    f"ApproxDP({RESPONSES}, g, {curve()})",
    f"HypothesisDP({RESPONSES}, Ones(0), Ones(k), g, x) => {curve()} <= x",
    f"ApproxDP({RESPONSES}, 1, x) => {curve('1')} <= x for k in 2..oo",
]  # fmt: skip
FALSE = [
    f"{EACH} => ApproxDP({WHOLE}, g, {curve(share='49/50')})",
    f"{EACH} => ApproxDP({WHOLE}, g, {curve('g + 1/50')})",
    f"ApproxDP({RESPONSES}, g, {curve(share='49/50')})",
    f"HypothesisDP({RESPONSES}, Ones(0), Ones(1), g, x) => {curve()} <= x",
    f"ApproxDP({RESPONSES}, g, x) => {curve(share='51/50')} <= x",
    f"{EACH} => ApproxDP(Parallel(M[i], {ALL}), g, {curve(share='1/2')})",
]


@pytest.mark.parametrize("text", TRUE)
def test_the_curve_bounds_all_rounds_and_is_attained(text: str) -> None:
    accepted(check(text, budget=40))


@pytest.mark.parametrize("text", FALSE)
def test_two_per_cent_less_is_refuted(text: str) -> None:
    assert check(text, budget=40).kind == "refuted"


def reduced(text: str, **params: Any) -> list[Claim]:
    plain, families = reduction(Goal(parse_claim(text), params, (), set()))
    return plain + families


def hockey_stick(numbers: list[tuple[float, float]], g: float) -> float:
    """Over all outcomes of canonical responses on one pair of databases."""
    laws = []
    for e, d in numbers:
        p = [d, (1 - d) * exp(e) / (1 + exp(e)), (1 - d) / (1 + exp(e)), 0.0]
        laws.append(list(zip(p, reversed(p), strict=True)))
    return sum(
        max(prod(p for p, _ in one) - exp(g) * prod(q for _, q in one), 0) for one in product(*laws)
    )


@pytest.mark.parametrize("g", [-0.7, 0.0, 0.4, 1.5])
@pytest.mark.parametrize("numbers", [[(0.5, 0.1)], [(0.3, 0.0), (1.2, 0.25)],
                                     [(0.4, 0.05), (0.0, 0.3), (0.9, 0.0)]])  # fmt: skip
def test_the_kernel_s_curve_is_the_sum_over_all_outcomes(
    numbers: list[tuple[float, float]], g: float
) -> None:
    conclusion = reduced(f"{EACH} => ApproxDP({WHOLE}, g, 1)", way="optimal", each=0)[-1]
    assert conclusion.hypotheses == ()
    known = {name.name: domain for name, domain in conclusion.domains}
    written = instance(make_claim((), conclusion.conclusions, known), len(numbers))
    point: dict[Any, Any] = {Symbol("g"): g}
    for place, (e, d) in enumerate(numbers, start=1):
        point |= {Symbol(f"e{place}"): e, Symbol(f"d{place}"): d}
    bound = written.conclusions[0].args[0]
    assert isinstance(bound, Expr)
    assert isclose(float(bound.subs(point)), hockey_stick(numbers, g), abs_tol=1e-12)


def test_what_is_needed_is_the_range_of_the_numbers_and_the_curve() -> None:
    needed = [c.text for c in reduced(f"{EACH} => ApproxDP({WHOLE}, g, x)", way="optimal", each=0)]
    assert [text.partition(" for ")[0] for text in needed[:4]] == [
        "g <= g",
        "0 <= e[i] each i in 1..k",
        "0 <= d[i] each i in 1..k",
        "d[i] <= 1 each i in 1..k",
    ]
    assert [" <= x for " in text for text in needed] == [False] * 4 + [True]


@pytest.mark.parametrize(
    ("text", "params"),
    [
        (f"{EACH} => ApproxDP(Parallel(M[i], {ALL}), g, x)", {"each": 0}),
        (f"{EACH} => ApproxDP(Group({WHOLE}, 2), g, x)", {"each": 0}),
        (f"{EACH} => ApproxDP(Compose(L[i], {ALL}), g, x)", {"each": 0}),
        (f"{EACH} => PureDP({WHOLE}, g)", {"each": 0}),
        (f"{EACH} => ApproxDP({WHOLE}, Max(e[i], {ALL}), x)", {"each": 0}),
        (f"{EACH} => RenyiDP({WHOLE}, 2, g)", {"each": 0}),
        (f"{EACH} => ApproxDP({WHOLE}, g, x)", {}),
        (f"{EACH} => ApproxDP({WHOLE}, g, x)", {"each": 1}),
        (f"{EACH} => HypothesisDP({WHOLE}, Ones(0), Parity(2), g, x)", {"each": 0}),
        (f"RenyiDP(M[i], 2, e[i]) each i in 1..k => ApproxDP({WHOLE}, g, x)", {"each": 0}),
        (f"ApproxDP(M[i], e[i], x) each i in 1..k and x <= 1 => ApproxDP({WHOLE}, g, x)",
         {"each": 1}),
        (f"ApproxDP(Compose(LaplaceMechanism(1, i), {ALL}), g, x)", {}),
        (f"ApproxDP(Parallel(RandomizedResponse(e[i]), {ALL}), g, x)", {}),
    ],
)  # fmt: skip
def test_other_rounds_and_other_bounds_are_refused(text: str, params: dict[str, Any]) -> None:
    with pytest.raises((Rejected, ClaimError)):
        reduced(text, way="optimal", **params)


@pytest.mark.parametrize(
    "given",
    [
        f"HypothesisDP({RESPONSES}, Ones(0), Ones(1), g, x)",
        f"HypothesisDP({RESPONSES}, Ones(0), Ones(0, k), g, x)",
        f"HypothesisDP({RESPONSES}, Ones(k), Ones(k), g, x)",
        f"ApproxDP(Parallel(CanonicalRR(e[i], d[i]), {ALL}), g, x)",
        f"ApproxDP(Group({RESPONSES}, 2), g, x)",
        f"ApproxDP(Compose(NaryResponse(e[i], 3), {ALL}), g, x) and d[i] <= 1 each i in 1..k",
    ],
)
def test_no_other_hypothesis_says_what_responses_show(given: str) -> None:
    with pytest.raises((Rejected, ClaimError)):
        reduced(f"{given} => {curve()} <= x", way="written", numbers=[0], order="a")


def test_an_epsilon_without_a_value_is_not_proved_though_it_cancels() -> None:
    text = f"{EACH} => ApproxDP({WHOLE}, g + 0*log(g), {curve()}) for g in [0, 1]"
    with pytest.raises(ClaimError, match="as epsilon has no value at g = 0"):
        check(text, budget=4)
    defined = text.replace("[0, 1]", "(0, 1]")
    assert check(defined, budget=40).kind == "proved"


@pytest.mark.parametrize(
    "changed", [{"way": "together"}, {"way": "responses"}, {"each": 1}, {"between": [[]]},
                {"way": "written", "numbers": [0], "order": "a"}]
)  # fmt: skip
def test_a_changed_step_is_refused(changed: dict[str, Any]) -> None:
    found, node = proof_of(check(TRUE[0], budget=40))
    assert node.params["way"] == "optimal"
    proof = replace(node, params={**node.params, **changed})
    with pytest.raises((Rejected, ClaimError)):
        verify(replace(found, proof=proof))
