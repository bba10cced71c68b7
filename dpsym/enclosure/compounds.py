"""Products and mixtures of pairs, and the form that any two concrete laws take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from flint import arb, ctx, fmpz
from sympy import Expr

from dpsym.enclosure.continuous import GaussianPair, LaplacePair
from dpsym.enclosure.exact import number, sign
from dpsym.enclosure.laplace import repeated_stick
from dpsym.enclosure.pairs import (
    INFINITY,
    ZERO,
    FinitePair,
    Pair,
    decrease,
    exponential,
    is_infinite,
)
from dpsym.enclosure.sampled import sampled_cumulant
from dpsym.errors import EvaluationError

MAX_CELLS = 200_000
MAX_CENTERS = 5_000
MAX_ORDER = 2_000


@dataclass(frozen=True, slots=True)
class ProductPair:
    """Independent pairs, each with the number of times it occurs."""

    parts: tuple[tuple[Pair, int], ...]

    def _sum(self, values: Iterator[arb]) -> arb:
        total = ZERO
        for value in values:
            if is_infinite(value):
                return value
            total += value
        return total

    def cumulant(self, s: arb) -> arb:
        """The sum of the parts' cumulants."""
        return self._sum(count * part.cumulant(s) for part, count in self.parts)

    def kl(self) -> arb:
        """The sum of the parts' means."""
        return self._sum(count * part.kl() for part, count in self.parts)

    def variance(self) -> arb:
        """The sum of the parts' variances."""
        return self._sum(count * part.variance() for part, count in self.parts)

    def supremum(self) -> arb:
        """The sum of the parts' suprema."""
        return self._sum(count * part.supremum() for part, count in self.parts)

    def infimum(self) -> arb:
        """The sum of the parts' infima."""
        return self._sum(count * part.infimum() for part, count in self.parts)

    def singular(self) -> arb:
        """One minus the product of what the parts keep."""
        total = ZERO
        for part, count in self.parts:
            mass = part.singular()
            if mass.is_exact() and mass == 1:
                return arb(1)
            total += count * (-mass).log1p()
        return -total.expm1()

    def hockey_stick(self, epsilon: arb) -> arb:
        """A sum over the losses of the finite parts, the continuous part given its own stick."""
        finite = tuple((p, count) for p, count in self.parts if isinstance(p, FinitePair))
        stick = _smooth_stick([part for part in self.parts if part not in finite])
        total = self.singular()
        for mass, loss in spectrum(finite, ctx.prec):
            total += mass * stick(epsilon - loss)
        return total


