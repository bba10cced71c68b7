"""Proofs that an exact constant is zero, by algebra on free generators.

Powers of e, logarithms of primes and everything else that is not rational become free generators;
a rational function of them that vanishes identically vanishes at their values.
"""

from __future__ import annotations

from functools import lru_cache
from math import lcm

from flint import arb
from sympy import (
    Add,
    Dummy,
    Expr,
    Function,
    Integer,
    Mul,
    Pow,
    S,
    cancel,
    cosh,
    exp,
    expand,
    factor_list,
    factorint,
    fraction,
    log,
    sinh,
    tanh,
    together,
)

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.errors import EvaluationError
from dpsym.language.heads import Head
from dpsym.language.printing import text

_MAX_OPERATIONS = 400
_MAX_FACTORED = 10**15
_MAX_PASSES = 6
_MAX_DEGREE = 200
_SIGN_BITS = (64, 256, 1024)


@lru_cache(maxsize=8192)
def _program(expression: Expr):  # type: ignore[no-untyped-def]
    return compile_balls(expression, [])


def number(expression: Expr) -> arb:
    """A ball around an exact constant, at the precision in force; nan where it has no value.

    Raises:
        EvaluationError: the expression holds a name, or a head without an enclosure.

    >>> number(S.Half)
    0.500000000000000
    """
    value: arb = _program(expression)([])
    return value


class _TooLargeError(Exception):
    """Polynomials in the generators would have too high a degree."""


class _Generators:
    """One free generator for each power base and each opaque constant.

    The generator of a power base is its root of the common denominator of all exponents seen, so
    a pass is consistent only if no new denominator turns up in it.
    """

    def __init__(self) -> None:
        self.symbols: dict[Expr, Dummy] = {}
        self.denominators: dict[Expr, int] = {}

    def symbol(self, key: Expr) -> Dummy:
        if key not in self.symbols:
            positive = isinstance(key, exp) or (isinstance(key, log) and key.args[0].is_Integer)
            self.symbols[key] = Dummy(positive=True) if positive else Dummy()
        return self.symbols[key]

    def power(self, base: Expr, exponent: Expr) -> Expr:
        """``exp(base)**exponent`` for a rational exponent, over a common root."""
        common = lcm(self.denominators.get(base, 1), int(exponent.q))
        self.denominators[base] = common
        if abs(exponent * common) > _MAX_DEGREE:
            raise _TooLargeError
        return self.symbol(exp(base, evaluate=False)) ** (exponent * common)

    def exponential(self, argument: Expr) -> Expr:
        result: Expr = S.One
        for term in Add.make_args(expand(argument)):
            coefficient, rest = term.as_coeff_Mul()
            result *= self.power(rest, coefficient)
        return result

    def logarithm(self, argument: Expr) -> Expr:
        """The logarithm of a positive constant, of each factor apart where all are positive."""
        if argument.is_Rational and argument > 0:
            return self._log_integer(int(argument.p)) - self._log_integer(int(argument.q))
        if isinstance(argument, exp) and argument.args[0].is_extended_real:
            return self.visit(argument.args[0])
        if argument is S.Exp1:
            return S.One
        if isinstance(argument, Pow) and argument.base.is_positive and argument.exp.is_Rational:
            return argument.exp * self.logarithm(argument.base)
        value = cancel(self.visit(argument))
        coefficient, above = factor_list(fraction(value)[0])
        divisor, below = factor_list(fraction(value)[1])
        scale = coefficient / divisor
        factors = [*above, *((factor, -power) for factor, power in below)]
        if not (scale.is_positive and all(factor.is_positive for factor, _ in factors)):
            return self.symbol(log(value, evaluate=False))
        return Add(
            self.logarithm(scale) if scale.is_Rational else self.symbol(log(scale)),
            *(power * self._log_factor(factor) for factor, power in factors),
        )

    def _log_factor(self, factor: Expr) -> Expr:
        """Log of a generator that is a power of e, as an expression; otherwise opaque."""
        for base, common in self.denominators.items():
            if self.symbols.get(exp(base, evaluate=False)) == factor:
                return self.visit(base) / common
        return self.symbol(log(factor, evaluate=False))

    def opaque(self, function: type[Function], *arguments: Expr) -> Expr:
        """A generator for a value of a function, the same where the arguments are equal."""
        return self.symbol(function(*(cancel(self.visit(a)) for a in arguments), evaluate=False))

    def _log_integer(self, value: int) -> Expr:
        if value > _MAX_FACTORED:
            return self.symbol(log(Integer(value), evaluate=False))
        return Add(
            *(k * self.symbol(log(Integer(p), evaluate=False)) for p, k in factorint(value).items())
        )

    def visit(self, node: Expr) -> Expr:
        if node.is_Rational:
            return node
        if isinstance(node, Add | Mul):
            return node.func(*map(self.visit, node.args))
        if node is S.Exp1:
            return self.exponential(S.One)
        if isinstance(node, exp):
            return self.exponential(node.args[0])
        if isinstance(node, Pow):
            if node.exp.is_Integer:
                return self.visit(node.base) ** node.exp
            if node.base is S.Exp1:
                return self.exponential(node.exp)
            if node.exp.is_Rational and node.base.is_positive:
                return self.power(log(node.base, evaluate=False), node.exp)
            return self.symbol(node)
        if isinstance(node, log):
            return self.logarithm(node.args[0])
        if isinstance(node, Function) and not isinstance(node, Head):
            return self.opaque(node.func, *node.args)
        return self.symbol(node)


@lru_cache(maxsize=4096)
def is_zero(expression: Expr) -> bool:
    """Whether exact algebra shows that a constant is zero; False means not shown.

    Guarantees:
        True only if the expression, where it has a value, is zero for all values of its names.

    >>> is_zero(tanh(S.Half) - (exp(1) - 1)/(exp(1) + 1)), is_zero(log(6) - log(2) - log(3))
    (True, True)
    >>> is_zero(exp(1) - 3)
    False
    """
    if expression.is_Rational:
        return bool(expression == 0)
    if expression.has(S.NaN, S.ComplexInfinity, S.Infinity):
        return False
    try:
        if expression.count_ops() > _MAX_OPERATIONS or expression.is_infinite:
            return False
        return _vanishes(expression)
    except (_TooLargeError, ZeroDivisionError):  # sympy takes logarithms near one for zero
        return False


def _vanishes(expression: Expr) -> bool:
    plain = expression.rewrite([sinh, cosh, tanh], exp)
    generators = _Generators()
    for _ in range(_MAX_PASSES):
        before = dict(generators.denominators)
        value = generators.visit(plain)
        if generators.denominators == before:
            numerator, _ = fraction(together(value))
            return bool(expand(numerator) == 0)
    return False


@lru_cache(maxsize=4096)
def sign(expression: Expr) -> int | None:
    """The sign of an exact constant, 0 only if provably zero, None if not decided.

    Raises:
        EvaluationError: the constant has no value.

    >>> sign(exp(1) - 3), sign(log(4) - 2*log(2)), sign(S.Infinity)
    (-1, 0, 1)
    """
    if expression.is_Rational or expression in (S.Infinity, S.NegativeInfinity):
        return int(bool(expression > 0)) - int(bool(expression < 0))
    if expression.has(S.NaN, S.ComplexInfinity):
        raise EvaluationError(f"{text(expression)} has no value")
    for bits in _SIGN_BITS:
        with precision(bits):
            ball = number(expression)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        if is_zero(expression):
            return 0
    return None
