"""Certified values to hold numeric code against: each is a ball that contains the truth.

Numbers are exact: an int, a ``Fraction``, a decimal as text, or a float, which is the rational it
is. Privacy is in nats. A value is an ``arb`` of python-flint; ``.lower()`` and ``.upper()`` are
bounds. :func:`dpsym.assert_bound` compares a float function with the truth at many points.

>>> from dpsym import GaussianMechanism, LaplaceMechanism, truth
>>> print(truth.delta(1, GaussianMechanism(1, 5), rounds=10).str(12, radius=False))
0.0244210262453
>>> print(truth.renyi("1.0001", LaplaceMechanism(1, 10**8)).str(12, radius=False))
5.00049998333e-17
>>> print(truth.optimal_delta("30.5", [truth.Rounds("0.1", 0, 1000)]).str(12, radius=False))
4.83316427300e-17
"""

from dpsym.accounting import Rounds, optimal_delta, optimal_epsilon
from dpsym.truth.between import Between
from dpsym.truth.conversions import pure_zcdp, renyi_delta, zcdp_beta, zcdp_delta, zcdp_epsilon
from dpsym.truth.mechanisms import delta, epsilon, renyi
from dpsym.truth.sampled import sampled_delta

__all__ = [
    "Between",
    "Rounds",
    "delta",
    "epsilon",
    "optimal_delta",
    "optimal_epsilon",
    "pure_zcdp",
    "renyi",
    "renyi_delta",
    "sampled_delta",
    "zcdp_beta",
    "zcdp_delta",
    "zcdp_epsilon",
]
