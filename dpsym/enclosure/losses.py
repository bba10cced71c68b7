"""The probability that the privacy loss log(P/Q), under P, exceeds a threshold, as an exact number.

The loss of a finite pair has atoms, so that a threshold that meets one must be compared exactly.
"""

from __future__ import annotations

from sympy import Expr, S, exp, sqrt

from dpsym.enclosure.compounds import ProductPair
from dpsym.enclosure.continuous import GaussianPair, LaplacePair, ShiftedPair
from dpsym.enclosure.exact import sign
from dpsym.enclosure.pairs import FinitePair, Pair
from dpsym.language import heads
from dpsym.language.heads import Phi
from dpsym.language.noises import NOISES

_MAX_CELLS = 1_000


def exact_tail(pair: Pair, epsilon: Expr) -> Expr | None:
    """The mass under P of the outcomes with ``P > exp(epsilon)*Q``, None where none is known.

    Guarantees:
        The expression has the value of the probability.

    >>> from sympy import log
    >>> exact_tail(FinitePair(((S(3) / 4, S(1) / 4), (S(1) / 4, S(3) / 4))), log(S(2)))
    3/4
    """
    if epsilon is S.Infinity:
        return None
    if isinstance(pair, GaussianPair):
        distance = sqrt(pair.squared)
        return Phi(distance / 2 - epsilon / distance)
    if isinstance(pair, LaplacePair | ShiftedPair):
        return _bounded(pair, epsilon)
    joint = joint_of(pair)
    return None if joint is None else _finite(joint, epsilon)


def _finite(pair: FinitePair, epsilon: Expr) -> Expr | None:
    total = pair.infinite
    scale = exp(epsilon)
    for p, q in pair.atoms:
        direction = sign(p - scale * q)
        if direction is None:
            return None
        if direction > 0:
            total += p
    return total


def _bounded(pair: LaplacePair | ShiftedPair, epsilon: Expr) -> Expr | None:
    """The loss falls from d, at least at the one end of the line, to -d at the other."""
    noise = NOISES[heads.Laplace if isinstance(pair, LaplacePair) else pair.kind]
    above, below = sign(epsilon - pair.distance), sign(epsilon + pair.distance)
    if above is None or below is None:
        return None
    if above >= 0:
        return S.Zero
    return S.One if below < 0 else noise.losing(pair.distance, epsilon)


def joint_of(pair: Pair) -> FinitePair | None:
    """A finite pair, or a product of such as one, unless it is large; None for other pairs."""
    if not isinstance(pair, ProductPair):
        return pair if isinstance(pair, FinitePair) else None
    atoms: list[tuple[Expr, Expr]] = [(S.One, S.One)]
    kept: Expr = S.One
    for part, count in pair.parts:
        if not isinstance(part, FinitePair):
            return None
        for _ in range(count):
            if len(atoms) * len(part.atoms) > _MAX_CELLS:
                return None
            atoms = [(a * p, b * q) for a, b in atoms for p, q in part.atoms]
            kept *= 1 - part.infinite
    return FinitePair(tuple(atoms), 1 - kept)
