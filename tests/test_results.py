"""Whatever claim they are given, the ways to explore end with a result or a complaint."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from dpsym.checking import check
from dpsym.comparing import compare
from dpsym.errors import DpsymError
from dpsym.explaining import explain
from dpsym.language.natural import claim_from_text
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


def test_a_comparison_in_a_notebook_is_a_table() -> None:
    first, second = (f"PureDP(M, eps) => ZCDP(M, {bound})" for bound in ("eps**2/2", "eps"))
    found = compare(first, second, budget=5)
    shown = found._repr_html_()
    assert shown.count("<tr>") == len(found.rows()) >= 8
    assert "crossing" in shown
    assert "=&gt; ZCDP" in shown
