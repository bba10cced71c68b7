"""Known bounds of one function by a simpler one, as lemmas of the search.

Every lemma is a theorem of the library with the same claim. A search for the proof of a lemma knows
only those before it in the table. Evidence that uses a lemma holds its proof as the last child.

* ``lemma``: for ``f(x) <= g(x)`` on a domain, ``c*f(u)`` with c <= 0 and u in the domain is
  replaced by ``c*g(u)``, which is not larger; for ``f(x) >= g(x)`` where c >= 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import sympy
from sympy import Expr, Ge, Le, Symbol

from dpsym.language.domains import Interval
from dpsym.language.parser import parse_claim
from dpsym.provers.scalar.goal import Closed, Detail, Goal, Step
from dpsym.provers.scalar.signs import Region, domain_range

if TYPE_CHECKING:
    from dpsym.provers.scalar.search import Search

SECONDS = 20.0
"""For the proof of one lemma; the slowest takes half a second."""


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


@cache
def proof(lemma: Lemma) -> Step | None:
    """Evidence for a lemma, in variables that no other goal has; None where none is found."""
    from dpsym.provers.scalar.prove import prove

    _, _, suffix = lemma.theorem.rpartition(".")
    own = {name: Symbol(f"{name}_{suffix}") for name, _ in lemma.goal.domains}
    domains = tuple((own[name], domain) for name, domain in lemma.goal.domains)
    answer = prove(Goal(lemma.goal.expression.xreplace(own), domains), seconds=SECONDS)
    return answer.evidence if isinstance(answer, Closed) else None


def step(rule: str, lemma: Lemma, goal: Goal, detail: Detail, child: Step | None) -> Step | None:
    """A step by a lemma from the goal that is left; None where that or the lemma has no proof."""
    shown = None if child is None else proof(lemma)
    if child is None or shown is None:
        return None
    return Step(rule, goal, (*detail, ("theorem", lemma.theorem)), (child, shown))


def heads(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Replaces hyperbolic and error functions by the bounds of lemmas, where what is left needs no
    search.
    """
    allowed = [lemma for lemma in HEADS if lemma in search.lemmas]
    usable = [lemma for lemma in allowed if goal.expression.has(lemma.function.func)]
    if not usable:
        return None
    expanded = sympy.expand(goal.expression, power_exp=False, power_base=False)
    for lemma in usable:
        found = dict(replaceable(lemma, expanded, region))
        put = {node: lemma.bound(value) for node, value in found.items()}
        rest = replace(goal, expression=expanded.xreplace(put))
        if not found:
            continue
        uses = [[str(node), str(value)] for node, value in found.items()]
        child = None if search.refuted(rest) else search.prove(rest, 0)
        made = step("lemma", lemma, goal, (("uses", uses),), child)
        if made is not None:
            return made
    return None


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
