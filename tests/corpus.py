"""Claims whose truth is known, true and false side by side, for every prover and for the search.

``KNOWN`` are theorems of the literature with mutants; ``UNPUBLISHED`` are consequences and near
misses that stand in no paper. A false claim stands below the true one that it mimics. ``OPEN``
are true claims for which no proof is found yet.
"""

from __future__ import annotations

_KNOWN = """
# pure differential privacy to concentrated
true   PureDP(M, eps) => ZCDP(M, eps**2/2)
false  PureDP(M, eps) => ZCDP(M, eps**2/4)
false  PureDP(M, eps) => ZCDP(M, 49*eps**2/100)
true   PureDP(M, eps) => ZCDP(M, eps*tanh(eps/2))
false  PureDP(M, eps) => ZCDP(M, eps*tanh(eps/3))
false  PureDP(M, eps) => ZCDP(M, eps**2/8)
true   PureDP(M, eps) => ZCDP(M, eps, 0)
false  PureDP(M, eps) => ZCDP(M, 9*eps/10, 0)
true   ZCDP(M, eps, 0) => PureDP(M, eps)
false  ZCDP(M, eps, 1/100) => PureDP(M, eps)
true   PureDP(M, eps) => RenyiDP(M, alpha, alpha*eps**2/2)
false  PureDP(M, eps) => RenyiDP(M, alpha, eps**2/2)
# concentrated to approximate
true   ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1)
false  ZCDP(M, rho) => ApproxDP(M, rho + sqrt(2*rho*log(1/delta)), delta) for delta in (0, 1)
false  ZCDP(M, rho) => ApproxDP(M, 2*sqrt(rho*log(1/delta)), delta/100) for delta in (0, 1)
true   ZCDP(M, xi, rho) => ApproxDP(M, xi + rho + sqrt(4*rho*log(1/delta)), delta) for xi in (-oo, oo), delta in (0, 1]
true   ZCDP(M, xi, rho) and delta <= sqrt(pi*rho) => ApproxDP(M, xi + rho + sqrt(4*rho*log(sqrt(pi*rho)/delta)), delta) for delta in (0, 1], rho in (0, oo)
false  ZCDP(M, rho) and eps >= rho => ApproxDP(M, eps, exp(-(eps - rho)**2/(2*rho))) for rho in (0, oo)
true   RenyiDP(M, alpha, tau) => ApproxDP(M, tau + log(1/delta)/(alpha - 1), delta) for delta in (0, 1]
true   RenyiDP(M, alpha, tau) => ApproxDP(M, tau + log((alpha - 1)/alpha) - (log(delta) + log(alpha))/(alpha - 1), delta) for delta in (0, 1]
false  RenyiDP(M, alpha, tau) => ApproxDP(M, tau + log(1/delta)/alpha**2, delta) for delta in (0, 1]
# groups
true   ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)
false  ZCDP(M, rho) => ZCDP(Group(M, k), k*rho)
false  ZCDP(M, rho) => ZCDP(Group(M, k), k**(19/10)*rho)
true   ZCDP(M, xi, rho) => ZCDP(Group(M, k), xi*k*harmonic(k), k**2*rho)
true   PureDP(M, eps) => PureDP(Group(M, k), k*eps)
false  PureDP(M, eps) => PureDP(Group(M, k), (k - 1/2)*eps)
false  ApproxDP(M, eps, delta) => ApproxDP(Group(M, k), k*eps, k*delta)
true   ApproxDP(M, eps, delta) => ApproxDP(Group(M, 3), 3*eps, delta*(1 + exp(eps) + exp(2*eps)))
# composition
true   ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) => ApproxDP(Compose(M1, M2), e1 + e2, d1 + d2)
false  ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) => ApproxDP(Compose(M1, M2), e1 + e2, Max(d1, d2))
true   ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) => ApproxDP(Compose(M1, M2), e1 + e2, d1 + d2 - d1*d2)
false  ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) => ApproxDP(Compose(M1, M2), e1 + e2, d1 + d2 - 2*d1*d2)
true   ApproxDP(M, eps, delta) => ApproxDP(Compose(M, k), k*eps, k*delta)
false  ApproxDP(M, eps, delta) => ApproxDP(Compose(M, k), k*eps, delta)
true   PureDP(M1, a) and PureDP(M2, b) => PureDP(Compose(M1, M2), a + b)
false  PureDP(M1, a) and PureDP(M2, b) => PureDP(Compose(M1, M2), Max(a, b))
true   ZCDP(M1, x1, r1) and ZCDP(M2, x2, r2) => ZCDP(Compose(M1, M2), x1 + x2, r1 + r2)
false  ZCDP(M1, r1) and ZCDP(M2, r2) => ZCDP(Compose(M1, M2), sqrt(r1**2 + r2**2))
true   ZCDP(M, rho) => ZCDP(PostProcess(M), rho)
false  ZCDP(M, rho) => ZCDP(PostProcess(M), 9*rho/10)
true   PureDP(M, eps) => ApproxDP(Compose(M, k), k*eps*tanh(eps/2) + eps*sqrt(2*k*log(1/d)), d) for d in (0, 1]
false  PureDP(M, eps) => ApproxDP(Compose(M, k), k*eps*tanh(eps/2) + eps*sqrt(k*log(1/d)), d) for d in (0, 1]
true   PureDP(M1, a) and PureDP(M2, b) => PureDP(Parallel(M1, M2), Max(a, b))
false  PureDP(M1, a) and PureDP(M2, b) => PureDP(Parallel(M1, M2), (a + b)/2)
true   PureDP(M1, a) and PureDP(M2, b) => PureDP(Concurrent(M1, M2), a + b)
# hypotheses about databases
true   PureDP(M, eps) => HypothesisDP(Compose(M, k), Ones(0), Ones(0, m), eps*Min(k, m), 0)
false  PureDP(M, eps) => HypothesisDP(Compose(M, 3), Ones(0, 1), Ones(0, 1), eps, 0)
true   PureDP(M1, a) and PureDP(M2, b) => HypothesisDP(Compose(M1, M2), Ones(1), Ones(2), Max(a, b), 0)
false  PureDP(M, eps) => HypothesisDP(Compose(M, 2), Ones(0), Uniform(Ones(1, 2)), 3*eps/2, 0)
true   HypothesisDP(Compose(M, 2), Bits(0, 1), Bits(1, 0), eps, d) => HypothesisDP(Compose(M, 2), Ones(0, 2), Ones(0, 2), eps, d)
true   ApproxDP(M, eps, d) => HypothesisDP(Compose(M, k), Ones(0), Uniform(Ones(0, k)), k*log((1 + exp(eps))/2), k*d/2)
false  ApproxDP(M1, a, d) and ApproxDP(M2, b, e) => HypothesisDP(Compose(M1, M2), Ones(0), Uniform(Ones(1, 2)), log(((1 + exp(a))*(1 + exp(b)) - 1)/3), 2*(d + e)/3)
true   ApproxDP(M, e, d) => ApproxDP(Compose(M, k), k*e, k*d)
# mixtures
true   HockeyStick(log(1 + q*(exp(e) - 1)), Mixture(q, P, Q), Q) == q*HockeyStick(e, P, Q)
false  HockeyStick(log(1 + q*(exp(e) - 1)), P, Mixture(q, P, Q)) == q*HockeyStick(e, P, Q)
true   HockeyStick(a, P, R) <= d and HockeyStick(b, Q, R) <= e => HockeyStick(log((2*exp(a) + exp(b))/3), Mixture(2/3, P, Q), R) <= (2*d + e)/3 for d in [0, 1], e in [0, 1]
false  HockeyStick(a, R, P) <= d and HockeyStick(b, R, Q) <= e => HockeyStick(log((2*exp(a) + exp(b))/3), R, Mixture(2/3, P, Q)) <= (2*d + e)/3 for d in [0, 1], e in [0, 1]
# subsampling
true   PureDP(M, eps) => PureDP(Subsample(M, q), log(1 + q*(exp(eps) - 1))) for q in [0, 1]
false  PureDP(M, eps) => PureDP(Subsample(M, q), q*eps) for q in [0, 1]
# Gaussian
true   ZCDP(GaussianMechanism(1, s), 1/(2*s**2))
true   ApproxDP(GaussianMechanism(1, s), eps, delta) and s <= t => ApproxDP(GaussianMechanism(1, t), eps, delta) for t in (0, oo)
false  ApproxDP(GaussianMechanism(1, s), eps, delta) and t <= s => ApproxDP(GaussianMechanism(1, t), eps, delta) for t in (0, oo)
true   RenyiDP(M, 2, 2/5) => ProbabilisticDP(M, 3/2, 961/5000)
false  RenyiDP(M, 2, 2/5) => ProbabilisticDP(M, 3/2, 174/1000)
true   ApproxDP(M, 3/2, 1/10) => ProbabilisticDP(M, 5/4, 854/1000)
false  ApproxDP(M, 3/2, 1/10) => ProbabilisticDP(M, 5/4, 853/1000)
true   GaussianDP(M, 1/2) and PureDP(N, 5/4) => RenyiDP(Compose(M, N), 2, 12714/10000)
false  GaussianDP(M, 1/2) and PureDP(N, 5/4) => RenyiDP(Compose(M, N), 2, 127/100)
true   k**2 <= 9*2**k/8 for k in 1..oo
false  k**2 <= 111*2**k/100 for k in 1..oo
true   k**4 <= 21*2**k for k in 1..oo
false  k**4 <= 20*2**k for k in 1..oo
true   PureDP(M, a) => RenyiDP(M, 1, 267*(1 - exp(-a))/100) for a in [2/5, 14/5]
false  PureDP(M, a) => RenyiDP(M, 1, 263*(1 - exp(-a))/100) for a in [2/5, 14/5]
true   LossTail(e, P, Q) + LossTail(e, Q, P) <= 2 for e in [0, oo)
false  LossTail(e, P, Q) + LossTail(e, Q, P) <= 1 for e in [0, oo)
true   TotalVariation(P, Q) <= d => LossTail(e, P, Q) <= d/(1 - exp(-e)) for e in (0, oo), d in [0, 1]
false  TotalVariation(P, Q) <= d => LossTail(e, P, Q) <= d for e in (0, oo), d in [0, 1]
true   ApproxDP(M, e, d) => ProbabilisticDP(M, x, (exp(e) - 1 + d)/(exp(e) - exp(-x))) for e in (0, oo), x in (0, oo)
false  ApproxDP(M, e, d) => ProbabilisticDP(M, x, (exp(e) - 1 + d)/(exp(e) + 1 - exp(-x))) for e in (0, oo), x in (0, oo)
false  GaussianDP(FiniteMechanism(Finite(1, 0), Finite(9/10, 1/10)), 5)
false  GaussianDP(LaplaceMechanism(1, 1), 0)
true   GaussianDP(RandomizedResponse(0), 0)
false  ApproxDP(M, 1, 1/10) => GaussianDP(M, 5)
true   PureDP(RandomizedResponse(a), eps) => a <= eps
false  PureDP(RandomizedResponse(a), eps) => a <= eps/2
false  ZCDP(GaussianMechanism(1, s), 1/(3*s**2))
true   GaussianDP(M, mu) => ZCDP(M, mu**2/2)
false  GaussianDP(M, mu) => ZCDP(M, mu**2/3)
true   GaussianDP(M1, a) and GaussianDP(M2, b) => GaussianDP(Compose(M1, M2), sqrt(a**2 + b**2))
true   MeanCDP(M, mu, tau) => ZCDP(M, mu - tau**2/2, tau**2/2)
false  MeanCDP(M, mu, tau) => ZCDP(M, mu - tau**2, tau**2/2)
# approximate zCDP
true   ApproxDP(M, eps, delta) => ApproxZCDP(M, delta, eps**2/2)
true   ApproxZCDP(M, delta, xi, 0) => ApproxDP(M, xi, delta)
# laws
true   KL(P, Q) >= 2*TotalVariation(P, Q)**2
false  KL(P, Q) >= 2.1*TotalVariation(P, Q)**2
true   Renyi(alpha, Product(P, R), Product(Q, T)) == Renyi(alpha, P, Q) + Renyi(alpha, R, T)
true   TotalVariation(Pushforward(K, P), Pushforward(K, Q)) <= TotalVariation(P, Q)
false  TotalVariation(P, Q) <= TotalVariation(Pushforward(K, P), Pushforward(K, Q))
true   KL(Mixture(t, P, R), Mixture(t, Q, T)) <= t*KL(P, Q) + (1 - t)*KL(R, T)
true   Renyi(alpha, Mixture(t, P, R), Mixture(t, Q, T)) <= Max(Renyi(alpha, P, Q), Renyi(alpha, R, T))
false  Renyi(alpha, Mixture(t, P, R), Mixture(t, Q, T)) <= t*Renyi(alpha, P, Q) + (1 - t)*Renyi(alpha, R, T)
true   a <= b => Renyi(a, P, Q) <= Renyi(b, P, Q)
false  a >= b => Renyi(a, P, Q) <= Renyi(b, P, Q)
true   Renyi(2, P, Q) == log(2) => KL(P, Q) <= log(2)
false  Renyi(2, P, Q) == log(2) => KL(P, Q) <= 69/100
true   Renyi(alpha, P, Q) <= k*alpha/(k*alpha - 1)*Renyi((k*alpha - 1)/(k - 1), P, R) + Renyi(k*alpha, R, Q) for k in (1, oo)
false  Renyi(alpha, P, Q) <= Renyi((k*alpha - 1)/(k - 1), P, R) + Renyi(k*alpha, R, Q) for k in (1, oo)
false  Renyi(alpha, P, R) <= Renyi(alpha, P, Q) + Renyi(alpha, Q, R)
false  Renyi(alpha, P, Q) <= Renyi(alpha, Q, P)
false  KL(P, R) <= KL(P, Q) + KL(Q, R)
true   MaxDivergence(P, Q) <= e and MaxDivergence(Q, P) <= e => Renyi(alpha, P, Q) <= alpha*e**2/2 for e in [0, oo)
false  MaxDivergence(P, Q) <= e => Renyi(alpha, P, Q) <= alpha*e**2/2 for e in [0, oo)
# numbers
true   tanh(x) <= x for x in [0, oo)
false  tanh(x) <= 99*x/100 for x in [0, oo)
true   y < x => (sinh(x) - sinh(y))/sinh(x - y) <= exp(x*y/2) for x in (0, oo), y in [0, oo)
false  y < x => (sinh(x) - sinh(y))/sinh(x - y) <= exp(49*x*y/100) for x in (0, 2], y in [0, 2]
true   harmonic(k) <= 1 + log(k) for k in 1..oo
false  harmonic(k) <= 9/10 + log(k) for k in 1..oo
true   1 - (1 - d)**k <= k*d for d in [0, 1], k in 1..oo
false  1 - (1 - d)**k <= (k - 1)*d for d in [0, 1], k in 1..oo
"""

