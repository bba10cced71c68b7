"""The language: text, Python and JSON forms name the same claim; nothing is evaluated."""

from __future__ import annotations

import re
import string
import time
from typing import Any

import pytest
import sympy
from hypothesis import given as forall
from hypothesis import strategies as st
from sympy import Add, Integer, Mul, Pow, Rational, S, Symbol
from sympy.abc import x, y

from dpsym.errors import ClaimError, ClaimSyntaxError, DomainError, DpsymError, LimitError
from dpsym.language import domains, heads
from dpsym.language.claim import Claim, given
from dpsym.language.construct import lossless
from dpsym.language.domains import Domain, Integers, Interval, Objects, Sort
from dpsym.language.heads import ObjectName
from dpsym.language.parser import (
    claim_from_json,
    parse_claim,
    parse_domain,
    parse_expression,
)
from dpsym.language.places import obligations
from dpsym.language.printing import text
from dpsym.language.typesetting import LISTED, SAID, membership
from dpsym.statement import Within, claim_of

CLAIMS = """\
PureDP(M, eps) => ZCDP(M, eps**2/2)
ZCDP(M, rho) => ApproxDP(M, rho + 2*sqrt(rho*log(1/delta)), delta) for delta in (0, 1)
ZCDP(M, xi, rho) => ZCDP(Group(M, k), xi*k*harmonic(k), k**2*rho) for xi in (-oo, oo)
KL(P, Q) >= 2.1*TotalVariation(P, Q)**2
ApproxDP(M1, e1, d1) and ApproxDP(M2, e2, d2) => ApproxDP(Compose(M1, M2), e1 + e2, d1 + d2)
PureDP(M, eps) => PureDP(Subsample(M, q), log(1 + q*(exp(eps) - 1))) for q in [0, 1]
ZCDP(GaussianMechanism(1, s), 1/(2*s**2))
ApproxDP(M, e, d) => ApproxDP(Compose(M, k), k*e, k*d) for k in 1..20
x/x >= 1 for x in [-1, 1]
KL(P, Q) <= 3 => exp(2*KL(P, Q))*exp(-KL(P, Q)) <= exp(3)
KL(P, Q) <= 3 => x*(1 + KL(P, Q))/(1 + KL(P, Q))**2 <= 1/exp(-KL(P, Q)) for x in [0, 1]
x*x**-1*x >= 1 for x in [-1, 1]
KL(P, Q) - KL(P, Q) == 0
log(x) - log(x) >= 0*log(y) for x in [0, 1], y in [0, 1]
PureDP(M, e) => PureDP(Compose(M, N), 2*e)
Renyi(2, P, Mixture(t, P, Q)) <= oo
Sum(binomial(k, i)*exp(i*e), (i, 0, k)) == (1 + exp(e))**k for k in 1..10, e in [0, oo)
-x**2 <= -(-x)**3/7*2**-3*5e-3 for x in (0, 1]
1 - (1 - d)**k*(1 - 1/(2*k)) <= 3*(x + y)/(a - b)**2 for d in [0, 1], k in 1..2, \
x in [0, 1], y in [0, 1], a in [2, 3], b in [0, 1]
ApproxDP(FiniteMechanism(Finite(1/2, 1/2), Bernoulli(1/3)), 1, 0)
TotalVariation(Pushforward(K, P), Pushforward(K, Q)) <= TotalVariation(P, Q)
TotalVariation(Pushforward(Kernel((1, 0), (1/2, 1/2)), P), P) < 1
MutualInformation(X, M) <= rho for rho in [0, 1]
ProbabilisticDP(M, e, d) => LossTail(e, P, Q) <= d
TailDP(ExponentialMechanism(e, 2, (0, 1), (1/2, x)), 0, 1) for x in [0, 1]
ZCDP(M, r) and PureDP(NaryResponse(e, n), e) => Capacity(M, k) <= Capacity(M, k, l)
Recovery(M, n, m) <= Recovery(M, n, m, l)
Concentration(xi, P, Q) <= rho => Renyi(alpha, P, Q) <= xi + alpha*rho for rho in [0, oo)
MeanCDP(M, mu, tau) => BoundedZCDP(M, 3, mu - tau**2/2, tau**2/2)
RenyiDP(M, alpha, tau) and GaussianDP(M, mu) => ApproxZCDP(PostProcess(M), d, mu) for d in [0, 1]
BoundedRange(Parallel(M1, M2), eta) => PureDP(Concurrent(M1, M2), 2*eta)
PureDP(M, e) => PureDP(Parallel(M, n), e) for n in mechanism
TotalVariationDP(M, d) => ApproxDP(M, 1, d)
TriangularDiscrimination(P, Q) <= 2*TotalVariation(P, Q)
HockeyStick(e, Product(P, Q), Product(Q, P)) > Hellinger(P, Q) + ChiSquared(Laplace(0, b), P)
KL(Geometric(0, e), Geometric(1, e)) <= Max(e, Min(1, e), Abs(-e)) + Phi(-e) + erfc(e)*erf(1)
MaxDivergence(Gaussian(m, s), Gaussian(m, 2*s)) <= factorial(3)*tanh(s)/cosh(s)*sinh(s)
ZCDP(RandomizedResponse(e), 1) and ZCDP(CanonicalRR(e, 0), 1) and PureDP(GeometricMechanism(e), 1)
PureDP(LaplaceMechanism(1, b), 1/b) and PureDP(LogisticMechanism(1, b), 1/b)
KL(Logistic(0, b), Logistic(x, b)) <= x/b for x in [0, 1]
ZCDP(DiscreteGaussianMechanism(s), 1) and KL(DiscreteGaussian(0, s), DiscreteGaussian(1, s)) <= 1
PureDP(M, e) => HypothesisDP(Compose(M, k), Ones(0), Ones(0, m), m*e, 0) for k in 1..oo
HypothesisDP(Compose(M, 2), Uniform(Ones(1, 2)), Independent(1/2, p), 1, 0)
ApproxDP(Hypotheses(M, A, Weighted(w, Bits(0), Every(Ones(1), Bits(0)))), 1, 1/2)
HypothesisDP(Compose(M, 3), Uniform(Parity(0)), Parity(1), 1, 1/2)
x**(y - 1) >= 2**x*pi for x in (0, 1), y in (-1, oo)
(x**y)**2 <= 1/(1/x) for x in (0, 1), y in [1/3, 5.25]
0 <= -3 + x for x in [3, 4]
Abs(exp(x)) + Abs(2**x - y) >= 1 for x in [0, 1], y in [0, 1]
exp(1)**log(x) + (1/exp(1))**log(y) <= 2 for x in (0, 1], y in [1, 2]
PureDP(InteractiveMechanism(Query(Message((p, 1/3), (1 - p, 2/3)), Message((1, 1)))), 1) \
for p in [0, 1]
ApproxDP(Concurrent(M, N), epsilon, delta) => Simulable(M, epsilon, delta)
CuriousDP(T, 1, e, d) and MaliciousDP(T, 2, e, d) => AverageAccuracy(T, W) <= \
AverageAccuracy(ResponseProtocol(e, d, e, d), W)
CuriousDP(Broadcast(M, RandomizedResponse(e)), 2, e, 0) for e in [0, 1]
WorstAccuracy(Protocol(1, Speech(1, (1, 0, Speech(1, (1, 1))), (0, 1))), \
Task(0, (1, 0), (0, -1/2))) <= 1
-1/x**y - 3/x**y <= x/x - (-1/x**y) for x in [1, 2], y in [1, 2]
-x**y/x**y*(1/x**y)**2 <= -(3/x**y) - 1*x**y/1 for x in [1, 2], y in [1, 2]
1 - (1 - x)*(1 - y)/2 <= 2*(1 - x)*y - -(x + 1)*y for x in [0, 1], y in [0, 1]
2*Sum(i + Sum(Sum(i*j*n, (n, j, i)), (j, 1, i)), (i, 1, k)) <= 65 for k in 1..4
""".splitlines()


