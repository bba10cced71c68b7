"""Scripts for Coq of rules about laws that are written out: closed forms, ratios, definitions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from sympy import Basic, Dummy, Eq, Expr, Mul, Symbol, exp

from dpsym.coq.atoms import EXTENDED, atom, divergence, finite, law
from dpsym.coq.identities import equation
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError, coq
from dpsym.coq.outcomes import computed, outcomes, probabilities, written_laws
from dpsym.coq.scripts import Written
from dpsym.coq.statements import indented
from dpsym.coq.steps import Lines, Step
from dpsym.kernel.goal import at_most
from dpsym.kernel.implications import plain
from dpsym.kernel.laws import signature
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence

CONTINUOUS = "{ apply continuous_of; dpsym_masses_out; repeat split; intros; dpsym_absurd. }"


def closed(rule: Rule) -> Lines:
    """A relation between divergences of written-out laws by the one between their closed forms."""
    step, wanted = rule.step, rule.goal.atom
    signs = rule.goal.texts("signs")
    lines = prepared(step, [wanted])
    for claim in rule.needed[1:]:
        lines += step.learn(claim.conclusions[0], step.needs(claim))
    small, large = (finite(side) for side in wanted.args)
    if isinstance(wanted, Eq):
        small, large = small or large, []
    lines += ["intros _."] * len(large)
    lines += [line for _ in small for line in ("split.", CONTINUOUS)]
    names: dict[Expr, Symbol] = {}
    values: dict[Symbol, Expr] = {}
    for node in sorted(wanted.atoms(Divergence), key=str):
        found, value = computed(step, node, signs.get(str(node), ""), [])
        names[node] = Symbol(divergence(node))
        values[names[node]] = value
        lines += found
    needed = plain(rule.needed[0].conclusions[0])
    for place, (side, other) in enumerate(zip(wanted.args, needed.args, strict=True)):
        sides = Written(side.xreplace(names), values), Written(other)
        lines += step.argument(other, sides, 1 - place)
    return [*lines, *step.needs(rule.needed[0])]


def prepared(step: Step, nodes: Iterable[Basic]) -> Lines:
    """A script that has in the context that the masses of the laws in nodes are probabilities."""
    lines: Lines = []
    for found in written_laws(nodes):
        lines += probabilities(step, found)
    return lines


def ratios(rule: Rule) -> Lines:
    """A bound of a max-divergence by those of the ratios of masses."""
    step, wanted = rule.step, rule.goal.atom
    bound = wanted.rhs
    if not isinstance(wanted.lhs, heads.MaxDivergence):
        raise UnexportableError("a max-divergence and its mirror image, by ratios")
    lines = [*prepared(step, [wanted]), "apply ratios_of; dpsym_masses_out."]
    pairs = outcomes(*wanted.lhs.args)
    for place, pair in enumerate(pairs, 1):
        script = pair.settled(step)
        if pair.p.value == 0:
            script = ["apply Rmult_le_pos; [ left; apply exp_pos | dpsym_mass ]."]
        else:
            needed = at_most(pair.p.value, exp(bound) * pair.q.value)
            q = Dummy("q")
            power = exp(bound, evaluate=False)
            product = Written(Mul(power, q, evaluate=False), {q: pair.q.value})
            found, held = Written(exp(bound) * pair.q.value), step.script.fresh("R")
            proof = [f"transitivity {product.text()}.", "{ ring. }"]
            proof += equation(step.script, step.numeric(found.expr), product, found)
            stated = f"exp {coq(bound)} * {coq(pair.q.value)} = {found.text()}"
            script += [f"assert ({held} : {stated}).", "{", *indented(proof), "}"]
            script += [f"try rewrite {held}.", *step.needs(rule.goal.stating(needed))]
        last = place == len(pairs)
        lines += script if last else ["split.", "{", *indented(script), "}"]
    return lines


GUARANTEES: dict[type[Basic], tuple[str, str]] = {
    heads.PureDP: ("pure", "apply max_divergence."),
    heads.ApproxDP: ("approx", "unfold approx."),
    heads.RenyiDP: ("renyi", "unfold renyi, renyi_at_most."),
    heads.ZCDP: ("zcdp", ""),
}
"""Guarantees by their names in the library, and how the bound of a divergence is one."""


def definition(rule: Rule) -> Lines:
    """A guarantee of a row of laws, or of two, by bounds on divergences of neighbours."""
    wanted, step = plain(rule.goal.atom), rule.step
    subject, *parameters = wanted.args
    if type(wanted) not in GUARANTEES or rule.node.params.get("rounds"):
        raise UnexportableError(f"the definition of {type(wanted).__name__} on {subject}")
    kind, opening = GUARANTEES[type(wanted)]
    guarantee = f"({kind} {' '.join(map(coq, parameters))})"
    order = Symbol(str(rule.node.params["order"]))
    if not isinstance(subject, heads.FiniteMechanism):
        raise UnexportableError(f"the definition of {type(wanted).__name__} on {subject}")
    rows = subject.args
    first, second, *rest = map(law, rows)
    lines = prepared(step, [subject])
    lines.append(f"apply (rule_definition_row {guarantee} {first} {second} [{'; '.join(rest)}]).")
    lines.append("cbn [each_step].")
    bounds = {c.conclusions[0].args[0].atoms(Divergence).pop().args[-2:]: c for c in rule.needed}
    for one, two in itertools.pairwise(rows):
        lines += ["split.", "{ split."]
        for pair in ((one, two), (two, one)):
            start = [opening] if opening else _at_order(step, wanted, order)
            lines += ["{", *indented([*start, *_bounded(step, pair, bounds)]), "}"]
        lines.append("}")
    return [*lines, "exact I."]


Bounds = dict[tuple[Basic, ...], Claim]


def _at_order(step: Step, wanted: Basic, order: Symbol) -> Lines:
    """A script that states concentrated privacy at an order as a bound."""
    _, x, r = wanted.args
    put = dict(zip((Symbol("x"), Symbol("r")), (x, r), strict=True))
    line = Written(Symbol("x") + Symbol("r") * order, put)
    held, bound = step.script.fresh("Q"), Written(x + r * order)
    proof = [f"transitivity {line.text()}.", "{ ring. }"]
    proof += equation(step.script, step.numeric(bound.expr), line, bound)
    stated = f"{coq(x)} + {coq(r)} * {coq(order)} = {bound.text()}"
    return [
        *step.script.anew(order, "?"),
        "unfold renyi_at_most.",
        f"assert ({held} : {stated}).",
        "{",
        *indented(proof),
        "}",
        f"try rewrite {held}; clear {held}.",
    ]


def _bounded(step: Step, pair: tuple[Basic, Basic], bounds: Bounds) -> Lines:
    """A script that bounds the divergence of two neighbours, or of the two that mirror them."""
    lines: Lines = []
    if pair in bounds:
        return step.needs(bounds[pair])
    mirror = next((p for p in bounds if signature(*p) == signature(*pair)), None)
    if mirror is None:
        raise UnexportableError(f"no bound for {pair[0]} and {pair[1]}")
    held = step.script.fresh("R")
    wanted = plain(bounds[mirror].conclusions[0])
    lines += [f"assert ({held} : {atom(wanted)}).", "{", *indented(step.needs(bounds[mirror])), "}"]
    node = wanted.args[0]
    if isinstance(node, heads.MaxDivergence):
        return [*lines, f"apply ratios_are in {held}; apply ratios_of; revert {held}; "
                "dpsym_masses_out; tauto."]  # fmt: skip
    if isinstance(node, EXTENDED):
        lines += ["split.", CONTINUOUS, f"destruct {held} as [_ {held}]."]
    other = divergence(node.func(*node.args[:-2], *pair))
    equal = step.script.fresh("D")
    return [
        *lines,
        f"assert ({equal} : {other} = {divergence(node)}) by dpsym_mirrored.",
        f"apply Rle_trans with (1 := Req_le _ _ {equal}); exact {held}.",
    ]
