"""Sums over the subsets of the members of families: read, written out, named by the kernel."""

from __future__ import annotations

from itertools import product
from math import exp, isclose

import pytest
from sympy import Symbol

from dpsym import check
from dpsym.errors import ClaimError, DomainError
from dpsym.kernel.families import Schema, induction, skeletons
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.language.domains import NONNEGATIVE, POSITIVE, REALS
from dpsym.language.families import instance, sample
from dpsym.language.parser import claim_from_json, parse_claim

ALL = "(i, 1, k)"
IN, OUT = f"Sum(b[i]*e[i], {ALL})", f"Sum((1 - b[i])*e[i], {ALL})"
EXCESS = f"SubsetSum(Max(exp({IN}) - exp(g + {OUT}), 0), b)"
REAL = " for e[i] in (-oo, oo)"
REFUSED = [
    "SubsetSum(b, b) <= 1",
    "SubsetSum(1, b) <= 1",
    f"SubsetSum(Sum(e[i], {ALL}), b) <= 1{REAL}",
    f"SubsetSum(Sum(j, (j, 0, 3)), b) <= Sum(e[i], {ALL}){REAL}",
    "SubsetSum(b[i], b) <= 1",
    f"SubsetSum(b[i]*{IN}, b) <= 1{REAL}",
    f"SubsetSum(b*{IN}, b) <= 1{REAL}",
    f"SubsetSum({IN}) <= 1{REAL}",
    f"SubsetSum({IN}, 3) <= 1{REAL}",
    f"SubsetSum({IN}, 2*b) <= 1{REAL}",
    f"SubsetSum({IN}, {ALL}) <= 1{REAL}",
    f"SubsetSum({IN}, i) <= 1{REAL}",
    f"SubsetSum({IN}, k) <= 1{REAL}",
    f"SubsetSum({IN}, j) <= Sum(e[j], (j, 1, k)){REAL}",
    "SubsetSum(Sum(e[b], (b, 1, k)), b) <= 1 for e[i] in [0, 1]",
    f"SubsetSum({IN} + Sum(b[i]*e[i], (i, 1, n)), b) <= 1{REAL}",
    f"SubsetSum(SubsetSum(Sum(b[i]*c[i], {ALL}), b), c) <= 1",
    f"SubsetSum(HockeyStick({IN}, P, Q), b) <= 1{REAL}",
    f"Sum(SubsetSum({IN}, b), (j, 1, k)) <= 1{REAL}",
    f"e[j] <= SubsetSum({IN}, b) each j in 1..k => e[i] <= 1 each i in 1..k{REAL}",
    f"PureDP(Compose(RandomizedResponse(SubsetSum({IN}, b)), {ALL}), 1){REAL}",
    f"SubsetSum({IN}, b) <= b{REAL}, b in [0, 1]",
    f"SubsetSum({IN}, b) <= 1 and b[i] <= 1 each i in 1..k{REAL}, b[i] in [0, 1]",
    f"SubsetSum({IN}, b) <= 1{REAL}, b[i] in 0..1",
    f"SubsetSum(1/{IN}, b) <= 1 for e[i] in (0, oo)",
    f"SubsetSum(log({IN}), b) <= 1 for e[i] in (0, oo)",
    f"SubsetSum(Sum(1/b[i], {ALL}), b) <= k",
    f"SubsetSum(Product(0**(e[i]*b[i] - 1), {ALL}), b) <= 1 for e[i] in [0, oo)",
]


def test_a_sum_over_subsets_reads_back() -> None:
    claim = parse_claim(f"{EXCESS} <= x for e[i] in [0, oo), g in (-oo, oo), x in [0, oo)")
    assert parse_claim(claim.text) == claim == claim_from_json(claim.to_json())
    assert r"\sum_{b \in \{0, 1\}^{k}} \max" in claim.latex()
    assert sorted(name.name for name, _ in claim.domains) == ["e", "g", "k", "x"]


