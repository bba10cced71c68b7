"""What the names of a claim stand for in Coq: mechanisms on databases, laws on spaces, kernels.

Each mechanism gets the databases, each law the space that the atoms ask of it; those of which
nothing is asked are names of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import NamedTuple

from sympy import Basic, preorder_traversal

from dpsym.coq.atoms import HIDDEN, NOISY, SEEN
from dpsym.coq.notation import UnexportableError, coq, count_of, name
from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Objects, Sort
from dpsym.language.heads import ObjectName, is_scalar

Term = str | tuple["Term", ...]
"""A variable "?n", a constant, or an operation on terms."""
BITS = heads.RandomizedResponse | heads.CanonicalRR
LETTERS = {Sort.MECHANISM: "XYZ", Sort.LAW: "TUVW", Sort.KERNEL: "TUVW"}


class Sorts:
    """The types of the names in some atoms."""

    def __init__(self, atoms: Iterable[Basic]) -> None:
        self.fresh = count()
        self.bound: dict[str, Term] = {}
        self.known: dict[tuple[str, str], Term] = {}
        for atom in atoms:
            for node in preorder_traversal(atom):
                if isinstance(node, HIDDEN):
                    continue
                if isinstance(node, heads.Guarantee | heads.Capacity):
                    self.databases(node.args[0])
                elif isinstance(node, heads.Divergence):
                    laws = [argument for argument in node.args if not is_scalar(argument)]
                    self.unify(*map(self.space, laws))

    def of(self, found: ObjectName, part: str) -> Term:
        """The type of a name, or a part of it."""
        return self.known.setdefault((found.name, part), f"?{next(self.fresh)}")

    def databases(self, mechanism: Basic) -> Term:
        """On which databases a mechanism runs."""
        if isinstance(mechanism, ObjectName):
            return self.of(mechanism, "databases")
        if isinstance(mechanism, heads.PostProcess | heads.Hypotheses):
            return self.databases(mechanism.args[0])
        if isinstance(mechanism, heads.Compose | heads.Concurrent):
            parts = [p for p in mechanism.args if not is_scalar(p) or isinstance(p, ObjectName)]
            return self.unify(*map(self.databases, parts))
        if isinstance(mechanism, heads.Group):
            return ("grown", count_of(mechanism.args[1]), self.databases(mechanism.args[0]))
        if isinstance(mechanism, heads.Subsample):
            return ("sampled", coq(mechanism.args[1]), self.databases(mechanism.args[0]))
        if isinstance(mechanism, heads.Parallel):
            found, *others = [self.databases(part) for part in reversed(mechanism.args)]
            for other in others:
                found = ("divided", other, found)
            return found
        if isinstance(mechanism, BITS):
            return "bits"
        if isinstance(mechanism, NOISY):
            return "line"
        if isinstance(mechanism, heads.FiniteMechanism):
            self.unify(*map(self.space, mechanism.args))
            return ("row", str(len(mechanism.args) - 2))
        raise UnexportableError(f"{type(mechanism).__name__} has no counterpart in Coq")

    def space(self, law: Basic) -> Term:
        """On which space a law is one."""
        if isinstance(law, ObjectName):
            return self.of(law, "space")
        if isinstance(law, heads.Finite):
            return ("numbers", str(len(law.args)))
        if isinstance(law, heads.Bernoulli):
            return ("numbers", "2")
        if isinstance(law, heads.Mixture):
            return self.unify(*map(self.space, law.args[1:]))
        if isinstance(law, heads.Product):
            found, *others = [self.space(part) for part in reversed(law.args)]
            for other in others:
                found = ("pairs", other, found)
            return found
        if isinstance(law, heads.Pushforward) and isinstance(law.args[0], ObjectName):
            self.unify(self.of(law.args[0], "from"), self.space(law.args[1]))
            return self.of(law.args[0], "to")
        raise UnexportableError(f"{type(law).__name__} has no counterpart in Coq")

    def unify(self, first: Term, *others: Term) -> Term:
        """The term that all are, once variables have their values."""
        for other in others:
            self._join(first, other)
        return self.value(first)

    def _join(self, one: Term, two: Term) -> None:
        one, two = self.value(one), self.value(two)
        if one == two:
            return
        for variable, value in ((one, two), (two, one)):
            if isinstance(variable, str) and variable.startswith("?"):
                self.bound[variable] = value
                return
        if isinstance(one, str) or isinstance(two, str) or len(one) != len(two):
            raise UnexportableError(f"{one} and {two} are different spaces or databases")
        for mine, theirs in zip(one, two, strict=True):
            self._join(mine, theirs)

    def value(self, term: Term) -> Term:
        """A term with the values of variables."""
        if isinstance(term, str):
            return self.value(self.bound[term]) if term in self.bound else term
        return tuple(map(self.value, term))

    def text(self, term: Term, names: dict[str, str]) -> str:
        """A term in Coq."""
        term = self.value(term)
        if isinstance(term, str):
            return names.get(term, term)
        return f"({' '.join(self.text(part, names) for part in term)})"


class Binder(NamedTuple):
    """Names that a statement quantifies over, and their type."""

    names: tuple[str, ...]
    type: str
    is_inferred: bool = False

    def __str__(self) -> str:
        return f"({' '.join(self.names)} : {self.type})"


def binders(claim: Claim) -> list[Binder]:
    """What a statement quantifies over: spaces and databases, then objects, then numbers."""
    objects = {n: d.sort for n, d in claim.domains if isinstance(d, Objects)}
    numbers = tuple(name(n) for n, d in claim.domains if not isinstance(d, Objects))
    found = [Binder(numbers, "R")] if numbers else []
    if not objects:
        return found
    sorts = Sorts(claim.atoms)
    concurrent = {
        part
        for each in claim.atoms
        for node in each.atoms(heads.Concurrent)
        for part in node.args
        if isinstance(part, ObjectName)
    }
    told = [type(a).__name__ for a in map(plain, claim.atoms) if isinstance(a, heads.Guarantee)]
    if concurrent and not {*told} <= {head.__name__ for head in SEEN}:
        raise UnexportableError(f"{', '.join(told)} of interactive mechanisms are not exported")
    taken = {name(symbol) for symbol, _ in claim.domains}
    named: dict[str, str] = {}
    quantified: list[Binder] = []
    typed: list[Binder] = []
    for symbol, sort in objects.items():
        if sort is Sort.PROTOCOL:
            typed.append(Binder((name(symbol),), "protocol"))
            continue
        if sort not in LETTERS:
            raise UnexportableError(f"{sort.value}s have no counterpart in Coq")
        parts = {
            Sort.MECHANISM: ("mechanism", "databases"),
            Sort.LAW: ("law", "space"),
            Sort.KERNEL: ("kernel", "from", "to"),
        }[sort]
        terms = [sorts.of(ObjectName(symbol.name), part) for part in parts[1:]]
        for variable in chain.from_iterable(map(_variables, map(sorts.value, terms))):
            if variable not in named:
                named[variable] = next(_letters(LETTERS[sort], taken))
                taken.add(named[variable])
                kind = "databases" if sort is Sort.MECHANISM else "space"
                quantified.append(Binder((named[variable],), kind, True))
        written = " ".join(sorts.text(term, named) for term in terms)
        kind = "interactive" if ObjectName(symbol.name) in concurrent else parts[0]
        typed.append(Binder((name(symbol),), f"{kind} {written}"))
    return [*quantified, *typed, *found]


def _variables(term: Term) -> Iterator[str]:
    if isinstance(term, tuple):
        yield from chain.from_iterable(map(_variables, term))
    elif term.startswith("?"):
        yield term


def _letters(letters: str, taken: set[str]) -> Iterator[str]:
    yield from (letter for letter in letters if letter not in taken)
    yield from (f"{letters[0]}{n}" for n in count(1) if f"{letters[0]}{n}" not in taken)
