"""What a concrete mechanism is, beyond a bound on it, may be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sympy import Basic

from dpsym.language.claim import Claim
from dpsym.language.domains import MECHANISM
from dpsym.language.heads import (
    ZCDP,
    ApproxDP,
    GaussianDP,
    GaussianMechanism,
    Guarantee,
    ObjectName,
    PureDP,
    RandomizedResponse,
    RenyiDP,
    Subsample,
)
from dpsym.language.printing import text
from dpsym.provers.guarantees.dominating_mechanisms import RESPONSES
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, restate

_TOUCHING = RandomizedResponse | GaussianMechanism
MOST = 3
"""Bounds that are tried."""


class Forgotten:
    """A guarantee of a concrete mechanism, or of its samples, from a bound on it alone.

    The bound is cut in, and then what holds of every mechanism within it is claimed.
    """

    name = "forgotten"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One way for each bound that is known; without it where it is assumed."""
        if len(claim.conclusions) != 1 or any(a.has(ObjectName) for a in claim.atoms):
            return
        (atom,) = claim.conclusions
        if isinstance(atom, RenyiDP) and isinstance(atom.args[0], Subsample):
            mechanism = atom.args[0].args[0]
        elif isinstance(atom, PureDP | ApproxDP) and isinstance(atom.args[0], Subsample):
            mechanism = atom.args[0].args[0]
            if isinstance(mechanism, RESPONSES):
                return
        elif isinstance(atom, GaussianDP) and not isinstance(atom.args[0], _TOUCHING):
            mechanism = atom.args[0]
        else:
            return
        about = [h for h in claim.hypotheses if isinstance(h, Guarantee)]
        if about:
            if all(h.args[0] == mechanism for h in about):
                yield _of_all(claim, mechanism)
            return
        known = [fact.guarantee for fact in facts_about(mechanism, claim)]
        useful = [g for g in known if _tells(g, atom)]
        for between in islice(useful, MOST):
            after = restate(claim, claim.conclusions, hypotheses=[between, *claim.hypotheses])
            yield Split(
                (restate(claim, [between]),),
                f"through {text(between)}",
                detail={"between": text(between)},
                rule="cut",
                between=((after, _of_all(after, mechanism)),),
            )


def _tells(guarantee: Basic, atom: Basic) -> bool:
    """Whether a bound may be enough for a guarantee."""
    if isinstance(atom, GaussianDP | PureDP):
        return isinstance(guarantee, PureDP)
    if isinstance(atom, ApproxDP):
        return isinstance(guarantee, PureDP | ApproxDP)
    return isinstance(guarantee, ZCDP) or (*guarantee.args[1:2],) == (atom.args[1],)


def _of_all(claim: Claim, mechanism: Basic) -> Split:
    name = ObjectName(str(fresh(claim, "M")))
    atoms = [atom.xreplace({mechanism: name}) for atom in claim.atoms]
    count = len(claim.hypotheses)
    goal = restate(claim, atoms[count:], hypotheses=atoms[:count], domains={name: MECHANISM})
    words = "what holds of every mechanism within the bound"
    return Split((goal,), words, detail={"with": {name.name: text(mechanism)}}, rule="generalise")
