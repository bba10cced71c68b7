"""Known bounds of one function by a simpler one, as lemmas of the search.

Every lemma is a theorem of the library with the same claim. A search for the proof of a lemma knows
only those before it in the table. Evidence that uses a lemma holds its proof as the last child.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import sympy
from sympy import Expr, Ge, Le

from dpsym.language.domains import Interval
from dpsym.language.parser import parse_claim
from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.goal import Goal
from dpsym.provers.scalar.ranges import Range
from dpsym.provers.scalar.signs import Region, domain_range


@dataclass(frozen=True, slots=True)
class Lemma:
    """A theorem ``f(x) <= g(x)`` or ``f(x) >= g(x)`` of the library, with its claim as text."""

    theorem: str
    text: str

    @property
    def goal(self) -> Goal:
        """The difference of both sides that is >= 0."""
        return _goal(self)[0]

    @property
    def function(self) -> Expr:
        """The side that is replaced."""
        return _goal(self)[1]

    def may_bound(self, expr: Expr) -> bool:
        """Whether every function of the side that is replaced stands in an expression.

        Read off the text: most goals have none of them, and lemmas for these are never parsed.

        >>> from sympy.abc import x
        >>> [lemma.theorem for lemma in HEADS if lemma.may_bound(sympy.log(sympy.tanh(x)))]
        ['elementary.tanh_tangent']
        """
        functions = {node.func.__name__ for node in expr.atoms(sympy.Function)}
        side = re.split("<=|>=", self.text)[0]
        return functions.issuperset(re.findall(r"[A-Za-z]+(?=\()", side))

    def argument(self, node: Expr) -> Expr | None:
        """The value at which the function is ``node``; None where it is another function."""
        pattern = self.function
        while pattern.args:
            if pattern.func is not node.func or len(node.args) != 1:
                return None
            pattern, node = pattern.args[0], node.args[0]
        return node

    def gap(self, value: Expr) -> Expr:
        """The difference of both sides at a value."""
        return self.goal.expression.xreplace({self.goal.domains[0][0]: value})

    def factor(self, node: Expr, value: Expr) -> Expr:
        """With which a node enters the gap at a value: of erfc(x) also at -x."""
        return coefficient(self.gap(value), node)

    def bound(self, node: Expr, value: Expr) -> Expr:
        """What the lemma at a value puts in the place of a node."""
        return node - self.gap(value) / self.factor(node, value)


@cache
def _goal(lemma: Lemma) -> tuple[Goal, Expr]:
    claim = parse_claim(lemma.text)
    (atom,) = claim.conclusions
    sign = {Le: -1, Ge: 1}[type(atom)]
    domains = tuple((n, d) for n, d in claim.scalars() if isinstance(d, Interval))
    return Goal(sign * (atom.lhs - atom.rhs), domains), atom.lhs


LOG_TANGENT = Lemma("elementary.log_tangent", "log(x) <= x - 1 for x in (0, oo)")
EXP_CHORD = Lemma(
    "elementary.exp_chord", "exp(p*x) <= 1 - p + p*exp(x) for p in [0, 1], x in (-oo, oo)"
)
HEADS = (
    Lemma("elementary.tanh_tangent", "tanh(x) <= x for x in [0, oo)"),
    Lemma("elementary.cosh_bell", "cosh(x) <= exp(x**2/2) for x in (-oo, oo)"),
    Lemma("elementary.log_cosh_parabola", "log(cosh(x)) <= x**2/2 for x in (-oo, oo)"),
    Lemma("elementary.cosh_parabola", "cosh(x) >= 1 + x**2/2 for x in (-oo, oo)"),
    Lemma("elementary.erfc_bell", "erfc(x) <= exp(-x**2) for x in [0, oo)"),
    Lemma("elementary.normal_bell", "Phi(x) <= exp(-x**2/2)/2 for x in (-oo, 0]"),
    Lemma("elementary.erfc_bell_below_zero", "erfc(x) <= 3*exp(-x**2)/2 for x in [-1/4, oo)"),
)
"""Of the rule ``lemma``, for heads that are rare and hard."""
LEMMAS = (LOG_TANGENT, EXP_CHORD, *HEADS)


def known(goal: Goal) -> tuple[Lemma, ...]:
    """What a proof of a goal may use: all lemmas, or those before it where it is one.

    >>> [lemma.theorem for lemma in known(EXP_CHORD.goal)]
    ['elementary.log_tangent']
    """
    for place, lemma in enumerate(LEMMAS):
        if not lemma.may_bound(goal.expression):
            continue
        names = [name for name, _ in lemma.goal.domains]
        if len(names) == len(goal.domains):
            put = dict(zip(names, (name for name, _ in goal.domains), strict=True))
            if lemma.goal.expression.xreplace(put) == goal.expression:
                return LEMMAS[:place]
    return LEMMAS


def replaceable(lemma: Lemma, expr: Expr, region: Region) -> Iterator[tuple[Expr, Expr]]:
    """The nodes that a lemma bounds with their arguments, no two of them in one term."""
    ((_, domain),) = lemma.goal.domains
    within, taken = domain_range(domain), list[Expr]()
    for node in sorted(expr.atoms(lemma.function.func), key=str):
        value = _place(lemma, node, region, within)
        if value is None:
            continue
        weight = coefficient(expr, node)
        if weight is sympy.nan or any(weight.has(other) for other in taken):
            continue
        if region.nonnegative(weight / lemma.factor(node, value)):
            taken.append(node)
            yield node, value


def _place(lemma: Lemma, node: Expr, region: Region, within: Range) -> Expr | None:
    """The value in the domain of a lemma at which it speaks of a node."""
    value = lemma.argument(node)
    for place in () if value is None else (value, -value):
        found = region.range(place)
        inside = found is not None and found.meet(within) == found
        if inside and lemma.factor(node, place).is_nonzero:
            return place
    return None


def as_sums(expr: Expr, lemma: Lemma) -> tuple[Expr, ...]:
    """An expression as a sum of products: with everything expanded, and with the arguments of the
    lemma's function as they are written, since sympy reflects some that it expands.
    """
    nodes = sorted(expr.atoms(lemma.function.func), key=str)
    held = {node: sympy.Dummy() for node in nodes}
    back = {dummy: node for node, dummy in held.items()}
    kept = _expanded(expr.xreplace(held)).xreplace(back)
    return tuple(dict.fromkeys((_expanded(expr), kept)))


def _expanded(expr: Expr) -> Expr:
    return sympy.expand(expr, power_exp=False, power_base=False)


def coefficient(expr: Expr, node: Expr) -> Expr:
    """The factor of a node in an expanded expression that is linear in it; else nan."""
    terms = [term for term in sympy.Add.make_args(expr) if term.has(node)]
    factors = [term / node for term in terms]
    return sympy.nan if any(f.has(node) for f in factors) else factored(sympy.Add(*factors))
