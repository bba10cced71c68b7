"""How much is told by a mechanism whose answers tell databases apart: Fano's inequality."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from sympy import Basic, Eq, Expr, Le, Lt, S, log, simplify

from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.heads import Quantity
from dpsym.language.printing import text
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, is_numeric, restate, scalar_hypotheses


class Recovery:
    """Numbers of which one is how well a mechanism tells databases apart.

    With m databases of n records, or lists of l, and probability p at least p*log(m/l) - log(2)
    nats are told; at most what KL divergences between groups of n records allow. Fano 1961; Bun and
    Steinke 2016, Lemma 7.4.
    """

    name = "recovery"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The bound itself by its row, other relations by the bound, for each that is known."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1:
            return
        if is_numeric(atom):
            yield from self._told(claim, atom)
        if isinstance(atom, Le) and isinstance(atom.lhs, heads.Recovery):
            yield from _named(claim, atom.lhs, atom.rhs)
        if isinstance(atom, Le) and isinstance(atom.rhs, heads.Recovery) and not atom.rhs.args[3:]:
            terms = zip("Mlcx", (*atom.rhs.args, atom.lhs), strict=True)
            params = {"fact": "recovery-guess", "with": {name: text(term) for name, term in terms}}
            yield from by_rule("fact", claim, params, "by a guess")
        yield from _as_numbers(claim, atom)
        if isinstance(atom, Eq) and atom.has(heads.Recovery, heads.Capacity):
            yield from by_rule("both", claim, {}, "neither side is larger")

    def _told(self, claim: Claim, atom: Basic) -> Iterator[Split]:
        for hypothesis in map(plain, claim.hypotheses):
            if not isinstance(hypothesis, Le | Lt) or not isinstance(
                hypothesis.rhs, heads.Recovery
            ):
                continue
            share, found = hypothesis.args
            mechanism, records, databases, *listed = found.args
            told = share * (log(databases) - (log(listed[0]) if listed else 0))
            terms = {"M": mechanism, "l": records, "p": share, "c": databases}
            terms |= {"s": listed[0]} if listed else {}
            row = "recovery-list" if listed else "recovery"
            for limit in dict.fromkeys(_limits(claim, mechanism, records)):
                bound = at_most(told, limit + log(2))
                if isinstance(atom, Le) and atom.rhs - atom.lhs == bound.rhs - bound.lhs:
                    written = {name: text(term) for name, term in (terms | {"t": limit}).items()}
                    yield from _by_row(claim, {"fact": row, "with": written})
                    continue
                known = scalar_hypotheses(claim)
                halves = (
                    restate(claim, [bound]),
                    restate(claim, claim.conclusions, hypotheses=(bound, *known)),
                )
                params = {"between": text(told), "limit": text(bound.rhs)}
                yield Split(halves, "by what is told at least and at most", (), params, "cut")


def _named(claim: Claim, found: Basic, bound: Expr) -> Iterator[Split]:
    """By how far the laws of any two of the databases are apart, at an epsilon that is known.

    That is for a known delta, or at epsilon 0 the largest for which the bound holds.
    """
    mechanism, records, databases, *listed = found.args
    if bound.has(Quantity):
        return
    group = mechanism if records == 1 else heads.Group(mechanism, records)
    named: Expr = listed[0] if listed else S.One
    numbers = [fact.parameters for fact in facts_about(group, claim)
               if isinstance(fact.guarantee, heads.PureDP | heads.ApproxDP)]  # fmt: skip
    known = [(epsilon, delta[0] if delta else S.Zero) for epsilon, *delta in numbers]
    if (databases - 1).is_positive:
        known.append((S.Zero, simplify((bound * databases - named) / (databases - 1))))
    row = "recovery-stick" + ("-list" if listed else "")
    terms = {"M": mechanism, "l": records, "c": databases, "x": bound}
    terms |= {"s": named} if listed else {}
    for epsilon, delta in dict.fromkeys(known):
        written = {name: text(term) for name, term in (terms | {"e": epsilon, "d": delta}).items()}
        words = "laws that are near tell few databases apart"
        for split in by_rule("fact", claim, {"fact": row, "with": written}, words):
            yield _of_one_step(split) if records == 1 else split


def _of_one_step(split: Split) -> Split:
    """The split with guarantees of a mechanism in the place of those of groups of one record."""
    goals: list[Claim] = []
    between: list[tuple[Claim, Split]] = []
    for goal in split.subgoals:
        (atom,) = goal.conclusions
        ways: Iterator[Split] = iter(())
        if isinstance(atom, heads.ApproxDP):
            terms = {"M": atom.args[0].args[0], "k": 1, "e": atom.args[1], "d": atom.args[2]}
            written = {name: text(S(term)) for name, term in terms.items()}
            params = {"fact": "group-approx", "with": written}
            ways = by_rule("fact", goal, params, "a group of one record")
        way = next(ways, None)
        goals += way.subgoals if way else (goal,)
        between += [(goal, way)] if way else []
    return replace(split, subgoals=tuple(goals), between=tuple(between))


def _as_numbers(claim: Claim, atom: Basic) -> Iterator[Split]:
    """What holds of all values that recoveries and capacities have."""
    kinds = heads.Recovery, heads.Capacity
    found = sorted({q for a in (atom, *claim.hypotheses) for q in a.atoms(*kinds)}, key=str)
    if found and atom.atoms(Quantity) <= set(found):
        names = {str(fresh(claim, f"d{n}_")): text(node) for n, node in enumerate(found)}
        yield from by_rule("numbers", claim, {"names": names}, "they are numbers in their ranges")


def _by_row(claim: Claim, params: dict[str, Any]) -> Iterator[Split]:
    """By a row, whose guarantee follows from what is assumed of mechanisms and numbers alone."""
    for split in by_rule("fact", claim, params, "what tells databases apart says much"):
        goals = (
            restate(g, g.conclusions, hypotheses=[h for h in g.hypotheses if not h.has(Quantity)])
            for g in split.subgoals
        )
        yield replace(split, subgoals=tuple(goals))


def _limits(claim: Claim, mechanism: Basic, records: Expr) -> Iterator[Expr]:
    """Bounds of the KL divergence between databases of so many records, of what is assumed."""
    for hypothesis in map(normal, claim.hypotheses):
        bound = _LIMITS.get(type(hypothesis))
        if bound is not None and hypothesis.args[0] == mechanism:
            yield bound(records, *hypothesis.args[1:])


_LIMITS: dict[type[Basic], Callable[..., Expr]] = {
    heads.PureDP: lambda n, epsilon: n * epsilon,
    heads.ZCDP: lambda n, xi, rho: xi * n * (1 + log(n)) + rho * n**2,
    heads.GaussianDP: lambda n, mu: mu**2 / 2 * n**2,
    heads.MeanCDP: lambda n, _, tau: tau**2 / 2 * n**2,
}
"""The bounds of Bun and Steinke 2016, Section 6, and of group privacy."""
