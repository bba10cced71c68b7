"""Verdicts on claims whose truth is known: never a wrong one, seldom none."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from corpus import CORPUS, KNOWN, OPEN
from sympy import Rational

from dpsym import checking
from dpsym.acceptance import certificate_of
from dpsym.certificate import loaded
from dpsym.checking import check
from dpsym.enclosure import examine
from dpsym.errors import ClaimError
from dpsym.kernel.verify import verify
from dpsym.language.claim import Claim, given
from dpsym.language.heads import KL, ObjectName, TotalVariation
from dpsym.language.parser import parse_claim, parse_expression
from dpsym.library import theorems
from dpsym.proof import Proof
from dpsym.provers import scalar
from dpsym.provers.axioms import AXIOMS
from dpsym.provers.elaboration import elaborator, leaves
from dpsym.provers.elaboration.elaborator import certify_scalar
from dpsym.provers.elaboration.text import MissingError
from dpsym.provers.inequality import Inequality, goals_of
from dpsym.provers.prover import Budget, Stuck
from dpsym.provers.scalar.search import OutOfTimeError, Search
from dpsym.provers.search import search
from dpsym.statement import Expectation
from dpsym.verdict import Proved, Refuted, Step, Undecided, Witness, verdict_to_json
from dpsym.verifier import Judgement

TRUE = [claim for truth, claim in CORPUS if truth]
FALSE = [claim for truth, claim in CORPUS if not truth]
SECONDS = 60.0


def unnamed(claim: Claim) -> str:
    """The claim with its names numbered, so that claims that differ in names alone are equal."""
    written = f"{claim.text} {[(name.name, str(domain)) for name, domain in claim.over().domains]}"
    names = {name.name for name, _ in claim.domains}
    order = list(dict.fromkeys(word for word in re.findall(r"\w+", written) if word in names))
    return re.sub(r"\w+", lambda w: f"#{order.index(w[0])}" if w[0] in names else w[0], written)


STATED = {(t.expectation, unnamed(t.claim)) for t in theorems()}
"""What ``.ci/run`` decides, and verifies each of them: the tests decide the others."""
TRUE_ELSEWHERE, FALSE_ELSEWHERE = (
    [claim for claim in claims if (expected, unnamed(parse_claim(claim))) not in STATED]
    for claims, expected in ((TRUE, Expectation.PROVED), (FALSE, Expectation.REFUTED))
)
SEARCHING = 0.5
"""Seconds of search for a true claim, in which all the false ones are refuted."""


@pytest.mark.parametrize("source", [*TRUE, *OPEN])
def test_search_never_refutes_a_true_claim(source: str) -> None:
    assert isinstance(search.attempt(parse_claim(source), Budget.of(SEARCHING)), Stuck)


def accepted(verdict: Proved | Refuted) -> bool:
    """Whether the kernel accepts the certificate, as it is read from a file."""
    verify(loaded(json.loads(json.dumps(certificate_of(verdict).to_json()))))
    return True


@pytest.mark.parametrize("source", TRUE_ELSEWHERE)
def test_every_true_claim_is_proved_and_certified(source: str) -> None:
    verdict = check(source, budget=SECONDS)
    assert isinstance(verdict, Proved), verdict.reason
    assert set(verdict.axioms) <= set(AXIOMS)
    assert isinstance(verdict.evidence, Step)
    assert verdict.evidence.goal == parse_claim(source).text
    assert accepted(verdict)


@pytest.mark.parametrize("source", FALSE_ELSEWHERE)
def test_no_prover_proves_a_false_claim_and_a_witness_refutes_it(source: str) -> None:
    verdict = check(source, budget=SECONDS)
    tried = verdict.trail[0]
    assert tried.prover == "proof"
    assert tried.outcome != "succeeded"
    assert isinstance(verdict, Refuted), verdict.reason
    assert verdict.witness is not None
    _recheck(parse_claim(source), verdict.witness)
    assert accepted(verdict)


def _recheck(claim: Claim, witness: Witness) -> None:
    """The witness as text, read back and examined: hypotheses hold, a conclusion fails."""
    objects = tuple(n.name for n, _ in claim.domains if isinstance(n, ObjectName))
    written = witness.to_json()["point"]
    point = {
        name: parse_expression(written[name.name], objects=objects) for name, _ in claim.domains
    }
    assert all(examine(atom, point).truth is True for atom in claim.hypotheses)
    assert any(examine(atom, point).truth is False for atom in claim.conclusions)


def test_the_corpus_is_balanced_and_large() -> None:
    assert len(CORPUS) + len(OPEN) >= 155
    assert len(OPEN) <= len(CORPUS) // 20
    assert min(len(TRUE), len(FALSE)) >= len(CORPUS) // 3
    assert len(CORPUS) - len(KNOWN) >= 40
    assert min(len(TRUE_ELSEWHERE), len(FALSE_ELSEWHERE)) >= 60
    assert len({claim for _, claim in CORPUS} | set(OPEN)) == len(CORPUS) + len(OPEN)


def test_claims_that_differ_in_names_alone_are_alike() -> None:
    first, same, other = (
        unnamed(parse_claim(f"PureDP({m}, {e}) => ZCDP({m}, {e}**2/2) for {e} in {domain}"))
        for m, e, domain in (("M", "eps", "[0, oo)"), ("N", "e", "[0, oo)"), ("M", "eps", "[0, 1]"))
    )
    assert first == same != other


def test_a_claim_comes_as_text_or_built() -> None:
    p, q = ObjectName("P"), ObjectName("Q")
    built = given().then(KL(p, q) >= 2 * TotalVariation(p, q) ** 2)
    assert check(built, budget=SECONDS).kind == check(built.text, budget=SECONDS).kind == "proved"


def test_a_verdict_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(check("1 <= 2"))


@pytest.mark.parametrize("budget", [0, -1.0, float("nan")])
def test_a_budget_is_positive(budget: float) -> None:
    with pytest.raises(ClaimError, match="budget"):
        check("1 <= 2", budget=budget)


def test_what_is_undefined_is_neither_proved_nor_refuted() -> None:
    for source in (
        "x/x >= 1 for x in [-1, 1]",
        "sqrt(x) >= 0 for x in [-1, 1]",
        "log(x) - log(x) == 0 for x in [0, 1]",
        "log(x) <= log(x) for x in [0, 1]",
        "exp(log(x)) <= x for x in [0, 1]",
        "sqrt(x)*sqrt(x) <= x for x in [-1, 1]",
        "1/x - 1/x + exp(y) >= 1 for x in [-1, 1], y in [0, 1]",
        "log(exp(y)*x) - log(x) <= y for x in [0, 1], y in [0, 1]",
        "1/x <= sqrt(1/x**2) for x in [-1, 1]",
        "KL(P, Q) - KL(P, Q) == 0",
        "exp(KL(P, Q))*exp(-KL(P, Q)) <= 1",
        "-(KL(P, Q) - 3*KL(P, Q)) >= 0",
        "((3*KL(P, Q) - KL(P, Q)) + 1) + x >= 1 for x in [0, 1]",
        "exp((3*KL(P, Q) - KL(P, Q)) + x + log(2)) >= 2 for x in [0, 1]",
        "(2/3)**KL(P, Q)*3**KL(P, Q) >= 1",
        "ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta in [0, 1]",
    ):
        with pytest.raises(ClaimError, match="has no value"):
            check(source, budget=10)
        assert isinstance(check(parse_claim(source), budget=10), Undecided), source


def test_undecided_names_the_goal_that_is_left() -> None:
    verdict = check("1/(exp(x) - 2)**2 >= 0 for x in [0, 2]", budget=5)
    assert isinstance(verdict, Undecided)
    assert "exp(x) - 2" in verdict.reason


def test_hypotheses_matter() -> None:
    assert check("x >= 1 => x**2 >= x for x in [0, 4]", budget=SECONDS).kind == "proved"
    assert check("x**2 >= x for x in [0, 4]", budget=SECONDS).kind == "refuted"
    both = "MaxDivergence(P, Q) <= e and MaxDivergence(Q, P) <= e => KL(P, Q) <= e**2/2"
    one = "MaxDivergence(P, Q) <= e => KL(P, Q) <= e**2/2"
    assert check(both + " for e in [0, oo)", budget=SECONDS).kind == "proved"
    assert check(one + " for e in [0, oo)", budget=SECONDS).kind == "refuted"


def test_the_json_of_a_verdict_has_exactly_the_documented_keys() -> None:
    keys = [
        "claim",
        "verdict",
        "reason",
        "axioms",
        "witness",
        "certificate",
        "seconds",
        "processor",
        "recalled",
        "trail",
    ]
    for source in ("1 <= 2", "2 <= 1", "1/(exp(x) - 2)**2 >= 0 for x in [0, 2]"):
        assert list(verdict_to_json(check(source, budget=5))) == keys


def test_the_same_claim_gets_the_same_witness_twice() -> None:
    source = "KL(P, Q) >= 2.1*TotalVariation(P, Q)**2"
    first, second = check(source), check(source)
    assert isinstance(first, Refuted)
    assert isinstance(second, Refuted)
    assert first.witness == second.witness
    assert all(value.is_Rational or value.args for _, value in first.witness.point)  # type: ignore[union-attr]


def test_delta_above_one_is_not_taken_for_a_probability() -> None:
    claim = "ApproxDP(M1, e, 3*d) and ApproxDP(M2, e, 3*d) => "
    claim += "ApproxDP(Compose(M1, M2), 2*e, 1 - (1 - 3*d)**2) for d in [0, 1]"
    assert not isinstance(check(claim, budget=4), Proved)
    assert Rational(2) * 3 - 9 < 1


def test_verdicts_show_themselves_in_notebooks() -> None:
    proved = check("tanh(x) <= x for x in [0, oo)")._repr_markdown_()
    formula = r"\tanh{\left(x \right)} \leq x \quad (x \in [0, \infty))"
    assert proved.startswith(f"**Proved** ${formula}$")
    assert "| step | 1 scalar goal closed |" in proved
    refuted = check("KL(P, Q) >= 3*TotalVariation(P, Q)**2")._repr_markdown_()
    assert refuted.startswith("**Refuted** ")
    assert "| needed | left >= right |" in refuted
    assert {row.count("|") for row in refuted.splitlines()[2:]} == {3}


def test_a_step_that_ignores_its_time_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(self: Inequality, claim: object, budget: object) -> None:
        while True:
            pass

    monkeypatch.setattr(Inequality, "attempt", forever)
    verdict = check("x <= x**2 for x in [1, 2]", budget=1)
    assert isinstance(verdict, Undecided)
    assert "used up" in verdict.why


def test_a_proof_that_cannot_be_written_gives_way_to_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused: list[Mapping[str, Any]] = []

    def refusing(evidence: Mapping[str, Any], **given: Any) -> Any:
        refused[:] = refused or [evidence]
        if evidence == refused[0]:
            raise MissingError("the first is refused")
        return certify_scalar(evidence, **given)

    monkeypatch.setattr(elaborator, "certify_scalar", refusing)
    monkeypatch.setattr(leaves, "certify_scalar", refusing)
    verdict = check("exp(x) <= 1 + 2*x for x in [0, 1]")
    assert isinstance(verdict, Proved)
    assert verdict.evidence is not None
    assert verdict.evidence.detail["goals"] != refused
    # the second one is written at once
    assert [attempt.prover for attempt in verdict.trail].count("proof") == 2


def test_the_sign_by_which_a_denominator_is_not_zero_is_known_in_the_proof() -> None:
    """The kernel takes the square out of the root where it knows the sign of what is below."""
    verdict = check(
        "x <= y => sqrt((y - x)**2*log(1/d)/(y - x + log(1/d))) <= y - x - (y - x)**2/"
        "(4*(y - x + log(1/d))) for x in (-oo, oo), y in [0, oo), d in (0, 1)"
    )
    assert isinstance(verdict, Proved)
    assert [attempt.prover for attempt in verdict.trail].count("proof") == 1


LONG = parse_claim(" + ".join(f"{k}*exp(x/{k})" for k in range(1, 60)) + " <= 9999 for x in [0, 1]")


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(14.491877602146998, "the time of 14.5 s for the"), (1e-9, "no time was left for the")],
)
def test_the_reason_of_an_undecided_claim_is_short_and_round(
    seconds: float, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(self: Search) -> None:
        raise OutOfTimeError

    monkeypatch.setattr(Search, "check_time", late)
    (goal,) = goals_of(LONG, LONG.conclusions[0])
    found = scalar.prove(goal, seconds=seconds)
    assert isinstance(found, scalar.Open)
    assert told in found.reason
    assert len(found.reason) < 400 < len(LONG.text)


@pytest.mark.parametrize(
    ("source", "found"),
    [("tanh(x) <= x for x in [0, oo)", "proof"), ("x**2 <= x for x in [0, 2]", "counterexample")],
)
def test_what_the_kernel_refuses_is_no_verdict(
    source: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpsym.acceptance.judge", lambda *_: Judgement("not today"))
    verdict = check(source, budget=3)
    assert isinstance(verdict, Undecided)
    assert verdict.why.startswith(f"a {found} was found that the kernel does not")
    assert "not today" in verdict.why
    assert next(a.outcome for a in verdict.trail if a.prover == "kernel") == verdict.why


@pytest.mark.parametrize(
    "source", ["PureDP(M, eps) => ZCDP(M, eps**2/4)", "GaussianDP(M, mu) => ZCDP(M, mu**2/3)"]
)
def test_a_claim_that_fails_in_other_words_is_left_to_the_search(source: str) -> None:
    found = Proof(Budget.of(SECONDS)).close(parse_claim(source))
    assert isinstance(found, Stuck)
    assert found.fails


@pytest.mark.parametrize(
    "source",
    [
        "PureDP(M, eps) and ZCDP(M, rho) => RenyiDP(M, 2, 2*rho)",
        "PureDP(M, eps) and ZCDP(M, eps**2/4) => RenyiDP(M, 2, eps**2/2)",
    ],
)
def test_what_fails_for_the_image_alone_is_proved_by_what_else_is_known(source: str) -> None:
    assert isinstance(Proof(Budget.of(SECONDS)).close(parse_claim(source)), Step)


BOTH_WAYS = "MaxDivergence(P, Q) <= eps and MaxDivergence(Q, P) <= eps => TotalVariation(P, Q) <= "


@pytest.mark.parametrize(("budget", "early"), [(20, True), (6, False)])
def test_a_counterexample_ends_a_first_proof_that_takes_long(
    monkeypatch: pytest.MonkeyPatch, budget: float, early: bool
) -> None:
    monkeypatch.setattr(checking, "DOUBTS", ((0.0, 0.5),))
    verdict = check(f"{BOTH_WAYS}eps/4 for eps in [0, oo)", budget=budget)
    assert isinstance(verdict, Refuted)
    assert [a.prover for a in verdict.trail] == ["proof", "search", "kernel"]
    assert verdict.trail[0].outcome.endswith("no time for domination of laws") is early


def test_no_step_is_taken_once_a_counterexample_is_known() -> None:
    claim = parse_claim("tanh(x) <= x for x in [0, oo)")
    decision = checking._Decision(claim, Budget.of(20), [])
    decision.early = Refuted(claim)
    assert isinstance(decision._first_proof(), Stuck)
    decision.early = None
    assert isinstance(decision._first_proof(), Proved)


def test_a_proof_goes_on_where_no_counterexample_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "DOUBTS", ((0.0, 0.5),))
    verdict = check(f"{BOTH_WAYS}tanh(eps/2) for eps in [0, oo)", budget=20)
    assert isinstance(verdict, Proved)
    assert [a.prover for a in verdict.trail] == ["proof", "search", "kernel"]
