"""A name for an exponential that stands several times beside its exponent: what holds for all."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, lcm

from sympy import Basic, Expr, Rational, S, exp
from sympy.core.relational import Relational

from dpsym.kernel.terms import sign
from dpsym.language.claim import Claim
from dpsym.language.domains import POSITIVE, Interval
from dpsym.language.printing import text
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric, replace_atom, restate


class FreedExponential:
    """A claim for every value that an exponential may have, whatever its exponent is.

    Where the exponent has a sign, the name lies on one side of 1. What is lost is that both depend
    on each other: this is for claims that are left open otherwise.
    """

    name = "freed exponential"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with a name for the powers of one exponential, for each in turn."""
        if not all(isinstance(atom, Relational) and is_numeric(atom) for atom in claim.atoms):
            return
        powers: dict[Expr, list[Rational]] = {}
        for node in sorted(set().union(*(atom.atoms(exp) for atom in claim.atoms)), key=str):
            factor, rest = node.args[0].as_coeff_Mul()
            if factor.is_Rational and rest.free_symbols:
                powers.setdefault(rest, []).append(factor)
        for rest, factors in powers.items():
            goal = _freed(claim, rest, factors)
            if goal is not None:
                yield goal


def _freed(claim: Claim, rest: Expr, factors: list[Rational]) -> Split | None:
    unit = Rational(gcd(*(int(f.p) for f in factors)), lcm(*(int(f.q) for f in factors)))
    unit = -unit if sign(rest, dict(claim.domains)) else unit
    name = fresh(claim, "z")
    values: dict[Basic, Basic] = {exp(factor * rest): name ** (factor / unit) for factor in factors}
    atoms = [replace_atom(atom, values) for atom in claim.atoms]
    kept = [atom for atom in atoms if atom is not None]
    if len(kept) < len(atoms) or not any(rest.free_symbols & atom.free_symbols for atom in kept):
        return None
    count = len(claim.hypotheses)
    written = exp(unit * rest)
    domains = {name: _domain(unit * rest, claim)}
    goal = restate(claim, kept[count:], hypotheses=kept[:count], domains=domains)
    words = f"for every value of {text(written)}"
    return Split((goal,), words, (), {"with": {name.name: text(written)}}, "generalise")


def _domain(exponent: Expr, claim: Claim) -> Interval:
    """Where an exponential lies: on one side of 1 where its exponent has a sign."""
    above, below = (sign(side, dict(claim.domains)) for side in (exponent, -exponent))
    if above:
        return Interval(S.One, S.Infinity, above == 2, True)
    return Interval(S.Zero, S.One, True, below == 2) if below else POSITIVE
