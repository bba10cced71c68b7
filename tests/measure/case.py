"""A claim with its truth, and the numbers that stand in one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10
from random import Random

MARGINS = (0.001, 0.01, 0.1)
"""How far beside the best constant a claim states its own, relatively."""


@dataclass(frozen=True, slots=True)
class Case:
    """A claim and what is known of it.

    Attributes:
        text: the claim.
        truth: ``true``; ``false``, where a witness gives values to both sides and every hypothesis;
            ``void``, where somewhere a side has no value and nowhere the claim fails.
        why: how the truth is known.
        margin: the relative distance from the best constant; zero where there is none.
    """

    text: str
    truth: str
    why: str
    margin: float = 0.0


Kind = Callable[[Random], Case]
"""A kind of claims: one of them, drawn."""


def decided(text: str, holds: bool, why: str, margin: float = 0.0) -> Case:
    """A claim that is defined everywhere."""
    return Case(text, "true" if holds else "false", why, margin)


def void(text: str, why: str) -> Case:
    """A claim in which a side has no value somewhere, and which fails nowhere."""
    return Case(text, "void", why)


def rational(rng: Random, largest: int = 12) -> Fraction:
    """A positive rational of small parts."""
    return Fraction(rng.randint(1, largest), rng.randint(1, largest))


def decimal(value: float, digits: int = 4) -> Fraction:
    """The value rounded to a number of significant digits."""
    if not value:
        return Fraction(0)
    scale = Fraction(10) ** (digits - 1 - floor(log10(abs(value))))
    return Fraction(round(Fraction(value) * scale)) / scale


def beside(value: float, margin: float, above: bool) -> Fraction:
    """A rational at about this relative distance from a number, on the side that is asked for."""
    wanted = value * (1 + margin * (1 if above == (value > 0) else -1))
    digits = 3 - floor(log10(margin))
    found = decimal(wanted, digits)
    assert (found > value) == above
    assert abs(found - Fraction(wanted)) < abs(margin * value / 4)
    return found


def around(
    rng: Random, template: str, best: float, *, least: bool = True, why: str = "best constant"
) -> Case:
    """A claim with its constant, in place of ``{c}``, beside the best one.

    Args:
        rng: what decides on side and margin.
        template: the claim.
        best: its best constant.
        least: whether the claim holds from the best constant on, not up to it.
        why: how that is known.
    """
    best = float(best)
    margin, above = rng.choice(MARGINS), rng.random() < 0.5
    constant = beside(best, margin, above)
    return decided(
        template.replace("{c}", f"({constant})"), above == least, f"{why} {best!r}", margin
    )
