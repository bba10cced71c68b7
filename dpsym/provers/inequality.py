"""Claims about numbers alone, decided by the scalar prover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any, ClassVar

from sympy import Abs, Add, Basic, Eq, Expr, Gt, Lt, Mul, Pow, S, Sum, Symbol, exp, log
from sympy.core.relational import Relational

from dpsym.kernel.terms import difference
from dpsym.language.claim import Claim
from dpsym.language.construct import partial_parts
from dpsym.language.domains import Integers, Objects
from dpsym.language.heads import Quantity
from dpsym.language.printing import brief
from dpsym.provers import scalar
from dpsym.provers.prover import Budget, Stuck
from dpsym.provers.restate import is_numeric
from dpsym.provers.scalar import Closed, Goal, Open
from dpsym.provers.scalar.conditions import needed
from dpsym.provers.scalar.exponents import in_exponents, on_a_line, without_divisor
from dpsym.provers.scalar.prove import begin
from dpsym.provers.scalar.sampling import dip
from dpsym.provers.scalar.variables import (
    NO_VALUES,
    first_apart,
    unbounded,
    with_rational_ends,
    without_condition,
)
from dpsym.verdict import Step

WRITING = 0.4
"""Share of the time for a goal to write one of its proofs in the rules of the kernel."""
Evidence = dict[str, Any]
"""What the scalar prover found, as JSON data."""
Ways = list[tuple[str, Goal]]
"""What is undone, and the goal that is left each time."""
FAILS = "it fails at a point of its domain, so that no proof goes this way"
SAMPLES = 250
LIGHT = 1 / 8
"""The time for a goal that says that a part is defined, of that for one of the claim's own."""
BRIEF = 0.2
"""Seconds for a goal, and then for each that implies it, where that takes longer."""
GLANCE = 1.0
"""Seconds of processor time for each way to write a goal, before any is pursued for long."""
LEAST = 0.05
"""Seconds that are too few for a part of a goal."""


@dataclass(frozen=True, slots=True)
class Inequality:
    """Proves relations between numbers, each by branch and bound, monotonicity and known lemmas.

    Attributes:
        writing: whether evidence counts only once it is written in the rules of the kernel.
    """

    writing: bool = False
    name: ClassVar[str] = "inequality"

    def accepts(self, claim: Claim) -> bool:
        """Whether every atom is a relation between numbers."""
        return all(isinstance(a, Relational) and is_numeric(a) for a in claim.atoms)

    def attempt(self, claim: Claim, budget: Budget) -> Step | Stuck:
        """Close every goal of every conclusion.

        Guarantees:
            a step is answered only when each conclusion is defined and holds at every point of the
            domains at which the hypotheses hold.
        """
        if any(atom.has(*NO_VALUES) for atom in claim.atoms):
            return Stuck("a side of what is left has no value")
        goals = [goal for atom in claim.conclusions for goal in goals_of(claim, atom)]
        said = len(goals)
        weights = [1.0] * len(goals)
        goals += obligations(claim)
        weights += [LIGHT] * (len(goals) - len(weights))
        evidence: list[Evidence] = []
        for place, goal in enumerate(goals):
            share = budget.share(weights[place] / sum(weights[place:]))
            step = written(goal, share) if self.writing else close(goal, share)
            if isinstance(step, Stuck):
                left = brief(claim.text)
                reached = step.reached if len(claim.conclusions) == 1 else ""
                fails = step.fails and place < said
                why, goal_left = f"{left}: {step.why}", step.goal and left
                return Stuck(why, reached, goal_left, fails)
            evidence.append(step)
        words = f"{len(goals)} scalar goal{'s' if len(goals) > 1 else ''}"
        return Step(self.name, claim.text, f"{words} closed", (), {"goals": evidence})


def written(goal: Goal, budget: Budget) -> Evidence | Stuck:
    """The first evidence for a goal that becomes a proof in the rules of the kernel."""
    from dpsym.provers.elaboration.elaborator import certify_scalar
    from dpsym.provers.elaboration.text import MissingError

    refused = ""
    for found in _ways(goal, budget):
        if isinstance(found, Stuck):
            return replace(found, why=refused or found.why)
        try:
            certify_scalar(found, seconds=budget.share(WRITING).remaining())
        except MissingError as error:
            refused = refused or str(error)
        else:
            return found
    raise AssertionError("the ways end in what they were stuck at")


