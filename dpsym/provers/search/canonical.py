"""Pairs of laws that hypotheses bound both ways, replaced by the canonical pairs that meet them."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Basic, Ge, Le, S, Symbol

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Sort
from dpsym.language.meaning import canonical_laws


@dataclass(frozen=True, slots=True)
class CanonicalPairs:
    """Concrete laws for law names, over the numeric names of a claim.

    Attributes:
        laws: what stands for each law name.
        met: the hypotheses that hold for them by definition.
    """

    laws: dict[Symbol, Basic]
    met: tuple[Basic, ...]


def canonical_pairs(claim: Claim) -> CanonicalPairs | None:
    """Canonical laws for all law names, if hypotheses bound them in pairs; None otherwise.

    Two laws within (epsilon, delta) both ways are images of the canonical pair, whose four outcomes
    a search with fewer atoms cannot reach.
    """
    bounds: dict[tuple[Basic, ...], tuple[Basic, Basic, Basic]] = {}
    for hypothesis in claim.hypotheses:
        if not isinstance(hypothesis, Le | Ge) or hypothesis.gts.has(heads.Divergence):
            continue
        stick, bound = hypothesis.lts, hypothesis.gts
        if isinstance(stick, heads.HockeyStick):
            bounds[stick.args[1:]] = (stick.args[0], bound, hypothesis)
        elif isinstance(stick, heads.MaxDivergence):
            bounds[stick.args] = (bound, S.Zero, hypothesis)
    laws: dict[Symbol, Basic] = {}
    met: list[Basic] = []
    names = set(claim.objects(Sort.LAW))
    for (p, q), (epsilon, delta, hypothesis) in bounds.items():
        back = bounds.get((q, p))
        if back is None or back[:2] != (epsilon, delta):
            continue
        met.append(hypothesis)
        if p in names and q in names and p not in laws and q not in laws:
            laws[p], laws[q] = canonical_laws(epsilon, delta)
    return CanonicalPairs(laws, tuple(met)) if laws and set(laws) == names else None
