"""Tangents, chords and bells: bounds of exponentials, logarithms, hyperbolic and error functions.

Each claim is that of a lemma in ``dpsym.provers.scalar.lemmas``, which its proof does not use.
"""

from __future__ import annotations

from dpsym import theorem


@theorem(source="elementary, the tangent of the logarithm at 1")
def log_tangent() -> str:
    """The logarithm lies below its tangent at 1."""
    return "log(x) <= x - 1 for x in (0, oo)"


@theorem(source="elementary, the chord of the exponential function")
def exp_chord() -> str:
    """The exponential function lies below its chord from 0 to any point."""
    return "exp(p*x) <= 1 - p + p*exp(x) for p in [0, 1], x in (-oo, oo)"


@theorem(source="elementary, the tangent of the hyperbolic tangent at 0")
def tanh_tangent() -> str:
    """The hyperbolic tangent of a number that is not negative is at most the number."""
    return "tanh(x) <= x for x in [0, oo)"


@theorem(source="elementary, the coefficients 1/(2*n)! and 1/(2**n*n!) of both series")
def cosh_bell() -> str:
    """The hyperbolic cosine is at most the exponential function of half the square."""
    return "cosh(x) <= exp(x**2/2) for x in (-oo, oo)"


@theorem(source="elementary, elementary.cosh_bell in logarithms")
def log_cosh_parabola() -> str:
    """The logarithm of the hyperbolic cosine is at most half the square."""
    return "log(cosh(x)) <= x**2/2 for x in (-oo, oo)"


@theorem(source="elementary, the first terms of the series")
def cosh_parabola() -> str:
    """The hyperbolic cosine lies above its parabola at 0."""
    return "cosh(x) >= 1 + x**2/2 for x in (-oo, oo)"


@theorem(source="elementary, the tail of the normal law")
def erfc_bell() -> str:
    """The complementary error function is at most the bell curve from 0 on."""
    return "erfc(x) <= exp(-x**2) for x in [0, oo)"


@theorem(source="elementary, the tail of the normal law")
def normal_bell() -> str:
    """The lower tail of the standard normal law is at most half the bell curve."""
    return "Phi(x) <= exp(-x**2/2)/2 for x in (-oo, 0]"


@theorem(source="elementary, the tail of the normal law")
def erfc_bell_below_zero() -> str:
    """The complementary error function is at most 3/2 of the bell curve from -1/4 on."""
    return "erfc(x) <= 3*exp(-x**2)/2 for x in [-1/4, oo)"
