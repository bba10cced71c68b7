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
    ("x <= 1. x <= 2 for x in [0, 1]", "'.' at character", "x <= 1 and x <= 2 for x in [0, 1]"),
    ("TV(P,Q) ≤ 1. x <= 1 for x in [0, 1]", "'.' at character", "TV(P,Q) ≤ 1.0"),
    ("2. x <= 1 for x in [0, 1]", "'.' at character", "2: x <= 1 for x in [0, 1]"),
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
