"""Claims that stand in no paper and no corpus: consequences, other spellings, and near misses.

Whether each holds was found with pencil and paper or by independent numerics. A false claim
stands below the true one that it mimics.
"""

from __future__ import annotations

import pytest

from dpsym import Undecided, check, parse_claim
from dpsym.kernel.verify import verify

TRUE_AND_FALSE = """
# guarantees that say the same, or less
true   RenyiDP(M, oo, eps) => PureDP(M, eps)
false  RenyiDP(M, oo, eps) => PureDP(M, 99*eps/100)
true   RenyiDP(M, alpha, 0) => PureDP(M, 0)
true   ApproxZCDP(M, 0, rho) => ZCDP(M, rho)
false  ApproxZCDP(M, delta, rho) => ZCDP(M, rho)
true   ApproxDP(M, eps, 1)
false  ApproxDP(M, eps, 99/100)
true   BoundedZCDP(M, 5, xi, rho) => RenyiDP(M, 3, xi + 3*rho)
false  BoundedZCDP(M, 5, xi, rho) => RenyiDP(M, 6, xi + 6*rho)
true   RenyiDP(M, 2, tau) => ApproxDP(M, 0, sqrt(exp(tau) - 1)/2)
false  RenyiDP(M, 2, tau) => ApproxDP(M, 0, 49*sqrt(exp(tau) - 1)/100)
true   RenyiDP(M, 2, s) and RenyiDP(M, 4, t) => RenyiDP(M, 3, (s + 3*t)/4)
false  RenyiDP(M, 2, s) and RenyiDP(M, 4, t) => RenyiDP(M, 3, (s + t)/2)
true   ZCDP(M, rho) => ApproxDP(M, 0, sqrt(1 - exp(-rho)))
false  ZCDP(M, rho) => ApproxDP(M, 0, sqrt(rho)/2)
false  PureDP(M, eps) => ProbabilisticDP(M, eps/2, exp(eps)/(1 + exp(eps)))
false  ZCDP(M, rho) => GaussianDP(M, sqrt(2*rho))
# what holds of every mechanism: shares of right names, what is told, samples of nothing
true   Recovery(M, n, m) <= 1
false  Recovery(M, n, m) < 1
true   p <= Recovery(M, n, m) => p <= 1 for p in [0, oo)
false  p <= Recovery(M, n, m) => p <= 99/100 for p in [0, oo)
true   0 <= Capacity(M, n) + 2*Recovery(M, n, m)
false  0 < Capacity(M, n)
true   PureDP(Subsample(M, 0), 0)
false  PureDP(Subsample(M, 1/100), 1)
true   ZCDP(M, 1) => PureDP(Compose(Subsample(M, 0), 2), 0)
false  ZCDP(M, 1) => PureDP(Compose(Subsample(M, 1/100), 2), 0)
true   ApproxDP(Subsample(M, q), 0, q)
false  ApproxDP(Subsample(M, q), 0, 99/100*q) for q in [0, 1]
# adaptive composition and interleaving
true   BoundedRange(M1, a) and BoundedRange(M2, b) => BoundedRange(Compose(M1, M2), a + 2*b)
false  BoundedRange(M1, a) and BoundedRange(M2, b) => BoundedRange(Compose(M1, M2), a + b)
true   BoundedRange(M, a) => BoundedRange(Compose(M, k), (2*k - 1)*a)
true   PureDP(M, log(3)) => ApproxDP(Compose(InteractiveMechanism(Query(Message((1/2, 1/4), (1/2, 3/4)), Message((1/10, 0), (9/10, 1)))), M), log(3), 1/5)
false  PureDP(M, log(3)) => ApproxDP(Concurrent(InteractiveMechanism(Query(Message((1/2, 1/4), (1/2, 3/4)), Message((1/10, 0), (9/10, 1)))), M), log(3), 1/5)
# chains of what is known: tails of the loss, both signs of a range, lines of concrete mechanisms
true   ZCDP(M, rho) => ProbabilisticDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1)
false  ZCDP(M, rho) => ProbabilisticDP(M, rho + sqrt(rho*log(1/delta)), delta) for delta in (0, 1)
true   GaussianDP(M, mu) => ProbabilisticDP(M, mu**2/2 + mu*sqrt(2*log(1/delta)), delta) for delta in (0, 1)
true   RenyiDP(M, alpha, tau) => ProbabilisticDP(M, tau + log(1/delta)/(alpha - 1), delta) for delta in (0, 1)
true   MeanCDP(M, mu, tau) => ProbabilisticDP(M, mu + tau*sqrt(2*log(1/delta)), delta) for delta in (0, 1)
true   BoundedRange(M1, e1) and BoundedRange(M2, e2) => PureDP(Compose(M1, M2), e1 + e2)
false  BoundedRange(M1, e1) and BoundedRange(M2, e2) => PureDP(Compose(M1, M2), e1 + 99/100*e2)
true   BoundedRange(M, eta) => PureDP(Compose(M, k), k*eta)
true   ApproxZCDP(M, 1, 0)
false  ApproxZCDP(M, 99/100, 0)
true   BoundedZCDP(M, oo, 0, rho) => RenyiDP(M, a, a*rho) for a in (1, oo)
false  BoundedZCDP(M, oo, 0, rho) => RenyiDP(M, a, 99*a*rho/100) for a in (1, oo)
true   ApproxDP(DiscreteGaussianMechanism(s), 1/(2*s**2) + sqrt(2*log(1/delta))/s, delta) for delta in (0, 1)
false  ApproxDP(DiscreteGaussianMechanism(s), 1/(2*s**2), delta) for delta in (0, 1)
true   ZCDP(Group(DiscreteGaussianMechanism(s), k), k**2/(2*s**2))
true   ZCDP(ExponentialMechanism(eps, 1, (0, 1, 2), (1, 1, 1)), eps**2/8)
false  ZCDP(ExponentialMechanism(eps, 1, (0, 1, 2), (1, 1, 1)), eps**2/17)
true   RenyiDP(LaplaceMechanism(1, b), 2, 1/b**2)
true   PureDP(Subsample(LaplaceMechanism(1, b), q), log(1 + q*(exp(1/b) - 1)))
true   ApproxDP(Compose(Subsample(LaplaceMechanism(1, 1), 1/2), 2), 2*log(1/2 + exp(1)/2), 0)
# a lemma about an argument that is seen in another form
true   2*d*Phi(-sqrt(2*log(d/b))) <= b for d in 1..oo, b in (0, 1]
false  2*d*Phi(-sqrt(2*log(d/b))) <= 99*b/100 for d in 1..oo, b in (0, 1]
# mixtures with unlike weights, of which the larger part is shared
true   TotalVariation(P, Q) <= a and TotalVariation(R, S) <= a => TotalVariation(Mixture(t, P, R), Mixture(s, Q, S)) <= Abs(t - s) + (1 - Abs(t - s))*a for t in [0, 1], s in [0, 1], a in [0, 1]
false  TotalVariation(P, Q) <= a and TotalVariation(R, S) <= a => TotalVariation(Mixture(t, P, R), Mixture(s, Q, S)) <= Abs(t - s) + (98/100 - Abs(t - s))*a for t in [0, 1], s in [0, 1], a in [0, 1]
# noise that is processed: whether an answer exceeds a number
true   ProbabilisticDP(PostProcess(GaussianMechanism(1, 1)), 1, 5826/10000)
false  ProbabilisticDP(PostProcess(GaussianMechanism(1, 1)), 1, 5767/10000)
false  GaussianDP(M, 1) => ProbabilisticDP(PostProcess(M), 2, 1413/10000)
false  ZCDP(M, 1/8) => ProbabilisticDP(PostProcess(M), 1, 923/10000)
false  ProbabilisticDP(PostProcess(LaplaceMechanism(1, 1)), 1/2, 805/1000)
false  ProbabilisticDP(PostProcess(LogisticMechanism(1, 1)), 1/2, 60/100)
false  MeanCDP(PostProcess(GaussianMechanism(1, 1)), 1/2, 1)
# mixtures of two parts with unlike weights
true   HockeyStick(eps, Mixture(s, P, Q), Mixture(t, P, Q)) <= HockeyStick(eps, Bernoulli(s), Bernoulli(t)) for s in [0, 1], t in [0, 1]
false  HockeyStick(eps, Mixture(s, P, Q), Mixture(t, P, Q)) <= 99/100*HockeyStick(eps, Bernoulli(s), Bernoulli(t)) for s in [0, 1], t in [0, 1]
true   Hellinger(Mixture(s, P, Q), Mixture(t, P, Q)) <= Hellinger(Bernoulli(s), Bernoulli(t)) for s in [0, 1], t in [0, 1]
true   ChiSquared(Mixture(s, P, Q), Mixture(t, P, Q)) <= (s - t)**2/(t*(1 - t)) for s in [0, 1], t in (0, 1)
false  ChiSquared(Mixture(s, P, Q), Mixture(t, P, Q)) <= 99/100*(s - t)**2/(t*(1 - t)) for s in [0, 1], t in (0, 1)
true   KL(Mixture(s, P, Q), Mixture(t, R, S)) <= KL(Bernoulli(s), Bernoulli(t)) + s*KL(P, R) + (1 - s)*KL(Q, S) for s in [0, 1], t in (0, 1)
false  KL(Mixture(1/3, P, Q), Mixture(1/2, R, S)) <= 99/100*KL(Bernoulli(1/3), Bernoulli(1/2)) + KL(P, R)/3 + 2*KL(Q, S)/3
true   KL(Mixture(1/3, P, Q), Mixture(1/2, P, Q)) <= 57/1000
false  KL(Mixture(1/3, P, Q), Mixture(1/2, P, Q)) <= 56/1000
# how much of a distance a kernel leaves, by the masses of what it maps
true   TotalVariation(Pushforward(Kernel((3/4, 1/4), (1/3, 2/3)), P), Pushforward(Kernel((3/4, 1/4), (1/3, 2/3)), Q)) <= 5*TotalVariation(P, Q)/12
false  TotalVariation(Pushforward(Kernel((3/4, 1/4), (1/3, 2/3)), P), Pushforward(Kernel((3/4, 1/4), (1/3, 2/3)), Q)) <= 49/10*TotalVariation(P, Q)/12
true   ChiSquared(Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), P), Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), Q)) <= 1/4*ChiSquared(P, Q)
false  ChiSquared(Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), P), Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), Q)) <= 6/25*ChiSquared(P, Q)
true   KL(Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), P), Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), Q)) <= 1/2*KL(P, Q)
false  KL(Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), P), Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), Q)) <= 6/25*KL(P, Q)
true   KL(Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), P), Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), Q)) <= 1/4*KL(P, Q)
true   ChiSquared(Pushforward(Kernel((1 - p, p), (p, 1 - p)), P), Pushforward(Kernel((1 - p, p), (p, 1 - p)), Q)) <= (1 - 2*p)**2*ChiSquared(P, Q) for p in [0, 1]
false  ChiSquared(Pushforward(Kernel((1 - p, p), (p, 1 - p)), P), Pushforward(Kernel((1 - p, p), (p, 1 - p)), Q)) <= 99/100*(1 - 2*p)**2*ChiSquared(P, Q) for p in [0, 1]
true   KL(Pushforward(Kernel((1 - p, p), (p, 1 - p)), P), Pushforward(Kernel((1 - p, p), (p, 1 - p)), Q)) <= (1 - 2*p)**2*KL(P, Q) for p in [0, 1]
false  KL(Pushforward(Kernel((1 - p, p), (p, 1 - p)), P), Pushforward(Kernel((1 - p, p), (p, 1 - p)), Q)) <= 99/100*(1 - 2*p)**2*KL(P, Q) for p in [0, 1]
true   MaxDivergence(Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), P), Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), Q)) <= log(3)
false  MaxDivergence(Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), P), Pushforward(Kernel((3/4, 1/4), (1/4, 3/4)), Q)) <= log(297/100)
# numbers whose size is not seen at once
true   x**Phi(1) >= 0 for x in [0, 1]
true   Max(1/2, Phi(1)) <= 842/1000
false  Max(1/2, Phi(1)) <= 841/1000
true   Max(1/20, KL(Bernoulli(1/2), Bernoulli(1/3))) <= 59/1000
false  Max(1/20, KL(Bernoulli(1/2), Bernoulli(1/3))) <= 58/1000
# polynomials on boxes that are cut, products whose weight has a sign that only boxes show
true   x*y - 2*x**3 + 2*x**2*y**2 - 2*x**2*y + 2*y**3 <= 2499/1000 for x in [0, 1], y in [0, 1]
false  x*y - 2*x**3 + 2*x**2*y**2 - 2*x**2*y + 2*y**3 <= 2249/1000 for x in [0, 1], y in [0, 1]
true   x*y**2 - 2*x*y + y + x**3*y + 1 >= x for x in [0, oo), y in [1/3, oo)
false  x*y**2 - 2*x*y + y + x**3*y + 1/2 >= x for x in [0, oo), y in [1/3, oo)
true   82/31 - 59*t/39 >= t**(-3/2) for t in [68029/87345, 1]
false  82/31 - 60*t/39 >= t**(-3/2) for t in [58029/87345, 1]
true   Hellinger(Gaussian(0, 1), Gaussian(1, s)) <= 11/(10*s) for s in [5/4, 7/2]
false  Hellinger(Gaussian(0, 1), Gaussian(1, s)) <= 99/(100*s) for s in [5/4, 7/2]
# noise that is used several times
true   RenyiDP(Compose(LaplaceMechanism(1, 3/2), 4), 6, 219/100)
false  RenyiDP(Compose(LaplaceMechanism(1, 3/2), 4), 6, 218/100)
# responses whose least Gaussian parameter is reached at another threshold than zero
true   GaussianDP(NaryResponse(3/4, 6), 547/1000)
false  GaussianDP(NaryResponse(3/4, 6), 546/1000)
false  ZCDP(Group(N, 2), 1) and GaussianDP(Compose(M, N), 1/2) => ApproxDP(Compose(M, M), 0, 1/4)
# vectors of databases
true   RenyiDP(Hypotheses(Compose(M, 2), Ones(0), Ones(2)), 3, t) => RenyiDP(Hypotheses(Compose(M, 2), Ones(0), Ones(2)), 2, t)
false  RenyiDP(Hypotheses(Compose(M, 2), Ones(0), Ones(2)), 2, t) => RenyiDP(Hypotheses(Compose(M, 2), Ones(0), Ones(2)), 3, t)
true   ZCDP(Hypotheses(Compose(M, 2), Ones(0), Ones(2)), t) => ZCDP(Hypotheses(Compose(M, 2), Ones(0), Ones(1)), 0, t)
true   PureDP(M, 1/4) => HypothesisDP(Compose(M, 3), Uniform(Ones(2, 2)), Ones(3), 1/8, 104489/5000000)
# forms on the orthant, and what is one on a simplex
true   x*(x - y)*(x - z) + y*(y - x)*(y - z) + z*(z - x)*(z - y) >= 0 for x in [0, oo), y in [0, oo), z in [0, oo)
false  x*(x - y)*(x - z) + y*(y - x)*(y - z) + z*(z - x)*(z - y) >= x*y*z/100 for x in [0, oo), y in [0, oo), z in [0, oo)
true   x**4*y**2 + x**2*y**4 + z**6 >= 3*x**2*y**2*z**2 for x in [0, oo), y in [0, oo), z in [0, oo)
true   x**3 + y**3 + 1 >= 3*x*y for x in [0, oo), y in [0, oo)
false  x**3 + y**3 + 1 >= 301*x*y/100 for x in [0, oo), y in [0, oo)
true   x + y + z == 1 => x*y*z <= 1/27 for x in [0, 1], y in [0, 1], z in [0, 1]
false  x + y + z == 1 => x*y*z <= 1/28 for x in [0, 1], y in [0, 1], z in [0, 1]
true   w**4 + x**4 + y**4 + z**4 >= 4*w*x*y*z for w in [0, oo), x in [0, oo), y in [0, oo), z in [0, oo)
false  w**4 + x**4 + y**4 + z**4 >= 401*w*x*y*z/100 for w in [0, oo), x in [0, oo), y in [0, oo), z in [0, oo)
true   x + y + z == 1 => x**2*y + y**2*z + z**2*x <= 4/27 for x in [0, 1], y in [0, 1], z in [0, 1]
true   x + y + z == 1 => -x*log(x) - y*log(y) - z*log(z) <= log(3) for x in (0, 1], y in (0, 1], z in (0, 1]
false  x + y + z == 1 => -x*log(x) - y*log(y) - z*log(z) <= 99*log(3)/100 for x in (0, 1], y in (0, 1], z in (0, 1]
true   x + 2*y <= 3 => x*y**2 <= 1 for x in [0, 3], y in [0, 2]
false  x + 2*y <= 3 => x*y**2 <= 99/100 for x in [0, 3], y in [0, 2]
# strict conclusions that fail where hypotheses leave no room
true   x <= 1 and y <= x => y <= 1 for x in [0, 2], y in [0, 2]
false  x <= 1 and y <= x => y < 1 for x in [0, 2], y in [0, 2]
false  x <= 1 => x < 1 for x in [0, 2]
false  x*y == 1 => x + y > 2 for x in (0, oo), y in (0, oo)
# hypotheses that no mechanism satisfies, and hypotheses that some do
true   RenyiDP(M, 2, -1) => PureDP(M, 0)
false  RenyiDP(M, 2, 0) => PureDP(M, -1)
true   ZCDP(M, -3, 1) => PureDP(M, 0)
true   ZCDP(M, 1, -1/10) => PureDP(M, 0)
false  ZCDP(M, -1/2, 1) => PureDP(M, 0)
# hypotheses between numbers that leave nothing to divide by
true   a < b and b <= 0 => 1/(exp(b) - exp(a)) <= 1 for a in [0, oo), b in [0, oo)
false  a < b and b <= 1 => 1/(exp(b) - exp(a)) <= 1 for a in [0, oo), b in [0, oo)
# hypotheses that repeat a domain, or leave less of it
true   0 <= t and t <= 1 => KL(S, Mixture(t, P, R)) <= t*KL(S, P) + (1 - t)*KL(S, R)
false  0 <= t and t <= 1 => KL(S, Mixture(t, P, R)) <= t*KL(S, P) + (1 - t)*KL(S, R)/2
true   2*t <= 1 and 0 <= KL(P, Q) => KL(P, Mixture(t, Q, R)) <= t*KL(P, Q) + (1 - t)*KL(P, R)
true   sqrt((x - y)**2) <= x - y for x in [1, 2], y in [0, 1]
false  sqrt((x - y)**2) <= x - y for x in [0, 2], y in [0, 1]
true   x < 1 and y <= x => y < 1 for x in [0, 2], y in [0, 2]
# laws with masses beside laws with densities
true   GaussianDP(M, 3/4) and ApproxDP(N, 0, 1/10) => ApproxDP(Compose(M, N), 7/4, 289/2500)
false  GaussianDP(M, 3/4) and ApproxDP(N, 0, 1/10) => ApproxDP(Compose(M, N), 7/4, 1/10)
true   ApproxZCDP(FiniteMechanism(Finite(1, 0, 0), Finite(0, 1/2, 1/2)), 1, 0)
# of two laws that are written out, from guarantees of a mechanism that answers by them
true   PureDP(FiniteMechanism(Bernoulli(p), Bernoulli(q)), e) => TotalVariation(Bernoulli(p), Bernoulli(q)) <= tanh(e/2)
false  PureDP(FiniteMechanism(Bernoulli(p), Bernoulli(q)), e) => TotalVariation(Bernoulli(p), Bernoulli(q)) <= 98*tanh(e/2)/100
true   RenyiDP(FiniteMechanism(Bernoulli(p), Bernoulli(q)), 2, e) => ChiSquared(Bernoulli(p), Bernoulli(q)) <= exp(e) - 1
false  RenyiDP(FiniteMechanism(Bernoulli(p), Bernoulli(q)), 2, e) => ChiSquared(Bernoulli(p), Bernoulli(q)) <= 98*(exp(e) - 1)/100
true   ZCDP(FiniteMechanism(Bernoulli(p), Bernoulli(q)), r) => TotalVariation(Bernoulli(p), Bernoulli(q)) <= sqrt(r/2)
true   PureDP(FiniteMechanism(Finite(a, b, 1 - a - b), Finite(c, d, 1 - c - d)), e) => TotalVariation(Finite(a, b, 1 - a - b), Finite(c, d, 1 - c - d)) <= tanh(e/2) for a in (0, 1/2], b in (0, 1/2), c in (0, 1/2], d in (0, 1/2), e in [0, oo)
false  PureDP(FiniteMechanism(Finite(a, b, 1 - a - b), Finite(c, d, 1 - c - d)), e) => TotalVariation(Finite(a, b, 1 - a - b), Finite(c, d, 1 - c - d)) <= 98*tanh(e/2)/100 for a in (0, 1/2], b in (0, 1/2), c in (0, 1/2], d in (0, 1/2), e in [0, oo)
true   Renyi(2, Bernoulli(p), Bernoulli(q)) <= e and Renyi(2, Bernoulli(q), Bernoulli(p)) <= e => TotalVariation(Bernoulli(p), Bernoulli(q)) <= sqrt(exp(e) - 1)/2 for e in [0, oo)
# of scores that only grow, whose losses differ by less than those of any scores
true   a0 <= b0 and b0 <= a0 + D and a1 <= b1 and b1 <= a1 + D and a2 <= b2 and b2 <= a2 + D => PureDP(ExponentialMechanism(e, 2*D, (a0, a1, a2), (b0, b1, b2)), e/4) for a0 in (-oo, oo), b0 in (-oo, oo), a1 in (-oo, oo), b1 in (-oo, oo), a2 in (-oo, oo), b2 in (-oo, oo), D in (0, oo)
false  a0 <= b0 and b0 <= a0 + D and a1 <= b1 and b1 <= a1 + D and a2 <= b2 and b2 <= a2 + D => PureDP(ExponentialMechanism(e, 2*D, (a0, a1, a2), (b0, b1, b2)), 49*e/200) for a0 in (-oo, oo), b0 in (-oo, oo), a1 in (-oo, oo), b1 in (-oo, oo), a2 in (-oo, oo), b2 in (-oo, oo), D in (0, oo)
true   a0 <= b0 and b0 <= a0 + 1 and a1 <= b1 and b1 <= a1 + 1 => ZCDP(ExponentialMechanism(e, 1, (a0, a1), (b0, b1)), e**2/32) for a0 in (-oo, oo), b0 in (-oo, oo), a1 in (-oo, oo), b1 in (-oo, oo)
false  a0 <= b0 and b0 <= a0 + 1 and a1 <= b1 and b1 <= a1 + 1 => ZCDP(ExponentialMechanism(e, 1, (a0, a1), (b0, b1)), 49*e**2/1600) for a0 in (-oo, oo), b0 in (-oo, oo), a1 in (-oo, oo), b1 in (-oo, oo)
# of a whole and its parts
true   PureDP(Compose(M, N), eps) => PureDP(M, eps)
false  PureDP(M, e) => PureDP(Compose(M, N), e)
true   ZCDP(Group(M, 2), rho) => ZCDP(M, rho)
true   PureDP(Parallel(M, N), e) => PureDP(M, e)
true   BoundedRange(M, eta) => BoundedRange(Group(M, k), k*eta)
false  BoundedRange(M, eta) => BoundedRange(Group(M, 2), 19*eta/10)
true   BoundedRange(ExponentialMechanism(eps, 1, (0, 1), (1, 0)), eps)
false  BoundedRange(ExponentialMechanism(eps, 1, (0, 1), (1, 0)), 99*eps/100)
true   Abs(x - u) <= D and Abs(y - v) <= D => BoundedRange(ExponentialMechanism(eps, D, (x, y), (u, v)), eps) for x in (-oo, oo), y in (-oo, oo), u in (-oo, oo), v in (-oo, oo)
false  Abs(x - u) <= D and Abs(y - v) <= D => BoundedRange(ExponentialMechanism(eps, D, (x, y), (u, v)), 49*eps/50) for x in (-oo, oo), y in (-oo, oo), u in (-oo, oo), v in (-oo, oo)
true   ProbabilisticDP(M1, a, c) and ProbabilisticDP(M2, b, d) => ApproxDP(Compose(M1, M2), a + b, c + d)
false  ProbabilisticDP(M1, a, c) and ProbabilisticDP(M2, b, d) => ApproxDP(Compose(M1, M2), a + b, Max(c, d))
true   RenyiDP(M1, alpha, s) and ZCDP(M2, r) => RenyiDP(Compose(M1, M2), alpha, s + alpha*r)
true   RenyiDP(M1, a, s) and RenyiDP(M2, b, t) and a <= b => RenyiDP(Compose(M1, M2), a, s + t)
false  RenyiDP(M1, a, s) and RenyiDP(M2, b, t) and a <= b => RenyiDP(Compose(M1, M2), b, s + t)
true   RenyiDP(M1, alpha, s) and RenyiDP(M2, alpha, t) => RenyiDP(Parallel(M1, M2), alpha, Max(s, t))
true   BoundedRange(M1, a) and PureDP(M2, b) => ZCDP(Compose(M1, M2), a**2/8 + b**2/2)
false  BoundedRange(M1, a) and PureDP(M2, b) => ZCDP(Compose(M1, M2), a**2/8 + b**2/8)
true   ZCDP(M, rho) => ZCDP(Subsample(M, q), rho)
false  ZCDP(M, rho) => ZCDP(Subsample(M, q), q*rho)
true   PureDP(M, 1) => PureDP(Subsample(M, 1/10), 4/25)
false  PureDP(M, 1) => PureDP(Subsample(M, 1/10), 3/20)
true   GaussianDP(M, mu) => ApproxDP(Subsample(M, q), 0, q*mu/sqrt(2*pi))
false  GaussianDP(M, mu) => ApproxDP(Subsample(M, q), 0, q*mu/3)
true   PureDP(M, 0) => PureDP(Compose(M, k), 0) for k in 1..oo
# divergences
true   HockeyStick(0, Q, P) <= 0 and HockeyStick(0, P, R) <= 0 => HockeyStick(0, Q, R) <= 0
true   Hellinger(P, Q) <= 1/2 and TotalVariation(Q, P) <= 1/20 => TotalVariation(P, Q) <= 11/200
false  TotalVariation(Q, P) <= 1/20 => TotalVariation(P, Q) <= 9/200
true   exp(-Renyi(2, Q, P)) <= 1
true   KL(Bernoulli(0), Bernoulli(p)) <= x for p in [0, 1/2], x in [1, oo)
false  KL(Bernoulli(0), Bernoulli(p)) <= x for p in [0, 1/2], x in [1/2, oo)
true   f <= e => HockeyStick(e, P, Q) <= HockeyStick(f, P, Q)
false  e <= f => HockeyStick(e, P, Q) <= HockeyStick(f, P, Q)
true   TotalVariation(P, Q) == TotalVariation(Q, P)
false  ChiSquared(P, Q) == ChiSquared(Q, P)
true   TotalVariation(Mixture(t, P, Q), Q) == t*TotalVariation(P, Q)
true   ChiSquared(Mixture(t, P, Q), Q) == t**2*ChiSquared(P, Q)
false  KL(Mixture(t, P, Q), Q) <= t**2*KL(P, Q)
true   KL(P, Mixture(t, P, Q)) <= -log(t) for t in (0, 1]
false  KL(P, Mixture(t, P, Q)) <= -99*log(t)/100 for t in (0, 1]
true   Renyi(2, P, Mixture(t, P, Q)) <= -log(t) for t in (0, 1]
true   KL(P, Mixture(1/2, P, Q)) + KL(Q, Mixture(1/2, P, Q)) <= 2*log(2)*TotalVariation(P, Q)
true   MaxDivergence(P, Q) <= e and MaxDivergence(Q, P) <= e => KL(P, Q) + KL(Q, P) <= 2*e*tanh(e/2) for e in [0, oo)
true   MaxDivergence(P, Q) <= e => TotalVariation(P, Q) <= 1 - exp(-e) for e in [0, oo)
false  MaxDivergence(P, Q) <= e => TotalVariation(P, Q) <= tanh(e/2) for e in [0, oo)
true   TotalVariation(Product(P, R), Product(Q, T)) <= TotalVariation(P, Q) + TotalVariation(R, T)
false  TotalVariation(Product(P, R), Product(Q, T)) <= 99/100*(TotalVariation(P, Q) + TotalVariation(R, T))
true   HockeyStick(a + b, Product(P, R), Product(Q, T)) <= HockeyStick(a, P, Q) + HockeyStick(b, R, T)
true   Hellinger(Product(P, P), Product(Q, Q)) == 1 - (1 - Hellinger(P, Q))**2
true   sqrt(Hellinger(P, R)) <= sqrt(Hellinger(P, Q)) + sqrt(Hellinger(Q, R))
false  sqrt(Hellinger(P, R)) <= sqrt(Hellinger(P, Q)) + 99*sqrt(Hellinger(Q, R))/100
false  Hellinger(P, R) <= Hellinger(P, Q) + Hellinger(Q, R)
true   MaxDivergence(P, R) <= MaxDivergence(P, Q) + MaxDivergence(Q, R)
true   Renyi(2, P, Q) >= log(1 + 4*TotalVariation(P, Q)**2)
false  Renyi(2, P, Q) >= log(1 + 4.04*TotalVariation(P, Q)**2)
true   Renyi(alpha, P, Q) >= 2*TotalVariation(P, Q)**2
true   KL(P, Q) == 0 => TotalVariation(P, Q) == 0
true   TotalVariation(P, Q) <= d and TotalVariation(Q, R) <= d => TotalVariation(P, R) <= 2*d for d in [0, 1]
false  TotalVariation(P, Q) <= d and TotalVariation(Q, R) <= d => TotalVariation(P, R) <= 199*d/100 for d in [0, 1]
true   ChiSquared(P, Mixture(1/2, P, Q)) <= 1
false  ChiSquared(P, Mixture(1/2, P, Q)) <= 99/100
true   MaxDivergence(P, Q) <= a => ChiSquared(P, Q) <= exp(a) - 1 for a in [0, oo)
true   MaxDivergence(P, Q) <= a and MaxDivergence(Q, R) <= b => KL(P, R) <= a + b for a in [0, oo), b in [0, oo)
true   Hellinger(Product(P, R), Product(Q, T)) <= Hellinger(P, Q) + Hellinger(R, T)
true   ChiSquared(Product(P, R), Product(Q, T)) >= ChiSquared(P, Q) + ChiSquared(R, T)
false  ChiSquared(Product(P, R), Product(Q, T)) <= ChiSquared(P, Q) + ChiSquared(R, T)
true   exp(KL(P, Q)) <= 1 + ChiSquared(P, Q)
false  exp(KL(P, Q)) <= 1 + 99*ChiSquared(P, Q)/100
false  (KL(P, Q) - 1)**2 <= (MaxDivergence(P, Q) - 1)**2
true   KL(P, Q) + KL(Q, R) >= TotalVariation(P, R)**2
false  KL(P, Q) + KL(Q, R) >= 1.01*TotalVariation(P, R)**2
# cases of equality, strict forms, lower bounds from lower bounds
true   HockeyStick(1, P, Q) == 0 => MaxDivergence(P, Q) <= 1
false  HockeyStick(1, P, Q) <= 1/1000 => MaxDivergence(P, Q) <= 1
true   Hellinger(P, Q) == 0 => KL(P, Q) == 0
false  Hellinger(P, Q) <= 1/1000 => KL(P, Q) <= 1
true   Renyi(3, P, Q) <= 0 => TotalVariation(Q, P) <= 0
true   MaxDivergence(P, Q) == 0 => MaxDivergence(Q, P) == 0
true   TotalVariation(P, Q) < 1 => Hellinger(P, Q) < 1
false  TotalVariation(P, Q) <= 1 => Hellinger(P, Q) < 1
true   TotalVariation(P, Q) > 0 => KL(P, Q) > 0
false  TotalVariation(P, Q) >= 0 => KL(P, Q) > 0
true   TotalVariation(P, Q) >= t => KL(P, Q) >= 2*t**2 for t in [0, 1]
false  TotalVariation(P, Q) >= t => KL(P, Q) >= 202*t**2/100 for t in [0, 1]
true   KL(P, Q) < 2*t**2 => TotalVariation(P, Q) < t for t in [0, 1]
true   ChiSquared(P, Q) == c => TotalVariation(P, Q) <= sqrt(c)/2 for c in [0, 1]
false  ChiSquared(P, Q) == c => TotalVariation(P, Q) <= 98*sqrt(c)/200 for c in [0, 1]
true   MaxDivergence(P, Mixture(t, P, Q)) <= -log(t) for t in (0, 1]
false  MaxDivergence(P, Mixture(t, P, Q)) <= -99*log(t)/100 for t in (0, 1]
true   x < y => sqrt(x) < sqrt(y) for x in [0, oo), y in [0, oo)
false  x <= y => sqrt(x) < sqrt(y) for x in [0, oo), y in [0, oo)
# log-convexity in the order
true   Renyi(2, P, Q) <= (Renyi(3/2, P, Q) + 3*Renyi(5/2, P, Q))/4
false  Renyi(2, P, Q) <= (Renyi(3/2, P, Q) + 2*Renyi(5/2, P, Q))/3
true   Renyi(a, P, Q) <= (Renyi(a - 1, P, Q)*(a - 2) + a*Renyi(a + 1, P, Q))/(2*(a - 1)) for a in (2, oo)
# groups in compositions, and compositions of groups
true   ApproxDP(M, 1/2, 1/20) => ApproxDP(Compose(Group(M, 2), 2), 1/2, 5173/10000)
false  ApproxDP(M, 1/2, 1/20) => ApproxDP(Compose(Group(M, 2), 2), 1/2, 5171/10000)
true   ApproxDP(M, 1/2, 1/20) => ApproxDP(Group(Compose(M, 2), 2), 3/2, 3493/10000)
false  ApproxDP(M, 1/2, 1/20) => ApproxDP(Group(Compose(M, 2), 2), 3/2, 3491/10000)
true   ApproxDP(M, 1/2, 1/20) and PureDP(N, 1/4) => ApproxDP(Compose(Group(M, 2), N), 3/2, 1325/10000)
false  ApproxDP(M, 1/2, 1/20) and PureDP(N, 1/4) => ApproxDP(Compose(Group(M, 2), N), 3/2, 1322/10000)
true   PureDP(M, 3/4) and PureDP(N, 3/4) => RenyiDP(Compose(Group(M, 2), N), 2, 1642/1000)
false  PureDP(M, 3/4) and PureDP(N, 3/4) => RenyiDP(Compose(Group(M, 2), N), 2, 1640/1000)
# squares of hockey sticks, which are largest at an end of what is assumed or before it
true   MaxDivergence(P, Q) <= 5/4 => HockeyStick(1/2, P, Q)**2 <= 112/1000*ChiSquared(P, Q)
false  MaxDivergence(P, Q) <= 5/4 => HockeyStick(1/2, P, Q)**2 <= 111/1000*ChiSquared(P, Q)
true   MaxDivergence(P, Q) <= 3/4 => HockeyStick(1/2, P, Q) <= 59/100*sqrt(Hellinger(P, Q))
false  MaxDivergence(P, Q) <= 3/4 => HockeyStick(1/2, P, Q) <= 58/100*sqrt(Hellinger(P, Q))
true   MaxDivergence(P, Q) <= 2 => HockeyStick(1/2, P, Q)**3 <= 31/100*TriangularDiscrimination(P, Q)
false  MaxDivergence(P, Q) <= 2 => HockeyStick(1/2, P, Q)**3 <= 30/100*TriangularDiscrimination(P, Q)
# samples of samples: the record is there for both or for neither
true   PureDP(M, 2) and PureDP(N, 2) => ApproxDP(Subsample(Compose(Subsample(M, 1/10), N), 9/10), 9/5, 836/10000)
false  PureDP(M, 2) and PureDP(N, 2) => ApproxDP(Subsample(Compose(Subsample(M, 1/10), N), 9/10), 9/5, 834/10000)
false  ApproxDP(Subsample(Compose(Subsample(RandomizedResponse(2), 1/10), Subsample(RandomizedResponse(2), 1)), 9/10), 9/5, 836/10000) => 1 <= 0
true   PureDP(M, 1) => PureDP(Subsample(Subsample(M, 1/2), 1/2), log(1 + (exp(1) - 1)/4))
false  PureDP(M, 1) => PureDP(Subsample(Subsample(M, 1/2), 1/2), log(1 + (exp(1) - 1)/5))
# samples beside other mechanisms
true   ApproxDP(M, 1/4, 1/20) and PureDP(N, 3/4) => ApproxDP(Compose(Subsample(M, 1/5), N), 1/4, 2714/10000)
false  ApproxDP(M, 1/4, 1/20) and PureDP(N, 3/4) => ApproxDP(Compose(Subsample(M, 1/5), N), 1/4, 2711/10000)
true   PureDP(M, 1/2) and PureDP(N, 1) => ApproxDP(Compose(Subsample(M, 9/10), N), 1/4, 3859/10000)
false  PureDP(M, 1/2) and PureDP(N, 1) => ApproxDP(Compose(Subsample(M, 9/10), N), 1/4, 3855/10000)
true   PureDP(M, 1/2) and ApproxDP(N, 1/4, 1/10) => ApproxDP(Group(Compose(M, N), 3), 1/2, 6545/10000)
false  PureDP(M, 1/2) and ApproxDP(N, 1/4, 1/10) => ApproxDP(Group(Compose(M, N), 3), 1/2, 6535/10000)
# exact privacy of groups
true   PureDP(M, eps) => TotalVariationDP(Group(M, 2), 1 - exp(-eps))
false  PureDP(M, eps) => TotalVariationDP(Group(M, 2), 98*(1 - exp(-eps))/100)
true   ApproxDP(M, eps, delta) => TotalVariationDP(Group(M, 2), 1 - exp(-eps)*(1 - 2*delta))
true   PureDP(M, eps) => ApproxDP(Group(M, 4), 2*eps, 1 - exp(-eps))
true   ApproxDP(M, log(2), 1/10) => ApproxDP(Group(M, 3), 0, 4/5)
false  ApproxDP(M, log(2), 1/10) => ApproxDP(Group(M, 3), 0, 799/1000)
true   ApproxDP(M, log(2), d) => ApproxDP(Group(M, 3), 0, 2/3 + 4*d/3)
true   ApproxDP(M, eps, d) => TotalVariationDP(Group(M, 3), (1 + exp(eps) - 2*exp(-eps) + d*(2 + 4*exp(-eps)))/(1 + exp(eps)))
# the same of any number of members
true   PureDP(M, eps) => TotalVariationDP(Group(M, 2*m), 1 - exp(-m*eps)) for m in 1..oo
false  PureDP(M, eps) => TotalVariationDP(Group(M, 2*m), 1 - 51*exp(-m*eps)/50) for m in 1..oo
true   PureDP(M, eps) => TotalVariationDP(Group(M, 2*m + 1), 1 - 2*exp(-m*eps)/(1 + exp(eps))) for m in 1..oo
true   PureDP(M, eps) => TotalVariationDP(Group(M, n), 1 - exp(-n*eps/2)/cosh(eps/2)) for n in 1..oo
true   PureDP(M, eps) => ApproxDP(Group(M, n), (n - 2)*eps, 1 - exp(-eps)) for n in 1..oo
true   ApproxDP(M, eps, delta) => TotalVariationDP(Group(M, 2*m), (1 - exp(-m*eps))*(1 + 2*delta/(exp(eps) - 1))) for m in 1..oo, eps in (0, oo)
true   ApproxDP(M, log(2), delta) => TotalVariationDP(Group(M, 2*m), (1 - 2**(-m))*(1 + 2*delta)) for m in 1..oo
false  ApproxDP(M, log(2), delta) => TotalVariationDP(Group(M, 2*m), (1 - 2**(-m))*(1 + 49*delta/25)) for m in 1..oo
# rounds with equal inputs, dropped
true   HypothesisDP(Compose(M, m), Ones(0), Ones(m), epsilon, delta) and m <= k => HypothesisDP(Compose(M, k), Ones(0), Ones(0, m), epsilon, delta) for k in 1..oo, m in 1..oo
false  HypothesisDP(Compose(M, 2), Ones(0), Ones(2), epsilon, delta) => HypothesisDP(Compose(M, 5), Ones(0), Ones(0, 3), epsilon, delta)
true   HypothesisDP(Compose(M, 2), Ones(0), Ones(2), epsilon, delta) => HypothesisDP(Compose(M, 5), Ones(1), Ones(1), epsilon, delta)
# a bound in another divergence, for every bound of it
true   Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/2)
false  Hellinger(P, Q) <= 1 - exp(-49*KL(P, Q)/100)
# through laws between, the other way round as well
true   TotalVariation(P, R) <= a and TotalVariation(Q, R) <= b => TotalVariation(P, Q) <= a + b for a in [0, 1], b in [0, 1]
false  TotalVariation(P, R) <= a and TotalVariation(Q, S) <= b => TotalVariation(P, Q) <= a + b for a in [0, 1], b in [0, 1]
true   KL(P, R) <= a and KL(Q, R) <= b => TotalVariation(P, Q) <= sqrt(a/2) + sqrt(b/2) for a in [0, oo), b in [0, oo)
false  KL(P, R) <= a and KL(Q, R) <= b => TotalVariation(P, Q) <= 9*(sqrt(a/2) + sqrt(b/2))/10 for a in [0, oo), b in [0, oo)
true   Renyi(4, P, R) <= a and Renyi(3, R, Q) <= b => Renyi(2, P, Q) <= 3*a/2 + b for a in [0, oo), b in [0, oo)
false  Renyi(4, P, R) <= a and Renyi(3, R, Q) <= b => Renyi(2, P, Q) <= 7*a/5 + b for a in [0, oo), b in [0, oo)
# maxima that change where numbers are not rational
true   HockeyStick(1, P, Q) <= d and HockeyStick(0, P, Q) <= t => HockeyStick(1/2, P, Q) <= t - (t - d)*(exp(1/2) - 1)/(exp(1) - 1) for d in [0, 1], t in [0, 1]
# conditions on numbers that are too large to be written out
true   x <= exp(exp(30)) => x*exp(-x) <= 1 for x in [0, oo)
true   x*exp(-x) <= 1 for x in [0, exp(exp(30))]
false  x <= exp(50) => x*exp(-x) <= 1/3 for x in [0, oo)
# boxes on which balls are narrower than the kernel's ranges
true   PureDP(M, a) => RenyiDP(M, 3, 996167/1000000*a) for a in [17/100, 17/5]
# names whose sign decides
true   c*MaxDivergence(P, Q) >= c*KL(P, Q) for c in [0, 1]
false  c*MaxDivergence(P, Q) >= c*KL(P, Q) for c in [-1, 1]
false  c*Renyi(2, P, Q) >= c*KL(P, Q) for c in [-1, 0)
true   MaxDivergence(P, Q) <= a and MaxDivergence(Q, P) <= a => exp(c*TotalVariation(P, Q)) <= exp(c*tanh(a/2)) for c in (0, 1], a in [0, oo)
false  MaxDivergence(P, Q) <= a and MaxDivergence(Q, P) <= a => exp(c*TotalVariation(P, Q)) <= exp(c*tanh(a/2)) for c in [-1, 0), a in [0, oo)
true   PureDP(M, eps) => ZCDP(Subsample(M, q), q**2*eps**2*exp(2*eps)/2) for q in [0, 1]
false  PureDP(M, eps) => ZCDP(Subsample(M, q), q**2*eps**2*exp(2*eps)/4) for q in [0, 1]
# numbers that cancel, hypotheses about finite divergences, and what holds where two sides are oo
true   TotalVariation(P, Q) - TotalVariation(P, Q) == 0
false  TotalVariation(P, Q) - TotalVariation(Q, R) <= 0
true   0*exp(KL(P, Q)) <= 1
true   1**KL(P, Q) <= 1
true   KL(P, Q) <= 3 => KL(P, Q) - KL(P, Q) == 0
true   Hellinger(P, Q) + x <= Hellinger(P, Q) + y/2 => x <= y/2 for x in [0, 9], y in [0, 9]
false  KL(P, Q) + x <= KL(P, Q) + y/2 => x <= y/2 for x in [0, 9], y in [0, 9]
true   exp(TotalVariation(P, Q)) + x == exp(TotalVariation(P, Q)) + y => x <= y for x in [0, 9], y in [0, 9]
false  exp(KL(P, Q)) + x == exp(KL(P, Q)) + y => x <= y for x in [0, 9], y in [0, 9]
false  ChiSquared(P, Q)**2 + x <= ChiSquared(P, Q)**2 + 6*y => x <= 6*y for x in [0, 9], y in [0, 9]
true   exp(-KL(P, Q)) <= 0 => exp(-KL(P, Q)) <= 0
true   KL(P, Q) <= x and x <= 2*y => KL(P, Q) <= 2*y for x in [0, 1], y in [0, 1]
false  KL(P, Q) <= x and x <= 2*y => KL(P, Q) <= 9*y/5 for x in [0, 1], y in [0, 1]
true   exp(KL(P, Q)) >= 2*exp(KL(P, Q)) and KL(P, Q) <= 8 => TotalVariation(P, Q) <= 0
false  exp(KL(P, Q)) >= 2*exp(KL(P, Q)) and KL(Q, P) <= 8 => TotalVariation(P, Q) <= 0
true   1/(1 + ChiSquared(P, Q)) < 0 => TotalVariation(P, Q) <= 0
false  1/(1 + ChiSquared(P, Q)) <= 0 => TotalVariation(P, Q) <= 0
# hypotheses that are not needed
true   MaxDivergence(P, Q) <= 3/2 => TotalVariation(P, Q)**2 <= 11*KL(P, Q)/20
false  MaxDivergence(P, Q) <= 3/2 => TotalVariation(P, Q)**2 <= 9*KL(P, Q)/20
# logarithms of sums of exponentials, and squares that are not positive
true   log(1 + exp(x)) <= x + exp(-x) for x in (-oo, oo)
false  log(1 + exp(x)) <= x + 99*exp(-x)/100 for x in (-oo, oo)
true   log(1 + exp(x)) - log(2) >= x/2 for x in (-oo, oo)
false  log(1 + exp(x)) - log(2) >= 51*x/100 for x in (-oo, oo)
true   x**2 - 2*x*y + y**2 <= 0 => x == y for x in [0, 1], y in [0, 5]
false  x**2 - 2*x*y + y**2 <= 1/100 => x == y for x in [0, 1], y in [0, 5]
true   (x - 1/3)**2 <= 0 => x*y <= y/3 for x in [0, 1], y in [0, 5]
false  (x - 1/3)**2 <= 0 => x*y <= y/4 for x in [0, 1], y in [0, 5]
# parts of laws that nothing satisfies, and those that any two laws have
true   ApproxZCDP(M, d, -1, 0) => PureDP(M, 0)
true   ApproxZCDP(M, d, -1, 1/2) => PureDP(M, 0)
true   ApproxZCDP(M, d, x, 0) and x < 0 => ApproxDP(M, 0, 0) for x in (-oo, oo)
false  ApproxZCDP(M, 1, -1, 1) => PureDP(M, 7)
false  ApproxZCDP(M, 1, 0, 0) => PureDP(M, 7)
# as many failures as there may be, of many rounds
true   ApproxDP(Compose(CanonicalRR(1/10, 1/10), 700), 20, 1)
false  PureDP(M, eps) => ApproxZCDP(M, 1/10, eps**2/8)
false  ApproxZCDP(CanonicalRR(e, d), d, 0, e**2/3)
true   ApproxZCDP(CanonicalRR(e, d), d, 0, e**2/2)
false  ApproxDP(M, e, d) => ApproxZCDP(M, d, 9*e*tanh(e/2)/10)
true   ApproxZCDP(Compose(CanonicalRR(1, 1/10), 2), 19/100, 0, 1)
false  ApproxZCDP(Compose(CanonicalRR(1, 1/10), 2), 19/100, 0, 1/2)
# sums from the other end, with other indices, and as harmonic numbers
true   Sum(1/(n + 1 - i), (i, 1, n)) == harmonic(n) for n in 1..oo
false  Sum(1/(n + 1 - i), (i, 1, n)) == harmonic(n + 1) - 1/n for n in 1..oo
true   Sum(1/(n - i), (i, 0, n - 1)) == harmonic(n) for n in 1..oo
true   Sum(1/(n + i), (i, 1, n)) == harmonic(2*n) - harmonic(n) for n in 1..oo
true   Sum(i, (i, 1, n)) == Sum(n + 1 - i, (i, 1, n)) for n in 1..oo
true   Sum(1/(n + 1 - i)**2, (i, 1, n)) <= 2 - 1/n for n in 1..oo
false  Sum(1/(n + 1 - i)**2, (i, 1, n)) <= 2 - 3/(2*n) for n in 1..oo
true   harmonic(2*n) - harmonic(n) <= log(2) for n in 1..oo
false  harmonic(2*n) - harmonic(n) <= 69/100 for n in 1..oo
true   harmonic(n + m) - harmonic(n) <= log((n + m)/n) for n in 1..oo, m in 1..oo
true   Sum(1/i, (i, 1, n + m)) == harmonic(n + m) for n in 1..oo, m in 1..oo
true   harmonic(n*m) >= harmonic(n) for n in 1..oo, m in 1..oo
true   harmonic(n + m) <= harmonic(n) + harmonic(m) for n in 1..oo, m in 1..oo
false  harmonic(n + m) - harmonic(n) <= log(m) for n in 1..oo, m in 2..oo
# binomial coefficients by powers
true   binomial(n, k) <= n**k for n in 0..oo, k in 0..oo
false  binomial(n, k) <= n**k/2 for n in 0..oo, k in 0..oo
true   binomial(n, k) <= n**k/factorial(k) for n in 1..oo, k in 1..oo
false  binomial(n, k) <= n**k/factorial(k + 1) for n in 1..oo, k in 1..oo
# geometric means by the smaller number
true   sqrt(p*q) + sqrt((1 - p)*(1 - q)) + Abs(p - q) >= 1 for p in [0, 1], q in [0, 1]
false  sqrt(p*q) + sqrt((1 - p)*(1 - q)) + 9*Abs(p - q)/10 >= 1 for p in [0, 1], q in [0, 1]
true   q <= p => sqrt(p*q) + sqrt((1 - p)*(1 - q)) + p - q >= 1 for p in [0, 1], q in [0, 1]
true   sqrt(x*y) + sqrt(y*z) + sqrt(x*z) >= 3*Min(x, y, z) for x in [0, oo), y in [0, oo), z in [0, oo)
# divergences of one pair of laws at several orders
true   Renyi(3, P, Q) <= Renyi(2, P, Q)/3 + 2*MaxDivergence(P, Q)/3
false  Renyi(3, P, Q) <= 3*Renyi(2, P, Q)/5 + 2*MaxDivergence(P, Q)/5
true   KL(P, Q) <= Renyi(2, P, Q)/2 + Renyi(3, P, Q)/2
false  Renyi(2, P, Q) <= KL(P, Q)/2 + MaxDivergence(P, Q)/2
true   Renyi(5/2, P, Q) <= Renyi(2, P, Q)/4 + Renyi(3, P, Q)/4 + MaxDivergence(P, Q)/2
false  Renyi(4, P, Q) <= Renyi(2, P, Q)/2 + MaxDivergence(P, Q)/2
true   3*Renyi(3, P, Q) <= KL(P, Q) + 2*Renyi(2, P, Q) + 3*MaxDivergence(P, Q)
false  Renyi(2, P, Q) + Renyi(3, P, Q) <= KL(P, Q) + MaxDivergence(P, Q)
true   exp(Renyi(3, P, Q)) <= exp(Renyi(2, P, Q)/3 + 2*MaxDivergence(P, Q)/3)
true   Renyi(2, P, Q) + Renyi(3, R, S) <= Renyi(3, P, Q) + MaxDivergence(R, S)
false  Renyi(2, P, Q) + Renyi(3, R, S) <= Renyi(3, P, Q) + KL(R, S)
true   Renyi(2, P, Q) == 1 => KL(P, Q)/2 + MaxDivergence(P, Q)/2 >= 1/2
true   Renyi(a, P, Q) <= Renyi(b, P, Q)/2 + MaxDivergence(P, Q)/2 for a in (1, 2], b in [2, 3]
# no orders, and no vectors with a bit for each round
true   BoundedZCDP(M, 1, x, r)
false  BoundedZCDP(M, 1, 0, 0) => PureDP(M, 0)
false  BoundedZCDP(M, 1, x, r) => RenyiDP(M, 2, x + 2*r)
true   HypothesisDP(M, Ones(0), Ones(2), e, -1)
false  HypothesisDP(M, Ones(0), Ones(2), e, d) => ApproxDP(M, e, d)
true   HypothesisDP(M, Ones(0), Ones(1), e, d) => ApproxDP(M, e, d)
false  HypothesisDP(Compose(M, 2), Ones(0), Ones(3), e, d) => ApproxDP(M, e, d)
# numbers that quantities reach, and bounds of these
true   KL(P, Q) <= x and Hellinger(P, Q) >= y => x >= 2*y for x in [0, oo), y in [0, 1]
false  KL(P, Q) <= x and Hellinger(P, Q) >= y => x >= 3*y for x in [0, oo), y in [0, 1]
true   ZCDP(M, rho) and Capacity(M, 1) >= c => c <= rho for c in [0, oo)
# the largest and the least of several divergences, and sums of them that are multiplied
true   Min(KL(P, Q), KL(Q, P)) <= ChiSquared(P, Q)
true   LossTail(eps, P, Q) <= exp(-eps)*(1 + ChiSquared(P, Q))
# powers whose base is on either side of one
true   t <= 1 + t**a for t in (0, oo), a in (1, oo)
false  t <= 1/2 + t**a for t in (0, oo), a in (1, oo)
# sums that begin at a number with a name
false  Sum(1/i, (i, n, 2*n)) <= 7/10 for n in 1..oo
true   n <= m => Sum(x**i, (i, n, m)) <= x**n/(1 - x) for n in 1..oo, m in 1..oo, x in (0, 1)
# sums of the same terms with other ends, or under another index
true   Sum(i*(n - i), (i, 1, n)) == Sum(i*(n - i), (i, 0, n - 1)) for n in 1..oo
false  Sum(i*(n - i) + 1, (i, 1, n)) == Sum(i*(n - i) + 1, (i, 0, n)) for n in 1..oo
true   Sum(1/(i - 1), (i, 2, n)) <= harmonic(n) for n in 2..oo
# the triangle of binomial coefficients
true   binomial(n, k) == binomial(n - 1, k - 1) + binomial(n - 1, k) for n in 1..oo, k in 1..oo
false  binomial(n, k) <= binomial(n - 1, k - 1) + binomial(n - 1, k)/2 for n in 1..oo, k in 1..oo
# chi-squared as a divergence of order two
true   log(1 + ChiSquared(P, Q)) <= Renyi(3, P, Q)/2 + MaxDivergence(P, Q)/2
# groups of any size of a mechanism on a known number of databases
true   PureDP(Group(RandomizedResponse(e), k), e)
false  PureDP(Group(RandomizedResponse(e), k), 9*e/10)
true   ApproxDP(Group(CanonicalRR(e, d), k), e, d)
true   ZCDP(Group(RandomizedResponse(e), k), e**2/2)
true   PureDP(Group(Compose(RandomizedResponse(e), NaryResponse(f, 3)), k), e + f)
true   PureDP(Group(FiniteMechanism(Bernoulli(1/4), Bernoulli(1/3), Bernoulli(1/2)), k), log(2))
false  PureDP(Group(FiniteMechanism(Bernoulli(1/4), Bernoulli(1/3), Bernoulli(1/2)), k), log(3/2))
true   PureDP(Group(FiniteMechanism(Bernoulli(1/4), Bernoulli(1/3), Bernoulli(1/2)), 10**9), log(2))
"""
CLAIMS = [line.split(maxsplit=1) for line in TRUE_AND_FALSE.splitlines() if line and line[0] != "#"]


