"""Section V-A: constraints on the databases that may hold somebody's record.

``Ones(0)`` is the hypothesis that no database holds it, ``Ones(0, m)`` that at most m do, with any
law. In the bounded case the record is replaced, so either hypothesis is of the second kind.
"""

from __future__ import annotations

from dpsym import theorem

NONE, AD, PREMIUM = "Bits(0, 0, 0)", "Bits(1, 1, 0)", "Bits(1, 0, 1)"
USERS = f"Every({NONE}, {AD}, {PREMIUM})"
ANYBODY = f"Every(Bits(0, 0, 0), Bits(0, 1, 0), {AD}, Bits(1, 0, 0), Bits(0, 0, 1), {PREMIUM})"
THREE = "PureDP(M1, epsilon1) and PureDP(M2, epsilon2) and PureDP(M3, epsilon3)"


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, fewer mechanisms compose better")
def comp_notation() -> str:
    """The guarantee of three rounds holds for the two of them in which vectors may differ."""
    return (
        "HypothesisDP(Compose(M1, M2, M3), Ones(0), Ones(3), epsilon, delta) =>"
        " HypothesisDP(Compose(M1, M2, M3), Ones(0), Ones(0, 2), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, unbounded",
    name="gce24.exA1_unbounded",
    repairs="gce24.exA1_unbounded_sharp",
)
def ex_a1_unbounded() -> str:
    """With a record in at most m of k hospitals, m rounds are composed instead of k."""
    return (
        "ApproxDP(M, epsilon, delta) => HypothesisDP(Compose(M, k), Ones(0), Ones(0, m),"
        " m*epsilon, m*delta) for k in 1..oo, m in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, unbounded, different rounds",
    name="gce24.exA1_unbounded_different",
)
def ex_a1_unbounded_different() -> str:
    """With a record in at most two of three hospitals, the worst two rounds are composed."""
    return (
        f"{THREE} => HypothesisDP(Compose(M1, M2, M3), Ones(0), Ones(0, 2),"
        " Max(epsilon1 + epsilon2, epsilon1 + epsilon3, epsilon2 + epsilon3), 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, unbounded, no less suffices",
    name="gce24.exA1_unbounded_sharp",
    expect="refuted",
)
def ex_a1_unbounded_sharp() -> str:
    """With a record in at most two of three hospitals, a hundredth less than two rounds suffices.

    It does not: gce24.exA1_unbounded is sharp.
    """
    return (
        "PureDP(M, epsilon) => HypothesisDP(Compose(M, 3), Ones(0), Ones(0, 2), 199*epsilon/100, 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, bounded",
    name="gce24.exA1_bounded",
    repairs="gce24.exA1_bounded_half",
)
def ex_a1_bounded() -> str:
    """With records in at most m of k hospitals each, min(2*m, k) rounds are composed.

    The paper writes 730 for m = 365, which supposes that there are as many hospitals. The rounds
    are private under adding or removing a record.
    """
    return (
        "PureDP(M, epsilon) => HypothesisDP(Compose(M, k), Ones(0, m), Ones(0, m),"
        " Min(2*m, k)*epsilon, 0) for m in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, bounded, with half as many",
    name="gce24.exA1_bounded_half",
    expect="refuted",
)
def ex_a1_bounded_half() -> str:
    """In the bounded case the guarantee of the unbounded one holds.

    It does not: two people may visit different hospitals. gce24.exA1_bounded has the factor two.
    """
    return "PureDP(M, epsilon) => HypothesisDP(Compose(M, 4), Ones(0, 2), Ones(0, 2), 2*epsilon, 0)"


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 2, unbounded",
    name="gce24.exA2_unbounded",
)
def ex_a2_unbounded() -> str:
    """With a record in at most one of three subsidiaries, the worst single round counts."""
    return (
        f"{THREE} => HypothesisDP(Compose(M1, M2, M3), Ones(0), Ones(0, 1),"
        " Max(epsilon1, epsilon2, epsilon3), 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 2, bounded",
    name="gce24.exA2_bounded",
)
def ex_a2_bounded() -> str:
    """With records in at most one of three subsidiaries each, the worst two rounds count."""
    return (
        f"{THREE} => HypothesisDP(Compose(M1, M2, M3), Ones(0, 1), Ones(0, 1),"
        " Max(epsilon1 + epsilon2, epsilon1 + epsilon3, epsilon2 + epsilon3), 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, unbounded",
    name="gce24.exA3_unbounded",
)
def ex_a3_unbounded() -> str:
    """No user against a free or a paying one: common rounds with ads, or with premium ones.

    One common feature, one with ads, one premium.
    """
    return (
        f"{THREE} => HypothesisDP(Compose(M1, M2, M3), {NONE}, {USERS},"
        " Max(epsilon1 + epsilon2, epsilon1 + epsilon3), 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, bounded",
    name="gce24.exA3_bounded",
)
def ex_a3_bounded() -> str:
    """Users against users: common and ads, common and premium, or ads and premium.

    The allowed set is not legible in our source; here a user uses all features of a plan.
    """
    return (
        f"{THREE} => HypothesisDP(Compose(M1, M2, M3), {USERS}, {USERS},"
        " Max(epsilon1 + epsilon2, epsilon1 + epsilon3, epsilon2 + epsilon3), 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, bounded, any features",
    name="gce24.exA3_bounded_any",
    expect="refuted",
)
def ex_a3_bounded_any() -> str:
    """Users of any features of their plan: the three comparisons of two rounds suffice.

    They do not: 010 and 101 differ in all rounds. See gce24.exA3_bounded_all.
    """
    return (
        f"{THREE} => HypothesisDP(Compose(M1, M2, M3), {ANYBODY}, {ANYBODY},"
        " Max(epsilon1 + epsilon2, epsilon1 + epsilon3, epsilon2 + epsilon3), 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, bounded, any features",
    name="gce24.exA3_bounded_all",
    repairs="gce24.exA3_bounded_any",
)
def ex_a3_bounded_all() -> str:
    """Users of any features of their plan: all rounds are composed, nothing is gained."""
    return (
        f"{THREE} => HypothesisDP(Compose(M1, M2, M3), {ANYBODY}, {ANYBODY},"
        " epsilon1 + epsilon2 + epsilon3, 0)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, three restaurants a day")
