"""Random claims of unknown truth, of which a proof is contested: the search must not refute it."""

from __future__ import annotations

import re
from random import Random

from dpsym.errors import ClaimError
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_claim
from dpsym.proof import Proof
from dpsym.provers.prover import Budget
from dpsym.provers.search import search
from dpsym.verdict import Step, Witness

PROOF, SEARCH = 0.5, 2.0
"""Seconds for a proof, and for the search that contests it."""
DEPTH = 1
WEIGHT = " for t in [0, 1]"

SHAPES: dict[str, tuple[str, ...]] = {
    "claim": (
        "{guarantee} => {guarantee}",
        "{guarantee} and {guarantee} => {guarantee}",
        "{side} <= {side}" + WEIGHT,
        "{divergence} <= {size} => {side} <= {side}" + WEIGHT,
    ),
    "guarantee": (
        "PureDP({mechanism}, {size})", "ApproxDP({mechanism}, {size}, {share})",
        "ZCDP({mechanism}, {size})", "ZCDP({mechanism}, {size}, {size})",
        "ApproxZCDP({mechanism}, {share}, {size})", "RenyiDP({mechanism}, {order}, {size})",
        "GaussianDP({mechanism}, {size})", "BoundedRange({mechanism}, {size})",
        "MeanCDP({mechanism}, {size}, {size})", "BoundedZCDP({mechanism}, 2, {size}, {size})",
        "ProbabilisticDP({mechanism}, {size}, {share})", "TailDP({mechanism}, {size}, {size})",
        "Simulable({mechanism}, {size}, {share})",
    ),
    "mechanism": (
        "M", "M", "M", "N", "Compose({mechanism}, {mechanism})", "Compose({mechanism}, 2)",
        "Group({mechanism}, 2)", "PostProcess({mechanism})", "Subsample({mechanism}, 1/2)",
        "Parallel({mechanism}, {mechanism})", "Concurrent({mechanism}, {mechanism})",
        "Hypotheses(Compose(M, 2), {vectors}, {vectors})",
    ),
    "vectors": ("Ones(0)", "Ones(2)", "Ones(0, 1)", "Bits(0, 1)", "Uniform(Ones(0, 2))"),
    "side": (
        "{term}", "{term} + {term}", "{term} - {term}", "{term} + 1/8", "Max({term}, {term})",
    ),
    "term": (
        "{divergence}", "{divergence}", "2*{divergence}", "{divergence}/2", "{divergence}**2",
        "sqrt({divergence})", "exp({divergence}) - 1", "1 - exp(-{divergence})",
        "log(1 + {divergence})",
    ),
    "divergence": (
        "KL({law}, {law})", "TotalVariation({law}, {law})", "ChiSquared({law}, {law})",
        "Hellinger({law}, {law})", "MaxDivergence({law}, {law})", "Renyi({order}, {law}, {law})",
        "HockeyStick(1/2, {law}, {law})", "HockeyStick(-1/2, {law}, {law})",
    ),
    "law": (
        "P", "P", "Q", "Q", "R", "Mixture(t, {law}, {law})", "Product({law}, {law})",
        "Pushforward(K, {law})",
    ),
    "size": ("0", "1/8", "1/3", "1/2", "1", "3/2", "2", "3"),
    "share": ("0", "1/10", "1/2", "9/10", "1"),
    "order": ("1", "3/2", "2", "3", "oo"),
}  # fmt: skip
"""For each part the forms it may have, with names of further parts in braces."""


def open_claim(index: int, seed: int) -> Claim:
    """A claim that says something, true or not."""
    rng = Random(f"{seed} open {index}")
    while True:
        text = _written("claim", rng, DEPTH)
        try:
            return parse_claim(text if "Mixture" in text else text.removesuffix(WEIGHT))
        except ClaimError:
            continue


def contested(index: int, seed: int, patience: float = 1.0) -> tuple[str, str]:
    """An open claim and what became of it: proved, refuted though proved, or undecided."""
    claim = open_claim(index, seed)
    if not isinstance(Proof(Budget.of(PROOF * patience)).close(claim), Step):
        return claim.text, "undecided"
    budget = Budget.of(SEARCH * patience)
    found = search.attempt(claim, budget) if search.accepts(claim) else None
    return claim.text, "refuted" if isinstance(found, Witness) else "proved"


def _written(part: str, rng: Random, depth: int) -> str:
    forms = [form for form in SHAPES[part] if depth > 0 or f"{{{part}}}" not in form]
    below = depth - (part in ("mechanism", "law"))
    return re.sub(r"\{(\w+)\}", lambda m: _written(m[1], rng, below), rng.choice(forms))
