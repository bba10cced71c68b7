"""The provers' steps elaborated into the kernel's rules.

The kernel's own rules compute what a step needs; each need is met by one of the steps below, by
the table of facts, or by a fresh proof of a relation between numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice, product
from typing import Any

from sympy import Basic, Expr, Le, Lt, Min, Pow, Rational, S, Symbol, cancel, log

from dpsym.certificate import Node, UnreadableError
from dpsym.certification.leaves import Unelaborated, leaf
from dpsym.errors import DpsymError
from dpsym.kernel.claims import RULES, Goal, expanded, factor_pairs
from dpsym.kernel.facts import FACTS, fact
from dpsym.kernel.laws import outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import entails, evident, implied, normal, plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import PROBABILITY, Interval
from dpsym.language.heads import Divergence, Guarantee, ObjectName
from dpsym.language.parser import parse_claim, parse_expression
from dpsym.language.printing import text
from dpsym.provers.guarantees.domination import dominating
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.inequality import Inequality
from dpsym.provers.prover import Budget
from dpsym.provers.restate import fresh, restate, scalar_hypotheses
from dpsym.verdict import Step

AFRESH = 4.0
"""Seconds for a relation that no step of the proof says."""
Pool = Sequence[Step]


@dataclass(slots=True)
class Elaboration:
    """One proof on its way into a certificate."""

    claims: dict[str, Claim] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    failed: dict[tuple[str, int], str] = field(default_factory=dict)

    def claim(self, written: str) -> Claim:
        """The claim of a step."""
        if written not in self.claims:
            self.claims[written] = parse_claim(written)
        return self.claims[written]

    def node(self, step: Step) -> Node:
        """The step as a node.

        Raises:
            Unelaborated: no rule of the kernel is known for it.
        """
        if step.goal not in self.nodes:
            elaborate = _STEPS.get(step.prover)
            if elaborate is None:
                raise Unelaborated(f"{step.prover}: {step.words}")
            try:
                self.nodes[step.goal] = elaborate(self, self.claim(step.goal), step)
            except (Rejected, UnreadableError) as error:
                raise Unelaborated(f"{step.prover}: {step.goal[:160]}: {error}") from None
        return self.nodes[step.goal]

    def build(
        self,
        rule: str,
        claim: Claim,
        params: Mapping[str, Any],
        pool: Pool,
        ready: Sequence[Node] = (),
        *,
        known_only: bool = False,
    ) -> Node:
        """A node by a rule, with children for all that it needs and that is not evident.

        Raises:
            Unelaborated: something needed is proved by nothing at hand.
            Rejected: the rule does not apply.
        """
        goals = [self.claim(node.goal) for node in ready]
        needed = RULES[rule](Goal(claim, params, goals, set()))
        children = list(ready) if rule == "generalise" else []
        for need in needed:
            if evident(need) or any(entails(self.claim(c.goal), need) for c in children):
                continue
            said = [n for n, g in zip(ready, goals, strict=True) if entails(g, need)]
            children.append(said[0] if said else self.prove(need, pool, known_only=known_only))
        return Node(rule, claim.text, dict(params), tuple(children))

    def prove(self, need: Claim, pool: Pool, *, known_only: bool = False) -> Node:
        """A node for a claim that a rule needs."""
        for step in pool:
            if entails(self.claim(step.goal), need):
                return self.node(step)
        claim = _spoken(need)
        if known_only:
            raise Unelaborated(f"no step says {claim.text[:160]}")
        if len(claim.conclusions) == 1 and isinstance(claim.conclusions[0], Guarantee):
            return self.derived(claim, pool)
        if not any(c.has(ObjectName, Divergence, Guarantee) for c in claim.conclusions):
            assumed = scalar_hypotheses(claim)
            return self.afresh(restate(claim, claim.conclusions, hypotheses=assumed))
        raise Unelaborated(f"nothing says {claim.text[:200]}")

    def afresh(self, claim: Claim) -> Node:
        """A relation between numbers, proved now."""
        found = Inequality().attempt(claim, Budget.of(AFRESH))
        if not isinstance(found, Step):
            raise Unelaborated(f"no step says {claim.text[:200]}")
        return self.node(found)

    def derived(self, claim: Claim, pool: Pool, turns: int = 1) -> Node:
        """A guarantee by the rules about mechanisms and at most so many conversions in a row."""
        if evident(claim):
            return Node("restated", claim.text)
        for step in pool:
            if entails(self.claim(step.goal), claim):
                return self.node(step)
        key = claim.text, turns
        if key in self.failed:
            raise Unelaborated(self.failed[key])
        self.failed[key] = f"{claim.text[:160]} depends on itself"
        (target,) = claim.conclusions
        last = f"no facts say {claim.text[:160]}"
        for make in (self._structural, self._converted) if turns else (self._structural,):
            for attempt in make(claim, plain(target), pool, turns):
                try:
                    node = attempt()
                except (Unelaborated, Rejected) as error:
                    last = f"{last}; {error}"
                else:
                    del self.failed[key]
                    return node
        self.failed[key] = last
        raise Unelaborated(last)

    def derivation(self, claim: Claim, step: Step) -> Node:
        """The claim from the fact that the prover started from."""
        (target,) = claim.conclusions
        source = Goal(claim, {}, (), set()).expression(step.detail["fact"])
        if implied(target, source, dict(claim.domains)):
            return self.derived(claim, step.children)
        last = f"nothing leads from {source} to {text(target)}"
        for attempt in self._from(source, claim, plain(target), step.children, 1):
            try:
                return attempt()
            except (Unelaborated, Rejected) as error:
                last = f"{last}; {error}"
        for attempt in self._divided(claim, step):
            try:
                return attempt()
            except (Unelaborated, Rejected) as error:
                last = f"{last}; {error}"
        raise Unelaborated(last)

    def _divided(self, claim: Claim, step: Step) -> Iterator[Callable[[], Node]]:
        """The claim in two cases, where the steps below leave out that a number is zero."""
        known = dict(claim.domains)
        goals = [self.claim(child.goal) for child in step.children]
        opened = {
            name
            for goal in goals
            for name, domain in goal.domains
            if name in known and isinstance(domain, Interval) and domain != known[name]
            if domain.lower == 0 and domain.lower_open and not known[name].lower_open
        }
        for name in sorted(opened, key=str):
            yield partial(self._in_cases, "zero-end", claim, {"name": name.name}, step)
        assumed = {plain(h) for goal in goals for h in goal.hypotheses} - set(
            map(plain, claim.hypotheses)
        )
        for h in sorted(assumed, key=str):
            if isinstance(h, Lt) and h.lhs == 0:
                params = {"of": text(h.rhs)}
                yield partial(self._in_cases, "sign-cases", claim, params, step)

    def _in_cases(self, rule: str, claim: Claim, params: dict[str, Any], step: Step) -> Node:
        needed = RULES[rule](Goal(claim, params, (), set()))
        ready = []
        for need in needed[:2]:
            case = _spoken(need)
            detail = {"fact": step.detail["fact"]}
            if rule == "zero-end" and need is needed[0]:
                ready.append(self.derived(case, step.children))
            else:
                part = Step(step.prover, case.text, step.words, (), detail, step.children)
                ready.append(self.derivation(case, part))
        return self.build(rule, claim, params, step.children, ready)

    def _structural(
        self, claim: Claim, target: Basic, pool: Pool, depth: int
    ) -> Iterator[Callable[[], Node]]:
        """Rows about mechanisms of this shape, with the provers' facts about the parts."""
        mechanism = target.args[0]
        parts = len(mechanism.args) if isinstance(mechanism, heads.MechanismHead) else 1
        for name in FACTS:
            hypotheses, conclusion = fact(name, parts)
            if conclusion.func != target.func or conclusion.args[0].is_Symbol:
                continue
            binding = _match(conclusion.args[0], mechanism, {})
            if binding is None:
                continue
            premises = [h for h in hypotheses if isinstance(h, Guarantee)]
            options = [_candidates(h, binding[h.args[0]], claim) for h in premises]
            for chosen in islice(product(*options), 60):
                bound = _bound(premises, chosen, binding)
                bound = None if bound is None else _parameters(conclusion, target, bound)
                if bound is not None and implied(
                    target, plain(conclusion.xreplace(bound)), dict(claim.domains)
                ):
                    yield self._by_row(claim, name, parts, bound, premises, pool, depth)

    def _by_row(
        self,
        claim: Claim,
        name: str,
        count: int,
        bound: Mapping[Basic, Basic],
        premises: Sequence[Basic],
        pool: Pool,
        depth: int,
    ) -> Callable[[], Node]:
        def attempt() -> Node:
            ready = []
            for premise in premises:
                wanted = restate(claim, [plain(premise.xreplace(dict(bound)))])
                if not evident(wanted):
                    ready.append(self.derived(wanted, pool, depth))
            written = {symbol.name: text(value) for symbol, value in bound.items()}
            params = {"fact": name, "count": count, "with": written}
            return self.build("fact", claim, params, pool, ready)

        return attempt

    def _converted(
        self, claim: Claim, target: Basic, pool: Pool, depth: int
    ) -> Iterator[Callable[[], Node]]:
        """Rows from one guarantee of a mechanism to another, in one or two steps."""
        for known in facts_about(target.args[0], claim):
            if not implied(target, known.guarantee, dict(claim.domains)):
                yield from self._from(known.guarantee, claim, target, pool, depth - 1, short=True)

    def _from(
        self,
        source: Basic,
        claim: Claim,
        target: Basic,
        pool: Pool,
        depth: int,
        *,
        short: bool = False,
    ) -> Iterator[Callable[[], Node]]:
        """Ways from one guarantee to another by one row, or by a row and larger parameters."""
        direct = list(_conversions(source, target, claim))
        direct.sort(key=lambda entry: not entry[0].startswith("weaken"))
        for name, bound in direct:
            hypotheses, conclusion = fact(name, 1)
            premises = [h for h in hypotheses if isinstance(h, Guarantee)]
            instance = plain(conclusion.xreplace(bound))
            if implied(target, instance, dict(claim.domains)):
                yield self._by_row(claim, name, 1, bound, premises, pool, depth)
            elif not short:
                yield self._in_two(claim, instance, name, bound, premises, pool, depth)

    def _in_two(
        self,
        claim: Claim,
        instance: Basic,
        name: str,
        bound: Mapping[Basic, Basic],
        premises: Sequence[Basic],
        pool: Pool,
        depth: int,
    ) -> Callable[[], Node]:
        """A row, then larger parameters."""

        def attempt() -> Node:
            middle = restate(claim, [instance])
            (target,) = claim.conclusions
            for weaker, larger in _conversions(instance, plain(target), claim):
                if not weaker.startswith("weaken"):
                    continue
                written = {symbol.name: text(value) for symbol, value in larger.items()}
                params = {"fact": weaker, "count": 1, "with": written}
                node = self._by_row(middle, name, 1, bound, premises, pool, depth)()
                return self.build("fact", claim, params, pool, [node])
            raise Unelaborated(f"nothing leads from {instance} to {target}")

        return attempt


