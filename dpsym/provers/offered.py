"""What reductions offer for claims, which several attempts at a proof ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dpsym.language.claim import Claim
from dpsym.provers.prover import Reduction, Split


@dataclass(frozen=True, slots=True)
class Offered:
    """The ways that were asked for, each made once; those beyond are made when they are wanted."""

    _known: dict[tuple[Reduction, str], tuple[list[Split], Iterator[Split]]] = field(
        default_factory=dict
    )

    def ways(self, reduction: Reduction, claim: Claim) -> Iterator[Split]:
        """The ways of a reduction for a claim; anew where it failed or was stopped before."""
        key = reduction, claim.text
        found, more = self._known.setdefault(key, ([], reduction.splits(claim)))
        place = 0
        while True:
            if place == len(found):
                try:
                    found.append(next(more))
                except StopIteration:
                    return
                except BaseException:
                    self._known.pop(key, None)
                    raise
            yield found[place]
            place += 1
