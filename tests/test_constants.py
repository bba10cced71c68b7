"""Signs of constants: certain, or not said; sympy decides by floats, which are wrong near zero."""

from __future__ import annotations

import mpmath
import pytest
import sympy
from sympy import Expr

import dpsym
from dpsym.algebra.enclosing import sign
from dpsym.certificate import Certificate, Node
from dpsym.errors import ClaimError, DomainError, LimitError
from dpsym.kernel.enclosures import enclosure
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
from dpsym.language.construct import computed, lossless
from dpsym.language.domains import floor
from dpsym.language.parser import parse_claim, parse_expression
from dpsym.provers.stopping import stopping

NEAR_ONE = "log(erf(4))"
LARGE, LARGER = "cosh(1000000000001/3)", "cosh(1000000000004/3)"
SIGNS = {
    NEAR_ONE: -1,
    "log(tanh(10))": -1,
    "log(Phi(7))": -1,
    "log(cosh(1/10**9))": 1,
    "log((1 + exp(-50))**2)": 1,
    f"{LARGE} - {LARGER}": -1,
    "erfc(30)": 1,
    "erf(-1/10**9)": -1,
    "sinh(1/10**30)": 1,
    "Phi(-9)": 1,
    "(3/2)**(1/3) - 114/100": 1,
    "sqrt(2) - 99/70": -1,
    "exp(1) - 2718281828/10**9": 1,
}


@pytest.mark.parametrize("text", SIGNS)
def test_a_sign_is_that_of_many_digits(text: str) -> None:
    number = parse_expression(text)
    assert sign(number) == SIGNS[text]
    with mpmath.workdps(80):
        value = mpmath.mpf(1)
        if "cosh(1000" not in text:
            names = {name: getattr(mpmath, name) for name in dir(mpmath) if name[0] != "_"}
            names["Phi"] = mpmath.ncdf
            value = sympy.lambdify([], number, modules=[names, "mpmath"])()
            assert mpmath.sign(value) == SIGNS[text]


CLOSE = "(10**957 + 1)**(1/3) - 10**319"


@pytest.mark.parametrize(
    "text", ["log(erf(100))", "log(Phi(50))", "sqrt(1 + exp(-9000)) - 1", CLOSE]
)
def test_no_sign_is_said_that_takes_too_many_digits(text: str) -> None:
    assert sign(parse_expression(text)) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"Max(0, {NEAR_ONE})", 0),
        (f"Min(0, {NEAR_ONE})", parse_expression(NEAR_ONE)),
        (f"Abs({NEAR_ONE})", -parse_expression(NEAR_ONE)),
        ("Max(1, sqrt(2))", sympy.sqrt(2)),
        ("Abs(log(1/2))", sympy.log(2)),
        (f"sqrt(({LARGER} - {LARGE})**2)", parse_expression(f"{LARGER} - {LARGE}")),
    ],
)
def test_a_part_of_constants_is_chosen_by_their_signs(text: str, value: Expr) -> None:
    assert parse_expression(text) == value


@pytest.mark.parametrize(
    "text",
    [
        f"Max(0, {NEAR_ONE}) < 0",
        "Max(0, log(tanh(10))) <= -1/10**9",
        "Max(0, 1e30*log(Phi(10))) <= -1000000",
        "Min(0, log(erf(100))) >= 0",
        "Min(0, -1e50*log((1 + exp(-50))**2)) >= 0",
        f"PureDP(M, Max(0, {NEAR_ONE})) => PureDP(M, -1)",
        f"3*10**638*Max({CLOSE}, 0) <= 0",
        f"TotalVariationDP(M, 3*10**638*Max({CLOSE}, 0)) => TotalVariationDP(M, 0)",
    ],
)
def test_no_false_claim_of_constants_is_proved(text: str) -> None:
    assert dpsym.check(text, budget=2).kind != "proved"


def _proved(claim: str, *proof: Node) -> Certificate:
    return Certificate(claim, parse_claim(claim).digest, "proved", proof=proof[0])


