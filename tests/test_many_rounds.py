"""Many rounds of one mechanism: what adds up over them is asked of one round."""

from __future__ import annotations

import pytest
from sympy import Integer

from dpsym import Proved, Refuted, check
from dpsym.kernel.witness import fails, holds
from dpsym.language.definitions import each_round
from dpsym.language.parser import parse_atom, parse_claim
from dpsym.provers.counts import EveryCount
from dpsym.verdict import Step

RR = "RandomizedResponse(1)"
ADDED = (
    f"PureDP(Compose({RR}, 4), {{}})",
    f"RenyiDP(Compose({RR}, 4), 2, {{}})",
    f"ZCDP(Compose({RR}, 4), 0, {{}})",
    f"ZCDP(Compose({RR}, 4), {{}}, 1/8)",
    f"BoundedRange(Compose({RR}, 4), {{}})",
    "PureDP(Compose(FiniteMechanism(Bernoulli(1/3), Bernoulli(1/2), Bernoulli(2/3)), 4), {})",
)


@pytest.mark.parametrize("form", ADDED)
def test_rounds_say_what_their_products_say(form: str) -> None:
    """At bounds on both sides of the least: the same four rounds, written one by one."""
    guarantee = parse_atom(form.format("x"))
    mechanism, rounds = guarantee.args[0].args
    assert each_round(guarantee)[1] == rounds == 4
    written = guarantee.args[0].func(*[mechanism] * 4)
    answers = set()
    for bound in range(1, 40, 4):
        atom = parse_atom(form.format(f"{bound}/4"))
        alone = atom.func(written, *atom.args[1:])
        assert each_round(alone) == (alone, 1)
        assert holds(atom) == holds(alone)
        answers.add(holds(atom))
        if not isinstance(atom, type(parse_atom("ZCDP(M, x)"))):
            assert fails(atom, {}) == fails(alone, {}) == (not holds(atom))
    assert answers == {True, False}


KEPT = (
    f"ApproxDP(Compose({RR}, 4), 1, 1/2)",
    f"GaussianDP(Compose({RR}, 4), 1)",
    f"MeanCDP(Compose({RR}, 4), 1, 1)",
    "PureDP(Compose(M, 4), 1)",
    "PureDP(Compose(Subsample(M, 1/2), 4), 1)",
    "PureDP(Compose(Compose(M, 2), 4), 1)",
    f"PureDP(Compose({RR}, k), 1)",
    f"PureDP(Group({RR}, 4), 1)",
)


@pytest.mark.parametrize("text", KEPT)
def test_what_does_not_add_is_left_as_it_is(text: str) -> None:
    atom = parse_atom(text, objects=("M",))
    assert each_round(atom) == (atom, Integer(1))


MANY = (
    ("PureDP(M, eps) => ZCDP(Compose(M, 1000000), {}*eps**2)", "500000", "499000"),
    ("PureDP(M, eps) => RenyiDP(Compose(M, 60000), 2, {}*eps**2)", "60000", "59400"),
    ("PureDP(M, eps) => PureDP(Compose(M, 1000000), {}*eps)", "1000000", "999000"),
)


@pytest.mark.parametrize(("claim", "true", "false"), MANY)
def test_bounds_of_many_rounds_are_decided_in_seconds(claim: str, true: str, false: str) -> None:
    assert check(claim.format(true), budget=20).kind == "proved"
    assert check(claim.format(false), budget=10).kind == "refuted"


def rounds_of(response: str, epsilon: str) -> str:
    stick = "Sum(binomial(k, l)*Max(exp(e*(k - l)) - exp({} + e*l), 0), (l, 0, k))/(1 + exp(e))**k"
    sum_of = f"{{}}*{stick.format(epsilon)} <= x for a in [0, oo)"
    return f"ApproxDP(Compose({response}, k), {epsilon}, x) => {sum_of}"


CURVES = (
    rounds_of("RandomizedResponse(e)", "a"),
    rounds_of("GeometricMechanism(e)", "a"),
    rounds_of("RandomizedResponse(e)", "a/2"),
)


@pytest.mark.parametrize("form", CURVES)
def test_no_delta_is_below_the_curve_of_responses(form: str) -> None:
    assert isinstance(check(form.format(1), budget=10), Proved)
    assert isinstance(check(form.format("51/50"), budget=10), Refuted)


EVERY = (
    ("ApproxDP(Compose(RandomizedResponse(eps), 1000), 0, {}*tanh(eps/2))", "1000", "24"),
    ("PureDP(M, eps) => ApproxDP(Compose(M, 1000), 0, tanh({}*eps))", "500", "20"),
    ("ApproxDP(M, eps, d) => ApproxDP(Compose(M, 777), 777*eps, {}*d)", "777", "769"),
    (
        "ApproxDP(M, 0, d) => ApproxDP(Compose(M, 100), 0, 100*d - 4950*d**2 + {}*d**3)",
        "161700",
        "160000",
    ),
)


@pytest.mark.parametrize(("claim", "true", "false"), EVERY)
def test_what_holds_for_every_number_of_rounds_holds_for_a_large_one(
    claim: str, true: str, false: str
) -> None:
    found = check(claim.format(true), budget=20)
    assert isinstance(found, Proved)
    assert found.evidence is not None
    assert used(found.evidence, "every count")
    assert check(claim.format(false), budget=3).kind != "proved"


def used(step: Step, name: str) -> bool:
    return step.prover == name or any(used(child, name) for child in step.children)


ONCE = (
    "ApproxDP(Compose(M, 100), 1, 1/10)",
    "PureDP(M, eps) => ApproxDP(Compose(M, 3), 0, 3*tanh(eps/2))",
    "PureDP(M[i], e) each i in 1..k => PureDP(Compose(M[i], (i, 1, k)), k*e + 100)",
)


@pytest.mark.parametrize("text", ONCE)
def test_no_name_is_put_where_no_bound_grows_with_a_large_number(text: str) -> None:
    assert list(EveryCount().splits(parse_claim(text))) == []


CURVE = "Sum(binomial(k, l)*Max(exp(e*(k - l)) - exp(x + e*l), 0), (l, 0, k))/(1 + exp(e))**k"
OPTIMAL = (
    ("PureDP(M, e) => ApproxDP(Compose(M, k), x, {}*%s) for k in 1..oo", "1", "49/50"),
    (
        "ApproxDP(M, e, d) =>"
        " ApproxDP(Compose(M, k), x, 1 - (1 - {}*d)**k*(1 - %s)) for k in 1..oo",
        "1",
        "49/50",
    ),
)


@pytest.mark.parametrize(("claim", "true", "false"), OPTIMAL)
def test_the_curve_of_any_number_of_responses_is_optimal(claim: str, true: str, false: str) -> None:
    form = claim % CURVE
    assert isinstance(check(form.format(true), budget=30), Proved)
    assert isinstance(check(form.format(false), budget=30), Refuted)


@pytest.mark.parametrize(("rounds", "delta"), [(80, "1/105"), (100, "1/47")])
def test_optimal_composition_of_many_rounds_is_a_sum(rounds: int, delta: str) -> None:
    """Written out for this number of rounds, and treated for no other; deltas are nearly sharp."""
    claim = f"PureDP(M, 1/10) => ApproxDP(Compose(M, {rounds}), 2, {{}})"
    assert isinstance(check(claim.format(delta), budget=40), Proved)
    assert not isinstance(check(claim.format(f"9*{delta}/10"), budget=10), Proved)
