"""Taylor's forms of the second order: what they bound, and the boxes of proof trees they decide."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
import sympy
from coq_sessions import complaint_of_all, shared
from flint import arb
from sympy import Expr, Symbol, cosh, erfc, exp, log, sqrt, tanh
from test_coq import certificate, needs_coq

from dpsym.certificate import Node
from dpsym.coq.export import source
from dpsym.enclosure import compile_balls, precision
from dpsym.kernel.scalar import check_scalar
from dpsym.language.parser import parse_claim
from dpsym.provers.elaboration.elaborator import certify_scalar
from dpsym.provers.inequality import goals_of
from dpsym.provers.scalar import Goal, Step, boxes, division, rules
from dpsym.provers.scalar.expansions import ORDERS, ball, form, places
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region

x, y = Symbol("x"), Symbol("y")
FUNCTIONS: tuple[Expr, ...] = (
    exp(x) * (1 + y) - x * y,
    x * tanh(x - y) - x**2 / 2,
    log(1 + x * y) - x * y,
    sqrt(1 + x**2 + y) - x * y,
    (x - y) ** 3 + x * y**3,
    erfc(x) * cosh(y) - x**y,
)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("place", range(len(FUNCTIONS)))
def test_no_value_on_a_box_is_below_the_form(place: int, order: int) -> None:
    expr, draw = FUNCTIONS[place], random.Random(place)
    written = form(expr, [x, y], order)
    assert written is not None
    run, value = compile_balls(*written), sympy.lambdify((x, y), expr, "mpmath")
    for _ in range(40):
        width = Fraction(1, draw.choice((1, 5, 20, 80)))
        box = [(low, low + width) for low in (Fraction(draw.randint(1, 60), 40) for _ in "xy")]
        with precision(80):
            bound = run([ball(side) for side in places(box, order)]).lower()
        for _ in range(8):
            point = [low + Fraction(draw.randint(0, 16), 16) * (high - low) for low, high in box]
            with mpmath.workdps(30):
                at = value(*(mpmath.mpf(p.numerator) / p.denominator for p in point))
                assert bound <= arb(str(at + mpmath.mpf(10) ** -20))


def goal_of(text: str) -> Goal:
    claim = parse_claim(text)
    (goal,) = goals_of(claim, claim.conclusions[0])
    return goal


def tree_of(goal: Goal) -> list[str]:
    detail = boxes.cover(goal, time.thread_time() + 60)
    return [] if detail is None else str(dict(detail)["tree"]).split()


NEAR = {
    "a narrow gap": "exp(x) + exp(-x) - 2 - x**2 >= -0.0001 for x in [-1, 2]",
    "two variables": "exp((x + y)/2) + exp(-(x + y)/2) <= exp(x*y/2)*(exp((x - y)/2) "
    "+ exp((y - x)/2)) + 0.001 for x in [0, 2], y in [0, 2]",
}


@pytest.mark.parametrize("name", NEAR)
def test_the_second_order_needs_a_fourth_of_the_boxes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    goal = goal_of(NEAR[name])
    few = tree_of(goal)
    monkeypatch.setattr(boxes, "ORDERS", ORDERS[:2])
    many = tree_of(goal)
    assert "t" in few
    assert "t" not in many
    assert 4 * len(few) < len(many)


def test_a_zero_inside_is_one_box_for_the_second_order_and_no_number_for_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goal = goal_of("cosh(x) >= 1 + x**2/4 for x in [-1, 1]")
    assert tree_of(goal) == ["t"]
    monkeypatch.setattr(boxes, "ORDERS", ORDERS[:2])
    assert tree_of(goal) == []


WITHOUT_BOXES = {
    "p*log(p) - p*log(q) + (1 - p)*log(1 - p) - (1 - p)*log(1 - q) >= 2*(p - q)**2 "
    "for p in (0, 1), q in (0, 1)",
    "p*log(p) - p*log(q) + q - p >= z*(p - q)**2/2 for p in (0, 1), q in (0, 1), z in [1/2, 1)",
}
"""Zero where p and q are equal, which balls do not see."""
WITH_BOXES = {
    "cosh(x) + cosh(y) >= 2 + (x**2 + y**2)/4 for x in [-1, 1], y in [-1, 1]",
    "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) + 1 > 0 for p in [1/4, 1/2], q in [1/4, 1/2]",
    "x - y + exp(z) >= -1/100 for x in [0, 1], y in [0, 1], z in [0, 1]",
    "log(x) - log(y) >= 0 for x in [2, 3], y in [1, 3/2]",
}


@pytest.mark.parametrize("text", sorted(WITHOUT_BOXES | WITH_BOXES))
def test_no_box_is_cut_where_balls_do_not_see_a_zero(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Goal] = []
    cover = boxes.cover
    monkeypatch.setattr(boxes, "cover", lambda goal, at: asked.append(goal) or cover(goal, at))
    goal = goal_of(text)
    search = Search(60, rules.attempt, lambda _: None)
    step = division.boxes(search, goal, Region.of(goal), 1)
    assert bool(asked) == (text in WITH_BOXES)
    assert (step is not None) == (text in WITH_BOXES)
    assert step is not None or tree_of(goal) == []


AT_A_CORNER = {
    "x*log(x) + 1/2 >= 0 for x in [0, 1]": False,
    "x*y*log(x*y) + 1/2 >= 0 for x in [0, 1], y in [0, 1]": False,
    "sqrt(2)*(x + y) - x**2 > 0 for x in [0, 1], y in [0, 1]": False,
    "x + y >= 1/2 => x*log(x + y) + 1/2 >= 0 for x in [0, 1], y in [0, 1]": True,
    "101*x**(67/19)/2436 - 83*x/920 + 101/1800 >= 0 for x in [0, 1]": True,
}
"""Whether boxes decide: not where there is no value, or zero, unless a condition fails there."""


@pytest.mark.parametrize("text", sorted(AT_A_CORNER))
def test_no_box_is_cut_where_none_is_decided_that_holds_a_corner(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[object] = []
    halve = boxes._halve
    monkeypatch.setattr(boxes, "_halve", lambda node, *at: cut.append(node) or halve(node, *at))
    tree = tree_of(goal_of(text))
    assert bool(tree) == AT_A_CORNER[text]
    assert tree or not cut


CHECKED = (
    *NEAR.values(),
    "cosh(x) >= 1 + x**2/4 for x in [-1, 1]",
    "x*y*exp(-x) + 0.01 + (x - y)**2 > 0 for x in [-0.1, 1], y in [0, 1]",
    "exp(t) - 1 - t + 0.0001*d**2 >= 0 for t in [-1, 2], d in [1, 2]",
)


def closed(text: str) -> Any:
    goal = goal_of(text)
    detail = boxes.cover(goal, time.thread_time() + 60)
    assert detail is not None
    assert "t" in dict(detail)["tree"]
    return Step("boxes", goal, detail).to_json()


@pytest.mark.parametrize("text", CHECKED)
def test_the_kernel_accepts_the_trees(text: str) -> None:
    check_scalar(*certify_scalar(closed(text)))


@shared
def trees() -> Mapping[str, str]:
    """The Coq files of two of them, by title."""
    claims = (
        "1 - 2/(exp(2*x) + 1) <= x for x in [0.1, 20]",
        "exp(t) - 1 - t + 0.01*d**2 >= 0 for t in [-1, 2], d in [1, 2]",
    )
    texts = {}
    for claim in claims:
        goal, proof = certify_scalar(closed(claim))
        listed = ", ".join(f"{name} in {domain}" for name, domain in goal["domains"].items())
        stated = f"0 <= {goal['expression']} for {listed}"
        title, tree = f"tree_{len(texts)}", Node("scalar", stated, {"proof": proof})
        texts[title] = source(certificate(tree), title)
    return texts


@needs_coq
def test_coq_accepts_the_trees(coq_folder: Path) -> None:
    assert not complaint_of_all(coq_folder, "trees", trees())
