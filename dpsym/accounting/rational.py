"""The optimal composition in exact fractions, where every exp(epsilon) is rational."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from dpsym.accounting.subsets import Groups, halves, outcomes
from dpsym.arguments import Number, exact, probability, taking
from dpsym.errors import DomainError, LimitError, shown

MAX_OUTCOMES = 2**16
_Outcomes = dict[Fraction, int]


@taking
def optimal_delta_exact(
    ratio: Number, ratios: Sequence[Number], deltas: Sequence[Number]
) -> Fraction:
    """The least delta at ``epsilon = log(ratio)``, exactly.

    Mechanism i is (log(ratios[i]), deltas[i])-DP; the composition is adaptive. Equal ratios
    are counted together, so that a thousand equal rounds cost no more than ten different ones.

    Args:
        ratio: exp(epsilon) of the composition, at least 1.
        ratios: exp(epsilon_i), each at least 1.
        deltas: delta_i in [0, 1], one for each ratio.

    Raises:
        DomainError: a ratio below 1, a delta outside [0, 1], or unequal numbers of them.
        LimitError: too many different mechanisms; :func:`optimal_delta` encloses those.

    Source: KairouzOhViswanath2015, Theorem 3.3; MurtaghVadhan2016, Theorem 1.5.

    >>> optimal_delta_exact(2, [2, 2, 2], [0, 0, Fraction(1, 10)])
    Fraction(3, 10)
    """
    if len(ratios) != len(deltas):
        raise DomainError(
            f"{len(ratios)} ratios and {len(deltas)} deltas",
            part="deltas",
            remedy="give one delta for each ratio",
        )
    threshold = _ratio(ratio, "ratio")
    counts: dict[Fraction, int] = {}
    for value in ratios:
        odds = _ratio(value, "ratios")
        counts[odds] = counts.get(odds, 0) + 1
    kept = Fraction(1)
    for value in deltas:
        kept *= 1 - probability(value, "deltas")
    first, second = (_outcomes(half) for half in halves(tuple(counts.items())))
    whole: int = prod(
        (odds.numerator + odds.denominator) ** count for odds, count in counts.items()
    )
    return 1 - kept * (1 - _excess(first, second, threshold) / whole)


def _ratio(value: Number, name: str) -> Fraction:
    number = exact(value, name)
    if number < 1:
        raise DomainError(
            f"{name}: {shown(value)} is no exp(epsilon) of an epsilon >= 0",
            part=shown(value),
            remedy="give ratios of at least 1",
        )
    return number


def _outcomes(groups: Groups) -> _Outcomes:
    if outcomes(groups) > MAX_OUTCOMES:
        raise LimitError(
            f"{len(groups)} different mechanisms are too many for exact fractions",
            part="ratios",
            remedy="optimal_delta encloses the value",
        )
    found: _Outcomes = {Fraction(1): 1}
    for odds, count in groups:
        found = _joined(found, odds, count)
    return found


def _joined(known: _Outcomes, odds: Fraction, count: int) -> _Outcomes:
    """The outcomes with those of ``count`` responses: likelihood ratio to mass, not normalised."""
    true, false = odds.numerator, odds.denominator
    found: _Outcomes = {}
    mass, ratio = true**count, odds**count
    for wrong in range(count + 1):
        for other, weight in known.items():
            key = other * ratio
            found[key] = found.get(key, 0) + weight * mass
        mass = mass * (count - wrong) * false // ((wrong + 1) * true)
        ratio /= odds * odds
    return found


def _excess(first: _Outcomes, second: _Outcomes, threshold: Fraction) -> Fraction:
    """The sum of max(P - threshold*Q, 0), not normalised."""
    tail = sorted(second.items(), reverse=True)
    sums = [(0, Fraction(0))]
    for ratio, mass in tail:
        sums.append((sums[-1][0] + mass, sums[-1][1] + mass / ratio))
    total, reach = Fraction(0), 0
    for ratio, mass in sorted(first.items()):
        while reach < len(tail) and ratio * tail[reach][0] > threshold:
            reach += 1
        above, below = sums[reach]
        total += mass * above - threshold * mass / ratio * below
    return total
