"""Relations between divergences of two laws whose hypotheses are strict, equalities, or turned.

Each tactic adds what is between, or exchanges a hypothesis for the conclusion, so that the provers
of bounds meet a claim of their kind: an upper bound of one divergence from upper bounds of others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, takewhile

from sympy import Basic, Eq, Expr, Le, Lt, S, Symbol

from dpsym.kernel.implications import implied, plain
from dpsym.kernel.terms import sign
from dpsym.language.claim import Claim
from dpsym.language.divergences import CONTINUOUS
from dpsym.language.heads import (
    KL,
    Divergence,
    Guarantee,
    HockeyStick,
    MaxDivergence,
    Product,
    Renyi,
    TotalVariation,
)
from dpsym.language.printing import text
from dpsym.provers.divergences.elementary import (
    bounds_between_kinds,
    least_between_kinds,
    sharpest_between_kinds,
)
from dpsym.provers.divergences.pointwise import first_share
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.moments.problem import numbers_of
from dpsym.provers.moments.program import laws_in
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, is_numeric, restate, scalar_hypotheses
from dpsym.provers.scalar.goal import Goal as ScalarGoal
from dpsym.provers.scalar.sampling import counterexample


class IndependentDraws:
    """Divergences of independent draws as sums, or products, of those of the parts."""

    name = "independent draws"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim about the parts."""
        atom = _relation(claim)
        for use, words in _USES.items() if atom is not None and atom.has(Product) else ():
            for split in by_rule("identity", claim, {"use": use}, words):
                if all(goal.conclusions[0] != atom for goal in split.subgoals):
                    yield split
        for divergence in (
            sorted(atom.lhs.atoms(TotalVariation), key=str) if atom is not None else ()
        ):
            params = {"fact": "overlap", "whole": text(divergence)}
            yield from by_rule("bound", claim, params, "overlaps of independent draws multiply")


class EqualLaws:
    """Laws of which a divergence is zero have likelihood ratio one, both ways."""

    name = "equal laws"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The next of what follows from it, until the max-divergences are known to be zero."""
        atom = _relation(claim)
        if atom is None:
            return
        vanishing = [h for h in map(plain, claim.hypotheses) if _vanishes(h)]
        pairs = [laws for h in vanishing if len(laws := laws_in([h])) == 2]
        for laws in (laws for i, laws in enumerate(pairs) if laws not in pairs[:i]):
            zero = [h for h in vanishing if laws_in([h]) == laws]
            yield from self._next(claim, atom, laws, zero)

    def _next(
        self, claim: Claim, atom: Basic, laws: list[Basic], zero: list[Basic]
    ) -> Iterator[Split]:
        p, q = laws
        known: list[Basic] = [TotalVariation(p, q), TotalVariation(q, p)]
        known += [MaxDivergence(p, q), MaxDivergence(q, p)]
        known[:0] = [KL(*d.args[-2:]) for h in zero for d in h.atoms(Renyi)]
        wanted = atom.lhs if atom.rhs == 0 else None
        for divergence in takewhile(lambda known: known != wanted, known):
            between = at_most(divergence, S.Zero)
            if not any(implied(between, _below(h), {}) for h in zero):
                params = {"between": text(divergence), "limit": "0"}
                yield from by_rule("cut", claim, params, "equal laws have no divergence")
                return


class LikelihoodRatio:
    """The likelihood ratio of two laws bounded by that of others, or the shares of a mixture."""

    name = "likelihood ratio"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The densities compared, with nothing or one hypothesis."""
        atom = _relation(claim)
        wanted = _without_excess(atom)
        if atom is None or wanted is None:
            return
        words = "the likelihood ratio is bounded"
        if isinstance(atom.lhs, MaxDivergence):
            yield from by_rule("pointwise", claim, {}, words)
        for number, hypothesis in enumerate(map(plain, claim.hypotheses)):
            given = _without_excess(_below(hypothesis))
            if given is not None:
                share = first_share(wanted, given)
                if share is not None:
                    params = {"shares": {str(number): text(share)}}
                    yield from by_rule("pointwise", claim, params, words)