def _smooth_stick(parts: Sequence[tuple[Pair, int]]) -> Callable[[arb], arb]:
    """The hockey stick of a product of continuous pairs; of none, that of equal laws."""
    if not parts:
        return decrease
    ((part, count), *others) = parts
    if others or (count > 1 and not isinstance(part, LaplacePair)):
        raise EvaluationError("no hockey stick is known for a product of these laws")
    if isinstance(part, LaplacePair) and count > 1:
        distance = number(part.distance)
        return lambda epsilon: repeated_stick(distance, count, epsilon)
    return part.hockey_stick


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to write ``total`` as an ordered sum of ``parts`` non-negative integers.

    >>> list(compositions(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def multinomial(counts: tuple[int, ...]) -> fmpz:
    """The number of arrangements of a multiset.

    >>> int(multinomial((2, 1)))
    3
    """
    result, total = fmpz(1), 0
    for count in counts:
        total += count
        result *= fmpz.bin_uiui(total, count)
    return result


def cells(parts: tuple[tuple[FinitePair, int], ...]) -> int:
    """The number of multisets of ratios that a product of finite pairs has."""
    size = 1
    for part, count in parts:
        size *= comb(count + len(part.atoms) - 1, count) if part.atoms else 0
    return size


@lru_cache(maxsize=16)
def spectrum(parts: tuple[tuple[FinitePair, int], ...], bits: int) -> tuple[tuple[arb, arb], ...]:
    """P-mass and loss of every multiset of ratios of a product of finite pairs, at ``bits``.

    Raises:
        EvaluationError: there are too many.

    >>> from dpsym.enclosure.pairs import TRIVIAL
    >>> len(spectrum(((TRIVIAL, 3),), 64))
    1
    """
    size = cells(parts)
    if size > MAX_CELLS:
        raise EvaluationError(f"a product has {size} likelihood ratios, more than {MAX_CELLS}")
    result: list[tuple[arb, arb]] = [(arb(1), ZERO)]
    for part, count in parts:
        own = _power_spectrum(part, count)
        result = [(m * mass, old + loss) for m, old in result for mass, loss in own]
    return tuple(result)


def _power_spectrum(part: FinitePair, count: int) -> list[tuple[arb, arb]]:
    atoms = part.balls()
    powers = []
    for p in atoms.p:
        row = [arb(1)]
        for _ in range(count):
            row.append(row[-1] * p)
        powers.append(row)
    result = []
    for counts in compositions(count, len(atoms.p)) if atoms.p else ():
        mass, loss = arb(multinomial(counts)), ZERO
        for i, times in enumerate(counts):
            mass *= powers[i][times]
            loss += times * atoms.loss[i]
        result.append((mass, loss))
    return result


@dataclass(frozen=True, slots=True)
class MixturePair:
    """``P = t*A + (1-t)*B`` and ``Q = s*A + (1-s)*B`` for continuous A, B of one support."""

    t: Expr
    s: Expr
    forward: Pair
    backward: Pair

    def singular(self) -> arb:
        """Zero."""
        return ZERO

    def _unknown(self, what: str) -> EvaluationError:
        return EvaluationError(f"no {what} is known for a mixture of continuous laws")

    def cumulant(self, s: arb) -> arb:
        """K(s) for a whole order where Q = B: a binomial sum of the cumulants of (A, B).

        For normal laws at any order s > 0, where P = B too: by quadrature.
        """
        whole = s.unique_fmpz() if s.is_exact() else None
        if self.s != 0 or whole is None or not 1 <= int(whole) <= MAX_ORDER:
            return self._moment(s)
        order, t = int(whole) + 1, number(self.t)
        total = ZERO
        for k in range(2, order + 1):
            term = arb(fmpz.bin_uiui(order, k)) * t**k * (1 - t) ** (order - k)
            total += term * (self.forward.cumulant(arb(k - 1)).expm1())
        return total.log1p()

    def _moment(self, s: arb) -> arb:
        """K(s) of P or Q and N(0, 1), whose ratio is that of a mixture, or the inverse of one."""
        if not (isinstance(self.forward, GaussianPair) and s > 0 and 0 in (self.t, self.s)):
            raise self._unknown("such Renyi divergence")
        weight, power = (self.t, s + 1) if self.s == 0 else (self.s, -s)
        if weight == 1:
            return self.forward.cumulant(s)
        return sampled_cumulant(number(weight), number(self.forward.squared).sqrt(), power)

    def kl(self) -> arb:
        """Raises EvaluationError."""
        raise self._unknown("KL divergence")

    def variance(self) -> arb:
        """Raises EvaluationError."""
        raise self._unknown("variance of the loss")

    def _extreme(self, log_ratio: arb) -> arb:
        """The log of P/Q where log(A/B) has this value."""
        t, s = number(self.t), number(self.s)
        ratio = exponential(log_ratio)
        if not is_infinite(ratio):
            above, below = t * ratio + 1 - t, s * ratio + 1 - s
        elif self.s == 0:
            return INFINITY
        else:
            above, below = t, s
        return -INFINITY if above.is_zero() else above.log() - below.log()

    def supremum(self) -> arb:
        """P/Q is monotone in A/B."""
        increasing = sign(self.t - self.s) == 1
        return self._extreme(self.forward.supremum() if increasing else self.forward.infimum())

    def infimum(self) -> arb:
        """P/Q is monotone in A/B."""
        increasing = sign(self.t - self.s) == 1
        return self._extreme(self.forward.infimum() if increasing else self.forward.supremum())

    def hockey_stick(self, epsilon: arb) -> arb:
        """That of ``u*A + v*B``, by the signs of u and v."""
        t, s, scale = number(self.t), number(self.s), epsilon.exp()
        u, v = t - scale * s, (1 - t) - scale * (1 - s)
        if u <= 0 and v <= 0:
            return ZERO
        if u >= 0 and v >= 0:
            return -epsilon.expm1()
        if u > 0 and v < 0:
            return u * self.forward.hockey_stick((-v / u).log())
        if u < 0 and v > 0:
            return v * self.backward.hockey_stick((-u / v).log())
        return arb.nan()
