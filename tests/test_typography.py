"""Signs, letters and lines are read as they are meant wherever they are set, or not at all."""

from __future__ import annotations

import pytest

from dpsym.errors import ClaimError
from dpsym.language.natural import claim_from_text
from dpsym.language.parser import parse_claim

READ = [
    ("2ⁿ⁺¹ <= 4ⁿ for n in 1..oo", "2**(n + 1) <= 4**n for n in 1..oo"),
    ("eˣ⁻¹ <= eˣ for x in R", "exp(x - 1) <= exp(x) for x in (-oo, oo)"),
    ("e⁻²ˣ <= 1 for x ≥ 0", "exp(-2*x) <= 1 for x in [0, oo)"),
    ("Group(M, k) is (0, eᵏᵋ − 1)-DP if M is ε-DP", "PureDP(M, eps) => ApproxDP(Group(M, k), 0, exp(k*eps) - 1)"),
    ("2ⁱ >= i + 1 for i in 1..oo", "2**i >= i + 1 for i in 1..oo"),
    ("(1+x)ʳ ≥ 1 + r x for r in 1..oo, x in [0, 1]", "(1 + x)**r >= 1 + r*x for r in 1..oo, x in [0, 1]"),
    ("xᵢ <= 1 for xᵢ in [0, 1]", "x_i <= 1 for x_i in [0, 1]"),
    ("M is εₖ-DP ⇒ M is εₖ²/2-zCDP", "PureDP(M, eps_k) => ZCDP(M, eps_k**2/2)"),
    ("Dᵦ(P‖Q) <= D_oo(P, Q)", "Renyi(beta, P, Q) <= MaxDivergence(P, Q)"),
    ("M is µ-GDP ⇒ M is (2µ)-GDP", "GaussianDP(M, mu) => GaussianDP(M, 2*mu)"),
    ("let x > 0. x + 1/x >= 2", "x + 1/x >= 2 for x in (0, oo)"),
    ("x <= 1. for x in [0, 1]", "x <= 1 for x in [0, 1]"),
    ("x² - 10 - 5 <= 2-1/k for x in [0, 1], k in 1..oo", "x**2 - 10 - 5 <= 2 - 1/k for x in [0, 1], k in 1..oo"),
    ("x^2-1 ≤ 10-5x for x in [0, 1]", "x**2 - 1 <= 10 - 5*x for x in [0, 1]"),
    ("x^2/3 ≤ x^3/3 + 1 for x in [0, 1]", "x**2/3 <= x**3/3 + 1 for x in [0, 1]"),
    ("M is (ε, δ)-DP ⇒ M is (ε, (1+e^ε)δ)-DP", "ApproxDP(M, eps, delta) => ApproxDP(M, eps, (1 + exp(eps))*delta)"),
    ("(eps, delta)-DP => (2eps, delta(1 + e^eps))-DP", "ApproxDP(M, eps, delta) => ApproxDP(M, 2*eps, delta*(1 + exp(eps)))"),
    ("𝑀 is 𝜀-DP ⇒ 𝑀 is 𝜀²/2-zCDP", "PureDP(M, eps) => ZCDP(M, eps**2/2)"),
    ("𝜀 <= 1 for 𝜀 in [0, 1]", "eps <= 1 for eps in [0, 1]"),
    ("x1 <= x2 ⇒ x1 <= x + x2 for x, x1, x2 in [0, 1]", "x1 <= x2 => x1 <= x + x2 for x in [0, 1], x1 in [0, 1], x2 in [0, 1]"),
    ("M and M₂ are ε-DP ⇒ Compose(M, M₂) is 2ε-DP", "PureDP(M, eps) and PureDP(M2, eps) => PureDP(Compose(M, M2), 2*eps)"),
    ("M is ε-DP and N is ε₂-DP ⇒ Compose(M, N) is (ε + ε₂)-DP", "PureDP(M, eps) and PureDP(N, eps2) => PureDP(Compose(M, N), eps + eps2)"),
    ("M is (α, ε)-RDP ⇒ M is (α, 2ε)-RDP", "RenyiDP(M, alpha, eps) => RenyiDP(M, alpha, 2*eps)"),
    ("KL(μ, ν) ≤ D_∞(μ, ν)", "KL(mu, nu) <= MaxDivergence(mu, nu)"),
    ("M_i is ε-DP ⇒ M_i is 2ε-DP", "PureDP(M_i, eps) => PureDP(M_i, 2*eps)"),
    ("PureDP(M1, e_1) and PureDP(M2, e_2) and e1 <= 2 => PureDP(Compose(M1, M2), e1)", "PureDP(M1, e_1) and PureDP(M2, e_2) and e1 <= 2 => PureDP(Compose(M1, M2), e1)"),
    ("ApproxDP(M, 1/2, 1)", "ApproxDP(M, 1/2, 1)"),
    ("−x <= x for x in [0, 1]", "-x <= x for x in [0, 1]"),
    ("2 TV(P, Q) <= 2(1 + x) for x in [0, 1]", "2*TotalVariation(P, Q) <= 2*(1 + x) for x in [0, 1]"),
    (r"e^\mathrm{x+1} \le 2^\text{x} + 8 for x \in [0, 1]", "exp(x + 1) <= 2**x + 8 for x in [0, 1]"),
    ("M is e-DP ⇒ M is (e, 1e–5)-DP", "PureDP(M, e) => ApproxDP(M, e, 1e-5)"),
    ("M is e-DP => M is e²/2-zCDP", "PureDP(M, e) => ZCDP(M, e**2/2)"),
    ("KL(P, Q) <= TV(P, Q)\n  + MaxDivergence(P, Q)", "KL(P, Q) <= TotalVariation(P, Q) + MaxDivergence(P, Q)"),
    (r"\max\{x, y\} \le \exp\{y + x\} for x, y \in [0, 1]", "Max(x, y) <= exp(y + x) for x in [0, 1], y in [0, 1]"),
    (r"\left\{1 + x\right\}^{2} \ge 1 for x \in [0, 1]", "(1 + x)**2 >= 1 for x in [0, 1]"),
    (r"$\mathcal{M}$ is $\varepsilon$-DP $\implies$ $\mathcal M$ is $2\varepsilon$-DP", "PureDP(M, eps) => PureDP(M, 2*eps)"),
    ("R \\ge 0 for R \\in [0, 1]", "R >= 0 for R in [0, 1]"),
]  # fmt: skip
REFUSED = [
    ("e⁻ˣ² <= 1 for x in R", "no exponent that has one reading", "e^(−x²) <= 1 for x in R"),
    ("xᵀ <= 1 for x in [0, 1]", "no exponent", "xᵗ <= 1 for x in (0, 1], t in [0, 1]"),
    ("2ᴺ >= N for N in 1..oo", "no exponent", "2ⁿ >= n for n in 1..oo"),
    ("x⁺ >= 0 for x in R", "no exponent", "Max(x, 0) >= 0 for x in R"),
    ("pᵢ >= 3", "'p_i' has no domain", "pᵢ >= 3 for pᵢ in [3, 4]"),
    ("x <= 1. x <= 2 for x in [0, 1]", r"'\.' at character", "x <= 1 and x <= 2 for x in [0, 1]"),
    ("TV(P,Q) ≤ 1. x <= 1 for x in [0, 1]", r"'\.' at character", "TV(P,Q) ≤ 1.0"),
    ("2. x <= 1 for x in [0, 1]", r"the '2\.' before the claim may be the mark of a list", "2: x <= 1 for x in [0, 1]"),
    ("GaussianMechanism(1, 10) is (1, 10−5)-DP", "10 to the power -5", "GaussianMechanism(1, 10) is (1, 10⁻⁵)-DP"),
    ("x <= 1·10-5 for x in [0, 1]", "10 to the power -5", "x <= 1·10^(-5) for x in [0, 1]"),
    ("δ <= 2−40 for δ in [0, 1]", "2 to the power -40", "δ <= 2⁻⁴⁰ for δ in [0, 1]"),
    ("TV(P, Q) <= (KL(P, Q)/2)^1/2", r"\(1/2\) or end before", "TV(P, Q) <= (KL(P, Q)/2)^(1/2)"),
    ("x^3/2 <= 1 for x in [0, 1]", r"\(3/2\) or end before", "(x^3)/2 <= 1 for x in [0, 1]"),
    ("x^-1/2 <= 1 for x in [1, 2]", r"\(-1/2\) or end before", "x^(-1/2) <= 1 for x in [1, 2]"),
    ("x^1/n <= 2 for x in [1, 2], n in 1..oo", r"\(1/n\) or end before", "x^(1/n) <= 2 for x in [1, 2], n in 1..oo"),
    ("√x ≤ x¹/2 for x in [1, 2]", r"\(1/2\) or end before", "√x ≤ x^(1/2) for x in [1, 2]"),
    ("e^-x^2/2 <= 1 for x in R", "may be the power or its exponent", "e^(-x^2/2) <= 1 for x in R"),
    ("e^-x²/2 <= 1 for x in R", "may be the power or its exponent", "e^(-x²)/2 <= 1 for x in R"),
    ("x <= 1 (3) for x in [0, 2]", "the number of an equation", "x <= 1*(3) for x in [0, 2]"),
    (r"x \le 1 \quad (3) for x \in [0, 2]", "the number of an equation", r"x \le 1 for x \in [0, 2]"),
    ("e^x >= 1 + x (5) for x in R", "the number of an equation", "(5): e^x >= 1 + x for x in R"),
    ("KL(P, Q) >= KL(P, Q) (2)", "the number of an equation", "(2): KL(P, Q) >= KL(P, Q)"),
    ("(3) TV(P, Q) <= 1", "the number of an equation", "(3): TV(P, Q) <= 1"),
    ("(a) a x <= 1 for a, x in [0, 1]", "the number of an equation", "a: a x <= 1 for a, x in [0, 1]"),
    ("- KL(P, Q) <= 1", "mark of a list", "-KL(P, Q) <= 1"),
    ("– tanh(x) >= 2 for x in R", "mark of a list", "–tanh(x) >= 2 for x in R"),
    ("TV(P, Q) <= 1\n- TV(P, Q) <= 2", "may begin another statement", "TV(P, Q) <= 1\nand - TV(P, Q) <= 2"),
    ("x <= 1\n√y <= 2 for x, y in [0, 1]", "two statements", "x <= 1 and\n√y <= 2 for x, y in [0, 1]"),
    ("x <= 1\n|y| <= 2 for x, y in [0, 1]", "two statements", "x <= 1 and\n|y| <= 2 for x, y in [0, 1]"),
    ("x <= 1\ne^y <= 3 for x, y in [0, 1]", "two statements", "x <= 1 and\ne^y <= 3 for x, y in [0, 1]"),
    ("x <= 1\nkε <= 3 and k <= ε for x, k, ε in [0, 1]", "two statements", "x <= 1 and\nkε <= 3 and k <= ε for x, k, ε in [0, 1]"),
    ("M is e-DP => M is (0, 1 - e^(-e))-DP", "base of logarithms", "M is ε-DP => M is (0, 1 - e^(-ε))-DP"),
    ("M is e-DP => M is e^{2e}-DP", "base of logarithms", "M is ε-DP => M is e^{2ε}-DP"),
    ("ApproxDP(M, epsilon=x, epsilon=y)", "given twice", "ApproxDP(M, epsilon=x, delta=y)"),
    ("GaussianMechanism(1, 1) is (0,5)-DP", "no probability below 1", "GaussianMechanism(1, 1) is (0.5, 0.5)-DP"),
    ("GaussianMechanism(1, 1) is (1e-5, 1)-DP", "no probability below 1", "GaussianMechanism(1, 1) is (1, 1e-5)-DP"),
    ("M is ε-DP ⇒ M is ε2-zCDP", r"may be a name, or eps\*\*2", "M is ε-DP ⇒ M is ε²-zCDP"),
    ("M is (δ, ε)-DP ⇒ M is (2δ, ε)-DP", "stands as epsilon, and not as delta", "M is (ε, δ)-DP ⇒ M is (2ε, δ)-DP"),
    ("M is (ε, α)-RDP ⇒ M is ε-DP", "stands as tau, and not as alpha", "M is (α, ε)-RDP ⇒ M is ε-DP"),
    (r"\log{x}^2 \le 2 for x \in [1, 2]", "the power behind the braces of log", r"\log{(x)}^{2} \le 2 for x \in [1, 2]"),
    ("1. -x <= 0 for x in [0, 1]", "may be the mark of a list", "1. - x <= 1 for x in [0, 1]"),
    ("x <= 2e2ε for x, ε in [0, 1]", "a power of e that lost its form", "x <= 2e2*ε for x, ε in [0, 1]"),
    ("x <= 1e-5(1 + x) for x in [0, 1]", "a power of e that lost its form", "x <= 1e-5*(1 + x) for x in [0, 1]"),
    (r"\mathbb{1}(x) \le 1 for x \in [0, 1]", "is an indicator", r"1 (x + 1) \le 2 for x \in [0, 1]"),
    ("𝟙(x) ≤ 1 for x in [0, 1]", "is an indicator", "1·(x) ≤ 1 for x in [0, 1]"),
    ("M₂ is ε-DP ⇒ M₂ is ε2-zCDP", r"may be a name, or eps\*\*2", "M₂ is ε-DP ⇒ M₂ is ε₂-zCDP"),
    ("M is ε-DP ⇒ M is ε3-zCDP", r"may be a name, or eps\*\*3", "M is ε-DP ⇒ M is ε³-zCDP"),
    ("M is λ-DP ⇒ M is lambda-DP", "one name or two", "M is λ-DP ⇒ M is 2λ-DP"),
    ("PureDP(M, lam) => PureDP(M, lambda)", "one name or two", "PureDP(M, lambda) => PureDP(M, 2*lambda)"),
    ("PureDP(M, eps) => PureDP(Group(Group(M, k), m), mkeps)", r"or m\*k\*eps", "PureDP(M, eps) => PureDP(Group(Group(M, k), m), m*k*eps)"),
    ("PureDP(M, eps) => PureDP(Group(M, k), eps + logk) and PureDP(M, logk)", r"or log\(k\)", "PureDP(M, eps) => PureDP(Group(M, k), log(k))"),
    ("M is (ε, 2)-RDP ⇒ M is (ε, 3)-RDP", "stands as alpha, and is the letter of another", "M is (2, ε)-RDP ⇒ M is (3, ε)-RDP"),
    ("M is (r, δ)-zCDP ⇒ M is (r, 2δ)-zCDP", "stands as rho, and is the letter of another", "M is δ-approximate r-zCDP ⇒ M is 2δ-approximate r-zCDP"),
    ("M is (ρ, δ)-zCDP", "stands as xi, and not as rho", "M is (ξ, ρ)-zCDP"),
    ("GaussianMechanism(1, σ²) is (1/(2σ²))-zCDP for σ > 0", "stands for a standard deviation", "GaussianMechanism(1, σ) is (1/(2σ²))-zCDP for σ > 0"),
    ("RandomizedResponse(p) is log(p/(1-p))-DP", "may be meant for a probability", "RandomizedResponse(log(p/(1-p))) is log(p/(1-p))-DP for p in [1/2, 1)"),
    ("HockeyStick(P, Q, eps) <= 1", "'eps' stands for a law", "HockeyStick(eps, P, Q) <= 1"),
    ("M = ε-DP.", "'eps' stands for a law or a mechanism", "M is ε-DP."),
    ("(ε, δ)-DP ⇒ (2ε, δ(2ε))-DP", r"write delta\*\(2\*eps\) if delta is a number", "(ε, δ)-DP ⇒ (2ε, 2εδ)-DP"),
    ("M_i is ε-DP ⇒ Compose(M_1, M_2) is 2ε-DP", "all members of a family", "M_1, M_2 are ε-DP ⇒ Compose(M_1, M_2) is 2ε-DP"),
    ("Compose(M_i, k) is kε-DP if M_i is ε-DP for all i", "what values it has", "Compose(M, k) is kε-DP if M is ε-DP"),
    ("Sum(x_i, (i, 1, k)) >= 0 for x_i in [0, 1], k in 1..oo", "is one name, and", "Sum(x[i], (i, 1, k)) >= 0 for x[i] in [0, 1]"),
    ("M₁ is ε-DP and M₂ is ε-DP ⇒ Compose(M_1, M_2) is 2ε-DP", "one name or two", "M₁ is ε-DP and M₂ is ε-DP ⇒ Compose(M1, M2) is 2ε-DP"),
    ("KL(P₁, Q) <= KL(P_1, Q)", "one name or two", "KL(P₁, Q) <= KL(P₂, Q)"),
    ("M is ε-DP ⇒ Μ is 2ε-DP", "one name or two", "M is ε-DP ⇒ M is 2ε-DP"),
    ("M is ε-DP ⇒ M is ϵ-DP", "one name or two", "M is ϵ-DP ⇒ M is ϵ-DP"),
    ("M is ε-DP ⇒ M is (𝜀²/2)-zCDP", "one name or two", "M is 𝜀-DP ⇒ M is (𝜀²/2)-zCDP"),
    ("KL(𝒫 ‖ P) ≤ 0", "one name or two", "KL(𝒫 ‖ Q) ≥ 0"),
    ("PureDP(M, eps) => PureDP(M, epsilon)", "one name or two", "PureDP(M, epsilon) => PureDP(M, epsilon)"),
    ("KL(KP, KQ) <= KL(P, Q)", "made of K and P", "KL(KP, KQ) <= KL(P, Q) for KP in law, KQ in law"),
    (r"x^2 = x for x \in \{0, 1\}", "are no domain", r"x^2 \le x for x \in [0, 1]"),
    (r"x < 1 for x \in {0,1}", "are no domain", r"x < 1 for x \in (0,1)"),
    (r"M is \varepsilon^{(2)}-DP", "a power or an index", r"M is \varepsilon^{2}-DP for \varepsilon \in [0, 1]"),
    (r"KL(\mathcal{P} \| P) \le 0", "in two fonts", r"KL(\mathcal{P} \| Q) \ge 0"),
    (r"KL(\mathbf P_1 \| \mathsf{P}) \le 0", "in two fonts", r"KL(\mathbf P_1 \| \mathbf P) \ge 0"),
    ("x \\le \\rho\nKL(P, Q) \\le 2 for x, \\rho \\in [0, 1]", "two statements", "x \\le \\rho\n\\land KL(P, Q) \\le 2 for x, \\rho \\in [0, 1]"),
    ("M is є-DP ⇒ M is 2ε-DP", "cyrillic small letter", "M is ε-DP ⇒ M is 2ε-DP"),
    ("M is ε-DP ⇒ М is 2ε-DP", "cyrillic capital letter em", "M is ε-DP ⇒ M is 2ε-DP"),
    ("M is ɛ-DP ⇒ M is 2ε-DP", "latin small letter open e", "M is ε-DP ⇒ M is 2ε-DP"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "meant"), READ)
def test_what_is_set_in_other_ways_is_read_as_it_is_meant(written: str, meant: str) -> None:
    assert claim_from_text(written) == parse_claim(meant)


@pytest.mark.parametrize(("written", "message", "mended"), REFUSED)
def test_what_may_be_set_for_something_else_is_refused(
    written: str, message: str, mended: str
) -> None:
    with pytest.raises(ClaimError, match=message):
        claim_from_text(written)
    assert claim_from_text(mended).conclusions
