"""Verdicts of the library carry certificates: a change of a prover or the kernel loses none.

``costly.txt`` names the theorems of which proof and certificate take longer than 0.2 s together and
use no kind of step of their own. They are left to ``dpsym check --certificates``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpsym import check
from dpsym.certificate import loaded
from dpsym.certification.verdicts import certificate_of
from dpsym.kernel.verify import verify
from dpsym.library import theorems
from dpsym.statement import Expectation, Theorem
from dpsym.verdict import Undecided

COSTLY = set((Path(__file__).parent / "costly.txt").read_text().split())
DECIDED = [t for t in theorems() if t.expectation is not Expectation.OPEN]
QUICK = [theorem for theorem in DECIDED if theorem.name not in COSTLY]


@pytest.mark.parametrize("theorem", QUICK, ids=lambda theorem: theorem.name)
def test_every_quick_theorem_has_a_certificate(theorem: Theorem) -> None:
    verdict = check(theorem, budget=60)
    assert not isinstance(verdict, Undecided), verdict.reason
    verify(loaded(json.loads(json.dumps(certificate_of(verdict).to_json()))))


def test_most_theorems_are_quick_and_those_that_are_not_exist() -> None:
    assert {theorem.name for theorem in DECIDED} >= COSTLY
    assert len(QUICK) >= 0.5 * len(DECIDED)
