"""Upper bounds of divergences in terms of given ones that take a line of proof each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from sympy import Add, Basic, Expr, Max, S, exp, log, simplify, sqrt

from dpsym.language import heads
from dpsym.language.divergences import SYMMETRIC
from dpsym.language.heads import (
    KL,
    ChiSquared,
    Hellinger,
    HockeyStick,
    MaxDivergence,
    Product,
    TotalVariation,
    TriangularDiscrimination,
)
from dpsym.provers.restate import at_most

Way = tuple[Expr, tuple[Basic, ...]]
"""An upper bound, and the relations it relies on."""


def elementary_bounds(divergence: Basic, known: Iterable[Basic]) -> Iterator[Way]:
    """Upper bounds of a divergence in terms of known ones.

    >>> from dpsym.language.heads import ObjectName
    >>> P, Q, R = (ObjectName(name) for name in "PQR")
    >>> known = [MaxDivergence(P, Q), MaxDivergence(Q, R)]
    >>> list(elementary_bounds(MaxDivergence(P, R), known))
    [(MaxDivergence(P, Q) + MaxDivergence(Q, R), ())]
    """
    ordered = [d for d in sorted(known, key=str) if d != divergence]
    for rule in (_exchanged, _at_lower_threshold, _through, _by_factors, _of_mixture):
        yield from rule(divergence, ordered)


def _exchanged(divergence: Basic, known: list[Basic]) -> Iterator[Way]:
    """Total variation and Hellinger distance do not depend on the order of the laws."""
    if isinstance(divergence, SYMMETRIC):
        exchanged = divergence.func(*reversed(divergence.args))
        if exchanged in known:
            yield exchanged, ()


def _threshold(stick: Basic) -> Expr | None:
    if isinstance(stick, TotalVariation):
        return S.Zero
    return stick.args[0] if isinstance(stick, HockeyStick) else None


def _at_lower_threshold(divergence: Basic, known: list[Basic]) -> Iterator[Way]:
    """A hockey stick does not grow with its threshold."""
    wanted = _threshold(divergence)
    for other in known:
        have = _threshold(other)
        if wanted is None or have is None or other.args[-2:] != divergence.args[-2:]:
            continue
        yield other, () if wanted == have else (at_most(have, wanted),)


def _through(divergence: Basic, known: list[Basic]) -> Iterator[Way]:
    """Max-divergences along a chain add; so do the roots of squared Hellinger distances.

    The latter are Euclidean distances of the roots of the densities, up to a factor.
    """
    if not isinstance(divergence, MaxDivergence | Hellinger):
        return
    p, r = divergence.args
    steps = [d for d in known if isinstance(d, type(divergence))]
    for first, second in product(steps, steps):
        ends = _joined(first, second) if isinstance(divergence, Hellinger) else None
        if isinstance(divergence, MaxDivergence):
            straight = first.args[0] == p and second.args == (first.args[1], r)
            if straight and first.args[1] not in (p, r):
                yield first + second, ()
        elif ends == {p, r} and str(first) < str(second):
            yield (sqrt(first) + sqrt(second)) ** 2, ()


def _joined(first: Basic, second: Basic) -> set[Basic] | None:
    """The ends of two steps with one law in common."""
    both, shared = set(first.args) | set(second.args), set(first.args) & set(second.args)
    return both - shared if len(both) == 3 and len(shared) == 1 else None


def _by_factors(divergence: Basic, known: list[Basic]) -> Iterator[Way]:
    """Hockey sticks of products add, at thresholds that add (basic composition).

    With S = min(P, exp(a)*Q) the product P x R is at most S x R plus mass H_a(P, Q), and S x R at
    most exp(a)*Q x exp(b)*T plus mass at most H_b(R, T).
    """
    wanted = _threshold(divergence)
    p, q = divergence.args[-2:]
    if wanted is None or not isinstance(p, Product) or not isinstance(q, Product):
        return
    if len(p.args) != len(q.args):
        return
    options = [
        [d for d in known if _threshold(d) is not None and d.args[-2:] == pair]
        for pair in zip(p.args, q.args, strict=True)
    ]
    for chosen in product(*options):
        total = Add(*(_threshold(d) for d in chosen))
        if simplify(total - wanted) == 0:
            yield Add(*chosen), ()


def _of_mixture(divergence: Basic, known: list[Basic]) -> Iterator[Way]:
    """A mixture is at least its share of each component: P/(t*P + ...) <= 1/t."""
    del known
    if isinstance(divergence, MaxDivergence) and isinstance(divergence.args[1], heads.Mixture):
        share, first, second = divergence.args[1].args
        for weight, law in ((share, first), (1 - share, second)):
            if law == divergence.args[0]:
                yield log(1 / weight), ()


Relation = Callable[[Expr, Expr], Basic]

_BETWEEN_KINDS: tuple[tuple[type[Basic], type[Basic], Callable[[Expr], Expr], Relation], ...] = (
    (TotalVariation, KL, lambda x: sqrt(x / 2), lambda d, x: at_most(2 * d**2, x)),
    (TotalVariation, KL, lambda x: sqrt(1 - exp(-x)), lambda d, x: at_most(exp(-x), 1 - d**2)),
    (TotalVariation, ChiSquared, lambda x: sqrt(x) / 2, lambda d, x: at_most(4 * d**2, x)),
    (TotalVariation, Hellinger, lambda x: sqrt(2 * x), lambda d, x: at_most(d**2, x * (2 - x))),
    (
        TotalVariation,
        TriangularDiscrimination,
        lambda x: sqrt(x / 2),
        lambda d, x: at_most(2 * d**2, x),
    ),
    (Hellinger, TotalVariation, lambda x: x, at_most),
    (Hellinger, KL, lambda x: x / 2, lambda d, x: at_most(2 * d, x)),
    (KL, ChiSquared, lambda x: log(1 + x), lambda d, x: at_most(d, log(1 + x))),
    (TriangularDiscrimination, TotalVariation, lambda x: 2 * x, lambda d, x: at_most(d, 2 * x)),
    (TriangularDiscrimination, Hellinger, lambda x: 4 * x, lambda d, x: at_most(d, 4 * x)),
)
"""A kind, another, a function of the second that does not fall, and that it bounds the first."""
KINDS = tuple(dict.fromkeys(source for _, source, *_ in _BETWEEN_KINDS))
"""The kinds that bound others."""


_Between = dict[tuple[type[Basic], type[Basic]], Callable[[Expr], Expr]]
_SHARPER: _Between = {
    (TotalVariation, Hellinger): lambda h: sqrt(h * (2 - h)),
    (Hellinger, ChiSquared): lambda x: 1 - 1 / sqrt(1 + x),
}
"""A kind, another, and a function of the second that is the least upper bound of the first."""
_LEAST: _Between = {
    (Hellinger, TotalVariation): lambda d: 1 - sqrt(1 - d**2),
    (KL, TotalVariation): lambda d: 2 * d**2,
    (ChiSquared, TotalVariation): lambda d: 4 * d**2,
}
"""A kind, another, and a function of the second that bounds the first from below."""
_SHARES: dict[type[Basic], Expr] = {
    TotalVariation: S.One,
    HockeyStick: S.One,
    Hellinger: S.One,
    TriangularDiscrimination: S.Half,
}
"""Kinds with the multiples of them that are at most the total variation."""


def least_between_kinds(divergence: Basic, other: Basic) -> Iterator[Expr]:
    """Lower bounds of a divergence in terms of another of the same two laws.

    The last hold as well as they can where the laws have no support in common: by the mass that
    ``P`` and ``Q`` share, which is one less the total variation.
    """
    if set(divergence.args[-2:]) != set(other.args[-2:]):
        return
    yield from (function(other) for kinds, function in _LEAST.items()
                if (type(divergence), type(other)) == kinds)  # fmt: skip
    share = _SHARES.get(type(other))
    if share is None or divergence == other:
        return
    if isinstance(divergence, TriangularDiscrimination):
        yield 4 * share * other - 2
    threshold = _threshold(divergence)
    if threshold is not None:
        odds = exp(Max(threshold, S.Zero)) if threshold.is_number else exp(threshold)
        yield 1 - odds + odds * share * other


def sharpest_between_kinds(divergence: Basic, other: Basic) -> Iterator[Expr]:
    """Upper bounds of a divergence in terms of another of the same two laws, the best there are."""
    if divergence.args[-2:] == other.args[-2:]:
        yield from (function(other) for kinds, function in _SHARPER.items()
                    if (type(divergence), type(other)) == kinds)  # fmt: skip


def bounds_between_kinds(divergence: Basic, other: Basic, limit: Expr) -> Iterator[Way]:
    """Bounds of a divergence of two laws if another divergence of them is at most ``limit``.

    Each comes with the relation between the two divergences that is to be proved.
    """
    orders = [other.args[-2:]]
    if isinstance(divergence, SYMMETRIC):
        orders.append(other.args[-2:][::-1])
    if divergence.args[-2:] not in orders:
        return
    pair = heads.ObjectName("P"), heads.ObjectName("Q")
    for kind, source, function, relation in _BETWEEN_KINDS:
        if isinstance(divergence, kind) and isinstance(other, source):
            yield function(limit), (relation(kind(*pair), source(*pair)),)
