"""Bounds on one pair of laws from any bounds on it, by the dual of a linear program.

If the least value of the larger side less the smaller is positive over all laws within the
hypotheses, there are factors of these with which the relation holds between what is integrated,
ratio by ratio. They are found in floats, rounded into the room there is, and used by a rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp, inf
from typing import Any

from sympy import Ge, Gt, Le, Lt, Rational, S

from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.moments.program import (
    Program,
    Solution,
    form_of,
    laws_in,
    log_ratios,
)
from dpsym.provers.numerics import np
from dpsym.provers.prover import Split
from dpsym.provers.rationals import simplest
from dpsym.provers.restate import fresh

ROOM = 1e-8
"""The least value, relative to the numbers, that is told from zero."""


class MomentDuality:
    """A relation between divergences of two laws, from factors of the hypotheses."""

    name = "duality of moments"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One scalar subgoal over the likelihood ratio, and what the factors need."""
        program, numbers = program_of(claim)
        if program is None:
            return
        solution = program.solve()
        if solution is None:
            return
        found = rounded(program, solution)
        if found is None:
            return
        (first, second), shares = found
        p, q = program.laws
        params: dict[str, Any] = {
            "names": {str(fresh(claim, "t")): text(p)},
            "multipliers": {text(p): text(first), text(q): text(second)},
            "shares": {str(n): text(s) for n, s in zip(numbers, shares, strict=True) if s != 0},
            "cells": cells(program, shares, float(solution.value)),
        }
        yield from by_rule("integrands", claim, params, "outcome by outcome, with the hypotheses")


def program_of(claim: Claim) -> tuple[Program | None, list[int]]:
    """The program of a claim about two laws, and the numbers of the hypotheses it has."""
    if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Le | Ge | Lt | Gt):
        return None, []
    (atom,) = claim.conclusions
    goal, laws = form_of(atom), laws_in([atom])
    if goal is None or not goal.parts or len(laws) != 2:
        return None, []
    numbers, given = [], []
    for number, hypothesis in enumerate(claim.hypotheses):
        form = form_of(hypothesis) if laws_in([hypothesis]) == laws else None
        if form is not None and form.parts:
            numbers.append(number)
            given.append(form)
    free = tuple(plain(claim.hypotheses[number]).is_Equality is True for number in numbers)
    low, high = log_ratios(claim.hypotheses, laws)
    return Program(goal, tuple(given), free, tuple(laws), low, high), numbers


def rounded(
    program: Program, solution: Solution, part: float = 0.4
) -> tuple[tuple[Rational, Rational], list[Rational]] | None:
    """Rational multipliers of the laws and factors of what is given; None without room.

    Each multiplier is larger than it need be by a part of the room.
    """
    limits = [abs(float(form.number)) for form in program.given]
    size = abs(float(program.goal.number)) + float(np.abs(solution.shares) @ np.array(limits))
    if solution.value <= ROOM * max(size, 1e-3):
        return None
    share = 0.2 * solution.value / (1 + len(limits))
    shares = []
    for factor, limit, free in zip(solution.shares, limits, program.free, strict=True):
        if abs(factor) * max(limit, 1e-6) < 1e-7 * solution.value:
            shares.append(S.Zero)
        else:
            step = min(share / max(limit, 1e-9), 0.01 * abs(factor))
            shares.append(_between(factor, factor + step) if not free else _near(factor, step))
    exact = np.array([float(s) for s in shares])
    dual = np.concatenate([solution.dual[:2], -exact])
    rows, _ = program.columns(_everywhere(program, solution))
    lift = max(0.0, -float((rows[0] + dual @ rows[1:]).min()))
    numbers = np.array([float(form.number) for form in program.given])
    room = solution.value - 2 * lift - float((exact - solution.shares) @ numbers)
    if room <= 0.1 * solution.value:
        return None
    first, second = (_near(m + lift + part * room, 0.02 * room) for m in solution.dual[:2])
    return (first, second), shares


def cells(program: Program, shares: Sequence[Rational], room: float) -> list[list[str]]:
    """Intervals of the likelihood ratio between its ends, one and the kinks.

    Of ratios above one the inverse is meant, so that all are bounded. Around a kink that is no
    rational stands an interval so small that little changes there.
    """
    first, second = map(text, program.laws)
    used = [(1.0, program.goal), *zip(map(float, shares), program.given, strict=True)]
    steep = sum(abs(share * float(f)) for share, form in used for f, _ in form.parts)
    width = max(min(1e-3, 0.02 * room / max(steep, 1.0)), 1e-9)
    cuts: list[tuple[float, float]] = [(0.0, 0.0)]
    for share, form in used:
        cuts += [(x - width, x + width) for x in form.kinks(program.laws) if x * share != 0]
    low = None if program.low == -inf else program.low - 1e-6
    high = None if program.high == inf else program.high + 1e-6
    ends = [end for cut in cuts for end in cut]
    inside = [x for x in ends if (low is None or x > low) and (high is None or x < high)]
    places = sorted({*inside, *(x for x in (low, high) if x is not None)})
    ratios: list[Fraction | None] = [*dict.fromkeys(map(_ratio, places))]
    ratios = [Fraction(0)] * (low is None) + ratios + [None] * (high is None)
    found = []
    for start, end in pairwise(ratios):
        if end is not None and end <= 1:
            found.append([first, str(start), str(end)])
        else:
            assert start is not None
            found.append([second, str(0 if end is None else 1 / end), str(1 / start)])
    return found


def _ratio(x: float) -> Fraction:
    """A rational near the exponential, nearer to it than what else is told apart here."""
    value = exp(abs(x))
    found = simplest(Fraction(value * (1 - 1e-10)), Fraction(value * (1 + 1e-10)))
    return found if x >= 0 else 1 / found


def _everywhere(program: Program, solution: Solution) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Ratios at which the rounded multipliers are tried."""
    low, high = max(program.low, -60.0), min(program.high, 60.0)
    ends = [-inf] * (program.low == -inf) + [inf] * (program.high == inf)
    near = [a + np.linspace(-0.1, 0.1, 201) for a in solution.atoms[np.isfinite(solution.atoms)]]
    tried = np.concatenate([np.linspace(low, high, 12_001), *near, ends])
    inside = (tried >= program.low) & (tried <= program.high)
    return np.asarray(tried[inside])


def _between(low: float, high: float) -> Rational:
    found = simplest(Fraction(float(low)), Fraction(float(high)))
    return Rational(found.numerator, found.denominator)


def _near(value: float, width: float) -> Rational:
    return _between(value - width, value + width)
