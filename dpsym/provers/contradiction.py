"""Claims that say nothing, since no numbers or laws satisfy what they assume of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sympy import Basic, Eq, Expr, Le, Lt, Max, Min, S, Symbol
from sympy.core.relational import GreaterThan, LessThan, Relational

from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import range_of
from dpsym.language.domains import Domain
from dpsym.language.printing import text
from dpsym.provers.divergences.outcomes import unsupported
from dpsym.provers.inequality import goal_of
from dpsym.provers.kernel_rules import asked_by, by_rule
from dpsym.provers.logic import ORDERED
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric, restate, scalar_hypotheses
from dpsym.provers.scalar import counterexample
from dpsym.provers.scalar.goal import size

SAMPLES = 40
"""So many points are tried: where one satisfies the hypotheses, nothing contradicts."""


class Contradiction:
    """The negative of one hypothesis follows from those about numbers before it."""

    name = "contradiction"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """That a hypothesis fails wherever those before it hold."""
        before: list[Basic] = []
        numbers = scalar_hypotheses(claim)
        for number, hypothesis in enumerate(claim.hypotheses):
            if isinstance(hypothesis, Eq) and hypothesis in numbers:
                for turned, failing in enumerate(unequal(hypothesis)):
                    if seems(claim, failing, before):
                        yield _split(claim, number, failing, before, turned=bool(turned))
                continue
            if not isinstance(hypothesis, ORDERED):
                continue
            kept = clash(hypothesis, claim.hypotheses[:number])
            if hypothesis in numbers:
                kept = tuple(before)
                before.append(hypothesis)
                if satisfied(claim, before):
                    continue
            elif kept is None and _never_seems(claim, hypothesis):
                kept = ()
            if kept is not None:
                yield _split(claim, number, negative(hypothesis), kept)
                return


class Beyond:
    """A number ends where a hypothesis about it does: beyond, the hypothesis fails."""

    name = "beyond its end"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """That a hypothesis fails wherever the conclusion, an end of a number, does."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], ORDERED):
            return
        (conclusion,) = claim.conclusions
        names = {side for side in conclusion.args if side.is_Symbol}
        if len(names) != 1 or conclusion.free_symbols != names or not is_numeric(conclusion):
            return
        outside = [negative(conclusion)]
        for number, hypothesis in enumerate(claim.hypotheses):
            if not isinstance(hypothesis, ORDERED) or not names <= hypothesis.free_symbols:
                continue
            failing = negative(hypothesis)
            signs = [Lt(S.Zero, mass, evaluate=False) for mass in unsupported(hypothesis)]
            signs += [failing] if is_numeric(hypothesis) else []
            if any(seems(claim, sign, outside) for sign in signs):
                goal = restate(claim, [failing], hypotheses=outside)
                detail = {"number": number, "beside": True}
                words = f"where it fails, {text(hypothesis)} does"
                yield Split((goal,), words, detail=detail, rule="contradiction")


class Contrapositive:
    """Where a conclusion about numbers fails, a longer hypothesis about the same names does."""

    name = "contrapositive"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """That a hypothesis fails wherever the conclusion does, and the other hypotheses hold."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], ORDERED):
            return
        (conclusion,) = claim.conclusions
        numbers = scalar_hypotheses(claim)
        for number, hypothesis in enumerate(claim.hypotheses):
            if hypothesis not in numbers or not conclusion.free_symbols <= hypothesis.free_symbols:
                continue
            if _length(conclusion) >= _length(hypothesis):
                continue
            others = (*claim.hypotheses[:number], *claim.hypotheses[number + 1 :])
            given = [negative(conclusion), *others]
            equation = isinstance(hypothesis, Eq)
            ways = unequal(hypothesis) if equation else (negative(hypothesis),)
            for turned, failing in enumerate(ways):
                if seems(claim, failing, [h for h in given if is_numeric(h)]):
                    goal = restate(claim, [failing], hypotheses=given)
                    detail = {"number": number, "beside": True}
                    detail |= {"turned": True} if turned else {}
                    words = f"where it fails, {text(hypothesis)} does"
                    yield Split((goal,), words, detail=detail, rule="contradiction")


class Reached:
    """A conclusion about numbers from what a quantity is assumed to reach, and a bound of it."""

    name = "what is reached"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The bound that is claimed for the quantity itself, or that it is smaller elsewhere."""
        (conclusion, *more) = claim.conclusions
        if more or not isinstance(conclusion, ORDERED) or not is_numeric(conclusion):
            return
        least, most = plain(conclusion).args
        for number, hypothesis in enumerate(claim.hypotheses):
            if not isinstance(hypothesis, ORDERED | Eq):
                continue
            low, high = plain(hypothesis).args
            turned = isinstance(hypothesis, Eq) and isinstance(low, heads.Quantity)
            low, high = (high, low) if turned else (low, high)
            if not isinstance(high, heads.Quantity) or low.has(heads.Quantity):
                continue
            if low == least:
                cut = {"between": text(high), "limit": text(most)}
                asked = (restate(part, part.conclusions) for part in asked_by("cut", claim, cut))
                yield Split(tuple(asked), f"{text(high)} is bounded", (), cut, "cut")
            params = {"number": number, "beside": True} | ({"turned": True} if turned else {})
            words = f"where it fails, {text(hypothesis)} does"
            yield from by_rule("contradiction", claim, params, words)


