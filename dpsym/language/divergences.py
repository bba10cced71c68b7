"""What divergences are, as sums over outcomes: the one table, which everything else reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dpsym.algebra import Abs, Add, Basic, Expr, Max, S, exp, log, sqrt
from dpsym.language import heads
from dpsym.language.domains import NONNEGATIVE, PROBABILITY, REALS, Interval

Function = Callable[..., Expr]
Masses = tuple[Expr, Expr, int]
"""The two masses of an outcome, and how many such outcomes there are."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a divergence is made of the masses p and q of every outcome.

    Attributes:
        integrand: of an f-divergence, from p, q and the parameters, what it is the sum of: convex,
            and homogeneous of degree one in p and q.
        summand: what is summed instead, where the divergence is a function of another sum.
        value: that function, of the sum and the parameters.
        most: the largest value, which laws have that share no outcome.
        denominator: what must be positive for a term to have a value, where that is not q.
        null: whether outcomes with p = 0 count for nothing.
        additive: whether it adds over independent draws.
        multiplied: the sign s with which 1 + s*D is multiplied over independent draws, or 0.
        symmetric: whether the laws can be exchanged.
    """

    integrand: Function | None = None
    summand: Function | None = None
    value: Function = lambda total, *_: total
    most: Expr = S.Infinity
    denominator: Function | None = None
    null: bool = False
    additive: bool = False
    multiplied: int = 0
    symmetric: bool = False

    def positive(self, p: Expr, q: Expr) -> Expr | None:
        """What must be positive for a term to have a value; None where nothing must."""
        if self.denominator is not None:
            return self.denominator(p, q)
        return q if self.most is S.Infinity else None

    def total(self, masses: Iterable[Masses], parameters: Iterable[Basic]) -> Expr:
        """The divergence of laws with these masses, where every term has a value."""
        given = tuple(parameters)
        return self.value(Add(*(n * self._term(p, q, given) for p, q, n in masses)), *given)

    def _term(self, p: Expr, q: Expr, parameters: tuple[Basic, ...]) -> Expr:
        """What an outcome counts; by homogeneity a multiple of the mass if one is 0, or both equal.

        The latter where an outcome without mass counts for nothing, as the multiple does.
        """
        summand = self.summand or self.integrand
        assert summand is not None
        if self.null and p == q:
            return p * summand(S.One, S.One, *parameters)
        if p == 0:
            return S.Zero if self.null else q * summand(S.Zero, S.One, *parameters)
        if q == 0:
            return p * summand(S.One, S.Zero, *parameters)
        return summand(p, q, *parameters)


DIVERGENCES: dict[type[Basic], Form] = {
    heads.Renyi: Form(
        summand=lambda p, q, a: p**a * q ** (1 - a),
        value=lambda total, a: log(total) / (a - 1),
        null=True,
        additive=True,
    ),
    heads.KL: Form(lambda p, q: p * log(p / q), null=True, additive=True),
    heads.MaxDivergence: Form(null=True, additive=True),
    heads.HockeyStick: Form(lambda p, q, e: Max(p - exp(e) * q, 0), most=S.One),
    heads.TotalVariation: Form(lambda p, q: Abs(p - q) / 2, most=S.One, symmetric=True),
    heads.ChiSquared: Form(lambda p, q: (p - q) ** 2 / q, multiplied=1),
    heads.Hellinger: Form(
        lambda p, q: (p + q) / 2 - sqrt(p * q),
        summand=lambda p, q: sqrt(p * q),
        value=lambda total: 1 - total,
        most=S.One,
        multiplied=-1,
        symmetric=True,
    ),
    heads.TriangularDiscrimination: Form(
        lambda p, q: (p - q) ** 2 / (p + q),
        most=S(2),
        denominator=lambda p, q: p + q,
        symmetric=True,
    ),
}
ADDITIVE = tuple(kind for kind, form in DIVERGENCES.items() if form.additive)
SYMMETRIC = tuple(kind for kind, form in DIVERGENCES.items() if form.symmetric)
F_DIVERGENCES = tuple(kind for kind, form in DIVERGENCES.items() if form.integrand is not None)
CONTINUOUS: tuple[type[Basic], ...] = (*F_DIVERGENCES, heads.Renyi, heads.MaxDivergence)
"""Those that tend to the divergence of two laws when both are mixed with ever less of their mean.

An f-divergence falls at least in proportion to what is mixed in, and is lower semicontinuous; a
Renyi divergence is a monotone function of one. The ratio of each outcome tends to its limit without
crossing it, and so does the largest. Mixed with their mean, both laws have bounded ratios.
"""
BOUNDED = (
    *(kind for kind, form in DIVERGENCES.items() if form.most is not S.Infinity),
    heads.LossTail,
    heads.Accuracy,
    heads.Recovery,
)
"""The quantities that are never infinite."""
SUMMED = heads.Divergence, heads.LossTail
"""What compares two laws, outcome by outcome."""


def range_of(quantity: Basic) -> Interval:
    """Where the values of a quantity lie that is not infinite.

    >>> str(range_of(heads.KL(heads.Bernoulli(0), heads.Bernoulli(1))))
    '[0, oo)'
    """
    if isinstance(quantity, heads.LossTail | heads.Recovery):
        return PROBABILITY
    if isinstance(quantity, heads.Accuracy):
        return REALS
    most = DIVERGENCES.get(type(quantity), Form()).most
    return NONNEGATIVE if most is S.Infinity else Interval(S.Zero, most)


def at_order(divergence: Basic) -> Basic:
    """The divergence, by its own name at the orders 1 and oo."""
    if isinstance(divergence, heads.Renyi) and divergence.args[0] in (S.One, S.Infinity):
        kind = heads.KL if divergence.args[0] is S.One else heads.MaxDivergence
        return kind(*divergence.args[1:])
    return divergence
