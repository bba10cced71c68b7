"""Divergences as exact expressions, for comparisons in which both sides are equal."""

from __future__ import annotations

from math import prod

from flint import fmpq
from sympy import Add, Expr, Integer, Rational, S, exp, log, sqrt

from dpsym.enclosure.compounds import ProductPair, cells, compositions, multinomial
from dpsym.enclosure.continuous import GaussianPair, LaplacePair, ShiftedPair
from dpsym.enclosure.exact import is_zero, sign
from dpsym.enclosure.losses import exact_tail, joint_of
from dpsym.enclosure.pairs import FinitePair, Pair
from dpsym.enclosure.recognition import pair_of
from dpsym.kernel.information import recovery
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.divergences import DIVERGENCES, Form

_MAX_RATIONAL = 20_000
_MAX_SYMBOLIC = 64

Cell = tuple[Expr, Expr]


def exact_value(node: Expr) -> Expr | None:
    """A divergence of concrete laws as an exact expression without heads, None where none is known.

    Guarantees:
        The expression has the value of the divergence.

    >>> half, third = Rational(1, 2), Rational(1, 3)
    >>> exact_value(heads.ChiSquared(heads.Bernoulli(half), heads.Bernoulli(third)))
    1/8
    """
    if isinstance(node, heads.MutualInformation | heads.Capacity):
        return None
    if isinstance(node, heads.Recovery):
        try:
            return recovery(node)
        except Rejected:
            return None
    *parameter, first, second = node.args
    if any(part.has(heads.Quantity) for part in parameter):
        return None
    pair = pair_of(first, second)
    if isinstance(node, heads.HockeyStick):
        return _hockey_stick(pair, parameter[0])
    if isinstance(node, heads.LossTail):
        return exact_tail(pair, parameter[0])
    if isinstance(node, heads.TotalVariation):
        return _hockey_stick(pair, S.Zero)
    if isinstance(node, heads.KL):
        return exact_kl(pair)
    if isinstance(node, heads.MaxDivergence):
        return exact_supremum(pair)
    if isinstance(node, heads.Renyi):
        return _renyi(pair, parameter[0])
    if isinstance(node, heads.ChiSquared):
        moment = _moment(pair, Integer(2))
        return None if moment is None else moment - 1
    if isinstance(node, heads.Hellinger):
        affinity = _moment(pair, S.Half)
        return None if affinity is None else 1 - affinity
    return _summed(DIVERGENCES.get(type(node), Form()), pair, parameter)


def _summed(form: Form, pair: Pair, parameters: list[Expr]) -> Expr | None:
    """An f-divergence of finite laws, outcome by outcome."""
    joint = joint_of(pair)
    if form.integrand is None or joint is None or len(joint.atoms) > _MAX_SYMBOLIC:
        return None
    rest = 1 - Add(*(q for _, q in joint.atoms))
    cells = [*joint.atoms, (joint.infinite, S.Zero), (S.Zero, rest)]
    known = [(p, q, 1) for p, q in cells if not (is_zero(p) and is_zero(q))]
    return form.total(known, parameters)


def _parts(pair: Pair) -> tuple[tuple[Pair, int], ...]:
    return pair.parts if isinstance(pair, ProductPair) else ((pair, 1),)


def _renyi(pair: Pair, order: Expr) -> Expr | None:
    if order is S.Infinity:
        return exact_supremum(pair)
    direction = sign(order - 1)
    if direction == 0:
        return exact_kl(pair)
    if direction != 1:
        return None
    terms: list[Expr] = []
    for part, count in _parts(pair):
        if isinstance(part, GaussianPair):
            terms.append(count * order * part.squared / 2)
            continue
        moment = _moment(part, order)
        if moment is None:
            return None
        terms.append(count * log(moment) / (order - 1))
    return Add(*terms)


def _moment(pair: Pair, order: Expr) -> Expr | None:
    """E_Q[(P/Q)**order] for the pair."""
    result: Expr = S.One
    for part, count in _parts(pair):
        if isinstance(part, GaussianPair):
            factor = exp(order * (order - 1) * part.squared / 2)
        elif isinstance(part, LaplacePair) and order != S.Half:
            d = part.distance
            weight = order / (2 * order - 1)
            factor = weight * exp((order - 1) * d) + (1 - weight) * exp(-order * d)
        elif isinstance(part, ShiftedPair):
            half = order == S.Half
            factor = (
                1 - part.form(heads.Hellinger)
                if half
                else exp((order - 1) * part.form(heads.Renyi, order))
            )
        elif isinstance(part, FinitePair) and len(part.atoms) <= _MAX_SYMBOLIC:
            if part.infinite != 0 and order > 1:
                return S.Infinity
            factor = Add(*(p**order * q ** (1 - order) for p, q in part.atoms))
        else:
            return None
        result *= factor**count
    return result


