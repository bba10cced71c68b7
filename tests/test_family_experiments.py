"""Experiments whose rounds are a family: read, proved for every number of them, refuted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from accepting import accepted, proof_of, refuting_point

from dpsym import check
from dpsym.certificate import Certificate, Node
from dpsym.errors import ClaimError
from dpsym.kernel.family_experiments import named, reduction
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
from dpsym.language.families import instance
from dpsym.language.parser import claim_from_json, parse_claim
from dpsym.verdict import Verdict

pytestmark = pytest.mark.xdist_group("family_experiments")
ALL = "(i, 1, k)"
ROUNDS = f"HypothesisDP(Compose(M[i], {ALL}), "
PURE = "PureDP(M[i], e[i]) each i in 1..k"
APPROXIMATE = "ApproxDP(M[i], e[i], d[i]) each i in 1..k"
EVERY = f"{ROUNDS}Ones(0, k), Ones(0, k), "
LARGEST = f"Max(e[i], {ALL})"
PRIOR = f"{ROUNDS}Ones(0), Uniform(Ones(1, k)), "
RATIO = f"(Product(1 + exp(e[i]), {ALL}) - 1)/(2**k - 1)"
FORWARD = f"2**(k - 1)*Sum(d[i], {ALL})"
REVERSE = f"Product(1 + exp(-e[i]), {ALL})*Sum(d[i]/(1 + exp(e[i])), {ALL})"


def total(body: str) -> str:
    return f"Sum({body}, {ALL})"


def vector(body: str) -> str:
    return f"Bits({body}, {ALL})"


B = f"{ROUNDS}Ones(0), {vector('b[i]')}, e, d)"
C = f"{ROUNDS}{vector('c[i]')}, Ones(0), x, y)"
BOTH = " for b[i] in 0..1, c[i] in 0..1"
USERS = f"Every(Ones(0), {vector('b[i]')}, {vector('c[i]')})"
RESPONSES = f"Compose(CanonicalRR(e[i], d[i]), {ALL})"
OF_RESPONSES = f"HypothesisDP({RESPONSES}, Ones(0), Ones(k), {total('e[i]')}, {total('d[i]')})"
TRUE = [
    f"{ROUNDS}Ones(0), Ones(k), e, d) => {EVERY}e, d)",
    f"{ROUNDS}Ones(0), Ones(k), e, d) => {ROUNDS}{vector('b[i]')}, {vector('1 - b[i]')}, e, d)"
    " for b[i] in 0..1",
    f"{EVERY}e, d) => {ROUNDS}Ones(k), Ones(0), e, d + 1/8)",
    f"m <= k and {ROUNDS}Ones(0), Ones(m), e, d) => {ROUNDS}Ones(0), Ones(0, m), e, d)",
    f"{ROUNDS}Ones(0), Ones(Min(2*m, k)), e, d) => {ROUNDS}Ones(0, m), Ones(0, m), e, d)",
    f"{APPROXIMATE} => {ROUNDS}Ones(0), {vector('b[i]')}, {total('b[i]*e[i]')},"
    f" {total('b[i]*d[i]')}) for b[i] in 0..1",
    f"{PURE} => {ROUNDS}{vector('b[i]')}, {vector('c[i]')}, {total('Abs(b[i] - c[i])*e[i]')}, 0)"
    " for b[i] in 0..1, c[i] in 0..1",
    f"{PURE} => {ROUNDS}Ones(k), {vector('b[i]')}, {total('(1 - b[i])*e[i]')}, 0) for b[i] in 0..1",
    f"{APPROXIMATE} => {EVERY}{total('e[i]')}, {total('d[i]')})",
    f"{APPROXIMATE} => {ROUNDS}Ones(0), Ones(0, m), m*{LARGEST}, m*Max(d[i], {ALL}))",
    f"ApproxDP(M[i], 1, 1/100) each i in 1..k => {ROUNDS}Ones(0, m), Ones(0, m), 2*m, m/50)",
    f"{PURE} => {PRIOR}log({RATIO}), 0)",
    f"{APPROXIMATE} and {FORWARD} <= (2**k - 1)*y"
    f" and {REVERSE} <= (Product(1 + exp(-e[i]), {ALL}) - 1)*y => {PRIOR}log({RATIO}), y)",
    f"{APPROXIMATE} => {ROUNDS}Ones(0), Uniform(Ones(0, k)), {total('log((1 + exp(e[i]))/2)')},"
    f" {total('d[i]')}/2)",
    f"{APPROXIMATE} and ApproxDP({RESPONSES}, x, y) => ApproxDP(Compose(M[i], {ALL}), x, y)",
    f"{APPROXIMATE} and ApproxDP({RESPONSES}, x, y) => ApproxDP(Concurrent(M[j], (j, 1, k)), x, y)",
    f"{PURE} and RenyiDP(Compose(RandomizedResponse(e[i]), {ALL}), a, t) =>"
    f" RenyiDP(Concurrent(M[i], {ALL}), a, t)",
    f"{APPROXIMATE} and ApproxDP({RESPONSES}, x, y) => {EVERY}x, y)",
    f"{APPROXIMATE} and HypothesisDP({RESPONSES}, Ones(0), Uniform(Ones(1, k)), x, y) =>"
    f" {PRIOR}x, y)",
    f"{B} and {C} => {ROUNDS}Every({vector('c[i]')}, {vector('b[i]')}), Ones(0), Max(e, x),"
    f" Max(d, y)){BOTH}",
    f"{B} and {C} and {ROUNDS}{vector('c[i]')}, {vector('b[i]')}, z, d) =>"
    f" {ROUNDS}{USERS}, {USERS}, Max(e, x, z), Max(d, y)){BOTH}",
    f"HypothesisDP({RESPONSES}, {vector('b[i]')}, {vector('c[i]')},"
    f" {total('Abs(b[i] - c[i])*e[i]')}, {total('Abs(b[i] - c[i])*d[i]')}){BOTH}",
    f"HypothesisDP(Compose(LaplaceMechanism(1, s[i]), {ALL}), {vector('b[i]')}, Ones(0),"
    f" {total('b[i]/s[i]')}, 0) for b[i] in 0..1",
    f"HypothesisDP(Compose(RandomizedResponse(i), {ALL}), Ones(0), {vector('b[i]')},"
    f" {total('b[i]*i')}, 0) for b[i] in 0..1",
    f"{ROUNDS}Ones(0), {vector('Abs(c[i] - b[i])')}, e, d) =>"
    f" {ROUNDS}{vector('b[i]')}, {vector('c[i]')}, e, d){BOTH}",
]
FALSE = [
    (f"{APPROXIMATE} => {ROUNDS}Ones(0), {vector('b[i]')}, {total('49*b[i]*e[i]/50')},"
     f" {total('b[i]*d[i]')}) for b[i] in 0..1", "1"),
    (f"{APPROXIMATE} => {ROUNDS}Ones(0), {vector('b[i]')}, {total('b[i]*e[i]')},"
     f" {total('49*b[i]*d[i]/50')}) for b[i] in 0..1", "1"),
    (f"{PURE} => {ROUNDS}Ones(k), {vector('b[i]')}, {total('b[i]*e[i]')}, 0) for b[i] in 0..1",
     "1"),
    (f"{PURE} => {ROUNDS}Ones(0), Every({vector('b[i]')}, {vector('c[i]')}),"
     f" {total('b[i]*e[i]')}, 0) for b[i] in 0..1, c[i] in 0..1", "1"),
    (f"{APPROXIMATE} => {ROUNDS}Ones(0), Ones(0, m), 49*m*{LARGEST}/50, m*Max(d[i], {ALL}))",
     "1"),
    (f"{PURE} => {PRIOR}49*log({RATIO})/50, 0)", "1"),
    (f"{APPROXIMATE} => {ROUNDS}Ones(0), Uniform(Ones(0, k)),"
     f" {total('log((1 + exp(e[i]))/2)')}, 49*{total('d[i]')}/100)", "1"),
    (f"{ROUNDS}Ones(0), Ones(1), e, d) => ApproxDP(Compose(M[i], {ALL}), e, d)", "2"),
    (f"{APPROXIMATE} and ApproxDP(Compose(RandomizedResponse(e[i]), {ALL}), x, y) =>"
     f" ApproxDP(Compose(M[i], {ALL}), x, y)", "1"),
    (f"{APPROXIMATE} and ApproxDP(Parallel(CanonicalRR(e[i], d[i]), {ALL}), x, y) =>"
     f" ApproxDP(Compose(M[i], {ALL}), x, y)", "2"),
    (f"{APPROXIMATE} and ApproxDP({RESPONSES}, x, y) =>"
     f" ApproxDP(Compose(M[i], {ALL}), x, 49*y/50)", "1"),
    (f"{B} and {C} => {ROUNDS}{vector('c[i]')}, {vector('b[i]')}, Max(e, x), Max(d, y)){BOTH}",
     "2"),
    (f"HypothesisDP(Compose(LaplaceMechanism(1, s[i]), {ALL}), Ones(0), Ones(k),"
     f" 49*{total('1/s[i]')}/50, 0)", "1"),
    (f"{B} and {C} => {ROUNDS}Ones(0), {USERS}, Max(e, x), 49*Max(d, y)/50){BOTH}", "1"),
    (f"{ROUNDS}Ones(0), Ones(k), e, d) => {ROUNDS}Ones(0), Ones(k), e, 49*d/50)", "1"),
]  # fmt: skip
OPEN = [
    f"{ROUNDS}Ones(0), Ones(1), e, d) => {EVERY}e, d)",
    f"m <= k and {ROUNDS}Ones(0), Ones(m), e, d) => {ROUNDS}Ones(0, m), Ones(0, m), e, d)",
    f"{ROUNDS}Ones(0), Ones(m), e, d) => {ROUNDS}Ones(0), Ones(0, m), e, d)",
    f"{ROUNDS}Ones(0), {vector('b[i]')}, e, d) => {EVERY}e, d) for b[i] in 0..1",
    f"ApproxDP(Compose(M[i], {ALL}), e, d) => {ROUNDS}Ones(0), Ones(k), e, d)",
    f"PureDP(Compose(M[i], L), 1) each i in 1..k => {ROUNDS}Ones(0), Ones(k), 2*k, 0)",
    f"ApproxDP(L[i], e[i], 0) each i in 1..k => {EVERY}{total('e[i]')}, 0)",
    f"{PURE} => {ROUNDS}Ones(0), Uniform(Ones(1, k)), log((Product(1 + exp(e[i]), {ALL}) - 2)"
    "/(2**k - 1) + 1/2), 0)",
    f"{APPROXIMATE} and HypothesisDP({RESPONSES}, Ones(0), Ones(1), x, y) => {EVERY}x, y)",
    f"{APPROXIMATE} and ApproxDP(Compose(CanonicalRR(e[i], 49*d[i]/50), {ALL}), x, y) =>"
    f" ApproxDP(Compose(M[i], {ALL}), x, y)",
    f"{APPROXIMATE} and ApproxDP({RESPONSES}, x, y) => ApproxDP(Compose(L[i], {ALL}), x, y)",
    f"{B} and {C} => {ROUNDS}Ones(k), {USERS}, Max(e, x), Max(d, y)){BOTH}",
    f"{B} and {C.replace('M[i]', 'L[i]')} => {ROUNDS}Ones(0), {USERS}, Max(e, x), Max(d, y)){BOTH}",
    f"{B} and {C} => {ROUNDS}Ones(0), {USERS}, Min(e, x), Max(d, y)){BOTH}",
]
"""Claims that are false, or for which there is no rule: no proof of them may be found."""
REFUSED = [
    f"{PURE} => HypothesisDP(Concurrent(M[i], {ALL}), Ones(0), Ones(1), 1, 0)",
    f"{PURE} => HypothesisDP(PostProcess(Compose(M[i], {ALL})), Ones(0), Ones(1), 1, 0)",
    f"{PURE} => ApproxDP(Hypotheses(Compose(M[i], {ALL}), Ones(0), Ones(1)), 1, 0)",
    f"{PURE} => {ROUNDS}Ones(0), Bits(b[i]), 1, 0) for b[i] in 0..1",
    f"{PURE} => {ROUNDS}Ones(0), Bits(b[i], {ALL}, 1), 1, 0) for b[i] in 0..1",
    f"{PURE} => {ROUNDS}Ones(0), Bits(b[i], (i, 1, 2)), 1, 0) for b[i] in 0..1",
    f"{PURE} => {ROUNDS}Ones(0), {vector('b[i]')}, 1, 0)",
    f"{PURE} => {ROUNDS}Ones(0), {vector('b[i]')}, 1, 0) for b[i] in [0, 1]",
    f"PureDP(M, 1) => HypothesisDP(Compose(M, k), Ones(0), {vector('b[i]')}, 1, 0)"
    " for b[i] in 0..1",
]


@cache
def decided(text: str) -> Verdict:
    return check(text, budget=40)


@pytest.mark.parametrize("text", TRUE + OPEN + [text for text, _ in FALSE])
def test_an_experiment_of_a_family_reads_back(text: str) -> None:
    claim = parse_claim(text)
    assert parse_claim(claim.text) == claim == claim_from_json(claim.to_json())
    assert claim.latex()


@pytest.mark.parametrize("text", REFUSED)
def test_what_has_no_meaning_is_refused(text: str) -> None:
    with pytest.raises(ClaimError):
        check(text, budget=2)


def test_its_meaning_is_the_experiment_written_out() -> None:
    claim = parse_claim(TRUE[5])
    assert instance(claim, 2).text == (
        "ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) =>"
        " HypothesisDP(Compose(M1, M2), Ones(0), Bits(b1, b2), b1*e1 + b2*e2, b1*d1 + b2*d2)"
        " for b1 in 0..1, b2 in 0..1"
    )


@pytest.mark.parametrize("text", TRUE)
def test_a_true_claim_is_proved_for_every_number_of_rounds(text: str) -> None:
    accepted(decided(text))


@pytest.mark.parametrize(("text", "rounds"), FALSE)
def test_a_false_claim_is_refuted_by_few_rounds(text: str, rounds: str) -> None:
    assert refuting_point(check(text, budget=40))["k"] == rounds


@pytest.mark.parametrize("text", OPEN)
def test_what_does_not_follow_is_not_proved(text: str) -> None:
    assert check(text, budget=2).kind != "proved"


def proved(text: str) -> tuple[Certificate, Node]:
    return proof_of(decided(text))


def refused(found: Certificate, node: Node) -> None:
    with pytest.raises(Rejected):
        verify(replace(found, proof=node))


@pytest.mark.parametrize("text", TRUE)
def test_no_other_way_shows_the_same(text: str) -> None:
    found, node = proved(text)
    ways = ("known", "covered", "bits", "uniform", "alike", "together", "responses", "", "all")
    for way in ways:
        if way != node.params["way"]:
            refused(found, replace(node, params={**node.params, "way": way}))
    more = [*node.params["between"], []]
    refused(found, replace(node, params={**node.params, "between": more}))
    for place in range(len(node.children)):
        kept = node.children[:place] + node.children[place + 1 :]
        refused(found, replace(node, children=kept))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("PureDP(M[i], e[i])", TRUE[0]),
        ("PureDP(RandomizedResponse(e[i]), e[i])", OF_RESPONSES),
        ("GaussianDP(CanonicalRR(e[i], d[i]), e[i])", OF_RESPONSES),
        ("ApproxDP(CanonicalRR(e[i], d[i]), x[i], d[i])", OF_RESPONSES),
        ("ApproxDP(CanonicalRR(e[i], d[i]), e[j], d[i])", OF_RESPONSES),
        ("ApproxDP(CanonicalRR(d[i], e[i]), e[i], d[i])", OF_RESPONSES),
        ("e[i] <= 1", OF_RESPONSES),
        ("PureDP(PostProcess(M[i]), e[i])", TRUE[0]),
    ],
)
def test_what_is_said_of_rounds_is_a_guarantee_of_theirs(said: str, text: str) -> None:
    with pytest.raises((Rejected, ClaimError)):
        named(Goal(parse_claim(text), {"said": said}, (), set()))


@pytest.mark.parametrize("said", ["e[i]/2, d[i]", "e[i], d[i]/2", "2*e[i], d[i]", "e[i], 0"])
def test_less_or_more_than_is_known_of_rounds_is_refused(said: str) -> None:
    found, node = proved(OF_RESPONSES)
    said = f"ApproxDP(CanonicalRR(e[i], d[i]), {said})"
    refused(found, replace(node, params={**node.params, "said": said}))


def test_rounds_that_are_written_out_are_any_within_what_is_said() -> None:
    said = "ApproxDP(CanonicalRR(e[i], d[i]), e[i], d[i])"
    shown, goal = named(Goal(parse_claim(OF_RESPONSES), {"said": said}, (), set()))
    assert shown.text == "ApproxDP(CanonicalRR(e[i], d[i]), e[i], d[i]) each i in 1..k"
    assert goal.claim.text == (
        "ApproxDP(N[i], e[i], d[i]) each i in 1..k => HypothesisDP(Compose(N[i], (i, 1, k)),"
        " Ones(0), Ones(k), Sum(e[i], (i, 1, k)), Sum(d[i], (i, 1, k)))"
    )


@pytest.mark.parametrize("number", [-1, 1, 2, "0", None, 0.0])
def test_the_hypothesis_that_covers_an_experiment_is_one_of_the_claim(number: object) -> None:
    found, node = proved(TRUE[0])
    refused(found, replace(node, params={**node.params, "number": number}))


def stands(text: str, way: str, between: list[list[str]], children: tuple[Node, ...]) -> None:
    claim = parse_claim(text)
    proof = Node(
        "families",
        claim.text,
        {"way": way, "number": int(way == "responses"), "each": 0, "between": between},
        children,
    )
    verify(Certificate(claim.text, claim.digest, "proved", (), proof=proof))


@pytest.mark.parametrize(
    ("text", "way", "between"),
    [
        (OPEN[0], "known", []),
        (OPEN[2], "known", []),
        (OPEN[3], "known", []),
        (OPEN[4], "together", [[]]),
        (OPEN[5], "together", [["PureDP(Compose(M[i], (i, 1, k)), 2*k)"]]),
        (OPEN[8], "responses", [[], [], [], [], []]),
        (OPEN[9], "responses", [[], [], []]),
        (OPEN[10], "responses", [[], [], []]),
    ],
)
def test_a_step_that_is_near_a_true_one_is_refused(
    text: str, way: str, between: list[list[str]]
) -> None:
    with pytest.raises(Rejected):
        stands(text, way, between, ())


def covered(text: str) -> list[str]:
    needed, families = reduction(Goal(parse_claim(text), {"way": "covered"}, (), set()))
    return [claim.text for claim in (*needed, *families)]


def test_each_pair_of_vectors_asks_for_the_bounds_of_its_hypothesis() -> None:
    sides = f"{vector('b[i]')}, Every({vector('c[i]')}, {vector('b[i]')})"
    assert covered(
        f"{ROUNDS}{vector('c[i]')}, {vector('b[i]')}, e, d) => {ROUNDS}{sides}, x, y){BOTH}"
    ) == [
        "e <= x for e in [0, oo), x in [0, oo)",
        "d <= y for d in [0, 1], y in [0, 1]",
        "0 <= x for x in [0, oo)",
        "0 <= y for y in [0, 1]",
    ]


@pytest.mark.parametrize(
    "text",
    [
        *OPEN[3:4],
        *OPEN[-3:-1],
        FALSE[-4][0],
        f"{ROUNDS}Ones(0), Ones(1), e, d) => {ROUNDS}Ones(0), Ones(k), e, d)",
        f"{ROUNDS}Ones(k), {vector('b[i]')}, e, d) => {ROUNDS}Ones(0), {vector('b[i]')}, e, d)"
        " for b[i] in 0..1",
        f"ApproxDP(Compose(M[i], {ALL}), e, d) => {ROUNDS}Ones(0), Ones(k), e, d)",
    ],
)
def test_vectors_that_differ_in_other_rounds_are_not_covered(text: str) -> None:
    with pytest.raises(Rejected):
        covered(text)


def test_a_hypothesis_about_the_whole_on_one_pair_says_nothing_of_the_experiment() -> None:
    """All that is assumed of the composition holds on one pair of databases in one order."""
    whole = f"ApproxDP(Compose(M[i], {ALL}), e, d)"
    child = Node("restated", "ApproxDP(N, e, d) => ApproxDP(N, e, d)", {}, ())
    with pytest.raises(Rejected):
        stands(OPEN[4], "together", [[whole]], (child,))
    with pytest.raises(Rejected):
        stands(OPEN[4], "together", [[]], (child,))


VALUELESS = [
    "HypothesisDP(Compose(M[i], (i, 1, k)), Ones(0), Ones(k), Sum(log(e[i]), (i, 1, k)), 0)",
    "ApproxDP(Compose(L[i], (i, 1, k)), Sum(1/e[i], (i, 1, k)), 0)",
    "PureDP(L, Product(1/e[i], (i, 1, k)))",
    "HypothesisDP(Compose(M[i], (i, 1, k)), Ones(0), Bits(b[i] + c[i], (i, 1, k)), 1, 0)"
    " and b[i] + c[i] <= 1 each i in 1..k",
    "ApproxDP(Compose(RandomizedResponse(x[i] - 1), (i, 1, k)), 5, 0) and 1 <= x[i] each i in 1..k",
]
"""Hypotheses without a value somewhere, of which the next one speaks only afterwards."""


@pytest.mark.parametrize("hypothesis", VALUELESS)
def test_a_hypothesis_that_is_not_used_has_a_value(hypothesis: str) -> None:
    found, node = proved(f"{PURE} => {ROUNDS}Ones(0), Ones(k), {total('e[i]')}, 0)")
    domains = [f"{name}[i] in 0..1" for name in "bc" if f"{name}[i]" in hypothesis]
    domains += ["x[i] in [0, oo)"] if "x[i]" in hypothesis else []
    written = " for " + ", ".join(domains) if domains else ""
    claim = parse_claim(f"{hypothesis} and {found.claim}{written}")
    same = replace(node, goal=claim.text)
    with pytest.raises(Rejected):
        verify(Certificate(claim.text, claim.digest, "proved", found.axioms, proof=same))


def test_the_same_hypothesis_behind_what_gives_it_a_value_is_no_matter() -> None:
    found, node = proved(f"{PURE} => {ROUNDS}Ones(0), Ones(k), {total('e[i]')}, 0)")
    bits, sums = VALUELESS[3].split(" and ")
    claim = parse_claim(f"{sums} and {bits} and {found.claim} for b[i] in 0..1, c[i] in 0..1")
    same = replace(node, goal=claim.text)
    verify(Certificate(claim.text, claim.digest, "proved", found.axioms, proof=same))


FEW = f"{ROUNDS}Ones(0), Ones(2), e, d) => {ROUNDS}Ones(0), Ones(1), e, d)"


def test_vectors_with_more_ones_than_rounds_are_none() -> None:
    """Nothing is said of one round by what holds of two; of no vectors every guarantee holds."""
    assert decided(f"{FEW} for k in 2..oo").kind == "proved"
    assert check(FEW, budget=4).kind != "proved"
    assert decided(f"{PURE} => {ROUNDS}Ones(0), Ones(m), {total('e[i]')}, 0)").kind == "proved"
