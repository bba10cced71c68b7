"""What hypotheses say about a mechanism, directly or about one of which it is a part."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic

from dpsym.kernel.implications import evident
from dpsym.kernel.parts import among
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.heads import Guarantee
from dpsym.provers import axioms
from dpsym.provers.guarantees.fact import Fact, relations_of
from dpsym.provers.restate import restate


def assumed_of(mechanism: Basic, hypothesis: Basic, claim: Claim) -> Iterator[Fact]:
    """A hypothesis on the mechanism, or on one of which its output is a part.

    Of a composition or of parallel parts the other outputs are forgotten; neighbours are among
    the databases at distance at most k.
    """
    if not isinstance(hypothesis, Guarantee):
        return
    guarantee = normal(hypothesis)
    whole = guarantee.args[0]
    if whole == mechanism:
        yield Fact(guarantee, "hypothesis")
    elif isinstance(whole, heads.Group) and whole.args[0] == mechanism:
        near = guarantee.func(mechanism, *guarantee.args[1:])
        yield Fact(near, "neighbours are a group", row="part")
    elif (found := among(whole, mechanism)) is not None:
        part = guarantee.func(mechanism, *guarantee.args[1:])
        if not found:
            yield Fact(part, "the same parts", row="part")
        elif not isinstance(guarantee, OF_THE_LOSS):
            relations = relations_of(claim)
            needs = tuple(restate(claim, [atom], hypotheses=relations) for atom in found)
            needs = tuple(need for need in needs if not evident(need))
            yield Fact(part, "a part of the output", needs, (axioms.DATA_PROCESSING.name,), "part")


OF_THE_LOSS = heads.MeanCDP | heads.ProbabilisticDP | heads.HypothesisDP
"""Guarantees that speak of the loss itself, which a map may concentrate, or of several rounds."""
