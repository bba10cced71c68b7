"""A refutation as a few lines of plain Python that recompute it with fractions and math only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count

from sympy import Add, Basic, Expr, S, Symbol, sqrt
from sympy.core.relational import Relational

from dpsym.enclosure.evaluation import divergence_ball
from dpsym.enclosure.laws import is_finite, outcomes
from dpsym.enclosure.pairs import is_infinite
from dpsym.errors import EvaluationError
from dpsym.games.scripts import ScriptPrinter, interaction_script, is_about_trees
from dpsym.language import heads
from dpsym.language.definitions import GUARANTEES, Bound, LossMoment, each_round, plain
from dpsym.language.divergences import ADDITIVE, DIVERGENCES
from dpsym.language.families import instance_at
from dpsym.language.meaning import neighbouring_pairs
from dpsym.language.noises import ENDLESS, LATTICE, NOISES
from dpsym.language.printing import latex, text
from dpsym.verdict import Refuted, Witness

GRID = 40_000
"""Cells of the grid on which the density of a law on the line is summed."""
FARTHEST = 24.0
"""Widths from the center beyond which the density of a normal law is no double any more."""
_TRIED = {"alpha": ("11/10", 2, 10), "lambda": (-8, -2, -1, "1/2", 1, 2, 8), "epsilon": (0, 1, 3)}
"""Orders at which a bound on all orders is shown to hold."""

_NAMES: dict[type[Basic], str] = {
    **{kind: kind.__name__.lower() for kind in DIVERGENCES},
    heads.TotalVariation: "tv",
    heads.HockeyStick: "stick",
    heads.ChiSquared: "chi2",
    heads.MaxDivergence: "maxdiv",
    LossMoment: "moment",
}
_SHIFTED = "inf if any(p and not q for p, q in zip(P, Q)) else"
_BODIES = {
    "renyi": f"def renyi(a, P, Q): return {_SHIFTED} "
    "log(sum(p * (p / q)**(a - 1) for p, q in zip(P, Q) if p)) / (a - 1)",
    "maxdiv": f"def maxdiv(P, Q): return {_SHIFTED} log(max(p / q for p, q in zip(P, Q) if p))",
    "Phi": "def Phi(x): return erfc(-x / sqrt(2)) / 2",
    "discretegaussian": "def discretegaussian(c, s): "
    "return [w / T for W in [[exp(-((x - c) / s) ** 2 / 2) for x in X]] for T in [sum(W)] "
    "for w in W]",
    "geometric": "def geometric(c, e): return [exp(-e * abs(x - c)) * tanh(e / 2) for x in X]",
    "mixture": "def mixture(t, P, Q): return [t * p + (1 - t) * q for p, q in zip(P, Q)]",
    "joint": "def joint(*factors):\n"
    "    cells = {(1, 1): 1}\n"
    "    for P, Q in factors:\n"
    "        old, cells = cells, {}\n"
    "        for (a, b), n in old.items():\n"
    "            for p, q in zip(P, Q): cells[a * p, b * q] = cells.get((a * p, b * q), 0) + n\n"
    "    return [n * p for (p, _), n in cells.items()], [n * q for (_, q), n in cells.items()]",
    "moment": "def moment(l, P, Q):\n"
    "    Z, mean = [log(p / q) if p else 0 for p, q in zip(P, Q)], kl(P, Q)\n"
    "    return log(sum(p * exp(l * (z - mean)) for p, z in zip(P, Z)))",
}


def script(verdict: Refuted) -> str:
    """Python that recomputes the hypotheses and the violated relation of a refutation.

    It needs nothing but the standard library, prints every relation with both sides, and ends
    with an error if the conclusion holds after all. Laws on the line are summed over a grid, so
    that such sides are approximate; bounds on all orders are shown at some.

    Raises:
        EvaluationError: a law or guarantee in it has no such form; the message says which.

    >>> from dpsym.checking import check
    >>> verdict = check("KL(P, Q) >= 3*TotalVariation(P, Q)**2")
    >>> exec(script(verdict))  # doctest: +ELLIPSIS
    fails: 0.0... >= 0.0... is False
    """
    if verdict.witness is None:
        raise EvaluationError("the refutation carries no witness")
    witness = verdict.witness
    claim = instance_at(verdict.claim, dict(witness.point))
    verdict = replace(verdict, claim=claim)
    trees = is_about_trees(verdict)
    return interaction_script(verdict) if trees else _Script(witness).written(verdict)


def witness_latex(witness: Witness) -> str:
    r"""The values of a witness as LaTeX, one equation for each name.

    >>> print(witness_latex(Witness((("epsilon", S.Half),), "", (), ("0", "0"), ("1", "1"), "<=")))
    $\varepsilon = \frac{1}{2}$
    """
    values = [(Symbol(name), value) for name, value in (*witness.point, *witness.where)]
    names = [name for name, _ in values]
    return ",\n".join(f"${latex(name, names)} = {latex(value, names)}$" for name, value in values)


class _Printer(ScriptPrinter):
    """The same with functions by their names in Python's math."""

    def __init__(self, divergence: Callable[[Basic], str]) -> None:
        super().__init__()
        self._divergence = divergence

    def _print_Abs(self, node: Expr) -> str:  # noqa: N802
        return f"abs({self._print(node.args[0])})"

    def _print_binomial(self, node: Expr) -> str:
        return f"comb({self._print(node.args[0])}, {self._print(node.args[1])})"

    def _print_Function(self, node: Expr) -> str:  # noqa: N802
        if isinstance(node, heads.Quantity):
            return self._divergence(node)
        name = type(node).__name__
        if name not in ("exp", "log", "sinh", "cosh", "tanh", "erf", "erfc", "Phi", "factorial"):
            raise EvaluationError(f"no plain Python is known for {text(node)}")
        if name == "Phi":
            self._divergence(node)
        return f"{name}({self._print(node.args[0])})"


