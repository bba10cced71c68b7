"""Claims on unbounded domains, true ones beside near misses, decided by general rules."""

from __future__ import annotations

import pytest

from dpsym import check

TRUE = """
x*y > 0 => x/(y*x)*y == 1 for x in (-oo, oo), y in (-oo, oo)
x*y > 0 => y/(x*y) == 1/x for x in [0, oo), y in [0, oo)
x**2 >= x for x in -oo..oo
(x + 5)*(x + 6) >= 0 for x in -oo..oo
x**2 + y**2 >= x*y + x for x in -oo..oo, y in -oo..oo
exp(-x**2) <= exp(-Abs(x)) for x in -oo..oo
1/(2*x - 1)**2 <= 1 for x in -oo..oo
2*x >= 1 => x >= 1 for x in -oo..oo
x <= y and y < x + 1 => x == y for x in -oo..oo, y in -oo..oo
x**2 > 0 => x**2 >= 1 for x in -oo..oo
x*(x - 1) > 0 => x*(x - 1) >= 2 for x in 0..oo
log(2*k) < 8*n*a**2 => 2*k*exp(-8*n*a**2) < 1 for k in 1..oo, n in 1..oo, a in (0, oo)
log(2*k/b) <= n*a**2/2 => 2*k*exp(-n*a**2/2) <= b for k in 1..oo, n in 1..oo, a in (0, oo), b in (0, 1]
log(x) < y => x < exp(y) for x in (0, oo), y in (-oo, oo)
y <= log(3*x/z) => 3*x >= exp(y)*z for x in (0, oo), y in (-oo, oo), z in (0, oo)
log(x) + 1 <= y => x <= exp(y)/2 for x in (0, oo), y in (-oo, oo)
log(cosh(x)) <= x**2/2 for x in (-oo, oo)
log(cosh(x)) >= x**2/(2 + x) for x in [0, oo)
log(cosh(x)) >= Abs(x) - log(2) for x in (-oo, oo)
cosh(x) <= exp(x**2/2) for x in (-oo, oo)
sinh(x)/x >= 1 + x**2/6 for x in (0, oo)
tanh(x) >= x - x**3/3 for x in [0, oo)
erfc(x) >= 2*x*exp(-x**2)/(sqrt(pi)*(1 + 2*x**2)) for x in [0, oo)
erfc(x) <= exp(-x**2)/(sqrt(pi)*x) for x in (0, oo)
Phi(x + m) - Phi(x) <= m/sqrt(2*pi) for x in (-oo, oo), m in [0, oo)
Phi(-x - m) <= Phi(-x)*exp(-m*x) for x in [0, oo), m in [0, oo)
Phi(m/2 - e/m) >= exp(e)*Phi(-m/2 - e/m) for m in (0, oo), e in [0, oo)
Phi(x) - exp(e)*Phi(x - m) <= Phi(m/2 - e/m) - exp(e)*Phi(-m/2 - e/m) for m in (0, oo), e in (-oo, oo), x in (-oo, oo)
Phi(-x) - exp(e)*Phi(m - x) <= Phi(m/2 - e/m) - exp(e)*Phi(-m/2 - e/m) for m in (0, oo), e in (-oo, oo), x in (-oo, oo)
x*log(x) >= x - 1 for x in (0, oo)
x*y <= exp(x - 1) + y*log(y) for x in [0, oo), y in (0, oo)
x*q**4 + (1 - q)**4 > 0 for q in [0, 1], x in (0, oo)
(1 - q)**4 + 4*q*(1 - q)**3*exp(1/s) + q**4*exp(1/s**2)/2 > 0 for q in [0, 1], s in (0, oo)
Sum(binomial(n, k)*q**k*(1 - q)**(n - k)*exp(k*(k - 1)/(2*s**2)), (k, 0, n)) > 0 for n in 2..oo, q in [0, 1], s in (0, oo)
Sum(i**2*(n - i), (i, 0, n)) + n > 0 for n in 1..oo
(1 - q)**n + x*q**n > 0 for n in 2..oo, q in [0, 1], x in (0, oo)
eta/(1 - exp(-eta)) - log(eta/(1 - exp(-eta))) - 1 <= eta**2/8 for eta in (0, oo)
log(x/(1 - exp(-x))) <= x/2 for x in (0, oo)
log(sinh(x)/x) <= x**2/6 for x in (0, oo)
log(x/tanh(x)) <= x**2/3 for x in (0, oo)
log(log(1 + x)/x) >= -x/2 for x in (0, oo)
log(x) <= 368/100*x**(1/10) for x in (0, oo)
-x**(2/3)*log(x) <= 56/100 for x in (0, 1]
log(-log(x)/(1 - x)) >= (1 - x)/2 for x in (0, 1)
1/p + 1/q == 1 => a*b <= a**p/p + b**q/q for p in (1, oo), q in (1, oo), a in [0, oo), b in [0, oo)
x**2*exp(-x) <= 4*exp(-2) for x in [0, oo)
x**3/(exp(x) - 1) <= 2 for x in (0, oo)
(1 + x)**a >= 1 + a*x for x in [0, oo), a in [1, oo)
(1 + x/a)**a <= exp(x) for x in [0, oo), a in (0, oo)
x**a <= 1 + a*(x - 1) for x in (0, oo), a in (0, 1]
(1 + 1/x)**(x + 1) >= exp(1) for x in (0, oo)
3/2 <= exp(x) for x in [log(3/2), oo)
exp(x) < 3/2 for x in (-oo, log(3/2))
sqrt(2) <= x for x in [sqrt(2), oo)
0 <= t**3*exp(-3*x)/2 + t*(1/2 - 3*exp(-x)/2) + t/2 for t in (0, 1], x in [log(3/2), oo)
(1 + x)**k >= 1 + k*x + k*(k - 1)*x**2/2 for x in [0, oo), k in 1..oo
binomial(2*n, n) <= 4**n/sqrt(3*n + 1) for n in 1..oo
binomial(2*n, n) >= 4**n/(2*n + 1) for n in 1..oo
(1 - p)**k <= exp(-k*p) for p in [0, 1], k in 1..oo
factorial(k) >= 2**(k - 1) for k in 1..oo
harmonic(k) >= log(k + 1) for k in 1..oo
log(1 + exp(x)) <= log(2) + x/2 + x**2/8 for x in (-oo, oo)
log(exp(x) + exp(y) + exp(z)) <= Max(x, y, z) + log(3) for x in (-oo, oo), y in (-oo, oo), z in (-oo, oo)
y <= x and z <= x => 3*Phi(x) >= 2*Phi(y) + Phi(z) for x in (-oo, oo), y in (-oo, oo), z in (-oo, oo)
log((exp(x) + exp(y))/2) >= (x + y)/2 for x in (-oo, oo), y in (-oo, oo)
exp(x)*exp(y)*exp(z) >= 1 + x + y + z for x in [0, oo), y in [0, oo), z in [0, oo)
log(x)/(x - 1) <= 1/sqrt(x) for x in (1, oo)
exp(x)*Phi(-x) <= 1 for x in [0, oo)
Sum(1/(n + i), (i, 1, n)) <= log(2) for n in 1..oo
Sum(1/(n + i), (i, 1, n)) <= log(2) - 1/(4*n + 2) for n in 1..oo
Sum(n/(n**2 + i*n), (i, 1, n)) >= 69/100 - 1/(2*n) for n in 1..oo
Sum(exp(-i/n)/n, (i, 1, n)) <= 1 - exp(-1) for n in 1..oo
Sum(1/(n + i)**2, (i, 1, n)) <= 1/(2*n) for n in 1..oo
Sum(1/i**2, (i, 1, n)) <= 5/3 - 1/(n + 1) for n in 1..oo
harmonic(n) >= log(n) + 57/100 for n in 1..oo
k <= n => binomial(n, k) <= n**k/factorial(k) for n in 1..oo, k in 1..oo
k <= n => binomial(n, k) >= (n/k)**k for n in 1..oo, k in 1..oo
k <= n => factorial(n)/factorial(k) <= n**(n - k) for n in 1..oo, k in 1..oo
k < n => harmonic(n) - harmonic(k) >= 1/n for n in 1..oo, k in 1..oo
harmonic(n) > log(n + 1) for n in 1..oo
(1 - 1/n)**n < exp(-1) for n in 1..oo
(1 - 1/n)**k <= exp(-k/n) for n in 1..oo, k in 0..oo
(1 + x)**n >= 1 + n*x for n in 0..oo, x in [-2, oo)
harmonic(2*n) - harmonic(n) >= 1/2 for n in 1..oo
k <= n => x**n <= x**k for k in 0..oo, n in 0..oo, x in [0, 1]
x**(2*k + n + 3) == x**(2*k)*x**n*x**3 for k in 0..oo, n in 0..oo, x in [-1, 1]
k < n => binomial(n, k + 1)*(k + 1) == binomial(n, k)*(n - k) for k in 0..oo, n in 0..oo
factorial(n) > 2**n for n in 4..oo
binomial(2*n, n) < 4**n for n in 1..oo
Sum(i, (i, 1, n)) < n**2 for n in 2..oo
j <= k and k <= n => harmonic(n) - harmonic(j) <= log(n/j) for j in 1..oo, k in 1..oo, n in 1..oo
binomial(2*k, k) <= 4**k/sqrt(3*k) for k in 1..oo
factorial(n) >= 12*sqrt(n)*(n/exp(1))**n/5 for n in 1..oo
n*log(1 + 1/n) <= (n + 1)*log(1 + 1/(n + 1)) for n in 1..oo
(1 + 1/n)**n <= (1 + 1/(n + 1))**(n + 1) for n in 1..oo
Sum(binomial(n, k)*x**k, (k, 0, n)) <= exp(n*x) for x in [0, oo), n in 0..oo
Sum(binomial(n, k)*p**k*(1 - p)**(n - k)*exp(k*e), (k, 0, n)) <= exp(n*p*(exp(e) - 1)) for n in 0..oo, p in [0, 1], e in [0, oo)
Sum(k*binomial(n, k)*p**k*(1 - p)**(n - k), (k, 0, n)) == n*p for n in 0..oo, p in (0, 1)
log(cosh(x)) < x**2/2 for x in (0, oo)
exp(x) > 1 + x + x**2/2 + x**3/6 for x in (0, oo)
log((exp(e + b*e) + exp(-b*e) + 1)/(exp(e) + 2)) <= b*(b + 1)*e*(exp(e) - 1)/(exp(e) + 2) for b in [0, oo), e in [0, oo)
"""  # noqa: E501

