"""Three tools on the same scalar goals, timed in one run: ours, plain bisection, Coq's interval.

Ours proves each claim on its whole domain, mostly unbounded. The others cannot, so each has a
second claim: the same inequality in ``exp`` and ``log`` on a compact part of the domain.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mpmath
import sympy
from mpmath import iv
from sympy import Expr

from dpsym.language.parser import parse_claim
from dpsym.provers import scalar
from dpsym.provers.inequality import goals_of
from dpsym.provers.scalar import Closed, Goal, Step

OURS_SECONDS = 20.0
PLAIN_SECONDS = 10.0
PLAIN_BOXES = 20_000
BITS = 80  # the precision of our own boxes, for the others too
COQ_SECONDS = 20.0

# A name; the claim on its whole domain; the claim on a compact part of it, where the two sides
# are equal somewhere ("edge") or nowhere ("clear").
_EXAMPLES = """
tanh            tanh(x) <= x for x in [0, oo)
edge            1 - 2/(exp(2*x) + 1) <= x for x in [0, 20]
half quotient   (exp(x) - 1)/(exp(x) + 1) <= x/2 for x in [0, oo)
clear           1 - 2/(exp(x) + 1) <= x/2 for x in [0.01, 20]
log cosh        log(cosh(x)) <= x**2/2 for x in (-oo, oo)
clear           log((exp(x) + exp(-x))/2) <= x**2/2 for x in [0.1, 20]
Renyi of a bit  log((exp(a*e) + exp((1-a)*e))/(1 + exp(e))) <= a*(a-1)*e**2/2 for a in (1, oo), e in (0, oo)
clear           log((exp(a*e) + exp((1-a)*e))/(1 + exp(e))) <= a*(a-1)*e**2/2 for a in [1.01, 10], e in [0.01, 5]
Pinsker         p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)**2 for p in (0, 1), q in (0, 1)
edge            p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)**2 for p in [0.01, 0.99], q in [0.01, 0.99]
exponential     exp(x) >= 1 + x for x in (-oo, oo)
clear           exp(x) >= 1 + x for x in [0.1, 20]
Hoeffding       log(1 - p + p*exp(h)) <= p*h + h**2/8 for p in [0, 1], h in (-oo, oo)
edge            log(1 - p + p*exp(h)) <= p*h + h**2/8 for p in [0, 1], h in [0, 5]
erfc            erfc(x) <= exp(-x**2) for x in [0, oo)
clear           erfc(x) <= exp(-x**2) for x in [0.01, 5]
three releases  1 - (1-d)**3 <= 3*d for d in [0, 1]
edge            1 - (1-d)**3 <= 3*d for d in [0, 1]
Lemma B.1       cosh((x+y)/2) <= exp(x*y/2)*cosh((x-y)/2) for x in [0, oo), y in [0, oo)
edge            exp((x+y)/2) + exp(-(x+y)/2) <= exp(x*y/2)*(exp((x-y)/2) + exp((y-x)/2)) for x in [0, 2], y in [0, 2]
"""  # noqa: E501 - one claim a line


@dataclass(frozen=True, slots=True)
class Example:
    name: str
    whole: Goal
    compact: Goal
    edge: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What one tool did; ``note`` says why there is no proof, ``tried`` if it could be asked."""

    closed: bool
    seconds: float
    boxes: int = 0
    steps: int = 0
    note: str = ""
    tried: bool = True


Row = tuple[Example, Result, Result, Result]  # ours, plain bisection, Coq


def examples() -> list[Example]:
    lines = [(line[:16].strip(), goal_of(line[16:])) for line in _EXAMPLES.strip().splitlines()]
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return [
        Example(name, whole, compact, kind == "edge") for (name, whole), (kind, compact) in pairs
    ]


def goal_of(text: str) -> Goal:
    claim = parse_claim(text)
    (atom,) = claim.conclusions
    (goal,) = goals_of(claim, atom)
    return goal


def ours(goal: Goal) -> Result:
    start = time.perf_counter()
    answer = scalar.prove(goal, seconds=OURS_SECONDS)
    seconds = time.perf_counter() - start
    if not isinstance(answer, Closed):
        return Result(False, seconds, note="gave up")
    return Result(True, seconds, boxes_of(answer.evidence), answer.evidence.size())


