"""Sums of squares: a Gram matrix found in floats, then made exact in rationals.

``p = sum over j of g_j * v_j' Q_j v_j`` with every ``Q_j`` positive semidefinite says that p is
>= 0 where the ``g_j`` are. Floats only suggest the matrices; the identity and the squares into
which they are decomposed are exact, so that a reader needs to multiply out and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import NDArray

Array = NDArray[np.float64]
Monomial = tuple[int, ...]
Polynomial = dict[Monomial, fmpq]
Terms = frozenset[tuple[Monomial, fmpq]]
Square = tuple[fmpq, int, Polynomial]
"""A positive weight, the number of a multiplier, and what is squared."""

MAX_UNKNOWNS = 420
MAX_FACES = 4
FLAT = 2e-4
"""Eigenvalues below this part of the largest are taken for zeros where no matrix is definite."""
SMALL = 1e-5
"""The least eigenvalue at which a matrix may be rounded without further ado."""
HOPELESS = 1e-4
"""No eigenvalue that is certainly below minus this part of the coefficients is taken for a zero."""
BITS = (16, 24, 34, 44)


@dataclass(frozen=True, slots=True)
class _Block:
    """The matrices ``B Q B'`` of one multiplier; the columns of B are polynomials."""

    multiplier: int
    columns: tuple[tuple[tuple[Monomial, fmpq], ...], ...]

    @property
    def size(self) -> int:
        return len(self.columns)


def decomposed(
    polynomial: Polynomial,
    multipliers: Sequence[Polynomial],
    bases: Sequence[Sequence[Monomial]],
    relations: Mapping[int, Polynomial] | None = None,
) -> Sequence[Square] | None:
    """Weights, multipliers and polynomials whose squares add up to the polynomial.

    Guarantees:
        for an answer, ``polynomial == sum(weight * multipliers[j] * square**2)`` exactly, with the
        square of the variable i replaced by ``relations[i]``, and every weight is positive.
    """
    return _decomposed(
        frozenset(polynomial.items()),
        tuple(frozenset(multiplier.items()) for multiplier in multipliers),
        tuple(map(tuple, bases)),
        frozenset((i, frozenset(square.items())) for i, square in (relations or {}).items()),
    )


