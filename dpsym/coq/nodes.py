"""Nodes of certificates with what the kernel asks of their children."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from dpsym.certificate import Node, claim_of
from dpsym.coq.proofs import Script
from dpsym.coq.steps import Lemma, Step
from dpsym.kernel.claims import RULES
from dpsym.kernel.goal import Goal
from dpsym.language.claim import Claim


class Rule:
    """A node with the lemmas of its children, and what the kernel asks of them.

    Attributes:
        script: the source of new names.
        others: what was proved before, not for this node.
        goal: the node's goal as the kernel's rules read it.
        needed: the claims that suffice.
    """

    def __init__(self, node: Node, lemmas: list[Lemma], others: Sequence[Lemma] = ()) -> None:
        claim = claim_of(node.goal)
        self.node, self.lemmas, self.others = node, lemmas, others
        self.script = Script()
        children = [claim_of(child.goal) for child in node.children]
        self.goal = Goal(claim, node.params, children, set())

    @cached_property
    def step(self) -> Step:
        """The context of the script."""
        found = Step(self.goal.claim, self.lemmas, self.script)
        found.others = self.others
        return found

    @property
    def needed(self) -> list[Claim]:
        """The claims that suffice by the kernel."""
        return RULES[self.node.rule](self.goal)