def test_nothing_follows_from_a_constant_that_is_put_into_a_maximum() -> None:
    claim = "1 <= 0"
    maximum = Node("relations", "0 <= Max(0, x) for x in [-1, 1]")
    small = Node("generalise", f"0 <= {NEAR_ONE}", {"with": {"x": NEAR_ONE}}, (maximum,))
    absurd = Node("contradiction", f"0 <= {NEAR_ONE} => {claim}", {"number": 0})
    between = {"between": NEAR_ONE, "limit": "0", "least": True}
    with pytest.raises(Rejected):
        verify(_proved(claim, Node("cut", claim, between, (small, absurd))))


def test_a_domain_with_irrational_ends_contains_no_larger_one() -> None:
    claim = f"x <= {LARGE} for x in [0, {LARGER}]"
    child = f"x <= {LARGE} for x in [0, {LARGE}]"
    proof = {"rule": "slope", "variable": "x", "shape": "falling", "factor": "-1", "weight": "1"}
    proof |= {"slope": {"rule": "range"}, "upper": {"rule": "range"}}  # type: ignore[dict-item]
    leaf = Node("scalar", f"0 <= {LARGE} - x for x in [0, {LARGE}]", {"proof": proof})
    with pytest.raises(Rejected):
        verify(
            _proved(claim, Node("restated", claim, {}, (Node("relations", child, {}, (leaf,)),)))
        )


@pytest.mark.parametrize("claim", ["Max(0, x) >= 0", "Min(0, x) == x", "Abs(x) >= 0"])
def test_no_true_claim_fails_at_a_constant_near_zero(claim: str) -> None:
    text = f"{claim} for x in [-1, 0]"
    witness = {"point": {"x": NEAR_ONE}, "conclusion": 0, "where": {}}
    with pytest.raises(Rejected):
        verify(Certificate(text, parse_claim(text).digest, "refuted", witness=witness))


def test_the_integers_next_to_a_constant_are_certain() -> None:
    assert (floor(sympy.pi), floor(-sympy.pi), floor(sympy.Rational(-1, 3))) == (3, -4, -1)
    assert floor(sympy.log(sympy.sqrt(1 - sympy.exp(-90)))) == -1


def test_integers_next_to_what_is_not_certain_are_not_said() -> None:
    with pytest.raises(DomainError):
        floor(sympy.log(sympy.sqrt(1 - sympy.exp(-9000))))


@pytest.mark.parametrize(
    ("operation", "numbers"),
    [
        (sympy.Pow, (sympy.Rational(10001, 10000), 10**9)),
        (sympy.exp, (10**9 * sympy.log(3),)),
        (sympy.exp, (1 - 10**9 * sympy.log(3),)),
    ],
)
def test_a_power_with_too_many_digits_is_not_written_out(
    operation: type[Expr], numbers: tuple[Expr, ...]
) -> None:
    numbers = tuple(map(sympy.sympify, numbers))
    large = computed(operation, *numbers)
    assert large.args == numbers
    assert lossless(operation, *numbers) == large
    assert computed(sympy.Mul, large, large).args == (large, large)
    low, high, *_ = enclosure(large)
    assert low >= 0
    assert high > 0


@pytest.mark.parametrize("text", ["exp(1000000000000*log(7)) >= 1", "x + tanh(harmonic(-2)) >= 0"])
def test_constants_that_nothing_writes_out_are_refused(text: str) -> None:
    with pytest.raises(dpsym.ClaimError):
        dpsym.parse_claim(f"{text} for x in [0, 1]" if "x" in text.replace("exp", "") else text)


def test_a_power_that_falls_keeps_the_place_where_it_has_a_value() -> None:
    claim = dpsym.parse_claim("2*x**(-y) >= 0 for x in [0, 1], y in [-2, -1]")
    assert dpsym.parse_claim(claim.text) == claim
    assert "/" not in claim.text


NESTED = [
    ("Max(0, Min(3, Max(x, Min(y, Max(5, z)))))", {"x": 1, "y": -10, "z": 0}, 1),
    ("Min(4, Max(1, Min(x, Max(y, Min(0, z)))))", {"x": 3, "y": 9, "z": 0}, 3),
    ("Max(1, Min(x, Max(6, y), Max(z, Min(1, x, 6))))", {"x": 3, "y": 0, "z": 5}, 3),
]


