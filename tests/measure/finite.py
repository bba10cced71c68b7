"""Divergences of finite laws from their definitions, in fractions and long floats, oo included."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from mpmath import inf, mp, mpf

mp.dps = 40
Law = Sequence[Fraction]


def long(value: object) -> mpf:
    """A number as a long float."""
    return mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpf(value)


def draw(rng: Random, size: int, zeros: bool = True) -> list[Fraction]:
    """A law with small denominators; some masses may be zero."""
    while True:
        parts = [rng.randint(0 if zeros else 1, 9) for _ in range(size)]
        if sum(parts):
            return [Fraction(part, sum(parts)) for part in parts]


def written(law: Law) -> str:
    """The law in the language of claims."""
    return f"Finite({', '.join(map(str, law))})"


def renyi(order: object, P: Law, Q: Law) -> mpf:
    """The Renyi divergence of an order in [1, oo]."""
    if any(p and not q for p, q in zip(P, Q, strict=True)):
        return inf
    pairs = [(long(p), long(q)) for p, q in zip(P, Q, strict=True) if p]
    if order == 1:
        return sum(p * mp.log(p / q) for p, q in pairs)
    if order == inf:
        return max(mp.log(p / q) for p, q in pairs)
    a = long(order)
    return mp.log(sum(p**a * q ** (1 - a) for p, q in pairs)) / (a - 1)


def hockey_stick(epsilon: object, P: Law, Q: Law) -> mpf:
    """The sum of max(P - exp(epsilon)*Q, 0)."""
    t = mp.exp(long(epsilon))
    return sum(max(long(p) - t * long(q), mpf(0)) for p, q in zip(P, Q, strict=True))


def total_variation(P: Law, Q: Law) -> mpf:
    """Half the L1 distance."""
    return long(sum(abs(p - q) for p, q in zip(P, Q, strict=True)) / 2)


def chi_squared(P: Law, Q: Law) -> mpf:
    """The sum of (P - Q)**2/Q."""
    if any(p and not q for p, q in zip(P, Q, strict=True)):
        return inf
    return long(sum(((p - q) ** 2 / q for p, q in zip(P, Q, strict=True) if q), Fraction(0)))


def hellinger(P: Law, Q: Law) -> mpf:
    """One minus the sum of sqrt(P*Q)."""
    return 1 - sum(mp.sqrt(long(p * q)) for p, q in zip(P, Q, strict=True))


def product(*laws: Law) -> list[Fraction]:
    """The joint law of independent draws."""
    masses = [Fraction(1)]
    for law in laws:
        masses = [mass * p for mass in masses for p in law]
    return masses


def mixture(t: Fraction, P: Law, Q: Law) -> list[Fraction]:
    """t*P + (1 - t)*Q."""
    return [t * p + (1 - t) * q for p, q in zip(P, Q, strict=True)]


def divergence(rng: Random) -> tuple[str, object]:
    """A divergence as a template over P and Q, and as a function of two laws."""
    order = Fraction(rng.randint(3, 12), 2)
    epsilon = Fraction(rng.randint(-4, 8), 4)
    return rng.choice(
        (
            ("KL({P}, {Q})", lambda P, Q: renyi(1, P, Q)),
            ("MaxDivergence({P}, {Q})", lambda P, Q: renyi(inf, P, Q)),
            (f"Renyi({order}, {{P}}, {{Q}})", lambda P, Q: renyi(order, P, Q)),
            ("Renyi(1, {P}, {Q})", lambda P, Q: renyi(1, P, Q)),
            ("Renyi(oo, {P}, {Q})", lambda P, Q: renyi(inf, P, Q)),
            ("TotalVariation({P}, {Q})", total_variation),
            ("ChiSquared({P}, {Q})", chi_squared),
            ("Hellinger({P}, {Q})", hellinger),
            (f"HockeyStick({epsilon}, {{P}}, {{Q}})", lambda P, Q: hockey_stick(epsilon, P, Q)),
        )
    )
