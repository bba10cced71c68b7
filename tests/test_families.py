"""Claims about families with an index: read, written out, proved for all numbers, refuted."""

from __future__ import annotations

from dataclasses import replace

import pytest
from accepting import accepted, proof_of, refuting_point
from sympy import Symbol

from dpsym import check
from dpsym.certificate import Certificate, Node
from dpsym.errors import ClaimError
from dpsym.kernel.families import induction
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import check as check_node
from dpsym.kernel.verify import verify
from dpsym.language.claim import Claim
from dpsym.language.families import instance
from dpsym.language.parser import claim_from_json, parse_claim

ALL = "(i, 1, k)"
WHOLE = f"(Compose(M[i], {ALL}), "
SUM = f"Sum(e[i], {ALL})"
BASIC = f"PureDP(M[i], e[i]) each i in 1..k => PureDP{WHOLE}{SUM})"
TRUE = [
    BASIC,
    f"ApproxDP(M[i], e[i], d[i]) each i in 1..k => "
    f"ApproxDP{WHOLE}{SUM}, 1 - Product(1 - d[i], {ALL}))",
    f"ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP{WHOLE}{SUM}, Sum(d[i], {ALL}))",
    f"ProbabilisticDP(M[i], e[i], d[i]) each i in 1..k => "
    f"ProbabilisticDP{WHOLE}{SUM}, Sum(d[i], {ALL}))",
    f"PureDP(M[i], e[i]) each i in 1..k => ApproxDP{WHOLE}0, Sum(tanh(e[i]/2), {ALL}))",
    f"PureDP(M[i], e[i]) each i in 1..k => ApproxDP{WHOLE}{SUM}/2,"
    f" Sum((exp(e[i]) - exp(e[i]/2))/(exp(e[i]) + 1), {ALL}))",
    f"RenyiDP(M[i], a, t[i]) each i in 1..k => RenyiDP{WHOLE}a, Sum(t[i], {ALL}))",
    "GaussianDP(M[j], m[j]) each j in 1..n => "
    "GaussianDP(Concurrent(M[i], (i, 1, n)), sqrt(Sum(m[l]**2, (l, 1, n))))",
    f"PureDP(M[i], e[i]) each i in 1..k => PureDP(Parallel(M[i], {ALL}), Max(e[i], {ALL}))",
    f"PureDP(M[i], eps) each i in 1..k => PureDP{WHOLE}k*eps)",
    f"PureDP(M[i], e[i]) each i in 1..k => ZCDP{WHOLE}Sum(e[i]**2, {ALL})/2)",
    f"ZCDP(M[i], r[i]) each i in 1..k and Sum(r[i], {ALL}) <= 2 => ZCDP{WHOLE}2)",
    f"PureDP(Compose(RandomizedResponse(e[i]), {ALL}), {SUM}) for e[i] in [0, oo)",
    f"PureDP(M[i], e[i]) each i in 1..k => PureDP(Group(Compose(M[i], {ALL}), 3), 3*{SUM})",
    "PureDP(M[i], e[i]) each i in 1..k => ZCDP(M[i], e[i]**2/2) each i in 1..k",
    f"Sum(e[i]**2, {ALL}) <= {SUM}**2 for e[i] in [0, oo)",
    f"PureDP(Compose(LaplaceMechanism(1, i), {ALL}), Sum(1/i, {ALL}))",
    f"ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP{WHOLE}"
    f"Sum(e[i]*tanh(e[i]/2), {ALL}) + sqrt(2*Sum(e[i]**2, {ALL})"
    f"*log(2 + sqrt(Sum(e[i]**2, {ALL}))/y)), 1 - (1 - y)*Product(1 - d[i], {ALL}))"
    " for e[i] in (0, oo), y in (0, 1]",
    f"{SUM} <= k*Max(e[i], {ALL}) for e[i] in [0, oo)",
    f"{SUM}**2 <= k*Sum(e[i]**2, {ALL}) for e[i] in [0, oo)",
    f"PureDP(M[i], e[i]) each i in 1..k => PureDP{WHOLE}k*Max(e[i], {ALL})) for e[i] in [0, oo)",
    f"e[i] <= c each i in 1..k => {SUM} <= k*c for e[i] in [0, oo), c in [0, oo)",
]
BEFORE = "Sum(e[j], (j, 1, i - 1))"
TRUE += [
    f"ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP(Concurrent(M[i], {ALL}), {SUM},"
    f" Sum(d[i]*exp({BEFORE}), {ALL}))",
    f"ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP(Concurrent(M[i], {ALL}), {SUM},"
    f" exp({SUM})*Sum(d[i]*exp(-e[i] - {BEFORE}), {ALL}))",
    f"Sum(e[i]*{BEFORE}, {ALL}) == ({SUM}**2 - Sum(e[i]**2, {ALL}))/2 for e[i] in (-oo, oo)",
    f"Sum({BEFORE}, {ALL}) <= k*{SUM} for e[i] in [0, oo)",
    f"Product(1 + {BEFORE}, {ALL}) >= 1 for e[i] in [0, oo)",
    f"Max({BEFORE}, {ALL}) < {SUM} for e[i] in (0, oo)",
    f"Sum(exp(Sum(j*e[j], (j, 1, i - 1))), {ALL}) >= k for e[i] in [0, oo)",
]
FALSE = [
    (f"{SUM} <= 99*k*Max(e[i], {ALL})/100 for e[i] in [0, oo)", "1"),
    (f"{SUM}**2 <= (k + 1)*Sum(e[i]**2, {ALL})/2 for e[i] in [0, oo)", "2"),
    (f"e[i] <= 1 each i in 1..k => {SUM} <= k - 1/100 for e[i] in [0, oo)", "1"),
    (f"PureDP(M[i], e[i]) each i in 1..k => PureDP{WHOLE}{SUM}/2)", "1"),
    (f"PureDP(M[i], e[i]) each i in 1..k => PureDP{WHOLE}Max(e[i], {ALL}))", "2"),
    (f"GaussianDP(M[i], m[i]) each i in 1..k => GaussianDP{WHOLE}Max(m[i], {ALL}))", "2"),
    (f"PureDP(M[i], e[i]) each i in 1..k => PureDP(Parallel(M[i], {ALL}), {SUM}/k)", "2"),
    (f"PureDP(M[i], eps) each i in 1..k => PureDP{WHOLE}(k - 1)*eps) for k in 2..oo", "2"),
    (f"TotalVariationDP(M[i], d[i]) each i in 1..k => TotalVariationDP{WHOLE}Max(d[i], {ALL}))",
     "2"),
    (f"PureDP(Compose(LaplaceMechanism(1, i), {ALL}), 1)", "2"),
    (f"PureDP(M[i], e[i]) each i in 1..k => ApproxDP{WHOLE}0, Sum(tanh(49*e[i]/100), {ALL}))",
     "1"),
    (f"ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP{WHOLE}{SUM},"
     f" 1 - (1 - y)*Product(1 - 49*d[i]/50, {ALL})) for y in (0, 1/1000]", "1"),
    (f"ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP(Concurrent(M[i], {ALL}), {SUM},"
     f" 49/50*Sum(d[i]*exp({BEFORE}), {ALL}))", "1"),
    (f"ApproxDP(M[i], e[i], d[i]) each i in 1..k => ApproxDP(Concurrent(M[i], {ALL}), {SUM},"
     f" Sum(d[i]*exp(-{BEFORE}), {ALL}))", "2"),
    (f"Sum(e[i]*{BEFORE}, {ALL}) <= 49/100*({SUM}**2 - Sum(e[i]**2, {ALL})) for e[i] in [0, oo)",
     "2"),
    (f"Sum({BEFORE}, {ALL}) > 0 for e[i] in (0, oo)", "1"),
    (f"Max({BEFORE}, {ALL}) > 0 for e[i] in (0, oo)", "1"),
    (f"Product({BEFORE}, {ALL}) > 0 for e[i] in (0, oo)", "1"),
    (f"Product({BEFORE}, {ALL}) == 1 for e[i] in (0, oo), k in 2..oo", "2"),
]  # fmt: skip
REFUSED = [
    f"PureDP(M[i], e[i]) => PureDP{WHOLE}{SUM})",
    f"PureDP(M[i], e[i]) each i in 1..k => PureDP{WHOLE}e)",
    f"PureDP(M[i], e[i]) each i in 1..k => PureDP{WHOLE}i)",
    f"PureDP(M[i], e[i]) each i in 1..k => PureDP{WHOLE}k) for k in 0..oo",
    f"PureDP(M[i], e[i]) each i in 1..n => PureDP{WHOLE}{SUM})",
    f"PureDP(M[i], e[i]) each i in 2..k => PureDP{WHOLE}k)",
    f"PureDP(M[i], Sum(e[j], (j, 1, k))) each i in 1..k => PureDP{WHOLE}1)",
    f"PureDP(M[i], e[i]) each i in 1..k => HypothesisDP(Group{WHOLE}2), Ones(0), Ones(1), 1, 0)",
    f"PureDP(M[i], e[i]) each i in 1..k => PureDP(Compose(Compose(M[i], {ALL}), L), 1)",
    f"Capacity(Compose(M[i], {ALL}), 1) <= 1",
    "PureDP(M[k], 1) each k in 1..k => PureDP(L, 1)",
    f"PureDP(M[i], log(e[i])) each i in 1..k => PureDP{WHOLE}0) for e[i] in [0, oo)",
    f"PureDP(M[i], e[i]) each i in 1..k => PureDP{WHOLE}1/{SUM})",
    f"Sum(1/{BEFORE}, {ALL}) >= 0 for e[i] in (0, oo)",
    f"Sum(log({BEFORE}), {ALL}) >= 0 for e[i] in [1, oo)",
    f"Product(1 + Sum(log(e[j]), (j, 1, i - 1)), {ALL}) <= 1 for e[i] in [0, 1]",
    f"Sum(e[i]*Sum(e[i], (i, 1, i - 1)), {ALL}) >= 0 for e[i] in [0, oo)",
    f"Product(1 + Sum(e[i], (i, 1, i - 1)), {ALL}) >= 1 for e[i] in [0, oo)",
    f"Sum(Sum(e[j]*d[i], (j, 1, i - 1)), {ALL}) >= 0 for e[i] in [0, oo), d[i] in [0, oo)",
    f"Sum(Sum(i*e[j], (j, 1, i - 1)), {ALL}) >= 0 for e[i] in [0, oo)",
    f"Sum(exp(Sum(e[j], (j, 1, i))), {ALL}) >= 0 for e[i] in [0, oo)",
    f"Sum(exp(Sum(e[j], (j, 2, i - 1))), {ALL}) >= 0 for e[i] in [0, oo)",
    f"Sum(exp(Sum(e[j], (j, 1, k - 1))), {ALL}) >= 0 for e[i] in [0, oo)",
    f"Sum(exp(Sum(e[k], (k, 1, i - 1))), {ALL}) >= 0 for e[i] in [0, oo)",
    f"Sum(exp(Sum(e[j]*Sum(e[l], (l, 1, j - 1)), (j, 1, i - 1))), {ALL}) >= 0 for e[i] in [0, 1]",
    f"{BEFORE} <= 1 each i in 1..k => {SUM} <= 1 for e[i] in [0, oo)",
    f"PureDP(Compose(RandomizedResponse({BEFORE}), {ALL}), 3) for e[i] in [0, oo)",
    f"j <= 1 => Sum(exp({BEFORE}), {ALL}) >= k for e[i] in [0, oo), j in [0, oo)",
]
VALUELESS = [
    f"Sum(1/(1/{BEFORE}), {ALL}) > 0 for e[i] in (0, oo)",
    f"Sum(e[i]/(1/(i - 1)), {ALL}) > 0 for e[i] in (0, oo)",
    f"Sum(exp(-Abs(1/{BEFORE})), {ALL}) > 0 for e[i] in (0, oo)",
    f"Sum(1/log({BEFORE}), {ALL}) > 0 for e[i] in (2, oo)",
    f"Product(1/(1 + 1/{BEFORE}), {ALL}) > 0 for e[i] in (0, oo)",
    f"Sum((1/{BEFORE})**0, {ALL}) > k for e[i] in (0, oo)",
    f"1/(1/Max({BEFORE}, {ALL})) > 0 for e[i] in (0, oo)",
    f"Sum(sqrt({BEFORE} - 1)**2, {ALL}) > 0 for e[i] in (1, oo)",
    f"Sum(Abs(log({BEFORE} - 1)), {ALL}) > 4 for e[i] in (1, oo)",
    f"Sum(1/factorial({BEFORE} - 1), {ALL}) > 4*k for e[i] in 1..oo",
]
"""Of the first member each has a part without a value, of which sympy makes one that has."""
REFUSED += VALUELESS


