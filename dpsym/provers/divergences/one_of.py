"""The largest of several quantities is at least what one of them is, the least at most that."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Le, Max, Min

from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.heads import Quantity
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import asked_by
from dpsym.provers.prover import Split
from dpsym.provers.restate import restate


class OneOf:
    """A bound below a maximum of quantities, or above a minimum, by one of them."""

    name = "one of several"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The bound for one of them: were it false of the maximum, it would be so of each."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le):
            return
        small, large = atom.args
        below = large.args if isinstance(large, Max) else ()
        above = small.args if isinstance(small, Min) else ()
        pairs = [(small, part) for part in below if part.has(Quantity)]
        pairs += [(part, large) for part in above if part.has(Quantity)]
        for left, right in pairs:
            cut = {"between": text(left), "limit": text(right)}
            words, params = f"by {text(left)} <= {text(right)}", {"number": 0, "beside": True}
            asked = asked_by("cut", claim, cut)[:2]
            asked += asked_by("contradiction", asked[1], params)[:1] if asked else []
            if len(asked) < 3:
                continue
            first, then, turned = (restate(part, part.conclusions) for part in asked)
            each = Split((), "each part", (), {}, "spread")
            inner = Split((), words, (), params, "contradiction", between=((turned, each),))
            yield Split((first,), words, (), cut, "cut", between=((then, inner),))
