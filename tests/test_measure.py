"""The measure of `tests/measure`: its oracles are right, and on a sample no verdict is wrong."""

from __future__ import annotations

import ast
from fractions import Fraction
from math import comb, exp, expm1, factorial, log, sinh, sqrt, tanh
from pathlib import Path
from random import Random

import numpy as np
import pytest
from measure import (
    attack_interaction,
    finite,
    likelihood,
    unseen_means,
    unseen_mechanisms,
    unseen_nested,
    unseen_pairs,
    unseen_relations,
    unseen_series,
)
from measure.case import MARGINS, beside
from measure.kinds import SUITES, claim_of
from measure.likelihood import Bound, NoAnswerError, best
from measure.running import Run, decide, outcomes, resumed
from measure.summary import outcome, table

SAMPLE, SEED, SECONDS = 75, 7, 0.2
HERE = Path(__file__).parent / "measure"


@pytest.mark.parametrize("suite", SUITES)
def test_a_sample_has_no_wrong_verdict(suite: str) -> None:
    rows = [Run(suite, SEED, SECONDS).outcome(index) for index in range(SAMPLE)]
    assert [row for row in rows if outcome(row) in ("wrong", "broken")] == []
    assert sum(outcome(row) == "right" for row in rows) >= SAMPLE // 4


@pytest.mark.parametrize("suite", SUITES)
def test_claims_are_of_both_truths_and_reproducible(suite: str) -> None:
    kinds = len(SUITES[suite])
    cases = [claim_of(suite, index, SEED)[1] for index in range(3 * kinds)]
    assert cases[:kinds] == [claim_of(suite, index, SEED)[1] for index in range(kinds)]
    truths = [case.truth for case in cases]
    assert min(truths.count("true"), truths.count("false")) >= len(cases) // 4
    assert len({case.text for case in cases}) > 0.9 * len(cases)


