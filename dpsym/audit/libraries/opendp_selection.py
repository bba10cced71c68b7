"""opendp: choices, thresholds, and combinators of whole mechanisms."""

from __future__ import annotations

from importlib import import_module
from math import ceil
from typing import Any

from flint import arb, ctx

from dpsym.accounting.rounds import ball
from dpsym.arguments import exact
from dpsym.audit.claims import listed
from dpsym.truth import Between


def _prelude() -> Any:
    dp = import_module("opendp.prelude")
    dp.enable_features("contrib", "honest-but-curious")
    return dp


def _scores(dp: Any) -> tuple[Any, Any]:
    return dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float)


def _number(dp: Any) -> tuple[Any, Any]:
    return dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)


def _chosen(make: Any, scale: float, measure: str, **more: Any) -> float:
    dp = _prelude()
    return float(make(*_scores(dp), getattr(dp, measure)(), scale=scale, **more).map(1.0))


def _gumbel(make: Any, scale: float) -> float:
    return float(make(*_scores(_prelude()), scale=scale).map(1.0))


def _bits(make: Any, f: float, m: int) -> float:
    dp = _prelude()
    return float(make(dp.bitvector_domain(max_weight=m), dp.discrete_distance(), f=f).map(1))


def _new_key(make: Any, norm: str, scale: float, threshold: Any) -> float:
    """With what probability a key of one record may be shown, by the map."""
    dp, kind = _prelude(), type(threshold)
    count = dp.atom_domain(T=int) if kind is int else dp.atom_domain(T=float, nan=False)
    keys = dp.map_domain(dp.atom_domain(T=str), count)
    metric = getattr(dp, f"{norm}inf_distance")(dp.absolute_distance(T=kind))
    measure = "MaxDivergence" if norm == "l01" else "ZeroConcentratedDivergence"
    made = make(keys, metric, scale=scale, threshold=threshold, MO=f"Approximate<{measure}>")
    return float(made.map((1, kind(1), kind(1)))[1])


def _shown(sigma: float, threshold: int) -> arb:
    """The mass of the Gaussian law on the integers from ``threshold - 1`` on."""
    with ctx.workprec(256):
        v = 2 * ball(exact(sigma, "sigma")) ** 2
        last = ceil(40 * sigma) + threshold
        terms = [(-(arb(k) ** 2) / v).exp() for k in range(last + 1)]
        beyond = (v / 2 / last * terms[last]).union(arb(0))  # by an integral from the last
        return (sum(terms[threshold - 1 :], beyond)) / (1 + 2 * sum(terms[1:], beyond))


def _gumbel_rho(scale: float) -> Between:
    """Gumbel noise makes the exponential mechanism, of bounded range 2/scale.

    rho is at least its relative entropy for two candidates, and at most what Cesar and Rogers 2021
    prove of every bounded range.
    """
    with ctx.workprec(256):
        s = ball(exact(scale, "scale"))
        return Between((1 / (2 * s)).tanh() / s, 1 / (2 * s**2))


def _quantile(make: Any, scale: float, alpha: float, measure: str) -> float:
    dp = _prelude()
    rows = dp.vector_domain(dp.atom_domain(T=float, nan=False))
    kind = getattr(dp, measure)()
    made = make(rows, dp.symmetric_distance(), kind, [0.0, 1.0, 2.0], alpha, scale)
    return float(made.map(1))


def _canonical(make: Any, epsilon: float, delta: float) -> float:
    return float(make(*_number(_prelude()), 1.0, (epsilon, delta)).map(1.0)[0])


def _projection(make: Any, scale: float, step: int) -> float:
    dp = _prelude()
    counts = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int))
    metric = dp.l01inf_distance(dp.absolute_distance(T=int))
    return float(make(counts, metric, scale, total_limit=100, value_limit=10).map((1, step, step)))


def _projected(scale: float, step: int) -> Between:
    """Of the bits that a count sets, rounded at random and flipped with probability 1/(2 + 4).

    A count of 1 sets one bit with probability scale/4, which makes it 1 + scale times as likely to
    be one; at most scale for each unit (Aumuller, Lebeda and Pagh 2021).
    """
    s = ball(exact(scale, "scale"))
    return Between((1 + s).log(), step * s)


