"""A theorem with its verdict as plain data: what every form of the report is made from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sympy import Basic

from dpsym import __version__
from dpsym.arguments import taking
from dpsym.certificate import UnreadableError, loaded
from dpsym.curves import curve
from dpsym.errors import ClaimError
from dpsym.explaining import inequality, lines
from dpsym.language import heads, printing
from dpsym.language.claim import Claim
from dpsym.language.domains import Objects
from dpsym.language.typesetting import membership
from dpsym.library import code_of
from dpsym.report import certificate_to_json, expected_kind
from dpsym.site.profiles import profile
from dpsym.statement import Theorem
from dpsym.verdict import Proved, Refuted, Undecided, Verdict, verdict_to_json
from dpsym.verifier import refusal

FORMAT = "dpsym-report"
VERSION = 4

_OPERATIONS: tuple[tuple[str, tuple[type[Basic], ...]], ...] = (
    ("composition", (heads.Compose, heads.Concurrent, heads.Parallel)),
    ("group privacy", (heads.Group,)),
    ("subsampling", (heads.Subsample,)),
    ("information", (heads.MutualInformation,)),
    ("post-processing", (heads.PostProcess, heads.Pushforward)),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A verdict as JSON data, pinned to its claim.

    Attributes:
        digest: the digest of the claim that was decided.
        verdict: proved, refuted or undecided.
        reason: the outermost step, the violated relation, or what is missing.
        axioms: the facts used without proof.
        goals: every goal that the proof reduced the claim to, as text.
        witness: the counterexample, or None.
        evidence: the provers' steps or the witness, or None where the claim is undecided.
        certificate: what the kernel accepted, or None where the claim is undecided.
        proof: the lines of the explanation as data; see :class:`dpsym.explaining.Line`.
        curve: the slack along one number; both sides of the decisive inequality along one
            where no candidate for a slack can be evaluated; or None.
        seconds: the time it took.
    """

    digest: str
    verdict: str
    reason: str
    axioms: tuple[str, ...]
    goals: tuple[str, ...]
    witness: dict[str, Any] | None
    evidence: dict[str, Any] | None
    certificate: dict[str, Any] | None
    proof: tuple[dict[str, Any], ...]
    curve: dict[str, Any] | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Entry:
    """A theorem for a reader.

    Attributes:
        name: its address.
        sentence: the claim in words.
        note: what a reader should know beside it.
        source: key and item.
        key: the key of the source alone.
        family: what kind of claim it is, such as ``composition``.
        expected: proved, refuted or open.
        agreed: whether the verdict is the expected one.
        claim: the claim as text.
        latex: the same in LaTeX.
        hypotheses: each hypothesis in LaTeX.
        conclusions: each conclusion in LaTeX.
        domains: name and domain of every variable, and both in LaTeX.
        repairs: the name of the false theorem in whose place it stands, or the empty string.
        code: the source of the theorem, or the empty string where it has none.
        outcome: what was found.
    """

    name: str
    sentence: str
    note: str
    source: str
    key: str
    family: str
    expected: str
    agreed: bool
    claim: str
    latex: str
    hypotheses: tuple[str, ...]
    conclusions: tuple[str, ...]
    domains: tuple[tuple[str, str, str], ...]
    repairs: str
    code: str
    outcome: Outcome


@taking
def outcome(verdict: Verdict, *, drawn: bool = True) -> Outcome:
    """The verdict as data, with the certificate that the kernel accepted.

    The curve takes up to two seconds, and stands in pages alone; with ``drawn=False`` it is None.

    >>> from dpsym import check
    >>> found = outcome(check("x**2 >= 0 for x in [0, oo)"))
    >>> found.verdict, found.proof[0]["part"]
    ('proved', 'step')
    """
    told = verdict_to_json(verdict)
    proof = verdict.evidence if isinstance(verdict, Proved) else None
    goals = tuple(dict.fromkeys(proof.goals())) if proof else ()
    one = inequality(proof) if proof else None
    return Outcome(
        digest=verdict.claim.digest,
        verdict=verdict.kind,
        reason=verdict.reason,
        axioms=tuple(verdict.axioms),
        goals=goals,
        witness=told["witness"],
        evidence=None if isinstance(verdict, Undecided) else certificate_to_json(verdict),
        certificate=None if verdict.certificate is None else verdict.certificate.to_json(),
        proof=tuple(line.to_json() for line in lines(verdict)),
        curve=_picture(verdict, goals, one) if drawn else None,
        seconds=told["seconds"],
    )


