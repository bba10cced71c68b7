"""Scripts for Coq of the rules about derivatives and about integers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.coq.identities import equation
from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.coq.scripts import Scripting, Written
from dpsym.coq.statements import domain_conditions, indented, statement
from dpsym.kernel.rejection import UndefinedError
from dpsym.language.domains import Interval
from dpsym.numeric import SHAPES, Domain, Goal, read, smooth

Json = Mapping[str, Any]
Lines = list[str]
# By shape: the lemma of the prelude, and its arguments after the functions.
FAR = {
    "falling": ("dpsym_down_far", "{x} {limit}"),
    "hill": ("dpsym_hill_far", "{lower} {x} {limit}"),
}
LEMMAS = {
    "rising": ("dpsym_up", "{lower} {x}"),
    "falling": ("dpsym_down", "{x} {upper}"),
    "hill": ("dpsym_hill", "{lower} {upper} {x}"),
    "valley": ("dpsym_valley", "{least} {x}"),
}


def slope(script: Scripting, goal: Goal, proof: Json, children: Any) -> Lines:
    """The values at the places, then that no value is smaller, by the derivative."""
    symbol, shape = Symbol(proof["variable"]), proof["shape"]
    if proof.get("strict") is True:
        raise UnexportableError("what rises strictly from an end that is no point")
    if proof.get("near"):
        raise UnexportableError("what has a limit at an end that is no point")
    _, _, places = SHAPES[shape]
    domain, relation, lines = goal.domains[symbol], "<" if goal.strict else "<=", []
    at: dict[str, Expr] = {"lower": domain.lower, "upper": domain.upper}
    if shape == "valley":
        at["least"] = read(proof["at"])
        for condition in domain_conditions(symbol, domain, at["least"]):
            lines += script.block(condition, ["dpsym_within."])
    far = "upper" in places and at["upper"] is S.Infinity
    if far:
        at["limit"] = read(proof["limit"])
    for place in places:
        face, part = children[place]
        if at[place] is S.Infinity:
            lines += script.block(statement(face), script.of(face, part))
            continue
        moved = script.moved(goal, {symbol: at[place]}, face)
        value = coq(goal.expression, {symbol: coq(at[place])})
        lines += script.block(f"0 {relation} {value}", [*moved, *script.of(face, part)])
    hypothesis, x = script.fresh("M"), coq(goal.expression)
    smaller = [
        f"{coq(at['limit'])} <= {x}"
        if at[place] is S.Infinity
        else f"{coq(goal.expression, {symbol: coq(at[place])})} <= {x}"
        for place in places
    ]
    proved = _no_smaller(script, goal, proof, children["slope"], at)
    either = " \\/ ".join(smaller)
    lines += [f"assert ({hypothesis} : {either}).", "{", *indented(proved), "}"]
    return [*lines, f"destruct {hypothesis}; lra." if len(places) > 1 else "lra."]


def _no_smaller(
    script: Scripting, goal: Goal, proof: Json, child: tuple[Goal, Json], at: Mapping[str, Expr]
) -> Lines:
    """No value is smaller than those at the places, by the lemma of the shape."""
    symbol, shape = Symbol(proof["variable"]), proof["shape"]
    sign, second, _ = SHAPES[shape]
    inner, shown = child
    f, w, g = goal.expression, read(proof["weight"]), read(proof["factor"])
    derivative = sympy.diff(g, symbol)
    far = "limit" in at
    lemma, ends = (FAR if far else LEMMAS)[shape]
    values = {key: coq(value) for key, value in at.items() if not value.is_infinite}
    arguments = ends.format(x=name(symbol), **values)

    def under(domain: Domain, lines: Lines) -> Lines:
        where = script.fresh()
        halves = f"destruct {where} as [{where} | {where}]; lra" if shape == "valley" else "lra"
        bounds = domain_conditions(symbol, domain)
        known = [f"assert ({script.fresh()} : {bound}) by ({halves})." for bound in bounds]
        known += script.again(goal, symbol)
        return ["{", *indented([*script.anew(symbol, where), *known, *lines]), "}"]

    def differentiated(value: Expr) -> Lines:
        whole = (w * g, w, g) if value is f else (derivative,)
        sides = map(Written, (sympy.diff(value, symbol), whole[0], value, *whole[1:]))
        bells = {coq(-(node.args[0] ** 2)) for node in value.atoms(sympy.erfc)}
        alike = [f"dpsym_alike {bell}." for bell in sorted(bells)]
        unary, binary = (
            [tactic] * ("dpsym_expt" in coq(value)) for tactic in ("dpsym_unary.", "dpsym_binary.")
        )
        return [*unary, "dpsym_derive.", *binary, *alike, *equation(script, inner, *sides)]

    def signed(value: str, factor: Expr, weight: Expr | None) -> Lines:
        """``0 <= value``, where the value is a weight times what the child says is >= 0."""
        held, equal = script.fresh(), script.fresh("Q")
        product = coq(inner.expression)
        lines = [f"assert ({held} : {statement(inner)}).", "{"]
        lines += [*indented(script.of(inner, shown)), "}"]
        if weight is not None:
            product = f"{coq(weight)} * {product}"
            lines += script.block(f"0 <= {coq(weight)}", script.signed(inner, weight))
        if value != product:
            whole = sign * factor * (weight or S.One)
            right = (weight or S.One) * inner.expression
            parts = map(Written, (whole, right, factor, inner.expression, weight or S.One))
            proved = equation(script, inner, *parts)
            lines += [f"assert ({equal} : {value} = {product}).", "{", *indented(proved), "}"]
            lines.append(f"try rewrite {equal}.")
        return [*lines, "assumption." if weight is None else "apply Rmult_le_pos; assumption."]

    minus = "- " if sign < 0 else ""
    lambdas = [f"(fun {name(symbol)} => {coq(part)})" for part in (f, w, g, derivative)]
    closed, opened = goal.domains[symbol], inner.domains[symbol]
    if shape != "valley" and isinstance(closed, Interval):
        sides = {f"{place}_open": False for place in SHAPES[shape][2]}
        closed = replace(closed, **sides)
    rough = shape != "valley" and not far and not _differentiable(goal, symbol, closed)
    lemma += "_within" * rough
    towards: Lines = []
    if far:
        gap = Written(f - at["limit"]), Written(read(proof["form"]) - at["limit"])
        low, form = coq(closed.lower), f"(fun {name(symbol)} => {gap[1].text()})"
        equal = [f"replace ({coq(f)} - {coq(at['limit'])}) with {gap[0].text()} by ring."]
        same = gap[0].text() == gap[1].text()
        equal += ["reflexivity."] if same else equation(script, inner, *gap)
        towards = ["{", f"  apply (dpsym_far_ext {low} _ {form}); cbv beta."]
        towards += indented(under(opened, equal))
        towards += [f"  dpsym_limit {low}.", "}"]
    sloped = under(opened if rough else closed, differentiated(f))
    if rough:
        sloped = [*under(closed, ["dpsym_continuous."]), *sloped]
    if not second:
        whole = f"({coq(w)} * {coq(g)})"
        return [
            f"apply ({lemma} {lambdas[0]} (fun {name(symbol)} => {whole}) {arguments}); cbv beta.",
            *([] if far else ["{ lra. }"]),
            *sloped,
            *under(opened, signed(f"{minus}{whole}", g, w)),
            *towards,
        ]
    first = "{ lra. }"
    if shape == "valley":
        place = {symbol: at["least"]}
        zero = script.equal(inner, Written(g, place), Written(S.Zero))
        first = " ".join(["{", *zero, "reflexivity.", "}"])
    return [
        f"apply ({lemma} {' '.join(lambdas)} {arguments}); cbv beta.",
        first,
        *sloped,
        *under(opened, script.signed(inner, w)),
        *under(opened if shape == "hill" else closed, differentiated(g)),
        *under(opened, signed(f"{minus}{coq(derivative)}", derivative, None)),
        *towards,
    ]


def _differentiable(goal: Goal, symbol: Symbol, closed: Domain) -> bool:
    """Whether the expression is so also at the ends of a domain."""
    try:
        return smooth(goal.expression, symbol, goal.without(symbol, closed).region())
    except UndefinedError:
        return False


def induction(script: Scripting, goal: Goal, proof: Json, children: Any) -> Lines:
    """The first value, and from each value to the next."""
    symbol = Symbol(proof["variable"])
    domain, relation = goal.domains[symbol], "<" if goal.strict else "<="
    (first, first_proof), (step, step_proof) = children["first"], children["step"]
    known = [script.fresh() for _ in domain_conditions(symbol, step.domains[symbol])]
    following = script.moved(goal, {symbol: symbol + 1}, step)
    start = script.moved(goal, {symbol: domain.lower}, first)
    value = coq(goal.expression, {symbol: coq(domain.lower)})
    ends = (
        f"{coq(domain.lower)} {coq(domain.upper)}" if domain.upper.is_finite else coq(domain.lower)
    )
    lemma = "dpsym_induction_to" if domain.upper.is_finite else "dpsym_induction"
    claim = f"(fun {name(symbol)} => {statement(goal)})"
    return [
        f"apply ({lemma} {claim} {ends}); cbv beta.",
        "{ dpsym_whole. }",
        *(["{ dpsym_whole. }"] if domain.upper.is_finite else []),
        "{",
        *indented(script.block(f"0 {relation} {value}", [*start, *script.of(first, first_proof)])),
        "  lra.",
        "}",
        "{",
        *indented([*script.anew(symbol, *known, script.fresh()), *following]),
        *indented(script.of(step, step_proof)),
        "}",
        "{ dpsym_whole. }",
        "{ lra. }",
        *(["{ lra. }"] if domain.upper.is_finite else []),
    ]
