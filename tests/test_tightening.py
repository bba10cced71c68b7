"""The best constant of a claim: both ends are re-certified here, one by a proof, one by balls."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import get_context

import pytest
from sympy import Expr, Rational, S, Symbol, log, pi
from sympy.core import random

from dpsym import checking, tightening
from dpsym.checking import check
from dpsym.cli import main
from dpsym.enclosure import examine
from dpsym.errors import ClaimError, DomainError
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_claim
from dpsym.provers.monotone_direction import constant_of, sense_of
from dpsym.provers.prover import Budget
from dpsym.provers.restate import stated_at, substitute
from dpsym.provers.search.constants import coarse, simple_constants
from dpsym.tightening import Tightening, tighten
from dpsym.verdict import Witness

pytestmark = pytest.mark.xdist_group("tightening")

BEST: dict[str, int | Rational] = {
    "tanh(x) <= c*x for x in [0, oo)": 1,
    "KL(P, Q) >= c*TotalVariation(P, Q)**2": 2,
    "PureDP(M, eps) => ZCDP(M, c*eps**2)": Rational(1, 2),
    "BoundedRange(M, eta) => ZCDP(M, c*eta**2)": Rational(1, 8),
    "ZCDP(M, rho) => ZCDP(Group(M, 2), c*rho)": 4,
    "PureDP(M, eps) => ApproxDP(Compose(M, M), c*eps, 0)": 2,
    "PureDP(M, c*eps) => PureDP(PostProcess(M), eps) for eps in [0, oo)": 1,
}
GREATEST = {
    "KL(P, Q) >= c*TotalVariation(P, Q)**2",
    "PureDP(M, c*eps) => PureDP(PostProcess(M), eps) for eps in [0, oo)",
}


@cache
def found(claim: str) -> Tightening:
    """The constant, sought in a process of its own, as a command does; imports are made once."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["dpsym.tightening"])
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(tighten, claim, "c", budget=120).result()


def ends(tightening: Tightening) -> tuple[Expr, Expr]:
    """The proved end and the refuted one."""
    low, high = tightening.lower, tightening.upper
    return (low, high) if tightening.greatest else (high, low)


def fails_at(claim: Claim, witness: Witness) -> bool:
    """Whether the witness refutes the claim, by balls and without the search."""
    names = {symbol.name: symbol for symbol, _ in claim.domains}
    point = {names[name]: value for name, value in witness.point}
    assumed = all(examine(atom, point).truth is True for atom in claim.hypotheses)
    return assumed and any(examine(atom, point).truth is False for atom in claim.conclusions)


def at(tightening: Tightening, value: Expr) -> Claim:
    claim = substitute(tightening.claim, {Symbol(tightening.name): value})
    assert claim is not None
    return claim


