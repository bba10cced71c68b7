"""What the steps of the scalar prover say, read for goals of the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Expr, S, Symbol

from dpsym.language.domains import Integers, Interval
from dpsym.numeric import Goal, vanishes
from dpsym.provers.elaboration.derived import substituted
from dpsym.provers.elaboration.nodes import Elaborating, Json
from dpsym.provers.scalar.derivatives import derivative

Data = Mapping[str, Any]


def _expr(source: str, goal: Goal) -> Expr:
    from dpsym.provers.elaboration.text import read

    return read(source, {symbol.name: None for symbol in goal.domains})


def _child(e: Elaborating, step: Data, place: int) -> Any:
    return lambda goal: e.follow(goal, step["children"][place])


def _of(step: Data, place: int, goal: Goal) -> Expr:
    return _expr(step["children"][place]["goal"]["expression"], goal)


def _changed(e: Elaborating, goal: Goal, detail: Data, grow: Any) -> Json:
    """The goal in the variables of a detail, ``old name -> value``."""
    items = list(detail.items())
    if not items:
        return grow(goal)  # type: ignore[no-any-return]
    (name, source), *rest = items
    symbol, value = Symbol(name), _expr(source, goal)
    old = goal.domains[symbol]
    (new,) = [s for s in value.free_symbols if s not in goal.domains or s == symbol] or [symbol]
    slope = derivative(value, new)
    offset = value.xreplace({new: S.Zero})
    inverse = (symbol - offset) / slope
    domain: Any
    if offset.free_symbols:
        strict = any(f[1] and vanishes(f[0] - symbol + offset, goal.region()) for f in goal.facts)
        unbounded = old.upper is S.Infinity
        upper_open = unbounded or (isinstance(old, Interval) and old.upper_open)
        domain = Interval(S.Zero, S.Infinity if unbounded else S.One, strict, upper_open)
    elif isinstance(old, Integers):
        domain = Integers(S.Zero, old.upper - old.lower if slope == 1 else S.Infinity)
    elif slope == 1:
        domain = Interval(S.Zero, old.upper - old.lower, old.lower_open, old.upper_open)
    else:
        domain = Interval(S.Zero, S.Infinity, old.upper_open, True)
    return substituted(
        e,
        goal,
        (symbol, value),
        (new, inverse, domain),
        lambda g: _changed(e, g, dict(rest), grow),
    )