def close(goal: Goal, budget: Budget) -> Evidence | Stuck:
    """Evidence for a goal, in other variables where a condition asks for them."""
    return next(_ways(goal, budget))


def _ways(goal: Goal, budget: Budget, *, part: bool = False) -> Iterator[Evidence | Stuck]:
    """Evidence for a goal or for a part of one, each another, and last why there is no more."""
    if part and budget.remaining() < LEAST:
        yield Stuck("no time was left for it")
        return
    if scalar.counterexample(goal, SAMPLES) is not None:
        yield Stuck(FAILS, fails=True)
        return
    line = on_a_line(goal)
    if line is not None:
        factor, value, alone = line
        found = _part(alone, budget.share(0.5))
        if not isinstance(found, Stuck):
            yield {"line": goal.to_json(), "by": str(factor), "at": str(value), "evidence": found}
    look = GLANCE if part or _integers(goal) or not any(_restated(goal)) else BRIEF
    begun = budget.remaining()
    result = Open("") if part else _searched(goal, budget.part(min(look, begun)))
    if isinstance(result, Open) and look == BRIEF <= begun - budget.remaining():
        yield from _briefly(goal, budget)
        result = _searched(goal, budget.part(min(GLANCE - BRIEF, budget.remaining())))
    if isinstance(result, Closed):
        yield result.to_json()
    apart = first_apart(goal)
    if apart is not None:
        name, *parts = apart
        shares = (budget.share(share) for share in (0.1, 0.9 if part else 0.6))
        proofs = [_part(*one) for one in zip(parts, shares, strict=True)]
        if not any(isinstance(proof, Stuck) for proof in proofs):
            first, later = proofs
            yield {"apart": goal.to_json(), "name": name.name, "first": first, "evidence": later}
    fewer = needed(goal, lambda less: scalar.counterexample(less, SAMPLES) is not None)
    if fewer != goal:
        result = _searched(fewer, budget.share(0.5))
        if isinstance(result, Closed):
            yield scalar.Step("close", goal, (), (result.evidence,)).to_json()
    changed = without_condition(goal)
    if changed is not None:
        # an integer in the place of another may ask for more than a search
        other = apart is None and _integers(changed) != _integers(goal)
        found = (_part if other else _direct)(changed, budget.share(0.6))
        if not isinstance(found, Stuck):
            yield {"substituted": goal.to_json(), "evidence": found}
    moved = in_exponents(goal)
    if moved is not None:
        inner = _in_exponents(moved, budget.share(0.8 if part else 0.5))
        if inner is not None:
            yield {"exponent": goal.to_json(), "evidence": inner}
    for larger in (*filter(None, [unbounded(goal)]), *with_rational_ends(goal)):
        if scalar.counterexample(larger, SAMPLES) is not None:
            continue
        result = _searched(larger, budget.share(0.3))
        if isinstance(result, Closed):
            yield {"enlarged": goal.to_json(), "evidence": result.to_json()}
    usable = list(_usable(goal))
    why, reached, most = "", "", budget.remaining() * (0.5 if usable else 0.9)
    closed = {-1} if isinstance(result, Closed) else set()
    for seconds in (GLANCE, inf):
        # What a glance does not close is worth the numerics that a proof does without.
        if seconds is inf and not closed and dip(goal) is not None:
            yield Stuck(FAILS, fails=True)
            return
        if -1 not in closed:
            last = seconds is inf and not part
            result = _searched(goal, budget.part(min(seconds, most)), partly=last)
            if isinstance(result, Closed):
                closed.add(-1)
                yield result.to_json()
            else:
                why, reached = result.reason, result.reached
        for place, ways in enumerate(usable):
            if place in closed:
                continue
            left = budget.share(1 / (len(usable) - place)).remaining()
            again = _searched(ways[-1][1], budget.part(min(seconds, left)))
            if isinstance(again, Closed):
                closed.add(place)
                yield _undoing(goal, ways, again)
    yield Stuck(why, reached, str(goal))


