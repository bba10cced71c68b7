"""Rules about claims on random instances: where all that a rule needs holds, its goal holds.

What holds is found by other code, in fractions and 60 digits, at points that include the ends of
the domains, zeros of denominators and narrow dips. A goal that is false or has no value at a point
must have a premise that is.
"""

from __future__ import annotations

import ast
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import mpmath
import numpy as np
import pytest
from finite import LEAST, WORLD, Mechanism, UndrawnError, holds
from sympy import Rational

from dpsym.errors import DpsymError
from dpsym.kernel.claims import premises
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.language.claim import Claim
from dpsym.language.parser import parse_claim

DRAWS = 50
FINE, COARSE = mpmath.mpf(10) ** -50, mpmath.mpf(10) ** -40
Point = Mapping[str, Any]


@pytest.fixture(scope="module", autouse=True)
def digits() -> Iterator[None]:
    """The oracles compute with 60 digits."""
    with mpmath.workdps(60):
        yield


class UndefinedError(Exception):
    """A term has no value at the point."""


def _power(x: Any, n: Any) -> Any:
    if not isinstance(n, Fraction) or n.denominator != 1:
        if x < 0 or (x == 0 and n <= 0):
            raise UndefinedError
        return mpmath.power(_real(x), _real(n))
    if x == 0 and n < 0:
        raise UndefinedError
    return x ** int(n)


def _real(x: Any) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def _log(x: Any) -> Any:
    if x <= 0:
        raise UndefinedError
    return mpmath.log(_real(x))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "Max": max,
    "Min": min,
    "Abs": abs,
    "log": _log,
    "exp": lambda x: mpmath.exp(_real(x)),
}


