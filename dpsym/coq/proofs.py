"""Proofs of the kernel's scalar rules as scripts for Coq.

The script of a node proves ``0 <= expression`` (or ``0 < expression``) where the domains and
facts of its goal are hypotheses. What the kernel checks by ranges is left to the tactics of
``prelude.v``; identities are proved by ``field`` after exponentials were written by few bases.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from typing import Any

import sympy
from sympy import Expr, Symbol

from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.coq.slopes import induction, slope
from dpsym.coq.statements import (
    _indented,
    _written_exponentials,
    domain_conditions,
    statement,
)
from dpsym.kernel.scalar_goal import Goal, _read
from dpsym.kernel.scalar_normal import polynomial
from dpsym.kernel.scalar_polynomials import expression
from dpsym.kernel.scalar_rules import RULES

Json = Mapping[str, Any]
Lines = list[str]
AND = " /\\ "


class Script:
    """The scripts of one proof; names of hypotheses are counted."""

    def __init__(self) -> None:
        self.numbers = count(1)
        self.values: dict[Expr, Expr] = {}

    def of(self, goal: Goal, proof: Json) -> Lines:
        """The script of a node.

        Raises:
            UnexportableError: the rule or a function has no counterpart.
        """
        rule = getattr(self, f"_{proof['rule']}", None)
        if rule is None:
            raise UnexportableError(f"the rule {proof['rule']} is not exported")
        children: dict[Any, tuple[Goal, Json]] = {}

        def child(inner: Goal, key: Any) -> None:
            part = proof[key] if isinstance(key, str) else proof[key[0]][key[1]]
            children[key] = (inner, part[-1] if isinstance(part, list) else part)

        RULES[proof["rule"]](goal, proof, child)
        found: Lines = rule(goal, proof, children)
        return found

    def fresh(self, stem: str = "H") -> str:
        """A new name."""
        return f"{stem}_{next(self.numbers)}"

    def block(self, statement: str, script: Lines) -> Lines:
        """A script that proves a statement for the scripts after it."""
        return [f"assert ({self.fresh()} : {statement}).", "{", *_indented(script), "}"]

    def _equal(
        self, left: Expr | str, right: Expr, exprs: tuple[Expr, ...], moved: Any = None
    ) -> Lines:
        """A script that turns the goal about ``left`` into one about ``right``."""
        written = left if isinstance(left, str) else coq(left)
        if written == coq(right):
            return []
        hypothesis = self.fresh("Q")
        return [
            f"assert ({hypothesis} : {written} = {coq(right)}).",
            "{",
            *_indented([*self.exponentials(exprs, moved), "dpsym_equal."]),
            "}",
            f"try rewrite {hypothesis}; clear {hypothesis}.",
        ]

    def exponentials(self, exprs: tuple[Expr, ...], moved: Any = None) -> Lines:
        """Every exponential as a product of powers of few.

        With ``moved``, an expression and the values of some variables, also those of the
        expression with the values written in the place of the variables.
        """
        from dpsym.kernel.scalar_ranges import Region

        region = Region({})
        nodes = {n for e in exprs for n in _written_exponentials(e)}
        texts = {n: f"exp {coq(n.args[0])}" for n in nodes}
        for node in _written_exponentials(moved[0]) if moved else ():
            written = {symbol: coq(value) for symbol, value in moved[1].items()}
            inner = sympy.exp(node.args[0].xreplace(moved[1]), evaluate=False)
            other = sympy.exp(
                sympy.Mul(node.args[0], sympy.Dummy(), evaluate=False), evaluate=False
            )
            texts[other] = f"exp {coq(node.args[0], written)}"
            nodes.add(other)
            self.values[other] = inner.args[0]
        parts: dict[Expr, dict[Any, Fraction]] = {}
        scale: dict[Any, int] = {}
        for node in nodes:
            parts[node] = polynomial(self.values.get(node, node.args[0]), region)
            for monomial, c in parts[node].items():
                scale[monomial] = sympy.ilcm(scale.get(monomial, 1), c.denominator)
        lines: Lines = []
        for node in sorted(nodes, key=lambda n: -n.count_ops()):
            factors = []
            for monomial, c in parts[node].items():
                base = expression({monomial: Fraction(1, int(scale[monomial]))})
                power = int(c * scale[monomial])
                factor = f"exp {coq(base)} ^ {abs(power)}"
                factors.append(factor if power > 0 else f"/ ({factor})")
            if factors == [f"{texts[node]} ^ 1"]:
                continue
            product = " * ".join(factors) or "1"
            hypothesis = self.fresh("X")
            lines += [
                f"assert ({hypothesis} : {texts[node]} = {product}) by dpsym_exp.",
                f"rewrite ?{hypothesis}; clear {hypothesis}.",
            ]
        return lines

    # -- rules ---------------------------------------------------------------------------------

    def _range(self, goal: Goal, proof: Json, children: Any) -> Lines:
        return ["dpsym_range."]

    def _boxes(self, goal: Goal, proof: Json, children: Any) -> Lines:
        names = [name(symbol) for symbol in goal.domains]
        tries = []
        for form in ("i_autodiff", "i_taylor") if len(names) == 1 else ("i_autodiff",):
            options = (
                *(f"i_bisect {n}" for n in names),
                f"{form} {names[0]}",
                "i_prec 60",
                "i_depth 30",
            )
            tries.append(f"interval with ({', '.join(f'Tactic.{option}' for option in options)})")
        return [f"first [ {' | '.join(tries)} ]."]

    def _sum(self, goal: Goal, proof: Json, children: Any) -> Lines:
        lines: Lines = []
        terms: list[tuple[Expr, Expr, bool]] = []
        for place, (weight, _, _) in enumerate(proof["terms"]):
            inner, part = children[("terms", place)]
            lines += self.block(statement(inner), self.of(inner, part))
            relation = "<" if inner.strict else "<="
            factor = _read(weight)
            lines += self.block(f"0 {relation} {coq(factor)}", ["dpsym_range."])
            terms.append((factor, inner.expression, inner.strict))
        written = " + ".join(f"{coq(w)} * {coq(f)}" for w, f, _ in terms) or "0"
        exprs = (goal.expression, *(e for w, f, _ in terms for e in (w, f)))
        hypothesis = self.fresh("Q")
        lines += [
            f"assert ({hypothesis} : {coq(goal.expression)} = {written}).",
            "{",
            *_indented([*self.exponentials(exprs), "dpsym_equal."]),
            "}",
            f"try rewrite {hypothesis}; clear {hypothesis}.",
        ]
        return [*lines, "dpsym_terms."]

    def _have(self, goal: Goal, proof: Json, children: Any) -> Lines:
        fact, shown = children["proof"]
        rest, then = children["then"]
        return [*self.block(statement(fact), self.of(fact, shown)), *self.of(rest, then)]

    def _replace(self, goal: Goal, proof: Json, children: Any) -> Lines:
        inner, part = children["proof"]
        return [
            *self._equal(
                _read(proof["old"]), _read(proof["new"]), (_read(proof["old"]), _read(proof["new"]))
            ),
            *self.of(inner, part),
        ]

    def _cases(self, goal: Goal, proof: Json, children: Any) -> Lines:
        hypothesis, on = self.fresh("C"), _read(proof["on"])
        return [
            f"destruct (Rle_lt_dec 0 {coq(on)}) as [{hypothesis} | {hypothesis}].",
            "{",
            *_indented(self.of(*children["nonnegative"])),
            "}",
            f"assert ({self.fresh()} : 0 < {coq(-on)}) by lra.",
            *self.of(*children["negative"]),
        ]

    def _split(self, goal: Goal, proof: Json, children: Any) -> Lines:
        symbol, at = Symbol(proof["variable"]), _read(proof["at"])
        hypothesis, (below, below_proof) = self.fresh("C"), children["below"]
        above: Lines = ["lra."]
        if "above" in children:
            ahead = children["above"][0].domains[symbol]
            above = [
                f"assert ({self.fresh()} : {condition}) by first [ dpsym_whole | lra | "
                "apply Rle_trans with (2 := dpsym_next _ _ ltac:(dpsym_whole) ltac:(dpsym_whole) "
                "ltac:(lra)); lra ]."
                for condition in domain_conditions(symbol, ahead)
            ]
            above += self.of(*children["above"])
        if symbol in below.domains:
            return [
                f"destruct (Rle_lt_dec {name(symbol)} {coq(at)}) as [{hypothesis} | {hypothesis}].",
                "{",
                *_indented(self.of(below, below_proof)),
                "}",
                *above,
            ]
        return [
            f"destruct (Req_dec {name(symbol)} {coq(at)}) as [{hypothesis} | {hypothesis}].",
            "{",
            *_indented(
                [
                    f"rewrite {hypothesis}.",
                    *self.moved(goal.expression, {symbol: at}, below.expression),
                    *self.of(below, below_proof),
                ]
            ),
            "}",
            f"assert ({self.fresh()} : {coq(at)} < {name(symbol)}) by lra.",
            *above,
        ]

    def moved(self, expr: Expr, values: dict[Symbol, Expr], result: Expr) -> Lines:
        """A script that turns the goal about an expression at values into one about the result."""
        written = coq(expr, {symbol: coq(value) for symbol, value in values.items()})
        return self._equal(written, result, (result,), (expr, values))

    def _slope(self, goal: Goal, proof: Json, children: Any) -> Lines:
        return slope(self, goal, proof, children)

    def _generalize(self, goal: Goal, proof: Json, children: Any) -> Lines:
        new, value = Symbol(proof["new"]), _read(proof["value"])
        inner, part = children["proof"]
        if value == new:
            return self.of(inner, part)
        if new in goal.domains:
            raise UnexportableError("a new variable with the name of an old one is not exported")
        hypothesis, t, lines = self.fresh(), name(new), []
        conditions = domain_conditions(new, inner.domains[new])
        for key, (known, shown) in children.items():
            if key != "proof":
                lines += self.block(statement(known), self.of(known, shown))
        for place, (fact, strict, _) in enumerate(proof["facts"]):
            known, _ = children["facts", place]
            relation, whole = "<" if strict else "<=", _read(fact)
            conditions.append(f"0 {relation} {coq(whole)}")
            script = [*self.moved(whole, {new: value}, known.expression), "assumption."]
            lines += self.block(f"0 {relation} {coq(whole, {new: coq(value)})}", script)
        premises = "".join(f"{c} -> " for c in conditions)
        written: Any = ((goal.expression, inner.expression.xreplace({new: value})),)
        if proof["forget"] != proof["new"]:
            written = ((goal.expression,), (inner.expression, {new: value}))
        relation = "<" if goal.strict else "<="
        return [
            *lines,
            f"assert ({hypothesis} : forall {t} : R,"
            f" {premises}0 {relation} {coq(inner.expression)}).",
            "{",
            *_indented([f"intros {t}{' ?' * len(conditions)}.", *self.of(inner, part)]),
            "}",
            f"assert (Q{hypothesis} : {coq(goal.expression)}"
            f" = {coq(inner.expression, {new: coq(value)})}).",
            "{",
            *_indented(
                [
                    "dpsym_logs.",
                    *self.exponentials(*written),
                    "dpsym_equal.",
                ]
            ),
            "}",
            f"try rewrite Q{hypothesis}; apply {hypothesis};",
            "first [ assumption | lra | dpsym_range | dpsym_within | dpsym_whole ].",
        ]

    def _induction(self, goal: Goal, proof: Json, children: Any) -> Lines:
        return induction(self, goal, proof, children)

    def _void(self, goal: Goal, proof: Json, children: Any) -> Lines:
        inner, part = children["proof"]
        return ["exfalso.", *self.block(statement(inner), self.of(inner, part)), "lra."]
