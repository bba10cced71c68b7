"""What holds for groups of databases, joined by steps between neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sympy import Basic, Expr, Lt, S, Sum, exp, harmonic

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import ZCDP, ApproxDP, GaussianDP, PureDP, RenyiDP
from dpsym.language.names import written_out
from dpsym.provers import axioms
from dpsym.provers.guarantees.consequences import orders_asked
from dpsym.provers.guarantees.fact import Fact, relations_of
from dpsym.provers.restate import at_most, fresh, restate


def of_groups(mechanism: Basic, known: Iterable[Fact], claim: Claim) -> Iterator[Fact]:
    """Guarantees for databases at distance at most k, from what is known of neighbours.

    Pure DP: k*epsilon. Approximate DP: (k*epsilon, delta*sum_{j<k} exp(j*epsilon)) by k steps of
    the definition (Vadhan 2017, Lemma 2.2). zCDP: unrolling Hoelder's inequality gives
    xi*sum_{j<k} k*a/(k*a - j) + rho*k**2*a at order a; the sum decreases in a from k*H_k to k, so
    xi is multiplied by k*H_k where xi >= 0 and by k where xi <= 0 (Bun and Steinke 2016,
    Proposition 5.3, whose statement needs xi >= 0), with orders up to k*a. Gaussian DP: k*mu.
    """
    size = mechanism.args[1]
    for fact in known:
        parameters, used = fact.parameters, axioms.HOELDER.name
        if isinstance(fact.guarantee, PureDP):
            pure = PureDP(mechanism, size * parameters[0])
            yield Fact(pure, "k steps", fact.needs, fact.axioms, "group-pure", (fact,))
        elif isinstance(fact.guarantee, ApproxDP):
            epsilon, delta = parameters
            index = fresh(claim, "j")
            growth = Sum(exp(index * epsilon), (index, 0, size - 1))
            growth = written_out(growth)
            positive = restate(
                claim, [Lt(S.Zero, epsilon, evaluate=False)], hypotheses=relations_of(claim)
            )
            ways: list[tuple[Expr, tuple[Claim, ...]]] = [(growth, ())]
            if epsilon != 0:
                ways.append(((exp(size * epsilon) - 1) / (exp(epsilon) - 1), (positive,)))
            for total, needs in ways:
                yield Fact(
                    ApproxDP(mechanism, size * epsilon, delta * total),
                    "k steps",
                    (*fact.needs, *needs),
                    fact.axioms,
                    "group-approx",
                    (fact,),
                )
        elif isinstance(fact.guarantee, GaussianDP):
            yield Fact(
                GaussianDP(mechanism, size * parameters[0]),
                "k steps along the trade-off curve, Dong, Roth and Su 2022, Theorem 7",
                fact.needs,
                (*fact.axioms, axioms.DOMINATION.name),
                "group-gaussian",
                (fact,),
            )
        elif isinstance(fact.guarantee, heads.BoundedRange):
            ranges = heads.BoundedRange(mechanism, size * parameters[0])
            words = "log-likelihood ratios add along k steps"
            yield Fact(ranges, words, fact.needs, fact.axioms, "group-range", (fact,))
        elif isinstance(fact.guarantee, ZCDP):
            yield from _group_lines(mechanism, fact, claim, used)
        elif isinstance(fact.guarantee, heads.BoundedZCDP):
            yield from _group_orders(mechanism, fact, claim, used)


def _group_orders(mechanism: Basic, fact: Fact, claim: Claim, used: str) -> Iterator[Fact]:
    """The bound at each order that the claim asks about, from orders up to k times that."""
    size, (last, xi, rho) = mechanism.args[1], fact.parameters
    index, relations = fresh(claim, "j"), relations_of(claim)
    for order in orders_asked(claim):
        reach = size * order
        total = Sum(reach / (reach - index), (index, 0, size - 1)) if xi != 0 else S.Zero
        atoms = [at_most(S.Zero, rho), Lt(S.One, order, evaluate=False)]
        atoms += [at_most(reach, last)] if reach != last else []
        needs = tuple(restate(claim, [atom], hypotheses=relations) for atom in atoms)
        bound = written_out(xi * total) + size**2 * rho * order
        yield Fact(
            RenyiDP(mechanism, order, bound),
            "Hoelder's inequality along k steps",
            (*fact.needs, *needs),
            (*fact.axioms, used),
            "group-order",
            (fact,),
        )


def _group_lines(mechanism: Basic, fact: Fact, claim: Claim, used: str) -> Iterator[Fact]:
    """Lines for all orders."""
    size = mechanism.args[1]
    xi, rho = fact.parameters
    relations = relations_of(claim)
    nonnegative = restate(claim, [at_most(S.Zero, rho)], hypotheses=relations)
    common = (*fact.needs, nonnegative)
    words = "Hoelder's inequality along k steps"
    if xi == 0:
        line = ZCDP(mechanism, S.Zero, size**2 * rho)
        yield Fact(line, words, common, (*fact.axioms, used), "group-zcdp-below", (fact,))
        return
    for factor, sign, row in (
        (size * harmonic(size), at_most(S.Zero, xi), "group-zcdp-above"),
        (size, at_most(xi, S.Zero), "group-zcdp-below"),
    ):
        needed = restate(claim, [sign], hypotheses=relations)
        yield Fact(
            ZCDP(mechanism, factor * xi, size**2 * rho),
            words,
            (*common, needed),
            (*fact.axioms, used),
            row,
            (fact,),
        )
