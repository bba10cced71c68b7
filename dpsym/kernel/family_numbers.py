"""Numbers that stand for what is made of all members of families: their names and ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from dpsym.algebra import Add, Basic, Expr, Product, S, Symbol, preorder_traversal
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import doubtful, parts_of, sign, substitute
from dpsym.language import heads
from dpsym.language.construct import lossless
from dpsym.language.domains import (
    BITS,
    NONNEGATIVE,
    POSITIVE,
    PROBABILITY,
    REALS,
    Domain,
    Integers,
    Interval,
    Objects,
)
from dpsym.language.indexed import Entry, Largest, SubsetSum, body_of, totals_of

Domains = Mapping[Symbol, Domain]


def new_name(stem: str, taken: set[str]) -> str:
    """A name that is not taken, which it is from now on."""
    name = stem
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def permitted(atoms: Iterable[Basic]) -> Mapping[Basic, Sequence[Interval | Integers]]:
    """Over what a name may range that stands where numbers stand as arguments."""
    found: dict[Basic, list[Interval | Integers]] = {}
    for node in (node for atom in atoms for node in preorder_traversal(atom)):
        if node.func in heads.SIGNATURES:
            for role, argument in zip(heads.roles_of(node), node.args, strict=True):
                if not isinstance(role.permitted, Objects):
                    found.setdefault(argument, []).append(role.permitted)
    return found


_SOME = Interval(S.Zero, S.One, True)
MIRRORED: dict[Domain, Domain] = {
    REALS: REALS,
    NONNEGATIVE: Interval(S.NegativeInfinity, S.One, True),
    POSITIVE: Interval(S.NegativeInfinity, S.One, True, True),
    PROBABILITY: PROBABILITY,
    _SOME: Interval(S.Zero, S.One, False, True),
}


def range_of_total(total: Basic, one: Expr, domains: Mapping[Symbol, Domain]) -> Domain:
    """Where sums, products and maxima of numbers lie, each of which lies there."""
    least = sign(one, domains)
    if isinstance(total, Product | Largest) and least and sign(lossless(Add, S.One, -one), domains):
        return PROBABILITY if least == 1 else _SOME
    return _SIGNED[least]


def name_subset_sums(
    sums: Iterable[SubsetSum],
    summand: Callable[[Expr], Expr],
    count: Symbol,
    domains: dict[Symbol, Domain],
    taken: set[str],
) -> Mapping[Basic, Symbol]:
    """New names of numbers for sums over subsets, with their domains.

    One for those that differ in names of bits and of indices alone: a term is a function of totals
    over the members, and these are told apart by what they make of one member and its bit. No
    more is known of such a sum than that it has a value, and the sign of all its terms.

    Raises:
        Rejected: a term does not evidently have a value, whatever numbers its totals are.
    """
    bit = Symbol(new_name("b", taken))
    ranges = {**domains, bit: BITS}
    inside: dict[tuple[type[Basic], Expr], Symbol] = {}
    named: dict[Expr, Symbol] = {}
    found: dict[Basic, Symbol] = {}
    for node in sums:
        body, bits = node.args
        values: dict[Basic, Basic] = {}
        for total in totals_of(body, count):
            one = substitute(summand(body_of(total)), {bits: bit})
            key = total.func, one
            if key not in inside:
                inside[key] = Symbol(new_name("t", taken))
                ranges[inside[key]] = range_of_total(total, one, ranges)
            values[total] = inside[key]
            _require_value(node, one, ranges)
        term = substitute(body, values, ranges)
        _require_value(node, term, ranges)
        if term not in named:
            named[term] = Symbol(new_name("s", taken))
            domains[named[term]] = _SIGNED[sign(term, ranges)]
        found[node] = named[term]
    return found


def _require_value(node: Basic, part: Expr, ranges: Domains) -> None:
    if part.has(Entry) or doubtful(parts_of([part]), ranges):
        raise Rejected((), f"{node} may have terms without a value")


_SIGNED: Sequence[Domain] = REALS, NONNEGATIVE, POSITIVE
