"""Scripts for Coq of what defines a bound on the Renyi divergences of a response.

The closed form below a definition is the premise of one lemma, so that its node needs none.
"""

from __future__ import annotations

from sympy import Basic, Lt, S, Symbol, exp, log, symbols

from dpsym.certificate import Node, claim_of
from dpsym.coq.bounds import is_direct
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError, coq, count_of
from dpsym.coq.scripts import Written
from dpsym.kernel.goal import at_most
from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.domains import Interval

Lines = list[str]
EPSILON, ALPHA, XI, RHO, TAU = symbols("e a x r t")
FORM = log((exp(ALPHA * EPSILON) + exp((1 - ALPHA) * EPSILON)) / (1 + exp(EPSILON))) / (ALPHA - 1)
"""The Renyi divergence of the two laws of a response."""


def premises(node: Node) -> tuple[Node, ...]:
    """The nodes of which a node needs lemmas: none where a fact says the goal itself."""
    if node.rule == "bound" and is_direct(node):
        return ()
    if is_response(node) or is_noise(node):
        return tuple(below for child in node.children for below in child.children)
    return node.children


def is_response(node: Node) -> bool:
    """Whether a node is the definition of a bound on the Renyi divergences of a response."""
    if node.rule != "definition" or any(c.rule != "closed-form" for c in node.children):
        return False
    goal = plain(claim_of(node.goal).conclusions[0])
    return isinstance(goal, heads.ZCDP | heads.RenyiDP) and isinstance(
        goal.args[0], heads.RandomizedResponse
    )


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


def is_noise(node: Node) -> bool:
    """Whether a node is the definition of a bound on the Renyi divergences of Gaussian noise."""
    goal = plain(claim_of(node.goal).conclusions[0])
    return (
        node.rule == "definition"
        and len(node.children) == 1
        and node.children[0].rule == "closed-form"
        and isinstance(goal, heads.ZCDP | heads.RenyiDP)
        and goal.has(heads.GaussianMechanism)
        and not goal.has(heads.Subsample, heads.Parallel, heads.Group)
    )


def noise(rule: Rule) -> Lines:
    """A bound on the Renyi divergences of Gaussian noise, of images of it, or of rounds."""
    goal, step = plain(rule.goal.atom), rule.step
    subject, *parameters = goal.args
    slope, text, proof, before = _slope(rule, subject)
    if isinstance(goal, heads.ZCDP):
        order, (x, r) = Symbol(str(rule.node.params["order"])), parameters
        bound, written = x + r * order, f"{coq(x)} {coq(r)}"
        right = Written(XI + RHO * ALPHA, {XI: x, RHO: r, ALPHA: order})
        domains = {order: Interval(S.One, S.Infinity, True, True)}
        lines, above = step.script.anew(order, step.script.fresh("D")), []
    else:
        order, bound = parameters
        written, right, domains = f"{coq(order)} {coq(bound)}", Written(bound), {}
        lines, above = [], ["{", *step.atom(Lt(S.One, order, evaluate=False)), "}"]
    kind = "zcdp" if isinstance(goal, heads.ZCDP) else "renyi"
    needed = rule.goal.stating(at_most(slope.expr.xreplace(dict(slope.put)) * order, bound),
                               domains=domains)  # fmt: skip
    wanted = plain(needed.conclusions[0])
    here = step.under(needed)
    here.claim = needed
    left = Written(slope.expr * ALPHA, {**slope.put, ALPHA: order})
    both = f"{left.text()} <= {right.text()}"
    found = [f"apply (rule_definition_line_{kind} _ _ ({text}) {written}).", "{", *proof, "}"]
    found += [*above, *lines, *before, f"cut ({both}); [ intros; lra |]."]
    found += here.argument(wanted.lhs, (left, Written(wanted.lhs)), 1)
    found += here.argument(wanted.rhs, (right, Written(wanted.rhs)), 0)
    return [*found, *here.needs(needed)]


def _slope(rule: Rule, subject: Basic) -> tuple[Written, str, Lines, Lines]:
    """How Renyi divergences rise with the order, its text, a proof, and a script for counts."""
    if isinstance(subject, heads.GaussianMechanism):
        b, s = Symbol("b"), Symbol("s")
        put = dict(zip((b, s), subject.args, strict=True))
        text = f"({coq(put[b])} ^ 2 * / {coq(put[s])} ^ 2 * (1 / 2))"
        above = rule.step.atom(Lt(S.Zero, put[s], evaluate=False))
        return Written(b**2 / s**2 / 2, put), text, ["apply rule_definition_gaussian.", *above], []
    if isinstance(subject, heads.PostProcess):
        slope, text, proof, before = _slope(rule, subject.args[0])
        return slope, text, ["apply fact_process_zcdp.", *proof], before
    if isinstance(subject, heads.Compose) and heads.is_scalar(subject.args[-1]):
        slope, text, proof, before = _slope(rule, subject.args[0])
        k, n = Symbol("k"), count_of(subject.args[1])
        times = coq(subject.args[1])
        if subject.args[1].is_Integer:
            count = f"replace (INR {n}) with {times} by (simpl; ring)."
        else:
            count = f"rewrite (dpsym_count_is {times}) by first [ assumption | lra | dpsym_whole ]."
        found = Written(k * slope.expr, {**slope.put, k: subject.args[1]})
        return (
            found,
            f"(INR {n} * {text})",
            ["apply rule_definition_gaussian_rounds.", *proof],
            [*before, count],
        )
    raise UnexportableError(f"the definition of concentrated privacy of {subject}")
