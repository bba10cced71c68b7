"""Hypothesis strategies for exact laws, pairs within a guarantee, chains, adversaries and points.

Everything is generated without rejection, and every object is an expression of the language with
rational probabilities.

They can be used without the rest of dpsym, in any test that Hypothesis runs:

>>> from hypothesis import given, settings
>>> from dpsym import KL, enclose
>>> @settings(max_examples=20, derandomize=True, database=None)
... @given(pure_dp_pairs(3))
... def test_divergence_is_at_most_the_loss(pair):
...     first, second = pair
...     assert enclose(KL(first, second)) < 1.0986122886681099  # log(3)
>>> test_divergence_is_at_most_the_loss()
>>> simplest(laws(2))
Finite(1/2, 1/2)
"""

from __future__ import annotations

from dpsym.strategies.assignment import points
from dpsym.strategies.elementary import kernels, laws, pairs, rationals
from dpsym.strategies.families import FAMILIES
from dpsym.strategies.interaction import (
    adversary_views,
    interactive_mechanisms,
)
from dpsym.strategies.protocol_trees import protocols, tasks
from dpsym.strategies.simplest import simplest
from dpsym.strategies.trees import adaptive_adversaries, adaptive_views, bit_mixtures
from dpsym.strategies.within import (
    approx_dp_chains,
    approx_dp_pairs,
    approx_zcdp_pairs,
    bounded_range_pairs,
    calibrated_pairs,
    chains,
    gaussian_dp_pairs,
    mean_cdp_pairs,
    pure_dp_chains,
    pure_dp_pairs,
    renyi_pairs,
    zcdp_chains,
    zcdp_pairs,
)

__all__ = [
    "FAMILIES",
    "adaptive_adversaries",
    "adaptive_views",
    "adversary_views",
    "approx_dp_chains",
    "approx_dp_pairs",
    "approx_zcdp_pairs",
    "bit_mixtures",
    "bounded_range_pairs",
    "calibrated_pairs",
    "chains",
    "gaussian_dp_pairs",
    "interactive_mechanisms",
    "kernels",
    "laws",
    "mean_cdp_pairs",
    "pairs",
    "points",
    "protocols",
    "pure_dp_chains",
    "pure_dp_pairs",
    "rationals",
    "renyi_pairs",
    "simplest",
    "tasks",
    "zcdp_chains",
    "zcdp_pairs",
]
