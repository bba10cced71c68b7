"""What a hypothesis about laws or mechanisms asks of its numbers, given the laws.

Each guarantee and divergence has leading numbers, which must be known, and read ones, for which
the least value that makes the hypothesis true is computed: exactly, or as a tight upper bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isinf

from sympy import Basic, Expr, S, log
from sympy.core.relational import Relational

from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.definitions import plain, simple_bound
from dpsym.language.divergences import DIVERGENCES, F_DIVERGENCES
from dpsym.language.printing import text
from dpsym.strategies import readings
from dpsym.strategies.exact import Weights, rational
from dpsym.strategies.scalars import Values, above, at_most, below, exp_below, number

Known = Sequence[Expr]
Pairs = Sequence[tuple[Weights, Weights]]
Reader = Callable[[Weights, Weights, Known], tuple[Expr, ...]]


def odds_below(epsilon: Expr) -> Fraction:
    """A fraction at most ``exp(epsilon)``, and exact for the logarithm of a rational.

    >>> odds_below(log(3))
    Fraction(3, 1)
    """
    if epsilon.is_zero:
        return Fraction(1)
    if isinstance(epsilon, log) and epsilon.args[0].is_Rational:
        return below(epsilon.args[0])
    if epsilon > 500:
        epsilon = S(500)
    return _simpler(exp_below(epsilon))


def _simpler(value: Fraction) -> Fraction:
    """A fraction at most ``value``, with a denominator near a million if that moves it little."""
    unit = Fraction(1, 10**6)
    if 0 < value - 1 < Fraction(1, 1000):
        unit *= value - 1
        unit = Fraction(1, max(1, unit.denominator // max(1, unit.numerator)))
    rounded = value // unit * unit
    return rounded if rounded >= 1 else value


def _finite(value: float) -> Expr:
    return S.Infinity if isinf(value) else rational(readings.rounded_up(value))


def _log(ratio: Fraction | None) -> Expr:
    return S.Infinity if ratio is None else log(rational(ratio))


def _excess(alpha: Expr) -> Fraction:
    return above(alpha) - 1


def _renyi(p: Weights, q: Weights, known: Known) -> tuple[Expr, ...]:
    if known[0] is S.Infinity:
        return (_log(readings.largest_ratio(p, q)),)
    return (_finite(readings.renyi(_excess(known[0]), p, q)),)


def _line(p: Weights, q: Weights, xi: Expr, order: float = inf) -> tuple[Expr, ...]:
    return (_finite(readings.zcdp_rho(p, q, float(below(xi)), order)),)


def _bounded_line(p: Weights, q: Weights, known: Known) -> tuple[Expr, ...]:
    return _line(p, q, known[1], inf if known[0] is S.Infinity else float(above(known[0])))


def _mean(p: Weights, q: Weights, known: Known) -> tuple[Expr, ...]:
    mu, tau = readings.mean_cdp(p, q)
    return _finite(mu), _finite(tau)


def _tail(p: Weights, q: Weights, known: Known) -> tuple[Expr, ...]:
    xi = float(below(known[0]))
    return (_finite(max(readings.tail_rho(p, q, xi), readings.tail_rho(q, p, xi))),)


@dataclass(frozen=True, slots=True)
class Requirement:
    """How one kind of hypothesis reads its numbers off a pair of laws.

    Attributes:
        leading: how many of its numbers must be known first.
        read: the least values of the others, given the laws and the known ones.
        finite_always: whether those are finite also where the supports differ.
    """

    leading: int
    read: Reader
    finite_always: bool = False


_ZCDP = {
    1: Requirement(0, lambda p, q, known: _line(p, q, S.Zero)),
    2: Requirement(1, lambda p, q, known: _line(p, q, known[0])),
}
RANGE = Requirement(0, lambda p, q, known: (_log(readings.ratio_range(p, q)),))
_GUARANTEES: dict[type[Basic], Requirement] = {
    heads.BoundedZCDP: Requirement(2, _bounded_line),
    heads.MeanCDP: Requirement(0, _mean),
    heads.GaussianDP: Requirement(0, lambda p, q, known: (_finite(readings.gaussian_mu(p, q)),)),
    heads.TailDP: Requirement(1, _tail),
    heads.BoundedRange: RANGE,
}
_DIVERGENCES: dict[type[Basic], Requirement] = {
    heads.Renyi: Requirement(1, _renyi),
    heads.KL: Requirement(0, lambda p, q, known: (_finite(readings.renyi(Fraction(0), p, q)),)),
    heads.MaxDivergence: Requirement(0, lambda p, q, known: (_log(readings.largest_ratio(p, q)),)),
    heads.HockeyStick: Requirement(
        1,
        lambda p, q, known: (rational(readings.hockey_stick(p, q, odds_below(known[0]))),),
        True,
    ),
    heads.LossTail: Requirement(
        1, lambda p, q, known: (rational(readings.loss_tail(p, q, odds_below(known[0]))),), True
    ),
    heads.Concentration: Requirement(
        1, lambda p, q, known: (_finite(readings.line_rho(p, q, float(below(known[0])))),)
    ),
    heads.TotalVariation: Requirement(
        0, lambda p, q, known: (rational(readings.hockey_stick(p, q, Fraction(1))),), True
    ),
    heads.Hellinger: Requirement(0, lambda p, q, known: (_finite(readings.hellinger(p, q)),), True),
}


def _summed(kind: type[Basic]) -> Requirement:
    """An f-divergence summed exactly."""
    form = DIVERGENCES[kind]

    def read(p: Weights, q: Weights, known: Known) -> tuple[Expr, ...]:
        if form.most is S.Infinity and any(a and not b for a, b in zip(p, q, strict=True)):
            return (S.Infinity,)
        cells = [(rational(a), rational(b), 1) for a, b in zip(p, q, strict=True) if a or b]
        return (form.total(cells, known),)

    leading = len(heads.SIGNATURES[kind].alternatives[0]) - 2
    return Requirement(leading, read, form.most is not S.Infinity)


_DIVERGENCES |= {kind: _summed(kind) for kind in F_DIVERGENCES if kind not in _DIVERGENCES}


def _both_ways(way: Requirement) -> Requirement:
    def read(p: Weights, q: Weights, known: Known) -> tuple[Expr, ...]:
        ways = zip(way.read(p, q, known), way.read(q, p, known), strict=True)
        return tuple(map(_largest, ways))

    return Requirement(way.leading, read, way.finite_always)


_OF_PAIRS = {kind: _both_ways(requirement) for kind, requirement in _DIVERGENCES.items()}
PURE, _APPROXIMATE = _OF_PAIRS[heads.MaxDivergence], _OF_PAIRS[heads.HockeyStick]


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A hypothesis about laws or mechanisms, taken apart.

    Attributes:
        atom: the hypothesis as it stands in the claim.
        subject: the mechanism, or the two laws.
        known: the numbers that must be known first.
        bounds: the numbers that must be large enough.
        requirement: how the least bounds are read off.
        strict: whether they must be larger than the least.
    """

    atom: Basic
    subject: tuple[Basic, ...]
    known: tuple[Expr, ...]
    bounds: tuple[Expr, ...]
    requirement: Requirement
    strict: bool = False

    @property
    def is_guarantee(self) -> bool:
        """Whether it speaks of a mechanism rather than of two laws."""
        return isinstance(self.atom, heads.Guarantee)

    def least(self, pairs: Pairs, values: Values) -> tuple[Expr, ...]:
        """The least bounds with which the hypothesis holds for all these pairs of laws.

        Guarantees:
            the hypothesis holds for every bounds that are certainly at least these.
        """
        known = tuple(value.xreplace(dict(values)) for value in self.known)
        found = [self.requirement.read(p, q, known) for p, q in pairs]
        return tuple(_largest(column) for column in zip(*found, strict=True))

    def overshoot(self, pairs: Pairs, values: Values) -> float:
        """By what factor the least bounds exceed the given ones; 0 where the hypothesis holds.

        Guarantees:
            at 0 the hypothesis holds for all these pairs of laws; otherwise the answer exceeds 1,
            and is oo where the given bound is not positive.
        """
        worst = 0.0
        for least, bound in zip(self.least(pairs, values), self.bounds, strict=True):
            given = bound.xreplace(dict(values))
            if at_most(least, given, {}, strict=self.strict):
                continue
            if not given.is_positive or not least.is_finite:
                return inf
            worst = max(worst, 1 + 1e-6, float(number(least, {}) / number(given, {})))
        return worst


