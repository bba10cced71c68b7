"""The kernel's goals about numbers in sympy's expressions, for those who write or print proofs.

Nothing here is trusted: what the kernel computed is kept beside what sympy makes of it, and goes
back to the kernel as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Expr, Symbol

from dpsym.kernel import (
    scalar,
    scalar_derivative,
    scalar_duties,
    scalar_goal,
    scalar_normal,
    scalar_rules,
)
from dpsym.kernel import scalar_polynomials as polynomials
from dpsym.kernel.expressions import domain_of, language_domain, term
from dpsym.kernel.expressions import expression as sympy_of
from dpsym.kernel.rejection import FAILURES as FAILURES
from dpsym.kernel.scalar_facts import FactRegion
from dpsym.kernel.scalar_intervals import Range
from dpsym.kernel.scalar_polynomials import Atom, Polynomial
from dpsym.kernel.term import Term
from dpsym.kernel.term_reading import read_term
from dpsym.language.domains import Integers, Interval

SHAPES = scalar_rules.SHAPES
Domain = Interval | Integers
Fact = tuple[Expr, bool, bool]
Duty = tuple[str, tuple[Expr, ...]]
Proof = Mapping[str, Any]
Child = Callable[["Goal", Any], None]


class Region:
    """A region of the kernel, asked in sympy's expressions."""

    def __init__(
        self, domains: Mapping[Symbol, Domain], facts: Iterable[tuple[Expr, bool]] = ()
    ) -> None:
        known = [(term(fact), strict) for fact, strict in facts]
        self.terms = FactRegion(_domains(domains), known)

    @staticmethod
    def of(terms: FactRegion) -> Region:
        """The region of the kernel's."""
        found = Region.__new__(Region)
        found.terms = terms
        return found

    def range(self, expr: Expr) -> Range:
        """The range of an expression.

        Raises:
            UndefinedError: some part may be undefined.
        """
        return self.terms.range(term(expr))

    def natural(self, expr: Expr) -> bool:
        """Whether an expression is an integer >= 0."""
        return self.terms.natural(term(expr))

    def learning(self) -> Region:
        """The region, which may learn of more names."""
        found = FactRegion(self.terms.domains)
        found.known, found.signs = dict(self.terms.known), self.terms.signs
        found.opaque = dict(self.terms.opaque)
        return Region.of(found)

    def learn(self, symbol: Symbol, values: Range) -> None:
        """Remembers the range of a name."""
        self.terms.known[term(symbol)] = values


@dataclass(frozen=True, slots=True)
class Goal:
    """``expression`` is defined, and >= 0 (> 0 if ``strict``), wherever the facts hold."""

    expression: Expr
    domains: dict[Symbol, Domain]
    facts: tuple[Fact, ...]
    strict: bool
    duties: tuple[Duty, ...]
    kernel: scalar_goal.Goal | None = field(init=False, default=None, compare=False, repr=False)

    @staticmethod
    def of(kernel: scalar_goal.Goal) -> Goal:
        """The goal that the kernel computed."""
        found = Goal(
            sympy_of(kernel.expression),
            {sympy_of(s): language_domain(domain) for s, domain in kernel.domains.items()},
            tuple((sympy_of(fact), strict, free) for fact, strict, free in kernel.facts),
            kernel.strict,
            tuple((kind, tuple(map(sympy_of, arguments))) for kind, arguments in kernel.duties),
        )
        object.__setattr__(found, "kernel", kernel)
        return found

    def terms(self) -> scalar_goal.Goal:
        """The kernel's goal."""
        if self.kernel is None:
            made = scalar_goal.Goal(
                term(self.expression),
                _domains(self.domains),
                tuple((term(fact), strict, free) for fact, strict, free in self.facts),
                self.strict,
                tuple((kind, tuple(map(term, arguments))) for kind, arguments in self.duties),
            )
            object.__setattr__(self, "kernel", made)
            return made
        return self.kernel

    def region(self) -> Region:
        """The region of the goal."""
        return Region.of(self.terms().region())

    def settled(self) -> Region:
        """The region, on which the expression is defined."""
        return Region.of(self.terms().settled())

    def without(self, symbol: Symbol, domain: Domain | None) -> Goal:
        """The goal with another domain for a symbol, without facts that need not hold there."""
        ends = None if domain is None else domain_of(domain)
        return Goal.of(self.terms().without(term(symbol), ends))

    def at(self, symbol: Symbol, value: Expr, domains: Mapping[Symbol, Domain]) -> Goal:
        """The goal with a value for a symbol."""
        return Goal.of(self.terms().at(term(symbol), term(value), _domains(domains)))


def _domains(domains: Mapping[Symbol, Domain]) -> dict[Term, Any]:
    return {term(symbol): domain_of(domain) for symbol, domain in domains.items()}


def _rule(name: str) -> Callable[[Goal, Proof, Child], None]:
    def rule(goal: Goal, proof: Proof, child: Child) -> None:
        scalar_rules.RULES[name](goal.terms(), proof, lambda g, key: child(Goal.of(g), key))

    return rule


RULES = {name: _rule(name) for name in scalar_rules.RULES}


def check(goal: Goal, proof: Proof) -> None:
    """Checks a proof of a goal.

    Raises:
        Rejected: a step does not follow.
    """
    scalar.check_goal(goal.terms(), proof)


def stated(data: Mapping[str, Any]) -> Goal:
    """The goal that JSON data state."""
    return Goal.of(scalar.stated(data))


def read(text: str) -> Expr:
    """The expression that the kernel reads in a proof."""
    return sympy_of(read_term(text))


def duties(expr: Expr) -> tuple[Duty, ...]:
    """What must hold for an expression to be defined."""
    found = scalar_duties.duties(term(expr))
    return tuple((kind, tuple(map(sympy_of, arguments))) for kind, arguments in found)


def settle(region: Region, wanted: Iterable[Duty]) -> None:
    """Checks duties by the ranges of their arguments.

    Raises:
        UndefinedError: one may fail.
    """
    asked = ((kind, tuple(map(term, arguments))) for kind, arguments in wanted)
    scalar_duties.settle(region.terms, asked)


def vanishes(expr: Expr, region: Region) -> bool:
    """Whether an expression is zero wherever it is defined."""
    return scalar_normal.vanishes(term(expr), region.terms)


def polynomial(expr: Expr, region: Region) -> Polynomial:
    """The kernel's normal form of an expression."""
    return scalar_normal.polynomial(term(expr), region.terms)


def ray(expr: Expr, region: Region) -> Any:
    """A key that two expressions share only if they are positive multiples of each other."""
    return scalar_normal.ray(term(expr), region.terms)


def expression(value: Polynomial) -> Expr:
    """The expression of a normal form."""
    return sympy_of(polynomials.expression(value))


def atom_expression(atom: Atom) -> Expr:
    """The expression of an atom of a normal form."""
    return sympy_of(polynomials.atom_expression(atom))


def turned(expr: Expr, region: Region) -> bool:
    """Whether the normal form mirrors ``erfc`` at an expression."""
    return scalar_normal._Reader(region.terms).turned(term(expr))


def smooth(expr: Expr, symbol: Symbol, region: Region) -> bool:
    """Whether the chain rule holds at every point."""
    return scalar_derivative.smooth(term(expr), term(symbol), region.terms)
