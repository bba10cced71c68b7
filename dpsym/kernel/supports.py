"""Where divergences of finite laws are infinite."""

from __future__ import annotations

from sympy import Add, Basic, Expr, Le, Lt, S

from dpsym.kernel.goal import at_most
from dpsym.kernel.laws import outcomes
from dpsym.kernel.terms import weighted
from dpsym.language import heads
from dpsym.language.divergences import DIVERGENCES
from dpsym.language.heads import Divergence, Quantity


def beyond_support(atom: Basic) -> list[Basic]:
    """What says that the larger side is infinite and the smaller one a number; nothing elsewhere.

    Every term of the larger side is a number or a positive multiple of a divergence; one of these
    is infinite where a mass is positive at an outcome that has none under its second law.
    """
    if not isinstance(atom, Le | Lt) or atom.lhs.has(Quantity):
        return []
    terms = [weighted(term, (Quantity,)) for term in Add.make_args(atom.rhs)]
    found = [d for _, d in terms if d != 1]
    if not all(isinstance(d, Divergence) for d in found) or not all(
        weight.is_Rational and weight > 0 for weight, d in terms if d != 1
    ):
        return []
    beyond = [mass for d in found for mass in _masses_beyond(d)]
    numbers = [atom.lhs, *(weight for weight, d in terms if d == 1)]
    if any(number.has(S.Infinity, S.NegativeInfinity) for number in numbers):
        return []
    numbers += [a for d in found for a in d.args if heads.is_scalar(a) and a is not S.Infinity]
    values = [at_most(number, number) for number in numbers]
    return [Lt(S.Zero, Add(*beyond), evaluate=False), *values] if beyond else []


def _masses_beyond(divergence: Basic) -> list[Expr]:
    """The masses of a finite law where another has none: one that is positive makes it infinite.

    There are none of a divergence that is never infinite.
    """
    form = DIVERGENCES.get(type(divergence))
    masses = outcomes(*divergence.args[-2:]) if form and form.most is S.Infinity else ()
    return [x for x, y in masses if y == 0 and x != 0]


__all__ = ["beyond_support"]
