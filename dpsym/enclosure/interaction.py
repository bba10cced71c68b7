"""Certified truth of guarantees about interactive mechanisms and protocols, by exact recursion.

Approximate, pure and Renyi differential privacy of one mechanism, of several in sequence and of
several at once are decided by the recursions of :mod:`dpsym.games`; every other guarantee by the
views of all deterministic adversaries, as long as they are few.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice, product
from math import prod

from flint import arb, fmpq
from sympy import Basic, Expr, Integer, S, exp, log

from dpsym.enclosure.balls import precision
from dpsym.enclosure.comparison import Finding, by_balls, compare, ladder
from dpsym.enclosure.evaluation import close
from dpsym.enclosure.exact import number
from dpsym.errors import EvaluationError, LimitError
from dpsym.games.adversaries import adversaries, views
from dpsym.games.concurrent import Value, gain, larger, worst_adversary
from dpsym.games.expressions import is_interactive, law, parts_of, protocol_of, rational
from dpsym.games.moments import largest_ratio, moment
from dpsym.games.protocols import curious_delta, malicious_delta
from dpsym.games.simulation import simulate
from dpsym.games.trees import Node, exchanged, size
from dpsym.language import heads
from dpsym.language.printing import text

Laws = tuple[Basic, Basic]
Parameters = tuple[Expr, ...]
MAX_ADVERSARIES = 300
MAX_SHOWN = 64
"""A view with more outcomes is not shown in a witness."""
_MOST_BITS = 512
_LARGEST_ORDER = 64
_LARGEST_ODDS = fmpq(10**300)


def special(
    kind: type[Basic], subject: Basic, parameters: Parameters
) -> Callable[..., Finding] | None:
    """The rule for a guarantee that is decided by recursion; None where pairs of laws decide it."""
    if kind in _PROTOCOLS:
        return _PROTOCOLS[kind]
    if not is_interactive(subject) or (kind is heads.RenyiDP and parameters[0] == 1):
        return None
    return _RECURSIONS.get(kind)


def view_pairs(kind: type[Basic], mechanism: Basic) -> tuple[Laws, ...]:
    """The ordered pairs of views over which a guarantee on an interactive mechanism quantifies.

    Guarantees:
        the guarantee holds for the mechanism iff it holds for every pair: an adversary's coins are
        part of its view, and guarantees survive a mixture that is revealed; those that speak of the
        loss within an interval or about its mean are meant for each deterministic adversary.

    Raises:
        EvaluationError: there are more than three hundred adversaries.
    """
    nodes, sequential = parts_of(mechanism)
    if kind in _FACTORISING:
        grids = [_views([node], True, mechanism) for node in nodes]
        if prod(map(len, grids)) > MAX_ADVERSARIES:
            raise _too_many(mechanism)
        found = [_joined(chosen) for chosen in product(*grids)]
    else:
        found = _views(nodes, sequential, mechanism)
    return tuple(dict.fromkeys(found + [(q, p) for p, q in found]))


def _views(nodes: Sequence[Node], sequential: bool, mechanism: Basic) -> list[Laws]:
    listed = list(islice(adversaries(nodes, sequential=sequential), MAX_ADVERSARIES + 1))
    if len(listed) > MAX_ADVERSARIES:
        raise _too_many(mechanism)
    pairs = [views(nodes, adversary) for adversary in listed]
    return list(dict.fromkeys((law(p), law(q)) for p, q in pairs))


def _too_many(mechanism: Basic) -> EvaluationError:
    return EvaluationError(
        f"more than {MAX_ADVERSARIES} adversaries play against {text(mechanism)[:200]}"
    )


def _joined(chosen: Sequence[Laws]) -> Laws:
    if len(chosen) == 1:
        return chosen[0]
    return heads.Product(*(p for p, _ in chosen)), heads.Product(*(q for _, q in chosen))


def _approximate(mechanism: Basic, parameters: Parameters, max_bits: int) -> Finding:
    """The best adversary's gain at exp(epsilon) is at most delta."""
    epsilon, delta = parameters
    nodes, sequential = parts_of(mechanism)
    t = exp(epsilon)
    if t.is_Rational:
        odds = fmpq(int(t.p), int(t.q))
        gains = [_gain(nodes, odds, sequential, way) for way in (False, True)]
        way = bool(gains[1] > gains[0])
        return compare(
            close(rational(max(gains))),
            "<=",
            close(delta),
            where=_worst(nodes, odds, sequential, way),
            max_bits=max_bits,
        )
    if epsilon is S.Infinity:
        raise EvaluationError(f"no recursion at epsilon = oo for {text(mechanism)[:200]}")
    for bits in ladder(min(max_bits, _MOST_BITS)):
        with precision(bits):
            ball = number(t)
            gains = [arb(_gain(nodes, ball, sequential, way)) for way in (False, True)]
            left, right = larger(*gains), close(delta).ball(bits)
            truth = by_balls(left, "<=", right)
            if truth is not None:
                where = _worst(nodes, ball, sequential, bool(gains[1].mid() > gains[0].mid()))
                return Finding(truth, "<=", left, right, where, bits)
    return Finding(None, "<=", left, right, (), bits)


def _gain(nodes: Sequence[Node], t: Value, sequential: bool, way: bool) -> Value:
    try:
        return gain(nodes, t, sequential=sequential, exchanged=way)
    except LimitError as error:
        raise EvaluationError(str(error)) from None


