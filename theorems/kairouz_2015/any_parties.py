"""Section 5 for any number of parties, each of which broadcasts a response of its bit.

What all of them see is the view of the experiment whose i-th round is the response of party i,
under the vector of their bits. Where these are uniform, their exclusive or says whether the vector
is uniform on those with an even or with an odd number of ones: the best rule is right about it with
probability (1 + d)/2, where d is the total variation of the two views.
"""

from __future__ import annotations

from dpsym import theorem

_RESPONSES = "HypothesisDP(Compose(CanonicalRR(epsilon[i], delta[i]), (i, 1, k)), "
_DECODED = (
    "HypothesisDP(Compose(FiniteMechanism(Finite((1 + t[i])/2, (1 - t[i])/2),"
    " Finite((1 - t[i])/2, (1 + t[i])/2)), (i, 1, k)), "
)
_PARITIES = "Uniform(Parity(0)), Uniform(Parity(1)), 0, "
_ADVANTAGE = "Product(delta[i] + (1 - delta[i])*tanh(epsilon[i]/2), (i, 1, k))"
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


@theorem(source="KairouzOhViswanath2015, section 5, exclusive or, any number of parties")
def claim_xor_family() -> str:
    """No rule is better at the exclusive or of responses than the product of all advantages."""
    return f"{_RESPONSES}{_PARITIES}{_ADVANTAGE})"


@theorem(
    source="KairouzOhViswanath2015, section 5, exclusive or, any number of parties, 2 % less",
    expect="refuted",
)
def claim_xor_family_less() -> str:
    """No rule is better at the exclusive or of responses than 98 % of the product of advantages.

    The product is attained, kov15.claim_xor_family_attained.
    """
    return f"{_RESPONSES}{_PARITIES}49/50*{_ADVANTAGE})"


@theorem(source="KairouzOhViswanath2015, section 5, exclusive or, any number of parties, tightness")
def claim_xor_family_attained() -> str:
    """The best rule for the exclusive or of responses has the product of all advantages."""
    return f"{_RESPONSES}{_PARITIES}x) => {_ADVANTAGE} <= x"


@theorem(
    source="KairouzOhViswanath2015, section 5, exclusive or, any number of parties, 2 % more",
    expect="refuted",
)
def claim_xor_family_beyond() -> str:
    """The best rule for the exclusive or of responses has 102 % of the product of advantages.

    It has the product, kov15.claim_xor_family.
    """
    return f"{_RESPONSES}{_PARITIES}x) => 51/50*{_ADVANTAGE} <= x"


@theorem(source="KairouzOhViswanath2015, section 5, exclusive or, the rule, any number of parties")
def claim_xor_decoded() -> str:
    """The decoded bits of the parties are worth as much: each is right with (1 + t)/2.

    Of t = delta + (1 - delta)*tanh(epsilon/2) the product is that of kov15.claim_xor_family. The
    exclusive or of decoded bits attains it by kov15.claim_xor_step.
    """
    return f"{_DECODED}{_PARITIES}x) => Product(t[i], (i, 1, k)) <= x for t[i] in [0, 1]"


@theorem(source="KairouzOhViswanath2015, section 5, exclusive or, any rounds within a guarantee")
def claim_xor_any() -> str:
    """No mechanisms of one answer for each bit are better at the exclusive or than responses."""
    return (
        "ApproxDP(M[i], epsilon[i], delta[i]) each i in 1..k =>"
        f" HypothesisDP(Compose(M[i], (i, 1, k)), {_PARITIES}{_ADVANTAGE})"
    )
