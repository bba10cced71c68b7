"""Divergences of two laws by another kind: of noise a simpler number, of made laws what is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sympy import Basic, Expr, Le, Lt

from dpsym.errors import EvaluationError
from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence
from dpsym.language.noises import ENDLESS
from dpsym.language.printing import text
from dpsym.provers.divergences.cases import may_suffice
from dpsym.provers.divergences.elementary import (
    KINDS,
    bounds_between_kinds,
    sharpest_between_kinds,
)
from dpsym.provers.divergences.processing import ABOVE, by_row, told
from dpsym.provers.kernel_rules import asked_by, by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric, restate

WORDS = "another kind of divergence, whatever the laws are"


class OtherKind:
    """The divergence on the smaller side, by what it is at most in another of the two laws."""

    name = "another kind of divergence"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The inequality between the kinds for any laws, and the claim with the other kind."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le | Lt) or not is_numeric(atom.rhs):
            return
        if len(atom.lhs.atoms(Divergence)) > 1:
            return
        if not all(may_suffice(claim, gap) for gap in _gaps(claim)):
            return
        for divergence in sorted(atom.lhs.atoms(Divergence), key=str):
            if not all(isinstance(law, ENDLESS) for law in divergence.args[-2:]):
                continue
            for row, terms, _, words in ABOVE:
                for split in by_row(claim, row, divergence, terms, words):
                    if _may_hold(split.subgoals[0]):
                        yield split
            for kind in KINDS:
                other = kind(*divergence.args[-2:])
                for bound, _ in bounds_between_kinds(divergence, other, other):
                    left = atom.lhs.xreplace({divergence: bound})
                    goal = restate(claim, [atom.func(left, atom.rhs, evaluate=False)])
                    if _may_hold(goal):
                        yield from _between(claim, goal, divergence, bound)


class ToldKind:
    """The divergence of laws that are made of names, by another kind, which is told of these."""

    name = "another kind, told of the parts"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with what another kind says, and that it does so of any laws."""
        for divergence, kinds in told(claim):
            for kind in KINDS:
                other = kind(*divergence.args[-2:])
                for bound in (
                    *sharpest_between_kinds(divergence, other),
                    *(bound for bound, _ in bounds_between_kinds(divergence, other, other)),
                ):
                    if kind in kinds:
                        atom = plain(claim.conclusions[0])
                        left = atom.lhs.xreplace({divergence: bound})
                        goal = restate(claim, [atom.func(left, atom.rhs, evaluate=False)])
                        yield from _between(claim, goal, divergence, bound)


def _may_hold(claim: Claim) -> bool:
    """Whether divergences with closed forms are at no point known to exceed their bound."""
    gaps = _gaps(claim)
    return bool(gaps) and all(may_suffice(claim, gap) for gap in gaps)


def _gaps(claim: Claim) -> list[Expr]:
    """What is not negative if the claim holds, in closed form; nothing where there is none."""
    params = {"order": fresh(claim, "alpha").name}
    try:
        needed = asked_by("closed-form", claim, params)
    except EvaluationError:
        return []
    return [a.rhs - a.lhs for n in needed for a in n.conclusions if isinstance(a, Le | Lt)]


def _between(claim: Claim, goal: Claim, divergence: Basic, bound: Basic) -> Iterator[Split]:
    """The goal first, which takes less than the inequality between the kinds."""
    cut = {"between": text(divergence), "limit": text(bound)}
    names = {"p": fresh(claim, "P").name, "q": fresh(claim, "Q").name}
    first, second = map(text, divergence.args[-2:])
    laws = {"first": first, "second": second, "order": fresh(claim, "alpha").name}
    for lemma, then, *_ in [asked_by("cut", claim, cut)]:
        for any_laws in by_rule("any-laws", lemma, {**laws, **names}, WORDS):
            for inner in by_rule("bound", then, {"fact": "hypothesis", "number": 0}, WORDS):
                known = (restate(g, g.conclusions, hypotheses=claim.hypotheses)
                         for g in inner.subgoals)  # fmt: skip
                steps = ((lemma, any_laws), (then, replace(inner, subgoals=tuple(known))))
                yield Split((goal,), WORDS, (), cut, "cut", between=steps)
