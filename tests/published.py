"""What papers state beyond the five sources: said in the language, decided or not.

    python tests/published.py [BUDGET] [--journal FILE]

decides every line and prints those that are not what they should be, with a count at the end. With
a journal a run that was ended goes on behind the last line that it decided with this budget. Below
a true claim stands one in which a constant is 2 % off on the unsafe side, where that is false;
``open`` are claims that no paper of these proves, as far as is known.
"""

# ruff: noqa: T201, E501 - a script that prints; one line is one claim

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from time import process_time

from dpsym.checking import check

_RESPONSE = "Kernel((exp(eps)/(1 + exp(eps)), 1/(1 + exp(eps))), (1/(1 + exp(eps)), exp(eps)/(1 + exp(eps))))"
_LINES = """
# Mironov 2017, Proposition 2 with c = 1
true   RenyiDP(M, alpha, tau) and alpha >= 4 => RenyiDP(Group(M, 2), alpha/2, 3*tau)
# Mironov 2017, Proposition 2
true   RenyiDP(M, alpha, tau) and alpha >= 2**(c + 1) => RenyiDP(Group(M, 2**c), alpha/2**c, 3**c*tau) for c in 1..oo
# Gil, Alajaji and Linder 2013: Gaussians of unequal variance
true   alpha*t**2 + (1 - alpha)*s**2 > 0 => Renyi(alpha, Gaussian(m, s), Gaussian(n, t)) == log(t/s) + log(t**2/(alpha*t**2 + (1 - alpha)*s**2))/(2*(alpha - 1)) + alpha*(m - n)**2/(2*(alpha*t**2 + (1 - alpha)*s**2))
false  alpha*t**2 + (1 - alpha)*s**2 > 0 => Renyi(alpha, Gaussian(m, s), Gaussian(n, t)) <= log(t/s) + log(t**2/(alpha*t**2 + (1 - alpha)*s**2))/(2*(alpha - 1)) + 49*alpha*(m - n)**2/(100*(alpha*t**2 + (1 - alpha)*s**2))
true   KL(Gaussian(m, s), Gaussian(n, t)) == log(t/s) + (s**2 + (m - n)**2)/(2*t**2) - 1/2
false  KL(Gaussian(m, s), Gaussian(n, t)) <= log(t/s) + (s**2 + 49*(m - n)**2/50)/(2*t**2) - 1/2
# Zhu and Wang 2019, Theorem 6 at order 3
true   RenyiDP(M, 2, a) and RenyiDP(M, 3, b) => RenyiDP(Subsample(M, q), 3, log((1 - q)**2*(1 + 2*q) + 3*q**2*(1 - q)*exp(a) + 3*q**3*exp(2*b))/2) for q in [0, 1]
# Steinke 2022, Theorem 11 at order 3
true   RenyiDP(M, 2, a) and RenyiDP(M, 3, b) => RenyiDP(Subsample(M, q), 3, log((1 - q)**2*(1 + 2*q) + 3*q**2*(1 - q)*exp(a) + q**3*exp(2*b))/2) for q in [0, 1]
false  RenyiDP(M, 2, a) and RenyiDP(M, 3, b) => RenyiDP(Subsample(M, q), 3, log((1 - q)**2*(1 + 2*q) + 3*q**2*(1 - q)*exp(a) + 49*q**3*exp(2*b)/50)/2) for q in [0, 1]
# Mironov, Talwar and Zhang 2019, integer orders
true   Renyi(2, Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) == log(1 + q**2*(exp(1/s**2) - 1))
false  Renyi(2, Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) <= log(1 + 49*q**2*(exp(1/s**2) - 1)/50)
true   Renyi(4, Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) == log((1 - q)**4 + 4*(1 - q)**3*q + 6*(1 - q)**2*q**2*exp(1/s**2) + 4*(1 - q)*q**3*exp(3/s**2) + q**4*exp(6/s**2))/3
false  Renyi(4, Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) <= log((1 - q)**4 + 4*(1 - q)**3*q + 6*(1 - q)**2*q**2*exp(1/s**2) + 4*(1 - q)*q**3*exp(3/s**2) + 49*q**4*exp(6/s**2)/50)/3
true   RenyiDP(Subsample(GaussianMechanism(1, s), q), 2, log(1 + q**2*(exp(1/s**2) - 1)))
false  RenyiDP(Subsample(GaussianMechanism(1, s), q), 2, log(1 + 49*q**2*(exp(1/s**2) - 1)/50))
# Mironov, Talwar and Zhang 2019, Theorem 11 at order 2
true   q <= 1/5 and s >= 4 => RenyiDP(Subsample(GaussianMechanism(1, s), q), 2, 4*q**2/s**2)
true   RenyiDP(M, 1, t) => RenyiDP(Subsample(M, q), 1, q*t)
false  RenyiDP(M, 1, t) => RenyiDP(Subsample(M, q), 1, 98*q*t/100)
true   ZCDP(M, rho) => RenyiDP(Subsample(M, q), 2, log(1 + q**2*(exp(2*rho) - 1)))
false  ZCDP(M, rho) => RenyiDP(Subsample(M, q), 2, log(1 + 49*q**2*(exp(2*rho) - 1)/50))
# Mironov, Talwar and Zhang 2019, Section 3.3
true   Renyi(n, Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) == log(Sum(binomial(n, k)*(1 - q)**(n - k)*q**k*exp(k*(k - 1)/(2*s**2)), (k, 0, n)))/(n - 1) for n in 2..oo
false  Renyi(n, Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) <= log(Sum(binomial(n, k)*(1 - q)**(n - k)*q**k*exp(49*k*(k - 1)/(100*s**2)), (k, 0, n)))/(n - 1) for n in 2..oo
# Dwork and Roth 2014, Theorem A.1: the classical Gaussian mechanism
true   ApproxDP(GaussianMechanism(1, sqrt(2*log(5/(4*delta)))/eps), eps, delta) for eps in (0, 1), delta in (0, 1)
false  ApproxDP(GaussianMechanism(1, 49*sqrt(2*log(5/(4*delta)))/(50*eps)), eps, delta) for eps in (0, 1), delta in (0, 1)
# Zhao et al. 2019, Mechanism 2
true   ApproxDP(GaussianMechanism(1, (sqrt(log(2/(sqrt(16*delta + 1) - 1))) + sqrt(log(2/(sqrt(16*delta + 1) - 1)) + eps))/(eps*sqrt(2))), eps, delta) for eps in (0, oo), delta in (0, 1/2)
false  ApproxDP(GaussianMechanism(1, 49*(sqrt(log(2/(sqrt(16*delta + 1) - 1))) + sqrt(log(2/(sqrt(16*delta + 1) - 1)) + eps))/(50*eps*sqrt(2))), eps, delta) for eps in (0, oo), delta in (0, 1/2)
# textbook
true   TotalVariation(Gaussian(d, s), Gaussian(0, s)) == 2*Phi(d/(2*s)) - 1 for d in [0, oo)
false  TotalVariation(Gaussian(d, s), Gaussian(0, s)) <= 2*Phi(49*d/(100*s)) - 1 for d in [0, oo)
# Choquette-Choo et al. 2024, a mixture of sensitivities
true   HockeyStick(eps, Mixture(p, Gaussian(2, s), Mixture(q, Gaussian(1, s), Gaussian(0, s))), Gaussian(0, s)) <= HockeyStick(eps, Gaussian(2, s), Gaussian(0, s)) for eps in [0, oo)
false  HockeyStick(eps, Mixture(p, Gaussian(2, s), Mixture(q, Gaussian(1, s), Gaussian(0, s))), Gaussian(0, s)) <= 49*HockeyStick(eps, Gaussian(2, s), Gaussian(0, s))/50 for eps in [0, oo)
true   HockeyStick(1, Mixture(1/4, Gaussian(2, 1), Mixture(2/3, Gaussian(1, 1), Gaussian(0, 1))), Gaussian(0, 1)) <= 3/10
# Ghosh, Roughgarden and Sundararajan 2009, integer sensitivity D
true   PureDP(Group(GeometricMechanism(eps/D), D), eps) for D in 1..oo, eps in (0, oo)
false  PureDP(Group(GeometricMechanism(eps/D), D), 49*eps/50) for D in 1..oo, eps in (0, oo)
# Durfee and Rogers 2019; Dong, Durfee and Rogers 2020, three candidates
true   Abs(a0 - b0) <= D and Abs(a1 - b1) <= D and Abs(a2 - b2) <= D => BoundedRange(ExponentialMechanism(eps, D, (a0, a1, a2), (b0, b1, b2)), eps) for a0 in (-oo, oo), a1 in (-oo, oo), a2 in (-oo, oo), b0 in (-oo, oo), b1 in (-oo, oo), b2 in (-oo, oo)
false  Abs(a0 - b0) <= D and Abs(a1 - b1) <= D and Abs(a2 - b2) <= D => BoundedRange(ExponentialMechanism(eps, D, (a0, a1, a2), (b0, b1, b2)), 49*eps/50) for a0 in (-oo, oo), a1 in (-oo, oo), a2 in (-oo, oo), b0 in (-oo, oo), b1 in (-oo, oo), b2 in (-oo, oo)
# Cesar and Rogers 2021, three candidates
true   Abs(a0 - b0) <= D and Abs(a1 - b1) <= D and Abs(a2 - b2) <= D => ZCDP(ExponentialMechanism(eps, D, (a0, a1, a2), (b0, b1, b2)), eps**2/8) for a0 in (-oo, oo), a1 in (-oo, oo), a2 in (-oo, oo), b0 in (-oo, oo), b1 in (-oo, oo), b2 in (-oo, oo)
false  Abs(a0 - b0) <= D and Abs(a1 - b1) <= D and Abs(a2 - b2) <= D => ZCDP(ExponentialMechanism(eps, D, (a0, a1, a2), (b0, b1, b2)), 49*eps**2/400) for a0 in (-oo, oo), a1 in (-oo, oo), a2 in (-oo, oo), b0 in (-oo, oo), b1 in (-oo, oo), b2 in (-oo, oo)
# Dwork and Rothblum 2016, Theorem 3.4, with a second round chosen by the first answer
false  MeanCDP(M1, m1, t1) and MeanCDP(M2, m2, t2) => MeanCDP(Compose(M1, M2), m1 + m2, sqrt(t1**2 + t2**2))
# Vadhan and Zhang 2023, approximate zCDP
open   ApproxZCDP(M1, d1, r1) and ApproxZCDP(M2, d2, r2) => ApproxZCDP(Concurrent(M1, M2), d1 + d2 - d1*d2, r1 + r2)
# Bun, Dwork, Rothblum and Steinke 2018
true   BoundedZCDP(M, w, 0, rho) and log(1/d) >= (w - 1)**2*rho => ApproxDP(M, rho*w + log(1/d)/(w - 1), d) for d in (0, 1]
false  BoundedZCDP(M, w, 0, rho) and log(1/d) >= (w - 1)**2*rho => ApproxDP(M, rho*w + 49*log(1/d)/(50*(w - 1)), d) for d in (0, 1]
true   BoundedZCDP(M1, w, 0, r1) and BoundedZCDP(M2, w, 0, r2) and log(1/d) >= (w - 1)**2*(r1 + r2) => ApproxDP(Compose(M1, M2), (r1 + r2)*w + log(1/d)/(w - 1), d) for d in (0, 1]
false  BoundedZCDP(M1, w, 0, r1) and BoundedZCDP(M2, w, 0, r2) and log(1/d) >= (w - 1)**2*(r1 + r2) => ApproxDP(Compose(M1, M2), 49*(r1 + r2)*w/50 + 49*log(1/d)/(50*(w - 1)), d) for d in (0, 1]
true   BoundedZCDP(M1, w1, 0, r1) and BoundedZCDP(M2, w2, 0, r2) => BoundedZCDP(Compose(M1, M2), Min(w1, w2), 0, r1 + r2)
false  BoundedZCDP(M1, w1, 0, r1) and BoundedZCDP(M2, w2, 0, r2) => BoundedZCDP(Compose(M1, M2), Min(w1, w2), 0, 49*(r1 + r2)/50)
true   BoundedZCDP(M, w, 0, rho) and w > 2 => BoundedZCDP(Group(M, 2), w/2, 0, 4*rho)
false  BoundedZCDP(M, w, 0, rho) and w > 2 => BoundedZCDP(Group(M, 2), w/2, 0, 98*rho/25)
true   BoundedZCDP(M, w, 0, rho) and w > 2 and log(1/d) >= (w - 2)**2*rho => ApproxDP(Group(M, 2), 2*rho*w + 2*log(1/d)/(w - 2), d) for d in (0, 1]
# Dong, Roth and Su 2022, display (6): a threshold on a Gaussian
true   GaussianDP(FiniteMechanism(Bernoulli(Phi(x)), Bernoulli(Phi(x - mu))), mu) for x in (-oo, oo)
false  GaussianDP(FiniteMechanism(Bernoulli(Phi(x)), Bernoulli(Phi(x - mu))), 49*mu/50) for x in (-oo, oo), mu in [0, oo)
# groups of approximate zCDP
false  ApproxZCDP(M, d, rho) => ApproxZCDP(Group(M, 2), 2*d, 4*rho) for d in [0, 1/2]
# Duchi, Jordan and Wainwright 2013, Theorem 1, randomised response
true   KL(Pushforward({RR}, Bernoulli(x)), Pushforward({RR}, Bernoulli(y))) + KL(Pushforward({RR}, Bernoulli(y)), Pushforward({RR}, Bernoulli(x))) <= Min(4, exp(2*eps))*(exp(eps) - 1)**2*TotalVariation(Bernoulli(x), Bernoulli(y))**2 for eps in [0, oo)
false  KL(Pushforward({RR}, Bernoulli(x)), Pushforward({RR}, Bernoulli(y))) + KL(Pushforward({RR}, Bernoulli(y)), Pushforward({RR}, Bernoulli(x))) <= 49*Min(4, exp(2*eps))*(exp(eps) - 1)**2*TotalVariation(Bernoulli(x), Bernoulli(y))**2/50 for eps in [0, oo)
# Asoodeh and Zhang 2022, Theorem 1, randomised response
true   KL(Pushforward({RR}, Bernoulli(x)), Pushforward({RR}, Bernoulli(y))) <= tanh(eps/2)**2*KL(Bernoulli(x), Bernoulli(y)) for eps in [0, oo)
false  KL(Pushforward({RR}, Bernoulli(x)), Pushforward({RR}, Bernoulli(y))) <= 49*tanh(eps/2)**2*KL(Bernoulli(x), Bernoulli(y))/50 for eps in [0, oo)
true   ChiSquared(Pushforward({RR}, Bernoulli(x)), Pushforward({RR}, Bernoulli(y))) <= tanh(eps/2)**2*ChiSquared(Bernoulli(x), Bernoulli(y)) for eps in [0, oo)
false  ChiSquared(Pushforward({RR}, Bernoulli(x)), Pushforward({RR}, Bernoulli(y))) <= 49*tanh(eps/2)**2*ChiSquared(Bernoulli(x), Bernoulli(y))/50 for eps in [0, oo)
# Asoodeh et al. 2020; Balle et al. 2019: contraction of a binary kernel
true   HockeyStick(g, Pushforward(Kernel((1 - a, a), (1 - b, b)), Bernoulli(x)), Pushforward(Kernel((1 - a, a), (1 - b, b)), Bernoulli(y))) <= Max(HockeyStick(g, Bernoulli(a), Bernoulli(b)), HockeyStick(g, Bernoulli(b), Bernoulli(a)))*HockeyStick(g, Bernoulli(x), Bernoulli(y)) for g in [0, oo)
false  HockeyStick(g, Pushforward(Kernel((1 - a, a), (1 - b, b)), Bernoulli(x)), Pushforward(Kernel((1 - a, a), (1 - b, b)), Bernoulli(y))) <= 49*Max(HockeyStick(g, Bernoulli(a), Bernoulli(b)), HockeyStick(g, Bernoulli(b), Bernoulli(a)))*HockeyStick(g, Bernoulli(x), Bernoulli(y))/50 for g in [0, oo)
# response among n values
true   RenyiDP(NaryResponse(eps, n), alpha, log((exp(alpha*eps) + exp((1 - alpha)*eps) + n - 2)/(exp(eps) + n - 1))/(alpha - 1)) for n in 2..oo
false  RenyiDP(NaryResponse(eps, n), alpha, 49*log((exp(alpha*eps) + exp((1 - alpha)*eps) + n - 2)/(exp(eps) + n - 1))/(50*(alpha - 1))) for n in 2..oo
true   GaussianDP(NaryResponse(log(Phi(mu/2)/Phi(-mu/2)), n), mu) for n in 2..oo
false  GaussianDP(NaryResponse(log(Phi(mu/2)/Phi(-mu/2)), n), 49*mu/50) for n in 2..oo, mu in [0, oo)
# total variation of DP-SGD's step
true   TotalVariation(Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) == q*TotalVariation(Gaussian(1, s), Gaussian(0, s))
false  TotalVariation(Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) <= 49*q*TotalVariation(Gaussian(1, s), Gaussian(0, s))/50
# Zhu, Dong and Wang 2022: the sampled Gaussian's hockey stick
true   HockeyStick(log(1 + q*(exp(e) - 1)), Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) == q*(Phi(1/(2*s) - e*s) - exp(e)*Phi(-1/(2*s) - e*s)) for e in [0, oo), q in (0, 1], s in (0, oo)
false  HockeyStick(log(1 + q*(exp(e) - 1)), Mixture(q, Gaussian(1, s), Gaussian(0, s)), Gaussian(0, s)) <= 49*q*(Phi(1/(2*s) - e*s) - exp(e)*Phi(-1/(2*s) - e*s))/50 for e in [0, oo), q in (0, 1], s in (0, oo)
"""
EXPECTED = {"true": "proved", "false": "refuted", "open": "undecided"}


