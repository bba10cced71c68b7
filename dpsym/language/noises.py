"""Noise laws: the divergences of two laws of one kind and width, in closed form."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Basic, Expr, Max, exp, log

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


__all__ = ["NOISES", "shifted"]
