"""The lemmas of the post, for pure differential privacy, and their approximate forms."""

from __future__ import annotations

from sympy import Max

from dpsym import (
    ApproxDP,
    Claim,
    Compose,
    Count,
    Mechanism,
    NonNegative,
    Parallel,
    PostProcess,
    Probability,
    PureDP,
    given,
    theorem,
)


@theorem(
    source="CompositionPost, Robustness versus processing", repairs="blog.postprocessing_dependent"
)
def postprocessing(M: Mechanism, epsilon: NonNegative) -> Claim:
    """Post-processing keeps epsilon-DP."""
    return given(PureDP(M, epsilon)).then(PureDP(PostProcess(M), epsilon))


@theorem(
    source="CompositionPost, Lemma (Sequential Composition)", repairs="blog.sequential_dependent"
)
def sequential_composition(
    M1: Mechanism, M2: Mechanism, epsilon1: NonNegative, epsilon2: NonNegative
) -> Claim:
    """Two pure-DP mechanisms in sequence are (epsilon1 + epsilon2)-DP."""
    return given(PureDP(M1, epsilon1), PureDP(M2, epsilon2)).then(
        PureDP(Compose(M1, M2), epsilon1 + epsilon2)
    )


@theorem(source="CompositionPost, after Lemma (Sequential Composition)")
def sequential_three(
    M1: Mechanism,
    M2: Mechanism,
    M3: Mechanism,
    epsilon1: NonNegative,
    epsilon2: NonNegative,
    epsilon3: NonNegative,
) -> Claim:
    """Three pure-DP mechanisms in sequence are (epsilon1 + epsilon2 + epsilon3)-DP."""
    return given(PureDP(M1, epsilon1), PureDP(M2, epsilon2), PureDP(M3, epsilon3)).then(
        PureDP(Compose(M1, M2, M3), epsilon1 + epsilon2 + epsilon3)
    )


@theorem(
    source="CompositionPost, Lemma (Sequential Composition) for approximate privacy",
    repairs="blog.sequential_rectangles",
)
def sequential_delta(
    M1: Mechanism,
    M2: Mechanism,
    epsilon1: NonNegative,
    epsilon2: NonNegative,
    delta1: Probability,
    delta2: Probability,
) -> Claim:
    """Two approximate-DP mechanisms in sequence add epsilons and deltas.

    Not in the post, whose proof treats products of events and so needs delta = 0.
    """
    return given(ApproxDP(M1, epsilon1, delta1), ApproxDP(M2, epsilon2, delta2)).then(
        ApproxDP(Compose(M1, M2), epsilon1 + epsilon2, delta1 + delta2)
    )


@theorem(source="CompositionPost, Lemma (Parallel Composition)")
def parallel_composition(M1: Mechanism, M2: Mechanism, epsilon: NonNegative) -> Claim:
    """Two epsilon-DP mechanisms on disjoint parts are epsilon-DP together.

    Neighbours change at most one part.
    """
    return given(PureDP(M1, epsilon), PureDP(M2, epsilon)).then(PureDP(Parallel(M1, M2), epsilon))


@theorem(source="CompositionPost, after Lemma (Parallel Composition)")
def parallel_three(
    M1: Mechanism,
    M2: Mechanism,
    M3: Mechanism,
    epsilon1: NonNegative,
    epsilon2: NonNegative,
    epsilon3: NonNegative,
) -> Claim:
    """Three pure-DP mechanisms on disjoint parts are as private as the least private of them."""
    return given(PureDP(M1, epsilon1), PureDP(M2, epsilon2), PureDP(M3, epsilon3)).then(
        PureDP(Parallel(M1, M2, M3), Max(epsilon1, epsilon2, epsilon3))
    )


@theorem(source="CompositionPost, after Lemma (Parallel Composition), any number of mechanisms")
def parallel_family() -> str:
    """Pure-DP mechanisms on any number of disjoint parts are as private as the least private."""
    return (
        "PureDP(M[i], epsilon[i]) each i in 1..n => "
        "PureDP(Parallel(M[i], (i, 1, n)), Max(epsilon[i], (i, 1, n)))"
    )


@theorem(source="CompositionPost, Example 2", repairs="blog.example_2_sharp")
def example_2(M: Mechanism, epsilon: NonNegative, n: Count) -> Claim:
    """Counts of n diseases, each epsilon-DP, are (n*epsilon)-DP together."""
    return given(PureDP(M, epsilon)).then(PureDP(Compose(M, n), n * epsilon))
