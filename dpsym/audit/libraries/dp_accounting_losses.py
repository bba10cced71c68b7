"""dp-accounting: losses of two laws, of a mixture and of few answers, and noise for a guarantee."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from math import log
from typing import Any

from dpsym.audit.claims import (
    DISCRETE,
    DISCRETE_DELTA,
    DISCRETE_NOISE,
    GAUSSIAN_DELTA,
    GAUSSIAN_NOISE,
    GEOMETRIC_NOISE,
    LAPLACE,
    LAPLACE_NOISE,
    SAMPLED,
    SAMPLED_NOISE,
    listed,
)
from dpsym.audit.libraries import dp_accounting_samples


def _guarantee(epsilon: float, delta: float) -> Any:
    return import_module("dp_accounting.pld.common").DifferentialPrivacyParameters(epsilon, delta)


def _law(p: float) -> dict[int, float]:
    return {0: log(1 - p), 1: log(p)}


def _delta(accountant: Any, sigma: float, epsilon: float) -> float:
    event = import_module("dp_accounting").GaussianDpEvent(sigma)
    return float(accountant().compose(event).get_delta(epsilon))


def _calibrated(calibrate: Any, event: Any, epsilon: float, delta: float) -> float:
    """Noise by the accountant of privacy loss distributions, on a lattice that is quickly made."""
    kind = import_module("dp_accounting.pld.pld_privacy_accountant").PLDAccountant
    bracket = import_module("dp_accounting.mechanism_calibration").LowerEndpointAndGuess(0.15, 1.0)
    fresh = partial(kind, value_discretization_interval=_LATTICE)
    return float(calibrate(fresh, event, epsilon, delta, bracket, tol=_NEAR))


def _sampled(q: float, sigma: float) -> Any:
    events = import_module("dp_accounting")
    return events.PoissonSampledDpEvent(q, events.GaussianDpEvent(sigma))


_PLD = "dp_accounting.pld.privacy_loss_distribution:"
_LOSS = "dp_accounting.pld.privacy_loss_mechanism:"
_ANSWERS = "ApproxDP(FiniteMechanism(Bernoulli(p/2), Bernoulli(1 - p/2)), {value}, delta)"
_PAIR = "ApproxDP(FiniteMechanism(Bernoulli(p), Bernoulli(r)), epsilon, {value})"
_SHARE = "[1/100, 99/100]"
_CALIBRATE = "dp_accounting.mechanism_calibration:calibrate_dp_mechanism"
_LATTICE, _NEAR = 1e-2, 1e-3
_CUT = 1e-29  # noise is cut where about 1e-30 of it lies beyond, which is documented
_SPENDS = {"epsilon": (0.5, 1.0, 5.0), "delta": (1e-9, 1e-6, 1e-3)}
_TARGETS = {"delta": "[0, 1/2]", "epsilon": "[1/100, 20]"}

AUDIT = (
    listed(
        _PLD + "from_laplace_mechanism",
        LAPLACE,
        lambda f, scale, delta: f(scale).get_epsilon_for_delta(delta),
        variant="epsilon",
        over={"scale": "[1/2, 100]"},
    ),
    listed(
        _PLD + "from_randomized_response",
        f"{_ANSWERS} for p in (0, 1)",
        lambda f, p, delta: f(p, 2).get_epsilon_for_delta(delta),
        variant="epsilon",
        over={"p": "[1/100, 999/1000]"},
    ),
    listed(
        _PLD + "from_two_probability_mass_functions",
        f"{_PAIR} for p in (0, 1), r in (0, 1)",
        lambda f, p, r, epsilon: max(
            f(_law(first), _law(second), symmetric=False).get_delta_for_epsilon(epsilon)
            for first, second in ((p, r), (r, p))
        ),
        over={"p": _SHARE, "r": _SHARE, "epsilon": "[0, 5]"},
    ),
    listed(
        _PLD + "from_mixture_gaussian_mechanism",
        SAMPLED,
        lambda f, q, sigma, delta: f(sigma, [0.0, 1.0], [1 - q, q]).get_epsilon_for_delta(delta),
        over={"q": (0.01, 0.3), "sigma": (2.0, 10.0), "delta": (1e-9, 1e-6, 1e-3)},
    ),
    listed(
        _LOSS + "GaussianPrivacyLoss",
        GAUSSIAN_NOISE,
        lambda f, epsilon, delta: (
            f.from_privacy_guarantee(_guarantee(epsilon, delta)).standard_deviation
        ),
        variant="noise",
        over={"epsilon": "[1/100, 20]"},
    ),
    listed(
        _LOSS + "LaplacePrivacyLoss",
        LAPLACE_NOISE,
        lambda f, epsilon, delta: f.from_privacy_guarantee(_guarantee(epsilon, delta)).parameter,
        variant="noise",
        over=_TARGETS,
    ),
    listed(
        _LOSS + "DiscreteLaplacePrivacyLoss",
        GEOMETRIC_NOISE,
        lambda f, epsilon, delta: f.from_privacy_guarantee(_guarantee(epsilon, delta)).parameter,
        variant="noise",
        side="lower",
        over=_TARGETS,
    ),
    listed(
        _LOSS + "DiscreteGaussianPrivacyLoss",
        DISCRETE_DELTA,
        lambda f, sigma, epsilon: f(sigma).get_delta_for_epsilon(epsilon),
        variant="delta",
        negligible=_CUT,
        over={"sigma": "[1/10, 100]", "epsilon": "[0, 20]"},
    ),
    listed(
        _LOSS + "DiscreteGaussianPrivacyLoss",
        DISCRETE_NOISE,
        lambda f, epsilon, delta: f.from_privacy_guarantee(_guarantee(epsilon, delta))._sigma,
        variant="noise",
        over={"epsilon": "[1/10, 20]"},
    ),
    listed(
        _PLD + "from_discrete_gaussian_mechanism",
        DISCRETE,
        lambda f, sigma, delta: f(sigma).get_epsilon_for_delta(delta),
        variant="epsilon",
        over={"sigma": "[1/2, 100]"},
    ),
    listed(
        _PLD + "from_discrete_gaussian_mechanism",
        DISCRETE_DELTA,
        lambda f, sigma, epsilon: f(sigma).get_delta_for_epsilon(epsilon),
        variant="delta",
        negligible=_CUT,
        over={"sigma": "[1/2, 100]", "epsilon": "[0, 20]"},
    ),
    listed(
        _PLD + "from_discrete_gaussian_mechanism",
        "HockeyStick(epsilon, DiscreteGaussian(3, sigma), DiscreteGaussian(0, sigma)) <= {value}",
        lambda f, sigma, epsilon: f(sigma, sensitivity=3).get_delta_for_epsilon(epsilon),
        variant="delta, sensitivity 3",
        negligible=_CUT,
        over={"sigma": "[1, 100]", "epsilon": "[0, 20]"},
    ),
    listed(
        "dp_accounting.rdp.rdp_privacy_accountant:RdpAccountant",
        GAUSSIAN_DELTA,
        _delta,
        variant="Gaussian, delta",
    ),
    *(
        listed(
            _CALIBRATE,
            claim,
            lambda f, epsilon, delta, kind=kind: _calibrated(
                f, getattr(import_module("dp_accounting"), f"{kind}DpEvent"), epsilon, delta
            ),
            variant=f"losses, {kind}",
            over=_SPENDS,
        )
        for kind, claim in (("Gaussian", GAUSSIAN_NOISE), ("Laplace", LAPLACE_NOISE))
    ),
    listed(
        _CALIBRATE,
        SAMPLED_NOISE,
        lambda f, q, epsilon, delta: _calibrated(f, partial(_sampled, q), epsilon, delta),
        variant="losses, sampled Gaussian",
        over={"q": (0.1, 0.3), **_SPENDS},
    ),
    *dp_accounting_samples.AUDIT,
)
