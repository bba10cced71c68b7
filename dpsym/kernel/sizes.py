"""Capacities and recoveries of one mechanism, for other numbers of records, databases and names."""

from __future__ import annotations

from dpsym.algebra import Add, Basic, Expr, Le, Lt, S
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import weighted
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import lossless

_KINDS = heads.Capacity, heads.Recovery
WAYS: dict[type[Basic], tuple[str, ...]] = {
    heads.Capacity: ("records", "one block"),
    heads.Recovery: ("records", "databases", "names"),
}
"""By what two quantities of a kind are compared, beside the numbers of records."""


def sizes(goal: Goal) -> list[Claim]:
    """A quantity that is at most a multiple of another of its mechanism gives way to that.

    ``less`` stands on the smaller side, as a term of which the factor is >= 0, and gives way to
    the multiple of ``more``; or ``more`` on the larger one to the multiple of ``less``, which may
    be the number 1 for a recovery.
    """
    less, more = (goal.expression(goal.params.get(key)) for key in ("less", "more"))
    atom = plain(goal.atom)
    guessed = less == 1 and isinstance(more, heads.Recovery)
    if not isinstance(atom, Le | Lt) or not (guessed or type(less) is type(more)):
        raise Rejected((), "the conclusion is no inequality, or the quantities are of two kinds")
    if not guessed and not (isinstance(less, _KINDS) and less.args[0] == more.args[0]):
        raise Rejected((), f"{less} and {more} do not speak of one mechanism")
    by = goal.params.get("by")
    if by not in WAYS[type(more)]:
        raise Rejected((), f"sizes of {more} are not compared by {by!r}")
    factor, needed = at_most_times(less, more, by)
    below, above = atom.args
    if not guessed and below.has(less):
        below = _put(below, less, factor * more, needed)
    else:
        above = _put(above, more, less / factor, needed)
    replaced = atom.func(below, above, evaluate=False)
    return [*map(goal.stating, [replaced, *needed])]


def at_most_times(less: Basic, more: Basic, by: str) -> tuple[Expr, list[Basic]]:
    """What times the second quantity is at least the first, and for which sizes.

    Databases of n records are such of more, and blocks of them are blocks of as many more, or all
    "one block" of so many more. Of which database is drawn, lists of s names are right with the
    mean over m databases of the sum of the s largest probabilities of each answer. Without the
    database that loses least, or with one that is there already, the mean is no smaller; so that
    it grows with s, and falls with m. The sum itself grows with m ("databases"), and the mean over
    the list falls with s ("names"). Lists of all databases are right, and so is a share of those
    of fewer that do not look at the answer.
    """
    if less == 1:
        (_, c, t) = (*more.args[1:], S.One)[:3]
        return (c / t, [at_most(t, c)]) if by == "names" else (S.One, [at_most(c, t)])
    if isinstance(less, heads.Capacity):
        (blocks, records), (others, rooms) = ((S.One, *q.args[1:])[-2:] for q in (less, more))
        if by == "one block" and others == 1:
            return S.One, [at_most(blocks * records, rooms)]
        return S.One, [at_most(blocks, others), at_most(records, rooms)]
    (n, m, s), (k, c, t) = ((*q.args[1:], S.One)[:3] for q in (less, more))
    if by == "databases":
        return c / m, [at_most(n, k), at_most(m, c), at_most(s, t)]
    if by == "names":
        return s / t, [at_most(n, k), at_most(c, m), at_most(t, s)]
    return S.One, [at_most(n, k), at_most(c, m), at_most(s, t)]


def _put(side: Expr, old: Basic, new: Expr, needed: list[Basic]) -> Expr:
    """The side with another quantity, once its terms with the old one are multiples of that."""
    found: list[Expr] = []
    for part in Add.make_args(side):
        if part.has(old):
            weight, rest = weighted(part, _KINDS)
            if rest != old or weight.has(heads.Quantity):
                raise Rejected((), f"{part} is no multiple of {old}")
            needed.append(at_most(S.Zero, weight))
            part = weight * new
        found.append(part)
    return lossless(Add, *found)
