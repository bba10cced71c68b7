"""Experiments with any number of different rounds, as families with an index.

``Bits(b[i], (i, 1, k))`` is any vector: what holds for it holds for every set of rounds. A
hypothesis about ``Ones(0)`` and ``Ones(n)`` is what a composition theorem says of any n rounds.
"""

from __future__ import annotations

from dpsym import theorem

_ROUNDS = "HypothesisDP(Compose(M[i], (i, 1, k)), "
_KNOWN = "ApproxDP(M[i], e[i], d[i]) each i in 1..k"
_CANONICAL = "Compose(CanonicalRR(e[i], d[i]), (i, 1, k))"
_B, _C = "Bits(b[i], (i, 1, k))", "Bits(c[i], (i, 1, k))"
_LARGEST = "m*Max(e[i], (i, 1, k)), {0}m*Max(d[i], (i, 1, k))"


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1 for any number of different rounds",
    name="gce24.thm_1.family",
    repairs="gce24.thm_1.flip_chain",
)
def thm_1_family() -> str:
    """If rounds are (epsilon, delta)-DP for all adversaries, every pair of hypotheses is close."""
    return (
        f"{_ROUNDS}Ones(0), Ones(k), epsilon, delta) =>"
        f" {_ROUNDS}Ones(0, k), Ones(0, k), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, from HDP to DP, any different rounds",
    name="gce24.thm_1.family_converse",
)
def thm_1_family_converse() -> str:
    """If every pair of hypotheses is close, the rounds are (epsilon, delta)-DP."""
    return (
        f"{_ROUNDS}Ones(0, k), Ones(0, k), epsilon, delta) =>"
        f" {_ROUNDS}Ones(0), Ones(k), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, every complementary pair, any rounds",
    name="gce24.thm_1.complement_family",
)
def complement_family() -> str:
    """An adversary that orders the databases turns 0...0 and 1...1 into complementary vectors."""
    return (
        f"{_ROUNDS}Ones(0), Ones(k), epsilon, delta) =>"
        f" {_ROUNDS}{_B}, Bits(1 - b[i], (i, 1, k)), epsilon, delta) for b[i] in 0..1"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section IV, Definition 2 as Definition 3, any rounds"
)
def classic_special_case_family() -> str:
    """Definition 2 is Definition 3 for the laws that put all weight on 0...0 and on 1...1."""
    return (
        f"{_ROUNDS}Ones(0), Ones(k), epsilon, delta) =>"
        f" {_ROUNDS}Uniform(Ones(0)), Uniform(Ones(k)), epsilon, delta)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section IV, Definition 2, simple composition")
def classic_special_case_sum() -> str:
    """Any number of different rounds add their epsilons and deltas in the classic experiment."""
    return f"{_KNOWN} => {_ROUNDS}Ones(0), Ones(k), Sum(e[i], (i, 1, k)), Sum(d[i], (i, 1, k)))"


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, comp, any number of different rounds")
def comp_notation_family() -> str:
    """What a composition theorem says of any m rounds holds for at most m of them."""
    return (
        f"m <= k and {_ROUNDS}Ones(0), Ones(m), epsilon, delta) =>"
        f" {_ROUNDS}Ones(0), Ones(0, m), epsilon, delta)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, comp of chosen rounds, any number")
