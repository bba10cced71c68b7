"""What a rule is given: the goal, its parameters, and the goals of the children."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dpsym.algebra import Basic, Expr, Le, Lt, S, Symbol
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.term_readings import Domains
from dpsym.kernel.terms import argument, substitute
from dpsym.language.claim import Claim
from dpsym.language.construct import Partial
from dpsym.language.domains import Domain
from dpsym.language.heads import ObjectName, Quantity
from dpsym.language.indexed import bound_names
from dpsym.language.parser import parse_expression


@dataclass(slots=True)
class Goal:
    """A claim to be concluded, with the parameters of the rule and the goals of the children.

    Attributes:
        claim: what is to be concluded.
        params: the parameters of the rule, JSON data.
        children: the goals of the children.
        axioms: the facts that rules used, added to by them.
        said: parts of the conclusions that have values by the rule, added to by it.
    """

    claim: Claim
    params: Mapping[str, Any]
    children: Sequence[Claim]
    axioms: set[str]
    said: set[Partial] = field(default_factory=set)

    @property
    def atom(self) -> Basic:
        """The only conclusion."""
        if len(self.claim.conclusions) != 1:
            raise Rejected((), "the rule is for one conclusion")
        return plain(self.claim.conclusions[0])

    def expression(self, text: Any) -> Basic:
        """An expression over the names of the claim."""
        if not isinstance(text, str):
            raise Rejected((), f"{text!r} is no expression")
        names = [n for n, _ in self.claim.domains]
        objects = tuple(n.name for n in names if isinstance(n, ObjectName))
        found = parse_expression(text, objects=objects)
        # Alone, the k of Compose(M, k) reads like a mechanism.
        return substitute(found, {ObjectName(n.name): n for n in names if n.name not in objects})

    def texts(self, key: str) -> dict[str, str]:
        """A parameter that maps names to texts."""
        value = self.params.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
            raise Rejected((), f"the parameter {key!r} is no map to texts")
        return value

    def taken(self) -> set[str]:
        """The names that the claim uses, free or bound."""
        bound = {n.name for atom in self.claim.atoms for n in bound_names(atom)}
        return bound | {n.name for n, _ in self.claim.domains}

    def fresh(self, *keys: str) -> tuple[Symbol, ...]:
        """Different names that the claim does not use, neither free nor bound."""
        return self.new([self.params.get(key) for key in keys])

    def new(self, names: Iterable[object]) -> tuple[Symbol, ...]:
        """These as names, all of which are new and differ."""
        taken = self.taken()
        found: list[Symbol] = []
        for name in names:
            if not isinstance(name, str) or not (name.isidentifier() and name.isascii()):
                raise Rejected((), f"{name!r} is no name")
            if name in taken:
                raise Rejected((), f"the name {name} is not new")
            taken.add(name)
            found.append(Symbol(name))
        return tuple(found)

    def chosen(self) -> list[int]:
        """The numbers of hypotheses in the parameter 'numbers'."""
        numbers, known = self.params.get("numbers"), range(len(self.claim.hypotheses))
        if not isinstance(numbers, list) or not numbers:
            raise Rejected((), "the parameter 'numbers' is no list")
        if not all(type(n) is int and n in known for n in numbers):
            raise Rejected((), f"there are no hypotheses {numbers!r}")
        return numbers

    def stating(
        self,
        *conclusions: Basic,
        hypotheses: Iterable[Basic] | None = None,
        domains: Mapping[Symbol, Domain] | None = None,
    ) -> Claim:
        """A claim over the same names and these."""
        assumed = self.claim.hypotheses if hypotheses is None else tuple(hypotheses)
        known = {**dict(self.claim.domains), **(domains or {})}
        return Claim(assumed, conclusions, tuple(known.items()))

    def numeric(self) -> list[Basic]:
        """The hypotheses that speak of no objects."""
        return [h for h in self.claim.hypotheses if not h.has(ObjectName)]

    def put(
        self, atom: Basic, values: Mapping[Basic, Basic], domains: Domains | None = None
    ) -> Any:
        """The atom with replacements, where the names have these domains as well."""
        return substitute(atom, values, dict(self.claim.domains) | dict(domains or {}))


def existence(part: Partial) -> Basic:
    """The relation that says that a part has a value."""
    kind, term = part[0], argument(part)
    if term.has(Quantity):
        raise Rejected((), f"{term} cancels")
    stated = term**2 if kind in ("reciprocal", "value") else term
    return (Le if kind in ("root", "value") else Lt)(S.Zero, stated, evaluate=False)


def at_most(left: Expr, right: Expr) -> Basic:
    """``left <= right`` as written."""
    return Le(left, right, evaluate=False)
