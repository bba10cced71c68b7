"""Two bounds compared: what is said of the whole, of pieces and of points is recomputed here."""

from __future__ import annotations

import json

import mpmath
import pytest
from sympy import Expr, Rational, S, Symbol, lambdify

from dpsym.cli import main
from dpsym.comparing import Bound, Comparison, compare
from dpsym.errors import ClaimError
from dpsym.language.parser import parse_expression

PURE = "PureDP(M, eps) => ZCDP(M, {})"
APPROXIMATE = "ZCDP(M, rho) => ApproxDP(M, {}, delta) for delta in (0, 1)"


def only(comparison: Comparison) -> Bound:
    (bound,) = comparison.bounds
    return bound


def value(expression: Expr, point: dict[str, Expr]) -> mpmath.mpf:
    names = list(point)
    function = lambdify([Symbol(name) for name in names], expression, "mpmath")
    with mpmath.workdps(30):
        return function(*(mpmath.mpf(v.p) / v.q for v in point.values()))


@pytest.mark.parametrize(
    ("first", "second", "tighter"),
    [
        ("eps*tanh(eps/2)", "eps**2/2", "first"),
        ("eps**2/2", "eps*tanh(eps/2)", "second"),
        ("log(exp(eps**2))", "eps**2", "equal"),
    ],
)
def test_bound_that_is_tighter_everywhere_is_proved_so(
    first: str, second: str, tighter: str
) -> None:
    comparison = compare(PURE.format(first), PURE.format(second), budget=20)
    assert comparison.tighter == tighter
    assert all(example.tighter == tighter for example in only(comparison).examples)


def test_bounds_in_one_divergence_are_compared_along_its_values() -> None:
    pinsker = "TotalVariation(P, Q) <= sqrt(KL(P, Q)/2)"
    found = compare(pinsker, "TotalVariation(P, Q) <= sqrt(1 - exp(-KL(P, Q)))", budget=20)
    ((low, high),) = only(found).crossings
    assert low <= Rational("1.5936242600400400923") <= high  # x/2 = 1 - exp(-x)
    assert "kl = KL(P, Q)" in found.text()
    assert {example.tighter for example in only(found).examples} == {"first", "second"}
    first = "KL(P, Q) >= 2*TotalVariation(P, Q)**2"
    assert compare(first, "KL(P, Q) >= TotalVariation(P, Q)**2", budget=5).tighter == "first"
    moment = "KL(P, Q) <= {}*Renyi(2, P, Q)"
    assert compare(moment.format(1), moment.format(2), budget=5).tighter == "first"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Hellinger(P, Q) <= TotalVariation(P, Q)", "Hellinger(P, Q) <= KL(P, Q)"),
        (
            "KL(P, Q) <= x => TotalVariation(P, Q) <= KL(P, Q) for x in [0, 1]",
            "KL(P, Q) <= x => TotalVariation(P, Q) <= 2*KL(P, Q) for x in [0, 1]",
        ),
        ("KL(P, Q) <= TotalVariation(P, P)", "KL(P, Q) <= 2*TotalVariation(P, P)"),
        ("KL(P, Q) <= 2*HockeyStick(-1, P, Q)", "KL(P, Q) <= HockeyStick(-1, P, Q)"),
    ],
)
def test_bounds_whose_values_are_tied_to_others_are_not_compared(first: str, second: str) -> None:
    with pytest.raises(ClaimError, match="not made of numbers alone; compare bounds in"):
        compare(first, second, budget=5)


def test_lower_bounds_are_tighter_where_they_are_larger() -> None:
    assert compare("sinh(x) >= x for x in [0, 1]", "sinh(x) >= x/2 for x in [0, 1]").tighter == (
        "first"
    )


@pytest.mark.parametrize(
    ("first", "second", "crossing"),
    [("eps**2/2", "eps", "2"), ("exp(eps) - 1", "3*eps", ""), ("eps**3", "eps**2/3", "1/3")],
)
def test_crossing_is_enclosed_and_the_signs_beside_it_are_proved(
    first: str, second: str, crossing: str
) -> None:
    bound = only(compare(PURE.format(first), PURE.format(second), budget=30))
    assert bound.tighter == ""
    ((low, high),) = bound.crossings
    assert high - low <= Rational(1, 10**8)
    if crossing:
        assert low == high == S(crossing)
    left, right = bound.pieces
    assert (left.tighter, right.tighter) == ("first", "second")
    for piece, sign in ((left, 1), (right, -1)):
        ((_, start, end),) = piece.where
        inner = (start + end) / 2 if end.is_finite else start + 1
        gap = value(bound.second - bound.first, {"eps": Rational(inner)})
        assert sign * gap > 0


