"""Theorems as tests: ``pytest theorems/`` decides every theorem and tries it on instances.

Python files below a folder named ``theorems``, or named on the command line, that mention dpsym
and ``theorem`` give two tests for each theorem:

``name[verdict]``
    the verdict is the expected one, found within ``--dpsym-budget`` seconds.
``name[instances]``
    for a theorem expected proved or open, its conclusions hold at 200 points at which its
    hypotheses are true by construction. A conclusion certified false fails the test, with the
    smallest point that Hypothesis finds. A conclusion that the enclosures cannot certify either way
    is counted, and more than half of the points left uncertified fail the test: it would
    test little. For a theorem expected refuted, the witness is certified again.

``--dpsym-profile quick`` tries 25 points instead, ``thorough`` 2000. All these tests have the
marker ``dpsym``: ``-m "not dpsym"`` leaves them out. The run ends with a line of verdicts, also
with pytest-xdist. ``--dpsym-record`` has :func:`dpsym.assert_bound` write its baselines.

Nothing of dpsym beyond this module is imported until such a file is met.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sympy import Basic

    from dpsym.enclosure import Finding
    from dpsym.language.claim import Claim
    from dpsym.statement import Theorem
    from dpsym.verdict import Verdict

INSTANCES = {"quick": 25, "default": 200, "thorough": 2000}
MOST_UNCERTIFIED = 0.5

_FOLDER = "theorems"
_TRIED = "dpsym_instances"
_UNCERTIFIED = "dpsym_uncertified"
_EQUAL = "dpsym_equal"
_AGREEING_BITS = 64
_VERDICT = "dpsym_verdict"
_MARKERS = (
    "dpsym: tests of theorems, made by dpsym",
    "dpsym_verdict: the verdict on a theorem is the expected one",
    "dpsym_instances: a theorem holds at instances",
)
_RECORD = "DPSYM_RECORD"


class TheoremFailure(AssertionError):  # noqa: N818 - a failed assertion, named like pytest's own
    """A theorem did not pass; the message says all there is to say."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--dpsym-budget``, ``--dpsym-profile`` and ``--dpsym-record``."""
    group = parser.getgroup("dpsym")
    group.addoption(
        "--dpsym-budget",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="time for the verdict on each theorem (default: %(default)s)",
    )
    group.addoption(
        "--dpsym-profile",
        choices=sorted(INSTANCES),
        default="default",
        help="at how many points each theorem is tried: "
        + ", ".join(f"{name} {count}" for name, count in INSTANCES.items()),
    )
    group.addoption(
        "--dpsym-fresh",
        action="store_true",
        help="decide again what was decided before",
    )
    group.addoption(
        "--dpsym-record",
        action="store_true",
        help="write the values that dpsym.assert_bound meets into its baselines",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers; let baselines be written where that is asked for."""
    for marker in _MARKERS:
        config.addinivalue_line("markers", marker)
    if config.getoption("--dpsym-record"):
        os.environ[_RECORD] = "1"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> TheoremFile | None:
    """The theorems of a Python file, if it is one that states some."""
    if file_path.suffix != ".py" or not _is_asked_for(file_path, parent):
        return None
    from dpsym.library import states_theorems

    if not states_theorems(file_path):
        return None
    collected: TheoremFile = TheoremFile.from_parent(parent, path=file_path)
    return collected


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what the verdicts were, how many instances were tried, how many left uncertified."""
    tried = uncertified = equal = theorems = 0
    verdicts = {"proved": 0, "refuted": 0, "undecided": 0}
    for properties in _properties(terminalreporter):
        theorems += _TRIED in properties
        tried += properties.get(_TRIED, 0)
        uncertified += properties.get(_UNCERTIFIED, 0)
        equal += properties.get(_EQUAL, 0)
        if _VERDICT in properties:
            verdicts[properties[_VERDICT]] += 1
    if any(verdicts.values()):
        said = ", ".join(f"{count} {kind}" for kind, count in verdicts.items())
        terminalreporter.write_line(f"dpsym: {said}")
    if theorems:
        terminalreporter.write_line(
            f"dpsym: {tried} instances of {theorems} theorems, "
            f"{equal} equal to all digits, {uncertified} not certified"
        )


def _properties(terminalreporter: pytest.TerminalReporter) -> Iterator[dict[str, Any]]:
    """What our items said of themselves; with pytest-xdist, in another process."""
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport) and report.when == "call":
                yield dict(report.user_properties)