def _length(relation: Basic) -> int:
    return sum(map(size, relation.args))


def _split(
    claim: Claim, number: int, failing: Basic, kept: Sequence[Basic], *, turned: bool = False
) -> Split:
    detail: dict[str, object] = {"number": number}
    return Split(
        (restate(claim, [failing], hypotheses=kept),),
        f"nothing satisfies {text(claim.hypotheses[number])}",
        detail=detail | ({"turned": True} if turned else {}),
        rule="contradiction",
    )


def negative(hypothesis: Relational) -> Relational:
    """The inequality that holds where one that is assumed does not."""
    strict = isinstance(hypothesis, GreaterThan | LessThan)
    return (Lt if strict else Le)(hypothesis.gts, hypothesis.lts, evaluate=False)


def unequal(equation: Eq) -> tuple[Relational, Relational]:
    """The two inequalities of which one holds where an equation does not."""
    left, right = equation.args
    return Lt(right, left, evaluate=False), Lt(left, right, evaluate=False)


def clash(hypothesis: Relational, before: Sequence[Basic]) -> tuple[Basic, ...] | None:
    """The hypotheses with which nothing satisfies one about a divergence; None for others.

    These are none, where it lies outside of its range, or one of those before it. Bounds are
    constants.
    """
    for low, high, own in _ranges(hypothesis):
        others: list[tuple[tuple[Basic, ...], Expr, Expr, bool]] = [((), low, high, False)]
        for other in before:
            if isinstance(other, ORDERED):
                strict = not isinstance(other, GreaterThan | LessThan)
                others += [((other,), a, b, strict) for a, b, of in _ranges(other) if of == own]
        given = not isinstance(hypothesis, GreaterThan | LessThan)
        for kept, lower, upper, strict in others:
            room = Min(high, upper) - Max(low, lower)
            if room.is_negative or (room.is_zero and (strict or given)):
                return kept
    return None


def _never_seems(claim: Claim, hypothesis: Relational) -> bool:
    """Whether no numbers in the place of quantities, and of names, are seen to satisfy it."""
    found = sorted(hypothesis.atoms(heads.Quantity), key=str)
    names = {quantity: fresh(claim, f"d{i}_") for i, quantity in enumerate(found)}
    sides = (side.xreplace(names) for side in hypothesis.args)
    named = hypothesis.func(*sides, evaluate=False)
    ranges: dict[Symbol, Domain] = {names[quantity]: range_of(quantity) for quantity in found}
    known = restate(claim, [named], hypotheses=(), domains=ranges)
    return is_numeric(named) and not satisfied(known, [named])


def _ranges(hypothesis: Relational) -> Iterator[tuple[Expr, Expr, Basic]]:
    """From where to where a quantity lies that is compared with a constant."""
    for bound, own in ((hypothesis.gts, hypothesis.lts), (hypothesis.lts, hypothesis.gts)):
        if isinstance(own, heads.Quantity) and bound.is_number:
            known = range_of(own)
            if own == hypothesis.lts:
                yield known.lower, Min(bound, known.upper), own
            else:
                yield Max(bound, known.lower), known.upper, own


def seems(claim: Claim, atom: Relational, given: Sequence[Basic]) -> bool:
    """Whether no point is found at which an inequality fails, and hypotheses hold."""
    strict = not isinstance(atom, GreaterThan | LessThan)
    goal = goal_of(restate(claim, [atom], hypotheses=given), atom.gts - atom.lts, strict=strict)
    return counterexample(goal, SAMPLES) is None


def satisfied(claim: Claim, hypotheses: Sequence[Basic], count: int = SAMPLES) -> bool:
    """Whether a point is found that satisfies hypotheses about numbers."""
    assumed = restate(claim, hypotheses[:1], hypotheses=hypotheses)
    return counterexample(goal_of(assumed, S.NegativeOne), count) is not None


__all__ = [
    "ORDERED",
    "Beyond",
    "Contradiction",
    "Contrapositive",
    "Reached",
    "clash",
    "negative",
    "satisfied",
    "seems",
    "unequal",
]
