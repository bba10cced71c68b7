"""Deciding several claims, here or in other processes, in the order in which they were named."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from dpsym.cli.complaints import UsageFaultError
from dpsym.cli.targets import Target
from dpsym.cluster import KILLED
from dpsym.process import processes, uninterrupted

if TYPE_CHECKING:
    from dpsym.verdict import Verdict

Item = TypeVar("Item")
Found = TypeVar("Found")

MANY = 100
"""Claims from which on random instances are made ready for before the first of them."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict in a form that travels between processes.

    Attributes:
        kind: proved, refuted or undecided.
        expected: whether it is the expected verdict; a claim given as text is expected proved.
        text: the verdict for a reader.
        verbose: the same with who tried what.
        line: the verdict in one line; empty for a claim given as text.
        data: the verdict as JSON data.
        certificate: what the kernel accepted, as JSON data; None where it is not wanted.
        name: the name of a theorem; empty for a claim given as text.
    """

    kind: str
    expected: bool
    text: str
    verbose: str
    line: str
    data: dict[str, Any]
    certificate: dict[str, Any] | None
    name: str = ""


def judge(
    target: Target, budget: float, *, certify: bool = False, fresh: bool = False, many: bool = False
) -> Judgement:
    """The verdict on one claim, of ``many`` or few; with its certificate where that is wanted."""
    if many:
        from dpsym.provers.search.instances import ready

        ready()
    return judgement(target, verdict_on(target, budget, fresh=fresh), certify=certify)


def verdict_on(target: Target, budget: float, *, fresh: bool = False) -> Verdict:
    """The verdict on one claim, in this process."""
    from dpsym.checking import check

    return check(target.theorem() or target.text, budget=budget, fresh=fresh)


def judgement(target: Target, verdict: Verdict, *, certify: bool = False) -> Judgement:
    """What there is to tell of a verdict on a claim; with its certificate where that is wanted."""
    from dpsym import report
    from dpsym.library import nearest
    from dpsym.statement import Expectation

    theorem = target.theorem()
    near = nearest(verdict.claim) if verdict.kind == "undecided" else ()
    expectation = theorem.expectation if theorem else Expectation.PROVED
    certificate = verdict.certificate if certify else None
    name = report.theorem_place(theorem) if theorem else target.name
    return Judgement(
        kind=verdict.kind,
        expected=report.is_expected(verdict, expectation),
        text=report.verdict_text(verdict, name=name, near=near),
        verbose=report.verdict_text(verdict, name=name, near=near, verbose=True),
        line=report.verdict_line(verdict, theorem) if theorem else "",
        data=_data(verdict),
        certificate=None if certificate is None else certificate.to_json(),
        name=target.name,
    )


def _data(verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON data; a witness with its LaTeX and, where there is one, its script."""
    from dpsym.coq.assumed import assumed
    from dpsym.errors import EvaluationError
    from dpsym.verdict import Refuted, verdict_to_json
    from dpsym.witness_script import script, witness_latex

    data = verdict_to_json(verdict)
    data["assumed"] = [*assumed(verdict.certificate)] if verdict.certificate else []
    if isinstance(verdict, Refuted) and verdict.witness is not None:
        try:
            written: str | None = script(verdict)
        except EvaluationError:
            written = None
        data["witness"] |= {"latex": witness_latex(verdict.witness), "script": written}
    return data


def judge_all(
    targets: Sequence[Target],
    budget: float,
    *,
    jobs: int,
    certify: bool = False,
    fresh: bool = False,
    seen: Callable[[Judgement], None] | None = None,
) -> Iterator[Judgement]:
    """The verdicts, in the order of the claims, each as soon as it and those before it are known.

    ``seen`` is told each as soon as it is known, whatever becomes of those before it. Processes
    look the claims up themselves: an expression that sympy must not evaluate would not survive
    being sent. Open theorems of the library may take all of their budget, so they are begun first.
    """
    decide = partial(judge, budget=budget, certify=certify, fresh=fresh, many=len(targets) >= MANY)
    return each(decide, targets, jobs=jobs, seen=seen, early=_is_open)


def _is_open(target: Target) -> bool:
    """Whether the target is a theorem of the library that nobody has decided."""
    from dpsym.statement import Expectation

    theorem = None if target.path else target.theorem()
    return theorem is not None and theorem.expectation is Expectation.OPEN


def each(
    function: Callable[[Item], Found],
    items: Sequence[Item],
    *,
    jobs: int,
    seen: Callable[[Found], None] | None = None,
    early: Callable[[Item], bool] = lambda _: False,
) -> Iterator[Found]:
    """The values of a function at the items, in their order, by spawned processes if ``jobs`` > 1.

    Both the items and the values must be data that can be sent. ``seen`` is told each value as soon
    as it is there. Processes begin with the ``early`` items, so that none of these is awaited last.

    Raises:
        UsageFaultError: a process was killed.
    """
    told = seen or (lambda _: None)
    if jobs == 1 or len(items) <= 1:
        for item in items:
            found = function(item)
            told(found)
            yield found
        return
    # What one claim is decided with loads no processes.
    from concurrent.futures import as_completed
    from concurrent.futures.process import BrokenProcessPool

    begun = sorted(range(len(items)), key=lambda place: not early(items[place]))
    try:
        with processes(min(jobs, len(items))) as pool:
            with uninterrupted():
                futures = {place: pool.submit(function, items[place]) for place in begun}
            waiting = deque(futures[place] for place in range(len(items)))
            for future in as_completed(tuple(waiting)):
                if future.exception() is None:
                    told(future.result())
                while waiting and waiting[0].done():
                    yield waiting.popleft().result()
    except BrokenProcessPool:
        raise UsageFaultError(KILLED) from None