@pytest.mark.parametrize("text", TRUE + [text for text, _ in FALSE])
def test_a_claim_about_families_reads_back(text: str) -> None:
    claim = parse_claim(text)
    assert parse_claim(claim.text) == claim == claim_from_json(claim.to_json())
    assert claim.latex()


@pytest.mark.parametrize("text", REFUSED)
def test_what_has_no_meaning_is_refused(text: str) -> None:
    with pytest.raises(ClaimError):
        check(text, budget=2)


@pytest.mark.parametrize("text", TRUE)
def test_a_true_claim_is_proved_for_every_number_of_members(text: str) -> None:
    accepted(check(text, budget=40))


@pytest.mark.parametrize(("text", "members"), FALSE)
def test_a_false_claim_is_refuted_by_few_members(text: str, members: str) -> None:
    assert refuting_point(check(text, budget=40))["k"] == members


def test_members_get_names_that_the_claim_does_not_use() -> None:
    claim = parse_claim(f"PureDP(M[i], e[i]) each i in 1..k and e1 <= 2 => PureDP{WHOLE}e1)")
    assert instance(claim, 2).text == (
        "PureDP(M1, e_1) and PureDP(M2, e_2) and e1 <= 2 => PureDP(Compose(M1, M2), e1)"
    )


def test_members_get_names_that_no_sum_of_the_claim_binds() -> None:
    claim = parse_claim("Sum(e1, (e1, 0, 3)) <= 6 + Sum(e[i], (i, 1, k)) for e[i] in [0, oo)")
    assert instance(claim, 1).text == "Sum(e1, (e1, 0, 3)) <= e_1 + 6 for e_1 in [0, oo)"
    assert check(claim, budget=20).kind == "proved"


