"""Facts about wholes and parts, and about orders: what the kernel takes for them, and what not."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from itertools import pairwise, product

import pytest

from dpsym import check
from dpsym.acceptance import certificate_of
from dpsym.certificate import Node, loaded
from dpsym.kernel.facts import FACTS
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import check as check_node
from dpsym.kernel.verify import verify
from dpsym.language.parser import parse_claim
from dpsym.verdict import Proved

Law = list[float]

CLAIMS = {
    "part": [
        "PureDP(Compose(M, N), e) => PureDP(M, e)",
        "ZCDP(Group(M, 2), r) => ZCDP(M, r)",
        "PureDP(PostProcess(M), e) => PureDP(M, e)",
        "ProbabilisticDP(PostProcess(M), e, d) => ProbabilisticDP(M, e, d)",
        "MeanCDP(Group(M, k), m, t) and n <= k => MeanCDP(Group(M, n), m, t)",
        "PureDP(PostProcess(Group(Compose(M, N), 2)), e) => PureDP(M, e)",
        "HypothesisDP(Compose(M, k), Ones(k), Ones(0), e, d) => ApproxDP(M, e, d)",
        "HypothesisDP(Compose(M, 2), Ones(0), Ones(1), e, d) => ApproxDP(M, e, d)",
        "HypothesisDP(Compose(M, 3), Ones(1), Ones(2), e, d) => ApproxDP(Compose(M, 3), e, d)",
        "HypothesisDP(Compose(M, N), Bits(0, 1), Bits(1, 1), e, d) => ApproxDP(M, e, d)",
        "HypothesisDP(Compose(M, 2), Parity(1), Parity(0), e, d) => ApproxDP(M, e, d)",
        "HypothesisDP(Compose(M, k), Ones(0), Ones(m), e, d) and 2 <= m and m <= k "
        "=> ApproxDP(Compose(M, 2), e, d)",
        "ApproxDP(Concurrent(M, N), e, d) => ApproxDP(Compose(N, M), e, d)",
        "MeanCDP(Concurrent(M, N), m, t) => MeanCDP(Concurrent(N, M), m, t)",
        "ApproxDP(Subsample(M, 1), e, d) => ApproxDP(M, e, d)",
        "MeanCDP(M, m, t) => MeanCDP(Group(Subsample(M, 1), 1), m, t)",
        "PureDP(Compose(M, k), e) => PureDP(M, e/k)",
        "BoundedRange(Compose(M, N, M), 2*w) => BoundedRange(M, w)",
        "RenyiDP(Concurrent(M, M), 3, 2*t) => RenyiDP(M, 3, t)",
    ],
    "ascending": [
        "MaxDivergence(P, Q) <= 1 => KL(P, Q)*TotalVariation(P, Q) <= 1",
        "MaxDivergence(P, Q) <= x => KL(P, Q)*Renyi(2, P, Q) <= x**2 for x in [0, oo)",
    ],
    "cut": [
        "KL(P, Q) <= 1 => KL(P, Q)*TotalVariation(P, Q) <= 3/4",
        "KL(P, Q) <= x => KL(P, Q)*Hellinger(P, Q) <= x**2 for x in [0, 1]",
        "TotalVariation(P, Q)*Hellinger(P, Q) <= TotalVariation(P, Q)**2",
    ],
    "any-laws": [
        "KL(Bernoulli(p), Bernoulli(q)) <= ChiSquared(Bernoulli(p), Bernoulli(q)) "
        "for p in [0, 1], q in [0, 1]",
        "Hellinger(Gaussian(0, a), Gaussian(1, b)) <= TotalVariation(Gaussian(0, a), "
        "Gaussian(1, b)) for a in (0, oo), b in (0, oo)",
    ],
    "apart": [
        "1 - Hellinger(P, Q) >= 1 - TotalVariation(P, Q)",
        "2 - KL(P, Q) <= 3 - 2*TotalVariation(P, Q)**2",
        "1 - TotalVariation(Product(P, R), Product(Q, S)) "
        ">= (1 - TotalVariation(P, Q))*(1 - TotalVariation(R, S))",
    ],
    "sample-zcdp": ["ZCDP(M, r) => ZCDP(Subsample(M, q), r)"],
    "sample-moment": [
        "RenyiDP(M, alpha, t) => RenyiDP(Subsample(M, q), alpha, "
        "log(1 - q + q*exp((alpha - 1)*t))/(alpha - 1))",
        "ZCDP(M, r) => RenyiDP(Subsample(M, q), alpha, "
        "log(1 - q + q*exp((alpha - 1)*alpha*r))/(alpha - 1))",
    ],
    "generalise": [
        "RenyiDP(Subsample(GaussianMechanism(1, s), q), 2, log(1 + q**2*(exp(1/s**2) - 1)))",
        "k > 1 => 4 <= k**2 for k in 0..oo",
        "k < 3 => k**2 <= 4 for k in 0..oo",
        "k >= 2 and k < 7/2 => PureDP(RandomizedResponse(k), 3) for k in 0..5",
    ],
    "pair": ["RenyiDP(M, 2, t) => RenyiDP(Subsample(M, q), 2, log(1 + q**2*(exp(t) - 1)))"],
    "restated": [
        "RenyiDP(M, oo, e) => PureDP(M, e)",
        "RenyiDP(M, oo, e) => RenyiDP(Subsample(M, q), oo, log(1 + q*(exp(e) - 1)))",
    ],
    "weaken-renyi": ["RenyiDP(M, 3, e) => RenyiDP(M, 2, e)"],
    "pure-renyi": [
        "PureDP(M, e) => RenyiDP(M, 2, e)",
        "PureDP(M, e) => RenyiDP(Subsample(M, q), 3, e)",
        "RenyiDP(M, oo, e) => RenyiDP(M, 1, e)",
    ],
    "renyi-below-pure": [
        "RenyiDP(M, 2, s) and PureDP(M, t) => RenyiDP(M, 3, (s + t)/2)",
        "RenyiDP(M, alpha, s) and RenyiDP(M, oo, t) "
        "=> RenyiDP(M, alpha + 1, ((alpha - 1)*s + t)/alpha)",
    ],
    "order-below-infinite": [
        "Renyi(3, P, Q) <= Renyi(2, P, Q)/2 + MaxDivergence(P, Q)/2",
        "Renyi(alpha, P, Q) <= (Renyi(2, P, Q) + (alpha - 2)*MaxDivergence(P, Q))/(alpha - 1) "
        "for alpha in [2, oo)",
    ],
    "renyi-equal": ["RenyiDP(M, alpha, 0) => PureDP(M, 0)"],
    "approx-zcdp-certain": ["ApproxZCDP(M, 0, r) => ZCDP(M, r)"],
    "bounded-zcdp-zcdp": [
        "BoundedZCDP(M, oo, x, r) => ZCDP(M, x, r)",
        "BoundedZCDP(M, oo, 0, r) => ZCDP(Compose(M, k), k*r)",
    ],
    "bounded-zcdp-renyi": [
        "BoundedZCDP(M, 5, x, r) => RenyiDP(M, 3, x + 3*r)",
        "BoundedZCDP(M, 5, x, r) => RenyiDP(M, 5, x + 5*r)",
    ],
    "group-order": [
        "BoundedZCDP(M, m, 0, r) and 2*a <= m => RenyiDP(Group(M, 2), a, 4*r*a)",
        "RenyiDP(M, a, t) and a >= 4 => RenyiDP(Group(M, 2), a/2, t*(2*a - 1)/(a - 1))",
    ],
    "orders": [
        "BoundedZCDP(M, m, 0, r) => BoundedZCDP(Group(M, k), m/k, 0, r*k**2)"
        " for k in 2..3, m in (4, oo)"
    ],
    "renyi-between": ["RenyiDP(M, 2, s) and RenyiDP(M, 4, t) => RenyiDP(M, 3, (s + 3*t)/4)"],
    "renyi-variation-second": ["RenyiDP(M, 2, t) => ApproxDP(M, 0, sqrt(exp(t) - 1)/2)"],
    "approx-zcdp-variation": [
        "ApproxZCDP(M, d, r) => ApproxDP(M, 0, d + sqrt(r/2))",
        "ApproxZCDP(M, d, x, r) => ApproxDP(M, e, d + sqrt((x + r)/2))",
    ],
    "approx-zcdp-variation-mean": [
        "ApproxZCDP(M, d, r) => ApproxDP(M, 0, d + (1 - d)*sqrt(1 - exp(-r)))"
    ],
    "compose-loss": [
        "ProbabilisticDP(M, e, d) and ProbabilisticDP(N, f, c) "
        "=> ProbabilisticDP(Compose(M, N), e + f, d + c)"
    ],
    "repeat-loss": ["ProbabilisticDP(M, e, d) => ProbabilisticDP(Compose(M, k), k*e, k*d)"],
    "parallel-loss": [
        "ProbabilisticDP(M, e, d) and ProbabilisticDP(N, f, c) "
        "=> ProbabilisticDP(Parallel(M, N), Max(e, f), Max(d, c))"
    ],
    "pure-loss": [
        "PureDP(M, a) and ProbabilisticDP(N, e, d) => ProbabilisticDP(Compose(M, N), a + e, d)"
    ],
    "process-tail": ["TailDP(M, x, r) => TailDP(PostProcess(M), x, r)"],
    "renyi-variation-mean": ["ZCDP(M, r) => ApproxDP(M, 0, sqrt(1 - exp(-r)))"],
}


def steps(node: Node) -> set[str]:
    """The rules and the rows of facts below a node."""
    own = {node.rule, str(node.params.get("fact"))}
    return own.union(*map(steps, node.children))


@pytest.mark.parametrize(("step", "claim"), [(s, c) for s, cs in CLAIMS.items() for c in cs])
def test_a_claim_is_certified_by_this_step(step: str, claim: str) -> None:
    verdict = check(claim, budget=150)
    assert isinstance(verdict, Proved)
    made = certificate_of(verdict)
    assert made.proof is not None
    assert step in steps(made.proof)
    verify(loaded(json.loads(json.dumps(made.to_json()))))


BOTH_LOSE = "ProbabilisticDP(M, 1, 1/10) and ProbabilisticDP(N, 1, 1/10)"
LOSSES = {"M1": "M", "M2": "N", "e1": "1", "e2": "1", "d1": "1/10", "d2": "1/10"}
FAILING = {"M": "M", "c": "1/10", "x": "0", "r": "1/8", "e": "0", "y": "1/4"}
FORGED = [
    ("part", {"whole": "Compose(M, N)"}, "PureDP(Compose(M, N), e) => PureDP(K, e)"),
    ("part", {"whole": "Compose(M, N)"}, "PureDP(Compose(M, N), 2*e) => PureDP(M, e)"),
    ("part", {"whole": "Compose(M, N)"}, "ProbabilisticDP(Compose(M, N), e, d) "
     "=> ProbabilisticDP(M, e, d)"),
    ("part", {"whole": "PostProcess(N)"}, "PureDP(PostProcess(N), e) => PureDP(M, e)"),
    ("part", {"whole": "PostProcess(M)"}, "PureDP(PostProcess(M), 2*e) => PureDP(M, e)"),
    ("part", {"whole": "M"}, "ProbabilisticDP(M, e, d) => ProbabilisticDP(PostProcess(M), e, d)"),
    ("part", {"whole": "Group(M, 2)"}, "PureDP(Group(M, 2), e) => PureDP(Group(M, 3), e)"),
    ("part", {"whole": "Group(M, 3)"}, "PureDP(Group(M, 3), e) => PureDP(Group(N, 2), e)"),
    ("part", {"whole": "Hypotheses(Compose(M, 2), Ones(0), Ones(1))"},
     "HypothesisDP(Compose(M, 2), Ones(0), Ones(1), e, d) => ApproxDP(Compose(M, 2), e, d)"),
    ("part", {"whole": "Hypotheses(Compose(M, 2), Ones(0), Ones(2))"},
     "HypothesisDP(Compose(M, 2), Ones(0), Ones(2), e, d) => ApproxDP(M, e, d)"),
    ("part", {"whole": "Hypotheses(Compose(M, k), Ones(0), Ones(2))"},
     "HypothesisDP(Compose(M, k), Ones(0), Ones(2), e, d) => ApproxDP(Compose(M, k), e, d) "
     "for k in 1..oo"),
    ("part", {"whole": "Subsample(M, q)"}, "PureDP(Subsample(M, q), e) => PureDP(M, e)"),
    ("part", {"whole": "Group(N, 2)"}, "ZCDP(Group(N, 2), r) => ZCDP(M, r)"),
    ("part", {"whole": "M"}, "PureDP(M, e) => PureDP(Group(M, 2), e)"),
    ("part", {"whole": "Subsample(M, 1/2)"}, "PureDP(Subsample(M, 1/2), e) => PureDP(M, e)"),
    ("part", {"whole": "Compose(M, N)"}, "PureDP(Compose(M, N), e) => PureDP(Compose(N, M), e)"),
    ("part", {"whole": "Concurrent(M, N)"}, "MeanCDP(Concurrent(M, N), m, t) => MeanCDP(M, m, t)"),
    ("part", {"whole": "Concurrent(M, N)"}, "PureDP(Concurrent(M, N), e) "
     "=> PureDP(Compose(M, M), e)"),
    ("part", {"whole": "Compose(M, 2)", "copies": True}, "PureDP(Compose(M, 2), 3*e) "
     "=> PureDP(M, e)"),
    ("part", {"whole": "Compose(M, N)", "copies": True}, "PureDP(Compose(M, N), 2*e) "
     "=> PureDP(M, e)"),
    ("part", {"whole": "Parallel(M, M)", "copies": True}, "PureDP(Parallel(M, M), 2*e) "
     "=> PureDP(M, e)"),
    ("part", {"whole": "Compose(M, 2)", "copies": True}, "ApproxDP(Compose(M, 2), 2*e, d) "
     "=> ApproxDP(M, e, d)"),
    ("part", {"whole": "Compose(M, k)", "copies": True}, "PureDP(Compose(M, k), 2*e) "
     "=> PureDP(M, e) for k in 1..oo"),
    ("part", {"whole": "Hypotheses(Compose(M, k), Ones(0), Ones(m))"}, "HypothesisDP("
     "Compose(M, k), Ones(0), Ones(m), e, d) => ApproxDP(M, e, d) for k in 1..oo, m in 1..oo"),
    *(("part", {"whole": f"Hypotheses({sides})"}, f"ApproxDP(Hypotheses({sides}), e, d) "
       f"=> ApproxDP({some}, e, d)")
      for sides, some in {
          "Compose(M, 2), Ones(0), Ones(1)": "Compose(M, 2)",
          "Compose(M, N), Bits(0, 1), Bits(1, 1)": "N",
          "Compose(M, N), Ones(0), Ones(2)": "Compose(N, M)",
          "Compose(M, 2), Ones(0), Ones(3)": "M",
          "Compose(M, 2), Uniform(Ones(0)), Uniform(Ones(1))": "M",
          "Compose(M, 2), Parity(0), Parity(0)": "N",
      }.items()),
    ("restated", {}, "RenyiDP(M, 9, t) => PureDP(M, t)"),
    ("restated", {}, "PureDP(M, t) => RenyiDP(M, 9, t)"),
    ("fact", {"fact": "pure-renyi", "with": {"M": "M", "e": "t", "a": "2", "t": "t/2"}},
     "PureDP(M, t) => RenyiDP(M, 2, t/2)"),
    ("fact", {"fact": "pure-renyi", "with": {"M": "M", "e": "t", "a": "2", "t": "t"}},
     "ProbabilisticDP(M, t, 1/9) => RenyiDP(M, 2, t)"),
    ("fact", {"fact": "renyi-below-pure", "with": {"M": "M", "a": "2", "c": "3", "s": "s",
     "e": "t", "u": "(2*s + t)/3"}}, "RenyiDP(M, 2, s) and PureDP(M, t) "
     "=> RenyiDP(M, 3, (2*s + t)/3)"),
    ("fact", {"fact": "renyi-below-pure", "with": {"M": "M", "a": "3", "c": "2", "s": "s",
     "e": "t", "u": "2*s - t"}}, "RenyiDP(M, 3, s) and PureDP(M, t) => RenyiDP(M, 2, 2*s - t)"),
    ("bound", {"fact": "order-below-infinite", "with": {"a": "3", "c": "2", "P": "P", "Q": "Q"}},
     "Renyi(2, P, Q) <= 2*Renyi(3, P, Q) - MaxDivergence(P, Q)"),
    ("fact", {"fact": "renyi-equal", "with": {"M": "M", "a": "2"}}, "RenyiDP(M, 2, t) "
     "=> PureDP(M, 0)"),
    ("fact", {"fact": "approx-zcdp-certain", "with": {"M": "M", "x": "0", "r": "r"}},
     "ApproxZCDP(M, d, r) => ZCDP(M, r)"),
    ("fact", {"fact": "bounded-zcdp-renyi",
              "with": {"M": "M", "m": "3", "a": "4", "x": "0", "r": "r", "t": "4*r"}},
     "BoundedZCDP(M, 3, 0, r) => RenyiDP(M, 4, 4*r)"),
    ("fact", {"fact": "bounded-zcdp-renyi",
              "with": {"M": "M", "m": "1", "a": "1", "x": "0", "r": "0", "t": "0"}},
     "BoundedZCDP(M, 1, 0, 0) => RenyiDP(M, 1, 0)"),
    ("fact", {"fact": "bounded-zcdp-renyi",
              "with": {"M": "M", "m": "oo", "a": "oo", "x": "0", "r": "0", "t": "0"}},
     "BoundedZCDP(M, oo, 0, 0) => RenyiDP(M, oo, 0)"),
    ("fact", {"fact": "group-order",
              "with": {"M": "M", "m": "3", "a": "2", "k": "2", "x": "0", "r": "r"}},
     "BoundedZCDP(M, 3, 0, r) => RenyiDP(Group(M, 2), 2, 8*r)"),
    ("fact", {"fact": "group-order",
              "with": {"M": "M", "m": "oo", "a": "oo", "k": "2", "x": "0", "r": "0"}},
     "BoundedZCDP(M, oo, 0, 0) => RenyiDP(Group(M, 2), oo, 0)"),
    ("fact", {"fact": "group-order",
              "with": {"M": "M", "m": "4", "a": "2", "k": "2", "x": "1", "r": "-1/2"}},
     "BoundedZCDP(M, 4, 1, -1/2) => RenyiDP(Group(M, 2), 2, 7/3 - 4)"),
    ("fact", {"fact": "renyi-between",
              "with": {"M": "M", "a": "2", "b": "4", "c": "3", "s": "s", "t": "t",
                       "u": "(s + t)/2"}},
     "RenyiDP(M, 2, s) and RenyiDP(M, 4, t) => RenyiDP(M, 3, (s + t)/2)"),
    ("fact", {"fact": "renyi-between",
              "with": {"M": "M", "a": "2", "b": "3", "c": "4", "s": "s", "t": "t",
                       "u": "(4*t - s)/3"}},
     "RenyiDP(M, 2, s) and RenyiDP(M, 3, t) => RenyiDP(M, 4, (4*t - s)/3)"),
    ("fact", {"fact": "approx-zcdp-variation", "with": FAILING},
     "ApproxZCDP(M, 1/10, 0, 1/8) => ApproxDP(M, 0, 1/4)"),
    ("fact", {"fact": "approx-zcdp-variation", "with": {**FAILING, "y": "1/5"}},
     "ApproxZCDP(M, 1/10, 0, 1/8) => ApproxDP(M, 0, 28/100)"),
    ("fact", {"fact": "approx-zcdp-variation", "with": {**FAILING, "e": "-1/10"}},
     "ApproxZCDP(M, 1/10, 0, 1/8) => ApproxDP(M, -1/10, 325/1000)"),
    ("fact", {"fact": "approx-zcdp-variation-mean", "with": FAILING},
     "ApproxZCDP(M, 1/10, 0, 1/8) => ApproxDP(M, 0, 325/1000)"),
    ("fact", {"fact": "compose-loss", "count": 2, "with": LOSSES},
     f"{BOTH_LOSE} => ProbabilisticDP(Compose(M, N), 2, 18/100)"),
    ("fact", {"fact": "compose-loss", "count": 2, "with": LOSSES},
     f"{BOTH_LOSE} => ProbabilisticDP(Concurrent(M, N), 2, 19/100)"),
    ("fact", {"fact": "concurrent-compose-loss", "count": 2, "with": LOSSES},
     f"{BOTH_LOSE} => ProbabilisticDP(Concurrent(M, N), 2, 19/100)"),
    ("fact", {"fact": "compose-loss", "count": 2, "with": LOSSES},
     f"{BOTH_LOSE} => ProbabilisticDP(PostProcess(Compose(M, N)), 2, 19/100)"),
    ("fact", {"fact": "process-loss", "with": {"M": "M", "e": "1", "d": "1/10"}},
     "ProbabilisticDP(M, 1, 1/10) => ProbabilisticDP(PostProcess(M), 1, 1/10)"),
    ("fact", {"fact": "compose-loss", "count": 2, "with": {**LOSSES, "d1": "2", "d2": "2"}},
     "ProbabilisticDP(M, 1, 2) and ProbabilisticDP(N, 1, 2) "
     "=> ProbabilisticDP(Compose(M, N), 2, 0)"),
    ("fact", {"fact": "repeat-loss", "with": {"M": "M", "e": "1", "d": "2", "k": "2"}},
     "ProbabilisticDP(M, 1, 2) => ProbabilisticDP(Compose(M, 2), 2, 0)"),
    ("fact", {"fact": "repeat-loss", "with": {"M": "M", "e": "1", "d": "1/10", "k": "2"}},
     "ProbabilisticDP(M, 1, 1/10) => ProbabilisticDP(Group(M, 2), 2, 19/100)"),
    ("fact", {"fact": "bounded-zcdp-zcdp", "with": {"M": "M", "x": "0", "r": "r"}},
     "BoundedZCDP(M, 3, 0, r) => ZCDP(M, r)"),
    ("fact", {"fact": "bounded-zcdp-zcdp", "with": {"M": "M", "x": "0", "r": "r"}},
     "BoundedZCDP(M, m, 0, r) => ZCDP(M, r)"),
    ("fact", {"fact": "sample-moment", "with": {"M": "M", "a": "3", "t": "t", "q": "1/2"}},
     "RenyiDP(M, 3, t) => RenyiDP(Subsample(M, 1/2), 3, log(1/2 + exp(t)/2)/2)"),
    ("fact", {"fact": "sample-moment", "with": {"M": "M", "a": "3", "t": "t", "q": "1/2"}},
     "RenyiDP(M, 2, t) => RenyiDP(Subsample(M, 1/2), 3, log(1/2 + exp(2*t)/2)/2)"),
    ("fact", {"fact": "sample-moment", "with": {"M": "M", "a": "3", "t": "t", "q": "1/3"}},
     "RenyiDP(M, 3, t) => RenyiDP(Subsample(M, 1/2), 3, log(2/3 + exp(2*t)/3)/2)"),
    ("fact", {"fact": "process-tail", "with": {"M": "M", "x": "x", "r": "r"}},
     "TailDP(PostProcess(M), x, r) => TailDP(M, x, r)"),
    ("fact", {"fact": "process-tail", "with": {"M": "M", "x": "x", "r": "r/2"}},
     "TailDP(M, x, r) => TailDP(PostProcess(M), x, r/2)"),
    ("fact", {"fact": "sample-zcdp", "with": {"M": "M", "x": "0", "r": "r"}},
     "ZCDP(Subsample(M, q), r) => ZCDP(M, r)"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "params", "claim"), FORGED)
def test_a_false_neighbour_is_refused(rule: str, params: dict[str, object], claim: str) -> None:
    model = certificate_of(check("PureDP(M, e) => PureDP(M, 2*e)"))  # type: ignore[arg-type]
    stated = parse_claim(claim)
    forged = replace(
        model, claim=stated.text, sha256=stated.digest, proof=Node(rule, stated.text, params)
    )
    with pytest.raises(Rejected):
        verify(forged)


def law(source: random.Random) -> Law:
    weights = [source.choice([1, 1, 2, 5, 20]) for _ in range(3)]
    return [w / sum(weights) for w in weights]


def renyi(order: float, p: Law, q: Law) -> float:
    if order == 1:
        return sum(a * math.log(a / b) for a, b in zip(p, q, strict=True))
    total = sum(a**order * b ** (1 - order) for a, b in zip(p, q, strict=True))
    return math.log(total) / (order - 1)


def test_the_rows_hold_of_random_laws() -> None:
    """What a row says is stated again here for pairs of laws."""
    source, slack = random.Random(4), 1e-12
    assert (
        "((b - c)*(a - 1)*s + (c - a)*(b - 1)*t)/((b - a)*(c - 1)) <= u"
        in (FACTS["renyi-between"][1])
    )
    for _ in range(400):
        p, q, other, another = (law(source) for _ in range(4))
        known = {order: renyi(order, p, q) for order in (1, 1.5, 2, 3, 8)}
        for (a, s), (c, between), (b, t) in zip(*[iter(known.items())] * 3, strict=False):
            upper = ((b - c) * (a - 1) * s + (c - a) * (b - 1) * t) / ((b - a) * (c - 1))
            assert between <= upper + slack
        largest = max(math.log(x / y) for x, y in zip(p, q, strict=True))
        for (a, s), (c, between) in pairwise(known.items()):
            assert between <= ((a - 1) * s + (c - a) * largest) / (c - 1) + slack
        variation = sum(max(x - y, 0.0) for x, y in zip(p, q, strict=True))
        assert 4 * variation**2 <= math.expm1(known[2]) + slack
        assert variation**2 <= -math.expm1(-known[1]) + slack
        share = source.random()
        sampled = [share * x + (1 - share) * y for x, y in zip(p, q, strict=True)]
        whole = [[x * y for x, y in product(*pair)] for pair in ((p, other), (q, another))]
        for order, least in known.items():
            assert least <= renyi(order, *whole) + slack
            assert max(renyi(order, sampled, q), renyi(order, q, sampled)) <= (
                max(least, renyi(order, q, p)) + slack
            )
    assert all(known[a] <= known[b] + slack for a, b in pairwise(known))


@pytest.mark.parametrize("kind", ["Simulable", "ApproxDP"])
def test_what_does_not_add_up_has_no_shares(kind: str) -> None:
    goal = f"{kind}(Compose(M, M), e, d) => {kind}(M, e, d) for e in [0, 3], d in [0, 1]"
    with pytest.raises(Rejected, match="is no share of what holds"):
        check_node(Node("part", goal, {"whole": "Compose(M, M)", "copies": True}))
