"""Whether a claim has a value at every point: the one judgement, asked at every node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from types import MappingProxyType
from typing import Any

from dpsym.algebra import (
    Add,
    Basic,
    Dummy,
    Expr,
    Le,
    Lt,
    Mul,
    Pow,
    Relational,
    S,
    Sum,
    Symbol,
    Tuple,
    log,
    preorder_traversal,
)
from dpsym.kernel.expressions import expression, term
from dpsym.kernel.families import skeletons
from dpsym.kernel.goal import existence
from dpsym.kernel.implications import implied, plain
from dpsym.kernel.laws import closed_form
from dpsym.kernel.rejection import Rejected, UndefinedError
from dpsym.kernel.scalar_intervals import ANY, Range
from dpsym.kernel.term import PLUS, Term, nodes
from dpsym.kernel.term_readings import Domains, region_of
from dpsym.kernel.term_reduction import coefficient, reduced
from dpsym.kernel.terms import (
    argument,
    defined,
    doubtful,
    has_value,
    parts_of,
    sign,
    substitute,
)
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import Partial
from dpsym.language.divergences import BOUNDED, range_of
from dpsym.language.domains import NONNEGATIVE, Domain, Integers, Interval
from dpsym.language.heads import Divergence, ObjectName, Quantity
from dpsym.language.indexed import is_indexed
from dpsym.language.places import obligations

_UP_TO_INFINITY = Interval(S.Zero, S.Infinity)
_TOWARDS_INFINITY = Interval(S.One, S.Infinity)
_DOWN_TO_INFINITY = Interval(S.NegativeInfinity, S.Zero)
_ANY_SIGN = Interval(S.NegativeInfinity, S.Infinity)
_INFINITE = S.Infinity, S.NegativeInfinity
_ORDERS = heads.Renyi | heads.RenyiDP | heads.BoundedZCDP


@lru_cache(maxsize=2000)
def duties(claim: Claim) -> tuple[Claim, ...]:
    """Claims about numbers, of which it follows that the claim has a value at every point.

    Arguments lie in the domains of their places, laws and rows of kernels sum to one, what is
    combined fits together, and hypotheses have values where those before them hold. Conclusions
    have values because the rules show it.

    Raises:
        Rejected: a name or a term may be infinite, or infinities may cancel.
        ClaimError: no values of the names give the claim one.
    """
    if is_indexed(claim.atoms):
        return tuple(duty for part in skeletons(claim) for duty in duties(part))
    domains = dict(claim.domains)
    for name, domain in domains.items():
        if isinstance(domain, Interval) and any(map(domain.contains, _INFINITE)):
            raise Rejected((), f"{name} may be infinite, which is no number")
    for atom in claim.atoms:
        _require_finite(atom)
    found: list[Claim] = []
    known: set[Basic] = set()
    for place, written in enumerate(claim.atoms):
        atom, before = plain(written), claim.hypotheses[:place]
        numeric = tuple(h for h in before if not h.has(ObjectName))
        wanted = dict.fromkeys(obligations((written,), domains))
        if isinstance(atom, Relational):
            bounded = set(_bounded(before))
            for side in atom.args:
                wanted |= dict.fromkeys(_determining(side, domains, bounded))
        if place < len(claim.hypotheses):
            lost = doubtful(parts_of(atom.args), domains)
            wanted |= dict.fromkeys(map(existence, lost))
            for part in parts_of(atom.args):
                wanted |= dict.fromkeys(of_quantities(part, before, domains))
        found += [Claim(numeric, (duty,), claim.domains) for duty in wanted if duty not in known]
        known |= set(wanted)
    return tuple(found)


def _require_finite(atom: Basic) -> None:
    """No infinity stands anywhere but as an order."""
    pending: list[Basic] = [atom]
    while pending:
        node = pending.pop()
        order = isinstance(node, heads.Guarantee) if isinstance(node, _ORDERS) else None
        for place, inner in enumerate(node.args):
            if inner in _INFINITE and place != order:
                raise Rejected((), f"oo stands in {node} and is no number")
            pending.append(inner)


def _bounded(hypotheses: Iterable[Basic]) -> Iterable[Basic]:
    """The divergences that a hypothesis bounds by a number."""
    for atom in map(plain, hypotheses):
        if isinstance(atom, Le | Lt) and not atom.rhs.has(Quantity):
            yield atom.lhs


def _determining(side: Expr, domains: dict[Symbol, Domain], bounded: set[Basic]) -> Iterable[Basic]:
    """What keeps infinite divergences of opposite signs from meeting, and from others that are 0.

    Nothing, or what makes those of concrete laws finite, by their closed forms.
    """
    if _is_determinate(side, domains, bounded):
        return ()
    needed: list[Basic] = []
    concrete = {quantity for quantity in side.atoms(Quantity) if not quantity.has(ObjectName)}
    for quantity in concrete:
        if isinstance(quantity, Divergence) and not isinstance(quantity, BOUNDED):
            closed_form(quantity, "", needed)
    finite = bounded | concrete
    if not _is_determinate(side, domains, finite):
        raise Rejected((), f"infinities may meet in {side}")
    return needed


def of_quantities(
    part: Partial, before: Sequence[Basic], domains: dict[Symbol, Domain]
) -> list[Basic]:
    """What says that a part of an atom that divergences stand in has a value.

    Nothing where their ranges show it, or a hypothesis before; of concrete laws their closed forms.

    Raises:
        Rejected: nothing says it.
    """
    kind, inner = part
    quantities = argument(part).atoms(Quantity)
    if not quantities or (kind == "value" and isinstance(inner, Quantity)):
        return []
    names: dict[Basic, Basic] = {quantity: Dummy() for quantity in quantities}
    ranges = dict(domains)
    for quantity, name in names.items():
        ranges[name] = range_of(quantity) if isinstance(quantity, BOUNDED) else _UP_TO_INFINITY
    size = substitute(argument(part), names)
    put = _named if kind == "power" else substitute  # a power stays one, also where it is 1
    if defined((kind, put(inner, names)), ranges):
        return []
    ways = [Lt(S.Zero, size, evaluate=False)]
    ways += [Lt(size, S.Zero, evaluate=False)] if kind == "reciprocal" else []
    ways += [Le(S.Zero, size, evaluate=False)] if kind == "root" else []
    assumed = [substitute(hypothesis, names) for hypothesis in before]
    if any(implied(way, hypothesis, ranges) for way in ways for hypothesis in assumed):
        return []
    needed: list[Basic] = []
    if not all(isinstance(q, Divergence) and not q.has(ObjectName) for q in quantities):
        raise Rejected((), f"nothing says that a part with {inner} has a value")
    values = {quantity: closed_form(quantity, "", needed) for quantity in quantities}
    return [*needed, existence((kind, put(inner, values)))]


def _is_determinate(side: Expr, domains: dict[Symbol, Domain], bounded: set[Basic]) -> bool:
    """Whether no two infinite divergences of opposite signs meet, and none one that is 0.

    Also in what has no part in the value, as what is multiplied by 0.
    """
    parts = (node for node in preorder_traversal(side) if isinstance(node, Add | Mul | Pow))
    return all(
        _meets_nothing(part, domains, bounded)
        for part in dict.fromkeys((side, *parts))
        if part.has(Quantity)
    )


def _meets_nothing(side: Expr, domains: dict[Symbol, Domain], bounded: set[Basic]) -> bool:
    names: dict[Basic, Symbol] = {d: Dummy() for d in side.atoms(Quantity)}
    ranges = dict(domains)
    for quantity, name in names.items():
        below = {quantity, heads.MaxDivergence(*quantity.args[-2:])}
        ranges[name] = NONNEGATIVE if below & bounded else _UP_TO_INFINITY
        if isinstance(quantity, BOUNDED):
            ranges[name] = range_of(quantity)
    infinite = {name for name in names.values() if ranges[name] == _UP_TO_INFINITY}
    if not infinite:
        return True
    if len(infinite) == 1:
        # where it is finite no infinities meet
        ranges[next(iter(infinite))] = _TOWARDS_INFINITY
    opposed = _opposed(reduced(term(side)))
    if any(name in infinite and opposed.has(quantity) for quantity, name in names.items()):
        return False
    endless = {quantity for quantity, name in names.items() if name in infinite}
    for node in side.atoms(Mul):
        factors = [f for f in node.args if not endless.isdisjoint(f.atoms(Quantity))]
        if len(factors) > 1 and not _is_bounded_apart(factors, names, ranges):
            return False
    finite = set(names.values()) - infinite
    for size in _dividing(side):
        if not endless.isdisjoint(size.atoms(Quantity)):
            apart, known = set(infinite), dict(ranges)
            if _is_zero_in_a_limit(_weighed(_named(size, names), apart, finite, known), known):
                return False
    return has_value(_weighed(_named(side, names), infinite, finite, ranges), ranges)


def _named(node: Expr, names: Mapping[Basic, Basic]) -> Any:
    """The node with names for quantities, as it is written: 1/exp(-D) is not exp(D) at infinity."""
    if node in names:
        return names[node]
    if not node.has(*names):
        return node
    return _as_written(node, [_named(part, names) for part in node.args])


def _as_written(node: Expr, parts: Sequence[Basic]) -> Expr:
    """The operation of a node on other parts, of which nothing cancels."""
    found: Expr = node.func(*parts, **({} if isinstance(node, Sum) else {"evaluate": False}))
    return found


def _dividing(side: Expr) -> list[Expr]:
    """What stands in logarithms and in powers with negative exponents."""
    powers = (node.base for node in side.atoms(Pow) if node.exp.is_negative)
    return [*powers, *(node.args[0] for node in side.atoms(log))]


def _is_zero_in_a_limit(size: Expr, ranges: dict[Symbol, Domain]) -> bool:
    """Whether a term evidently is not 0 for numbers, and perhaps where a name is infinite."""
    numbers = {n: Interval(d.lower, d.upper, d.lower_open or d.lower in _INFINITE,
                           d.upper_open or d.upper in _INFINITE) if isinstance(d, Interval) else d
               for n, d in ranges.items()}  # fmt: skip
    return any(sign(part, ranges) < 2 <= sign(part, numbers) for part in (size, -size))


def _is_bounded_apart(
    factors: Sequence[Expr], names: dict[Basic, Symbol], ranges: dict[Symbol, Domain]
) -> bool:
    """Whether no factor that is 0 meets an infinite one, which may cancel: exp(D)*exp(-D)."""
    region = region_of(ranges)
    try:
        found = [region.range(term(substitute(factor, names))) for factor in factors]
    except UndefinedError:
        return False
    return reduce(Range.times, found) != ANY


def _opposed(side: Term) -> Basic:
    """What sums in a side have with both signs, as reduced sums have only what may be infinite."""
    found = Tuple()
    for node in nodes(side):
        if node.kind == PLUS:
            rests = [coefficient(part)[1] for part in node.args]
            found += tuple(expression(rest) for rest in set(rests) if rests.count(rest) > 1)
    return found


def _weighed(
    node: Expr,
    infinite: set[Symbol],
    finite: set[Symbol],
    ranges: dict[Symbol, Domain],
    bound: Domains = MappingProxyType({}),
) -> Expr:
    """The node with a new name for each product of numbers with what may be infinite.

    The product is infinite with it, or 0 where the numbers are: it has a value wherever what is
    multiplied has one. Other divergences, which are ``finite``, are no such numbers: where one
    is 0 the product has no value. Names of sums, which are ``bound``, are such numbers as well.
    """
    if node.is_Symbol or not node.free_symbols & infinite:
        return node
    if isinstance(node, Sum) and node.args[1][1].is_Integer:
        index, first, _ = node.args[1]
        bound = {**bound, index: Integers(first, S.Infinity)}
    weighed = {a: _weighed(a, infinite, finite, ranges, bound) for a in dict.fromkeys(node.args)}
    rebuilt = _as_written(node, [weighed[a] for a in node.args])
    numbers = [a for a in node.args if not a.free_symbols & infinite]
    nothing = S.Zero in numbers
    if not node.is_Mul or not (nothing or any(not n.is_Rational for n in numbers)):
        return rebuilt
    weight = Mul(*numbers, evaluate=False)
    rest = Mul(*(weighed[a] for a in node.args if a.free_symbols & infinite), evaluate=False)
    signs = [sign(way, {**ranges, **bound}) for way in (weight, Mul(-1, weight, evaluate=False))]
    if not has_value(rest, ranges) or (weight.free_symbols & finite and 2 not in signs):
        return node
    if nothing:
        return S.Zero
    product = Dummy()
    ranges[product] = _ANY_SIGN
    if sign(rest, ranges) and any(signs):
        ranges[product] = _UP_TO_INFINITY if signs[0] else _DOWN_TO_INFINITY
    infinite.add(product)
    return product
