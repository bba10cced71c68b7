"""diffprivlib: the noise of its mechanisms, and its budget accountant."""

from __future__ import annotations

from math import sqrt
from typing import Any

from dpsym.audit.claims import (
    DISCRETE_NOISE,
    GAUSSIAN_NOISE,
    GEOMETRIC_PURE,
    LAPLACE_NOISE,
    PURE_EACH,
    PURE_ROUNDS,
    listed,
)
from dpsym.audit.libraries import diffprivlib_choices


def _spent(accountant: Any, epsilon: float, failure: float, k: int, slack: float) -> Any:
    spent = accountant(slack=slack)
    for _ in range(k):
        spent.spend(epsilon, failure)
    return spent.total()


def _total(accountant: Any, epsilon: float, failure: float, k: int, slack: float) -> float:
    return float(_spent(accountant, epsilon, failure, k, slack)[0])


def _scale(mechanism: Any, **parameters: Any) -> float:
    return float(mechanism(sensitivity=1, **parameters)._scale)


_FEW = (0, 1, 2, 10, 100, 500)
_ACCOUNTANT = "diffprivlib.accountant:BudgetAccountant"
_MECHANISMS = "diffprivlib.mechanisms:"

AUDIT = (
    listed(
        _MECHANISMS + "GaussianAnalytic",
        GAUSSIAN_NOISE,
        lambda f, epsilon, delta: _scale(f, epsilon=epsilon, delta=delta),
        over={"epsilon": "[1/1000, 20]"},
    ),
    listed(
        _MECHANISMS + "Gaussian",
        GAUSSIAN_NOISE,
        lambda f, epsilon, delta: _scale(f, epsilon=epsilon, delta=delta),
        over={"epsilon": "[1/1000, 1]"},
    ),
    listed(
        _MECHANISMS + "GaussianDiscrete",
        DISCRETE_NOISE,
        lambda f, epsilon, delta: f(epsilon=epsilon, delta=delta)._scale,
        over={"epsilon": "[1/100, 10]", "delta": "[10**(-12), 1/2]"},
    ),
    listed(
        _MECHANISMS + "Laplace",
        LAPLACE_NOISE,
        lambda f, epsilon, delta: sqrt(
            f(epsilon=epsilon, delta=delta, sensitivity=1).variance(0) / 2
        ),
        over={"epsilon": "[1/1000, 20]"},
    ),
    listed(
        _ACCOUNTANT,
        PURE_ROUNDS,
        lambda f, epsilon, k, delta: _total(f, epsilon, 0, k, delta),
        variant="total, pure",
        over={"epsilon": "[1/1000, 5]", "k": _FEW, "delta": "[0, 1/10]"},
    ),
    listed(
        _MECHANISMS + "Geometric",
        GEOMETRIC_PURE,
        lambda f, epsilon: -_scale(f, epsilon=epsilon),
        side="lower",
        over={"epsilon": "[1/1000, 50]"},
    ),
    listed(
        _ACCOUNTANT,
        "ApproxDP(M, epsilon, failure) => ApproxDP(Compose(M, k), {value}, "
        "1 - (1 - failure)**k*(1 - slack)) for k in 1..oo, failure in [0, 1/100], slack in [0, 1]",
        lambda f, epsilon, failure, k, slack: _total(f, epsilon, failure, k, slack),
        variant="total, approximate",
        over={
            "epsilon": (0.1, 1.0),
            "failure": (1e-9, 1e-3),
            "k": (0, 1, 2, 10, 100),
            "slack": (0.0, 1e-6, 1e-3),
        },
    ),
    listed(
        _ACCOUNTANT,
        "ApproxDP(M, epsilon, failure) => ApproxDP(Compose(M, k), k*epsilon, {value})"
        " for k in 1..oo",
        lambda f, epsilon, failure, k: _spent(f, epsilon, failure, k, 0.0)[1],
        variant="total, delta",
        over={"epsilon": (0.1, 1.0), "k": (0, 1, 2, 10, 100)},
    ),
    listed(
        _ACCOUNTANT,
        PURE_EACH,
        lambda f, epsilon, k, delta: f(epsilon=epsilon, delta=delta, slack=delta).remaining(k)[0],
        variant="remaining",
        over={"epsilon": (0.1, 1.0, 5.0), "k": (1, 2, 10, 100), "delta": (0.0, 1e-9, 1e-6, 1e-3)},
    ),
    *diffprivlib_choices.AUDIT,
)
