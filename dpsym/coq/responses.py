"""Scripts for Coq of the rules that bring in responses: domination, and what defines a guarantee.

The closed form below a definition is the premise of one lemma, so that its node needs none.
"""

from __future__ import annotations

from sympy import Basic, Le, Lt, S, Symbol, exp, log, symbols

from dpsym.certificate import Node
from dpsym.coq.atoms import mechanism
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.kernel.goal import at_most
from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.domains import Interval
from dpsym.language.heads import ObjectName

Lines = list[str]
CLOSED = {
    heads.PureDP: "pure",
    heads.ApproxDP: "approx",
    heads.ZCDP: "zcdp",
    heads.ApproxZCDP: "approx_zcdp",
    heads.BoundedZCDP: "bounded_zcdp",
}
"""Guarantees that post-processing keeps, by their names in the library."""
EPSILON, ALPHA, XI, RHO, TAU = symbols("e a x r t")
FORM = log((exp(ALPHA * EPSILON) + exp((1 - ALPHA) * EPSILON)) / (1 + exp(EPSILON))) / (ALPHA - 1)
"""The Renyi divergence of the two laws of a response."""


def premises(node: Node) -> tuple[Node, ...]:
    """The nodes of which a node needs lemmas: none where a fact says the goal itself."""
    if node.rule == "bound":
        return ()
    if node.rule == "definition" and all(c.rule == "closed-form" for c in node.children):
        return tuple(below for child in node.children for below in child.children)
    return node.children


def definition(rule: Rule) -> Lines:
    """A bound on the Renyi divergences of a response."""
    goal, step = plain(rule.goal.atom), rule.step
    subject, *parameters = goal.args
    if not isinstance(subject, heads.RandomizedResponse) or rule.node.params.get("rounds"):
        raise UnexportableError(f"the definition of {type(goal).__name__} on {subject}")
    order = Symbol(str(rule.node.params["order"]))
    put: dict[Symbol, Basic] = {EPSILON: subject.args[0]}
    if isinstance(goal, heads.ZCDP):
        put |= {ALPHA: order, XI: parameters[0], RHO: parameters[1]}
        names, form, bound = (EPSILON, XI, RHO), "zcdp", XI + RHO * ALPHA
        domains = {order: Interval(S.One, S.Infinity, True, True)}
        under = step.under(rule.goal.stating(goal, domains=domains))
        lines = step.script.anew(order, step.script.fresh("D"))
    elif isinstance(goal, heads.RenyiDP) and parameters[0] is not S.Infinity:
        put |= {ALPHA: parameters[0], TAU: parameters[1]}
        names, form, bound, under, lines = (EPSILON, ALPHA, TAU), "renyi", TAU, step, []
    else:
        raise UnexportableError(f"the definition of {type(goal).__name__} on {subject}")
    wanted = at_most(FORM, bound)
    instance = at_most(FORM.xreplace(put), bound.xreplace(put))
    script = [*lines, *under.restated(wanted, put, instance), *under.atom(instance)]
    values = " ".join(coq(put[n]) for n in names)
    found = [f"apply (rule_definition_response_{form} {values})."]
    if form == "renyi":
        above = step.atom(Lt(S.One, parameters[0], evaluate=False))
        return [*found, "{", *above, "}", *script]
    return [*found, *script]


def domination(rule: Rule) -> Lines:
    """What post-processing keeps holds of a mechanism if it does of the response that dominates."""
    goal, step = plain(rule.goal.atom), rule.step
    subject, *parameters = goal.args
    if not isinstance(subject, ObjectName) or type(goal) not in CLOSED:
        raise UnexportableError(f"the domination of {type(goal).__name__} of {mechanism(subject)}")
    concluded, *given = rule.needed
    kind, written = CLOSED[type(goal)], " ".join(map(coq, parameters))
    image = concluded.conclusions[0].args[0]
    numbers = " ".join(map(coq, image.args))
    ends: list[Basic] = [Le(S.Zero, argument, evaluate=False) for argument in image.args]
    if isinstance(image, heads.RandomizedResponse):
        lemma = "by_response"
    elif isinstance(image, heads.CanonicalRR):
        lemma = "by_canonical"
        ends.append(at_most(image.args[1], S.One))
    else:
        raise UnexportableError(f"the domination by {mechanism(image)}")
    premises = [step.atom(plain(end)) for end in ends]
    premises += [step.needs(given[0]), step.needs(concluded)]
    lines = [
        f"apply ({lemma} ({kind} {written}) {name(subject)} {numbers} (closed_{kind} {written}))."
    ]
    for script in premises:
        lines += ["{", *script, "}"]
    return lines
