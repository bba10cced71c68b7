"""Section V-B for any number of rounds, by the step that adds a round or a hypothesis."""

from __future__ import annotations

from dpsym import theorem


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-B, a set of hypotheses, any number of rounds",
    name="gce24.hdp_over_set_all",
)
def hdp_over_set_all() -> str:
    """Of any number of rounds the larger epsilon and delta of two guarantees hold for both.

    Exactly m databases and, under the uniform prior, at least one, against none; a third
    hypothesis is added to the larger of the two.
    """
    exactly, some = "M, k), Ones(0), Ones(m)", "M, k), Ones(0), Uniform(Ones(1, k))"
    return (
        f"HypothesisDP(Compose({exactly}, epsilon1, delta1)"
        f" and HypothesisDP(Compose({some}, epsilon2, delta2) and m <= k =>"
        f" HypothesisDP(Compose({exactly}, Max(epsilon1, epsilon2), Max(delta1, delta2))"
        f" and HypothesisDP(Compose({some}, Max(epsilon1, epsilon2), Max(delta1, delta2))"
        " for k in 1..oo, m in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6, from none to at least one, one more round",
    name="gce24.cor_6.forward_step",
)
def cor_6_forward_step() -> str:
    """With one more round before, the product formula and its delta go on.

    N is 2 to the number of rounds after the new one, E its exp(epsilon), and F the product of
    1 + exp(epsilon) over theirs. B1 is the mixture of the vectors that begin with a one, at
    E*F/N from none by subsampling; B2 of those that begin with a zero, by the formula for them.
    """
    return (
        "HockeyStick(log(E*F/N), B1, Z) <= delta1"
        " and HockeyStick(log((F - 1)/(N - 1)), B2, Z) <= delta2 =>"
        " HockeyStick(log(((1 + E)*F - 1)/(2*N - 1)), Mixture(N/(2*N - 1), B1, B2), Z)"
        " <= (N*delta1 + (N - 1)*delta2)/(2*N - 1)"
        " for delta1 in [0, 1], delta2 in [0, 1], E in [1, oo), F in (1, oo), N in 2..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Corollary 6, one more round, 2 % too little",
    name="gce24.cor_6.forward_step_less",
    expect="refuted",
)
def cor_6_forward_step_less() -> str:
    """98 % of the new round's delta is enough for one more round.

    The whole is needed, gce24.cor_6.forward_step.
    """
    return (
        "HockeyStick(log(E*F/N), B1, Z) <= delta1"
        " and HockeyStick(log((F - 1)/(N - 1)), B2, Z) <= delta2 =>"
        " HockeyStick(log(((1 + E)*F - 1)/(2*N - 1)), Mixture(N/(2*N - 1), B1, B2), Z)"
        " <= (49/50*N*delta1 + (N - 1)*delta2)/(2*N - 1)"
        " for delta1 in [0, 1], delta2 in [0, 1], E in [1, oo), F in (1, oo), N in 2..oo"
    )
