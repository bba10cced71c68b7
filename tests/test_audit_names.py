"""Every public function and class of the audited libraries is audited, left out, or no bound."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from inspect import isclass, isfunction
from io import StringIO
from pkgutil import walk_packages

import pytest

from dpsym.audit import cases_of
from dpsym.audit.case import LIBRARIES
from dpsym.audit.left_out import LEFT_OUT

NO_BOUNDS = {
    "dp_accounting": """
        dp_event.*DpEvent dp_event.DpEventNamedTuple dp_event_builder.* privacy_accountant.*
        mechanism_calibration.*Interval mechanism_calibration.LowerEndpointAndGuess *Error
        pld.common.* pld.pld_pmf.* pld.accountant.get_smallest_parameter *_example.*
        pld.privacy_loss_distribution.PrivacyLossDistribution pld.privacy_loss_distribution.identity
        pld.privacy_loss_mechanism.AdjacencyType pld.privacy_loss_mechanism.ConnectDotsBounds
        pld.privacy_loss_mechanism.TailPrivacyLossDistribution
        pld.privacy_loss_mechanism.MonotonePrivacyLoss
        pld.privacy_loss_mechanism.AdditiveNoisePrivacyLoss
    """,
    "autodp": """
        autodp_core.* utils.* phi_bank.* fdp_bank.fdp_grad_gaussian
        fdp_bank.log_neg_fdp_grad_gaussian rdp_bank.stable_log_diff_exp rdp_acct.*upperbound
        converter.cdf_* converter.pdf_to_phi converter.phi_to_cdf converter.numerical_inverse
        converter.approxdp_from_its_inverse converter.conjugate converter.pointwise_*
    """,
    "opendp": """
        _* accuracy.* context.* core.* domains.* extras.* measures.* metrics.* mod.* typing.*
        transformations.* *.then_* combinators.make_chain_* combinators.make_basic_composition
        combinators.make_sequential_composition measurements.debias_* measurements.make_noise
        measurements.make_noise_threshold measurements.make_private_expr
        measurements.make_private_lazyframe measurements.make_user_measurement
    """,
    "prv_accountant": """
        accountant.Accountant accountant.compute_safe_domain_size composers.* discretisers.*
        discrete_privacy_random_variable.* domain.* *.log
        privacy_random_variables.abstract_privacy_random_variable.*
        privacy_random_variables.approximate_dp.ApproximateDPMechanism
    """,
    "riskcal": """
        analysis._plrv.PLRVs analysis._plrv.get_beta analysis.conversions.pld_to_plrvs
        analysis.conversions.*_approx analysis.conversions.get_*_for_* analysis.rdp.*
        calibration.core.* *.CalibrationResult *.create_* utils.*
    """,
    "diffprivlib": """
        mechanisms.base.* mechanisms.transforms.* models.* tools.* utils.* validation.*
    """,
}
"""Patterns of what answers no question about a guarantee: descriptions of mechanisms, arithmetic,
parts of what is audited, old names of it, queries of data and models that add audited noise."""
UNSEEN = {"opacus"}
"""It cannot be imported without PyTorch."""


def public(library: str) -> Iterator[str]:
    """Where functions and classes of a library are defined, by their names in it."""
    package = import_module(library)
    for module in walk_packages(package.__path__, f"{library}."):
        if ".test" in module.name or "_test" in module.name:
            continue
        try:
            with redirect_stdout(StringIO()):
                loaded = import_module(module.name)
        except ImportError:
            continue  # it needs what the extra does not bring
        inner = module.name.removeprefix(f"{library}.")
        for name, value in vars(loaded).items():
            own = (isfunction(value) or isclass(value)) and value.__module__ == module.name
            if own and not name.startswith("_") and value.__name__ == name:
                yield f"{inner}.{name}"


def known(library: str) -> set[str]:
    """What is audited or left out; a name that a package exports stands for where it is defined."""
    audited = {case.name.partition(",")[0] for case in cases_of(library).values()}
    return audited | set(LEFT_OUT.get(library, {}))


def is_known(name: str, names: set[str]) -> bool:
    """Whether it is listed, by its own name or by the name under which a package has it."""
    inner, _, last = name.rpartition(".")
    packages = inner.split(".")
    places = (".".join((*packages[:depth], last)) for depth in range(len(packages) + 1))
    return any(place in names for place in places)


@pytest.mark.filterwarnings("ignore")  # libraries warn about their own dependencies
@pytest.mark.parametrize("library", sorted(set(LIBRARIES) - UNSEEN))
def test_every_public_name_is_audited_or_left_out_or_no_bound(library: str) -> None:
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed: pip install 'dpsym[audit]'")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found, names, patterns = set(public(library)), known(library), NO_BOUNDS[library].split()
    assert len(found) > 10
    open_names = {
        name
        for name in found
        if not is_known(name, names) and not any(fnmatchcase(name, p) for p in patterns)
    }
    assert not open_names


@pytest.mark.parametrize("library", sorted(set(LIBRARIES) - UNSEEN))
def test_no_pattern_hides_what_is_left_out_with_a_reason(library: str) -> None:
    """But for descriptions of mechanisms, some of which no accountant takes."""
    hidden = {
        name
        for name in known(library)
        if not name.startswith("dp_event.")
        and any(fnmatchcase(name, pattern) for pattern in NO_BOUNDS[library].split())
    }
    assert not hidden
