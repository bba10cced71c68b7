"""Relations between numbers; that of two constants is true or false where that is certain."""

from __future__ import annotations

from typing import Any

from dpsym.algebra.enclosing import sign
from dpsym.algebra.expressions import OPERATIONS
from dpsym.algebra.nodes import Boolean, node_of
from dpsym.algebra.numbers import NaN, S


class Relational(Boolean):
    """A relation, which has a truth value only if it is one of constants."""

    is_Relational = True

    def __new__(cls, lhs: Any, rhs: Any, evaluate: bool = True, **_: Any) -> Any:
        """The relation, or its truth value."""
        left, right = node_of(lhs), node_of(rhs)
        found = difference_sign(left, right) if evaluate else None
        return cls.made(left, right) if found is None else S(cls.holds(found))

    @staticmethod
    def holds(gap: int) -> bool:
        """Whether it holds where the left side less the right has this sign."""
        raise NotImplementedError

    @property
    def lhs(self) -> Any:
        """The left side."""
        return self.args[0]

    @property
    def rhs(self) -> Any:
        """The right side."""
        return self.args[1]

    @property
    def lts(self) -> Any:
        """The side that is claimed to be the smaller."""
        return self.lhs

    @property
    def gts(self) -> Any:
        """The side that is claimed to be the larger."""
        return self.rhs

    def __bool__(self) -> bool:
        raise TypeError(f"whether {self} holds is not known")


class LessThan(Relational):
    """``lhs <= rhs``."""

    @staticmethod
    def holds(gap: int) -> bool:
        """Whether it is not positive."""
        return gap <= 0


class StrictLessThan(Relational):
    """``lhs < rhs``."""

    @staticmethod
    def holds(gap: int) -> bool:
        """Whether it is negative."""
        return gap < 0


class _Turned(Relational):
    """A relation whose left side is claimed to be the larger."""

    @property
    def lts(self) -> Any:
        """The right side."""
        return self.rhs

    @property
    def gts(self) -> Any:
        """The left side."""
        return self.lhs


class GreaterThan(_Turned):
    """``lhs >= rhs``."""

    @staticmethod
    def holds(gap: int) -> bool:
        """Whether it is not negative."""
        return gap >= 0


class StrictGreaterThan(_Turned):
    """``lhs > rhs``."""

    @staticmethod
    def holds(gap: int) -> bool:
        """Whether it is positive."""
        return gap > 0


class Equality(Relational):
    """``lhs == rhs``."""

    is_Equality = True

    @staticmethod
    def holds(gap: int) -> bool:
        """Whether it is zero."""
        return gap == 0


Le, Lt, Ge, Gt, Eq = LessThan, StrictLessThan, GreaterThan, StrictGreaterThan, Equality


def difference_sign(left: Any, right: Any) -> int | None:
    """The sign of the difference of two expressions, where it is certain."""
    if isinstance(left, NaN) or isinstance(right, NaN):
        return None
    if left == right:
        return 0
    ends = [side.is_infinite and side.is_Number for side in (left, right)]
    if any(ends):
        side, other, factor = (left, right, 1) if ends[0] else (right, left, -1)
        known = all(ends) or other.is_extended_real
        return factor * (1 if side is S.Infinity else -1) if known else None
    gap = left - right
    try:
        return sign(gap) if gap.is_number and not isinstance(gap, NaN) else None
    except NotImplementedError:
        return None


OPERATIONS.update({"<=": Le, "<": Lt, ">=": Ge, ">": Gt})
