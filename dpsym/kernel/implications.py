"""Claims compared: what one says that another needs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from dpsym.algebra import Basic, Eq, Expr, Ge, Gt, Le, Lt, S
from dpsym.kernel.terms import (
    Domains,
    all_parts,
    defined,
    difference,
    doubtful,
    equal,
    has_finite_names,
    is_finite,
    parallel,
    parts_of,
    same,
    sign,
)
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.domains import Domain, Objects
from dpsym.language.heads import HEADS, Divergence, Quantity, is_scalar
from dpsym.language.indexed import is_indexed
from dpsym.language.shapes import mapped_laws


def plain(atom: Basic) -> Basic:
    """The atom with ``<=`` and ``<`` only, guarantees in full with the xi of zCDP written out."""
    if isinstance(atom, Ge | Gt):
        return (Le if isinstance(atom, Ge) else Lt)(atom.rhs, atom.lhs, evaluate=False)
    return normal(atom)


def implied(needed: Basic, given: Basic, domains: Domains) -> bool:
    """Whether two atoms are the same but for the form of their terms, or one says more."""
    needed, given = plain(needed), plain(given)
    if needed == given:
        return True
    if isinstance(needed, Le) and isinstance(given, Eq):
        both = (Le(*sides, evaluate=False) for sides in (given.args, given.args[::-1]))
        return any(implied(needed, half, domains) for half in both)
    if needed.func != given.func and not (isinstance(needed, Le) and isinstance(given, Lt)):
        return False
    if len(needed.args) != len(given.args):
        return False
    if all(
        a == b or (isinstance(a, Expr) and isinstance(b, Expr) and alike(a, b, domains))
        for a, b in zip(needed.args, given.args, strict=True)
    ):
        return True
    return isinstance(needed, Le | Lt | Eq) and _same_gap(needed, given, domains)


def _same_gap(needed: Basic, given: Basic, domains: Domains) -> bool:
    """Whether a gap between sides is the other times what is positive, all of it defined."""
    if not all(is_finite(side, domains) for side in (*needed.args, *given.args)):
        return False
    parts = {part for side in needed.args for part in all_parts(side)}
    known = {part for side in given.args for part in all_parts(side)}
    if not all(defined(part, domains) for part in parts - known):
        return False
    wanted, gap = (difference(atom.rhs, atom.lhs) for atom in (needed, given))
    return same(wanted, gap, domains) or parallel(wanted, gap, domains)


def alike(needed: Expr, given: Expr, domains: Domains) -> bool:
    """Equality of terms; heads of ours are compared argument by argument."""
    if needed.func in HEADS.values() or not (is_scalar(needed) and is_scalar(given)):
        return (
            needed.func == given.func
            and len(needed.args) == len(given.args) > 0
            and all(
                a == b or alike(a, b, domains) for a, b in zip(needed.args, given.args, strict=True)
            )
        )
    return same(needed, given, domains)


@lru_cache(maxsize=2048)
def evident(claim: Claim) -> bool:
    """Whether every conclusion is a hypothesis or evident from the signs of its terms.

    Of claims about families nothing is.
    """
    if is_indexed(claim.atoms):
        return False
    domains = dict(claim.domains)
    for atom in map(plain, claim.conclusions):
        if any(implied(atom, h, domains) for h in claim.hypotheses):
            continue
        if not isinstance(atom, Le | Lt | Eq) or atom.has(Divergence):
            return False
        parts = parts_of(atom.args)
        if not has_finite_names(atom, domains):
            return False
        if doubtful(parts, domains) or not all(
            defined(part, domains) for part in parts if part[1].has(Quantity)
        ):
            return False
        left, right = atom.args
        if isinstance(atom, Le | Eq) and equal(left, right, domains):
            continue
        if not isinstance(atom, Le) and not is_finite(left, domains):
            return False
        if right is S.Infinity and not isinstance(atom, Eq):
            continue
        if sign(difference(right, left), domains) < (2 if isinstance(atom, Lt) else 1):
            return False
        if isinstance(atom, Eq) and not (
            is_finite(right, domains) and sign(difference(left, right), domains)
        ):
            return False
    return True


@lru_cache(maxsize=4096)
def entails(given: Claim, needed: Claim) -> bool:
    """Whether ``given`` says ``needed``, perhaps more generally.

    Every name of ``given`` has a domain there at least as large, every hypothesis is one of
    ``needed``, every conclusion of ``needed`` is one of ``given``, and so is every kernel that says
    how many outcomes a law has. Claims about families say none.
    """
    if is_indexed((*given.atoms, *needed.atoms)):
        return False
    if not mapped_laws(given.atoms) <= mapped_laws(needed.atoms):
        return False
    domains = dict(needed.domains)
    for name, domain in given.domains:
        if name in domains and not includes(domain, domains[name]):
            return False
    return _among(given.hypotheses, needed.hypotheses, domains) and _among(
        needed.conclusions, given.conclusions, domains
    )


def includes(larger: Domain, smaller: Domain) -> bool:
    """Whether a domain evidently contains another."""
    return larger == smaller or (not isinstance(larger, Objects) and larger.includes(smaller))


def _among(atoms: Iterable[Basic], others: Iterable[Basic], domains: Domains) -> bool:
    known = list(others)
    return all(
        any(implied(a, o, domains) for o in known)
        or evident(Claim((), (a,), tuple(domains.items())))
        for a in atoms
    )
