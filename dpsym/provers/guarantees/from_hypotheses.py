"""What hypotheses say about a mechanism, directly or about one of which it is a part."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic

from dpsym.kernel.implications import evident
from dpsym.kernel.parts import among, copies, is_case
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import GUARANTEES, Meaning, normal
from dpsym.language.heads import Guarantee
from dpsym.language.printing import text
from dpsym.provers import axioms
from dpsym.provers.guarantees.fact import Fact, relations_of
from dpsym.provers.restate import restate


def assumed_of(
    mechanism: Basic, hypothesis: Basic, claim: Claim, parents: tuple[Fact, ...] = ()
) -> Iterator[Fact]:
    """A hypothesis on the mechanism, or on one of which its output is a part.

    Of a composition or of parallel parts the other outputs are forgotten; neighbours are among
    the databases at distance at most k, the identity among the maps of an output. A hypothesis
    that follows from others has these as parents.
    """
    if not isinstance(hypothesis, Guarantee):
        return
    guarantee = normal(hypothesis)
    whole = guarantee.args[0]
    part = guarantee.func(mechanism, *guarantee.args[1:])
    if whole == mechanism:
        yield Fact(guarantee, "hypothesis")
    elif is_case(whole, mechanism):
        yield Fact(part, f"a case of {text(whole)}", row="part", parents=parents)
    elif (found := among(whole, mechanism)) is not None:
        yield from _share(guarantee, mechanism, parents)
        if not found:
            yield Fact(part, "the same parts", row="part", parents=parents)
        elif isinstance(whole, heads.Group) or not isinstance(guarantee, OF_THE_LOSS):
            relations = relations_of(claim)
            needs = tuple(restate(claim, [atom], hypotheses=relations) for atom in found)
            needs = tuple(need for need in needs if not evident(need))
            used = () if isinstance(whole, heads.Group) else (axioms.DATA_PROCESSING.name,)
            yield Fact(part, "a part of the output", needs, used, "part", parents)
    elif whole.args and is_case(whole, whole.args[0]):
        inner = guarantee.func(*whole.args[:1], *guarantee.args[1:])
        case = Fact(inner, f"a case of {text(whole)}", row="part", parents=parents)
        yield from assumed_of(mechanism, inner, claim, (case,))


def _share(guarantee: Basic, mechanism: Basic, parents: tuple[Fact, ...]) -> Iterator[Fact]:
    """What adds up over independent rounds, of each of several that are alike."""
    first = GUARANTEES.get(type(guarantee), Meaning()).added
    number = copies(guarantee.args[0], mechanism)
    if first and number is not None and number != 1:
        kept, shared = guarantee.args[1:first], guarantee.args[first:]
        share = guarantee.func(mechanism, *kept, *(bound / number for bound in shared))
        yield Fact(
            share, "one of several rounds", (), (axioms.DATA_PROCESSING.name,), "copies", parents
        )


OF_THE_LOSS = heads.MeanCDP | heads.ProbabilisticDP | heads.HypothesisDP
"""Guarantees that speak of the loss itself, which a map may concentrate, or of several rounds."""
