"""Polynomials as sums of squares: the certificate multiplies out, and nothing false has one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import sympy
from flint import fmpq
from sympy.abc import x, y

from dpsym import check
from dpsym.acceptance import certificate_of
from dpsym.kernel.verify import verify
from dpsym.language.domains import Interval
from dpsym.provers.scalar import Goal, gram
from dpsym.provers.scalar.gram import Polynomial, decomposed
from dpsym.provers.scalar.prove import begin
from dpsym.provers.scalar.signs import Region
from dpsym.provers.scalar.sums import squares_of_polynomials
from dpsym.verdict import Proved

HALF_LINE = Interval(sympy.S.Zero, sympy.oo, upper_open=True)
TRUE = [
    "x**4*y**2 + x**2*y**4 + 1 >= 3*x**2*y**2 for x in (-oo, oo), y in (-oo, oo)",
    "x**2 + y**2 + z**2 >= x*y + y*z + z*x for x in (-oo, oo), y in (-oo, oo), z in (-oo, oo)",
    "x**3 + y**3 + z**3 >= 3*x*y*z for x in [0, oo), y in [0, oo), z in [0, oo)",
    "x**4 + y**4 + 2 >= 4*x*y for x in (-oo, oo), y in (-oo, oo)",
    "2*sqrt(x*y) + 2*sqrt((1 - x)*(1 - y)) + (x - y)**2 <= 2 for x in [0, 1], y in [0, 1]",
    "sqrt(x) + sqrt(y) <= 1 + sqrt(x*y) for x in [0, 1], y in [0, 1]",
    "TotalVariation(P, Q) <= sqrt(2*Hellinger(P, Q))",
    "TotalVariation(P, Q)**2 <= 2*Hellinger(P, Q)",
]
FALSE = [
    "x**4*y**2 + x**2*y**4 + 1 >= 3000001*x**2*y**2/1000000 for x in (-oo, oo), y in (-oo, oo)",
    "x**3 + y**3 + z**3 >= 3*x*y*z for x in [-1, 1], y in [0, oo), z in [0, oo)",
    "x**4 + y**4 + 2 >= 4*x*y + 1/100000000 for x in (-oo, oo), y in (-oo, oo)",
    "2*sqrt(x*y) + 2*sqrt((1 - x)*(1 - y)) + 1.001*(x - y)**2 <= 2 for x in [0, 1], y in [0, 1]",
    "sqrt(x) + sqrt(y) <= 1 + sqrt(x*y) for x in [0, 1], y in [0, 1001/1000]",
    "sqrt(x) + sqrt(1 - x) <= 141421/100000 for x in [0, 1]",
    "TotalVariation(P, Q) <= sqrt(1999*Hellinger(P, Q)/1000)",
]


def _terms(expression: sympy.Expr) -> Polynomial:
    return {m: fmpq(int(c.p), int(c.q)) for m, c in sympy.Poly(expression, x, y).terms()}


def _expression(polynomial: Polynomial) -> sympy.Expr:
    return sympy.Add(
        *(sympy.Rational(int(c.p), int(c.q)) * x**i * y**j for (i, j), c in polynomial.items())
    )


BASIS = [(i, j) for i in range(3) for j in range(3) if i + j <= 2]
ONE: Polynomial = {(0, 0): fmpq(1)}


@pytest.mark.parametrize("seed", range(12))
def test_random_sums_of_squares_are_found_exactly(seed: int) -> None:
    """Squares of fewer polynomials than there are monomials, so that no matrix is definite."""
    rng = Random(seed)
    squared = [
        sympy.Add(*(rng.randint(-3, 3) * x**i * y**j for i, j in BASIS))
        for _ in range(rng.randint(1, 4))
    ]
    total = sympy.expand(sympy.Add(*(q**2 for q in squared)))
    if total == 0:
        pytest.fail("choose another seed")
    found = decomposed(_terms(total), [ONE], [BASIS])
    if found is None:  # a kernel that is not rational in small numbers
        assert len(squared) > 1
        return
    assert all(weight > 0 for weight, _, _ in found)
    again = sum(sympy.Rational(int(w.p), int(w.q)) * _expression(q) ** 2 for w, _, q in found)
    assert sympy.expand(again - total) == 0


@pytest.mark.parametrize("shift", [1, sympy.Rational(1, 10**6)])
def test_what_is_negative_somewhere_is_no_sum(shift: sympy.Expr) -> None:
    assert decomposed(_terms((x * y - 1) ** 2 + (x - y) ** 2 - shift), [ONE], [BASIS]) is None


def test_the_polynomial_of_motzkin_is_no_sum_but_with_a_multiplier() -> None:
    """Hilbert's 17th problem: nonnegative, and not a sum of squares of polynomials."""
    motzkin = x**4 * y**2 + x**2 * y**4 - 3 * x**2 * y**2 + 1
    basis = [(i, j) for i in range(5) for j in range(5) if i + j <= 4]
    assert decomposed(_terms(motzkin), [ONE], [[m for m in basis if sum(m) <= 3]]) is None
    assert decomposed(_terms(motzkin * (x**2 + y**2 + 1)), [ONE], [basis]) is not None


