"""Multi-party protocols: Theorem 5.1 as printed, its counterexamples and its repaired forms.

A protocol of two parties is any tree of broadcast messages, each with private coins of its
speaker; a task is any table of what decisions are worth on each input, for the observer or for a
party, which covers every function and every accuracy.
"""

from __future__ import annotations

from sympy import S

from dpsym import (
    ApproxDP,
    AverageAccuracy,
    Broadcast,
    Claim,
    CuriousDP,
    MaliciousDP,
    Mechanism,
    NonNegative,
    Probability,
    RandomizedResponse,
    ResponseProtocol,
    Within,
    WorstAccuracy,
    given,
    theorem,
)

AnyProtocol = Within["protocol"]
AnyTask = Within["task"]
InnerConfidence = Within["(0, 1)"]
AtLeastTwo = Within["2..oo"]

_XOR = "Task(0, (1, 0), (0, 1), (0, 1), (1, 0))"


@theorem(source="KairouzOhViswanath2015, equation (24)")
def eq_24(
    epsilon1: NonNegative, delta1: Probability, epsilon2: NonNegative, delta2: Probability
) -> Claim:
    """Canonical responses of two parties hide the bit of each, whatever the other party says."""
    responses = ResponseProtocol(epsilon1, delta1, epsilon2, delta2)
    return given().then(
        CuriousDP(responses, 1, epsilon1, delta1),
        CuriousDP(responses, 2, epsilon2, delta2),
        MaliciousDP(responses, 1, epsilon1, delta1),
        MaliciousDP(responses, 2, epsilon2, delta2),
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, at one task", expect="refuted")
def thm_5_1(delta: InnerConfidence, k: AtLeastTwo) -> Claim:
    """A protocol with a shared coin is no better for the exclusive or than randomised response.

    A consequence of the theorem at epsilon = 0: all parties reveal their bits when a coin of
    probability delta says so, which is (0, delta)-DP for each and right with probability
    (1 + delta)/2; randomised response is right with probability (1 + delta**k)/2. The whole
    theorem for two parties is kov15.thm_5_1_average, what holds kov15.thm_5_1_pure,
    kov15.thm_5_1_noninteractive and kov15.thm_5_1_malicious.
    """
    return (1 + delta) / 2 <= (1 + delta**k) / 2


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, on average", expect="refuted")
def thm_5_1_average(
    T: AnyProtocol,
    W: AnyTask,
    epsilon1: NonNegative,
    delta1: Probability,
    epsilon2: NonNegative,
    delta2: Probability,
) -> Claim:
    """No protocol of two parties beats canonical responses at any task, on average over inputs.

    As printed, for two parties. What is missing is that honest others are not enough: see
    kov15.thm_5_1_malicious, and kov15.thm_5_1_pure for deltas of zero.
    """
    return given(CuriousDP(T, 1, epsilon1, delta1), CuriousDP(T, 2, epsilon2, delta2)).then(
        AverageAccuracy(T, W)
        <= AverageAccuracy(ResponseProtocol(epsilon1, delta1, epsilon2, delta2), W)
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, in the worst case", expect="refuted")
def thm_5_1_worst(
    T: AnyProtocol,
    W: AnyTask,
    epsilon1: NonNegative,
    delta1: Probability,
    epsilon2: NonNegative,
    delta2: Probability,
) -> Claim:
    """No protocol of two parties beats canonical responses at any task, on the worst input.

    As printed, for two parties; see kov15.thm_5_1_malicious_worst.
    """
    return given(CuriousDP(T, 1, epsilon1, delta1), CuriousDP(T, 2, epsilon2, delta2)).then(
        WorstAccuracy(T, W)
        <= WorstAccuracy(ResponseProtocol(epsilon1, delta1, epsilon2, delta2), W)
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, with one delta of zero", expect="refuted")
def thm_5_1_one_delta(
    T: AnyProtocol, W: AnyTask, epsilon1: NonNegative, epsilon2: NonNegative, delta2: Probability
) -> Claim:
    """No protocol beats canonical responses where only the second party has a delta.

    The theorem fails as soon as one delta is positive, counterexample C being of this kind; both
    must be zero in kov15.thm_5_1_pure.
    """
    responses = ResponseProtocol(epsilon1, S.Zero, epsilon2, delta2)
    return given(CuriousDP(T, 1, epsilon1, 0), CuriousDP(T, 2, epsilon2, delta2)).then(
        AverageAccuracy(T, W) <= AverageAccuracy(responses, W)
    )


_COIN = (
    "Protocol(2, Speech(1, (1/10, 1/10, Speech(1, (1, 0, Speech(2, (1, 0), (0, 1))),"
    " (0, 1, Speech(2, (1, 0), (0, 1))))), (9/10, 9/10)))"
)
_ABORT = (
    "Protocol(2, Speech(1, (1/5, 0, Speech(2, (1, 0), (0, 1))),"
    " (8/15, 4/15, Speech(2, (2/3, 1/3), (1/3, 2/3))),"
    " (4/15, 8/15, Speech(2, (2/3, 1/3), (1/3, 2/3))), (0, 1/5, Speech(2, (1, 0), (0, 1)))))"
)


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, counterexample A")
def x_coin_is_private() -> str:
    """A coin of probability 1/10 that opens both bits is (0, 1/10)-DP for honest parties."""
    return f"CuriousDP({_COIN}, 1, 0, 1/10) and CuriousDP({_COIN}, 2, 0, 1/10)"


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, counterexample A", expect="refuted")
def x_coin_is_no_better() -> str:
    """The coin is no better than canonical responses at the exclusive or.

    It is right with probability 11/20, they with 101/200. It is as private as they are,
    kov15.x_coin_is_private, while the other party follows the protocol.
    """
    return (
        f"AverageAccuracy({_COIN}, {_XOR})"
        f" <= AverageAccuracy(ResponseProtocol(0, 1/10, 0, 1/10), {_XOR})"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, counterexample A", expect="refuted")
def x_coin_is_no_better_in_the_worst_case() -> str:
    """The coin is no better than canonical responses at the exclusive or, on the worst input.

    See kov15.x_coin_is_private.
    """
    return (
        f"WorstAccuracy({_COIN}, {_XOR})"
        f" <= WorstAccuracy(ResponseProtocol(0, 1/10, 0, 1/10), {_XOR})"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, counterexample A", expect="refuted")
def x_coin_is_private_against_malice() -> str:
    """The coin hides each bit with delta 1/10 whatever the other party says.

    Party 1 may pretend that the coin fell on 1: then party 2 reveals its bit. Against honest
    parties it is, kov15.x_coin_is_private.
    """
    return f"MaliciousDP({_COIN}, 2, 0, 1/10)"


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, counterexample B")
def x_abort_is_private() -> str:
    """Party 2 opens its bit where party 1 has: (log(2), 1/5)-DP for both, if honest."""
    return f"CuriousDP({_ABORT}, 1, log(2), 1/5) and CuriousDP({_ABORT}, 2, log(2), 1/5)"


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, counterexample B", expect="refuted")
def x_abort_is_no_better() -> str:
    """That protocol is no better than canonical responses at the exclusive or.

    It is better by delta2*(1 - delta1)*(1 - tanh(epsilon1/2))*(1 - tanh(epsilon2/2))/2 = 8/225;
    see kov15.x_abort_is_private.
    """
    return (
        f"AverageAccuracy({_ABORT}, {_XOR})"
        f" <= AverageAccuracy(ResponseProtocol(log(2), 1/5, log(2), 1/5), {_XOR})"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, counterexample B")
def x_abort_gain() -> str:
    """That protocol is better at the exclusive or by exactly 8/225."""
    return (
        f"AverageAccuracy({_ABORT}, {_XOR})"
        f" == AverageAccuracy(ResponseProtocol(log(2), 1/5, log(2), 1/5), {_XOR}) + 8/225"
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, for pure differential privacy")
def thm_5_1_pure(T: AnyProtocol, W: AnyTask, epsilon1: NonNegative, epsilon2: NonNegative) -> Claim:
    """No pure-DP protocol of two parties beats randomised responses at any task.

    The repaired theorem for deltas of zero, on average and in the worst case.
    """
    responses = ResponseProtocol(epsilon1, S.Zero, epsilon2, S.Zero)
    return given(CuriousDP(T, 1, epsilon1, 0), CuriousDP(T, 2, epsilon2, 0)).then(
        AverageAccuracy(T, W) <= AverageAccuracy(responses, W),
        WorstAccuracy(T, W) <= WorstAccuracy(responses, W),
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, for pure differential privacy")
def thm_5_1_pure_three(
    T: AnyProtocol,
    W: AnyTask,
    epsilon1: NonNegative,
    epsilon2: NonNegative,
    epsilon3: NonNegative,
) -> Claim:
    """No pure-DP protocol of three parties beats randomised responses at any task, on average."""
    responses = ResponseProtocol(epsilon1, S.Zero, epsilon2, S.Zero, epsilon3, S.Zero)
    return given(
        CuriousDP(T, 1, epsilon1, 0), CuriousDP(T, 2, epsilon2, 0), CuriousDP(T, 3, epsilon3, 0)
    ).then(AverageAccuracy(T, W) <= AverageAccuracy(responses, W))


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, without interaction")
def thm_5_1_noninteractive(
    M1: Mechanism,
    M2: Mechanism,
    W: AnyTask,
    epsilon1: NonNegative,
    delta1: Probability,
    epsilon2: NonNegative,
    delta2: Probability,
) -> Claim:
    """Two parties that speak at once do no better than canonical responses at any task.

    The repaired theorem for protocols without interaction, on average and in the worst case.
    """
    responses = ResponseProtocol(epsilon1, delta1, epsilon2, delta2)
    return given(ApproxDP(M1, epsilon1, delta1), ApproxDP(M2, epsilon2, delta2)).then(
        AverageAccuracy(Broadcast(M1, M2), W) <= AverageAccuracy(responses, W),
        WorstAccuracy(Broadcast(M1, M2), W) <= WorstAccuracy(responses, W),
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, against malicious parties")
def thm_5_1_malicious(
    T: AnyProtocol,
    W: AnyTask,
    epsilon1: NonNegative,
    delta1: Probability,
    epsilon2: NonNegative,
    delta2: Probability,
) -> Claim:
    """Strategies that are private whatever others say do no better than canonical responses.

    The repaired theorem for two parties, with interactive differential privacy of each party's
    strategy as in VadhanWang2021, Definition 2.
    """
    responses = ResponseProtocol(epsilon1, delta1, epsilon2, delta2)
    return given(MaliciousDP(T, 1, epsilon1, delta1), MaliciousDP(T, 2, epsilon2, delta2)).then(
        AverageAccuracy(T, W) <= AverageAccuracy(responses, W)
    )


@theorem(source="KairouzOhViswanath2015, Theorem 5.1, against malicious parties")
def thm_5_1_malicious_worst(
    T: AnyProtocol,
    W: AnyTask,
    epsilon1: NonNegative,
    delta1: Probability,
    epsilon2: NonNegative,
    delta2: Probability,
) -> Claim:
    """Private strategies do no better than canonical responses on the worst input either."""
    responses = ResponseProtocol(epsilon1, delta1, epsilon2, delta2)
    return given(MaliciousDP(T, 1, epsilon1, delta1), MaliciousDP(T, 2, epsilon2, delta2)).then(
        WorstAccuracy(T, W) <= WorstAccuracy(responses, W)
    )


@theorem(source="KairouzOhViswanath2015, equation (23) and VadhanWang2021, section 1")
def x_malicious_implies_curious(T: AnyProtocol, epsilon: NonNegative, delta: Probability) -> Claim:
    """A party that is private whatever others say is private while they follow the protocol."""
    return given(MaliciousDP(T, 1, epsilon, delta)).then(CuriousDP(T, 1, epsilon, delta))


@theorem(
    source="KairouzOhViswanath2015, equation (23) and VadhanWang2021, section 1", expect="refuted"
)
def x_curious_implies_malicious(T: AnyProtocol, epsilon: NonNegative, delta: Probability) -> Claim:
    """A party that is private while others follow the protocol is private whatever they say.

    Only the other direction holds, kov15.x_malicious_implies_curious.
    """
    return given(CuriousDP(T, 1, epsilon, delta)).then(MaliciousDP(T, 1, epsilon, delta))


@theorem(source="KairouzOhViswanath2015, section 5, the size of the optimal protocol")
def claim_size_pure(W: AnyTask, epsilon1: NonNegative, epsilon2: NonNegative) -> Claim:
    """With deltas of zero two messages a party suffice: randomised responses are optimal."""
    return given().then(
        AverageAccuracy(ResponseProtocol(epsilon1, S.Zero, epsilon2, S.Zero), W)
        <= AverageAccuracy(Broadcast(RandomizedResponse(epsilon1), RandomizedResponse(epsilon2)), W)
    )


@theorem(
    source="KairouzOhViswanath2015, section 5, the size of the optimal protocol", expect="refuted"
)
def claim_size() -> str:
    """Two messages suffice for one party also where delta is positive.

    The three mechanisms on the right are, up to names of the messages, the extreme points of all
    mechanisms of two outcomes within (epsilon, delta), and an accuracy is convex in the mechanism.
    With abstention, epsilon 0 and delta 1/5 four outcomes are worth 1/5 and two 1/10. Without
    deltas two suffice, kov15.claim_size_pure.
    """
    return (
        "AverageAccuracy(ResponseProtocol(epsilon, delta), W) <= Max("
        "AverageAccuracy(Broadcast(FiniteMechanism("
        "Finite(delta, 1 - delta), Finite(0, 1))), W),"
        " AverageAccuracy(Broadcast(FiniteMechanism("
        "Finite(0, 1), Finite(delta, 1 - delta))), W),"
        " AverageAccuracy(Broadcast(FiniteMechanism("
        "Finite((exp(epsilon) + delta)/(1 + exp(epsilon)), (1 - delta)/(1 + exp(epsilon))),"
        " Finite((1 - delta)/(1 + exp(epsilon)), (exp(epsilon) + delta)/(1 + exp(epsilon))))), W))"
    )


@theorem(source="KairouzOhViswanath2015, section 5, exclusive or")
def claim_xor() -> str:
    """Two responses give the exclusive or with the product of the parties' advantages."""
    return (
        f"AverageAccuracy(ResponseProtocol(epsilon1, delta1, epsilon2, delta2), {_XOR})"
        " == (1 + (delta1 + (1 - delta1)*tanh(epsilon1/2))"
        "*(delta2 + (1 - delta2)*tanh(epsilon2/2)))/2"
    )


@theorem(source="KairouzOhViswanath2015, section 5, exclusive or")
def claim_xor_three() -> str:
    """Three responses give the exclusive or with the product of the parties' advantages."""
    return (
        "AverageAccuracy(ResponseProtocol(epsilon1, delta1, epsilon2, delta2, epsilon3, delta3),"
        " Task(0, (1, 0), (0, 1), (0, 1), (1, 0), (0, 1), (1, 0), (1, 0), (0, 1)))"
        " == (1 + (delta1 + (1 - delta1)*tanh(epsilon1/2))"
        "*(delta2 + (1 - delta2)*tanh(epsilon2/2))"
        "*(delta3 + (1 - delta3)*tanh(epsilon3/2)))/2"
    )