def _spoken(claim: Claim) -> Claim:
    """The claim with the domains of the names that occur, so that its text says all."""
    try:
        return restate(claim, claim.conclusions)
    except DpsymError as error:
        raise Unelaborated(f"{claim.text[:160]}: {error}") from None


def _match(
    pattern: Basic, value: Basic, binding: Mapping[Basic, Basic]
) -> dict[Basic, Basic] | None:
    """The binding with what makes the pattern the value; terms that are no names are left."""
    if pattern.is_Symbol:
        if isinstance(pattern, ObjectName) == heads.is_scalar(value):
            return None
        if binding.get(pattern, value) != value:
            return None
        return {**binding, pattern: value}
    if pattern.is_number:
        return dict(binding) if pattern == value else None
    if heads.is_scalar(pattern) and not isinstance(pattern, Divergence):
        return dict(binding)
    if pattern.func != value.func or len(pattern.args) != len(value.args):
        return None
    found: dict[Basic, Basic] | None = dict(binding)
    for part, given in zip(pattern.args, value.args, strict=True):
        found = None if found is None else _match(part, given, found)
    return found


def _candidates(premise: Basic, mechanism: Basic, claim: Claim) -> list[Basic]:
    """What the provers know of a mechanism, of the kind of the premise."""
    found = [plain(f.guarantee) for f in facts_about(mechanism, claim)]
    return [g for g in found if g.func == plain(premise).func]