@pytest.mark.parametrize("claim", TRUE)
def test_the_kernel_multiplies_out_what_the_prover_found(claim: str) -> None:
    verdict = check(claim, budget=100)
    assert isinstance(verdict, Proved)
    verify(certificate_of(verdict))


@pytest.mark.parametrize("claim", FALSE)
def test_near_misses_are_not_proved(claim: str) -> None:
    assert check(claim, budget=30).kind != "proved"


def test_the_detail_of_the_step_adds_up() -> None:
    """For three means on a quarter of the plane, read back from the text alone."""
    means = x**3 + y**3 + 1 - 3 * x * y
    goal = Goal(means, ((x, HALF_LINE), (y, HALF_LINE)))
    step = squares_of_polynomials(begin(60), goal, Region.of(goal), 0)
    assert step is not None
    terms = [list(map(sympy.sympify, term)) for term in dict(step.detail)["terms"]]
    assert all(weight > 0 for weight, _, _ in terms)
    assert {multiplier for _, multiplier, _ in terms} <= {1, x, y, x * y}
    assert sympy.expand(sum(w * g * q**2 for w, g, q in terms) - means) == 0


@pytest.mark.parametrize(
    "claim",
    [
        "TotalVariation(P, Q) <= sqrt(Hellinger(P, Q)*(2 - Hellinger(P, Q)))",
        "TotalVariation(P, Q) <= 1 - exp(-KL(P, Q))/2",
    ],
)
def test_bounds_of_total_variation_are_proved(claim: str) -> None:
    """Le Cam's inequality in its sharp form, and that of Bretagnolle and Huber."""
    assert check(claim, budget=200).kind == "proved"


def test_a_proof_that_the_kernel_does_not_accept_is_told() -> None:
    """A root whose square is no linear function, beside an irrational number."""
    verdict = check("x + sqrt(1 - x**2) <= sqrt(2) for x in [0, 1]", budget=60)
    assert verdict.kind == "undecided"
    assert "a proof was found that the kernel does not accept" in verdict.reason


def test_the_squares_of_roots_add_up() -> None:
    """Each square is of a polynomial in the roots, read back from the text alone."""
    p, q = sympy.symbols("p q", nonnegative=True)
    gap = 2 - 2 * sympy.sqrt(p * q) - 2 * sympy.sqrt(1 - p) * sympy.sqrt(1 - q) - (p - q) ** 2
    unit = Interval(sympy.S.Zero, sympy.S.One)
    goal = Goal(gap, ((p, unit), (q, unit)))
    step = squares_of_polynomials(begin(60), goal, Region.of(goal), 0)
    assert step is not None
    terms = [
        [sympy.sympify(part, {"p": p, "q": q}) for part in term]
        for term in dict(step.detail)["terms"]
    ]
    assert all(weight > 0 and multiplier == 1 for weight, multiplier, _ in terms)
    assert sympy.expand(sum(w * g * s**2 for w, g, s in terms) - gap) == 0


def test_what_is_beyond_doubles_is_given_up_without_a_word(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """LAPACK writes to the terminal itself where it is given what is no number."""
    assert gram._centred(np.array([[np.inf]]), np.array([[1.0]]), [1]) is None
    tiny = 1e-200 * np.eye(2)
    with np.errstate(over="ignore", invalid="ignore"), pytest.raises(np.linalg.LinAlgError):
        gram._newton(np.zeros(2), [tiny], [np.array([np.eye(2), -np.eye(2)])], 1.0)
    assert capfd.readouterr() == ("", "")
