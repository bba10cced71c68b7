"""The spaces in which a claim is attacked, likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from sympy import Basic, Integer, Pow, S, Sum, Symbol
from sympy.core.relational import LessThan

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import COUNTING
from dpsym.language.definitions import plain
from dpsym.language.domains import POSITIVE, REALS, Objects, Sort
from dpsym.language.heads import ObjectName
from dpsym.language.meaning import row as laws_on_row
from dpsym.language.noises import NOISES, cells
from dpsym.provers.restate import restate
from dpsym.provers.search.canonical import CanonicalPairs, canonical_pairs
from dpsym.provers.search.coordinates import Coordinate, Row
from dpsym.provers.search.mechanisms import Option, choices, finite, logarithm, never_failing
from dpsym.provers.search.reading_off import readings_of
from dpsym.provers.search.second_rounds import choices_of_second
from dpsym.provers.search.space import CUT, Hint, Kernels, Space

MAX_SPACES = 24
NOISY = tuple(noise.mechanism for noise in NOISES.values())
MANY, MOST = 401, 5000
"""Rounds where their number has no bound, and the most where it has one."""
FEWEST_DIGITS = 20_000
"""The largest integer of which sums, factorials and powers are written out."""
FAR_COUNTS = (50, 75, 100, 200, 500, 1000, 2000, 5000, 10**4, 10**5, 10**6)


def spaces(claim: Claim) -> Iterator[Space]:
    """The spaces for a claim, likeliest first, at most :data:`MAX_SPACES`."""
    found = islice(_spaces(_in_full(claim)), MAX_SPACES)
    return (replace(space, claim=claim) for space in found)


def far_spaces(claim: Claim) -> Iterator[Space]:
    """The spaces that have numbers alone to choose, with many rounds and large groups as well."""
    return (replace(space, claim=claim) for space in _far_spaces(_in_full(claim)))


def largest(claim: Claim) -> Iterator[Space]:
    """Those of them that have the most rounds, where no number of their size is written out."""
    return (
        space
        for space in far_spaces(claim)
        if any(isinstance(n, Integer) and n > FEWEST_DIGITS for n in space.replaced.values())
    )


def second_rounds(claim: Claim) -> Iterator[Space]:
    """The spaces of two rounds, of which the second is chosen by the answer of the first."""
    written = _in_full(claim)
    for choice in choices_of_second(written):
        domains = {name: d for name, d in claim.scalars() if name not in choice.replaced}
        readings, constraints = readings_of(choice.hypotheses, domains)
        taken = {reading.name for reading in readings}
        yield Space(
            choice.label,
            claim,
            tuple(constraints),
            choice.conclusions,
            {},
            choice.replaced,
            tuple(
                Coordinate(n, d)
                for n, d in domains.items()
                if n not in taken and not isinstance(d, Objects)
            ),
            choice.rows,
            (),
            tuple(readings),
            _distinct(_logarithms(claim.atoms)),
            view=choice.view,
        )


def grows(
    claim: Claim, names: Sequence[Symbol], values: Mapping[Symbol, Basic] | None = None
) -> bool:
    """Whether a number with many digits is written out for a large integer, at some values."""
    nodes = [
        node.exp if isinstance(node, Pow) else node
        for atom in (atom.xreplace(dict(values or {})) for atom in claim.atoms)
        for node in atom.atoms(Pow, Sum, heads.Quantity, *COUNTING)
        if not (isinstance(node, Pow) and node.base is S.Exp1)
    ]
    return any(node.has(name) for node in nodes for name in names)


def _in_full(claim: Claim) -> Claim:
    conclusions, hypotheses = (map(plain, atoms) for atoms in (claim.conclusions, claim.hypotheses))
    return restate(claim, conclusions, hypotheses=hypotheses)


def _far_spaces(claim: Claim) -> Iterator[Space]:
    mechanisms = claim.objects(Sort.MECHANISM)
    if claim.objects(Sort.LAW) or claim.objects(Sort.KERNEL):
        pairs = canonical_pairs(claim)
        if pairs is not None and not mechanisms:
            yield _space(claim, {}, {}, 0, pairs)
        return
    # Nothing that is random or searched for in laws: only the worst mechanisms that are known.
    named = [[o for o in choices(claim, n, length=2) if not o.rows] for n in mechanisms]
    for values in _far_values(claim):
        for picks in _combinations(named) if all(named) else ():
            yield _space(claim, dict(zip(mechanisms, picks, strict=True)), values, 0)


def _far_values(claim: Claim) -> Iterator[dict[Symbol, Basic]]:
    """Integers that shape the laws; the largest where no power of their size is written out."""
    for integers in _structural_integers(claim, FAR_COUNTS):
        for zeros in never_failing(claim):
            yield zeros | integers
    for zeros in never_failing(claim, heads.ApproxDP):
        for integers in _structural_integers(claim, FAR_COUNTS, zeros) if zeros else ():
            if any(value > FEWEST_DIGITS for value in integers.values()):
                yield zeros | integers


def _spaces(claim: Claim) -> Iterator[Space]:
    pairs = canonical_pairs(claim)
    if pairs is not None and not claim.objects(Sort.MECHANISM):
        yield _space(claim, {}, {}, 0, pairs)
    mechanisms = claim.objects(Sort.MECHANISM)
    lengths = {name: _length(claim, name) for name in mechanisms}
    chosen = _combinations([choices(claim, name, length=lengths[name]) for name in mechanisms])
    counts = [
        zeros | integers
        for integers in _structural_integers(claim)
        for zeros in never_failing(claim)
    ]
    ranked = sorted(product(range(len(chosen)), range(len(counts))), key=sum)
    for choice, count in ranked:
        picks, integers = chosen[choice], counts[count]
        resized = _resize(claim, mechanisms, picks, integers)
        for atoms in _widths(claim):
            yield _space(claim, dict(zip(mechanisms, resized, strict=True)), integers, atoms)


def _widths(claim: Claim) -> Sequence[int]:
    return (2, 3, 4) if claim.objects(Sort.LAW) else (0,)


def _length(claim: Claim, name: Symbol) -> int:
    """How many databases a row needs: more than two where groups are asked about."""
    grouped = any(
        name in node.args[0].free_symbols
        for atom in claim.atoms
        for node in atom.atoms(heads.Group)
    )
    return 3 if grouped else 2


def _resize(
    claim: Claim, names: Sequence[Symbol], picks: Sequence[Option], integers: dict[Symbol, Basic]
) -> list[Option]:
    """The options with rows long enough for the group sizes."""
    resized = []
    for name, option in zip(names, picks, strict=True):
        sizes = [
            node.args[-1].xreplace(integers)
            for atom in claim.atoms
            for node in atom.atoms(heads.Group, heads.Capacity)
            if name in node.args[0].free_symbols
        ]
        length = 1 + max([1] + [int(s) for s in sizes if s.is_Integer and 1 <= s <= 6])
        if option.rows:
            option = finite(name, option.rows[0].atoms, length)
        resized.append(option)
    return resized


def _combinations(choices: list[list[Option]]) -> list[tuple[Option, ...]]:
    """Choices for all names, likely ones first: laws of one kind, or each extremal for a bound."""
    ranked = []
    for indices in product(*(range(len(choice)) for choice in choices)):
        picks = tuple(choice[i] for choice, i in zip(choices, indices, strict=True))
        kinds = len({pick.kind for pick in picks})
        extremal = not any(indices) and all(pick.met and not pick.fresh for pick in picks)
        if kinds <= 1 or extremal:
            apart = max(indices) - min(indices) if indices else 0
            ranked.append((sum(indices) + 2 * apart, picks))
    if not ranked:
        return [tuple(choice[-1] for choice in choices)]
    return [picks for _, picks in sorted(ranked, key=lambda item: item[0])]


def _structural_integers(
    claim: Claim, far: tuple[int, ...] = (), zeros: Mapping[Symbol, Basic] | None = None
) -> Iterator[dict[Symbol, Basic]]:
    """Values of the names that count copies or group members: such a name shapes the laws."""
    shaping: dict[Symbol, tuple[int, ...]] = {}
    counted: set[Basic] = set()
    for atom in claim.atoms:
        for node in atom.atoms(heads.Capacity, heads.Recovery):
            for name in sorted(set().union(*(n.free_symbols for n in node.args[1:])), key=str):
                shaping.setdefault(name, (1, 8, 2))
        for node in atom.atoms(heads.Group, heads.Compose):
            if len(node.args) == 2 and heads.is_scalar(node.args[1]):
                preferred = (2, 3, 1) if isinstance(node, heads.Group) else (2, 3, 20, 8, 1)
                counted |= {node.args[1]} if isinstance(node, heads.Compose) else set()
                for name in sorted(node.args[1].free_symbols, key=str):
                    shaping.setdefault(name, preferred)
    for node in (n for atom in claim.atoms for n in atom.atoms(heads.Hypotheses)):
        for name in sorted(set().union(*(n.free_symbols for n in node.args[1:])), key=str):
            shaping.setdefault(name, (1, 0, 2, 3))
    names = list(shaping)
    grids: list[list[int]] = []
    for name in names:
        domain = claim.domain(name)
        assert not isinstance(domain, Objects)
        least = [int(domain.lower)] if domain.lower.is_Integer else []
        most = min(int(domain.upper), MOST) if domain.upper.is_Integer else MANY
        tried = [*shaping[name], *([most] if name in counted else [])]
        if far:
            written = name not in counted or grows(claim, [name], zeros)
            tried = [*(n for n in far if n <= FEWEST_DIGITS or not written), most]
        inside = [v for v in tried if bool(domain.lower <= v) and bool(v <= domain.upper)]
        grids.append([*dict.fromkeys(inside)] or least)
    for values in product(*grids):
        yield {name: Integer(v) for name, v in zip(names, values, strict=True)}


@dataclass(frozen=True, slots=True)
class _Parts:
    rows: tuple[Row, ...]
    kernels: tuple[Kernels, ...]


def _objects(claim: Claim, atoms: int, pairs: CanonicalPairs | None) -> _Parts:
    laws = () if pairs is not None else tuple(claim.objects(Sort.LAW))
    rows = (Row(laws, atoms),) if laws else ()
    kernels = tuple(
        Kernels(name, max(atoms, 2), max(atoms, 2)) for name in claim.objects(Sort.KERNEL)
    )
    return _Parts(rows, kernels)


def _space(
    claim: Claim,
    picks: dict[Symbol, Option],
    integers: dict[Symbol, Basic],
    atoms: int,
    pairs: CanonicalPairs | None = None,
) -> Space:
    replaced: dict[Symbol, Basic] = dict(integers)
    for name, option in picks.items():
        replaced[name] = option.mechanism.xreplace(integers)
    met = {h for option in picks.values() for h in option.met}
    if pairs is not None:
        replaced |= pairs.laws
        met |= set(pairs.met)
    left = [h.xreplace(replaced) for h in claim.hypotheses if h not in met]
    domains = {name: d for name, d in claim.scalars() if name not in integers}
    for option in picks.values():
        domains.update(dict.fromkeys(option.fresh, POSITIVE))
    readings, constraints = readings_of(left, domains, claim.conclusions)
    taken = {reading.name for reading in readings}
    coordinates = tuple(
        Coordinate(n, d)
        for n, d in domains.items()
        if n not in taken and not isinstance(d, Objects)
    )
    parts = _objects(claim, atoms, pairs)
    instances, maps, cuts = _post_processings(claim, picks)
    coordinates += tuple(Coordinate(name, REALS) for name in cuts)
    rows = tuple(row for option in picks.values() for row in option.rows) + parts.rows
    hints = [hint for option in picks.values() for hint in option.hints]
    labels = [f"{name}: {option.label}" for name, option in picks.items()]
    labels += [f"{name} = {value}" for name, value in integers.items()]
    labels += [f"laws on {atoms} atoms"] if atoms else []
    labels += ["canonical laws"] if pairs is not None else []
    return Space(
        ", ".join(labels) or "numbers",
        claim,
        tuple(constraints),
        tuple(instances.get(c, c).xreplace(replaced) for c in claim.conclusions),
        instances,
        replaced,
        coordinates,
        rows,
        parts.kernels + maps,
        tuple(readings),
        _distinct(hints + _logarithms(claim.atoms)),
        _ratios(replaced, claim),
    )


def _ratios(replaced: dict[Symbol, Basic], claim: Claim) -> tuple[Symbol, ...]:
    """The names that stand inside a likelihood ratio exp(epsilon) of a concrete mechanism."""
    found: set[Symbol] = set()
    for node in (*replaced.values(), *claim.atoms):
        for mechanism in node.atoms(
            heads.RandomizedResponse, heads.CanonicalRR, heads.GeometricMechanism
        ):
            found |= mechanism.args[0].free_symbols
    return tuple(sorted(found, key=str))


def _post_processings(
    claim: Claim, picks: dict[Symbol, Option]
) -> tuple[dict[Basic, Basic], tuple[Kernels, ...], tuple[Symbol, ...]]:
    """Conclusions on all post-processings, for one map where the identity is not the worst.

    That is a kernel of a mechanism that has finite laws, or whether noise exceeds a number.
    """
    instances: dict[Basic, Basic] = {}
    kernels: list[Kernels] = []
    cuts: list[Symbol] = []
    for conclusion in claim.conclusions:
        if not isinstance(conclusion, heads.MeanCDP | heads.ProbabilisticDP):
            continue
        for node in conclusion.atoms(heads.PostProcess):
            option, inner = picks.get(node.args[0]), node.args[0]
            if option is not None and option.rows:
                (row,) = option.rows
                kernel = ObjectName(f"kernel.{inner.name}")
                images = [heads.Pushforward(kernel, law) for law in row.names]
                instances[conclusion] = conclusion.xreplace({node: heads.FiniteMechanism(*images)})
                kernels.append(Kernels(kernel, row.atoms, max(2, row.atoms - 1)))
                continue
            noise = inner if option is None else option.mechanism
            if node == conclusion.args[0] and isinstance(noise, NOISY):
                cuts.append(Symbol(f"{CUT}{len(cuts)}"))
                images = [cells(law, cuts[-1:]) for law in laws_on_row(noise, 2)]
                instances[conclusion] = conclusion.xreplace({node: heads.FiniteMechanism(*images)})
    return instances, tuple(kernels), tuple(cuts)


def _logarithms(atoms: Iterable[Basic]) -> list[Hint]:
    """Hints for the names that stand as epsilon."""
    hints: list[Hint] = []
    for atom in atoms:
        for node in atom.atoms(heads.HockeyStick):
            hints += logarithm(node.args[0])
        if isinstance(atom, heads.PureDP | heads.ApproxDP | heads.BoundedRange):
            hints += logarithm(atom.args[1])
        if isinstance(atom, LessThan) and isinstance(atom.lhs, heads.MaxDivergence):
            hints += logarithm(atom.rhs)
    return hints


def _distinct(hints: list[Hint]) -> tuple[Hint, ...]:
    first: dict[Symbol, Hint] = {}
    for hint in hints:
        first.setdefault(hint.name, hint)
    return tuple(first.values())
