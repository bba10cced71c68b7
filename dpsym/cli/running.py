"""Deciding several claims, here or in other processes, in the order in which they were named."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from dpsym.cli.targets import Target

if TYPE_CHECKING:
    from dpsym.verdict import Verdict

Item = TypeVar("Item")
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict in a form that travels between processes.

    Attributes:
        kind: proved, refuted or undecided.
        expected: whether it is the expected verdict; a claim given as text is expected proved.
        text: the verdict for a reader.
        line: the verdict in one line; empty for a claim given as text.
        data: the verdict as JSON data.
        certificate: its evidence as JSON data; None where it is undecided.
    """

    kind: str
    expected: bool
    text: str
    line: str
    data: dict[str, Any]
    certificate: dict[str, Any] | None


def judge(target: Target, budget: float) -> Judgement:
    """The verdict on one claim, in this process."""
    from dpsym import report
    from dpsym.checking import check
    from dpsym.statement import Expectation
    from dpsym.verdict import Undecided

    theorem = target.theorem()
    verdict = check(theorem or target.text, budget=budget)
    expectation = theorem.expectation if theorem else Expectation.PROVED
    return Judgement(
        kind=verdict.kind,
        expected=report.is_expected(verdict, expectation),
        text=report.verdict_text(verdict, name=target.name),
        line=report.verdict_line(verdict, theorem) if theorem else "",
        data=_data(verdict),
        certificate=None if isinstance(verdict, Undecided) else report.certificate_to_json(verdict),
    )


def _data(verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON data; a witness with its LaTeX and, where there is one, its script."""
    from dpsym.errors import EvaluationError
    from dpsym.recomputing import script, witness_latex
    from dpsym.verdict import Refuted, verdict_to_json

    data = verdict_to_json(verdict)
    if isinstance(verdict, Refuted) and verdict.witness is not None:
        try:
            written: str | None = script(verdict)
        except EvaluationError:
            written = None
        data["witness"] |= {"latex": witness_latex(verdict.witness), "script": written}
    return data


def judge_all(targets: Sequence[Target], budget: float, *, jobs: int) -> Iterator[Judgement]:
    """The verdicts, in the order of the claims, each as soon as it and those before it are known.

    Processes look the claims up themselves: an expression that sympy must not evaluate would not
    survive being sent.
    """
    return each(partial(judge, budget=budget), targets, jobs=jobs)


def each(function: Callable[[Item], Found], items: Sequence[Item], *, jobs: int) -> Iterator[Found]:
    """The values of a function at the items, in their order, by spawned processes if ``jobs`` > 1.

    Both the items and the values must be data that can be sent.
    """
    if jobs == 1 or len(items) <= 1:
        yield from map(function, items)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(items)), mp_context=context)
    try:
        yield from pool.map(function, items)
    except BaseException:
        # Whoever interrupts does not want to wait for the claims that are under way.
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
