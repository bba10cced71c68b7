"""When one claim follows from another: the inequalities and conversions that are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from sympy import Add, Basic, Expr, Mul, Pow, S, Symbol, cosh, erf, exp, log, sinh, tanh
from sympy.core.relational import (
    GreaterThan,
    LessThan,
    Relational,
    StrictGreaterThan,
    StrictLessThan,
)

from dpsym.errors import ClaimError
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import GUARANTEES, plain, stronger_place
from dpsym.language.divergences import BOUNDED, range_of
from dpsym.language.domains import Domain, Integers, Interval
from dpsym.language.names import new_name
from dpsym.provers.restate import at_most, restate, scalar_hypotheses

Way = tuple[Claim, ...]

_WEAK, _STRICT = (LessThan, GreaterThan), (StrictLessThan, StrictGreaterThan)
_INCREASING = (exp, sinh, tanh, erf, heads.Phi)
"""Functions that increase on all reals."""
MOST = 6


def ways(known: Claim, wanted: Claim) -> Iterator[Way]:
    """Claims that make ``wanted`` follow from ``known``; nothing where they are too different.

    The domains of ``known`` must be no smaller. Its hypotheses must follow from those of
    ``wanted``, and the conclusions of ``wanted`` from its own: a guarantee from another on the same
    mechanism with smaller parameters, or by a conversion; an inequality from one with a side in
    common and an inequality between the others.

    Guarantees:
        where ``known`` and all the claims of a way hold, ``wanted`` holds.

    >>> from dpsym.language.parser import parse_claim
    >>> pinsker = parse_claim("KL(P, Q) >= 2*TotalVariation(P, Q)**2")
    >>> weaker = parse_claim("KL(P, Q) >= TotalVariation(P, Q)")
    >>> print(*next(ways(pinsker, weaker)))
    d0_ <= 2*d0_**2 for d0_ in [0, 1]
    """
    if not _covers(known, wanted):
        return
    steps = [(wanted.hypotheses, h) for h in known.hypotheses if h not in wanted.hypotheses]
    steps += [(known.conclusions, c) for c in wanted.conclusions if c not in known.conclusions]
    options = [list(islice(_bridges(atoms, atom, wanted), MOST)) for atoms, atom in steps]
    for chosen in islice(product(*options), MOST):
        yield tuple(dict.fromkeys(claim for way in chosen for claim in way))


def _covers(known: Claim, wanted: Claim) -> bool:
    """Whether every point of the wanted claim is one of the known."""
    inside = dict(wanted.domains)
    return all(
        name in inside and (inside[name] == domain or _includes(domain, inside[name]))
        for name, domain in known.domains
    )


def _includes(larger: Domain, smaller: Domain) -> bool:
    if not isinstance(larger, Interval) or not isinstance(smaller, Interval | Integers):
        return False
    return larger.includes(smaller)


def _bridges(known: Sequence[Basic], atom: Basic, wanted: Claim) -> Iterator[Way]:
    """Claims with which the atom follows from one that is known."""
    atom = plain(atom)
    for old in map(plain, known):
        if not isinstance(atom, (heads.Guarantee, *_WEAK, *_STRICT)):
            continue
        if isinstance(atom, heads.Guarantee):
            if isinstance(old, heads.Guarantee) and old.args[0] == atom.args[0]:
                if old.func == atom.func and len(old.args) == len(atom.args):
                    yield from _larger(old, atom, wanted)
                numeric = (h for h in wanted.hypotheses if not isinstance(h, heads.Guarantee))
                yield (restate(wanted, [atom], hypotheses=(*numeric, old)),)
        elif isinstance(old, _STRICT if isinstance(atom, _STRICT) else (*_WEAK, *_STRICT)):
            yield from _between(old, atom, wanted)


def _larger(old: Basic, new: Basic, wanted: Claim) -> Iterator[Way]:
    """Every parameter at least as large, where that makes the guarantee weaker."""
    mean = isinstance(old, heads.MeanCDP)
    first = len(old.args) - 1 if mean or stronger_place(old) else 1
    if old.args[1:first] != new.args[1:first]:
        return
    pairs = list(zip(old.args[first:], new.args[first:], strict=True))
    atoms = [a for small, large in pairs for a in sufficient(small, large)]
    if mean:
        atoms.append(at_most(S.Zero, old.args[-1]))
    elif type(old) not in GUARANTEES:
        return
    yield _numeric(wanted, atoms)


def _numeric(wanted: Claim, atoms: list[Basic], domains: dict[Symbol, Domain] | None = None) -> Way:
    assumed = scalar_hypotheses(wanted)
    return tuple(restate(wanted, [a], hypotheses=assumed, domains=domains) for a in atoms)


def _between(old: Relational, new: Relational, wanted: Claim) -> Iterator[Way]:
    """The inequality between the sides that differ, quantities as names of numbers."""
    if old.lts == new.lts:
        sides: tuple[Expr, Expr] = (old.gts, new.gts)
    elif old.gts == new.gts:
        sides = (new.lts, old.lts)
    else:
        return
    found = set().union(*(side.atoms(heads.Quantity) for side in sides))
    names: dict[Basic, Symbol] = {}
    domains: dict[Symbol, Domain] = {}
    for index, quantity in enumerate(sorted(found, key=str)):
        name = names[quantity] = Symbol(new_name(f"d{index}_", wanted.atoms))
        domains[name] = range_of(quantity)
        # Where the quantity is infinite, so must be the larger side, and nothing is left to show.
        infinite = not isinstance(quantity, BOUNDED)
        if infinite and (len(found) > 1 or not _grows(sides[1], quantity)):
            return
    small, large = (side.xreplace(names) for side in sides)
    for atoms in ([at_most(small, large)], sufficient(small, large)):
        try:
            yield _numeric(wanted, atoms, domains)
        except ClaimError:
            return


def _grows(side: Expr, quantity: Basic) -> bool:
    """Whether the side is infinite where the quantity is."""
    return bool(side.subs(quantity, S.Infinity) == S.Infinity)


def sufficient(small: Expr, large: Expr) -> list[Basic]:
    """Inequalities that imply ``small <= large``, where ``small`` and ``large`` have values.

    What the two have in common is taken off: equal terms, equal factors, which then must not be
    negative, increasing functions and powers.

    >>> x, y = Symbol("x"), Symbol("y")
    >>> sufficient(x * exp(y / 2) + y, x * exp(y) + y)
    [0 <= x, y/2 <= y]
    """
    if small == large:
        return []
    if isinstance(small, Add) and isinstance(large, Add):
        shared = set(small.args) & set(large.args)
        if shared:
            left, right = (Add(*(t for t in s.args if t not in shared)) for s in (small, large))
            return sufficient(left, right)
    if isinstance(small, Mul) and isinstance(large, Mul):
        shared = set(small.args) & set(large.args)
        if shared:
            left, right = (Mul(*(f for f in s.args if f not in shared)) for s in (small, large))
            common = Mul(*(f for f in small.args if f in shared))
            negative = common.as_coeff_Mul()[0].is_negative
            inner = sufficient(right, left) if negative else sufficient(left, right)
            return [at_most(S.Zero, -common if negative else common), *inner]
    if small.func == large.func and isinstance(small, _INCREASING):
        return sufficient(small.args[0], large.args[0])
    if isinstance(small, log) and isinstance(large, log):
        positive = StrictLessThan(S.Zero, small.args[0], evaluate=False)
        return [positive, *sufficient(small.args[0], large.args[0])]
    if isinstance(small, cosh) and isinstance(large, cosh):
        return [at_most(S.Zero, small.args[0]), *sufficient(small.args[0], large.args[0])]
    if isinstance(small, Pow) and isinstance(large, Pow) and small.exp == large.exp:
        if small.exp.is_positive:
            return [at_most(S.Zero, small.base), *sufficient(small.base, large.base)]
        if small.exp.is_negative:
            positive = StrictLessThan(S.Zero, large.base, evaluate=False)
            return [positive, *sufficient(large.base, small.base)]
    return [at_most(small, large)]
