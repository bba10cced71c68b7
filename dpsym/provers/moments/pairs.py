"""Guarantees of named mechanisms as bounds on one pair of laws."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import exp, inf
from typing import Any

from sympy import Basic, S, cancel, expand

from dpsym.kernel.claims import premises
from dpsym.kernel.goal import Goal
from dpsym.kernel.mechanisms import PAIRED
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import SUMMED
from dpsym.language.places import is_integral
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.moments.duality import program_of
from dpsym.provers.moments.problem import numbers_of
from dpsym.provers.moments.program import Program, Solution
from dpsym.provers.numerics import np, scipy
from dpsym.provers.prover import Split
from dpsym.provers.rationals import simplest
from dpsym.provers.restate import fresh, restate

Solved = list[tuple[Program, Solution]]
ORDERS = (1, 2, 4)
"""Where a bound at all orders is used first."""
LARGEST_GROUP = 8
_NAMES = {"p": "P", "q": "Q", "order": "alpha"}
WORDS = "for every pair of laws within the hypotheses"
MORE_ORDERS = 12
"""How often orders at which the extremal laws exceed the bound are added."""


class Parity:
    """A bound of a group of symbolic size, for even and for odd sizes.

    Half of the steps are complements at epsilon = 0: which way is best depends on whether the size
    is even.
    """

    name = "parity"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with twice another integer for a name of the size, and with one more."""
        if len(claim.conclusions) != 1 or dict(_counted(claim)):
            return
        private = claim.conclusions[0]
        if not isinstance(private, heads.ApproxDP) or not isinstance(private.args[0], heads.Group):
            return
        for name in sorted(private.args[0].args[1].free_symbols, key=str):
            params = {"name": str(name), "half": fresh(claim, "m").name}
            for split in by_rule("parity", claim, params, "for even and for odd numbers"):
                if all(dict(_counted(goal)) for goal in split.subgoals):
                    yield split
                    return


class PairOfLaws:
    """A guarantee of a named mechanism as a bound on each pair of laws within the hypotheses."""

    name = "pair of laws"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim about two laws, with bounds at all orders used where the program needs them."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], heads.Guarantee):
            return
        counted = dict(_counted(claim))
        if counted:
            names = {key: fresh(claim, wish).name for key, wish in _NAMES.items()}
            yield from by_rule("pair", claim, names | {"steps": counted}, WORDS)
            return
        params, solved = saturated(claim)
        if not solved and isinstance(claim.conclusions[0].args[0], heads.Subsample):
            yield from _sampled(claim, params)
        if not solved and "steps" in params:
            steps = dict(_matching(claim, params["steps"]))
            if any(steps.values()):
                yield from by_rule("pair", claim, params | {"steps": steps}, WORDS)
            return
        if not solved and (
            isinstance(claim.conclusions[0], heads.ProbabilisticDP) or _several(claim)
        ):
            if claim.scalars():
                yield from by_rule("pair", claim, params, WORDS)
            return
        if not solved or (params.get("at") and min(s.value for _, s in solved) <= 0):
            return
        used = {str(order) for pair in solved for order in _used_orders(*pair)}
        at = {n: [o for o in orders if o in used] for n, orders in params.get("at", {}).items()}
        params |= {"at": at} if at else {}
        yield from by_rule("pair", claim, params, WORDS)


def _several(claim: Claim) -> bool:
    """Whether more is known of a mechanism than one that dominates it says."""
    private = claim.conclusions[0]
    known = [h for h in claim.hypotheses if isinstance(h, PAIRED)]
    return len([h for h in known if h.args[0] == private.args[0]]) > 1


def _sampled(claim: Claim, params: dict[str, Any]) -> Iterator[Split]:
    """A bound of a sample with names, from others at its own order and at the second."""
    asked = claim.conclusions[0].args[1]
    if isinstance(claim.conclusions[0], heads.RenyiDP) and asked.is_Integer:
        orders = list(dict.fromkeys(("2", text(asked))))
        at = {str(n): orders for n in _quantified(claim)}
        yield from by_rule("pair", claim, params | ({"at": at} if at else {}), WORDS)


def saturated(claim: Claim, room: float = 0.0) -> tuple[dict[str, Any], Solved]:
    """The parameters of the rule, and the programs of the pairs of laws with their solutions.

    Orders at which extremal laws exceed a bound are added until they exceed none or the claim
    holds; ``room`` is left within the bounds. No solutions where the rule does not apply, or not
    all programs have one.
    """
    params: dict[str, Any] = {key: fresh(claim, wish).name for key, wish in _NAMES.items()}
    steps = {str(n): words for n, words in _ways(claim)}
    params |= {"steps": steps} if steps else {}
    orders = {n: [Fraction(o) for o in ORDERS] for n in _quantified(claim)}
    for _ in range(MORE_ORDERS):
        at = {str(n): list(map(str, known)) for n, known in orders.items()}
        params |= {"at": at} if at else {}
        solved = _solved(claim, params, room)
        if not solved:
            break
        worst = min(solved, key=lambda pair: pair[1].value)
        if worst[1].value > 0 or not _added(claim, worst, orders):
            return params, solved
    return params, []


