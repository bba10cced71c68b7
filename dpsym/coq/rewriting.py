"""Function values of expressions by few of them, each by an equation that Coq proves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

import sympy
from sympy import Dummy, Expr, S

from dpsym.coq.notation import coq, powered, rewritten
from dpsym.coq.polynomials import atom_power, expression, ordered, rational
from dpsym.coq.scripts import Scripting, Written
from dpsym.coq.statements import indented
from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_normal import _Reader
from dpsym.kernel.scalar_polynomials import WHOLE, Atom, primes
from dpsym.numeric import Goal, polynomial

Lines = list[str]
Head = Callable[["Rewriting", Any, dict[Expr, str], dict[Expr, Expr]], None]
HALF = Fraction(1, 2)


class Rewriting:
    """The equations that write the function values of some expressions by few of them."""

    def __init__(
        self,
        script: Scripting,
        goal: Goal,
        heads: Mapping[str, Head],
        *,
        logs: bool,
        roots: bool,
        written: bool = False,
    ) -> None:
        self.script, self.goal, self.split_logs, self.split_roots = script, goal, logs, roots
        self.split_written = written
        self.heads = heads
        self.region = goal.region().learning()
        self.lines: Lines = []
        self.reader, self.maxima = _Reader(self.region.terms), 0
        self.kept: dict[Any, Expr] = {}
        self.names: dict[Expr, str] = {}
        self.raised: dict[str, Expr] = {}
        self.logs: dict[Expr, Expr] = {}
        self.roots: dict[Expr, Expr] = {}
        self.spoken: set[Expr] = set()
        self.plain: tuple[dict[Expr, str], dict[Expr, Expr]] = ({}, {})
        self.extremes: dict[Any, str] = {}
        self.signs: list[str] = []
        self.products = False

    def apart(self) -> bool:
        """Whether a root is no root, or a product of others, of which there are several."""
        parts = [part.as_coeff_Mul()[1] for part in self.roots.values()]
        plain = all(part.is_Mul or (part.is_Pow and part.exp == S.Half) for part in parts)
        return self.products or not plain or (len(parts) > 1 and any(part.is_Mul for part in parts))

    def side(self, side: Written) -> Expr:
        """The value of a side by what is kept."""
        texts, values = ({}, {}) if side.put else self.plain
        for symbol, put in side.put.items():
            self.visit(put, *self.plain)
            texts[symbol] = coq(put, self.plain[0])
            values[symbol] = self.value(put, self.plain[1])
        self.visit(side.expr, texts, values)
        return self.value(side.expr, values)

    def value(self, expr: Expr, values: Mapping[Expr, Expr]) -> Expr:
        """An expression by what is kept; exponentials of what is kept for logarithms are powers."""
        found: Expr = rewritten(expr).xreplace(dict(values))
        if not self.logs or not found.has(sympy.exp):
            return found
        lowered: Expr = found.replace(lambda part: part.func is sympy.exp, self.lowered)
        return lowered

    def lowered(self, node: Expr) -> Expr:
        """An exponential without whole multiples of what is kept for logarithms."""
        inner, powers = sympy.expand(node.args[0]), S.One
        for kept, argument in self.logs.items():
            times = inner.coeff(kept, 1).as_coeff_Add()[0] if inner.has(kept) else S.Zero
            if times.is_Integer and times:
                inner, powers = sympy.expand(inner - times * kept), powers * argument**times
        return powers * sympy.exp(inner)

    def visit(self, expr: Expr, texts: dict[Expr, str], values: dict[Expr, Expr]) -> None:
        """Keeps the function values in an expression, the innermost first."""
        head = expr.func.__name__
        if expr in texts:
            return
        if head == "Sum" and len(expr.args) == 2:
            self.heads[head](self, expr, texts, values)
            return
        expr = rewritten(expr)
        for part in expr.args:
            self.visit(part, texts, values)
        if expr in values:
            return
        if head == "log":
            self.put(expr, self.log(expr.args[0], texts, values), texts, values)
        elif head == "exp":
            self.raised[f"exp {coq(expr.args[0], texts)}"] = self.value(expr.args[0], values)
        elif head in ("sinh", "cosh", "tanh"):
            for inner in (expr.args[0], -expr.args[0]):
                self.raised[f"exp {coq(inner, texts)}"] = self.value(inner, values)
        elif head in self.heads and not expr.is_Pow:
            self.heads[head](self, expr, texts, values)
        elif expr.is_Pow and expr.exp.is_Rational and expr.exp.q == 2:
            root = sympy.sqrt(expr.base)
            found = self.root(expr.base, texts, values)
            count = int(expr.exp.p)
            texts[expr] = powered(self.said(found), count)
            values[expr] = found**count
            if root == expr:
                self.put(expr, found, texts, values)
        elif expr.is_Pow and not expr.exp.is_Rational and expr.base is not S.Exp1:
            self.power(expr, texts, values)

    def put(
        self, node: Expr, found: Expr, texts: dict[Expr, str], values: dict[Expr, Expr]
    ) -> None:
        """Remembers what is written for a function value."""
        texts[node], values[node] = self.said(found), found

    def said(self, expr: Expr) -> str:
        """The text of an expression by what is kept; its exponentials are to be written by few."""
        for node in expr.atoms(sympy.exp):
            self.raised[f"exp {coq(node.args[0], self.names)}"] = node.args[0]
        roots = (n for n in expr.atoms(sympy.Pow) if n.exp.is_Rational and n.exp.q == 2)
        self.spoken |= {sympy.sqrt(node.base) for node in roots}
        return coq(expr, self.names)

    def rewrite(self, old: str, new: str, proof: Lines) -> None:
        """A line that writes one text for another, when the proof shows that they are equal."""
        if old == new:
            return
        held = self.script.fresh("X")
        self.lines += [f"assert ({held} : {old} = {new}).", "{", *indented(proof), "}"]
        signs = "".join(f" rewrite ?{held} in {sign};" for sign in self.signs)
        self.lines += [f"rewrite ?{held};{signs} clear {held}."]

    def same(self, node: Expr, texts: Mapping[Expr, str], values: Mapping[Expr, Expr]) -> Expr:
        """The first value of the function at an equal argument."""
        inner = self.value(node.args[0], values)
        found = self.keep(node.func(inner, evaluate=False), coq(node, texts), inner)
        if node.func is sympy.log:
            self.logs.setdefault(found, inner)
        rest = [*self.exponentials(coq(node, texts), self.names[found]), "dpsym_equal."]
        # Of numbers such as 1 + 1 and 2 nothing is left after the first step.
        proof = ["f_equal.", *(f"all: {line}" for line in rest)]
        self.rewrite(coq(node, texts), self.names[found], proof)
        return found

    def keep(self, node: Expr, text: str, *arguments: Expr) -> Expr:
        """What stands for a function value, of which the range is known, by its arguments."""
        values = (frozenset(polynomial(value, self.region).items()) for value in arguments)
        key = (node.func.__name__, *values)
        if key not in self.kept:
            found = self.kept[key] = Dummy()
            self.names[found] = text
            self.ranged(found, node)
        return self.kept[key]

    def ranged(self, kept: Dummy, value: Expr) -> None:
        """Remembers the range of what is kept."""
        with suppress(UndefinedError):
            self.region.learn(kept, self.region.range(value))

    def log(self, inner: Expr, texts: Mapping[Expr, str], values: Mapping[Expr, Expr]) -> Expr:
        """A logarithm by those of the factors of its argument."""
        if not self.split_logs:
            return self.same(sympy.log(inner, evaluate=False), texts, values)
        if self.split_written and inner.is_Mul and sum(part.is_Add for part in inner.args) > 1:
            written = self.logs_of_factors(inner, texts, values)
            if written is not None:
                return written
        value = polynomial(self.value(inner, values), self.region)
        number, content, rest = self.reader.split(value, 1)
        contents = ordered(content)
        while content:
            times, content, rest = self.reader.split(rest, 1)
            number, contents = number * times, contents + ordered(content)
        parts: list[tuple[Atom, Fraction]] = []
        for whole, sign in ((number.numerator, 1), (number.denominator, -1)):
            parts += [(("prime", p), Fraction(sign * n)) for p, n in primes(whole)]
        parts += contents
        if rest != {frozenset(): WHOLE}:
            parts.append((("sum", frozenset(rest.items())), WHOLE))
        total = sympy.Add(*(self.atom_log(atom, power) for atom, power in parts))
        product = " * ".join(self.factor(atom, power) for atom, power in parts) or "1"
        argument, held = coq(inner, texts), self.script.fresh("F")
        proof = [
            f"assert ({held} : {argument} = {product}).",
            "{",
            *indented([*self.exponentials(argument, product), "dpsym_equal."]),
            "}",
            f"try rewrite {held}; dpsym_ln.",
        ]
        self.rewrite(f"(ln {argument})", self.said(total), proof)
        return total

    def logs_of_factors(
        self, inner: Expr, texts: Mapping[Expr, str], values: Mapping[Expr, Expr]
    ) -> Expr | None:
        """The logarithm of a product by those of the factors that it is written with."""
        parts = [self.value(part, values) for part in inner.args]
        if not all(self.region.range(part).positive for part in parts):
            return None
        total = " + ".join(f"(ln {coq(part, texts)})" for part in inner.args)
        self.rewrite(f"(ln {coq(inner, texts)})", f"({total})", ["dpsym_ln."])
        return sympy.Add(*(self.log(part, texts, values) for part in inner.args))

    def atom_log(self, atom: Atom, power: Fraction) -> Expr:
        """The logarithm of a power of an atom."""
        times = rational(power)
        if atom[0] == "exp":
            return times * expression({atom[1]: WHOLE})
        if atom not in self.kept:
            self.kept[atom] = Dummy()
            self.names[self.kept[atom]] = f"(ln {self.said(atom_power(atom, WHOLE))})"
            self.logs[self.kept[atom]] = atom_power(atom, WHOLE)
            self.ranged(self.kept[atom], sympy.log(atom_power(atom, WHOLE)))
        return times * self.kept[atom]

    def factor(self, atom: Atom, power: Fraction) -> str:
        """The power of an atom that stands as a factor of a logarithm's argument."""
        if atom[0] == "exp":
            return self.said(sympy.exp(expression({atom[1]: power})))
        base = self.said(atom_power(atom, WHOLE))
        if power.denominator == 1:
            return powered(base, int(power))
        return powered(f"(sqrt {base})", int(2 * power))

    def factors(
        self, inner: Expr, texts: Mapping[Expr, str], values: Mapping[Expr, Expr]
    ) -> Expr | None:
        """The root of a product by those of its factors, when none is negative."""
        parts = [self.value(part, values) for part in inner.args]
        if not all(self.region.range(part).nonnegative for part in parts):
            return None
        product = " * ".join(f"(sqrt {coq(part, texts)})" for part in inner.args)
        self.rewrite(f"(sqrt {coq(inner, texts)})", f"({product})", ["dpsym_root."])
        return sympy.Mul(*(self.root(part, texts, values) for part in inner.args))

    def root(self, inner: Expr, texts: Mapping[Expr, str], values: Mapping[Expr, Expr]) -> Expr:
        """A square root by those of the factors of its argument."""
        if inner.is_Mul and sum(part.is_Add for part in inner.args) > 1:
            self.products = True
            factors = self.factors(inner, texts, values) if self.split_roots else None
            if factors is not None:
                return factors
        value = self.value(inner, values)
        read = polynomial(value, self.region)
        key = ("sqrt", frozenset(read.items()))
        if key not in self.kept:
            parts = _gathered(expression(self.reader.rational(read, HALF)))
            found = parts if self.split_roots else sympy.sqrt(value)
            self.kept[key], self.roots[found] = found, parts
            if found.is_Pow and found.base == value and found not in self.spoken:
                self.names[found] = f"(sqrt {coq(inner, texts)})"
        found = self.kept[key]
        new = self.said(found)
        proof = [*self.exponentials(coq(inner, texts), new), "dpsym_root."]
        self.rewrite(f"(sqrt {coq(inner, texts)})", new, proof)
        return found

    def power(self, node: Expr, texts: dict[Expr, str], values: dict[Expr, Expr]) -> None:
        """A power with a variable exponent, as an exponential where the base is > 0."""
        logarithm = sympy.log(node.base, evaluate=False)
        base, exponent = (self.value(part, values) for part in node.args)
        if not self.region.range(base).positive:
            self.heads["Pow"](self, node, texts, values)
            return
        inner, raised = (coq(part, texts) for part in node.args)
        proof = ["apply dpsym_expt_exp; dpsym_pos."]
        self.rewrite(coq(node, texts), f"(exp ({raised} * (ln {inner})))", proof)
        found = self.log(node.base, texts, values)
        text = f"exp ({raised} * {coq(found, self.names)})"
        self.raised[text] = sympy.expand(exponent * found)
        texts[node], texts[logarithm] = f"({text})", coq(found, self.names)
        values[node] = self.lowered(sympy.exp(self.raised[text], evaluate=False))

    def exponentials(self, *texts: str) -> Lines:
        """Every exponential, or those in some texts, as a product of powers of few."""
        parts: dict[str, dict[Any, Fraction]] = {}
        scale: dict[Any, int] = {}
        for text, value in self.raised.items():
            if texts and not any(text in whole for whole in texts):
                continue
            parts[text] = polynomial(value, self.region)
            for monomial, c in parts[text].items():
                scale[monomial] = sympy.ilcm(scale.get(monomial, 1), c.denominator)
        lines: Lines = []
        for text in sorted(parts, key=len, reverse=True):
            factors = []
            for monomial, c in parts[text].items():
                base = expression({monomial: Fraction(1, int(scale[monomial]))})
                power = int(c * scale[monomial])
                factor = f"exp {coq(base, self.names)} ^ {abs(power)}"
                factors.append(factor if power > 0 else f"/ ({factor})")
            if factors == [f"{text} ^ 1"]:
                continue
            held = self.script.fresh("X")
            lines += [
                f"assert ({held} : {text} = {' * '.join(factors) or '1'}) by dpsym_exp.",
                f"try rewrite ?{held}{'' if texts else ' in *'}; clear {held}.",
            ]
        if any(name.startswith("(ln ") for name in self.names.values()):
            lines.append("dpsym_exp_ln.")
        return lines


def _gathered(product: Expr) -> Expr:
    """A product of roots with its number under the root of a sum."""
    number, rest = product.as_coeff_Mul()
    for factor in sympy.Mul.make_args(rest):
        if factor.is_Pow and factor.exp == sympy.Rational(1, 2) and factor.base.is_Add:
            return rest / factor * sympy.sqrt(sympy.expand(number**2 * factor.base))
    return product
