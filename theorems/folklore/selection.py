"""Sparse vector, noisy maxima and the best of several runs, by their laws on two inputs."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="LyuSuLi2017, Theorem 3, which disproves it", expect="refuted")
def sparse_vector_noiseless() -> str:
    """The sparse vector technique without noise on the queries is epsilon-private.

    Two queries with answers (0, 1) against (1, 0) and the threshold 0 with noise 2/epsilon: stop at
    the first, at the second, never. With noise 4/epsilon on the queries it is,
    folklore.sparse_vector.
    """
    return (
        "PureDP(FiniteMechanism(Finite(1/2, (1 - exp(-eps/2))/2, exp(-eps/2)/2), Finite(1 - "
        "exp(-eps/2)/2, 0, exp(-eps/2)/2)), eps) for eps in (0, oo)"
    )


@theorem(source="LyuSuLi2017, Algorithm 1")
def sparse_vector() -> str:
    """The sparse vector technique with noise on threshold and queries is epsilon-private.

    The same answers, the event that the second query stops it, in closed form.
    """
    return (
        "MaxDivergence(Bernoulli(1/2 + exp(-eps/2)/6 - 7*exp(-eps/4)/16 - "
        "exp(-3*eps/4)/48), Bernoulli((11*exp(-eps/4) - exp(-3*eps/4))/48)) <= eps for eps "
        "in (0, oo)"
    )


@theorem(source="LyuSuLi2017, Theorem 4, which disproves it", expect="refuted")
def sparse_vector_without_cutoff() -> str:
    """The sparse vector technique without a cutoff is epsilon-private.

    Noise 2/epsilon everywhere, four queries (0, 0, 0, 0) against (1, 1, -1, -1), the event below,
    below, above, above, in closed form. This event costs at most 5/2 epsilon,
    folklore.sparse_vector_without_cutoff_cost.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(1/30), Bernoulli(exp(-2*eps)/16 - "
        "7*exp(-5*eps/2)/240)), eps) for eps in (0, oo)"
    )


@theorem(source="LyuSuLi2017, Section 4, a consequence")
def sparse_vector_without_cutoff_cost() -> str:
    """Four queries of the sparse vector technique without a cutoff cost at most 5/2 epsilon.

    One half for the threshold and one for each query; the same event.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(1/30), Bernoulli(exp(-2*eps)/16 - "
        "7*exp(-5*eps/2)/240)), 5*eps/2) for eps in (0, oo)"
    )


@theorem(source="LyuSuLi2017, Section 4, which disproves it", expect="refuted")
def sparse_vector_unscaled() -> str:
    """The sparse vector technique with a quarter of epsilon on the threshold and the rest on all
    queries is epsilon-private.

    Two queries (0, 1) against (1, 0), the event below, above, in closed form. It costs (1 + 6*c)/4
    epsilon with the cutoff c, here one, folklore.sparse_vector_unscaled_cost.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(1/2 - 9*exp(-eps)/112 - 9*exp(-eps/4)/16 + "
        "13*exp(-3*eps/4)/56), Bernoulli(19*exp(-3*eps/4)/112 - 9*exp(-eps)/112)), eps) for "
        "eps in (0, oo)"
    )


@theorem(source="LyuSuLi2017, Section 4")
def sparse_vector_unscaled_cost() -> str:
    """The same technique is 7/4 epsilon-private where it stops at the first query above.

    The same event.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(1/2 - 9*exp(-eps)/112 - 9*exp(-eps/4)/16 + "
        "13*exp(-3*eps/4)/56), Bernoulli(19*exp(-3*eps/4)/112 - 9*exp(-eps)/112)), 7*eps/4) "
        "for eps in (0, oo)"
    )


@theorem(source="LyuSuLi2017, Theorem 5, which disproves it", expect="refuted")
def sparse_vector_releases_value() -> str:
    """Releasing the noisy value that crossed the noisy threshold is epsilon-private.

    Noise 2/epsilon on threshold and queries; m + 1 answers 0 against 1; the event that the last
    alone crosses and its value is at most 0. This event costs (m + 1)/2 epsilon,
    folklore.sparse_vector_value_cost.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(1/(2**(m + 2)*(m + 1)*(m + 2))), "
        "Bernoulli(exp(-(m + 1)*eps/2)/(2**(m + 2)*(m + 1)*(m + 2)))), eps) for m in 1..oo, "
        "eps in (0, oo)"
    )


