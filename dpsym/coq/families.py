"""Claims about families as statements of Coq: functions of an index, and what is made of them.

A family is a function of a natural number, from 1 to the count, which is a number of the claim.
What is said of a member, or of all, is an atom over plain names, for which terms are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sympy import Basic, Product, Sum, Symbol, preorder_traversal

from dpsym.coq.atoms import atom, mechanism
from dpsym.coq.notation import UnexportableError, coq, count_of, name, spelled
from dpsym.coq.sorts import Binder, binders
from dpsym.coq.statements import domain_conditions
from dpsym.kernel.family_numbers import new_name
from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Objects
from dpsym.language.heads import Compose, Concurrent, Each, Entry, ObjectName
from dpsym.language.indexed import (
    Largest,
    Member,
    body_of,
    bound_here,
    bound_names,
    is_experiment,
    running_of,
    subset_sums_of,
    totals_of,
    vectors_of,
    wholes_of,
)
from dpsym.language.indices import Index

OVER = {Sum: "dpsym_total_sum", Product: "dpsym_total_product", Largest: "dpsym_total_max"}
RESIZED = heads.Group, heads.Subsample
"""What makes other databases of those of a mechanism, by the number that follows it."""
Spelling = Mapping[Symbol, str]


class Families:
    """The families of a claim, and of other atoms about them.

    Attributes:
        claim, index: the claim and its index.
        every: how many members there are, a natural number in Coq.
        place: the name that stands for an index in what is written.
        symbols: the names that stand for sums, products, maxima and compositions of all members.
    """

    def __init__(self, claim: Claim, index: Index, others: Iterable[Basic] = ()) -> None:
        self.claim, self.index = claim, index
        self.every = count_of(index.count)
        atoms = (*claim.atoms, *others)
        taken = {symbol.name for symbol, _ in claim.domains}
        taken |= {symbol.name for found in atoms for symbol in bound_names(found)}
        self.place = new_name("i", {name(symbol) for symbol, _ in claim.domains})
        self.symbols: dict[Basic, Symbol] = {}
        known: dict[Basic, Symbol] = {}
        for found in atoms:
            if vectors_of(found) or subset_sums_of(found) or is_experiment(found):
                raise UnexportableError("experiments of families, and sums over their subsets")
            for node in totals_of(found, index.count):
                if running_of(node):
                    raise UnexportableError("sums over the members before one are not exported")
                same = node.func(self.body(node), (index.indices[0], 1, index.count))
                if same not in known:
                    known[same] = Symbol(new_name("t", taken))
                self.symbols[node] = known[same]
            for node in wholes_of(found):
                if not isinstance(node, Compose | Concurrent):
                    raise UnexportableError(f"{type(node).__name__} of families")
                if any(part.args[1].has(Entry, *index.indices) for part in node.atoms(*RESIZED)):
                    raise UnexportableError("members that run on different databases")
                self.symbols[node] = ObjectName(new_name("W", taken))

    def body(self, node: Basic) -> Basic:
        """What is added up, multiplied, compared or composed, as it is of a member."""
        whole = type(node) not in OVER
        return self.flat(node.args[0] if whole else body_of(node), bound_here(node)[-1])

    def flat(self, node: Basic, bound: Symbol) -> Basic:
        """What a node under an index says of a member, whose names are those of its families."""
        values: dict[Basic, Basic] = {bound: self.index.indices[0]}
        for part in preorder_traversal(node):
            if {bound, self.index.indices[0]} & {*bound_here(part)}:
                raise UnexportableError(f"{part} under an index is not exported")
            if isinstance(part, Entry | Member):
                kind = Symbol if isinstance(part, Entry) else ObjectName
                values[part] = kind(part.args[0].name)
        found: Basic = node.xreplace(values)
        return found

    def plainly(self, found: Basic) -> Basic:
        """An atom over plain names."""
        if isinstance(found, Each):
            return plain(self.flat(found.args[0], bound_here(found)[0]))
        return plain(found.xreplace(self.symbols))

    def members(self, place: str) -> Spelling:
        """What the names of families and of the index stand for at a place."""
        known: dict[Symbol, str] = dict.fromkeys(self.index.indices, f"(INR {place})")
        objects = {n.name for n, d in self.claim.domains if isinstance(d, Objects)}
        for family in self.index.names:
            kind = ObjectName if family.name in objects else Symbol
            known[kind(family.name)] = f"({name(family)} {place})"
        return known

    def whole(self, node: Basic, count: str) -> str:
        """What is made of so many members."""
        body = self.body(node)
        with spelled(self.members(self.place)):
            written = coq(body) if type(node) in OVER else mechanism(body)
        head = OVER.get(type(node), f"{type(node).__name__}All")
        return f"({head} (fun {self.place} : nat => {written}) {count})"

    def wholes(self, count: str) -> Spelling:
        """What the names for all members stand for, of so many."""
        return {symbol: self.whole(node, count) for node, symbol in self.symbols.items()}

    def said(self, found: Basic, count: str, others: Spelling | None = None) -> str:
        """An atom of so many members."""
        if isinstance(found, Each):
            return self.each(found)
        with spelled({**self.wholes(count), **(others or {})}):
            return atom(self.plainly(found))

    def each(self, found: Basic) -> str:
        """An atom of every member."""
        with spelled(self.members(self.place)):
            return f"{self.among(self.place)} {atom(self.plainly(found))}"

    def among(self, place: str) -> str:
        """For every number of a member."""
        return f"forall {place} : nat, (1 <= {place} <= {self.every})%nat ->"

    def premises(self) -> list[str]:
        """What domains and hypotheses say."""
        found: list[str] = []
        members = self.members(self.place)
        for symbol, domain in self.claim.domains:
            if isinstance(domain, Objects):
                continue
            if not getattr(domain, "upper_open", True) and not domain.upper.is_finite:
                raise UnexportableError(f"{symbol} may be infinite")
            if symbol not in members:
                found += domain_conditions(symbol, domain)
                continue
            with spelled(members):
                found += (
                    f"{self.among(self.place)} {each}" for each in domain_conditions(symbol, domain)
                )
        found += (self.said(hypothesis, self.every) for hypothesis in self.claim.hypotheses)
        return list(dict.fromkeys(found))

    def conclusions(self) -> list[str]:
        """What is claimed."""
        return [self.said(conclusion, self.every) for conclusion in self.claim.conclusions]

    def binders(self) -> list[Binder]:
        """What the statement quantifies over."""
        families = {name(symbol) for symbol in self.index.names}
        found: list[Binder] = []
        for binder in binders(self._of_one()):
            single = tuple(n for n in binder.names if n not in families)
            several = tuple(n for n in binder.names if n in families)
            found += [binder._replace(names=single)] if single else []
            found += [Binder(several, f"nat -> {binder.type}")] if several else []
        return found

    def _of_one(self) -> Claim:
        """The claim of one member, whose names have the types of all."""
        stands: dict[Basic, Basic] = {}
        for whole, symbol in self.symbols.items():
            if type(whole) not in OVER:
                one = self.body(whole)
                stands[symbol] = whole.func(one, one)
        parts = self.claim.hypotheses, self.claim.conclusions
        assumed, claimed = (tuple(self.plainly(a).xreplace(stands) for a in part) for part in parts)
        return Claim(assumed, claimed, self.claim.domains)
