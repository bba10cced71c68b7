"""From a zCDP line to approximate differential privacy: what the moments say of the tail."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sympy import (
    Add,
    Basic,
    Expr,
    Lt,
    Rational,
    S,
    Symbol,
    cancel,
    erfc,
    exp,
    expand,
    log,
    pi,
    sqrt,
    tanh,
)

from dpsym.language.claim import Claim
from dpsym.language.domains import NONNEGATIVE, POSITIVE, PROBABILITY, Interval
from dpsym.provers import axioms
from dpsym.provers.guarantees.fact import Fact, probability_needs
from dpsym.provers.restate import at_most, restate, scalar_hypotheses, substitute

Way = tuple[tuple[Claim, ...], str, tuple[str, ...]]
"""Claims that suffice, the step in words, the axioms it uses."""

_W, _D = Symbol("w"), Symbol("d")


@cache
def _mills() -> Basic:
    """The bound on erfc that the kernel knows as ``mills``; sympy builds it in 30 ms."""
    return at_most(sqrt(pi) * exp(_W**2) * erfc(_W) * (_W + sqrt(_W**2 + 4 / pi)), Rational(2))


@cache
def _sharper() -> Basic:
    """What ``given-delta-sharp`` needs."""
    return at_most(1 / ((1 + _W / _D) * (1 + sqrt(2 * log(1 + _W / _D)) / _W)), _D)


def numeric_claims(claim: Claim, *atoms: Basic) -> tuple[Claim, ...]:
    """Each of the atoms as a claim of its own, under the hypotheses about numbers."""
    assumed = scalar_hypotheses(claim)
    return tuple(restate(claim, [atom], hypotheses=assumed) for atom in atoms)


def line_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Ways to bound the hockey stick by the moments of a line xi + rho*alpha.

    An approximate line of weight delta_0 gives delta_0 + (1 - delta_0)*y where the line itself
    gives y (Bun and Steinke 2016, Lemma 8.8).
    """
    xi, rho = fact.parameters[-2:]
    failure = fact.parameters[0] if len(fact.parameters) == 3 else S.Zero
    epsilon, delta = target.args[1:]
    probable = probability_needs(fact, claim)
    if rho == 0:
        atoms = at_most(xi, epsilon), at_most(failure, delta)
        yield (*numeric_claims(claim, *atoms), *probable), "", ()
        return
    excess = _tidy(epsilon - xi - rho)
    rest = rest_of(failure, delta)
    yield from _at_given_delta(excess, rho, failure, delta, rest, probable, claim)
    for where, degenerate in _positive(xi, rho, failure, epsilon, delta, claim):
        above = numeric_claims(where, at_most(S.Zero, excess))
        for bound, lemma in _bounds(excess, rho, claim):
            if rest is not None:
                last = at_most(bound, rest)
            else:
                last = at_most(failure + (1 - failure) * bound, delta)
            needs = (*above, *numeric_claims(where, last), *degenerate, *lemma, *probable)
            yield needs, "the moments bound the hockey stick", (axioms.TAIL_INTEGRAL.name,)


