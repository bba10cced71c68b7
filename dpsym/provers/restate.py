"""Writing one claim in the place of another: new conclusions, new domains, values for names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from sympy import Basic, Expr, Le, S, Symbol
from sympy.core.relational import Relational

from dpsym.kernel.terms import substitute as put
from dpsym.language.claim import Claim, make_claim
from dpsym.language.domains import Domain
from dpsym.language.heads import Guarantee, MechanismHead, ObjectName, Quantity
from dpsym.language.heads import Law as LawHead
from dpsym.language.names import new_name


def restate(
    claim: Claim,
    conclusions: Iterable[Basic],
    *,
    hypotheses: Iterable[Basic] | None = None,
    domains: Mapping[Symbol, Domain] | None = None,
) -> Claim:
    """A claim with these conclusions, over the domains of ``claim`` and the further ones given.

    Names that no longer occur lose their domain.
    """
    assumed = tuple(claim.hypotheses if hypotheses is None else hypotheses)
    claimed = tuple(conclusions)
    known = dict(claim.domains) | dict(domains or {})
    names: set[Basic] = set()
    for atom in assumed + claimed:
        names |= atom.free_symbols
    declared = tuple((name.name, domain) for name, domain in known.items() if name in names)
    return _made(assumed, claimed, declared)


@lru_cache(maxsize=4096)
def _made(
    assumed: tuple[Basic, ...], claimed: tuple[Basic, ...], declared: tuple[tuple[str, Domain], ...]
) -> Claim:
    return make_claim(assumed, claimed, dict(declared))


def scalar_hypotheses(claim: Claim) -> tuple[Basic, ...]:
    """The hypotheses that are relations between numbers alone."""
    return tuple(h for h in claim.hypotheses if isinstance(h, Relational) and is_numeric(h))


def is_numeric(atom: Basic) -> bool:
    """Whether an atom speaks of numbers only."""
    return not atom.has(Quantity, LawHead, MechanismHead, ObjectName, Guarantee)


def replace_atom(atom: Basic, values: Mapping[Basic, Basic]) -> Basic | None:
    """The atom with replacements, relations left unevaluated; None where it has no value."""
    if isinstance(atom, Relational):
        sides = [side.xreplace(dict(values)) for side in atom.args]
        if any(side.has(S.NaN, S.ComplexInfinity) for side in sides):
            return None
        return atom.func(*sides, evaluate=False)
    replaced = atom.xreplace(dict(values))
    return None if replaced.has(S.NaN, S.ComplexInfinity) else replaced


def substitute(claim: Claim, values: Mapping[Basic, Basic]) -> Claim | None:
    """The claim with values for some names; None where an atom then has no value."""
    hypotheses = [replace_atom(atom, values) for atom in claim.hypotheses]
    conclusions = [replace_atom(atom, values) for atom in claim.conclusions]
    if None in hypotheses or None in conclusions:
        return None
    return restate(
        claim,
        [atom for atom in conclusions if atom is not None],
        hypotheses=[atom for atom in hypotheses if atom is not None],
    )


def stated_at(claim: Claim, values: Mapping[Basic, Basic]) -> Claim | None:
    """As :func:`substitute`, but nothing cancels that may have no value.

    >>> from dpsym.language.parser import parse_claim
    >>> claim = parse_claim("x <= c*x/x for x in [0, 1], c in [1, 2]")
    >>> print(stated_at(claim, {Symbol("c"): S(1)}))
    x <= x/x for x in [0, 1]
    """
    if substitute(claim, values) is None:
        return None
    domains = dict(claim.domains)
    hypotheses, conclusions = (
        [put(atom, values, domains) for atom in atoms]
        for atoms in (claim.hypotheses, claim.conclusions)
    )
    return restate(claim, conclusions, hypotheses=hypotheses)


def fresh(claim: Claim, wish: str) -> Symbol:
    """A numeric name that the claim does not use, ``wish`` if it is free."""
    return Symbol(new_name(wish, claim.atoms, (name.name for name, _ in claim.domains)))


def at_most(left: Expr, right: Expr) -> Basic:
    """``left <= right``, unevaluated."""
    return Le(left, right, evaluate=False)
