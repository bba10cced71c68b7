"""The worked examples of the post Composition of privacy mechanisms, exactly, on small data.

People are counted by gender, and patients by disease, with truncated geometric noise: a count is
told with odds ``odds = exp(epsilon)`` against each neighbouring one. Everything is a fraction, so
the largest ratio of probabilities between two neighbouring databases is exact; its logarithm is the
epsilon that is really spent.

Run it with ``python examples/counting.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from dpsym.experiments.experiment import are_neighbours

Law = tuple[Fraction, ...]
People = tuple[str, ...]
Patients = tuple[frozenset[str], ...]
Release = dict[tuple[int, ...], Fraction]


def noisy_count(count: int, size: int, odds: int = 2) -> Law:
    """The law of a count in 0..size with truncated geometric noise.

    A release at distance j of the count has mass proportional to odds**-j, and the two ends take
    what would lie beyond them, so that ratios between counts one apart are between 1/odds and odds.

    >>> noisy_count(1, 2)
    (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    >>> [str(p) for p in noisy_count(0, 2)]
    ['2/3', '1/6', '1/6']
    """
    inner = Fraction(odds - 1, odds + 1)
    end = Fraction(odds, odds + 1)
    return tuple(
        (end if release in (0, size) else inner) / odds ** abs(release - count)
        for release in range(size + 1)
    )


def men_and_women(people: People, size: int = 3) -> Release:
    """The law of the two noisy counts of Example 1.

    >>> release = men_and_women(("man", "woman", "woman"))
    >>> sum(release.values()), max(release, key=release.get)
    (Fraction(1, 1), (0, 2))
    """
    counts = [people.count("man"), people.count("woman")]
    return joint([noisy_count(count, size) for count in counts])


def diseases(patients: Patients, names: Sequence[str] = ("flu", "gout", "measles")) -> Release:
    """The law of the noisy counts of Example 2, one for each disease.

    >>> release = diseases((frozenset({"flu", "gout"}), frozenset({"flu"})))
    >>> sum(release.values())
    Fraction(1, 1)
    """
    return joint([noisy_count(sum(name in p for p in patients), 2) for name in names])


def joint(laws: Sequence[Law]) -> Release:
    """The law of independent releases."""
    return {
        outcome: prod((law[i] for law, i in zip(laws, outcome, strict=True)), start=Fraction(1))
        for outcome in product(*(range(len(law)) for law in laws))
    }


def worst_ratio(first: Release, second: Release) -> Fraction:
    """The largest ratio of the probabilities of one release, either way."""
    return max(max(first[o] / second[o], second[o] / first[o]) for o in first)


def spent(
    databases: Sequence[People], release: Callable[[People], Release], *, bounded: bool
) -> Fraction:
    """The largest ratio over all neighbouring databases: exp of the epsilon that is spent.

    >>> people = databases_of(("man", "woman"), 3)
    >>> spent(people, men_and_women, bounded=False)
    Fraction(2, 1)
    >>> spent(people, men_and_women, bounded=True)
    Fraction(4, 1)
    """
    return max(
        worst_ratio(release(a), release(b))
        for a, b in product(databases, databases)
        if are_neighbours(a, b, bounded=bounded)
    )


def databases_of(records: Sequence[str], size: int) -> list[People]:
    """All multisets of at most ``size`` records, each in one order.

    >>> len(databases_of(("man", "woman"), 3))
    10
    """
    found = {
        tuple(sorted(chosen)) for n in range(size + 1) for chosen in product(records, repeat=n)
    }
    return sorted(found)


def spent_on_patient(ill_with: int) -> Fraction:
    """The ratio that one patient with so many of the three diseases makes.

    >>> [spent_on_patient(d) for d in (0, 1, 2, 3)]
    [Fraction(1, 1), Fraction(2, 1), Fraction(4, 1), Fraction(8, 1)]
    """
    others = (frozenset({"flu"}),)
    patient = frozenset(("flu", "gout", "measles")[:ill_with])
    return worst_ratio(diseases(others), diseases((*others, patient)))


def report() -> Iterator[str]:
    """What is spent, in lines of text."""
    people = databases_of(("man", "woman"), 3)
    yield "each count alone is private with exp(epsilon) = 2"
    for bounded, change in ((False, "added"), (True, "replaced")):
        odds = spent(people, men_and_women, bounded=bounded)
        yield f"men and women, one person {change}: exp(epsilon) = {odds}"
    for ill_with in (1, 2, 3):
        yield f"diseases, a patient with {ill_with}: exp(epsilon) = {spent_on_patient(ill_with)}"


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")
