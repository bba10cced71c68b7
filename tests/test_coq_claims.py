"""Whole claims that stand nowhere else: Coq accepts them, and none of them falsely changed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from coq_sessions import answered, attempt, complaint_of_all, exported, required, shared
from coq_statements import counterexample, mutants, tokens

from dpsym import library
from dpsym.checking import check
from dpsym.coq.compiling import compiled
from dpsym.coq.export import source
from dpsym.language.parser import parse_claim

pytestmark = pytest.mark.xdist_group("coq")
needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")

PROVED = """
exp(3*x) >= 1 + 3*x for x in [0, oo)
log(1 + x) <= x for x in [0, oo)
x*log(2) <= log(1 + x) for x in [0, 1]
x/(1 + x) <= log(1 + x) for x in [0, oo)
sqrt(x*y) <= (x + y)/2 for x in [0, oo), y in [0, oo)
x**2 + y**2 + z**2 >= x*y + y*z + z*x for x in [0, 9], y in [0, 9], z in [0, 9]
Max(x, y) + Min(x, y) == x + y for x in [0, oo), y in [0, oo)
2*k**2 >= k + 1 for k in 1..oo
tanh(2*x) <= 2*x for x in [0, oo)
x*(1 - x) <= 1/4 for x in [0, 1]
erfc(x) <= 1 for x in [0, oo)
harmonic(k) <= 2*k for k in 1..oo
1 - exp(-2*x) <= 2*x for x in [0, oo)
PureDP(M, eps) => ApproxDP(M, eps, 1/1000)
ZCDP(M, rho) => ZCDP(PostProcess(M), 3*rho)
PureDP(M, a) and PureDP(N, b) => PureDP(Compose(M, N), a + b + 1/10)
ZCDP(M, rho) and ZCDP(N, sigma) => ZCDP(Compose(M, N), rho + sigma + 1/5)
ApproxDP(M, a, 1/100) and ApproxDP(N, b, 1/50) => ApproxDP(Compose(M, N), a + b, 3/100)
ZCDP(M, rho) => RenyiDP(M, 3, 3*rho)
ZCDP(M, 1/2) => ApproxDP(M, 1/2 + 2*sqrt(log(100)/2), 1/100)
RenyiDP(M, 3, t) => RenyiDP(M, 2, t)
ZCDP(N, rho) and PureDP(M, e) => ZCDP(Compose(N, M), rho + 3*e**2/5)
PureDP(M, a) and PureDP(N, b) => PureDP(Concurrent(M, N), a + b + 1/10)
ZCDP(M, rho) and ZCDP(N, sigma) => ZCDP(Concurrent(M, N), rho + sigma + 1/5)
ApproxDP(M, a, 1/100) and ApproxDP(N, b, 1/50) => ApproxDP(Concurrent(M, N), a + b, 3/100)
ZCDP(M, rho) => Capacity(M, 2) <= 5*rho
CuriousDP(T, 2, a, d) => CuriousDP(T, 2, 2*a, d + 1/10)
PureDP(M, a) and PureDP(N, b) => PureDP(Parallel(M, N), a + b)
PureDP(M, a) and PureDP(N, a) => PureDP(Parallel(M, N), a)
PureDP(LaplaceMechanism(2, 4), 1/2)
PureDP(LaplaceMechanism(1, s), 1/s) for s in (0, oo)
ZCDP(GaussianMechanism(1, 2), 1/8)
ZCDP(GaussianMechanism(D, s), D**2/s**2) for D in (0, oo), s in (0, oo)
PureDP(RandomizedResponse(2), 2)
PureDP(RandomizedResponse(e), e + 1/10) for e in [0, oo)
Renyi(2, P, Q) <= Renyi(3, P, Q)
KL(P, Q) <= Renyi(2, P, Q)
Renyi(3, P, Q) <= MaxDivergence(P, Q)
PureDP(M, eps) => RenyiDP(M, 3, eps)
1 - TotalVariation(P, Q) <= 1
KL(P, Q) + KL(Q, P) >= 0
TotalVariation(Product(P, R), Product(Q, S)) <= TotalVariation(P, Q) + TotalVariation(R, S)
KL(Pushforward(K, P), Pushforward(K, Q)) <= 2*KL(P, Q)
TotalVariation(Bernoulli(p), Bernoulli(q)) == Abs(p - q) for p in [0, 1], q in [0, 1]
TotalVariation(Bernoulli(1/3), Bernoulli(1/2)) == 1/6
ChiSquared(Bernoulli(1/3), Bernoulli(1/2)) == 1/9
KL(Bernoulli(1/4), Bernoulli(1/2)) <= 1/5
HockeyStick(e, P, Q) <= 1 for e in [0, oo)
HockeyStick(log(1 + q), Mixture(q, P, R), R) == q*HockeyStick(log(2), P, R) for q in (0, 1]
x*(exp(x) - 1)/(1 + exp(x)) <= x*(exp(x) - 1) for x in [0, oo)
log(exp(1) + x/y) >= 1 for x in [0, oo), y in (0, 1]
x**3 <= y**3 => x <= y for x in [0, oo), y in [0, oo)
x + 2*y == 1 => x*y <= 1/8 for x in [0, 1], y in [0, 1]
Abs(x) <= 3 => exp(-y*(a + x)) <= exp(3*y)*exp(-a*y) for x in [-9, 9], y in [0, 9], a in [0, 9]
"""
REFUTED = """
exp(x) <= 1 + x for x in [0, 2]
log(x) >= x - 1 for x in [1, 5]
sqrt(x + y) >= sqrt(x) + sqrt(y) for x in [0, 9], y in [0, 9]
x**3 >= x for x in [0, 2]
Max(x, y) <= (x + y)/2 for x in [0, 1], y in [0, 1]
k**2 <= 3*k for k in 1..oo
cosh(x) <= 1 + x**2/2 for x in [0, 3]
PureDP(M, eps) => ZCDP(M, eps**2/4)
PureDP(M, eps) => RenyiDP(M, 2, eps/2)
ApproxDP(M, eps, delta) => PureDP(M, eps)
KL(P, Q) <= TotalVariation(P, Q)
ChiSquared(P, Q) <= KL(P, Q)
TotalVariation(P, Q) <= TotalVariation(P, R)/2 + TotalVariation(R, Q)/2
Renyi(3, P, Q) <= Renyi(2, P, Q)
PureDP(RandomizedResponse(2), 1)
KL(Bernoulli(1/4), Bernoulli(1/2)) <= 1/10
TotalVariation(Bernoulli(1/3), Bernoulli(1/2)) >= 1/5
PureDP(FiniteMechanism(Bernoulli(1/3), Bernoulli(2/3)), 1/2)
ZCDP(M, rho) => ApproxDP(M, 2*rho, 1/50)
PureDP(Compose(LaplaceMechanism(2, 3), LaplaceMechanism(1, 4)), 4/5)
PureDP(M, eps) => HypothesisDP(Compose(M, 2), Ones(0), Ones(0, 2), 19*eps/10, 0)
ApproxDP(M, eps, delta) => Simulable(M, eps, delta/2)
ApproxDP(M, eps, delta) => ProbabilisticDP(M, eps, 3*delta/2)
PureDP(M, eps) => PureDP(Subsample(M, q), 4*q*eps/3)
Phi(x) <= 1/2 + x/3 for x in [0, 1]
"""
CLAIMS = [
    (line, kind)
    for kind, lines in (("proved", PROVED), ("refuted", REFUTED))
    for line in lines.strip().splitlines()
]
BATCHES = 2
CHANGES = 8
"""How many changes of one statement are tried, at most."""


@shared
def files(batch: int) -> Mapping[str, str]:
    """The Coq files of every other claim, by title."""
    found = {}
    for number, (claim, kind) in list(enumerate(CLAIMS))[batch::BATCHES]:
        verdict = check(claim)
        assert verdict.kind == kind, claim
        assert verdict.certificate is not None, claim
        found[f"claim_{number}"] = source(verdict.certificate, f"claim_{number}")
    return found


def parts(text: str) -> tuple[list[str], str]:
    """The statement of a file's last theorem as tokens, and its proof."""
    found = re.search(r"^Theorem \w+ : (.*?)\.\n(Proof\..*Qed\.)", text, re.DOTALL | re.MULTILINE)
    assert found is not None
    return tokens(found[1]), found[2]


