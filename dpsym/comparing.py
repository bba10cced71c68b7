"""Two claims that say the same with different bounds: where which of them is tighter.

The difference of the bounds is an expression in numbers. The scalar prover decides whether it has
one sign everywhere. If not, it is divided: in one variable at the places where its sign changes,
each enclosed in a rational interval, the signs between them proved; in several variables into
boxes on which the kernel decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from sympy import Basic, Expr, S, Symbol
from sympy.core.relational import Equality, GreaterThan, StrictGreaterThan

from dpsym import plots
from dpsym.arguments import positive_seconds
from dpsym.bounds import Bound
from dpsym.curves import along, spread
from dpsym.difference import (
    EQUAL,
    FIRST,
    SECOND,
    Difference,
    crossings_of,
    regions_of,
)
from dpsym.errors import ClaimError, DomainError
from dpsym.kernel.terms import substitute as put
from dpsym.language.claim import Claim
from dpsym.language.definitions import stronger_place
from dpsym.language.divergences import DIVERGENCES
from dpsym.language.domains import Interval
from dpsym.language.families import refuse_families
from dpsym.language.heads import Guarantee, HypothesisHead, ObjectName, Quantity, roles_of
from dpsym.language.names import new_name
from dpsym.language.printing import text
from dpsym.language.tables import aligned, table
from dpsym.provers.prover import Budget
from dpsym.provers.restate import is_numeric, restate, scalar_hypotheses
from dpsym.provers.valueless import refuse_undefined
from dpsym.statement import Theorem, as_claim

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EXPLAINED = {
    EQUAL: "the bounds are equal on the whole domain",
    FIRST: "the first claim is nowhere looser than the second",
    SECOND: "the second claim is nowhere looser than the first",
    "": "neither claim was proved to be nowhere looser than the other",
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two claims with the same hypotheses, bound by bound.

    Attributes:
        first: the one claim.
        second: the other.
        bounds: the parameters in which they differ.
        seconds: the time it took.
        named: the names that stand for divergences in the bounds, with their ranges.
        common: the names whose domains differ in the two claims, with what both domains share: of
            the rest, where one claim alone speaks, nothing is said.
    """

    first: Claim
    second: Claim
    bounds: tuple[Bound, ...]
    seconds: float = 0.0
    named: tuple[tuple[Symbol, Expr, Interval], ...] = ()
    common: tuple[tuple[str, str], ...] = ()

    @property
    def tighter(self) -> str:
        """The claim that is tighter in every bound; equal, or empty where none is known to be."""
        found = {bound.tighter for bound in self.bounds} - {EQUAL}
        return EQUAL if not found else found.pop() if len(found) == 1 else ""

    @property
    def explained(self) -> str:
        """Which claim is tighter, in words, and on what domain where that is not each one's own."""
        if not self.common:
            return EXPLAINED[self.tighter]
        shared = ", ".join(f"{name} in {domain}" for name, domain in self.common)
        return f"{EXPLAINED[self.tighter]}, where both speak: {shared}"

    def rows(self) -> list[tuple[str, str]]:
        """What was found, each with a label."""
        rows = [("first", self.first.text), ("second", self.second.text)]
        rows += [("where", f"{name} = {text(node)}") for name, node, _ in self.named]
        for bound in self.bounds:
            rows += bound.rows("common" if self.common else "whole")
        return [*rows, ("time", f"{self.seconds:.2f} s")]

    def text(self) -> str:
        """The comparison for a reader, without a final newline."""
        word = {EQUAL: "Equal", FIRST: "First", SECOND: "Second", "": "Neither"}[self.tighter]
        return aligned(f"{word:<9}  {self.explained}", self.rows())

    def _repr_html_(self) -> str:
        return table(self.explained, self.rows()) + plots.embedded(self.plot)

    def plot(self) -> Figure | None:
        """The bounds along one number, or where each is tighter over two; None for others.

        Raises:
            MissingDependencyError: matplotlib is not installed.
        """
        domains = _common(self.first, self.second) | {n: d for n, _, d in self.named}
        panels = [panel for bound in self.bounds if (panel := _panel(bound, domains))]
        return plots.drawn(panels)

    def to_json(self) -> dict[str, Any]:
        """The comparison as JSON data; numbers as text of the claim language."""
        return {
            "first": self.first.text,
            "second": self.second.text,
            "tighter": self.tighter or None,
            "names": {str(name): text(node) for name, node, _ in self.named},
            "common": dict(self.common),
            "bounds": [bound.to_json() for bound in self.bounds],
            "seconds": round(self.seconds, 3),
        }

    __str__ = __repr__ = text


