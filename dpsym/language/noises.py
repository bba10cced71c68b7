"""Noise laws: the divergences of two laws of one kind, in closed form."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Basic, Expr, Max, S, exp, log, sqrt

from dpsym.language import heads
from dpsym.language.heads import Phi

Form = Callable[..., Expr]

NOISES: dict[type[Basic], dict[type[Basic], Form]] = {
    heads.Gaussian: {
        heads.Renyi: lambda d, square, a: a * square / 2,
        heads.KL: lambda d, square: square / 2,
        heads.ChiSquared: lambda d, square: exp(square) - 1,
        heads.Hellinger: lambda d, square: 1 - exp(-square / 8),
        heads.TotalVariation: lambda d, square: 2 * Phi(d / 2) - 1,
        # for d > 0
        heads.HockeyStick: lambda d, square, e: Phi(d / 2 - e / d) - exp(e) * Phi(-d / 2 - e / d),
    },
    heads.Laplace: {
        heads.MaxDivergence: lambda d, square: d,
        heads.Renyi: lambda d, square, a: (
            log((a * exp((a - 1) * d) + (a - 1) * exp(-a * d)) / (2 * a - 1)) / (a - 1)
        ),
        heads.KL: lambda d, square: d + exp(-d) - 1,
        heads.ChiSquared: lambda d, square: (2 * exp(d) + exp(-2 * d)) / 3 - 1,
        heads.Hellinger: lambda d, square: 1 - (1 + d / 2) * exp(-d / 2),
        heads.TotalVariation: lambda d, square: 1 - exp(-d / 2),
        # for e >= 0
        heads.HockeyStick: lambda d, square, e: Max(1 - exp((e - d) / 2), 0),
    },
}
"""From the distance in widths, its square and the parameters of the divergence."""


def shifted(kind: type[Basic], divergence: Basic, distance: Expr, square: Expr) -> Expr | None:
    """A divergence of two laws of a kind so far apart; None where no closed form is known.

    >>> from sympy import S
    >>> shifted(heads.Laplace, heads.KL(heads.Laplace(0, 1), heads.Laplace(2, 1)), S(2), S(4))
    exp(-2) + 1
    """
    form = NOISES.get(kind, {}).get(type(divergence))
    return None if form is None else form(distance, square, *divergence.args[:-2])


def scaled(
    divergence: Basic, distance: Expr, first: Expr, second: Expr, *, narrower: bool
) -> tuple[Expr, list[Expr]] | None:
    """A divergence of two normal laws of unlike widths, and what is positive where it is that.

    The logarithm of their ratio is a parabola: between two points the narrower law has the larger
    density, by any factor.

    Args:
        divergence: of the laws; only its kind and its parameters are read.
        distance: the mean of the first law less that of the second.
        first: the standard deviation of the first law.
        second: that of the second.
        narrower: whether the first is the smaller; this is among what is positive if it matters.

    >>> from sympy import S
    >>> pair = heads.Gaussian(0, 1), heads.Gaussian(0, 2)
    >>> scaled(heads.KL(*pair), S(0), S(1), S(2), narrower=True)
    (-3/8 + log(2), [])
    """
    u, v = first**2, second**2
    order = S.One if narrower else -S.One
    wider = order * (second - first)
    match divergence:
        case heads.KL():
            return log(second / first) + (u + distance**2) / (2 * v) - S.Half, []
        case heads.Hellinger():
            overlap = sqrt(2 * first * second / (u + v))
            return 1 - overlap * exp(-(distance**2) / (4 * (u + v))), []
        case heads.ChiSquared():
            left = 2 * v - u
            return v / (first * sqrt(left)) * exp(distance**2 / left) - 1, [left]
        case heads.Renyi():
            a = divergence.args[0]
            left = a * v + (1 - a) * u
            found = log(second / first) + log(v / left) / (2 * (a - 1))
            return found + a * distance**2 / (2 * left), [left, a - 1]
        case heads.MaxDivergence() if narrower:
            return log(second / first) + distance**2 / (2 * (v - u)), [wider]
        case heads.HockeyStick() | heads.TotalVariation():
            e = divergence.args[0] if isinstance(divergence, heads.HockeyStick) else S.Zero
            gap = v - u if narrower else u - v
            shift = distance * second / gap
            level = log(second / first) - e if narrower else log(first / second) + e
            # half the distance of the two points in units of the first law; they meet where the
            # narrower law never exceeds that multiple of the other
            square = shift**2 + 2 * v * level / gap
            reach = sqrt(square if e == 0 else Max(square, 0))
            at = shift * first / second
            inside = Phi(at + reach) - Phi(at - reach)
            other = Phi(shift + first * reach / second) - Phi(shift - first * reach / second)
            excess = inside - exp(e) * other
            return (excess if narrower else 1 - exp(e) - excess), [wider]
    return None


__all__ = ["NOISES", "scaled", "shifted"]
