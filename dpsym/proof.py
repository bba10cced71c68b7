"""One attempt at a proof: splits recursed on, goals closed, guarantees between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from math import inf
from time import thread_time

from dpsym.language.claim import Claim
from dpsym.language.construct import loses_parts
from dpsym.language.printing import brief
from dpsym.library import theorems
from dpsym.provers.guarantees.transitivity import Transitivity, conversions
from dpsym.provers.logic import Conjunction
from dpsym.provers.portfolio import CLOSERS, OF_FAMILIES, REDUCTIONS, SIMPLIFICATIONS, Order
from dpsym.provers.prover import Budget, Closer, Reduction, Split, Stuck, attempted, for_one_goal
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.verdict import Step, Witness

MAX_DEPTH = 8
ONE_BRIDGE = 0.25
"""Share of what is left for one guarantee between."""
OVERRUN = 1.5
"""Times its share of the budget after which an attempt is interrupted wherever it is."""


@cache
def _library() -> tuple[Claim, ...]:
    """The conversions of the library; loading it takes a while, so only a claim in need asks."""
    return conversions(theorems())


BETWEEN = Transitivity(_library)
"""Tried when nothing else has decided a claim, and not below itself."""


@dataclass(slots=True)
class Proof:
    """One attempt at a proof, with what was already closed or given up.

    Attributes:
        budget: the time for all of it.
        leaf: seconds for one goal at most.
        one: the share of what is left that one goal has at least.
        closers: what is asked about a goal.
        hurried: the goals that were left for lack of time.
        known: the goals that were closed or given up, by their text.
        deepest: how deep the most promising way came, and why it stopped.
        left: the inequality that is left.

    Guarantees:
        :meth:`close` answers a step only for a claim that follows from the axioms it names.
    """

    budget: Budget
    leaf: float = inf
    closers: Order[Closer] = CLOSERS
    one: float = 0.0
    hurried: set[str] = field(default_factory=set)
    known: dict[str, Step | Stuck] = field(default_factory=dict)
    deepest: tuple[int, str] = (-1, "no prover applies")
    left: Stuck = field(default_factory=lambda: Stuck(""))

    def close(self, claim: Claim, depth: int = 0) -> Step | Stuck:
        """A proof of the claim, or the goal at which the most promising way stopped."""
        key = claim.text
        if key in self.known:
            return self.known[key]
        self.known[key] = Stuck(f"{brief(key)}: the goal depends on itself")
        result = next(self._steps(claim, depth))
        if isinstance(result, Step) or not self.budget.spent:
            self.known[key] = result
        return result

    def proofs(self, claim: Claim) -> Iterator[Step | Stuck]:
        """Proofs of the claim that differ in their first step, then where the last way stopped."""
        self.known[claim.text] = Stuck(f"{brief(claim.text)}: the goal depends on itself")
        yield from self._steps(claim, 0)

    def _steps(self, claim: Claim, depth: int) -> Iterator[Step | Stuck]:
        """Steps that close the claim, each another way, and last why there are no more."""
        if claim.index is not None:
            yield from self._reduced(claim, depth, OF_FAMILIES)
            return
        closes = depth > 0 and any(closer.accepts(claim) for closer in self.closers)
        for simplification in SIMPLIFICATIONS:
            for split in self._ways(simplification, claim, depth):
                step = self._join(claim, simplification.name, split, depth)
                if isinstance(step, Stuck):
                    yield step
                    return
                if step is not None:
                    yield step
                elif split.whole and closes:
                    yield self._stuck(depth, self.deepest[1])
                    return
        for closer in self.closers:
            if closer.accepts(claim):
                found = self._ask(closer, claim)
                if isinstance(found, Step):
                    yield found
                if isinstance(found, Stuck):
                    self._note(depth, found.why)
                    self._leave(found, depth)
                    yield found
                    return
        if any(loses_parts(side) for atom in claim.atoms for side in atom.args):
            yield self._stuck(depth, f"{brief(claim.text)}: terms that cancel may have no value")
            return
        if depth >= MAX_DEPTH:
            yield self._stuck(depth, f"{brief(claim.text)}: nested too deeply")
            return
        yield from self._reduced(claim, depth, REDUCTIONS)

    def _reduced(
        self, claim: Claim, depth: int, reductions: Order[Reduction]
    ) -> Iterator[Step | Stuck]:
        """Steps by which the claim follows from others, and last why there are no more."""
        tried = False
        for reduction in reductions:
            for split in self._ways(reduction, claim, depth):
                tried = True
                if self.budget.spent:
                    yield self._stuck(depth, f"{brief(claim.text)}: no time for {reduction.name}")
                    return
                step = self._join(claim, reduction.name, split, depth)
                if isinstance(step, Stuck):
                    yield step
                    return
                if step is not None:
                    yield step
        if not tried:
            self._note(depth, f"no prover applies to {brief(claim.text)}")
        yield Stuck(self.deepest[1])

    def _ways(self, reduction: Reduction, claim: Claim, depth: int) -> Iterator[Split]:
        """The ways that a reduction offers, up to where it fails."""
        ways = reduction.splits(claim)
        while (way := attempted(reduction.name, lambda: next(ways, None))) is not None:
            if isinstance(way, Stuck):
                self._note(depth, f"{brief(claim.text)}: {way.why}")
                return
            yield way

    def bridges(self, claim: Claim) -> Iterator[Step | Stuck]:
        """Proofs by way of a guarantee between, of each conclusion that has no other.

        The halves are closed by the other provers alone, and what those gave up stays given up.
        """
        found = self.known.get(claim.text)
        if isinstance(found, Step):
            yield found
            return
        for split in self._ways(Conjunction(), claim, 0):
            steps = [next(self.bridges(goal)) for goal in split.subgoals]
            children = tuple(step for step in steps if isinstance(step, Step))
            if len(children) == len(steps):
                yield Step("conjunction", claim.text, split.words, (), {}, children, split.rule)
        for split in self._ways(BETWEEN, claim, 0):
            whole = self.budget
            if whole.spent:
                break
            self.budget = whole.share(ONE_BRIDGE)
            step = self._join(claim, BETWEEN.name, split, 1)
            self.budget = whole
            if step is not None:
                yield step
        yield Stuck(f"{brief(claim.text)}: no guarantee between was found")

    def _ask(self, closer: Closer, claim: Claim) -> Step | Witness | Stuck:
        left = self.budget.remaining()
        share = min(self.leaf, max(for_one_goal(left), self.one * left))
        begun, budget = thread_time(), self.budget.part(share)
        try:
            with stopping(OVERRUN * share + 1):
                found = attempted(closer.name, lambda: closer.attempt(claim, budget))
        except OverrunError:
            found = Stuck(f"{brief(claim.text)}: a step of algebra used up the time")
        long = thread_time() - begun > share / 3 or budget.spent
        if isinstance(found, Stuck) and long:
            self.hurried.add(claim.text)
        return found

    def _join(self, claim: Claim, name: str, split: Split, depth: int) -> Step | Stuck | None:
        """The step by which the claim follows; None where a subgoal is open, that one where the
        claim fails with it, so that no other way leads to a proof.
        """
        children = []
        for subgoal in split.subgoals:
            found = self.close(subgoal, depth + 1)
            if not isinstance(found, Step):
                return found if split.equal and found.fails else None
            children.append(found)
        said = split.words, split.axioms, split.detail, tuple(children), split.rule
        return Step(name, claim.text, *said)

    def _leave(self, found: Stuck, depth: int) -> None:
        """Remembers the inequality that is left, and what holds of the claim itself."""
        reached = found.reached if depth == 0 else ""
        if found.goal and not self.left.goal:
            self.left = replace(found, reached=reached)

    def _stuck(self, depth: int, why: str) -> Stuck:
        self._note(depth, why)
        return Stuck(why)

    def _note(self, depth: int, why: str) -> None:
        if depth > self.deepest[0]:
            self.deepest = (depth, why)
