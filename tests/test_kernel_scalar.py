"""The kernel's scalar rules: each accepts a proof, and rejects it after every small change."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from operator import add, mul
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Expr, Rational, Symbol

from dpsym.kernel.rejection import Rejected, UndefinedError
from dpsym.kernel.scalar import check_scalar
from dpsym.kernel.scalar_facts import FactRegion
from dpsym.kernel.scalar_intervals import INF, Range
from dpsym.kernel.scalar_normal import normal, vanishes
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.scalar_rules import RULES
from dpsym.kernel.term import name, number
from dpsym.kernel.term_reading import read_ends, read_term
from dpsym.kernel.term_reduction import plus, put, times
from dpsym.language.parser import parse_expression
from dpsym.provers import scalar
from dpsym.provers.elaboration.elaborator import certify_scalar
from dpsym.provers.elaboration.forms import is_negative_somewhere
from dpsym.provers.elaboration.text import goal_json, goal_of
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
EXP = {
    "rule": "slope",
    "variable": "x",
    "shape": "rising",
    "factor": "exp(x) - 1",
    "weight": "1",
    "lower": RANGE,
    "slope": RANGE,
}
DOWN = {
    "rule": "slope",
    "shape": "falling",
    "factor": "-1",
    "weight": "1",
    "upper": RANGE,
    "slope": RANGE,
}
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
    "slope, rising": (goal("exp(x) - 1 - x", x=X), EXP),
    "slope, falling to infinity": (
        goal("1/x - 1/(x + 1)", x="(0, oo)"),
        {
            "rule": "slope",
            "variable": "x",
            "shape": "falling",
            "factor": "-1",
            "weight": "(2*x + 1)/(x**2*(x + 1)**2)",
            "form": "1/x - 1/(x + 1)",
            "limit": "0",
            "upper": RANGE,
            "slope": RANGE,
        },
    ),
    "slope, hill": (
        goal("x*(1 - x)", x="[0, 1]"),
        {
            "rule": "slope",
            "variable": "x",
            "shape": "hill",
            "factor": "1 - 2*x",
            "weight": "1",
            "slope": RANGE,
            "lower": RANGE,
            "upper": RANGE,
        },
    ),
    "slope, hill, strict": (
        goal("1 + x - x**2", ">", x="[0, 1]"),
        {
            "rule": "slope",
            "variable": "x",
            "shape": "hill",
            "factor": "1 - 2*x",
            "weight": "1",
            "slope": RANGE,
            "lower": RANGE,
            "upper": RANGE,
        },
    ),
    "slope, from next to an end": (
        goal("x**2/x - x**3/(2*x)", x="(0, 1)"),
        {
            "rule": "slope",
            "variable": "x",
            "shape": "rising",
            "factor": "1 - x",
            "weight": "1",
            "near": {"lower": {"until": "1", "rate": "1"}},
            "lower": {"rule": "sum", "terms": [["x", "2 - x/2", RANGE]]},
            "slope": RANGE,
        },
    ),
    "slope, to next to an end, strictly": (
        goal("(1 - x)**2/(1 - x) - (1 - x)**3/(2 - 2*x)", ">", x="[0, 1)"),
        {
            "rule": "slope",
            "variable": "x",
            "shape": "falling",
            "factor": "-x",
            "weight": "1",
            "strict": True,
            "near": {"upper": {"until": "1/2", "rate": "1"}},
            "upper": {"rule": "sum", "terms": [["1 - x", "3/2 + x/2", RANGE]]},
            "slope": RANGE,
        },
    ),
    "root of a square": (
        goal("sqrt(4 + x**2) + x - 2", x=X),
        RANGE,
    ),
    "sum, of a size": (
        goal("Abs(y*x)**3 - y**2*x**3*Max(y, -y)", x=X, y="(-oo, oo)"),
        {"rule": "sum", "terms": []},
    ),
    "slope, valley": (
        goal("x - 1 - log(x)", x="(0, oo)"),
        {
            "rule": "slope",
            "variable": "x",
            "shape": "valley",
            "factor": "1 - 1/x",
            "weight": "1",
            "at": "1",
            "slope": RANGE,
            "least": RANGE,
        },
    ),
    "sum, of a sum": (
        goal("x*Sum(exp(x*j), (j, 0, k - 1)) + exp(x*k) - exp(x*k)", x=X, k="1..oo"),
        {"rule": "sum", "terms": [["x", "Sum(exp(x*j), (j, 0, k - 1))", RANGE]]},
    ),
    "induction, on a sum": (
        goal("2 - Sum(2**(-j), (j, 0, k))", k="0..oo"),
        {
            "rule": "have",
            "fact": "2 - 2**(-k) - Sum(2**(-j), (j, 0, k))",
            "strict": False,
            "free": True,
            "proof": {
                "rule": "induction",
                "variable": "k",
                "first": {"rule": "sum", "terms": []},
                "step": {
                    "rule": "sum",
                    "terms": [["1", "2 - 2**(-k) - Sum(2**(-j), (j, 0, k))", RANGE]],
                },
            },
            "then": {
                "rule": "sum",
                "terms": [
                    ["1", "2 - 2**(-k) - Sum(2**(-j), (j, 0, k))", RANGE],
                    ["1", "2**(-k)", RANGE],
                ],
            },
        },
    ),
    "termwise, by what telescopes": (
        goal("n*(n + 1)/2 - Sum(j, (j, 1, n))", n="0..oo"),
        {
            "rule": "termwise",
            "index": "i",
            "by": "-i*(i - 1)/2",
            "rest": "n*(n + 1)/2",
            "sums": [["-1", "Sum(j, (j, 1, n))"]],
            "each": {"rule": "sum", "terms": []},
            "left": {"rule": "sum", "terms": []},
        },
    ),
    "termwise": (
        goal("x*Sum(n + j, (j, 0, n)) - 2*x*Sum(j, (j, 0, n)) + x", x=X, n="0..oo"),
        {
            "rule": "termwise",
            "index": "i",
            "by": "0",
            "rest": "x",
            "sums": [["x", "Sum(n + j, (j, 0, n))"], ["-2*x", "Sum(j, (j, 0, n))"]],
            "each": {"rule": "sum", "terms": [["x", "n - i", RANGE]]},
            "left": RANGE,
        },
    ),
    "termwise, and the terms at the ends": (
        goal("Sum((2*j - n)**2, (j, 0, n))", relation=">", n="1..oo"),
        {
            "rule": "termwise",
            "index": "i",
            "by": "0",
            "rest": "0",
            "sums": [["1", "Sum((2*j - n)**2, (j, 0, n))"]],
            "ends": True,
            "each": RANGE,
            "longer": RANGE,
            "left": RANGE,
        },
    ),
    "a sum that has terms where its index lets them": (
        goal("Sum(x**(n - i) + x**(n + 1 - i), (i, 0, n))", x=X, n="0..oo"),
        RANGE,
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
    "split, at the lower end": (
        goal("x**2", x="[0, 1]"),
        {
            "rule": "split",
            "variable": "x",
            "at": "0",
            "below": RANGE,
            "above": {"rule": "sum", "terms": [["x**3", "1/x", RANGE]]},
        },
    ),
    "split, integers": (
        goal("2**k - k", k="1..2"),
        {
            "rule": "split",
            "variable": "k",
            "at": "1",
            "below": RANGE,
            "above": {"rule": "split", "variable": "k", "at": "2", "below": RANGE},
        },
    ),
    "induction": (
        goal("harmonic(k) - 1", k="1..oo"),
        {
            "rule": "induction",
            "variable": "k",
            "first": RANGE,
            "step": {
                "rule": "sum",
                "terms": [["1", "harmonic(k) - 1", RANGE], ["1/(k + 1)", "1", RANGE]],
            },
        },
    ),
    "generalize": (
        goal("exp(x**2) - 1 - x**2", x="(-oo, oo)"),
        {
            "rule": "generalize",
            "new": "t",
            "forget": "x",
            "domain": "[0, oo)",
            "value": "x**2",
            "form": "exp(t) - 1 - t",
            "facts": [],
            "lower": RANGE,
            "proof": {**EXP, "variable": "t", "factor": "exp(t) - 1"},
        },
    ),
    "generalize, an old name": (
        goal("k - 1/2", conditions=("3 - k",), k="1..oo"),
        {
            "rule": "generalize",
            "new": "k",
            "forget": "k",
            "domain": "[1, oo)",
            "value": "k",
            "form": "k - 1/2",
            "facts": [],
            "lower": RANGE,
            "proof": RANGE,
        },
    ),
    "generalize, up to an irrational end": (
        goal("exp(1) - x", x="[1, exp(1)]"),
        {
            "rule": "generalize",
            "new": "t",
            "forget": "x",
            "domain": "[0, exp(1) - 1]",
            "value": "x - 1",
            "form": "exp(1) - 1 - t",
            "facts": [],
            "lower": RANGE,
            "upper": {**DOWN, "variable": "x"},
            "proof": {**DOWN, "variable": "t"},
        },
    ),
    "generalize, with a fact": (
        goal("x*y - x", x="[1, oo)", y="[1, oo)"),
        {
            "rule": "generalize",
            "new": "s",
            "forget": "y",
            "domain": "[0, oo)",
            "value": "x*y - x",
            "form": "s",
            "facts": [["s*x", False, {"rule": "sum", "terms": [["x**2", "y - 1", RANGE]]}]],
            "lower": {"rule": "sum", "terms": [["x", "y - 1", RANGE]]},
            "proof": {"rule": "sum", "terms": [["1/x", "s*x", RANGE]]},
        },
    ),
    "boxes": (
        goal("x**2 - x + 1/3", x="[0, 1]"),
        {"rule": "boxes", "tree": "x x d m x m m"},
    ),
    "boxes, by Taylor's form": (
        goal("exp(x) - x - 1 + y/50", x="[-1, 2]", y="[1, 2]"),
        {"rule": "boxes", "tree": "x x t y x t t x t t x t d"},
    ),
    "boxes, where a condition fails": (
        goal("2/3 - x - y**2/2", conditions=("2/5 - x - y",), x="[0, 1]", y="[0, 1]"),
        {"rule": "boxes", "tree": "x y d - -"},
    ),
}


@pytest.mark.parametrize("name", PROOFS)
def test_every_rule_accepts_its_example(name: str) -> None:
    check_scalar(*PROOFS[name])


def test_every_rule_has_an_example() -> None:
    assert set(RULES) == {rule for _, proof in PROOFS.values() for rule in _rules(proof)}


def test_a_fact_about_an_old_variable_is_not_one_about_a_new_of_its_name() -> None:
    asked = goal("x", conditions=("x",), x="(-oo, oo)")
    known = {"rule": "range"}
    changed = {
        "rule": "generalize",
        "new": "x",
        "forget": "x",
        "domain": "(-oo, oo)",
        "value": "x + 1",
        "form": "x - 1",
        "facts": [],
        "proof": {"rule": "sum", "terms": [["1", "x - 1", known]]},
    }
    check_scalar(asked, known)
    with pytest.raises(Rejected):
        check_scalar(asked, changed)
    shown = {**changed, "facts": [["x - 1", False, known]]}
    check_scalar(asked, shown)
    with pytest.raises(Rejected):
        check_scalar(asked, {**shown, "facts": [["x - 2", False, known]]})


def test_a_fact_that_is_undefined_at_the_value_is_not_shown_there() -> None:
    asked = goal("y - x", x="[0, 1]", y="[0, 1]")
    changed = {
        "rule": "generalize",
        "new": "t",
        "forget": "t",
        "domain": "[0, 1]",
        "value": "x",
        "form": "y - t",
        "facts": [["1/(t - x) - 1/(t - x + y - y)", False, RANGE]],
        "lower": RANGE,
        "upper": RANGE,
        "proof": RANGE,
    }
    with pytest.raises(Rejected):
        check_scalar(asked, changed)


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
    "slope, rising": [
        ("proof.shape", "falling"),
        ("proof.shape", "hill"),
        ("proof.factor", "exp(x)"),
        ("proof.weight", "2"),
        ("proof.variable", "y"),
        ("goal.expression", "exp(x) - 1 - 2*x"),
        ("goal.domains.x", "[-1, oo)"),
        ("goal.expression", "exp(x) - 2 - x"),
        ("goal.relation", ">"),
    ],
    "slope, falling to infinity": [
        ("proof.limit", "1"),
        ("proof.form", "1/x"),
        ("proof.factor", "1"),
        ("goal.expression", "1/(x + 1) - 1/x"),
        ("proof.shape", "rising"),
    ],
    "slope, hill": [
        ("proof.factor", "1 - x"),
        ("proof.weight", "2"),
        ("proof.weight", "-1"),
        ("proof.shape", "rising"),
        ("proof.shape", "valley"),
        ("goal.domains.x", "[0, 2]"),
        ("goal.expression", "x*(x - 1)"),
        ("goal.relation", ">"),
    ],
    "slope, hill, strict": [
        ("goal.expression", "x - x**2"),
        ("goal.expression", "1 + x**2 - x"),
        ("goal.domains.x", "[0, 2]"),
        ("goal.domains.x", "[0, oo]"),
        ("proof.shape", "rising"),
        ("proof.factor", "1 - x"),
    ],
    "slope, from next to an end": [
        ("goal.domains.x", "[0, 1)"),
        ("goal.domains.x", "(0, 2)"),
        ("goal.domains.x", "(0, oo)"),
        ("goal.domains.x", "(-1, 1)"),
        ("goal.expression", "x**2/x - x**3/(2*x) - 1/10**9"),
        ("goal.expression", "x**2/x - x**3/(2*x) - x/10**9"),
        ("goal.relation", ">"),
        ("proof.near.lower.rate", "x"),
        ("proof.near.lower.rate", "y"),
        ("proof.near.lower.rate", "0"),
        ("proof.near.lower.rate", "1/log(1)"),
        ("proof.near.lower.until", "0"),
        ("proof.near.lower.until", "2"),
        ("proof.near.lower.until", "x"),
        ("proof.near.lower.until", "1 + Sum(x, (i, 1, 0))"),
        ("proof.near.lower.until", "-1"),
        ("proof.near", {"upper": {"until": "1", "rate": "1"}}),
        ("proof.near", {"lower": "1"}),
        ("proof.near", ["lower"]),
        ("proof.near", "lower"),
        ("proof.near", 1),
        ("proof.shape", "falling"),
        ("proof.weight", "2"),
    ],
    "slope, to next to an end, strictly": [
        ("goal.domains.x", "[0, 1]"),
        ("goal.domains.x", "[-1, 1)"),
        ("goal.expression", "(1 - x)**2/(1 - x) - (1 - x)**3/(2 - 2*x) - 1/10**9"),
        ("proof.strict", False),
        ("proof.near.upper.until", "1"),
        ("proof.near.upper.until", "-1"),
        ("proof.near.upper.rate", "-1"),
        ("proof.near", {"lower": {"until": "1/2", "rate": "1"}}),
    ],
    "root of a square": [
        ("goal.expression", "sqrt(4 + x**2) + x - 2 - 10**(-50)"),
        ("goal.relation", ">"),
        ("goal.expression", "sqrt(3 + x**2) + x - 2"),
    ],
    "sum, of a size": [
        ("goal.expression", "Abs(y*x)**3 - y**3*x**3"),
        ("goal.expression", "Abs(y*x)**3 - y**2*x**2*Max(y, -y)"),
        ("goal.expression", "Abs(y*x)**3 - y**2*x**3*Max(y, 0)"),
        ("goal.domains.x", "(-oo, oo)"),
    ],
    "slope, valley": [
        ("proof.at", "2"),
        ("proof.shape", "hill"),
        ("proof.factor", "1 - 1/x**2"),
        ("goal.expression", "x - 2 - log(x)"),
        ("goal.domains.x", "[0, oo)"),
        ("goal.domains.x", "(1, oo)"),
        ("goal.relation", ">"),
    ],
    "sum, of a sum": [
        ("proof.terms.0.0", "x - 1"),
        ("goal.domains.x", "[-1, oo)"),
        ("goal.domains.k", "[1, oo)"),
        ("goal.domains.k", "-1..oo"),
        ("proof.terms.0.1", "Sum(exp(x*j), (j, 0, k))"),
        ("goal.relation", ">"),
    ],
    "induction, on a sum": [
        ("goal.expression", "1 - Sum(2**(-j), (j, 0, k))"),
        ("goal.expression", "2 - Sum(2**(-j), (j, 0, k + 1))"),
        ("goal.domains.k", "-2..oo"),
        ("proof.fact", "2 - Sum(2**(-j), (j, 0, k))"),
        ("proof.then.terms.1.0", "2"),
    ],
    "termwise, by what telescopes": [
        ("proof.by", "-i*(i + 1)/2"),
        ("proof.by", "i*(i - 1)/2"),
        ("proof.by", "-i*(i - 1)*n/(2*n)"),
        ("proof.by", "-i*(i - 1)/2 + m"),
        ("proof.rest", "n*(n + 2)/2"),
        ("proof.sums.0.0", "1"),
        ("proof.sums.0.1", "Sum(j, (j, 0, n))"),
        ("proof.sums.0.1", "Sum(j, (j, 1, n + 1))"),
        ("proof.index", "n"),
        ("goal.expression", "n*(n + 1)/2 - Sum(j, (j, 1, n + 1))"),
        ("goal.expression", "99*n*(n + 1)/200 - Sum(j, (j, 1, n))"),
        ("goal.domains.n", "-2..oo"),
        ("goal.domains.n", "[1, oo)"),
        ("goal.relation", ">"),
    ],
    "termwise": [
        ("proof.index", "x"),
        ("proof.sums.0.0", "i"),
        ("proof.sums.1.1", "Sum(j, (j, 1, n))"),
        ("proof.sums", []),
        ("proof.each.terms.0.1", "n - 1 - i"),
        ("goal.domains.x", "[-1, oo)"),
        ("goal.expression", "x*Sum(n + j, (j, 0, n)) - 3*x*Sum(j, (j, 0, n)) + x"),
        ("goal.expression", "x*Sum(n + j, (j, 0, n)) - 2*x*Sum(j, (j, 0, n + 1)) + x"),
        ("goal.relation", ">"),
    ],
    "termwise, and the terms at the ends": [
        ("goal.domains.n", "0..oo"),
        ("goal.domains.n", "[1, oo)"),
        ("proof.ends", False),
        ("proof.ends", 1),
        ("proof.ends", "true"),
        ("proof.index", "n"),
        ("proof.by", "1/(i - n)"),
        ("proof.by", "i"),
        ("proof.by", "(2*i - n)**2"),
        ("proof.longer", {"rule": "sum", "terms": []}),
        ("goal.expression", "Sum((2*j - n)**2, (j, 1, n - 1))"),
        ("goal.expression", "Sum((2*j - n)**3, (j, 0, n))"),
        ("goal.expression", "Sum((2*j - n)**2 - 1/2, (j, 0, n))"),
        ("goal.expression", "Sum((2*j - n)**2, (j, 0, n)) - 1"),
        ("goal.expression", "Sum(n/(n - 2*j)**2, (j, 0, n))"),
        ("proof.sums.0.0", "2"),
        ("proof.sums.0.0", "n/n + 1/(n - 1)"),
    ],
    "a sum that has terms where its index lets them": [
        ("goal.expression", "Sum(x**(n - 1 - i), (i, 0, n))"),
        ("goal.expression", "Sum(x**(n - i), (i, 0, n + 1))"),
        ("goal.expression", "Sum(x**(n - 2*i), (i, 0, n))"),
        ("goal.expression", "Sum(x**(i - n), (i, 0, n))"),
        ("goal.expression", "Sum(x**(n - i), (i, 0, m))"),
        ("goal.expression", "Sum(x**(n - i), (i, 0, n)) + x**(n - i)"),
        ("goal.domains.n", "[0, oo)"),
        ("goal.domains.n", "-2..oo"),
        ("goal.domains.x", "[-1, oo)"),
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
    "split, at the lower end": [
        ("proof.at", "-1"),
        ("proof.at", "2"),
        ("goal.domains.x", "[-1, 1]"),
        ("goal.relation", ">"),
    ],
    "split, integers": [
        ("proof.at", "2"),
        ("proof.at", "0"),
        ("goal.domains.k", "1..4"),
        ("goal.domains.k", "1..oo"),
        ("goal.expression", "2**k - k - 2"),
    ],
    "induction": [
        ("proof.step.terms.1.0", "1/k"),
        ("proof.step.terms.0.1", "harmonic(k)"),
        ("goal.expression", "harmonic(k) - 2"),
        ("goal.expression", "1 - harmonic(k)"),
        ("goal.domains.k", "0..oo"),
        ("goal.domains.k", "[1, oo)"),
    ],
    "generalize": [
        ("proof.value", "x"),
        ("proof.form", "exp(t) - 1"),
        ("proof.domain", "(0, oo)"),
        ("proof.domain", "1..oo"),
        ("proof.facts", [["t - 1", False, RANGE]]),
        ("goal.expression", "exp(x) - 1 - x**2"),
    ],
    "generalize, an old name": [
        ("proof.domain", "[2, oo)"),
        ("proof.domain", "[1, 9]"),
        ("proof.domain", "(1, oo)"),
        ("proof.domain", "[0, oo)"),
        ("proof.value", "k + 1"),
        ("goal.domains.k", "0..oo"),
    ],
    "generalize, up to an irrational end": [
        ("proof.domain", "[0, exp(1) - 1)"),
        ("proof.domain", "[0, 17/10]"),
        ("proof.domain", "[0, 12/7]"),
        ("proof.domain", "[0, log(6)]"),
        ("proof.domain", "(0, exp(1) - 1]"),
        ("proof.value", "x - 1/2"),
        ("goal.domains.x", "[1, 3]"),
        ("goal.domains.x", "[1, 11/4]"),
    ],
    "generalize, with a fact": [
        ("proof.facts.0.0", "s*x - 1"),
        ("proof.facts.0.0", "s*y"),
        ("proof.facts.0.1", True),
        ("proof.domain", "(0, oo)"),
        ("proof.value", "x*y"),
        ("proof.form", "s + y - y*x"),
        ("goal.domains.x", "[-1, oo)"),
    ],
    "boxes": [
        ("proof.tree", "d"),
        ("proof.tree", "x d x m d"),
        ("proof.tree", "x x d m x m"),
        ("proof.tree", "x x d m x m m d"),
        ("proof.tree", "x x d d x m m"),
        ("proof.tree", "x x dm m x m m"),
        ("goal.expression", "x**2 - x + 1/5"),
        ("goal.domains.x", "[0, oo)"),
    ],
    "boxes, by Taylor's form": [
        ("proof.tree", "t"),
        ("proof.tree", "x x m y x t t x t t x t d"),
        ("proof.tree", "x x t y x t t x d t x t d"),
        ("proof.tree", "x x t y x t t t x t d"),
        ("proof.tree", "x x t y x t t x t t x t"),
        ("goal.expression", "exp(x) - x - 1 + y/50 - 1/40"),
        ("goal.expression", "exp(x) - x - 1 + y/50 + 50*x*Abs(x) + 50*x**2"),
        ("goal.expression", "exp(x) - x - 1 + y/50 + (x + 1)**(3/2)"),
        ("goal.domains.y", "[1/4, 2]"),
        ("goal.domains.y", "[1, oo)"),
    ],
    "boxes, where a condition fails": [
        ("proof.tree", "x y d d -"),
        ("proof.tree", "x y d - d"),
        ("proof.tree", "x y - - -"),
        ("proof.tree", "-"),
        ("goal.conditions.0", "1/2 - x - y"),
        ("goal.conditions.0", "2/5 - x + y"),
        ("goal.conditions.0", "log(2/5 - x - y) - 9"),
        ("goal.conditions.0", "x + y - 2/5"),
        ("goal.expression", "3/5 - x - y**2/2"),
        ("goal.domains.x", "[-1, 1]"),
        ("goal.domains.y", "[0, 4/5]"),
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


TREES = ("x d m", "t", "x t m", "x x t t d", "x d -", "x - m")


def _random_proof(dice: random.Random, depth: int) -> Json:
    if depth == 0:
        return dice.choice(
            [RANGE, {"rule": "sum", "terms": []}, {"rule": "boxes", "tree": dice.choice(TREES)}]
        )
    deeper = lambda: _random_proof(dice, depth - 1)  # noqa: E731
    text = lambda: dice.choice(["1", "x", "exp(x)", "x - 1", "1 - x", "log(x)", "-x", "x**2"])  # noqa: E731
    rule = dice.choice(
        [
            {
                "rule": "slope",
                "shape": dice.choice(["rising", "falling", "hill", "valley"]),
                "factor": text(),
                "weight": text(),
                "at": "1/2",
                "slope": deeper(),
                "least": deeper(),
                "lower": deeper(),
                "upper": deeper(),
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
            {
                "rule": "split",
                "at": dice.choice(["0", "1/2", "1"]),
                "below": deeper(),
                "above": deeper(),
            },
            {
                "rule": "generalize",
                "new": dice.choice(["t", "x"]),
                "forget": dice.choice(["t", "x"]),
                "domain": X,
                "value": text(),
                "form": dice.choice(["t", "x"]),
                "facts": [[text(), False, deeper()]],
                "lower": deeper(),
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
        check_scalar(goal("exp(x) - 2 - x", x=X), EXP)
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


@pytest.mark.parametrize(
    "source",
    [
        "Sum(i*Sum(i, (i, 0, 2)), (i, 0, 3))",
        "Sum(1, (i, 0, -2))",
        "Sum(1, (x, 0, 2))",
        "Sum(1, (i, 0, x))",
    ],
)
def test_a_sum_that_is_none_or_binds_a_name_twice_has_no_range(source: str) -> None:
    region = Region({name("x"): read_ends("[0, 1]")})
    with pytest.raises(UndefinedError):
        region.range(read_term(source))


def test_a_sum_of_sums_over_different_names_has_a_value() -> None:
    nested = "Sum(Sum(i*j, (i, 0, j)), (j, 0, 3))"
    assert Region({}).range(read_term(nested)).nonnegative
    assert vanishes(read_term(f"{nested} - 25"), Region({}))
    assert not vanishes(read_term(f"{nested} - 24"), Region({}))


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(HEADS)), st.integers(-3000, 3000))
def test_ranges_contain_the_value(head: str, count: int) -> None:
    value = Rational(abs(count) + 1 if head in ("log", "sqrt") else count, 200)
    expr = read_term(f"{head}({value})")
    found = Region({}).range(expr)
    with mpmath.workdps(60):
        right = HEADS[head](mpmath.mpf(int(value.p)) / int(value.q))
        low, high = (mpmath.mpf(e.numerator) / e.denominator for e in (found.lower, found.upper))
        assert low <= right <= high
        assert high - low <= mpmath.mpf(10) ** -9 * abs(right) + mpmath.mpf(10) ** -28


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(-8, 8), st.integers(1, 9), st.integers(1, 9), st.data())
def test_ranges_contain_every_value_of_the_domain(
    low: int, width: int, place: int, data: Any
) -> None:
    x = name("x")
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
    expr = read_term(source)
    found = Region({x: read_ends(f"[{low}, {low + width}]")}).range(expr)
    inner = put(expr, {x: number(low + Fraction(width * place, 9))})
    here = Region({}).range(inner)
    assert found.lower <= here.upper
    assert here.lower <= found.upper


IDENTITIES = [
    "log(1 + 1/(exp(x) - 1)) - x + log(exp(x) - 1)",
    "sqrt(1 + 1/(exp(2*x) - 1)) - exp(x)/sqrt(exp(2*x) - 1)",
    "sqrt((x + 1)*(x + y)) - sqrt(x + 1)*sqrt(x + y)",
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
    "Max(x, -y, y) - Max(y, x)",
    "Max(Max(x, y), k) - Max(x, Max(k, y))",
    "Min(x, y, x + y) - Min(y, x)",
    "Sum(x**j, (j, 0, 2)) - 1 - x - x**2",
    "Sum(x**j, (j, 0, k)) - Sum(x**j, (j, 0, k - 1)) - x**k",
]


@pytest.mark.parametrize(
    "source",
    ["Max(x, y) - x", "Max(Max(x, y)**2, k) - Max(x, y, k)", "Max(x, y) - Min(x, y)"],
)
def test_heads_are_not_confused(source: str) -> None:
    positive = read_ends("(0, oo)")
    region = Region({name(text): positive for text in "xyk"})
    expr = read_term(source)
    assert not vanishes(expr, region)


def test_a_power_with_exponent_zero_is_one_where_its_base_has_a_value() -> None:
    ends = {"rule": "split", "variable": "k", "at": "2", "below": RANGE}
    proof = {"rule": "split", "variable": "k", "at": "1", "below": RANGE, "above": ends}
    check_scalar(goal("x**(k - 1)", x="[0, 1]", k="1..2"), proof)
    for text, domain in (("(1/x)**(k - 1)", "[0, 1]"), ("x**(k - 2) - 1", "[0, 1]")):
        with pytest.raises(Rejected):
            check_scalar(goal(text, x=domain, k="1..2"), proof)


@pytest.mark.parametrize(
    ("text", "domains"),
    [
        ("1 - (-1)**k", {"k": "0..oo"}),
        ("1 + (-1)**k", {"k": "0..oo"}),
        ("1 + (-1)**(k - 7)", {"k": "0..oo"}),
        ("(-1/2)**k + 1/2", {"k": "0..oo"}),
        ("1/8 - (-1/2)**k", {"k": "3..oo"}),
        ("(-1/2)**k + 1/8", {"k": "3..oo"}),
        ("1 - x**k", {"x": "[-1, 1]", "k": "0..oo"}),
        ("x**k + 1/2", {"x": "[-1/2, 1/3]", "k": "0..oo"}),
        ("x**(2*k)", {"x": "[-9, 9]", "k": "0..oo"}),
        ("1 - x**k", {"x": "[0, 1)", "k": "1..oo"}),
        ("1 - x**t", {"x": "[0, 1)", "t": "(0, oo)"}),
    ],
)
def test_powers_of_negative_numbers_lie_between_those_of_their_size(
    text: str, domains: dict[str, str]
) -> None:
    check_scalar(goal(text, **domains), RANGE)
    with pytest.raises(Rejected):
        check_scalar(goal(f"{text} - 1/1000", **domains), RANGE)


@pytest.mark.parametrize(
    ("text", "domains"),
    [
        ("(-1)**k", {"k": "0..oo"}),
        ("2 - (-1)**k", {"k": "[0, oo)"}),
        ("1/4 - (-1/2)**k", {"k": "1..oo"}),
        ("2 - x**k", {"x": "[-2, 1]", "k": "0..oo"}),
        ("2 - x**k", {"x": "[-1, 1]", "k": "-1..oo"}),
        ("x**(2*k + 1)", {"x": "[-1, 1]", "k": "0..oo"}),
        ("x**(2*k)", {"x": "[-1, 1]", "k": "[1, oo)"}),
        ("1/4 - (-1/2)**(-k)", {"k": "0..oo"}),
    ],
)
def test_a_power_of_a_negative_number_is_refused_a_range_it_leaves(
    text: str, domains: dict[str, str]
) -> None:
    with pytest.raises(Rejected):
        check_scalar(goal(text, **domains), RANGE)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("(-1)**(2*k)", "1"),
        ("(-1)**(2*k + 3)", "-1"),
        ("(-1)**k*(-1)**k", "1"),
        ("(-1)**(k + 1)", "-(-1)**k"),
        ("(-1)**(3*k)", "(-1)**(-k)"),
        ("(-3)**k", "(-1)**k*3**k"),
        ("(-x)**k", "(-1)**k*x**k"),
        ("(1 - 2*x)**k", "(-1)**k*(2*x - 1)**k"),
        ("x**(2*k)", "(x**k)**2"),
    ],
)
def test_powers_of_negative_numbers_have_one_form(text: str, other: str) -> None:
    domains = {"k": "0..oo", "x": "[-1, 1]"}
    check_scalar(goal(f"{text} - ({other})", **domains), {"rule": "sum", "terms": []})
    for wrong in (f"{text} + ({other})", f"{text} - ({other})*(-1)**k"):
        with pytest.raises(Rejected):
            check_scalar(goal(wrong, **domains), {"rule": "sum", "terms": []})


@pytest.mark.parametrize(
    ("text", "domains", "near"),
    [
        ("1 - x**k", {"x": "[0, 1)", "k": "1..oo"}, {"x": "[0, 1]"}),
        ("1 - x**k", {"x": "[0, 1)", "k": "1..oo"}, {"k": "0..oo"}),
        ("1 - x**t", {"x": "[0, 1)", "t": "(0, oo)"}, {"t": "[0, oo)"}),
        ("1 - x**t", {"x": "[0, 1/2]", "t": "(0, oo)"}, {"x": "[0, 1]"}),
        ("1 - x**k", {"x": "(-1, 1)", "k": "1..oo"}, {"k": "0..oo"}),
        ("1 - x**k", {"x": "(-1, 1)", "k": "1..oo"}, {"x": "[-1, 1)"}),
        ("1 - x**k", {"x": "(-1, 1)", "k": "1..oo"}, {"x": "(-1, 1]"}),
        ("1 + x**k", {"x": "(-1, 1)", "k": "0..oo"}, {"x": "[-1, 1)"}),
        ("1/4 - x**k", {"x": "(-1/2, 1/2)", "k": "2..oo"}, {"k": "1..oo"}),
        ("1/4 - x**k", {"x": "(-1/2, 1/2)", "k": "2..oo"}, {"x": "[-1/2, 1/2)"}),
    ],
)
def test_powers_are_less_than_those_of_a_size_that_is_not_attained(
    text: str, domains: dict[str, str], near: dict[str, str]
) -> None:
    check_scalar(goal(text, ">", **domains), RANGE)
    with pytest.raises(Rejected):
        check_scalar(goal(text, ">", **domains | near), RANGE)


def test_a_sum_whose_variable_is_one_of_the_goal_is_refused() -> None:
    asked = goal("Sum(j, (j, 1, 3)) - 6 + j**2", j="[0, 1]")
    for proof in ({"rule": "sum", "terms": [["1", "j**2", RANGE]]}, RANGE):
        with pytest.raises(Rejected):
            check_scalar(asked, proof)


ENDS = (-INF, Fraction(-1), Fraction(0), Fraction(2), INF)
NUMBERS = (-INF, -1e9, -1.5, -1, -1e-9, 0, 1e-9, 1.5, 2, 1e9, INF)


def elements(found: Range) -> list[float]:
    return [
        float(x)
        for x in NUMBERS
        if found.lower <= x <= found.upper
        and not (x == found.lower and found.lower_open)
        and not (x == found.upper and found.upper_open)
    ]


def test_every_sum_and_product_of_elements_lies_in_that_of_ranges() -> None:
    """Infinite ones included, which are limits; where they have no value anything may be one."""
    flags = (False, True)
    ranges = [
        Range(low, high, low_open, high_open)
        for low in ENDS
        for high in ENDS
        for low_open in flags
        for high_open in flags
    ]
    ranges = [found for found in ranges if elements(found)]
    for one, other in product(ranges, ranges):
        for made, operation in ((one.plus(other), add), (one.times(other), mul)):
            for x, y in product(elements(one), elements(other)):
                value = operation(x, y)
                if value != value:
                    assert made == Range(-INF, INF), (one, other, made)
                else:
                    inside = Range(value, value).within(made)
                    assert inside, (one, other, operation, x, y)


@pytest.mark.parametrize(
    ("form", "limit"),
    [
        ("exp(-c*x)", 0),
        ("erfc(x*c - 1/c)", 0),
        ("x*exp(-c*x)", 0),
        ("c/x + 1/(x + c)", 0),
        ("(x + c)*c - x*c", "c**2"),
        ("x**2*(1/x) - x/2", INF),
    ],
)
def test_ranges_near_infinity_contain_the_limit_for_every_parameter(form: str, limit: Any) -> None:
    far = name("x")
    domains = {far: read_ends("[0, oo)"), name("c"): read_ends("(0, 3)")}
    found = Region(domains, far=far).range(read_term(form))
    for c in (0.001, 1.0, 2.999):
        value = c**2 if isinstance(limit, str) else limit
        assert found.lower <= value <= found.upper
        assert found == Range(Fraction(0), Fraction(0)) or found == Range(-INF, INF)


@pytest.mark.parametrize(
    ("form", "limit"),
    [
        ("x*exp(-x)", 0),
        ("x**3*exp(c - x/9)", 0),
        ("c*x**(1/2)*exp(-x)*(c + 1/x)", 0),
        ("x**2*exp(-x*c)", 0),
        ("x*exp(-x**2)", 0),
        ("x**3*exp(-x)*exp(x/2 + 1)", 0),
        ("exp(-x)*x*(x + c)", None),
        ("x*exp(x/9)", INF),
        ("x*exp(-c)", INF),
        ("x**2*exp(1 - c)*exp(-1/x)", INF),
        ("x*exp(-2*x)*exp(2*x)", INF),
        ("x*exp(-x**(1/2))", None),
        ("x*exp((c - 1)*x)", None),
    ],
)
def test_powers_fade_before_exponentials_that_fall_linearly_or_faster(
    form: str, limit: Any
) -> None:
    far = name("x")
    domains = {far: read_ends("[0, oo)"), name("c"): read_ends("[1, 3]")}
    found = Region(domains, far=far).range(read_term(form))
    if limit is None:
        assert found == Range(-INF, INF)
    elif limit == 0:
        assert found == Range(Fraction(0), Fraction(0))
    else:
        assert found.upper == INF


@pytest.mark.parametrize("source", IDENTITIES)
def test_the_normal_form_knows_identities_and_no_others(source: str) -> None:
    positive = read_ends("(0, oo)")
    region = Region({name("x"): positive, name("y"): positive, name("k"): read_ends("1..oo")})
    expr = read_term(source)
    assert vanishes(expr, region)
    assert not vanishes(plus(expr, times(Fraction(1, 1000), name("x"))), region)


APART = [
    "log((1 - p)*(1 + p)) - log(1 - p) - log(1 + p)",
    "log((1 - p)/((1 - q)*(1 + p*q))) - log(1 - p) + log(1 - q) + log(1 + p*q)",
    "sqrt((1 - p)*(1 - q)) - sqrt(1 - p)*sqrt(1 - q)",
    "factorial(k + 2) - (k + 1)*(k + 2)*factorial(k)",
    "binomial(2*k + 2, k + 1)*(k + 1) - 2*(2*k + 1)*binomial(2*k, k)",
    "binomial(k + 3, k) - (k + 1)*(k + 2)*(k + 3)/6",
    "binomial(k, 3) - k*(k - 1)*(k - 2)/6",
    "binomial(2*k, 0) - 1",
    "binomial(k, k + 1)",
    "binomial(2*k, 2*k + 3)*factorial(k)",
]


@pytest.mark.parametrize("source", APART)
def test_the_normal_form_takes_products_apart(source: str) -> None:
    unit = read_ends("(0, 1)")
    domains = {name("p"): unit, name("q"): unit, name("k"): read_ends("0..oo")}
    expr = read_term(source)
    assert vanishes(expr, Region(domains))
    assert not vanishes(plus(expr, times(Fraction(1, 1000), name("p"))), Region(domains))


@pytest.mark.parametrize(
    "source",
    [
        "log((p - 1)*(q - 1)) - log(1 - p) - log(q - 1)",
        "sqrt((p - q)**2*(1 - p)**2) - (p - q)*(1 - p)",
        "binomial(p + 1, k) - (p + 1)/(p + 1 - k)*binomial(p, k)",
        "binomial(k, k + 1) - factorial(k)/factorial(k + 1)",
        "binomial(p, 2) - p*(p - 1)/2",
        "binomial(k - 1, 2) - (k - 1)*(k - 2)/2",
        "binomial(k - 1, k)",
        "binomial(k, k + p + 1)",
        "binomial(2*k, k + 1)",
    ],
)
def test_products_of_what_may_be_negative_are_not_taken_apart(source: str) -> None:
    unit = read_ends("[0, 1]")
    domains = {name("p"): unit, name("q"): unit, name("k"): read_ends("0..oo")}
    with suppress(UndefinedError):
        assert not vanishes(read_term(source), Region(domains))


def test_what_stands_outside_of_a_maximum_is_in_all_of_its_arguments() -> None:
    domains = {name("x"): read_ends("[-2, 2]"), name("y"): read_ends("[0, 1]")}
    region = FactRegion(domains, [(read_term("y - x"), True)])
    form = normal(read_term("Max(x/sqrt(y - x), sqrt(y - x))"), region)
    # the arguments add up to a multiple of y, by which nothing is divided: y may be 0
    assert form is read_term("Max(x, y - x)/sqrt(y - x)")


def test_two_facts_about_a_variable_pin_it() -> None:
    check_scalar(goal("x*(y - 5)", conditions=("-x",), x="[0, 1]", y="[0, 1]"), RANGE)
    for other in ("1 - x", "x", "-y"):
        with pytest.raises(Rejected):
            check_scalar(goal("x*(y - 5)", conditions=(other,), x="[0, 1]", y="[0, 1]"), RANGE)


def test_roots_of_squares_need_a_sign() -> None:
    x = name("x")
    for source in ("sqrt(x**2) - x", "sqrt((x - 1)*(x - 2)) - sqrt(1 - x)*sqrt(2 - x)"):
        expr = read_term(source)
        assert not vanishes(expr, Region({x: read_ends("[-1, 3]")}))
    expr = read_term("sqrt(x**2*(x + 1)) - x*sqrt(x + 1)")
    assert vanishes(expr, Region({x: read_ends("[0, 1]")}))
    assert not vanishes(expr, Region({x: read_ends("[-1, 1]")}))


@pytest.mark.parametrize(
    ("square", "size"),
    [
        ("sqrt(x**2 - 2*x + 1)", "Abs(x - 1)"),
        ("sqrt((x - 1/3)**4)", "(x - 1/3)**2"),
        ("(9*(x - y)**4/16)**(3/4)", "sqrt(3)**3*Abs(x - y)**3/8"),
        ("((x + exp(y))**4)**(1/4)", "Abs(x + exp(y))"),
        ("1/sqrt((x*y + y/exp(x))**2)", "1/Abs(x*y + y/exp(x))"),
    ],
)
def test_roots_of_squares_of_sums_are_sizes(square: str, size: str) -> None:
    x, y = name("x"), name("y")
    wide = Region({x: read_ends("[-1, 3]"), y: read_ends("[-2, 2]")})
    assert vanishes(read_term(f"{square} - {size}"), wide)
    assert not vanishes(read_term(f"{square} + {size}"), wide)
    for inner in ("x - 1", "x - y", "x + y"):
        apart = read_term(f"{square} - ({inner})")
        assert not vanishes(apart, wide)


@pytest.mark.parametrize(
    "source",
    [
        "sqrt(x**2 - 2*x*y + y**2 + x) - Abs(x - y)",
        "sqrt(2*x**2 - 4*x*y + 2*y**2) - Abs(x - y)",
        "sqrt(-(x - y)**2) - Abs(x - y)",
        "sqrt(x*(1 + y)**2) - sqrt(x)*(1 + y)",
        "sqrt(x**4 + 2*x**2*y + y**2) - x**2 - y",
        "((x - y)**6)**(1/3) - Abs(x - y)",
    ],
)
def test_what_is_no_square_of_a_sum_has_no_such_root(source: str) -> None:
    wide = Region({name("x"): read_ends("[-1, 3]"), name("y"): read_ends("[-2, 2]")})
    assert not vanishes(read_term(source), wide)


@pytest.mark.parametrize("source", ["sqrt(A**2 + 2*Abs(A) + 1)", "sqrt((x + y + z + 1)**12 + x)"])
def test_roots_have_values_where_what_they_are_taken_of_has(source: str) -> None:
    wide = Region(dict.fromkeys(map(name, ("A", "x", "y", "z")), read_ends("[-2, 2]")))
    term = read_term(source)
    assert vanishes(plus(term, times(-1, normal(term, wide))), wide)
    assert not vanishes(plus(term, times(-1, read_term("x"))), wide)


@pytest.mark.parametrize("seed", range(12))
def test_even_roots_of_drawn_squares(seed: int) -> None:
    rng = random.Random(seed)
    atoms = ("x", "y", "x*y", "exp(x)", "y**2", "1")
    inner = " + ".join(f"({rng.randint(-3, 3)}*{atom})" for atom in rng.sample(atoms, 3))
    degree = rng.choice((2, 4, 8))
    power = Fraction(rng.choice((1, 2, 3, 6)), degree)
    whole = read_term(f"(({inner})**{degree})**({power})")
    region = Region({name("x"): read_ends("[-1, 1]"), name("y"): read_ends("[-1, 1]")})
    assert vanishes(plus(whole, times(-1, read_term(f"Abs({inner})**({power * degree})"))), region)
    lowered = read_term(f"(({inner})**{degree} + x/7)**({power})")
    assert not vanishes(plus(whole, times(-1, lowered)), region)


PROVED = [
    goal("x**2/2 - log(cosh(x))", x=X),
    goal("x*y/2 - log(cosh(x/2 + y/2)/cosh(x/2 - y/2))", x=X, y=X),
    goal("x - 1 - log(x)", x="(0, oo)"),
    goal("x**3 - 3*x + 2", x="[0, oo)"),
    goal("sqrt(x + 1) - sqrt(x)", x=X),
    goal("log(k + 1) - log(k) - 1/(k + 1)", k="1..oo"),
    goal("2*x - Max(0, x)", x=X),
    goal("2*exp(-(x**2)/2) - erfc(x)", x=X),
    goal("x*sqrt(log(exp(1) + x/y)) - x*sqrt(log(1 + x/y))", x="(0, oo)", y="(0, 1]"),
    goal(
        "sqrt(x**2/(k*log(exp(1) + x/y))) - x/sqrt(k*log(exp(1) + x/y))",
        x="(0, oo)",
        y="(0, 1]",
        k="1..oo",
    ),
    goal("Max(x*(y - z), z*(z - y))", x="[0, 1]", y="[0, 1]", z="[0, 1]"),
    goal("3/sqrt(2 - 2*x**2) - erfc(x/sqrt(1 - x**2))", x="[0, 1)"),
    goal("exp(y*(x + y)/2) - (sinh(x + y) - sinh(y))/sinh(x)", x="(0, oo)", y="[0, oo)"),
    goal("(sinh(x + y) - sinh(y))/sinh(x) - exp(y*tanh(x/2))", x="(0, oo)", y="[0, oo)"),
    goal("(exp(1) - 1)**2*(x*exp(x) - exp(x) + 1) - (exp(x) - 1)**2", x="[0, 1]"),
    goal("sqrt(x) - 3*x/(2*sqrt(1 + y)) + x**2/(2*(1 + y)**(3/2))", x="(0, oo)", y=X),
    goal("(exp(1) - 5/2)*x**3 - exp(x) + 1 + x + x**2/2", x="[0, 1]"),
    goal("(exp(1) - 1)**2*(x*exp(x) - exp(x) + 1) - (exp(x) - 1)**2", x="(-oo, 0]"),
    goal("(exp(1) - 1)**2*(x*log(x) - x + 1) - (x - 1)**2", x="(0, exp(1)]"),
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


@pytest.mark.parametrize(
    ("way", "expression", "restated"),
    [
        ("squared", "sqrt(x**2 + 2*x) - x", "2*x"),
        ("squared", "2*sqrt(x**2 + (x - 1)**2) - 2*Abs(x - 1)", "4*x**2"),
        ("exponential", "2*log(exp(x) + x) - 2*x", "x"),
        ("logarithm", "exp(x) - 1 - x", "x - log(1 + x)"),
        ("logarithm", "1 + x - exp(x/(1 + x))", "log(1 + x) - x/(1 + x)"),
    ],
)
def test_a_function_that_the_prover_undid_is_done_again(
    way: str, expression: str, restated: str
) -> None:
    proofs = {}
    for text in (expression, restated):
        parsed = parse_expression(text)
        assert isinstance(parsed, Expr)
        proofs[text] = Goal(parsed, ((Symbol("x"), _domain("[0, oo)")),))
    answer = scalar.prove(proofs[restated], seconds=60)
    assert isinstance(answer, Closed)
    evidence = {way: proofs[expression].to_json(), "evidence": answer.to_json()}
    whole, proof = certify_scalar(evidence)
    assert whole == goal_json(goal_of(proofs[expression].to_json()))
    check_scalar(whole, proof)


@pytest.mark.parametrize(
    ("weight", "negative"),
    [("x - 1", False), ("1 - x", True), ("2 - x", True), ("1/x", False), ("1/(x - 1)", False)],
)
def test_a_weight_is_passed_over_only_where_the_facts_let_it_be_negative(
    weight: str, negative: bool
) -> None:
    fact, asked = parse_expression("x - 1"), parse_expression(weight)
    assert isinstance(fact, Expr)
    assert isinstance(asked, Expr)
    goal = Goal(fact, ((Symbol("x"), _domain("[0, 3]")),), (fact,))
    assert is_negative_somewhere(goal_of(goal.to_json()), asked) is negative


def test_a_condition_on_a_name_without_a_domain_is_refused() -> None:
    false = goal("n - 1 - Sum(j, (j, 0, n))", conditions=("-i - 5",), n="3..oo")
    proof = {
        "rule": "termwise",
        "index": "i",
        "by": "0",
        "rest": "n - 1",
        "sums": [["-1", "Sum(j, (j, 0, n))"]],
        "each": {"rule": "void", "fact": 0, "proof": RANGE},
        "left": RANGE,
    }
    with pytest.raises(Rejected, match="no domain"):
        check_scalar(false, proof)


@pytest.mark.parametrize("text", ["4**(k/2)", "2**(k/2)", "x**(k/3)*(8*x)**(k/3)", "(-4)**k"])
def test_no_power_of_many_digits_is_written_out(text: str) -> None:
    huge = f"{10**12 + 1}"
    found = Region({name("x"): read_ends("(0, 1]")})
    power = put(read_term(text), {name("k"): read_term(huge)})
    with pytest.raises(UndefinedError, match="huge"):
        vanishes(power, found)


def test_the_range_of_a_power_of_a_huge_power_takes_no_time() -> None:
    tower = "((1 + (1 + x)**1000)**1000 + 1)**1000"
    check_scalar(goal(f"{tower} - 1", x="[0, 1e900]"), RANGE)
    with pytest.raises(Rejected, match="huge power"):
        check_scalar(goal(tower, x="[-1e900, 1e900]"), RANGE)
