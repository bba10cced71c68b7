"""From the steps of the scalar prover to proofs that the kernel's scalar rules accept.

Nothing here is trusted: every node is built by asking the kernel's own rule for the goals of its
children, and where a step has no counterpart, or the kernel sees less than the prover did, other
proofs are searched.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.errors import DpsymError
from dpsym.kernel.rejection import UndefinedError
from dpsym.numeric import (
    FAILURES,
    RULES,
    Duty,
    Goal,
    duties,
    expression,
    polynomial,
    settle,
    vanishes,
)
from dpsym.provers.elaboration.affine import affine
from dpsym.provers.elaboration.derived import (
    HALF_LINE,
    apart,
    by_facts,
    enlarged,
    generalized,
    has_value,
    introduced,
    joined,
    multiplied,
    wanted,
    without_idle,
)
from dpsym.provers.elaboration.exponentials import grown
from dpsym.provers.elaboration.extremes import by_cases
from dpsym.provers.elaboration.forms import (
    exponential_gaps,
    forms,
    innermost_first,
    is_negative_somewhere,
    lifted,
    polishable,
    prover_goal,
)
from dpsym.provers.elaboration.nodes import Grow, Json
from dpsym.provers.elaboration.roots import rooted, unsquared
from dpsym.provers.elaboration.steps import STEPS
from dpsym.provers.elaboration.text import MissingError, NotShownError, goal_json, goal_of, text
from dpsym.provers.elaboration.vanishing import nonvanishing
from dpsym.provers.elaboration.wrapped import claimed, shown

SECONDS = 30.0
"""Of the thread, so that what is certified does not depend on what else the machine does."""
MAX_DEPTH = 24
FRAMES = 10_000
SUMS = joined, multiplied, rooted, unsquared, nonvanishing
"""What is tried with a goal that no range of a form of it decides."""


def certify_scalar(
    evidence: Mapping[str, Any],
    *,
    seconds: float = SECONDS,
    within: Mapping[str, Any] | None = None,
) -> tuple[Json, Json]:
    """The goal of a proof's evidence and a proof of it for the kernel, both as JSON data.

    Rules name facts by their places, which are those of the goal ``within`` which it is shown.

    Raises:
        MissingError: no such proof was found.
    """
    builder = Elaborator(time.thread_time() + seconds)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, FRAMES))
    try:
        goal, idle = without_idle(goal_of(claimed(evidence, within)))
        return goal_json(goal), introduced(
            builder, goal, idle, lambda g: shown(builder, g, evidence)
        )
    except FAILURES as error:
        raise MissingError(f"{type(error).__name__}: {error}") from error
    finally:
        sys.setrecursionlimit(limit)


class Elaborator:
    """One elaboration with its deadline."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        self.depth = 0
        self.calls = 0
        self.names = 0
        self.known: dict[tuple[Any, ...], Json | tuple[int, Exception]] = {}

    def node(self, goal: Goal, rule: str, parameters: Json, **parts: Grow) -> Json:
        """A node whose children are grown from the goals that the kernel computes."""
        proof: Json = {"rule": rule, **parameters}
        children: list[tuple[Goal, Any]] = []
        RULES[rule](goal, proof, lambda child, name: children.append((child, name)))
        for child, name in children:
            if isinstance(name, str):
                proof[name] = parts[name](child)
            else:
                proof[name[0]][name[1]][2] = parts[f"{name[0]}{name[1]}"](child)
        return proof

    def sum(
        self, goal: Goal, *terms: tuple[Expr, Expr, Grow], met: frozenset[Expr] = frozenset()
    ) -> Json:
        """A sum of weights times expressions, the goal in shorter forms until one comes again."""
        written = [e for weight, part, _ in terms for e in (weight, part)]
        missing = self.missing(goal, tuple(d for e in written for d in duties(e)))
        if missing is not None:
            return self.supplied(goal, missing, lambda g: self.sum(g, *terms, met=met), self.auto)
        try:
            return self.added(goal, *terms)
        except ValueError as error:
            if "may be negative" in str(error):
                return self._weighed(goal, *terms)
            parts = polishable(goal) if "add up" in str(error) else []
            for part in parts if len(parts) > 1 else ():
                with suppress(MissingError, *FAILURES):
                    return self.replaced(goal, [part], lambda g: self.added(g, *terms))
            if not parts or goal.expression in met:
                raise
            known = met | {goal.expression}
            return self.replaced(goal, parts, lambda g: self.sum(g, *terms, met=known))

    def added(self, goal: Goal, *terms: tuple[Expr, Expr, Grow]) -> Json:
        """A sum of weights times expressions, all of which are evidently defined."""
        listed = [[text(weight), text(part), None] for weight, part, _ in terms]
        grows = {f"terms{i}": grow for i, (_, _, grow) in enumerate(terms)}
        return self.node(goal, "sum", {"terms": listed}, **grows)

    def _weighed(self, goal: Goal, *terms: tuple[Expr, Expr, Grow]) -> Json:
        """A sum with one weight that is shown to be >= 0, where its range does not tell."""
        region = goal.region()
        weight, *more = {w for w, _, _ in terms if not region.range(w).nonnegative}
        if more or is_negative_somewhere(goal, weight):
            raise MissingError("a weight may be negative")
        shown = lambda g: self.auto(g, steps=False)  # noqa: E731
        return self.have(goal, weight, False, shown, lambda g: self.added(g, *terms))

    def leaf(self, goal: Goal) -> Json:
        """The range of the expression."""
        return self.node(goal, "range", {})

    def replaced(self, goal: Goal, parts: list[tuple[Expr, Expr]], grow: Grow) -> Json:
        """The goal with parts in other forms."""
        if not parts:
            return grow(goal)
        (old, new), *rest = parts
        pair = {"old": text(old), "new": text(new)}
        return self.node(goal, "replace", pair, proof=lambda g: self.replaced(g, rest, grow))

    def rewritten(self, goal: Goal, form: Expr, grow: Grow) -> Json:
        """The goal in another form."""
        if goal.expression == form:
            return grow(goal)
        return self.sum(goal, (S.One, form, grow))

    def have(
        self, goal: Goal, fact: Expr, strict: bool, proof: Grow, then: Grow, *, local: bool = False
    ) -> Json:
        """A fact, then the goal; nothing where the fact is evident.

        A fact is shown on the whole domains where that can be, and if it is not said to be local.
        """
        if self.evident(goal, fact, strict):
            return then(goal)
        free = tuple(f for f in goal.facts if f[2])
        ways = (True, False) if free != goal.facts else (True,)
        local = local or not has_value(replace(goal, facts=free).region(), fact)
        parameters, shown = self._shown(goal, fact, strict, proof, ways[local:] or ways)
        return self.node(goal, "have", parameters, proof=lambda g: shown, then=then)

    def evident(self, goal: Goal, fact: Expr, strict: bool) -> bool:
        """Whether ranges say a fact, also of its normal form, in which logarithms fall apart."""
        region = goal.region()
        if not has_value(region, fact):
            return False
        shapes = [fact, expression(polynomial(fact, region))] if fact.has(sympy.log) else [fact]
        try:
            found = list(map(region.range, shapes))
        except UndefinedError:
            return False
        return all(f.positive or (f.nonnegative and not strict) for f in found)

    def _shown(
        self, goal: Goal, fact: Expr, strict: bool, proof: Grow, ways: tuple[bool, ...]
    ) -> tuple[Json, Json]:
        """The parameters and the proof of a fact."""
        first: Exception | None = None
        for free in ways:
            parameters = {"fact": text(fact), "strict": strict, "free": free}
            try:
                whole = self.node(goal, "have", parameters, proof=proof, then=lambda g: {})
            except (MissingError, *FAILURES) as error:
                first = first or error
                continue
            return parameters, whole["proof"]
        raise NotShownError(f"{fact} was not shown: {first}")

    def fresh(self, goal: Goal, stem: str) -> Symbol:
        """A name that is no variable of the goal."""
        self.names += 1
        name = f"{stem}{self.names}"
        return Symbol(name) if Symbol(name) not in goal.domains else self.fresh(goal, stem)

    # -- search --------------------------------------------------------------------------------

    def settled(self, goal: Goal, grow: Grow, *about: Expr) -> Json:
        """The goal after all that it and what is said about it need to be defined became facts."""
        missing = self.missing(goal, tuple(d for expr in about for d in duties(expr)))
        if missing is None:
            return grow(goal)
        return self.supplied(goal, missing, lambda g: self.settled(g, grow, *about), self.auto)

    def missing(self, goal: Goal, more: tuple[Duty, ...] = ()) -> Duty | None:
        """The innermost duty that ranges do not settle."""
        wanted = (*goal.duties, *duties(goal.expression), *more)
        region = goal.region()
        with suppress(UndefinedError):
            settle(region, wanted)
            return None
        for duty in innermost_first(wanted):
            try:
                settle(region, [duty])
            except UndefinedError:
                return duty
        return None

    def supplied(self, goal: Goal, duty: Duty, grow: Grow, shown: Grow) -> Json:
        """The goal with a fact that settles a duty, which is shown in a way."""
        for fact, strict in wanted(*duty):
            if self.evident(goal, fact, strict):
                continue
            try:
                return self.have(goal, fact, strict, shown, grow)
            except NotShownError:
                continue
        raise MissingError(f"not shown to be defined: {duty}")

    def auto(self, goal: Goal, *, steps: bool = True, cases: bool = False) -> Json:
        """A proof of the goal by ranges of its forms, or by the prover."""
        if time.thread_time() > self.deadline or self.depth > MAX_DEPTH:
            raise MissingError(f"out of effort at {goal.expression}")
        key = (goal.expression, *goal.domains.items(), goal.facts, goal.strict, goal.duties)
        known = self.known.get((*key, steps, cases))
        if isinstance(known, dict):
            return known
        if known is not None and known[0] <= self.depth:
            raise known[1].with_traceback(None)
        self.depth += 1
        self.known[*key, steps, cases] = 0, MissingError(f"{goal.expression} leads back to itself")
        try:
            made = self.settled(goal, lambda g: self._auto(g, steps, cases))
        except (MissingError, *FAILURES) as error:
            self.known[*key, steps, cases] = self.depth - 1, error
            raise
        finally:
            self.depth -= 1
        self.known[*key, steps, cases] = made
        return made

    def _auto(self, goal: Goal, steps: bool, cases: bool) -> Json:
        here = Elaborator
        with suppress(MissingError, *FAILURES):
            return self.leaf(goal)
        if is_negative_somewhere(goal, goal.expression):
            raise MissingError(f"{goal.expression} is negative somewhere")
        for attempt in (by_facts, here.by_forms, apart, here._lifted, affine, *SUMS, grown):
            try:
                return attempt(self, goal)
            except (MissingError, *FAILURES) as error:
                last = error
        if cases or steps:
            try:
                return by_cases(self, goal)
            except (MissingError, *FAILURES) as error:
                last = error
        if not steps or self.calls > 60:
            raise MissingError(f"{goal.expression}: {last}")
        self.calls += 1
        return self._by_prover(goal)

    def by_forms(self, goal: Goal) -> Json:
        """The range of another form."""
        region = goal.settled()
        if not goal.strict and vanishes(goal.expression, region):
            return self.sum(goal)
        for form in forms(goal):
            try:
                found = region.range(form)
            except UndefinedError:
                continue
            if found.positive or (found.nonnegative and not goal.strict):
                try:
                    return self.sum(goal, (S.One, form, self.leaf))
                except FAILURES:
                    continue
        for gap in exponential_gaps(goal):
            with suppress(*FAILURES):
                return self.sum(goal, (S.One, gap, self.leaf))
        raise MissingError(f"no form of {goal.expression} is evident")

    def _lifted(self, goal: Goal) -> Json:
        """Every exponential >= 1 as 1 + g."""
        found = lifted(goal)
        if found is None or goal.strict:
            raise MissingError("nothing to lift")
        whole, parts = found
        names = {dummy: self.fresh(goal, "g") for dummy, _ in parts}

        def rest(current: Goal, left: list[tuple[Symbol, Expr]]) -> Json:
            if not left:
                try:
                    return self.rewritten(current, whole.xreplace(names), self.leaf)
                except FAILURES:
                    return self.by_forms(current)
            dummy, exponential = left[0]
            form = current.expression.xreplace({exponential: 1 + names[dummy]})
            value = names[dummy], exponential - 1, HALF_LINE
            return generalized(self, current, value, form, lambda g: rest(g, left[1:]))

        return self.rewritten(goal, sympy.expand(goal.expression), lambda g: rest(g, parts))

    def _by_prover(self, goal: Goal) -> Json:
        from dpsym.provers.scalar.prove import begin
        from dpsym.provers.scalar.search import OutOfTimeError

        search = begin(min(4.0, max(0.1, self.deadline - time.thread_time())))
        try:
            asked = prover_goal(goal)
            for depth in range(4):
                step = search.prove(asked, depth)
                if step is not None:
                    return self.follow(goal, step.to_json(), again=False)
        except (OutOfTimeError, DpsymError) as error:
            raise MissingError(f"{goal.expression}: {error}") from error
        raise MissingError(f"the prover finds nothing for {goal.expression} on {goal.domains}")

    # -- steps ---------------------------------------------------------------------------------

    def follow(self, goal: Goal, step: Mapping[str, Any], *, again: bool = True) -> Json:
        """A proof of the goal along a step of the prover, or else by search."""
        if time.thread_time() > self.deadline:
            raise MissingError("out of time")

        def along(current: Goal) -> Json:
            parts = step["rule"] == "cut" and self.missing(current) is not None
            if parts or step["rule"] in ("defined", "edge"):
                return STEPS[step["rule"]](self, current, step)
            return self.settled(current, lambda g: self._along(g, step))

        return self.otherwise(goal, step["rule"], along, again=again)

    def otherwise(self, goal: Goal, words: str, along: Grow, *, again: bool = True) -> Json:
        """A proof of the goal that is grown so, or else by search."""
        try:
            return along(goal)
        except (MissingError, *FAILURES) as error:
            if not again:
                raise MissingError(f"{words}: {error}") from error
            try:
                return self.auto(goal)
            except (MissingError, *FAILURES) as other:
                raise MissingError(f"{words}: {error}; then {other}") from error

    def _along(self, goal: Goal, step: Mapping[str, Any]) -> Json:
        target = goal_of(step["goal"])
        used = {s: d for s, d in target.domains.items() if goal.domains.get(s) != d}
        if not set(target.domains) <= set(goal.domains):
            raise MissingError(f"{step['rule']} is about other variables")
        if used:
            known = tuple(f for f in target.facts if f[1] and self.evident(goal, f[0], True))
            return enlarged(self, goal, used, lambda g: self.follow(g, step, again=False), known)
        try:
            return self.leaf(goal)
        except FAILURES:
            rule = STEPS.get(step["rule"])
        if rule is None:
            raise MissingError(f"the rule {step['rule']} has no counterpart")
        return self.rewritten(goal, target.expression, lambda g: rule(self, g, step))
