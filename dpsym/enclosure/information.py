"""What the output of a mechanism says of its input: mutual information and capacity, in nats.

A concrete mechanism answers on a row of databases, see :mod:`dpsym.language.meaning`; n records
reach n + 1 of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np
from flint import arb
from numpy.typing import NDArray
from sympy import Basic, Expr, Rational, S, exp, log

from dpsym.enclosure.exact import number
from dpsym.enclosure.laws import brief, is_finite, outcomes
from dpsym.enclosure.recognition import pair_of
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.meaning import row

ROUNDS = 20_000
GAP = 1e-11
DENOMINATOR = 1 << 60
ROUNDED = 10**4
"""Parts of a law that is written out; information is flat near its maximum."""


def information(source: Basic, mechanism: Basic) -> Callable[[], arb]:
    """What computes the mutual information of an input with the law ``source`` and the output.

    The source is a finite law on the first databases of the mechanism's row.

    Raises:
        EvaluationError: the source is not finite, or has more inputs than there are databases.
    """
    if not is_finite(source):
        raise EvaluationError(f"no enclosure is known for the information on {brief(source)}")
    weights = list(outcomes(source).values())
    laws = row(mechanism, len(weights))
    if len(laws) < len(weights):
        raise EvaluationError(f"{brief(mechanism)} has fewer databases than {brief(source)}")
    return _mean_divergence(weights, laws)


def _mean_divergence(weights: Sequence[Expr], laws: Sequence[Basic]) -> Callable[[], arb]:
    """The mean over inputs x of KL(P_x, P), with P the law of the output."""
    pairs = [(w, law) for w, law in zip(weights, laws, strict=True) if w != 0]
    mixed = _mixture(pairs)
    terms = [(weight, pair_of(law, mixed)) for weight, law in pairs]

    def compute() -> arb:
        return sum((number(weight) * pair.kl() for weight, pair in terms), arb(0))

    return compute


def _mixture(pairs: Sequence[tuple[Expr, Basic]]) -> Basic:
    total, mixed = pairs[-1]
    for weight, law in reversed(pairs[:-1]):
        total += weight
        mixed = heads.Mixture(weight / total, law, mixed)
    return mixed


def capacity(node: Basic) -> Callable[[], arb]:
    """What computes the capacity of a concrete mechanism on its row of databases.

    Guarantees:
        The ball holds the largest mutual information of an input and the output: an input found
        by Blahut's and Arimoto's iteration bounds it from below, and the largest KL divergence
        from that input's output from above (Blahut 1972, Theorem 2). With independent blocks,
        each of which is all zeros or all ones with equal probability from below.

    Raises:
        EvaluationError: the laws are not finite, or the row has too few databases.
    """
    mechanism, *sizes = node.args
    if not all(size.is_Integer for size in sizes):
        raise EvaluationError(f"{brief(node)} has no definite number of records")
    records = int(sizes[-1])
    if isinstance(mechanism, heads.NaryResponse) and all(size == 1 for size in sizes):
        value = _symmetric(*mechanism.args)
        return lambda: number(value)
    blocks = int(sizes[0]) if len(sizes) == 2 else 1
    laws = row(mechanism, blocks * records + 1)
    if len(laws) <= blocks * records:
        raise EvaluationError(f"{brief(mechanism)} has at most {blocks * records} databases")
    if not all(is_finite(law) for law in laws):
        raise EvaluationError(f"no enclosure is known for {brief(node)}")
    whole = _bounded(laws)
    if blocks == 1:
        return whole
    below = _mean_divergence([Rational(w) for w in fair_blocks(blocks)], laws[::records])
    return lambda: below().union(whole())


def best_block(node: Basic) -> Basic:
    """The law of the ones in a block whose information on them is near the capacity."""
    mechanism, *sizes = node.args
    records = int(sizes[-1])
    if len(sizes) == 2 and sizes[0] != 1:
        return heads.Finite(S.Half, *[S.Zero] * (records - 1), S.Half)
    weights = _best_input(row(mechanism, records + 1))
    parts = [round(Fraction(weight * ROUNDED, DENOMINATOR)) for weight in weights]
    return heads.Finite(*(Rational(part, sum(parts)) for part in parts))


def fair_blocks(blocks: int) -> list[Fraction]:
    """The law of how many of the blocks are ones where each is with probability one half.

    >>> fair_blocks(2)
    [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
    """
    return [Fraction(comb(blocks, ones), 2**blocks) for ones in range(blocks + 1)]


def _symmetric(epsilon: Expr, values: Expr) -> Expr:
    """The capacity of a symmetric channel: that of uniform inputs."""
    odds = exp(epsilon)
    truth = odds / (odds + values - 1)
    lie = (1 - truth) / (values - 1)
    return log(values) + truth * log(truth) + (1 - truth) * log(lie)


def _bounded(laws: Sequence[Basic]) -> Callable[[], arb]:
    weights = [Rational(weight, DENOMINATOR) for weight in _best_input(tuple(laws))]
    below = _mean_divergence(weights, laws)
    mixed = _mixture([(w, law) for w, law in zip(weights, laws, strict=True) if w != 0])
    pairs = [pair_of(law, mixed) for law in laws]

    def compute() -> arb:
        lower, upper = below(), pairs[0].kl()
        for pair in pairs[1:]:
            found = pair.kl()
            upper = found if found > upper else upper if found <= upper else upper.union(found)
        return lower.union(upper)

    return compute


@lru_cache(maxsize=256)
def _best_input(laws: tuple[Basic, ...]) -> tuple[int, ...]:
    """Weights over a common denominator, all positive, near those of a best input."""
    listed = [outcomes(law) for law in laws]
    keys = list(dict.fromkeys(key for law in listed for key in law))
    masses = np.array([[float(law.get(key, S.Zero)) for key in keys] for law in listed])
    weights = best_inputs(masses[None])[0]
    parts = [max(1, int(weight * DENOMINATOR)) for weight in weights]
    largest = int(np.argmax(parts))
    parts[largest] += DENOMINATOR - sum(parts)
    return tuple(parts)


def best_inputs(masses: NDArray[np.float64], rounds: int = ROUNDS) -> NDArray[np.float64]:
    """Weights of inputs, by Blahut's and Arimoto's iteration, for channels of one shape.

    ``masses`` has shape (channels, inputs, outputs).

    >>> best_inputs(np.array([[[0.75, 0.25], [0.25, 0.75]]]), 10)
    array([[0.5, 0.5]])
    """
    weights = np.full(masses.shape[:2], 1 / masses.shape[1])
    for _ in range(rounds):
        divergences = means(masses, weights)
        lower = (weights * divergences).sum(axis=1)
        weights = weights * np.exp(divergences - divergences.max(axis=1, keepdims=True))
        weights = weights / weights.sum(axis=1, keepdims=True)
        if (divergences.max(axis=1) - lower).max() < GAP:
            break
    return weights


def means(masses: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The KL divergence of every input's law from that of the output, (channels, inputs)."""
    mixed = np.einsum("ci,cio->co", weights, masses)[:, None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(masses > 0, masses * (np.log(masses) - np.log(mixed)), 0.0)
    return np.asarray(terms.sum(axis=2))