def test_a_sum_over_the_members_before_is_written_out() -> None:
    claim = parse_claim(f"Sum(exp({BEFORE})/e[i], {ALL}) <= 9 for e[i] in (0, oo)")
    assert instance(claim, 1).text == "1/e1 <= 9 for e1 in (0, oo)"
    assert instance(claim, 3).text == (
        "exp(e1 + e2)/e3 + exp(e1)/e2 + 1/e1 <= 9 for e1 in (0, oo), e2 in (0, oo), e3 in (0, oo)"
    )


def needed(body: str, bound: str, e: str) -> list[Claim]:
    """What the kernel's induction needs to bound a sum over a family."""
    between = f"Sum({body}, {ALL}) <= {bound}"
    params = {"between": [between], "counted": True}
    goal = Goal(parse_claim(f"{between} for e[i] in {e}"), params, (), set())
    return induction(goal)


def test_a_sum_over_the_members_before_is_nothing_and_then_that_of_all_others() -> None:
    found = [claim.text for claim in needed(f"1/(1 + {BEFORE})", "k", "[0, oo)")]
    assert "1 <= 1" in found
    assert any(" <= n => " in one and one.endswith("1/(s + 1) <= n + 1") for one in found)


@pytest.mark.parametrize("e", ["[0, oo)", "(0, oo)", "[1, oo)"])
def test_a_sum_over_the_members_before_may_be_nothing_where_all_together_are_not(e: str) -> None:
    """Whether its reciprocal has a value is asked from 0 on, though members are positive."""
    (asked,) = (one for one in needed(f"1/{BEFORE}", "k", e) if one.text == "0 < r**2")
    assert str(dict(asked.domains)[Symbol("r")]) == "[0, oo)"