def _bound(
    premises: Sequence[Basic], chosen: Sequence[Basic], binding: Mapping[Basic, Basic]
) -> dict[Basic, Basic] | None:
    found: dict[Basic, Basic] | None = dict(binding)
    for premise, guarantee in zip(premises, chosen, strict=True):
        found = None if found is None else _match(plain(premise), guarantee, found)
    return found


def _parameters(
    conclusion: Basic, target: Basic, binding: Mapping[Basic, Basic]
) -> dict[Basic, Basic] | None:
    """The binding with parameters of the conclusion that stand there as plain names."""
    found = dict(binding)
    for pattern, value in zip(plain(conclusion).args[1:], target.args[1:], strict=True):
        if pattern.is_Symbol:
            found.setdefault(pattern, value)
    return found


def _conversions(
    source: Basic, target: Basic, claim: Claim
) -> Iterator[tuple[str, dict[Basic, Basic]]]:
    """Rows from the source to the kind of the target, with terms for their names."""
    for name in FACTS:
        hypotheses, conclusion = fact(name, 1)
        conclusion = plain(conclusion)
        guarantees = [plain(h) for h in hypotheses if isinstance(h, Guarantee)]
        if not guarantees or conclusion.func != target.func or not conclusion.args[0].is_Symbol:
            continue
        for premise in guarantees:
            binding = _match(premise, plain(source), {}) if premise.func == source.func else None
            if binding is None or binding.get(conclusion.args[0]) != target.args[0]:
                continue
            binding = _parameters(conclusion, target, binding) or {}
            names = conclusion.free_symbols.union(*(h.free_symbols for h in hypotheses))
            missing = sorted(names - set(binding), key=str)
            if not missing:
                yield name, binding
            elif [m.name for m in missing] == ["y"]:
                for value in _probabilities(hypotheses, binding, target, claim):
                    yield name, {**binding, missing[0]: value}


