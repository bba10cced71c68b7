"""What a sampled concrete mechanism is, beyond a bound on it, may be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sympy import Basic

from dpsym.language.claim import Claim
from dpsym.language.domains import MECHANISM
from dpsym.language.heads import ZCDP, Guarantee, ObjectName, RenyiDP, Subsample
from dpsym.language.printing import text
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, restate

MOST = 3
"""Bounds that are tried."""


class Forgotten:
    """A Renyi divergence of a sampled mechanism from a bound on the mechanism alone.

    The bound is cut in, and then what holds of every mechanism within it is claimed.
    """

    name = "forgotten"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One way for each bound that is known; without it where it is assumed."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], RenyiDP):
            return
        mechanism, order, _ = claim.conclusions[0].args
        if not isinstance(mechanism, Subsample) or any(a.has(ObjectName) for a in claim.atoms):
            return
        inner = mechanism.args[0]
        about = [h for h in claim.hypotheses if isinstance(h, Guarantee)]
        if about:
            if all(h.args[0] == inner for h in about):
                yield _of_all(claim, inner)
            return
        known = [fact.guarantee for fact in facts_about(inner, claim)]
        useful = [g for g in known if isinstance(g, ZCDP) or (*g.args[1:2],) == (order,)]
        for between in islice(useful, MOST):
            after = restate(claim, claim.conclusions, hypotheses=[between, *claim.hypotheses])
            halves = after, restate(claim, [between])
            detail = {"between": text(between)}
            yield Split(halves, f"through {text(between)}", detail=detail, rule="cut")


def _of_all(claim: Claim, mechanism: Basic) -> Split:
    name = ObjectName(str(fresh(claim, "M")))
    atoms = [atom.xreplace({mechanism: name}) for atom in claim.atoms]
    count = len(claim.hypotheses)
    goal = restate(claim, atoms[count:], hypotheses=atoms[:count], domains={name: MECHANISM})
    words = "what holds of every mechanism within the bound"
    return Split((goal,), words, detail={"with": {name.name: text(mechanism)}}, rule="generalise")


__all__ = ["Forgotten"]
