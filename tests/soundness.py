"""Random true claims, claims a hair from the edge, and claims of which nobody knows the truth.

    python tests/soundness.py [--true 2000] [--near 500] [--open 2000] [--seed N] [--jobs N]
                              [--resume FILE]

runs the search on random true claims, which must not refute one, the whole referee on near misses
of both kinds, whose verdict must not be the wrong one, and the search on open claims that were
proved. It prints what came out and ends with 1 if anything was wrong; with a file, an interrupted
run goes on where it was. The suite runs a small number of each.
"""

# ruff: noqa: T201 - a script that prints what it found

from __future__ import annotations

import argparse
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from contested import contested
from sympy import GreaterThan, LessThan, Rational

from dpsym.checking import check
from dpsym.cluster import gathered
from dpsym.errors import ClaimError
from dpsym.language import heads
from dpsym.language.claim import Claim, make_claim
from dpsym.language.parser import parse_claim
from dpsym.library import theorems
from dpsym.provers.prover import Budget
from dpsym.provers.search import search
from dpsym.statement import Expectation
from dpsym.verdict import Witness

SEED = 20261121
SEARCH, REFEREE = 0.25, 3.0
"""Seconds for one search and for one verdict."""

GROWING = (
    heads.PureDP, heads.ApproxDP, heads.ZCDP, heads.ApproxZCDP, heads.BoundedZCDP,
    heads.RenyiDP, heads.MeanCDP, heads.GaussianDP, heads.BoundedRange,
)  # fmt: skip
"""Guarantees that hold with a larger last parameter where they hold."""

IDENTITIES = (
    "{c}*Renyi(2, P, Q) == {c}*log(1 + ChiSquared(P, Q))",
    "{c}*HockeyStick(0, P, Q) == {c}*TotalVariation(P, Q)",
    "{c}*KL(Product(P, R), Product(Q, S)) == {c}*KL(P, Q) + {c}*KL(R, S)",
    "MaxDivergence(Product(P, R), Product(Q, S)) == MaxDivergence(P, Q) + MaxDivergence(R, S)",
    "{c}*TotalVariation(P, Q) == {c}*TotalVariation(Q, P)",
    "Hellinger(P, Q) + {c} == Hellinger(Q, P) + {c}",
    "{c}*Renyi(a, Gaussian(m, s), Gaussian(n, s)) == {c}*a*(m - n)**2/(2*s**2)",
    "{c}*TotalVariation(Bernoulli(p), Bernoulli(q)) == {c}*Abs(p - q)",
    "{c}*HockeyStick(x, P, Mixture(1/2, P, P)) == {c}*Max(0, 1 - exp(x)) for x in [-{d}, {d}]",
    "{c}*ChiSquared(P, Mixture(1, Q, P)) == {c}*ChiSquared(P, Q)",
    "{c}*Renyi({o}, Product(P, P), Product(Q, Q)) == 2*{c}*Renyi({o}, P, Q)",
    "{c}*KL(Bernoulli(p), Bernoulli(1 - p)) == {c}*KL(Bernoulli(1 - p), Bernoulli(p))",
    "HockeyStick(x, P, Q) - HockeyStick(-x, Q, P)*exp(x) == 1 - exp(x) for x in [-{d}, {d}]",
    "{c}*sinh(2*x)/2 == {c}*sinh(x)*cosh(x) for x in [-{d}, {d}]",
)
"""Equalities that hold wherever both sides are finite; c and d are positive rationals."""

SHARP = (
    ("PureDP(M, eps) => ZCDP(M, {c}*eps**2)", Rational(1, 2), 1),
    ("KL(P, Q) >= {c}*TotalVariation(P, Q)**2", Rational(2), -1),
    ("ZCDP(GaussianMechanism(1, s), {c}/s**2)", Rational(1, 2), 1),
    ("ZCDP(M, rho) => ZCDP(Group(M, k), {c}*k**2*rho)", Rational(1), 1),
    ("PureDP(LaplaceMechanism(1, s), {c}/s)", Rational(1), 1),
    ("PureDP(M1, e1) and PureDP(M2, e2) => PureDP(Compose(M1, M2), {c}*(e1 + e2))", Rational(1), 1),
    ("BoundedRange(M, eta) => ZCDP(M, {c}*eta**2)", Rational(1, 8), 1),
    ("tanh(x) <= {c}*x for x in [0, oo)", Rational(1), 1),
    ("GaussianDP(M, mu) => ZCDP(M, {c}*mu**2)", Rational(1, 2), 1),
    ("RenyiDP(GaussianMechanism(1, s), a, {c}*a/s**2)", Rational(1, 2), 1),
    ("PureDP(M, eps) => PureDP(Subsample(M, 1/2), {c}*log((1 + exp(eps))/2))", Rational(1), 1),
    ("log(1 + x) >= {c}*x/(1 + x) for x in [0, oo)", Rational(1), -1),
    ("PureDP(M, eps) => ApproxDP(M, 0, {c}*tanh(eps/2))", Rational(1), 1),
)
"""Claims true from (1) or up to (-1) a constant, and false beyond it."""


@cache
def _proved() -> tuple[Claim, ...]:
    known = (t.claim for t in theorems() if t.expectation is Expectation.PROVED)
    return tuple(claim for claim in known if claim.index is None)


