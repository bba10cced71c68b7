"""Inequalities between numbers at their most treacherous: narrow dips, kinks, sums, ends of domains.

Every truth is exact: the claims are made around a point at which the difference of the sides is
known as a fraction, or enumerated.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

from measure.case import Case, Kind, decided, rational, void


def _dip(rng: Random) -> tuple[Fraction, Fraction]:
    """A point of (0, 1) where nobody looks, and the square of half the width of a dip there."""
    place = Fraction(rng.randint(1, 10_006), 10_007)
    return place, Fraction(rng.randint(1, 9), 10 ** rng.randint(6, 14))


def _square(rng: Random, place: Fraction, name: str = "x") -> str:
    """(name - place)**2, in one of several spellings."""
    return rng.choice(
        (
            f"({name} - {place})**2",
            f"({name}**2 - {2 * place}*{name} + {place**2})",
            f"Abs({name} - {place})**2",
            f"({name}*({name} - {2 * place}) + {place**2})",
            f"sqrt(({name} - {place})**4)",
        )
    )


def dip(rng: Random) -> Case:
    """An increasing function of a parabola that just touches, or just misses."""
    place, width = _dip(rng)
    holds = rng.random() < 0.5
    square = _square(rng, place)
    inside = f"({square} {'+' if holds else '-'} {width})"
    template = rng.choice(
        (
            "{g} >= 0",
            "exp({g}) >= 1",
            "exp(-{g}) <= 1",
            "{g}**3 >= 0",
            "sinh({g}) >= 0",
            "log(1 + {g}) >= 0",
            "Phi({g}) >= 1/2",
            "tanh({g}) > -1/10**30",
            "{g}*exp(x) >= 0",
            "{g}/(1 + x) >= 0",
            "erf({g}) >= 0",
            "{g}*(2 + x - x**2) >= 0",
            "cosh({g}) - 1 + {g} >= 0",
            "sqrt(1 + {g}) >= 1",
            "Max({g}, -1/10**40) >= 0",
        )
    )
    if template.startswith("tanh"):  # misses by more than 10**-30 where it misses
        holds = holds or width < Fraction(1, 10**30)
    return decided(
        f"{template.format(g=inside)} for x in [0, 1]", holds, f"g({place}) = -{width} or g > 0"
    )


def dip_in_two(rng: Random) -> Case:
    """A dip of a quadratic form in two variables."""
    a, width = _dip(rng)
    b, _ = _dip(rng)
    holds = rng.random() < 0.5
    sign = "+" if holds else "-"
    c = Fraction(rng.randint(-18, 18), 10)  # definite: |c| < 2
    u, v = f"(x - {a})", f"(y - {b})"
    template = rng.choice(
        (
            "{u}**2 + {c}*{u}*{v} + {v}**2 {s} {w} >= 0",
            "exp({u}**2 + {c}*{u}*{v} + {v}**2 {s} {w}) >= 1",
            "{u}**2 + {v}**2 >= -({c})*{u}*{v} - {n}",
            "sqrt(1 + {u}**2 + {c}*{u}*{v} + {v}**2 {s} {w}) >= 1",
            "({u}**2 + {c}*{u}*{v} + {v}**2 {s} {w})*(1 + x*y) >= 0",
        )
    )
    signed = width if holds else -width
    text = template.format(u=u, v=v, c=f"({c})", s=sign, w=width, n=f"({signed})")
    return decided(f"{text} for x in [0, 1], y in [0, 1]", holds, f"at {a}, {b}: {signed}")


def nested_absolutes(rng: Random) -> Case:
    """sqrt((g + y)**2 + t) >= Abs(Abs(g) + y): by squares, true iff t >= 4*y*w where g >= -w."""
    place, width = _dip(rng)
    largest = rng.randint(2, 4)
    edge = 4 * largest * width
    holds = rng.random() < 0.5
    t = edge * (
        Fraction(rng.randint(101, 200), 100) if holds else Fraction(rng.randint(1, 99), 100)
    )
    g = f"({_square(rng, place)} - {width})"
    left, right = rng.choice(
        (
            (f"sqrt(({g} + y)**2 + {t})", f"Abs(Abs({g}) + y)"),
            (f"sqrt(({g} + y)**2 + {t})", f"Abs({g}) + y"),
            (f"({g} + y)**2 + {t}", f"(Abs({g}) + y)**2"),
            (f"({g} + y)**2 + {t}", f"(sqrt({g}**2) + y)**2"),
            (f"2*y*{g} + {t}", f"2*y*Abs({g})"),
            (f"2*y*{g} + {t}", f"2*y*Max({g}, -({g}))"),
        )
    )
    relation = rng.random() < 0.5
    text = f"{left} >= {right}" if relation else f"{right} <= {left}"
    return decided(f"{text} for x in [0, 1], y in [1, {largest}]", holds, f"edge t = {edge}")


def undone_functions(rng: Random) -> Case:
    """A function and its inverse, which cancel where the argument has one sign only."""
    place, width = _dip(rng)
    positive = rng.random() < 0.4
    g = f"({_square(rng, place)} {'+' if positive else '-'} {width})"
    text, otherwise = rng.choice(
        (
            (f"sqrt({g}**2) == {g}", False),
            (f"sqrt({g}**2) <= {g}", False),
            (f"Abs({g}) <= {g}", False),
            (f"Max({g}, 0) == {g}", False),
            (f"({g}**4)**(1/4) <= {g}", False),
            (f"Min({g}, 0) >= 0", False),
            (f"sqrt({g}**2)*{g} >= 0", False),
            (f"Abs({g}*(1 + x)) <= {g}*(1 + x)", False),
            (f"log(exp({g})) >= 0", False),
            (f"Abs(Abs({g}) + {g}) <= 2*{g}", False),
            (f"sqrt({g}**2) == Abs({g})", True),
            (f"log(exp({g})) == {g}", True),
            (f"Abs({g}) >= {g}", True),
            (f"Max({g}, -({g})) == Abs({g})", True),
        )
    )
    return decided(f"{text} for x in [0, 1]", positive or otherwise, f"g({place}) negative or not")


def no_value(rng: Random) -> Case:
    """A function outside its domain in a narrow dip, or at a point."""
    place, width = _dip(rng)
    touches, fine = rng.random() < 0.3, rng.random() < 0.4
    g = _square(rng, place)
    if not touches:
        g = f"({g} {'+' if fine else '-'} {width})"
    template, root = rng.choice(
        (
            ("sqrt({g})**2 == {g}", True),
            ("{g}**(1/2) - {g}**(1/2) >= 0", True),
            ("exp(log({g})) == {g}", False),
            ("{g}/{g} == 1", False),
            ("1/{g} - 1/{g} == 0", False),
            ("log({g}) - log({g}) <= 0", False),
            ("0*log({g}) == 0", False),
            ("0/{g} == 0", False),
            ("({g})**(-2) >= 0", False),
            ("log(({g})**3) == 3*log({g})", False),
        )
    )
    whole = f"{template.format(g=f'({g})')} for x in [0, 1]"
    if root if touches else fine:
        return decided(whole, True, "an identity where both sides have values")
    return void(whole, f"no value at {place}")


def sums(rng: Random) -> Case:
    """Sums with few, no and a negative number of terms."""
    first = rng.randint(0, 4)
    low = rng.randint(-2, 5)
    high = low + rng.randint(0, 5)
    term, value = rng.choice(
        (
            ("1", lambda i: Fraction(1)),
            ("i", Fraction),
            ("i**2", lambda i: Fraction(i * i)),
            ("(-1)**i", lambda i: Fraction((-1) ** i)),
            ("1/(1 + i**2)", lambda i: Fraction(1, 1 + i * i)),
            ("2**i", lambda i: Fraction(2) ** i),
            ("(i - 2)", lambda i: Fraction(i - 2)),
        )
    )
    truths = {k: sum(map(value, range(first, k + 1)), Fraction(0)) for k in range(low, high + 1)}
    backwards = low < first - 1
    bound = max(truths.values()) if rng.random() < 0.5 else min(truths.values())
    off = rng.choice((Fraction(0), Fraction(1, 10**6), Fraction(-1, 10**6)))
    relation = rng.choice(("<=", ">="))
    shift = rng.choice(("", "k - k + "))
    text = f"{shift}Sum({term}, (i, {first}, k)) {relation} {bound + off} for k in {low}..{high}"
    holds = {
        k: t <= bound + off if relation == "<=" else t >= bound + off for k, t in truths.items()
    }
    sensible = {k: h for k, h in holds.items() if k >= first - 1}
    if not all(sensible.values()):
        return decided(text, False, f"{truths}")
    return void(text, "the sum runs backwards") if backwards else decided(text, True, f"{truths}")


def sums_within(rng: Random) -> Case:
    """Sums whose index has the name of another sum's, and sums whose limits depend on an index."""
    k = rng.randint(1, 6)
    text, value = rng.choice(
        (
            ("Sum(Sum(i, (i, 1, 2)), (j, 1, k))", 3 * k),
            ("Sum(i, (i, 1, k)) + Sum(i**2, (i, 1, k))", sum(i + i * i for i in range(1, k + 1))),
            ("Sum(i, (i, 1, k))*Sum(i, (i, 0, k - 1))", k * (k + 1) * k * (k - 1) // 4),
            (
                "Sum(Sum(i*j, (j, 1, i)), (i, 1, k))",
                sum(i * j for i in range(1, k + 1) for j in range(1, i + 1)),
            ),
            (
                "Sum(Sum(1, (j, 2, i)), (i, 1, k))",
                sum(max(0, i - 1) for i in range(1, k + 1)),
            ),
            ("Sum(binomial(k, i), (i, 0, k))", 2**k),
            ("Sum(binomial(k, i)*(-1)**i, (i, 1, k))", -1),
            ("Sum(k, (i, 1, k))", k * k),
            ("Sum(binomial(k, i)*2**i, (i, 0, k))", sum(comb(k, i) * 2**i for i in range(k + 1))),
        )
    )
    stated = value + rng.choice((0, 0, 1, -1))
    relation = rng.choice(("==", "<=", ">="))
    holds = {"==": value == stated, "<=": value <= stated, ">=": value >= stated}[relation]
    return decided(f"{text} {relation} {stated} for k in {k}..{k}", holds, f"value {value}")


def ends(rng: Random) -> Case:
    """What holds on an open interval, stated up to an end at which it has no value or is an equality."""
    number = rational(rng)
    a = f"({number})"
    closed = rng.random() < 0.5
    left = "[" if closed else "("
    text, end = rng.choice(
        (
            (f"{a}/x >= 0 for x in {left}0, 1]", "void"),
            (f"x*log(x) <= 0 for x in {left}0, 1]", "void"),
            (f"log(x) <= x - 1 for x in {left}0, oo)", "void"),
            (f"x**(-1/2) >= 1 for x in {left}0, 1]", "void"),
            (f"(exp(x) - 1)/x >= 1 for x in {left}0, oo)", "void"),
            (f"x*(1/x) == 1 for x in {left}0, {a}]", "void"),
            (f"log({a}*x) - log(x) == log({a}) for x in {left}0, {a}]", "void"),
            (f"x**2 > 0 for x in {left}0, {a}]", "false"),
            (f"exp({a}*x) > 1 for x in {left}0, oo)", "false"),
            (f"x > sinh(x) - x**3 for x in {left}0, {min(number, 2)}]", "false"),
            (f"tanh({a}*x) < {a}*x for x in {left}0, oo)", "false"),
            (f"log(1 + x) < x for x in {left}0, oo)", "false"),
            (f"Phi(-x) < 1/2 for x in {left}0, oo)", "false"),
            (f"sqrt(x*(1 - x)) + 1/(1 - x) >= 1 for x in {left}0, 1)", "true"),
        )
    )
    if closed and end == "void":
        return void(text, "no value at 0")
    return decided(text, not (closed and end == "false"), "equality at 0 only")


def far_away(rng: Random) -> Case:
    """A limit that is approached from one side, on an unbounded domain."""
    first, second = rational(rng), rational(rng)
    a, b = f"({first})", f"({second})"
    text, holds = rng.choice(
        (
            (f"{a}*exp(-x/{b}) > 0 for x in [0, oo)", True),
            (f"{a}*exp(-x/{b}) >= 1/10**60 for x in [0, oo)", False),
            (f"{a}/(x + {b}) <= {a}/{b} for x in [0, oo)", True),
            (f"x + {a} >= x for x in (-oo, oo)", True),
            (f"(x + {a})**2 >= x**2 for x in (-oo, oo)", False),
            (f"sqrt(x**2 + {a}) - x <= sqrt({a}) for x in [0, oo)", True),
            (f"sqrt(x**2 + {a}) - x <= 10**8*{a} for x in (-oo, oo)", False),
            (f"x**12 <= 10**20*{b}*exp(x) for x in [0, oo)", True),
            (f"x**12 <= {b}*exp(x) for x in [0, oo)", False),
            (f"tanh(x) <= 1 - exp(-({a} + 3)*x) for x in [0, oo)", True),
            (f"1 - exp(-x) <= x/(1 + {a}*x) for x in [0, oo)", 2 * first <= 1),
            ("log(1 + exp(x)) <= x + log(2) for x in [0, oo)", True),
            ("log(1 + exp(x)) <= x + exp(-x) for x in (-oo, oo)", True),
            ("erfc(x) <= exp(-x**2) for x in [0, oo)", True),
            (f"erfc(x) >= exp(-x**2)/({b} + 10*x) for x in [0, oo)", second >= 1),
            ("x*exp(-x) <= 367879/10**6 for x in [0, oo)", False),
            ("x*exp(-x) <= 367880/10**6 for x in [0, oo)", True),
            (f"1/x <= {a} for x in [1/{a}, oo)", True),
            ("1 <= y => 0 <= 1/x - 2 for x in (0, oo), y in [0, oo)", False),
        )
    )  # fmt: skip
    return decided(text, holds, "by calculus")


def logic(rng: Random) -> Case:
    """Hypotheses that hold nowhere, at one point, or in a narrow dip only."""
    place, width = _dip(rng)
    square = _square(rng, place)
    text, truth = rng.choice(
        (
            (f"{square} <= -{width} => x >= 2 for x in [0, 1]", "true"),
            (f"{square} <= 0 => x <= {place} for x in [0, 1]", "true"),
            (f"{square} <= 0 => x < {place} for x in [0, 1]", "false"),
            (f"{square} <= {width} => x >= {place} for x in [0, 1]", "false"),
            (f"{square} < {width} => (x - {place})**4 < {width**2} for x in [0, 1]", "true"),
            (f"{square} <= {width} => (x - {place})**4 < {width**2} for x in [0, 1]", "false"),
            (f"x + y == 1 and {square} <= 0 => y == {1 - place} for x in [0, 1], y in [0, 1]", "true"),
            (f"x == y and y == z and z == {place} => x == {place + width} for x in [0, 1], y in [0, 1], z in [0, 1]", "false"),
            ("x <= y and y <= z => x <= z for x in (-oo, oo), y in (-oo, oo), z in (-oo, oo)", "true"),
            (f"x*y >= {width} => x >= 0 for x in [-1, 1], y in [-1, 1]", "false"),
            ("0 < z => 0 <= (x - z)**2/2 + z - 100 for x in (0, 5), z in [-5, 4]", "false"),
            (f"1/x >= {1 / width} => x <= {width} for x in (0, 1]", "true"),
            (f"log(x) <= -{rng.randint(20, 60)} => x <= 1/10**8 for x in (0, 1]", "true"),
        )
    )  # fmt: skip
    return Case(text, truth, f"the point {place}")


def integers(rng: Random) -> Case:
    """Claims over integers, one of which may be the exception."""
    odd = rng.randint(2, 40)
    text, holds = rng.choice(
        (
            (f"(k - {odd})**2 >= 1 for k in 1..{odd - 1}", True),
            (f"(k - {odd})**2 >= 1 for k in 1..oo", False),
            (f"(2*k - {2 * odd + 1})**2 >= 1 for k in 1..oo", True),
            (f"(2*x - {2 * odd + 1})**2 >= 1 for x in [1, oo)", False),
            ("k**2 >= k for k in -oo..oo", True),
            ("x**2 >= x for x in (-oo, oo)", False),
            ("2**k >= k**2 for k in 4..oo", True),
            ("2**k >= k**2 for k in 1..oo", False),
            ("(-1)**k >= -1 for k in 1..oo", True),
            (f"(-1)**k*k >= -{odd} for k in 1..{odd + odd % 2}", True),
            (f"(-1)**k*k >= -{odd} for k in 1..{odd + 2}", False),
            ("factorial(k) >= 2**(k - 1) for k in 0..oo", True),
            (f"factorial(k) >= 2**k for k in 0..{odd}", False),
            ("binomial(2*k, k) <= 4**k for k in 0..oo", True),
            (f"binomial(k, 2) == k*(k - 1)/2 for k in 0..{odd}", True),
            ("harmonic(k) <= 1 + log(k) for k in 1..oo", True),
            ("harmonic(k) <= log(k) + 57721/100000 for k in 1..oo", False),
            (f"Abs(k - {odd})*Abs(k - {odd + 1}) >= 0 for k in 1..oo", True),
            (f"Abs(k - {odd})*Abs(k - {odd + 1}) > 0 for k in 1..{odd + 5}", False),
        )
    )
    return decided(text, holds, "by enumeration and induction")


def evaluated_away(rng: Random) -> Case:
    """Terms that algebra simplifies, at points at which they have no value, or have one."""
    a = rng.randint(1, 9)
    sound = rng.random() < 0.4
    real, whole = ("(0, 1]", f"2..{a + 2}") if sound else ("[-1, 1]", f"-{a}..{a}")
    text, domains = rng.choice(
        (
            ("(1/x)**0 == 1", "x"),
            ("log(x)**0 == 1", "x"),
            ("(x**(-1))**(-1) == x", "x"),
            ("sqrt(x)*sqrt(x) == x", "x"),
            ("x**(1/3)*x**(2/3) == x", "x"),
            ("(x**(1/2))**4 == x**2", "x"),
            ("(x**y)**2 == x**(2*y)", "xy"),
            ("x**y*x**y == x**(2*y)", "xy"),
            ("(x**y)**2 >= 0", "xy"),
            (f"log(x**{2 * a}) == {2 * a}*log(x)", "x"),
            (f"Max(log(x), -{a}) >= -{a}", "x"),
            (f"Min({a}/x, {a}) <= {a}", "x"),
            (f"0*log(x)**{a} + {a} >= {a}", "x"),
            ("binomial(k, k) == 1", "k"),
            ("binomial(k, 2)**2 >= 0", "k"),
            (f"binomial(k, 1)*{a} == {a}*k", "k"),
            ("factorial(k)/factorial(k) == 1", "k"),
            ("factorial(k) == k*factorial(k - 1)", "k"),
            ("harmonic(k) - harmonic(k - 1) == 1/k", "k"),
            ("0*Sum(1, (i, 2, k)) == 0", "k"),
            ("Sum(i, (i, 2, k)) - Sum(i, (i, 2, k)) == 0", "k"),
            ("Sum(1/i - 1/i, (i, 0, k)) + Sum(1, (i, 2, k)) >= 0", "k0"),
            ("Sum(log(i) - log(i), (i, 0, k)) >= 0", "k0"),
        )
    )
    named = {"x": f"x in {real}", "y": "y in [1/2, 1/2]", "k": f"k in {whole}"}
    written = f"{text} for {', '.join(named[name] for name in domains if name in named)}"
    if "0" in domains or not sound:
        return void(written, "no value where a term that cancels has none")
    return decided(written, True, "an identity where all terms have values")


KINDS: dict[str, Kind] = {
    "narrow dip": dip,
    "narrow dip in two variables": dip_in_two,
    "nested absolute values": nested_absolutes,
    "function and inverse": undone_functions,
    "no value in a dip": no_value,
    "terms that cancel": evaluated_away,
    "sums": sums,
    "sums within sums": sums_within,
    "ends of domains": ends,
    "far away": far_away,
    "logic": logic,
    "integers": integers,
}