def compare(
    first: str | Claim | Theorem, second: str | Claim | Theorem, *, budget: float = 60.0
) -> Comparison:
    """Which of two claims is tighter, and where.

    Raises:
        ClaimError: a claim is not well formed, or the two are not comparable; the error says why.

    Guarantees:
        what the comparison says of the whole domain and of its pieces the kernel accepted, and what
        it says at examples is certified by balls; floats only propose where to look.

    >>> first = "PureDP(M, eps) => ZCDP(M, eps*tanh(eps/2))"
    >>> compare(first, "PureDP(M, eps) => ZCDP(M, eps**2/2)").tighter
    'first'
    """
    budget = positive_seconds("budget", budget)
    start = monotonic()
    left, right = (_claim(given) for given in (first, second))
    _check_hypotheses(left, right)
    pairs, named = _freed(_pairs(left, right), left, right)
    shared = _common(left, right)
    domains = shared | {name: domain for name, _, domain in named}
    time = Budget.of(budget)
    bounds = []
    for i, (role, one, two, loosening) in enumerate(pairs):
        problem = Difference(_numeric(left, domains), one, two, loosening)
        free = not scalar_hypotheses(left)
        bounds.append(_compared(problem, role, free, time.share(1 / (len(pairs) - i))))
    common = tuple(
        (str(name), str(shared[name]))
        for name, domain in left.scalars()
        if dict(right.scalars()).get(name, domain) != domain
    )
    return Comparison(left, right, tuple(bounds), monotonic() - start, named, common)


def _claim(given: str | Claim | Theorem) -> Claim:
    found = as_claim(given).over()
    refuse_families(found, "comparison")
    refuse_undefined(found)
    return found


def _check_hypotheses(left: Claim, right: Claim) -> None:
    for one, other, word in ((left, right, "second"), (right, left, "first")):
        for hypothesis in one.hypotheses:
            if hypothesis not in other.hypotheses:
                raise ClaimError(
                    f"the {word} claim does not assume {text(hypothesis)}",
                    part=text(hypothesis),
                    remedy="compare claims with the same hypotheses and names",
                )


def _pairs(left: Claim, right: Claim) -> list[tuple[str, Expr, Expr, int]]:
    """The parameters in which the conclusions differ; 1 where larger ones say less, else -1."""
    if len(left.conclusions) != len(right.conclusions):
        raise ClaimError("the claims do not have equally many conclusions")
    found: list[tuple[str, Expr, Expr, int]] = []
    for one, other in zip(left.conclusions, right.conclusions, strict=True):
        pair = f"{text(one)} and {text(other)}"
        if one.func != other.func or len(one.args) != len(other.args):
            raise ClaimError(f"the conclusions {pair} are not of one kind", part=_name(other))
        if isinstance(one, Equality):
            raise ClaimError(f"{pair} are equations, not bounds", part=_name(other))
        if isinstance(one, Guarantee):
            found += _parameters(one, other)
            continue
        sides = [i for i in (0, 1) if one.args[i] != other.args[i]]
        if len(sides) == 2:
            raise ClaimError(
                f"{pair} differ on both sides", part=_name(other), remedy="bound the same quantity"
            )
        for i in sides:
            upper = (i == 1) != isinstance(one, GreaterThan | StrictGreaterThan)
            role = ("left side", "right side")[i]
            found.append((role, one.args[i], other.args[i], 1 if upper else -1))
    if not found:
        raise ClaimError("the claims are the same", remedy="give two different bounds")
    return found


def _freed(
    pairs: list[tuple[str, Expr, Expr, int]], left: Claim, right: Claim
) -> tuple[list[tuple[str, Expr, Expr, int]], tuple[tuple[Symbol, Expr, Interval], ...]]:
    """The bounds with a number for the divergence in them, of which laws have every value.

    That holds of one divergence of two laws that are names, of which nothing is assumed. Its range
    is that of its finite values.
    """
    sides = [(role, side) for role, *both, _ in pairs for side in both]
    found = {node for _, side in sides for node in side.atoms(Quantity)}
    named: tuple[tuple[Symbol, Expr, Interval], ...] = ()
    if len(found) == 1 and not any(h.has(Quantity, Guarantee) for h in left.hypotheses):
        (node,) = found
        form = DIVERGENCES.get(type(node))
        laws = [part for part in node.args if isinstance(part, ObjectName)]
        given = node.args[:-2]
        plain = not given or (form and form.most is S.Infinity and given[0].is_number)
        if form and len(set(laws)) == 2 and plain:
            initials = re.sub("[^A-Z]", "", type(node).__name__).lower()
            name = Symbol(new_name(initials, (*left.atoms, *right.atoms)))
            domain = Interval(S.Zero, form.most, upper_open=form.most is S.Infinity)
            pairs = [
                (role, put(one, {node: name}), put(two, {node: name}), loosening)
                for role, one, two, loosening in pairs
            ]
            named = ((name, node, domain),)
    for role, *both, _ in pairs:
        for side in both:
            if not is_numeric(side) or side.has(S.Infinity, HypothesisHead):
                raise ClaimError(
                    f"the {role} {text(side)} is not made of numbers alone",
                    part=text(side),
                    remedy="compare bounds in the parameters, or in one divergence of two laws",
                )
    return pairs, named