@lru_cache(maxsize=500)
def _decomposed(
    terms: Terms,
    weights: tuple[Terms, ...],
    bases: tuple[tuple[Monomial, ...], ...],
    known: frozenset[tuple[int, Terms]],
) -> Sequence[Square] | None:
    """The same, kept: one polynomial is met in many goals."""
    polynomial, multipliers = dict(terms), [dict(multiplier) for multiplier in weights]
    relations = {i: dict(square) for i, square in known}
    blocks = [
        _Block(j, tuple(((monomial, fmpq(1)),) for monomial in basis))
        for j, basis in enumerate(bases)
    ]
    for _ in range(MAX_FACES):
        blocks = [block for block in blocks if block.size]
        if not blocks or sum(b.size * (b.size + 1) // 2 for b in blocks) > MAX_UNKNOWNS:
            return None
        system = _system(polynomial, multipliers, blocks, relations)
        if system is None:
            return None
        matrix, right = system
        found = _centred(_floats(matrix), _floats(right)[:, 0], [b.size for b in blocks])
        if found is None:
            return None
        matrices, least = found
        if least > SMALL:
            return _rounded(matrix, right, matrices, blocks)
        exact = _rounded(matrix, right, matrices, blocks) if least > 0 else None
        if exact is not None:
            return exact
        reduced = [_on_face(b, m) for b, m in zip(blocks, matrices, strict=True)]
        if [b.size for b in reduced] == [b.size for b in blocks]:
            return None
        blocks = reduced
    return None


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    total: Polynomial = {}
    for (m, c), (n, d) in product(one.items(), other.items()):
        key = tuple(i + j for i, j in zip(m, n, strict=True))
        total[key] = total.get(key, fmpq(0)) + c * d
    return total


def _reduced(polynomial: Polynomial, relations: Mapping[int, Polynomial]) -> Polynomial:
    """The polynomial with at most the first power of the variables that relations are about."""
    total: Polynomial = {}
    for monomial, coefficient in polynomial.items():
        part: Polynomial = {
            tuple(n % 2 if i in relations else n for i, n in enumerate(monomial)): coefficient
        }
        for i, square in relations.items():
            for _ in range(monomial[i] // 2):
                part = _times(part, square)
        for key, value in part.items():
            total[key] = total.get(key, fmpq(0)) + value
    return total


def _system(
    polynomial: Polynomial,
    multipliers: Sequence[Polynomial],
    blocks: Sequence[_Block],
    relations: Mapping[int, Polynomial],
) -> tuple[fmpq_mat, fmpq_mat] | None:
    """Independent rows of the equations for the upper triangles; None where they contradict."""
    columns: list[Polynomial] = []
    for block in blocks:
        parts = [dict(column) for column in block.columns]
        for i in range(block.size):
            for j in range(i, block.size):
                entry = _times(multipliers[block.multiplier], _times(parts[i], parts[j]))
                entry = entry if i == j else {m: 2 * c for m, c in entry.items()}
                columns.append(_reduced(entry, relations) if relations else entry)
    polynomial = _reduced(polynomial, relations)
    monomials = sorted({m for column in columns for m in column} | set(polynomial))
    if len(monomials) > MAX_UNKNOWNS:
        return None
    place = {monomial: row for row, monomial in enumerate(monomials)}
    rows = fmpq_mat(len(monomials), len(columns) + 1)
    for number, column in enumerate([*columns, polynomial]):
        for monomial, coefficient in column.items():
            rows[place[monomial], number] = coefficient
    reduced, rank = rows.rref()
    matrix, right = fmpq_mat(rank, len(columns)), fmpq_mat(rank, 1)
    for row in range(rank):
        for number in range(len(columns)):
            matrix[row, number] = reduced[row, number]
        right[row, 0] = reduced[row, len(columns)]
    if rank and all(matrix[rank - 1, number] == 0 for number in range(len(columns))):
        return None
    return matrix, right


def _floats(matrix: fmpq_mat) -> Array:
    listed = [[float(Fraction(int(c.p), int(c.q))) for c in row] for row in matrix.tolist()]
    return np.array(listed, dtype=float).reshape(matrix.nrows(), matrix.ncols())


def _unpacked(vector: NDArray[np.floating], sizes: Sequence[int]) -> list[Array]:
    """The symmetric matrices whose upper triangles stand in a row."""
    found, start = [], 0
    for size in sizes:
        upper = np.triu_indices(size)
        matrix = np.zeros((size, size))
        matrix[upper] = vector[start : start + len(upper[0])]
        found.append(matrix + np.triu(matrix, 1).T)
        start += len(upper[0])
    return found


def _centred(matrix: Array, right: Array, sizes: Sequence[int]) -> tuple[list[Array], float] | None:
    """Matrices that solve the equations, with the least eigenvalue as large as can be.

    Newton's method on ``-weight*t - sum of log det (Q - t*I)`` over the solutions, the weight
    rising; it stops as soon as t is well above zero. No t is larger than the one found by more
    than the sum of the sizes over the weight: None where all are well below zero.
    """
    if not (np.isfinite(matrix).all() and np.isfinite(right).all()):
        return None
    start, *_ = np.linalg.lstsq(matrix, right, rcond=None)
    if not np.allclose(matrix @ start, right, atol=1e-8 * (1 + abs(right).max())):
        return None
    _, values, vectors = np.linalg.svd(matrix)
    rank = int((values > 1e-10 * values.max()).sum())
    free = vectors[rank:]
    directions = [_unpacked(direction, sizes) for direction in free]
    stacks = [
        np.array([*(d[b] for d in directions), -np.eye(size)]) for b, size in enumerate(sizes)
    ]
    offset = _unpacked(start, sizes)
    lowest = min(np.linalg.eigvalsh(block)[0] for block in offset)
    point = np.zeros(len(free) + 1)
    point[-1] = lowest - 1 - abs(lowest)
    weight, last, least = 1.0, 0.0, -HOPELESS * (1 + abs(right).max())
    while weight < 1e9:
        try:
            point = _newton(point, offset, stacks, weight)
        except np.linalg.LinAlgError:
            return None
        last = point[-1]
        if last > 100 * SMALL:
            break
        if last + 2 * sum(sizes) / weight < least:
            return None
        weight *= 6
    solved = [o + np.tensordot(point[:-1], s[:-1], 1) for o, s in zip(offset, stacks, strict=True)]
    return solved, float(last)


def _newton(point: Array, offset: list[Array], stacks: list[Array], weight: float) -> Array:
    """The least value of the barrier, by damped steps from a point inside."""
    for _ in range(30):
        gradient, hessian = np.zeros(len(point)), np.zeros((len(point), len(point)))
        gradient[-1] = -weight
        for block, stack in zip(offset, stacks, strict=True):
            inverse = np.linalg.inv(block + np.tensordot(point, stack, 1))
            turned = inverse @ stack
            gradient -= np.trace(turned, axis1=1, axis2=2)
            flat = turned.reshape(len(point), -1)
            hessian += flat @ turned.transpose(0, 2, 1).reshape(len(point), -1).T
        if not np.isfinite(hessian).all():
            raise np.linalg.LinAlgError("the barrier is beyond doubles")
        step = -np.linalg.lstsq(hessian, gradient, rcond=1e-13)[0]
        decrement = float(-gradient @ step)
        if decrement < 1e-8:
            break
        length = 1.0 if decrement < 0.1 else 1 / (1 + np.sqrt(decrement))
        while length > 1e-9 and not _inside(point + length * step, offset, stacks):
            length /= 2
        point = point + length * step
    return point


def _inside(point: Array, offset: list[Array], stacks: list[Array]) -> bool:
    for block, stack in zip(offset, stacks, strict=True):
        try:
            np.linalg.cholesky(block + np.tensordot(point, stack, 1))
        except np.linalg.LinAlgError:
            return False
    return True


def _on_face(block: _Block, matrix: Array) -> _Block:
    """The block without the kernel that the matrix seems to have, if that is rational."""
    values, vectors = np.linalg.eigh(matrix)
    flat = vectors[:, values < FLAT * max(values[-1], 1e-9)].T
    if not len(flat):
        return block
    kernel = _rational_rows(flat)
    if kernel is None:
        return block
    return _Block(block.multiplier, tuple(_combined(block, row) for row in _orthogonal(kernel)))


def _combined(block: _Block, row: Sequence[fmpq]) -> tuple[tuple[Monomial, fmpq], ...]:
    total: Polynomial = {}
    for weight, column in zip(row, block.columns, strict=True):
        for monomial, coefficient in column:
            total[monomial] = total.get(monomial, fmpq(0)) + weight * coefficient
    return tuple((m, c) for m, c in total.items() if c != 0)


def _rational_rows(rows: Array) -> fmpq_mat | None:
    """The reduced echelon form of the space of the rows, in small rationals."""
    work, rank = rows.copy(), 0
    pivots: list[int] = []
    while rank < len(work):
        best = np.unravel_index(np.argmax(abs(work[rank:])), work[rank:].shape)
        row, column = rank + int(best[0]), int(best[1])
        work[[rank, row]] = work[[row, rank]]
        work[rank] /= work[rank, column]
        for other in range(len(work)):
            if other != rank:
                work[other] -= work[other, column] * work[rank]
        pivots.append(column)
        rank += 1
    found = fmpq_mat(len(work), work.shape[1])
    for i, j in product(range(len(work)), range(work.shape[1])):
        near = Fraction(float(work[i, j])).limit_denominator(60)
        if abs(float(near) - work[i, j]) > 2e-2:
            return None
        found[i, j] = fmpq(near.numerator, near.denominator)
    return found


def _orthogonal(kernel: fmpq_mat) -> list[list[fmpq]]:
    """A basis of the vectors orthogonal to all rows."""
    reduced, rank = kernel.rref()
    width = kernel.ncols()
    pivots = [next(j for j in range(width) if reduced[i, j] != 0) for i in range(rank)]
    basis = []
    for column in (j for j in range(width) if j not in pivots):
        vector = [fmpq(0)] * width
        vector[column] = fmpq(1)
        for row, pivot in enumerate(pivots):
            vector[pivot] = -reduced[row, column]
        basis.append(vector)
    return basis


def _rounded(
    matrix: fmpq_mat, right: fmpq_mat, matrices: list[Array], blocks: Sequence[_Block]
) -> list[Square] | None:
    """Squares from rationals near the floats, moved to where the equations hold exactly."""
    near = np.concatenate([m[np.triu_indices(len(m))] for m in matrices])
    square = matrix * matrix.transpose()
    for bits in BITS:
        vector = fmpq_mat(len(near), 1)
        for place, value in enumerate(near):
            vector[place, 0] = fmpq(round(float(value) * 2**bits), 2**bits)
        gap = right - matrix * vector
        vector = vector + matrix.transpose() * square.solve(gap)
        found = _squares(vector, blocks)
        if found is not None:
            return found
    return None


def _squares(vector: fmpq_mat, blocks: Sequence[_Block]) -> list[Square] | None:
    """The squares of completed squares; None where a matrix is not positive semidefinite."""
    found: list[Square] = []
    start = 0
    for block in blocks:
        size = block.size
        work = [[fmpq(0)] * size for _ in range(size)]
        for i in range(size):
            for j in range(i, size):
                work[i][j] = work[j][i] = vector[start, 0]
                start += 1
        for i in range(size):
            pivot = work[i][i]
            if pivot < 0 or (pivot == 0 and any(work[i][j] != 0 for j in range(i, size))):
                return None
            if pivot == 0:
                continue
            row = [fmpq(0)] * i + [work[i][j] / pivot for j in range(i, size)]
            found.append((pivot, block.multiplier, dict(_combined(block, row))))
            for j in range(i + 1, size):
                for k in range(j, size):
                    work[j][k] = work[k][j] = work[j][k] - pivot * row[j] * row[k]
    return found