def _probabilities(
    hypotheses: Sequence[Basic], binding: Mapping[Basic, Basic], target: Basic, claim: Claim
) -> Iterator[Expr]:
    """Terms for the y in c + (1 - c)*y: what is left of delta, the bound on y, probabilities."""
    c, y = Symbol("c"), Symbol("y")
    delta, failure = target.args[-1], binding.get(c, S.Zero)
    if failure != 1:
        rest = (1 - (1 - delta) / (1 - failure)).cancel()
        yield rest
    for h in hypotheses:
        if isinstance(h, Le) and h.rhs == y and y not in h.lhs.free_symbols:
            yield h.lhs.xreplace(dict(binding))
    for name, domain in claim.scalars():
        if isinstance(domain, Interval) and PROBABILITY.includes(domain):
            yield name


def _inequality(self: Elaboration, claim: Claim, step: Step) -> Node:
    """Leaves, one for each goal of numbers, in other variables where the prover chose them."""
    needed = RULES["relations"](Goal(claim, {}, (), set()))
    nodes: list[Node] = []
    for need in dict.fromkeys(needed):
        if not evident(need):
            nodes.append(leaf(_spoken(need), step))
    if len(nodes) == 1 and nodes[0].goal == claim.text:
        return nodes[0]
    return Node("relations", claim.text, {}, tuple(nodes))


