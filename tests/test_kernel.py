"""The kernel accepts what the provers prove, and nothing that was tampered with."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from mpmath import mp
from sympy import Basic, Expr, Float, Integer, Rational, S, Symbol, log

from dpsym.acceptance import certificate_of
from dpsym.certificate import UnreadableError, claim_of, digest, loaded
from dpsym.checking import check
from dpsym.cli import main
from dpsym.cli.verifying import examined
from dpsym.kernel.claims import RULES
from dpsym.kernel.enclosures import enclosure
from dpsym.kernel.facts import FACTS
from dpsym.kernel.goal import Goal
from dpsym.kernel.information import capacity
from dpsym.kernel.laws import closed_form
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.statements import fact
from dpsym.kernel.verify import verify
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Integers, Interval
from dpsym.language.parser import parse_claim, parse_expression
from dpsym.provers.axioms import AXIOMS
from dpsym.provers.elaboration.leaves import Unelaborated
from dpsym.trusted_base import whole
from dpsym.verdict import Proved, Refuted, Step, Undecided

pytestmark = pytest.mark.xdist_group("kernel")

ROOT = Path(__file__).parents[1]
CLAIMS = [
    "ZCDP(FiniteMechanism(Bernoulli(p), Bernoulli(q)), r) => KL(Bernoulli(p), Bernoulli(q)) <= r",
    "PureDP(M1, a) and PureDP(M2, b) => PureDP(Compose(M1, M2), a + b)",
    "PureDP(M1, a) and PureDP(M2, b) => PureDP(Parallel(M1, M2), Max(a, b))",
    "ZCDP(M, rho) => ZCDP(PostProcess(M), rho)",
    "TotalVariation(Pushforward(Kernel((1, 0), (1/3, 2/3)), P), "
    "Pushforward(Kernel((1, 0), (1/3, 2/3)), Q)) <= 2*TotalVariation(P, Q)/3",
    "ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)",
    "ApproxDP(M, epsilon, delta) => ApproxDP(Compose(M, k), k*epsilon, k*delta)",
    "PureDP(M, epsilon) => ZCDP(M, epsilon**2/2)",
    "log(1 + ChiSquared(P, Q)) <= MaxDivergence(P, Q)",
    "exp(2*TotalVariation(P, Q)**2) <= exp(KL(P, Q))",
    "MaxDivergence(P, Q) <= b => MaxDivergence(P, Q) - KL(P, Q) >= 0 for b in [0, oo)",
    "TotalVariation(P, Q) > 0 => ChiSquared(P, Q) > TotalVariation(P, Q)**2",
    "RenyiDP(M, 2, -1) => PureDP(M, 0)",
    "PureDP(M, epsilon) and s <= 0 => PureDP(M, 0) for s in (0, oo)",
    "PureDP(M[i], e[i]) each i in 1..k => PureDP(Compose(M[i], (i, 1, k)), Sum(e[i], (i, 1, k)))",
    "BoundedZCDP(M, 3, 0, r) and BoundedZCDP(N, 4, 0, s) "
    "=> BoundedZCDP(Compose(M, N), 3, 0, r + s)",
    "ApproxDP(M, epsilon, delta) => ApproxZCDP(M, delta, epsilon**2/2)",
    "ZCDP(GaussianMechanism(Delta, sigma), Delta**2/(2*sigma**2))",
    "PureDP(LaplaceMechanism(1, s), epsilon) and s <= t"
    " => PureDP(LaplaceMechanism(1, t), epsilon) for t in (0, oo)",
    "ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1]",
    "Renyi(alpha, P, Q) <= MaxDivergence(P, Q)",
    "Sum(1/(n + 1 - i), (i, 1, n)) <= n for n in 1..oo",
    "Renyi(3, P, Q) <= Renyi(2, P, Q)/3 + 2*MaxDivergence(P, Q)/3",
    "Recovery(M, 1, 2) <= 2/3 => Recovery(M, 1, 3) <= 2/3",
    "KL(Pushforward(K, P), Pushforward(K, Q)) <= KL(P, Q)",
    "KL(Mixture(t, P1, P0), Mixture(t, Q1, Q0)) <= t*KL(P1, Q1) + (1 - t)*KL(P0, Q0) "
    "for t in (0, 1)",
    "ChiSquared(P, Q) == exp(Renyi(2, P, Q)) - 1",
    "HockeyStick(-x, P, Q) == exp(-x)*HockeyStick(x, Q, P) + 1 - exp(-x) for x in (-oo, oo)",
    "TotalVariation(P, R) <= TotalVariation(P, Q) + TotalVariation(Q, R)",
    "KL(Bernoulli(1/3), Bernoulli(1/2)) <= 1/10",
    "PureDP(M, epsilon) => HypothesisDP(Compose(M, 2), Ones(0), Ones(2), 2*epsilon, 0)",
    "MaliciousDP(T, 1, epsilon, delta) => CuriousDP(T, 1, epsilon, delta)",
    "ZCDP(M, rho) => Capacity(M, n, 1) <= n*rho",
    "ZCDP(M, 9/20) => ApproxDP(M, 7/4, 7/100)",
    "x**2 + 1 >= 2*x for x in [0, oo)",
    "x*y <= x for x in [0, oo), y in [0, 1]",
    "RenyiDP(M, exp(x) - x, tau) => RenyiDP(M, 1, tau) for x in [0, oo)",
    "KL(Bernoulli(4*p*(1 - p)), Bernoulli(4*p*(1 - p))) <= 0 for p in [0, 1]",
    "MaxDivergence(P, Q) <= 1 => ChiSquared(P, Q) <= 2*exp(1)*TotalVariation(P, Q)",
    "AverageAccuracy(ResponseProtocol(epsilon, 0), Task(0, (1, 0), (0, 1)))"
    " == 1/2 + tanh(epsilon/2)/2",
    "BoundedRange(M, eta) => PureDP(M, eta)",
    "CuriousDP(Broadcast(RandomizedResponse(epsilon), M), 1, epsilon, 0)",
    "ApproxDP(M1, eps1, delta1) and ApproxDP(M2, eps2, delta2)"
    " => ApproxDP(Concurrent(M1, M2), eps1 + eps2, Min(1, delta1 + delta2))",
    "TotalVariation(P, Q) <= TotalVariation(Q, P) and KL(P, Q) >= 0",
    "Sum(2**(-i + k), (i, 1, k)) == 2**k - 1 for k in 1..5",
    "KL(P, Q) >= 2*TotalVariation(P, Q)**2",
    "MaxDivergence(P, Q) <= eps and MaxDivergence(Q, P) <= eps"
    " => TotalVariation(P, Q) <= tanh(eps/2) for eps in [0, oo)",
    "PureDP(FiniteMechanism(Finite(2/3, 1/3), Finite(1/3, 2/3)), log(2))",
    "MaliciousDP(T, 1, epsilon, delta)"
    " => WorstAccuracy(T, W) <= WorstAccuracy(ResponseProtocol(epsilon, delta), W)",
    "ApproxDP(M, epsilon, delta) => HypothesisDP(Compose(M, k), Ones(0), Uniform(Ones(0, k)), "
    "k*log(exp(epsilon)/2 + 1/2), delta*k/2)",
    "HypothesisDP(Compose(M, k), Ones(0), Ones(k), epsilon, delta)"
    " => HypothesisDP(Compose(M, k), Ones(0, k), Ones(0, k), epsilon, delta)",
    "PureDP(Compose(M, 2), epsilon) => PureDP(M, epsilon)",
    "ApproxDP(M, eps, delta) => ApproxDP(M, 0, (2*delta + exp(eps) - 1)/(exp(eps) + 1))",
    "ApproxDP(InteractiveMechanism(Query(Message((1/2, 1/4), (1/2, 3/4)), "
    "Message((1/3, 1/2), (2/3, 1/2)))), 0, 1/4)",
    "ApproxZCDP(M, 1/4, rho) and d <= sqrt(pi*k)*rho"
    " => ApproxDP(M, 3*rho, 1/4 + 3*exp(-rho)*sqrt(pi*rho)/4) for d in (0, 1], k in 1..20",
    "exp(KL(P, Q)) <= 1 + ChiSquared(P, Q)",
    "TotalVariation(P, Q) == TotalVariation(Q, P)",
]
FALSE = [
    "x**2 <= x for x in [0, 2]",
    "PureDP(M, epsilon) => ZCDP(M, epsilon**2/4)",
    "ZCDP(M, rho) => PureDP(M, 4*rho)",
    "KL(P, Q) <= TotalVariation(P, Q)",
    "MeanCDP(GaussianMechanism(1, 2), 1/8, 1/3)",
    "TotalVariation(Gaussian(0, 1), Gaussian(0, 2)) <= 32/100",
    "WorstAccuracy(Protocol(1, Speech(1, (1/2, 1/6), (1/2, 5/6))), Task(0, (2, 0), (0, 1))) <= 3/4",
]
MUTANTS = 500
M = heads.ObjectName("M")


@cache
def certificate(claim: str) -> dict[str, Any]:
    """The certificate of a claim, as it is read from a file."""
    verdict = check(claim, budget=60)
    assert not isinstance(verdict, Undecided), verdict
    return json.loads(json.dumps(certificate_of(verdict).to_json()))


@pytest.mark.parametrize("claim", CLAIMS)
def test_proofs_are_accepted(claim: str) -> None:
    made = certificate(claim)
    assert made["verdict"] == "proved"
    verify(loaded(made))


RULES_AT_WORK = {
    "a delta of one": "ApproxDP(M, epsilon, Max(1, delta)) for delta in [0, 1]",
    "a limit term by term": "Phi(-x) >= x*exp(-x**2/2)/((1 + x**2)*sqrt(2*pi)) for x in (0, oo)",
    "factors of a denominator": "log(1 - p + p*exp(h)) <= p*h + h**2/8"
    " for p in [0, 1], h in (-oo, oo)",
    "a limit with a free parameter": "exp(2*t/s**2)*Phi((-t - 1)/s) <= Phi((1 - t)/s)"
    " for s in (0, oo), t in (0, oo)",
    "the sign of a weight": "2/(z + sqrt(z**2 + 4)) <= sqrt(2*pi)*exp(z**2/2)*Phi(-z)"
    " for z in [0, oo)",
    "an end apart": "7*r**2 <= 330*Max(r**2, r**4) for r in [0, oo)",
    "a logarithm of a quotient": "KL(P, Q) <= log(1 + ChiSquared(P, Q))",
    "a root and a size": "2*Abs(p - q) <= sqrt((p - q)**2/q + (q - p)**2/(1 - q))"
    " for p in (0, 1), q in (0, 1)",
    "factorials that step": "binomial(2*n, n) <= 4**n for n in 1..oo",
    "an identity of exponents": "RenyiDP(M, alpha, tau) => ApproxDP(M, tau + log((alpha - 1)/alpha)"
    " - (log(delta) + log(alpha))/(alpha - 1), delta) for delta in (0, 1]",
    "the signs of what is compared": "Max(Min(a, b), -a, -b) >= 0 for a in [-1, 1], b in [-1, 1]",
    "a law between two": "MaxDivergence(P, R) <= log(2) and MaxDivergence(R, Q) <= log(2)"
    " => ChiSquared(P, Q) <= 8*TotalVariation(P, Q)",
    "a gap over a common denominator": "2/(A + sqrt(A**2 + 1/r)) <= 1/A"
    " for A in [1, oo), r in (0, oo)",
    "a name measured from its bound": "x <= y => sqrt((y - x)**2*log(1/d)/(y - x + log(1/d)))"
    " <= y - x - (y - x)**2/(4*(y - x + log(1/d))) for x in (-oo, oo), y in [0, oo), d in (0, 1)",
    "hypotheses that leave a smaller domain": "ApproxZCDP(M, 1/4, rho) and d <= sqrt(pi*k)*rho"
    " => ApproxDP(M, 3*rho, 1/4 + 3*exp(-rho)*sqrt(pi*rho)/4) for d in (0, 1], k in 1..20",
    "the larger of two thresholds": "HockeyStick(a, P1, Q1) <= c and HockeyStick(b, P2, Q2) <= d"
    " => HockeyStick(Max(a, b), Mixture(t, P1, P2), Mixture(t, Q1, Q2)) <= t*c + (1 - t)*d"
    " for c in [0, 1], d in [0, 1]",
    "a mixture known at two orders": "Renyi(a, P, Mixture(s, Q, P)) <= t and Renyi(b, P, Q) <= u"
    " => Renyi(b, P, Mixture(s, Q, P)) <= u for t in [0, oo), u in [0, oo)",
}


@pytest.mark.parametrize("what", RULES_AT_WORK)
def test_what_the_provers_do_has_a_certificate(what: str) -> None:
    verify(loaded(certificate(RULES_AT_WORK[what])))


@pytest.mark.parametrize("claim", FALSE)
def test_refutations_are_accepted(claim: str) -> None:
    made = certificate(claim)
    assert made["verdict"] == "refuted"
    verify(loaded(made))


def refused(data: Any) -> bool:
    """Whether the kernel rejects the data, or says that they are no certificate."""
    try:
        verify(loaded(data))
    except (Rejected, UnreadableError):
        return True
    return False


@pytest.mark.parametrize("claim", CLAIMS + FALSE)
def test_the_evidence_of_one_claim_is_none_of_another(claim: str) -> None:
    made = deepcopy(certificate(claim))
    other = CLAIMS[0] if claim != CLAIMS[0] else CLAIMS[1]
    made["claim"] = other
    assert refused(made)
    made["sha256"] = digest(claim_of(other))
    assert refused(made)


def nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A node and all below it."""
    yield node
    for child in node["children"]:
        yield from nodes(child)


