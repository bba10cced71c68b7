"""Smaller witnesses: simpler numbers, coarser laws, fewer atoms, while the claim still fails.

The ends of a domain are not sought where laws are about: a witness inside says more than one at the
edge. In claims about numbers alone they are as good as any.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
from sympy import Expr, Integer, Symbol

from dpsym.language import heads
from dpsym.language.domains import Integers, Interval
from dpsym.provers.prover import Budget
from dpsym.provers.search.certify import certify
from dpsym.provers.search.float_filter import not_clearly_none
from dpsym.provers.search.rounding import Exact, Level, names_of, point_of, read_off, round_law
from dpsym.provers.search.space import Hint, Space
from dpsym.verdict import Witness

ROUNDS = 4
ATTEMPTS = 5
SIMPLE = (
    0, 1, 2, Fraction(1, 2), 3, Fraction(3, 2), 4, 5, 10, Fraction(1, 3), Fraction(2, 3),
    Fraction(1, 4), Fraction(3, 4), Fraction(1, 5), Fraction(1, 6), Fraction(1, 8), Fraction(1, 10),
)  # fmt: skip
SIMPLE_PARTS = (1, 2, 3, Fraction(3, 2), 4, 5, Fraction(1, 2))
DENOMINATORS = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 40, 50, 100, 200, 500, 1000, 10**4)
PROMISING = 1e-9
FEW_STEPS = 14


def shrink(space: Space, exact: Exact, witness: Witness, budget: Budget) -> tuple[Exact, Witness]:
    """The simplest certified candidate that a few rounds of single changes reach.

    Guarantees:
        the witness is the given one or was answered by ``certify``.
    """
    hinted = frozenset(hint.name for hint in space.hints)
    for _ in range(ROUNDS):
        better = _once(space, exact, hinted, budget)
        if better is None:
            break
        exact, witness = better
    return exact, witness


def _once(
    space: Space, exact: Exact, hinted: frozenset[Symbol], budget: Budget
) -> tuple[Exact, Witness] | None:
    jobs = [
        (replace(variant, numbers=dict(variant.numbers)), level)
        for variant in _variants(space, exact)
        for level in _levels(space)
    ]
    if not jobs or budget.spent:
        return None
    found = [variant for variant, _ in jobs]
    scores = read_off(space, found, [level for _, level in jobs])
    size = exact.complexity(hinted) - 1e-9
    order = sorted(
        (variant.complexity(hinted), i)
        for i, variant in enumerate(found)
        if scores[i] > PROMISING and variant.complexity(hinted) < size
    )
    seen: set[object] = set()
    for i in not_clearly_none(space, found, [i for _, i in order]):
        if len(seen) >= ATTEMPTS or budget.remaining() <= 0:
            break
        values = names_of(space, found[i])
        key = tuple(values.items())
        if key in seen:
            continue
        seen.add(key)
        witness = certify(space, point_of(space, values), values)
        if witness is not None:
            return found[i], witness
    return None


def _levels(space: Space) -> list[Level]:
    if not space.readings:
        return [Level(0.1, 10, 0.1, True, False)]
    slacks = (0.2, 0.05, 0.01, 0.001)
    return [Level(0.1, 10, slack, hinted, False) for slack in slacks for hinted in (True, False)]


def _variants(space: Space, exact: Exact) -> Iterator[Exact]:
    """The candidate with one change."""
    for coordinate in space.coordinates:
        name, domain = coordinate.name, coordinate.domain
        hint = next((h for h in space.hints if h.name == name), None)
        low, high = float(domain.lower), float(domain.upper)
        whole = isinstance(domain, Integers)
        ends = _ends(domain) if _is_numeric(space) else ()
        for value in SIMPLE:
            inside = low < value < high or value in ends
            if inside and not (whole and Fraction(value).denominator > 1):
                yield _with(exact, name, Fraction(value), None)
        value_now, hint_now = exact.numbers[name]
        if isinstance(value_now, Fraction) and hint_now is None and value_now > 5:
            for part in (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10)):
                if low < round(value_now * part) < high:
                    yield _with(exact, name, Fraction(round(value_now * part)), None)
        if whole and np.isfinite(low):
            for step in _steps(value_now, int(low)):
                if low + step <= high:
                    yield _with(exact, name, Fraction(int(low) + step), None)
        for value in SIMPLE_PARTS if hint is not None else ():
            yield _with(exact, name, Fraction(value), hint)
    yield from _lighter(space, exact)


def _ends(domain: Interval | Integers) -> tuple[Expr, ...]:
    """The ends that belong to an interval."""
    if isinstance(domain, Integers):
        return ()
    closed = ((domain.lower, domain.lower_open), (domain.upper, domain.upper_open))
    return tuple(end for end, is_open in closed if not is_open)


def _is_numeric(space: Space) -> bool:
    """Whether the claim speaks of numbers alone."""
    return not any(atom.has(heads.Divergence, heads.Guarantee) for atom in space.claim.atoms)


def _steps(value: Fraction | Expr, low: int) -> Iterator[int]:
    """Small distances from the lower end of the integers, and halves, quarters... of this one."""
    yield from range(FEW_STEPS)
    distance = int(value) - low if isinstance(value, Fraction | Integer) else 0
    while distance > FEW_STEPS:
        distance //= 2
        yield distance


def _with(exact: Exact, name: Symbol, value: Fraction, hint: Hint | None) -> Exact:
    return replace(exact, numbers={**exact.numbers, name: (value, hint)})


def _lighter(space: Space, exact: Exact) -> Iterator[Exact]:
    """Coarser laws, one by one and all at once; laws with one atom fewer."""
    for denominator in DENOMINATORS:
        for drop in (True, False):
            level = Level(0.1, denominator, 0.0, False, drop)
            rounded = {
                name: round_law(np.array([float(p) for p in law]), level)
                for name, law in exact.laws.items()
            }
            if rounded:
                yield replace(exact, laws=rounded)
            if len(rounded) > 1:
                for name, law in rounded.items():
                    yield replace(exact, laws={**exact.laws, name: law})
    for row in space.rows:
        for source in range(row.atoms):
            for target in range(row.atoms):
                if source != target and not space.kernels:
                    merged = {n: _merge(exact.laws[n], source, target) for n in row.names}
                    if any(merged[n] != exact.laws[n] for n in row.names):
                        yield replace(exact, laws={**exact.laws, **merged})


def _merge(law: tuple[Fraction, ...], source: int, target: int) -> tuple[Fraction, ...]:
    masses = list(law)
    masses[target] += masses[source]
    masses[source] = Fraction(0)
    return tuple(masses)
