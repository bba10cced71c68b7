"""Bounds of one pair of laws at all orders: what a concentration says, and what bounds one."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, Expr, Le

from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh

_ROWS: dict[type[Basic], tuple[str, ...]] = {
    heads.HockeyStick: (
        "line-tail-markov",
        "line-tail-markov-order",
        "line-tail-integral",
        "line-tail-mills",
    ),
    heads.Renyi: ("line-order",),
    heads.KL: ("line-mean",),
}
"""What a line in all orders says of a divergence of the same two laws."""
_NUMBERS = {heads.HockeyStick: "e", heads.Renyi: "a"}


class Lines:
    """A divergence by the line below which all orders lie, and such a line order by order.

    Bun and Steinke 2016, Lemma B.2: one direction is enough.
    """

    name = "lines"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """By a bound for each divergence whose laws a hypothesis speaks of."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le):
            return
        if isinstance(atom.lhs, heads.Concentration):
            params = {"order": fresh(claim, "alpha").name}
            yield from by_rule("definition", claim, params, "the line at every order")
            return
        for line, rho in _lines(claim):
            xi, *laws = line.args
            for divergence in sorted(atom.lhs.atoms(*_ROWS), key=str):
                if list(divergence.args[-2:]) != laws:
                    continue
                terms = {"x": xi, "r": rho, "P": laws[0], "Q": laws[1]}
                if len(divergence.args) == 3:
                    terms[_NUMBERS[divergence.func]] = divergence.args[0]
                written = {name: text(term) for name, term in terms.items()}
                for row in _ROWS[divergence.func]:
                    params = {"fact": row, "with": written}
                    yield from by_rule("bound", claim, params, "what the line at all orders says")


def _lines(claim: Claim) -> Iterator[tuple[Basic, Expr]]:
    """The concentrations that hypotheses bound, with their bounds."""
    for hypothesis in map(plain, claim.hypotheses):
        if isinstance(hypothesis, Le) and isinstance(hypothesis.lhs, heads.Concentration):
            yield hypothesis.args
