"""Scripts for Coq of signs: bounds of an expression from those of its parts, as the kernel's.

A bound of a part is proved from bounds of its own parts alone, by one tactic; where a fact of the
goal says the sign of a part, the two are multiples of each other by an equation.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

import sympy
from sympy import Expr, S

from dpsym.coq.identities import equation
from dpsym.coq.notation import coq, rewritten
from dpsym.coq.polynomials import expression
from dpsym.coq.scripts import Scripting, Written
from dpsym.coq.statements import indented
from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_intervals import (
    ALL,
    INF,
    NONNEGATIVE,
    POSITIVE,
    Range,
    absolute,
    increasing,
    power,
    reciprocal,
)
from dpsym.language.heads import Phi
from dpsym.numeric import Goal, Region, polynomial, ray
from dpsym.provers.scalar.factoring import factored

Lines = list[str]
LOWER, UPPER = "lower", "upper"
CASES = "dpsym_extreme"
UNTOLD = ["first [ dpsym_range | dpsym_compared ]."]
"""The script for a sign that the ranges of parts do not tell."""
MAX_SIZE = 60
"""Larger expressions are read in few forms."""


class Part(NamedTuple):
    """A term of Coq, its range, the parts that its bounds follow from, and by which tactic.

    A fact stands for a bound that it says: its multiple is the part.
    """

    text: str
    range: Range
    parts: tuple[Part, ...]
    tactic: str
    facts: tuple[tuple[str, Expr, Expr], ...] = ()

    def end(self, side: str) -> Fraction | float:
        """The end on a side."""
        return self.range.lower if side == LOWER else self.range.upper

    def bound(self, side: str) -> str:
        """What an end says."""
        is_open = self.range.lower_open if side == LOWER else self.range.upper_open
        ends = (number(Fraction(self.end(side))), self.text)
        return f" {'<' if is_open else '<='} ".join(ends if side == LOWER else ends[::-1])


def number(value: Fraction) -> str:
    """A fraction in Coq."""
    return coq(sympy.Rational(value.numerator, value.denominator))


class Bounds:
    """The bounds of expressions where the domains and facts of a goal are hypotheses."""

    def __init__(self, script: Scripting, goal: Goal) -> None:
        self.script, self.goal, self.region = script, goal, goal.region()
        self.plain = Region(goal.domains)
        self.parts: dict[Expr, Part] = {}
        self.before: Lines = []
        self.steps: Lines = []
        self.held: dict[tuple[str, str], str] = {}

    def sign(self, expr: Expr, *, strict: bool) -> Lines:
        """A script that proves ``0 <= expr`` or ``0 < expr``.

        The tactics of the prelude stand in where the bounds of the parts do not say it.
        """
        for form in self.forms(expr):
            with suppress(UndefinedError):
                part = self.part(form)
                if part.range.positive if strict else part.range.nonnegative:
                    same = [] if form is expr else self.same(expr, form)
                    chain = "; ".join([f"clear -{self.hold(part, LOWER)}", "lra"])
                    tactic = "; ".join([*self.steps, chain])
                    return [
                        *self.before,
                        *same,
                        f"first [ {tactic} | dpsym_range | dpsym_compared ].",
                    ]
        constant, rest = expr.as_coeff_Add()
        if isinstance(rest, sympy.log):
            return self.logarithm(-constant, rest.args[0], strict=strict)
        if expr.has(sympy.erfc, sympy.erf, Phi) and not expr.free_symbols:
            return ["dpsym_erfc_sign."]
        return self.resolved(expr, strict=strict) or [*UNTOLD]

    def resolved(self, expr: Expr, *, strict: bool) -> Lines:
        """A script for an expression some of whose extremes are one of their two arguments, as
        the factors of the difference say; empty if they say nothing.
        """
        lines, held, chosen = [], [], {}
        for node in sorted(expr.atoms(sympy.Max, sympy.Min), key=sympy.default_sort_key):
            for one, other in (node.args, node.args[::-1]) if len(node.args) == 2 else ():
                above, below = (one, other) if node.func is sympy.Max else (other, one)
                gap = factored(above - below)
                if node not in chosen and self.tells(gap):
                    chosen[node] = one
                    held.append(self.script.fresh("X"))
                    lines += [
                        f"assert ({held[-1]} : {coq(node)} = {coq(one)}).",
                        *("{", *indented(self.larger(above, below, gap)), "}"),
                    ]
        if not chosen:
            return []
        left, sign = expr.xreplace(chosen), "<" if strict else "<="
        shown = self.script.fresh("S")
        return [
            *lines,
            f"assert ({shown} : 0 {sign} {coq(left)}).",
            *("{", *indented(Bounds(self.script, self.goal).sign(left, strict=strict)), "}"),
            f"rewrite {', '.join(f'?{each}' for each in held)}; lra.",
        ]

    def tells(self, gap: Expr) -> bool:
        """Whether the bounds of the parts say that an expression is not negative."""
        with suppress(UndefinedError):
            return self.part(gap).range.nonnegative
        return False

    def larger(self, above: Expr, below: Expr, gap: Expr) -> Lines:
        """A script for an extreme of two, whose difference in this form is not negative."""
        bounds, shown = Bounds(self.script, self.goal), self.script.fresh("S")
        difference = Written(sympy.Add(above, -below, evaluate=False))
        return [
            f"assert ({shown} : 0 <= {difference.text()}).",
            "{",
            *indented(self.script.equal(self.goal, difference, Written(gap))),
            *indented(bounds.sign(gap, strict=False)),
            "}",
            "dpsym_largest.",
        ]

    def logarithm(self, low: Expr, inner: Expr, *, strict: bool) -> Lines:
        """A script that proves ``0 <= ln inner - low`` or ``<`` by ``exp low``."""
        gap, sign = inner - sympy.exp(low), "<" if strict else "<="
        held, above = self.script.fresh("S"), self.script.fresh("S")
        lemma = "ln_increasing" if strict else "dpsym_ln_le"
        shown = Bounds(self.script, self.goal).sign(gap, strict=strict)
        return [
            f"assert ({held} : 0 {sign} {coq(gap)}).",
            *("{", *indented(shown), "}"),
            f"assert ({above} : ln (exp {coq(low)}) {sign} ln {coq(inner)})",
            f"  by (apply {lemma}; first [ apply exp_pos | lra ]).",
            f"rewrite ln_exp in {above}; lra.",
        ]

    def positive(self, expr: Expr) -> Lines | None:
        """A script that proves ``0 < expr`` by the bounds of the parts, if they say it."""
        with suppress(UndefinedError):
            part = self.part(expr)
            if part.range.positive:
                held = self.hold(part, LOWER)
                return [f"{'; '.join([*self.steps, f'clear -{held}', 'lra'])}."]
        return None

    def expanded(self, expr: Expr) -> Expr:
        """The expression as a sum of products."""
        return expression(polynomial(expr, self.region))

    def forms(self, expr: Expr) -> Iterator[Expr]:
        """The expression in equal forms, whose parts may tell its sign: as the kernel reads it."""
        yield expr
        yield self.expanded(expr)
        yield sympy.factor_terms(expr)
        if expr.is_Add and expr.count_ops() <= MAX_SIZE:
            above, below = sympy.fraction(sympy.together(expr))
            above = sympy.expand(above)
            yield above / below
            yield from self.shifted(expr)
            yield from (form / below for form in self.shifted(above))

    def shifted(self, expr: Expr) -> Iterator[Expr]:
        """Names measured from the lower ends of their domains, and exponentials >= 1 from 1."""
        names = {n: d.lower for n, d in self.goal.domains.items() if expr.has(n)}
        free = (e for e in expr.atoms(sympy.exp) if e.free_symbols <= set(self.goal.domains))
        large = [e for e in free if self.region.range(e).lower >= 1]
        for chosen in ({n: low for n, low in names.items() if low.is_Rational},
                       dict.fromkeys(large, S.One)):  # fmt: skip
            excess = {sympy.Dummy(): (node, low) for node, low in chosen.items()}
            moved = {node: low + d for d, (node, low) in excess.items()}
            back = {d: node - low for d, (node, low) in excess.items()}
            yield sympy.expand(expr.xreplace(moved)).xreplace(back)

    def same(self, expr: Expr, form: Expr) -> Lines:
        """A script that turns the sign of an expression into that of an equal one."""
        return self.script.equal(self.goal, Written(expr), Written(form))

    def hold(self, part: Part, side: str) -> str:
        """The name of a hypothesis that says a bound."""
        key = part.text, side
        if key in self.held:
            return self.held[key]
        for fact in part.facts:
            if fact[0] == side:
                self.held[key] = self.by_fact(part, *fact)
                return self.held[key]
        ends = [(p, s) for p in part.parts for s in (LOWER, UPPER) if abs(p.end(s)) != INF]
        known = " ".join(self.hold(*each) for each in ends)
        self.held[key] = held = self.script.fresh("B")
        tactic = f"clear -{known}; {part.tactic}" if known else part.tactic
        self.steps.append(f"assert ({held} : {part.bound(side)}) by ({tactic})")
        return held

    def by_fact(self, part: Part, side: str, expr: Expr, fact: Expr) -> str:
        """The name of a hypothesis that says the sign of a part, which is a multiple of a fact."""
        held, equal = self.script.fresh("B"), self.script.fresh("Q")
        mine, theirs = (polynomial(each, self.region) for each in (expr, fact))
        times = sympy.Rational(str(mine[next(iter(theirs))] / theirs[next(iter(theirs))]))
        sides = Written(expr), Written(times * fact), Written(fact)
        proved = equation(self.script, self.goal, *sides)
        sign = part.bound(side).replace(part.text, "{}")
        known = next(strict for known, strict, _ in self.goal.facts if known == fact)
        self.before += [
            f"assert ({equal} : {part.text} = {coq(fact)} * {coq(times)}).",
            "{",
            *indented(proved),
            "}",
            f"assert ({held} : {sign.format(part.text)}).",
            f"{{ rewrite {equal}; clear {equal}.",
            f"  assert (0 {'<' if known else '<='} {coq(fact)}) by first [ assumption | lra ].",
            "  lra. }",
        ]
        return held

    # -- parts ---------------------------------------------------------------------------------

    def part(self, expr: Expr) -> Part:
        """An expression with its range, which may be larger than the kernel's.

        Raises:
            UndefinedError: nothing is known about a function.
        """
        if expr not in self.parts:
            found = self.found(expr)
            self.parts[expr] = self.known(expr, found) if expr.free_symbols else found
        return self.parts[expr]

    def known(self, expr: Expr, part: Part) -> Part:
        """The part with the signs that facts say."""
        own = ray(expr, self.region) if self.goal.facts else None
        for fact, strict, _ in self.goal.facts if own is not None else ():
            sign = POSITIVE if strict else NONNEGATIVE
            for value, found, side in ((fact, sign, LOWER), (-fact, -sign, UPPER)):
                if not part.range.within(found) and ray(value, self.region) == own:
                    met, says = part.range.meet(found), (side, expr, fact)
                    part = part._replace(range=met, facts=(*part.facts, says))
        return part

    def found(self, expr: Expr) -> Part:
        """An expression with the range that those of its parts say."""
        text = coq(expr)
        if expr.is_Symbol or expr.is_Rational:
            return Part(text, self.plain.range(expr), (), "dpsym_domain")
        if expr in (S.Pi, S.Exp1):
            return Part(text, self.region.range(expr), (), "dpsym_number")
        if expr.is_Add:
            parts = tuple(map(self.part, expr.args))
            total = parts[0].range
            for part in parts[1:]:
                total = total.plus(part.range)
            return Part(text, total, parts, "lra")
        if expr.is_Mul:
            return self.product(expr)
        if expr.is_Pow and expr.base is not S.Exp1:
            return self.power(expr)
        return self.function(expr)

    def product(self, expr: Expr) -> Part:
        """A product, factor by factor, its number last."""
        coefficient, rest = expr.as_coeff_Mul()
        first, *others = map(self.part, sympy.Mul.make_args(rest))
        for other in others:
            text = f"({first.text} * {other.text})"
            first = Part(text, first.range.times(other.range), (first, other), "dpsym_product")
        whole = first.range.times(self.part(coefficient).range)
        return Part(coq(expr), whole, (first,), "lra")

    def power(self, expr: Expr) -> Part:
        """A power, as the notation writes it."""
        base, exponent = expr.base, expr.exp
        if not exponent.is_Rational:
            return self.raised(expr)
        inner = self.part(base)
        if exponent.q == 2:
            root = self.root(inner)
        elif exponent.q == 1:
            root = inner
        else:
            raise UndefinedError(f"nothing is known here about {expr}")
        count = abs(int(exponent.p))
        if count > 1:
            text = f"({root.text} ^ {count})"
            root = Part(text, power(root.range, count), (root,), "dpsym_power")
        if exponent < 0:
            if not (root.range.positive or (-root.range).positive):
                return Part(f"(/ {root.text})", ALL, (), "fail")
            root = Part(f"(/ {root.text})", reciprocal(root.range), (root,), "dpsym_inverse")
        return root

    def root(self, inner: Part) -> Part:
        """The square root of a part that is not negative."""
        if not inner.range.nonnegative:
            raise UndefinedError(f"{inner.text} may be negative")
        symbol = sympy.Dummy()
        found = Region({})
        found.learn(symbol, inner.range)
        return Part(
            f"(sqrt {inner.text})", found.range(sympy.sqrt(symbol)), (inner,), "dpsym_square_root"
        )

    def raised(self, expr: Expr) -> Part:
        """A power with a variable exponent: an exponential, or one of what may be 0."""
        base, exponent, text = self.part(expr.base), self.part(expr.exp), coq(expr)
        if base.range.positive:
            logarithm = self.part(sympy.log(expr.base, evaluate=False))
            product = f"({exponent.text} * {logarithm.text})"
            inner = exponent.range.times(logarithm.range)
            whole = Part(product, inner, (exponent, logarithm), "dpsym_product")
            found = self.increasing(f"(exp {product})", "exp", whole)
            if expr.base.is_Rational:
                return found
            return Part(text, found.range, (found, base), "rewrite dpsym_expt_exp by lra; lra")
        if not (base.range.nonnegative and exponent.range.nonnegative):
            raise UndefinedError(f"nothing is known here about {expr}")
        high = Fraction(1) if base.range.upper <= 1 else INF
        whole_range = Range(Fraction(0), high, False, high is INF)
        return Part(text, whole_range, (base, exponent), "dpsym_expt_bound")

    def increasing(self, text: str, name: str, inner: Part) -> Part:
        """The value of an increasing function."""
        return Part(text, increasing(inner.range, name), (inner,), f"dpsym_{name}_bound")

    def function(self, expr: Expr) -> Part:
        """The value of a function."""
        name, text = expr.func.__name__, coq(expr)
        if name in ("Max", "Min"):
            return self.largest(expr)
        if name in ("erf", "Phi"):
            return self.part(rewritten(expr))
        inner = self.part(expr.args[0])
        if name == "exp":
            return self.increasing(text, name, inner)
        if name == "log" and inner.range.positive:
            return self.increasing(text, name, inner)
        if name == "erfc":
            return self.complement(text, inner)
        if name == "Abs":
            return Part(text, absolute(inner.range), (inner,), CASES)
        raise UndefinedError(f"nothing is known here about {name}")

    def complement(self, text: str, inner: Part) -> Part:
        """A value of erfc, which is at most ``exp(-x**2)`` from 0 on."""
        high = Fraction(2)
        if inner.range.nonnegative:
            bell = sympy.exp(-(sympy.Rational(str(inner.range.lower)) ** 2))
            high = Fraction(self.region.range(bell).upper)
        found = Range(Fraction(0), high, True, high == 2)
        return Part(text, found, (inner,), "dpsym_erfc_bound")

    def largest(self, expr: Expr) -> Part:
        """A maximum or minimum, two values at a time."""
        head = expr.func.__name__
        found, *others = map(self.part, expr.args)
        for other in others:
            one, two = (-p.range if head == "Min" else p.range for p in (found, other))
            low = max((one.lower, one.lower_open), (two.lower, two.lower_open))
            high = max((one.upper, not one.upper_open), (two.upper, not two.upper_open))
            top = Range(low[0], high[0], low[1], not high[1])
            text = f"(R{head.lower()} {found.text} {other.text})"
            found = Part(text, -top if head == "Min" else top, (found, other), CASES)
        return found
