"""opacus: its accountants, without the package, which imports PyTorch."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from flint import arb
from sympy import Rational

from dpsym import GaussianMechanism, truth
from dpsym.accounting.rounds import ball
from dpsym.arguments import exact
from dpsym.audit.case import Case
from dpsym.audit.claims import (
    GAUSSIAN_RENYI,
    GAUSSIAN_ROUNDS,
    RENYI,
    SAMPLED,
    SAMPLED_NOISE,
    SAMPLED_RENYI,
    ZCDP,
    listed,
)
from dpsym.regression.judging import Truth
from dpsym.truth import Between
from dpsym.truth.inverse import least


def _folder() -> Path:
    package = find_spec("opacus")
    if package is None or package.origin is None:
        raise ImportError("opacus is not installed")
    return Path(package.origin).parent / "accountants"


def _analysis(module: str, name: str) -> Any:
    """A function of ``opacus.accountants.analysis``, from its file."""
    path = _folder() / "analysis" / f"{module}.py"
    spec = spec_from_file_location(f"opacus_{module}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ImportError(f"opacus has no {path.name}")
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return getattr(loaded, name)


def _bound(module: str, name: str, claim: str | Truth, through: Any, **options: Any) -> Case:
    target = f"opacus.accountants.analysis.{module}:{name}"
    return listed(target, claim, through, load=lambda: _analysis(module, name), **options)


def _accountant(module: str, name: str) -> Any:
    """A class of ``opacus.accountants``, in a package whose base class needs no optimizer."""
    package, base = ModuleType(_PACKAGE), ModuleType(f"{_PACKAGE}.accountant")
    package.__path__ = [str(_folder())]
    vars(base)["IAccountant"] = type("IAccountant", (), {"__init__": _begin})
    sys.modules.setdefault(_PACKAGE, package)
    sys.modules.setdefault(base.__name__, base)
    return getattr(import_module(f"{_PACKAGE}.{module}"), name)


def _calibration(name: str) -> Any:
    """A function of ``opacus.accountants.utils``, with the accountants that need no PyTorch."""
    _accountant("rdp", "RDPAccountant")
    accountants = sys.modules[_PACKAGE]
    vars(accountants)["create_accountant"] = _create
    with patch.dict(sys.modules, {"opacus.accountants": accountants}):
        return getattr(import_module(f"{_PACKAGE}.utils"), name)


def _create(mechanism: str) -> Any:
    kinds = {module: _accountant(module, name) for module, name in _ACCOUNTANTS}
    return kinds[mechanism]()


def _noise(calibrator: Any, accountant: str, q: float, epsilon: float, delta: float) -> float:
    return float(
        calibrator(
            target_epsilon=epsilon,
            target_delta=delta,
            sample_rate=q,
            steps=1,
            accountant=accountant,
        )
    )


def _gaussian(q: float, sigma: float) -> arb:
    """The least mu such that a sample is mu-GDP: that of its noise.

    The ratio of the two densities grows as that of the noise alone, far out.
    """
    return 1 / ball(exact(sigma, "sigma")) if q else arb(0)


def _fixed(q: float, sigma: float, delta: float) -> Between:
    """Of a sample of a fixed size: not below a concrete pair, not above what is not sampled.

    Where one record is replaced, all others are zero and its share moves by the sensitivity, the
    laws are those of a Poisson sample.
    """

    def curve(level: Fraction) -> arb:
        found = truth.sampled_delta(level, sigma, q)
        return found.lower().union(found.upper())

    root = exact(sigma, "sigma")
    whole = GaussianMechanism(1, Rational(root.numerator, root.denominator))
    return Between(least(curve, Fraction(delta), bits=53), truth.epsilon(delta, whole))


def _begin(accountant: Any) -> None:
    accountant.history = []


def _spent(kind: Any, q: float, sigma: float, k: int, delta: float) -> float:
    accountant = kind()
    for _ in range(k):
        accountant.step(noise_multiplier=sigma, sample_rate=q)
    return float(accountant.get_epsilon(delta=delta))


_ACCOUNTANTS = (("prv", "PRVAccountant"), ("rdp", "RDPAccountant"), ("gdp", "GaussianAccountant"))
_TRIED = {"sigma": (0.8, 2.0, 10.0), "delta": (1e-9, 1e-6, 1e-3)}
_PACKAGE = "_accountants_of_opacus"
_ORDERS = [1 + x / 10 for x in range(1, 100)] + list(range(12, 64))

AUDIT = (
    _bound(
        "rdp",
        "compute_rdp",
        GAUSSIAN_RENYI,
        lambda f, sigma, alpha: f(q=1.0, noise_multiplier=sigma, steps=1, orders=alpha),
    ),
    _bound(
        "rdp",
        "compute_rdp",
        SAMPLED_RENYI,
        lambda f, q, sigma, alpha: f(q=q, noise_multiplier=sigma, steps=1, orders=alpha),
        variant="sampled",
        at_least=0,
        over={"sigma": (0.1, 1.0, 10.0, 50.0), "alpha": (2.0, 3.0, 8.0, 64.0, 1000.0, 3000.0)},
    ),
    _bound(
        "rdp",
        "get_privacy_spent",
        RENYI,
        lambda f, alpha, tau, delta: f(orders=[alpha], rdp=[tau], delta=delta)[0],
    ),
    _bound(
        "rdp",
        "get_privacy_spent",
        ZCDP,
        lambda f, rho, delta: f(orders=_ORDERS, rdp=[rho * a for a in _ORDERS], delta=delta)[0],
        variant="zCDP",
    ),
    _bound(
        "gdp",
        "delta_eps_mu",
        "GaussianDP(M, mu) => ApproxDP(M, epsilon, {value})",
        lambda f, mu, epsilon: f(eps=epsilon, mu=mu),
    ),
    _bound(
        "gdp",
        "eps_from_mu",
        "GaussianDP(M, mu) => ApproxDP(M, {value}, delta)",
        lambda f, mu, delta: f(mu=mu, delta=delta),
    ),
    _bound(
        "gdp",
        "compute_eps_poisson",
        SAMPLED,
        lambda f, q, sigma, delta: f(steps=1, noise_multiplier=sigma, sample_rate=q, delta=delta),
        over={"q": (0.01, 0.3), "sigma": "[1/2, 100]"},
    ),
    *(
        _bound(
            "gdp",
            f"compute_mu_{way}",
            _gaussian,
            lambda f, q, sigma: f(steps=1, noise_multiplier=sigma, sample_rate=q),
            over={"q": (0.0, 0.01, 0.3, 1.0), "sigma": "[1/2, 100]"},
        )
        for way in ("poisson", "uniform")
    ),
    _bound(
        "gdp",
        "compute_eps_uniform",
        _fixed,
        lambda f, q, sigma, delta: f(steps=1, noise_multiplier=sigma, sample_rate=q, delta=delta),
        over={"q": (0.01, 0.3), "sigma": "[1/2, 100]"},
    ),
    *(
        listed(
            "opacus.accountants.utils:get_noise_multiplier",
            SAMPLED_NOISE,
            lambda f, q, epsilon, delta, kind=kind: _noise(f, kind, q, epsilon, delta),
            variant=kind,
            load=partial(_calibration, "get_noise_multiplier"),
            over={"q": (0.01, 0.3, 1.0), "epsilon": (0.5, 1.0, 5.0), "delta": (1e-9, 1e-6, 1e-3)},
        )
        for kind, _ in _ACCOUNTANTS
    ),
    *(
        listed(
            f"opacus.accountants.{module}:{name}",
            SAMPLED,
            lambda f, q, sigma, delta: _spent(f, q, sigma, 1, delta),
            variant="sampled Gaussian",
            load=partial(_accountant, module, name),
            over={"q": (0.01, 0.3), **_TRIED},
        )
        for module, name in _ACCOUNTANTS
    ),
    *(
        listed(
            f"opacus.accountants.{module}:{name}",
            GAUSSIAN_ROUNDS,
            lambda f, sigma, k, delta: _spent(f, 1.0, sigma, k, delta),
            variant="Gaussian rounds",
            load=partial(_accountant, module, name),
            over={"k": (0, 1, 2, 10, 100), **_TRIED},
        )
        for module, name in _ACCOUNTANTS
    ),
)
