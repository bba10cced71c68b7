"""Values of the accuracies of protocols: exact, or between two rationals."""

from __future__ import annotations

from functools import lru_cache

from flint import arb
from sympy import Basic, Expr

from dpsym.enclosure.exact import number
from dpsym.errors import DomainError, EvaluationError
from dpsym.games.accuracy import average_accuracy, worst_accuracy
from dpsym.games.expressions import payoffs_of, protocol_of, rational
from dpsym.language import heads


@lru_cache(maxsize=1024)
def accuracy_bounds(node: Basic) -> tuple[Expr, Expr]:
    """Rational bounds of an accuracy of a concrete protocol and task; mostly equal.

    Raises:
        EvaluationError: the protocol or the task is not concrete, or they do not fit.

    >>> from sympy import log
    >>> xor = heads.Task(0, (1, 0), (0, 1), (0, 1), (1, 0))
    >>> accuracy_bounds(heads.AverageAccuracy(heads.ResponseProtocol(log(3), 0, log(3), 0), xor))
    (5/8, 5/8)
    """
    protocol, payoffs = protocol_of(node.args[0]), payoffs_of(node.args[1])
    try:
        if isinstance(node, heads.AverageAccuracy):
            value = rational(average_accuracy(protocol, payoffs))
            return value, value
        lower, upper = worst_accuracy(protocol, payoffs)
    except DomainError as error:
        raise EvaluationError(str(error)) from None
    return rational(lower), rational(upper)


def accuracy_ball(node: Basic) -> arb:
    """A ball that contains an accuracy, as narrow as its bounds."""
    lower, upper = accuracy_bounds(node)
    return number(lower).union(number(upper))