FALSE = """
x*y > 0 => x/(y*x)*y > 1 for x in (-oo, oo), y in (-oo, oo)
x**2 >= x + 1 for x in -oo..oo
(x + 5)*(x + 7) >= 0 for x in -oo..oo
x**2 + y**2 >= x*y + 3*x/2 for x in -oo..oo, y in -oo..oo
exp(-x**2) <= exp(-2*Abs(x)) for x in -oo..oo
2*x >= 1 => x >= 2 for x in -oo..oo
x <= y and y < x + 2 => x == y for x in -oo..oo, y in -oo..oo
x**2 >= 0 => x**2 >= 1 for x in -oo..oo
x*(x - 1) > 0 => x*(x - 1) > 2 for x in 0..oo
log(2*k) < 8*n*a**2 => 2*k*exp(-8*n*a**2) < 49/50 for k in 1..oo, n in 1..oo, a in (0, oo)
Sum(1/(n + i), (i, 1, n)) <= 69/100 for n in 1..oo
Sum(1/(n + i), (i, 1, n)) <= log(2) - 1/(4*n + 1) for n in 1..oo
Sum(n/(n**2 + i*n), (i, 1, n)) >= 7/10 - 1/(2*n) for n in 1..oo
Sum(exp(-i/n)/n, (i, 1, n)) <= 99/100*(1 - exp(-1)) for n in 1..oo
Sum(1/i**2, (i, 1, n)) <= 8/5 - 1/(n + 1) for n in 1..oo
harmonic(n) >= log(n) + 58/100 for n in 1..oo
k <= n => binomial(n, k) <= 99*n**k/(100*factorial(k)) for n in 1..oo, k in 1..oo
binomial(n, k) >= (n/k)**k for n in 1..oo, k in 1..oo
k <= n => factorial(n)/factorial(k) <= (n - 1)**(n - k) for n in 2..oo, k in 1..oo
k <= n => harmonic(n) - harmonic(k) >= 1/n for n in 1..oo, k in 1..oo
harmonic(n) > log(n + 2) for n in 1..oo
(1 - 1/n)**n <= 9*exp(-1)/10 for n in 1..oo
(1 - 1/n)**k <= exp(-k/(n - 9/10)) for n in 1..oo, k in 0..oo
(1 + x)**n >= 1 + n*x for n in 0..oo, x in [-3, oo)
harmonic(2*n) - harmonic(n) >= 51/100 for n in 1..oo
k <= n => x**n <= x**k for k in 0..oo, n in 0..oo, x in [-1, 1]
x**(2*k + n + 3) == x**(2*k)*x**n*x**2 for k in 0..oo, n in 0..oo, x in [-1, 1]
k < n => binomial(n, k + 1)*(k + 1) <= binomial(n, k)*(n - k - 1) for k in 0..oo, n in 0..oo
factorial(n) > 2**n for n in 3..oo
binomial(2*n, n) < 4**n for n in 0..oo
Sum(i, (i, 1, n)) < n**2 for n in 1..oo
binomial(2*k, k) <= 4**k/sqrt(16*k/5) for k in 1..oo
factorial(n) >= 63*sqrt(n)*(n/exp(1))**n/25 for n in 1..oo
Sum(binomial(n, k)*x**k, (k, 0, n)) <= exp(99*n*x/100) for x in [0, oo), n in 0..oo
Sum(binomial(n, k)*p**k*(1 - p)**(n - k)*exp(k*e), (k, 0, n)) <= exp(99*n*p*(exp(e) - 1)/100) for n in 0..oo, p in [0, 1], e in [0, oo)
(1 + 1/n)**n <= 99*(1 + 1/(n + 1))**(n + 1)/100 for n in 1..oo
Sum(k*binomial(n, k)*p**k*(1 - p)**(n - k), (k, 0, n)) <= 99*n*p/100 for n in 0..oo, p in (0, 1)
log(cosh(x)) < 49*x**2/100 for x in (0, oo)
log(cosh(x)) < x**2/2 for x in [0, oo)
log(exp(x) + exp(y) + exp(z)) <= Max(x, y, z) + log(29/10) for x in (-oo, oo), y in (-oo, oo), z in (-oo, oo)
y <= x and z <= x + 1/10 => 3*Phi(x) >= 2*Phi(y) + Phi(z) for x in (-oo, oo), y in (-oo, oo), z in (-oo, oo)
log(x) <= 367/100*x**(1/10) for x in (0, oo)
-x**(2/3)*log(x) <= 55/100 for x in (0, 1]
1/p + 1/q == 1 => a*b <= a**p/p + b**q/(q + 1/100) for p in (1, oo), q in (1, oo), a in [0, oo), b in [0, oo)
log(sinh(x)/x) <= 16*x**2/100 for x in (0, oo)
eta/(1 - exp(-eta)) - log(eta/(1 - exp(-eta))) - 1 <= 124*eta**2/1000 for eta in (0, oo)
log(x) <= y => x < exp(y) for x in (0, oo), y in (-oo, oo)
log(x) + 1 <= y => x <= exp(y)/3 for x in (0, oo), y in (-oo, oo)
Sum(binomial(n, k)*q**k*(1 - q)**(n - k)*exp(k*(k - 1)/(2*s**2)), (k, 1, n)) > 0 for n in 2..oo, q in [0, 1], s in (0, oo)
Sum(binomial(n, k)*q**k*(1 - q)**(n - k)*exp(k*(k - 1)/(2*s**2)), (k, 0, n - 1)) > 0 for n in 2..oo, q in [0, 1], s in (0, oo)
Sum(i**2*(n - i), (i, 0, n)) > 0 for n in 1..oo
Sum(1/(i*(i + 2)), (i, 1, k)) <= 2997/4000 for k in 1..oo
Sum(1/i, (i, 1, k)) <= 10 for k in 1..oo
Phi(x) - exp(e)*Phi(x - m) <= 99*(Phi(m/2 - e/m) - exp(e)*Phi(-m/2 - e/m))/100 for m in (0, oo), e in (-oo, oo), x in (-oo, oo)
log(cosh(x)) >= x**2/(2 + x/2) for x in [0, oo)
x*q**4 + (1 - q)**4 > 0 for q in [0, 1], x in [0, oo)
x*q**4 + (1 - 2*q)**4 - q**2/999 > 0 for q in [0, 1], x in (0, oo)
tanh(x) >= x - x**3/4 for x in [0, oo)
erfc(x) <= exp(-x**2)/(2*x) for x in (0, oo)
(1 + x)**a >= 1 + a*x for x in [0, oo), a in [0, 2]
binomial(2*n, n) <= 4**n/sqrt(4*n) for n in 1..oo
x**3/(exp(x) - 1) <= 7/5 for x in (0, oo)
x**2*exp(-x) <= 39*exp(-2)/10 for x in [0, oo)
301/200 <= exp(x) for x in [log(3/2), oo)
exp(x) < 3/2 for x in (-oo, log(3/2)]
sqrt(2) < x for x in [sqrt(2), oo)
log((exp(e + b*e) + exp(-b*e) + 6)/(exp(e) + 7)) <= b*(b + 1)*e*(exp(e) - 1)/(exp(e) + 7) for b in [0, oo), e in [0, oo)
"""  # noqa: E501

