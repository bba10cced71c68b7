"""Steps that are one rule of the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dpsym.kernel.claims import premises
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import evident
from dpsym.kernel.rejection import Rejected
from dpsym.language.claim import Claim
from dpsym.language.heads import ObjectName
from dpsym.provers.prover import Split
from dpsym.provers.restate import restate


def by_rule(rule: str, claim: Claim, params: dict[str, Any], words: str) -> Iterator[Split]:
    """A step by a rule of the kernel, which says what is left and what it uses."""
    goal = Goal(claim, params, (), set())
    try:
        needed = premises(rule, goal)
    except Rejected:
        return
    goals = [restate(need, need.conclusions) for need in needed if not evident(need)]
    left = tuple(dict.fromkeys(map(_alone, goals)))
    yield Split(left, words, tuple(sorted(goal.axioms)), params, rule)


def _alone(goal: Claim) -> Claim:
    """The goal without hypotheses on laws where it speaks of numbers alone."""
    if any(atom.has(ObjectName) for atom in goal.conclusions):
        return goal
    kept = [h for h in goal.hypotheses if not h.has(ObjectName)]
    return restate(goal, goal.conclusions, hypotheses=kept)


__all__ = ["by_rule"]