class Contraposition:
    """A lower bound of a divergence from one of another: upper bounds, the other way round."""

    name = "contraposition"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The negative of the conclusion refutes a hypothesis, with the others."""
        atom = _relation(claim)
        if atom is None or atom.lhs.has(Divergence) or not atom.rhs.has(Divergence):
            return
        for number, hypothesis in enumerate(map(plain, claim.hypotheses)):
            if not isinstance(hypothesis, Le | Lt | Eq) or not hypothesis.has(Divergence):
                continue
            low, high = hypothesis.args
            turned = isinstance(hypothesis, Eq) and low.has(Divergence)
            low, high = (high, low) if turned else (low, high)
            if low.has(Divergence) or laws_in([high]) != laws_in([atom]):
                continue
            params = {"number": number, "beside": True} | ({"turned": True} if turned else {})
            yield from by_rule("contradiction", claim, params, "by contraposition")


class Levels:
    """A bound of a divergence from a bound of another by an inequality between the two."""

    name = "inequality between kinds"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The inequality as one more hypothesis: what is claimed of bounds, and those known."""
        atom = _relation(claim)
        if atom is None or not isinstance(atom.lhs, Divergence) or not is_numeric(atom.rhs):
            return
        for number, h in enumerate(map(plain, claim.hypotheses)):
            if isinstance(h, _BOUNDS) and h.lhs == atom.lhs:
                if isinstance(atom, Lt) and h.rhs.has(Divergence):
                    params = {"fact": "hypothesis", "number": number}
                    yield from by_rule("bound", claim, params, "the bound that is known")
                return
        for hypothesis in map(plain, claim.hypotheses):
            other, limit = _below(hypothesis).args if isinstance(hypothesis, _BOUNDS) else 2 * [0]
            if not isinstance(other, Divergence) or not is_numeric(limit) or other == atom.lhs:
                continue
            if laws_in([other]) != laws_in([atom]):
                continue
            bounds = [b for b, _ in bounds_between_kinds(atom.lhs, other, other)]
            if isinstance(hypothesis, Le) and isinstance(atom, Le):
                bounds = []
            bounds += sharpest_between_kinds(atom.lhs, other)
            if isinstance(limit, Symbol):
                bounds.append(atom.rhs.xreplace({limit: other}))
            for bound in bounds:
                if not may_suffice(claim, atom.rhs - bound.xreplace({other: limit})):
                    continue
                params = {"between": text(atom.lhs), "limit": text(bound)}
                for split in by_rule("cut", claim, params, "an inequality between divergences"):
                    lemma, *rest = split.subgoals
                    alone = restate(lemma, lemma.conclusions, hypotheses=())
                    yield replace(split, subgoals=(alone, *rest))