@theorem(source="LyuSuLi2017, Section 4, a consequence")
def sparse_vector_value_cost() -> str:
    """Releasing the noisy value that crossed the noisy threshold costs half of epsilon for every
    query.

    The same event.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(1/(2**(m + 2)*(m + 1)*(m + 2))), "
        "Bernoulli(exp(-(m + 1)*eps/2)/(2**(m + 2)*(m + 1)*(m + 2)))), (m + 1)*eps/2) for m "
        "in 1..oo, eps in (0, oo)"
    )


@theorem(source="WangDingKiferZhang2020, the wrong gap", expect="refuted")
def sparse_vector_gap() -> str:
    """Releasing the gap to the threshold without noise is free.

    Noise 2/epsilon on the threshold and 4/epsilon on queries; m + 1 answers 0 against 1; the event
    that the last alone crosses and its gap is at most 0. This event costs (m + 1)/4 epsilon,
    folklore.sparse_vector_gap_cost.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(1/(2**(m + 1)*(m + 2)*(m + 3))), "
        "Bernoulli(exp(-(m + 1)*eps/4)/(2**(m + 1)*(m + 2)*(m + 3)))), eps) for m in 1..oo, "
        "eps in (0, oo)"
    )


@theorem(source="LyuSuLi2017, Section 4, a consequence")
def sparse_vector_gap_cost() -> str:
    """Releasing the gap to the threshold without noise costs a quarter of epsilon for every
    query.

    The same event.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(1/(2**(m + 1)*(m + 2)*(m + 3))), "
        "Bernoulli(exp(-(m + 1)*eps/4)/(2**(m + 1)*(m + 2)*(m + 3)))), (m + 1)*eps/4) for m "
        "in 1..oo, eps in (0, oo)"
    )


@theorem(source="DingEtAl2018, the wrong noisy maximum", expect="refuted")
def noisy_max_value() -> str:
    """Releasing the largest of n noisy answers is epsilon-private with noise 2/epsilon.

    All answers move from 0 to 1; the event that the maximum is negative. It costs half of epsilon
    for every answer, folklore.noisy_max_value_cost.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(1/2**n), Bernoulli(exp(-n*eps/2)/2**n)), eps) for "
        "n in 1..oo, eps in (0, oo)"
    )


@theorem(source="folklore, as mended")
def noisy_max_value_cost() -> str:
    """Releasing the largest of n noisy answers costs half of epsilon for every answer.

    The same event.
    """
    return (
        "PureDP(FiniteMechanism(Bernoulli(1/2**n), Bernoulli(exp(-n*eps/2)/2**n)), n*eps/2) "
        "for n in 1..oo, eps in (0, oo)"
    )


@theorem(source="DworkRoth2014, Claim 3.9, quoted for all queries", expect="refuted")
def noisy_max_not_monotone() -> str:
    """The index of the largest answer with noise 1/epsilon is epsilon-private for all queries of
    sensitivity one.

    Two answers, (0, 0) against (-1, 1), the event that the first is larger, in closed form. Noise
    2/epsilon is needed, folklore.noisy_max_double_noise.
    """
    return (
        "PureDP(FiniteMechanism(Finite(1/2, 1/2), Finite(exp(-2*eps)*(1 + eps)/2, 1 - "
        "exp(-2*eps)*(1 + eps)/2)), eps) for eps in (0, oo)"
    )


@theorem(source="DingWangZhangKifer2019, the noisy maximum")
def noisy_max_double_noise() -> str:
    """The index of the largest answer with noise 2/epsilon is epsilon-private.

    The same answers and event.
    """
    return (
        "PureDP(FiniteMechanism(Finite(1/2, 1/2), Finite(exp(-eps)*(1 + eps/2)/2, 1 - "
        "exp(-eps)*(1 + eps/2)/2)), eps) for eps in (0, oo)"
    )


