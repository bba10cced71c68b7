"""Bounds on one pair of laws from any others, by the dual of the linear program over all laws."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
from measure import likelihood
from sympy import Float, Symbol

from dpsym import check
from dpsym.kernel.claims import RULES
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_claim
from dpsym.provers.moments.chords import Chords
from dpsym.provers.moments.duality import program_of

HOLD = (
    "KL(P, Q) <= 1 => TotalVariation(P, Q) <= 67/100",
    "KL(P, Q) <= 1/10 => HockeyStick(1, P, Q) <= 111/2000",
    "Renyi(5/2, P, Q) <= 3/2 => TotalVariation(P, Q) <= 2452/3125",
    "Hellinger(Q, P) <= 3/10 and MaxDivergence(Q, P) <= 1/4 => TotalVariation(P, Q) <= 11071/50000",
    "TotalVariation(P, Q) <= 1/5 => KL(P, Mixture(1/2, P, Q)) <= 61/400",
    "HockeyStick(1/2, P, Q) >= 9/10 and MaxDivergence(P, Q) <= 3 => "
    "TotalVariation(Q, P) >= 18447/20000",
    "Hellinger(P, Q) >= 3/10 and MaxDivergence(P, Q) <= 11/4 => ChiSquared(P, Q) >= 644/625",
    "Renyi(3, Q, P) <= 2 and ChiSquared(P, Q) <= 1/2 => HockeyStick(0, Q, P) < 3889/10000",
    "TotalVariation(P, Q) == 1/2 => KL(P, Q) >= 26/50",
    "RenyiDP(M, 4, 1) => RenyiDP(M, 2, 9/10)",
    "PureDP(M, 7/4) and ApproxDP(M, 3/4, 1/5) => RenyiDP(M, 1, 125411/200000)",
    "ZCDP(M, 9/20) => ApproxDP(M, 7/4, 6879/100000)",
    "RenyiDP(M, 2, 1/2) => ApproxDP(Subsample(M, 1/4), 1/2, 1/60)",
    "ApproxDP(M, 3/4, 1/20) => ApproxDP(Group(M, 4), 5/2, 73803/100000)",
    "PureDP(M, 1) => ApproxDP(Group(M, 3), 5/4, 37789/62500)",
    "RenyiDP(M, 1, 1/5) and PureDP(N, 1) => ApproxDP(Compose(M, N), 3/4, 2918/10000)",
    "HockeyStick(3/2, P, Q) <= 1/10 and MaxDivergence(Q, R) <= 1 => "
    "HockeyStick(1/2, P, R) <= 888/1000",
)
FAIL = (
    "KL(P, Q) <= 1 => TotalVariation(P, Q) <= 66/100",
    "KL(P, Q) <= 1/10 => HockeyStick(1, P, Q) <= 109/2000",
    "Hellinger(Q, P) <= 3/10 and MaxDivergence(Q, P) <= 1/4 => TotalVariation(P, Q) <= 11/50",
    "TotalVariation(P, Q) == 1/2 => KL(P, Q) >= 3/5",
    "PureDP(M, 7/4) and ApproxDP(M, 3/4, 1/5) => RenyiDP(M, 1, 31/50)",
    "ZCDP(M, 9/20) => ApproxDP(M, 7/4, 1/20)",
    "ApproxDP(M, 3/4, 1/20) => ApproxDP(Group(M, 4), 5/2, 729989/1000000)",
    "RenyiDP(M, 1, 1/5) and PureDP(N, 1) => ApproxDP(Compose(M, N), 3/4, 29/100)",
)


@pytest.mark.parametrize("claim", HOLD)
def test_a_bound_near_the_best_one_is_proved(claim: str) -> None:
    assert check(claim, budget=20).kind == "proved"


@pytest.mark.parametrize("claim", FAIL)
def test_a_bound_beyond_the_best_one_is_refuted(claim: str) -> None:
    assert check(claim, budget=20).kind == "refuted"


@pytest.mark.parametrize("least", [40, 90])
def test_a_counterexample_may_need_more_digits_than_floats_have(least: int) -> None:
    best = f"PureDP(M, e) => ApproxDP(M, 0, (exp(e) - 1)/(exp(e) + 1)) for e in [{least}, oo)"
    less = f"PureDP(M, e) => ApproxDP(M, 0, 1 - 2*exp(-e)) for e in [{least}, oo)"
    assert [check(claim, budget=60).kind for claim in (best, less)] == ["proved", "refuted"]


def claim_of(text: str) -> Claim:
    return parse_claim(text)


def needed(text: str, **params: Any) -> list[Claim]:
    """What the rule needs for a claim about P and Q, whose ratio is t."""
    return RULES["integrands"](Goal(claim_of(text), {"names": {"t": "P"}, **params}, (), set()))


HYPOTHESES = (
    "Renyi(5/2, P, Q) <= 1/2 and HockeyStick(1/2, Q, P) <= 1/3 and 1/5 <= ChiSquared(P, Q) and "
    "KL(Q, P) == 1/4"
)
SHARES = {"0": "2", "1": "1/3", "2": "1/7", "3": "-2"}
CELLS = [["P", "0", "3/5"], ["P", "3/5", "2/3"], ["P", "2/3", "1"], ["Q", "0", "1"]]


def test_intervals_of_the_ratio_add_up_to_the_gap_between_all_sides() -> None:
    goal = f"{HYPOTHESES} => Hellinger(P, Q) <= TotalVariation(Q, P) + 9"
    multipliers = {"P": "3", "Q": "-1/2"}
    found = needed(goal, shares=SHARES, multipliers=multipliers, cells=CELLS)
    rest = found[len(CELLS)].conclusions[0].rhs
    source = random.Random(5)
    p, q = ([source.uniform(0.05, 1) for _ in range(7)] for _ in range(2))
    p, q = ([x / sum(law) for x in law] for law in (p, q))
    total, used = float(rest), set()
    for a, b in zip(p, q, strict=True):
        place = 3 if a > b else 2 if 3 * a > 2 * b else 1 if 5 * a > 3 * b else 0
        used.add(place)
        size = b if place < 3 else a
        value = found[place].conclusions[0].rhs.xreplace({Symbol("t"): Float(min(a, b) / size)})
        total += size * float(value)
    pairs = list(zip(p, q, strict=True))
    gap = sum(abs(a - b) / 2 for a, b in pairs) + 9 - (1 - sum(math.sqrt(a * b) for a, b in pairs))
    gap -= 2 * (math.exp(0.75) - sum(a**2.5 * b**-1.5 for a, b in pairs))
    gap -= (1 / 3 - sum(max(b - math.exp(0.5) * a, 0) for a, b in pairs)) / 3
    gap -= (sum((a - b) ** 2 / b for a, b in pairs) - 1 / 5) / 7
    gap += 2 * (1 / 4 - sum(b * math.log(b / a) for a, b in pairs))
    assert len(used) >= 3
    assert math.isclose(total, gap, rel_tol=1e-9)


BOUND = "KL(P, Q) <= 1 => TotalVariation(P, Q) <= 4/5"
NEAR = "MaxDivergence(P, Q) <= 1 and KL(P, Q) <= 1 => TotalVariation(P, Q) <= 4/5"


@pytest.mark.parametrize(
    ("goal", "params"),
    [
        ("KL(P, Q) <= ChiSquared(Q, P) => TotalVariation(P, Q) <= 1/2", {"shares": {"0": "1"}}),
        ("KL(P, Q) == KL(Q, P) => TotalVariation(P, Q) <= 1/2", {"shares": {"0": "-1"}}),
        ("KL(P, Q) <= 1 => ChiSquared(P, Q) < KL(P, Q) + 3", {"shares": {}}),
        ("Renyi(2, P, Q) <= KL(P, Q) => TotalVariation(P, Q) <= 1/2", {"shares": {"0": "1"}}),
        ("2*Renyi(2, P, Q) <= 1 => TotalVariation(P, Q) <= 1/2", {"shares": {"0": "1"}}),
        ("KL(P, Q)**2 <= 1 => TotalVariation(P, Q) <= 1/2", {"shares": {"0": "1"}}),
        (BOUND, {"shares": {"1": "1"}}),
        (BOUND, {"shares": {"0": "t"}}),
        (BOUND, {"shares": {"0": "KL(P, Q)"}}),
        (BOUND, {"shares": {"0": "oo"}}),
        (BOUND, {"shares": {"\u00b2": "1"}}),
        (BOUND, {"multipliers": {"P": "Hellinger(P, Q)"}}),
        (BOUND, {"cells": []}),
        (BOUND, {"cells": "P"}),
        (BOUND, {"cells": [["P", "0", "1"]]}),
        (BOUND, {"cells": [["P", "0", "1"], ["Q", "0", "1/2"]]}),
        (BOUND, {"cells": [["P", "0", "1/2"], ["Q", "0", "1"]]}),
        (BOUND, {"cells": [["P", "0", "1"], ["P", "1", "7"]]}),
        (BOUND, {"cells": [["Q", "0", "1"], ["P", "0", "1"]]}),
        (BOUND, {"cells": [["P", "1/9", "1"], ["Q", "0", "1"]]}),
        (BOUND, {"cells": [["R", "0", "1"], ["Q", "0", "1"]]}),
        (BOUND, {"cells": [["P", "-1", "1"], ["Q", "0", "1"]]}),
        (BOUND, {"cells": [["P", "0", "exp(0)*x"], ["Q", "0", "1"]]}),
        (BOUND, {"cells": [["P", "0"], ["Q", "0", "1"]]}),
        (NEAR, {"cells": [["P", "1/9", "1"], ["Q", "1/3", "1"]]}),
    ],
)
def test_what_is_no_bound_or_not_all_ratios_is_refused(goal: str, params: dict[str, Any]) -> None:
    with pytest.raises(Rejected):
        needed(goal, **params)


@pytest.mark.parametrize(
    ("goal", "params", "wanted"),
    [
        (BOUND, {"shares": {"0": "-1"}}, "0 <= -1"),
        (BOUND, {"shares": {"0": "2"}, "multipliers": {"P": "1/2"}}, "0 <= -17/10"),
        ("KL(P, Q) <= 1 => TotalVariation(P, Q) < 4/5", {"multipliers": {"P": "4/5"}}, "0 < 0"),
        ("KL(P, Q) <= 1 => Renyi(1, P, Q) <= 1", {}, "1 < 1"),
        ("KL(P, Q) - KL(Q, P) <= 1 => KL(P, Q) <= 1", {"shares": {"0": "1"}}, "0 <= -1"),
        (NEAR, {"cells": [["P", "0", "1"], ["Q", "1/2", "1"]]}, "exp(1) <= 2"),
        (
            "MaxDivergence(Q, P) <= 1 => TotalVariation(P, Q) <= 4/5",
            {"cells": [["P", "1/2", "1"], ["Q", "0", "1"]]},
            "exp(1)/2 <= 1",
        ),
    ],
)
def test_what_does_not_hold_has_to_be_shown(goal: str, params: dict[str, Any], wanted: str) -> None:
    assert wanted in [claim.text.rpartition(" => ")[2] for claim in needed(goal, **params)]


def test_a_kink_goes_where_its_sign_is_evident_and_nowhere_else() -> None:
    cells = [["P", "0", "1"], ["Q", "1/2", "1"], ["Q", "0", "1/2"]]
    leaves = needed("KL(P, Q) <= 1 => HockeyStick(1/2, P, Q) <= 4/5", cells=cells)[:3]
    below, across, above = (str(leaf.conclusions[0].rhs) for leaf in leaves)
    assert below == "0"
    assert across == "-Max(0, -t*exp(1/2) + 1)"
    assert above == "t*exp(1/2) - 1"


def test_what_is_run_beside_a_pair_moves_its_thresholds() -> None:
    """Against the sum over the outcomes of a pair beside canonical responses."""
    given = "RenyiDP(M, 2, 1) => ApproxDP(Compose(M, CanonicalRR(1/2, 1/5)), 3/4, 1/2)"
    params = {"p": "P", "q": "Q", "order": "a"}
    stated, *_ = RULES["pair"](Goal(claim_of(given), params, (), set()))
    p, q = [0.7, 0.2, 0.1], [0.3, 0.1, 0.6]

    def stick(e: float, first: list[float], second: list[float]) -> float:
        return sum(max(x - math.exp(e) * y, 0) for x, y in zip(first, second, strict=True))

    found = stated.conclusions[0].lhs.replace(
        lambda node: node.func.__name__ == "HockeyStick",
        lambda node: Float(stick(float(node.args[0]), p, q)),
    )
    t = math.exp(0.5)
    beside = [0.2, 0.8 * t / (1 + t), 0.8 / (1 + t), 0.0]
    rows = ([x * y for x in law for y in side] for law, side in ((p, beside), (q, beside[::-1])))
    assert math.isclose(float(found), stick(0.75, *rows), rel_tol=1e-12)


@pytest.mark.parametrize("word", ["+++", "---", "-+", "+-", "++-", "-++"])
def test_steps_of_a_group_compose_the_extremal_maps(word: str) -> None:
    """The line through the composed steps, and that mechanisms attain it at either step."""
    size = len(word)
    goal = claim_of(f"ApproxDP(M, 1/2, 1/10) => ApproxDP(Group(M, {size}), 0, 1)")
    params = {"p": "P", "q": "Q", "order": "a", "steps": {"0": [word]}}
    child, *_ = RULES["pair"](Goal(goal, params, (), set()))
    stick, limit = child.hypotheses[0].args
    for mass in (0.0, 0.05, 0.3, 0.9, 1.0):
        end = mass
        for step in reversed(word):
            end = math.exp(0.5) * end + 0.1 if step == "+" else 1 - math.exp(-0.5) * (0.9 - end)
        line = math.exp(float(stick.args[0])) * mass + float(limit)
        assert math.isclose(end, line, rel_tol=1e-12)


@pytest.mark.parametrize(("less", "more"), [(0, 3), (3, 0), (1, 2), (2, 1), (4, 5)])
def test_counted_steps_of_a_group_are_those_of_the_word(less: int, more: int) -> None:
    goal = claim_of("ApproxDP(M, 1/2, 1/10) => ApproxDP(Group(M, k), 0, 1) for k in 1..oo")
    way = {"-": str(less), "+": str(more)}
    params = {"p": "P", "q": "Q", "order": "a", "steps": {"0": [way]}}
    child, *_ = RULES["pair"](Goal(goal, params, (), set()))
    stick, limit = child.hypotheses[0].args
    assert math.isclose(float(stick.args[0]), 0.5 * (more - less))
    for mass in (0.0, 0.3, 1.0):
        end = mass
        for step in "+" * more + "-" * less:
            end = math.exp(0.5) * end + 0.1 if step == "+" else 1 - math.exp(-0.5) * (0.9 - end)
        line = math.exp(float(stick.args[0])) * mass + float(limit)
        assert math.isclose(end, line, rel_tol=1e-12)


def test_the_programs_of_the_measure_agree_with_what_is_proved() -> None:
    """The best constants of other code lie on the right side of the claims above."""
    kl = likelihood.Bound(likelihood.kl(), 1.0)
    assert 0.66 < likelihood.best(likelihood.total_variation(), [kl]) < 0.67


@pytest.mark.parametrize(
    "claim",
    [
        "ChiSquared(P, Q) <= 1 => KL(P, Q) <= 4/5",
        "MaxDivergence(P, Q) <= 1 and KL(P, Q) <= 1/9 => TotalVariation(P, Q) <= 1/4",
        "HockeyStick(1/2, P, Q) <= 1/3 => Hellinger(P, Q) <= 1/2",
    ],
)
def test_what_is_said_of_a_least_value_is_what_it_is(claim: str) -> None:
    program, _ = program_of(parse_claim(claim))
    assert program is not None
    solution = program.solve()
    assert solution is not None
    for gap in (1e-6, 1e-3, 0.1, 1.0):
        assert program.is_at_least(solution.value - gap)
        assert not program.is_at_least(solution.value + gap)


def test_a_false_power_has_no_chords() -> None:
    power = (
        "MaxDivergence(P, Q) <= 2 => HockeyStick(1/2, P, Q)**3 <= {}*TriangularDiscrimination(P, Q)"
    )
    found = [
        len(list(Chords(range(9)).splits(parse_claim(power.format(constant)))))
        for constant in ("31/100", "1/10")
    ]
    assert found == [1, 0]
    squared = parse_claim("201/100*TotalVariation(P, Q)**2 <= KL(P, Q)")
    assert list(Chords(range(9)).splits(squared)) == []