def comp_notation_chosen() -> str:
    """Rounds whose bits agree cost nothing, and the others add their epsilons and deltas."""
    return (
        f"{_KNOWN} => {_ROUNDS}{_B}, {_C}, Sum(Abs(b[i] - c[i])*e[i], (i, 1, k)),"
        " Sum(Abs(b[i] - c[i])*d[i], (i, 1, k))) for b[i] in 0..1, c[i] in 0..1"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, unbounded, any rounds",
    name="gce24.exA1_unbounded_family",
)
def exa1_unbounded_family() -> str:
    """In at most m of k databases costs no more than the worst min(m, k) of the rounds.

    For any composition theorem; with epsilons that add up gce24.exA1_unbounded_chosen.
    """
    return (
        f"{_ROUNDS}Ones(0), Ones(Min(m, k)), epsilon, delta) =>"
        f" {_ROUNDS}Ones(0), Ones(0, m), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, unbounded, each set of rounds",
    name="gce24.exA1_unbounded_chosen",
)
def exa1_unbounded_chosen() -> str:
    """In the databases of a set of rounds costs the sums over the set."""
    return (
        f"{_KNOWN} => {_ROUNDS}Ones(0), {_B}, Sum(b[i]*e[i], (i, 1, k)),"
        " Sum(b[i]*d[i], (i, 1, k))) for b[i] in 0..1"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, unbounded, 2 % too little",
    expect="refuted",
    name="gce24.exA1_unbounded_chosen_less",
)
def exa1_unbounded_chosen_less() -> str:
    """98 % of the deltas of the rounds of a set are enough.

    The whole is needed, gce24.exA1_unbounded_chosen.
    """
    return (
        f"{_KNOWN} => {_ROUNDS}Ones(0), {_B}, Sum(b[i]*e[i], (i, 1, k)),"
        " Sum(49*b[i]*d[i]/50, (i, 1, k))) for b[i] in 0..1"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, bounded, any rounds",
    name="gce24.exA1_bounded_family",
)
def exa1_bounded_family() -> str:
    """In at most m of k databases or others costs no more than the worst min(2*m, k) rounds.

    For any composition theorem.
    """
    return (
        f"{_ROUNDS}Ones(0), Ones(Min(2*m, k)), epsilon, delta) =>"
        f" {_ROUNDS}Ones(0, m), Ones(0, m), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 2, unbounded, any rounds",
    name="gce24.exA2_unbounded_family",
)
def exa2_unbounded_family() -> str:
    """In at most one of any number of databases costs the largest epsilon and delta."""
    return f"{_KNOWN} => {_ROUNDS}Ones(0), Ones(0, 1), Max(e[i], (i, 1, k)), Max(d[i], (i, 1, k)))"


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 2, unbounded, 2 % too little",
    expect="refuted",
    name="gce24.exA2_unbounded_family_less",
)
def exa2_unbounded_family_less() -> str:
    """98 % of the largest epsilon is enough in at most one database.

    The whole is needed, gce24.exA2_unbounded_family.
    """
    return (
        f"{_KNOWN} => {_ROUNDS}Ones(0), Ones(0, 1),"
        " 49*Max(e[i], (i, 1, k))/50, Max(d[i], (i, 1, k)))"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 2, bounded, any rounds",
    name="gce24.exA2_bounded_family",
)
def exa2_bounded_family() -> str:
    """In at most one of any number of databases or another costs no more than the worst two rounds.

    For any composition theorem.
    """
    return (
        f"{_ROUNDS}Ones(0), Ones(Min(2, k)), epsilon, delta) =>"
        f" {_ROUNDS}Ones(0, 1), Ones(0, 1), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, unbounded, any features",
    name="gce24.exA3_unbounded_family",
)
def exa3_unbounded_family() -> str:
    """Free and paid users, each with features of their own, cost the larger of the two sums.

    The bits b are those of the features of free users, c those of paid users.
    """
    return (
        f"{_KNOWN} => {_ROUNDS}Ones(0), Every(Ones(0), {_B}, {_C}),"
        " Max(Sum(b[i]*e[i], (i, 1, k)), Sum(c[i]*e[i], (i, 1, k))),"
        " Max(Sum(b[i]*d[i], (i, 1, k)), Sum(c[i]*d[i], (i, 1, k))))"
        " for b[i] in 0..1, c[i] in 0..1"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, bounded, any features",
    name="gce24.exA3_bounded_family",
)
def exa3_bounded_family() -> str:
    """Nobody, free and paid users against each other: the features in which two of them differ.

    The bits b are those of the features of free users, c those of paid users.
    """
    return (
        f"{_KNOWN} => {_ROUNDS}Every(Ones(0), {_B}, {_C}), Every(Ones(0), {_B}, {_C}),"
        " Max(Sum(b[i]*e[i], (i, 1, k)), Sum(c[i]*e[i], (i, 1, k)),"
        " Sum(Abs(b[i] - c[i])*e[i], (i, 1, k))),"
        " Max(Sum(b[i]*d[i], (i, 1, k)), Sum(c[i]*d[i], (i, 1, k)),"
        " Sum(Abs(b[i] - c[i])*d[i], (i, 1, k)))) for b[i] in 0..1, c[i] in 0..1"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, general case, any different rounds")
def general_case_family() -> str:
    """Three times a day in at most m days: k is replaced by min(3*m, k), for any theorem."""
    return (
        f"{_ROUNDS}Ones(0), Ones(Min(3*m, k)), epsilon, delta) =>"
        f" {_ROUNDS}Ones(0), Ones(0, 3*m), epsilon, delta) for m in 1..oo"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, general case, bounded, any rounds")
def general_case_family_bounded() -> str:
    """Three times a day in at most m days, bounded: k is replaced by min(6*m, k)."""
    return (
        f"{_ROUNDS}Ones(0), Ones(Min(6*m, k)), epsilon, delta) =>"
        f" {_ROUNDS}Ones(0, 3*m), Ones(0, 3*m), epsilon, delta) for m in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, cost of parallel composition, families"
)
def parallel_cost_family() -> str:
    """In at most m databases costs m times the largest epsilon, as parallel composition has it."""
    return f"{_KNOWN} => {_ROUNDS}Ones(0), Ones(0, m), {_LARGEST.format('')})"


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, cost of parallel composition, bounded, any"
)
def parallel_cost_bounded_family() -> str:
    """In at most m databases or others costs 2*m times the largest epsilon."""
    return f"{_KNOWN} => {_ROUNDS}Ones(0, m), Ones(0, m), 2*{_LARGEST.format('2*')})"


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, parallel composition, 2 % too little",
    expect="refuted",
)
def parallel_cost_family_less() -> str:
    """98 % of m times the largest epsilon is enough in at most m databases.

    The whole is needed where all are equal, gce24.parallel_cost_family.
    """
    return f"{_KNOWN} => {_ROUNDS}Ones(0), Ones(0, m), 49/50*{_LARGEST.format('')})"


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, comparison with parallel composition")
def cmp_parallel_family() -> str:
    """The epsilons of m rounds add up to at most m times the largest of all.

    Any number of rounds, of which the bits b choose m; 2*m in the bounded case.
    """
    return (
        "Sum(b[i]*e[i], (i, 1, k)) <= Sum(b[i], (i, 1, k))*Max(e[i], (i, 1, k))"
        " for b[i] in 0..1, e[i] in [0, oo)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, the uniform law as subsampling, any")
