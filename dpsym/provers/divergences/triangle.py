"""Divergences through a law between two others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product

from sympy import Abs, Add, Basic, Expr, Le, Lt, Max, Min, S, exp, simplify

from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, Mixture, TotalVariation
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import is_numeric

MIXED = "through a mixture with one of the weights"
PARTS = "part by part, with the smaller of two weights"


class Between:
    """A total variation of two laws that no hypothesis compares, by those from laws between."""

    name = "laws between"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with two steps for the distance, the first along a shortest path."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le | Lt):
            return
        for divergence in sorted(atom.lhs.atoms(TotalVariation), key=str):
            p, q = divergence.args
            middle = _towards(p, q, list(_compared(claim)))
            if middle is not None:
                names = {"P": text(p), "Q": text(q), "R": text(middle)}
                params = {"fact": "triangle-variation", "with": names}
                yield from by_rule("bound", claim, params, "through a law between")


class UnlikeWeights:
    """A total variation of mixtures with unlike weights, through one with the weight of either.

    Or part by part: with the smaller of both weights the first parts are compared, with that of
    the rests the second, and what one mixture has more of its first part with the other's second,
    or with anything.
    """

    name = "unlike weights"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """That the weights move so much mass at most; with it the claim through that mixture."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le | Lt):
            return
        bounds = [
            h.args if isinstance(h, Le | Lt) else 2 * (None,) for h in map(plain, claim.hypotheses)
        ]
        known = {small for small, _ in bounds}
        for divergence in sorted(atom.lhs.atoms(TotalVariation), key=str):
            p, q = divergence.args
            if not isinstance(p, Mixture) or not isinstance(q, Mixture):
                continue
            (first, *parts), (second, *others) = p.args, q.args
            if first == second or parts == others:
                continue
            parted, coarse = _part_by_part(p, q), _with_same_parts(p, q)
            for limit in (parted, coarse):
                if (divergence, limit) in bounds:
                    number = bounds.index((divergence, limit))
                    params = {"fact": "hypothesis", "number": number}
                    yield from by_rule("bound", claim, params, PARTS)
                    return
            if atom.has(Min, Max) or atom.rhs.has(Abs):
                limit = parted if atom.has(Min, Max) else coarse
                params = {"between": text(divergence), "limit": text(limit)}
                yield from by_rule("cut", claim, params, PARTS)
            for middle in (Mixture(first, *others), Mixture(second, *parts)):
                moved = TotalVariation(*((middle, q) if middle.args[0] == first else (p, middle)))
                if moved in known:
                    names = {"P": text(p), "Q": text(q), "R": text(middle)}
                    params = {"fact": "triangle-variation", "with": names}
                    yield from by_rule("bound", claim, params, MIXED)
                    return
                cut = {"between": text(moved), "limit": text(Abs(first - second))}
                yield from by_rule("cut", claim, cut, MIXED)


def _part_by_part(p: Mixture, q: Mixture) -> Expr:
    """What is at least the total variation of two mixtures, by that of their parts."""
    (s, *parts), (t, *others) = p.args, q.args
    return Add(
        Min(s, t) * _distance(parts[0], others[0]),
        Min(1 - s, 1 - t) * _distance(parts[1], others[1]),
        Max(s - t, 0) * _distance(parts[0], others[1]),
        Max(t - s, 0) * _distance(parts[1], others[0]),
    )


def _with_same_parts(p: Mixture, q: Mixture) -> Expr:
    """The same where nothing is known of unlike parts, whose distance is at most 1."""
    (s, *parts), (t, *others) = p.args, q.args
    return Add(
        Min(s, t) * _distance(parts[0], others[0]),
        Min(1 - s, 1 - t) * _distance(parts[1], others[1]),
        Abs(s - t),
    )


def _distance(p: Basic, q: Basic) -> Expr:
    return S.Zero if p == q else TotalVariation(p, q)


def _compared(claim: Claim) -> Iterator[tuple[Basic, Basic]]:
    """The pairs of laws that hypotheses bound a divergence of, either way round."""
    for hypothesis in map(plain, claim.hypotheses):
        divergence, limit = hypothesis.args if isinstance(hypothesis, Le | Lt) else 2 * [None]
        if isinstance(divergence, Divergence) and is_numeric(limit):
            yield from permutations(divergence.args[-2:])


def _towards(start: Basic, end: Basic, steps: list[tuple[Basic, Basic]]) -> Basic | None:
    """The first law between on a shortest path; None where there is no path, or one step."""
    reached: dict[Basic, Basic] = {end: end}
    front = [end]
    while front and start not in reached:
        before = [(a, b) for b in front for a, after in steps if after == b and a not in reached]
        reached |= dict(reversed(before))
        front = list(dict(before))
    middle = reached.get(start)
    return None if middle in (None, end) else middle


def detours(stick: Basic, present: Iterable[Basic]) -> Iterator[Expr]:
    """``H_a(P, Q) + exp(a)*H_b(Q, R)``, which is at least ``H_{a+b}(P, R)``.

    Add and subtract exp(a)*Q inside the positive part. Total variation is H_0.

    Args:
        stick: a hockey stick or a total variation.
        present: the divergences to choose from, of the same kind.

    >>> from dpsym.language.heads import ObjectName, TotalVariation
    >>> P, Q, R = (ObjectName(name) for name in "PQR")
    >>> list(detours(TotalVariation(P, R), [TotalVariation(P, Q), TotalVariation(Q, R)]))
    [TotalVariation(P, Q) + TotalVariation(Q, R)]
    """
    *threshold, p, r = stick.args
    steps = [d for d in sorted(present, key=str) if isinstance(d, type(stick))]
    for first, second in product(steps, steps):
        *a, start, middle = first.args
        *b, after, end = second.args
        if (start, middle, end) != (p, after, r) or not p != middle != r:
            continue
        if simplify(Add(*a, *b) - Add(*threshold)) == 0:
            yield first + exp(Add(*a)) * second
