"""Sections IV and V-B for any number of vectors, by the probabilities of one set of views.

Two hypotheses are mixtures of vectors, matched as Algorithm 3 does it: the i-th piece has the
weight w[i] in both, and p[i] and q[i] are the probabilities of a set of views under its two
vectors; E is exp(epsilon). As the set is any, what is said of them is what Definition 3 says of
the hypotheses.
"""

from __future__ import annotations

from dpsym import theorem

_UNIT = "p[i] in [0, 1], q[i] in [0, 1]"
_BOUNDS = "e[i] in [0, oo), d[i] in [0, 1]"
_MEAN_P, _MEAN_Q = "Sum(w[i]*p[i], (i, 1, k))", "Sum(w[i]*q[i], (i, 1, k))"
_ROUNDS = "HypothesisDP(Compose(M[i], (i, 1, k)), Bits(b[i], (i, 1, k)), Bits(c[i], (i, 1, k)), "
_RESPONSES = _ROUNDS.replace("M[i]", "CanonicalRR(e[i], d[i])")


def _induction(delta: str) -> str:
    return (
        "p[i] <= E*q[i] + delta each i in 1..k =>"
        f" {_MEAN_P} <= E*{_MEAN_Q} + Sum(w[i], (i, 1, k))*{delta}"
        f" for w[i] in [0, 1], {_UNIT}, E in [1, oo), delta in [0, 1]"
    )


def _vertex(bound: str) -> str:
    return (
        f"Sum(w[i], (i, 1, k)) == 1 => Sum(w[i]*(p[i] - E*q[i]), (i, 1, k)) <= {bound}"
        f" for w[i] in [0, 1], {_UNIT}, E in [1, oo)"
    )


def _matched(share: str) -> str:
    return (
        f"p[i] <= E[i]*q[i] + d[i] each i in 1..k => {_MEAN_P} <= Max(E[i], (i, 1, k))*{_MEAN_Q}"
        f" + {share}Sum(w[i]*d[i], (i, 1, k))"
        f" for w[i] in [0, 1], {_UNIT}, E[i] in [1, oo), d[i] in [0, 1]"
    )


def _forward(share: str) -> str:
    return (
        "p[i] <= exp(e[i])*z + d[i] each i in 1..k => Sum(2**(k - i)*p[i], (i, 1, k))"
        f" <= Sum(2**(k - i)*exp(e[i]), (i, 1, k))*z + {share}Sum(2**(k - i)*d[i], (i, 1, k))"
        f" for p[i] in [0, 1], z in [0, 1], {_BOUNDS}"
    )


def _corrected(share: str) -> str:
    return (
        "z <= exp(e[i])*p[i] + d[i] each i in 1..k =>"
        " z*Sum(2**(k - i)*exp(-e[i]), (i, 1, k)) <= Sum(2**(k - i)*p[i], (i, 1, k))"
        f" + {share}Sum(2**(k - i)*exp(-e[i])*d[i], (i, 1, k))"
        f" for p[i] in [0, 1], z in [0, 1], {_BOUNDS}"
    )


