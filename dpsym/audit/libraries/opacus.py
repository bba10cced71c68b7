"""opacus: its accountants, without the package, which imports PyTorch."""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from dpsym.audit.case import Case, bound
from dpsym.audit.claims import (
    GAUSSIAN_RENYI,
    GAUSSIAN_ROUNDS,
    RENYI,
    SAMPLED,
    SAMPLED_RENYI,
    ZCDP,
    over,
)
from dpsym.regression.judging import Truth


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
    return bound(target, claim, through, load=lambda: _analysis(module, name), **options)


def _accountant(module: str, name: str) -> Any:
    """A class of ``opacus.accountants``, in a package whose base class needs no optimizer."""
    package, base = ModuleType(_PACKAGE), ModuleType(f"{_PACKAGE}.accountant")
    package.__path__ = [str(_folder())]
    vars(base)["IAccountant"] = type("IAccountant", (), {"__init__": _begin})
    sys.modules.setdefault(_PACKAGE, package)
    sys.modules.setdefault(base.__name__, base)
    return getattr(import_module(f"{_PACKAGE}.{module}"), name)


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
        **over("sigma", "alpha"),
    ),
    _bound(
        "rdp",
        "compute_rdp",
        SAMPLED_RENYI,
        lambda f, q, sigma, alpha: f(q=q, noise_multiplier=sigma, steps=1, orders=alpha),
        variant="sampled",
        at_least=0,
        **over("q", sigma=(0.1, 1.0, 10.0, 50.0), alpha=(2.0, 3.0, 8.0, 64.0, 1000.0, 3000.0)),
    ),
    _bound(
        "rdp",
        "get_privacy_spent",
        RENYI,
        lambda f, alpha, tau, delta: f(orders=[alpha], rdp=[tau], delta=delta)[0],
        **over("alpha", "tau", "delta"),
    ),
    _bound(
        "rdp",
        "get_privacy_spent",
        ZCDP,
        lambda f, rho, delta: f(orders=_ORDERS, rdp=[rho * a for a in _ORDERS], delta=delta)[0],
        variant="zCDP",
        **over("rho", "delta"),
    ),
    _bound(
        "gdp",
        "delta_eps_mu",
        "GaussianDP(M, mu) => ApproxDP(M, epsilon, {value})",
        lambda f, mu, epsilon: f(eps=epsilon, mu=mu),
        **over("mu", "epsilon"),
    ),
    _bound(
        "gdp",
        "eps_from_mu",
        "GaussianDP(M, mu) => ApproxDP(M, {value}, delta)",
        lambda f, mu, delta: f(mu=mu, delta=delta),
        **over("mu", "delta"),
    ),
    _bound(
        "gdp",
        "compute_eps_poisson",
        SAMPLED,
        lambda f, q, sigma, delta: f(steps=1, noise_multiplier=sigma, sample_rate=q, delta=delta),
        **over("delta", q=(0.01, 0.3), sigma="[1/2, 100]"),
    ),
    *(
        bound(
            f"opacus.accountants.{module}:{name}",
            SAMPLED,
            lambda f, q, sigma, delta: _spent(f, q, sigma, 1, delta),
            variant="sampled Gaussian",
            load=partial(_accountant, module, name),
            **over(q=(0.01, 0.3), **_TRIED),
        )
        for module, name in _ACCOUNTANTS
    ),
    *(
        bound(
            f"opacus.accountants.{module}:{name}",
            GAUSSIAN_ROUNDS,
            lambda f, sigma, k, delta: _spent(f, 1.0, sigma, k, delta),
            variant="Gaussian rounds",
            load=partial(_accountant, module, name),
            **over(k=(0, 1, 2, 10, 100), **_TRIED),
        )
        for module, name in _ACCOUNTANTS
    ),
)
