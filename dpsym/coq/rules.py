"""The kernel's rules about claims as scripts for Coq: a script for each, by the rule's name."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Eq, Expr, Integer, Max, Min, Symbol

from dpsym.coq import assumptions, bounds, concrete
from dpsym.coq.atoms import atom, is_number, is_relation, mechanism
from dpsym.coq.claims import numbers
from dpsym.coq.domination import RESPONSES, domination, law_domination, sampled, without_failure
from dpsym.coq.events import integrands, pointwise
from dpsym.coq.hypotheses import rounds, vectors
from dpsym.coq.identities import equation
from dpsym.coq.inductions import induction
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.coq.responses import definition, is_noise, is_response, noise
from dpsym.coq.rows import PARTS, proved, row_claim, title
from dpsym.coq.scripts import Written
from dpsym.coq.statements import indented
from dpsym.coq.steps import Lemma, Lines, evaluated
from dpsym.kernel.implications import plain
from dpsym.kernel.logic import is_false
from dpsym.kernel.mechanisms import instance_of
from dpsym.kernel.verify import scalar_goal
from dpsym.language.heads import Guarantee, Subsample, is_scalar
from dpsym.numeric import stated


def script(rule: Rule) -> Lines:
    """The script that proves a node's goal.

    Raises:
        UnexportableError: the rule has no counterpart.
    """
    if rule.node.rule not in SCRIPTS:
        raise UnexportableError(f"the rule {rule.node.rule} is not exported")
    introduced = rule.step.introduction() if rule.goal.claim.index is None else []
    return [*introduced, *SCRIPTS[rule.node.rule](rule)]


def leaf(rule: Rule) -> Lines:
    """A scalar leaf by the scripts of its own rules."""
    goal = stated(scalar_goal(rule.goal.claim))
    wanted = plain(rule.goal.atom)
    found = rule.step.script.of(goal, rule.node.params["proof"])
    if coq(goal.expression) == coq(wanted.rhs):
        return found
    return [*rule.step.script.equal(goal, Written(wanted.rhs), Written(goal.expression)), *found]


def first(rule: Rule) -> Lines:
    """The goal itself; what else the kernel asks says that its sides are defined."""
    return rule.step.needs(rule.needed[0])


def conjunction(rule: Rule) -> Lines:
    """The conclusions one by one."""
    lines: Lines = []
    for claim in rule.needed[:-1]:
        lines += ["split.", "{", *indented(rule.step.needs(claim)), "}"]
    return [*lines, *rule.step.needs(rule.needed[-1])]


def both(rule: Rule) -> Lines:
    """An equality by two inequalities."""
    one, two = (indented(rule.step.needs(claim)) for claim in rule.needed)
    return ["apply Rle_antisym.", "{", *one, "}", "{", *two, "}"]


def relations(rule: Rule) -> Lines:
    """The differences of sides, then each relation from their signs."""
    lines: Lines = []
    gaps = []
    for claim in rule.needed:
        lines += rule.step.learn(claim.conclusions[0], rule.step.needs(claim))
        gaps.append(plain(claim.conclusions[0]).rhs)
    *others, last = map(plain, rule.goal.claim.conclusions)
    for wanted in others:
        own = [gaps.pop(0) for _ in range(1 + isinstance(wanted, Eq))]
        lines += ["split.", "{", *indented(rule.step.from_sign(wanted, *own)), "}"]
    return [*lines, *rule.step.from_sign(last, *gaps)]


def cases(rule: Rule) -> Lines:
    """The arguments of a maximum or minimum one by one, or the signs of a number."""
    node = rule.goal.expression(rule.node.params["of"])
    step = rule.step
    if not isinstance(node, Min | Max):
        held = step.script.fresh("C")
        parts = []
        for claim in rule.needed[1:]:
            under = step.under(claim)
            under.known[len(claim.hypotheses) - 1] = plain(claim.hypotheses[-1]), held
            lines = [*under.in_context(plain(claim.hypotheses[-1])), *under.needs(claim)]
            parts.append(["{", *indented(lines), "}"])
        return [f"destruct (Rlt_le_dec 0 {coq(node)}) as [{held} | {held}].", *parts[0], *parts[1]]
    held, text = step.script.fresh("E"), coq(node)
    ways = " \\/ ".join(f"{text} = {coq(argument)}" for argument in node.args)
    lines = [f"assert ({held} : {ways}) by dpsym_choice."]
    for place, (argument, claim) in enumerate(zip(node.args, rule.needed, strict=True)):
        if place < len(node.args) - 1:
            lines.append(f"destruct {held} as [{held} | {held}].")
        (wanted,) = map(plain, claim.conclusions)
        given = plain(rule.goal.atom)
        part = [f"rewrite {held}."]
        for side, old in zip(given.args, wanted.args, strict=True):
            if not is_number(side):
                continue
            new = coq(side, {node: coq(argument)})
            if new != coq(old):
                part.append(f"replace {new} with {coq(old)} by dpsym_equal.")
        lines += ["{", *indented([*part, *step.needs(claim)]), "}"]
    return lines


def orders(rule: Rule) -> Lines:
    """A line up to an order by a bound at each order before it."""
    step, (_, _, xi, rho) = rule.step, rule.goal.atom.args
    (claim,) = rule.needed
    order, above = Symbol(str(rule.node.params["order"])), step.script.fresh("O")
    under = step.under(claim)
    lines = ["apply rule_orders.", *step.script.anew(order, step.script.fresh("D"), above)]
    for place in range(len(rule.goal.claim.hypotheses), len(claim.hypotheses)):
        before, held = plain(claim.hypotheses[place]), step.script.fresh("C")
        lines.append(f"assert ({held} : {atom(before)})")
        reached = f"apply Rlt_le_trans with (1 := {above}); dpsym_reach"
        lines.append(f"  by first [ exact {above} | {reached} ].")
        under.known[place] = before, held
        lines += under.in_context(before)
    bound = plain(claim.conclusions[0]).args[-1]
    x, r = Symbol("x"), Symbol("r")
    line, held = Written(x + r * order, {x: xi, r: rho}), step.script.fresh("Q")
    proof = [f"transitivity {line.text()}.", "{ ring. }"]
    proof += equation(step.script, under.numeric(bound), line, Written(bound))
    lines += [f"assert ({held} : {coq(xi)} + {coq(rho)} * {coq(order)} = {coq(bound)}).", "{",
              *indented(proof), "}", f"dpsym_argument_0 {held}; clear {held}."]  # fmt: skip
    return [*lines, *under.needs(claim)]


def exhaustion(rule: Rule) -> Lines:
    """The values of integer names one by one."""
    step, goal = rule.step, rule.goal
    domains = numbers(goal.claim)
    names = [Symbol(n) for n in goal.params["names"]]
    ranges = [range(int(domains[n].lower), int(domains[n].upper) + 1) for n in names]
    needed = iter(rule.needed)

    def below(before: tuple[int, ...]) -> Lines:
        if len(before) == len(names):
            return at(dict(zip(names, map(Integer, before), strict=True)))
        here, held = names[len(before)], step.script.fresh("V")
        values = ranges[len(before)]
        ways = " \\/ ".join(f"{name(here)} = {value}" for value in values)
        lines = [f"assert ({held} : {ways}) by dpsym_values_of {name(here)}."]
        for value in values:
            if value != values[-1]:
                lines.append(f"destruct {held} as [{held} | {held}].")
            part = [f"subst {name(here)}.", *below((*before, value))]
            lines += ["{", *indented(part), "}"]
        return lines

    def at(put: dict[Symbol, Expr]) -> Lines:
        if any(is_false(goal.put(h, put)) for h in goal.claim.hypotheses):
            return ["exfalso; lra."]
        claim = next(needed)
        here, lines = step.under(claim), []
        here.claim = claim
        pairs = list(zip(goal.claim.conclusions, claim.conclusions, strict=True))
        for place, (old, new) in enumerate(pairs):
            script = [*here.restated(plain(old), put, plain(new)), *here.atom(plain(new))]
            last = place == len(pairs) - 1
            lines += script if last else ["split.", "{", *indented(script), "}"]
        return lines

    return below(())


def generalise(rule: Rule) -> Lines:
    """The first child at terms for some of its names."""
    step, child = rule.step, rule.lemmas[0]
    values = {Symbol(n): rule.goal.expression(text) for n, text in rule.goal.texts("with").items()}
    if not all(is_scalar(value) for value in values.values()):
        raise UnexportableError("a claim about all mechanisms is not used of a concrete one")
    lines: Lines = []
    for claim in rule.needed:
        lines += step.learn(claim.conclusions[0], step.needs(claim))
    found, held = step.instance(child, values)
    return [*lines, *found, *step.from_instance(child, values, held)]


def enlarge(rule: Rule) -> Lines:
    """A larger logarithm in the place of one with which the smaller side grows."""
    step, (enlarged, wider, low) = rule.step, rule.needed[:3]
    lines: Lines = []
    for claim in (enlarged, wider, low):
        lines += step.learn(claim.conclusions[0], step.needs(claim))
    small, large = (rule.goal.expression(rule.node.params[key]) for key in ("small", "large"))
    less = f"ln {coq(small.args[0])} <= ln {coq(large.args[0])}"
    side = coq(rule.goal.atom.lhs, {small: coq(large)})
    held = step.script.fresh("M")
    return [
        *lines,
        f"assert ({held} : {less}) by (apply dpsym_ln_le; lra).",
        f"apply Rle_trans with {side}.",
        "{ dpsym_monotone. }",
        f"replace {side} with {coq(enlarged.conclusions[0].args[0])}",
        "  by first [ dpsym_congruent | dpsym_equal ].",
        "assumption.",
    ]


def fact(rule: Rule) -> Lines:
    """A row of the table of facts at values for its names."""
    row, step = rule.node.params["fact"], rule.step
    given = rule.goal.texts("with")
    lemma = Lemma(row_claim(row), title(row))
    if row not in proved():
        raise UnexportableError(f"the library has no lemma for the row {row}")
    if rule.node.params.get("count", PARTS) != PARTS:
        return several(rule, lemma)
    values = {n: rule.goal.expression(given[n.name]) for n, _ in lemma.claim.domains}
    found, held = step.instance(lemma, values)
    return [*found, *step.from_instance(lemma, values, held)]


def several(rule: Rule, lemma: Lemma) -> Lines:
    """A row about several parts by its lemma about two, from the last part on."""
    step, count = rule.step, rule.node.params["count"]
    hypotheses, _, _ = instance_of(rule.goal)
    lines: Lines = []
    for hypothesis in hypotheses:
        lines += step.learn(hypothesis, step.atom(plain(hypothesis)))
    parts = [h for h in map(plain, hypotheses) if isinstance(h, Guarantee)]
    if count < PARTS or len(parts) != count:
        raise UnexportableError(f"{count} parts of {rule.node.params['fact']}")
    first, second = (h for h in lemma.claim.hypotheses if isinstance(h, Guarantee))
    said, joined, held = plain(lemma.claim.conclusions[0]), parts[-1], ""
    for part in reversed(parts[:-1]):
        pairs = (
            *zip(first.args, part.args, strict=True),
            *zip(second.args, joined.args, strict=True),
        )
        values = {n: v for n, v in pairs if isinstance(n, Symbol)}
        found, held = step.instance(lemma, values)
        joined = evaluated(said, values)
        proof = [*step.restated(joined, {}, said, values), f"exact {held}."]
        lines += [*found, *step.learn(joined, proof)]
        held = step.known[-1][1]
    whole = rule.goal.atom.args[0]
    if mechanism(whole) != mechanism(joined.args[0]):
        raise UnexportableError(f"{whole} is not composed as {joined.args[0]}")
    return [*lines, *step.same(rule.goal.atom, joined.func(whole, *joined.args[1:]), held)]


def decided(rule: Rule) -> Lines:
    """Relations between numbers without names, by enclosures of their sides."""
    atoms = list(map(plain, rule.goal.claim.conclusions))
    if not all(is_relation(found) and all(map(is_number, found.args)) for found in atoms):
        raise UnexportableError("what is computed of laws and mechanisms is not exported")
    return [*["split; [ dpsym_decided |]."] * (len(atoms) - 1), "dpsym_decided."]


def bounded(rule: Rule) -> Lines:
    """A divergence by a bound; the goal itself where a row says it."""
    return (fact if bounds.is_direct(rule.node) else bounds.bound)(rule)


def defined(rule: Rule) -> Lines:
    """What a guarantee says of the laws of a concrete mechanism."""
    if is_noise(rule.node):
        return noise(rule)
    subject = plain(rule.goal.atom).args[0]
    if isinstance(subject, Subsample) and isinstance(subject.args[0], RESPONSES):
        return sampled(rule)
    return (definition if is_response(rule.node) else concrete.definition)(rule)


SCRIPTS: dict[str, Callable[[Rule], Lines]] = {
    "scalar": leaf,
    "restated": first,
    "placed": first,
    "conjunction": conjunction,
    "contradiction": assumptions.contradiction,
    "both": both,
    "relations": relations,
    "cases": cases,
    "generalise": generalise,
    "enlarge": enlarge,
    "elimination": assumptions.elimination,
    "spread": assumptions.spread,
    "cut": assumptions.cut,
    "fact": fact,
    "bound": bounded,
    "numbers": bounds.numbers,
    "definition": defined,
    "domination": domination,
    "closed-form": concrete.closed,
    "ratios": concrete.ratios,
    "without-failure": without_failure,
    "law-domination": law_domination,
    "pointwise": pointwise,
    "integrands": integrands,
    "identity": bounds.identity,
    "exhaustion": exhaustion,
    "orders": orders,
    "rounds": rounds,
    "vectors": vectors,
    "families": induction,
    "evaluated": decided,
}