@pytest.mark.parametrize("claim", CLAIMS)
def test_no_child_can_be_left_out(claim: str) -> None:
    for place, node in enumerate(nodes(certificate(claim)["proof"])):
        for child in range(len(node["children"])):
            made = deepcopy(certificate(claim))
            del list(nodes(made["proof"]))[place]["children"][child]
            assert refused(made), (node["rule"], child)


@pytest.mark.parametrize("claim", CLAIMS)
def test_axioms_are_those_that_were_used(claim: str) -> None:
    for change in (["hoelder-2"], [*certificate(claim)["axioms"], "zorn"]):
        made = certificate(claim) | {"axioms": change}
        assert refused(made)


def test_arguments_must_be_shown_to_keep_their_domains() -> None:
    made = certificate("RenyiDP(M, exp(x) - x, t) => RenyiDP(M, exp(x) - x, 2*t) for x in [0, oo)")
    assert made["proof"]["rule"] == "placed"
    alone = {**made, "proof": made["proof"]["children"][0]}
    with pytest.raises(Rejected, match="may say nothing: nothing says 1 <= -x"):
        verify(loaded(alone))
    claim = "KL(Bernoulli(3*p), Bernoulli(3*p)) <= 0 for p in [0, 1]"
    step = {"rule": "identity", "goal": claim, "params": {"use": "expanded"}, "children": []}
    digest = parse_claim(claim).digest
    with pytest.raises(Rejected, match="nothing says 3"):
        verify(loaded({**made, "claim": claim, "sha256": digest, "proof": step, "axioms": []}))


