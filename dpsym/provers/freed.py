"""A name for an exponential that stands several times beside its exponent: what holds for all."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, lcm

from sympy import Basic, Expr, Rational, S, Symbol, exp, log
from sympy.core.relational import Relational

from dpsym.kernel.terms import sign
from dpsym.language.claim import Claim
from dpsym.language.domains import POSITIVE, Interval
from dpsym.language.printing import text
from dpsym.provers.contradiction import ORDERED, seems
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric, replace_atom, restate


class Logarithm:
    """A name that stands in exponentials and beside them, as the logarithm of a new one.

    For names without end, of which exponentials stand within logarithms: these are of powers then.
    """

    name = "logarithm"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim in the exponential of its only name."""
        within = any(node.has(exp) for atom in claim.atoms for node in atom.atoms(log))
        if not within or len(claim.domains) != 1 or len(claim.conclusions) != 1:
            return
        ((name, domain),), (conclusion,) = claim.domains, claim.conclusions
        factors = _powers(claim).get(name)
        if not factors or not isinstance(domain, Interval) or domain.upper is not S.Infinity:
            return
        if isinstance(conclusion, ORDERED) and seems(claim, conclusion, claim.hypotheses):
            yield from _inverted(claim, name, domain, _unit(factors))


def _inverted(claim: Claim, name: Symbol, domain: Interval, unit: Rational) -> Iterator[Split]:
    new = fresh(claim, "z")
    atoms = [
        atom.func(*(_in_powers(side, name, new, unit) for side in atom.args), evaluate=False)
        for atom in claim.atoms
    ]
    if not any(atom.has(log(new)) for atom in atoms):
        return
    low, high = (exp(unit * end) if end.is_finite else None for end in (domain.lower, domain.upper))
    ends = Interval(
        S.Zero if low is None else low,
        S.Infinity if high is None else high,
        low is None or domain.lower_open,
        high is None or domain.upper_open,
    )
    count = len(claim.hypotheses)
    goal = restate(claim, atoms[count:], hypotheses=atoms[:count], domains={new: ends})
    written = exp(unit * name)
    words = f"in {text(written)}"
    yield Split((goal,), words, (), {"with": {new.name: text(written)}}, "generalise")


def _in_powers(side: Expr, name: Symbol, new: Symbol, unit: Rational) -> Expr:
    inside = {node: new ** (node.args[0].coeff(name) / unit) for node in side.atoms(exp)
              if node.args[0].as_coeff_Mul()[1] == name}  # fmt: skip
    powers: Expr = side.xreplace(inside)
    return powers.xreplace({name: log(new) / unit})


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
        for rest, factors in _powers(claim).items():
            goal = _freed(claim, rest, factors)
            if goal is not None:
                yield goal


def _powers(claim: Claim) -> dict[Expr, list[Rational]]:
    """The exponents of exponentials, each with the rational factors that it has."""
    powers: dict[Expr, list[Rational]] = {}
    for node in sorted(set().union(*(atom.atoms(exp) for atom in claim.atoms)), key=str):
        factor, rest = node.args[0].as_coeff_Mul()
        if factor.is_Rational and rest.free_symbols:
            powers.setdefault(rest, []).append(factor)
    return powers


def _unit(factors: list[Rational]) -> Rational:
    return Rational(gcd(*(int(f.p) for f in factors)), lcm(*(int(f.q) for f in factors)))


def _freed(claim: Claim, rest: Expr, factors: list[Rational]) -> Split | None:
    unit = _unit(factors)
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
