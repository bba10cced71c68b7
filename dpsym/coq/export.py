"""Coq files for the real leaves of a proof, and one that prints what they assume."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from dpsym.certificate import Node, claim_of
from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.coq.proofs import Script
from dpsym.coq.statements import domain_conditions, statement
from dpsym.kernel.scalar import FAILURES, stated
from dpsym.kernel.scalar_goal import Goal
from dpsym.kernel.verify import scalar_goal

AXIOMS = (
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
)
FILES = {
    "naturals": ("dpsym_harmonic", "dpsym_sum", "dpsym_expt"),
    "special": ("dpsym_erfc", "dpsym_far"),
    "ends": ("dpsym_continuous",),
    "series": ("dpsym_series",),
}
"""By file, in the order in which they require each other: what only leaves that need it have."""
HEADER = """(* {comment} *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
Require Import {required}.
Open Scope R_scope.
"""


@dataclass(frozen=True, slots=True)
class Exported:
    """What became of a leaf: the name of its lemma, or why it has none."""

    leaf: str
    lemma: str | None
    why: str = ""


def leaves(proof: Node) -> list[Node]:
    """The leaves about real numbers in the tree of a certificate, each goal once."""
    found = {proof.goal: proof} if proof.rule == "scalar" else {}
    for child in proof.children:
        found |= {leaf.goal: leaf for leaf in leaves(child)}
    return list(found.values())


def lemma(leaf: Node, title: str) -> str:
    """The Coq file of one leaf.

    Raises:
        UnexportableError: the proof has no counterpart in Coq; the message says which part.
    """
    try:
        goal = stated(scalar_goal(claim_of(leaf.goal)))
        return source_of(goal, title, leaf.params["proof"])
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
    text = "\n  ".join(body)
    comment = f"{goal.expression} {'>' if goal.strict else '>='} 0".replace("(*", "( *")
    return (
        HEADER.format(comment=comment, required=" ".join(required(claim + text)))
        + f"\nTheorem {title} : {quantified}\n  {claim}.\nProof.\n  "
        + text
        + "\nQed.\n"
    )


def required(text: str) -> list[str]:
    """The files that a text needs, in the order in which they are compiled."""
    last = [n for n, marks in enumerate(FILES.values()) if any(mark in text for mark in marks)]
    return ["prelude", *list(FILES)[: max(last, default=-1) + 1]]


def export(proof: Node, stem: str, folder: Path) -> list[Exported]:
    """Writes a file for each leaf, those that they require, and those of :func:`write_project`.

    What became of each leaf is returned.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _copy("prelude.v", folder)
    found: list[Exported] = []
    for number, leaf in enumerate(leaves(proof), 1):
        title = f"{stem}_{number}"
        try:
            source = lemma(leaf, title)
        except UnexportableError as error:
            found.append(Exported(leaf.goal, None, str(error)))
            continue
        for file in required(source):
            _copy(f"{file}.v", folder)
        (folder / f"{title}.v").write_text(source, encoding="utf-8")
        found.append(Exported(leaf.goal, title))
    write_project(folder, [e.lemma for e in found if e.lemma is not None])
    return found


def _copy(file: str, folder: Path) -> None:
    text = files("dpsym.coq").joinpath(file).read_text(encoding="utf-8")
    (folder / file).write_text(text, encoding="utf-8")


def write_project(folder: Path, titles: list[str]) -> None:
    """``assumptions.v``, which prints what all lemmas together assume, and ``_CoqProject``.

    The second has ``coq_makefile -f _CoqProject -o Makefile && make`` compile all files.
    """
    lines = [f"Require Import {title}." for title in titles]
    terms = ", ".join(titles) if titles else "I"
    lines += [f"Definition dpsym_all := ({terms}).", "Print Assumptions dpsym_all.", ""]
    (folder / "assumptions.v").write_text("\n".join(lines), encoding="utf-8")
    required = [file for file in ("prelude", *FILES) if (folder / f"{file}.v").exists()]
    listed = [f"{file}.v" for file in (*required, *titles, "assumptions")]
    project = "\n".join(["-R . dpsym", *listed, ""])
    (folder / "_CoqProject").write_text(project, encoding="utf-8")
