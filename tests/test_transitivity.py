"""A guarantee between two others: what is found by it, what is not, and that each half counts."""

from __future__ import annotations

import pytest
from sympy import Symbol

from dpsym import check
from dpsym.acceptance import certificate_of
from dpsym.certificate import Node
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import check as accept
from dpsym.kernel.verify import verify
from dpsym.language.heads import ApproxDP, ObjectName
from dpsym.language.parser import parse_claim
from dpsym.library import find
from dpsym.proof import BETWEEN
from dpsym.provers.guarantees.transitivity import Transitivity, conversions, is_conversion
from dpsym.statement import Expectation
from dpsym.verdict import Proved, Step

M, rho, delta = ObjectName("M"), Symbol("rho"), Symbol("d")
SIMULABLE = "ZCDP(M, rho) => Simulable(M, rho + 2*sqrt(rho*log(1/d)), d) for d in (0, 1]"
PAIRS = [
    (SIMULABLE, SIMULABLE.replace("2*sqrt", "sqrt")),
    (
        "RenyiDP(M, alpha, tau) => ApproxDP(Group(M, 2), 2*eps, (1 + exp(eps))"
        "*exp((alpha - 1)*(tau - eps))*(1 - 1/alpha)**alpha/(alpha - 1)) for eps in [0, oo)",
        "RenyiDP(M, alpha, tau) => ApproxDP(Group(M, 2), eps, (1 + exp(eps))"
        "*exp((alpha - 1)*(tau - eps))*(1 - 1/alpha)**alpha/(alpha - 1)) for eps in [0, oo)",
    ),
    (
        "MeanCDP(M, mu, tau) => ApproxDP(Subsample(M, q),"
        " log(1 + q*(exp(tau**2/2 + tau*sqrt(2*log(1/d))) - 1)), q*d) for q in [0, 1], d in (0, 1]",
        "MeanCDP(M, mu, tau) => ApproxDP(Subsample(M, q),"
        " log(1 + q*(exp(tau**2/2 + tau*sqrt(2*log(1/d))) - 1)), q*d/9) for q in [0, 1],"
        " d in (0, 1]",
    ),
]


@pytest.mark.parametrize("claim", [true for true, _ in PAIRS])
def test_a_claim_in_two_steps_is_proved_through_what_lies_between(claim: str) -> None:
    verdict = check(claim, budget=200)
    assert isinstance(verdict, Proved)
    assert verdict.evidence.prover == "transitivity"
    assert len(verdict.evidence.children) == 2


@pytest.mark.parametrize("claim", [false for _, false in PAIRS])
def test_a_near_miss_is_refuted(claim: str) -> None:
    assert check(claim, budget=100).kind == "refuted"


def test_a_wrong_conversion_proves_nothing() -> None:
    """What a list says is only tried: each half is a goal of its own."""
    wrong = parse_claim("ZCDP(M, rho) => ApproxDP(M, rho, d) for d in (0, 1]")
    claim = parse_claim("ZCDP(M, rho) => Simulable(M, rho, d) for d in (0, 1]")
    (split,) = Transitivity(lambda: (wrong,)).splits(claim)
    assert [check(goal, budget=100).kind for goal in split.subgoals] == ["proved", "refuted"]


def test_nothing_is_asked_of_the_library_where_no_guarantee_is_assumed() -> None:
    def forbidden() -> tuple[()]:
        raise AssertionError

    claim = parse_claim("ZCDP(GaussianMechanism(1, s), 1/s**2)")
    assert not list(Transitivity(forbidden).splits(claim))


@pytest.mark.parametrize(
    ("claim", "is_one"),
    [
        ("ZCDP(M, rho) => PureDP(M, rho)", True),
        ("ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)", False),
        ("ZCDP(M1, a) and ZCDP(M2, b) => ZCDP(M1, a)", False),
        ("ZCDP(M, rho) => ZCDP(M, rho) and ZCDP(M, 2*rho)", False),
        ("tanh(x) <= x for x in [0, oo)", False),
    ],
)
def test_a_conversion_speaks_of_one_mechanism(claim: str, is_one: bool) -> None:
    assert is_conversion(parse_claim(claim)) is is_one


