"""Sums with the same terms in another order, under other indices, or as differences of sums."""

from __future__ import annotations

from dpsym.algebra import Add, Basic, Expr, S, Sum, Symbol, harmonic
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import is_finite, parts_of, substitute
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import lossless
from dpsym.language.heads import ObjectName, Quantity
from dpsym.language.places import is_integral


def reindexed(goal: Goal) -> list[Claim]:
    """A sum of the conclusion, the parameter 'sum', is written otherwise.

    The terms f(i) for i from a to b, with b >= a - 1 since the sum has a value, are

    * those of f(a + b - i) for i from a to b ("reverse");
    * those of f(i - c) from a on, up to b + c, less those up to a + c - 1 ("shift"), for an
      integer c >= 0;
    * those from c on, less those from c to a - 1 ("from"), for an integer c <= a.

    Of ``harmonic(p)``, ``harmonic(c)`` and the sum of 1/(c + i) for i from 1 to p - c, for an
    integer c with 0 <= c <= p ("after"). What is new is asked whether it has a value; the sum, of
    which the terms are among its terms, has one where that has and b >= a - 1, which is asked too:
    a shift and a start before hide ends that are further apart in the other direction.
    """
    old, by = goal.expression(goal.params.get("sum")), str(goal.params.get("by"))
    known = {name for name, _ in goal.claim.domains}
    if not goal.atom.has(old) or not old.free_symbols <= known or old.has(Quantity, ObjectName):
        raise Rejected((), f"{old} is no sum of numbers of the conclusion")
    needed: list[Basic] = []
    offset = S.Zero if by == "reverse" else _integer(goal)
    if isinstance(old, harmonic) and by == "after":
        (last,) = old.args
        index = _index(goal, old)
        needed = [at_most(S.Zero, offset), at_most(offset, last)]
        rest = Sum(1 / (offset + index), (index, S.One, last - offset))
        new = lossless(Add, harmonic(offset), rest)
    elif isinstance(old, Sum) and len(old.limits) == 1:
        new = _written(old, by, offset, needed)
    else:
        raise Rejected((), f"{old} is no sum")
    stated = goal.put(goal.atom, {old: new})
    if parts_of([new]) <= parts_of(stated.args):
        goal.said |= parts_of([old])
    return [goal.stating(stated), *map(goal.stating, needed)]


def _index(goal: Goal, old: Expr) -> Symbol:
    """A name that the claim does not use, or that of a sum beside which the new one stands."""
    sums, names = goal.atom.atoms(Sum), {name for name, _ in goal.claim.domains}
    if not any(total.has(old) for total in sums):
        for index in {total.limits[0][0] for total in sums} - names:
            if index.name == goal.params.get("index"):
                return index
    (index,) = goal.fresh("index")
    return index


def _integer(goal: Goal) -> Expr:
    found: Expr = goal.expression(goal.params.get("offset"))
    domains = dict(goal.claim.domains)
    if not heads.is_scalar(found) or not is_integral(found, domains):
        raise Rejected((), f"{found} may be no integer")
    if not is_finite(found, domains):
        raise Rejected((), f"{found} may be infinite")
    return found


def _written(old: Sum, by: str, offset: Expr, needed: list[Basic]) -> Expr:
    ((index, low, high),) = old.limits
    if any(part.has(index) for part in (low, high, offset)):
        raise Rejected((), f"{index} is bound, and stands in the ends or the offset")
    body = old.function
    if by != "reverse":
        needed.append(at_most(low, lossless(Add, high, S.One)))
    if by == "reverse":
        return Sum(substitute(body, {index: low + high - index}), (index, low, high))
    if by == "shift":
        needed.append(at_most(S.Zero, offset))
        moved = substitute(body, {index: index - offset})
        ends = (low, high + offset), (low, low + offset - 1)
    elif by == "from":
        needed.append(at_most(offset, low))
        moved, ends = body, ((offset, high), (offset, low - 1))
    else:
        raise Rejected((), f"there is no way {by!r}")
    whole, part = (Sum(moved, (index, *end)) for end in ends)
    return lossless(Add, whole, -part)
