"""Cheap looks that tell that a way leads nowhere before it is taken."""

from __future__ import annotations

from math import inf

import pytest
import sympy
from sympy import Expr, S, erfc, exp, harmonic, log, pi, sqrt, symbols

from dpsym.language.domains import NONNEGATIVE, POSITIVE, PROBABILITY, Integers, Interval
from dpsym.language.parser import parse_claim
from dpsym.provers.prover import Budget
from dpsym.provers.scalar import Goal, Open, boxes, limits, prove
from dpsym.provers.scalar.sampling import changes_sign, may_rise_through_zero
from dpsym.provers.scalar.signs import Region
from dpsym.provers.search import counterexample_search, search
from dpsym.verdict import Witness

x, y = symbols("x y")
SQUARE = Interval(S.Zero, S(2))
ALONE, BESIDE = Goal(S.Zero, ()), Goal(S.Zero, ((y, POSITIVE),))


@pytest.mark.parametrize(
    ("slope", "others"),
    [
        (exp(x) - 2, ALONE),
        (x - 200, ALONE),
        (x * (x - 1), ALONE),
        (x - y, BESIDE),
        (log(x) - log(y), BESIDE),
        (x - y, Goal(S.Zero, ((y, POSITIVE),), (y - 3,))),
        (x - y, Goal(S.Zero, ((y, POSITIVE),), (-1 - y,))),
        (S.Zero * x, ALONE),
    ],
)
def test_what_rises_through_zero_is_let_through(slope: Expr, others: Goal) -> None:
    assert may_rise_through_zero(slope, x, POSITIVE, others)


@pytest.mark.parametrize(
    ("slope", "others"),
    [
        (2 - exp(x), ALONE),
        (exp(x), ALONE),
        (-1 - x, ALONE),
        ((x - 1) * (3 - x), ALONE),
        (y - x, BESIDE),
        (x + y, BESIDE),
        (x + y - 2, Goal(S.Zero, ((y, POSITIVE),), (y - 3,))),
    ],
)
def test_what_falls_or_has_one_sign_is_not(slope: Expr, others: Goal) -> None:
    assert not may_rise_through_zero(slope, x, POSITIVE, others)


@pytest.mark.parametrize(
    "goal",
    [
        # It vanishes at 0 with two derivatives.
        Goal(2 - (1 + exp(x)) * erfc(sqrt(pi) * x / 4), ((x, SQUARE),)),
        Goal(x**3 + exp(x) - exp(2 * x) + x, ((x, SQUARE),)),
        Goal(x * (1 + exp(y)), ((x, SQUARE), (y, SQUARE))),
    ],
)
def test_no_box_is_cut_where_none_beside_a_corner_is_decided(
    goal: Goal, monkeypatch: pytest.MonkeyPatch
) -> None:
    cuts: list[object] = []
    monkeypatch.setattr(boxes, "_halve", lambda *arguments: cuts.append(arguments))
    assert boxes.cover(goal, inf) is None
    assert not cuts


@pytest.mark.parametrize(
    "goal",
    [
        Goal(x**2, ((x, SQUARE),)),
        Goal((exp(x) - 1 - x) ** 2 + (exp(y) - 1 - y) ** 2, ((x, SQUARE), (y, SQUARE))),
        Goal(x - y**2, ((x, PROBABILITY), (y, PROBABILITY)), (x - y - S(1) / 10,)),
    ],
)
def test_a_corner_at_which_a_goal_vanishes_is_covered_where_it_can_be(goal: Goal) -> None:
    assert boxes.cover(goal, inf) is not None


def test_a_point_at_which_a_proof_fails_is_tried_before_far_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_late(*_: object) -> None:
        raise AssertionError("points far out are tried after those that are known")

    monkeypatch.setattr(counterexample_search, "far_witness", too_late)
    claim = (
        "Sum(binomial(n, k)*q**k*(1 - q)**(n - k), (k, 0, n - 1)) > 0 for n in 2..oo, q in [0, 1]"
    )
    assert isinstance(search.attempt(parse_claim(claim), Budget.of(20)), Witness)


def test_no_way_is_lost_at_the_end_of_an_unbounded_domain() -> None:
    assert may_rise_through_zero(x - 5 * 10**6, x, NONNEGATIVE, ALONE)


def test_two_signs_are_told_by_points_that_satisfy_the_conditions() -> None:
    where = ((x, NONNEGATIVE),)
    assert changes_sign(exp(-x) - S(1) / 2, where, (), ())
    assert not changes_sign(exp(-x) - S(1) / 2, where, (x - 1,), ())
    assert not changes_sign(exp(x) - 1, where, (), ())


def test_integers_for_which_a_goal_holds_are_looked_for_where_they_are_said() -> None:
    n = symbols("n")
    goal = Goal(harmonic(n) - log(n) - S(5772) / 10**4, ((n, Integers(S.One, S.Infinity)),))
    reached = [prove(goal, seconds=2, partly=partly) for partly in (True, False)]
    assert [found.reached for found in reached if isinstance(found, Open)] == ["n <= 12", ""]


@pytest.mark.parametrize(
    "quotient",
    [
        (x**2 + 1) / (3 * x**2 - x),
        (2 - x**3) / (x + 1),
        1 / (x + 1) - 1 / (x + 2),
        x + 1 / x - (x**2 + 1) / (x + 1),
        (1 - x) ** 3 / 7,
        x - x * (x + 1) / (x + 1),
        2 * x - (4 * x**2 - 1) / (2 * x + 5),
    ],
)
def test_limits_of_quotients_of_polynomials_are_those_of_sympy(quotient: Expr) -> None:
    region = Region(((x, POSITIVE),))
    found = limits._limit_rational(quotient, x, region)
    assert found in (None, sympy.limit(quotient, x, sympy.oo))
    assert found is not None or sympy.simplify(quotient) == 0


def test_high_powers_are_not_multiplied_out_for_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sympy, "together", lambda *_: pytest.fail("a power is multiplied out"))
    region = Region(((x, POSITIVE),))
    assert limits._limit_rational((x + 7) ** 1560 / (x + 8) ** 1560, x, region) == 1
    assert limits._limit_rational(3 - (x + 7) ** 1561 / (x + 8) ** 1560, x, region) == -sympy.oo