def _largest(found: Sequence[Expr]) -> Expr:
    best = found[0]
    for value in found[1:]:
        if not at_most(value, best, {}):
            best = value
    return best


def take_apart(atom: Basic) -> Hypothesis:
    """The hypothesis that an atom about laws or mechanisms states.

    Raises:
        EvaluationError: no rule says how to honour it.
    """
    if isinstance(atom, heads.Guarantee):
        return _guarantee(atom)
    if isinstance(atom, Relational) and atom.rel_op in ("<=", "<", ">=", ">"):
        left, right = atom.args if atom.rel_op in ("<=", "<") else reversed(atom.args)
        if _is_range(left) and not right.has(heads.Divergence):
            laws = left.args[0].args
            return Hypothesis(atom, laws, (), (right,), RANGE, atom.rel_op in ("<", ">"))
        requirement = _DIVERGENCES.get(left.func)
        if requirement is not None and not right.has(heads.Divergence):
            return Hypothesis(
                atom,
                left.args[requirement.leading :],
                left.args[: requirement.leading],
                (right,),
                requirement,
                atom.rel_op in ("<", ">"),
            )
    raise EvaluationError(
        f"the hypothesis {text(atom)} cannot be honoured by construction; "
        "write it as a divergence at most a number"
    )


def _is_range(node: Basic) -> bool:
    """Whether it is the sum of the max divergences of two laws from each other."""
    if not node.is_Add or not all(isinstance(term, heads.MaxDivergence) for term in node.args):
        return False
    return len(node.args) == 2 and node.args[0].args == node.args[1].args[::-1]


