"""The roles that the arguments of heads play, and the signatures made of them."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Integer, S

from dpsym.language import domains
from dpsym.language.domains import Domain


@dataclass(frozen=True, slots=True)
class Role:
    """What may stand in one place of a head.

    Attributes:
        name: the field's word for the place.
        default: the domain a bare name gets from standing there; None when a ``for`` is needed.
        permitted: the largest domain a declaration may give to a bare name that stands there.
        defining: outside this domain a guarantee or divergence says nothing of a number in the
            place; inside, or where there is None, it is true or false.
    """

    name: str
    default: Domain | None
    permitted: Domain
    defining: Domain | None = None


LAW = Role("law", domains.LAW, domains.LAW)
MECHANISM = Role("mechanism", domains.MECHANISM, domains.MECHANISM)
KERNEL = Role("kernel", domains.KERNEL, domains.KERNEL)
VARIABLE = Role("random variable", domains.VARIABLE, domains.VARIABLE)
HYPOTHESIS = Role("hypothesis", domains.HYPOTHESIS, domains.HYPOTHESIS)
ONES = Role("number of ones", domains.COUNTS, domains.NATURALS)
BIT = Role("bit", None, domains.BITS)
LARGEST = Role("epsilon", domains.NONNEGATIVE, domains.NONNEGATIVE)
EPSILON = Role("epsilon", domains.NONNEGATIVE, domains.NONNEGATIVE, domains.REALS)
THRESHOLD = Role("epsilon", domains.NONNEGATIVE, domains.REALS, domains.REALS)
DELTA = Role("delta", domains.PROBABILITY, domains.PROBABILITY)
ORDER = Role("alpha", domains.ORDER, *2 * (domains.Interval(S.One, S.Infinity),))
RHO = Role("rho", domains.NONNEGATIVE, domains.NONNEGATIVE)
XI = Role("xi", domains.NONNEGATIVE, domains.REALS)
TAU = Role("tau", domains.NONNEGATIVE, domains.NONNEGATIVE)
WIDTH = Role("tau", *3 * (domains.NONNEGATIVE,))
MU = Role("mu", domains.NONNEGATIVE, domains.NONNEGATIVE)
ETA = Role("eta", domains.NONNEGATIVE, domains.NONNEGATIVE)
SIGMA = Role("sigma", domains.POSITIVE, domains.POSITIVE)
SCALE = Role("scale", domains.POSITIVE, domains.POSITIVE)
SENSITIVITY = Role("sensitivity", domains.NONNEGATIVE, domains.NONNEGATIVE)
MEAN = Role("mean", domains.REALS, domains.REALS)
CENTER = Role("center", None, domains.Integers(S.NegativeInfinity, S.Infinity))
COUNT = Role("k", domains.COUNTS, domains.COUNTS)
VALUES = Role(
    "n", domains.Integers(Integer(2), S.Infinity), domains.Integers(Integer(2), S.Infinity)
)
PROBABILITY = Role("probability", domains.PROBABILITY, domains.PROBABILITY)
RATIO = Role("epsilon", domains.POSITIVE, domains.POSITIVE)
TREE = Role("tree", domains.TREE, domains.TREE)
PROTOCOL = Role("protocol", domains.PROTOCOL, domains.PROTOCOL)
TASK = Role("task", domains.TASK, domains.TASK)
PARTY = Role("party", domains.COUNTS, domains.COUNTS)
VIEWER = Role("viewer", None, domains.Integers(S.Zero, S.Infinity))
ENTRY = Role("tuple", None, domains.REALS)


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
