"""All kinds of claims, by suite, and the claim that a number stands for."""

from __future__ import annotations

from random import Random

from measure import (
    attack_interaction,
    attack_laws,
    attack_mechanisms,
    attack_numbers,
    attack_several,
    unseen_concrete,
    unseen_means,
    unseen_mechanisms,
    unseen_nested,
    unseen_numbers,
    unseen_pairs,
    unseen_relations,
    unseen_series,
)
from measure.case import Case, Kind

SUITES: dict[str, dict[str, Kind]] = {
    "attack": {
        **attack_numbers.KINDS,
        **attack_laws.KINDS,
        **attack_mechanisms.KINDS,
        **attack_interaction.KINDS,
        **attack_several.KINDS,
    },
    "unseen": {
        **unseen_pairs.KINDS,
        **unseen_mechanisms.KINDS,
        **unseen_concrete.KINDS,
        **unseen_numbers.KINDS,
        **unseen_series.KINDS,
        **unseen_relations.KINDS,
        **unseen_nested.KINDS,
        **unseen_means.KINDS,
    },
}


def claim_of(suite: str, index: int, seed: int) -> tuple[str, Case]:
    """The claim with this number, and its kind; the kinds take turns."""
    kinds = SUITES[suite]
    kind = list(kinds)[index % len(kinds)]
    return kind, kinds[kind](Random(f"{suite} {kind} {seed} {index}"))