def _usable(goal: Goal) -> Iterator[Ways]:
    """What leads to goals that imply the goal, and are false at no point that is known."""
    single = list(_restated(goal))
    others = [[way] for way in single]
    others += [[way, more] for way in single for more in _restated(way[1])]
    return (w for w in others if scalar.counterexample(w[-1][1], SAMPLES) is None)


def _briefly(goal: Goal, budget: Budget) -> Iterator[Evidence]:
    """Evidence by those goals that imply the goal which need but a moment."""
    for ways in _usable(goal):
        result = _searched(ways[-1][1], budget.part(min(BRIEF, budget.remaining())))
        if isinstance(result, Closed):
            yield _undoing(goal, ways, result)


def _part(goal: Goal, budget: Budget) -> Evidence | Stuck:
    """The first evidence for a part of a goal."""
    return next(_ways(goal, budget, part=True))


def _in_exponents(goal: Goal, budget: Budget) -> Evidence | None:
    """Evidence for a goal about exponents, without its divisor where that has a sign."""
    whole = without_divisor(goal)
    if whole is not None:
        found = _part(whole, budget.share(0.5))
        if not isinstance(found, Stuck):
            return {"cleared": goal.to_json(), "evidence": found}
    found = _part(goal, budget)
    return None if isinstance(found, Stuck) else found


def _searched(goal: Goal, budget: Budget, *, partly: bool = False) -> Closed | Open:
    """What a search for a proof finds; one that lacked time goes on where it stopped.

    Where it finds none, for which integers there is one, if that is to be said.
    """
    search = budget.begun.setdefault(goal, begin(0.0))
    search.pause = budget.pause
    found = scalar.prove(goal, seconds=budget.remaining(), search=search, partly=partly)
    if isinstance(found, Closed):
        del budget.begun[goal]
    return found


def _integers(goal: Goal) -> set[Symbol]:
    return {name for name, domain in goal.domains if isinstance(domain, Integers)}


def _direct(goal: Goal, budget: Budget) -> Evidence | Stuck:
    """What a search finds for a goal as it is."""
    result = _searched(goal, budget)
    return result.to_json() if isinstance(result, Closed) else Stuck(result.reason)


def _undoing(goal: Goal, ways: Ways, proof: Closed) -> Evidence:
    """The evidence for the last way, wrapped in what each led from."""
    evidence = proof.to_json()
    before = (goal, *(made for _, made in ways[:-1]))
    for (way, _), old in reversed(list(zip(ways, before, strict=True))):
        evidence = {way: old.to_json(), "evidence": evidence}
    return evidence


def _restated(goal: Goal) -> Iterator[tuple[str, Goal]]:
    """Goals that imply the goal, with one exponential, logarithm or square root undone.

    ``logarithm``: ``log(A) <= log(B)`` for ``A <= B``. ``exponential``: ``exp(B/c) <= A`` for
    ``B <= c*log(A)``. ``squared``: ``B**2 <= c**2*A`` for ``B <= c*sqrt(A)``. That the new goal is
    defined says that A and B are positive where they must be; it is offered only if it speaks of
    every other part of the old one that may have no value.
    """
    terms = Add.make_args(goal.expression)
    for place, term in enumerate(terms):
        others = terms[:place] + terms[place + 1 :]
        coefficient, node = term.as_independent(*term.free_symbols, as_Add=False)
        if not others or not coefficient.is_real:
            continue
        found = _undone(coefficient, node, Add(*others))
        if found is None:
            continue
        way, expression = found
        arguments = _logged(node)[0] if node.is_Mul else node.args
        inside = [part for argument in arguments for part in partial_parts(argument)]
        kept = [part for other in others for part in _logged(other)[0]] if (
            way == "logarithm" and len(others) == 1
        ) else others  # fmt: skip
        needed = {*inside, *(part for other in kept for part in partial_parts(other))}
        if needed <= partial_parts(expression):
            yield way, replace(goal, expression=expression)