def test_mutated_pieces_fail() -> None:
    """A piece that reaches over the crossing is not one on which its claim is tighter."""
    bound = only(compare(PURE.format("eps**2/2"), PURE.format("eps"), budget=20))
    ((_, _, end),) = bound.pieces[0].where
    assert value(bound.second - bound.first, {"eps": end + Rational(1, 100)}) < 0


def test_boxes_have_the_sign_that_they_say() -> None:
    bound = only(
        compare(
            APPROXIMATE.format("rho + 2*sqrt(rho*log(1/delta))"),
            APPROXIMATE.format("2*rho + sqrt(rho*log(1/delta))"),
            budget=15,
        )
    )
    assert bound.share is not None
    assert bound.share > Rational(4, 5)
    assert {piece.tighter for piece in bound.pieces} == {"first", "second"}
    for piece in bound.pieces[::40]:
        middle = {name: (low + high) / 2 for name, low, high in piece.where}
        gap = value(bound.second - bound.first, middle)
        assert (gap > 0) == (piece.tighter == "first")
        assert gap != 0


def test_examples_are_points_at_which_the_claim_is_tighter() -> None:
    bound = only(
        compare(
            APPROXIMATE.format("rho + 2*sqrt(rho*log(1/delta))"),
            APPROXIMATE.format("2*rho + sqrt(rho*log(1/delta))"),
            budget=10,
        )
    )
    assert {example.tighter for example in bound.examples} == {"first", "second"}
    for example in bound.examples:
        point = dict(example.point)
        one, two = value(bound.first, point), value(bound.second, point)
        assert (one < two) == (example.tighter == "first")
        for shown, exact in zip(example.values, (one, two), strict=True):
            assert abs(mpmath.mpf(shown) - exact) < 1e-4 * abs(exact)


def test_several_parameters_are_compared_one_by_one() -> None:
    comparison = compare(
        "ZCDP(M, rho) => ZCDP(M, rho, rho)", "ZCDP(M, rho) => ZCDP(M, 2*rho, rho/2)", budget=10
    )
    assert [(bound.role, bound.tighter) for bound in comparison.bounds] == [
        ("xi", "first"),
        ("rho", "second"),
    ]
    assert comparison.tighter == ""


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (PURE.format("eps"), "PureDP(M, eta) => ZCDP(M, eta)", "does not assume"),
        (PURE.format("eps"), "PureDP(M, eps) => PureDP(M, eps)", "not of one kind"),
        (PURE.format("eps"), PURE.format("eps"), "the same"),
        (PURE.format("eps"), "PureDP(M, eps) => ZCDP(Group(M, 2), eps)", "different mechanisms"),
        ("sinh(x) >= x for x in [0, 1]", "tanh(x) >= x/2 for x in [0, 1]", "both sides"),
        (PURE.format("eps"), "PureDP(M, eps) => ZCDP(M, eps) and PureDP(M, eps)", "equally many"),
        ("ZCPD(M, eps)", PURE.format("eps"), "unknown head"),
        ("RenyiDP(M, oo, eps)", "RenyiDP(M, 2, eps)", "not made of numbers"),
        ("PureDP(M, x**2/x) for x in [0, 1]", "PureDP(M, 1 + x) for x in [0, 1]", "no value at x"),
        (
            "TotalVariation(P, Q) <= KL(P, Q)**2/KL(P, Q)",
            "TotalVariation(P, Q) <= 1 + KL(P, Q)",
            "no value for equal laws",
        ),
    ],
)
def test_claims_that_cannot_be_compared_are_refused(first: str, second: str, why: str) -> None:
    with pytest.raises(ClaimError, match=why):
        compare(first, second, budget=5)


def test_constants_are_compared_as_far_as_their_signs_are_known() -> None:
    same = compare("KL(P, Q) <= log(6)", "KL(P, Q) <= log(2) + log(3)", budget=5)
    assert same.tighter in ("equal", "")
    assert compare("KL(P, Q) <= log(6)", "KL(P, Q) <= 2", budget=5).tighter == "first"


def test_json_can_be_read_back() -> None:
    data = compare(PURE.format("eps**2/2"), PURE.format("eps"), budget=10).to_json()
    (bound,) = data["bounds"]
    assert parse_expression(bound["crossings"][0][0]) == 2
    assert [piece["tighter"] for piece in bound["pieces"]] == ["first", "second"]