@dataclass(slots=True)
class _Script:
    """The lines of one script, collected while expressions are printed."""

    witness: Witness
    needed: set[str] = field(default_factory=set)
    laws: dict[Basic, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    line_laws: list[Basic] = field(default_factory=list)
    names: Iterator[int] = field(default_factory=count)
    order: float = 0.0

    def written(self, verdict: Refuted) -> str:
        """The whole script."""
        point = {
            name: value
            for name, _ in verdict.claim.domains
            for known, value in self.witness.point
            if known == name.name
        }
        body: list[str] = []
        for hypothesis in verdict.claim.hypotheses:
            body += self._given(hypothesis, point)
        conclusion = next(c for c in verdict.claim.conclusions if text(c) == self.witness.atom)
        left, relation, right = self._failure(conclusion, point)
        shown = f"{self._print(left)}, {self._print(right)}"
        body.append(f"left, right = {shown}")
        body.append(
            f'print("fails:", float(left), "{relation}", float(right), "is", '
            f"bool(left {relation} right))"
        )
        body.append(f"assert not left {relation} right")
        return "\n".join([*self._head(), *self.lines, *body]) + "\n"

    def _head(self) -> Iterator[str]:
        yield f"# refutes: {self.witness.atom}"
        yield "from fractions import Fraction as F"
        yield "from math import *"
        if self.line_laws:
            yield self._grid()
        needed = self.needed | ({"kl"} if "moment" in self.needed else set())
        for kind in DIVERGENCES:
            if _NAMES[kind] in needed - set(_BODIES):
                yield _body(kind)
        for kind in NOISES:
            if kind.__name__.lower() in needed:
                yield _density(kind)
        for name, body in _BODIES.items():
            if name in needed:
                yield body

    def _grid(self) -> str:
        centers = [int(law.args[0]) for law in self.line_laws if type(law) in LATTICE.values()]
        if 0 < len(centers) < len(self.line_laws):
            raise EvaluationError("laws on the line and on the integers share no grid")
        if centers:
            normal = [float(law.args[1]) for law in self.line_laws
                      if isinstance(law, heads.DiscreteGaussian)]  # fmt: skip
            rates = [float(law.args[1]) for law in self.line_laws
                     if isinstance(law, heads.Geometric)]  # fmt: skip
            far, width = self.order * (max(centers) - min(centers)), NOISES[heads.Gaussian].reach
            reach = max([40 / rate for rate in rates] + [width * each + far for each in normal])
            if normal and reach > (width + FARTHEST) * min(normal):
                # a mass so far outside is zero in doubles, and a ratio of masses infinite
                raise EvaluationError("the masses of a law are too small for a sum of doubles")
            if reach > GRID:
                raise EvaluationError("a law on the integers is too wide to be written out")
            return f"X = range({min(centers) - int(reach) - 1}, {max(centers) + int(reach) + 2})"
        # an order a looks at where a normal law stands when shifted by a times the distance
        far = self.order * max(
            abs(float(one.args[0] - two.args[0]) / float(one.args[1]))
            for one in self.line_laws
            for two in self.line_laws
        )
        if far > FARTHEST:
            raise EvaluationError("the order is too high for a sum over a grid of doubles")
        ends = [
            (float(law.args[0]), (NOISES[type(law)].reach + far) * float(law.args[1]))
            for law in self.line_laws
        ]
        low, high = min(m - w for m, w in ends), max(m + w for m, w in ends)
        return f"h = {(high - low) / GRID!r}\nX = [{low!r} + (i + 0.5) * h for i in range({GRID})]"

    def _print(self, node: Basic) -> str:
        return str(_Printer(self._divergence).doprint(node))

    def _given(self, hypothesis: Basic, point: Mapping[Symbol, Basic]) -> Iterator[str]:
        sides: dict[str, list[str]] = {}
        for left, relation, right in self._relations(hypothesis, point):
            shown = f"({self._print(left)}, {self._print(right)})"
            if shown not in sides.setdefault(relation, []):
                sides[relation].append(shown)
        slack = "1e-6" if self.line_laws else "1e-9"
        for relation, shown_sides in sides.items():
            test = {
                "<=": f"left <= right + {slack}",
                ">=": f"left >= right - {slack}",
                "<": "left < right",
                ">": "left > right",
                "==": f"left == right or abs(left - right) <= {slack}",
            }[relation]
            yield f"for left, right in [{', '.join(shown_sides)}]:"
            yield f'    print("given:", float(left), "{relation}", float(right)); assert {test}'

    def _relations(
        self, atom: Basic, point: Mapping[Symbol, Basic]
    ) -> Iterator[tuple[Basic, str, Basic]]:
        """The relations that a hypothesis says of the witness; for all orders, those at some."""
        if isinstance(atom, Relational):
            yield (
                atom.lhs.xreplace(dict(point)),
                _SYMBOLS[type(atom).__name__],
                atom.rhs.xreplace(dict(point)),
            )
            return
        guarantee, _ = each_round(plain(atom.xreplace(dict(point))))
        for p, q in neighbouring_pairs(guarantee.args[0]):
            for left, right in _bounds(guarantee, p, q):
                yield left, "<=", right

    def _failure(
        self, conclusion: Basic, point: Mapping[Symbol, Basic]
    ) -> tuple[Basic, str, Basic]:
        where = dict(self.witness.where)
        if isinstance(conclusion, Relational):
            return next(self._relations(conclusion, point))
        # the laws of a witness are those of one round, where what is bounded adds
        conclusion, _ = each_round(plain(conclusion.xreplace(dict(point))))
        bounds = _known(conclusion)
        at_order = [bound for bound in bounds if bound.order in where]
        chosen = at_order or [bound for bound in bounds if bound.orders is None]
        if not chosen or not {"P", "Q"} <= set(where):
            raise EvaluationError(f"no plain Python is known for {text(conclusion)}")
        order, pair = where.get(chosen[0].order, S.One), (where["P"], where["Q"])
        left, right = chosen[0].at(conclusion, pair, order)
        return left, "<=", right

    def _divergence(self, node: Basic) -> str:
        """A divergence as a call of its function, which is noted as needed."""
        if isinstance(node, heads.Phi):
            self.needed.add("Phi")
            return ""
        *numbers, p, q = node.args
        name = _NAMES.get(type(node), "")
        if not name:
            raise EvaluationError(f"no plain Python is known for {text(node)}")
        if isinstance(p, heads.Product) and isinstance(q, heads.Product):
            if isinstance(node, ADDITIVE):
                parts = zip(p.args, q.args, strict=True)
                return f"({self._print(Add(*(node.func(*numbers, a, b) for a, b in parts)))})"
            p, q = _one_gaussian(p, q)
        if p == q:
            return "0"
        if isinstance(node, heads.Renyi | heads.KL) and (closed := _closed_form(node)) is not None:
            return f"({self._print(closed)})"
        endless = isinstance(node, heads.MaxDivergence) and not is_finite(p)
        if endless and is_infinite(divergence_ball(node, 53)):
            return "inf"  # no sum over a grid sees that a loss is unbounded
        self.needed.add(name)
        if isinstance(node, heads.Renyi):
            self.order = max(self.order, float(node.args[0]) - 1)
        if isinstance(p, heads.Product):
            laws = self._joint(p, q)
        else:
            laws = f"{self._law(p)}, {self._law(q)}"
        return f"{name}({', '.join([*map(self._print, numbers), laws])})"

    def _joint(self, p: Basic, q: Basic) -> str:
        if not (is_finite(p) and is_finite(q)) or len(p.args) != len(q.args):
            raise EvaluationError(f"no plain Python is known for {text(p)} against {text(q)}")
        self.needed.add("joint")
        factors = (f"({self._law(a)}, {self._law(b)})" for a, b in zip(p.args, q.args, strict=True))
        return f"*joint({', '.join(factors)})"

    def _law(self, law: Basic) -> str:
        """The variable that holds the masses of a law."""
        if law not in self.laws:
            masses = self._masses(law)
            self.laws[law] = f"L{next(self.names)}"
            self.lines.append(f"{self.laws[law]} = {masses}")
        return self.laws[law]

    def _masses(self, law: Basic) -> str:
        if is_finite(law):
            listed = outcomes(law)
            return f"[{', '.join(self._print(mass) for mass in listed.values())}]"
        if isinstance(law, heads.Mixture):
            self.needed.add("mixture")
            weight, *parts = law.args
            inside = ", ".join(self._law(part) for part in parts)
            return f"mixture({self._print(weight)}, {inside})"
        if isinstance(law, ENDLESS):
            name = type(law).__name__.lower()
            self.needed.add(name)
            self.line_laws.append(law)
            return f"{name}({', '.join(self._print(argument) for argument in law.args)})"
        raise EvaluationError(f"no plain Python is known for {text(law)}")


def _body(kind: type[Basic]) -> str:
    """The function that sums an f-divergence over outcomes, written from its definition."""
    form, (p, q, total) = DIVERGENCES[kind], map(Symbol, ("p", "q", "total"))
    given = [Symbol("e")] * (len(heads.SIGNATURES[kind].alternatives[0]) - 2)
    write = _Printer(str).doprint
    summand = form.summand or form.integrand
    assert summand is not None
    below = p if form.null else form.positive(p, q)
    where = "" if below is None else f" if {write(below)}"
    summed = f"sum({write(summand(p, q, *given))} for p, q in zip(P, Q){where})"
    value = write(form.value(total, *given)).replace("total", summed)
    infinite = f"{_SHIFTED} " if form.most is S.Infinity else ""
    return (
        f"def {_NAMES[kind]}({', '.join(map(str, [*given, 'P', 'Q']))}): return {infinite}{value}"
    )


def _density(kind: type[Basic]) -> str:
    """The function that gives the masses of a noise law in the cells of the grid."""
    name, density = kind.__name__.lower(), NOISES[kind].density(Symbol("z", real=True))
    return (
        f"def {name}(m, s): return "
        f"[h * {_Printer(str).doprint(density)} / s for z in ((x - m) / s for x in X)]"
    )


def _one_gaussian(p: Basic, q: Basic) -> tuple[Basic, Basic]:
    """Products of normal laws of equal widths as one pair; other products as they are."""
    squared = S.Zero
    for first, second in zip(p.args, q.args, strict=False):
        if not (isinstance(first, heads.Gaussian) and isinstance(second, heads.Gaussian)):
            return p, q
        if first.args[1] != second.args[1]:
            return p, q
        squared += ((first.args[0] - second.args[0]) / first.args[1]) ** 2
    return heads.Gaussian(S.Zero, S.One), heads.Gaussian(sqrt(squared), S.One)


def _closed_form(node: Basic) -> Expr | None:
    """The divergence of two normal laws of one width, which no sum over a grid need give."""
    *order, p, q = node.args
    if not (isinstance(p, heads.Gaussian) and isinstance(q, heads.Gaussian)):
        return None
    if p.args[1] != q.args[1]:
        return None
    return (order[0] if order else S.One) * ((p.args[0] - q.args[0]) / p.args[1]) ** 2 / 2


def _bounds(guarantee: Basic, p: Basic, q: Basic) -> Iterator[tuple[Basic, Basic]]:
    """What a guarantee asks of two laws; for all orders, what it asks at some."""
    for bound in _known(guarantee):
        orders = bound.orders and bound.orders(*guarantee.args[1:])
        for order in map(S, _TRIED.get(bound.order, (1,))):
            if bound.orders is None or (orders is not None and orders.contains(order)):
                yield bound.at(guarantee, (p, q), order)


def _known(guarantee: Basic) -> tuple[Bound, ...]:
    definition = GUARANTEES.get(type(guarantee))
    if definition is None or not definition.bounds:
        raise EvaluationError(f"no plain Python is known for {text(guarantee)}")
    return definition.bounds


_SYMBOLS = {
    "LessThan": "<=",
    "GreaterThan": ">=",
    "StrictLessThan": "<",
    "StrictGreaterThan": ">",
    "Equality": "==",
}