def _permitted(make: Any, epsilon: float, budget: float) -> float:
    """How many queries are answered before the budget is spent."""
    dp = _prelude()
    queries = dp.c.make_fully_adaptive_composition(*_number(dp), dp.max_divergence())
    filtered, answered = make(queries, d_in=1.0, d_out=budget)(0.0), 0
    query = dp.m.make_laplace(*_number(dp), scale=1 / epsilon)
    refusal = import_module("opendp.mod").OpenDPException
    while answered < _QUERIES:
        try:
            filtered(query)
        except refusal:
            break
        answered += 1
    return float(answered)


def _top(scale: float, k: int) -> Between:
    """The best one is among the best, which are k choices."""
    one = 2 / ball(exact(scale, "scale"))
    return Between(one, k * one)


def _least(scale: float) -> arb:
    return 2 / ball(exact(scale, "scale"))


def _adaptive(make: Any, epsilon: float, k: int) -> float:
    dp = _prelude()
    return float(make(*_number(dp), dp.max_divergence(), 1.0, [epsilon] * k).map(1.0))


def _odometer(make: Any, scale: float, k: int) -> float:
    dp = _prelude()
    queries = make(*_number(dp), dp.max_divergence())(0.0)
    for _ in range(k):
        queries(dp.m.make_laplace(*_number(dp), scale=scale))
    return float(queries.privacy_loss(1.0))


def _selected(make: Any, epsilon: float) -> float:
    dp = _prelude()
    runs = dp.m.make_user_measurement(
        dp.vector_domain(dp.atom_domain(T=float, nan=False)),
        dp.symmetric_distance(),
        dp.max_divergence(),
        function=lambda rows: (1.0, 1),
        privacy_map=lambda distance: epsilon * distance,
        TO="(f64, i32)",
    )
    return float(make(runs, 0.0, 0.5).map(1))


def _approximate(make: Any, scale: float) -> float:
    dp = _prelude()
    return float(make(dp.m.make_laplace(*_number(dp), scale=scale)).map(1.0)[0])


def _profile(make: Any, sigma: float, delta: float) -> float:
    dp = _prelude()
    curve = dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*_number(dp), scale=sigma))
    return float(make(dp.c.make_fix_delta(curve, delta)).map(1.0).epsilon(delta))


_QUERIES = 50
_MADE, _COMBINED = "opendp.measurements:", "opendp.combinators:"
_SCALES = {"scale": "[1/100, 10**6]"}
_COUNTS = {"scale": (0.5, 1.0, 2.0, 10.0), "threshold": (1, 2, 3, 10, 50)}
_LEVELS = {"threshold": (1.0, 1.5, 3.0, 10.0, 50.0)}
_FLIPPED = "FiniteMechanism(Bernoulli(exp(-2/scale)/2), Bernoulli(1/2))"
"""A worst pair of permute and flip, which noise of the exponential law makes."""
_CHOSEN = "FiniteMechanism(Bernoulli(exp(-2*Max(alpha, 1 - alpha)/scale)/2), Bernoulli(1/2))"
"""The same, of scores |(1 - alpha)*below - alpha*above| of two candidates that move against each
other when a record is added: with counts that make them -2*(1 - alpha) and 0, or -2*alpha and 0."""

