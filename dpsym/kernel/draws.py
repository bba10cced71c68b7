"""Bounds of divergences of many independent draws from two laws on two outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Any

from dpsym.algebra import Add, Basic, Expr, Integer, S
from dpsym.kernel.outcomes import MAX_OUTCOMES, outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar_intervals import dyadic, exponential, iv, logarithm
from dpsym.language import heads
from dpsym.language.definitions import plain
from dpsym.language.meaning import is_on_a_row, neighbouring_pairs

MAX_DRAWS = 2_000_000
ENOUGH, LEAST = iv.mpf(2) ** -100, iv.mpf(2) ** -4000
"""What is left of a sum when it is small enough, relative to the sum and in itself."""
ASKED = 8
"""Terms of a sum between two looks at what is left."""
Draws = tuple[int, tuple[Expr, ...]]
"""How many, then of each the masses under P and under Q of its two outcomes, what is compared, and
the mass under P of outcomes that have none under Q."""


def draws_of(divergence: Basic) -> Draws:
    """How many draws a hockey stick is of, and of each the masses under P and Q.

    Raises:
        Rejected: it is another divergence, or of other laws.
    """
    threshold, pairs = factors_of(divergence)
    if len(set(pairs)) != 1:
        raise Rejected((), "products of unlike laws")
    return _repeated(len(pairs), *pairs[0], threshold)


def factors_of(divergence: Basic) -> tuple[Expr, tuple[tuple[Basic, Basic], ...]]:
    """The epsilon of a hockey stick of two products, 0 of a total variation, and their factors.

    Raises:
        Rejected: it is another divergence, or of other laws.
    """
    *threshold, p, q = divergence.args
    if not isinstance(divergence, heads.HockeyStick | heads.TotalVariation):
        raise Rejected((), f"no bounds of {divergence.func} of products")
    if not isinstance(p, heads.Product) or not isinstance(q, heads.Product):
        raise Rejected((), "laws that are no products")
    if len(p.args) != len(q.args):
        raise Rejected((), "products of unlike lengths")
    return threshold[0] if threshold else S.Zero, tuple(zip(p.args, q.args, strict=True))


def _repeated(count: int, p: Basic, q: Basic, threshold: Expr) -> Draws:
    """Outcomes without mass under P have no part in a hockey stick."""
    masses = [(n * x, n * y) for (x, y), n in outcomes(p, q).items() if x != 0]
    common = [pair for pair in masses if pair[1] != 0]
    if len(common) != 2:
        raise Rejected((), "laws on other than two outcomes")
    if count > MAX_DRAWS:
        raise Rejected((), "too many draws")
    (a, c), (b, d) = common
    return count, (a, b, c, d, threshold, Add(*(x for x, y in masses if y == 0)))


def draws_of_rounds(guarantee: Basic) -> list[Draws]:
    """The draws of all rounds of each pair of neighbours, where they are too many to write out.

    That is of approximate privacy of a mechanism whose laws have two outcomes in common; nothing of
    any other. Each pair of neighbours draws from the same two laws in every round.
    """
    guarantee = plain(guarantee)
    mechanism = guarantee.args[0]
    counted = isinstance(mechanism, heads.Compose) and len(mechanism.args) == 2
    if not counted or not isinstance(guarantee, heads.ApproxDP):
        return []
    one, count = mechanism.args
    if not is_on_a_row(one) or not isinstance(count, Integer) or count < MAX_OUTCOMES:
        return []
    if S.Infinity in guarantee.args or S.NegativeInfinity in guarantee.args:
        return []
    try:
        found = [_repeated(int(count), *p, guarantee.args[1]) for p in neighbouring_pairs(one)]
    except Rejected:
        return []
    # Outcomes that are exchanged make no other sum.
    alike = {
        (frozenset(zip(numbers[:2], numbers[2:4], strict=True)), numbers[5]): (n, numbers)
        for n, numbers in found
    }
    return list(alike.values())


def stick_of_draws(draws: int, numbers: Sequence[Any]) -> Any:
    """The hockey stick of so many draws, as an interval, from intervals of :func:`draws_of`.

    With i of n draws the second outcome the masses under P are w_i = binomial(n, i)*a**(n - i)*b**i
    and those under Q, times the slope, v_i likewise with c and d. Both are taken relative to the
    largest w_i, from which two sums run up and down; all w_i together are (a + b)**n, so that no
    binomial is computed. A sum ends where its next terms w_i have ratios below r < 1, since
    (n - i)/(i + 1) falls with i: they are at most w*r/(1 - r), and no positive part of w_i - v_i is
    more than w_i. A draw that Q never makes adds the mass of all sequences with one such.

    Raises:
        Rejected: a mass is perhaps zero, or a ratio too large.
    """
    *masses, threshold, alone = numbers
    if not all(mass.a > 0 for mass in masses):
        raise Rejected((), "a mass that is perhaps zero")
    a, b, c, d = masses
    # Which term is the first is a choice; the bounds hold from any.
    second = min(draws, floor((draws + 1) * dyadic((b / (a + b))._mpi_[0])))
    first = draws - second
    beside = exponential(threshold + first * logarithm(c / a) + second * logarithm(d / b))
    one = iv.mpf(1)
    if not all(map(_is_finite, (b / a, d / c, a / b, c / d, beside))):
        raise Rejected((), "masses or a slope beyond all numbers")
    up = _tail(first, second, b / a, d / c, beside)
    down = _tail(second, first, a / b, c / d, beside)
    total = one + up[0] + down[0]
    stick = _positive(one - beside) + up[1] + down[1]
    common = exponential(draws * logarithm(a + b)) * stick / total
    return common if alone.b == 0 else common + _any_of(draws, alone)


def _any_of(draws: int, alone: Any) -> Any:
    """1 - (1 - x)**n for x in [0, 1], by two terms of its sum or by logarithms."""
    most, least = draws * alone, draws * alone * (1 - (draws - 1) * alone / 2)
    direct = iv.mpf([0, 1]) if alone.b >= 1 else 1 - exponential(draws * logarithm(1 - alone))
    return iv.mpf([max(least.a, direct.a), min(most.b, direct.b)])


def _tail(left: int, taken: int, ratio: Any, other: Any, beside: Any) -> tuple[Any, Any]:
    """The sums of w and of the positive parts of w - v after a term with w = 1 and v as given.

    Of ``left`` draws one after another has the other outcome, which ``taken`` have already. Whether
    the rest is small is asked after every few terms, as that takes as long as a term.
    """
    mass, stick, w, v = iv.mpf(0), iv.mpf(0), iv.mpf(1), beside
    while left:
        odds = iv.mpf(left) / (taken + 1)
        next_ratio = odds * ratio
        if left % ASKED == 0 and next_ratio.b < 1:
            rest = w * next_ratio / (1 - next_ratio)
            none = v.a >= w.b and other.a >= ratio.b
            small = rest.b <= ENOUGH.a * (1 if none else stick.a)
            if small or rest.b <= LEAST.a:
                more = iv.mpf([0, rest.b])
                return mass + more, stick if none else stick + more
        w, v = w * next_ratio, v * odds * other
        mass, stick = mass + w, stick + _positive(w - v)
        left, taken = left - 1, taken + 1
    return mass, stick


def _is_finite(x: Any) -> bool:
    """Whether no end is written as mpmath writes infinities and what is no number."""
    return all(digits or not exponent for _, digits, exponent, _ in x._mpi_)


def _positive(gap: Any) -> Any:
    zero = iv.mpf(0)
    return iv.mpf([max(gap.a, zero.a), max(gap.b, zero.b)])
