"""The rules by which a claim follows from others. Each computes the claims that suffice.

A rule is given the goal, its parameters and the goals of the children, and answers what must hold;
:func:`dpsym.kernel.verify.check` looks for each of these among the goals of the children, and asks
of every goal whether it has a value.
"""

from __future__ import annotations

from collections.abc import Callable

from dpsym.kernel.any_laws import any_laws
from dpsym.kernel.databases import rounds, uniform_prior, vectors
from dpsym.kernel.divergences import (
    bound,
    closed,
    identities,
    law_domination,
    monotone,
    numbers,
)
from dpsym.kernel.family_experiments import families
from dpsym.kernel.goal import Goal, existence
from dpsym.kernel.intermediate import intermediate
from dpsym.kernel.inverses import apart, inverse
from dpsym.kernel.joint import event, joint_range, level
from dpsym.kernel.logic import (
    both,
    cases,
    conjunction,
    contradiction,
    cut,
    elimination,
    enlarge,
    exhaustion,
    generalise,
    orders,
    parity,
    relations,
    restated,
    spread,
    written,
)
from dpsym.kernel.mechanisms import (
    bounded_range,
    definition,
    domination,
    fact,
    impossible,
    pair,
    part,
    without_failure,
)
from dpsym.kernel.pointwise import integrands, pointwise, ratios
from dpsym.kernel.protocols import accuracy, broadcast, responses
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.supports import listed
from dpsym.kernel.terms import doubtful, parts_of
from dpsym.kernel.witness import evaluated
from dpsym.language.claim import Claim

RULES: dict[str, Callable[[Goal], list[Claim]]] = {
    "restated": restated,
    "placed": restated,
    "conjunction": conjunction,
    "contradiction": contradiction,
    "cut": cut,
    "both": both,
    "cases": cases,
    "spread": spread,
    "written": written,
    "elimination": elimination,
    "exhaustion": exhaustion,
    "parity": parity,
    "generalise": generalise,
    "intermediate": intermediate,
    "fact": fact,
    "part": part,
    "orders": orders,
    "pair": pair,
    "definition": definition,
    "impossible": impossible,
    "without-failure": without_failure,
    "closed-form": closed,
    "listed": listed,
    "any-laws": any_laws,
    "ratios": ratios,
    "domination": domination,
    "bounded-range": bounded_range,
    "law-domination": law_domination,
    "joint-range": joint_range,
    "event": event,
    "level": level,
    "identity": identities,
    "bound": bound,
    "numbers": numbers,
    "monotone": monotone,
    "inverse": inverse,
    "apart": apart,
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
    "families": families,
}

# These show themselves that the goal has a value where what they need has one.
_EXACT = ("generalise", "exhaustion", "parity", "evaluated", "enlarge", "families", "listed")


def premises(rule: str, goal: Goal) -> list[Claim]:
    """The claims from which the goal follows by a rule, with its parameters.

    What the rule needs, and that each part of the conclusions has a value: unless something
    needed, under no more hypotheses or with the same conclusion, has that part itself.

    Raises:
        Rejected: the rule does not apply.
    """
    if rule not in RULES:
        raise Rejected((), f"there is no rule {rule!r}")
    needed = RULES[rule](goal)
    if rule in _EXACT:
        return needed
    ours, concluded = set(goal.claim.hypotheses), goal.claim.conclusions
    said = goal.said | {
        part
        for claim in needed
        if ours.issuperset(claim.hypotheses) or claim.conclusions == concluded
        for atom in claim.conclusions
        for part in parts_of(atom.args)
    }
    sides = [side for atom in concluded for side in atom.args]
    lost = doubtful(parts_of(sides) - said, dict(goal.claim.domains))
    return needed + [goal.stating(existence(part)) for part in lost]
