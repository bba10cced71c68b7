"""The border between sympy's expressions and the kernel's terms: the same parts, none evaluated.

Heads of the language and relations are kinds of terms; an object's name and infinity are names
that are no text.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpsym import algebra
from dpsym.algebra import (
    Add,
    Basic,
    Dummy,
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
    Mul,
    Pow,
    Rational,
    S,
    Sum,
    Symbol,
    Tuple,
)
from dpsym.kernel import term as terms
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.term import FUNCTIONS, Term, name, number
from dpsym.kernel.term_reading import Domain
from dpsym.kernel.term_reduction import parts
from dpsym.language import heads
from dpsym.language.construct import lossless
from dpsym.language.domains import Integers, Interval
from dpsym.language.indexed import Member

REMEMBERED = 50_000
_NO_VALUES = S.ImaginaryUnit, S.ComplexInfinity, S.NaN
NUMERIC: dict[str, Any] = {terms.PLUS: Add, terms.TIMES: Mul, terms.POWER: Pow} | {
    function: getattr(algebra, function, heads.Phi) for function in FUNCTIONS
}
RELATIONS: dict[str, Any] = {kind.__name__: kind for kind in (Le, Lt, Ge, Gt, Eq)}
HEADS: dict[str, Any] = (
    heads.HEADS | RELATIONS | {kind.__name__: kind for kind in (Tuple, heads.Entry, Member)}
)


@lru_cache(maxsize=REMEMBERED)
def term(expr: Any) -> Term:
    """The term of a sympy expression.

    >>> from sympy.abc import x
    >>> term(Mul(x, 1 / x, evaluate=False)), term(2**x - algebra.sqrt(x))
    (x*(x**(-1)), (-1)*(x**(1/2)) + 2**x)
    """
    head = type(expr)
    if isinstance(expr, Term):
        return expr
    if isinstance(expr, Rational):
        return number(Fraction(int(expr.p), int(expr.q)))
    if head is Symbol and expr == Symbol(expr.name):
        if "#" in expr.name:
            raise Rejected((), f"{expr} is no name")
        return name(expr.name)
    if head is Dummy:
        return name(f"{expr.name}#{expr.dummy_index}")
    if expr is S.Pi or expr is S.Exp1:
        return terms.make(terms.PI) if expr is S.Pi else terms.apply("exp", 1)
    if isinstance(expr, Add | Mul):
        kind, join = (terms.PLUS, terms.plus) if head is Add else (terms.TIMES, terms.times)
        return join(*(part for arg in expr.args for part in parts(kind, term(arg))))
    if isinstance(expr, Pow):
        base, exponent = expr.args
        if base is S.Exp1:
            return terms.apply("exp", term(exponent))
        return terms.power(term(base), term(exponent))
    if isinstance(expr, Sum):
        total = term(expr.function)
        for limits in expr.limits:
            total = terms.bound_sum(total, *map(term, limits))
        return total
    if NUMERIC.get(head.__name__) is head:
        return terms.apply(head.__name__, *map(term, expr.args))
    if expr.args and HEADS.get(head.__name__) is head:
        return terms.make(head.__name__, tuple(map(term, expr.args)))
    return name(expr)


@lru_cache(maxsize=REMEMBERED)
def expression(found: Term) -> Any:
    """The sympy expression of a term, as the reader of claims would build it."""
    kind, value = found.kind, found.value
    if kind == terms.NUMBER:
        return Rational(value.numerator, value.denominator)
    if kind == terms.NAME:
        if not isinstance(value, str):
            return value
        text, _, index = value.partition("#")
        return Dummy(text, dummy_index=int(index)) if index else Symbol(text)
    if kind == terms.PI:
        return S.Pi
    args: Any = tuple(map(expression, found.args))
    if kind == terms.SUM:
        return Sum(args[0], args[1:])
    if kind in RELATIONS:
        return RELATIONS[kind](*args, evaluate=False)
    if kind in HEADS:
        return HEADS[kind](*args)
    made: Basic = lossless(NUMERIC[kind], *args)
    # Of what has no value sympy makes numbers: the square of an imaginary one is real again.
    if kind in terms.COUNTING or (kind in (terms.POWER, "log") and made.has(*_NO_VALUES)):
        made = NUMERIC[kind](*args, evaluate=False)
    return made


def domain_of(domain: Interval | Integers) -> Domain:
    """A domain of the language as the kernel's."""
    low, high = domain.lower, domain.upper
    lower = None if low is S.NegativeInfinity else term(low)
    upper = None if high is S.Infinity else term(high)
    if isinstance(domain, Integers):
        return Domain(lower, upper, lower is None, upper is None, integers=True)
    return Domain(lower, upper, domain.lower_open, domain.upper_open)


def language_domain(domain: Domain) -> Interval | Integers:
    """A domain of the kernel as the language's."""
    low = S.NegativeInfinity if domain.lower is None else expression(domain.lower)
    high = S.Infinity if domain.upper is None else expression(domain.upper)
    if domain.integers:
        return Integers(low, high)
    return Interval(low, high, domain.lower_open, domain.upper_open)
