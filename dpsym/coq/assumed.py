"""The rows of the table of facts that the Coq library does not prove, and who relies on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpsym.certificate import Certificate


@dataclass(frozen=True, slots=True)
class Assumed:
    """A row that the kernel uses and the Coq library has no lemma for.

    Attributes:
        source: where it is proved, as ``Key, Theorem 3.2`` with the key of ``references.bib``.
        why: why the library has no lemma.
    """

    source: str
    why: str


_CURVES = "the curve of two answers needs Blackwell's theorem for normal laws in the plane"
_PARTITIONS = (
    "the library has normal laws as their finite partitions, and a loss that is subgaussian about "
    "its mean need not be so after a map of the outcome"
)

_LINES = "the library says of mechanisms alone what holds at all orders"
_RECOVERY = "the library has no rules that name one of several databases from an answer"
_TESTED = "folklore, the share of answers that name their database"

ASSUMED: dict[str, Assumed] = {
    "compose-gaussian": Assumed("DongRothSu2022, Corollary 3", _CURVES),
    "repeat-gaussian": Assumed("DongRothSu2022, Corollary 3", _CURVES),
    "gaussian-mean": Assumed("DworkRothblum2016, the Gaussian mechanism", _PARTITIONS),
    "concurrent-compose-gaussian": Assumed("VadhanZhang2023, f-privacy", _CURVES),
    "line-order": Assumed("BunSteinke2016, Definition 1.1", _LINES),
    "line-mean": Assumed("BunSteinke2016, Definition 1.1", _LINES),
    "line-tail-markov": Assumed("BunSteinke2016, Lemma 3.5", _LINES),
    "line-tail-markov-order": Assumed("BunSteinke2016, Lemma B.2", _LINES),
    "line-tail-integral": Assumed("BunSteinke2016, Lemma B.2", _LINES),
    "line-tail-mills": Assumed("BunSteinke2016, Lemma B.2", _LINES),
    "recovery": Assumed("BunSteinke2016, Lemma 7.4", _RECOVERY),
    "recovery-list": Assumed("BunSteinke2016, Lemma 7.4, for lists", _RECOVERY),
    "recovery-guess": Assumed(_TESTED, _RECOVERY),
    "recovery-stick": Assumed(_TESTED, _RECOVERY),
    "recovery-stick-list": Assumed(_TESTED, _RECOVERY),
}
"""The rows of the table of facts without a lemma in Coq, which a proof by the kernel may use."""


def assumed(certificate: Certificate) -> dict[str, Assumed]:
    """The rows that a proof names and the Coq library does not prove.

    >>> from dpsym.certificate import Node
    >>> claim = "GaussianDP(M, m) => GaussianDP(Compose(M, 2), sqrt(2)*m)"
    >>> proof = Node("fact", claim, {"fact": "repeat-gaussian"})
    >>> list(assumed(Certificate(claim, "", "proved", proof=proof)))
    ['repeat-gaussian']
    """
    words = set(_words(certificate.proof.to_json())) if certificate.proof else set()
    return {row: found for row, found in sorted(ASSUMED.items()) if row in words}


def _words(data: Any) -> Iterator[str]:
    """Every text in data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _words(value)
    elif isinstance(data, Sequence):
        for value in data:
            yield from _words(value)