AUDIT = (
    listed(
        _MADE + "make_noisy_max",
        f"PureDP({_FLIPPED}, {{value}}) for scale in (0, oo)",
        lambda f, scale: _chosen(f, scale, "max_divergence"),
        variant="pure",
        over=_SCALES,
    ),
    listed(
        _MADE + "make_noisy_max",
        _gumbel_rho,
        lambda f, scale: _chosen(f, scale, "zero_concentrated_divergence"),
        variant="zCDP",
        over=_SCALES,
    ),
    listed(
        _MADE + "make_noisy_top_k",
        _top,
        lambda f, scale, k: _chosen(f, scale, "max_divergence", k=k),
        variant="pure",
        over={"k": (1, 2, 5), **_SCALES},
    ),
    listed(
        _MADE + "make_private_quantile",
        f"PureDP({_CHOSEN}, {{value}}) for scale in (0, oo), alpha in [0, 1]",
        lambda f, scale, alpha: _quantile(f, scale, alpha, "max_divergence"),
        variant="pure",
        over={"alpha": (0.25, 0.5, 0.75), **_SCALES},
    ),
    listed(
        _MADE + "make_private_quantile",
        lambda scale: _gumbel_rho(2 * scale),
        lambda f, scale: _quantile(f, scale, 0.5, "zero_concentrated_divergence"),
        variant="median, zCDP",
        over=_SCALES,
    ),
    listed(
        _MADE + "make_canonical_noise",
        lambda epsilon, delta: ball(exact(epsilon, "epsilon")),  # attained (Awan and Vadhan 2023)
        _canonical,
        over={"epsilon": "[1/100, 20]"},
    ),
    listed(
        _MADE + "make_alp_queryable",
        _projected,
        _projection,
        hostile=False,  # a scale that is no number ends the whole process
        over={"scale": (0.01, 0.1, 0.5, 1.0, 4.0), "step": (1, 2, 5)},
    ),
    listed(_MADE + "make_report_noisy_max_gumbel", _least, _gumbel, over=_SCALES),
    listed(
        _MADE + "make_randomized_response_bitvec",
        "PureDP(Compose(FiniteMechanism(Bernoulli(f/2), Bernoulli(1 - f/2)), 2*m), {value})"
        " for f in (0, 1), m in 1..oo",
        _bits,
        over={"f": "[1/1000, 999/1000]", "m": (1, 2, 4, 50)},
    ),
    listed(
        _MADE + "make_laplace_threshold",
        "{value} >= exp(-(threshold - 1)/scale)/2 for threshold in [1, oo), scale in (0, oo)",
        lambda f, scale, threshold: _new_key(f, "l01", scale, threshold),
        over={"scale": "[1/2, 100]", **_LEVELS},
    ),
    listed(
        _MADE + "make_laplace_threshold",
        "{value} >= exp(-(threshold - 1)/scale)/(1 + exp(-1/scale))"
        " for threshold in 1..oo, scale in (0, oo)",
        lambda f, scale, threshold: _new_key(f, "l01", scale, threshold),
        variant="integers",
        over=_COUNTS,
    ),
    listed(
        _MADE + "make_gaussian_threshold",
        "{value} >= Phi(-(threshold - 1)/sigma) for threshold in [1, oo), sigma in (0, oo)",
        lambda f, sigma, threshold: _new_key(f, "l02", sigma, threshold),
        over={"sigma": "[1/2, 100]", **_LEVELS},
    ),
    listed(
        _MADE + "make_gaussian_threshold",
        _shown,
        lambda f, sigma, threshold: _new_key(f, "l02", sigma, threshold),
        variant="integers",
        over={"sigma": _COUNTS["scale"], "threshold": _COUNTS["threshold"]},
    ),
    listed(
        _COMBINED + "make_adaptive_composition",
        "PureDP(M, epsilon) => PureDP(Compose(M, k), {value}) for k in 1..oo",
        _adaptive,
        rounding=0.0,
        over={"k": (1, 2, 3, 10, 100)},
    ),
    listed(
        _COMBINED + "make_fully_adaptive_composition",
        "PureDP(Compose(LaplaceMechanism(1, scale), k), {value}) for k in 1..oo",
        _odometer,
        rounding=0.0,
        over={"scale": "[1/100, 10**6]", "k": (0, 1, 2, 3, 10)},
    ),
    listed(
        _COMBINED + "make_privacy_filter",
        "{value}*epsilon <= budget for {value} in [0, oo), epsilon in (0, oo), budget in [0, oo)",
        _permitted,
        side="lower",
        rounding=0.0,
        over={"epsilon": "[1/100, 20]", "budget": (0.0, 0.1, 1.0, 5.0)},
    ),
    listed(
        _COMBINED + "make_select_private_candidate",
        lambda epsilon: 2 * ball(exact(epsilon, "epsilon")),
        _selected,
    ),
    listed(
        _COMBINED + "make_approximate",
        "PureDP(LaplaceMechanism(1, scale), {value})",
        _approximate,
        rounding=0.0,
        over=_SCALES,
    ),
    listed(
        _COMBINED + "make_fixed_approxDP_to_approxDP",
        "ApproxDP(GaussianMechanism(1, sigma), {value}, delta)",
        _profile,
        rounding=0.0,
        over={"sigma": "[1/10, 10**5]"},
    ),
)