class LowerLevels:
    """A lower bound of a divergence from one of another by an inequality between the two."""

    name = "inequality from below"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The inequality as one more hypothesis: what is claimed of bounds, and those known."""
        atom = _relation(claim)
        if atom is None or not isinstance(atom.rhs, Divergence) or not is_numeric(atom.lhs):
            return
        known = [plain(h) for h in claim.hypotheses]
        for number, h in enumerate(known):
            if isinstance(h, Le) and h.rhs == atom.rhs and h.lhs.has(Divergence):
                params = {"fact": "hypothesis", "number": number}
                yield from by_rule("bound", claim, params, "the bound that is known")
                return
        for hypothesis in known:
            limit, other = hypothesis.args if isinstance(hypothesis, _BOUNDS) else 2 * [0]
            if isinstance(hypothesis, Eq) and isinstance(limit, Divergence):
                limit, other = other, limit
            if not isinstance(other, Divergence) or not is_numeric(limit) or other == atom.rhs:
                continue
            bounds = [
                bound
                for bound in least_between_kinds(atom.rhs, other)
                if may_suffice(claim, bound.xreplace({other: limit}) - atom.lhs)
            ]
            if isinstance(limit, Symbol) and laws_in([other]) == laws_in([atom]):
                bounds.append(atom.lhs.xreplace({limit: other}))
            for bound in bounds:
                params = {"between": text(atom.rhs), "limit": text(bound), "least": True}
                for split in by_rule("cut", claim, params, "an inequality between divergences"):
                    lemma, *rest = split.subgoals
                    alone = restate(lemma, lemma.conclusions, hypotheses=())
                    yield replace(split, subgoals=(alone, *rest))


class Thresholds:
    """A hockey stick by the one at threshold zero, the total variation, of which more is known.

    Where the likelihood ratio is bounded by the threshold it is zero, which strict bounds need.
    """

    name = "lower threshold"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """What bounds the hockey stick as one more hypothesis, then in its place."""
        atom = _relation(claim)
        if atom is None:
            return
        known = [plain(h) for h in claim.hypotheses]
        for stick in sorted(atom.lhs.atoms(HockeyStick), key=str):
            limit = self._limit(claim, atom, stick, known)
            if limit is None:
                continue
            said = [n for n, h in enumerate(known) if h == at_most(stick, limit)]
            if said:
                params = {"fact": "hypothesis", "number": said[0]}
                for split in by_rule("bound", claim, params, "the bound that is known"):
                    # it holds of all such laws, and would keep provers that need none from helping
                    less = [_less(goal, known[said[0]]) for goal in split.subgoals]
                    yield replace(split, subgoals=tuple(less))
            else:
                params = {"between": text(stick), "limit": text(limit)}
                yield from by_rule("cut", claim, params, "a hockey stick at a lower threshold")

    def _limit(self, claim: Claim, atom: Basic, stick: Basic, known: list[Basic]) -> Basic | None:
        """Zero where a likelihood ratio is bounded; else the total variation, if it may be used."""
        threshold, *laws = stick.args
        least = at_most(MaxDivergence(*laws), threshold)
        if isinstance(atom, Lt) and any(implied(least, h, dict(claim.domains)) for h in known):
            return S.Zero
        variation = TotalVariation(*laws)
        others = [d for d in atom.rhs.atoms(Divergence) if set(d.args[-2:]) == set(laws)]
        usable = any(any(bounds_between_kinds(variation, d, d)) for d in others)
        return variation if usable and sign(threshold, dict(claim.domains)) else None


class EveryLevel:
    """A bound in another divergence, as one in every number that bounds the other."""

    name = "every level"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with a new name for the other divergence, or for one of several laws."""
        atom = _relation(claim)
        if atom is None or not atom.has(*CONTINUOUS):
            return
        params, words = {"name": fresh(claim, "x").name}, "for every bound of the other divergence"
        yield from by_rule("level", claim, params, words)
        if len(atom.rhs.atoms(Divergence)) > 1 or len(laws_in([atom])) > 2:
            for other in sorted(atom.rhs.atoms(MaxDivergence, Renyi), key=str):
                yield from by_rule("level", claim, {**params, "of": text(other)}, words)


class UpperBounds:
    """An equation between a divergence and a number, or a strict bound, as an upper bound."""

    name = "upper bounds"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with upper bounds for such equations; then for strict ones."""
        if _relation(claim) is None:
            return
        weaker = [_below(h) for h in claim.hypotheses]
        words = "equations as upper bounds"
        if weaker == list(claim.hypotheses):
            weaker = [_closed(h) for h in claim.hypotheses]
            words = "strict bounds as bounds"
        if weaker != list(claim.hypotheses):
            goal = restate(claim, claim.conclusions, hypotheses=weaker)
            yield Split((goal,), words, rule="restated")


class BetweenOrders:
    """The logarithm of a moment is convex in its order: a Renyi divergence by two others."""

    name = "log-convexity in the order"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with two divergences in the place of one, whose order lies between theirs."""
        atom = _relation(claim)
        if atom is None:
            return
        for divergence in sorted(atom.lhs.atoms(Renyi), key=str):
            order, *laws = divergence.args
            known = *atom.rhs.atoms(Renyi, KL, MaxDivergence), *_bounded(claim)
            same = (d for d in known if list(d.args[-2:]) == laws and d != divergence)
            orders = {of for d in same if (of := order_of(d)) is not None}
            for low, high in permutations(sorted(orders, key=str), 2):
                if (low <= order) == S.false or (order <= high) == S.false or low == S.Infinity:
                    continue
                names = {"a": text(low), "c": text(order), "P": text(laws[0]), "Q": text(laws[1])}
                params = {"fact": "order-below-infinite", "with": names}
                if high != S.Infinity:
                    params = {"fact": "order-between", "with": names | {"b": text(high)}}
                yield from by_rule("bound", claim, params, "log-convexity in the order")


