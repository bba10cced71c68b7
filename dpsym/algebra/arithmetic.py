"""Sums, products and powers, in one form each."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpsym.algebra.expressions import OPERATIONS, Expr
from dpsym.algebra.joining import are_alike, joined_bases, joined_roots, merged
from dpsym.algebra.nodes import node_of
from dpsym.algebra.numbers import (
    Integer,
    NaN,
    Number,
    Rational,
    S,
    _fraction,
    endless_power,
    power_of_zero,
    product,
    total,
)
from dpsym.algebra.order import canonical_key, ordered_terms, written_key
from dpsym.algebra.roots import root

MOST_BITS = 1_000_000
"""Of a power that is written out."""


class _Operation(Expr):
    """An operation on as many numbers as one likes."""

    def __new__(cls, *args: Any, evaluate: bool = True, **_: Any) -> Any:
        """The value in its one form; without evaluation the node with these arguments."""
        nodes = tuple(map(node_of, args))
        if evaluate:
            return cls.joined(nodes)
        return cls._of(nodes)

    @classmethod
    def _of(cls, args: tuple[Any, ...]) -> Any:
        if len(args) > 1:
            return cls.made(*args)
        return args[0] if args else cls.identity()

    @classmethod
    def joined(cls, args: tuple[Any, ...]) -> Any:
        """The operation in its one form."""
        raise NotImplementedError

    @classmethod
    def identity(cls) -> Any:
        """What the operation is of nothing."""
        raise NotImplementedError

    @classmethod
    def make_args(cls, expression: Any) -> tuple[Any, ...]:
        """The arguments of such an operation; of anything else, itself alone."""
        return expression.args if isinstance(expression, cls) else (expression,)

    @property
    def is_infinite(self) -> bool | None:  # type: ignore[override]
        """Whether it is certainly infinite."""
        return None

    @property
    def is_extended_nonnegative(self) -> bool:
        """Whether all its terms or factors are."""
        return super().is_extended_nonnegative or all(
            argument.is_extended_nonnegative for argument in self.args
        )

    def could_extract_minus_sign(self) -> bool:
        """Whether more of its terms are negative than positive."""
        raise NotImplementedError


class Add(_Operation):
    """A sum.

    >>> from dpsym.algebra.expressions import Symbol
    >>> x = Symbol("x")
    >>> Add(x, 1, x) == 2 * x + 1, x - x
    (True, 0)
    """

    is_Add = True
    rank = (3, 1)

    @classmethod
    def identity(cls) -> Any:
        """Zero."""
        return S.Zero

    @classmethod
    def joined(cls, args: tuple[Any, ...]) -> Any:
        """The sum of like terms, a number first."""
        number: Any = S.Zero
        counted: dict[Any, Any] = {}
        left = [arg for arg in reversed(args) if arg != 0 or not isinstance(arg, Rational)]
        if len(left) == 1:
            return left[0]
        if len(left) == 2 and {type(arg) for arg in left} <= {Integer, Rational, Mul}:
            constants = [arg for arg in left if isinstance(arg, Rational)]
            if len(constants) == 1:
                return cls.made(*constants, *(arg for arg in left if isinstance(arg, Mul)))
        while left:
            term = left.pop()
            if isinstance(term, Number):
                number = total(number, term)
            elif isinstance(term, NaN):
                return S.NaN
            elif isinstance(term, Add):
                left.extend(reversed(term.args))
            else:
                factor, rest = term.as_coeff_Mul()
                counted[rest] = total(counted.get(rest, S.Zero), factor)
        if isinstance(number, NaN) or any(isinstance(n, NaN) for n in counted.values()):
            return S.NaN
        terms = [_times(factor, rest) for rest, factor in counted.items() if factor != 0]
        if number.is_infinite:
            terms = [term for term in terms if not term.is_extended_real]
        terms.sort(key=canonical_key)
        return cls._of(tuple(terms if number == 0 else [number, *terms]))

    def as_ordered_terms(self) -> list[Any]:
        """The terms in the order in which they are written."""
        return ordered_terms(self)

    def could_extract_minus_sign(self) -> bool:
        """Whether more terms are negative; of as many, whether the negative is written later."""
        negative = sum(term.could_extract_minus_sign() for term in self.args)
        if 2 * negative != len(self.args):
            return bool(2 * negative > len(self.args))
        return bool(written_key(self) < written_key(-self))

    def __neg__(self) -> Any:
        return Add(*(-term for term in self.args)) if self.is_commutative else _minus(self)


class Mul(_Operation):
    """A product.

    >>> from dpsym.algebra.expressions import Symbol
    >>> x = Symbol("x")
    >>> x * x == x**2, 2 * (x + 1) == 2 * x + 2, Mul(x, 1 / x)
    (True, True, 1)
    """

    is_Mul = True
    rank = (3, 0)

    @classmethod
    def identity(cls) -> Any:
        """One."""
        return S.One

    @classmethod
    def joined(cls, args: tuple[Any, ...]) -> Any:
        """The product of the powers of unlike bases, a number first."""
        factors = [arg for arg in args if not (isinstance(arg, Rational) and arg == 1)]
        if len(factors) < 2:
            return factors[0] if factors else S.One
        if len(factors) == 2 and any(isinstance(factor, Rational) for factor in factors):
            number, rest = factors if isinstance(factors[0], Rational) else reversed(factors)
            inner, sum_ = rest.as_coeff_Mul()
            alike = isinstance(sum_, Add) and sum_.is_commutative and isinstance(inner, Rational)
            if alike and number != 0:
                if inner == 1:
                    return Add(*(number * term for term in sum_.args))
                number = product(number, inner)
                return sum_ if number == 1 else cls.made(number, sum_)
        return _multiplied(factors)

    def as_coeff_Mul(self) -> tuple[Any, Any]:
        """The number by which it begins, and the rest."""
        first, *rest = self.args
        if isinstance(first, Number):
            return first, self._of(tuple(rest))
        return S.One, self

    def as_base_exp(self) -> tuple[Any, Any]:
        """The product of the bases where all exponents are one integer; else itself and 1."""
        powers = [factor.as_base_exp() for factor in self.args]
        exponents = {exponent for _, exponent in powers}
        apart = sum(not base.is_commutative for base, _ in powers)
        if len(exponents) > 1 or apart > 1 or not powers[0][1].is_Integer:
            return self, S.One
        return Mul(*(base for base, _ in powers)), powers[0][1]

    def raised(self, exponent: Any) -> Any:
        """The product of the powers, where that is one."""
        if not isinstance(exponent, Rational):
            return None
        if exponent.q == 1:
            return self._raised_apart(exponent)
        outside = [factor for factor in self.args if factor.is_extended_nonnegative]
        number, _ = self.as_coeff_Mul()
        inside = [factor for factor in self.args if not factor.is_extended_nonnegative]
        turned = inside and inside[0] == number and self.is_commutative
        if turned and isinstance(number, Rational) and number != -1:
            outside.append(-number)
            inside[0] = S.NegativeOne
        if not outside:
            product = Mul(*self.args)
            return None if product == self else Pow(product, exponent)
        rest = Mul._of(tuple(inside))
        if not inside:
            return Mul(*(Pow(factor, exponent) for factor in outside))
        roots = [Pow(factor, exponent) for factor in outside]
        return Mul(*roots, Pow.made(rest, exponent) if len(inside) > 1 else Pow(rest, exponent))

    def _raised_apart(self, exponent: Any) -> Any:
        """The product of the powers; what keeps its place in it is raised as one."""
        last = Mul._of(tuple(factor for factor in self.args if not factor.is_commutative))
        if last == self:
            return None
        powers = [Pow(factor, exponent) for factor in self.args if factor.is_commutative]
        return Mul(*powers, Pow(last, exponent))

    def could_extract_minus_sign(self) -> bool:
        """Whether it begins with a negative number."""
        first = self.args[0]
        return isinstance(first, Number) and first.could_extract_minus_sign()

    def __neg__(self) -> Any:
        number, rest = self.as_coeff_Mul()
        return _times(-number, rest)


class Pow(Expr):
    """A power.

    >>> from dpsym.algebra.expressions import Symbol
    >>> x = Symbol("x")
    >>> (x**2) ** 3, Pow(8, S.Half), Pow(0, -1)
    (Pow(x, 6), Mul(2, Pow(2, 1/2)), ComplexInfinity)
    """

    is_Pow = True
    rank = (3, 2)

    def __new__(cls, base: Any, exponent: Any, evaluate: bool = True, **_: Any) -> Any:
        """The power in its one form; without evaluation the node."""
        b, e = node_of(base), node_of(exponent)
        if not evaluate:
            return cls.made(b, e)
        if isinstance(b, NaN) or isinstance(e, NaN):
            return S.NaN
        if e == 0:
            return S.One
        if e == 1:
            return b
        if b == 1:
            return S.NaN if e.is_infinite else S.One
        found = _number_power(b, e) if isinstance(b, Rational) else b.raised(e)
        return cls.made(b, e) if found is None else found

    @property
    def base(self) -> Any:
        """What is raised."""
        return self.args[0]

    @property
    def exp(self) -> Any:
        """To what it is raised."""
        return self.args[1]

    def as_base_exp(self) -> tuple[Any, Any]:
        """Base and exponent; of a power of 1/n, those of the power of n."""
        base, exponent = self.args
        if isinstance(base, Rational) and base.p == 1 and base.q != 1:
            return _fraction(Fraction(base.q)), -exponent
        return base, exponent

    @property
    def is_extended_nonnegative(self) -> bool:
        """Whether the base is, or the power a constant >= 0."""
        rational = isinstance(self.exp, Rational) and self.base.is_extended_nonnegative
        return rational or super().is_extended_nonnegative

    def raised(self, exponent: Any) -> Any:
        """The power with the product of the exponents, where it has the same value."""
        base, inner = self.args
        alike = isinstance(exponent, Rational) and exponent.q == 1
        if not alike and isinstance(inner, Rational):
            alike = abs(inner.value) < 1 or bool(base.is_positive)
        return Pow(base, Mul(inner, exponent)) if alike else None


def _number_power(base: Rational, exponent: Any) -> Any:
    if exponent is S.Infinity or exponent is S.NegativeInfinity:
        return endless_power(base, exponent is S.Infinity)
    if not isinstance(exponent, Rational):
        return _zero_power(exponent) if base == 0 else None
    if base == 0:
        return S.Zero if exponent.p > 0 else S.ComplexInfinity
    if max(abs(base.p), base.q).bit_length() * abs(exponent.value) > MOST_BITS:
        return None
    if exponent.q == 1:
        return _fraction(base.value**exponent.p)
    if base.p < 0:
        return S.NaN
    outside, roots = root(base.value, exponent.value)
    made = [Pow.made(_fraction(Fraction(b)), _fraction(e)) for e, b in roots.items()]
    return made[0] if outside == 1 and len(made) == 1 else Mul(_fraction(outside), *made)


def _zero_power(exponent: Any) -> Any:
    """A power of zero: where it has a value, the size of the exponent does not matter."""
    known, (factor, rest) = power_of_zero(exponent), exponent.as_coeff_Mul()
    if known is not None or factor == 1:
        return known
    return Pow(S.Zero, rest) if factor.is_positive else S.NaN if factor.is_negative else None


def _times(factor: Any, rest: Any) -> Any:
    if factor == 1:
        return rest
    if factor == 0:
        return S.Zero
    if rest == 1 and isinstance(rest, Rational):
        return factor
    if isinstance(rest, Mul):
        return Mul.made(factor, *rest.args)
    if isinstance(rest, Add):
        return Mul.made(factor, rest)
    return Mul(factor, rest)


def _multiplied(args: list[Any]) -> Any:
    number: Any = S.One
    powers: dict[Any, dict[Any, Any]] = {}
    left, last = list(reversed(args)), list[Any]()
    while left:
        factor = left.pop()
        if isinstance(factor, Number):
            number = product(number, factor)
        elif isinstance(factor, NaN):
            return S.NaN
        elif isinstance(factor, Mul):
            left.extend(reversed(factor.args))
        else:
            if not factor.is_commutative:
                left += merged(last, factor)
                continue
            base, exponent = factor.as_base_exp()
            share, rest = exponent.as_coeff_Mul()
            known = powers.setdefault(base, {})
            known[rest] = total(known.get(rest, S.Zero), share)
    if isinstance(number, NaN):
        return S.NaN
    found: list[Any] = []
    for base, shares in powers.items():
        for rest, share in shares.items():
            power = Pow(base, _times(share, rest))
            found += Mul.make_args(power)
    if are_alike(found):  # (x*y)**(1/2)*(x*y)**(1/2)*x
        return _multiplied([number, *found, *last])
    for kind in (joined_roots, joined_bases):
        found = kind(found)
    numbers = [factor for factor in found if isinstance(factor, Number)]
    for factor in numbers:
        number = product(number, factor)
    factors = [factor for factor in found if not isinstance(factor, Number)]
    if isinstance(number, NaN) or any(isinstance(factor, NaN) for factor in factors):
        return S.NaN
    if number == 0:
        return S.NaN if any(factor.is_infinite for factor in factors) else S.Zero
    if number.is_infinite:
        signs = [factor._sign() if factor.is_number else None for factor in factors]
        kept = [f for f, known in zip(factors, signs, strict=True) if not known]
        number = -number if signs.count(-1) % 2 else number
        factors = kept
    factors = [*sorted(factors, key=canonical_key), *last]
    spread = len(factors) == 1 and isinstance(factors[0], Add) and not last
    if spread and number != 1 and not number.is_infinite:
        return Add(*(number * term for term in factors[0].args))
    return Mul._of(tuple(factors if number == 1 else [number, *factors]))


OPERATIONS.update(
    {
        "+": lambda a, b: Add(a, b),
        "-": lambda a, b: Add(a, -b) if a != 0 or not isinstance(a, Rational) else _minus(b),
        "*": lambda a, b: Mul(a, b),
        "/": lambda a, b: Mul(a, Pow(b, S.NegativeOne)),
        "**": lambda a, b: Pow(a, b),
    }
)


def _minus(value: Any) -> Any:
    return Mul(S.NegativeOne, value)
