"""One attempt at a proof: splits recursed on, goals closed, guarantees between."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from math import inf
from time import thread_time
from types import MappingProxyType

from dpsym.kernel.claims import premises
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import entails, evident
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import without_zeros
from dpsym.kernel.wellformed import duties
from dpsym.language.claim import Claim
from dpsym.language.construct import loses_parts
from dpsym.language.printing import brief
from dpsym.library import theorems
from dpsym.provers.guarantees.transitivity import Transitivity, conversions
from dpsym.provers.kernel_rules import alone
from dpsym.provers.logic import Conjunction
from dpsym.provers.offered import Offered
from dpsym.provers.portfolio import (
    CLOSERS,
    OF_FAMILIES,
    OF_NUMBERS,
    REDUCTIONS,
    SIMPLIFICATIONS,
    Order,
)
from dpsym.provers.prover import Budget, Closer, Reduction, Split, Stuck, attempted, for_one_goal
from dpsym.provers.renaming import in_names_of
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.verdict import Step, Witness

Proved = Mapping[Claim, Step]
MAX_DEPTH = 8
ONE_BRIDGE = 0.25
"""Share of what is left for one guarantee between."""
COSTLY = 0.1
"""Seconds for a goal after which it is worth while to look whether another says the same."""
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
        patience: seconds for all that is left, once a goal lacked time.
        closers: what is asked about a goal.
        hurried: the goals that were left for lack of time.
        known: the goals that were closed or given up, by their text.
        given_up: what goals that were given up say, whatever the order of their hypotheses.
        costly: the goals about numbers that took long, which are known in all names.
        offered: what reductions offered, in earlier attempts too.
        deepest: how deep the most promising way came, and why it stopped.
        left: the inequality that is left.
        settled: what gives the whole claim a value, which is proved beside it.
        pause: asked between two steps, whether to go no further.
        within: the same in the middle of a goal that takes long.

    Guarantees:
        :meth:`close` answers a step only for a claim that follows from the axioms it names.
    """

    budget: Budget
    leaf: float = inf
    closers: Order[Closer] = CLOSERS
    one: float = 0.0
    patience: float = inf
    hurried: set[str] = field(default_factory=set)
    known: dict[str, Step | Stuck] = field(default_factory=dict)
    given_up: dict[object, Stuck] = field(default_factory=dict)
    costly: list[Claim] = field(default_factory=list)
    offered: Offered = field(default_factory=Offered)
    deepest: tuple[int, str] = (-1, "no prover applies")
    left: Stuck = field(default_factory=lambda: Stuck(""))
    settled: Sequence[Claim] = ()
    pause: Callable[[], bool] = bool
    within: Callable[[], bool] = bool

    def again(
        self, budget: Budget, *, leaf: float = inf, one: float = 0.0, patience: float = inf
    ) -> Proof:
        """Another attempt, with more time for each goal: what was closed stays closed."""
        closed = ((text, found) for text, found in self.known.items() if isinstance(found, Step))
        again = Proof(budget, leaf, self.closers, one, patience, known=dict(closed))
        again.offered = self.offered
        again.costly = [claim for claim in self.costly if claim.text in again.known]
        again.pause, again.within = self.pause, self.within
        return again

    def close(self, claim: Claim, depth: int = 0) -> Step | Stuck:
        """A proof of the claim, or the goal at which the most promising way stopped."""
        key = claim.text
        if key in self.known:
            return self.known[key]
        says = frozenset(claim.hypotheses), claim.conclusions, frozenset(claim.domains)
        if says in self.given_up:
            return self.given_up[says]
        self.known[key] = Stuck(f"{brief(key)}: the goal depends on itself")
        begun = thread_time()
        result = self._renamed(claim, depth) or next(self._steps(claim, depth))
        if thread_time() - begun > COSTLY and len(claim.scalars()) == len(claim.domains):
            self.costly.append(claim)
        if isinstance(result, Step) or not self.budget.spent:
            self.known[key] = result
            if isinstance(result, Stuck):
                self.given_up[says] = result
        return result

    def _renamed(self, claim: Claim, depth: int) -> Step | Stuck | None:
        """What was found of a goal that took long and says the same in other names."""
        for known in self.costly:
            names, found = in_names_of(known, claim), self.known[known.text]
            if names is not None and isinstance(found, Stuck):
                if known.text in self.hurried:
                    self.hurried.add(claim.text)
                return found
            if names is not None:
                words = "the same in other names"
                split = Split((known,), words, detail={"with": names}, rule="generalise")
                step = self._join(claim, "other names of a goal", split, depth)
                if isinstance(step, Step):
                    return step
        return None

    def proofs(self, claim: Claim) -> Iterator[Step | Stuck]:
        """Proofs of the claim that differ in their first step, then where the last way stopped."""
        self.known[claim.text] = Stuck(f"{brief(claim.text)}: the goal depends on itself")
        if claim.index is None:
            placed = attempted("kernel", lambda: duties(claim))
            self.settled = () if isinstance(placed, Stuck) else placed
        yield from self._steps(claim, 0)

    def _steps(self, claim: Claim, depth: int) -> Iterator[Step | Stuck]:
        """Steps that close the claim, each another way, and last why there are no more."""
        if claim.index is not None:
            yield from self._reduced(claim, depth, OF_FAMILIES)
            return
        closes = depth > 0 and self._closes(claim)
        for simplification in SIMPLIFICATIONS:
            for split in self._ways(simplification, claim, depth):
                step = self._join(claim, simplification.name, split, depth)
                if isinstance(step, Stuck):
                    yield step
                    return
                if step is not None:
                    yield step
                elif split.whole and closes and not isinstance(self._needed(claim, split), Stuck):
                    yield self._stuck(depth, self.deepest[1])
                    return
        for closer in self.closers:
            if closer.accepts(claim):
                found = self._ask(closer, claim)
                if isinstance(found, Step):
                    yield found
                if isinstance(found, Stuck):
                    if not found.fails and depth < MAX_DEPTH:
                        yield from self._restated(claim, depth)
                    self._note(depth, found.why)
                    self._leave(found, depth)
                    yield found
                    return
        partial = any(loses_parts(without_zeros(s)) for atom in claim.atoms for s in atom.args)
        if partial and isinstance(attempted("kernel", lambda: duties(claim)), Stuck):
            yield self._stuck(depth, f"{brief(claim.text)}: terms that cancel may have no value")
            return
        if depth >= MAX_DEPTH:
            yield self._stuck(depth, f"{brief(claim.text)}: nested too deeply")
            return
        yield from self._reduced(claim, depth, REDUCTIONS)

    def _restated(self, claim: Claim, depth: int) -> Iterator[Step]:
        """Steps by which a claim about numbers follows that no closer decides."""
        if claim.domains and claim.text in self.hurried:
            return
        for reduction in OF_NUMBERS:
            for split in self._ways(reduction, claim, depth):
                step = self._join(claim, reduction.name, split, depth)
                if isinstance(step, Step):
                    yield step

    def _closes(self, claim: Claim) -> bool:
        return any(closer.accepts(claim) for closer in self.closers)

    def _reduced(
        self, claim: Claim, depth: int, reductions: Order[Reduction]
    ) -> Iterator[Step | Stuck]:
        """Steps by which the claim follows from others, and last why there are no more."""
        tried = False
        for reduction in reductions:
            for split in self._ways(reduction, claim, depth):
                tried = True
                if self.budget.spent or self.pause():
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
        ways = partial(self.offered.ways, reduction, claim)
        yield from self._offered(reduction.name, ways, claim, depth)

    def _offered(
        self, name: str, ask: Callable[[], Iterator[Split]], claim: Claim, depth: int
    ) -> Iterator[Split]:
        ways = ask()
        while (way := attempted(name, lambda: next(ways, None))) is not None:
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
        if self.pause():
            return Stuck(f"{brief(claim.text)}: no time for {closer.name}")
        left = self.budget.remaining()
        share = min(self.leaf, max(for_one_goal(left), self.one * left))
        return self._asked(closer, claim, share)

    def _asked(self, closer: Closer, claim: Claim, share: float) -> Step | Witness | Stuck:
        begun, budget = thread_time(), replace(self.budget.part(share), pause=self.within)
        try:
            with stopping(OVERRUN * share + 1):
                found = attempted(closer.name, lambda: closer.attempt(claim, budget))
        except OverrunError:
            found = Stuck(f"{brief(claim.text)}: a step of algebra used up the time")
        long = thread_time() - begun > share / 3 or budget.spent
        if isinstance(found, Stuck) and long:
            self.hurried.add(claim.text)
            if not found.fails:
                self.budget = self.budget.part(min(self.patience, self.budget.remaining()))
        return found

    def _join(
        self,
        claim: Claim,
        name: str,
        split: Split,
        depth: int,
        *,
        beside: Proved = MappingProxyType({}),
        complete: bool = True,
    ) -> Step | Stuck | None:
        """The step by a split, once all its parts are proved; ``beside`` is proved already.

        Where it is to be made ``complete``, what a rule needs and nothing says is proved as well.
        None where a part is open; that part where the claim fails with it, so that no other way
        leads to a proof.
        """
        said = dict(beside)
        # What is left of numbers is decided soon: where it fails, the rest would be proved in vain.
        for goal in sorted(split.subgoals, key=lambda goal: not self._closes(goal)):
            found = self.close(goal, depth + 1)
            if not isinstance(found, Step):
                return found if split.equal and found.fails else None
            said[goal] = found
        if split.concluded is not None:
            return self._concluded(claim, name, split, split.concluded, depth, said)
        between, chosen = dict(split.between), [*split.subgoals]
        if split.rule:
            goals = [*between, *split.subgoals, *said]
            needed = self._chosen(claim, split, goals, depth)
            if needed is None or not (complete or said.keys() | between.keys() >= set(needed)):
                return None
            chosen = needed
        for goal in chosen:
            if goal not in said:
                step = (
                    self._join(goal, name, between[goal], depth, beside=beside, complete=complete)
                    if goal in between
                    else self.close(goal, depth + 1)
                )
                if not isinstance(step, Step):
                    return None
                said[goal] = step
        children = tuple(said[goal] for goal in chosen)
        return Step(name, claim.text, split.words, split.axioms, split.detail, children, split.rule)

    def _concluded(
        self,
        claim: Claim,
        name: str,
        split: Split,
        ask: Callable[[], Iterator[Split]],
        depth: int,
        said: Proved,
    ) -> Step | None:
        """The claim by rules from what is said; if need be what they lack is proved as well."""
        for complete in (False, True):
            for way in self._offered(name, ask, claim, depth):
                step = self._join(claim, name, way, depth, beside=said, complete=complete)
                if isinstance(step, Step):
                    return replace(step, words=split.words, axioms=split.axioms)
        return None

    def _chosen(
        self, claim: Claim, split: Split, goals: Sequence[Claim], depth: int
    ) -> list[Claim] | None:
        """The goals that a rule of the kernel needs, and what it needs beside them."""
        needed = self._needed(claim, split)
        if isinstance(needed, Stuck):
            self._note(depth, f"{brief(claim.text)}: {needed.why}")
            return None
        chosen = list(goals[:1]) if split.rule == "generalise" else []
        for need in needed:
            if evident(need) or any(entails(goal, need) for goal in chosen):
                continue
            said = next((goal for goal in goals if entails(goal, need)), None)
            if said is None and split.sufficient:
                return None
            chosen.append(said or alone(need))
        return chosen

    def _needed(self, claim: Claim, split: Split) -> list[Claim] | Stuck:
        """What the kernel asks of a step by one of its rules, and for the claim to have a value.

        What is settled for the whole claim gives values, and is no premise of a rule.
        """
        goals = [*(goal for goal, _ in split.between), *split.subgoals]
        goal = Goal(claim, split.detail, goals, set())

        def asked() -> list[Claim] | Stuck:
            try:
                values = (
                    duty
                    for duty in duties(claim)
                    if not any(entails(said, duty) for said in self.settled)
                )
                return [*premises(split.rule, goal), *values]
            except Rejected as refused:
                return Stuck(f"{split.rule}: {refused.why}")

        return attempted("kernel", asked)

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
