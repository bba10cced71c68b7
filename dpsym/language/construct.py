"""Building expressions without losing where they are undefined.

sympy turns ``x/x`` into ``1`` and ``KL(P, Q) - KL(P, Q)`` into ``0``, and with the fraction goes
the fact that it has no value at ``x = 0``. Here an operation is evaluated by sympy unless that
would drop a partial subexpression; then the node is kept as it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from dpsym.algebra import (
    Abs,
    Add,
    Basic,
    E,
    Expr,
    Function,
    Mul,
    Pow,
    S,
    Sum,
    binomial,
    exp,
    factorial,
    harmonic,
    im,
    log,
    preorder_traversal,
    re,
)
from dpsym.language.divergences import BOUNDED
from dpsym.language.heads import Accuracy, Quantity

Partial = tuple[str, Basic]
MOST_BITS = 1_000_000
"""Of a power of a number that is written out."""
COUNTING = (binomial, factorial, harmonic)
"""Functions of natural numbers only, which sympy evaluates at others as well."""
_INFINITE = (S.Infinity, S.NegativeInfinity)
_NO_NUMBERS = (S.ComplexInfinity, S.NaN, *_INFINITE)
KEPT = 10_000
"""Results that are kept: provers and kernel ask of the same terms again and again."""


def outside_sums(expression: Basic) -> Iterator[Basic]:
    """The parts of an expression without those inside of its sums, which may have no terms."""
    stack = [expression]
    while stack:
        yield (node := stack.pop())
        stack.extend(() if isinstance(node, Sum) else node.args)


@lru_cache(maxsize=KEPT)
def partial_parts(expression: Basic) -> frozenset[Partial]:
    """The subexpressions of ``expression`` that may lack a finite value, by kind and argument.

    A sum is one of them; that it has a value does not say that its body has, for it may be empty.

    >>> from sympy.abc import i, n, x
    >>> sorted(kind for kind, _ in partial_parts(1/x + log(x)))
    ['logarithm', 'reciprocal']
    >>> partial_parts(Sum(1/x, (i, 1, n)))
    frozenset({('value', Sum(1/x, (i, 1, n)))})
    """
    found: set[Partial] = set()
    for node in outside_sums(expression):
        if isinstance(node, Pow) and not _is_certain(node):
            base = without_positive_factor(node.base)
            if not node.exp.is_Rational:
                found.add(("power", base))
            elif not node.exp.is_Integer:
                found.add(("root", base))
            if node.exp.is_Rational and node.exp.is_negative:
                found.add(("reciprocal", base))
        elif isinstance(node, log) and not _is_positive(node.args[0]):
            found.add(("logarithm", without_positive_factor(_upright(node.args[0]))))
        elif isinstance(node, Quantity | binomial | factorial | harmonic | Sum):
            found.add(("value", node))
    return frozenset(found)


def _is_positive(term: Basic) -> bool:
    return bool(term.is_number and term.is_positive)


def _is_certain(power: Pow) -> bool:
    """Whether a power has a value because its base is a number."""
    base, exponent = power.args
    whole = exponent.is_Integer and base.is_number and base.is_nonzero
    return _is_positive(base) or bool(whole)


def without_positive_factor(base: Basic) -> Basic:
    """The term without a positive factor, on which no part's value depends."""
    factor, rest = base.as_coeff_Mul()
    return rest if factor.is_positive else base


def _upright(argument: Basic) -> Basic:
    """``x`` for ``1/x``: both have a logarithm at the same places."""
    if isinstance(argument, Pow) and argument.exp == -1:
        return argument.base
    return argument


