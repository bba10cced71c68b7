"""Numbers of which sympy would compute more digits than there is room or time for.

It writes out the factorial of each integer that is put into one, and to evaluate an exponential it
takes as many bits as the exponent has before its point. While this module is loaded such functions
stay as they are written, and such exponentials are not evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Basic, Function, Pow, binomial, exp, factorial, harmonic
from sympy.core import evalf
from sympy.core.cache import clear_cache

from dpsym.algebra.enclosing import TooLargeError, rises_too_far
from dpsym.algebra.limits import LARGEST_COUNT


def _bounded(evaluate: Callable[..., Any]) -> Callable[..., Any]:
    """The evaluation of a power or a function, but for one of what is too large."""

    def evaluated(node: Any, *options: Any) -> Any:
        if rises_too_far(node):
            raise TooLargeError(f"{node.func.__name__} of too large a number")
        return evaluate(node, *options)

    return evaluated


def _short(head: Any) -> Callable[..., Any]:
    """The values of a function of natural numbers, but for those that are too long."""
    evaluate, most = head.eval, LARGEST_COUNT[head.__name__]

    def evaluated(_: type[Basic], *args: Any) -> Any:
        count = args[0]
        if head is binomial and all(number.is_Integer for number in args):
            count = min(args[1], count - args[1])
        return None if count.is_Integer and count > most else evaluate(*args)

    return evaluated


for _head in (factorial, harmonic, binomial):
    _head.eval = classmethod(_short(_head))
for _head in (Pow, exp):
    evalf.evalf_table[_head] = _bounded(evalf.evalf_table[_head])
Function._eval_evalf = _bounded(Function._eval_evalf)
clear_cache()
