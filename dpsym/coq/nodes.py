"""Nodes of certificates with what the kernel asks of their children."""

from __future__ import annotations

from dpsym.certificate import Node, claim_of
from dpsym.coq.steps import Lemma, Step
from dpsym.kernel.claims import RULES
from dpsym.kernel.goal import Goal
from dpsym.language.claim import Claim


class Rule:
    """A node with the lemmas of its children, and what the kernel asks of them.

    Attributes:
        step: the context of the script.
        goal: the node's goal as the kernel's rules read it.
        needed: the claims that suffice.
    """

    def __init__(self, node: Node, lemmas: list[Lemma]) -> None:
        claim = claim_of(node.goal)
        self.node, self.lemmas = node, lemmas
        self.step = Step(claim, lemmas)
        children = [claim_of(child.goal) for child in node.children]
        self.goal = Goal(claim, node.params, children, set())

    @property
    def needed(self) -> list[Claim]:
        """The claims that suffice by the kernel."""
        return RULES[self.node.rule](self.goal)
