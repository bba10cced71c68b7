"""Claims that differ in one place from a given one.

Constants and whole bounds change by five, twenty and one percent, exponents by one and by five
percent; terms and factors are left out; hypotheses are left out or weakened; laws, parameters and
quantifiers change places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, zip_longest
from sys import maxsize

from sympy import Add, Basic, Expr, Mul, Pow, Rational, S, Symbol, Tuple
from sympy.core.relational import Relational

from dpsym.arguments import whole_number
from dpsym.errors import ClaimError
from dpsym.language import heads
from dpsym.language.claim import Claim, make_claim
from dpsym.language.families import refuse_families
from dpsym.language.parser import parse_claim
from dpsym.language.printing import text
from dpsym.statement import Theorem, as_claim

PERCENTS = (5, 20, 1)
FINAL = (heads.Guarantee, Relational)
Path = tuple[int, ...]
Change = tuple[str, str, tuple[Basic, ...], tuple[Basic, ...]]
"""Kind, words, hypotheses, conclusions."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A claim that differs in one place.

    Attributes:
        kind: constant, scale, exponent, term, hypothesis, laws, parameters or quantifier.
        words: the change.
        claim: the changed claim.
    """

    kind: str
    words: str
    claim: Claim


def mutants(claim: str | Claim | Theorem, *, limit: int | None = None) -> tuple[Mutant, ...]:
    """The mutants of a claim, each a well-formed claim of its own, kinds taking turns.

    Raises:
        ClaimError: ``limit`` is not positive.

    >>> from dpsym.language.parser import parse_claim
    >>> for mutant in mutants(parse_claim("KL(P, Q) >= 2*TotalVariation(P, Q)**2"), limit=3):
    ...     print(mutant.kind, mutant.claim)
    constant KL(P, Q) >= 19*TotalVariation(P, Q)**2/10
    scale KL(P, Q) >= 21*TotalVariation(P, Q)**2/10
    exponent KL(P, Q) >= 2*TotalVariation(P, Q)
    """
    if limit is not None:
        limit = min(whole_number("limit", limit, 1, "ask for at least one mutant"), maxsize)
    claim = as_claim(claim)
    refuse_families(claim, "mutation")
    seen = {claim.text}
    turns = zip_longest(*(_distinct(claim, make, seen) for make in _KINDS))
    found = (mutant for turn in turns for mutant in turn if mutant is not None)
    return tuple(islice(found, limit))


def _distinct(
    claim: Claim, make: Callable[[Claim], Iterator[Change]], seen: set[str]
) -> Iterator[Mutant]:
    """The changes of one kind that are claims, and others than those seen before."""
    for kind, words, hypotheses, conclusions in make(claim):
        changed = _well_formed(claim, hypotheses, conclusions)
        if changed is not None and changed.text not in seen:
            seen.add(changed.text)
            yield Mutant(kind, words, changed)


def _well_formed(
    claim: Claim, hypotheses: tuple[Basic, ...], conclusions: tuple[Basic, ...]
) -> Claim | None:
    """The changed claim over the same domains; None where it is none, or sympy decided it."""
    atoms = (*hypotheses, *conclusions)
    if not conclusions or not all(isinstance(atom, FINAL) for atom in atoms):
        return None
    names = {name.name for atom in atoms for name in atom.free_symbols}
    known = {name.name: domain for name, domain in claim.domains if name.name in names}
    originals = {name.name.removesuffix("_other"): domain for name, domain in claim.domains}
    for name in names - set(known):
        known[name] = originals[name.removesuffix("_other")]
    try:
        return parse_claim(make_claim(hypotheses, conclusions, known).text)
    except ClaimError:
        return None


def _nodes(node: Basic, path: Path = ()) -> Iterator[tuple[Path, Basic]]:
    """The numeric parts of an atom with their places; laws and mechanisms are left alone."""
    yield path, node
    for index, argument in enumerate(node.args):
        if heads.is_scalar(argument) and not isinstance(argument, Tuple):
            yield from _nodes(argument, (*path, index))


def _at(node: Basic, path: Path, new: Basic) -> Basic:
    if not path:
        return new
    arguments = list(node.args)
    arguments[path[0]] = _at(arguments[path[0]], path[1:], new)
    if isinstance(node, Relational):
        # Between constants sympy would decide it, and nothing would be left to decide.
        return node.func(*arguments, evaluate=False)
    return node.func(*arguments)


def _changed(
    claim: Claim, kind: str, rule: Callable[[Path, Basic, Basic], Iterator[tuple[str, Basic]]]
) -> Iterator[Change]:
    """One change for each that the rule proposes at a place of a conclusion."""
    for place, atom in enumerate(claim.conclusions):
        for path, node in _nodes(atom):
            for words, new in rule(path, node, atom):
                conclusions = list(claim.conclusions)
                try:
                    conclusions[place] = _at(atom, path, new)
                except (TypeError, ValueError):
                    continue
                yield kind, words, claim.hypotheses, tuple(conclusions)


def _shares() -> Iterator[tuple[str, Expr]]:
    for percent in PERCENTS:
        for sign, mark in ((-1, "-"), (1, "+")):
            yield f"{mark}{percent} %", 1 + Rational(sign * percent, 100)


def _constants(claim: Claim) -> Iterator[Change]:
    def rule(path: Path, node: Basic, atom: Basic) -> Iterator[tuple[str, Basic]]:
        parent = _part(atom, path[:-1]) if path else None
        power = isinstance(parent, Pow) and path[-1] == 1
        # A number of records is whole, and so is one of databases.
        fixed = power or isinstance(parent, heads.Capacity | heads.Recovery)
        if isinstance(node, Rational) and path and not fixed and node not in (0, -1):
            for words, share in _shares():
                yield f"{text(node)} {words}", node * share

    return _changed(claim, "constant", rule)


def _scales(claim: Claim) -> Iterator[Change]:
    """The whole bound: a side of a relation, or a parameter of a guarantee."""

    def rule(path: Path, node: Basic, atom: Basic) -> Iterator[tuple[str, Basic]]:
        if len(path) == 1 and node.free_symbols and not isinstance(node, heads.Divergence):
            for words, share in _shares():
                yield f"{text(node)} {words}", share * node

    return _changed(claim, "scale", rule)


def _exponents(claim: Claim) -> Iterator[Change]:
    def rule(path: Path, node: Basic, atom: Basic) -> Iterator[tuple[str, Basic]]:
        if isinstance(node, Pow) and node.exp.is_Rational and node.exp != -1:
            for new in (node.exp - 1, node.exp + 1, node.exp * Rational(19, 20)):
                yield f"exponent {text(node.exp)} to {text(new)}", Pow(node.base, new)

    return _changed(claim, "exponent", rule)


def _terms(claim: Claim) -> Iterator[Change]:
    def rule(path: Path, node: Basic, atom: Basic) -> Iterator[tuple[str, Basic]]:
        if isinstance(node, Add | Mul) and len(node.args) > 1:
            for index, dropped in enumerate(node.args):
                rest = node.args[:index] + node.args[index + 1 :]
                yield f"{text(dropped)} dropped", node.func(*rest)

    return _changed(claim, "term", rule)


def _hypotheses(claim: Claim) -> Iterator[Change]:
    for index, dropped in enumerate(claim.hypotheses):
        rest = claim.hypotheses[:index] + claim.hypotheses[index + 1 :]
        yield "hypothesis", f"{text(dropped)} dropped", rest, claim.conclusions
    for index, atom in enumerate(claim.hypotheses):
        for place, node in enumerate(atom.args):
            if heads.is_scalar(node) and node.free_symbols and not isinstance(node, Tuple):
                for words, share in islice(_shares(), 4):
                    weaker = _at(atom, (place,), share * node)
                    changed = (*claim.hypotheses[:index], weaker, *claim.hypotheses[index + 1 :])
                    yield (
                        "hypothesis",
                        f"{text(node)} {words} in {text(atom)}",
                        changed,
                        claim.conclusions,
                    )


def _laws(claim: Claim) -> Iterator[Change]:
    for place, atom in enumerate(claim.conclusions):
        for node in sorted(atom.atoms(heads.Divergence), key=text):
            if len(node.args) > 1 and isinstance(node.args[-1], Basic):
                *numbers, p, q = node.args
                conclusions = list(claim.conclusions)
                conclusions[place] = atom.xreplace({node: node.func(*numbers, q, p)})
                yield "laws", f"{text(node)} reversed", claim.hypotheses, tuple(conclusions)


def _parameters(claim: Claim) -> Iterator[Change]:
    domains = dict(claim.scalars())
    for place, atom in enumerate(claim.conclusions):
        names = sorted((n for n in atom.free_symbols if n in domains), key=str)
        for one, two in combinations(names, 2):
            if domains[one] == domains[two]:
                conclusions = list(claim.conclusions)
                conclusions[place] = atom.xreplace({one: two, two: one})
                yield (
                    "parameters",
                    f"{one} and {two} exchanged",
                    claim.hypotheses,
                    tuple(conclusions),
                )


def _quantifiers(claim: Claim) -> Iterator[Change]:
    """The hypotheses for some value of a name, the conclusions for every value of it."""
    inside = set().union(*(atom.free_symbols for atom in claim.conclusions))
    for name, _ in claim.scalars():
        if name in inside and any(name in atom.free_symbols for atom in claim.hypotheses):
            other = {name: Symbol(f"{name.name}_other")}
            freed = tuple(atom.xreplace(other) for atom in claim.hypotheses)
            yield "quantifier", f"{name} chosen after the hypotheses", freed, claim.conclusions


def _part(node: Basic, path: Path) -> Basic:
    for index in path:
        node = node.args[index]
    return node if isinstance(node, Basic) else S.Zero


_KINDS: Sequence[Callable[[Claim], Iterator[Change]]] = (
    _constants,
    _scales,
    _exponents,
    _terms,
    _hypotheses,
    _laws,
    _parameters,
    _quantifiers,
)
