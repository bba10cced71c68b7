"""Hockey sticks compared outcome by outcome."""

from __future__ import annotations

from sympy import Add, Basic, Eq, Expr, Le, Mul, S, exp

from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import partial_parts
from dpsym.language.heads import Divergence

Form = dict[Basic, Expr]
_STICKS = heads.HockeyStick | heads.TotalVariation


def pointwise(goal: Goal) -> list[Claim]:
    """A hockey stick is at most a sum of multiples of others, and of hypotheses about others.

    A hockey stick is the integral of the positive part of a linear form in the masses of laws.
    Where one form is at most a combination of others with factors that are not negative, so is its
    integral; masses are not negative, so it is enough to compare coefficients.
    """
    atom = goal.atom
    if not isinstance(atom, Le | Eq):
        raise Rejected((), "the conclusion is neither <= nor ==")
    needed = [at_most(node, node) for node in _thresholds(goal, atom) if partial_parts(node)]
    for small, large in (atom.args, atom.args[::-1])[: 1 + isinstance(atom, Eq)]:
        needed += _compared(goal, small, large)
    return [goal.stating(need) for need in dict.fromkeys(needed)]


def _thresholds(goal: Goal, atom: Basic) -> list[Basic]:
    used = [atom, *(goal.claim.hypotheses[i] for i, _ in _shares(goal))]
    return [part for node in used for d in node.atoms(Divergence) for part in d.args
            if heads.is_scalar(part)]  # fmt: skip


def _shares(goal: Goal) -> list[tuple[int, Expr]]:
    """The hypotheses that are used, each with its factor."""
    found = []
    for written, share in goal.texts("shares").items():
        if not written.isdigit() or int(written) >= len(goal.claim.hypotheses):
            raise Rejected((), f"there is no hypothesis {written!r}")
        found.append((int(written), goal.expression(share)))
    return found


def _compared(goal: Goal, small: Expr, large: Expr) -> list[Basic]:
    factor, wanted = _multiple(small)
    needed = [at_most(S.Zero, factor)]
    covered: Form = {}
    rest: Expr = S.Zero
    parts = [(term, S.One, S.Zero) for term in Add.make_args(large)]
    for number, share in _shares(goal):
        hypothesis = plain(goal.claim.hypotheses[number])
        if not isinstance(hypothesis, Le) or hypothesis.rhs.has(Divergence):
            raise Rejected((), f"{hypothesis} bounds no hockey stick by a number")
        needed.append(at_most(S.Zero, share))
        parts.append((hypothesis.lhs, share, hypothesis.rhs))
    for term, share, limit in parts:
        rest -= share * limit
        if not term.has(Divergence):
            rest += share * term
            continue
        own, form = _multiple(term)
        needed.append(at_most(S.Zero, share * own))
        for law, coefficient in form.items():
            covered[law] = covered.get(law, S.Zero) + share * own * coefficient
    needed.append(at_most(S.Zero, rest))
    for law in dict.fromkeys((*wanted, *covered)):
        have = covered.get(law, S.Zero)
        needed.append(at_most(factor * wanted.get(law, S.Zero), have))
    return needed


def _multiple(term: Expr) -> tuple[Expr, Form]:
    """A term as a number times one hockey stick, of which the form is given."""
    sticks = [factor for factor in Mul.make_args(term) if isinstance(factor, _STICKS)]
    factor = Mul(*(f for f in Mul.make_args(term) if not isinstance(f, _STICKS)))
    if len(sticks) != 1 or factor.has(Divergence):
        raise Rejected((), f"{term} is no multiple of a hockey stick")
    *threshold, p, q = sticks[0].args
    form: Form = {}
    for sign, side in ((S.One, p), (-exp(Add(*threshold)), q)):
        for law, weight in _components(side):
            form[law] = form.get(law, S.Zero) + sign * weight
    return factor, form


def _components(law: Basic) -> list[tuple[Basic, Expr]]:
    """The laws that a law is a mixture of, with their weights."""
    if not isinstance(law, heads.Mixture):
        return [(law, S.One)]
    weight, first, second = law.args
    return [(part, weight * w) for part, w in _components(first)] + [
        (part, (1 - weight) * w) for part, w in _components(second)
    ]


__all__ = ["pointwise"]
