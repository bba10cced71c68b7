"""The entry point: definedness first, then the search with increasing depth."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache, partial

import sympy
from sympy import Expr, Symbol

from dpsym import numeric
from dpsym.errors import ClaimError, EvaluationError
from dpsym.kernel.rejection import UndefinedError
from dpsym.language.domains import Integers, Interval
from dpsym.language.names import written_out
from dpsym.language.printing import brief
from dpsym.provers.scalar import (
    choices,
    division,
    edges,
    integers,
    lemmas,
    logarithms,
    regions,
    rules,
    sides,
    tables,
    termwise,
)
from dpsym.provers.scalar.defined import Requirement, facts, prove_requirements, requirements
from dpsym.provers.scalar.goal import Closed, Goal, Open, Step, size
from dpsym.provers.scalar.growing import DISCRETE
from dpsym.provers.scalar.sampling import counterexample
from dpsym.provers.scalar.search import OutOfTimeError, Search
from dpsym.provers.scalar.signs import Region

MAX_IDENTITY = 200
"""Operations in what the kernel may take for zero."""
MAX_DEPTH, OF_INTEGERS, SHALLOW = 8, 3, 1
FIRST_VALUES = 12
DIRECT_SECONDS = 0.7
FOR_FIRST = 0.25
"""The part of the time that is kept for the first values of an unbounded integer."""
LEAST = 0.05
"""Seconds that are as good as none."""
LEMMA_SECONDS = 20.0
"""For the proof of one lemma; the slowest takes half a second."""


def begin(seconds: float) -> Search:
    """A search that knows nothing yet and has so many seconds."""
    return Search(seconds, rules.attempt, lemma_proof)


@cache
def lemma_proof(lemma: lemmas.Lemma) -> Step | None:
    """Evidence for a lemma, in variables that no other goal has; None where none is found."""
    _, _, suffix = lemma.theorem.rpartition(".")
    own = {name: Symbol(f"{name}_{suffix}") for name, _ in lemma.goal.domains}
    domains = tuple((own[name], domain) for name, domain in lemma.goal.domains)
    answer = prove(Goal(lemma.goal.expression.xreplace(own), domains), seconds=LEMMA_SECONDS)
    return answer.evidence if isinstance(answer, Closed) else None


def prove(
    goal: Goal, *, seconds: float = 20.0, search: Search | None = None, partly: bool = True
) -> Closed | Open:
    """Decides whether the goal's expression is defined and >= 0 on its whole domain.

    A ``search`` that ran out of time goes on where it stopped, for so many seconds more. For which
    integers the goal holds is looked for where that is to be said of a goal that stays open.

    Guarantees:
        ``Closed`` only if it is. ``Open`` says which subgoal remained; its counterexample, if
        any, is certain.
    """
    objection = _objection(goal)
    if objection is not None:
        return Open(objection)
    goal = _exact(goal)
    point = counterexample(goal, 250)
    if point is not None:
        return Open("it fails at a point of its domain, so that no proof goes this way", point)
    search = search or begin(seconds)
    search.lemmas = lemmas.known(goal)
    kept = FOR_FIRST * seconds if _has_endless(goal) else 0.0
    search.resume(seconds - kept)
    try:
        step = _prove(search, goal, requirements(goal.expression))
    except EvaluationError as error:
        return Open(str(error))
    except OutOfTimeError:
        stopped = brief(str(search.last or goal))
        search.resume(kept)
        reached = _partly(search, goal) if partly else ""
        return _open(f"{_late(seconds)}; the search stopped at {stopped}", reached)
    if step is not None:
        return Closed(step)
    stopped = brief(str(search.last or goal))
    why = f"no proof was found; the search stopped at {stopped}"
    return _open(why, _partly(search, goal) if partly else "")


def _open(why: str, reached: str) -> Open:
    return Open(f"proved for {reached}; beyond, {why}" if reached else why, reached=reached)


def defined(goal: Goal, *, seconds: float, needed: tuple[Requirement, ...] | None = None) -> bool:
    """Whether the goal's expression is shown to have a value on its whole domain.

    Of what it needs for that, only what is given is shown, if anything is.
    """
    if _objection(goal) is not None:
        return False
    goal = _exact(goal)
    if needed is None and Region.of(goal).range(goal.expression) is not None:
        return True
    search = begin(seconds)
    try:
        wanted = requirements(goal.expression) if needed is None else needed
        return prove_requirements(search, goal, wanted) is not None
    except (EvaluationError, OutOfTimeError):
        return False


def _late(seconds: float) -> str:
    """How much time there was, as the start of a sentence."""
    if seconds < LEAST:
        return "no time was left for the inequality"
    return f"the time of {seconds:.1f} s for the inequality was used up"


def _partly(search: Search, goal: Goal) -> str:
    """For which values of an unbounded integer the goal is proved, in words."""
    for position, (symbol, domain) in enumerate(goal.domains):
        if not integers.endless(domain):
            continue
        largest = domain.lower + FIRST_VALUES - 1
        some = list(goal.domains)
        some[position] = (symbol, Integers(domain.lower, largest))
        part = replace(goal, domains=tuple(some))
        try:
            if integers.exhausted(search, part, requirements(part.expression), _prove) is not None:
                return f"{symbol} <= {largest}"
        except OutOfTimeError:
            return ""
    return ""


def _has_endless(goal: Goal) -> bool:
    return any(integers.endless(domain) for _, domain in goal.domains)


def _objection(goal: Goal) -> str | None:
    names = [symbol.name for symbol, _ in goal.domains]
    if len(set(names)) < len(names):
        return "two variables have the same name"
    listed = {symbol for symbol, _ in goal.domains}
    for node in goal.expression.atoms(sympy.Sum):
        if {index.name for index in node.bound_symbols} & set(names):
            return f"the index of {node} is also a variable"
    for expr in (goal.expression, *goal.conditions, *goal.positives):
        if expr.free_symbols - listed:
            return f"a symbol of {expr} has no domain"
        if expr.has(sympy.nan, sympy.zoo, sympy.I, sympy.oo, -sympy.oo) and not expr.has(sympy.Sum):
            return f"{expr} is not a real number everywhere"
    for symbol, domain in goal.domains:
        if not isinstance(domain, Interval):
            continue
        if (domain.lower is -sympy.oo and not domain.lower_open) or (
            domain.upper is sympy.oo and not domain.upper_open
        ):
            return f"the domain of {symbol} contains an infinity"
    return None


def _exact(goal: Goal) -> Goal:
    """The goal with every float replaced by the rational it is."""

    def convert(expr: Expr) -> Expr:
        floats = {number: sympy.Rational(number) for number in expr.atoms(sympy.Float)}
        return expr.xreplace(floats) if floats else expr

    return replace(
        goal,
        expression=convert(goal.expression),
        conditions=tuple(map(convert, goal.conditions)),
        positives=tuple(map(convert, goal.positives)),
    )


def _prove(search: Search, goal: Goal, needed: tuple[Requirement, ...]) -> Step | None:
    """Proves that all parts are defined, then the sign; integer variables by cases where that
    fails.
    """
    goal = replace(goal, expression=written_out(goal.expression))
    step = logarithms.by_fewer_logarithms(search, goal, needed, _prove)
    step = step or integers.by_correction(search, goal, needed, _prove)
    if step is None and not goal.expression.has(sympy.Sum):
        if not (integers.few(goal) or _has_endless(goal)):
            step = _prove_directly(search, goal, needed)
        else:
            # What exhausts values or goes from each to the next needs time as well.
            rest = (search.deadline - time.thread_time()) / 2
            with search.within(DIRECT_SECONDS if integers.few(goal) else rest):
                step = _prove_directly(search, goal, needed)
    step = step or _by_identity(search, goal, needed)
    step = step or termwise.by_last_terms(search, goal, needed, _prove)
    step = step or choices.from_zero(search, goal, needed, _prove)
    if step is None and tables.is_table(goal):
        step = tables.tabulated(goal, partial(_at_a_point, search))
    return (
        step
        or edges.by_edges(search, goal, needed, _prove)
        or integers.by_order(search, goal, needed, _prove)
        or _as_reals(search, goal)
        or choices.by_falling_factorials(search, goal, needed, _prove)
        or choices.by_choices(search, goal, needed, _prove)
        or integers.by_induction(search, goal, needed)
        or sides.first_apart(search, goal, needed, _prove_directly)
        or integers.exhausted(search, goal, needed, _prove)
        or termwise.by_recurrence(search, goal, needed, _prove)
        or integers.by_closed_form(search, goal, needed, _prove)
        or termwise.by_terms(search, goal, needed, _prove)
        or integers.by_tail(search, goal, needed, _prove)
        or integers.by_parity(search, goal, needed, _prove)
        or integers.at_zeros(search, goal, needed, _prove)
        or sides.by_sides(search, goal, needed, _prove)
        or choices.by_orders(search, goal, needed, _prove)
        or integers.by_late_induction(search, goal, needed, _prove)
    )


def _by_identity(search: Search, goal: Goal, needed: tuple[Requirement, ...]) -> Step | None:
    """Sums, factorials and choices that cancel, as the kernel computes."""
    expression = goal.expression
    if goal.strict or not expression.has(sympy.Sum, *DISCRETE) or size(expression) > MAX_IDENTITY:
        return None
    names = {symbol: Symbol(symbol.name) for symbol, _ in goal.domains}
    known = [*((c, False) for c in goal.conditions), *((c, True) for c in goal.positives)]
    assumed = [(fact.xreplace(names), strict) for fact, strict in known]
    region = numeric.Region({names[symbol]: domain for symbol, domain in goal.domains}, assumed)
    try:
        if not numeric.vanishes(expression.xreplace(names), region):
            return None
    except (ClaimError, UndefinedError):
        return None
    steps = prove_requirements(search, goal, needed)
    identity = Step("identity", goal)
    return None if steps is None else Step("defined", goal, (), (*steps, identity))


def _prove_directly(search: Search, goal: Goal, needed: tuple[Requirement, ...]) -> Step | None:
    known = prove_requirements(search, goal, needed)
    if known is None:
        return None
    touching = division.touching(search, regions.with_assumptions(goal))
    if touching is not None:
        return Step("defined", goal, (), (*known, touching))
    hidden = _with_facts(goal, known, hidden=True)
    attempts = [(goal, SHALLOW)] if hidden != goal else []
    for assumed, most in (*attempts, (hidden, MAX_DEPTH), (_with_facts(goal, known), MAX_DEPTH)):
        moved, detail = _simplified(assumed)
        proof = _deepen(search, moved, most)
        if proof is not None:
            return Step("defined", goal, detail, (*known, proof))
    return None


def _with_facts(goal: Goal, known: list[Step], *, hidden: bool = False) -> Goal:
    """The goal where what was proved of its parts is assumed; or only what ranges do not show."""
    weak = _plain(goal, facts(known, strict=False))
    strong = _plain(goal, facts(known))
    if hidden:
        region = Region.of(goal)
        weak = tuple(expr for expr in weak if not region.nonnegative(expr))
        strong = tuple(expr for expr in strong if not region.positive(expr))
    return replace(goal, conditions=(*goal.conditions, *weak), positives=(*goal.positives, *strong))


def _at_a_point(search: Search, goal: Goal) -> Step | None:
    """A goal without variables."""
    return _prove_directly(search, goal, requirements(goal.expression))


def _as_reals(search: Search, goal: Goal) -> Step | None:
    """The goal on intervals for its integers, where the search may go deeper."""
    if goal.expression.has(sympy.Sum, *DISCRETE) or not _has_endless(goal):
        return None
    wider = regions.relaxed(goal)
    if Region.of(wider).range(wider.expression) is None or search.refuted(wider):
        return None
    child: Step | None = None
    with search.within((search.deadline - time.thread_time()) / 2):
        child = _prove_directly(search, wider, requirements(wider.expression))
    return None if child is None else Step("relax", goal, (), (child,))


def _plain(goal: Goal, expressions: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """The expressions in the symbols of the goal."""
    names = {symbol.name: symbol for symbol, _ in goal.domains}
    return tuple(
        expr.xreplace({symbol: names[symbol.name] for symbol in expr.free_symbols})
        for expr in expressions
        if all(symbol.name in names for symbol in expr.free_symbols)
    )


def _simplified(goal: Goal) -> tuple[Goal, tuple[tuple[str, object], ...]]:
    """The goal with shifted and ordered variables."""
    moved, detail = regions.shifted(regions.with_assumptions(goal))
    while (absorbed := regions.ordered(moved)) is not None:
        moved, symbol, value = absorbed
        detail = (*detail, (symbol.name, str(value)))
    return moved, detail


def _deepen(search: Search, goal: Goal, most: int) -> Step | None:
    has_integers = any(isinstance(domain, Integers) for _, domain in goal.domains)
    for depth in range((min(most, OF_INTEGERS) if has_integers else most) + 1):
        step = search.prove(goal, depth)
        if step is not None:
            return step
    return None