@lru_cache(maxsize=KEPT)
def lossless(make: Callable[..., Any], *arguments: Expr) -> Expr:
    """``make(*arguments)`` as sympy evaluates it, or unevaluated where that loses a partial part.

    >>> from sympy.abc import x
    >>> lossless(Mul, x, 1/x), lossless(Mul, x, x)
    (x/x, x**2)
    >>> from sympy import Integer
    >>> lossless(binomial, x, Integer(1)), lossless(Pow, x**(x/3), Integer(3))
    (binomial(x, 1), (x**(x/3))**3)
    >>> lossless(Pow, x**exp(-1), E*x)
    (x**exp(-1))**(E*x)

    What has no value is no infinity either, of which the reciprocal would have one, and no complex
    number, of which the square would:

    >>> lossless(Pow, lossless(Pow, Integer(0), Integer(-1)), Integer(-1))
    1/(1/0)
    >>> lossless(Pow, lossless(Pow, Integer(-1), Integer(1)/2), Integer(2))
    (sqrt(-1))**2
    """
    if make is Pow and arguments[0] is E:
        # unevaluated, a power of e is no exponential
        return lossless(exp, arguments[1])
    if make is Pow and arguments[0] == 0 and arguments[1] != 0 == arguments[1].as_coeff_Mul()[0]:
        # sympy drops the factor 0 of the exponent: 0**(0/x) is 1, 0**(1/x) is not
        return make(*arguments, evaluate=False)
    if _is_huge(make, arguments):
        return make(*arguments, evaluate=False)
    result = _built(make, arguments)
    if result is None:
        return make(*arguments, evaluate=False)
    # where names might be complex, sympy takes real parts
    result = make(*arguments, evaluate=False) if make is Abs and result.has(re, im) else result
    needed = frozenset().union(*(partial_parts(argument) for argument in arguments))
    powers = frozenset().union(*map(_powers, arguments))
    vanishes = make in COUNTING and result.func is not make and not all(map(is_natural, arguments))
    kept = needed <= partial_parts(result) and powers <= _powers(result) and not vanishes
    if not any(argument in _INFINITE for argument in arguments):
        unreal = make in (Pow, log) and result.has(S.ImaginaryUnit)
        kept = kept and not (unreal or result in _NO_NUMBERS)
    if make is Pow and arguments[0].is_Mul:
        # the root of a product is more than the product of the roots: (-1)*0 has one
        roots = [inner for kind, inner in partial_parts(result) - needed if kind == "root"]
        kept = kept and len(roots) < 2 and all(_is_root_of(arguments[0], r) for r in roots)
    if kept and any(_is_endless(part) for _, part in needed):
        met = frozenset().union(*map(_meetings, arguments))
        kept = met <= _meetings(result) and not _meets_opposite(make, arguments)
        kept = kept and not any(map(_is_kept, arguments))
    if kept:
        return result
    return make(*arguments, evaluate=False)


def _is_root_of(product: Expr, inner: Basic) -> bool:
    """Whether a root of a factor has a value wherever one of the product has."""
    factors, known = (Mul.make_args(term.as_coeff_Mul()[1]) for term in (product, inner))
    others = set(factors) - set(known)
    return bool(inner.is_extended_nonnegative) or all(map(is_evidently_positive, others))


def _built(make: Callable[..., Any], arguments: Sequence[Basic]) -> Expr | None:
    """What sympy makes of an operation, or nothing where it fails.

    It compares no infinities of complex numbers, and finds no common factor of ``0*x + 0``.
    """
    try:
        found: Expr = make(*arguments)
    except (ValueError, ZeroDivisionError):
        return None
    return found


@lru_cache(maxsize=KEPT)
def _powers(expression: Basic) -> frozenset[tuple[Basic, Basic]]:
    """Bases and exponents that are no rational numbers; merged ones have more values.

    At y = 1/2 ``x**(2*y)`` has a value for x < 0, ``(x**y)**2`` has none, and ``(x**pi)**(y/pi)``
    has none where ``x**y`` has one. Of what is positive the sign of the exponent does not matter,
    but at x = 0 ``x**y`` has a value, ``1/x**-y`` none.
    """
    powers = (node for node in outside_sums(expression) if isinstance(node, Pow))
    named = (node for node in powers if not node.exp.is_Rational)
    return frozenset(
        (base, -exponent if turned and is_evidently_positive(base) else exponent)
        for base, exponent in (node.args for node in named if not _is_certain(node))
        for turned in [exponent.could_extract_minus_sign()]
    )


