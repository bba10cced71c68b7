"""Where divergences of finite laws are infinite."""

from __future__ import annotations

from sympy import Add, Basic, Expr, Lt, Mul, S

from dpsym.kernel.goal import at_most
from dpsym.kernel.laws import outcomes
from dpsym.kernel.terms import weighted
from dpsym.language import heads
from dpsym.language.construct import lossless
from dpsym.language.divergences import DIVERGENCES
from dpsym.language.heads import Divergence, Quantity


def beyond_support(small: Expr, large: Expr) -> list[Basic]:
    """What says that the larger side is infinite and the smaller one a number; nothing elsewhere.

    Every term of the larger side is a number or a multiple >= 0 of a divergence, and 0 times an
    infinite one is 0. One of the multiples is infinite where its factor is positive and so is a
    mass at an outcome that has none under the second law.
    """
    if small.has(Quantity):
        return []
    terms = [weighted(term, (Quantity,)) for term in Add.make_args(large)]
    found = [(factor, d) for factor, d in terms if d != 1]
    if not all(isinstance(d, Divergence) for _, d in found):
        return []
    beyond = [lossless(Mul, factor, mass) for factor, d in found for mass in _masses_beyond(d)]
    numbers = [small, *(number for number, d in terms if d == 1)]
    weights = [factor for factor, _ in found if not (factor.is_Rational and factor > 0)]
    if any(number.has(S.Infinity, S.NegativeInfinity) for number in (*numbers, *weights)):
        return []
    numbers += [a for _, d in found for a in d.args if heads.is_scalar(a) and a is not S.Infinity]
    values = [at_most(number, number) for number in numbers]
    values += [at_most(S.Zero, weight) for weight in weights]
    return [Lt(S.Zero, Add(*beyond), evaluate=False), *values] if beyond else []


def _masses_beyond(divergence: Basic) -> list[Expr]:
    """The masses of a finite law where another has none: one that is positive makes it infinite.

    There are none of a divergence that is never infinite.
    """
    form = DIVERGENCES.get(type(divergence))
    masses = outcomes(*divergence.args[-2:]) if form and form.most is S.Infinity else ()
    return [x for x, y in masses if y == 0 and x != 0]


__all__ = ["beyond_support"]
