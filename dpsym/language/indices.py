"""The index of the families that a claim speaks of, and how they may stand in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dpsym.algebra import Basic, Dummy, S, Sum, Symbol, Tuple, preorder_traversal
from dpsym.errors import ClaimError
from dpsym.language.indexed import (
    TOTALS,
    Entry,
    Member,
    SubsetSum,
    body_of,
    is_experiment,
    is_indexed,
    is_whole,
    range_of,
    running_of,
    subset_sums_of,
    vectors_of,
)
from dpsym.language.kinds import Guarantee, Head
from dpsym.language.printing import text

_SPOKEN_OF = (
    "PureDP ApproxDP TotalVariationDP ZCDP ApproxZCDP BoundedZCDP RenyiDP MeanCDP GaussianDP "
    "BoundedRange ProbabilisticDP TailDP"
).split()
_AROUND, _EXPERIMENT = ("Group", "PostProcess", "Subsample"), "HypothesisDP"


@dataclass(frozen=True, slots=True)
class Index:
    """What the families of a claim have in common.

    Attributes:
        count: the name that says how many members there are.
        indices: the names of the index.
        names: the names of the families.
    """

    count: Symbol
    indices: tuple[Symbol, ...]
    names: frozenset[Symbol]


def index_of(atoms: Iterable[Basic]) -> Index | None:
    """What the families in atoms have in common; None where there are none.

    Raises:
        ClaimError: families are used in a way that has no meaning here.
    """
    atoms = tuple(atoms)
    if not is_indexed(atoms):
        return None
    ranges: list[Tuple] = []
    for atom in atoms:
        _collect(atom, None, ranges)
    counts = {bounds[2] for bounds in ranges}
    for bounds in ranges:
        if bounds[1] != 1 or not isinstance(bounds[2], Symbol) or len(counts) > 1:
            raise ClaimError(
                "the families of a claim have one index, from 1 to one name",
                part=str(bounds),
                remedy="write (i, 1, k) everywhere, and each i in 1..k",
            )
    for bounds in ranges:
        if bounds[0] in counts:
            raise ClaimError(f"{bounds[0]} is an index and a number of members", part=str(bounds))
    if not ranges:
        raise ClaimError("no range says how many members there are", remedy="write (i, 1, k)")
    names = {
        part.args[0]
        for atom in atoms
        for part in preorder_traversal(atom)
        if isinstance(part, Entry | Member)
    }
    (count,) = counts
    indices = tuple(dict.fromkeys(b[0] for b in ranges))
    bits = {node.args[1] for atom in atoms for node in subset_sums_of(atom)}
    for name in sorted(bits & {count, *indices}, key=str):
        raise ClaimError(f"{name} is an index or a number of members, and bits", part=str(name))
    return Index(count, indices, frozenset(names - bits))


def _collect(node: Basic, index: Symbol | None, ranges: list[Tuple], place: str = "") -> None:
    """Notes the ranges over which families run, and complains about what has no meaning."""
    if isinstance(node, Entry | Member):
        if node.args[1] != index:
            raise ClaimError(
                f"{text(node)} has an index that nothing binds there",
                part=text(node),
                remedy=f"write 'each {node.args[1]} in 1..k' behind the atom, or (i, 1, k) "
                "behind what is composed, summed or compared",
            )
        return
    if isinstance(node, Guarantee) and not is_experiment(node) and vectors_of(node):
        raise ClaimError(
            f"{text(node)} has bits of a family, and its rounds are none",
            part=text(node),
            remedy="compare the hypotheses as HypothesisDP(Compose(M[i], (i, 1, k)), ...)",
        )
    if isinstance(node, SubsetSum):
        _check_subsets(node, index)
    bounds = range_of(node)
    if bounds is None or (isinstance(node, Sum) and index is None and not _runs(node)):
        head = type(node).__name__
        around = place and place != _EXPERIMENT and head in _AROUND
        inner = head if isinstance(node, Guarantee) or around else ""
        for number, argument in enumerate(node.args):
            _collect(argument, index, ranges, inner if number == 0 else "")
        return
    if index is not None or len(bounds) != 3 or not isinstance(bounds[0], Symbol):
        raise ClaimError(
            f"{text(node)} stands inside of what runs over a family",
            part=text(node),
            remedy="let one index run at a time; a sum inside of a sum, product or maximum over i "
            "may run over the members before, as Sum(e[j], (j, 1, i - 1)) does",
        )
    rounds = place == _EXPERIMENT and type(node).__name__ == "Compose"
    if is_whole(node) and place not in (*_SPOKEN_OF, *_AROUND) and not rounds:
        raise ClaimError(
            f"{text(node)} is not what a guarantee is about",
            part=text(node),
            remedy="a family is composed inside of a guarantee, or of a group, post-processing or "
            "subsampling in one; the rounds of an experiment are a Compose",
        )
    ranges.append(Tuple(*bounds))
    body = body_of(node)
    if isinstance(node, TOTALS):
        running = running_of(node)
        for inner in running:
            _collect_running(inner, bounds, ranges)
        body = body.xreplace({inner: Dummy() for inner in running})
    _collect(body, bounds[0], ranges)


def _collect_running(inner: Sum, outer: Tuple, ranges: list[Tuple]) -> None:
    """Notes the index of a sum over the members before one, which depends on these alone."""
    if inner.function.has(outer[0]):
        raise ClaimError(
            f"{text(inner)} adds up what depends on {outer[0]}",
            part=text(inner),
            remedy=f"write what depends on {outer[0]} outside of that sum, as a factor of it",
        )
    name = inner.limits[0][0]
    ranges.append(Tuple(name, S.One, outer[2]))
    _collect(inner.function, name, ranges)


def _check_subsets(node: SubsetSum, index: Symbol | None) -> None:
    """Complains about a sum over subsets that depends on one member, or is of no numbers."""
    body, bits = node.args
    told_apart = any(part.args[0] == bits for part in body.atoms(Entry))
    if index is not None or body.has(SubsetSum) or not told_apart:
        raise ClaimError(
            f"{text(node)} is no sum over the subsets of all members",
            part=text(node),
            remedy="sum what is made of all members, as in SubsetSum(exp(Sum(b[i]*e[i], "
            "(i, 1, k))), b), outside of sums and products over members and of other subsets",
        )
    if body.has(Head):
        raise ClaimError(
            f"{text(node)} sums what laws and mechanisms stand in",
            part=text(node),
            remedy="sum numbers over subsets",
        )
    for part in preorder_traversal(node):
        named = {SubsetSum: part.args[:-1], Entry: part.args[1:]}
        if bits in named.get(part.func, part.args):
            raise ClaimError(
                f"{bits} is one bit for each member and stands alone in {text(node)}",
                part=text(node),
                remedy=f"write {bits}[i], inside of a sum, product or maximum over i",
            )


def _runs(total: Sum) -> bool:
    return bool(total.has(Entry, Member))