def is_evidently_positive(term: Basic) -> bool:
    """Whether a term is > 0 by its form, where it has a value; exp(-D) is 0 where D is infinite."""
    if _is_endless(term):
        return False
    if isinstance(term, Add | Mul):
        return all(map(is_evidently_positive, term.args))
    return isinstance(term, exp) or _is_positive(term)


def is_natural(number: Expr) -> bool:
    """Whether a number is an integer >= 0 as it is written."""
    return bool(number.is_Integer and number >= 0)


@lru_cache(maxsize=KEPT)
def _meetings(expression: Basic) -> frozenset[Basic]:
    """The operations in an expression in which something infinite meets its opposite.

    Each is kept as it is written, also where it stands deep in others: ``-(KL - 3*KL)`` is not
    ``2*KL``.
    """
    inside = frozenset[Basic]().union(*map(_meetings, expression.args))
    meets = isinstance(expression, Add | Mul | Pow) and _meets_opposite(
        expression.func, expression.args
    )
    return inside | {expression} if meets else inside


@lru_cache(maxsize=KEPT)
def _is_kept(expression: Basic) -> bool:
    """Whether a part with a quantity stands as it is written, and would be built anew without it.

    What meets in ``0*(KL(P, Q) - KL(R, S))`` is lost in a sum in which both stand otherwise too.
    """
    lost = expression.has(Quantity) and not is_evaluated(expression)
    return lost or any(map(_is_kept, expression.args))


def _meets_opposite(make: Callable[..., Any], arguments: tuple[Expr, ...]) -> bool:
    """Whether something infinite meets its opposite, or as a factor what it makes 0.

    At KL(P, Q) = oo exp(2*KL(P, Q)) times exp(-KL(P, Q)) and 1/exp(-KL(P, Q)) have no value.
    """
    if make is Add:
        return _opposed(arguments)
    factors = [part for argument in arguments for part in Mul.make_args(argument)]
    if make is Pow and arguments[1].is_negative:
        raised = (factor.as_base_exp() for factor in factors)
        return any(_is_endless(up) and not _rises(base, up) for base, up in raised)
    powers: dict[Expr, list[Expr]] = {}
    for factor in factors if make is Mul else ():
        base, exponent = factor.as_base_exp()
        powers.setdefault(base, []).append(exponent)
    return _turn_apart(powers) or any(
        _opposed(exponents)
        or (_is_endless(base) and len({e.could_extract_minus_sign() for e in exponents}) > 1)
        for base, exponents in powers.items()
    )


def _turn_apart(powers: Mapping[Expr, Iterable[Expr]]) -> bool:
    """Whether one exponent that may be infinite stands on numbers below 1 and above."""
    sides: dict[Expr, set[bool]] = {}
    for base, exponents in powers.items():
        if base.is_Rational and base.is_positive:
            for exponent in filter(_is_endless, exponents):
                sides.setdefault(exponent, set()).add(bool(base < 1))
    return any(len(found) > 1 for found in sides.values())


def _rises(base: Expr, exponent: Expr) -> bool:
    """Whether a power is evidently no less than at 0 where divergences in its exponent are oo."""
    growing = base is E or (base.is_Rational and base > 1)
    return growing and all(
        not _is_endless(term) or _grows(term) for term in Add.make_args(exponent)
    )


def _grows(term: Expr) -> bool:
    """Whether a term is a product of positive numbers and of powers of quantities."""
    bases = [base for base, up in (f.as_base_exp() for f in Mul.make_args(term)) if up.is_Rational]
    return len(bases) == len(Mul.make_args(term)) and all(
        (isinstance(base, Quantity) and not isinstance(base, Accuracy)) or _is_positive(base)
        for base in bases
    )


def _opposed(terms: Iterable[Expr]) -> bool:
    """Whether like terms with infinite values have factors of opposite signs."""
    signs: dict[Expr, set[bool]] = {}
    for term in (part for written in terms for part in Add.make_args(written)):
        factor, rest = term.as_coeff_Mul()
        if _is_endless(rest):
            signs.setdefault(rest, set()).add(bool(factor.is_negative))
    return any(len(found) > 1 for found in signs.values())


