"""Statements and renamed proofs for Coq."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.coq.notation import coq
from dpsym.kernel.scalar_goal import Goal, _read
from dpsym.kernel.scalar_ranges import Domain
from dpsym.language.domains import Integers


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


def _indented(script: list[str]) -> list[str]:
    return [f"  {line}" for line in script]


def _renamed(proof: Any, old: Symbol, new: Symbol) -> Any:
    """The proof with another name for a variable, in every text."""
    from dpsym.certification.scalar_text import text

    if isinstance(proof, Mapping):
        return {
            key: {new.name if n == old.name else n: d for n, d in part.items()}
            if key == "domains"
            else _renamed_text(key, part, old, new, text)
            if isinstance(part, str)
            else _renamed(part, old, new)
            for key, part in proof.items()
        }
    if isinstance(proof, list):
        return [
            _read_renamed(p, old, new, text) if isinstance(p, str) else _renamed(p, old, new)
            for p in proof
        ]
    return proof


def _renamed_text(
    key: str, part: str, old: Symbol, new: Symbol, text: Callable[[Expr], str]
) -> str:
    if key in ("variable", "forget"):
        return new.name if part == old.name else part
    if key in ("rule", "shape", "new", "domain"):
        return part
    if key == "tree":
        return " ".join(new.name if token == old.name else token for token in part.split())
    return _read_renamed(part, old, new, text)


def _read_renamed(part: str, old: Symbol, new: Symbol, text: Callable[[Expr], str]) -> str:
    expr = _read(part)
    return text(expr.xreplace({old: new})) if expr.has(old) else part


def _written_exponentials(expr: Expr) -> set[Expr]:
    """The exponentials that stand in the expression as it is written for Coq."""
    found = set(expr.atoms(sympy.exp))
    for node in expr.atoms(sympy.sinh, sympy.cosh, sympy.tanh):
        found |= {sympy.exp(node.args[0]), sympy.exp(-node.args[0], evaluate=False)}
    return {node for node in found if node.func is sympy.exp and node.args[0] != S.One}
