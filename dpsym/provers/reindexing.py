"""Sums in whose terms the ends stand, as sums of which the terms do not depend on these."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

from sympy import Add, Expr, S, Sum, Symbol, expand, harmonic, log

from dpsym.kernel.implications import evident
from dpsym.kernel.terms import sign
from dpsym.language.claim import Claim
from dpsym.language.places import is_integral
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import asked_by, by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric, restate

Way = dict[str, str]
WORDS = "a sum with its terms in another order"
MOST_APART = 8


class Reindexing:
    """A sum from its other end, with a shifted index or from 1 on; a harmonic number as a sum."""

    name = "reindexing"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One way for each sum whose terms become free of a name, or that begins at a number."""
        if len(claim.conclusions) != 1 or not is_numeric(claim.conclusions[0]):
            return
        (atom,) = claim.conclusions
        sums = sorted(atom.atoms(Sum), key=str)
        for total in sums:
            for way in _simpler(total, claim):
                yield from _step(claim, {"sum": text(total), **way})
        reciprocal = {
            s.limits[0][2]: s.limits[0][0] for s in sums if s.function == 1 / s.limits[0][0]
        }
        for number in sorted(atom.atoms(harmonic), key=str):
            if number.args[0] in reciprocal:
                yield from _after(claim, number, S.Zero, reciprocal[number.args[0]])


class ShiftedDown:
    """A sum under a smaller index, so that its terms are those of another, or of a harmonic number.

    It is run through backwards, from an earlier index on, and backwards again.
    """

    name = "smaller index"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with such a sum to the same end, less its last terms."""
        if len(claim.conclusions) != 1 or not is_numeric(claim.conclusions[0]):
            return
        for total in _sums(claim):
            for apart in _apart(claim, total):
                yield from _shifted_down(claim, total, apart)
                return


def _apart(claim: Claim, total: Expr) -> Iterator[Expr]:
    """By what the index of a sum is to be less for its terms to be those of another one."""
    ((index, low, _),) = total.limits
    reciprocal = Sum(1 / index, (index, S.One, S.One))
    for other in (*_sums(claim), *([reciprocal] if claim.conclusions[0].has(harmonic) else ())):
        ((own, first, _),) = other.limits
        apart = low - first
        if apart.is_Integer and 0 < apart <= MOST_APART:
            moved = total.function.xreplace({index: index + apart})
            if expand(moved - other.function.xreplace({own: index})) == 0:
                yield apart


def _shifted_down(claim: Claim, total: Expr, apart: Expr) -> Iterator[Split]:
    ((_, low, high),) = total.limits
    stated, now = claim, total
    taken: list[tuple[Claim, Way]] = []
    goals: list[Claim] = []
    way: Way
    for way in ({"by": "reverse"}, {"by": "from", "offset": text(low - apart)}, {"by": "reverse"}):
        params = {"sum": text(now), **way}
        needed = asked_by("reindexed", stated, params)
        if not needed:
            return
        taken.append((stated, params))
        known = stated.conclusions[0].atoms(Sum)
        stated, *rest = (restate(need, need.conclusions) for need in needed)
        goals += [need for need in rest if not evident(need)]
        new = stated.conclusions[0].atoms(Sum) - known
        now = next((one for one in new if one.limits[0][2] == high), now)
    between: tuple[tuple[Claim, Split], ...] = ()
    for before, params in reversed(taken):
        split = Split((stated, *goals), WORDS, (), params, "reindexed", between=between)
        between = ((before, split),)
    yield between[0][1]


class HarmonicDifference:
    """The difference of two harmonic numbers as a sum, of which the terms are compared.

    Beside logarithms, or where the distance is no linear one; others rise step by step.
    """

    name = "harmonic difference"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One way for each pair of harmonic numbers that are so ordered, or may be."""
        if len(claim.conclusions) != 1 or not is_numeric(claim.conclusions[0]):
            return
        numbers = sorted(claim.conclusions[0].atoms(harmonic), key=str)
        known = dict(claim.domains)
        for more, less in permutations(numbers, 2):
            apart = more.args[0] - less.args[0]
            linear = all(len(part.free_symbols) < 2 for part in Add.make_args(expand(apart)))
            hard = claim.conclusions[0].has(log) or not linear
            if hard and not apart.is_number and not sign(-apart, known):
                yield from _after(claim, more, less.args[0])


def _after(
    claim: Claim, number: Expr, offset: Expr, index: Symbol | None = None
) -> Iterator[Split]:
    way = {"sum": text(number), "by": "after", "offset": text(offset)}
    yield from _step(claim, way | {"index": (index or fresh(claim, "i_")).name})


def _step(claim: Claim, params: dict[str, Any]) -> Iterator[Split]:
    yield from by_rule("reindexed", claim, params, WORDS)


def _sums(claim: Claim) -> list[Expr]:
    """The sums of the conclusion over one index."""
    found = sorted(claim.conclusions[0].atoms(Sum), key=str)
    return [total for total in found if len(total.limits) == 1]


def _begins(body: Expr, index: Symbol) -> Callable[[Expr], Expr | None]:
    """A function that tells at which number a sum of these terms begins; None for other sums."""

    def begin(total: Expr) -> Expr | None:
        ((own, low, _),) = total.limits
        alike = total.function.xreplace({own: index}) == body
        return low if alike and low.is_Integer else None

    return begin


def _simpler(total: Expr, claim: Claim) -> Iterator[Way]:
    """Ways in which the terms of a sum have fewer names, or it starts at a number.

    With a shifted index it is the difference of two, which are sought beside harmonic numbers.
    """
    if len(total.limits) != 1:
        return
    ((index, low, high),) = total.limits
    body = total.function
    names = body.free_symbols - {index}
    if not low.is_Integer:
        yield {"by": "from", "offset": "1"}
    else:
        alike = [own for own in map(_begins(body, index), _sums(claim)) if own is not None]
        if min(alike) < low:
            yield {"by": "from", "offset": text(min(alike))}
    if body.xreplace({index: low + high - index}).free_symbols - {index} < names:
        yield {"by": "reverse"}
    beside = claim.conclusions[0].has(harmonic)
    for part in sorted(body.atoms(Add), key=str) if beside else ():
        offset = part - index
        if offset.has(index) or not is_integral(offset, dict(claim.domains)):
            continue
        if body.xreplace({index: index - offset}).free_symbols - {index} < names:
            yield {"by": "shift", "offset": text(offset)}
