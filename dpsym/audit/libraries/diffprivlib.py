"""diffprivlib: the noise of its mechanisms, and its budget accountant."""

from __future__ import annotations

from math import sqrt
from typing import Any

from dpsym.audit.case import bound
from dpsym.audit.claims import (
    GAUSSIAN_NOISE,
    LAPLACE_NOISE,
    PURE_ROUNDS,
    over,
)


def _total(accountant: Any, epsilon: float, failure: float, k: int, delta: float) -> float:
    spent = accountant(slack=delta)
    for _ in range(k):
        spent.spend(epsilon, failure)
    total = spent.total()
    return float(total[0])


def _scale(mechanism: Any, **parameters: Any) -> float:
    return float(mechanism(sensitivity=1, **parameters)._scale)


_FEW = (0, 1, 2, 10, 100, 500)
_MECHANISMS = "diffprivlib.mechanisms:"

AUDIT = (
    bound(
        _MECHANISMS + "GaussianAnalytic",
        GAUSSIAN_NOISE,
        lambda f, epsilon, delta: _scale(f, epsilon=epsilon, delta=delta),
        **over("delta", epsilon="[1/1000, 20]"),
    ),
    bound(
        _MECHANISMS + "Gaussian",
        GAUSSIAN_NOISE,
        lambda f, epsilon, delta: _scale(f, epsilon=epsilon, delta=delta),
        **over("delta", epsilon="[1/1000, 1]"),
    ),
    bound(
        _MECHANISMS + "Laplace",
        LAPLACE_NOISE,
        lambda f, epsilon, delta: sqrt(
            f(epsilon=epsilon, delta=delta, sensitivity=1).variance(0) / 2
        ),
        **over("delta", epsilon="[1/1000, 20]"),
    ),
    bound(
        "diffprivlib.accountant:BudgetAccountant",
        PURE_ROUNDS,
        lambda f, epsilon, k, delta: _total(f, epsilon, 0, k, delta),
        variant="total, pure",
        **over(epsilon="[1/1000, 5]", k=_FEW, delta="[0, 1/10]"),
    ),
)
