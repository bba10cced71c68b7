"""Section V-B: none against at least one under the uniform prior, for any number of rounds.

``Uniform(Ones(1, k))`` is the uniform law on the vectors of k bits that have a one. Theorem 3 takes
its average over the first round that holds the record; Corollaries 6 and 7 use simple composition.
"""

from __future__ import annotations

from dpsym import theorem

TWO = "ApproxDP(M1, epsilon1, delta1) and ApproxDP(M2, epsilon2, delta2)"
SOME = "HypothesisDP(Compose(M1, M2), Ones(0), Uniform(Ones(1, 2))"
E1, E2, E3 = (f"exp(-epsilon{i})" for i in (1, 2, 3))


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, a guarantee for a set of hypotheses")
def hdp_over_set() -> str:
    """The larger epsilon and the larger delta of two guarantees hold for the hypotheses of both.

    Exactly one database and, under the uniform prior, at least one, both against none.
    """
    one, some = "M, 2), Ones(0), Ones(1)", "M, 2), Ones(0), Uniform(Ones(1, 2))"
    return (
        f"HypothesisDP(Compose({one}, epsilon1, delta1)"
        f" and HypothesisDP(Compose({some}, epsilon2, delta2) =>"
        f" HypothesisDP(Compose({one}, Max(epsilon1, epsilon2), Max(delta1, delta2))"
        f" and HypothesisDP(Compose({some}, Max(epsilon1, epsilon2), Max(delta1, delta2))"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, from matched vectors to a guarantee")
def hdp_from_matching() -> str:
    """Matched pieces give the largest epsilon and the average delta.

    The display is not legible in our source; this form holds for every matching of two pieces.
    """
    return (
        "HockeyStick(epsilon1, P1, Q1) <= delta1 and HockeyStick(epsilon2, P2, Q2) <= delta2 =>"
        " HockeyStick(Max(epsilon1, epsilon2), Mixture(t, P1, P2), Mixture(t, Q1, Q2))"
        " <= t*delta1 + (1 - t)*delta2 for delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-B, from matched vectors, averages of both",
    name="gce24.hdp_from_matching_average",
    expect="refuted",
)
def hdp_from_matching_average() -> str:
    """Matched pieces give the average of exp(epsilon) and the average delta.

    False where both hypotheses are composite; true where one of them is a point mass,
    gce24.hdp_from_matching_point.
    """
    return (
        "HockeyStick(epsilon1, P1, Q1) <= delta1 and HockeyStick(epsilon2, P2, Q2) <= delta2 =>"
        " HockeyStick(log(t*exp(epsilon1) + (1 - t)*exp(epsilon2)),"
        " Mixture(t, P1, P2), Mixture(t, Q1, Q2))"
        " <= t*delta1 + (1 - t)*delta2 for delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-B, from vectors matched with one vector",
    name="gce24.hdp_from_matching_point",
    repairs="gce24.hdp_from_matching_average",
)
def hdp_from_matching_point() -> str:
    """Pieces matched with copies of one vector give the average of exp(epsilon) and of delta."""
    return (
        "HockeyStick(epsilon1, P1, Q) <= delta1 and HockeyStick(epsilon2, P2, Q) <= delta2 =>"
        " HockeyStick(log(t*exp(epsilon1) + (1 - t)*exp(epsilon2)), Mixture(t, P1, P2), Q)"
        " <= t*delta1 + (1 - t)*delta2 for delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-B, Example, m of k databases",
    name="gce24.exB_pair",
)
def ex_b_pair() -> str:
    """A vector with m ones is within (m*epsilon, m*delta) of the one without."""
    return (
        "ApproxDP(M, epsilon, delta) and m <= k => HypothesisDP(Compose(M, k), Ones(0), Ones(m),"
        " m*epsilon, m*delta) for k in 1..oo, m in 1..oo"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, subsampled mechanisms in sequence")
def subsampled_classic() -> str:
    """Against the uniform law on all vectors, k rounds compose like rounds subsampled by a half."""
    return (
        "ApproxDP(M, epsilon, delta) => HypothesisDP(Compose(M, k), Ones(0), Uniform(Ones(0, k)),"
        " k*log((1 + exp(epsilon))/2), k*delta/2)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, sizes of the parts")
def partition() -> str:
    """The vectors whose first one is at place i are 2**(k - i); together they are 2**k - 1.

    Up to twenty rounds.
    """
    return "Sum(2**(k - i), (i, 1, k)) == 2**k - 1 for k in 1..20"


@theorem(source="HartmannBindschaedlerWest2022, Section V-B, sizes of the parts, for all k")
def partition_all() -> str:
    """The parts of the vectors of k bits by their first one have 2**k - 1 elements together.

    Counted from the last part, of one vector; with twenty rounds from the first in gce24.partition.
    """
    return "Sum(2**j, (j, 0, k - 1)) == 2**k - 1 for k in 1..oo"


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, from none to at least one",
    name="gce24.thm_3.forward",
)
def thm_3_forward() -> str:
    """At least one record against none: averages over the first round that holds it.

    Three rounds, so with weights 4/7, 2/7 and 1/7; Z is the view without the record, B_i the one
    with the first record in round i.
    """
    return (
        "HockeyStick(epsilon1, B1, Z) <= delta1 and HockeyStick(epsilon2, B2, Z) <= delta2"
        " and HockeyStick(epsilon3, B3, Z) <= delta3 =>"
        " HockeyStick(log((4*exp(epsilon1) + 2*exp(epsilon2) + exp(epsilon3))/7),"
        " Mixture(4/7, B1, Mixture(2/3, B2, B3)), Z) <= (4*delta1 + 2*delta2 + delta3)/7"
        " for delta1 in [0, 1], delta2 in [0, 1], delta3 in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, from at least one to none",
    name="gce24.thm_3.reverse",
    expect="refuted",
)
def thm_3_reverse() -> str:
    """None against at least one record: the same averages bound this direction.

    Two rounds, so with weights 2/3 and 1/3. False where large epsilons go with small deltas; the
    delta of gce24.thm_3.corrected is needed.
    """
    return (
        "HockeyStick(epsilon1, Z, B1) <= delta1 and HockeyStick(epsilon2, Z, B2) <= delta2 =>"
        " HockeyStick(log((2*exp(epsilon1) + exp(epsilon2))/3), Z, Mixture(2/3, B1, B2))"
        " <= (2*delta1 + delta2)/3 for delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, corrected",
    name="gce24.thm_3.corrected",
    repairs="gce24.thm_3.reverse",
)
def thm_3_corrected() -> str:
    """None against at least one record: deltas averaged with weights exp(-epsilon) besides."""
    return (
        "HockeyStick(epsilon1, Z, B1) <= delta1 and HockeyStick(epsilon2, Z, B2) <= delta2 =>"
        " HockeyStick(log((2*exp(epsilon1) + exp(epsilon2))/3), Z, Mixture(2/3, B1, B2)) <="
        f" (2*{E1}*delta1 + {E2}*delta2)/(2*{E1} + {E2})"
        " for delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3 at one common delta",
    name="gce24.thm_3.common_delta",
)
def thm_3_common_delta() -> str:
    """None against at least one record: with equal deltas the averages bound this direction."""
    return (
        "HockeyStick(epsilon1, Z, B1) <= delta and HockeyStick(epsilon2, Z, B2) <= delta =>"
        " HockeyStick(log((2*exp(epsilon1) + exp(epsilon2))/3), Z, Mixture(2/3, B1, B2))"
        " <= delta for delta in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6, both directions",
    name="gce24.cor_6.both_directions",
    expect="refuted",
)
def cor_6_both_directions() -> str:
    """The product formula bounds none against at least one of two different rounds, both ways.

    False where a large epsilon goes with a small delta, see gce24.cor_6.corrected.
    """
    return (
        f"{TWO} => {SOME}, log(((1 + exp(epsilon1))*(1 + exp(epsilon2)) - 1)/3),"
        " 2*(delta1 + delta2)/3)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6, corrected",
    name="gce24.cor_6.corrected",
    repairs="gce24.cor_6.both_directions",
)
def cor_6_corrected() -> str:
    """With the larger of two deltas the product formula of two rounds holds both ways."""
    return (
        f"{TWO} => {SOME}, log(((1 + exp(epsilon1))*(1 + exp(epsilon2)) - 1)/3),"
        " Max(2*(delta1 + delta2)/3,"
        f" (delta1*{E1}*(1 + {E2}) + delta2*{E2}*(1 + {E1}))/((1 + {E1})*(1 + {E2}) - 1)))"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6, corrected, three rounds",
    name="gce24.cor_6.corrected_three",
    repairs="gce24.cor_6.reverse",
)
def cor_6_corrected_three() -> str:
    """With the larger of two deltas the product formula of three rounds holds both ways."""
    return (
        f"{TWO} and ApproxDP(M3, epsilon3, delta3) =>"
        " HypothesisDP(Compose(M1, M2, M3), Ones(0), Uniform(Ones(1, 3)),"
        " log(((1 + exp(epsilon1))*(1 + exp(epsilon2))*(1 + exp(epsilon3)) - 1)/7),"
        " Max(4*(delta1 + delta2 + delta3)/7,"
        f" (delta1*{E1}*(1 + {E2})*(1 + {E3}) + delta2*{E2}*(1 + {E1})*(1 + {E3})"
        f" + delta3*{E3}*(1 + {E1})*(1 + {E2}))/((1 + {E1})*(1 + {E2})*(1 + {E3}) - 1)))"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6 for pure privacy",
    name="gce24.cor_6.pure",
)
def cor_6_pure() -> str:
    """Without deltas the product formula of two different rounds holds both ways."""
    return (
        f"PureDP(M1, epsilon1) and PureDP(M2, epsilon2) => {SOME},"
        " log(((1 + exp(epsilon1))*(1 + exp(epsilon2)) - 1)/3), 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 7 for any number of rounds",
    name="gce24.cor_7.all_rounds",
    repairs="gce24.cor_7.sharp",
)
def cor_7_all_rounds() -> str:
    """For k equal rounds "none against at least one" obeys (4) and its delta, both ways."""
    return (
        "ApproxDP(M, epsilon, delta) => HypothesisDP(Compose(M, k), Ones(0), Uniform(Ones(1, k)),"
        " log(((1 + exp(epsilon))**k - 1)/(2**k - 1)), k*2**(k - 1)*delta/(2**k - 1))"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 7, its delta from none to at least one",
    name="gce24.cor_7.reverse_delta",
)
def cor_7_reverse_delta() -> str:
    """The delta of the other direction is at most that of Corollary 7; v is exp(-epsilon).

    Up to eight rounds. It is the step that fails for different rounds.
    """
    return "v*(1 + v)**(k - 1)*(2**k - 1) <= 2**(k - 1)*((1 + v)**k - 1) for v in [0, 1], k in 1..8"


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 7, no less suffices",
    name="gce24.cor_7.sharp",
    expect="refuted",
)
def cor_7_sharp() -> str:
    """For two equal pure rounds a hundredth of epsilon less than (4) suffices.

    It does not: randomized response attains (4) of gce24.cor_7.all_rounds.
    """
    return (
        "PureDP(M, epsilon) => HypothesisDP(Compose(M, 2), Ones(0), Uniform(Ones(1, 2)),"
        " log(((1 + exp(epsilon))**2 - 1)/3) - epsilon/100, 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, derived: one composition",
    name="gce24.x_one_shot",
)
def x_one_shot() -> str:
    """Adding the view without a record to a mixture scales its hockey stick, at another epsilon.

    S is the view with at least one record, Z the one without, q = 1 - 2**(-k); with the subsampled
    composition this replaces Theorem 3.
    """
    return (
        "HockeyStick(log(1 + q*(x - 1)), Mixture(q, S, Z), Z) == q*HockeyStick(log(x), S, Z)"
        " for q in [0, 1), x in [1, oo)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, derived: the mirror",
    name="gce24.x_one_shot_mirror",
)
def x_one_shot_mirror() -> str:
    """Adding the view without a record to the second law scales the hockey stick as well."""
    return (
        "HockeyStick(log(y), Z, Mixture(q, S, Z))"
        " == (1 - y*(1 - q))*HockeyStick(log(y*q/(1 - y*(1 - q))), Z, S)"
        " for q in (0, 1), y in (0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6 for pure privacy, three rounds",
    name="gce24.cor_6.pure_three",
)
def cor_6_pure_three() -> str:
    """Without deltas the product formula of three different rounds holds both ways."""
    return (
        "PureDP(M1, epsilon1) and PureDP(M2, epsilon2) and PureDP(M3, epsilon3) =>"
        " HypothesisDP(Compose(M1, M2, M3), Ones(0), Uniform(Ones(1, 3)),"
        " log(((1 + exp(epsilon1))*(1 + exp(epsilon2))*(1 + exp(epsilon3)) - 1)/7), 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 7, its delta from none to at least one, all k",
    name="gce24.cor_7.reverse_delta_all",
)
def cor_7_reverse_delta_all() -> str:
    """For any number of rounds the delta of the other direction is at most that of Corollary 7.

    v is exp(-epsilon). It is the step that fails for different rounds.
    """
    return (
        "v*(1 + v)**(k - 1)*(2**k - 1) <= 2**(k - 1)*((1 + v)**k - 1) for v in [0, 1], k in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, corrected, one more part",
    name="gce24.thm_3.corrected_step",
)
def thm_3_corrected_step() -> str:
    """None against a mixture that one more part is added to: harmonic means of exp(epsilon).

    B1 is the mixture of any number of parts before. A harmonic mean is at most the average of
    gce24.thm_3.corrected, and the weighted delta is the same.
    """
    return (
        "HockeyStick(epsilon1, Z, B1) <= delta1 and HockeyStick(epsilon2, Z, B2) <= delta2 =>"
        f" HockeyStick(-log(t*{E1} + (1 - t)*{E2}), Z, Mixture(t, B1, B2)) <="
        f" (t*{E1}*delta1 + (1 - t)*{E2}*delta2)/(t*{E1} + (1 - t)*{E2})"
        " for delta1 in [0, 1], delta2 in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 3, corrected, three rounds",
    name="gce24.thm_3.corrected_three",
)
def thm_3_corrected_three() -> str:
    """None against at least one of three records: deltas averaged with weights exp(-epsilon)."""
    return (
        "HockeyStick(epsilon1, Z, B1) <= delta1 and HockeyStick(epsilon2, Z, B2) <= delta2"
        " and HockeyStick(epsilon3, Z, B3) <= delta3 =>"
        " HockeyStick(log((4*exp(epsilon1) + 2*exp(epsilon2) + exp(epsilon3))/7),"
        " Z, Mixture(4/7, B1, Mixture(2/3, B2, B3))) <="
        f" (4*{E1}*delta1 + 2*{E2}*delta2 + {E3}*delta3)/(4*{E1} + 2*{E2} + {E3})"
        " for delta1 in [0, 1], delta2 in [0, 1], delta3 in [0, 1]"
    )
