"""Heads and functions that nobody knows, and what may be meant by them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NoReturn

from dpsym.errors import ClaimError, ClaimSyntaxError
from dpsym.language.functions import FUNCTIONS
from dpsym.language.heads import HEADS

LETTERS = frozenset(
    "alpha beta gamma delta eps epsilon zeta eta theta iota kappa lam lambda mu nu xi omicron rho "
    "sigma tau upsilon phi chi psi omega".split()
)
"""Names of Greek letters, and their usual short forms."""
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
    "ber": "Bernoulli",
    "bern": "Bernoulli",
}
"""Usual names of what is called otherwise here, in lower case."""


_EVENTS = (
    "write 'M is (eps, delta)-DP', or HockeyStick(eps, P, Q) <= delta for all events of two laws"
)
_ADVICE = {
    "N": "write Gaussian(mean, sigma) for a law, GaussianMechanism(sensitivity, sigma) for noise",
    "lap": "write Laplace(mean, scale) for a law, LaplaceMechanism(sensitivity, scale) for noise",
    "C": "write binomial(n, k)",
    "choose": "write binomial(n, k)",
    "E": "write HockeyStick(eps, P, Q) for the divergence of order e^eps",
    "Q": "write 1 - Phi(x) for the upper tail of the normal law",
    "H": "write Hellinger(P, Q) for 1 - sum of sqrt(P*Q)",
    "pr": f"{_EVENTS}, LossTail(e, P, Q) for the probability of a large loss",
    "O": "write a constant, as in c*x, which 'dpsym tighten' finds",
    "bc": "write 1 - Hellinger(P, Q) for the sum of sqrt(P*Q)",
    "log1p": "write log(1 + x)",
    "expm1": "write exp(x) - 1",
    "pow": "write x**y",
    "sum": "write Sum(1/i, (i, 1, k))",
    "P": _EVENTS,
    "prob": _EVENTS,
} | dict.fromkeys(
    "sin cos tan asin acos atan arcsin arccos arctan cot sec csc ceil ceiling floor round sign "
    "gamma Gamma digamma zeta beta Beta mod gcd var std mean median Ent Var Cov".split(),
    f"claims have the functions {', '.join(FUNCTIONS)}",
)
"""What to write for functions that other texts have."""


def refuse_unknown(name: str, position: int, argument: str = "...") -> NoReturn:
    """Complain about a name that is called with an argument and has no meaning."""
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
    letter = stem.rstrip("0123456789")
    if re.fullmatch(r"[A-Z]\d*(?:_prime)*", name):
        guess = f"write a law as one name, such as P, and a guarantee as in PureDP({name}, eps)"
    if (len(name) == 1 and name.islower()) or letter.lower() in LETTERS:
        guess = f"write {name}*({argument}) if {name} is a number"
        if argument[:1].isupper() and argument.isidentifier():
            guess += f", PostProcess({argument}) for what is made of the output of {argument}"
    raise ClaimError(
        f"unknown head {name!r} at character {position + 1}",
        part=name,
        position=position,
        remedy=next((_ADVICE[n] for n in (stem, stem.lower(), letter) if n in _ADVICE), guess),
    )


_PROBABILITIES = re.compile(
    r"\\Pr\b|\\mathbb\{P\}|\bPr(?:ob)?\s*[\[(]|\bP\s*\[[^\]]*(?:\u2208|\bin\b)|\bP\s*\(.*\bQ\s*\("
)


def refuse_events(source: str) -> None:
    """Complain about a text that speaks of the probabilities of events.

    Raises:
        ClaimSyntaxError: it does.
    """
    if found := _PROBABILITIES.search(source):
        raise ClaimSyntaxError("no claim holds events", part=found[0], remedy=_EVENTS)


def beside(name: str, known: Iterable[str]) -> str:
    """Advice about a name that other names make side by side."""
    cuts = range(1, len(name))
    halves = next(((name[:i], name[i:]) for i in cuts if {name[:i], name[i:]} <= {*known}), None)
    return f"write {'*'.join(halves)} for a product, or " if halves else ""


def held_by(unused: str, known: list[str]) -> str:
    """Advice about a name that another may hold as a factor."""
    for name in known:
        parts = (unused, name.removeprefix(unused)), (name.removesuffix(unused), unused)
        for left, right in parts:
            if left + right == name and left.isidentifier() and right.isidentifier():
                return f"{name} is one name; write {left}*{right} for a product"
    return ""


def mechanism_of(law: str) -> str:
    """What to write for a law of noise where a mechanism is meant; empty for other heads.

    >>> mechanism_of("Laplace")
    'write LaplaceMechanism(sensitivity, scale) for the mechanism that adds such noise'
    """
    head = HEADS.get(f"{law}Mechanism")
    forms = re.findall(r"``(\w+Mechanism\([^`]*\))``", (head.__doc__ or "") if head else "")
    return f"write {' or '.join(forms)} for the mechanism that adds such noise" if forms else ""
