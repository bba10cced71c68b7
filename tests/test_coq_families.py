"""Claims about families in Coq: functions of an index, and induction on the number of members."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from coq_sessions import answered, attempt, complaint_of_all, required, shared
from test_coq import needs_coq

from dpsym.checking import check
from dpsym.coq.atoms import check_noise
from dpsym.coq.claims import statement
from dpsym.coq.export import source
from dpsym.coq.notation import UnexportableError
from dpsym.language.parser import parse_claim

pytestmark = pytest.mark.xdist_group("coq")

WRONG = {
    "ZCDP(M[i], rho[i]) each i in 1..k"
    " => ZCDP(Compose(M[i], (i, 1, k)), 2*Sum(rho[i], (i, 1, k)))": [
        ("(dpsym_count k)) * 2)", "(dpsym_count k)) * (1 / 2))"),
        ("1 <= i <= (dpsym_count k))%nat -> ZCDP", "2 <= i <= (dpsym_count k))%nat -> ZCDP"),
        ("dpsym_total_sum", "dpsym_total_max"),
    ],
    "ApproxDP(M[i], e[i], d[i]) each i in 1..k"
    " => ApproxDP(Compose(M[i], (i, 1, k)), Sum(e[i], (i, 1, k)), Sum(d[i], (i, 1, k)))": [
        ("=> (d i)", "=> (d i) * (1 / 2)"),
        ("=> (e i)", "=> (e i) - (1 / 9)"),
    ],
    "PureDP(M[i], e) each i in 1..k => PureDP(Concurrent(M[i], (i, 1, k)), 2*k*e)": [
        ("* 2)", "* (1 / 2))"),
    ],
    "ApproxDP(M[i], e, d) each i in 1..k"
    " => ApproxDP(Concurrent(M[i], (i, 1, k)), k*e, 1 - (1 - d)**k)": [
        ("* k)", "* (k - 1))"),
    ],
    "Product(1 - x[i], (i, 1, k)) <= (1 - c)**k => c <= 1 for x[i] in [0, 1], c in [0, 1]": [],
    "Sum(x[i], (i, 1, k))**2 <= 2*k*Sum(x[i]**2, (i, 1, k)) for x[i] in (-oo, oo)": [
        ("* 2)", "* (1 / 3))"),
        ("((x i) ^ 2)", "(x i)"),
    ],
    "Product(1 - p[i], (i, 1, k)) >= 1 - 2*Sum(p[i], (i, 1, k)) for p[i] in [0, 1]": [
        ("* 2)", "* (1 / 3))"),
        ("(p i) <= 1", "(p i) <= 2"),
    ],
    "Max(x[i], (i, 1, k)) <= Sum(x[i], (i, 1, k)) for x[i] in [0, oo)": [
        ("0 <= (x i)", "- 1 <= (x i)"),
    ],
    "x[i] <= y[i] each i in 1..k => Sum(i*x[i], (i, 1, k)) <= Sum(i*y[i], (i, 1, k))"
    " for x[i] in (-oo, oo), y[i] in (-oo, oo)": [
        ("(x i) <= (y i)", "(x i) <= (y i) + 1"),
        ("1 <= i <=", "2 <= i <="),
    ],
    "Sum(p[i], (i, 1, k)) == 1 => Sum(p[i]*x[i], (i, 1, k))**2 <= Sum(p[i]*x[i]**2, (i, 1, k))"
    " for p[i] in [0, 1], x[i] in (-oo, oo)": [
        ("= 1 ->", "= 2 ->"),
        ("0 <= (p i)", "- 2 <= (p i)"),
    ],
    "x + y == 1 => 4*x*y <= 1 for x in [0, 1], y in [0, 1]": [
        ("= 1 ->", "= 2 ->"),
    ],
    "log(2)*x == y => exp(x) <= exp(2*y) for x in [0, oo), y in [0, oo)": [
        ("(y * 2)", "y"),
    ],
}
"""True claims, with changes of the theorem that make it false."""


@shared
def files() -> Mapping[str, str]:
    """The Coq files of the claims, by title."""
    found = {}
    for number, claim in enumerate(WRONG):
        certificate = check(claim).certificate
        assert certificate is not None, claim
        found[f"family_{number}"] = source(certificate, f"family_{number}")
    return found


def parts(text: str) -> tuple[str, str]:
    """The statement of a file's last theorem, and its proof."""
    found = re.search(r"^Theorem \w+ : (.*?)\.\n(Proof\..*Qed\.)", text, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1], found[2]


