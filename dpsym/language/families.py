"""What a claim about families means: for every number of members, the claim with them written out.

``instance`` is that meaning; the kernel refutes a claim about families by one of its instances, and
proves all of them by induction on the number of members (:mod:`dpsym.kernel.families`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from dpsym.algebra import (
    Add,
    Basic,
    Expr,
    Integer,
    Max,
    Mul,
    Product,
    Relational,
    S,
    Sum,
    Symbol,
    preorder_traversal,
)
from dpsym.errors import ClaimError
from dpsym.language.claim import Claim, make_claim
from dpsym.language.construct import lossless
from dpsym.language.domains import Domain, Integers
from dpsym.language.indexed import (
    Each,
    Entry,
    Largest,
    Member,
    SubsetSum,
    body_of,
    bound_names,
    is_running,
    is_vector,
    is_whole,
)
from dpsym.language.indices import Index

MAX_MEMBERS, MAX_WITH_SUBSETS, SAMPLED = 60, 6, 3


@lru_cache(maxsize=256)
def instance(claim: Claim, members: int) -> Claim:
    """The claim with so many members written out; one without families itself.

    >>> from dpsym.language.parser import parse_claim
    >>> summed = "PureDP(M[i], e[i]) each i in 1..k => PureDP(Compose(M[i], (i, 1, k)), %s)"
    >>> print(instance(parse_claim(summed % "Sum(e[i], (i, 1, k))"), 2))
    PureDP(M1, e1) and PureDP(M2, e2) => PureDP(Compose(M1, M2), e1 + e2)

    Raises:
        ClaimError: the claim is not for so many members.
    """
    index = claim.index
    if index is None:
        return claim
    known = dict(claim.domains)
    count = known[index.count]
    assert isinstance(count, Integers)
    if not (1 <= members <= _most(claim) and count.contains(Integer(members))):
        raise ClaimError(f"the claim is not written out for {index.count} = {members}")
    names = dict(names_of_members(claim, index, members))

    def at(node: Basic, number: int, bound: Symbol) -> Basic:
        values: dict[Basic, Basic] = {
            part: names[part.args[0]][number - 1]
            for part in preorder_traversal(node)
            if isinstance(part, Entry | Member)
        }
        values |= {p: so_far(p, number) for p in preorder_traversal(node) if is_running(p, bound)}
        return _put(node, values | {bound: Integer(number)})

    def so_far(node: Sum, number: int) -> Basic:
        before = [at(node.function, other, node.limits[0][0]) for other in range(1, number)]
        return _joined(Add, before) if before else S.Zero

    def over_subsets(node: SubsetSum) -> Basic:
        body, bits = node.args
        terms: list[Expr] = []
        for chosen in product((S.Zero, S.One), repeat=members):
            names[bits] = chosen
            terms.append(out(body))
        return _joined(Add, terms)

    def out(node: Basic) -> Basic:
        if isinstance(node, SubsetSum):
            return over_subsets(node)
        if isinstance(node, Product) or (isinstance(node, Sum) and node.has(Entry)):
            make = Add if isinstance(node, Sum) else Mul
            body, bound = body_of(node), node.limits[-1][0]
        elif isinstance(node, Largest) or is_whole(node) or is_vector(node):
            make, body, bound = Max, node.args[0], node.args[1].args[0]
        elif node.args:
            return _rebuilt(node, tuple(map(out, node.args)))
        else:
            return node
        parts = [at(body, number, bound) for number in range(1, members + 1)]
        if is_whole(node) or is_vector(node):
            return node.func(*parts)
        return _joined(make, parts)

    def atoms(given: tuple[Basic, ...]) -> Iterator[Basic]:
        for atom in given:
            if isinstance(atom, Each):
                body, (bound, _, _) = atom.args
                yield from (at(body, number, bound) for number in range(1, members + 1))
            else:
                yield out(atom)

    assumed, claimed = tuple(atoms(claim.hypotheses)), tuple(atoms(claim.conclusions))
    domains: dict[str, Domain] = {}
    for name, domain in claim.domains:
        for one in names.get(name, (name,)):
            domains[one.name] = (
                Integers(Integer(members), Integer(members)) if name == index.count else domain
            )
    used = {name.name for atom in assumed + claimed for name in atom.free_symbols}
    return make_claim(assumed, claimed, {n: d for n, d in domains.items() if n in used})


def names_of_members(claim: Claim, index: Index, members: int) -> Mapping[Basic, tuple[Basic, ...]]:
    """The names of the members of each family, which the claim does not use."""
    taken = {name.name for name, _ in claim.domains}
    taken |= {name.name for atom in claim.atoms for name in bound_names(atom)}
    found: dict[Basic, tuple[Symbol, ...]] = {}
    for name, _ in claim.domains:
        if name in index.names:
            stem = name.name
            while any(f"{stem}{number + 1}" in taken for number in range(members)):
                stem += "_"
            found[name] = tuple(type(name)(f"{stem}{number + 1}") for number in range(members))
            taken |= {one.name for one in found[name]}
    return found


def _joined(make: Callable[..., Expr], parts: Sequence[Expr]) -> Basic:
    return parts[0] if len(parts) == 1 else lossless(make, *parts)


def _put(node: Basic, values: Mapping[Basic, Basic]) -> Basic:
    """The node with values for members and index, in which nothing cancels that has no value."""
    if node in values:
        return values[node]
    return _rebuilt(node, tuple(_put(part, values) for part in node.args)) if node.args else node


def _rebuilt(node: Basic, parts: tuple[Basic, ...]) -> Basic:
    if parts == node.args:
        return node
    if isinstance(node, Relational):
        return node.func(*parts, evaluate=False)
    return lossless(node.func, *parts) if isinstance(node, Expr) else node.func(*parts)


def sample(claim: Claim) -> Iterator[Claim]:
    """The claim itself where it speaks of no families, else its instances of the fewest members."""
    if claim.index is None:
        yield claim
        return
    for members in _fewest(claim, claim.index):
        yield instance(claim, members)


def _fewest(claim: Claim, index: Index) -> list[int]:
    count = dict(claim.domains)[index.count]
    assert isinstance(count, Integers)
    least = int(count.lower)
    allowed = range(least, min(least + SAMPLED, _most(claim) + 1))
    return [members for members in allowed if count.contains(Integer(members))]


def _most(claim: Claim) -> int:
    """With how many members a claim is written out; a sum over subsets has 2**k terms."""
    subsets = any(atom.has(SubsetSum) for atom in claim.atoms)
    return MAX_WITH_SUBSETS if subsets else MAX_MEMBERS


def members_of(claim: Claim, plain: Claim) -> tuple[tuple[str, Expr], ...]:
    """How many members an instance of the sample has, as a point; empty where there are none.

    Instances of several numbers may be one: of these the fewest.
    """
    if claim.index is None:
        return ()
    members = next(n for n in _fewest(claim, claim.index) if instance(claim, n) == plain)
    name = claim.index.count
    return () if name in dict(plain.domains) else ((name.name, Integer(members)),)


def instance_at(claim: Claim, point: Mapping[str, Basic]) -> Claim:
    """The claim with as many members written out as a point says; without families itself."""
    return claim if claim.index is None else instance(claim, int(point[claim.index.count.name]))


def refuse_families(claim: Claim, purpose: str) -> None:
    """Complain about a claim about families where no other is understood.

    Raises:
        ClaimError: it is one.
    """
    if claim.index is not None:
        raise ClaimError(
            f"a claim about families is not for {purpose}",
            part=claim.text,
            remedy="write it out for a number of members, as in Compose(M1, M2)",
        )
