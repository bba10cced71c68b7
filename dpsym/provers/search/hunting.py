"""The search for a counterexample in one family of candidates, resumed with growing effort."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np
from sympy import Basic, Symbol

from dpsym.language import heads
from dpsym.language.noises import NOISES
from dpsym.provers.prover import Budget, Stuck, attempted
from dpsym.provers.search.certify import certify, witness_at
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.float_filter import not_clearly_none
from dpsym.provers.search.ground import ground_witness_at
from dpsym.provers.search.local_optimisation import chosen_of, climb, hop, merged, polish
from dpsym.provers.search.rounding import levels, names_of, point_of, round_all
from dpsym.provers.search.safe_score import safe_score
from dpsym.provers.search.shrink import shrink
from dpsym.provers.search.space import INFEASIBLE, Space
from dpsym.verdict import Witness

_NOISY = tuple(noise.mechanism for noise in NOISES.values())
"""Of many draws of noise certain values take seconds, and responses are worse."""
PROMISING = 1e-12
SHRINKING = 3.0
HOPS = 6
CLEARLY, MIXED = 1e-3, 12
"""A score that is no error of floats; candidates with mixed noise that are rounded."""
TIED, TIED_SAMPLES, TIED_POINTS = 1e-12, 200, 3
"""Scores that floats do not tell from zero; and how many points with such are certified."""
SMALL = 60.0
"""Complexity, in bits, of a witness that needs no smaller one."""


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
        as of :class:`~dpsym.provers.search.counterexample_search.Search`.
    """
    hunt = Hunt(space, np.random.default_rng(seed), shrinking=np.inf)
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
class Hunt:
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
        scored: list[Array] = []
        for block in np.array_split(fresh, 1 + len(fresh) // 300):
            if scored and budget.spent:
                break
            scored.append(score(block))
        values = np.concatenate(scored)
        fresh = fresh[: len(values)]
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
