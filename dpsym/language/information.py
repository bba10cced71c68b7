"""Heads for the privacy loss, for information, and for choosing one of finitely many values."""

from __future__ import annotations

from dpsym.algebra import Basic
from dpsym.language import roles
from dpsym.language.kinds import Guarantee, MechanismHead, Quantity
from dpsym.language.roles import Signature


class LossTail(Quantity):
    """``LossTail(epsilon, P, Q)``: the probability under P that log(P/Q) exceeds epsilon.

    No divergence: post-processing may increase it.
    """

    symbol = r"T_{{{}}}"


class Capacity(Quantity):
    """``Capacity(M, n)`` or ``Capacity(M, m, l)``: the information on n records that M may give.

    The largest mutual information, over all laws of the database, in nats; with three arguments
    over databases of m independent blocks of l records. A concrete mechanism answers on a row of
    databases, of which n records reach n + 1.
    """


class Recovery(Quantity):
    """``Recovery(M, n, m)`` or ``Recovery(M, n, m, l)``: how well M tells m databases apart.

    The largest probability, over m databases of n records of which one is drawn evenly and rules
    that name one of them, or a list of at most l, that from an answer of M the right one is named.
    """


class Concentration(Quantity):
    """``Concentration(xi, P, Q)``: the least rho with Renyi(a, P, Q) <= xi + rho*a for all a > 1.

    That is (xi, rho)-zCDP of one pair of laws in one direction. No divergence: of equal laws it is
    -xi where xi is negative, and otherwise 0.
    """

    symbol = r"\rho_{{{}}}"


class NaryResponse(MechanismHead):
    """``NaryResponse(epsilon, n)``: one of n values, true with odds exp(epsilon) to each other.

    Its laws are those of two values: the first, the second, any other.
    """


class ExponentialMechanism(MechanismHead):
    """``ExponentialMechanism(epsilon, Delta, (l00, l01, ...), (l10, ...), ...)``.

    On database i, outcome j has mass proportional to exp(-epsilon*lij/(2*Delta)), where lij is its
    loss and Delta is meant to bound how far the losses of neighbours are apart.
    """


class ProbabilisticDP(Guarantee):
    """``ProbabilisticDP(M, epsilon, delta)``: LossTail(epsilon) at most delta.

    Of an interactive mechanism, for each adversary who asks to the end.
    """


class TailDP(Guarantee):
    """``TailDP(M, xi, rho)``: ApproxDP(M, xi + sqrt(rho*log(1/delta)), delta), all delta in (0, 1].

    The family of guarantees that zCDP gives, Bun and Steinke 2016, displays (4) and (11).
    """


SIGNATURES: dict[type[Basic], Signature] = {
    LossTail: Signature(((roles.THRESHOLD, roles.LAW, roles.LAW),)),
    Capacity: Signature(
        ((roles.MECHANISM, roles.COUNT), (roles.MECHANISM, roles.COUNT, roles.COUNT))
    ),
    Recovery: Signature(
        (
            (roles.MECHANISM, roles.COUNT, roles.COUNT),
            (roles.MECHANISM, roles.COUNT, roles.COUNT, roles.COUNT),
        )
    ),
    Concentration: Signature(((roles.XI, roles.LAW, roles.LAW),)),
    NaryResponse: Signature(((roles.ODDS, roles.VALUES),)),
    ExponentialMechanism: Signature(
        repeated=roles.ENTRY, leading=(roles.ODDS, roles.SCALE), least=2
    ),
    ProbabilisticDP: Signature(((roles.MECHANISM, roles.EPSILON, roles.DELTA),)),
    TailDP: Signature(((roles.MECHANISM, roles.XI, roles.RATE),)),
}