@pytest.mark.parametrize(
    "body",
    [f"Sum(b[i]*Sum(e[j], (j, 1, i - 1)), {ALL})", f"Sum(j, (j, 0, n))*{IN}"],
)
def test_it_is_over_the_bits_of_all_members_whatever_else_is_summed(body: str) -> None:
    claim = parse_claim(f"SubsetSum({body}, b) <= n{REAL}, n in 0..oo")
    assert r"\sum_{b \in \{0, 1\}^{k}}" in claim.latex()


@pytest.mark.parametrize("text", REFUSED)
def test_what_has_no_meaning_or_no_value_is_refused(text: str) -> None:
    with pytest.raises((ClaimError, DomainError)):
        check(text, budget=2)


def test_it_is_written_out_with_one_term_for_each_subset() -> None:
    claim = parse_claim(f"SubsetSum(exp({IN})*g, b) <= 9{REAL}, g in [0, 1]")
    assert instance(claim, 1).text == "g*exp(e1) + g <= 9 for g in [0, 1], e1 in (-oo, oo)"
    bits = parse_claim(f"SubsetSum(Product(1 + b[i], {ALL}) + k, b) <= 9")
    assert instance(bits, 2).text == "4*k + 9 <= 9 for k in 2..2"
    before = parse_claim(f"SubsetSum(Sum(b[i]*Sum(e[j], (j, 1, i - 1)), {ALL}), b) <= 9{REAL}")
    assert instance(before, 2).text == "2*e1 <= 9 for e1 in (-oo, oo)"
    with pytest.raises(ClaimError, match="not written out"):
        instance(claim, 7)


@pytest.mark.parametrize("fewest", [4, 6, 7])
def test_it_is_written_out_with_few_members_alone(fewest: int) -> None:
    claim = parse_claim(f"SubsetSum({IN}, b) <= 9 for e[i] in [0, 1], k in {fewest}..oo")
    assert len(list(sample(claim))) == max(7 - fewest, 0)


@pytest.mark.parametrize("members", [1, 2, 3])
def test_it_has_the_value_of_the_sum_over_all_vectors_of_bits(members: int) -> None:
    claim = parse_claim(f"{EXCESS} <= 1 for e[i] in [0, oo), g in [0, oo)")
    numbers, g = [0.3, 1.25, 0.8][:members], 0.4
    point = {Symbol(f"e{n + 1}"): number for n, number in enumerate(numbers)}
    (atom,) = instance(claim, members).conclusions
    expected = 0.0
    for bits in product((0, 1), repeat=members):
        inside = sum(e for e, bit in zip(numbers, bits, strict=True) if bit)
        expected += max(exp(inside) - exp(g + sum(numbers) - inside), 0)
    assert isclose(float(atom.lhs.subs({**point, Symbol("g"): g})), expected)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (f"SubsetSum({IN}, b) <= SubsetSum(Sum(c[j]*e[j], (j, 1, k)), c){REAL}",
         f"SubsetSum({IN}, b) <= SubsetSum(Sum(c[j]*e[j]**2, (j, 1, k)), c){REAL}"),
        (f"0 <= {EXCESS} for e[i] in [0, oo), g in [0, oo)",
         f"1/50 <= {EXCESS} for e[i] in [0, oo), g in [0, oo)"),
        (f"SubsetSum(exp({IN}), b) <= x => Product(d[i], {ALL})*SubsetSum(exp({IN}), b) <= x"
         " for e[i] in [0, oo), d[i] in [0, 1], x in [0, oo)",
         f"SubsetSum(exp({IN}), b) <= x => SubsetSum(exp(51*{IN}/50), b) <= x"
         " for e[i] in [0, oo), x in [0, oo)"),
        (f"SubsetSum(exp({IN}), b) > 0{REAL}", f"SubsetSum({IN}, b) > 0{REAL}"),
        (f"SubsetSum({IN}, b)**2 >= 0{REAL}",
         f"SubsetSum(Sum(b[i], {ALL}), b) <= 49*k*2**(k - 1)/50"),
    ],
)  # fmt: skip
def test_what_is_true_of_any_number_is_proved_and_what_is_false_refuted(
    true: str, false: str
) -> None:
    assert check(true, budget=20).kind == "proved"
    assert check(false, budget=20).kind == "refuted"


