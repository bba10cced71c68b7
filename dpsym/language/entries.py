"""What somebody gives where an expression is taken: one of sympy, a number, or text."""

from __future__ import annotations

from typing import Any

from dpsym.language.literals import as_argument
from dpsym.language.parser import parse_expression


def as_expression(value: Any, where: str) -> Any:
    """An expression as it is, or what a number or text becomes; text is parsed, never evaluated.

    Raises:
        ClaimError: it is none of these, or text that cannot be read.

    >>> as_expression("1/2 + x", "p"), as_expression(2, "p")
    (x + 1/2, 2)
    """
    return parse_expression(value) if isinstance(value, str) else as_argument(value, where)
