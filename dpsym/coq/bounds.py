"""Scripts for Coq of rules about divergences of any laws: bounds put for them, and free numbers.

In expressions a divergence is a name that reads as it does in Coq.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from sympy import Basic, Eq, Expr, Le, Symbol

from dpsym.certificate import Node, claim_of
from dpsym.coq.atoms import NUMBERS, atom, divergence, is_relation, opaque
from dpsym.coq.claims import numbers as number_domains
from dpsym.coq.identities import equation
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError, coq
from dpsym.coq.rows import proved, row_claim, title
from dpsym.coq.scripts import Written
from dpsym.coq.statements import indented
from dpsym.coq.steps import Lemma, Lines, Step, evaluated
from dpsym.kernel.divergences import IDENTITIES
from dpsym.kernel.facts import FACTS
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.implications import implied, plain
from dpsym.kernel.mechanisms import instance_of
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import NONNEGATIVE, PROBABILITY
from dpsym.language.heads import Divergence
from dpsym.numeric import Domain
from dpsym.numeric import Goal as Numeric

LAWS: dict[type[Basic], str] = {
    heads.HockeyStick: "stick",
    heads.TotalVariation: "variation",
    heads.Renyi: "renyi",
    heads.KL: "kl",
    heads.MaxDivergence: "max",
}
"""The lemmas about divergences of images."""
APART = "repeat match goal with H : _ /\\ _ |- _ => destruct H end."


def numeric(step: Step, *sides: Expr) -> Numeric:
    """The scalar goal about sides in which names stand for divergences."""
    goal = step.numeric(opaque(sides[0]))
    known: dict[Symbol, Domain] = dict(goal.domains)
    for node in {node for side in sides for node in side.atoms(Divergence)}:
        bounded = isinstance(node, NUMBERS)
        known[Symbol(divergence(node))] = PROBABILITY if bounded else NONNEGATIVE
    return replace(goal, domains=known)


def bound(rule: Rule) -> Lines:
    """A relation by one with a bound in the place of a divergence."""
    step, wanted = rule.step, rule.goal.atom
    if not isinstance(wanted, Le):
        raise UnexportableError(f"{wanted} is strict")
    stated, lines = _fact(rule)
    replaced = plain(rule.needed[0].conclusions[0])
    held = step.script.fresh("K")
    lines += [f"assert ({held} : {atom(replaced)}).", "{", *indented(step.needs(rule.needed[0]))]
    lines += ["}"]
    for claim in rule.needed[1:]:
        with suppress(UnexportableError):
            for conclusion in filter(is_relation, map(plain, claim.conclusions)):
                needed = Claim(claim.hypotheses, (conclusion,), claim.domains)
                lines += step.learn(conclusion, step.needs(needed))
    small, large = stated.args
    above = replaced.rhs == wanted.rhs
    old, new, side = (small, large, 0) if above else (large, small, 1)
    put = {Symbol(divergence(old)): opaque(new)}
    changed = opaque(wanted.args[side])
    middle = Written(changed, put)
    same = equation(
        step.script,
        numeric(step, replaced.args[side], wanted.args[side], new),
        middle,
        Written(opaque(replaced.args[side])),
    )
    equal = step.script.fresh("E")
    lines += [
        "intros; repeat dpsym_continued.",
        f"assert ({equal} : {middle.text()} = {coq(opaque(replaced.args[side]))}).",
        "{ " + same[0] if same else "{ reflexivity.",
        *same[1:],
        "}",
        "repeat (split; [ assumption |]).",
    ]
    ways = "dpsym_monotone", f"first [ assumption | rewrite {equal}; assumption ]"
    first, second = ways if above else ways[::-1]
    return [*lines, f"apply Rle_trans with {middle.text()}; [ {first} | {second} ]."]


def identity(rule: Rule) -> Lines:
    """A relation by one in which divergences are written otherwise."""
    step, wanted = rule.step, rule.goal.atom
    needed = rule.needed[0]
    replaced, held = plain(needed.conclusions[0]), step.script.fresh("K")
    use = rule.node.params["use"]
    way = f"dpsym_{use.replace('-', '_')}"
    lines = [f"assert ({held} : {atom(replaced)}).", "{", *indented(step.needs(needed)), "}"]
    lines += ["intros; dpsym_split_products; repeat dpsym_continued."]
    lines += ["repeat (split; [ dpsym_continuous_products |])."]
    for node in sorted(replaced.atoms(Divergence), key=str):
        size = step.script.fresh("Z")
        lines.append(f"try assert ({size} : 0 <= {divergence(node)}) by dpsym_size.")
    for place, (side, other) in enumerate(zip(wanted.args, replaced.args, strict=True)):
        values = {d: IDENTITIES[use](d) for d in side.atoms(Divergence)}
        names = {d: Symbol(divergence(d)) for d in values}
        put = {}
        for node, value in values.items():
            if node == value:
                continue
            put[names[node]] = opaque(value)
            equal, text = step.script.fresh("E"), coq(opaque(value))
            lines += [f"assert ({equal} : {divergence(node)} = {text}) by {way}.",
                      f"rewrite {equal}; clear {equal}."]  # fmt: skip
        left, right = Written(opaque(side), put), Written(opaque(other))
        if left.text() != right.text():
            equal = step.script.fresh("E")
            proof = equation(step.script, numeric(step, side, *values.values()), left, right)
            lines += [f"assert ({equal} : {left.text()} = {right.text()}).", "{", *indented(proof),
                      "}", f"dpsym_argument_{1 - place} {equal}; clear {equal}."]  # fmt: skip
    return [*lines, "first [ assumption | lra ]."]


def _fact(rule: Rule) -> tuple[Le, Lines]:
    """The bound, and a script that has it in the context."""
    step, kind = rule.step, rule.node.params["fact"]
    held = step.script.fresh("F")
    if kind == "hypothesis":
        found = plain(rule.goal.claim.hypotheses[rule.node.params["number"]])
        if not isinstance(found, Le):
            raise UnexportableError("a bound by an equation")
        return found, [f"assert ({held} := {step.held[atom(found)]})."]
    if kind == "marginal":
        stated = at_most(*(rule.goal.expression(rule.node.params[k]) for k in ("part", "whole")))
        lemma_name = f"rule_law_domination_{LAWS[type(stated.lhs)]}"
        return stated, [
            f"assert ({held} : {atom(stated)}).",
            f"{{ intros; apply {lemma_name}; first [ assumption | lra | dpsym_marginal ]. }}",
        ]
    if kind not in proved():
        raise UnexportableError(f"the library has no lemma for the row {kind}")
    lemma = Lemma(row_claim(kind), title(kind))
    given = rule.goal.texts("with")
    values = {n: rule.goal.expression(given[n.name]) for n, _ in lemma.claim.domains}
    lines, row = step.instance(lemma, values)
    said = plain(lemma.claim.conclusions[0])
    numbered = number_domains(step.claim)
    stated = evaluated(said, values, numbered)
    stated = at_most(*_as_in(rule.goal.atom, stated, numbered))
    return stated, [
        *lines,
        f"assert ({held} : {atom(stated)}).",
        "{",
        f"  dpsym_same_numbers {row}; dpsym_same_bound {row}.",
        "}",
    ]


def _as_in(goal: Basic, stated: Basic, domains: dict[Symbol, Domain]) -> tuple[Expr, Expr]:
    """The sides of a bound, its divergence on a side as the goal writes it."""
    present = sorted(goal.atoms(Divergence), key=str)
    changed = {
        node: next((p for p in present if _alike(node, p, domains)), node)
        for node in stated.atoms(Divergence)
    }
    left, right = (side.xreplace(changed) for side in stated.args)
    return left, right


def _alike(node: Basic, other: Basic, domains: dict[Symbol, Domain]) -> bool:
    return implied(at_most(node, 0), at_most(other, 0), domains)


def numbers(rule: Rule) -> Lines:
    """Divergences as free numbers that are not negative, of which some are at most 1."""
    step, wanted = rule.step, rule.goal.atom
    needed = rule.needed[0]
    lines = ["intros.", APART]
    for text, node in _named(rule):
        size = step.script.fresh("Z")
        if isinstance(node, NUMBERS):
            lines += [f"assert ({size} := dpsym_at_most_1_{type(node).__name__} _ {_laws(node)})."]
        lines += [
            f"try assert ({step.script.fresh('Z')} : 0 <= {divergence(node)}) by dpsym_size.",
            f"set ({text} := {divergence(node)}) in *; clearbody {text}.",
        ]
    if isinstance(wanted, Eq) and coq(opaque(wanted.lhs)) != coq(opaque(wanted.rhs)):
        raise UnexportableError("an equality of free numbers")
    if isinstance(wanted, Eq):
        return [*lines, "repeat (split; [ assumption |]).", "reflexivity."]
    lines.append("repeat (split; [ assumption |]).")
    concluded = plain(needed.conclusions[0])
    names = {Symbol(divergence(node)): Symbol(text) for text, node in _named(rule)}
    here = step.under(needed)
    here.claim = needed
    for place, (side, other) in enumerate(zip(wanted.args, concluded.args, strict=True)):
        sides = Written(opaque(side), names), Written(other)
        lines += here.argument(other, sides, 1 - place)
    return [*lines, *here.needs(needed)]


def _laws(node: Basic) -> str:
    return " ".join(divergence(node)[1:-1].split(" ", 1)[1:])


def _named(rule: Rule) -> list[tuple[str, Basic]]:
    """The names of divergences."""
    return [(n, rule.goal.expression(text)) for n, text in sorted(rule.goal.texts("names").items())]


def is_direct(node: Node) -> bool:
    """Whether a row of the table of facts says the goal of a node itself."""
    if node.params.get("fact") not in FACTS:
        return False
    claim = claim_of(node.goal)
    goal = Goal(claim, node.params, [], set())
    _, conclusion, _ = instance_of(goal)
    return implied(goal.atom, conclusion, dict(claim.domains))