def _logged(product: Expr) -> tuple[list[Expr], Expr, Expr]:
    """What stands in powers with names or fractions as exponents and what does not, the sum of the
    logarithms of those powers, and the product of all else.
    """
    parts: list[Expr] = []
    total, rest = S.Zero, S.One
    for factor in Mul.make_args(product):
        base, power = factor.as_base_exp()
        if isinstance(factor, exp):
            parts, total = [*parts, factor.args[0]], total + factor.args[0]
        elif not power.is_Integer:
            parts, total = [*parts, base, power], total + power * log(base)
        else:
            parts, rest = [*parts, factor], rest * factor
    return parts, total, rest


def _logarithm(product: Expr) -> Expr:
    """The logarithm of what is > 0, that of its powers apart."""
    _, total, rest = _logged(product)
    return total + log(rest)


def _undone(coefficient: Expr, node: Expr, rest: Expr) -> tuple[str, Expr] | None:
    """``coefficient*node + rest >= 0`` without the outermost function of the node."""
    power = isinstance(node, Pow) and not node.exp.is_number and bool(node.free_symbols)
    if node.is_Mul and not rest.is_Add and _logged(node)[1] != 0:
        sign = 1 if coefficient > 0 else -1
        return "logarithm", sign * (_logarithm(abs(coefficient) * node) - _logarithm(-sign * rest))
    if (isinstance(node, exp) and node.free_symbols) or power:
        size = node.args[0] if isinstance(node, exp) else node.exp * log(node.base)
        sign = 1 if coefficient > 0 else -1
        return "logarithm", sign * (size + log(abs(coefficient)) - _logarithm(-sign * rest))
    if isinstance(node, log) and coefficient > 0:
        return "exponential", node.args[0] - exp(-rest / coefficient)
    if isinstance(node, Pow) and node.exp is S.Half and coefficient > 0:
        factor, size = rest.as_coeff_Mul()
        size = factor * size.args[0] if isinstance(size, Abs) else rest
        return "squared", coefficient**2 * node.base - size**2
    return None


def goals_of(claim: Claim, atom: Basic) -> list[Goal]:
    """The scalar goals that together say ``atom`` under the claim's hypotheses."""
    if isinstance(atom, Eq):
        left, right = atom.args
        return [goal_of(claim, _less(left, right)), goal_of(claim, _less(right, left))]
    return [goal_of(claim, _less(atom.gts, atom.lts), strict=isinstance(atom, Gt | Lt))]


def _less(left: Expr, right: Expr) -> Expr:
    """``left - right``, with sums as the kernel writes them, which knows no others."""
    return difference(left, right) if (left - right).has(Sum) else left - right


def goal_of(claim: Claim, expression: Expr, *, strict: bool = False) -> Goal:
    """``expression >= 0`` under the claim's hypotheses, which are about numbers."""
    conditions: list[Expr] = []
    positives: list[Expr] = []
    for hypothesis in claim.hypotheses:
        if isinstance(hypothesis, Eq):
            left, right = hypothesis.args
            conditions += [left - right, right - left]
        else:
            target = positives if isinstance(hypothesis, Gt | Lt) else conditions
            target.append(hypothesis.gts - hypothesis.lts)
    domains = tuple((n, d) for n, d in claim.domains if not isinstance(d, Objects))
    return Goal(expression, domains, tuple(conditions), tuple(positives), strict)


def obligations(claim: Claim) -> list[Goal]:
    """Goals saying that what cancels when sides are subtracted is defined all the same."""
    found: list[Goal] = []
    for atom in claim.conclusions:
        left, right = atom.args
        kept = [partial_parts(goal.expression) for goal in goals_of(claim, atom)]
        said = frozenset.intersection(*kept)
        lost = (partial_parts(left) | partial_parts(right)) - said
        lost = frozenset((kind, _less(part, S.Zero)) for kind, part in lost) - said
        for kind, part in sorted(lost, key=str):
            if kind == "reciprocal":
                found.append(goal_of(claim, part**2, strict=True))
            elif kind == "root":
                found.append(goal_of(claim, part))
            elif kind in ("power", "logarithm"):
                found.append(goal_of(claim, part, strict=True))
            elif not part.has(Quantity):
                found.append(goal_of(claim, part**2))
    return found
