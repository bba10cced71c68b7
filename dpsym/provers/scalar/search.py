"""The state of a recursive search for a proof that an expression is >= 0 on a region."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sympy import Expr, Symbol

from dpsym.provers.scalar import regions
from dpsym.provers.scalar.goal import Candidate, Goal, Step
from dpsym.provers.scalar.lemmas import LEMMAS, Lemma
from dpsym.provers.scalar.sampling import counterexample

Attempt = Callable[["Search", Goal, int], Step | None]
STEEP = 3
"""How many slopes, each of the one before, may be asked to be > 0 for a goal that is strict."""


class OutOfTimeError(Exception):
    """The search has used its time."""


class Search:
    """One search with its deadline and the lemmas it may use, what it has proved, and the depth at
    which each goal failed; how one goal is attempted, with what is left of the depth, is given.
    """

    def __init__(
        self, seconds: float, attempt: Attempt, lemma_proof: Callable[[Lemma], Step | None]
    ) -> None:
        self.resume(seconds)
        self.pause: Callable[[], bool] = bool
        self.lemma_proof = lemma_proof
        self._attempt = attempt
        self.lemmas: tuple[Lemma, ...] = LEMMAS
        self.proved: dict[Goal, Step] = {}
        self.failed: dict[Goal, int] = {}
        self.false: dict[Goal, bool] = {}
        self.uncovered: set[Goal] = set()
        self.active: set[Goal] = set()
        self.candidates: dict[tuple[Goal, int], list[Candidate]] = {}
        self.wider: dict[Goal, Goal | None] = {}
        self.fewer: dict[Goal, Goal] = {}
        self.deep: set[Goal] = set()
        self.limits: dict[tuple[Goal, Symbol, str], tuple[Goal, Expr, Expr] | None] = {}
        self.sums: dict[Goal, Step | None] = {}
        self.last: Goal | None = None
        self.inductions = 0
        self.ordered = False
        self.steep = STEEP

    def resume(self, seconds: float) -> None:
        """Allows so many seconds from now."""
        self.deadline = time.thread_time() + seconds

    def check_time(self) -> None:
        """Raises :class:`OutOfTimeError` after the deadline, or where it is to go no further."""
        begun = time.thread_time()
        if begun > self.deadline or self.pause():
            raise OutOfTimeError
        self.deadline += time.thread_time() - begun

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Runs the block with a nearer deadline; when that passes, the block ends quietly."""
        whole = self.deadline
        self.deadline = min(whole, time.thread_time() + seconds)
        try:
            yield
        except OutOfTimeError:
            if time.thread_time() > whole:
                raise
        finally:
            self.deadline = whole

    def refuted(self, goal: Goal) -> bool:
        """Whether a sampled point shows that the goal is false."""
        if goal not in self.false:
            self.false[goal] = counterexample(goal, 80) is not None
        return self.false[goal]

    def prove(self, goal: Goal, depth: int) -> Step | None:
        """Evidence for the goal, or None."""
        self.check_time()
        goal = regions.with_assumptions(goal)
        if goal in self.proved:
            return self.proved[goal]
        if depth < 0 or self.failed.get(goal, -1) >= depth or goal in self.active:
            return None
        self.active.add(goal)
        try:
            step = self._attempt(self, goal, depth)
        finally:
            self.active.discard(goal)
        if step is None:
            self.failed[goal] = max(depth, self.failed.get(goal, -1))
            self.last = goal
        else:
            self.proved[goal] = step
        return step

    def prove_all(self, goals: list[Goal], depth: int) -> tuple[Step, ...] | None:
        """Evidence for all goals; None when one has none."""
        children = []
        for goal in goals:
            child = self.prove(goal, depth)
            if child is None:
                return None
            children.append(child)
        return tuple(children)
