"""Terms compared: evident signs, and equality as functions, both by the scalar rules' means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, reduce
from types import MappingProxyType
from typing import Any

from dpsym.algebra import Add, Basic, Expr, Mul, Pow, S, Sum, Symbol
from dpsym.kernel.expressions import expression, term
from dpsym.kernel.rejection import Rejected, UndefinedError
from dpsym.kernel.scalar_derivative import derivative
from dpsym.kernel.scalar_duties import Duty, duties, settle
from dpsym.kernel.scalar_normal import normal, primitive, vanishes
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.term import NUMERIC, SUM, Term, canonical, make, name, nodes, number, replaced
from dpsym.kernel.term_readings import Domains, Terms, region_of, shorter
from dpsym.kernel.term_reduction import minus, plus, power, put, rebuilt, reduced, times
from dpsym.language.construct import Partial, lossless, outside_sums, partial_parts
from dpsym.language.construct import without_positive_factor as scaled
from dpsym.language.domains import Domain, Integers, Interval
from dpsym.language.heads import (
    Capacity,
    Compose,
    Concentration,
    Divergence,
    Hypotheses,
    HypothesisDP,
    Quantity,
)

MAX_SUMMANDS = 1000
Powers = Sequence[tuple[Basic, Basic]]
INFINITIES = S.Infinity, S.NegativeInfinity
_INFINITE = {name(S.Infinity), name(S.NegativeInfinity)}


def substitute(
    node: Basic, values: Mapping[Basic, Basic], domains: Domains = MappingProxyType({})
) -> Any:
    """The node with other parts in the place of these: the one substitution of all rules.

    Guarantees:
        on the domains the answer has a value only where the node has one at these values.

    Raises:
        Rejected: infinity would be calculated with.

    >>> from sympy.abc import x, y
    >>> substitute(x / y, {x: y}), substitute(x / y, {x: y}, {y: Interval(S.One, S.One)})
    (y/y, 1)
    """
    used = {term(old): term(new) for old, new in values.items() if node.has(old)}
    if not used:
        return node
    found = reduced(replaced(_in_rounds(node, values), used))
    if any(part.kind in NUMERIC and not _INFINITE.isdisjoint(part.args) for part in nodes(found)):
        raise Rejected((), f"infinity is no number to be put into {node}")
    granted = {duty for value in used.values() for duty in _duties(value) or ()}
    return expression(_shortened(found, region_of(domains), granted))


def _in_rounds(node: Basic, values: Mapping[Basic, Basic]) -> Term:
    """The node with what is one round of an experiment, and becomes a composition, as one of it."""
    composed = [old for old, new in values.items()
                if isinstance(new, Compose) and not isinstance(old, Compose)]  # fmt: skip
    rounds = {
        term(experiment): term(experiment.func(Compose(experiment.args[0]), *experiment.args[1:]))
        for experiment in (node.atoms(Hypotheses, HypothesisDP) if composed else ())
        if experiment.args[0] in composed
    }
    return replaced(term(node), rounds)


def _shortened(found: Term, region: Terms, granted: set[Duty]) -> Term:
    """The term without what cancels, certainly has a value and is never infinite."""
    if found.kind not in NUMERIC:
        args = tuple(_shortened(part, region, granted) for part in found.args)
        return make(found.kind, args, found.value)
    short = shorter(found)
    if found.endless and found.kind != SUM and _endless(short) != _endless(found):
        args = tuple(_shortened(part, region, granted) for part in found.args)
        return rebuilt(found.kind, args, found.value)
    needed, kept = _duties(found), _duties(short)
    if short is not found and needed is not None and kept is not None:
        with suppress(UndefinedError):
            settle(region, set(needed) - set(kept) - granted)
            return short
    return found


def _endless(found: Term) -> Counter[Term]:
    """What may be infinite in a term, and how often: none of it may meet another no more."""
    return Counter(n for n in nodes(found) if n.endless and (n.kind not in NUMERIC or not n.args))


def _duties(found: Term) -> tuple[Duty, ...] | None:
    """What must hold for a term to have a value; None where it is no term of numbers."""
    with suppress(UndefinedError):
        return tuple(duty for duty in duties(found) if not _is_natural_power(duty))
    return None


def _is_natural_power(duty: Duty) -> bool:
    kind, (*_, exponent) = duty
    return kind == "power" and exponent.is_integer and exponent.value > 0


def written_out(node: Basic) -> Any:
    """The node with the terms of its finite sums, those outside first."""
    return expression(_written(term(node))) if node.has(Sum) else node


def _written(found: Term) -> Term:
    if found.kind == SUM and found.args[2].is_integer and found.args[3].is_integer:
        body, index, low, high = found.args
        if not -1 <= high.value - low.value <= MAX_SUMMANDS:
            raise Rejected((), f"{found} has fewer than no terms, or too many")
        values = map(number, range(int(low.value), int(high.value) + 1))
        return plus(*(_written(put(body, {index: value})) for value in values))
    return rebuilt(found.kind, tuple(map(_written, found.args)), found.value)


def difference(left: Expr, right: Expr) -> Expr:
    """``left - right`` without like terms that cancel, whether or not they have values."""
    found: Expr = expression(shorter(minus(term(left), term(right))))
    return found


def quotient(above: Expr, below: Expr) -> Expr:
    """``above/below`` without what cancels, whether or not it has values."""
    found: Expr = expression(shorter(times(term(above), power(term(below), -1))))
    return found


def slope(expr: Expr, *names: Symbol) -> Expr:
    """The derivative in these names, one after the other, where the chain rule holds.

    Raises:
        Rejected: a name stands in a function that has none everywhere.
    """
    try:
        found: Expr = expression(reduce(derivative, map(term, names), term(expr)))
    except UndefinedError as error:
        raise Rejected((), f"{expr}: {error}") from None
    return found


def weighted(product: Expr, kinds: Iterable[type[Basic]] = (Divergence,)) -> tuple[Expr, Expr]:
    """The factors of a product without divergences, or other quantities, and those with.

    Of the latter none cancel, for where a divergence is 0 its reciprocal has no value.
    """
    inside = [factor for factor in Mul.make_args(product) if factor.has(*kinds)]
    outside = (f for f in Mul.make_args(product) if f not in inside)
    return Mul(*outside), lossless(Mul, *inside)


def without_zeros(side: Expr) -> Expr:
    """A sum without the divergences in it that have the factor 0, which are nothing if infinite.

    >>> from sympy import S
    >>> from sympy.abc import x
    >>> from dpsym.language.heads import KL, ObjectName
    >>> nothing = Mul(S.Zero, KL(ObjectName("P"), ObjectName("Q")), evaluate=False)
    >>> without_zeros(x + nothing)
    x
    """
    terms = Add.make_args(side)
    kept = [term for term in terms if not _is_zero(Mul.make_args(term))]
    return side if len(kept) == len(terms) else lossless(Add, *kept)


def _is_zero(factors: Sequence[Expr]) -> bool:
    """Whether a divergence is multiplied by the number 0, and by nothing but numbers."""
    others = [factor for factor in factors if not factor.is_Rational]
    return S.Zero in factors and len(others) == 1 and isinstance(others[0], Divergence)


def sign(expr: Expr | Term, domains: Domains) -> int:
    """2 where the term is evidently > 0 on the domains, 1 where it is evidently >= 0, else 0.

    >>> from sympy.abc import x
    >>> sign(1 - x, {x: Interval(S.Zero, S.One)})
    1
    """
    try:
        found = region_of(domains).range(term(expr))
    except UndefinedError:
        return 0
    return 2 if found.positive else int(found.nonnegative)


def normal_form(expr: Expr, domains: Domains) -> Expr:
    """A term in the normal form by which terms are compared.

    Raises:
        UndefinedError: it is too large, or divides by zero.
    """
    found: Expr = expression(normal(term(expr), region_of(domains)))
    return found


def same(needed: Expr, given: Expr, domains: Domains) -> bool:
    """Whether two terms have the same values, and ``needed`` one wherever ``given`` has.

    >>> from sympy import exp
    >>> from sympy.abc import x
    >>> same(exp(2*x) - 1, (exp(x) - 1)*(exp(x) + 1), {}), same(x, 2*x, {})
    (True, False)
    """
    if needed.has(Sum) and given.has(Sum):
        needed, given = (expression(canonical(term(side))) for side in (needed, given))
    if needed == given:
        return True
    apart = needed.free_symbols ^ given.free_symbols
    if needed.is_infinite or given.is_infinite or not all(is_finite(n, domains) for n in apart):
        return False
    if needed.atoms(Divergence) != given.atoms(Divergence):
        return False
    lost = all_parts(needed) - all_parts(given)
    return equal(needed, given, domains) and all(defined(part, domains) for part in lost)


def is_finite(expr: Basic, domains: Domains) -> bool:
    """Whether a term, where it is defined, is made of numbers that are not infinite."""
    return not expr.has(Quantity, *INFINITIES) and has_finite_names(expr, domains)


def has_finite_names(expr: Basic, domains: Domains) -> bool:
    """Whether no name in a term may be infinite."""
    return all(map(_excludes_infinities, map(domains.get, expr.free_symbols)))


def _excludes_infinities(domain: Domain | None) -> bool:
    return isinstance(domain, Integers) or (
        isinstance(domain, Interval) and not any(map(domain.contains, INFINITIES))
    )


def equal(left: Expr, right: Expr, domains: Domains) -> bool:
    """Whether two terms are evidently equal wherever both have values.

    >>> from sympy import exp
    >>> from sympy.abc import x
    >>> equal(1/(1 + exp(x)) + exp(x)/(1 + exp(x)), S.One, {})
    True
    """
    try:
        if left == right:
            return True
        gap, region = minus(term(left), term(right)), region_of(domains)
        return not _apart(gap, region) and vanishes(gap, region)
    except UndefinedError:
        return False


def _apart(gap: Term, region: Region) -> bool:
    """Whether a number is evidently not 0, without algebra, which may take long."""
    if gap.names:
        return False
    with suppress(UndefinedError):
        found = region.range(gap)
        return found.positive or (-found).positive
    return False


def parallel(needed: Expr, given: Expr, domains: Domains) -> bool:
    """Whether a term is evidently the other times what is positive, wherever both have values.

    >>> from sympy import exp
    >>> from sympy.abc import x
    >>> parallel(2 - 2 * x * exp(-x), exp(x) - x, {}), parallel(x, -x, {})
    (True, False)
    """
    try:
        one, other = (primitive(term(side), region_of(domains)) for side in (needed, given))
    except UndefinedError:
        return False
    return bool(one) and one == other


@lru_cache(maxsize=10_000)
def all_parts(side: Basic) -> frozenset[Partial]:
    """The parts of a side that may lack a value, each power whose exponent is no constant as it is.

    That ``x**y`` has a value does not say that ``x**-y`` has one.
    """
    found = partial_parts(side)
    powers = {power for base, power in powers_of([side]) if ("power", base) in found}
    kept = {part for part in found if part[0] != "power"}
    return frozenset(kept | {("power", power) for power in powers})


def parts_of(sides: Iterable[Basic]) -> set[Partial]:
    """The parts of the sides that may lack a value, a sum as one of them."""
    return {part for side in sides for part in all_parts(side)}


def argument(part: Partial) -> Basic:
    """What must be positive, or no less than zero or not zero, for a part to have a value."""
    kind, term = part
    return scaled(term.args[0]) if kind == "power" else term


def doubtful(parts: Iterable[Partial], domains: Domains) -> list[Partial]:
    """The parts that do not evidently have a value; divergences are no matter here.

    A power with a natural exponent has one whatever its base.
    """
    return sorted(
        (
            part
            for part in parts
            if not argument(part).has(Quantity)
            and (part[1].has(S.NaN, S.ComplexInfinity) or not defined(part, domains))
        ),
        key=str,
    )


def powers_of(sides: Iterable[Basic]) -> Powers:
    """The powers outside of sums whose exponents are no constants, with their bases."""
    powers = {node for side in sides for node in outside_sums(side) if isinstance(node, Pow)}
    found = {power for power in powers if not power.exp.is_Rational}
    return [(scaled(power.base), power) for power in found]


def defined(part: tuple[str, Basic], domains: Domains) -> bool:
    """Whether an operation that is not defined everywhere evidently is on the domains."""
    kind, expr = part
    if kind == "value" and isinstance(expr, Quantity):
        return not isinstance(expr, Divergence | Capacity | Concentration)
    if kind == "value":
        with suppress(UndefinedError):
            settle(region_of(domains), duties(term(expr)))
            return True
        return False
    if sign(argument(part), domains) >= (1 if kind == "root" else 2):
        return True
    return kind == "power" and defined(("value", expr), domains)


__all__ = [
    "Domains",
    "all_parts",
    "argument",
    "defined",
    "difference",
    "doubtful",
    "equal",
    "has_finite_names",
    "is_finite",
    "normal_form",
    "parallel",
    "parts_of",
    "powers_of",
    "quotient",
    "same",
    "scaled",
    "sign",
    "slope",
    "substitute",
    "weighted",
    "without_zeros",
    "written_out",
]
