"""From one guarantee to another through a third that lies between them.

The third comes from a list of conversions: claims that one guarantee of a mechanism implies
another. They only suggest what to try; what is used of them is proved again where it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from sympy import Basic, S, Symbol, preorder_traversal

from dpsym.errors import ClaimError
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.domains import Objects
from dpsym.language.heads import HEADS, Guarantee, ObjectName, is_scalar
from dpsym.language.printing import text
from dpsym.language.syntax import Node, read_claim
from dpsym.provers.guarantees.fact import relations_of
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.prover import Split
from dpsym.provers.restate import restate
from dpsym.statement import Expectation, Theorem

MOST = 24
"""Guarantees between that are tried for one hypothesis."""


def is_conversion(claim: Claim) -> bool:
    """Whether a claim says that one guarantee of every mechanism implies another of it."""
    assumed = [h for h in claim.hypotheses if isinstance(h, Guarantee)]
    if len(assumed) != 1 or len(claim.conclusions) != 1:
        return False
    (one,), (other,) = assumed, claim.conclusions
    mechanism = one.args[0]
    return (
        isinstance(other, Guarantee)
        and isinstance(mechanism, ObjectName)
        and other.args[0] == mechanism
        and all(not h.has(ObjectName) for h in relations_of(claim))
    )


def conversions(theorems: Iterable[Theorem]) -> tuple[Claim, ...]:
    """The conversions among the theorems that are expected to be proved.

    >>> from dpsym.library import find
    >>> print(*(c.text for c in conversions(find("bs16.prop_1_4") + find("bs16.prop_1_6"))))
    PureDP(M, epsilon) => ZCDP(M, epsilon**2/2)
    """
    expected = (t for t in theorems if t.expectation is Expectation.PROVED)
    claims = (t.claim for t in expected if _may_be_conversion(t.written))
    return tuple(claim for claim in claims if is_conversion(claim))


def _may_be_conversion(written: str | None) -> bool:
    """Whether a text that is only read, which takes no time, may state a conversion."""
    if written is None:
        return True
    tree = read_claim(written)
    assumed = {_mechanism(node) for node in tree.hypotheses} - {""}
    return len(tree.conclusions) == 1 and _mechanism(tree.conclusions[0]) in assumed


def _mechanism(node: Node) -> str:
    """The name of whose mechanism a guarantee speaks; the empty string for any other atom."""
    head = HEADS.get(node.text) if node.kind == "call" else None
    first = node.children[0] if node.children else node
    named = head is not None and issubclass(head, Guarantee) and first.kind == "name"
    return first.text if named else ""


class Transitivity:
    """A => B by A => C and C => B, where C is what a known conversion makes of A.

    C is a guarantee of a mechanism N, B's own or a part of it. It is found
    by unification: what follows for N from the hypotheses binds the names of a conversion's
    hypothesis, and names that only its conclusion has, such as a delta that may be chosen, become
    names of the claim whose domains suit them. Those C come first whose parameters stand in B.

    Sound by the rule of cut, at every point of the domains and for every choice of mechanisms: if
    A implies C, and C with hypotheses of A implies B, then A implies B. Both halves are subgoals,
    for these very parameters, so that nothing rests on the list of conversions, nor on what it
    says of domains and side conditions. One guarantee stands between and no second: whoever asks
    leaves this reduction out of the halves.
    """

    name = "transitivity"

    def __init__(self, known: Callable[[], Iterable[Claim]]) -> None:
        """A reduction by these conversions, asked for when the first claim needs them."""
        self._known = known

    def accepts(self, claim: Claim) -> bool:
        """Whether guarantees are assumed and claimed; cheap."""
        return any(isinstance(h, Guarantee) for h in claim.hypotheses) and all(
            isinstance(atom, Guarantee) for atom in claim.conclusions
        )

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The second half, which mostly fails sooner, and the first."""
        if len(claim.conclusions) != 1 or not self.accepts(claim):
            return
        target = normal(claim.conclusions[0])
        found: dict[Basic, None] = {}
        for mechanism in _mechanisms(target):
            facts = [fact.guarantee for fact in facts_about(mechanism, claim)]
            found |= dict.fromkeys(
                between
                for fact, conversion in product(facts, self._known())
                for between in _between(fact, conversion, claim)
                if between not in facts and between != target
            )
        told = [between for between in found if not _of_a_part(between, found)]
        positive = {name: Symbol(name.name, positive=True) for name, _ in claim.scalars()}
        nearest = sorted(told, key=lambda between: _distance(between, target, positive))
        for between in nearest[:MOST]:
            halves = _halves(claim, between)
            if halves is not None:
                words, detail = f"through {text(between)}", {"between": text(between)}
                yield Split(halves, words, detail=detail, rule="cut")


