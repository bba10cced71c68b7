"""The pair that any two concrete laws make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import lru_cache

from sympy import Abs, Add, Basic, Expr, S, exp

from dpsym.enclosure.compounds import MixturePair, ProductPair
from dpsym.enclosure.continuous import GaussianPair, LaplacePair, ScaledPair, ShiftedPair
from dpsym.enclosure.discrete import DiscreteGaussianPair
from dpsym.enclosure.exact import is_zero, sign
from dpsym.enclosure.laws import brief, check_law, is_finite, outcomes, same
from dpsym.enclosure.pairs import TRIVIAL, FinitePair, Pair
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.noises import ENDLESS

MAX_CENTERS = 5_000


@lru_cache(maxsize=1024)
def pair_of(first: Basic, second: Basic) -> Pair:
    """The pair of two concrete laws, ``first`` being the numerator.

    Finite laws live on outcomes 0, 1, ...; a shorter one has no mass on the outcomes it lacks.

    Raises:
        EvaluationError: a law is not concrete, or no enclosure is known for the two together.

    >>> pair_of(heads.Gaussian(0, 2), heads.Gaussian(3, 2))
    GaussianPair(squared=9/4)
    """
    check_law(first)
    check_law(second)
    if first == second:
        return TRIVIAL
    if (
        isinstance(first, heads.Product)
        and isinstance(second, heads.Product)
        and len(first.args) == len(second.args)
    ):
        return independent([pair_of(p, q) for p, q in zip(first.args, second.args, strict=True)])
    if is_finite(first) and is_finite(second):
        return _finite(first, second)
    if type(first) is type(second) and isinstance(first, ENDLESS):
        return _FAMILIES.get(type(first), _shifted)(first, second)
    mixed = _mixture(first, second)
    if mixed is None:
        raise EvaluationError(f"no enclosure is known for {brief(first)} against {brief(second)}")
    return mixed


def merged(masses: list[tuple[Expr, Expr]]) -> FinitePair:
    """The pair of finite masses, with equal ratios merged where they are seen to be equal.

    >>> merged([(S.Half, S.Half), (S.Half, S.Half)])
    FinitePair(atoms=((1, 1),), infinite=0)
    """
    groups: dict[Expr, list[tuple[Expr, Expr]]] = {}
    infinite: list[Expr] = []
    for p, q in masses:
        if p != 0 and q != 0:
            groups.setdefault(_ratio(p, q), []).append((p, q))
        elif p != 0:
            infinite.append(p)
    atoms = tuple(
        (Add(*(p for p, _ in group)), Add(*(q for _, q in group))) for group in groups.values()
    )
    return FinitePair(atoms, Add(*infinite))


def _ratio(p: Expr, q: Expr) -> Expr:
    if p.is_Rational and q.is_Rational:
        return p / q
    return S.One if p == q else p / q


def _finite(first: Basic, second: Basic) -> Pair:
    p, q = outcomes(first), outcomes(second)
    keys = dict.fromkeys([*p, *q])
    if len({_shape(key) for key in keys}) > 1:
        raise EvaluationError(f"{brief(first)} and {brief(second)} have outcomes of other kinds")
    return merged([(p.get(key, S.Zero), q.get(key, S.Zero)) for key in keys])


def _shape(outcome: Hashable) -> Hashable:
    return tuple(map(_shape, outcome)) if isinstance(outcome, tuple) else None


def independent(pairs: list[Pair]) -> Pair:
    """The product of pairs, normal parts joined and trivial ones dropped.

    >>> independent([GaussianPair(S.One), TRIVIAL, GaussianPair(S.One)])
    GaussianPair(squared=2)
    """
    counts: Counter[Pair] = Counter()
    squared: Expr = S.Zero
    for pair in pairs:
        parts = pair.parts if isinstance(pair, ProductPair) else ((pair, 1),)
        for part, count in parts:
            if isinstance(part, GaussianPair):
                squared += count * part.squared
            elif part != TRIVIAL:
                counts[part] += count
    if squared != 0:
        counts[GaussianPair(squared)] += 1
    parts = tuple(counts.items())
    if not parts:
        return TRIVIAL
    return parts[0][0] if parts[0][1] == 1 and len(parts) == 1 else ProductPair(parts)


def _gaussian(first: Basic, second: Basic) -> Pair:
    (mean, sigma), (other, width) = first.args, second.args
    squared = ((mean - other) / width) ** 2
    if same(sigma, width):
        return TRIVIAL if is_zero(squared) else GaussianPair(squared)
    return ScaledPair((sigma / width) ** 2, squared)


def _shifted(first: Basic, second: Basic) -> Pair:
    (mean, scale), (other, width) = first.args, second.args
    if not same(scale, width):
        raise EvaluationError(f"no enclosure is known for {brief(first)} against {brief(second)}")
    distance = Abs(mean - other) / width
    if is_zero(distance):
        return TRIVIAL
    kind = type(first)
    return LaplacePair(distance) if kind is heads.Laplace else ShiftedPair(kind, distance)


def _steps(first: Basic, second: Basic) -> int:
    """How many integers two laws of one width lie apart."""
    (center, width), (other, breadth) = first.args, second.args
    if not same(width, breadth):
        raise EvaluationError(f"no enclosure is known for {brief(first)} against {brief(second)}")
    return int(abs(center - other))


def _geometric(first: Basic, second: Basic) -> Pair:
    distance, epsilon = _steps(first, second), first.args[1]
    if distance > MAX_CENTERS:
        raise EvaluationError(
            f"the centers of {brief(first)} and {brief(second)} are too far apart"
        )
    if distance == 0:
        return TRIVIAL
    step = exp(-epsilon)
    outer, scale = 1 / (1 + step), (1 - step) / (1 + step)
    left = [(outer, outer * step**distance)]
    inner = [(scale * step**j, scale * step ** (distance - j)) for j in range(1, distance)]
    return FinitePair((*left, *inner, (outer * step**distance, outer)))


def _discrete(first: Basic, second: Basic) -> Pair:
    distance = _steps(first, second)
    return DiscreteGaussianPair(distance, first.args[1] ** 2) if distance else TRIVIAL


_FAMILIES = {
    heads.Gaussian: _gaussian,
    heads.Geometric: _geometric,
    heads.DiscreteGaussian: _discrete,
}


def _mixture(first: Basic, second: Basic) -> Pair | None:
    """The pair of two mixtures of the same two laws, in either order, or of one of them."""
    whole = next((law for law in (first, second) if isinstance(law, heads.Mixture)), None)
    if whole is None:
        return None
    _, one, two = whole.args
    weights = [_weight_of(law, one, two) for law in (first, second)]
    if weights[0] is None or weights[1] is None:
        return None
    forward, backward = pair_of(one, two), pair_of(two, one)
    smooth = GaussianPair | LaplacePair | ShiftedPair
    if not isinstance(forward, smooth):
        return None
    direction = sign(weights[0] - weights[1])
    if not direction:
        return None if direction is None else TRIVIAL
    return MixturePair(weights[0], weights[1], forward, backward)


def _weight_of(law: Basic, one: Basic, two: Basic) -> Expr | None:
    """The weight of ``one`` in a mixture of the two, or None."""
    if law == one:
        return S.One
    if law == two:
        return S.Zero
    if isinstance(law, heads.Mixture) and law.args[1:] == (one, two):
        return law.args[0]
    if isinstance(law, heads.Mixture) and law.args[1:] == (two, one):
        return 1 - law.args[0]
    return None
