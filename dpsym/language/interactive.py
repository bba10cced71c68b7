"""Heads for interaction: trees of messages, protocols, and what is said about them."""

from __future__ import annotations

from dpsym.algebra import Basic
from dpsym.language import roles
from dpsym.language.kinds import (
    Accuracy,
    Guarantee,
    MechanismHead,
    ProtocolHead,
    TaskHead,
    Tree,
)
from dpsym.language.roles import Signature


class Message(Tree):
    """``Message((p0, q0, tree), (p1, q1), ...)``: the mechanism says one of several messages.

    Message i has probability pi on the first database and qi on the second; then comes its tree, or
    the end where none is given.
    """


class Query(Tree):
    """``Query(tree, tree, ...)``: the adversary asks one of several questions."""


class Speech(Tree):
    """``Speech(party, (p0, q0, tree), (p1, q1), ...)``: a party broadcasts one of its messages.

    Message i has probability pi where the party's bit is 0, qi where it is 1.
    """


class InteractiveMechanism(MechanismHead):
    """``InteractiveMechanism(tree)``: a mechanism of messages and queries on two databases."""


class Protocol(ProtocolHead):
    """``Protocol(k, tree)``: k parties with one bit and private coins each, and their speeches."""


class ResponseProtocol(ProtocolHead):
    """``ResponseProtocol(epsilon1, delta1, epsilon2, delta2, ...)``: all parties respond at once.

    Party i broadcasts the canonical response ``CanonicalRR(epsiloni, deltai)`` of its bit.
    """


class Broadcast(ProtocolHead):
    """``Broadcast(M1, M2, ...)``: each party i at once broadcasts the output of Mi on its bit."""


class Task(TaskHead):
    """``Task(viewer, (u00, u01, ...), (u10, ...), ...)``: the worth of decisions on each input.

    Row x has the worth of every decision when the parties' bits are x, in binary order with party 1
    first. The viewer is 0 for an observer, or the party that decides knowing its own bit.
    """


class AverageAccuracy(Accuracy):
    """``AverageAccuracy(T, W)``: the best mean worth after protocol T, over uniform inputs."""


class WorstAccuracy(Accuracy):
    """``WorstAccuracy(T, W)``: the best worth that one rule has on every input, in the mean."""


class Simulable(Guarantee):
    """``Simulable(M, epsilon, delta)``: M is an interactive post-processing of CanonicalRR.

    On each pair of neighbours there is one way to answer every adversary from the response of
    ``CanonicalRR(epsilon, delta)`` to which of the two the database is.
    """


class CuriousDP(Guarantee):
    """``CuriousDP(T, party, epsilon, delta)``: protocol T hides a party's bit, others honest.

    The transcripts for its two bits are within (epsilon, delta), whatever the bits of the others,
    who follow the protocol.
    """


class MaliciousDP(Guarantee):
    """``MaliciousDP(T, party, epsilon, delta)``: T hides a party's bit whatever the others say."""


SIGNATURES: dict[type[Basic], Signature] = {
    Message: Signature(repeated=roles.ENTRY),
    Query: Signature(repeated=roles.TREE),
    Speech: Signature(repeated=roles.ENTRY, leading=(roles.PARTY,)),
    InteractiveMechanism: Signature(((roles.TREE,),)),
    Protocol: Signature(((roles.COUNT, roles.TREE),)),
    ResponseProtocol: Signature(tuple((roles.ODDS, roles.FAILURE) * k for k in range(1, 7))),
    Broadcast: Signature(repeated=roles.MECHANISM),
    Task: Signature(repeated=roles.ENTRY, leading=(roles.VIEWER,), least=2),
    AverageAccuracy: Signature(((roles.PROTOCOL, roles.TASK),)),
    WorstAccuracy: Signature(((roles.PROTOCOL, roles.TASK),)),
    Simulable: Signature(((roles.MECHANISM, roles.ODDS, roles.FAILURE),)),
    CuriousDP: Signature(((roles.PROTOCOL, roles.PARTY, roles.EPSILON, roles.DELTA),)),
    MaliciousDP: Signature(((roles.PROTOCOL, roles.PARTY, roles.EPSILON, roles.DELTA),)),
}