def test_only_the_part_that_asks_imports_dpsym() -> None:
    for path in HERE.glob("*.py"):
        tree = ast.parse(path.read_text())
        names = {
            name.split(".")[0]
            for node in ast.walk(tree)
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        assert "sympy" not in names
        assert ("dpsym" in names) == (path.name == "running.py")


KL, TV = likelihood.kl(), likelihood.total_variation()
CHI, SECOND = likelihood.chi_squared(), likelihood.renyi(Fraction(2))
MIDDLE = likelihood.mixed(KL, Fraction(1), Fraction(1, 2))


@pytest.mark.parametrize(
    ("goal", "bounds", "more", "known"),
    [
        (CHI, [], {"lower": -1, "upper": 1}, expm1(1) ** 2 / exp(1)),
        (KL, [], {"lower": -1, "upper": 1}, tanh(0.5)),
        (TV, [Bound(SECOND, 0.3)], {}, sqrt(expm1(0.3)) / 2),
        (likelihood.hellinger(), [Bound(TV, 0.3, least=True)], {"smallest": True}, 1 - sqrt(0.91)),
        (MIDDLE, [Bound(TV, 0.3)], {}, 0.3 * log(2)),
    ],
)
def test_linear_programs_have_the_values_of_the_literature(goal, bounds, more, known) -> None:
    assert best(goal, bounds, **more) == pytest.approx(known, rel=1e-7)


def test_an_infinite_program_has_no_answer() -> None:
    with pytest.raises(NoAnswerError):
        best(likelihood.kl(), [Bound(likelihood.total_variation(), 0.3)])


def test_optimal_composition_agrees_with_the_product_of_laws() -> None:
    P = [Fraction(3, 4), Fraction(1, 4)]
    once = unseen_mechanisms.response(log(3))
    for epsilon in (0, 0.5, 1.5):
        direct = finite.hockey_stick(
            epsilon, finite.product(P, P, P), finite.product(*[P[::-1]] * 3)
        )
        loss = unseen_mechanisms.together(once, once, once)
        assert unseen_mechanisms.excess(loss, epsilon) == pytest.approx(float(direct), rel=1e-12)


def test_the_hockey_sticks_of_noise_agree_with_quadrature() -> None:
    normal = [unseen_mechanisms._CONTINUOUS[0][1]] * 2
    densities = [lambda x: normal[0](x, 0.75, 1.0), lambda x: normal[1](x, 0.0, 1.0)]
    goal = likelihood.hockey_stick(Fraction(1, 2))
    value = unseen_mechanisms.gaussian_excess(0.75, 0.5)
    assert unseen_mechanisms._integral(goal, densities) == pytest.approx(value, rel=1e-8)
    assert unseen_mechanisms._sampled(0.75, 1.0, 0.5) == pytest.approx(value, rel=1e-12)
    assert unseen_mechanisms._two_laplace(0.5, 1.5) == 0
    assert unseen_mechanisms._two_laplace(0.5, 0.0) > 1 - exp(-0.25)


@pytest.mark.parametrize(
    ("first", "second", "power", "known"),
    [
        (TV, KL, 2, 0.5),
        (TV, CHI, 2, 0.25),
        (KL, TV, 1, 2.0),
        (CHI, TV, 1, 2 * sinh(2)),
        (unseen_relations.triangular, likelihood.hellinger(), 1, 4.0),
    ],
)
def test_ratios_of_divergences_have_the_values_of_the_literature(first, second, power, known):
    def ratio(x, y):
        return unseen_relations._value(first, x, y) ** power / unseen_relations._value(second, x, y)

    assert unseen_relations.most(ratio, -2.0, 2.0) == pytest.approx(known, rel=1e-3)


def test_a_ratio_without_bound_has_no_answer() -> None:
    def ratio(x, y):
        return unseen_relations._value(TV, x, y) / unseen_relations._value(KL, x, y)

    with pytest.raises(NoAnswerError):
        unseen_relations.most(ratio, -1.0, 1.0)


@pytest.mark.parametrize("delta", [0.0, 0.05])
def test_a_group_of_two_is_a_pair_on_its_curve(delta: float) -> None:
    P, Q = unseen_nested.grouped(0.75, delta)
    assert (sum(P), sum(Q), min(P) >= 0, min(Q) >= 0) == (pytest.approx(1), pytest.approx(1), 1, 1)

    def step(p):
        return np.minimum(exp(0.75) * p + delta, 1 - exp(-0.75) * (1 - p - delta))

    for epsilon in (0.0, 0.5, 1.25):
        value = unseen_nested.larger(likelihood.hockey_stick(Fraction(epsilon)), (P, Q))
        curve = unseen_pairs._curve_best([step] * 2, epsilon)
        assert value == pytest.approx(curve, rel=1e-6)


def test_laws_on_the_integers_have_their_closed_forms() -> None:
    normal = [unseen_nested._integers(1.5, k, lambda x: -(x**2) / 2) for k in (2, 0)]
    keep = (normal[0] > 1e-200) & (normal[1] > 1e-200)
    second = SECOND.density(normal[0][keep], normal[1][keep]).sum()
    assert log(second) == pytest.approx(2 * 2**2 / (2 * 1.5**2), rel=1e-12)
    geometric = [unseen_nested._integers(1.0, k, lambda x: -x) for k in (1, 0)]
    assert TV.density(*geometric).sum() == pytest.approx(tanh(0.5), rel=1e-12)


_NUMBERS = {"sqrt": sqrt, "log": log, "exp": exp, "binomial": comb, "factorial": factorial}
_NUMBERS["harmonic"] = lambda n: sum(1 / i for i in range(1, n + 1))


def _holds(text: str, at: dict[str, float], exact: bool) -> bool | None:
    """Whether a claim about numbers holds at a point; nothing where its hypothesis fails."""
    given, _, then = text.rpartition(" => ")
    if given and not exact and not eval(given, _NUMBERS, at):
        return None
    return bool(eval(then, _NUMBERS, at))


def _points(rng: Random, text: str, domains: str):
    names = [part.split(" in ")[0] for part in domains.split(", ") if " in " in part]
    whole = ".." in domains
    simplex = text.startswith("x + y") and " == 1 => " in text
    for _ in range(1500):
        draws = [rng.expovariate(1.0) ** rng.choice((0.3, 1, 3)) for _ in names]
        if whole:
            yield {
                name: rng.randint(1, int(domains.rpartition("..")[2].replace("oo", "12")))
                for name in names
            }
        elif simplex:
            yield {name: d / sum(draws) for name, d in zip(names, draws, strict=True)}
        else:
            yield dict(zip(names, draws, strict=True))


@pytest.mark.parametrize("kind", unseen_means.KINDS)
def test_true_claims_about_numbers_hold_and_false_ones_fail_at_points(kind: str) -> None:
    rng, failed, false = Random(kind), 0, 0
    for _ in range(25):
        case = unseen_means.KINDS[kind](rng)
        text, _, domains = case.text.rpartition(" for ")
        simplex = text.startswith("x + y") and " == 1 => " in text
        if "==" in text and not simplex:
            continue  # no random point satisfies the equation
        values = [_holds(text, at, simplex) for at in _points(rng, text, domains)]
        if case.truth == "true":
            assert False not in values, case.text
        else:
            false += 1
            failed += False in values
    # Where the margin is a thousandth a random point can miss.
    assert failed > 0.6 * false > 3


def test_partial_sums_have_the_limits_of_their_series() -> None:
    assert unseen_series.partial(lambda i: i * 0.25**i, 1)[-1] == pytest.approx(4 / 9, rel=1e-14)
    halves = unseen_series.partial(lambda i: (-1) ** i / (i + 1), 0)
    assert (halves.max(), halves.min()) == (1, 0.5)


def test_a_tree_of_one_message_is_a_pair_of_laws() -> None:
    P, Q = [Fraction(1, 4), Fraction(3, 4)], [Fraction(1, 2), Fraction(1, 2)]
    tree = ("Message", [(p, q, None) for p, q in zip(P, Q, strict=True)])
    score = lambda p, q: max(p - q, Fraction(0))  # noqa: E731
    one = Fraction(1)
    assert attack_interaction._best((tree,), one, one, score) == Fraction(1, 4)
    assert attack_interaction._best((("Query", [tree, tree]),), one, one, score) == Fraction(1, 4)
    pair = finite.total_variation(finite.product(P, P), finite.product(Q, Q))
    assert float(attack_interaction._best((tree, tree), one, one, score)) == float(pair)


def test_what_is_zero_but_for_rounding_is_zero() -> None:
    # two computations of one number, in forty digits
    _, case = claim_of("attack", 5320, 2026128)
    assert case.text.endswith("+ (-1/10)")
    assert case.truth == "true"


def test_constants_stand_on_their_side_of_the_best_one() -> None:
    rng = Random(1)
    for _ in range(200):
        value = rng.choice((1, -1)) * 10 ** rng.uniform(-5, 5)
        for margin in MARGINS:
            assert beside(value, margin, above=True) > value > beside(value, margin, above=False)


@pytest.mark.parametrize(
    ("truth", "verdict", "came"),
    [
        ("true", "proved", "right"), ("true", "refuted", "wrong"),
        ("false", "refuted", "right"), ("false", "proved", "wrong"),
        ("true", "undecided", "undecided"), ("false", "refused", "refused"),
        ("void", "proved", "wrong"), ("void", "refuted", "wrong"), ("void", "refused", "right"),
        ("true", "crashed", "broken"), ("void", "hung", "broken"), ("false", "killed", "broken"),
    ],
)  # fmt: skip
def test_a_verdict_is_held_against_the_truth(truth: str, verdict: str, came: str) -> None:
    assert outcome({"truth": truth, "verdict": verdict}) == came


def test_what_cannot_be_read_is_refused() -> None:
    assert decide("KL(P, Q) <=", 1.0)[0] == "refused"


def test_a_run_goes_on_from_its_file(tmp_path: Path) -> None:
    run, path = Run("attack", SEED, 0.05), tmp_path / "run.jsonl"
    rows: list = []
    outcomes(run, [0, 1], 1, rows.append)
    assert sorted(row["index"] for row in rows) == [0, 1]
    assert resumed(path, run) == []
    assert "all" in table(rows)