def _less(claim: Claim, hypothesis: Basic) -> Claim:
    """The claim without a hypothesis."""
    others = [h for h in claim.hypotheses if plain(h) != hypothesis]
    return restate(claim, claim.conclusions, hypotheses=others)


def order_of(divergence: Basic) -> Expr | None:
    """The order of a Renyi divergence, 1 of KL and oo of the max-divergence; None of others."""
    if isinstance(divergence, MaxDivergence):
        return S.Infinity
    if isinstance(divergence, KL):
        return S.One
    return divergence.args[0] if isinstance(divergence, Renyi) else None


_BOUNDS = Le | Lt | Eq
_USES = {"expanded": "independent draws add", "multiplied": "independent draws multiply"}
_STICKS = HockeyStick | TotalVariation


def may_suffice(claim: Claim, gap: Expr) -> bool:
    """Whether no point of the domains is known at which a number is negative."""
    if scalar_hypotheses(claim):
        return True
    used = tuple((name, domain) for name, domain in numbers_of(claim) if gap.has(name))
    return counterexample(ScalarGoal(gap, used)) is None


def _relation(claim: Claim) -> Basic | None:
    """The one conclusion, if it is an inequality about laws alone."""
    atom = plain(claim.conclusions[0])
    of_laws = len(claim.conclusions) == 1 and isinstance(atom, Le | Lt) and atom.has(Divergence)
    return atom if of_laws and not any(isinstance(a, Guarantee) for a in claim.atoms) else None


def _without_excess(atom: Basic | None) -> Basic | None:
    """The hockey stick that a relation says to be zero."""
    if not isinstance(atom, Le) or not is_numeric(atom.rhs):
        return None
    if isinstance(atom.lhs, MaxDivergence):
        return HockeyStick(atom.rhs, *atom.lhs.args)
    return atom.lhs if isinstance(atom.lhs, _STICKS) and atom.rhs == 0 else None


def _bounded(claim: Claim) -> Iterator[Basic]:
    """The Renyi divergences that hypotheses bound."""
    for hypothesis in map(plain, claim.hypotheses):
        if isinstance(hypothesis, Le | Lt) and isinstance(hypothesis.lhs, Renyi | KL):
            yield hypothesis.lhs


def _vanishes(hypothesis: Basic) -> bool:
    """Whether a hypothesis says that a divergence is zero."""
    below = _below(hypothesis)
    return isinstance(below, Le) and isinstance(below.lhs, Divergence) and below.rhs == 0


def _closed(hypothesis: Basic) -> Basic:
    """A strict bound of a divergence as one that may be attained; other hypotheses as they are."""
    given = plain(hypothesis)
    is_bound = isinstance(given, Lt) and given.has(Divergence)
    return at_most(*given.args) if is_bound else hypothesis


def _below(hypothesis: Basic) -> Basic:
    """An equation as an upper bound of its divergence; other hypotheses as they are."""
    if isinstance(hypothesis, Eq) and hypothesis.has(Divergence):
        sides = sorted(hypothesis.args, key=lambda side: not isinstance(side, Divergence))
        return at_most(*sides)
    return hypothesis
