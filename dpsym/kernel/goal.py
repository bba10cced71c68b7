"""What a rule is given: the goal, its parameters, and the goals of the children."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Expr, Le, S, Symbol, Tuple
from sympy.core.relational import Relational

from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.language.claim import Claim
from dpsym.language.construct import cancels, captures, loses_parts
from dpsym.language.domains import Domain
from dpsym.language.heads import ObjectName, is_scalar
from dpsym.language.parser import parse_expression
from dpsym.language.places import obligations


@dataclass(slots=True)
class Goal:
    """A claim to be concluded, with the parameters of the rule and the goals of the children.

    Attributes:
        claim: what is to be concluded.
        params: the parameters of the rule, JSON data.
        children: the goals of the children.
        axioms: the facts that rules used, added to by them.
    """

    claim: Claim
    params: Mapping[str, Any]
    children: Sequence[Claim]
    axioms: set[str]

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

    def fresh(self, key: str) -> Symbol:
        """A name that the claim does not use."""
        name = self.params.get(key)
        if not isinstance(name, str) or not name.isidentifier():
            raise Rejected((), f"the parameter {key!r} is no name")
        if name in {n.name for n, _ in self.claim.domains}:
            raise Rejected((), f"the name {name} is not new")
        return Symbol(name)

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

    def sense(self, objects: Iterable[Basic]) -> list[Claim]:
        """That laws, mechanisms and guarantees say something of which the goal does not speak.

        Of what says nothing everything holds: a rule that brings it in must show that it does not.
        """
        known = Tuple(*self.claim.atoms)
        new = [found for found in objects if not is_scalar(found) and not known.has(found)]
        duties = obligations(new, dict(self.claim.domains))
        return [self.stating(duty, hypotheses=self.numeric()) for duty in duties]


def put(atom: Basic, values: Mapping[Basic, Basic]) -> Basic:
    """The atom with replacements, relations kept as written."""
    if captures(atom, values):
        raise Rejected((), f"a sum of {atom} binds a name that is put into it")
    if isinstance(atom, Relational):
        if any(loses_parts(side) or cancels(side, values) for side in atom.args):
            raise Rejected((), f"terms that cancel in {atom} may have no value")
        found = atom.func(*(side.xreplace(dict(values)) for side in atom.args), evaluate=False)
    else:
        found = atom.xreplace(dict(values))
    if found.has(S.NaN, S.ComplexInfinity):
        raise Rejected((), f"{atom} has no value after the replacement")
    return found


def at_most(left: Expr, right: Expr) -> Basic:
    """``left <= right`` as written."""
    return Le(left, right, evaluate=False)
