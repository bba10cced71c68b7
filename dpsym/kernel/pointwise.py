"""Divergences compared outcome by outcome."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Abs, Add, Basic, Eq, Expr, Le, Max, Mul, S, Symbol, exp, log, sqrt

from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import partial_parts
from dpsym.language.domains import POSITIVE
from dpsym.language.heads import Divergence, ObjectName

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


_INTEGRANDS: dict[type[Basic], Callable[..., Expr]] = {
    heads.KL: lambda p, q: p * log(p / q),
    heads.ChiSquared: lambda p, q: (p - q) ** 2 / q,
    heads.Hellinger: lambda p, q: (p + q) / 2 - sqrt(p * q),
    heads.TotalVariation: lambda p, q: Abs(p - q) / 2,
    heads.HockeyStick: lambda x, p, q: Max(p - exp(x) * q, 0),
}


def integrands(goal: Goal) -> list[Claim]:
    """A linear relation holds between f-divergences if it does between what they integrate.

    Integrands are convex and homogeneous of degree one in the densities: one density may be 1, and
    at zeros they are their limits. A law's density times a multiplier has the multiplier for
    integral, and a max-divergence bounds a ratio of densities.
    """
    atom, densities = goal.atom, _densities(goal)
    known = {name for name, _ in goal.claim.domains}
    written = goal.texts("multipliers")
    shares = {goal.expression(law): goal.expression(m) for law, m in written.items()}
    fixed = all(m.free_symbols <= known and not m.has(S.Infinity) for m in shares.values())
    if not isinstance(atom, Le) or not fixed or not set(shares) <= set(densities):
        raise Rejected((), "the conclusion is no <=, or a multiplier no number of the claim")
    total: Expr = Add(*(share * densities[law] for law, share in shares.items()))
    rest: Expr = -Add(*shares.values())
    needed = [at_most(n, n) for n in (*_thresholds(goal, atom), *shares.values())]
    for sign, side in ((-1, atom.lhs), (1, atom.rhs)):
        for term in Add.make_args(side):
            factor, divergence = term.as_independent(Divergence, as_Add=False)
            if divergence == 1:
                rest += sign * factor
            else:
                total += sign * factor * _integrand(divergence, densities)
            needed.append(at_most(factor if divergence == 1 else S.Zero, factor))
    ratios = [
        at_most(densities[p], exp(h.rhs) * densities[q])
        for h in map(plain, goal.claim.hypotheses)
        if isinstance(h, Le) and isinstance(h.lhs, heads.MaxDivergence)
        for p, q in [h.lhs.args]
        if p in densities and q in densities and not h.rhs.has(ObjectName)
    ]
    names = dict.fromkeys((n for n in densities.values() if n != 1), POSITIVE)
    assumed = [*goal.numeric(), *ratios]
    relation = goal.stating(at_most(S.Zero, total), hypotheses=assumed, domains=names)
    return [relation, *map(goal.stating, dict.fromkeys((at_most(S.Zero, rest), *needed)))]


def _densities(goal: Goal) -> dict[Basic, Expr]:
    """New names for the densities of laws; that of the one law without a name is 1."""
    found = {goal.expression(law): Symbol(name) for name, law in goal.texts("names").items()}
    others = {n for n in goal.atom.free_symbols if isinstance(n, ObjectName)} - set(found)
    taken = {name for name, _ in goal.claim.domains} & set(found.values())
    if len(others) != 1 or taken or len(set(found.values())) < len(found):
        raise Rejected((), "a name is not new, or not all laws but one have names")
    return {**found, others.pop(): S.One}


def _integrand(divergence: Basic, densities: Form) -> Expr:
    if type(divergence) not in _INTEGRANDS:
        raise Rejected((), f"{divergence} is no f-divergence")
    *threshold, p, q = divergence.args
    laws = [_components(law) for law in (p, q)]
    if any(law not in densities for parts in laws for law, _ in parts):
        raise Rejected((), f"{divergence} compares more than names and mixtures")
    masses = (Add(*(weight * densities[law] for law, weight in parts)) for parts in laws)
    return _INTEGRANDS[type(divergence)](*threshold, *masses)


__all__ = ["integrands", "pointwise"]
