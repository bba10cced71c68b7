"""Boxes on which all coefficients of a polynomial are nonnegative, once mapped onto [0, oo)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import Expr, S

Tensor = NDArray[Any]
"""Integers of any size, an axis for each variable."""
Box = list[tuple[Expr, Expr]]
"""The ends of each variable."""


def cover(polynomial: sympy.Poly, box: Box, budget: int) -> list[list[list[str]]] | None:
    """Boxes that cover the given one, on each of which the coefficients are nonnegative."""
    tensor = _tensor(polynomial)
    pending = [box]
    done: list[list[list[str]]] = []
    while pending:
        if len(done) + len(pending) > budget:
            return None
        current = pending.pop()
        coefficients = _coefficients(tensor, current)
        if (coefficients >= 0).all():
            done.append([[str(lower), str(upper)] for lower, upper in current])
            continue
        if (coefficients[np.ix_(*[[0, -1]] * coefficients.ndim)] < 0).any():
            return None
        pending.extend(halves(current))
    return done


def halves(box: Box) -> tuple[Box, Box]:
    """The box cut across its widest side, the part below first; an endless side counts as two."""
    widths = [high - low if high.is_finite else S(2) for low, high in box]
    position = max(range(len(box)), key=lambda i: widths[i])
    low, high = box[position]
    middle = (low + high) / 2 if high.is_finite else low + 1
    left, right = list(box), list(box)
    left[position], right[position] = (low, middle), (middle, high)
    return left, right


def _tensor(polynomial: sympy.Poly) -> Tensor:
    """The coefficients times a positive number that makes them integers, by their exponents."""
    _, cleared = polynomial.clear_denoms(convert=True)
    tensor = np.zeros([degree + 1 for degree in polynomial.degree_list()], dtype=object)
    for monomial, coefficient in cleared.terms():
        tensor[monomial] = int(coefficient)
    return tensor


def _coefficients(tensor: Tensor, box: Box) -> Tensor:
    """The coefficients, times positive numbers, after mapping [0, oo) onto each side of the box.

    A bounded side is ``x = (low + high*v)/(1 + v)``, times a power of ``1 + v``; the coefficients
    at the corners have the signs of the values there, or of those far away.
    """
    for axis, (low, high) in enumerate(box):
        powers = _powers(tensor.shape[axis] - 1, low, high)
        tensor = np.moveaxis(np.tensordot(powers, tensor, (0, axis)), 0, axis)
    return tensor


@lru_cache(maxsize=4096)
def _powers(degree: int, low: Expr, high: Expr) -> Tensor:
    """In row i the coefficients of ``(scale*x)**i * (scale*(1 + v))**(degree - i)``."""
    scale = int(sympy.ilcm(low.q, high.q if high.is_finite else 1))
    start, slope = int(low * scale), int(high * scale) if high.is_finite else scale
    other = np.array([scale, scale if high.is_finite else 0], dtype=object)
    rows = np.zeros((degree + 1, degree + 1), dtype=object)
    for i in range(degree + 1):
        row = np.array([1], dtype=object)
        for place in range(degree):
            row = np.convolve(row, np.array([start, slope], dtype=object) if place < i else other)
        rows[i] = row
    return rows
