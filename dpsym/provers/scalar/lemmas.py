"""Known bounds of one function by a simpler one, as lemmas of the search.

Every lemma is a theorem of the library with the same claim. A search for the proof of a lemma knows
only those before it in the table. Evidence that uses a lemma holds its proof as the last child.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import sympy
from sympy import Expr, Ge, Le

from dpsym.language.domains import Interval
from dpsym.language.parser import parse_claim
from dpsym.provers.scalar.goal import Goal
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

    @property
    def sign(self) -> int:
        """Of the coefficients with which the function may be replaced: 1 if the other side is
        smaller.
        """
        return _goal(self)[2]

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

    def bound(self, value: Expr) -> Expr:
        """The other side at a value."""
        function = self.function.xreplace({self.goal.domains[0][0]: value})
        return function - self.sign * self.gap(value)


@cache
def _goal(lemma: Lemma) -> tuple[Goal, Expr, int]:
    claim = parse_claim(lemma.text)
    (atom,) = claim.conclusions
    sign = {Le: -1, Ge: 1}[type(atom)]
    domains = tuple((n, d) for n, d in claim.scalars() if isinstance(d, Interval))
    return Goal(sign * (atom.lhs - atom.rhs), domains), atom.lhs, sign


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
)
"""Of the rule ``lemma``, for heads that are rare and hard."""
LEMMAS = (LOG_TANGENT, EXP_CHORD, *HEADS)


def known(goal: Goal) -> tuple[Lemma, ...]:
    """What a proof of a goal may use: all lemmas, or those before it where it is one.

    >>> [lemma.theorem for lemma in known(EXP_CHORD.goal)]
    ['elementary.log_tangent']
    """
    for place, lemma in enumerate(LEMMAS):
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
        value = lemma.argument(node)
        found = None if value is None else region.range(value)
        if value is None or found is None or found.meet(within) != found:
            continue
        weight = coefficient(expr, node)
        if weight is sympy.nan or any(weight.has(other) for other in taken):
            continue
        if region.nonnegative(lemma.sign * weight):
            taken.append(node)
            yield node, value


def coefficient(expr: Expr, node: Expr) -> Expr:
    """The factor of a node in an expanded expression that is linear in it; else nan."""
    terms = [term for term in sympy.Add.make_args(expr) if term.has(node)]
    factors = [term / node for term in terms]
    return sympy.nan if any(f.has(node) for f in factors) else sympy.factor(sympy.Add(*factors))
