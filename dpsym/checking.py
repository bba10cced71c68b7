"""From a claim to a verdict: provers in order, splits recursed on, then a counterexample sought.

What is found is a verdict once the kernel has accepted it; what it refuses is told in the trail.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from math import inf
from time import monotonic, thread_time
from typing import TypeVar

from sympy.core.random import seed

from dpsym import store, verifier
from dpsym.acceptance import accepted
from dpsym.arguments import flag, positive_seconds
from dpsym.errors import ClaimError
from dpsym.language.claim import Claim
from dpsym.language.families import members_of, sample
from dpsym.language.heads import Divergence
from dpsym.language.places import obligations
from dpsym.margins import is_pair, kind_of, margins
from dpsym.obstacles import obstacle, unsatisfiable
from dpsym.proof import BETWEEN, OVERRUN, Proof
from dpsym.provers.definedness import is_defined, sides
from dpsym.provers.portfolio import WRITERS
from dpsym.provers.prover import Budget, Stuck, attempted
from dpsym.provers.restate import restate, scalar_hypotheses
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.provers.valueless import refuse_lowest, refuse_undefined
from dpsym.statement import Theorem, as_claim
from dpsym.verdict import Attempt, Proved, Refuted, Step, Undecided, Verdict, Witness

Found = TypeVar("Found", bound=Step | Witness | Stuck)

FIRST_PROOF, GLANCE, SEARCH = 0.3, 0.1, 0.6
"""Shares of what is left of the budget; the rest goes to a second, longer attempt at a proof.

