"""Our own algebra: the values and the texts that sympy's expressions have, and certificates."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import mpmath
import pytest
import sympy
from corpus import CORPUS
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.printing.printer import Printer

import dpsym
from dpsym import check, library
from dpsym.acceptance import certificate_of
from dpsym.algebra import own
from dpsym.language.parser import parse_claim
from dpsym.provers.stopping import stopping
from dpsym.verdict import Proved, Refuted

ROOT = Path(dpsym.__file__).parents[1]
ALONE = """
import sys
for name in ("sympy", "numpy", "scipy", "flint"):
    sys.modules[name] = None
from dpsym.process import use_own_algebra
use_own_algebra()
"""


def alone(code: str, given: Any) -> Any:
    """What a process that has no library but mpmath prints of data."""
    finished = subprocess.run(
        [sys.executable, "-c", ALONE + code],
        input=json.dumps(given),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(finished.stdout)


PROVED = (
    "PureDP(M, eps) => ZCDP(M, eps**2/2)",
    "ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1]",
    "KL(P, Q) <= log(1 + ChiSquared(P, Q))",
    "Sum(i, (i, 1, n)) == n*(n + 1)/2 for n in 1..oo",
    "exp(x) >= 1 + x + x**2/2 for x in [0, 3]",
    "PureDP(M[i], e[i]) each i in 1..k => PureDP(Compose(M[i], (i, 1, k)), Sum(e[i], (i, 1, k)))",
)
REFUTED = ("PureDP(M, eps) => ZCDP(M, eps**2/3)", "sqrt(2) <= 7/5")
ACCEPTS = """
import json
from dpsym.certificate import UnreadableError, loaded
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import verify
found = []
for data in json.load(sys.stdin):
    try:
        verify(loaded(data))
        found.append("")
    except (Rejected, UnreadableError) as refused:
        found.append(str(refused))
