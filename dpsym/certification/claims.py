"""The provers' steps as the kernel's rules; what these need is a step, a fact or a fresh proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sympy import Basic

from dpsym.certificate import Node, UnreadableError
from dpsym.certification.leaves import Unelaborated
from dpsym.certification.matching import at_orders, conversions, instance, instance_of, match
from dpsym.errors import DpsymError
from dpsym.kernel.claims import RULES, premises
from dpsym.kernel.facts import FACTS
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import entails, evident, implied, plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.statements import fact
from dpsym.kernel.wellformed import duties
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Objects
from dpsym.language.heads import Divergence, Guarantee, ObjectName
from dpsym.language.parser import parse_claim
from dpsym.language.printing import text
from dpsym.numeric import FAILURES
from dpsym.provers.guarantees.fact import Fact
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
    """One proof on its way into a certificate; ``settled`` gives the whole claim a value."""

    steps: Mapping[str, Elaborator]
    claims: dict[str, Claim] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    said: dict[tuple[Fact, str], Node] = field(default_factory=dict)
    fresh: bool = True
    settled: Sequence[Claim] = ()

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
        if step.goal not in self.nodes and evident(self.claim(step.goal)):
            self.nodes[step.goal] = Node("restated", step.goal)
        if step.goal not in self.nodes:
            elaborate = self.steps.get("" if step.rule else step.prover)
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
        needed = [*premises(rule, Goal(claim, params, goals, set())), *self.unsaid(claim)]
        children = list(ready) if rule == "generalise" else []
        for need in needed:
            if evident(need) or any(entails(self.claim(c.goal), need) for c in children):
                continue
            said = [n for n, g in zip(ready, goals, strict=True) if entails(g, need)]
            children.append(said[0] if said else self.prove(need, pool, known_only=known_only))
        return Node(rule, claim.text, dict(params), tuple(children))

    def unsaid(self, claim: Claim) -> list[Claim]:
        """What gives the claim a value and is not proved beside a node above."""
        return [d for d in duties(claim) if not any(entails(said, d) for said in self.settled)]

    def prove(self, need: Claim, pool: Pool, *, known_only: bool = False) -> Node:
        """A node for a claim that a rule needs."""
        for step in pool:
            if entails(self.claim(step.goal), need):
                return self.node(step)
        claim = spoken(need)
        if known_only or (not self.fresh and _is_numeric(claim) and not _is_of_one_term(claim)):
            raise Unelaborated(f"no step says {claim.text[:160]}")
        if len(claim.conclusions) == 1 and isinstance(claim.conclusions[0], Guarantee):
            return self.derived(claim, pool)
        if _is_numeric(claim):
            assumed = scalar_hypotheses(claim)
            return self.afresh(restate(claim, claim.conclusions, hypotheses=assumed))
        raise Unelaborated(f"nothing says {claim.text[:200]}")

    def _instance(self, claim: Claim, step: Step) -> Node | None:
        """A guarantee of a concrete mechanism that a step says for all values of its names."""
        said = self.claim(step.goal)
        (wanted, *others), known = claim.conclusions, dict(claim.domains)
        if others or said.hypotheses or len(said.conclusions) != 1:
            return None
        pattern = said.conclusions[0]
        new = [n for n, _ in said.domains if n not in known]
        if not new or not isinstance(pattern, Guarantee) or wanted.func != pattern.func:
            return None
        found = match(pattern.args[0], wanted.args[0], {})
        if found is None or not all(n in found for n in new):
            return None
        values = {n.name: text(found[n]) for n in new}
        try:
            return self.build("generalise", claim, {"with": values}, (), [self.node(step)])
        except Rejected:
            return None

    def afresh(self, claim: Claim) -> Node:
        """A relation between numbers, proved now."""
        found = Inequality().attempt(claim, Budget.of(AFRESH))
        if not isinstance(found, Step):
            found = Step("inequality", claim.text, "no step says it")
        return self.node(found)

    def derived(self, claim: Claim, pool: Pool) -> Node:
        """A guarantee by what is known of its mechanism."""
        if evident(claim):
            return Node("restated", claim.text)
        for step in pool:
            if entails(self.claim(step.goal), claim):
                return self.node(step)
        for step in pool:
            found = self._instance(claim, step)
            if found is not None:
                return found
        if claim.text in self.failed:
            raise Unelaborated(self.failed[claim.text])
        self.failed[claim.text] = f"{claim.text[:160]} depends on itself"
        last = f"no facts say {claim.text[:160]}"
        for attempt in self._ways(claim, plain(claim.conclusions[0]), pool):
            try:
                node = attempt()
            except (Unelaborated, Rejected, *FAILURES) as error:
                last = f"{last}; {error}"
            else:
                self.failed.pop(claim.text, None)
                return node
        self.failed[claim.text] = last
        raise Unelaborated(last)

    def _ways(self, claim: Claim, target: Basic, pool: Pool) -> Iterator[Callable[[], Node]]:
        """A fact about the mechanism as it stands, or by one row more."""
        known, domains = facts_about(target.args[0], claim), dict(claim.domains)
        said = [one for one in known if implied(target, one.guarantee, domains)]
        for one in said:
            yield partial(self._known, one, claim, pool)
        for one in known:
            if one not in said:
                yield from self._from(one, claim, target, pool, short=True)

    def _known(self, fact: Fact, claim: Claim, pool: Pool) -> Node:
        """A fact as a node, written once for all the ways that start from it."""
        key = fact, claim.text
        if key not in self.said:
            self.said[key] = self._stated(fact, claim, pool)
        return self.said[key]

    def _stated(self, fact: Fact, claim: Claim, pool: Pool) -> Node:
        """A fact by the row or rule that it is, and those from which it follows."""
        for step in pool:
            if entails(self.claim(step.goal), claim):
                return self.node(step)
        if evident(claim):
            return Node("restated", claim.text)
        (target,) = claim.conclusions
        if fact.row == "domination":
            images = {text(f.guarantee.args[0]): text(f.guarantee) for f in fact.parents}
            return self._built("domination", claim, {"images": images}, fact.parents, pool)
        if fact.row == "orders":
            return self.build("orders", claim, {"order": fresh(claim, "a").name}, pool)
        if fact.row == "part":
            for whole in (h.args[0] for h in claim.hypotheses if isinstance(h, type(target))):
                with suppress(Unelaborated, Rejected):
                    return self.build("part", claim, {"whole": text(whole)}, pool)
        if fact.row not in FACTS:
            raise Unelaborated(f"no step says {claim.text[:160]}")
        bound = instance(fact.row, [f.guarantee for f in fact.parents], plain(target))
        if bound is None:
            raise Unelaborated(f"{fact.row} does not say {claim.text[:160]}")
        return self._by_row(fact.row, bound, claim, fact.parents, pool)

    def _by_row(
        self, row: str, bound: Mapping[Basic, Basic], claim: Claim, of: Sequence[Fact], pool: Pool
    ) -> Node:
        params: dict[str, Any] = {"fact": row, "with": {n.name: text(v) for n, v in bound.items()}}
        if "#" in FACTS[row][1]:
            params["count"] = len(of)
        return self._built("fact", claim, params, of, pool)

    def _built(
        self, rule: str, claim: Claim, params: dict[str, Any], of: Sequence[Fact], pool: Pool
    ) -> Node:
        ready = []
        for one in dict.fromkeys(of):
            wanted = restate(claim, [one.guarantee])
            if not evident(wanted):
                ready.append(self._known(one, wanted, pool))
        return self.build(rule, claim, params, pool, ready)

    def derivation(self, claim: Claim, step: Step) -> Node:
        """The claim from the fact that the prover started from, if possible by its own steps."""
        if "fact" not in step.detail:
            values = dict(zip("Med", map(text, claim.conclusions[0].args), strict=True))
            certain = {"fact": "approx-certain", "with": values}
            return self.build("fact", claim, certain, step.children)
        with suppress(Unelaborated):
            return self._narrowed(claim, step)
        allowed = self.fresh
        for self.fresh in dict.fromkeys((False, allowed)):
            self.failed.clear()
            self.said.clear()
            try:
                return self._derivation(claim, step)
            except Unelaborated as error:
                last = error
            finally:
                self.fresh = allowed
        return self._by_signs(claim, step, last)

    def _narrowed(self, claim: Claim, step: Step) -> Node:
        """The claim on the smaller domains of the steps, where the hypotheses leave no others."""
        known, smaller = dict(claim.domains), {}
        for name, domain in (pair for c in step.children for pair in self.claim(c.goal).domains):
            here = known.get(name, domain)
            if here != domain and not isinstance(here, Objects) and here.includes(domain):
                smaller[name] = domain
        if not smaller:
            raise Unelaborated("the steps have the domains of the claim")
        inner = restate(claim, claim.conclusions, domains=smaller)
        needed = RULES["generalise"](Goal(claim, {}, [inner], set()))
        proofs = [self.prove(need, step.children) for need in needed if not evident(need)]
        return self.build("generalise", claim, {}, (), [self.derivation(inner, step), *proofs])

    def _by_signs(self, claim: Claim, step: Step, last: Unelaborated) -> Node:
        """The claim for the two signs of the rate of concentration that it starts from."""
        source = Goal(claim, {}, (), set()).expression(step.detail["fact"])
        params = {"of": text(source.args[-1])}
        known = [h for h in claim.hypotheses if not isinstance(h, Guarantee)]
        if not isinstance(source, heads.ZCDP) or any(h.has(source.args[-1]) for h in known):
            raise last
        _, *both = map(spoken, RULES["cases"](Goal(claim, params, (), set())))
        ready = [self.derivation(case, step) for case in both]
        return self.build("cases", claim, params, step.children, ready)

    def _derivation(self, claim: Claim, step: Step) -> Node:
        (target,) = claim.conclusions
        domains, pool = dict(claim.domains), step.children
        known = facts_about(target.args[0], claim)
        source = next((f for f in known if text(f.guarantee) == step.detail["fact"]), None)
        if source is None:
            raise Unelaborated(f"nothing says {step.detail['fact']}")
        if implied(target, source.guarantee, domains):
            return self._known(source, claim, pool)
        last = f"nothing leads from {text(source.guarantee)} to {text(target)}"
        for start in (source, *at_orders(source, claim)):
            for attempt in self._from(start, claim, plain(target), pool):
                try:
                    return attempt()
                except (Unelaborated, Rejected, *FAILURES) as error:
                    last = f"{last}; {error}"
        raise Unelaborated(last)

    def _from(
        self, source: Fact, claim: Claim, target: Basic, pool: Pool, *, short: bool = False
    ) -> Iterator[Callable[[], Node]]:
        """Ways from a fact to another guarantee by one row, or by a row and larger parameters."""
        direct = list(conversions(source, target, claim))
        direct.sort(key=lambda entry: not entry[0].startswith("weaken"))
        for row, bound, of in direct:
            found = instance_of(fact(row, 1)[1], bound, claim)
            if implied(target, found, dict(claim.domains)):
                yield partial(self._by_row, row, bound, claim, of, pool)
            elif not short:
                yield partial(self._in_two, claim, Fact(found, "", (), (), row, of), bound, pool)

    def _in_two(self, claim: Claim, middle: Fact, bound: Mapping[Basic, Basic], pool: Pool) -> Node:
        """A row, then larger parameters."""
        (target,) = claim.conclusions
        for weaker, larger, _ in conversions(middle, plain(target), claim):
            if weaker.startswith("weaken"):
                node = self._by_row(
                    middle.row, bound, restate(claim, [middle.guarantee]), middle.parents, pool
                )
                written = {symbol.name: text(value) for symbol, value in larger.items()}
                return self.build("fact", claim, {"fact": weaker, "with": written}, pool, [node])
        raise Unelaborated(f"nothing leads from {text(middle.guarantee)} to {text(target)}")


def _is_numeric(claim: Claim) -> bool:
    return not any(c.has(ObjectName, Divergence, Guarantee) for c in claim.conclusions)


def _is_of_one_term(claim: Claim) -> bool:
    """Whether the claim says no more than that terms have values."""
    return all(c.args[0] == c.args[-1] for c in claim.conclusions)


def spoken(claim: Claim) -> Claim:
    """The claim with the domains of the names that occur, so that its text says all."""
    try:
        return restate(claim, claim.conclusions)
    except DpsymError as error:
        raise Unelaborated(f"{claim.text[:160]}: {error}") from None


Elaborator = Callable[[Elaboration, Claim, Step], Node]

__all__ = ["Elaboration", "Elaborator", "Unelaborated", "spoken"]
