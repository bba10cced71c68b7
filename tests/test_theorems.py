"""Laws of the library: what every stated theorem must be before anybody tries to decide it."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from pathlib import Path

from dpsym.language.claim import Claim, given
from dpsym.language.heads import ObjectName, PureDP
from dpsym.language.parser import claim_from_json, parse_claim
from dpsym.library import theorems
from dpsym.statement import Expectation, Mechanism, NonNegative, Theorem, stated_later, theorem

FOLDER = Path(__file__).parents[1] / "theorems"
LIBRARY = theorems()
NAMES = {theorem.name for theorem in LIBRARY}
REFUTED = [t for t in LIBRARY if t.expectation is Expectation.REFUTED]
KEYS = set(re.findall(r"^@\w+\{(\w+),", (FOLDER / "references.bib").read_text(), re.M))
FEWEST = {
    "blog": 22,
    "bs16": 294,
    "elementary": 9,
    "folklore": 118,
    "gce24": 178,
    "kov15": 128,
    "recent": 74,
    "vw21": 51,
}
"""How many theorems there are of each source, at least: raised where theorems are added."""
ADDRESS = re.compile(rf"\b(?:{'|'.join(FEWEST)})(?:\.\w+)+")


def twins(theorem: Theorem) -> set[str]:
    return set(ADDRESS.findall(theorem.note))


def test_no_source_loses_a_theorem() -> None:
    counts = Counter(name.partition(".")[0] for name in NAMES)
    assert {source: number for source, number in FEWEST.items() if counts[source] < number} == {}
    assert set(counts) == set(FEWEST)


def test_every_function_that_states_a_theorem_is_in_the_library() -> None:
    written = [path.read_text() for path in FOLDER.rglob("*.py")]
    assert sum(len(re.findall(r"^@theorem\(", text, re.M)) for text in written) == len(LIBRARY)


def test_names_are_unique() -> None:
    counts = Counter(theorem.name for theorem in LIBRARY)
    assert [name for name, count in counts.items() if count > 1] == []


def test_no_claim_is_stated_with_two_expectations() -> None:
    expected: dict[str, set[Expectation]] = {}
    for stated in LIBRARY:
        expected.setdefault(stated.claim.text, set()).add(stated.expectation)
    assert [text for text, verdicts in expected.items() if len(verdicts) > 1] == []


def test_every_claim_is_its_text() -> None:
    assert [t.name for t in LIBRARY if parse_claim(t.claim.text) != t.claim] == []


def test_every_claim_is_its_json() -> None:
    assert [t.name for t in LIBRARY if claim_from_json(t.claim.to_json()) != t.claim] == []


def test_every_sentence_is_one_sentence() -> None:
    assert [
        t.sentence for t in LIBRARY if not re.fullmatch(r"(?!.*\.\s+[A-Z]).*\.", t.sentence)
    ] == []


def test_every_source_is_a_reference_and_an_item_of_it() -> None:
    assert [t.name for t in LIBRARY if not re.fullmatch(rf"({'|'.join(KEYS)}), .+", t.source)] == []


def test_every_key_a_source_cites_is_in_the_references() -> None:
    written = " ".join(f"{t.source} {t.note}" for t in LIBRARY)
    assert set(re.findall(r"\b[A-Z][A-Za-z]+(?:19|20)\d\d\b", written)) <= KEYS


def test_every_theorem_a_note_names_exists() -> None:
    assert {t.name: named for t in LIBRARY if (named := twins(t) - NAMES)} == {}


def test_every_false_theorem_names_a_true_one() -> None:
    false = {t.name for t in REFUTED}
    assert [t.name for t in REFUTED if twins(t) <= false] == []


def test_every_repair_is_one_of_a_false_theorem() -> None:
    repairs = [t for t in LIBRARY if t.repairs]
    assert {t.repairs for t in repairs} <= {t.name for t in REFUTED}
    assert [t.name for t in repairs if t in REFUTED] == []


def test_references_are_used() -> None:
    written = " ".join(f"{t.source} {t.note}" for t in LIBRARY)
    assert {key for key in KEYS if key not in written} == set()


def test_a_theorem_of_a_library_is_stated_when_it_is_asked_for() -> None:
    asked = []

    def stated(M: Mechanism, eps: NonNegative) -> Claim:
        """Privacy is what it is."""
        asked.append(M)
        return given(PureDP(M, eps)).then(PureDP(M, eps))

    with stated_later():
        late = theorem(source="folklore")(stated)
    assert (late.sentence, asked) == ("Privacy is what it is.", [])
    copy = pickle.loads(pickle.dumps(late))
    assert copy.claim == late.claim == theorem(source="folklore")(stated).claim
    assert asked == [ObjectName("M")] * 2
