"""Limits of expressions at the ends of intervals, by continuity of their parts in the extended
reals.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Expr, Rational, S, Symbol

from dpsym.language import heads
from dpsym.language.domains import Interval
from dpsym.provers.scalar import regions
from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.goal import Goal, size
from dpsym.provers.scalar.normal import factors
from dpsym.provers.scalar.sampling import counterexample
from dpsym.provers.scalar.signs import Region

MAX_BALANCE, LARGEST_POWER, POINTS = 120, 100, 20


def at_infinity(expr: Expr, symbol: Symbol, end: Expr, region: Region) -> Expr | None:
    """The limit as ``symbol`` tends to oo, with the other symbols as parameters; None when it is
    not evident.

    Guarantees:
        The result is finite and is the limit at every value of the other symbols, or is a lower
        bound of it.
    """
    if end is not sympy.oo:
        return None
    found = _limit(expr, symbol, region)
    if found is sympy.oo:
        return S.One
    if found is None or found.has(sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
        return None
    return found


def _limit(expr: Expr, symbol: Symbol, region: Region) -> Expr | None:
    if not expr.has(symbol):
        return expr
    if expr == symbol:
        return S.Infinity
    rational = _limit_rational(expr, symbol, region)
    if rational is not None:
        return rational
    if expr.is_Add:
        merged = _merged_logs(expr, symbol, region)
        if merged is not None:
            return _limit(merged, symbol, region)
        parts = [_limit(term, symbol, region) for term in expr.args]
        if None in parts:
            return None
        infinite = {part for part in parts if part in (sympy.oo, -sympy.oo)}
        if len(infinite) == 2:
            return None
        return infinite.pop() if infinite else sympy.Add(*parts)
    if expr.is_Mul:
        return _limit_product(expr, symbol, region)
    if expr.is_Pow and expr.exp.is_Rational:
        inner = _limit(expr.base, symbol, region)
        if inner is sympy.oo:
            return S.Infinity if expr.exp > 0 else S.Zero
        if inner is None or inner in (-sympy.oo,):
            return None
        if region.positive(inner) or (expr.exp > 0 and expr.exp.is_Integer):
            return inner**expr.exp
        return None
    if expr.func is heads.Phi:
        return _limit(sympy.erfc(-expr.args[0] / sympy.sqrt(2)) / 2, symbol, region)
    if expr.func in (sympy.exp, sympy.erfc, sympy.tanh, sympy.erf, sympy.log):
        inner = _limit(expr.args[0], symbol, region)
        if inner is None:
            return None
        if inner in (sympy.oo, -sympy.oo):
            if expr.func is sympy.log:
                return S.Infinity if inner is sympy.oo else None
            return expr.func(inner)
        if expr.func is sympy.log and not region.positive(inner):
            return None
        return expr.func(inner)
    return None


def _limit_rational(expr: Expr, symbol: Symbol, region: Region) -> Expr | None:
    """The limit of a quotient of polynomials whose leading coefficients have a strict sign."""
    if not expr.is_rational_function(symbol):
        return None
    leading = _leading(expr, symbol)
    if leading is not None:
        factor, degree = leading
        return sympy.sign(factor) * S.Infinity if degree > 0 else factor if degree == 0 else S.Zero
    top, bottom = sympy.fraction(sympy.together(expr))
    try:
        above, below = sympy.Poly(top, symbol), sympy.Poly(bottom, symbol)
    except sympy.PolynomialError:
        return None
    if above.is_zero or below.is_zero or above.has(sympy.nan, sympy.zoo):
        return None
    signs = [_strict(region, poly.LC()) for poly in (above, below)]
    if 0 in signs:
        return None
    if above.degree() > below.degree():
        return signs[0] * signs[1] * S.Infinity
    if above.degree() < below.degree():
        return S.Zero
    return above.LC() / below.LC()


def _leading(expr: Expr, symbol: Symbol) -> tuple[Rational, int] | None:
    """The factor and the power with which an expression in one variable grows.

    None where numbers or powers are no rational ones, and where the largest terms cancel: nothing
    is multiplied out.
    """
    if expr == symbol:
        return S.One, 1
    if expr.is_Rational:
        return None if expr.is_zero else (expr, 0)
    if expr.is_Pow and expr.exp.is_Integer:
        inner = _leading(expr.base, symbol)
        if inner is None or (abs(expr.exp) > LARGEST_POWER and abs(inner[0]) != 1):
            return None
        return inner[0] ** expr.exp, inner[1] * int(expr.exp)
    parts = [_leading(part, symbol) for part in expr.args] if expr.is_Add or expr.is_Mul else [None]
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    if expr.is_Mul:
        return sympy.Mul(*(factor for factor, _ in found)), sum(power for _, power in found)
    most = max(power for _, power in found)
    total = sympy.Add(*(factor for factor, power in found if power == most))
    return None if total.is_zero else (total, most)


def _strict(region: Region, expr: Expr) -> int:
    if region.positive(expr):
        return 1
    return -1 if region.positive(-expr) else 0


def _merged_logs(expr: Expr, symbol: Symbol, region: Region) -> Expr | None:
    """The sum with its integer multiples of logarithms written as one; None when there are fewer
    than two.
    """
    logs, rest = S.One, S.Zero
    count = 0
    for term in expr.args:
        coefficient, node = term.as_coeff_Mul()
        if node.func is sympy.log and node.has(symbol) and coefficient.is_Integer:
            if not region.positive(node.args[0]):
                return None
            logs *= node.args[0] ** coefficient
            count += 1
        else:
            rest += term
    return rest + sympy.log(logs) if count > 1 else None


def _limit_product(expr: Expr, symbol: Symbol, region: Region) -> Expr | None:
    rational = sympy.Mul(*(f for f in expr.args if f.is_rational_function(symbol)))
    others = [f for f in expr.args if not f.is_rational_function(symbol)]
    decay = sympy.Add(*(f.args[0] for f in others if isinstance(f, sympy.exp)))
    if (
        rational.has(symbol)
        and all(isinstance(f, sympy.exp) for f in others)
        and decay.is_polynomial(symbol)
        and _limit_rational(decay, symbol, region) is -sympy.oo
    ):
        return None if _limit_rational(rational, symbol, region) is None else S.Zero
    together = (rational, *others) if others else expr.args
    parts = [_limit(factor, symbol, region) for factor in together]
    if None in parts:
        return None
    finite = sympy.Mul(*[part for part in parts if part not in (sympy.oo, -sympy.oo)])
    infinite = [part for part in parts if part in (sympy.oo, -sympy.oo)]
    if not infinite:
        return finite
    sign = sympy.Mul(*[1 if part is sympy.oo else -1 for part in infinite])
    if region.positive(finite):
        return sign * S.Infinity
    if region.positive(-finite):
        return -sign * S.Infinity
    return None


def at_end(goal: Goal, form: Expr, symbol: Symbol, end: Expr) -> Expr | None:
    """The value or limit of ``form`` at one end of the interval of ``symbol``; None when it is not
    evident.
    """
    if not end.is_finite:
        return at_infinity(form, symbol, end, Region.of(goal))
    domains = tuple(
        (name, Interval(d.lower, d.upper, not d.lower.is_finite, not d.upper.is_finite))
        if name == symbol
        else (name, d)
        for name, d in goal.domains
    )
    whole = regions.with_assumptions(Goal(form, domains))
    if Region.of(whole).range(whole.expression) is None:
        return None
    return form.subs(symbol, end)


def same_sign(expr: Expr, region: Region) -> list[Expr]:
    """Expressions with the sign of ``expr`` at every point of the region."""
    key = ("same sign", expr)
    found: list[Expr] = region.remember(key, lambda: list(_same_sign(expr, region)), [])
    return found


def multiples(expr: Expr, region: Region) -> list[Expr]:
    """Those of :func:`same_sign` that are ``expr`` times a positive number, written out."""
    balance = _balance(expr, region)
    return [found for found in same_sign(expr, region) if found != balance]


def _same_sign(expr: Expr, region: Region) -> Iterator[Expr]:
    yield expr
    balance = _balance(expr, region)
    if balance is not None:
        yield balance
    parts = factors(expr, region)
    if parts is None or parts.coefficient.is_zero:
        return
    product: Expr = S.One if parts.coefficient > 0 else S.NegativeOne
    for base, exponent in parts.powers:
        found = region.range(base)
        if found is None:
            return
        if found.positive or (exponent % 2 == 0 and found.negative):
            continue
        if found.negative:
            product = -product
            continue
        product *= base if exponent % 2 else base**2
    yield product
    conjugate = _conjugate(sympy.expand(product), region)
    if conjugate is not None:
        yield from same_sign(conjugate, region)


def _balance(expr: Expr, region: Region) -> Expr | None:
    """``log(A) - log(B)`` for A - B with A, B > 0 that differ by the exponential of a square."""
    if not any(map(_is_bell, expr.atoms(sympy.exp))):
        return None
    found: Expr | None = region.remember(("balance", expr), lambda: _balanced(expr, region), None)
    return found


def _balanced(expr: Expr, region: Region) -> Expr | None:
    top, bottom = sympy.fraction(sympy.together(expr))
    if not region.positive(bottom) or size(top) > MAX_BALANCE:
        return None
    groups: dict[Expr, list[Expr]] = {}
    for term in sympy.Add.make_args(sympy.expand(top)):
        bell = sympy.Mul(*(f for f in sympy.Mul.make_args(term) if _is_bell(f)))
        groups.setdefault(bell, []).append(term / bell)
    if len(groups) != 2:
        return None
    sides: dict[int, Expr] = {}
    for bell, terms in groups.items():
        rest = factored(sympy.Add(*terms))
        sign = 1 if region.positive(rest) else -1
        log = _logarithm(sign * rest, region)
        if log is None:
            return None
        bells = [factor for factor in sympy.Mul.make_args(bell) if factor != 1]
        sides[sign] = log + sympy.Add(*(factor.args[0] for factor in bells))
    return sympy.expand(sides[1] - sides[-1]) if len(sides) == 2 else None


def _is_bell(factor: Expr) -> bool:
    return isinstance(factor, sympy.exp) and any(
        sympy.degree(factor.args[0], name) > 1
        for name in factor.args[0].free_symbols
        if factor.args[0].is_polynomial(name)
    )


def _logarithm(expr: Expr, region: Region) -> Expr | None:
    """The logarithm of a product of positive factors, as a sum."""
    total: Expr = S.Zero
    for base, exponent in (f.as_base_exp() for f in sympy.Mul.make_args(expr)):
        if isinstance(base, sympy.exp):
            total += exponent * base.args[0]
        elif base is S.Exp1:
            total += exponent
        elif region.positive(base):
            total += exponent * sympy.log(base)
        else:
            return None
    return total


def _conjugate(expr: Expr, region: Region) -> Expr | None:
    """``A**2 - B**2*u`` for ``expr = A + B*sqrt(u)`` with A > 0 > B, its negative for A < 0 < B."""
    roots = {
        node for node in expr.atoms(sympy.Pow) if node.exp is S.Half and not node.base.is_number
    }
    for node in sorted(roots, key=str):
        dummy = sympy.Dummy("s")
        try:
            polynomial = sympy.Poly(expr.xreplace({node: dummy}), dummy)
        except sympy.PolynomialError:
            continue
        if polynomial.degree() != 1 or any(
            c.has(dummy) or c.has(node) for c in polynomial.all_coeffs()
        ):
            continue
        odd, even = polynomial.all_coeffs()
        for sign in (1, -1):
            if _has_sign(even, sign, region) and _has_sign(odd, -sign, region):
                return sign * sympy.expand(even**2 - odd**2 * node.base)
    return None


def _has_sign(expr: Expr, sign: int, region: Region) -> bool:
    """Whether ``sign*expr`` is evidently > 0 once it is factored, which waits for a few points."""
    goal = Goal(sign * expr, region.domains, region.conditions, region.positives)
    return counterexample(goal, POINTS) is None and region.positive(sign * factored(expr))
