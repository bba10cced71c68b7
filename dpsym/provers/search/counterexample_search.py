"""The search for a counterexample, as a prover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import numpy as np
from sympy import Basic, Integer, S, Symbol, preorder_traversal

from dpsym.games.expressions import is_worst_adaptively, speaks_of_interaction
from dpsym.kernel.limits import may_be_infinite
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Integers, Sort
from dpsym.language.noises import MIRRORED
from dpsym.provers.prover import Budget, Stuck, attempted
from dpsym.provers.restate import at_most, restate
from dpsym.provers.search.attained import attained_witness
from dpsym.provers.search.certify import witness_at
from dpsym.provers.search.corners import corner_witness
from dpsym.provers.search.dips import lowest_witness
from dpsym.provers.search.equal_bounds import equal_witness
from dpsym.provers.search.extremal_laws import extremal_witness
from dpsym.provers.search.families import largest, second_rounds, spaces
from dpsym.provers.search.far_points import far_witness
from dpsym.provers.search.ground import ground_witness
from dpsym.provers.search.hunting import EFFORTS, PROMISING, Effort, Found, Hunt
from dpsym.provers.search.relations import related_witness
from dpsym.provers.search.samples import sampled_witness
from dpsym.provers.search.solved import solved_witness
from dpsym.provers.search.space import Space
from dpsym.provers.search.touching import touching_witness
from dpsym.verdict import Witness

SEED = 20160506
LONGEST, FAR, SOON = 8.0, 6.0, 1.0
"""Seconds for points nearby, for those far out, and for the first of these where rounds are
counted: of how many there are, few values are improved."""
MOST_FINITE = (Integer(5), Integer(50))
"""Bounds on divergences that are to be finite."""
ROUNDS = 0.25
"""Share of the time for candidates in many rounds, and as much for those of which the second is
chosen by the first answer; both have it also where fewer take longer."""
SOLVED = 0.5
"""Share of the time for the claim with the solution of an equation in the place of a name."""
ATTAINED = 0.4
"""Share of the time for points at which the bounds that are assumed are attained."""
FURTHER, TIED_SPACES = 8, 4
"""Families in which a smaller witness is looked for where the first is large, and those in which
points are certified whose sides floats do not tell apart."""
FIRST = 0.7
"""Share of the time for the first look at every family."""
EXACTLY = sampled_witness, extremal_witness, equal_witness, touching_witness, lowest_witness
"""What finds points that no candidate in simple numbers is."""
ADAPTIVE = 0.5
"""Share of the time for rounds that depend on the answers before, where these may do worse."""


@dataclass(frozen=True, slots=True)
class Search:
    """Looks for a point at which the hypotheses hold and a conclusion fails.

    Attributes:
        without: kinds of noise that stand for no mechanism, since the kernel could not compute what
            it adds.
        finite: whether no divergence is to be infinite.

    Guarantees:
        a witness is answered only with its hypotheses certified true and a conclusion certified
        false; see :func:`dpsym.provers.search.certify.certify`. The same claim and a sufficient
        budget give the same witness.
    """

    name: str = "search"
    seed: int = SEED
    attaining: bool = True
    without: frozenset[type[Basic]] = frozenset()
    finite: bool = False

    def accepts(self, claim: Claim) -> bool:
        """Whether the claim has a form of which points can be tried."""
        return not claim.objects(Sort.VARIABLE) and not any(
            atom.has(heads.MutualInformation) for atom in claim.atoms
        )

    def beyond(self, claim: Claim, witness: Witness) -> Search | None:
        """The search without what a witness may be refused for; None where nothing else is left.

        That is its kinds of noise; or infinite divergences, where its laws may have such.
        """
        nodes = [node for _, value in witness.point for node in preorder_traversal(value)]
        noise = {type(node) for node in nodes if isinstance(node, MIRRORED)} - self.without
        if noise:
            return replace(self, without=self.without | noise)
        empty = any(isinstance(node, heads.Finite) and S.Zero in node.args for node in nodes)
        infinite = empty and any(map(may_be_infinite, claim.atoms))
        return replace(self, finite=True) if infinite and not self.finite else None

    def attempt(self, claim: Claim, budget: Budget) -> Witness | Stuck:
        """A certified counterexample, or how far the search came."""
        if not self.accepts(claim):
            return Stuck("search: information bounds have no candidates")
        if self.finite:
            return self._where_finite(claim, budget)
        adaptively = is_worst_adaptively(claim)
        if adaptively or speaks_of_interaction(claim):
            # With it comes Hypothesis, a quarter of what importing the provers would cost.
            from dpsym.provers.search.instances import search_instances

            share = budget.share(ADAPTIVE) if adaptively else budget
            drawn = search_instances(claim, share)
            if not adaptively or isinstance(drawn, Witness):
                return drawn
        ground = attempted("noise laws", lambda: ground_witness(claim))
        if isinstance(ground, Witness):
            return ground
        solved = attempted("equations", lambda: self._solved(claim, budget.share(SOLVED)))
        if isinstance(solved, Witness):
            return solved
        related = attempted("relations", lambda: self._related(claim, budget.share(SOLVED)))
        if isinstance(related, Witness):
            return related
        counted = _counts(claim) and budget.remaining() > LONGEST + SOON + FAR
        limit = Budget.of(min(budget.remaining(), LONGEST + SOON * counted))
        reserved = ROUNDS * limit.remaining()
        hunts = [Hunt(space, np.random.default_rng(self.seed)) for space in self._spaces(claim)]
        if not hunts:
            return Stuck("search: no family of candidates for this claim")
        best: Found | None = None
        for effort in EFFORTS:
            if effort is EFFORTS[-1] and counted:
                found_soon = far_witness(claim, Budget.of(SOON))
                if found_soon is not None:
                    return found_soon
            order = sorted(hunts, key=lambda hunt: -hunt.best) if effort.rounds else hunts
            further = FURTHER
            within = limit.share(FIRST) if effort is EFFORTS[0] else limit
            for hunt in order:
                if within.spent or further == 0:
                    break
                found = hunt.run(effort, within)
                if found is not None and (best is None or found.size < best.size):
                    best = found
                if best is not None:
                    if best.small:
                        return best.witness
                    further -= 1
            if best is not None:
                return best.witness
            if effort is EFFORTS[0]:
                for exactly in EXACTLY:
                    exact = attempted(exactly.__name__, partial(exactly, claim, limit))
                    if isinstance(exact, Witness):
                        return exact
                attained = attempted(
                    "attained bounds", lambda: self._attained(claim, limit.share(ATTAINED))
                )
                if isinstance(attained, Witness):
                    return attained
                for of_rounds, efforts in ((largest, EFFORTS[:2]), (second_rounds, EFFORTS)):
                    rounds = self._among(of_rounds(claim), efforts, Budget.of(reserved))
                    if rounds is not None:
                        return rounds
        for hunt in hunts[:TIED_SPACES]:
            tied = None if limit.spent else hunt.tied() or hunt.mixed()
            if tied is not None:
                return tied
        cornered = corner_witness(claim, limit)
        if cornered is not None:
            return cornered
        found_far = far_witness(claim, Budget.of(min(budget.remaining(), FAR)))
        return found_far or _stuck(hunts)

    def _where_finite(self, claim: Claim, budget: Budget) -> Witness | Stuck:
        """A counterexample at which no divergence is infinite."""
        infinite = sorted(set().union(*map(may_be_infinite, claim.atoms)), key=str)
        for most in MOST_FINITE:
            bounds = [at_most(divergence, most) for divergence in infinite]
            bounded = restate(claim, claim.conclusions, hypotheses=(*claim.hypotheses, *bounds))
            found = replace(self, finite=False)._found(bounded, budget.share(SOLVED))
            witness = None if found is None else witness_at(claim, _named(claim, found))
            if witness is not None:
                return witness
        return Stuck("search: no counterexample was found where all divergences are finite")

    def _spaces(self, claim: Claim) -> list[Space]:
        """The families of candidates without noise that is left out."""
        return [
            space
            for space in spaces(claim)
            if not any(value.has(*self.without) for value in space.replaced.values())
        ]

    def _attained(self, claim: Claim, limit: Budget) -> Witness | None:
        """A counterexample at which the bounds of numbers that are assumed are attained."""
        inner = replace(self, attaining=False)
        return attained_witness(claim, inner._found, limit) if self.attaining else None

    def _among(
        self, candidates: Iterator[Space], efforts: Sequence[Effort], limit: Budget
    ) -> Witness | None:
        """A counterexample in spaces that the families of the search do not have."""
        hunts = [Hunt(space, np.random.default_rng(self.seed)) for space in candidates]
        for effort, hunt in product(efforts, hunts):
            found: Found | None = None if limit.spent else hunt.run(effort, limit)
            if found is not None:
                return found.witness
        return None

    def _solved(self, claim: Claim, budget: Budget) -> Witness | None:
        """A counterexample at a solution of an equation between numbers that is assumed."""
        return solved_witness(claim, lambda less: self._found(less, budget))

    def _related(self, claim: Claim, budget: Budget) -> Witness | None:
        """A counterexample in which all parts of compositions have the same neighbours."""
        return related_witness(claim, lambda same: self._found(same, budget))

    def _found(self, claim: Claim, budget: Budget) -> Witness | None:
        found = self.attempt(claim, budget)
        return found if isinstance(found, Witness) else None


def _named(claim: Claim, witness: Witness) -> dict[Symbol, Basic]:
    point = dict(witness.point)
    return {name: point[name.name] for name, _ in claim.domains}


def _counts(claim: Claim) -> bool:
    """Whether a name of the claim is an integer without an end."""
    endless = (d for _, d in claim.scalars() if isinstance(d, Integers))
    return any(domain.upper is S.Infinity for domain in endless)


def _stuck(hunts: list[Hunt]) -> Stuck:
    alive = [hunt for hunt in hunts if not hunt.dead]
    if not alive:
        return Stuck("search: no family of candidates can be evaluated for this claim")
    best = max(alive, key=lambda hunt: hunt.best)
    if best.best > PROMISING:
        return Stuck(
            f"search: {len(alive)} families tried; candidates that fail in floats "
            f"({best.space.label}) were not certified"
        )
    return Stuck(
        f"search: no counterexample in {len(alive)} families; the closest candidates "
        f"({best.space.label}) miss by {abs(best.best):.2g} of the size of the sides"
    )
