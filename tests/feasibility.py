"""Simulation by canonical response as a linear program, in floats: an independent second opinion.

Vadhan and Wang 2021 found their conjecture by solving it for random mechanisms of three messages.
The unknowns are the masses that the strategy of each response gives each node; what is minimised
is by how much the mixtures miss the mechanism's masses. Nothing here takes part in a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy
from flint import fmpq
from scipy.sparse import coo_array

from dpsym.errors import EvaluationError
from dpsym.games.simulation import OUTCOMES
from dpsym.games.trees import Message, Node, Query, parameters

Row = tuple[dict[int, float], float]


def simulation_residual(mechanism: Node, t: Any, delta: Any) -> float:
    """The least L1 distance of an image of ``CanonicalRR(log(t), delta)`` to the mechanism.

    Zero, up to the tolerance of the solver, iff the mechanism is (log(t), delta)-DP.

    Raises:
        DomainError: t < 1, or delta outside [0, 1].
        EvaluationError: the program was not solved.

    >>> from dpsym.games.trees import response
    >>> simulation_residual(response(2, 0), 2, 0) < 1e-9
    True
    >>> simulation_residual(response(2, 0), 1, 0) > 0.1
    True
    """
    odds, failure = (float(v.p) / float(v.q) for v in parameters(t, delta))
    kept = (1 - failure) / (1 + odds)
    law = (failure, kept * odds, kept, 0.0)
    program = _Program((law, law[::-1]))
    roots = [program.variable() for _ in OUTCOMES]
    for root in roots:
        program.equal({root: 1.0}, 1.0)
    program.walk(mechanism, roots, (1.0, 1.0))
    return program.solve()


class _Program:
    """Equations over nonnegative unknowns, of which some are counted as misses."""

    def __init__(self, laws: tuple[tuple[float, ...], tuple[float, ...]]) -> None:
        self.laws = laws
        self.costs: list[float] = []
        self.rows: list[Row] = []

    def variable(self, cost: float = 0.0) -> int:
        self.costs.append(cost)
        return len(self.costs) - 1

    def equal(self, terms: dict[int, float], value: float) -> None:
        self.rows.append((terms, value))

    def walk(self, node: Node, masses: list[int], reached: tuple[float, float]) -> None:
        """The equations of a node whose masses are these unknowns, and of all below it."""
        if isinstance(node, Message):
            below = [[self.variable() for _ in OUTCOMES] for _ in node.branches]
            for place, mass in enumerate(masses):
                self.equal({mass: -1.0} | {child[place]: 1.0 for child in below}, 0.0)
            for branch, child in zip(node.branches, below, strict=True):
                p, q = (float(m.p) / float(m.q) for m in (branch.first, branch.second))
                self.walk(branch.then, child, (reached[0] * p, reached[1] * q))
        elif isinstance(node, Query):
            for option in node.options:
                self.walk(option, masses, reached)
        else:
            for law, value in zip(self.laws, reached, strict=True):
                above, under = self.variable(1.0), self.variable(1.0)
                mixture = dict(zip(masses, law, strict=True))
                self.equal(mixture | {above: 1.0, under: -1.0}, value)

    def solve(self) -> float:
        """The least total miss."""
        entries = [
            (n, column, v) for n, (row, _) in enumerate(self.rows) for column, v in row.items()
        ]
        lines, columns, values = (np.array(part) for part in zip(*entries, strict=True))
        matrix = coo_array((values, (lines, columns)), shape=(len(self.rows), len(self.costs)))
        right = np.array([value for _, value in self.rows])
        dense: Any = matrix.tocsr()
        found = scipy.optimize.linprog(np.array(self.costs), A_eq=dense, b_eq=right, method="highs")
        if found.status != 0:
            raise EvaluationError(f"the linear program was not solved: {found.message}")
        assert found.fun is not None
        return float(found.fun)


def three_messages(draw: Any) -> Node:
    """A mechanism of the paper's experiment, from a source of random integers.

    It says a bit, is asked one of two questions, and answers with a bit; every mass has a
    denominator of at most 40. ``draw`` is a ``random.Random``.
    """

    def bits() -> Iterator[tuple[Any, Any]]:
        pair = [(draw.randint(0, n), n) for n in (draw.randint(1, 40), draw.randint(1, 40))]
        (a, m), (b, n) = pair
        yield fmpq(a, m), fmpq(b, n)
        yield fmpq(m - a, m), fmpq(n - b, n)

    def answers() -> Message:
        return Message.of(*bits())

    return Message.of(*((p, q, Query((answers(), answers()))) for p, q in bits()))
