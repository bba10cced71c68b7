"""Claims as people write them become the claims that they mean, or advice that leads there."""

from __future__ import annotations

import pytest
from corpus import CORPUS

from dpsym import library
from dpsym.errors import ClaimError
from dpsym.language.natural import canonical_texts, claim_from_text
from dpsym.language.parser import parse_claim

PURE = "PureDP(M, eps) => ZCDP(M, eps**2/2)"
TAIL = "ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1)"
PINSKER = "KL(P, Q) >= 2*TotalVariation(P, Q)**2"
GROUP = "ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)"
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
ADVICE = [
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
    ("x <= 1 for x about 3", "is no domain of a name", "x <= 3 for x in [0, 3]"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "meant"), MEANT)
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
        assert parse_claim(canonical_texts(claim.text)[0]) == claim, text


def test_a_faulty_claim_is_shown_in_the_grammar() -> None:
    with pytest.raises(ClaimError) as caught:
        claim_from_text("PureDP(M, ε) ⇒ ZCPD(M, ε²/2)")
    assert caught.value.reading == "PureDP(M, eps) => ZCPD(M, eps**2/2)"
    assert caught.value.position is not None
    assert caught.value.reading[caught.value.position :].startswith("ZCPD")
