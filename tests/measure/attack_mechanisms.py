"""Mechanisms at the ends of their parameters and on their neighbours.

Concrete mechanisms are rows of finite laws; the guarantees of a row are computed from the
definitions over all its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from mpmath import inf, mp, mpf, nstr

from measure import finite
from measure.case import Case, Kind, beside, decided, rational, void
from measure.finite import Law

Pairs = list[tuple[Law, Law]]


def within(row: Sequence[Law], distance: int = 1) -> Pairs:
    """The ordered pairs of laws of a row at most this far from each other."""
    places = range(len(row))
    return [(row[i], row[j]) for i in places for j in places if 0 < abs(i - j) <= distance]


def _range(P: Law, Q: Law) -> mpf:
    """The length of the shortest interval that holds the log-likelihood ratio."""
    if any((p == 0) != (q == 0) for p, q in zip(P, Q, strict=True)):
        return inf
    losses = [mp.log(finite.long(p) / finite.long(q)) for p, q in zip(P, Q, strict=True) if p]
    return max(losses) - min(losses)


def least(rng: Random, pairs: Pairs) -> tuple[str, mpf]:
    """A guarantee with ``{M}`` and ``{c}`` in it, and the least constant with which it holds."""
    order = Fraction(rng.randint(3, 10), 2)
    epsilon = Fraction(rng.randint(0, 6), 4)
    template, value_of = rng.choice(
        (
            ("PureDP({M}, {c})", lambda P, Q: finite.renyi(inf, P, Q)),
            ("RenyiDP({M}, oo, {c})", lambda P, Q: finite.renyi(inf, P, Q)),
            ("RenyiDP({M}, 1, {c})", lambda P, Q: finite.renyi(1, P, Q)),
            (f"RenyiDP({{M}}, {order}, {{c}})", lambda P, Q: finite.renyi(order, P, Q)),
            (f"ApproxDP({{M}}, {epsilon}, {{c}})", lambda P, Q: finite.hockey_stick(epsilon, P, Q)),
            ("ApproxDP({M}, 0, {c})", finite.total_variation),
            ("BoundedRange({M}, {c})", _range),
        )
    )
    return template, max(value_of(P, Q) for P, Q in pairs)


def stated(rng: Random, mechanism: str, pairs: Pairs) -> Case:
    """A guarantee of a concrete mechanism beside the least one."""
    template, value = least(rng, pairs)
    if value == inf:
        return decided(template.format(M=mechanism, c=rng.randint(1, 10**6)), False, "infinite")
    above = rng.random() < 0.5
    if value == 0:
        return decided(template.format(M=mechanism, c=0), True, "identical laws")
    bound = beside(float(value), 10.0 ** -rng.randint(1, 9), above)
    return decided(template.format(M=mechanism, c=bound), above, nstr(value, 20))


def _row(rng: Random, length: int, size: int) -> tuple[str, list[Law]]:
    zeros = rng.random() < 0.4
    row = [finite.draw(rng, size, zeros) for _ in range(length)]
    return f"FiniteMechanism({', '.join(map(finite.written, row))})", row


def rows(rng: Random) -> Case:
    """Rows of databases, with operations on them."""
    length, size = rng.randint(2, 4), rng.randint(2, 3)
    said, row = _row(rng, length, size)
    other, second = _row(rng, length, 2)
    k, q = rng.randint(1, 3), Fraction(rng.randint(0, 4), 4)
    mechanism, pairs = rng.choice(
        (
            (said, within(row)),
            (f"Group({said}, {k})", within(row, k)),
            (f"PostProcess({said})", within(row)),
            (f"Compose({said}, 2)", within([finite.product(P, P) for P in row])),
            (
                f"Compose({said}, {other})",
                within([finite.product(P, R) for P, R in zip(row, second, strict=True)]),
            ),
            (f"Parallel({said}, {other})", None),
            (
                f"Subsample({said}, {q})",
                [
                    pair
                    for P, Q in within(row)
                    for pair in (
                        (finite.mixture(q, P, Q), Q),
                        (Q, finite.mixture(q, P, Q)),
                    )
                ],
            ),
        )
    )
    if pairs is None:
        # The guarantee of the union is the larger one of the two.
        state = rng.getstate()
        template, first = least(rng, within(row))
        rng.setstate(state)
        _, last = least(rng, within(second))
        value = max(first, last)
        if value in (0, inf):
            return decided(template.format(M=mechanism, c=10**6), value == 0, nstr(value))
        above = rng.random() < 0.5
        bound = beside(float(value), 10.0 ** -rng.randint(1, 9), above)
        return decided(template.format(M=mechanism, c=bound), above, nstr(value, 20))
    return stated(rng, mechanism, pairs)


def unlike_rows(rng: Random) -> Case:
    """Rows with different numbers of databases, and groups larger than a row."""
    first, _ = _row(rng, 2, 2)
    second, _ = _row(rng, 3, 2)
    long, row = _row(rng, 2, 3)
    text, truth = rng.choice(
        (
            (f"ApproxDP(Compose({first}, {second}), 0, 1)", "void"),
            (f"PureDP(Compose({second}, {first}), 0) => ApproxDP(M, 1, 0)", "void"),
            (f"ApproxDP(Group({long}, 5), 0, {finite.total_variation(*row)})", "skip"),
        )
    )
    if truth == "skip":
        return stated(rng, f"Group({long}, {rng.randint(2, 9)})", within(row))
    return void(text, "unequal numbers of databases")


def no_noise(rng: Random) -> Case:
    """Queries of no sensitivity, noise of no width, responses of no privacy loss."""
    s, e = rational(rng), rational(rng)
    text, truth = rng.choice(
        (
            (f"PureDP(GaussianMechanism(0, {s}), 0)", "true"),
            ("GaussianDP(GaussianMechanism(0, s), 0)", "true"),
            (f"ZCDP(GaussianMechanism(0, {s}), 0)", "true"),
            (f"PureDP(LaplaceMechanism(0, {s}), 0)", "true"),
            ("PureDP(RandomizedResponse(0), 0)", "true"),
            ("PureDP(CanonicalRR(0, 0), 0)", "true"),
            (f"ApproxDP(CanonicalRR({e}, 1), {e}, 1)", "true"),
            (f"ApproxDP(CanonicalRR({e}, 1), {e}, 999999/1000000)", "false"),
            (f"PureDP(GaussianMechanism({s}, {e}), 10**6)", "false"),
            (f"PureDP(LaplaceMechanism({s}, {e}), {s / e})", "true"),
            (f"PureDP(LaplaceMechanism({s}, {e}), {s / e * Fraction(999_999, 10**6)})", "false"),
            (f"PureDP(GeometricMechanism({e}), {e})", "true"),
            (f"PureDP(GeometricMechanism({e}), {e * Fraction(999_999, 10**6)})", "false"),
            (f"PureDP(LaplaceMechanism({s}, 0), {e})", "void"),
            (f"ApproxDP(GaussianMechanism({s}, 0), {e}, 1)", "void"),
            (f"GaussianDP(GaussianMechanism({s}, -1), {e})", "void"),
            (f"PureDP(GaussianMechanism(-{s}, 1), {e}) => PureDP(M, 0)", "void"),
            ("GaussianDP(GaussianMechanism(-1, 1), 1)", "void"),
            ("PureDP(GeometricMechanism(0), 0)", "void"),
            (f"PureDP(RandomizedResponse(-{e}), {e})", "void"),
            (f"ApproxDP(CanonicalRR({e}, 2), 0, 1)", "void"),
            ("PureDP(Subsample(M, 0), 0)", "true"),
            ("PureDP(Subsample(M, q), 0) for q in [0, 1/10**9]", "false"),
            (f"PureDP(M, {e}) => PureDP(Subsample(M, 1), {e})", "true"),
            (f"ApproxDP(Subsample(M, {1 + e}), 0, 1)", "void"),
            (f"PureDP(M, {e}) => PureDP(Compose(M, 1), {e})", "true"),
            (f"PureDP(M, {e}) => PureDP(Group(M, 1), {e})", "true"),
            (f"PureDP(M, {e}) => PureDP(Compose(M, k), {e}) for k in 1..2", "false"),
            (f"PureDP(M, {e}) => PureDP(Group(M, k), {e}*k*(k + 1)/2) for k in 1..oo", "true"),
            (f"PureDP(M, {e}) => PureDP(Compose(M, 0), {e})", "void"),
            (f"PureDP(M, {e}) => PureDP(Group(M, k), k*{e}) for k in 0..3", "void"),
            ("ApproxZCDP(M, 1, 0)", "true"),
            (f"ApproxZCDP(M, 99/100, {e})", "false"),
            (f"ApproxDP(M, {e}, 1)", "true"),
            ("PureDP(M, 0) => GaussianDP(M, 0)", "true"),
            ("GaussianDP(M, 0) => PureDP(M, 0)", "true"),
        )
    )
    return Case(text, truth, "the ends of the parameters")


def outside(rng: Random) -> Case:
    """Bounds that nothing satisfies, bounds that everything satisfies, and parameters that define.

    What only bounds a divergence may be any real; what defines a guarantee has a domain.
    """
    a = rational(rng)
    text, truth = rng.choice(
        (
            (f"PureDP(M, -{a}) => PureDP(M, -{2 * a})", "true"),
            (f"PureDP(M, -{a})", "false"),
            (f"PureDP(M, 0) => PureDP(M, -{a})", "false"),
            (f"RenyiDP(M, 2, -{a}) => PureDP(M, 0)", "true"),
            (f"RenyiDP(M, 2, {a}) => RenyiDP(M, 2, -{a})", "false"),
            (f"ApproxDP(M, {a}, {1 + a})", "true"),
            (f"ApproxDP(M, {a}, -{a}) => PureDP(M, 0)", "true"),
            (f"PureDP(M, 0) => ApproxDP(M, {a}, -{a}/10**9)", "false"),
            (f"ApproxDP(M, -{a}, 0)", "false"),
            (f"PureDP(M, 0) => ApproxDP(M, -{a}, 1 - exp(-{a}))", "true"),
            (f"PureDP(M, 0) => ApproxDP(M, -{a}, 999/1000*(1 - exp(-{a})))", "false"),
            (f"ZCDP(M, -{a}, {a}) => RenyiDP(M, 2, {a})", "true"),
            (f"ZCDP(M, -{3 * a}, {a}) => PureDP(M, 0)", "true"),
            (f"PureDP(M, 0) => ZCDP(M, -{3 * a}, {a})", "false"),
            (f"ZCDP(M, -{a}) => PureDP(M, 0)", "true"),
            (f"ZCDP(M, {a}, -{a}) => PureDP(M, 0)", "true"),
            (f"PureDP(M, 0) => ZCDP(M, {a}, -{a})", "false"),
            (f"RenyiDP(M, 1, -{a}) => RenyiDP(M, 2, 1)", "true"),
            (f"PureDP(M, {a}) => RenyiDP(M, 3, t - {a}) for t in [{3 * a}, oo)", "true"),
            (f"GaussianDP(M, -{a}) => GaussianDP(M, 0)", "void"),
            (f"GaussianDP(M, {a}) => GaussianDP(M, -{a})", "void"),
            (f"BoundedRange(M, -{a}) => PureDP(M, 0)", "void"),
            (f"MeanCDP(M, 0, -{a}) => PureDP(M, 0)", "void"),
            (f"ApproxZCDP(M, {1 + a}, 1)", "void"),
            (f"ApproxZCDP(M, -{a}, 1) => ZCDP(M, 1)", "void"),
            (f"RenyiDP(M, 1/2, {a}) => RenyiDP(M, 1/2, {2 * a})", "void"),
            (f"RenyiDP(M, alpha - 1, {a}) => RenyiDP(M, alpha - 1, {a})", "void"),
            (f"TailDP(M, 0, -{a}) => PureDP(M, 0)", "void"),
            (f"HockeyStick(-{a}, P, Q) <= 1", "true"),
            (f"HockeyStick(-{a}, P, Q) >= 1 - exp(-{a})", "true"),
            (f"KL(P, Q) <= -{a} => KL(Q, P) <= 0", "true"),
            (f"TotalVariation(P, Q) >= {1 + a} => x <= 0 for x in [1, 2]", "true"),
        )
    )
    return Case(text, truth, "the domains of the parameters")


def names(rng: Random) -> Case:
    """Claims under names that a program might use for itself."""
    words = ("order", "t", "x", "s", "alpha", "lambda1", "z", "u", "w", "d", "a", "b", "c", "k", "y",
             "level", "mass", "head", "node", "step", "n", "p", "q", "new", "E1", "g0", "r0", "f0")  # fmt: skip
    e, d = rng.sample(words, 2)
    M = rng.choice(("M", "R", "P", "Q", "T", "A", "N"))
    text, holds = rng.choice(
        (
            (f"PureDP({M}, {e}) => ZCDP({M}, {e}**2/2)", True),
            (f"PureDP({M}, {e}) => ZCDP({M}, 49*{e}**2/100)", False),
            (f"ApproxDP({M}, {e}, {d}) => ApproxDP(Compose({M}, 2), 2*{e}, 2*{d})", True),
            (f"ApproxDP({M}, {e}, {d}) => ApproxDP(Compose({M}, 2), 2*{e}, {d})", False),
            (f"RenyiDP({M}, {e}, {d}) => RenyiDP({M}, ({e} + 1)/2, {d})", True),
            (f"RenyiDP({M}, {e}, {d}) => RenyiDP({M}, {e} + 1, {d})", False),
            (f"ZCDP({M}, {e}) => RenyiDP({M}, {d}, {d}*{e})", True),
            (f"ZCDP({M}, {e}) => RenyiDP({M}, {d}, 99*{d}*{e}/100)", False),
            (f"{e} <= {d} => HockeyStick({d}, P, Q) <= HockeyStick({e}, P, Q)", True),
            (f"{e} <= {d} => HockeyStick({e}, P, Q) <= HockeyStick({d}, P, Q)", False),
            (f"log(1 + {e}*{d}) <= {e}*{d} for {e} in [0, oo), {d} in [0, oo)", True),
            (f"log(1 + {e}*{d}) <= {e}*{d}/2 for {e} in [0, oo), {d} in [0, oo)", False),
            (f"Sum({e}, ({d}, 1, 3)) == 3*{e} for {e} in [0, 1]", True),
            (f"Sum({e}*{d}, ({d}, 1, 3)) <= 5*{e} for {e} in [0, 1]", False),
        )
    )  # fmt: skip
    return decided(text, holds, "known, under other names")


KINDS: dict[str, Kind] = {
    "rows of databases": rows,
    "rows of unequal length": unlike_rows,
    "no noise": no_noise,
    "parameters outside": outside,
    "names": names,
}
