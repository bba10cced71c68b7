"""Refutations: at an exact point every hypothesis holds and one conclusion fails.

Relations are decided by rational enclosures of closed forms. Where a guarantee speaks of all
orders, the cumulant function K(s) = log E_P[exp(s*log(P/Q))] of a finite pair decides: it is
convex, below its chords, near zero below s*K'(0) + s**2*V/2, and below s times the largest loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations, pairwise
from math import floor, inf
from statistics import NormalDist
from typing import Any

from dpsym.algebra import Add, Basic, Expr, Le, Lt, Rational, S, Symbol, Tuple, exp, sqrt
from dpsym.kernel.cumulants import line_holds, losses_of, tails_hold
from dpsym.kernel.enclosures import ball, bounds_of_rounds, enclosure, is_below, is_less
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import plain
from dpsym.kernel.information import information
from dpsym.kernel.laws import bound_of, closed_form, deviations
from dpsym.kernel.outcomes import is_listed, outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar_intervals import exponential, iv, logarithm
from dpsym.kernel.terms import same, slope
from dpsym.kernel.trees import view_pairs
from dpsym.kernel.values import (
    at_point,
    infinite,
    placed_at,
    relation_fails,
    relation_holds,
    require_inside,
    require_number,
)
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import each_round
from dpsym.language.domains import KERNEL, ORDER, Objects
from dpsym.language.families import instance
from dpsym.language.heads import Guarantee, Phi
from dpsym.language.kinds import OF_SORT
from dpsym.language.meaning import exceeds_pairs, neighbouring_pairs
from dpsym.language.noises import NOISES, cells
from dpsym.language.parser import parse_expression

MAX_TESTED, DIGITS = 8, 10**9
_ORDERS = [1 + Rational(4**power, 8) for power in range(8)]
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
    if claim.index is not None:
        members = parse_expression(str(given.get(claim.index.count.name)))
        if not members.is_Integer:
            raise Rejected((), f"the point has no number {claim.index.count} of members")
        claim = instance(claim, int(members))
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
        if isinstance(domain, Objects) and not isinstance(values[name], OF_SORT[domain.sort]):
            raise Rejected((), f"{values[name]} is no {domain}")
        require_inside(values[name], domain)
    for hypothesis in claim.hypotheses:
        if not holds(at_point(hypothesis, values, plays)):
            raise Rejected((), f"the hypothesis {hypothesis} is not certain")
    chosen = {k: parse_expression(v) for k, v in where.items()}
    failing = _informed(claim.conclusions[number], values, chosen)
    if not fails(at_point(failing, values, plays), chosen):
        raise Rejected((), f"{claim.conclusions[number]} is not certain to fail")
    for place, conclusion in enumerate(claim.conclusions):
        if place != number and isinstance(conclusion, Guarantee):
            require_inside(placed_at(conclusion, values, plays), KERNEL)
        elif place != number:
            at_point(conclusion, values, plays)  # refuses what has no value


def _informed(atom: Basic, values: Mapping[Basic, Basic], where: Mapping[str, Basic]) -> Basic:
    """The relation with what an input tells instead of a capacity, which is at least as large."""
    given = plain(atom)
    if "prior" not in where or not isinstance(given, Le | Lt):
        return atom
    if not isinstance(given.lhs, heads.Capacity):
        raise Rejected((), f"a prior is for a bound of a capacity, and not for {atom}")
    node = given.lhs.func(*(placed_at(part, values, {}) for part in given.lhs.args))
    require_inside(node, KERNEL)
    require_inside(where["prior"], KERNEL)
    return given.func(information(node, where["prior"]), given.rhs, evaluate=False)


def evaluated(goal: Goal) -> list[Claim]:
    """The conclusions have no names; rational enclosures of their sides decide them."""
    if goal.claim.domains:
        raise Rejected((), "the claim has names")
    plays = goal.params.get("plays", {})
    for atom in goal.claim.conclusions:
        if not (holds(at_point(atom, {}, plays)) if plays else _certain(atom)):
            raise Rejected((), f"{atom} is not certain")
    return []


@lru_cache(maxsize=500)
def _certain(atom: Basic) -> bool:
    return holds(at_point(atom, {}, {}))


def _pairs(mechanism: Basic, where: Mapping[str, Basic]) -> Iterable[Pair]:
    """The pairs of laws of a mechanism, processed by a map that the witness gives.

    That is a kernel, or the map that tells in which part of the line an answer lies: its image of
    noise has the differences of the distribution function at the points between the parts.
    """
    kernel, cuts = where.get("kernel"), where.get("cuts")
    if mechanism.has(heads.InteractiveMechanism):
        return view_pairs(mechanism)
    if isinstance(mechanism, heads.PostProcess) and isinstance(kernel, heads.Kernel):
        require_inside(kernel, KERNEL)
        inner = neighbouring_pairs(mechanism.args[0])
        return [(heads.Pushforward(kernel, p), heads.Pushforward(kernel, q)) for p, q in inner]
    if isinstance(mechanism, heads.PostProcess) and isinstance(cuts, Tuple):
        return [(_cells(p, cuts), _cells(q, cuts)) for p, q in neighbouring_pairs(*mechanism.args)]
    return neighbouring_pairs(mechanism)


def _cells(law: Basic, cuts: Tuple) -> Basic:
    numbers = bool(cuts) and all(isinstance(cut, Rational) for cut in cuts)
    if type(law) not in NOISES or not numbers or any(a >= b for a, b in pairwise(cuts)):
        raise Rejected((), f"{law} is not cut at {cuts}")
    return cells(law, cuts)


def holds(atom: Basic) -> bool:
    """Whether a relation between numbers, or a guarantee of a concrete mechanism, is certain."""
    if isinstance(atom, Guarantee):
        if rounds := bounds_of_rounds(atom):
            least = enclosure(atom.args[-1]).lower
            return all(high <= least for _, high in rounds)
        atom, _ = each_round(atom)
        return not exceeds_pairs(atom) and all(
            _pair_holds(atom, pair) for pair in _pairs(atom.args[0], {})
        )
    if line := _line_of(atom):
        return _pair_holds(*line)
    return relation_holds(atom)


def _line_of(atom: Basic) -> tuple[Basic, Pair] | None:
    """What bounds a concentration, as concentrated privacy of one ordered pair of laws."""
    atom = plain(atom)
    if not isinstance(atom, Le) or not isinstance(atom.lhs, heads.Concentration):
        return None
    xi, p, q = atom.lhs.args
    return heads.ZCDP(heads.FiniteMechanism(p, q), xi, atom.rhs), (p, q)


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
        if not is_listed(*pair):
            return _curve_holds(pair, tau)
        return all(
            line_holds(losses, iv.mpf(0), ball(tau**2 / 2), None)
            for losses in (losses_of(pair), [(w, -z) for w, z in losses_of(pair)])
        )
    if isinstance(atom, heads.TailDP) and is_listed(*pair) and is_less(S.Zero, atom.args[2]):
        finite = infinite(heads.KL(*pair)) is None
        return finite and tails_hold(pair, *map(ball, atom.args[1:]))
    if not isinstance(atom, heads.ZCDP | heads.BoundedZCDP):
        bound, _ = bound_of(atom, *pair, order)
        return not bound.has(order) and holds(bound)
    xi, rho = atom.args[-2:]
    top = atom.args[1] if isinstance(atom, heads.BoundedZCDP) else S.Infinity
    if top is S.One:
        return True  # no order lies between
    if not is_listed(*pair):
        line = closed_form(heads.Renyi(order, *pair), "", [])
        rate = slope(line, order)
        # A line lies below another if it does at 1 and at the end, or in slope.
        ends = (rate, rho) if top is S.Infinity else (rate * top, xi + rho * top)
        linear = not rate.has(order) and same(line, rate * order, {})
        return linear and is_below(*ends) and is_below(rate, xi + rho)
    if infinite(heads.KL(*pair)) is not None or not is_below(S.Zero, rho):
        return False
    if holds(Le(heads.MaxDivergence(*pair), xi + rho, evaluate=False)):
        return True  # no order has a larger divergence
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
    if not is_listed(*pair):
        return False
    delta, *line = atom.args[1:]
    if is_below(S.One, delta):
        return all(is_below(S.Zero, value) for value in (line[-1], Add(*line)))
    masses = list(outcomes(*pair).elements())
    common = [mass for mass in masses if S.Zero not in mass]
    totals = [Add(*column) for column in zip(*common, strict=True)]
    if not totals or not all(is_below(1 - total, delta) for total in totals):
        return False
    kept = [heads.Finite(*(mass / total for mass in column))
            for column, total in zip(zip(*common, strict=True), totals, strict=True)]  # fmt: skip
    return _pair_holds(heads.ZCDP(atom.args[0], *line), (kept[0], kept[1]))


def _events_fail(atom: Basic, pair: Pair, order: Basic) -> bool:
    """Whether an event tells what is left of two laws apart by more than a line at an order.

    Of P and Q laws are left that are at most P/(1 - delta) and Q/(1 - delta). So an event has at
    least ``a = (P(E) - delta)/(1 - delta)`` under the one and at most ``b = Q(E)/(1 - delta)``
    under the other; for a > b no divergence of them is below that of bits with a and b. Which
    events are tried, those of the largest ratios, is no matter.
    """
    delta, *line = atom.args[1:]
    if order != 1:
        require_number(order, ORDER)
    if not is_listed(*pair) or not is_less(delta, S.One):
        return False
    above, below = S.Zero, S.Zero
    for (p, q), count in sorted(outcomes(*pair).items(), key=_guessed):
        above, below = above + count * p, below + count * q
        a, b = (above - delta) / (1 - delta), below / (1 - delta)
        if is_less(b, a):
            bits = heads.Finite(1 - a, a), heads.Finite(1 - b, b)
            divergence = heads.KL(*bits) if order == 1 else heads.Renyi(order, *bits)
            bound = Add(*line[:-1]) + line[-1] * order
            if relation_fails(Le(divergence, bound, evaluate=False)):
                return True
    return False


def _guessed(masses: tuple[tuple[Expr, Expr], int]) -> Any:
    (p, q), _ = masses
    return enclosure(q).upper / enclosure(p).upper if p != 0 else inf


def _approximate_fails(atom: Basic, pair: Pair) -> bool:
    """Whether one law has more mass than delta where the other has none, which no line allows.

    Or the line is negative at an order, where it is above the divergence of no laws. Or a hockey
    stick is larger than delta and 1 - delta times what the line allows it to be: at 0 by
    Pinsker's inequality, and elsewhere by Markov's at an order, which is best where
    ``epsilon = xi + (2*order - 1)*rho``.
    """
    if S.Infinity in atom.args:
        return False
    if any(is_less(value, S.Zero) for value in (atom.args[-1], Add(*atom.args[2:]))):
        return True
    delta, mean, rho = atom.args[1], Add(*atom.args[2:]), atom.args[-1]
    if is_listed(*pair):
        alone = Add(*(n * p for (p, q), n in outcomes(*pair).items() if q == 0))
        if is_less(delta, alone):
            return True
    allowed = [(S.Zero, sqrt(mean / 2))]
    for order in _ORDERS:
        share = (1 - 1 / order) ** (order - 1) / order
        allowed.append((mean + 2 * (order - 1) * rho, share * exp(-((order - 1) ** 2) * rho)))
    return any(
        relation_fails(Le(heads.HockeyStick(e, *pair), delta + (1 - delta) * most, evaluate=False))
        for e, most in allowed
    )


def _curve_holds(pair: Pair, mu: Expr) -> bool:
    """Whether a pair is no easier to test than N(0, 1) against N(mu, 1).

    Both curves are convex, so tests that reject on a set of outcomes decide. Such a test with
    errors (a, b) is no better than normal laws allow iff Phi(x) <= b and 1 - a <= Phi(x + mu) for
    some x; one is guessed in floats and then checked.
    """
    p, q = pair
    if not is_listed(p, q):
        apart = deviations(p, q)
        return apart is not None and is_below(apart, mu)
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
    if line := _line_of(atom):
        return _pair_fails(*line, where)
    if not isinstance(atom, Guarantee):
        return relation_fails(atom)
    if rounds := bounds_of_rounds(atom):
        most = enclosure(atom.args[-1]).upper
        return any(most < low for low, _ in rounds)
    atom, _ = each_round(atom)
    return any(_pair_fails(_written(atom), pair, where) for pair in _pairs(atom.args[0], where))


def _pair_fails(atom: Basic, pair: Pair, where: Mapping[str, Basic]) -> bool:
    if isinstance(atom, heads.ApproxZCDP):
        order = where.get("alpha")
        return _approximate_fails(atom, pair) if order is None else _events_fail(atom, pair, order)
    if isinstance(atom, heads.MeanCDP):
        _, mu, tau = atom.args
        rate = where.get("lambda")
        if rate is None:
            return fails(Le(heads.KL(*pair), mu, evaluate=False), {})
        if not is_listed(*pair):
            apart = deviations(*pair)
            return apart is not None and is_less(tau, apart)
        if not isinstance(rate, Rational) or infinite(heads.KL(*pair)) is not None:
            return False
        size, losses = ball(rate), losses_of(pair)
        mean = sum((w * z for w, z in losses), iv.mpf(0))
        moment = sum((w * exponential(size * (z - mean)) for w, z in losses), iv.mpf(0))
        return bool((logarithm(moment) - size * size * ball(tau**2) / 2).a > 0)
    if isinstance(atom, heads.ProbabilisticDP):
        # What holds of a mechanism holds of each of its pairs, whatever its pairs are made from.
        atom = atom.func(heads.FiniteMechanism(*pair), *atom.args[1:])
    order = where.get("alpha", where.get("epsilon", S.Zero))
    bound, domain = bound_of(atom, *pair, Symbol("order"))
    if bound.has(Symbol("order")):
        require_number(order, domain)
        bound = at_point(bound, {Symbol("order"): order}, {})
    return fails(bound, {})
