"""Rules about two divergences of one pair of laws: two bits suffice, and so do bounds of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from dpsym.algebra import Add, Basic, Eq, Expr, Le, Lt, S, Sum, Symbol, exp
from dpsym.kernel.goal import Goal, at_most, existence
from dpsym.kernel.growth import growth_of
from dpsym.kernel.implications import implied, plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA
from dpsym.kernel.terms import (
    Domains,
    argument,
    difference,
    doubtful,
    parts_of,
    sign,
    slope,
    substitute,
    weighted,
)
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import BOUNDED, CONTINUOUS, DIVERGENCES, F_DIVERGENCES, range_of
from dpsym.language.domains import Interval
from dpsym.language.heads import Divergence, ObjectName, Quantity

OPEN = Interval(S.Zero, S.One, True, True)
_ENDS = (1, 0), (1, 1), (0, 0)


def joint_range(goal: Goal) -> list[Claim]:
    """A relation convex in two f-divergences of one pair holds if it holds for two bits.

    Bits with masses between 0 and 1 are enough, for a concave gap is continuous wherever the sides
    have values, which they have at all numbers that the divergences may be. Where divergences are
    infinite it holds in the limit, for both sides tend to the values that they have there.
    """
    atom, (p, q) = goal.atom, goal.fresh("p", "q")
    divergences = sorted(atom.atoms(Divergence), key=str)
    laws = sorted((n for n in atom.free_symbols if isinstance(n, ObjectName)), key=str)
    fits = isinstance(atom, Le) and 1 <= len(divergences) <= 2 and len(laws) == 2
    if (
        not fits
        or atom.has(Sum)
        or not all(
            isinstance(d, F_DIVERGENCES) and set(d.args[-2:]) == set(laws) for d in divergences
        )
    ):
        raise Rejected((), "the conclusion compares no two f-divergences of two laws")
    goal.axioms.add("joint-range")
    taken = {n.name for n, _ in goal.claim.domains}
    names = [Symbol(next(w for j in count(1) if (w := f"d{i}{'_' * j}") not in taken))
             for i in range(len(divergences))]  # fmt: skip
    abstract = dict(zip(divergences, names, strict=True))
    gap = substitute(difference(atom.rhs, atom.lhs), abstract)
    if gap.has(ObjectName) or (len(names) == 2 and slope(gap, *names) != 0):
        raise Rejected((), "the divergences interact")
    bits = {laws[0]: heads.Bernoulli(p), laws[1]: heads.Bernoulli(q)}
    relations = goal.numeric()
    inside = {p: OPEN, q: OPEN}
    both = goal.put(atom, bits, inside)
    needed = [goal.stating(both, hypotheses=relations, domains=inside)]
    needed += _existence(goal, atom.args, abstract)
    for divergence, name in zip(divergences, names, strict=True):
        domain = Interval(S.Zero, range_of(divergence).upper, True, True)
        curvature = at_most(slope(gap, name, name), S.Zero)
        needed.append(goal.stating(curvature, hypotheses=relations, domains={name: domain}))
    return needed


def level(goal: Goal) -> list[Claim]:
    """A divergence is bounded by a term in another if it is so for every bound of the other.

    Where the other is infinite it holds in the limit, for the term tends to its value there: of
    both laws mixed with their mean, the divergences are finite, and tend to those of the laws. One
    that is never infinite may be compared with that of other laws, such as products of the two.

    Where ``of`` tells which of several is meant, the bound is a sum in which it has a positive
    factor and no other a negative one: where it is infinite, so is the bound, and nothing more is
    asked of the laws.
    """
    if "of" in goal.params:
        return [_added(goal)]
    atom, (name,) = goal.atom, goal.fresh("name")
    bounded = isinstance(atom, Le) and isinstance(atom.lhs, CONTINUOUS)
    if not bounded or atom.lhs.atoms(Divergence) != {atom.lhs} or atom.has(Sum):
        raise Rejected((), "the conclusion bounds no divergence")
    (small, _), others = atom.args, atom.rhs.atoms(Divergence)
    if len(others) != 1 or not isinstance((other := others.pop()), CONTINUOUS):
        raise Rejected((), "the bound is no term in one divergence")
    laws = set(small.args[-2:])
    names = {n for n in atom.free_symbols if isinstance(n, ObjectName)}
    if not isinstance(other, BOUNDED) and (set(other.args[-2:]) != laws or laws != names):
        raise Rejected((), "the divergences are not of one pair of named laws")
    bound = substitute(atom.rhs, {other: name})
    if bound.has(ObjectName) or small.has(name):
        raise Rejected((), f"{atom.rhs} speaks of laws otherwise")
    given = at_most(other, name)
    inside = {name: range_of(other)}
    stated = at_most(small, bound)
    return [goal.stating(stated, hypotheses=(given, *goal.numeric()), domains=inside)]


def _added(goal: Goal) -> Claim:
    """The conclusion with a new name for a term of its larger side, which bounds a divergence.

    Both sides have values where the divergences are infinite, too: the smaller is a divergence, and
    in the larger these stand in no other part.
    """
    atom, (name,) = goal.atom, goal.fresh("name")
    other, domains = goal.expression(goal.params.get("of")), dict(goal.claim.domains)
    if not isinstance(atom, Le) or not isinstance(atom.lhs, Divergence):
        raise Rejected((), "the conclusion bounds no divergence")
    found = 0
    for weight, rest in map(weighted, Add.make_args(atom.rhs)):
        found += rest == other
        added = isinstance(rest, Divergence) and sign(weight, domains) >= 1 + (rest == other)
        if weight.has(Quantity) or (rest != 1 and not added):
            raise Rejected((), f"{rest} is not added to the bound, as what is never negative")
    if found != 1:
        raise Rejected((), f"{other} is no term of {atom.rhs}")
    stated = at_most(atom.lhs, substitute(atom.rhs, {other: name}))
    given = (at_most(other, name), *goal.claim.hypotheses)
    return goal.stating(stated, hypotheses=given, domains={name: range_of(other)})


def event(goal: Goal) -> list[Claim]:
    """One event attains a hockey stick, and of it and its complement no divergence is larger.

    Of the event {P > w*Q}, with w = exp(epsilon), let p and q be the probabilities. Then the hockey
    stick is p - w*q >= 0, and on the complement 1 - p <= w*(1 - q). The two bits are images of the
    laws, so no other divergence of theirs exceeds that of the laws: hypotheses that bound such from
    above hold of the bits, and a bound from below of the bits holds of the laws. Where both bits
    are certain and equal, so that divergences are those of equal laws, p and q are both 0 or 1.
    """
    atom, stick, (p, q, x) = goal.atom, goal.expression(goal.params.get("of")), goal.fresh(*"pqx")
    if not isinstance(stick, heads.HockeyStick | heads.TotalVariation):
        raise Rejected((), f"{stick} is no hockey stick")
    *epsilon, first, second = stick.args
    if not isinstance(first, ObjectName) or not isinstance(second, ObjectName) or first == second:
        raise Rejected((), f"{stick} compares no two named laws")
    weight = exp(*epsilon) if epsilon else S.One
    known = {stick, heads.TotalVariation(second, first)} if not epsilon else {stick}
    weights = _from_below(atom, known, x, {first, second})
    if weights is None:
        raise Rejected((), "the conclusion bounds no divergence of the two laws from below")
    kept = [h for h in map(plain, goal.claim.hypotheses) if not h.has(ObjectName)]
    for given in map(plain, goal.claim.hypotheses):
        turned = Le(*given.args[::-1], evaluate=False) if isinstance(given, Le | Lt) else given
        more = _from_below(turned, known, x, {first, second}) if given.has(ObjectName) else None
        if more is not None:
            kept.append(given)
            weights += more
    goal.axioms.add(DATA)
    needed = [goal.stating(w, hypotheses=goal.numeric(), domains={x: range_of(stick)})
              for w in weights]  # fmt: skip
    for a, b in ((p, q), (p, S.Zero), (p, S.One), (S.One, q), *((S(i), S(j)) for i, j in _ENDS)):
        inside = {name: OPEN for name in (a, b) if name in (p, q)}
        domains = {**dict(goal.claim.domains), **inside}
        gaps = a - weight * b, weight * (1 - b) - (1 - a)
        values = dict.fromkeys(known, gaps[0])
        bits = {first: heads.Bernoulli(a), second: heads.Bernoulli(b)}
        stated, *put = (goal.put(goal.put(g, values, inside), bits, inside) for g in (atom, *kept))
        sides = [at_most(S.Zero, gap) for gap in dict.fromkeys(gaps) if not sign(gap, domains)]
        put += [side for side in sides if not any(implied(side, h, domains) for h in put)]
        if not any(_is_void(given, domains) for given in put):
            needed.append(goal.stating(stated, hypotheses=put, domains=inside))
    return needed


def _is_void(given: Basic, domains: Domains) -> bool:
    """Whether a relation between numbers is evidently false."""
    if given.has(Quantity) or not isinstance(given, Le | Lt):
        return False
    return sign(difference(*given.args), domains) >= (2 if isinstance(given, Le) else 1)


def _from_below(
    atom: Basic, known: set[Basic], name: Symbol, laws: set[Basic]
) -> list[Basic] | None:
    """What makes the larger side rise in divergences of two laws that the smaller does not have.

    Those that are known stand anywhere. None where an atom is another, or speaks of other laws.
    """
    if not isinstance(atom, Le | Lt | Eq):
        return None
    left, right = (substitute(side, dict.fromkeys(known, name)) for side in atom.args)
    for quantity in atom.atoms(Quantity) - known:
        if type(quantity) not in DIVERGENCES or set(quantity.args[-2:]) != laws:
            return None
    others = [d for d in right.atoms(Quantity) if isinstance(d, Divergence)]
    parameters = [s for d in (*others, *known) for s in d.args[:-2]]
    if left.has(ObjectName) or any(s.has(ObjectName) for s in parameters):
        return None
    if isinstance(atom, Eq):
        return None if right.has(ObjectName) else []
    try:
        return growth_of(right)
    except Rejected:
        return None


def _existence(goal: Goal, sides: Sequence[Expr], names: Mapping[Basic, Symbol]) -> Iterator[Claim]:
    """What gives sides values at all finite numbers that the divergences in them may be."""
    inside = {name: range_of(divergence) for divergence, name in names.items()}
    parts = parts_of(substitute(side, names) for side in sides)
    for part in doubtful(parts, {**dict(goal.claim.domains), **inside}):
        used = {name: inside[name] for name in argument(part).free_symbols & inside.keys()}
        if used:
            yield goal.stating(existence(part), hypotheses=goal.numeric(), domains=used)
