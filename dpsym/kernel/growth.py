"""How sides grow in the divergences that stand in them, and what they tend to at infinity."""

from __future__ import annotations

from dpsym.algebra import Add, Basic, Expr, Le, Lt, Max, Min, Mul, Pow, S, erf, exp, log, sinh, tanh
from dpsym.kernel.expressions import term
from dpsym.kernel.goal import at_most
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.term_reduction import coefficient
from dpsym.kernel.terms import substitute, weighted
from dpsym.language.heads import Divergence, Phi

RISING = Max | Min | exp | log | sinh | tanh | erf | Phi
"""What increases in each argument, and tends to its value as one tends to infinity."""


def growth_of(side: Expr, *, falling: bool = False) -> list[Basic]:
    """What makes a side nondecreasing in its divergences, or ``falling`` nonincreasing.

    Their coefficients are nonnegative, or not positive, and those of what falls the other way.
    """
    needed: list[Basic] = []
    for part in Add.make_args(side):
        weight, rest = weighted(part)
        inside = list(Mul.make_args(rest)) if rest != 1 else []
        turned = _falls(inside[0]) if len(inside) == 1 else None
        if inside:
            upward = falling == (turned is not None)
            needed.append(at_most(S.Zero, weight) if upward else at_most(weight, S.Zero))
        if turned is not None:
            needed += turned
            continue
        if not all(map(_grows, inside)):
            raise Rejected((), f"{side} may decrease in a divergence")
        # Factors that are positive and increase do so together.
        needed += [need for factor in inside[1:] and inside for need in positive(factor)]
        if inside:
            # A power grows with a base that is not negative, a logarithm with what is positive.
            needed += [w for f in inside if f.is_Pow and f.base.is_Add
                       for w in positive(f.base, strict=False)]  # fmt: skip
            needed += [w for f in inside if isinstance(f, log) for w in positive(f.args[0])]
            sums = (f.base if f.is_Pow else f for f in inside)
            sums = (f for f in sums if isinstance(f, Add | RISING))
            needed += [w for factor in sums for inner in factor.args for w in growth_of(inner)]
    return needed


def _falls(factor: Basic) -> list[Basic] | None:
    """What makes an exponential, or a power with a negative exponent, fall; None of what rises.

    A power does with a base that rises and is positive. So both tend to their values at infinity.
    """
    if isinstance(factor, Pow) and factor.exp.is_Rational and factor.exp < 0:
        if isinstance(factor.base, Divergence):
            return [Lt(S.Zero, factor.base, evaluate=False)]
        return [*positive(factor.base), *growth_of(factor.base)]
    if not isinstance(factor, exp):
        return None
    weights = (weighted(part) for part in Add.make_args(factor.args[0]))
    signs = (coefficient(term(weight))[0] for weight, rest in weights if rest != 1)
    return growth_of(factor.args[0], falling=True) if next(signs, 0) < 0 else None


def positive(side: Expr, *, strict: bool = True) -> list[Basic]:
    """What makes a sum positive: numbers, multiples of powers of divergences, and what rises.

    Without ``strict`` what makes it not negative, for which the number may be zero. What rises is
    least where the divergences are zero.
    """
    number: Expr = S.Zero
    needed: list[Basic] = []
    for part in Add.make_args(side):
        factor, rest = weighted(part)
        if rest == 1:
            number += factor
        elif all(isinstance(_power(f)[0], Divergence) for f in Mul.make_args(rest)):
            needed.append(at_most(S.Zero, factor))
        else:
            needed += growth_of(part)
            number += substitute(part, dict.fromkeys(part.atoms(Divergence), S.Zero))
    return [(Lt if strict else Le)(S.Zero, number, evaluate=False), *needed]


def _grows(factor: Basic) -> bool:
    base, is_power = _power(factor)
    return isinstance(base, Divergence | Add) or (not is_power and isinstance(base, RISING))


def _power(factor: Basic) -> tuple[Basic, bool]:
    """The base of a positive rational power; another factor itself."""
    is_power = isinstance(factor, Pow) and factor.exp.is_Rational and factor.exp > 0
    return (factor.base if is_power else factor), bool(is_power)
