"""Closed forms of divergences of noise laws, for the search."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

from sympy import Basic

from dpsym.kernel.laws import closed_form
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.noises import NOISES


@cache
def closed_forms(expr: Any) -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """Closed forms of a divergence of noise laws, with what is not negative where each is one."""
    p, q = expr.args[-2:]
    noisy = type(p) in NOISES and type(p) is type(q)
    if not noisy or (isinstance(p, heads.Gaussian) and p.args[1] == q.args[1]):
        return ()
    found = []
    for sign in "<>":
        needs: list[Basic] = []
        with suppress(Rejected):
            form = closed_form(expr, sign, needs)
            found.append((form, tuple(need.args[1] - need.args[0] for need in needs)))
    return tuple(dict.fromkeys(found))
