"""Integer variables: finite ranges are exhausted, infinite ones are treated by induction.

* ``exhausted``: the goal holds for every value of a finite range.
* ``induction``: the goal holds at the lower end of an infinite range, and the expression, which is
  defined on the whole range, does not fall from k to k + 1. A sum with an upper limit ``k + c``
  grows by its term at ``k + 1 + c``, if at the lower end of k its limits allow the empty sum.
  Where a sum takes from the expression, what it can still take is left out first.
  With ``ratios``: the expression is ``A - B`` with A, B > 0, and from k to k + 1 the ratio of A
  grows at least as that of B.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TypeGuard

import sympy
from sympy import Expr, Integer, S, Symbol

from dpsym.language.domains import Integers, Interval
from dpsym.language.names import written_out
from dpsym.provers.scalar import regions, series
from dpsym.provers.scalar.defined import Requirement, prove_requirements, requirements
from dpsym.provers.scalar.goal import Detail, Goal, Step
from dpsym.provers.scalar.growing import DISCRETE, corrections, growth, two_terms
from dpsym.provers.scalar.growing import rise as rise_of
from dpsym.provers.scalar.parity import turned
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.tables import failing

MAX_VALUES = 400
FIRST_VALUES = 40
"""How many first values of an endless range may be treated one by one."""
LATER = (1, 2, 3, 5, 8, 13, 21, 34)
"""How far ahead of the first value an induction may begin."""
Prove = Callable[[Search, Goal, tuple[Requirement, ...]], Step | None]


def endless(domain: Interval | Integers) -> TypeGuard[Integers]:
    """Whether a domain has a first integer and no last one."""
    return (
        isinstance(domain, Integers)
        and bool(domain.lower.is_finite)
        and not bool(domain.upper.is_finite)
    )


def few(goal: Goal) -> bool:
    """Whether some variable has a finite range of integers that can be exhausted."""
    return any(is_few(domain) for _, domain in goal.domains)


def is_few(domain: object) -> bool:
    """Whether a domain is a finite range of integers that can be exhausted."""
    return bool(
        isinstance(domain, Integers)
        and domain.upper.is_finite
        and domain.lower.is_finite
        and domain.upper - domain.lower < MAX_VALUES
    )


def exhausted(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """Proves the goal for every value of a finite range."""
    for symbol, domain in goal.domains:
        if not is_few(domain):
            continue
        children = []
        for number in range(int(domain.lower), int(domain.upper) + 1):
            value = Integer(number)
            case = regions.at_edge(goal, symbol, value)
            demands = tuple(requirement.at(symbol, value) for requirement in needed)
            wrong = failing(goal, symbol, value)
            child = (
                prove(search, case, demands)
                if wrong is None
                else Step("void", replace(case, conditions=(wrong,)))
            )
            if child is None:
                return None
            children.append(child)
        return Step("exhausted", goal, (("variable", symbol.name),), tuple(children))
    return None


def by_induction(search: Search, goal: Goal, needed: tuple[Requirement, ...]) -> Step | None:
    """Induction for a goal, with the proofs that its parts are defined."""
    for detail, children in _inductions(search, goal):
        known = prove_requirements(search, goal, needed)
        if known is None:
            return None
        for depth in range(5):
            proofs = search.prove_all(children, depth)
            if proofs is not None:
                return Step("induction", goal, detail, (*proofs, *known))
    return None


def induction(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Induction inside the search; the range of the expression shows that it is defined."""
    if depth == 0 or search.inductions or not goal.expression.has(*DISCRETE):
        return None
    if region.range(goal.expression) is None:
        return None
    for detail, children in _inductions(search, goal):
        search.inductions += 1
        try:
            proofs = search.prove_all(children, depth - 1)
        finally:
            search.inductions -= 1
        if proofs is not None:
            return Step("induction", goal, detail, proofs)
    return None


