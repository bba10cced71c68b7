"""What concrete terms are worth: numbers, or oo where a divergence is, by rational enclosures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from dpsym.algebra import (
    Add,
    Basic,
    Eq,
    Expr,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Mul,
    Pow,
    S,
    Sum,
    cosh,
    erf,
    erfc,
    exp,
    log,
    preorder_traversal,
    sinh,
    tanh,
)
from dpsym.kernel.enclosures import bounds_of, enclosure, is_below, is_less
from dpsym.kernel.games import settled
from dpsym.kernel.implications import plain
from dpsym.kernel.information import capacity, recovery
from dpsym.kernel.laws import closed_form, deviations, largest
from dpsym.kernel.outcomes import is_listed, outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import MAX_SUMMANDS, same, substitute, written_out
from dpsym.language import heads
from dpsym.language.construct import COUNTING, computed
from dpsym.language.divergences import ADDITIVE, BOUNDED, DIVERGENCES, Form, at_order
from dpsym.language.domains import KERNEL, Domain, Integers, Interval, Objects
from dpsym.language.heads import Guarantee, Phi
from dpsym.language.meaning import one_round
from dpsym.language.noises import NOISES, PURE
from dpsym.language.parties import of_parties
from dpsym.language.places import masses_of
from dpsym.language.shapes import require_databases, require_fit

_AT_INFINITY: dict[type[Basic], Expr] = {
    tanh: S.One, erf: S.One, Phi: S.One, erfc: S.Zero, sinh: S.Infinity, cosh: S.Infinity,
}  # fmt: skip
"""The limits of functions where their argument tends to oo."""


def at_point(atom: Basic, values: Mapping[Basic, Basic], plays: Mapping[str, Any]) -> Basic:
    """The atom at a point, where each part of it has a value.

    The sides of a relation become numbers, or oo where a divergence is.
    """
    if isinstance(atom, Guarantee):
        found = placed_at(atom, values, plays)
        require_inside(found, KERNEL)
        return plain(settled(plain(found), plays))
    sides = [value_at(side, values, plays) for side in atom.args]
    if S.NegativeInfinity in sides:
        raise Rejected((), f"a side of {atom} is -oo")
    return plain(atom.func(*sides, evaluate=False))


def placed_at(node: Basic, values: Mapping[Basic, Basic], plays: Mapping[str, Any]) -> Basic:
    """A head of ours at a point, its numbers enclosed."""
    if isinstance(node, Expr) and heads.is_scalar(node):
        return value_at(node, values, plays)
    if not node.args:
        return values.get(node, node)
    return _rebuilt(node, values, plays)


def _rebuilt(node: Basic, values: Mapping[Basic, Basic], plays: Mapping[str, Any]) -> Basic:
    placed = {part: placed_at(part, values, plays) for part in dict.fromkeys(node.args)}
    first, *others = (placed[part] for part in node.args)
    experiment = isinstance(node, heads.Hypotheses | heads.HypothesisDP)
    if experiment and not isinstance(node.args[0], heads.Compose):
        first = one_round(first)
    return node.func(first, *others)


def require_inside(value: Basic, domain: Domain) -> None:
    """Refuses what is no value of a domain, or has laws, messages or numbers that are none."""
    require_fit((value,))
    require_databases(value)
    for relation in of_parties((value,)):
        raise Rejected((), f"{relation} does not hold")
    for node in dict.fromkeys(preorder_traversal(value)):
        if not all(map(_are_masses, masses_of(node))):
            raise Rejected((), f"{node} is no law, kernel or message")
        if type(node) in heads.SIGNATURES and not isinstance(node, heads.Kernel):
            for role, argument in zip(heads.roles_of(node), node.args, strict=True):
                if isinstance(wanted := role.defining, Interval | Integers):
                    require_number(argument, wanted)
    if not isinstance(domain, Objects):
        require_number(value, domain)


def _are_masses(row: Sequence[Expr]) -> bool:
    """Whether numbers are certainly >= 0 and sum to 1."""
    return all(is_below(S.Zero, p) for p in row) and same(Add(*row), S.One, {})


def require_number(value: Expr, domain: Interval | Integers) -> None:
    """Refuses a number that is not certainly in a domain."""
    inside = isinstance(value, Integer) or not isinstance(domain, Integers)
    if value.is_infinite:
        inside = domain.contains(value)
    elif isinstance(value, Expr):
        enclosure(value)  # refuses what is not real
    for low, high, is_open in (
        (domain.lower, value, getattr(domain, "lower_open", False)),
        (value, domain.upper, getattr(domain, "upper_open", False)),
    ):
        if low not in (S.NegativeInfinity, S.Infinity) and high is not S.Infinity:
            inside = inside and (is_less(low, high) if is_open else is_below(low, high))
    if not inside:
        raise Rejected((), f"{value} is outside {domain}")


def value_at(side: Expr, values: Mapping[Basic, Basic], plays: Mapping[str, Any]) -> Expr:
    """A side at a point, a number or oo; nothing is simplified before it is seen to have a value.

    Raises:
        Rejected: a part of it may have none, or infinities meet.
    """
    if isinstance(side, heads.Quantity) and side in values:
        known: Expr = values[side]
        return known
    if isinstance(side, heads.Quantity):
        quantity = _rebuilt(side, values, plays)
        require_inside(quantity, KERNEL)
        return _quantity(quantity, plays)
    if isinstance(side, Sum) and side.has(heads.Quantity):
        parts = _terms(side, values, plays)
        if {S.Infinity, S.NegativeInfinity} <= set(parts):
            raise Rejected((), f"infinities may meet in {side}")
        return computed(Add, *parts)
    if isinstance(side, Sum):
        total = substitute(side, values)
        if isinstance(total, Sum) and total.args[-1][2] - total.args[-1][1] <= MAX_SUMMANDS:
            total = written_out(total)
        return value_at(total, {}, plays) if not isinstance(total, Sum) else _enclosed(total)
    if not side.args:
        found: Expr = values.get(side, side)
    else:
        parts = [value_at(part, values, plays) for part in side.args]
        if parts == [S.Infinity] and side.func in _AT_INFINITY:
            return _AT_INFINITY[side.func]
        if not {S.Infinity, S.NegativeInfinity}.isdisjoint(parts) and not _has_limit(side, parts):
            raise Rejected((), f"infinities may meet in {side}")
        if isinstance(side, COUNTING) and not all(n.is_Integer and n >= 0 for n in parts):
            raise Rejected((), f"{side} is of no natural numbers")
        extreme = isinstance(side, Max | Min)
        found = largest(*parts, kind=side.func) if extreme else computed(side.func, *parts)
    return found if found in (S.Infinity, S.NegativeInfinity) else _enclosed(found)


def _terms(side: Sum, values: Mapping[Basic, Basic], plays: Mapping[str, Any]) -> list[Expr]:
    """The values of the terms of a sum, none of them simplified before, as 1/exp(-D) would be."""
    body, *inner, (index, *ends) = side.args
    body = side.func(body, *inner) if inner else body
    low, high = (value_at(end, values, plays) for end in ends)
    if not (low.is_Integer and high.is_Integer and -1 <= high - low <= MAX_SUMMANDS):
        raise Rejected((), f"{side} has fewer than no terms, or too many")
    known = {**values, **{q: value_at(q, values, plays) for q in body.atoms(heads.Quantity)}}
    places = range(int(low), int(high) + 1)
    return [value_at(body, {**known, index: Integer(place)}, plays) for place in places]


def _enclosed(number: Expr) -> Expr:
    """The number, of which an enclosure shows that it has a value."""
    enclosure(number)
    return number


def _has_limit(side: Expr, parts: Sequence[Expr]) -> bool:
    """Whether an operation has a limit where some of its parts are infinite."""
    if isinstance(side, Add):
        return not {S.Infinity, S.NegativeInfinity} <= set(parts)
    if isinstance(side, Mul):
        finite = (part for part in parts if part.is_finite is not False)
        return all(is_less(S.Zero, part) or is_less(part, S.Zero) for part in finite)
    if isinstance(side, Max | Min):
        return True
    if S.NegativeInfinity in parts:
        return isinstance(side, exp)
    return isinstance(side, exp | log) or (isinstance(side, Pow) and side.exp.is_Rational)


def _quantity(node: Basic, plays: Mapping[str, Any]) -> Expr:
    """The value of a divergence, an information, a tail or an accuracy of what is concrete."""
    if isinstance(node, heads.Accuracy):
        found: Expr = settled(Le(node, S.Zero, evaluate=False), plays).args[0]
    elif isinstance(node, heads.LossTail):
        found = _tail(*node.args)
    elif isinstance(node, heads.Capacity):
        found = capacity(node)
    elif isinstance(node, heads.Recovery):
        found = recovery(node)
    elif isinstance(node, heads.Concentration):
        found = node  # which only what bounds all orders decides
    else:
        found = infinite(node) or _in_closed_form(node)
    return found


def _in_closed_form(node: Basic) -> Expr:
    """The closed form of a divergence; of noise laws without one itself, for enclosures know it."""
    needs: list[Basic] = []
    try:
        found = closed_form(node, "", needs)
        if not all(relation_holds(need) for need in needs):
            raise Rejected((), f"the closed form of {node} is not certain")
    except Rejected as missing:
        parts = _by_factors(node)
        if parts is not None:
            return parts
        try:
            bounds_of(node)
        except Rejected:
            raise missing from None
        return node
    return found


def _by_factors(node: Basic) -> Expr | None:
    """A divergence of products that adds or multiplies over their factors; None of another."""
    *parameters, p, q = node.args
    if not (isinstance(p, heads.Product) and isinstance(q, heads.Product)):
        return None
    sign = DIVERGENCES.get(type(node), Form()).multiplied
    if len(p.args) != len(q.args) or not (sign or isinstance(node, ADDITIVE)):
        return None
    each = Counter(zip(p.args, q.args, strict=True)).items()
    values = [(_quantity(node.func(*parameters, *pair), {}), n) for pair, n in each]
    if not sign:
        return Add(*(n * value for value, n in values))
    return sign * (Mul(*((1 + sign * value) ** n for value, n in values)) - 1)


def _tail(e: Expr, p: Basic, q: Basic) -> Expr:
    """The mass under P where P exceeds exp(e) times Q."""
    d = deviations(p, q)
    if d is not None and is_less(S.Zero, d):
        return Phi(d / 2 - e / d)
    if type(p) is type(q) and p.func in PURE.values() and p.args[1] == q.args[1]:
        apart = abs(p.args[0] - q.args[0]) / p.args[1]
        if is_below(apart, e):
            return S.Zero
        if is_less(e, -apart):
            return S.One
        if not (is_below(-apart, e) and is_less(e, apart)):
            raise Rejected((), f"whether the loss may be {e} is not certain")
        return NOISES[type(p)].losing(apart, e)
    found: Expr = S.Zero
    for (x, y), n in outcomes(p, q).items():
        if is_less(exp(e) * y, x):
            found += n * x
        elif not is_below(x, exp(e) * y):
            raise Rejected((), f"whether {x} exceeds {exp(e) * y} is not certain")
    return found


def infinite(divergence: Basic) -> Expr | None:
    """Infinity where a divergence evidently is infinite."""
    divergence = at_order(divergence)
    if not isinstance(divergence, (*BOUNDED, heads.MutualInformation)):
        *parameters, p, q = divergence.args
        if isinstance(p, heads.Product) and isinstance(q, heads.Product):
            # Mass without any under the other law is mass of one part without any there.
            parts = dict.fromkeys(zip(p.args, q.args, strict=False))
            alone = (infinite(divergence.func(*parameters, *part)) for part in parts)
            if len(p.args) == len(q.args) and any(alone):
                return S.Infinity
            if len(p.args) == len(q.args) and len(parts) == 1:
                return None
        pairs = outcomes(p, q) if is_listed(p, q) else ()
        if any(y == 0 and is_less(S.Zero, x) for x, y in pairs):
            return S.Infinity
        apart = deviations(p, q) if isinstance(divergence, heads.MaxDivergence) else None
        if apart is not None and is_less(S.Zero, apart):
            return S.Infinity
        if _is_too_wide(divergence):
            return S.Infinity
        discrete = {type(p), type(q)} == {heads.DiscreteGaussian} and p.args[1] == q.args[1]
        if discrete and isinstance(divergence, heads.MaxDivergence):
            # the loss is linear on all integers
            return S.Infinity if is_less(S.Zero, abs(p.args[0] - q.args[0])) else None
    return None


def _is_too_wide(divergence: Basic) -> bool:
    """Whether the first of two laws of noise has so much heavier tails that it is infinite.

    Log-densities at x are -abs(x)**n/w up to lower powers of x, with the widths v and w of P and Q.
    The integrand of order a, p**a*q**(1 - a), tends to 0 just where v has the larger power n, or
    the same and a/v > (a - 1)/w; at equality its logarithm is linear in x, so that it does not.
    """
    *_, p, q = divergence.args
    first, second = map(_end_of, (p, q))
    if first is None or second is None or first[0] != second[0]:
        return False
    (_, power, v), (_, other, w) = first, second
    if power != other:
        return power < other and not isinstance(divergence, heads.KL)
    match divergence:
        case heads.MaxDivergence():
            return is_less(w, v)
        case heads.Renyi(args=(order, _, _)):
            return is_below(order * w, (order - 1) * v)
        case heads.ChiSquared():
            return is_below(2 * w, v)
    return False


def _end_of(law: Basic) -> tuple[bool, int, Expr] | None:
    """Of a law of noise whether it is on the integers, its power in the exponent and its width."""
    match law:
        case heads.Gaussian(args=(_, sigma)) | heads.DiscreteGaussian(args=(_, sigma)):
            return isinstance(law, heads.DiscreteGaussian), 2, 2 * sigma**2
        case heads.Laplace(args=(_, scale)) | heads.Logistic(args=(_, scale)):
            return False, 1, scale
        case heads.Geometric(args=(_, epsilon)):
            return True, 1, 1 / epsilon
    return None


def relation_holds(atom: Basic) -> bool:
    """Whether a relation between numbers is certain."""
    left, right = (value_at(side, {}, {}) for side in plain(atom).args)
    if isinstance(atom, Eq):
        return left is right if S.Infinity in (left, right) else same(left, right, {})
    return (is_less if isinstance(plain(atom), Lt) else is_below)(left, right)


def relation_fails(atom: Basic) -> bool:
    """Whether it is certain that a relation between numbers is false."""
    left, right = (value_at(side, {}, {}) for side in plain(atom).args)
    if isinstance(atom, Eq):
        return is_less(left, right) or is_less(right, left)
    return (is_below if isinstance(plain(atom), Lt) else is_less)(right, left)
