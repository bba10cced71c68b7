"""Bounds whose contact with the dual cannot be solved for: it is the name of the proof."""

from __future__ import annotations

import pytest
from mpmath import log, mpf

import dpsym
from dpsym.acceptance import certificate_of
from dpsym.kernel.verify import verify
from dpsym.provers.moments.pieces import PiecewiseDuality
from dpsym.verdict import Proved, Refuted

BOUNDED = "MaxDivergence(P, Q) <= log(2) and KL(P, Q) <= d => ChiSquared(P, Q) <= {}*d/(1 + d)"


def extremal(contact: mpf) -> tuple[mpf, mpf]:
    """KL and chi-square of two laws whose ratio is 2 or the contact."""
    above = (1 - contact) / (2 - contact)
    divergence = above * 2 * log(2) + (1 - above) * contact * log(contact)
    return divergence, above + (1 - above) * (contact - 1) ** 2


def test_a_bound_above_the_extremal_laws_is_proved_in_their_ratio(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Two per cent from the best bound lines on pieces of the domain suffice as well.
    monkeypatch.setattr(PiecewiseDuality, "splits", lambda *_: iter(()))
    laws = [extremal(mpf(i) / 200) for i in range(1, 200)]
    best = max(chi * (1 + d) / d for d, chi in laws)
    assert 264 / 100 < best < 27 / 10
    found = dpsym.check(BOUNDED.format("27/10") + " for d in [0, oo)", budget=120)
    assert isinstance(found, Proved)
    certificate = certificate_of(found)
    verify(certificate)
    assert '"intermediate"' in str(certificate.to_json()).replace("'", '"')


@pytest.mark.parametrize("factor", ["264/100", "266/100"])
def test_a_bound_below_the_extremal_laws_is_refuted(factor: str) -> None:
    claim = BOUNDED.format(factor) + " for d in [0, oo)"
    assert isinstance(dpsym.check(claim, budget=20), Refuted)
