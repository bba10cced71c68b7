"""Concrete laws as lists of outcomes, with every probability exact and known to be zero or not."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from itertools import product
from typing import Any

from sympy import Add, Basic, Expr, S

from dpsym.enclosure.balls import precision
from dpsym.enclosure.exact import is_zero, number, sign
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.noises import ENDLESS, LATTICE
from dpsym.language.printing import text

Outcomes = dict[Hashable, Expr]
MAX_OUTCOMES = 20_000
_SUM_BITS = 256
_MAX_SHOWN = 200


def brief(node: Basic) -> str:
    """The node's text, shortened in the middle where it is long.

    >>> brief(heads.Bernoulli(S.Half))
    'Bernoulli(1/2)'
    """
    written = text(node) if node.count_ops() + len(node.args) < _MAX_SHOWN else node.func.__name__
    return written if len(written) <= _MAX_SHOWN else f"{written[:80]} ... {written[-80:]}"


def is_finite(law: Basic) -> bool:
    """Whether a law is written with finite laws only.

    >>> is_finite(heads.Product(heads.Bernoulli(S.Half), heads.Finite(1)))
    True
    """
    if isinstance(law, heads.Finite | heads.Bernoulli):
        return True
    if isinstance(law, heads.Mixture | heads.Product | heads.Pushforward):
        laws = [part for part in law.args if isinstance(part, heads.Law)]
        return bool(laws) and all(is_finite(part) for part in laws)
    return False


@lru_cache(maxsize=2048)
def _listed(law: Basic) -> tuple[tuple[Hashable, Expr], ...]:
    return tuple(_LISTS[law.func](law).items())


def outcomes(law: Basic) -> Outcomes:
    """The probability of every outcome of a finite law, in order; zero ones are ``S.Zero``.

    Outcomes are 0, 1, ... and tuples of outcomes for a product. Probabilities that are all
    rational must sum to one exactly; otherwise a ball of 256 bits around their sum must hold one.

    Raises:
        EvaluationError: the law is not finite, or its probabilities are none.

    >>> outcomes(heads.Mixture(S.Half, heads.Finite(1, 0), heads.Finite(0, 1)))
    {0: 1/2, 1: 1/2}
    """
    if not is_finite(law):
        raise EvaluationError(f"{brief(law)} has no finite list of outcomes")
    return dict(_listed(law))


def _exact(probability: Expr, law: Basic) -> Expr:
    """The probability, or literally zero where it is zero."""
    direction = sign(probability)
    if direction is None:
        raise EvaluationError(f"cannot tell whether {brief(probability)} is zero in {brief(law)}")
    if direction < 0:
        raise EvaluationError(f"{brief(probability)} is negative in {brief(law)}")
    return probability if direction else S.Zero


def check_total(probabilities: list[Expr], law: Basic) -> None:
    """Checks that probabilities sum to one.

    Raises:
        EvaluationError: they do not.
    """
    rational = sum((p for p in probabilities if p.is_Rational), S.Zero)
    others = [p for p in probabilities if not p.is_Rational]
    if not others:
        valid = rational == 1
    else:
        with precision(_SUM_BITS):
            total = number(rational)
            for probability in others:
                total += number(probability)
            valid = bool(total.contains(1)) and bool(total.is_finite())
    if not valid:
        raise EvaluationError(f"the probabilities of {brief(law)} do not sum to one")


def _finite(law: Basic) -> Outcomes:
    probabilities = [_exact(p, law) for p in law.args]
    check_total(probabilities, law)
    return dict(enumerate(probabilities))


def _bernoulli(law: Basic) -> Outcomes:
    p = _weight(law.args[0], law)
    return {0: _exact(1 - p, law), 1: p}


def _weight(weight: Expr, law: Basic) -> Expr:
    """A number in [0, 1], with its ends literal."""
    weight = _exact(weight, law)
    rest = sign(1 - weight)
    if rest is None or rest < 0:
        raise EvaluationError(f"{brief(weight)} is no probability in {brief(law)}")
    return weight if rest else S.One


def _mixture(law: Basic) -> Outcomes:
    weight = _weight(law.args[0], law)
    first, second = outcomes(law.args[1]), outcomes(law.args[2])
    keys = list(dict.fromkeys([*first, *second]))
    return {
        key: weight * first.get(key, S.Zero) + (1 - weight) * second.get(key, S.Zero)
        for key in keys
    }


def _product(law: Basic) -> Outcomes:
    factors = [outcomes(part) for part in law.args]
    size = 1
    for factor in factors:
        size *= len(factor)
    if size > MAX_OUTCOMES:
        raise EvaluationError(f"{brief(law.func(*law.args[:1]))}... has {size} outcomes")
    return {
        tuple(key for key, _ in cell): _times([p for _, p in cell])
        for cell in product(*(factor.items() for factor in factors))
    }


def _times(factors: list[Expr]) -> Expr:
    result: Expr = S.One
    for factor in factors:
        result *= factor
    return result


def _pushforward(law: Basic) -> Outcomes:
    kernel, source = law.args
    if not isinstance(kernel, heads.Kernel):
        raise EvaluationError(f"{brief(kernel)} is no concrete kernel")
    masses = list(outcomes(source).values())
    rows = [[_exact(p, kernel) for p in row.args] for row in kernel.args]
    for row in rows:
        check_total(row, kernel)
    if len(masses) > len(rows) and any(mass != 0 for mass in masses[len(rows) :]):
        raise EvaluationError(f"{brief(kernel)} has no row for some outcomes of {brief(source)}")
    width = max(len(row) for row in rows)
    result: Outcomes = {}
    for column in range(width):
        terms = [
            mass * row[column] for mass, row in zip(masses, rows, strict=False) if column < len(row)
        ]
        result[column] = Add(*terms)
    return result


_LISTS: dict[type[Basic], Any] = {
    heads.Finite: _finite,
    heads.Bernoulli: _bernoulli,
    heads.Mixture: _mixture,
    heads.Product: _product,
    heads.Pushforward: _pushforward,
}


def check_law(law: Basic) -> None:
    """Checks that a law is concrete and its parameters are in their domains.

    Raises:
        EvaluationError: they are not.

    >>> check_law(heads.Gaussian(0, 1))
    """
    if isinstance(law, heads.Product):
        for part in set(law.args):
            check_law(part)
    elif is_finite(law):
        outcomes(law)
    elif isinstance(law, ENDLESS):
        location, width = law.args
        if sign(width) != 1:
            raise EvaluationError(f"{brief(width)} is not certainly positive in {brief(law)}")
        if type(law) in LATTICE.values() and not location.is_Integer:
            raise EvaluationError(f"the center of {brief(law)} is no integer")
        sign(location)
    elif isinstance(law, heads.Mixture):
        _weight(law.args[0], law)
        check_law(law.args[1])
        check_law(law.args[2])
    else:
        raise EvaluationError(f"{brief(law)} is no concrete law with a known enclosure")


def same(first: Expr, second: Expr) -> bool:
    """Whether two constants are provably equal.

    >>> same(S.Half + S.Half, S.One)
    True
    """
    return first == second or is_zero(first - second)