_UNPUBLISHED = """
# guarantees of mechanisms that are written out, as hypotheses
true   ApproxDP(Compose(RandomizedResponse(eps), 2), 0, x) => x >= tanh(eps/2)
false  ApproxDP(Compose(RandomizedResponse(eps), 2), 0, x) => x >= 101*tanh(eps/2)/100
true   PureDP(Compose(RandomizedResponse(eps), k), x) => x >= k*eps
false  PureDP(Compose(RandomizedResponse(eps), k), x) => x >= (k + 1/100)*eps
true   RenyiDP(Compose(GaussianMechanism(1, s), k), 2, x) => x >= k/s**2
false  ApproxDP(Group(RandomizedResponse(eps), 2), 0, x) => x >= tanh(eps)
# strictly from an end that is no point
true   tanh(x) < x for x in (0, oo)
false  tanh(x) < x for x in [0, oo)
true   log(1 + 1/x) > 1/(1 + x) for x in [1, oo)
# sums up to any number against their limits
true   Sum(1/i**2, (i, 1, k)) <= 1645/1000 for k in 1..oo
false  Sum(1/i**2, (i, 1, k)) <= 164/100 for k in 1..oo
true   Sum(exp(-i), (i, 0, k)) <= 1583/1000 for k in 0..oo
# normal laws of two widths
true   KL(Gaussian(0, 1), Gaussian(0, s)) <= log(s) for s in [1, oo)
false  KL(Gaussian(0, 1), Gaussian(0, s)) <= 9*log(s)/10 for s in [1, oo)
true   TotalVariation(Gaussian(0, 1), Gaussian(1, 3/2)) <= 347/1000
false  TotalVariation(Gaussian(0, 1), Gaussian(1, 3/2)) <= 346/1000
true   HockeyStick(1/2, Gaussian(0, 5/4), Gaussian(0, 1)) <= 346/10000
false  HockeyStick(1/2, Gaussian(0, 5/4), Gaussian(0, 1)) <= 345/10000
true   PureDP(M, eps) => ZCDP(PostProcess(Group(M, 2)), 2*eps**2)
false  PureDP(M, eps) => ZCDP(PostProcess(Group(M, 2)), 19*eps**2/10)
true   PureDP(M1, a) and ZCDP(M2, r) => ZCDP(Compose(M1, M2), r + a**2/2)
false  PureDP(M1, a) and ZCDP(M2, r) => ZCDP(Compose(M1, M2), r + a**2/3)
true   PureDP(M, eps) => ApproxDP(M, eps/2, (exp(eps) - exp(eps/2))/(1 + exp(eps)))
false  PureDP(M, eps) => ApproxDP(M, eps/2, (exp(eps) - exp(eps/2))/(2 + exp(eps)))
true   ApproxDP(M, eps, delta) => ApproxDP(M, 0, 1 - 2*(1 - delta)/(1 + exp(eps)))
false  ApproxDP(M, eps, delta) => ApproxDP(M, 0, 1 - 21*(1 - delta)/(10*(1 + exp(eps))))
true   ApproxDP(M, eps, delta) => ApproxDP(Subsample(M, q), log(1 + q*(exp(eps) - 1)), q*delta)
false  ApproxDP(M, eps, delta) => ApproxDP(Subsample(M, q), log(1 + q*(exp(eps) - 1)), q**2*delta)
true   PureDP(LaplaceMechanism(1, b), 1/b)
false  PureDP(LaplaceMechanism(1, b), 9/(10*b))
true   PureDP(Compose(GeometricMechanism(e), RandomizedResponse(2*e)), 3*e)
false  PureDP(Compose(GeometricMechanism(e), RandomizedResponse(2*e)), 5*e/2)
true   ZCDP(M, rho) => RenyiDP(Compose(M, M, PostProcess(M)), alpha, 3*alpha*rho)
false  ZCDP(M, rho) => RenyiDP(Compose(M, M, PostProcess(M)), alpha, 2*alpha*rho)
true   GaussianDP(M, mu) => RenyiDP(Group(M, k), alpha, alpha*k**2*mu**2/2)
true   ZCDP(M, rho) => ZCDP(M, rho, rho)
false  ZCDP(M, rho, rho) => ZCDP(M, rho)
true   ZCDP(M, rho, rho) => ZCDP(M, 2*rho)
true   KL(P, Q) >= TotalVariation(P, Q)**2
false  TotalVariation(P, Q) >= Hellinger(P, Q) + 1/100*KL(P, Q)
true   KL(P, Q) <= MaxDivergence(P, Q)
false  MaxDivergence(P, Q) <= 2*KL(P, Q)
true   log(1 + ChiSquared(P, Q)) <= MaxDivergence(P, Q)
false  log(1 + ChiSquared(P, Q)) <= 99*MaxDivergence(P, Q)/100
true   sqrt(ChiSquared(P, Q)) <= exp(MaxDivergence(P, Q)/2)
false  sqrt(ChiSquared(P, Q)) <= 99*exp(MaxDivergence(P, Q)/2)/100
true   MaxDivergence(P, Q) <= b => MaxDivergence(P, Q) - KL(P, Q) >= 0 for b in [0, oo)
false  MaxDivergence(P, Q) <= b => MaxDivergence(P, Q) - 101*KL(P, Q)/100 >= 0 for b in [0, oo)
true   TotalVariation(P, Q) > 0 => KL(P, Q) > TotalVariation(P, Q)**2
false  TotalVariation(P, Q) >= 0 => KL(P, Q) > TotalVariation(P, Q)**2
false  TotalVariation(P, Q) > 0 => KL(P, Q) > 202*TotalVariation(P, Q)**2/100
true   HockeyStick(1, P, Q) > 0 => MaxDivergence(P, Q) > 1
false  HockeyStick(1, P, Q) > 0 => MaxDivergence(P, Q) > 101/100
true   KL(Product(P, R), Product(Q, R)) <= Renyi(3, P, Q)
true   HockeyStick(e, Product(P, R), Product(Q, R)) <= HockeyStick(e, P, Q)
true   HockeyStick(e, Mixture(t, P, Q), Q) <= t*HockeyStick(e, P, Q) + (1 - t)*Max(1 - exp(e), 0)
false  ApproxDP(M, eps, delta) => PureDP(M, eps)
false  ApproxDP(M, eps, delta) => ZCDP(M, eps**2)
false  RenyiDP(M, 2, tau) => RenyiDP(M, 3, tau)
true   RenyiDP(M, 3, tau) => RenyiDP(M, 2, tau)
true   exp(x) >= 1 + x for x in (-oo, oo)
false  exp(x) >= 1 + x + x**2/2 for x in (-oo, oo)
true   log(1 + x) <= x - x**2/(2*(1 + x)) for x in [0, oo)
false  log(1 + x) <= x - x**2/2 for x in [0, oo)
true   log(cosh(x)) <= x**2/2 for x in (-oo, oo)
false  log(cosh(x)) <= x**2/(2 + x**2/10) for x in (-oo, oo)
true   erfc(x) <= exp(-x**2) for x in [0, oo)
false  erfc(x) <= exp(-x**2)/(1 + 2*x) for x in [0, oo)
true   log(1 - p + p*exp(h)) <= p*h + h**2/8 for p in [0, 1], h in (-oo, oo)
false  log(1 - p + p*exp(h)) <= p*h + h**2/9 for p in [0, 1], h in (-oo, oo)
false  x/x >= 1/2 + x for x in (0, 1]
true   BoundedRange(M, eta) => ZCDP(M, eta**2/8)
false  BoundedRange(M, eta) => ZCDP(M, eta**2/9)
true   BoundedRange(M, eta) => PureDP(M, eta)
false  BoundedRange(M, eta) => PureDP(M, 9*eta/10)
true   BoundedRange(M, eta) => RenyiDP(M, 2, eta**2/4)
false  BoundedRange(M, eta) => RenyiDP(M, 2, eta**2/5)
true   ApproxDP(M, eps, delta) => ApproxDP(Compose(M, k), k*eps*tanh(eps/2) + eps*sqrt(2*k*log(1 + eps*sqrt(k)/d)), 1 - (1 - delta)**k*(1 - d)) for d in (0, 1], k in 1..50
false  ApproxDP(M, eps, delta) => ApproxDP(Compose(M, k), k*eps*tanh(eps/2)/2 + eps*sqrt(2*k*log(1/d)), 1 - (1 - delta)**k*(1 - d)) for d in (0, 1]
true   ApproxDP(M, eps, delta) => ApproxDP(Compose(M, k), k*eps*(exp(eps) - 1) + eps*sqrt(2*k*log(1/d)), k*delta + d) for d in (0, 1]
true   ApproxDP(M1, a, c) and ApproxDP(M2, b, d) and ApproxDP(M3, e, f) => ApproxDP(Compose(M1, M2, M3), a + b + e, c + d + f)
false  ApproxDP(M1, a, c) and ApproxDP(M2, b, d) and ApproxDP(M3, e, f) => ApproxDP(Compose(M1, M2, M3), a + b + e, c + d)
true   Hellinger(P, Q) <= TotalVariation(P, Q)
false  TotalVariation(P, Q) <= Hellinger(P, Q)
true   KL(P, Q) <= ChiSquared(P, Q)
false  KL(P, Q) <= 9*ChiSquared(P, Q)/10
true   KL(P, Q) <= log(1 + ChiSquared(P, Q))
true   TotalVariation(P, Q) <= sqrt(exp(Renyi(2, P, Q)) - 1)/2
false  TotalVariation(P, Q) <= sqrt(exp(Renyi(2, P, Q)) - 1)/3
true   ChiSquared(P, Q) == exp(Renyi(2, P, Q)) - 1
true   HockeyStick(-x, P, Q) == exp(-x)*HockeyStick(x, Q, P) + 1 - exp(-x) for x in (-oo, oo)
false  HockeyStick(x, P, Q) == HockeyStick(x, Q, P)
true   MaxDivergence(Product(P, R), Product(Q, T)) <= MaxDivergence(P, Q) + MaxDivergence(R, T)
false  TotalVariation(Product(P, R), Product(Q, T)) <= Max(TotalVariation(P, Q), TotalVariation(R, T))
true   ZCDP(M, xi, 0) => ZCDP(Group(M, k), k*xi, 0)
false  ZCDP(M, xi, rho) => ZCDP(Group(M, k), k*xi, k**2*rho)
true   ApproxZCDP(M, delta, xi, 0) => ApproxZCDP(M, delta, xi**2/2)
true   sigma > 0 and epsilon >= k/(2*sigma**2) + sqrt(2*k/sigma**2*log(exp(1) + sqrt(k)/(sigma*delta))) => ApproxDP(Compose(GaussianMechanism(1, sigma), k), epsilon, delta) for delta in (0, 1]
false  sigma >= sqrt(2*log(5/(4*delta)))/epsilon => ApproxDP(GaussianMechanism(1, sigma), epsilon, delta) for epsilon in (0, oo), delta in (0, 1)
true   RenyiDP(M, alpha, tau) => RenyiDP(Compose(M, k), alpha, k*tau)
false  RenyiDP(M, alpha, tau) => RenyiDP(Compose(M, k), alpha, sqrt(k)*tau)
true   PureDP(M, eps) and 3*eps <= 1 => ZCDP(Compose(M, M), eps/3)
false  PureDP(M, eps) and 3*eps <= 1 => ZCDP(Compose(M, M), eps/4)
true   delta >= exp(-eps) and PureDP(M, eps) => ApproxDP(M, eps - delta/1000, delta)
true   PureDP(M, eps) => GaussianDP(M, sqrt(pi/2)*eps)
false  PureDP(M, eps) => GaussianDP(M, 5*eps/4)
true   PureDP(M, log(Phi(mu/2)/Phi(-mu/2))) => GaussianDP(M, mu)
true   ZCDP(M, rho) => MeanCDP(M, rho, 4*sqrt(exp(2*rho) - 1))
true   ZCDP(M, rho) and rho <= 1 => MeanCDP(M, rho, 4*sqrt(rho))
false  ZCDP(M, rho) => MeanCDP(M, rho, sqrt(rho))
true   PureDP(M, eps) => MeanCDP(M, eps**2/2, eps)
false  PureDP(M, eps) => MeanCDP(M, eps**2/2, eps/2)
true   BoundedRange(M, eta) => MeanCDP(M, eta**2/8, eta/2)
false  BoundedRange(M, eta) => MeanCDP(M, eta**2/8, eta/3)
true   ZCDP(M, xi, rho) => RenyiDP(Group(M, 2), alpha, xi*(1 + 2*alpha/(2*alpha - 1)) + 4*rho*alpha) for xi in (-oo, oo)
true   exp(2*Renyi(3, Mixture(t, P, R), Mixture(t, Q, S))) <= t*exp(2*Renyi(3, P, Q)) + (1 - t)*exp(2*Renyi(3, R, S)) for t in (0, 1)
false  exp(2*Renyi(3, Mixture(t, P, R), Mixture(t, Q, S))) <= t*exp(Renyi(3, P, Q)) + (1 - t)*exp(Renyi(3, R, S)) for t in (0, 1)
true   TotalVariation(P, R) <= TotalVariation(P, Q) + TotalVariation(Q, R)
true   HockeyStick(a + b, P, R) <= HockeyStick(a, P, Q) + exp(a)*HockeyStick(b, Q, R) for a in [0, oo), b in [0, oo)
false  HockeyStick(a + b, P, R) <= HockeyStick(a, P, Q) + HockeyStick(b, Q, R) for a in [0, oo), b in [0, oo)
true   TotalVariation(P, Q) <= sqrt(Hellinger(P, Q)*(2 - Hellinger(P, Q)))
false  TotalVariation(P, Q) <= sqrt(19*Hellinger(P, Q)/10)
true   TotalVariation(P, Q) <= sqrt(1 - exp(-KL(P, Q)))
false  TotalVariation(P, Q) <= sqrt(1 - exp(-11*KL(P, Q)/12))
true   Hellinger(P, Q) <= KL(P, Q)/2
false  Hellinger(P, Q) <= 2*KL(P, Q)/5
true   GaussianDP(M, mu) => ApproxDP(M, 0, 2*Phi(mu/2) - 1)
false  GaussianDP(M, mu) => ApproxDP(M, 0, mu/3)
true   ZCDP(M, rho) => ApproxDP(M, 0, sqrt(rho/2))
false  ZCDP(M, rho) => ApproxDP(M, 0, sqrt(rho/3))
true   Max(a, b) <= log(exp(a) + exp(b)) for a in (-oo, oo), b in (-oo, oo)
true   Phi(-x) >= x*exp(-x**2/2)/((1 + x**2)*sqrt(2*pi)) for x in (0, oo)
true   binomial(2*n, n) <= 4**n for n in 1..oo
false  binomial(2*n, n) <= (39/10)**n for n in 1..oo
true   (1 + 1/n)**n <= exp(1) for n in 1..oo
# sub-Gaussian constants of a bounded law: Kearns and Saul
true   log(p*exp((1 - p)*t) + (1 - p)*exp(-p*t)) <= (1 - 2*p)/(4*log((1 - p)/p))*t**2 for p in (0, 1/2), t in (-oo, oo)
false  log(p*exp((1 - p)*t) + (1 - p)*exp(-p*t)) <= 99/100*(1 - 2*p)/(4*log((1 - p)/p))*t**2 for p in (0, 1/2), t in (-oo, oo)
true   log(p*exp((1 - p)*t) + (1 - p)*exp(-p*t)) <= (2*p - 1)/(4*log(p/(1 - p)))*t**2 for p in (0, 1/2), t in (-oo, oo)
true   log(1 - p + p*exp(t)) <= p*t + (1 - 2*p)/(4*(log(1 - p) - log(p)))*t**2 for p in (0, 1/2), t in [0, oo)
false  log(1 - p + p*exp(t)) <= p*t + (1 - 2*p)/(4*(log(1 - p) - log(p)))*t**2 - t**3/1000 for p in (0, 1/2), t in [0, oo)
# parity, alternating sums, sums with closed forms
true   (-1)**k*x**k <= x**k for k in 0..oo, x in [0, oo)
false  (-1)**k*x**k <= 99*x**k/100 for k in 0..oo, x in [0, oo)
true   (1 - (1 - 2*p)**k)/2 <= 1 for k in 0..oo, p in [0, 1]
false  (1 - (1 - 2*p)**k)/2 <= 99/100 for k in 0..oo, p in [0, 1]
true   x**t*y**(1 - t) <= Max(x, y) for x in (0, oo), y in (0, oo), t in [0, 1]
false  x**t*y**(1 - t) <= 99*Max(x, y)/100 for x in (0, oo), y in (0, oo), t in [0, 1]
true   x**t*y**(1 - t) >= Min(x, y) for x in (0, oo), y in (0, oo), t in [0, 1]
false  x**t*y**(1 - t) >= 101*Min(x, y)/100 for x in (0, oo), y in (0, oo), t in [0, 1]
true   x + y == 1 => x*exp(-x) + y*exp(-y) <= exp(-1/2) for x in [0, 1], y in [0, 1]
false  x + y == 1 => x*exp(-x) + y*exp(-y) <= 99*exp(-1/2)/100 for x in [0, 1], y in [0, 1]
true   0 < 1 + (-1)**n*r**n for n in 0..oo, r in [0, 1)
false  0 < 1 + (-1)**n*r**n for n in 0..oo, r in [0, 1]
true   (1 - 2*p)**n < 1 for n in 1..oo, p in (0, 1)
false  (1 - 2*p)**n < 1 for n in 0..oo, p in (0, 1)
true   0 < 1/n + (-1)**n/(n + 1) for n in 1..oo
false  0 < 1/n + (-1)**n/(n + 1) - 1/100 for n in 1..oo
true   Sum((-1)**i, (i, 0, n)) == (1 + (-1)**n)/2 for n in 0..oo
false  Sum((-1)**i, (i, 0, n)) == (1 + (-1)**n)/2 + 1/100 for n in 0..oo
true   Sum((-1)**(i + 1)/i, (i, 1, n)) >= 1/2 for n in 1..oo
false  Sum((-1)**(i + 1)/i, (i, 1, n)) >= 51/100 for n in 1..oo
true   Sum((-1)**i*r**i, (i, 0, n)) <= 1 for r in [0, 1], n in 0..oo
false  Sum((-1)**i*r**i, (i, 0, n)) <= 99/100 for r in [0, 1], n in 0..oo
true   Sum(i*r**i, (i, 1, n)) <= r/(1 - r)**2 for r in (0, 1), n in 1..oo
false  Sum(i*r**i, (i, 1, n)) <= 99*r/(100*(1 - r)**2) for r in (0, 1), n in 1..oo
true   Sum(1/(i*(i + 2)), (i, 1, n)) <= 3/4 for n in 1..oo
false  Sum(1/(i*(i + 2)), (i, 1, n)) <= 37/50 for n in 1..oo
false  x**2 == 2 => x <= 141/100 for x in [0, oo)
false  x**3 == 3 => x <= 14/10 for x in [0, oo)
false  x + y + z == 1 => x**2*y + y**2*z + z**2*x <= 37/250 for x in [0, 1], y in [0, 1], z in [0, 1]
true   x + 2*y == 1 and z == x*y => z <= 1/8 for x in [0, 1], y in [0, 1], z in [0, 1]
false  x + 2*y == 1 and z == x*y => z <= 1/9 for x in [0, 1], y in [0, 1], z in [0, 1]
true   KL(P, Q) <= a and MaxDivergence(Q, R) <= b => KL(P, R) <= a + b for a in [0, oo), b in [0, oo)
false  KL(P, Q) <= a and MaxDivergence(Q, R) <= b => KL(P, R) <= a + 99*b/100 for a in [0, oo), b in [0, oo)
true   Renyi(3, P, Q) <= Renyi(2, P, Q)/2 + MaxDivergence(P, Q)/2
false  Renyi(3, P, Q) <= 51*Renyi(2, P, Q)/100 + 49*MaxDivergence(P, Q)/100
true   RenyiDP(M, alpha, s) and RenyiDP(M, oo, t) => RenyiDP(M, alpha + 1, ((alpha - 1)*s + t)/alpha)
false  RenyiDP(M, 2, s) and PureDP(M, t) => RenyiDP(M, 3, (2*s + t)/3)
true   PureDP(Compose(M, N, M), 2*e) => PureDP(M, e)
false  PureDP(Compose(M, N, M), 2*e) => PureDP(N, e)
true   HypothesisDP(Compose(M, N), Bits(0, 1), Bits(1, 1), e, d) => ApproxDP(M, e, d)
false  HypothesisDP(Compose(M, N), Bits(0, 1), Bits(1, 1), e, d) => ApproxDP(N, e, d)
true   1 - TotalVariation(P, Q) <= 1 - Hellinger(P, Q)
false  1 - Hellinger(P, Q) <= 1 - TotalVariation(P, Q)
true   MaxDivergence(P, Q) <= x => KL(P, Q)*Renyi(2, P, Q) <= x**2 for x in [0, oo)
false  MaxDivergence(P, Q) <= x => KL(P, Q)*Renyi(2, P, Q) <= x**2/2 for x in [0, oo)
true   sqrt(x**2 - 2*x + 1) == Abs(x - 1) for x in (-oo, oo)
false  sqrt(x**2 - 2*x + 1) == Abs(x + 1) for x in (-oo, oo)
"""


def _read(listing: str) -> tuple[tuple[str, str], ...]:
    lines = (line.split(maxsplit=1) for line in listing.splitlines() if line and line[0] != "#")
    return tuple((word, claim) for word, claim in lines)


def _decided(listing: str) -> tuple[tuple[bool, str], ...]:
    return tuple((word == "true", claim) for word, claim in _read(listing) if word != "open")


KNOWN, UNPUBLISHED = _decided(_KNOWN), _decided(_UNPUBLISHED)
CORPUS = KNOWN + UNPUBLISHED
OPEN = tuple(claim for word, claim in _read(_KNOWN + _UNPUBLISHED) if word == "open")
