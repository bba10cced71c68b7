"""One attempt at a proof: what the kernel's rules need decides which steps are taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from dpsym.acceptance import certificate_of
from dpsym.checking import check
from dpsym.kernel.claims import RULES
from dpsym.kernel.verify import verify
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_claim
from dpsym.proof import Proof
from dpsym.provers.divergences.cases import Thresholds
from dpsym.provers.divergences.closed_form import ClosedForm
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.offered import Offered
from dpsym.provers.other_names import OtherNames
from dpsym.provers.prover import Budget, Split, Stuck
from dpsym.provers.stopping import OverrunError
from dpsym.verdict import Proved, Refuted, Step

CLAIM = parse_claim("KL(Bernoulli(1/3), Bernoulli(p)) <= 3/50 for p in [1/4, 1/2]")
WRITTEN = Split((), "written out", rule="closed-form")


def _closed(monkeypatch: pytest.MonkeyPatch, *ways: Split) -> Step | Stuck:
    """The first answer to a claim that closed forms alone could prove, in these ways."""

    def offered(self: ClosedForm, claim: Claim) -> Iterator[Split]:
        return iter(ways)

    monkeypatch.setattr(ClosedForm, "splits", offered)
    return Proof(Budget.of(20)).close(CLAIM)


def _steps(step: Step) -> Iterator[Step]:
    yield step
    for child in step.children:
        yield from _steps(child)


def test_what_a_rule_needs_and_no_subgoal_says_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _closed(monkeypatch, WRITTEN)
    assert isinstance(found, Step)
    assert found.rule == "closed-form"
    assert {child.prover for child in found.children} == {"inequality"}


def test_no_law_is_looked_at_where_what_is_left_of_numbers_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laws, numbers = parse_claim("KL(P, Q) <= 1"), parse_claim("1 <= x for x in [0, 1]")

    def offered(self: ClosedForm, claim: Claim) -> Iterator[Split]:
        yield from [Split((laws, numbers), "both")] if claim == CLAIM else []

    monkeypatch.setattr(ClosedForm, "splits", offered)
    proof = Proof(Budget.of(20))
    assert isinstance(proof.close(CLAIM), Stuck)
    assert numbers.text in proof.known
    assert laws.text not in proof.known


def test_a_rule_that_the_kernel_refuses_costs_one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    found = _closed(monkeypatch, Split((), "for no law", rule="joint-range"), WRITTEN)
    assert isinstance(found, Step)
    assert found.rule == "closed-form"


def test_a_rule_with_sufficient_subgoals_that_lack_something_is_no_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lacking = Split((), "all is said", rule="closed-form", sufficient=True)
    found = _closed(monkeypatch, lacking)
    assert isinstance(found, Stuck) or found.words != "all is said"


def test_a_way_that_needs_no_more_than_is_proved_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wider = parse_claim("KL(Bernoulli(1/3), Bernoulli(p)) <= 3/50 for p in [1/5, 1/2]")
    longer = Split((), "on more", rule="generalise", between=((wider, WRITTEN),))
    (asked,) = by_rule("closed-form", CLAIM, {}, "")
    goals, ways = asked.subgoals, (longer, WRITTEN)
    found = _closed(monkeypatch, Split(goals, "in two steps", concluded=lambda: iter(ways)))
    assert isinstance(found, Step)
    assert found.words == "in two steps"
    assert found.rule == "closed-form"
    assert [child.goal for child in found.children] == [goal.text for goal in goals]


def test_a_way_that_needs_more_is_taken_where_no_other_is(monkeypatch: pytest.MonkeyPatch) -> None:
    wider = parse_claim("KL(Bernoulli(1/3), Bernoulli(p)) <= 3/50 for p in [1/5, 1/2]")
    longer = Split((), "on more", rule="generalise", between=((wider, WRITTEN),))
    found = _closed(monkeypatch, Split((), "in two steps", concluded=lambda: iter((longer,))))
    assert isinstance(found, Step)
    assert found.rule == "generalise"
    assert [child.rule for child in found.children] == ["closed-form"]


@pytest.mark.parametrize(
    "claim",
    [
        "PureDP(M, eps) => ZCDP(M, eps**2/2)",
        "ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/d)), d) for d in (0, 1)",
        "KL(P, Q) >= 2*TotalVariation(P, Q)**2",
        "KL(P, R) <= Renyi(2, P, R) + KL(P, Q)",
        "HockeyStick(e, Finite(1/2, 1/2), Finite(1/3, 2/3)) <= 1/2 for e in [0, oo)",
        "GaussianDP(M, mu) => ApproxDP(Subsample(M, q), 0, q*mu/sqrt(2*pi))",
        "ApproxDP(M, e, d) => ApproxDP(Compose(M, M), 2*e, 2*d) for d in [0, 1/2]",
    ],
)
def test_every_step_names_a_rule_of_the_kernel_or_is_about_numbers(claim: str) -> None:
    verdict = check(claim, budget=60)
    assert isinstance(verdict, Proved)
    assert verdict.evidence is not None
    for step in _steps(verdict.evidence):
        assert step.rule in RULES or step.prover == "inequality"


@pytest.mark.parametrize(
    ("source", "end", "miss"),
    [
        ("log(2*x) <= log(3/2) => x <= {} for x in (0, 1]", "3/4", "149/200"),
        ("log(1/(2*x)) <= log(3/2) => x >= {} for x in (0, oo)", "1/3", "101/300"),
        ("log(1/(2 - 2*x)) < log(3/2) => x < {} for x in [0, 1)", "2/3", "199/300"),
        ("d <= 2*x*sqrt(pi*k) => x > {} for d in (0, 1], x in [0, oo), k in 1..9", "0", "1/99"),
        ("exp(x) + x <= 1 and x <= y => x <= {} for x in (-oo, oo), y in [0, oo)", "0", "-1/100"),
    ],
)
def test_a_number_ends_where_a_hypothesis_about_it_does(source: str, end: str, miss: str) -> None:
    found = check(source.format(end), budget=20)
    assert isinstance(found, Proved)
    verify(certificate_of(found))
    assert isinstance(check(source.format(miss), budget=20), Refuted)


def test_what_bounds_a_hockey_stick_is_not_assumed_of_what_bounds_it() -> None:
    """The total variation stands in its place, and its relation to that says nothing more."""
    known = "HockeyStick(e, P, Q) <= TotalVariation(P, Q)"
    told = parse_claim(f"{known} => 2*HockeyStick(e, P, Q)**2 <= KL(P, Q) for e in [0, oo)")
    (split,) = Thresholds().splits(told)
    assert [goal.text for goal in split.subgoals] == ["2*TotalVariation(P, Q)**2 <= KL(P, Q)"]
    assert isinstance(Proof(Budget.of(20)).close(told), Step)


ABOVE = "epsilon >= e1**2/2 + e2**2/2 => ZCDP(RandomizedResponse(e1), e1**2/2)"


@pytest.mark.parametrize(
    ("source", "left"),
    [
        (f"{ABOVE} for epsilon in [0, oo), e1 in (0, oo), e2 in (0, oo)", True),
        ("d <= x*k => tanh(x) <= x for d in (0, 1], k in 1..20, x in [0, oo)", True),
        ("x <= t and t <= y => x <= y for x in [0, 1], y in [0, 1], t in [0, 1]", False),
        ("x <= y => x <= 2*y for x in [0, 1], y in [0, 1]", False),
    ],
)
def test_hypotheses_that_other_names_satisfy_are_left_out(source: str, left: bool) -> None:
    claim = parse_claim(source)
    ways = list(OtherNames().splits(claim))
    assert len(ways) == left
    for way in ways:
        (goal,) = way.subgoals
        assert not goal.hypotheses
        assert goal.conclusions == claim.conclusions
    assert isinstance(Proof(Budget.of(20)).close(claim), Step)


def test_an_end_at_which_no_other_names_satisfy_a_hypothesis_is_left_out() -> None:
    given = "ApproxZCDP(M, 1/4, rho) and d <= sqrt(pi*k)*rho"
    claim = parse_claim(f"{given} => ApproxDP(M, 3*rho, rho/4) for d in (0, 1], k in 1..20")
    (split,) = OtherNames().splits(claim)
    assert [goal.text for goal in split.subgoals] == [
        "ApproxZCDP(M, 1/4, rho) => ApproxDP(M, 3*rho, rho/4) for rho in (0, oo)"
    ]


def test_a_delta_of_responses_is_compared_before_it_is_written_out() -> None:
    verdict = check(
        "ApproxDP(Compose(CanonicalRR(epsilon, delta), 2), 0, x) => "
        "1 - (1 - delta)**2*(1 - (exp(2*epsilon) - 1)/(exp(epsilon) + 1)**2) <= x "
        "for epsilon in (0, oo), delta in [0, 1]"
    )
    assert isinstance(verdict, Proved)
    assert verdict.evidence is not None
    assert "written" not in {step.prover for step in _steps(verdict.evidence)}


def test_what_was_given_up_is_not_tried_with_its_hypotheses_in_another_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def stuck(self: Proof, claim: Claim, depth: int) -> Iterator[Step | Stuck]:
        asked.append(claim.text)
        yield Stuck("no prover applies")

    monkeypatch.setattr(Proof, "_steps", stuck)
    proof = Proof(Budget.of(20))
    for first, second in (("KL(P, Q) <= 1", "KL(Q, P) <= 2"), ("KL(Q, P) <= 2", "KL(P, Q) <= 1")):
        found = proof.close(parse_claim(f"{first} and {second} => Hellinger(P, Q) <= 1/9"))
        assert isinstance(found, Stuck)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("known", "source", "same"),
    [
        ("tanh(x) <= x for x in [0, oo)", "tanh(y) <= y for y in [0, oo)", True),
        ("tanh(x) <= x for x in [0, oo)", "tanh(y) <= y for y in [0, 5]", False),
        ("p <= q => exp(p) <= exp(q) for p in [0, 1], q in [0, 2]",
         "q <= p => exp(q) <= exp(p) for q in [0, 1], p in [0, 2]", True),
        ("p <= q => exp(p) <= exp(q) for p in [0, 1], q in [0, 2]",
         "q <= p => exp(q) <= exp(p) for p in [0, 1], q in [0, 2]", False),
        ("tanh(n) <= n for n in 0..oo", "tanh(k) <= k for k in 0..oo", False),
    ],
)  # fmt: skip
def test_a_goal_that_took_long_is_closed_in_all_names(
    known: str, source: str, same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpsym.proof.COSTLY", 0.0)
    whole, claim, attempt = parse_claim(known), parse_claim(source), Proof(Budget.of(20))
    assert isinstance(attempt.close(whole), Step)
    step = attempt.close(claim)
    assert isinstance(step, Step)
    assert (step.rule == "generalise" and step.children[0].goal == whole.text) == same
    assert certificate_of(Proved(claim, evidence=step)).claim == claim.text


def test_a_goal_that_fails_is_given_up_in_all_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpsym.proof.COSTLY", 0.0)
    attempt = Proof(Budget.of(20))
    found = attempt.close(parse_claim("tanh(x) <= x/2 for x in [0, oo)"))
    assert isinstance(found, Stuck)
    assert attempt.close(parse_claim("tanh(y) <= y/2 for y in [0, oo)")) is found


@dataclass(frozen=True)
class _Slow:
    """A closer that uses up the time of a goal, and finds that it fails or nothing at all."""

    fails: bool
    name = "slow"

    def accepts(self, claim: Claim) -> bool:
        return True

    def attempt(self, claim: Claim, budget: Budget) -> Stuck:
        while not budget.spent:
            pass
        return Stuck("nothing was found", fails=self.fails)


@pytest.mark.parametrize("fails", [False, True])
def test_once_a_goal_lacked_time_the_rest_has_little(fails: bool) -> None:
    claim = parse_claim("tanh(x) <= x for x in [0, oo)")
    attempt = Proof(Budget.of(1000), leaf=0.01, closers=(_Slow(fails),), patience=3.0)
    assert isinstance(attempt.close(claim), Stuck)
    assert attempt.hurried == {claim.text}
    assert (attempt.budget.remaining() <= 3) == (not fails)


def test_what_is_offered_is_made_once_and_anew_where_it_was_stopped() -> None:
    asked: list[str] = []

    class Offering(OtherNames):
        def splits(self, claim: Claim) -> Iterator[Split]:
            for words in ("one", "two"):
                asked.append(words)
                if len(asked) == 2:
                    raise OverrunError
                yield Split((), words)

    offered, offering = Offered(), Offering()
    ways = offered.ways(offering, CLAIM)
    assert next(ways).words == "one"
    with pytest.raises(OverrunError):
        next(ways)
    for _ in range(2):
        assert [way.words for way in offered.ways(offering, CLAIM)] == ["one", "two"]
    assert asked == ["one", "two", "one", "two"]