def scalar_node(goal: str, **proof: Any) -> dict[str, Any]:
    return {"rule": "scalar", "goal": goal, "params": {"proof": proof}, "children": []}


SIGNED = "0 <= x + Abs(x) for x in (-oo, oo)"
BY_SIGN = {
    "rule": "cases",
    "goal": SIGNED,
    "params": {"of": "x"},
    "children": [
        scalar_node(f"0 < x => {SIGNED}", rule="range"),
        scalar_node(f"x <= 0 => {SIGNED}", rule="sum", terms=[]),
    ],
}


def proof_of(claim: str, proof: dict[str, Any], *axioms: str) -> dict[str, Any]:
    return {
        "format": "dpsym-certificate",
        "version": 3,
        "claim": claim,
        "sha256": digest(claim_of(claim)),
        "verdict": "proved",
        "axioms": list(axioms),
        "proof": proof,
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"of": "x"', '"of": "x - 1"'),
        ('"of": "x"', '"of": "log(x)"'),
        ('"of": "x"', '"of": "Sum(x, (j, 1, 2))"'),
        ("0 < x =>", "0 < x - 1 =>"),
        ("x <= 0 =>", "x <= -1 =>"),
        ("0 < x =>", "x <= 0 =>"),
    ],
)
def test_the_two_signs_of_a_number_are_all(old: str, new: str) -> None:
    text = json.dumps(BY_SIGN)
    verify(loaded(proof_of(SIGNED, BY_SIGN)))
    assert old in text
    assert refused(proof_of(SIGNED, json.loads(text.replace(old, new))))
    for child in (0, 1):
        assert refused(proof_of(SIGNED, {**BY_SIGN, "children": [BY_SIGN["children"][child]]}))


