"""How a step that is no one rule of the kernel becomes a node: which rules, which parameters."""

from __future__ import annotations

from contextlib import suppress

from sympy import Basic, Le, S, Sum, log

from dpsym.certificate import Node
from dpsym.certification import bounds, databases
from dpsym.certification.claims import Elaboration, Elaborator, spoken
from dpsym.certification.leaves import Unelaborated, leaf
from dpsym.kernel.claims import RULES, premises
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import entails, evident
from dpsym.kernel.laws import outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import normal_form
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Integers
from dpsym.provers.restate import fresh
from dpsym.verdict import Step


def _inequality(self: Elaboration, claim: Claim, step: Step) -> Node:
    """Leaves, one for each goal of numbers, in other variables where the prover chose them."""
    ranges = _ranges(claim)
    if ranges and any(atom.has(Sum) for atom in claim.conclusions):
        return self.build("exhaustion", claim, {"names": ranges}, ())
    try:
        return _leaves(claim, step)
    except (Unelaborated, Rejected):
        if not ranges or not self.fresh:
            raise
        return self.build("exhaustion", claim, {"names": ranges}, ())


def _leaves(claim: Claim, step: Step) -> Node:
    needed = premises("relations", Goal(claim, {}, (), set()))
    nodes: list[Node] = []
    for need in dict.fromkeys(needed):
        if not evident(need):
            nodes.append(leaf(spoken(need), step))
    if len(nodes) == 1 and nodes[0].goal == claim.text:
        return nodes[0]
    return Node("relations", claim.text, {}, tuple(nodes))


def _ranges(claim: Claim) -> list[str]:
    """The integer names with finitely many values."""
    finite = (n.name for n, d in claim.domains if isinstance(d, Integers) and d.upper.is_finite)
    return sorted(finite)


def _closed_form(self: Elaboration, claim: Claim, step: Step) -> Node:
    sticks, last = sorted(claim.conclusions[0].atoms(heads.HockeyStick), key=str), "closed form"
    for settle in (False, True) if sticks else (False,):
        signs = {str(s): _signs(self, s, claim, step) for s in sticks} if settle else {}
        try:
            params = {"signs": signs} if signs else {}
            return self.build("closed-form", claim, params, step.children)
        except (Unelaborated, Rejected) as error:
            last = f"{last}; {error}"
    raise Unelaborated(last)


def _signs(self: Elaboration, stick: Basic, claim: Claim, step: Step) -> str:
    """Signs of the terms of a hockey stick, as far as they are evident or steps say them."""
    e, p, q = stick.args
    domains = dict(claim.domains)
    found = ""
    for x, y in outcomes(p, q):
        if x == 0 and y == 0:
            continue
        if x == 0 or y == 0:
            found += "+" if y == 0 else "-"
            continue
        loss = normal_form(log(x / y) - e, domains)
        for mark, gap in (("+", loss), ("-", -loss)):
            need = Claim(claim.hypotheses, (Le(S.Zero, gap, evaluate=False),), claim.domains)
            if evident(need) or any(entails(self.claim(c.goal), need) for c in step.children):
                found += mark
                break
        else:
            found += "?"
    return found


def _joint_range(self: Elaboration, claim: Claim, step: Step) -> Node:
    names = {"p": fresh(claim, "p").name, "q": fresh(claim, "q").name}
    try:
        undone, *_ = RULES["monotone"](Goal(claim, {}, (), set()))
    except Rejected:
        pass
    else:
        with suppress(Rejected, Unelaborated):
            inner = _joint_range(self, spoken(undone), step)
            return self.build("monotone", claim, {}, step.children, [inner])
    if any(d.args[0] == 2 for d in claim.conclusions[0].atoms(heads.Renyi)):
        (written,) = RULES["identity"](Goal(claim, {"use": "second-order"}, (), set()))
        inner = _joint_range(self, spoken(written), step)
        return self.build("identity", claim, {"use": "second-order"}, (), [inner])
    try:
        return databases.outcomes_afresh(self, claim)
    except (Rejected, Unelaborated):
        return self.build("joint-range", claim, names, step.children)


def _common_logarithm(self: Elaboration, claim: Claim, step: Step) -> Node:
    """A larger logarithm, then a free number for it."""
    small, large, name = (step.detail[key] for key in ("small", "large", "name"))

    def general(need: Claim, child: Step) -> Node:
        return self.build("generalise", need, {"with": {name: large}}, (), [self.node(child)])

    if small == large:
        return general(claim, step.children[0])
    params = {"small": small, "large": large}
    enlarged, order, *_ = map(spoken, RULES["enlarge"](Goal(claim, params, (), set())))
    ready = [general(enlarged, step.children[0])]
    if not evident(order):
        try:
            ready.append(general(order, step.children[1]))
        except (Unelaborated, Rejected):
            ready.append(self.afresh(order))
    return self.build("enlarge", claim, params, step.children, ready)


def _by_rule(self: Elaboration, claim: Claim, step: Step) -> Node:
    """A step that is a rule of the kernel; a child to generalise to comes first."""
    if step.rule != "generalise":
        return self.build(step.rule, claim, step.detail, step.children)
    try:
        return self.build(step.rule, claim, step.detail, (), [self.node(step.children[0])])
    except Rejected:
        return self.afresh(claim)


STEPS: dict[str, Elaborator] = {
    "": _by_rule,
    "inequality": _inequality,
    "derivation": Elaboration.derivation,
    "pointwise combination": databases.pointwise,
    "closed form": _closed_form,
    "joint range": _joint_range,
    "divergence bounds": bounds.bounded,
    "common logarithm": _common_logarithm,
}


__all__ = ["STEPS"]
