"""Optimal composition: the exact privacy curve of composed (epsilon, delta)-DP mechanisms.

The least delta at an epsilon, and the least epsilon at a delta, over all adaptive compositions of
mechanisms of which only the parameters are known (Kairouz-Oh-Viswanath 2015, Theorem 3.3;
Murtagh-Vadhan 2016, Theorem 1.5). Parameters are exact numbers, in nats; answers are balls
(``flint.arb``) that certainly contain the value, or exact fractions where every ``exp(epsilon)``
is rational.

>>> from dpsym.accounting import Rounds, optimal_delta, optimal_epsilon
>>> print(optimal_delta(1, [Rounds("0.1", "0.001", 30)]).str(12, radius=False))
0.0398184105221
>>> print(optimal_epsilon("0.1", [Rounds("0.1", "0.001", 30)]).str(12, radius=False))
0.478463988895
"""

from dpsym.accounting.composition import (
    guaranteed_failure,
    optimal_delta,
    optimal_epsilon,
)
from dpsym.accounting.rational import optimal_delta_exact
from dpsym.accounting.regions import optimal_region
from dpsym.accounting.rounds import Rounds

__all__ = [
    "Rounds",
    "guaranteed_failure",
    "optimal_delta",
    "optimal_delta_exact",
    "optimal_epsilon",
    "optimal_region",
]