def line_to_loss(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Chernoff's bound at the best order; at slope zero the loss never exceeds xi."""
    xi, rho = fact.parameters
    wanted, tail = target.args[1:]
    if rho == 0:
        yield numeric_claims(claim, at_most(xi, wanted), at_most(S.Zero, tail)), "", ()
        return
    excess = _tidy(wanted - xi - rho)
    bound = exp(cancel(-(excess**2) / (4 * rho)))
    for where, degenerate in _positive(xi, rho, S.Zero, wanted, tail, claim):
        atoms = at_most(S.Zero, excess), at_most(bound, tail)
        positive = numeric_claims(where, Lt(S.Zero, rho, evaluate=False), *atoms)
        yield (*positive, *degenerate), "Chernoff's bound for the loss", ()


def _bounds(excess: Expr, rho: Expr, claim: Claim) -> Iterator[tuple[Expr, tuple[Claim, ...]]]:
    """Upper bounds of the hockey stick for rho > 0 and w = epsilon - xi - rho >= 0.

    exp(-w**2/(4*rho)) times 1 or 1/A with A = 1 + w/(2*rho), the order that is best in Markov's
    inequality; times sqrt(pi*rho) or 2/(A + sqrt(A**2 + 4/(pi*rho))) by the tail integral and
    bounds of Mills' ratio (Bun and Steinke 2016, Lemmas 3.5 and 3.6).
    """
    order = 1 + excess / (2 * rho)
    decay = exp(cancel(-(excess**2) / (4 * rho)))
    yield decay, ()
    yield decay / order, ()
    yield decay * sqrt(pi * rho), ()
    mills = restate(claim, [_mills()], hypotheses=(), domains={_W: NONNEGATIVE})
    yield decay * 2 / (order + sqrt(order**2 + 4 / (pi * rho))), (mills,)


def _at_given_delta(
    excess: Expr,
    rho: Expr,
    failure: Expr,
    delta: Expr,
    rest: Expr | None,
    probable: tuple[Claim, ...],
    claim: Claim,
) -> Iterator[Way]:
    """With y in (0, 1]: delta_0 + (1 - delta_0)*y at epsilon = xi + rho + sqrt(4*rho*log(1/y)).

    This is Markov's inequality solved for epsilon (Bun and Steinke 2016, Lemma 3.5). The factor 1/A
    of the best order allows log(1 + sqrt(2*rho)/y) instead, by the inequality ``_sharper``
    (Kairouz, Oh and Viswanath 2015, Theorem 3.4). For y the names of probabilities in the claimed
    delta are tried, and the difference to delta_0 where that is simple.
    """
    for y in _failures(failure, delta, claim):
        atoms = [at_most(S.Zero, rho)]
        if not y.is_Symbol:
            atoms += [Lt(S.Zero, y, evaluate=False), at_most(y, S.One)]
        if rest != y:
            atoms.append(at_most(failure + (1 - failure) * y, delta))
        ranges = {_W: POSITIVE, _D: Interval(S.Zero, S.One, True, False)}
        sharper = restate(claim, [_sharper()], hypotheses=(), domains=ranges)
        for size, lemma in ((1 / y, ()), (1 + sqrt(2 * rho) / y, (sharper,))):
            enough = at_most(sqrt(4 * rho * log(size)), excess)
            needs = (*numeric_claims(claim, enough, *atoms), *lemma, *probable)
            yield needs, "Markov's inequality for the loss", (axioms.TAIL_INTEGRAL.name,)


def _failures(failure: Expr, delta: Expr, claim: Claim) -> list[Expr]:
    """Names of positive probabilities in the claimed delta; what it leaves beside ``failure``."""
    names = {n for n, d in claim.scalars() if isinstance(d, Interval) and PROBABILITY.includes(d)}
    usable = [
        name
        for name in sorted(names & (delta.free_symbols - failure.free_symbols), key=str)
        if dict(claim.domains)[name].lower > 0 or dict(claim.domains)[name].lower_open
    ]
    left = delta - failure
    is_simple = left.count_ops() <= delta.count_ops() + failure.count_ops()
    return [*usable, left] if failure != 0 and is_simple else usable


def rest_of(failure: Expr, delta: Expr) -> Expr | None:
    """Y where delta = failure + (1 - failure)*y identically, if delta is written so."""
    if failure == 0:
        return delta
    rest = 1 - (1 - delta) / (1 - failure)
    if failure.free_symbols & rest.free_symbols:
        return None
    return rest if expand(failure + (1 - failure) * rest - delta) == 0 else None


def _positive(
    xi: Expr, rho: Expr, failure: Expr, epsilon: Expr, delta: Expr, claim: Claim
) -> Iterator[tuple[Claim, tuple[Claim, ...]]]:
    """The claim where rho > 0, with what says that rho is positive there and the rest holds.

    For rho = 0 the fact is pure DP, up to delta_0: xi <= epsilon and delta_0 <= delta suffice.
    """
    plain = at_most(xi, epsilon), at_most(failure, delta)
    zeros = zeros_of(rho, claim)
    if not zeros and not rho.is_Symbol:
        inside = (*claim.hypotheses, Lt(S.Zero, rho, evaluate=False))
        where = restate(claim, claim.conclusions, hypotheses=inside)
        yield where, numeric_claims(claim, at_most(S.Zero, rho), *plain)
        return
    where = claim
    degenerate: list[Claim] = []
    for name in zeros:
        numbers = restate(claim, plain, hypotheses=scalar_hypotheses(claim))
        at_zero = substitute(numbers, {name: S.Zero})
        domain = dict(claim.domains)[name]
        if at_zero is None or not isinstance(domain, Interval):
            return
        degenerate.append(at_zero)
        opened = Interval(S.Zero, domain.upper, True, domain.upper_open)
        where = restate(where, where.conclusions, domains={name: opened})
    yield where, (*numeric_claims(where, Lt(S.Zero, rho, evaluate=False)), *degenerate)


def _tidy(expression: Expr) -> Expr:
    """The expression with tanh in exponentials, where terms then cancel."""
    if not expression.has(tanh):
        return expression

    def exponential(argument: Expr) -> Expr:
        return (exp(2 * argument) - 1) / (exp(2 * argument) + 1)

    terms = Add.make_args(expression.replace(tanh, exponential))
    written = Add(*(expand(term, deep=False) for term in terms))
    return written if written.count_ops() < expression.count_ops() else expression


def zeros_of(rho: Expr, claim: Claim) -> list[Symbol]:
    """Names whose value 0, when their domain has it, makes ``rho`` zero."""
    found = []
    for name, domain in claim.scalars():
        if name not in rho.free_symbols or not isinstance(domain, Interval):
            continue
        if domain.lower == 0 and not domain.lower_open and rho.xreplace({name: S.Zero}) == 0:
            found.append(name)
    return found