BELOW = "2*Hellinger(P, Q) <= ChiSquared(P, Q)"
BY_DENSITIES = {
    "rule": "integrands",
    "goal": BELOW,
    "params": {"names": {"t": "P"}, "multipliers": {"P": "0", "Q": "0"}},
    "children": [
        scalar_node(
            "0 <= (t - 1)**2 - t - 1 + 2*sqrt(t) for t in (0, oo)",
            rule="sum",
            terms=[["(sqrt(t) - 1)**2", "(sqrt(t) + 1)**2 - 1", {"rule": "range"}]],
        )
    ],
}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"P": "0"', '"P": "1"'),
        ('"P": "0"', '"P": "-t"'),
        ('"P": "0", "Q": "0"', '"P": "oo", "Q": "-oo"'),
        ('"P": "0", "Q": "0"', '"R": "1", "Q": "-1"'),
        ('{"t": "P"}', "{}"),
        ('{"t": "P"}', '{"t": "P", "u": "Q"}'),
        ('{"t": "P"}', '{"t": "Q"}'),
        (BELOW, "Hellinger(P, Q) <= ChiSquared(P, Q) - 1/100"),
        (BELOW, "2*Hellinger(P, Q) <= Hellinger(P, Q)*ChiSquared(P, Q)"),
        (BELOW, "2*Hellinger(P, Q) <= Renyi(2, P, Q)"),
        (BELOW, "2*Hellinger(P, Q) <= ChiSquared(P, R)"),
        (BELOW, "2*Hellinger(P, Q) < ChiSquared(P, Q)"),
        ("+ 2*sqrt(t)", "+ 3*sqrt(t)"),
    ],
)
def test_densities_prove_what_they_integrate_to(old: str, new: str) -> None:
    text = json.dumps(BY_DENSITIES)
    verify(loaded(proof_of(BELOW, BY_DENSITIES)))
    assert old in text
    made = json.loads(text.replace(old, new))
    assert refused(proof_of(made["goal"], made))
    assert refused(proof_of(BELOW, {**BY_DENSITIES, "children": []}))


