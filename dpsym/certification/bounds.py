"""Divergences replaced by upper bounds, one after the other, until numbers are left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import product
from typing import Any

from sympy import Basic, Eq, Le, Lt, Symbol, cancel

from dpsym.certificate import Node
from dpsym.certification import databases
from dpsym.certification.claims import Elaboration, spoken
from dpsym.certification.leaves import Unelaborated
from dpsym.certification.matching import match
from dpsym.kernel.claims import RULES
from dpsym.kernel.divergences import expanded, factor_pairs, mirrored
from dpsym.kernel.facts import FACTS
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.statements import fact
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, ObjectName
from dpsym.language.printing import text
from dpsym.verdict import Step


def bounded(self: Elaboration, claim: Claim, step: Step) -> Node:
    """Identities, then upper bounds one after the other until the scalar step says the rest."""
    if "below" in step.detail:
        return _below(self, claim, step, step.detail["below"])
    if databases.compares_sticks(plain(claim.conclusions[0])):
        try:
            return databases.pointwise(self, claim, step)
        except (Rejected, Unelaborated):
            pass
    uses = [step.detail["identity"]] if "identity" in step.detail else []
    for use in (*uses, "expanded", "symmetric"):
        (written,) = RULES["identity"](Goal(claim, {"use": use}, (), set()))
        if written.conclusions == (plain(claim.conclusions[0]),):
            continue
        try:
            inner = _replaced(self, spoken(written), step, 16)
            return self.build("identity", claim, {"use": use}, (), [inner])
        except (Rejected, Unelaborated):
            continue
    try:
        return _replaced(self, claim, step, 16)
    except (Rejected, Unelaborated) as error:
        last = error
    try:
        return databases.outcomes_afresh(self, claim)
    except (Rejected, Unelaborated):
        raise last from None


def _below(self: Elaboration, claim: Claim, step: Step, facts: Sequence[Mapping[str, Any]]) -> Node:
    """Divergences of the larger side replaced by lower bounds, one after the other."""
    if not facts:
        return self.prove(claim, step.children)
    params, *rest = facts
    first = spoken(RULES["bound"](Goal(claim, params, (), set()))[0])
    inner = _below(self, first, step, rest)
    return self.build("bound", claim, params, step.children, [inner])


def _replaced(self: Elaboration, claim: Claim, step: Step, depth: int) -> Node:
    atom = plain(claim.conclusions[0])
    divergences = sorted(atom.atoms(Divergence), key=str)
    taken = {n.name for n, _ in claim.domains}
    names = {f"d{i}{'_' * (1 + (f'd{i}_' in taken))}": text(d) for i, d in enumerate(divergences)}
    try:
        return self.build("numbers", claim, {"names": names}, step.children, known_only=True)
    except (Rejected, Unelaborated) as error:
        last = str(error)
    if depth == 0 or not isinstance(atom, Le | Lt):
        raise Unelaborated(last)
    # All that the larger side does not have must go, so the order in which they do is no choice.
    remaining = sorted(atom.lhs.atoms(Divergence) - atom.rhs.atoms(Divergence), key=str)
    options = (list(_upper_bounds(divergence, atom, claim, step)) for divergence in remaining)
    for params in next((found for found in options if found), []):
        try:
            goal = Goal(claim, params, (), set())
            first = spoken(RULES["bound"](goal)[0])
            inner = _expanded(self, first, step, depth - 1)
            return self.build("bound", claim, params, step.children, [inner])
        except (Rejected, Unelaborated) as error:
            last = f"{last}; {error}"
    raise Unelaborated(last)


def _expanded(self: Elaboration, claim: Claim, step: Step, depth: int) -> Node:
    atom = plain(claim.conclusions[0])
    if all(expanded(d) == d for d in atom.atoms(Divergence)):
        return _replaced(self, claim, step, depth)
    (written,) = RULES["identity"](Goal(claim, {"use": "expanded"}, (), set()))
    inner = _replaced(self, spoken(written), step, depth)
    return self.build("identity", claim, {"use": "expanded"}, (), [inner])


def _upper_bounds(
    divergence: Basic, atom: Basic, claim: Claim, step: Step
) -> Iterator[dict[str, Any]]:
    """Facts with the divergence on the left: hypotheses, marginals, rows of the table.

    Rows rest on no axioms but those of the step, else the search would have no end.
    """
    hypotheses = [plain(h) for h in claim.hypotheses]
    for number, h in enumerate(hypotheses):
        if {divergence, mirrored(divergence)} & set(_bounded_by(h)):
            yield {"fact": "hypothesis", "number": number}
    wholes = [d for h in hypotheses for d in _bounded_by(h) if isinstance(d, Divergence)]
    for whole in (*sorted(atom.rhs.atoms(Divergence), key=str), *wholes):
        if whole.func == divergence.func and whole != divergence and _is_part(divergence, whole):
            yield {"fact": "marginal", "part": text(divergence), "whole": text(whole)}
    for name in FACTS:
        _, conclusion = fact(name, 1)
        if not isinstance(conclusion, Le) or conclusion.lhs.func != divergence.func:
            continue
        if not set(FACTS[name][0].split()) <= set(step.axioms):
            continue
        binding = match(conclusion.lhs, divergence, {})
        if binding is None:
            continue
        for bound in _completions(name, binding, atom.rhs.atoms(Divergence).union(wholes)):
            written = {symbol.name: text(value) for symbol, value in bound.items()}
            yield {"fact": name, "with": written}


def _bounded_by(hypothesis: Basic) -> list[Basic]:
    """The sides that a hypothesis says to be at most the other."""
    both, one = isinstance(hypothesis, Eq), isinstance(hypothesis, Le)
    return [*hypothesis.args[: 2 * both + one]]


def _is_part(part: Basic, whole: Basic) -> bool:
    rest = factor_pairs(*whole.args[-2:])
    return all(pair in rest for pair in factor_pairs(*part.args[-2:]))


def _completions(
    name: str, binding: Mapping[Basic, Basic], there: Iterable[Basic]
) -> Iterator[dict[Basic, Basic]]:
    """The binding with terms for names that only the right side has, from divergences there."""
    hypotheses, conclusion = fact(name, 1)
    names = conclusion.free_symbols.union(*(h.free_symbols for h in hypotheses))
    missing = names - set(binding)
    if not missing:
        yield dict(binding)
        return
    if name.startswith(("triangle", "product")):
        yield from _between(name, binding, missing, there)
        return
    known = sorted((d for d in there if isinstance(d, heads.Renyi)), key=str)
    if name == "hoelder":
        yield from _first_steps(binding, known)
        return
    for order, *pair in (d.args for d in known):
        if pair == [binding.get(ObjectName("P")), binding.get(ObjectName("Q"))]:
            (only,) = missing if len(missing) == 1 else (None,)
            if only in (Symbol("a"), Symbol("b")):
                yield {**binding, only: order}


def _between(
    name: str, binding: Mapping[Basic, Basic], missing: Set[Basic], there: Iterable[Basic]
) -> Iterator[dict[Basic, Basic]]:
    """The binding with what makes each divergence of the row one of those that are there."""
    parts = sorted(fact(name, 1)[1].rhs.atoms(Divergence), key=str)
    known = sorted(there, key=str)
    for chosen in product(known, repeat=len(parts)):
        found: dict[Basic, Basic] | None = dict(binding)
        for part, divergence in zip(parts, chosen, strict=True):
            found = None if found is None else match(part, divergence, found)
        if found is not None and set(found) >= missing:
            yield found


def _first_steps(
    binding: Mapping[Basic, Basic], known: Sequence[Basic]
) -> Iterator[dict[Basic, Basic]]:
    """Hoelder's inequality through each law to which the larger side has a step of its own."""
    a, p, q = (binding[name] for name in (Symbol("a"), ObjectName("P"), ObjectName("Q")))
    for order, start, middle in (step.args for step in known):
        if start == p and middle not in (p, q) and order != a:
            k = cancel((order - 1) / (order - a))
            yield {**binding, ObjectName("R"): middle, Symbol("k"): k}


__all__ = ["bounded"]
