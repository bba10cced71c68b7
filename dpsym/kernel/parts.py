"""What holds of a mechanism that is made of others holds of its parts."""

from __future__ import annotations

from dpsym.algebra import Basic, Expr, Integer, S
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import PROCESSED
from dpsym.language.heads import Guarantee, is_scalar
from dpsym.language.meaning import rounds_of

_MADE = heads.Compose | heads.Concurrent | heads.Parallel
MAX_PARTS = 1000


def part(goal: Goal) -> list[Claim]:
    """What holds of a whole holds of its parts: other outputs are forgotten, neighbours a group.

    So it does of several parts in their order: who asks them need not ask the others, and takes no
    notice of what these answer. Of all parts nothing is forgotten. Among the maps of an output is
    the identity, and among the adversaries of an experiment one who stays with one pair. The whole
    must exist: nothing is said of groups of no databases.
    """
    whole, atom = goal.expression(goal.params.get("whole")), goal.atom
    if not isinstance(atom, Guarantee) or heads.is_scalar(whole):
        raise Rejected((), "the conclusion is no guarantee, or the whole no mechanism")
    needed: list[Basic] = []
    if not is_case(whole, atom.args[0]):
        found = among(whole, atom.args[0])
        forgets = bool(found) and not isinstance(whole, heads.Group)
        if found is None or (forgets and not isinstance(atom, PROCESSED)):
            raise Rejected((), f"{atom.args[0]} is no part of {whole}")
        if forgets:
            goal.axioms.add(DATA)
        needed = found
    stated = atom.func(whole, *atom.args[1:])
    return [goal.stating(stated), *map(goal.stating, needed)]


def is_case(whole: Basic, some: Basic) -> bool:
    """Whether the pairs of laws of ``some`` are among those of a whole.

    >>> M = heads.ObjectName("M")
    >>> is_case(heads.Hypotheses(heads.Compose(M, 2), heads.Ones(0), heads.Ones(2)), M)
    False
    """
    if whole.args[:1] != (some,):
        return False
    if isinstance(whole, heads.Hypotheses):
        repeated = isinstance(some, heads.Compose) and is_scalar(some.args[-1])
        count = some.args[-1] if repeated else Integer(len(rounds_of(some)))
        return set(whole.args[1:]) == {heads.Ones(0), heads.Ones(count)}
    return isinstance(whole, heads.Group | heads.PostProcess)


def among(whole: Basic, some: Basic) -> list[Basic] | None:
    """What makes some parts of a whole, in their order, all of ``some``; None where nothing does.

    Nothing is needed where these are all parts of the whole, and otherwise that they are no more;
    of groups, that theirs are no larger.

    >>> M, N = map(heads.ObjectName, "MN")
    >>> among(heads.Compose(M, N, M), heads.Compose(M, 2))
    [2 <= 3]
    >>> among(heads.Compose(M, M), heads.Compose(M, 2))
    []
    """
    if isinstance(whole, heads.Group) and isinstance(some, heads.Group):
        return [at_most(some.args[1], whole.args[1])] if whole.args[0] == some.args[0] else None
    if not isinstance(whole, _MADE):
        return None
    ours = [some] if some in whole.args else _listed(some) if some.func == whole.func else None
    theirs = _listed(whole)
    if ours is not None and theirs is not None:
        if ours == theirs and some.func == whole.func:
            return []
        left = iter(theirs)
        inside = all(one in left for one in ours)
        return [at_most(Integer(len(ours)), Integer(len(theirs)))] if inside else None
    kind, rounds = whole.args[0], whole.args[-1]
    if ours is not None:
        most = rounds if len(ours) > 1 else S.One
        return [at_most(Integer(len(ours)), most)] if set(ours) == {kind} else None
    if theirs is None and some.func == whole.func and some.args[0] == kind:
        count: Expr = some.args[-1]
        return [at_most(count, rounds)]
    return None


def _listed(mechanism: Basic) -> list[Basic] | None:
    """The parts one by one; None where they are too many, or nobody knows how many they are."""
    if not is_scalar(mechanism.args[-1]):
        return list(mechanism.args)
    kind, rounds = mechanism.args
    return [kind] * int(rounds) if rounds.is_Integer and 1 <= rounds <= MAX_PARTS else None
