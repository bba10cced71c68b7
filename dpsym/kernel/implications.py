"""Claims compared: what one says that another needs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from sympy import Basic, Eq, Expr, Ge, Gt, Le, Lt, S, cancel

from dpsym.kernel.terms import (
    Domains,
    defined,
    doubtful,
    equal,
    has_value,
    parts_of,
    powers_of,
    same,
    sign,
)
from dpsym.language.claim import Claim
from dpsym.language.construct import partial_parts
from dpsym.language.definitions import normal
from dpsym.language.domains import Domain, Integers, Interval, Objects
from dpsym.language.heads import HEADS, Divergence, Quantity, is_scalar

MAX_COMPARED = 60
_INFINITE = S.Infinity, S.NegativeInfinity


def plain(atom: Basic) -> Basic:
    """The atom with ``<=`` and ``<`` only, guarantees in full with the xi of zCDP written out."""
    if isinstance(atom, Ge | Gt):
        return (Le if isinstance(atom, Ge) else Lt)(atom.rhs, atom.lhs, evaluate=False)
    return normal(atom)


def implied(needed: Basic, given: Basic, domains: Domains) -> bool:
    """Whether two atoms are the same atom but for the form of their terms."""
    needed, given = plain(needed), plain(given)
    if needed == given:
        return True
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
    """Whether a gap between sides is the other times a shorter positive term, all of it defined."""
    if not all(is_finite(side, domains) for side in (*needed.args, *given.args)):
        return False
    parts = {part for side in needed.args for part in partial_parts(side)}
    known = {part for side in given.args for part in partial_parts(side)}
    if not all(defined(part, domains) for part in parts - known):
        return False
    wanted, gap = needed.rhs - needed.lhs, given.rhs - given.lhs
    if same(wanted, gap, domains):
        return True
    size = wanted.count_ops() + gap.count_ops()
    if gap == 0 or size > MAX_COMPARED:
        return False
    ratio = cancel(wanted / gap)
    return ratio.count_ops() < size and sign(ratio, domains) == 2


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
    """Whether every conclusion is a hypothesis or evident from the signs of its terms."""
    domains = dict(claim.domains)
    for atom in map(plain, claim.conclusions):
        if any(implied(atom, h, domains) for h in claim.hypotheses):
            continue
        if not isinstance(atom, Le | Lt | Eq) or atom.has(Divergence):
            return False
        parts = parts_of(atom.args)
        if doubtful(powers_of(atom.args), parts, domains) or not all(
            defined(part, domains) for part in parts if part[1].has(Quantity)
        ):
            return False
        if not all(has_value(side, domains) for side in atom.args):
            return False
        left, right = atom.args
        if isinstance(atom, Le | Eq) and equal(left, right, domains):
            continue
        if isinstance(atom, Eq):
            return False
        if isinstance(atom, Lt) and not is_finite(left, domains):
            return False
        if right is S.Infinity:
            continue
        if sign(right - left, domains) < (1 if isinstance(atom, Le) else 2):
            return False
    return True


def is_finite(term: Basic, domains: Domains) -> bool:
    """Whether a term, where it is defined, is made of numbers that are not infinite."""
    return not term.has(Quantity, *_INFINITE) and all(
        _leaves_out(domains.get(name), *_INFINITE) for name in term.free_symbols
    )


def _leaves_out(domain: Domain | None, *values: Expr) -> bool:
    return isinstance(domain, Integers) or (
        isinstance(domain, Interval) and not any(domain.contains(v) for v in values)
    )


@lru_cache(maxsize=4096)
def entails(given: Claim, needed: Claim) -> bool:
    """Whether ``given`` says ``needed``, perhaps more generally.

    Every name of ``given`` has a domain there at least as large, every hypothesis is one of
    ``needed``, every conclusion of ``needed`` is one of ``given``.
    """
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


__all__ = ["alike", "entails", "evident", "implied", "includes", "is_finite", "plain"]
