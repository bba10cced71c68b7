"""The best constant in a claim, between one that is proved and one that is refuted.

A claim with a free constant, such as ``PureDP(M, eps) => ZCDP(M, c*eps**2)``, holds from some
value of the constant on (or up to one). That value is estimated in floats; simple exact constants
next to the estimate are tried for a proof; and the worst point is pursued to where the claim
certifiably fails for a constant almost as good. Floats only propose: one end of the answer is a
proof, the other a witness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from time import monotonic
from typing import Any

from sympy import Expr, Rational, S, oo

from dpsym.certification.verdicts import accepted
from dpsym.checking import check
from dpsym.errors import ClaimError
from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.printing import text
from dpsym.language.tables import aligned, table
from dpsym.provers.monotone_direction import constant_of, sense_of
from dpsym.provers.prover import Budget
from dpsym.provers.restate import substitute
from dpsym.provers.search.constants import coarse, shown, simple_constants
from dpsym.provers.search.extremal_constant import Candidate, Place, Pursuit
from dpsym.statement import Theorem
from dpsym.verdict import Proved, Refuted, Verdict, Witness, verdict_to_json

WANTED = Rational(1, 10**6)
"""An enclosure this narrow, relative to constants above one, is called sharp."""
MOST_GUESSES = 6
LOOSER = ("0", "1e-7", "1e-5", "1e-3", "1/10", "1", "10")
FAR = 10**6
AIM = Rational(1, 10**7)
NEAR = ("1e-7", "1e-5", "1e-3", "1e-1")
TELLING, QUICK = -3.5, 60.0
"""A guess that costs at most this is tried at once, for at most so many seconds."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One value of the constant that was tried: what came of it, in how many seconds."""

    value: Expr
    outcome: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Tightening:
    """An enclosure of the best constant of a claim.

    Attributes:
        claim: the claim with the constant free.
        name: the constant.
        lower: the lower end of the enclosure; the end of the domain where nothing better is known.
        upper: the upper end.
        proof: the proved claim with the better-known end put in; None where none was proved.
        witness: the refuted claim with the other end put in; None where none was refuted.
        tried: the values that were tried, in order.
        greatest: whether the greatest constant is sought, because larger ones claim more.
        monotone: whether it was proved that the claim with one constant implies the claim with
            every weaker one; otherwise the ends are a proof and a refutation, and no more.
        seconds: the time it took.

    Guarantees:
        the claim holds with the end at which ``proof`` stands and fails with the end at which
        ``witness`` stands. Without a witness the other end is that of the domain.
    """

    claim: Claim
    name: str
    lower: Expr
    upper: Expr
    proof: Proved | None
    witness: Refuted | None
    tried: tuple[Trial, ...] = ()
    greatest: bool = False
    monotone: bool = True
    seconds: float = 0.0

    @property
    def width(self) -> Expr:
        """How far the ends lie apart; oo where one is unknown."""
        return self.upper - self.lower

    @property
    def sharp(self) -> bool:
        """Whether the enclosure is at most a millionth wide, relative to constants above one."""
        if self.proof is None or not self.width.is_finite:
            return False
        return bool(self.width <= WANTED * max(S.One, abs(self.upper)))

    def rows(self) -> list[tuple[str, str]]:
        """What was found, each with a label."""
        least = "greatest" if self.greatest else "least"
        rows = [(least, f"{self.name} in [{shown(self.lower)}, {shown(self.upper)}]")]
        proved, failed = (self.lower, self.upper) if self.greatest else (self.upper, self.lower)
        if self.proof is not None:
            rows.append(("proved", f"{self.name} = {shown(proved)} ({self.proof.reason})"))
        if self.witness is not None and self.witness.witness is not None:
            found = self.witness.witness
            values = [row for row in found.shown() if row[1] not in ("P", "Q") or row[0] == "at"]
            where = ", ".join(f"{name} = {text(value)}" for _, name, value, _ in values)
            rows.append(("refuted", f"{self.name} = {shown(failed)} at {where}"))
        open_ = [t for t in self.tried if t.outcome == "undecided" and not self.sharp]
        rows += [("tried", f"{self.name} = {shown(t.value)}: undecided") for t in open_]
        if not self.monotone:
            rows.append(("note", f"that the claim is monotone in {self.name} was not proved"))
        return [*rows, ("time", f"{self.seconds:.2f} s")]

    def text(self) -> str:
        """The enclosure for a reader, without a final newline."""
        return aligned(f"{'Sharp' if self.sharp else 'Rough':<9}  {self.claim.text}", self.rows())

    def _repr_html_(self) -> str:
        return table(self.claim.text, self.rows())

    def to_json(self) -> dict[str, Any]:
        """The enclosure as JSON data; numbers as text of the claim language."""
        return {
            "claim": self.claim.text,
            "name": self.name,
            "sought": "greatest" if self.greatest else "least",
            "lower": text(self.lower),
            "upper": text(self.upper),
            "sharp": self.sharp,
            "monotone": self.monotone,
            "proof": verdict_to_json(self.proof) if self.proof is not None else None,
            "witness": verdict_to_json(self.witness) if self.witness is not None else None,
            "tried": [
                {"value": text(t.value), "outcome": t.outcome, "seconds": round(t.seconds, 3)}
                for t in self.tried
            ],
            "seconds": round(self.seconds, 3),
        }

    __str__ = text


def tighten(
    claim: str | Claim | Theorem,
    name: str,
    *,
    budget: float = 120.0,
    width: Expr = AIM,
    lower: Expr | None = None,
    upper: Expr | None = None,
) -> Tightening:
    """The best value of the constant ``name`` of a claim, as an enclosure with both ends certain.

    The constant ranges over its domain in the claim, [0, oo) where it has none, cut to ``lower``
    and ``upper`` where these are given. ``width`` is what is aimed at, relative to constants
    above one. Whether the least or the greatest constant is sought follows from the claim.

    Raises:
        ClaimError: the claim is not well formed, has no such numeric constant, or the budget or
            width is not positive.

    Guarantees:
        those of :class:`Tightening`.

    >>> found = tighten("tanh(x) <= c*x for x in [0, oo)", "c")
    >>> found.upper, found.sharp
    (1, True)
    """
    for label, amount in (("budget", budget), ("width", width)):
        if not amount > 0:
            raise ClaimError(f"{label}={amount!r}", remedy=f"give a positive {label}")
    start = monotonic()
    whole, symbol = constant_of(claim, name, lower, upper)
    sense, monotone = sense_of(whole, symbol, Budget.of(min(5.0, budget / 10)))
    hunt = _Hunt(Pursuit(whole, symbol, sense), Budget.of(budget), Rational(width))
    hunt.run()
    domain = whole.domain(symbol)
    assert isinstance(domain, Interval)
    proved = hunt.proved[0] if hunt.proved else (domain.lower if sense < 0 else domain.upper)
    failed = hunt.failed[0] if hunt.failed else (domain.upper if sense < 0 else domain.lower)
    return Tightening(
        whole,
        name,
        failed if sense > 0 else proved,
        proved if sense > 0 else failed,
        hunt.proved[1] if hunt.proved else None,
        hunt.failed[1] if hunt.failed else None,
        tuple(hunt.tried),
        sense < 0,
        monotone,
        monotonic() - start,
    )


@dataclass(slots=True)
class _Hunt:
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
        claim = substitute(self.pursuit.claim, {self.pursuit.name: value})
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


__all__ = ["Tightening", "Trial", "tighten"]
