"""Heads and functions that nobody knows, and what may be meant by them."""

from __future__ import annotations

from difflib import get_close_matches
from typing import NoReturn

from dpsym.errors import ClaimError
from dpsym.language.functions import FUNCTIONS
from dpsym.language.heads import HEADS

_BASES = {"log2": 2, "log_2": 2, "lb": 2, "log10": 10, "log_10": 10, "lg": 10}
_USUAL = {
    "ln": "log",
    "tv": "TotalVariation",
    "dp": "PureDP",
    "adp": "ApproxDP",
    "rdp": "RenyiDP",
    "gdp": "GaussianDP",
    "cdp": "ZCDP",
    "mcdp": "MeanCDP",
    "tcdp": "BoundedZCDP",
    "chi2": "ChiSquared",
    "normal": "Gaussian",
    "rr": "RandomizedResponse",
}
"""Usual names of what is called otherwise here, in lower case."""


_ADVICE = {
    "N": "write Gaussian(mean, sigma) for a law, GaussianMechanism(sensitivity, sigma) for noise",
    "lap": "write Laplace(mean, scale) for a law, LaplaceMechanism(sensitivity, scale) for noise",
    "C": "write binomial(n, k)",
    "choose": "write binomial(n, k)",
    "E": "write HockeyStick(eps, P, Q) for the divergence of order e^eps",
    "Q": "write 1 - Phi(x) for the upper tail of the normal law",
    "H": "write Hellinger(P, Q) for 1 - sum of sqrt(P*Q)",
    "pr": "write LossTail(e, P, Q) for the probability of a large loss",
    "log1p": "write log(1 + x)",
    "expm1": "write exp(x) - 1",
    "pow": "write x**y",
    "sum": "write Sum(1/i, (i, 1, k))",
}
"""What to write for functions that other texts have."""


def refuse_unknown(name: str, position: int) -> NoReturn:
    """Complain about a name that is called and has no meaning."""
    known = [*HEADS, *FUNCTIONS]
    lowered = {head.lower(): head for head in known} | _USUAL
    near = get_close_matches(name, known, n=1) or get_close_matches(name.lower(), lowered, n=1)
    meant = lowered.get(name.lower()) or next((lowered.get(n, n) for n in near), "")
    base = _BASES.get(name)
    if base is not None:
        raise ClaimError(
            f"logarithms are natural: {name!r} at character {position + 1} has another base",
            part=name,
            position=position,
            remedy=f"write log(x)/log({base}) for {name}(x)",
        )
    guess = f"did you mean {meant!r}?" if meant else "see 'dpsym check --help' for the heads"
    stem = name.partition("_")[0]
    if len(name) == 1 and name.islower():
        guess = f"write {name}*(...) if {name} is a number"
    raise ClaimError(
        f"unknown head {name!r} at character {position + 1}",
        part=name,
        position=position,
        remedy=_ADVICE.get(stem, _ADVICE.get(stem.lower(), guess)),
    )


__all__ = ["refuse_unknown"]
