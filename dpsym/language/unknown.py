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
    "coth": "write cosh(x)/sinh(x), or 1/tanh(x)",
    "sech": "write 1/cosh(x)",
    "csch": "write 1/sinh(x)",
    "sigmoid": "write 1/(1 + exp(-x))",
    "logit": "write log(p/(1 - p))",
    "P": _EVENTS,
    "prob": _EVENTS,
}
_INVERSES = {
    "sinh": "log(x + sqrt(x**2 + 1))",
    "cosh": "log(x + sqrt(x**2 - 1))",
    "tanh": "log((1 + x)/(1 - x))/2",
}
_ADVICE |= {
    before + name: f"write {written}"
    for before in ("a", "ar", "arc")
    for name, written in _INVERSES.items()
}
_ADVICE |= dict.fromkeys(
    "JS JSD js jsd JensenShannon jensenshannon D_JS d_js".split(),
    "write KL(P, Mixture(1/2, P, Q))/2 + KL(Q, Mixture(1/2, P, Q))/2 for the Jensen-Shannon "
    "divergence",
)
_ADVICE |= dict.fromkeys(
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
        remedy=next(
            (_ADVICE[n] for n in (name, stem, stem.lower(), letter) if n in _ADVICE), guess
        ),
    )


_PROBABILITIES = re.compile(
    r"\\Pr\b|\\mathbb\{P\}|\bPr(?:ob)?\s*[\[(]|\bP\s*\[[^\]]*(?:\u2208|\bin\b)|\bP\s*\(.*\bQ\s*\("
)
_CODE = re.compile(r"\bnorm\.(cdf|sf|ppf|pdf)\b")


def refuse_events(source: str) -> None:
    """Complain about a text that speaks of the probabilities of events, or in another language.

    Raises:
        ClaimSyntaxError: it does.
    """
    if found := _CODE.search(source):
        called = {"cdf": "Phi(x)", "sf": "Phi(-x)"}.get(found[1])
        raise ClaimSyntaxError(
            f"{found[0]!r} is a function of another language",
            part=found[0],
            remedy=f"write {called} for {found[0]}(x)"
            if called
            else "Phi(x) is the mass of the normal law below x",
        )
    if found := _PROBABILITIES.search(source):
        raise ClaimSyntaxError("no claim holds events", part=found[0], remedy=_EVENTS)


def lacking(name: str, known: Iterable[str], places: Iterable[str], *, whole: bool) -> str:
    """Advice about a name without a domain, which stands in places that have these domains.

    It says that it is an integer where ``whole`` says that it stands in what counts.

    >>> lacking("k", ["k"], ["-oo..oo"], whole=False)
    "add 'for k in -oo..oo' or the domain you mean"
    """
    domain = "1..oo" if whole else next(iter(places), "[0, oo)")
    return (
        f"{_beside(name, known)}add 'for {name} in {domain}' or the domain you mean"
        + "; the base of logarithms is exp(1)" * (name in ("e", "E"))
    )


def _beside(name: str, known: Iterable[str]) -> str:
    """Advice about a name that other names make side by side, or of a harmonic number."""
    if number := re.fullmatch(r"H_(\w+)", name):
        return f"write harmonic({number[1]}) for the harmonic number, or "
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
