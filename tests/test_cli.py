"""The command: what it takes, what it prints, with which status it ends."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from math import inf
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from rich.progress import Progress
from sympy import Rational
from units import patient

from dpsym import library
from dpsym.checking import check as really_check
from dpsym.cli import INTERNAL_ERROR, INTERRUPTED, main, running
from dpsym.cli.complaints import point_at, printable
from dpsym.cli.running import each
from dpsym.cli.targets import Target
from dpsym.cli.time_left import FASTEST, TimeLeftColumn
from dpsym.errors import ClaimError, UnknownTheoremError
from dpsym.language.parser import parse_claim
from dpsym.provers.stopping import OverrunError, stopping
from dpsym.statement import Expectation, Theorem
from dpsym.verdict import Attempt, Proved, Refuted, Step, Undecided, Witness

Command = Callable[..., CompletedProcess[str]]

TRUE = "PureDP(M, eps) => ZCDP(M, eps**2/2)"
FALSE = "PureDP(M, eps) => ZCDP(M, eps**2/4)"
OPEN = "KL(P, Q) >= TotalVariation(P, Q)**3"
KEYS = (
    "claim verdict reason axioms witness certificate seconds processor recalled trail assumed"
).split()

PROOF = Step(
    "domination",
    TRUE,
    "it suffices to look at randomised response",
    ("domination",),
    children=(Step("scalar", "t >= 0", "the slack increases from zero"),),
)
WITNESS = Witness(
    point=(("eps", Rational(2)),),
    atom="ZCDP(M, eps**2/4)",
    where=(("alpha", Rational(3, 2)),),
    left=("1.51", "1.52"),
    right=("1.5", "1.5"),
    relation="<=",
    hypotheses=("PureDP(M, eps) by comparison of ratios",),
)

THEOREMS = '''
from dpsym import KL, Claim, Law, TotalVariation, theorem


@theorem(source="Somebody1999, Theorem 1")
def true() -> str:
    """Pure DP gives zCDP."""
    return "PureDP(M, eps) => ZCDP(M, eps**2/2)"


@theorem(source="Somebody1999, Theorem 2", expect="refuted")
def false() -> str:
    """Pure DP gives twice as good zCDP."""
    return "PureDP(M, eps) => ZCDP(M, eps**2/4)"


@theorem(source="Somebody1999, Conjecture 3", expect="open")
def unknown(P: Law, Q: Law) -> Claim:
    """KL is at least the cube of total variation."""
    return KL(P, Q) >= TotalVariation(P, Q) ** 3
'''


@pytest.fixture
def judged(referee: dict[str, Any]) -> dict[str, Any]:
    """A referee that proves TRUE, refutes FALSE and does not decide anything else."""
    referee[TRUE] = partial(Proved, evidence=PROOF, seconds=0.25)
    referee[FALSE] = partial(Refuted, witness=WITNESS)
    referee[OPEN] = partial(
        Undecided, why="no prover accepts it", trail=(Attempt("search", "found nothing", 0.5),)
    )
    return referee


@pytest.fixture
def theorem_file(tmp_path: Path) -> Path:
    path = tmp_path / "stated.py"
    path.write_text(THEOREMS)
    return path


@pytest.mark.parametrize(("claim", "status"), [(TRUE, 0), (FALSE, 1), (OPEN, 3)])
def test_status_of_one_claim_is_its_verdict(
    judged: dict[str, Any], claim: str, status: int
) -> None:
    assert main(["check", claim]) == status


@pytest.mark.parametrize(
    ("claim", "word"), [(TRUE, "Proved"), (FALSE, "Refuted"), (OPEN, "Undecided")]
)
def test_first_line_begins_with_the_verdict(
    judged: dict[str, Any], capsys: pytest.CaptureFixture[str], claim: str, word: str
) -> None:
    main(["check", claim])
    first, *others = capsys.readouterr().out.splitlines()
    assert first.split()[0] == word
    assert claim in first
    assert all(line.startswith("  ") for line in others)


def test_proof_is_printed_as_a_tree_with_its_facts(
    judged: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", TRUE])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("  it suffices to look at randomised response")
    assert lines[2].startswith("    the slack increases from zero")
    assert lines[3].startswith("  fact    domination (Blackwell 1953")
    assert lines[4].split() == ["time", "0.25", "s,", "0.00", "s", "of", "processor"]


def test_refutation_prints_the_point_the_place_and_both_sides(
    judged: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", FALSE])
    printed = capsys.readouterr().out
    for part in ("eps = 2", "alpha = 3/2", "ZCDP(M, eps**2/4)", "[1.51, 1.52]", "[1.5, 1.5]"):
        assert part in printed


def test_undecided_prints_why_and_who_tried(
    judged: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", OPEN])
    printed = capsys.readouterr().out
    assert "no prover accepts it" in printed
    assert "search: found nothing" not in printed
    main(["check", OPEN, "--verbose"])
    assert "search: found nothing" in capsys.readouterr().out


@pytest.mark.parametrize("claim", [TRUE, FALSE, OPEN])
def test_json_of_one_claim_is_an_object_with_exactly_these_keys(
    judged: dict[str, Any], capsys: pytest.CaptureFixture[str], claim: str
) -> None:
    main(["check", "--json", claim])
    data = json.loads(capsys.readouterr().out)
    assert list(data) == KEYS
    assert data["claim"] == claim
    assert (data["witness"] is not None) == (data["verdict"] == "refuted")
    assert data["certificate"] is None


def test_json_of_several_claims_is_an_array_in_their_order(
    judged: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", "--json", FALSE, TRUE, OPEN])
    data = json.loads(capsys.readouterr().out)
    assert [entry["verdict"] for entry in data] == ["refuted", "proved", "undecided"]


def test_several_texts_are_expected_proved(judged: dict[str, Any]) -> None:
    assert main(["check", TRUE, f"{TRUE} and ZCDP(M, eps**2)"]) == 1
    assert main(["check", TRUE, FALSE]) == 1
    judged["ZCDP(M, rho) => ZCDP(M, 2*rho)"] = Proved
    assert main(["check", TRUE, "ZCDP(M, rho) => ZCDP(M, 2*rho)"]) == 0


def test_theorems_pass_when_every_verdict_is_the_expected_one(
    judged: dict[str, Any], theorem_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(theorem_file)]) == 0
    printed = capsys.readouterr().out
    assert "3 of 3 verdicts are as expected" in printed
    assert [line.split()[1] for line in printed.splitlines()[:3]] == [
        "stated.true",
        "stated.false",
        "stated.unknown",
    ]


def test_theorems_fail_when_a_verdict_is_not_the_expected_one(
    judged: dict[str, Any], theorem_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judged[OPEN] = Proved
    assert main(["check", str(theorem_file)]) == 1
    assert "2 of 3 verdicts are as expected" in capsys.readouterr().out


def test_folder_means_the_theorems_of_its_files(
    judged: dict[str, Any], theorem_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (theorem_file.parent / "unrelated.py").write_text("raise SystemExit('this file was run')")
    assert main(["check", str(theorem_file.parent), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 3


def test_a_file_that_takes_too_long_is_not_called_faulty(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text("while True:\n    pass\n")
    with pytest.raises(OverrunError), stopping(0.1):
        library.theorems_in(path)
    path.write_text("")
    assert list(library.theorems_in(path)) == []


@pytest.fixture
def library_of_three(
    judged: dict[str, Any], theorem_file: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Theorem, ...]:
    """A library that consists of the three theorems."""
    stated = library.theorems_in(theorem_file)
    monkeypatch.setattr(library, "theorems", lambda: stated)
    return stated


@pytest.mark.parametrize("name", ["stated.true", "stated.false", "stated.unknown"])
def test_name_passes_with_the_expected_verdict_and_is_one_claim(
    library_of_three: tuple[Theorem, ...], capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main(["check", name]) == 0
    assert name in capsys.readouterr().out
    assert main(["check", "--json", name]) == 0
    assert list(json.loads(capsys.readouterr().out)) == KEYS


def test_prefix_and_nothing_mean_several_claims(
    library_of_three: tuple[Theorem, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in ([], ["stated"], ["stated", "stated.true"]):
        assert main(["check", "--json", *arguments]) == 0
        assert len(json.loads(capsys.readouterr().out)) == 3


def test_near_names_are_suggested(
    library_of_three: tuple[Theorem, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "stated.flase"]) == 2
    assert "'stated.false'" in capsys.readouterr().err


def test_budget_is_for_each_claim(judged: dict[str, Any], theorem_file: Path) -> None:
    main(["check", str(theorem_file), "--budget", "7.5"])
    assert judged["budgets"] == [7.5, 7.5, 7.5]


def test_budget_is_a_minute_by_default(judged: dict[str, Any]) -> None:
    main(["check", TRUE])
    assert judged["budgets"] == [60.0]


@pytest.mark.parametrize(
    "claim", ["ZCDP(M, rho) => ZCDP(PostProcess(M), rho)", "x**2 <= x for x in [0, 2]"]
)
def test_certificate_is_written_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], claim: str
) -> None:
    path = tmp_path / "evidence.json"
    main(["check", "--json", "--certificate", str(path), claim])
    assert json.loads(capsys.readouterr().out)["certificate"] == str(path)
    certificate = json.loads(path.read_text())
    assert certificate["format"] == "dpsym-certificate"
    assert certificate["sha256"] == parse_claim(claim).digest
    assert "proof" in certificate or "witness" in certificate
    assert [p.name for p in tmp_path.iterdir()] == ["evidence.json"]


def test_an_interrupted_run_leaves_the_certificates_of_what_stood(
    judged: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stood, folder, file = "x**2 <= x for x in [0, 2]", tmp_path / "proofs", tmp_path / "one.json"
    judged[stood] = really_check
    judged[TRUE] = KeyboardInterrupt()
    options = ["--certificates", str(folder), "--certificate", str(file)]
    assert main(["check", *options, stood, TRUE, FALSE]) == INTERRUPTED
    (own,) = folder.iterdir()
    assert json.loads(file.read_text()) == [json.loads(own.read_text())]
    assert main(["verify", str(own), str(file)]) == 0


def test_a_certificate_is_written_while_others_are_awaited(tmp_path: Path) -> None:
    """The first value is there only when what is done with the second has been done."""
    file = tmp_path / "second"

    def seen(value: str) -> None:
        if not value:
            file.touch()

    assert list(each(patient, [str(file), ""], jobs=2, seen=seen)) == [str(file), ""]


def test_what_may_take_long_is_begun_first_and_told_in_its_place(tmp_path: Path) -> None:
    """Two processes wait for what is done with the last value: it is begun before theirs."""
    file = tmp_path / "last"

    def seen(value: str) -> None:
        if not value:
            file.touch()

    items = [str(file), str(file), ""]
    assert list(each(patient, items, jobs=2, seen=seen, early=lambda item: not item)) == items


def test_open_theorems_are_begun_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may take all of their budget; a claim and a theorem that is decided do not ask so."""
    monkeypatch.setattr(running, "each", lambda _, items, *, early, **__: filter(early, items))
    decided = next(t for t in library.theorems() if t.expectation is Expectation.PROVED)
    open_one = next(t for t in library.theorems() if t.expectation is Expectation.OPEN)
    targets = [Target(text=TRUE), Target(name=decided.name), Target(name=open_one.name)]
    assert list(running.judge_all(targets, 1, jobs=2)) == targets[2:]


