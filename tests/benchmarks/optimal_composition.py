"""Optimal composition by us and by dp-accounting, measured in one run.

    pip install -e '.[audit]'
    python tests/benchmarks/optimal_composition.py [--most K]

Every row composes k rounds of (epsilon0, 1e-9)-DP with epsilon0 = 1/sqrt(k), at epsilon = 4. Ours
is a ball that certainly contains the value, shown with its relative width; dp-accounting's privacy
loss distributions give delta in floats, its ``advanced_composition`` the best epsilon of the form
(k - 2*i)*epsilon0 at a total delta of 0.001. Times are of the processor, the least of several runs.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from dpsym.accounting import Rounds, optimal_delta, optimal_epsilon

EPSILON = 4
DELTA0 = "1e-9"
TOTAL = "0.001"
INTERVAL = 1e-4
REPEATS = 3
SECONDS = 60.0  # a method that took longer than this is not asked for larger k


def timed(run: Callable[[], Any]) -> tuple[Any, float]:
    """The result and the least processor time of a few runs; one run where it is slow."""
    best, value = math.inf, None
    for _ in range(REPEATS):
        begun = time.process_time()
        value = run()
        best = min(best, time.process_time() - begun)
        if best > 1.0:
            break
    return value, best


def rounds_of(k: int) -> tuple[Fraction, Rounds]:
    """The epsilon of one round, a short decimal, and the rounds."""
    epsilon0 = Fraction(round(1e6 / math.sqrt(k)), 10**6)
    return epsilon0, Rounds(epsilon0, DELTA0, k)


def width(ball: arb) -> str:
    """The relative width of a ball."""
    with ctx.workprec(64):
        return f"{float(2 * ball.rad() / ball.mid()):.0e}"


class Peer:
    """One method of dp-accounting, asked until it becomes too slow."""

    def __init__(self, run: Callable[[Fraction, int], float]) -> None:
        self.run = run
        self.is_slow = False

    def row(self, epsilon0: Fraction, k: int) -> tuple[str, float]:
        """Its value and its seconds."""
        if self.is_slow:
            return "-", math.nan
        try:
            value, seconds = timed(lambda: self.run(epsilon0, k))
        except (OverflowError, MemoryError, ValueError) as error:
            return type(error).__name__, math.nan
        self.is_slow = seconds > SECONDS
        return f"{value:.10g}", seconds


def by_distribution(epsilon0: Fraction, k: int) -> float:
    """Delta by composing a privacy loss distribution."""
    from dp_accounting.pld import common
    from dp_accounting.pld.privacy_loss_distribution import from_privacy_parameters

    parameters = common.DifferentialPrivacyParameters(float(epsilon0), float(DELTA0))
    one = from_privacy_parameters(parameters, value_discretization_interval=INTERVAL)
    return float(one.self_compose(k).get_delta_for_epsilon(EPSILON))


def by_theorem(epsilon0: Fraction, k: int) -> float:
    """Epsilon by the formula of Theorem 3.3 in floats."""
    from dp_accounting.pld import accountant, common

    parameters = common.DifferentialPrivacyParameters(float(epsilon0), float(DELTA0))
    found = accountant.advanced_composition(parameters, k, float(TOTAL))
    return math.nan if found is None else float(found)


def ratio(theirs: float, ours: float) -> str:
    """How many times longer they take."""
    return "-" if math.isnan(theirs) else f"{theirs / ours:.0f}"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--most", type=int, default=10**6, help="the largest k")
    most = parser.parse_args().most
    if importlib.util.find_spec("dp_accounting") is None:
        sys.stderr.write("dp-accounting is not installed: pip install -e '.[audit]'\n")
        return 1
    optimal_delta(1, [Rounds("0.1", 0, 3)])
    distribution, theorem = Peer(by_distribution), Peer(by_theorem)
    sys.stdout.write(
        f"{'k':>8} {'delta, ours':>24} {'width':>6} {'s':>8} {'delta, PLD':>16} {'s':>9}"
        f" {'times':>6} {'epsilon, ours':>20} {'s':>8} {'epsilon, float':>16} {'s':>9}"
        f" {'times':>6}\n"
    )
    k = 10
    while k <= most:
        epsilon0, rounds = rounds_of(k)
        delta, seconds = timed(lambda rounds=rounds: optimal_delta(EPSILON, [rounds]))
        epsilon, root_seconds = timed(lambda rounds=rounds: optimal_epsilon(TOTAL, [rounds]))
        theirs, their_seconds = distribution.row(epsilon0, k)
        other, other_seconds = theorem.row(epsilon0, k)
        with ctx.workprec(160):
            sys.stdout.write(
                f"{k:>8} {delta.str(16, radius=False):>24} {width(delta):>6} {seconds:>8.4f}"
                f" {theirs:>16} {their_seconds:>9.4f} {ratio(their_seconds, seconds):>6}"
                f" {epsilon.str(16, radius=False):>20} {root_seconds:>8.4f}"
                f" {other:>16} {other_seconds:>9.4f} {ratio(other_seconds, root_seconds):>6}\n"
            )
        k *= 10
    return 0


if __name__ == "__main__":
    sys.exit(main())
