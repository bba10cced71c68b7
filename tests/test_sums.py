"""Inequalities between sums over a family, for any number of terms, and near misses of them."""

from __future__ import annotations

import pytest

from dpsym import Proved, Refuted, check

ONE = "Sum(p[i], (i, 1, k)) == 1"
MEAN = "Sum(p[i]*x[i], (i, 1, k))"
WEIGHTED = "for p[i] in (0, 1], x[i] in (-oo, oo)"
FORMS = (
    (f"{ONE} => {MEAN}**2 <= {{}}*Sum(p[i]*x[i]**2, (i, 1, k)) {WEIGHTED}", "1", "49/50"),
    (f"{ONE} => exp({MEAN}) <= {{}}*Sum(p[i]*exp(x[i]), (i, 1, k)) {WEIGHTED}", "1", "49/50"),
    ("Sum(x[i]*exp(-x[i]), (i, 1, k)) <= Sum(exp(-x[i]), (i, 1, k))*({}*log(k)"
     " - Max(-x[i], (i, 1, k))) for x[i] in (-oo, oo)", "1", "0"),
    ("x[i] <= y[i] + 1 each i in 1..k => Sum(exp(x[i]), (i, 1, k))"
     " <= exp({})*Sum(exp(y[i]), (i, 1, k)) for x[i] in (-oo, oo), y[i] in (-oo, oo)",
     "1", "49/50"),
    (f"{ONE} and Sum(Max(p[i] - x[i], 0), (i, 1, k)) <= d => Sum(x[i], (i, 1, k)) >= {{}} - d"
     " for p[i] in (0, 1], x[i] in [0, 1], d in [0, 1]", "1", "51/50"),
)  # fmt: skip


@pytest.mark.parametrize(("form", "true", "false"), FORMS)
def test_known_inequalities_hold_for_any_number_of_terms(form: str, true: str, false: str) -> None:
    assert isinstance(check(form.format(true), budget=20), Proved)
    assert isinstance(check(form.format(false), budget=20), Refuted)
