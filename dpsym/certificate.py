"""Certificates: what a verdict rests on, as a JSON file that the kernel checks without the provers.

A file holds one object::

    {"format": "dpsym-certificate", "version": 3,
     "claim": "PureDP(M, eps) => ZCDP(M, eps**2/2)",
     "sha256": the SHA-256 of the claim in canonical text, or as it stands here,
     "verdict": "proved" or "refuted",
     "axioms": ["domination", ...],     the facts used without proof, sorted
     "seconds": 0.7,                     what the verdict took; no evidence
     "proof": node   or   "witness": {"point": {name: text}, "conclusion": 0, "where": {...}}}

A node is ``{"rule": name, "goal": claim as text, "params": {...}, "children": [node, ...]}``. From
goal, rule and parameters the kernel computes the claims that suffice; each must be evident or
said by a child, perhaps more generally. The rules are listed in :mod:`dpsym.kernel.claims`. A
leaf ``scalar`` has in its parameters the tree that :mod:`dpsym.kernel.scalar` checks: boxes as
bisection trees, factored zeros, exact rationals. A bisection tree is text, its nodes in preorder:
the name of a variable halves that side of the box, "d" is a box on which the range of the
expression decides, "m" one on which the mean-value form does, "t" one on which Taylor's form of
the second order does, both around the middle of the box, "-" one in which a condition fails. The
point of a witness is exact.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from dpsym.errors import DpsymError
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_claim
from dpsym.language.tables import aligned

FORMAT, VERSION = "dpsym-certificate", 3
MAX_BYTES, MAX_DEPTH, MAX_SECONDS = 64_000_000, 200, 10**9
_FAILURES = DpsymError, RecursionError, ArithmeticError, ValueError, TypeError, AttributeError


class UnreadableError(DpsymError, ValueError):
    """A file is no certificate of a version that is known here."""


@dataclass(frozen=True, slots=True)
class Node:
    """One step: ``goal`` follows from the goals of ``children`` by ``rule`` with ``params``."""

    rule: str
    goal: str
    params: Mapping[str, Any] = field(default_factory=dict)
    children: tuple[Node, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The tree below this node as JSON data."""
        return {
            "rule": self.rule,
            "goal": self.goal,
            "params": dict(self.params),
            "children": [child.to_json() for child in self.children],
        }

    def size(self) -> int:
        """The number of nodes of the tree."""
        return 1 + sum(child.size() for child in self.children)


@dataclass(frozen=True, slots=True, repr=False)
class Certificate:
    """The evidence of one verdict.

    Attributes:
        claim: the claim as text.
        sha256: the digest of the claim's canonical text.
        verdict: "proved" or "refuted".
        axioms: the facts used without proof, sorted.
        seconds: what the verdict took.
        proof: the tree, for "proved".
        witness: point, number of the conclusion and further choices, for "refuted".
    """

    claim: str
    sha256: str
    verdict: str
    axioms: tuple[str, ...] = ()
    seconds: float = 0.0
    proof: Node | None = None
    witness: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """The object that is written to a file."""
        evidence = {"proof": self.proof.to_json()} if self.proof else {"witness": self.witness}
        return {
            "format": FORMAT,
            "version": VERSION,
            "claim": self.claim,
            "sha256": self.sha256,
            "verdict": self.verdict,
            "axioms": list(self.axioms),
            "seconds": round(self.seconds, 3),
            **evidence,
        }

    def __repr__(self) -> str:
        """What a terminal shows: the claim and a few lines."""
        return aligned(f"Certificate  {self._stated()}", self._rows())

    def _repr_markdown_(self) -> str:
        """What a notebook shows: the claim and a small table."""
        rows = [(label, escape(value).replace("|", "&#124;")) for label, value in self._rows()]
        table = "\n".join(f"| {label} | {value} |" for label, value in rows)
        return f"**Certificate** `{self._stated()}`\n\n| | |\n|---|---|\n{table}"

    def _stated(self) -> str:
        """The claim without the comments that its text may have."""
        try:
            return claim_of(self.claim).text
        except UnreadableError:
            return "of no claim"

    def _rows(self) -> list[tuple[str, str]]:
        """What is told in lines; a file may have any texts in their places."""
        rows = [
            ("verdict", self.verdict),
            ("evidence", f"{self.proof.size()} steps" if self.proof else "an exact point"),
            ("facts", ", ".join(self.axioms) or "none"),
            ("SHA-256 of the claim", self.sha256),
        ]
        return [(label, " ".join(value.split())) for label, value in rows]