def _ways(claim: Claim) -> Iterator[tuple[int, list[str]]]:
    """For guarantees of members of a group, how to add them up: the best way to each threshold."""
    group = claim.conclusions[0].args[0]
    if not isinstance(group, heads.Group) or group.args[1] not in range(2, LARGEST_GROUP + 1):
        return
    for number, hypothesis in enumerate(claim.hypotheses):
        private = isinstance(hypothesis, heads.PureDP | heads.ApproxDP)
        if not private or hypothesis.args[0] != group.args[0]:
            continue
        e, d = _typical(claim, hypothesis)
        best: dict[int, tuple[float, str]] = {}
        for word in map("".join, product("+-", repeat=int(group.args[1]))):
            slope, total = 1.0, 0.0
            for step in word:
                total += slope * (d if step == "+" else 1 - exp(-e) * (1 - d))
                slope *= exp(e) if step == "+" else exp(-e)
            best[word.count("+")] = min(best.get(word.count("+"), (inf, "")), (total, word))
        yield number, sorted(word for _, word in best.values())


def _counted(claim: Claim) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Ways through a group of symbolic size to the threshold of the claim, or beside it.

    Of ``size`` steps, half of ``size - epsilon/step`` by complements; where that need not be an
    integer, half a step less and half a step more, if these are.
    """
    private = claim.conclusions[0]
    group = private.args[0]
    if not isinstance(private, heads.ApproxDP) or not isinstance(group, heads.Group):
        return
    size, domains = group.args[1], dict(claim.domains)
    for number, hypothesis in enumerate(claim.hypotheses):
        known = isinstance(hypothesis, heads.PureDP | heads.ApproxDP)
        if not known or hypothesis.args[0] != group.args[0] or size.is_number:
            continue
        step = hypothesis.args[1]
        less = expand((size - cancel(private.args[1] / step)) / 2) if step != 0 else size
        for found in ((less,), (less - S.Half, less + S.Half)):
            if all(is_integral(count, domains) for count in found):
                ways = [{"-": text(count), "+": text(expand(size - count))} for count in found]
                yield str(number), ways
                break


def _matching(claim: Claim, steps: dict[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    """The ways that lead to the threshold of the claim, some of them by complements.

    Where there are none, those to the thresholds next to it on both sides.
    """
    private = claim.conclusions[0]
    if not isinstance(private, heads.ApproxDP):
        return
    for number, words in steps.items():
        hypothesis = claim.hypotheses[int(number)]
        slopes = {word: word.count("+") - word.count("-") for word in words}
        epsilon = hypothesis.args[1]
        ways = [w for w, n in slopes.items() if expand(n * epsilon - private.args[1]) == 0]
        if ways:
            yield number, [way for way in ways if "-" in way]
            continue
        (step, _), (asked, _) = (_typical(claim, known) for known in (hypothesis, private))
        below = {n: word for word, n in slopes.items() if n * step <= asked}
        above = {n: word for word, n in slopes.items() if n * step > asked}
        if below and above:
            yield number, [below[max(below)], above[min(above)]]


def _typical(claim: Claim, private: Basic) -> tuple[float, float]:
    """Epsilon and delta of a guarantee, where the names are as small as is typical."""
    inside = {}
    for name, domain in numbers_of(claim):
        least = domain.lower if domain.lower.is_finite else S.Zero
        wide = (domain.upper - least) / 100 if domain.upper.is_finite else S.One
        inside[name] = least + wide
    e, d = (*(float(number.xreplace(inside)) for number in private.args[1:]), 0.0)[:2]
    return e, d


def _solved(claim: Claim, params: dict[str, Any], room: float) -> Solved:
    """The programs of the pairs of laws with their solutions; none unless all have one."""
    try:
        goals = premises("pair", Goal(claim, params, (), set()))
    except Rejected:
        return []
    programs = [
        program_of(restate(goal, goal.conclusions))[0]
        for goal in goals
        if goal.conclusions[0].has(*SUMMED)
    ]
    known = [program.tightened(room) for program in programs if program is not None]
    found = [(program, program.solve()) for program in known]
    pairs = [(program, solution) for program, solution in found if solution is not None]
    return pairs if len(pairs) == len(programs) else []


def _used_orders(program: Program, solution: Solution) -> Iterator[Fraction]:
    for form, share in zip(program.given, solution.shares, strict=True):
        for _, divergence in form.parts:
            if share != 0 and isinstance(divergence, heads.KL | heads.Renyi):
                order = divergence.args[0] if isinstance(divergence, heads.Renyi) else S.One
                yield Fraction(str(order))


def _quantified(claim: Claim) -> list[int]:
    """The numbers of the hypotheses that bound a divergence at every order."""
    return [n for n, h in enumerate(claim.hypotheses) if isinstance(h, heads.ZCDP)]


def _added(
    claim: Claim, worst: tuple[Program, Solution], orders: dict[int, list[Fraction]]
) -> bool:
    """Whether the extremal laws exceed a bound at other orders, which are added."""
    p, q = worst[1].masses()
    tried = 1 + np.logspace(-3, 2, 300)
    added = False
    for number, known in orders.items():
        xi, rho = (float(a) for a in (S.Zero, *claim.hypotheses[number].args[1:])[-2:])
        for first, second in ((p, q), (q, p)):
            both = (first > 0) & (second > 0)
            x, y = np.log(first[both])[:, None], np.log(second[both])[:, None]
            sums = scipy.special.logsumexp(x * tried + y * (1 - tried), axis=0)
            gaps = sums / (tried - 1) - rho * tried - xi
            place = int(np.argmax(gaps))
            order = simplest(
                Fraction(float(tried[place]) * 0.999), Fraction(float(tried[place]) * 1.001)
            )
            if gaps[place] > 0 and order not in known and order > 1:
                known.append(order)
                added = True
    return added
