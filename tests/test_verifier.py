"""The process that judges what was found: what it says, what it does without, how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest
from sympy import Rational

from dpsym import verifier
from dpsym.acceptance import certificate_of
from dpsym.certificate import Certificate
from dpsym.checking import check
from dpsym.confining import Bounds, Confined
from dpsym.language.parser import parse_claim
from dpsym.provers.elaboration.leaves import Unelaborated
from dpsym.verdict import Proved, Refuted, Witness

TRUE = "PureDP(M, eps) => ZCDP(M, eps**2/2)"
ENDLESS = "sum(range(10**12))"
BUSY = "sum(range(10**9))"
"""What takes half a minute."""
PARTING = (
    "[__import__('os').closerange(3, 64), __import__('time').sleep(0.3), __import__('os')._exit(3)]"
)


@pytest.fixture(scope="module")
def proof() -> Certificate:
    verdict = check(TRUE)
    assert isinstance(verdict, Proved)
    return certificate_of(verdict)


def test_a_proof_is_accepted_and_its_axioms_are_told(proof: Certificate) -> None:
    judgement = verifier.judge(replace(proof, axioms=()), 60)
    assert (judgement.refused, judgement.axioms) == ("", proof.axioms)
    assert judgement.seconds > 0


def test_a_proof_of_another_claim_is_refused(proof: Certificate) -> None:
    false = parse_claim("PureDP(M, eps) => ZCDP(M, eps**2/3)")
    assert proof.proof is not None
    forged = replace(proof, claim=false.text, sha256=false.digest)
    assert "another claim" in verifier.judge(forged, 60).refused
    forged = replace(forged, proof=replace(proof.proof, goal=false.text))
    assert verifier.judge(forged, 60).refused.startswith("node ")
    assert "hash" in verifier.judge(replace(proof, sha256="0" * 64), 60).refused


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("log(exp(Abs(x - 1/3) - 1/50)) >= 0 for x in [0, 1]", "refuted"),
        ("sqrt((Abs(x) - 1/50)**2) == Abs(Abs(x) - 1/50) for x in [0, 1]", "proved"),
        ("(7/10)/(x + (2/5)) <= (7/10)/(2/5) for x in [0, oo)  # as it falls", "proved"),
    ],
)
def test_what_is_judged_is_the_claim_as_it_was_written(text: str, verdict: str) -> None:
    found = check(text, budget=20)
    assert found.kind == verdict
    assert isinstance(found, Proved | Refuted)
    assert found.claim.written == text
    certificate = certificate_of(found)
    assert verifier.judge(certificate, 60, text).refused == ""
    other = {"proved": "x**2 <= x/2 for x in [0, 1]", "refuted": "x**2 >= 0 for x in [0, 1]"}
    assert verifier.judge(certificate, 60, other[verdict]).refused


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("log(exp(x)) <= x+1 for x in [0, 1]", "log(exp(x)) <= x+1 for x in [0, 1]"),
        ("sqrt(2)<=7/5", "sqrt(2)<=7/5"),
        ("M is eps-DP => M is (eps**2/2)-zCDP", "PureDP(M, eps) => ZCDP(M, eps**2/2)"),
    ],
)
def test_the_judge_is_told_what_was_written(
    source: str, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, set[str]] = {}

    def judge(certificate: Certificate, seconds: float, text: str) -> verifier.Judgement:
        told.setdefault(certificate.claim, set()).add(text)
        return verifier.Judgement("not today")

    monkeypatch.setattr("dpsym.acceptance.judge", judge)
    found = check(source, budget=2)
    assert found.kind == "undecided"
    assert told.pop(found.claim.text) == {written}
    assert set().union(*told.values()) <= {""}  # multiples of the bound, which nobody wrote


def test_verdicts_do_without_sympy_in_their_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("sympy", "numpy", "scipy", "flint"):
        (tmp_path / f"{name}.py").write_text(f"raise ImportError('{name} is not there')")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(verifier, "_IDLE", [])
    for text, kind in {TRUE: Proved, "sqrt(2) <= 7/5": Refuted}.items():
        verdict = check(text, budget=20)
        assert isinstance(verdict, kind)
        assert verdict.certificate is not None
    verifier._end()


def test_the_time_of_a_verdict_has_that_of_its_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(Confined[tuple[str, str], verifier.Judgement]):
        def __call__(self, asked: object, seconds: float | None = None) -> verifier.Judgement:
            return verifier.Judgement("", (), 7.0)

    monkeypatch.setattr(verifier, "_IDLE", [slow := Slow(verifier.judged, Bounds(), "it")])
    verdict = check("tanh(x) <= x for x in [0, oo)", budget=20)
    assert isinstance(verdict, Proved)
    assert 7 < verdict.processor < 20
    slow.end()


def test_the_time_of_a_judgement_without_an_end_is_counted(
    monkeypatch: pytest.MonkeyPatch, proof: Certificate
) -> None:
    class Endless(Confined[tuple[str, str], verifier.Judgement]):
        def __call__(self, asked: object, seconds: float | None = None) -> str:
            time.sleep(0.3)
            return "it takes more than 7 s of the processor"

    endless = Endless(verifier.judged, Bounds(), "it")
    monkeypatch.setattr(verifier, "_IDLE", [endless])
    before = verifier.spent()
    assert verifier.judge(proof, 7).seconds >= 0.3
    assert verifier.judge(proof, 0.1).seconds == 0.1
    assert verifier.spent() - before >= 0.4
    endless.end()


def test_all_conclusions_that_may_fail_are_judged_in_the_time_that_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[float] = []

    def judge(certificate: Certificate, seconds: float, written: str) -> verifier.Judgement:
        asked.append(seconds)
        return verifier.Judgement("it does not fail", (), 3.0)

    monkeypatch.setattr("dpsym.acceptance.judge", judge)
    claim = parse_claim("x <= 5 and x <= 4 and x <= 3 and x <= 2 and x <= 1 for x in [0, 5]")
    point = (("x", Rational(3, 2)),)
    found = Refuted(claim, witness=Witness(point, "x <= 1", (), ("1.5", "1.5"), ("1", "1"), "<="))
    with pytest.raises(Unelaborated, match="it does not fail"):
        certificate_of(found, 7.0)
    assert asked == [7, 4, 1]


def test_the_judge_is_of_the_package_that_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proof: Certificate
) -> None:
    (tmp_path / "dpsym.py").write_text("raise ImportError('another package')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", Path("no text"), *sys.path])
    monkeypatch.setattr(verifier, "_IDLE", [])
    assert verifier.judge(proof, 60).refused == ""
    verifier._end()


@pytest.mark.parametrize("name", ["dpsym", "fractions", "pickle"])
def test_the_judge_loads_nothing_in_the_place_of_what_is_loaded_here(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proof: Certificate
) -> None:
    (tmp_path / f"{name}.py").write_text("raise ImportError('another one')")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(verifier, "_IDLE", [])
    assert verifier.judge(proof, 60).refused == ""
    verifier._end()


def test_threads_that_ask_at_once_are_each_answered(proof: Certificate) -> None:
    forged = replace(proof, sha256="0" * 64)
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda c: verifier.judge(c, 60), [proof, forged, proof, forged]))
    assert [bool(judgement.refused) for judgement in found] == [False, True, False, True]


def test_what_cannot_be_begun_is_told(monkeypatch: pytest.MonkeyPatch, proof: Certificate) -> None:
    monkeypatch.setattr(sys, "executable", "/absent/python")
    monkeypatch.setattr(verifier, "_IDLE", [])
    assert "no process can be begun" in verifier.judge(proof, 60).refused
    assert check(TRUE, budget=3).kind == "undecided"


def test_an_answer_has_its_own_bound() -> None:
    worker = Confined(eval, Bounds(), "it")
    assert worker(ENDLESS, 0.5) == "it takes more than 1 s of the processor"
    assert worker("2 + 2", 0.5) == 4
    assert worker._running is not None
    worker._running.kill()
    worker._running.wait()
    assert worker("2 + 3") == 5
    worker.end()


def test_a_process_that_says_nothing_more_may_end_by_itself() -> None:
    worker = Confined(eval, Bounds(), "it")
    assert worker(PARTING) == "it ends without a result (status 3)"
    assert worker("2 + 2") == 4
    worker.end()


def test_a_question_that_was_broken_off_is_not_answered_to_the_next() -> None:
    class BrokenOffError(BaseException):
        pass

    def breaks(number: int, frame: FrameType | None) -> None:
        raise BrokenOffError

    worker = Confined(eval, Bounds(), "it")
    assert worker("1") == 1
    before = signal.signal(signal.SIGALRM, breaks)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(BrokenOffError):
            worker(ENDLESS)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert worker("2 + 2") == 4
    worker.end()


IGNORING = f"""
from signal import *
for ignored in (SIGXCPU, SIGTERM):
    signal(ignored, SIG_IGN)