def _same_rule(rule: str) -> Callable[[Elaboration, Claim, Step], Node]:
    def elaborate(self: Elaboration, claim: Claim, step: Step) -> Node:
        return self.build(rule, claim, {}, step.children)

    return elaborate


def _alternatives(self: Elaboration, claim: Claim, step: Step) -> Node:
    for node in sorted(claim.conclusions[0].atoms(Min), key=str):
        try:
            return self.build("cases", claim, {"of": text(node)}, step.children)
        except (Rejected, Unelaborated):
            continue
    raise Unelaborated(f"cases: {step.goal[:160]}")


def _exhaustion(self: Elaboration, claim: Claim, step: Step) -> Node:
    return self.build("exhaustion", claim, {"names": list(step.detail["names"])}, step.children)


def _definition(self: Elaboration, claim: Claim, step: Step) -> Node:
    pool = list(step.children)
    if "prod" in step.words:
        return self.build("without-failure", claim, {}, pool)
    order = fresh(claim, "alpha").name
    # The prover says all pairs at once.
    params: dict[str, Any] = {"order": order}
    if "rounds" in step.words:
        params["rounds"] = True
    return self.build("definition", claim, params, pool)


def _closed_form(self: Elaboration, claim: Claim, step: Step) -> Node:
    if step.words.startswith("P <= exp"):
        return self.build("ratios", claim, {}, step.children)
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
        loss = normal(log(x / y) - e, domains)
        for mark, gap in (("+", loss), ("-", -loss)):
            need = Claim(claim.hypotheses, (Le(S.Zero, gap, evaluate=False),), claim.domains)
            if evident(need) or any(entails(self.claim(c.goal), need) for c in step.children):
                found += mark
                break
        else:
            found += "?"
    return found


def _domination(self: Elaboration, claim: Claim, step: Step) -> Node:
    (atom,) = claim.conclusions
    if "bits" in step.words:
        for known in facts_about(atom.args[0], claim):
            if isinstance(known.guarantee, heads.BoundedRange):
                names = {"q": fresh(claim, "q").name, "order": fresh(claim, "alpha").name}
                params = {"fact": text(known.guarantee), **names}
                return self.build("bounded-range", claim, params, step.children)
    last = "no mechanism dominates"
    for images in _image_choices(atom.args[0], claim):
        try:
            written = {text(m): text(g) for m, g in images.items()}
            return self.build("domination", claim, {"images": written}, step.children)
        except (Rejected, Unelaborated) as error:
            last = f"{last}; {error}"
    raise Unelaborated(last)


def _image_choices(mechanism: Basic, claim: Claim) -> Iterator[dict[Basic, Basic]]:
    """For each part that is a name or a group, a fact with a dominating mechanism."""
    if heads.is_scalar(mechanism) or not mechanism.has(ObjectName):
        yield {}
    elif isinstance(
        mechanism,
        heads.Compose | heads.Concurrent | heads.Subsample | heads.Parallel | heads.PostProcess,
    ):
        for chosen in islice(product(*(_image_choices(a, claim) for a in mechanism.args)), 40):
            yield {m: g for images in chosen for m, g in images.items()}
    else:
        for known in facts_about(mechanism, claim):
            if dominating(known) is not None:
                yield {mechanism: known.guarantee}


