"""A recursive search for a proof that an expression is >= 0 on a region.

Rules (each step's goal follows from the goals of its children):

* ``sign``: the range of the expression, in the form named by the detail, is >= 0.
* ``identity``: the expression is zero, by exact rewriting.
* ``factor``: factors of known sign are dropped; every other factor times the sign is >= 0.
* ``form``: the child's expression has the same sign everywhere.
* ``shift``, ``halves``, ``orders``, ``relax``, ``close``: the region is described by other
  variables, or enlarged, also by leaving out conditions.
* ``monotone``: at one end of a variable's interval the expression is >= 0, it is continuous on
  the closed interval and its
  derivative on the open interval has the sign that leads away from that end.
* ``squares``: ``A + B*s`` with ``s = sqrt(u)``: A >= 0 and ``A**2 - B**2*u >= 0``, or B >= 0 and
  ``B**2*u - A**2 >= 0``.
* ``drop``: a nonnegative term is left out.
* ``puncture``, ``cut``: an interval is divided, the pieces are treated apart.
* ``boxes``: the bisection tree of the detail covers the closed domain, and balls decide on every
  leaf.
* ``discriminant``: a quadratic with positive leading coefficient and discriminant <= 0.
* ``quasiconcave``: the derivative has the sign of ``factor``, which decreases, or is >= 0 at the
  lower end and whose derivative has the sign of the first of ``then``, and so on; the last
  decreases. So the derivative is first >= 0, then <= 0, and the goal holds at both ends.
* ``conditions``, ``zero``, ``combine``: see :mod:`dpsym.provers.scalar.conditions`.
* ``tangent``, ``chord``, ``bernstein``: see :mod:`dpsym.provers.scalar.bounds`.
* ``lemma``: see :mod:`dpsym.provers.scalar.lemmas`.
* ``concave``, ``stationary``, ``diagonal``: see :mod:`dpsym.provers.scalar.convexity`.
* ``maxima``, ``extremes``: see :mod:`dpsym.provers.scalar.extremes`.
* ``rationalise``: see :mod:`dpsym.provers.scalar.roots`.
* ``squares of polynomials``: see :mod:`dpsym.provers.scalar.sums`.
* ``induction``: see :mod:`dpsym.provers.scalar.integers`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import sympy

from dpsym.provers.scalar import (
    algebra,
    bounds,
    conditions,
    convexity,
    division,
    extremes,
    integers,
    lemmas,
    monotonicity,
    regions,
    roots,
    sums,
)
from dpsym.provers.scalar.goal import Candidate, Goal, Step, size
from dpsym.provers.scalar.sampling import counterexample
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.variants import Core, core, evident, forms

Rule = Callable[["Search", Goal, Region, int], Step | None]
MAX_OPERATIONS = 400


class OutOfTimeError(Exception):
    """The search has used its time."""


class Search:
    """One search with its deadline and the lemmas it may use, what it has proved, and the depth at
    which each goal failed.
    """

    def __init__(self, seconds: float) -> None:
        self.resume(seconds)
        self.lemmas: tuple[lemmas.Lemma, ...] = lemmas.LEMMAS
        self.proved: dict[Goal, Step] = {}
        self.failed: dict[Goal, int] = {}
        self.false: dict[Goal, bool] = {}
        self.uncovered: set[Goal] = set()
        self.active: set[Goal] = set()
        self.candidates: dict[Goal, list[Candidate]] = {}
        self.wider: dict[Goal, Goal | None] = {}
        self.fewer: dict[Goal, Goal] = {}
        self.sums: dict[Goal, Step | None] = {}
        self.last: Goal | None = None
        self.inductions = 0

    def resume(self, seconds: float) -> None:
        """Allows so many seconds from now."""
        self.deadline = time.thread_time() + seconds

    def check_time(self) -> None:
        """Raises :class:`OutOfTimeError` after the deadline."""
        if time.thread_time() > self.deadline:
            raise OutOfTimeError

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Runs the block with a nearer deadline; when that passes, the block ends quietly."""
        whole = self.deadline
        self.deadline = min(whole, time.thread_time() + seconds)
        try:
            yield
        except OutOfTimeError:
            if time.thread_time() > whole:
                raise
        finally:
            self.deadline = whole

    def refuted(self, goal: Goal) -> bool:
        """Whether a sampled point shows that the goal is false."""
        if goal not in self.false:
            self.false[goal] = counterexample(goal, 80) is not None
        return self.false[goal]

    def prove(self, goal: Goal, depth: int) -> Step | None:
        """Evidence for the goal, or None."""
        self.check_time()
        goal = regions.with_assumptions(goal)
        if goal in self.proved:
            return self.proved[goal]
        if depth < 0 or self.failed.get(goal, -1) >= depth or goal in self.active:
            return None
        self.active.add(goal)
        try:
            step = self._attempt(goal, depth)
        finally:
            self.active.discard(goal)
        if step is None:
            self.failed[goal] = max(depth, self.failed.get(goal, -1))
            self.last = goal
        else:
            self.proved[goal] = step
        return step

    def _needed(self, goal: Goal) -> Goal:
        if goal not in self.fewer:
            self.fewer[goal] = conditions.needed(goal, self.refuted)
        return self.fewer[goal]

    def _attempt(self, goal: Goal, depth: int) -> Step | None:
        region = Region.of(goal)
        step = _sign(goal, region)
        if step is not None:
            return step
        if not goal.domains:
            return _constant(goal, region)
        if self.refuted(goal):
            return None
        moved, detail = regions.shifted(goal)
        if detail:
            child = self.prove(moved, depth)
            return None if child is None else Step("shift", goal, detail, (child,))
        absorbed = regions.ordered(goal)
        if absorbed is not None:
            child = self.prove(absorbed[0], depth)
            return None if child is None else Step("order", goal, absorbed[1], (child,))
        if goal.conditions or goal.positives:
            simpler = conditions.normalized(goal)
            if simpler is not None:
                child = self.prove(simpler[0], depth)
                return None if child is None else Step("conditions", goal, simpler[1], (child,))
            fewer = self._needed(goal)
            child = None if fewer == goal else self.prove(fewer, depth)
            if child is not None:
                return Step("close", goal, (), (child,))
        if goal.expression.has(sympy.Max, sympy.Min, sympy.Abs):
            return extremes.maxima(self, goal, region, depth) or extremes.extremes(
                self, goal, region, depth
            )
        for rule in EARLY:
            step = rule(self, goal, region, depth)
            if step is not None:
                return step
        return self._by_core(goal, region, depth)

    def _by_core(self, goal: Goal, region: Region, depth: int) -> Step | None:
        parts = core(goal.expression, region)
        if parts is None:
            return self._by_rules(goal, region, depth)
        if parts.sign == 0:
            return None if goal.strict else Step("identity", goal)
        if not parts.unknown:
            if parts.sign < 0 or (goal.strict and not parts.strict):
                return None
            return Step("factor", goal, parts.detail())
        if goal.strict and not parts.strict:
            return self._by_rules(goal, region, depth)
        if len(parts.unknown) == 1:
            rest = replace(goal, expression=parts.sign * parts.unknown[0])
            rest = _where_nonzero(rest, parts, region)
            if rest == goal:
                return self._by_rules(goal, region, depth)
            child = self.prove(rest, 0)
            step = None
            if child is None and size(goal.expression) < size(rest.expression):
                step = monotonicity.monotone(self, goal, region, depth)
            child = child or (None if step else self.prove(rest, depth))
            return step if child is None else Step("factor", goal, parts.detail(), (child,))
        for signs in _sign_choices(parts.sign, len(parts.unknown)):
            goals = [
                replace(goal, expression=sign * part)
                for sign, part in zip(signs, parts.unknown, strict=True)
            ]
            if any(self.refuted(child) for child in goals):
                continue
            children = self.prove_all(goals, depth)
            if children is not None:
                return Step("factor", goal, (*parts.detail(), ("signs", list(signs))), children)
        whole = parts.sign * sympy.Mul(*parts.unknown)
        rest = replace(goal, expression=sympy.expand(whole))
        return self._by_rules(rest if not goal.strict else goal, region, depth, goal)

    def _by_each_rule(self, goal: Goal, region: Region, depth: int) -> Step | None:
        for rule in RULES:
            self.check_time()
            step = rule(self, goal, region, depth)
            if step is not None:
                return step
        return None

    def prove_all(self, goals: list[Goal], depth: int) -> tuple[Step, ...] | None:
        """Evidence for all goals; None when one has none."""
        children = []
        for goal in goals:
            child = self.prove(goal, depth)
            if child is None:
                return None
            children.append(child)
        return tuple(children)

    def _by_rules(
        self, goal: Goal, region: Region, depth: int, whole: Goal | None = None
    ) -> Step | None:
        if size(goal.expression) > MAX_OPERATIONS:
            return None
        reason = evident(goal.expression, region)
        if reason is not None and not goal.strict:
            step: Step | None = Step("sign", goal, (("form", reason),))
        elif (wider := close(self, goal)) is not None:
            child = self.prove(wider, depth)
            step = None if child is None else Step("close", goal, (), (child,))
            step = step or convexity.stationary(self, goal, region, depth)
            if step is None and depth and _loses_forms(goal, region, Region.of(wider)):
                step = self._by_each_rule(goal, region, depth)
        else:
            step = self._by_each_rule(goal, region, depth)
        if step is None or whole is None or whole == goal:
            return step
        return Step("factor", whole, (("product", str(goal.expression)),), (step,))


