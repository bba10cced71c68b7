"""What is left of two laws when each may fail with probability delta.

Laws P and Q are delta-approximately within a bound if ``P = delta*A + (1 - delta)*P1`` and
``Q = delta*B + (1 - delta)*Q1`` with P1 and Q1 within it (Bun and Steinke 2016, Definition 8.1).
Any measure below P of mass at least 1 - delta, made a law, may serve as P1.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from sympy import Add, Basic, Expr, Mul, Rational, S

from dpsym.enclosure.comparison import Finding, compare
from dpsym.enclosure.compounds import MAX_CELLS, ProductPair, cells
from dpsym.enclosure.evaluation import close
from dpsym.enclosure.exact import number, sign
from dpsym.enclosure.pairs import FinitePair, Pair
from dpsym.enclosure.recognition import independent, merged, pair_of
from dpsym.language import heads

Masses = list[tuple[Expr, Expr]]
_ORDERS = [S.One, *(1 + Rational(4**power, 8) for power in range(8))]
_MAX_CELLS, _FEW_CELLS = min(MAX_CELLS, 400), 40


def remainders(forward: Pair, backward: Pair, delta: Expr) -> Iterator[tuple[Pair, Pair]]:
    """Pairs (P1, Q1) that may remain of (P, Q), each with its mirror image (Q1, P1).

    Args:
        forward: the pair (P, Q).
        backward: the pair (Q, P).
        delta: the probability of failure, in (0, 1).

    Guarantees:
        ``(1 - delta)*P1 <= P`` and ``(1 - delta)*Q1 <= Q`` for every pair answered.
    """
    supported = _supported(forward, delta), _supported(backward, delta)
    if supported[0] is not None and supported[1] is not None:
        yield supported[0], supported[1]
    table = _table(forward)
    if table is not None and table:
        yield from _clipped(table, delta)


def told_apart(
    laws: tuple[Basic, Basic],
    delta: Expr,
    line: tuple[Expr, Expr],
    *,
    where: tuple[tuple[str, Basic], ...] = (),
    max_bits: int = 256,
) -> Finding | None:
    """An event that tells whatever remains of two laws apart by more than a line at an order.

    An event E has at least ``a = (P(E) - delta)/(1 - delta)`` under what remains of P and at most
    ``b = Q(E)/(1 - delta)`` under what remains of Q; bits with these are no farther apart.
    """
    pair, (xi, rho) = pair_of(*laws), line
    above, below = S.Zero, S.Zero
    for p, q in sorted(_listed(pair), key=_guessed):
        above, below = above + p, below + q
        a, b = (above - delta) / (1 - delta), below / (1 - delta)
        if not number(a - b) > 0:
            continue
        bits = heads.Bernoulli(a), heads.Bernoulli(b)
        for order in _ORDERS:
            divergence = heads.KL(*bits) if order == 1 else heads.Renyi(order, *bits)
            found = compare(
                close(divergence),
                "<=",
                close(xi + rho * order),
                where=(*where, ("alpha", order)),
                max_bits=min(max_bits, 256),
            )
            if found.truth is False:
                return found
    return None


def _listed(pair: Pair) -> Masses:
    """The masses (p, q) of a finite pair, or of a product with few outcomes; none of others."""
    parts = pair.parts if isinstance(pair, ProductPair) else ((pair, 1),)
    table: Masses = [(S.One, S.One)]
    for part in (part for part, count in parts for _ in range(count)):
        if not isinstance(part, FinitePair) or len(table) > _FEW_CELLS:
            return _table(pair) or []
        own = [*part.atoms, (part.infinite, S.Zero)]
        table = [(Mul(a, p), Mul(b, q)) for a, b in table for p, q in own if p != 0]
    return table


def _guessed(masses: tuple[Expr, Expr]) -> float:
    p, q = masses
    return float(number(q / p).mid()) if p != 0 else inf


def _supported(pair: Pair, delta: Expr) -> Pair | None:
    """The pair given that the outcome has mass under both laws; None if P loses too much."""
    parts = pair.parts if isinstance(pair, ProductPair) else ((pair, 1),)
    kept: Expr = S.One
    conditioned: list[Pair] = []
    for part, count in parts:
        if not isinstance(part, FinitePair):
            if not part.singular().is_zero():
                return None
            conditioned += [part] * count
            continue
        if not part.atoms:
            return None
        kept *= (1 - part.infinite) ** count
        conditioned += [_normalised(list(part.atoms))] * count
    return independent(conditioned) if sign(kept - (1 - delta)) in (0, 1) else None


def _normalised(table: Masses) -> FinitePair:
    first, second = (Add(*masses) for masses in zip(*table, strict=True))
    return merged([(p / first, q / second) for p, q in table])


def _table(pair: Pair) -> Masses | None:
    """The masses (p, q) of a finite pair or product of such, if they are few and rational."""
    parts = pair.parts if isinstance(pair, ProductPair) else ((pair, 1),)
    finite = [(part, count) for part, count in parts if isinstance(part, FinitePair)]
    if len(finite) < len(parts) or cells(tuple(finite)) > _MAX_CELLS:
        return None
    table: Masses = [(S.One, S.One)]
    for part, count in finite:
        own = [*part.atoms, (part.infinite, S.Zero)]
        own.append((S.Zero, 1 - Add(*(q for _, q in part.atoms))))
        own = [(p, q) for p, q in own if p != 0 or q != 0]
        if not all(value.is_Rational for entry in own for value in entry):
            return None
        for _ in range(count):
            joint = [(Mul(a, p), Mul(b, q)) for a, b in table for p, q in own]
            table = _ratios(joint)
            if len(table) > _MAX_CELLS:
                return None
    return table


def _ratios(table: Masses) -> Masses:
    """The masses with equal ratios merged, those without either law dropped."""
    groups: dict[Expr, tuple[Expr, Expr]] = {}
    for p, q in table:
        if p == 0 and q == 0:
            continue
        ratio = S.Infinity if q == 0 else p / q
        first, second = groups.get(ratio, (S.Zero, S.Zero))
        groups[ratio] = (first + p, second + q)
    return list(groups.values())


def _clipped(table: Masses, delta: Expr) -> Iterator[tuple[Pair, Pair]]:
    """The laws with each cut off at a multiple of the other, so low that delta is lost."""
    mirrored = [(q, p) for p, q in table]
    first, second = _cap(table, delta), _cap(mirrored, delta)
    if first is None or second is None:
        return
    clipped = [(min(p, first * q), min(q, second * p)) for p, q in table]
    clipped = [(p, q) for p, q in clipped if p != 0 and q != 0]
    if clipped:
        yield _normalised(clipped), _normalised([(q, p) for p, q in clipped])


def _cap(table: Masses, delta: Expr) -> Expr | None:
    """The least t >= 1 with ``sum max(p - t*q, 0) <= delta``; None if there is none.

    >>> _cap([(S(3) / 4, S(1) / 4), (S(1) / 4, S(3) / 4)], S(1) / 8)
    5/2
    """
    above, below = S.Zero, S.Zero
    for p, q in sorted(
        table, key=lambda masses: masses[1] / masses[0] if masses[0] else S.Infinity
    ):
        if below != 0 and p <= (above - delta) / below * q:
            break
        above, below = above + p, below + q
        if below == 0 and above > delta:
            return None
    return max(S.One, (above - delta) / below) if below != 0 else None


def _odds(masses: tuple[Expr, Expr]) -> Expr:
    p, q = masses
    return q / p if p else S.Infinity
