"""From a derived fact to the guarantee that is claimed: the scalar claims that remain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from sympy import Basic, Expr, Integer, Lt, S, exp, expand_mul, log, sqrt

from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.domains import ORDER
from dpsym.language.heads import (
    ZCDP,
    ApproxDP,
    ApproxZCDP,
    BoundedRange,
    BoundedZCDP,
    GaussianDP,
    Guarantee,
    MeanCDP,
    MechanismHead,
    ObjectName,
    Phi,
    ProbabilisticDP,
    PureDP,
    RenyiDP,
    Simulable,
    TailDP,
)
from dpsym.language.printing import text
from dpsym.provers import axioms
from dpsym.provers.guarantees.dominating_mechanisms import RESPONSES
from dpsym.provers.guarantees.fact import Fact, order_needs
from dpsym.provers.guarantees.fact_rules import concluded
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.guarantees.means import line_to_mean, pure_to_mean, range_to_mean
from dpsym.provers.guarantees.tails import (
    Way,
    line_to_approx,
    line_to_loss,
    numeric_claims,
    zeros_of,
)
from dpsym.provers.guarantees.variation import (
    approximate_line_to_approx,
    by_mean,
    by_second_moment,
    line_to_variation,
)
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most


class Derivation:
    """A guarantee from facts about its mechanism, one conversion and scalar inequalities."""

    name = "derivation"

    def __init__(self, kinds: tuple[type[Basic], ...], stated: bool = False) -> None:
        """A derivation of guarantees of these kinds only; also only from facts that state them.

        Of a concrete mechanism, whose laws may say more, one parameter may be compared.
        """
        self._kinds = kinds
        self._stated = stated

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One way for each fact and each conversion to the claimed kind."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], self._kinds):
            return
        target = normal(claim.conclusions[0])
        assumed = any(isinstance(h, Guarantee) for h in claim.hypotheses)
        known = not target.has(ObjectName) and not isinstance(target.args[0], RESPONSES)
        if self._stated and not assumed and not (known and target.free_symbols):
            return
        if isinstance(target, ApproxDP) and not target.args[2].is_Symbol:
            said, lost = target.args[1:]
            sure = numeric_claims(claim, at_most(S.One, lost), at_most(said, said))
            values = dict(zip("Med", map(text, target.args), strict=True))
            params = {"fact": "approx-certain", "with": values}
            yield Split(sure, "no hockey stick exceeds one", (), params, "fact")
        simple = not assumed and not any(isinstance(p, MechanismHead) for p in target.args[0].args)
        ways = self._ways(target, claim, simple)
        if self._stated and simple:
            ways = iter(sorted(ways, key=lambda way: len(way[1])))
        for fact, needs, words, used in ways:
            source = f"{text(fact.guarantee)} ({fact.words})"
            goals = tuple(dict.fromkeys((*needs, *fact.needs)))
            yield Split(
                goals,
                f"from {source}{': ' if words else ''}{words}",
                tuple(dict.fromkeys(a for a in (*fact.axioms, *used) if a)),
                concluded=partial(concluded, fact, claim, goals),
            )

    def _ways(
        self, target: Basic, claim: Claim, simple: bool
    ) -> Iterator[tuple[Fact, tuple[Claim, ...], str, tuple[str, ...]]]:
        """Facts with what converts each; of what only states the claim little is left to prove."""
        known = facts_about(target.args[0], claim)
        if isinstance(target, ApproxZCDP) and target.args[1] == 1:
            known.append(_never_kept(target.args[0]))
        for fact in known:
            convert = _CONVERSIONS.get((type(fact.guarantee), type(target)))
            if convert is None or (self._stated and not isinstance(target, type(fact.guarantee))):
                continue
            for needs, words, used in convert(fact, target, claim):
                if not self._stated or (len(needs) < 2 if simple else not (needs or fact.needs)):
                    yield fact, needs, words, used


def _never_kept(mechanism: Basic) -> Fact:
    """What holds of every mechanism, whose failures are all that there is."""
    sure = ApproxDP(mechanism, S.Zero, S.One)
    return Fact(sure, "no hockey stick exceeds one", row="approx-certain")


Conversion = Callable[[Fact, Basic, Claim], Iterator[Way]]


def _no_larger(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Each parameter of the fact is at most the claimed one."""
    pairs = zip(fact.parameters, target.args[1:], strict=True)
    atoms = [at_most(have, want) for have, want in pairs if not _same(have, want)]
    yield numeric_claims(claim, *atoms), "", ()


