"""Scripts for Coq of the rules by which responses stand for mechanisms and for pairs of laws."""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Basic, Expr, Le, S

from dpsym.coq.atoms import atom, mechanism
from dpsym.coq.bounds import LAWS
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError, coq, name, spelled
from dpsym.coq.statements import indented
from dpsym.coq.steps import Lines
from dpsym.kernel.goal import at_most
from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import ObjectName
from dpsym.language.meaning import canonical_laws

CLOSED = {
    heads.PureDP: "pure",
    heads.ApproxDP: "approx",
    heads.ZCDP: "zcdp",
    heads.ApproxZCDP: "approx_zcdp",
    heads.BoundedZCDP: "bounded_zcdp",
    heads.RenyiDP: "renyi",
}
"""Guarantees that post-processing keeps, by their names in the library."""
RESPONSES = heads.RandomizedResponse, heads.CanonicalRR


def domination(rule: Rule) -> Lines:
    """What post-processing keeps holds of a mechanism if it does of the responses that dominate."""
    goal = plain(rule.goal.atom)
    subject, *parameters = goal.args
    if type(goal) not in CLOSED or S.Infinity in parameters:
        raise UnexportableError(f"the domination of {type(goal).__name__} of {mechanism(subject)}")
    concluded = rule.needed[0]
    kind, written = CLOSED[type(goal)], " ".join(map(coq, parameters))
    image = mechanism(plain(concluded.conclusions[0]).args[0])
    order = " ltac:(lra)" if kind == "renyi" else ""
    chosen = {
        rule.goal.expression(m): rule.goal.expression(g)
        for m, g in rule.goal.texts("images").items()
    }
    closed = f"(closed_{kind} {written}{order})"
    if isinstance(subject, heads.Subsample):
        sample = plain(concluded.conclusions[0]).args[0]
        parts = f"{mechanism(subject.args[0])} {mechanism(sample.args[0])} {coq(subject.args[1])}"
        return [
            f"apply (by_sample_model ({kind} {written}) {parts} {closed}).",
            *rate(rule, subject.args[1]),
            "{",
            *indented(_modelled(rule, subject.args[0], chosen)),
            "}",
            *rule.step.needs(concluded),
        ]
    if isinstance(subject, heads.Compose) and _follows_any(subject, chosen):
        return _after_any(rule, subject, chosen, f"({kind} {written})", closed)
    return [
        f"apply (by_model ({kind} {written}) {mechanism(subject)} {image} {closed}).",
        "{",
        *indented(_modelled(rule, subject, chosen)),
        "}",
        *rule.step.needs(concluded),
    ]


def _follows_any(subject: Basic, chosen: Mapping[Basic, Basic]) -> bool:
    """Whether the second of two mechanisms is dominated, and nothing dominates the first one."""
    first, last = subject.args[0], subject.args[-1]
    return isinstance(first, ObjectName) and first not in chosen and subject.args[1:] == (last,)


def _after_any(
    rule: Rule, subject: Basic, chosen: dict[Basic, Basic], guarantee: str, closed: str
) -> Lines:
    """The second of two mechanisms by the response that dominates it, after any first one.

    That one runs on two neighbours from then on, with what it keeps there.
    """
    (concluded, *_), (any_one, second) = rule.needed, subject.args
    image = plain(concluded.conclusions[0]).args[0].args[1]
    on_two = f"(paired {mechanism(any_one)})"
    lines = [
        f"apply (by_model_after {guarantee} {mechanism(any_one)} {mechanism(second)} "
        f"{mechanism(image)} {closed}).",
        "{",
        *indented(_modelled(rule, second, chosen)),
        "}",
    ]
    kept = [
        (known, held)
        for known, held in rule.step.known
        if isinstance(known, heads.Guarantee) and known.args[0] == any_one
    ]
    for known, held in kept:
        with spelled({any_one: on_two}):
            stated = atom(known)
        new = rule.step.script.fresh("H")
        lines.append(f"assert ({new} : {stated}) by (apply paired_holds; exact {held}).")
        lines.append(f"clear {held}; rename {new} into {held}.")
    names = " ".join(held for _, held in kept)
    first = name(any_one)
    lines.append(f"revert {names}; generalize {on_two}; clear {first}; intros {first} {names}.")
    return [*lines, *rule.step.needs(concluded)]


def rate(rule: Rule, number: Expr) -> Lines:
    """A script that a number lies in [0, 1]."""
    ends = (Le(S.Zero, number, evaluate=False), at_most(number, S.One))
    first, second = (indented(rule.step.atom(plain(end))) for end in ends)
    return ["{ split.", "{", *first, "}", *second, "}"]


