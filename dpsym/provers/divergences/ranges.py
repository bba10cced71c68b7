"""Two laws whose loss lies in an interval, by the bits of which they are images."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Le

from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, MaxDivergence, ObjectName, Quantity
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh


class LawRanges:
    """A bound on divergences of two laws, the sum of whose max-divergences is bounded."""

    name = "range of the loss of two laws"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim about two bits, for each share of the one."""
        atom = plain(claim.conclusions[0]) if len(claim.conclusions) == 1 else None
        if not isinstance(atom, Le) or atom.rhs.has(ObjectName):
            return
        for told in map(plain, claim.hypotheses):
            if not isinstance(told, Le) or told.rhs.has(Quantity):
                continue
            for first in sorted(told.lhs.atoms(MaxDivergence), key=str):
                p, q = first.args
                laws = {law for d in atom.lhs.atoms(Divergence) for law in d.args[-2:]}
                if told.lhs != first + MaxDivergence(q, p) or laws != {p, q}:
                    continue
                share = fresh(claim, "q").name
                params = {"range": [text(p), text(q), text(told.rhs)], "q": share}
                words = "two laws whose loss lies in an interval are images of two bits"
                yield from by_rule("law-domination", claim, params, words)
                break
