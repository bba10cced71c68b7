"""The rules by which a claim follows from others. Each computes the claims that suffice.

A rule is given the goal, its parameters and the goals of the children, and answers what must hold;
:func:`dpsym.kernel.verify.check` looks for each of these among the goals of the children.
"""

from __future__ import annotations

from collections.abc import Callable

from dpsym.kernel.databases import rounds, uniform_prior, vectors
from dpsym.kernel.divergences import (
    bound,
    closed,
    identities,
    joint_range,
    law_domination,
    monotone,
    numbers,
    ratios,
)
from dpsym.kernel.goal import Goal
from dpsym.kernel.logic import (
    both,
    cases,
    conjunction,
    cut,
    enlarge,
    exhaustion,
    generalise,
    placed,
    relations,
    restated,
)
from dpsym.kernel.mechanisms import (
    bounded_range,
    definition,
    domination,
    fact,
    part,
    without_failure,
)
from dpsym.kernel.pointwise import integrands, pointwise
from dpsym.kernel.protocols import accuracy, broadcast, responses
from dpsym.kernel.witness import evaluated
from dpsym.language.claim import Claim

RULES: dict[str, Callable[[Goal], list[Claim]]] = {
    "restated": restated,
    "placed": placed,
    "conjunction": conjunction,
    "cut": cut,
    "both": both,
    "cases": cases,
    "exhaustion": exhaustion,
    "generalise": generalise,
    "fact": fact,
    "part": part,
    "definition": definition,
    "without-failure": without_failure,
    "closed-form": closed,
    "ratios": ratios,
    "domination": domination,
    "bounded-range": bounded_range,
    "law-domination": law_domination,
    "joint-range": joint_range,
    "identity": identities,
    "bound": bound,
    "numbers": numbers,
    "monotone": monotone,
    "relations": relations,
    "enlarge": enlarge,
    "evaluated": evaluated,
    "pointwise": pointwise,
    "integrands": integrands,
    "broadcast": broadcast,
    "responses": responses,
    "accuracy": accuracy,
    "rounds": rounds,
    "vectors": vectors,
    "uniform-prior": uniform_prior,
}


__all__ = ["RULES"]
