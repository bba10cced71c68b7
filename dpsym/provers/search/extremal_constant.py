"""How large a constant of a claim must be: estimated in floats, pursued in exact numbers.

A claim with a free constant fails at a point up to some value of the constant (or down to one,
where larger constants claim more). That value is found for many points at once in floats; points
that need the most are rounded and certified, and then moved, step by step toward the ends of
their domains or toward each other, as long as the claim certifiably fails for a tighter constant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

import numpy as np
from sympy import Basic, Expr, S, Symbol
from sympy.core.relational import Relational

from dpsym.language.claim import Claim
from dpsym.language.domains import Integers
from dpsym.provers.prover import Budget
from dpsym.provers.restate import replace_atom, substitute
from dpsym.provers.search.batch import UnsupportedError
from dpsym.provers.search.certify import certify
from dpsym.provers.search.coordinates import Coordinate
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.families import spaces
from dpsym.provers.search.local_optimisation import climb, polish
from dpsym.provers.search.numeric import scalar
from dpsym.provers.search.rounding import (
    Exact,
    Level,
    levels,
    names_of,
    point_of,
    read_off,
    round_all,
)
from dpsym.provers.search.space import INVALID, Space
from dpsym.verdict import Witness

SEED = 20160506
MAX_SPACES = 8
SAMPLES = 400
ELITE = 12
REACH = 7.0
"""Candidates stay within exp(-7) of the ends of their domains: nearer, floats only see noise."""
FAINT = 1e-7
"""Where the constant moves a side by less than this, floats say nothing about it."""
FAILING = 1e-10
EXTENT = 30.0
STEPS = 36
SHARP = Level(1e-9, 10**6, 1e-11, False, False)
TRIES = 6


def fixed(space: Space, name: Symbol, value: Expr) -> Space | None:
    """The space of the claim with a value for ``name``; None where an atom then has no value."""
    put: dict[Basic, Basic] = {name: value}
    claim = substitute(space.claim, put)
    hypotheses = [replace_atom(atom, put) for atom in space.hypotheses]
    conclusions = [replace_atom(atom, put) for atom in space.conclusions]
    if claim is None or None in hypotheses or None in conclusions:
        return None
    return replace(
        space,
        claim=claim,
        hypotheses=tuple(atom for atom in hypotheses if atom is not None),
        conclusions=tuple(atom for atom in conclusions if atom is not None),
        instances={key.xreplace(put): atom.xreplace(put) for key, atom in space.instances.items()},
        coordinates=tuple(c for c in space.coordinates if c.name != name),
    )


@dataclass(frozen=True, slots=True)
class Candidate:
    """A vector of a space with the value of the constant up to which the claim fails there."""

    space: Space
    vector: Array
    value: float


@dataclass(frozen=True, slots=True)
class Place:
    """An exact point of a space with the name of the constant still free."""

    space: Space
    exact: Exact


@dataclass(frozen=True, slots=True)
class Pursuit:
    """The constant ``name`` of a claim.

    Attributes:
        claim: the claim with the name free.
        name: the constant.
        sense: 1 where the claim asks for the least constant, -1 where for the greatest.
    """

    claim: Claim
    name: Symbol
    sense: int

    def refute(self, place: Place, value: Expr) -> Witness | None:
        """A witness against the claim with this value for the constant, at this place.

        Guarantees:
            a witness was answered by :func:`dpsym.provers.search.certify.certify` for the claim
            with the value put in.
        """
        space = fixed(place.space, self.name, value)
        if space is None:
            return None
        exact = replace(place.exact, numbers=dict(place.exact.numbers))
        if space.readings:
            read_off(space, [exact], [SHARP])
        names = names_of(space, exact)
        return certify(space, point_of(space, names), names)

    def candidates(self, budget: Budget) -> Iterator[list[Candidate]]:
        """Family by family, the points that need the most of the constant, in floats."""
        usable = [
            (space, column)
            for space in islice(spaces(self.claim), MAX_SPACES)
            if (column := self._column(space)) is not None
        ]
        for i, (space, column) in enumerate(usable):
            if budget.spent:
                return
            try:
                with np.errstate(all="ignore"):
                    found = self._explore(space, column, budget.share(1 / min(3, len(usable) - i)))
            except UnsupportedError:
                continue
            if found:
                yield found

    def _column(self, space: Space) -> int | None:
        for place, coordinate in enumerate(space.coordinates):
            if coordinate.name == self.name:
                return place
        return None

    def _explore(self, space: Space, column: int, budget: Budget) -> list[Candidate]:
        rng = np.random.default_rng(SEED)
        coordinate = space.coordinates[column]
        start = np.clip(space.sample(rng, SAMPLES if space.width > 1 else 1), -REACH, REACH)
        need = self._need(space, column, start)
        for _ in range(3):
            chosen = np.argsort(-need, kind="stable")[:ELITE]
            elite, best = start[chosen], need[chosen]
            if budget.spent or space.width == 1 or not np.isfinite(best[0]):
                break
            level = self.sense * float(best[0])

            def score(z: Array, level: float = level) -> Array:
                z = np.clip(z, -REACH, REACH)
                z[:, column] = level
                return self._score(space, z)

            moved, _ = climb(score, elite, rng, rounds=20, children=10, budget=budget)
            moved[0] = polish(score, moved[0], evaluations=150, budget=budget)
            start = np.concatenate([elite, np.clip(moved, -REACH, REACH)])
            need = np.concatenate([best, self._need(space, column, start[len(elite) :])])
        order = [i for i in np.argsort(-need, kind="stable")[:3] if need[i] > -EXTENT]
        return [
            Candidate(space, np.delete(start[i], column), _value(coordinate, self.sense * need[i]))
            for i in order
        ]

    def _score(self, space: Space, z: Array) -> Array:
        """How far the claim fails, where floats can tell."""
        batch = space.batch(z)
        value = space.score(batch)
        for atom in space.conclusions:
            for part in atom.args:
                if isinstance(part, Expr) and self.name in part.free_symbols:
                    slope = part.diff(self.name)
                    if isinstance(atom, Relational) or not slope.has(self.name):
                        value = np.where(np.abs(scalar(slope, batch)) < FAINT, INVALID, value)
        return np.asarray(value)

    def _need(self, space: Space, column: int, z: Array) -> Array:
        """For each vector the real at which the claim stops failing, times the sense.

        It is oo where the claim always fails, -oo where it never does.
        """
        z = z.copy()

        def failing(level: Array) -> Array:
            z[:, column] = self.sense * level
            return np.asarray(self._score(space, z) > FAILING)

        low, high = np.full(len(z), -EXTENT), np.full(len(z), EXTENT)
        never, always = np.logical_not(failing(low)), failing(high)
        for _ in range(STEPS):
            middle = (low + high) / 2
            fails = failing(middle)
            low, high = np.where(fails, middle, low), np.where(fails, high, middle)
        return np.where(never, -np.inf, np.where(always, np.inf, low))

    def place(self, candidate: Candidate, value: Expr) -> tuple[Place, Witness] | None:
        """An exact point near the candidate at which the claim fails with this constant."""
        space = fixed(candidate.space, self.name, value)
        if space is None:
            return None
        try:
            exacts, scores = round_all(space, candidate.vector[None, :], levels(space))
        except UnsupportedError:
            return None
        hinted = frozenset(hint.name for hint in space.hints)
        good = sorted(
            (i for i in range(len(exacts)) if scores[i] > 1e-13),
            key=lambda i: exacts[i].complexity(hinted),
        )
        seen: set[object] = set()
        for i in good:
            names = names_of(space, exacts[i])
            key = tuple(names.items())
            if key in seen:
                continue
            seen.add(key)
            witness = certify(space, point_of(space, names), names)
            if witness is not None:
                return Place(candidate.space, exacts[i]), witness
            if len(seen) >= TRIES:
                break
        return None

    def moves(self, place: Place) -> Iterator[Place]:
        """The place with one or all of its numbers nearer to an end, or its laws moved."""
        space, exact = place.space, place.exact
        read = {reading.name for reading in space.readings} | {self.name}
        free = {n: c for n, c in ((c.name, c) for c in space.coordinates) if n not in read}
        down: dict[Symbol, tuple[Fraction | Expr, object]] = {}
        for name, coordinate in free.items():
            for i, value in enumerate(_nearer(exact, name, coordinate)):
                entry = (value, exact.numbers[name][1])
                down.update({name: entry} if i == 0 else {})
                yield Place(space, replace(exact, numbers={**exact.numbers, name: entry}))
        if len(down) > 1:
            yield Place(space, replace(exact, numbers={**exact.numbers, **down}))  # type: ignore[dict-item]
        for laws in _moved_laws(space, exact.laws):
            yield Place(space, replace(exact, laws={**exact.laws, **laws}))


def _value(coordinate: Coordinate, level: float) -> float:
    if not np.isfinite(level):
        return float("inf") if level > 0 else float(coordinate.domain.lower)
    return float(coordinate.values(np.array([level]))[0])


def _nearer(exact: Exact, name: Symbol, coordinate: Coordinate) -> Iterator[Fraction]:
    """A number a tenth as far from each end of its domain; the lower end first."""
    value, hint = exact.numbers[name]
    if not isinstance(value, Fraction | int) and not getattr(value, "is_Rational", False):
        return
    now, domain = Fraction(str(value)), coordinate.domain
    if isinstance(domain, Integers):
        for whole in (now - 1, now + 1, 2 * now, 10 * now):
            if domain.lower <= whole <= domain.upper and whole != now:
                yield Fraction(whole)
        return
    if hint is not None:
        low = Fraction(hint.back.func.__name__ == "log")
        yield low + (now - low) / 10
        yield low + (now - low) * 10
        return
    for end, other in ((domain.lower, domain.upper), (domain.upper, domain.lower)):
        if end.is_Rational:
            yield Fraction(str(end)) + (now - Fraction(str(end))) / 10
        elif other.is_Rational:
            yield Fraction(str(other)) + (now - Fraction(str(other))) * 10
        else:
            yield now * 10 if end is S.Infinity else now / 10


def _moved_laws(
    space: Space, laws: Mapping[Symbol, tuple[Fraction, ...]]
) -> Iterator[dict[Symbol, tuple[Fraction, ...]]]:
    """The laws of each row nearer to their mean; nearer to the uniform law; one atom rarer."""
    tenth = Fraction(1, 10)
    for row in space.rows:
        own = [laws[name] for name in row.names]
        mean = [sum(column, Fraction(0)) / len(own) for column in zip(*own, strict=True)]
        yield {
            name: tuple(m + (p - m) * tenth for p, m in zip(laws[name], mean, strict=True))
            for name in row.names
        }
        shift = [Fraction(1, row.atoms) - m for m in mean]
        for part in (Fraction(1), Fraction(9, 10)):
            moved = {
                name: tuple(p + part * s for p, s in zip(laws[name], shift, strict=True))
                for name in row.names
            }
            if any(shift) and all(p >= 0 for law in moved.values() for p in law):
                yield moved
        for atom in range(row.atoms):
            for names in (row.names, *((name,) for name in row.names)):
                rarer = {name: _rarer(laws[name], atom) for name in names}
                if all(sum(law) == 1 for law in rarer.values()):
                    yield rarer


def _rarer(law: tuple[Fraction, ...], atom: int) -> tuple[Fraction, ...]:
    """A tenth of an atom's mass, the rest given to the others in proportion."""
    rest = 1 - law[atom]
    if rest == 0 or law[atom] == 0:
        return (Fraction(0),)
    scale = (1 - law[atom] / 10) / rest
    return tuple(p / 10 if i == atom else p * scale for i, p in enumerate(law))
