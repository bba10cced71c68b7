"""Counterexamples at exact points: as they are, or by bounds that only the kernel knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from sympy import Basic, Expr, S, Symbol

from dpsym.enclosure import examine
from dpsym.errors import EvaluationError
from dpsym.kernel.enclosures import enclosure
from dpsym.kernel.implications import plain
from dpsym.kernel.laws import bound_of
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.values import relation_fails, value_at
from dpsym.language.claim import Claim
from dpsym.language.heads import Guarantee
from dpsym.language.meaning import neighbouring_pairs
from dpsym.language.printing import text
from dpsym.provers.restate import restate, substitute
from dpsym.provers.search.certify import certain_hypotheses, inside, witness_at
from dpsym.verdict import Witness

DIGITS = 12


def ground_witness(claim: Claim) -> Witness | None:
    """The witness of a claim without names or hypotheses; None where it is not certain to fail.

    Balls and exact arithmetic come first, then the kernel's bounds of divergences of noise laws.
    """
    if claim.domains or claim.hypotheses:
        return None
    found = witness_at(claim, {})
    if found is not None:
        return found
    for conclusion in claim.conclusions:
        with suppress(EvaluationError):
            if examine(conclusion).truth is not None:
                continue
        for relation in _relations(plain(conclusion)):
            with suppress(Rejected):
                if relation_fails(relation):
                    left, right = map(_decimals, relation.args)
                    return Witness((), text(conclusion), (), left, right, relation.rel_op)
    return None


def ground_witness_at(claim: Claim, point: Mapping[Symbol, Basic]) -> Witness | None:
    """The witness of a claim at a point, as :func:`ground_witness` finds it."""
    if not all(inside(domain, point[name]) for name, domain in claim.domains):
        return None
    assumed = certain_hypotheses(claim, point)
    if assumed is None:
        return None
    for conclusion in claim.conclusions:
        alone = restate(claim, [conclusion], hypotheses=())
        instance = substitute(alone, dict(point))
        found = None if instance is None else ground_witness(instance)
        if found is not None:
            named = tuple((name.name, point[name]) for name, _ in claim.domains)
            return replace(found, point=named, atom=text(conclusion), hypotheses=assumed)
    return None


def _relations(atom: Basic) -> Iterator[Basic]:
    """What a relation, or a guarantee that speaks of one order, says of pairs of laws."""
    if not isinstance(atom, Guarantee):
        yield atom
        return
    order = Symbol("order")
    for pair in neighbouring_pairs(atom.args[0]):
        bound, _ = bound_of(atom, *pair, order)
        if not bound.has(order):
            yield bound


def _decimals(side: Expr) -> tuple[str, str]:
    value = value_at(side, {}, {})
    if value is S.Infinity:
        return text(value), text(value)
    found = enclosure(value)
    return f"{float(found.lower):.{DIGITS}g}", f"{float(found.upper):.{DIGITS}g}"
