"""The spaces in which a claim is attacked, likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from itertools import islice, product

import sympy
from sympy import Basic, Dummy, Equality, Expr, Integer, S, Symbol
from sympy.core.relational import GreaterThan, LessThan, StrictGreaterThan, StrictLessThan

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import plain, simple_bound
from dpsym.language.domains import POSITIVE, Domain, Integers, Interval, Objects, Sort
from dpsym.language.heads import ObjectName
from dpsym.provers.restate import restate
from dpsym.provers.search.canonical import CanonicalPairs, canonical_pairs
from dpsym.provers.search.coordinates import Coordinate, Row
from dpsym.provers.search.mechanisms import Option, choices, finite, logarithm, never_failing
from dpsym.provers.search.space import Demand, Hint, Kernels, Reading, Space

MAX_SPACES = 24
MANY, MOST = 401, 5000
"""Rounds where their number has no bound, and the most where it has one."""
_READABLE = {
    heads.ApproxDP: (2, 1),
    heads.ZCDP: (2, 1),
    heads.ApproxZCDP: (3, 2),
    heads.BoundedZCDP: (3, 2),
    heads.MeanCDP: (2, 1),
}


def spaces(claim: Claim) -> Iterator[Space]:
    """The spaces for a claim, likeliest first, at most :data:`MAX_SPACES`."""
    conclusions, hypotheses = (map(plain, atoms) for atoms in (claim.conclusions, claim.hypotheses))
    in_full = restate(claim, conclusions, hypotheses=hypotheses)
    return (replace(space, claim=claim) for space in islice(_spaces(in_full), MAX_SPACES))


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


def _structural_integers(claim: Claim) -> Iterator[dict[Symbol, Basic]]:
    """Values of the names that count copies or group members: such a name shapes the laws."""
    shaping: dict[Symbol, tuple[int, ...]] = {}
    counted: set[Basic] = set()
    for atom in claim.atoms:
        for node in atom.atoms(heads.Capacity):
            for name in sorted(set().union(*(n.free_symbols for n in node.args[1:])), key=str):
                shaping.setdefault(name, (1, 8, 2))
        for node in atom.atoms(heads.Group, heads.Compose):
            if len(node.args) == 2 and heads.is_scalar(node.args[1]):
                preferred = (2, 3, 1) if isinstance(node, heads.Group) else (2, 3, 20, 8, 1)
                counted |= {node.args[1]} if isinstance(node, heads.Compose) else set()
                for name in sorted(node.args[1].free_symbols, key=str):
                    shaping.setdefault(name, preferred)
    names = list(shaping)
    grids: list[list[int]] = []
    for name in names:
        domain = claim.domain(name)
        assert not isinstance(domain, Objects)
        least = [int(domain.lower)] if domain.lower.is_Integer else []
        most = min(int(domain.upper), MOST) if domain.upper.is_Integer else MANY
        tried = [*shaping[name], *([most] if name in counted else [])]
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
    readings, constraints = _readings(left, domains)
    taken = {reading.name for reading in readings}
    coordinates = tuple(
        Coordinate(n, d)
        for n, d in domains.items()
        if n not in taken and not isinstance(d, Objects)
    )
    parts = _objects(claim, atoms, pairs)
    instances, maps = _post_processings(claim, picks)
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
) -> tuple[dict[Basic, Basic], tuple[Kernels, ...]]:
    """Conclusions on all post-processings, for one kernel where the identity is not the worst."""
    instances: dict[Basic, Basic] = {}
    kernels: list[Kernels] = []
    for conclusion in claim.conclusions:
        if not isinstance(conclusion, heads.MeanCDP | heads.ProbabilisticDP):
            continue
        for node in conclusion.atoms(heads.PostProcess):
            option = picks.get(node.args[0])
            if option is not None and option.rows:
                (row,) = option.rows
                kernel = ObjectName(f"kernel.{node.args[0].name}")
                images = [heads.Pushforward(kernel, law) for law in row.names]
                instances[conclusion] = conclusion.xreplace({node: heads.FiniteMechanism(*images)})
                kernels.append(Kernels(kernel, row.atoms, max(2, row.atoms - 1)))
    return instances, tuple(kernels)


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


def _readings(
    hypotheses: Sequence[Basic], domains: dict[Symbol, Domain]
) -> tuple[list[Reading], list[Basic]]:
    """Names to read off in an order that works, and the hypotheses that remain constraints."""
    demands: dict[tuple[Symbol, bool], list[Demand]] = {}
    constraints: list[Basic] = []
    for hypothesis in hypotheses:
        wanted = 2 if isinstance(hypothesis, heads.MeanCDP) else 1
        found = list(islice(_demands(hypothesis, domains), wanted))
        if len(found) < wanted or any((name, not below) in demands for name, below, _ in found):
            constraints.append(hypothesis)
            continue
        for name, below, demand in found:
            demands.setdefault((name, below), []).append(demand)
    graph = {name: _needs(name, wanting) for (name, _), wanting in demands.items()}
    while True:
        try:
            order = [n for n in TopologicalSorter(graph).static_order() if n in graph]
            break
        except CycleError as error:
            dropped = next(n for n in error.args[1] if n in graph)
            del graph[dropped]
            for key in [key for key in demands if key[0] == dropped]:
                constraints += [demand.hypothesis for demand in demands.pop(key)]
    by_name = {name: (below, wanting) for (name, below), wanting in demands.items()}
    readings = [Reading(n, domains[n], tuple(by_name[n][1]), by_name[n][0]) for n in order]
    for reading in readings:
        kinds = {type(demand.hypothesis) for demand in reading.demands}
        if kinds & {StrictLessThan, StrictGreaterThan} or (
            Equality in kinds and len(reading.demands) > 1
        ):
            constraints += [demand.hypothesis for demand in reading.demands]
    return readings, constraints


def _needs(name: Symbol, demands: Sequence[Demand]) -> set[Basic]:
    """The names that must have values before these demands on ``name`` can be evaluated."""
    needed: set[Basic] = set()
    for demand in demands:
        hypothesis = demand.hypothesis
        if isinstance(hypothesis, heads.MeanCDP):
            needed |= hypothesis.args[0].free_symbols
        else:
            needed |= hypothesis.free_symbols
    return needed - {name}


def _demands(
    hypothesis: Basic, domains: dict[Symbol, Domain]
) -> Iterator[tuple[Symbol, bool, Demand]]:
    """Ways to read one name off a hypothesis: the name, whether it is bounded above, the demand."""
    level = Dummy("level")
    if isinstance(hypothesis, heads.Guarantee):
        last = (len(hypothesis.args) - 1,) if simple_bound(hypothesis) else ()
        for place in _READABLE.get(type(hypothesis), last):
            if place >= len(hypothesis.args):
                place -= 1
            if place < 1:
                continue
            for name, inverse in _inverses(hypothesis.args[place], level, domains):
                others = [a for i, a in enumerate(hypothesis.args) if i not in (0, place)]
                if all(name not in other.free_symbols for other in others):
                    yield name, False, Demand(hypothesis, place, None, inverse, level)
        return
    if isinstance(hypothesis, Equality):
        for name, value in _solutions(hypothesis, domains):
            yield name, False, Demand(hypothesis, None, value, level, level)
        return
    small, large = hypothesis.args
    if isinstance(hypothesis, GreaterThan | StrictGreaterThan):
        small, large = large, small
    if small.has(heads.Divergence) and not large.has(heads.Divergence):
        for name, inverse in _inverses(large, level, domains):
            if name not in small.free_symbols:
                yield name, False, Demand(hypothesis, None, small, inverse, level)
    if large.has(heads.Divergence) and not small.has(heads.Divergence):
        for name, inverse in _inverses(small, level, domains):
            if name not in large.free_symbols:
                yield name, True, Demand(hypothesis, None, large, inverse, level)


def _solutions(equation: Basic, domains: dict[Symbol, Domain]) -> Iterator[tuple[Symbol, Expr]]:
    """Names that an equation determines because they stand alone or linearly in it."""
    for side, other in (equation.args, reversed(equation.args)):
        if isinstance(side, Symbol) and side in domains and side not in other.free_symbols:
            yield side, other
    gap = equation.args[0] - equation.args[1]
    for name in sorted(gap.free_symbols, key=str):
        if name in domains and not any(name in d.free_symbols for d in gap.atoms(heads.Divergence)):
            slope = gap.diff(name)
            if not slope.is_zero and name not in slope.free_symbols:
                yield name, sympy.expand(-gap.xreplace({name: S.Zero}) / slope)


def _inverses(
    parameter: Expr, level: Symbol, domains: dict[Symbol, Domain]
) -> Iterator[tuple[Symbol, Expr]]:
    """Names that an increasing expression determines, with the name as a function of its value."""
    if parameter in domains:
        yield parameter, level
        return
    for name in sorted(parameter.free_symbols, key=str):
        domain = domains.get(name)
        if isinstance(domain, Interval | Integers):
            root = _inverse(parameter, name, level, domain.lower)
            if root is not None and _increases(root, level):
                yield name, root


def _inverse(expression: Expr, name: Symbol, value: Expr, least: Expr) -> Expr | None:
    """The ``name`` at which the expression has this value; None unless it stands there once.

    None as well where an even power hides the sign of what is negative at the name's least value.
    """
    while expression != name:
        inside = [a for a in expression.args if name in a.free_symbols]
        if len(inside) != 1:
            return None
        rest = [a for a in expression.args if name not in a.free_symbols]
        if expression.is_Add:
            value = value - sympy.Add(*rest)
        elif expression.is_Mul:
            value = value / sympy.Mul(*rest)
        elif isinstance(expression, sympy.exp) or (
            expression.is_Pow and expression.base is sympy.E
        ):
            value = sympy.log(value)
        elif isinstance(expression, sympy.log):
            value = sympy.exp(value)
        elif expression.is_Pow and expression.exp.is_Rational:
            if expression.exp.p % 2 == 0 and inside[0].xreplace({name: least}).is_extended_negative:
                return None
            value = value ** (1 / expression.exp)
        else:
            return None
        expression = inside[0]
    return value


def _increases(root: Expr, level: Symbol) -> bool:
    at = {s: Integer(1) for s in root.free_symbols}
    low, high = (root.xreplace({**at, level: v}).evalf() for v in (S.Half, S.One))
    if not (low.is_real and high.is_real):
        return False
    return bool(0 <= low < high)
