"""What guarantees say of two laws: the one table, which everything else reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dpsym.algebra import Basic, Expr, Le, Max, S, Symbol, exp
from dpsym.language import heads
from dpsym.language.domains import ORDER, REALS, Interval
from dpsym.language.heads import Phi
from dpsym.language.meaning import Pair, exceeds_pairs, is_on_a_row

Sides = tuple[Expr, Expr]


class LossMoment(heads.Quantity):
    """``LossMoment(s, P, Q)``: log E_P[exp(s*(Z - E_P[Z]))] of the loss; in definitions only."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A quantity that a guarantee bounds for every ordered pair of laws of neighbours.

    Attributes:
        sides: the quantity and its bound, from the two laws, the order if there is one, and the
            parameters.
        orders: the range of the order, from the parameters; None where there is no order.
        order: by which name a witness gives the order.
    """

    sides: Callable[..., Sides]
    orders: Callable[..., Interval | None] | None = None
    order: str = ""

    def at(self, guarantee: Basic, pair: Pair, order: Basic = S.One) -> Sides:
        """Both sides for a pair of laws, at an order that is ignored where there is none."""
        free = () if self.orders is None else (order,)
        return self.sides(*pair, *free, *guarantee.args[1:])


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a guarantee is.

    Attributes:
        bounds: what it bounds; none where it speaks of parts of the laws.
        same: the guarantee of which it is a short form, from its arguments.
        processed: whether every randomised map of the outcome preserves it.
        stronger: the place of an argument with which it says more; all others weaken it.
        added: the place of the first of the arguments that add up over independent draws, as what
            they bound does; 0 where there are none.
    """

    bounds: tuple[Bound, ...] = ()
    same: Callable[..., Basic] | None = None
    processed: bool = True
    stronger: int = 0
    added: int = 0


def _line(p: Basic, q: Basic, order: Expr, *line: Expr) -> Sides:
    """Renyi(order) <= xi + rho*order; the xi may be left out."""
    return heads.Renyi(order, p, q), sum(line[:-1], S.Zero) + line[-1] * order


def _below(m: Expr, *_: Expr) -> Interval | None:
    return Interval(S.One, m, True, True) if m.is_number and m > 1 else None


def _normal_curve(p: Basic, q: Basic, order: Expr, mu: Expr) -> Sides:
    if mu == 0:
        return heads.HockeyStick(order, p, q), Max(1 - exp(order), 0)
    curve = Phi(mu / 2 - order / mu) - exp(order) * Phi(-mu / 2 - order / mu)
    return heads.HockeyStick(order, p, q), curve


def _tail(p: Basic, q: Basic, order: Expr, xi: Expr, rho: Expr) -> Sides:
    """HockeyStick(xi + sqrt(rho*log(1/delta))) <= delta, at the threshold for its delta."""
    if rho == 0:
        return heads.MaxDivergence(p, q), xi
    return heads.HockeyStick(order, p, q), exp(-((order - xi) ** 2) / rho)


def _above(xi: Expr, rho: Expr) -> Interval | None:
    return Interval(xi, S.Infinity, False, True) if xi.is_number and rho.is_number else None


def _width(p: Basic, q: Basic, eta: Expr) -> Sides:
    return heads.MaxDivergence(p, q) + heads.MaxDivergence(q, p), eta


def _moments(p: Basic, q: Basic, rate: Expr, mu: Expr, tau: Expr) -> Sides:
    return LossMoment(rate, p, q), rate**2 * tau**2 / 2


GUARANTEES: dict[type[Basic], Meaning] = {
    heads.PureDP: Meaning((Bound(lambda p, q, e: (heads.MaxDivergence(p, q), e)),), added=1),
    heads.ApproxDP: Meaning((Bound(lambda p, q, e, d: (heads.HockeyStick(e, p, q), d)),)),
    heads.RenyiDP: Meaning(
        (Bound(lambda p, q, a, t: (heads.Renyi(a, p, q), t)),), stronger=1, added=2
    ),
    heads.BoundedRange: Meaning((Bound(_width),), added=1),
    heads.ZCDP: Meaning((Bound(_line, lambda *_: ORDER, "alpha"),), added=1),
    heads.BoundedZCDP: Meaning(
        (Bound(lambda p, q, a, _, *line: _line(p, q, a, *line), _below, "alpha"),),
        stronger=1,
        added=2,
    ),
    heads.GaussianDP: Meaning((Bound(_normal_curve, lambda _: REALS, "epsilon"),)),
    heads.TailDP: Meaning((Bound(_tail, _above, "epsilon"),)),
    heads.ProbabilisticDP: Meaning(
        (Bound(lambda p, q, e, d: (heads.LossTail(e, p, q), d)),), processed=False
    ),
    heads.MeanCDP: Meaning(
        (
            Bound(lambda p, q, m, _: (heads.KL(p, q), m)),
            Bound(_moments, lambda *_: REALS, "lambda"),
        ),
        processed=False,
    ),
    heads.ApproxZCDP: Meaning(),
    heads.TotalVariationDP: Meaning(same=lambda m, d: heads.ApproxDP(m, S.Zero, d)),
    heads.HypothesisDP: Meaning(
        same=lambda m, a, b, *bounds: heads.ApproxDP(heads.Hypotheses(m, a, b), *bounds)
    ),
}
PROCESSED = tuple(kind for kind, m in GUARANTEES.items() if m.processed and m.same is None)
"""The guarantees that every randomised map of the outcome preserves."""


