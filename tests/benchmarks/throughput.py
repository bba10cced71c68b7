"""Rigorous checks of random mechanisms per second, against two loops that a user would write.

Five theorems, each a relation between random finite laws whose hypotheses hold by construction.
The loops draw with Hypothesis and compare with mpmath's intervals, or with python-flint's balls;
ours draws with numpy, lets floats with an a-priori error decide what is clear and balls the rest.
Decisions are compared on the very mechanisms that the loops drew.
"""

# ruff: noqa: T201 - a benchmark prints

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from multiprocessing import get_context
from time import perf_counter
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from mpmath import iv
from sympy import Max, Rational, tanh

from dpsym.enclosure.certain import Points, decisions
from dpsym.language.heads import (
    KL,
    MaxDivergence,
    ObjectName,
    Renyi,
    TotalVariation,
)

ATOMS, HEAVIEST = 4, 1000
LAWS = P, Q, R = tuple(map(ObjectName, "PQR"))
BLOCK = 20_000

Weights = tuple[tuple[int, ...], ...]


class Intervals:
    """mpmath's intervals, as the loop uses them."""

    name = "mpmath"
    log, exp = staticmethod(iv.log), staticmethod(iv.exp)

    @staticmethod
    def number(value: Fraction) -> Any:
        return iv.mpf(value.numerator) / value.denominator

    @staticmethod
    def top(values: Sequence[Any]) -> Any:
        return iv.mpf([max(v.a for v in values), max(v.b for v in values)])

    @staticmethod
    def at_most(left: Any, right: Any) -> bool | None:
        return True if left.b <= right.a else False if left.a > right.b else None


class Balls:
    """python-flint's balls, as the loop uses them."""

    name = "flint"

    @staticmethod
    def log(x: arb) -> arb:
        return x.log()

    @staticmethod
    def exp(x: arb) -> arb:
        return x.exp()

    @staticmethod
    def number(value: Fraction) -> arb:
        return arb(fmpq(value.numerator, value.denominator))

    @staticmethod
    def top(values: Sequence[arb]) -> arb:
        best = values[0]
        for value in values[1:]:
            best = best.max(value)
        return best

    @staticmethod
    def at_most(left: arb, right: arb) -> bool | None:
        return True if left <= right else False if left > right else None


def masses(weights: Sequence[int]) -> list[Fraction]:
    total = sum(weights)
    return [Fraction(w, total) for w in weights]


def renyi(A: Any, order: int, p: Sequence[Fraction], q: Sequence[Fraction]) -> Any:
    return A.log(
        sum(A.number(x) ** order / A.number(y) ** (order - 1) for x, y in zip(p, q, strict=True))
    ) / (order - 1)


def kl(A: Any, p: Sequence[Fraction], q: Sequence[Fraction]) -> Any:
    return sum(A.number(x) * A.log(A.number(x) / A.number(y)) for x, y in zip(p, q, strict=True))


def top(A: Any, p: Sequence[Fraction], q: Sequence[Fraction]) -> Any:
    return A.top([A.log(A.number(x) / A.number(y)) for x, y in zip(p, q, strict=True)])


def tv(A: Any, p: Sequence[Fraction], q: Sequence[Fraction]) -> Any:
    return sum(abs(A.number(x) - A.number(y)) for x, y in zip(p, q, strict=True)) / 2


def tanh_half(A: Any, x: Any) -> Any:
    return 1 - 2 / (A.exp(x) + 1)


@dataclass(frozen=True)
class Case:
    """A theorem: our relation, and the two sides as a user's loop computes them."""

    name: str
    laws: int
    atom: Any
    sides: Callable[..., tuple[Any, Any]]


def worst(A: Any, p: Sequence[Fraction], q: Sequence[Fraction]) -> Any:
    return A.top([top(A, p, q), top(A, q, p)])


BOTH = Max(MaxDivergence(P, Q), MaxDivergence(Q, P))
CASES = (
    Case(
        "Renyi of order 2 is at most epsilon squared", 2, Renyi(2, P, Q) <= BOTH**2,
        lambda A, p, q: (renyi(A, 2, p, q), worst(A, p, q) ** 2),
    ),
    Case(
        "Pinsker", 2, 2 * TotalVariation(P, Q) ** 2 <= KL(P, Q),
        lambda A, p, q: (2 * tv(A, p, q) ** 2, kl(A, p, q)),
    ),
    Case(
        "KL is at most epsilon*tanh(epsilon/2)", 2, KL(P, Q) <= BOTH * tanh(BOTH / 2),
        lambda A, p, q: (kl(A, p, q), worst(A, p, q) * tanh_half(A, worst(A, p, q))),
    ),
    Case(
        "total variation is at most tanh(epsilon/2)", 2, TotalVariation(P, Q) <= tanh(BOTH / 2),
        lambda A, p, q: (tv(A, p, q), tanh_half(A, worst(A, p, q))),
    ),
    Case(
        "weak triangle inequality at order 2", 3,
        Renyi(2, P, R) <= Rational(3, 2) * Renyi(4, P, Q) + Renyi(3, Q, R),
        lambda A, p, q, r: (
            renyi(A, 2, p, r), A.number(Fraction(3, 2)) * renyi(A, 4, p, q) + renyi(A, 3, q, r),
        ),
    ),
)  # fmt: skip


