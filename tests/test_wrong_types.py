"""What public functions say of an argument of another kind: it is named, with the way out."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sympy import Symbol

import dpsym
from dpsym import GaussianMechanism, explaining, games, site, truth
from dpsym.accounting import optimal_delta_exact, optimal_region
from dpsym.audit import audited, bound, cases_of, markdown, row_text, summary
from dpsym.errors import ClaimError, DomainError, EvaluationError
from dpsym.experiments import (
    Answers,
    Query,
    canonical_answers,
    canonical_delta,
    composition_experiment,
    every_adversary,
    hypothesis_privacy,
    refine,
    worst_case,
)
from dpsym.mutation import mutants, mutate
from dpsym.slackness import slack, slack_from_seeds
from dpsym.strategies import (
    adaptive_adversaries,
    adversary_views,
    gaussian_dp_pairs,
    laws,
    pure_dp_chains,
    pure_dp_pairs,
    renyi_pairs,
)
from dpsym.tradeoffs import FinitePair, blackwell, canonical_kernel, image, region_of

PINSKER = "KL(P, Q) >= 2*TotalVariation(P, Q)**2"
LINE = "x**2 <= c for x in [0, 1], c in [0, oo)"
NOISE = GaussianMechanism(1, 2)
PAIR = FinitePair(["1/2", "1/2"], ["1/3", "2/3"])
NONE = {(0,): Fraction(1)}
NO_CLAIMS: tuple[Any, ...] = (5, None, b"1 <= 2", ["1 <= 2"], Symbol("x") <= 1)


@pytest.mark.parametrize("given", NO_CLAIMS)
def test_what_is_no_claim_is_named(given: Any) -> None:
    asked = (
        lambda: dpsym.check(given),
        lambda: dpsym.check_all([given]),
        lambda: dpsym.compare("1 <= 2", given),
        lambda: dpsym.tighten(given, "c"),
        lambda: dpsym.sweep(given, "c", [1]),
        lambda: slack(given),
        lambda: slack_from_seeds(given, 1),
        lambda: mutate(given),
        lambda: mutants(given),
    )
    for ask in asked:
        with pytest.raises(ClaimError, match=f"^{re.escape(repr(given))} is no claim; give text"):
            ask()


@pytest.mark.parametrize("given", [5, None, b"1 <= 2"])
def test_what_is_no_text_is_named(given: Any) -> None:
    asked = (
        lambda: dpsym.claim_from_text(given),
        lambda: dpsym.parse_claim(given),
        lambda: dpsym.parse_expression(given),
        lambda: dpsym.tighten(LINE, given),
    )
    for ask in asked:
        with pytest.raises(ClaimError, match=f"^{re.escape(repr(given))} is no text"):
            ask()


@pytest.mark.parametrize("budget", ["a", None, float("nan"), -1])
def test_a_budget_that_is_no_time_is_named(budget: Any) -> None:
    asked = (
        lambda: dpsym.check("1 <= 2", budget=budget),
        lambda: dpsym.compare("1 <= 2", "1 <= 3", budget=budget),
        lambda: dpsym.tighten(LINE, "c", budget=budget),
        lambda: mutate("1 <= 2", budget=budget),
    )
    for ask in asked:
        with pytest.raises(ClaimError, match=r"^budget=.*positive number of seconds"):
            ask()
    with pytest.raises(ClaimError, match=r"^seconds="):
        slack(PINSKER, seconds=budget)


@pytest.mark.parametrize("number", [1.5, "a", -1])
def test_a_number_of_things_is_whole(number: Any) -> None:
    with pytest.raises(ClaimError, match=r"^seed=.*whole number from 0 on"):
        slack(PINSKER, seed=number)
    with pytest.raises(ClaimError, match=r"^seeds=.*whole number from 1 on"):
        slack_from_seeds(PINSKER, number)
    with pytest.raises(ClaimError, match=r"^limit=.*at least one mutant"):
        mutants(PINSKER, limit=number)


@pytest.mark.parametrize("given", [5, "x", None])
def test_what_is_no_expression_is_named(given: Any) -> None:
    asked = (
        lambda: dpsym.enclose(given),
        lambda: dpsym.examine(given),
        lambda: truth.delta(1, given),
        lambda: truth.epsilon("0.1", given),
        lambda: truth.renyi(2, given),
    )
    for ask in asked:
        with pytest.raises(ClaimError, match=f"^{given!r} is no expression; give one of sympy"):
            ask()


@pytest.mark.parametrize("given", [5, None, [5], truth.Rounds(1)])
def test_what_are_no_rounds_is_named(given: Any) -> None:
    with pytest.raises(DomainError, match=r"are no rounds; give a list"):
        truth.optimal_delta(1, given)
    with pytest.raises(DomainError, match=r"are no rounds; give a list"):
        truth.optimal_epsilon("0.1", given)


def test_more_rounds_than_can_be_summed_are_refused() -> None:
    with pytest.raises(EvaluationError, match=r"rounds are too many to sum.*at most 1e\+14"):
        truth.optimal_delta(1, [truth.Rounds("1e-20", 0, 10**30)])
    assert truth.optimal_delta(10**13, [truth.Rounds(100, 0, 10**15)]) > 0


def test_a_region_is_of_rounds() -> None:
    with pytest.raises(DomainError, match="5 are no rounds"):
        optimal_region(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("option", ["bits", "cells"])
def test_an_effort_is_an_integer(option: str) -> None:
    with pytest.raises(DomainError, match=f"^{option}='a'"):
        truth.optimal_delta(1, [truth.Rounds(1)], **{option: "a"})  # type: ignore[arg-type]


def test_what_is_no_verdict_is_named() -> None:
    with pytest.raises(ClaimError, match=r"^'1 <= 2' is no verdict; give what dpsym.check answers"):
        dpsym.explain("1 <= 2")  # type: ignore[arg-type]


def test_what_states_no_theorem_is_named() -> None:
    with pytest.raises(ClaimError, match=r"^5 is no function"):
        dpsym.theorem(source="x")(5)  # type: ignore[arg-type]


def test_text_has_mutants_as_a_claim_has() -> None:
    assert mutants(PINSKER) == mutants(dpsym.parse_claim(PINSKER))


def test_text_is_parsed_and_never_run(capsys: pytest.CaptureFixture[str]) -> None:
    x, one, text = Symbol("x"), dpsym.Ones(1), "print(3)"
    assert dpsym.enclose(x, {x: "1/2"}) == 0.5
    asked: tuple[Any, ...] = (
        lambda: dpsym.GaussianMechanism(text, 1),
        lambda: dpsym.Bernoulli(text),
        lambda: dpsym.ZCDP(NOISE, text),
        lambda: dpsym.Phi(text),
        lambda: dpsym.enclose(x, {x: text}),
        lambda: dpsym.examine(x <= 1, {x: text}),
        lambda: dpsym.tighten(LINE, "c", width=text),
        lambda: dpsym.tighten(LINE, "c", upper=text),
        lambda: hypothesis_privacy([text], [0], dpsym.Ones(0), one, delta="0.1"),
    )
    for ask in asked:
        with pytest.raises((ClaimError, EvaluationError), match="print"):
            ask()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("given", [None, object, {}, float("nan"), True, "", "1/0", "9" * 5000])
def test_what_a_head_does_not_take_is_named(given: Any) -> None:
    for head in (dpsym.GaussianMechanism, dpsym.Gaussian):
        with pytest.raises(ClaimError, match=rf"^{head.__name__} is given .*; give a number"):
            head(given, 1)


def test_heads_take_numbers_of_other_libraries_and_text_that_spells_one() -> None:
    numbers = (np.int64(2), Fraction(2), Decimal(2), "2", "4/2")
    assert {dpsym.GaussianMechanism(1, number) for number in numbers} == {NOISE}


@pytest.mark.parametrize("given", [5, "a", [1]])
def test_a_point_is_a_dict(given: Any) -> None:
    for ask in (dpsym.enclose, dpsym.examine):
        with pytest.raises(ClaimError, match=r"^point=.*give a dict"):
            ask(Symbol("x") <= 1, given)


@pytest.mark.parametrize("given", [5, None, "a"])
def test_what_is_no_list_is_named(given: Any) -> None:
    with pytest.raises(ClaimError, match=r"^claims=.*give a list"):
        dpsym.check_all(given)
    with pytest.raises(ClaimError, match=r"^values=.*give a list"):
        dpsym.sweep(LINE, "c", given)


@pytest.mark.parametrize("given", ["no", None, 2])
def test_a_flag_is_true_or_false(given: Any) -> None:
    asked: tuple[Any, ...] = (
        lambda: dpsym.check("1 <= 2", fresh=given),
        lambda: dpsym.check_all(["1 <= 2"], fresh=given),
        lambda: dpsym.explain(dpsym.check("1 <= 2"), full=given),
        lambda: dpsym.examine_bound(abs, "{value} >= x for x in [0, 1]", hostile=given),
        lambda: canonical_answers(2, 0, reveals=given),
        lambda: laws(2, positive=given),
    )
    for ask in asked:
        with pytest.raises(ClaimError, match=r"=.*; give True or False"):
            ask()


@pytest.mark.parametrize("bits", [None, "a", 0, -5, 1.5, float("nan"), 10**9, True])
def test_bits_are_a_number_that_can_be_had(bits: Any) -> None:
    asked: tuple[Any, ...] = (
        lambda: dpsym.enclose(Symbol("x"), {Symbol("x"): 1}, bits=bits),
        lambda: truth.delta(1, NOISE, bits=bits),
        lambda: truth.epsilon("0.1", NOISE, bits=bits),
        lambda: truth.renyi(2, NOISE, bits=bits),
        lambda: truth.pure_zcdp(1, bits=bits),
        lambda: truth.renyi_delta(1, 2, 1, bits=bits),
        lambda: truth.zcdp_beta("0.1", 1, bits=bits),
        lambda: truth.zcdp_delta(1, 1, bits=bits),
        lambda: truth.zcdp_epsilon("0.1", 1, bits=bits),
        lambda: truth.sampled_delta(1, 1, "0.1", bits=bits),
        lambda: truth.optimal_delta(1, [truth.Rounds(1)], bits=bits),
        lambda: optimal_region(truth.Rounds(1), bits=bits),
    )
    for ask in asked:
        with pytest.raises(DomainError, match=r"^bits=.*; give (a whole number from|at most)"):
            ask()
    with pytest.raises(DomainError, match=r"^max_bits="):
        dpsym.examine(Symbol("x") <= 1, {Symbol("x"): 1}, max_bits=bits)


@pytest.mark.parametrize("rounds", [None, "a", -1, 1.5, 10**40])
def test_rounds_are_as_many_as_can_be_composed(rounds: Any) -> None:
    with pytest.raises(DomainError, match=r"^rounds="):
        truth.sampled_delta(1, 1, "0.1", rounds)
    with pytest.raises(DomainError, match=r"^count="):
        optimal_region(truth.Rounds(1, 0, rounds))


@pytest.mark.parametrize("value", ["1e999999999", Decimal("1e999999999"), Decimal("1e-999999999")])
def test_an_exponent_has_an_end(value: Any) -> None:
    with pytest.raises(DomainError, match="exponent of at most"):
        truth.delta(value, NOISE)


ODD: tuple[Any, ...] = (None, "a", object(), {"a": 1}, [None], ["a"])


@pytest.mark.parametrize("given", ODD)
@pytest.mark.parametrize(
    "ask",
    [
        lambda odd: FinitePair(odd, ["1"]),
        lambda odd: blackwell(odd, PAIR),
        lambda odd: canonical_kernel(odd, 2, 0),
        lambda odd: image(odd, [[1]]),
        lambda odd: image([1], odd),
        lambda odd: region_of(odd),
        lambda odd: Answers(odd, (Fraction(1),)),
        lambda odd: Query(odd),
        lambda odd: canonical_answers(odd, 0),
        lambda odd: composition_experiment(odd, 0),
        lambda odd: list(every_adversary(odd)),
        lambda odd: canonical_delta(odd, NONE, NONE, Fraction(1)),
        lambda odd: worst_case(odd, NONE, NONE, Fraction(1)),
        lambda odd: worst_case([[Answers.of([1], [1])]], odd, NONE, Fraction(1)),
        lambda odd: refine(odd, {(0,): Fraction(2)}),
        lambda odd: hypothesis_privacy(odd, [0], dpsym.Ones(0), dpsym.Ones(1), delta="0.1"),
        lambda odd: hypothesis_privacy([1], [0], odd, dpsym.Ones(1), delta="0.1"),
        lambda odd: laws(odd),
        lambda odd: pure_dp_chains(odd, 2),
        lambda odd: pure_dp_pairs(odd),
        lambda odd: adaptive_adversaries(odd),
        lambda odd: adversary_views(odd),
        lambda odd: optimal_delta_exact(2, odd, [0]),
        lambda odd: audited(odd, budget=1, within=2),
        lambda odd: cases_of(odd),
        lambda odd: markdown(odd),
        lambda odd: summary(odd),
        lambda odd: row_text([odd]),
        lambda odd: bound(odd if isinstance(odd, list | dict) else None, "{value} >= 0"),
        lambda odd: mutate("x <= 1 for x in [0, 1]", related=odd),
    ],
)
def test_an_argument_of_another_kind_is_named(ask: Any, given: Any) -> None:
    with pytest.raises((ClaimError, EvaluationError)):
        ask(given)


@pytest.mark.parametrize("far", [10**40, "1e400", "1e99999"])
def test_a_delta_is_a_probability_however_far_out(far: Any) -> None:
    found = truth.delta(far, NOISE)
    assert found.contains(0)
    assert found.upper() < 1.1
    for between in (truth.zcdp_delta(far, 1), truth.renyi_delta(1, far, 1)):
        assert 0 <= between.lower() <= between.upper() <= 1


def test_what_the_audit_does_not_have_is_named() -> None:
    with pytest.raises(ClaimError, match=r"^key='math::x' is no function of the audit|lists no"):
        audited("math::x", budget=1, within=2)
    for budget, within, named in ((float("nan"), 2, "budget"), (1, 0.5, "within")):
        with pytest.raises(ClaimError, match=f"^{named}="):
            audited(next(iter(cases_of("dp_accounting"))), budget=budget, within=within)


@pytest.mark.parametrize("far", [1e308, 10**400, "1e400"])
def test_pairs_are_drawn_within_floats(far: Any) -> None:
    for draw in (gaussian_dp_pairs, renyi_pairs):
        with pytest.raises(DomainError, match="is beyond floats"):
            draw(far)


def test_as_many_mutants_may_be_asked_for_as_one_likes() -> None:
    assert mutants(PINSKER, limit=10**40) == mutants(PINSKER)


def test_a_head_with_too_few_arguments_is_named() -> None:
    few, many = dpsym.KL(dpsym.Gaussian(0, 1)), dpsym.ZCDP(NOISE, 1, 1, 1)
    asked: tuple[Any, ...] = (
        lambda: dpsym.enclose(few),
        lambda: dpsym.examine(many),
        lambda: dpsym.examine(dpsym.PureDP(dpsym.GaussianMechanism(1), 1)),
        lambda: dpsym.check(dpsym.given().then(many)),
        lambda: dpsym.check(dpsym.given().then(few <= 1)),
        lambda: truth.delta(1, dpsym.GaussianMechanism(1)),
    )
    for ask in asked:
        with pytest.raises((ClaimError, EvaluationError), match=r"takes .* argument\(s\), not"):
            ask()


@pytest.mark.parametrize("given", ODD)
@pytest.mark.parametrize(
    "ask",
    [
        lambda odd: games.advantage(odd, 1),
        lambda odd: list(games.adversaries(odd)),
        lambda odd: games.views(odd, games.Stop()),
        lambda odd: games.composition_game(odd, 1),
        lambda odd: games.composition_game([games.response(2, 0)], odd),
        lambda odd: games.laws(odd, [1]),
        lambda odd: explaining.lines(odd),
        lambda odd: site.outcome(odd),
        lambda odd: site.markdown(odd),
        lambda odd: site.dump(odd),
        lambda odd: site.referee_page(odd),
    ],
)
def test_what_games_and_reports_do_not_take_is_named(ask: Any, given: Any) -> None:
    with pytest.raises(ClaimError):
        ask(given)


def test_games_and_seeds_have_an_end() -> None:
    with pytest.raises(DomainError, match="rounds="):
        games.composition_game([games.response(2, 0)], 10**40)
    with pytest.raises(DomainError, match="seeds="):
        slack_from_seeds(PINSKER, 10**40)


@pytest.mark.parametrize(
    "mechanism",
    [
        dpsym.GaussianMechanism(-1, 1),
        dpsym.LaplaceMechanism(1, -1),
        dpsym.RandomizedResponse(-1),
        dpsym.Subsample(NOISE, 2),
        dpsym.Group(NOISE, Fraction(1, 2)),
        dpsym.Compose(NOISE, dpsym.GaussianMechanism(1, 0)),
    ],
    ids=str,
)
def test_nothing_is_certain_of_a_mechanism_that_there_is_not(mechanism: Any) -> None:
    for guarantee in (dpsym.ZCDP(mechanism, 9), dpsym.ApproxDP(mechanism, 1, 1)):
        with pytest.raises(EvaluationError):
            dpsym.examine(guarantee)
