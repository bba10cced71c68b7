"""Numbers of which sympy would compute more digits than there is room or time for.

It writes out the factorial of each integer that is put into one, and to evaluate an exponential it
takes as many bits as the exponent has before its point. While this module is loaded such functions
stay as they are written, and such exponentials are not evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from sympy import Abs, Basic, Expr, Function, Pow, Rational, binomial, exp, factorial, harmonic, log
from sympy.core import evalf
from sympy.core.cache import clear_cache

MAX_DIGITS = 1_000
"""Of a number that is written out."""
LARGEST_COUNT = {factorial: 100_000, harmonic: 10_000, binomial: 10_000}
"""Up to which argument each is written out; of a binomial, the smaller of k and n - k."""
MOST_BITS = 100_000
"""Before the point, of an exponent, or of what a function is taken of."""


class TooLargeError(OverflowError, ValueError):
    """A number has too many digits before its point to be evaluated."""


def is_too_large(term: Basic) -> bool:
    """Whether a number in a term has too many digits to be read, or to be evaluated.

    >>> from sympy import S
    >>> is_too_large(exp(exp(S(20)))), is_too_large(exp(exp(exp(S(20)))))
    (False, True)
    """
    nodes = term.atoms(Pow, Function) - term.atoms(log, Abs)
    return any(map(_is_long, term.atoms(Rational))) or any(map(_rises_too_far, nodes))


def _is_long(number: Any) -> bool:
    return bool(max(abs(int(number.p)), int(number.q)) >= 10**MAX_DIGITS)


def _rises_too_far(node: Basic) -> bool:
    """Whether what a function is taken of, or the exponent of a power, is too large."""
    return any(part.is_number and _is_endless(part) for part in node.args[-1:])


@lru_cache(maxsize=10_000)
def _is_endless(argument: Expr) -> bool:
    if argument.is_Rational:
        return False  # it is written out
    try:
        found = evalf.evalf(argument, 10, {})
    except TooLargeError:
        return True
    except (NotImplementedError, ArithmeticError, ValueError, TypeError):
        return False  # whoever needs its value is told
    return isinstance(found, tuple) and bool(found[0]) and evalf.fastlog(found[0]) > MOST_BITS


def _bounded(evaluate: Callable[..., Any]) -> Callable[..., Any]:
    """The evaluation of a power or a function, but for one of what is too large."""

    def evaluated(node: Any, *options: Any) -> Any:
        if _rises_too_far(node):
            raise TooLargeError(f"{node.func.__name__} of too large a number")
        return evaluate(node, *options)

    return evaluated


def _short(head: Any) -> Callable[..., Any]:
    """The values of a function of natural numbers, but for those that are too long."""
    evaluate, most = head.eval, LARGEST_COUNT[head]

    def evaluated(_: type[Basic], *args: Any) -> Any:
        count = args[0]
        if head is binomial and all(number.is_Integer for number in args):
            count = min(args[1], count - args[1])
        return None if count.is_Integer and count > most else evaluate(*args)

    return evaluated


for _head in LARGEST_COUNT:
    _head.eval = classmethod(_short(_head))
for _head in (Pow, exp):
    evalf.evalf_table[_head] = _bounded(evalf.evalf_table[_head])
Function._eval_evalf = _bounded(Function._eval_evalf)
clear_cache()