@pytest.mark.parametrize("source", CLAIMS)
def test_every_claim_survives_text_json_and_python(source: str) -> None:
    claim = parse_claim(source)
    assert parse_claim(claim.text) == claim
    assert parse_claim(claim.text).text == claim.text
    assert claim_from_json(claim.to_json()) == claim
    assert claim_of(_run(claim)) == claim
    assert claim.latex()
    assert "$" not in claim.latex()


def _run(claim: Claim) -> object:
    names = "log exp sqrt sinh cosh tanh Abs Min Max erf erfc binomial factorial harmonic oo pi"
    names += " Rational Le Ge Lt Gt Eq Sum"
    scope: dict[str, object] = {name: getattr(sympy, name) for name in names.split()}
    scope |= heads.HEADS
    scope |= {"Phi": heads.Phi, "given": given, "Within": Within, "Claim": Claim}
    scope |= {"parse_expression": parse_expression, **{name: Symbol(name) for name in "ijn"}}
    exec(claim.to_python(), scope)
    return scope["claim"]


def test_every_head_stands_in_a_claim_above() -> None:
    seen = {
        node.func
        for source in CLAIMS
        for atom in parse_claim(source).atoms
        for node in sympy.preorder_traversal(atom)
    }
    assert set(heads.SIGNATURES) <= seen


_NUMBERS = st.one_of(
    st.sampled_from([x, y, S.Pi, Symbol("z")]),
    st.fractions(-3, 3, max_denominator=9).map(lambda f: Rational(f.numerator, f.denominator)),
)
_EXPRESSIONS = st.recursive(
    _NUMBERS,
    lambda inner: st.one_of(
        st.tuples(st.just(Add), inner, inner),
        st.tuples(st.just(Mul), inner, inner),
        st.tuples(st.just(Pow), inner, st.integers(-2, 3).map(Integer)),
        st.tuples(st.just(Pow), inner, st.just(S.Half)),
        st.tuples(st.sampled_from([sympy.log, sympy.exp, sympy.tanh, sympy.Abs]), inner),
    ).map(lambda parts: _safe(*parts)),
    max_leaves=12,
)


