"""What an entry of the table of definitions gives: verdicts, instances, scripts, typesetting."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import N, Rational, S, Symbol, diff

from dpsym import Finite, TriangularDiscrimination, check, enclose, parse_claim, strategies
from dpsym.acceptance import certificate_of
from dpsym.coq.atoms import atom as coq_of
from dpsym.coq.notation import UnexportableError
from dpsym.enclosure import decide
from dpsym.errors import EvaluationError
from dpsym.explaining import explain
from dpsym.kernel.verify import verify
from dpsym.language import heads
from dpsym.language.heads import Phi
from dpsym.language.meaning import covering_pairs, neighbouring_pairs
from dpsym.language.noises import NOISES
from dpsym.language.typesetting import latex
from dpsym.witness_script import script

TRUE = [
    "PureDP(M, eps) => TotalVariationDP(M, tanh(eps/2))",
    "TotalVariationDP(M, d) => ApproxDP(M, e, d)",
    "TotalVariationDP(M, d) => TotalVariationDP(PostProcess(M), d)",
    "TotalVariationDP(M1, d1) and TotalVariationDP(M2, d2) "
    "=> TotalVariationDP(Compose(M1, M2), d1 + d2)",
    "TotalVariationDP(M, d) => TotalVariationDP(Group(M, k), k*d)",
    "TotalVariationDP(FiniteMechanism(Finite(1/2, 1/2), Finite(1/3, 2/3)), 1/6)",
    "TriangularDiscrimination(P, Q) <= 2*TotalVariation(P, Q)",
    "TriangularDiscrimination(P, Q) >= 2*TotalVariation(P, Q)**2",
    "2*Hellinger(P, Q) <= TriangularDiscrimination(P, Q)",
    "TriangularDiscrimination(P, Q) <= 4*Hellinger(P, Q)",
    "TriangularDiscrimination(P, Q) <= ChiSquared(P, Q)",
    "TriangularDiscrimination(P, Q) == TriangularDiscrimination(Q, P)",
    "TriangularDiscrimination(Pushforward(K, P), Pushforward(K, Q)) "
    "<= TriangularDiscrimination(P, Q)",
    "TriangularDiscrimination(Finite(1, 0), Finite(0, 1)) == 2",
    "TriangularDiscrimination(Bernoulli(1/2), Bernoulli(1/3)) == 2/35",
    "MaxDivergence(P, Q) <= e and MaxDivergence(Q, P) <= e "
    "=> TriangularDiscrimination(P, Q) <= 2*tanh(e/2)**2 for e in [0, oo)",
    "PureDP(LogisticMechanism(b, s), b/s)",
    "ZCDP(Compose(LogisticMechanism(1, s), k), k/(2*s**2)) for s in (0, oo)",
    "TotalVariationDP(LogisticMechanism(1, s), 1/(4*s)) for s in (0, oo)",
    "KL(Logistic(0, 1), Logistic(1, 1)) <= 1/6",
    "ApproxDP(LogisticMechanism(1, 1), 1/2, 1/10)",
    "RenyiDP(Compose(DiscreteGaussianMechanism(s), k), 3, 3*k/(2*s**2)) for s in (0, oo)",
    "RenyiDP(Group(DiscreteGaussianMechanism(2), 3), 4, 9/2)",
    "KL(DiscreteGaussian(1, s), DiscreteGaussian(0, s)) == 1/(2*s**2) for s in (0, oo)",
    "Renyi(3/2, DiscreteGaussian(2, 1/2), DiscreteGaussian(0, 1/2)) == 12",
    "Hellinger(DiscreteGaussian(2, 1), DiscreteGaussian(0, 1)) == 1 - exp(-1/2)",
]
FALSE = [
    "PureDP(M, eps) => TotalVariationDP(M, 999*tanh(eps/2)/1000)",
    "ApproxDP(M, 1, d) => TotalVariationDP(M, d)",
    "TotalVariationDP(M1, d1) and TotalVariationDP(M2, d2) "
    "=> TotalVariationDP(Compose(M1, M2), 99*(d1 + d2)/100)",
    "TotalVariationDP(GaussianMechanism(1, 1), 38/100)",
    "TotalVariationDP(FiniteMechanism(Finite(1/2, 1/2), Finite(1/3, 2/3)), 1/7)",
    "TriangularDiscrimination(P, Q) <= 19*TotalVariation(P, Q)/10",
    "TriangularDiscrimination(P, Q) >= 21*TotalVariation(P, Q)**2/10",
    "TriangularDiscrimination(P, Q) <= 39*Hellinger(P, Q)/10",
    "TriangularDiscrimination(P, Q) <= 9*ChiSquared(P, Q)/10",
    "TriangularDiscrimination(P, Q) <= 1",
    "MaxDivergence(P, Q) <= e and MaxDivergence(Q, P) <= e "
    "=> TriangularDiscrimination(P, Q) <= 19*tanh(e/2)**2/10 for e in [0, oo)",
    "PureDP(LogisticMechanism(1, s), 99/(100*s)) for s in [1, 2]",
    "TotalVariationDP(LogisticMechanism(1, 1), 24/100)",
    "KL(Logistic(0, 1), Logistic(1, 1)) <= 16/100",
    "ApproxDP(LogisticMechanism(1, 1), 1/2, 1/20)",
    "ZCDP(DiscreteGaussianMechanism(s), 49/(100*s**2)) for s in (0, oo)",
    "RenyiDP(Group(DiscreteGaussianMechanism(2), 3), 4, 44/10)",
    "PureDP(DiscreteGaussianMechanism(s), 99) for s in [1, 2]",
    "PureDP(GaussianMechanism(1, s), 99) for s in [1, 2]",
    "KL(DiscreteGaussian(1, s), DiscreteGaussian(0, s)) <= 49/(100*s**2) for s in (0, oo)",
    "Hellinger(DiscreteGaussian(2, 1), DiscreteGaussian(0, 1)) >= 41/100",
]


@pytest.mark.parametrize("claim", TRUE)
def test_a_true_claim_about_a_new_head_is_proved(claim: str) -> None:
    verdict = check(claim, budget=20)
    assert verdict.kind == "proved", verdict
    verify(certificate_of(verdict))


@pytest.mark.parametrize("claim", FALSE)
def test_a_false_claim_about_a_new_head_is_refuted(
    claim: str, capsys: pytest.CaptureFixture[str]
) -> None:
    verdict = check(claim, budget=20)
    assert verdict.kind == "refuted", verdict
    verify(certificate_of(verdict))
    exec(script(verdict), {})
    assert "fails" in capsys.readouterr().out
    assert explain(verdict).startswith("Refuted")


@pytest.mark.parametrize(
    "claim",
    [
        "TotalVariationDP(M, d) => TotalVariationDP(PostProcess(M), d)",
        "TriangularDiscrimination(P, Q) <= d => TotalVariation(P, Q) <= sqrt(d/2) for d in [0, 2]",
    ],
)
@settings(max_examples=15)
@given(data=st.data())
def test_points_within_a_new_hypothesis_are_drawn(claim: str, data: st.DataObject) -> None:
    read = parse_claim(claim)
    point = data.draw(strategies.points(read))
    assert all(decide(atom, point) for atom in read.atoms)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=5))
def test_a_divergence_is_the_sum_of_its_integrand(weights: list[tuple[int, int]]) -> None:
    totals = [sum(column) for column in zip(*weights, strict=True)]
    if 0 in totals:
        return
    p, q = ([Fraction(w[i], totals[i]) for w in weights] for i in (0, 1))
    expected = sum((a - b) ** 2 / (a + b) for a, b in zip(p, q, strict=True) if a + b)
    laws = (Finite(*(Rational(x.numerator, x.denominator) for x in law)) for law in (p, q))
    value = enclose(TriangularDiscrimination(*laws), bits=64)
    gap = value - fmpq(expected.numerator, expected.denominator)
    assert gap.contains(0)
    assert gap.rad() < 1e-14


def test_what_coq_lacks_is_said() -> None:
    for law in ("Logistic", "DiscreteGaussian"):
        (atom,) = parse_claim(f"KL({law}(0, 1), {law}(1, 1)) <= 2").conclusions
        with pytest.raises(UnexportableError, match=law):
            coq_of(atom)


def test_a_new_guarantee_is_typeset() -> None:
    (atom,) = parse_claim("TotalVariationDP(M, 2*d) for d in [0, 1]").conclusions
    assert latex(atom) == r"M \text{ is } \left(2 d\right)\text{-total-variation DP}"


@pytest.mark.parametrize("kind", NOISES)
def test_the_density_of_noise_is_the_slope_of_its_mass(kind: type) -> None:
    noise, x = NOISES[kind], Symbol("x", real=True)
    for place in (Rational(-9, 4), Rational(1, 3), 5):
        slope = N(diff(noise.below(x), x).rewrite(Phi).subs(x, place).doit(), 20)
        assert slope == pytest.approx(N(noise.density(S(place)), 20))
    assert noise.density(-x) == noise.density(x)
    assert noise.below(S(-60)).evalf() < 1e-25


def test_a_sample_of_samples_adds_a_record_for_both_or_for_neither() -> None:
    one, other = heads.RandomizedResponse(S(2)), heads.RandomizedResponse(S(1))
    inner = heads.Compose(heads.Subsample(one, Rational(1, 3)), heads.Subsample(other, S.One))
    found = neighbouring_pairs(heads.Subsample(inner, Rational(1, 4)))
    with_record = {
        tuple(map(heads.Product, *sides))
        for sides in zip(
            ((heads.Mixture(Rational(1, 3), p, q), q) for p, q in neighbouring_pairs(one)),
            ((heads.Mixture(S.One, p, q), q) for p, q in neighbouring_pairs(other)),
            strict=True,
        )
    }
    added = {(heads.Mixture(Rational(1, 4), p, q), q) for p, q in with_record}
    assert set(found) == added | {pair[::-1] for pair in added}
    assert set(found) == set(covering_pairs(heads.Subsample(inner, Rational(1, 4))))


def test_parts_with_other_neighbours_are_covered_and_have_no_pairs_of_their_own() -> None:
    mixing = heads.Compose(
        heads.Subsample(heads.RandomizedResponse(S(2)), Rational(1, 3)),
        heads.RandomizedResponse(S.One),
    )
    with pytest.raises(EvaluationError, match="mixes neighbouring relations"):
        neighbouring_pairs(mixing)
    first, second = map(neighbouring_pairs, mixing.args)
    every = {tuple(map(heads.Product, a, b)) for a in first for b in second}
    assert set(covering_pairs(mixing)) == every
    alike = heads.Compose(*[heads.RandomizedResponse(S(2))] * 2)
    assert covering_pairs(alike) == neighbouring_pairs(alike)
