"""Terms compared by the kernel: signs and equalities hold where another arithmetic evaluates."""

from __future__ import annotations

import random
from itertools import product

import mpmath
import pytest
from sympy import Add, Expr, S, Sum, Symbol, exp, lambdify, log, symbols

from dpsym.kernel.terms import Domains, same, sign
from dpsym.language.domains import Interval
from dpsym.language.heads import KL
from dpsym.language.kinds import ObjectName
from dpsym.language.parser import parse_domain, parse_expression

DOMAINS = {"x": "[0, oo)", "y": "(1, 3]", "z": "(-oo, oo)", "k": "1..oo"}
PARTS = """
x|y|z|k|x + y|1 - x|y - 1|3 - y|x - y|z**2|exp(x)|exp(-z)|log(y)|log(x/(x + y))|log(y) - 1
sqrt(x)|sqrt(y - 1)|Max(x, y)|Min(z, x)|Abs(z)|tanh(x)|sinh(z)|cosh(z)|exp(x) - 1|y**x|1/y
erfc(z)|Phi(x) - 1/2|x*y - x|k - 1|k*x - x|y**2 - y|exp(x*y) - y**2|1 - exp(-x)|1 + log(y/3)
Max(0, x*y - x)|Max(0, x*(z - y))|harmonic(k) - 1|log((y + 1)/y)|exp(k) - exp(1)
"""


def read(text: str) -> Expr:
    found = parse_expression(text)
    assert isinstance(found, Expr)
    return found


WHERE: Domains = {Symbol(name): parse_domain(text) for name, text in DOMAINS.items()}
TERMS = [read(part) for line in PARTS.split("\n") for part in line.split("|") if part]


def points(count: int) -> list[dict[str, mpmath.mpf]]:
    """Points of the domains, some of them at ends."""
    draw, near = random.Random(7), mpmath.mpf(10) ** -9
    ends = {"x": [0, near], "y": [1 + near, 3], "z": [0], "k": [1, 2]}
    return [
        {
            "x": mpmath.mpf(draw.choice([*ends["x"], draw.random(), 7 * draw.random()])),
            "y": mpmath.mpf(draw.choice([*ends["y"], 1 + 2 * draw.random()])),
            "z": mpmath.mpf(draw.choice([*ends["z"], draw.gauss(0, 1), draw.gauss(0, 3)])),
            "k": mpmath.mpf(draw.choice([*ends["k"], draw.randrange(1, 9)])),
        }
        for _ in range(count)
    ]


def values(term: Expr) -> list[mpmath.mpf]:
    """The values at the points, by another arithmetic.

    Raises:
        ZeroDivisionError: one is not defined.
    """
    names = sorted(DOMAINS)
    heads = {"Phi": mpmath.ncdf, "Max": max, "Min": min, "Abs": abs}
    function = lambdify(list(map(Symbol, names)), term, [heads, "mpmath"])
    return [mpmath.mpf(function(*(point[n] for n in names))) for point in points(12)]


def test_a_sign_holds_where_the_term_is_evaluated() -> None:
    found = []
    with mpmath.workdps(60):
        for one, other in product(TERMS, TERMS[::2]):
            for term in (one - other, one * other):
                found.append(sign(term, WHERE))
                if found[-1]:
                    assert min(values(term)) > (
                        0 if found[-1] == 2 else -(mpmath.mpf(10) ** -50)
                    ), term
    assert found.count(2) > 120
    assert found.count(1) > 150
    assert found.count(0) > 150


def test_a_term_has_no_sign_where_a_name_is_infinite_and_it_has_no_value() -> None:
    x = Symbol("x")
    for size in (x, -x):
        ends = sorted((size.subs(x, S.Zero), size.subs(x, S.Infinity)))
        assert sign(1 - size / (1 + size), {x: Interval(*ends, True, True)}) == 2
        assert sign(1 - size / (1 + size), {x: Interval(*ends)}) == 0


def test_terms_with_other_values_are_not_the_same() -> None:
    compared = 0
    with mpmath.workdps(60):
        known = [term for term in TERMS if sign(term + 10**9, WHERE) or term.is_polynomial()]
        for one, other in product(known, known):
            for left, right in ((one + other, one - other), (one * other, one + other)):
                if same(left, right, WHERE):
                    gaps = [abs(a - b) for a, b in zip(values(left), values(right), strict=True)]
                    assert max(gaps) < mpmath.mpf(10) ** -40, (left, right)
                compared += left.free_symbols == right.free_symbols
    assert compared > 500


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("exp(2*x) - 1", "(exp(x) - 1)*(exp(x) + 1)"),
        ("log(y*k)", "log(y) + log(k)"),
        ("sqrt(x**2*k)", "x*sqrt(k)"),
        ("Max(0, x*y - x)", "x*Max(0, y - 1)"),
        ("Min(x, z)", "-Max(-z, -x)"),
        ("Abs(z)*x", "Max(-x*z, x*z)"),
        ("Max(2*x, 2*k, 2*z)", "2*Max(x, Max(z, k))"),
        ("Max(x, x + k)", "x + k"),
        ("2*cosh(z)*tanh(z)", "exp(z) - exp(-z)"),
        ("erfc(z)", "2 - erfc(-z)"),
        ("Phi(x - z)", "1 - Phi(z - x)"),
        ("x*Sum(exp(j*z), (j, 0, 2))", "x + x*exp(z) + x*exp(2*z)"),
        ("1/(1 + 1/y)", "y/(1 + y)"),
    ],
)
def test_forms_of_a_term_are_the_same(one: str, other: str) -> None:
    assert same(read(one), read(other), WHERE)
    assert same(read(other), read(one), WHERE)
    assert not same(read(one), read(f"2*({other})"), WHERE)
    assert not same(read(one), read(f"({other}) + x"), WHERE)


def test_a_term_may_not_have_values_at_more_points_than_it_is_said_to() -> None:
    assert same(read("x + k"), read("(x**2 + x*k)/x"), WHERE)
    assert not same(read("(x**2 + x*k)/x"), read("x + k"), WHERE)
    assert not same(read("x + log(z) - log(z)"), read("x"), WHERE)


def test_a_divergence_is_nonnegative_and_may_be_infinite() -> None:
    one, two = (KL(ObjectName(p), ObjectName(q)) for p, q in ("PQ", "QP"))
    assert (sign(one, {}), sign(1 + one, {}), sign(exp(-one), {}), sign(one - two, {})) == (
        1,
        2,
        1,
        0,
    )
    assert same(one * (1 + two), one + one * two, {})
    assert not same(one, two, {})


def test_terms_that_differ_in_the_name_of_an_index_are_the_same() -> None:
    i, j, k, x = symbols("i j k x")
    first, second = Sum(x / (x - i), (i, 0, k)), Sum(x / (x - j), (j, 0, k))
    assert same(first, second, {})
    assert not same(first, Sum(x / (x - j), (j, 1, k)), {})
    assert not same(first, Sum(x / (x - i), (j, 0, k)), {})


def test_a_divergence_that_is_taken_from_itself_has_no_sign() -> None:
    """It may be infinite, so that an expanded form has a value where the term has none."""
    loss = KL(ObjectName("P"), ObjectName("Q"))
    twice = Add(2 * loss, -loss, evaluate=False)
    assert sign(loss, {}) == 1
    assert sign(twice, {}) == 0
    assert sign(Add(twice, log(2), evaluate=False), {}) == 0
