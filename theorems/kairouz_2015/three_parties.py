"""Section 5 for three parties, and for any number by the step that adds one."""

from __future__ import annotations

from dpsym import theorem

RESPONSES = "ResponseProtocol(e1, d1, e2, d2, e3, d3)"
PURE = "ResponseProtocol(e1, 0, e2, 0, e3, 0)"


@theorem(source="KairouzOhViswanath2015, equation (24), three parties")
def eq_24_three() -> str:
    """Canonical responses of three parties hide the bit of each, whatever the others say."""
    return (
        f"CuriousDP({RESPONSES}, 1, e1, d1) and CuriousDP({RESPONSES}, 2, e2, d2)"
        f" and CuriousDP({RESPONSES}, 3, e3, d3) and MaliciousDP({RESPONSES}, 1, e1, d1)"
        f" and MaliciousDP({RESPONSES}, 2, e2, d2) and MaliciousDP({RESPONSES}, 3, e3, d3)"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1 for pure privacy, three parties, worst case")
def thm_5_1_pure_three_worst() -> str:
    """No pure-DP protocol of three parties beats randomised responses on the worst input."""
    return (
        "CuriousDP(T, 1, e1, 0) and CuriousDP(T, 2, e2, 0) and CuriousDP(T, 3, e3, 0) =>"
        f" WorstAccuracy(T, W) <= WorstAccuracy({PURE}, W) for T in protocol, W in task"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, without interaction, three parties")
def thm_5_1_noninteractive_three() -> str:
    """Three parties that speak at once do no better than canonical responses at any task."""
    return (
        "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) and ApproxDP(M3, e3, d3) =>"
        f" AverageAccuracy(Broadcast(M1, M2, M3), W) <= AverageAccuracy({RESPONSES}, W)"
        f" and WorstAccuracy(Broadcast(M1, M2, M3), W) <= WorstAccuracy({RESPONSES}, W)"
        " for W in task"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, against malicious parties, three parties")
def thm_5_1_malicious_three() -> str:
    """Strategies of three parties that are private whatever others say do no better either."""
    return (
        "MaliciousDP(T, 1, e1, d1) and MaliciousDP(T, 2, e2, d2) and MaliciousDP(T, 3, e3, d3) =>"
        f" AverageAccuracy(T, W) <= AverageAccuracy({RESPONSES}, W)"
        f" and WorstAccuracy(T, W) <= WorstAccuracy({RESPONSES}, W)"
        " for T in protocol, W in task"
    )


@theorem(source="KairouzOhViswanath2015, section 5, exclusive or, one more party")
def claim_xor_step() -> str:
    """With one more party the advantages at the exclusive or are multiplied.

    The others are right with probability (1 + A)/2, the new one with (1 + B)/2, and all together
    where both are or neither. So for any number of parties.
    """
    return (
        "(1 + A)/2*(1 + B)/2 + (1 - (1 + A)/2)*(1 - (1 + B)/2) == (1 + A*B)/2"
        " for A in [-1, 1], B in [-1, 1]"
    )


@theorem(
    source="KairouzOhViswanath2015, section 5, exclusive or, one more party, 2 % too little",
    expect="refuted",
)
def claim_xor_step_less() -> str:
    """With one more party 98 % of the product of advantages is all there is.

    It is the whole product, kov15.claim_xor_step.
    """
    return (
        "(1 + A)/2*(1 + B)/2 + (1 - (1 + A)/2)*(1 - (1 + B)/2) <= (1 + 49/50*A*B)/2"
        " for A in [0, 1], B in [0, 1]"
    )
