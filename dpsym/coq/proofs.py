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
from dpsym.coq.statements import (
    _indented,
    _renamed,
    _written_exponentials,
    domain_conditions,
    statement,
)
from dpsym.kernel.scalar_goal import Goal, _read
from dpsym.kernel.scalar_normal import expression, polynomial
from dpsym.kernel.scalar_ranges import Domain
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

    def _block(self, statement: str, script: Lines) -> Lines:
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
            *_indented([*self._exponentials(exprs, moved), "dpsym_equal."]),
            "}",
            f"rewrite {hypothesis}; clear {hypothesis}.",
        ]

    def _exponentials(self, exprs: tuple[Expr, ...], moved: Any = None) -> Lines:
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
        (first, *_) = [name(s) for s in goal.domains]
        bisected = ", ".join(f"i_bisect {name(s)}" for s in goal.domains)
        single = f"i_taylor {first}, " if len(goal.domains) == 1 else f"i_autodiff {first}, "
        return [f"interval with ({bisected}, {single}i_prec 60, i_depth 30)."]

    def _sum(self, goal: Goal, proof: Json, children: Any) -> Lines:
        lines: Lines = []
        terms: list[tuple[Expr, Expr, bool]] = []
        for place, (weight, _, _) in enumerate(proof["terms"]):
            inner, part = children[("terms", place)]
            lines += self._block(statement(inner), self.of(inner, part))
            relation = "<" if inner.strict else "<="
            factor = _read(weight)
            lines += self._block(f"0 {relation} {coq(factor)}", ["dpsym_range."])
            terms.append((factor, inner.expression, inner.strict))
        written = " + ".join(f"{coq(w)} * {coq(f)}" for w, f, _ in terms) or "0"
        exprs = (goal.expression, *(e for w, f, _ in terms for e in (w, f)))
        hypothesis = self.fresh("Q")
        lines += [
            f"assert ({hypothesis} : {coq(goal.expression)} = {written}).",
            "{",
            *_indented([*self._exponentials(exprs), "dpsym_equal."]),
            "}",
            f"rewrite {hypothesis}; clear {hypothesis}.",
        ]
        return [*lines, "dpsym_terms."]

    def _have(self, goal: Goal, proof: Json, children: Any) -> Lines:
        fact, shown = children["proof"]
        rest, then = children["then"]
        return [*self._block(statement(fact), self.of(fact, shown)), *self.of(rest, then)]

    def _enlarge(self, goal: Goal, proof: Json, children: Any) -> Lines:
        return self.of(*children["proof"])

    def _replace(self, goal: Goal, proof: Json, children: Any) -> Lines:
        inner, part = children["proof"]
        return [
            *self._equal(
                _read(proof["old"]), _read(proof["new"]), (_read(proof["old"]), _read(proof["new"]))
            ),
            *self.of(inner, part),
        ]

    def _square(self, goal: Goal, proof: Json, children: Any) -> Lines:
        first, second = children["first"], children["second"]
        if goal.strict:
            raise UnexportableError("a strict comparison of squares is not exported")
        part = first[0].expression
        rest = goal.expression - part
        whole = f"{coq(part)} * {coq(part)} - {coq(rest)} * {coq(rest)}"
        exprs = (goal.expression, part, second[0].expression)
        return [
            f"replace {coq(goal.expression)} with ({coq(part)} + {coq(rest)}) by dpsym_equal.",
            "apply dpsym_square.",
            "{",
            *_indented(self.of(*first)),
            "}",
            *self._equal(whole, second[0].expression, exprs),
            *self.of(*second),
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
        hypothesis, at = self.fresh("C"), coq(_read(proof["at"]))
        return [
            f"destruct (Rle_lt_dec {name(Symbol(proof['variable']))} {at})"
            f" as [{hypothesis} | {hypothesis}].",
            "{",
            *_indented(self.of(*children["below"])),
            "}",
            *self.of(*children["above"]),
        ]

    def _face(self, goal: Goal, proof: Json, children: Any) -> Lines:
        symbol = Symbol(proof["variable"])
        domain = goal.domains[symbol]
        end = domain.lower if proof["end"] == "lower" else domain.upper
        hypothesis, (inner, part) = self.fresh("C"), children["at"]
        strict = (
            f"{coq(end)} < {name(symbol)}"
            if proof["end"] == "lower"
            else f"{name(symbol)} < {coq(end)}"
        )
        return [
            f"destruct (Req_dec {name(symbol)} {coq(end)}) as [{hypothesis} | {hypothesis}].",
            "{",
            *_indented(
                [
                    f"rewrite {hypothesis}.",
                    *self._equal(
                        coq(goal.expression, {symbol: coq(end)}),
                        inner.expression,
                        (inner.expression,),
                        (goal.expression, {symbol: end}),
                    ),
                    *self.of(inner, part),
                ]
            ),
            "}",
            f"assert ({self.fresh()} : {strict}) by lra.",
            *self.of(*children["rest"]),
        ]

    def _monotone(self, goal: Goal, proof: Json, children: Any) -> Lines:
        symbol, side = Symbol(proof["variable"]), proof["end"]
        domain = goal.domains[symbol]
        end = domain.lower if side == "lower" else domain.upper
        if not end.is_finite or goal.strict:
            raise UnexportableError("a limit at infinity is not exported")
        edge, edge_proof = children[side]
        slope, slope_proof = children["slope"]
        other = Symbol(self.fresh(symbol.name))
        put = {symbol: other}
        inside = slope.at(
            symbol,
            other,
            {
                **{s: d for s, d in slope.domains.items() if s != symbol},
                other: slope.domains[symbol],
            },
        )
        derivative = sympy.diff(goal.expression, symbol).xreplace(put)
        lemma, (low, high) = (
            ("dpsym_rises", (coq(end), name(symbol)))
            if side == "lower"
            else ("dpsym_falls", (name(symbol), coq(end)))
        )
        t = name(other)
        moved = goal.expression.xreplace(put)
        return [
            f"apply ({lemma} (fun {t} => {coq(moved)}) (fun {t} => {coq(derivative)})"
            f" {low} {high}); cbv beta.",
            "{ lra. }",
            "{",
            *_indented(
                [
                    f"intros {t} Hd_{t}.",
                    "dpsym_derive.",
                    *self._exponentials((moved,)),
                    "dpsym_equal.",
                ]
            ),
            "}",
            "{",
            *_indented(
                [
                    f"intros {t} Hd_{t}.",
                    *_bounds(other, inside.domains[other], self),
                    *self.of(inside, _renamed(slope_proof, symbol, other)),
                ]
            ),
            "}",
            *self._equal(
                coq(goal.expression, {symbol: coq(end)}),
                edge.expression,
                (edge.expression,),
                (goal.expression, {symbol: end}),
            ),
            *self.of(edge, edge_proof),
        ]

    def _substitute(self, goal: Goal, proof: Json, children: Any) -> Lines:
        symbol, new = Symbol(proof["variable"]), Symbol(proof["new"])
        inner, part = children["proof"]
        value, inverse = _read(proof["value"]), _read(proof["inverse"])
        if symbol == new:
            raise UnexportableError("a substitution that keeps the name is not exported")
        q = self.fresh("Q")
        conditions = [f"{name(symbol)} = {coq(value)}", *domain_conditions(new, inner.domains[new])]
        hypotheses = [self.fresh() for _ in conditions[1:]]
        pattern = q
        for place in range(len(hypotheses)):
            pattern = f"[{[q, *hypotheses][-2 - place]} {pattern if place else hypotheses[-1]}]"
        pattern = f"[{name(new)} {pattern}]"
        return [
            f"assert (exists {name(new)}, {AND.join(conditions)}) as {pattern}.",
            "{",
            *_indented(
                [
                    f"exists {coq(inverse)}.",
                    "repeat split; first [ dpsym_equal | lra | dpsym_within ].",
                ]
            ),
            "}",
            f"subst {name(symbol)}.",
            *self._equal(
                coq(goal.expression, {symbol: coq(value)}),
                inner.expression,
                (inner.expression,),
                (goal.expression, {symbol: value}),
            ),
            *self.of(inner, part),
        ]

    def _generalize(self, goal: Goal, proof: Json, children: Any) -> Lines:
        new, value = Symbol(proof["new"]), _read(proof["value"])
        inner, part = children["proof"]
        hypothesis, t = self.fresh(), name(new)
        if proof["facts"]:
            raise UnexportableError("a generalization with facts is not exported")
        conditions = domain_conditions(new, inner.domains[new])
        premises = "".join(f"{c} -> " for c in conditions)
        relation = "<" if goal.strict else "<="
        return [
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
                    *self._exponentials((goal.expression, inner.expression.xreplace({new: value}))),
                    "dpsym_equal.",
                ]
            ),
            "}",
            f"rewrite Q{hypothesis}; apply {hypothesis};",
            "first [ assumption | lra | dpsym_range | dpsym_within ].",
        ]

    def _void(self, goal: Goal, proof: Json, children: Any) -> Lines:
        inner, part = children["proof"]
        return ["exfalso.", *self._block(statement(inner), self.of(inner, part)), "lra."]


def _bounds(symbol: Symbol, domain: Domain, script: Script) -> Lines:
    return [f"assert ({script.fresh()} : {c}) by lra." for c in domain_conditions(symbol, domain)]
