"""What the steps of the scalar prover say, read for goals of the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Expr, S, Symbol

from dpsym.language.domains import Integers, Interval
from dpsym.numeric import Goal, vanishes
from dpsym.provers.elaboration.derived import divided, or_void, substituted
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


def _strictly(goal: Goal, symbol: Symbol, low: Expr) -> bool:
    """Whether a fact says that the variable is larger than a term."""
    return any(fact[1] and vanishes(fact[0] - symbol + low, goal.region()) for fact in goal.facts)


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
    if slope.free_symbols:
        # Between two terms the ends are attained; up to the end of the domain as there.
        beyond = value.xreplace({new: S.One}) - old.upper
        upper_open = isinstance(old, Interval) and old.upper_open
        upper_open = upper_open and vanishes(beyond, goal.region())
        domain = Interval(S.Zero, S.One, _strictly(goal, symbol, offset), upper_open)
    elif offset.free_symbols and isinstance(old, Integers):
        domain = Integers(S.Zero, S.Infinity)
    elif offset.free_symbols:
        domain = Interval(S.Zero, S.Infinity, _strictly(goal, symbol, offset), True)
    elif isinstance(old, Integers):
        domain = Integers(S.Zero, old.upper - old.lower if slope == 1 else S.Infinity)
    elif slope == 1:
        domain = Interval(S.Zero, old.upper - old.lower, old.lower_open, old.upper_open)
    else:
        domain = Interval(S.Zero, S.Infinity, old.upper_open, True)

    def changed(current: Goal) -> Json:
        return _changed(e, current, dict(rest), grow)

    def from_one(current: Goal) -> Json:
        return divided(e, current, new, S.Zero, lambda g: or_void(e, g), changed)

    apart = isinstance(old, Integers) and _strictly(goal, symbol, offset)
    then = from_one if apart else changed
    return substituted(e, goal, (symbol, value), (new, inverse, domain), then)
