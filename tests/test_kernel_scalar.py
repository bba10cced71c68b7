"""The kernel's scalar rules: each accepts a proof, and rejects it after every small change."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Expr, Integer, Rational, S, Symbol

from dpsym.certification.scalar import certify_scalar
from dpsym.certification.scalar_text import goal_json, goal_of
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar import check_scalar
from dpsym.kernel.scalar_normal import vanishes
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.scalar_rules import RULES
from dpsym.language.domains import Integers, Interval
from dpsym.language.parser import parse_expression
from dpsym.provers import scalar
from dpsym.provers.scalar import Closed, Goal

Json = dict[str, Any]
RANGE: Json = {"rule": "range"}


def goal(
    expression: str, /, relation: str = ">=", conditions: tuple[str, ...] = (), **domains: str
) -> Json:
    return {
        "expression": expression,
        "domains": domains,
        "conditions": list(conditions),
        "positives": [],
        "relation": relation,
    }


X = "[0, oo)"
EXP = {"rule": "monotone", "variable": "x", "end": "lower", "lower": RANGE, "slope": RANGE}
PROOFS: dict[str, tuple[Json, Json]] = {
    "range": (goal("exp(x) - 1", x=X), RANGE),
    "sum": (
        goal("exp(2*x) - exp(x)", x=X),
        {"rule": "sum", "terms": [["exp(x)", "exp(x) - 1", RANGE]]},
    ),
    "replace": (
        goal("log((1 - exp(2*x))/(1 - exp(x)))", x="(0, oo)"),
        {
            "rule": "have",
            "fact": "(1 - exp(2*x))/(1 - exp(x))",
            "strict": True,
            "free": True,
            "proof": {"rule": "sum", "terms": [["1", "1 + exp(x)", RANGE]]},
            "then": {
                "rule": "replace",
                "old": "(1 - exp(2*x))/(1 - exp(x))",
                "new": "1 + exp(x)",
                "proof": RANGE,
            },
        },
    ),
    "have": (
        goal("log(x*(x - 2) + 2)", x=X),
        {
            "rule": "have",
            "fact": "x*(x - 2) + 1",
            "strict": False,
            "free": True,
            "proof": {"rule": "sum", "terms": [["(x - 1)**2", "1", RANGE]]},
            "then": {
                "rule": "have",
                "fact": "x*(x - 2) + 2",
                "strict": True,
                "free": False,
                "proof": {
                    "rule": "sum",
                    "terms": [["1", "1", RANGE], ["1", "x*(x - 2) + 1", RANGE]],
                },
                "then": {
                    "rule": "replace",
                    "old": "x*(x - 2) + 2",
                    "new": "1 + (x - 1)**2",
                    "proof": RANGE,
                },
            },
        },
    ),
    "monotone": (goal("exp(x) - 1 - x", x=X), EXP),
    "monotone to infinity": (
        goal("1/x - 1/(x + 1)", x="(0, oo)"),
        {
            "rule": "monotone",
            "variable": "x",
            "end": "upper",
            "form": "1/x - 1/(x + 1)",
            "limit": "0",
            "upper": RANGE,
            "slope": {
                "rule": "sum",
                "terms": [["(2*x + 1)/(x**2*(x + 1)**2)", "1", RANGE]],
            },
        },
    ),
    "unimodal": (
        goal("x*(1 - x)", x="[0, 1]"),
        {
            "rule": "unimodal",
            "variable": "x",
            "factor": "1 - 2*x",
            "weight": "1",
            "falling": RANGE,
            "lower": RANGE,
            "upper": RANGE,
        },
    ),
    "stationary": (
        goal("x - 1 - log(x)", x="(0, oo)"),
        {
            "rule": "stationary",
            "variable": "x",
            "factor": "1 - 1/x",
            "weight": "1",
            "at": "1",
            "rising": RANGE,
            "lowest": RANGE,
        },
    ),
    "square": (
        goal("x + 1 - sqrt(4*x)", x=X),
        {
            "rule": "square",
            "part": "x + 1",
            "difference": "(x - 1)**2",
            "first": RANGE,
            "second": RANGE,
        },
    ),
    "cases": (
        goal("Max(x, 1 - x) - x", x="[0, 1]"),
        {
            "rule": "cases",
            "on": "2*x - 1",
            "nonnegative": {"rule": "sum", "terms": []},
            "negative": {"rule": "sum", "terms": [["1", "-(2*x - 1)", RANGE]]},
        },
    ),
    "void": (
        goal("-1 - y", conditions=("-1 - x",), x=X, y=X),
        {"rule": "void", "fact": 0, "proof": RANGE},
    ),
    "split": (
        goal("x*(exp(x) - 1)", x="(-oo, oo)"),
        {"rule": "split", "variable": "x", "at": "0", "below": RANGE, "above": RANGE},
    ),
    "face": (
        goal("x**2", x="[0, 1]"),
        {
            "rule": "face",
            "variable": "x",
            "end": "lower",
            "at": RANGE,
            "rest": {"rule": "sum", "terms": [["x**3", "1/x", RANGE]]},
        },
    ),
    "exhaust": (
        goal("2**k - k", k="1..3"),
        {"rule": "exhaust", "variable": "k", "proofs": [RANGE, RANGE, RANGE]},
    ),
    "induction": (
        goal("harmonic(k) - 1", k="1..oo"),
        {
            "rule": "induction",
            "variable": "k",
            "first": RANGE,
            "rise": {"rule": "sum", "terms": [["1/(k + 1)", "1", RANGE]]},
        },
    ),
    "enlarge": (
        goal("k - 1/2", k="1..oo"),
        {"rule": "enlarge", "domains": {"k": "[1, oo)"}, "facts": [], "proof": RANGE},
    ),
    "substitute": (
        goal("x*x - x", x="[1, oo)"),
        {
            "rule": "substitute",
            "variable": "x",
            "value": "1 + s",
            "new": "s",
            "domain": "[0, oo)",
            "inverse": "x - 1",
            "proof": {"rule": "sum", "terms": [["1 + s", "s", RANGE]]},
        },
    ),
    "generalize": (
        goal("exp(x**2) - 1 - x**2", x="(-oo, oo)"),
        {
            "rule": "generalize",
            "new": "t",
            "domain": "[0, oo)",
            "value": "x**2",
            "form": "exp(t) - 1 - t",
            "facts": [],
            "proof": {**EXP, "variable": "t"},
        },
    ),
    "boxes": (
        goal("x**2 - x + 1/3", x="[0, 1]"),
        {"rule": "boxes", "tree": "x x d m x m m"},
    ),
}


@pytest.mark.parametrize("name", PROOFS)
def test_every_rule_accepts_its_example(name: str) -> None:
    check_scalar(*PROOFS[name])


def test_every_rule_has_an_example() -> None:
    assert set(RULES) == {rule for _, proof in PROOFS.values() for rule in _rules(proof)}


def _rules(proof: Json) -> Iterator[str]:
    if "rule" in proof:
        yield proof["rule"]
    for part in proof.values():
        if isinstance(part, dict):
            yield from _rules(part)


# what is put in the place of what, and the goal that becomes false or the step that breaks
TAMPERED: dict[str, list[tuple[str, Any]]] = {
    "range": [
        ("goal.expression", "exp(x) - 2"),
        ("goal.domains.x", "[-1, oo)"),
        ("goal.relation", ">"),
    ],
    "sum": [
        ("proof.terms.0.0", "-exp(x)"),
        ("proof.terms.0.0", "2*exp(x)"),
        ("proof.terms.0.1", "exp(x) - 2"),
        ("proof.terms", []),
        ("goal.domains.x", "[-1, oo)"),
        ("goal.relation", ">"),
    ],
    "replace": [
        ("proof.then.new", "2 + exp(x)"),
        ("proof.then.old", "1 - exp(x)"),
        ("goal.domains.x", X),
    ],
    "have": [
        ("proof.fact", "x*(x - 2)"),
        ("proof.then.strict", False),
        ("proof.then.fact", "x - 2"),
        ("proof.proof.terms.0.0", "(x - 2)**2"),
    ],
    "monotone": [
        ("proof.end", "upper"),
        ("proof.variable", "y"),
        ("goal.expression", "exp(x) - 1 - 2*x"),
        ("goal.domains.x", "[-1, oo)"),
        ("goal.expression", "exp(x) - 2 - x"),
        ("goal.relation", ">"),
    ],
    "monotone to infinity": [
        ("proof.limit", "1"),
        ("proof.form", "1/x"),
        ("goal.expression", "1/(x + 1) - 1/x"),
        ("proof.end", "lower"),
    ],
    "unimodal": [
        ("proof.factor", "1 - x"),
        ("proof.weight", "2"),
        ("goal.domains.x", "[0, 2]"),
        ("goal.expression", "x*(x - 1)"),
        ("goal.relation", ">"),
    ],
    "stationary": [
        ("proof.at", "2"),
        ("proof.factor", "1 - 1/x**2"),
        ("goal.expression", "x - 2 - log(x)"),
        ("goal.domains.x", "[0, oo)"),
        ("goal.domains.x", "(1, oo)"),
        ("goal.relation", ">"),
    ],
    "square": [
        ("proof.part", "x"),
        ("proof.difference", "(x - 1)**2 + 1"),
        ("goal.expression", "x + 1 - sqrt(5*x)"),
        ("goal.relation", ">"),
    ],
    "cases": [
        ("proof.on", "2*x - 3"),
        ("goal.expression", "Max(x, 1 - x) - 1"),
        ("proof.negative", {"rule": "sum", "terms": []}),
    ],
    "void": [("goal.conditions.0", "1 - x"), ("proof.fact", 1), ("goal.domains.x", "[-1, oo)")],
    "split": [
        ("proof.at", "1"),
        ("proof.at", "-1"),
        ("proof.variable", "y"),
        ("goal.relation", ">"),
    ],
    "face": [("proof.end", "upper"), ("goal.domains.x", "[-1, 1]"), ("goal.relation", ">")],
    "exhaust": [
        ("proof.proofs", [RANGE, RANGE]),
        ("goal.domains.k", "1..4"),
        ("goal.domains.k", "1..oo"),
        ("goal.expression", "2**k - k - 2"),
    ],
    "induction": [
        ("proof.rise.terms.0.0", "1/k"),
        ("goal.expression", "harmonic(k) - 2"),
        ("goal.expression", "1 - harmonic(k)"),
        ("goal.domains.k", "0..oo"),
        ("goal.domains.k", "[1, oo)"),
    ],
    "enlarge": [
        ("proof.domains.k", "[2, oo)"),
        ("proof.domains.k", "[1, 9]"),
        ("proof.domains.k", "(1, oo)"),
        ("proof.domains.k", "[0, oo)"),
        ("goal.domains.k", "0..oo"),
    ],
    "substitute": [
        ("proof.inverse", "x - 2"),
        ("proof.inverse", "x"),
        ("proof.domain", "[1, oo)"),
        ("proof.domain", "(0, oo)"),
        ("proof.value", "2 + s"),
        ("goal.domains.x", "[0, oo)"),
        ("proof.new", "x*x"),
    ],
    "generalize": [
        ("proof.value", "x"),
        ("proof.form", "exp(t) - 1"),
        ("proof.domain", "(0, oo)"),
        ("proof.new", "x"),
        ("proof.facts", [["t - 1", False]]),
        ("goal.expression", "exp(x) - 1 - x**2"),
    ],
    "boxes": [
        ("proof.tree", "d"),
        ("proof.tree", "x d x m d"),
        ("proof.tree", "x x d m x m"),
        ("proof.tree", "x x d m x m m d"),
        ("proof.tree", "x x d d x m m"),
        ("goal.expression", "x**2 - x + 1/5"),
        ("goal.domains.x", "[0, oo)"),
    ],
}


@pytest.mark.parametrize(
    ("name", "place", "value"), [(n, p, v) for n, cases in TAMPERED.items() for p, v in cases]
)
def test_a_changed_goal_or_proof_is_rejected(name: str, place: str, value: Any) -> None:
    both = copy.deepcopy(dict(zip(("goal", "proof"), PROOFS[name], strict=True)))
    *path, last = place.split(".")
    inner: Any = both
    for word in path:
        inner = inner[int(word)] if isinstance(inner, list) else inner[word]
    inner[int(last) if isinstance(inner, list) else last] = value
    with pytest.raises(Rejected):
        check_scalar(both["goal"], both["proof"])


def test_every_rule_is_tampered_with() -> None:
    assert set(TAMPERED) == set(PROOFS)


FALSE = [
    goal("exp(x) - 1 - x - x**2", x="[0, 1]"),
    goal("1 - x*exp(x)", x="[0, 1]"),
    goal("-x**2", x="[0, 1]"),
    goal("log(x)", x="(0, 2]"),
    goal("sqrt(x) - x", x="[0, 2]"),
]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.sampled_from(FALSE), st.integers(0, 10**9))
def test_no_random_proof_of_a_false_goal_is_accepted(false: Json, seed: int) -> None:
    with pytest.raises(Rejected):
        check_scalar(false, _random_proof(random.Random(seed), 3))


def _random_proof(dice: random.Random, depth: int) -> Json:
    if depth == 0:
        return dice.choice(
            [RANGE, {"rule": "sum", "terms": []}, {"rule": "boxes", "tree": "x d m"}]
        )
    deeper = lambda: _random_proof(dice, depth - 1)  # noqa: E731
    text = lambda: dice.choice(["1", "x", "exp(x)", "x - 1", "1 - x", "log(x)", "-x", "x**2"])  # noqa: E731
    side = dice.choice(["lower", "upper"])
    rule = dice.choice(
        [
            {"rule": "monotone", "end": side, side: deeper(), "slope": deeper()},
            {
                "rule": "unimodal",
                "factor": text(),
                "weight": text(),
                "falling": deeper(),
                "lower": deeper(),
                "upper": deeper(),
            },
            {
                "rule": "stationary",
                "factor": text(),
                "weight": text(),
                "at": "1/2",
                "rising": deeper(),
                "lowest": deeper(),
            },
            {"rule": "sum", "terms": [[text(), text(), deeper()]]},
            {
                "rule": "have",
                "fact": text(),
                "strict": False,
                "free": True,
                "proof": deeper(),
                "then": deeper(),
            },
            {"rule": "cases", "on": text(), "nonnegative": deeper(), "negative": deeper()},
            {"rule": "void", "fact": 0, "proof": deeper()},
            {"rule": "split", "at": "1/2", "below": deeper(), "above": deeper()},
            {"rule": "face", "end": side, "at": deeper(), "rest": deeper()},
            {"rule": "enlarge", "domains": {"x": X}, "facts": [0], "proof": deeper()},
            {
                "rule": "square",
                "part": text(),
                "difference": text(),
                "first": deeper(),
                "second": deeper(),
            },
            {
                "rule": "generalize",
                "new": "t",
                "domain": X,
                "value": text(),
                "form": "t",
                "facts": [],
                "proof": deeper(),
            },
        ]
    )
    return {"variable": "x", **rule}


@pytest.mark.parametrize(
    "malformed",
    [
        {},
        {"rule": "none"},
        {"rule": "sum"},
        {"rule": "boxes", "tree": 3},
        {"rule": "have", "fact": []},
        {"rule": "split", "variable": "x", "at": "0", "below": 1, "above": []},
    ],
)
def test_malformed_proofs_are_rejected(malformed: Json) -> None:
    with pytest.raises(Rejected):
        check_scalar(PROOFS["split"][0], malformed)


def test_a_rejection_names_the_node() -> None:
    with pytest.raises(Rejected) as caught:
        check_scalar(goal("exp(x) - 1 - 2*x", x=X), EXP)
    assert caught.value.path == (1,)


HEADS = {
    "exp": mpmath.exp,
    "log": mpmath.log,
    "sinh": mpmath.sinh,
    "cosh": mpmath.cosh,
    "tanh": mpmath.tanh,
    "erf": mpmath.erf,
    "erfc": mpmath.erfc,
    "Phi": mpmath.ncdf,
    "sqrt": mpmath.sqrt,
}


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(HEADS)), st.integers(-3000, 3000))
def test_ranges_contain_the_value(name: str, count: int) -> None:
    value = Rational(abs(count) + 1 if name in ("log", "sqrt") else count, 200)
    expr = parse_expression(f"{name}({value})")
    assert isinstance(expr, Expr)
    found = Region({}).range(expr)
    with mpmath.workdps(60):
        right = HEADS[name](mpmath.mpf(int(value.p)) / int(value.q))
        low, high = (mpmath.mpf(e.numerator) / e.denominator for e in (found.lower, found.upper))
        assert low <= right <= high
        assert high - low <= mpmath.mpf(10) ** -9 * abs(right) + mpmath.mpf(10) ** -28


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(-8, 8), st.integers(1, 9), st.integers(1, 9), st.data())
def test_ranges_contain_every_value_of_the_domain(
    low: int, width: int, place: int, data: Any
) -> None:
    x = Symbol("x")
    source = data.draw(
        st.sampled_from(
            [
                "x**2 - x",
                "x**3*(1 - x)",
                "1/(x**2 + 1) - x",
                "Abs(x) - Max(x, 1)",
                "exp(-x**2)*x",
                "(x - 2)**4/(3 + Abs(x))",
            ]
        )
    )
    expr = parse_expression(source)
    assert isinstance(expr, Expr)
    found = Region({x: Interval(Integer(low), Integer(low + width))}).range(expr)
    inner = expr.xreplace({x: low + Rational(width * place, 9)})
    here = Region({}).range(inner)
    assert found.lower <= here.upper
    assert here.lower <= found.upper


IDENTITIES = [
    "sqrt(x)*sqrt(x) - x",
    "log(exp(x) + 1) - x - log(1 + exp(-x))",
    "tanh(x/2) - (exp(x) - 1)/(exp(x) + 1)",
    "1/(1 + 1/(1 + x)) - (1 + x)/(2 + x)",
    "sqrt(8)*sqrt(x**2*y) - 2*sqrt(2)*x*sqrt(y)",
    "exp(x + log(y)) - y*exp(x)",
    "x**y*x - x**(y + 1)",
    "(x**2 - y**2)/(x - y) - x - y",
    "erf(x) + erfc(x) - 1",
    "harmonic(k + 2) - harmonic(k) - 1/(k + 1) - 1/(k + 2)",
    "Max(x, -y) - x",
]


@pytest.mark.parametrize("source", IDENTITIES)
def test_the_normal_form_knows_identities_and_no_others(source: str) -> None:
    positive = Interval(S.Zero, S.Infinity, True, True)
    region = Region(
        {Symbol("x"): positive, Symbol("y"): positive, Symbol("k"): Integers(S.One, S.Infinity)}
    )
    expr = parse_expression(source)
    assert isinstance(expr, Expr)
    assert vanishes(expr, region)
    assert not vanishes(expr + Symbol("x") / 1000, region)


def test_roots_of_squares_need_a_sign() -> None:
    x = Symbol("x")
    expr = parse_expression("sqrt(x**2) - x")
    assert isinstance(expr, Expr)
    assert not vanishes(expr, Region({x: Interval(-S.One, S.One)}))
    assert vanishes(expr, Region({x: Interval(S.Zero, S.One)}))


PROVED = [
    goal("x**2/2 - log(cosh(x))", x=X),
    goal("x*y/2 - log(cosh(x/2 + y/2)/cosh(x/2 - y/2))", x=X, y=X),
    goal("x - 1 - log(x)", x="(0, oo)"),
    goal("x**3 - 3*x + 2", x="[0, oo)"),
    goal("sqrt(x + 1) - sqrt(x)", x=X),
    goal("log(k + 1) - log(k) - 1/(k + 1)", k="1..oo"),
    goal("2*x - Max(0, x)", x=X),
]


@pytest.mark.parametrize("asked", PROVED, ids=lambda g: g["expression"])
def test_a_proof_of_the_prover_becomes_one_of_the_kernel(asked: Json) -> None:
    domains = tuple((Symbol(n), _domain(text)) for n, text in asked["domains"].items())
    expression = parse_expression(asked["expression"])
    assert isinstance(expression, Expr)
    answer = scalar.prove(Goal(expression, domains), seconds=60)
    assert isinstance(answer, Closed)
    whole, proof = certify_scalar(answer.to_json())
    assert whole == goal_json(goal_of(answer.to_json()["goal"]))
    check_scalar(whole, proof)


def _domain(text: str) -> Any:
    from dpsym.language.parser import parse_domain

    return parse_domain(text)