def boxes_of(step: Step) -> int:
    """The boxes of all bisection trees in the evidence, those that were split included."""
    own = len(dict(step.detail)["tree"].split()) if step.rule == "boxes" else 0
    return own + sum(boxes_of(child) for child in step.children)


def plain(goal: Goal) -> Result:
    """Bisects the widest side of every box on which the interval is not certainly >= 0."""
    iv.prec = BITS
    # Fractions in the expressions are halves and eighths, so exact as the floats of lambdify.
    functions = {"exp": iv.exp, "log": iv.log, "erfc": erfc}
    value = sympy.lambdify([symbol for symbol, _ in goal.domains], goal.expression, [functions])
    pending = deque([[(number(d.lower), number(d.upper)) for _, d in goal.domains]])
    boxes = 0
    start = time.perf_counter()
    while pending:
        seconds = time.perf_counter() - start
        if boxes >= PLAIN_BOXES or seconds > PLAIN_SECONDS:
            return Result(False, seconds, boxes, note="gave up")
        box = pending.popleft()
        boxes += 1
        if certainly_nonnegative(value, box):
            continue
        axis = max(range(len(box)), key=lambda i: box[i][1] - box[i][0])
        low, high = box[axis]
        middle = (low + high) / 2
        for side in ((low, middle), (middle, high)):
            pending.append([*box[:axis], side, *box[axis + 1 :]])
    return Result(True, time.perf_counter() - start, boxes)


def number(value: Expr) -> Any:
    with mpmath.workprec(BITS):
        return mpmath.mpf(value.p) / value.q


def certainly_nonnegative(value: Callable[..., Any], box: list[tuple[Any, Any]]) -> bool:
    try:
        return bool(value(*(iv.mpf(side) for side in box)).a >= 0)
    except (ValueError, ZeroDivisionError, mpmath.libmp.ComplexResult):
        return False  # an enclosure reaches where a logarithm or a quotient is undefined


def erfc(x: Any) -> Any:
    """From the values at the ends, since erfc decreases, with slack for mpmath's rounding."""
    with mpmath.workprec(2 * BITS):
        low, high = mpmath.erfc(mpmath.mpf(x.b)), mpmath.erfc(mpmath.mpf(x.a))
        slack = mpmath.mpf(2) ** -BITS
        return iv.mpf([low * (1 - slack), high * (1 + slack)])


COQ_HEAD = """From Coq Require Import Reals.
From Interval Require Import Tactic.
Open Scope R_scope.

"""


def coq_lemma(goal: Goal, name: str) -> str | None:
    """The lemma with its proof, tried with the processor's floats and then with exact rounding;
    None where Coq lacks a function.
    """
    if goal.expression.has(sympy.erfc):
        return None
    names = [symbol.name for symbol, _ in goal.domains]
    assumed = " -> ".join(f"{d.lower} <= {symbol} <= {d.upper}" for symbol, d in goal.domains)
    claimed = str(goal.expression).replace("**", "^").replace("log", "ln")
    options = "".join(f"i_bisect {symbol}, " for symbol in names) + "i_depth 30"
    ways = [f"i_autodiff {names[0]}, ", f"i_taylor {names[0]}, "] if len(names) == 1 else [""]
    tries = [way + options + bits for bits in ("", f", i_prec {BITS}") for way in ways]
    tactic = "\n    || ".join(f"interval with ({choice})" for choice in tries)
    return (
        f"Lemma {name} : forall {' '.join(names)} : R,\n  {assumed} ->\n  0 <= {claimed}.\n"
        f"Proof.\n  intros.\n  Time ({tactic}).\nTime Qed.\n"
    )


def by_coq(lemma: str | None) -> Result:
    """One run of coqc; the seconds are those that Coq gives for the tactic and for Qed.

    Raises:
        RuntimeError: coqc refused the file for another reason than that the tactic gave up.
    """
    if lemma is None:
        return Result(False, 0.0, note="no erfc", tried=False)
    try:
        run = coqc(lemma)
    except subprocess.TimeoutExpired:
        return Result(False, COQ_SECONDS, note="gave up")
    times = re.findall(r"Finished (?:failing )?transaction in ([\d.]+) secs", run.stdout)
    seconds = sum(map(float, times))
    if run.returncode == 0:
        return Result(True, seconds)
    if "Numerical evaluation failed" not in run.stderr:
        raise RuntimeError(run.stderr)
    return Result(False, seconds, note="gave up")