class TheoremFile(pytest.File):
    """A Python file that states theorems."""

    def collect(self) -> Iterator[pytest.Item]:
        """Two items for each theorem of the file."""
        from dpsym.errors import ClaimError
        from dpsym.library import theorems_in

        try:
            stated = theorems_in(self.path)
        except ClaimError as error:
            raise self.CollectError(str(error)) from None
        for theorem in stated:
            name = theorem.name.rpartition(".")[2]
            budget = self.config.getoption("--dpsym-budget")
            verdicts = _Decision(theorem, budget, self.config.getoption("--dpsym-fresh"))
            for kind, item in (("verdict", VerdictItem), ("instances", InstancesItem)):
                made = item.from_parent(self, name=f"{name}[{kind}]", decision=verdicts)
                made.add_marker("dpsym")
                made.add_marker(f"dpsym_{kind}")
                yield made


class _Decision:
    """The verdict on one theorem, found when it is first needed."""

    def __init__(self, theorem: Theorem, budget: float, fresh: bool) -> None:
        self.theorem = theorem
        self._fresh = fresh
        self._budget = budget
        self._verdict: Verdict | None = None

    def verdict(self) -> Verdict:
        from dpsym.checking import check

        if self._verdict is None:
            self._verdict = check(self.theorem, budget=self._budget, fresh=self._fresh)
        return self._verdict


