"""What may stand for a mechanism's name, given its hypotheses.

An :class:`Option` is a concrete mechanism over numeric names, mostly the worst case of a
guarantee, together with the hypotheses that hold for it by definition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sympy import Basic, Expr, Integer, Rational, S, Symbol, exp, log, sqrt

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Domain, Interval
from dpsym.language.heads import ObjectName
from dpsym.provers.search.coordinates import Row
from dpsym.provers.search.space import Hint


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a mechanism.

    Attributes:
        label: a word for it.
        mechanism: what stands for the name.
        kind: ``finite``, ``normal``, ``laplace`` or ``geometric``.
        met: hypotheses that hold by definition.
        rows: laws that are free in it.
        fresh: numeric names that are free in it, all positive.
        hints: how to round names.
    """

    label: str
    mechanism: Basic
    kind: str
    met: tuple[Basic, ...] = ()
    rows: tuple[Row, ...] = ()
    fresh: tuple[Symbol, ...] = ()
    hints: tuple[Hint, ...] = ()


def logarithm(name: Basic) -> tuple[Hint, ...]:
    """The hint that a name is best the logarithm of a rational."""
    if not isinstance(name, Symbol):
        return ()
    inner = Symbol(f"exp_{name.name}")
    return (Hint(name, inner, log(inner), exp(name)),)


def options(claim: Claim, name: Symbol, *, length: int) -> list[Option]:
    """The choices for one mechanism name, likeliest first, on ``length`` databases."""
    own = [h for h in claim.hypotheses if isinstance(h, heads.Guarantee) and h.args[0] == name]
    found: list[Option] = []
    for hypothesis in own:
        rule = _BY_GUARANTEE.get(type(hypothesis))
        if rule is not None:
            found += rule(hypothesis)
    if not own:
        found += _free(name)
    if any(isinstance(h, _ON_AVERAGE) for h in own):
        found += _beyond(claim, name, own)
    for atoms in (2, 3, 4) if length < 4 else (2, 3):
        found.append(finite(name, atoms, length))
    return found


def choices(claim: Claim, name: Symbol, *, length: int) -> list[Option]:
    """The choices for a mechanism; those of which a capacity is known where one is asked about."""
    found = options(claim, name, length=length)
    parts = _parts_beside(claim, name)
    if parts:
        # what sees all parts answers on that which changed as it does on any
        found = [replace(o, mechanism=heads.Parallel(*[o.mechanism] * parts)) for o in found]
    if not any(atom.has(heads.Capacity, heads.Recovery) for atom in claim.atoms):
        return found
    return informative() + [option for option in found if option.kind == "finite"]


def _parts_beside(claim: Claim, name: Symbol) -> int:
    """How many parts the databases have of what a mechanism is composed with; 0 without parts."""
    for atom in claim.conclusions:
        for whole in atom.atoms(heads.Compose, heads.Concurrent):
            if name in whole.args:
                return max(len(p.args) if isinstance(p, heads.Parallel) else 0 for p in whole.args)
    return 0


def finite(name: Symbol, atoms: int, length: int) -> Option:
    """A mechanism with finitely many outcomes, its laws free."""
    names = tuple(ObjectName(f"{name.name}.{i}") for i in range(length))
    return Option(
        f"{length} laws on {atoms} atoms",
        heads.FiniteMechanism(*names),
        "finite",
        rows=(Row(names, atoms),),
    )


def informative() -> list[Option]:
    """Mechanisms that tell much of one of many values, or of many records, for what they cost."""
    values = [
        Option(
            f"response of {size} values",
            heads.NaryResponse(log(odds * Integer(size)), Integer(size)),
            "finite",
        )
        for size, odds in ((10**4, 100), (10**12, 100), (10**300, 400))
    ]
    ramp = (heads.Bernoulli(Rational(1, 2) + Rational(i - 4, 40)) for i in range(9))
    return [Option("a bit that leans to the sum", heads.FiniteMechanism(*ramp), "finite"), *values]


def never_failing(
    claim: Claim, kind: type[heads.Guarantee] = heads.ApproxZCDP
) -> list[dict[Symbol, Basic]]:
    """Approximate zCDP that never fails, which is zCDP and can be certified; then that which may.

    What else an approximate guarantee gives up is known only in bounds.
    """
    if not any(isinstance(atom, kind) for atom in claim.conclusions):
        return [{}]
    places = ((heads.ApproxZCDP, 1), (heads.ApproxDP, 2))
    names = {h.args[i] for h in claim.hypotheses for kind, i in places if isinstance(h, kind)}
    chosen = [name for name, domain in claim.scalars() if name in names and _has_zero(domain)]
    return [dict.fromkeys(chosen, S.Zero), {}] if chosen else [{}]


def _has_zero(domain: Domain) -> bool:
    return isinstance(domain, Interval) and domain.lower == 0 and not domain.lower_open


def _pure(hypothesis: Any) -> list[Option]:
    _, epsilon = hypothesis.args
    met, hints = (hypothesis,), logarithm(epsilon)
    return [
        Option(
            "randomised response", heads.RandomizedResponse(epsilon), "finite", met, hints=hints
        ),
        Option("geometric", heads.GeometricMechanism(epsilon), "geometric", met, hints=hints),
        Option("Laplace", heads.LaplaceMechanism(S.One, 1 / epsilon), "laplace", met),
    ]