def _guarantee(atom: Basic) -> Hypothesis:
    atom = plain(atom)
    subject, *numbers = atom.args
    if isinstance(atom, heads.CuriousDP | heads.MaliciousDP):
        return Hypothesis(atom, (subject,), tuple(numbers[:2]), (numbers[2],), _APPROXIMATE)
    bound = simple_bound(atom)
    if isinstance(atom, heads.Simulable):
        bound = simple_bound(heads.ApproxDP(*atom.args))
    if bound is not None:
        quantity, limit = bound.at(atom, (subject, subject))
        if quantity.func in _OF_PAIRS:
            requirement = _OF_PAIRS[quantity.func]
            known = quantity.args[: requirement.leading]
            return Hypothesis(atom, (subject,), known, (limit,), requirement)
    if isinstance(atom, heads.ApproxZCDP):
        numbers = numbers[1:]
    if isinstance(atom, heads.ZCDP | heads.ApproxZCDP):
        flat = len(numbers) == 2 and numbers[1] == 0
        requirement = PURE if flat else _ZCDP[len(numbers)]
        numbers = numbers[:1] if flat else numbers
    elif type(atom) in _GUARANTEES:
        requirement = _GUARANTEES[type(atom)]
    else:
        raise EvaluationError(
            f"the hypothesis {text(atom)} cannot be honoured by construction; "
            "assume approximate differential privacy or a bound of a divergence"
        )
    leading = requirement.leading
    return Hypothesis(
        atom, (subject,), tuple(numbers[:leading]), tuple(numbers[leading:]), requirement
    )