The first search is a short one where a guarantee between is looked for too: of so many seconds.
"""
LONGEST_GLANCE = 2.0
CALM, HURRIED = (0.4, SEARCH), (0.25, 0.4)
"""Shares for a guarantee between and the search: where the first proof lacked time, a second is
worth as much as they are."""
FREED = 0.25
"""Share for a proof that needs none of the hypotheses."""
SMALL, FIRST_OF_SMALL = 36.0, 0.5
"""A budget below this many seconds gives the first proof half, but no more than a larger one."""
LONGER, LAST, ACCEPTANCE = 0.6, 0.9, 0.7
"""Shares of what is left for the longer proof, a last one that gives goals that lacked time most of
it, and for the kernel to accept what was found."""
PLACES = 0.2
"""Share for a proof that orders, weights and the like stay in the domains of their places."""
ONE_NUMBER = 0.4
"""Share of what is left of the search for a counterexample with so many members of a family."""
LEAVES = 1.0, 6.0
"""Seconds for one scalar goal in the first attempts: a short way does not wait for a long one, nor
for one that leads nowhere."""
SHARES = 0.25, 1.0
"""What each of these attempts has of what is left: the rest is for goals that lacked time. Where
there is little, there is one attempt."""
PATIENCE = 3.0, inf
"""Seconds for all the rest of each, once a goal lacked time: the next one gives that more."""
AFFORDED = 10.0
"""The budget from which on there is a short attempt, and a counterexample is looked for in it."""
DOUBTS = (0.3, 0.1), (3.0, 0.5), (8.0, 1.5)
"""Seconds of the first proof after which a counterexample is looked for, and how long; most claims
that are false fail at once, and long proofs of them are in vain."""
LOADING = 1.2
"""Seconds after which the search is loaded too: until then a proof does not wait for that."""
LOOK, LONGEST_LOOK = 0.05, 1.0
"""Share of the budget, and seconds at most, to say what stands in the way."""
MARGINS = 0.7
"""Share of what is left to look for multiples of a bound that are certain."""
MARGINS_AT_LEAST, LATE, LAST_OF_PAIR = 0.2, 0.05, 0.5
"""Share of the budget that they have at least, how much of it may lie beyond the whole, and the
share of a last proof that leaves time for them."""
BEYOND, AT_LEAST = 1.05, 0.02
"""Times the budget, and seconds more, after which everything is interrupted, so that a fifth more
is enough for what is said then."""


def check(claim: str | Claim | Theorem, *, budget: float = 60.0, fresh: bool = False) -> Verdict:
    """The verdict on a claim, in about ``budget`` seconds of processor time at most.

    One that was found before, by this version of dpsym, is taken from the store of verdicts once
    the kernel has accepted its certificate again, unless a ``fresh`` one is wanted.

    Raises:
        ClaimError: the text is no well-formed claim, such as one of which a side certainly has no
            value somewhere, or the budget is not positive.

    >>> check("tanh(x) <= x for x in [0, oo)").kind
    'proved'
    """
    budget, fresh = positive_seconds("budget", budget), flag("fresh", fresh)
    written = isinstance(claim, str)
    claim = as_claim(claim)
    if written:
        refuse_undefined(claim)
    claim = claim.over()
    known = None if fresh else store.recalled(claim, budget)
    if known is not None:
        return known
    verifier.begin()
    start, begun = monotonic(), thread_time() + verifier.spent()
    seed(0)  # sympy asks for facts in an order drawn at random: one that no earlier work changes
    decision = _Decision(claim, Budget.of(budget), [])
    verdict: Verdict
    try:
        with stopping(BEYOND * budget + AT_LEAST):
            unplaced = _unplaced(claim, decision.whole)
            if isinstance(unplaced, ClaimError):
                if written:
                    raise unplaced
                unplaced = Undecided(claim, why=str(unplaced))
            verdict = decision.verdict() if unplaced is None else unplaced
    except OverrunError:
        verdict = decision.undecided("a step of algebra used up the time", spent=True)
    after = Budget.of(min(LONGEST_LOOK, LOOK * budget))
    plain = claim.index is None and verdict.kind != "refuted"
    note = unsatisfiable(claim, after) if plain else ""
    verdict = replace(
        verdict,
        note=f"nothing satisfies {note}" if note else "",
        trail=tuple(decision.trail),
        seconds=monotonic() - start,
        processor=thread_time() + verifier.spent() - begun,
    )
    store.keep(verdict, budget)
    return verdict


def _unplaced(claim: Claim, whole: Budget) -> Undecided | ClaimError | None:
    """Why the claim may say nothing at some point, or the complaint that it says nothing at one;
    None where its atoms have values everywhere.
    """
    try:
        refuse_undefined(claim)
        if claim.index is not None:
            return None  # the kernel asks of every number of members
        duties = obligations(claim.atoms, dict(claim.domains))
    except ClaimError as error:
        return error
    proof = Proof(whole.share(PLACES), leaf=LEAVES[-1])
    for duty in duties:
        inside = restate(claim, [duty], hypotheses=scalar_hypotheses(claim))
        if not isinstance(proof.close(inside), Step):
            why = f"it is not certain that the claim says something everywhere: {inside.text}"
            return Undecided(claim, why=why)
    for side in sides(claim):
        if not is_defined(side, whole.share(PLACES)):
            try:
                refuse_lowest(claim, side, whole.share(PLACES))
            except ClaimError as error:
                return error
            return Undecided(claim, why=f"it is uncertain that {side.words} has a value everywhere")
    return None


def says_something(claim: Claim, budget: Budget) -> bool:
    """Whether it is certain that the atoms of a claim have values everywhere."""
    return _unplaced(claim, budget) is None


def proof_of(claim: Claim, budget: Budget) -> Proved | None:
    """The claim proved; None where no proof is found, and no counterexample is looked for.

    Guarantees:
        those of :func:`~dpsym.acceptance.accepted`.
    """
    if not says_something(claim, budget):
        return None
    proof = Proof(budget.share(LONGER))
    found = _Decision(claim, budget, []).proved("proof", proof, proof.proofs(claim))
    return found if isinstance(found, Proved) else None


def refutation_of(claim: Claim, budget: Budget) -> Verdict | None:
    """The claim refuted; None where no counterexample is found."""
    return _Decision(claim, budget, [])._refuted(budget.share(SEARCH))


def _first(whole: Budget) -> Budget:
    """The budget of the first proof: one with more of the whole never has less."""
    seconds = whole.remaining()
    return whole.part(max(FIRST_PROOF * seconds, FIRST_OF_SMALL * min(seconds, SMALL)))


@dataclass(slots=True)
class _Decision:
    """One claim on its way to a verdict, with what was tried and what the kernel refused."""

    claim: Claim
    whole: Budget
    trail: list[Attempt]
    refused: str = ""
    first: Proof = field(default_factory=lambda: Proof(Budget.of(0)))
    early: Verdict | None = None
    doubts: int = 0
    written: bool = False
    budget: float = 0.0

    def __post_init__(self) -> None:
        self.budget = self.whole.remaining()

    def verdict(self) -> Verdict:
        """A short proof, the search, a guarantee between, a longer proof if the first lacked time.

        Guarantees:
            those of :func:`~dpsym.acceptance.accepted`.
        """
        found = self._first_proof()
        if self.early is not None:
            return self.early
        if not isinstance(found, Stuck):
            return found
        first = self.first
        freed = self._unassuming()
        if not isinstance(freed, Stuck):
            return freed
        bridging = self.claim.index is None and BETWEEN.accepts(self.claim)
        bridge, search = HURRIED if first.hurried else CALM
        for share in (GLANCE, search) if bridging else (search,):
            glance = bridging and share == GLANCE
            hunt = self.whole.share(share)
            if glance:
                hunt = hunt.part(min(LONGEST_GLANCE, hunt.remaining()))
            refuted = self._refuted(hunt)
            if refuted is not None:
                return refuted
            if glance:
                first.budget = self.whole.share(bridge)
                bridged = self.proved(BETWEEN.name, first, first.bridges(self.claim))
                if not isinstance(bridged, Stuck):
                    return bridged
            if not hunt.spent:
                break
        proof = first
        for share in (LONGER, LAST_OF_PAIR if is_pair(self.claim) else LAST):
            if isinstance(found, Stuck) and proof.hurried:
                # In the last one, the goals that lacked time divide all of it among them.
                one = 0.0 if share == LONGER else share / len(proof.hurried)
                closed = Proof(self.whole) if self.refused else proof
                proof = closed.again(self.whole.share(share), one=one)
                found = self.proved("proof", proof, proof.proofs(self.claim))
        return self.undecided(found.why) if isinstance(found, Stuck) else found

    def _first_proof(self) -> Verdict | Stuck:
        """A proof with little time for each goal, then with more where goals lacked it.

        A counterexample is looked for between the two, or before the first ends if that is long.
        """
        afforded = self.budget >= AFFORDED
        begun, given = thread_time(), _first(self.whole)
        least = 0.0 if "dpsym.provers.search" in sys.modules else LOADING

        def due() -> bool:
            after = next((max(after, least) for after, _ in DOUBTS[self.doubts :]), inf)
            return self.early is not None or (thread_time() > begun + after and self._doubted())

        def within() -> bool:
            return (self.doubts == 0 or self.early is not None) and due()

        first = Proof(given)
        if afforded:
            first.pause, first.within = due, within
        attempts = list(zip(SHARES, LEAVES, PATIENCE, strict=True))
        for share, leaf, patience in attempts if afforded else attempts[-1:]:
            first = self.first = first.again(given.share(share), leaf=leaf, patience=patience)
            found = self.proved("proof", first, first.proofs(self.claim))
            cut = bool(first.hurried) or first.budget.spent
            late = isinstance(found, Stuck) and cut and not self.refused
            if not late or (afforded and self._doubted()):
                break
        first.pause, first.within, first.patience = bool, bool, inf
        return found

    def _doubted(self) -> bool:
        """Whether a counterexample is known: one is looked for a few times, for longer moments.

        The proof that waits for it has as much time left as before.
        """
        if self.early is None and self.doubts < len(DOUBTS):
            import_module("dpsym.provers.search")  # before its time begins
            left, refused = self.first.budget.remaining(), self.refused
            self.early = self._refuted(self.whole.part(DOUBTS[self.doubts][1]))
            self.doubts += 1
            self.first.budget, self.refused = self.first.budget.part(left), refused
        return self.early is not None

    def _unassuming(self) -> Verdict | Stuck:
        """A proof that divergences are bounded whatever is assumed, where that seems to hold."""
        claim = self.claim
        less = restate(claim, claim.conclusions, hypotheses=())
        of_divergences = all(a.has(Divergence) for a in claim.conclusions)
        if not claim.hypotheses or not of_divergences:
            return Stuck("there is nothing to leave out")
        from dpsym.provers.search import search

        moment = self.whole.part(DOUBTS[0][1])
        if isinstance(_stopped(search.name, moment, lambda: search.attempt(less, moment)), Witness):
            return Stuck("hypotheses are needed")
        proof = Proof(self.whole.share(FREED), leaf=LEAVES[0])
        words = "whatever is assumed"
        steps = (
            Step("whatever is assumed", claim.text, words, (), {}, (found,), "restated")
            if isinstance(found, Step) else found
            for found in proof.proofs(less)
        )  # fmt: skip
        return self.proved("proof", proof, steps)

    def undecided(self, why: str, *, spent: bool = False) -> Undecided:
        """That nothing was found: what stands in the way, and where the last proof stopped."""
        spent, look = spent or self.whole.spent, min(LONGEST_LOOK, LOOK * self.budget)
        if self.claim.index is not None:
            return Undecided(self.claim, why=self.refused or why)
        near = margins(self.claim, proof_of, refutation_of, self._for_margins())
        left, room = self.first.left, Budget.of(look)
        held = self.refused or obstacle(self.claim, left, spent=spent, budget=room)
        words = "; ".join(filter(None, (f"{kind_of(self.claim)}: {held}", near)))
        return Undecided(self.claim, why=self.refused or why, obstacle=words)

    def _for_margins(self) -> Budget:
        left = self.whole.deadline - thread_time()
        wanted = max(MARGINS * left, MARGINS_AT_LEAST * self.budget)
        return self.whole.part(max(0.0, min(wanted, left + LATE * self.budget)))

    def proved(self, name: str, proof: Proof, ways: Iterator[Step | Stuck]) -> Verdict | Stuck:
        """The first of some proofs that the kernel accepts; else where the last of them stopped.

        After the first that it refuses, one is looked for whose evidence is in its rules.
        """
        while True:
            found = self._timed(name, proof.budget, lambda: next(ways))
            if isinstance(found, Stuck):
                return found
            left = proof.budget.remaining()
            verdict = self._accepted(Proved(self.claim, evidence=found))
            if verdict is None and not self.written:
                self.written = True
                again = Proof(_first(self.whole), LEAVES[-1], WRITERS)
                written = self.proved("proof", again, again.proofs(self.claim))
                verdict = None if isinstance(written, Stuck) else written
            if verdict is not None:
                return verdict
            proof.budget = proof.budget.part(min(left, self.whole.remaining()))

    def _refuted(self, hunt: Budget) -> Verdict | None:
        # What is proved does not wait for the search, and the numerics it needs, to be loaded.
        from dpsym.provers.search import Search, search

        for plain in sample(self.claim):
            one = hunt if plain is self.claim else hunt.share(ONE_NUMBER)
            left: Search | None = search
            while left is not None:
                found = self._timed(search.name, one, partial(left.attempt, plain, one))
                if not isinstance(found, Witness):
                    break
                members = members_of(self.claim, plain)
                witness = replace(found, point=(*members, *found.point))
                verdict = self._accepted(Refuted(self.claim, witness=witness))
                left = left.beyond(plain, found)
                if verdict is not None or left is None:
                    return verdict
        return None

    def _accepted(self, found: Proved | Refuted) -> Verdict | None:
        """The verdict that the kernel accepts; None where it refuses, which is noted."""
        begun, spent = monotonic(), verifier.spent()
        verdict = accepted(found, self.whole.share(ACCEPTANCE))
        self.whole = self.whole.part(self.whole.remaining() - (verifier.spent() - spent))
        refused = verdict.why if isinstance(verdict, Undecided) else ""
        self.trail.append(Attempt("kernel", refused or "accepted", monotonic() - begun))
        self.refused = self.refused or refused
        return None if refused else verdict

    def _timed(self, name: str, budget: Budget, run: Callable[[], Found]) -> Found | Stuck:
        begun, place = monotonic(), len(self.trail)
        found = _stopped(name, budget, run)
        outcome = found.why if isinstance(found, Stuck) else "succeeded"
        self.trail.insert(place, Attempt(name, outcome, monotonic() - begun))
        return found


def _stopped(name: str, budget: Budget, run: Callable[[], Found]) -> Found | Stuck:
    """What a prover finds; that it fails, or takes longer than it has, is its own failure."""
    try:
        with stopping(OVERRUN * budget.remaining() + 1):
            return attempted(name, run)
    except OverrunError:
        return Stuck(f"{name}: stopped in a step of algebra that had used up the time")
