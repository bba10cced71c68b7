"""Terms drawn at random: the reader loses none of their parts, the kernel finds no value too many.

What has a value is told by an evaluator of the tests' own, from the text alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from extended_reals import (
    INF,
    MissingError,
    UnclearError,
    agree,
    holds,
    quantities,
    value,
    value_of,
)

from dpsym.algebra import Rational, S, Symbol
from dpsym.errors import ClaimError, EvaluationError
from dpsym.kernel.implications import evident
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.values import value_at
from dpsym.kernel.wellformed import duties
from dpsym.language.heads import Quantity
from dpsym.language.parser import parse_claim

DRAWS, POINTS = 400, 40
LAWS = (
    "KL(P, Q)", "KL(R, S)", "Renyi(2, T, U)", "ChiSquared(V, W)", "Capacity(M, 1)",
    "TotalVariation(A, B)",
)  # fmt: skip
SIZES = (INF, Fraction(0), Fraction(1), Fraction(1, 10**6), Fraction(3))
DOMAINS: dict[str, dict[str, tuple[Any, ...]]] = {
    "x": {
        "[0, 1]": (0, 1, Fraction(1, 3)),
        "[-1, 1]": (0, -1, 1, Fraction(-1, 3)),
        "[0, oo)": (0, 1, Fraction(5, 2)),
        "(0, oo)": (1, Fraction(1, 10**6), Fraction(7, 2)),
        "[1, 2]": (1, 2, Fraction(3, 2)),
        "(-1, 0]": (0, Fraction(-1, 2)),
        "0..2": (0, 1, 2),
    },
    "n": {"0..2": (0, 1, 2), "1..3": (1, 2, 3), "0..oo": (0, 1, 3), "1..oo": (1, 2, 4)},
}
ASSUMED = (
    "KL(P, Q) <= 5", "0 < KL(P, Q)", "KL(P, Q) >= 2", "x > 0", "KL(R, S) <= 1", "KL(R, S) > 0",
    "Capacity(M, 1) <= 3", "KL(P, Q) <= x", "KL(P, Q) + KL(R, S) <= 5", "KL(P, Q) <= KL(R, S)",
    "exp(-KL(P, Q)) > 0", "0 < TotalVariation(A, B)",
)  # fmt: skip
EXPONENTS = ("0", "1", "2", "(-1)", "(1/2)", "(-1/2)", "x", "(-x)", "n", "(x - 1)")
WEIGHTS = ("0", "1", "(-1)", "2", "(1/2)", "x", "(x - 1)", "n")
FUNCTIONS = ("exp", "exp", "log", "log", "sqrt", "Abs", "tanh", "erf", "erfc", "Phi", "sinh")


class Draw:
    """A term, hypotheses and domains, the same for each seed."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)
        self.laws = random.sample(LAWS, random.choice([1, 2, 2, 3]))
        self.made: list[str] = []
        self.term = self._term(random.choice([2, 3, 3, 4]), "")
        self.hypotheses = random.sample(ASSUMED, random.choice([0, 0, 0, 1, 2]))
        self.domains = {name: random.choice(list(DOMAINS[name])) for name in DOMAINS}

    def _term(self, depth: int, index: str) -> str:
        if self.made and self.random.random() < 0.2:
            return self.random.choice(self.made)
        found = self._new(depth, index)
        if not index and len(found) < 60:
            self.made.append(found)
        return found

    def _new(self, depth: int, index: str) -> str:
        pick = self.random.choice
        if depth == 0:
            numbers = ["x", "n", "0", "1", "2", "(-1)", "(1/2)", index or "x"]
            return pick(self.laws) if self.random.random() < 0.55 else pick(numbers)
        one, other = (self._term(depth - pick([1, 1, min(2, depth)]), index) for _ in range(2))
        kinds = ["+", "-", "*", "*", "/", "weight", "power", "power", "to", "of", "of", "most"]
        match pick(kinds if index else [*kinds, "sum"]):
            case "weight":
                return f"({pick([*WEIGHTS, index or 'x'])}*{one})"
            case "power":
                return f"{one}**{pick(EXPONENTS)}" if one[-1] == ")" else f"({one})**2"
            case "to":
                return f"({pick(['0', '1', '2', '(1/2)', 'x', other])})**({one})"
            case "of":
                return f"{pick(FUNCTIONS)}({one})"
            case "most":
                return f"{pick(['Max', 'Min'])}({one}, {other})"
            case "sum":
                return f"Sum({self._term(depth - 1, 'i')}, (i, {pick('01')}, {pick('12n')}))"
            case operation:
                return f"({one} {operation} {other})"

    def claim(self) -> Any:
        """That nothing false follows, where the term is assumed not to be large."""
        atoms = [*self.hypotheses, f"{self.term} <= 10**6"]
        stated = " and ".join(["x <= 10", "n <= 10**9", *atoms])
        ranges = ", ".join(f"{name} in {domain}" for name, domain in self.domains.items())
        return parse_claim(f"{stated} => 0 <= 1 for {ranges}")

    def points(self) -> list[dict[str, Any]]:
        """Points at which the names and the quantities have values, all of them independent."""
        values: dict[str, tuple[Any, ...]] = {}
        for text in (self.term, *self.hypotheses):
            for quantity in quantities(text):
                bounded = quantity.startswith("TotalVariation")
                values[quantity] = SIZES[1:4] if bounded else SIZES
        for name, domain in self.domains.items():
            values[name] = tuple(map(Fraction, DOMAINS[name][domain]))
        everywhere = [dict(zip(values, point, strict=True)) for point in product(*values.values())]
        return self.random.sample(everywhere, min(len(everywhere), 10 * POINTS))


