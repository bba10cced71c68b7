"""Rules that solve an inequality for what its divergences stand in."""

from __future__ import annotations

from dpsym.algebra import Add, Basic, Dummy, Expr, Le, Lt, Mul, Pow, S, exp, log
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.limits import may_be_infinite
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import Domains, parts_of, sign, substitute, weighted
from dpsym.language.claim import Claim
from dpsym.language.construct import Partial, lossless, without_positive_factor
from dpsym.language.divergences import BOUNDED, range_of
from dpsym.language.domains import Interval
from dpsym.language.heads import Divergence, ObjectName, Quantity

_UP_TO_INFINITY = Interval(S.Zero, S.Infinity)
MOST_LAYERS = 8


def apart(goal: Goal) -> list[Claim]:
    """What is subtracted on either side is added on the other.

    Only divergences and positive powers of these move, with factors that are evidently not
    positive, and exponentials of what does not rise in a divergence, with factors that are
    evidently not negative; nothing is combined but multiples of one sign. No side of either
    relation has infinities of both signs, for all of them have values. If a term that stays is
    infinite, so is its side of both relations; if one that moves, its side was -oo and the other
    becomes oo. The exponentials are numbers in [0, 1]. Rational numbers on both sides become one.
    Where no quantity is ever infinite, one that is subtracted from the larger side may be left
    ``alone`` on the smaller.
    """
    atom, domains = goal.atom, dict(goal.claim.domains)
    if not isinstance(atom, Le | Lt):
        raise Rejected((), "the conclusion is no inequality")
    if "alone" in goal.params:
        term, rest = goal.expression(goal.params["alone"]), list(Add.make_args(atom.rhs))
        if not isinstance(term, Divergence) or -term not in rest or may_be_infinite(atom):
            raise Rejected((), f"{term} is not subtracted, or infinite divergences are compared")
        rest.remove(-term)
        larger = lossless(Add, *rest, *(-part for part in Add.make_args(atom.lhs)))
        return [goal.stating(atom.func(term, larger, evaluate=False))]
    sides: tuple[list[Expr], list[Expr]] = ([], [])
    moved = False
    for place, side in enumerate(atom.args):
        for part in Add.make_args(side):
            weight, rest = weighted(part, (Quantity,))
            falls = _falls(rest, domains)
            way = weight if falls else -weight
            moves = (falls or _is_power(rest)) and not weight.has(ObjectName)
            moves = moves and sign(way, domains) > 0
            sides[1 - place if moves else place].append(-part if moves else part)
            moved |= moves
    numbers = [[part for part in side if part.is_Rational and part != 0] for side in sides]
    if all(numbers):
        moved = True
        left, right = ([p for p in side if not p.is_Rational] for side in sides)
        sides = (left, [*right, Add(*numbers[1]) - Add(*numbers[0])])
    if not moved:
        raise Rejected((), "no divergence is subtracted")
    return [goal.stating(atom.func(*(lossless(Add, *s) for s in sides), evaluate=False))]


def _is_power(rest: Expr) -> bool:
    """Whether a term is a divergence, or a positive rational power of one."""
    powered = isinstance(rest, Pow) and rest.exp.is_Rational and rest.exp > 0
    return isinstance(rest.base if powered else rest, Divergence)


def _falls(rest: Expr, domains: Domains) -> bool:
    """Whether a term is exp(-c*D) with a divergence D and c evidently not negative."""
    factor, inner = weighted(rest.args[0], (Quantity,)) if isinstance(rest, exp) else (S.One, rest)
    falls = isinstance(rest, exp) and not factor.has(ObjectName) and sign(-factor, domains) > 0
    return falls and isinstance(inner, Divergence)


