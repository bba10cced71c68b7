"""Other libraries under test: what is known to be wrong is found, what is right is left alone.

A peer that is not installed is skipped, and says so; the extra ``peers`` has them all but opacus,
which asks for PyTorch and is installed without it.
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from peers import CASES, Case

from dpsym.regression import examine_bound

EXTRA = "pip install 'dpsym[peers]'"
INSTALL = {"opacus": "pip install --no-deps opacus; PyTorch is not needed"}
NAMES = [f"{each.peer}: {each.name}" for each in CASES]

# The wrong answers that were known before, by their number in the audit that found them.
KNOWN = {
    "dp_accounting": "G2 G5 G7 G9 G10 G11 G16 G17 G18 G19 G22 G23 G24 G25 G26",
    "autodp": "A1 A4 A6 A7 A8 A10 A12 A14",
    "prv_accountant": "P1 P3 P7",
    "opacus": "O3 O4",
    "riskcal": "R4 R5 R6 R7",
    "diffprivlib": "D1",
}


def test_every_known_wrong_answer_has_a_case() -> None:
    for peer, wanted in KNOWN.items():
        found = {n for each in CASES if each.peer == peer for n in each.known.split(", ") if n}
        assert found == set(wanted.split())


def test_every_peer_has_a_function_known_to_be_right() -> None:
    assert {each.peer for each in CASES if not each.wrong} >= {each.peer for each in CASES}


def test_cases_have_names_of_their_own() -> None:
    assert len(set(NAMES)) == len(NAMES)


# Peers warn about their own dependencies.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_wrong_answers_of_peers_are_found_and_no_others(case: Case) -> None:
    if find_spec(case.peer) is None:
        pytest.skip(f"{case.peer} is not installed: {INSTALL.get(case.peer, EXTRA)}")
    function = case.make()
    report = examine_bound(function, case.claim, **case.options)
    kinds = {failure.kind for failure in report.failures}
    if case.wrong:
        assert kinds
    assert kinds <= case.wrong, report.text()
    assert (report.tried == len(report.failures)) == case.everywhere
