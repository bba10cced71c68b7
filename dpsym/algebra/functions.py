"""Functions of numbers, each evaluated where its value is a simpler number for certain."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from math import factorial as _factorial
from typing import Any

from dpsym.algebra import enclosing
from dpsym.algebra.arithmetic import Add, Mul, Pow
from dpsym.algebra.expressions import OPERATIONS, Expr
from dpsym.algebra.limits import LARGEST_COUNT
from dpsym.algebra.nodes import node_of
from dpsym.algebra.numbers import NaN, Number, Rational, S, _fraction


class Function(Expr):
    """A function of numbers, or a head of the language."""

    nargs: Any = None
    rank = (4, 0)

    def __new__(cls, *args: Any, evaluate: bool = True, **_: Any) -> Any:
        """The value where it is simpler; without evaluation the node."""
        nodes = tuple(map(node_of, args))
        if cls.nargs is not None and len(nodes) != cls.nargs:
            raise TypeError(f"{cls.__name__} takes {cls.nargs} arguments, not {len(nodes)}")
        found = cls.eval(*nodes) if evaluate else None
        return cls.made(*nodes) if found is None else found

    @classmethod
    def eval(cls, *args: Any) -> Any:
        """The value, if it is simpler; else None."""
        return None

    def is_familiar(self) -> bool:
        """Of functions that are not in this module nothing is said."""
        return False


class _OfOne(Function):
    nargs = 1

    def is_familiar(self) -> bool:
        """Whether the argument is."""
        return bool(self.args[0].is_familiar())

    @classmethod
    def eval(cls, *args: Any) -> Any:
        """What is no number has no value."""
        (argument,) = args
        return S.NaN if isinstance(argument, NaN) else cls.value(argument)

    @classmethod
    def value(cls, argument: Any) -> Any:
        """The value at what is no NaN, if it is simpler; else None."""
        return None


def sqrt(expression: Any, **options: Any) -> Any:
    """The square root.

    >>> sqrt(12)
    Mul(2, Pow(3, 1/2))
    """
    return Pow(expression, S.Half, **options)


class exp(_OfOne):
    """The exponential function.

    >>> exp(0), exp(log(3)), exp(2 * log(3))
    (1, 3, 9)
    """

    @property
    def exp(self) -> Any:
        """The exponent."""
        return self.args[0]

    @property
    def is_extended_nonnegative(self) -> bool:
        """Whether the exponent is made of absolute values, and so no name is complex in it."""
        return _is_real(self.args[0])

    def as_base_exp(self) -> tuple[Any, Any]:
        """The base of the natural logarithm, and the exponent."""
        return S.Exp1, self.args[0]

    def raised(self, exponent: Any) -> Any:
        """The exponential of the product, for integers and of constants."""
        alike = isinstance(exponent, Rational) and exponent.q == 1
        if alike or (self.is_number and isinstance(exponent, Rational)):
            return exp(Mul(self.args[0], exponent))
        return None

    @classmethod
    def value(cls, argument: Any) -> Any:
        """A power of what a logarithm in the exponent is taken of."""
        if isinstance(argument, Number):
            known = {0: S.One, 1: S.Exp1, S.Infinity: S.Infinity, S.NegativeInfinity: S.Zero}
            return known.get(argument)
        if isinstance(argument, log):
            return argument.args[0]
        if isinstance(argument, Mul):
            logs = [factor for factor in argument.args if isinstance(factor, log)]
            others = [factor for factor in argument.args if not isinstance(factor, log)]
            if len(logs) == 1 and all(factor.is_comparable for factor in others):
                return Pow(logs[0].args[0], Mul(*others))
        if isinstance(argument, Add):
            parts = [(term, exp(term)) for term in argument.args]
            kept = [t for t, made in parts if isinstance(made, exp) or made is S.Exp1]
            if len(kept) < len(parts):
                outside = (m for _, m in parts if not isinstance(m, exp) and m is not S.Exp1)
                return Mul(*outside, exp(Add(*kept)))
        return None


class log(_OfOne):
    """The natural logarithm.

    >>> log(1), log(exp(2)), log(0), log(S.Half)
    (0, 2, NaN, Mul(-1, log(2)))
    """

    @classmethod
    def value(cls, argument: Any) -> Any:
        """The exponent of a constant; no value at what is not positive."""
        if isinstance(argument, Rational):
            if argument.p <= 0:
                return S.NaN
            if argument.p == 1:
                return S.Zero if argument.q == 1 else -log(_fraction(Fraction(argument.q)))
            return None
        if argument.is_infinite and argument.is_Number:
            return S.Infinity if argument is S.Infinity else S.NaN
        if argument is S.Exp1:
            return S.One
        if isinstance(argument, exp) and argument.args[0].is_extended_real:
            return argument.args[0]
        if argument._sign() in (0, -1):
            return S.NaN
        return None


def _is_real(term: Any) -> bool:
    parts = Add.make_args(term) if term.is_Add else Mul.make_args(term)
    if len(parts) > 1:
        return all(map(_is_real, parts))
    return bool(term.is_extended_real) or term.is_extended_nonnegative


class Abs(_OfOne):
    """The absolute value.

    >>> from dpsym.algebra.expressions import Symbol
    >>> Abs(-3), Abs(-2 * Symbol("x"))
    (3, Mul(2, Abs(x)))
    """

    @classmethod
    def value(cls, argument: Any) -> Any:
        """That of the constants in a product outside."""
        if isinstance(argument, Number):
            return abs(argument)
        if argument.is_extended_nonnegative:
            return argument
        factors = Mul.make_args(argument)
        named = [factor for factor in factors if factor.free_symbols]
        turned = any(map(_turns, named))
        below = (factor.is_Pow and _is_below(factor.exp) for factor in named)
        if named and all(below) and not turned:
            return Mul(cls(Mul(*(factor for factor in factors if factor not in named))),
                       Pow(cls(Mul(*(Pow(factor, -1) for factor in named))), -1))  # fmt: skip
        if isinstance(argument, Mul) and not turned:
            return cls._apart(factors)
        known = argument._sign()
        if known is not None:
            return argument if known > 0 else -argument if known else S.Zero
        turned = Add(*map(_signed, Add.make_args(argument)))
        return cls(-turned) if turned.could_extract_minus_sign() else None

    @classmethod
    def _apart(cls, factors: Sequence[Any]) -> Any:
        """That of the factors whose sizes are known, outside; None if there are none."""
        inside: list[Any] = []
        outside: list[Any] = []
        for factor in factors:
            size = Abs(factor)
            (inside if isinstance(size, Abs) else outside).append((factor, size))
        if not outside:
            return None
        rest = Mul(*(factor for factor, _ in inside))
        return Mul(*(size for _, size in outside), Abs(rest) if inside else S.One)

    @property
    def is_extended_nonnegative(self) -> bool:
        """It is."""
        return True

    def _commutes(self) -> bool:
        return True


def _is_below(exponent: Any) -> bool:
    """Whether a power with this exponent is written below a line."""
    return bool(exponent.could_extract_minus_sign())


def _turns(factor: Any) -> bool:
    """Whether a factor is a power of a constant that turns if its name is complex."""
    base, exponent = factor.as_base_exp()
    return not base.free_symbols and not _is_real(exponent)


def _signed(term: Any) -> Any:
    """The term, each sum among its factors with the sign in which it is rather written."""
    factors = []
    for factor in Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        turned = exponent.is_Integer and base.is_Add and base.could_extract_minus_sign()
        factors += [Pow(S.NegativeOne, exponent), Pow(-base, exponent)] if turned else [factor]
    return Mul(*factors)


class _Odd(_OfOne):
    @classmethod
    def value(cls, argument: Any) -> Any:
        """Zero at zero; at what is negative, the negative."""
        if argument == 0:
            return S.Zero
        return -cls(-argument) if argument.could_extract_minus_sign() else None


class sinh(_Odd):
    """The hyperbolic sine."""


class tanh(_Odd):
    """The hyperbolic tangent."""


class erf(_Odd):
    """The error function."""


class cosh(_OfOne):
    """The hyperbolic cosine."""

    @classmethod
    def value(cls, argument: Any) -> Any:
        """One at zero; at what is negative, as at the positive."""
        if argument == 0:
            return S.One
        return cls(-argument) if argument.could_extract_minus_sign() else None


class erfc(_OfOne):
    """One less the error function."""

    @classmethod
    def value(cls, argument: Any) -> Any:
        """One at zero; at what is negative, 2 less that of the positive."""
        if argument == 0:
            return S.One
        return 2 - cls(-argument) if argument.could_extract_minus_sign() else None


class _Counting(Function):
    @classmethod
    def eval(cls, *args: Any) -> Any:
        """The number, of integers that are not too large."""
        if any(isinstance(argument, NaN) for argument in args):
            return S.NaN
        if not all(argument.is_Integer and argument.p >= 0 for argument in args):
            return None
        numbers = [int(argument) for argument in args]
        if cls._count(*numbers) > LARGEST_COUNT[cls.__name__]:
            return None
        return _fraction(Fraction(cls._value(*numbers)))

    @staticmethod
    def _count(number: int, _: int = 0) -> int:
        return number

    @staticmethod
    def _value(*numbers: int) -> Any:
        raise NotImplementedError


class factorial(_Counting):
    """The product of the integers up to a number."""

    nargs = 1

    @staticmethod
    def _value(*numbers: int) -> Any:
        return _factorial(*numbers)


class harmonic(_Counting):
    """The sum of the reciprocals of the integers up to a number.

    >>> harmonic(3)
    11/6
    """

    nargs = 1

    @staticmethod
    def _value(*numbers: int) -> Any:
        return sum((Fraction(1, n) for n in range(1, numbers[0] + 1)), Fraction(0))


class binomial(_Counting):
    """How many subsets of k elements a set of n has."""

    nargs = 2

    @staticmethod
    def _value(*numbers: int) -> Any:
        return comb(*numbers)

    @staticmethod
    def _count(number: int, chosen: int = 0) -> int:
        return min(chosen, number - chosen)


class _Rounded(_OfOne):
    @classmethod
    def value(cls, argument: Any) -> Any:
        """The integer beside a constant, where it is certain."""
        if not argument.is_number or argument.is_infinite:
            return argument if argument.is_infinite else None
        try:
            found = enclosing.floor(-argument if cls is ceiling else argument)
        except NotImplementedError:
            return None
        return None if found is None else S(-found if cls is ceiling else found)


class floor(_Rounded):
    """The largest integer that is no larger."""


class ceiling(_Rounded):
    """The smallest integer that is no smaller."""


OPERATIONS["abs"], OPERATIONS["exp"] = Abs, exp
