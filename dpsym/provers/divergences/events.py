"""Bounds that an event attains: laws as the bits that say whether it happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import Basic, Le, Lt

from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, HockeyStick, TotalVariation
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh


@dataclass(frozen=True)
class Event:
    """A hockey stick against other divergences of two laws, by the event at which it is attained.

    Strict inequalities hold of laws if they do of bits, which limits do not say.

    Attributes:
        kinds: the inequalities that it is for.
    """

    kinds: tuple[type[Basic], ...] = (Le, Lt)
    name = "event"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim for two bits, which may be certain."""
        atom = plain(claim.conclusions[0])
        if (
            len(claim.conclusions) != 1
            or not isinstance(atom, self.kinds)
            or not atom.has(Divergence)
        ):
            return
        names = {key: fresh(claim, key).name for key in "pqx"}
        for stick in sorted(atom.atoms(HockeyStick, TotalVariation), key=str):
            params = {"of": text(stick), **names}
            yield from by_rule("event", claim, params, "by the event that attains it")
