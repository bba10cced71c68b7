"""Recursions on game trees against the enumeration of everything an adversary can do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from feasibility import simulation_residual, three_messages
from flint import arb, fmpq

from dpsym.errors import DomainError
from dpsym.games import (
    END,
    Branch,
    Message,
    Plan,
    Query,
    Simulation,
    advantage,
    adversaries,
    composition_game,
    largest_ratio,
    laws,
    moment,
    response,
    simulate,
    views,
    worst_adversary,
)
from dpsym.games.concurrent import gain
from dpsym.games.trees import Node, size

ODDS = [Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(20)]
Leaves = list[tuple[Fraction, Fraction]]


def law(rng: random.Random, count: int) -> list[Fraction]:
    weights = [rng.choice([0, 1, 1, 2, 3, 7]) for _ in range(count)]
    weights[rng.randrange(count)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def tree(rng: random.Random, depth: int, *, asked: bool = False) -> Node:
    """A random mechanism in which messages and questions alternate."""
    if depth == 0 or rng.random() < 0.1:
        return END
    if asked:
        return Query(tuple(tree(rng, depth - 1) for _ in range(rng.choice([1, 2, 2]))))
    first, second = law(rng, 2), law(rng, 2)
    if rng.random() < 0.4:
        second = first[::-1]
    thens = [tree(rng, depth - 1, asked=True) for _ in first]
    return Message.of(*zip(first, second, thens, strict=True))


def policies(
    state: tuple[Node, ...], p: Fraction, q: Fraction, only_first: bool
) -> Iterator[Leaves]:
    """What every deterministic adversary sees: waiting, interleaving, in every order."""
    live = [i for i, node in enumerate(state) if node != END]
    if not live:
        yield [(p, q)]
        return
    for i in live[:1] if only_first else live:
        node = state[i]
        if isinstance(node, Query):
            for option in node.options:
                yield from policies((*state[:i], option, *state[i + 1 :]), p, q, only_first)
        else:
            below = [
                list(
                    policies(
                        (*state[:i], b.then, *state[i + 1 :]),
                        p * Fraction(int(b.first.p), int(b.first.q)),
                        q * Fraction(int(b.second.p), int(b.second.q)),
                        only_first,
                    )
                )
                for b in node.branches
            ]
            for chosen in product(*below):
                yield [leaf for part in chosen for leaf in part]


def stick(view: Leaves, t: Fraction) -> Fraction:
    return sum((max(p - t * q, Fraction(0)) for p, q in view), Fraction(0))


def enumerated(state: tuple[Node, ...], t: Fraction, only_first: bool = False) -> Fraction:
    return max(
        max(stick(view, t), stick([(q, p) for p, q in view], t))
        for view in policies(state, Fraction(1), Fraction(1), only_first)
    )


def fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def test_one_mechanism_is_as_private_as_enumeration_says() -> None:
    rng = random.Random(1)
    for _ in range(300):
        node = tree(rng, rng.choice([1, 3, 5]))
        t = rng.choice(ODDS)
        assert fraction(advantage([node], t)) == enumerated((node,), t)


def test_two_mechanisms_at_once_are_as_private_as_enumeration_says() -> None:
    rng, interactive = random.Random(2), 0
    for _ in range(150):
        nodes = (tree(rng, 2, asked=True), tree(rng, rng.choice([1, 3])))
        if size(nodes[0]) + size(nodes[1]) > 19:
            continue
        interactive += all(size(node) > 3 for node in nodes)
        t = rng.choice(ODDS)
        assert fraction(advantage(nodes, t)) == enumerated(nodes, t)
        assert fraction(advantage(nodes, t, sequential=True)) == enumerated(nodes, t, True)
    assert interactive > 5


def test_the_worst_adversary_attains_the_gain() -> None:
    rng = random.Random(3)
    for _ in range(100):
        nodes = [tree(rng, 3), tree(rng, 5)]
        t = rng.choice(ODDS)
        for exchanged in (False, True):
            first, second = views(nodes, worst_adversary(nodes, t, exchanged=exchanged))
            assert sum(first) == sum(second) == 1
            view = [(fraction(p), fraction(q)) for p, q in zip(first, second, strict=True)]
            found = stick([(q, p) for p, q in view] if exchanged else view, t)
            assert found == fraction(gain(nodes, t, exchanged=exchanged))


def test_interleaving_gains_at_least_as_much_as_any_order() -> None:
    rng = random.Random(4)
    for _ in range(60):
        nodes, t = [tree(rng, 3), tree(rng, 5)], rng.choice(ODDS)
        for order in (nodes, nodes[::-1]):
            assert advantage(order, t, sequential=True) <= advantage(nodes, t)


def test_interleaving_can_gain_strictly_more() -> None:
    def half(*masses: str) -> Message:
        p, q = (Fraction(mass) for mass in masses)
        return laws([p, 1 - p], [q, 1 - q])

    first = Message.of(
        (Fraction(1, 3), Fraction(1, 2), Query((half("1/2", "0"), half("1/4", "3/4")))),
        (Fraction(2, 3), Fraction(1, 2)),
    )
    second = Message.of(
        (Fraction(1, 4), Fraction(1, 3), Query((half("2/3", "1"), half("1", "3/4")))),
        (Fraction(3, 4), Fraction(2, 3)),
    )
    nodes = (first, second)
    assert advantage(nodes, 2) == fmpq(80, 288)
    assert advantage(nodes, 2, sequential=True) <= fmpq(79, 288)
    assert advantage(nodes[::-1], 2, sequential=True) <= fmpq(79, 288)
    assert enumerated(nodes, Fraction(2)) == Fraction(80, 288)
    assert enumerated(nodes, Fraction(2), True) <= Fraction(79, 288)


def test_listed_adversaries_are_all_there_are() -> None:
    rng = random.Random(5)
    for _ in range(40):
        nodes = (tree(rng, 3), tree(rng, 1))
        t = rng.choice(ODDS)
        best = max(
            sum(
                (
                    max(p - fmpq(t.numerator, t.denominator) * q, fmpq(0))
                    for p, q in zip(*view, strict=True)
                ),
                fmpq(0),
            )
            for view in (views(nodes, adversary) for adversary in adversaries(nodes))
        )
        assert best == gain(nodes, t)


def murtagh_vadhan(guarantees: list[tuple[Fraction, Fraction]], t: Fraction) -> Fraction:
    """The optimal delta at exp(epsilon) = t, summed over all 2^k answers."""
    kept = prod((1 - delta for _, delta in guarantees), start=Fraction(1))
    total = Fraction(0)
    for signs in product((0, 1), repeat=len(guarantees)):
        up = prod(
            (s for (s, _), sign in zip(guarantees, signs, strict=True) if sign), start=Fraction(1)
        )
        down = prod(
            (s for (s, _), sign in zip(guarantees, signs, strict=True) if not sign),
            start=Fraction(1),
        )
        total += max(up - t * down, Fraction(0))
    return 1 - kept * (1 - total / prod((1 + s for s, _ in guarantees), start=Fraction(1)))


def test_concurrent_composition_never_exceeds_the_curve_of_murtagh_and_vadhan() -> None:
    rng, met = random.Random(6), 0
    for _ in range(250):
        nodes = [tree(rng, 3) for _ in range(rng.choice([2, 2, 3]))]
        odds = [rng.choice(ODDS) for _ in nodes]
        guarantees = [(t, fraction(advantage([n], t))) for n, t in zip(nodes, odds, strict=True)]
        if all(delta == 1 for _, delta in guarantees):
            continue
        t = rng.choice([*ODDS, prod(odds)])
        found, bound = fraction(advantage(nodes, t)), murtagh_vadhan(guarantees, t)
        assert found <= bound
        met += found == bound < 1
    assert met > 5


def test_canonical_responses_attain_the_curve_of_murtagh_and_vadhan() -> None:
    for guarantees in product(
        [(Fraction(2), Fraction(1, 10)), (Fraction(3, 2), Fraction(0))], repeat=3
    ):
        nodes = [response(t, delta) for t, delta in guarantees]
        for t in (*ODDS, Fraction(9, 2)):
            assert fraction(advantage(nodes, t)) == murtagh_vadhan(list(guarantees), t)


def test_picking_among_mechanisms_gains_at_most_the_larger_guarantee_each_round() -> None:
    rng = random.Random(7)
    for _ in range(30):
        family = [laws(law(rng, 3), law(rng, 3)) for _ in range(2)]
        family = [m for m in family if advantage([m], 2) < 1]
        if not family:
            continue
        delta = max(fraction(advantage([m], 2)) for m in family)
        game = composition_game(family, 3)
        for t in ODDS:
            assert fraction(advantage([game], t)) <= murtagh_vadhan([(Fraction(2), delta)] * 3, t)
    small = composition_game([laws([1, 0], [Fraction(1, 2)] * 2), response(2, 0)], 2)
    assert fraction(advantage([small], 3)) == enumerated((small,), Fraction(3))


def test_moments_are_those_of_the_worst_view_and_multiply_under_concurrency() -> None:
    rng = random.Random(8)
    for _ in range(60):
        nodes = (tree(rng, 3), tree(rng, 1))
        for alpha in (2, 3):
            values = [moment(node, alpha) for node in nodes]
            worst: Fraction | None = Fraction(0)
            for view in policies(nodes, Fraction(1), Fraction(1), False):
                if any(p > 0 and q == 0 for p, q in view):
                    worst = None
                    break
                here = sum((p**alpha / q ** (alpha - 1) for p, q in view if q > 0), Fraction(0))
                worst = max(worst, here)
            if worst is None:
                assert None in values
            else:
                assert fraction(values[0] * values[1]) == worst


def test_moments_of_fractional_order_enclose_the_view_of_one_message() -> None:
    value = moment(response(2, 0), fmpq(3, 2))
    expected = (arb(2) / 3) * arb(2).sqrt() + (arb(1) / 3) / arb(2).sqrt()
    assert value.overlaps(expected)
    assert value.rad() < 1e-10


def test_likelihood_ratios_are_the_largest_of_any_leaf() -> None:
    assert largest_ratio(response(3, 0)) == 3
    assert largest_ratio(response(3, fmpq(1, 9))) is None
    rng = random.Random(9)
    for _ in range(50):
        node = tree(rng, 5)
        ratio = largest_ratio(node)
        if ratio is not None:
            assert gain([node], ratio) == 0
            assert ratio == 1 or gain([node], ratio - fmpq(1, 10**6)) > 0


def test_every_private_mechanism_is_simulated_by_canonical_response() -> None:
    rng = random.Random(10)
    for number in range(400):
        node, t = tree(rng, rng.choice([1, 3, 5])), rng.choice(ODDS)
        least = advantage([node], t)
        delta = least if number % 2 else least + (1 - least) / 7
        made = simulate(node, t, delta)
        assert made.verify()
        if least > 0:
            with pytest.raises(DomainError, match="its least delta is"):
                simulate(node, t, least * fmpq(99, 100))


def test_simulation_is_a_linear_program_feasible_down_to_the_least_delta_only() -> None:
    """The experiment of Vadhan and Wang on 60 mechanisms of three messages; deeper ones too."""
    rng = random.Random(12)
    nodes = [three_messages(rng) for _ in range(60)] + [tree(rng, 5) for _ in range(40)]
    for node in nodes:
        t = rng.choice(ODDS)
        least = advantage([node], t)
        assert simulation_residual(node, t, least) < 1e-8
        if least > fmpq(1, 50):
            assert simulation_residual(node, t, least - fmpq(1, 100)) > 1e-4


def test_a_simulation_with_a_changed_mass_is_rejected() -> None:
    made = simulate(response(2, fmpq(1, 4)), 2, fmpq(1, 3))
    below = list(made.plan.below)
    first = below[0].masses
    below[0] = Plan((first[0] + fmpq(1, 100), *first[1:]))
    forged = Simulation(made.mechanism, made.t, made.delta, Plan(made.plan.masses, tuple(below)))
    assert made.verify()
    assert not forged.verify()
    claimed_better = Simulation(made.mechanism, made.t, fmpq(1, 5), made.plan)
    assert not claimed_better.verify()


def test_pure_simulation_is_the_explicit_one_of_theorem_2() -> None:
    """S_0 = (t*M(x0) - M(x1))/(t - 1) and S_1 = (t*M(x1) - M(x0))/(t - 1), on every leaf."""
    rng, tried = random.Random(11), 0
    while tried < 60:
        node = tree(rng, 3)
        ratios = largest_ratio(node), largest_ratio(Message((Branch(fmpq(1), fmpq(1), node),)))
        if None in ratios or gain([node], ratios[0], exchanged=True) > 0 or ratios[0] == 1:
            continue
        tried += 1
        t = ratios[0]
        plans = [simulate(node, t, 0).plan]
        leaves = []
        while plans:
            plan = plans.pop()
            plans.extend(plan.below)
            leaves += [plan.masses] if not plan.below else []
        for _, zero, one, _ in leaves:
            p0, p1 = (t * zero + one) / (1 + t), (zero + t * one) / (1 + t)
            assert zero == (t * p0 - p1) / (t - 1)
            assert one == (t * p1 - p0) / (t - 1)


def test_deep_mechanisms_are_decided_with_shared_states() -> None:
    """Six rounds of two questions each, two mechanisms: 2^24 interleaved leaves."""
    menu = [response(2, fmpq(1, 50)), laws([fmpq(3, 4), fmpq(1, 4)], [fmpq(1, 2), fmpq(1, 2)])]
    deep = composition_game(menu, 6)
    bound = murtagh_vadhan([(Fraction(2), Fraction(1, 50))] * 12, Fraction(8))
    assert 0 < fraction(advantage([deep, deep], 8)) <= bound


def test_what_is_no_law_is_named() -> None:
    with pytest.raises(DomainError, match="1/2, 1/3 on the second database are no law"):
        Message.of((1, fmpq(1, 2)), (0, fmpq(1, 3)))
    with pytest.raises(DomainError, match="is a float"):
        advantage([response(2, 0)], 1.5)
    with pytest.raises(DomainError, match="without questions"):
        Query(())
