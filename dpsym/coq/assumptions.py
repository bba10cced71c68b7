"""Scripts for Coq of the kernel's rules that put other hypotheses for those of a claim."""

from __future__ import annotations

from collections.abc import Sequence

from sympy import Basic, Eq, Le, Lt, Mul, Symbol

from dpsym.coq.atoms import atom, is_number
from dpsym.coq.identities import equation
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.coq.scripts import Written
from dpsym.coq.statements import indented
from dpsym.coq.steps import Lines, Step, apart
from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim


def assuming(step: Step, claim: Claim, proofs: Sequence[Lines]) -> tuple[Step, Lines]:
    """The step for a claim, and a script that has its hypotheses in the context."""
    under, lines = step.under(claim), list[str]()
    for place, (hypothesis, proof) in enumerate(zip(claim.hypotheses, proofs, strict=True)):
        stated, held = plain(hypothesis), step.script.fresh("C")
        lines += [f"assert ({held} : {atom(stated)}).", "{", *indented(proof), "}"]
        under.known[place] = stated, held
        lines += under.in_context(stated)
    return under, lines


def cut(rule: Rule) -> Lines:
    """What is between, and with it the goal."""
    step, (between, after, *_) = rule.step, rule.needed
    held = [[f"exact {h}."] for _, h in step.known[: len(rule.goal.claim.hypotheses)]]
    under, lines = assuming(step, after, [step.needs(between), *held])
    return [*lines, *under.needs(after)]


def spread(rule: Rule) -> Lines:
    """Bounds of absolute values and maxima as bounds of their parts."""
    step, (claim,) = rule.step, rule.needed
    ways = [f"revert {held}; dpsym_spread" for _, held in step.known]
    proof = [f"first [ {' | '.join(['assumption', *ways])} ]."]
    under, lines = assuming(step, claim, [proof] * len(claim.hypotheses))
    return [*lines, *under.needs(claim)]


def contradiction(rule: Rule) -> Lines:
    """The negative of a hypothesis about numbers, and with it anything."""
    step, (claim, *_) = rule.step, rule.needed
    fails = plain(claim.conclusions[0])
    if not all(map(is_number, fails.args)):
        raise UnexportableError(f"{fails} speaks of laws")
    if "beside" not in rule.node.params:
        return [*step.learn(fails, step.needs(claim)), "exfalso; lra."]
    wanted = plain(rule.goal.atom)
    if not isinstance(wanted, Le | Lt) or not all(map(is_number, wanted.args)):
        raise UnexportableError(f"the negative of {wanted} is not exported")
    denied, way = step.script.fresh("D"), "Rle_or_lt" if isinstance(wanted, Le) else "Rlt_or_le"
    lines = [f"destruct ({way} {' '.join(map(coq, wanted.args))}) as [{denied} | {denied}];"]
    lines.append(f"  [ exact {denied} | exfalso ].")
    number = rule.node.params["number"]
    others = [
        h for n, (_, h) in enumerate(step.known[: len(rule.goal.claim.hypotheses)]) if n != number
    ]
    under, known = assuming(step, claim, [[f"exact {held}."] for held in (denied, *others)])
    return [*lines, *known, *under.learn(fails, under.needs(claim)), "lra."]


def elimination(rule: Rule) -> Lines:
    """A name that a hypothesis says to equal a term by that term."""
    step, goal, number = rule.step, rule.goal, rule.node.params["number"]
    given, _ = step.known[number]
    if not all(map(is_number, given.args)) or len(goal.claim.conclusions) > 1:
        raise UnexportableError(f"{given} does not say what a number is")
    found = Symbol(str(rule.node.params["name"]))
    value, factor = (goal.expression(rule.node.params[key]) for key in ("value", "factor"))
    whole = apart(given.lhs, given.rhs)
    scaled = Mul(factor, apart(found, value), evaluate=False)
    lines: Lines = []
    for claim in [] if factor.is_Rational else rule.needed[1:2]:
        lines += step.learn(claim.conclusions[0], step.needs(claim))
    equal, is_value = step.script.fresh("Q"), step.script.fresh("E")
    text = f"{coq(factor)} * {coq(apart(found, value))}"
    proof = equation(step.script, step.numeric(whole), Written(whole), Written(scaled))
    lines += [f"assert ({equal} : {coq(whole)} = {text}).", "{", *indented(proof), "}"]
    proof = ["lra."]
    if isinstance(given, Eq):
        nothing = step.script.fresh("Z")
        proof = [f"assert ({nothing} : {text} = 0) by (rewrite <- {equal}; lra)."]
        proof.append(f"destruct (Rmult_integral _ _ {nothing}); lra.")
    lines += [f"assert ({is_value} : {name(found)} = {coq(value)}).", "{", *indented(proof), "}"]
    (claim, *_), put = rule.needed, {found: value}
    kept = [pair for n, pair in enumerate(step.known[: len(goal.claim.hypotheses)]) if n != number]
    proofs: list[Lines] = [["lra."]] * (len(claim.hypotheses) - len(kept))
    for (old, before), hypothesis in zip(kept, claim.hypotheses[-len(kept) :], strict=False):
        moved = f"eq_ind _ {_of(found, old)} {before} _ {is_value}"
        proofs.append([*step.restated(plain(hypothesis), {}, old, put), f"exact ({moved})."])
    under, known = assuming(step, claim, proofs)
    lines += known
    wanted = plain(goal.atom)
    lines.append(f"refine (eq_ind _ {_of(found, wanted)} _ _ (eq_sym {is_value})); cbv beta.")
    (stated,) = map(plain, claim.conclusions)
    return [*lines, *under.restated(wanted, put, stated), *under.needs(claim)]


def _of(number: Symbol, found: Basic) -> str:
    """An atom as a function of a number."""
    return f"(fun {name(number)} : R => {atom(found)})"
