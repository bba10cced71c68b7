"""Interactive mechanisms as post-processings of randomised response, on finite trees."""

from __future__ import annotations

from dpsym import (
    ApproxDP,
    Claim,
    Mechanism,
    NonNegative,
    Probability,
    PureDP,
    Simulable,
    given,
    theorem,
)


@theorem(source="VadhanWang2021, Theorem 2")
def thm_2(M: Mechanism, epsilon: NonNegative) -> Claim:
    """A pure-DP interactive mechanism is an interactive post-processing of randomised response.

    On each pair of neighbours, with one post-processing for all adversaries.
    """
    return given(PureDP(M, epsilon)).then(Simulable(M, epsilon, 0))


@theorem(source="VadhanWang2021, Theorem 2, the converse")
def thm_2_converse(M: Mechanism, epsilon: NonNegative) -> Claim:
    """An interactive post-processing of randomised response is pure-DP with its epsilon."""
    return given(Simulable(M, epsilon, 0)).then(PureDP(M, epsilon))


@theorem(source="VadhanZhang2023, the conjecture of VadhanWang2021")
def conjecture_simulation(M: Mechanism, epsilon: NonNegative, delta: Probability) -> Claim:
    """An approximate-DP interactive mechanism is a post-processing of the canonical response.

    Conjectured by VadhanWang2021 from experiments, proved by Lyu2022 and by VadhanZhang2023; for
    finite trees the four-normal lemma of dpsym.games.simulation constructs it.
    """
    return given(ApproxDP(M, epsilon, delta)).then(Simulable(M, epsilon, delta))


@theorem(source="VadhanZhang2023, the conjecture of VadhanWang2021, the converse")
def conjecture_simulation_converse(M: Mechanism, epsilon: NonNegative, delta: Probability) -> Claim:
    """An interactive post-processing of the canonical response is approximate-DP like it."""
    return given(Simulable(M, epsilon, delta)).then(ApproxDP(M, epsilon, delta))


@theorem(source="VadhanWang2021, the experiment, below the least delta", expect="refuted")
def experiment_below(M: Mechanism, epsilon: NonNegative, delta: Probability) -> Claim:
    """A delta smaller by a hundredth suffices for the simulation.

    The least delta is needed: see vw21.conjecture_simulation. Stated with nine tenths of delta,
    since delta may be smaller than a hundredth.
    """
    return given(ApproxDP(M, epsilon, delta)).then(Simulable(M, epsilon, 9 * delta / 10))


@theorem(source="VadhanWang2021, the experiment, one instance")
def experiment_instance() -> str:
    """One mechanism of three messages of a bit is simulated at its least delta, 1/3.

    It says a bit, is asked one of two questions, and answers with a bit.
    """
    return (
        "Simulable(InteractiveMechanism(Message("
        "(1/2, 1/3, Query(Message((3/4, 1/2), (1/4, 1/2)), Message((1/3, 1/3), (2/3, 2/3)))),"
        " (1/2, 2/3, Query(Message((1/2, 1/8), (1/2, 7/8)), Message((1, 1/2), (0, 1/2)))))),"
        " log(3/2), 1/3)"
    )


@theorem(source="VadhanWang2021, the experiment, one instance", expect="refuted")
def experiment_instance_below() -> str:
    """The same mechanism is simulated at a delta smaller by a hundredth.

    See vw21.experiment_instance.
    """
    return (
        "Simulable(InteractiveMechanism(Message("
        "(1/2, 1/3, Query(Message((3/4, 1/2), (1/4, 1/2)), Message((1/3, 1/3), (2/3, 2/3)))),"
        " (1/2, 2/3, Query(Message((1/2, 1/8), (1/2, 7/8)), Message((1, 1/2), (0, 1/2)))))),"
        " log(3/2), 1/3 - 1/100)"
    )


_FIRST = (
    "InteractiveMechanism(Message((1/3, 1/2, Query(Message((1/2, 0), (1/2, 1)),"
    " Message((1/4, 3/4), (3/4, 1/4)))), (2/3, 1/2)))"
)
_SECOND = (
    "InteractiveMechanism(Message((1/4, 1/3, Query(Message((2/3, 1), (1/3, 0)),"
    " Message((1, 3/4), (0, 1/4)))), (3/4, 2/3)))"
)


@theorem(source="VadhanWang2021, section 1, sequential and concurrent composition")
def x_one_after_the_other() -> str:
    """Two mechanisms run one after the other, in either order, are (log(2), 79/288)-DP."""
    return (
        f"ApproxDP(Compose({_FIRST}, {_SECOND}), log(2), 79/288)"
        f" and ApproxDP(Compose({_SECOND}, {_FIRST}), log(2), 79/288)"
    )


@theorem(
    source="VadhanWang2021, section 1, sequential and concurrent composition", expect="refuted"
)
def x_at_once_as_in_sequence() -> str:
    """The same two mechanisms run at once are (log(2), 79/288)-DP too.

    Interleaving gains: at once the least delta is 80/288, see vw21.x_one_after_the_other.
    """
    return f"ApproxDP(Concurrent({_FIRST}, {_SECOND}), log(2), 79/288)"


@theorem(source="VadhanWang2021, section 1, sequential and concurrent composition")
def x_at_once() -> str:
    """The same two mechanisms run at once are (log(2), 80/288)-DP."""
    return f"ApproxDP(Concurrent({_FIRST}, {_SECOND}), log(2), 80/288)"
