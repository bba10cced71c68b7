"""What the post's proofs need and do not say: independence, rectangles, and adjacency.

Bits in ``Finite`` laws: the joint law of two answers lists 00, 01, 10, 11.
"""

from __future__ import annotations

from dpsym import theorem

COINS = (
    "r in [0, 1], s in [0, 1], a0 in [0, 1], a1 in [0, 1], b0 in [0, 1], b1 in [0, 1], d in [0, 1]"
)


@theorem(source="CompositionPost, Robustness versus processing, for approximate privacy")
def postprocessing_delta() -> str:
    """Post-processing keeps (epsilon, delta)-DP."""
    return "ApproxDP(M, epsilon, delta) => ApproxDP(PostProcess(M), epsilon, delta)"


@theorem(
    source="CompositionPost, Robustness versus processing, without independence",
    expect="refuted",
)
def postprocessing_dependent() -> str:
    """A map that shares coins with the mechanism keeps total variation as well.

    The coin n is 1 with probability r, the answer y is 1 with probability a_n on the one database
    and b_n on the other, and the map returns y xor n. False: with y = x xor n it returns x. The
    post's map is independent, blog.postprocessing.
    """
    return (
        "TotalVariation(Bernoulli((1 - r)*a0 + r*a1), Bernoulli((1 - r)*b0 + r*b1)) <= d =>"
        " TotalVariation(Bernoulli((1 - r)*a0 + r*(1 - a1)),"
        " Bernoulli((1 - r)*b0 + r*(1 - b1))) <= d"
        " for r in [0, 1], a0 in [0, 1], a1 in [0, 1], b0 in [0, 1], b1 in [0, 1], d in [0, 1]"
    )


@theorem(
    source="CompositionPost, Lemma (Sequential Composition), without independence",
    expect="refuted",
)
def sequential_dependent() -> str:
    """Two mechanisms that share coins add their distances.

    The second answer n is 1 with probability r on the one database and s on the other, the first
    answer is 1 with probability a_n and b_n. False: n may be the coin that hides the first answer.
    The post's mechanisms are independent, blog.sequential_composition.
    """
    return (
        "TotalVariation(Bernoulli(r), Bernoulli(s)) <= d"
        " and TotalVariation(Bernoulli((1 - r)*a0 + r*a1), Bernoulli((1 - s)*b0 + s*b1)) <= d =>"
        " TotalVariation(Finite((1 - r)*(1 - a0), (1 - r)*a0, r*(1 - a1), r*a1),"
        " Finite((1 - s)*(1 - b0), (1 - s)*b0, s*(1 - b1), s*b1)) <= 2*d"
        f" for {COINS}"
    )


@theorem(source="CompositionPost, Lemma (Sequential Composition), proof, for rectangles")
def sequential_rectangles_pure() -> str:
    """For products of events the probabilities of two pure mechanisms multiply.

    p and r are the probabilities of two events on one database, q and s on the other. Without delta
    this is enough, since products of events generate all of them.
    """
    return (
        "p <= exp(epsilon1)*q and r <= exp(epsilon2)*s => p*r <= exp(epsilon1 + epsilon2)*q*s"
        " for p in [0, 1], q in [0, 1], r in [0, 1], s in [0, 1],"
        " epsilon1 in [0, oo), epsilon2 in [0, oo)"
    )


@theorem(
    source="CompositionPost, Lemma (Sequential Composition), proof, carried over to delta",
    expect="refuted",
)
def sequential_rectangles() -> str:
    """If products of events are within delta, all events of two answers are.

    Two answers of one bit, epsilon = 0. False for delta > 0: the post's proof is one for pure
    privacy. The claim for approximate privacy itself is blog.sequential_delta.
    """
    return (
        "p - q <= d and r - s <= d and p*r - q*s <= d"
        " and p*(1 - r) - q*(1 - s) <= d and (1 - p)*r - (1 - q)*s <= d"
        " and (1 - p)*(1 - r) - (1 - q)*(1 - s) <= d and q - p <= d and s - r <= d =>"
        " TotalVariation(Product(Bernoulli(p), Bernoulli(r)), Product(Bernoulli(q), Bernoulli(s)))"
        " <= d for p in [0, 1], q in [0, 1], r in [0, 1], s in [0, 1], d in [0, 1]"
    )


