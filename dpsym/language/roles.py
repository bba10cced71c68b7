"""The roles that the arguments of heads play, and the signatures made of them."""

from __future__ import annotations

from dataclasses import dataclass

from dpsym.algebra import Integer, S
from dpsym.language import domains
from dpsym.language.domains import Domain


@dataclass(frozen=True, slots=True)
class Role:
    """What may stand in one place of a head.

    Attributes:
        name: the field's word for the place.
        default: the domain a bare name gets from standing there; None when a ``for`` is needed.
        permitted: the largest domain a declaration may give to a bare name that stands there.
        defining: where a number in the place must lie for the head to have a value; None where
            no number stands there.
    """

    name: str
    default: Domain | None
    permitted: Domain
    defining: Domain | None = None


_REAL, _HALF, _SHARE = domains.REALS, domains.NONNEGATIVE, domains.PROBABILITY
_FROM_ONE = domains.Interval(S.One, S.Infinity)
_SEVERAL = domains.Integers(Integer(2), S.Infinity)

LAW = Role("law", domains.LAW, domains.LAW)
MECHANISM = Role("mechanism", domains.MECHANISM, domains.MECHANISM)
KERNEL = Role("kernel", domains.KERNEL, domains.KERNEL)
VARIABLE = Role("random variable", domains.VARIABLE, domains.VARIABLE)
HYPOTHESIS = Role("hypothesis", domains.HYPOTHESIS, domains.HYPOTHESIS)
TREE = Role("tree", domains.TREE, domains.TREE)
PROTOCOL = Role("protocol", domains.PROTOCOL, domains.PROTOCOL)
TASK = Role("task", domains.TASK, domains.TASK)
ENTRY = Role("tuple", None, _REAL)

# What only bounds a divergence may be any real number.
LARGEST = Role("epsilon", _HALF, _HALF, _REAL)
DELTA = Role("delta", _SHARE, _SHARE, _REAL)
RHO = Role("rho", _HALF, _HALF, _REAL)
XI = Role("xi", _HALF, _REAL, _REAL)
TAU = Role("tau", _HALF, _HALF, _REAL)
MU = Role("mu", _HALF, _HALF, _REAL)
EPSILON = Role("epsilon", _HALF, _HALF, _REAL)
THRESHOLD = Role("epsilon", _HALF, _REAL, _REAL)

# What says which divergence, law or mechanism is meant has a domain.
ORDER = Role("alpha", domains.ORDER, _FROM_ONE, _FROM_ONE)
SHIFT = Role("mu", _HALF, _HALF, _HALF)
WIDTH = Role("tau", _HALF, _HALF, _HALF)
ETA = Role("eta", _HALF, _HALF, _HALF)
RATE = Role("rho", _HALF, _HALF, _HALF)
ODDS = Role("epsilon", _HALF, _HALF, _HALF)
FAILURE = Role("delta", _SHARE, _SHARE, _SHARE)
PROBABILITY = Role("probability", _SHARE, _SHARE, _SHARE)
SENSITIVITY = Role("sensitivity", _HALF, _HALF, _HALF)
SIGMA = Role("sigma", domains.POSITIVE, domains.POSITIVE, domains.POSITIVE)
SCALE = Role("scale", domains.POSITIVE, domains.POSITIVE, domains.POSITIVE)
RATIO = Role("epsilon", domains.POSITIVE, domains.POSITIVE, domains.POSITIVE)
MEAN = Role("mean", _REAL, _REAL, _REAL)
CENTER = Role("center", None, domains.INTEGERS, domains.INTEGERS)
COUNT = Role("k", domains.COUNTS, domains.COUNTS, domains.COUNTS)
PARTY = Role("party", domains.COUNTS, domains.COUNTS, domains.COUNTS)
VALUES = Role("n", _SEVERAL, _SEVERAL, _SEVERAL)
ONES = Role("number of ones", domains.COUNTS, domains.NATURALS, domains.NATURALS)
VIEWER = Role("viewer", None, domains.NATURALS, domains.NATURALS)
BIT = Role("bit", None, domains.BITS, domains.BITS)


@dataclass(frozen=True, slots=True)
class Signature:
    """The places of a head: alternatives of fixed length, or one role repeated.

    Attributes:
        alternatives: each a tuple of roles.
        repeated: the role of every argument of a variadic head, at least ``least`` of them.
        leading: the roles that stand before the repeated ones.
    """

    alternatives: tuple[tuple[Role, ...], ...] = ()
    repeated: Role | None = None
    least: int = 1
    leading: tuple[Role, ...] = ()

    def roles(self, count: int) -> tuple[Role, ...] | None:
        """The roles of ``count`` arguments, or None where that many do not fit."""
        for alternative in self.alternatives:
            if len(alternative) == count:
                return alternative
        repetitions = count - len(self.leading)
        if self.repeated is not None and repetitions >= self.least:
            return self.leading + (self.repeated,) * repetitions
        return None

    def arity(self) -> str:
        """How many arguments the head takes, in words."""
        counts = [str(len(alternative)) for alternative in self.alternatives]
        if self.repeated is not None:
            counts.append(f"{len(self.leading) + self.least} or more")
        return " or ".join(dict.fromkeys(counts))
