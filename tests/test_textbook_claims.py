"""Facts that every textbook has, for all values of their symbols, each above a near miss.

Truths were found with pencil and paper, and so were the near misses. What is proved is accepted
again by the kernel.
"""

from __future__ import annotations

import pytest

from dpsym import Undecided, check
from dpsym.kernel.verify import verify

TRUE_AND_FALSE = """
# weighted means
true   x**t*y**(1 - t) <= t*x + (1 - t)*y for x in (0, oo), y in (0, oo), t in [0, 1]
false  x**t*y**(1 - t) <= 99*(t*x + (1 - t)*y)/100 for x in (0, oo), y in (0, oo), t in [0, 1]
true   x + y == 1 => u**x*v**y <= x*u + y*v for x in [0, 1], y in [0, 1], u in (0, oo), v in (0, oo)
false  x + y == 1 => u**x*v**y <= x*u + y*v - x*y/100 for x in [0, 1], y in [0, 1], u in (0, oo), v in (0, oo)
# two powers against a product, which are homogeneous, away from the best constant too
true   x*y <= 3*x**6/2 + 538*y**(6/5)/1000 for x in [0, oo), y in [0, oo)
false  x*y <= 3*x**6/2 + 536*y**(6/5)/1000 for x in [0, oo), y in [0, oo)
true   x*y <= 2*x**(5/3) + 7/100*y**(5/2) for x in [0, oo), y in [0, oo)
false  x*y <= 2*x**(5/3) + 65/1000*y**(5/2) for x in [0, oo), y in [0, oo)
true   exp(x) + 2*exp(y/2) >= 299*exp((x + y)/3)/100 for x in (-oo, oo), y in [-1, oo)
false  exp(x) + 2*exp(y/2) >= 301*exp((x + y)/3)/100 for x in (-oo, oo), y in [-1, oo)
# tables of two counts, of which one is at most the other
true   k <= n => binomial(n, k)*k**k <= 287*n**k for n in 1..20, k in 1..20
false  k <= n => binomial(n, k)*k**k <= 286*n**k for n in 1..20, k in 1..20
true   k < n => (k + 1)*factorial(k) < 7*factorial(n)*(n - k)/6 for n in 1..15, k in 1..15
false  k < n => (k + 1)*factorial(k) < factorial(n)*(n - k) for n in 1..15, k in 1..15
# convexity of the exponential, also where a condition is linear
true   x + y + z == 3 => exp(x) + exp(y) + exp(z) >= 3*exp(1) for x in [0, 3], y in [0, 3], z in [0, 3]
false  x + y + z == 3 => exp(x) + exp(y) + exp(z) >= 301*exp(1)/100 for x in [0, 3], y in [0, 3], z in [0, 3]
true   exp(a)/2 + exp(b)/3 + exp(c)/6 >= exp(a/2 + b/3 + c/6) for a in (-oo, oo), b in (-oo, oo), c in (-oo, oo)
false  exp(a)/2 + exp(b)/3 + exp(c)/6 >= exp(a/2 + b/6 + c/3) for a in (-oo, oo), b in (-oo, oo), c in (-oo, oo)
# laws whose tails are too heavy
false  MaxDivergence(Laplace(0, 2), Laplace(0, 1)) <= 1000
false  Renyi(2, Logistic(0, 2), Logistic(3, 1)) <= 1000
false  RenyiDP(GaussianMechanism(1, 1), oo, 5)
true   Renyi(2, Geometric(0, 51/100), Geometric(3, 1)) <= 1000
# masses where a law has none, beside divergences that are bounded
true   KL(Bernoulli(x), Bernoulli(0)) <= t => x <= 0 for x in [0, 1], t in [0, oo)
false  KL(Bernoulli(0), Bernoulli(x)) <= t => x <= 0 for x in [0, 1], t in [0, oo)
true   Renyi(2, Bernoulli(x), Bernoulli(1)) <= t => Renyi(2, Bernoulli(x**2), Bernoulli(1)) <= 0 for x in [0, 1], t in [0, oo)
false  TotalVariation(Bernoulli(x), Bernoulli(1)) <= 1/2 => TotalVariation(Bernoulli(x**2), Bernoulli(1)) <= 0 for x in [0, 1]
true   MaxDivergence(Finite(x, y, 1 - x - y), Finite(0, 1/2, 1/2)) <= 5 => x <= 0 for x in [0, 1/2], y in [0, 1/2]
false  MaxDivergence(Finite(x, y, 1 - x - y), Finite(0, 1/2, 1/2)) <= 5 => y <= 0 for x in [0, 1/2], y in [0, 1/2]
# integers between bounds that are strict or no integers
true   n**2 < 9 => n <= 2 for n in 0..oo
false  n**2 <= 9 => n <= 2 for n in 0..oo
true   2*n > 3 and n < 3 => n == 2 for n in 0..oo
false  2*n >= 2 and n < 3 => n == 2 for n in 0..oo
true   n > exp(1) => 9 <= n**2 for n in 0..oo
false  n > exp(1) => 10 <= n**2 for n in 0..oo
# factorials against powers of a number by itself
true   factorial(n) >= (n/exp(1))**n for n in 1..oo
false  factorial(n) >= 5*(n/exp(1))**n for n in 1..oo
true   factorial(n) <= exp(1)*sqrt(n)*(n/exp(1))**n for n in 1..oo
false  factorial(n) <= 999*exp(1)*sqrt(n)*(n/exp(1))**n/1000 for n in 1..oo
true   factorial(n) <= n**n for n in 1..oo
false  factorial(n) <= (99*n/100)**n for n in 1..oo
true   (n + 1/2)*log((n + 1)/n) >= 1 for n in 1..oo
false  (n + 49/100)*log((n + 1)/n) >= 1 for n in 1..oo
# powers that tend to a number without reaching it
true   (1 + 1/x)**x < exp(1) for x in (0, oo)
false  (1 + 1/x)**x < 999*exp(1)/1000 for x in (0, oo)
true   (1 + 1/x)**(x + 1/2) > exp(1) for x in (0, oo)
false  (1 + 1/x)**(x + 49/100) > exp(1) for x in (0, oo)
true   sqrt(x**2 + x) < x + 1/2 for x in [0, oo)
false  sqrt(x**2 + x + 1/4) < x + 1/2 for x in [0, oo)
# laws without a common support
true   TotalVariation(P, Q) == 1 => HockeyStick(5, P, Q) == 1
false  TotalVariation(P, Q) >= 99/100 => HockeyStick(5, P, Q) >= 99/100
true   TotalVariation(P, Q) == 1 => HockeyStick(e, P, Q) >= 1 for e in [0, oo)
false  TotalVariation(P, Q) >= 99/100 => HockeyStick(e, P, Q) >= 1/2 for e in [0, oo)
true   TotalVariation(P, Q) == 1 => TriangularDiscrimination(P, Q) == 2
true   HockeyStick(2, P, Q) == 1 => TotalVariation(P, Q) == 1
true   HockeyStick(2, P, Q) >= 1 => HockeyStick(7, Q, P) >= 1
false  HockeyStick(2, P, Q) >= 1/2 => HockeyStick(2, Q, P) >= 1/2
true   HockeyStick(0, P, Q) > 0 => HockeyStick(0, Q, P) > 0
false  HockeyStick(0, P, Q) >= 0 => HockeyStick(0, Q, P) > 0
# equal laws, also beside a third
true   TriangularDiscrimination(P, Q) == 0 => KL(P, Q) == 0
false  TriangularDiscrimination(P, Q) <= 1/1000 => KL(P, Q) <= 1/1000
true   KL(P, Q) == 0 => KL(P, R) <= KL(Q, R)
false  KL(P, Q) <= 1/10 => KL(P, R) <= KL(Q, R)
# independent draws of continuous laws
true   Hellinger(Product(Laplace(0, 1), Laplace(0, 1)), Product(Laplace(1, 1), Laplace(1, 1))) <= 18/100
false  Hellinger(Product(Laplace(0, 1), Laplace(0, 1)), Product(Laplace(1, 1), Laplace(1, 1))) <= 17/100
true   ChiSquared(Product(Laplace(0, 1), Laplace(0, 1)), Product(Laplace(1, 1), Laplace(1, 1))) <= 245/100
false  ChiSquared(Product(Laplace(0, 1), Laplace(0, 1)), Product(Laplace(1, 1), Laplace(1, 1))) <= 244/100
true   Hellinger(Product(Laplace(0, 1), Laplace(0, 2)), Product(Laplace(x, 1), Laplace(x, 2))) <= x**2/6 for x in [0, oo)
false  Hellinger(Product(Laplace(0, 1), Laplace(0, 2)), Product(Laplace(x, 1), Laplace(x, 2))) <= x**2/7 for x in [0, oo)
# bits whose probabilities may be 0 or 1
true   KL(Bernoulli(x), Bernoulli(y)) >= 2*(x - y)**2
false  KL(Bernoulli(x), Bernoulli(y)) >= 101*(x - y)**2/50
true   ChiSquared(Bernoulli(x), Bernoulli(y)) >= 4*(x - y)**2
false  ChiSquared(Bernoulli(x), Bernoulli(y)) >= 101*(x - y)**2/25
true   KL(Bernoulli(x), Bernoulli(1/2)) <= log(2)
false  KL(Bernoulli(x), Bernoulli(1/2)) <= 99*log(2)/100
true   KL(Bernoulli(x), Bernoulli(y)) <= (x - y)**2/(y*(1 - y)) for y in (0, 1)
false  KL(Bernoulli(x), Bernoulli(y)) <= 99*(x - y)**2/(100*y*(1 - y)) for y in (0, 1)
true   KL(Finite(x, 1 - x), Finite(0, 1)) >= 5*x
false  KL(Finite(x, 1 - x), Finite(0, 1)) >= 5*x + 1/100
# what a symmetric channel keeps of them: contraction by the square of its bias
true   ChiSquared(Bernoulli((1 - t)/2 + t*x), Bernoulli((1 - t)/2 + t*y)) <= t**2*ChiSquared(Bernoulli(x), Bernoulli(y)) for t in [0, 1]
false  ChiSquared(Bernoulli((1 - t)/2 + t*x), Bernoulli((1 - t)/2 + t*y)) <= 49*t**2*ChiSquared(Bernoulli(x), Bernoulli(y))/50 for t in [0, 1]
true   KL(Bernoulli((1 - t)/2 + t*x), Bernoulli((1 - t)/2 + t*y)) <= t**2*KL(Bernoulli(x), Bernoulli(y)) for t in [0, 1]
false  KL(Bernoulli((1 - t)/2 + t*x), Bernoulli((1 - t)/2 + t*y)) <= 49*t**2*KL(Bernoulli(x), Bernoulli(y))/50 for t in [0, 1]
# the variational formula of the divergence of Kullback and Leibler
true   u*x + v*(1 - x) - log(y*exp(u) + (1 - y)*exp(v)) <= KL(Bernoulli(x), Bernoulli(y)) for u in (-oo, oo), v in (-oo, oo)
false  u*x + v*(1 - x) - log(y*exp(u) + (1 - y)*exp(v)) <= 99*KL(Bernoulli(x), Bernoulli(y))/100 for u in (-oo, oo), v in (-oo, oo)
true   u*x - log(1 - y + y*exp(u)) <= KL(Bernoulli(x), Bernoulli(y)) for u in (-oo, oo)
# logarithms below their tangents, with factors inside
true   x*log(2*x) + (1 - x)*log(2 - 2*x) <= log(2) for x in (0, 1)
false  x*log(2*x) + (1 - x)*log(2 - 2*x) <= 99*log(2)/100 for x in (0, 1)
true   x*log(x/y) + (1 - x)*log((1 - x)/(1 - y)) >= u*x - log(1 - y + y*exp(u)) for x in (0, 1), y in (0, 1), u in (-oo, oo)
false  x*log(x/y) + (1 - x)*log((1 - x)/(1 - y)) >= 101*u*x/100 - log(1 - y + y*exp(u)) for x in (0, 1), y in (0, 1), u in (-oo, oo)
# geometric laws any number of steps apart
true   KL(Geometric(n, e), Geometric(0, e)) <= n**2*e**2/2 for n in 0..oo
false  KL(Geometric(n, e), Geometric(0, e)) <= 49*n**2*e**2/100 for n in 0..oo
true   ChiSquared(Geometric(n, 1), Geometric(0, 1)) <= exp(n) - 1 for n in 0..oo
false  ChiSquared(Geometric(n, 1), Geometric(0, 1)) <= 3*exp(n)/4 - 1/2 for n in 0..oo
true   Hellinger(Geometric(n, 1), Geometric(0, 1)) <= n**2/8 for n in 0..oo
false  Hellinger(Geometric(n, 1/10), Geometric(0, 1/10)) <= 99*n**2/80000 for n in 0..oo
true   Renyi(2, Geometric(n, 1), Geometric(0, 1)) <= n**2 for n in 0..oo
false  Renyi(2, Geometric(n, 1), Geometric(0, 1)) <= 9*n/10 for n in 0..oo
true   TotalVariation(Geometric(n, e), Geometric(0, e)) <= 1 - exp(-n*e/2)/cosh(e/2) for n in 0..oo
false  TotalVariation(Geometric(n, e), Geometric(0, e)) <= 1 - 101*exp(-n*e/2)/(100*cosh(e/2)) for n in 1..oo
true   TotalVariation(Geometric(2*n, e), Geometric(0, e)) == 1 - exp(-n*e) for n in 0..oo
false  TotalVariation(Geometric(n, e), Geometric(0, e)) <= 1 - exp(-n*e/2) for n in 0..oo
# noise that is wider, or answers that are nearer, give no less privacy
true   ApproxDP(GaussianMechanism(1, s), eps, d) => ApproxDP(GaussianMechanism(1, 2*s), eps, d)
false  ApproxDP(GaussianMechanism(1, s), eps, d) => ApproxDP(GaussianMechanism(1, 99*s/100), eps, d)
true   ApproxDP(GaussianMechanism(2, s), eps, d) => ApproxDP(GaussianMechanism(1, s), eps, d)
false  ApproxDP(GaussianMechanism(1, s), eps, d) => ApproxDP(GaussianMechanism(101/100, s), eps, d)
true   ApproxDP(GaussianMechanism(m, s), eps, d) and n <= m => ApproxDP(GaussianMechanism(n, s), eps, d)
true   HockeyStick(eps, Gaussian(m, 1), Gaussian(0, 1)) <= HockeyStick(eps, Gaussian(2*m, 1), Gaussian(0, 1)) for m in [0, oo)
false  HockeyStick(eps, Gaussian(m, 1), Gaussian(0, 1)) <= 99*HockeyStick(eps, Gaussian(2*m, 1), Gaussian(0, 1))/100 for m in [0, oo)
true   HockeyStick(eps, Gaussian(m, s), Gaussian(0, s)) == HockeyStick(eps, Gaussian(0, s), Gaussian(m, s)) for m in (-oo, oo)
# noise on another scale
true   HockeyStick(e/2, Gaussian(1, 2*s), Gaussian(0, 2*s)) <= HockeyStick(e, Gaussian(1, s), Gaussian(0, s)) for e in [0, oo), s in (0, oo)
false  HockeyStick(12*e/25, Gaussian(1, 2*s), Gaussian(0, 2*s)) <= HockeyStick(e, Gaussian(1, s), Gaussian(0, s)) for e in [0, oo), s in (0, oo)
true   ApproxDP(GaussianMechanism(1, s), eps, d) => ApproxDP(GaussianMechanism(1, 2*s), eps/2, d)
false  ApproxDP(GaussianMechanism(1, s), eps, d) => ApproxDP(GaussianMechanism(1, 2*s), 12*eps/25, d)
# sums of which the terms have values up to the last alone
true   Sum(binomial(n, i)*x**i*y**(n - i), (i, 0, n)) == (x + y)**n for x in [0, oo), y in [0, oo), n in 0..oo
false  Sum(binomial(n, i)*x**i*y**(n - i), (i, 0, n)) <= 49*(x + y)**n/50 for x in [0, oo), y in [0, oo), n in 0..oo
true   Sum(x**i*y**(n - i), (i, 0, n)) <= n + 1 for n in 0..oo, x in [0, 1], y in [0, 1]
false  Sum(x**i*y**(n - i), (i, 0, n)) <= n + 49/50 for n in 0..oo, x in [0, 1], y in [0, 1]
true   Sum(x**i*y**(n - i), (i, 0, n)) <= (n + 1)*Max(x, y)**n for n in 1..oo, x in (0, oo), y in (0, oo)
false  Sum(x**i*y**(n - i), (i, 0, n)) <= 99*(n + 1)*Max(x, y)**n/100 for n in 1..oo, x in (0, oo), y in (0, oo)
true   Sum(2**(k - i), (i, 1, k)) == 2**k - 1 for k in 1..oo
false  Sum(2**(k - i), (i, 1, k)) <= 2**k - 101/100 for k in 1..oo
true   Sum(3**(2*k - i), (i, 0, k)) == (3**(2*k + 1) - 3**k)/2 for k in 0..oo
false  Sum(3**(2*k - i), (i, 0, k)) <= 99*(3**(2*k + 1) - 3**k)/200 for k in 0..oo
true   Sum(exp(-e*i), (i, 0, n)) <= 1/(1 - exp(-e)) for e in (0, oo), n in 0..oo
false  Sum(exp(-e*i), (i, 0, n)) <= 99/(100*(1 - exp(-e))) for e in (0, oo), n in 0..oo
true   Sum(i*exp(-e*i), (i, 0, n)) <= exp(-e)/(1 - exp(-e))**2 for e in (0, oo), n in 0..oo
false  Sum(i*exp(-e*i), (i, 0, n)) <= 99*exp(-e)/(100*(1 - exp(-e))**2) for e in (0, oo), n in 0..oo
true   Sum(x**k/factorial(k), (k, 0, n)) <= 1/(1 - x) for x in [0, 1), n in 0..oo
false  Sum(x**k/factorial(k), (k, 0, n)) <= 99/(100*(1 - x)) for x in [0, 1), n in 0..oo
true   Sum(exp(-a*i**2), (i, 1, n)) <= exp(-a)/(1 - exp(-a)) for n in 1..oo, a in (0, oo)
false  Sum(exp(-a*i**2), (i, 1, n)) <= 99*exp(-a)/(100*(1 - exp(-a))) for n in 1..oo, a in (0, oo)
# the first outcomes of many responses, between the places of the optimal composition
true   ApproxDP(Compose(RandomizedResponse(e), k), (k - 1)*e, (1 - exp(-e))/(1 + exp(-e))**k) for e in [0, oo), k in 1..oo
false  ApproxDP(Compose(RandomizedResponse(e), k), (k - 1)*e, 99*(1 - exp(-e))/(100*(1 + exp(-e))**k)) for e in [0, oo), k in 1..oo
true   ApproxDP(Compose(CanonicalRR(e, d), k), (k - 1)*e, 1 - (1 - d)**k*(1 - (1 - exp(-e))/(1 + exp(-e))**k)) for e in (0, oo), d in [0, 1], k in 1..oo
true   ApproxDP(Compose(RandomizedResponse(e), k), (k - 3)*e, d) => d >= (1 - exp(-3*e))/(1 + exp(-e))**k for e in [0, oo), k in 2..oo
false  ApproxDP(Compose(RandomizedResponse(e), k), (k - 1)*e, d) => d >= 101*(1 - exp(-e))/(100*(1 + exp(-e))**k) for e in [0, oo), k in 2..oo
# functions at twice an argument
true   erfc(2*x) <= erfc(x)**2 for x in [0, oo)
false  erfc(2*x) <= 99*erfc(x)**2/100 for x in [0, oo)
false  erfc(2*x) >= erfc(x)**3 for x in [0, oo)
# divergences that hypotheses make finite
true   KL(P, Q) > 0 and KL(P, Q) <= b => 1/b <= 1/KL(P, Q) for b in (0, oo)
false  KL(P, Q) > 0 and KL(P, Q) <= b => 101/(100*b) <= 1/KL(P, Q) for b in (0, oo)
true   ChiSquared(P, Q) > 0 and ChiSquared(P, Q) <= 2 => 1/2 <= 1/ChiSquared(P, Q)
false  ChiSquared(P, Q) > 0 and ChiSquared(P, Q) <= 2 => 51/100 <= 1/ChiSquared(P, Q)
# powers and products of sums, and sums that are 0
true   Sum(i**3, (i, 1, n)) == Sum(i, (i, 1, n))**2 for n in 1..oo
false  Sum(i**3, (i, 1, n)) >= Sum(i, (i, 1, n))**2 + n/1000 for n in 1..oo
true   Sum(i, (i, 1, n))**2 == n**2*(n + 1)**2/4 for n in 1..oo
true   Sum(i, (i, 1, n))*Sum(i**2, (i, 1, n)) <= n**5 for n in 0..oo
false  Sum(i, (i, 1, n))*Sum(i**2, (i, 1, n)) <= 99*n**5/100 for n in 0..oo
true   n*(n + 1)*Sum(i**2, (i, 1, n))/2 <= n**5 for n in 0..oo
true   binomial(n, k) <= 2**n for n in 0..oo, k in 0..oo
false  binomial(n, k) <= 2**n - 1 for n in 0..oo, k in 0..oo
true   binomial(n, k) <= 2**n/2 for n in 2..oo, k in 1..oo
false  binomial(n, k) <= 49*2**n/100 for n in 2..oo, k in 1..oo
true   binomial(n, 2) <= n**2/2 for n in 0..oo
false  binomial(n, 2) <= 49*n**2/100 for n in 0..oo
true   binomial(n + 1, 2) == binomial(n, 1) + binomial(n, 2) for n in 0..oo
false  binomial(n + 1, 2) == binomial(n, 1) + binomial(n, 3) for n in 0..oo
true   q*exp(w)*log(exp(w)/(1 - q + q*exp(w))) + (1 - q)*log(1/(1 - q + q*exp(w))) <= (1 - q + q*exp(w))*w**2/8 for q in (0, 1), w in [0, oo)
false  q*exp(w)*log(exp(w)/(1 - q + q*exp(w))) + (1 - q)*log(1/(1 - q + q*exp(w))) <= (1 - q + q*exp(w))*w**2/9 for q in (0, 1), w in [0, oo)
true   Sum((-1)**i*binomial(n, i), (i, 0, n)) == 0 for n in 1..oo
false  Sum((-1)**i*binomial(n, i), (i, 0, n)) == 0 for n in 0..oo
true   Sum((-1)**i*i*binomial(n, i), (i, 0, n)) == 0 for n in 2..oo
false  Sum((-1)**i*i*binomial(n, i), (i, 0, n)) == 0 for n in 1..oo
true   Sum((n - 2*i)*binomial(n, i), (i, 0, n)) == 0 for n in 0..oo
false  Sum((n - 2*i)*binomial(n, i), (i, 0, n)) >= 1/1000 for n in 0..oo
# logarithms of factorials
true   log(factorial(n)) >= n*log(n) - n + 1 for n in 1..oo
false  log(factorial(n)) >= n*log(n) - n + 101/100 for n in 1..oo
true   log(factorial(n)) <= (n + 1)*log(n + 1) - n for n in 0..oo
false  log(factorial(n)) <= (n + 1)*log(n + 1) - n - 1/100 for n in 0..oo
# sums below geometric series, and what tends to a number from 0 on
true   Sum(exp(-i**2), (i, 1, n)) <= 39/100 for n in 1..oo
false  Sum(exp(-i**2), (i, 1, n)) <= 386/1000 for n in 1..oo
true   Sum(exp(-i**2*t), (i, 1, n)) <= exp(-t)/(1 - exp(-3*t)) for n in 1..oo, t in (0, oo)
true   harmonic(n) >= log(n + 1/2) + 577/1000 for n in 0..oo
false  harmonic(n) >= log(n + 1/2) + 578/1000 for n in 0..oo
# finite sums of functions, and sums that begin at a variable
true   Sum(binomial(10, i)*p**i*(1 - p)**(10 - i), (i, 5, 10)) <= binomial(10, 5)*p**5 for p in [0, 1]
false  Sum(binomial(10, i)*p**i*(1 - p)**(10 - i), (i, 5, 10)) <= 99*binomial(10, 5)*p**5/100 for p in [0, 1]
true   k <= n => Sum(binomial(n, i)*p**i*(1 - p)**(n - i), (i, k, n)) <= binomial(n, k)*p**k for n in 0..4, k in 0..4, p in [0, 1]
false  k <= n => Sum(binomial(n, i)*p**i*(1 - p)**(n - i), (i, k, n)) <= 99*binomial(n, k)*p**k/100 for n in 0..4, k in 0..4, p in [0, 1]
true   Sum(1/i**2, (i, n, 2*n)) <= 1/(n - 1/2) for n in 1..20
false  Sum(1/i**2, (i, n, 2*n)) <= 1/(n - 1/10) for n in 1..20
# powers of 0 with exponents that may be 0
true   x**y <= 1 for x in [0, 1], y in [0, 1]
false  x**y <= 99/100 for x in [0, 1], y in [0, 1]
true   x**x <= 1 for x in [0, 1]
true   x**y >= x for x in [0, 1], y in [0, 1]
false  x**y >= 101*x/100 for x in [0, 1], y in [0, 1]
# increasing functions of divergences on both sides
true   sqrt(KL(P, Q)) <= sqrt(ChiSquared(P, Q))
false  sqrt(KL(P, Q)) <= sqrt(ChiSquared(P, Q)/2)
false  sqrt(KL(P, Q)) < sqrt(ChiSquared(P, Q))
true   exp(sqrt(KL(P, Q))) <= exp(sqrt(ChiSquared(P, Q)))
true   exp(KL(P, Q)) <= exp(ChiSquared(P, Q))
false  exp(KL(P, Q)) <= exp(ChiSquared(P, Q)/2)
true   sqrt(TotalVariation(P, Q)) <= sqrt(sqrt(KL(P, Q)/2))
false  sqrt(TotalVariation(P, Q)) <= sqrt(sqrt(KL(P, Q)/3))
# powers of what may be 0, or negative
true   x**k <= x**2 for x in [0, 1], k in 2..oo
false  x**k <= 99*x**2/100 for x in [0, 1], k in 2..oo
true   (1 - 2*p)**k <= (1 - 2*p)**2 for p in [0, 1], k in 2..oo
false  (1 - 2*p)**k <= 99*(1 - 2*p)**2/100 for p in [0, 1], k in 2..oo
false  (1 - 2*p)**k <= (1 - 2*p)**4 for p in [0, 1], k in 2..oo
true   (-83/100)**k - (2/5)**k <= 5289/10000 for k in 2..oo
false  (-83/100)**k - (2/5)**k <= 5288/10000 for k in 2..oo
true   (-4/5)**k*(1 + (1/2)**k) <= 4/5 for k in 1..oo
false  (-4/5)**k*(1 + (1/2)**k) <= 799/1000 for k in 1..oo
true   (-1)**k*exp(-e*k) <= exp(-2*e) for k in 1..oo, e in [0, oo)
false  (-1)**k*exp(-e*k) <= 99*exp(-2*e)/100 for k in 1..oo, e in [0, oo)
# the total variation of independent draws
true   TotalVariation(Product(P, Q), Product(R, S)) <= 1 - (1 - TotalVariation(P, R))*(1 - TotalVariation(Q, S))
false  TotalVariation(Product(P, Q), Product(R, S)) <= 1 - (1 - TotalVariation(P, R))*(1 - 99*TotalVariation(Q, S)/100)
true   TotalVariation(Product(Laplace(m, 1), Laplace(n, 1)), Product(Laplace(0, 1), Laplace(0, 1))) <= 1 - exp(-(m + n)/2) for m in [0, oo), n in [0, oo)
# equations in which a name has a factor
true  a*b*c == 1 => a + b + c >= 3 for a in (0, oo), b in (0, oo), c in (0, oo)
false a*b*c == 1 => a + b + c >= 31/10 for a in (0, oo), b in (0, oo), c in (0, oo)
true  1/a + 1/b == 1/c => c <= (a + b)/4 for a in (0, oo), b in (0, oo), c in (0, oo)
false 1/a + 1/b == 1/c => c <= (a + b)/5 for a in (0, oo), b in (0, oo), c in (0, oo)
true  s**2*rho == 1/2 => ZCDP(GaussianMechanism(1, s), rho) for s in (0, oo), rho in (0, oo)
false s**2*rho == 1/2 => ZCDP(GaussianMechanism(1, s), 99*rho/100) for s in (0, oo), rho in (0, oo)
# powers of zero
true  (x + y)**p >= x**p + y**p for x in [0, oo), y in [0, oo), p in [1, oo)
false (x + y)**p >= x**p + y**p for x in [0, oo), y in [0, oo), p in [1/2, oo)
false (x + y)**p >= x**p + 11*y**p/10 for x in [0, oo), y in [0, oo), p in [1, oo)
# what falls in a divergence, on the smaller side
true   exp(-KL(P, Q)/2) <= 1 - Hellinger(P, Q)
false  exp(-49*KL(P, Q)/100) <= 1 - Hellinger(P, Q)
true   exp(-KL(P, Q)) + TotalVariation(P, Q)**2 <= 1
false  exp(-KL(P, Q)) + 101*TotalVariation(P, Q)**2/100 <= 1
# the compensation identity, and convex functions of a sum of names
true   KL(P, R) + KL(Q, R) >= KL(P, Mixture(1/2, P, Q)) + KL(Q, Mixture(1/2, P, Q))
false  KL(P, R) + KL(Q, R) >= 101*KL(P, Mixture(1/2, P, Q))/100 + 101*KL(Q, Mixture(1/2, P, Q))/100
true   t*KL(P, R) + (1 - t)*KL(Q, R) >= t*KL(P, Mixture(t, P, Q)) + (1 - t)*KL(Q, Mixture(t, P, Q)) for t in (0, 1)
false  t*KL(P, R) + (1 - t)*KL(Q, R) >= KL(P, Mixture(t, P, Q))/2 + (1 - t)*KL(Q, Mixture(t, P, Q)) for t in (0, 1)
true   (x + y)*log(x/2 + y/2) >= x + y - 2 for x in (0, oo), y in (0, oo)
false  (x + y)*log(x/2 + y/2) >= x + y - 199/100 for x in (0, oo), y in (0, oo)
# hockey sticks by the total variation, and none where the likelihood ratio is bounded
true   HockeyStick(1, P, Q)**2 <= KL(P, Q)/2
false  HockeyStick(1/10, P, Q)**2 <= KL(P, Q)/3
true   HockeyStick(e, P, Q) >= d => KL(P, Q) >= 2*d**2 for d in [0, 1], e in [0, oo)
false  HockeyStick(e, P, Q) >= d => KL(P, Q) >= 21*d**2/10 for d in [0, 1], e in [0, oo)
true   HockeyStick(e, P, Q) >= d => MaxDivergence(P, Q) > e for d in (0, 1], e in [0, oo)
false  HockeyStick(e, P, Q) >= d => MaxDivergence(P, Q) > e for d in [0, 1], e in [0, oo)
# two guarantees of a mechanism at once, and Gaussian noise beside a guarantee at one order
true   PureDP(M, 1) and ApproxDP(M, 0, d) => ApproxDP(M, 1/2, d*(exp(1) - exp(1/2))/(exp(1) - 1))
false  PureDP(M, 1) and ApproxDP(M, 0, d) => ApproxDP(M, 1/2, 99*d*(exp(1) - exp(1/2))/(100*(exp(1) - 1)))
true   PureDP(M, e) and TotalVariationDP(M, d) => RenyiDP(M, 2, log(1 + 2*d*sinh(e)))
false  PureDP(M, e) and TotalVariationDP(M, d) => RenyiDP(M, 2, log(1 + 198*d*sinh(e)/100))
false  PureDP(M, e) => RenyiDP(M, 2, log(1 + 2*d*sinh(e))) for d in [0, 1]
true   RenyiDP(M, 3, t) => RenyiDP(Compose(GaussianMechanism(1, s), M), 3, 3/(2*s**2) + t)
false  RenyiDP(M, 3, t) => RenyiDP(Compose(GaussianMechanism(1, s), M), 3, 149/(100*s**2) + t)
# means of powers of several numbers, by their logarithms
true  (v*w*x*y*z)**(1/5) <= (v + w + x + y + z)/5 for v in [0, oo), w in [0, oo), x in [0, oo), y in [0, oo), z in [0, oo)
false (x*y*z)**(1/3) <= (x + y + 99*z/100)/3 for x in [0, oo), y in [0, oo), z in [0, oo)
true  v**5 + w**5 + x**5 + y**5 + z**5 >= 5*v*w*x*y*z for v in [0, oo), w in [0, oo), x in [0, oo), y in [0, oo), z in [0, oo)
true  x*y <= x**3/3 + 2*y**(3/2)/3 for x in [0, oo), y in [0, oo)
false x*y <= x**3/3 + 66*y**(3/2)/100 for x in [0, oo), y in [0, oo)
false x*y <= x**3/3 + 2*y**2/3 for x in [0, oo), y in [0, oo)
true  1/p + 1/q == 1 => x*y <= x**p/p + y**q/q for x in (0, oo), y in (0, oo), p in (1, oo), q in (1, oo)
false 1/p + 1/q == 1 => x*y <= 99/100*(x**p/p + y**q/q) for x in (0, oo), y in (0, oo), p in (1, oo), q in (1, oo)
false 1/p + 1/q == 101/100 => x*y <= x**p/p + y**q/q for x in (0, oo), y in (0, oo), p in (1, oo), q in (1, oo)
# an integer that is not above another, with powers of their quotient
true  k <= n => (1 - k/n)**n <= exp(-k) for n in 1..oo, k in 1..oo
false k <= n => (1 - k/n)**n <= exp(-101*k/100) for n in 1..oo, k in 1..oo
false k <= n + 2 => (1 - k/n)**n <= exp(-k) for n in 1..oo, k in 1..oo
true  factorial(n) < n**n for n in 2..oo
false factorial(n) < n**n for n in 1..oo
false factorial(n) < (n - 1)**n for n in 2..oo
# Kearns and Saul: twice equal, once at the logarithm of 16, 4 and 81
true  log(4/5 + exp(t)/5) <= t/5 + 3*t**2/(20*log(4)) for t in (-oo, oo)
false log(4/5 + exp(t)/5) <= t/5 + 299*t**2/(2000*log(4)) for t in (-oo, oo)
true  log(2/3 + exp(t)/3) <= t/3 + t**2/(12*log(2)) for t in (-oo, oo)
true  log(9/10 + exp(t)/10) <= t/10 + t**2/(5*log(9)) for t in (-oo, oo)
# below a condition that is an equation where the bound is attained
true  x**2 + y**2 <= 4 => x*y + x <= 3521/1000 for x in [0, oo), y in [0, oo)
false x**2 + y**2 <= 4 => x*y + x <= 352/100 for x in [0, oo), y in [0, oo)
true  x**2 + y**2 <= r => x + y <= sqrt(2*r) for x in [0, oo), y in [0, oo), r in [0, oo)
false x**2 + y**2 <= r => x + y <= sqrt(199*r/100) for x in [0, oo), y in [0, oo), r in [0, oo)
true  x + y <= 1 and x <= 2*y => 2*x + y <= 5/3 for x in [0, 1], y in [0, 1]
false x + y <= 1 and x <= 21*y/10 => 2*x + y <= 5/3 for x in [0, 1], y in [0, 1]
# a divergence that has a value, not a bound
true  ChiSquared(P, Q) == 1/4 and MaxDivergence(P, Q) <= 2 and MaxDivergence(Q, P) <= 1/4 => Hellinger(P, Q) <= 232/10000
false ChiSquared(P, Q) == 1/4 and MaxDivergence(P, Q) <= 2 and MaxDivergence(Q, P) <= 1/4 => Hellinger(P, Q) <= 229/10000
true  TriangularDiscrimination(P, Q) == 3/10 => ChiSquared(P, Q) >= 352/1000
false TriangularDiscrimination(P, Q) == 3/10 => ChiSquared(P, Q) >= 354/1000
false KL(P, Q) == 1/4 and MaxDivergence(P, Q) <= 2 => ChiSquared(P, Q) <= 1/2
# laws that attain a bound, exactly
true  MaxDivergence(P, Q) <= 80 => KL(P, Q) <= 80
false MaxDivergence(P, Q) <= 80 => KL(P, Q) <= 75
false MaxDivergence(P, Q) == 1 => TotalVariation(P, Q) < 1 - exp(-1)
false HockeyStick(60, P, Q) <= 1/10**20 => MaxDivergence(P, Q) <= 61
# normal noise that is at least so wide
true   s >= 2 => ApproxDP(GaussianMechanism(1, s), 0, 1975/10000)
false  s >= 2 => ApproxDP(GaussianMechanism(1, s), 0, 1973/10000)
true   s >= sqrt(2*log(5/(4*d)))/e => ApproxDP(GaussianMechanism(1, s), e, d) for e in (0, 1), d in (0, 1)
false  s >= sqrt(2*log(5/(4*d)))/e => ApproxDP(GaussianMechanism(2, s), e, d) for e in (0, 1), d in (0, 1)
false  s <= sqrt(2*log(5/(4*d)))/e => ApproxDP(GaussianMechanism(1, s), e, d) for e in (0, 1), d in (0, 1)
# the greatest sums of convex functions stand at the corners, whatever is multiplied with conditions
true   x + y + z == 1 => exp(x) + exp(y) + exp(z) <= 4719/1000 for x in [0, 1], y in [0, 1], z in [0, 1]
false  x + y + z == 1 => exp(x) + exp(y) + exp(z) <= 4718/1000 for x in [0, 1], y in [0, 1], z in [0, 1]
true   x + y + z == 1 => log(x + 5/2) + log(y + 5/2) + log(z + 5/2) >= 3085/1000 for x in [0, 1], y in [0, 1], z in [0, 1]
false  x + y + z == 1 => log(x + 5/2) + log(y + 5/2) + log(z + 5/2) >= 3086/1000 for x in [0, 1], y in [0, 1], z in [0, 1]
false  x + y + z <= 1 => log(x + 5/2) + log(y + 5/2) + log(z + 5/2) >= 3085/1000 for x in [0, 1], y in [0, 1], z in [0, 1]
true   x**2 + y**2 <= 1 => exp(x) + exp(y) <= 406/100 for x in [-1, 1], y in [-1, 1]
false  x**2 + y**2 <= 1 => exp(x) + exp(y) <= 405/100 for x in [-1, 1], y in [-1, 1]
# the least sums on an arc stand at its ends, which may be irrational
true   x**2 + y**2 == 4 => x + 3*y >= 2 for x in [0, oo), y in [0, oo)
true   x**2 + y**2 == 3 => x + 3*y >= 1732/1000 for x in [0, oo), y in [0, oo)
false  x**2 + y**2 == 3 => x + 3*y >= 1733/1000 for x in [0, oo), y in [0, oo)
false  x**2 + y**2 == 3 => x + 3*y >= 1732/1000 for x in (-oo, oo), y in [0, oo)
true   x**2 + y**2 + z**2 >= 1 => x + y + z >= 1 for x in [0, oo), y in [0, oo), z in [0, oo)
false  x**2 + y**2 + z**2 <= 1 => x + y + z >= 1 for x in [0, oo), y in [0, oo), z in [0, oo)
# weighted means with a constant that is not the best
true   x**(2/3)*y**(3/2) <= 263/1000*(x + y)**(13/6) for x in [0, oo), y in [0, oo)
false  x**(2/3)*y**(3/2) <= 262/1000*(x + y)**(13/6) for x in [0, oo), y in [0, oo)
# functions of a divergence, for every number that it is at least
true   HockeyStick(1/2, P, Q)**2 <= 311/1000*KL(P, Q)
false  HockeyStick(1/2, P, Q)**2 <= 309/1000*KL(P, Q)
true   MaxDivergence(Q, P) <= 5/4 => HockeyStick(1/2, P, Q) <= 54/100*sqrt(KL(P, Q))
false  MaxDivergence(Q, P) <= 5/4 => HockeyStick(1/2, P, Q) <= 53/100*sqrt(KL(P, Q))
true   HockeyStick(1/2, P, Q)**2 <= 143/100*Hellinger(P, Q)
false  HockeyStick(1/2, P, Q)**2 <= 141/100*Hellinger(P, Q)
# roots and logarithms of what no range shows to be large enough, and sums of logarithms
true   sqrt(x - log(1 + x)) >= 0 for x in [0, oo)
false  sqrt(x - log(1 + x)) >= x/2 for x in [0, oo)
true   y*log(x - log(x)) >= 0 for x in (0, oo), y in [0, oo)
false  y*log(x - log(x)) > 0 for x in (0, oo), y in (0, oo)
true   1 <= x*sqrt(2)*sqrt(k)/2 => k*log(x*sqrt(2)*sqrt(k)/2) >= 0 for x in (0, oo), k in 1..20
false  99/100 <= x*sqrt(2)*sqrt(k)/2 => k*log(x*sqrt(2)*sqrt(k)/2) >= 0 for x in (0, oo), k in 1..20
true   3*log(x + 1) >= log(3*x + 1) for x in [0, oo)
false  3*log(x + 1) >= log(301*x/100 + 1) for x in [0, oo)
# differences of functions that rise or fall
true   Phi(1/x) <= Phi(2/x) for x in (0, oo)
false  Phi(1/x) <= Phi(2/x) - exp(-x)/1000 for x in (0, oo)
true   Phi(x*y) - Phi(-y) <= Phi(x) - Phi(-2*y) for x in [0, oo), y in [0, 1]
false  Phi(x*y) - Phi(-y) <= Phi(x) - Phi(-2*y) for x in [-1, oo), y in [0, 1]
true   erfc(x + exp(y)) <= erfc(x - tanh(y)) for x in (-oo, oo), y in [0, oo)
false  erfc(x + exp(y)) <= erfc(x + 4*tanh(y)) for x in (-oo, oo), y in [0, oo)
# two names in an order, which may both be the end of their domain
true   y >= x => (1 - x)*log(2 - x) >= (1 - y)*log(2 - y) for x in [0, 1], y in [0, 1]
true   y >= x and (1 - x)/(exp(u) + 1) >= (1 - y)/(exp(v) + 1) => y + (1 - x)*(1 - Max(0, exp(u) - exp(v))/(exp(u) + 1)) >= 1 for x in [0, 1], y in [0, 1], u in [0, oo), v in [0, oo)
# a least value near zero beside a pole, and powers of high degree in units
true   0 <= 101*t/1884 + t*exp(1/2) - 1003/920 + 101/(2436*t**(49/19)) for t in (0, 91873/151473]
true   ZCDP(M, 1/10) => ApproxDP(M, 1/2, 338723/5000000)
true   ZCDP(M, 4/5) => ApproxDP(M, 7/4, 97131/500000)
true   x**2 <= 6911/6250*sinh(x) for x in [31/50, oo)
# conditions that exclude boxes
true   x + y <= 1 => x*log(1 + y) - y*sqrt(x) >= -120291/500000 for x in [0, 1], y in [0, 1]
false  x + y <= 1 => x*log(1 + y) - y*sqrt(x) >= -240102/1000000 for x in [0, 1], y in [0, 1]
true   x + y <= 1 => 3*x + 3*y**3 + 3*x**2*y**2 - x**2 - 2*y <= 201/100 for x in [0, 1], y in [0, 1]
# conditions that bound names
true   x**2 + y**2 <= 1 => exp(x) + exp(y) <= 4.1 for x in (-oo, oo), y in (-oo, oo)
true   x**2 + y**2 + z**2 <= 1 => x*y*z <= 1/5 for x in (-oo, oo), y in (-oo, oo), z in (-oo, oo)
true   exp(x) + exp(y) <= 3 => x*y <= 0.17 for x in [0, oo), y in [0, oo)
true   x**2 + y**2 < 1 => exp(x*y) < 1.65 for x in (-oo, oo), y in (-oo, oo)
# differences of divergences that are finite where the max-divergence is
true   MaxDivergence(P, Q) <= 2 and MaxDivergence(Q, P) <= 7/4 => ChiSquared(Q, P) - 2*KL(P, Q) <= 4239/2500
false  MaxDivergence(P, Q) <= 3/2 and MaxDivergence(Q, P) <= 1/4 => ChiSquared(P, Q) - 3/2*KL(P, Q) <= 441933/1000000
true   MaxDivergence(P, Q) <= 1 => KL(P, Q) - ChiSquared(P, Q) <= 0
# exponents that are multiples of one unit
true   log(1 - 13/50 + 13/50*exp(t)) <= 13/50*t + 2239/10000*(cosh(t) - 1) for t in [-41/10, 41/10]
# what falls in divergences, which tends to its value where they are infinite
true   exp(-KL(P, Q)) >= 1 - KL(P, Q)
true   exp(-KL(P, Q)) - exp(-2*KL(P, Q)) <= 1/4
false  exp(-KL(P, Q)) - exp(-2*KL(P, Q)) <= 249/1000
true   KL(P, Q) + 1/(1 + KL(P, Q)) >= 1
false  KL(P, Q) + 1/(1 + KL(P, Q)) >= 101/100
true   exp(-w*KL(P, Q)) <= 1 for w in [0, 1]
false  exp(-w*KL(P, Q)) <= 99/100 for w in [0, 1]
true   1/(1 + w*KL(P, Q)) >= 1 - w*KL(P, Q) for w in [0, 1]
# what rises in divergences up to a limit
true   Min(KL(P, Q), 1) <= 1
true   tanh(KL(P, Q)) <= 1
false  tanh(KL(P, Q)) <= 99/100
true   Min(KL(P, Q), 1) >= tanh(KL(P, Q))
false  Min(KL(P, Q), 1) >= 11/10*tanh(KL(P, Q))
true   erf(KL(P, Q)) <= 2*KL(P, Q)/sqrt(pi)
# roots of squares, by the signs of what is squared
true   sqrt((x - 1)**2) == Abs(x - 1) for x in [-5, 5]
false  sqrt((x - 1)**2) == x - 1 for x in [-5, 5]
true   (x**2)**(3/2) == Abs(x)**3 for x in [-5, 5]
false  (x**2)**(3/2) == x**3 for x in [-5, 5]
true   sqrt((x**2 - y)**2) == Abs(x**2 - y) for x in [-2, 2], y in [-2, 2]
# sums inside of sums, and counts from which sums have no terms
true   Sum(Sum(1, (j, i, n)), (i, 1, n)) <= n**2 for n in 0..5
false  Sum(Sum(1, (j, i, n)), (i, 1, n)) <= n for n in 0..5
true   Sum(Sum(j, (j, 1, i)), (i, 1, n)) == n*(n + 1)*(n + 2)/6 for n in 0..20
true   Sum(x**i, (i, 0, n)) <= n + 1 for x in [0, 1], n in -1..oo
false  Sum(x**i, (i, 0, n)) <= n for x in [0, 1], n in -1..oo
true   n >= 1 => Sum(1/i, (i, 1, n))/n <= 1 for n in -5..oo
false  n >= 1 => Sum(1/i, (i, 1, n))/n < 1 for n in -5..oo
# conclusions that fail only where a hypothesis does, and powers that are assumed to be zero
true   x**3 <= y**3 => x <= y for x in [0, oo), y in [0, oo)
false  x**3 <= y**3 => x < y for x in [0, oo), y in [0, oo)
true   x*log(x) <= y*log(y) => x <= y for x in [1, oo), y in [1, oo)
false  x*log(x) <= y*log(y) => x <= y for x in [1/10, oo), y in [1/10, oo)
true   x**2 == y**2 => x <= y for x in [0, oo), y in [0, oo)
false  x**2 == y**2 => x <= y for x in [0, oo), y in [-1, oo)
true   (x - y)**2 <= 0 => x <= y for x in (-oo, oo), y in (-oo, oo)
false  (x - y)**2 <= 0 => x <= y - 1/10**9 for x in (-oo, oo), y in (-oo, oo)
true   x**2 == 0 => 1/(1 + x) == 1 for x in [0, oo)
false  x**2 == 0 => 1/(1 + x) == 2 for x in [0, oo)
true   3*x**4 <= 0 and y >= x => y >= 0 for x in [-1, 1], y in [-1, 1]
# divergences that are strictly below a number
true   KL(P, Q) < 1 => log(1 - KL(P, Q)) <= 0
false  KL(P, Q) < 1 => log(2 - KL(P, Q)) <= 0
true   KL(P, Q) < 1 => 1/(1 - KL(P, Q)) >= 1
false  KL(P, Q) < 1 => 1/(1 - KL(P, Q)) >= 11/10
# numbers alone, evaluated
true   exp(-20000) > 0
true   log(1 + 1/10**30) < 1/10**30
false  log(1 + 1/10**30) < 1/10**30 - 1/10**60
# strict inequalities between what is equal at a plain number
false  x**2 > 0 for x in [-1, 101/100]
false  1 + x < exp(x) for x in (-1, 2)
true   1 + x < exp(x) for x in (0, 2)
false  1/2 < Max(x, 1 - x) for x in (1/3, 1001/1000]
# what fails far out, by powers with many digits and numbers near zero
false  (1 + 1/n)**n <= 271828/100000 for n in 1..oo
false  (1 + 1/x)**x <= 271828/100000 for x in (0, oo)
false  Phi(-x) <= 3989*exp(-x**2/2)/(10000*x) for x in (0, oo)
false  log((exp(x) - 1)/x) <= x/2 + x**2/24 - 1/10**12 for x in (0, oo)
# images, mixtures and independent draws, compared first by a row that holds of any laws
true   TotalVariation(Pushforward(K, P), Pushforward(K, Q))**2 <= KL(P, Q)/2
true   KL(Pushforward(K, P), Pushforward(K, Q)) >= 2*TotalVariation(Pushforward(K, P), Pushforward(K, Q))**2
false  KL(Pushforward(K, P), Pushforward(K, Q)) >= 201*TotalVariation(Pushforward(K, P), Pushforward(K, Q))**2/100
true   ChiSquared(P, Q) >= 4*TotalVariation(Pushforward(K, P), Pushforward(K, Q))**2
false  ChiSquared(Pushforward(K, P), Pushforward(K, Q)) >= 4*TotalVariation(P, Q)**2
true   KL(Pushforward(K, P), Pushforward(K, Q)) <= log(1 + ChiSquared(P, Q))
true   KL(Mixture(t, P, Q), Q) <= log(1 + t**2*ChiSquared(P, Q)) for t in [0, 1]
false  KL(Mixture(t, P, Q), Q) <= log(1 + 99*t**2*ChiSquared(P, Q)/100) for t in [0, 1]
true   TotalVariation(Product(P, P), Product(Q, Q)) <= sqrt(KL(P, Q))
true   TotalVariation(Product(P, R), Product(Q, S)) <= sqrt((KL(P, Q) + KL(R, S))/2)
true   KL(P, Q) <= c => TotalVariation(Product(P, P), Product(Q, Q)) <= sqrt(c) for c in [0, oo)
true   TotalVariation(Product(P, P), Product(Q, Q)) <= sqrt(1 - exp(-2*KL(P, Q)))
false  TotalVariation(Product(P, P), Product(Q, Q)) <= sqrt(1 - exp(-3*KL(P, Q)/2))
true   TotalVariation(Product(P, P, P), Product(Q, Q, Q)) <= sqrt(6*Hellinger(P, Q))
true   TotalVariation(Pushforward(K, P), Pushforward(K, Q)) <= sqrt(1 - exp(-KL(P, Q)))
true   TotalVariation(Mixture(t, P, R), Mixture(t, Q, R))**2 <= t**2*KL(P, Q)/2 for t in [0, 1]
# products of 1 plus chi-squared divergences, as sums of Renyi divergences
true   1 + ChiSquared(P, R) <= exp(2*MaxDivergence(P, Q))*(1 + ChiSquared(Q, R))
false  1 + ChiSquared(P, R) <= exp(MaxDivergence(P, Q))*(1 + ChiSquared(Q, R))
true   1 + ChiSquared(P, R) <= exp(MaxDivergence(Q, R))*(1 + ChiSquared(P, Q))
false  1 + ChiSquared(P, R) <= exp(99*MaxDivergence(Q, R)/100)*(1 + ChiSquared(P, Q))
# noise, by another divergence of the same two laws
true   KL(Logistic(0, b), Logistic(m, b)) <= Abs(m)/b for b in (0, oo), m in (-oo, oo)
false  KL(Logistic(0, b), Logistic(m, b)) <= 99*Abs(m)/(100*b) for b in (0, oo), m in (-oo, oo)
true   TotalVariation(DiscreteGaussian(0, s), DiscreteGaussian(1, s)) <= 1/(2*s) for s in (0, oo)
false  TotalVariation(DiscreteGaussian(0, s), DiscreteGaussian(1, s)) <= 1/(3*s) for s in (0, oo)
true   TriangularDiscrimination(Gaussian(0, 1), Gaussian(m, 1)) <= m**2/2 for m in (-oo, oo)
# moments of samples
true   RenyiDP(M, alpha, t) => RenyiDP(Subsample(M, q), alpha, log(1 - q + q*exp((alpha - 1)*t))/(alpha - 1))
false  RenyiDP(M, alpha, t) => RenyiDP(Subsample(M, q), alpha, log(1 - q + q*exp((alpha - 1)*t))/alpha)
false  RenyiDP(M, alpha, t) => RenyiDP(Subsample(M, q), alpha, q*t)
# total variation of what is concentrated but for failures
true   ApproxZCDP(M, delta, rho) => TotalVariationDP(M, delta + sqrt(rho/2))
false  ApproxZCDP(M, delta, rho) => TotalVariationDP(M, 99*delta/100 + sqrt(rho/2))
true   ApproxZCDP(M, delta, rho) => TotalVariationDP(M, delta + (1 - delta)*sqrt(1 - exp(-rho)))
false  ApproxZCDP(M, delta, rho) => TotalVariationDP(M, delta + (1 - delta)*sqrt(1 - exp(-rho/3)))
true   ApproxZCDP(M, delta, rho) => TotalVariationDP(Compose(M, k), k*delta + sqrt(k*rho/2))
false  ApproxZCDP(M, delta, rho) => TotalVariationDP(Compose(M, k), k*delta + sqrt(rho/2))
# squares that vanish only where what is assumed to be positive would
true   x**2 > 0 => x**4 > 0 for x in [-1, 1]
false  x**2 >= 0 => x**4 > 0 for x in [-1, 1]
true   Abs(x) > 0 => 1/x**2 >= 1 for x in [-1, 1]
false  Abs(x) > 0 => 1/x**2 >= 2 for x in [-1, 1]
true   x*y > 0 => x**2*y**2 > 0 for x in [-1, 1], y in [-1, 1]
false  x + y > 0 => x**2*y**2 > 0 for x in [-1, 1], y in [-1, 1]
true   (x - 1)*y > 0 => 1/(x - 1)**2 >= 1 for x in [0, 2], y in [-1, 1]
false  x*y > 0 => x**2*y**2 > 1/1000000 for x in [-1, 1], y in [-1, 1]
# sizes of sums of several letters, which are linear case by case
true   Abs(x + y + z) <= Abs(x) + Abs(y) + Abs(z) for x in [-1, 1], y in [-1, 1], z in [-1, 1]
false  Abs(x + y + z) <= Abs(x) + Abs(y) + 9*Abs(z)/10 for x in [-1, 1], y in [-1, 1], z in [-1, 1]
true   Abs(x - w) <= Abs(x - y) + Abs(y - z) + Abs(z - w) for x in [-1, 1], y in [-1, 1], z in [-1, 1], w in [-1, 1]
false  Abs(x - w) <= Abs(x - y) + Abs(y - z) + Abs(z - w)/2 for x in [-1, 1], y in [-1, 1], z in [-1, 1], w in [-1, 1]
true   Abs(x + 2*y - z) <= Abs(x) + 2*Abs(y) + Abs(z) for x in [-3, 1], y in [-1, 1], z in [-1, 2]
false  Abs(x + 2*y - z) <= Abs(x) + Abs(y) + Abs(z) for x in [-3, 1], y in [-1, 1], z in [-1, 2]
# least values of divergences, and sums of them that are less than something
true   KL(P, Q) > 0 => 1/KL(P, Q) >= 0
false  KL(P, Q) > 0 => 1/KL(P, Q) > 0
true   KL(P, Q) >= x => 1/KL(P, Q) <= 1/x for x in (0, oo)
false  KL(P, Q) >= x => 1/KL(P, Q) <= 1/(x + 1) for x in (0, oo)
true   2*KL(P, Q) < KL(P, Q) + 1 => KL(P, Q) <= 1
false  2*KL(P, Q) <= KL(P, Q) + 1 => KL(P, Q) <= 1
true   KL(P, Q) < x => log(x - KL(P, Q)) <= log(x) for x in [0, oo)
false  KL(P, Q) < x => log(x - KL(P, Q)) < log(x) for x in [0, oo)
# functions of what is infinite, and sums of it
false  tanh(KL(P, Q)) < 1
true   tanh(KL(P, Q)) <= 1
false  erfc(KL(P, Q)) > 0
true   sinh(KL(P, Q)) <= exp(KL(P, Q))
false  Sum(KL(P, Q), (i, 1, n)) >= KL(P, Q) for n in 0..5
true   Sum(KL(P, Q), (i, 1, n)) >= KL(P, Q) for n in 1..5
# concentration that no laws have, whatever fails
false  PureDP(M, 1) => ApproxZCDP(M, 1, -5, 1)
true   PureDP(M, 1) => ApproxZCDP(M, 1, -1, 1)
false  ApproxZCDP(GaussianMechanism(1, 1), 1/2, 2, -1)
# losses that exceed a bound with some probability
true   ProbabilisticDP(M, eps, delta) and ProbabilisticDP(N, e2, d2) => ProbabilisticDP(Compose(M, N), eps + e2, delta + d2)
false  ProbabilisticDP(M, eps, delta) and ProbabilisticDP(N, e2, d2) => ProbabilisticDP(Compose(M, N), eps + e2, delta + d2 - 2*delta*d2)
true   ProbabilisticDP(M, eps, delta) => ProbabilisticDP(Compose(M, k), k*eps, k*delta) for k in 1..oo
false  ProbabilisticDP(M, eps, delta) => ProbabilisticDP(Compose(M, k), k*eps, delta) for k in 1..oo
true   ProbabilisticDP(M, e, d) and ProbabilisticDP(N, f, c) => ProbabilisticDP(Parallel(M, N), Max(e, f), Max(d, c))
false  ProbabilisticDP(M, e, d) and ProbabilisticDP(N, f, c) => ProbabilisticDP(Parallel(M, N), (e + f)/2, Max(d, c))
false  ProbabilisticDP(M, eps, delta) => ProbabilisticDP(PostProcess(M), eps, delta)
# concentration up to every order
true   BoundedZCDP(M, oo, 0, rho) => ZCDP(M, rho)
false  BoundedZCDP(M, oo, 0, rho) => ZCDP(M, 99*rho/100)
false  BoundedZCDP(M, 100, 0, rho) => ZCDP(M, rho)
# families of tails after processing
true   TailDP(M, xi, rho) => TailDP(PostProcess(M), xi, rho)
false  TailDP(M, xi, rho) => TailDP(PostProcess(M), xi - 1/100, rho)
"""
CLAIMS = [line.split(maxsplit=1) for line in TRUE_AND_FALSE.splitlines() if line and line[0] != "#"]


@pytest.mark.parametrize(("truth", "claim"), CLAIMS, ids=[claim for _, claim in CLAIMS])
def test_a_textbook_claim_is_decided_and_certified(truth: str, claim: str) -> None:
    verdict = check(claim, budget=90)
    assert not isinstance(verdict, Undecided), verdict.why
    assert verdict.kind == {"true": "proved", "false": "refuted"}[truth]
    assert verdict.certificate is not None
    verify(verdict.certificate)
