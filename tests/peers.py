"""Functions of other libraries, each with the claim that its values should satisfy.

Nothing here says where a function fails: parameters range over what its documentation permits.
``wrong`` names the kinds of failure that are known to be there, and is empty for functions that are
known to be right; versions are those of the extra ``peers``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from flint import arb

from dpsym.regression import examine_bound
from dpsym.regression.assertion import Truth
from dpsym.truth import Between, Rounds, optimal_delta, optimal_epsilon

UNIT = "[0, 50]"
TAILS = (1e-20, 1e-12, 1e-6, 1e-3, 0.1)
MANY = (1, 10, 100, 1000)
MOST_ROUNDS = 10**6


@dataclass(frozen=True)
class Case:
    """One function of one peer.

    Attributes:
        peer: the module that must be installed.
        name: of the function.
        make: imports the peer and gives the function.
        claim: a claim with ``{value}``, or a function to the certified truth.
        wrong: the kinds of failure that it has; empty where it is right.
        known: the rows of the audit that it reproduces.
        everywhere: whether it fails at every point that is tried.
        options: for ``examine_bound``.
    """

    peer: str
    name: str
    make: Callable[[], Callable[..., float]]
    claim: str | Truth
    wrong: frozenset[str] = frozenset()
    known: str = ""
    everywhere: bool = False
    options: dict[str, Any] = field(default_factory=dict)


def case(
    peer: str,
    name: str,
    claim: str | Truth,
    wrong: str = "",
    known: str = "",
    *,
    everywhere: bool = False,
    **options: Any,
) -> Callable[[Callable[[], Callable[..., float]]], Case]:
    kinds = frozenset(filter(None, wrong.split(", ")))
    return lambda make: Case(peer, name, make, claim, kinds, known, everywhere, options)


def pure_epsilon(epsilon: float, k: int, delta: float) -> Any:
    return optimal_epsilon(delta, [Rounds(epsilon, 0, k)], bits=60)


def pure_delta(epsilon: float, k: int, total: float) -> Any:
    return optimal_delta(total, [Rounds(epsilon, 0, k)], bits=60)


def many_epsilon(epsilon: float, k: int, delta: float) -> Any:
    """The truth where it can be computed; for more rounds, what that many need at least."""
    if k <= MOST_ROUNDS:
        return pure_epsilon(epsilon, k, delta)
    needed = pure_epsilon(epsilon, MOST_ROUNDS, delta)
    return Between(needed, arb(epsilon) * k)


GAUSSIAN = "ApproxDP(GaussianMechanism(1, sigma), {value}, delta)"
REPLACED = "ApproxDP(GaussianMechanism(2, sigma), {value}, delta)"
GAUSSIAN_DELTA = "ApproxDP(GaussianMechanism(1, sigma), epsilon, {value})"
LAPLACE_DELTA = "ApproxDP(LaplaceMechanism(1, scale), epsilon, {value})"
PURE_RENYI = "PureDP(M, epsilon) => RenyiDP(M, alpha, {value})"
LAPLACE_RENYI = "RenyiDP(LaplaceMechanism(1, scale), alpha, {value})"
COMPOSED = "PureDP(M, {value}) => ApproxDP(Compose(M, k), epsilon, delta) for k in 1..oo"
NOISE = "ApproxDP(GaussianMechanism(1, {value}), epsilon, delta)"
SCALES = (1e-3, 0.1, 1.0, 10.0, 1e8, 1e17)
ANY_SCALE, ANY_TAIL = "[1/1000, 10**17]", "[10**(-20), 1/10]"

# --- dp-accounting ----------------------------------------------------------------------------


@case(
    "dp_accounting",
    "rdp.RdpAccountant with order inf",
    GAUSSIAN,
    "invalid",
    "G2",
    over={"sigma": SCALES, "delta": TAILS},
)
def renyi_with_infinite_order() -> Any:
    import numpy as np
    from dp_accounting import GaussianDpEvent
    from dp_accounting.rdp import RdpAccountant

    def epsilon(sigma: float, delta: float) -> float:
        accountant = RdpAccountant([2, 8, 32, np.inf]).compose(GaussianDpEvent(sigma))
        return float(accountant.get_epsilon(delta))

    return epsilon


@case("dp_accounting", "rdp.RdpAccountant", GAUSSIAN, over={"sigma": SCALES[:4], "delta": TAILS})
def renyi_accountant() -> Any:
    from dp_accounting import GaussianDpEvent
    from dp_accounting.rdp import RdpAccountant

    return lambda sigma, delta: float(
        RdpAccountant().compose(GaussianDpEvent(sigma)).get_epsilon(delta)
    )


@case(
    "dp_accounting",
    "rdp.RdpAccountant, replace one",
    REPLACED,
    "invalid",
    "G5",
    over={"sigma": SCALES[:4], "delta": TAILS},
)
def renyi_replace_one() -> Any:
    from dp_accounting import GaussianDpEvent
    from dp_accounting.privacy_accountant import NeighboringRelation
    from dp_accounting.rdp import RdpAccountant

    relation = NeighboringRelation.REPLACE_ONE
    return lambda sigma, delta: float(
        RdpAccountant(neighboring_relation=relation)
        .compose(GaussianDpEvent(sigma))
        .get_epsilon(delta)
    )


@case(
    "dp_accounting",
    "pld.accountant.advanced_composition",
    pure_epsilon,
    "invalid, raised",
    "G7, G9",
    over={"epsilon": (1e-3, 0.1, 1.0), "k": MANY, "delta": TAILS},
)
def advanced_composition() -> Any:
    from dp_accounting.pld.accountant import advanced_composition as compose
    from dp_accounting.pld.common import DifferentialPrivacyParameters

    def epsilon_of(epsilon: float, k: int, delta: float) -> float:
        value = compose(DifferentialPrivacyParameters(epsilon, 0), k, delta)
        return float("nan") if value is None else float(value)

    return epsilon_of


@case(
    "dp_accounting",
    "pld.accountant.get_smallest_epsilon_from_advanced_composition",
    COMPOSED,
    "invalid",
    "G10",
    side="lower",
    rounding=1e-6,
    over={"epsilon": (0.1, 1.0, 5.0), "k": (1, 10, 100), "delta": TAILS},
)
def smallest_epsilon() -> Any:
    from dp_accounting.pld import accountant
    from dp_accounting.pld.common import DifferentialPrivacyParameters

    return lambda epsilon, k, delta: float(
        accountant.get_smallest_epsilon_from_advanced_composition(
            DifferentialPrivacyParameters(epsilon, delta), k, 0
        )
    )


@case(
    "dp_accounting",
    "pld.from_privacy_parameters, composed",
    pure_delta,
    "invalid",
    "G11",
    over={"epsilon": (0.1,), "k": (100, 1000), "total": tuple(range(0, 51, 5))},
)
def composed_delta() -> Any:
    from dp_accounting.pld.common import DifferentialPrivacyParameters
    from dp_accounting.pld.privacy_loss_distribution import from_privacy_parameters

    return lambda epsilon, k, total: float(
        from_privacy_parameters(DifferentialPrivacyParameters(epsilon, 0))
        .self_compose(k)
        .get_delta_for_epsilon(total)
    )


@case(
    "dp_accounting",
    "pld.from_laplace_mechanism",
    LAPLACE_DELTA,
    "outside",
    "G16",
    patience=60.0,
    over={"scale": (0.01, 1.0), "epsilon": (0.5, 5.0, 50.0)},
)
def laplace_distribution() -> Any:
    from dp_accounting.pld.privacy_loss_distribution import from_laplace_mechanism

    return lambda scale, epsilon: float(
        from_laplace_mechanism(scale).get_delta_for_epsilon(epsilon)
    )


@case(
    "dp_accounting",
    "pld.from_laplace_mechanism, several epsilons",
    LAPLACE_DELTA,
    "outside, no number",
    "G17",
    patience=60.0,
    over={"scale": (0.01, 1.0), "epsilon": (0.5, 50.0, 900.0)},
)
def laplace_distribution_of_several() -> Any:
    from dp_accounting.pld.privacy_loss_distribution import from_laplace_mechanism

    return lambda scale, epsilon: float(
        from_laplace_mechanism(scale).get_delta_for_epsilon([epsilon])[0]
    )


@case(
    "dp_accounting",
    "rdp.compute_delta",
    "{value} >= sqrt(1 - exp(-tau)) for tau in [0, 1]",
    "invalid, raised",
    "G18, G19",
    over={"tau": "[0, 1]"},
    samples=400,
)
def total_variation_from_renyi() -> Any:
    from dp_accounting.rdp.rdp_privacy_accountant import compute_delta

    # Its documentation promises the least of two bounds; at order 2 and small tau that is this one.
    return lambda tau: max(float(compute_delta([2.0], [tau], 0.0)[0]), (0.0 if tau < 1e-8 else 1.0))


@case(
    "dp_accounting",
    "gaussian_mechanism.get_epsilon_gaussian",
    GAUSSIAN,
    "invalid",
    "G22, G23",
    samples=1000,
    over={"sigma": ANY_SCALE, "delta": ANY_TAIL},
)
def analytic_epsilon() -> Any:
    from dp_accounting.gaussian_mechanism import get_epsilon_gaussian

    return lambda sigma, delta: float(get_epsilon_gaussian(sigma, delta))


@case(
    "dp_accounting",
    "gaussian_mechanism.get_sigma_gaussian",
    NOISE,
    over={"epsilon": (0.1, 1.0, 10.0), "delta": TAILS},
)
def analytic_sigma() -> Any:
    from dp_accounting.gaussian_mechanism import get_sigma_gaussian

    return lambda epsilon, delta: float(get_sigma_gaussian(epsilon, delta))


@case(
    "dp_accounting",
    "pld.GaussianPrivacyLoss",
    GAUSSIAN_DELTA,
    "invalid",
    "G24",
    over={"sigma": ANY_SCALE, "epsilon": UNIT},
)
def gaussian_loss() -> Any:
    from dp_accounting.pld.privacy_loss_mechanism import GaussianPrivacyLoss

    return lambda sigma, epsilon: float(GaussianPrivacyLoss(sigma).get_delta_for_epsilon(epsilon))


@case(
    "dp_accounting",
    "pld.LaplacePrivacyLoss",
    LAPLACE_DELTA,
    "invalid",
    "G25",
    over={"scale": ANY_SCALE, "epsilon": UNIT},
)
def laplace_loss() -> Any:
    from dp_accounting.pld.privacy_loss_mechanism import LaplacePrivacyLoss

    return lambda scale, epsilon: float(LaplacePrivacyLoss(scale).get_delta_for_epsilon(epsilon))


@case(
    "dp_accounting",
    "pld.accountant.get_smallest_gaussian_noise",
    NOISE,
    "slow",
    "G26",
    patience=5.0,
    over={"epsilon": (1e-9, 0.1, 1.0), "delta": (1e-12, 1e-6)},
)
def smallest_gaussian_noise() -> Any:
    from dp_accounting.pld.accountant import get_smallest_gaussian_noise
    from dp_accounting.pld.common import DifferentialPrivacyParameters

    return lambda epsilon, delta: float(
        get_smallest_gaussian_noise(DifferentialPrivacyParameters(epsilon, delta))
    )


@case(
    "dp_accounting",
    "rdp, Laplace",
    LAPLACE_RENYI,
    over={"scale": (0.1, 1.0, 10.0), "alpha": (1.1, 2.0, 64.0, 1e3)},
)
def laplace_renyi() -> Any:
    from dp_accounting import LaplaceDpEvent
    from dp_accounting.rdp import RdpAccountant

    return lambda scale, alpha: float(RdpAccountant([alpha]).compose(LaplaceDpEvent(scale))._rdp[0])


# --- autodp -----------------------------------------------------------------------------------


@case(
    "autodp",
    "dp_acct.DP_acct",
    pure_epsilon,
    "invalid",
    "A1",
    over={"epsilon": (0.1, 1.0, 5.0), "k": (1, 10), "delta": (0, 1e-6, 1e-3)},
)
def accountant() -> Any:
    from autodp.dp_acct import DP_acct

    def total(epsilon: float, k: int, delta: float) -> float:
        spent = DP_acct()
        for _ in range(k):
            spent.update_DPlosses(epsilon, 0)
        return float(spent.get_eps(delta))

    return total


@case(
    "autodp",
    "transformer_zoo.ComposeAFA, epsilon",
    pure_epsilon,
    "invalid",
    "A4",
    everywhere=True,
    over={"epsilon": (0.1, 1.0), "k": (1, 10, 100), "delta": (1e-6, 1e-3)},
)
def characteristic_epsilon() -> Any:
    from math import exp

    from autodp.mechanism_zoo import RandresponseMechanism
    from autodp.transformer_zoo import ComposeAFA

    def epsilon_of(epsilon: float, k: int, delta: float) -> float:
        mechanism = RandresponseMechanism(p=1 / (1 + exp(-epsilon)), phi_off=False, RDP_off=True)
        return float(ComposeAFA()([mechanism], [k]).get_approxDP(delta))

    return epsilon_of


@case(
    "autodp",
    "transformer_zoo.ComposeAFA, delta",
    pure_delta,
    "invalid",
    "A6",
    over={"epsilon": (0.1,), "k": MANY, "total": (0.1, 1.0, 10.0)},
)
def characteristic_delta() -> Any:
    from math import exp

    from autodp.mechanism_zoo import RandresponseMechanism
    from autodp.transformer_zoo import ComposeAFA

    def delta_of(epsilon: float, k: int, total: float) -> float:
        mechanism = RandresponseMechanism(p=1 / (1 + exp(-epsilon)), phi_off=False, RDP_off=True)
        return float(ComposeAFA()([mechanism], [k]).get_approx_delta(total))

    return delta_of


@case(
    "autodp",
    "transformer_zoo.Composition",
    many_epsilon,
    "invalid",
    "A7",
    over={"epsilon": (1e-8, 0.1, 1.0), "k": (1, 100, 10**12), "delta": (1e-6,)},
)
def renyi_composition() -> Any:
    from autodp.mechanism_zoo import PureDP_Mechanism
    from autodp.transformer_zoo import Composition

    return lambda epsilon, k, delta: float(
        Composition()([PureDP_Mechanism(eps=epsilon)], [k]).get_approxDP(delta)
    )


@case(
    "autodp",
    "rdp_bank.RDP_pureDP",
    PURE_RENYI,
    "invalid, outside, no number",
    "A8",
    over={"epsilon": UNIT},
)
def pure_renyi() -> Any:
    from autodp.rdp_bank import RDP_pureDP

    return lambda epsilon, alpha: float(RDP_pureDP({"eps": epsilon}, alpha))


@case(
    "autodp",
    "rdp_bank.RDP_laplace",
    LAPLACE_RENYI,
    "outside, invalid",
    "A10",
    over={"scale": (0.02, 1.0, 1e8), "alpha": (1.0001, 2.0, 1e3, 1e5)},
)
def laplace_renyi_of_autodp() -> Any:
    from autodp.rdp_bank import RDP_laplace

    return lambda scale, alpha: float(RDP_laplace({"b": scale}, alpha))


@case(
    "autodp",
    "rdp_bank.RDP_gaussian",
    "RenyiDP(GaussianMechanism(1, sigma), alpha, {value})",
    over={"sigma": (1e-3, 1.0, 1e8)},
)
def gaussian_renyi() -> Any:
    from autodp.rdp_bank import RDP_gaussian

    return lambda sigma, alpha: float(RDP_gaussian({"sigma": sigma}, alpha))


@case(
    "autodp",
    "fdp_bank.fDP_pure_DP",
    "{value} <= Max(0, 1 - exp(epsilon)*x, exp(-epsilon)*(1 - x))"
    " for epsilon in [0, 50], x in [0, 1]",
    "raised",
    "A12",
    side="lower",
)
def pure_tradeoff() -> Any:
    from autodp.fdp_bank import fDP_pure_DP

    return lambda epsilon, x: float(fDP_pure_DP({"eps": epsilon}, x))


@case(
    "autodp",
    "dp_acct.DP_acct, approximate",
    lambda epsilon, delta, slack: optimal_epsilon(slack, [Rounds(epsilon, delta)], bits=60),
    "no number",
    "A14",
    over={"epsilon": (0.1, 1.0, 50.0, 800.0), "delta": (1e-12, 1e-9), "slack": (1e-6,)},
)
def approximate_accountant() -> Any:
    from autodp.dp_acct import DP_acct

    def total(epsilon: float, delta: float, slack: float) -> float:
        spent = DP_acct()
        spent.update_DPlosses(epsilon, delta)
        return float(spent.get_eps(slack))

    return total


@case(
    "autodp",
    "dp_bank.get_eps_ana_gaussian",
    GAUSSIAN,
    over={"sigma": (0.1, 1.0, 10.0), "delta": (1e-6, 1e-3, 0.1)},
    rounding=1e-6,
)
def analytic_epsilon_of_autodp() -> Any:
    from autodp.dp_bank import get_eps_ana_gaussian

    return lambda sigma, delta: float(get_eps_ana_gaussian(sigma, delta))


# --- prv-accountant ---------------------------------------------------------------------------


@case("prv_accountant", "PureDPMechanism.rdp", PURE_RENYI, "invalid", "P1", over={"epsilon": UNIT})
def pure_renyi_of_prv() -> Any:
    from prv_accountant import PureDPMechanism

    return lambda epsilon, alpha: float(PureDPMechanism(epsilon).rdp(alpha))


@case(
    "prv_accountant",
    "PRVAccountant, upper end",
    pure_epsilon,
    "invalid",
    "P3",
    patience=60.0,
    over={"epsilon": (0.1, 1.0), "k": (10, 100), "delta": (1e-6,)},
)
def upper_end() -> Any:
    from prv_accountant import ApproximateDPMechanism, PRVAccountant

    def epsilon_of(epsilon: float, k: int, delta: float) -> float:
        spent = PRVAccountant(
            prvs=[ApproximateDPMechanism(epsilon, 0)],
            max_self_compositions=[k],
            eps_error=0.01,
            delta_error=1e-9,
        )
        return float(spent.compute_epsilon(delta, [k])[2])

    return epsilon_of


@case(
    "prv_accountant",
    "LaplaceMechanism.rdp",
    LAPLACE_RENYI,
    "no number",
    "P7",
    over={"scale": (0.02, 1.0, 10.0), "alpha": (1.1, 2.0, 64.0, 1e3, 1e5)},
)
def laplace_renyi_of_prv() -> Any:
    from prv_accountant import LaplaceMechanism

    return lambda scale, alpha: float(LaplaceMechanism(1 / scale).rdp(alpha))


@case(
    "prv_accountant",
    "GaussianMechanism.rdp",
    "RenyiDP(GaussianMechanism(1, sigma), alpha, {value})",
    over={"sigma": (1e-3, 1.0, 1e8)},
)
def gaussian_renyi_of_prv() -> Any:
    from prv_accountant import GaussianMechanism

    return lambda sigma, alpha: float(GaussianMechanism(sigma).rdp(alpha))


# --- opacus -----------------------------------------------------------------------------------


def opacus_analysis() -> Any:
    """Its Renyi accountant alone: the package imports PyTorch, which no formula needs."""
    from importlib.util import find_spec, module_from_spec, spec_from_file_location

    package = find_spec("opacus")
    assert package is not None
    assert package.origin is not None
    path = Path(package.origin).parent / "accountants" / "analysis" / "rdp.py"
    spec = spec_from_file_location("opacus_rdp", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@case(
    "opacus",
    "analysis.rdp.compute_rdp",
    "RenyiDP(Subsample(GaussianMechanism(1, sigma), q), alpha, {value})",
    "no number, outside, invalid",
    "O3",
    over={"q": (1e-8, 0.01), "sigma": (0.1, 1.0, 10.0), "alpha": (2, 8, 64, 1000, 3000)},
)
def subsampled_renyi() -> Any:
    compute_rdp = opacus_analysis().compute_rdp

    return lambda q, sigma, alpha: float(
        compute_rdp(q=q, noise_multiplier=sigma, steps=1, orders=float(alpha))
    )


@case(
    "opacus",
    "analysis.rdp.get_privacy_spent",
    "ZCDP(M, rho) => ApproxDP(M, {value}, delta)",
    "outside",
    "O4",
    over={"rho": (1e-4, 0.01, 1.0), "delta": (1e-6, 0.1, 0.5)},
)
def spent_of_opacus() -> Any:
    get_privacy_spent = opacus_analysis().get_privacy_spent

    def epsilon(rho: float, delta: float) -> float:
        orders = [2.0, 8.0]
        return float(
            get_privacy_spent(orders=orders, rdp=[rho * a for a in orders], delta=delta)[0]
        )

    return epsilon


@case(
    "opacus",
    "analysis.rdp.compute_rdp, no sampling",
    "RenyiDP(GaussianMechanism(1, sigma), alpha, {value})",
    over={"sigma": (1e-3, 1.0, 1e8)},
)
def gaussian_renyi_of_opacus() -> Any:
    compute_rdp = opacus_analysis().compute_rdp

    return lambda sigma, alpha: float(
        compute_rdp(q=1.0, noise_multiplier=sigma, steps=1, orders=alpha)
    )


# --- riskcal ----------------------------------------------------------------------------------


@case(
    "riskcal",
    "analysis.get_beta_from_rdp",
    "Max(Renyi(order, Bernoulli(x), Bernoulli(1 - {value})),"
    " Renyi(order, Bernoulli(1 - {value}), Bernoulli(x))) >= epsilon"
    " for epsilon in [0, 50], x in [0, 1], value in [0, 1]",
    "invalid",
    "R4",
    side="lower",
    rounding=1e-6,
    over={"epsilon": (0.5, 5.0, 20.0), "x": (0.01, 0.1, 0.5), "order": (2.0, 8.0)},
)
def beta_from_renyi() -> Any:
    from riskcal import analysis

    return lambda epsilon, x, order: float(
        analysis.get_beta_from_rdp(epsilon=epsilon, alpha=x, order=order)
    )


@case(
    "riskcal",
    "analysis.get_advantage_from_zcdp",
    "ZCDP(M, rho) => ApproxDP(M, 0, {value})",
    "invalid, raised",
    "R5, R6",
    rounding=1e-12,
    over={"rho": (1e-6, 0.01, 1.0, 10.0, 30.0, 100.0)},
)
def advantage_from_zcdp() -> Any:
    from riskcal import analysis

    return lambda rho: float(analysis.get_advantage_from_zcdp(rho))


@case(
    "riskcal",
    "analysis.get_advantage_from_adp",
    "ApproxDP(M, epsilon, delta) => ApproxDP(M, 0, {value})",
    "no number",
    "R7",
    over={"epsilon": (0.0, 0.1, 1.0, 50.0, 800.0), "delta": (0.0, 1e-6, 0.1)},
)
def advantage() -> Any:
    from riskcal import analysis

    return lambda epsilon, delta: float(analysis.get_advantage_from_adp(epsilon, delta))


@case(
    "riskcal",
    "analysis.get_advantage_from_gdp",
    "GaussianDP(M, mu) => ApproxDP(M, 0, {value})",
    over={"mu": (0.01, 0.1, 1.0, 5.0)},
)
def advantage_from_gaussian() -> Any:
    from riskcal import analysis

    return lambda mu: float(analysis.get_advantage_from_gdp(mu))


# --- diffprivlib ------------------------------------------------------------------------------


@case(
    "diffprivlib",
    "mechanisms.GaussianAnalytic",
    NOISE,
    "invalid",
    "D1",
    over={"epsilon": (0.1, 1.0, 5.0), "delta": TAILS},
    rounding=1e-6,
)
def analytic_noise() -> Any:
    from diffprivlib.mechanisms import GaussianAnalytic

    return lambda epsilon, delta: float(
        GaussianAnalytic(epsilon=epsilon, delta=delta, sensitivity=1)._scale
    )


@case(
    "diffprivlib", "mechanisms.Gaussian", NOISE, over={"epsilon": (0.1, 0.5, 1.0), "delta": TAILS}
)
def classical_noise() -> Any:
    from diffprivlib.mechanisms import Gaussian

    return lambda epsilon, delta: float(
        Gaussian(epsilon=epsilon, delta=delta, sensitivity=1)._scale
    )


# --- opendp -----------------------------------------------------------------------------------


@case(
    "opendp",
    "combinators.make_zCDP_to_approxDP",
    "ZCDP(M, rho) => ApproxDP(M, {value}, delta)",
    rounding=0.0,
    over={"rho": (1e-6, 0.01, 0.1, 1.0, 10.0), "delta": (1e-12, 1e-6, 0.1)},
)
def zcdp_to_epsilon() -> Any:
    import opendp.prelude as dp

    dp.enable_features("contrib")

    def epsilon_of(rho: float, delta: float) -> float:
        domain, metric = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
        gaussian = dp.m.make_gaussian(domain, metric, scale=1 / (2 * rho) ** 0.5)
        return float(dp.c.make_zCDP_to_approxDP(gaussian).map(1.0).epsilon(delta))

    return epsilon_of


@case(
    "opendp",
    "measurements.make_laplace",
    "PureDP(LaplaceMechanism(1, scale), {value})",
    rounding=0.0,
    over={"scale": (0.1, 0.3, 1.0, 3.0, 10.0, 1e8)},
)
def laplace_map() -> Any:
    import opendp.prelude as dp

    dp.enable_features("contrib")

    def epsilon_of(scale: float) -> float:
        domain, metric = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
        return float(dp.m.make_laplace(domain, metric, scale=scale).map(1.0))

    return epsilon_of


CASES = [value for value in list(globals().values()) if isinstance(value, Case)]


def table() -> str:
    """What came of every function whose library is installed, as Markdown."""
    from importlib.metadata import version

    rows = [
        "# Functions of other libraries, checked by `assert_bound`",
        "",
        "Written by `python tests/peers.py` where the extra `peers` is installed. A failure is "
        "`invalid` (certainly not what the claim asks), `outside` its domain, `no number`, "
        "`raised` or `slow`; the fourth column numbers those that an audit by hand had found.",
        "",
        "| library | function | claim | known | points | certified | failures | the first |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for each in CASES:
        with redirect_stdout(StringIO()):
            report = examine_bound(each.make(), each.claim, **each.options)
        kinds = Counter(failure.kind for failure in report.failures)
        failed = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        first = report.failures[0].text() if report.failures else ""
        claim = f"`{each.claim}`" if isinstance(each.claim, str) else "optimal composition"
        package = {"dp_accounting": "dp-accounting", "prv_accountant": "prv-accountant"}
        row = [
            f"{package.get(each.peer, each.peer)} {version(package.get(each.peer, each.peer))}",
            each.name,
            claim,
            each.known,
            str(report.tried),
            str(report.certified),
            failed or "none",
            first.replace("|", "\\|"),
        ]
        rows.append(f"| {' | '.join(row)} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    Path(__file__).with_suffix(".md").write_text(table())
