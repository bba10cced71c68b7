"""The kernel's terms: read, shortened, substituted and written, they say what they said."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import prod
from operator import add, mul, sub, truediv
from typing import Any

import mpmath
import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dpsym.errors import DpsymError
from dpsym.kernel import term as terms
from dpsym.kernel.expressions import expression
from dpsym.kernel.expressions import term as from_sympy
from dpsym.kernel.rejection import Rejected, UndefinedError
from dpsym.kernel.scalar import check_scalar
from dpsym.kernel.scalar_normal import normal, vanishes
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.term import Term, name, number, replaced, substitute
from dpsym.kernel.term_reading import read_ends, read_term
from dpsym.kernel.term_reduction import integer_root, put, reduced
from dpsym.language.parser import parse_expression

X, Y = name("x"), name("y")
NEGLIGIBLE = mpmath.mpf(10) ** -60
edges = settings(max_examples=200, deadline=None, derandomize=True)


class UndefinedValueError(Exception):
    """A term has no value at a point."""


def _power(base: Any, exponent: Any) -> Any:
    whole = abs(exponent - mpmath.nint(exponent)) < NEGLIGIBLE
    zero = abs(base) < NEGLIGIBLE
    if (zero and exponent < NEGLIGIBLE) or (base < 0 and not zero and not whole):
        raise UndefinedValueError
    if zero:
        return mpmath.mpf(0)
    return base ** int(mpmath.nint(exponent)) if whole else mpmath.exp(exponent * mpmath.log(base))


def _log(x: Any) -> Any:
    if x < NEGLIGIBLE:
        raise UndefinedValueError
    return mpmath.log(x)


FUNCTIONS: Mapping[str, Any] = {
    "exp": mpmath.exp,
    "log": _log,
    "tanh": mpmath.tanh,
    "erfc": mpmath.erfc,
    "Abs": abs,
    "Max": lambda *parts: max(parts),
}


def value(term: Term, at: Mapping[str, Any]) -> Any:
    """The value of a term, by means of its own, where it has one."""
    if term.kind == terms.NUMBER:
        return mpmath.mpf(term.value.numerator) / term.value.denominator
    if term.kind == terms.NAME:
        return at[term.value]
    if term.kind == terms.SUM:
        body, index, low, high = term.args
        first, last = (int(value(end, at)) for end in (low, high))
        inner = ({**at, index.value: mpmath.mpf(i)} for i in range(first, last + 1))
        return mpmath.fsum(value(body, point) for point in inner)
    parts = [value(part, at) for part in term.args]
    if term.kind == terms.PLUS:
        return mpmath.fsum(parts)
    if term.kind == terms.TIMES:
        return mpmath.fprod(parts)
    return _power(*parts) if term.kind == terms.POWER else FUNCTIONS[term.kind](*parts)


def outcome(term: Term, at: Mapping[str, Any]) -> Any:
    """The value, or None where there is none."""
    try:
        return value(term, at)
    except UndefinedValueError:
        return None


numbers = st.sampled_from([Fraction(n, 2) for n in (-4, -3, -2, 0, 1, 2, 4)])
leaves = st.one_of(st.sampled_from([X, Y]), numbers.map(number))
exponents = st.sampled_from([Fraction(n, 2) for n in range(-4, 5)]).map(number)


def _larger(parts: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    joined = st.lists(parts, min_size=2, max_size=3)
    return st.one_of(
        joined.map(lambda args: terms.plus(*args)),
        joined.map(lambda args: terms.times(*args)),
        st.builds(terms.power, parts, st.one_of(exponents, exponents, leaves)),
        st.builds(terms.apply, st.sampled_from(["exp", "log", "tanh", "erfc", "Abs"]), parts),
        st.lists(parts, min_size=1, max_size=3).map(lambda args: terms.apply("Max", *args)),
    )


raw_terms = st.recursive(leaves, _larger, max_leaves=7)
points = st.fixed_dictionaries({"x": numbers.map(float), "y": numbers.map(float)}).map(
    lambda at: {text: mpmath.mpf(x) for text, x in at.items()}
)


def agree(one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is other
    return bool(abs(one - other) <= mpmath.mpf(10) ** -50 * (1 + abs(one)))


@settings(edges, max_examples=500)
@given(raw_terms, points)
def test_a_shorter_form_has_a_value_where_the_term_has_one_and_the_same(
    term: Term, at: Mapping[str, Any]
) -> None:
    with mpmath.workdps(120):
        found = outcome(term, at)
        assume(found is None or abs(found) < 10**6)
        assert agree(found, outcome(reduced(term), at)), (term, reduced(term))


@edges
@given(raw_terms)
def test_what_evidently_has_a_value_everywhere_has_one(term: Term) -> None:
    with mpmath.workdps(120):
        for x in (-2, -0.5, 0, 1, 3):
            at = {"x": mpmath.mpf(x), "y": mpmath.mpf(-x)}
            assert not term.total or outcome(term, at) is not None


@edges
@given(raw_terms)
def test_what_is_written_is_read_again(term: Term) -> None:
    found = reduced(term)
    assert reduced(read_term(repr(found))) is reduced(found)


@edges
@given(raw_terms, leaves, points)
def test_a_value_put_into_a_term_is_the_value_there(
    term: Term, inner: Term, at: Mapping[str, Any]
) -> None:
    with mpmath.workdps(120):
        there = {**at, "x": value(inner, at)}
        assert agree(outcome(term, there), outcome(substitute(term, {X: inner}), at))
        assert agree(outcome(term, there), outcome(put(term, {X: inner}), at))


@settings(edges, max_examples=100)
@given(raw_terms, points)
def test_the_normal_form_has_the_value_of_the_term(term: Term, at: Mapping[str, Any]) -> None:
    with mpmath.workdps(120):
        found = outcome(term, at)
        assume(found is not None and abs(found) < 10**6)
        region = Region({X: read_ends(f"[{at['x']}, {at['x']}]"), Y: read_ends("[-4, 4]")})
        with suppress(UndefinedError):
            form = normal(term, region)
            assert agree(found, outcome(form, at)), (term, form)


@settings(edges, max_examples=100)
@given(raw_terms, points)
def test_a_text_has_one_value_here_and_in_sympy(term: Term, at: Mapping[str, Any]) -> None:
    text = repr(term)
    with mpmath.workdps(120):
        found = outcome(term, at)
        assume(found is not None and abs(found) < 10**6)
        with suppress(DpsymError):  # sympy makes at once a number of what has no value
            read = parse_expression(text)
            assume(not read.has(sympy.re))
            again = from_sympy(read)
            assert agree(found, outcome(again, at)), (text, again)
            there = outcome(from_sympy(expression(read_term(text))), at)
            assert there is None or agree(found, there)


WHOLE_POWERS = ("x", "x**2", "x**y", "x**(-y)", "x**(y + 1)", "x**(2*y)", "(2*x)**(1 - y)")


def _exact(term: Term, at: Mapping[str, Fraction]) -> Fraction:
    """The value of a term of sums, products and whole powers.

    Raises:
        ZeroDivisionError: there is none.
    """
    if term.kind in (terms.NUMBER, terms.NAME):
        return term.value if term.kind == terms.NUMBER else at[term.value]
    parts = [_exact(part, at) for part in term.args]
    if term.kind == terms.PLUS:
        return sum(parts, Fraction(0))
    assert term.kind in (terms.TIMES, terms.POWER)
    return prod(parts) if term.kind == terms.TIMES else parts[0] ** int(parts[1])


def _attempt(term: Term, at: Mapping[str, Fraction]) -> Fraction | None:
    with suppress(ZeroDivisionError):
        return _exact(term, at)
    return None


@pytest.mark.parametrize(
    "text", ["{}*({})", "{}/({})", "1/({}*({}))", "1/({}/({}))", "1/(1/{}) + {}"]
)
def test_powers_have_values_where_they_have_some_as_written(text: str) -> None:
    for left, right in product(WHOLE_POWERS, repeat=2):
        written = text.format(left, right)
        short, read = read_term(written), from_sympy(parse_expression(written))
        tree = ast.parse(written, mode="eval").body
        for x, y in product((-1, 0, 2), range(-2, 3)):
            at = {"x": Fraction(x), "y": Fraction(y)}
            try:
                found = _of_python(tree, at)
            except ZeroDivisionError:
                found = None
            assert _attempt(short, at) == _attempt(read, at) == found, (written, at)


def _of_python(node: ast.expr, at: Mapping[str, Fraction]) -> Fraction:
    """The value of an expression of Python in fractions."""
    if isinstance(node, ast.BinOp):
        left, right = _of_python(node.left, at), _of_python(node.right, at)
        if isinstance(node.op, ast.Pow):
            return left ** int(right)
        return OPERATIONS[type(node.op)](left, right)
    if isinstance(node, ast.UnaryOp):
        return -_of_python(node.operand, at)
    return at[node.id] if isinstance(node, ast.Name) else Fraction(ast.literal_eval(node))


OPERATIONS: Mapping[type[ast.operator], Any] = {
    ast.Add: add, ast.Sub: sub, ast.Mult: mul, ast.Div: truediv,
}  # fmt: skip


def test_equal_terms_are_one_object_and_cannot_be_changed() -> None:
    assert read_term("x*y + 1") is read_term("1 + y*x")
    assert read_term("x*x") is read_term("x**2")
    with pytest.raises(AttributeError):
        X.kind = "number"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("x - x", "0"),
        ("0*exp(x)", "0"),
        ("Max(x)", "x"),
        ("log(1)", "0"),
        ("sqrt(4)*x", "2*x"),
        ("x**2*x", "x**3"),
        ("1/x*1/x", "x**(-2)"),
    ],
)
def test_what_has_a_value_everywhere_is_shortened(text: str, kept: str) -> None:
    assert read_term(text) is read_term(kept)


@pytest.mark.parametrize(
    "text",
    [
        "x/x - 1",
        "0*log(x)",
        "0/x",
        "log(x) - log(x)",
        "sqrt(x)**2 - x",
        "(1/x)**0 - 1",
        "x**(1/2)*x**(1/2) - x",
        "(1/x)**(-1) - x",
        "Max(log(x))*0",
        "factorial(x)*0",
        "binomial(x, 1)*0",
        "exp(log(x)) - x",
        "exp(0*log(x)) - 1",
        "(x**x)**2*0",
        "Sum(1/x, (i, 1, 1)) - 1/x",
        "1 - 1**(1/x)",
        "log(exp(log(x)))*0",
        "(0*(1/x))**2",
    ],
)
def test_a_part_without_a_value_is_never_lost(text: str) -> None:
    """Each is zero wherever it is defined, which it is not at every point of [-1, 1]."""
    goal = {"expression": text, "domains": {"x": "[-1, 1]"}, "relation": ">="}
    for proof in ({"rule": "range"}, {"rule": "sum", "terms": []}):
        with pytest.raises(Rejected):
            check_scalar(goal, proof)
    positive = {**goal, "domains": {"x": "1..1" if "(x" in text else "(0, 1]"}}
    check_scalar(positive, {"rule": "sum", "terms": []})


@pytest.mark.parametrize(
    "text",
    "oo; x + oo; Max(x, oo); oo - oo; exp(-oo); KL(P, Q); x(2); Max(); exp(1, 2); Sum(x, i); "
    "_x; exp; Sum(x, (2, 0, 1)); (x, y); 2**100000; x**(10**9); 1e99999; x**2000; "
    "factorial(10**5)".split("; "),
)
def test_what_is_no_number_is_not_read(text: str) -> None:
    with pytest.raises((DpsymError, ValueError)):
        read_term(text)


@pytest.mark.parametrize("text", ["[0, oo]", "[x, 1]", "0..1/2", "law", "[0, -oo)"])
def test_what_is_no_domain_of_numbers_is_not_read(text: str) -> None:
    with pytest.raises((DpsymError, ValueError)):
        read_ends(text)


def test_a_sum_binds_its_name() -> None:
    i = name("i")
    whole = read_term("Sum(i*x, (i, 0, n)) + i")
    assert whole.names == {"i", "x", "n"}
    found = put(whole, {X: i, i: number(5)})
    at = {"i": mpmath.mpf(7), "n": mpmath.mpf(3)}
    assert value(found, at) == 6 * 7 + 5
    moved = put(read_term("Sum(i*x, (i, 0, i))"), {i: number(2)})
    assert value(moved, {"x": mpmath.mpf(3)}) == 9


def test_a_part_that_a_sum_binds_is_no_part_to_replace() -> None:
    whole = read_term("Sum(i**2, (i, 0, 3)) + i**2")
    found = replaced(whole, {read_term("i**2"): read_term("i + 1")})
    assert value(found, {"i": mpmath.mpf(9)}) == 14 + 10
    inside = replaced(read_term("Sum(i*x, (i, 0, 3))"), {X: read_term("i + 1")})
    assert value(inside, {"i": mpmath.mpf(9)}) == 6 * 10


SAME = (
    ("exp((x**2 + x*y)/(x + y))", "exp(x)"),
    ("exp(x/(x + y) + y/(x + y))", "exp(1)"),
    ("exp(x/(1 + x))*exp(1/(1 + x))", "exp(1)"),
    ("log((x**2 - y**2)/(x + y) + 2*y)", "log(x + y)"),
    ("sqrt(x**2/(x + y) + x*y/(x + y))", "sqrt(x)"),
    ("Max((x**2 + x*y)/(x + y), 2)", "Max(2, x)"),
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_fractions_are_cancelled_inside_of_functions(one: str, other: str) -> None:
    region = Region({X: read_ends("(0, oo)"), Y: read_ends("(0, oo)")})
    assert vanishes(read_term(f"{one} - {other}"), region)
    assert not vanishes(read_term(f"{one} - {other} + x/1000"), region)
    wrong = one.replace("+", "-", 1)
    assert wrong == one or not vanishes(read_term(f"{wrong} - {other}"), region)


@pytest.mark.parametrize("degree", [2, 3, 5, 17])
@pytest.mark.parametrize("size", [1, 60, 65, 66, 129, 1000, 100_000])
def test_roots_of_long_integers_are_the_largest_that_fit(degree: int, size: int) -> None:
    for root in (2**size - 1, 2**size, 2**size + 1, 7**size // 5**size + 3):
        power = root**degree
        assert integer_root(power, degree) == integer_root(power + 1, degree) == root
        assert integer_root(power - 1, degree) == root - 1
