"""Relations between two f-divergences of one pair of laws, reduced to Bernoulli laws."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations

from sympy import Basic, Expr, Ge, Le, S, Symbol, diff, exp, log

from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import F_DIVERGENCES, range_of
from dpsym.language.domains import Interval
from dpsym.language.heads import Bernoulli, ObjectName
from dpsym.provers import axioms
from dpsym.provers.divergences.growth import increasing, signs_needed
from dpsym.provers.divergences.identities import second_order
from dpsym.provers.kernel_rules import after
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, restate

_OPEN = Interval(S.Zero, S.One, True, True)


class JointRange:
    """A relation whose truth set is convex in two f-divergences holds if it holds for bits.

    The relation must read ``larger - smaller >= 0`` with ``larger - smaller`` a concave function
    of each divergence apart; where there are more than two, of two sums of nonnegative multiples
    of them, which are f-divergences too. It suffices to look at Bernoulli laws with parameters in
    (0, 1): the divergences are continuous, with values in [0, oo], in the two parameters off the
    diagonal, and constant on it.
    """

    name = "joint range"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The relation for two Bernoulli laws, and the concavity that makes it enough."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Le | Ge):
            return
        written = claim.conclusions[0]
        smaller, larger = _rescaled(second_order(written.lts), second_order(written.gts))
        sides = (larger, smaller) if isinstance(written, Ge) else (smaller, larger)
        atom = written.func(*sides, evaluate=False)
        divergences = sorted(atom.atoms(heads.Divergence), key=str)
        laws = {n for n in atom.free_symbols if isinstance(n, ObjectName)}
        if not divergences or len(laws) != 2 or _assumes_laws(claim):
            return
        if not all(isinstance(d, F_DIVERGENCES) for d in divergences):
            return
        if any(set(d.args[-2:]) != laws for d in divergences):
            return
        concave = _concavity(claim, atom.gts - atom.lts, divergences)
        if concave is None:
            return
        p, q = fresh(claim, "p"), fresh(claim, "q")
        first, second = sorted(laws, key=str)
        values = {first: Bernoulli(p), second: Bernoulli(q)}
        bits = (side.xreplace(values) for side in atom.args)
        goal = restate(claim, [atom.func(*bits, evaluate=False)], domains={p: _OPEN, q: _OPEN})
        used = (axioms.JOINT_RANGE.name,)
        goals, names = (goal, *concave), {"p": p.name, "q": q.name}
        yield Split(goals, "two bits suffice", used, concluded=lambda: _concluded(claim, names))


def _concluded(claim: Claim, names: dict[str, str]) -> Iterator[Split]:
    """The rule, after logarithms are undone and orders are written out that stand in its way."""
    for rule, params in (("monotone", {}), ("identity", {"use": "second-order"})):
        with suppress(Rejected):
            written = after(rule, claim, params)
            if written.text == claim.text:
                continue
            for inner in _concluded(written, names):
                yield Split((), "the sides rescaled", (), params, rule, between=((written, inner),))
    yield Split((), "two bits suffice", (), dict(names), "joint-range")


def _rescaled(smaller: Expr, larger: Expr) -> tuple[Expr, Expr]:
    """Both sides without logarithms, or with them where the smaller is an exponential.

    What a logarithm is taken of is positive, since it is where the divergences vanish, and rises.
    """
    if all(isinstance(side, log) and _rises(side) for side in (smaller, larger)):
        return smaller.args[0], larger.args[0]
    if isinstance(smaller, exp) and not larger.has(exp) and _rises(log(larger)):
        return smaller.args[0], log(larger)
    return smaller, larger


def _rises(side: Expr) -> bool:
    return increasing(side) and not signs_needed(side)


def _assumes_laws(claim: Claim) -> bool:
    return any(h.has(heads.Divergence, heads.Guarantee) for h in claim.hypotheses)


def _two_combinations(gap: Expr, symbols: list[Symbol]) -> bool:
    """Whether two combinations of divergences, with nonnegative factors, are all that matters.

    Such a combination is an f-divergence itself.
    """
    slopes = [diff(gap, symbol) for symbol in symbols]
    linear = {slope.is_positive for slope in slopes if slope.is_number}
    curved = sum(not slope.is_number for slope in slopes)
    return None not in linear and len(linear) + curved <= 2


def _concavity(claim: Claim, gap: Expr, divergences: list[Basic]) -> list[Claim] | None:
    """Claims saying that the gap is concave in each divergence; None where they interact.

    Concave on the open interval is enough: where the gap has a value at an end, it is continuous.
    """
    names = {d: fresh(claim, f"d{i}_") for i, d in enumerate(divergences)}
    written = gap.xreplace(names)
    if written.has(ObjectName):  # what is no divergence need not be one of bits
        return None
    symbols: list[Symbol] = list(names.values())
    if any(diff(written, *both) != 0 for both in combinations(symbols, 2)):
        return None
    if len(symbols) > 2 and not _two_combinations(written, symbols):
        return None
    goals = []
    for divergence, name in names.items():
        curvature = diff(written, name, 2)
        if curvature == 0:
            continue
        domain = Interval(S.Zero, range_of(divergence).upper, True, True)
        goals.append(restate(claim, [at_most(curvature, S.Zero)], domains={name: domain}))
    return goals