def _is_endless(term: Expr) -> bool:
    """Whether a quantity stands in a term that may be infinite."""
    return any(not isinstance(quantity, BOUNDED) for quantity in term.atoms(Quantity))


def loses_parts(expression: Basic) -> bool:
    """Whether sympy would drop a partial subexpression if it built ``expression`` anew.

    >>> from sympy.abc import x
    >>> loses_parts(lossless(Mul, x, 1/x)), loses_parts(x + 1/x)
    (True, False)
    """
    return any(not is_evaluated(node) for node in preorder_traversal(expression))


def captures(expression: Basic, values: Mapping[Basic, Basic]) -> bool:
    """Whether a sum of ``expression`` would bind a name of the values that are put into it.

    >>> from sympy.abc import i, n, x
    >>> captures(Sum(i * x, (i, 0, n)), {x: i + 1}), captures(Sum(i * x, (i, 0, n)), {x: n})
    (True, False)
    """
    bound = {name for node in expression.atoms(Sum) for name in node.variables}
    return any(
        name in bound and (name == old or name not in old.free_symbols)
        for old, new in values.items()
        for name in {old, *new.free_symbols}
    )


def cancels(expression: Basic, values: Mapping[Basic, Basic]) -> bool:
    """Whether a quantity that may be infinite is lost when values are put into ``expression``.

    >>> from dpsym.language.heads import KL, ObjectName
    >>> from sympy.abc import x
    >>> loss = KL(ObjectName("P"), ObjectName("Q"))
    >>> cancels(x - loss, {x: loss}), cancels(x + loss, {x: loss})
    (True, False)
    """
    needed: set[Basic] = set()
    stack = [expression]
    while stack:
        node = stack.pop()
        if node in values:
            needed |= values[node].atoms(Quantity)
        elif isinstance(node, Quantity):
            needed.add(node.xreplace(dict(values)))
        else:
            stack.extend(node.args)
    lost = needed - expression.xreplace(dict(values)).atoms(Quantity)
    return not all(isinstance(quantity, BOUNDED) for quantity in lost)


def computed(operation: Callable[..., Any], *numbers: Any) -> Any:
    """An operation on numbers, as it is written where a power in it has too many digits.

    >>> computed(Pow, S(3), S(2)), computed(Pow, S(3), S(10) ** 9).args
    (9, (3, 1000000000))
    >>> computed(exp, S(10) ** 9 * log(3))
    exp(1000000000*log(3))
    """
    powers = {power for number in numbers for power in number.atoms(Pow, exp)}
    if _is_huge(operation, numbers) or any(_is_huge(p.func, p.args) for p in powers):
        return operation(*numbers, evaluate=False)
    return operation(*numbers)


def _is_huge(operation: Callable[..., Any], numbers: Sequence[Basic]) -> bool:
    """Whether an operation is a power of a number that has too many digits to be written out."""
    if operation is exp:
        return any(map(is_long_exponential, numbers[0].atoms(Mul)))
    return operation is Pow and _is_long(*numbers)


def is_long_exponential(product: Basic) -> bool:
    """Whether the exponential of a number times a logarithm has too many digits."""
    factor, rest = product.as_coeff_Mul()
    return isinstance(rest, log) and _is_long(rest.args[0], factor)


def _is_long(base: Basic, exponent: Basic) -> bool:
    """Whether a power of a number has too many digits to be written out."""
    if not base.is_Rational or not exponent.is_Rational or base in (S.Zero, S.One, S.NegativeOne):
        return False
    bits: int = base.p.bit_length() + base.q.bit_length()
    return bool(abs(exponent) * bits > MOST_BITS)


def is_evaluated(node: Basic) -> bool:
    """Whether sympy would build the same node from the same arguments."""
    if not isinstance(node, Add | Mul | Pow | Function):
        return True
    return bool(_built(node.func, node.args) == node)
