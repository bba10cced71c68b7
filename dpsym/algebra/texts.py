"""Texts of sympy's expressions, kept: by them nodes are put in order, again and again."""

from __future__ import annotations

from functools import lru_cache

from sympy import Basic
from sympy.printing.printer import Printer

KEPT = 50_000
_written = Basic.__str__
_kept = lru_cache(maxsize=KEPT)(_written)


def _text(node: Basic) -> str:
    """What sympy prints, as it does it by default."""
    return str(_written(node) if Printer._global_settings else _kept(node))


Basic.__str__ = _text
