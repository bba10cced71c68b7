"""The rules by which a claim follows from others. Each computes the claims that suffice.

A rule is given the goal, its parameters and the goals of the children, and answers what must hold;
:func:`dpsym.kernel.verify.check` looks for each of these among the goals of the children, and asks
of every goal whether it has a value.
"""

from __future__ import annotations

from collections.abc import Callable

from dpsym.kernel import (
    any_laws,
    ascending,
    databases,
    divergences,
    family_experiments,
    intermediate,
    inverses,
    joint,
    logic,
    mechanisms,
    names,
    parts,
    pointwise,
    protocols,
    reindexing,
    sizes,
    supports,
    witness,
)
from dpsym.kernel.closed import closed
from dpsym.kernel.goal import Goal, existence
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import doubtful, parts_of
from dpsym.kernel.wellformed import of_quantities
from dpsym.language.claim import Claim

RULES: dict[str, Callable[[Goal], list[Claim]]] = {
    "restated": logic.restated,
    "placed": logic.restated,
    "conjunction": logic.conjunction,
    "contradiction": logic.contradiction,
    "cut": logic.cut,
    "both": logic.both,
    "cases": logic.cases,
    "spread": logic.spread,
    "written": logic.written,
    "elimination": names.elimination,
    "exhaustion": logic.exhaustion,
    "parity": logic.parity,
    "generalise": names.generalise,
    "intermediate": intermediate.intermediate,
    "fact": mechanisms.fact,
    "part": parts.part,
    "orders": logic.orders,
    "pair": mechanisms.pair,
    "definition": mechanisms.definition,
    "impossible": mechanisms.impossible,
    "without-failure": mechanisms.without_failure,
    "closed-form": closed,
    "listed": supports.listed,
    "any-laws": any_laws.any_laws,
    "ratios": pointwise.ratios,
    "domination": mechanisms.domination,
    "bounded-range": mechanisms.bounded_range,
    "law-domination": divergences.law_domination,
    "joint-range": joint.joint_range,
    "event": joint.event,
    "level": joint.level,
    "identity": divergences.identities,
    "bound": divergences.bound,
    "numbers": divergences.numbers,
    "reindexed": reindexing.reindexed,
    "ascending": ascending.ascending,
    "sizes": sizes.sizes,
    "monotone": divergences.monotone,
    "inverse": inverses.inverse,
    "apart": inverses.apart,
    "relations": logic.relations,
    "enlarge": names.enlarge,
    "evaluated": witness.evaluated,
    "pointwise": pointwise.pointwise,
    "integrands": pointwise.integrands,
    "broadcast": protocols.broadcast,
    "responses": protocols.responses,
    "accuracy": protocols.accuracy,
    "rounds": databases.rounds,
    "vectors": databases.vectors,
    "uniform-prior": databases.uniform_prior,
    "families": family_experiments.families,
}

# These show themselves that the goal has a value where what they need has one.
_EXACT = ("generalise", "exhaustion", "parity", "evaluated", "enlarge", "families", "listed")

# These put other terms in the place of quantities or of their laws, so that no part in which these
# stand is lost, ask of such parts themselves, or are about claims whose hypotheses hold nowhere.
_REPLACING = (
    "accuracy", "any-laws", "ascending", "bound", "closed-form", "contradiction", "elimination",
    "event", "identity", "intermediate", "inverse", "joint-range", "law-domination", "level",
    "monotone", "numbers", "relations",
)  # fmt: skip


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
    domains, unsaid = dict(goal.claim.domains), parts_of(sides) - said
    lost = list(map(existence, doubtful(unsaid, domains)))
    if rule not in _REPLACING:
        for part in sorted(unsaid, key=str):
            lost += of_quantities(part, goal.claim.hypotheses, domains)
    return needed + list(map(goal.stating, lost))
