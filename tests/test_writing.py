"""What the writing of a proof in the rules of the kernel need not search for."""

from __future__ import annotations

from time import thread_time
from typing import Any

import pytest
import sympy
from sympy import Expr, Symbol, exp, log
from sympy.abc import x, y, z

from dpsym import checking, numeric
from dpsym.language.parser import parse_domain
from dpsym.library import theorems
from dpsym.numeric import Goal
from dpsym.provers.elaboration.derived import by_facts
from dpsym.provers.elaboration.elaborator import Elaborator
from dpsym.provers.elaboration.factors import factor
from dpsym.provers.elaboration.forms import _by_powers
from dpsym.provers.elaboration.text import MissingError


def goal(expression: Expr, facts: tuple[Expr, ...] = (), **domains: str) -> Goal:
    """A goal about names in these domains."""
    names: Any = {Symbol(name): parse_domain(domain) for name, domain in domains.items()}
    known = tuple((fact, False, False) for fact in facts)
    return Goal(expression, names, known, False, numeric.duties(expression))


@pytest.mark.parametrize(
    ("expression", "fact"),
    [
        (log(x * y) - 3, log(x) + log(y) - 3),
        (x * (y - 1), x * y - x),
        (x * y - 2 + exp(x), x * y - 2),
        (x * y + y - 2 - x * y**2 + x**2, y - 2 + x**2 - x * y**2),
        (x + y - 1 + exp(z) * (1 - x), x + y - 1),
    ],
)
def test_a_fact_that_says_the_goal_is_found(expression: Expr, fact: Expr) -> None:
    asked = goal(expression, (fact,), x="(0, 1]", y="(0, oo)", z="(-oo, oo)")
    numeric.check(asked, by_facts(Elaborator(thread_time() + 9), asked))


def test_a_fact_that_leaves_what_is_not_evident_says_nothing() -> None:
    asked = goal(x * y - 3, (x * y - 2,), x="(0, oo)", y="(0, oo)")
    with pytest.raises(MissingError):
        by_facts(Elaborator(thread_time() + 9), asked)


def test_a_sum_with_one_power_of_a_name_has_no_form_by_its_powers() -> None:
    assert _by_powers(exp(x * y) * y - y**2, x) is None
    assert _by_powers(x * y**2 - x + exp(x) * y, y) == x * (y**2) - x + exp(x) * y


def test_exponents_are_compared_before_multiples_of_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A multiple divides by the fact, of which nothing says that it is not 0."""
    asked: list[Goal] = []
    search = Elaborator._by_prover

    def counted(self: Elaborator, current: Goal) -> Any:
        asked.append(current)
        return search(self, current)

    monkeypatch.setattr(Elaborator, "_by_prover", counted)
    (theorem,) = (t for t in theorems() if t.name == "kov15.rem_A1_a")
    assert checking.check(theorem).kind == "proved"
    assert not asked


def test_a_sum_is_decided_by_the_range_of_its_factors() -> None:
    """What the prover factors is not given to sympy again."""
    asked = goal(exp(x) * (x + 1) - x - 1, x="[0, oo)")
    numeric.check(asked, Elaborator(thread_time() + 9).by_forms(asked))


def test_a_product_is_searched_for_the_one_factor_without_a_sign(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unknown = 1 + 2 * x * y - x - y
    asked = goal(sympy.expand(z * unknown) / (z + 1), x="[0, 1]", y="[0, 1]", z="[0, oo)")
    searched: list[Expr] = []
    auto = Elaborator.auto

    def counted(self: Elaborator, current: Goal, **how: bool) -> Any:
        searched.append(current.expression)
        return auto(self, current, **how)

    monkeypatch.setattr(Elaborator, "auto", counted)
    proof = factor(Elaborator(thread_time() + 9), asked, {"children": [], "detail": {}})
    numeric.check(asked, proof)
    assert searched[0] == sympy.expand(unknown)
