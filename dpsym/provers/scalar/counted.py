"""Powers of one base with several exponents, some of which are sums of names, and how many terms
powers and products of sums have.
"""

from __future__ import annotations

from math import comb, prod

from sympy import Add, Expr, Mul, expand

MANY = 50
Counts = dict[Expr, list[tuple[Expr, Expr]]]


def repeated(expr: Expr) -> Counts:
    """The powers of a base with another exponent elsewhere in a sum, with the terms of their own.

    Each term is an integer and what it is a multiple of; a power is the product of those.

    >>> from sympy.abc import k, x, y
    >>> repeated(x**2 - x**(k + 2) + y**(k + 2))
    {x**(k + 2): [(2, 1), (1, k)]}
    """
    exponents: dict[Expr, dict[Expr, None]] = {}
    for term in Add.make_args(expr):
        for factor in Mul.make_args(term):
            base, exponent = factor.as_base_exp()
            exponents.setdefault(base, {})[exponent] = None
    found: Counts = {}
    for base, several in exponents.items():
        for exponent in several if len(several) > 1 else ():
            counts = [part.as_coeff_Mul() for part in Add.make_args(expand(exponent))]
            whole = all(c.is_Integer and c > 0 for c, _ in counts)
            if whole and not exponent.is_number and counts != [(1, exponent)]:
                found[base**exponent] = counts
    return found


def multiplied_out(expr: Expr) -> int:
    """How many terms the expression has at most once its products and powers are multiplied out.

    A power that has more than 2**50 counts for so many: how many it has would take long to say.

    >>> from sympy.abc import x, y
    >>> multiplied_out((x + y)**2*(x - 1) + y)
    7
    """
    if expr.is_Add:
        return sum(map(multiplied_out, expr.args))
    if expr.is_Mul:
        return prod(map(multiplied_out, expr.args))
    if expr.is_Pow and expr.exp.is_Integer:
        count, power = multiplied_out(expr.base), abs(int(expr.exp))
        several = min(count - 1, power) > MANY
        return 2**MANY if several else comb(power + count - 1, power)
    return 1