def _loses_forms(goal: Goal, region: Region, wider: Region) -> bool:
    """Whether some form of the expression exists on the region alone."""
    return len(forms(goal.expression, wider)) < len(forms(goal.expression, region))


def _where_nonzero(goal: Goal, parts: Core, region: Region) -> Goal:
    """The goal where the dropped factors do not vanish; elsewhere their product is zero."""
    if goal.strict or parts.strict or not goal.conditions:
        return goal
    more = [
        sympy.expand(base if region.nonnegative(base) else -base)
        for base, _ in parts.dropped
        if (region.nonnegative(base) and not region.positive(base))
        or (region.nonnegative(-base) and not region.positive(-base))
    ]
    new = tuple(expr for expr in more if expr not in goal.positives)
    return replace(goal, positives=(*goal.positives, *new)) if new else goal


def _sign_choices(sign: int, count: int) -> Iterator[tuple[int, ...]]:
    if count > 4:
        return
    for mask in range(2**count):
        signs = tuple(-1 if mask >> i & 1 else 1 for i in range(count))
        if sympy.prod(signs) == sign:
            yield signs


def _sign(goal: Goal, region: Region) -> Step | None:
    found = region.range(goal.expression)
    if found is None:
        return None
    if found.positive or (found.nonnegative and not goal.strict):
        return Step("sign", goal, (("form", "range"),))
    return None


