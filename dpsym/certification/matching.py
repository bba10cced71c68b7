"""Rows of the table of facts matched against guarantees: terms for their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from sympy import Basic, Expr, Le, S, Symbol, nan, zoo

from dpsym.kernel.facts import FACTS
from dpsym.kernel.implications import plain
from dpsym.kernel.statements import fact
from dpsym.kernel.terms import written_out
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import ORDER, PROBABILITY, Interval
from dpsym.language.heads import Divergence, Guarantee, ObjectName
from dpsym.provers.guarantees.dominating_mechanisms import dominating
from dpsym.provers.guarantees.facts import facts_about


def match(
    pattern: Basic, value: Basic, binding: Mapping[Basic, Basic]
) -> dict[Basic, Basic] | None:
    """The binding with what makes the pattern the value; terms that are no names are left."""
    if pattern.is_Symbol:
        if isinstance(pattern, ObjectName) == heads.is_scalar(value):
            return None
        if binding.get(pattern, value) != value:
            return None
        return {**binding, pattern: value}
    if pattern.is_number:
        return dict(binding) if pattern == value else None
    if heads.is_scalar(pattern) and not isinstance(pattern, Divergence):
        return dict(binding)
    if pattern.func != value.func or len(pattern.args) != len(value.args):
        return None
    found: dict[Basic, Basic] | None = dict(binding)
    for part, given in zip(pattern.args, value.args, strict=True):
        found = None if found is None else match(part, given, found)
    return found


def candidates(premise: Basic, mechanism: Basic, claim: Claim) -> list[Basic]:
    """What the provers know of a mechanism, of the kind of the premise."""
    found = [plain(f.guarantee) for f in facts_about(mechanism, claim)]
    return [g for g in found if g.func == plain(premise).func]


def bound_by(
    premises: Sequence[Basic], chosen: Sequence[Basic], binding: Mapping[Basic, Basic]
) -> dict[Basic, Basic] | None:
    """The binding with what makes every premise the guarantee chosen for it."""
    found: dict[Basic, Basic] | None = dict(binding)
    for premise, guarantee in zip(premises, chosen, strict=True):
        found = None if found is None else match(plain(premise), guarantee, found)
    return found


def parameters(
    conclusion: Basic, target: Basic, binding: Mapping[Basic, Basic]
) -> dict[Basic, Basic] | None:
    """The binding with parameters of the conclusion that stand there as plain names."""
    found = dict(binding)
    for pattern, value in zip(plain(conclusion).args[1:], target.args[1:], strict=True):
        if pattern.is_Symbol:
            found.setdefault(pattern, value)
    return found


def instance_of(conclusion: Basic, bound: Mapping[Basic, Basic], claim: Claim) -> Basic:
    """The conclusion of a row with terms of a claim for its names, which may have no value."""
    found = plain(conclusion.xreplace(dict(bound)))
    return found if found.has(nan, zoo) else written_out(found)


def conversions(
    source: Basic, target: Basic, claim: Claim
) -> Iterator[tuple[str, dict[Basic, Basic]]]:
    """Rows from the source to the kind of the target, with terms for their names."""
    for name in FACTS:
        hypotheses, conclusion = fact(name, 1)
        conclusion = plain(conclusion)
        guarantees = [plain(h) for h in hypotheses if isinstance(h, Guarantee)]
        if not guarantees or conclusion.func != target.func or not conclusion.args[0].is_Symbol:
            continue
        for premise in guarantees:
            binding = match(premise, plain(source), {}) if premise.func == source.func else None
            if binding is None or binding.get(conclusion.args[0]) != target.args[0]:
                continue
            names = conclusion.free_symbols.union(*(h.free_symbols for h in hypotheses))
            others = [g for g in guarantees if g != premise and g.args[0] == premise.args[0]]
            options = [candidates(other, target.args[0], claim) for other in others]
            for chosen in product(*options):
                whole = bound_by(others, chosen, binding)
                if whole is None:
                    continue
                whole = parameters(conclusion, target, whole) or {}
                missing = sorted(names - set(whole), key=str)
                if not missing:
                    yield name, whole
                elif [m.name for m in missing] == ["y"]:
                    for value in _probabilities(hypotheses, whole, target, claim):
                        yield name, {**whole, missing[0]: value}


def _probabilities(
    hypotheses: Sequence[Basic], binding: Mapping[Basic, Basic], target: Basic, claim: Claim
) -> Iterator[Expr]:
    """Terms for the y in c + (1 - c)*y: what is left of delta, the bound on y, probabilities."""
    c, y = Symbol("c"), Symbol("y")
    delta, failure = target.args[-1], binding.get(c, S.Zero)
    if failure != 1:
        rest = (1 - (1 - delta) / (1 - failure)).cancel()
        yield rest
        yield delta - failure
    for h in hypotheses:
        if isinstance(h, Le) and h.rhs == y and y not in h.lhs.free_symbols:
            yield h.lhs.xreplace(dict(binding))
    for name, domain in claim.scalars():
        if isinstance(domain, Interval) and PROBABILITY.includes(domain):
            yield name


def at_orders(source: Basic, claim: Claim) -> Iterator[Basic]:
    """A line of zCDP at the orders that the claim names."""
    if isinstance(source, heads.ZCDP):
        mechanism, xi, rho = plain(source).args
        for name, domain in claim.scalars():
            if ORDER.includes(domain):
                yield heads.RenyiDP(mechanism, name, xi + rho * name)


def image_choices(mechanism: Basic, claim: Claim) -> Iterator[dict[Basic, Basic]]:
    """For each part that is a name or a group, a fact with a dominating mechanism."""
    if heads.is_scalar(mechanism) or not mechanism.has(ObjectName):
        yield {}
    elif isinstance(
        mechanism,
        heads.Compose
        | heads.Concurrent
        | heads.Subsample
        | heads.Parallel
        | heads.PostProcess
        | heads.Hypotheses,
    ):
        for chosen in islice(product(*(image_choices(a, claim) for a in mechanism.args)), 40):
            yield {m: g for images in chosen for m, g in images.items()}
    else:
        for known in facts_about(mechanism, claim):
            if dominating(known) is not None:
                yield {mechanism: known.guarantee}


__all__ = [
    "at_orders",
    "bound_by",
    "candidates",
    "conversions",
    "image_choices",
    "instance_of",
    "match",
    "parameters",
]