def _approximate(hypothesis: Any) -> list[Option]:
    _, epsilon, delta = hypothesis.args
    met, hints = (hypothesis,), logarithm(epsilon)
    canonical = heads.CanonicalRR(epsilon, delta)
    return [Option("canonical response", canonical, "finite", met, hints=hints)]


def _gaussian(met: tuple[Basic, ...], sigma: Expr, name: Expr, back: Any) -> Option:
    hints: tuple[Hint, ...] = ()
    if isinstance(name, Symbol):
        inner = Symbol(f"sigma_{name.name}")
        hints = (Hint(name, inner, back(inner), sigma),)
    return Option("Gaussian", heads.GaussianMechanism(S.One, sigma), "normal", met, hints=hints)


def _concentrated(hypothesis: Any) -> list[Option]:
    name, *_, rho = hypothesis.args
    if isinstance(hypothesis, heads.BoundedZCDP):
        return [_wide(name), _rare(name)]
    if len(hypothesis.args) > 2:
        return [_wide(name)]
    return [_gaussian((hypothesis,), 1 / sqrt(2 * rho), rho, lambda s: 1 / (2 * s**2))]


def _approximate_concentrated(hypothesis: Any) -> list[Option]:
    name, delta, *_ = hypothesis.args
    epsilon = Symbol(f"{name.name}_e", positive=True)
    canonical = heads.CanonicalRR(epsilon, delta)
    response = Option(
        "canonical response", canonical, "finite", fresh=(epsilon,), hints=logarithm(epsilon)
    )
    return [response, _wide(name)]


def _wide(name: Symbol) -> Option:
    """A Gaussian mechanism of any width; what it satisfies is read off."""
    width = Symbol(f"{name.name}_s", positive=True)
    return Option("Gaussian", heads.GaussianMechanism(S.One, width), "normal", fresh=(width,))


def _rare(name: Symbol) -> Option:
    """An answer that is rare on one database and much rarer on the other.

    Its losses are large where it counts at orders near the end of a range.
    """
    rare, loss = (Symbol(f"{name.name}_{letter}", positive=True) for letter in "kl")
    laws = (heads.Bernoulli(exp(-rare)), heads.Bernoulli(exp(-rare - loss)))
    return Option("rare answer", heads.FiniteMechanism(*laws), "finite", fresh=(rare, loss))


def _beyond(claim: Claim, name: Symbol, own: Sequence[Basic]) -> list[Option]:
    """An answer that is nearly certain on one database, with a loss beyond the epsilon concluded.

    What is known of all losses on average, or of their moments, allows it where epsilon is large:
    the other answer has a small loss, and hardly ever comes. No bound on delta is far below one.
    """
    rare, free = (Symbol(f"{name.name}_{letter}", positive=True) for letter in "kl")
    assumed = set[Basic]().union(*(part.free_symbols for h in own for part in h.args[1:]))
    found = []
    for conclusion in claim.conclusions:
        if isinstance(conclusion, heads.ApproxDP | heads.ProbabilisticDP):
            inner, epsilon, _ = conclusion.args
            if inner in (name, heads.PostProcess(name)):
                # An epsilon that depends on what is assumed of the laws is read off them.
                apart = epsilon.free_symbols.isdisjoint(assumed)
                loss, fresh = (epsilon + rare, (rare,)) if apart else (free, (rare, free))
                laws = (heads.Bernoulli(1 - exp(-rare)), heads.Bernoulli(exp(-loss)))
                mechanism = heads.FiniteMechanism(*laws)
                found.append(Option("loss beyond epsilon", mechanism, "finite", fresh=fresh))
    return found


def _tailed(hypothesis: Any) -> list[Option]:
    """Below zero, where there is no such response, the hypothesis does not hold by definition."""
    name, xi, _ = hypothesis.args
    return [Option("randomised response", heads.RandomizedResponse(xi), "finite"), _wide(name)]


def _renyi(hypothesis: Any) -> list[Option]:
    _, alpha, tau = hypothesis.args
    return [_gaussian((hypothesis,), sqrt(alpha / (2 * tau)), tau, lambda s: alpha / (2 * s**2))]


def _tradeoff(hypothesis: Any) -> list[Option]:
    mu = hypothesis.args[1]
    return [_gaussian((hypothesis,), 1 / mu, mu, lambda s: 1 / s)]


def _mean(hypothesis: Any) -> list[Option]:
    return [_wide(hypothesis.args[0])]


def _range(hypothesis: Any) -> list[Option]:
    eta = hypothesis.args[1]
    response = heads.RandomizedResponse(eta / 2)
    return [Option("randomised response", response, "finite", (hypothesis,))]


def _free(name: Symbol) -> list[Option]:
    width = Symbol(f"{name.name}_s", positive=True)
    return [
        _wide(name),
        Option(
            "randomised response", heads.RandomizedResponse(width), "finite", fresh=(width,),
            hints=logarithm(width),
        ),
    ]  # fmt: skip


_ON_AVERAGE = (heads.ZCDP, heads.BoundedZCDP, heads.RenyiDP, heads.MeanCDP)

_BY_GUARANTEE: dict[type[Basic], Any] = {
    heads.PureDP: _pure,
    heads.ApproxDP: _approximate,
    heads.ProbabilisticDP: _approximate,
    heads.ZCDP: _concentrated,
    heads.ApproxZCDP: _approximate_concentrated,
    heads.BoundedZCDP: _concentrated,
    heads.RenyiDP: _renyi,
    heads.GaussianDP: _tradeoff,
    heads.MeanCDP: _mean,
    heads.BoundedRange: _range,
    heads.TailDP: _tailed,
}