@pytest.mark.parametrize(("truth", "claim"), CLAIMS, ids=[claim for _, claim in CLAIMS])
def test_an_unseen_claim_is_decided_and_certified(truth: str, claim: str) -> None:
    verdict = check(claim, budget=150)
    assert not isinstance(verdict, Undecided), verdict.why
    assert verdict.kind == {"true": "proved", "false": "refuted"}[truth]
    assert verdict.certificate is not None
    verify(verdict.certificate)


@pytest.mark.parametrize(
    "claim",
    [
        "BoundedRange(M1, a) and BoundedRange(M2, b) => BoundedRange(Concurrent(M1, M2), a + 2*b)",
        "BoundedRange(M1, a) and BoundedRange(M2, b) => BoundedRange(Parallel(M1, M2), Max(a, b))",
    ],
)
def test_what_others_answer_may_choose_an_interval_of_losses(claim: str) -> None:
    assert check(claim, budget=2).kind != "proved"


@pytest.mark.parametrize(
    "claim",
    [
        "KL(P, Q) < KL(P, Q) + 1",
        "Renyi(2, P, Q) < Renyi(3, P, Q) + 1",
    ],
)
def test_infinity_is_not_less_than_itself(claim: str) -> None:
    assert check(claim, budget=2).kind != "proved"