def true_claim(index: int, seed: int = SEED) -> Claim:
    """A claim that holds: a theorem with a weaker bound, or an identity."""
    rng = Random(f"{seed} {index}")
    while True:
        if rng.random() < 0.3:
            values = {"c": _rational(rng), "d": _rational(rng), "o": 1 + _rational(rng)}
            return parse_claim(rng.choice(IDENTITIES).format(**values))
        weaker = _weakened(rng.choice(_proved()), rng)
        if weaker is not None:
            return weaker


def _rational(rng: Random) -> Rational:
    return Rational(rng.randint(1, 40), rng.randint(1, 20))


def _weakened(claim: Claim, rng: Random) -> Claim | None:
    """The claim with the last conclusion weakened by a random amount, mostly a small one."""
    *others, atom = claim.conclusions
    more = Rational(rng.randint(1, 99), 10 ** rng.randint(2, 6))
    if isinstance(atom, LessThan | GreaterThan):
        changed = atom.func(atom.lhs, atom.rhs + (more if isinstance(atom, LessThan) else -more))
    elif isinstance(atom, GROWING):
        *rest, last = atom.args
        changed = atom.func(*rest, rng.choice((last * (1 + more), last + more)))
    else:
        return None
    domains = {name.name: domain for name, domain in claim.domains}
    try:
        return make_claim(claim.hypotheses, (*others, changed), domains)
    except ClaimError:
        return None


def near_miss(index: int, seed: int = SEED) -> tuple[Claim, bool]:
    """A claim with a constant next to the sharp one, and whether it holds."""
    rng = Random(f"{seed} near {index}")
    pattern, sharp, direction = SHARP[index % len(SHARP)]
    off = rng.choice((-1, 1)) * Rational(rng.randint(1, 9), 10 ** rng.randint(1, 9))
    if rng.random() < 0.1:
        off = Rational(0)
    return parse_claim(pattern.format(c=f"({sharp * (1 + off)})")), bool(off * direction >= 0)


def refuted_though_true(index: int, seed: int = SEED, patience: float = 1.0) -> str:
    """The text of a true claim that the search refutes; empty where it does not."""
    claim = true_claim(index, seed)
    found = search.attempt(claim, Budget.of(SEARCH * patience)) if search.accepts(claim) else None
    return claim.text if isinstance(found, Witness) else ""


def near_verdict(index: int, seed: int = SEED, patience: float = 1.0) -> tuple[str, str, bool]:
    """The claim, the verdict and the truth of one near miss."""
    claim, holds = near_miss(index, seed)
    return claim.text, check(claim, budget=REFEREE * patience).kind, holds


def is_wrong(verdict: str, holds: bool) -> bool:
    """Whether a verdict contradicts the truth."""
    return verdict == ("refuted" if holds else "proved")


def verdict_of(unit: dict[str, Any]) -> dict[str, Any]:
    """What became of one claim, as data."""
    index, seed, patience = unit["index"], unit["seed"], unit["patience"]
    if unit["kind"] == "true":
        text = refuted_though_true(index, seed, patience)
        return {"wrong": bool(text), "verdict": "refuted" if text else "", "holds": True} | {
            "claim": text or true_claim(index, seed).text
        }
    if unit["kind"] == "open":
        text, outcome = contested(index, seed, patience)
        return {"wrong": outcome == "refuted", "verdict": outcome, "holds": True, "claim": text}
    text, verdict, holds = near_verdict(index, seed, patience)
    wrong = is_wrong(verdict, holds)
    return {"wrong": wrong, "verdict": verdict, "holds": holds, "claim": text}


def main() -> int:
    """Run all and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--true", type=int, default=2000, help="random true claims")
    parser.add_argument("--near", type=int, default=500, help="near misses")
    parser.add_argument("--open", type=int, default=2000, help="claims of unknown truth")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--patience", type=float, default=1.0, help="times the usual seconds")
    parser.add_argument("--resume", type=Path, help="file of results")
    arguments = parser.parse_args()
    units = [
        {
            "kind": kind,
            "index": index,
            "seed": arguments.seed,
            "patience": arguments.patience,
        }
        for kind, count in {
            "true": arguments.true,
            "near": arguments.near,
            "open": arguments.open,
        }.items()
        for index in range(count)
    ]
    begun = process_time()
    found = gathered(
        verdict_of, units, path=arguments.resume, jobs=arguments.jobs, progress=_progress
    )
    counts = Counter(
        (unit["kind"], data["holds"], data["verdict"])
        for unit, data in zip(units, found, strict=True)
    )
    for (kind, holds, verdict), count in sorted(counts.items()):
        named = {"true": "random true claims", "open": "claims of unknown truth"}.get(
            kind, f"near misses that are {holds}"
        )
        print(f"{named}: {count} {verdict or 'not refuted'}")
    wrong = [data for data in found if data["wrong"]]
    for data in wrong:
        print(f"{data['verdict']}, though {data['holds']}: {data['claim']}")
    print(f"wrong verdicts: {len(wrong)}, {process_time() - begun:.0f} s of this process")
    return 1 if wrong else 0


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total}", end="", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
