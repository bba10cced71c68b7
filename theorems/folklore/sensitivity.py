"""Sensitivities, in exact and in machine arithmetic."""

from __future__ import annotations

from dpsym import theorem


@theorem(source="folklore, as believed", expect="refuted")
def median_sensitivity_small() -> str:
    """The median of three values in [0, 1] has sensitivity 1/3.

    It has the sensitivity of one value, folklore.median_sensitivity.
    """
    return (
        "Abs(Max(Min(x, y), Min(Max(x, y), z)) - Max(Min(x, y), Min(Max(x, y), w))) <= 1/3 "
        "for x in [0, 1], y in [0, 1], z in [0, 1], w in [0, 1]"
    )


@theorem(source="NissimRaskhodnikovaSmith2007, the sensitivity of the median")
def median_sensitivity() -> str:
    """The median of three values in [0, 1] has sensitivity 1."""
    return (
        "Abs(Max(Min(x, y), Min(Max(x, y), z)) - Max(Min(x, y), Min(Max(x, y), w))) <= 1 "
        "for x in [0, 1], y in [0, 1], z in [0, 1], w in [0, 1]"
    )


@theorem(source="CasacubertaShoemateVadhanWagaman2022, who disprove it", expect="refuted")
def float_sum_sensitivity() -> str:
    """A sum in floating point of values up to U has sensitivity U.

    Near a sum with spacing h a value U*y moves it to the nearest of its multiples, by h*k. Half a
    spacing more is safe, folklore.float_sum_sensitivity_spaced.
    """
    return (
        "Abs(U*y - h*k) <= h/2 => h*k <= U for y in [0, 1], k in 0..oo, h in (0, oo), U in (0, oo)"
    )


@theorem(source="CasacubertaShoemateVadhanWagaman2022, a consequence")
def float_sum_sensitivity_spaced() -> str:
    """One addition in floating point moves the sum by at most U and half a spacing."""
    return (
        "Abs(U*y - h*k) <= h/2 => h*k <= U + h/2 for y in [0, 1], k in 0..oo, h in (0, oo), "
        "U in (0, oo)"
    )


@theorem(source="CasacubertaShoemateVadhanWagaman2022, who disprove it", expect="refuted")
def wrapping_sum_sensitivity() -> str:
    """A sum of values up to one in eight bits has sensitivity one.

    j counts the turns. A sum that saturates has it, folklore.saturating_sum_sensitivity.
    """
    return (
        "x + y - 256*j >= -128 and x + y - 256*j <= 127 => Abs(x + y - 256*j - x) <= 1 for "
        "x in -128..127, y in 0..1, j in -1..1"
    )


@theorem(source="CasacubertaShoemateVadhanWagaman2022, saturating addition")
def saturating_sum_sensitivity() -> str:
    """A sum of values up to one that saturates at the ends of eight bits has sensitivity one."""
    return "Abs(Min(127, x + y) - x) <= 1 for x in -128..127, y in 0..1"


@theorem(source="Mironov2012, who disproves it", expect="refuted")
def float_laplace_sampler() -> str:
    """A Laplace sampler that rounds its logarithms is private for some epsilon.

    A model small enough to print: uniform u in {1/4, 1/2, 3/4, 1}, noise +-log(u) and sums rounded
    to two significant bits, answers 0 and 1; outcomes -1.5, -0.75, -0.5, -0.25, 0, 0.25, 0.75, 1,
    1.5, 2. On integers the geometric mechanism is exact, folklore.geometric_sampler.
    """
    return (
        "MaxDivergence(Finite(1/8, 1/8, 0, 1/8, 1/4, 1/8, 1/8, 0, 1/8, 0), Finite(0, 0, "
        "1/8, 0, 0, 1/8, 1/8, 3/8, 0, 1/4)) <= eps for eps in (0, oo)"
    )


@theorem(source="GhoshRoughgardenSundararajan2009, the geometric mechanism")
def geometric_sampler() -> str:
    """The geometric mechanism is epsilon-private."""
    return "PureDP(GeometricMechanism(eps), eps)"


@theorem(source="folklore, an accountant of replace-one neighbours", expect="refuted")
def replace_one_clipping() -> str:
    """Under replace-one, sums clipped to C with noise s have Renyi divergence
    alpha*C**2/(2*s**2).

    The sum moves by up to twice C, folklore.replace_one_clipping_doubles.
    """
    return (
        "RenyiDP(GaussianMechanism(2*C, s), alpha, alpha*C**2/(2*s**2)) for C in (0, oo), s "
        "in (0, oo)"
    )


@theorem(source="Mironov2017, Proposition 7")
def replace_one_clipping_doubles() -> str:
    """Under replace-one, sums clipped to C with noise s have Renyi divergence 2*alpha*C**2/s**2."""
    return (
        "RenyiDP(GaussianMechanism(2*C, s), alpha, 2*alpha*C**2/s**2) for C in (0, oo), s "
        "in (0, oo)"
    )


@theorem(source="folklore, a linear regression of a library", expect="refuted")
def square_sensitivity_lower() -> str:
    """The square of a value in [l, u] has sensitivity l**2.

    u is l + w. Both ends count, folklore.square_sensitivity.
    """
    return (
        "Abs((l + w*x)**2 - (l + w*y)**2) <= Max(Abs(l), Abs(l))**2 for l in (-oo, oo), w "
        "in [0, oo), x in [0, 1], y in [0, 1]"
    )


@theorem(source="folklore, the mended linear regression")
def square_sensitivity() -> str:
    """The square of a value in [0, u] has sensitivity u**2."""
    return "Abs((w*x)**2 - (w*y)**2) <= w**2 for w in [0, oo), x in [0, 1], y in [0, 1]"


@theorem(source="folklore, an attribution standard", expect="refuted")
def attribution_sensitivity() -> str:
    """Removing one impression moves the histogram of last-touch attribution by at most the
    contribution C.

    p and r say whether the last impression is there; without it the credit goes to the one before.
    It moves by twice C, folklore.attribution_sensitivity_doubles.
    """
    return "C*Abs((1 - p) - (1 - r)) + C*Abs(p - r) <= C for p in 0..1, r in 0..1, C in (0, oo)"


@theorem(source="folklore, the attribution standard as mended")
def attribution_sensitivity_doubles() -> str:
    """Removing one impression moves the histogram of last-touch attribution by at most twice C."""
    return "C*Abs((1 - p) - (1 - r)) + C*Abs(p - r) <= 2*C for p in 0..1, r in 0..1, C in (0, oo)"


@theorem(source="folklore, an implementation of DP-SGD", expect="refuted")
def normalised_noise() -> str:
    """Dividing sum and noise by the expected batch size does not change the guarantee.

    Sizes 2 and 1 on neighbours, both sums zero, so that the noise is s/2 or s; at epsilon zero.
    With one scale it holds, folklore.fixed_noise.
    """
    return "TotalVariation(Gaussian(0, s/2), Gaussian(0, s)) <= 2*Phi(1/(2*s)) - 1 for s in (0, oo)"


@theorem(source="BalleWang2018, the analytic Gaussian mechanism")
def fixed_noise() -> str:
    """The Gaussian mechanism has delta 2*Phi(1/(2*s)) - 1 at epsilon zero."""
    return "TotalVariation(Gaussian(0, s), Gaussian(1, s)) <= 2*Phi(1/(2*s)) - 1 for s in (0, oo)"
