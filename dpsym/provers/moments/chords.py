"""A power of a bounded divergence below another one, by chords of the power.

Between two values of the divergence X a convex power of it lies below its chord there, which is
linear in X: that the chord lies below the other divergence is a relation of the kind that linear
programs decide. They say how long a chord may be, and finitely many cover all values of X.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from sympy import Expr, Le, Pow, Rational, S

from dpsym.kernel.implications import evident, plain
from dpsym.language.claim import Claim
from dpsym.language.divergences import BOUNDED, DIVERGENCES
from dpsym.language.heads import Divergence
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import alone, asked_by, by_rule
from dpsym.provers.moments.duality import program_of
from dpsym.provers.moments.program import Program
from dpsym.provers.prover import Split
from dpsym.provers.rationals import simplest
from dpsym.provers.restate import at_most, fresh, restate

MOST, BISECTIONS = 16, 6
"""Chords, and bisections for the length of one."""
LAYERS = 3
"""Functions of which a claim is solved for a divergence."""
KEPT = 100
"""Claims whose chords are remembered."""
TANGENTS, WRONG = (Rational(1, 64), Rational(1, 8)), 1e-8
"""Parts of the largest value at which a tangent of the power is first looked at, and by how much
one that is not below shows that no chords are."""
ROOM, LAST = 0.3, 1e-4
"""The part of the room at its upper end that a chord leaves, and by how much the last one goes
beyond the largest value."""
STEEPER, NOTHING = Rational(1001, 1000), 1e-11
"""A chord from 0 is also tried with a larger slope: where both vanish floats see nothing less."""
WORDS = "by chords of the power"


@dataclass(frozen=True, slots=True)
class _Power:
    """``factor*small**exponent <= large``."""

    factor: Expr
    small: Expr
    exponent: Expr
    large: Expr

    def at(self, value: Expr) -> Expr:
        """The smaller side at a value of the divergence."""
        return self.factor * value**self.exponent

    def line(self, slope: Expr, value: Expr) -> Expr:
        """The line with a slope that meets the power at a value."""
        return slope * self.small + (self.at(value) - slope * value)

    def above(self, line: Expr) -> Expr:
        """The larger side less a line."""
        return self.large - line

    def chord(self, low: Expr, high: Expr) -> Expr:
        """The chord between two values."""
        return self.line((self.at(high) - self.at(low)) / (high - low), high)


@dataclass(frozen=True, slots=True)
class Chords:
    """A power of a bounded divergence is below another divergence, piece by piece of its range.

    Attributes:
        hypotheses: how many the claim may have.
    """

    hypotheses: range
    name: ClassVar[str] = "chords"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim solved for the larger divergence; of that, the chords."""
        known = len(claim.hypotheses) in self.hypotheses
        if not known or claim.scalars() or len(claim.conclusions) != 1:
            return
        power = _power(claim)
        if power is None:
            for layers in range(LAYERS + 1):
                params = {"side": "large", "layers": layers}
                for split in by_rule("inverse", claim, params, "solved for a divergence"):
                    power = _power(split.subgoals[0]) if split.subgoals else None
                    if power is not None and _ends(split.subgoals[0], power):
                        yield split
                        return
            return
        ends = _ends(claim, power)
        if ends:
            within = {"between": text(power.small), "limit": text(ends[-1])}
            found = _step("cut", within, claim, {1: lambda c: _covered(c, claim, power, ends)})
            yield from filter(None, [found])


def _power(claim: Claim) -> _Power | None:
    atom = plain(claim.conclusions[0])
    if not isinstance(atom, Le) or not isinstance(atom.rhs, Divergence):
        return None
    found = atom.lhs.atoms(Divergence)
    factor, power = atom.lhs.as_independent(*found, as_Add=False)
    base, exponent = power.as_base_exp() if isinstance(power, Pow) else (power, S.One)
    if found != {base} or not isinstance(base, BOUNDED) or not (factor.is_Rational and factor > 0):
        return None
    return (
        _Power(factor, base, exponent, atom.rhs) if exponent.is_Integer and exponent > 1 else None
    )


