"""Terms compared: evident signs, and equality as functions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sympy import (
    Abs,
    Add,
    Basic,
    Dummy,
    E,
    Expr,
    Max,
    Min,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    cosh,
    erfc,
    exp,
    expand,
    factorrat,
    fraction,
    gcd_terms,
    harmonic,
    log,
    pi,
    sinh,
    tanh,
    together,
)

from dpsym.language.construct import partial_parts
from dpsym.language.domains import NONNEGATIVE, Domain, Interval, Objects
from dpsym.language.heads import Divergence, Phi

MAX_TERMS, MAX_FACTORED = 40, 10**12
Domains = Mapping[Symbol, Domain]
_POSITIVE = (exp, cosh, erfc, Phi)


def sign(term: Expr, domains: Domains) -> int:
    """2 where the term is evidently > 0 on the domains, 1 where it is evidently >= 0, else 0.

    >>> from sympy.abc import x
    >>> sign(1 - x, {x: Interval(S.Zero, S.One)})
    1
    """
    known = ((name, domains[name]) for name in term.free_symbols if name in domains)
    return _sign(term, tuple(sorted(known, key=str)))


@lru_cache(maxsize=50_000)
def _sign(term: Expr, known: tuple[tuple[Symbol, Domain], ...]) -> int:
    domains = dict(known)
    if term.is_Rational or term in (pi, E, S.Infinity):
        return 2 if term > 0 else int(term == 0)
    if term.is_Symbol:
        domain = domains.get(term)
        if domain is None or isinstance(domain, Objects) or not domain.lower >= 0:
            return 0
        return 2 if domain.lower > 0 or getattr(domain, "lower_open", False) else 1
    if isinstance(term, _POSITIVE):
        return 2
    if isinstance(term, Add):
        return _sum_sign(term, domains)
    if isinstance(term, Pow):
        base, exponent = term.args
        if base is E or (found := sign(base, domains)) == 2:
            return 2
        if exponent.is_Integer and exponent.is_even and exponent > 0:
            return 1
        return min(found, 1 if sign(exponent, domains) == 2 else 0)
    if isinstance(term, Mul):
        parts = _factors(term)
        if len(parts) == 1:
            return _log_sign(-term, domains, turned=True)
        return min(sign(part, domains) for part in parts)
    signs = [sign(argument, domains) for argument in term.args]
    if isinstance(term, Max | Min):
        return max(signs) if isinstance(term, Max) else min(signs)
    if isinstance(term, log):
        return _log_sign(term, domains, turned=False)
    if isinstance(term, sinh | tanh | harmonic):
        return signs[0]
    if isinstance(term, Abs):
        return max(1, signs[0], sign(-term.args[0], domains))
    return int(isinstance(term, Divergence))


def _factors(term: Expr) -> list[Expr]:
    """The factors of a term, a minus sign with a logarithm where there is one."""
    factors = list(Mul.make_args(term))
    logarithm = next((factor for factor in factors if isinstance(factor, log)), None)
    if logarithm is None or not term.as_coeff_Mul()[0].is_negative:
        return factors
    rest = [factor for factor in Mul.make_args(-term) if factor != logarithm]
    return [-logarithm, *rest]


def _log_sign(term: Expr, domains: Domains, *, turned: bool) -> int:
    """The sign of a logarithm, or of minus that: its argument against one."""
    above, below = fraction(together(term.args[0]))
    if min(sign(above, domains), sign(below, domains)) < 2:
        return 0 if turned else sign(term.args[0] - 1, domains)
    return sign(below - above if turned else above - below, domains)


def _sum_sign(term: Expr, domains: Domains) -> int:
    """The sign of a sum with names measured from the lower end of their domain, or the upper."""
    if len(term.args) > MAX_TERMS:
        return 0
    rest, logarithm = term.as_independent(log, as_Add=True)
    if rest.is_Rational and rest != 0 and isinstance(logarithm, log):
        # c + log(x) is log(exp(c)*x).
        return sign(expand(exp(rest) * logarithm.args[0]) - 1, domains)
    below: dict[Basic, Expr] = {}
    above: dict[Basic, Expr] = {}
    for name in term.free_symbols:
        domain = domains.get(name)
        if isinstance(domain, Objects | None):
            continue
        if domain.lower.is_Rational:
            below[name] = domain.lower + name
        if domain.upper.is_Rational:
            above[name] = domain.upper - name
    risen, sizes = dict(below), dict(domains)
    for power in term.atoms(exp):
        if sign(power.args[0], domains):
            risen[power] = 1 + (excess := Dummy())
            sizes[excess] = NONNEGATIVE
    for change in ({}, below, {**below, **above}, risen):
        moved = {
            name: Interval(
                S.Zero,
                S.Infinity,
                bool(
                    getattr(d, "upper_open" if change[name].coeff(name) == -1 else "lower_open", 0)
                ),
            )
            for name, d in sizes.items()
            if name in change
        }
        terms = Add.make_args(expand(term.xreplace(change)) if change else term)
        known = {**sizes, **moved}
        signs = [sign(t, known) for t in terms]
        if min(signs) > 0:
            return max(signs)
    return 0


def _is_open(domain: Domain, *, upper: bool) -> bool:
    return isinstance(domain, Interval) and (domain.upper_open if upper else domain.lower_open)


def same(needed: Expr, given: Expr, domains: Domains) -> bool:
    """Whether two terms have the same values, and ``needed`` one wherever ``given`` has.

    >>> from sympy.abc import x
    >>> same(exp(2*x) - 1, (exp(x) - 1)*(exp(x) + 1), {}), same(x, 2*x, {})
    (True, False)
    """
    if needed == given:
        return True
    if needed.is_infinite or given.is_infinite:
        return False
    if needed.atoms(Divergence) != given.atoms(Divergence):
        return False
    if needed.free_symbols != given.free_symbols:
        return False
    if _differ(needed, given, domains):
        return False
    try:
        difference = together(normal(needed, domains) - normal(given, domains))
    except NotImplementedError:
        return False
    if expand(fraction(difference)[0]) != 0:
        return False
    return all(defined(part, domains) for part in partial_parts(needed) - partial_parts(given))


def _differ(one: Expr, other: Expr, domains: Domains) -> bool:
    """Whether the terms have other values at a point, to fifteen digits; only spares time.

    Nothing is accepted by it.
    """
    point = {}
    for place, name in enumerate(sorted(one.free_symbols | other.free_symbols, key=str)):
        domain = domains.get(name)
        if domain is None or isinstance(domain, Objects):
            return False
        low = domain.lower if domain.lower.is_finite else S.Zero
        step = Rational(3 + place, 7 + place) if isinstance(domain, Interval) else S.One
        point[name] = low + step * min(S.One, domain.upper - low)
    try:
        gap, size = (one - other).xreplace(point), one.xreplace(point)
    except ValueError:
        return False
    values = [value.evalf(15) for value in (gap, size)]
    if not all(value.is_Float and value.is_finite for value in values):
        return False
    return bool(abs(values[0]) > (1 + abs(values[1])) / 10**6)


def defined(part: tuple[str, Basic], domains: Domains) -> bool:
    """Whether an operation that is not defined everywhere evidently is on the domains."""
    kind, term = part
    if kind == "value":
        return not isinstance(term, Divergence)
    return sign(term, domains) >= (1 if kind == "root" else 2)


def normal(term: Expr, domains: Domains) -> Expr:
    """The term with exponentials for powers of positive bases, logarithms of products split."""
    return _normal(term, tuple(sorted(domains.items(), key=str)))


@lru_cache(maxsize=20_000)
def _normal(term: Expr, known: tuple[tuple[Symbol, Domain], ...]) -> Expr:
    domains = dict(known)
    if term.is_Atom:
        return term
    if isinstance(term, sinh | cosh | tanh):
        return _normal(term.rewrite(exp), known)
    arguments = [_normal(argument, known) for argument in term.args]
    if isinstance(term, log):
        return _logarithm(arguments[0], domains)
    if isinstance(term, Pow) and term.base is not E and not term.exp.is_Integer:
        if sign(arguments[0], domains) == 2:
            return exp(expand(arguments[1] * _logarithm(arguments[0], domains)))
        factors = _factors(arguments[0])
        if all(sign(factor, domains) for factor in factors):
            return Mul(*(_power(factor, arguments[1], domains) for factor in factors))
    if isinstance(term, Max | Min | Abs):
        return _piecewise(term.func, arguments, domains)
    if isinstance(term, Phi | erfc):
        arguments = [expand(together(argument)) for argument in arguments]
    elif isinstance(term, exp) or (isinstance(term, Pow) and term.base is E):
        return expand(exp(expand(arguments[-1])))
    return term.func(*arguments)


def _power(factor: Expr, exponent: Expr, domains: Domains) -> Expr:
    """A power of a nonnegative factor; a power of such a power is one power."""
    base, inner = factor.as_base_exp()
    if inner.is_positive and exponent.is_positive and sign(base, domains):
        return Pow(base, inner * exponent)
    return Pow(factor, exponent)


def _piecewise(kind: type[Expr], arguments: list[Expr], domains: Domains) -> Expr:
    """A maximum, minimum or absolute value without what is evident, positive factors outside."""
    if kind is Abs:
        return _piecewise(Max, [arguments[0], -arguments[0]], domains)
    if kind is Min:
        return -_piecewise(Max, [-argument for argument in arguments], domains)
    arguments = list(dict.fromkeys(expand(argument) for argument in arguments))
    for one in tuple(arguments):
        if any(sign(expand(other - one), domains) for other in arguments if other != one):
            arguments.remove(one)
    if len(arguments) != 2 or S.Zero not in arguments:
        return Max(*arguments)
    outside: list[Expr] = []
    inside: list[Expr] = []
    for place, side in enumerate(fraction(together(gcd_terms(sum(arguments))))):
        for factor in Mul.make_args(side):
            content, rest = factor.as_content_primitive()
            kept = content * rest if sign(rest, domains) == 2 else content
            outside.append(kept ** (1 - 2 * place))
            inside.append((factor / kept) ** (1 - 2 * place))
    return Mul(*outside) * Max(expand(Mul(*inside)), 0)


def _logarithm(term: Expr, domains: Domains) -> Expr:
    """The logarithm of a term, of its factors apart where they are evidently positive."""
    parts = []
    for place, side in enumerate(fraction(together(gcd_terms(expand(term))))):
        for factor in Mul.make_args(side):
            base, exponent = factor.as_base_exp()
            if isinstance(factor, exp) or base is E:
                parts.append((1 - 2 * place) * factor.as_base_exp()[1])
            elif sign(base, domains) == 2:
                content, rest = base.as_content_primitive()
                both = (log(expand(rest)), _rational_logarithm(content))
                parts += [(1 - 2 * place) * exponent * part for part in both]
            else:
                return log(expand(term))
    return expand(Add(*parts))


def _rational_logarithm(value: Expr) -> Expr:
    """The logarithm of a rational by those of primes."""
    if not value.is_Rational or max(value.p, value.q) > MAX_FACTORED:
        return log(value)
    return Add(*(power * log(prime) for prime, power in factorrat(value).items()))


__all__ = ["Domains", "defined", "normal", "same", "sign"]
