"""What public functions say of an argument of another kind: it is named, with the way out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sympy import Symbol

import dpsym
from dpsym import GaussianMechanism, truth
from dpsym.accounting import optimal_region
from dpsym.errors import ClaimError, DomainError, EvaluationError
from dpsym.mutation import mutants, mutate
from dpsym.slackness import slack, slack_from_seeds

PINSKER = "KL(P, Q) >= 2*TotalVariation(P, Q)**2"
LINE = "x**2 <= c for x in [0, 1], c in [0, oo)"
NOISE = GaussianMechanism(1, 2)
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
