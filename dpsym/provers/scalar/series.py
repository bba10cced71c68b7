"""Sums up to a variable: closed forms, and what they can still grow by or have just grown by.

All of them are hints; what is made of them is proved by induction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy
from sympy import Expr, S, Symbol
from sympy.concrete.gosper import gosper_sum

from dpsym.language.domains import Integers, Interval
from dpsym.provers.scalar.goal import Goal
from dpsym.provers.scalar.parity import turned
from dpsym.provers.scalar.signs import Region

Part = tuple[Expr, Expr]
MAX_DEGREE = 4
"""In a sum, of a polynomial in which a closed form is put for it."""


def tails(expr: Expr, symbol: Symbol, region: Region) -> Iterator[Part]:
    """For sums up to a variable: the expression less a part that is >= 0, and this part.

    The part is what a sum can still take from the expression; of a sum whose terms alternate in
    sign and decrease in size, it is the last term where that is positive, so that the rest rises.
    """
    for node in _plain_sums(expr):
        weight = factor(expr, node)
        for tail in (*_ahead(node, symbol, weight), *_alternating(node, symbol, weight, region)):
            yield expr - tail, tail


def _plain_sums(expr: Expr) -> list[Expr]:
    """The sums over one index, in order."""
    return sorted((node for node in expr.atoms(sympy.Sum) if len(node.args) == 2), key=str)


def factor(expr: Expr, node: Expr) -> Expr:
    """The factor of a part of which the expression is a multiple and more; else 0."""
    held = sympy.Dummy()
    whole = sympy.expand(expr.xreplace({node: held}))
    found = whole.coeff(held)
    return S.Zero if sympy.expand(whole - found * held).has(held) else found


def _ahead(node: Expr, symbol: Symbol, weight: Expr) -> Iterator[Expr]:
    """Where terms are convex, each is at most their integral over the unit interval around it."""
    body, (index, _, upper) = node.args
    if not weight.is_negative or body.has(symbol) or not body.has(index):
        return
    x = sympy.Dummy("x", positive=True)
    try:
        whole = sympy.integrate(body.xreplace({index: x}), x)
        if whole.has(sympy.Integral, sympy.Piecewise):
            return
        tail = sympy.limit(whole, x, sympy.oo) - whole.xreplace({x: upper + S.Half})
    except NotImplementedError:
        return
    if tail.is_finite is not False and not tail.has(
        sympy.oo, sympy.nan, sympy.zoo, S.ImaginaryUnit
    ):
        yield -weight * tail


def _alternating(node: Expr, symbol: Symbol, weight: Expr, region: Region) -> Iterator[Expr]:
    body, (index, _, upper) = node.args
    if not (weight.is_Rational and weight) or body.has(symbol) or not upper.has(symbol):
        return
    whole = sympy.Dummy("n", integer=True, nonnegative=True)
    form, signs = turned(body.xreplace({index: whole}), region)
    if set(signs) != {whole}:
        return
    sign = signs[whole]
    size = sympy.cancel(form / sign)
    if size.has(sign):
        return
    last = S.NegativeOne**upper * sympy.sign(weight)
    for above in (1, -1):
        yield above * abs(weight) * size.xreplace({whole: upper}) * (1 + above * last) / 2


def closed(expr: Expr) -> Iterator[tuple[Expr, Expr, Expr]]:
    """Sums, the slopes of an expression in them, and closed forms by Gosper's algorithm.

    A slope is that between the sum and its form; of a multiple of the sum it is the factor.
    """
    for node in _plain_sums(expr):
        body, (index, lower, upper) = node.args
        if not (degree := _degree(expr, node)):
            continue
        whole = sympy.Dummy(index.name, integer=True, positive=True)
        plain, bases = _geometric(sympy.powsimp(body.xreplace({index: whole})), whole)
        try:
            form = gosper_sum(plain, (whole, lower, upper))
        except (NotImplementedError, ValueError, ZeroDivisionError):
            continue
        if form is not None and not form.has(whole, sympy.Piecewise, sympy.nan, sympy.zoo):
            for base, rate in bases.items():
                form = form.replace(
                    lambda p, base=base: p.is_Pow and p.base == base,
                    lambda p, rate=rate: sympy.exp(sympy.expand(rate * p.exp)),
                ).xreplace({base: sympy.exp(rate)})
            slope = factor(expr, node) if degree == 1 else _slope(expr, node, form)
            yield slope, node, form


def _degree(expr: Expr, node: Expr) -> int:
    """The degree of an expression as a polynomial in a part; 0 if it is none, or of a large one."""
    held = sympy.Dummy()
    whole = expr.xreplace({node: held})
    degree = sympy.degree(whole, held) if whole.is_polynomial(held) else 0
    return int(degree) if degree <= MAX_DEGREE else 0


def _slope(expr: Expr, node: Expr, form: Expr) -> Expr:
    """What the change of a polynomial in a part is, divided by that of the part, as it becomes a
    form.
    """
    held = sympy.Dummy()
    whole = sympy.Poly(expr.xreplace({node: held}), held)
    return sympy.Add(
        *(
            c * node**low * form ** (degree - 1 - low)
            for (degree,), c in whole.terms()
            for low in range(degree)
        )
    )


def is_nonnegative(expr: Expr, goal: Goal) -> bool:
    """Whether an expression with sums of what is evidently >= 0 is evidently >= 0 itself."""
    region, put = Region.of(goal), {}
    domains = list(goal.domains)
    for node in _plain_sums(expr):
        body, (index, low, _) = node.args
        put[node] = sympy.Dummy("s", real=True)
        size = Interval(S.NegativeInfinity, S.Infinity, True, True)
        if low.is_Integer:
            place = sympy.Dummy(index.name, integer=True)
            wider = (*goal.domains, (place, Integers(low, S.Infinity)))
            inside = Region.of(replace(goal, domains=wider))
            if inside.nonnegative(body.xreplace({index: place})):
                size = Interval(S.Zero, S.Infinity, False, True)
        domains.append((put[node], size))
    if put:
        region = Region.of(replace(goal, domains=tuple(domains)))
    return region.nonnegative(expr.xreplace(put))


def _geometric(body: Expr, index: Symbol) -> tuple[Expr, dict[Symbol, Expr]]:
    """A body with powers of a name for exponentials in the index, and what the names' logs are."""
    bases: dict[Symbol, Expr] = {}

    def named(node: Expr) -> Expr:
        exponent = sympy.expand(node.args[0])
        rate, rest = exponent.coeff(index), exponent.xreplace({index: S.Zero})
        if not rate or sympy.expand(exponent - rate * index - rest) != 0 or rate.has(index):
            return node
        base = next((b for b, r in bases.items() if r == rate), sympy.Dummy("b", positive=True))
        bases[base] = rate
        return sympy.exp(rest) * base**index

    return body.replace(lambda n: isinstance(n, sympy.exp) and n.has(index), named), bases
