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
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING, Any

from sympy import Basic, Expr, S, Symbol
from sympy.core.relational import Equality, GreaterThan, StrictGreaterThan

from dpsym import plots
from dpsym.curves import along, spread
from dpsym.difference import (
    EQUAL,
    FIRST,
    SECOND,
    Difference,
    Example,
    Piece,
    crossings_of,
    end_text,
    regions_of,
)
from dpsym.errors import ClaimError
from dpsym.kernel.terms import substitute as put
from dpsym.language.claim import Claim
from dpsym.language.definitions import stronger_place
from dpsym.language.divergences import DIVERGENCES
from dpsym.language.domains import Interval
from dpsym.language.families import refuse_families
from dpsym.language.heads import Guarantee, ObjectName, Quantity, roles_of
from dpsym.language.names import new_name
from dpsym.language.natural import claim_from_text
from dpsym.language.printing import text
from dpsym.language.tables import aligned, table
from dpsym.provers.prover import Budget
from dpsym.provers.restate import is_numeric, restate, scalar_hypotheses
from dpsym.provers.valueless import refuse_undefined
from dpsym.statement import Theorem

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EXPLAINED = {
    EQUAL: "the bounds are equal on the whole domain",
    FIRST: "the first claim is nowhere looser than the second",
    SECOND: "the second claim is nowhere looser than the first",
    "": "neither claim was proved to be nowhere looser than the other",
}


@dataclass(frozen=True, slots=True)
class Bound:
    """One parameter in which two claims differ.

    Attributes:
        role: what the parameter is, such as rho, or the left or right side of a relation.
        first: the bound of the first claim.
        second: the bound of the second.
        tighter: first, second or equal where that holds on the whole domain; else empty.
        crossings: enclosures of the places where the sign of the difference changes, in one
            variable; a piece of the domain between them has one sign where ``pieces`` says so.
        pieces: parts of the domain with the tighter claim.
        share: the part of the box that ``pieces`` decide, by volume in compactified coordinates.
        box: the box that was divided, where there are several variables.
        examples: exact points at which the first, and at which the second is tighter.
    """

    role: str
    first: Expr
    second: Expr
    tighter: str = ""
    crossings: tuple[tuple[Expr, Expr], ...] = ()
    pieces: tuple[Piece, ...] = ()
    share: Fraction | None = None
    box: tuple[tuple[str, Expr, Expr], ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two claims with the same hypotheses, bound by bound."""

    first: Claim
    second: Claim
    bounds: tuple[Bound, ...]
    seconds: float = 0.0
    named: tuple[tuple[Symbol, Expr, Interval], ...] = ()

    @property
    def tighter(self) -> str:
        """The claim that is tighter in every bound; equal, or empty where none is known to be."""
        found = {bound.tighter for bound in self.bounds} - {EQUAL}
        return EQUAL if not found else found.pop() if len(found) == 1 else ""

    def rows(self) -> list[tuple[str, str]]:
        """What was found, each with a label."""
        rows = [("first", self.first.text), ("second", self.second.text)]
        rows += [("where", f"{name} = {text(node)}") for name, node, _ in self.named]
        for bound in self.bounds:
            rows += _described(bound)
        return [*rows, ("time", f"{self.seconds:.2f} s")]

    def text(self) -> str:
        """The comparison for a reader, without a final newline."""
        word = {EQUAL: "Equal", FIRST: "First", SECOND: "Second", "": "Neither"}[self.tighter]
        return aligned(f"{word:<9}  {EXPLAINED[self.tighter]}", self.rows())

    def _repr_html_(self) -> str:
        return table(EXPLAINED[self.tighter], self.rows()) + plots.embedded(self.plot)

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
            "bounds": [_data(bound) for bound in self.bounds],
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
    if not budget > 0:
        raise ClaimError(f"budget={budget!r}", remedy="give a positive budget")
    start = monotonic()
    left, right = (_claim(given) for given in (first, second))
    _check_hypotheses(left, right)
    pairs, named = _freed(_pairs(left, right), left, right)
    domains = _common(left, right) | {name: domain for name, _, domain in named}
    time = Budget.of(budget)
    bounds = []
    for i, (role, one, two, loosening) in enumerate(pairs):
        problem = Difference(_numeric(left, domains), one, two, loosening)
        free = not scalar_hypotheses(left)
        bounds.append(_compared(problem, role, free, time.share(1 / (len(pairs) - i))))
    return Comparison(left, right, tuple(bounds), monotonic() - start, named)


def _claim(given: str | Claim | Theorem) -> Claim:
    claim = claim_from_text(given) if isinstance(given, str) else given
    found = (claim.claim if isinstance(claim, Theorem) else claim).over()
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
            if not is_numeric(side) or side.has(S.Infinity):
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
        domains[name] = domains[name].intersection(domain) if name in domains else domain
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


def _data(bound: Bound) -> dict[str, Any]:
    return {
        "role": bound.role,
        "first": text(bound.first),
        "second": text(bound.second),
        "tighter": bound.tighter or None,
        "crossings": [[text(low), text(high)] for low, high in bound.crossings],
        "pieces": [{"where": _sides(p.where), "tighter": p.tighter or None} for p in bound.pieces],
        "share": None if bound.share is None else float(bound.share),
        "box": _sides(bound.box),
        "examples": [
            {
                "point": {name: text(value) for name, value in example.point},
                "tighter": example.tighter,
                "values": list(example.values),
            }
            for example in bound.examples
        ],
    }


def _sides(where: tuple[tuple[str, Expr, Expr], ...]) -> dict[str, list[str]]:
    return {name: [text(low), text(high)] for name, low, high in where}


def _described(bound: Bound) -> Iterator[tuple[str, str]]:
    """What was found of one bound, each with a label."""
    yield bound.role, f"{text(bound.first)}  against  {text(bound.second)}"
    if bound.tighter:
        words = "equal" if bound.tighter == EQUAL else f"the {bound.tighter} nowhere looser"
        yield "proved", f"on the whole domain: {words}"
    for low, high in bound.crossings:
        if low == high:
            yield "crossing", f"at {text(low)}"
            continue
        yield "crossing", f"in [{end_text(low, 12, up=False)}, {end_text(high, 12, up=True)}]"
    for piece in bound.pieces if bound.share is None else ():
        ends = ", ".join(
            f"{n} from {end_text(a, up=True)} to {end_text(b, up=False)}" for n, a, b in piece.where
        )
        found = f"the {piece.tighter} nowhere looser" if piece.tighter else "not decided"
        yield "piece", f"{ends}: {found}"
    if bound.share is not None:
        for tighter in (FIRST, SECOND):
            own = sum(piece.tighter == tighter for piece in bound.pieces)
            yield "boxes", f"{own} on which the {tighter} is tighter"
        ends = ", ".join(
            f"{n} in [{end_text(a, up=True)}, {end_text(b, up=False)}]" for n, a, b in bound.box
        )
        yield "decided", f"{100 * float(bound.share):.1f} % of {ends}, compactified"
    for example in bound.examples:
        where = ", ".join(f"{name} = {text(value)}" for name, value in example.point)
        one, two = example.values
        yield "example", f"{where}: {one} against {two}, the {example.tighter} tighter"


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
