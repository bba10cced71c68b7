"""What mechanisms mean: the laws of a concrete mechanism on a row of databases.

Databases stand in a row and neighbours are side by side, so distance along the row is the number
of entries in which two databases differ. A noise mechanism answers a query that moves by its
sensitivity from each database to the next, which is its worst case for every guarantee here,
since all of them are monotone in the shift.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import permutations, product
from math import prod

from dpsym.algebra import Add, Basic, Integer, exp
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.heads import Finite, Law, Mixture, Product
from dpsym.language.hypotheses import view_pairs
from dpsym.language.noises import LATTICE, NOISES
from dpsym.language.printing import text

Pair = tuple[Basic, Basic]
MAX_PAIRS = 5000
MORE, LESS = "more", "less"
"""Which of two neighbours of a sample has the record by which they differ."""
MAX_ROUNDS = 20_000
"""As many as are written out."""


def canonical_laws(epsilon: Basic, delta: Basic) -> Pair:
    """The two laws of ``CanonicalRR(epsilon, delta)``; outcomes 0 and 3 reveal the input.

    >>> from sympy import S
    >>> canonical_laws(S.Zero, S.Half)
    (Finite(1/2, 1/4, 1/4, 0), Finite(0, 1/4, 1/4, 1/2))
    """
    t = exp(epsilon)
    likely, unlikely = (1 - delta) * t / (1 + t), (1 - delta) / (1 + t)
    return Finite(delta, likely, unlikely, 0), Finite(0, unlikely, likely, delta)


def row(mechanism: Basic, length: int) -> tuple[Basic, ...]:
    """The laws of a concrete mechanism on at most ``length`` databases in a row.

    Mechanisms with two databases only, such as randomised response, give two laws.

    Raises:
        EvaluationError: the mechanism is a name, or has no laws of its own on a row (subsampling,
            parallel parts, post-processing by any map).
    """
    make = _ROWS.get(mechanism.func)
    if make is None:
        raise EvaluationError(f"{text(mechanism)} has no laws on a row of databases")
    return make(mechanism, length)


def _noise(law: type[Basic]) -> Callable[[Basic, int], tuple[Basic, ...]]:
    def row(mechanism: Basic, length: int) -> tuple[Basic, ...]:
        sensitivity, width = mechanism.args
        return tuple(law(i * sensitivity, width) for i in range(length))

    return row


def _lattice(law: type[Basic]) -> Callable[[Basic, int], tuple[Basic, ...]]:
    def row(mechanism: Basic, length: int) -> tuple[Basic, ...]:
        return tuple(law(Integer(i), mechanism.args[0]) for i in range(length))

    return row


def _response(mechanism: Basic, length: int) -> tuple[Basic, ...]:
    t = exp(mechanism.args[0])
    return (Finite(t / (1 + t), 1 / (1 + t)), Finite(1 / (1 + t), t / (1 + t)))[:length]


def _nary(mechanism: Basic, length: int) -> tuple[Basic, ...]:
    epsilon, values = mechanism.args
    t = exp(epsilon)
    total = t + values - 1
    rest = (values - 2) / total
    return (Finite(t / total, 1 / total, rest), Finite(1 / total, t / total, rest))[:length]


def _exponential(mechanism: Basic, length: int) -> tuple[Basic, ...]:
    epsilon, sensitivity, *rows = mechanism.args
    laws = []
    for losses in rows[:length]:
        masses = [exp(-epsilon * loss / (2 * sensitivity)) for loss in losses.args]
        total = Add(*masses)
        laws.append(Finite(*(mass / total for mass in masses)))
    return tuple(laws)


def _canonical(mechanism: Basic, length: int) -> tuple[Basic, ...]:
    return canonical_laws(*mechanism.args)[:length]


def _finite(mechanism: Basic, length: int) -> tuple[Basic, ...]:
    return tuple(mechanism.args[:length])


def _composition(mechanism: Basic, length: int) -> tuple[Basic, ...]:
    parts = composed_parts(mechanism)
    of_each = {part: row(part, length) for part in dict.fromkeys(parts)}
    rows = [of_each[part] for part in parts]
    if len({len(laws) for laws in rows}) > 1:
        raise EvaluationError(f"{text(mechanism)} has parts on fewer databases than others")
    return tuple(_together(laws) for laws in zip(*rows, strict=True))


def _together(laws: Iterable[Basic]) -> Basic:
    """The law of independent draws, one from each; of one law a draw is one from itself."""
    first, *others = laws
    return Product(first, *others) if others else first


def composed_parts(mechanism: Basic) -> tuple[Basic, ...]:
    """The mechanisms that a composition runs, with ``Compose(M, k)`` written out.

    Raises:
        EvaluationError: the number of rounds is no integer, or too large.
    """
    if len(mechanism.args) == 2 and heads.is_scalar(mechanism.args[1]):
        inner, rounds = mechanism.args
        if not rounds.is_Integer or rounds < 1:
            raise EvaluationError(f"{text(mechanism)} has no definite number of rounds")
        if rounds > MAX_ROUNDS:
            raise EvaluationError(f"{text(mechanism)} has too many rounds to write them out")
        return (inner,) * int(rounds)
    return tuple(mechanism.args)


def rounds_of(mechanism: Basic) -> tuple[Basic, ...]:
    """The rounds of a composition experiment: the parts of a composition, or the one mechanism."""
    return composed_parts(mechanism) if isinstance(mechanism, heads.Compose) else (mechanism,)


def one_round(mechanism: Basic) -> Basic:
    """A mechanism as the only round of an experiment; the parts of a composition are one each.

    >>> one_round(heads.Compose(heads.RandomizedResponse(1), 2))
    Compose(Compose(RandomizedResponse(1), 2))
    """
    return heads.Compose(mechanism) if isinstance(mechanism, heads.Compose) else mechanism


def exceeds_pairs(guarantee: Basic) -> bool:
    """Whether a guarantee may fail for images or mixtures of laws though it holds for all pairs.

    The loss after a map, or between mixtures of vectors' laws, may have a larger tail and width,
    and so has its range where choices depend on answers in rounds in which the vectors agree.

    >>> M = heads.ObjectName("M")
    >>> exceeds_pairs(heads.ProbabilisticDP(heads.PostProcess(M), 1, 0))
    True
    """
    if isinstance(guarantee, heads.BoundedRange):
        return bool(guarantee.has(heads.Hypotheses))
    loss = isinstance(guarantee, heads.MeanCDP | heads.ProbabilisticDP)
    return loss and bool(guarantee.has(heads.PostProcess, heads.Hypotheses))


_ON_OTHERS = heads.Subsample | heads.PostProcess | heads.Group | heads.Parallel
"""Operations of which the databases are no row."""
_ROWS: dict[type[Basic], Callable[[Basic, int], tuple[Basic, ...]]] = {
    **{noise.mechanism: _noise(law) for law, noise in NOISES.items()},
    **{mechanism: _lattice(law) for mechanism, law in LATTICE.items()},
    heads.RandomizedResponse: _response,
    heads.NaryResponse: _nary,
    heads.ExponentialMechanism: _exponential,
    heads.CanonicalRR: _canonical,
    heads.FiniteMechanism: _finite,
    heads.Compose: _composition,
    heads.Concurrent: _composition,
}


def is_on_a_row(mechanism: Basic) -> bool:
    """Whether a mechanism is concrete and not made of others, so that :func:`row` gives its laws.

    >>> is_on_a_row(heads.RandomizedResponse(1)), is_on_a_row(heads.ObjectName("M"))
    (True, False)
    """
    return mechanism.func in _ROWS and not isinstance(mechanism, heads.Operation)


def neighbouring_pairs(mechanism: Basic) -> tuple[Pair, ...]:
    """The ordered pairs of laws over which a guarantee on a concrete mechanism quantifies.

    Guarantees:
        a guarantee holds for the mechanism iff its divergence bound holds for every pair. For
        ``PostProcess`` the identity map is the worst one for guarantees closed under
        post-processing; for others (mean-concentrated privacy) no pair stands for all maps.

    Raises:
        EvaluationError: the mechanism is not concrete.

    >>> neighbouring_pairs(heads.GaussianMechanism(1, 2))
    ((Gaussian(0, 2), Gaussian(1, 2)), (Gaussian(1, 2), Gaussian(0, 2)))
    """
    return tuple(_neighbours(mechanism).values())


def covering_pairs(mechanism: Basic) -> tuple[Pair, ...]:
    """Ordered pairs of laws among which are those of all neighbours, whichever these are.

    Neighbours of a composition are such for each part. Where the parts say so in several ways, as
    samples beside a list of laws, every pair of the one goes with every pair of the other.

    Guarantees:
        a guarantee holds for the mechanism if its divergence bound holds for every pair; with one
        kind of neighbours the pairs are those of :func:`neighbouring_pairs`.

    Raises:
        EvaluationError: the mechanism is not concrete, or there are too many pairs.
    """
    return tuple(_neighbours(mechanism, covering=True).values())


def _neighbours(mechanism: Basic, *, covering: bool = False) -> dict[Hashable, Pair]:
    """The pairs of neighbours, by what says which neighbours they are."""
    if isinstance(mechanism, heads.Group):
        inner, size = mechanism.args
        laws = None if isinstance(inner, heads.Parallel) else _whole_row(inner)
        if laws is not None and (size.is_Integer or covering or len(laws) <= 2):
            return _within(laws, int(size) if size.is_Integer else len(laws))
        if not size.is_Integer or size > MAX_PAIRS:
            raise EvaluationError(f"{text(mechanism)} has no group size that can be listed")
        if isinstance(inner, heads.Parallel):
            return _within_parts(inner.args, int(size))
        return _within(row(inner, _row_length(inner, int(size))), int(size))
    if isinstance(mechanism, heads.PostProcess):
        return _neighbours(mechanism.args[0], covering=covering)
    if isinstance(mechanism, heads.Subsample):
        inner, rate = mechanism.args
        whole = _neighbours(inner, covering=covering).items()
        more = {(MORE, at): (Mixture(rate, p, q), q) for at, (p, q) in whole if not _lacks(at)}
        return more | {(LESS, at): (q, mixed) for (_, at), (mixed, q) in more.items()}
    if isinstance(mechanism, heads.Parallel):
        grids = [_neighbours(part, covering=covering) for part in mechanism.args]
        return {(n, at): pair for n, grid in enumerate(grids) for at, pair in grid.items()}
    if isinstance(mechanism, heads.Hypotheses):
        inner, *vectors = mechanism.args
        rounds = rounds_of(inner)
        known = {part: neighbouring_pairs(part) for part in dict.fromkeys(rounds)}
        views = view_pairs([known[part] for part in rounds], *vectors)
        return {(*vectors, number): pair for number, pair in enumerate(views)}
    if isinstance(mechanism, heads.Compose | heads.Concurrent):
        parts = composed_parts(mechanism)
        if any(isinstance(p, _ON_OTHERS) for p in parts):
            each = {part: _neighbours(part, covering=covering) for part in dict.fromkeys(parts)}
            grids = [each[part] for part in parts]
            if all(grid.keys() == grids[0].keys() for grid in grids):
                return {at: _jointly([grid[at] for grid in grids]) for at in grids[0]}
            if not covering or prod(map(len, grids)) > MAX_PAIRS:
                raise EvaluationError(f"{text(mechanism)} mixes neighbouring relations")
            ways = product(*(grid.items() for grid in grids))
            return {tuple(at for at, _ in way): _jointly([pair for _, pair in way]) for way in ways}
    return _within(row(mechanism, _row_length(mechanism, 1)), 1)


def _lacks(at: Hashable) -> bool:
    """Whether some sample says that the first of two databases lacks the record of the other."""
    return at == LESS or (isinstance(at, tuple) and any(map(_lacks, at)))


def _jointly(pairs: Sequence[Pair]) -> Pair:
    """The laws of independent answers about the first databases of pairs, and about the second."""
    first, second = zip(*pairs, strict=True)
    return _together(first), _together(second)


def _row_length(mechanism: Basic, distance: int) -> int:
    rows = [len(node.args) for node in mechanism.atoms(heads.FiniteMechanism)]
    rows += [len(node.args) - 2 for node in mechanism.atoms(heads.ExponentialMechanism)]
    return max([distance + 1, *rows])


def _whole_row(mechanism: Basic) -> tuple[Basic, ...] | None:
    """The laws of a mechanism on all its databases, which are a row; None where they have no end.

    Raises:
        EvaluationError: its databases are no row.
    """
    some = _row_length(mechanism, 1)
    laws = row(mechanism, some + 1)
    return laws if len(laws) <= some else None


def _within(laws: tuple[Basic, ...], distance: int) -> dict[Hashable, Pair]:
    return {(i, j): (laws[i], laws[j]) for i, j in _near(laws, distance)}


def _near(laws: tuple[Basic, ...], distance: int) -> list[tuple[int, int]]:
    return [(i, j) for i, j in permutations(range(len(laws)), 2) if abs(i - j) <= distance]


def _within_parts(parts: tuple[Basic, ...], distance: int) -> dict[Hashable, Pair]:
    """The pairs of databases of disjoint parts whose distances in the parts add up to so much."""
    rows = [row(part, _row_length(part, distance)) for part in parts]
    found: dict[tuple[tuple[int, int, int], ...], tuple[int, tuple[Pair, ...]]] = {(): (0, ())}
    for part, laws in enumerate(rows):
        found |= {
            (*places, (part, i, j)): (used + abs(i - j), (*pairs, (laws[i], laws[j])))
            for places, (used, pairs) in found.items()
            for i, j in _near(laws, distance)
            if used + abs(i - j) <= distance
        }
        if len(found) > MAX_PAIRS:
            raise EvaluationError(
                f"{text(heads.Parallel(*parts))} has too many pairs within {distance}"
            )
    del found[()]
    return {places: _beside(pairs) for places, (_, pairs) in found.items()}


def _beside(pairs: tuple[Pair, ...]) -> Pair:
    """The pair of laws of the parts that differ; the others have the same law and say nothing."""
    first, second = zip(*pairs, strict=True)
    return _together(first), _together(second)


__all__ = [
    "Law",
    "Pair",
    "canonical_laws",
    "composed_parts",
    "covering_pairs",
    "exceeds_pairs",
    "neighbouring_pairs",
    "one_round",
    "rounds_of",
    "row",
]
