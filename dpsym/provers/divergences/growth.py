"""How one side of a relation grows in the divergences that stand in it."""

from __future__ import annotations

from sympy import Add, Basic, Expr, Lt, Max, Mul, Pow, S, exp, log

from dpsym.language import heads
from dpsym.provers.restate import at_most


def increasing(side: Expr, *, falling: bool = False) -> bool:
    """Whether a side does not fall in any of its divergences, and is continuous up to infinity.

    It is a sum of nonnegative multiples of divergences, or of maxima, products, roots, logarithms
    and exponentials of such sums, and of negative multiples of what falls, such as ``exp(-D)``;
    the signs of what are names are for :func:`signs_needed`. If ``falling``, it does not rise.
    An inequality of two such sides for all finite values holds for infinite ones too.
    """
    return all(_term_rises(term, falling) for term in Add.make_args(side))


def _term_rises(term: Expr, falling: bool) -> bool:
    factors = Mul.make_args(term)
    inside = [factor for factor in factors if factor.has(heads.Divergence)]
    if not inside:
        return True
    turned = len(inside) == 1 and _falls(inside[0])
    negative = any(factor.is_number and factor.is_negative for factor in factors)
    if negative != (falling != turned):
        return False
    if turned:
        return True
    positive = len(inside) == 1 or all(at_zero(factor).is_positive for factor in inside)
    return bool(positive) and all(_rises(factor) for factor in inside)


def _falls(node: Expr) -> bool:
    """Whether an exponential, or a power with a negative exponent, falls in its divergences."""
    if isinstance(node, exp):
        return is_turned(node) and increasing(node.args[0], falling=True)
    power = isinstance(node, Pow) and node.exp.is_Rational and node.exp.is_negative
    return bool(power and at_zero(node.base).is_positive) and increasing(node.base)


def is_turned(factor: Expr) -> bool:
    """Whether a factor is an exponential of a negative multiple of divergences, or a reciprocal."""
    if isinstance(factor, Pow):
        return bool(factor.exp.is_Rational and factor.exp.is_negative)
    terms = Add.make_args(factor.args[0]) if isinstance(factor, exp) else ()
    first = next((term for term in terms if term.has(heads.Divergence)), S.One)
    return any(part.is_number and part.is_negative for part in Mul.make_args(first))


def _rises(node: Expr) -> bool:
    if isinstance(node, heads.Divergence) or (_moment(node) is not None and not is_turned(node)):
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
    """The side where all divergences are zero: the least value of one that does not fall.

    >>> at_zero(Max(1, 1 / heads.KL(heads.ObjectName("P"), heads.ObjectName("Q"))))
    nan
    """
    try:
        return side.xreplace(dict.fromkeys(side.atoms(heads.Divergence), S.Zero))
    except ValueError:  # sympy compares no infinities of complex numbers
        return S.NaN


def _moment(factor: Expr) -> Expr | None:
    """The c of a factor ``exp(c*D)`` with a divergence D; None for other factors."""
    if not isinstance(factor, exp):
        return None
    size, divergence = factor.args[0].as_independent(heads.Divergence, as_Add=False)
    return size if isinstance(divergence, heads.Divergence) else None


def signs_needed(side: Expr, *, falling: bool = False) -> list[Basic]:
    """What says that a side that is :func:`increasing` does not fall, whatever its names are.

    The c of every moment ``exp(c*D)`` is positive, no factor of a divergence negative, and none of
    what falls positive; if ``falling``, what says that it does not rise.
    """
    sizes = [
        size
        for factor in side.atoms(exp)
        if (size := _moment(factor)) is not None and not is_turned(factor)
    ]
    positive = [Lt(S.Zero, size, evaluate=False) for size in sizes if not size.is_positive]
    return positive + [
        at_most(S.Zero, factor) for factor in _coefficients(side, -S.One if falling else S.One)
    ]


def _coefficients(side: Expr, sign: Expr) -> list[Expr]:
    """The factors that multiply divergences and are no evidently positive numbers."""
    found = []
    for term in Add.make_args(side):
        if not term.has(heads.Divergence):
            continue
        inside = [f for f in Mul.make_args(term) if f.has(heads.Divergence)]
        turned = len(inside) == 1 and is_turned(inside[0])
        rest = Mul(*(f for f in Mul.make_args(term) if not f.has(heads.Divergence)))
        rest *= -sign if turned else sign
        if not rest.is_positive:
            found.append(rest)
        for factor in Mul.make_args(term):
            inner = -S.One if turned and isinstance(factor, exp) else S.One
            if isinstance(factor, Add | Pow | log | Max | exp) and (
                turned or _moment(factor) is None
            ):
                parts = factor.args[:1] if isinstance(factor, Pow) else factor.args
                found.extend(c for part in parts for c in _coefficients(part, inner))
    return found
