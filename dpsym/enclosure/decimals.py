"""Decimals that certainly lie below and above a number."""

from __future__ import annotations

from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_FLOOR,
    Context,
    Decimal,
    InvalidOperation,
)

from flint import arb, ctx

_FARTHEST = 10**15
"""The exponent that is written where a number is larger, or smaller, than decimals reach."""
_MORE = 3
"""Digits beyond those that are shown, of which the last may be wrong."""


def decimals(ball: arb, digits: int) -> tuple[str, str]:
    """Decimals of at most so many digits, below and above everything in the ball.

    >>> decimals(arb(2) / 3, 9)
    ('0.666666666', '0.666666667')
    >>> decimals(arb(-1) / 4, 9)
    ('-0.25', '-0.25')
    """
    if not ball.is_finite():
        shown = "oo" if ball > 0 else "-oo" if ball < 0 else "nan"
        return shown, shown
    return _decimal(ball.lower(), digits, up=False), _decimal(ball.upper(), digits, up=True)


def _decimal(end: arb, digits: int, *, up: bool) -> str:
    """The last decimal of so many digits that is not above an exact number, or not below it."""
    if end == 0:
        return "0"
    more = digits + _MORE
    with ctx.workprec(max(ctx.prec, 4 * more)):
        near = end.str(more, radius=False)
        exact = bool(arb(near) == end)
    rounding = ROUND_CEILING if up else ROUND_FLOOR
    fine, coarse = (
        Context(prec=prec, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
        for prec in (more, digits)
    )
    try:
        value = Decimal(near)
    except InvalidOperation:
        return _beyond(end, up=up)
    for _ in () if exact else range(2):
        value = fine.next_plus(value) if up else fine.next_minus(value)
    rounded = coarse.plus(value).normalize(coarse)
    if -6 < rounded.adjusted() < 12:
        return f"{rounded:f}"
    return f"{rounded:e}".replace("e+", "e")


def _beyond(end: arb, *, up: bool) -> str:
    """A decimal not below, or not above, a number other than zero that decimals do not reach."""
    minus = "-" if end < 0 else ""
    outward = up == bool(end > 0)
    if abs(end) < 1:
        return f"{minus}1e-{_FARTHEST}" if outward else "0"
    return f"{minus}oo" if outward else f"{minus}1e{_FARTHEST}"
