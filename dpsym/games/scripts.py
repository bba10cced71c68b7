"""A refutation about trees or protocols as plain Python: nested tuples, fractions, short sums."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Basic, Expr, N, Rational, Symbol, exp
from sympy.core.relational import Relational
from sympy.printing.str import StrPrinter

from dpsym.errors import EvaluationError
from dpsym.games.expressions import (
    is_interactive,
    parts_of,
    payoffs_of,
    protocol_of,
    speaks_of_interaction,
)
from dpsym.games.protocols import Speech
from dpsym.games.trees import Message, Query
from dpsym.language import heads
from dpsym.language.definitions import plain
from dpsym.language.printing import text
from dpsym.verdict import Refuted

_BODIES = {
    "gain": """\
def gain(nodes, t, p=F(1), q=F(1), ordered=False):
    \"\"\"The most of sum max(P - t*Q, 0) that an adversary gets out of these mechanisms.\"\"\"
    live = [i for i, n in enumerate(nodes) if n][:1 if ordered else None]
    def at(i, n): return (*nodes[:i], n, *nodes[i + 1:])
    for i in live:
        if nodes[i][0] == "says":
            return sum(gain(at(i, n), t, p * a, q * b, ordered) for a, b, n in nodes[i][1])
    asked = [gain(at(i, n), t, p, q, ordered) for i in live for n in nodes[i][1]]
    return max(asked, default=max(p - t * q, 0))""",
    "turned": """\
def turned(n):
    \"\"\"The mechanism with its databases exchanged.\"\"\"
    if n and n[0] == "says":
        return ("says", [(b, a, turned(m)) for a, b, m in n[1]])
    return n and ("asks", [turned(m) for m in n[1]])""",
    "ratio": """\
def ratio(n):
    \"\"\"The largest likelihood ratio of a leaf.\"\"\"
    if n and n[0] == "says":
        return max(a * ratio(m) / b if b else inf for a, b, m in n[1] if a)
    return max(map(ratio, n[1])) if n else F(1)""",
    "moment": """\
def moment(n, a):
    \"\"\"The largest sum P**a * Q**(1 - a) of a view.\"\"\"
    if n and n[0] == "says":
        return sum(p**a * q**(1 - a) * moment(m, a) if q else inf for p, q, m in n[1] if p)
    return max(moment(m, a) for m in n[1]) if n else F(1)""",
    "told": """\
def told(n, x, p=F(1)):
    \"\"\"The probability of every transcript when the parties' bits are x.\"\"\"
    if not n:
        return [p]
    return [r for *w, m in n[2] for r in told(m, x, p * w[x[n[1] - 1]])]""",
    "curious": """\
def curious(k, n, i, t):
    \"\"\"The most that transcripts tell of party i's bit while all follow the protocol.\"\"\"
    def gap(x):
        y = (*x[:i - 1], 1 - x[i - 1], *x[i:])
        return sum(max(p - t * q, 0) for p, q in zip(told(n, x), told(n, y)))
    return max(map(gap, product((0, 1), repeat=k)))""",
    "alone": """\
def alone(n, i):
    \"\"\"Party i as an interactive mechanism; what others say is asked.\"\"\"
    if not n:
        return n
    if n[1] == i:
        return ("says", [(a, b, alone(m, i)) for a, b, m in n[2]])
    return ("asks", [alone(m, i) for _, _, m in n[2]])""",
    "accuracy": """\
