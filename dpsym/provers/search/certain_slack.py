"""How close a candidate comes to failing, by balls: certain where floats only see noise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from flint import arb
from sympy import Add, Basic, Equality, Expr, Le, Rational, S, Symbol
from sympy.core.relational import Relational

from dpsym.enclosure import enclose, examine
from dpsym.enclosure.balls import precision
from dpsym.errors import EvaluationError
from dpsym.language.claim import Claim
from dpsym.language.definitions import GUARANTEES, each_round, plain
from dpsym.language.domains import Interval
from dpsym.provers.search.batch import UnsupportedError
from dpsym.provers.search.certify import inside, is_affordable
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.rounding import Level, names_of, point_of, round_all
from dpsym.provers.search.space import INFEASIBLE, Space
from dpsym.provers.search.violation import pairs_of

AS_IT_IS = Level(1e-15, 0, 1e-10, hinted=False, drop=False)
BITS, SURE = 256, 1e-10
"""Precision of both sides, and how uncertain a slack may be, in all and as a part of it."""
POWERS = (-20, *range(-10, 11, 2))
BETWEEN = (Rational(1, 2), Rational(3, 4), Rational(3, 2), Rational(2))
"""Orders of guarantees about all of them: one plus powers of two, then some next to the worst."""


def certain_slack(space: Space, z: Array) -> float | None:
    """The slack at one candidate; None where a hypothesis or the slack is not certain.

    There is also none where both sides are zero, such as at equal laws.

    Guarantees:
        every hypothesis holds at some exact point that rounds to the candidate, and the slack of a
        conclusion there is the one given, within :data:`SURE`.
    """
    try:
        (exact,), (score,) = round_all(space, z[None, :], [AS_IT_IS])
    except UnsupportedError:
        return None
    if score < INFEASIBLE:
        return None
    point = point_of(space, names_of(space, exact))
    return slack_at(space.claim, point)


def slack_at(claim: Claim, point: Mapping[Symbol, Basic]) -> float | None:
    """The slack of the tightest conclusion at an exact point; None as of :func:`certain_slack`."""
    if not all(inside(domain, point[name]) for name, domain in claim.domains):
        return None
    if not is_affordable(claim, point):
        return None
    try:
        for hypothesis in claim.hypotheses:
            if examine(hypothesis, dict(point), max_bits=BITS).truth is not True:
                return None
        with precision(BITS):
            found = [s for atom in claim.conclusions for s in _slacks(atom, dict(point))]
    except (EvaluationError, UnsupportedError, ArithmeticError, ValueError):
        return None
    return min(found, default=None)


def _slacks(atom: Basic, point: dict[Symbol, Basic]) -> Iterator[float]:
    """The slacks that are certain: of a relation, or of what a guarantee says of pairs."""
    if isinstance(atom, Relational):
        yield from _of_relation(atom, point)
        return
    atom = plain(atom)
    atom = atom.func(*(argument.xreplace(point) for argument in atom.args))
    atom, _ = each_round(atom)
    meaning = GUARANTEES[type(atom)]
    if not meaning.bounds:
        raise EvaluationError(f"{type(atom).__name__} is no bound")
    for bound, pair in product(meaning.bounds, pairs_of(atom.args[0])):
        if bound.orders is None:
            yield from _of_relation(Le(*bound.at(atom, pair), evaluate=False), point)
            continue
        orders = bound.orders(*atom.args[1:])
        if orders is not None:
            yield from _over_orders(lambda order, b=bound, p=pair: b.at(atom, p, order), orders)  # type: ignore[misc]


def _over_orders(sides: Callable[[Expr], tuple[Expr, Expr]], orders: Interval) -> Iterable[float]:
    """The slacks at orders that are tried, more of them next to the worst."""
    start = orders.lower if orders.lower.is_finite else S.Zero
    signs = (1,) if orders.lower.is_finite else (1, -1)
    offsets = [sign * Rational(2) ** power for power in POWERS for sign in signs]
    known: dict[Expr, float] = {}
    for _ in range(3):
        for offset in offsets:
            if start + offset < orders.upper:
                relation = Le(*sides(start + offset), evaluate=False)
                for slack in _of_relation(relation, {}):
                    known[offset] = slack
        if not known:
            break
        worst = min(known, key=lambda offset: known[offset])
        offsets = [worst * factor for factor in BETWEEN]
    return known.values()


def _of_relation(atom: Basic, point: dict[Symbol, Basic]) -> Iterator[float]:
    equation = isinstance(atom, Equality)
    small, large = atom.args if equation else (atom.lts, atom.gts)
    left, right = ([enclose(term, point, bits=BITS) for term in Add.make_args(side)]
                   for side in (small, large))  # fmt: skip
    gap = sum(right, arb(0)) - sum(left, arb(0))
    yield from _relative(-abs(gap) if equation else gap, [*left, *right])


def _relative(gap: arb, terms: list[arb]) -> Iterator[float]:
    size = sum((abs(term) for term in terms), arb(0))
    if not size.is_finite() or not size > 0:
        return
    slack = gap / size
    value, radius = float(slack.mid()), float(slack.rad())
    if radius <= SURE and radius <= SURE + 1e-3 * abs(value):
        yield value
