"""Certified truth of one atom at a point: a relation, or a guarantee of a concrete mechanism."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isfinite

from flint import arb
from sympy import Basic, Eq, Expr, Ge, Gt, Le, Lt, Rational, S, exp, pi, sqrt
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from dpsym.arguments import accuracy
from dpsym.enclosure.balls import precision
from dpsym.enclosure.comparison import Finding, compare
from dpsym.enclosure.conditioning import remainders, told_apart
from dpsym.enclosure.evaluation import Point, as_point, close, require_expression, substitute
from dpsym.enclosure.exact import number, sign
from dpsym.enclosure.experiments import against_adversaries, pairs_of_views
from dpsym.enclosure.interaction import special, view_pairs
from dpsym.enclosure.orders import line, mean_concentrated, order_of, split_gaussian
from dpsym.enclosure.pairs import TRIVIAL, Pair
from dpsym.enclosure.recognition import pair_of
from dpsym.enclosure.rounds import of_rounds
from dpsym.enclosure.tails import family
from dpsym.enclosure.tradeoff import Separation, separation
from dpsym.errors import EvaluationError
from dpsym.games.expressions import is_interactive
from dpsym.language import heads
from dpsym.language.definitions import each_round, plain, simple_bound
from dpsym.language.domains import Interval
from dpsym.language.meaning import exceeds_pairs, neighbouring_pairs
from dpsym.language.places import misplaced, permits
from dpsym.language.printing import text
from dpsym.language.roles import Role

Laws = tuple[Basic, Basic]
Where = tuple[tuple[str, Basic], ...]
_LEAST_BITS, _LINE_BITS, _MAX_DENOMINATOR = 128, (128, 512), 10_000
_NONNEGATIVE: tuple[int | None, ...] = (0, 1)
_RELATIONS: dict[type[Basic], str] = {Le: "<=", Lt: "<", Ge: ">=", Gt: ">", Eq: "=="}


@dataclass(frozen=True, slots=True)
class Question:
    """A guarantee whose names are replaced: its pairs, its parameters.

    Attributes:
        pairs: the ordered pairs of laws that the guarantee quantifies over.
        parameters: the other arguments, exact.
        max_bits: the precision to stop at.
    """

    pairs: tuple[Laws, ...]
    parameters: tuple[Expr, ...]
    max_bits: int


def examine(atom: Basic, point: Point | None = None, *, max_bits: int = 2048) -> Finding:
    """What is certain about an atom at a point, with the decisive inequality.

    That is about one round of many, where what the atom bounds adds over them. An atom is a
    relation between scalar expressions, or a guarantee of a mechanism that is concrete at the
    point. Precision doubles from 64 to ``max_bits``; exact algebra decides equal sides it sees.

    Guarantees:
        The truth, where not None, is that of the atom at the point.

    Raises:
        EvaluationError: a name has no value at the point, a side of the relation has no value, or
            no enclosure is known for a divergence in it.

    >>> from dpsym.language.heads import RandomizedResponse, ZCDP
    >>> finding = examine(ZCDP(RandomizedResponse(1), S.Half))
    >>> finding.truth, finding.relation
    (True, '<=')
    """
    require_expression(atom)
    if isinstance(atom, BooleanTrue | BooleanFalse):
        return Finding(bool(atom), "==", arb(bool(atom)), arb(1))
    where, max_bits = as_point(point), accuracy(max_bits, "max_bits")
    if isinstance(atom, Le | Ge) and isinstance(atom.lts, heads.Concentration):
        xi, p, q = (substitute(part, where) for part in atom.lts.args)
        return _line_finding((p, q), xi, close(atom.gts, where).expression, S.Infinity, max_bits)
    if relation := _RELATIONS.get(type(atom)):
        left, right = (close(side, where) for side in atom.args)
        return compare(left, relation, right, max_bits=max_bits)
    atom = plain(atom)
    if not isinstance(atom, heads.Guarantee):
        raise EvaluationError(f"{text(atom)} is no relation and no guarantee")
    mechanism = substitute(atom.args[0], where, placed=True)
    parameters = tuple(_parameter(argument, where) for argument in atom.args[1:])
    for role, value in zip(heads.roles_of(atom)[1:], parameters, strict=True):
        if _is_outside(role, value):
            raise EvaluationError(str(misplaced(type(atom), role, text(value))))
    if isinstance(atom, heads.Simulable) and not is_interactive(mechanism):
        # Kairouz, Oh and Viswanath 2015, Theorem 2.5
        atom = heads.ApproxDP(*atom.args)
    at_point, _ = each_round(atom.func(mechanism, *parameters))
    mechanism, parameters = at_point.args[0], tuple(at_point.args[1:])
    rounds = of_rounds(at_point)
    if rounds is not None:
        return rounds
    recursion = special(type(atom), mechanism, parameters)
    if recursion is not None:
        return recursion(mechanism, parameters, max_bits)
    rule, bound = _GUARANTEES.get(type(atom)), simple_bound(atom)
    if rule is None and bound is None:
        raise EvaluationError(f"no rule decides {text(atom)}")
    if is_interactive(mechanism):
        pairs = view_pairs(type(atom), mechanism)
    else:
        found = pairs_of_views(mechanism)
        if found is None and isinstance(atom, heads.ApproxDP):
            return against_adversaries(mechanism, parameters, max_bits)
        pairs = neighbouring_pairs(mechanism) if found is None else found
    question = Question(pairs, parameters, max_bits)
    if rule is not None:
        finding = rule(question)
    elif bound is not None:
        finding = _compared(question, lambda pair: bound.at(at_point, pair))
    if finding.truth and exceeds_pairs(at_point):
        return replace(finding, truth=None)
    return finding


def _is_outside(role: Role, value: Expr) -> bool:
    """Whether a number certainly lies outside the domain of its place."""
    if value in (S.Infinity, S.NegativeInfinity) or not isinstance(role.defining, Interval):
        return not permits(role, value)
    with precision(_LEAST_BITS):
        ball, lower, upper = map(number, (value, role.defining.lower, role.defining.upper))
    return bool(ball < lower or ball > upper)


def decide(atom: Basic, point: Point | None = None, *, max_bits: int = 2048) -> bool | None:
    """The truth of an atom at a point: certified true, certified false, or None.

    Guarantees and Raises as :func:`examine`.

    >>> from dpsym.language.heads import GaussianMechanism, ZCDP
    >>> decide(ZCDP(GaussianMechanism(1, 2), S.One / 8))
    True
    """
    return examine(atom, point, max_bits=max_bits).truth


def _parameter(argument: Expr, point: Point) -> Expr:
    if argument.has(heads.Quantity):
        return substitute(argument, point)
    return close(argument, point).expression


def _all(findings: Iterable[Finding]) -> Finding:
    """The first failure; otherwise the first that is not decided; otherwise the closest."""
    open_one: Finding | None = None
    closest: Finding | None = None
    for finding in findings:
        if finding.truth is False:
            return finding
        if finding.truth is None:
            open_one = open_one or finding
        elif closest is None or _slack(finding) < _slack(closest):
            closest = finding
    decisive = open_one or closest
    if decisive is None:
        return Finding(True, "<=", arb(0), arb(0))
    return decisive


def _slack(finding: Finding) -> float:
    difference = finding.right - finding.left
    return float(difference.mid()) if difference.is_finite() else float("inf")


def _laws(pair: Laws) -> Where:
    return (("P", pair[0]), ("Q", pair[1]))


def _compared(question: Question, sides: Callable[[Laws], tuple[Expr, Expr]]) -> Finding:
    """A guarantee that bounds a quantity of every pair, at no free order."""
    findings = []
    for pair in _distinct(question.pairs):
        left, right = map(close, sides(pair))
        findings.append(compare(left, "<=", right, where=_laws(pair), max_bits=question.max_bits))
    return _all(findings)


def _distinct(pairs: Iterable[Laws]) -> Iterator[Laws]:
    """The pairs, without those whose reduced form was seen."""
    seen: set[Pair] = set()
    for pair in pairs:
        reduced = pair_of(*pair)
        if reduced not in seen:
            seen.add(reduced)
            yield pair


def _renyi(question: Question) -> Finding:
    order, tau = question.parameters
    finding = _compared(question, lambda pair: (heads.Renyi(order, *pair), tau))
    return replace(finding, where=(*finding.where, ("alpha", order)))


def _line_finding(pair: Laws, xi: Expr, rho: Expr, top: Expr, max_bits: int) -> Finding:
    """Renyi(alpha) <= xi + rho*alpha for all alpha in (1, top), for one pair."""
    for bits in _LINE_BITS:
        if bits > max(max_bits, _LINE_BITS[0]):
            break
        outcome = line(pair_of(*pair), xi, rho, top, bits)
        if outcome.truth is False and outcome.s is not None:
            shown = _at_order(pair, xi, rho, order_of(outcome.s), max_bits)
            if shown.truth is False:
                return shown
            outcome = type(outcome)(None, outcome.s)
        if outcome.truth is not None:
            break
    order = S.One if outcome.s is None or outcome.truth else order_of(outcome.s)
    left, right = heads.Renyi(order, *pair), xi + rho * order
    shown = _values(left, right, (*_laws(pair), ("alpha", order)), bits)
    return Finding(outcome.truth, "<=", shown.left, shown.right, shown.where, bits)


def _at_order(pair: Laws, xi: Expr, rho: Expr, order: Expr, max_bits: int) -> Finding:
    return compare(
        close(heads.Renyi(order, *pair)),
        "<=",
        close(xi + rho * order),
        where=(*_laws(pair), ("alpha", order)),
        max_bits=max_bits,
    )


def _values(left: Expr, right: Expr, where: Where, bits: int) -> Finding:
    return Finding(None, "<=", close(left).ball(bits), close(right).ball(bits), where, bits)


def _lines(question: Question, xi: Expr, rho: Expr, top: Expr) -> Finding:
    return _all(
        _line_finding(pair, xi, rho, top, question.max_bits) for pair in _distinct(question.pairs)
    )


def _concentrated(question: Question) -> Finding:
    *xi, rho = question.parameters
    return _lines(question, xi[0] if xi else S.Zero, rho, S.Infinity)


def _bounded(question: Question) -> Finding:
    top, xi, rho = question.parameters
    if top is not S.Infinity and sign(top - 1) != 1:
        return Finding(True if sign(top - 1) in (0, -1) else None, "<=", arb(0), arb(0))
    return _lines(question, xi, rho, top)


def _mean_concentrated(question: Question) -> Finding:
    mu, tau = question.parameters
    findings = []
    for pair in _distinct(question.pairs):
        mean = compare(
            close(heads.KL(*pair)),
            "<=",
            close(mu),
            where=_laws(pair),
            max_bits=question.max_bits,
        )
        findings.append(mean)
        if mean.truth is not False:
            findings.append(_subgaussian(pair, tau, question))
    return _all(findings)


def _subgaussian(pair: Laws, tau: Expr, question: Question) -> Finding:
    bits = _LINE_BITS[0]
    for bits in _LINE_BITS:
        outcome = mean_concentrated(pair_of(*pair), tau, bits)
        if outcome.truth is not None or bits >= question.max_bits:
            break
    found = Rational(order_of(outcome.s) - 1) if outcome.s is not None else S.One
    reduced = pair_of(*pair)
    with precision(bits):
        for rate in _simpler(found) if outcome.truth is False else (found,):
            size = number(rate)
            left = reduced.cumulant(size) - size * reduced.kl()
            right = size * size * number(tau) ** 2 / 2
            if left > right:
                break
    return Finding(outcome.truth, "<=", left, right, (*_laws(pair), ("lambda", rate)), bits)


def _simpler(rate: Rational) -> Iterator[Rational]:
    """Numbers of few digits near a rational one, nearer and nearer, and itself at last."""
    for most in (1, 2, 5, 10, 100, 1000, 10**6):
        near = rate.limit_denominator(most)
        if near * rate > 0:
            yield near
    yield rate


def _gaussian(question: Question) -> Finding:
    mu = question.parameters[0]
    # Mass without any under the other law is seen at an epsilon above zero in this order alone.
    pairs = sorted(_distinct(question.pairs), key=lambda p: not pair_of(*p).singular() > 0)
    return _all(_gaussian_pair(pair, mu, question) for pair in pairs)


def _gaussian_pair(pair: Laws, mu: Expr, question: Question) -> Finding:
    reduced, where = pair_of(*pair), _laws(pair)
    squared, rest = split_gaussian(reduced)
    if rest == TRIVIAL:
        distance = close(sqrt(squared))
        return compare(distance, "<=", close(mu), where=where, max_bits=question.max_bits)
    left, right, bits = arb(0), close(mu).ball(64), 64
    for bits in (64, 256):
        found, right = separation(reduced, mu, bits), close(mu).ball(bits)
        left = found.lower
        if found.upper <= right:
            return Finding(True, "<=", found.upper, right, where, bits)
        if found.lower > right:
            return Finding(False, "<=", found.lower, right, (*where, *_slope(found, right)), bits)
    return Finding(None, "<=", left, right, where, bits)


def _slope(found: Separation, mu: arb) -> list[tuple[str, Basic]]:
    """An epsilon at which the hockey stick is above that of N(mu, 1) and N(0, 1).

    The line through a corner above the curve of the normal laws with the curve's slope below it.
    """
    if found.corner is None:
        return []
    slope = float((-mu * found.corner - mu**2 / 2).mid())
    if not isfinite(slope):
        return []
    return [("epsilon", Rational(Fraction(slope).limit_denominator(_MAX_DENOMINATOR)))]


def _approximate(question: Question) -> Finding:
    """delta-approximate (xi, rho)-zCDP, by what remains of the laws after a failure.

    Lemma 8.8 of Bun-Steinke 2016 refutes it.
    """
    delta, *middle, rho = question.parameters
    xi = middle[0] if middle else S.Zero
    for bound in (rho, xi + rho):
        if sign(bound) == -1:  # no laws have a negative divergence
            return Finding(False, "<=", arb(0), number(bound), _laws(question.pairs[0]))
    if sign(1 - delta) == 0:
        return Finding(True, "<=", arb(0), arb(0))
    if sign(delta) == 0:
        return _lines(question, xi, rho, S.Infinity)
    if sign(rho) == 0 and sign(xi) in _NONNEGATIVE:
        return _compared(question, lambda pair: (heads.HockeyStick(xi, *pair), delta))
    return _all(_approximate_pair(pair, delta, xi, rho, question) for pair in question.pairs)


def _approximate_pair(pair: Laws, delta: Expr, xi: Expr, rho: Expr, question: Question) -> Finding:
    bits = _LINE_BITS[0]
    for remainder in remainders(pair_of(*pair), pair_of(pair[1], pair[0]), delta):
        if all(line(one, xi, rho, S.Infinity, bits).truth for one in remainder):
            return Finding(True, "<=", arb(0), arb(0), _laws(pair), bits)
    found = told_apart(pair, delta, (xi, rho), where=_laws(pair), max_bits=question.max_bits)
    return _above_tail(pair, delta, xi, rho, question) if found is None else found


def _above_tail(pair: Laws, delta: Expr, xi: Expr, rho: Expr, question: Question) -> Finding:
    """A hockey stick above what Lemma 8.8 allows; not decided where none is found."""
    finding: Finding | None = None
    if sign(rho) == 1:
        for multiple in (0, 1, 2, 4, 8, 30):
            spread = multiple * sqrt(rho)
            epsilon = xi + rho + spread
            slope = 1 + spread / (2 * rho)
            tail = exp(-(spread**2) / (4 * rho)) * 2 / (slope + sqrt(slope**2 + 4 / (pi * rho)))
            finding = compare(
                close(heads.HockeyStick(epsilon, *pair)),
                "<=",
                close(delta + (1 - delta) * tail),
                where=(*_laws(pair), ("epsilon", epsilon)),
                max_bits=min(question.max_bits, 256),
            )
            if finding.truth is False:
                return finding
    if finding is None:
        return Finding(None, "<=", arb(0), arb(0), _laws(pair), 64)
    return Finding(None, "<=", finding.left, finding.right, finding.where, finding.bits)


_GUARANTEES: dict[type[Basic], Callable[[Question], Finding]] = {
    heads.TailDP: lambda q: family(
        _distinct(q.pairs), q.parameters[0], q.parameters[1], q.max_bits
    ),
    heads.RenyiDP: _renyi,
    heads.ZCDP: _concentrated,
    heads.BoundedZCDP: _bounded,
    heads.ApproxZCDP: _approximate,
    heads.MeanCDP: _mean_concentrated,
    heads.GaussianDP: _gaussian,
}
"""How guarantees are decided that are more than a bound on one quantity of every pair."""
