"""Numbers: fractions, infinities, the constants, and what is no number at all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpsym.algebra.expressions import ONE, OPERATIONS, Expr
from dpsym.algebra.nodes import CONVERTED, Atom, Basic, Boolean, keep, node_of


class Number(Atom, Expr):
    """A number that is written in digits, or an infinity."""

    is_Number = True
    is_number = True
    rank = (1, 0)


class Rational(Number):
    """A fraction in lowest terms.

    >>> Rational(2, 4), Rational("0.25"), Rational(4, 2) is Integer(2)
    (1/2, 1/4, True)
    """

    p: int
    q: int
    is_Rational = True
    is_extended_real = is_real = is_finite = is_comparable = True
    is_infinite = False

    def __new__(cls, p: Any, q: Any = 1, **_: Any) -> Any:
        """The fraction of two integers, or that of a decimal."""
        if isinstance(p, str):
            return _fraction(Fraction(p))
        if isinstance(p, Rational) or isinstance(q, Rational):
            return _fraction(_exact(p) / _exact(q))
        return _fraction(Fraction(p, q))

    @classmethod
    def of(cls, value: Fraction) -> Any:
        """The number with this value."""
        made = object.__new__(cls)
        keep(made, "p", value.numerator)
        keep(made, "q", value.denominator)
        keep(made, "args", ())
        keep(made, "_hash", hash(value))
        return made

    @property
    def value(self) -> Fraction:
        """Its value."""
        return Fraction(self.p, self.q)

    @property
    def numerator(self) -> int:
        """Of the fraction in lowest terms."""
        return self.p

    @property
    def denominator(self) -> int:
        """Of the fraction in lowest terms."""
        return self.q

    def content(self) -> tuple[Any, ...]:
        """Numerator and denominator."""
        return (self.p, self.q)

    def __reduce__(self) -> Any:
        return _fraction, (self.value,)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Rational):
            return self.p == other.p and self.q == other.q
        if isinstance(other, int | Fraction) and not isinstance(other, bool):
            return self.value == other
        return False

    def __hash__(self) -> int:
        return self._hash

    def plain(self) -> str:
        """In digits."""
        return str(self.value)

    def _sign(self) -> int:
        return (self.p > 0) - (self.p < 0)

    @property
    def is_integer(self) -> bool:  # type: ignore[override]
        """Whether its denominator is 1."""
        return self.q == 1

    def as_coeff_Mul(self) -> tuple[Any, Any]:
        """The number, and 1."""
        return self, S.One

    def could_extract_minus_sign(self) -> bool:
        """Whether it is negative."""
        return self.p < 0

    def __neg__(self) -> Any:
        return _fraction(-self.value)

    def __abs__(self) -> Any:
        return _fraction(abs(self.value))

    def __bool__(self) -> bool:
        return self.p != 0

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        return float(self.value)


class Integer(Rational):
    """An integer.

    >>> Integer(3) == 3, Integer(1) is S.One
    (True, True)
    """

    is_Integer = True

    def __new__(cls, value: Any, **_: Any) -> Any:
        """The integer; of a fraction, without what is behind the point."""
        return _fraction(Fraction(int(value)))

    def __index__(self) -> int:
        return self.p


class _Unique(Expr):
    """A number of which there is one."""

    def __new__(cls, **_: Any) -> Any:
        """The number."""
        known = cls.__dict__.get("_only")
        if known is None:
            known = cls.made()
            cls._only = known
        return known

    def __reduce__(self) -> Any:
        return type(self), ()


class _Infinite(_Unique, Number):
    is_infinite = True
    is_finite = is_real = is_positive = is_negative = is_zero = False
    is_extended_real = is_comparable = is_nonzero = True
    is_integer = False

    def as_coeff_Mul(self) -> tuple[Any, Any]:
        """The number, and 1."""
        return self, S.One


class Infinity(_Infinite):
    """What is larger than all numbers."""

    def raised(self, exponent: Any) -> Any:
        """Infinity again, or zero."""
        known = exponent._sign()
        return None if known is None else self if known > 0 else S.Zero

    def __neg__(self) -> Any:
        return S.NegativeInfinity

    def __abs__(self) -> Any:
        return self


class NegativeInfinity(_Infinite):
    """What is smaller than all numbers."""

    @property
    def is_extended_negative(self) -> bool:
        """It is."""
        return True

    def could_extract_minus_sign(self) -> bool:
        """It is written so."""
        return True

    def __neg__(self) -> Any:
        return S.Infinity

    def __abs__(self) -> Any:
        return S.Infinity


class NaN(_Unique, Number):
    """What has no value."""

    is_extended_real = is_real = is_comparable = False

    def _sign(self) -> None:
        return None


class ComplexInfinity(NaN):
    """The reciprocal of zero, which has no value either."""

    is_Number = False


class _Constant(_Unique, Atom):
    is_number = True


class Pi(_Constant):
    """The circumference of a circle by its diameter."""


class Exp1(_Constant):
    """The base of the natural logarithm."""

    def raised(self, exponent: Any) -> Any:
        """The exponential function."""
        return OPERATIONS["exp"](exponent)


class ImaginaryUnit(_Constant):
    """A root of -1, which no claim has."""

    is_extended_real = is_real = is_comparable = False

    def _sign(self) -> None:
        return None


class _Truth(Boolean, Atom):
    """True or false."""

    def __new__(cls, value: bool) -> Any:
        """The one of this value."""
        return S.true if value else S.false

    def __reduce__(self) -> Any:
        return _Truth, (bool(self),)


class BooleanTrue(_Truth):
    """What is true."""

    def __bool__(self) -> bool:
        return True


class BooleanFalse(_Truth):
    """What is false."""

    def __bool__(self) -> bool:
        return False


class Singletons:
    """The nodes of which there is one, and what makes nodes of others.

    >>> S.Half, S(3), S.NegativeOne
    (1/2, 3, -1)
    """

    Zero = Integer.of(Fraction(0))
    One = Integer.of(Fraction(1))
    NegativeOne = Integer.of(Fraction(-1))
    Half = Rational.of(Fraction(1, 2))
    Infinity = Infinity()
    NegativeInfinity = NegativeInfinity()
    NaN = NaN()
    ComplexInfinity = ComplexInfinity()
    Pi = Pi()
    Exp1 = Exp1()
    ImaginaryUnit = ImaginaryUnit()
    true = BooleanTrue.made()
    false = BooleanFalse.made()

    def __call__(self, value: Any) -> Any:
        """The node that a value stands for."""
        return node_of(value)


S = Singletons()
_SHARED: dict[Fraction, Any] = {n.value: n for n in (S.Zero, S.One, S.NegativeOne, S.Half)}
_SHARED |= {Fraction(n): Integer.of(Fraction(n)) for n in range(2, 257)}
ONE.append(S.One)
CONVERTED.update({int: Integer, Fraction: Rational, bool: _Truth})


def _fraction(value: Fraction) -> Any:
    known = _SHARED.get(value)
    if known is not None:
        return known
    return (Integer if value.denominator == 1 else Rational).of(value)


def _exact(value: Any) -> Fraction:
    return value.value if isinstance(value, Rational) else Fraction(value)


def total(one: Basic, other: Basic) -> Any:
    """The sum of two numbers."""
    if isinstance(one, Rational) and isinstance(other, Rational):
        return _fraction(one.value + other.value)
    if isinstance(one, NaN) or isinstance(other, NaN):
        return S.NaN
    infinite = {number for number in (one, other) if isinstance(number, _Infinite)}
    return S.NaN if len(infinite) > 1 else infinite.pop()


def product(one: Any, other: Any) -> Any:
    """The product of two numbers."""
    if isinstance(one, Rational) and isinstance(other, Rational):
        return _fraction(one.value * other.value)
    if isinstance(one, NaN) or isinstance(other, NaN) or one == 0 or other == 0:
        return S.NaN
    signs = [-1 if number.could_extract_minus_sign() else 1 for number in (one, other)]
    return S.Infinity if signs[0] == signs[1] else S.NegativeInfinity


def power_of_zero(exponent: Any) -> Any:
    """A power of zero, where the sign of the exponent is certain."""
    known = exponent._sign()
    return None if not known else S.Zero if known > 0 else S.ComplexInfinity


def endless_power(base: Rational, rising: bool) -> Any:
    """The limit of the powers of a number with exponents that rise, or fall, without end."""
    size = abs(base.value)
    if size == 1 or base.p < 0 or (size == 0 and not rising):
        return S.NaN
    return S.Infinity if (size > 1) is rising else S.Zero