def _mechanisms(target: Basic) -> list[Basic]:
    """The mechanism of a guarantee and its parts, but those that are concrete."""
    parts = (node for node in preorder_traversal(target.args[0]) if not is_scalar(node))
    return [m for m in dict.fromkeys(parts) if m.has(ObjectName)]


def _of_a_part(between: Basic, found: Iterable[Basic]) -> bool:
    """Whether the same is found of a part of the mechanism, from which it follows if from any."""
    mechanism, *parameters = between.args
    return any(
        other.func == between.func
        and list(other.args[1:]) == parameters
        and other.args[0] != mechanism
        and mechanism.has(other.args[0])
        for other in found
    )


def _halves(claim: Claim, between: Basic) -> tuple[Claim, ...] | None:
    """What is needed of the guarantee between; None where its parameters leave their domains.

    It stands in the place of what else was assumed of its mechanism.
    """
    others = [
        h for h in claim.hypotheses if not isinstance(h, Guarantee) or h.args[0] != between.args[0]
    ]
    try:
        second = restate(claim, claim.conclusions, hypotheses=[between, *others])
        return second, restate(claim, [between])
    except ClaimError:
        return None


def _between(hypothesis: Basic, conversion: Claim, claim: Claim) -> Iterator[Basic]:
    """The conclusions of a conversion whose hypothesis is this one."""
    (pattern,) = (normal(h) for h in conversion.hypotheses if isinstance(h, Guarantee))
    binding = _unified(pattern, hypothesis)
    if binding is None:
        return
    conclusion = normal(conversion.conclusions[0])
    unbound = conclusion.free_symbols - set(binding)
    free = {n: d for n, d in conversion.scalars() if n in unbound and not isinstance(d, Objects)}
    if free and conclusion.func == pattern.func:
        return  # Larger parameters of one's own choice; the second half finds them better.
    known = claim.scalars()
    choices = [[name for name, domain in known if d.includes(domain)] for d in free.values()]
    for chosen in product(*choices):
        chosen_for = dict(zip(free, chosen, strict=True))
        bound = conclusion.xreplace({**binding, **chosen_for})
        if not bound.has(
            S.NaN, S.ComplexInfinity
        ):  # a formula may be undefined at these parameters
            yield bound


def _unified(pattern: Basic, value: Basic) -> Mapping[Basic, Basic] | None:
    """Terms for the names of a guarantee that make it another; None where parameters differ."""
    if pattern.func != value.func or len(pattern.args) != len(value.args):
        return None
    binding: dict[Basic, Basic] = {}
    for part, term in zip(pattern.args, value.args, strict=True):
        if part.is_Symbol:
            if binding.setdefault(part, term) != term:
                return None
        elif part != term:
            return None
    return binding


def _distance(between: Basic, target: Basic, positive: Mapping[Basic, Basic]) -> tuple[int, int]:
    """How many parameters are no part of the target where names are positive, and their length."""
    within = target.xreplace(positive)
    away = [p for p in between.args[1:] if not within.has(p.xreplace(positive))]
    return len(away), sum(p.count_ops() for p in away)
