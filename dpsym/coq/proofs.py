"""Proofs of the kernel's scalar rules as scripts for Coq.

The script of a node proves ``0 <= expression`` (or ``0 < expression``) where the domains and
facts of its goal are hypotheses. What the kernel checks by ranges is left to the tactics of
``prelude.v``; identities are proved by ``field`` after exponentials were written by few bases.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import sympy
from sympy import Expr, Symbol

from dpsym.coq.boxes import bisection
from dpsym.coq.identities import equation
from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.coq.ranges import Bounds
from dpsym.coq.scripts import Json, Lines, Written
from dpsym.coq.slopes import induction, slope
from dpsym.coq.statements import domain_conditions, indented, statement
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar_boxes import EMPTY
from dpsym.language.construct import captures
from dpsym.language.domains import Integers
from dpsym.numeric import RULES, Goal, check, read


def needless(goal: Goal, proof: Json) -> Json | None:
    """A proof of the whole goal that does not cut a variable's domain, if a part has one."""
    part, symbol = proof, Symbol(proof["variable"])
    while part["rule"] == "split" and part["variable"] == proof["variable"]:
        part = part["below"]
    if goal.expression.has(symbol):
        return None
    try:
        check(goal, part)
    except Rejected:
        return None
    return part


class Script:
    """The scripts of one proof; names of hypotheses are counted."""

    def __init__(self) -> None:
        self.numbers = count(1)
        self.universal: list[tuple[Expr, bool, str]] = []

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

    def anew(self, symbol: Symbol, *premises: str) -> Lines:
        """A script that introduces a variable; what has its name until then gets another one."""
        old = f"try rename {name(symbol)} into {self.fresh(name(symbol))}."
        return [old, f"intros {' '.join((name(symbol), *premises))}."]

    def block(self, statement: str, script: Lines) -> Lines:
        """A script that proves a statement for the scripts after it."""
        return [f"assert ({self.fresh()} : {statement}).", "{", *indented(script), "}"]

    def signed(self, goal: Goal, expr: Expr, *, strict: bool = False) -> Lines:
        """A script that proves ``0 <= expr`` or ``0 < expr`` by the range of the expression."""
        return Bounds(self, goal).sign(expr, strict=strict)

    def positive(self, goal: Goal, expr: Expr) -> Lines | None:
        """A script that proves ``0 < expr`` by its range, if that says so without facts."""
        return Bounds(self, replace(goal, facts=())).positive(expr)

    def equal(self, goal: Goal, left: Written, right: Written) -> Lines:
        """A script that turns the goal about the left side into one about the right one."""
        if left.text() == right.text():
            return []
        return self.rewrite(left.text(), right.text(), equation(self, goal, left, right))

    def rewrite(self, left: str, right: str, proof: Lines) -> Lines:
        """A script that writes one text for another, when a script proves that they are equal."""
        held = self.fresh("Q")
        lines = [f"assert ({held} : {left} = {right}).", "{", *indented(proof), "}"]
        return [*lines, f"try rewrite {held}; clear {held}."]

    def moved(self, goal: Goal, values: dict[Symbol, Expr], result: Goal) -> Lines:
        """A script that turns a goal at values into the one about the result."""
        left = Written(goal.expression, values)
        return self.equal(result, left, Written(result.expression))

    # -- rules ---------------------------------------------------------------------------------

    def _range(self, goal: Goal, proof: Json, children: Any) -> Lines:
        return self.signed(goal, goal.expression, strict=goal.strict)

    def _boxes(self, goal: Goal, proof: Json, children: Any) -> Lines:
        if EMPTY in proof["tree"].split():
            raise UnexportableError("boxes in which a condition fails are not exported")
        return bisection(self, goal)

    def _sum(self, goal: Goal, proof: Json, children: Any) -> Lines:
        lines: Lines = []
        terms: list[tuple[Expr, Expr, bool]] = []
        for place, (weight, _, _) in enumerate(proof["terms"]):
            inner, part = children[("terms", place)]
            lines += self.block(statement(inner), self.of(inner, part))
            relation = "<" if inner.strict else "<="
            factor = read(weight)
            signed = self.signed(goal, factor, strict=inner.strict)
            lines += self.block(f"0 {relation} {coq(factor)}", signed)
            terms.append((factor, inner.expression, inner.strict))
        written = " + ".join(f"{coq(w)} * {coq(f)}" for w, f, _ in terms) or "0"
        total = Written(sympy.Add(*(w * f for w, f, _ in terms)))
        parts = [Written(e) for w, f, _ in terms for e in (w, f)]
        proved = equation(self, goal, Written(goal.expression), total, *parts)
        lines += self.rewrite(coq(goal.expression), written, proved)
        return [*lines, "dpsym_terms."]

    def _have(self, goal: Goal, proof: Json, children: Any) -> Lines:
        fact, shown = children["proof"]
        rest, then = children["then"]
        among = [symbol for symbol in goal.domains if fact.expression.has(symbol)]
        if proof["free"] is not True or not among:
            return [*self.block(statement(fact), self.of(fact, shown)), *self.of(rest, then)]
        conditions = [c for s in among for c in domain_conditions(s, fact.domains[s])]
        variables, premises = " ".join(map(name, among)), "".join(f"{c} -> " for c in conditions)
        lemma, lines = self.fresh("U"), [line for s in among for line in self.anew(s)]
        lines += ["intros."] * bool(conditions)
        for symbol in among:
            lines += self.again(fact, symbol)
        self.universal.insert(0, (fact.expression, fact.strict, lemma))
        return [
            f"assert ({lemma} : forall {variables} : R, {premises}{statement(fact)}).",
            "{",
            *indented([*lines, *self.of(fact, shown)]),
            "}",
            *self.again(rest, *among),
            *self.of(rest, then),
        ]

    def again(self, goal: Goal, *symbols: Symbol) -> Lines:
        """A script for facts about symbols, which are others than when the facts were proved."""
        return [
            f"try assert ({self.fresh()} : 0 {'<' if strict else '<='} {coq(fact)}) by "
            f"(apply {lemma}; first [ assumption | lra | dpsym_whole ])."
            for fact, strict, lemma in self.universal
            if (fact, strict, True) in goal.facts and any(fact.has(s) for s in symbols)
        ]

    def _replace(self, goal: Goal, proof: Json, children: Any) -> Lines:
        inner, part = children["proof"]
        old, new = read(proof["old"]), read(proof["new"])
        lines = self.equal(goal, Written(old), Written(new))
        put, text = coq(goal.expression, {old: coq(new)}), coq(inner.expression)
        if put != text:
            lines.append(f"replace {put} with {text} by (dpsym_exp_ln; dpsym_equal).")
        return [*lines, *self.of(inner, part)]

    def _cases(self, goal: Goal, proof: Json, children: Any) -> Lines:
        hypothesis, on = self.fresh("C"), read(proof["on"])
        return [
            f"destruct (Rle_lt_dec 0 {coq(on)}) as [{hypothesis} | {hypothesis}].",
            "{",
            *indented(self.of(*children["nonnegative"])),
            "}",
            f"assert ({self.fresh()} : 0 < {coq(-on)}) by lra.",
            *self.of(*children["negative"]),
        ]

    def _split(self, goal: Goal, proof: Json, children: Any) -> Lines:
        symbol, at = Symbol(proof["variable"]), read(proof["at"])
        whole = needless(goal, proof)
        if whole is not None:
            return self.of(goal, whole)
        hypothesis, (below, below_proof) = self.fresh("C"), children["below"]
        above: Lines = ["lra."]
        if "above" in children:
            ahead = children["above"][0].domains[symbol]
            above = []
            if isinstance(ahead, Integers):
                sides = "[ dpsym_whole | dpsym_whole | lra ]"
                next_one = f"{coq(sympy.floor(at))} + 1 <= {name(symbol)}"
                above = [f"assert ({self.fresh()} : {next_one}) by (apply dpsym_next; {sides})."]
            above += [
                f"assert ({self.fresh()} : {condition}) by first [ dpsym_whole | lra ]."
                for condition in domain_conditions(symbol, ahead)
            ]
            above += self.of(*children["above"])
        if symbol in below.domains:
            return [
                f"destruct (Rle_lt_dec {name(symbol)} {coq(at)}) as [{hypothesis} | {hypothesis}].",
                "{",
                *indented(self.of(below, below_proof)),
                "}",
                *above,
            ]
        return [
            f"destruct (Req_dec {name(symbol)} {coq(at)}) as [{hypothesis} | {hypothesis}].",
            "{",
            *indented(
                [
                    *self.facts_at(goal, symbol, at, hypothesis),
                    f"try rewrite {hypothesis}.",
                    *self.moved(goal, {symbol: at}, below),
                    *self.of(below, below_proof),
                ]
            ),
            "}",
            f"assert ({self.fresh()} : {coq(at)} < {name(symbol)}) by lra.",
            *above,
        ]

    def facts_at(self, goal: Goal, symbol: Symbol, at: Expr, equal: str) -> Lines:
        """A script for what the facts say where a variable has a value."""
        lines: Lines = []
        there = goal.at(symbol, at, {s: d for s, d in goal.domains.items() if s != symbol})
        for fact, strict, _ in goal.facts:
            if not fact.has(symbol) or captures(fact, {symbol: at}):
                continue
            left, right = Written(fact.xreplace({symbol: at})), Written(fact, {symbol: at})
            known, same = self.fresh(), self.fresh("Q")
            relation = "<" if strict else "<="
            lines += [f"assert ({known} : 0 {relation} {coq(fact)}) by first [ assumption | lra ]."]
            lines += [f"rewrite {equal} in {known}."]
            if left.text() != right.text():
                script = indented(equation(self, there, left, right))
                lines += [f"assert ({same} : {left.text()} = {right.text()}).", "{", *script, "}"]
                lines += [f"rewrite <- {same} in {known}; clear {same}."]
        return lines

    def _slope(self, goal: Goal, proof: Json, children: Any) -> Lines:
        return slope(self, goal, proof, children)

    def _generalize(self, goal: Goal, proof: Json, children: Any) -> Lines:
        new, value = Symbol(proof["new"]), read(proof["value"])
        inner, part = children["proof"]
        if value == new:
            same = Written(goal.expression), Written(inner.expression)
            return [*self.equal(goal, *same), *self.of(inner, part)]
        hypothesis, t, lines = self.fresh(), name(new), []
        conditions = domain_conditions(new, inner.domains[new])
        for key, (known, shown) in children.items():
            if key != "proof":
                lines += self.block(statement(known), self.of(known, shown))
        for place, (fact, strict, _) in enumerate(proof["facts"]):
            known, _ = children["facts", place]
            relation, whole = "<" if strict else "<=", read(fact)
            conditions.append(f"0 {relation} {coq(whole)}")
            sides = Written(whole, {new: value}), Written(known.expression)
            script = [*self.equal(known, *sides), "assumption."]
            lines += self.block(f"0 {relation} {coq(whole, {new: coq(value)})}", script)
        premises = "".join(f"{c} -> " for c in conditions)
        left, right = Written(goal.expression), Written(inner.expression, {new: value})
        relation = "<" if goal.strict else "<="
        return [
            *lines,
            f"assert ({hypothesis} : forall {t} : R,"
            f" {premises}0 {relation} {coq(inner.expression)}).",
            "{",
            *indented([*self.anew(new, *("?" for _ in conditions)), *self.of(inner, part)]),
            "}",
            *self.equal(goal, left, right),
            f"apply ({hypothesis} {coq(value)});",
            "first [ assumption | lra | dpsym_range | dpsym_within | dpsym_whole ].",
        ]

    def _induction(self, goal: Goal, proof: Json, children: Any) -> Lines:
        return induction(self, goal, proof, children)

    def _void(self, goal: Goal, proof: Json, children: Any) -> Lines:
        inner, part = children["proof"]
        return ["exfalso.", *self.block(statement(inner), self.of(inner, part)), "lra."]
