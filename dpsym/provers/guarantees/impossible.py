"""Claims that say nothing of any mechanism, since none satisfies what they assume."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Expr, Lt, S, Symbol

from dpsym.kernel.terms import sign
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal, stated, without_failures
from dpsym.language.domains import Interval
from dpsym.language.heads import Divergence, Guarantee, LossTail, ObjectName
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric, restate, scalar_hypotheses


class Impossible:
    """A hypothesis bounds a divergence by a negative number, as it is of no mechanism."""

    name = "impossible hypothesis"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """That the bound of a hypothesis on the conclusion's mechanism is negative."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Guarantee):
            return
        mechanism = claim.conclusions[0].args[0]
        order, known = fresh(claim, "order"), dict(claim.domains)
        laws = ObjectName("P"), ObjectName("Q")
        for number, hypothesis in enumerate(claim.hypotheses):
            if not isinstance(hypothesis, Guarantee) or hypothesis.args[0] != mechanism:
                continue
            found = stated(without_failures(normal(hypothesis)), laws, order)
            if found is None or not isinstance(found[0].lhs, Divergence | LossTail):
                continue
            bound, orders = found[0].rhs, found[1]
            if bound.has(order) and not (orders.lower == 1 and orders.lower_open):
                continue
            for place in _places(bound, order, orders):
                value = bound.xreplace({order: place})
                if sign(-value, known) < 2 and not any(map(is_numeric, claim.hypotheses)):
                    continue
                negative = Lt(value, S.Zero, evaluate=False)
                at = {"at": str(place)} if found[0].has(order) else {}
                yield Split(
                    (restate(claim, [negative], hypotheses=scalar_hypotheses(claim)),),
                    f"no mechanism satisfies {hypothesis}, so that nothing is claimed",
                    detail={"number": number, "order": order.name, **at},
                    rule="impossible",
                )


def _places(bound: Expr, order: Symbol, orders: Interval) -> list[Expr]:
    """Orders at which a line may be negative: where it begins, or behind its zero."""
    slope = bound.coeff(order)
    found = [S.One, S(2)] if bound.has(order) else [S.One]
    if slope.is_Rational and slope < 0:
        found.append(1 - bound.xreplace({order: S.Zero}) / slope)
    return [
        place for place in found if place == 1 or (place.is_Rational and orders.contains(place))
    ]