def value_or_none(term: str, point: dict[str, Any]) -> Any:
    try:
        return value(term, point)
    except MissingError:
        return None


def lost(draw: Draw, node: Any) -> str:
    """A point at which a term has another value once it is read."""
    for point in draw.points()[:POINTS]:
        try:
            there = value_of(node, point)
            here = value_or_none(draw.term, point)
            if here is None or not agree(here, there):
                return f"{draw.term} is read as {node}, at {point}"
        except (MissingError, UnclearError):
            continue
    return ""


def _in_sympy(names: dict[str, Any], point: dict[str, Any]) -> dict[Any, Any]:
    """The values of a point for the names and quantities of a term."""
    return {
        names.get(name, Symbol(name)): S.Infinity
        if size == INF
        else Rational(size.numerator, size.denominator)
        for name, size in point.items()
        if name in names or name in DOMAINS
    }


def wrongly_known(draw: Draw, node: Any) -> str:
    """A point at which the kernel computes a value of a term that it does not have."""
    names: dict[str, Any] = {str(quantity): quantity for quantity in node.atoms(Quantity)}
    for point in draw.points()[:6]:
        try:
            found = value_at(node, _in_sympy(names, point), {})
            here = value_or_none(draw.term, point)
        except (Rejected, UnclearError):
            continue
        if here is None or (found in (S.Infinity, S.NegativeInfinity)) != (abs(here) == INF):
            return f"{draw.term} is {found} at {point}"
    return ""


def is_valued(claim: Any) -> bool:
    """Whether the kernel says that all terms have values where the hypotheses before hold."""
    try:
        return all(map(evident, duties(claim)))
    except (Rejected, ClaimError):
        return False


def wrongly_valued(draw: Draw, claim: Any) -> str:
    """A point at which hypotheses hold and a term has no value that the kernel says it has."""
    for point in draw.points():
        try:
            if all(holds(h, point) for h in draw.hypotheses):
                value(draw.term, point)
        except UnclearError:
            continue
        except MissingError as why:
            return f"{claim.text}: {why} at {point}"
    return ""