class _TheoremItem(pytest.Item):
    def __init__(self, *, decision: _Decision, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.decision = decision
        self.theorem = decision.theorem

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The message alone where it says everything, a traceback otherwise."""
        from dpsym.errors import DpsymError

        if isinstance(excinfo.value, TheoremFailure):
            return str(excinfo.value)
        if isinstance(excinfo.value, DpsymError):
            return f"{self.theorem.claim.text}\n{type(excinfo.value).__name__}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The file, and the test's name."""
        return self.path, None, self.name


class VerdictItem(_TheoremItem):
    """The verdict is the expected one."""

    def runtest(self) -> None:
        """Decide the theorem."""
        from dpsym.report import is_expected, verdict_text

        verdict = self.decision.verdict()
        self.user_properties.append((_VERDICT, verdict.kind))
        if not is_expected(verdict, self.theorem.expectation):
            raise TheoremFailure(
                f"expected {self.theorem.expectation.value}:\n"
                + verdict_text(verdict, name=self.theorem.name, verbose=True)
            )


class InstancesItem(_TheoremItem):
    """The conclusions hold wherever they are tried; a refutation's witness is certified again."""

    def runtest(self) -> None:
        """Try the claim."""
        from dpsym.statement import Expectation

        if self.theorem.expectation is Expectation.REFUTED:
            _certify_again(self.theorem.claim, self.decision.verdict())
            return
        count = INSTANCES[self.config.getoption("--dpsym-profile")]
        tally = try_instances(self.theorem.claim, count)
        self.user_properties += [
            (_TRIED, tally.tried),
            (_UNCERTIFIED, len(tally.reasons)),
            (_EQUAL, tally.equal),
        ]
        if len(tally.reasons) > MOST_UNCERTIFIED * tally.tried:
            raise TheoremFailure(
                f"{self.theorem.claim.text}\n{len(tally.reasons)} of {tally.tried} instances could "
                f"not be certified either way; the test would say little\n"
                f"  first   {tally.reasons[0]}"
            )


def _is_asked_for(path: Path, parent: pytest.Collector) -> bool:
    if any(fnmatch(path.name, pattern) for pattern in parent.config.getini("python_files")):
        return False
    root = parent.config.rootpath
    folders = (path.relative_to(root) if path.is_relative_to(root) else path).parts[:-1]
    return _FOLDER in folders or parent.session.isinitpath(path)


@dataclass(slots=True)
class _Tally:
    """What became of the instances of a theorem.

    Attributes:
        tried: how many there were.
        equal: at how many the sides were found equal to all digits, but not proved so.
        reasons: why the others that are not certified are not.
    """

    tried: int = 0
    equal: int = 0
    reasons: list[str] = field(default_factory=list)


def try_instances(claim: Claim, count: int) -> _Tally:
    """Examine a theorem's conclusions at so many points, all different where there are so many.

    Raises:
        TheoremFailure: a conclusion is certified false at a point that satisfies the hypotheses.
        EvaluationError: there is no strategy for points of the claim.
    """
    from dpsym.language.families import sample
    from dpsym.strategies import points
    from dpsym.trial import at_different_points

    *_, claim = sample(claim)
    tally = _Tally()

    at_different_points(points(claim), count, lambda point: _tried_at(claim, point, tally))
    return tally


def _tried_at(claim: Claim, point: Mapping[Basic, Basic], tally: _Tally) -> TheoremFailure | None:
    """Count what becomes of a claim at a point, and the failure if a conclusion fails there."""
    from dpsym.enclosure import examine
    from dpsym.errors import EvaluationError
    from dpsym.language.printing import text

    tally.tried += 1
    equal, unknown = False, []
    for conclusion in claim.conclusions:
        try:
            finding = examine(conclusion, point)
        except EvaluationError as error:
            unknown.append(str(error))
            continue
        if finding.truth is False:
            return TheoremFailure(_counterexample(claim, conclusion, point, finding))
        if finding.truth is None and not _is_strict(conclusion) and _agree(finding):
            equal = True
        elif finding.truth is None:
            unknown.append(f"{text(conclusion)} is too close to call at {_point(point)}")
    tally.equal += equal and not unknown
    tally.reasons += unknown[:1]
    return None


def _is_strict(conclusion: Basic) -> bool:
    """Whether equal sides make a conclusion false."""
    from sympy import Gt, Lt

    return isinstance(conclusion, Lt | Gt)


def _agree(finding: Finding) -> bool:
    """Whether both sides are known to many digits, and all of them agree."""
    sides = (finding.left, finding.right)
    return finding.left.overlaps(finding.right) and all(
        side.is_finite() and side.rel_accuracy_bits() >= _AGREEING_BITS for side in sides
    )


def _point(values: Mapping[Basic, Basic]) -> str:
    from dpsym.language.printing import text

    return ", ".join(f"{text(name)} = {text(value)}" for name, value in values.items())


def _counterexample(
    claim: Claim, conclusion: Basic, point: Mapping[Basic, Basic], finding: Finding
) -> str:
    from dpsym.enclosure import examine
    from dpsym.language.printing import text

    lines = [claim.text, f"  fails   {text(conclusion)}"]
    lines += [f"  at      {text(name)} = {text(value)}" for name, value in point.items()]
    lines += [f"  where   {name} = {text(value)}" for name, value in finding.where]
    lines += [f"  left    {finding.left}", f"  right   {finding.right}"]
    lines += [
        f"  given   {text(hypothesis)}: {_WORDS[examine(hypothesis, point).truth]}"
        for hypothesis in claim.hypotheses
    ]
    return "\n".join(lines)


_WORDS = {
    True: "certified true",
    False: "certified false, so the strategy is wrong and not the claim",
    None: "true by construction",
}


def _certify_again(claim: Claim, verdict: Verdict) -> None:
    """Check a refutation by its witness alone.

    Raises:
        TheoremFailure: there is no witness, or it is not certified.
    """
    from dpsym.enclosure import examine
    from dpsym.language.families import instance_at
    from dpsym.language.printing import text
    from dpsym.report import verdict_text
    from dpsym.verdict import Refuted

    if not isinstance(verdict, Refuted) or verdict.witness is None:
        raise TheoremFailure(f"there is no witness to certify:\n{verdict_text(verdict)}")
    values = dict(verdict.witness.point)
    claim = instance_at(claim, values)
    point = {name: values[name.name] for name, _ in claim.domains}
    for hypothesis in claim.hypotheses:
        if examine(hypothesis, point).truth is not True:
            raise TheoremFailure(
                f"{text(hypothesis)} is not certified at the witness:\n{verdict_text(verdict)}"
            )
    where = dict(verdict.witness.where)
    conclusions = [_processed(conclusion, point, where) for conclusion in claim.conclusions]
    if not any(examine(conclusion, point).truth is False for conclusion in conclusions):
        raise TheoremFailure(f"no conclusion fails at the witness:\n{verdict_text(verdict)}")


def _processed(
    conclusion: Basic, point: Mapping[Basic, Basic], where: Mapping[str, Basic]
) -> Basic:
    """The conclusion with the witness's map applied where it speaks of any post-processing."""
    from dpsym.language import heads
    from dpsym.language.meaning import row
    from dpsym.language.noises import cells

    kernel, cuts = where.get("kernel"), where.get("cuts")
    if kernel is None and cuts is None:
        return conclusion
    values = {}
    for node in conclusion.atoms(heads.PostProcess):
        laws = row(node.args[0].xreplace(dict(point)), 2)
        images = (
            cells(law, cuts.args) if cuts is not None else heads.Pushforward(kernel, law)
            for law in laws
        )  # fmt: skip
        values[node] = heads.FiniteMechanism(*images)
    return conclusion.xreplace(values)
