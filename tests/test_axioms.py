"""The facts used without proof, each on at least 2,000 random instances.

Masses are small rationals and orders are integers, so that all but one comparison is exact: what
stands under logarithms is compared, raised to whole powers. Where objects are finite the fact is
constructed instead of believed: the map from the canonical pair, the two-point laws that any
likelihood ratio is a mixture of, the strategies that simulate a tree.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, product
from math import comb, inf, lcm
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq
from mpmath import iv
from scipy.special import erfcx, ndtr
from sympy import S, Symbol, log

from dpsym.enclosure.certain import Points, decisions
from dpsym.games.concurrent import advantage
from dpsym.games.simulation import simulate
from dpsym.games.trees import END, Branch, Message, Node, Query
from dpsym.kernel.outcomes import in_steps
from dpsym.language import heads
from dpsym.provers.axioms import AXIOMS
from dpsym.tradeoffs.canonical import canonical_kernel, canonical_pair
from dpsym.tradeoffs.pair import FinitePair, image, is_kernel

INSTANCES = 2000
ONE, ZERO = Fraction(1), Fraction(0)
NORMAL = NormalDist()
Law = tuple[Fraction, ...]
ROOT = Path(__file__).parents[1]


def some_law(rng: random.Random, size: int, least: int = 0) -> Law:
    """Masses in proportion to integers from ``least`` to 9."""
    weights = [rng.randint(least, 9) for _ in range(size)]
    weights[rng.randrange(size)] += 1
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def some_kernel(rng: random.Random, before: int, after: int) -> tuple[Law, ...]:
    return tuple(some_law(rng, after) for _ in range(before))


def stick(t: Fraction, p: Law, q: Law) -> Fraction:
    """The hockey stick at log(t)."""
    return sum((max(a - t * b, ZERO) for a, b in zip(p, q, strict=True)), ZERO)


def moment(order: int, p: Law, q: Law) -> Fraction:
    """exp((order - 1)*Renyi(order, P, Q)) for laws with Q > 0 everywhere."""
    return sum((a**order / b ** (order - 1) for a, b in zip(p, q, strict=True)), ZERO)


def mixture(t: Fraction, p: Law, q: Law) -> Law:
    return tuple(t * a + (1 - t) * b for a, b in zip(p, q, strict=True))


def logarithms_are_at_most_zero(*terms: tuple[Fraction, Fraction]) -> bool:
    """Whether a sum of rational multiples of logarithms of rationals is at most zero."""
    scale = lcm(*(weight.denominator for weight, _ in terms))
    above = below = ONE
    for weight, value in terms:
        power = int(weight * scale)
        above, below = (
            (above * value**power, below) if power > 0 else (above, below * value**-power)
        )
    return above <= below


_RATE, _FAILURE = Symbol("e", positive=True), Symbol("d", positive=True)


def test_data_processing_and_convexity() -> None:
    """Sticks, total variation, chi-squared and moments, under maps and for mixtures."""
    rng = random.Random(1)
    for _ in range(INSTANCES):
        size, t, order = rng.randint(2, 4), Fraction(rng.randint(1, 30), 10), rng.randint(2, 4)
        p, r = some_law(rng, size), some_law(rng, size)
        q, s = some_law(rng, size, 1), some_law(rng, size, 1)
        kernel = some_kernel(rng, size, rng.randint(2, 4))
        mapped, other = image(p, kernel), image(q, kernel)
        seen = [(a, b) for a, b in zip(mapped, other, strict=True) if b > 0]
        assert sum((a for a, _ in seen), ZERO) == 1
        first, second = (tuple(column) for column in zip(*seen, strict=True))
        share = Fraction(rng.randint(0, 8), 8)
        both = mixture(share, p, r), mixture(share, q, s)
        sticks = [stick(t, *pair) for pair in ((p, q), (r, s))]
        assert stick(t, mapped, other) <= sticks[0]
        assert stick(t, *both) <= share * sticks[0] + (1 - share) * sticks[1]
        moments = [moment(order, *pair) for pair in ((p, q), (r, s))]
        assert moment(order, first, second) <= moments[0]
        assert moment(order, *both) <= share * moments[0] + (1 - share) * moments[1]


def test_data_processing_of_what_has_logarithms_and_roots() -> None:
    """KL and Hellinger, decided by floats that say their error and by balls where it matters."""
    source = np.random.default_rng(2)
    p, q = (source.integers(1, 40, (INSTANCES, 4)) for _ in range(2))
    kernel = source.integers(1, 9, (INSTANCES, 4, 3))
    kernel[:, :, 2] = 24 - kernel[:, :, 0] - kernel[:, :, 1]
    names = P, Q, first, second = [Symbol(name) for name in ("P", "Q", "KP", "KQ")]
    laws = [p, q, np.einsum("ni,nij->nj", p, kernel), np.einsum("ni,nij->nj", q, kernel)]
    points = Points(weights=dict(zip(names, laws, strict=True)))
    assert (decisions(heads.KL(first, second) <= heads.KL(P, Q), points) == 1).all()
    for before, after in zip(zip(*laws[:2], strict=True), zip(*laws[2:], strict=True), strict=True):
        assert affinity(*before).b <= affinity(*after).a


def affinity(p: Sequence[int], q: Sequence[int]) -> Any:
    """One minus the squared Hellinger distance of laws given by weights, as an interval."""
    total = iv.sqrt(iv.mpf(int(sum(p))) * int(sum(q)))
    return sum((iv.sqrt(iv.mpf(int(a) * int(b))) for a, b in zip(p, q, strict=True)), 0) / total


def private_pair(rng: random.Random) -> tuple[FinitePair, Fraction, Fraction]:
    """Two laws, an odds and the least delta at which they are that close, or a larger one."""
    size = rng.randint(2, 4)
    pair = FinitePair(some_law(rng, size), some_law(rng, size))
    t = Fraction(rng.randint(2, 12), 2)
    least = max(stick(t, pair.p, pair.q), stick(t, pair.q, pair.p))
    return pair, t, least if rng.random() < 0.7 else least + (1 - least) / 5


def test_domination_by_the_canonical_pair_is_an_explicit_map() -> None:
    """The map is written down; that of an adaptive second round depends on the first outcome."""
    rng = random.Random(3)
    for _ in range(INSTANCES):
        pair, t, delta = private_pair(rng)
        source, kernel = canonical_pair(t, delta), canonical_kernel(pair, t, delta)
        assert is_kernel(kernel)
        assert (image(source.p, kernel), image(source.q, kernel)) == (pair.p, pair.q)
        if rng.random() < 0.9:
            continue
        # Every second round within (log 3, delta2): one canonical response serves them all.
        rounds = [FinitePair(some_law(rng, 2), some_law(rng, 2)) for _ in pair.p]
        worst = max(stick(Fraction(3), *laws) for x in rounds for laws in ((x.p, x.q), (x.q, x.p)))
        after, kernels = canonical_pair(3, worst), [canonical_kernel(x, 3, worst) for x in rounds]
        for own, others, laws in ((source.p, after.p, 0), (source.q, after.q, 1)):
            for y, z in product(range(len(pair.p)), range(2)):
                said = sum((own[a] * others[b] * kernel[a][y] * kernels[y][b][z]
                            for a, b in product(range(4), repeat=2)), ZERO)  # fmt: skip
                wanted = (pair.p, pair.q)[laws][y] * (rounds[y].p, rounds[y].q)[laws][z]
                assert said == wanted


def error_and_power(pair: FinitePair) -> list[tuple[Fraction, Fraction]]:
    """The masses under Q and P where P/Q is largest, from the largest ratio down."""
    masses = sorted(zip(pair.q, pair.p, strict=True), key=lambda m: m[1] / m[0], reverse=True)
    return [(ZERO + sum(q for q, _ in masses[:n]), ZERO + sum(p for _, p in masses[:n]))
            for n in range(1, len(masses))]  # fmt: skip


def gaussian_pair(rng: random.Random, size: int) -> tuple[FinitePair, float]:
    """Two laws that differ, and a mu within which they certainly are, often the least."""
    while True:
        pair = FinitePair(some_law(rng, size, 1), some_law(rng, size, 1))
        tests = [tuple(map(NORMAL.inv_cdf, map(float, test))) for test in error_and_power(pair)]
        least = max(power - error for error, power in tests)
        if least < 0.01:
            continue
        mu = (least if rng.random() < 0.7 else least * rng.uniform(1, 2)) + 1e-9
        for (error, power), (x, _) in zip(error_and_power(pair), tests, strict=True):
            assert below(x - 1e-10) <= arb_of(error)
            assert arb_of(power) <= below(x - 1e-10 + arb(mu))
        return pair, mu


def arb_of(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def below(x: float | arb) -> arb:
    """The mass of N(0, 1) below a point."""
    x = arb(x)
    return (-x / arb(2).sqrt()).erfc() / 2 if x.is_finite() else arb(int(x > 0))


Line = list[tuple[float, float]]


def shadow(line: Line, mu: float, q: float, p: float) -> tuple[Line, Line]:
    """A stretch of what is left of the line with mass q under N(0, 1) and p under N(mu, 1); rest.

    The further to the right a stretch of mass q lies, the more mass has it under N(mu, 1).
    """
    ends = list(accumulate((NORMAL.cdf(b) - NORMAL.cdf(a) for a, b in line), initial=0.0))

    def point(mass: float) -> float:
        place = next((i for i in range(len(line)) if mass < ends[i + 1]), len(line) - 1)
        low = NORMAL.cdf(line[place][0]) + mass - ends[place]
        inside = 0 < low < 1
        x = NORMAL.inv_cdf(low) if inside else -inf if low <= 0 else inf
        return min(max(x, line[place][0]), line[place][1])

    def stretch(start: float) -> tuple[Line, Line]:
        low, high = point(start), inf if start >= ends[-1] - q else point(start + q)
        chosen = [(max(a, low), min(b, high)) for a, b in line]
        rest = [piece for a, b in line for piece in ((a, min(b, low)), (max(a, high), b))]
        return [x for x in chosen if x[0] < x[1]], [x for x in rest if x[0] < x[1]]

    start, end = 0.0, max(ends[-1] - q, 0.0)
    for _ in range(60):
        middle = (start + end) / 2
        mass = sum(NORMAL.cdf(b - mu) - NORMAL.cdf(a - mu) for a, b in stretch(middle)[0])
        start, end = (middle, end) if mass < p else (start, middle)
    return stretch(end)


@pytest.mark.parametrize("steps", [2, 3, 5])
def test_the_ends_of_a_chain_are_no_further_apart_than_geometric_laws(steps: int) -> None:
    rng, epsilon = np.random.default_rng(steps), 0.7
    P, Q = (np.array([float(m.subs(_RATE, epsilon)) for m in law.args])
            for law in in_steps(_RATE, S.Zero, steps).args)  # fmt: skip
    assert P.sum() == pytest.approx(1)
    geometric = [np.exp(-epsilon * abs(np.arange(-300, 301) - c)) for c in (0, steps)]
    slopes = np.linspace(-steps * epsilon, steps * epsilon, 40)
    known = [np.maximum(P - np.exp(e) * Q, 0).sum() for e in slopes]
    total = geometric[0].sum()
    for e, value in zip(slopes, known, strict=True):
        direct = np.maximum(geometric[0] - np.exp(e) * geometric[1], 0).sum() / total
        assert value == pytest.approx(direct, abs=1e-12)
    for _ in range(200):
        law = first = rng.dirichlet(np.full(6, 0.5)) + 1e-9
        for _ in range(steps):
            # as far as a step may go, towards some outcomes and away from the others
            chosen = rng.random(6) < 0.5
            up, down = law[chosen].sum(), law[~chosen].sum()
            if up and down:
                most = min(
                    np.exp(epsilon), (1 - np.exp(-epsilon) * down / law.sum()) * law.sum() / up
                )
                law = np.where(chosen, law * most, law * (law.sum() - most * up) / down)
        for e, value in zip(slopes, known, strict=True):
            stick = np.maximum(law - np.exp(e) * first, 0).sum() / first.sum()
            assert stick <= value + 1e-12


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_the_ends_of_a_chain_with_failures_are_within_the_composed_curve(steps: int) -> None:
    rng, epsilon, delta = np.random.default_rng(steps), 0.5, 0.05
    values = {_RATE: epsilon, _FAILURE: delta}
    P, Q = (np.array([float(m.subs(values)) for m in law.args])
            for law in in_steps(_RATE, _FAILURE, steps).args)  # fmt: skip
    assert P.sum() == pytest.approx(1)
    assert Q.sum() == pytest.approx(1)
    assert min(P) >= 0 == min(Q)

    def most(x: np.ndarray) -> np.ndarray:
        above = 1 - np.exp(-epsilon) * (1 - delta - x)
        return np.minimum(np.minimum(np.exp(epsilon) * x + delta, above), 1)

    at = np.linspace(0, 1, 200_001)
    reached = at
    for _ in range(steps):
        reached = most(reached)
    slopes = np.linspace(-steps * epsilon - 0.1, steps * epsilon + 0.1, 40)
    known = [np.maximum(P - np.exp(e) * Q, 0).sum() for e in slopes]
    for e, value in zip(slopes, known, strict=True):
        assert value == pytest.approx((reached - np.exp(e) * at).max(), abs=1e-4)
    for _ in range(200):
        law = first = rng.dirichlet(np.full(6, 0.5)) + 1e-9
        for _ in range(steps):
            law = law / law.sum()
            chosen = rng.random(6) < 0.5
            up = law[chosen].sum()
            if 0 < up < 1:
                larger = most(np.array(up))
                law = np.where(chosen, law * larger / up, law * (1 - larger) / (1 - up))
        for e, value in zip(slopes, known, strict=True):
            stick = np.maximum(law - np.exp(e) * first / first.sum(), 0).sum()
            assert stick <= value + 1e-9


def test_domination_by_normal_laws_is_an_explicit_map() -> None:
    """Each outcome gets a part of the line, whose two masses are those wanted but for 1e-9.

    The parts are stretches of what is left, one after the other: the shadows of Beiglboeck and
    Juillet 2016, by which an order of laws is a coupling. Masses are enclosed by balls.
    """
    rng = random.Random(12)
    for _ in range(INSTANCES):
        pair, mu = gaussian_pair(rng, rng.randint(2, 4))
        parts: list[Line] = []
        line = [(-inf, inf)]
        for q, p in list(zip(pair.q, pair.p, strict=True))[:-1]:
            part, line = shadow(line, mu, float(q), float(p))
            parts.append(part)
        parts.append(line)
        pieces = sorted(piece for part in parts for piece in part)
        assert [b for _, b in pieces[:-1]] == [a for a, _ in pieces[1:]]
        assert (pieces[0][0], pieces[-1][1]) == (-inf, inf)
        for shift, law in ((0.0, pair.q), (mu, pair.p)):
            for part, wanted in zip(parts, law, strict=True):
                mass = sum((below(b - arb(shift)) - below(a - arb(shift)) for a, b in part), arb(0))
                assert abs(mass - arb_of(wanted)) <= 1e-9


def test_adaptive_rounds_are_dominated_by_a_product_of_normal_laws() -> None:
    """Hockey sticks of two rounds, the second of which depends on the first, at many epsilons."""
    rng, compared = random.Random(13), 0
    for _ in range(INSTANCES):
        first, mu = gaussian_pair(rng, rng.randint(2, 3))
        rounds = [gaussian_pair(rng, 2) for _ in first.p]
        whole = (arb(mu) ** 2 + arb(max(nu for _, nu in rounds)) ** 2).sqrt()
        p, q = (
            tuple(mass * part for mass, law in zip(own, laws, strict=True) for part in law)
            for own, laws in (
                (first.p, [pair.p for pair, _ in rounds]),
                (first.q, [pair.q for pair, _ in rounds]),
            )
        )
        for t in (Fraction(1, 3), Fraction(9, 10), Fraction(1), Fraction(7, 4), Fraction(5)):
            gained, e = stick(t, p, q), arb_of(t).log()
            if gained == max(1 - t, ZERO):
                continue  # as small as any
            compared += 1
            curve = below(whole / 2 - e / whole) - arb_of(t) * below(-whole / 2 - e / whole)
            assert arb_of(gained) <= curve
    assert compared > INSTANCES


def some_tree(rng: random.Random, depth: int) -> Node:
    if depth == 0:
        return END
    if rng.random() < 0.35:
        return Query(tuple(some_tree(rng, depth - 1) for _ in range(2)))
    size = rng.randint(2, 3)
    first, second = ([rng.randint(0, 5) for _ in range(size)] for _ in range(2))
    first[0], second[-1] = first[0] + 1, second[-1] + 1
    masses = zip(first, second, strict=True)
    return Message(tuple(
        Branch(fmpq(a, sum(first)), fmpq(b, sum(second)), some_tree(rng, depth - 1))
        for a, b in masses
    ))  # fmt: skip


def test_domination_of_interactive_mechanisms_is_an_explicit_simulation() -> None:
    """The four-normal lemma: strategies are read off at the least delta, and add up."""
    rng = random.Random(4)
    for _ in range(INSTANCES):
        node, t = some_tree(rng, rng.randint(1, 3)), fmpq(rng.randint(2, 8), 2)
        assert simulate(node, t, advantage([node], t)).verify()


def test_the_moments_of_a_chain_multiply_at_most() -> None:
    rng = random.Random(5)
    for _ in range(INSTANCES):
        size, order = rng.randint(2, 3), rng.randint(2, 5)
        p, q = some_law(rng, size), some_law(rng, size, 1)
        then = [(some_law(rng, 3), some_law(rng, 3, 1)) for _ in p]
        joint = [
            tuple(mass * part for mass, law in zip(own, laws, strict=True) for part in law)
            for own, laws in zip((p, q), zip(*then, strict=True), strict=True)
        ]
        worst = max(moment(order, *pair) for pair in then)
        assert moment(order, joint[0], joint[1]) <= moment(order, p, q) * worst
        free = [
            tuple(a * b for a, b in product(*laws)) for laws in zip((p, q), then[0], strict=True)
        ]
        independent = moment(order, p, q) * moment(order, *then[0])
        assert moment(order, free[0], free[1]) == independent


def test_hoelders_inequality_for_renyi_divergences() -> None:
    """With a, k and (k*a - 1)/(k - 1) integers."""
    rng = random.Random(6)
    orders = [(a, k) for a in range(2, 6) for k in range(2, 6) if (k * a - 1) % (k - 1) == 0]
    for _ in range(INSTANCES):
        a, k = rng.choice(orders)
        b, c = (k * a - 1) // (k - 1), k * a
        p, q, r = some_law(rng, 3), some_law(rng, 3, 1), some_law(rng, 3, 1)
        assert logarithms_are_at_most_zero(
            (Fraction(1, a - 1), moment(a, p, q)),
            (-Fraction(c, (c - 1) * (b - 1)), moment(b, p, r)),
            (-Fraction(1, c - 1), moment(c, r, q)),
        )


def test_the_logarithm_of_a_moment_is_convex_in_the_order() -> None:
    rng = random.Random(17)
    for _ in range(INSTANCES):
        p, q = some_law(rng, 4), some_law(rng, 4, 1)
        a, c, b = sorted(rng.sample(range(1, 9), 3))
        line = moment(a, p, q) ** (b - c) * moment(b, p, q) ** (c - a)
        assert moment(c, p, q) ** (b - a) <= line


def test_domination_by_a_bit_with_the_ends_of_the_loss_is_an_explicit_map() -> None:
    rng = random.Random(18)
    for _ in range(INSTANCES):
        p, q = some_law(rng, 4, 1), some_law(rng, 4, 1)
        ratios = [x / y for x, y in zip(p, q, strict=True)]
        low = min(ratios) * Fraction(rng.randint(1, 4), 4)
        high = max(ratios) * Fraction(rng.randint(5, 8), 4)
        share = (1 - low) / (high - low)
        above = [(x - low * y) / ((high - low) * share) for x, y in zip(p, q, strict=True)]
        below = [(high * y - x) / ((high - low) * (1 - share)) for x, y in zip(p, q, strict=True)]
        assert min(*above, *below) >= 0
        assert sum(above) == sum(below) == 1
        for law, one in ((q, share), (p, high * share)):
            mixed = [one * x + (1 - one) * y for x, y in zip(above, below, strict=True)]
            assert mixed == list(law)


def test_renyi_divergences_grow_with_their_order() -> None:
    """From KL over the integer orders to the largest loss."""
    rng = random.Random(7)
    for _ in range(INSTANCES):
        p, q = some_law(rng, 4), some_law(rng, 4, 1)
        a = rng.randint(2, 6)
        b = a + rng.randint(1, 5)
        largest = max(x / y for x, y in zip(p, q, strict=True))
        assert 1 <= moment(a, p, q) <= largest ** (a - 1)
        assert moment(a, p, q) ** (b - 1) <= moment(b, p, q) ** (a - 1)
    source = np.random.default_rng(7)
    P, Q = Symbol("P"), Symbol("Q")
    weights = {name: source.integers(1, 50, (INSTANCES, 4)) for name in (P, Q)}
    relation = heads.KL(P, Q) <= log(1 + heads.ChiSquared(P, Q))
    assert (decisions(relation, Points(weights=weights)) == 1).all()


def two_points(p: Law, q: Law) -> list[tuple[Fraction, tuple[Law, Law]]]:
    """The likelihood ratio of a pair as a mixture of those of pairs of bits, with the weights."""
    left = [[b, a / b] for a, b in zip(p, q, strict=True)]
    found = [(mass, ((ONE, ZERO), (ONE, ZERO))) for mass, ratio in left if ratio == 1]
    small, large = ([part for part in left if (part[1] - 1) * sign > 0] for sign in (-1, 1))
    while small and large:
        (m, s), (n, u) = small[-1], large[-1]
        # The masses x and y of the two ratios that have mean one: x*(1 - s) == y*(u - 1).
        x = min(m, n * (u - 1) / (1 - s))
        y = x * (1 - s) / (u - 1)
        weight = x + y
        bits = (x * s / weight, y * u / weight), (x / weight, y / weight)
        found.append((weight, bits))
        small[-1][0], large[-1][0] = m - x, n - y
        small, large = ([part for part in side if part[0] > 0] for side in (small, large))
    assert not small
    assert not large
    return found


def test_pairs_of_f_divergences_are_means_of_those_of_bits() -> None:
    """The convex hull is exhibited: weights and pairs of bits whose divergences average out."""
    rng = random.Random(8)
    for _ in range(INSTANCES):
        size, t, order = rng.randint(2, 5), Fraction(rng.randint(0, 30), 10), rng.randint(2, 4)
        p, q = some_law(rng, size), some_law(rng, size, 1)
        parts = two_points(p, q)
        assert sum((weight for weight, _ in parts), ZERO) == 1
        assert all(sum(law) == 1 and min(law) >= 0 for _, bits in parts for law in bits)
        assert sum((w * stick(t, *bits) for w, bits in parts), ZERO) == stick(t, p, q)
        kept = [(w, tuple(zip(*(m for m in zip(*bits, strict=True) if m[1] > 0), strict=True)))
                for w, bits in parts]  # fmt: skip
        assert sum((w * moment(order, *bits) for w, bits in kept), ZERO) == moment(order, p, q)


def test_a_moment_bounds_the_hockey_stick() -> None:
    """At every order: E[max(1 - t/X, 0)] <= E[X**(a-1)]*t**-(a-1)*(a-1)**(a-1)/a**a."""
    rng = random.Random(9)
    for _ in range(INSTANCES):
        a, t = rng.randint(2, 8), Fraction(rng.randint(1, 60), 10)
        p, q = some_law(rng, 4), some_law(rng, 4, 1)
        bound = moment(a, p, q) / t ** (a - 1) * Fraction((a - 1) ** (a - 1), a**a)
        assert stick(t, p, q) <= bound


def test_the_tail_integral_bounds_the_hockey_stick() -> None:
    """For responses, for any pair within e, where rho = e**2/2, and for normal laws.

    The integral is ``sqrt(pi*rho)*exp(-w**2/(4*rho))*erfcx((w + 2*rho)/(2*sqrt(rho)))`` with
    w = epsilon - xi - rho. In floats it is taken smaller by 1e-9 of itself, a million times more
    than these functions err.
    """
    source = np.random.default_rng(10)

    def tail(epsilon: np.ndarray, rho: np.ndarray) -> np.ndarray:
        w = epsilon - rho
        size = erfcx((w + 2 * rho) / (2 * np.sqrt(rho)))
        return np.sqrt(np.pi * rho) * np.exp(-(w**2) / (4 * rho)) * size * (1 - 1e-9)

    p, q = (source.integers(1, 30, (INSTANCES, 4)).astype(float) for _ in range(2))
    p, q = (law / law.sum(axis=1, keepdims=True) for law in (p, q))
    rho = np.abs(np.log(p / q)).max(axis=1) ** 2 / 2
    epsilon = rho + source.uniform(0, 1.5, INSTANCES)
    gained = np.maximum(p - np.exp(epsilon)[:, None] * q, 0).sum(axis=1)
    assert (gained <= tail(epsilon, rho)).all()

    pure = source.uniform(0.05, 1.99, INSTANCES)
    epsilon = pure**2 / 2 + source.uniform(0, 1, INSTANCES) * (pure - pure**2 / 2)
    gained = np.maximum(np.exp(pure) - np.exp(epsilon), 0) / (1 + np.exp(pure))
    assert (gained <= tail(epsilon, pure**2 / 2)).all()

    mu = source.uniform(0.05, 3, INSTANCES)
    epsilon = mu**2 / 2 + source.uniform(0, 3, INSTANCES)
    gained = ndtr(mu / 2 - epsilon / mu) - np.exp(epsilon) * ndtr(-mu / 2 - epsilon / mu)
    assert (gained <= tail(epsilon, mu**2 / 2)).all()


TESTED: dict[str, Sequence[Callable[[], None]]] = {
    "data-processing": (
        test_data_processing_and_convexity,
        test_data_processing_of_what_has_logarithms_and_roots,
    ),
    "domination": (
        test_domination_by_the_canonical_pair_is_an_explicit_map,
        test_domination_by_normal_laws_is_an_explicit_map,
        test_domination_by_a_bit_with_the_ends_of_the_loss_is_an_explicit_map,
        test_adaptive_rounds_are_dominated_by_a_product_of_normal_laws,
        test_domination_of_interactive_mechanisms_is_an_explicit_simulation,
    ),
    "chain-rule": (test_the_moments_of_a_chain_multiply_at_most,),
    "hoelder": (
        test_hoelders_inequality_for_renyi_divergences,
        test_the_logarithm_of_a_moment_is_convex_in_the_order,
    ),
    "monotone-order": (test_renyi_divergences_grow_with_their_order,),
    "joint-range": (test_pairs_of_f_divergences_are_means_of_those_of_bits,),
    "moments-to-hockey-stick": (
        test_a_moment_bounds_the_hockey_stick,
        test_the_tail_integral_bounds_the_hockey_stick,
    ),
}


def test_there_are_fewer_than_ten_axioms_each_tested_and_cited() -> None:
    assert set(TESTED) == set(AXIOMS)
    assert len(AXIOMS) < 10
    assert all(axiom.statement and axiom.citation for axiom in AXIOMS.values())


def constants() -> dict[str, str]:
    """The name of the constant that holds each axiom."""
    text = (ROOT / "dpsym" / "provers" / "axioms.py").read_text()
    found = re.findall(r'^(\w+) = Axiom\(\n    "(.*?)"', text, re.M)
    return {name: constant for constant, name in found}


@pytest.mark.parametrize("name", sorted(AXIOMS))
def test_an_axiom_is_used_where_it_says(name: str) -> None:
    constant = constants()[name]
    used = {
        path.relative_to(ROOT / "dpsym" / "provers").with_suffix("").as_posix().replace("/", ".")
        for path in (ROOT / "dpsym" / "provers").rglob("*.py")
        if re.search(rf"\baxioms\.{constant}\b", path.read_text())
    }
    assert used == set(AXIOMS[name].used)


def test_the_binomial_sum_of_repeated_responses_is_their_hockey_stick() -> None:
    """What the table of facts says of k responses at once, against the sum over all answers."""
    rng = random.Random(11)
    for _ in range(300):
        k, t, delta = (
            rng.randint(1, 4),
            Fraction(rng.randint(3, 9), 2),
            Fraction(rng.randint(0, 4), 4),
        )
        i = rng.randint(0, k // 2)
        pair = canonical_pair(t, delta)
        one = FinitePair(pair.p, pair.q)
        whole = one
        for _ in range(k - 1):
            whole = whole.times(one)
        kept = sum((comb(k, j) * (t ** (k - j) - t ** (k - 2 * i + j)) for j in range(i)), ZERO)
        assert stick(t ** (k - 2 * i), whole.p, whole.q) == 1 - (1 - delta) ** k * (
            1 - kept / (1 + t) ** k
        )
        ratio = Fraction(rng.randint(0, 80), rng.randint(1, 8))
        above = [comb(k, j) * max(t ** (k - j) - ratio * t**j, ZERO) for j in range(k + 1)]
        assert stick(ratio, whole.p, whole.q) == 1 - (1 - delta) ** k * (
            1 - sum(above, ZERO) / (1 + t) ** k
        )
