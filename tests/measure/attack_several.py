"""Claims about several mechanisms: families, unlike parts, groups, lines up to an order; equations.

What is best is attained: by randomised responses and normal laws, by enumeration, or at the ends of
a segment.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf
from random import Random

from mpmath import mp, nstr

from measure import finite
from measure.attack_mechanisms import stated
from measure.case import Case, Kind, around, decided, rational
from measure.finite import Law

_FAMILIES = (
    # what is assumed of each member, what is claimed of all, and whether it holds of one, of more
    ("PureDP({M}[{i}], {e}[{i}])", "PureDP({C}, Sum({e}[{j}], ({j}, 1, {k})))", True, True),
    ("PureDP({M}[{i}], {e}[{i}])", "PureDP({C}, Sum({e}[{i}], ({i}, 1, {k}))/{k})", True, False),
    ("PureDP({M}[{i}], {e}[{i}])", "PureDP({C}, Sum({e}[{i}]/{i}, ({i}, 1, {k})))", True, False),
    ("PureDP({M}[{i}], {e}[{i}])", "PureDP({C}, Sum({e}[{i}]*{i}, ({i}, 1, {k})))", True, True),
    ("PureDP({M}[{i}], {e}[{i}])", "PureDP({C}, Max({e}[{i}], ({i}, 1, {k})))", True, False),
    ("PureDP({M}[{i}], {e}[{i}])", "PureDP({C}, {k}*Max({e}[{i}], ({i}, 1, {k})))", True, True),
    ("PureDP({M}[{i}], {e}[{i}])", "PureDP({C}, Product({e}[{i}], ({i}, 1, {k})))", True, False),
    ("PureDP({M}[{i}], {e}[{i}])", "PureDP({P}, Max({e}[{i}], ({i}, 1, {k})))", True, True),
    ("PureDP({M}[{i}], {e}[{i}])", "PureDP({P}, Sum({e}[{i}], ({i}, 1, {k}))/{k})", True, False),
    ("PureDP({M}[{i}], 1/{k})", "PureDP({C}, 1)", True, True),
    ("PureDP({M}[{i}], 1/{i})", "PureDP({C}, 1)", True, False),
    ("PureDP({M}[{i}], {i})", "PureDP({C}, {k}**2)", True, True),
    ("PureDP({M}[{i}], {i})", "PureDP({C}, {k})", True, False),
    ("ZCDP({M}[{i}], {e}[{i}])", "ZCDP({C}, Sum({e}[{i}], ({i}, 1, {k})))", True, True),
    ("ZCDP({M}[{i}], {e}[{i}])", "ZCDP({C}, 99*Sum({e}[{i}], ({i}, 1, {k}))/100)", False, False),
    ("ZCDP({M}[{i}], {e}[{i}])", "ZCDP(Group({C}, 2), 4*Sum({e}[{i}], ({i}, 1, {k})))", True, True),
    ("ZCDP({M}[{i}], {e}[{i}])", "ZCDP(Group({C}, 2), 3*Sum({e}[{i}], ({i}, 1, {k})))", False, False),
    ("GaussianDP({M}[{i}], {e}[{i}])", "GaussianDP({C}, sqrt(Sum({e}[{i}]**2, ({i}, 1, {k}))))", True, True),
    ("GaussianDP({M}[{i}], {e}[{i}])", "GaussianDP({C}, Max({e}[{i}], ({i}, 1, {k})))", True, False),
    ("GaussianDP({M}[{i}], {e}[{i}])", "GaussianDP({C}, Sum({e}[{i}], ({i}, 1, {k})))", True, True),
    ("ApproxDP({M}[{i}], 0, {d}[{i}])", "ApproxDP({C}, 0, 1 - Product(1 - {d}[{i}], ({i}, 1, {k})))", True, True),
    ("ApproxDP({M}[{i}], 0, {d}[{i}])", "ApproxDP({C}, 0, Sum({d}[{i}], ({i}, 1, {k})))", True, True),
    ("ApproxDP({M}[{i}], 0, {d}[{i}])", "ApproxDP({C}, 0, Max({d}[{i}], ({i}, 1, {k})))", True, False),
    ("ApproxDP({M}[{i}], 0, {d}[{i}])", "ApproxDP({C}, 0, Product({d}[{i}], ({i}, 1, {k})))", True, False),
    ("PureDP({M}[{i}], {e}[{i}]) each {i} in 1..{k} and Sum({e}[{j}], ({j}, 1, {k})) <= 1", "PureDP({C}, 1)", True, True),
)  # fmt: skip


def families(rng: Random) -> Case:
    """Families of mechanisms, under several names and for several numbers of members."""
    given, then, one, more = rng.choice(_FAMILIES)
    low = rng.randint(1, 3)
    high: float = rng.choice((low, low + rng.randint(0, 4), inf))
    M, e, d = (rng.choice(words) for words in (("M", "N", "A"), ("e", "s", "x1"), ("d", "q")))
    k, i, j = rng.choice((("k", "i", "j"), ("n", "j", "i"), ("m", "t", "l")))
    head = rng.choice(("Compose", "Compose", "Concurrent"))
    words = {"M": M, "e": e, "d": d, "k": k, "i": i, "j": j}
    words |= {"C": f"{head}({M}[{i}], ({i}, 1, {k}))", "P": f"Parallel({M}[{j}], ({j}, 1, {k}))"}
    each = "" if " each " in given else " each {i} in 1..{k}"
    text = f"{given}{each} => {then}".format(**words)
    said = f"{low}..{'oo' if high == inf else int(high)}"
    holds = (one or low > 1) and (more or high == 1)
    return decided(f"{text} for {k} in {said}", holds, "attained by every member")


def equations(rng: Random) -> Case:
    """What an equation says of a name, which is a number of a segment."""
    a, b, p, q = (
        Fraction(rng.choice((-1, 1)) * rng.randint(1, 6), rng.randint(1, 3)) for _ in range(4)
    )
    ends = [sorted(rng.sample(range(-6, 7), 2)) for _ in range(2)]
    (low, high), (start, end) = ends
    if rng.random() < 0.3:  # both are integers
        inside = [y for y in range(start, end + 1) if (v := a * y + b).denominator == 1 and low <= v <= high]  # fmt: skip
        domains = f"x in {low}..{high}, y in {start}..{end}"
        values = [p * (a * y + b) + q * y for y in inside]
    else:
        bounds = sorted(((low - b) / a, (high - b) / a))
        first, last = max(Fraction(start), bounds[0]), min(Fraction(end), bounds[1])
        domains = f"x in [{low}, {high}], y in [{start}, {end}]"
        values = [p * (a * y + b) + q * y for y in (first, last)] if first <= last else []
    scale = rng.choice((1, -1, 2, Fraction(-1, 3)))
    shift = rng.choice(("0", "y", "3*x", "TotalVariation(P, Q)", "y**2"))
    equation = f"{scale}*x + {shift} == ({scale * a})*y + ({scale * b}) + {shift}"
    if rng.random() < 0.3:
        equation = " == ".join(equation.split(" == ")[::-1])
    limit = max(values, default=Fraction(0)) + rng.choice((-1, 0, 0, 1)) * Fraction(1, 10**rng.randint(0, 6))  # fmt: skip
    holds = all(value <= limit for value in values)
    text = f"{equation} => ({p})*x + ({q})*y <= {limit} for {domains}"
    return decided(text, holds, f"on {domains}, {len(values)} values")


def infinite_equations(rng: Random) -> Case:
    """Equations with a divergence on both sides, which say nothing where it is infinite."""
    head, infinite = rng.choice(
        (("KL", True), ("ChiSquared", True), ("MaxDivergence", True), ("Renyi(3, P, Q)", True),
         ("TotalVariation", False), ("Hellinger", False))
    )  # fmt: skip
    d = head if "(" in head else f"{head}(P, Q)"
    c = rational(rng)
    form = rng.choice(("{d}", "{c}*{d}", "exp({d})", "log(1 + {d})", "{d}**2", "sqrt({d})"))
    side = form.format(d=d, c=c)
    relation = rng.choice(("==", "<="))
    text = f"{side} + x {relation} {side} + {c}*y => x <= {c}*y for x in [0, 9], y in [0, 9]"
    return decided(text, not infinite, "both sides may be infinite")


def unlike_parts(rng: Random) -> Case:
    """Compositions of parts of which unlike things are known."""
    t, s = Fraction(rng.randint(2, 9), rng.randint(1, 2)), Fraction(rng.randint(2, 5))
    one, other = (mp.log(finite.long(odds)) for odds in (t, s))
    r, order = rational(rng, 6), Fraction(rng.randint(3, 8), 2)
    pure = f"PureDP(M1, log({t}))"
    both = "Compose(M1, M2)" if rng.random() < 0.5 else "Compose(M2, M1)"

    def response(odds: Fraction, d: Fraction = Fraction(0)) -> tuple[Law, Law]:
        likely, unlikely = (1 - d) * odds / (1 + odds), (1 - d) / (1 + odds)
        return [d, likely, unlikely, Fraction(0)], [Fraction(0), unlikely, likely, d]

    kind = rng.randrange(4)
    if kind == 0:
        best = one * mp.tanh(one / 2) + finite.long(r)
        return around(rng, f"{pure} and ZCDP(M2, {r}) => ZCDP({both}, {{c}})", best)
    if kind == 1:
        best = finite.renyi(order, *response(t)) + finite.long(r)
        known = f"{pure} and RenyiDP(M2, {order}, {r})"
        return around(rng, f"{known} => RenyiDP({both}, {order}, {{c}})", best)
    d, e = Fraction(1, rng.randint(3, 20)), Fraction(rng.randint(0, 8), 4)
    if kind == 2:
        known = f"{pure} and ApproxDP(M2, log({s}), {d})"
        laws = [finite.product(*pair) for pair in zip(response(t), response(s, d), strict=True)]
        best = finite.hockey_stick(e, *laws)
        return around(rng, f"{known} => ApproxDP({both}, {e}, {{c}})", best)
    known = f"{pure} and PureDP(M2, log({s}))"
    return around(rng, f"{known} => PureDP({both}, {{c}})", one + other)


def groups(rng: Random) -> Case:
    """Groups of neighbours."""
    k, r = rng.randint(2, 5), rational(rng, 5)
    kind = rng.randrange(4)
    if kind == 0:
        return around(rng, f"PureDP(M, {r}) => PureDP(Group(M, {k}), {{c}})", k * r)
    if kind == 1:
        return around(rng, f"ZCDP(M, {r}) => ZCDP(Group(M, {k}), {{c}})", k * k * r)
    if kind == 2:
        return around(rng, f"GaussianDP(M, {r}) => GaussianDP(Group(M, {k}), {{c}})", k * r)
    t, d = rng.randint(2, 4), Fraction(1, rng.randint(2000, 9000))
    best = d * Fraction(t**k - 1, t - 1)
    if best > 1 - Fraction(1, t):  # else a chain of two outcomes attains it
        return groups(rng)
    claim = f"ApproxDP(M, log({t}), {d}) => ApproxDP(Group(M, {k}), {k}*log({t}), {{c}})"
    return around(rng, claim, best)


def up_to_an_order(rng: Random) -> Case:
    """Lines that bound divergences up to an order: at it, before it, and beyond it, where none is."""
    m, r = Fraction(rng.randint(4, 12), 2), rational(rng, 6)
    a = rng.choice((m, m - Fraction(1, 2), m - Fraction(1, 10**6), m + Fraction(1, 10**6), m + 1))
    if rng.random() < 0.5:
        claim = f"BoundedZCDP(M, {m}, 0, {r}) => RenyiDP(M, {a}, {{c}})"
        if a > m:
            return decided(claim.format(c=10**4), False, "unbounded beyond the order")
        return around(rng, claim, a * r)
    s, n = rational(rng, 6), m + rng.randint(0, 2)
    known = f"BoundedZCDP(M1, {m}, 0, {r}) and BoundedZCDP(M2, {n}, 0, {s})"
    return decided(f"{known} => BoundedZCDP(Compose(M2, M1), {a}, 0, {r + s})", a <= m, "the order")


def nary_responses(rng: Random) -> Case:
    """One of several values, true with odds that are rational."""
    t, n, k = rng.randint(2, 9), rng.randint(2, 12), rng.randint(1, 3)
    total = t + n - 1
    laws = [[Fraction(mass, total) for mass in masses]
            for masses in ((t, 1, n - 2), (1, t, n - 2))]  # fmt: skip
    repeated = [finite.product(*k * [law]) for law in laws]
    mechanism = f"NaryResponse(log({t}), {n})"
    written = mechanism if k == 1 else f"Compose({mechanism}, {k})"
    best = nstr(mp.log(t) * k, 20)
    if rng.random() < 0.2:
        return decided(f"PureDP({written}, {k}*log({t}))", True, best)
    return stated(rng, written, [(repeated[0], repeated[1]), (repeated[1], repeated[0])])


KINDS: dict[str, Kind] = {
    "families of mechanisms": families,
    "equations": equations,
    "equations of infinite sides": infinite_equations,
    "unlike parts": unlike_parts,
    "groups": groups,
    "up to an order": up_to_an_order,
    "n-ary responses": nary_responses,
}