def holes(first: int, last: int) -> tuple[int, list[str]]:
    """How many terms have values by the kernel, and what is wrong with any that is drawn."""
    valued: int = 0
    found: list[str] = []
    for draw in map(Draw, range(first, last)):
        try:
            claim = draw.claim()
        except ClaimError:
            continue
        node = claim.hypotheses[-1].args[0]
        found += filter(None, [lost(draw, node), wrongly_known(draw, node)])
        if is_valued(claim):
            valued += 1
            found += filter(None, [wrongly_valued(draw, claim)])
    return valued, found


def test_no_term_loses_a_part_or_gains_a_value() -> None:
    valued, found = holes(0, DRAWS)
    assert not found
    assert valued > DRAWS // 5


def test_a_point_is_named_only_where_a_term_has_no_value_there() -> None:
    from dpsym.provers import extended

    missing = 0
    for draw in map(Draw, range(DRAWS)):
        try:
            node = draw.claim().hypotheses[-1].args[0]
        except ClaimError:
            continue
        names: dict[str, Any] = {str(quantity): quantity for quantity in node.atoms(Quantity)}
        for point in draw.points()[:6]:
            here: Any = None
            found: Any = None
            with suppress(UnclearError, EvaluationError):
                with suppress(MissingError):
                    here = value_of(node, point)
                with suppress(extended.MissingError):
                    found = extended.value_of(node, _in_sympy(names, point))
                missing += here is None
                assert (here is None) == (found is None), f"{node} at {point}"
                endless = found in (S.Infinity, S.NegativeInfinity)
                assert here is None or endless == (abs(here) == INF), f"{node} at {point}"
    assert missing > DRAWS // 5


ALONE = """
import json
from dpsym.process import use_own_algebra
use_own_algebra()
from test_values_at_infinity import DRAWS, holes
print(json.dumps(holes(DRAWS, 2*DRAWS)))
"""


def test_no_term_loses_a_part_or_gains_a_value_without_sympy() -> None:
    finished = subprocess.run(
        [sys.executable, "-c", ALONE],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=True,
    )
    valued, found = json.loads(finished.stdout)
    assert not found
    assert valued > DRAWS // 5


@pytest.mark.parametrize("power", ["KL(P, Q)**(0*KL(P, Q))", "(1**KL(R, S))**KL(P, Q)"])
def test_powers_that_are_1_for_numbers_are_refused_where_they_have_no_value(power: str) -> None:
    with pytest.raises(Rejected, match=r"nothing says|infinities may meet"):
        duties(parse_claim(f"KL(R, S) <= 1 and {power} <= 2 => 0 <= 1"))


@pytest.mark.parametrize(
    "claim",
    [
        "2**KL(P, Q) >= 1",
        "KL(P, Q)**x >= 0 for x in [1, 2]",
        "exp(-KL(P, Q))*exp(-KL(R, S)) <= 1",
        "Abs(KL(P, Q)) >= 0",
        "KL(P, Q) >= 2 => 1/(KL(P, Q) - 1) <= 1",
        "KL(P, Q) <= Sum(KL(P, Q), (i, 1, n)) for n in 1..oo",
        "(q - 1/2)*KL(P, Q) <= KL(P, Q)/2 for q in [0, 1]",
    ],
)
def test_sides_that_tend_to_a_value_are_compared_by_numbers(claim: str) -> None:
    from dpsym import check  # loads sympy, which one of the tests is without

    assert check(claim, budget=5).kind == "proved"


@pytest.mark.parametrize(
    "claim",
    [
        "2**(KL(P, Q) - KL(R, S)) >= 0",
        "KL(P, Q)**TotalVariation(R, S) >= 0",
        "exp(-KL(P, Q))*exp(KL(R, S)) >= 0",
        "(TotalVariation(R, S) - 1/2)*KL(P, Q) <= KL(P, Q)",
        "Min(KL(P, Q), x)*KL(R, S) >= 0 for x in [0, 1]",
        "Sum((2*i - 3)*KL(P, Q), (i, 1, n)) <= 10*n**2*KL(P, Q) for n in 0..oo",
    ],
)
def test_nothing_is_proved_where_infinities_may_meet(claim: str) -> None:
    with pytest.raises(Rejected):
        duties(parse_claim(claim))
