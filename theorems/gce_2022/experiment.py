"""Sections II to IV: the experiments, their definitions as claims, and Theorem 1 for all rounds.

``HypothesisDP(Compose(M, k), A, B, epsilon, delta)`` speaks of all adversaries of the generalized
experiment, Algorithm 2: they choose the databases of each round adaptively and in either order.
Definition 2 is the pair ``Ones(0)`` and ``Ones(k)``: all rounds without the record, or all with it.
"""

from __future__ import annotations

from dpsym import theorem


@theorem(source="HartmannBindschaedlerWest2022, Section II, advanced composition")
def advanced_composition() -> str:
    """The advanced bound holds for k rounds, at every failure probability d."""
    return (
        "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k),"
        " epsilon*sqrt(2*k*log(1/d)) + k*epsilon*(exp(epsilon) - 1), k*delta + d)"
        " for d in (0, 1)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section II, simple composition of equal rounds")
def simple_composition_equal() -> str:
    """Composing k rounds of an (epsilon, delta)-DP mechanism is (k*epsilon, k*delta)-DP."""
    return "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k), k*epsilon, k*delta)"


@theorem(source="HartmannBindschaedlerWest2022, Section II, parallel composition in words")
def parallel_informal() -> str:
    """A mechanism run on each of several disjoint parts is as private as it is on one."""
    return "PureDP(M, epsilon) => PureDP(Parallel(M, M, M, M), epsilon)"


