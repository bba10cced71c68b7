"""What a rule is given: the goal, its parameters, and the goals of the children."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy import Add, Basic, Expr, Integer, Le, Lt, S, Sum, Symbol
from sympy.core.relational import Relational

from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import Domains, doubtful, parts_of, powers_of, scaled
from dpsym.language.claim import Claim
from dpsym.language.construct import COUNTING, Partial, cancels, captures, loses_parts
from dpsym.language.domains import Domain
from dpsym.language.heads import ObjectName, Quantity
from dpsym.language.parser import parse_expression

MAX_TERMS = 1000


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
        return found.xreplace({ObjectName(n.name): n for n in names})

    def texts(self, key: str) -> dict[str, str]:
        """A parameter that maps names to texts."""
        value = self.params.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
            raise Rejected((), f"the parameter {key!r} is no map to texts")
        return value

    def fresh(self, *keys: str) -> tuple[Symbol, ...]:
        """Different names that the claim does not use, neither free nor bound by a sum."""
        taken = {n.name for n, _ in self.claim.domains}
        taken |= {n.name for atom in self.claim.atoms for s in atom.atoms(Sum) for n in s.variables}
        found: list[Symbol] = []
        for key in keys:
            name = self.params.get(key)
            if not isinstance(name, str) or not name.isidentifier():
                raise Rejected((), f"the parameter {key!r} is no name")
            if name in taken:
                raise Rejected((), f"the name {name} is not new")
            taken.add(name)
            found.append(Symbol(name))
        return tuple(found)

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
    ) -> Basic:
        """The atom with replacements, relations kept as written: the one substitution of all rules.

        The domains are those of the names in the values, if they are not the goal's.

        Guarantees:
            the answer has a value only where the atom has one at these values.

        Raises:
            Rejected: a sum binds a name that is put into it, or a part may be lost that has no
                value somewhere.
        """
        return substitute(atom, values, dict(self.claim.domains) if domains is None else domains)


def substitute(node: Basic, values: Mapping[Basic, Basic], domains: Domains) -> Basic:
    """See :meth:`Goal.put`; of an expression as well."""
    if captures(node, values):
        raise Rejected((), f"a sum of {node} binds a name that is put into it")
    sides = [node] if isinstance(node, Expr) else node.args
    if any(loses_parts(side) or cancels(side, values) for side in sides):
        raise Rejected((), f"terms that cancel in {node} may have no value")
    changed = [side.xreplace(dict(values)) for side in sides]
    put = {old: new for old, new in values.items() if node.has(old)}
    kept = {(kind, scaled(term)) for kind, term in parts_of(changed)}
    # what a value is put for has one where its value has
    before = {part for part in parts_of(sides) if part[1] not in put}
    moved = {(kind, scaled(_moved(term, put))) for kind, term in before}
    powers = [(scaled(base.xreplace(put)), p.xreplace(put)) for base, p in powers_of(sides)]
    lost = doubtful(powers, moved - kept, domains)
    if lost:
        raise Rejected((), f"{lost[0][1]} is lost and may have no value")
    if any(side.has(S.NaN, S.ComplexInfinity) for side in changed):
        raise Rejected((), f"{node} has no value after the replacement")
    if isinstance(node, Expr):
        return changed[0]
    relation = isinstance(node, Relational)
    return node.func(*changed, evaluate=False) if relation else node.func(*changed)


def _moved(term: Basic, values: Mapping[Basic, Basic]) -> Basic:
    """A part with values put into it, still a function of natural numbers if it is one."""
    if isinstance(term, COUNTING):
        return term.func(*(a.xreplace(dict(values)) for a in term.args), evaluate=False)
    return term.xreplace(dict(values))


def written_out(node: Basic, domains: Domains) -> Basic:
    """The node with the terms of its finite sums, those outside first."""
    while True:
        sums = [total for total in node.atoms(Sum) if all(map(_is_integer, total.limits[-1][1:]))]
        outer = [total for total in sums if not any(total in s.args for s in sums if s != total)]
        if not outer:
            return node
        node = substitute(node, {total: _terms(total, domains) for total in outer}, domains)


def _terms(total: Sum, domains: Domains) -> Expr:
    *inner, (index, low, high) = total.limits
    if high < low - 1 or high - low > MAX_TERMS:
        raise Rejected((), f"a sum from {low} to {high} has fewer than no terms, or too many")
    term = Sum(total.function, *inner) if inner else total.function
    known = {name: domain for name, domain in domains.items() if name != index}
    values = ({index: Integer(i)} for i in range(int(low), int(high) + 1))
    return Add(*(substitute(term, value, known) for value in values))


def _is_integer(term: Basic) -> bool:
    return isinstance(term, Integer)


def existence(part: Partial) -> Basic:
    """The relation that says that a part has a value."""
    kind, term = part
    if term.has(Quantity):
        raise Rejected((), f"{term} cancels")
    stated = term**2 if kind in ("reciprocal", "value") else term
    return (Le if kind in ("root", "value") else Lt)(S.Zero, stated, evaluate=False)


def at_most(left: Expr, right: Expr) -> Basic:
    """``left <= right`` as written."""
    return Le(left, right, evaluate=False)
