"""Rules of the kernel about several divergences at once, and their false neighbours."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from itertools import product

import pytest
from sympy import Basic, Expr, Float, Mul, S, lambdify

from dpsym import check
from dpsym.acceptance import certificate_of
from dpsym.certificate import Node, loaded
from dpsym.kernel.claims import RULES
from dpsym.kernel.divergences import identities
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.statements import fact
from dpsym.kernel.supports import beyond_support
from dpsym.kernel.verify import check as accept
from dpsym.kernel.verify import verify
from dpsym.language import heads
from dpsym.language.parser import parse_claim
from dpsym.provers.restate import restate
from dpsym.provers.valueless import valueless
from dpsym.verdict import Proved

Law = list[float]
WITHIN = "MaxDivergence(P, Q) <= e and MaxDivergence(Q, P) <= e => "
DOMAIN = " for e in [0, oo)"
TRUE = [
    "TotalVariation(P, Q) == TotalVariation(Q, P)",
    "ChiSquared(Mixture(t, P, Q), Q) == t**2*ChiSquared(P, Q) for t in (0, 1]",
    f"{WITHIN}KL(P, Q) + KL(Q, P) <= 2*e*tanh(e/2){DOMAIN}",
    f"{WITHIN}exp(c*TotalVariation(P, Q)) <= exp(c*tanh(e/2)){DOMAIN}, c in (0, 1]",
    "TotalVariation(Product(P, R), Product(Q, T)) <= TotalVariation(P, Q) + TotalVariation(R, T)",
    "HockeyStick(a + b, Product(P, R), Product(Q, T)) "
    "<= HockeyStick(a, P, Q) + HockeyStick(b, R, T)",
    "Hellinger(Product(P, P), Product(Q, Q)) == 1 - (1 - Hellinger(P, Q))**2",
    "Hellinger(Product(P, R), Product(Q, T)) <= Hellinger(P, Q) + Hellinger(R, T)",
    "Hellinger(P, R) <= (sqrt(Hellinger(P, Q)) + sqrt(Hellinger(Q, R)))**2",
    "MaxDivergence(P, R) <= MaxDivergence(P, Q) + MaxDivergence(Q, R)",
    "ChiSquared(Product(P, R), Product(Q, T)) >= ChiSquared(P, Q) + ChiSquared(R, T)",
    "exp(KL(P, Q)) <= 1 + ChiSquared(P, Q)",
    "Renyi(2, P, Q) >= log(1 + 4*TotalVariation(P, Q)**2)",
    "TotalVariation(P, Q) <= sqrt(1 - exp(-KL(P, Q)))",
    "x*KL(P, Q) <= x*ChiSquared(P, Q) for x in (0, 1]",
    "MaxDivergence(P, Q) + MaxDivergence(Q, P) <= e => KL(P, Q) <= e**2/8 for e in [0, oo)",
    "MaxDivergence(Q, P) + MaxDivergence(P, Q) <= 1 => TotalVariation(P, Q) <= 1/4",
    "TotalVariation(P, Q) <= d and TotalVariation(Q, R) <= d => TotalVariation(P, R) <= 2*d"
    " for d in [0, 1]",
]


@pytest.mark.parametrize("claim", TRUE)
def test_a_claim_about_several_divergences_is_certified(claim: str) -> None:
    verdict = check(claim, budget=60)
    assert isinstance(verdict, Proved)
    verify(loaded(json.loads(json.dumps(certificate_of(verdict).to_json()))))


PAIRS = {"pairs": [["P", "Q", "e", "0"]]}
FORGED = [
    ("both", {}, "ChiSquared(P, Q) == ChiSquared(Q, P)"),
    ("both", {}, "ChiSquared(P, Q) <= ChiSquared(Q, P)"),
    ("law-domination", PAIRS, f"{WITHIN}KL(P, Q) - KL(Q, P) <= 0{DOMAIN}"),
    ("law-domination", PAIRS, f"{WITHIN}1/(1 + KL(P, Q)) <= 1/2{DOMAIN}"),
    ("law-domination", PAIRS, f"{WITHIN}TotalVariation(P, Q) <= tanh(e/2)*KL(P, Q){DOMAIN}"),
    (
        "law-domination",
        PAIRS,
        f"{WITHIN}exp(c*TotalVariation(P, Q)) <= exp(c*tanh(e/2)){DOMAIN}, c in [-1, 0)",
    ),
    ("identity", {"use": "symmetric"}, "ChiSquared(P, Q) <= ChiSquared(Q, P)"),
    ("identity", {"use": "multiplied"}, "KL(Product(P, P), Product(Q, Q)) <= KL(P, Q)**2"),
    ("numbers", {"names": {"d": "KL(P, Q)"}}, "1 <= exp(-KL(P, Q))"),
    ("numbers", {"names": {"d": "KL(P, Q)"}}, "KL(P, Q)**(-1) <= 1"),
    (
        "numbers",
        {"names": {"d": "KL(P, Q)", "f": "TotalVariation(P, Q)"}},
        "TotalVariation(P, Q) - 2 <= -TotalVariation(P, Q)*KL(P, Q)",
    ),
    ("numbers", {"names": {"d": "KL(P, Q)", "f": "KL(Q, P)"}}, "KL(P, Q)*KL(Q, P) <= 1"),
    ("monotone", {}, "exp(KL(P, Q)) <= ChiSquared(P, Q)"),
    ("monotone", {}, "log(1 + KL(P, Q)) <= log(1 - TotalVariation(P, Q))"),
    ("monotone", {}, "exp(-KL(P, Q)) <= 1 - KL(P, Q)"),
    (
        "bound",
        {"fact": "triangle-hellinger", "with": {"P": "P", "Q": "R", "R": "Q"}},
        "Hellinger(P, R) <= Hellinger(P, Q) + Hellinger(Q, R)",
    ),
    (
        "bound",
        {"fact": "overlap", "whole": "TotalVariation(Product(P, P), Product(Q, Q))"},
        "TotalVariation(Product(P, P), Product(Q, Q)) <= TotalVariation(P, Q)",
    ),
    (
        "bound",
        {"fact": "overlap", "whole": "TotalVariation(Product(P, R), Product(Q, R))"},
        "-TotalVariation(Product(P, R), Product(Q, R)) <= -TotalVariation(P, Q) - 1/10",
    ),
    (
        "bound",
        {"fact": "weights", "whole": "KL(Mixture(s, P, P), Mixture(t, Q, Q))"},
        "KL(Mixture(s, P, P), Mixture(t, Q, Q)) <= KL(P, Q) - s*(s - t)**2",
    ),
    (
        "bound",
        {"fact": "weights", "whole": "Hellinger(Mixture(s, P, Q), Mixture(t, P, Q))"},
        "-Hellinger(Mixture(s, P, Q), Mixture(t, P, Q)) <= -Hellinger(Bernoulli(s), Bernoulli(t))",
    ),
    (
        "bound",
        {"fact": "product-stick",
         "with": {"P": "P", "Q": "Q", "R": "R", "S": "T", "e": "a", "f": "a"}},
        "HockeyStick(a, Product(P, R), Product(Q, T)) <= HockeyStick(a, P, Q) "
        "+ HockeyStick(a, R, T)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "params", "claim"), FORGED)
def test_a_false_claim_needs_a_false_one(rule: str, params: dict[str, object], claim: str) -> None:
    """The rule does not apply, or one of the claims that it asks for is false or has no value."""
    stated = parse_claim(claim)
    try:
        needed = RULES[rule](Goal(stated, params, (), set()))
    except Rejected:
        return
    assert any(
        valueless(need) or check(restate(need, need.conclusions), budget=10).kind == "refuted"
        for need in needed
    )


def law(source: random.Random) -> Law:
    weights = [source.choice([1, 1, 2, 5, 20]) for _ in range(3)]
    return [w / sum(weights) for w in weights]


def between(p: Law, q: Law, f: Callable[[float, float], float]) -> float:
    return sum(f(x, y) for x, y in zip(p, q, strict=True))


VALUES: dict[type[Basic], Callable[..., float]] = {
    heads.TotalVariation: lambda p, q: between(p, q, lambda x, y: abs(x - y) / 2),
    heads.Hellinger: lambda p, q: 1 - between(p, q, lambda x, y: math.sqrt(x * y)),
    heads.ChiSquared: lambda p, q: between(p, q, lambda x, y: (x - y) ** 2 / y),
    heads.MaxDivergence: lambda p, q: max(math.log(x / y) for x, y in zip(p, q, strict=True)),
    heads.HockeyStick: lambda e, p, q: between(p, q, lambda x, y: max(x - math.exp(e) * y, 0)),
}


def value(side: Basic, point: dict[str, object]) -> float:
    """The value of a side where names stand for laws and numbers."""

    def of(argument: Basic) -> object:
        if isinstance(argument, heads.Product):
            return [math.prod(xs) for xs in product(*map(of, argument.args))]  # type: ignore[arg-type]
        if argument.is_Symbol:
            return point[str(argument)]
        return value(argument, point)

    found = sorted(side.atoms(heads.Divergence), key=str)
    numbers = {d: Float(VALUES[type(d)](*map(of, d.args)), 17) for d in found}
    names = sorted(side.xreplace(numbers).free_symbols, key=str)
    return float(lambdify(names, side.xreplace(numbers))(*(point[str(n)] for n in names)))


ROWS = "triangle-variation triangle-infinite triangle-hellinger product-variation product-stick"


@pytest.mark.parametrize("name", ROWS.split())
def test_the_rows_hold_of_random_laws(name: str) -> None:
    source = random.Random(7)
    _, conclusion = fact(name, 1)
    left, right = conclusion.args
    for _ in range(60):
        point: dict[str, object] = {name: law(source) for name in "PQRS"}
        point |= {name: source.uniform(-1, 1) for name in "ef"}
        assert value(left, point) <= value(right, point) + 1e-12


@pytest.mark.parametrize("use", ["symmetric", "multiplied"])
@pytest.mark.parametrize("head", ["TotalVariation", "Hellinger", "ChiSquared", "MaxDivergence"])
def test_identities_keep_the_value(use: str, head: str) -> None:
    source = random.Random(11)
    stated = parse_claim(f"{head}(Product(R, Q, P), Product(P, P, S)) + {head}(Q, P) <= 1")
    (written,) = identities(Goal(stated, {"use": use}, (), set()))
    for _ in range(20):
        point: dict[str, object] = {name: law(source) for name in "PQRS"}
        before, after = (value(c.conclusions[0].args[0], point) for c in (stated, written))
        assert math.isclose(before, after, rel_tol=1e-9)


@pytest.mark.parametrize(
    "goal",
    ["KL(P, Q) <= 2*TotalVariation(P, Q)**2", "TotalVariation(P, Q) <= -KL(P, Q)", "0 <= KL(Q, P)"],
)
def test_a_lower_bound_stands_for_no_divergence_that_makes_a_claim_weaker(goal: str) -> None:
    lower = {"fact": "pinsker", "with": {"P": "P", "Q": "Q"}}
    with pytest.raises(Rejected):
        accept(Node("bound", goal, lower, ()))


@pytest.mark.parametrize("small", [S.Infinity, 1 + S.NegativeInfinity])
def test_nothing_infinite_lies_below_an_infinite_divergence(small: Expr) -> None:
    infinite = heads.KL(heads.Bernoulli(S.Half), heads.Bernoulli(S.Zero))
    assert beyond_support(S.Zero, infinite)
    assert beyond_support(small, infinite) == []


def test_no_infinite_factor_makes_a_divergence_infinite() -> None:
    infinite = heads.KL(heads.Bernoulli(S.Half), heads.Bernoulli(S.Zero))
    assert beyond_support(S.Zero, Mul(S.Infinity, infinite, evaluate=False)) == []