@lru_cache(maxsize=KEPT)
def _ends(claim: Claim, power: _Power) -> tuple[Expr, ...]:
    """The ends of the chords, from 0 to above the largest value; none where they do not do."""
    below, most = _program(claim, -power.small), DIVERGENCES[type(power.small)].most
    room = None if below is None else _least(below)
    if room is None or room >= 0:
        return ()
    beyond = -room * (1 + LAST)
    ends = [most if beyond >= most else _between(-room * (1 + LAST / 2), beyond)]
    if not all(_has_room(claim, power.above(_tangent(power, part * ends[0])), -WRONG)
               for part in TANGENTS):  # fmt: skip
        return ()  # the claim is false
    while ends[-1] != 0:
        low = _longest(claim, power, ends[-1]) if len(ends) <= MOST else None
        if low is None:
            return ()
        ends.append(low)
    return tuple(ends[::-1])


def _tangent(power: _Power, value: Expr) -> Expr:
    """The line that touches the power at a value."""
    return power.line(power.exponent * power.at(value) / value, value)


def _longest(claim: Claim, power: _Power, high: Expr) -> Expr | None:
    """From where to a value a chord is below the larger divergence, with room beneath it."""
    slope = power.at(high) / high
    if _has_room(claim, power.above(STEEPER * slope * power.small), -NOTHING):
        return S.Zero
    touching = _program(claim, power.above(_tangent(power, high)))
    room = None if touching is None else _least(touching)
    if room is None or room <= 0:
        return None
    short, long = high, S.Zero
    for _ in range(BISECTIONS):
        middle = _between(*(float(long + share * (short - long)) for share in (0.45, 0.55)))
        if _has_room(claim, power.above(power.chord(middle, high)), ROOM * room):
            short = middle
        else:
            long = middle
    return short if short < high else None


def _program(claim: Claim, side: Expr) -> Program | None:
    """The program of the least value of what is linear in divergences."""
    return program_of(restate(claim, [at_most(S.Zero, side)]))[0]


def _least(program: Program) -> float | None:
    """The least value, in floats."""
    solution = program.solve()
    return None if solution is None else solution.value


def _has_room(claim: Claim, side: Expr, least: float) -> bool:
    """Whether what is linear in divergences is nowhere less, in floats."""
    program = _program(claim, side)
    return program is not None and program.is_at_least(least)


def _between(low: float, high: float) -> Rational:
    found = simplest(Fraction(low), Fraction(high))
    return Rational(found.numerator, found.denominator)


def _covered(goal: Claim, claim: Claim, power: _Power, ends: Sequence[Expr]) -> Split | None:
    """The values up to the last end: above the one before it by a chord, and below."""
    low, high = ends[-2:]

    def above(case: Claim) -> Split | None:
        return _below_the_chord(case, claim, power, power.chord(low, high))

    if low == 0:
        return above(goal)
    rest = {1: above, 2: lambda case: _covered(case, claim, power, ends[:-1])}
    return _step("cases", {"of": text(power.small - low)}, goal, rest)


def _below_the_chord(case: Claim, claim: Claim, power: _Power, chord: Expr) -> Split | None:
    """The chord is below the larger divergence, as the claim's own hypotheses say."""
    known = restate(claim, [at_most(chord, power.large)])
    names = {fresh(claim, "x").name: text(power.small)}

    def replaced(after: Claim) -> Split | None:
        return _step("numbers", {"names": names}, after, {})

    def bounded(after: Claim) -> Split | None:
        return _step("bound", {"fact": "hypothesis", "number": 0}, after, {0: replaced})

    cut = {"between": text(power.large), "limit": text(chord), "least": True}
    return _step("cut", cut, case, {1: bounded}, {0: known})


def _step(
    rule: str,
    params: dict[str, Any],
    claim: Claim,
    onward: dict[int, Callable[[Claim], Split | None]],
    known: dict[int, Claim] | None = None,
) -> Split | None:
    """A step by a rule, some of whose needs have ways of their own or follow from other claims."""
    split = next(by_rule(rule, claim, params, WORDS), None)
    between, left = list[tuple[Claim, Split]](), list[Claim]()
    for place, need in enumerate(asked_by(rule, claim, params)):
        if place in onward:
            way = onward[place](need)
            if way is None:
                return None
            between.append((need, way))
        elif not evident(need):
            left.append((known or {}).get(place) or alone(need))
    if split is None:
        return None
    return replace(split, subgoals=tuple(dict.fromkeys(left)), between=tuple(between))
