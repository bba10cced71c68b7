"""Statements and renamed proofs for Coq."""

from __future__ import annotations

from sympy import Expr, Symbol

from dpsym.coq.notation import coq
from dpsym.language.domains import Integers
from dpsym.numeric import Domain, Goal


def statement(goal: Goal) -> str:
    """What a goal claims, where its variables are in scope."""
    return f"0 {'<' if goal.strict else '<='} {coq(goal.expression)}"


def domain_conditions(symbol: Symbol, domain: Domain, value: Expr | None = None) -> list[str]:
    """What membership of a domain says of a variable, or of a value in its place."""
    written = coq(symbol if value is None else value)
    found = [f"dpsym_integer {written}"] if isinstance(domain, Integers) else []
    for end, is_open, place in (
        (domain.lower, getattr(domain, "lower_open", False), 0),
        (domain.upper, getattr(domain, "upper_open", False), 1),
    ):
        if end.is_finite:
            sides = (coq(end), written) if place == 0 else (written, coq(end))
            found.append(f"{sides[0]} {'<' if is_open else '<='} {sides[1]}")
    return found


def indented(script: list[str]) -> list[str]:
    """The lines of a block."""
    return [f"  {line}" for line in script]