@theorem(source="HartmannBindschaedlerWest2022, Section III, at least t databases")
def sec3_ex2() -> str:
    """At least t databases against fewer: the guarantee of all rounds holds, whatever the prior.

    The paper fixes no prior on the two sets of vectors; every one is covered.
    """
    return (
        "PureDP(M, epsilon) and t <= k => HypothesisDP(Compose(M, k), Ones(0, t - 1), Ones(t, k),"
        " k*epsilon, 0) for t in 1..oo"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section IV, order of the databases")
def wlog_order() -> str:
    """Exchanging the databases of a round exchanges the values of its bit.

    For one restricted pair of hypotheses: none against the uniform law on one or two databases.
    """
    return (
        "HypothesisDP(Compose(M1, M2), Ones(0), Uniform(Ones(1, 2)), epsilon, delta) =>"
        " HypothesisDP(Compose(M1, M2), Bits(1, 0), Uniform(Bits(0, 0), Bits(0, 1), Bits(1, 1)),"
        " epsilon, delta)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section IV, Definition 2 as Definition 3")
def classic_special_case() -> str:
    """The classic experiment compares the vectors without ones and without zeros.

    Two rounds, of which it says that both add their epsilons.
    """
    return (
        "PureDP(M1, epsilon1) and PureDP(M2, epsilon2) =>"
        " HypothesisDP(Compose(M1, M2), Ones(0), Ones(2), epsilon1 + epsilon2, 0)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section IV, Bayes factors")
def bayes_factor() -> str:
    """The two inequalities of Definition 3 bound one probability from both sides by the other.

    p and q are the probabilities of a set of views under the two hypotheses.
    """
    return (
        "p <= exp(epsilon)*q + delta and q <= exp(epsilon)*p + delta =>"
        " exp(-epsilon)*(p - delta) <= q and exp(-epsilon)*(q - delta) <= p"
        " for p in [0, 1], q in [0, 1], epsilon in [0, oo), delta in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, from DP to HDP",
    name="gce24.thm_1.dp_implies_hdp",
    repairs="gce24.thm_1.fixed_adversary",
)
def dp_implies_hdp() -> str:
    """If k rounds are (epsilon, delta)-DP for all adversaries, every pair of hypotheses is close.

    Theorem 1 for any number of equal rounds, by its corrected proof: rounds whose bits agree are
    simulated by the adversary.
    """
    return (
        "HypothesisDP(Compose(M, k), Ones(0), Ones(k), epsilon, delta) =>"
        " HypothesisDP(Compose(M, k), Ones(0, k), Ones(0, k), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, from HDP to DP",
    name="gce24.thm_1.hdp_implies_dp",
)
def hdp_implies_dp() -> str:
    """If every pair of hypotheses is (epsilon, delta)-close, k rounds are (epsilon, delta)-DP."""
    return (
        "HypothesisDP(Compose(M, k), Ones(0, k), Ones(0, k), epsilon, delta) =>"
        " HypothesisDP(Compose(M, k), Ones(0), Ones(k), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1 for different rounds",
    name="gce24.thm_1.four_rounds",
    repairs="gce24.thm_1.flip_chain",
)
def four_rounds() -> str:
    """If four different rounds are (epsilon, delta)-DP, every pair of hypotheses is close.

    By exact enumeration of the vectors; the event is not kept fixed, the adversary is not either.
    """
    return (
        "HypothesisDP(Compose(M1, M2, M3, M4), Ones(0), Ones(4), epsilon, delta) =>"
        " HypothesisDP(Compose(M1, M2, M3, M4), Ones(0, 4), Ones(0, 4), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, every complementary pair",
    name="gce24.thm_1.wlog_complement",
    repairs="gce24.thm_1.one_order",
)
def wlog_complement() -> str:
    """An adversary that orders the databases turns 000 and 111 into any complementary vectors."""
    return (
        "HypothesisDP(Compose(M1, M2, M3), Ones(0), Ones(3), epsilon, delta) =>"
        " HypothesisDP(Compose(M1, M2, M3), Bits(1, 0, 1), Bits(0, 1, 0), epsilon, delta)"
        " and HypothesisDP(Compose(M1, M2, M3), Bits(1, 0, 0), Bits(0, 1, 1), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, induction over Algorithm 3",
    name="gce24.thm_1.induction",
)
def induction() -> str:
    """Matched pieces of two hypotheses that are (epsilon, delta)-close add up to close mixtures.

    Three pieces, of weights t*u, t*(1 - u) and 1 - t.
    """
    return (
        "HockeyStick(epsilon, P1, Q1) <= delta and HockeyStick(epsilon, P2, Q2) <= delta"
        " and HockeyStick(epsilon, P3, Q3) <= delta => HockeyStick(epsilon,"
        " Mixture(t, Mixture(u, P1, P2), P3), Mixture(t, Mixture(u, Q1, Q2), Q3)) <= delta"
        " for delta in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, derived: the canonical rounds",
    name="gce24.x_canonical",
)
def x_canonical() -> str:
    """Two rounds and any hypotheses are at most as far apart as the canonical rounds.

    The optimal delta of Murtagh and Vadhan, for all pairs of laws on two bits.
    """
    return (
        "ApproxDP(M1, epsilon1, delta1) and ApproxDP(M2, epsilon2, delta2) =>"
        " HypothesisDP(Compose(M1, M2), Ones(0, 2), Ones(0, 2), epsilon,"
        " delta1 + delta2 - delta1*delta2 + (1 - delta1)*(1 - delta2)"
        "*(Max(exp(epsilon1 + epsilon2) - exp(epsilon), 0)"
        " + Max(exp(epsilon1) - exp(epsilon + epsilon2), 0)"
        " + Max(exp(epsilon2) - exp(epsilon + epsilon1), 0))"
        "/((1 + exp(epsilon1))*(1 + exp(epsilon2))))"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, derived: what remains of a flip",
    name="gce24.x_pointwise_flip",
    repairs="gce24.thm_1.flip_step",
)
def x_pointwise_flip() -> str:
    """For one view, the bit that agrees may be flipped on one side without losing advantage.

    Two rounds that agree in the first; p_b and r_b are the probabilities of the answers of the
    view. If p1 <= p0 the bit is flipped in c, otherwise in b.
    """
    return (
        "p1 <= p0 => p0*r0 - E*p0*r1 <= p0*r0 - E*p1*r1"
        " for p0 in [0, 1], p1 in [0, 1], r0 in [0, 1], r1 in [0, 1], E in [1, oo)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, derived: the other flip",
    name="gce24.x_pointwise_flip_other",
)
def x_pointwise_flip_other() -> str:
    """For one view, flipping the bit that agrees in b raises its advantage where p0 <= p1."""
    return (
        "p0 <= p1 => p0*r0 - E*p0*r1 <= p1*r0 - E*p0*r1"
        " for p0 in [0, 1], p1 in [0, 1], r0 in [0, 1], r1 in [0, 1], E in [1, oo)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section II, simple composition of different rounds")
def simple_composition_family() -> str:
    """Composing any number of different rounds adds their epsilons and their deltas."""
    return (
        "ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP(Compose(M[i], (i, 1, k)),"
        " Sum(e[i], (i, 1, k)), Sum(d[i], (i, 1, k)))"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section III, at least t databases, with delta")
def sec3_ex2_delta() -> str:
    """At least t databases against fewer: the guarantee of all rounds holds, with its delta."""
    return (
        "ApproxDP(M, epsilon, delta) and t <= k =>"
        " HypothesisDP(Compose(M, k), Ones(0, t - 1), Ones(t, k), k*epsilon, k*delta)"
        " for t in 1..oo, k in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, proof, one more piece",
    name="gce24.thm_1.induction_step",
)
def induction_step() -> str:
    """Matched mixtures that are (epsilon, delta)-close stay so when a matched piece is added.

    P1 and Q1 are what was matched before, of any number of pieces; three are in
    gce24.thm_1.induction.
    """
    return (
        "HockeyStick(epsilon, P1, Q1) <= delta and HockeyStick(epsilon, P2, Q2) <= delta =>"
        " HockeyStick(epsilon, Mixture(t, P1, P2), Mixture(t, Q1, Q2)) <= delta for delta in [0, 1]"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, derived: any number of equal rounds",
    name="gce24.x_canonical_equal",
)
def x_canonical_equal() -> str:
    """Any number of equal rounds and any hypotheses are at most as far apart as canonical rounds.

    At the epsilons where their curve bends, which is a line of exp(epsilon) in between.
    """
    return (
        "ApproxDP(M, epsilon, delta) and 2*i <= k =>"
        " HypothesisDP(Compose(M, k), Ones(0, k), Ones(0, k), (k - 2*i)*epsilon,"
        " 1 - (1 - delta)**k*(1 - Sum(binomial(k, l)*(exp(epsilon*(k - l))"
        " - exp(epsilon*(k - 2*i + l))), (l, 0, i - 1))/(1 + exp(epsilon))**k))"
        " for k in 1..oo, i in 0..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section IV, Definition 2 as Definition 3, one round",
    name="gce24.classic_special_case_one",
)
def classic_special_case_one() -> str:
    """A differentially private mechanism is so in the experiment of one round."""
    return "ApproxDP(M, epsilon, delta) => HypothesisDP(M, Ones(0), Ones(1), epsilon, delta)"


@theorem(
    source="HartmannBindschaedlerWest2022, Section IV, Definition 2 as Definition 3, as vectors",
    name="gce24.classic_special_case_vectors",
)
def classic_special_case_vectors() -> str:
    """Definition 2 is Definition 3 for the vectors 000 and 111 of three different rounds."""
    return (
        "HypothesisDP(Compose(M1, M2, M3), Ones(0), Ones(3), epsilon, delta) =>"
        " HypothesisDP(Compose(M1, M2, M3), Bits(0, 0, 0), Bits(1, 1, 1), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, derived: three canonical rounds",
    name="gce24.x_canonical_three",
)
def x_canonical_three() -> str:
    """Three different rounds and any hypotheses are at most as far apart as canonical rounds."""
    return (
        "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) and ApproxDP(M3, e3, d3) =>"
        " HypothesisDP(Compose(M1, M2, M3), Ones(0, 3), Ones(0, 3), e,"
        " 1 - (1 - d1)*(1 - d2)*(1 - d3)*(1"
        " - (Max(exp(e1 + e2 + e3) - exp(e), 0) + Max(exp(e1 + e2) - exp(e + e3), 0)"
        " + Max(exp(e1 + e3) - exp(e + e2), 0) + Max(exp(e2 + e3) - exp(e + e1), 0)"
        " + Max(exp(e1) - exp(e + e2 + e3), 0) + Max(exp(e2) - exp(e + e1 + e3), 0)"
        " + Max(exp(e3) - exp(e + e1 + e2), 0))"
        "/((1 + exp(e1))*(1 + exp(e2))*(1 + exp(e3)))))"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1 for eight different rounds",
    name="gce24.thm_1.eight_rounds",
)
def eight_rounds() -> str:
    """If eight different rounds are (epsilon, delta)-DP, every pair of hypotheses is close."""
    rounds = "Compose(M1, M2, M3, M4, M5, M6, M7, M8)"
    return (
        f"HypothesisDP({rounds}, Ones(0), Ones(8), epsilon, delta) =>"
        f" HypothesisDP({rounds}, Ones(0, 8), Ones(0, 8), epsilon, delta)"
    )


_CURVE = (
    "1 - (1 - delta)**k*(1 - Sum(binomial(k, i)*Max(exp(epsilon*(k - i))"
    " - exp(epsilon1 + epsilon*i), 0), (i, 0, k))/(1 + exp(epsilon))**k)"
)


@theorem(
    source="HartmannBindschaedlerWest2022, Section II, citing KairouzOhViswanath2015, all rounds"
)
def opt_homogeneous_all() -> str:
    """The optimal curve of any number of equal rounds is that of the canonical mechanism."""
    return (
        f"ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k), epsilon1, {_CURVE}) for k in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section II, citing KairouzOhViswanath2015, too little",
    expect="refuted",
)
def opt_homogeneous_less() -> str:
    """The optimal curve holds with 98 % of its sum.

    The canonical mechanism needs the whole, gce24.opt_homogeneous_all.
    """
    less = _CURVE.replace("Sum(", "49/50*Sum(")
    return (
        f"ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k), epsilon1, {less}) for k in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Theorem 1, derived: equal rounds at every epsilon",
    name="gce24.x_canonical_curve",
)
def x_canonical_curve() -> str:
    """Any number of equal rounds and any hypotheses are within the optimal curve."""
    return (
        "ApproxDP(M, epsilon, delta) => HypothesisDP(Compose(M, k), Ones(0, k), Ones(0, k),"
        f" epsilon1, {_CURVE}) for k in 1..oo"
    )