def _parameters(one: Basic, other: Basic) -> Iterator[tuple[str, Expr, Expr, int]]:
    for place, role in enumerate(roles_of(one)):
        if one.args[place] == other.args[place]:
            continue
        if place == 0:
            raise ClaimError(
                f"{text(one)} and {text(other)} speak of different mechanisms",
                part=text(other.args[0]),
            )
        loosening = -1 if stronger_place(one) == place else 1
        yield role.name, one.args[place], other.args[place], loosening


def _name(atom: Basic) -> str:
    return type(atom).__name__ if isinstance(atom, Guarantee) else text(atom)


def _common(left: Claim, right: Claim) -> dict[Symbol, Any]:
    """The domains of the numbers of both claims."""
    domains: dict[Symbol, Any] = dict(left.scalars())
    for name, domain in right.scalars():
        try:
            domains[name] = domains[name].intersection(domain) if name in domains else domain
        except DomainError:
            raise ClaimError(
                f"no {name} lies in {domains[name]} and in {domain}",
                part=str(name),
                remedy="compare claims that speak of the same values",
            ) from None
    return domains


def _numeric(left: Claim, domains: Mapping[Symbol, Any]) -> Callable[[Basic], Claim]:
    """A claim about numbers alone, over the common domain of both and their scalar hypotheses."""

    def claim(conclusion: Basic) -> Claim:
        return restate(left, [conclusion], hypotheses=scalar_hypotheses(left), domains=domains)

    return claim


def _compared(problem: Difference, role: str, free: bool, budget: Budget) -> Bound:
    first, against_first = problem.prove(FIRST, budget.share(0.25))
    second, against_second = problem.prove(SECOND, budget.share(0.3))
    bound = Bound(role, problem.first, problem.second)
    found = tuple(
        example
        for tighter, point, excluded in (
            (FIRST, against_second, second),
            (SECOND, against_first, first),
        )
        for example in ([] if excluded else problem.examples(tighter, point, simple=free))
    )
    if first or second:
        tighter = EQUAL if first and second else FIRST if first else SECOND
        return replace(bound, tighter=tighter, examples=found)
    variables = problem.variables
    if not variables:
        return replace(bound, examples=found)
    if len(variables) == 1 and isinstance(variables[0][1], Interval):
        return replace(bound, examples=found, **crossings_of(problem, variables[0], budget))
    return replace(bound, examples=found, **regions_of(problem, variables, budget))


def _panel(bound: Bound, domains: Mapping[Symbol, Any]) -> plots.Panel | None:
    """The bounds along their only number, or the boxes over their two."""
    names = sorted(bound.first.free_symbols | bound.second.free_symbols, key=str)
    if len(names) == 1:
        marks = [float(low) for low, _ in bound.crossings]
        places = spread(domains[names[0]], max([4.0] + [3 * abs(mark) for mark in marks]))
        points = along((bound.first, bound.second), names[0], places, {})
        x, *sides = zip(*points, strict=True) if points else ((), (), ())
        lines = [plots.Line(*each) for each in zip((FIRST, SECOND), (x, x), sides, strict=True)]
        return plots.Panel(lines, str(names[0]), bound.role, marks) if points else None
    if len(bound.box) != 2:
        return None
    boxes = [
        plots.Box(piece.tighter, *(_shrunk(low, high) for _, low, high in piece.where))
        for piece in bound.pieces
    ]
    across, upward = (f"{name}/(1 + |{name}|)" for name, _, _ in bound.box)
    return plots.Panel(boxes, across, upward)


def _shrunk(low: Expr, high: Expr) -> tuple[float, float]:
    """An interval in a plane that shows all numbers."""
    return float(low / (1 + abs(low))), float(high / (1 + abs(high)))