SUMS = {
    "KL": lambda p, q: sum(a * math.log(a / b) for a, b in zip(p, q, strict=True)),
    "ChiSquared": lambda p, q: sum(a * a / b for a, b in zip(p, q, strict=True)) - 1,
    "Hellinger": lambda p, q: 1 - sum(math.sqrt(a * b) for a, b in zip(p, q, strict=True)),
    "TotalVariation": lambda p, q: sum(a - b for a, b in zip(p, q, strict=True) if a > b),
    "HockeyStick": lambda p, q: sum(max(a - math.e * b, 0) for a, b in zip(p, q, strict=True)),
}


@pytest.mark.parametrize("name", SUMS)
def test_densities_integrate_to_the_gap(name: str) -> None:
    """The leaf, averaged over finite laws, is the larger side less the smaller."""
    head = f"{name}(1, " if name == "HockeyStick" else f"{name}("
    goal = claim_of(f"2*{head}P, Mixture(1/3, P, R)) <= 5*{head}Q, R) + 7")
    params = {"names": {"t": "P", "u": "Q"}, "multipliers": {"P": "3", "R": "4"}}
    leaf, rest, *signs = RULES["integrands"](Goal(goal, params, (), set()))
    assert rest.text == "0 <= 0"
    assert {sign.text for sign in signs} >= {"0 <= 2", "0 <= 5"}
    source = random.Random(8)
    p, q, r = ([source.uniform(0.1, 1) for _ in range(4)] for _ in range(3))
    p, q, r = ([x / sum(law) for x in law] for law in (p, q, r))
    mixed = [a / 3 + 2 * b / 3 for a, b in zip(p, r, strict=True)]
    total = 0.0
    for a, b, c in zip(p, q, r, strict=True):
        values = {Symbol("t"): Float(a / c), Symbol("u"): Float(b / c)}
        total += c * float(leaf.conclusions[0].rhs.xreplace(values))
    assert math.isclose(total, 5 * SUMS[name](q, r) + 7 - 2 * SUMS[name](p, mixed), rel_tol=1e-9)


def test_a_max_divergence_bounds_a_ratio_of_densities_and_nothing_else_does() -> None:
    text = "MaxDivergence(P, Q) <= 2 and KL(P, Q) <= 1 and MaxDivergence(R, P) < 1 => "
    goal = claim_of(f"{text}KL(P, Q) <= 1")
    params = {"names": {"t": "P"}, "multipliers": {}}
    leaf, *_ = RULES["integrands"](Goal(goal, params, (), set()))
    assert [str(h) for h in leaf.hypotheses] == ["t <= exp(2)"]


def test_a_claim_cannot_prove_itself() -> None:
    goal = "PureDP(M, epsilon) => ZCDP(M, epsilon**2/3)"
    leaf = {"rule": "restated", "goal": goal, "params": {}, "children": []}
    proof = leaf | {"children": [leaf]}
    assert refused(proof_of(goal, proof))


# -- forged and mutated ---------------------------------------------------------------------------

_STRONGER = (
    ("epsilon**2/2", "epsilon**2/3"),
    ("delta*k", "delta/2"),
    ("a + b", "a"),
    ("Max(a, b)", "a"),
    ("rho*k**2", "rho*k/2"),
    ("Delta**2/(2*sigma**2)", "Delta**2/(3*sigma**2)"),
    ("2*sqrt(", "sqrt("),
    ("x**2 + 1", "x**2 - 1"),
)


