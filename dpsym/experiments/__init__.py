"""Composition experiments: what an adversary sees that chooses databases, as exact laws.

Dwork, Rothblum and Vadhan's experiment and its generalisation by Hartmann, Bindschaedler and West,
in which round i runs on a database chosen by bit i of a vector; see :mod:`.experiment`. The worst
adversary is found exactly in :mod:`.worst`, the coupling of two hypotheses in :mod:`.refinement`,
and :mod:`.calculator` says how private given rounds are against a hypothesis.
"""

from dpsym.experiments.calculator import (
    Privacy,
    compare_compositions,
    hypothesis_privacy,
)
from dpsym.experiments.experiment import (
    Answers,
    Query,
    canonical_answers,
    composition_experiment,
    generalized_experiment,
    hypothesis_delta,
    hypothesis_experiment,
    response_answers,
)
from dpsym.experiments.refinement import refine
from dpsym.experiments.worst import canonical_delta, every_adversary, worst_case

__all__ = [
    "Answers",
    "Privacy",
    "Query",
    "canonical_answers",
    "canonical_delta",
    "compare_compositions",
    "composition_experiment",
    "every_adversary",
    "generalized_experiment",
    "hypothesis_delta",
    "hypothesis_experiment",
    "hypothesis_privacy",
    "refine",
    "response_answers",
    "worst_case",
]