def coqc(text: str) -> subprocess.CompletedProcess[str]:
    """Raises subprocess.TimeoutExpired when the time for one lemma is used up."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "goal.v").write_text(COQ_HEAD + text)
        command, limit = ["coqc", "-q", "goal.v"], COQ_SECONDS
        return subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=limit, check=False
        )


def coq_start() -> float:
    """The seconds that coqc takes to load the tactic, once the disk has been read."""
    coqc("")
    start = time.perf_counter()
    coqc("")
    return time.perf_counter() - start


def say(*cells: str) -> None:
    padded = (cell.ljust(width) for cell, width in zip(cells, (16, 5, 32, 33, 20), strict=False))
    sys.stdout.write("  ".join(padded).rstrip() + "\n")
    sys.stdout.flush()


def cell(result: Result, counts: str = "") -> str:
    return f"{result.seconds:6.2f} s {counts} {result.note}" if result.tried else result.note


def summary(rows: list[Row], start_up: float) -> None:
    """The ratios, with what each counts."""
    tools = (("ours", 1, 0.0), ("plain bisection", 2, 0.0), ("Coq", 3, 0.0))
    for tool, place, start in (*tools, ("Coq with its starts", 3, start_up)):
        tried = [row[place] for row in rows if row[place].tried]
        if tried:
            closed, seconds = sum(r.closed for r in tried), sum(r.seconds + start for r in tried)
            rate = f"{closed / seconds:.2f} closed per second"
            say(f"{tool}: {closed} of {len(tried)} goals in {seconds:.2f} s, {rate}")
    edge = [row for row in rows if row[0].edge and row[1].closed]
    if edge:
        boxes = sum(bisection.boxes for _, _, bisection, _ in edge)
        work = sum(us.steps + us.boxes for _, us, _, _ in edge)
        stopped = sum(not bisection.closed for _, _, bisection, _ in edge)
        say(f"boxes plain/ours (ours: boxes and steps), equality on the edge: {boxes / work:.0f}")
        say(f"  {len(edge)} goals; plain bisection gave up on {stopped}, each after its limit")
    asked = [row for row in rows if row[3].tried]
    both = [row for row in asked if row[1].closed and row[3].closed]
    for words, chosen in (("all goals Coq was asked", asked), ("goals both closed", both)):
        if chosen:
            mine, proofs = (sum(row[place].seconds for row in chosen) for place in (1, 3))
            runs = proofs + len(chosen) * start_up
            ratios = f"{proofs / mine:.2f}, with its starts {runs / mine:.2f}"
            say(f"wall time Coq/ours, {words} ({len(chosen)}): {ratios}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--coq", type=Path, metavar="FILE", help="keep the lemmas in this file")
    kept = parser.parse_args().coq
    goals = examples()
    lemmas = [coq_lemma(e.compact, f"goal_{place}") for place, e in enumerate(goals, 1)]
    if kept is not None:
        kept.write_text(COQ_HEAD + "\n".join(filter(None, lemmas)))
    installed = shutil.which("coqc") is not None
    start_up = coq_start() if installed else 0.0
    absent = Result(False, 0.0, note="not installed", tried=False)
    say("goal", "edge", "ours, whole domain", "plain bisection, compact", "Coq, compact")
    rows: list[Row] = []
    for example, lemma in zip(goals, lemmas, strict=True):
        us, bisection = ours(example.whole), plain(example.compact)
        tactic = by_coq(lemma) if installed else absent
        rows.append((example, us, bisection, tactic))
        say(
            example.name,
            "yes" if example.edge else "no",
            cell(us, f"{us.steps:3d} steps {us.boxes:4d} boxes"),
            cell(bisection, f"{bisection.boxes:5d} boxes"),
            cell(tactic),
        )
    say()
    summary(rows, start_up)


if __name__ == "__main__":
    main()
