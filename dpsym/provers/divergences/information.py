"""Capacity, bounded by the KL divergence between databases that differ in one block."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Expr, Ge, Le, S

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split


class Information:
    """A bound of a capacity follows from one of the KL divergence for groups of a block's size.

    The information of one block on the output, given the blocks before it, is the mean of
    KL(P_x, E P_y) over the values x, y of the block, with the later blocks averaged: at most the
    largest KL divergence between databases that differ in that block (convexity of KL in both
    laws). Independent blocks add (chain rule). Bun and Steinke 2016, Propositions 6.1 to 6.3.
    """

    name = "information"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One subgoal, of a Renyi guarantee of order 1 for groups."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Le | Ge):
            return
        atom = claim.conclusions[0]
        if not isinstance(atom.lts, heads.Capacity) or atom.gts.has(heads.Quantity):
            return
        mechanism, *sizes = atom.lts.args
        blocks, size = sizes if len(sizes) == 2 else (S.One, sizes[0])
        bound: Expr = atom.gts / blocks
        terms = {"M": mechanism, "t": bound}
        terms |= {"m": blocks} if len(sizes) == 2 else {}
        terms |= {"l": size} if size != 1 else {}
        row = _ROWS[len(sizes) == 2, size == 1]
        params = {"fact": row, "with": {name: text(term) for name, term in terms.items()}}
        words = "information is a mean of KL divergences, and that of independent blocks adds"
        yield from by_rule("fact", claim, params, words)


_ROWS = {
    (True, False): "capacity",
    (True, True): "capacity-single",
    (False, False): "capacity-one",
    (False, True): "capacity-record",
}
"""By whether there are several blocks, and whether a block is one record."""
