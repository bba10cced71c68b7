"""`dpsym verify` ends on every file: accepted, rejected or unreadable, within bounds."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from dpsym.certificate import UnreadableError, loaded, read
from dpsym.cli import main
from dpsym.cli.verifying import Finding, examined
from dpsym.confining import Bounds, each_confined
from dpsym.kernel.claims import RULES
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_claim

RANGE = {"rule": "range"}
PLAIN = "0 <= x**2 for x in [0, 1]"


def file(claim: str, rule: str = "restated", **params: Any) -> dict[str, Any]:
    """A certificate of one step, with the right hash."""
    return {
        "format": "dpsym-certificate",
        "version": 3,
        "claim": claim,
        "sha256": parse_claim(claim).digest,
        "verdict": "proved",
        "axioms": [],
        "seconds": 1,
        "proof": {"rule": rule, "goal": claim, "params": params, "children": []},
    }


def term(text: str) -> dict[str, Any]:
    """A proof by a sum of one term."""
    return file(PLAIN, "scalar", proof={"rule": "sum", "terms": [["1", text, RANGE]]})


def nested(depth: int) -> str:
    have = '{"rule": "have", "fact": "x", "strict": false, "free": true, "proof": {"rule": "range"}'
    inside = f'{have}, "then": ' * depth + '{"rule": "range"}' + "}" * depth
    return json.dumps(file(PLAIN, "scalar", proof=0)).replace('"proof": 0', f'"proof": {inside}')


def worded(word: str) -> str:
    return json.dumps(file(PLAIN)).replace('"seconds": 1', f'"seconds": {word}')


LARGE = " * ".join(["1e9999"] * 2000)
LETTERS = b'{}[]":,0123456789eE+-.truefalsnN \\u\xff\x00'
GREAT = "0 <= factorial(n) for n in 1000000000..2000000000"
MANY = "0 <= n*m for n in 0..1000000000000, m in 0..1000000000000"
NONE = "n <= -1 => 0 <= n for n in 0..1000000000000"
UNREADABLE: dict[str, bytes | str | dict[str, Any] | list[Any]] = {
    "empty": b"",
    "invalid UTF-8": b'\xff\xfe{"format"',
    "seconds of 400 digits": worded("1" + "0" * 400),
    "seconds of 5000 digits": worded("1" + "0" * 5000),
    "negative seconds": worded("-1"),
    "NaN": worded("NaN"),
    "Infinity": worded("Infinity"),
    "a key twice": worded('1, "claim": "1 <= 0"'),
    "deep arrays": "[" * 500_000,
    "deep objects": '{"a":' * 200_000,
    "a surrogate": worded("1").replace(PLAIN, "\\ud800 <= 1"),
    "an escape": worded("1").replace(PLAIN, "\\u001b[2J <= 1"),
    "deep parentheses": worded("1").replace(PLAIN, "(" * 5000 + "1" + ")" * 5000 + " <= 1"),
    "many signs": worded("1").replace(PLAIN, "-" * 15_000 + "1 <= 1"),
    "a product of no laws": worded("1").replace(PLAIN, "KL(P, Product()) <= 1"),
    "a number of many digits": worded("1").replace(PLAIN, "0 <= " + "9" * 15_000),
    "a product of great numbers": worded("1").replace(PLAIN, f"0 <= {LARGE}"),
    "a power of many digits": worded("1").replace(
        PLAIN, "0 <= (" + "*".join(["9" * 900] * 20) + ")**2"
    ),
}
REJECTED: dict[str, str | dict[str, Any] | list[Any]] = {
    "a tower": term("9**9**9**9"),
    "a tower of exponentials": term("exp(exp(exp(exp(exp(x)))))*exp(10**900)"),
    "a great factorial": term("factorial(10**9)"),
    "a factorial of factorials": term("factorial(factorial(factorial(5)))"),
    "a great binomial": term("binomial(10**9, 5*10**8)"),
    "many terms": term("(x + exp(x) + sqrt(x) + log(2 + x))**60*(x - exp(x))**60"),
    "a fine root": term("(2/3)**(1/10**300)"),
    "a great prime": term(f"sqrt({2**607 - 1}*x)*log({2**607 - 1})"),
    "a chain of proofs": nested(900),
    "an exhaustion": file(MANY, "exhaustion", names=["n", "m"]),
    "an exhaustion of what is false": file(NONE, "exhaustion", names=["n"]),
    "sums in sums": file(
        "0 <= Sum(exp(Sum(exp(Sum(exp(i*j*k), (k, 0, 900))), (j, 0, 900))), (i, 0, 900))",
        "scalar",
        proof=RANGE,
    ),
    "a long bisection": file(PLAIN, "scalar", proof={"rule": "boxes", "tree": "x " * 300_000}),
}


ACCEPTED: dict[str, Any] = {
    "a good one": file(PLAIN),
    # The kernel does not compute it, since every factorial is at least 1.
    "a factorial of a great first value": file(
        GREAT,
        "scalar",
        proof={"rule": "induction", "variable": "n", "first": RANGE, "step": RANGE},
    ),
}


def written(folder: Path, files: dict[str, Any]) -> list[str]:
    paths = []
    for name, content in files.items():
        data = content if isinstance(content, bytes | str) else json.dumps(content)
        path = folder / f"{name}.json"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        paths.append(str(path))
    return paths


def test_every_hostile_file_comes_to_an_end(tmp_path: Path) -> None:
    files = {**UNREADABLE, **REJECTED, **ACCEPTED}
    bounds = Bounds(seconds=2, memory=600 * 2**20)
    found = dict(
        zip(
            files,
            each_confined(examined, written(tmp_path, files), jobs=2, bounds=bounds),
            strict=True,
        )
    )
    for name, finding in found.items():
        status = finding.status if isinstance(finding, Finding) else 1
        assert status == (2 if name in UNREADABLE else name in REJECTED), (name, finding)


def test_what_a_rule_takes_for_impossible_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def impossible(goal: Goal) -> list[Claim]:
        raise AssertionError(goal.claim.text)

    monkeypatch.setitem(RULES, "restated", impossible)
    with pytest.raises(Rejected, match="AssertionError"):
        verify(loaded(file(PLAIN)))


def test_what_is_beyond_a_bound_is_stopped_and_the_next_file_read() -> None:
    asked = ["1 + 1", "len(bytearray(10**10))", "sum(range(10**12))", "1/0", "exit(3)", "2 + 2"]
    found = list(each_confined(eval, asked, jobs=1, bounds=Bounds(seconds=1, memory=2**30)))
    assert found == [
        2,
        "re-checking it needs more than 1 GB of memory",
        "re-checking it takes more than 1 s of the processor",
        "re-checking it fails: ZeroDivisionError: division by zero",
        "re-checking it ends without a result (status 3)",
        4,
    ]


def test_what_a_stranger_writes_does_not_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, {"a": REJECTED["a tower"], "b": UNREADABLE["an escape"]})
    assert main(["verify", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert "rejected    " in out
    assert "unreadable  " in out
    assert "\x1b" not in out
    assert "Traceback" not in out + err


def test_what_is_accepted_is_told_as_dpsym_writes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A comment in a claim, or a line that ends in one, says nothing of what is accepted."""
    path = tmp_path / "one.json"
    path.write_text(json.dumps(file(f"# 1 <= x**2\n{PLAIN} # => 1 <= 0 \u202e\x1b[2J")))
    assert main(["verify", str(path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == f"  proved: {PLAIN}"
    assert main(["verify", str(path), "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["claims"] == [f"proved: {PLAIN}"]
    path.write_text(json.dumps([file(PLAIN), file("1 <= x**2 for x in [0, 1]")]))
    assert main(["verify", str(path), "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert found["claims"] == []


def test_what_is_no_regular_file_is_unreadable(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.json")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "endless.json").symlink_to("/dev/zero")
    (tmp_path / "loop.json").symlink_to("loop.json")
    (tmp_path / "nothing.json").symlink_to("nowhere")
    assert main(["verify", str(tmp_path)]) == 2
    for path in tmp_path.iterdir():
        with pytest.raises(UnreadableError):
            read(path)


def test_random_bytes_are_unreadable(tmp_path: Path) -> None:
    source, path = random.Random(7), tmp_path / "bytes.json"
    for _ in range(200):
        path.write_bytes(
            bytes(source.choices(b'{}[]":,0123456789eE+-.truefalsnN \\u\xff\x00', k=40))
        )
        with pytest.raises(UnreadableError):
            read(path)
