"""Protocols and accuracies against plain sums over transcripts, inputs and rules."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from flint import fmpq
from scipy.optimize import linprog
from sympy import Rational, Symbol, exp, log

from dpsym import check
from dpsym.acceptance import certificate_of
from dpsym.enclosure import examine
from dpsym.errors import ClaimError, DomainError, EvaluationError
from dpsym.games.accuracy import Payoffs, average_accuracy, worst_accuracy, xor
from dpsym.games.expressions import mechanism, payoffs_of, protocol, protocol_of, task, tree_of
from dpsym.games.protocols import (
    ProtocolTree,
    Speech,
    curious_delta,
    factors,
    inputs,
    malicious_delta,
    probability,
    response_protocol,
    simulate_protocol,
)
from dpsym.games.trees import END, Branch
from dpsym.kernel.games import settled
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
from dpsym.language import heads
from dpsym.language.parser import parse_claim, parse_expression
from dpsym.language.printing import text
from dpsym.verdict import Proved, Refuted, Undecided
from dpsym.witness_script import script

ODDS = [fmpq(1), fmpq(3, 2), fmpq(2), fmpq(7)]


def law(rng: random.Random) -> list[fmpq]:
    weights = [rng.choice([0, 1, 1, 2, 5]) for _ in range(2)]
    weights[rng.randrange(2)] += 1
    return [fmpq(w, sum(weights)) for w in weights]


def talk(rng: random.Random, parties: int, depth: int) -> object:
    if depth == 0:
        return END
    branches = []
    for p, q in zip(law(rng), law(rng), strict=True):
        below = talk(rng, parties, depth - 1 if rng.random() < 0.8 else 0)
        branches.append(Branch(p, q, below))  # type: ignore[arg-type]
    return Speech(rng.randint(1, parties), tuple(branches))


def drawn(rng: random.Random, parties: int) -> ProtocolTree:
    return ProtocolTree(parties, talk(rng, parties, rng.randint(1, 4)))  # type: ignore[arg-type]


def payoffs(rng: random.Random, parties: int) -> Payoffs:
    rows = [[rng.randint(-2, 3) for _ in range(rng.choice([2]))] for _ in range(2**parties)]
    return Payoffs.of(rng.randint(0, parties), *rows)


def subsets(count: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=count))


def test_transcripts_have_probability_one_on_every_input() -> None:
    rng = random.Random(1)
    for _ in range(50):
        made = drawn(rng, 3)
        for bits in inputs(3):
            assert sum(probability(s, bits) for s in factors(made)) == 1


def test_privacy_against_honest_others_is_the_worst_set_of_transcripts() -> None:
    rng = random.Random(2)
    for _ in range(40):
        made, t = drawn(rng, 2), rng.choice(ODDS)
        seen = list(factors(made))
        if len(seen) > 8:
            continue
        for party in (1, 2):
            worst = fmpq(0)
            for x in inputs(2):
                y = tuple(1 - b if i == party - 1 else b for i, b in enumerate(x))
                for chosen in subsets(len(seen)):
                    gap = fmpq(0)
                    for transcript, inside in zip(seen, chosen, strict=True):
                        if inside:
                            gap += probability(transcript, x) - t * probability(transcript, y)
                    worst = max(worst, gap)
            assert curious_delta(made, party, t) == worst
            assert malicious_delta(made, party, t) >= worst


def test_the_mean_accuracy_is_that_of_the_best_of_all_rules() -> None:
    rng, tried = random.Random(3), 0
    for _ in range(80):
        made, goal = drawn(rng, 2), payoffs(rng, 2)
        seen = list(factors(made))
        if len(seen) > 5:
            continue
        tried += 1
        spots = [(s, own) for s in seen for own in ((0,) if goal.viewer == 0 else (0, 1))]
        best = None
        for rule in product((0, 1), repeat=len(spots)):
            total = fmpq(0)
            for (transcript, own), choice in zip(spots, rule, strict=True):
                for n, x in enumerate(inputs(2)):
                    if goal.viewer == 0 or x[goal.viewer - 1] == own:
                        total += probability(transcript, x) * goal.worth[n][choice] / 4
            best = total if best is None else max(best, total)
        assert average_accuracy(made, goal) == best
    assert tried > 30


def test_the_worst_case_accuracy_is_exact_and_agrees_with_a_linear_program() -> None:
    rng, agreed = random.Random(4), 0
    for _ in range(120):
        made, goal = drawn(rng, 2), payoffs(rng, 2)
        lower, upper = worst_accuracy(made, goal)
        agreed += lower == upper
        assert lower <= upper <= lower + fmpq(1, 10**6)
        assert upper <= average_accuracy(made, goal)
        assert abs(plain_worst(made, goal) - float(Fraction(int(lower.p), int(lower.q)))) < 1e-7
    assert agreed >= 110


def plain_worst(made: ProtocolTree, goal: Payoffs) -> float:
    """The linear program over all (transcript, own bit, decision), nothing merged."""
    seen, listed = list(factors(made)), inputs(made.parties)
    owns = (0,) if goal.viewer == 0 else (0, 1)
    cells = {
        key: n for n, key in enumerate(product(range(len(seen)), owns, range(len(goal.worth[0]))))
    }
    gains, sums = np.zeros((len(listed), len(cells) + 1)), []
    gains[:, -1] = 1
    for (s, own, choice), column in cells.items():
        for n, x in enumerate(listed):
            if goal.viewer == 0 or x[goal.viewer - 1] == own:
                value = probability(seen[s], x) * goal.worth[n][choice]
                gains[n, column] -= float(Fraction(int(value.p), int(value.q)))
    for s in range(len(seen)):
        for own in owns:
            row = np.zeros(len(cells) + 1)
            for choice in range(len(goal.worth[0])):
                row[cells[s, own, choice]] = 1
            sums.append(row)
    cost = np.zeros(len(cells) + 1)
    cost[-1] = -1
    found = linprog(
        cost,
        gains,
        np.zeros(len(listed)),
        np.array(sums),
        np.ones(len(sums)),
        [(0, None)] * len(cells) + [(None, None)],
    )
    assert found.status == 0
    return float(-found.fun)


def test_exclusive_or_after_responses_has_the_accuracy_of_the_product_rule() -> None:
    """(1 + prod(delta_i + (1 - delta_i)*tanh(epsilon_i/2)))/2, with tanh = (t - 1)/(t + 1)."""
    for parties in (1, 2, 3):
        for guarantees in product([(fmpq(2), fmpq(0)), (fmpq(3), fmpq(1, 7))], repeat=parties):
            expected = fmpq(1)
            for t, delta in guarantees:
                expected *= delta + (1 - delta) * (t - 1) / (t + 1)
            made = response_protocol(guarantees)
            assert average_accuracy(made, xor(parties)) == (1 + expected) / 2
            assert worst_accuracy(made, xor(parties)) == ((1 + expected) / 2,) * 2


def test_protocols_of_private_strategies_are_images_of_responses() -> None:
    rng = random.Random(5)
    for _ in range(100):
        made = drawn(rng, rng.choice([2, 2, 3]))
        odds = [rng.choice(ODDS) for _ in range(made.parties)]
        guarantees = [(t, malicious_delta(made, i + 1, t)) for i, t in enumerate(odds)]
        assert simulate_protocol(made, guarantees).verify()
        goal = payoffs(rng, made.parties)
        best = response_protocol(guarantees)
        assert average_accuracy(made, goal) <= average_accuracy(best, goal)
        assert worst_accuracy(made, goal)[0] <= worst_accuracy(best, goal)[1]


def test_a_public_coin_beats_responses_at_exclusive_or() -> None:
    """Counterexample A: a coin of probability delta decides whether all bits are told."""
    for parties in (2, 3):
        delta = fmpq(1, 10)
        told: object = END
        for party in range(parties, 0, -1):
            told = Speech(party, (Branch(fmpq(1), fmpq(0), told), Branch(fmpq(0), fmpq(1), told)))  # type: ignore[arg-type]
        coin = Speech(1, (Branch(delta, delta, told), Branch(1 - delta, 1 - delta)))  # type: ignore[arg-type]
        made = ProtocolTree(parties, coin)
        assert all(curious_delta(made, i, 1) == delta for i in range(1, parties + 1))
        best = response_protocol([(1, delta)] * parties)
        assert average_accuracy(made, xor(parties)) == (1 + delta) / 2
        assert average_accuracy(best, xor(parties)) == (1 + delta**parties) / 2
        assert worst_accuracy(made, xor(parties))[0] > worst_accuracy(best, xor(parties))[1]
        assert any(malicious_delta(made, i, 1) == 1 for i in range(1, parties + 1))


def test_an_abort_revealed_beats_responses_by_the_stated_amount() -> None:
    """Counterexample B: party 2 spends all its delta where party 1 has failed."""
    for t1, t2, d1, d2 in product((1, 2), (1, 3), (fmpq(1, 5),), (fmpq(1, 5), fmpq(1, 20))):

        def answers(t: int, delta: fmpq) -> object:
            return response_protocol([(t, delta)]).root

        second = {True: (t2, d2 / d1), False: (t2, fmpq(0))}
        first = response_protocol([(t1, d1)]).root
        branches = []
        for branch in first.branches:  # type: ignore[union-attr]
            failed = branch.first == 0 or branch.second == 0
            below = answers(*second[failed])
            spoken = Speech(2, below.branches)  # type: ignore[attr-defined]
            branches.append(Branch(branch.first, branch.second, spoken))  # type: ignore[arg-type]
        made = ProtocolTree(2, Speech(1, tuple(branches)))
        assert curious_delta(made, 1, t1) == d1
        assert curious_delta(made, 2, t2) == d2
        tilts = [fmpq(t - 1, t + 1) for t in (t1, t2)]
        gap = d2 * (1 - d1) * (1 - tilts[0]) * (1 - tilts[1]) / 2
        best = response_protocol([(t1, d1), (t2, d2)])
        assert average_accuracy(made, xor(2)) - average_accuracy(best, xor(2)) == gap > 0


def test_two_outcomes_do_not_suffice_where_delta_is_positive() -> None:
    """One party, epsilon 0, delta 1/5, worth 1 if right, -2 if wrong, 0 if silent."""
    abstain = Payoffs.of(0, (1, -2, 0), (-2, 1, 0))
    assert average_accuracy(response_protocol([(1, fmpq(1, 5))]), abstain) == fmpq(1, 5)
    best = max(
        average_accuracy(ProtocolTree(1, Speech(1, (Branch(p, q), Branch(1 - p, 1 - q)))), abstain)
        for p in (fmpq(n, 40) for n in range(41))
        for q in (p - fmpq(1, 5), p, p + fmpq(1, 5))
        if 0 <= q <= 1
    )
    assert best == fmpq(1, 10)


def test_expressions_and_trees_are_two_forms_of_one_thing() -> None:
    rng = random.Random(6)
    for _ in range(30):
        made, goal = drawn(rng, 2), payoffs(rng, 2)
        assert protocol_of(protocol(made)) == made
        assert payoffs_of(task(goal)) == goal
        assert parse_expression(text(protocol(made))) == protocol(made)
        assert parse_expression(text(task(goal))) == task(goal)
    tree = tree_of(heads.CanonicalRR(log(2), Rational(1, 3)))
    assert tree_of(mechanism(tree)) == tree


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("CuriousDP(Protocol(1, Speech(2, (1, 0), (0, 1))), 1, 0, 1)", "party 2 speaks"),
        ("CuriousDP(ResponseProtocol(1, 0), 1, log(2), 1)", "is no rational"),
        ("CuriousDP(ResponseProtocol(0, 0), 2, 0, 1)", "has no party 2"),
        ("CuriousDP(ResponseProtocol(0, 0), 1, 10**6, 0)", "more than 1e300"),
        ("MaliciousDP(ResponseProtocol(0, 0), 1, -1000, 1)", "less than 1e-300"),
        (
            "AverageAccuracy(ResponseProtocol(0, 0), Task(0, (1, 0), (0, 1), (1, 1))) <= 1",
            "2\\*\\*k",
        ),
        (
            "AverageAccuracy(ResponseProtocol(0, 0), Task(0, (1,), (0,), (1,), (1,))) <= 1",
            "2 parties",
        ),
        ("PureDP(Group(InteractiveMechanism(Message((1, 1))), 2), 1)", "database"),
    ],
)
def test_what_has_no_value_is_named(source: str, message: str) -> None:
    (atom,) = parse_claim(source).conclusions
    with pytest.raises(EvaluationError, match=message):
        examine(atom)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("PureDP(InteractiveMechanism(Message(1/2, 1/2)), 1)", "is no tuple"),
        ("PureDP(InteractiveMechanism(Message((1/2, 1/3), (1/2, 1/3))), 1)", "sum to 2/3"),
        ("PureDP(InteractiveMechanism(Message((1/2, 1/2, 1/3))), 1)", "no entry of Message"),
        ("PureDP(InteractiveMechanism(1), 1)", "stands as tree of InteractiveMechanism"),
        ("AverageAccuracy(M, W) <= 1 and PureDP(M, 1)", "ranges over"),
        ("AverageAccuracy(T) <= 1", "takes 2 argument"),
        ("AverageAccuracy(T, Task(0, (1, 0), (1, 0, 0))) <= 1", "rows of different lengths"),
        ("KL(Pushforward(Kernel((1/2, 1/2), (1,)), P), Q) <= 1", "rows of different lengths"),
        ("PureDP(InteractiveMechanism(Message((1, 1, Speech(1, (1, 1))))), 1)", "in one tree"),
        ("CuriousDP(Protocol(1, Message((1, 1))), 1, 1, 0)", "in one tree"),
    ],
)
def test_what_is_no_tree_is_refused(source: str, message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        parse_claim(source)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("CuriousDP(Broadcast(M), 2, e, d) => CuriousDP(Broadcast(M), 2, e + 1, d)", "2 <= 1"),
        ("CuriousDP(Broadcast(M), k, e, d) => CuriousDP(Broadcast(M), k, e + 1, d)", "k <= 1"),
        (
            "MaliciousDP(T, 1, e, 0) => AverageAccuracy(T, Task(5, (1, 0), (0, 1))) <= "
            "AverageAccuracy(ResponseProtocol(e, 0), Task(5, (1, 0), (0, 1)))",
            "5 <= 1",
        ),
        (
            "MaliciousDP(T, 1, e, 0) => AverageAccuracy(T, Task(0, (1,), (0,), (1,))) <= "
            "AverageAccuracy(ResponseProtocol(e, 0), Task(0, (1,), (0,), (1,)))",
            "3 == 2",
        ),
        (
            "MaliciousDP(T, 1, e, 0) => AverageAccuracy(T, Task(0, (1,), (0,), (1,), (1,))) <= "
            "AverageAccuracy(ResponseProtocol(e, 0), Task(0, (1,), (0,), (1,), (1,)))",
            "1 == 2",
        ),
    ],
)
def test_what_speaks_of_other_parties_is_not_proved(source: str, why: str) -> None:
    verdict = check(source)
    assert isinstance(verdict, Undecided)
    assert why in verdict.why


HOLDS = """\
CuriousDP(T, 1, e1, 0) and CuriousDP(T, 2, e2, 0) => WorstAccuracy(T, W) <= \
WorstAccuracy(ResponseProtocol(e1, 0, e2, 0), W)
MaliciousDP(T, 1, e, d) => CuriousDP(T, 1, e, d)
Simulable(M, e, d) => ApproxDP(M, e, d)
ApproxDP(Concurrent(InteractiveMechanism(Query(Message((1, 1)), Message((1/2, 1/4), (1/2, 3/4)))), \
RandomizedResponse(log(2))), log(2), 1/6)
"""
FAILS = """\
CuriousDP(T, 1, e, d) => MaliciousDP(T, 1, e, d)
ApproxDP(M, e, d) => Simulable(M, e, d/2)
PureDP(InteractiveMechanism(Query(Message((1/2, 1/3), (1/2, 2/3)), Message((1, 1)))), log(4/3))
AverageAccuracy(ResponseProtocol(log(3), 0), Task(0, (1, 0), (0, 1))) >= 0.76
"""


@pytest.mark.parametrize("source", HOLDS.splitlines())
def test_true_claims_about_interaction_are_proved(source: str) -> None:
    assert isinstance(check(source, budget=20), Proved)


@pytest.mark.parametrize("source", FAILS.splitlines())
def test_false_claims_about_interaction_have_an_exact_witness(source: str) -> None:
    verdict = check(source, budget=60)
    assert isinstance(verdict, Refuted)
    assert verdict.witness is not None
    claim, values = parse_claim(source), dict(verdict.witness.point)
    point = {Symbol.__new__(type(n), n.name): values[n.name] for n, _ in claim.domains}
    assert all(examine(h, point).truth for h in claim.hypotheses)
    assert not all(examine(c, point).truth for c in claim.conclusions)


def test_a_protocol_with_too_many_parties_is_refused() -> None:
    with pytest.raises(DomainError, match="give 1 to 6 parties"):
        response_protocol([(1, 0)] * 7)


RESPONSES = "MaliciousDP(ResponseProtocol(e1, d1, e2, d2), 1, {}, d1)"
BROADCAST = "CuriousDP(Broadcast(RandomizedResponse(e), RandomizedResponse(e)), 1, {}, 0)"


@pytest.mark.parametrize("epsilon", ["log(3)*9/10", "1", "sqrt(2)", "1/1000"])
@pytest.mark.parametrize("kind", ["CuriousDP", "MaliciousDP"])
def test_the_least_delta_is_known_where_the_odds_are_irrational(kind: str, epsilon: str) -> None:
    odds = float(exp(parse_expression(epsilon)))
    least = 0.25 + 0.75 * max(3 - odds, 0) / 4  # of a canonical response with odds 3, delta 1/4
    atom = f"{kind}(ResponseProtocol(log(3), 1/4, log(2), 0), 1, {epsilon}, {{:.12f}})"
    below, above = (parse_claim(atom.format(least + off)) for off in (-1e-9, 1e-9))
    truths = [examine(claim.conclusions[0]).truth for claim in (below, above)]
    assert truths == [False, True]


@pytest.mark.parametrize(
    ("claim", "epsilon"), [(RESPONSES, "{}*e1/50"), (BROADCAST, "e + ({} - 50)*e**2/100")]
)
def test_a_protocol_that_is_written_out_fails_just_below_its_epsilon(
    claim: str, epsilon: str
) -> None:
    wrong, right = (check(claim.format(epsilon.format(n)), budget=20) for n in (49, 51))
    assert isinstance(wrong, Refuted)
    verify(certificate_of(wrong))
    assert isinstance(right, Proved)


SCRIPTS = [
    RESPONSES.format("49*e1/50"),
    *FAILS.splitlines(),
    "CuriousDP(T, 1, e1, d1) and CuriousDP(T, 2, e2, d2) => AverageAccuracy(T, W) <= "
    "AverageAccuracy(ResponseProtocol(e1, d1, e2, d2), W)",
    "RenyiDP(Concurrent(InteractiveMechanism(Query(Message((1/2, 1/3), (1/2, 2/3)))), "
    "RandomizedResponse(log(2))), 2, 1/2)",
]


@pytest.mark.parametrize("source", SCRIPTS)
def test_a_refutation_is_recomputed_by_plain_python(source: str) -> None:
    verdict = check(source, budget=60)
    assert isinstance(verdict, Refuted)
    written = script(verdict)
    assert "dpsym" not in written
    exec(written, {})
    assert verdict.witness is not None
    honest = written.replace("assert not left", "assert left")
    with pytest.raises(AssertionError):
        exec(honest, {})


@pytest.mark.parametrize("source", SCRIPTS)
def test_the_kernel_checks_refutations_by_recursions_of_its_own(source: str) -> None:
    verdict = check(source, budget=60)
    assert isinstance(verdict, Refuted)
    verify(certificate_of(verdict))


KEPT = (
    "CuriousDP(Protocol(2, Speech(1, (1/2, 1/2, Speech(2, (1, 0), (0, 1))), (1/2, 1/2))), 2, 0, {})"
)
PLAYED = (
    "ApproxDP(Concurrent(InteractiveMechanism(Query(Message((1, 1)), Message((1/2, 1/4),"
    " (1/2, 3/4)))), RandomizedResponse(log(2))), log(2), {})"
)


@pytest.mark.parametrize(("source", "least"), [(KEPT, "1/2"), (PLAYED, "1/6")])
def test_the_kernel_knows_the_least_delta_exactly(source: str, least: str) -> None:
    holds, fails = (
        settled(parse_claim(source.format(delta)).conclusions[0], {})
        for delta in (least, f"{least} - 1/1000")
    )
    assert bool(holds.doit())
    assert not bool(fails.doit())


def test_the_kernel_rejects_a_witness_that_is_none() -> None:
    verdict = check(FAILS.splitlines()[0], budget=60)
    assert isinstance(verdict, Refuted)
    certificate = certificate_of(verdict)
    assert certificate.witness is not None
    honest = {**certificate.witness["point"], "T": "ResponseProtocol(0, 0)"}
    forged = replace(certificate, witness={**certificate.witness, "point": honest})
    with pytest.raises(Rejected, match="not certain to fail"):
        verify(forged)
    broken = {**certificate.witness["point"], "T": "Protocol(1, Speech(1, (1, 1/2), (0, 0)))"}
    forged = replace(certificate, witness={**certificate.witness, "point": broken})
    with pytest.raises(Rejected, match="no law"):
        verify(forged)


@pytest.mark.parametrize(
    "source", ["CuriousDP(T, n, e, d)", "MaliciousDP(T, n, e, d) => MaliciousDP(T, n, e, d/2)"]
)
def test_a_party_may_be_a_name(source: str) -> None:
    verdict = check(source, budget=20)
    assert isinstance(verdict, Refuted)
    verify(certificate_of(verdict))


@pytest.mark.parametrize("mass", ["1e300000000", "0x1", " 1/2", "9" * 5000])
def test_a_play_writes_fractions_without_exponents(mass: str) -> None:
    atom = parse_claim(
        "WorstAccuracy(ResponseProtocol(log(2), 0, log(2), 0), "
        "Task(0, (1, 0), (0, 1), (0, 1), (1, 0))) <= 1"
    ).conclusions[0]
    play = {"prior": [mass, "0", "0", "0"], "rule": []}
    with pytest.raises(Rejected, match="is no fraction"):
        settled(atom, {text(atom.lhs): play})