def subsampled_classic_family() -> str:
    """Under the uniform law every different round costs what it does with half of the records."""
    return (
        f"{_KNOWN} => {_ROUNDS}Ones(0), Uniform(Ones(0, k)),"
        " Sum(log((1 + exp(e[i]))/2), (i, 1, k)), Sum(d[i], (i, 1, k))/2)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6 without deltas, any number of rounds",
    name="gce24.cor_6.pure_family",
    repairs="gce24.cor_6.reverse",
)
def cor_6_pure_family() -> str:
    """At least one database against none, both ways, for any number of different pure rounds."""
    return (
        f"PureDP(M[i], e[i]) each i in 1..k => {_ROUNDS}Ones(0), Uniform(Ones(1, k)),"
        " log((Product(1 + exp(e[i]), (i, 1, k)) - 1)/(2**k - 1)), 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6 without deltas, any number, 2 % too little",
    name="gce24.cor_6.pure_family_less",
    expect="refuted",
)
def cor_6_pure_family_less() -> str:
    """98 % of the epsilon of Corollary 6 is enough.

    One round needs the whole, gce24.cor_6.pure_family.
    """
    return (
        f"PureDP(M[i], e[i]) each i in 1..k => {_ROUNDS}Ones(0), Uniform(Ones(1, k)),"
        " 49*log((Product(1 + exp(e[i]), (i, 1, k)) - 1)/(2**k - 1))/50, 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6 with a corrected delta, any number",
    name="gce24.cor_6.corrected_family",
    repairs="gce24.cor_6.both_directions",
)
def cor_6_corrected_family() -> str:
    """At least one database against none, both ways, at any delta at least the two of the proofs.

    That of the paper and that of the other direction, each multiplied by its denominator.
    """
    return (
        f"{_KNOWN} and 2**(k - 1)*Sum(d[i], (i, 1, k)) <= (2**k - 1)*delta"
        " and Product(1 + exp(-e[i]), (i, 1, k))*Sum(d[i]/(1 + exp(e[i])), (i, 1, k))"
        " <= (Product(1 + exp(-e[i]), (i, 1, k)) - 1)*delta =>"
        f" {_ROUNDS}Ones(0), Uniform(Ones(1, k)),"
        " log((Product(1 + exp(e[i]), (i, 1, k)) - 1)/(2**k - 1)), delta)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section II, citing MurtaghVadhan2016, any number")
def opt_heterogeneous_family() -> str:
    """Any number of different rounds are as private as their canonical mechanisms are.

    The curve of these is the optimal one; it is written out in gce24.opt_heterogeneous_curve.
    """
    return (
        f"{_KNOWN} and ApproxDP({_CANONICAL}, epsilon, delta) =>"
        " ApproxDP(Compose(M[i], (i, 1, k)), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section II, citing MurtaghVadhan2016, 2 % too little",
    expect="refuted",
)
def opt_heterogeneous_family_less() -> str:
    """98 % of the delta of the canonical mechanisms is enough.

    They are such rounds themselves, gce24.opt_heterogeneous_family.
    """
    return (
        f"{_KNOWN} and ApproxDP({_CANONICAL}, epsilon, delta) =>"
        " ApproxDP(Compose(M[i], (i, 1, k)), epsilon, 49*delta/50)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, derived: any canonical rounds",
    name="gce24.x_canonical_family",
)
def x_canonical_family() -> str:
    """Any different rounds, any hypotheses: no farther apart than all canonical rounds are."""
    return (
        f"{_KNOWN} and ApproxDP({_CANONICAL}, epsilon, delta) =>"
        f" {_ROUNDS}Ones(0, k), Ones(0, k), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, derived: canonical rounds, each hypothesis",
    name="gce24.x_canonical_prior",
)
def x_canonical_prior() -> str:
    """What the canonical rounds give for none against the uniform law holds for any rounds."""
    return (
        f"{_KNOWN} and HypothesisDP({_CANONICAL}, Ones(0), Uniform(Ones(1, k)), epsilon, delta) =>"
        f" {_ROUNDS}Ones(0), Uniform(Ones(1, k)), epsilon, delta)"
    )
