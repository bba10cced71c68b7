"""The search for a counterexample, as a prover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice, product
from typing import Any

import numpy as np
from sympy import Basic, Symbol, preorder_traversal

from dpsym.games.expressions import is_worst_adaptively, speaks_of_interaction
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Sort
from dpsym.language.noises import MIRRORED, NOISES
from dpsym.provers.prover import Budget, Stuck, attempted
from dpsym.provers.search.attained import attained_witness
from dpsym.provers.search.certify import certify, witness_at
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.equal_bounds import equal_witness
from dpsym.provers.search.extremal_laws import extremal_witness
from dpsym.provers.search.families import largest, second_rounds, spaces
from dpsym.provers.search.far_points import far_witness
from dpsym.provers.search.float_filter import not_clearly_none
from dpsym.provers.search.ground import ground_witness, ground_witness_at
from dpsym.provers.search.local_optimisation import chosen_of, climb, hop, merged, polish
from dpsym.provers.search.rounding import levels, names_of, point_of, round_all
from dpsym.provers.search.safe_score import safe_score
from dpsym.provers.search.samples import sampled_witness
from dpsym.provers.search.shrink import shrink
from dpsym.provers.search.solved import solved_witness
from dpsym.provers.search.space import INFEASIBLE, Space
from dpsym.verdict import Witness

_NOISY = tuple(noise.mechanism for noise in NOISES.values())
"""Of many draws of noise certain values take seconds, and responses are worse."""
SEED = 20160506
PROMISING = 1e-12
SHRINKING = 3.0
LONGEST, FAR = 8.0, 4.0
ROUNDS = 0.25
"""Share of the time for candidates in many rounds, and as much for those of which the second is
chosen by the first answer; both have it also where fewer take longer."""
SOLVED = 0.5
"""Share of the time for the claim with the solution of an equation in the place of a name."""
ATTAINED = 0.4
"""Share of the time for points at which the bounds that are assumed are attained."""
HOPS = 6
FURTHER = 8
"""Families in which a smaller witness is looked for where the first is large."""
CLEARLY, MIXED = 1e-3, 12
"""A score that is no error of floats; candidates with mixed noise that are rounded."""
TIED, TIED_SPACES, TIED_SAMPLES, TIED_POINTS = 1e-12, 4, 200, 3
"""Scores that floats do not tell from zero; and how many points with such are certified."""
SMALL = 60.0
"""Complexity, in bits, of a witness that needs no smaller one."""


@dataclass(frozen=True, slots=True)
class Search:
    """Looks for a point at which the hypotheses hold and a conclusion fails.

    Attributes:
        without: kinds of noise that stand for no mechanism, since the kernel could not compute what
            it adds.

    Guarantees:
        a witness is answered only with its hypotheses certified true and a conclusion certified
        false; see :func:`dpsym.provers.search.certify.certify`. The same claim and a sufficient
        budget give the same witness.
    """

    name: str = "search"
    seed: int = SEED
    attaining: bool = True
    without: frozenset[type[Basic]] = frozenset()

    def accepts(self, claim: Claim) -> bool:
        """Whether the claim has a form of which points can be tried."""
        return not claim.objects(Sort.VARIABLE) and not any(
            atom.has(heads.MutualInformation) for atom in claim.atoms
        )

    def beyond(self, witness: Witness) -> Search | None:
        """The search without the kinds of noise of a witness; None where it has no others."""
        nodes = (node for _, value in witness.point for node in preorder_traversal(value))
        noise = {type(node) for node in nodes if isinstance(node, MIRRORED)} - self.without
        return replace(self, without=self.without | noise) if noise else None

    def attempt(self, claim: Claim, budget: Budget) -> Witness | Stuck:
        """A certified counterexample, or how far the search came."""
        if not self.accepts(claim):
            return Stuck("search: information bounds have no candidates")
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
        limit = Budget.of(min(budget.remaining(), LONGEST))
        reserved = ROUNDS * limit.remaining()
        hunts = [_Hunt(space, np.random.default_rng(self.seed)) for space in self._spaces(claim)]
        if not hunts:
            return Stuck("search: no family of candidates for this claim")
        best: Found | None = None
        for effort in EFFORTS:
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
                for of_laws in (extremal_witness, equal_witness):
                    laws = attempted(of_laws.__name__, partial(of_laws, claim, limit))
                    if isinstance(laws, Witness):
                        return laws
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
        found_far = far_witness(claim, Budget.of(min(budget.remaining(), FAR)))
        return found_far or sampled_witness(claim) or _stuck(hunts)

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
        hunts = [_Hunt(space, np.random.default_rng(self.seed)) for space in candidates]
        for effort, hunt in product(efforts, hunts):
            found: Found | None = None if limit.spent else hunt.run(effort, limit)
            if found is not None:
                return found.witness
        return None

    def _solved(self, claim: Claim, budget: Budget) -> Witness | None:
        """A counterexample at a solution of an equation between numbers that is assumed."""
        return solved_witness(claim, lambda less: self._found(less, budget))

    def _found(self, claim: Claim, budget: Budget) -> Witness | None:
        found = self.attempt(claim, budget)
        return found if isinstance(found, Witness) else None


@dataclass(frozen=True, slots=True)
class Found:
    """A witness with how much there is to read in it, its laws apart."""

    witness: Witness
    complexity: float

    @property
    def support(self) -> int:
        """The most atoms of a law in it; two where there is none."""
        return max([2, *(len(law.args) for law in self._laws)])

    @property
    def size(self) -> tuple[int, float]:
        """What a smaller witness has less of: atoms, then digits."""
        return self.support, self.complexity

    @property
    def small(self) -> bool:
        """Whether there is no need to look for a smaller one."""
        return self.complexity <= SMALL and self.support == 2

    @property
    def _laws(self) -> Iterator[Basic]:
        return (law for _, value in self.witness.point for law in value.atoms(heads.Finite))


@dataclass(frozen=True, slots=True)
class Effort:
    """How much one pass over a space does.

    Attributes:
        samples: random candidates.
        elite: how many of them are improved.
        rounds: of improvement.
        certified: how many certifications may be tried.
        seconds: at most.
    """

    samples: int
    elite: int
    rounds: int
    certified: int
    seconds: float


FIRST = 0.7
"""Share of the time for the first look at every family."""
ADAPTIVE = 0.5
"""Share of the time for rounds that depend on the answers before, where these may do worse."""
EFFORTS = (
    Effort(600, 12, 0, 6, 0.6),
    Effort(1200, 16, 15, 8, 1.0),
    Effort(2500, 24, 50, 12, 3.0),
)


def exhausted(space: Space, seed: int) -> tuple[Found | None, float | None]:
    """A counterexample in one space and the least relative slack seen, by effort and not by time.

    The slack is None where no candidate can be evaluated, and not negative where no failure could
    be certified. Both depend on the space and the seed alone.

    Guarantees:
        as of :class:`Search`.
    """
    hunt = _Hunt(space, np.random.default_rng(seed), shrinking=np.inf)
    found = None
    for effort in EFFORTS:
        found = found or hunt.run(replace(effort, seconds=np.inf), Budget.of(np.inf))
    if hunt.dead or hunt.pool is None:
        return found, None
    best = float(safe_score(space, hunt.pool).max(initial=INFEASIBLE))
    if best <= INFEASIBLE:
        return found, None
    return found, -best if found is not None else max(-best, 0.0)


@dataclass(slots=True)
class _Hunt:
    """The search in one space, resumed with growing effort."""

    space: Space
    rng: np.random.Generator
    pool: Array | None = None
    best: float = -10.0
    dead: bool = False
    shrinking: float = SHRINKING
    tried: set[Any] = field(default_factory=set)

    @property
    def _threshold(self) -> float:
        """Above which a score is worth a certification; a space of one point always is."""
        return PROMISING if self.space.width else -np.inf

    def run(self, effort: Effort, limit: Budget) -> Found | None:
        """A witness from this space, if the effort finds one."""
        if self.dead:
            return None
        budget = Budget.of(min(effort.seconds, limit.remaining()))
        found = attempted(self.space.label, lambda: self._run(effort, budget))
        if isinstance(found, Stuck):
            self.dead = True
            self.best = -10.0
            return self._only_point()
        return found

    def _only_point(self) -> Found | None:
        """The one point of a space without anything to choose, which floats cannot evaluate."""
        noisy = any(conclusion.has(*_NOISY) for conclusion in self.space.conclusions)
        if self.space.width or self.space.readings or noisy:
            return None
        witness = certify(self.space, point_of(self.space, {}), {})
        return None if witness is None else Found(witness, 0.0)

    def tied(self) -> Witness | None:
        """A witness among points at which floats cannot tell the sides apart, the moderate first.

        There the sides may differ by less than floats hold, as at large parameters.
        """
        if self.dead or not self.space.width:
            return None
        z = self.space.sample(self.rng, TIED_SAMPLES)
        score = self.space.evaluate(z)
        # Ratios too large for floats make every score the same.
        close = z[(np.abs(score) < TIED) | (bool(self.space.ratios) & (score < INFEASIBLE))]
        for point, names in islice(self._moderate(close, TIED_POINTS), TIED_POINTS):
            witness = certify(self.space, point, names) or witness_at(self.space.claim, point)
            if witness is not None:
                return witness
        return None

    def mixed(self) -> Witness | None:
        """A witness among moderate points that fail in floats, where noise laws are mixed.

        Of these only the kernel has bounds, which take long.
        """
        mixed = any(
            atom.has(heads.Mixture) and atom.has(*NOISES) for atom in self.space.conclusions
        )
        if self.dead or not self.space.width or not mixed:
            return None
        z = self.space.sample(self.rng, TIED_SAMPLES)
        failing = self._moderate(z[self.space.evaluate(z) > CLEARLY], MIXED, above=CLEARLY)
        known = (p for p, _ in failing if all(value.is_Rational for value in p.values()))
        found = (ground_witness_at(self.space.claim, point) for point in islice(known, TIED_POINTS))
        return next((witness for witness in found if witness is not None), None)

    def _moderate(
        self, z: Array, count: int, above: float = -np.inf
    ) -> Iterator[tuple[dict[Symbol, Basic], dict[Symbol, Basic]]]:
        """The most moderate of some candidates, as exact points and as names of the space."""
        chosen = z[np.argsort(np.abs(z).max(axis=1), kind="stable")[:count]]
        if len(chosen):
            for exact, score in zip(
                *round_all(self.space, chosen, levels(self.space)), strict=True
            ):
                if score > above:
                    names = names_of(self.space, exact)
                    yield point_of(self.space, names), names

    def _score(self, z: Array) -> Array:
        """The score; points at which nothing is bounded by nothing are as good as none.

        Else such points, which are many where divergences vanish, would be the best of all that do
        not fail, and the search would stay with them.
        """
        score = self.space.evaluate(z)
        return np.where(score == 0, INFEASIBLE, score) if self.space.width else score

    def _run(self, effort: Effort, budget: Budget) -> Found | None:
        score = self._score
        fresh = self.space.sample(self.rng, effort.samples if self.space.width else 1)
        values = np.concatenate(
            [score(block) for block in np.array_split(fresh, 1 + len(fresh) // 300)]
        )
        candidates, values = merged(fresh, values, self.pool, score)
        chosen = chosen_of(candidates, values, effort.elite)
        elite, found = candidates[chosen], values[chosen]
        if effort.rounds and len(elite):
            elite, found = climb(
                score, elite, self.rng, rounds=effort.rounds, children=12, budget=budget
            )
            if effort.rounds > 20:
                top = int(found.argmax())
                elite[top] = polish(score, elite[top], evaluations=300, budget=budget)
                if self.space.has_chain and not budget.spent:
                    elite[top] = hop(score, elite[top], self.rng, hops=HOPS, evaluations=100)
                found = score(elite)
        self.pool = elite
        self.best = max(self.best, float(found.max(initial=-10.0)))
        failing = found > self._threshold
        return self._certified(elite[failing], found[failing], effort, budget)

    def _certified(self, z: Array, values: Array, effort: Effort, budget: Budget) -> Found | None:
        if not len(z):
            return None
        exacts, scores = round_all(self.space, z[np.argsort(-values)[:10]], levels(self.space))
        good = [i for i in range(len(exacts)) if scores[i] > self._threshold]
        hinted = frozenset(hint.name for hint in self.space.hints)
        good.sort(key=lambda i: (scores[i] < 1e-7, exacts[i].complexity(hinted)))
        attempts = 0
        for i in not_clearly_none(self.space, exacts, good):
            names = names_of(self.space, exacts[i])
            key = tuple(names.items())
            if key in self.tried:
                continue
            self.tried.add(key)
            witness = certify(self.space, point_of(self.space, names), names)
            if witness is not None:
                exact, witness = shrink(self.space, exacts[i], witness, Budget.of(self.shrinking))
                return Found(witness, exact.complexity(hinted))
            attempts += 1
            if attempts >= effort.certified or (attempts > 1 and budget.spent):
                break
        return None


def _stuck(hunts: list[_Hunt]) -> Stuck:
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
