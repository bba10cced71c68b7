"""Divergences of finite laws whose masses may vanish, by cases: where one does and elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from sympy import Add, Basic, Expr, S

from dpsym.kernel.rejection import Rejected
from dpsym.kernel.supports import mapped
from dpsym.kernel.terms import sign, weighted
from dpsym.language.claim import Claim
from dpsym.language.divergences import DIVERGENCES, Form, at_order
from dpsym.language.domains import Interval
from dpsym.language.heads import Divergence, ObjectName
from dpsym.language.printing import text
from dpsym.provers.divergences.outcomes import outcomes_of
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.logic import Elimination, Narrowing
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric


class KernelInputs:
    """Laws with names that a kernel maps, which is written out, by their masses."""

    name = "inputs of kernels"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim about masses, where each law is mapped by kernels of as many rows."""
        with suppress(Rejected):
            names = {
                f"{law.name}.{place}": fresh(claim, f"{str(law).lower()}{place}_").name
                for law, rows in mapped(claim).items()
                for place in range(rows - 1)
            }
            yield from by_rule("listed", claim, names, "by the masses of the laws that are mapped")


class Supports:
    """A mass that is zero at an end of a name's domain only, where a closed form has no value."""

    name = "supports"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim where the mass is positive, and where it is zero."""
        if len(claim.conclusions) != 1 or not all(map(is_numeric, claim.hypotheses)):
            return
        for distance in _vanishing(claim, claim.conclusions[0]):
            yield from by_sign(claim, distance)
            return


def by_sign(claim: Claim, number: Expr) -> Iterator[Split]:
    """The claim where a number is positive and where it is not, over the domains that this leaves.

    Nothing where the claim can be simplified before.
    """
    if _simpler(claim) is not None:
        return
    words = f"where {text(number)} is positive, and where it is not"
    for split in by_rule("cases", claim, {"of": text(number)}, words):
        steps = [step for goal in split.subgoals for step in _simplifications(goal)]
        followed = {goal for goal, _ in steps}
        reached = (g for goal in split.subgoals for g in (goal, *_after(goal)))
        left = tuple(goal for goal in reached if goal not in followed)
        yield replace(split, subgoals=left, between=tuple(steps))


def vanishes(number: Expr, claim: Claim) -> bool:
    """Whether a number of one name is not negative, and 0 at an end of that name's domain."""
    return _inside(number, claim) is not None


def _inside(number: Expr, claim: Claim) -> Expr | None:
    """How far inside its domain the only name of a number >= 0 is, from an end where that is 0."""
    if len(number.free_symbols) != 1:
        return None
    (name,), domains = number.free_symbols, dict(claim.domains)
    domain = domains.get(name)
    if not isinstance(domain, Interval) or sign(number, domains) != 1:
        return None
    lower, upper = (domain.lower, domain.lower_open), (domain.upper, domain.upper_open)
    for (end, is_open), distance in ((lower, name - domain.lower), (upper, domain.upper - name)):
        if not is_open and number.subs(name, end) == 0:
            return distance
    return None


def _simpler(claim: Claim) -> Split | None:
    """The claim over smaller domains, or with one name less; None where it is as simple."""
    ways = (split for tactic in (Elimination(), Narrowing()) for split in tactic.splits(claim))
    return next(ways, None)


def _simplifications(claim: Claim) -> Iterator[tuple[Claim, Split]]:
    """The claim and those that it is simplified to, each with the step to the next."""
    while (split := _simpler(claim)) is not None and len(split.subgoals) == 1:
        yield claim, split
        (claim,) = split.subgoals


def _after(claim: Claim) -> Iterator[Claim]:
    """What the claim is simplified to, step by step."""
    return (split.subgoals[0] for _, split in _simplifications(claim))


def _vanishing(claim: Claim, atom: Basic) -> Iterator[Expr]:
    """Where masses that must be positive for a closed form are 0: at how far inside from there.

    Beside a divergence that is infinite where its mass is positive, so for its factors.
    """
    for divergence in map(at_order, sorted(atom.atoms(Divergence), key=str)):
        form, laws = DIVERGENCES.get(type(divergence), Form()), divergence.args[-2:]
        outcomes = None if divergence.has(ObjectName) else outcomes_of(*laws)
        for p, q in outcomes or ():
            endless = q == 0 and form.most is S.Infinity
            needed = [form.positive(p, q), p if form.null or endless else None]
            needed += _factors(atom, divergence) if endless else []
            distances = (_inside(number, claim) for number in needed if number is not None)
            yield from (distance for distance in distances if distance is not None)


def _factors(atom: Basic, divergence: Basic) -> list[Expr]:
    """What a divergence is multiplied by in the sides of a relation."""
    terms = [weighted(term) for side in atom.args for term in Add.make_args(side)]
    return [factor for factor, rest in terms if rest == divergence]


__all__ = ["Supports", "by_sign", "vanishes"]
