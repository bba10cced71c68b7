"""Balls around scalar expressions that hold divergences of concrete laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from flint import arb, ctx
from sympy import Basic, Dummy, Expr, Rational, S, Sum, Symbol, sympify

from dpsym.arguments import accuracy
from dpsym.enclosure.accuracies import accuracy_ball, accuracy_bounds
from dpsym.enclosure.balls import evaluate, precision
from dpsym.enclosure.exact import number, sign
from dpsym.enclosure.laws import brief
from dpsym.enclosure.losses import exact_tail
from dpsym.enclosure.pairs import Pair, is_infinite
from dpsym.enclosure.recognition import pair_of
from dpsym.enclosure.symbolic import exact_value
from dpsym.errors import ClaimError, DomainError, EvaluationError, shown
from dpsym.language import heads
from dpsym.language.construct import computed
from dpsym.language.entries import as_expression
from dpsym.language.heads import Quantity
from dpsym.language.names import written_out
from dpsym.language.places import require_sense

Point = Mapping[Symbol, Basic]
_GUARD = 32


def refined(compute: Callable[[], arb], bits: int, what: Basic) -> arb:
    """The ball of ``compute``, run at growing precision until its relative accuracy is ``bits``.

    A value that is zero without being seen to be exactly zero ends with a small absolute radius.

    Raises:
        EvaluationError: the ball stays nan.

    >>> refined(lambda: arb(2).sqrt(), 40, S(2)).rel_accuracy_bits() >= 40
    True
    """
    best: arb | None = None
    work, limit = bits + _GUARD, 8 * bits + 2048
    while True:
        with precision(work):
            ball = compute()
            if not ball.is_nan():
                if ball.is_exact() or ball.rel_accuracy_bits() >= bits:
                    return ball
                if best is None or not best.is_finite() or ball.rad() <= best.rad():
                    best = ball
        if work >= limit:
            break
        work = min(2 * work, limit)
    if best is None:
        raise EvaluationError(f"{brief(what)} has no value, or none that {limit} bits can enclose")
    return best


@dataclass(frozen=True, slots=True)
class Closed:
    """An expression without names, whose finite divergences are named by dummies.

    Attributes:
        source: the expression as it was.
        expression: the same after substitution; infinite divergences are ``oo``.
        divergences: what each dummy stands for.
    """

    source: Expr
    expression: Expr
    divergences: tuple[tuple[Dummy, Expr], ...]

    def ball(self, bits: int) -> arb:
        """A ball around the value, with ``bits`` of working precision; may be nan."""
        values = {dummy: divergence_ball(node, bits) for dummy, node in self.divergences}
        with precision(bits):
            if not values:
                return number(self.expression)
            return evaluate(self.expression, values)


def require_expression(given: object) -> None:
    """Nothing, where this is an expression whose heads have as many arguments as they take.

    Raises:
        ClaimError: it is none.
    """
    if not isinstance(given, Basic):
        remedy = "give one of sympy, or what dpsym.parse_expression makes of text"
        raise ClaimError(f"{shown(given)} is no expression", remedy=remedy)
    heads.require_arity(given)


def as_point(given: object) -> dict[Symbol, Basic]:
    """The values of names, exactly.

    Raises:
        ClaimError: there are no names, or no values of them.
    """
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        remedy = "give a dict from names of sympy to their values"
        raise ClaimError(f"point={shown(given)}", part="point", remedy=remedy)
    return {name: exact(value) for name, value in given.items()}


def close(expression: Expr, point: Point | None = None) -> Closed:
    """The expression with the names replaced by their values, undefined parts not lost.

    Raises:
        EvaluationError: a name has no value, or a part has no finite value where it needs one.

    >>> from sympy.abc import x
    >>> close(x**2 / 2, {x: Rational(1, 2)}).expression
    1/8
    """
    closer = _Closer(point)
    return Closed(expression, closer.visit(expression), tuple(closer.found))


class _Closer:
    def __init__(self, point: Point | None) -> None:
        self.point = as_point(point)
        self.found: list[tuple[Dummy, Expr]] = []

    def visit(self, node: Basic) -> Basic:
        """The node rebuilt from the inside, every occurrence of a divergence apart."""
        if isinstance(node, Symbol):
            if node not in self.point:
                raise EvaluationError(f"no value is given for {node}")
            return self.point[node]
        if isinstance(node, heads.Accuracy):
            return self._accuracy(node)
        if isinstance(node, Quantity):
            return self._divergence(node)
        if node.is_Float:
            return Rational(node)
        if not node.args:
            return _defined(node, node)
        if isinstance(node, Sum):
            total = node.xreplace(self.point)
            if total.has(Quantity) and not (terms := written_out(total)).has(Sum):
                return self.visit(terms)
            return _defined(node, total)
        return _defined(node, _built(node, [self.visit(argument) for argument in node.args]))

    def _divergence(self, node: Basic) -> Basic:
        concrete = substitute(node, self.point)
        ball = divergence_ball(concrete, 64)
        if is_infinite(ball):
            return S.Infinity
        if ball.is_zero():
            return S.Zero
        dummy = Dummy(nonnegative=True)
        self.found.append((dummy, concrete))
        return dummy

    def _accuracy(self, node: Basic) -> Basic:
        concrete = substitute(node, self.point)
        lower, upper = accuracy_bounds(concrete)
        if lower == upper:
            return lower
        dummy = Dummy(real=True)
        self.found.append((dummy, concrete))
        return dummy


def exact(value: object) -> Basic:
    """A value as an exact sympy object; a float becomes the rational it is.

    >>> exact(0.5)
    1/2
    """
    node = sympify(as_expression(value, "a point"))
    floats = {part: Rational(part) for part in node.atoms() if getattr(part, "is_Float", False)}
    return node.xreplace(floats) if floats else node


def substitute(node: Basic, point: Point, *, placed: bool = False) -> Basic:
    """The node with the names replaced by their values; where ``placed``, each in its domain.

    Raises:
        EvaluationError: a name has no value, or the result no value.

    >>> from sympy.abc import p
    >>> substitute(heads.Bernoulli(p), {p: S.Half})
    Bernoulli(1/2)
    """
    concrete = exact(node.xreplace(dict(point)))
    missing = sorted(concrete.free_symbols, key=str)
    if missing:
        raise EvaluationError(f"no value is given for {missing[0]}")
    if concrete.has(S.NaN, S.ComplexInfinity):
        raise EvaluationError(f"{brief(node)} has no value at the point")
    if not placed or concrete.has(S.Infinity):  # as of one of which nothing is assumed
        return concrete
    try:
        require_sense([concrete], {})
    except (DomainError, ZeroDivisionError):  # two numbers that are not told apart
        return concrete
    except ClaimError as error:
        raise EvaluationError(str(error)) from None
    return concrete


def _built(node: Basic, arguments: Sequence[Basic]) -> Basic:
    """The node with other arguments, unevaluated where sympy fails on tiny or huge numbers.

    It does not compare tiny ones in a maximum either, and raises ValueError.
    """
    try:
        found: Basic = computed(node.func, *arguments)
        return found
    except (ZeroDivisionError, ValueError):
        return node.func(*arguments, evaluate=False)


def _defined(source: Basic, value: Basic) -> Basic:
    """The value, if it is a number that exists."""
    if value in (S.NaN, S.ComplexInfinity) or value.has(S.ImaginaryUnit):
        raise EvaluationError(f"{brief(source)} has no value at the point")
    return value


@lru_cache(maxsize=4096)
def divergence_ball(node: Expr, bits: int) -> arb:
    """A ball around a divergence of concrete laws, with relative accuracy ``bits`` where it can.

    Guarantees:
        The ball contains the value; it is exactly ``oo`` where the definition says oo.

    Raises:
        EvaluationError: the laws are not concrete, or no enclosure is known.

    >>> divergence_ball(heads.TotalVariation(heads.Bernoulli(S.Half), heads.Bernoulli(S.One)), 64)
    0.500000000000000
    """
    if isinstance(node, heads.Accuracy):
        with precision(bits):
            return accuracy_ball(node)
    if isinstance(node, heads.MutualInformation | heads.Capacity):
        from dpsym.enclosure.information import capacity, information

        known = isinstance(node, heads.MutualInformation)
        return refined(information(*node.args) if known else capacity(node), bits, node)
    if isinstance(node, heads.Recovery):
        share = exact_value(node)
        if share is None:
            raise EvaluationError(f"no enclosure is known for {brief(node)}")
        return refined(lambda: number(share), bits, node)
    *parameter, first, second = node.args
    pair = pair_of(first, second)
    if not isinstance(node, _ORDERED) and type(node) not in _PLAIN:
        value = exact_value(node)
        if value is None:
            raise EvaluationError(f"no enclosure is known for {brief(node)}")
        return refined(lambda: number(value), bits, node)
    if isinstance(node, heads.Renyi):
        compute = _renyi(parameter[0], pair)
    elif isinstance(node, heads.HockeyStick):
        compute = _hockey_stick(parameter[0], pair)
    elif isinstance(node, heads.LossTail):
        compute = _loss_tail(parameter[0], pair, node)
    else:
        compute = _PLAIN[type(node)](pair)
    return refined(compute, bits, node)


def _scalar(expression: Expr) -> arb:
    if expression.has(Quantity):
        return close(expression).ball(ctx.prec)
    return number(expression)


def _renyi(order: Expr, pair: Pair) -> Callable[[], arb]:
    if order is S.Infinity:
        return pair.supremum
    excess = order - 1
    direction = None if order.has(Quantity) else sign(excess)
    if direction == 0:
        return pair.kl
    if direction == -1:
        raise EvaluationError(f"the order {brief(order)} of a Renyi divergence is below one")

    def compute() -> arb:
        s = _scalar(excess)
        if not s > 0:
            return arb.nan()
        cumulant = pair.cumulant(s)
        return cumulant if is_infinite(cumulant) else cumulant / s

    return compute


def _hockey_stick(epsilon: Expr, pair: Pair) -> Callable[[], arb]:
    if epsilon is S.Infinity:
        return pair.singular
    if epsilon is S.NegativeInfinity:
        return lambda: arb(1)
    return lambda: pair.hockey_stick(_scalar(epsilon))


def _loss_tail(epsilon: Expr, pair: Pair, node: Basic) -> Callable[[], arb]:
    if epsilon is S.Infinity:
        return pair.singular
    value = None if epsilon.has(Quantity) else exact_tail(pair, epsilon)
    if value is None:
        raise EvaluationError(f"no enclosure is known for {brief(node)}")
    return lambda: number(value)


def _hellinger(pair: Pair) -> Callable[[], arb]:
    def compute() -> arb:
        affinity = pair.cumulant(arb(-1) / 2)
        return arb(1) if is_infinite(affinity) else -affinity.expm1()

    return compute


def _chi_squared(pair: Pair) -> Callable[[], arb]:
    def compute() -> arb:
        cumulant = pair.cumulant(arb(1))
        return cumulant if is_infinite(cumulant) else cumulant.expm1()

    return compute


_ORDERED = heads.Renyi | heads.HockeyStick | heads.LossTail
_PLAIN: dict[type[Basic], Callable[[Pair], Callable[[], arb]]] = {
    heads.KL: lambda pair: pair.kl,
    heads.MaxDivergence: lambda pair: pair.supremum,
    heads.TotalVariation: lambda pair: lambda: pair.hockey_stick(arb(0)),
    heads.ChiSquared: _chi_squared,
    heads.Hellinger: _hellinger,
}


def enclose(expression: Basic, point: Point | None = None, *, bits: int = 128) -> arb:
    """A ball that certainly contains the value of a scalar expression of the language.

    The expression may hold divergences, in nats, the first law being the numerator; the laws must
    be concrete after the names are replaced by the values of ``point``, which are exact
    expressions, laws or mechanisms. The value is ``oo`` exactly where the definition says so.
    A divergence has ``bits`` of relative accuracy, also where it is very small.

    Guarantees:
        The ball contains the value of the expression at the point.

    Raises:
        ClaimError: it is no expression, ``point`` no dict, or ``bits`` no number of bits.
        EvaluationError: the expression has no value at the point, a name has no value, or no
            enclosure is known for a divergence of these laws.

    >>> from sympy.abc import x
    >>> enclose(heads.KL(heads.Gaussian(0, x), heads.Gaussian(1, x)), {x: S(2)}, bits=40)
    0.125000000000000
    """
    bits = accuracy(bits)
    require_expression(expression)
    closed = close(expression, point)
    return refined(lambda: closed.ball(ctx.prec), bits, closed.source)