POWERS_OF_E = """
exp(2*eps) - 3*exp(eps) + 9/4 >= 0 for eps in (-oo, oo)
exp(eps) + exp(-eps) >= 2*exp(eps/2) + 2*exp(-eps/2) - 2 for eps in (-oo, oo)
4*exp(4*eps) - 20*exp(3*eps) + 37*exp(2*eps) - 30*exp(eps) + 9 >= 0 for eps in [0, oo)
exp(5*eps) - 7*exp(3*eps) + 10*exp(2*eps) - 2*exp(eps) + 1/2 >= 0 for eps in [0, oo)
2*exp(2*a) - 6*exp(a + b) + 5*exp(2*b) - exp(b) + 3/2 >= 0 for a in (-oo, oo), b in (-oo, oo)
exp(2*a) + exp(2*b) + exp(2*c) >= exp(a + b) + exp(b + c) + exp(a + c) for a in [0, oo), b in [0, oo), c in [0, oo)
(1 - d)*(exp(eps) - 1)**2 + d**2 - d/2 + 1/16 >= 0 for d in [0, 1], eps in [0, oo)
"""  # noqa: E501

BELOW_ZERO_SOMEWHERE = """
exp(2*eps) - 3*exp(eps) + 11/5 >= 0 for eps in (-oo, oo)
4*exp(4*eps) - 20*exp(3*eps) + 37*exp(2*eps) - 30*exp(eps) + 8 >= 0 for eps in [0, oo)
9*(exp(3*a) - 1)*(exp(a) - 1) >= 7*(exp(2*a) - 1)**2 for a in [0, oo)
2*exp(2*a) - 6*exp(a + b) + 5*exp(2*b) - 2*exp(b) + 1 >= 0 for a in (-oo, oo), b in (-oo, oo)
"""


