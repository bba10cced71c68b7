"""What is known by hand of variants of theorems that nothing decides: whether they are variants."""

from __future__ import annotations

import tomllib

import pytest
import variants

from dpsym.language.parser import parse_claim
from dpsym.library import find

ENTRIES = tomllib.loads(variants.BY_HAND.read_text())["variant"]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["theorem"])
def test_what_is_known_by_hand_is_known_of_a_variant(entry: dict[str, str]) -> None:
    (theorem,) = find(entry["theorem"])
    assert theorem in variants.stated()
    assert parse_claim(entry["claim"]).text in {v.text for v in variants.variants(theorem.claim)}
    assert entry["why"]


def test_no_variant_is_worked_out_twice() -> None:
    assert len(variants.worked_out()) == len(ENTRIES)


def test_an_undecided_variant_is_what_is_known_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "INSTANCES", 1)
    claims = {text: parse_claim(text) for text in variants.worked_out()}
    fates = {text: variants.fate(claim, 0.01) for text, claim in claims.items()}
    known = {True: variants.TRUE, False: variants.ESCAPED}
    assert fates == {text: known[truth] for text, truth in variants.worked_out().items()}
    assert variants.fate(parse_claim("Phi(x) <= Phi(2*x) for x in [0, oo)"), 1e-6) == "unknown"