def schema(text: str) -> Schema:
    return Schema.of(parse_claim(text), ())


def test_sums_with_other_names_of_bits_and_of_indices_are_one_number() -> None:
    renamed = "SubsetSum(Max(exp(Sum(c[j]*e[j], (j, 1, k))) - exp(g + Sum((1 - c[i])*e[i], "
    found = schema(f"{EXCESS} <= {renamed}(i, 1, k))), 0), c) for e[i] in [0, 1], g in [0, 1]")
    assert len(found.subsets) == 2
    assert len(set(found.subsets.values())) == 1


@pytest.mark.parametrize(
    "other",
    [
        f"Max(exp({IN}) - exp(g + {IN}), 0)",
        f"Max(exp({OUT}) - exp(g + {IN}), 0)",
        f"Max(exp({IN}) - exp(d + {OUT}), 0)",
        f"Max(exp({IN}) - exp(g + Sum((1 - b[i])*d, {ALL})), 0)",
        f"Max(exp({IN}) - exp(g + Product((1 - b[i])*e[i], {ALL})), 0)",
        f"Max(exp({IN}) - exp(g + Sum((1 - b[i])*i*e[i], {ALL})), 0)",
        f"Max(exp({IN}) - exp(g + Sum((1 - f[i])*e[i], {ALL})), 0)",
    ],
)
def test_other_sums_are_other_numbers(other: str) -> None:
    text = f"{EXCESS} + SubsetSum({other}, b) <= d"
    names = "e[i] in [0, 1], g in [0, 1], d in [0, 1]" + ", f[i] in [0, 1]" * ("f[" in other)
    found = schema(f"{text} for {names}")
    assert len(set(found.subsets.values())) == 2


@pytest.mark.parametrize(
    ("body", "domain"),
    [
        (IN, REALS),
        (f"{IN}**2", NONNEGATIVE),
        (f"exp({IN})", POSITIVE),
        (f"Abs({OUT})", NONNEGATIVE),
    ],
)
def test_of_a_sum_the_sign_of_its_terms_is_known(body: str, domain: object) -> None:
    found = schema(f"SubsetSum({body}, b) <= 1{REAL}")
    assert [dict(found.domains)[name] for name in found.subsets.values()] == [domain]


@pytest.mark.parametrize(
    "body",
    [
        f"1/(1 + {IN})",
        f"log(1 + exp({IN}) - exp({OUT}))",
        f"0*log(2 + {IN})",
        f"Sum(b[i]/e[i], {ALL})",
        f"Sum(b[i]*Sum(e[j], (j, 1, i - 1)), {ALL})",
        f"sqrt({IN})",
    ],
)
def test_the_kernel_names_no_sum_whose_terms_may_lack_a_value(body: str) -> None:
    claim = parse_claim(f"0 <= SubsetSum({body}, b)**2 for e[i] in (-1, oo)")
    with pytest.raises(Rejected):
        skeletons(claim)


def test_no_induction_reaches_a_sum_over_subsets() -> None:
    """Over the subsets of no more members it would add up fewer terms."""
    bound = f"SubsetSum(exp({IN}), b) <= 9"
    claim = parse_claim(f"{bound} => Sum(e[i], {ALL}) <= 9 for e[i] in [0, oo)")
    for between in (bound, f"Sum(e[i], {ALL}) <= SubsetSum(exp({IN}), b)"):
        with pytest.raises(Rejected, match="no guarantee of all members, and no relation"):
            induction(Goal(claim, {"between": [between]}, (), set()))
    needed = induction(Goal(claim, {"between": [f"Sum(e[i], {ALL}) <= 9"]}, (), set()))
    assert [one.text for one in needed[:2]] == ["e <= 9", "s <= 9 => e + s <= 9"]
