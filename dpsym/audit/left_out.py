"""Functions of the audited libraries that are not audited, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

_SPARSE = "sparse vectors, which answer until something is found, are no mechanism of the language"
_VOTES = "votes are no mechanism of the language, and some bounds depend on the data"
_ASYMPTOTIC = "it holds in a limit only"
_APART = "a bound on an order outside a set of small mass is no guarantee of the language"
_NOISE = "this noise is no law of the language"

LEFT_OUT: Mapping[str, Mapping[str, str]] = {
    "dp_accounting": {
        "dp_event.SampledWithReplacementDpEvent": "no accountant there takes it",
        "dp_event.TruncatedSubsampledGaussianDpEvent": "audited where a batch holds all, by the "
        "function that the accountant calls",
        "pld.privacy_loss_distribution.create_from_cdf": "it takes the law of a caller",
    },
    "autodp": {
        "rdp_bank.RDP_svt_laplace": _SPARSE,
        "rdp_bank.RDP_gaussian_svt_c1": _SPARSE,
        "rdp_bank.RDP_gaussian_svt_cgreater1": _SPARSE,
        "mechanism_zoo.GaussianSVT_Mechanism": _SPARSE,
        "mechanism_zoo.LaplaceSVT_Mechanism": _SPARSE,
        "mechanism_zoo.StageWiseMechanism": _SPARSE,
        "rdp_bank.RDP_noisy_screen": _VOTES,
        "rdp_bank.RDP_independent_noisy_screen": _VOTES,
        "rdp_bank.RDP_inde_pate_gaussian": _VOTES,
        "rdp_bank.RDP_depend_pate_gaussian": _VOTES,
        "mechanism_zoo.NoisyScreenMechanism": _VOTES,
        "dp_bank.get_eps_gaussian_svt": _SPARSE,
        "rdp_bank.pRDP_expfamily": "an exponential family of a caller is no law of the language",
        "rdp_bank.pRDP_asymp_subsampled_gaussian": _ASYMPTOTIC,
        "rdp_bank.pRDP_asymp_subsampled_gaussian_best_case": _ASYMPTOTIC,
        "converter.approxdp_to_approxrdp": _APART,
        "converter.approxdp_func_to_approxrdp": _APART,
        "privacy_calibrator.subsampled_RDP_mech_get_prob": "a value takes more than a minute",
    },
    "opendp": {
        "measurements.make_private_quantile": "a noisy choice, by scores that the data give",
        "measurements.make_canonical_noise": _NOISE,
        "measurements.make_alp_queryable": "a projection of counts is no mechanism of the language",
        "combinators.make_privacy_filter": "it stops at the budget that a caller gives",
    },
    "opacus": {
        "accountants.utils.get_noise_multiplier": "it needs PyTorch",
        "accountants.analysis.gdp.compute_mu_uniform": _ASYMPTOTIC,
        "accountants.analysis.gdp.compute_mu_poisson": _ASYMPTOTIC,
        "accountants.analysis.gdp.compute_eps_uniform": _ASYMPTOTIC,
    },
    "diffprivlib": {
        "mechanisms.Snapping": "the law depends on how floats are rounded",
        "mechanisms.Bingham": _NOISE,
        "mechanisms.Vector": _NOISE,
    },
}
"""Why a function is not audited, by its library and its name there."""


def reasons(libraries: Collection[str]) -> Iterator[tuple[str, str, list[str]]]:
    """For each library the reasons there are, and the functions that are left out for each.

    >>> next(reasons(["opacus"]))
    ('opacus', 'it needs PyTorch', ['accountants.utils.get_noise_multiplier'])
    """
    for library, functions in LEFT_OUT.items():
        if library in libraries:
            for reason in dict.fromkeys(functions.values()):
                yield library, reason, [name for name, why in functions.items() if why == reason]


__all__ = ["LEFT_OUT", "reasons"]