def _law_domination(self: Elaboration, claim: Claim, step: Step) -> Node:
    bounds: dict[tuple[Basic, Basic], tuple[Expr, Expr]] = {}
    for h in map(plain, claim.hypotheses):
        if isinstance(h, Le) and isinstance(h.lhs, heads.MaxDivergence):
            bounds[h.lhs.args] = h.rhs, S.Zero
        elif isinstance(h, Le) and isinstance(h.lhs, heads.HockeyStick):
            bounds[h.lhs.args[1:]] = h.lhs.args[0], h.rhs
    last = "no pairs of laws dominate"
    order = [str(n) for n, _ in claim.domains]
    for flip in (False, True):
        pairs = [
            [text(p), text(q), *map(text, values)]
            for (p, q), values in bounds.items()
            if bounds.get((q, p)) == values and (order.index(str(p)) < order.index(str(q))) != flip
        ]
        names = {str(n) for n in plain(claim.conclusions[0]).lhs.free_symbols}
        pairs = [pair for pair in pairs if set(pair[:2]) <= names]
        for turned in product((False, True), repeat=min(len(pairs), 4)):
            chosen = [
                [q, p, *rest] if t else [p, q, *rest]
                for t, (p, q, *rest) in zip(turned, pairs, strict=False)
            ]
            try:
                return self.build("law-domination", claim, {"pairs": chosen}, step.children)
            except (Rejected, Unelaborated) as error:
                last = f"{last}; {error}"
    raise Unelaborated(last)


def _joint_range(self: Elaboration, claim: Claim, step: Step) -> Node:
    names = {"p": fresh(claim, "p").name, "q": fresh(claim, "q").name}
    if any(d.args[0] == 2 for d in claim.conclusions[0].atoms(heads.Renyi)):
        (written,) = RULES["identity"](Goal(claim, {"use": "second-order"}, (), set()))
        inner = self.build("joint-range", _spoken(written), names, step.children)
        return self.build("identity", claim, {"use": "second-order"}, (), [inner])
    return self.build("joint-range", claim, names, step.children)


def _bounds(self: Elaboration, claim: Claim, step: Step) -> Node:
    """Identities, then upper bounds one after the other until the scalar step says the rest."""
    uses = [u for u, w in (("reflected", "exchanged"), ("second-order", "chi")) if w in step.words]
    for use in (*uses, "expanded"):
        (written,) = RULES["identity"](Goal(claim, {"use": use}, (), set()))
        if written.conclusions == (plain(claim.conclusions[0]),):
            continue
        try:
            inner = _replaced(self, _spoken(written), step, 4)
            return self.build("identity", claim, {"use": use}, (), [inner])
        except (Rejected, Unelaborated):
            continue
    return _replaced(self, claim, step, 4)


def _replaced(self: Elaboration, claim: Claim, step: Step, depth: int) -> Node:
    atom = plain(claim.conclusions[0])
    divergences = sorted(atom.atoms(Divergence), key=str)
    taken = {n.name for n, _ in claim.domains}
    names = {f"d{i}{'_' * (1 + (f'd{i}_' in taken))}": text(d) for i, d in enumerate(divergences)}
    try:
        return self.build("numbers", claim, {"names": names}, step.children, known_only=True)
    except (Rejected, Unelaborated) as error:
        last = str(error)
    if depth == 0 or not isinstance(atom, Le):
        raise Unelaborated(last)
    for divergence in sorted(atom.lhs.atoms(Divergence) - atom.rhs.atoms(Divergence), key=str):
        for params in _upper_bounds(divergence, atom, claim):
            try:
                goal = Goal(claim, params, (), set())
                first = _spoken(RULES["bound"](goal)[0])
                inner = _expanded(self, first, step, depth - 1)
                return self.build("bound", claim, params, step.children, [inner])
            except (Rejected, Unelaborated) as error:
                last = f"{last}; {error}"
    raise Unelaborated(last)


def _expanded(self: Elaboration, claim: Claim, step: Step, depth: int) -> Node:
    atom = plain(claim.conclusions[0])
    if all(expanded(d) == d for d in atom.atoms(Divergence)):
        return _replaced(self, claim, step, depth)
    (written,) = RULES["identity"](Goal(claim, {"use": "expanded"}, (), set()))
    inner = _replaced(self, _spoken(written), step, depth)
    return self.build("identity", claim, {"use": "expanded"}, (), [inner])


