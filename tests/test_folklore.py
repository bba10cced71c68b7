"""What is widely believed and wrong is refuted without a hint, by something small."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from functools import cache
from math import log2
from pathlib import Path

import pytest
from sympy import Rational
from witnesses import KNOWN, extent, known_witness

from dpsym.checking import check
from dpsym.library import find
from dpsym.statement import Expectation, Theorem
from dpsym.verdict import Refuted
from dpsym.witness_script import script

pytestmark = pytest.mark.xdist_group("folklore")

FOLDER = Path(__file__).parents[1] / "theorems" / "folklore"
ITEMS = tomllib.loads((FOLDER / "items.toml").read_text())["item"]
WRONG, ALSO_WRONG = (
    [t for t in find(source) if t.expectation is Expectation.REFUTED]
    for source in ("folklore", "recent")
)
LARGEST_WITNESS = 60
"""Bits of all numerators and denominators together; the mCDP witness of the literature has 61."""


def size(theorem: Theorem, verdict: Refuted) -> float:
    assert verdict.witness is not None, theorem.name
    numbers = [n for _, value in verdict.witness.point for n in value.atoms(Rational)]
    return sum(log2(1 + abs(n.p)) + log2(n.q) for n in numbers)


@cache
def refuted(theorem: Theorem) -> Refuted:
    verdict = check(theorem, budget=20)
    assert isinstance(verdict, Refuted)
    return verdict


@pytest.mark.parametrize("theorem", WRONG, ids=lambda theorem: theorem.name)
def test_every_wrong_belief_is_refuted_by_a_small_witness(theorem: Theorem) -> None:
    verdict = refuted(theorem)
    assert size(theorem, verdict) <= LARGEST_WITNESS
    known = known_witness(theorem)
    if known is not None:
        support, denominator = extent(verdict, known.get("names"))
        assert support <= known["support"]
        assert denominator <= known["denominator"]


def test_every_refutation_is_recomputed_by_its_script() -> None:
    """Each script runs on the standard library alone, with names of its own."""
    scripts = {theorem.name: script(refuted(theorem)) for theorem in WRONG + ALSO_WRONG}
    separate = "\n".join(
        f"exec({written!r}, {{'__name__': {name!r}}})" for name, written in scripts.items()
    )
    finished = subprocess.run(
        [sys.executable, "-I", "-S", "-c", separate], capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count("is False") == len(scripts) >= 60
    lengths = sorted(len(written.splitlines()) for written in scripts.values())
    assert lengths[len(lengths) // 2] <= 12


def test_every_item_has_a_known_witness() -> None:
    assert {item["id"].removeprefix("folklore.") for item in ITEMS} == set(KNOWN)


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: str(item["id"]))
def test_every_item_states_one_wrong_belief_first(item: dict[str, list[str]]) -> None:
    first, *_ = (find(f"folklore.{name}")[0] for name in item["theorems"])
    assert first.expectation is Expectation.REFUTED


def test_no_item_is_lost() -> None:
    assert len({item["id"] for item in ITEMS}) == len(ITEMS) >= 59


def test_a_number_of_rounds_that_stands_nowhere_else_keeps_its_domain() -> None:
    (theorem,) = find("folklore.laplace_for_k_queries")
    assert theorem.claim.text.endswith("k in 1..oo")


def test_a_number_of_answers_is_shrunk_like_any_number() -> None:
    verdict = refuted(find("folklore.kary_response_zcdp")[0])
    assert verdict.witness is not None
    assert dict(verdict.witness.point)["k"] <= 10