def _worst(
    nodes: Sequence[Node], t: Value, sequential: bool, way: bool
) -> tuple[tuple[str, Basic], ...]:
    """The laws of the best adversary's view, where they are small enough to be read."""
    if prod(map(size, nodes)) > MAX_SHOWN**2:
        return ()
    adversary = worst_adversary(nodes, t, sequential=sequential, exchanged=way)
    first, second = views(nodes, adversary)
    if len(first) > MAX_SHOWN:
        return ()
    pair = (second, first) if way else (first, second)
    return (("P", law(pair[0])), ("Q", law(pair[1])))


def _pure(mechanism: Basic, parameters: Parameters, max_bits: int) -> Finding:
    """The largest likelihood ratio of a leaf; at once and in sequence they multiply."""
    nodes, _ = parts_of(mechanism)
    largest: fmpq | None = fmpq(0)
    for turned in (nodes, [exchanged(node) for node in nodes]):
        ratios = [largest_ratio(node) for node in turned]
        known = [ratio for ratio in ratios if ratio is not None]
        if largest is not None:
            largest = (
                max(largest, prod(known, start=fmpq(1))) if len(known) == len(ratios) else None
            )
    value = S.Infinity if largest is None else log(rational(largest))
    return compare(close(value), "<=", close(parameters[0]), max_bits=max_bits)


def _renyi(mechanism: Basic, parameters: Parameters, max_bits: int) -> Finding:
    """The product of the parts' largest moments, in the worse direction."""
    order, tau = parameters
    if order is S.Infinity:
        return _pure(mechanism, (tau,), max_bits)
    nodes, _ = parts_of(mechanism)
    where = (("alpha", order),)
    if order.is_Integer and order <= _LARGEST_ORDER:
        found = [_moments(turned, int(order)) for turned in _both(nodes)]
        exact = [value for value in found if isinstance(value, fmpq)]
        left = S.Infinity
        if len(exact) == len(found):
            left = log(rational(max(exact))) / (order - 1)
        return compare(close(left), "<=", close(tau), where=where, max_bits=max_bits)
    for bits in ladder(min(max_bits, _MOST_BITS)):
        with precision(bits):
            alpha = number(order)
            values = [_moments(turned, alpha) for turned in _both(nodes)]
            balls = [arb.pos_inf() if v is None else arb(v).log() / (alpha - 1) for v in values]
            left, right = larger(*balls), close(tau).ball(bits)
            truth = by_balls(left, "<=", right)
            if truth is not None:
                break
    return Finding(truth, "<=", left, right, where, bits)


def _both(nodes: Sequence[Node]) -> tuple[Sequence[Node], Sequence[Node]]:
    return nodes, [exchanged(node) for node in nodes]


def _moments(nodes: Sequence[Node], alpha: int | arb) -> Value | None:
    total: Value = fmpq(1)
    for node in nodes:
        value = moment(node, alpha)
        if value is None:
            return None
        total = total * value
    return total


def _simulable(mechanism: Basic, parameters: Parameters, max_bits: int) -> Finding:
    """Being a post-processing of canonical response is being (epsilon, delta)-DP.

    By the four-normal lemma on trees, whose construction is made and checked here for one tree and
    rational numbers.
    """
    finding = _approximate(mechanism, parameters, max_bits)
    nodes, _ = parts_of(mechanism)
    t, delta = exp(parameters[0]), parameters[1]
    if finding.truth and len(nodes) == 1 and t.is_Rational and delta.is_Rational:
        made = simulate(nodes[0], fmpq(int(t.p), int(t.q)), fmpq(int(delta.p), int(delta.q)))
        if not made.verify():
            return Finding(None, "<=", finding.left, finding.right, (), finding.bits)
    return finding


def _party(rule: Callable[..., fmpq]) -> Callable[[Basic, Parameters, int], Finding]:
    def check(protocol: Basic, parameters: Parameters, max_bits: int) -> Finding:
        party, epsilon, delta = parameters
        tree, t = protocol_of(protocol), exp(epsilon)
        if not (party.is_Integer and 1 <= party <= tree.parties):
            raise EvaluationError(f"{text(protocol)[:200]} has no party {text(party)}")
        where = (("party", Integer(party)),)
        if t.is_Rational:
            value = rational(rule(tree, int(party), fmpq(int(t.p), int(t.q))))
            return compare(close(value), "<=", close(delta), where=where, max_bits=max_bits)
        for bits in ladder(min(max_bits, _MOST_BITS)):
            low, high = _odds_between(epsilon, bits)
            # The least delta falls as the odds rise.
            least, most = (rule(tree, int(party), odds) for odds in (high, low))
            with precision(bits):
                left, right = arb(least).union(arb(most)), close(delta).ball(bits)
            truth = by_balls(left, "<=", right)
            if truth is not None:
                break
        return Finding(truth, "<=", left, right, where, bits)

    return check


def _odds_between(epsilon: Expr, bits: int) -> tuple[fmpq, fmpq]:
    """Rationals around exp(epsilon)."""
    with precision(bits):
        ball = number(exp(epsilon))
        if not (ball > 1 / _LARGEST_ODDS and ball < _LARGEST_ODDS):
            raise EvaluationError(
                f"exp({text(epsilon)}) of a protocol is more than 1e300, or less than 1e-300"
            )
        return ball.lower().fmpq(), ball.upper().fmpq()


_RECURSIONS: dict[type[Basic], Callable[..., Finding]] = {
    heads.ApproxDP: _approximate,
    heads.PureDP: _pure,
    heads.RenyiDP: _renyi,
    heads.Simulable: _simulable,
}
_PROTOCOLS: dict[type[Basic], Callable[..., Finding]] = {
    heads.CuriousDP: _party(curious_delta),
    heads.MaliciousDP: _party(malicious_delta),
}
_FACTORISING = (heads.ZCDP, heads.BoundedZCDP, heads.RenyiDP)
"""For these the worst views of mechanisms at once are the products of the worst views of each."""
