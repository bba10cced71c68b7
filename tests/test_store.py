"""The store of verdicts: what was found is not sought again, and no lie becomes a verdict."""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from conftest import Command

from dpsym import checking, store
from dpsym.checking import check
from dpsym.verdict import Proved, Refuted, Undecided

PROVED = "tanh(x) <= x for x in [0, oo)"
REFUTED = "KL(P, Q) >= 3*TotalVariation(P, Q)**2"
BY_FACTS = "ApproxDP(M, e, d) and ApproxDP(N, f, g) => ApproxDP(Compose(M, N), e + f, d + g)"
OPEN = "KL(P, Q) >= 2*TotalVariation(P, Q)**2 + 4/9*TotalVariation(P, Q)**4"
CLAIMS = [PROVED, REFUTED, BY_FACTS, "PureDP(M, eps) => ZCDP(M, eps**2/4)"]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "cache" / "verdicts.sqlite3"
    monkeypatch.setenv(store.ENVIRONMENT, str(path))
    return path


@pytest.fixture
def unsought(file: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The claims for which a verdict was sought anew."""
    sought: list[str] = []
    decision = checking._Decision.verdict

    def told(self: checking._Decision) -> object:
        sought.append(self.claim.text)
        return decision(self)

    monkeypatch.setattr(checking._Decision, "verdict", told)
    return sought


def rows(file: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(file)) as base:
        return base.execute("SELECT kind, found FROM verdicts ORDER BY rowid").fetchall()


def kept(file: Path) -> bool:
    """Whether another process has written a verdict by now."""
    try:
        return bool(rows(file))
    except sqlite3.OperationalError:
        return False


def rewrite(file: Path, **changes: object) -> None:
    """Change the data of every row."""
    with closing(sqlite3.connect(file)) as base, base:
        for claim, found in base.execute("SELECT claim, found FROM verdicts").fetchall():
            data = json.dumps(json.loads(found) | changes)
            base.execute("UPDATE verdicts SET found = ? WHERE claim = ?", (data, claim))


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_verdict_comes_back_as_it_was_found(claim: str, unsought: list[str]) -> None:
    found = check(claim, budget=20)
    assert found.kind != "undecided"
    again = check(claim, budget=1)
    assert len(unsought) == 1
    assert again.recalled
    assert not found.recalled
    assert (again.kind, again.axioms, again.reason) == (found.kind, found.axioms, found.reason)
    assert again.certificate is not None
    assert found.certificate is not None
    assert again.certificate.to_json() == found.certificate.to_json()
    for one in (found, again):
        if isinstance(one, Refuted):
            assert one.witness == found.witness  # type: ignore[union-attr]
        if isinstance(one, Proved):
            assert one.evidence == found.evidence  # type: ignore[union-attr]


def test_a_fresh_verdict_is_sought_again(unsought: list[str]) -> None:
    check(PROVED)
    assert not check(PROVED, fresh=True).recalled
    assert len(unsought) == 2


def test_what_stayed_undecided_is_sought_again_with_more_time_only(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sought = []

    def gives_up(self: checking._Decision) -> Undecided:
        sought.append(self.whole.remaining())
        return Undecided(self.claim, why="no idea")

    monkeypatch.setattr(checking._Decision, "verdict", gives_up)
    assert check(PROVED, budget=5).reason == "no idea"
    assert check(PROVED, budget=5).recalled
    assert check(PROVED, budget=2).recalled
    assert len(sought) == 1
    assert not check(PROVED, budget=9).recalled
    assert check(PROVED, budget=5).recalled
    monkeypatch.undo()


def test_undecided_never_takes_the_place_of_a_verdict(file: Path) -> None:
    found = check(PROVED)
    store.keep(Undecided(found.claim, why="no idea"), 600.0)
    assert [kind for kind, _ in rows(file)] == ["proved"]


def test_a_proof_of_another_claim_is_no_verdict(file: Path, unsought: list[str]) -> None:
    check(PROVED)
    true = rows(file)[0][1]
    false = check("tanh(x) >= x for x in [0, oo)").claim
    with closing(sqlite3.connect(file)) as base, base:
        base.execute(
            "UPDATE verdicts SET kind = 'proved', found = ? WHERE claim = ?", (true, false.digest)
        )
    assert store.recalled(false, 60) is None
    again = check(false)
    assert (again.kind, again.recalled) == ("refuted", False)


def test_a_proof_that_the_kernel_refuses_is_no_verdict(file: Path) -> None:
    claim = check("tanh(x) <= x for x in [0, oo)").claim
    false = check("tanh(x) >= x for x in [0, oo)").claim
    certificate = json.loads(rows(file)[0][1])["certificate"]
    forged = certificate | {"claim": false.text, "sha256": false.digest}
    forged["proof"] = certificate["proof"] | {"goal": false.text}
    rewrite(
        file, kind="proved", certificate=forged, evidence=json.loads(rows(file)[0][1])["evidence"]
    )
    assert store.recalled(false, 60) is None
    assert store.recalled(claim, 60) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "refuted"},
        {"certificate": None},
        {"evidence": None},
        {"trail": 5},
        {"trail": [{"prover": 1, "outcome": "", "seconds": 0}]},
        {"trail": [{"prover": "", "outcome": "", "seconds": "q"}]},
        {"note": 4},
        {"seconds": "q"},
        {"seconds": None, "processor": None, "certificate": "x"},
    ],
    ids=str,
)
def test_a_damaged_verdict_is_sought_again(
    changes: dict[str, object], file: Path, unsought: list[str]
) -> None:
    check(BY_FACTS)
    rewrite(file, **changes)
    assert check(BY_FACTS).kind == "proved"
    assert len(unsought) == 2
    assert check(BY_FACTS).recalled


def test_a_verdict_nested_too_deeply_is_sought_again(file: Path, unsought: list[str]) -> None:
    check(PROVED)
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("UPDATE verdicts SET found = ?", ("[" * 10**5 + "]" * 10**5,))
    assert check(PROVED).kind == "proved"
    assert len(unsought) == 2


def test_facts_that_a_proof_rests_on_are_not_hidden(file: Path) -> None:
    found = check(BY_FACTS)
    evidence = json.loads(rows(file)[0][1])["evidence"]
    rewrite(file, evidence=evidence | {"axioms": [], "children": []})
    assert found.axioms
    assert store.recalled(found.claim, 60) is None


def test_a_witness_is_the_one_that_the_kernel_recomputes(file: Path) -> None:
    found = check(CLAIMS[-1])
    witness = json.loads(rows(file)[0][1])["witness"]
    rewrite(file, witness=witness | {"where": witness["where"] | {"alpha": "7"}})
    assert store.recalled(found.claim, 60) is None
    again = check(CLAIMS[-1])
    rewrite(file, witness=witness | {"point": witness["point"] | {"eps": "1/7"}})
    assert store.recalled(again.claim, 60) is None
    assert not check(CLAIMS[-1]).recalled
    rewrite(file, witness=witness | {"point": []})
    assert store.recalled(again.claim, 60) is None


@pytest.mark.parametrize(
    "changes", [{"why": 5}, {"obstacle": None}, {"note": []}, {"processor": "q"}], ids=str
)
def test_what_stayed_undecided_is_sought_again_where_it_is_damaged(
    changes: dict[str, object], file: Path
) -> None:
    claim = check(PROVED).claim
    data = store.packed(Undecided(claim, why="no idea"))
    rewrite(file, **data)
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("UPDATE verdicts SET kind = 'undecided', budget = 1000")
    assert store.recalled(claim, 60) == Undecided(claim, why="no idea", recalled=True)
    rewrite(file, **changes)
    assert store.recalled(claim, 60) is None
    assert check(PROVED).kind == "proved"
    rewrite(file, **data)
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("UPDATE verdicts SET kind = 'undecided', budget = 'x'")
    assert store.recalled(claim, 60) is None


def test_another_version_of_the_program_believes_nothing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = check(PROVED).claim
    monkeypatch.setattr(store, "program", lambda: "another")
    assert store.recalled(claim, 60) is None


@pytest.mark.parametrize(
    "content", [b"no database at all" * 99, b"SQLite format 3\0" + b"x" * 5000]
)
def test_a_damaged_store_is_told_and_renewed(content: bytes, file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.warns(store.StoreWarning, match="damaged"):
        assert check(PROVED).kind == "proved"
    assert check(PROVED).recalled
    assert file.with_name(f"{file.name}.damaged").read_bytes() == content


def test_a_store_that_is_damaged_again_takes_no_earlier_ones_place(file: Path) -> None:
    file.parent.mkdir()
    contents = [b"first" * 999, b"second" * 999, b"third" * 999]
    for content in contents:
        file.write_bytes(content)
        with pytest.warns(store.StoreWarning, match="damaged"):
            assert check(PROVED).kind == "proved"
    names = [f"{file.name}.damaged{end}" for end in ("", ".2", ".3")]
    assert [file.with_name(name).read_bytes() for name in names] == contents


def test_the_sources_are_read_once_until_they_change(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources, read = tmp_path / "sources", []
    digest = store._digest
    monkeypatch.setattr(store, "SOURCES", sources)
    monkeypatch.setattr(store, "_digest", lambda folder: read.append(folder) or digest(folder))
    sources.mkdir()
    found = []
    for content in ("x = 1", "x = 1", "x = 22"):
        if not found or content != "x = 1":
            (sources / "module.py").write_text(content)
        store.program.cache_clear()
        found.append(store.program())
        assert found[-1] == digest(sources)
    store.program.cache_clear()
    assert len(read) == 2
    assert found[0] == found[1] != found[2]


def test_a_database_of_another_program_is_not_lost(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("CREATE TABLE verdicts (something)")
    content = file.read_bytes()
    with pytest.warns(store.StoreWarning, match="of something else"):
        assert check(PROVED).kind == "proved"
    assert file.with_name(f"{file.name}.damaged").read_bytes() == content


def test_a_store_of_another_version_is_told_and_renewed(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("CREATE TABLE verdicts (something)")
        base.execute("PRAGMA user_version = 77")
        base.execute(f"PRAGMA application_id = {store.OURS}")
    with pytest.warns(store.StoreWarning, match="another version"):
        assert check(PROVED).kind == "proved"
    assert check(PROVED).recalled


def test_without_a_place_to_write_verdicts_are_found_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(store.ENVIRONMENT, str(tmp_path / "file" / "below"))
    with pytest.warns(store.StoreWarning, match="no store"):
        assert check(PROVED).kind == "proved"
    monkeypatch.setenv(store.ENVIRONMENT, str(tmp_path))
    with pytest.warns(store.StoreWarning, match="cannot be used"):
        assert check(PROVED).kind == "proved"


def test_the_place_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert store.place() is None
    monkeypatch.delenv(store.ENVIRONMENT)
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert store.place() == Path("/caches/dpsym/verdicts.sqlite3")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert store.place() == Path.home() / ".cache/dpsym/verdicts.sqlite3"
    monkeypatch.setenv(store.ENVIRONMENT, "/else/where")
    assert store.place() == Path("/else/where")


def test_the_oldest_verdicts_make_room(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST", 2)
    for number in range(1, 5):
        check(f"x <= x + {number} for x in [0, 1]")
    assert len(rows(file)) == 2


def test_an_interruption_loses_nothing_that_was_found(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dpsym.cli.running import judge_all
    from dpsym.cli.targets import select

    decision = checking._Decision.verdict

    def interrupted(self: checking._Decision) -> object:
        if "KL" in self.claim.text:
            raise KeyboardInterrupt
        return decision(self)

    monkeypatch.setattr(checking._Decision, "verdict", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(judge_all(select([PROVED, REFUTED]).targets, 20, jobs=1))
    assert [kind for kind, _ in rows(file)] == ["proved"]


def interruptible(*arguments: str | Path, **environment: str | Path) -> subprocess.Popen[str]:
    """The command, begun as at a terminal: its processes are interrupted together with it."""
    return subprocess.Popen(
        [sys.executable, "-m", "dpsym", *arguments],
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", ["check", "report"])
def test_control_c_ends_at_once_and_keeps_what_was_found(
    command: str, jobs: str, tmp_path: Path
) -> None:
    file, claims = tmp_path / "verdicts", tmp_path / "claims.txt"
    claims.write_text(f"{PROVED}\n{OPEN}\n")
    process = interruptible(command, claims, "--jobs", jobs, **{store.ENVIRONMENT: file})
    while process.poll() is None and not (file.exists() and kept(file)):
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=20)
    answered = process.returncode, said
    assert answered == (130, "dpsym: interrupted; what was decided is kept\n")
    assert [kind for kind, _ in rows(file)] == ["proved"]


@pytest.mark.parametrize("later", [0.0, 0.05, 0.15, 0.3])
def test_control_c_is_answered_once_while_processes_begin(later: float, tmp_path: Path) -> None:
    claims = tmp_path / "claims.txt"
    claims.write_text(f"{OPEN}\n{OPEN} and 0 <= 1\n")
    process = interruptible("check", claims, "--jobs", "2", **{store.ENVIRONMENT: "off"})
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        pytest.skip("this system does not tell which processes a process has begun")
    while process.poll() is None and len(children.read_text().split()) < 3:
        time.sleep(0.01)
    time.sleep(later)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (130, "dpsym: interrupted\n")


def test_a_store_is_begun_once(tmp_path: Path) -> None:
    """Whoever else begins it at the same time sees all of it, or nothing."""
    many, gate = 6, threading.Barrier(6)

    def begin(file: Path) -> None:
        gate.wait()
        store._on(file, lambda base: base.execute("SELECT count(*) FROM verdicts").fetchone())

    with ThreadPoolExecutor(many) as pool:
        for place in range(40):
            for done in [pool.submit(begin, tmp_path / str(place)) for _ in range(many)]:
                done.result()


def test_runs_at_once_share_what_they_find(tmp_path: Path) -> None:
    file, claims = tmp_path / "verdicts", tmp_path / "claims.txt"
    claims.write_text("\n".join(f"tanh(x) <= x + {n}/7 for x in [0, oo)" for n in range(6)))
    run = [sys.executable, "-m", "dpsym", "check", claims]
    environment = os.environ | {store.ENVIRONMENT: str(file)}
    begun = [
        subprocess.Popen(
            run, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for process in begun:
        printed, said = process.communicate(timeout=120)
        assert (process.returncode, said) == (0, "")
        assert printed.endswith("6 of 6 verdicts are as expected\n")
    assert [kind for kind, _ in rows(file)] == ["proved"] * 6
    again = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert again.stdout.count("(found before)") == 6


TWENTY = [
    *(f"tanh(x) <= x + {n}/7 for x in [0, oo)" for n in range(5)),
    *(f"exp(x) >= 1 + x - {n}/7 for x in [0, 9]" for n in range(4)),
    *(f"PureDP(M, eps) => ApproxDP(M, eps + {n}, 0)" for n in range(4)),
    *(f"PureDP(M, eps) => ZCDP(M, eps**2/{n})" for n in range(4, 8)),
    *CLAIMS[1:3],
    "KL(P, Q) >= 4*TotalVariation(P, Q)**2",
]


def test_a_file_of_twenty_claims_is_decided_again_in_two_seconds(
    command: Command, tmp_path: Path
) -> None:
    here = {store.ENVIRONMENT: str(tmp_path / "store"), "PYTHONDONTWRITEBYTECODE": ""}
    paper = tmp_path / "claims.txt"
    paper.write_text("\n".join(TWENTY) + "\n")
    first = command("check", "claims.txt", "--json", "--jobs", "2", **here)
    assert [row["recalled"] for row in json.loads(first.stdout)] == [False] * 20
    paper.write_text("\n".join([*TWENTY[:10], "tanh(x) <= 2*x for x in [0, oo)", *TWENTY[11:]]))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    second = command("check", "claims.txt", "--json", **here)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    told, known = json.loads(second.stdout), json.loads(first.stdout)
    assert [row["recalled"] for row in told] == [True] * 10 + [False] + [True] * 9
    same = [(a["verdict"], b["verdict"]) for a, b in zip(known, told, strict=True)]
    assert all(a == b for a, b in same)
    assert {a for a, _ in same} == {"proved", "refuted"}
    assert after.ru_utime - before.ru_utime - told[10]["processor"] < 2
    fresh = command("check", "--fresh", TWENTY[0], "--json", **here)
    assert json.loads(fresh.stdout)["recalled"] is False