def general_case() -> str:
    """Of any number of restaurants, 3*m rounds are composed: three a day for m days."""
    return (
        "PureDP(M, epsilon) => HypothesisDP(Compose(M, k), Ones(0), Ones(0, 3*m),"
        " 3*m*epsilon, 0) for k in 1..oo, m in 1..oo"
    )


@theorem(source="HartmannBindschaedlerWest2022, Definition 5, citing McSherry2009")
def def_5() -> str:
    """A pure-DP mechanism is (d*epsilon)-DP for databases at distance d.

    McSherry's definition follows from the usual one; it implies it with d = 1.
    """
    return "PureDP(M, epsilon) => PureDP(Group(M, d), d*epsilon)"


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, parallel composition for Example 1")
def parallel_cost() -> str:
    """Parallel composition charges a record in two of three parts twice the largest epsilon."""
    return (
        f"{THREE} => HypothesisDP(Compose(M1, M2, M3), Ones(0), Ones(0, 2),"
        " 2*Max(epsilon1, epsilon2, epsilon3), 0)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, parallel composition, bounded",
    name="gce24.parallel_cost_bounded",
)
def parallel_cost_bounded() -> str:
    """Where a record is replaced, parallel composition charges 2*m times the largest epsilon.

    The paper's second sentence says "unbounded" again where bounded is meant; m is 365 there.
    """
    return (
        "PureDP(M, epsilon) => HypothesisDP(Compose(M, k), Ones(0, m), Ones(0, m),"
        " 2*m*epsilon, 0) for k in 1..oo, m in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, comparison with parallel composition",
    name="gce24.cmp_parallel_bounded",
)
def cmp_parallel_bounded() -> str:
    """Two records against two others cost at most four times the largest epsilon.

    Four databases, so that all epsilons are added.
    """
    return (
        "epsilon1 + epsilon2 + epsilon3 + epsilon4 <="
        " 4*Max(epsilon1, epsilon2, epsilon3, epsilon4) for epsilon1 in [0, oo),"
        " epsilon2 in [0, oo), epsilon3 in [0, oo), epsilon4 in [0, oo)"
    )


@theorem(source="HartmannBindschaedlerWest2022, Section V-A, three restaurants a day, with delta")
def general_case_delta() -> str:
    """Of any number of restaurants, 3*m rounds are composed, and so are their deltas."""
    return (
        "ApproxDP(M, epsilon, delta) => HypothesisDP(Compose(M, k), Ones(0), Ones(0, 3*m),"
        " 3*m*epsilon, 3*m*delta) for k in 1..oo, m in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, fewer mechanisms compose better, all k",
    name="gce24.comp_notation_all",
)
def comp_notation_all() -> str:
    """The guarantee of m rounds holds for k rounds of which vectors may differ in m.

    Any number of equal rounds; three different ones are in gce24.comp_notation.
    """
    return (
        "HypothesisDP(Compose(M, m), Ones(0), Ones(m), epsilon, delta) and m <= k =>"
        " HypothesisDP(Compose(M, k), Ones(0), Ones(0, m), epsilon, delta)"
        " for k in 1..oo, m in 1..oo"
    )