@theorem(source="LiuTalwar2019, the practice they warn of", expect="refuted")
def best_of_runs_free() -> str:
    """Releasing the best of k runs costs what one run costs.

    Two outcomes; the worse one is released when all runs end with it. All runs count,
    folklore.best_of_runs_adds.
    """
    return (
        "MaxDivergence(Bernoulli(p), Bernoulli(q)) <= eps and MaxDivergence(Bernoulli(q), "
        "Bernoulli(p)) <= eps => MaxDivergence(Bernoulli(p**k), Bernoulli(q**k)) <= eps for "
        "p in [0, 1], q in [0, 1], k in 1..oo, eps in [0, oo)"
    )


@theorem(source="DworkRoth2014, Theorem 3.16")
def best_of_runs_adds() -> str:
    """The outcomes of k runs together cost k times epsilon."""
    return "PureDP(M, eps) => PureDP(Compose(M, k), k*eps)"


@theorem(
    source="folklore, the limit of PapernotSteinke2022 taken for the geometric law",
    expect="refuted",
)
def geometric_runs_double() -> str:
    """The best of a geometric number of runs costs twice epsilon.

    Three outcomes (worst, middle, best) with masses ((1-x)(1-y), (1-x)y, x) and stopping
    probability g. It costs three times epsilon, folklore.geometric_runs_triple.
    """
    return (
        "MaxDivergence(Finite((1 - x)*(1 - y), (1 - x)*y, x), Finite((1 - u)*(1 - v), (1 - "
        "u)*v, u)) <= eps and MaxDivergence(Finite((1 - u)*(1 - v), (1 - u)*v, u), "
        "Finite((1 - x)*(1 - y), (1 - x)*y, x)) <= eps => MaxDivergence(Finite(g*(1 - x)*(1 "
        "- y)/(1 - (1 - g)*(1 - x)*(1 - y)), g*(1 - x)*y/((g + (1 - g)*x)*(1 - (1 - g)*(1 - "
        "x)*(1 - y))), x/(g + (1 - g)*x)), Finite(g*(1 - u)*(1 - v)/(1 - (1 - g)*(1 - u)*(1 "
        "- v)), g*(1 - u)*v/((g + (1 - g)*u)*(1 - (1 - g)*(1 - u)*(1 - v))), u/(g + (1 - "
        "g)*u))) <= 2*eps for x in [0, 1], y in [0, 1], u in [0, 1], v in [0, 1], g in (0, "
        "1), eps in [0, oo)"
    )


@theorem(source="LiuTalwar2019, Theorem 3.2", expect="open")
def geometric_runs_triple() -> str:
    """The best of a geometric number of runs costs three times epsilon.

    Three outcomes.
    """
    return (
        "MaxDivergence(Finite((1 - x)*(1 - y), (1 - x)*y, x), Finite((1 - u)*(1 - v), (1 - "
        "u)*v, u)) <= eps and MaxDivergence(Finite((1 - u)*(1 - v), (1 - u)*v, u), "
        "Finite((1 - x)*(1 - y), (1 - x)*y, x)) <= eps => MaxDivergence(Finite(g*(1 - x)*(1 "
        "- y)/(1 - (1 - g)*(1 - x)*(1 - y)), g*(1 - x)*y/((g + (1 - g)*x)*(1 - (1 - g)*(1 - "
        "x)*(1 - y))), x/(g + (1 - g)*x)), Finite(g*(1 - u)*(1 - v)/(1 - (1 - g)*(1 - u)*(1 "
        "- v)), g*(1 - u)*v/((g + (1 - g)*u)*(1 - (1 - g)*(1 - u)*(1 - v))), u/(g + (1 - "
        "g)*u))) <= 3*eps for x in [0, 1], y in [0, 1], u in [0, 1], v in [0, 1], g in (0, "
        "1), eps in [0, oo)"
    )
