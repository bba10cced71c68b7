"""Divergences of laws with odds ``exp(2*c*x)`` in ``tanh(c*x)``, the bias of a bit with these."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, Expr, S, Symbol, cancel, exp, tanh
from sympy.core.relational import Relational

from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.heads import Divergence, ObjectName, is_scalar
from dpsym.language.printing import text
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, restate


class Bias:
    """Divergences of concrete laws compared by ``tanh(c*x)``, with powers of those odds.

    With a name for the bias what is left is rational where it was exponential. A bound in numbers
    alone is left as it is.
    """

    name = "bias"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with a name for the bias, for the first name for which x disappears."""
        if len(claim.conclusions) != 1 or not all(isinstance(a, Relational) for a in claim.atoms):
            return
        compared = all(side.has(Divergence) for side in claim.conclusions[0].args)
        if not compared or any(atom.has(ObjectName) for atom in claim.atoms):
            return
        for name, domain in claim.scalars():
            biases = {node for atom in claim.atoms for node in atom.atoms(tanh) if node.has(name)}
            if len(biases) != 1 or not isinstance(domain, Interval) or domain.lower != 0:
                continue
            (bias,) = biases
            new = fresh(claim, "u")
            atoms = [_rational(atom, name, bias, new) for atom in claim.atoms]
            if not any(atom.has(name) for atom in atoms):
                room = Interval(S.Zero, S.One, domain.lower_open, True)
                goal = restate(claim, atoms[-1:], hypotheses=atoms[:-1], domains={new: room})
                words = f"{new} = {text(bias)} is any number from 0 to 1"
                yield Split(
                    (goal,), words, detail={"with": {new.name: text(bias)}}, rule="generalise"
                )
                return


def _rational(node: Basic, name: Symbol, bias: Expr, new: Symbol) -> Basic:
    """The node in terms of the bias, as far as the name stands in it and in powers of the odds."""
    if not node.has(name):
        return node
    if is_scalar(node) and not node.has(Divergence):
        odds = (1 + new) / (1 - new)
        powers = {e: (e.args[0] / (2 * bias.args[0])).cancel() for e in node.atoms(exp)}
        put = {e: odds**n for e, n in powers.items() if n.is_Integer}
        written = node.xreplace({bias: new, **put})
        return written if written.has(name) else cancel(written)
    parts = [_rational(part, name, bias, new) for part in node.args]
    return node.func(*parts, evaluate=False) if isinstance(node, Relational) else node.func(*parts)
