"""Counterexamples at the extremal laws of a linear program, and of composed steps of a group.

Where the constants of a claim are numbers and it speaks of one pair of laws, the search is complete
up to rounding: laws at which a conclusion is exceeded most have few atoms, which the program finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from sympy import Basic, E, Eq, Gt, Le, Lt, Min, Rational, S, Symbol

from dpsym.kernel.implications import plain
from dpsym.kernel.laws import closed_form
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import F_DIVERGENCES
from dpsym.language.domains import Sort
from dpsym.provers.moments.duality import program_of
from dpsym.provers.moments.pairs import saturated
from dpsym.provers.moments.program import Program, Solution
from dpsym.provers.prover import Budget
from dpsym.provers.restate import at_most, restate
from dpsym.provers.search.certify import first_witness
from dpsym.provers.search.divergences import Array
from dpsym.provers.search.groups import DIGITS, along_a_group, significant
from dpsym.verdict import Witness

ROOMS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
"""How much of the bounds is left for rounding."""
SIZES = (10**2, 10**3, 10**4, 10**6, 10**9, 10**15)
"""Denominators of masses."""
CLOSE = 1e-2
"""Logarithms of ratios of atoms that are joined."""
TIED = 1e-7
"""A slack that floats do not tell from zero."""


def extremal_witness(claim: Claim, budget: Budget) -> Witness | None:
    """A counterexample with numbers for all names of a claim, or None.

    Guarantees:
        those of :func:`~dpsym.provers.search.certify.witness_at`.
    """
    if claim.scalars() or len(claim.conclusions) != 1:
        return None
    # Where a strict conclusion fails there may be no room at all.
    strict = isinstance(claim.conclusions[0], Lt | Gt)
    for place, room in enumerate((0.0, *ROOMS) if strict else ROOMS):
        ends = () if place else _at_the_ends(claim)
        pairs = (*_at_a_pair(claim, room), *_at_an_equation(claim, room))
        points = (*ends, *pairs, *along_a_group(claim, room))
        witness = first_witness(claim, points, budget)
        if witness is not None or budget.spent:
            return witness
    return None


def _at_the_ends(claim: Claim) -> Iterator[Mapping[Symbol, Basic]]:
    """Two laws on two outcomes whose ratios are the largest and the least that are assumed.

    Exactly so, as bounds that are attained in no rational point may be there. Of what lies beyond a
    bounded ratio the first has all mass that is assumed, and the second none.
    """
    names = claim.objects(Sort.LAW)
    if len(names) != 2 or claim.objects(Sort.MECHANISM) or claim.objects(Sort.KERNEL):
        return
    for first, second in (names, names[::-1]):
        bounds = [plain(h) for h in claim.hypotheses]
        above, below = (
            [
                h.rhs
                for h in bounds
                if isinstance(h, Le | Eq) and h.lhs == heads.MaxDivergence(*laws)
            ]
            for laws in ((first, second), (second, first))
        )
        beyond = [h.rhs for h in bounds if isinstance(h, Le | Eq) and _stick(h.lhs, first, second)]
        if beyond and 0 < (mass := Min(*beyond)) < 1:
            p, q = mass, S.Zero
            yield {first: heads.Finite(p, 1 - p), second: heads.Finite(q, 1 - q)}
        for most, least in product([Min(*above)] if above else [], [Min(*below), S.Infinity]):
            if most.is_infinite or not (most > 0 and least > 0):
                continue
            share = (1 - E**-least) / (E**most - E**-least)
            p, q = E**most * share, share
            laws = (heads.Finite(x, 1 - x) for x in (p, q))
            yield dict(zip((first, second), laws, strict=True))


def _stick(side: Basic, first: Symbol, second: Symbol) -> bool:
    """Whether a side is a hockey stick of two laws, or their total variation."""
    return isinstance(side, heads.HockeyStick | heads.TotalVariation) and side.args[-2:] == (
        first,
        second,
    )


def _at_a_pair(claim: Claim, room: float) -> Iterator[Mapping[Symbol, Basic]]:
    """The extremal laws of the program, rounded."""
    names, mechanisms = claim.objects(Sort.LAW), claim.objects(Sort.MECHANISM)
    (atom,) = claim.conclusions
    if isinstance(atom, heads.Guarantee):
        sampled = isinstance(atom.args[0], heads.Subsample)
        inner = atom.args[0].args[0] if sampled else atom.args[0]
        if mechanisms != (inner,) or names:
            return
        _, solved = saturated(claim, room)
    else:
        program, _ = program_of(_by_stick(claim, atom))
        if program is None or mechanisms or set(names) != set(program.laws):
            return
        program = program.tightened(room)
        solution = program.solve()
        solved = [] if solution is None else [(program, solution)]
    program, solution = min(solved, key=lambda pair: pair[1].value, default=(None, None))
    least = TIED if room == 0 else 0.0
    if program is None or solution is None or solution.value >= least:
        return
    for masses in _rounded(program, solution, least):
        laws = [heads.Finite(*law) for law in masses]
        found = dict(zip(program.laws, laws, strict=True))
        if mechanisms:
            yield {mechanisms[0]: heads.FiniteMechanism(*laws)}
        else:
            yield dict(zip(names, (found[name] for name in names), strict=True))


def _at_an_equation(claim: Claim, room: float) -> Iterator[Mapping[Symbol, Basic]]:
    """Laws at which a divergence is a little more than a hypothesis says that it is.

    Beside them stands an outcome that says nothing, with as much mass that the equation holds.
    """
    equations = [h for h in claim.hypotheses if isinstance(h, Eq) and _adds_up(h.lhs)]
    if len(equations) != 1 or not equations[0].rhs.is_number or not room:
        return
    (equation,) = equations
    divergence, value = equation.args
    more = Rational(str(room))
    near = (at_most(value * (1 + more), divergence), at_most(divergence, value * (1 + 4 * more)))
    rest = (h for h in claim.hypotheses if h != equation)
    close = restate(claim, claim.conclusions, hypotheses=(*rest, *near))
    for point in _at_a_pair(close, room / 4):
        try:
            share = value / closed_form(divergence.xreplace(dict(point)), "", [])
        except Rejected:
            continue
        if 0 < share < 1:
            yield {name: heads.Finite(*(share * m for m in law.args), 1 - share)
                   for name, law in point.items()}  # fmt: skip


def _adds_up(side: Basic) -> bool:
    """Whether a side is a divergence to which outcomes add, those of one mass in both nothing."""
    if isinstance(side, heads.HockeyStick):
        return bool(side.args[0].is_nonnegative)
    return type(side) in F_DIVERGENCES


def _by_stick(claim: Claim, atom: Basic) -> Claim:
    """The claim with a bound of a max-divergence as that of a hockey stick by zero."""
    stated = plain(atom)
    if isinstance(stated, Le) and isinstance(stated.lhs, heads.MaxDivergence):
        stick = heads.HockeyStick(stated.rhs, *stated.lhs.args)
        return restate(claim, [at_most(stick, S.Zero)])
    return claim


def joined_laws(claim: Claim, room: float) -> Iterator[Mapping[Symbol, Sequence[float]]]:
    """The extremal laws of the program of a claim about one pair of laws, in floats."""
    (atom, *others) = claim.conclusions
    program, _ = program_of(_by_stick(claim, atom))
    solution = None if program is None or others else program.tightened(room).solve()
    if program is not None and solution is not None and solution.value < 0:
        yield dict(zip(program.laws, _joined(solution), strict=True))


def _joined(solution: Solution) -> list[list[float]]:
    """The masses of both laws, those of atoms that are nearly one together."""
    place = np.argsort(solution.atoms)
    atoms, both = solution.atoms[place], np.array(solution.masses())[:, place]
    with np.errstate(invalid="ignore"):
        groups = np.cumsum(np.diff(atoms, prepend=atoms[:1] - 1) > CLOSE)
    return [[float(law[groups == g].sum()) for g in np.unique(groups)] for law in both]


def _rounded(program: Program, solution: Solution, least: float) -> Iterator[list[list[Rational]]]:
    """The laws with rational masses, of the denominators with which the claim fails in floats.

    The smallest first, and at the end with masses of a few digits each.
    """
    joined = _joined(solution)
    for size in SIZES:
        laws = [_masses(law, size) for law in joined]
        p, q = (np.array([float(x) for x in law]) for law in laws)
        if _fails(program, p, q, least):
            yield laws
    for digits in DIGITS:
        found = [[significant(x, digits) for x in law] for law in joined]
        for law in found:
            largest = max(range(len(law)), key=lambda i, law=law: law[i])  # type: ignore[misc]
            law[largest] += 1 - sum(law)
        yield found


def _masses(law: Sequence[float], size: int) -> list[Rational]:
    """Masses with one denominator; the largest takes what is left."""
    found = [Rational(round(x * size), size) for x in law]
    largest = max(range(len(law)), key=lambda i: law[i])
    found[largest] += 1 - sum(found)
    return found


def _fails(program: Program, p: Array, q: Array, least: float) -> bool:
    """Whether all that is given holds in floats, and the goal does not, to within ``least``."""
    with np.errstate(all="ignore"):
        ratios = np.log(p) - np.log(q)
        reached = (ratios >= program.low - least) & (ratios <= program.high + least)
        inside = np.isnan(ratios) | reached
        sums = [
            float(np.nansum(form.at(p, q, program.laws))) + float(form.number)
            for form in (program.goal, *program.given)
        ]
    return bool(inside.all()) and sums[0] < least and all(value >= -least for value in sums[1:])
