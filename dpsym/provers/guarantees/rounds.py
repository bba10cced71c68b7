"""The optimal composition of canonical responses, for symbolic numbers of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Basic, cancel

from dpsym.kernel.goal import Goal
from dpsym.kernel.mechanisms import instance_of
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split

_ROWS: dict[type[Basic], str] = {
    heads.CanonicalRR: "repeated-canonical",
    heads.RandomizedResponse: "repeated-response",
    heads.GeometricMechanism: "repeated-geometric",
}


class RepeatedResponse:
    """ApproxDP of k canonical responses at (k - 2*i)*epsilon, where the hockey stick is a sum.

    With l of k honest answers false, P exceeds ``exp((k - 2*i)*epsilon)`` times Q iff l < i. The
    outcomes that reveal input 0 have mass ``1 - (1 - delta)**k`` under P and none under Q (Kairouz,
    Oh and Viswanath 2015, equations 28 to 30; Murtagh and Vadhan 2016, Theorem 1.5).
    """

    name = "optimal composition"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The sum where it is the claimed delta as it stands, else that it is at most that."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], heads.ApproxDP):
            return
        atom = normal(claim.conclusions[0])
        params = _instance(atom)
        if params is None:
            return
        yield from by_rule(
            "fact",
            claim,
            params,
            "the hockey stick of k canonical responses is the sum over fewer than i false answers",
        )
        try:
            _, found, _ = instance_of(Goal(claim, params, (), set()))
        except Rejected:
            return
        if found.args[1:] != atom.args[1:]:
            values = dict(zip("Medxy", (*found.args, *atom.args[1:]), strict=True))
            larger = {"fact": "weaken-approx", "with": {n: text(v) for n, v in values.items()}}
            yield from by_rule("fact", claim, larger, "a guarantee with no larger parameters")


def _instance(atom: Basic) -> dict[str, Any] | None:
    """The row about a response that is repeated, with terms for its names."""
    mechanism, total, _ = atom.args
    if not isinstance(mechanism, heads.Compose) or len(mechanism.args) != 2:
        return None
    response, k = mechanism.args
    if type(response) not in _ROWS or not heads.is_scalar(k) or response.args[0] == 0:
        return None
    values = {"e": response.args[0], "k": k, "i": cancel((k - total / response.args[0]) / 2)}
    if isinstance(response, heads.CanonicalRR):
        values["d"] = response.args[1]
    written = {name: text(value) for name, value in values.items()}
    return {"fact": _ROWS[response.func], "with": written}


__all__ = ["RepeatedResponse"]
