"""Relations that are linear in divergences once their sides are multiplied out."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, expand_mul
from sympy.core.relational import Relational

from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.divergences import SUMMED
from dpsym.language.heads import ObjectName
from dpsym.provers.moments.program import linear
from dpsym.provers.prover import Split
from dpsym.provers.restate import restate


class MultipliedOut:
    """Sums with divergences of two laws that numbers multiply, as ``exp(-e)*(1 + ChiSquared)``."""

    name = "multiplied out"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with linear sides, where they were none."""
        named = {name for atom in claim.atoms for name in atom.atoms(ObjectName)}
        if len(claim.conclusions) != 1 or len(named) != 2:
            return
        atoms = [_linear(atom) for atom in claim.atoms]
        if atoms != list(claim.atoms):
            count = len(claim.hypotheses)
            goal = restate(claim, atoms[count:], hypotheses=atoms[:count])
            yield Split((goal,), "multiplied out", rule="restated")


def _linear(atom: Basic) -> Basic:
    """The relation with its sides multiplied out, where that makes it a linear one."""
    if not isinstance(atom, Relational) or not atom.has(*SUMMED):
        return atom
    if linear(plain(atom)) is not None:
        return atom
    written = atom.func(*map(expand_mul, atom.args), evaluate=False)
    same = written.atoms(*SUMMED) == atom.atoms(*SUMMED)
    return written if same and linear(plain(written)) is not None else atom
