"""Noise laws: what they are, and how far two of one kind are apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from dpsym.algebra import Abs, Basic, Expr, Le, Lt, Max, S, cosh, exp, log, pi, sinh, sqrt, tanh
from dpsym.language import heads
from dpsym.language.heads import Phi

Form = Callable[..., Expr]


@dataclass(frozen=True, eq=False)
class Noise:
    """Laws of one shape on the line, symmetric about their location, and what adds them to a query.

    Attributes:
        mechanism: the mechanism of a sensitivity and a width.
        density: of the law of location 0 and width 1.
        below: the mass of that law below a number.
        reach: beyond so many widths there is no mass that a sum in doubles would notice.
        forms: the divergences of two laws from their distance in widths, its square, and the
            parameters of the divergence.
        asked: what must hold of the distance and the parameters for a form, but that the distance
            is not negative.
        losing: the mass under the first of two laws on which the loss exceeds a number, from their
            distance in widths; where the loss is bounded by that, for numbers at least minus the
            distance and less than it.
    """

    mechanism: type[Basic]
    density: Form
    below: Form
    reach: float
    forms: Mapping[type[Basic], Form]
    asked: Mapping[type[Basic], Callable[..., Sequence[Basic]]] = field(default_factory=dict)
    losing: Form = field(kw_only=True)


def _distance(d: Expr, _: Expr) -> Expr:
    return d


def _apart(d: Expr, *_: Expr) -> Sequence[Basic]:
    return (Lt(S.Zero, d, evaluate=False),)


def _threshold(_: Expr, e: Expr) -> Sequence[Basic]:
    return (Le(S.Zero, e, evaluate=False),)


NOISES: dict[type[Basic], Noise] = {
    heads.Gaussian: Noise(
        heads.GaussianMechanism,
        density=lambda x: exp(-(x**2) / 2) / sqrt(2 * pi),
        below=Phi,
        reach=12.0,
        forms={
            heads.Renyi: lambda d, square, a: a * square / 2,
            heads.KL: lambda d, square: square / 2,
            heads.ChiSquared: lambda d, square: exp(square) - 1,
            heads.Hellinger: lambda d, square: 1 - exp(-square / 8),
            heads.TotalVariation: lambda d, square: 2 * Phi(d / 2) - 1,
            heads.HockeyStick: lambda d, square, e: (
                Phi(d / 2 - e / d) - exp(e) * Phi(-d / 2 - e / d)
            ),
        },
        asked={heads.HockeyStick: _apart},
        losing=lambda d, e: Phi(d / 2 - e / d),
    ),
    heads.Laplace: Noise(
        heads.LaplaceMechanism,
        density=lambda x: exp(-Abs(x)) / 2,
        below=lambda x: (1 + exp((x - Abs(x)) / 2) - exp(-(x + Abs(x)) / 2)) / 2,
        reach=40.0,
        forms={
            heads.MaxDivergence: _distance,
            heads.Renyi: lambda d, square, a: (
                log((a * exp((a - 1) * d) + (a - 1) * exp(-a * d)) / (2 * a - 1)) / (a - 1)
            ),
            heads.KL: lambda d, square: d + exp(-d) - 1,
            heads.ChiSquared: lambda d, square: (2 * exp(d) + exp(-2 * d)) / 3 - 1,
            heads.Hellinger: lambda d, square: 1 - (1 + d / 2) * exp(-d / 2),
            heads.TotalVariation: lambda d, square: 1 - exp(-d / 2),
            heads.HockeyStick: lambda d, square, e: (
                1 - exp(-d / 2) if e == 0 else Max(1 - exp((e - d) / 2), 0)
            ),
        },
        asked={heads.HockeyStick: _threshold},
        losing=lambda d, e: 1 - exp((e - d) / 2) / 2,
    ),
    # where the second law has the mass u below a point, the ratio is exp(d)/(u + exp(d)*(1 - u))**2
    heads.Logistic: Noise(
        heads.LogisticMechanism,
        density=lambda x: 1 / (4 * cosh(x / 2) ** 2),
        below=lambda x: (1 + tanh(x / 2)) / 2,
        reach=40.0,
        forms={
            heads.MaxDivergence: _distance,
            heads.Renyi: lambda d, square, a: (
                log(sinh((2 * a - 1) * d / 2) / ((2 * a - 1) * sinh(d / 2))) / (a - 1)
            ),
            heads.KL: lambda d, square: d / tanh(d / 2) - 2,
            heads.ChiSquared: lambda d, square: 2 * (cosh(d) - 1) / 3,
            heads.Hellinger: lambda d, square: 1 - d / (2 * sinh(d / 2)),
            heads.TotalVariation: lambda d, square: tanh(d / 4),
            heads.HockeyStick: lambda d, square, e: (
                tanh(d / 4) if e == 0 else Max(exp(d / 2) - exp(e / 2), 0) ** 2 / (exp(d) - 1)
            ),
        },
        asked={
            heads.Renyi: _apart,
            heads.KL: _apart,
            heads.Hellinger: _apart,
            heads.HockeyStick: lambda d, e: (*_apart(d), *_threshold(d, e)),
        },
        losing=lambda d, e: (exp(d / 2) - exp(e / 2)) / (exp(d / 2) - exp(-d / 2)),
    ),
}


PURE: dict[type[Basic], type[Basic]] = {
    noise.mechanism: law
    for law, noise in NOISES.items()
    if noise.forms.get(heads.MaxDivergence) is _distance
}
"""Mechanisms whose noise makes them differentially private at sensitivity over width."""
LATTICE: Mapping[type[Basic], type[Basic]] = {
    heads.GeometricMechanism: heads.Geometric,
    heads.DiscreteGaussianMechanism: heads.DiscreteGaussian,
}
"""Mechanisms that add a draw of a law on the integers, given by its center and its width."""
ENDLESS: tuple[type[Basic], ...] = (*NOISES, *LATTICE.values())
"""Laws with infinitely many outcomes, each given by its location and its width."""
MIRRORED: tuple[type[Basic], ...] = (
    *(noise.mechanism for noise in NOISES.values()), *LATTICE
)  # fmt: skip
"""Mechanisms that add a draw of such a law: reflection exchanges the laws of two databases."""


def shifted(kind: type[Basic], divergence: Basic, distance: Expr, square: Expr) -> Expr | None:
    """A divergence of two laws of a kind so far apart; None where no closed form is known.

    >>> from sympy import S
    >>> shifted(heads.Laplace, heads.KL(heads.Laplace(0, 1), heads.Laplace(2, 1)), S(2), S(4))
    exp(-2) + 1
    """
    form = NOISES[kind].forms.get(type(divergence))
    return None if form is None else form(distance, square, *divergence.args[:-2])


def cells(law: Basic, cuts: Sequence[Expr]) -> Basic:
    """The law of the part of the line in which noise falls, for parts between increasing points.

    >>> cells(heads.Laplace(0, 1), [S.Zero])
    Finite(1/2, 1/2)
    """
    location, width = law.args
    mass = NOISES[type(law)].below
    below = [S.Zero, *(mass((cut - location) / width) for cut in cuts), S.One]
    return heads.Finite(*(high - low for low, high in pairwise(below)))


def conditions(kind: type[Basic], divergence: Basic, distance: Expr) -> Sequence[Basic]:
    """What must hold for the closed form of a divergence at a distance.

    >>> d = heads.HockeyStick(1, heads.Gaussian(2, 1), heads.Gaussian(0, 1))
    >>> conditions(heads.Gaussian, d, S(2))
    (0 < 2,)
    """
    asked = NOISES[kind].asked.get(type(divergence))
    return () if asked is None else asked(distance, *divergence.args[:-2])


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


def discrete_gaussian(divergence: Basic, steps: Expr, square: Expr) -> Expr | None:
    """A divergence of two discrete normal laws of one width; None where none is known.

    Of masses p and q around integers, ``p**a*q**(1 - a)`` is ``exp(a*(a - 1)*square/2)`` times p
    moved by ``(a - 1)*steps``: where that is an integer, the moved masses sum to one as well. The
    loss is linear, and p is symmetric about its center, so that its mean is ``square/2``.

    Args:
        divergence: of the laws; only its kind and its parameters are read.
        steps: the center of the first law less that of the second, an integer.
        square: the square of that in widths.

    >>> from sympy import S
    >>> pair = heads.DiscreteGaussian(1, 2), heads.DiscreteGaussian(0, 2)
    >>> discrete_gaussian(heads.Renyi(3, *pair), S(1), S(1)/4)
    3/8
    """
    match divergence:
        case heads.KL():
            return square / 2
        case heads.ChiSquared():
            return exp(square) - 1
        case heads.Hellinger() if (steps / 2).is_Integer:
            return 1 - exp(-square / 8)
        case heads.Renyi() if (divergence.args[0] * steps).is_Integer:
            return divergence.args[0] * square / 2
    return None


def spread(divergence: Basic, distance: Expr, first: Expr, second: Expr) -> Expr | None:
    """A divergence of two Laplace laws of unlike scales, so far apart; None where none is known.

    >>> from sympy import S
    >>> spread(heads.KL(heads.Laplace(0, 1), heads.Laplace(0, 2)), S(0), S(1), S(2))
    -1/2 + log(2)
    """
    if isinstance(divergence, heads.KL):
        return log(second / first) + (first * exp(-distance / first) + distance) / second - 1
    return None


def geometric(divergence: Basic, shift: Expr, steps: Expr, rate: Expr) -> Expr | None:
    """A divergence of geometric laws of one rate; None where none is known.

    They are as many steps apart as the absolute value of the whole number by which their centres
    differ.

    The ratio of the masses is exp(steps*rate) up to the one centre and its inverse from the other
    on; between them a sum over the outcomes is that of a geometric series.

    >>> from sympy import S
    >>> geometric(heads.KL(heads.Geometric(0, 1), heads.Geometric(2, 1)), S(-2), S(2), S(1))
    -(1 - exp(-2))/sinh(1) + 2
    """
    match divergence:
        case heads.KL():
            return rate * (steps - (1 - exp(-steps * rate)) / sinh(rate))
        case heads.Hellinger():
            return 1 - exp(-steps * rate / 2) * (1 + steps * tanh(rate / 2))
        case heads.ChiSquared():
            t = exp(rate)
            odds = (t**2 + 1) * exp(steps * rate) + t * exp(-2 * steps * rate)
            return odds / (t**2 + t + 1) - 1
        case heads.Renyi():
            a = divergence.args[0]
            up, down = sinh(a * rate), sinh((a - 1) * rate)
            odds = up * exp((a - 1) * steps * rate) + down * exp(-a * steps * rate)
            return log(odds / (up + down)) / (a - 1)
        case heads.TotalVariation():
            parity = S.NegativeOne**shift
            share = (1 + parity) / 2 + (1 - parity) / (2 * cosh(rate / 2))
            return 1 - exp(-steps * rate / 2) * share
    return None