@shared
def changed(batch: int) -> Mapping[str, list[list[str]]]:
    """By title, false statements that differ from a claim's in one place, here and there."""
    found = {}
    for title, text in files(batch).items():
        stated, _ = parts(text)
        # That a refutation of a claim about all mechanisms is false, no point tells.
        if stated[:3] != ["~", "(", "forall"]:
            false = [each for each in mutants(stated) if counterexample(each) is not None]
            found[title] = false[:: max(1, len(false) // CHANGES)][:CHANGES]
    return found


@needs_coq
@pytest.mark.parametrize("batch", range(BATCHES))
def test_coq_accepts_claims_and_none_of_them_falsely_changed(coq_folder: Path, batch: int) -> None:
    texts, stem = files(batch), f"claims_{batch}"
    assert not complaint_of_all(coq_folder, stem, texts)
    session = [*required(texts.values()), f"Require Import {stem}."]
    accepted, refused = [], []
    for title, others in changed(batch).items():
        stated, proof = parts(texts[title])
        accepted.append(f"{title}_again")
        session += attempt(coq_folder, accepted[-1], " ".join(stated), proof)
        for number, other in enumerate(others):
            refused.append(f"{title}_changed_{number}")
            session += attempt(coq_folder, refused[-1], " ".join(other), proof)
    assert answered(coq_folder, session) == ({*accepted, *refused}, set(accepted))
    assert len(refused) >= 100


def test_no_claim_is_a_theorem_of_the_library() -> None:
    known = {theorem.claim.digest for theorem in library.theorems()}
    assert [claim for claim, _ in CLAIMS if parse_claim(claim).digest in known] == []


@pytest.mark.parametrize("batch", range(BATCHES))
def test_nothing_contradicts_the_claims_themselves(batch: int) -> None:
    statements = {title: parts(text)[0] for title, text in files(batch).items()}
    false = [title for title in changed(batch) if counterexample(statements[title]) is not None]
    assert false == []


@needs_coq
@pytest.mark.parametrize(("least", "accepted"), [("1", True), ("1/2", False)])
def test_coq_narrows_the_domain_of_an_integer(coq_folder: Path, least: str, accepted: bool) -> None:
    certificate = check("k > 1 => 4 <= k**2 for k in 0..oo").certificate
    assert certificate is not None
    text = source(certificate, "narrowed").replace("1 < k", f"{least} < k")
    (coq_folder / "narrowed.v").write_text(text)
    found = compiled(exported(coq_folder, "narrowed"), coq_folder, seconds=300)
    assert bool(found.why) is not accepted