def inverse(goal: Goal) -> list[Claim]:
    """An inequality solved for what stands in an increasing function on one of its sides.

    The ``side`` is a number plus a multiple, evidently not zero, of a logarithm, an exponential or
    a positive rational power, which increase strictly on their domains and tend to their values at
    infinity. So is what stands in it, as many ``layers`` deep; with none of them the number and the
    factor alone go to the other side. The other side must be where the inverse has a value, and
    what stands in a logarithm or a power where these have one. Where the other side is such a
    function itself, of what evidently has one, both become one or go.
    """
    atom, layers = goal.atom, goal.params.get("layers")
    place = {"small": 0, "large": 1}.get(str(goal.params.get("side")))
    if not isinstance(atom, Le | Lt) or place is None:
        raise Rejected((), "the conclusion is no inequality, or the parameter 'side' no side of it")
    if type(layers) is not int or not 0 <= layers <= MOST_LAYERS:
        raise Rejected((), "the parameter 'layers' is no small number")
    inner, other = atom.args[place], atom.args[1 - place]
    said: set[Partial] = set()
    needs: list[Basic] = []
    for layer in range(layers + 1):
        inner, other, turned = _alone(goal, inner, other)
        place = 1 - place if turned else place
        if layer < layers:
            own = parts_of([inner])
            cancelled = _cancelled(inner, other, dict(goal.claim.domains))
            inner, other, needed = _undone(inner, other)
            other, gone = (other, set[Partial]()) if cancelled is None else cancelled
            said |= gone
            said |= own - parts_of([inner])
            needs += (n for n in needed if not _is_evident(n, dict(goal.claim.domains)))
    lost = parts_of(atom.args) - parts_of([inner, other]) - said
    if not inner.has(Quantity) or any(part[1].has(Quantity) for part in lost):
        raise Rejected((), "the side has no divergence left, or one is lost")
    stated = atom.func(*((other, inner) if place else (inner, other)), evaluate=False)
    return [goal.stating(need) for need in (stated, *needs)]


def _alone(goal: Goal, side: Expr, other: Expr) -> tuple[Expr, Expr, bool]:
    """A side without the number that is added and the factor, the other, and whether they turn."""
    numbers: list[Expr] = []
    moving: list[Expr] = []
    for part in Add.make_args(side):
        (moving if part.has(Quantity) else numbers).append(part)
    factor, rest = weighted(moving[0], (Quantity,)) if len(moving) == 1 else (S.Zero, side)
    signs = [sign(way, dict(goal.claim.domains)) for way in (factor, -factor)]
    if 2 not in signs or any(n.has(ObjectName) for n in (*numbers, factor)):
        raise Rejected((), f"{side} is no number and a multiple of one term with a divergence")
    terms = (*Add.make_args(other), *(-number for number in numbers))
    return rest, lossless(Add, *(lossless(Mul, 1 / factor, t) for t in terms)), signs[1] == 2


def _undone(side: Expr, other: Expr) -> tuple[Expr, Expr, list[Basic]]:
    """What stands in a function, the inverse of the other side, and where both have values."""
    if isinstance(side, log):
        return side.args[0], exp(other), [Lt(S.Zero, side.args[0], evaluate=False)]
    if isinstance(side, exp):
        return side.args[0], log(other), [Lt(S.Zero, other, evaluate=False)]
    if isinstance(side, Pow) and side.exp.is_Rational and side.exp > 0:
        sizes = [at_most(S.Zero, part) for part in (side.base, other)]
        return side.base, lossless(Pow, other, 1 / side.exp), sizes
    raise Rejected((), f"{side} is no logarithm, exponential or positive rational power")


def _cancelled(side: Expr, other: Expr, domains: Domains) -> tuple[Expr, set[Partial]] | None:
    """The inverse of the other side where that is such a function too, and the part that goes.

    With c and b in [0, oo] and positive r and s, (c*b**s)**r is c**r*b**(s*r), also where c*b**s is
    0*oo; with b in (0, oo] exp(s*log(b)) is b**s. None where the signs are not evident.
    """
    factor, rest = weighted(other, (Quantity,))
    if isinstance(side, exp) and isinstance(other, exp):
        return other.args[0], set()
    if isinstance(side, Pow) and isinstance(rest, Pow):
        base, power, kind, need = rest.base, rest.exp, "root", at_most(S.Zero, rest.base)
        scale, power = lossless(Pow, factor, 1 / side.exp), power / side.exp
        fits = power.is_Rational and rest.exp > 0 and sign(factor, domains) > 0
    elif isinstance(side, log) and isinstance(rest, log) and factor.is_Rational:
        base, kind, need = rest.args[0], "logarithm", Lt(S.Zero, rest.args[0], evaluate=False)
        scale, power, fits = S.One, factor, factor > 0
    else:
        return None
    if not fits or not _is_evident(need, domains):
        return None
    found = lossless(Mul, scale, lossless(Pow, base, power))
    gone = parts_of([rest]) - parts_of([found])
    return found, {part for part in gone if part == (kind, without_positive_factor(base))}


def _is_evident(need: Basic, domains: Domains) -> bool:
    """Whether a number is positive, or not negative, for all that divergences in it may be."""
    names: dict[Basic, Basic] = {d: Dummy() for d in need.rhs.atoms(Quantity)}
    ranges = {n: range_of(d) if isinstance(d, BOUNDED) else _UP_TO_INFINITY
              for d, n in names.items()}  # fmt: skip
    found = sign(substitute(need.rhs, names), {**domains, **ranges})
    return found >= (2 if isinstance(need, Lt) else 1)
