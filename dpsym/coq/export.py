"""Coq files for the real leaves of a proof, and one that prints what they assume."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from dpsym.certification.scalar import certify_scalar
from dpsym.certification.scalar_text import MissingError, goal_of
from dpsym.certification.scalar_wrapped import claimed
from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.coq.proofs import Script
from dpsym.coq.statements import domain_conditions, statement
from dpsym.kernel.scalar import FAILURES
from dpsym.kernel.scalar_goal import Goal

AXIOMS = (
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
)
HEADER = """(* {comment} *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
Require Import prelude.
Open Scope R_scope.
"""


@dataclass(frozen=True, slots=True)
class Exported:
    """What became of a leaf: the name of its lemma, or why it has none."""

    leaf: str
    lemma: str | None
    why: str = ""


def leaves(evidence: Any) -> Iterable[Mapping[str, Any]]:
    """The scalar leaves in a verdict's evidence, each the data of a proof."""
    if isinstance(evidence, Mapping):
        if "evidence" in evidence or {"rule", "goal", "children"} <= set(evidence):
            yield evidence
            return
        for part in evidence.values():
            yield from leaves(part)
    elif isinstance(evidence, list | tuple):
        for part in evidence:
            yield from leaves(part)
    else:
        for field in ("detail", "children"):
            if hasattr(evidence, field):
                yield from leaves(getattr(evidence, field))


def lemma(evidence: Mapping[str, Any], title: str, *, seconds: float = 30.0) -> str:
    """The Coq file of one leaf.

    Raises:
        UnexportableError: the proof has no counterpart in Coq; the message says which part.
    """
    try:
        _, proof = certify_scalar(evidence, seconds=seconds)
        goal = goal_of(claimed(evidence))
        return source_of(goal, title, proof)
    except MissingError as error:
        raise UnexportableError(f"no elementary proof was found: {error}") from error
    except FAILURES as error:
        raise UnexportableError(str(error)) from error


def source_of(goal: Goal, title: str, proof: Mapping[str, Any]) -> str:
    """The Coq file of a proof that the kernel's scalar rules accept.

    Raises:
        UnexportableError: the proof has no counterpart in Coq.
    """
    script = Script().of(goal, proof)
    variables = " ".join(name(symbol) for symbol in goal.domains)
    premises = [
        c for symbol, domain in goal.domains.items() for c in domain_conditions(symbol, domain)
    ]
    premises += [f"0 {'<' if strict else '<='} {coq(fact)}" for fact, strict, _ in goal.facts]
    quantified = f"forall {variables} : R, " if variables else ""
    claim = "".join(f"{premise} ->\n  " for premise in premises) + statement(goal)
    body = [f"intros{' ' + variables if variables else ''}{' ?' * len(premises)}.", *script]
    comment = f"{goal.expression} {'>' if goal.strict else '>='} 0".replace("(*", "( *")
    return (
        HEADER.format(comment=comment)
        + f"\nTheorem {title} : {quantified}\n  {claim}.\nProof.\n  "
        + "\n  ".join(body)
        + "\nQed.\n"
    )


def export(evidence: Any, stem: str, folder: Path, *, seconds: float = 30.0) -> list[Exported]:
    """Writes the prelude, a file for each leaf and ``assumptions.v``; what became of each leaf.

    Compile with ``coqc -q prelude.v``, then each file, then ``coqc -q assumptions.v``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    prelude = files("dpsym.coq").joinpath("prelude.v").read_text(encoding="utf-8")
    (folder / "prelude.v").write_text(prelude, encoding="utf-8")
    found: list[Exported] = []
    for number, leaf in enumerate(leaves(evidence), 1):
        title = f"{stem}_{number}"
        shown = str(leaf.get("goal", leaf).get("expression", leaf))
        try:
            source = lemma(leaf, title, seconds=seconds)
        except UnexportableError as error:
            found.append(Exported(shown, None, str(error)))
            continue
        (folder / f"{title}.v").write_text(source, encoding="utf-8")
        found.append(Exported(shown, title))
    write_assumptions(folder, [e.lemma for e in found if e.lemma is not None])
    return found


def write_assumptions(folder: Path, titles: list[str]) -> None:
    """The file that prints what all lemmas together assume."""
    lines = [f"Require Import {title}." for title in titles]
    terms = ", ".join(titles) if titles else "I"
    lines += [f"Definition dpsym_all := ({terms}).", "Print Assumptions dpsym_all.", ""]
    (folder / "assumptions.v").write_text("\n".join(lines), encoding="utf-8")
