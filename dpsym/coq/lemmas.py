"""What the Coq library proves of the kernel's rules, and the reasons where it proves nothing."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from dpsym.coq.rules import SCRIPTS
from dpsym.kernel.claims import RULES

_WRITTEN = "the library has neither protocols that are written out nor what they are worth"

_REASONS = {
    "parity": "a claim about an integer is proved for even and for odd ones",
    "level": "a bound in a divergence holds if it does for every number that bounds it",
    "monotone": "logarithms of both sides are undone",
    "inverse": "inverse functions are applied to both sides",
    "apart": "what is subtracted on one side is added on the other",
    "event": "the event that attains a hockey stick makes bits of the laws",
    "integrands": "f-divergences are compared by what they integrate",
    "written": "a guarantee of known laws that is assumed gives bounds of their closed forms",
    "any-laws": "what holds of any two laws is used of two that are written out",
    "part": "a part of a composition or a group has what the whole has",
    "listed": "a law that a kernel maps has an outcome for each of its rows",
    "pair": "laws of a named mechanism are any that keep what is known of it",
    "impossible": "a hypothesis bounds a divergence by less than 0",
    "reindexed": "the terms of a sum are written in another order",
    "ascending": "divergences at several orders are numbers that are ordered and convex",
    "sizes": "databases of fewer records are some of those of more; the library has no recovery",
    "uniform-prior": "vectors of bits are averaged; there are no hypotheses in the library",
    "broadcast": _WRITTEN,
    "responses": _WRITTEN,
    "accuracy": _WRITTEN,
}


@cache
def rule_lemmas() -> dict[str, tuple[str, ...]]:
    """The lemmas of the library about each rule of the kernel that has some, by their names."""
    theories = files("dpsym.coq").joinpath("theories")
    text = "\n".join(p.read_text("utf-8") for p in theories.iterdir() if p.name.endswith(".v"))
    found: dict[str, list[str]] = {}
    for name in re.findall(r"^ *(?:Lemma|Theorem) rule_(\w+)", text, re.MULTILINE):
        rules = [r for r in RULES if f"{name}_".startswith(f"{r.replace('-', '_')}_")]
        found.setdefault(max(rules, key=len, default=name), []).append(f"rule_{name}")
    return {rule: tuple(sorted(names)) for rule, names in found.items()}


def by_construction() -> frozenset[str]:
    """The rules without a lemma of which Coq checks a proof wherever one is used."""
    return frozenset(SCRIPTS) - frozenset(rule_lemmas())


def unexported() -> dict[str, str]:
    """The rules of the kernel with neither a lemma nor a script: what they do, or what is missing.

    >>> unexported()["accuracy"]
    'the library has neither protocols that are written out nor what they are worth'
    """
    known = {*rule_lemmas(), *by_construction()}
    return {rule: _REASONS[rule] for rule in RULES if rule not in known}