def user_loop(case: Case, arithmetic: Any, examples: int) -> tuple[list[Weights], list[Any], float]:
    """What the loop drew and decided, and its checks per second."""
    drawn: list[Weights] = []
    found: list[Any] = []
    law = st.lists(st.integers(1, HEAVIEST), min_size=ATOMS, max_size=ATOMS).map(tuple)

    @settings(
        max_examples=examples, database=None, deadline=None, derandomize=True,
        phases=[Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.tuples(*[law] * case.laws))
    def loop(weights: Weights) -> None:
        drawn.append(weights)
        left, right = case.sides(arithmetic, *map(masses, weights))
        found.append(arithmetic.at_most(left, right))

    begun = perf_counter()
    loop()
    return drawn, found, len(found) / (perf_counter() - begun)


def ours(index: int, count: int, seed: int) -> tuple[int, int]:
    """How many random mechanisms were decided, and how many of the claims hold."""
    case, rng = CASES[index], np.random.default_rng(seed)
    decided = holding = 0
    for _ in range(-(-count // BLOCK)):
        shape = (BLOCK, ATOMS)
        weights = {law: rng.integers(1, HEAVIEST + 1, shape) for law in LAWS[: case.laws]}
        found = decisions(case.atom, Points(weights=weights))
        decided += int((found >= 0).sum())
        holding += int((found == 1).sum())
    return decided, holding


def same(case: Case, drawn: Sequence[Weights], found: Sequence[Any]) -> tuple[int, int]:
    """On how many mechanisms we decide as the loop did, and on how many it could not."""
    columns = {law: np.array([w[i] for w in drawn]) for i, law in enumerate(LAWS[: case.laws])}
    mine = decisions(case.atom, Points(weights=columns))
    agreed = sum(f is None or m == int(f) for m, f in zip(mine, found, strict=True))
    return agreed, sum(f is None for f in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mechanisms", type=int, default=400_000, help="of each theorem, ours")
    parser.add_argument("--examples", type=int, default=300, help="of each theorem, the loops")
    arguments = parser.parse_args()
    iv.prec, ctx.prec = 64, 64
    print(f"{'theorem':<44}{'ours/s':>10}{'mpmath/s':>10}{'flint/s':>10}{'ratios':>14}  decisions")
    totals = np.zeros(3)
    for index, case in enumerate(CASES):
        ours(index, BLOCK, 1)
        begun = perf_counter()
        decided, _ = ours(index, arguments.mechanisms, 2)
        rates = [decided / (perf_counter() - begun)]
        notes = []
        for arithmetic in (Intervals, Balls):
            drawn, found, rate = user_loop(case, arithmetic, arguments.examples)
            rates.append(rate)
            agreed, undecided = same(case, drawn, found)
            notes.append(f"{agreed}/{len(drawn)} as {arithmetic.name} ({undecided} it cannot say)")
        totals += 1 / np.array(rates)
        ratios = f"{rates[0] / rates[1]:.0f}x {rates[0] / rates[2]:.0f}x"
        print(
            f"{case.name:<44}{rates[0]:>10.0f}{rates[1]:>10.0f}{rates[2]:>10.0f}{ratios:>14}  "
            + ", ".join(notes)
        )
    print(f"all five: {totals[1] / totals[0]:.0f}x mpmath, {totals[2] / totals[0]:.0f}x flint")
    print(f"1 to 2 processes: {scaling(arguments.mechanisms):.2f} times as many per second")


def scaling(count: int) -> float:
    """How much faster two processes do the same work, their start not counted."""
    jobs = [(i, count, seed) for seed in (3, 4) for i in range(len(CASES))]
    seconds = []
    for processes in (1, 2):
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            list(pool.map(ours, *zip(*[(i, BLOCK, 1) for i in range(5)] * processes, strict=True)))
            begun = perf_counter()
            list(pool.map(ours, *zip(*jobs, strict=True)))
            seconds.append(perf_counter() - begun)
    return seconds[0] / seconds[1]


if __name__ == "__main__":
    main()