def _upper_bounds(divergence: Basic, atom: Basic, claim: Claim) -> Iterator[dict[str, Any]]:
    """Facts with the divergence on the left: hypotheses, marginals, rows of the table."""
    hypotheses = [plain(h) for h in claim.hypotheses]
    for number, h in enumerate(hypotheses):
        if isinstance(h, Le) and h.lhs == divergence:
            yield {"fact": "hypothesis", "number": number}
    wholes = [h.lhs for h in hypotheses if isinstance(h, Le) and isinstance(h.lhs, Divergence)]
    for whole in (*sorted(atom.rhs.atoms(Divergence), key=str), *wholes):
        if whole.func == divergence.func and whole != divergence and _is_part(divergence, whole):
            yield {"fact": "marginal", "part": text(divergence), "whole": text(whole)}
    for name in FACTS:
        _, conclusion = fact(name, 1)
        if not isinstance(conclusion, Le) or conclusion.lhs.func != divergence.func:
            continue
        binding = _match(conclusion.lhs, divergence, {})
        if binding is None:
            continue
        for bound in _completions(name, binding, atom):
            written = {symbol.name: text(value) for symbol, value in bound.items()}
            yield {"fact": name, "count": 1, "with": written}


def _is_part(part: Basic, whole: Basic) -> bool:
    rest = factor_pairs(*whole.args[-2:])
    return all(pair in rest for pair in factor_pairs(*part.args[-2:]))


def _completions(
    name: str, binding: Mapping[Basic, Basic], atom: Basic
) -> Iterator[dict[Basic, Basic]]:
    """The binding with terms for names that only the right side has, from the larger side."""
    hypotheses, conclusion = fact(name, 1)
    names = conclusion.free_symbols.union(*(h.free_symbols for h in hypotheses))
    missing = names - set(binding)
    if not missing:
        yield dict(binding)
        return
    for one, two in product(sorted(atom.rhs.atoms(heads.Renyi), key=str), repeat=2):
        found = dict(binding)
        pair = binding[ObjectName("P")], binding[ObjectName("Q")]
        if name in ("order", "order-one") and one == two and one.args[1:] == pair:
            found[Symbol("b" if name == "order" else "a")] = one.args[0]
        elif name == "hoelder" and (one.args[1], two.args[2], one.args[2]) == (*pair, two.args[1]):
            found[ObjectName("R")] = one.args[2]
            k = found[Symbol("k")] = cancel(two.args[0] / binding[Symbol("a")])
            if k == 1 or cancel(one.args[0] - (k * binding[Symbol("a")] - 1) / (k - 1)) != 0:
                continue
        if not names - set(found):
            yield found


def _abstraction(self: Elaboration, claim: Claim, step: Step) -> Node:
    """A sum for the square of a free number, or a number in units of another."""
    (child,) = step.children
    inner = self.claim(child.goal)
    new = [n for n, _ in inner.domains if n not in dict(claim.domains)]
    if new:
        total = parse_expression(step.words.rpartition(" for ")[2])
        params = {"with": {new[0].name: text(Pow(total, Rational(1, 2)))}}
        return self.build("generalise", claim, params, (), [self.node(child)])
    name, _, unit = step.words.partition(" in units of ")
    base, _, exponent = unit.partition("**")
    written = f"{name}*{base}**{exponent}"
    return self.build("generalise", claim, {"with": {name: written}}, (), [self.node(child)])


_STEPS: dict[str, Callable[[Elaboration, Claim, Step], Node]] = {
    "inequality": _inequality,
    "conjunction": _same_rule("conjunction"),
    "alternatives": _alternatives,
    "exhaustion": _exhaustion,
    "derivation": Elaboration.derivation,
    "domination": _domination,
    "definition": _definition,
    "domination of laws": _law_domination,
    "closed form": _closed_form,
    "joint range": _joint_range,
    "divergence bounds": _bounds,
    "abstraction": _abstraction,
    "rescaling": _abstraction,
}

__all__ = ["Elaboration", "Unelaborated"]
