"""What the elaborations of single steps are made with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from sympy import Expr, Symbol

from dpsym.numeric import Duty, Goal

Json = dict[str, Any]
Grow = Callable[[Goal], Json]


class Elaborating(Protocol):
    """Builds nodes of scalar proofs, each with a goal that the kernel computed for it."""

    depth: int

    def node(self, goal: Goal, rule: str, parameters: Json, **parts: Grow) -> Json:
        """A node whose children are grown from the goals that the kernel computes."""
        ...

    def sum(self, goal: Goal, *terms: tuple[Expr, Expr, Grow]) -> Json:
        """A sum of weights times expressions."""
        ...

    def added(self, goal: Goal, *terms: tuple[Expr, Expr, Grow]) -> Json:
        """A sum of weights times expressions, all of which are evidently defined."""
        ...

    def leaf(self, goal: Goal) -> Json:
        """The range of the expression."""
        ...

    def replaced(self, goal: Goal, parts: list[tuple[Expr, Expr]], grow: Grow) -> Json:
        """The goal with parts in other forms."""
        ...

    def rewritten(self, goal: Goal, form: Expr, grow: Grow) -> Json:
        """The goal in another form."""
        ...

    def have(
        self, goal: Goal, fact: Expr, strict: bool, proof: Grow, then: Grow, *, local: bool = False
    ) -> Json:
        """A fact, then the goal; nothing where the fact is evident.

        A fact is shown on the whole domains where that can be, and if it is not said to be local.
        """
        ...

    def evident(self, goal: Goal, fact: Expr, strict: bool) -> bool:
        """Whether ranges say a fact, also of its normal form, in which logarithms fall apart."""
        ...

    def fresh(self, goal: Goal, stem: str) -> Symbol:
        """A name that is no variable of the goal."""
        ...

    def settled(self, goal: Goal, grow: Grow, *about: Expr) -> Json:
        """The goal after all that it and what is said about it need to be defined became facts."""
        ...

    def missing(self, goal: Goal, more: tuple[Duty, ...] = ()) -> Duty | None:
        """The innermost duty that ranges do not settle."""
        ...

    def supplied(self, goal: Goal, duty: Duty, grow: Grow, shown: Grow) -> Json:
        """The goal with a fact that settles a duty, which is shown in a way."""
        ...

    def auto(self, goal: Goal, *, steps: bool = True, cases: bool = False) -> Json:
        """A proof of the goal by ranges of its forms, or by the prover."""
        ...

    def by_forms(self, goal: Goal) -> Json:
        """The range of another form."""
        ...

    def follow(self, goal: Goal, step: Mapping[str, Any], *, again: bool = True) -> Json:
        """A proof of the goal along a step of the prover, or else by search."""
        ...

    def otherwise(self, goal: Goal, words: str, along: Grow, *, again: bool = True) -> Json:
        """A proof of the goal that is grown so, or else by search."""
        ...