@pytest.mark.parametrize("count", [running.MANY - 1, running.MANY])
def test_processes_of_many_claims_are_made_ready(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bool] = []
    monkeypatch.setattr("dpsym.provers.search.instances.ready", lambda: made.append(True))
    monkeypatch.setattr(running, "verdict_on", lambda *_, **__: None)
    monkeypatch.setattr(running, "judgement", lambda target, *_, **__: target)
    targets = [Target(text=TRUE)] * count
    assert list(running.judge_all(targets, 1, jobs=1)) == targets
    assert len(made) == (count if count == running.MANY else 0)


def test_a_resumed_run_writes_the_certificates_of_its_file(
    judged: dict[str, Any], tmp_path: Path
) -> None:
    stood, kept = "x**2 <= x for x in [0, 2]", str(tmp_path / "run.jsonl")
    judged[stood] = really_check
    judged[TRUE] = KeyboardInterrupt()
    for folder in ("first", "again"):
        options = ["--resume", kept, "--certificates", str(tmp_path / folder)]
        assert main(["check", *options, stood, TRUE]) == INTERRUPTED
        assert main(["verify", str(tmp_path / folder)]) == 0
    assert judged["budgets"] == [60.0, 60.0, 60.0]


def test_no_certificate_takes_the_place_of_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, first, second = tmp_path / "proofs", tmp_path / "p.txt", tmp_path / "p.md"
    first.write_text("λ: x >= 0 for x in [0, 1]\nβ: x >= -1 for x in [0, 1]\n", encoding="utf-8")
    second.write_text("<!-- dpsym: λ: x >= 2 for x in [0, 1] -->\n", encoding="utf-8")
    assert main(["check", str(first), "--certificates", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["p.β.json", "p.λ.json"]
    capsys.readouterr()
    both = tmp_path / "both"
    assert main(["check", str(first), str(second), "--certificates", str(both)]) == 2
    assert "two claims are named 'p.λ'" in capsys.readouterr().err
    assert not both.exists()


def test_undecided_claim_has_no_certificate(
    judged: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evidence.json"
    main(["check", "--json", "--certificate", str(path), OPEN])
    assert json.loads(capsys.readouterr().out)["certificate"] is None
    assert not path.exists()


def test_internal_error_is_no_verdict(
    judged: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    judged[TRUE] = ZeroDivisionError("a fault of ours")
    assert main(["check", TRUE]) == INTERNAL_ERROR
    assert "no verdict" in capsys.readouterr().err


def test_interruption_has_a_status_of_its_own(
    judged: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    judged[TRUE] = KeyboardInterrupt()
    for place, told in (("off", ""), (str(tmp_path / "kept"), "; what was decided is kept")):
        monkeypatch.setenv("DPSYM_STORE", place)
        assert main(["check", TRUE]) == INTERRUPTED
        assert capsys.readouterr().err == f"dpsym: interrupted{told}\n"


BAD = {
    "unknown head": ("PureDPP(M, eps) => ZCDP(M, eps**2/2)", "'PureDPP'"),
    "no domain": ("PureDP(M, eps) => ZCDP(M, eps**2/(2*c))", "'c' has no domain"),
    "empty": ("", "there is no claim"),
    "no claim": ("PureDP(M, eps) =>", "text ends"),
    "escape sequence": ("PureDP(M, \x1b[31m) => x", r"\x1b"),
    "Python": ("__import__('os').system('true')", "character"),
    "deep": ("(" * 50_000 + ")", "characters"),
    "missing file": ("nowhere.py", "'nowhere.py'"),
    "missing folder": ("no/where", "'no/where'"),
    "unknown name": ("nobody2099.nothing", "'nobody2099.nothing'"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_is_named_in_one_message(command: Command, kind: str) -> None:
    argument, guilty = BAD[kind]
    before = sum(os.times()[2:4])  # processor seconds of processes that have ended
    finished = command("check", argument)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert finished.stderr.startswith("dpsym: ")
    assert guilty in finished.stderr
    assert "Traceback" not in finished.stderr
    assert "\x1b" not in finished.stderr
    assert len(finished.stderr) < 1000
    assert sum(os.times()[2:4]) - before < 10


@pytest.mark.parametrize(
    ("content", "guilty"),
    [
        (b"PureDP(M, \0) => x", "x00"),
        (b"PureDP(M, \xff) => x", "0xff"),
        (b"x" * 1_000_000, "1000000 characters"),
        (b"\n", "there is no claim"),
    ],
    ids=["NUL", "no UTF-8", "a megabyte", "nothing"],
)
def test_bad_text_on_standard_input_is_named(command: Command, content: bytes, guilty: str) -> None:
    finished = command("check", "-", stdin=content)
    assert finished.returncode == 2
    assert guilty in finished.stderr
    assert "Traceback" not in finished.stderr


def test_undecodable_argument_is_named(command: Command) -> None:
    finished = command("check", b"PureDP(M, \xff) => x")
    assert finished.returncode == 2
    assert "udcff" in finished.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--budget", "-1", TRUE],
        ["--budget", "nan", TRUE],
        ["--budget", "soon", TRUE],
        ["--jobs", "0", TRUE],
        ["--certificate", "no/such/folder/file", TRUE],
        ["--nonsense", TRUE],
    ],
    ids=" ".join,
)
def test_bad_usage_has_status_two(
    judged: dict[str, Any], capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(["check", *arguments]) == 2
    assert judged["budgets"] == []
    assert arguments[0] in capsys.readouterr().err


def test_a_script_of_no_refutation_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.py"
    assert main(["check", "1 <= 2", "--script", str(script)]) == 0
    assert "nothing is refuted, and nothing written" in capsys.readouterr().err
    assert not script.exists()


@pytest.mark.parametrize("budget", ["inf", "nan", "0"])
def test_a_budget_of_no_end_is_told(budget: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["check", TRUE], ["tighten", "x <= c for x in [0, 1]", "--for", "c"]):
        assert main([*command, "--budget", budget]) == 2
        assert "must be positive and finite" in capsys.readouterr().err


UNWRITABLE = [
    ["check", "--certificate", "file/below", TRUE],
    ["check", "--certificates", "file", TRUE],
    ["check", "--certificates", "file/below", TRUE],
    ["check", "--script", ".", TRUE],
    ["check", "--resume", "file/below", TRUE],
    ["report", "--html", "file/below", "stated.py"],
    ["report", "--markdown", "file/below", "stated.py"],
    ["report", "--latex", ".", "stated.py"],
    ["report", "--json", "no/folder/file", "stated.py"],
    ["report", "--referee", "file/below", "stated.py"],
    ["export", "--coq", "file/below", TRUE],
    ["figures", "file"],
]


@pytest.mark.parametrize("arguments", UNWRITABLE, ids=" ".join)
def test_place_that_cannot_be_written_is_refused_before_anything_is_decided(
    judged: dict[str, Any],
    theorem_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    monkeypatch.chdir(theorem_file.parent)
    Path("file").touch()
    assert main(arguments) == 2
    assert judged["budgets"] == []
    said = capsys.readouterr().err
    assert said.startswith("dpsym: ")
    assert next(part for part in arguments[1:] if part not in (TRUE, "stated.py")) in said


UNREADABLE = [
    ["verify", "array.json"],
    ["verify", "broken.json"],
    ["verify", "missing.json"],
    ["verify", "."],
    ["report", "stated.py", "--verdicts", "array.json"],
    ["report", "stated.py", "--verdicts", "broken.json"],
    ["report", "stated.py", "--verdicts", "missing.json"],
    ["list", "--table", "bs16", "--run", "broken.json"],
    *([name, "nobody2099.nothing"] for name in "check show explain mutate slack report".split()),
    ["compare", TRUE, "nobody2099.nothing"],
    ["export", "--coq", "made", "nobody2099.nothing"],
    ["tighten", "PureDP(M", "--for", "c"],
    ["tighten", TRUE, "--for", "c"],
    ["check", ""],
    ["check", "stops.py"],
    *(["check", name] for name in ("missing.txt", "empty.txt", "binary.txt", "binary.py", ".")),
    *([*name, "--resume", "binary.txt"] for name in (["check", TRUE], ["mutate", TRUE])),
    ["slack", TRUE, "--seeds", "1", "--resume", "binary.txt"],
    ["slack", TRUE, "--seeds", "1", "--resume", "missing/file"],
    ["audit", "--only", "nothing", "--resume", "binary.txt"],
]


@pytest.mark.parametrize("arguments", UNREADABLE, ids=" ".join)
def test_input_that_cannot_be_read_has_status_two_and_one_message(
    judged: dict[str, Any],
    theorem_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
) -> None:
    monkeypatch.chdir(theorem_file.parent)
    Path("array.json").write_text("[]")
    Path("broken.json").write_text("{")
    Path("empty.txt").touch()
    Path("stops.py").write_text("from dpsym import theorem\n\nraise SystemExit(0)\n")
    for name in ("binary.txt", "binary.py"):
        Path(name).write_bytes(b"\xdd\x00\xff\n\xdd")
    if arguments[-1] == ".":
        Path("stated.py").unlink()
    assert main(arguments) == 2
    assert judged["budgets"] == []
    printed, said = capsys.readouterr()
    assert "Traceback" not in said
    assert printed.startswith("unreadable") or said.startswith("dpsym: ")


def test_a_file_that_may_not_be_read_is_named(
    theorem_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    claims = theorem_file.with_suffix(".txt")
    claims.write_text(TRUE)

    def refused(path: Path, **_: object) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_text", refused)
    assert main(["check", str(claims)]) == 2
    assert capsys.readouterr().err == f"dpsym: {claims}: Permission denied\n"


@pytest.mark.usefixtures("judged")
def test_signs_of_mathematics_are_read_as_those_of_the_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for written in ("PureDP(M, eps) \u21d2 ZCDP(M, eps^2/2)", "DP(M, eps) -> ZCDP(M, eps**2/2)"):
        assert main(["check", written]) == 0
        assert TRUE in capsys.readouterr().out


def test_what_has_no_reading_is_answered_with_one_that_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for written, meant in (
        ("ZCDP(M, lgo(2))", "did you mean 'log'?"),
        ("ZCDP(M, lg(2))", "write log(x)/log(10) for lg(x)"),
        ("PureDP(M, eps), ZCDP(M, eps)", "write 'and' for the one"),
    ):
        assert main(["check", written]) == 2
        assert meant in capsys.readouterr().err


def test_one_bad_claim_of_several_keeps_all_from_being_decided(judged: dict[str, Any]) -> None:
    assert main(["check", TRUE, "PureDP(M"]) == 2
    assert judged["budgets"] == []


@pytest.mark.parametrize(
    "content",
    ["from dpsym import theorem(", "import dpsym\n\nraise KeyError('theorem(')"],
    ids=["syntax", "exception"],
)
def test_file_that_cannot_be_imported_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    path = tmp_path / "broken.py"
    path.write_text(content)
    assert main(["check", str(path)]) == 2
    message = capsys.readouterr().err
    assert "broken.py, line" in message
    assert "Traceback" not in message


def test_two_theorems_of_one_name_are_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "twice.py"
    path.write_text(
        "from dpsym import theorem\n"
        + "".join(
            f"@theorem(source='s', name='same')\ndef f{k}() -> str:\n"
            f"    'A sentence.'\n    return 'ZCDP(M, rho) => ZCDP(M, {k}*rho)'\n"
            for k in (1, 2)
        )
    )
    assert main(["list", str(path)]) == 2
    assert "two theorems are named 'same'" in capsys.readouterr().err


def test_list_has_a_line_for_each_theorem(
    theorem_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", str(theorem_file)]) == 0
    heading, *rows = capsys.readouterr().out.splitlines()
    assert heading.split() == ["name", "source", "expected", "sentence"]
    assert [row.split()[0] for row in rows] == ["stated.true", "stated.false", "stated.unknown"]


def test_list_as_json_has_the_same_columns(
    theorem_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", "--json", str(theorem_file)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [entry["expected"] for entry in data] == ["proved", "refuted", "open"]
    assert {tuple(entry) for entry in data} == {("name", "source", "expected", "sentence")}


def test_show_says_everything(theorem_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--json", str(theorem_file)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data[0]["claim"] == TRUE
    assert r"\Longrightarrow" in data[0]["latex"]
    assert main(["show", str(theorem_file)]) == 0
    printed = capsys.readouterr().out
    for entry in data:
        assert all(entry[key] in printed for key in ("name", "claim", "latex", "source"))


def test_prefix_selects_whole_words(theorem_file: Path) -> None:
    stated = library.theorems_in(theorem_file)
    assert library.select("stated", stated, "the file") == stated
    with pytest.raises(UnknownTheoremError):
        library.select("state", stated, "the file")


def test_caret_stands_below_the_guilty_character_of_a_long_claim() -> None:
    source = "x" * 500 + "?" + "y" * 500
    shown, caret = point_at(source, ClaimError("no", position=500)).splitlines()
    assert shown[caret.index("^")] == "?"
    assert len(shown) < 100


def test_printable_keeps_text_on_one_line() -> None:
    assert printable("a\nb\x1b[0m") == r"a\nb\x1b[0m"


def test_help_names_every_head(command: Command) -> None:
    from dpsym.language.heads import HEADS

    printed = command("check", "--help").stdout
    assert [head for head in HEADS if head not in printed] == []


def test_piped_output_has_no_decoration(command: Command, theorem_file: Path) -> None:
    printed = command("list", theorem_file.name, FORCE_COLOR="").stdout
    assert printed.isascii()
    assert "\x1b" not in printed


def test_two_processes_say_what_one_says(command: Command) -> None:
    claims = ["ZCDP(M, rho) => ZCDP(M, 2*rho)", "ZCDP(M, rho) => ZCDP(M, rho/2)"]
    alone, together = (command("check", "--json", "--jobs", n, *claims) for n in ("1", "2"))
    assert alone.returncode == together.returncode
    assert together.stderr == ""
    for one, two in zip(json.loads(alone.stdout), json.loads(together.stdout), strict=True):
        assert (one["claim"], one["verdict"]) == (two["claim"], two["verdict"])


def test_every_command_teaches_by_examples(command: Command) -> None:
    from dpsym.cli.application import application

    for name, known in application.commands.items():
        help_text = " ".join((known.callback.__doc__ or "").split()) if known.callback else ""
        assert "Example" in help_text, name
        assert f"dpsym {name} " in help_text, name


def test_quiet_prints_one_line_for_one_claim_and_the_unexpected_of_several(
    judged: dict[str, Any], theorem_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--quiet", FALSE]) == 1
    assert capsys.readouterr().out.splitlines() == [f"Refuted    {FALSE}"]
    assert main(["check", "-q", str(theorem_file)]) == 0
    assert capsys.readouterr().out == ""
    judged[OPEN] = Proved
    assert main(["check", "-q", str(theorem_file)]) == 1
    assert capsys.readouterr().out.splitlines() == [f"Proved     {OPEN}"]


def test_names_are_completed_a_word_at_a_time(
    library_of_three: tuple[Theorem, ...],
) -> None:
    from dpsym.cli.targets import completions

    assert completions("st") == ["stated."]
    assert completions("stated.") == ["stated.true", "stated.false", "stated.unknown"]
    assert completions("nothing") == []


def test_shells_get_a_completion_script(command: Command) -> None:
    asked = {
        "_DPSYM_COMPLETE": "bash_complete",
        "COMP_WORDS": "dpsym check bs16.prop_1_",
        "COMP_CWORD": "2",
    }
    assert "plain,bs16.prop_1_4" in command("check", **asked).stdout.split()


def test_colours_can_be_turned_off(
    judged: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    main(["check", TRUE])
    assert "\x1b[1;32m" in capsys.readouterr().out
    main(["check", "--no-color", TRUE])
    assert "\x1b[1;32m" not in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check", TRUE])
    assert "32m" not in capsys.readouterr().out


def test_the_time_left_does_not_jump_by_minutes() -> None:
    """Two hundred claims of a second, among them some of a minute: the pace alone jumps."""
    now = 0.0
    column = TimeLeftColumn()
    with Progress(
        auto_refresh=False, disable=True, get_time=lambda: now, speed_estimate_period=inf
    ) as progress:
        progress.add_task("Deciding", total=200)
        (task,) = progress.tasks
        shown, paces = [], []
        for place in range(200):
            for _ in range(60 if place % 40 == 10 else 1):
                now += 1
                shown.append(column.seconds(task))
                paces.append(task.time_remaining)
            progress.advance(task.id)
        assert column.seconds(task) == 0

    def jumps(seconds: list[float | None]) -> float:
        known = [s for s in seconds if s is not None]
        return max(abs(later - earlier) for earlier, later in pairwise(known))

    assert len([s for s in shown if s is not None]) > 400
    assert jumps(shown) <= FASTEST + 1 < 60 < jumps(paces)
    assert 0 < (shown[-1] or 0) < 60


def test_progress_says_how_long_is_left_and_quiet_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from io import StringIO

    from rich.console import Console

    from dpsym.cli.output import tracked

    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", Terminal())
    for quiet in (False, True):
        screen = StringIO()
        out = Console(file=screen, force_terminal=True, width=100)
        assert list(tracked([1, 2, 3], 3, out=out, quiet=quiet)) == [1, 2, 3]
        assert ("left" in screen.getvalue()) != quiet
        assert ("3/3" in screen.getvalue()) != quiet
