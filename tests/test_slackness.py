"""The slack that is found is that of the claim, and is never called a proof."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpsym.cli import main
from dpsym.errors import ClaimError
from dpsym.slackness import heat_map, slack


@pytest.mark.parametrize(
    ("claim", "low", "high"),
    [
        ("x**2 + 1 >= x for x in (-oo, oo)", 0.3333, 0.334),  # (5/4 - 1/2)/(9/4) at x = 1
        ("ZCDP(GaussianMechanism(1, s), 3/(4*s**2))", 0.19, 0.21),  # (3/4 - 1/2)/(5/4)
        ("KL(P, Q) >= 2*TotalVariation(P, Q)**2", 0.0, 1e-6),
        ("KL(P, Q) >= 3*TotalVariation(P, Q)**2", -0.25, -0.19),  # (2 - 3)/(2 + 3)
    ],
)
def test_the_smallest_slack_is_the_one_that_is_known(claim: str, low: float, high: float) -> None:
    assert low <= slack(claim, seconds=4).smallest <= high


def test_a_bound_that_is_sharp_in_a_limit_says_so() -> None:
    found = slack("tanh(x)/x <= 1 for x in (0, oo)", seconds=2)
    assert found.tight
    assert slack("tanh(x)/x <= 2 for x in (0, oo)", seconds=2).tight is False


def test_the_same_seed_finds_the_same() -> None:
    claim = "PureDP(M, eps) => ZCDP(M, eps**2/2)"
    assert (
        slack("x*exp(-x) <= 1 for x in [0, oo)").to_json()
        == slack("x*exp(-x) <= 1 for x in [0, oo)").to_json()
    )
    assert slack(claim, seconds=3, seed=7).seed == 7


def test_what_is_printed_says_that_it_proves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["slack", "tanh(x) <= x for x in [0, oo)", "--budget", "2"]) == 0
    printed = capsys.readouterr().out
    assert "this proves nothing" in printed
    assert "Proved" not in printed
    assert main(["slack", "tanh(x) <= x for x in [0, oo)", "--budget", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["proof"] is False


def test_a_heat_map_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    claim = "x*y <= x**2 + y**2 for x in (0, oo), y in (0, oo)"
    heat_map(claim, ("x", "y"), path, seconds=2)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_drawn_is_named(tmp_path: Path) -> None:
    with pytest.raises(ClaimError, match=r"cannot both be chosen freely.*x"):
        heat_map("x <= x + 1 for x in [0, oo)", ("x", "z"), tmp_path / "map.png")
    assert main(["slack", "x <= x + 1 for x in [0, oo)", "--heat-map", "x"]) == 2
