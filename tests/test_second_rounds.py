"""Two rounds of which the second is chosen by the answer of the first."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, log
from typing import Any

import pytest

from dpsym import Proved, Refuted, check
from dpsym.language.parser import parse_claim
from dpsym.provers.search.families import second_rounds
from dpsym.provers.search.second_rounds import SIZES

Pairs = list[tuple[float, float]]
TOTAL = (
    "RenyiDP(M, 1, 1/2) and RenyiDP(N, 1, 1/2) => TotalVariationDP(Compose(M, N), {})",
    "57/100",
    "71/100",
)
RANGE = (
    "BoundedRange(M, 1) and BoundedRange(N, 1) => ApproxDP(Compose(M, N), 0, {})",
    "29/100",
    "36/100",
)


def _messages(mechanism: Any) -> list[Pairs]:
    """The masses of the answers to each question."""
    root = mechanism.args[0]
    asked = root.args if type(root).__name__ == "Query" else (root,)
    return [[(float(p), float(q)) for p, q in said.args] for said in asked]


def _seen(first: Pairs, questions: list[Pairs]) -> list[Pairs]:
    """What is seen by each way to ask the second mechanism after an answer of the first."""
    ways = product(range(len(questions)), repeat=len(first))
    return [
        [(p * r, q * s) for (p, q), at in zip(first, way, strict=True) for r, s in questions[at]]
        for way in ways
    ]


def _variation(laws: Pairs) -> float:
    return sum(abs(p - q) for p, q in laws) / 2


def _mean(laws: Pairs) -> float:
    return sum(p * log(p / q) for p, q in laws if p)


def _spread(laws: Pairs) -> float:
    """The least t with which the loss is seen to be t-subgaussian about its mean."""
    mean = _mean(laws)
    sizes = [sign * step / 20 for step in range(1, 200) for sign in (1, -1)]
    return float(
        max(
            2 * log(sum(p * exp(z * (log(p / q) - mean)) for p, q in laws if p)) / z**2
            for z in sizes
        )
        ** 0.5
    )


def _turned(laws: Pairs) -> Pairs:
    return [(q, p) for p, q in laws]


def _refuted(text: str) -> tuple[list[Pairs], list[Pairs], dict[str, Any]]:
    verdict = check(text, budget=20)
    assert isinstance(verdict, Refuted)
    assert verdict.witness is not None
    point = dict(verdict.witness.point)
    return _messages(point["M"]), _messages(point["N"]), point


@pytest.mark.parametrize(
    ("form", "bound", "measure"),
    [
        (TOTAL[0], TOTAL[1], lambda laws: max(_mean(laws), _mean(_turned(laws))) / 0.5),
        (
            RANGE[0],
            RANGE[1],
            lambda laws: max(log(p / q) for p, q in laws) - min(log(p / q) for p, q in laws),
        ),
    ],
)
def test_choosing_the_second_round_tells_more(form: str, bound: str, measure: Any) -> None:
    """Each answer is within what is assumed; only where the question is chosen the bound fails."""
    (first,), questions, _ = _refuted(form.format(bound))
    assert len(questions) == 2
    assert max(map(measure, [first, *questions])) <= 1
    value = float(Fraction(bound))
    assert max(map(_variation, _seen(first, questions))) > value
    assert all(_variation(_seen(first, [asked])[0]) < value for asked in questions)


@pytest.mark.parametrize(("form", "bound"), [(TOTAL[0], TOTAL[2]), (RANGE[0], RANGE[2])])
def test_bounds_that_no_choice_exceeds_are_proved(form: str, bound: str) -> None:
    assert isinstance(check(form.format(bound), budget=20), Proved)


def test_the_mean_of_the_second_loss_may_depend_on_the_first_answer() -> None:
    """So that widths of the losses about their means do not add as those of independent ones."""
    (first,), questions, point = _refuted(
        "MeanCDP(M, m, t) and PureDP(N, e)"
        " => MeanCDP(Compose(M, N), m + e*tanh(e/2), sqrt(t**2 + e**2))"
    )
    mean, width, loss = (float(point[name]) for name in ("m", "t", "e"))
    for laws in (first, _turned(first)):
        assert _mean(laws) <= mean
        assert _spread(laws) <= width
    assert all(abs(log(p / q)) <= loss for asked in questions for p, q in asked)
    seen = [laws for way in _seen(first, questions) for laws in (way, _turned(way))]
    assert max(map(_spread, seen)) > (width**2 + loss**2) ** 0.5


@pytest.mark.parametrize(
    "text",
    [
        "MeanCDP(M, m, t) => MeanCDP(Compose(M, 2), 2*m, 2*t)",
        "MeanCDP(M, m, t) => MeanCDP(Compose(M, k), k*m, sqrt(k)*t)",
        "RenyiDP(M, 2, 1) and PureDP(N, 1) => ApproxDP(Compose(M, N), 1, d) for d in [1/2, 1]",
    ],
)
def test_a_choice_is_tried_where_it_may_tell_more(text: str) -> None:
    found = list(second_rounds(parse_claim(text)))
    assert len(found) == len(SIZES)
    assert all(space.view is not None for space in found)


@pytest.mark.parametrize(
    "text",
    [
        "PureDP(M, e) and ApproxDP(N, e, d) => ApproxDP(Compose(M, N), 2*e, d)",
        "RenyiDP(M, 2, t) and RenyiDP(N, 2, t) => RenyiDP(Compose(M, N), 2, t)",
        "RenyiDP(M, 2, t) => ApproxDP(Compose(M, 3), 1, t)",
        "RenyiDP(M, 2, t) => ApproxDP(Compose(M, RandomizedResponse(1)), 1, t)",
        "RenyiDP(Group(M, 2), 2, t) => ApproxDP(Compose(M, 2), 1, t)",
        "RenyiDP(M, 2, t) => ApproxDP(M, 1, t)",
    ],
)
def test_no_choice_is_tried_where_none_tells_more_or_none_is_known(text: str) -> None:
    assert not list(second_rounds(parse_claim(text)))
