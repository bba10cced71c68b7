"""Claims ``f >= 0`` on a product domain, and the evidence for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sympy import Expr, Rational, S, Symbol

from dpsym.language.domains import Integers, Interval

Variable = tuple[Symbol, Interval | Integers]


@dataclass(frozen=True, slots=True)
class Goal:
    """The claim that ``expression`` is defined and nonnegative at every point of the domain.

    ``conditions`` are assumed to be >= 0, ``positives`` to be > 0. With ``strict`` the
    claim is ``> 0``.
    """

    expression: Expr
    domains: tuple[Variable, ...]
    conditions: tuple[Expr, ...] = ()
    positives: tuple[Expr, ...] = ()
    strict: bool = False

    def __str__(self) -> str:
        relation = ">" if self.strict else ">="
        where = [f"{symbol} in {domain}" for symbol, domain in self.domains]
        where += [f"{condition} >= 0" for condition in self.conditions]
        where += [f"{condition} > 0" for condition in self.positives]
        return f"{self.expression} {relation} 0" + (f" for {', '.join(where)}" if where else "")

    def to_json(self) -> dict[str, Any]:
        """The goal as JSON data; expressions are written in sympy's notation."""
        return {
            "expression": written(self.expression),
            "domains": [[str(symbol), _domain_json(domain)] for symbol, domain in self.domains],
            "conditions": list(map(written, self.conditions)),
            "positives": list(map(written, self.positives)),
            "strict": self.strict,
        }


def _domain_json(domain: Interval | Integers) -> dict[str, Any]:
    data: dict[str, Any] = {"lower": written(domain.lower), "upper": written(domain.upper)}
    if isinstance(domain, Interval):
        data["open"] = [domain.lower_open, domain.upper_open]
    else:
        data["integers"] = True
    return data


Detail = tuple[tuple[str, Any], ...]
Reason = tuple[str, ...]
"""Why an expression has the sign of another: a word, and the part that it is about."""


@dataclass(frozen=True, slots=True)
class Step:
    """One inference: ``goal`` follows from the goals of ``children`` by ``rule`` with the
    parameters ``detail``.

    Guarantees:
        ``goal`` holds if every child's goal holds and the side conditions named by the rule hold;
        the rules are stated
        in the docstrings of the modules of this package.
    """

    rule: str
    goal: Goal
    detail: Detail = ()
    children: tuple[Step, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The tree below this step as JSON data."""
        return {
            "rule": self.rule,
            "goal": self.goal.to_json(),
            "detail": dict(self.detail),
            "children": [child.to_json() for child in self.children],
        }

    def size(self) -> int:
        """The number of steps of the tree."""
        return 1 + sum(child.size() for child in self.children)


# weight, form, reason for the form, goal at the edge, goal for the derivative, detail
Candidate = tuple[int, Expr, Reason, Goal, Goal, Detail]


@dataclass(frozen=True, slots=True)
class Closed:
    """The goal holds.

    Guarantees:
        ``evidence`` is a tree whose root's goal is the goal that was asked.
    """

    evidence: Step

    def to_json(self) -> dict[str, Any]:
        """The evidence as JSON data."""
        return self.evidence.to_json()


@dataclass(frozen=True, slots=True)
class Open:
    """The goal was not decided, or is false at ``counterexample``.

    Guarantees:
        Where ``counterexample`` is not None, it is a point of the domain that satisfies the
        conditions and at which the
        expression is less than zero (or, for a strict goal, not greater), certified with balls.

    ``reached`` says in words for which values of an unbounded integer the goal was proved.
    """

    reason: str
    counterexample: Mapping[Symbol, Rational] | None = None
    reached: str = ""


@lru_cache(maxsize=20_000)
def written(expression: Expr) -> str:
    """The expression in sympy's notation; to print it takes long, and is asked often."""
    return str(expression)


@lru_cache(maxsize=20_000)
def size(expression: Expr) -> int:
    """How many operations an expression has: signs and reciprocals within sums and products none.

    >>> from sympy.abc import x, y
    >>> size(x - y**2 / 2)
    4
    """
    count, left = 0, [expression]
    while left:
        node = left.pop()
        args = node.args
        left.extend(args)
        if node.is_Mul:
            count += len(args) - 1 - (args[0] is S.NegativeOne)
        elif node.is_Add:
            count += len(args) - 1
        elif node.is_Pow:
            count += args[1] is not S.NegativeOne
        elif args or (node.is_Rational and not node.is_Integer):
            count += 1
    return count
