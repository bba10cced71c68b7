"""What holds of a mechanism that is made of others holds of its parts."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from dpsym.algebra import Basic, Expr, Integer, S
from dpsym.errors import EvaluationError
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import GUARANTEES, PROCESSED, Meaning
from dpsym.language.heads import Guarantee, Ones, is_scalar
from dpsym.language.hypotheses import differences, is_set
from dpsym.language.meaning import rounds_of

_MADE = heads.Compose | heads.Concurrent | heads.Parallel
MAX_PARTS = 1000


def part(goal: Goal) -> list[Claim]:
    """What holds of a whole holds of its parts: other outputs are forgotten, neighbours a group.

    So it does of several parts in their order: who asks them need not ask the others, and takes no
    notice of what these answer. Of all parts nothing is forgotten. Among the maps of an output is
    the identity, and among the adversaries of an experiment one who stays with one pair, in the
    order that each round needs; of rounds whose bits agree it takes no notice. Who may interleave
    mechanisms may ask one after the other, in any order. The whole must exist: nothing is said of
    groups of no databases.

    With ``copies`` the whole runs the mechanism of the conclusion several times, and its bound is
    as many times as large: what adds up over independent draws is a share of it.
    """
    whole, atom = goal.expression(goal.params.get("whole")), goal.atom
    if not isinstance(atom, Guarantee) or heads.is_scalar(whole):
        raise Rejected((), "the conclusion is no guarantee, or the whole no mechanism")
    if goal.params.get("copies") is True:
        first, number = GUARANTEES.get(type(atom), Meaning()).added, copies(whole, atom.args[0])
        if not first or number is None:
            raise Rejected((), f"{atom} is no share of what holds of {whole}")
        goal.axioms.add(DATA)
        kept, shared = atom.args[1:first], atom.args[first:]
        many = atom.func(whole, *kept, *(number * share for share in shared))
        return [goal.stating(many), goal.stating(at_most(S.One, number))]
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
    if _once(whole) == _once(some):
        return True
    if whole.args[:1] != (some,):
        return False
    if isinstance(whole, heads.Hypotheses):
        repeated = isinstance(some, heads.Compose) and is_scalar(some.args[-1])
        count = some.args[-1] if repeated else Integer(len(rounds_of(some)))
        return set(whole.args[1:]) == {heads.Ones(0), heads.Ones(count)}
    return isinstance(whole, heads.Group | heads.PostProcess)


def _once(mechanism: Basic) -> Basic:
    """The mechanism itself of groups of neighbours, of one round, and of samples of all records."""
    single = heads.Group | heads.Compose | heads.Subsample
    while isinstance(mechanism, single) and mechanism.args[1:] == (S.One,):
        mechanism = mechanism.args[0]
    return mechanism


def copies(whole: Basic, some: Basic) -> Expr | None:
    """How often a composition runs a mechanism; None of other wholes, and where it never does.

    >>> M, N = map(heads.ObjectName, "MN")
    >>> copies(heads.Compose(M, N, M), M), copies(heads.Parallel(M, M), M)
    (2, None)
    """
    if not isinstance(whole, heads.Compose | heads.Concurrent):
        return None
    if is_scalar(whole.args[-1]):
        return whole.args[-1] if whole.args[0] == some else None
    return Integer(whole.args.count(some)) if some in whole.args else None


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
    if isinstance(whole, heads.Hypotheses):
        return _differing(whole, some)
    if not isinstance(whole, _MADE):
        return None
    in_turn = isinstance(whole, heads.Concurrent) and isinstance(some, heads.Compose)
    alike = in_turn or some.func == whole.func
    ours = [some] if some in whole.args else _listed(some) if alike else None
    theirs = _listed(whole)
    if ours is not None and theirs is not None:
        free = isinstance(whole, heads.Concurrent)
        if alike and (Counter(ours) == Counter(theirs) if free else ours == theirs):
            return []
        left = iter(theirs)
        inside = Counter(ours) <= Counter(theirs) if free else all(one in left for one in ours)
        return [at_most(Integer(len(ours)), Integer(len(theirs)))] if inside else None
    kind, rounds = whole.args[0], whole.args[-1]
    if ours is not None:
        most = rounds if len(ours) > 1 else S.One
        return [at_most(Integer(len(ours)), most)] if set(ours) == {kind} else None
    if theirs is None and some.func == whole.func and some.args[0] == kind:
        count: Expr = some.args[-1]
        return [at_most(count, rounds)]
    return None


def _differing(whole: Basic, some: Basic) -> list[Basic] | None:
    """What makes some rounds of an experiment, in their order, such as two vectors differ in."""
    experiment, first, second = whole.args
    if not (is_set(first) and is_set(second)):
        return None
    if isinstance(experiment, heads.Compose) and is_scalar(experiment.args[-1]):
        kind, rounds = experiment.args
        of_kind = isinstance(some, heads.Compose) and some.args[0] == kind
        number = S.One if some == kind else some.args[-1] if of_kind else None
        ones = next(
            (
                side.args[0]
                for side, other in ((first, second), (second, first))
                if isinstance(side, Ones) and len(side.args) == 1 and other == Ones(0)
            ),
            None,
        )
        if ones is not None and number is not None and is_scalar(number):
            return [at_most(number, ones), at_most(ones, rounds)]
    with suppress(EvaluationError):
        parts = rounds_of(experiment)
        ours = [some] if some in parts else _listed(some) if isinstance(some, heads.Compose) else []
        for chosen in differences(first, second, len(parts)):
            left = iter(parts[place] for place in sorted(chosen))
            if ours and all(one in left for one in ours):
                return [at_most(Integer(len(ours)), Integer(len(chosen)))]
    return None


def _listed(mechanism: Basic) -> list[Basic] | None:
    """The parts one by one; None where they are too many, or nobody knows how many they are."""
    if not is_scalar(mechanism.args[-1]):
        return list(mechanism.args)
    kind, rounds = mechanism.args
    return [kind] * int(rounds) if rounds.is_Integer and 1 <= rounds <= MAX_PARTS else None
