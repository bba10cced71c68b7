"""The pytest plugin: which files it collects, what passes, what fails and what it then prints."""

from __future__ import annotations

from pathlib import Path

import pytest

# A run forgets the modules that it is the first to import.
import dpsym.checking
import dpsym.report
import dpsym.strategies  # noqa: F401

# A referee that goes by the name of the theorem's claim: it reads "x <= c" as the verdict that the
# table gives for c, and knows exactly which numbers are at most c.
CONFTEST = """
import sys
from functools import partial
from types import ModuleType, SimpleNamespace

from flint import arb
from hypothesis import strategies
from sympy import Integer, Symbol

from dpsym.errors import EvaluationError
from dpsym.verdict import Proved, Refuted, Undecided, Witness

x = Symbol("x")
eleven = Witness((("x", Integer(11)),), "x <= 10", (), ("11", "11"), ("10", "10"), "<=")
three = Witness((("x", Integer(3)),), "x <= 10", (), ("3", "3"), ("10", "10"), "<=")
verdicts = {
    10: partial(Refuted, witness=eleven),
    11: partial(Refuted, witness=three),
    100: Proved,
}


def check(theorem, *, budget, fresh):
    bound = int(theorem.claim.conclusions[0].rhs)
    return verdicts.get(bound, partial(Undecided, why=f"{budget} s were not enough"))(theorem.claim)


def points(claim):
    if claim.conclusions[0].rhs == 404:
        raise EvaluationError("there is no strategy for this claim")
    values = strategies.integers(0, 10**6).map(Integer)
    return values.map(lambda value: {x: value if value <= 50 else 50 / value})


def examine(atom, point):
    if atom.rhs == 200:
        return SimpleNamespace(truth=None, left=arb(1, 1), right=arb(1, 1))
    if atom.rhs == 201:
        return SimpleNamespace(truth=None, left=arb(7), right=arb(7, 1e-50))
    return SimpleNamespace(
        truth=bool(atom.subs(point)), where=(), left=point[x], right=atom.rhs, relation="<="
    )


def stand_in(name, **functions):
    module = sys.modules[name] = ModuleType(name)
    vars(module).update(functions)


stand_in("dpsym.checking", check=check)
stand_in("dpsym.enclosure", examine=examine)
stand_in("dpsym.strategies", points=points)
"""

THEOREM = '''
@theorem(source="s", expect="{expect}")
def at_most_{bound}() -> str:
    """x is at most {bound}."""
    return "x <= {bound} for x in [0, 50]"
'''


@pytest.fixture
def stated(pytester: pytest.Pytester) -> Path:
    """An empty file for theorems, in a folder where the plugin looks."""
    pytester.makeconftest(CONFTEST)
    path = pytester.mkdir("theorems") / "bounds.py"
    path.write_text("from dpsym import theorem\n")
    return path


def state(path: Path, **expectations: str) -> None:
    """State that x is at most so much, for each bound, with the expected verdict."""
    with path.open("a") as file:
        for bound, expect in expectations.items():
            file.write(THEOREM.format(bound=bound.removeprefix("b"), expect=expect))


OPTIONS = ("-W", "error", "-p", "no:cacheprovider")


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """A run in this process; the modules that it replaces are put back."""
    return pytester.runpytest_inprocess(*OPTIONS, *arguments)


def run_apart(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """A run in a process of its own, which starts with nothing imported."""
    return pytester.runpytest_subprocess(*OPTIONS, *arguments)


def test_every_theorem_gives_two_tests(pytester: pytest.Pytester, stated: Path) -> None:
    state(stated, b100="proved", b60="open", b10="refuted")
    result = run_apart(pytester, "-v", "theorems")
    result.assert_outcomes(passed=6)
    result.stdout.fnmatch_lines(
        ["*at_most_100?verdict? PASSED*", "*at_most_100?instances? PASSED*"]
    )


def test_tried_instances_are_counted(pytester: pytest.Pytester, stated: Path) -> None:
    state(stated, b100="proved")
    run(pytester, "theorems").stdout.re_match_lines(
        [r"dpsym: \d+ instances of 1 theorems, 0 equal to all digits, 0 not certified"]
    )


def test_unexpected_verdict_fails_and_is_printed(pytester: pytest.Pytester, stated: Path) -> None:
    state(stated, b60="proved")
    result = run(pytester, "theorems", "--dpsym-budget", "1.5")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["expected proved:", "Undecided*", "*1.5 s were not enough"])


def test_false_theorem_fails_with_the_smallest_point(
    pytester: pytest.Pytester, stated: Path
) -> None:
    state(stated, b20="open")
    result = run(pytester, "theorems")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*fails*x <= 20", "*at*x = 21", "*left*21", "*right*20"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_instances_that_nobody_can_certify_fail(pytester: pytest.Pytester, stated: Path) -> None:
    state(stated, b200="open")
    result = run(pytester, "theorems")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*could not be certified either way*"])


def test_instances_equal_to_all_digits_pass_and_are_counted(
    pytester: pytest.Pytester, stated: Path
) -> None:
    state(stated, b201="open")
    result = run(pytester, "theorems")
    result.assert_outcomes(passed=2)
    result.stdout.re_match_lines(
        [r"dpsym: (\d+) instances of 1 theorems, \1 equal to all digits, 0 not certified"]
    )


def test_instances_whose_sides_are_equal_are_none_of_a_strict_claim(
    pytester: pytest.Pytester, stated: Path
) -> None:
    state(stated, b201="open")
    stated.write_text(stated.read_text().replace("x <= 201", "x < 201"))
    result = run(pytester, "theorems")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*could not be certified either way*"])


