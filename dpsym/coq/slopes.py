"""Scripts for Coq of the rules about derivatives and about integers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr, Symbol

from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.coq.statements import _indented, _renamed, domain_conditions, statement
from dpsym.kernel.scalar_goal import Goal, _read
from dpsym.kernel.scalar_ranges import Domain
from dpsym.kernel.scalar_rules import SHAPES
from dpsym.language.domains import Interval

if TYPE_CHECKING:
    from dpsym.coq.proofs import Script

Json = Mapping[str, Any]
Lines = list[str]
LEMMAS = {
    "rising": ("dpsym_up", "{lower} {x}"),
    "falling": ("dpsym_down", "{x} {upper}"),
    "hill": ("dpsym_hill", "{lower} {upper} {x}"),
    "valley": ("dpsym_valley", "{least} {x}"),
}
"""By shape: the lemma of the prelude, and its arguments after the functions."""


def slope(script: Script, goal: Goal, proof: Json, children: Any) -> Lines:
    """The values at the places, then that no value is smaller, by the derivative."""
    symbol, shape = Symbol(proof["variable"]), proof["shape"]
    _, _, places = SHAPES[shape]
    domain, relation, lines = goal.domains[symbol], "<" if goal.strict else "<=", []
    at: dict[str, Expr] = {"lower": domain.lower, "upper": domain.upper}
    if shape == "valley":
        at["least"] = _read(proof["at"])
        for condition in domain_conditions(symbol, domain, at["least"]):
            lines += script.block(condition, ["dpsym_within."])
    for place in places:
        if not at[place].is_finite:
            raise UnexportableError("a limit at infinity is not exported")
        face, part = children[place]
        moved = script.moved(goal.expression, {symbol: at[place]}, face.expression)
        value = coq(goal.expression, {symbol: coq(at[place])})
        lines += script.block(f"0 {relation} {value}", [*moved, *script.of(face, part)])
    hypothesis, x = script.fresh("M"), coq(goal.expression)
    smaller = [f"{coq(goal.expression, {symbol: coq(at[place])})} <= {x}" for place in places]
    proved = _no_smaller(script, goal, proof, children["slope"], at)
    either = " \\/ ".join(smaller)
    lines += [f"assert ({hypothesis} : {either}).", "{", *_indented(proved), "}"]
    return [*lines, f"destruct {hypothesis}; lra." if len(places) > 1 else "lra."]


def _no_smaller(
    script: Script, goal: Goal, proof: Json, child: tuple[Goal, Json], at: Mapping[str, Expr]
) -> Lines:
    """No value is smaller than those at the places, by the lemma of the shape."""
    symbol, shape = Symbol(proof["variable"]), proof["shape"]
    sign, second, _ = SHAPES[shape]
    inner, shown = child
    t = Symbol(script.fresh(symbol.name))
    parts = (goal.expression, _read(proof["weight"]), _read(proof["factor"]))
    f, w, g = (part.xreplace({symbol: t}) for part in parts)
    derivative = sympy.diff(g, t)
    lemma, ends = LEMMAS[shape]
    values = {key: coq(value) for key, value in at.items() if value.is_finite}
    arguments = ends.format(x=name(symbol), **values)
    domains = {**inner.domains, t: inner.domains[symbol]}
    inside = inner.at(symbol, t, {s: d for s, d in domains.items() if s != symbol})
    renamed = _renamed(shown, symbol, t)

    def under(domain: Domain, lines: Lines) -> Lines:
        where = f"H_{name(t)}"
        halves = f"destruct {where} as [{where} | {where}]; lra" if shape == "valley" else "lra"
        bounds = domain_conditions(t, domain)
        known = [f"assert ({script.fresh()} : {bound}) by ({halves})." for bound in bounds]
        return ["{", *_indented([f"intros {name(t)} {where}.", *known, *lines]), "}"]

    def differentiated(value: Expr) -> Lines:
        return ["dpsym_derive.", *script.exponentials((value, derivative)), "dpsym_equal."]

    def signed(value: str, factor: Expr, weight: Expr | None) -> Lines:
        """``0 <= value``, where the value is a weight times what the child says is >= 0."""
        held, equal = script.fresh(), script.fresh("Q")
        product = coq(inside.expression)
        lines = [f"assert ({held} : {statement(inside)}).", "{"]
        lines += [*_indented(script.of(inside, renamed)), "}"]
        if weight is not None:
            product = f"{coq(weight)} * {product}"
            lines += script.block(f"0 <= {coq(weight)}", ["dpsym_range."])
        exponentials = script.exponentials(
            (inside.expression, factor, *([weight] if weight else []))
        )
        if value != product:
            lines += [f"assert ({equal} : {value} = {product}).", "{"]
            lines += [*_indented([*exponentials, "dpsym_equal."]), "}", f"try rewrite {equal}."]
        return [*lines, "assumption." if weight is None else "apply Rmult_le_pos; assumption."]

    minus = "- " if sign < 0 else ""
    lambdas = [f"(fun {name(t)} => {coq(part)})" for part in (f, w, g, derivative)]
    closed, opened = goal.domains[symbol], inside.domains[t]
    if shape != "valley" and isinstance(closed, Interval):
        closed = replace(closed, lower_open=False, upper_open=False)
    if not second:
        whole = f"({coq(w)} * {coq(g)})"
        return [
            f"apply ({lemma} {lambdas[0]} (fun {name(t)} => {whole}) {arguments}); cbv beta.",
            "{ lra. }",
            *under(closed, differentiated(f)),
            *under(opened, signed(f"{minus}{whole}", g, w)),
        ]
    first = "{ lra. }"
    if shape == "valley":
        place = {symbol: at["least"]}
        zero = script.moved(_read(proof["factor"]), place, sympy.S.Zero)
        first = " ".join(["{", *zero, "reflexivity.", "}"])
    return [
        f"apply ({lemma} {' '.join(lambdas)} {arguments}); cbv beta.",
        first,
        *under(closed, differentiated(f)),
        *under(opened, ["dpsym_range."]),
        *under(opened if shape == "hill" else closed, differentiated(g)),
        *under(opened, signed(f"{minus}{coq(derivative)}", derivative, None)),
    ]


def induction(script: Script, goal: Goal, proof: Json, children: Any) -> Lines:
    """The first value, and from each value to the next."""
    symbol = Symbol(proof["variable"])
    domain, relation = goal.domains[symbol], "<" if goal.strict else "<="
    if domain.upper.is_finite or not domain.lower.is_finite:
        raise UnexportableError("an induction that ends is not exported")
    (first, first_proof), (step, step_proof) = children["first"], children["step"]
    t = Symbol(script.fresh(symbol.name))
    inside = step.at(symbol, t, {t if s == symbol else s: d for s, d in step.domains.items()})
    claim = goal.expression.xreplace({symbol: t})
    known = [f"H_{name(t)}_{i}" for i in range(3)]
    following = script.moved(claim, {t: t + 1}, inside.expression)
    start = script.moved(goal.expression, {symbol: domain.lower}, first.expression)
    value = coq(goal.expression, {symbol: coq(domain.lower)})
    return [
        f"apply (dpsym_induction (fun {name(t)} => 0 {relation} {coq(claim)}) {coq(domain.lower)});"
        " cbv beta.",
        "{ dpsym_whole. }",
        "{",
        *_indented(script.block(f"0 {relation} {value}", [*start, *script.of(first, first_proof)])),
        "  lra.",
        "}",
        "{",
        *_indented([f"intros {name(t)} {' '.join(known)}.", *following]),
        *_indented(script.of(inside, _renamed(step_proof, symbol, t))),
        "}",
        "{ dpsym_whole. }",
        "{ lra. }",
    ]