@theorem(source="CompositionPost, after Lemma (Sequential Composition), any number")
def sequential_many() -> str:
    """Together n epsilon-DP mechanisms in sequence are (n*epsilon)-DP."""
    return "PureDP(M, epsilon) => PureDP(Compose(M, n), n*epsilon)"


@theorem(source="CompositionPost, after Lemma (Sequential Composition), any number of mechanisms")
def sequential_family() -> str:
    """The epsilons of any number of different mechanisms in sequence add up."""
    return (
        "PureDP(M[i], epsilon[i]) each i in 1..n => "
        "PureDP(Compose(M[i], (i, 1, n)), Sum(epsilon[i], (i, 1, n)))"
    )


@theorem(
    source="CompositionPost, Lemma (Parallel Composition), proof, one part changes",
    expect="refuted",
)
def parallel_one_part() -> str:
    """Replacing a record changes one of the parts only.

    Parts by the value of the records: replacing moves a record from one part to the other, which
    adds it there and removes it here, so both answers change. False; blog.parallel_composition
    holds where records are added or removed, blog.parallel_replaced where they are replaced.
    """
    return (
        "PureDP(M1, epsilon) and PureDP(M2, epsilon) =>"
        " HypothesisDP(Compose(M1, M2), Bits(1, 0), Bits(0, 1), epsilon, 0)"
    )


@theorem(
    source="CompositionPost, Lemma (Parallel Composition), where records are replaced",
    repairs="blog.parallel_one_part",
)
def parallel_replaced() -> str:
    """Where a record may move from one part to another, epsilons of two parts are added."""
    return (
        "PureDP(M1, epsilon1) and PureDP(M2, epsilon2) =>"
        " HypothesisDP(Compose(M1, M2), Bits(1, 0), Bits(0, 1), epsilon1 + epsilon2, 0)"
    )


@theorem(source="CompositionPost, Example 1")
def example_1() -> str:
    """Counts of men and of women with Laplace noise are epsilon-DP together.

    Where one person is added or removed.
    """
    return (
        "PureDP(Parallel(LaplaceMechanism(1, 1/epsilon), LaplaceMechanism(1, 1/epsilon)), epsilon)"
        " for epsilon in (0, oo)"
    )


@theorem(source="CompositionPost, Example 1, where a person is replaced", expect="refuted")
def example_1_replaced() -> str:
    """Counts of men and of women with Laplace noise are epsilon-DP where a person is replaced.

    A man in the place of a woman changes both counts: 2*epsilon, blog.example_1_doubled.
    """
    return (
        "PureDP(Compose(LaplaceMechanism(1, 1/epsilon), LaplaceMechanism(1, 1/epsilon)), epsilon)"
        " for epsilon in (0, oo)"
    )


@theorem(
    source="CompositionPost, Example 1, where a person is replaced",
    repairs="blog.example_1_replaced",
)
def example_1_doubled() -> str:
    """Counts of men and of women with Laplace noise are (2*epsilon)-DP where one is replaced."""
    return (
        "PureDP(Compose(LaplaceMechanism(1, 1/epsilon), LaplaceMechanism(1, 1/epsilon)),"
        " 2*epsilon) for epsilon in (0, oo)"
    )


@theorem(source="CompositionPost, Example 2, with at most d diseases each")
def example_2_few() -> str:
    """Counts of n diseases, of which nobody has more than d, are (d*epsilon)-DP together."""
    return (
        "PureDP(M, epsilon) => HypothesisDP(Compose(M, n), Ones(0), Ones(0, d), d*epsilon, 0)"
        " for n in 1..oo, d in 1..oo"
    )


@theorem(source="CompositionPost, Example 2, no less suffices", expect="refuted")
def example_2_sharp() -> str:
    """Counts of three diseases cost less than three epsilons.

    They do not: somebody may have all three, and blog.example_2 is sharp.
    """
    return "PureDP(M, epsilon) => PureDP(Compose(M, 3), 299*epsilon/100)"