def statements() -> list[tuple[str, str, str]]:
    """The source, the truth and the claim of every line."""
    found, source = [], ""
    for line in _LINES.replace("{RR}", _RESPONSE).strip().splitlines():
        if line.startswith("# "):
            source = line.removeprefix("# ")
        else:
            truth, _, claim = line.partition(" ")
            found.append((source, truth, claim.strip()))
    return found


def decided(claim: str, budget: float, journal: Path | None) -> tuple[str, float]:
    """The kind of the verdict with its seconds, as the journal has it or else put there."""
    written = journal.read_text().splitlines() if journal and journal.exists() else []
    for entry in map(json.loads, written):
        if (entry["claim"], entry["budget"]) == (claim, budget):
            return entry["kind"], entry["seconds"]
    begun = process_time()
    kind, seconds = check(claim, budget=budget).kind, process_time() - begun
    if journal:
        entry = {"claim": claim, "budget": budget, "kind": kind, "seconds": seconds}
        with journal.open("a") as file:
            file.write(json.dumps(entry) + "\n")
    return kind, seconds


def main() -> int:
    """Decide all; the exit status is how many verdicts are wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("budget", nargs="?", type=float, default=60.0)
    parser.add_argument("--journal", type=Path)
    given = parser.parse_args()
    count: Counter[tuple[str, str]] = Counter()
    for source, truth, claim in statements():
        kind, seconds = decided(claim, given.budget, given.journal)
        count[truth, kind] += 1
        if kind != EXPECTED[truth]:
            print(f"{truth}, {kind} in {seconds:.1f} s: {source}\n  {claim}", flush=True)
    for truth, expected in EXPECTED.items():
        total = sum(n for (known, _), n in count.items() if known == truth)
        print(f"{truth}: {count[truth, expected]} of {total} {expected}")
    return count["true", "refuted"] + count["false", "proved"]


if __name__ == "__main__":
    sys.exit(main())
