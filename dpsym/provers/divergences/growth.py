"""How one side of a relation grows in the divergences that stand in it."""

from __future__ import annotations

from sympy import Add, Basic, Expr, Lt, Max, Mul, S, exp

from dpsym.language import heads


def increasing(side: Expr) -> bool:
    """Whether a side is a sum of nonnegative multiples, maxima or moments of divergences.

    Then an infinite divergence makes it infinite, and larger divergences make it larger.
    """
    for term in Add.make_args(side):
        if not term.has(heads.Divergence):
            continue
        for factor in Mul.make_args(term):
            if factor.is_number and factor.is_negative:
                return False
            if factor.has(heads.Divergence) and not (
                isinstance(factor, heads.Divergence | Max) or _moment(factor) is not None
            ):
                return False
        with_divergence = [f for f in Mul.make_args(term) if f.has(heads.Divergence)]
        if len(with_divergence) != 1:
            return False
    return True


def _moment(factor: Expr) -> Expr | None:
    """The c of a factor ``exp(c*D)`` with a divergence D; None for other factors."""
    if not isinstance(factor, exp):
        return None
    size, divergence = factor.args[0].as_independent(heads.Divergence, as_Add=False)
    return size if isinstance(divergence, heads.Divergence) else None


def sizes(side: Expr) -> list[Basic]:
    """What says that the c of every moment ``exp(c*D)`` is positive."""
    sizes = [size for factor in side.atoms(exp) if (size := _moment(factor)) is not None]
    return [Lt(S.Zero, size, evaluate=False) for size in sizes if not size.is_positive]


def coefficients(side: Expr) -> list[Expr]:
    """The factors that multiply divergences and are no evidently positive numbers."""
    found = []
    for term in Add.make_args(side):
        if term.has(heads.Divergence):
            rest = Mul(*(f for f in Mul.make_args(term) if not f.has(heads.Divergence)))
            if not rest.is_positive:
                found.append(rest)
    return found
