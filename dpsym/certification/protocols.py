"""Steps about protocols, and the optimal composition of repeated responses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sympy import Basic, cancel

from dpsym.certificate import Node
from dpsym.certification.claims import Elaboration, spoken
from dpsym.certification.leaves import Unelaborated
from dpsym.games.accuracy import worst_case
from dpsym.games.expressions import payoffs_of, protocol_of
from dpsym.kernel.claims import RULES
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import evident, plain
from dpsym.kernel.mechanisms import instance_of
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.verdict import Step

_PARTY = heads.CuriousDP | heads.MaliciousDP


def responses(self: Elaboration, claim: Claim, step: Step) -> Node:
    """A private protocol against canonical responses, under the first reading that is proved."""
    last = "no reading of the parties' privacy fits"
    for curious in (False, True):
        params = {"curious": curious}
        try:
            needed = RULES["responses"](Goal(claim, params, (), set()))
            ready = [
                _privacy(self, spoken(need), step)
                for need in needed
                if isinstance(need.conclusions[0], _PARTY) and not evident(need)
            ]
            return self.build("responses", claim, params, step.children, ready)
        except (Rejected, Unelaborated) as error:
            last = f"{last}; {error}"
    raise Unelaborated(last)


def party(self: Elaboration, claim: Claim, step: Step) -> Node:
    """What a party's privacy follows from."""
    return _privacy(self, claim, step)


def _privacy(self: Elaboration, claim: Claim, step: Step) -> Node:
    """A party's privacy: from its message, or from a hypothesis by at most two facts."""
    last = f"nothing says {claim.text[:160]}"
    for rule, params, middle in _private(claim):
        try:
            ready = [_privacy(self, middle, step)] if middle and not evident(middle) else []
            return self.build(rule, claim, params, step.children, ready)
        except (Rejected, Unelaborated) as error:
            last = f"{last}; {error}"
    raise Unelaborated(last)


def _private(claim: Claim) -> Iterator[tuple[str, dict[str, Any], Claim | None]]:
    atom = claim.conclusions[0]
    yield "broadcast", {}, None
    protocol, number, *wanted = atom.args
    for hypothesis in claim.hypotheses:
        if not isinstance(hypothesis, _PARTY) or hypothesis.args[:2] != (protocol, number):
            continue
        have = hypothesis.args[2:]
        values = {"T": protocol, "n": number, "e": have[0], "d": have[1]}
        if hypothesis.func == atom.func:
            name = "weaken-curious" if atom.func is heads.CuriousDP else "weaken-malicious"
            values |= {"x": wanted[0], "y": wanted[1]}
            yield "fact", {"fact": name, "with": {k: text(v) for k, v in values.items()}}, None
        elif atom.func is heads.CuriousDP:
            values |= {"e": wanted[0], "d": wanted[1]}
            params = {"fact": "malicious-curious", "with": {k: text(v) for k, v in values.items()}}
            middle = heads.MaliciousDP(protocol, number, *wanted)
            yield "fact", params, spoken(Goal(claim, {}, (), set()).stating(middle))


def plays(atoms: Iterable[Basic]) -> dict[str, Any]:
    """For each accuracy in the worst case, the law on the inputs and the rule that say it."""
    found: dict[str, Any] = {}
    for node in {node for atom in atoms for node in atom.atoms(heads.WorstAccuracy)}:
        law, rule = worst_case(protocol_of(node.args[0]), payoffs_of(node.args[1]))
        written = {"prior": list(map(str, law)), "rule": [list(map(str, row)) for row in rule]}
        found[text(node)] = written
    return found


def evaluated(self: Elaboration, claim: Claim, step: Step) -> Node:
    """Relations between numbers, some of which are values of games."""
    games = plays(claim.conclusions)
    return self.build("evaluated", claim, {"plays": games} if games else {}, step.children)


def repeated(self: Elaboration, claim: Claim, step: Step) -> Node:
    """The optimal composition of one response, and a larger delta."""
    mechanism, total, claimed = plain(claim.conclusions[0]).args
    response, k = mechanism.args
    name = {
        heads.CanonicalRR: "repeated-canonical",
        heads.RandomizedResponse: "repeated-response",
        heads.GeometricMechanism: "repeated-geometric",
    }[response.func]
    values = {"e": response.args[0], "k": k, "i": cancel((k - total / response.args[0]) / 2)}
    if response.func is heads.CanonicalRR:
        values["d"] = response.args[1]
    params = {"fact": name, "with": {key: text(value) for key, value in values.items()}}
    try:
        return self.build("fact", claim, params, step.children)
    except Rejected as refused:
        return _enlarged(self, claim, step, params, (total, claimed), refused)


def _enlarged(
    self: Elaboration,
    claim: Claim,
    step: Step,
    params: dict[str, Any],
    wanted: tuple[Basic, Basic],
    refused: Rejected,
) -> Node:
    _, instance, _ = instance_of(Goal(claim, params, (), set()))
    middle = spoken(Goal(claim, {}, (), set()).stating(instance))
    if middle.text == claim.text:
        raise Unelaborated(str(refused))
    node = self.build("fact", middle, params, step.children)
    have = zip("edxy", (*instance.args[1:], *wanted), strict=True)
    values = {"M": text(instance.args[0]), **{key: text(value) for key, value in have}}
    weaker = {"fact": "weaken-approx", "with": values}
    return self.build("fact", claim, weaker, step.children, [node])


__all__ = ["evaluated", "party", "plays", "repeated", "responses"]