def _picture(verdict: Verdict, goals: Sequence[str], one: str | None) -> dict[str, Any] | None:
    """What is drawn of a verdict: the decisive inequality, the slack, or another inequality."""
    if isinstance(verdict, Refuted):
        return None
    drawn = curve([one] if one else ()) or profile(verdict.claim)
    if drawn is None or drawn.get("level"):
        return curve((verdict.claim.text, *goals)) or drawn
    return drawn


def entry(theorem: Theorem, found: Outcome) -> Entry:
    """The theorem with what was found.

    Raises:
        ClaimError: what was found is about another claim.
    """
    claim = theorem.claim
    if found.digest != claim.over().digest:
        raise ClaimError(
            f"the verdict kept for {theorem.name} is about another claim",
            part=theorem.name,
            remedy="decide it again",
        )
    return Entry(
        name=theorem.name,
        sentence=theorem.sentence,
        note=theorem.note,
        source=theorem.source,
        key=theorem.source.partition(",")[0].strip(),
        family=family(claim),
        expected=theorem.expectation.value,
        agreed=found.verdict == expected_kind(theorem.expectation),
        claim=claim.text,
        latex=claim.stated(),
        hypotheses=tuple(printing.latex(atom, claim.atoms) for atom in claim.hypotheses),
        conclusions=tuple(printing.latex(atom, claim.atoms) for atom in claim.conclusions),
        domains=tuple(
            (name.name, str(domain), membership(printing.latex(name, claim.atoms), domain))
            for name, domain in claim.domains
        ),
        repairs=theorem.repairs,
        code=code_of(theorem),
        outcome=found,
    )


def family(claim: Claim) -> str:
    """What kind of claim it is, read from its heads.

    >>> from dpsym.language.parser import parse_claim
    >>> family(parse_claim("ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)"))
    'group privacy'
    >>> family(parse_claim("PureDP(M, eps) => ZCDP(M, eps**2/2)"))
    'conversion'
    """
    for name, operations in _OPERATIONS:
        if any(atom.has(*operations) for atom in claim.atoms):
            return name
    if any(atom.has(heads.Guarantee) for atom in claim.atoms):
        abstract = any(isinstance(domain, Objects) for _, domain in claim.domains)
        return "conversion" if abstract else "mechanism"
    if any(atom.has(heads.Divergence) for atom in claim.atoms):
        return "divergence"
    return "inequality"


@taking
def dump(entries: Iterable[Entry]) -> dict[str, Any]:
    """The report as JSON data; :func:`load` reads the verdicts back."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "dpsym": __version__,
        "theorems": [asdict(each) for each in entries],
    }


def load(data: Any) -> Mapping[str, Outcome]:
    """The verdicts of a report whose certificates the kernel accepts, by the digest of their claim.

    Raises:
        ClaimError: the data is no report of this version.
    """
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise ClaimError(
            f"this is no {FORMAT} of version {VERSION}",
            remedy="write one with 'dpsym report --json FILE'",
        )
    try:
        found = [_restored(each["outcome"]) for each in data["theorems"]]
        return {each.digest: each for each in found if _stands(each)}
    except (AttributeError, KeyError, TypeError) as error:
        raise ClaimError(f"the report is damaged: {error!r}", remedy="write it again") from None


def _stands(found: Outcome) -> bool:
    """Whether the kernel accepts the certificate of a verdict, which tells no other facts or point.

    One that is open needs none.
    """
    if found.verdict == "undecided":
        return True
    try:
        certificate = loaded(found.certificate)
    except UnreadableError:
        return False
    if refusal(certificate) or not set(certificate.axioms) <= set(found.axioms):
        return False
    shown = None if found.witness is None else found.witness["point"]
    if shown != (None if certificate.witness is None else certificate.witness["point"]):
        return False
    return (certificate.sha256, certificate.verdict) == (found.digest, found.verdict)


def _restored(data: dict[str, Any]) -> Outcome:
    kept: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    return Outcome(**kept)