def by_tail(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal less what a sum can still grow by, by induction; some first values apart."""
    return _without(search, goal, needed, prove, lambda symbol, _: (
        series.tails(goal.expression, symbol, Region.of(goal))
    ))  # fmt: skip


def by_correction(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal less what vanishes at infinity, where its own step fails for large numbers."""
    if not goal.expression.has(sympy.Sum, *DISCRETE):
        return None
    return _without(search, goal, needed, prove, partial(corrections, goal))


def _without(
    search: Search,
    goal: Goal,
    needed: tuple[Requirement, ...],
    prove: Prove,
    parts: Callable[[Symbol, Expr], Iterable[tuple[Expr, Expr]]],
) -> Step | None:
    """Induction for the goal less a part that is >= 0, from one of the first values on."""
    for symbol, domain in goal.domains:
        if not endless(domain):
            continue
        for less, tail in parts(symbol, domain.lower):
            begin = max(int(domain.lower), 1)
            starts = range(begin, begin + FIRST_VALUES)
            held = (n for n in starts if _holds(search, goal, less, symbol, Integer(n)))
            first = next(held, None)
            if first is None:
                continue
            late = within(goal, symbol, Integers(Integer(first), domain.upper))
            rest = replace(late, expression=less)
            step = by_induction(search, rest, needed)
            if step is None:
                continue
            above = Step("drop", late, (("term", str(tail)),), (step,))
            if first == domain.lower:
                return above
            whole = with_first_values(search, goal, needed, prove, symbol, above, first)
            if whole is not None:
                return whole
    return None


def _holds(search: Search, goal: Goal, less: Expr, symbol: Symbol, value: Integer) -> bool:
    """Whether an expression seems to be >= 0 at a value of a variable."""
    case = regions.at_edge(replace(goal, expression=less), symbol, value)
    shown = written_out(case.expression)
    if shown.has(sympy.nan, sympy.zoo, sympy.oo, sympy.I):
        return False
    if not shown.free_symbols:
        return bool(shown.evalf() >= 0)
    return not search.refuted(replace(case, expression=shown))


def by_closed_form(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal with a closed form in the place of a sum, which lies on its other side."""
    assumed = regions.with_assumptions(goal).expression
    plain = {
        new: old for new in assumed.free_symbols for old, _ in goal.domains if old.name == new.name
    }
    for found in series.closed(assumed):
        weight, node, form = (part.xreplace(plain) for part in found)
        sign = 1 if series.is_nonnegative(weight, goal) else -1
        if sign < 0 and not series.is_nonnegative(-weight, goal):
            continue
        gap = replace(goal, expression=sign * (node - form), strict=False)
        last = replace(goal, expression=sympy.expand(goal.expression.xreplace({node: form})))
        if search.refuted(last):
            return None
        if (other := prove(search, last, requirements(last.expression))) is None:
            continue
        step = by_induction(search, gap, (*needed, *requirements(form)))
        if step is not None:
            return Step("closed form", goal, (("weight", str(sign * weight)),), (step, other))
    return None


def by_late_induction(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """Induction from one of the next values on, where the step holds only there."""
    for symbol, domain in goal.domains:
        if not endless(domain):
            continue
        for first in (int(domain.lower) + ahead for ahead in LATER):
            late = within(goal, symbol, Integers(Integer(first), domain.upper))
            above = by_induction(search, late, needed)
            if above is not None:
                return with_first_values(search, goal, needed, prove, symbol, above, first)
    return None


def by_parity(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """Even and odd exponents apart, from one of the first values of a variable on."""
    assumed = regions.with_assumptions(goal).expression
    plain = {
        new: old for new in assumed.free_symbols for old, _ in goal.domains if old.name == new.name
    }
    form, signs = turned(assumed, Region.of(goal))
    back = {sign: S.NegativeOne**exponent for exponent, sign in signs.items()}
    for exponent, sign in signs.items():
        if not form.is_polynomial(sign):
            continue
        values = [form.xreplace({sign: side}).xreplace(back) for side in (S.One, S.NegativeOne)]
        whole = exponent.xreplace(plain)
        for symbol, domain in goal.domains:
            if not (whole.has(symbol) and endless(domain)):
                continue
            for ahead in (0, *LATER):
                late = within(goal, symbol, Integers(domain.lower + ahead, domain.upper))
                parts = [replace(late, expression=value.xreplace(plain)) for value in values]
                if any(map(search.refuted, parts)):
                    continue
                above = _of_both(search, late, needed, prove, whole, parts)
                if above is None or not ahead:
                    return above
                return with_first_values(
                    search, goal, needed, prove, symbol, above, int(domain.lower) + ahead
                )
    return None


def _of_both(
    search: Search,
    goal: Goal,
    needed: tuple[Requirement, ...],
    prove: Prove,
    exponent: Expr,
    parts: list[Goal],
) -> Step | None:
    known = prove_requirements(search, goal, needed)
    if known is None:
        return None
    proofs = []
    for part in parts:
        proof = prove(search, part, requirements(part.expression))
        if proof is None:
            return None
        proofs.append(proof)
    return Step("parity", goal, (("exponent", str(exponent)),), (*proofs, *known))


def at_zeros(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """Both sides of a number at which the base of a power with a whole exponent is 0."""
    region = Region.of(goal)
    powers = [p for p in goal.expression.atoms(sympy.Pow) if not p.exp.is_number]
    for base in sorted({p.base for p in powers if not region.nonnegative(p.base)}, key=str):
        for symbol, domain in goal.domains:
            if not isinstance(domain, Interval) or base.free_symbols != {symbol}:
                continue
            slope = sympy.diff(base, symbol)
            value = -base.xreplace({symbol: S.Zero}) / slope if slope.is_Rational else S.NaN
            if not value.is_Rational or not domain.lower < value < domain.upper:
                continue
            proofs = [
                prove(search, piece, requirements(piece.expression))
                for piece in regions.pieces(goal, symbol, domain, value)
            ]
            children = tuple(proof for proof in proofs if proof is not None)
            if len(children) == len(proofs):
                detail: Detail = (("variable", symbol.name), ("at", str(value)))
                return Step("cut", goal, detail, children)
    return None


def by_order(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The goal in how far one integer is above another, where a condition says that it is."""
    absorbed = regions.ordered(goal)
    if absorbed is None or not isinstance(dict(goal.domains)[absorbed[1]], Integers):
        return None
    apart, symbol, value = absorbed
    needed = tuple(requirement.at(symbol, value) for requirement in needed)
    moved, shift = regions.shifted(apart)
    if not (shift and goal.positives):
        step = prove(search, apart, needed)
    else:
        child = prove(search, moved, requirements(moved.expression))
        step = child and Step("shift", apart, shift, (child,))
    return None if step is None else Step("order", goal, ((symbol.name, str(value)),), (step,))


def with_first_values(
    search: Search,
    goal: Goal,
    needed: tuple[Requirement, ...],
    prove: Prove,
    symbol: Symbol,
    above: Step,
    first: int,
) -> Step | None:
    """The goal from its proof from a value on, with those before one by one."""
    early = within(goal, symbol, Integers(dict(goal.domains)[symbol].lower, Integer(first - 1)))
    below = exhausted(search, early, needed, prove)
    detail: Detail = (("variable", symbol.name), ("at", str(first - 1)))
    return None if below is None else Step("cut", goal, detail, (below, above))


def within(goal: Goal, symbol: Symbol, domain: Integers) -> Goal:
    """The goal with another range for an integer."""
    return replace(goal, domains=tuple((n, domain if n == symbol else d) for n, d in goal.domains))


def _inductions(search: Search, goal: Goal) -> list[tuple[Detail, list[Goal]]]:
    """For every unbounded integer variable the first case and the step."""
    found: list[tuple[Detail, list[Goal]]] = []
    for symbol, domain in goal.domains:
        if not endless(domain):
            continue
        if any(c.has(symbol) for c in (*goal.conditions, *goal.positives)):
            continue
        rise = rise_of(goal.expression, symbol, domain.lower)
        if not search.refuted(goal) and rise is not None:
            found += _by_ratio(search, goal, symbol, domain)
        if rise is None or rise.has(sympy.Sum):
            continue
        first = regions.at_edge(goal, symbol, domain.lower)
        first = replace(first, expression=written_out(first.expression))
        later = replace(goal, expression=rise, strict=False)
        if first.expression.has(sympy.Sum) or search.refuted(later):
            continue
        found.append(((("variable", symbol.name),), [first, later]))
    return found


def _by_ratio(
    search: Search, goal: Goal, symbol: Symbol, domain: Integers
) -> list[tuple[Detail, list[Goal]]]:
    """The first case and the step in terms of ratios, for a difference of two positive terms."""
    pair = two_terms(goal)
    if pair is None:
        return []
    larger, smaller = pair
    first = regions.at_edge(goal, symbol, domain.lower)
    (above, exponent), (below, less) = (growth(term, symbol) for term in (larger, smaller))
    ratios = [above * sympy.exp(exponent), below * sympy.exp(less)]
    if any(ratio.has(*DISCRETE, sympy.gamma) for ratio in ratios):
        return []
    later = replace(goal, expression=ratios[0] - ratios[1], strict=False)
    detail: Detail = (("variable", symbol.name), ("ratios", [str(ratio) for ratio in ratios]))
    if exponent != less:
        excess = sympy.log(sympy.cancel(above / below)) + exponent - less
        later, detail = replace(later, expression=excess), (*detail, ("logarithm", str(excess)))
    return [] if search.refuted(later) else [(detail, [first, later])]
