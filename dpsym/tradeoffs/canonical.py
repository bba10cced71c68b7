"""The canonical pair of (epsilon, delta)-DP, and the map from it to any pair within them."""

from __future__ import annotations

from fractions import Fraction

from dpsym.arguments import Number, exact, taking
from dpsym.errors import DomainError
from dpsym.tradeoffs.pair import FinitePair, Kernel

_ZERO, _ONE = Fraction(0), Fraction(1)


@taking
def canonical_pair(ratio: Number, delta: Number) -> FinitePair:
    """The laws of CanonicalRR(log(ratio), delta).

    Raises:
        DomainError: ratio is below 1, or delta outside [0, 1].

    Source: KairouzOhViswanath2015, equations (25) and (26).

    >>> print(*canonical_pair(3, "0.2").p)
    1/5 3/5 1/5 0
    """
    t, d = exact(ratio, "ratio"), exact(delta, "delta")
    if t < 1:
        raise DomainError(f"ratio={ratio!r} is below 1", part="ratio", remedy="give exp(epsilon)")
    if not 0 <= d <= 1:
        raise DomainError(f"delta={delta!r} is no probability", part="delta", remedy="give [0, 1]")
    true, false = (1 - d) * t / (1 + t), (1 - d) / (1 + t)
    return FinitePair((d, true, false, 0), (0, false, true, d))


@taking
def canonical_kernel(pair: FinitePair, ratio: Number, delta: Number) -> Kernel:
    """The map that turns the laws of CanonicalRR(log(ratio), delta) into those of a pair.

    Both laws are split into what stays within the ratio, of mass 1 - delta, and the rest. The
    first parts are mixtures of the rows of the two honest answers; the rests are the other rows.

    Raises:
        DomainError: the pair is not (log(ratio), delta)-indistinguishable.

    Source: KairouzOhViswanath2015, Theorem 2.5 for the canonical mechanism.

    >>> pair = FinitePair(["1/2", "1/2"], ["1/4", "3/4"])
    >>> [tuple(map(str, row)) for row in canonical_kernel(pair, 2, 0)]
    [('1/2', '1/2'), ('3/4', '1/4'), ('0', '1'), ('1/4', '3/4')]
    """
    t, d = exact(ratio, "ratio"), exact(delta, "delta")
    if not (t >= 1 and 0 <= d <= 1 and pair.is_private(t, d)):
        raise DomainError(
            f"the pair is not private at ratio={ratio!r}, delta={delta!r}",
            part="pair",
            remedy="give ratio >= 1 and a larger delta",
        )
    if d == 1:
        return (pair.p, pair.p, pair.q, pair.q)
    inner = _within(pair, t, 1 - d)
    p, q = (tuple(part[i] for part in inner) for i in (0, 1))
    if t == 1:
        honest = tuple(mass / (1 - d) for mass in p)
        rows = (honest, honest)
    else:
        scale = (1 - d) * (t - 1)
        rows = (
            tuple((t * a - b) / scale for a, b in zip(p, q, strict=True)),
            tuple((t * b - a) / scale for a, b in zip(p, q, strict=True)),
        )
    if d == 0:
        return (pair.p, *rows, pair.q)
    rest_p = tuple((whole - part) / d for whole, part in zip(pair.p, p, strict=True))
    rest_q = tuple((whole - part) / d for whole, part in zip(pair.q, q, strict=True))
    return (rest_p, *rows, rest_q)


def _within(pair: FinitePair, t: Fraction, mass: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Parts of both laws, of this mass each, whose ratio lies in [1/t, t] at every outcome.

    At one outcome the possible parts are a polygon with vertices 0, (u, u/t), (u, v) and (v/t, v)
    where u = min(p, t*q) and v = min(q, t*p). These polygons add up vertex by vertex, so that the
    weights which give (mass, mass) in their sum give parts at every outcome.
    """
    caps = [(min(p, t * q), min(q, t * p)) for p, q in zip(pair.p, pair.q, strict=True)]
    u, v = sum((cap[0] for cap in caps), _ZERO), sum((cap[1] for cap in caps), _ZERO)
    if u <= v:
        bent = (u - u / t) / (v - u / t) if v > u / t else _ONE
        scale = mass / u
        return [(scale * a, scale * (bent * b + (1 - bent) * a / t)) for a, b in caps]
    bent = (v - v / t) / (u - v / t) if u > v / t else _ONE
    scale = mass / v
    return [(scale * (bent * a + (1 - bent) * b / t), scale * b) for a, b in caps]
