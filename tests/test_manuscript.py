"""Claims that stand in files and papers are found, with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpsym import library
from dpsym.cli import main
from dpsym.errors import ClaimError
from dpsym.statement import Expectation, Theorem

PINSKER = "KL(P, Q) >= 2*TotalVariation(P, Q)**2"
FILES = {
    "claims.txt": f"""# comments and blank lines are left out

pinsker: {PINSKER}  # here too
wrong (refuted): KL(P, Q) >= 3*TotalVariation(P, Q)**2
ZCDP(M, rho) =>
    ZCDP(Group(M, k), k**2*rho)
""",
    "paper.tex": f"""\\begin{{theorem}} Let $P$ ... \\end{{theorem}}
% dpsym: pinsker: {PINSKER}
% a comment of another kind
\\begin{{dpsym}}
wrong (refuted): KL(P, Q) \\geq 3 TV(P, Q)^2
ZCDP(M, \\rho) \\implies
  ZCDP(Group(M, k), k^2\\rho)
\\end{{dpsym}}
""",
    "paper.md": f"""# Results
<!-- dpsym: pinsker: {PINSKER} -->
```python
x = 1
```
```dpsym
wrong (refuted): KL(P, Q) >= 3*TotalVariation(P, Q)**2
ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)
```
""",
}
LINES = {"claims.txt": (3, 4, 5), "paper.tex": (2, 5, 6), "paper.md": (2, 7, 8)}


def stated(tmp_path: Path, name: str, content: str) -> tuple[Theorem, ...]:
    path = tmp_path / name
    path.write_text(content)
    return library.theorems_in(path)


@pytest.mark.parametrize(
    ("name", "content", "lines"),
    [
        ("end.tex", "\\begin{theorem} 10\\% % dpsym: 1 <= 2\n%DPSYM: 2 <= 3\n", (1, 2)),
        ("note.tex", "\\begin{dpsym}\n1 <= 2 % as in [3]\n\\end{dpsym}\n", (2,)),
        ("tilde.md", "~~~ dpsym\n1 <= 2\n~~~\n<!-- Dpsym: 2 <= 3 -->\n", (2, 4)),
        ("mark.txt", "\N{BYTE ORDER MARK}one: 1 <= 2\n", (1,)),
    ],
)
def test_claims_stand_wherever_comments_and_blocks_do(
    tmp_path: Path, name: str, content: str, lines: tuple[int, ...]
) -> None:
    found = stated(tmp_path, name, content)
    assert tuple(int(theorem.place.rpartition(":")[2]) for theorem in found) == lines


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("open.tex", "% dpsym: 1 <= 2\n\\begin{dpsym}\n2 <= 3\n", 2),
        ("open.md", "<!-- dpsym: 1 <= 2 -->\n\n<!-- dpsym: 2 <= 3\n", 3),
        ("fence.md", "<!-- dpsym: 1 <= 2 -->\n```dpsym\n2 <= 3\n", 2),
    ],
)
def test_claims_that_do_not_end_are_told_and_the_others_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str, line: int
) -> None:
    (tmp_path / name).write_text(content)
    assert main(["check", str(tmp_path / name)]) == 2
    told = capsys.readouterr()
    assert f"{name}:{line}: claims begin here, and where they end is missing" in told.err
    assert "1 of 1 verdicts are as expected; 1 not well formed" in told.out


def test_claims_have_the_labels_of_their_paper(tmp_path: Path) -> None:
    lines = (
        f"Theorem 3.2: {PINSKER}",
        f"2: {PINSKER}",
        f"3.1 (refuted): {PINSKER}",
        f"Lemma A.1 (Pinsker). {PINSKER}",
        f"Pinsker's inequality (open): {PINSKER}",
        "for x in [0, 1]: x <= 1",
    )
    found = stated(tmp_path, "paper.txt", "\n".join(lines))
    assert [(theorem.name, theorem.expectation) for theorem in found] == [
        ("paper.Theorem_3_2", Expectation.PROVED),
        ("paper.2", Expectation.PROVED),
        ("paper.3_1", Expectation.REFUTED),
        ("paper.Lemma_A_1", Expectation.PROVED),
        ("paper.Pinsker_s_inequality", Expectation.OPEN),
        ("paper.line_6", Expectation.PROVED),
    ]


@pytest.mark.parametrize("name", FILES)
def test_claims_are_found_with_their_lines_and_labels(tmp_path: Path, name: str) -> None:
    found = stated(tmp_path, name, FILES[name])
    stem = name.partition(".")[0]
    assert [theorem.place for theorem in found] == [f"{name}:{line}" for line in LINES[name]]
    assert [theorem.name for theorem in found] == [
        f"{stem}.pinsker",
        f"{stem}.wrong",
        f"{stem}.line_{LINES[name][2]}",
    ]
    assert [theorem.expectation for theorem in found] == [
        Expectation.PROVED,
        Expectation.REFUTED,
        Expectation.PROVED,
    ]
    assert found[0].claim.text == PINSKER
    assert found[2].claim.text in (
        "ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)",
        "ZCDP(M, rho) => ZCDP(Group(M, k), rho*k**2)",
    )


def test_a_fault_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(ClaimError, match=r"claims.txt:2: unknown head 'ZCPD'"):
        stated(tmp_path, "claims.txt", "0 <= 1\nZCPD(M, rho)\n")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("lines.txt", "Pinsker:\n  KL(P, Q) >= 0\n  KL(P, Q) >= 2*TV(P, Q)^2\n"),
        ("list.txt", "- KL(P, Q) <= 1\n"),
        ("list.txt", "x <= 1 for x in [0, 1]\n- KL(P, Q) <= 1\n"),
        ("block.tex", "\\begin{dpsym}\nx \\le \\rho\n  KL(P, Q) \\le 1\n\\end{dpsym}\n"),
    ],
)
def test_lines_that_may_be_claims_of_their_own_are_not_joined(
    tmp_path: Path, name: str, content: str
) -> None:
    with pytest.raises(ClaimError, match=r"two statements|mark of a list"):
        stated(tmp_path, name, content)


def test_each_comment_is_a_claim_however_far_it_is_moved_in(tmp_path: Path) -> None:
    found = stated(tmp_path, "paper.tex", f"% dpsym: KL(P, Q) >= 0\n% dpsym:  {PINSKER}\n")
    assert [theorem.claim.text for theorem in found] == ["KL(P, Q) >= 0", PINSKER]


def test_an_indented_comment_goes_on_with_the_claim_above(tmp_path: Path) -> None:
    goes_on = "% dpsym: KL(P, Q) >= 0\n%   and KL(P, Q) >= 1\n% of another kind\n%   and more\n"
    found = stated(tmp_path, "paper.tex", goes_on)
    assert [theorem.claim.text for theorem in found] == ["KL(P, Q) >= 0 and KL(P, Q) >= 1"]


def test_a_comment_ends_with_its_line(tmp_path: Path) -> None:
    found = stated(tmp_path, "claims.txt", "ZCDP(M, rho) =>  # assumed\n  ZCDP(M, 2*rho)\n")
    assert [theorem.claim.text for theorem in found] == ["ZCDP(M, rho) => ZCDP(M, 2*rho)"]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"\x00" * 10])
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "claims.txt"
    path.write_bytes(content)
    with pytest.raises(ClaimError):
        library.theorems_in(path)


def test_two_claims_of_one_label_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ClaimError, match=r"claims.txt:2: two theorems are named"):
        stated(tmp_path, "claims.txt", "a: 0 <= 1\na: 0 <= 2\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_lines_that_are_no_claims_are_told_and_the_others_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], jobs: str
) -> None:
    path = tmp_path / "claims.txt"
    path.write_text("a: 0 <= 1\nZCPD(M, rho)\na: 0 <= 2\nb (refuted): 2 <= 1\nM is ε-DQ\n")
    assert main(["check", str(path), "--jobs", jobs]) == 2
    printed = capsys.readouterr()
    told = [line for line in printed.err.splitlines() if line.startswith("dpsym: ")]
    assert [line.split()[1] for line in told] == [f"claims.txt:{n}:" for n in (2, 5, 3)]
    assert "  ZCPD(M, rho)\n  ^\n" in printed.err
    assert [line.split()[:2] for line in printed.out.splitlines()] == [
        ["Proved", "claims.txt:1"],
        ["Refuted", "claims.txt:4"],
        ["2", "of"],
    ]
    assert printed.out.endswith("2 of 2 verdicts are as expected; 3 not well formed\n")


def test_a_file_of_no_well_formed_claim_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "claims.txt"
    path.write_text("ZCPD(M, rho)\n")
    assert main(["check", "--if-any", str(path)]) == 2
    assert main(["list", str(path)]) == 2
    assert "claims.txt:1: unknown head" in capsys.readouterr().err


def test_a_file_without_claims_is_accepted_only_if_asked(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# nothing here\n")
    assert main(["check", str(path)]) == 2
    assert main(["check", "--if-any", str(path)]) == 0


def test_a_file_is_decided_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "claims.txt"
    path.write_text(FILES["claims.txt"])
    assert main(["check", str(path)]) == 0
    printed = capsys.readouterr().out
    assert [line.split()[:2] for line in printed.splitlines()[:3]] == [
        ["Proved", "claims.txt:3"],
        ["Refuted", "claims.txt:4"],
        ["Proved", "claims.txt:5"],
    ]


def test_an_unexpected_verdict_names_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "paper.tex"
    path.write_text("We use\n% dpsym: half: tanh(x) <= x/2 for x in [0, oo)\n")
    assert main(["check", str(path)]) == 1
    assert "\n  name    paper.tex:2  paper.half\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "claims"),
    [
        ("BEGIN\nKL(P, Q) >= 0\n%and KL(P, Q) >= 1\n%KL(P, Q) >= 2\nEND\n", ["KL(P, Q) >= 0"]),
        ("BEGIN 1 <= 2 and\n  2 <= 3\nEND\n", ["1 <= 2 and 2 <= 3"]),
        ("BEGIN % of [3]\n1 <= 2\n%END\nEND\n", ["1 <= 2"]),
        (" %BEGIN\n %1 <= 2\n %  and 2 <= 3\n% 3 <= 4\n%END\n", ["1 <= 2 and 2 <= 3", "3 <= 4"]),
    ],
)
def test_blocks_of_latex_hold_what_is_no_comment_in_them(
    tmp_path: Path, content: str, claims: list[str]
) -> None:
    for word in ("begin", "end"):
        content = content.replace(word.upper(), rf"\{word}{{dpsym}}")
    assert [theorem.claim.text for theorem in stated(tmp_path, "paper.tex", content)] == claims


def test_a_percentage_in_a_block_of_latex_begins_no_comment(tmp_path: Path) -> None:
    content = "\\begin{dpsym}\n\\rho \\le 50% of x\n\\end{dpsym}\n"
    with pytest.raises(ClaimError, match="begins a comment in LaTeX"):
        stated(tmp_path, "paper.tex", content)
