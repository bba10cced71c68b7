"""From a derived fact to the guarantee that is claimed: the scalar claims that remain."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sympy import Basic, Expr, Lt, Rational, S, Symbol, erfc, exp, pi, sqrt

from dpsym.language.claim import Claim
from dpsym.language.domains import NONNEGATIVE, Interval
from dpsym.language.heads import (
    ZCDP,
    ApproxDP,
    ApproxZCDP,
    BoundedZCDP,
    GaussianDP,
    Guarantee,
    MeanCDP,
    Phi,
    PureDP,
    RenyiDP,
)
from dpsym.language.printing import text
from dpsym.provers import axioms
from dpsym.provers.guarantees.fact import Fact, normal, probability_needs
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, restate, scalar_hypotheses, substitute


class Derivation:
    """A guarantee from facts about its mechanism, one conversion and scalar inequalities."""

    name = "derivation"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One way for each fact and each conversion to the claimed kind."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Guarantee):
            return
        target = normal(claim.conclusions[0])
        for fact in facts_about(target.args[0], claim):
            convert = _CONVERSIONS.get((type(fact.guarantee), type(target)))
            if convert is None:
                continue
            for needs, words, used in convert(fact, target, claim):
                source = f"{text(fact.guarantee)} ({fact.words})"
                yield Split(
                    tuple(dict.fromkeys((*needs, *fact.needs))),
                    f"from {source}{': ' if words else ''}{words}",
                    tuple(dict.fromkeys(a for a in (*fact.axioms, *used) if a)),
                    {"fact": text(fact.guarantee)},
                )


Way = tuple[tuple[Claim, ...], str, tuple[str, ...]]
Conversion = Callable[[Fact, Basic, Claim], Iterator[Way]]


def _scalar(claim: Claim, *atoms: Basic) -> tuple[Claim, ...]:
    assumed = scalar_hypotheses(claim)
    return tuple(restate(claim, [atom], hypotheses=assumed) for atom in atoms)


def _no_larger(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Each parameter of the fact is at most the claimed one."""
    pairs = zip(fact.parameters, target.args[1:], strict=True)
    atoms = [at_most(have, want) for have, want in pairs if have != want]
    yield _scalar(claim, *atoms), "", ()


