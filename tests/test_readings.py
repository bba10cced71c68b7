"""Texts that may be meant otherwise than they would be read are refused, their neighbours read."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpsym import library
from dpsym.errors import ClaimError
from dpsym.language.natural import claim_from_text
from dpsym.language.parser import parse_claim

ALONE = "stands in a hypothesis alone"
APART = "as well, or not; say of each name"
CLAIMED = "may be claimed, or say for which values"
COUNTED = "may be any number of its range, or an integer"
TWICE = "has is said twice"
NAMELESS = "says of no name"

OF = "may be said of"
NO_NAME = "is no name of a mechanism"
NOTION = "may be a notion of its own"
EACH = "may be said of each, or of both"
SEVERAL = "may have one parameter, or several"
LIMITED = "may limit the claim"
UNTIED = "nothing says how P and Q and the mechanism belong together"

REFUSED = [
    ("M is ρ-zCDP if M is (α, ρα)-RDP for all α", ALONE),
    ("If for all α, M is (α, ρα)-RDP, then M is ρ-zCDP", ALONE),
    ("M is 0-DP whenever M is ε-DP for all ε", ALONE),
    ("M is ε-DP if Compose(M, k) is kε-DP for all k", ALONE),
    ("KL(P, Q) <= rho if Renyi(alpha, P, Q) <= rho*alpha for all alpha > 1 and rho >= 0", ALONE),
    ("TV(P,Q) <= δ if HockeyStick(ε, P, Q) <= δ for all ε >= 0, δ in [0,1]", ALONE),
    ("KL(P,Q) = 0 if TV(P, Q) <= ε for all ε > 0", ALONE),
    ("x = 0 if x <= y for all y > 0, x >= 0", ALONE),
    ("for every α > 1, (α, ρα)-RDP ⇒ ρ-zCDP", ALONE),
    ("∀α>1: M is (α,ρα)-RDP ⇒ M is ρ-zCDP", ALONE),
    ("M is (α, ρα)-RDP, α > 1 ⇒ M is ρ-zCDP", "stands in hypotheses alone"),
    ("M is (α, ρα)-RDP ⇒ M is ρ-zCDP for α > 1", "if one value is meant, write 'RenyiDP"),
    ("a + b >= 0 for real a and b positive", APART),
    ("a + b >= 0 for real a, b > 0", APART),
    ("a + b >= 0 for real a, b in [0, 1]", APART),
    ("log(x) <= x - 1 for x > 0, e^x >= 1 + 2x", CLAIMED),
    ("x <= y for x in [0, 1] and y <= 2, y >= x + 1/2", CLAIMED),
    ("x <= 1 for x in [0, 1] and KL(P, Q) >= 3", CLAIMED),
    ("M is ε-DP ⇒ M is ε²/2-zCDP for all ε ≥ 0, and KL(P,Q) ≥ 3 TV(P,Q)²", CLAIMED),
    ("M is (α, τ)-RDP ⇒ M is (α, τ*2^α/(2*α))-RDP for α > 0", r"not over \(0, oo\)"),
    ("D_α(P‖Q) ≤ D_β(P‖Q) for 0 < α ≤ β", r"not over \(0, oo\)"),
    ("M is ε-DP ⇒ M is (0, δ)-DP for 0 < δ < 2", r"not over \(0, 2\)"),
    ("M is ε-DP ⇒ M is (0, δ)-DP for -1 < δ < 1", r"not over \(-1, 1\)"),
    ("M is ε-DP ⇒ M is 2ε-DP for ε > -1", r"not over \(-1, oo\)"),
    ("2^n ≥ 2n for all n ≥ 1", COUNTED),
    ("n^2 >= n for n >= 0", COUNTED),
    ("n^2 >= n for positive n", COUNTED),
    ("x in [0,1] => x^2 <= x for x in [0, 3]", TWICE),
    ("x <= 1 for x in [0, 5], x in [0,1]", TWICE),
    ("forall x in [0,1]: x <= 1 for x in [0, 5]", TWICE),
    ("k <= 1 for k in [0,1], integer k", TWICE),
    ("M is ε-DP ⇒ Subsample(M, q) is ε-DP for q in [0,1] with replacement", NAMELESS),
    ("k <= 2 for k in 1..2, all even", NAMELESS),
    ("x <= 2 for x in [0,1], all rational", NAMELESS),
    ("M is ε-DP ⇒ M is 2ε-DP for all neighbours", NAMELESS),
    ("M is ε-DP ⇒ M is 2ε-DP for any small", NAMELESS),
    ("KL(P, Q) >= 0 for P, Q with densities", NAMELESS),
    ("KL(P, Q) = KL(Q, P) for all distributions symmetric", NAMELESS),
    ("M is ε-DP ⇒ M is 2ε-DP for any mechanism deterministic", NAMELESS),
    ("for all x > 0, ln . x <= x - 1", NAMELESS),
    ("For all x in [0,1], y in [0,2], y, x*y/2 <= 1", "does not end"),
    ("M is ε-DP ⇒ Group(M, 2) is ε'-DP for integer ε' = 2ε", "of which no range is said"),
    ("n <= 2^n for all integers eventually n ≥ 1", "of which no range is said"),
    ("x + y <= 2 for x, y in [0, 1] with integer x + y <= 1", TWICE),
    ("ε-DP ⇒ Compose(M, 2) is ε-DP", OF),
    ("ε-DP implies Group(M, 2) is ε-DP", OF),
    ("If ρ-zCDP, then Group(M,k) is kρ-zCDP", OF),
    ("M and N are ε-DP ⇒ each is 2ε-DP", NO_NAME),
    ("If M is ε-DP, then this is 2ε-DP", NO_NAME),
    ("If M is ε-DP, then everything is 2ε-DP", NO_NAME),
    ("M and N together are ε-DP ⇒ Compose(M, N) is ε-DP", NO_NAME),
    ("only M and N are ε-DP ⇒ Compose(M, N) is 2ε-DP", NO_NAME),
    ("Since M and N are ε-DP ⇒ Compose(M, N) is 2ε-DP", NO_NAME),
    ("Every ε-DP mechanism twice is ε-DP", NO_NAME),
    ("Any ε-DP mechanism never is 2ε-DP", NO_NAME),
    ("M is ε-DP ⇒ M composed is 2ε-DP", NO_NAME),
    ("M is G_μ-DP ⇒ M is μ-GDP", NOTION),
    (r"M is {G_\mu}-DP \Rightarrow M is \mu-GDP", NOTION),
    ("M is f-DP and N is g-DP ⇒ Compose(M, N) is (f+g)-DP", NOTION),
    ("M is d_X-DP ⇒ M is (2*d_X)-DP", NOTION),
    ("M is node-DP ⇒ M is edge-DP", NOTION),
    ("M is node-zCDP ⇒ M is edge-zCDP", NOTION),
    ("x <= 2 if x <= 1, and x >= 5 for x in [0, 9]", "behind 'if' may be claimed, or assumed"),
    ("x <= 2 given x <= 1, x >= 5 for x in [0, 9]", "behind 'given' may be claimed, or assumed"),
    ("Let ε and ε' ≤ 1. Then M is ε-DP ⇒ M is (ε + ε')-DP", r"not over \(-oo, 1\]"),
    ("M is (ε, δ)-DP ⇒ PostProcess(M) is ε-δ-DP", SEVERAL),
    ("M is (ε₁, δ₁)-DP ⇒ PostProcess(M) is (ε₁-δ₁)-DP", SEVERAL),
    ("M is (ξ, ρ)-zCDP ⇒ M is δ-approximate (ξ–ρ)-zCDP", SEVERAL),
    ("M is ε-DP and N is d-DP ⇒ M is ε-d differentially private", SEVERAL),
    ("M is (ε, δ)-DP ⇒ PostProcess(M) is ε/δ-DP", SEVERAL),
    ("x <= １０−５ for x in [0, 1]", "10 to the power -5"),
    ("M is a-DP ⇒ Group(M, k) is a k-DP", "may be an article or a factor"),
    ("If M_1, M_2 are ε_1-DP, ε_2-DP, then Compose(M_1, M_2) is (2ε_1)-DP", EACH),
    ("Let M, N be ε-DP, δ-DP. Then Compose(M, N) is 2ε-DP", EACH),
    ("Theorem 3 (small eps): M is eps-DP => M is eps/2-zCDP", LIMITED),
    ("Lemma 2 (ε ∈ [0,1]): M is eps-DP => M is eps/2-zCDP", LIMITED),
    ("Theorem 2 (replace-one): M is eps-DP => M is eps/2-zCDP", LIMITED),
    ("Theorem 2 (k even): 1 <= 2", LIMITED),
    ("Theorem 2 (Integers): 1 <= 2", LIMITED),
    ("Theorem 2 (log base 2): 1 <= 2", LIMITED),
    ("Theorem 2 (up to constants): 1 <= 2", LIMITED),
    ("Theorem 2 (informal): 1 <= 2", LIMITED),
    ("High privacy regime: M is eps-DP => M is eps/2-zCDP", LIMITED),
    ("In bits: KL(P, Q) >= 2*TV(P, Q)^2/log(2)", LIMITED),
    ("Under replace-one adjacency: 1 <= 2", LIMITED),
    ("Asymptotically: 1 <= 2", LIMITED),
    ("It fails that: 1 <= 2", LIMITED),
    ("Negation: 1 <= 2", LIMITED),
    ("Lemma 4 (Pinsker's nearly inequality): 1 <= 2", LIMITED),
    ("Bun and Steinke 2016, only Prop. 1.4: 1 <= 2", LIMITED),
    ("Incorrect: 1 <= 2", LIMITED),
    ("wrong: 1 <= 2", LIMITED),
    ("Wrong claim: 1 <= 2", LIMITED),
    ("Counter-example: 1 <= 2", LIMITED),
    ("Bogus theorem: 1 <= 2", LIMITED),
    ("GaussianMechanism(σ, Δ) is (Δ²/(2σ²))-zCDP", "stands as sensitivity, and not as sigma"),
    ("LaplaceMechanism(1/ε, Δ) is ε-DP", "Delta in .* stands as scale, and not as sensitivity"),
    ("CanonicalRR(δ, ε) is (ε, δ)-DP", "stands as epsilon, and not as delta"),
    ("Theorem 3 (Non-adaptive): 1 <= 2", LIMITED),
    ("Nonadaptive composition: 1 <= 2", LIMITED),
    ("ln 1 + x ≤ x for x > -1", "log may be taken of 1 or of more"),
    ("log x+1 ≤ 3 for x in [1, 2]", r"log\(x\) \+ 1 or log\(x \+ 1\)"),
    ("√1+x ≤ 1 + x for x ≥ 0", "sqrt may be taken of 1 or of more"),
    (r"\ln 1+x \le x for x \ge 1", "log may be taken of 1 or of more"),
    ("Except at zero: 1 <= 2", LIMITED),
    ("refuted: 1 <= 2", LIMITED),
    ("pinsker (Refuted): 1 <= 2", r"write \(refuted\)"),
    ("pinsker (expected: refuted): 1 <= 2", r"write \(refuted\)"),
    ("M is ε-DP ⇒ KL(P, Q) <= ε", UNTIED),
    ("PureDP(M, eps) => KL(P, Q) <= eps**2/2", UNTIED),
    ("KL(P, Q) <= eps => PureDP(M, eps)", UNTIED),
    ("M and N are", "is a word of no claim"),
    ("M and N)  are ε-DP ⇒ ((, N) is 2ε-DP", "has no meaning"),
    ("M is ε-DP for integer real x", "of no kind that is known"),
    ("∀", "does not end"),
    ("for", "does not end"),
    ("M is (ε = 1)-DP ⇒ M is ε-DP", "may say what is meant elsewhere"),
    ("M is (ε = 1, δ = 0.1)-DP ⇒ M is (ε, 0.2)-DP", "may say what is meant elsewhere"),
    ("PureDP(M, epsilon=1) => M is ε-DP", "may say what is meant elsewhere"),
    ("If every mechanism M is ε-DP, then N is ε-DP.", "of which every mechanism may be meant"),
    ("N is ε-DP whenever each algorithm M is ε-DP", "of which every mechanism may be meant"),
    ("2^N ≥ N + 1 for N ≥ 0", COUNTED),
    ("2^T ≥ T + 1 for T ≥ 0", COUNTED),
    ("Otherwise: 1 <= 2", LIMITED),
    ("Fallacy: 1 <= 2", LIMITED),
    ("Non-theorem 3: 1 <= 2", LIMITED),
    ("Lemma 2 (Independent Noise): 1 <= 2", LIMITED),
    ("Lemma 2 (Symmetric Laws): 1 <= 2", LIMITED),
    (
        "Every ε-DP mechanism is 2ε-DP and M is 3ε-DP",
        "M may be the mechanism that has no name, or another",
    ),
    ("(M, k) is kε-DP if M is ε-DP", "may be several mechanisms, or one with a number"),
    ("M is (ε δ)-DP for ε, δ in [0, 1]", SEVERAL),
]
READ = [
    ("M is ρ-zCDP ⇒ M is (α, ρα)-RDP for all α > 1", "ZCDP(M, rho) => RenyiDP(M, alpha, rho*alpha)"),
    ("RenyiDP(M, alpha, rho*alpha) => ZCDP(M, rho) for alpha in (1, 2]", "RenyiDP(M, alpha, rho*alpha) => ZCDP(M, rho) for alpha in (1, 2]"),
    ("x ≤ z if x ≤ y and y ≤ z for all real x, y, z", "x <= y and y <= z => x <= z for x in (-oo, oo), y in (-oo, oo), z in (-oo, oo)"),
    ("x ≤ y and y ≤ z ⇒ x ≤ z for all x, y, z in [0, 1]", "x <= y and y <= z => x <= z for x in [0, 1], y in [0, 1], z in [0, 1]"),
    ("M satisfies (α, τ)-RDP ⇒ M satisfies (β, τ)-RDP for α > 5, 1 < β ≤ 5", "RenyiDP(M, alpha, tau) => RenyiDP(M, beta, tau) for alpha in (5, oo), beta in (1, 5]"),
    ("Let ε > 0. If M is (ε, δ)-DP then PostProcess(M) is (ε, 1/2)-DP", "ApproxDP(M, eps, delta) => ApproxDP(PostProcess(M), eps, 1/2) for eps in (0, oo)"),
    ("Let a be a real number and b > 0. Then a + b >= 0", "a + b >= 0 for a in (-oo, oo), b in (0, oo)"),
    ("Let a be positive and b real. Then a + b >= 0", "a + b >= 0 for a in (0, oo), b in (-oo, oo)"),
    ("Let k be an integer and x > 0. Then k^2 + x >= 1", "k**2 + x >= 1 for k in -oo..oo, x in (0, oo)"),
    ("Let a be real and b in [0, 1]. Then a + b >= 0", "a + b >= 0 for a in (-oo, oo), b in [0, 1]"),
    ("Let a, b be real and c > 0. Then a + b + c >= 0", "a + b + c >= 0 for a in (-oo, oo), b in (-oo, oo), c in (0, oo)"),
    ("Let a be real and b integer. Then a + b >= 0", "a + b >= 0 for a in (-oo, oo), b in -oo..oo"),
    ("x*y <= 1 for real numbers x, y in [0, 1]", "x*y <= 1 for x in [0, 1], y in [0, 1]"),
    ("x + y <= 2 for x, y in [0, 1] with x + y <= 1", "x + y <= 1 => x + y <= 2 for x in [0, 1], y in [0, 1]"),
    ("x <= y for x > 0, y > 0, x < y", "x < y => x <= y for x in (0, oo), y in (0, oo)"),
    ("Sum(1/i, (i, 1, k)) <= 1 + log(k) for k > 0", "Sum(1/i, (i, 1, k)) <= 1 + log(k) for k in 1..oo"),
    ("Compose(M, k) is (k*ε)-DP if M is ε-DP for positive k", "PureDP(M, eps) => PureDP(Compose(M, k), k*eps)"),
    ("Sum(e[i], (i, 1, k)) ≥ 0 for k in 1..oo, e[i] ≥ 0", "Sum(e[i], (i, 1, k)) >= 0 for e[i] in [0, oo), k in 1..oo"),
    ("n^2 >= n for real n >= 1", "n**2 >= n for n in [1, oo)"),
    ("KL(Gaussian(0, s), Gaussian(m, s)) <= m^2/(2s^2) for m >= 0", "KL(Gaussian(0, s), Gaussian(m, s)) <= m**2/(2*s**2) for m in [0, oo)"),
    ("PureDP(A, eps) => eps^2/2-zCDP", "PureDP(A, eps) => ZCDP(A, eps**2/2)"),
    ("LaplaceMechanism(1, 1/ε) is ε-DP ⇒ 2ε-DP", "PureDP(LaplaceMechanism(1, 1/eps), eps) => PureDP(LaplaceMechanism(1, 1/eps), 2*eps)"),
    ("x <= 2 if x <= 1 and x >= 0 for x in [0, 9]", "x <= 1 and x >= 0 => x <= 2 for x in [0, 9]"),
    ("Group(M, k) is ε-DP ⇒ Group(M, n) is ε-DP for integers n ≤ k", "n <= k and PureDP(Group(M, k), eps) => PureDP(Group(M, n), eps)"),
    ("x y ≤ x if x, y ∈ [0, 1]", "x*y <= x for x in [0, 1], y in [0, 1]"),
    ("x y ≤ x if x ∈ [0, 1], y ∈ [0, 1]", "x*y <= x for x in [0, 1], y in [0, 1]"),
    ("M is 2ε-DP if M is ε-DP, for ε in [0, 1]", "PureDP(M, eps) => PureDP(M, 2*eps) for eps in [0, 1]"),
    ("Compose(M, N, O) is 3ε-DP if M, N, O are ε-DP", "PureDP(M, eps) and PureDP(N, eps) and PureDP(O, eps) => PureDP(Compose(M, N, O), 3*eps)"),
    ("Let ε and ε' = 1/2. Then M is ε-DP ⇒ M is ε'-DP", "PureDP(M, eps) => PureDP(M, eps_prime) for eps in [1/2, 1/2], eps_prime in [1/2, 1/2]"),
    ("Let x, y and z > 0. Then x + y + z > 0", "x + y + z > 0 for x in (0, oo), y in (0, oo), z in (0, oo)"),
    ("log x + 1 ≤ 3 - √2-1/x for x in [1, 2]", "log(x) + 1 <= 3 - sqrt(2) - 1/x for x in [1, 2]"),
    (r"\ln x+1 \le 3 for x \in [1, 2]", "log(x) + 1 <= 3 for x in [1, 2]"),
    ("GaussianMechanism(Δ, σ) is (Δ/σ)-GDP", "GaussianDP(GaussianMechanism(Delta, sigma), Delta/sigma)"),
    ("M is a-DP and N is b-DP ⇒ Compose(M, N) is a+b-DP", "PureDP(M, a) and PureDP(N, b) => PureDP(Compose(M, N), a + b)"),
    ("M is a-DP and N is b-DP ⇒ M is (a-b)-DP", "PureDP(M, a) and PureDP(N, b) => PureDP(M, a - b)"),
    ("M is a (ε, δ)-DP ⇒ M is an e^ε-1-zCDP", "ApproxDP(M, eps, delta) => ZCDP(M, exp(eps) - 1)"),
    ("SVT is ε-DP ⇒ SVT is 2ε-DP", "PureDP(SVT, eps) => PureDP(SVT, 2*eps)"),
    ("A' is ε-DP ⇒ A' is 2ε-DP", "PureDP(A_prime, eps) => PureDP(A_prime, 2*eps)"),
    ("PureDP(mech, eps) => mech is 2eps-DP", "PureDP(mech, eps) => PureDP(mech, 2*eps)"),
    ("M is eps_total-DP => M is 2eps_total-DP", "PureDP(M, eps_total) => PureDP(M, 2*eps_total)"),
    ("M is (budget)-DP => M is (2*budget)-DP", "PureDP(M, budget) => PureDP(M, 2*budget)"),
    ("If M, N are ε-DP, then Compose(M, N) is 2ε-DP", "PureDP(M, eps) and PureDP(N, eps) => PureDP(Compose(M, N), 2*eps)"),
    ("Theorem 3.2 (Bun & Steinke [BS16], Prop. 1.4): 1 <= 2", "1 <= 2"),
    ("Lemma (Dwork et al. 2006): 1 <= 2", "1 <= 2"),
    ("Lemma 4 (Pinsker's inequality): 1 <= 2", "1 <= 2"),
    ("Lemma 4 (post-processing): 1 <= 2", "1 <= 2"),
    ("Pinsker's inequality: 1 <= 2", "1 <= 2"),
    ("Example 3: 1 <= 2", "1 <= 2"),
    ("a + b >= 0 for a real, b > 0", "a + b >= 0 for a in (-oo, oo), b in (0, oo)"),
    ("n + x >= 1 for real x > 0 and integer n >= 1", "n + x >= 1 for n in 1..oo, x in (0, oo)"),
    ("Bun and Steinke 2016, Prop. 1.4: 1 <= 2", "1 <= 2"),
    ("PureDP(M, eps) => KL(Laplace(0, 1/eps), Laplace(1, 1/eps)) <= eps", "PureDP(M, eps) => KL(Laplace(0, 1/eps), Laplace(1, 1/eps)) <= eps"),
    ("KL(P, Q) >= 0 for all distributions", "KL(P, Q) >= 0"),
    ("M is (ε = 1, δ = 0.1)-DP ⇒ M is (ε = 2, δ = 0.1)-DP", "ApproxDP(M, 1, 0.1) => ApproxDP(M, 2, 0.1)"),
    ("If every mechanism M is ε-DP, then M is 2ε-DP.", "PureDP(M, eps) => PureDP(M, 2*eps)"),
    ("(M, N') is 2ε-DP if M and N' are ε-DP", "PureDP(M, eps) and PureDP(N_prime, eps) => PureDP(Compose(M, N_prime), 2*eps)"),
    ("Every ε-DP mechanism M is 2ε-DP and M is 3ε-DP", "PureDP(M, eps) => PureDP(M, 2*eps) and PureDP(M, 3*eps)"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "message"), REFUSED)
def test_what_may_be_meant_otherwise_is_refused(written: str, message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        claim_from_text(written)


@pytest.mark.parametrize(("written", "meant"), READ)
def test_what_has_one_reading_is_read(written: str, meant: str) -> None:
    assert claim_from_text(written) == parse_claim(meant)


def test_a_note_in_a_file_that_says_nothing_known_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "claims.txt"
    path.write_text("a (refuted): 2 <= 1\nb (Refuted): 2 <= 1\n")
    with pytest.raises(ClaimError, match=r"claims.txt:2: the note \(Refuted\) may limit"):
        library.theorems_in(path)