def _to_simulable(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """A private mechanism is an image of the canonical response at its parameters."""
    have = (*fact.parameters, S.Zero)[:2]
    atoms = [at_most(h, w) for h, w in zip(have, target.args[1:], strict=True) if h != w]
    yield numeric_claims(claim, *atoms), "", (axioms.DOMINATION.name,)


def _from_simulable(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """An image of the canonical response is as private as that."""
    have, want = (*fact.parameters, S.Zero)[:2], (*target.args[1:], S.Zero)[:2]
    atoms = [at_most(h, w) for h, w in zip(have, want, strict=True) if h != w]
    yield numeric_claims(claim, *atoms), "", (axioms.DATA_PROCESSING.name,)


def _same(have: Expr, want: Expr) -> bool:
    """Whether two expressions differ at most in the names of bound variables."""
    return bool(have == want or have.as_dummy() == want.as_dummy())


def _line_below(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """A line in alpha lies below another on (1, oo): at 1, and in slope."""
    xi, rho = fact.parameters[-2:]
    wanted_xi, wanted_rho = target.args[-2:]
    atoms = [at_most(xi + rho, wanted_xi + wanted_rho)] if xi != wanted_xi else []
    if rho != wanted_rho:
        atoms.append(at_most(rho, wanted_rho))
    if isinstance(target, ApproxZCDP):
        delta = fact.parameters[0] if len(fact.parameters) == 3 else S.Zero
        if not _same(delta, target.args[1]):
            atoms.append(at_most(delta, target.args[1]))
    yield numeric_claims(claim, *atoms), "", ()
    if xi != wanted_xi and rho != wanted_rho:
        yield numeric_claims(claim, at_most(xi, wanted_xi), *atoms[1:]), "", ()


def _line_to_renyi(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    xi, rho = fact.parameters
    alpha, tau = target.args[1:]
    atoms = numeric_claims(claim, at_most(xi + rho * alpha, tau))
    yield (*atoms, *order_needs(alpha, claim)), "", ()


def _line_to_pure(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """A zCDP line of slope zero bounds the max-divergence: let the order tend to oo."""
    xi, rho = fact.parameters
    if rho == 0:
        yield numeric_claims(claim, at_most(xi, target.args[1])), "the order tends to oo", ()


def _bounded_line_to_renyi(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """An order up to the last one of the line, from below which moments are continuous."""
    last, xi, rho = fact.parameters
    alpha, tau = target.args[1:]
    within = [] if last is S.Infinity else [at_most(alpha, last)]
    atoms = numeric_claims(claim, *within, at_most(xi + rho * alpha, tau))
    yield (*atoms, *order_needs(last, claim), *order_needs(alpha, claim)), "", ()


def _bounded_line_below(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Fewer orders, and a line that is higher at 1 and no flatter."""
    last, xi, rho = fact.parameters
    wanted, wanted_xi, wanted_rho = target.args[1:]
    pairs = ((wanted, last), (xi + rho, wanted_xi + wanted_rho), (rho, wanted_rho))
    atoms = [at_most(have, want) for have, want in pairs if not _same(have, want)]
    yield numeric_claims(claim, *atoms), "", ()


def _renyi_to_renyi(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    alpha, tau = fact.parameters
    wanted_alpha, wanted_tau = target.args[1:]
    atoms = [] if _same(tau, wanted_tau) else [at_most(tau, wanted_tau)]
    if alpha != wanted_alpha:
        atoms.append(at_most(wanted_alpha, alpha))
    needs = (*numeric_claims(claim, *atoms), *order_needs(wanted_alpha, claim))
    yield needs, "", (axioms.MONOTONE_ORDER.name,)


def _renyi_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Canonne, Kamath and Steinke 2020, Proposition 12."""
    alpha, tau = fact.parameters
    epsilon, delta = target.args[1:]
    gap = min(tau - epsilon, expand_mul(tau - epsilon), key=lambda way: way.count_ops())
    bound = exp((alpha - 1) * gap) * (1 - 1 / alpha) ** (alpha - 1) / alpha
    ordered = order_needs(alpha, claim)
    needs = (*numeric_claims(claim, at_most(bound, delta)), *ordered)
    yield needs, "moment bound", (axioms.TAIL_INTEGRAL.name,)
    for ways, words, used in by_mean(tau, target, claim):
        yield (*ways, *ordered), words, used
    yield from by_second_moment(tau, target, claim, (at_most(Integer(2), alpha),))


def _gaussian_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """The hockey stick of two Gaussians, Balle and Wang 2018, Theorem 8."""
    (mu,) = fact.parameters
    epsilon, delta = target.args[1:]
    curve = Phi(mu / 2 - epsilon / mu) - exp(epsilon) * Phi(-mu / 2 - epsilon / mu)
    if epsilon != 0 and zeros_of(mu, claim):
        return
    yield numeric_claims(claim, at_most(curve, delta)), "", (axioms.DOMINATION.name,)


def _pure_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    (epsilon,) = fact.parameters
    wanted, delta = target.args[1:]
    yield numeric_claims(claim, at_most(epsilon, wanted), at_most(S.Zero, delta)), "", ()


def _pure_to_range(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """A loss in [-epsilon, epsilon]."""
    (epsilon,) = fact.parameters
    yield numeric_claims(claim, at_most(2 * epsilon, target.args[1])), "", ()


def _pure_to_line(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Renyi divergences are at most the max-divergence."""
    (epsilon,) = fact.parameters
    xi, rho = target.args[-2:]
    atoms = [at_most(epsilon, xi + rho), at_most(S.Zero, rho)]
    if isinstance(target, ApproxZCDP):
        atoms.append(at_most(S.Zero, target.args[1]))
    yield numeric_claims(claim, *atoms), "", (axioms.MONOTONE_ORDER.name,)


def _approx_to_approximate_line(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Given that it reveals nothing, the canonical response is within epsilon both ways."""
    epsilon, failure = fact.parameters
    delta, xi, rho = target.args[1:]
    atoms = [at_most(failure, delta), at_most(epsilon, xi + rho), at_most(S.Zero, rho)]
    yield numeric_claims(claim, *atoms), "", (axioms.DOMINATION.name, axioms.MONOTONE_ORDER.name)


def _loss_to_pure(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """A loss that never exceeds epsilon."""
    epsilon, delta = fact.parameters
    if delta == 0:
        yield numeric_claims(claim, at_most(epsilon, target.args[1])), "", ()


def _loss_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """The hockey stick is at most the mass where it is positive."""
    epsilon, delta = fact.parameters
    atoms = at_most(epsilon, target.args[1]), at_most(delta, target.args[2])
    yield numeric_claims(claim, *atoms), "the mass where the loss exceeds epsilon", ()


def _approx_to_loss(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Where the loss exceeds epsilon + t the stick keeps 1 - exp(-t) of the mass at least."""
    epsilon, delta = fact.parameters
    wanted, tail = target.args[1:]
    kept = 1 - exp(epsilon - wanted)
    atoms = Lt(epsilon, wanted, evaluate=False), at_most(delta, tail * kept)
    yield numeric_claims(claim, *atoms), "Markov's inequality for the hockey stick", ()


def _line_to_tail(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """The line's own family, and every one that is nowhere below it."""
    xi, rho = fact.parameters
    wanted_xi, wanted_rho = target.args[1:]
    atoms = [at_most(xi + rho, wanted_xi), at_most(4 * rho, wanted_rho)]
    used = (axioms.TAIL_INTEGRAL.name,)
    yield numeric_claims(claim, at_most(S.Zero, rho), *atoms), "Markov's inequality", used


def _tail_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """The member of the family at the claimed delta."""
    xi, rho = fact.parameters
    epsilon, delta = target.args[1:]
    atoms = (
        Lt(S.Zero, delta, evaluate=False),
        at_most(delta, S.One),
        at_most(xi + sqrt(rho * log(1 / delta)), epsilon),
    )
    yield numeric_claims(claim, *atoms), "", ()


def _line_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """At the orders that the claim names, in total variation, and by the tail integral."""
    xi, rho = fact.parameters
    delta = target.args[2]
    yield from line_to_variation(fact, target, claim)
    for name, domain in claim.scalars():
        if name in delta.free_symbols and ORDER.includes(domain):
            line = Fact(RenyiDP(target.args[0], name, xi + rho * name), fact.words)
            yield from _renyi_to_approx(line, target, claim)
    yield from line_to_approx(fact, target, claim)


_CONVERSIONS: dict[tuple[type[Basic], type[Basic]], Conversion] = {
    (PureDP, PureDP): _no_larger,
    (ApproxDP, ApproxDP): _no_larger,
    (ApproxDP, Simulable): _to_simulable,
    (PureDP, Simulable): _to_simulable,
    (Simulable, Simulable): _no_larger,
    (Simulable, ApproxDP): _from_simulable,
    (Simulable, PureDP): _from_simulable,
    (GaussianDP, GaussianDP): _no_larger,
    (BoundedRange, BoundedRange): _no_larger,
    (PureDP, BoundedRange): _pure_to_range,
    (MeanCDP, MeanCDP): _no_larger,
    (ZCDP, ZCDP): _line_below,
    (ApproxZCDP, ApproxZCDP): _line_below,
    (ZCDP, ApproxZCDP): _line_below,
    (ZCDP, BoundedZCDP): _line_below,
    (ZCDP, RenyiDP): _line_to_renyi,
    (BoundedZCDP, RenyiDP): _bounded_line_to_renyi,
    (BoundedZCDP, BoundedZCDP): _bounded_line_below,
    (ZCDP, PureDP): _line_to_pure,
    (ZCDP, ApproxDP): _line_to_approx,
    (ZCDP, TailDP): _line_to_tail,
    (TailDP, TailDP): _no_larger,
    (TailDP, ApproxDP): _tail_to_approx,
    (ApproxZCDP, ApproxDP): approximate_line_to_approx,
    (RenyiDP, RenyiDP): _renyi_to_renyi,
    (RenyiDP, ApproxDP): _renyi_to_approx,
    (GaussianDP, ApproxDP): _gaussian_to_approx,
    (PureDP, ApproxDP): _pure_to_approx,
    (PureDP, ZCDP): _pure_to_line,
    (PureDP, ApproxZCDP): _pure_to_line,
    (ApproxDP, ApproxZCDP): _approx_to_approximate_line,
    (ProbabilisticDP, ProbabilisticDP): _no_larger,
    (ProbabilisticDP, PureDP): _loss_to_pure,
    (ProbabilisticDP, ApproxDP): _loss_to_approx,
    (PureDP, ProbabilisticDP): _pure_to_approx,
    (ApproxDP, ProbabilisticDP): _approx_to_loss,
    (ZCDP, ProbabilisticDP): line_to_loss,
    (PureDP, MeanCDP): pure_to_mean,
    (BoundedRange, MeanCDP): range_to_mean,
    (ZCDP, MeanCDP): line_to_mean,
}
