"""Closed forms of what a concrete mechanism tells of its input."""

from __future__ import annotations

from itertools import combinations, product

from dpsym.algebra import Add, Basic, Expr, Integer, Max, Min, Mul, S, exp, log
from dpsym.kernel.outcomes import MAX_OUTCOMES, probabilities
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.meaning import row

MAX_LAWS = 12


def capacity(node: Basic) -> Expr:
    """The information that a symmetric response to one of n values gives: uniform values are best.

    Cover and Thomas 2006, Theorem 7.2.1.
    """
    mechanism, *sizes = node.args
    if set(sizes) != {S.One}:
        raise Rejected((), f"no closed form of {node}")
    values, truth, lie = _response(mechanism)
    return log(values) + truth * log(truth) + (values - 1) * lie * log(lie)


def recovery(node: Basic) -> Expr:
    """How well a symmetric response to one of n values tells m databases apart, by lists of l.

    An answer is counted for each database of its list, n*l times in all, at the smaller probability
    unless it is the value of that database. It is so at most m times, and at most n*l times, which
    is attained by databases that take the values in turn.
    """
    mechanism, records, databases, *named = node.args
    listed = named[0] if named else S.One
    if isinstance(mechanism, heads.FiniteMechanism) and listed == 1:
        return _told_apart(node)
    if records != 1 or not (databases.is_Integer and listed.is_Integer):
        raise Rejected((), f"no closed form of {node}")
    values, truth, lie = _response(mechanism)
    listed = min(listed, databases)
    counted = values * listed
    return (counted * lie + Min(databases, counted) * (truth - lie)) / databases


def _told_apart(node: Basic) -> Expr:
    """How well a row of laws tells m databases apart, of which each answer names the likeliest.

    Databases at most n steps apart are laws that lie so near each other in the row.
    """
    mechanism, records, databases = node.args[:3]
    laws = [probabilities(law) for law in mechanism.args]
    known = records.is_Integer and databases.is_Integer and len(laws) <= MAX_LAWS
    if not known or len(set(map(len, laws))) != 1:
        raise Rejected((), f"no closed form of {node}")
    near = min(int(records) + 1, len(laws))
    some = min(int(databases), near)
    chosen = {c for i in range(len(laws) - near + 1)
              for c in combinations(range(i, i + near), some)}  # fmt: skip
    columns = list(zip(*laws, strict=True))
    best = (Add(*(Max(*(column[i] for i in c)) for column in columns)) for c in sorted(chosen))
    return Max(*best) / databases


def _response(mechanism: Basic) -> tuple[Expr, Expr, Expr]:
    """The number of values of a symmetric response, and the odds that it tells each."""
    if isinstance(mechanism, heads.RandomizedResponse):
        mechanism = heads.NaryResponse(*mechanism.args, Integer(2))
    if not isinstance(mechanism, heads.NaryResponse):
        raise Rejected((), f"no closed form of what {mechanism} tells")
    epsilon, values = mechanism.args
    truth, lie = (odds / (exp(epsilon) + values - 1) for odds in (exp(epsilon), S.One))
    return values, truth, lie


def information(node: Basic, block: Basic) -> Expr:
    """What a concrete mechanism tells of independent blocks with one law: at most the capacity.

    ``block`` is the law of how many records of a block are ones. The law of how many of all are is
    that of a sum, and so many ones are a database of the row.
    """
    mechanism, *sizes = node.args
    blocks, records = sizes if len(sizes) == 2 else (S.One, *sizes)
    each, counts = probabilities(block), [S.One]
    if len(each) != records + 1 or blocks * records > MAX_OUTCOMES:
        raise Rejected((), f"{block} is no law of the ones among {records} records")
    for _ in range(int(blocks)):
        grown = [S.Zero] * (len(counts) + len(each) - 1)
        for (i, a), (j, b) in product(enumerate(counts), enumerate(each)):
            grown[i + j] += a * b
        counts = grown
    laws = [probabilities(law) for law in row(mechanism, len(counts))]
    if len(laws) != len(counts) or len(set(map(len, laws))) != 1:
        raise Rejected((), f"{mechanism} has not {len(counts)} laws on as many outcomes")
    mean = [Add(*map(Mul, counts, column)) for column in zip(*laws, strict=True)]
    return Add(*(
        weight * mass * log(mass / average)
        for weight, law in zip(counts, laws, strict=True)
        for mass, average in zip(law, mean, strict=True)
        if weight != 0 and mass != 0
    ))  # fmt: skip
