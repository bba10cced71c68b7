"""The slack that is found is that of the claim, and is never called a proof."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path
from time import thread_time

import numpy as np
import pytest
from sympy import Rational, Symbol

from dpsym.cli import main
from dpsym.errors import ClaimError
from dpsym.language.heads import Bernoulli, ObjectName, RandomizedResponse
from dpsym.language.parser import parse_claim
from dpsym.provers.search import closest, tightest
from dpsym.provers.search.batch import MAX_MASSES, Batch, CrowdedError, UnsupportedError
from dpsym.provers.search.certain_slack import slack_at
from dpsym.provers.search.numeric import pair
from dpsym.provers.search.space import in_blocks
from dpsym.slackness import heat_map, slack

TWO_GIGABYTES = 2 << 30
DEPTH = 40
PICTURE = """
import sys
from dpsym.language.heads import Bernoulli, ObjectName, RandomizedResponse
from dpsym.language.parser import parse_claim
from dpsym.site.profiles import profile

print(profile(parse_claim(sys.stdin.read()), seconds=1) is not None)
"""


def mixture(depth: int) -> str:
    """Half of Bernoulli(x/1), a quarter of Bernoulli(x/2), and so on: a mixture in a mixture."""
    law = "Bernoulli(x)"
    for number in range(depth, 0, -1):
        law = f"Mixture(1/2, Bernoulli(x/{number}), {law})"
    return law


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


def test_what_lies_far_out_is_found() -> None:
    """The two sides meet at 100,000 alone, where the search in floats does not go at first."""
    found = slack("200000*x <= x**2 + 10**10 for x in [0, oo)", seconds=2)
    assert found.smallest <= 1e-9
    assert found.families[0].point["x"][0] == pytest.approx(1e5)
    assert slack("200000*x <= x**2 + 2*10**10 for x in [0, oo)", seconds=2).smallest > 0.1


def test_an_end_that_belongs_to_the_domain_counts_and_one_where_both_sides_are_zero_does_not() -> (
    None
):
    (family,) = slack("x**2 <= x for x in [0, 1]", seconds=2).families
    assert family.point == {"x": (1.0,)}
    assert family.limits == ("slack 0 at x = 1",)
    (family,) = slack("x**2 <= x + 1 for x in [0, 1]", seconds=2).families
    assert (family.point, family.limits) == ({"x": (1.0,)}, ())


def test_equal_laws_are_a_limit_and_no_tight_point() -> None:
    found = slack("PureDP(M, eps) => ZCDP(M, eps**2/2)", seconds=8)
    assert found.smallest > 0
    assert any("as eps -> 0" in words for words in found.families[0].limits)
    laws = [family for family in found.families if "laws" in family.label]
    assert laws
    for family in laws:
        first, second = (np.array(family.point[name]) for name in ("M.0", "M.1"))
        assert np.abs(first - second).sum() / 2 >= 1e-3
    assert any("M.0, M.1 come together" in words for family in laws for words in family.limits)
    loose = slack("PureDP(M, eps) => ZCDP(M, eps**2)", seconds=3)
    assert not loose.tight
    assert 0.3 < loose.smallest < 0.34  # (1 - 1/2)/(1 + 1/2)


def test_a_claim_of_zeros_has_no_relative_slack_and_says_so() -> None:
    with pytest.raises(ClaimError, match="none where both sides are 0 everywhere"):
        slack("KL(P, P) <= 0", seconds=2)


@pytest.mark.parametrize("stage", ["climb", "certain_slack", "safe_score"])
def test_the_time_is_kept_where_no_stage_looks_at_the_clock(
    stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: object, **__: object) -> None:
        while True:
            pass

    claim = "PureDP(M, eps) => ZCDP(M, eps**2/2)"
    slack(claim, seconds=1)  # loads what is loaded when it is needed
    monkeypatch.setattr(closest if stage == "climb" else tightest, stage, endless)
    begun = thread_time()
    if stage == "safe_score":
        with pytest.raises(ClaimError, match="in the time"):
            slack(claim, seconds=1)
    else:
        assert slack(claim, seconds=1).families
    assert thread_time() - begun <= 1.2


def test_balls_say_what_the_slack_is() -> None:
    claim = parse_claim("log(1 + x) <= x/sqrt(1 + x) for x in [0, oo)")
    x, half = Symbol("x"), Rational(1, 10**9)
    assert slack_at(claim, {x: half}) == pytest.approx(1e-18 / 48, rel=1e-6)
    assert slack_at(claim, {x: Rational(0)}) is None
    assert slack_at(claim, {x: Rational(-1, 2)}) is None
    false = parse_claim("KL(P, Q) >= 3*TotalVariation(P, Q)**2")
    P, Q = (ObjectName(name) for name in "PQ")
    near = {P: Bernoulli(Rational(1, 2)), Q: Bernoulli(Rational(1, 2) + half)}
    assert slack_at(false, near) == pytest.approx(-1 / 5, rel=1e-6)
    assert slack_at(false, {P: Bernoulli(Rational(1, 3)), Q: Bernoulli(Rational(1, 3))}) is None
    assumed = parse_claim("PureDP(M, 1) => x <= 1 for x in [0, 1]")
    for epsilon, slackness in ((2, None), (1, 0.0)):
        point = {ObjectName("M"): RandomizedResponse(epsilon), x: Rational(1)}
        assert slack_at(assumed, point) == slackness


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


@pytest.mark.parametrize("more", [[], ["--heat-map", "x,y"]])
def test_a_negative_seed_is_named(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    claim = "x <= y + 1 for x in [0, 1], y in [0, 1]"
    assert main(["slack", claim, "--seed", "-1", "--budget", "1", *more]) == 2
    assert "seed=-1; give a whole number from 0 on" in capsys.readouterr().err


def test_a_deep_mixture_has_the_masses_of_its_parts() -> None:
    claim = parse_claim(f"TotalVariation({mixture(DEPTH)}, Bernoulli(x)) <= 1 for x in [0, 1]")
    (divergence,) = (side for side in claim.conclusions[0].args if side.args)
    x = np.array([0.25, 1.0])
    mixed = pair(*divergence.args, Batch(2, {Symbol("x"): x})).numerator
    heads = sum(x / n / 2**n for n in range(1, DEPTH + 1)) + x / 2**DEPTH
    np.testing.assert_allclose(mixed, np.stack([1 - heads, heads], axis=1), rtol=1e-12)


def test_a_picture_of_a_deep_mixture_needs_no_two_gigabytes() -> None:
    drawn = subprocess.run(
        [sys.executable, "-c", PICTURE],
        input=f"TotalVariation({mixture(DEPTH)}, Bernoulli(x/50)) <= x for x in [0, 1]",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (TWO_GIGABYTES, TWO_GIGABYTES)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert drawn.stdout == "True\n", drawn.stderr


def test_points_that_need_too_much_memory_together_are_evaluated_apart() -> None:
    sizes = []

    def last(z: np.ndarray) -> np.ndarray:
        sizes.append(len(z))
        Batch(len(z)).hold(MAX_MASSES // 3)
        return z[:, 0]

    assert in_blocks(last, np.arange(10.0)[:, None]).tolist() == list(range(10))
    assert sizes == [10, 5, 3, 2, 5, 3, 2]


def test_a_point_that_needs_too_much_memory_alone_is_left_out() -> None:
    def none(z: np.ndarray) -> np.ndarray:
        Batch(len(z)).hold(MAX_MASSES + 1)
        return z[:, 0]

    with pytest.raises(CrowdedError):
        in_blocks(none, np.zeros((4, 1)))
    assert issubclass(CrowdedError, UnsupportedError)
