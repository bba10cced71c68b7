"""One pair of laws in one direction at all orders: what its concentration is, and what it says."""

from __future__ import annotations

import math

import numpy as np
import pytest
from finite import renyi

from dpsym import check
from dpsym.errors import ClaimError
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.witness import check_witness
from dpsym.language.parser import parse_claim
from dpsym.verdict import Proved, Refuted

TRUE = [
    "Concentration(xi, P, Q) <= rho => Renyi(2, P, Q) <= xi + 2*rho for rho in [0, oo)",
    "Concentration(xi, P, Q) <= rho => KL(P, Q) <= xi + rho for xi in (-oo, oo), rho in [0, oo)",
    "Concentration(xi, Gaussian(0, s), Gaussian(m, s)) <= m**2/(2*s**2) for xi in [0, oo)",
    "Concentration(xi, Gaussian(0, s), Gaussian(m, s)) <= m**2/(2*s**2) - xi for xi in (-oo, 0]",
    "Concentration(-1/10, P, P) <= 1/10",
    "Concentration(0, Bernoulli(1/3), Bernoulli(1/2)) <= 1/16",
]
FALSE = [
    "Concentration(0, P, Q) <= rho => Renyi(2, P, Q) <= 49/50*2*rho for rho in (0, oo)",
    "Concentration(xi, P, Q) <= rho => KL(Q, P) <= xi + rho for rho in [0, oo)",
    "Concentration(0, P, Q) <= rho => Concentration(0, Q, P) <= rho for rho in (0, oo)",
    "Concentration(xi, Gaussian(0, s), Gaussian(m, s)) <= 49/50*m**2/(2*s**2)"
    " for xi in [0, oo), m in (0, oo)",
    "Concentration(xi, Gaussian(0, s), Gaussian(m, s)) <= m**2/(2*s**2) for xi in (-oo, oo)",
    "Concentration(-1/10, P, P) <= 49/500",
    "Concentration(0, Bernoulli(1/3), Bernoulli(1/2)) <= 56/1000",
    "Concentration(0, Bernoulli(1/3), Bernoulli(1)) <= rho for rho in [0, oo)",
]


@pytest.mark.parametrize("claim", TRUE)
def test_what_a_line_at_all_orders_says_is_proved(claim: str) -> None:
    assert isinstance(check(claim, budget=20), Proved)


@pytest.mark.parametrize("claim", FALSE)
def test_what_it_does_not_say_is_refuted(claim: str) -> None:
    assert isinstance(check(claim, budget=20), Refuted)


def test_the_numbers_of_these_tests_are_those_of_the_bits() -> None:
    orders = [1 + math.expm1(i / 50) for i in range(1, 500)]
    p, q = np.array([1 / 3, 2 / 3]), np.array([1 / 2, 1 / 2])
    least = max(renyi(a, p, q) / a for a in orders)
    assert 56 / 1000 < least < 1 / 16


@pytest.mark.parametrize(
    "claim",
    [
        "Concentration(xi, P, Q) - KL(P, Q) <= rho for rho in [0, oo)",
        "2*Concentration(xi, P, Q) <= rho for rho in [0, oo)",
        "Concentration(xi, P, Q) <= KL(P, Q)",
        "Concentration(xi, P, Q) < rho for rho in [0, oo)",
        "Concentration(xi, P, Q) == rho for rho in [0, oo)",
        "rho <= Concentration(xi, P, Q) for rho in [0, oo)",
        "Concentration(xi, P, Q) <= Concentration(0, P, Q)",
    ],
)
def test_a_concentration_is_bounded_by_a_number_and_nothing_else(claim: str) -> None:
    with pytest.raises(ClaimError, match="alone on the smaller side"):
        parse_claim(claim)


POINT = {"P": "Bernoulli(1/3)", "Q": "Bernoulli(1/2)"}


def witnessed(rho: str) -> None:
    claim = parse_claim(f"Concentration(0, P, Q) <= {rho} => KL(P, Q) <= 1/20")
    check_witness(claim, {"point": POINT, "conclusion": 0})


def test_a_witness_lies_below_its_line_at_every_order() -> None:
    witnessed("1/16")
    with pytest.raises(Rejected, match="is not certain"):
        witnessed("56/1000")
