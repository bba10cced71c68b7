"""The kinds of heads: what laws, divergences, mechanisms and guarantees have in common."""

from __future__ import annotations

from typing import Any, cast

from dpsym.algebra import Basic, BooleanFunction, Function, Symbol, Tuple
from dpsym.language.domains import Sort
from dpsym.language.notation import Notation


class Taking:
    """Where numbers of Python, also as text, become expressions; no text is evaluated."""

    def __new__(cls, *args: Any, **options: Any) -> Any:  # noqa: D102
        if not all(isinstance(argument, Basic) for argument in args):
            from dpsym.language.literals import as_argument

            args = tuple(as_argument(argument, cls.__name__) for argument in args)
        return cast(Any, super()).__new__(cls, *args, **options)


class Head(Taking, Notation, Function):
    """A head of the language; constructing one never evaluates anything."""

    nargs = None

    @classmethod
    def eval(cls, *args: Any) -> Any:  # noqa: D102
        return None


class Quantity(Head):
    """A number that laws, a mechanism or a protocol have; in [0, oo] unless it is an accuracy."""

    is_number = False  # sympy would compute it, to order the arguments of a maximum


class Divergence(Quantity):
    """A quantity of two laws that no randomised map of the outcome increases."""


class Law(Head):
    """A probability distribution."""


class KernelHead(Head):
    """A stochastic kernel."""


class MechanismHead(Head):
    """A randomised algorithm on databases."""


class Operation(MechanismHead):
    """A mechanism made of mechanisms."""


class HypothesisHead(Head):
    """What somebody considers possible about the databases that the rounds run on."""


class Tree(Head):
    """What may happen next in an interaction."""


class ProtocolHead(Head):
    """A multi-party protocol."""


class TaskHead(Head):
    """Who decides after a protocol, and what decisions are worth."""


class Accuracy(Quantity):
    """A number that says how well a task can be done after a protocol."""


class Guarantee(Taking, Notation, BooleanFunction):
    """A predicate on a mechanism, over all ordered pairs of neighbouring databases."""

    @classmethod
    def eval(cls, *args: Any) -> Any:  # noqa: D102
        return None


class ObjectName(Symbol):
    """The name of a law, mechanism, kernel or random variable, as opposed to a number's."""

    __slots__ = ()


OF_SORT: dict[Sort, type[Basic]] = {
    Sort.LAW: Law,
    Sort.MECHANISM: MechanismHead,
    Sort.KERNEL: KernelHead,
    Sort.VARIABLE: Law,
    Sort.TREE: Tree,
    Sort.PROTOCOL: ProtocolHead,
    Sort.TASK: TaskHead,
    Sort.HYPOTHESIS: HypothesisHead,
}
"""What is written out of each sort."""


def is_scalar(node: Basic) -> bool:
    """Whether a node stands for a number.

    >>> is_scalar(Symbol("x")), is_scalar(ObjectName("M"))
    (True, False)
    """
    return not isinstance(
        node,
        ObjectName
        | Law
        | MechanismHead
        | KernelHead
        | HypothesisHead
        | Tree
        | ProtocolHead
        | TaskHead
        | Tuple
        | BooleanFunction,
    )
