"""Expressions, laws and pairs of laws at many points at once, in floats.

For a :class:`~dpsym.provers.search.batch.Batch` of points, :func:`scalar` gives the value of an
expression at each of them and :func:`pair` the two laws of a divergence on common atoms.
Continuous laws of one kind have closed forms, or are binned, which can only lower a divergence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
import scipy
import sympy
from sympy import Basic

from dpsym.enclosure.information import best_inputs, fair_blocks, means
from dpsym.kernel.information import recovery
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.divergences import DIVERGENCES, F_DIVERGENCES
from dpsym.language.meaning import row
from dpsym.language.noises import ENDLESS, LATTICE
from dpsym.provers.search import divergences
from dpsym.provers.search.batch import Batch, UnsupportedError
from dpsym.provers.search.binning import BINS, binned, on_integers
from dpsym.provers.search.copies import MAX_ATOMS, copies_of
from dpsym.provers.search.divergences import Array, FinitePair, GaussianPair, Pair
from dpsym.provers.search.noise_forms import closed_forms

MAX_TERMS, MAX_NESTED = 2000, 100


def scalar(expr: Basic, batch: Batch) -> Array:
    """The value of a scalar expression at every point; nan where it has none.

    Raises:
        UnsupportedError: a name has no values or a head has no rule.
    """
    if expr in batch.numbers:
        return batch.numbers[expr]
    if expr not in batch.known:
        batch.known[expr] = _evaluate(expr, batch)
    return batch.known[expr]


def _evaluate(expr: Any, batch: Batch) -> Array:
    if expr.is_number and not expr.args:
        return np.full(batch.size, float(expr) if expr.is_extended_real else np.nan)
    if expr.is_Symbol:
        raise UnsupportedError(f"{expr} has no value")
    if expr.is_Add:
        return _sum(expr, batch)
    if expr.is_Mul:
        return _product(expr, batch)
    rule = _RULES.get(expr.func.__name__)
    if rule is None and isinstance(expr, F_DIVERGENCES):
        return _integral(expr, batch)
    if rule is None:
        raise UnsupportedError(f"no rule for {expr.func.__name__}")
    return rule(expr, batch)


def _sum(expr: Any, batch: Batch) -> Array:
    terms = list(expr.args)
    constant = sum((term for term in terms if term.is_Rational), sympy.S.Zero)
    if constant != 0:
        for term in terms:
            coefficient, factor = term.as_coeff_Mul()
            if coefficient == -constant and _is_exponential(factor):
                rest = [t for t in terms if t is not term and not t.is_Rational]
                total = float(coefficient) * np.expm1(scalar(_exponent(factor), batch))
                return np.asarray(sum((scalar(t, batch) for t in rest), total))
    return np.asarray(sum(scalar(term, batch) for term in terms))


def _is_exponential(factor: Any) -> bool:
    return isinstance(factor, sympy.exp) or (factor.is_Pow and factor.base is sympy.E)


def _exponent(factor: Any) -> Any:
    return factor.args[0] if isinstance(factor, sympy.exp) else factor.exp


def _product(expr: Any, batch: Batch) -> Array:
    value: Any = 1.0
    for factor in expr.args:
        value = value * scalar(factor, batch)
    return np.asarray(value)


def _power(expr: Any, batch: Batch) -> Array:
    if expr.base is sympy.E:
        return np.exp(scalar(expr.exp, batch))
    base = scalar(expr.base, batch)
    if expr.exp == sympy.S.Half:
        return np.sqrt(base)
    if expr.exp == -1:
        return 1.0 / base
    return np.asarray(np.power(base, scalar(expr.exp, batch)))


def _log(expr: Any, batch: Batch) -> Array:
    inside = expr.args[0]
    if inside.is_Add and sympy.S.One in inside.args:
        return np.log1p(scalar(sympy.Add(*(a for a in inside.args if a is not sympy.S.One)), batch))
    return np.log(scalar(inside, batch))


def _series(expr: Any, batch: Batch) -> Array:
    body, *nested, (index, lower, upper) = expr.args
    body = sympy.Sum(body, *nested) if nested else body
    first, last = scalar(lower, batch), scalar(upper, batch)
    total = np.zeros(batch.size)
    finite = np.isfinite(first) & np.isfinite(last)
    if not finite.any():
        return np.full(batch.size, np.nan)
    start = int(first[finite].min())
    most = MAX_NESTED if body.has(sympy.Sum) else MAX_TERMS
    stop = min(int(last[finite].max()), start + most)
    for i in range(start, stop + 1):
        inner = Batch(batch.size, {**batch.numbers, index: np.full(batch.size, float(i))})
        inner.laws, inner.kernels = batch.laws, batch.kernels
        total += np.where((i >= first) & (i <= last), scalar(body, inner), 0.0)
    return np.where(finite & (first - 1 <= last) & (last <= stop), total, np.nan)


def _unary(function: Callable[[Array], Any]) -> Callable[[Any, Batch], Array]:
    return lambda expr, batch: np.asarray(function(scalar(expr.args[0], batch)))


def _special(name: str) -> Callable[[Any, Batch], Array]:
    """A function of scipy.special, which is loaded when it is needed: that takes a while."""
    return _unary(lambda value: getattr(scipy.special, name)(value))


def _extreme(function: Any) -> Callable[[Any, Batch], Array]:
    return lambda expr, batch: np.asarray(
        function.reduce([scalar(argument, batch) for argument in expr.args])
    )


def _divergence(function: Callable[..., Array]) -> Callable[[Any, Batch], Array]:
    """A divergence in closed form, else of common atoms, with its parameters before the laws."""

    def value(expr: Any, batch: Batch) -> Array:
        found = _closed(expr, batch)
        if not np.isnan(found).any():
            return found
        *parameters, p, q = expr.args
        given = (scalar(parameter, batch) for parameter in parameters)
        return np.where(np.isnan(found), function(*given, pair(p, q, batch)), found)

    return value


def _closed(expr: Any, batch: Batch) -> Array:
    """The value of a divergence of noise laws where its closed form is one; nan elsewhere."""
    found = np.full(batch.size, np.nan)
    for form, needs in closed_forms(expr):
        holds = [scalar(need, batch) >= 0 for need in needs]
        with np.errstate(all="ignore"):
            found = np.where(np.all(holds, axis=0) if holds else True, scalar(form, batch), found)
    return found


def _integral(expr: Any, batch: Batch) -> Array:
    """An f-divergence as the sum of its integrand over common atoms."""
    *parameters, first, second = expr.args
    masses = common_atoms([first, second], batch)
    given = [scalar(parameter, batch)[:, None] for parameter in parameters]
    empty = (masses[0] <= 0) & (masses[1] <= 0)
    with np.errstate(all="ignore"):
        terms = np.where(empty, 0.0, _integrand_of(expr.func.__name__)(*masses, *given))
    return np.asarray(terms.sum(axis=-1))


@cache
def _integrand_of(name: str) -> Callable[..., Array]:
    kind = heads.HEADS[name]
    integrand = DIVERGENCES[kind].integrand
    assert integrand is not None
    names = sympy.symbols("p q a")[: len(heads.SIGNATURES[kind].alternatives[0])]
    return sympy.lambdify(names, integrand(*names), "numpy")  # type: ignore[no-any-return]


def _capacity(expr: Any, batch: Batch) -> Array:
    """A lower bound of the capacity on a row of databases, from a few rounds of improvement."""
    mechanism, *sizes = expr.args
    if not all(size.is_Integer for size in sizes):
        raise UnsupportedError(f"{expr.func.__name__} of an unknown number of records")
    blocks, records = int(sizes[0]) if len(sizes) == 2 else 1, int(sizes[-1])
    laws = row(mechanism, blocks * records + 1)
    if len(laws) <= blocks * records:
        raise UnsupportedError(f"{expr.func.__name__} needs more databases than there are")
    if isinstance(mechanism, heads.NaryResponse):
        odds, values = scalar(sympy.exp(mechanism.args[0]), batch), scalar(mechanism.args[1], batch)
        truth, lie = odds / (odds + values - 1), (values - 1) / (odds + values - 1)
        return np.asarray(np.log(values) + truth * np.log(truth) + lie * np.log(lie / (values - 1)))
    masses = np.stack(common_atoms(laws[::records] if blocks > 1 else laws, batch), axis=1)
    fair = np.array([float(share) for share in fair_blocks(blocks)])
    weights = np.tile(fair, (len(masses), 1)) if blocks > 1 else best_inputs(masses, 40)
    return np.asarray((weights * means(masses, weights)).sum(axis=1))


def _recovery(expr: Any, batch: Batch) -> Array:
    """The recovery from a symmetric response, by its closed form."""
    try:
        found = recovery(expr)
    except Rejected as unknown:
        raise UnsupportedError(str(unknown)) from None
    return scalar(found, batch)


_RULES: dict[str, Callable[[Any, Batch], Array]] = {
    "Pow": _power,
    "log": _log,
    "Sum": _series,
    "exp": _unary(np.exp),
    "sinh": _unary(np.sinh),
    "cosh": _unary(np.cosh),
    "tanh": _unary(np.tanh),
    "Abs": _unary(np.abs),
    "erf": _special("erf"),
    "erfc": _special("erfc"),
    "Phi": _special("ndtr"),
    "factorial": _unary(lambda n: scipy.special.gamma(n + 1)),
    "gamma": _special("gamma"),
    "loggamma": _special("gammaln"),
    "harmonic": _unary(lambda n: scipy.special.digamma(n + 1) + np.euler_gamma),
    "floor": _unary(np.floor),
    "ceiling": _unary(np.ceil),
    "binomial": lambda expr, batch: np.asarray(
        scipy.special.binom(scalar(expr.args[0], batch), scalar(expr.args[1], batch))
    ),
    "Min": _extreme(np.minimum),
    "Max": _extreme(np.maximum),
    "KL": _divergence(divergences.kl),
    "MaxDivergence": _divergence(divergences.max_divergence),
    "TotalVariation": _divergence(divergences.total_variation),
    "ChiSquared": _divergence(divergences.chi_squared),
    "Hellinger": _divergence(divergences.hellinger),
    "Renyi": _divergence(divergences.renyi),
    "HockeyStick": _divergence(divergences.hockey_stick),
    "Capacity": _capacity,
    "Recovery": _recovery,
    "LossTail": _divergence(divergences.loss_tail),
    "Concentration": _divergence(divergences.concentration),
}


def pair(first: Basic, second: Basic, batch: Batch) -> Pair:
    """The two laws on common atoms, or a Gaussian pair.

    Raises:
        UnsupportedError: the laws have no common float form.
    """
    key, mirrored = (first, second), (second, first)
    if key not in batch.pairs and mirrored in batch.pairs:
        batch.pairs[key] = batch.pairs[mirrored].reversed
    elif key not in batch.pairs:
        shift = _gaussian_shift(first, second, batch)
        if shift is not None:
            batch.pairs[key] = GaussianPair(shift)
        else:
            p, q = common_atoms([first, second], batch)
            batch.pairs[key] = FinitePair(p, q)
    return batch.pairs[key]


def _gaussian_shift(first: Basic, second: Basic, batch: Batch) -> Array | None:
    left = first.args if isinstance(first, heads.Product) else (first,)
    right = second.args if isinstance(second, heads.Product) else (second,)
    if len(left) != len(right) or not all(
        isinstance(law, heads.Gaussian) for law in (*left, *right)
    ):
        return None
    total = np.zeros(batch.size)
    known: dict[tuple[Basic, Basic], Array] = {}  # of many rounds, most are alike
    for p, q in zip(left, right, strict=True):
        if (p, q) not in known:
            if p.args[1] != q.args[1]:
                return None
            gap = scalar(p.args[0], batch) - scalar(q.args[0], batch)
            known[p, q] = (gap / scalar(p.args[1], batch)) ** 2
        total = total + known[p, q]
    return np.sqrt(total)


def common_atoms(laws: Sequence[Any], batch: Batch) -> list[Array]:
    """The laws as arrays over the same atoms.

    Raises:
        UnsupportedError: they live on different kinds of outcomes, or on too many.
    """
    if any(isinstance(law, heads.Mixture) for law in laws):
        return _mixed_atoms(laws, batch)
    if any(isinstance(law, heads.Product) for law in laws):
        return _product_atoms(laws, batch)
    kinds = {type(law) for law in laws if isinstance(law, ENDLESS)}
    if kinds:
        if len(kinds) > 1 or not all(isinstance(law, ENDLESS) for law in laws):
            raise UnsupportedError("laws of different kinds on one line")
        return _line_atoms(laws, batch)
    arrays = [_finite_atoms(law, batch) for law in laws]
    width = max(array.shape[1] for array in arrays)
    batch.hold(width * len(arrays))
    # As np.pad, at a tenth of its cost.
    wide = [np.zeros((len(a), width), a.dtype) for a in arrays]
    for padded, a in zip(wide, arrays, strict=True):
        padded[:, : a.shape[1]] = a
    return wide


def _mixed_atoms(laws: Sequence[Any], batch: Batch) -> list[Array]:
    """Mixtures, however deep, from the atoms of their distinct components."""
    shares = [_shares(law, batch) for law in laws]
    components = list(dict.fromkeys(chain.from_iterable(shares)))
    arrays = dict(zip(components, common_atoms(components, batch), strict=True))
    return [
        np.asarray(sum(weight[:, None] * arrays[law] for law, weight in share.items()))
        for share in shares
    ]


def _shares(law: Any, batch: Batch) -> dict[Basic, Array]:
    """The components of a law that are no mixtures, each with its weight at every point."""
    found: dict[Basic, Array] = {}
    parts = [(law, np.ones(batch.size))]
    while parts:
        part, weight = parts.pop()
        if isinstance(part, heads.Mixture):
            share = scalar(part.args[0], batch)
            parts += [(part.args[2], weight * (1 - share)), (part.args[1], weight * share)]
        else:
            found[part] = found[part] + weight if part in found else weight
    return found


def _finite_atoms(law: Any, batch: Batch) -> Array:
    if law in batch.laws:
        return batch.laws[law]
    if isinstance(law, heads.Finite):
        return np.stack([scalar(p, batch) for p in law.args], axis=1)
    if isinstance(law, heads.Bernoulli):
        p = scalar(law.args[0], batch)
        return np.stack([1 - p, p], axis=1)
    if isinstance(law, heads.Pushforward):
        kernel, inner = law.args
        (source,) = common_atoms([inner], batch)
        if isinstance(kernel, heads.Kernel):
            rows = [np.stack([scalar(p, batch) for p in line], axis=1) for line in kernel.args]
            matrix = np.stack(rows, axis=1)
        elif kernel in batch.kernels:
            matrix = batch.kernels[kernel]
        else:
            raise UnsupportedError(f"{kernel} has no value")
        if matrix.shape[1] != source.shape[1]:
            raise UnsupportedError("the kernel does not fit the law")
        return np.asarray(np.einsum("bi,bio->bo", source, matrix))
    raise UnsupportedError(f"no float form of {type(law).__name__}")


def _line_atoms(laws: Sequence[Any], batch: Batch) -> list[Array]:
    centers = [scalar(law.args[0], batch) for law in laws]
    widths = [scalar(law.args[1], batch) for law in laws]
    if type(laws[0]) in LATTICE.values():
        return on_integers(type(laws[0]), centers, widths, batch)
    batch.hold(2 * BINS * len(laws) ** 2)
    return binned(type(laws[0]), centers, widths)


def _product_atoms(laws: Sequence[Any], batch: Batch) -> list[Array]:
    if len({len(law.args) if isinstance(law, heads.Product) else 0 for law in laws}) > 1:
        raise UnsupportedError("products of different length")
    grouped: dict[tuple[Any, ...], int] = {}
    for factors in zip(*(law.args for law in laws), strict=True):
        grouped[factors] = grouped.get(factors, 0) + 1
    result = [np.ones((batch.size, 1)) for _ in laws]
    for factors, copies in grouped.items():
        arrays = common_atoms(list(factors), batch)
        if copies > 1:
            arrays = [copies_of(array, copies) for array in arrays]
        width = result[0].shape[1] * arrays[0].shape[1]
        if width > MAX_ATOMS:
            raise UnsupportedError("too many atoms")
        batch.hold((width - result[0].shape[1]) * len(laws))
        result = [
            (r[:, :, None] * a[:, None, :]).reshape(batch.size, -1)
            for r, a in zip(result, arrays, strict=True)
        ]
    return result