RANGES = """
BoundedRange(M, eta) => ApproxDP(M, 0, tanh(eta/4))
BoundedRange(M, eta) and e <= eta => ApproxDP(M, e, (1 - exp((e - eta)/2))**2/(1 - exp(-eta))) for e in [0, oo), eta in (0, oo)
BoundedRange(M, eta) and e <= eta => ApproxDP(M, e, (eta - e)/4) for e in [0, oo), eta in [0, oo)
BoundedRange(M, eta) => ApproxDP(M, eta/2, (1 - exp(-eta/4))**2/(1 - exp(-eta))) for eta in (0, oo)
BoundedRange(M, eta) => ApproxDP(M, e, tanh(eta/4)) for e in [0, oo)
BoundedRange(M, 2) => ApproxDP(M, 1, (1 - exp(-1/2))**2/(1 - exp(-2)))
BoundedRange(M, eta) => ApproxDP(M, eta, 0)
"""  # noqa: E501

RANGES_TOO_SMALL = """
BoundedRange(M, eta) => ApproxDP(M, 0, 9*tanh(eta/4)/10)
BoundedRange(M, eta) and e <= eta => ApproxDP(M, e, 19*(1 - exp((e - eta)/2))**2/(20*(1 - exp(-eta)))) for e in [0, oo), eta in (0, oo)
BoundedRange(M, 2) => ApproxDP(M, 1, 1/6)
"""  # noqa: E501


