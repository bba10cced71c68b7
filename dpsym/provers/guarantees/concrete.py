"""What concrete mechanisms satisfy by their definition or closed forms."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, S, exp

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.heads import ZCDP, ApproxDP, GaussianDP, ObjectName, Phi, PureDP, RenyiDP
from dpsym.language.noises import PURE
from dpsym.provers import axioms
from dpsym.provers.guarantees.consequences import consequences
from dpsym.provers.guarantees.fact import Fact
from dpsym.provers.guarantees.scores import ranges_of_losses
from dpsym.provers.restate import restate


def concrete(mechanism: Basic, claim: Claim) -> Iterator[Fact]:
    """The guarantees that concrete mechanisms have by definition or closed form."""
    if isinstance(mechanism, heads.GaussianMechanism):
        sensitivity, sigma = mechanism.args
        mean = sensitivity**2 / (2 * sigma**2)
        for guarantee, words, row in (
            (ZCDP(mechanism, S.Zero, mean), "closed form", "gaussian-zcdp"),
            (GaussianDP(mechanism, sensitivity / sigma), "by definition", "gaussian-gaussian"),
            (heads.MeanCDP(mechanism, mean, sensitivity / sigma), "closed form", "gaussian-mean"),
        ):
            yield Fact(guarantee, words, row=row)
        yield from _before_sampling(mechanism, claim)
        if any(
            isinstance(h, RenyiDP) and isinstance(h.args[0], ObjectName) for h in claim.hypotheses
        ):
            # beside what is known of another at one order
            line = Fact(ZCDP(mechanism, S.Zero, mean), "closed form", row="gaussian-zcdp")
            yield from consequences(line, claim)
        return
    if isinstance(mechanism, heads.ExponentialMechanism):
        widths = ranges_of_losses(mechanism, claim)
        known = [heads.BoundedRange(mechanism, width) for width in widths]
        if not set(known).isdisjoint(claim.conclusions):
            return
        for ranged in known:
            fact = Fact(ranged, "by its scores", (restate(claim, [ranged]),))
            yield fact
            yield from consequences(fact, claim)
        return
    elif isinstance(mechanism, heads.CanonicalRR):
        fact = Fact(ApproxDP(mechanism, *mechanism.args), "by definition", row="canonical")
    elif isinstance(mechanism, heads.DiscreteGaussianMechanism):
        line = ZCDP(mechanism, S.Zero, 1 / (2 * mechanism.args[0] ** 2))
        if line in map(normal, claim.conclusions):
            return
        fact = Fact(line, "closed form", (restate(claim, [line], hypotheses=()),))
    elif type(mechanism) in PURE:
        sensitivity, scale = mechanism.args
        row = PURE[type(mechanism)].__name__.lower()
        fact = Fact(PureDP(mechanism, sensitivity / scale), "closed form", row=row)
    elif isinstance(mechanism, heads.NaryResponse):
        pure = PureDP(mechanism, mechanism.args[0])
        if pure in claim.conclusions:
            return
        fact = Fact(pure, "by definition", (restate(claim, [pure], hypotheses=()),))
    else:
        row = "response" if isinstance(mechanism, heads.RandomizedResponse) else "geometric"
        fact = Fact(PureDP(mechanism, mechanism.args[0]), "by definition", row=row)
    yield fact
    yield from consequences(fact, claim)


def _before_sampling(mechanism: Basic, claim: Claim) -> Iterator[Fact]:
    """The hockey stick of normal laws at the epsilon whose sample the claim asks for."""
    mu = mechanism.args[0] / mechanism.args[1]
    for atom in map(normal, claim.conclusions):
        sampled = isinstance(atom, ApproxDP) and isinstance(atom.args[0], heads.Subsample)
        if not sampled or atom.args[0].args[0] != mechanism:
            continue
        rate, total = atom.args[0].args[1], exp(atom.args[1])
        for epsilon in (node.args[0] for node in total.atoms(exp)):
            if total != 1 + rate * (exp(epsilon) - 1):
                continue
            curve = Phi(mu / 2 - epsilon / mu) - exp(epsilon) * Phi(-mu / 2 - epsilon / mu)
            private = Fact(GaussianDP(mechanism, mu), "by definition", row="gaussian-gaussian")
            yield Fact(
                ApproxDP(mechanism, epsilon, curve),
                "the hockey stick of normal laws",
                axioms=(axioms.DOMINATION.name,),
                row="gaussian-approx",
                parents=(private,),
            )