def value(node: ast.expr, point: Point) -> Any:
    """The value of a term as it is written.

    Raises:
        UndefinedError: it has none.
    """
    match node:
        case ast.Constant(value=int() as n):
            return Fraction(n)
        case ast.Name(id=name):
            return point[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -value(inner, point)
        case ast.BinOp(left=left, op=operation, right=right):
            return _combined(operation, value(left, point), value(right, point))
        case ast.Call(func=ast.Name(id="Sum"), args=[term, ast.Tuple(elts=[ast.Name(id=i), a, b])]):
            low, high = value(a, point), value(b, point)
            if low.denominator != 1 or high.denominator != 1 or high < low - 1:
                raise UndefinedError
            values = (Fraction(n) for n in range(int(low), int(high) + 1))
            return sum((value(term, {**point, i: n}) for n in values), Fraction(0))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return FUNCTIONS[name](*(value(a, point) for a in arguments))
    raise AssertionError(ast.dump(node))


def _combined(operation: ast.operator, x: Any, y: Any) -> Any:
    if isinstance(operation, ast.Pow):
        return _power(x, y)
    if not (isinstance(x, Fraction) and isinstance(y, Fraction)):
        x, y = _real(x), _real(y)
    match operation:
        case ast.Add():
            return x + y
        case ast.Sub():
            return x - y
        case ast.Mult():
            return x * y
        case ast.Div() if y != 0:
            return x / y
    raise UndefinedError


def true_at(atom: str, point: Point, slack: Any) -> bool:
    """Whether a relation holds at a point.

    Raises:
        UndefinedError: a side has no value.
    """
    node = read(atom)
    assert isinstance(node, ast.Compare)
    left, right = value(node.left, point), value(node.comparators[0], point)
    exact = isinstance(left, Fraction) and isinstance(right, Fraction)
    gap = right - left if exact else _real(right) - _real(left)
    room = 0 if exact else slack
    match node.ops[0]:
        case ast.LtE():
            return bool(gap >= -room)
        case ast.GtE():
            return bool(gap <= room)
        case ast.Lt():
            return bool(gap > -room)
        case ast.Gt():
            return bool(gap < room)
    return bool(abs(gap) <= room)


@cache
def read(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@cache
def halves(claim: Claim) -> tuple[list[str], list[str]]:
    """The hypotheses and the conclusions as they are written."""
    body = claim.text.split(" for ")[0]
    assumed, arrow, claimed = body.rpartition(" => ")
    return assumed.split(" and ") if arrow else [], claimed.split(" and ")


def holds_at(claim: Claim, point: Point, slack: Any = FINE) -> bool:
    """Whether the claim holds at a point and has a value there."""
    assumed, claimed = halves(claim)
    try:
        return not all(true_at(h, point, FINE) for h in assumed) or all(
            true_at(c, point, slack) for c in claimed
        )
    except UndefinedError:
        return False


def assumed_has_values(claim: Claim, point: Point) -> bool:
    try:
        all(true_at(h, point, FINE) for h in halves(claim)[0])
    except UndefinedError:
        return False
    return True


CENTRE = Fraction(271, 1000)
VALUES = [Fraction(n) for n in (-2, -1, 0, 1, 2)]
DIP = f"((x - {CENTRE})**2 - 1/10**8)"


def terms(source: random.Random, depth: int = 2) -> str:
    """A term in x and k, often one that vanishes or has no value at an end."""
    if depth == 0:
        return source.choice(["x", "k", "1", "2", "x", "(k - 1)", "(x - 1)", "(1/3)", DIP])
    a, b = terms(source, depth - 1), terms(source, depth - 1)
    forms = ["({a} + {b})", "({a} - {b})", "{a}*{b}", "Max({a}, {b})", "Min({a}, {b})", "Abs({a})",
             "({a})**2", "{a}/({b})", "1/({a})", "{a}/({a})"]  # fmt: skip
    return source.choice(forms).format(a=a, b=b)


def points() -> Iterator[Point]:
    for k, x in product(VALUES, [*(n / 2 for n in VALUES), CENTRE, CENTRE + Fraction(1, 20000)]):
        yield {"k": k, "x": x}


DOMAINS = {"x": "[-1, 1]", "k": "-2..2"}
BOTH = " for x in [-1, 1], k in -2..2"


def drawn(source: random.Random, pattern: str) -> Claim | None:
    """A claim of the pattern, if it is one whose hypotheses have values everywhere."""
    filled = "".join(terms(source, source.choice([1, 2])) if c == "T" else c for c in pattern)
    if source.random() < 0.3:
        hypothesis = f"{terms(source, 1)} {source.choice(['<=', '<'])} {terms(source, 1)} => "
        filled = hypothesis + filled
    used = {n.id for part in re.split(" => | and ", filled) for n in ast.walk(ast.parse(part))
            if isinstance(n, ast.Name)}  # fmt: skip
    ranges = ", ".join(f"{name} in {DOMAINS[name]}" for name in sorted(used & set(DOMAINS)))
    try:
        claim = parse_claim(f"{filled} for {ranges}")
    except DpsymError:
        return None
    return claim if all(assumed_has_values(claim, p) for p in points()) else None


def needed(rule: str, claim: Claim, params: dict[str, Any], *children: Claim) -> list[Claim] | None:
    try:
        return premises(rule, Goal(claim, params, children, set()))
    except (Rejected, DpsymError, ArithmeticError, ValueError):  # refused by verify as well
        return None


def parameters(rule: str, claim: Claim, source: random.Random) -> dict[str, Any]:
    if rule == "exhaustion":
        return {"names": ["k"]}
    extremes = [
        piece for piece in ast.walk(ast.parse(halves(claim)[1][0], mode="eval"))
        if isinstance(piece, ast.Call) and getattr(piece.func, "id", "") in ("Max", "Min")
    ]  # fmt: skip
    if rule == "cases" and extremes and source.random() < 0.7:
        return {"of": ast.unparse(source.choice(extremes))}
    return {"of": terms(source, 1)} if rule == "cases" else {}


PATTERNS = {
    "conjunction": ["T <= T and T < T", "T <= T and T <= T"],
    "both": ["T == T"],
    "cases": ["T <= T", "T < T", "Max(T, T) <= T", "T == Min(T, T)"],
    "exhaustion": [
        "T <= T",
        "T < T and T <= T",
        "Sum(i*x, (i, k, 2)) <= T",
        "T <= Sum(i, (i, 0, k))",
    ],
    "relations": ["T <= T", "T < T", "T == T", "T <= T and T < T"],
}


@pytest.mark.parametrize("rule", PATTERNS)
def test_a_rule_about_numbers_needs_enough(rule: str) -> None:
    source, seen = random.Random(rule), Counter[bool]()
    for _ in range(DRAWS):
        claim = drawn(source, source.choice(PATTERNS[rule]))
        found = claim and needed(rule, claim, parameters(rule, claim, source))
        if claim is None or found is None:
            continue
        for point in points():
            right = holds_at(claim, point, COARSE)
            seen[right] += 1
            # an exhaustion puts values for k, so that its premises say all at once
            if not right:
                assert not all(holds_at(need, point) for need in found), (claim.text, point)
    assert seen[True] > 100
    assert seen[False] > 100


def test_generalising_needs_values_in_the_domain() -> None:
    """The child holds on its domain; the goal is the child at a term, which may lie outside."""
    source, seen = random.Random(5), Counter[bool]()
    ends = ["[0, 1]", "(0, 1]", "[0, 1)", "(0, oo)", "[0, oo)", "0..2", "[-1, 1]"]
    claims = ["1/z >= 1", "z*(1 - z) >= 0", "z > 0", "z < 1", "z**2 >= 0", "1/(1 + z) > 0",
              "Abs(z) <= 1", "z*(z - 1) >= 0", "1/(1 - z) >= 1", "z <= 1 => z**2 <= z"]  # fmt: skip
    for _ in range(8 * DRAWS):
        told, put = source.choice(claims), terms(source, source.choice([0, 1]))
        try:
            child = parse_claim(f"{told} for z in {source.choice(ends)}")
            claim = parse_claim(told.replace("z", f"({put})") + BOTH)
        except DpsymError:
            continue
        found = needed("generalise", claim, {"with": {"z": put}}, child)
        if found is None:
            continue
        ((_, domain),) = child.domains
        inside = [z for z in (Fraction(n, 4) for n in range(-8, 9))
                  if domain.contains(Rational(z.numerator, z.denominator))]  # fmt: skip
        if not all(holds_at(child, {"z": z}) for z in inside):
            continue
        for point in points():
            right = holds_at(claim, point)
            seen[right] += 1
            if not right:
                assert not all(holds_at(need, point) for need in found), (claim.text, child.text)
    assert seen[False] > 20
    assert seen[True] > 100


def test_a_logarithm_is_enlarged_only_where_the_side_grows() -> None:
    source, seen = random.Random(9), Counter[bool]()
    for _ in range(2 * DRAWS):
        inner, outer = (source.choice(["x + 3", "k + 4", "2", "1", "x + k + 5", "x + 1"])
                        for _ in range(2))  # fmt: skip
        side = source.choice(["{c}*log({a})", "{c} + log({a})**2", "exp({c}*log({a}))",
                              "log({a})/({c})", "x - log({a})", "{c}*log({a}) + x"])  # fmt: skip
        left = side.format(c=source.choice(["1", "x", "(x + 1)", "(k + 2)", "-1"]), a=inner)
        try:
            claim = parse_claim(f"{left} <= {source.choice('123')} + k + x{BOTH}")
        except DpsymError:
            continue
        found = needed("enlarge", claim, {"small": f"log({inner})", "large": f"log({outer})"})
        if found is None:
            continue
        for point in points():
            right = holds_at(claim, point, COARSE)
            seen[right] += 1
            if not right:
                assert not all(holds_at(need, point) for need in found), (claim.text, outer, point)
    assert min(seen[True], seen[False]) > 50


# -- rules about divergences and mechanisms, on finite laws ----------------------------------------


def laws(source: np.random.Generator, size: int = 3) -> tuple[Any, Any]:
    """Two laws, near each other or far apart, sometimes without mass at an outcome."""
    p, q = source.dirichlet([source.choice([0.3, 2.0, 30.0])] * size, 2)
    if source.random() < 0.3:
        (p if source.random() < 0.5 else q)[source.integers(size)] = 0
    return p / p.sum(), q / q.sum()


def measured(atom: str, known: Mapping[str, Any], room: float) -> bool:
    """Whether a relation between divergences holds; nan where infinities meet."""
    names = {"__builtins__": {}, **WORLD, **known}
    with np.errstate(all="ignore"):
        try:
            node = ast.parse(atom, mode="eval").body
            assert isinstance(node, ast.Compare)
            left, right = (
                float(eval(ast.unparse(side), names)) for side in (node.left, node.comparators[0])
            )
        except (ArithmeticError, ValueError):
            return False
    if math.isnan(left) or math.isnan(right):
        return False
    gap = right - left if left != right else 0.0
    strict = isinstance(node.ops[0], ast.Lt)
    return gap > 0 if strict else gap >= -room * (1 + abs(right) if math.isfinite(right) else 1)


SIDES = ["KL(P, Q)", "ChiSquared(P, Q)", "TotalVariation(P, Q)", "MaxDivergence(P, Q)", "x",
         "1 + KL(P, Q)", "1 - TotalVariation(P, Q)", "exp(KL(P, Q))", "x*ChiSquared(P, Q)",
         "TotalVariation(P, Q)**2", "1 + x*KL(P, Q)", "Hellinger(P, Q) + x"]  # fmt: skip
DISTANCES = [f"{d}(P, Q)" for d in "KL ChiSquared TotalVariation MaxDivergence Hellinger".split()]
SHAPES = {
    "monotone": ["log({a}) <= log({b})", "exp({a}) <= {b}"],
    "numbers": ["{a} <= {b}", "{a} < {b}", "x*({a}) <= {b} + 1"],
    "inverse": [
        "log(1 + {a}) <= {b}",
        "sqrt({a}) < {b}",
        "1 - exp(-({a})) <= {b}/2",
        "{b} <= x + 2*log({a})",
        "({a} - 1)**2 <= {b}",
        "{b} < 3 - 2*exp({a})",
        "sqrt({a}) <= 2*sqrt({b})",
        "x*({a})**2 <= x/2*({b})**3",
        "2*log({a}) < 3*log({b})",
        "exp({a}) <= exp({b})",
    ],
    "apart": ["{a} - ({b}) <= x", "x < {a} - ({b})", "1 - x*({a}) <= {b} - sqrt({a})"],
}


def valued(names: Mapping[str, str], known: Mapping[str, Any]) -> dict[str, float]:
    return {n: float(eval(d, {"__builtins__": {}, **WORLD, **known})) for n, d in names.items()}


@pytest.mark.parametrize("rule", SHAPES)
def test_a_rule_about_divergences_needs_enough(rule: str) -> None:
    source, seen = random.Random(rule), Counter[bool]()
    draws = np.random.default_rng(3)
    for _ in range(2 * DRAWS):
        a, b = source.sample(SIDES, 2)
        try:
            claim = parse_claim(source.choice(SHAPES[rule]).format(a=a, b=b) + " for x in [0, 2]")
        except DpsymError:
            continue
        inside = [d for d in DISTANCES if d in claim.text]
        names = {f"d{i}": d for i, d in enumerate(inside)}
        layers = {"side": source.choice(["small", "large"]), "layers": source.choice([1, 2])}
        found = needed(rule, claim, {"numbers": {"names": names}, "inverse": layers}.get(rule, {}))
        for _ in range(12 if found is not None else 0):
            p, q = laws(draws)
            known = {"P": p, "Q": q, "x": float(draws.choice([0, 0.5, 1, 2]))}
            at = valued(names, known)
            if any(map(math.isinf, at.values())):
                continue  # the limit of what is needed for all finite values
            right = all(measured(c, known, 1e-9) for c in halves(claim)[1])
            seen[right] += 1
            needs = [c for need in found or () for c in halves(need)[1]]
            if not right:
                assert not all(measured(c, known | at, 1e-12) for c in needs), (claim.text, known)
    assert min(seen[True], seen[False]) > 30


def mechanism(source: np.random.Generator) -> Mechanism:
    found = (law + 1e-3 for law in source.dirichlet([source.choice([0.5, 5.0])] * 3, 3))
    return Mechanism.row(*(law / law.sum() for law in found))


def said(atom: str, known: Mapping[str, Any], room: float = 0) -> bool:
    """Whether a guarantee or a relation holds; a guarantee with its last parameter made larger."""
    node = ast.parse(atom, mode="eval").body
    if isinstance(node, ast.Compare):
        return measured(atom, known, room)
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Name)
    names = {"__builtins__": {}, **WORLD, **known}
    mechanism, *first, last = (eval(ast.unparse(argument), names) for argument in node.args)
    try:
        return holds(node.func.id, mechanism, *first, last + room)
    except UndrawnError:  # a loss that is infinite
        return False


KINDS = ["PureDP({m}, t)", "ApproxDP({m}, 1/5, t)", "RenyiDP({m}, 2, t)", "ZCDP({m}, 0, t)",
         "BoundedRange({m}, t)", "MeanCDP({m}, 5, t)"]  # fmt: skip
WHOLES = ["Compose(M, N)", "Concurrent(M, N)", "Parallel(M, N)", "Group(N, 2)", "PostProcess(N)"]
MADE = ["M", "Compose(M, M)", "PostProcess(M)", "Subsample(M, 1/3)", "Parallel(M, M)"]
STEPS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "part": [(kind.format(m="N"), {"whole": whole}) for kind in KINDS for whole in WHOLES],
    "domination": [
        (f"{given} => {kind.format(m=made)}", {"images": {"M": image}})
        for given, image in (
            ("PureDP(M, e)", "PureDP(M, e)"),
            ("PureDP(M, e)", "PureDP(M, e/2)"),
            ("ApproxDP(M, e, d)", "ApproxDP(M, e, d)"),
        )
        for kind in KINDS
        for made in MADE
    ],
    "cut": [
        (f"{given} => {kind.format(m='M')}", {"between": between})
        for given in ("PureDP(M, e)", "PureDP(N, e)")
        for kind in KINDS
        for between in ("ZCDP(M, 0, e)", "PureDP(M, e)", "ApproxDP(M, e, d)")
    ],
}