def _modelled(rule: Rule, subject: Basic, chosen: dict[Basic, Basic]) -> Lines:
    """A script that proves that responses dominate a mechanism."""
    step, guarantee = rule.step, chosen.get(subject)
    if guarantee is not None:
        if not isinstance(guarantee, heads.PureDP | heads.ApproxDP):
            raise UnexportableError(f"the domination by {type(guarantee).__name__}")
        pure = isinstance(guarantee, heads.PureDP)
        ends: list[Basic] = [Le(S.Zero, p, evaluate=False) for p in guarantee.args[1:]]
        if not pure:
            ends.append(at_most(guarantee.args[2], S.One))
        lines = [f"apply modelled_{'response' if pure else 'canonical'}."]
        scripts = [step.atom(plain(end)) for end in ends]
        scripts.append(step.needs(rule.goal.stating(guarantee)))
        return [*lines, *(line for s in scripts for line in ("{", *indented(s), "}"))]
    if isinstance(subject, heads.PostProcess):
        return ["apply modelled_process.", *_modelled(rule, subject.args[0], chosen)]
    if isinstance(subject, heads.Compose) and heads.is_scalar(subject.args[-1]):
        return ["apply modelled_rounds.", *_modelled(rule, subject.args[0], chosen)]
    if isinstance(subject, heads.Compose):
        *others, last = (_modelled(rule, part, chosen) for part in subject.args)
        for other in reversed(others):
            last = ["apply modelled_compose.", "{", *indented(other), "}", *last]
        return last
    raise UnexportableError(f"the domination of {mechanism(subject)}")


def responses(epsilon: Expr, delta: Expr) -> tuple[Lines, tuple[Basic, Basic]]:
    """A script that writes the laws of a response out, and these laws."""
    laws = canonical_laws(epsilon, delta)
    e, d = coq(epsilon), coq(delta)
    if delta == 0:
        laws = heads.Finite(*laws[0].args[1:3]), heads.Finite(*laws[1].args[1:3])
        likely, unlikely = laws[0].args
        odds = [
            (f"exp {e} / (1 + exp {e})", likely),
            (f"1 / (1 + exp {e})", unlikely),
        ]
        opened = "coin"
    else:
        _, likely, unlikely, _ = laws[0].args
        odds = [
            (f"(1 - {d}) * exp {e} / (1 + exp {e})", likely),
            (f"(1 - {d}) / (1 + exp {e})", unlikely),
        ]
        opened = "canonical"
    lines = [f"cbn [{opened}]."]
    lines += [f"replace ({old}) with {coq(new)} by dpsym_odds." for old, new in odds]
    return lines, laws


def sampled(rule: Rule) -> Lines:
    """A guarantee of a sample of responses by bounds of divergences, in both orders."""
    step, wanted = rule.step, plain(rule.goal.atom)
    subject, *parameters = wanted.args
    response, number = subject.args
    openings = {heads.PureDP: "apply max_divergence.", heads.ApproxDP: "unfold approx."}
    if type(wanted) not in openings:
        raise UnexportableError(f"the definition of {type(wanted).__name__} on {subject}")
    kind, written = CLOSED[type(wanted)], " ".join(map(coq, parameters))
    canonical = isinstance(response, heads.CanonicalRR)
    numbers = " ".join(map(coq, (*response.args, number)))
    lines = [
        f"apply (rule_definition_sampled_{'canonical' if canonical else 'response'} "
        f"({kind} {written}) {numbers} (closed_{kind} {written})).",
        *rate(rule, number),
        *(rate(rule, response.args[1]) if canonical else []),
    ]
    opened, (one, two) = responses(*(*response.args, S.Zero)[:2])
    mixed = heads.Mixture(number, one, two)
    stated = {
        atom.atoms(heads.Divergence).pop().args[-2:]: Claim(c.hypotheses, (atom,), c.domains)
        for c in rule.needed
        for atom in map(plain, c.conclusions)
        if atom.atoms(heads.Divergence)
    }
    for pair in ((mixed, two), (two, mixed)):
        if pair not in stated:
            raise UnexportableError(f"no bound for {pair[0]} and {pair[1]}")
        proof = [openings[type(wanted)], *opened, *step.needs(stated[pair])]
        lines += ["{", *indented(proof), "}"]
    return lines