def test_the_guarantee_whose_parameters_the_conclusion_names_comes_first() -> None:
    split = next(BETWEEN.splits(parse_claim(SIMULABLE)))
    assert split.detail == {"between": "ApproxDP(M, rho + 2*sqrt(rho*log(1/d)), d)"}


def _proof(claim: str) -> Node:
    verdict = check(claim, budget=100)
    assert isinstance(verdict, Proved)
    proof = certificate_of(verdict).proof
    assert proof is not None
    return proof


def test_the_kernel_accepts_both_halves_and_neither_alone() -> None:
    between, last = "ZCDP(M, eps, 0)", "PureDP(Compose(M, M), 2*eps)"
    halves = _proof(f"PureDP(M, eps) => {between}"), _proof(f"{between} => {last}")
    goal, params = f"PureDP(M, eps) => {last}", {"between": between}
    assert accept(Node("cut", goal, params, halves)) == accept(halves[0]) | accept(halves[1])
    for half in halves:
        with pytest.raises(Rejected, match="nothing says"):
            accept(Node("cut", goal, params, (half,)))


def test_a_proof_in_two_steps_becomes_a_cut() -> None:
    between, last = "ZCDP(M, eps, 0)", "PureDP(Compose(M, M), 2*eps)"
    halves = f"PureDP(M, eps) => {between}", f"{between} => {last}"
    proofs = [check(half, budget=100) for half in halves]
    steps = tuple(proof.evidence for proof in proofs if isinstance(proof, Proved))
    claim = parse_claim(f"PureDP(M, eps) => {last}")
    step = Step("transitivity", claim.text, "", (), {"between": between}, steps, "cut")
    certificate = certificate_of(Proved(claim, evidence=step))
    assert certificate.proof is not None
    assert certificate.proof.rule == "cut"
    verify(certificate)


@pytest.mark.parametrize(
    ("between", "why"),
    [
        ("ApproxDP(M, rho, z)", "names that the goal does not have"),
        ("M", "is no guarantee"),
        ("rho", "None is no expression"),
    ],
)
def test_the_kernel_rejects_what_cannot_stand_between(between: str, why: str) -> None:
    node = Node("cut", "ZCDP(M, rho) => PureDP(M, rho)", {"between": between}, ())
    with pytest.raises(Rejected, match=why):
        accept(node)


def test_free_parameters_become_names_of_the_claim() -> None:
    chosen = parse_claim("ZCDP(M, rho) => ApproxDP(M, e, d) for e in [0, oo), d in (0, 1]")
    claim = parse_claim("ZCDP(M, rho) => Simulable(M, rho, d) for d in (0, 1]")
    splits = Transitivity(lambda: (chosen,)).splits(claim)
    between = [split.subgoals[1].conclusions[0] for split in splits]
    assert set(between) == {ApproxDP(M, rho, delta), ApproxDP(M, delta, delta)}


def test_no_guarantee_between_has_an_undefined_parameter() -> None:
    """With delta = 0 one conversion gives a delta that is no number, which cannot be compared."""
    claim = parse_claim("PureDP(M, eps) => ZCDP(M, eps*tanh(eps/2))")
    through = [split.words for split in BETWEEN.splits(claim)]
    assert through
    assert not any("NaN" in between or "zoo" in between for between in through)


def test_no_conversion_is_overlooked_where_texts_are_only_read() -> None:
    known = [*find("bs16"), *find("recent")]
    proved = [t.claim for t in known if t.expectation is Expectation.PROVED]
    assert conversions(known) == tuple(claim for claim in proved if is_conversion(claim))