@pytest.mark.parametrize("rule", STEPS)
def test_a_rule_about_mechanisms_needs_enough(rule: str) -> None:
    """At parameters about the least with which the goal holds."""
    source, draws, seen = random.Random(rule), np.random.default_rng(7), Counter[bool]()
    for text, params in STEPS[rule]:
        text = f"ApproxDP(M, e, d) and {text}" if rule == "cut" else text
        claim = parse_claim(text)
        found = needed(rule, claim, params)
        for _ in range(8 if found is not None else 0):
            known: dict[str, Any] = {"M": mechanism(draws), "N": mechanism(draws)}
            known["e"] = known["M"].worst(LEAST["PureDP"]()) * source.choice([0.5, 1, 1.1])
            known["d"] = known["M"].worst(LEAST["ApproxDP"](known["e"])) * source.choice([0.9, 1])
            assumed, (goal,) = halves(claim)
            head, first = goal.split("(")[0], [float(n) for n in re.findall(r", (\d)(?=,)", goal)]
            first = [0.2] if head == "ApproxDP" else first
            made: Mechanism = eval(ast.unparse(ast.parse(goal, mode="eval").body.args[0]),  # type: ignore[attr-defined]
                        {"__builtins__": {}, **WORLD, **known})  # fmt: skip
            known["t"] = made.worst(LEAST[head](*first)) * source.choice([0.7, 0.97, 1, 1.2])
            right = not all(said(h, known) for h in assumed) or said(goal, known, 1e-5)
            seen[right] += 1
            if right:
                continue
            # what is needed of all maps is so of the identity
            unmapped = known | {"PostProcess": lambda mechanism: mechanism}
            assert any(
                all(said(h, known) for h in hypotheses)
                and not all(said(c, unmapped) for c in claimed)
                for hypotheses, claimed in map(halves, found or ())
            ), (claim.text, params, known["t"])
    assert min(seen[True], seen[False]) > 30
