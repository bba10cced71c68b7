"""What the proofs assume that Coq accepts: the axioms of the real numbers and no others.

Coq is asked once for all: what takes its time is a walk through the libraries below them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import test_coq
import test_coq_claims
import test_coq_record
import test_taylor_forms
from coq_sessions import complaint_of_all, foreign_to, shared
from test_coq import needs_coq

pytestmark = pytest.mark.xdist_group("coq")


@needs_coq
def test_accepted_proofs_assume_the_axioms_of_the_real_numbers(coq_folder: Path) -> None:
    files = {"leaves": test_coq.leaves(), "rules": test_coq.rules(), "whole": test_coq.whole()}
    for batch in range(test_coq_claims.BATCHES):
        files[f"claims_{batch}"] = test_coq_claims.files(batch)
    for place, claim in enumerate(test_coq_record.SAMPLE):
        files[f"sample_{place}"] = test_coq_record.sampled(claim)
    files["trees"] = test_taylor_forms.trees()
    for name, texts in files.items():
        assert not complaint_of_all(coq_folder, name, texts)
    assert not foreign_to(coq_folder, *files)


@needs_coq
def test_an_axiom_is_told_of_any_file_among_several(coq_folder: Path) -> None:
    wrong = {"wrong": "Axiom false : 1 = 2.\nLemma wrong : 1 = 2. Proof. exact false. Qed.\n"}
    right = {"right": "Lemma right : 1 = 1. Proof. reflexivity. Qed.\n"}
    for name, texts in (("first", right), ("second", wrong), ("third", right)):
        assert not complaint_of_all(coq_folder, name, texts)
    assert "second.false" in foreign_to(coq_folder, "first", "second", "third")


def test_what_is_made_for_one_test_is_there_for_another() -> None:
    made: list[int] = []

    def loaded() -> Callable[[int], int]:
        @shared
        def texts(place: int) -> int:
            made.append(place)
            return place

        return texts

    first, second = loaded(), loaded()
    assert [first(1), second(1), second(2), first(2)] == [1, 1, 2, 2]
    assert made == [1, 2]
