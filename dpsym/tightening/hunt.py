"""The two ends of a constant while they close in on each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite

from sympy import Expr, Rational, S, oo

from dpsym.acceptance import accepted
from dpsym.checking import check
from dpsym.errors import ClaimError
from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.printing import text
from dpsym.provers.prover import Budget
from dpsym.provers.restate import stated_at, substitute
from dpsym.provers.search.constants import coarse, simple_constants
from dpsym.provers.search.extremal_constant import Candidate, Place, Pursuit
from dpsym.tightening.result import Trial
from dpsym.verdict import Proved, Refuted, Verdict, Witness

MOST_GUESSES = 6
LOOSER = ("0", "1e-7", "1e-5", "1e-3", "1/10", "1", "10")
FAR = 10**6
AIM = Rational(1, 10**7)
NEAR = ("1e-7", "1e-5", "1e-3", "1e-1")
TELLING, QUICK = -3.5, 60.0
"""A guess that costs at most this is tried at once, for at most so many seconds."""


@dataclass(slots=True)
class Hunt:
    """The two ends while they close in on each other."""

    pursuit: Pursuit
    budget: Budget
    width: Rational
    proved: tuple[Expr, Proved] | None = None
    failed: tuple[Expr, Refuted] | None = None
    place: Place | None = None
    estimate: float | None = None
    explored: bool = False
    tried: list[Trial] = field(default_factory=list)

    def run(self) -> None:
        """Close in until the ends are near enough, or the time is up."""
        unbounded: list[Candidate] = []
        for found in self.pursuit.candidates(self.budget.share(0.25)):
            self.explored = True
            unbounded += [c for c in found if not isfinite(c.value)]
            improved = any(self._start(c) for c in found if isfinite(c.value))
            for guess in self._guesses(TELLING)[:1] if improved else ():
                self._attempt(guess, min(QUICK, 0.55 * self.budget.remaining()))
                if self.near:
                    return
        if unbounded and self._far(unbounded):
            return
        if not self.explored:
            self._attempt(self._end(strong=True))
        again = [trial.value for trial in self.tried if trial.outcome == "undecided"][-1:]
        for guess in again + self._guesses(oo):
            self._attempt(guess, again=guess in again)
            if self.near:
                return
        self._loosen()
        self._press()
        self._halve()

    @property
    def near(self) -> bool:
        """Whether the ends are as near as was asked, or no time is left."""
        if self.proved and self.proved[0] == self._end(strong=True):
            return True
        ends = self.proved and self.failed
        close = bool(ends) and self._gap(self.proved[0]) <= self._aim(self.proved[0])  # type: ignore[index]
        return close or self.budget.spent

    def _aim(self, constant: Expr) -> Expr:
        return self.width * max(S.One, abs(constant))

    def _gap(self, constant: Expr) -> Expr:
        return abs(constant - self.failed[0]) if self.failed else S.Infinity

    def _end(self, *, strong: bool) -> Expr:
        """The end of the domain at which the claim says most, or least."""
        domain = self.pursuit.claim.domain(self.pursuit.name)
        assert isinstance(domain, Interval)
        return domain.lower if (self.pursuit.sense > 0) == strong else domain.upper

    def _beyond(self, value: Expr, other: Expr) -> bool:
        """Whether the claim says less with ``value``."""
        return bool((value - other) * self.pursuit.sense > 0)

    def _inside(self, value: Expr) -> bool:
        domain = self.pursuit.claim.domain(self.pursuit.name)
        assert isinstance(domain, Interval)
        low = value > domain.lower or (value == domain.lower and not domain.lower_open)
        high = value < domain.upper or (value == domain.upper and not domain.upper_open)
        return bool(low and high)

    def _is_open(self, value: Expr) -> bool:
        """Whether neither a proof nor a refutation already answers for this value."""
        return (
            self._inside(value)
            and not any(trial.value == value for trial in self.tried)
            and (self.failed is None or self._beyond(value, self.failed[0]))
            and (self.proved is None or self._beyond(self.proved[0], value))
        )

    def _start(self, candidate: Candidate) -> bool:
        """Whether the candidate is, after rounding, certified to need more than any before it."""
        middle = Rational(Fraction(candidate.value).limit_denominator(10**12))
        for part in NEAR:
            value = coarse(middle * (1 - self.pursuit.sense * Rational(part)), middle)
            if self.budget.spent or not self._is_open(value):
                return False
            found = self.pursuit.place(candidate, value)
            if found is not None and self._fails(value, found[1]):
                self.place, self.estimate = found[0], candidate.value
                return True
        return False

    def _at(self, value: Expr) -> Claim:
        claim = stated_at(self.pursuit.claim, {self.pursuit.name: value})
        if claim is None:
            raise ClaimError(
                f"the claim has no value where {self.pursuit.name} = {text(value)}",
                part=self.pursuit.name.name,
            )
        return claim

    def _fails(self, value: Expr, witness: Witness) -> bool:
        """Whether the kernel recomputes that the claim with this constant fails, which is kept."""
        verdict = accepted(Refuted(self._at(value), witness=witness), self.budget)
        if not isinstance(verdict, Refuted):
            return False
        self._fail(value, verdict)
        return True

    def _fail(self, value: Expr, verdict: Refuted) -> None:
        if self.failed is None or self._beyond(value, self.failed[0]):
            self.failed = value, verdict

    def _attempt(self, value: Expr, seconds: float | None = None, *, again: bool = False) -> bool:
        """Try to prove the claim with this constant; then pursue the worst point toward it."""
        if self.budget.spent or not (again or self._is_open(value)):
            return False
        if substitute(self.pursuit.claim, {self.pursuit.name: value}) is None:
            return False
        seconds = 0.3 * self.budget.remaining() if seconds is None else seconds
        verdict: Verdict = check(self._at(value), budget=max(1.0, seconds))
        self.tried.append(Trial(value, verdict.kind, verdict.seconds))
        if isinstance(verdict, Refuted):
            self._fail(value, verdict)
        if isinstance(verdict, Proved):
            self.proved = value, verdict
            self._follow(value, self.budget.share(0.3))
        return isinstance(verdict, Proved)

    def _guesses(self, most: Expr) -> list[Expr]:
        """Simple constants at the estimate that are open, with at most this cost."""
        if self.estimate is None:
            return []
        found = simple_constants(self.estimate, self.pursuit.sense)
        return [v for v, cost in found.items() if cost <= most and self._is_open(v)][:MOST_GUESSES]

    def _far(self, candidates: Sequence[Candidate]) -> bool:
        """Whether the claim certifiably fails for a constant far out."""
        far = S(FAR) if self.pursuit.sense > 0 else 1 / S(FAR)
        for candidate in candidates[:4] if self._is_open(far) else ():
            found = self.pursuit.place(candidate, far)
            if found is not None and self._fails(far, found[1]):
                return True
        return False

    def _loosen(self) -> None:
        """Constants ever farther beyond the estimate, until one is proved."""
        middle = self.failed[0] if self.failed else S.One
        for part in LOOSER if self.proved is None else ():
            value = middle + self.pursuit.sense * abs(middle or 1) * Rational(part)
            if self.near or self._attempt(value if value > 0 else middle / FAR):
                return

    def _press(self) -> None:
        """Constants that claim more than the proved one, until one is refuted."""
        for part in ("1/100", "1/10", "1", "10"):
            if self.proved is None or self.failed is not None or self.near:
                return
            value = self.proved[0]
            self._attempt(value - self.pursuit.sense * abs(value or 1) * Rational(part))

    def _halve(self) -> None:
        """Constants between the ends, as long as they are decided."""
        misses = 0
        while not self.near and self.proved and self.failed and misses < 4:
            share = Rational(1, 2 ** (1 + misses))
            aim = self.proved[0] + (self.failed[0] - self.proved[0]) * share
            count = len(self.tried)
            self._attempt(coarse(aim, self.proved[0]))
            fresh = self.tried[count:]
            misses = 0 if fresh and fresh[0].outcome != "undecided" else misses + 1

    def _follow(self, goal: Expr, budget: Budget) -> None:
        """Refute constants ever nearer to ``goal``, from the last place at which one failed."""
        if self.place is None or self.failed is None:
            return
        while not budget.spent and self._gap(goal) > self._aim(goal):
            gap = self._gap(goal)
            for part in (S.Zero, Rational(1, 100), Rational(1, 4)):
                value = coarse(goal - self.pursuit.sense * max(self._aim(goal), gap * part), goal)
                if self._step(value, budget):
                    break
            else:
                return

    def _step(self, value: Expr, budget: Budget) -> bool:
        """Refute one constant here or one move away."""
        assert self.place is not None
        if not self._is_open(value):
            return False
        for place in (self.place, *self.pursuit.moves(self.place)):
            if budget.spent:
                return False
            witness = self.pursuit.refute(place, value)
            if witness is not None and self._fails(value, witness):
                self.place = place
                return True
        return False
