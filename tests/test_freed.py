"""Exponentials with names of their own, for claims that hold whatever their exponents are."""

from __future__ import annotations

import pytest

from dpsym import check
from dpsym.language.parser import parse_claim
from dpsym.provers.freed import FreedExponential

BOUND = "eta/(1 - exp(-eta)) - log(eta/(1 - exp(-eta))) - 1"
LARGEST_LOSS = "log(1 - p*(1 - exp(-eta))) + p*eta <= {} for eta in (0, oo), p in [0, 1]"

FREED = {
    "p*x <= exp(-x) + x for x in [0, oo), p in [0, 1]": (
        "p*x <= x + z for p in [0, 1], x in [0, oo), z in (0, 1]",
        "exp(-x)",
    ),
    "p*x <= exp(x) for x in (0, oo), p in [0, 1]": (
        "p*x <= 1/z for p in [0, 1], x in (0, oo), z in (0, 1)",
        "exp(-x)",
    ),
    "x <= exp(x/2) + exp(2*x/3) for x in (-oo, oo)": (
        "x <= z**3 + z**4 for x in (-oo, oo), z in (0, oo)",
        "exp(x/6)",
    ),
    "x <= exp(-2*x) + exp(-4*x) for x in (-oo, 0]": (
        "x <= 1/z + z**(-2) for x in (-oo, 0], z in (0, 1]",
        "exp(2*x)",
    ),
    "x >= 1 => x + y <= exp(x - y) for x in (-oo, oo), y in (-oo, oo)": (
        "x >= 1 => x + y <= z for x in (-oo, oo), y in (-oo, oo), z in (0, oo)",
        "exp(x - y)",
    ),
}


@pytest.mark.parametrize("text", FREED)
def test_an_exponential_becomes_a_name_on_its_side_of_one(text: str) -> None:
    wanted, exponential = FREED[text]
    split = next(iter(FreedExponential().splits(parse_claim(text))))
    assert split.subgoals == (parse_claim(wanted),)
    assert split.detail == {"with": {"z": exponential}}


@pytest.mark.parametrize(
    "text",
    [
        "exp(x) + exp(2*x) >= 1 for x in [0, oo)",  # nothing is left of x: an equal claim
        "exp(1) <= x for x in [3, oo)",
        "KL(P, Q) <= exp(eta)*eta for eta in (0, oo)",
    ],
)
def test_nothing_else_is_freed(text: str) -> None:
    assert list(FreedExponential().splits(parse_claim(text))) == []


def test_a_claim_is_proved_that_holds_for_all_values_of_an_exponential() -> None:
    verdict = check(LARGEST_LOSS.format(BOUND))
    assert verdict.kind == "proved"
    assert "for every value of exp(-eta)" in str(verdict)


def test_a_smaller_bound_is_refuted() -> None:
    assert check(LARGEST_LOSS.format(f"({BOUND})*999/1000")).kind == "refuted"
