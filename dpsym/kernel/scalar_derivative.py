"""Derivatives of expressions made of functions that have one wherever they are defined."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpsym.kernel.rejection import UndefinedError
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.term import ONE, PI, PLUS, POWER, TIMES, ZERO, Term, make
from dpsym.kernel.term_reduction import applied, minus, plus, power, times

HALF = Fraction(1, 2)


def _bell(u: Term, factor: Fraction | int) -> Term:
    return applied("exp", times(-factor, power(u, 2)))


SLOPES: dict[str, Callable[[Term], Term]] = {
    "exp": lambda u: applied("exp", u),
    "log": lambda u: power(u, -1),
    "sinh": lambda u: applied("cosh", u),
    "cosh": lambda u: applied("sinh", u),
    "tanh": lambda u: minus(ONE, power(applied("tanh", u), 2)),
    "erf": lambda u: times(2, _bell(u, 1), power(make(PI), -HALF)),
    "erfc": lambda u: times(-2, _bell(u, 1), power(make(PI), -HALF)),
    "Phi": lambda u: times(_bell(u, HALF), power(times(2, make(PI)), -HALF)),
}


def derivative(term: Term, symbol: Term) -> Term:
    """The derivative in a symbol, at every point at which the chain rule holds.

    Raises:
        UndefinedError: the symbol stands in a function without one.

    >>> from dpsym.kernel.term_reading import read_term
    >>> derivative(read_term("x**2 + exp(2*x)"), read_term("x"))
    2*exp(2*x) + 2*x
    """
    if term is symbol:
        return ONE
    if not term.has(symbol):
        return ZERO
    rates = [derivative(part, symbol) for part in term.args]
    if term.kind == PLUS:
        return plus(*rates)
    if term.kind == TIMES:
        factors = term.args
        return plus(
            *(
                times(*factors[:i], d, *factors[i + 1 :])
                for i, d in enumerate(rates)
                if d is not ZERO
            )
        )
    if term.kind == POWER:
        base, exponent = term.args
        if exponent.is_number:
            return times(exponent, power(base, exponent.value - 1), rates[0])
        inner = times(rates[0], exponent, power(base, -1))
        return times(term, plus(times(rates[1], applied("log", base)), inner))
    if term.kind not in SLOPES:
        raise UndefinedError(f"{term.kind} has no derivative everywhere")
    return times(SLOPES[term.kind](term.args[0]), rates[0])


def smooth(term: Term, symbol: Term, region: Region) -> bool:
    """Whether the chain rule holds at every point."""
    if not term.has(symbol) or term is symbol:
        return True
    if term.kind == POWER:
        inner, exponent = term.args
        whole = exponent.is_integer
        if not (whole and exponent.value > 0):
            base = region.range(inner)
            if not (base.positive or (whole and (-base).positive)):
                return False
    elif term.kind not in (PLUS, TIMES, *SLOPES):
        return False
    return all(smooth(part, symbol, region) for part in term.args)
