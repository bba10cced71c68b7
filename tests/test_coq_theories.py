"""The Coq library: that it compiles, and assumes nothing but the real numbers."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from coq_sessions import assumed_by_all

from dpsym.coq import atoms
from dpsym.coq.assumed import ASSUMED
from dpsym.coq.compiling import coqc, foreign
from dpsym.coq.export import AXIOMS
from dpsym.coq.lemmas import by_construction, rule_lemmas, unexported
from dpsym.coq.notation import UnexportableError
from dpsym.coq.rows import proved, row_claim
from dpsym.kernel.claims import RULES
from dpsym.kernel.facts import FACTS

pytestmark = pytest.mark.xdist_group("coq")
ROOT = Path(__file__).parents[1]
THEORIES = ROOT / "dpsym" / "coq" / "theories"
FILES = sorted(THEORIES.glob("[A-Z]*.v"))
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")


def listed() -> list[str]:
    """The files of the library, in the order in which they are compiled."""
    return re.findall(r"^(\w+)\.v$", (THEORIES / "_CoqProject").read_text(), re.MULTILINE)


def test_the_project_lists_every_file() -> None:
    assert {path.stem for path in FILES} <= set(listed())


def test_the_readme_describes_every_file() -> None:
    described = (THEORIES / "README.md").read_text()
    assert [path.name for path in FILES if f"`{path.name}`" not in described] == []


def test_nothing_is_admitted() -> None:
    words = r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|bypass_check)\b"
    files = THEORIES.glob("*.v")
    assert [path.name for path in files if re.search(words, path.read_text())] == []


def test_the_rows_without_a_lemma_are_those_listed_as_assumed() -> None:
    assert set(FACTS) - proved() == set(ASSUMED)
    assert len(ASSUMED) <= 15
    keys = re.findall(r"^@\w+\{(\w+),", (ROOT / "theorems" / "references.bib").read_text(), re.M)
    assert [row for row, found in ASSUMED.items() if found.source.split(",")[0] not in keys] == []


def test_lemmas_of_rows_say_all_of_them_where_divergences_are_infinite() -> None:
    """The sides of the other rows need the hypotheses to be seen to grow, or a mixture's ends.

    Laws.v has the ends as ``mixture_0`` and ``mixture_1``.
    """
    partial = set()
    for row in proved():
        try:
            atoms.check_sides(row_claim(row))
        except UnexportableError:
            partial.add(row)
    mixtures = {"mixture-KL", "mixture-ChiSquared", "mixture-moment"}
    growing = {"hoelder", "order-between", "order-below-infinite", "stick-moment"}
    assert partial == mixtures | growing


def test_every_rule_of_the_kernel_has_a_lemma_or_a_script_or_a_reason() -> None:
    assert set(rule_lemmas()) <= set(RULES)
    assert by_construction() <= {*RULES, "scalar"}
    assert all(unexported().values())


def test_every_definition_holds_for_something_and_fails_for_something() -> None:
    heads = (*atoms.GUARANTEES, *atoms.HIDDEN, *atoms.NAMED, *atoms.FINITE, *atoms.EXTENDED)
    operations = (
        "PostProcess Compose Concurrent Rounds Group Subsample Parallel LossTail "
        "InteractiveMechanism MutualInformation Capacity"
    ).split()
    proved = re.findall(r"^ *Theorem (\w+)", (THEORIES / "Sanity.v").read_text(), re.MULTILINE)
    for name in [*(head.__name__ for head in heads), *operations]:
        assert {f"{name}_holds", f"{name}_fails"} <= set(proved), name


@needs_coq
def test_every_lemma_rests_on_the_real_numbers_alone(coq_folder: Path) -> None:
    stated = r"^ *(?:Theorem|Lemma|Corollary) (\w+)"
    names = [
        f"{path.stem}.{name}"
        for path in FILES
        for name in re.findall(stated, path.read_text(), re.MULTILINE)
    ]
    lines = [f"From dpsym Require {path.stem}." for path in FILES]
    (coq_folder / "assumed_by_all.v").write_text("\n".join([*lines, assumed_by_all(names)]))
    said, complaint = coqc(coq_folder / "assumed_by_all.v", 300)
    assert not complaint
    assumed = re.findall(r"^(\S+)(?= :|$)", said, re.MULTILINE)
    assert {name for name in assumed if name != "Axioms:"} <= set(AXIOMS)


@needs_coq
def test_powers_of_negative_numbers_are_those_of_the_language(coq_folder: Path) -> None:
    text = """From Coq Require Import Reals Lra.
From dpsym Require Import naturals.
Open Scope R_scope.
Goal dpsym_expt (- 2) (- INR 3) = - / 8.
Proof.
  rewrite dpsym_expt_opp, dpsym_expt_INR by (apply pos_INR || (exists 3%Z; simpl; ring)).
  simpl. lra.
Qed.
"""
    (coq_folder / "powers.v").write_text(text)
    assert coqc(coq_folder / "powers.v", 300)[1] == ""


@needs_coq
def test_an_axiom_is_told_of_any_lemma_among_many(coq_folder: Path) -> None:
    names = [f"lemma_{n}" for n in range(5)]
    stated = [f"Lemma {name} : 1 = 1. Proof. reflexivity. Qed." for name in names]
    stated[2] = f"Axiom wrong : 1 = 2. Lemma {names[2]} : 1 = 2. Proof. exact wrong. Qed."
    (coq_folder / "axiom.v").write_text("\n".join([*stated, assumed_by_all(names)]))
    said, complaint = coqc(coq_folder / "axiom.v", 300)
    assert (foreign(said), complaint) == ("it assumes wrong", "")
