"""Where the atoms of a claim have values, and what is to be shown for that.

An atom must have a value at every point of the domains at which the hypotheses before it hold. A
claim of which that is not so says nothing there, and nothing proves it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sympy import (
    Basic,
    Eq,
    Expr,
    Integer,
    Symbol,
)
from sympy.core.relational import Relational

from dpsym.errors import EvaluationError
from dpsym.kernel.limits import finite_under, has_value, may_be_infinite
from dpsym.language.claim import Claim
from dpsym.language.divergences import range_of
from dpsym.language.domains import (
    Domain,
)
from dpsym.language.heads import (
    SIGNATURES,
    Quantity,
    is_scalar,
    roles_of,
)
from dpsym.language.printing import brief, text
from dpsym.language.roles import ENTRY, Role
from dpsym.provers.inequality import close, goal_of
from dpsym.provers.prover import Budget, Stuck
from dpsym.provers.restate import at_most, fresh, restate
from dpsym.provers.scalar import Goal, defined, regions
from dpsym.provers.scalar.defined import Requirement, requirements
from dpsym.provers.scalar.edges import beyond, power_ends
from dpsym.provers.scalar.integers import is_few
from dpsym.provers.scalar.tables import failing


@dataclass(frozen=True, slots=True)
class Side:
    """An expression that a claim writes down, with a name in the place of each divergence.

    Attributes:
        words: where it stands.
        expression: the expression.
        written: the same with the divergences.
        role: the place where it stands; None for the side of a relation.
        before: the hypotheses before its atom, as they are written.
        claim: whose conclusion has the expression for its sides; its hypotheses are those before
            it that are relations, but for those that may hold at infinity and not before.
    """

    words: str
    expression: Expr
    written: Expr
    role: Role | None
    before: tuple[Basic, ...]
    claim: Claim


def sides(claim: Claim) -> Iterator[Side]:
    """Every expression whose value the claim speaks of, in the order in which it is written."""
    quantities = sorted({q for atom in claim.atoms for q in atom.atoms(Quantity)}, key=str)
    names = {q: fresh(claim, f"d{i}_") for i, q in enumerate(quantities)}
    ranges: dict[Symbol, Domain] = {name: range_of(q) for q, name in names.items()}
    for place, atom in enumerate(claim.atoms):
        before = claim.hypotheses[:place]
        finite = finite_under(before)
        assumed = [
            _plain(h, names)
            for h in before
            if isinstance(h, Relational) and (may_be_infinite(h) <= finite or _is_least(h))
        ]
        for words, expression, role in expressions(atom):
            plain = expression.xreplace(names)
            if expression.is_Atom or isinstance(expression, Quantity):
                continue
            whole = restate(claim, [at_most(plain, plain)], hypotheses=assumed, domains=ranges)
            yield Side(words, plain, expression, role, before, whole)


def _is_least(atom: Relational) -> bool:
    """Whether a relation is a least value of a divergence, which large numbers have too."""
    order = not isinstance(atom, Eq)
    return order and isinstance(atom.gts, Quantity) and not atom.lts.has(Quantity)


def _plain(atom: Basic, names: Mapping[Basic, Symbol]) -> Basic:
    return atom.func(*(side.xreplace(names) for side in atom.args), evaluate=False)


def expressions(atom: Basic) -> Iterator[tuple[str, Expr, Role | None]]:
    """The numbers in an atom, those inside laws and mechanisms first, with where they stand."""
    if not isinstance(atom, Relational):
        yield from _arguments(atom)
        return
    for quantity in sorted({q for side in atom.args for q in side.atoms(Quantity)}, key=str):
        yield from _arguments(quantity)
    for side, name in zip(atom.args, ("left", "right"), strict=True):
        yield f"the {name} side {brief(text(side), 80)}", side, None


def _arguments(node: Basic) -> Iterator[tuple[str, Expr, Role | None]]:
    roles = roles_of(node) if node.func in SIGNATURES else (ENTRY,) * len(node.args)
    for argument, role in zip(node.args, roles, strict=True):
        if not is_scalar(argument):
            yield from _arguments(argument)
        elif not argument.is_Symbol and not argument.is_Rational:
            yield f"{brief(text(argument), 80)} as {role.name}", argument, role


def is_defined(side: Side, budget: Budget) -> bool:
    """Whether the expression is shown to have a value wherever the hypotheses before it hold."""
    finite = finite_under(side.before, side.written)
    if not has_value(side.written, dict(side.claim.domains), finite):
        return False
    goal = goal_of(side.claim, side.expression)
    if defined(goal, seconds=budget.share(0.5).remaining()):
        return True
    try:
        needed = requirements(side.expression)
    except EvaluationError:
        return False
    return all(
        _is_shown(goal, part, budget.share(1 / (len(needed) - place)))
        for place, part in enumerate(needed)
    )


def _is_shown(goal: Goal, part: Requirement, budget: Budget) -> bool:
    """Whether what must hold for an expression to be defined is proved in any variables.

    For all of them, or else for each value of an integer in the limits of a sum, or where the
    base of a power is 0 and elsewhere.
    """
    return _is_shown_at_once(goal, part, budget) or _is_shown_in_pieces(goal, part, budget)


def _is_shown_in_pieces(goal: Goal, part: Requirement, budget: Budget) -> bool:
    for symbol, domain in goal.domains:
        if part.kind == "each" and is_few(domain) and part.expr.has(symbol):
            ends = int(domain.lower), int(domain.upper)
            values = map(Integer, range(ends[0], ends[1] + 1))
            return all(
                not budget.spent
                and _is_shown(regions.at_edge(goal, symbol, value), part.at(symbol, value), budget)
                for value in values
                if failing(goal, symbol, value) is None
            )
    for symbol in power_ends(goal, [part]):
        end = dict(goal.domains)[symbol].lower
        edge = regions.at_edge(goal, symbol, end)
        return _is_shown(edge, part.at(symbol, end), budget) and _is_shown(
            beyond(goal, symbol), part, budget
        )
    return False


def _is_shown_at_once(goal: Goal, part: Requirement, budget: Budget) -> bool:
    if part.kind == "nonzero":
        goal = replace(goal, expression=part.expr**2, strict=True)
    elif part.kind in ("positive", "nonnegative"):
        goal = replace(goal, expression=part.expr, strict=part.kind == "positive")
    else:
        return defined(goal, needed=(part,), seconds=budget.remaining())
    return not isinstance(close(goal, budget), Stuck)