def _line_below(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """A line in alpha lies below another on (1, oo): at 1, and in slope."""
    xi, rho = fact.parameters[-2:]
    wanted_xi, wanted_rho = target.args[-2:]
    atoms = [at_most(xi + rho, wanted_xi + wanted_rho)] if xi != wanted_xi else []
    if rho != wanted_rho:
        atoms.append(at_most(rho, wanted_rho))
    if isinstance(target, ApproxZCDP):
        delta = fact.parameters[0] if len(fact.parameters) == 3 else S.Zero
        atoms.append(at_most(delta, target.args[1]))
    yield _scalar(claim, *atoms), "", ()
    if xi != wanted_xi and rho != wanted_rho:
        yield _scalar(claim, at_most(xi, wanted_xi), *atoms[1:]), "", ()


def _line_to_renyi(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    xi, rho = fact.parameters
    alpha, tau = target.args[1:]
    yield _scalar(claim, at_most(xi + rho * alpha, tau)), "", ()


def _line_to_pure(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """A zCDP line of slope zero bounds the max-divergence: let the order tend to oo."""
    xi, rho = fact.parameters
    if rho == 0:
        yield _scalar(claim, at_most(xi, target.args[1])), "the order tends to oo", ()


def _renyi_to_renyi(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    alpha, tau = fact.parameters
    wanted_alpha, wanted_tau = target.args[1:]
    atoms = [at_most(tau, wanted_tau)]
    if alpha != wanted_alpha:
        atoms.append(at_most(wanted_alpha, alpha))
    yield _scalar(claim, *atoms), "", (axioms.MONOTONE_ORDER.name,)


def _renyi_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Canonne, Kamath and Steinke 2020, Proposition 12."""
    alpha, tau = fact.parameters
    epsilon, delta = target.args[1:]
    bound = exp((alpha - 1) * (tau - epsilon)) * (1 - 1 / alpha) ** (alpha - 1) / alpha
    yield _scalar(claim, at_most(bound, delta)), "moment bound", (axioms.TAIL_INTEGRAL.name,)


_W = Symbol("w")
MILLS = at_most(sqrt(pi) * exp(_W**2) * erfc(_W) * (_W + sqrt(_W**2 + 4 / pi)), Rational(2))


def _line_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Markov's inequality at the best order, or the tail integral with a bound of Mills' ratio.

    With w = epsilon - xi - rho >= 0 and A = 1 + w/(2*rho), the best order, delta is at most
    exp(-w**2/(4*rho)) times 1, 1/A, sqrt(pi*rho) or 2/(A + sqrt(A**2 + 4/(pi*rho))). For rho = 0
    the fact is pure DP. An approximate line of weight delta_0 gives delta_0 + (1 - delta_0) times
    that (Bun and Steinke 2016, Lemmas 3.5, 3.6, 8.8).
    """
    xi, rho = fact.parameters[-2:]
    failure = fact.parameters[0] if len(fact.parameters) == 3 else S.Zero
    epsilon, delta = target.args[1:]
    if rho == 0:
        atoms = at_most(xi, epsilon), at_most(failure, delta)
        yield (*_scalar(claim, *atoms), *probability_needs(fact, claim)), "", ()
        return
    excess = epsilon - xi - rho
    zeros = _zeros_of(rho, claim)
    degenerate: list[Claim] = []
    positive = claim
    for name in zeros:
        at_zero = substitute(
            _numbers_only(claim, at_most(xi, epsilon), at_most(failure, delta)), {name: S.Zero}
        )
        if at_zero is None:
            return
        degenerate.append(at_zero)
        domain = dict(claim.domains)[name]
        assert isinstance(domain, Interval)
        opened = Interval(S.Zero, domain.upper, True, domain.upper_open)
        positive = restate(positive, positive.conclusions, domains={name: opened})
    order = 1 + excess / (2 * rho)
    decay = exp(-(excess**2) / (4 * rho))
    options = (
        (decay, (axioms.TAIL_INTEGRAL.name,), ()),
        (decay / order, (axioms.TAIL_INTEGRAL.name,), ()),
        (decay * sqrt(pi * rho), (axioms.TAIL_INTEGRAL.name,), ()),
        (
            decay * 2 / (order + sqrt(order**2 + 4 / (pi * rho))),
            (axioms.TAIL_INTEGRAL.name,),
            (restate(claim, [MILLS], hypotheses=(), domains={_W: NONNEGATIVE}),),
        ),
    )
    if not zeros and not rho.is_Symbol:
        inside = (*claim.hypotheses, Lt(S.Zero, rho, evaluate=False))
        positive = restate(claim, claim.conclusions, hypotheses=inside)
        degenerate = list(_scalar(claim, at_most(S.Zero, rho), at_most(xi, epsilon)))
        degenerate += _scalar(claim, at_most(failure, delta))
    above = _scalar(positive, at_most(S.Zero, excess))
    if zeros or rho.is_Symbol:
        above += _scalar(positive, Lt(S.Zero, rho, evaluate=False))
    above += probability_needs(fact, claim)
    for bound, used, lemma in options:
        whole = failure + (1 - failure) * bound
        yield (
            (*above, *_scalar(positive, at_most(whole, delta)), *degenerate, *lemma),
            "the moments bound the hockey stick",
            used,
        )


def _numbers_only(claim: Claim, *atoms: Basic) -> Claim:
    return restate(claim, atoms, hypotheses=scalar_hypotheses(claim))


def _zeros_of(rho: Expr, claim: Claim) -> list[Symbol]:
    """Names whose value 0, when their domain has it, makes ``rho`` zero."""
    found = []
    for name, domain in claim.scalars():
        if name not in rho.free_symbols or not isinstance(domain, Interval):
            continue
        if domain.lower == 0 and not domain.lower_open and rho.xreplace({name: S.Zero}) == 0:
            found.append(name)
    return found


def _gaussian_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """The hockey stick of two Gaussians, Balle and Wang 2018, Theorem 8."""
    (mu,) = fact.parameters
    epsilon, delta = target.args[1:]
    curve = Phi(mu / 2 - epsilon / mu) - exp(epsilon) * Phi(-mu / 2 - epsilon / mu)
    if _zeros_of(mu, claim):
        return
    yield _scalar(claim, at_most(curve, delta)), "", (axioms.DOMINATION.name,)


def _pure_to_approx(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    (epsilon,) = fact.parameters
    wanted, delta = target.args[1:]
    yield _scalar(claim, at_most(epsilon, wanted), at_most(S.Zero, delta)), "", ()


def _pure_to_line(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Renyi divergences are at most the max-divergence."""
    (epsilon,) = fact.parameters
    xi, rho = target.args[-2:]
    atoms = [at_most(epsilon, xi + rho), at_most(S.Zero, rho)]
    if isinstance(target, ApproxZCDP):
        atoms.append(at_most(S.Zero, target.args[1]))
    yield _scalar(claim, *atoms), "", (axioms.MONOTONE_ORDER.name,)


def _approx_to_approximate_line(fact: Fact, target: Basic, claim: Claim) -> Iterator[Way]:
    """Given that it reveals nothing, the canonical response is within epsilon both ways."""
    epsilon, failure = fact.parameters
    delta, xi, rho = target.args[1:]
    atoms = [at_most(failure, delta), at_most(epsilon, xi + rho), at_most(S.Zero, rho)]
    yield _scalar(claim, *atoms), "", (axioms.DOMINATION.name, axioms.MONOTONE_ORDER.name)


_CONVERSIONS: dict[tuple[type[Basic], type[Basic]], Conversion] = {
    (PureDP, PureDP): _no_larger,
    (ApproxDP, ApproxDP): _no_larger,
    (GaussianDP, GaussianDP): _no_larger,
    (MeanCDP, MeanCDP): _no_larger,
    (ZCDP, ZCDP): _line_below,
    (ApproxZCDP, ApproxZCDP): _line_below,
    (ZCDP, ApproxZCDP): _line_below,
    (ZCDP, BoundedZCDP): _line_below,
    (ZCDP, RenyiDP): _line_to_renyi,
    (ZCDP, PureDP): _line_to_pure,
    (ZCDP, ApproxDP): _line_to_approx,
    (ApproxZCDP, ApproxDP): _line_to_approx,
    (RenyiDP, RenyiDP): _renyi_to_renyi,
    (RenyiDP, ApproxDP): _renyi_to_approx,
    (GaussianDP, ApproxDP): _gaussian_to_approx,
    (PureDP, ApproxDP): _pure_to_approx,
    (PureDP, ZCDP): _pure_to_line,
    (PureDP, ApproxZCDP): _pure_to_line,
    (ApproxDP, ApproxZCDP): _approx_to_approximate_line,
}