def digest(claim: Claim) -> str:
    """The SHA-256 of the claim in canonical text.

    >>> digest(parse_claim("ZCDP(M,rho)")) == digest(parse_claim("ZCDP(M, rho)"))
    True
    """
    return claim.digest


def is_pinned(certificate: Certificate) -> bool:
    """Whether the hash is that of the claim in canonical text, or of the text as it stands.

    The text that one algebra writes may be read and written in another form, of the same meaning.
    """
    written = sha256(certificate.claim.encode(errors="backslashreplace")).hexdigest()
    return certificate.sha256 in (written, digest(claim_of(certificate.claim)))


def read(path: Path) -> list[Certificate]:
    """The certificates in a file: one object, or an array of them.

    Raises:
        UnreadableError: there is no such file, or it holds no certificates.
    """
    try:
        _demand(path.is_file() or not path.exists(), "no regular file")
        with path.open("rb") as file:
            written = file.read(MAX_BYTES + 1)
        _demand(len(written) <= MAX_BYTES, f"larger than {MAX_BYTES} bytes")
        data = json.loads(written, object_pairs_hook=_once, parse_constant=_no_number)
    except OSError as error:
        raise UnreadableError(str(error.strerror)) from None
    except UnreadableError:
        raise
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"no JSON: {error}") from None
    entries = data if isinstance(data, list) else [data]
    if not entries:
        raise UnreadableError("an empty array: no certificate is in it")
    return [loaded(entry) for entry in entries]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, in which a key that stands twice could be read in two ways."""
    found = dict(pairs)
    _demand(len(found) == len(pairs), "a key stands twice in one object")
    return found


def _no_number(word: str) -> float:
    raise UnreadableError(f"{word} is no number")


def loaded(data: Any) -> Certificate:
    """The certificate that :meth:`Certificate.to_json` wrote.

    Raises:
        UnreadableError: a part is missing, or is not of the kind it must be.
    """
    _demand(isinstance(data, dict) and data.get("format") == FORMAT, "no dpsym certificate")
    _demand(data.get("version") == VERSION, f"version {data.get('version')!r}, not {VERSION}")
    verdict = data.get("verdict")
    _demand(verdict in ("proved", "refuted"), "the verdict is neither proved nor refuted")
    proof, witness = data.get("proof"), data.get("witness")
    _demand((proof is None) == (verdict == "refuted"), "proof and verdict do not match")
    _demand(isinstance(witness, dict) == (verdict == "refuted"), "witness and verdict do not match")
    seconds = data.get("seconds", 0.0)
    _demand(
        isinstance(seconds, int | float) and 0 <= seconds <= MAX_SECONDS,
        f"the seconds are no number from 0 to {MAX_SECONDS}",
    )
    return Certificate(
        _text(data, "claim"),
        _text(data, "sha256"),
        verdict,
        tuple(_texts(data, "axioms")),
        float(seconds),
        None if proof is None else _node(proof, 0),
        witness,
    )


def claim_of(text: str) -> Claim:
    """The claim of a certificate.

    Raises:
        UnreadableError: the text is no claim.
    """
    try:
        return parse_claim(text)
    except _FAILURES as error:
        raise UnreadableError(f"no claim: {error}") from None


def _node(data: Any, depth: int) -> Node:
    _demand(isinstance(data, dict), "a node is no object")
    _demand(depth <= MAX_DEPTH, f"nodes are nested deeper than {MAX_DEPTH}")
    params, children = data.get("params"), data.get("children")
    _demand(isinstance(params, dict), "the parameters of a node are no object")
    _demand(isinstance(children, list), "the children of a node are no array")
    return Node(
        _text(data, "rule"),
        _text(data, "goal"),
        params,
        tuple(_node(child, depth + 1) for child in children),
    )


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    _demand(isinstance(value, str), f"{key!r} is no text")
    return str(value)


def _texts(data: Mapping[str, Any], key: str) -> list[str]:
    value = data.get(key)
    _demand(
        isinstance(value, list) and all(isinstance(v, str) for v in value), f"{key!r} are no texts"
    )
    return [str(v) for v in value or ()]


def _demand(holds: bool, complaint: str) -> None:
    if not holds:
        raise UnreadableError(complaint)