DELTAS = (
    "ApproxDP(M1, epsilon1, delta1) and ApproxDP(M2, epsilon2, delta2)"
    " and ApproxDP(M3, epsilon3, delta3)"
)


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 2, unbounded, equal rounds",
    name="gce24.exA2_unbounded_all",
)
def ex_a2_unbounded_all() -> str:
    """With a record in at most one of any number of subsidiaries, one round counts."""
    return (
        "ApproxDP(M, epsilon, delta) =>"
        " HypothesisDP(Compose(M, k), Ones(0), Ones(0, 1), epsilon, delta) for k in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 2, unbounded, with deltas",
    name="gce24.exA2_unbounded_delta",
)
def ex_a2_unbounded_delta() -> str:
    """With a record in at most one of three subsidiaries, the worst epsilon and delta count."""
    return (
        f"{DELTAS} => HypothesisDP(Compose(M1, M2, M3), Ones(0), Ones(0, 1),"
        " Max(epsilon1, epsilon2, epsilon3), Max(delta1, delta2, delta3))"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 2, bounded, equal rounds",
    name="gce24.exA2_bounded_all",
)
def ex_a2_bounded_all() -> str:
    """With records in at most one of any number of subsidiaries each, two rounds count."""
    return (
        "ApproxDP(M, epsilon, delta) =>"
        " HypothesisDP(Compose(M, k), Ones(0, 1), Ones(0, 1), 2*epsilon, 2*delta) for k in 2..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 2, bounded, with deltas",
    name="gce24.exA2_bounded_delta",
)
def ex_a2_bounded_delta() -> str:
    """With records in at most one of three subsidiaries each, the worst two rounds count."""
    return (
        f"{DELTAS} => HypothesisDP(Compose(M1, M2, M3), Ones(0, 1), Ones(0, 1),"
        " Max(epsilon1 + epsilon2, epsilon1 + epsilon3, epsilon2 + epsilon3),"
        " Max(delta1 + delta2, delta1 + delta3, delta2 + delta3))"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 2, one round with deltas",
    name="gce24.exA2_bounded_one",
    expect="refuted",
)
def ex_a2_bounded_one() -> str:
    """With records in at most one subsidiary each, one round counts in the bounded case too.

    It does not: two people may stand in different subsidiaries, gce24.exA2_bounded_all.
    """
    return (
        "ApproxDP(M, epsilon, delta) =>"
        " HypothesisDP(Compose(M, 2), Ones(0, 1), Ones(0, 1), epsilon, delta)"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, unbounded, with deltas",
    name="gce24.exA3_unbounded_delta",
)
def ex_a3_unbounded_delta() -> str:
    """No user against a free or a paying one: the deltas of either's rounds add as well."""
    return (
        f"{DELTAS} => HypothesisDP(Compose(M1, M2, M3), {NONE}, {USERS},"
        " Max(epsilon1 + epsilon2, epsilon1 + epsilon3),"
        " Max(delta1 + delta2, delta1 + delta3))"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, bounded, with deltas",
    name="gce24.exA3_bounded_delta",
)
def ex_a3_bounded_delta() -> str:
    """Users against users: the worst two rounds, with the worst two deltas."""
    return (
        f"{DELTAS} => HypothesisDP(Compose(M1, M2, M3), {USERS}, {USERS},"
        " Max(epsilon1 + epsilon2, epsilon1 + epsilon3, epsilon2 + epsilon3),"
        " Max(delta1 + delta2, delta1 + delta3, delta2 + delta3))"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, bounded, with delta",
    name="gce24.exA1_bounded_delta",
)
def ex_a1_bounded_delta() -> str:
    """With records in at most m of k hospitals each, 2*m rounds are composed, and their deltas."""
    return (
        "ApproxDP(M, epsilon, delta) => HypothesisDP(Compose(M, k), Ones(0, m), Ones(0, m),"
        " 2*m*epsilon, 2*m*delta) for k in 1..oo, m in 1..oo"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 1, bounded, few hospitals",
    name="gce24.exA1_bounded_few",
)
def ex_a1_bounded_few() -> str:
    """With records in at most m of k hospitals each, k rounds are composed, and their deltas.

    Less than gce24.exA1_bounded_delta where k is below 2*m.
    """
    return (
        "ApproxDP(M, epsilon, delta) => HypothesisDP(Compose(M, k), Ones(0, m), Ones(0, m),"
        " k*epsilon, k*delta) for k in 1..oo, m in 1..oo"
    )
