"""Laws of the library: what every stated theorem must be before anybody tries to decide it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from dpsym.language.parser import claim_from_json, parse_claim
from dpsym.library import theorems
from dpsym.statement import Expectation, Theorem

FOLDER = Path(__file__).parents[1] / "theorems"
LIBRARY = theorems()
NAMES = {theorem.name for theorem in LIBRARY}
REFUTED = [t for t in LIBRARY if t.expectation is Expectation.REFUTED]
KEYS = set(re.findall(r"^@\w+\{(\w+),", (FOLDER / "references.bib").read_text(), re.M))
SOURCES = {"bs16", "kov15", "vw21", "gce24", "blog", "folklore", "recent", "elementary"}
ADDRESS = re.compile(rf"\b(?:{'|'.join(sorted(SOURCES))})(?:\.\w+)+")

NO_TWIN = {
    "kov15.claim_gauss_classical",  # the bounded form is not stated yet
}

every_theorem = pytest.mark.parametrize("theorem", LIBRARY, ids=lambda theorem: theorem.name)


def test_the_library_does_not_shrink() -> None:
    assert len(LIBRARY) >= 280


def test_every_source_is_represented() -> None:
    assert {name.partition(".")[0] for name in NAMES} == SOURCES


def test_names_are_unique() -> None:
    counts = Counter(theorem.name for theorem in LIBRARY)
    assert [name for name, count in counts.items() if count > 1] == []


def test_no_claim_is_stated_with_two_expectations() -> None:
    expected: dict[str, set[Expectation]] = {}
    for theorem in LIBRARY:
        expected.setdefault(theorem.claim.text, set()).add(theorem.expectation)
    assert [text for text, verdicts in expected.items() if len(verdicts) > 1] == []


@every_theorem
def test_every_claim_is_its_text(theorem: Theorem) -> None:
    assert parse_claim(theorem.claim.text) == theorem.claim


@every_theorem
def test_every_claim_is_its_json(theorem: Theorem) -> None:
    assert claim_from_json(theorem.claim.to_json()) == theorem.claim


@every_theorem
def test_every_sentence_is_one_sentence(theorem: Theorem) -> None:
    assert theorem.sentence.endswith(".")
    assert re.search(r"\.\s+[A-Z]", theorem.sentence) is None


@every_theorem
def test_every_source_is_in_the_references(theorem: Theorem) -> None:
    key, comma, item = theorem.source.partition(", ")
    assert key in KEYS
    assert comma
    assert item


@every_theorem
def test_every_key_a_source_cites_is_in_the_references(theorem: Theorem) -> None:
    cited = re.findall(r"\b[A-Z][A-Za-z]+(?:19|20)\d\d\b", f"{theorem.source} {theorem.note}")
    assert set(cited) <= KEYS


@every_theorem
def test_every_theorem_a_note_names_exists(theorem: Theorem) -> None:
    assert set(ADDRESS.findall(theorem.note)) <= NAMES


@pytest.mark.parametrize("theorem", REFUTED, ids=lambda theorem: theorem.name)
def test_every_false_theorem_names_a_true_one(theorem: Theorem) -> None:
    if theorem.name in NO_TWIN:
        return
    expected = {t.name: t.expectation for t in LIBRARY}
    twins = ADDRESS.findall(theorem.note)
    assert {Expectation.PROVED, Expectation.OPEN} & {expected[name] for name in twins}


@every_theorem
def test_every_repair_is_one_of_a_false_theorem(theorem: Theorem) -> None:
    if theorem.repairs:
        expected = {t.name: t.expectation for t in LIBRARY}
        assert expected[theorem.repairs] is Expectation.REFUTED
        assert theorem.expectation is not Expectation.REFUTED


def test_references_are_used() -> None:
    written = " ".join(f"{t.source} {t.note}" for t in LIBRARY)
    assert {key for key in KEYS if key not in written} == set()
