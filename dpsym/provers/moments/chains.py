"""Hockey sticks along chains of laws, as further hypotheses on the laws at their ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import Basic, Expr, Le, S, exp

from dpsym.kernel.implications import implied, plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, ObjectName
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.moments.program import form_of, laws_in
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, is_numeric

LONGEST = 4
"""Steps of a chain."""


@dataclass(frozen=True, slots=True)
class Chain:
    """P(S) <= exp(slope)*Q(S) + total for all events S, from hypotheses one after the other.

    Attributes:
        law: where the chain has come.
        seen: the laws before.
        slope: the sum of the thresholds.
        total: what they add up to.
        shares: the factor of each hypothesis used, by its number.
    """

    law: Basic
    seen: tuple[Basic, ...] = ()
    slope: Expr = S.Zero
    total: Expr = S.Zero
    shares: tuple[tuple[int, Expr], ...] = ()


class Chains:
    """A divergence of two laws, with what chains of others between them say of these."""

    name = "chains of laws"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """A hockey stick by the steps of its chain; else a cut with one that is not known yet."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le) or not atom.has(Divergence):
            return
        ends, domains = laws_in([atom]), dict(claim.domains)
        if len(ends) != 2 or len(laws_in(claim.hypotheses)) < 3:
            return
        in_numbers = form_of(atom) is not None
        known = [plain(h) for h in claim.hypotheses]
        for start, end in (ends, ends[::-1]):
            for chain in _chains(claim, Chain(start), end):
                bound = at_most(heads.HockeyStick(chain.slope, start, end), chain.total)
                if chain.total == 0 and not isinstance(atom.lhs, heads.HockeyStick):
                    bound = at_most(heads.MaxDivergence(start, end), chain.slope)
                elif not in_numbers:
                    continue
                if implied(atom, bound, domains):
                    shares = {str(number): text(share) for number, share in chain.shares}
                    params = {"shares": shares}
                    yield from by_rule("pointwise", claim, params, "along a chain of laws")
                elif not any(implied(bound, h, domains) for h in known):
                    cut = {"between": text(bound.lhs), "limit": text(bound.rhs)}
                    yield from by_rule("cut", claim, cut, "what a chain of laws says of its ends")
                    return


def _chains(claim: Claim, begun: Chain, end: Basic) -> Iterator[Chain]:
    """The chains of two or more steps from where one has come to a law."""
    if begun.law == end:
        if len(begun.shares) > 1:
            yield begun
        return
    if len(begun.shares) == LONGEST:
        return
    for number, hypothesis in enumerate(map(plain, claim.hypotheses)):
        step = _step(hypothesis)
        if step is None:
            continue
        (first, second), slope, total = step
        seen = (*begun.seen, begun.law)
        if first != begun.law or second in seen or (second == end and not begun.shares):
            continue
        factor = exp(begun.slope)
        added = begun.total + factor * total
        shares = (*begun.shares, (number, factor))
        yield from _chains(claim, Chain(second, seen, begun.slope + slope, added, shares), end)


def _step(hypothesis: Basic) -> tuple[tuple[Basic, ...], Expr, Expr] | None:
    """The two laws, the threshold and the limit of a hockey stick by a number."""
    if not isinstance(hypothesis, Le) or not is_numeric(hypothesis.rhs):
        return None
    divergence, limit = hypothesis.args
    if not all(isinstance(law, ObjectName) for law in divergence.args[-2:]):
        return None
    if isinstance(divergence, heads.MaxDivergence):
        return divergence.args, limit, S.Zero
    if not limit.is_number:
        return None
    if isinstance(divergence, heads.TotalVariation):
        return divergence.args, S.Zero, limit
    if isinstance(divergence, heads.HockeyStick) and divergence.args[0].is_number:
        return divergence.args[1:], divergence.args[0], limit
    return None
