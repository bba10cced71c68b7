"""Points of a claim at which all of its hypotheses hold by construction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from sympy import Basic, Eq, Expr, S, Symbol, log
from sympy.core.relational import Relational

from dpsym.arguments import taking
from dpsym.errors import EvaluationError
from dpsym.games.expressions import task
from dpsym.language.claim import Claim
from dpsym.language.domains import Sort
from dpsym.language.families import refuse_families
from dpsym.language.printing import text
from dpsym.strategies import objects
from dpsym.strategies.elementary import draw_kernel, draw_law
from dpsym.strategies.exact import finite
from dpsym.strategies.families import checked_families
from dpsym.strategies.plan import (
    Plan,
    exponential,
    forced_size,
    kernel_inputs,
    make_plan,
    rounds,
    row_length,
)
from dpsym.strategies.protocol_trees import draw_task, parties_of, protocol_within
from dpsym.strategies.scalars import (
    Range,
    at_most,
    candidates,
    certainly,
    draw_number,
    is_plain,
    narrowed,
)

_ATTEMPTS, _CORNERS = 40, 30
_SMALL_ODDS = S(3)


class _InfeasibleError(Exception):
    """Numbers drawn so far leave none for the hypothesis in the message."""


@taking
def points(
    claim: Claim, *, families: Iterable[str] | None = None
) -> SearchStrategy[dict[Symbol, Basic]]:
    """Values for every name of a claim, such that all of its hypotheses hold.

    Laws are ``Finite(...)`` with rational probabilities and mechanisms ``FiniteMechanism(...)``,
    or mechanisms of the named ``families`` (see :data:`FAMILIES`; by default those the
    conclusions are known to have enclosures for). Numbers are rationals, logarithms of rationals,
    or the exact end that a hypothesis sets them.

    A number that stands alone as the bound of a hypothesis about laws is read off the laws half of
    the time, as the least value with which the hypothesis holds; otherwise numbers come first, and
    laws are made to fit them: by a construction that reaches the edge where one is known, else by
    moving the laws toward their mean. Relations between numbers cut the range from which the last
    of their names is drawn. A draw that leaves no number for a later name begins again, at most
    forty times.

    Shrinks toward uniform laws on two outcomes and numbers such as 1, 0 and 2.

    Guarantees:
        every hypothesis holds at every point: exactly, or by bounds rounded to the safe side
        that use none of the enclosures.

    Raises:
        EvaluationError: a hypothesis cannot be honoured by construction; the message names it.

    >>> from dpsym.language.parser import parse_claim
    >>> from dpsym.strategies import simplest
    >>> simplest(points(parse_claim("PureDP(M, eps) => ZCDP(M, eps**2/2)")))
    {M: RandomizedResponse(0), eps: 0}
    """
    refuse_families(claim, "random values")
    return _points(make_plan(claim), checked_families(families))


@st.composite
def _points(draw: DrawFn, plan: Plan, families: frozenset[str] | None) -> dict[Symbol, Basic]:
    why = ""
    for attempt in range(_ATTEMPTS):
        try:
            values = _Assignment(plan, draw, families, attempt).complete()
        except _InfeasibleError as reason:
            why = str(reason)
            continue
        return {name: values[name] for name, _ in plan.claim.domains}
    raise EvaluationError(f"no point was found within the hypothesis {why}")


@dataclass(slots=True)
class _Assignment:
    """One point in the making."""

    plan: Plan
    draw: DrawFn
    families: frozenset[str] | None
    attempt: int
    values: dict[Symbol, Expr] = field(default_factory=dict)

    def complete(self) -> dict[Symbol, Basic]:
        """The values of all names."""
        plan, draw = self.plan, self.draw
        forced = bool(plan.nameless) or bool(plan.claim.objects(Sort.PROTOCOL))
        reads = bool(plan.readable) and (forced or draw(st.booleans()))
        read = plan.readable if reads else frozenset()
        for name in plan.domains:
            if name in plan.early and name not in read:
                self.values[name] = self.number(name)
        made = self.objects()
        for name in plan.domains:
            if name in read:
                self.values[name] = self.reading(name, made.least)
        for name in plan.domains:
            if name not in self.values:
                self.values[name] = self.number(name)
        return {**self.values, **made.values}

    def objects(self) -> objects.Made:
        """The laws, mechanisms, kernels and random variables, given the early numbers."""
        plan, draw = self.plan, self.draw
        length = row_length(plan.claim, self.values)
        size = forced_size(plan.claim) or draw(
            st.integers(2, _most(rounds(plan.claim, self.values)))
        )
        scene = objects.Scene(plan.claim, self.values, length, size, self.families)
        made = objects.Made()
        try:
            for component in plan.laws:
                objects.draw_component(draw, scene, component, made)
            objects.draw_mechanisms(draw, scene, plan.mechanisms, made)
            objects.heed(scene, plan.nameless, made)
        except objects.UnfitError as failure:
            raise _InfeasibleError(str(failure)) from None
        for name in plan.claim.objects(Sort.KERNEL):
            made.values[name] = objects.kernel(
                draw_kernel(draw, kernel_inputs(plan.claim, name, made.values, size), size)
            )
        for name in plan.claim.objects(Sort.PROTOCOL):
            found = protocol_within(draw, plan.claim, name, self.values)
            made.values[name] = found.expression
            made.bounds += [(bound, value, False) for bound, value in found.least]
        for name in plan.claim.objects(Sort.TASK):
            made.values[name] = task(draw_task(draw, parties_of(plan.claim)))
        for name in plan.claim.objects(Sort.VARIABLE):
            made.values[name] = finite(draw_law(draw, length))
        return made

    def relations(self, name: Symbol) -> list[Relational]:
        """The hypotheses between numbers whose last name is this one."""
        known = set(self.values) | {name}
        return [r for r in self.plan.numeric if name in r.free_symbols and r.free_symbols <= known]

    def ahead(self, name: Symbol) -> list[Relational]:
        """What hypotheses between this name and one that comes later mean for it at least."""
        found: list[Relational] = []
        for relation in self.plan.numeric:
            left, right = relation.args
            other = right if left == name else left
            if name in (left, right) and other in self.plan.domains and other not in self.values:
                domain = self.plan.domains[other]
                towards_above = (relation.rel_op in ("<=", "<")) == (left == name)
                end = domain.upper if towards_above else domain.lower
                if end.is_finite and not isinstance(relation, Eq):
                    found.append(relation.func(*(end if s == other else s for s in relation.args)))
        return found

    def number(self, name: Symbol) -> Expr:
        """A value for a name that makes every relation true of which it is the last name."""
        relations = self.relations(name)
        bounds = [r for r in relations + self.ahead(name) if isinstance(r, Relational)]
        found = narrowed(self.plan.range_of(name), name, bounds, self.values)
        return self.within(name, found, relations)

    def within(self, name: Symbol, found: Range, relations: Sequence[Relational]) -> Expr:
        """A value of the range at which all relations are certain."""
        culprit = relations[0] if relations else name
        try:
            value = self.drawn(name, found) if self.attempt == 0 else self.listed(name, found)
            if value is not None and self.fits(name, value, relations):
                return value
            fitting = [v for v in self.candidates(name, found) if self.fits(name, v, relations)]
        except EvaluationError as too_far_out:
            raise _InfeasibleError(f"{text(culprit)} ({too_far_out})") from None
        if not fitting:
            raise _InfeasibleError(text(culprit))
        return self.draw(st.sampled_from(fitting))

    def drawn(self, name: Symbol, found: Range) -> Expr | None:
        """A value of the range, the logarithm of a rational where that suits the name."""
        must = name in self.plan.always
        chosen = must or self.draw(st.integers(0, 4)) < 4
        if name in self.plan.logarithmic and not found.whole and chosen:
            window = exponential(found)
            if must and window is not None and self.draw(st.booleans()):
                window = window.lowered(_SMALL_ODDS, strict=False)
            odds = None if window is None else draw_number(self.draw, window)
            if odds is not None and (odds.is_Rational or not must):
                return log(odds)
        return None if must else draw_number(self.draw, found)

    def listed(self, name: Symbol, found: Range) -> Expr | None:
        """One of a fixed list of values, another at each attempt whatever is drawn.

        Late attempts go through the corners of the domains.
        """
        values = self.candidates(name, found)
        if not values:
            return None
        place = list(self.plan.domains).index(name)
        if self.attempt >= _CORNERS:
            return values[-2:][(self.attempt >> place) % len(values[-2:])]
        stride = 1 + place
        start = self.draw(st.integers(0, len(values) - 1))
        return values[(start + self.attempt * stride * stride) % len(values)]

    def candidates(self, name: Symbol, found: Range) -> list[Expr]:
        """Values of the range, logarithms of rationals where the name must be one."""
        odds = exponential(found) if name in self.plan.always else None
        rational = [v for v in candidates(odds) if v.is_Rational] if odds is not None else []
        return [log(v) for v in rational] or candidates(found)

    def fits(self, name: Symbol, value: Expr, relations: Sequence[Relational]) -> bool:
        """Whether all relations are certain with this value."""
        values = {**self.values, name: value}
        return all(_is_certain(relation, values) for relation in relations)

    def reading(self, name: Symbol, least: Callable[[Symbol], list[tuple[Expr, bool]]]) -> Expr:
        """The least value of a name with which the hypotheses hold, or one above it."""
        found = self.plan.range_of(name)
        for bound, strict in least(name):
            if bound is S.Infinity:
                raise _InfeasibleError(f"that bounds {name}")
            found = found.raised(bound, strict=strict)
        relations = self.relations(name)
        found = narrowed(found, name, relations, self.values)
        edge = found.lower
        open_edge = found.lower_open or not is_plain(edge) or not at_most(edge, found.upper, {})
        if not open_edge and self.draw(st.integers(0, 4)) < 4 and self.fits(name, edge, relations):
            return edge
        return self.within(name, found, relations)


def _is_certain(relation: Relational, values: dict[Symbol, Expr]) -> bool:
    try:
        return certainly(relation, values)
    except EvaluationError:
        return False


def _most(parts: int) -> int:
    """The largest number of outcomes of a mechanism that is composed with others."""
    return {1: 5, 2: 4, 3: 3}.get(parts, 2)