def accuracy(k, n, viewer, worth):
    \"\"\"The best mean worth of a decision after the protocol.\"\"\"
    xs = list(product((0, 1), repeat=k))
    rows = list(zip(*(told(n, x) for x in xs)))
    total = 0
    for row in rows:
        for own in (0, 1) if viewer else (None,):
            seen = [j for j, x in enumerate(xs) if own in (None, x[viewer - 1])]
            total += max(sum(row[j] * worth[j][d] for j in seen) for d in range(len(worth[0])))
    return F(total) / len(xs)""",
}
_NEEDS = {"curious": ("told",), "accuracy": ("told",), "alone": ("gain", "turned")}


class ScriptPrinter(StrPrinter):
    """Exact numbers as fractions, extremes and constants by their names in Python."""

    printmethod = "_python_of_scripts"  # our heads write themselves as claims otherwise

    def _print_Rational(self, node: Expr) -> str:  # noqa: N802
        return f"F({node.p}, {node.q})"

    def _print_Integer(self, node: Expr) -> str:  # noqa: N802
        return str(node.p)

    def _print_LatticeOp(self, node: Expr) -> str:  # noqa: N802
        return f"{type(node).__name__.lower()}({', '.join(self._print(a) for a in node.args)})"

    def _print_Sum(self, node: Expr) -> str:  # noqa: N802
        body, (index, low, high) = node.args
        own = Symbol(f"i_{index.name}")  # which hides no function
        term, start, end = map(self._print, (body.xreplace({index: own}), low, high + 1))
        return f"sum({term} for {own} in range({start}, {end}))"

    def _print_Exp1(self, node: Expr) -> str:  # noqa: N802
        return "e"

    def _print_Infinity(self, node: Expr) -> str:  # noqa: N802
        return "inf"


def is_about_trees(verdict: Refuted) -> bool:
    """Whether the claim speaks of interaction, or a value of the witness is an interactive one."""
    point = verdict.witness.point if verdict.witness is not None else ()
    return speaks_of_interaction(verdict.claim) or any(is_interactive(value) for _, value in point)


def interaction_script(verdict: Refuted) -> str:
    """Python that recomputes a refutation about interactive mechanisms or protocols.

    It needs nothing but the standard library, prints every relation with both sides, and ends with
    an error if the conclusion holds after all. Where all numbers are rational it is exact.

    Raises:
        EvaluationError: a part of the claim has no such form; the message says which.
    """
    if verdict.witness is None:
        raise EvaluationError("the refutation carries no witness")
    values = dict(verdict.witness.point)
    point = {name: values[name.name] for name, _ in verdict.claim.domains}
    writer = _Writer()
    lines: list[str] = []
    for hypothesis in verdict.claim.hypotheses:
        left, relation, right = writer.sides(hypothesis, point)
        lines += [
            f"left, right = {left}, {right}",
            f'print("given:", float(left), "{relation}", float(right))',
            f"assert left {relation} right + 1e-12"
            if relation in ("<=", "<")
            else f"assert left {relation} right",
        ]
    conclusion = next(c for c in verdict.claim.conclusions if text(c) == verdict.witness.atom)
    left, relation, right = writer.sides(conclusion, point)
    lines += [
        f"left, right = {left}, {right}",
        f'print("fails:", float(left), "{relation}", float(right), "is", left {relation} right)',
        f"assert not left {relation} right",
    ]
    return "\n".join([*writer.head(verdict.witness.atom), *lines]) + "\n"


class _Writer:
    """Writes sides of relations, and remembers which functions and trees they need."""

    def __init__(self) -> None:
        self.needed: set[str] = set()
        self.trees: dict[str, str] = {}

    def head(self, atom: str) -> Iterator[str]:
        """The lines before the relations."""
        yield f"# refutes: {atom[:200]}"
        yield "from fractions import Fraction as F"
        yield "from itertools import product"
        yield "from math import *"
        needed = self.needed | {n for name in self.needed for n in _NEEDS.get(name, ())}
        for name, body in _BODIES.items():
            if name in needed:
                yield body
        for written, name in self.trees.items():
            yield f"{name} = {written}"

    def sides(self, atom: Basic, point: dict[Symbol, Basic]) -> tuple[str, str, str]:
        """The two sides of what an atom says at a point, and the relation between them."""
        if isinstance(atom, Relational):
            left, right = (self._scalar(side.xreplace(point)) for side in atom.args)
            return left, atom.rel_op, right
        atom = plain(atom)
        subject, *parameters = (argument.xreplace(point) for argument in atom.args)
        if isinstance(atom, heads.CuriousDP | heads.MaliciousDP):
            return self._party(atom, subject, parameters)
        nodes, ordered = parts_of(subject)
        names = [self._tree(node) for node in nodes]
        listed = f"({', '.join(names)},)"
        if isinstance(atom, heads.ApproxDP | heads.Simulable):
            self.needed |= {"gain", "turned"}
            t = self._number(exp(parameters[0]))
            runs = f"gain({listed}, {t}, ordered={ordered})"
            back = f"gain(tuple(map(turned, {listed})), {t}, ordered={ordered})"
            return f"max({runs}, {back})", "<=", self._number(parameters[1])
        if isinstance(atom, heads.PureDP):
            self.needed |= {"ratio", "turned"}
            product_of = " * ".join(f"ratio(turn({name}))" for name in names)
            value = f"max(({product_of}) for turn in (turned, lambda n: n))"
            return value, "<=", self._number(exp(parameters[0]))
        if isinstance(atom, heads.RenyiDP) and parameters[0].is_Integer:
            self.needed |= {"moment", "turned"}
            order = int(parameters[0])
            product_of = " * ".join(f"moment(turn({name}), {order})" for name in names)
            value = f"max(({product_of}) for turn in (turned, lambda n: n))"
            return f"log({value}) / {order - 1}", "<=", self._number(parameters[1])
        raise EvaluationError(f"no plain Python is known for {text(atom)[:200]}")

    def _party(self, atom: Basic, subject: Basic, parameters: list[Any]) -> tuple[str, str, str]:
        party, epsilon, delta = parameters
        tree = protocol_of(subject)
        name, t = self._tree(tree.root), self._number(exp(epsilon))
        if isinstance(atom, heads.CuriousDP):
            self.needed.add("curious")
            value = f"curious({tree.parties}, {name}, {party}, {t})"
        else:
            self.needed.add("alone")
            own = f"alone({name}, {party})"
            value = f"max(gain(({own},), {t}), gain((turned({own}),), {t}))"
        return value, "<=", self._number(delta)

    def _scalar(self, side: Basic) -> str:
        values: dict[Basic, Basic] = {}
        for node in side.atoms(heads.Head):
            if isinstance(node, heads.AverageAccuracy):
                values[node] = Symbol(self._accuracy(node))
        plain = side.xreplace(values)
        if plain.has(heads.Head):
            raise EvaluationError(f"no plain Python is known for {text(side)[:200]}")
        return str(ScriptPrinter().doprint(plain))

    def _accuracy(self, node: Basic) -> str:
        self.needed.add("accuracy")
        tree, task = protocol_of(node.args[0]), payoffs_of(node.args[1])
        rows = ", ".join(f"[{', '.join(_fraction(u) for u in row)}]" for row in task.worth)
        name = self._tree(tree.root)
        return f"accuracy({tree.parties}, {name}, {task.viewer}, [{rows}])"

    def _number(self, value: Expr) -> str:
        if value.is_Rational:
            return f"F({value.p}, {value.q})"
        return repr(float(N(value, 17)))

    def _tree(self, node: Any) -> str:
        written = _written(node)
        return self.trees.setdefault(written, f"T{len(self.trees)}")


def _fraction(value: Any) -> str:
    number = Rational(int(value.p), int(value.q))
    return str(number) if number.is_Integer else f"F({number.p}, {number.q})"


def _written(node: Any) -> str:
    if isinstance(node, Query):
        return f'("asks", [{", ".join(map(_written, node.options))}])'
    if not isinstance(node, Message | Speech):
        return "None"
    entries = ", ".join(
        f"({_fraction(b.first)}, {_fraction(b.second)}, {_written(b.then)})" for b in node.branches
    )
    if isinstance(node, Speech):
        return f'("tells", {node.party}, [{entries}])'
    return f'("says", [{entries}])'
