"""Relations between divergences of unknown laws: bounded by one another, then by numbers.

A relation ``left <= right`` is proved by replacing divergences on the left by upper bounds (data
processing, convexity, monotonicity in the order, Hoelder's inequality, the hypotheses) until both
sides speak of the same divergences, which then are free nonnegative numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from sympy import Add, Basic, Eq, Expr, Ge, Le, Lt, Max, S, Symbol, exp, log

from dpsym.kernel import divergences as kernel
from dpsym.kernel.limits import finite_under, may_be_infinite
from dpsym.kernel.pointwise import components
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import range_of
from dpsym.language.domains import Domain
from dpsym.language.heads import (
    KL,
    HockeyStick,
    MaxDivergence,
    Mixture,
    ObjectName,
    Renyi,
    TotalVariation,
)
from dpsym.language.printing import text
from dpsym.provers import axioms
from dpsym.provers.divergences.bounding import by_identities, by_lower_bounds, marginal
from dpsym.provers.divergences.elementary import bounds_between_kinds, elementary_bounds
from dpsym.provers.divergences.growth import increasing, signs_needed
from dpsym.provers.divergences.hoelder import chains
from dpsym.provers.divergences.identities import IDENTITIES, expanded, multiplied
from dpsym.provers.divergences.triangle import detours
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, is_numeric, restate, scalar_hypotheses

MAX_WAYS = 24


@dataclass(frozen=True, slots=True)
class Bound:
    """An upper bound of a divergence.

    Attributes:
        value: an expression in divergences and numbers.
        axioms: facts used without proof.
        needs: relations between numbers that the bound relies on.
    """

    value: Expr
    axioms: tuple[str, ...] = ()
    needs: tuple[Basic, ...] = ()


class DivergenceBounds:
    """Replaces divergences by upper bounds and what remains by free numbers."""

    name = "divergence bounds"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One scalar subgoal for each choice of upper bounds on the smaller side."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Le | Ge | Lt | Eq):
            return
        atom = claim.conclusions[0]
        if not atom.has(heads.Divergence) or not atom.free_symbols:
            return
        finite = finite_under(claim.hypotheses, atom)
        if isinstance(atom, Lt) and not may_be_infinite(atom) <= finite:
            return
        if isinstance(atom, Eq):
            yield from _equality(claim, atom)
            return
        smaller, larger = expanded(atom.lts), expanded(atom.gts)
        if multiplied(smaller) != smaller or multiplied(larger) != larger:
            words = "1 + chi-squared and 1 - Hellinger are multiplied over independent draws"
            yield from by_rule("identity", claim, {"use": "multiplied"}, words)
        if may_be_infinite(atom) <= finite:
            goal, *_ = _abstracted(claim, atom.func, smaller, larger, [], isinstance(atom, Ge))
            yield _bounded(claim, (goal,), "the divergences are free numbers, all finite")
        if not increasing(larger) or not increasing(smaller):
            found = enumerate(sorted(atom.atoms(heads.Divergence), key=str))
            names = {fresh(claim, f"d{i}_").name: text(d) for i, d in found}
            yield from by_rule("numbers", claim, {"names": names}, "the divergences are numbers")
            return
        yield from _at_order_one(claim, atom, smaller, larger)
        yield from _by_pinsker(claim, atom, smaller, larger)
        choices = [
            [(d, bound) for bound in upper_bounds(d, larger, claim)]
            for d in sorted(smaller.atoms(heads.Divergence), key=str)
        ]
        for way in islice(product(*choices), MAX_WAYS):
            bounds = [bound for _, bound in way]
            left = smaller.xreplace({d: bound.value for d, bound in way})
            if not increasing(left) and not may_be_infinite(left) <= finite:
                continue
            used = {a for bound in bounds for a in bound.axioms}
            if left != atom.lts or larger != atom.gts:
                used.add(axioms.CHAIN_RULE.name if larger != atom.gts else "")
            needs = [n for bound in bounds for n in bound.needs]
            yield _bounded(
                claim,
                _abstracted(claim, atom.func, expanded(left), larger, needs, isinstance(atom, Ge)),
                _words(bounds),
                tuple(sorted(used - {""})),
            )


def _bounded(
    claim: Claim, goals: tuple[Claim, ...], words: str, used: Sequence[str] = (), identity: str = ""
) -> Split:
    """A step by identities and upper bounds that rest on no other facts."""
    return Split(goals, words, (*used,), concluded=lambda: by_identities(claim, identity, used))


def _at_order_one(claim: Claim, atom: Basic, smaller: Expr, larger: Expr) -> Iterator[Split]:
    """Renyi and max-divergences of the larger side are at least KL."""
    if smaller.has(Renyi, MaxDivergence) or not larger.has(Renyi, MaxDivergence):
        return
    least: dict[Basic, Basic] = {
        d: KL(*d.args[-2:]) for d in larger.atoms(Renyi) | larger.atoms(MaxDivergence)
    }
    if larger == atom.gts:
        orders = [at_most(S.One, d.args[0]) for d in larger.atoms(Renyi)]
        goals = _lowered(claim, atom, least, orders)
        ways = {Renyi: ("order-one", "aPQ"), MaxDivergence: ("order-both", "PQ")}
        facts = [_below(*ways[type(d)], d) for d in sorted(least, key=str)]
        words, used = "at least the KL divergence", (axioms.MONOTONE_ORDER.name,)
        yield Split(goals, words, used, concluded=lambda: by_lower_bounds(claim, facts))


def _below(fact: str, names: str, divergence: Basic) -> dict[str, Any]:
    """A fact that bounds a divergence from below, with terms for its names."""
    return {"fact": fact, "with": dict(zip(names, map(text, divergence.args), strict=True))}


def _by_pinsker(claim: Claim, atom: Basic, smaller: Expr, larger: Expr) -> Iterator[Split]:
    """Each of several KL divergences of the larger side is at least twice TV squared."""
    losses = sorted(larger.atoms(KL), key=str)
    if len(losses) < 2 or larger != atom.gts or not smaller.has(TotalVariation):
        return
    p, q = ObjectName("P"), ObjectName("Q")
    lemma = restate(claim, [at_most(2 * TotalVariation(p, q) ** 2, KL(p, q))], hypotheses=())
    least: dict[Basic, Basic] = {d: 2 * TotalVariation(*d.args) ** 2 for d in losses}
    goals = (*_lowered(claim, atom, least, []), lemma)
    facts = [_below("pinsker", "PQ", d) for d in losses]
    yield Split(goals, "Pinsker's inequality", concluded=lambda: by_lower_bounds(claim, facts))


def _lowered(
    claim: Claim, atom: Basic, least: dict[Basic, Basic], needs: list[Basic]
) -> tuple[Claim, ...]:
    """The claim with divergences of the larger side replaced by lower bounds, and its needs."""
    sides = [(side.xreplace(least) if side == atom.gts else side) for side in atom.args]
    others = [*needs, *signs_needed(atom.gts)]
    return (
        restate(claim, [atom.func(*sides, evaluate=False)]),
        *(restate(claim, [need], hypotheses=scalar_hypotheses(claim)) for need in others),
    )


def _words(bounds: list[Bound]) -> str:
    if any(bound.axioms or not isinstance(bound.value, heads.Divergence) for bound in bounds):
        return "divergences replaced by upper bounds, those that remain by free numbers"
    return "the divergences are free nonnegative numbers"


def _equality(claim: Claim, atom: Basic) -> Iterator[Split]:
    """Both sides, written in the same divergences, are the same expression.

    Equal numbers for all finite values are equal in the limit, if both sides have one.
    """
    continuous = not may_be_infinite(atom) or all(map(increasing, atom.args))
    for rewrite, use, words, used in IDENTITIES if continuous else ():
        left, right = (expanded(rewrite(side)) for side in atom.args)
        if (left, right) != atom.args:
            goals = _abstracted(claim, Eq, left, right, [], False)
            yield _bounded(claim, goals, words, used, use)
    both = [restate(claim, [make(*atom.args, evaluate=False)]) for make in (Le, Ge)]
    yield Split(tuple(both), "an equality is two inequalities", rule="both")


def upper_bounds(divergence: Basic, larger: Expr, claim: Claim) -> list[Bound]:
    """Upper bounds of a divergence, those in terms of the larger side and the hypotheses first."""
    present = larger.atoms(heads.Divergence)
    found: list[Bound] = []
    if divergence in present:
        found.append(Bound(divergence))
    found.extend(_from_hypotheses(divergence, claim))
    for whole in sorted(present, key=str):
        used = marginal(divergence, whole) if whole != divergence else None
        if used is not None:
            found.append(Bound(whole, used))
    found.extend(_from_processing(divergence, larger, claim))
    assumed = {d for d, _ in limits(claim)}
    if isinstance(divergence, Renyi | KL):
        found.extend(_from_order(divergence, present | assumed))
    if isinstance(divergence, Renyi):
        found.extend(_from_hoelder(divergence, present | assumed))
    if isinstance(divergence, HockeyStick | TotalVariation):
        found.extend(_along_chain(divergence, present | assumed))
    for value, needs in elementary_bounds(divergence, present | assumed):
        found.append(Bound(value, (), needs))
    for other, limit in limits(claim):
        for value, needs in bounds_between_kinds(divergence, other, limit):
            found.append(Bound(value, (), needs))
    return found or [Bound(divergence)]


def limits(claim: Claim) -> Iterator[tuple[Basic, Expr]]:
    """The divergences that hypotheses bound by a number, each with its bound."""
    for hypothesis in claim.hypotheses:
        if isinstance(hypothesis, Le | Ge):
            sides = [(hypothesis.lts, hypothesis.gts)]
        elif isinstance(hypothesis, Eq):
            sides = [hypothesis.args, hypothesis.args[::-1]]
        else:
            continue
        for divergence, limit in sides:
            if isinstance(divergence, heads.Divergence) and is_numeric(limit):
                yield divergence, limit


def _from_hypotheses(divergence: Basic, claim: Claim) -> Iterator[Bound]:
    """A hypothesis on a pair of which this pair is a marginal."""
    for hypothesis in claim.hypotheses:
        if isinstance(hypothesis, Eq) and divergence in hypothesis.args:
            left, right = hypothesis.args
            yield Bound(right if left == divergence else left)
        if isinstance(hypothesis, Le | Ge) and isinstance(hypothesis.lts, heads.Divergence):
            used = marginal(divergence, hypothesis.lts)
            if used is not None:
                yield Bound(hypothesis.gts, used)
            if isinstance(divergence, HockeyStick):
                yield from _from_moment(divergence, hypothesis)


def _from_moment(stick: Basic, hypothesis: Basic) -> Iterator[Bound]:
    """A hockey stick by a bound of a Renyi divergence of the same laws at one order."""
    epsilon, *laws = stick.args
    if isinstance(hypothesis.lts, Renyi) and list(hypothesis.lts.args[1:]) == laws:
        alpha, tau = hypothesis.lts.args[0], hypothesis.gts
        value = exp((alpha - 1) * (tau - epsilon)) * (1 - 1 / alpha) ** (alpha - 1) / alpha
        yield Bound(value, (axioms.TAIL_INTEGRAL.name,), (Lt(S.One, alpha, evaluate=False),))


def _from_processing(divergence: Basic, larger: Expr, claim: Claim) -> Iterator[Bound]:
    """Data processing for a common kernel; convexity or quasi-convexity for a mixture."""
    *parameters, p, q = divergence.args
    used = (axioms.DATA_PROCESSING.name,)
    if isinstance(p, heads.Pushforward) and isinstance(q, heads.Pushforward):
        if p.args[0] == q.args[0]:
            inner = kernel.expanded(divergence.func(*parameters, p.args[1], q.args[1]))
            yield from _nested(inner, larger, claim, used)
        return
    mixtures = [law for law in (p, q) if isinstance(law, Mixture)]
    if not mixtures:
        return
    weight = mixtures[0].args[0]
    if any(law.args[0] != weight for law in mixtures):
        if len(mixtures) == len((p, q)):
            yield from _from_weights(divergence, larger, claim)
        yield from _from_vertices(divergence, larger, claim)
        return
    sides = [law.args[1:] if isinstance(law, Mixture) else (law, law) for law in (p, q)]
    parts = [
        kernel.expanded(divergence.func(*parameters, a, b)) for a, b in zip(*sides, strict=True)
    ]
    linear = not isinstance(divergence, Renyi | MaxDivergence)
    for first in _nested(parts[0], larger, claim, used):
        for second in _nested(parts[1], larger, claim, used):
            both = tuple(dict.fromkeys(first.axioms + second.axioms))
            needs = first.needs + second.needs
            if linear:
                yield Bound(weight * first.value + (1 - weight) * second.value, both, needs)
                continue
            if isinstance(divergence, Renyi):
                size = divergence.args[0] - 1
                moment = weight * exp(size * first.value) + (1 - weight) * exp(size * second.value)
                above = Lt(S.Zero, size, evaluate=False)
                yield Bound(log(moment) / size, both, (*needs, above))
            yield Bound(Max(first.value, second.value, evaluate=False), both, needs)
    if linear:
        yield from _from_vertices(divergence, larger, claim)


def _from_weights(divergence: Basic, larger: Expr, claim: Claim) -> Iterator[Bound]:
    """What bits with the weights of two mixtures tell, beside their parts where these differ."""
    *parameters, p, q = divergence.args
    (s, *parts), (t, *others) = p.args, q.args
    bits = divergence.func(*parameters, heads.Bernoulli(s), heads.Bernoulli(t))
    if parts == others:
        yield from _nested(bits, larger, claim, (axioms.DATA_PROCESSING.name,))
    elif isinstance(divergence, KL):
        inner = [kernel.expanded(KL(*pair)) for pair in zip(parts, others, strict=True)]
        used = (axioms.DATA_PROCESSING.name, axioms.CHAIN_RULE.name)
        bounds = (_nested(part, larger, claim, used) for part in (bits, *inner))
        for alone, first, second in product(*map(tuple, bounds)):
            value = alone.value + s * first.value + (1 - s) * second.value
            both = dict.fromkeys(alone.axioms + first.axioms + second.axioms)
            yield Bound(value, tuple(both), alone.needs + first.needs + second.needs)


def _from_vertices(divergence: Basic, larger: Expr, claim: Claim) -> Iterator[Bound]:
    """Averages over independent choices of the components of two mixtures."""
    if isinstance(divergence, Renyi | MaxDivergence):
        return
    *parameters, p, q = divergence.args
    terms: list[Expr] = []
    used = {axioms.DATA_PROCESSING.name}
    needs: list[Basic] = []
    for a, weight in components(p):
        for b, other in components(q):
            inner = kernel.expanded(divergence.func(*parameters, a, b))
            bound = next(_nested(inner, larger, claim, ()), None)
            if bound is None:
                return
            terms.append(weight * other * bound.value)
            used.update(bound.axioms)
            needs.extend(bound.needs)
    yield Bound(Add(*terms), tuple(sorted(used)), tuple(needs))


def _nested(inner: Expr, larger: Expr, claim: Claim, used: tuple[str, ...]) -> Iterator[Bound]:
    if not isinstance(inner, heads.Divergence):
        yield Bound(inner, used)
        return
    for bound in upper_bounds(inner, larger, claim):
        yield Bound(bound.value, tuple(dict.fromkeys(used + bound.axioms)), bound.needs)


def _from_order(divergence: Basic, present: set[Basic]) -> Iterator[Bound]:
    """The same pair at a higher order."""
    order = divergence.args[0] if isinstance(divergence, Renyi) else S.One
    pair = divergence.args[-2:]
    for other in sorted(present, key=str):
        if other.args[-2:] != pair or other == divergence:
            continue
        if isinstance(other, MaxDivergence):
            yield Bound(other, (axioms.MONOTONE_ORDER.name,))
        elif isinstance(other, Renyi):
            needed = at_most(order, other.args[0])
            yield Bound(other, (axioms.MONOTONE_ORDER.name,), (needed,))


def _from_hoelder(divergence: Basic, present: set[Basic]) -> Iterator[Bound]:
    """The triangle-like inequality, along chains of laws that are known."""
    for value, needs in chains(divergence, present):
        yield Bound(value, (axioms.HOELDER.name,), needs)


def _along_chain(divergence: Basic, present: set[Basic]) -> Iterator[Bound]:
    """The triangle inequality of hockey sticks, with those that stand on the larger side."""
    for value in detours(divergence, present):
        yield Bound(value)


def _abstracted(
    claim: Claim,
    relation: type[Basic],
    smaller: Expr,
    larger: Expr,
    needs: list[Basic],
    turned: bool,
) -> tuple[Claim, ...]:
    """The claims with a number in the place of each divergence, and what the bounds need.

    A hypothesis that may hold where a divergence is infinite says nothing of these numbers.
    """
    hypotheses = [h for h in claim.hypotheses if not h.has(heads.Guarantee)]
    found = set(smaller.atoms(heads.Divergence)) | set(larger.atoms(heads.Divergence))
    finite = finite_under(hypotheses, smaller, larger)
    kept = [
        h for h in hypotheses if h.atoms(heads.Quantity) <= found and may_be_infinite(h) <= finite
    ]
    values: dict[Basic, Symbol] = {}
    domains: dict[Symbol, Domain] = {}
    for index, divergence in enumerate(sorted(found, key=str)):
        name = fresh(claim, f"d{index}_")
        values[divergence] = name
        domains[name] = range_of(divergence)
    assumed = [h.func(*(side.xreplace(values) for side in h.args), evaluate=False) for h in kept]
    left, right = smaller.xreplace(values), larger.xreplace(values)
    sides = (right, left) if turned else (left, right)
    signs = signs_needed(smaller) + signs_needed(larger)
    goal = restate(claim, [relation(*sides, evaluate=False)], hypotheses=assumed, domains=domains)
    others = [
        restate(claim, [need], hypotheses=scalar_hypotheses(claim))
        for need in dict.fromkeys([*needs, *signs])
    ]
    return (goal, *others)
