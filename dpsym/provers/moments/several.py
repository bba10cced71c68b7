"""Bounds on two laws through others, by relations between the densities of all of them.

Where hypotheses compare three laws or four, and bound some ratios of their densities, multiples of
the hypotheses may prove a relation outcome by outcome. The factors are slopes of the goal's number
in those of the hypotheses, as for two laws; the multipliers of the laws take away what integrands
have that is linear in the densities, and one takes the number that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sympy import Add, Basic, Dummy, Expr, S, Symbol, exp, expand

from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.moments.floats import function_of
from dpsym.provers.moments.problem import Problem, problem_about
from dpsym.provers.moments.program import Form, laws_in
from dpsym.provers.moments.room import points_of
from dpsym.provers.moments.shortening import short
from dpsym.provers.numerics import np
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric

MOST_LAWS, TRIED, REACH, SLACK = 4, 4000, 6.0, 1e-9
WORDS = "outcome by outcome in all the laws, with the hypotheses"


class SeveralLaws:
    """A relation between divergences of two laws, from hypotheses about laws between them."""

    name = "duality along laws"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """A scalar subgoal over the densities and the names of the claim."""
        atom = plain(claim.conclusions[0])
        laws = laws_in([atom, *claim.hypotheses])
        if len(claim.conclusions) != 1 or len(laws_in([atom])) != 2:
            return
        problem = problem_about(claim, laws) if 3 <= len(laws) <= MOST_LAWS else None
        if problem is None or not problem.given:
            return
        densities = dict(zip(laws, (Dummy(law.name, positive=True) for law in laws), strict=True))
        every: dict[int, Expr] = dict.fromkeys(problem.given, S.One)
        for shares in (*problem.shares(), every):
            form = problem.rest(shares)
            for multipliers in _multipliers(problem, form, densities):
                if _holds(problem, form, multipliers, densities):
                    names = {str(fresh(claim, law.name.lower())): text(law) for law in laws[:-1]}
                    written = {text(law): problem.written(m) for law, m in multipliers.items()}
                    factors = {str(n): problem.written(c) for n, c in shares.items()}
                    params = {"names": names, "multipliers": written, "shares": factors}
                    yield from by_rule("integrands", claim, params, WORDS)
                    return


def _multipliers(
    problem: Problem, form: Form, densities: Mapping[Basic, Symbol]
) -> Iterator[dict[Basic, Expr]]:
    """Multipliers of the laws that add up to the number, one of which takes what is left."""
    whole = expand(problem.integrand(form, *densities.values()))
    terms = Add.make_args(whole)
    straight: dict[Basic, Expr] = {}
    for law, density in densities.items():
        slopes = (term / density for term in terms)
        straight[law] = -Add(*(s for s in slopes if not s.has(*densities.values())))
    for base in (dict.fromkeys(densities, S.Zero), straight):
        left = short(form.number - Add(*base.values()))
        for law in densities:
            yield {**base, law: base[law] + left}


def _holds(
    problem: Problem,
    form: Form,
    multipliers: Mapping[Basic, Expr],
    densities: Mapping[Basic, Symbol],
) -> bool:
    """Whether the form with these multipliers is nowhere negative, at points that are tried."""
    total = problem.integrand(form, *densities.values())
    total += Add(*(m * densities[law] for law, m in multipliers.items()))
    if total.has(S.NaN, S.ComplexInfinity, S.Infinity):
        return False
    names = problem.names
    run = function_of((*names, *densities.values()), total)
    limits = [(p, q, function_of(names, limit)) for p, q, limit in _ratios(problem)]
    places = list(densities)
    logs = np.random.default_rng(0).uniform(-REACH, REACH, (TRIED, len(places)))
    logs[:, -1] = 0.0
    for point in points_of(problem):
        kept = logs
        for p, q, limit in limits:
            i, j, end = places.index(p), places.index(q), float(np.log(limit(*point)))
            near = np.where(kept[:, i] > kept[:, j] + end)[0][::2]
            kept = kept.copy()
            kept[near, i] = kept[near, j] + end
        for p, q, limit in limits:
            i, j, end = places.index(p), places.index(q), float(np.log(limit(*point)))
            kept = kept[kept[:, i] <= kept[:, j] + end + SLACK]
        if len(kept) < TRIED // 100 or not _nowhere_negative(run, point, kept):
            return False
    return True


def _nowhere_negative(run: Any, point: tuple[float, ...], logs: np.ndarray[Any, Any]) -> bool:
    masses = np.exp(logs)
    with np.errstate(all="ignore"):
        values = np.asarray(run(*point, *masses.T), dtype=float) / masses.sum(axis=1)
    return bool(np.isfinite(values).all() and values.min() >= -SLACK * 100)


def _ratios(problem: Problem) -> Iterator[tuple[Basic, Basic, Expr]]:
    """The pairs of laws of which a hypothesis bounds the ratio, with the bound."""
    for hypothesis in map(plain, problem.claim.hypotheses):
        if isinstance(hypothesis.args[0], heads.MaxDivergence) and is_numeric(hypothesis.args[1]):
            limit: Expr = exp(hypothesis.args[1].xreplace(dict(problem.signed)))
            yield (*hypothesis.args[0].args, limit)
