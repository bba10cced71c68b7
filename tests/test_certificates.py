"""Verdicts carry certificates, which the kernel accepts as they are read from a file.

Every theorem of the library is decided, and its certificate verified, by ``.ci/run``; here are
those of one source that is decided quickly.
"""

from __future__ import annotations

import json

import pytest

from dpsym import check
from dpsym.certificate import loaded
from dpsym.kernel.verify import verify
from dpsym.library import theorems
from dpsym.statement import Expectation, Theorem

QUICK = [
    theorem
    for theorem in theorems()
    if theorem.name.startswith("elementary.") and theorem.expectation is not Expectation.OPEN
]


@pytest.mark.parametrize("theorem", QUICK, ids=lambda theorem: theorem.name)
def test_a_verdict_carries_its_certificate(theorem: Theorem) -> None:
    verdict = check(theorem)
    assert verdict.kind == theorem.expectation.value
    assert verdict.certificate is not None
    verify(loaded(json.loads(json.dumps(verdict.certificate.to_json()))))


def test_theorems_are_among_them() -> None:
    assert len(QUICK) >= 8
