"""Section 5 for any number of parties, each of which broadcasts a response of its bit.

What all of them see is the view of the experiment whose i-th round is the response of party i,
under the vector of their bits.
"""

from __future__ import annotations

from dpsym import theorem

_RESPONSES = "HypothesisDP(Compose(CanonicalRR(epsilon[i], delta[i]), (i, 1, k)), "
_BITS = "Bits(b[i], (i, 1, k)), Bits(c[i], (i, 1, k))"


def _broadcast(epsilons: str, deltas: str) -> str:
    return (
        f"{_RESPONSES}{_BITS}, Sum({epsilons}Abs(b[i] - c[i])*epsilon[i], (i, 1, k)),"
        f" Sum({deltas}Abs(b[i] - c[i])*delta[i], (i, 1, k))) for b[i] in 0..1, c[i] in 0..1"
    )


@theorem(source="KairouzOhViswanath2015, equation (24), any number of parties")
def eq_24_family() -> str:
    """Canonical responses of any number of parties hide the bit of each, whatever those of others.

    Bits that differ at one party alone cost its epsilon and delta, at several parties their sums.
    """
    return _broadcast("", "")


@theorem(
    source="KairouzOhViswanath2015, equation (24), any number of parties, 2 % less epsilon",
    expect="refuted",
)
def eq_24_family_less() -> str:
    """98 % of the epsilon of a party is enough for its bit.

    The whole is needed, kov15.eq_24_family.
    """
    return _broadcast("49/50*", "")


@theorem(
    source="KairouzOhViswanath2015, equation (24), any number of parties, 2 % less delta",
    expect="refuted",
)
def eq_24_family_less_delta() -> str:
    """98 % of the delta of a party is enough for its bit.

    The whole is needed, kov15.eq_24_family.
    """
    return _broadcast("", "49/50*")
