"""The rule that writes the divergences of concrete laws out."""

from __future__ import annotations

from dpsym.algebra import Add, Basic, Eq, Expr, Le, Lt
from dpsym.kernel.goal import Goal
from dpsym.kernel.growth import growth_of
from dpsym.kernel.laws import closed_form
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.supports import beyond_support
from dpsym.kernel.terms import without_zeros
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import at_order
from dpsym.language.heads import Divergence


def closed(goal: Goal) -> list[Claim]:
    """Divergences of concrete laws are replaced by their closed forms.

    What is multiplied by 0 is 0, also if infinite. Where there is none, a bound stands for a
    divergence in which the smaller side grows; and an infinite divergence, added to others on the
    larger side, exceeds the number on the smaller side.
    """
    needs: list[Basic] = []
    atom = goal.atom
    if isinstance(atom, Le | Lt | Eq):
        atom = atom.func(*map(without_zeros, atom.args), evaluate=False)
    try:
        stated = [goal.put(atom, _written(goal, atom, needs))]
    except Rejected:
        if not isinstance(atom, Le | Lt):
            raise
        needs.clear()
        above = {d: bound for d in atom.lhs.atoms(Divergence) if (bound := _above(d)) is not None}
        if above:
            needs += growth_of(atom.lhs)
            over = atom.func(goal.put(atom.lhs, above), atom.rhs, evaluate=False)
            stated = [goal.put(over, _written(goal, over, needs))]
        else:
            small = goal.put(atom.lhs, _written(goal, atom.lhs, needs))
            stated = beyond_support(small, atom.rhs)
        if not stated:
            raise
    return list(map(goal.stating, dict.fromkeys((*stated, *needs))))


def _written(goal: Goal, side: Basic, needs: list[Basic]) -> dict[Basic, Basic]:
    """The closed forms of the divergences of a side; ``needs`` grows by what they rely on."""
    signs = goal.texts("signs")
    divergences = side.atoms(Divergence)
    return {d: closed_form(d, signs.get(str(d), ""), needs) for d in divergences}


def _above(divergence: Basic) -> Expr | None:
    """The Renyi divergence of normal laws, which that of discrete ones does not exceed.

    Of masses p and q of one width, ``p**a*q**(1 - a)`` is ``exp(a*(a - 1)*square/2)`` times what p
    is around a center that need be no integer; by Poisson's summation formula it adds up to at
    most what masses around an integer do (Canonne, Kamath and Steinke 2020, Proposition 5).
    """
    divergence = at_order(divergence)
    if not isinstance(divergence, heads.Renyi):
        return None
    order, *laws = divergence.args
    sides = [law.args if isinstance(law, heads.Product) else (law,) for law in laws]
    if len(sides[0]) != len(sides[1]):
        return None
    pairs = list(zip(*sides, strict=True))
    if not all(isinstance(law, heads.DiscreteGaussian) for pair in pairs for law in pair):
        return None
    if any(p.args[1] != q.args[1] for p, q in pairs):
        return None
    return order * Add(*(((p.args[0] - q.args[0]) / p.args[1]) ** 2 for p, q in pairs)) / 2