def _safe(make: object, *arguments: sympy.Expr) -> sympy.Expr:
    built = lossless(make, *arguments)  # type: ignore[arg-type]
    anew = make(*arguments)  # type: ignore[operator]
    none = S.NaN, S.ComplexInfinity, S.ImaginaryUnit, S.Infinity, S.NegativeInfinity
    return x if any(one.has(*none) for one in (built, anew)) else built


@forall(_EXPRESSIONS)
def test_every_expression_is_a_fixed_point_of_print_and_parse(expression: sympy.Expr) -> None:
    once = text(parse_expression(text(expression)))
    assert text(parse_expression(once)) == once


@forall(_EXPRESSIONS)
def test_printing_keeps_the_value(expression: sympy.Expr) -> None:
    point = {x: Rational(2, 3), y: Rational(5, 7), Symbol("z"): Rational(1, 9)}
    again = parse_expression(text(expression))
    here, there = (complex(e.subs(point).evalf(40)) for e in (expression, again))
    assert here == pytest.approx(there, rel=1e-12, abs=1e-12) or here != here


@pytest.mark.parametrize(
    "power", ["KL(P, Q)**0", "Renyi(2, P, Q)**(1 - 1)", "LossTail(0, P, Q)**0"]
)
def test_what_a_divergence_to_the_zeroth_is(power: str) -> None:
    assert parse_claim(f"x <= {power} for x in [0, 1]").text == "x <= 1 for x in [0, 1]"
    kept = parse_claim("(KL(P, Q) - KL(Q, P))**0 <= 1")
    assert {name.name for name, _ in kept.domains} == {"P", "Q"}


@pytest.mark.parametrize(
    "written",
    [
        "(x**y)**2",
        "x**y*x**y",
        "x*x**y",
        "(x**exp(-1))**(E*y)",
        "x**pi*x**(-pi/2)",
        "0**(0/x)",
        "binomial(x, 1)",
        "binomial(x, 0)",
    ],
)
def test_what_has_fewer_values_than_its_simplification_stays(written: str) -> None:
    assert text(parse_expression(written)) == written


def test_fractions_that_cancel_keep_their_denominator() -> None:
    assert text(parse_expression("x/x")) == "x/x"
    assert parse_expression("x/x") != S.One
    assert text(parse_expression("KL(P, Q) - KL(P, Q)")) == "KL(P, Q) - KL(P, Q)"


def test_a_reciprocal_is_printed_as_a_fraction() -> None:
    tail = " for x in [1, 2], y in [1, 2]"
    for written in ("1/x**y >= 0", "-1/x**y <= 0", "-3/x**y <= 0", "2**(1/x**y) >= 1"):
        assert parse_claim(written + tail).text == written + tail


def test_decimals_are_exact() -> None:
    assert parse_expression("0.1") == Rational(1, 10)
    assert parse_expression("1e-300") == Rational(1, 10**300)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("ZCDP(M, rho) => ZCDP(Group(M, k), rho)", {"k": "1..oo", "rho": "[0, oo)"}),
        ("Renyi(a, P, Q) <= 1", {"a": "(1, oo)", "P": "law", "Q": "law"}),
        ("ApproxDP(M, e, d)", {"M": "mechanism", "e": "[0, oo)", "d": "[0, 1]"}),
        ("ZCDP(GaussianMechanism(D, s), D/s)", {"D": "[0, oo)", "s": "(0, oo)"}),
        ("PureDP(Compose(M, k), k*e) and PureDP(N, e)", {"k": "1..oo", "e": "[0, oo)"}),
        ("PureDP(Compose(M, N), e)", {"N": "mechanism"}),
        ("x <= 1 for x in 1..oo", {"x": "1..oo"}),
        ("Renyi(a, P, Q) <= 1 for a in [1, 2]", {"a": "[1, 2]"}),
    ],
)
def test_domains_follow_from_the_places_of_names(source: str, names: dict[str, str]) -> None:
    found = {name.name: str(domain) for name, domain in parse_claim(source).domains}
    assert names.items() <= found.items()