def _binomial(share: str) -> str:
    return (
        f"Sum(binomial(k, m)*E**m, (m, 0, k)) - 1 == {share}((1 + E)**k - 1)"
        " for E in [1, oo), k in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, any number of matched pieces",
    name="gce24.thm_1.induction_family",
)
def induction_family() -> str:
    """Any number of matched pieces that are (epsilon, delta)-close add up to close mixtures."""
    return _induction("delta")


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, matched pieces, 2 % too little",
    name="gce24.thm_1.induction_family_less",
    expect="refuted",
)
def induction_family_less() -> str:
    """Of close pieces 98 % of their delta is enough for the mixtures.

    The whole is needed, gce24.thm_1.induction_family.
    """
    return _induction("49/50*delta")


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, from any vectors to distributions",
    name="gce24.thm_1.composite_family",
)
def composite_family() -> str:
    """What a set of views tells of two mixtures is at most the mean of what it tells of pieces.

    The bound of the difference for the i-th of any number of pieces is h[i].
    """
    return (
        "p[i] - E*q[i] <= h[i] each i in 1..k =>"
        f" {_MEAN_P} - E*{_MEAN_Q} <= Sum(w[i]*h[i], (i, 1, k))"
        f" for w[i] in [0, 1], {_UNIT}, h[i] in [0, 1], E in [1, oo)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, worst case of any number of vectors",
    name="gce24.vertex_principle_family",
)
def vertex_principle_family() -> str:
    """Two mixtures of any number of matched vectors are as far apart as the worst pair at most."""
    return _vertex("Max(p[i] - E*q[i], (i, 1, k))")


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, worst case of vectors, 2 % too little",
    name="gce24.vertex_principle_family_less",
    expect="refuted",
)
def vertex_principle_family_less() -> str:
    """Two mixtures are at most 98 % as far apart as the worst pair of matched vectors.

    A point mass needs the whole, gce24.vertex_principle_family.
    """
    return _vertex("49/50*Max(p[i] - E*q[i], (i, 1, k))")


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-B, a guarantee for any set of hypotheses",
    name="gce24.hdp_over_set_family",
)
def hdp_over_set_family() -> str:
    """Bounds of the epsilons and deltas of a set hold for each of its hypotheses.

    The pair of vectors is any of the set, of any number of different rounds.
    """
    return (
        f"{_ROUNDS}e, d) and e <= epsilon and d <= delta => {_ROUNDS}epsilon, delta)"
        " for b[i] in 0..1, c[i] in 0..1"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-B, from any number of matched vectors",
    name="gce24.hdp_from_matching_family",
)
def hdp_from_matching_family() -> str:
    """Any number of matched vectors give the largest epsilon and the average delta."""
    return _matched("")


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-B, from matched vectors, 2 % too little",
    name="gce24.hdp_from_matching_family_less",
    expect="refuted",
)
def hdp_from_matching_family_less() -> str:
    """Matched vectors give the largest epsilon and 98 % of the average delta.

    The whole is needed, gce24.hdp_from_matching_family.
    """
    return _matched("49/50*")


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, from none to at least one, any rounds",
    name="gce24.thm_3.forward_family",
)
def thm_3_forward_family() -> str:
    """At least one record of any number against none: averages of exp(epsilon) and of delta.

    The vectors with the first one at place i are 2**(k - i) of 2**k - 1; p[i] is their probability
    of a set of views, z that of the vector without ones. Both sides are multiplied by 2**k - 1.
    """
    return _forward("")


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, from none to at least one, 2 % too little",
    name="gce24.thm_3.forward_family_less",
    expect="refuted",
)
def thm_3_forward_family_less() -> str:
    """At least one record against none: 98 % of the average delta is enough.

    The whole is needed, gce24.thm_3.forward_family.
    """
    return _forward("49/50*")


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, corrected, any number of rounds",
    name="gce24.thm_3.corrected_family",
    repairs="gce24.thm_3.reverse",
)
def thm_3_corrected_family() -> str:
    """None against at least one of any number of records: deltas weighted with exp(-epsilon).

    As in gce24.thm_3.forward_family. It holds with the harmonic mean of exp(epsilon), which the
    average of Theorem 3 exceeds, gce24.thm_3.corrected_mean.
    """
    return _corrected("")


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, corrected, any number, 2 % too little",
    name="gce24.thm_3.corrected_family_less",
    expect="refuted",
)
def thm_3_corrected_family_less() -> str:
    """None against at least one record: 98 % of the weighted deltas is enough.

    The whole is needed, gce24.thm_3.corrected_family.
    """
    return _corrected("49/50*")


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, corrected, the average of exp(epsilon)",
    name="gce24.thm_3.corrected_mean",
)
def thm_3_corrected_mean() -> str:
    """The harmonic mean of any numbers exp(epsilon) is at most their average, with any weights."""
    return (
        "Sum(w[i], (i, 1, k))**2 <= Sum(w[i]*exp(e[i]), (i, 1, k))*Sum(w[i]*exp(-e[i]), (i, 1, k))"
        " for w[i] in [0, oo), e[i] in [0, oo)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, equations (3) and (4), for all k")
def eq_3_4_all() -> str:
    """The binomial sum of (3) is the power of (4), both times 2**k - 1, for any number of rounds.

    The term without ones is taken off on both sides.
    """
    return _binomial("")


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-B, equations (3) and (4), 2 % too little",
    expect="refuted",
)
def eq_3_4_less() -> str:
    """The binomial sum of (3) is 98 % of the power of (4).

    It is the whole, gce24.eq_3_4_all.
    """
    return _binomial("49/50*")


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-B, delta that goes with (4), for all k",
    name="gce24.exB_delta_all",
)
def ex_b_delta_all() -> str:
    """The number of ones in all bit vectors of any length k is k*2**(k - 1)."""
    return "Sum(m*binomial(k, m), (m, 1, k)) == k*2**(k - 1) for k in 1..oo"


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, derived: canonical rounds, any vectors",
    name="gce24.x_canonical_vectors",
)
def x_canonical_vectors() -> str:
    """Under any two vectors different rounds are no farther apart than canonical ones are."""
    return (
        f"ApproxDP(M[i], e[i], d[i]) each i in 1..k and {_RESPONSES}epsilon, delta) =>"
        f" {_ROUNDS}epsilon, delta) for b[i] in 0..1, c[i] in 0..1"
    )
