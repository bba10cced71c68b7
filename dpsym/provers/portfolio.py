"""The provers in the order in which they are asked. A new prover is one file and one line here.

A prover is loaded when it is asked for the first time: most claims are decided by few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Generic, TypeVar

from sympy import Le, Lt

from dpsym.language import heads
from dpsym.provers.prover import Closer, Reduction

Kind = TypeVar("Kind", Closer, Reduction)


@dataclass(frozen=True)
class Asked(Generic[Kind]):
    """A prover by the place below :mod:`dpsym.provers` where its class stands."""

    place: str
    arguments: tuple[object, ...] = ()

    @cached_property
    def prover(self) -> Kind:
        """The prover, loaded now."""
        module, _, name = self.place.rpartition(".")
        made: Callable[..., Kind] = getattr(import_module(f"dpsym.provers.{module}"), name)
        return made(*self.arguments)


class Order(Generic[Kind]):
    """Provers in their order, each loaded when the iteration comes to it.

    >>> [prover.name for prover in CLOSERS]
    ['inequality']
    """

    def __init__(self, *asked: str | Asked[Kind]) -> None:
        self._asked: list[Asked[Kind]] = [
            Asked[Kind](a) if isinstance(a, str) else a for a in asked
        ]

    def __iter__(self) -> Iterator[Kind]:
        return (asked.prover for asked in self._asked)


SIMPLIFICATIONS = Order[Reduction](
    "logic.Given",
    "contradiction.Contradiction",
    "logic.Spread",
    "logic.Elimination",
    "logic.Narrowing",
    "contradiction.Beyond",
    "logic.Vanishing",
    "other_names.OtherNames",
    "guarantees.any_laws.AnyLaws",
    "guarantees.rounds.RepeatedResponseAttained",
    "guarantees.written.Written",
    "rescaling.Abstraction",
    "rescaling.Rescaling",
    "logarithms.CommonLogarithm",
    "logarithms.LogarithmicGap",
    "freed.Logarithm",
    "reindexing.Reindexing",
    "reindexing.ShiftedDown",
    "reindexing.HarmonicDifference",
    "sizes.Choices",
    "geometric_means.GeometricMeans",
)
"""Claims that say less or have fewer variables; where one is proved, nothing else is tried."""

CLOSERS = Order[Closer]("inequality.Inequality")
WRITERS = Order[Closer](Asked[Closer]("inequality.Inequality", (True,)))
"""Closers whose every proof is written in the rules of the kernel before it counts."""
_BY_FACTS_FIRST = (
    heads.PureDP,
    heads.ApproxDP,
    heads.ProbabilisticDP,
    heads.TailDP,
    heads.MeanCDP,
    heads.BoundedRange,
    heads.Simulable,
)
_BY_DOMINATION_FIRST = (
    heads.ZCDP,
    heads.RenyiDP,
    heads.ApproxZCDP,
    heads.BoundedZCDP,
)
"""For these the dominating mechanism gives one inequality in closed form, better than any fact
that does not say at once what is claimed."""

_FEW, _SEVERAL = range(2), range(2, 100)
"""Hypotheses about a pair of laws; of several, all at once are tried before each alone."""
_NONE, _SOME = range(1), range(1, 100)
"""Hypotheses of a claim: of two divergences without any, two bits say all that there is to say."""

OF_FAMILIES = Order[Reduction]("sums.SumInequalities", "guarantees.families.Induction")
"""Claims about families with an index are for these alone."""

OF_NUMBERS = Order[Reduction](
    "ground_evaluation.Evaluation",
    "contradiction.Contrapositive",
    "logic.Both",
    "freed.FreedExponential",
    "sizes.SignCases",
)
"""What is tried of claims about numbers that no closer decides."""

REDUCTIONS = Order[Reduction](
    "logic.Conjunction",
    "logic.Alternatives",
    "divergences.supports.Unsupported",
    "counts.EveryCount",
    "guarantees.unfold.ShortForm",
    "guarantees.impossible.Impossible",
    "guarantees.databases.HypothesisPrivacy",
    "guarantees.rounds.RepeatedResponse",
    Asked("guarantees.shares.BasicComposition", (True,)),
    "guarantees.domination.LeastNoise",
    "guarantees.forgotten.Forgotten",
    Asked("guarantees.conversion.Derivation", (_BY_FACTS_FIRST,)),
    Asked("guarantees.conversion.Derivation", (_BY_DOMINATION_FIRST, True)),
    "guarantees.domination.Domination",
    "guarantees.processed.ProcessedLoss",
    Asked("guarantees.conversion.Derivation", (heads.GaussianDP,)),
    "guarantees.unfold.Definition",
    Asked("guarantees.conversion.Derivation", (_BY_DOMINATION_FIRST,)),
    "guarantees.unfold.Orders",
    "logic.Exhaustion",
    "guarantees.domination.LawDomination",
    "divergences.ranges.LawRanges",
    "divergences.lines.Lines",
    "divergences.bias.Bias",
    "divergences.distances.Scaled",
    "divergences.closed_form.ClosedForm",
    "divergences.identities.SameLaw",
    "divergences.inverses.Falling",
    "moments.pairs.Parity",
    "moments.pairs.PairOfLaws",
    "moments.duality.MomentDuality",
    Asked("moments.symbolic.SymbolicDuality", (_SEVERAL,)),
    Asked("moments.chords.Chords", (_SOME,)),
    "divergences.processing.Processed",
    "divergences.processing.Between",
    "divergences.composed.ComposedBound",
    "moments.chains.Chains",
    "divergences.cases.UpperBounds",
    "divergences.cases.EqualLaws",
    "divergences.cases.LikelihoodRatio",
    "divergences.pointwise.PointwiseCombination",
    Asked("divergences.events.Event", ((Lt,),)),
    "divergences.bounds.DivergenceBounds",
    "divergences.ascending.Ascending",
    "divergences.processing.Averaged",
    "divergences.second_order.WithoutLogarithms",
    "divergences.second_order.InLogarithms",
    "divergences.second_order.InRenyi",
    "divergences.kinds.OtherKind",
    "divergences.kinds.ToldKind",
    "divergences.supports.Supports",
    "divergences.supports.KernelInputs",
    "divergences.distances.AtRest",
    "divergences.cases.IndependentDraws",
    "divergences.triangle.Between",
    "divergences.triangle.UnlikeWeights",
    "divergences.compared.AnyBetween",
    "divergences.compared.Components",
    "divergences.compared.Ends",
    "divergences.assumed.Assumed",
    "moments.pieces.PiecewiseDuality",
    "divergences.one_of.OneOf",
    "divergences.cases.Thresholds",
    Asked("divergences.integrand.Integrand", (True,)),
    "divergences.joint_range.JointRange",
    Asked("moments.chords.Chords", (_NONE,)),
    "divergences.inverses.Inverse",
    "divergences.sizes.Sizes",
    "divergences.information.Information",
    "divergences.recovery.Recovery",
    "divergences.integrand.Integrand",
    "divergences.cases.LowerLevels",
    Asked("moments.symbolic.SymbolicDuality", (_FEW,)),
    "moments.several.SeveralLaws",
    "moments.contacts.ContactDuality",
    "moments.implicit.ImplicitContact",
    Asked("divergences.events.Event", ((Le,),)),
    "divergences.cases.BetweenOrders",
    "divergences.cases.EveryLevel",
    "divergences.cases.Contraposition",
    "contradiction.Reached",
    "divergences.cases.Levels",
    "divergences.distances.Apart",
    "divergences.compared.Named",
    "divergences.related.Related",
    "divergences.multiplied.MultipliedOut",
    Asked("guarantees.any_laws.AnyLaws", (True,)),
    "guarantees.shares.BasicComposition",
    "ground_evaluation.Evaluation",
    "protocols.Responses",
    "protocols.PartyPrivacy",
    "protocols.WrittenAccuracy",
)