@pytest.mark.parametrize(
    ("source", "error", "part"),
    [
        ("Foo(M, e) => ZCDP(M, e)", ClaimError, "Foo"),
        ("PureDp(M, e)", ClaimError, "PureDp"),
        ("ZCDP(M)", ClaimError, "ZCDP"),
        ("x <= 1", DomainError, "x"),
        ("Renyi(alpha, P, Q) <= 1 for alpha in (0, 1)", DomainError, "alpha"),
        ("ApproxDP(M, e, delta) for delta in [0, 2]", DomainError, "delta"),
        ("ApproxDP(M, e, delta) for delta in (1, 0)", DomainError, "delta"),
        ("ApproxDP(M, e, delta) for delta in (1, 1)", DomainError, "delta"),
        ("PureDP(M, e) for e in 3..1", DomainError, "e"),
        ("PureDP(M, e) for z in [0, 1]", ClaimError, "z"),
        ("PureDP(M, e) for e in [0, 1], e in [0, 2]", ClaimSyntaxError, "e"),
        ("PureDP(M, e) for e in [0, x]", DomainError, "e"),
        ("PureDP(M, M)", ClaimError, "M"),
        ("PureDP(3, e)", ClaimError, "3"),
        ("KL(P, 2) <= 1", ClaimError, "2"),
        ("KL(P, Q)", ClaimSyntaxError, "KL"),
        ("M <= 1 and PureDP(M, 1)", ClaimError, "M"),
        ("(" * 10_000 + ")" * 10_000, LimitError, "("),
        ("a" * 1_000_000, LimitError, ""),
        ("10**10**10 <= x for x in [0, 1]", LimitError, "10**10**10"),
        ("(9**999)**999 <= x for x in [0, 1]", LimitError, "(9**999)**999"),
        ("9" * 2_000 + " <= 1", LimitError, "9" * 40),
        ("1e99999999 <= 2", LimitError, "1e99999999"),
        ("factorial(10**9) <= 2", LimitError, "factorial"),
        ("-" * 5_000 + "1 <= 2", LimitError, "-"),
        ("2**-" * 100 + "1 <= 2", LimitError, "**"),
        ("+".join(["x"] * 9_000) + " <= 1", LimitError, "+"),
        ("__import__('os').system('x')", ClaimSyntaxError, "'"),
        ("__import__(os) <= 1", ClaimError, "__import__"),
        ("__class__ <= 1 for __class__ in [0, 1]", ClaimSyntaxError, "__class__"),
        ("x.real <= 1 for x in [0, 1]", ClaimSyntaxError, "."),
        ("lambda: 1 <= 1", ClaimSyntaxError, ":"),
        ("\0", ClaimSyntaxError, "\0"),
        ("PureDP(M, eps", ClaimSyntaxError, ""),
        ("PureDP(M, eps) =>", ClaimSyntaxError, ""),
        ("", ClaimSyntaxError, ""),
        ("x <= 1 <= 2 for x in [0, 1]", ClaimSyntaxError, "<="),
        ("1/0 <= x for x in [0, 1]", ClaimError, "1/0"),
        ("oo - oo <= 1", ClaimError, "oo-oo"),
        ("1/oo == 0", ClaimError, "1/oo"),
        ("exp(-oo) == 0", ClaimError, "exp(-oo)"),
        ("tanh(oo) <= 1", ClaimError, "tanh(oo)"),
        ("Min(x, oo) <= 1 for x in [0, 1]", ClaimError, "Min(x, oo)"),
        ("PureDP(M, e) => PureDP(M, e + 1/oo)", ClaimError, "1/oo"),
        ("log(-1) <= 1", ClaimError, "log"),
        ("sqrt(-2) <= 1", ClaimError, "sqrt"),
        ("(-8)**(1/3) <= 1", ClaimError, "(-8)**(1/3)"),
        ("Sum(x) <= 1 for x in [0, 1]", ClaimError, "Sum"),
        ("Sum(1, (i, 1, i)) <= 0", ClaimError, "Sum(1, (i, 1, i))"),
        ("Sum(Sum(1, (j, 1, i)), (i, 1, j)) <= 0", ClaimError, "Sum(Sum(1, (j, 1, i)), (i, 1, j))"),
        ("x <= 0*y for x in [-1, 0]", ClaimError, "y"),
        ("x <= y - y for x in [-1, 0], y in [0, 1]", ClaimError, "y"),
        ("x*y**0 <= 1 for x in [-1, 0]", ClaimError, "y"),
        ("PureDP(M, 0*e)", ClaimError, "e"),
        (
            "RenyiDP(Hypotheses(M, Ones(3), Ones(3)), 1, -1) "
            "=> Capacity(Hypotheses(M, Ones(3), Ones(3)), 1) <= -1",
            ClaimError,
            "Capacity(Hypotheses(M, Ones(3), Ones(3)), 1)",
        ),
        (
            "CuriousDP(Broadcast(Hypotheses(M, Ones(3), Ones(3))), 1, 0, -1)",
            ClaimError,
            "Broadcast(Hypotheses(M, Ones(3), Ones(3)))",
        ),
        (
            "PureDP(Compose(Hypotheses(M, Ones(0), Ones(1)), PostProcess(N)), 1)",
            ClaimError,
            "Compose(Hypotheses(M, Ones(0), Ones(1)), PostProcess(N))",
        ),
        (
            "PureDP(Group(PostProcess(Hypotheses(M, Ones(0), Ones(1))), 2), 1)",
            ClaimError,
            "Group(PostProcess(Hypotheses(M, Ones(0), Ones(1))), 2)",
        ),
        (
            "HypothesisDP(Hypotheses(M, Ones(0), Ones(1)), Ones(0), Ones(1), 1, 0)",
            ClaimError,
            "HypothesisDP(Hypotheses(M, Ones(0), Ones(1)), Ones(0), Ones(1), 1, 0)",
        ),
        ("or <= 1 for or in [0, 1]", ClaimSyntaxError, "or"),
        ("x <= 1 for Unless in [0, 1]", ClaimSyntaxError, "Unless"),
        ("x <= 1 or y <= 1 for x in [0, 1], y in [0, 1]", ClaimSyntaxError, "or"),
    ],
)
def test_bad_text_is_refused_at_once_and_named(
    source: str, error: type[DpsymError], part: str
) -> None:
    begun = time.process_time()
    with pytest.raises(error) as caught:
        parse_claim(source)
    assert isinstance(caught.value, ClaimError)
    assert caught.value.part == part
    assert len(str(caught.value)) < 400
    assert time.process_time() - begun < 2