print(json.dumps(found))
"""


def test_certificates_are_checked_without_sympy() -> None:
    written = []
    for text in (*PROVED, *REFUTED):
        verdict = check(text)
        assert isinstance(verdict, Proved if text in PROVED else Refuted)
        written.append(certificate_of(verdict).to_json())
    assert alone(ACCEPTS, written) == [""] * len(written)


def test_the_command_that_verifies_loads_no_algebra_but_ours(tmp_path: Path) -> None:
    verdict = check(PROVED[0])
    assert isinstance(verdict, Proved)
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(certificate_of(verdict).to_json()))
    (tmp_path / "absent").mkdir()
    for name in ("sympy", "numpy", "scipy", "flint"):
        (tmp_path / "absent" / f"{name}.py").write_text(f"raise ImportError('{name} is not there')")
    path = os.pathsep.join([str(tmp_path / "absent"), str(ROOT)])
    finished = subprocess.run(
        [sys.executable, "-m", "dpsym", "verify", file],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.stdout.startswith("accepted"), finished.stdout + finished.stderr
    assert finished.returncode == 0


def test_forged_certificates_are_rejected_without_sympy() -> None:
    """Each is that of a true claim, put under a false one; nothing else is told of the claim."""
    forged = []
    for true, false in {
        PROVED[0]: "PureDP(M, eps) => ZCDP(M, eps**2/3)",
        PROVED[2]: "KL(P, Q) <= log(1 + ChiSquared(P, Q)/2)",
        PROVED[4]: "exp(x) >= 1 + x + 3*x**2/2 for x in [0, 3]",
    }.items():
        verdict = check(true)
        assert isinstance(verdict, Proved)
        data = certificate_of(verdict).to_json()
        claim = parse_claim(false)
        forged.append(
            data
            | {
                "claim": claim.text,
                "sha256": claim.digest,
                "proof": data["proof"] | {"goal": claim.text},
            }
        )
    assert all(alone(ACCEPTS, forged))


WRITES = """
import json
from dpsym.language.parser import parse_claim
print(json.dumps([parse_claim(text).text for text in json.load(sys.stdin)]))
"""


EDGES = """2**x + 3**x + (1/2)**x   Max(3**x, 2**x)   3**x*2**y + 2**x*3**y   0**(2*x)
0**(2*x)*0**x
exp(x*y)*exp(-x*y) + x*y   2**(x*y)*2**(-x*y) + x*y   exp(Sum(1/j, (j, 1, 3))*log(2))
log(exp(Sum(1/j, (j, 1, 3))))   Sum(1/j, (j, 1, 10)) + 1 + pi - x   erf(1/2) + 1/2 + log(5/3)
erfc(pi**10)*x + 1 + pi   exp(68719476736) + 1 + pi   Abs(pi/x)   Abs(2/(x*y))   Abs(3*2**(-x))
Abs(pi*exp(y))   Abs(Abs(x)**2*y)   sqrt(2*y*Abs(x))   (y*Abs(x))**(-1/2)   (2*y*Max(0, x))**(3/2)
(x/x)**(-3/4)*y   y/(x/x)**(-1/2)   y + (x*(y/y))*Min(y, Phi(pi))   Abs(Max(e[i], (i, 1, k))) + x
Max(e[i], (i, 1, k))*Max(f[i], (i, 1, k))*Max(e[i], (i, 1, k))   -2*Max(x, Max(e[i], (i, 1, k)))
(Max(e[i], (i, 1, k))*Max(f[i], (i, 1, k)))**2   (-2*Max(e[i], (i, 1, k)))**(1/4) + x
2**Max(f[i], (i, 1, k))*3**Max(f[i], (i, 1, k))   -(Max(e[i], (i, 1, k)) + Max(f[i], (i, 1, k)))
exp(Max(f[i], (i, 1, k)))*exp(2*Max(f[i], (i, 1, k)))   x*(y + Max(f[i], (i, 1, k)))*2"""


def test_claims_are_written_alike() -> None:
    """A certificate is pinned to the text of its claim, which both must write."""
    texts = [theorem.claim.text for theorem in library.theorems()]
    texts += [parse_claim(text).text for _, text in CORPUS]
    for side in EDGES.replace("\n", "   ").split("   "):
        names = [f"{name} in [1, 2]" for name in "xy" if name in re.sub("exp|Max", "", side)]
        names += [f"{name}[i] in (0, 1]" for name in "ef" if f"{name}[i]" in side]
        texts.append(parse_claim(f"{side} <= 9" + " for " * bool(names) + ", ".join(names)).text)
    assert alone(WRITES, texts) == texts


NAMES = ("x", "y", "z")
NUMBERS = [(n, d) for d in (1, 2, 3) for n in range(-3, 9)]
FRACTIONS = st.sampled_from(NUMBERS).map(lambda number: ("number", number))
LEAVES = st.one_of(
    st.sampled_from(NAMES).map(lambda name: ("name", name)),
    FRACTIONS,
    st.sampled_from(["pi", "E"]).map(lambda constant: ("constant", constant)),
)
OF_ONE = ("exp", "log", "sqrt", "Abs", "tanh", "sinh", "cosh", "erf")


def operations(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(below, min_size=2, max_size=3)
    return st.one_of(
        st.tuples(st.sampled_from(OF_ONE), st.tuples(below)),
        st.tuples(st.just("Pow"), st.tuples(below, below)),
        st.tuples(st.just("Pow"), st.tuples(below, FRACTIONS)),
        st.tuples(st.sampled_from(["Add", "Mul", "Max", "Min"]), several.map(tuple)),
    )


TREES = st.recursive(LEAVES, operations, max_leaves=9)
POINTS = [{"x": "0.3", "y": "2.7", "z": "-1.4"}, {"x": "4", "y": "0.9", "z": "0.2"}]


class NoValueError(Exception):
    pass


def built(tree: Any, algebra: Any) -> Any:
    """The expression of a tree, in one algebra or the other."""
    kind, parts = tree
    if kind == "name":
        return algebra.Symbol(parts)
    if kind == "number":
        return algebra.Rational(*parts)
    if kind == "constant":
        return getattr(algebra, parts)
    return getattr(algebra, kind)(*(built(part, algebra) for part in parts))


def value(tree: Any, point: dict[str, str]) -> Any:
    """The value of a tree, none of which is evaluated but in numbers of 60 digits."""
    kind, parts = tree
    if kind == "name":
        return mpmath.mpf(point[parts])
    if kind == "number":
        return mpmath.mpf(parts[0]) / parts[1]
    if kind == "constant":
        return +getattr(mpmath, parts.lower())
    return computed(kind, [value(part, point) for part in parts])


def value_of(expression: Any, point: dict[str, str]) -> Any:
    """The value of one of our expressions."""
    if expression.is_Symbol:
        return mpmath.mpf(point[expression.name])
    if expression.is_Rational:
        return mpmath.mpf(expression.p) / expression.q
    if expression in (own.pi, own.E):
        return +(mpmath.pi if expression is own.pi else mpmath.e)
    if not expression.args:
        raise NoValueError
    parts = [value_of(part, point) for part in expression.args]
    return computed(type(expression).__name__, parts)


def computed(kind: str, parts: Sequence[Any]) -> Any:
    if any(abs(part) > mpmath.mpf(10) ** 30 for part in parts):
        raise OverflowError
    if kind in ("Add", "Mul"):
        return mpmath.fsum(parts) if kind == "Add" else mpmath.fprod(parts)
    if kind in ("Max", "Min"):
        return max(parts) if kind == "Max" else min(parts)
    if kind in ("Pow", "sqrt"):
        base, exponent = (*parts, mpmath.mpf(1) / 2)[:2]
        if abs(exponent) > 100:
            raise OverflowError
        if base == 0:
            if exponent < 0:
                raise NoValueError
            return mpmath.mpf(exponent == 0)
        if base < 0 and exponent != int(exponent):
            raise NoValueError
        return base ** (int(exponent) if exponent == int(exponent) else exponent)
    (part,) = parts
    if kind == "log" and part <= 0:
        raise NoValueError
    if kind in ("exp", "sinh", "cosh") and abs(part) > 1000:
        raise OverflowError
    return abs(part) if kind == "Abs" else getattr(mpmath, kind)(part)


@settings(max_examples=400)
@given(TREES)
def test_what_is_simplified_keeps_its_value(tree: Any) -> None:
    expression = built(tree, own)
    with mpmath.workdps(60):
        for point in POINTS:
            try:
                wanted = value(tree, point)
                found = value_of(expression, point)
            except (NoValueError, OverflowError):
                continue
            scale = max(abs(wanted), abs(found), 1)
            assert abs(wanted - found) < mpmath.mpf(10) ** -25 * scale, expression


@settings(max_examples=400)
@given(TREES)
def test_what_has_a_value_keeps_one(tree: Any) -> None:
    expression = built(tree, own)
    with mpmath.workdps(60):
        for point in POINTS:
            try:
                value(tree, point)
            except (NoValueError, OverflowError):
                continue
            try:
                value_of(expression, point)
            except OverflowError:
                continue


@settings(max_examples=400)
@given(TREES)
def test_one_form_is_found_at_once(tree: Any) -> None:
    for node in own.preorder_traversal(built(tree, own)):
        if isinstance(node, own.Add | own.Mul | own.Pow | own.Function):
            assert node.func(*node.args) == node


x, y = own.Symbol("x"), own.Symbol("y")
FORMS: list[tuple[Any, Any]] = [
    (own.Pow(own.Pow(x, 2), own.S.Half), own.Pow.made(own.Pow(x, 2), own.S.Half)),
    (own.sqrt(4 * x), 2 * own.sqrt(x)),
    (own.sqrt(x * y), own.Pow.made(x * y, own.S.Half)),
    (own.log(own.exp(x)), own.log.made(own.exp(x))),
    (own.exp(x) * own.exp(2 * x), own.exp(3 * x)),
    (own.Pow(0, x), own.Pow.made(own.S.Zero, x)),
    (own.Pow(-1, own.S.Half), own.S.NaN),
    (own.S.Infinity - own.S.Infinity, own.S.NaN),
    (own.S.Infinity + own.pi, own.S.Infinity),
    (own.S.Infinity + own.log.made(-own.pi), own.Add.made(own.S.Infinity, own.log.made(-own.pi))),
    (0 * own.S.Infinity, own.S.NaN),
    (own.Max(x, own.S.Infinity), own.S.Infinity),
    (own.Min(own.sqrt(2), own.Rational(7, 5), x), own.Min(own.Rational(7, 5), x)),
    (own.floor(own.pi), own.Integer(3)),
    (own.binomial(5, 2), own.Integer(10)),
    (own.harmonic(3), own.Rational(11, 6)),
]


@pytest.mark.parametrize(("found", "wanted"), FORMS, ids=map(str, range(len(FORMS))))
def test_a_form_is_this_one(found: Any, wanted: Any) -> None:
    assert found == wanted


def test_an_expression_is_immutable_and_its_names_are_known() -> None:
    total = own.Sum(x * y, (x, 1, own.Symbol("n")))
    assert total.free_symbols == {y, own.Symbol("n")}
    with pytest.raises(AttributeError, match="immutable"):
        x.name = "y"
    with pytest.raises(TypeError, match="no expression"):
        own.Add(x, 0.5)


def test_ours_has_every_name_that_is_taken_of_sympy() -> None:
    tree = ast.parse(Path(dpsym.algebra.__file__).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = {n.name for node in imports if "sympy" in str(node.module) for n in node.names}
    assert len(names) > 40
    assert [name for name in sorted(names) if not hasattr(own, name)] == []


def test_texts_that_are_kept_as_they_are_written_are_alike() -> None:
    texts = [
        "TotalVariation(P, Q) <= 1/2 => Hellinger(P, Q) <= 0*KL(P, Q)**2 + 1/2",
        "TotalVariation(Mixture(-11/2 + Sum(i, (i, 1, 3)), P, Q), R) <= 1",
        "Max(x + 1, Abs(x)*2, x) >= -1 for x in [0, 1]",
        "x*(x + 1)/x <= 2*(x + 1) for x in (0, 1]",
        "exp(-2*(Phi(-2) - Phi(-3))*log(Phi(-2)/Phi(-3))) <= 1",
    ]
    written = [parse_claim(text).text for text in texts]
    assert alone(WRITES, texts) == written
    assert alone(WRITES, written) == written


def test_a_reciprocal_of_what_may_be_zero_is_not_enclosed() -> None:
    nothing = own.log(6) - own.log(2) - own.log(3)
    assert own.Pow(nothing, -1).is_extended_real is None
    assert own.floor(own.Pow(nothing, -1)).args == (own.Pow(nothing, -1),)


def test_roots_of_numbers_with_many_digits_are_found_at_once() -> None:
    base = 10**900 + 7
    with stopping(5):
        for n in range(30):
            assert own.sqrt(own.Integer(base + n) ** 2) == base + n
        assert own.Pow(own.Integer(65537) ** 60, own.Rational(1, 12)) == 65537**5


def test_kept_texts_are_those_that_sympy_prints() -> None:
    node = sympy.Symbol("x") ** 2 + sympy.Float("0.5")
    wanted = "x**2 + 0.5"
    assert [str(node), str(node), repr(node)] == [wanted] * 3
    Printer.set_global_settings(full_prec=True)
    try:
        assert str(node) == "x**2 + 0.500000000000000"
    finally:
        Printer._global_settings.clear()
    assert str(node) == wanted


def below(node: sympy.Basic) -> list[sympy.Basic]:
    return [node, *(part for argument in node.args for part in below(argument))]


@settings(max_examples=100)
@given(TREES)
def test_walks_over_expressions_of_sympy_are_in_order(tree: Any) -> None:
    node = built(tree, sympy)
    assert list(sympy.preorder_traversal(node)) == below(node)
    assert node.atoms() == {part for part in below(node) if not part.args}
    for kinds in ((sympy.Symbol,), (sympy.Add, sympy.exp), (sympy.Integer(2),)):
        wanted = tuple(k if isinstance(k, type) else type(k) for k in kinds)
        assert node.atoms(*kinds) == {part for part in below(node) if isinstance(part, wanted)}


def test_a_walk_skips_what_is_below_a_node() -> None:
    a, b, c = sympy.symbols("a b c")
    walk = sympy.preorder_traversal([a * (b + c), c])
    seen = []
    for node in walk:
        seen.append(node)
        if node == a * (b + c):
            walk.skip()
    assert seen == [[a * (b + c), c], a * (b + c), c]
    assert set(sympy.preorder_traversal(a * (b + c), keys=True)) == {a, b, c, b + c, a * (b + c)}


ASKS = """
import json, sys
from sympy import *
if json.load(sys.stdin):
    import dpsym.algebra
