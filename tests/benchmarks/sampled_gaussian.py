"""Delta of rounds of DP-SGD by us and by others, measured in one run.

    pip install -e . dp-accounting prv-accountant
    pip install --no-deps opacus
    python tests/benchmarks/sampled_gaussian.py

Every block is k rounds of Poisson sampled Gaussian noise at one epsilon. Ours are bounds that
certainly hold, from cells that become narrower until they agree to about three digits;
dp-accounting's privacy loss distributions are upper bounds in floats, prv-accountant's an estimate
between two bounds, and opacus converts Renyi divergences, which is an upper bound and not tight.
"digits" are the correct ones: -log10 of the relative distance to the middle of our bounds at a
higher accuracy, of which so many digits are certain as the first line says. Times are of the
processor. What is not installed is left out.
"""

from __future__ import annotations

import importlib
import math
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from dpsym.audit.libraries.opacus import _analysis
from dpsym.truth import sampled_delta

CASES = [
    (1.0, 1.0, 0.01, 1000),
    (1.0, 1.0, 0.01, 100),
    (0.5, 0.8, 0.05, 50),
    (1.0, 0.3, 0.1, 10),
    (2.0, 5.0, 0.1, 1000),
]
ORDERS = [1 + x / 10 for x in range(1, 100)] + list(range(12, 64))
REFERENCE_BITS = 15


def by_distribution(epsilon: float, sigma: float, rate: float, rounds: int) -> float:
    """dp-accounting's privacy loss distribution, with its default interval."""
    module = importlib.import_module("dp_accounting.pld.privacy_loss_distribution")
    one = module.from_gaussian_mechanism(sigma, sampling_prob=rate)
    return float(one.self_compose(rounds).get_delta_for_epsilon(epsilon))


def by_variables(epsilon: float, sigma: float, rate: float, rounds: int) -> float:
    """prv-accountant's estimate, with the errors of its examples."""
    module = importlib.import_module("prv_accountant")
    one = module.PoissonSubsampledGaussianMechanism(
        sampling_probability=rate, noise_multiplier=sigma
    )
    accountant = module.PRVAccountant(
        one, eps_error=0.01, delta_error=1e-10, max_self_compositions=rounds
    )
    return float(accountant.compute_delta(epsilon, num_self_compositions=rounds)[1])


def by_orders(epsilon: float, sigma: float, rate: float, rounds: int) -> float:
    """The least delta that opacus converts to this epsilon from its Renyi divergences."""
    curve = _analysis("rdp", "compute_rdp")(
        q=rate, noise_multiplier=sigma, steps=rounds, orders=ORDERS
    )
    convert = _analysis("rdp", "get_privacy_spent")
    low, high = -80.0, 0.0
    for _ in range(40):
        middle = (low + high) / 2
        spent, _ = convert(orders=ORDERS, rdp=curve, delta=math.exp(middle))
        low, high = (low, middle) if spent <= epsilon else (middle, high)
    return math.exp(high)


PEERS: Mapping[str, Callable[[float, float, float, int], float]] = {
    "dp-accounting": by_distribution,
    "prv-accountant": by_variables,
    "opacus": by_orders,
}


def timed(run: Callable[[], Any]) -> tuple[Any, float]:
    """The result and the processor time."""
    begun = time.process_time()
    return run(), time.process_time() - begun


def digits(value: float, reference: float) -> str:
    """How many digits agree."""
    distance = abs(value / reference - 1)
    return f"{max(-math.log10(distance), 0.0):.1f}" if distance > 0 else "all"


def main() -> int:
    """Print the table."""
    for epsilon, sigma, rate, rounds in CASES:
        case = (epsilon, sigma, rate, rounds)
        found, seconds = timed(lambda case=case: sampled_delta(*case))
        lower, upper = float(found.lower()), float(found.upper())
        exact = sampled_delta(*case, bits=REFERENCE_BITS)
        reference = (float(exact.lower()) + float(exact.upper())) / 2
        farther = max(lower, upper, key=lambda end: abs(end - reference))
        certain = digits(float(exact.lower()), reference)
        sys.stdout.write(
            f"epsilon {epsilon}, sigma {sigma}, rate {rate}, {rounds} rounds: "
            f"{reference:.6g} with {certain} digits certain\n"
            f"  {'ours':>15} {lower:.6g} to {upper:.6g}, digits"
            f" {digits(farther, reference):>4}, {seconds:.2f} s\n"
        )
        for name, run in PEERS.items():
            try:
                value, spent = timed(lambda case=case, run=run: run(*case))
            except ImportError as error:
                sys.stdout.write(f"  {name:>15} left out: {error}\n")
                continue
            except (ArithmeticError, ValueError, RuntimeError) as error:
                sys.stdout.write(f"  {name:>15} {type(error).__name__}: {error}\n")
                continue
            sys.stdout.write(
                f"  {name:>15} {value:.6g}, digits {digits(value, reference):>4}, {spent:.2f} s\n"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