@forall(st.text(alphabet=string.printable + "≤é\0", max_size=60))
def test_no_text_raises_anything_else(source: str) -> None:
    try:
        claim = parse_claim(source)
    except ClaimError:
        return
    assert parse_claim(claim.text) == claim


_PIECES = st.sampled_from(
    "PureDP ( M , eps ) => ZCDP ApproxDP KL P Q <= >= < == + - * / ** log sqrt 1 0 2.5 oo for in "
    "[ ] 1..oo and x Max Compose Group k Sum".split()
)


@forall(st.lists(_PIECES, max_size=25))
def test_no_sequence_of_words_raises_anything_else(words: list[str]) -> None:
    try:
        claim = parse_claim(" ".join(words))
    except ClaimError:
        return
    assert parse_claim(claim.text) == claim


def test_json_of_another_kind_is_refused() -> None:
    with pytest.raises(ClaimError, match="hypotheses"):
        claim_from_json({"conclusions": ["1 <= 2"]})


def test_a_relation_that_python_evaluated_away_is_refused() -> None:
    with pytest.raises(ClaimError, match="evaluated away"):
        given().then(S.One <= 2)


@pytest.mark.parametrize(
    ("relation", "message"),
    [
        (sympy.Ge(x / 10, 0.1 * x, evaluate=False), r"a float.*write Rational\(1, 10\)"),
        (sympy.Le(x**2.0, 1), "a float"),
        (sympy.Le(sympy.floor(x), x, evaluate=False), "no function floor"),
        (sympy.Le(sympy.Function("f")(x), x), "no function f"),
        (sympy.Ne(x, y), "no relation of a claim; a claim compares with"),
        (sympy.Le(Pow(sympy.E, x, evaluate=False), 16, evaluate=False), "no exponential"),
        (sympy.Ge(sympy.Derivative(x**2, x), 2 * x, evaluate=False), "no Derivative"),
        (sympy.Le(sympy.I * x, 2, evaluate=False), "no ImaginaryUnit"),
    ],
)
def test_what_only_python_has_is_refused(relation: sympy.Basic, message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        given().then(relation)
    assert given().then(sympy.Ge(x / 10, Rational(1, 10) * x, evaluate=False)).conclusions


@pytest.mark.parametrize("name", [Symbol("rho", positive=True), Symbol("2*rho"), Symbol("pi")])
def test_names_are_told_apart_by_how_they_are_written(name: Symbol) -> None:
    known = heads.ZCDP(ObjectName("M"), Symbol("rho"))
    with pytest.raises(ClaimError, match=r"are written 'rho'|is no name of a claim"):
        given(known).then(known, heads.ZCDP(ObjectName("M"), name))


@pytest.mark.parametrize("domain", [[0, 1], (0, 1), "[0, 1]", sympy.Interval(0, 1)])
def test_what_is_no_domain_is_refused_with_its_name(domain: Any) -> None:
    with pytest.raises(DomainError, match=r"the domain of 'x' is given as .* give an Interval"):
        given().then(sympy.Le(x, 2)).over(x=domain)


@pytest.mark.parametrize("word", ["positive", "nonnegative", "real", "integer", "even"])
def test_sympy_assumes_nothing_of_a_name(word: str) -> None:
    x = Symbol("x", **{word: True})
    root = sympy.Le(sympy.sqrt(x**2), x, evaluate=False)  # for positive x, x <= x
    total = sympy.Le(sympy.Sum(sympy.Abs(x), (x, -1, 1)), 0, evaluate=False)
    for relation in root, total:
        with pytest.raises(ClaimError, match="write names without assumptions"):
            given().then(relation)


def test_a_name_with_an_index_is_no_member_beside_that_index() -> None:
    with pytest.raises(ClaimError, match=r"write x\[i\] for the members"):
        parse_claim("Sum(x_i, (i, 1, k))**2 >= k for x_i in [0, oo), k in 1..oo")
    assert parse_claim("Sum(i*x_j, (i, 1, k)) >= 0 for x_j in [0, oo), k in 1..oo").declared


def test_a_number_cannot_also_be_a_mechanism() -> None:
    with pytest.raises(ClaimError):
        given().then(heads.PureDP(Symbol("M"), 1))


def test_python_and_text_forms_agree() -> None:
    mechanism, eps = ObjectName("M"), Symbol("eps")
    built = given(heads.PureDP(mechanism, eps)).then(heads.ZCDP(mechanism, eps**2 / 2))
    assert built == parse_claim("PureDP(M, eps) => ZCDP(M, eps**2/2)")


@pytest.mark.parametrize(
    ("large", "small", "inside"),
    [
        ("[0, 1]", "(0, 1)", True),
        ("(0, 1)", "[0, 1)", False),
        ("[0, oo)", "1..oo", True),
        ("1..oo", "2..5", True),
        ("1..oo", "[1, 2]", False),
        ("(1, oo)", "2..oo", True),
        ("(1, oo)", "1..oo", False),
    ],
)
def test_inclusion_of_domains(large: str, small: str, inside: bool) -> None:
    assert parse_domain(large).includes(parse_domain(small)) is inside


@pytest.mark.parametrize("domain", ["(-oo, oo)", "[-7/3, oo)", "(-oo, 2/7]", "(1/3, 1/2)"])
@pytest.mark.parametrize("number", ["-7/3", "0", "1/3", "2/5", "pi", "exp(20)", "10**40"])
def test_numbers_lie_in_a_domain_as_floats_do(domain: str, number: str) -> None:
    interval = parse_domain(domain)
    assert isinstance(interval, Interval)
    value, low, high = (
        float(end) for end in (parse_expression(number), interval.lower, interval.upper)
    )
    above = low <= value if not interval.lower_open else low < value
    below = value <= high if not interval.upper_open else value < high
    assert interval.contains(parse_expression(number)) is (above and below)
    assert not interval.contains(S.Infinity)
    assert not interval.contains(S.NegativeInfinity)


def test_intersections_of_domains() -> None:
    assert str(parse_domain("[0, 2)").intersection(parse_domain("(1, oo)"))) == "(1, 2)"
    assert str(parse_domain("(0, 3)").intersection(domains.COUNTS)) == "1..2"
    with pytest.raises(DomainError):
        parse_domain("[0, 1]").intersection(parse_domain("[2, 3]"))


@pytest.mark.parametrize(
    ("claim", "part", "remedy"),
    [
        ("PureDP(M, eps) ==> ZCDP(M, eps**2)", "==>", "=>"),
        ("PureDP(M, eps) -> ZCDP(M, eps**2)", "->", "=>"),
        ("KL(P, Q) =< 1", "=<", "<="),
        ("KL(P, Q) = 1", "=", "=="),
        ("PureDP(M, eps) <=> ApproxDP(M, eps, 0)", "<=>", "each direction"),
        ("PureDP(M, eps) iff ApproxDP(M, eps, 0)", "iff", "each direction"),
        ("PureDP(M, eps) or ZCDP(M, eps)", "or", "'and' only"),
        ("PureDP(M, eps) implies ZCDP(M, eps)", "implies", "=>"),
        ("PureDP(M, eps) => ZCDP(M, eps\u00b2/2)", "\u00b2", "**2"),
        ("exp(x) >= 1 for x in R", "R", "(-oo, oo)"),
        ("exp(x) >= 1 for x in [0, inf)", "inf", "oo"),
        ("TV(P, Q) <= 1", "TV", "TotalVariation"),
        ("puredp(M, eps) => GDP(M, eps)", "puredp", "PureDP"),
        ("PureDP(M, 0) => PureDP(Compose(M, k), 0)", "k", "1..oo"),
        ("PureDP(M, 0) => PureDP(Parallel(M, k), 0)", "k", "'for k in mechanism'"),
        ("PureDP(M, 0) => PureDP(Concurrent(M, k), 0)", "k", "'for k in mechanism'"),
        ("PureDP(M, e) => PureDP(Compose(M, -1), e)", "-1", "1..oo"),
        ("Renyi(1/2, P, Q) <= 1", "1/2", "[1, oo]"),
        ("KL(Bernoulli(2), P) >= 0", "2", "[0, 1]"),
    ],
)
def test_an_unusual_spelling_is_named_with_the_way_out(claim: str, part: str, remedy: str) -> None:
    with pytest.raises(ClaimError) as caught:
        parse_claim(claim)
    assert caught.value.part == part
    assert remedy in caught.value.remedy


def test_comments_and_quantifiers_are_read() -> None:
    text = "# Hoeffding\nexp(x) >= 1 + x  # for all\n for all x in (-oo, oo)"
    assert parse_claim(text) == parse_claim("exp(x) >= 1 + x for x in (-oo, oo)")


def test_an_argument_that_may_leave_its_domain_is_an_obligation() -> None:
    claim = parse_claim("KL(Mixture(2*t, P, Q), Q) <= 1 for t in [0, 1]")
    assert [str(o) for o in obligations(claim.atoms, dict(claim.domains))] == [
        "0 <= 2*t",
        "2*t <= 1",
    ]


def test_rounds_that_need_not_be_an_integer_are_an_error() -> None:
    with pytest.raises(ClaimError, match="need not be an integer"):
        parse_claim("PureDP(M, e) => PureDP(Compose(M, k/2), k*e/2) for k in 1..oo")


def test_probabilities_that_do_not_sum_to_one_are_an_error() -> None:
    with pytest.raises(ClaimError, match="sum to 5/6"):
        parse_claim("KL(Finite(1/2, 1/3), Q) >= 0")


@pytest.mark.parametrize("claim", ["KL(P, Product) <= 1", "KL(P, Product()) <= 1", "Product <= 1"])
def test_a_product_of_nothing_is_an_error(claim: str) -> None:
    with pytest.raises(ClaimError, match=r"needs its arguments|takes 2 or more"):
        parse_claim(claim)


@pytest.mark.parametrize(
    ("claim", "typeset"),
    [
        ("PureDP(M, eps)", r"M \text{ is } \varepsilon\text{-DP}"),
        ("ApproxDP(M_prime, eps1, delta)", r"M' \text{ is } (\varepsilon_{1}, \delta)\text{-DP}"),
        ("ZCDP(M, 2*rho) for rho in [0, 1]", r"M \text{ is } \left(2 \rho\right)\text{-zCDP}"),
        ("PureDP(M, log(2))", r"M \text{ is } \log{\left(2 \right)}\text{-DP}"),
        ("GaussianDP(M, mu_2)", r"M \text{ is } \mu_{2}\text{-GDP}"),
        (
            "ZCDP(GaussianMechanism(1, sigma), 1)",
            r"\mathcal{N}(0, \sigma^{2})\text{ noise at sensitivity } 1 \text{ is } 1\text{-zCDP}",
        ),
        (
            "ZCDP(M, rho) => ZCDP(Group(Compose(M, k), 2), 4*k*rho) and KL(P, Q) >= 0",
            r"M \text{ is } \rho\text{-zCDP} \;\Longrightarrow\; \left(\text{the } k\text{-fold "
            r"composition of } M\right) \text{ for groups of } 2 \text{ is } "
            r"\left(4 k \rho\right)\text{-zCDP} \text{ and } "
            r"\mathrm{KL}\left(P\,\middle\|\,Q\right) \geq 0",
        ),
        (
            "TotalVariation(Product(P, Q), R) <= 1",
            r"\mathrm{TV}\left(P \times Q\,\middle\|\,R\right) \leq 1",
        ),
        (
            "KL(Gaussian(0, sqrt(2*t)), Gaussian(0, t + 1)) <= 1 for t in (0, 1)",
            r"\mathrm{KL}\left(\mathcal{N}\left(0, 2 t\right)\,\middle\|\,"
            r"\mathcal{N}\left(0, \left(t + 1\right)^{2}\right)\right) \leq 1",
        ),
        (
            "ZCDP(M, rho) => ApproxDP(M, rho + sqrt(8*rho*log(1/d)), d) for d in (0, 1)",
            r"M \text{ is } \rho\text{-zCDP} \;\Longrightarrow\; M \text{ is } "
            r"(\rho + 2 \sqrt{2 \rho \log{\left(\frac{1}{d} \right)}}, d)\text{-DP}",
        ),
        (
            "x*sqrt(2)*sqrt(x + 1) - sqrt(3*x) <= -sqrt(2*pi)*sqrt(5)/7 for x in [0, 1]",
            r"- \sqrt{3 x} + x \sqrt{2 \left(x + 1\right)} \leq - \frac{\sqrt{10 \pi}}{7}",
        ),
        (
            "sqrt(x)*sqrt(x)*sqrt(2) <= 3 for x in [0, 1]",
            r"\sqrt{x} \sqrt{2 x} \leq 3",
        ),
        (
            "HockeyStick(5, P, Q) <= HockeyStick(eps, P, Q)",
            r"H_{e^{5}}\left(P\,\middle\|\,Q\right) \leq "
            r"H_{e^{\varepsilon}}\left(P\,\middle\|\,Q\right)",
        ),
    ],
)
def test_claims_are_typeset_in_the_letters_and_words_of_the_field(claim: str, typeset: str) -> None:
    assert parse_claim(claim).latex() == typeset


@pytest.mark.parametrize(
    ("claim", "typeset"),
    [
        (
            "eps <= epsilon => a <= 1",
            r"\mathtt{eps} \leq \mathtt{epsilon} \;\Longrightarrow\; a \leq 1",
        ),
        ("x1 <= a => x_1 <= a", r"\mathtt{x1} \leq a \;\Longrightarrow\; \mathtt{x\_1} \leq a"),
        ("x__2 <= x_prime", r"x_{2} \leq x'"),
        ("x_ <= x_prime", r"\mathtt{x\_} \leq \mathtt{x\_prime}"),
        ("xabs <= Abs(x)", r"\mathrm{xabs} \leq \left|{x}\right|"),
        ("Ncal <= ALPHA", r"\mathrm{Ncal} \leq \mathrm{ALPHA}"),
        ("xy <= x*y", r"\mathrm{xy} \leq x y"),
        ("x_1_2 <= x_12", r"x_{1, 2} \leq x_{12}"),
        ("exp(1) <= e", r"\exp\left(1\right) \leq e"),
        ("e <= 2 => exp(x) <= 9", r"e \leq 2 \;\Longrightarrow\; \exp\left(x\right) \leq 9"),
        ("e**x <= exp(2*x)**2", r"e^{x} \leq \exp\left(4 x\right)"),
        ("harmonic(k) <= H_k", r"\operatorname{H}\left(k\right) \leq H_{k}"),
    ],
)
def test_no_two_names_are_typeset_alike(claim: str, typeset: str) -> None:
    names = sorted(set(re.findall(r"[A-Za-z]\w*", claim)) - {"Abs", "exp", "harmonic"})
    domains = ", ".join(f"{name} in {'1..9' if name == 'k' else '[1, 9]'}" for name in names)
    assert parse_claim(f"{claim} for {domains}").latex() == typeset


def test_claims_are_shown_with_the_domains_that_they_declare() -> None:
    claim = parse_claim("x_1*x1 <= x1 for x_1 in [0, 1], x1 in [0, oo)")
    names = [r"\mathtt{x\_1}", r"\mathtt{x1}"]
    assert claim.stated().endswith(rf"({names[1]} \in [0, \infty), {names[0]} \in [0, 1])")
    assert claim._repr_latex_() == f"${claim.stated()}$"
    assert "[" in (claim._repr_html_() or "[")
    assert parse_claim("PureDP(M, eps) => ZCDP(M, eps**2/2)").stated().endswith("zCDP}")


def test_what_is_said_in_words_names_heads_of_the_language() -> None:
    for name, count in SAID:
        assert heads.SIGNATURES[heads.HEADS[name]].roles(count) is not None
    assert set(LISTED) <= set(heads.HEADS)


def test_guarantees_laws_and_mechanisms_are_not_typeset_as_heads_with_arguments() -> None:
    """Trees, tasks, kernels and lists of losses have no other notation."""
    spoken = {name for name, _ in SAID} | set(LISTED)
    kinds = (heads.Guarantee, heads.Law, heads.MechanismHead)
    named = {name for name, head in heads.HEADS.items() if issubclass(head, kinds)}
    assert named - spoken == {"ExponentialMechanism"}


@pytest.mark.parametrize(
    ("domain", "typeset"),
    [
        (Interval(S.Zero, S.Infinity, upper_open=True), r"x \in [0, \infty)"),
        (Interval(-S.Infinity, S.Infinity, True, True), r"x \in \mathbb{R}"),
        (Integers(S.One, Integer(2)), r"x \in \{1, 2\}"),
        (Integers(S.Zero, Integer(9)), r"x \in \{0, 1, \ldots, 9\}"),
        (Integers(-S.Infinity, S.Infinity), r"x \in \mathbb{Z}"),
        (Integers(-S.Infinity, S.Zero), r"x \in \{\ldots, 0\}"),
        (Objects(Sort.LAW), r"\text{any law } x"),
    ],
)
def test_domains_are_typeset(domain: Domain, typeset: str) -> None:
    assert membership("x", domain) == typeset


@pytest.mark.parametrize(
    "end", ["exp(1)", "2*exp(1)", "exp(1/2)", "pi", "sqrt(2)", "log(3)", "erf(1)"]
)
def test_a_domain_with_a_constant_for_an_end_is_read_again_as_printed(end: str) -> None:
    claim = parse_claim(f"t <= {end} for t in (0, {end}]")
    assert parse_claim(claim.text) == claim


@pytest.mark.parametrize(
    ("count", "names", "whole"),
    [
        ("2**c", "c in 1..oo", True),
        ("2**(c + 1)", "c in 0..oo", True),
        ("n**c + c", "n in 1..oo, c in 0..oo", True),
        ("(-2)**c", "c in 0..oo", True),
        ("2**c", "c in -1..oo", False),
        ("2**(c - 1)", "c in 1..oo", False),
        ("2**(-c)", "c in 0..oo", False),
        ("2**x", "x in [1, oo)", False),
        ("(1/2)**c", "c in 0..oo", False),
    ],
)
def test_powers_of_whole_numbers_are_counts_where_they_are_whole(
    count: str, names: str, whole: bool
) -> None:
    text = f"PureDP(M, eps) => PureDP(Group(M, {count}), t) for {names}, t in [0, oo)"
    if whole:
        assert parse_claim(text)
    else:
        with pytest.raises(ClaimError, match="need not be an integer"):
            parse_claim(text)


@pytest.mark.parametrize("count", [60, 90, 250])
def test_operations_that_are_kept_may_not_stand_too_deep(count: int) -> None:
    """Infinities meet in each: none of them is put together with the next."""
    terms = [f"{n}*KL(P, Q) - {n + 1}*KL(P, Q)" for n in range(1, count)]
    with pytest.raises(LimitError, match="stand in one another"):
        parse_claim(f"{' + '.join(terms)} <= 1")


def test_a_long_sum_is_read_or_refused_in_words() -> None:
    plain = " + ".join(f"{n}*x**{n}" for n in range(1, 101))
    assert len(parse_claim(f"{plain} >= 0 for x in [0, 1]").conclusions[0].args[0].args) == 100
    with pytest.raises(LimitError, match="stand in one another"):
        parse_claim(f"{' + '.join([plain] * 4)} >= 0 for x in [0, 1]")
