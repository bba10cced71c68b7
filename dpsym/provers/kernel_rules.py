"""Steps that are one rule of the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dpsym.kernel.claims import RULES, premises
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import evident
from dpsym.kernel.rejection import Rejected
from dpsym.language.claim import Claim
from dpsym.language.heads import Guarantee, ObjectName, Quantity
from dpsym.provers.prover import Split
from dpsym.provers.restate import restate


def by_rule(rule: str, claim: Claim, params: dict[str, Any], words: str) -> Iterator[Split]:
    """A step by a rule of the kernel, which says what is left and what it uses."""
    goal = Goal(claim, params, (), set())
    try:
        needed = premises(rule, goal)
    except Rejected:
        return
    left = tuple(dict.fromkeys(alone(need) for need in needed if not evident(need)))
    yield Split(left, words, tuple(sorted(goal.axioms)), params, rule)


def asked_by(rule: str, claim: Claim, params: dict[str, Any]) -> list[Claim]:
    """What a rule of the kernel needs, evident or not; nothing where it does not apply."""
    try:
        return list(premises(rule, Goal(claim, params, (), set())))
    except Rejected:
        return []


def after(rule: str, claim: Claim, params: Mapping[str, Any]) -> Claim:
    """The first claim that a rule of the kernel asks for.

    Raises:
        Rejected: the rule does not apply.
    """
    first = RULES[rule](Goal(claim, params, (), set()))[0]
    return restate(first, first.conclusions)


def alone(need: Claim) -> Claim:
    """What a rule needs, without hypotheses on laws where it speaks of numbers alone."""
    if any(atom.has(ObjectName, Quantity, Guarantee) for atom in need.conclusions):
        return restate(need, need.conclusions)
    kept = [h for h in need.hypotheses if not h.has(ObjectName, Quantity, Guarantee)]
    return restate(need, need.conclusions, hypotheses=kept)
