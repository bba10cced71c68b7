"""The refusal of one node of a certificate, and of an expression that may have no value."""

from __future__ import annotations


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
