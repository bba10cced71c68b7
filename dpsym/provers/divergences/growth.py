"""How one side of a relation grows in the divergences that stand in it."""

from __future__ import annotations

from sympy import Add, Basic, Expr, Lt, Max, Mul, Pow, S, exp, log

from dpsym.language import heads
from dpsym.provers.restate import at_most


def increasing(side: Expr) -> bool:
    """Whether a side does not fall in any of its divergences, and is continuous up to infinity.

    It is a sum of nonnegative multiples of divergences, or of maxima, products, roots, logarithms
    and exponentials of such sums; the signs of what are names are for :func:`signs_needed`.
    An inequality of two such sides for all finite values holds for infinite ones too.
    """
    return all(_term_rises(term) for term in Add.make_args(side))


def _term_rises(term: Expr) -> bool:
    factors = Mul.make_args(term)
    inside = [factor for factor in factors if factor.has(heads.Divergence)]
    if not inside:
        return True
    if any(factor.is_number and factor.is_negative for factor in factors):
        return False
    positive = len(inside) == 1 or all(at_zero(factor).is_positive for factor in inside)
    return bool(positive) and all(_rises(factor) for factor in inside)


def _rises(node: Expr) -> bool:
    if isinstance(node, heads.Divergence) or _moment(node) is not None:
        return True
    if isinstance(node, Add):
        return increasing(node)
    if isinstance(node, Max):
        return all(increasing(part) for part in node.args)
    if isinstance(node, Pow):
        power = node.exp.is_number and node.exp.is_positive
        return bool(power and at_zero(node.base).is_nonnegative) and increasing(node.base)
    if isinstance(node, log):
        return bool(at_zero(node.args[0]).is_positive) and increasing(node.args[0])
    return isinstance(node, exp) and increasing(node.args[0])


def at_zero(side: Expr) -> Expr:
    """The side where all divergences are zero: the least value of one that does not fall."""
    return side.xreplace(dict.fromkeys(side.atoms(heads.Divergence), S.Zero))


def _moment(factor: Expr) -> Expr | None:
    """The c of a factor ``exp(c*D)`` with a divergence D; None for other factors."""
    if not isinstance(factor, exp):
        return None
    size, divergence = factor.args[0].as_independent(heads.Divergence, as_Add=False)
    return size if isinstance(divergence, heads.Divergence) else None


def signs_needed(side: Expr) -> list[Basic]:
    """What says that a side that is :func:`increasing` does not fall, whatever its names are.

    The c of every moment ``exp(c*D)`` is positive, and no factor of a divergence negative.
    """
    sizes = [size for factor in side.atoms(exp) if (size := _moment(factor)) is not None]
    positive = [Lt(S.Zero, size, evaluate=False) for size in sizes if not size.is_positive]
    return positive + [at_most(S.Zero, factor) for factor in _coefficients(side)]


def _coefficients(side: Expr) -> list[Expr]:
    """The factors that multiply divergences and are no evidently positive numbers."""
    found = []
    for term in Add.make_args(side):
        if not term.has(heads.Divergence):
            continue
        rest = Mul(*(f for f in Mul.make_args(term) if not f.has(heads.Divergence)))
        if not rest.is_positive:
            found.append(rest)
        for factor in Mul.make_args(term):
            if isinstance(factor, Add | Pow | log | Max | exp) and _moment(factor) is None:
                parts = factor.args[:1] if isinstance(factor, Pow) else factor.args
                found.extend(c for part in parts for c in _coefficients(part))
    return found
