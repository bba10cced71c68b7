"""Composition experiments against full enumeration, and the numbers of the referee's report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from sympy import Rational, log, sqrt, sympify

from dpsym.enclosure import examine
from dpsym.errors import EvaluationError
from dpsym.experiments import (
    Answers,
    Query,
    canonical_answers,
    canonical_delta,
    compare_compositions,
    composition_experiment,
    every_adversary,
    generalized_experiment,
    hypothesis_delta,
    hypothesis_experiment,
    hypothesis_privacy,
    refine,
    response_answers,
    worst_case,
)
from dpsym.experiments.experiment import hockey_stick
from dpsym.experiments.worst import with_orders
from dpsym.language.heads import (
    Bits,
    Compose,
    Finite,
    FiniteMechanism,
    HypothesisDP,
    Independent,
    Ones,
    Parity,
    Uniform,
    Weighted,
)
from dpsym.language.hypotheses import law, vectors

F = Fraction
Weights = dict[tuple[int, ...], Fraction]


def cube(k: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=k))


def point(bits: tuple[int, ...]) -> Weights:
    return {bits: F(1)}


def uniform(rows: Sequence[tuple[int, ...]]) -> Weights:
    return {bits: F(1, len(rows)) for bits in rows}


def complement(bits: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 - bit for bit in bits)


def draw_row(random: Random, size: int) -> tuple[Fraction, ...]:
    weights = [random.choice((0, 1, 1, 2, 3, 5)) for _ in range(size)]
    weights[random.randrange(size)] += 1
    return tuple(F(weight, sum(weights)) for weight in weights)


def draw_answers(random: Random, size: int) -> Answers:
    return Answers(draw_row(random, size), draw_row(random, size))


def draw_law(random: Random, k: int) -> Weights:
    support = random.sample(cube(k), random.randint(1, 2**k))
    weights = [random.randint(1, 4) for _ in support]
    return {b: F(w, sum(weights)) for b, w in zip(support, weights, strict=True)}


def draw_tree(random: Random, k: int, size: int, make: Sequence[Sequence[Answers]]) -> Query:
    answers = random.choice(make[0])
    if k == 1:
        return Query(answers)
    then = tuple(draw_tree(random, k - 1, size, make[1:]) for _ in answers.zero)
    return Query(answers, then)


def instances(count: int) -> Iterator[tuple[Random, list[list[Answers]], Weights, Weights, F]]:
    random = Random(22)
    for number in range(count):
        k = 3 if number % 5 == 0 else 2
        size, options = (2, 2) if k == 3 else random.choice(((2, 3), (3, 2), (2, 2)))
        choices = [[draw_answers(random, size) for _ in range(options)] for _ in range(k)]
        odds = F(random.choice(("1", "3/2", "2", "3")))
        yield random, choices, draw_law(random, k), draw_law(random, k), odds


def test_the_worst_adversary_is_the_worst_of_all_deterministic_ones() -> None:
    adaptive = 0
    for _, choices, first, second, odds in instances(300):
        found = worst_case(choices, first, second, odds)
        deltas = [hypothesis_delta(a, first, second, odds) for a in every_adversary(choices)]
        assert found.delta == max(deltas)
        assert hypothesis_delta(found.adversary, first, second, odds) == found.delta
        fixed = [Query.fixed(rounds) for rounds in product(*choices)]
        adaptive += found.delta > max(hypothesis_delta(a, first, second, odds) for a in fixed)
    assert adaptive >= 10, "a search among fixed adversaries would have passed"


def test_the_classic_experiment_is_the_generalised_one_with_equal_bits() -> None:
    for random, choices, *_ in instances(40):
        k = len(choices)
        adversary = draw_tree(random, k, 0, choices)
        for bit in (0, 1):
            views = composition_experiment(adversary, bit)
            assert views == generalized_experiment(adversary, (bit,) * k)
            assert sum(views.values()) == 1


def least_delta(answers: Answers, odds: Fraction) -> Fraction:
    return hypothesis_delta(Query(answers), point((0,)), point((1,)), odds)


def test_no_adversary_with_arbitrary_rounds_beats_the_canonical_rounds() -> None:
    strict = 0
    for random, choices, first, second, odds in instances(300):
        own = [F(random.choice(("1", "3/2", "2", "4"))) for _ in choices]
        rounds = [
            (t, max(least_delta(answers, t) for answers in options))
            for t, options in zip(own, choices, strict=True)
        ]
        bound = canonical_delta(rounds, first, second, odds)
        tree = worst_case([with_orders(options) for options in choices], first, second, odds)
        assert tree.delta <= bound
        strict += bound > tree.delta
        attained = Query.fixed([canonical_answers(t, d) for t, d in rounds])
        assert hypothesis_delta(attained, first, second, odds) == bound
    assert strict > 100


def test_every_hypothesis_is_as_private_as_all_against_none() -> None:
    random = Random(5)
    for _ in range(60):
        k = random.choice((1, 2, 2, 3))
        rounds = [
            (F(random.choice(("1", "2", "5"))), F(random.choice(("0", "1/10", "1/3"))))
            for _ in range(k)
        ]
        odds = F(random.choice(("1", "2", "4")))
        classic = canonical_delta(rounds, point((0,) * k), point((1,) * k), odds)
        for _ in range(4):
            assert (
                canonical_delta(rounds, draw_law(random, k), draw_law(random, k), odds) <= classic
            )


def test_the_worst_composite_hypotheses_are_vectors() -> None:
    for random, choices, *_, odds in instances(60):
        k = len(choices)
        adversary = draw_tree(random, k, 0, choices)
        left, right = (random.sample(cube(k), 2) for _ in range(2))
        worst = max(
            hypothesis_delta(adversary, point(b), point(c), odds) for b in left for c in right
        )
        share, other = F(random.randint(0, 4), 4), F(random.randint(0, 4), 4)
        first = {left[0]: share, left[1]: 1 - share}
        second = {right[0]: other, right[1]: 1 - other}
        assert hypothesis_delta(adversary, first, second, odds) <= worst


def test_fixed_rounds_that_agree_change_nothing() -> None:
    for random, choices, *_, odds in instances(60):
        rounds = [random.choice(options) for options in choices]
        b, c = (random.choice(cube(len(rounds))) for _ in range(2))
        kept = [i for i in range(len(rounds)) if b[i] != c[i]]
        whole = hypothesis_delta(Query.fixed(rounds), point(b), point(c), odds)
        if not kept:
            assert whole == 0
            continue
        few = Query.fixed([rounds[i] for i in kept])
        reduced = [point(tuple(v[i] for i in kept)) for v in (b, c)]
        assert whole == hypothesis_delta(few, *reduced, odds)


def test_fixed_rounds_are_worst_for_complementary_vectors() -> None:
    for random, choices, *_, odds in instances(60):
        adversary = Query.fixed([random.choice(options) for options in choices])
        vectors_ = cube(len(choices))
        pairs = [(b, c) for b in vectors_ for c in vectors_]
        worst = max(hypothesis_delta(adversary, point(b), point(c), odds) for b, c in pairs)
        assert worst == max(
            hypothesis_delta(adversary, point(b), point(complement(b)), odds) for b in vectors_
        )


def test_one_view_is_bounded_by_a_complementary_pair() -> None:
    for random, choices, *_, odds in instances(60):
        k = len(choices)
        adversary = draw_tree(random, k, 0, choices)
        laws = {b: generalized_experiment(adversary, b) for b in cube(k)}
        b, c = random.choice(cube(k)), random.choice(cube(k))
        for view in laws[b]:
            gap = laws[b][view] - odds * laws[c][view]
            pairs = [laws[a][view] - odds * laws[complement(a)][view] for a in cube(k)]
            assert gap <= max(0, *pairs)


def test_the_flip_of_the_paper_fails_for_parity() -> None:
    laws = {b: generalized_experiment(Query.fixed([response_answers(2)] * 2), b) for b in cube(2)}
    even = {b: sum(m for view, m in laws[b].items() if sum(view) % 2 == 0) for b in cube(2)}
    assert (even[0, 0], even[0, 1], even[1, 0], even[1, 1]) == (
        F(5, 9),
        F(4, 9),
        F(4, 9),
        F(5, 9),
    )
    assert even[0, 0] > even[0, 1], "the premise holds"
    assert even[1, 0] < even[0, 0], "flipping in b does not increase"
    assert even[1, 1] > even[0, 1], "flipping in c does not decrease"


def leaking() -> Query:
    first = Answers.of([0, 1], ["1/2", "1/2"])
    after_a = Query(Answers.of([0, 1], [1, 0]))
    after_b = Query(Answers.of(["1/3", "2/3"], ["2/3", "1/3"]))
    return Query(first, (after_a, after_b))


def test_closeness_for_one_adaptive_adversary_does_not_extend() -> None:
    adversary = leaking()
    for b in cube(2):
        assert hypothesis_delta(adversary, point(b), point(complement(b)), F(1)) == F(1, 2)
    assert hypothesis_delta(adversary, point((1, 0)), point((1, 1)), F(1)) == F(2, 3)


def test_closeness_for_one_order_of_databases_does_not_extend() -> None:
    rounds = [
        Answers.of(["1/2", "1/2"], ["1/4", "3/4"]),
        Answers.of(["1/4", "3/4"], ["1/2", "1/2"]),
    ]
    adversary = Query.fixed(rounds)
    assert hypothesis_delta(adversary, point((0, 0)), point((1, 1)), F(3)) == 0
    assert hypothesis_delta(adversary, point((0, 1)), point((1, 0)), F(3)) == F(1, 16)


NONE, SOME = point((0, 0)), uniform([(0, 1), (1, 0), (1, 1)])


@pytest.mark.parametrize(
    ("rounds", "odds", "delta"),
    [
        ([(F(5), F(0)), (F(5), F(0))], F(7, 3), F(37, 81)),
        ([(F(1), F(1, 10)), (F(8), F(0))], F(17, 3), F(11, 162)),
        ([(F(11, 10), F(1, 10)), (F(20), F(1, 1000))], F(431, 30), F(50723, 700000)),
    ],
)
def test_none_against_one_or_more_fails_from_none_to_some(
    rounds: list[tuple[Fraction, Fraction]], odds: Fraction, delta: Fraction
) -> None:
    adversary = Query.fixed([canonical_answers(*own) for own in rounds])
    none, some = (hypothesis_experiment(adversary, weights) for weights in (NONE, SOME))
    assert hockey_stick(none, some, odds) == delta


def test_the_corrected_corollary_holds_on_random_rounds() -> None:
    random = Random(6)
    tight = 0
    for _ in range(150):
        k = random.choice((1, 2, 2, 3))
        odds = [F(random.choice(("1", "11/10", "2", "8", "20"))) for _ in range(k)]
        deltas = [F(random.choice(("0", "1/1000", "1/10", "1/2"))) for _ in range(k)]
        some = [log(Rational(t.numerator, t.denominator)) for t in odds]
        found = hypothesis_privacy(some, deltas, Ones(0), Uniform(Ones(1, k)), theorem="basic")
        bound = F(str(found.epsilon.args[0])) if found.epsilon != 0 else F(1)
        none, rest = point((0,) * k), uniform(cube(k)[1:])
        rounds = list(zip(odds, deltas, strict=True))
        exact = canonical_delta(rounds, none, rest, bound)
        assert exact <= F(str(found.delta))
        tight += exact == F(str(found.delta))
        if not any(deltas) and max(odds) > 1:
            assert (
                canonical_delta(
                    list(zip(odds, deltas, strict=True)), none, rest, bound * F(99, 100)
                )
                > 0
            )
    assert tight > 10


def test_one_composition_gives_both_directions_of_none_against_some() -> None:
    for random, choices, *_ in instances(40):
        k = len(choices)
        n = 2**k
        adversary = draw_tree(random, k, 0, choices)
        none = hypothesis_experiment(adversary, point((0,) * k))
        all_ = hypothesis_experiment(adversary, uniform(cube(k)))
        some = hypothesis_experiment(adversary, uniform(cube(k)[1:]))
        y = F(random.randint(1, 3 * n), n)
        assert hockey_stick(some, none, (n * y - 1) / (n - 1)) == F(n, n - 1) * hockey_stick(
            all_, none, y
        )
        x = y * (n - 1) / (n - y) if y < n else None
        if x is not None:
            assert hockey_stick(none, some, x) == (1 + x / (n - 1)) * hockey_stick(none, all_, y)


def test_refinement_is_a_coupling_and_ends_in_time() -> None:
    random = Random(3)
    for _ in range(300):
        k = random.choice((1, 2, 3))
        first, second = draw_law(random, k), draw_law(random, k)
        order = Random(random.random())
        found = refine(first, second, choose=lambda pieces, o=order: o.randrange(len(pieces)))
        n, m = len(first), len(second)
        assert max(n, m) <= found.iterations <= n + m - 1
        for pieces, weights in ((found.first, first), (found.second, second)):
            totals: Weights = {}
            for bits, weight in pieces:
                totals[bits] = totals.get(bits, F(0)) + weight  # type: ignore[index,arg-type]
            assert totals == weights
        assert [w for _, w in found.first] == [w for _, w in found.second]


def test_refinement_of_a_point_mass_needs_multisets() -> None:
    found = refine(point((0, 0)), uniform([(0, 1), (1, 0), (1, 1)]))
    assert found.first == (((0, 0), F(1, 3)),) * 3
    assert len(set(found.first)) == 1, "as a set it would have lost two thirds of the weight"


def test_partial_sums_of_the_refinement_stay_within_the_bound() -> None:
    for random, choices, first, second, odds in instances(60):
        adversary = draw_tree(random, len(choices), 0, choices)
        laws = {b: generalized_experiment(adversary, b) for b in cube(len(choices))}
        event = [view for view in laws[next(iter(first))] if random.random() < 0.5]
        chance = {b: sum((m[v] for v in event), F(0)) for b, m in laws.items()}
        delta = max(chance[b] - odds * chance[c] for b in first for c in second)
        left = right = weight = F(0)
        for b, c, piece in refine(first, second).pairs():
            left, right = left + piece * chance[b], right + piece * chance[c]  # type: ignore[index]
            weight += piece
            assert left <= odds * right + delta * weight
        assert weight == 1


def rational(value: Fraction) -> Rational:
    return Rational(value.numerator, value.denominator)


def as_mechanism(answers: Answers) -> FiniteMechanism:
    return FiniteMechanism(*(Finite(*map(rational, p)) for p in (answers.zero, answers.one)))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Ones(0), Ones(2)),
        (Ones(0), Ones(0, 1)),
        (Bits(0, 1), Ones(0, 2)),
        (Ones(0), Uniform(Ones(1, 2))),
        (Uniform(Bits(0, 0), Bits(1, 1)), Weighted(Rational(1, 3), Bits(0, 1), Bits(1, 0))),
        (Independent(Rational(1, 2), Rational(1, 3)), Uniform(Ones(0, 2))),
    ],
    ids=str,
)
def test_the_language_means_what_the_experiment_does(first: Ones, second: Ones) -> None:
    random = Random(str(first) + str(second))

    def laws_of(node: Ones) -> list[Weights]:
        if isinstance(node, Ones | Bits):
            return [point(bits) for bits in vectors(node, 2)]
        return [{b: F(str(w)) for b, w in law(node, 2).items()}]

    for _ in range(6):
        rounds = [draw_answers(random, 2) for _ in range(2)]
        odds = F(random.choice(("1", "3/2", "3")))
        choices = [with_orders([answers]) for answers in rounds]
        delta = max(
            worst_case(choices, ours, theirs, odds).delta
            for ours in laws_of(first)
            for theirs in laws_of(second)
        )
        mechanism = Compose(*map(as_mechanism, rounds))
        epsilon = log(rational(odds))
        assert (
            examine(HypothesisDP(mechanism, first, second, epsilon, rational(delta))).truth is True
        )
        if delta > 0:
            smaller = rational(delta * F(999, 1000))
            assert examine(HypothesisDP(mechanism, first, second, epsilon, smaller)).truth is False


def test_the_language_knows_the_worst_of_many_adversaries() -> None:
    random = Random(9)
    for number in range(8):
        rounds = [draw_answers(random, 2 + (number % 2)) for _ in range(3)]
        odds = F(random.choice(("1", "3/2", "3")))
        choices = [with_orders([answers]) for answers in rounds]
        none, all_ = point((0, 0, 0)), point((1, 1, 1))
        delta = rational(worst_case(choices, none, all_, odds).delta)
        asked = (Compose(*map(as_mechanism, rounds)), Ones(0), Ones(0, 3))
        assert examine(HypothesisDP(*asked, log(rational(odds)), delta)).truth is True
        above = rational(odds) + Rational(1, 1000)
        near = sqrt(log(rational(odds)) * log(above)) if odds > 1 else Rational(1, 2000)
        assert examine(HypothesisDP(*asked, near, delta)).truth is True
        if delta > 0:
            smaller = delta * Rational(9, 10)
            assert examine(HypothesisDP(*asked, log(rational(odds)), smaller)).truth is False


def test_an_epsilon_beyond_all_fractions_is_refused() -> None:
    """The conversion of its exponential to a fraction would end the process."""
    rounds = [draw_answers(Random(9), 3) for _ in range(3)]
    asked = (Compose(*map(as_mechanism, rounds)), Ones(0), Uniform(Ones(0, 3)))
    with pytest.raises(EvaluationError, match="too large"):
        examine(HypothesisDP(*asked, 10**31, Rational(1, 2)))
    assert examine(HypothesisDP(*asked, -(10**31), 1)).truth is True


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_calculator_agrees_with_the_canonical_rounds(k: int) -> None:
    random = Random(k)
    for number in range(6):
        same = number % 2
        odds = [F(random.choice((1, 2, 3, 5)))] * k if same else [F(2 + i) for i in range(k)]
        deltas = [F(1, 20)] * k if same else [F(i, 10) for i in range(k)]
        rounds = list(zip(odds, deltas, strict=True))
        threshold = F(random.choice((1, 2, 3)))
        some = [log(rational(t)) for t in odds]
        for first, second in ((Ones(0), Ones(0, max(1, k - 1))), (Ones(0), Uniform(Ones(1, k)))):
            found = hypothesis_privacy(
                some, deltas, first, second, epsilon=log(rational(threshold))
            )
            others = (
                [point(b) for b in vectors(second, k)]
                if isinstance(second, Ones)
                else [uniform(vectors(second.args[0], k))]
            )
            exact = max(
                canonical_delta(rounds, point((0,) * k), other, threshold) for other in others
            )
            assert F(str(found.delta)) == exact


@pytest.mark.parametrize("epsilon", [log(2), 1, 0.25])
def test_a_delta_that_the_failures_use_up_leaves_the_sum_of_epsilons(epsilon: object) -> None:
    found = hypothesis_privacy([epsilon] * 2, ["1/10"] * 2, Ones(0), Ones(2), delta="19/100")
    total = 2 * sympify(epsilon)
    assert total <= found.epsilon <= total * (1 + Rational(1, 10**6))
    with pytest.raises(EvaluationError, match="no epsilon"):
        hypothesis_privacy([epsilon] * 2, ["1/10"] * 2, Ones(0), Ones(2), delta="0.1899")


def test_the_calculator_handles_a_year_of_hospitals() -> None:
    found = hypothesis_privacy(
        [Rational(1, 100)] * 1000, [0] * 1000, Ones(0), Ones(0, 365), delta=Rational(1, 10**6)
    )
    classic = hypothesis_privacy(
        [Rational(1, 100)] * 1000, [0] * 1000, Ones(0), Ones(1000), delta=Rational(1, 10**6)
    )
    assert 0 < found.epsilon < classic.epsilon / 1.6
    assert found.epsilon < Rational(365, 100)


def test_twenty_rounds_of_the_uniform_prior_are_sharper_than_the_corollary() -> None:
    rounds = [Rational(1, 10)] * 20, [0] * 20
    none, some = Ones(0), Uniform(Ones(1, 20))
    corollary = hypothesis_privacy(*rounds, none, some, theorem="basic")
    exact = hypothesis_privacy(*rounds, none, some, delta=Rational(1, 10**5))
    assert abs(float(corollary.epsilon) - 1.025) < 0.001
    assert abs(float(exact.epsilon) - 0.784) < 0.001


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: hypothesis_privacy([1], [0, 0], Ones(0), Ones(1)), "1 epsilons and 2 deltas"),
        (lambda: hypothesis_privacy([-1], [0], Ones(0), Ones(1)), "no number in"),
        (lambda: hypothesis_privacy([1], [2], Ones(0), Ones(1)), "larger than 1"),
        (lambda: hypothesis_privacy([1], [0], Ones(0), Ones(1)), "one of epsilon and delta"),
        (lambda: hypothesis_privacy([1], [0], Ones(0), Ones(1), theorem="x"), "choose"),
        (lambda: hypothesis_privacy([1], [0], Ones(0), Ones(2), epsilon=1), "no vector"),
        (lambda: hypothesis_privacy([1], ["1/2"], Ones(0), Ones(1), delta=0), "no epsilon"),
        (
            lambda: hypothesis_privacy([1], ["1/10"], Ones(0), Uniform(Ones(1)), delta="1/10"),
            "cannot be told",
        ),
        (lambda: hypothesis_privacy(["1e400"], [0], Ones(0), Ones(1), epsilon=1), "too large"),
        (lambda: hypothesis_privacy(["("], [0], Ones(0), Ones(1), epsilon=1), "is no number"),
        (lambda: hypothesis_privacy([None], [0], Ones(0), Ones(1), epsilon=1), "is no number"),
        (lambda: hypothesis_privacy([sympify("I")], [0], Ones(0), Ones(1), epsilon=1), "no number"),
        (lambda: Answers.of([1, 1], [1, 0]), "no probability distribution"),
        (lambda: Answers.on(len, "a", "abc"), "no neighbours"),
        (lambda: refine({"a": F(1)}, {"a": F(2)}), "add up"),
        (lambda: generalized_experiment(Query(response_answers(2)), (0, 1)), "not one for each"),
    ],
)
def test_bad_input_is_named(call: object, words: str) -> None:
    with pytest.raises(EvaluationError, match=words):
        call()  # type: ignore[operator]


def test_privacy_is_written_in_decimals_that_suffice() -> None:
    found = hypothesis_privacy([log(3)] * 8, [0] * 8, Ones(0), Ones(8), epsilon=log(3))
    assert found.delta == Rational(26355, 32768)  # 0.804290771484375
    assert str(found) == "(log(3), 0.80429078)"


def test_the_largest_epsilon_is_found_however_near_the_others_are() -> None:
    least = 1 + Rational(1, 10**40)
    for epsilons in ([1, least], [least, 1]):
        found = compare_compositions(epsilons, [0, 0], Ones(0), Ones(1), delta="1/1000")
        assert found["parallel"].epsilon == least


def test_equal_epsilons_that_are_written_differently_are_compared() -> None:
    found = hypothesis_privacy([log(4), 2 * log(2)], [0, 0], Ones(0), Ones(1), theorem="basic")
    assert examine(found.epsilon <= log(4)).truth is not False
    assert found.delta == 0


def test_views_are_as_precise_as_what_is_told_of_them() -> None:
    even = Uniform(Parity(0))
    assert hypothesis_privacy([1], [0], even, even, epsilon=0).delta < Rational(1, 10**50)
    assert hypothesis_privacy([1], [0], even, even, delta="1e-30").epsilon == 0
