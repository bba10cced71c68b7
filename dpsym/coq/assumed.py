"""What the Coq library does not prove: rows of the table of facts, and rules of the kernel."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from dpsym.coq.rules import SCRIPTS
from dpsym.kernel.claims import RULES


@dataclass(frozen=True, slots=True)
class Assumed:
    """A row that the kernel uses and the Coq library has no lemma for.

    Attributes:
        source: where it is proved, as ``Key, Theorem 3.2`` with the key of ``references.bib``.
        why: why the library has no lemma.
    """

    source: str
    why: str


_INTERACTIVE = "the library has no interactive mechanisms, whose questions an adversary chooses"
_INFORMATION = "the library has no mutual information of databases that are drawn at random"
_PROTOCOLS = "the library has no protocols of several parties"
_CURVES = "the curve of two answers needs Blackwell's theorem for normal laws in the plane"
_PARTITIONS = (
    "the library has normal laws as their finite partitions, and a loss that is subgaussian about "
    "its mean need not be so after a map of the outcome"
)
_PARTIES = "KairouzOhViswanath2015, the privacy of a party in Section 5"

ASSUMED: dict[str, Assumed] = {
    "capacity": Assumed("BunSteinke2016, Proposition 6.3", _INFORMATION),
    "capacity-one": Assumed("BunSteinke2016, Proposition 6.2", _INFORMATION),
    "capacity-single": Assumed("BunSteinke2016, Proposition 6.1", _INFORMATION),
    "capacity-record": Assumed("BunSteinke2016, Proposition 6.1", _INFORMATION),
    "compose-gaussian": Assumed("DongRothSu2022, Corollary 3", _CURVES),
    "repeat-gaussian": Assumed("DongRothSu2022, Corollary 3", _CURVES),
    "gaussian-mean": Assumed("DworkRothblum2016, the Gaussian mechanism", _PARTITIONS),
    "malicious-curious": Assumed(_PARTIES, _PROTOCOLS),
    "weaken-curious": Assumed(_PARTIES, _PROTOCOLS),
    "weaken-malicious": Assumed(_PARTIES, _PROTOCOLS),
    "concurrent-compose-pure": Assumed("VadhanWang2021, Theorem 1", _INTERACTIVE),
    "concurrent-compose-approx": Assumed("Lyu2022, approximate privacy", _INTERACTIVE),
    "concurrent-compose-zcdp": Assumed("Lyu2022, Renyi differential privacy", _INTERACTIVE),
    "concurrent-compose-renyi": Assumed("Lyu2022, Renyi differential privacy", _INTERACTIVE),
    "concurrent-compose-gaussian": Assumed("VadhanZhang2023, f-privacy", _INTERACTIVE),
}
"""The rows of the table of facts without a lemma in Coq, which a proof by the kernel may use."""

_REASONS = {
    "cut": "a guarantee or bound in between follows from one hypothesis",
    "exhaustion": "a claim about integers is proved value by value",
    "evaluated": "the sides of a claim without names are enclosed by rational numbers",
    "monotone": "logarithms of both sides are undone",
    "integrands": "f-divergences are compared by what they integrate",
    "families": "families with an index by induction on the number of members",
    "elimination": "a name is replaced by what a hypothesis says that it is",
    "spread": "bounds assumed of absolute values and maxima are bounds of their parts",
    "written": "a guarantee of known laws that is assumed gives bounds of their closed forms",
    "part": "a part of a composition or a group has what the whole has",
    "pair": "laws of a named mechanism are any that keep what is known of it",
    "impossible": "a hypothesis bounds a divergence by less than 0",
    "rounds": "vectors of bits differ in some rounds only; there are no hypotheses in the library",
    "vectors": "vectors of bits are renamed; there are no hypotheses in the library",
    "uniform-prior": "vectors of bits are averaged; there are no hypotheses in the library",
    "broadcast": _PROTOCOLS,
    "responses": _PROTOCOLS,
    "accuracy": _PROTOCOLS,
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
    'the library has no protocols of several parties'
    """
    known = {*rule_lemmas(), *by_construction()}
    return {rule: _REASONS[rule] for rule in RULES if rule not in known}