def test_a_family_is_a_function_of_an_index() -> None:
    claim = parse_claim("ZCDP(M[j], 0, r[j]) each j in 1..n => r[j] <= 2 each j in 1..n")
    assert statement(claim) == (
        "forall (X : databases) (M : nat -> mechanism X) (n : R) (r : nat -> R),\n"
        "  (forall i : nat, (1 <= i <= (dpsym_count n))%nat -> 0 <= (r i)) ->\n"
        "  dpsym_integer n ->\n"
        "  1 <= n ->\n"
        "  (forall i : nat, (1 <= i <= (dpsym_count n))%nat -> ZCDP (M i) 0 (r i)) ->\n"
        "  (forall i : nat, (1 <= i <= (dpsym_count n))%nat -> (r i) <= 2)"
    )


def test_a_name_of_the_claim_is_no_index() -> None:
    stated = statement(parse_claim("Sum(x[j]*i, (j, 1, k)) <= 1 for x[j] in [0, 1], i in [0, 1]"))
    assert "fun i_ : nat => (i * (x i_))" in stated


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (
            "x[i] <= 1 each i in 1..k => Sum(Max(R1, k), (R1, 1, k)) >= 1",
            "1 <= (dpsym_total_sum (fun i : nat => (Rmax (INR i) k)) (dpsym_count k))",
        ),
        (
            "x[i] <= 1 each i in 1..k and x[j] >= 0 each j in 1..k"
            " => Sum(1 + Sum(i*j, (i, 0, 3)), (j, 0, 3)) >= 1",
            "1 <= (dpsym_sum (fun j => (1 + (dpsym_sum (fun i => (i * j)) 0 3))) 0 3)",
        ),
    ],
)
def test_each_sum_has_its_own_index(claim: str, said: str) -> None:
    stated = statement(parse_claim(f"{claim} for x[i] in [0, 1], k in 1..oo"))
    assert stated.split("->\n")[-1].strip() == said


@pytest.mark.parametrize(
    "claim",
    [
        "x[i] <= 1 each i in 1..k => Sum(1 + Sum(i*j, (i, 0, 3)), (j, 1, k)) >= 1"
        " for x[i] in [0, 1]",
        "PureDP(M[i], e[i]) each i in 1..k"
        " => PureDP(Parallel(M[i], (i, 1, k)), Max(e[i], (i, 1, k)))",
        "PureDP(M[i], e[i]) each i in 1..k"
        " => PureDP(Compose(Subsample(M[i], q[i]), (i, 1, k)), Sum(e[i], (i, 1, k)))",
        "Sum(x[i]*Sum(x[j], (j, 1, i - 1)), (i, 1, k)) <= Sum(x[i], (i, 1, k))**2"
        " for x[i] in [0, oo)",
    ],
)
def test_what_has_no_counterpart_is_named(claim: str) -> None:
    with pytest.raises(
        UnexportableError,
        match=r"Parallel of families|different databases|before one|under an index",
    ):
        statement(parse_claim(claim))


def test_noise_of_a_member_is_not_assumed_to_say_more_than_its_partitions() -> None:
    claim = "MeanCDP(GaussianMechanism(1, s[i]), 1, 1) each i in 1..k => s[i] >= 0 each i in 1..k"
    with pytest.raises(UnexportableError, match="of noise does not say it"):
        check_noise(parse_claim(f"{claim} for s[i] in (0, oo)"))


@needs_coq
def test_coq_accepts_families_and_none_of_them_falsely_changed(coq_folder: Path) -> None:
    texts = files()
    assert not complaint_of_all(coq_folder, "families", texts)
    session = [*required(texts.values()), "Require Import families."]
    accepted, refused = [], []
    for (title, text), changes in zip(texts.items(), WRONG.values(), strict=True):
        stated, proof = parts(text)
        accepted.append(f"{title}_again")
        session += attempt(coq_folder, accepted[-1], stated, proof)
        for number, (old, new) in enumerate(changes):
            assert old in stated, (old, stated)
            refused.append(f"{title}_changed_{number}")
            session += attempt(coq_folder, refused[-1], stated.replace(old, new), proof)
    assert answered(coq_folder, session) == ({*accepted, *refused}, set(accepted))