@pytest.mark.parametrize("members", ["0", "1/2", "100", "-1", "x", ""])
def test_a_witness_has_as_many_members_as_the_claim_may_have(members: str) -> None:
    found = check(FALSE[0][0], budget=20).certificate
    assert found is not None
    assert found.witness is not None
    verify(found)
    point = {**found.witness["point"], "k": members}
    with pytest.raises(Rejected):
        verify(replace(found, witness={**found.witness, "point": point}))


@pytest.mark.parametrize("text", VALUELESS)
def test_what_has_no_value_refutes_nothing(text: str) -> None:
    claim = parse_claim(text)
    witness = {"point": {"k": "1", "e1": "3"}, "conclusion": 0, "where": {}}
    for point in (witness["point"], {"k": "1"}):
        made = Certificate(claim.text, claim.digest, "refuted", witness={**witness, "point": point})
        with pytest.raises(Rejected):
            verify(made)


def proved() -> tuple[Certificate, Node]:
    found, node = proof_of(check(BASIC, budget=20))
    verify(found)
    return found, node


def refused(found: Certificate, node: Node) -> None:
    with pytest.raises(Rejected):
        verify(replace(found, proof=node))


@pytest.mark.parametrize(
    "between",
    [
        f"PureDP{WHOLE}e)",
        f"PureDP{WHOLE}i)",
        f"PureDP{WHOLE}x)",
        f"PureDP{WHOLE}Sum(e[i], (i, 1, n)))",
        f"PureDP{WHOLE}Sum(d[i], {ALL}))",
        "PureDP(M, 0)",
        f"HypothesisDP{WHOLE}Ones(0), Ones(1), 0, 0)",
        f"PureDP{WHOLE}0)",
        f"PureDP(Parallel(M[i], {ALL}), {SUM})",
        "0 <= 1",
        "PureDP(M[i], 0) each i in 1..k",
        f"{BASIC}",
        "",
    ],
)
def test_what_is_between_speaks_of_the_same_families(between: str) -> None:
    found, node = proved()
    refused(found, replace(node, params={"between": [between]}))


