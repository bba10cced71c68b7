"""When one claim follows from another: the inequalities and conversions that are left."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, Expr, S, Symbol
from sympy.core.relational import (
    GreaterThan,
    LessThan,
    Relational,
    StrictGreaterThan,
    StrictLessThan,
)

from dpsym.errors import ClaimError
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import NONNEGATIVE, PROBABILITY, Domain, Integers, Interval
from dpsym.provers.restate import at_most, restate, scalar_hypotheses

_WITHIN_ONE = (heads.TotalVariation, heads.Hellinger, heads.HockeyStick)
_STRICT = (StrictLessThan, StrictGreaterThan)


def gaps(known: Claim, wanted: Claim) -> tuple[Claim, ...] | None:
    """Claims that make ``wanted`` follow from ``known``; None where the two are too different.

    The hypotheses of ``known`` must be among those of ``wanted`` and its domains no smaller. A
    conclusion about a mechanism follows from the others about it by a conversion; an inequality
    with one side in common from an inequality between the other sides.

    Guarantees:
        where ``known`` and all the claims hold, ``wanted`` holds.

    >>> from dpsym.language.parser import parse_claim
    >>> pinsker = parse_claim("KL(P, Q) >= 2*TotalVariation(P, Q)**2")
    >>> weaker = parse_claim("KL(P, Q) >= TotalVariation(P, Q)**2")
    >>> print(*gaps(pinsker, weaker))
    d0_**2 <= 2*d0_**2 for d0_ in [0, 1]
    """
    if not set(known.hypotheses) <= set(wanted.hypotheses) or not _covers(known, wanted):
        return None
    needed = []
    for atom in wanted.conclusions:
        if atom in known.conclusions:
            continue
        gap = next(_bridges(known, atom, wanted), None)
        if gap is None:
            return None
        needed.append(gap)
    return tuple(needed)


def _covers(known: Claim, wanted: Claim) -> bool:
    """Whether every point of the wanted claim is one of the known."""
    inside = dict(wanted.domains)
    return all(
        name in inside and (inside[name] == domain or _includes(domain, inside[name]))
        for name, domain in known.domains
    )


def _includes(larger: Domain, smaller: Domain) -> bool:
    if not isinstance(larger, Interval) or not isinstance(smaller, Interval | Integers):
        return False
    return larger.includes(smaller)


def _bridges(known: Claim, atom: Basic, wanted: Claim) -> Iterator[Claim]:
    """A claim with which the atom follows from a conclusion of the known claim."""
    for old in known.conclusions:
        if isinstance(atom, heads.Guarantee):
            if isinstance(old, heads.Guarantee) and old.args[0] == atom.args[0]:
                numeric = (h for h in wanted.hypotheses if not isinstance(h, heads.Guarantee))
                yield restate(wanted, [atom], hypotheses=(*numeric, old))
        elif (
            isinstance(atom, LessThan | GreaterThan)
            and isinstance(old, LessThan | GreaterThan | StrictLessThan | StrictGreaterThan)
        ) or (isinstance(atom, _STRICT) and isinstance(old, _STRICT)):
            yield from _between(old, atom, wanted)


def _between(old: Relational, new: Relational, wanted: Claim) -> Iterator[Claim]:
    """The inequality between the sides that differ, quantities as names of numbers."""
    if old.lts == new.lts:
        sides: tuple[Expr, Expr] = (old.gts, new.gts)
    elif old.gts == new.gts:
        sides = (new.lts, old.lts)
    else:
        return
    found = set().union(*(side.atoms(heads.Quantity) for side in sides))
    names: dict[Basic, Symbol] = {}
    domains: dict[Symbol, Domain] = {}
    for index, quantity in enumerate(sorted(found, key=str)):
        name = names[quantity] = Symbol(f"d{index}_")
        domains[name] = PROBABILITY if isinstance(quantity, _WITHIN_ONE) else NONNEGATIVE
        # Where the quantity is infinite, so must be the larger side, and nothing is left to show.
        infinite = domains[name] == NONNEGATIVE
        if infinite and (len(found) > 1 or not _grows(sides[1], quantity)):
            return
    small, large = (side.xreplace(names) for side in sides)
    try:
        yield restate(
            wanted, [at_most(small, large)], hypotheses=scalar_hypotheses(wanted), domains=domains
        )
    except ClaimError:
        return


def _grows(side: Expr, quantity: Basic) -> bool:
    """Whether the side is infinite where the quantity is."""
    return bool(side.subs(quantity, S.Infinity) == S.Infinity)


__all__ = ["gaps"]