def test_command_prints_the_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = PURE.format("eps**2/2"), PURE.format("eps")
    assert main(["compare", first, second]) == 0
    assert "crossing at 2" in capsys.readouterr().out
    assert main(["compare", first, second, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bounds"][0]["role"] == "rho"


def test_command_names_what_cannot_be_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", PURE.format("eps"), "PureDP(M, eps) => PureDP(M, eps)"]) == 2
    assert "not of one kind" in capsys.readouterr().err
    assert main(["compare", PURE.format("eps"), "ZCPD(M, eps)"]) == 2
    assert "'ZCPD'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("first", "second", "tighter"),
    [
        (
            "RenyiDP(M, a, t) => ApproxDP(M, t + log(1/d)/(a - 1), d) for d in (0, 1)",
            "RenyiDP(M, a, t) => ApproxDP(M, t + log(1 - 1/a) - log(d*a)/(a - 1), d) "
            "for d in (0, 1)",
            "second",
        ),
        (
            "PureDP(M, a) and PureDP(N, b) => PureDP(Compose(M, N), a + 2*b)",
            "PureDP(M, a) and PureDP(N, b) => PureDP(Compose(M, N), a + b)",
            "second",
        ),
        (
            "ZCDP(M, xi, rho) => RenyiDP(M, 2, xi + 2*rho) for xi in [-3, -2]",
            "ZCDP(M, xi, rho) => RenyiDP(M, 2, xi + 2*rho + 1) for xi in [-3, -2]",
            "first",
        ),
    ],
)
def test_names_that_cancel_in_the_difference_are_given_values(
    first: str, second: str, tighter: str
) -> None:
    found = compare(first, second, budget=5)
    assert found.tighter == tighter
    for bound in found.bounds:
        for example in bound.examples:
            point = {Symbol(name): value for name, value in example.point}
            assert (bound.first.free_symbols | bound.second.free_symbols) == set(point)
            gap = (bound.second - bound.first).subs(point)
            assert (gap > 0) == (example.tighter == "first")


def test_the_name_of_a_divergence_is_none_of_either_claim() -> None:
    first = "Hellinger(P, Q) <= TotalVariation(P, Q)"
    second = "Hellinger(P, Q) <= TotalVariation(P, Q)/2 + tv/2 for tv in [0, 1]"
    for pair in ((first, second), (second, first)):
        found = compare(*pair, budget=5)
        assert not found.tighter
        assert [str(name) for name, _, _ in found.named] == ["tv_"]


def test_ends_are_told_inside_of_pieces_and_outside_of_crossings() -> None:
    first = "TotalVariation(P, Q) <= sqrt(KL(P, Q)/2)"
    found = compare(first, "TotalVariation(P, Q) <= sqrt(1 - exp(-KL(P, Q)))", budget=20)
    ((low, high),) = only(found).crossings
    told = dict(found.rows()[::-1])["crossing"].strip("in []").split(", ")
    assert Rational(told[0]) <= low < high <= Rational(told[1])
    pieces = [words.split(":")[0] for label, words in found.rows() if label == "piece"]
    assert Rational(pieces[0].split()[-1]) <= low
    assert Rational(pieces[1].split()[2]) >= high


def test_what_is_said_is_said_of_the_values_that_both_claims_speak_of() -> None:
    found = compare("tanh(x) <= x for x in [0, 1]", "tanh(x) <= 2*x for x in [1, 3]", budget=5)
    assert found.tighter == "first"
    assert found.common == (("x", "[1, 1]"),)
    assert found.text().splitlines()[0].endswith(", where both speak: x in [1, 1]")
    assert "on the common domain: the first nowhere looser" in found.text()
    assert "whole" not in found.text()
    assert found.to_json()["common"] == {"x": "[1, 1]"}
    alike = compare("tanh(x) <= x for x in [0, 1]", "tanh(x) <= 2*x for x in [0, 1]", budget=5)
    assert not alike.common
    assert "on the whole domain: the first nowhere looser" in alike.text()


def test_claims_of_different_values_are_not_compared() -> None:
    with pytest.raises(ClaimError, match="no x lies in"):
        compare("tanh(x) <= x for x in [0, 1]", "tanh(x) <= 2*x for x in [2, 3]", budget=5)


def test_hypotheses_of_an_experiment_are_no_numbers() -> None:
    claim = "PureDP(M, e) => HypothesisDP(Compose(M, k), Ones(0), Ones({}), k*e, 0)"
    with pytest.raises(ClaimError, match="not made of numbers"):
        compare(claim.format("k"), claim.format(1), budget=5)