@pytest.mark.parametrize(("old", "new"), _STRONGER)
def test_a_false_claim_is_not_proved_by_forging_every_text(old: str, new: str) -> None:
    found = 0
    for claim in CLAIMS:
        text = json.dumps(certificate(claim))
        if old in text:
            found += 1
            made = json.loads(text.replace(old, new))
            made["sha256"] = digest(claim_of(made["claim"]))
            assert made["claim"] == certificate(claim)["claim"] or refused(made), made["claim"]
    assert found


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every number and text of the evidence."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _places(value, (*path, key))
    else:
        yield path


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def _mutant(data: dict[str, Any], source: random.Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The certificate with one thing changed, and the place of the change."""
    made = deepcopy(data)
    root = "proof" if "proof" in made else "witness"
    with_children = [n for n in nodes(made["proof"]) if n["children"]] if "proof" in made else []
    if with_children and source.random() < 0.2:
        parent = source.choice(with_children)
        other = certificate(source.choice([c for c in CLAIMS if c != made["claim"]]))
        parent["children"][source.randrange(len(parent["children"]))] = other["proof"]
        return ("children",), made
    path = (root, *source.choice(list(_places(made[root]))))
    value, holder = _at(made, path), _at(made, path[:-1])
    digits = list(re.finditer(r"(?<![A-Za-z_0-9])[0-9]+(?![A-Za-z_0-9])", str(value)))
    if path[-1] == "rule" and value in RULES:
        holder["rule"] = source.choice(sorted(set(RULES) - {value}))
    elif isinstance(value, str) and digits:
        match = source.choice(digits)
        changed = str(int(match.group()) + source.choice((1, 2, 7)))
        holder[path[-1]] = value[: match.start()] + changed + value[match.end() :]
    elif isinstance(value, str):
        holder[path[-1]] = value + source.choice(("x", " + 1", "("))
    else:
        holder[path[-1]] = (not value) if isinstance(value, bool | None) else value + 1
    return path, made


def _still_refutes(made: dict[str, Any]) -> bool:
    """Whether a witness of one of the false claims is one by arithmetic that shares nothing."""
    point, where = made["witness"]["point"], made["witness"]["where"]
    inside = [float(a) for v in point.values() for a in parse_expression(v).args]
    if made["claim"] == FALSE[0]:
        return 1 < float(parse_expression(point["x"])) <= 2
    if made["claim"] == FALSE[1]:
        epsilon, a, t = float(parse_expression(point["epsilon"])), float(where["alpha"]), inside[0]
        p = math.exp(t) / (1 + math.exp(t))
        renyi = math.log(p**a * (1 - p) ** (1 - a) + (1 - p) ** a * p ** (1 - a)) / (a - 1)
        return t <= epsilon and a > 1 and renyi > a * epsilon**2 / 4
    if made["claim"] == FALSE[4]:
        # The loss of N(0, 2) against N(1, 2) is normal with deviation 1/2: every rate will do.
        return abs(0 - 1) / 2 > 1 / 3
    if made["claim"] == FALSE[2]:
        shift, sigma = inside
        return shift > 0 and shift**2 / (2 * sigma**2) <= float(parse_expression(point["rho"]))
    return False


def _holds_at_points(stated: Claim) -> bool:
    """Whether a claim about numbers holds at points of its domains that are tried, up to 10."""
    source, tried = random.Random(6), 0
    if any(not isinstance(domain, Interval | Integers) for _, domain in stated.domains):
        return False
    for _ in range(200):
        point: dict[Basic, Basic] = {}
        for name, domain in stated.domains:
            low, high = max(float(domain.lower), -10), min(float(domain.upper), 10)
            value = source.uniform(low, high)
            point[name] = Float(value) if isinstance(domain, Interval) else Integer(round(value))
        if all(atom.subs(point) == S.true for atom in stated.hypotheses):
            tried += 1
            if any(atom.subs(point) != S.true for atom in stated.conclusions):
                return False
    return tried >= 20


def _vanishes_at_points(written: str) -> bool:
    term, source = parse_expression(written), random.Random(7)
    points = [{n: Float(source.uniform(0.1, 0.9)) for n in term.free_symbols} for _ in range(50)]
    return all(abs(term.subs(point)) < 1e-9 for point in points)


def _says_no_more(made: dict[str, Any], path: tuple[Any, ...]) -> bool:
    """Whether a mutant of a proof says nothing that is false, by an argument of its own.

    Under another rule every node says what it said in the original. A goal that says of a term
    that it equals itself says nothing, wherever it says so. A goal about numbers in an interval,
    perhaps a larger one than it needs, may hold there all the same, which is tried at points. A
    lemma that claims to be strict, or to hold on less than all of the domain, is compared with its
    values at points; a fact about a new variable may be less strict. A name for orders or laws that
    the children do not speak of is as good as another, and so is a number by which nothing is
    multiplied, one more order at which a guarantee of all orders is taken, or another point at
    which an interval is cut.
    """
    if path[-3:-2] == ("terms",) and path[-1] == 0:
        return _vanishes_at_points(_at(made, path[:-1])[1])
    if path[-3:-2] == ("facts",) and path[-1] == 0:
        # Another fact about names between 0 and 1, which is true of them as well.
        node, shares = _at(made, path[:-3]), random.Random(6)
        fact = parse_expression(_at(made, path))
        points = ({n: Float(shares.random()) for n in fact.free_symbols} for _ in range(50))
        return node["domain"] == "(0, 1)" and min(float(fact.xreplace(p)) for p in points) > 0
    if path[-3:-2] == ("facts",) and path[-1] == 1:
        # What is known to be > 0 is known to be >= 0.
        return _at(made, path) is False
    if path[-1] in ("order", "p", "q") or (path[-1] == "x" and "p" in _at(made, path[:-1])):
        unused = str(_at(made, path)).removesuffix("x")
        children = json.dumps(_at(made, path[:-2])["children"])
        return re.search(rf"\b{re.escape(unused)}\b", children) is None
    if path[-1] == "at" and _at(made, path[:-1]).get("rule") == "split":
        return True
    if path[-3:-2] == ("at",):
        # At the order of the conclusion the guarantee is still taken.
        return "1" in _at(made, path[:-1])
    if path[-1] == "rule" and "goal" in _at(made, path[:-1]):
        return True
    if path[-1] == "forget":
        # A name that does not occur is forgotten instead of one that no longer does.
        return not str(_at(made, path)).isidentifier() or _at(made, path).endswith("x")
    if path[-1] == "goal":
        said, below = claim_of(_at(made, path)), _at(made, path[:-1])["children"]
        told = map(claim_of, (child["goal"] for child in below))
        if any(
            not c.hypotheses and (c.conclusions, c.domains) == (said.conclusions, said.domains)
            for c in told
        ):
            return True  # a child says so without any hypothesis
        left, _, right = _at(made, path).partition(" for ")[0].partition(" == ")
        return left == right or _holds_at_points(claim_of(_at(made, path)))
    lemma = _at(made, path[:-1])
    if path[-1] not in ("strict", "free") or "fact" not in lemma:
        return False
    written = parse_expression(lemma["fact"])
    source = random.Random(5)
    names = sorted(written.free_symbols, key=str)
    values = [
        float(written.xreplace({n: Float(source.uniform(0.1, 3)) for n in names}))
        for _ in range(50)
    ]
    return min(values) > 0


def test_every_rule_is_mutated() -> None:
    used = {node["rule"] for claim in CLAIMS for node in nodes(certificate(claim)["proof"])}
    assert used >= {*RULES, "scalar"} - {
        "cut",
        "enlarge",
        "parity",
        "spread",
        "elimination",
        "intermediate",
        "level",
    }  # those are forged by hand


def test_no_mutant_is_accepted() -> None:
    """Each is rejected, but for those that say the same by an argument that is not the kernel's."""
    source = random.Random(20)
    claims = CLAIMS + FALSE
    mutants = same = 0
    while mutants < MUTANTS:
        claim = claims[(mutants + same) % len(claims)]
        path, made = _mutant(certificate(claim), source)
        if "witness" in made and not refused(made):
            assert _still_refutes(made), (claim, path, made["witness"])
            same += 1
        elif not refused(made):
            assert _says_no_more(made, path), (claim, path, _at(made, path))
            same += 1
        else:
            mutants += 1
    assert same < MUTANTS // 10


# -- files ----------------------------------------------------------------------------------------


def test_truncated_and_fuzzed_files_are_unreadable_or_rejected(tmp_path: Path) -> None:
    source, path = random.Random(3), tmp_path / "proof.json"
    whole = json.dumps(certificate(CLAIMS[4])).encode()
    for number in range(120):
        data = bytearray(whole)
        if number % 2:
            del data[source.randrange(len(data)) :]
        else:
            for _ in range(source.randrange(1, 9)):
                data[source.randrange(len(data))] = source.randrange(256)
        path.write_bytes(bytes(data))
        finding = examined(str(path))
        assert finding.status in (1, 2) or _harmless(data, whole)
        assert finding.status != 2 or finding.why


def _harmless(data: bytes | bytearray, whole: bytes) -> bool:
    """Whether only the seconds, which are no evidence, or spaces differ."""
    try:
        read_back = json.loads(bytes(data))
    except ValueError:
        return False
    return read_back | {"seconds": 0} == json.loads(whole) | {"seconds": 0}


@pytest.mark.parametrize(
    "content",
    ["", "{}", "[", "null", "[1]", '{"format": "dpsym-certificate"}', "\x00", "[" * 9000],
)
def test_what_is_no_certificate_is_unreadable(tmp_path: Path, content: str) -> None:
    path = tmp_path / "proof.json"
    path.write_text(content)
    assert main(["verify", str(path)]) == 2


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    assert main(["verify", str(tmp_path / "nothing.json")]) == 2


def test_a_folder_is_verified_with_times(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, claim in (("one", CLAIMS[0]), ("two", FALSE[0])):
        (tmp_path / f"{name}.json").write_text(json.dumps(certificate(claim)))
    assert main(["verify", str(tmp_path)]) == 0
    assert "2 of 2 accepted; proved in" in capsys.readouterr().out
    (tmp_path / "three.json").write_text(json.dumps(certificate(CLAIMS[1]) | {"axioms": []}))
    assert main(["verify", str(tmp_path)]) == (1 if certificate(CLAIMS[1])["axioms"] else 0)
    wrong = certificate(CLAIMS[2]) | {"sha256": "0" * 64}
    (tmp_path / "three.json").write_text(json.dumps(wrong))
    assert main(["verify", str(tmp_path)]) == 1
    assert "the hash is that of another claim" in capsys.readouterr().out


@pytest.mark.parametrize(
    "claim",
    [
        "0 <= Abs(sqrt(1 + x*(1 - y)) - y) for x in [0, 1], y in [0, 1]",
        "Abs(log(x*(1 - y) + 1) - y) <= 2 for x in [0, 1], y in [0, 1]",
    ],
)
def test_a_claim_that_two_algebras_write_otherwise_is_verified(tmp_path: Path, claim: str) -> None:
    """Of an absolute value they choose one sign or the other."""
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(known := certificate(claim)))
    assert main(["verify", str(path)]) == 0
    for other in ("0" * 64, parse_claim(CLAIMS[0]).digest):
        path.write_text(json.dumps(known | {"sha256": other}))
        assert main(["verify", str(path)]) == 1
    path.write_text(json.dumps(known | {"claim": known["claim"] + "# \ud800"}))
    assert main(["verify", str(path)]) == 1


def test_evidence_without_a_rule_is_said_to_lack_one() -> None:
    proved = Proved(claim_of(CLAIMS[0]), evidence=Step("oracle", CLAIMS[0], "it says so"))
    with pytest.raises(Unelaborated, match="oracle"):
        certificate_of(proved)
    wrong = Refuted(claim_of(FALSE[0]), witness=None)
    with pytest.raises(Unelaborated, match="no witness"):
        certificate_of(wrong)


# -- the kernel itself ----------------------------------------------------------------------------


def test_every_fact_is_a_claim_of_the_language() -> None:
    for name in FACTS:
        hypotheses, conclusion = fact(name, 3)
        assert all(h.free_symbols for h in hypotheses)
        assert conclusion.free_symbols


def test_facts_rest_on_listed_axioms() -> None:
    used = {word for axiom, _, _ in FACTS.values() for word in axiom.split()}
    assert used <= set(AXIOMS)


def middle(term: Expr) -> Any:
    """A number between the ends of the kernel's enclosure."""
    low, high, *_ = enclosure(term)
    return (
        mp.mpf(low.numerator) / low.denominator / 2 + mp.mpf(high.numerator) / high.denominator / 2
    )


def density(x: Any, mean: int, sigma: float) -> Any:
    return mp.npdf(x, mean, sigma)


def test_closed_forms_of_normal_laws_and_symmetric_responses_are_integrals() -> None:
    """Against quadrature, and against the sum over the outcomes."""
    law, narrow = heads.Gaussian(0, 2), heads.Gaussian(0, 1)
    variation = closed_form(heads.TotalVariation(narrow, law), "", [])
    apart = mp.quad(lambda x: abs(density(x, 0, 1) - density(x, 0, 2)), [-30, -1.57, 1.57, 30])
    assert abs(middle(variation) - apart / 2) < 1e-4

    mixed = heads.Mixture(Rational(1, 7), heads.Gaussian(1, 2), law)
    renyi = closed_form(heads.Renyi(5, mixed, law), "", [])

    def moment(x: Any) -> Any:
        return (6 + density(x, 1, 2) / density(x, 0, 2)) ** 5 / 7**5 * density(x, 0, 2)

    assert abs(middle(renyi) - mp.log(mp.quad(moment, [-40, 0, 40])) / 4) < 1e-8

    # Truth 1/2 and three lies of 1/6 each: log(4) minus the entropy of an answer.
    known = mp.log(4) + mp.log(mp.mpf(1) / 2) / 2 + mp.log(mp.mpf(1) / 6) / 2
    given = capacity(heads.Capacity(heads.NaryResponse(log(3), 4), 1))
    assert abs(middle(given) - known) < 1e-12
    for node in (heads.Capacity(heads.NaryResponse(log(3), 4), 2), heads.Capacity(M, 1)):
        with pytest.raises(Rejected, match="no closed form"):
            capacity(node)


def test_the_trusted_base_has_the_lines_that_the_documents_say() -> None:
    page = (ROOT / "docs" / "certificates.md").read_text()
    stated = sum(
        int(lines)
        for what, lines in re.findall(r"^\| (`dpsym/.*?) \| ([0-9]+) \|", page, re.M)
        if "language" not in what and "algebra" not in what
    )
    assert abs(stated - whole()) <= 150
