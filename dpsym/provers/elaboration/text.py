"""Goals and expressions as text, and the refusal of an elaboration."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sympy import Expr, S, Symbol
from sympy.printing.str import StrPrinter

from dpsym.language.domains import Integers, Interval
from dpsym.language.parser import parse_expression
from dpsym.numeric import Domain, Goal, duties


class MissingError(Exception):
    """No proof by the kernel's rules was found for a step."""


class NotShownError(MissingError):
    """A fact was not proved."""


class _Printer(StrPrinter):
    def _print_Exp1(self, expr: Expr) -> str:  # noqa: N802
        return "exp(1)"


@lru_cache(maxsize=20_000)
def text(expr: Expr) -> str:
    """The expression as text that the language reads."""
    return str(_Printer().doprint(expr))


def read(source: str, names: Mapping[str, Any]) -> Expr:
    """The expression that sympy's notation writes."""
    return _read(source, "E" in names)


@lru_cache(maxsize=20_000)
def _read(source: str, named: bool) -> Expr:
    found = parse_expression(source)
    return found if named else found.xreplace({Symbol("E"): S.Exp1})


def goal_of(data: Mapping[str, Any]) -> Goal:
    """The goal that :meth:`dpsym.provers.scalar.goal.Goal.to_json` wrote."""
    domains: dict[Symbol, Domain] = {}
    for name, domain in data["domains"]:
        lower, upper = read(domain["lower"], {}), read(domain["upper"], {})
        domains[Symbol(name)] = (
            Integers(lower, upper)
            if "integers" in domain
            else Interval(lower, upper, *domain["open"])
        )
    names = {symbol.name for symbol in domains}
    expression = read(data["expression"], dict.fromkeys(names))
    facts = [(read(c, dict.fromkeys(names)), False, False) for c in data["conditions"]]
    facts += [(read(c, dict.fromkeys(names)), True, False) for c in data["positives"]]
    return Goal(expression, domains, tuple(facts), data["strict"], tuple(duties(expression)))


def goal_json(goal: Goal) -> dict[str, Any]:
    """The goal as the kernel's ``check_scalar`` takes it."""
    return {
        "expression": text(goal.expression),
        "domains": {symbol.name: str(domain) for symbol, domain in goal.domains.items()},
        "conditions": [text(fact) for fact, strict, _ in goal.facts if not strict],
        "positives": [text(fact) for fact, strict, _ in goal.facts if strict],
        "relation": ">" if goal.strict else ">=",
    }
