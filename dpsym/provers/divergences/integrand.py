"""Linear relations between f-divergences, proved outcome by outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, permutations

from sympy import Abs, Add, Basic, Expr, Ge, Heaviside, Le, Mul, S, Symbol, exp, expand, simplify

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import DIVERGENCES, F_DIVERGENCES
from dpsym.language.domains import POSITIVE
from dpsym.language.heads import MaxDivergence, ObjectName
from dpsym.language.printing import text
from dpsym.provers.divergences.cases import may_suffice
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, is_numeric, restate, scalar_hypotheses

_ONE_SIDED = {heads.TotalVariation: lambda p, q: (Abs(p - q) + p - q) / 2}
"""Another integrand of the same integral, since both laws have mass one."""
MOST_NAMES = 3
MOST_MULTIPLIERS = 8


class Integrand:
    """A linear relation between f-divergences holds if it holds between their integrands.

    The laws are names and mixtures of these. Both sides are integrals of functions of the
    densities that are homogeneous of degree one, and a constant is the integral of its multiple of
    any density; so it suffices that ``larger - smaller + sum(m_i*p_i) >= 0`` for all densities
    p_i >= 0, where the multipliers m_i sum to the constant of the larger side less that of the
    smaller. One density is set to 1 by homogeneity and the others to positive numbers: the
    integrands at zero are their limits. Factors of divergences are not negative, so either the
    larger side is infinite or all integrals exist. Hypotheses on max-divergences bound the ratios
    of densities almost everywhere.
    """

    name = "integrand"

    def __init__(self, likely: bool = False) -> None:
        """If ``likely``, of any two laws where no ratio is known at which the integrands fail."""
        self._likely = likely

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One scalar subgoal for each choice of multipliers, and what the factors need."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Le | Ge):
            return
        atom = claim.conclusions[0]
        linear = _linear(atom)
        if linear is None:
            return
        terms, constant = linear
        laws = sorted((n for n in atom.free_symbols if isinstance(n, ObjectName)), key=str)
        if not 1 <= len(laws) <= (2 if self._likely else MOST_NAMES):
            return
        names: list[Symbol] = [fresh(claim, wish) for wish in ("t", "u")][: len(laws) - 1]
        densities = dict(zip(laws, (*names, S.One), strict=True))
        needs = [at_most(S.Zero, factor) for _, factor, _ in terms if not factor.is_nonnegative]
        ratios = list(_ratios(claim, densities))
        assumed = (*scalar_hypotheses(claim), *ratios)
        between = {str(fresh(claim, f"s{i}_")): str(n) for i, n in enumerate(_between(claim, laws))}
        plain, *more = (_gap(terms, densities, i) for i in ({}, _ONE_SIDED))
        if plain is None:
            return
        totals: dict[Expr, dict[str, str]] = {}
        for gap in (plain, *more):
            for multiplier in islice(_multipliers(gap, constant, names, ratios), MOST_MULTIPLIERS):
                weighed = zip(multiplier, densities.values(), strict=True)
                total = gap + Add(*(m * density for m, density in weighed))
                totals[total] = _shares(total - plain, densities)
        for total, shares in totals.items():
            goal = restate(
                claim,
                [at_most(S.Zero, total)],
                hypotheses=assumed,
                domains=dict.fromkeys(names, POSITIVE),
            )
            if self._likely and (assumed or not (names and may_suffice(goal, total))):
                continue
            others = [restate(claim, [n], hypotheses=scalar_hypotheses(claim)) for n in needs]
            named = {str(n): str(law) for law, n in densities.items() if n != 1} | between
            yield Split(
                (goal, *others),
                "outcome by outcome, with a multiplier for each law",
                detail={"names": named, "multipliers": shares},
                rule="integrands",
            )


def _linear(atom: Basic) -> tuple[list[tuple[int, Expr, Basic]], Expr] | None:
    """Both sides: the sign of the side, a factor and a divergence; and larger - smaller constant.

    None where a side is not linear.
    """
    terms: list[tuple[int, Expr, Basic]] = []
    constant: Expr = S.Zero
    for sign, side in ((1, atom.gts), (-1, atom.lts)):
        for term in Add.make_args(side):
            inside = [f for f in Mul.make_args(term) if f.has(heads.Quantity)]
            if not inside:
                constant += sign * term
                continue
            factor = Mul(*(f for f in Mul.make_args(term) if not f.has(heads.Quantity)))
            if (
                len(inside) != 1
                or not isinstance(inside[0], F_DIVERGENCES)
                or not is_numeric(factor)
            ):
                return None
            terms.append((sign, factor, inside[0]))
    return (terms, constant) if terms and is_numeric(constant) else None


def _gap(
    terms: list[tuple[int, Expr, Basic]],
    densities: dict[Basic, Expr],
    integrands: Mapping[type[Basic], Callable[..., Expr]],
) -> Expr | None:
    """The integrand of the larger side less that of the smaller; None where one is not known."""
    parts = [(s * f, _integrand(d, densities, integrands)) for s, f, d in terms]
    if any(part is None for _, part in parts):
        return None
    return Add(*(f * part for f, part in parts if part is not None))


def _shares(linear: Expr, densities: dict[Basic, Expr]) -> dict[str, str]:
    """What each density is multiplied by in a linear form of them."""
    expanded = expand(linear)
    names = [name for name in densities.values() if name != 1]
    found = {law: expanded.coeff(name) for law, name in densities.items() if name != 1}
    (unit,) = set(densities) - set(found)
    found[unit] = expanded.xreplace(dict.fromkeys(names, S.Zero))
    return {str(law): text(share) for law, share in found.items()}


def _integrand(
    divergence: Basic,
    densities: dict[Basic, Expr],
    integrands: Mapping[type[Basic], Callable[..., Expr]],
) -> Expr | None:
    *parameters, p, q = divergence.args
    pair = _density(p, densities), _density(q, densities)
    if pair[0] is None or pair[1] is None:
        return None
    integrand = integrands.get(type(divergence)) or DIVERGENCES[type(divergence)].integrand
    return None if integrand is None else integrand(*pair, *parameters)


def _density(law: Basic, densities: dict[Basic, Expr]) -> Expr | None:
    if isinstance(law, heads.Mixture):
        weight, *laws = law.args
        first, second = (_density(part, densities) for part in laws)
        if first is None or second is None:
            return None
        return weight * first + (1 - weight) * second
    return densities.get(law)


def _ratios(claim: Claim, densities: dict[Basic, Expr]) -> Iterator[Basic]:
    """What hypotheses on max-divergences say of the densities, also along two steps."""
    known = [
        (*hypothesis.lts.args, hypothesis.gts)
        for hypothesis in claim.hypotheses
        if isinstance(hypothesis, Le | Ge)
        and isinstance(hypothesis.lts, MaxDivergence)
        and is_numeric(hypothesis.gts)
    ]
    chains = [
        (p, r, first + second)
        for (p, q, first), (start, r, second) in permutations(known, 2)
        if q == start and p != r
    ]
    for first, second, limit in (*known, *chains):
        p, q = densities.get(first), densities.get(second)
        if p is not None and q is not None:
            yield at_most(p, exp(limit) * q)


def _between(claim: Claim, laws: list[Basic]) -> list[Basic]:
    """Laws of hypotheses on max-divergences, through which two steps may lead."""
    bounded = (h.lts for h in claim.hypotheses if isinstance(h, Le | Ge))
    ends = {law for d in bounded if isinstance(d, MaxDivergence) for law in d.args}
    return sorted((law for law in ends - set(laws) if isinstance(law, ObjectName)), key=str)


def _multipliers(
    gap: Expr, constant: Expr, names: list[Symbol], ratios: list[Basic]
) -> Iterator[tuple[Expr, ...]]:
    """Multipliers that sum to the constant, the likeliest first.

    For two laws: where equality holds at density ratio 1 the tangent, else what makes the gap
    vanish at the ends of the ratio; and the constant on either law. For more, the tangent where
    all densities are equal.
    """
    rest = (S.Zero,) * (len(names) - 1)
    if not names:
        yield (constant,)
        return
    found: list[tuple[Expr, ...]] = []
    if len(names) > 1:
        equal = dict.fromkeys(names, S.One)
        slopes = [-gap.diff(name).subs(equal) for name in names]
        if all(map(_is_slope, slopes)):
            slopes = [simplify(slope) for slope in slopes]
            found = [(*slopes, constant - Add(*slopes))]
    if len(names) == 1:
        (t,) = names
        touching = [r.gts for r in ratios if r.lts == t]
        for end in (S(2), S.Half, *touching):
            if end != 1:
                first = -(gap.xreplace({t: end}) + constant) / (end - 1)
                found.append((first, constant - first))
        smooth = gap.diff(t).subs(t, 1)
        tangents = [-smooth] if _is_slope(smooth) else []
        ways = [(m, constant - m) for m in tangents]
        start = gap.subs(t, 0)
        if constant != 0 and start.is_finite:
            found = [(constant / 2, constant / 2), (constant + start, -start), *found]
        found = [*ways, *found] if constant == 0 else [*found, *ways]
    plain = [(*rest, S.Zero, constant), (constant, *rest, S.Zero)]
    yield from dict.fromkeys((*plain[: len(names)], *found, *plain))


def _is_slope(slope: Expr) -> bool:
    """Whether a derivative has a value, as none has at a kink."""
    return slope.is_finite is not False and not slope.has(S.NaN, Heaviside)