x, n, p = symbols("x"), symbols("n", integer=True), symbols("p q", positive=True)
names = {"x": x, "n": n, "p": p[0], "q": p[1], "r": symbols("r", real=True)}
names["z"] = symbols("z", nonnegative=True)
texts = '''x + r; r**2; r**2 + 1; sqrt(r); sqrt(p); p*q - z; p + z; -p - q; n*(n + 1)/2; exp(r)
exp(x); log(p); log(1 + p); log(z); x*z; p**r; p**x; r**n; Max(r, 0); Max(p, x)
Min(p, z); Abs(x); Abs(r - p); (p + q)**3*(r - 1); (x + 1)**2*exp(x + n)
log(p**2*q); (p*q)**r; exp(2*r*(p - q)); 1/(p*(q + z))
(exp(r)*(p + q) - 1)*(p - log(p*q)); cosh(r*(p + 1))*tanh(x); factorial(n); erf(r)
sqrt(2)*r; r/p - 1; (2*p + 3*q*(r + z)**2)**2/(1 + p); Sum(p*(x + n), (n, 1, 4))
2**(r + n); (r - z)/(r - z + p)'''
texts = [text.strip() for line in texts.splitlines() for text in line.split(";")]
facts = sys.modules["sympy.core.assumptions"]._assume_defined
for order in (sorted(facts), sorted(facts, reverse=True)):
    for text in texts:
        node = sympify(text, locals=names)
        expanded = [expand(node), expand_log(node, force=True), expand(node, power_exp=False)]
        for one in (node, *expanded, node.diff(names["p"])):
            print(srepr(one), *(getattr(one, "is_" + fact) for fact in order))
"""


def test_what_sympy_is_asked_once_is_what_it_answers() -> None:
    """Expansions and properties of expressions, in processes with what we change and without."""
    answers = [
        subprocess.run(
            [sys.executable, "-c", ASKS],
            input=json.dumps(ours),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for ours in (False, True)
    ]
    assert len(answers[0]) > 300
    assert answers[0] == answers[1]
