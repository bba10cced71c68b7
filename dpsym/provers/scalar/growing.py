"""How expressions grow from one value of an integer to the next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import sympy
from sympy import Expr, Rational, S, Symbol

from dpsym.provers.scalar.goal import Goal
from dpsym.provers.scalar.signs import Region

DISCRETE = (sympy.harmonic, sympy.factorial, sympy.binomial)
FAR = 1000, 8000
"""Where it is looked how fast what is lost from each value to the next decays."""
DIGITS = 40
FASTEST = 20
"""The largest power of 1/n; what decays faster does so like an exponential."""


def growth(term: Expr, symbol: Symbol) -> tuple[Expr, Expr]:
    """A factor and an exponent whose product a positive term at k + 1 is with that at k.

    The exponent holds the logarithms of powers such as ``k**k``, and is 0 where there are none.
    """
    if not any(all(a.has(symbol) for a in power.args) for power in term.atoms(sympy.Pow)):
        ratio = sympy.combsimp(sympy.powsimp(term.subs(symbol, symbol + 1) / term))
        return ratio.replace(sympy.exp, partial(_exponential, symbol)), S.Zero
    outer, exponents = S.One, dict.fromkeys([S.One], S.Zero)
    for factor in sympy.Mul.make_args(sympy.expand_power_base(term, force=True)):
        base, power = (S.Exp1, factor.args[0]) if factor.func is sympy.exp else factor.as_base_exp()
        later, last = (part.subs(symbol, symbol + 1) for part in (base, power))
        if base.has(*DISCRETE):
            outer *= sympy.combsimp(later / base) ** power
        elif base is S.Exp1:
            exponents[S.One] += sympy.expand(last - power)
        else:
            outer *= later ** sympy.expand(last - power)
            growing = sympy.log(sympy.cancel(later / base))
            exponents[growing] = exponents.get(growing, S.Zero) + power
    return outer, sympy.Add(*(log * factor for log, factor in exponents.items()))


def _exponential(symbol: Symbol, exponent: Expr) -> Expr:
    """With a rational exponent in partial fractions, whose terms cancel others of a product."""
    rational = exponent.free_symbols == {symbol} and exponent.is_rational_function()
    return sympy.exp(sympy.apart(exponent, symbol) if rational else exponent)


def positive(term: Expr, region: Region) -> bool:
    """Whether a product is positive, binomial coefficients of whole numbers among its factors."""
    counts = [f for f in sympy.Mul.make_args(term) if isinstance(f, sympy.binomial)]
    return region.positive(term / sympy.Mul(*counts)) and all(
        region.nonnegative(lower) and region.nonnegative(upper - lower)
        for upper, lower in (count.args for count in counts)
    )


def rise(expr: Expr, symbol: Symbol, lowest: Expr) -> Expr | None:
    """The difference of the expression at k + 1 and at k; None when a sum does not telescope.

    Logarithms of factorials and their like grow by that of a ratio.
    """
    after = {}
    for node in expr.atoms(sympy.Sum):
        if len(node.args) != 2:
            return None
        body, (index, lower, upper) = node.args
        if not node.has(symbol):
            continue
        if body.has(symbol) or lower.has(symbol) or sympy.expand(upper - symbol).has(symbol):
            return None
        length = sympy.expand(upper.subs(symbol, lowest) - lower + 1)
        if not (length.is_Integer and length >= 0):
            return None
        after[node] = node + body.subs(index, upper + 1)
    for node in expr.atoms(sympy.log):
        if node.args[0].has(symbol) and node.args[0].has(*DISCRETE):
            ratio, exponent = growth(node.args[0], symbol)
            after[node] = node + sympy.log(ratio) + exponent
    dummies = {node: sympy.Dummy(f"sum{i}") for i, node in enumerate(after)}
    later = expr.xreplace(dummies).subs(symbol, symbol + 1)
    later = later.xreplace({dummies[node]: value for node, value in after.items()})
    later = later.replace(sympy.harmonic, lambda upper: sympy.expand_func(sympy.harmonic(upper)))
    return sympy.expand(later - expr) if after else later - expr


def two_terms(goal: Goal) -> tuple[Expr, Expr] | None:
    """A and B for a goal ``A - B >= 0`` with A, B > 0 that are no polynomials."""
    terms = sympy.Add.make_args(goal.expression)
    if len(terms) != 2 or not goal.expression.has(*DISCRETE, sympy.Pow):
        return None
    region = Region.of(goal)
    larger = next((t for t in terms if positive(t, region)), None)
    smaller = next((-t for t in terms if positive(-t, region)), None)
    return None if larger is None or smaller is None else (larger, smaller)


def corrections(goal: Goal, symbol: Symbol, lowest: Expr) -> Iterator[tuple[Expr, Expr]]:
    """The expression less a part that is >= 0 and vanishes at infinity, and this part.

    Where the expression falls from n to n + 1 by about a/n**p, it does not fall without
    ``a*(n - 1/2)**(1 - p)/(p - 1)``. Where its two terms come nearer to each other by the factor
    1 - a/n**2, they do not with the larger one times n/(n + a), or exp(-a/n).
    """
    expr = goal.expression
    if expr.free_symbols != {symbol} or lowest < 0:
        return
    pair = two_terms(goal)
    if pair is not None:
        grown = [growth(term, symbol) for term in pair]
        ratios = [outer * sympy.exp(exponent) for outer, exponent in grown]
        excess = ratios[0] / ratios[1]
        for factor, power in _decay(excess - 1, symbol):
            if power != 2:
                continue
            share = symbol / (symbol + factor)
            if grown[0][1] != grown[1][1]:
                share = sympy.exp(-factor / symbol)
            if _rises(excess * share.xreplace({symbol: symbol + 1}) / share - 1, symbol):
                yield pair[0] * share - pair[1], pair[0] * (1 - share)
    change = rise(expr, symbol, lowest)
    if change is None or change.has(sympy.Sum):
        return
    for factor, power in _decay(change, symbol):
        part = factor * (symbol - S.Half) ** (1 - power) / (power - 1)
        if _rises(change + part - part.xreplace({symbol: symbol + 1}), symbol):
            yield expr - part, part


def _rises(change: Expr, symbol: Symbol) -> bool:
    """Whether it seems to be >= 0 for large n."""
    return all(change.xreplace({symbol: sympy.Integer(n)}).evalf(DIGITS) >= 0 for n in FAR)


def _decay(change: Expr, symbol: Symbol) -> Iterator[tuple[Expr, Expr]]:
    """Some a > 0 and p > 1 for which the change seems to be at least -a/n**p for large n."""
    near, far = (change.xreplace({symbol: sympy.Integer(n)}).evalf(DIGITS) for n in FAR)
    if not (near.is_Float and far.is_Float and near < 0 and far < 0):
        return
    power = Rational(round(2 * float(sympy.log(near / far, 2)) / 3), 2)
    if not 1 < power <= FASTEST:
        return
    for more in (S.One, Rational(5, 4)):
        size = float(-far * sympy.Integer(FAR[1]) ** power)
        factor = Rational(size * 1.001).limit_denominator(24)
        if factor > 0:
            yield factor * more, power
