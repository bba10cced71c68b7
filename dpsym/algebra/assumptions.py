"""What sympy's expressions are, such as positive or finite: what is asked in vain is asked once.

sympy asks all that a property may follow from, and where nothing is found notes that of this one
property only; the next one leads to the same questions. They take a tenth of a proof.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from sympy import Basic

_assumptions: Any = sys.modules["sympy.core.assumptions"]
"""The module: as an attribute of its package it is hidden by a function."""


@cache
def _prerequisites(fact: str) -> tuple[str, ...]:
    """The facts from which one may follow, in an order that is always the same."""
    return tuple(sorted(_assumptions._assume_rules.prereq[fact]))


def _ask(fact: str, node: Basic) -> Any:
    """Whether a fact holds of a node; None where that follows from nothing.

    Then all that it may follow from is not known either: each of these leads to a part of the same
    questions.
    """
    known, handlers = node._assumptions, node._prop_handler
    asked = [fact]
    met = {fact}
    for one in asked:
        if one in known:
            continue
        handler = handlers.get(one)
        value = None if handler is None else handler(node)
        if value is not None:
            known.deduce_all_facts(((one, value),))
        found = known.get(fact)
        if found is not None:
            return found
        for other in _prerequisites(one):
            if other not in met:
                met.add(other)
                asked.append(other)
    for one in asked:
        if one not in known:
            known[one] = None
    return known[fact]


_assumptions._ask = _ask