def _claims(listing: str) -> list[str]:
    return listing.strip().splitlines()


@pytest.mark.parametrize("claim", _claims(TRUE))
def test_a_true_claim_is_proved_on_its_whole_domain(claim: str) -> None:
    assert check(claim, budget=120).kind == "proved"


@pytest.mark.parametrize("claim", _claims(FALSE + BELOW_ZERO_SOMEWHERE.lstrip()))
def test_a_near_miss_is_refuted(claim: str) -> None:
    assert check(claim, budget=120).kind == "refuted"


@pytest.mark.parametrize("claim", _claims(POWERS_OF_E))
def test_polynomials_in_exponentials_are_decided(claim: str) -> None:
    assert check(claim, budget=120).kind == "proved"


@pytest.mark.parametrize("claim", _claims(RANGES))
def test_bounded_range_bounds_the_hockey_stick_at_every_epsilon(claim: str) -> None:
    assert check(claim, budget=120).kind == "proved"


@pytest.mark.parametrize("claim", _claims(RANGES_TOO_SMALL))
def test_less_than_the_optimal_curve_of_bounded_range_is_refuted(claim: str) -> None:
    assert check(claim, budget=120).kind == "refuted"


def test_a_hypothesis_that_is_not_needed_does_no_harm() -> None:
    gap = "(exp(e) - exp(e - d/1000) + Max(0, 1 - exp(2*e - d/1000)))/(exp(e) + 1)"
    claim = f"d >= exp(-e) => {gap} <= d for d in [0, 1], e in [0, oo)"
    assert check(claim, budget=120).kind == "proved"


def test_a_hypothesis_that_is_needed_is_kept() -> None:
    assert check("x >= y => exp(x) - 1 >= y for x in [0, oo), y in [0, oo)").kind == "proved"
    assert check("exp(x) - 1 >= y for x in [0, oo), y in [0, oo)").kind == "refuted"


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ("harmonic(k) - log(k) >= 5772/10000 for k in 1..oo", "k"),
        ("binomial(2*n, n) >= 4**n/sqrt(pi*(n + 1/3)) for n in 1..oo", "n"),
    ],
)
def test_an_undecided_claim_says_for_which_integers_it_is_proved(claim: str, name: str) -> None:
    verdict = check(claim, budget=8)
    assert verdict.kind == "undecided"
    assert f"proved for {name} <= 12; beyond" in verdict.why
