"""Refutations: at an exact point every hypothesis holds and one conclusion fails.

Relations are decided by rational enclosures of closed forms. Where a guarantee speaks of all
orders, the cumulant function K(s) = log E_P[exp(s*log(P/Q))] of a finite pair decides: it is
convex, below its chords, near zero below s*K'(0) + s**2*V/2, and below s times the largest loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import floor
from statistics import NormalDist
from typing import Any

from sympy import (
    Abs,
    Add,
    Basic,
    Eq,
    Expr,
    Integer,
    Le,
    Lt,
    Max,
    Mul,
    Pow,
    Rational,
    S,
    Sum,
    Symbol,
    exp,
    log,
    preorder_traversal,
)

from dpsym.kernel.cumulants import line_holds, losses_of
from dpsym.kernel.enclosures import ball, enclosure, is_below, is_less
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import plain
from dpsym.kernel.laws import (
    bound_of,
    capacity,
    closed_form,
    largest,
    outcomes,
    probabilities,
)
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar_intervals import exponential, iv, logarithm
from dpsym.kernel.terms import same
from dpsym.kernel.trees import settled, view_pairs
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import KERNEL, Domain, Integers, Interval, Objects
from dpsym.language.heads import Guarantee, Phi
from dpsym.language.meaning import exceeds_pairs, neighbouring_pairs
from dpsym.language.parser import parse_expression
from dpsym.language.shapes import require_fit

MAX_TESTED, DIGITS = 8, 10**9
Pair = tuple[Basic, Basic]


def check_witness(claim: Claim, data: Mapping[str, Any]) -> None:
    """Checks that the claim fails at the point of the data.

    Raises:
        Rejected: a value is outside its domain, a hypothesis is not certain, or no conclusion is
            certain to fail.
    """
    given, where, plays = (data.get(key, {}) for key in ("point", "where", "plays"))
    if not all(isinstance(part, dict) for part in (given, where, plays)):
        raise Rejected((), "the witness has no point")
    number = data.get("conclusion")
    if type(number) is not int or not 0 <= number < len(claim.conclusions):
        raise Rejected((), f"there is no conclusion {number!r}")
    values: dict[Basic, Basic] = {}
    for name, domain in claim.domains:
        if not isinstance(given.get(name.name), str):
            raise Rejected((), f"the point has no value for {name}")
        values[name] = parse_expression(given[name.name])
        if values[name].free_symbols:
            raise Rejected((), f"the value of {name} is not concrete")
        _check_inside(values[name], domain)
    for hypothesis in claim.hypotheses:
        if not holds(_at(hypothesis, values, plays)):
            raise Rejected((), f"the hypothesis {hypothesis} is not certain")
    chosen = {k: parse_expression(v) for k, v in where.items()}
    if not fails(_at(claim.conclusions[number], values, plays), chosen):
        raise Rejected((), f"{claim.conclusions[number]} is not certain to fail")
    for conclusion in claim.conclusions:
        if not isinstance(conclusion, Guarantee):
            _at(conclusion, values, plays)  # refuses what has no value


def evaluated(goal: Goal) -> list[Claim]:
    """The conclusions have no names; rational enclosures of their sides decide them."""
    if goal.claim.domains:
        raise Rejected((), "the claim has names")
    for atom in goal.claim.conclusions:
        if not holds(_at(atom, {}, goal.params.get("plays", {}))):
            raise Rejected((), f"{atom} is not certain")
    return []


def _at(atom: Basic, values: Mapping[Basic, Basic], plays: Mapping[str, Any]) -> Basic:
    """The atom at a point, where each part of it has a value.

    The sides of a relation become numbers, or oo where a divergence is.
    """
    if isinstance(atom, Guarantee):
        found = _placed_at(atom, values, plays)
        _check_inside(found, KERNEL)
        return plain(settled(found, plays))
    sides = [_value(side, values, plays) for side in atom.args]
    if S.NegativeInfinity in sides:
        raise Rejected((), f"a side of {atom} is -oo")
    return plain(atom.func(*sides, evaluate=False))


def _placed_at(node: Basic, values: Mapping[Basic, Basic], plays: Mapping[str, Any]) -> Basic:
    """A head of ours at a point, its numbers enclosed."""
    if isinstance(node, Expr) and heads.is_scalar(node):
        return _value(node, values, plays)
    if not node.args:
        return values.get(node, node)
    return node.func(*(_placed_at(part, values, plays) for part in node.args))


def _check_inside(value: Basic, domain: Domain) -> None:
    require_fit((value,))
    for law in value.atoms(heads.Finite):
        if any(not is_below(S.Zero, p) for p in law.args) or not same(sum(law.args), S.One, {}):
            raise Rejected((), f"{law} is no law")
    for kernel in value.atoms(heads.Kernel):
        if any(min(row) < 0 or sum(row) != 1 for row in kernel.args):
            raise Rejected((), f"{kernel} is no kernel")
    for node in preorder_traversal(value):
        if type(node) in heads.SIGNATURES and not isinstance(node, heads.Kernel):
            for role, argument in zip(heads.roles_of(node), node.args, strict=True):
                if isinstance(wanted := role.defining, Interval | Integers):
                    _check_number(argument, wanted)
    if not isinstance(domain, Objects):
        _check_number(value, domain)


def _check_number(value: Expr, domain: Interval | Integers) -> None:
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


def _value(side: Expr, values: Mapping[Basic, Basic], plays: Mapping[str, Any]) -> Expr:
    """A side at a point, a number or oo; nothing is simplified before it is seen to have a value.

    Raises:
        Rejected: a part of it may have none, or infinities meet.
    """
    if isinstance(side, heads.Quantity):
        quantity = side.func(*(_placed_at(part, values, plays) for part in side.args))
        _check_inside(quantity, KERNEL)
        return _quantity(quantity, plays)
    if isinstance(side, Sum) or not side.args:
        found: Expr = side.xreplace(dict(values))
    else:
        parts = [_value(part, values, plays) for part in side.args]
        if not {S.Infinity, S.NegativeInfinity}.isdisjoint(parts) and not _has_limit(side, parts):
            raise Rejected((), f"infinities may meet in {side}")
        found = largest(*parts) if isinstance(side, Max) else side.func(*parts)
    if found not in (S.Infinity, S.NegativeInfinity):
        enclosure(found)
    return found


def _has_limit(side: Expr, parts: Sequence[Expr]) -> bool:
    """Whether an operation has a limit where some of its parts are infinite."""
    if isinstance(side, Add):
        return not {S.Infinity, S.NegativeInfinity} <= set(parts)
    if isinstance(side, Mul):
        finite = (part for part in parts if part.is_finite is not False)
        return all(is_less(S.Zero, part) or is_less(part, S.Zero) for part in finite)
    if S.NegativeInfinity in parts:
        return isinstance(side, exp)
    return isinstance(side, Max | exp | log) or (isinstance(side, Pow) and side.exp.is_Rational)


def _quantity(node: Basic, plays: Mapping[str, Any]) -> Expr:
    """The value of a divergence, an information, a tail or an accuracy of what is concrete."""
    if isinstance(node, heads.Accuracy):
        found: Expr = settled(Le(node, S.Zero, evaluate=False), plays).args[0]
    elif isinstance(node, heads.LossTail):
        found = _tail(*node.args)
    elif isinstance(node, heads.Capacity):
        found = capacity(node)
    else:
        needs: list[Basic] = []
        found = _infinite(node) or closed_form(node, "", needs)
        if not all(holds(need) for need in needs):
            raise Rejected((), f"the closed form of {node} is not certain")
    return found


def _tail(e: Expr, p: Basic, q: Basic) -> Expr:
    """The mass under P where P exceeds exp(e) times Q."""
    if isinstance(p, heads.Gaussian) and isinstance(q, heads.Gaussian) and p.args[1] == q.args[1]:
        d = Abs(p.args[0] - q.args[0]) / p.args[1]
        if is_less(S.Zero, d):
            return Phi(d / 2 - e / d)
    found: Expr = S.Zero
    for (x, y), n in outcomes(p, q).items():
        if is_less(exp(e) * y, x):
            found += n * x
        elif not is_below(x, exp(e) * y):
            raise Rejected((), f"whether {x} exceeds {exp(e) * y} is not certain")
    return found


def _infinite(divergence: Basic) -> Expr | None:
    if isinstance(divergence, heads.Renyi | heads.KL | heads.MaxDivergence | heads.ChiSquared):
        p, q = divergence.args[-2:]
        pairs = outcomes(p, q) if _is_finite(p) and _is_finite(q) else ()
        if any(y == 0 and is_less(S.Zero, x) for x, y in pairs):
            return S.Infinity
        both = isinstance(divergence, heads.MaxDivergence) and isinstance(p, heads.Gaussian)
        if both and isinstance(q, heads.Gaussian) and p.args[1] == q.args[1]:
            return S.Infinity if fails(Eq(p.args[0], q.args[0], evaluate=False), {}) else None
    return None


def _is_finite(law: Basic) -> bool:
    return not law.has(heads.Gaussian, heads.Laplace, heads.Geometric)


def _pairs(mechanism: Basic, where: Mapping[str, Basic]) -> Iterable[Pair]:
    kernel = where.get("kernel")
    if mechanism.has(heads.InteractiveMechanism):
        return view_pairs(mechanism)
    if isinstance(mechanism, heads.PostProcess) and isinstance(kernel, heads.Kernel):
        _check_inside(kernel, KERNEL)
        inner = neighbouring_pairs(mechanism.args[0])
        return [(heads.Pushforward(kernel, p), heads.Pushforward(kernel, q)) for p, q in inner]
    return neighbouring_pairs(mechanism)


def holds(atom: Basic) -> bool:
    """Whether a relation between numbers, or a guarantee of a concrete mechanism, is certain."""
    if isinstance(atom, Guarantee):
        return not exceeds_pairs(atom) and all(
            _pair_holds(atom, pair) for pair in _pairs(atom.args[0], {})
        )
    left, right = (_value(side, {}, {}) for side in plain(atom).args)
    if isinstance(atom, Eq):
        return left is not S.Infinity and same(left, right, {})
    return (is_less if isinstance(plain(atom), Lt) else is_below)(left, right)


def _pair_holds(atom: Basic, pair: Pair) -> bool:
    order = Symbol("order")
    atom = _written(atom)
    if isinstance(atom, heads.ApproxZCDP):
        return _approximate_holds(atom, pair)
    if isinstance(atom, heads.GaussianDP):
        return is_below(S.Zero, atom.args[1]) and _curve_holds(pair, atom.args[1])
    if isinstance(atom, heads.MeanCDP):
        _, mu, tau = atom.args
        if not holds(Le(heads.KL(*pair), mu, evaluate=False)):
            return False
        if not all(map(_is_finite, pair)):
            return _curve_holds(pair, tau)
        return all(
            line_holds(losses, iv.mpf(0), ball(tau**2 / 2), None)
            for losses in (losses_of(pair), [(w, -z) for w, z in losses_of(pair)])
        )
    if not isinstance(atom, heads.ZCDP | heads.BoundedZCDP):
        return holds(bound_of(atom, *pair, order)[0])
    xi, rho = atom.args[-2:]
    top = atom.args[1] if isinstance(atom, heads.BoundedZCDP) else S.Infinity
    if not _is_finite(pair[0]):
        line = closed_form(heads.Renyi(order, *pair), "", [])
        slope = line.coeff(order)
        # A line lies below another on (1, oo) if it does at 1 and in slope.
        if line - slope * order != 0 or top is not S.Infinity:
            return False
        return is_below(slope, rho) and is_below(slope, xi + rho)
    if _infinite(heads.KL(*pair)) is not None or not is_below(S.Zero, rho):
        return False
    losses = losses_of(pair)
    mean = closed_form(heads.KL(*pair), "", [])
    if not is_below(mean, xi + rho):
        return False
    excess = ball(xi + rho) - sum((w * z for w, z in losses), iv.mpf(0))
    end = None if top is S.Infinity else enclosure(top - 1).upper
    return line_holds(losses, iv.mpf([max(0, excess.a), max(0, excess.b)]), ball(rho), end)


def _written(atom: Basic) -> Basic:
    """Approximate zCDP that never fails is zCDP."""
    fails_never = isinstance(atom, heads.ApproxZCDP) and atom.args[1] == 0
    return heads.ZCDP(atom.args[0], *atom.args[2:]) if fails_never else atom


def _approximate_holds(atom: Basic, pair: Pair) -> bool:
    """Approximate zCDP, failing wherever one law has no mass and the other has some."""
    if not all(map(_is_finite, pair)):
        return False
    delta, *line = atom.args[1:]
    masses = list(outcomes(*pair).elements())
    common = [mass for mass in masses if S.Zero not in mass]
    totals = [Add(*column) for column in zip(*common, strict=True)]
    if not totals or not all(is_below(1 - total, delta) for total in totals):
        return False
    kept = [heads.Finite(*(mass / total for mass in column))
            for column, total in zip(zip(*common, strict=True), totals, strict=True)]  # fmt: skip
    return _pair_holds(heads.ZCDP(atom.args[0], *line), (kept[0], kept[1]))


def _approximate_fails(atom: Basic, pair: Pair) -> bool:
    """Whether one law has more mass than delta where the other has none, which no line allows."""
    if not all(map(_is_finite, pair)) or S.Infinity in atom.args:
        return False
    alone = Add(*(n * p for (p, q), n in outcomes(*pair).items() if q == 0))
    return is_less(atom.args[1], alone)


def _curve_holds(pair: Pair, mu: Expr) -> bool:
    """Whether a pair is no easier to test than N(0, 1) against N(mu, 1).

    Both curves are convex, so tests that reject on a set of outcomes decide. Such a test with
    errors (a, b) is no better than normal laws allow iff Phi(x) <= b and 1 - a <= Phi(x + mu) for
    some x; one is guessed in floats and then checked.
    """
    p, q = pair
    if isinstance(p, heads.Gaussian) and isinstance(q, heads.Gaussian):
        return p.args[1] == q.args[1] and is_below(Abs(p.args[0] - q.args[0]) / p.args[1], mu)
    masses = [(x, y) for (x, y), n in outcomes(p, q).items() for _ in range(n) if (x, y) != (0, 0)]
    if len(masses) > MAX_TESTED:
        return False
    for size in range(1, len(masses)):
        for rejected in combinations(masses, size):
            error, power = (Add(*column) for column in zip(*rejected, strict=True))
            miss = 1 - enclosure(power).upper
            if not 0 < miss < 1:
                return False
            # Only a guess, rounded; what follows is decided by enclosures.
            x = Rational(floor(NormalDist().inv_cdf(float(miss)) * DIGITS) - 1, DIGITS)
            fits = is_below(Phi(x) + power, S.One)
            if not fits or not is_below(S.One, error + Phi(x + mu)):
                return False
    return True


def fails(atom: Basic, where: Mapping[str, Basic]) -> bool:
    """Whether it is certain that a relation or guarantee is false, at the order that is given."""
    if not isinstance(atom, Guarantee):
        left, right = (_value(side, {}, {}) for side in atom.args)
        if isinstance(atom, Eq):
            return is_less(left, right) or is_less(right, left)
        return (is_below if isinstance(atom, Lt) else is_less)(right, left)
    return any(_pair_fails(_written(atom), pair, where) for pair in _pairs(atom.args[0], where))


def _pair_fails(atom: Basic, pair: Pair, where: Mapping[str, Basic]) -> bool:
    if isinstance(atom, heads.ApproxZCDP):
        return _approximate_fails(atom, pair)
    if isinstance(atom, heads.MeanCDP):
        _, mu, tau = atom.args
        rate = where.get("lambda")
        if rate is None:
            return fails(Le(heads.KL(*pair), mu, evaluate=False), {})
        if not all(map(_is_finite, pair)):
            p, q = pair
            same_scale = p.func == q.func == heads.Gaussian and p.args[1] == q.args[1]
            return same_scale and is_less(tau, Abs(p.args[0] - q.args[0]) / p.args[1])
        if not isinstance(rate, Rational) or _infinite(heads.KL(*pair)) is not None:
            return False
        size, losses = ball(rate), losses_of(pair)
        mean = sum((w * z for w, z in losses), iv.mpf(0))
        moment = sum((w * exponential(size * (z - mean)) for w, z in losses), iv.mpf(0))
        return bool((logarithm(moment) - size * size * ball(tau**2) / 2).a > 0)
    order = where.get("alpha", where.get("epsilon", S.Zero))
    bound, domain = bound_of(atom, *pair, Symbol("order"))
    if bound.has(Symbol("order")):
        _check_number(order, domain)
        bound = _at(bound, {Symbol("order"): order}, {})
    return fails(bound, {})


__all__ = ["check_witness", "enclosure", "probabilities"]