def plain(guarantee: Basic) -> Basic:
    """The guarantee of which this one is a short form, or itself.

    >>> M = heads.ObjectName("M")
    >>> plain(heads.HypothesisDP(M, heads.Ones(0), heads.Ones(1), 1, 0))
    ApproxDP(Hypotheses(M, Ones(0), Ones(1)), 1, 0)
    >>> plain(heads.RenyiDP(M, S.Infinity, 1))
    PureDP(M, 1)
    """
    if isinstance(guarantee, heads.RenyiDP) and guarantee.args[1] == S.Infinity:
        return heads.PureDP(guarantee.args[0], guarantee.args[2])
    same = GUARANTEES.get(type(guarantee), Meaning()).same
    return guarantee if same is None else same(*guarantee.args)


def each_round(guarantee: Basic) -> tuple[Basic, Basic]:
    """What a guarantee of many rounds of a concrete mechanism says of each round, and how many.

    Divergences of independent draws add, at every order, so that it says a share of its bound. The
    guarantee itself and one, where what it bounds does not add or rounds need not be independent.

    >>> guarantee = heads.RenyiDP(heads.Compose(heads.RandomizedResponse(1), 9), 2, 3)
    >>> each_round(guarantee)
    (RenyiDP(RandomizedResponse(1), 2, 1/3), 9)
    """
    mechanism, first = guarantee.args[0], GUARANTEES.get(type(guarantee), Meaning()).added
    if not first or not isinstance(mechanism, heads.Compose) or len(mechanism.args) != 2:
        return guarantee, S.One
    one, rounds = mechanism.args
    if not is_on_a_row(one) or not (rounds.is_Integer and rounds >= 1):
        return guarantee, S.One
    kept, shared = guarantee.args[1:first], guarantee.args[first:]
    return guarantee.func(one, *kept, *(part / rounds for part in shared)), rounds


def normal(guarantee: Basic) -> Basic:
    """The same in full, with the xi of (approximate) zCDP written out."""
    guarantee = plain(guarantee)
    short = {heads.ZCDP: 2, heads.ApproxZCDP: 3}.get(type(guarantee))
    if len(guarantee.args) != short:
        return guarantee
    return guarantee.func(*guarantee.args[:-1], S.Zero, guarantee.args[-1])


def without_failures(guarantee: Basic) -> Basic:
    """What approximate zCDP, in full, says of the parts of the laws that do not fail; or itself.

    >>> without_failures(heads.ApproxZCDP(heads.ObjectName("M"), 0, -1, 1))
    ZCDP(M, -1, 1)
    """
    if not isinstance(guarantee, heads.ApproxZCDP):
        return guarantee
    mechanism, _, *line = guarantee.args
    return heads.ZCDP(mechanism, *line)


def stronger_place(guarantee: Basic) -> int:
    """The place of an argument with which a guarantee says more; 0 where there is none."""
    return GUARANTEES.get(type(guarantee), Meaning()).stronger


def bound_of(guarantee: Basic) -> Bound | None:
    """The one bound on all pairs that a guarantee is; None where it is none, or more than that."""
    bounds = GUARANTEES.get(type(guarantee), Meaning()).bounds
    return bounds[0] if len(bounds) == 1 and not exceeds_pairs(guarantee) else None


def simple_bound(guarantee: Basic) -> Bound | None:
    """The one bound that a guarantee is without a free order; None where it is another thing."""
    bounds = GUARANTEES.get(type(guarantee), Meaning()).bounds
    return bounds[0] if len(bounds) == 1 and bounds[0].orders is None else None


def stated(guarantee: Basic, pair: Pair, order: Symbol) -> tuple[Basic, Interval] | None:
    """What a guarantee says of a pair, at a free order with its range; None where it is no bound.

    >>> P, Q = heads.Bernoulli(0), heads.Bernoulli(1)
    >>> stated(heads.PureDP(heads.ObjectName("M"), 2), (P, Q), Symbol("a"))[0]
    MaxDivergence(Bernoulli(0), Bernoulli(1)) <= 2
    """
    bound = bound_of(guarantee)
    if bound is None:
        return None
    orders = ORDER if bound.orders is None else bound.orders(*guarantee.args[1:])
    if orders is None:
        return None
    return Le(*bound.at(guarantee, pair, order), evaluate=False), orders
