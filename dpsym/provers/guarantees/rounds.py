"""The optimal composition of canonical responses, for symbolic numbers of rounds."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, Expr, S, Sum, binomial, cancel, exp, expand

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Integers
from dpsym.provers.guarantees.dominating_mechanisms import canonical_needs
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, restate


class RepeatedResponse:
    """ApproxDP of k canonical responses at (k - 2*i)*epsilon, where the hockey stick is a sum.

    With l of k honest answers false, P exceeds ``exp((k - 2*i)*epsilon)`` times Q iff l < i. The
    outcomes that reveal input 0 have mass ``1 - (1 - delta)**k`` under P and none under Q (Kairouz,
    Oh and Viswanath 2015, equations 28 to 30; Murtagh and Vadhan 2016, Theorem 1.5).
    """

    name = "optimal composition"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One subgoal, which bounds the sum; none where it is the claimed delta as it stands."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], heads.ApproxDP):
            return
        mechanism, total, claimed = claim.conclusions[0].args
        parts = _rounds(mechanism)
        if parts is None:
            return
        epsilon, delta, k = parts
        i = cancel((k - total / epsilon) / 2) if epsilon != 0 else None
        if i is None or not _is_natural(i, claim) or not _is_natural(k, claim):
            return
        if expand(total - (k - 2 * i) * epsilon) != 0:
            return
        wrong = fresh(claim, "l")
        terms = binomial(k, wrong) * (
            exp(epsilon * (k - wrong)) - exp(epsilon * (k - 2 * i + wrong))
        )
        stick = Sum(terms, (wrong, 0, i - 1)) / (1 + exp(epsilon)) ** k
        value = 1 - (1 - delta) ** k * (1 - stick)
        bound = () if _same(value, claimed) else (at_most(value, claimed),)
        relations = [h for h in claim.hypotheses if not isinstance(h, heads.Guarantee)]
        goals = tuple(restate(claim, [atom], hypotheses=relations) for atom in bound)
        yield Split(
            (*goals, *canonical_needs(claim, epsilon, delta)),
            "the hockey stick of k canonical responses is the sum over fewer than i false answers",
        )


def _rounds(mechanism: Basic) -> tuple[Expr, Expr, Expr] | None:
    """The epsilon, the delta and the number of repeated canonical responses."""
    if not isinstance(mechanism, heads.Compose) or len(mechanism.args) != 2:
        return None
    inner, count = mechanism.args
    if not heads.is_scalar(count):
        return None
    if isinstance(inner, heads.CanonicalRR):
        return inner.args[0], inner.args[1], count
    if isinstance(inner, heads.RandomizedResponse | heads.GeometricMechanism):
        return inner.args[0], S.Zero, count
    return None


def _is_natural(count: Expr, claim: Claim) -> bool:
    if count.is_Integer:
        return bool(count >= 0)
    domain = dict(claim.domains).get(count)
    return isinstance(domain, Integers) and bool(domain.lower >= 0)


def _same(first: Expr, second: Expr) -> bool:
    """Whether two expressions agree once their sums have the same index."""
    index = next(iter(first.atoms(Sum)), None)
    renamed = {
        node: Sum(
            node.function.xreplace({node.variables[0]: index.variables[0]}),
            (index.variables[0], *node.limits[0][1:]),
        )
        for node in second.atoms(Sum)
        if index is not None and len(node.limits) == 1
    }
    return bool(expand(first - second.xreplace(renamed)) == 0)


__all__ = ["RepeatedResponse"]
