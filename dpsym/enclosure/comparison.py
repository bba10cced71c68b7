"""Certified comparison of two scalar expressions at a point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import arb
from sympy import Basic, Dummy, Expr, Pow, Rational, S, Sum

from dpsym.enclosure.evaluation import Closed
from dpsym.enclosure.exact import is_zero
from dpsym.enclosure.recognition import pair_of
from dpsym.enclosure.symbolic import exact_value
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.names import written_out
from dpsym.language.printing import text

_LEAST_BITS = 64
_EXACT_FROM = 128
_LARGEST = 10**80
_LARGEST_EXPONENT = 60


@dataclass(frozen=True, slots=True)
class Finding:
    """What is certain about an atom at a point.

    Attributes:
        truth: certified true, certified false, or None for not decided.
        relation: how ``left`` should stand to ``right``, such as ``<=``.
        left: the left side of the decisive inequality, or of the closest one.
        right: its right side.
        where: what the inequality is about, such as the laws P and Q and the order alpha.
        bits: the precision that decided, or the last one tried.
    """

    truth: bool | None
    relation: str
    left: arb
    right: arb
    where: tuple[tuple[str, Basic], ...] = ()
    bits: int = _LEAST_BITS


def ladder(max_bits: int) -> Iterator[int]:
    """The precisions to try: 64, doubled up to ``max_bits``.

    >>> list(ladder(200))
    [64, 128, 200]
    """
    bits = _LEAST_BITS
    while bits < max_bits:
        yield bits
        bits *= 2
    yield max_bits


def by_balls(left: arb, relation: str, right: arb) -> bool | None:
    """What two balls say about a relation.

    >>> by_balls(arb(1), "<=", arb(1)), by_balls(arb(0, 1), "<", arb(1))
    (True, None)
    """
    if left.is_nan() or right.is_nan():
        return None
    if relation in (">=", ">"):
        left, right, relation = right, left, "<=" if relation == ">=" else "<"
    if relation == "==":
        if left < right or left > right:
            return False
        return True if left.is_exact() and right.is_exact() and left == right else None
    if relation == "<=":
        return True if left <= right else (False if left > right else None)
    return True if left < right else (False if left >= right else None)


def _done(side: Expr) -> Expr:
    """The side evaluated; as it is where sympy takes a factor of a number for prime that is not."""
    try:
        return side.doit()
    except ValueError:
        return side


def equal(left: Closed, right: Closed) -> bool:
    """Whether exact algebra shows that both sides are equal.

    >>> from dpsym.enclosure.evaluation import close
    >>> from sympy import log
    >>> equal(close(log(4)), close(2*log(2)))
    True
    """
    if not left.divergences and not right.divergences:
        written = [written_out(side.expression) for side in (left, right)]
        plain = [side if side.has(Sum) else _done(side) for side in written]
        if all(value.is_Rational for value in plain):
            return bool(plain[0] == plain[1])
    if not all(map(_is_modest, (left, right))):
        return False
    if any(
        isinstance(node, heads.Accuracy) for side in (left, right) for _, node in side.divergences
    ):
        return False
    sides: list[Expr] = []
    names: dict[object, Dummy] = {}
    for side in (left, right):
        values: dict[Basic, Basic] = {}
        for dummy, node in side.divergences:
            value = exact_value(node)
            if value is None:
                value = names.setdefault(_same_value(node), Dummy(nonnegative=True))
            values[dummy] = value
        sides.append(side.expression.xreplace(values))
    return is_zero(sides[0] - sides[1])


def _is_modest(side: Closed) -> bool:
    """Whether the numbers are small enough for exact powers to stay small too."""
    nodes = [side.expression, *(node for _, node in side.divergences)]
    for node in nodes:
        if any(max(abs(r.p), r.q) > _LARGEST for r in node.atoms(Rational)):
            return False
        orders = [part.args[0] for part in node.atoms(heads.Renyi)]
        exponents = [part.exp for part in node.atoms(Pow)]
        if any(
            e.is_Rational and max(abs(e.p), e.q) > _LARGEST_EXPONENT for e in orders + exponents
        ):
            return False
    return True


def _same_value(node: Expr) -> tuple[object, ...]:
    """A key that divergences share only if they are equal."""
    *parameter, first, second = node.args
    if isinstance(node, heads.TotalVariation):
        return (heads.HockeyStick, S.Zero, pair_of(first, second))
    return (node.func, *parameter, pair_of(first, second))


def compare(
    left: Closed,
    relation: str,
    right: Closed,
    *,
    where: tuple[tuple[str, Basic], ...] = (),
    max_bits: int = 2048,
) -> Finding:
    """Decides a relation between two closed expressions by balls, and equality by exact algebra.

        Guarantees:
            The truth, where not None, is that of the relation.

    Raises:
            EvaluationError: a side has no value, or none that can be enclosed.

    >>> from dpsym.enclosure.evaluation import close
    >>> from sympy import exp, pi
    >>> compare(close(exp(pi)), ">", close(pi**exp(1))).truth
    True
    """
    known: tuple[arb, arb] | None = None
    bits, tried = _LEAST_BITS, False
    for bits in ladder(max_bits):
        first, second = left.ball(bits), right.ball(bits)
        truth = by_balls(first, relation, second)
        if truth is not None:
            return Finding(truth, relation, first, second, where, bits)
        if not (first.is_nan() or second.is_nan()):
            known = (first, second)
            if bits >= _EXACT_FROM and not tried:
                tried = True
                if equal(left, right):
                    return Finding("=" in relation, relation, first, second, where, bits)
    if known is None:
        guilty = left if left.ball(bits).is_nan() else right
        raise EvaluationError(f"{text(guilty.source)} has no value, or none that can be enclosed")
    return Finding(None, relation, *known, where, bits)
