"""Wrong bounds on trees whose shape is written are refuted by hopping over their masses."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from sympy import Symbol

from dpsym.games.adversaries import adversaries, views
from dpsym.games.expressions import protocol_of, tree_of
from dpsym.games.protocols import Speech
from dpsym.games.trees import Node
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_claim
from dpsym.longsearch import search_unit
from dpsym.provers.prover import Budget
from dpsym.provers.search import search
from dpsym.provers.search.basin_hopping import FINE, SLACKS, Hopper, hop_over_trees, outline
from dpsym.verdict import Witness

TREE = (
    "InteractiveMechanism(Message((p, q, Query(Message((r, s), (1 - r, 1 - s)), "
    "Message((u, v), (1 - u, 1 - v)))), (1 - p, 1 - q)))"
)
MASSES = "for " + ", ".join(f"{name} in (0, 1)" for name in "pqrsuv")
BOTH = f"{TREE}, {TREE}"
SMALL, TWO = "InteractiveMechanism(Message((p, q), (1 - p, 1 - q)))", "for p in (0, 1), q in (0, 1)"
WRONG = {
    "twice less a hundredth": (
        f"ApproxDP({TREE}, eps, delta) => "
        f"ApproxDP(Concurrent({BOTH}), 2*eps, 99/100*(2*delta - delta**2)) {MASSES}"
    ),
    "at once as in sequence": (
        f"ApproxDP(Compose({BOTH}), log(2), delta) => "
        f"ApproxDP(Concurrent({BOTH}), log(2), 101/100*delta) {MASSES}"
    ),
    "a hundredth below the response": (
        f"PureDP({TREE}, eps) => ApproxDP(Concurrent({BOTH}), eps, "
        f"99/100*exp(eps)*(exp(eps) - 1)/(exp(eps) + 1)**2) {MASSES}"
    ),
}
GIVEN = f"ApproxDP({TREE}, log(2), 1/10) => ApproxDP(Concurrent({BOTH}), log(4), 17/100) {MASSES}"


def nodes(claim: Claim, witness: Witness) -> list[Node]:
    """The two trees of the conclusion at the witness."""
    named = {Symbol(name): value for name, value in witness.point}
    names = {str(name): name for name, _ in claim.domains}
    at = {names[str(name)]: value for name, value in named.items()}
    return [tree_of(part.xreplace(at)) for part in claim.conclusions[0].args[0].args]


def best(trees: list[Node], t: fmpq, *, sequential: bool) -> fmpq:
    """The largest hockey stick over all deterministic adversaries, one by one."""
    found = fmpq(0)
    for adversary in adversaries(trees, sequential=sequential):
        first, second = views(trees, adversary)
        for p, q in ((first, second), (second, first)):
            found = max(
                found, sum((max(a - t * b, fmpq(0)) for a, b in zip(p, q, strict=True)), fmpq(0))
            )
    return found


@pytest.mark.parametrize("name", WRONG)
def test_a_bound_that_is_wrong_by_one_percent_is_refuted(name: str) -> None:
    claim = parse_claim(WRONG[name])
    witness = search.attempt(claim, Budget.of(120))
    assert isinstance(witness, Witness)
    assert all(len(str(value)) < 16 for _, value in witness.point)


def test_an_interleaving_beats_every_sequence_at_the_witness() -> None:
    claim = parse_claim(WRONG["at once as in sequence"])
    witness, _ = hop_over_trees(claim, Budget.of(120))
    assert witness is not None
    trees, t = nodes(claim, witness), fmpq(2)
    after = best(trees, t, sequential=True)
    assert after <= fmpq(str(dict(witness.point)["delta"]))
    assert best(trees, t, sequential=False) > fmpq(101, 100) * after


def test_a_given_bound_holds_at_every_point_that_is_tried() -> None:
    claim = parse_claim(GIVEN)
    shape = outline(claim)
    assert shape is not None
    hopper = Hopper(shape, Budget.of(120))
    hopper.settle([np.zeros(6)])
    rng = np.random.default_rng(3)
    edge = 0
    for z in rng.normal(0, 2, (30, 6)):
        point = hopper.drawn(shape.rounded(z, FINE), SLACKS[-1])
        assert point is not None
        tree = tree_of(claim.conclusions[0].args[0].args[0].xreplace(point))
        reached = best([tree], fmpq(2), sequential=True)
        assert reached <= fmpq(1, 10)
        edge += reached > fmpq(9, 100)
    assert edge >= 10


def test_a_wrong_bound_under_a_given_hypothesis_is_refuted() -> None:
    claim = parse_claim(GIVEN)
    witness, excess = hop_over_trees(claim, Budget.of(120))
    assert witness is not None
    assert excess > 0
    trees = nodes(claim, witness)
    assert best(trees[:1], fmpq(2), sequential=True) <= fmpq(1, 10)
    assert best(trees, fmpq(4), sequential=False) > fmpq(17, 100)


@pytest.mark.parametrize(
    "true",
    [
        f"PureDP({SMALL}, eps) => PureDP(Concurrent({SMALL}, {SMALL}), 2*eps) {TWO}",
        f"RenyiDP({SMALL}, 2, tau) => RenyiDP(Concurrent({SMALL}, {SMALL}), 2, 2*tau) {TWO}",
    ],
)
def test_a_sharp_bound_is_reached_and_not_passed(true: str) -> None:
    witness, excess = hop_over_trees(parse_claim(true), Budget.of(inf))
    assert witness is None
    assert -1e-6 < excess <= 1e-12


def test_the_slack_of_a_claim_about_trees_is_told_and_the_same_again() -> None:
    claim = f"PureDP({SMALL}, eps) => PureDP(Concurrent({SMALL}, {SMALL}), 3*eps) {TWO}"
    unit = {"claim": parse_claim(claim).text, "seed": 1, "family": -1}
    found = search_unit(unit)
    assert found["slack"] == pytest.approx(float(Fraction(1, 5)), abs=0.01)
    assert search_unit(unit) == found


def transcripts(talk: Any, bits: tuple[int, ...], mass: fmpq) -> list[fmpq]:
    """The masses of all transcripts of a protocol at an input."""
    if not isinstance(talk, Speech):
        return [mass]
    sides = [(b.first, b.second)[bits[talk.party - 1]] for b in talk.branches]
    found = zip(talk.branches, sides, strict=True)
    return [m for b, p in found for m in transcripts(b.then, bits, mass * p)]


def test_masses_of_a_protocol_that_has_only_a_name_are_hopped_over() -> None:
    """With delta 1/10 at log(3), total variation 55/100 is reached; random ones stay below."""
    claim = parse_claim("CuriousDP(T, 1, log(3), 1/10) => CuriousDP(T, 1, 0, 549/1000)")
    witness, _ = hop_over_trees(claim, Budget.of(inf))
    assert witness is not None
    (protocol,) = (value for _, value in witness.point)
    root, worst = protocol_of(protocol).root, fmpq(0)
    for other in (0, 1):
        laws = [transcripts(root, (bit, other), fmpq(1)) for bit in (0, 1)]
        for p, q in (laws, laws[::-1]):
            pairs = list(zip(p, q, strict=True))
            assert sum((max(a - 3 * b, fmpq(0)) for a, b in pairs), fmpq(0)) <= fmpq(1, 10)
            worst = max(worst, sum((max(a - b, fmpq(0)) for a, b in pairs), fmpq(0)))
    assert fmpq(549, 1000) < worst <= fmpq(55, 100)
