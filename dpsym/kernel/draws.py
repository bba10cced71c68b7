"""Bounds of divergences of many independent draws from two laws on two outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Any

from sympy import Basic, Expr, Integer, S

from dpsym.kernel.laws import MAX_OUTCOMES, probabilities
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar_intervals import dyadic, exponential, iv, logarithm
from dpsym.language import heads
from dpsym.language.definitions import plain
from dpsym.language.meaning import is_on_a_row, neighbouring_pairs

MAX_DRAWS = 2_000_000
ENOUGH, LEAST = iv.mpf(2) ** -100, iv.mpf(2) ** -4000
"""What is left of a sum when it is small enough, relative to the sum and in itself."""
Draws = tuple[int, tuple[Expr, ...]]


def draws_of(divergence: Basic) -> Draws:
    """How many draws a hockey stick is of, and of each the masses under P and Q, then its slope.

    Raises:
        Rejected: it is another divergence, or of other laws.
    """
    *threshold, p, q = divergence.args
    if not isinstance(divergence, heads.HockeyStick | heads.TotalVariation):
        raise Rejected((), f"no bounds of {divergence.func} of many draws")
    if not isinstance(p, heads.Product) or not isinstance(q, heads.Product):
        raise Rejected((), "laws that are no products")
    pairs = set(zip(p.args, q.args, strict=False))
    if len(pairs) != 1 or len(p.args) != len(q.args):
        raise Rejected((), "products of unlike laws")
    return _repeated(len(p.args), *pairs.pop(), threshold[0] if threshold else S.Zero)


def _repeated(count: int, p: Basic, q: Basic, threshold: Expr) -> Draws:
    first, second = map(probabilities, (p, q))
    if len(first) != 2 or len(second) != 2:
        raise Rejected((), "laws on other than two outcomes")
    if count > MAX_DRAWS:
        raise Rejected((), "too many draws")
    return count, (*first, *second, threshold)


def draws_of_rounds(guarantee: Basic) -> list[Draws]:
    """The draws of all rounds of each pair of neighbours, where they are too many to write out.

    That is of approximate privacy of a concrete mechanism with laws on two outcomes, of which each
    pair of neighbours draws from the same two laws in every round; nothing of any other.
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
        frozenset(zip(numbers[:2], numbers[2:4], strict=True)): (n, numbers) for n, numbers in found
    }
    return list(alike.values())


def stick_of_draws(draws: int, numbers: Sequence[Any]) -> Any:
    """The hockey stick of so many draws, as an interval, from intervals of :func:`draws_of`.

    With i of n draws the second outcome the masses under P are w_i = binomial(n, i)*a**(n - i)*b**i
    and those under Q, times the slope, v_i likewise with c and d. Both are taken relative to the
    largest w_i, from which two sums run up and down; all w_i together are (a + b)**n, so that no
    binomial is computed. A sum ends where its next terms w_i have ratios below r < 1, since
    (n - i)/(i + 1) falls with i: they are at most w*r/(1 - r), and no positive part of w_i - v_i is
    more than w_i.

    Raises:
        Rejected: a mass is perhaps zero.
    """
    *masses, threshold = numbers
    if not all(mass.a > 0 for mass in masses):
        raise Rejected((), "a mass that is perhaps zero")
    a, b, c, d = masses
    # Which term is the first is a choice; the bounds hold from any.
    second = min(draws, floor((draws + 1) * dyadic((b / (a + b))._mpi_[0])))
    first = draws - second
    beside = exponential(threshold + first * logarithm(c / a) + second * logarithm(d / b))
    one = iv.mpf(1)
    up = _tail(first, second, b / a, d / c, beside)
    down = _tail(second, first, a / b, c / d, beside)
    total = one + up[0] + down[0]
    stick = _positive(one - beside) + up[1] + down[1]
    return exponential(draws * logarithm(a + b)) * stick / total


def _tail(left: int, taken: int, ratio: Any, other: Any, beside: Any) -> tuple[Any, Any]:
    """The sums of w and of the positive parts of w - v after a term with w = 1 and v as given.

    Of ``left`` draws one after another has the other outcome, which ``taken`` have already.
    """
    mass, stick, w, v = iv.mpf(0), iv.mpf(0), iv.mpf(1), beside
    while left:
        odds = iv.mpf(left) / (taken + 1)
        next_ratio = odds * ratio
        if next_ratio.b < 1:
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


def _positive(gap: Any) -> Any:
    zero = iv.mpf(0)
    return iv.mpf([max(gap.a, zero.a), max(gap.b, zero.b)])


__all__ = ["draws_of", "draws_of_rounds", "stick_of_draws"]