@pytest.mark.parametrize(("text", "point", "value"), NESTED)
def test_no_part_of_a_maximum_is_dropped_for_a_number_inside_of_another(
    text: str, point: dict[str, int], value: int
) -> None:
    values = {sympy.Symbol(name): sympy.Integer(number) for name, number in point.items()}
    assert parse_expression(text).xreplace(values) == value


@pytest.mark.parametrize(
    "text",
    [
        "Max(Min(y, 3, 5), Min(0, y))",
        "Max(4, w, x, y, Min(5, Max(w, 2, y), -y))",
        "Max(y, 3*Min(3, z, Max(w, x, y), Max(y, z), 0))",
    ],
)
def test_maxima_are_read_again_as_they_are_printed(text: str) -> None:
    found = parse_expression(text)
    assert parse_expression(str(found)) == found


def test_a_claim_about_nested_maxima_is_refuted_where_it_fails() -> None:
    claim = f"{NESTED[0][0]} <= 0 and x + y + z <= 3 for x in [1, 1], y in [0, 1], z in [0, 1]"
    assert dpsym.check(claim, budget=20).kind == "refuted"


@pytest.mark.parametrize(
    "divided",
    ["exp((x - 2)*KL(P, Q))", "exp((1 - sqrt(2))*KL(P, Q))", "2**(-KL(P, Q))",
     "exp(Min(1, -KL(P, Q)))", "exp(-KL(P, Q))**(1 + x)"],
)  # fmt: skip
def test_a_reciprocal_of_what_an_infinite_divergence_makes_zero_stays(divided: str) -> None:
    with pytest.raises(ClaimError, match="has no value"):
        dpsym.check(f"1/{divided} >= 0 and x <= 1 for x in [0, 1]", budget=5)


TOO_LARGE = """exp(exp(exp(20)))  Max(1,exp(exp(exp(20))))  cosh(exp(exp(20)))  1e2000
factorial(2000)  x*1e900*1e900  harmonic(10000)  x**(1e900*1e900)""".split()


@pytest.mark.parametrize("text", TOO_LARGE)
def test_numbers_with_too_many_digits_are_refused(text: str) -> None:
    with pytest.raises(LimitError, match="digits"):
        parse_expression(text)


LARGE_COUNTS = [
    "factorial(n) >= 1 for n in 100000000..oo",
    "harmonic(n) >= 1 for n in 1000000..oo",
    "binomial(n, k) >= 0 for n in 100000000..oo, k in 10000000..oo",
]


@pytest.mark.parametrize("claim", LARGE_COUNTS)
def test_functions_of_large_counts_are_not_written_out(claim: str) -> None:
    with stopping(20):
        assert dpsym.check(claim, budget=10).kind == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "Min(cosh(erf(Sum(-20*i + 1/i, (i, 1, 4)))), sinh(Sum(i*Min(1, x) + 1/i, (i, 1, 2))))",
        "Max(1, erf(erf(erf(erf(cosh(erf(Sum(1/i, (i, 1, 4)))))))))",
        "Max(1, Sum(Max(1/i, 1/1000), (i, 1, 1000000000)))",
    ],
)
def test_no_part_of_a_maximum_is_evaluated_with_its_imaginary_part(text: str) -> None:
    with stopping(10):
        parse_expression(text)


@pytest.mark.parametrize(
    "root",
    [
        "sqrt(Abs(x)*y)",
        "(Abs(x)*y)**(1/3)",
        "sqrt(x*y*Abs(x - y))",
        "sqrt(sqrt(Abs(x))*y)",
        "(Abs(x)**(1/3)*y*exp(Abs(x)))**(1/3)",
    ],
)
def test_a_root_of_a_product_has_a_value_where_one_factor_is_zero(root: str) -> None:
    for relation, kind in (("<=", "proved"), (">=", "refuted")):
        claim = f"{root} {relation} 1 for x in [0, 0], y in [-1, 0]"
        assert dpsym.check(claim, budget=10).kind == kind
