"""Scores of candidates where floats mean something: away from the ends, with sides that are there.

The search may follow noise to the ends of the domains, for what it finds is certified. What is said
about how close a claim comes to failing is not, and so keeps away from there.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from sympy.core.relational import Relational

from dpsym.language.definitions import stronger_place
from dpsym.provers.restate import is_numeric
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.numeric import scalar
from dpsym.provers.search.space import INVALID, Space, in_blocks

NEAR_ENDS = 7.0
"""Numbers stay within exp(-7) of the ends of their domains: nearer, floats only see noise."""
FAINT, APART = 1e-9, 1e-3
"""Sides smaller than this are equal to nothing rather than to each other, and laws that are not so
far apart in total variation to each other: what is bounded by nothing is no tight bound."""


def safe_score(space: Space, z: Array, reach: float = NEAR_ENDS) -> Array:
    """The scores of points at which floats mean something and the sides are not both zero."""
    with np.errstate(all="ignore"):
        return in_blocks(partial(_safe_score, space, reach), z)


def _safe_score(space: Space, reach: float, z: Array) -> Array:
    numbers = len(space.coordinates)
    inside = np.concatenate([np.clip(z[:, :numbers], -reach, reach), z[:, numbers:]], axis=1)
    batch = space.batch(inside)
    score = space.score(batch)
    size, overflown = np.zeros(batch.size), np.zeros(batch.size, dtype=bool)
    for atom in space.conclusions:
        if isinstance(atom, Relational):
            sides = np.abs(scalar(atom.lhs, batch)) + np.abs(scalar(atom.rhs, batch))
            size = np.fmax(size, sides)
            if is_numeric(atom):  # a divergence may be infinite, a number only too large for floats
                overflown |= np.isinf(sides)
        else:
            bounds = [p for i, p in enumerate(atom.args) if i and i != stronger_place(atom)]
            size = np.fmax(size, sum(np.abs(scalar(bound, batch)) for bound in bounds))
    for row in space.rows:
        laws = np.stack([batch.laws[name] for name in row.names])
        distances = np.abs(laws - laws[:1]).sum(axis=2).max(axis=0) / 2
        size = np.where((distances < APART) & (len(laws) > 1), 0.0, size)
    return np.where((score == 0) | (size < FAINT) | overflown, INVALID, score)