def test_both_steps_of_the_induction_are_needed() -> None:
    found, node = proved()
    for place in range(len(node.children)):
        kept = node.children[:place] + node.children[place + 1 :]
        refused(found, replace(node, children=kept))
    refused(found, replace(node, params={"between": []}))
    refused(found, replace(node, params={}))


@pytest.mark.parametrize(
    "rule", ["restated", "placed", "conjunction", "part", "relations", "scalar"]
)
def test_no_other_rule_speaks_of_families(rule: str) -> None:
    found, node = proved()
    refused(found, replace(node, rule=rule))
    refused(found, Node(rule, BASIC, {}, (node,)))
    refused(found, replace(node, children=(*node.children, node)))
    plain = parse_claim("PureDP(L, x) => PureDP(L, x)").text
    proof = Node("restated", plain, {}, (node,))
    made = Certificate(plain, parse_claim(plain).digest, "proved", proof=proof)
    with pytest.raises(Rejected):
        verify(made)


def test_a_sum_that_is_true_so_far_is_not_taken_for_the_whole() -> None:
    false = f"PureDP(M[i], eps) each i in 1..k => PureDP{WHOLE}eps)"
    claim = parse_claim(false)
    children = (
        Node("restated", "PureDP(M, eps) => PureDP(M, eps)"),
        Node("restated", "PureDP(N, eps) and PureDP(M, eps) => PureDP(N, eps)"),
    )
    params = {"between": [f"PureDP{WHOLE}eps)"]}
    made = Certificate(
        claim.text, claim.digest, "proved", proof=Node("families", claim.text, params, children)
    )
    with pytest.raises(Rejected, match=r"Compose\(N, M\)"):
        verify(made)


@pytest.mark.parametrize(
    ("side", "shorter"),
    [
        ("0*(KL(P, Q) - KL(R, S)) + KL(P, Q) + KL(R, S)", "KL(P, Q) + KL(R, S)"),
        ("exp(KL(P, Q))*exp(-KL(P, Q))", "exp(0*KL(P, Q))"),
        ("1/exp(-KL(P, Q))", "exp(KL(P, Q))"),
        ("(exp(-KL(P, Q))**2)**(-1/2)", "exp(KL(P, Q))"),
        ("1 - log(exp(-KL(P, Q)))", "1 + KL(P, Q)"),
    ],
)
def test_no_infinities_meet_in_what_is_said_of_members(side: str, shorter: str) -> None:
    names = {"a": "KL(P, Q)"} | ({"b": "KL(R, S)"} if "R" in shorter else {})
    child = Node("numbers", f"0 <= {shorter} + e for e in [0, oo)", {"names": names})
    assert check_node(child) == set()
    source = f"0 <= {side} + e[i] each i in 1..k for e[i] in [0, oo)"
    with pytest.raises(Rejected, match="infinities may meet"):
        check_node(Node("families", source, {"between": []}, (child,)))
