"""Steps of the scalar prover about Max, Min and Abs."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from typing import Any

import sympy
from sympy import Expr, S

from dpsym.kernel.rejection import UndefinedError
from dpsym.numeric import FAILURES, Goal, Region, vanishes
from dpsym.provers.elaboration.nodes import Elaborating, Json
from dpsym.provers.elaboration.reading import Data, _child, _expr, _of
from dpsym.provers.elaboration.text import NotShownError, text
from dpsym.provers.scalar.derivatives import derivative
from dpsym.provers.scalar.factoring import factored

MAX_CASES = 20


def maxima(e: Elaborating, goal: Goal, step: Data) -> Json:
    """Heads with factors taken out, one gap for each; where that fails by cases."""
    from dpsym.provers.elaboration.forms import region_of
    from dpsym.provers.scalar.extremes import simplified

    region = region_of(goal)
    terms: list[Any] = []
    for head in sorted(goal.expression.atoms(sympy.Max, sympy.Min), key=str):
        simple = simplified(head, region)
        name = sympy.Dummy("head")
        weight = derivative(goal.expression.xreplace({head: name}), name)
        if simple == head or not weight or weight.has(name):
            continue
        sign = 1 if Region(goal.domains).range(factored(weight)).nonnegative else -1
        gap = sign * (head - simple)
        terms.append(
            (factored(sign * weight), gap, lambda g, h=head, s=simple: _scaled(e, g, h, s))
        )
    return e.sum(goal, (S.One, _of(step, 0, goal), _child(e, step, 0)), *terms)


def _scaled(e: Elaborating, goal: Goal, head: Expr, simple: Expr) -> Json:
    """``Max(0, P*U)`` is ``P*Max(0, U)`` by the cases of U."""
    try:
        return e.sum(goal)
    except FAILURES:
        pass
    if not simple.has(sympy.Max, sympy.Min):
        first, second = head.args
        for gap in (first - second, second - first):
            try:
                return e.have(goal, gap, False, lambda g: e.auto(g, steps=False), e.sum)
            except NotShownError:
                continue
        raise ValueError(f"the order in {head} was not shown")
    (inner,) = simple.atoms(sympy.Max, sympy.Min)
    weight = simple.xreplace({inner: S.One})
    (on,) = [argument for argument in inner.args if argument != 0]
    (whole,) = [argument for argument in head.args if argument != 0]

    def side(sign: int) -> Any:
        def shown(g: Goal) -> Json:
            return e.sum(g, (weight, sign * on, e.leaf))

        return lambda g: e.have(g, sign * whole, False, shown, e.sum)

    return e.node(goal, "cases", {"on": text(on)}, nonnegative=side(1), negative=side(-1))


def extremes(e: Elaborating, goal: Goal, step: Data) -> Json:
    """A head replaced by each of its arguments."""
    head = _expr(step["detail"]["head"], goal)
    children = dict(zip(map(str, step["detail"]["choices"]), step["children"], strict=True))

    def grow(choice: Expr) -> Any:
        child = children.get(str(choice))
        return (lambda g: e.follow(g, child)) if child else e.auto

    return _choose(e, goal, head, grow, set(children))


def by_cases(e: Elaborating, goal: Goal) -> Json:
    """Every Max, Min and Abs by the signs of the differences of its arguments, innermost first."""
    heads = goal.expression.atoms(sympy.Max, sympy.Min, sympy.Abs)
    if not heads or e.depth > MAX_CASES:
        raise ValueError("no cases")
    for part in _parts_of_extremes(goal.expression):
        if not (_is_evident(goal, part) or _is_evident(goal, -part)):
            return _either_sign(e, goal, part)
    ahead = {head: best for head in heads if (best := _ahead(goal, head)) is not None}
    if ahead:
        form = goal.expression.xreplace(ahead)
        return e.rewritten(goal, form, lambda g: e.auto(g, cases=True))
    head = min(heads, key=lambda node: (node.count_ops(), str(node)))
    arguments = _arguments(head)
    for place, first in enumerate(arguments):
        for second in arguments[:place]:
            gap = sympy.expand(first - second)
            if not (_is_evident(goal, gap) or _is_evident(goal, -gap)):
                return _either_sign(e, goal, gap)
    raise ValueError(f"no order of the arguments of {head} is evident")


def _arguments(head: Expr) -> list[Expr]:
    return list(head.args) if head.func is not sympy.Abs else [head.args[0], -head.args[0]]


def _ahead(goal: Goal, head: Expr) -> Expr | None:
    """The argument that is the value of a head, where that is evident."""
    arguments, sign = _arguments(head), -1 if head.func is sympy.Min else 1
    for best in arguments:
        if all(_is_evident(goal, sign * (best - other)) for other in arguments if other != best):
            return best
    return None


def _parts_of_extremes(expr: Expr) -> list[Expr]:
    """What an expression made of Max and Min alone compares: their signs decide its own."""
    if not isinstance(expr, sympy.Max | sympy.Min):
        return []
    inside = [part for node in sympy.preorder_traversal(expr)
              if isinstance(node, sympy.Max | sympy.Min) for part in node.args]  # fmt: skip
    return [part for part in inside if not isinstance(part, sympy.Max | sympy.Min)]


def _is_evident(goal: Goal, gap: Expr) -> bool:
    try:
        return goal.region().range(gap).nonnegative
    except UndefinedError:
        return False


def _either_sign(e: Elaborating, goal: Goal, gap: Expr) -> Json:
    """Both cases of a sign; none where two facts add up to one sign."""
    again = lambda g: e.auto(g, cases=True)  # noqa: E731
    for signed in (gap, -gap):
        for first, second in combinations([fact for fact, _, _ in goal.facts], 2):
            if vanishes(first + second - signed, goal.region()):
                return e.have(goal, signed, False, lambda g: _chained(e, g), again)
    return e.node(goal, "cases", {"on": text(gap)}, nonnegative=again, negative=again)


def _choose(e: Elaborating, goal: Goal, head: Expr, grow: Any, kept: set[str]) -> Json:
    sign = -1 if head.func is sympy.Min else 1

    def crowned(current: Goal, best: Expr, beaten: list[Expr], rest: list[Expr]) -> Json:
        """The facts that the winner is ahead of all beaten ones."""
        if not beaten:
            return tournament(current, best, rest)
        gap = sign * (best - beaten[0])
        then = lambda g: crowned(g, best, beaten[1:], rest)  # noqa: E731
        return e.have(current, gap, False, lambda g: _chained(e, g), then)

    def tournament(current: Goal, best: Expr, others: list[Expr]) -> Json:
        if not others:
            put = current.expression.xreplace({head: best})
            return e.rewritten(current, put, grow(best))
        rival, *rest = others
        gap = sign * (best - rival)
        for on, winner in ((gap, best), (-gap, rival)):
            try:
                if current.region().range(on).nonnegative:
                    return tournament(current, winner, rest)
            except UndefinedError:
                pass
        for on, winner, other in ((gap, best, rival), (-gap, rival, best)):
            if str(winner) in kept and str(other) not in kept:
                then = lambda g, winner=winner: tournament(g, winner, rest)  # noqa: E731
                with suppress(NotShownError):
                    return e.have(current, on, False, lambda g: e.auto(g, steps=False), then)
        return e.node(
            current,
            "cases",
            {"on": text(gap)},
            nonnegative=lambda g: tournament(g, best, rest),
            negative=lambda g: crowned(g, rival, started[: len(started) - len(others)], rest),
        )

    started = _arguments(head)
    return tournament(goal, started[0], started[1:])


def _chained(e: Elaborating, goal: Goal) -> Json:
    """A difference as the sum of two facts."""
    for first, _, _ in goal.facts:
        for second, _, _ in goal.facts:
            try:
                return e.sum(goal, (S.One, first, e.leaf), (S.One, second, e.leaf))
            except FAILURES:
                continue
    return e.auto(goal, steps=False)