@pytest.mark.parametrize("step", ["check", "tighten"])
def test_what_was_done_before_does_not_change_the_order_of_facts(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sympy asks for facts in an order that it draws: what it draws first is always the same."""
    drawn: list[float] = []

    def first(*_: object) -> None:
        drawn.append(random.rng.random())
        raise ClaimError("seen")

    monkeypatch.setattr(checking, "_Decision", first)
    monkeypatch.setattr(tightening, "constant_of", first)
    for earlier in (1, 2):
        random.seed(earlier)
        with pytest.raises(ClaimError, match="seen"):
            check("x <= 2*x for x in [0, oo)") if step == "check" else tighten("x <= c", "c")
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("claim", BEST)
def test_best_constant_is_found_to_a_millionth(claim: str) -> None:
    tightening, best = found(claim), BEST[claim]
    assert tightening.sharp
    assert tightening.monotone
    assert tightening.greatest == (claim in GREATEST)
    assert ends(tightening)[0] == best
    assert tightening.lower <= best <= tightening.upper
    assert tightening.width <= Rational(1, 10**6)


@pytest.mark.parametrize("claim", BEST)
def test_proved_end_is_proved_again_by_check(claim: str) -> None:
    tightening = found(claim)
    assert tightening.proof is not None
    assert tightening.proof.claim == at(tightening, ends(tightening)[0])
    assert check(at(tightening, ends(tightening)[0]), budget=60).kind == "proved"


@pytest.mark.parametrize("claim", BEST)
def test_refuted_end_is_refuted_again_by_balls(claim: str) -> None:
    tightening = found(claim)
    assert tightening.witness is not None
    assert tightening.witness.witness is not None
    assert tightening.witness.claim == at(tightening, ends(tightening)[1])
    assert fails_at(at(tightening, ends(tightening)[1]), tightening.witness.witness)


@pytest.mark.parametrize("claim", BEST)
def test_mutated_ends_do_not_pass(claim: str) -> None:
    """The witness does not refute the proved end; a constant past the refuted end has no proof."""
    tightening = found(claim)
    assert tightening.witness is not None
    assert tightening.witness.witness is not None
    proved, failed = ends(tightening)
    assert not fails_at(at(tightening, proved), tightening.witness.witness)
    beyond = failed - (proved - failed)
    assert check(at(tightening, beyond), budget=4).kind != "proved"
    moved = replace(tightening, upper=tightening.upper + 1)
    assert not moved.sharp


def test_two_ends_are_not_called_sharp_where_the_claim_may_hold_below_them() -> None:
    # It holds for c in [1/5, 2001/10000] as well.
    claim = "(c - 1/5)*(c - 2001/10000)*(c - 1)*exp(x) >= 0 for c in [0, 10], x in [0, 1]"
    found = tighten(claim, "c", budget=20)
    assert not found.monotone
    assert not found.sharp
    assert found.text().startswith("Rough")


def test_inner_optimum_that_is_no_simple_constant_is_enclosed() -> None:
    tightening = tighten("x**2*exp(-x) <= c for x in [0, oo)", "c", budget=60)
    best = 4 / S.Exp1**2
    assert tightening.lower < best < tightening.upper
    assert tightening.sharp


def test_constant_that_is_never_needed_is_the_end_of_its_domain() -> None:
    tightening = tighten("0 <= c*x for x in [0, oo)", "c", budget=20)
    assert (tightening.lower, tightening.upper) == (0, 0)
    assert tightening.sharp


def test_claim_that_no_constant_saves_has_no_upper_end() -> None:
    tightening = tighten("x**2 <= c*x for x in [0, oo)", "c", budget=6)
    assert tightening.upper is S.Infinity
    assert tightening.proof is None
    assert not tightening.sharp
    assert tightening.lower > 1000


def test_false_claim_is_never_proved_for_any_constant() -> None:
    tightening = tighten("1 + x <= c*x for x in (0, 1)", "c", budget=6)
    assert tightening.proof is None


@pytest.mark.parametrize(
    ("claim", "sense"),
    [
        ("ZCDP(M, rho) => ZCDP(M, c*rho)", 1),
        ("ZCDP(M, c*rho) => ZCDP(M, rho) for rho in [0, oo)", -1),
        ("KL(P, Q) >= c*TotalVariation(P, Q)**2", -1),
        ("PureDP(M, eps) => ZCDP(M, eps**2/c) for c in (0, oo)", -1),
        ("x <= 2*x*Max(c, 1) for x in [0, oo)", None),
    ],
)
def test_sense_is_proved_from_the_place_of_the_constant(claim: str, sense: int | None) -> None:
    whole, name = constant_of(claim, "c", None, None)
    if sense is None:
        with pytest.raises(ClaimError, match="not clear"):
            sense_of(whole, name, Budget.of(5))
    else:
        assert sense_of(whole, name, Budget.of(5)) == (sense, True)


@pytest.mark.parametrize(
    ("estimate", "sense", "constant"),
    [
        (0.49999997, 1, Rational(1, 2)),
        (2.00000005, -1, S(2)),
        (0.6366197, 1, 2 / pi),
        (0.6931471, 1, log(2)),
    ],
)
def test_simple_constant_next_to_an_estimate_comes_first(
    estimate: float, sense: int, constant: Expr
) -> None:
    assert next(iter(simple_constants(estimate, sense))) == constant


@pytest.mark.parametrize("value", [Rational(49, 99), Rational(51, 99), Rational(-1, 3), S.Half])
def test_coarse_decimal_lies_on_the_same_side(value: Rational) -> None:
    rounded = coarse(value, S.Half)
    assert abs(rounded - S.Half) >= abs(value - S.Half)
    assert (rounded - S.Half) * (value - S.Half) >= 0


@pytest.mark.parametrize(
    ("claim", "name", "guilty"),
    [
        ("ZCDP(M, rho) => ZCDP(M, 2*rho)", "c", "'c' does not occur"),
        ("ZCDP(M, rho) => ZCDP(M, 2*rho)", "M", "'M' is an object"),
        ("ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)", "k", "'k' is an integer"),
        ("tanh(x) <= c*x", "c", "'x' has no domain"),
        ("ZCPD(M, c)", "c", "unknown head"),
    ],
)
def test_what_has_no_constant_is_refused(claim: str, name: str, guilty: str) -> None:
    with pytest.raises(ClaimError, match=guilty):
        tighten(claim, name, budget=5)


@pytest.mark.parametrize(
    ("written", "name", "canonical"),
    [
        ("tanh(x) ≤ θ x for x ≥ 0", "θ", "tanh(x) <= theta*x for theta in [0, oo), x in [0, oo)"),
        ("bound: tanh x ≤ c·x for x ∈ [0, 9]", "c", "tanh(x) <= c*x for x in [0, 9], c in [0, oo)"),
        ("RandomizedResponse(1) is (c, 0)-DP.", "c", "ApproxDP(RandomizedResponse(1), c, 0)"),
    ],
)
def test_constants_stand_in_claims_as_people_write_them(
    written: str, name: str, canonical: str
) -> None:
    tightening = tighten(written, name, budget=5)
    assert parse_claim(tightening.claim.text) == parse_claim(canonical)
    assert tightening.upper == 1
    assert all(not line.endswith(" at ") for line in tightening.text().splitlines())


@pytest.mark.parametrize(
    "claim",
    [
        "x <= c*x**2/x for x in [0, 1]",
        "x*tanh(x)/x <= c*x for x in [0, oo)",
        "TotalVariation(P, Q) <= c*KL(P, Q)**2/KL(P, Q)",
    ],
)
def test_a_claim_without_a_value_somewhere_has_no_best_constant(claim: str) -> None:
    with pytest.raises(ClaimError, match="has no value"):
        tighten(claim, "c", budget=5)


def test_an_end_at_which_the_claim_says_nothing_is_passed_over() -> None:
    tightening = tighten("PureDP(M, eps) => ZCDP(M, eps**2/c)", "c", budget=10)
    assert tightening.lower == 2


def test_nothing_is_proved_once_a_value_is_put_in_that_was_not_before() -> None:
    whole = parse_claim("x <= c*x**2/x for x in [0, 1], c in [1, 2]")
    put = stated_at(whole, {Symbol("c"): S(1)})
    assert put is not None
    assert check(put, budget=5).kind == "undecided"


def test_where_nothing_is_proved_the_ends_are_told_to_be_no_more() -> None:
    tightening = tighten("x <= c for x in [0, 1]", "c", upper=S(1) / 2, budget=5)
    assert tightening.proof is None
    assert "that the claim holds for any such c was not proved" in tightening.text()


def test_claim_without_names_has_none_to_choose_from() -> None:
    with pytest.raises(ClaimError, match="'c' does not occur in the claim; it has no names"):
        tighten("1 <= 2", "c", budget=5)


def test_domain_of_the_constant_can_be_cut() -> None:
    claim = "tanh(x) <= c*x for x in [0, oo)"
    assert tighten(claim, "c", lower=S(2), budget=10).upper == 2
    with pytest.raises(DomainError):
        tighten(claim, "c", lower=S(2), upper=S(1))


def test_json_and_text_name_both_ends() -> None:
    tightening = found("tanh(x) <= c*x for x in [0, oo)")
    data = tightening.to_json()
    assert data["proof"]["verdict"] == "proved"
    assert data["witness"]["verdict"] == "refuted"
    assert parse_claim(data["claim"]) == tightening.claim
    assert tightening.text().splitlines()[1].split() == ["least", "c", "in", "[0.9999999,", "1]"]


def test_claim_that_does_not_depend_on_the_size_of_the_constant_is_refused() -> None:
    with pytest.raises(ClaimError, match="not clear"):
        tighten("0 <= x/c for x in [0, 1]", "c", budget=5)


def test_command_ends_with_zero_where_the_enclosure_is_sharp(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["tighten", "tanh(x) <= c*x for x in [0, oo)", "--for", "c", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["lower"], data["upper"]) == ("9999999/10000000", "1")


def test_command_ends_with_three_where_it_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    claim = "x**2 <= c*x for x in [0, oo)"
    assert main(["tighten", claim, "--for", "c", "--budget", "4"]) == 3
    assert capsys.readouterr().out.startswith("Rough ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["ZCPD(M, c)", "--for", "c"],
        ["ZCDP(M, rho)", "--for", "c"],
        ["ZCDP(M, c)"],
        ["ZCDP(M, c)", "--for", "c", "--budget", "0"],
    ],
    ids=" ".join,
)
def test_command_refuses_bad_usage_with_two(arguments: list[str]) -> None:
    assert main(["tighten", *arguments]) == 2


def test_no_constant_is_enclosed_where_the_weakest_one_is_refuted() -> None:
    none = tighten("x <= c for x in [0, 2], c in [0, 1]", "c", budget=5)
    assert none.proof is None
    assert not none.sharp
    assert dict(none.rows())["least"] == "none up to c = 1"
    other = tighten("x >= c for x in [0, 2], c in [1, 3]", "c", budget=5)
    assert dict(other.rows())["greatest"] == "none from c = 1 on"


def test_floats_are_the_rationals_that_they_are() -> None:
    found = tighten("x <= c for x in [0, 1]", "c", lower=0.5, upper=0.1 + 1, budget=5)  # type: ignore[arg-type]
    assert found.claim.text == f"x <= c for x in [0, 1], c in [1/2, {Rational(0.1 + 1)}]"
    assert found.upper == 1


@pytest.mark.parametrize("width", [0, -1, S.NaN, S.Infinity, Symbol("w")])
def test_a_width_that_is_none_is_refused(width: Expr) -> None:
    with pytest.raises(ClaimError, match="width="):
        tighten("x <= c for x in [0, 1]", "c", width=width)
