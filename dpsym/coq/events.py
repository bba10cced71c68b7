"""Scripts for Coq of the rule "pointwise": hockey sticks by the probabilities of one event.

The smaller side is attained at an event, and the larger one is no smaller there; both are linear
forms in the probabilities of the event under the laws, of which the kernel compares coefficients.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from sympy import Add, Basic, Dummy, Eq, Expr, Le, Mul, S, Symbol, exp

from dpsym.certificate import Node
from dpsym.coq.atoms import atom, divergence, law, opaque
from dpsym.coq.bounds import APART, numeric
from dpsym.coq.identities import equation
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError, coq
from dpsym.coq.scripts import Written
from dpsym.coq.statements import indented
from dpsym.coq.steps import Lines
from dpsym.kernel.implications import plain
from dpsym.kernel.pointwise import components, multiple, shares
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.domains import PROBABILITY
from dpsym.language.heads import Divergence
from dpsym.numeric import Goal as Numeric

Probabilities = dict[Basic, Symbol]


class Part(NamedTuple):
    """A multiple of a hockey stick.

    Attributes:
        factor: the number.
        stick: the divergence.
        bound: what it is at most: itself, or the number of a hypothesis.
        held: the hypothesis, or "".
    """

    factor: Expr
    stick: Basic
    bound: Expr
    held: str = ""

    @property
    def threshold(self) -> Expr:
        """The logarithm of what the second law is multiplied by."""
        if isinstance(self.stick, heads.MaxDivergence):
            return self.bound
        return Add(*self.stick.args[:-2])

    @property
    def limit(self) -> Expr:
        """The number that the form is at most, at every event."""
        return S.Zero if isinstance(self.stick, heads.MaxDivergence) else self.bound

    @property
    def text(self) -> str:
        """What the form is at most, in Coq."""
        return divergence(self.stick) if self.limit == self.stick else coq(self.limit)

    def lemma(self, way: str, *others: str) -> str:
        """A lemma of the rule about the divergence."""
        variation = isinstance(self.stick, heads.TotalVariation)
        numbers = [] if variation else [coq(self.threshold)]
        name = f"rule_pointwise_{way}{'_variation' if variation else ''}"
        return " ".join([name, *numbers, *map(law, self.stick.args[-2:]), *others])

    def form(self, names: Probabilities) -> Written:
        """The form in the probabilities of an event."""
        first, second = (
            Add(*(weight * names[part] for part, weight in components(side)))
            for side in self.stick.args[-2:]
        )
        if isinstance(self.stick, heads.TotalVariation):
            return Written(Add(first, Mul(-1, second, evaluate=False), evaluate=False))
        e = Dummy("e")
        taken = Mul(-1, exp(e), second, evaluate=False)
        return Written(Add(first, taken, evaluate=False), {e: self.threshold})

    def coefficients(self) -> dict[Basic, Expr]:
        """The kernel's coefficients of the laws."""
        stick = self.stick
        if isinstance(stick, heads.MaxDivergence):
            stick = heads.HockeyStick(self.threshold, *stick.args)
        found = multiple(stick)[1]
        return {part: self.factor * weight for part, weight in found.items()}


def pointwise(rule: Rule) -> Lines:
    """A relation between hockey sticks by one between coefficients."""
    step, wanted = rule.step, rule.goal.atom
    if isinstance(wanted.lhs, heads.MaxDivergence):
        raise UnexportableError("a bound of a ratio from one event is not exported")
    lines: Lines = [APART]
    for claim in rule.needed:
        needed = plain(claim.conclusions[0])
        if coq(needed.args[0]) != coq(needed.args[1]):
            lines += step.learn(needed, step.needs(claim))
    if not isinstance(wanted, Eq):
        return [*lines, *_compared(rule, *wanted.args)]
    one, two = (indented(_compared(rule, *sides)) for sides in (wanted.args, wanted.args[::-1]))
    return [*lines, "apply Rle_antisym.", "{", *one, "}", "{", *two, "}"]


def integrands(rule: Rule) -> Lines:
    """A relation between integrals by the rule "pointwise", if they are hockey sticks.

    Raises:
        UnexportableError: that rule does not say it.
    """
    node = Node("pointwise", rule.node.goal, {}, rule.node.children)
    other = Rule(node, rule.lemmas)
    other.step.others = rule.step.others
    try:
        return pointwise(other)
    except Rejected as error:
        raise UnexportableError(f"the rule integrands is not exported: {error}") from error


def _parts(rule: Rule, large: Expr) -> tuple[list[Part], Expr]:
    """The sticks on the larger side and of hypotheses, and what else the larger side is."""
    parts: list[Part] = []
    rest: Expr = S.Zero
    for term in Add.make_args(large):
        if term.has(Divergence):
            factor = multiple(term)[0]
            parts.append(Part(factor, term / factor, term / factor))
        else:
            rest += term
    for number, share in shares(rule.goal):
        hypothesis = plain(rule.goal.claim.hypotheses[number])
        if not isinstance(hypothesis, Le):
            raise UnexportableError(f"{hypothesis} is an equation")
        stick, bound = hypothesis.args
        parts.append(Part(share, stick, bound, rule.step.held[atom(hypothesis)]))
        rest -= share * parts[-1].limit
    return parts, rest


