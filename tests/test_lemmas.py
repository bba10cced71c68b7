"""The lemmas of the scalar prover: theorems of the library, proved without themselves, and used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from dpsym import check
from dpsym.kernel.scalar import check_scalar
from dpsym.language.parser import parse_claim
from dpsym.library import find
from dpsym.provers import scalar
from dpsym.provers.elaboration.elaborator import certify_scalar
from dpsym.provers.inequality import goals_of
from dpsym.provers.scalar import Closed, Open, Step, lemmas
from dpsym.provers.scalar.lemmas import LEMMAS, Lemma
from dpsym.provers.scalar.prove import lemma_proof
from dpsym.statement import Expectation
from dpsym.verdict import Proved, Verdict

every_lemma = pytest.mark.parametrize("lemma", LEMMAS, ids=lambda lemma: lemma.theorem)
LAWS = "for p in (0, 1), q in (0, 1)"

# For every lemma a claim that needs it, and the same with a bound that is too small.
USES = {
    "elementary.log_tangent": (
        f"p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= {{}}*(p - q)**2/(q*(1 - q)) {LAWS}",
        ("1", "1/3"),
    ),
    "elementary.exp_chord": (
        "exp(p*x + (1 - p)*y) <= p*exp(x) + {}*(1 - p)*exp(y)"
        " for p in [0, 1], x in (-oo, oo), y in (-oo, oo)",
        ("1", "99/100"),
    ),
    "elementary.tanh_tangent": (
        "tanh(x)*y + tanh(y)*x <= {}*x*y for x in [0, oo), y in [0, oo)",
        ("2", "199/100"),
    ),
    "elementary.cosh_bell": (
        "cosh(x + y)*cosh(x - y) <= exp({}*(x**2 + y**2)) for x in (-oo, oo), y in (-oo, oo)",
        ("1", "99/100"),
    ),
    "elementary.log_cosh_parabola": (
        "log(cosh(x*y)) + log(cosh(y*z)) <= {}*(x**2 + z**2)*y**2"
        " for x in (-oo, oo), y in (-oo, oo), z in (-oo, oo)",
        ("1/2", "49/100"),
    ),
    "elementary.cosh_parabola": (
        "cosh(x*y) + cosh(x - y) >= 2 + x**2*y**2/2 + {}*(x - y)**2"
        " for x in (-oo, oo), y in (-oo, oo)",
        ("1/2", "51/100"),
    ),
    "elementary.erfc_bell": (
        "erfc(x*y) <= exp(-{}*x**2*y**2) for x in [0, oo), y in [0, oo)",
        ("1", "2"),
    ),
    "elementary.normal_bell": (
        "Phi(-x*y) <= exp(-{}*x**2*y**2)/2 for x in [0, oo), y in [0, oo)",
        ("1/2", "1"),
    ),
    "elementary.erfc_bell_below_zero": (
        "erfc(x*y - 1/4) <= {}*exp(-(x*y - 1/4)**2) for x in [0, oo), y in [0, oo)",
        ("3/2", "5/4"),
    ),
}


def answer(text: str) -> scalar.Closed | scalar.Open:
    claim = parse_claim(text)
    (goal,) = goals_of(claim, claim.conclusions[0])
    return scalar.prove(goal, seconds=20)


def used(step: Step) -> Iterator[str]:
    """The theorems of the lemmas in some evidence."""
    if step.rule in ("tangent", "chord", "lemma"):
        yield dict(step.detail)["theorem"]
    for child in step.children:
        yield from used(child)


@every_lemma
def test_every_lemma_is_a_theorem_of_the_library(lemma: Lemma) -> None:
    (theorem,) = find(lemma.theorem)
    assert theorem.claim == parse_claim(lemma.text)
    assert theorem.expectation is Expectation.PROVED


def test_every_bound_of_the_library_is_a_lemma() -> None:
    assert {t.name for t in find("elementary")} <= {lemma.theorem for lemma in LEMMAS}


@every_lemma
def test_every_lemma_is_proved_without_itself(lemma: Lemma) -> None:
    shown = lemma_proof(lemma)
    assert shown is not None
    names = [name for name, _ in shown.goal.domains]
    own = dict(zip((name for name, _ in lemma.goal.domains), names, strict=True))
    assert shown.goal.expression == lemma.goal.expression.xreplace(own)
    assert [d for _, d in shown.goal.domains] == [d for _, d in lemma.goal.domains]
    assert set(used(shown)) <= {one.theorem for one in LEMMAS[: LEMMAS.index(lemma)]}


def test_every_lemma_has_a_use() -> None:
    assert set(USES) == {lemma.theorem for lemma in LEMMAS}


@every_lemma
def test_evidence_with_a_lemma_holds_its_proof_and_passes_the_kernel(lemma: Lemma) -> None:
    text, (right, _) = USES[lemma.theorem]
    found = answer(text.format(right))
    assert isinstance(found, Closed)
    assert lemma.theorem in set(used(found.evidence))
    shown: Any = lemma_proof(lemma)
    assert shown in parts(found.evidence)
    check_scalar(*certify_scalar(found.to_json()))


def parts(step: Step) -> Iterator[Step]:
    yield step
    for child in step.children:
        yield from parts(child)


@every_lemma
def test_a_bound_that_is_too_small_stays_open(lemma: Lemma) -> None:
    text, (_, wrong) = USES[lemma.theorem]
    claim = parse_claim(text.format(wrong))
    (goal,) = goals_of(claim, claim.conclusions[0])
    assert isinstance(scalar.prove(goal, seconds=2), Open)


@pytest.mark.parametrize(
    "text",
    [
        "tanh(x*y) <= x*y for x in (-oo, oo), y in [0, oo)",
        "erfc(x - y) <= exp(-(x - y)**2) for x in [0, 1], y in [0, 1]",
        "x*tanh(y) >= x*y for x in [0, 1], y in [0, 1]",
        "Phi(x*y) <= exp(-x**2*y**2/2)/2 for x in [0, 1], y in [0, 1]",
    ],
)
def test_a_lemma_is_not_used_outside_its_domain_or_with_the_other_sign(text: str) -> None:
    assert isinstance(answer(text), Open)


def test_a_proof_of_a_lemma_knows_those_before_it_alone() -> None:
    for place, lemma in enumerate(LEMMAS):
        assert lemmas.known(lemma.goal) == LEMMAS[:place]
        assert used_of(check(lemma.text)) <= {one.theorem for one in LEMMAS[:place]}
    renamed = parse_claim("tanh(y) <= y for y in [0, oo)")
    (goal,) = goals_of(renamed, renamed.conclusions[0])
    assert lemmas.known(goal) == lemmas.known(lemmas.HEADS[0].goal)


def used_of(verdict: Verdict) -> set[str]:
    """The theorems that the evidence of a verdict names."""
    assert isinstance(verdict, Proved)
    return set(re.findall(r"elementary\.\w+", str(verdict.evidence)))
