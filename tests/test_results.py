"""Whatever claim they are given, the ways to explore end with a result or a complaint."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from math import exp, tanh
from typing import Any

import pytest
from sympy import Rational

from dpsym.checking import check
from dpsym.comparing import compare
from dpsym.curves import curve
from dpsym.errors import DpsymError, MissingDependencyError
from dpsym.explaining import explain
from dpsym.language.natural import claim_from_text
from dpsym.language.tables import words_html
from dpsym.mutation import mutate
from dpsym.slackness import slack
from dpsym.tightening import tighten

ODD = [
    "1 <= 2",
    "2 <= 1",
    "x <= x + 1 for x in [0, 0]",
    "x <= x + 2 for x in [0, 0]",
    "KL(P, Q) <= KL(P, Q) + 1",
    "KL(P, Q) == KL(P, Q)",
    "PureDP(M, -1) => PureDP(M, 0)",
    "x >= 2 => x >= 5 for x in [0, 1]",
    "binomial(n, k) <= 2**n for n in 0..3, k in 0..3",
    "k >= 1 for k in 1..oo",
    "c*x >= 0 for c in [0, 1], x in [0, 1]",
    "x == c for x in [0, 1], c in [0, 1]",
    "PureDP(M, c) => PureDP(M, 2)",
    "1/c <= x for x in [1, 2], c in (0, 1]",
    "MutualInformation(X, Y) <= 1",
    "PureDP(Compose(RandomizedResponse(eps), k), k*eps)",
]
WAYS: dict[str, Callable[[str, str], Any]] = {
    "compare": lambda one, other: compare(one, other, budget=0.2),
    "tighten": lambda one, _: tighten(one, "c", budget=0.3),
    "slack": lambda one, _: slack(one, seconds=0.1),
    "explain": lambda one, _: explain(check(one, budget=0.2)),
    "mutate": lambda one, _: mutate(claim_from_text(one), budget=0.1, limit=2),
}


@pytest.mark.parametrize("way", WAYS)
def test_odd_claims_end_with_a_result_or_a_complaint(way: str) -> None:
    results = []
    for place, one in enumerate(ODD[:: 2 if way in ("slack", "mutate") else 1]):
        with suppress(DpsymError):
            results.append(WAYS[way](one, ODD[(place + 1) % len(ODD)]))
    assert results
    for result in results:
        if way != "explain":
            assert result.text()
            assert "<table>" in result._repr_html_()


def test_a_terminal_shows_results_in_a_few_lines() -> None:
    proved = check("PureDP(M, eps) => ZCDP(M, eps**2/2)")
    refuted = check("PureDP(M, eps) => ZCDP(M, eps**2/4)")
    shown = repr(refuted)
    assert shown.startswith(
        f"Refuted    {refuted.claim.text}\n  M        RandomizedResponse(log(2))\n"
    )
    assert "needed   left <= right" in shown
    assert "fact     domination" in repr(proved)
    found = slack("tanh(x) <= x for x in [0, oo)", seconds=1)
    assert repr(found) == found.text()
    assert all(len(repr(result).splitlines()) < 14 for result in (proved, refuted, found))
    assert repr(proved.claim) == "parse_claim('PureDP(M, eps) => ZCDP(M, eps**2/2)')"


def test_a_comparison_is_drawn_with_its_crossings() -> None:
    first, second = (f"PureDP(M, eps) => ZCDP(M, {bound})" for bound in ("eps**2/2", "eps"))
    figure = compare(first, second, budget=5).plot()
    assert figure is not None
    (axes,) = figure.axes
    one, two, mark = axes.lines
    for x, y in zip(one.get_xdata(), one.get_ydata(), strict=True):
        assert y == pytest.approx(x**2 / 2)
    assert list(two.get_ydata()) == pytest.approx(list(two.get_xdata()))
    assert list(mark.get_xdata()) == [2.0, 2.0]
    assert max(one.get_xdata()) >= 4


def test_a_comparison_over_two_numbers_is_drawn_as_boxes() -> None:
    claims = (f"x*y <= {side} for x in [0, oo), y in [0, oo)" for side in ("x**2 + 1", "y**2 + 1"))
    found = compare(*claims, budget=3)
    figure = found.plot()
    assert figure is not None
    assert len(figure.axes[0].patches) == len(found.bounds[0].pieces) > 2


def test_a_constant_is_drawn_with_what_is_proved_and_refuted() -> None:
    figure = tighten(
        "x*exp(-x) <= c for x in [0, oo)", "c", budget=10, width=Rational(1, 10)
    ).plot()
    assert figure is not None
    refuted, proved = figure.axes[0].patches
    ends = [patch.get_extents().transformed(figure.axes[0].transData.inverted()) for patch in
            (refuted, proved)]  # fmt: skip
    assert ends[0].x1 <= exp(-1) <= ends[1].x0


def test_slack_is_drawn_on_the_ways_to_the_ends() -> None:
    found = slack("log(1 + x) <= x/sqrt(1 + x) for x in [0, oo)", seconds=2)
    figure = found.plot()
    assert figure is not None
    assert [axes.get_xlabel() for axes in figure.axes] == ["$x$ → 0", r"$x$ → $\infty$"]
    for axes, path in zip(figure.axes, found.families[0].paths, strict=True):
        assert tuple(axes.lines[0].get_ydata()) == path.slacks


def test_mutants_are_drawn_by_kind_and_verdict() -> None:
    found = mutate(claim_from_text("tanh(x) <= x for x in [0, oo)"), budget=1, limit=6)
    figure = found.plot()
    assert figure is not None
    assert sum(bar.get_width() for bar in figure.axes[0].patches) == len(found.fates) == 6


def test_an_explanation_is_shown_with_formulas_and_both_sides() -> None:
    told = explain(check("tanh(x) <= x for x in [0, oo)"))
    assert told.startswith("Proved: tanh(x) <= x")
    assert told._repr_html_().count("<math") >= 3
    figure = told.plot()
    assert figure is not None
    smaller, larger = figure.axes[0].lines
    assert list(larger.get_ydata()) == list(larger.get_xdata())
    assert list(smaller.get_ydata()) == pytest.approx([tanh(x) for x in smaller.get_xdata()])
    assert explain(check("tanh(x) >= x for x in [0, 1]")).plot() is None


def test_a_picture_is_drawn_inside_the_domains_and_shows_two_lines() -> None:
    drawn = curve(["rho <= rho + sqrt(rho*log(1/delta)) for delta in (0, 1], rho in [0, oo)"])
    assert drawn is not None
    assert (drawn["variable"], drawn["fixed"]) == ("rho", {"delta": "1/2"})
    assert curve(["sqrt(x) <= sqrt(x) for x in [0, 1]"]) is None


def test_a_table_says_what_to_install_where_nothing_can_be_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = explain(check("tanh(x) <= x for x in [0, oo)"))
    assert "data:image/png;base64," in told._repr_html_()
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "pip install 'dpsym[plots]'" in unescape(told._repr_html_())
    with pytest.raises(MissingDependencyError, match="plots"):
        told.plot()


def test_a_comparison_in_a_notebook_is_a_table() -> None:
    first, second = (f"PureDP(M, eps) => ZCDP(M, {bound})" for bound in ("eps**2/2", "eps"))
    found = compare(first, second, budget=5)
    shown = found._repr_html_()
    assert shown.count("<tr>") == len(found.rows()) >= 8
    assert "crossing" in shown
    assert "ZCDP(M" not in shown
    assert shown.count("<math") >= 8
    figure = found.plot()
    assert figure is not None
    assert figure.axes[0].get_xlabel() == r"$\varepsilon$"
    assert words_of(shown).count("-zCDP") == 2


def words_of(shown: str) -> str:
    return re.sub(r"<[^>]*>", "", shown)


def test_tables_in_notebooks_have_letters_and_formulas() -> None:
    claim = claim_from_text("PureDP(M, eps) => ZCDP(M, eps**2/2)")
    tall = "delta*rho <= gamma*rho for rho in [0, oo), delta in [0, 1]"
    shown = [
        compare(claim, "PureDP(M, eps) => ZCDP(M, eps)", budget=1)._repr_html_(),
        tighten(tall, "gamma", budget=2)._repr_html_(),
        slack(tall.replace("gamma", "2"), seconds=0.2)._repr_html_(),
        mutate(claim, budget=0.2, limit=4)._repr_html_(),
    ]
    for written in shown:
        assert "<math" in written
        assert not re.search(r"eps|rho|delta|gamma|Pure|ZCDP|[*]", words_of(written)), written
    assert "0.9999999" in words_of(shown[1])


def test_pictures_have_letters_on_their_axes() -> None:
    figure = slack("tanh(eps) <= eps for eps in [0, oo)", seconds=2).plot()
    assert figure is not None
    assert r"$\varepsilon$" in figure.axes[0].get_xlabel()
    claims = (f"PureDP(M, eps) => ZCDP(M, {bound})" for bound in ("eps**2/2", "eps"))
    compared = compare(*claims, budget=1).plot()
    assert compared is not None
    assert compared.axes[0].get_xlabel() == r"$\varepsilon$"


def test_a_percentage_is_no_term() -> None:
    assert "5 %" in words_of(words_html("eps**2/2 +5 %"))
    assert words_html("eps**2/2 +5 %").endswith(" +5 %")