def test_claim_without_points_fails_and_says_why(pytester: pytest.Pytester, stated: Path) -> None:
    state(stated, b404="open")
    result = run(pytester, "theorems")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["EvaluationError: there is no strategy for this claim"])


def test_witness_that_does_not_refute_fails(pytester: pytest.Pytester, stated: Path) -> None:
    state(stated, b11="refuted")
    result = run(pytester, "theorems")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["no conclusion fails at the witness:"])


def test_file_elsewhere_is_collected_only_when_named(
    pytester: pytest.Pytester, stated: Path
) -> None:
    state(stated, b100="proved")
    elsewhere = stated.rename(pytester.path / "bounds.py")
    run(pytester).assert_outcomes()
    run(pytester, elsewhere.name).assert_outcomes(passed=2)


def test_theorems_under_another_name_are_collected(pytester: pytest.Pytester, stated: Path) -> None:
    """A file that is passed over in silence looks like one that passes."""
    stated.write_text("from dpsym import theorem as stated_by\n")
    state(stated, b10="proved")
    stated.write_text(stated.read_text().replace("@theorem(", "@stated_by("))
    run(pytester, "theorems").assert_outcomes(failed=2)


def test_test_module_that_mentions_theorems_is_left_to_pytest(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile("import dpsym\n\ndef test_it():\n    assert 'theorem('\n")
    run(pytester, path.name).assert_outcomes(passed=1)


def test_broken_file_is_an_error_that_names_it(pytester: pytest.Pytester, stated: Path) -> None:
    stated.write_text("from dpsym import theorem\n\n@theorem(sauce='s')\ndef f(): ...\n")
    result = run(pytester, "theorems")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*bounds.py, line 3: TypeError*"])


def test_plugin_works_distributed(pytester: pytest.Pytester, stated: Path) -> None:
    state(stated, b100="proved", b10="refuted")
    result = run_apart(pytester, "-n", "2", "theorems")
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["dpsym: 1 proved, 1 refuted, 0 undecided"])
    result.stdout.re_match_lines(
        [r"dpsym: \d+ instances of 1 theorems, 0 equal to all digits, 0 not certified"]
    )


def test_run_ends_with_a_line_of_verdicts(pytester: pytest.Pytester, stated: Path) -> None:
    state(stated, b100="proved", b60="open", b10="refuted")
    result = run(pytester, "theorems")
    result.stdout.fnmatch_lines(["dpsym: 1 proved, 1 refuted, 1 undecided"])


def test_profile_says_at_how_many_points_a_theorem_is_tried(
    pytester: pytest.Pytester, stated: Path
) -> None:
    state(stated, b100="proved")
    quick = run(pytester, "theorems", "--dpsym-profile", "quick")
    quick.stdout.fnmatch_lines(["dpsym: 25 instances of 1 theorems, *"])
    assert run(pytester, "theorems", "--dpsym-profile", "hasty").ret == pytest.ExitCode.USAGE_ERROR


def test_markers_select_and_are_registered(pytester: pytest.Pytester, stated: Path) -> None:
    state(stated, b100="proved", b60="open")
    run(pytester, "theorems", "--strict-markers", "-m", "dpsym_verdict").assert_outcomes(
        passed=2, deselected=2
    )
    run(pytester, "theorems", "-m", "not dpsym").assert_outcomes(deselected=4)


def test_run_without_theorems_does_not_import_sympy(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(
        "import sys\n\ndef test_it():\n    assert 'dpsym.pytest_plugin' in sys.modules\n"
        "    assert not {'sympy', 'flint', 'dpsym.library'} & set(sys.modules)\n"
    )
    run_apart(pytester).assert_outcomes(passed=1)
    run_apart(pytester, path.name).assert_outcomes(passed=1)


def test_true_theorem_passes_and_false_one_is_refuted_for_real(pytester: pytest.Pytester) -> None:
    pytester.mkdir("theorems").joinpath("real.py").write_text(
        "from dpsym import theorem\n"
        + THEOREM.format(bound=60, expect="proved")
        + THEOREM.format(bound=10, expect="refuted")
    )
    run_apart(pytester, "theorems").assert_outcomes(passed=4)


def test_a_false_theorem_about_families_is_certified_by_its_members(
    pytester: pytest.Pytester,
) -> None:
    pytester.mkdir("theorems").joinpath("families.py").write_text(
        "from dpsym import theorem\n\n\n"
        '@theorem(source="Somebody2024", expect="refuted")\n'
        "def too_little() -> str:\n"
        '    """Half of the sum is enough."""\n'
        "    return (\n"
        '        "PureDP(M[i], e[i]) each i in 1..k =>"\n'
        '        " PureDP(Compose(M[i], (i, 1, k)), Sum(e[i], (i, 1, k))/2)"\n'
        "    )\n"
    )
    run_apart(pytester, "theorems").assert_outcomes(passed=2)


def test_bad_claim_of_a_bound_shows_the_claim_and_not_our_stack(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(
        "from dpsym import assert_bound\n\ndef test_it():\n"
        "    assert_bound(lambda eps: eps, 'PureDP(M, eps) => ZCPD(M, {value})')\n"
    )
    result = run(pytester, path.name)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["E*unknown head*", "E *claim   PureDP(M, eps) => ZCPD(M, {value})"]
    )
    result.stdout.no_fnmatch_line("*regression*")
    result.stdout.no_fnmatch_line("*parser.py*")
