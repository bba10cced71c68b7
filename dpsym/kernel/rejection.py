"""The refusal of one node of a certificate, and of an expression that may have no value."""

from __future__ import annotations

from typing import Any

from dpsym.errors import DpsymError


class Rejected(Exception):  # noqa: N818  # the kernel's answer, and the word for it
    """A node of a certificate does not follow from its children.

    Attributes:
        path: the place of the node in the tree, as the index of a child at each level.
        why: what does not hold, in words.

    >>> str(Rejected((0, 2), "a box is missing"))
    'node 0.2: a box is missing'
    """

    def __init__(self, path: tuple[int, ...], why: str) -> None:
        super().__init__(path, why)
        self.path = path
        self.why = why

    def __str__(self) -> str:
        return f"node {'.'.join(map(str, self.path)) or 'at the root'}: {self.why}"


class UndefinedError(Exception):
    """Some part of an expression may be undefined at a point of the region."""


class UnmetError(ValueError):
    """A condition of a rule does not hold."""


FAILURES = (
    DpsymError,
    UndefinedError,
    ValueError,
    TypeError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    LookupError,
    NotImplementedError,
    RecursionError,
)
"""At each of these a step is refused."""


class Given(dict[str, Any]):
    """What a file gives to a rule; a rule that looks for what is missing refuses."""

    def __missing__(self, key: str) -> Any:
        raise UnmetError(f"{key!r} is missing")


def reason(error: Exception, rule: str) -> str:
    """Why a step is refused at which an error was raised.

    A rule refuses in words of its own, or of those who read what it is given. Any other error is a
    defect of the rule: the step is refused all the same, and the words say so.
    """
    if isinstance(error, DpsymError | UndefinedError | UnmetError):
        return f"{rule}: {error}"
    if isinstance(error, RecursionError):
        return f"{rule}: expressions are nested too deep"
    return f"a defect of the rule {rule!r}: {type(error).__name__}: {error}"