pthread_sigmask(SIG_BLOCK, {{SIGXCPU}})
from dpsym.confining import Bounds, Confined
worker = Confined(eval, Bounds(), "it")
print(worker({BUSY!r}, 0.5))
worker("1")
worker.end()
print("ended")
"""
ISOLATED = """
import sys
sys.path.insert(0, {!r})
from dpsym import verifier
print(verifier.judged(("{{}}", "")).refused)
print(verifier._idle()(("{{}}", ""), 60).refused)
"""
FORKED = f"""
import os
from dpsym import check, verifier
assert check({TRUE!r}).kind == "proved"
child = os.fork()
assert check("sqrt(2) <= 7/5").kind == "refuted"
if child:
    assert os.waitpid(child, 0)[1] == 0
else:
    verifier._end()
    os._exit(0)
"""
KILLED = f"""
import os, signal
from dpsym import check, verifier
check({TRUE!r})
print(verifier._IDLE[0]._running.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_bounds_and_the_end_hold_where_signals_are_ignored() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", IGNORING], capture_output=True, text=True, check=False, timeout=60
    )
    assert finished.stdout == "it takes more than 1 s of the processor\nended\n"


def test_the_judge_of_an_isolated_process_is_isolated(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    (tmp_path / "sitecustomize.py").write_text(f"open({str(mark)!r}, 'w')")
    finished = subprocess.run(
        [sys.executable, "-I", "-c", ISOLATED.format(str(Path(verifier.__file__).parents[1]))],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert finished.stdout == "no dpsym certificate\n" * 2
    assert not mark.exists()


@pytest.mark.parametrize("budget", [1e9, 1e19, float("inf")])
def test_a_budget_may_be_without_end(budget: float, proof: Certificate) -> None:
    assert check("tanh(x) <= x for x in [0, oo)", budget=budget).kind == "proved"
    assert verifier.judge(proof, budget).refused == ""


def test_a_process_that_is_split_has_a_judge_of_its_own() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", FORKED], capture_output=True, text=True, check=False, timeout=120
    )
    assert (finished.returncode, finished.stderr) == (0, "")


def test_the_judge_ends_with_the_process_that_asked() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", KILLED], capture_output=True, text=True, check=False, timeout=120
    )
    assert finished.returncode == -signal.SIGKILL
    judge, limit = int(finished.stdout), time.monotonic() + 20
    while _is_running(judge):
        assert time.monotonic() < limit
        time.sleep(0.05)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z")
