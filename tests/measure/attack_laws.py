"""Divergences where they are infinite, undefined or zero, and laws that are none.

Divergences take values in [0, oo]; a side such as oo - oo has no value, and a claim with such a point
is not true; the number 0 times a divergence is 0. Concrete laws are compared by the definitions in ``finite.py``.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from mpmath import inf, mpf, nstr

from measure import finite
from measure.case import Case, Kind, beside, decided, rational, void

UNBOUNDED = (
    "KL({P}, {Q})",
    "ChiSquared({P}, {Q})",
    "MaxDivergence({P}, {Q})",
    "Renyi(2, {P}, {Q})",
    "Renyi(3/2, {P}, {Q})",
    "Renyi(oo, {P}, {Q})",
)
"""Divergences that take every value in [0, oo], and oo together where supports differ."""
BOUNDED = ("TotalVariation({P}, {Q})", "Hellinger({P}, {Q})", "HockeyStick(0, {P}, {Q})")
"""Divergences that take every value in [0, 1], and 1 where supports are disjoint."""


def _pair(rng: Random) -> tuple[str, str]:
    return rng.choice((("P", "Q"), ("Q", "P"), ("R", "S")))


def holds_at_infinity(rng: Random) -> Case:
    """Hypotheses that a divergence satisfies at oo, beside what it satisfies at finite values."""
    first, second = _pair(rng)
    D = rng.choice(UNBOUNDED).format(P=first, Q=second)
    other = rng.choice(UNBOUNDED).format(P=first, Q=second)
    small = rng.choice(BOUNDED).format(P=first, Q=second)
    a, c = rational(rng), rng.randint(2, 9)
    only_there = rng.choice(
        (
            f"{D} >= {c}*{D} + {a}",
            f"exp(-{D}) <= 0",
            f"1/(1 + {D}) <= 0",
            f"{D} >= {D} + {a}",
            f"{D}**2 >= 2*{D}**2 + {a}",
            f"exp({D}) >= 2*exp({D})",
            f"sqrt({D}) >= sqrt({D}) + {a}",
            f"tanh({D}) >= 1",
            f"{D} >= {D} + exp(-{D}/{c})",
        )
    )
    nowhere = rng.choice((f"exp(-{D}) < 0", f"{D} < {D}", f"1/(1 + {D}) < 0", f"tanh({D}) > 1"))
    text, truth = rng.choice(
        (
            (f"{only_there} => {D} <= {c}", "false"),
            (f"{only_there} => {other} <= {c}", "false"),
            (f"{only_there} => {small} <= {Fraction(c, 10)}", "false"),
            (f"{only_there} => {D} >= {c}", "true"),
            (f"{only_there} => exp(-{D}) <= 0", "true"),
            (f"{only_there} and {D} <= {c} => {small} <= 0", "true"),
            (f"{nowhere} => {small} <= 0", "true"),
            (f"{only_there} => {small} <= 1", "true"),
        )
    )
    return Case(text, truth, "the hypothesis holds where the divergence is oo, or nowhere")


def infinity_less_infinity(rng: Random) -> Case:
    """Differences, products and quotients of divergences that have no value at oo, or none at 0."""
    first, second = _pair(rng)
    D = rng.choice(UNBOUNDED).format(P=first, Q=second)
    E = rng.choice(UNBOUNDED).format(P=first, Q=second)
    B = rng.choice(BOUNDED).format(P=first, Q=second)
    a = rational(rng)
    text, truth = rng.choice(
        (
            (f"{D} - {D} == 0", "void"),
            (f"{D} - {E} == {D} - {E}", "void"),
            (f"0*{D} <= {a}", "true"),
            (f"{D}*0 == 0", "true"),
            (f"{D}/{D} <= 1", "void"),
            (f"{D} + {a} - {D} == {a}", "void"),
            (f"({D} + {a})/({D} + {a}) == 1", "void"),
            (f"2*{D} - {D} >= 0", "void"),
            (f"exp({D} - {D}) <= 1", "void"),
            (f"x*{D} >= 0 for x in [0, {a}]", "true"),
            (f"x*{D} <= {a} for x in [0, 1]", "false"),
            (f"Max({D} - {D}, 0) <= {a}", "void"),
            (f"Renyi(2, {first}, {second}) - log(1 + ChiSquared({first}, {second})) == 0", "void"),
            (f"{a}*{D} - {a / 2}*{D} >= 0", "void"),
            (f"({D} - {E})**2 >= 0", "void"),
            (f"Abs({D} - {E}) + {a} >= {a}", "void"),
            (f"log({B}) <= 0", "void"),
            (f"log({B}) - log({B}) == 0", "void"),
            (f"{B}/{B} == 1", "void"),
            (f"{D} == {D}", "true"),
            (f"{D} <= {D} + {a}", "true"),
            (f"{D} < {D} + {a}", "false"),
            (f"{B} < {B} + {a}", "true"),
            (f"{B} - {B} == 0", "true"),
            (f"0*{B} == 0", "true"),
            (f"({B} + {a})/({B} + {a}) == 1", "true"),
            (f"0*{B} == {a}/10**9", "false"),
            (f"Renyi(2, {first}, {second}) == log(1 + ChiSquared({first}, {second}))", "true"),
            (f"exp(-{D}) <= 1", "true"),
            (f"exp(-{D}) > 0", "false"),
            (f"{D} <= 10**30", "false"),
        )
    )
    return Case(text, truth, "values at oo and at 0")


def same_names(rng: Random) -> Case:
    """The same law in both places, or the same names in another order."""
    D = rng.choice(UNBOUNDED)
    B = rng.choice(BOUNDED)
    P, Q, R = rng.choice((("P", "Q", "R"), ("Q", "P", "R"), ("t", "x", "alpha"), ("M", "k", "c")))
    a = rational(rng)
    text, holds = rng.choice(
        (
            (f"{D.format(P=P, Q=P)} == 0", True),
            (f"{B.format(P=P, Q=Q)} <= {B.format(P=P, Q=P)}", False),
            (f"{B.format(P=P, Q=Q)} == {B.format(P=Q, Q=P)}", True),
            (f"{D.format(P=P, Q=Q)} == {D.format(P=Q, Q=P)}", False),
            (f"{D.format(P=P, Q=Q)} <= {a} => {D.format(P=Q, Q=P)} <= {a}", False),
            (f"{D.format(P=P, Q=Q)} <= {a} => {D.format(P=P, Q=Q)} <= {a}", True),
            (f"{D.format(P=P, Q=Q)} <= {a} and {D.format(P=Q, Q=R)} <= {a} => {D.format(P=P, Q=R)} <= {a}", False),
            (f"{B.format(P=P, Q=Q)} <= 0 and {B.format(P=Q, Q=R)} <= 0 => {B.format(P=P, Q=R)} <= 0", True),
            (f"{D.format(P=P, Q=Q)} <= 0 and {D.format(P=R, Q=Q)} <= 0 => {D.format(P=P, Q=R)} <= 0", True),
            (f"{D.format(P=f'Product({P}, {P})', Q=f'Product({P}, {P})')} == 0", True),
            (f"{B.format(P=f'Product({P}, {Q})', Q=f'Product({Q}, {P})')} <= {B.format(P=P, Q=Q)}", False),
            (f"{D.format(P=f'Mixture(1/2, {P}, {Q})', Q=f'Mixture(1/2, {Q}, {P})')} == 0", True),
            (f"{D.format(P=f'Mixture(1/3, {P}, {Q})', Q=f'Mixture(1/3, {Q}, {P})')} == 0", False),
        )
    )  # fmt: skip
    return decided(text, holds, "by definition")


ROUNDING = 1e-30
"""Smaller differences are those of two computations of one number in forty digits."""


def _near(rng: Random, value: mpf) -> tuple[Fraction, bool]:
    """A rational near a finite value, perhaps very near, and whether it is above."""
    above = rng.random() < 0.5
    if abs(value) < ROUNDING:
        return (Fraction(1, 10 ** rng.randint(2, 12)), True) if above else (Fraction(-1, 10), False)
    margin = 10.0 ** -rng.randint(1, 9)
    return beside(float(value), margin, above), above


def concrete(rng: Random) -> Case:
    """A divergence of two finite laws, zeros included, beside its value."""
    size = rng.randint(2, 4)
    P, Q = finite.draw(rng, size), finite.draw(rng, size)
    name, value_of = finite.divergence(rng)
    shape = rng.randint(0, 3)
    if shape == 1:
        S, T = finite.draw(rng, 2), finite.draw(rng, 2)
        left, right = finite.product(P, S), finite.product(Q, T)
        said = (f"Product({finite.written(P)}, {finite.written(S)})",
                f"Product({finite.written(Q)}, {finite.written(T)})")  # fmt: skip
    elif shape == 2:
        t = Fraction(rng.randint(0, 4), 4)
        left, right = finite.mixture(t, P, Q), Q
        said = f"Mixture({t}, {finite.written(P)}, {finite.written(Q)})", finite.written(Q)
    else:
        left, right, said = P, Q, (finite.written(P), finite.written(Q))
    value = value_of(left, right)
    written = name.format(P=said[0], Q=said[1])
    if value == inf:
        bound = rng.randint(1, 10**6)
        relation = rng.choice(("<=", ">="))
        return decided(f"{written} {relation} {bound}", relation == ">=", "infinite")
    bound, above = _near(rng, value)
    relation = rng.choice(("<=", ">=", "<", ">"))
    return decided(f"{written} {relation} {bound}", above == (relation[0] == "<"), nstr(value, 20))


def two_concrete(rng: Random) -> Case:
    """Two divergences of finite laws compared, oo included."""
    size = rng.randint(2, 3)
    P, Q = finite.draw(rng, size), finite.draw(rng, size)
    one, first_of = finite.divergence(rng)
    two, second_of = finite.divergence(rng)
    first, second = first_of(P, Q), second_of(Q, P)
    said = one.format(P=finite.written(P), Q=finite.written(Q))
    other = two.format(P=finite.written(Q), Q=finite.written(P))
    relation = rng.choice(("<=", ">="))
    if first == inf or second == inf:
        holds = first <= second if relation == "<=" else first >= second
        return decided(f"{said} {relation} {other}", bool(holds), f"{first} against {second}")
    shift, above = _near(rng, first - second)
    holds = above == (relation == "<=")
    return decided(f"{said} {relation} {other} + ({shift})", holds, nstr(first - second, 20))


def no_law(rng: Random) -> Case:
    """Rows and laws that do not sum to one (a + b is less), or sum to one at some points only."""
    a, b = Fraction(rng.randint(1, 5), 12), Fraction(rng.randint(1, 5), 12)
    row, other = f"({a}, {b})", f"({1 - a}, {a})"
    text = rng.choice(
        (
            f"Hellinger(Pushforward(Kernel({row}, {other}), P), Pushforward(Kernel({row}, {other}), Q)) <= 1",
            f"TotalVariation(Pushforward(Kernel({other}, {row}), Bernoulli(p)), Bernoulli(1/2)) <= 1",
            f"KL(Finite({a}, {b}), Finite({a}, {b})) >= 0",
            "TotalVariation(Finite(p, p), Finite(q, 1 - q)) <= 1 for p in [0, 1], q in [0, 1]",
            f"ChiSquared(Finite(p, {b} - p), Finite(1/2, 1/2)) >= 0 for p in [0, {b}]",
            "KL(Finite(2*p, 1 - 2*p), Finite(1/2, 1/2)) >= 0 for p in [0, 1]",
            f"TotalVariation(Bernoulli(p + {a}), Bernoulli(p)) >= 0 for p in [0, 1]",
            f"KL(Mixture({1 + a}, P, Q), Q) >= 0",
            f"HockeyStick(0, Mixture(p + {a}, P, Q), Q) <= 1 for p in [0, 1]",
            f"PureDP(FiniteMechanism(Finite({a}, {b}), Finite({a}, {b})), 0)",
            f"ApproxDP(FiniteMechanism(Finite({a}, {1 - a}), Finite({a}, {b}, {1 - a - b})), 0, 1)",
            "Renyi(1/2, P, Q) >= 0",
            "Renyi(a, P, Q) >= 0 for a in [0, 2]",
            f"KL(Gaussian(0, 0), Gaussian({a}, 1)) >= 0",
            f"KL(Gaussian(0, s - 1), Gaussian({a}, s)) >= 0 for s in (0, oo)",
            f"TotalVariation(Laplace(0, -{a}), Laplace(1, 1)) <= 1",
        )
    )
    return void(text, "no law")


def disjoint(rng: Random) -> Case:
    """Laws without common outcomes, names among their numbers."""
    zero_one = rng.choice((("1, 0", "0, 1"), ("0, 1", "1, 0"), ("1, 0, 0", "0, 1/2, 1/2")))
    P, Q = (f"Finite({masses})" for masses in zero_one)
    e = rng.randint(0, 40)
    text, holds = rng.choice(
        (
            (f"Hellinger({P}, {Q}) <= 1/2", False),
            (f"Hellinger({P}, {Q}) == 1", True),
            (f"TotalVariation({P}, {Q}) == 1", True),
            (f"HockeyStick({e}, {P}, {Q}) == 1", True),
            (f"HockeyStick(x, {P}, {Q}) == 1 for x in (-oo, oo)", True),
            (f"HockeyStick(-{e}, {P}, {Q}) <= 99/100", False),
            (f"KL({P}, {Q}) <= x for x in [10, oo)", False),
            (f"KL({P}, {Q}) >= x for x in (-oo, oo)", True),
            (f"exp(-KL({P}, {Q})) <= 0", True),
            (f"exp(-ChiSquared({P}, {Q})) >= 1/10**50", False),
            (f"PureDP(FiniteMechanism({P}, {Q}), e)", False),
            (f"ApproxDP(FiniteMechanism({P}, {Q}), {e}, 999/1000)", False),
            (f"ApproxDP(FiniteMechanism({P}, {Q}), {e}, 1)", True),
            (f"ZCDP(FiniteMechanism({P}, {Q}), 10**9)", False),
            (f"GaussianDP(FiniteMechanism({P}, {Q}), 30)", False),
            (f"ApproxZCDP(FiniteMechanism({P}, {Q}), 1, 0)", True),
            ("KL(Bernoulli(p), Bernoulli(0)) <= 5 for p in [0, 1]", False),
            ("KL(Bernoulli(0), Bernoulli(p)) <= x for p in [0, 1/2], x in [1, oo)", True),
            ("KL(Bernoulli(0), Bernoulli(p)) <= x for p in [0, 1], x in [1, oo)", False),
            (f"Renyi(2, Mixture(1/2, {P}, {Q}), {Q}) >= {e}", True),
            (f"Renyi(2, {Q}, Mixture(1/2, {P}, {Q})) <= log(2)", True),
            (f"LossTail({e}, {P}, {Q}) == 1", True),
            (f"LossTail({e}, {P}, {Q}) <= 1/2", False),
        )
    )
    return decided(text, holds, "disjoint supports")


KINDS: dict[str, Kind] = {
    "hypotheses that hold at infinity": holds_at_infinity,
    "infinity less infinity": infinity_less_infinity,
    "same names": same_names,
    "concrete laws": concrete,
    "two concrete divergences": two_concrete,
    "no law": no_law,
    "disjoint supports": disjoint,
}