def _compared(rule: Rule, small: Expr, large: Expr) -> Lines:
    script = rule.step.script
    factor = multiple(small)[0]
    first = Part(factor, small / factor, small / factor)
    parts, rest = _parts(rule, large)
    have: dict[Basic, Expr] = {}
    for part in parts:
        for one, weight in part.coefficients().items():
            have[one] = have.get(one, S.Zero) + weight
    want = first.coefficients()
    laws = list(dict.fromkeys((*want, *have)))
    names = {one: Symbol(script.fresh("w")) for one in laws}
    weights = dict.fromkeys(w for p in (first, *parts) for w in _weights(p.stick))
    inside_one = [rule.step.nonnegative(end) for w in weights for end in (w, 1 - w)]
    goal = _goal(rule, [small, large], names.values())
    event, inside, attained = (script.fresh(stem) for stem in ("f", "I", "E"))
    lines = [line for script in inside_one for line in script]
    lines += [f"destruct ({first.lemma('attained')}) as [{event} [{inside} {attained}]]."]
    for part in parts:
        if isinstance(part.stick, heads.MaxDivergence):
            found = part.lemma("ratio", event, inside, part.held)
        else:
            found = part.lemma("event", event, inside)
        lines.append(f"assert ({script.fresh('B')} := {found}).")
    lines.append("repeat rewrite probability_mixture in * by (assumption || lra).")
    for one, name in names.items():
        lines.append(f"assert ({script.fresh('Z')} : 0 <= probability {event} {law(one)}) "
                     "by (apply probability_nonneg; assumption).")  # fmt: skip
        lines.append(f"set ({name} := probability {event} {law(one)}) in *; clearbody {name}.")
    # the smaller side and the larger one, at the event
    form = first.form(names)
    stated = f"{coq(factor)} * {divergence(first.stick)} = {coq(factor)} * {form.text()}"
    lines.append(f"assert ({script.fresh('F')} : {stated}) by (rewrite {attained}; lra).")
    for part in parts:
        both = f"{coq(part.factor)} * {part.form(names).text()} <= {coq(part.factor)} * {part.text}"
        lines.append(f"assert ({script.fresh('F')} : {both}) "
                     "by (apply Rmult_le_compat_l; first [ assumption | lra ]).")  # fmt: skip
    for one, name in names.items():
        few, many = (coq(side.get(one, S.Zero)) for side in (want, have))
        lines.append(f"assert ({script.fresh('F')} : {few} * {name} <= {many} * {name}) "
                     "by (apply Rmult_le_compat_r; first [ assumption | lra ]).")  # fmt: skip
    lines += _equal(rule, goal, [(factor, form)], want, names)
    lines += _equal(rule, goal, [(p.factor, p.form(names)) for p in parts], have, names)
    own = [p for p in parts if not p.held]
    given = [Mul(-1, p.factor, p.limit, evaluate=False) for p in parts if p.held]
    left = Add(opaque(large), *given, evaluate=False)
    right = Add(*(p.factor * opaque(p.stick) for p in own), rest)
    return [*lines, *_equation(rule, goal, Written(left), Written(right)), "lra."]


def _weights(stick: Basic) -> list[Expr]:
    """The weights of mixtures that are more than a name."""
    return [m.args[0] for m in stick.atoms(heads.Mixture) if not m.args[0].is_Atom]


def _goal(rule: Rule, sides: list[Expr], names: Iterable[Symbol]) -> Numeric:
    goal = numeric(rule.step, *sides)
    return replace(goal, domains={**goal.domains, **dict.fromkeys(names, PROBABILITY)})


def _equal(
    rule: Rule,
    goal: Numeric,
    forms: list[tuple[Expr, Written]],
    weights: dict[Basic, Expr],
    names: Probabilities,
) -> Lines:
    """A script that a sum of multiples of forms has the coefficients that the kernel computed."""
    put = {symbol: value for _, form in forms for symbol, value in form.put.items()}
    left = Add(*(Mul(c, form.expr, evaluate=False) for c, form in forms), evaluate=False)
    right = Add(*(Mul(w, names[one], evaluate=False) for one, w in weights.items()), evaluate=False)
    return _equation(rule, goal, Written(left, put), Written(right))


def _equation(rule: Rule, goal: Numeric, left: Written, right: Written) -> Lines:
    if left.text() == right.text():
        return []
    proof = equation(rule.step.script, goal, left, right)
    stated = f"{left.text()} = {right.text()}"
    return [f"assert ({rule.step.script.fresh('Q')} : {stated}).", "{", *indented(proof), "}"]