@pytest.mark.parametrize(
    "claim",
    [
        "log(1 + c*KL(P, Q)) <= log(1 + 2*KL(P, Q)) for c in [-1, 1]",
        "log(exp(-KL(P, Q)) - 1/2) <= log(1 + KL(P, Q))",
    ],
)
def test_logarithms_of_what_may_be_negative_are_not_compared(claim: str) -> None:
    assert check(parse_claim(claim), budget=2).kind != "proved"


@pytest.mark.parametrize(
    "claim",
    [
        "RenyiDP(M, alpha/2, tau) => ApproxDP(M, 0, sqrt(tau/2)) for alpha in (1, oo)",
        "ZCDP(M, rho) => RenyiDP(M, alpha/9, alpha*rho/9) for alpha in (1, oo)",
        "KL(Bernoulli(p + 1), Bernoulli(q)) >= 0 for p in [0, 1], q in [0, 1]",
        "ZCDP(GaussianMechanism(1, s - 1), 1/(2*(s - 1)**2)) for s in (0, oo)",
        "KL(Finite(p, p), Finite(q, 1 - q)) >= 0 for p in [0, 1], q in [0, 1]",
    ],
)
def test_a_claim_that_says_nothing_somewhere_is_not_decided(claim: str) -> None:
    """As an object; text of which such a point is known is refused when it is read."""
    verdict = check(parse_claim(claim), budget=5)
    assert verdict.kind == "undecided"
    assert "says something everywhere" in verdict.why or "leaves" in verdict.why


EQUATIONS = [
    "2*x + 3*y == 6 => x*y <= {}*3/2 for x in [0, oo), y in [0, oo)",
    "x + y == 1 => x*log(x) + y*log(y) >= -{}*log(2) for x in (0, 1], y in (0, 1]",
    "PureDP(M, eps) and rho == {}*eps**2/2 => ZCDP(M, rho)",
    "b == {}*D/eps => PureDP(LaplaceMechanism(D, b), eps) "
    "for D in [0, oo), b in (0, oo), eps in (0, oo)",
    "PureDP(M, a) and PureDP(N, b) and eps == {}*a + b => PureDP(Compose(M, N), eps)",
]


@pytest.mark.parametrize("claim", EQUATIONS)
def test_what_an_equation_says_is_put_in(claim: str) -> None:
    assert check(claim.format("1"), budget=20).kind == "proved"
    assert check(claim.format("9/10"), budget=20).kind == "refuted"
