"""The optimal composition of canonical responses, for symbolic numbers of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Basic, Integer, Le, S, binomial, cancel

from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import plain
from dpsym.kernel.mechanisms import instance_of
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split

_RESPONSES: dict[type[Basic], str] = {
    heads.CanonicalRR: "canonical",
    heads.RandomizedResponse: "response",
    heads.GeometricMechanism: "geometric",
}


class RepeatedResponse:
    """ApproxDP of k canonical responses at any epsilon, where the hockey stick is a sum.

    With l of k honest answers false, P exceeds ``exp(x)`` times Q iff x < (k - 2*l)*epsilon. The
    outcomes that reveal input 0 have mass ``1 - (1 - delta)**k`` under P and none under Q (Kairouz,
    Oh and Viswanath 2015, equations 28 to 30; Murtagh and Vadhan 2016, Theorem 1.5).
    """

    name = "optimal composition"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The sum where it is the claimed delta as it stands, else that it is at most that."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], heads.ApproxDP):
            return
        atom = normal(claim.conclusions[0])
        for params in _instances(atom, "repeated"):
            yield from by_rule(
                "fact",
                claim,
                params,
                "the hockey stick of k canonical responses is a sum over the false answers",
            )
            try:
                _, found, _ = instance_of(Goal(claim, params, (), set()))
            except Rejected:
                continue
            if found.args[1:] != atom.args[1:]:
                run, epsilon, delta = found.args
                # What sympy makes of binomial(k, 1) is no term that may lack a value.
                delta = delta.replace(binomial, binomial)
                parts = (run, epsilon, delta, *atom.args[1:])
                values = dict(zip("Medxy", parts, strict=True))
                larger = {"fact": "weaken-approx", "with": {n: text(v) for n, v in values.items()}}
                yield from by_rule("fact", claim, larger, "a guarantee with no larger parameters")


class RepeatedResponseAttained:
    """What is at most each delta of k canonical responses, of which one is assumed.

    Their hockey stick is the sum of :class:`RepeatedResponse`, and no delta is below it.
    """

    name = "optimal composition attained"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """That what is claimed to be at most an assumed delta is at most the hockey stick."""
        if len(claim.conclusions) != 1 or not isinstance(plain(claim.conclusions[0]), Le):
            return
        below, delta = plain(claim.conclusions[0]).args
        for atom in map(normal, claim.hypotheses):
            if not isinstance(atom, heads.ApproxDP) or atom.args[2] != delta:
                continue
            for params in _instances(atom, "attained"):
                more = {"y": text(delta), "z": text(below)}
                yield from by_rule(
                    "fact",
                    claim,
                    {**params, "with": params["with"] | more},
                    "no delta is below the hockey stick of k canonical responses",
                )


def _instances(atom: Basic, row: str) -> Iterator[dict[str, Any]]:
    """The rows about a response that is repeated, with terms for their names."""
    mechanism, total, _ = atom.args
    if not isinstance(mechanism, heads.Compose) or len(mechanism.args) != 2:
        return
    response, k = mechanism.args
    if type(response) not in _RESPONSES or not heads.is_scalar(k) or response.args[0] == 0:
        return
    values = {"e": response.args[0], "k": k}
    if isinstance(response, heads.CanonicalRR):
        values["d"] = response.args[1]
    steps = cancel(total / response.args[0])
    fewer = cancel((k - steps) / 2)
    # Between two places the outcomes are those of the next one; some of them bound it from below.
    some = [] if row == "repeated" else [S.One, Integer(2)]
    numbers = dict.fromkeys([fewer, *some, fewer + S.Half])
    for place, at in (*(("", {"i": i, "u": steps}) for i in numbers), ("-anywhere", {"x": total})):
        written = {name: text(value) for name, value in (values | at).items()}
        yield {"fact": f"{row}-{_RESPONSES[response.func]}{place}", "with": written}