def _constant(goal: Goal, region: Region) -> Step | None:
    """A number that is zero; every other one has a sign."""
    parts = None if goal.strict else core(goal.expression, region)
    return Step("identity", goal) if parts is not None and parts.sign == 0 else None


def close(search: Search, goal: Goal) -> Goal | None:
    """The goal with its open finite ends closed, where the expression is continuous there and the
    claim may hold.
    """
    if goal.strict:
        return None
    if goal not in search.wider:
        search.wider[goal] = regions.closed(goal)
    wider = search.wider[goal]
    if wider is None or wider in search.active or search.refuted(wider):
        return None
    return wider


EARLY: tuple[Rule, ...] = (bounds.tangent, bounds.chord, lemmas.heads)
RULES: tuple[Rule, ...] = (
    algebra.polynomial,
    algebra.discriminant,
    bounds.bernstein,
    sums.squares_of_polynomials,
    conditions.zero,
    division.halves,
    roots.rationalise,
    convexity.diagonal,
    division.order,
    integers.induction,
    conditions.combine,
    algebra.drop,
    monotonicity.monotone,
    algebra.squares,
    monotonicity.quasiconcave,
    convexity.concave,
    convexity.stationary,
    division.relax,
    division.puncture,
    division.boxes,
    division.cut,
)
