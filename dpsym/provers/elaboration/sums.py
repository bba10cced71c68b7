"""Sums that are compared term by term."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.numeric import Goal
from dpsym.provers.elaboration.nodes import Elaborating, Grow, Json
from dpsym.provers.elaboration.reading import Data, _child, _expr
from dpsym.provers.elaboration.text import read, text


def termwise(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Each term with its part of what telescopes, and the rest."""
    detail = step["detail"]
    parts = [(_expr(weight, goal), _expr(part, goal)) for weight, part in detail["sums"]]
    index = Symbol(detail["index"])
    by = _indexed(detail["by"], goal, index)
    rest = _expr(detail["rest"], goal)
    grows = _child(e, step, 0), _child(e, step, 1)
    ends = {"longer": _child(e, step, 2)} if detail.get("ends") else {}
    return _compared(e, goal, index, parts, by, rest, grows, ends)


def recurrence(e: Elaborating, goal: Goal, step: Data) -> Json:
    """The first value, and the factor by which all grows beside what telescopes."""
    detail, index = step["detail"], Symbol(step["detail"]["index"])
    symbol = Symbol(detail["variable"])
    weight, node, rest, ratio = (
        _expr(detail[key], goal) for key in ("weight", "sum", "rest", "ratio")
    )
    by = _indexed(detail["by"], goal, index)
    known, following = goal.expression, {symbol: symbol + 1}
    body, (own, low, high) = node.args
    later = body.xreplace(following)
    last = later.xreplace({own: high.xreplace(following)})
    shorter = sympy.Sum(later, (own, low, high))
    left = weight * last + rest.xreplace(following) - ratio * rest
    parts = [(weight, shorter), (-ratio * weight, node)]

    def rise(current: Goal) -> Json:
        grown = lambda g: e.have(g, high + 1 - index, False, e.auto, e.auto, local=True)  # noqa: E731
        return _compared(e, current, index, parts, by, left, (grown, e.auto))

    def onward(current: Goal) -> Json:
        gap = known.xreplace(following) - ratio * known
        return e.sum(current, (ratio, known, e.leaf), (S.One, gap, rise))

    def induced(current: Goal) -> Json:
        parts_ = {"first": _child(e, step, 0), "step": onward}
        return e.node(current, "induction", {"variable": symbol.name}, **parts_)

    return e.have(goal, ratio, False, _child(e, step, 1), induced)


def _indexed(source: str, goal: Goal, index: Symbol) -> Expr:
    return read(source, {symbol.name: None for symbol in (*goal.domains, index)})


def _compared(
    e: Elaborating,
    goal: Goal,
    index: Symbol,
    parts: list[tuple[Expr, Expr]],
    by: Expr,
    rest: Expr,
    grows: tuple[Grow, Grow],
    ends: Mapping[str, Grow] = MappingProxyType({}),
) -> Json:
    parameters: dict[str, Any] = {
        "index": index.name,
        "by": text(by),
        "rest": text(rest),
        "sums": [[text(weight), text(part)] for weight, part in parts],
    }
    if ends:
        parameters["ends"] = True
    each, left = grows
    return e.node(goal, "termwise", parameters, each=each, left=left, **ends)
