"""Claims as people write them become the claims that they mean, or advice that leads there."""

from __future__ import annotations

import pytest
from corpus import CORPUS

from dpsym import library
from dpsym.errors import ClaimError
from dpsym.language.natural import canonical_text, claim_from_text
from dpsym.language.parser import parse_claim

PURE = "PureDP(M, eps) => ZCDP(M, eps**2/2)"
TAIL = "ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1)"
PINSKER = "KL(P, Q) >= 2*TotalVariation(P, Q)**2"
GROUP = "ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)"
RENYI = "RenyiDP(M, alpha, eps) => ApproxDP(M, eps + log(1/delta)/(alpha - 1), delta) for delta in (0, 1)"
TWO = "PureDP(M1, eps) and PureDP(M2, eps) => PureDP(Compose(M1, M2), 2*eps)"
SLOPE = "PureDP(M, eps) and eps <= 1 => ZCDP(M, eps/2)"
RAISED = "exp(x) >= 1 + x for x in (-oo, oo)"
MEANT = [
    ("PureDP(M, ε) ⇒ ZCDP(M, ε²/2)", PURE),
    ("PureDP(M, eps) -> ZCDP(M, eps^2/2)", PURE),
    ("PureDP(M, eps) implies ZCDP(M, eps^2/2)", PURE),
    ("PureDP(M, ε) → zCDP(M, ½ε²)", PURE),
    ("M is ε-DP ⇒ M is (ε²/2)-zCDP", PURE),
    ("M is ε-DP ⟹ M is ½ε²-zCDP", PURE),
    ("ε-DP ⇒ ε²/2-zCDP", PURE),
    ("if M is eps-differentially private then M is (eps^2/2)-zCDP", PURE),
    ("DP(M, epsilon=eps) => ZCDP(M, rho=eps^2/2)", PURE),
    ("DP(M, epsilon=ε) => ZCDP(M, rho=ε²/2)", PURE),
    (r"$M$ is $\varepsilon$-DP $\implies$ $M$ is $\frac{\varepsilon^2}{2}$-zCDP", PURE),
    (
        r"\text{PureDP}(M, \varepsilon) \Rightarrow \mathrm{ZCDP}(M, \tfrac{1}{2}\varepsilon^2)",
        PURE,
    ),
    ("for every mechanism M, M is ε-DP ⇒ M is (ε²/2)-zCDP", PURE),
    ("ZCDP(M, ρ) ⇒ ApproxDP(M, ρ + 2√(ρ ln(1/δ)), δ) for 0 < δ < 1", TAIL),
    ("ZCDP(M, ρ) ⇒ DP(M, ρ + 2·√(ρ·log(1/δ)), δ) for δ ∈ (0, 1)", TAIL),
    ("rho-zCDP => (rho + 2 sqrt(rho log(1/delta)), delta)-DP for delta in (0, 1)", TAIL),
    ("for all 0 < delta < 1: rho-zCDP => (rho + 2*sqrt(rho*log(1/delta)), delta)-DP", TAIL),
    (
        r"\mathrm{ZCDP}(M, \rho) \implies \mathrm{ApproxDP}"
        r"\left(M, \rho + 2\sqrt{\rho\log(1/\delta)}, \delta\right) for \delta \in (0, 1)",
        TAIL,
    ),
    ("KL(P || Q) ≥ 2·TV(P, Q)²", PINSKER),
    ("KL(P‖Q) ≥ 2 TV(P,Q)^2", PINSKER),
    (r"KL(P \| Q) \geq 2\, TV(P, Q)^2", PINSKER),
    ("2 TV(P, Q)^2 <= KL(P | Q)", "2*TotalVariation(P, Q)**2 <= KL(P, Q)"),
    ("M is ρ-zCDP ⇒ Group(M, k) is (k²ρ)-zCDP", GROUP),
    ("ZCDP(M, rho) => ZCDP(Group(M, k), k^2 rho)", GROUP),
    ("ZCDP(M, rho) => ZCDP(Group(M, k), k^2 rho) for k >= 2", f"{GROUP} for k in 2..oo"),
    (
        "for eps > 0, k >= 2: PureDP(M, eps) => PureDP(Compose(M, k), k*eps)",
        "PureDP(M, eps) => PureDP(Compose(M, k), eps*k) for eps in (0, oo), k in 2..oo",
    ),
    ("ZCDP(M, rho) => ZCDP(Group(M, k), k^2 rho) for 1 < k <= 9", f"{GROUP} for k in 2..9"),
    ("(eps, delta)-DP => (2eps, delta)-DP", "ApproxDP(M, eps, delta) => ApproxDP(M, 2*eps, delta)"),
    (
        "M satisfies (α, τ)-RDP ⇒ M satisfies (β, τ)-RDP for α > 5, 1 < β ≤ 5",
        "RenyiDP(M, alpha, tau) => RenyiDP(M, beta, tau) for alpha in (5, oo), beta in (1, 5]",
    ),
    (
        "M₁ is (ε₁, δ₁)-DP and M₂ is (ε₂, δ₂)-DP ⇒ Compose(M₁, M₂) is (ε₁+ε₂, δ₁+δ₂)-DP",
        "ApproxDP(M1, eps1, delta1) and ApproxDP(M2, eps2, delta2) "
        "=> ApproxDP(Compose(M1, M2), eps1 + eps2, delta1 + delta2)",
    ),
    (
        "M is μ-GDP ⇒ M is (ε, Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ))-DP for μ > 0",
        "GaussianDP(M, mu) => ApproxDP(M, eps, Phi(mu/2 - eps/mu) - exp(eps)*Phi(-mu/2 - eps/mu)) "
        "for mu in (0, oo)",
    ),
    (
        "PureDP(M', ε) ⇒ PureDP(PostProcess(M'), ε)",
        "PureDP(M_prime, eps) => PureDP(PostProcess(M_prime), eps)",
    ),
    ("ZCDP(GaussianMechanism(1, σ), 1/(2σ²))", "ZCDP(GaussianMechanism(1, sigma), 1/(2*sigma**2))"),
    (
        "ApproxDP(M, delta=d, epsilon=x) => ApproxDP(M, x + 1, d)",
        "ApproxDP(M, x, d) => ApproxDP(M, x + 1, d)",
    ),
    ("Renyi(alpha=2, P, Q) <= MaxDivergence(P, Q)", "Renyi(2, P, Q) <= MaxDivergence(P, Q)"),
    (
        "HockeyStick(ε, P, Q) = 0 => TV(P, Q) <= (e^ε - 1)/(e^ε + 1)",
        "HockeyStick(eps, P, Q) == 0 => TotalVariation(P, Q) <= (exp(eps) - 1)/(exp(eps) + 1)",
    ),
    ("forall x ∈ ℝ: e^x ≥ 1 + x", RAISED),
    ("exp(x) ≥ 1 + x for all x ∈ ℝ", RAISED),
    (r"e^{x} \ge 1 + x for x \in (-\infty, \infty)", RAISED),
    ("tanh(x) ≤ x for x ≥ 0", "tanh(x) <= x for x in [0, oo)"),
    ("|x| ≤ max(x, −x) for x in [-1, 1]", "Abs(x) <= Max(x, -x) for x in [-1, 1]"),
    (
        "0 ≤ x − 1 ≤ 5 ⇒ x² ≤ 36 for x ∈ [0, 10]",
        "0 <= x - 1 and x - 1 <= 5 => x**2 <= 36 for x in [0, 10]",
    ),
    ("x y <= 1 for x, y in [0, 1]", "x*y <= 1 for x in [0, 1], y in [0, 1]"),
    (
        "M is (ρ, ω)-tCDP ⇒ M is (2, 2ρ)-RDP for ω > 2",
        "BoundedZCDP(M, omega, 0, rho) => RenyiDP(M, 2, 2*rho) for omega in (2, oo)",
    ),
    (r"D_{KL}(P \| Q) \geq 2\, d_{TV}(P, Q)^2", PINSKER),
    ("D_KL(P||Q) ≥ 2·TV²(P,Q)", PINSKER),
    (r"D_\alpha(P \| Q) \le D_\infty(P \| Q)", "Renyi(alpha, P, Q) <= MaxDivergence(P, Q)"),
    ("D_2(P‖Q) ≤ log(1 + χ²(P,Q))", "Renyi(2, P, Q) <= log(1 + ChiSquared(P, Q))"),
    ("D_α(P‖Q) ≤ D_∞(P‖Q)", "Renyi(alpha, P, Q) <= MaxDivergence(P, Q)"),
    ("tanh x ≤ x for x ≥ 0", "tanh(x) <= x for x in [0, oo)"),
    ("√x ≤ x for x ≥ 1", "sqrt(x) <= x for x in [1, oo)"),
    ("log²(x) ≥ 0 for x ≥ 1", "log(x)**2 >= 0 for x in [1, oo)"),
    ("1 - e^{-x} <= x for x in [0, 1]", "1 - exp(-x) <= x for x in [0, 1]"),
    ("x(x+1) >= 0 for x >= 0", "x*(x + 1) >= 0 for x in [0, oo)"),
    ("M is ε-DP ⇒ M is ½ε²-zero-concentrated differentially private", PURE),
    (
        "M is (α, ε)-Rényi differentially private ⇒ M is (α, 2ε)-RDP",
        "RenyiDP(M, alpha, eps) => RenyiDP(M, alpha, 2*eps)",
    ),
    (
        "M_1 is a-DP and M_2 is b-DP => (M_1, M_2) is (a + b)-DP",
        "PureDP(M_1, a) and PureDP(M_2, b) => PureDP(Compose(M_1, M_2), a + b)",
    ),
]
SENTENCES = [
    ("Theorem 3.2: PureDP(M, eps) => ZCDP(M, eps**2/2)", PURE),
    ("2: PureDP(M, eps) => ZCDP(M, eps**2/2)", PURE),
    ("(2): PureDP(M, eps) => ZCDP(M, eps**2/2)", PURE),
    ("rho_bound: PureDP(M, ε) => ZCDP(M, ε²/2)", PURE),
    ("Lemma 2.1. PureDP(M, eps) => ZCDP(M, eps**2/2).", PURE),
    ("Bun and Steinke 2016, Prop. 1.4: ε-DP ⇒ ½ε²-zCDP", PURE),
    (
        "Proposition 1.4 (Bun and Steinke). If M satisfies ε-differential privacy, "
        "then M satisfies (½ε²)-zCDP.",
        PURE,
    ),
    ("Let M be ε-DP. Then M is (ε²/2)-zCDP.", PURE),
    ("any eps-DP mechanism is also eps^2/2-zCDP", PURE),
    ("Every ε-DP mechanism satisfies ½ε²-zCDP.", PURE),
    ("If M is ε-DP, then it is (ε²/2)-zCDP", PURE),
    ("If a mechanism M is ε-DP, M is (ε²/2)-zCDP", PURE),
    ("M is (ε²/2)-zCDP if M is ε-DP", PURE),
    ("assert PureDP(M, eps) => ZCDP(M, eps**2/2)", PURE),
    ('"PureDP(M, eps) => ZCDP(M, eps^2/2)"', PURE),
    ("puredp(M; ε) ⊢ zcdp(M; ε²/2)", PURE),
    (r"\varepsilon\text{-DP} \implies \tfrac12\varepsilon^2\text{-zCDP}", PURE),
    ("ZCDP(M, rho) => ApproxDP(M, rho + 2*np.sqrt(rho*np.log(1/delta)), delta) for 0 < delta < 1", TAIL),
    (
        "Let 0 < delta < 1. If M is rho-zCDP then M is (rho + 2 sqrt(rho log(1/delta)), delta)-DP",
        TAIL,
    ),
    (
        "Suppose M satisfies rho-zCDP. Then for any 0 < delta < 1, "
        "M is (rho + 2 sqrt(rho log(1/delta)), delta)-DP",
        TAIL,
    ),
    ("If a mechanism M is (α, ε)-RDP, then it is (ε + log(1/δ)/(α−1), δ)-DP for any δ ∈ (0,1).", RENYI),
    ("If M1 and M2 are eps-DP then Compose(M1, M2) is 2eps-DP", TWO),
    ("M1, M2 are both eps-DP => (M1, M2) is 2eps-DP", TWO),
    ("PureDP(M, eps), eps <= 1 => ZCDP(M, eps/2)", SLOPE),
    ("PureDP(M, eps) ⇒ ZCDP(M, eps/2) whenever eps ≤ 1", "eps <= 1 and PureDP(M, eps) => ZCDP(M, eps/2)"),
    ("if M is ε-DP, Group(M, k) is kε-DP", "PureDP(M, eps) => PureDP(Group(M, k), k*eps)"),
    ("M is ε-DP ⇒ M is (α, αε²/2)-RDP", "PureDP(M, eps) => RenyiDP(M, alpha, alpha*eps**2/2)"),
    ("M is ε-DP ⇒ Group(M, k) is ½kε^{2}-zCDP", "PureDP(M, eps) => ZCDP(Group(M, k), k*eps**2/2)"),
    ("M is ρ-zCDP ⇒ ∀α>1, M is (α, ρα)-RDP", "ZCDP(M, rho) => RenyiDP(M, alpha, rho*alpha)"),
    (r"\mathrm{D}_{\mathrm{KL}}(P \Vert Q) \geq 2\,\mathrm{TV}(P,Q)^2", PINSKER),
    (r"$e^{x} \geq 1 + x$ for $x \in \mathbb{R}$", RAISED),
    ("1 + x <= e^x, x in R", "1 + x <= exp(x) for x in (-oo, oo)"),
    ("for all real numbers x, e^x ≥ 1 + x", RAISED),
    ("x ≤ y ⇒ eˣ ≤ e²ʸ for x, y ≥ 0", "x <= y => exp(x) <= exp(2*y) for x in [0, oo), y in [0, oo)"),
    ("x⁻² ≤ 1 for x ≥ 1", "x**(-2) <= 1 for x in [1, oo)"),
]  # fmt: skip
TYPED = [
    ("for all x > 0, ln x <= x - 1", "log(x) <= x - 1 for x in (0, oo)"),
    ("∀ a, b > 0, a + b ≥ 2√(a·b)", "a + b >= 2*sqrt(a*b) for a in (0, oo), b in (0, oo)"),
    (r"GaussianMechanism(\Delta, \sigma) is (\delta + \frac{\Delta^2}{2\sigma^2})-zCDP for \delta \in [0, 1]", "ZCDP(GaussianMechanism(Delta, sigma), delta + Delta**2/(2*sigma**2)) for delta in [0, 1]"),
    (r"e^{\epsilon} \delta \le \delta + \epsilon for \epsilon, \delta \in [0, 1]", "delta*exp(eps) <= delta + eps for delta in [0, 1], eps in [0, 1]"),
    (r"\begin{equation} \mathrm{KL}(P\|Q) \geq 0 \end{equation}", "KL(P, Q) >= 0"),
    (r"\lvert x \rvert \le 1 for x \in [-1, 1]", "Abs(x) <= 1 for x in [-1, 1]"),
    (r"D_{\chi^2}(P\|Q) \ge D_{\mathrm{KL}}(P\|Q)", "ChiSquared(P, Q) >= KL(P, Q)"),
    ("D_χ²(P‖Q) ≥ KL(P‖Q)", "ChiSquared(P, Q) >= KL(P, Q)"),
    ("KL(P, Q) <= chi2(P, Q)", "KL(P, Q) <= ChiSquared(P, Q)"),
    ("R_α(P‖Q) ≤ D_∞(P‖Q)", "Renyi(alpha, P, Q) <= MaxDivergence(P, Q)"),
    ("D_α(P‖Q) ≤ D_β(P‖Q) for 1 < α ≤ β", "alpha <= beta => Renyi(alpha, P, Q) <= Renyi(beta, P, Q)"),
    ("(ε,δ)-DP ⇒ (ε', δ')-DP for ε' ≥ ε and δ' ≥ δ", "eps_prime >= eps and delta_prime >= delta and ApproxDP(M, eps, delta) => ApproxDP(M, eps_prime, delta_prime)"),
    ("M is ε-DP ⇒ Group(M, 2) is ε'-DP where ε' = 2ε", "eps_prime == 2*eps and PureDP(M, eps) => PureDP(Group(M, 2), eps_prime)"),
    ("for all real x, y with x <= y: exp(x) <= exp(y)", "x <= y => exp(x) <= exp(y) for x in (-oo, oo), y in (-oo, oo)"),
    ("x <= y for x, y > 0, x < y", "x < y => x <= y for x in (0, oo), y in (0, oo)"),
    ("n <= 2^n for all integers n ≥ 1", "n <= 2**n for n in 1..oo"),
    ("n <= 2^n for every positive integer n", "n <= 2**n for n in 1..oo"),
    ("n^2 >= n for all integers n", "n**2 >= n for n in -oo..oo"),
    ("k <= 5 for all positive integers k <= 5", "k <= 5 for k in 1..5"),
    ("n + k >= 4 for integers n, k >= 2", "n + k >= 4 for n in 2..oo, k in 2..oo"),
    ("a*b > 0 for all a, b > 0", "a*b > 0 for a in (0, oo), b in (0, oo)"),
    ("let x be a positive real number. Then x + 1/x >= 2", "x + 1/x >= 2 for x in (0, oo)"),
    ("let x, y be real numbers. x*y <= x^2 + y^2", "x*y <= x**2 + y**2 for x in (-oo, oo), y in (-oo, oo)"),
    ("for any distributions P and Q, KL(P, Q) ≥ 0", "KL(P, Q) >= 0"),
    ("x ∈ [0, 1] ⇒ x² ≤ x", "x**2 <= x for x in [0, 1]"),
    ("M is ε-DP and ε ∈ [0, 1] ⇒ M is ε-zCDP", "PureDP(M, eps) => ZCDP(M, eps) for eps in [0, 1]"),
    ("x <= 1 ∀x∈[0;1]", "x <= 1 for x in [0, 1]"),
    ("for all α > 1 and ε ≥ 0, if M is ε-DP then M is (α, αε²/2)-RDP", "PureDP(M, eps) => RenyiDP(M, alpha, alpha*eps**2/2)"),
    ("Any ρ-zCDP mechanism M satisfies (ρ + 2√(ρ ln(1/δ)), δ)-differential privacy for every 0 < δ < 1.", TAIL),
    ("does eps-DP imply eps^2/2-zCDP?", PURE),
    ("is every eps-dp mechanism eps^2/2-zcdp?", PURE),
    ("Every mechanism that is ε-DP is also ½ε²-zCDP.", PURE),
    ("Any algorithm satisfying ε-differential privacy is (ε²/2)-zCDP", PURE),
    ("every mechanism M which satisfies ε-DP is (ε²/2)-zCDP", PURE),
    ("eps-DP gives (0.5*eps^2)-zCDP", PURE),
    ("Let M and N be ε-DP. Then Compose(M, N) is 2ε-DP", "PureDP(M, eps) and PureDP(N, eps) => PureDP(Compose(M, N), 2*eps)"),
    ("Let M, N and O be ε-DP. Then Compose(M, N, O) is 3ε-DP", "PureDP(M, eps) and PureDP(N, eps) and PureDP(O, eps) => PureDP(Compose(M, N, O), 3*eps)"),
    ("let n and m be positive integers. Then n + m >= 2", "n + m >= 2 for m in 1..oo, n in 1..oo"),
    ("If M is ε-DP, then PostProcess(M) is ε-DP and (ε²)-zCDP.", "PureDP(M, eps) => PureDP(PostProcess(M), eps) and ZCDP(PostProcess(M), eps**2)"),
    (r"M'' is \varepsilon-DP \Rightarrow M is 2\varepsilon-DP", "PureDP(M_prime_prime, eps) => PureDP(M, 2*eps)"),
    ("Algorithms A and B are ε-DP ⇒ Compose(A, B) is 2ε-DP", "PureDP(A, eps) and PureDP(B, eps) => PureDP(Compose(A, B), 2*eps)"),
    ("M is ε-DP ⇒ both M and N are 2ε-DP", "PureDP(M, eps) => PureDP(M, 2*eps) and PureDP(N, 2*eps)"),
    (r"\ensuremath{(x+1)}/2 \le 1 for x \in [0, 1]", "(x + 1)/2 <= 1 for x in [0, 1]"),
    ("x >= -5 for nonnegative x < 3", "x >= -5 for x in [0, 3)"),
    ("x >= -5 for positive x in (0, 1]", "x >= -5 for x in (0, 1]"),
    ("x >= 1 for positive integers x >= 2", "x >= 1 for x in 2..oo"),
    ("n + m >= 2 for integers n, m >= 1", "n + m >= 2 for m in 1..oo, n in 1..oo"),
    ("k + x >= 0 for integer k >= 1, x in [0, 1]", "k + x >= 0 for k in 1..oo, x in [0, 1]"),
    ("M is eps DP => M is eps^2/2 zCDP", PURE),
    ("M is ε‑DP ⇒ M is ε²/2‑zCDP", PURE),
    ("PureDP(mechanism=M, epsilon=eps) => zcdp(M, rho=eps²/2)", PURE),
    ("\N{ZERO WIDTH SPACE}PureDP（M， eps） => ZCDP(M, eps²/2)", PURE),
    ("ZCDP(M, rho) => rdp(M, alpha, rho*alpha)", "ZCDP(M, rho) => RenyiDP(M, alpha, rho*alpha)"),
    ("ApproxDP(M, eps, delta) && PureDP(N, eps) => ApproxDP(Compose(M, N), 2*eps, delta)", "ApproxDP(M, eps, delta) and PureDP(N, eps) => ApproxDP(Compose(M, N), 2*eps, delta)"),
    ("M is eps-DP => Subsample(M, q) is log(1+q(e^eps-1))-DP", "PureDP(M, eps) => PureDP(Subsample(M, q), log(1 + q*(exp(eps) - 1)))"),
    ("M is ε-DP ⇒ Compose(M, k) is (ε√(2k ln(1/δ)) + k ε(e^ε−1), δ)-DP for δ ∈ (0, 1)", "PureDP(M, eps) => ApproxDP(Compose(M, k), eps*sqrt(2*k*log(1/delta)) + k*eps*(exp(eps) - 1), delta) for delta in (0, 1)"),
    ("M is δ-approximate ρ-zCDP ⇒ M is δ-approximate 2ρ-zCDP", "ApproxZCDP(M, delta, rho) => ApproxZCDP(M, delta, 2*rho)"),
    ("1e−5 ≤ max{x, 2·10⁻⁵} for x ∈ [0, 1]", "1e-5 <= Max(x, 2/10**5) for x in [0, 1]"),
    ("M is (e, 1e-5)-DP => M is (2e, 1e-5)-DP", "ApproxDP(M, e, 1/10**5) => ApproxDP(M, 2*e, 1/10**5)"),
    ("for each k ≥ 1, Compose(M, k) is kε-DP if M is ε-DP", "PureDP(M, eps) => PureDP(Compose(M, k), k*eps)"),
    ("M satisfies eps-DP. Then M satisfies 2eps-DP", "PureDP(M, eps) => PureDP(M, 2*eps)"),
    ("tanh(x) ≤ c x for x ≥ 0 and c ≥ 1", "tanh(x) <= c*x for x in [0, oo), c in [1, oo)"),
    ("KL(P||Q) ≥ c TV(P,Q)² for 0 ≤ c ≤ 2", "KL(P, Q) >= c*TotalVariation(P, Q)**2 for c in [0, 2]"),
    ("PureDP(M, eps) => ZCDP(M, eps/2) given eps <= 1", "eps <= 1 and PureDP(M, eps) => ZCDP(M, eps/2)"),
]  # fmt: skip
"""As papers, chats and code have it."""
ADVICE = [
    ("H_n <= n for n in 1..oo", r"write harmonic\(n\)", "harmonic(n) <= n for n in 1..oo"),
    ("coth(x) >= 1 for x > 0", r"write cosh\(x\)/sinh\(x\)", "cosh(x)/sinh(x) >= 1 for x > 0"),
    ("asinh(x) <= x for x > 0", r"write log\(x \+ sqrt\(x\*\*2 \+ 1\)\)", "log(x + sqrt(x**2 + 1)) <= x for x > 0"),
    ("scipy.stats.norm.cdf(x) <= 1 for x in R", r"write Phi\(x\)", "Phi(x) <= 1 for x in R"),
    ("JS(P, Q) <= log(2)", r"write KL\(P, Mixture\(1/2, P, Q\)\)/2 \+ KL\(Q, ", "KL(P, Mixture(1/2, P, Q))/2 + KL(Q, Mixture(1/2, P, Q))/2 <= log(2)"),
    ("Renyi(1/2, P, Q) <= KL(P, Q)", r"-2\*log\(1 - Hellinger\(P, Q\)\)", "-2*log(1 - Hellinger(P, Q)) <= KL(P, Q)"),
    ("KL(DiscreteGaussian(0, s), DiscreteGaussian(k, s)) == k^2/(2s^2)", r"add 'for k in -oo\.\.oo'", "KL(DiscreteGaussian(0, s), DiscreteGaussian(k, s)) == k^2/(2s^2) for k in -oo..oo"),
    ("log 1/delta >= 0 for delta in (0, 1)", r"write log\(1\)/delta or log\(1/delta\)", "log(1/delta) >= 0 for delta in (0, 1)"),
    ("x/eps(1 + x) <= 9 for x, eps in [1, 2]", r"write '/\(eps\*\(1 \+ x\)\)' or '/eps\*\(1 \+ x\)'", "x/(eps*(1 + x)) <= 9 for x, eps in [1, 2]"),
    ("(1+x)^n ≥ 1+nx for x ≥ -1, n in 1..oo", r"write n\*x for a product, or add 'for nx", "(1+x)^n ≥ 1+n*x for x ≥ -1, n in 1..oo"),
    ("kx <= 3 for k in 1..3, x in [0, 1]", r"kx is one name; write k\*x for a product", "k*x <= 3 for k in 1..3, x in [0, 1]"),
    ("μ(x + 1) <= 1", r"write mu\*\(x\+1\) if mu is a number", "μ*(x + 1) <= 1 for x in [0, 1], μ in [0, 1/2]"),
    ("(ε, δ)-DP ⇒ (2ε, δ(ε))-DP", r"write delta\*\(eps\) if delta is a number", "(ε, δ)-DP ⇒ (2ε, δ·ε)-DP"),
    ("M is ε-DP ⇒ M is O(ε²)-zCDP", r"write a constant, as in c\*x, which 'dpsym tighten' finds", "M is ε-DP ⇒ M is (c ε²)-zCDP for c ≥ 1"),
    ("2^k >= k for k in {1, 2, 3}", r"are no domain; write 1\.\.3 for 1, 2, 3", "2^k >= k for k in 1..3"),
    ("f(M) is ε-DP if M is ε-DP", r"PostProcess\(M\) for what is made of the output of M", "PostProcess(M) is ε-DP if M is ε-DP"),
    ("Laplace(1, b) is (1/b)-DP", r"write LaplaceMechanism\(sensitivity, scale\) for the mechanism", "LaplaceMechanism(1, b) is (1/b)-DP"),
    ("The Gaussian mechanism with sensitivity Δ and noise σ is (Δ²/(2σ²))-zCDP", r"GaussianMechanism\(sensitivity, sigma\)", "GaussianMechanism(Δ, σ) is (Δ²/(2σ²))-zCDP"),
    ("M satisfies pure DP => M is eps-zCDP", "'pure' does not say how private", "M satisfies eps-DP => M is eps-zCDP"),
    ("Pr[M(x) in S] <= e^eps Pr[M(x') in S] + delta", r"no claim holds events; write 'M is \(eps, delta\)-DP'", "M is (eps, delta)-DP => M is (eps, 2delta)-DP"),
    ("P(S) <= e^eps Q(S) + delta", r"or HockeyStick\(eps, P, Q\) <= delta for all events", "HockeyStick(eps, P, Q) <= 1"),
    ("KL(M1(x), M2(x)) <= 1", "write a law as one name, such as P", "KL(P, Q) <= MaxDivergence(P, Q)"),
    ("KL(Ber(p), Ber(q)) >= 2(p-q)^2", "did you mean 'Bernoulli'", "KL(Bernoulli(p), Bernoulli(q)) >= 2(p-q)^2"),
    ("sin(x) <= x for x >= 0", "claims have the functions log, exp, ", "sinh(x) >= x for x >= 0"),
    ("log(x, 2) <= x for x >= 1", r"write log\(x\)/log\(b\)", "log(x)/log(2) <= x for x >= 1"),
    ("x ≠ 1 for x in [0, 1]", "a claim compares with <=", "x <= 1 for x in [0, 1]"),
    ("P << Q => KL(P, Q) <= 1", "no relation of absolute continuity", "MaxDivergence(P, Q) <= 1 => KL(P, Q) <= 1"),
    ("x <= 1 for x in ]0, 1[", r"write \(0, 1\) for \]0, 1\[", "x <= 1 for x in (0, 1)"),
    ("n <= 2^n for natural n", r"write '1\.\.oo' or '0\.\.oo'", "n <= 2^n for n in 0..oo"),
    ("x <= 1 for integer x in [0, 1]", "is no set of integers", "x <= 1 for x in 0..1"),
    ("x_{a^2} <= 1", "give the name a subscript of letters or digits", "x_{a2} <= 1 for x_{a2} in [0, 1]"),
    ("PureDP(P, 1) => KL(P, Q) <= 1", "P is a law elsewhere; give one of them another name", "PureDP(M, 1) => ZCDP(M, 1/2)"),
    ("# no claim yet", "there is no claim", "1 <= 2"),
    ("√kε >= 0 for k in 1..9, ε > 0", r"write 'sqrt\(k\*eps\)' or 'sqrt\(k\)\*eps'", "√(k)ε >= 0 for k in 1..9, ε > 0"),
    ("TV(P, Q) ≤ √½KL(P, Q)", r"sqrt may be taken of \(1/2\) or of more", "TV(P, Q) ≤ √(½KL(P, Q))"),
    ("x <= 2½ for x in [0, 1]", "expected the end of the claim", "x <= 2 + ½ for x in [0, 1]"),
    ("M is ε-DP ⇒ Group(M, k) is (e^kε)-DP", r"what follows '\*\*' may be k or k\*eps", "M is ε-DP ⇒ Group(M, k) is (e^{kε})-DP"),
    ("(1/kε)**2 >= 0 for k in 1..9, ε > 0", "what follows '/' may be k or k", "(1/(kε))**2 >= 0 for k in 1..9, ε > 0"),
    ("M is ε-DP ⇒ M is kδ-zCDP", r"may be one name or the product k\*delta; write k\*delta or k_delta", "M is ε-DP ⇒ M is (k*δ)-zCDP for k in 1..9, δ in [0, 1]"),
    ("ZCDP(M, ρ') => ZCDP(M, rho_prime)", "\"ρ'\" and 'rho_prime' may be one name or two", "ZCDP(M, ρ') => ZCDP(M, 2ρ')"),
    ("PureDP(M, e3) and e3 <= 1 => PureDP(M, 2e3)", "'2e3' may be a number, or 2 times e3", "PureDP(M, e3) and e3 <= 1 => PureDP(M, 2*e3)"),
    ("2e-3 <= 1 and e <= 1 for e in [0, 1]", "'2e-3' may be a number, or 2 times e-3", "2e - 3 <= 1 and e <= 1 for e in [0, 1]"),
    ("x⁻¹^2 <= 3 for x in [1, 2]", r"'⁻¹\^' may be of the base or of the exponent", "(x⁻¹)^2 <= 3 for x in [1, 2]"),
    (r"e^{x}^2 <= 3 for x \in [0, 1]", "LaTeX sets no second exponent", r"e^{x^2} <= 3 for x \in [0, 1]"),
    (r"e^{x}**2 <= 3 for x \in [0, 1]", "LaTeX sets no second exponent", r"(e^{x})**2 <= 8 for x \in [0, 1]"),
    (r"x^12 <= 1 for x \in [0, 1]", r"LaTeX raises the 1 of \^12 alone; write \^\{12\}", r"x^{12} <= 1 for x \in [0, 1]"),
    ("ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta > 0", r"as in 'for delta in \(0, 1\]'", TAIL),
    ("M is (α, ρα)-RDP for all α > 1 ⇒ M is ρ-zCDP", "before '=>' would limit one hypothesis", "M is ρ-zCDP ⇒ M is (α, ρα)-RDP for all α > 1"),
    ("PureDP(M, eps) => ZCDP(M, eps/2), eps <= 1", "follows the comma may be claimed, or say for which", "PureDP(M, eps) and eps <= 1 => ZCDP(M, eps/2)"),
    ("ε-DP iff (ε, 0)-DP", "a claim has one direction", "ε-DP => (ε, 0)-DP"),
    ("M is ε-DP => M^k is kε-DP", r"write Compose\(M, k\) for k runs", "M is ε-DP => Compose(M, k) is kε-DP"),
    (r"\|P - Q\|_{TV} \le \sqrt{D_{KL}(P \| Q)/2}", r"write TotalVariation\(P, Q\) or 2\*Tot", "TotalVariation(P, Q) <= sqrt(KL(P, Q)/2)"),
    ("H²(P, Q) <= TV(P, Q)", r"one factor or another; write Hellinger\(P, Q\)", "Hellinger(P, Q) <= TV(P, Q)"),
    (r"\sum_{i=1}^{k} \frac{1}{i} \le 1 + \log(k)", r"write a sum as Sum\(1/i, \(i, 1, k\)\)", "Sum(1/i, (i, 1, k)) <= 1 + log(k) for k in 1..oo"),
    ("E_{e^ε}(P‖Q) ≤ δ ⇒ TV(P, Q) ≤ 1", r"write HockeyStick\(eps, P, Q\)", "HockeyStick(ε, P, Q) ≤ δ ⇒ TV(P, Q) ≤ 1 for δ ∈ [0, 1]"),
    ("Lap(1/ε) is ε-DP", r"LaplaceMechanism\(sensitivity, scale\)", "LaplaceMechanism(1, 1/ε) is ε-DP"),
    ("binom(n, k) <= 2^n for n in 1..oo, k in 0..n", "how names are related as a hypothesis", "k <= n => binomial(n, k) <= 2^n for n in 1..oo, k in 0..oo"),
    ("randomized response with parameter eps is eps-DP", r"or RandomizedResponse\(eps\)", "RandomizedResponse(eps) is eps-DP"),
    ("the composition of k eps-DP mechanisms is k*eps-DP", "'the' is a word of no claim", "M is eps-DP => Compose(M, k) is (k*eps)-DP"),
    ("wrong (refuted): x <= 0 for x in [0, 1]", "in a file of claims; remove it here", "x <= 0 for x in [0, 1]"),
    ("tanh x^2 <= x for x in [0, 1]", "may be taken of x or of more", "tanh(x)^2 <= x for x in [0, 1]"),
    ("M is eps-LDP => M is eps-DP", "'eps - LDP' names no notion of privacy that is known; write DP,", "M is eps-DP => M is 2eps-DP"),
    ("M is ε-DP ⇒ M is ε²/2-concentrated differentially private", "no notion of privacy that is known; write DP, zCDP", "M is ε-DP ⇒ M is ε²/2-zCDP"),
    ("log2(x) <= x for x >= 1", r"write log\(x\)/log\(2\) for log2\(x\)", "log(x)/log(2) <= x for x >= 1"),
    ("x^2 + H(x) >= 0 for x >= 0", "unknown head 'H'", "x^2 + exp(x) >= 0 for x >= 0"),
    ("1/2eps <= 1 for eps in [1, 2]", r"may be 2 or 2\*eps", "1/(2*eps) <= 1 for eps in [1, 2]"),
    ("x^2y <= 1 for x, y in [0, 1]", r"may be 2 or 2\*y", "x^(2*y) <= 1 for x, y in (0, 1]"),
    ("x^-2y <= 1 for x, y in [1, 2]", "may be", "x^(-2)*y <= 2 for x, y in [1, 2]"),
    ("x^2 >= 0 for x ∈ ℕ", r"1\.\.oo' or '0\.\.oo", "x^2 >= 0 for x in 0..oo"),
    ("PureDP(M, ε) => PureDP(M, epsilon + 1)", "one name or two", "PureDP(M, ε) => PureDP(M, ε + 1)"),
    ("(a, b, c)-DP => a-DP", "1 or 2 parameters, not 3", "(a, b)-DP => (a + 1, b)-DP"),
    ("PureDP(M, rho=x) => PureDP(M, x)", r"its arguments are \(M, epsilon\)", "PureDP(M, epsilon=x) => PureDP(M, x)"),
    (r"\foo(x) <= 1 for x in [0, 1]", r"command \\foo has no meaning", r"\exp(x) <= 3 for x in [0, 1]"),
    ("for x > 0, x <= 1", "write a colon before the claim, or domains at its end", "for x > 0: x <= 1"),
    ("for x > 0 and y > x", "write a colon before the claim", "for x > 0, y > 0: y > x"),
    ("M is ρ-zCDP if M is (α, ρα)-RDP for all α > 1", "stands in a hypothesis alone", "M is ρ-zCDP if M is ρ/2-zCDP"),
    ("If for all α > 1, M is (α, ρα)-RDP, then M is ρ-zCDP", "stands in a hypothesis alone", "M is ρ-zCDP if M is ρ/2-zCDP"),
    ("Theorem 3 (ε ≤ 1): M is ε-DP ⇒ M is (ε/2)-zCDP", "may limit the claim", "Theorem 3 (Bun): M is ε-DP ⇒ M is (ε²/2)-zCDP"),
    ("Lemma (if eps <= 1): PureDP(M, eps) => ZCDP(M, eps/2)", "may limit the claim", "eps <= 1 and PureDP(M, eps) => ZCDP(M, eps/2)"),
    ("There exist P, Q: KL(P, Q) > 1", "may be claimed", "Pinsker: KL(P, Q) >= 0"),
    ("Some M: M is 1-DP", "may limit the claim", "M is 1-DP => M is 2-DP"),
    ("Small eps: M is eps-DP => M is eps-zCDP", "may limit the claim", "M is eps-DP => M is eps-zCDP"),
    ("M1 is ε1-DP and M2 is ε2-DP ⇒ (ε1+ε2)-DP", "may be said of M1 or M2", "M1 is ε1-DP and M2 is ε2-DP ⇒ Compose(M1, M2) is (ε1+ε2)-DP"),
    ("M1 and M2 are ε1-DP and ε2-DP ⇒ Compose(M1, M2) is (ε1+ε2)-DP", "may be said of each", "M1 and M2 are ε-DP ⇒ Compose(M1, M2) is 2ε-DP"),
    ("p*q*r < 1 for 0 < p, q, r < 1", "may be meant for 'r < 1' as well", "p*q*r < 1 for p, q, r in (0, 1)"),
    ("D_JS(P, Q) <= log 2", "for the Jensen-Shannon divergence", "D_α(P, Q) <= D_oo(P, Q)"),
    ("D_f(P, Q) <= 1", "unknown head 'D_f'", "D_KL(P, Q) <= D_2(P, Q)"),
    ("x <= y\ny <= z => x <= z for x, y, z in [0, 1]", "belong to two statements", "x <= y\nand y <= z => x <= z for x, y, z in [0, 1]"),
    ("KL(P, Q) <= 1\nTV(P, Q) <= 1", "belong to two statements", "KL(P, Q) <= 1\n=> TV(P, Q) <= 1"),
    ("x <= 1 x >= 0 for x in [0, 1]", "compares in both directions", "x <= 1 and x >= 0 for x in [0, 1]"),
    ("M is eps-DP => Group(M, k) is keps-DP", r"may be a name, or k\*eps", "M is eps-DP => Group(M, k) is (k*eps)-DP"),
    ("PureDP(M, ln2) => ZCDP(M, 1/4)", r"may be a name, or log\(2\)", "PureDP(M, log(2)) => ZCDP(M, 1/4)"),
    ("RenyiDP(M, infty, eps) => PureDP(M, eps)", "may be a name, or oo", "RenyiDP(M, oo, eps) => PureDP(M, eps)"),
    ("M is (1,000)-DP", "may be one of thousands", "M is (1, 1/10)-DP"),
    ("M is eps-DP => M is epsilon-DP", "may be one name or two", "M is eps-DP => M is delta-DP"),
    (r"M'' is \varepsilon--\delta-DP", "'--' has no meaning", r"M'' is \varepsilon-DP"),
    (r"x \le y && y \le z \Rightarrow x \le z for x, y, z \in [0, 1]", "'&' has no meaning", r"x \le y \land y \le z \Rightarrow x \le z for x, y, z \in [0, 1]"),
    (r"\varepsilon_{i+1} \le \varepsilon_i", "is no word", r"\varepsilon_1 \le 1 for \varepsilon_1 \in [0, 1]"),
    ("M is e-DP ⇒ M is (0, e^e - 1)-DP", "base of logarithms", "M is ε-DP ⇒ M is (0, e^ε - 1)-DP for ε in [0, 1/2]"),
    (r"M is \epsilon-DP \Rightarrow M is 2\varepsilon-DP", "may be one name or two", r"M is \epsilon-DP \Rightarrow M is 2\epsilon-DP"),
    (r"TV(P,Q) \le 5%", "begins a comment", r"TV(P,Q) \le \frac{5}{100}"),
    ("x + y <= 0 for positive x and y < x", "may be meant for 'y < x' as well", "y < x => x + y <= 0 for x > 0, y in (-oo, oo)"),
    ("M is ε-DP => Compose(M, k) is (k*ε)-DP for all integers k >= 1, ε > 0", "may be meant for 'eps' as well", "M is ε-DP => Compose(M, k) is (k*ε)-DP for all integers k >= 1 and all ε > 0"),
    ("k*x <= 1 for positive integers k <= 1/x, x > 0", "may be meant for 'x' as well", "k <= 1/x => k*x <= 1 for k in 1..oo, x in (0, oo)"),
    ("x + y >= 0 for positive x and y <= 1", "may be meant for 'y <= 1' as well", "x + y >= 0 for x in (0, 1], y in (0, 1]"),
    ("x + y >= 0 for real x and y > 0", "may be meant for 'y > 0' as well", "x + y >= 0 for x in (0, 1], y in (0, 1]"),
    ("n + x >= 0 for positive integer n and x >= 0", "may be meant for 'x >= 0' as well", "let n be a positive integer and x >= 0. Then n + x >= 0"),
    ("p*q <= 1 for 0 < p, q < 1", "may be meant for 'q < 1' as well", "p*q <= 1 for 0 < p < 1, 0 < q < 1"),
    ("x >= -5 for positive x > -1", "say different things", "x >= -5 for x > -1"),
    ("x >= -5 for positive x in [-1, 1]", "say different things", "x >= -5 for positive x in (0, 1]"),
    ("n >= 1 for n >= 1 and odd", "odd says of no name", "n >= 1 for n in 1..oo"),
    ("x*y >= 0 for x, y >= 0, distinct", "distinct says of no name", "x*y >= 0 for x, y >= 0"),
    ("x <= 0 or x >= 2 => x <= 0 for x in [-5, 5]", "atoms are joined by 'and' only", "x <= 0 and x >= 2 => x <= 0 for x in [-5, 5]"),
    ("x >= 0 OR x <= 0 for x in (-oo, oo)", "atoms are joined by 'and' only", "Max(x, -x) >= 0 for x in (-oo, oo)"),
    ("x >= 0 xor x >= 2 => x >= 2 for x in [-5, 5]", "atoms are joined by 'and' only", "x >= 2 => x >= 2 for x in [-5, 5]"),
    ("x > 0 but y >= 2 => y >= 3 for x, y in [-5, 5]", "atoms are joined by 'and' only", "x > 0 and y >= 2 => y >= 2 for x, y in [-5, 5]"),
    ("PureDP(M, eps) => eps >= 0 or eps <= 0", "atoms are joined by 'and' only", "PureDP(M, eps) => eps >= 0"),
    ("x <= 1 or x >= 0 for x in [0, 1]", "atoms are joined by 'and' only", "x <= 1 and x >= 0 for x in [0, 1]"),
    ("n choose k <= n**k for n in 1..oo, k in 0..oo", r"write binomial\(n, k\)", "binomial(n, k) <= n**k for n in 1..oo, k in 0..oo"),
    ("n mod 2 <= 1 for n in 1..oo", "has no remainders", "n == 2*k + r => r <= 1 for n in 1..oo, k in 0..oo, r in 0..1"),
    ("x >= 0 oder x >= 2 => x >= 2 for x in [-5, 5]", "does not depend on 'oder'", "x >= 2 => x >= 2 for x in [-5, 5]"),
    ("x <= 1 for x about 3", "is no domain of a name", "x <= 3 for x in [0, 3]"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "meant"), MEANT + SENTENCES + TYPED)
def test_what_people_write_is_the_claim_that_they_mean(written: str, meant: str) -> None:
    assert claim_from_text(written) == parse_claim(meant)


@pytest.mark.parametrize(("written", "message", "mended"), ADVICE)
def test_what_has_several_readings_gets_advice(written: str, message: str, mended: str) -> None:
    with pytest.raises(ClaimError, match=message):
        claim_from_text(written)
    assert claim_from_text(mended).conclusions


def test_what_is_in_the_grammar_keeps_its_meaning() -> None:
    """Reading the canonical text as people write changes no claim."""
    texts = [theorem.claim.text for theorem in library.theorems()] + [claim for _, claim in CORPUS]
    assert len(texts) > 500
    for text in texts:
        claim = parse_claim(text)
        assert parse_claim(canonical_text(claim.text)) == claim, text


def test_a_faulty_claim_is_shown_in_the_grammar() -> None:
    with pytest.raises(ClaimError) as caught:
        claim_from_text("PureDP(M, ε) ⇒ ZCPD(M, ε²/2)")
    assert caught.value.reading == "PureDP(M, eps) => ZCPD(M, eps**2/2)"
    assert caught.value.position is not None
    assert caught.value.reading[caught.value.position :].startswith("ZCPD")
