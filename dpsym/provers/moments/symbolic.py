"""Bounds on one pair of laws with symbols in them, by the dual of the linear program.

If the number of the goal is a concave function of the numbers of the hypotheses, its slopes are
factors with which the hypotheses prove it, wherever any do. What is left is a line that lies above
a function of the likelihood ratio: it touches it at an end, a kink or a point that is guessed from
the numbers. All that is guessed is tried in floats before it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from sympy import Expr, Lt, S

from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.moments.problem import Problem, numbers_of, problem_of
from dpsym.provers.moments.program import Form
from dpsym.provers.moments.room import Outlook, Room
from dpsym.provers.moments.shortening import short
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh

MOST_WAYS = 2
AT_THE_END = "inside of a domain and at its end"


@dataclass(frozen=True)
class SymbolicDuality:
    """A relation between divergences of two laws, from hypotheses whose bounds have symbols.

    Attributes:
        counts: how many hypotheses about the laws there may be.
    """

    counts: range = range(100)
    name = "duality with symbols"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """A scalar subgoal over the likelihood ratio and the names of the claim, for each way."""
        problem = problem_of(claim)
        if problem is None or len(problem.given) + len(problem.limits) not in self.counts:
            return
        seen: set[str] = set()
        for shares in problem.shares(Outlook.of(problem)):
            form = problem.rest(shares)
            room = Room.of(problem, form)
            if room is None:
                continue
            for slope in chain(problem.slopes(form), room.touching(problem, form)):
                first = room.unbent(slope)
                if not room.holds(first):
                    continue
                for split in step_of(claim, problem, shares, form, first):
                    if split.rule == "cases":
                        yield split
                        return
                    if str(split.detail) not in seen:
                        seen.add(str(split.detail))
                        yield split
                if len(seen) == MOST_WAYS:
                    break
            if len(seen) == MOST_WAYS:
                break
        if seen:
            yield from _off_the_end(problem)


def _off_the_end(problem: Problem) -> Iterator[Split]:
    """The claim where all bounds vanish at an end of a domain, and off it.

    There contacts meet where the laws agree, and are no inner points.
    """
    for name, domain in numbers_of(problem.claim):
        way = name - domain.lower
        zero = {problem.signed[name]: domain.lower}
        is_open = isinstance(domain, Interval) and domain.lower_open
        known = Lt(S.Zero, way, evaluate=False) in problem.claim.hypotheses
        numbers = [form.number for form in problem.forms if form.number != 0]
        if is_open or known or not domain.lower.is_finite or not numbers:
            continue
        if all(number.subs(zero) == 0 for number in numbers):
            yield from by_rule("cases", problem.claim, {"of": text(way)}, AT_THE_END)
            return


def step_of(
    claim: Claim, problem: Problem, shares: dict[int, Expr], form: Form, slope: Expr
) -> Iterator[Split]:
    """The step with these factors of hypotheses and this multiplier of the first law.

    Where one has no value at an end of a domain, the claim there and inside.
    """
    p, q = map(text, problem.laws)
    first = short(slope)
    params: dict[str, Any] = {
        "names": {str(fresh(claim, "t")): p},
        "multipliers": {
            p: problem.written(first),
            q: problem.written(short(form.number - first)),
        },
        "shares": {str(n): problem.written(c) for n, c in shares.items()},
    }
    if problem.bent:
        params["cells"] = [[p, "0", "1"], [q, "0", "1"]]
    for end in problem.ends(first, *shares.values()):
        yield from by_rule("cases", claim, {"of": text(end)}, AT_THE_END)
        return
    words = "outcome by outcome, for all numbers, with the hypotheses"
    yield from by_rule("integrands", claim, params, words)