def without_failure(rule: Rule) -> Lines:
    """Canonical responses that do not fail are randomised responses."""
    step = rule.step
    subject, epsilon, delta = rule.goal.atom.args
    parts = subject.args if isinstance(subject, heads.Compose) else (subject,)
    if not all(isinstance(part, heads.CanonicalRR) for part in parts) or len(parts) > 2:
        raise UnexportableError(f"canonical responses that do not fail in {mechanism(subject)}")
    numbers = " ".join(coq(number) for part in parts for number in part.args)
    suffix = "_compose" if len(parts) > 1 else ""
    held, needed = step.script.fresh("K"), rule.needed[0]
    lines = [f"assert ({held} : {atom(plain(needed.conclusions[0]))}).", "{"]
    lines += [*indented(step.needs(needed)), "}"]
    lines.append(f"apply (rule_without_failure{suffix} {numbers} {coq(epsilon)} {coq(delta)}).")
    for part in parts:
        lines += rate(rule, part.args[1])
    for part in parts:
        lines += responses(part.args[0], S.Zero)[0]
    return [*lines, f"dpsym_same_stick {held}."]


def law_domination(rule: Rule) -> Lines:
    """A divergence of two laws by that of the responses of which they are images."""
    step, wanted = rule.step, rule.goal.atom
    node, pairs = wanted.lhs, rule.node.params.get("pairs", ())
    if type(node) not in LAWS or len(pairs) != 1 or "range" in rule.node.params:
        raise UnexportableError(f"the domination of {wanted.lhs}")
    first, second, epsilon, delta = map(rule.goal.expression, pairs[0])
    if node.args[-2:] not in ((first, second), (second, first)):
        raise UnexportableError(f"the domination of {wanted.lhs}")
    p, q = name(first), name(second)
    pure = delta == 0
    lines: Lines = ["repeat match goal with H : _ /\\ _ |- _ => destruct H end."]
    numbers = [epsilon] if pure else [epsilon, delta]
    ends: list[Basic] = [Le(S.Zero, number, evaluate=False) for number in numbers]
    ends += [] if pure else [at_most(delta, S.One)]
    for end in ends:
        lines += step.learn(end, step.atom(plain(end)))
    model, written = (
        ("coin", coq(epsilon)) if pure else ("canonical", f"{coq(epsilon)} {coq(delta)}")
    )
    held = step.script.fresh("I")
    ways = f"({model} {written} true) ({model} {written} false)"
    lines += [
        f"assert ({held} : image {ways} {p} {q}).",
        f"{{ apply rule_law_domination_{'pure' if pure else 'approx'}; assumption. }}",
    ]
    if node.args[-2:] != (first, second):
        raise UnexportableError(f"the domination of {wanted.lhs}")
    needed, kept = rule.needed[0], step.script.fresh("K")
    lines += [f"assert ({kept} : {atom(plain(needed.conclusions[0]))}).", "{"]
    lines += [*indented(step.needs(needed)), "}"]
    opened, _ = responses(epsilon, delta)
    parameters = "".join(f" {coq(a)}" for a in node.args[:-2])
    lemma = f"rule_law_domination_{LAWS[type(node)]} _ _ {p} {q} {held}{parameters}"
    if isinstance(node, heads.TotalVariation | heads.HockeyStick):
        chain = [f"apply Rle_trans with (1 := {lemma}).", *opened, f"exact {kept}."]
        return [*lines, *chain]
    moved, above = step.script.fresh("J"), " ltac:(lra)" if isinstance(node, heads.Renyi) else ""
    return [
        *lines,
        f"destruct {kept} as [{step.script.fresh('C')} {kept}].",
        f"assert ({moved} : {p} << {q} /\\ {coq_divergence(node, p, q)} <= "
        f"{coq_divergence(node, *ways_of(model, written))}).",
        f"{{ apply ({lemma}{above}). dpsym_continuous_responses. }}",
        f"destruct {moved} as [{step.script.fresh('C')} {moved}]; split; [ assumption |].",
        f"apply Rle_trans with (1 := {moved}).",
        *opened,
        f"exact {kept}.",
    ]


def ways_of(model: str, written: str) -> tuple[str, str]:
    """The laws of a response on the two bits."""
    return f"({model} {written} true)", f"({model} {written} false)"


def coq_divergence(node: Basic, p: str, q: str) -> str:
    """A divergence with the texts of two laws."""
    parameters = "".join(f"{coq(a)} " for a in node.args[:-2])
    return f"{type(node).__name__} {parameters}{p} {q}"