def exact_kl(pair: Pair) -> Expr | None:
    """The exact KL divergence of a pair, None where none is known.

    >>> exact_kl(GaussianPair(S.One))
    1/2
    """
    total: Expr = S.Zero
    for part, count in _parts(pair):
        if isinstance(part, GaussianPair):
            value = part.squared / 2
        elif isinstance(part, LaplacePair):
            value = part.distance + exp(-part.distance) - 1
        elif isinstance(part, ShiftedPair):
            value = part.form(heads.KL)
        elif isinstance(part, FinitePair) and len(part.atoms) <= _MAX_SYMBOLIC:
            if part.infinite != 0:
                return S.Infinity
            value = Add(*(p * log(p / q) for p, q in part.atoms))
        else:
            return None
        total += count * value
    return total


def exact_supremum(pair: Pair) -> Expr | None:
    """The exact max divergence of a pair, None where none is known.

    >>> exact_supremum(LaplacePair(S.One))
    1
    """
    total: Expr = S.Zero
    for part, count in _parts(pair):
        if isinstance(part, GaussianPair):
            return S.Infinity
        if isinstance(part, LaplacePair):
            total += count * part.distance
        elif isinstance(part, ShiftedPair):
            total += count * part.form(heads.MaxDivergence)
        elif isinstance(part, FinitePair) and part.infinite != 0:
            return S.Infinity
        elif isinstance(part, FinitePair) and len(part.atoms) <= _MAX_SYMBOLIC:
            largest = _largest([p / q for p, q in part.atoms])
            if largest is None:
                return None
            total += count * log(largest)
        else:
            return None
    return total


def _largest(values: list[Expr]) -> Expr | None:
    best = values[0]
    for value in values[1:]:
        direction = sign(value - best)
        if direction is None:
            return None
        if direction > 0:
            best = value
    return best


def _hockey_stick(pair: Pair, epsilon: Expr) -> Expr | None:
    if epsilon in (S.Infinity, S.NegativeInfinity):
        return S.One if epsilon is S.NegativeInfinity else None
    if isinstance(pair, LaplacePair):
        return _laplace_stick(pair.distance, epsilon)
    if isinstance(pair, ShiftedPair) and sign(epsilon) in (0, 1):
        return pair.form(heads.HockeyStick, epsilon)
    if isinstance(pair, GaussianPair):
        d = sqrt(pair.squared)
        return heads.Phi(d / 2 - epsilon / d) - exp(epsilon) * heads.Phi(-d / 2 - epsilon / d)
    parts = _parts(pair)
    if any(not isinstance(part, FinitePair) for part, _ in parts):
        highest = exact_supremum(pair)
        return S.Zero if highest is not None and sign(epsilon - highest) in (0, 1) else None
    finite = tuple((p, count) for p, count in parts if isinstance(p, FinitePair))
    scale = exp(epsilon)
    size = cells(finite)
    numbers = [scale, *(x for part, _ in finite for atom in part.atoms for x in atom)]
    numbers += [part.infinite for part, _ in finite]
    if all(x.is_Rational for x in numbers):
        return _rational_stick(finite, scale) if size <= _MAX_RATIONAL else None
    return _symbolic_stick(finite, scale) if size <= _MAX_SYMBOLIC else None


def _laplace_stick(d: Expr, epsilon: Expr) -> Expr | None:
    above, below = sign(epsilon - d), sign(epsilon + d)
    if above is None or below is None:
        return None
    if above >= 0:
        return S.Zero
    return 1 - exp(epsilon) if below <= 0 else 1 - exp((epsilon - d) / 2)


def _rational_stick(parts: tuple[tuple[FinitePair, int], ...], scale: Expr) -> Expr:
    ratio = _fraction(scale)
    kept = prod(((1 - _fraction(part.infinite)) ** count for part, count in parts), start=fmpq(1))
    grid = [(fmpq(1), fmpq(1))]
    for part, count in parts:
        own = []
        for counts in compositions(count, len(part.atoms)) if part.atoms else ():
            p = q = fmpq(multinomial(counts))
            for (first, second), times in zip(part.atoms, counts, strict=True):
                p *= _fraction(first) ** times
                q *= _fraction(second) ** times
            own.append((p, q))
        grid = [(a * p, b * q) for a, b in grid for p, q in own]
    total = 1 - kept
    for p, q in grid:
        excess = p - ratio * q
        if excess > 0:
            total += excess
    return Rational(int(total.p), int(total.q))


def _fraction(value: Expr) -> fmpq:
    return fmpq(int(value.p), int(value.q))


def _symbolic_stick(parts: tuple[tuple[FinitePair, int], ...], scale: Expr) -> Expr | None:
    grid: list[Cell] = [(S.One, S.One)]
    kept: Expr = S.One
    for part, count in parts:
        kept *= (1 - part.infinite) ** count
        own: list[Cell] = []
        for counts in compositions(count, len(part.atoms)) if part.atoms else ():
            p = q = Integer(int(multinomial(counts)))
            for (first, second), times in zip(part.atoms, counts, strict=True):
                p, q = p * first**times, q * second**times
            own.append((p, q))
        grid = [(a * p, b * q) for a, b in grid for p, q in own]
    total: Expr = 1 - kept
    for p, q in grid:
        excess = p - scale * q
        direction = sign(excess)
        if direction is None:
            return None
        if direction > 0:
            total += excess
    return total
