"""Rules about divergences: closed forms, canonical pairs, two bits, upper bounds, free numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dpsym.algebra import Add, Basic, Eq, Expr, Le, Lt, Max, Mul, S, exp, log
from dpsym.kernel.expressions import term
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.growth import growth_of, positive
from dpsym.kernel.implications import alike, plain
from dpsym.kernel.limits import finite_under
from dpsym.kernel.mechanisms import OPEN, extreme_laws, instance_of
from dpsym.kernel.pointwise import by_weights
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA, DOMINATION
from dpsym.kernel.term_reduction import coefficient
from dpsym.kernel.terms import parts_of, sign, substitute, weighted
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import (
    ADDITIVE,
    BOUNDED,
    DIVERGENCES,
    SYMMETRIC,
    Form,
    at_order,
    range_of,
)
from dpsym.language.domains import Interval
from dpsym.language.heads import Divergence, ObjectName, Quantity
from dpsym.language.meaning import canonical_laws

_RANGED = Divergence | heads.Capacity | heads.Recovery


def law_domination(goal: Goal) -> list[Claim]:
    """Pairs of laws within epsilon and delta both ways are images of their canonical pairs.

    One map for each coordinate of the laws compared turns the canonical laws into the given ones,
    so that no divergence increases, and nothing that does not decrease in them. Two laws whose
    loss lies in an interval are images of bits, one of which has some share ``q``: Dong, Durfee
    and Rogers 2020.
    """
    atom = goal.atom
    compared = atom.lhs.atoms(Divergence) if isinstance(atom, Le) else set()
    if not compared or not all(type(d) in DIVERGENCES for d in compared):
        raise Rejected((), "the conclusion bounds no divergence by a number")
    others = [s for d in compared for s in d.args[:-2]]
    others += [atom.rhs, substitute(atom.lhs, dict.fromkeys(compared, S.One))]
    if any(other.has(ObjectName) for other in others):
        raise Rejected((), "a number in the conclusion speaks of laws")
    goal.axioms |= {DATA, DOMINATION}
    values: dict[Basic, Basic] = {}
    pairs: list[frozenset[Basic]] = []
    needed = [goal.stating(weight) for weight in growth_of(atom.lhs)]
    for entry in goal.params.get("pairs", ()):
        first, second, epsilon, delta = map(goal.expression, entry)
        if not isinstance(first, ObjectName) or not isinstance(second, ObjectName):
            raise Rejected((), "only names of laws are replaced")
        pairs.append(frozenset((first, second)))
        p, q = canonical_laws(epsilon, delta)
        if delta == 0:
            p, q = heads.Finite(*p.args[1:3]), heads.Finite(*q.args[1:3])
        values |= {first: p, second: q}
        for a, b in ((first, second), (second, first)):
            within = heads.MaxDivergence(a, b) if delta == 0 else heads.HockeyStick(epsilon, a, b)
            needed.append(goal.stating(at_most(within, epsilon if delta == 0 else delta)))
        ends = (at_most(S.Zero, epsilon), at_most(S.Zero, delta), at_most(delta, S.One))
        needed += map(goal.stating, ends)
    shares: dict[Basic, Interval] = {}
    if "range" in goal.params:
        (share,), (first, second, width) = (
            goal.fresh("q"),
            map(goal.expression, goal.params["range"]),
        )
        if not isinstance(first, ObjectName) or not isinstance(second, ObjectName):
            raise Rejected((), "only names of laws are replaced")
        if not heads.is_scalar(width) or width.has(Quantity):
            raise Rejected((), f"{width} is no width")
        pairs.append(frozenset((first, second)))
        values |= zip((first, second), extreme_laws(width, share), strict=True)
        both = (heads.MaxDivergence(*ends) for ends in ((first, second), (second, first)))
        needed.append(goal.stating(at_most(Add(*both), width)))
        shares = {share: OPEN}
    for divergence in compared:
        columns = [_columns(law) for law in divergence.args[-2:]]
        together = [a | b for a, b in zip(*columns, strict=True)] if _matching(columns) else []
        if len(values) != 2 * len(pairs) or not together or any(c not in pairs for c in together):
            raise Rejected((), "the coordinates of the laws are not the pairs")
    stated = goal.stating(goal.put(atom, values), hypotheses=goal.numeric(), domains=shares)
    return [stated, *needed]


def _matching(columns: Sequence[Sequence[object]]) -> bool:
    return len(columns) == 2 and len(columns[0]) == len(columns[1])


def _columns(law: Basic) -> list[frozenset[Basic]]:
    """The names in each coordinate of a law made of names by products and mixtures."""
    if isinstance(law, ObjectName):
        return [frozenset((law,))]
    if isinstance(law, heads.Product):
        return [column for part in law.args for column in _columns(part)]
    if isinstance(law, heads.Mixture):
        parts = [_columns(part) for part in law.args[1:]]
        if _matching(parts) and not law.args[0].has(ObjectName):
            return [a | b for a, b in zip(*parts, strict=True)]
    raise Rejected((), f"{law} is not made of names")


def identities(goal: Goal) -> list[Claim]:
    """Divergences written otherwise: independent draws, common factors, special orders."""
    name = goal.params.get("use")
    rewrite = IDENTITIES.get(name) if isinstance(name, str) else None
    if rewrite is None:
        raise Rejected((), f"there is no identity {name!r}")
    values = {d: rewrite(d) for d in goal.atom.atoms(Divergence)}
    if name == "expanded":
        for tail in goal.atom.atoms(heads.LossTail):
            threshold, p, q = tail.args
            signs = [sign(way, dict(goal.claim.domains)) for way in (threshold, -threshold)]
            # the loss between equal laws is zero
            if p == q and (signs[0] or signs[1] == 2):
                values[tail] = S.Zero if signs[0] else S.One
    if any(isinstance(d, ADDITIVE) and d.has(heads.Product) for d in values):
        goal.axioms.add("chain-rule")
    return [goal.stating(goal.put(goal.atom, values))]


def expanded(divergence: Basic) -> Expr:
    """The divergence by additivity, without common factors, at orders 1 and oo."""
    *parameters, p, q = divergence.args
    if p == q and not isinstance(divergence, heads.MutualInformation):
        stick = isinstance(divergence, heads.HockeyStick)
        return Max(1 - exp(parameters[0]), 0) if stick else S.Zero
    if at_order(divergence) != divergence:
        return expanded(at_order(divergence))
    pairs = factor_pairs(p, q)
    if len(pairs) > 1 and isinstance(divergence, ADDITIVE):
        return Add(*(expanded(divergence.func(*parameters, *pair)) for pair in pairs))
    kept = [pair for pair in pairs if pair[0] != pair[1]]
    if not kept or len(kept) == len(pairs):
        return divergence
    laws = [side[0] if len(side) == 1 else heads.Product(*side) for side in zip(*kept, strict=True)]
    return divergence.func(*parameters, *laws)


def factor_pairs(p: Basic, q: Basic) -> list[tuple[Basic, Basic]]:
    """The pairs of factors of two products of equal shape; one pair for other laws."""
    if isinstance(p, heads.Product) and isinstance(q, heads.Product) and len(p.args) == len(q.args):
        return [x for a, b in zip(p.args, q.args, strict=True) for x in factor_pairs(a, b)]
    return [(p, q)]


def _second_order(divergence: Basic) -> Expr:
    if isinstance(divergence, heads.Renyi) and divergence.args[0] == 2:
        return log(1 + heads.ChiSquared(*divergence.args[1:]))
    return divergence


def _multiplied(divergence: Basic) -> Expr:
    """The masses of independent draws multiply: so do 1 + ChiSquared and 1 - Hellinger."""
    pairs = factor_pairs(*divergence.args[-2:])
    sign = DIVERGENCES.get(type(divergence), Form()).multiplied
    if not sign or len(pairs) < 2:
        return divergence
    return sign * (Mul(*(1 + sign * divergence.func(*pair) for pair in pairs)) - 1)


def _symmetric(divergence: Basic) -> Expr:
    if isinstance(divergence, SYMMETRIC):
        return divergence.func(*sorted(divergence.args, key=str))
    return divergence


def _reflected(divergence: Basic) -> Expr:
    if isinstance(divergence, heads.HockeyStick) and coefficient(term(divergence.args[0]))[0] < 0:
        x, p, q = divergence.args
        return 1 - exp(x) + exp(x) * heads.HockeyStick(-x, q, p)
    return divergence


IDENTITIES: dict[str, Callable[[Basic], Expr]] = {
    "expanded": expanded,
    "second-order": _second_order,
    "reflected": _reflected,
    "multiplied": _multiplied,
    "symmetric": _symmetric,
}
"""How divergences are written otherwise, by the names of the ways."""


def bound(goal: Goal) -> list[Claim]:
    """A divergence is replaced by a bound from a fact: above on the smaller side, else below."""
    hypotheses: list[Basic] = []
    lemmas: list[Claim] = []
    if goal.params.get("fact") == "marginal":
        small, large = (goal.expression(goal.params.get(k)) for k in ("part", "whole"))
        rest = factor_pairs(*large.args[-2:]) if isinstance(large, Divergence) else []
        same_kind = small.func == large.func and small.args[:-2] == large.args[:-2]
        for pair in factor_pairs(*small.args[-2:]) if same_kind else [None]:
            if pair not in rest:
                raise Rejected((), f"{small} is no marginal of {large}")
            rest.remove(pair)
        if rest:
            goal.axioms.add(DATA)
        conclusion = at_most(small, large)
    elif goal.params.get("fact") == "overlap":
        conclusion = _by_overlaps(goal.expression(goal.params.get("whole")))
    elif goal.params.get("fact") == "weights":
        conclusion, used = by_weights(goal.expression(goal.params.get("whole")))
        goal.axioms.update(used)
    elif goal.params.get("fact") == "hypothesis":
        number = goal.params.get("number")
        if not isinstance(number, int) or not 0 <= number < len(goal.claim.hypotheses):
            raise Rejected((), f"there is no hypothesis {number!r}")
        conclusion = _turned(plain(goal.claim.hypotheses[number]), goal.atom)
        if isinstance(conclusion, Eq):
            sides = sorted(conclusion.args, key=goal.atom.args[0].has, reverse=True)
            conclusion = at_most(*sides)
    else:
        hypotheses, conclusion, lemmas = instance_of(goal)
    atom = goal.atom
    if not isinstance(atom, Le | Lt) or not isinstance(conclusion, Le):
        raise Rejected((), "goal and fact are no inequalities")
    (small, large), (below, above) = conclusion.args, atom.args
    if isinstance(small, Divergence) and atom.lhs.has(small):
        below = _replaced(goal, atom.lhs, small, large, atom.rhs)
        weights = growth_of(atom.lhs)
    elif (
        isinstance(large, Divergence)
        and atom.rhs.has(large)
        and (_size(small) or atom.rhs == large)
    ):
        above = _replaced(goal, atom.rhs, large, small, atom.lhs)
        weights = growth_of(atom.rhs)
    else:
        raise Rejected((), f"{conclusion} bounds no divergence of the goal on its side")
    replaced = atom.func(below, above, evaluate=False)
    return [*map(goal.stating, [replaced, *weights, *hypotheses]), *lemmas]


def _by_overlaps(whole: Basic) -> Basic:
    """The total variation of independent draws by those of the pairs.

    One less it is the integral of the smaller density, their overlap; the smaller of two products
    is at least the product of the smaller factors, so that overlaps multiply to no more.
    """
    pairs = factor_pairs(*whole.args[-2:]) if isinstance(whole, heads.TotalVariation) else []
    if len(pairs) < 2:
        raise Rejected((), f"{whole} is no total variation of independent draws")
    return at_most(whole, 1 - Mul(*(1 - heads.TotalVariation(*pair) for pair in pairs)))


def mirrored(divergence: Basic) -> Basic:
    """The divergence with its laws exchanged, where it is symmetric; else itself."""
    symmetric = isinstance(divergence, heads.TotalVariation | heads.Hellinger)
    return divergence.func(*divergence.args[::-1]) if symmetric else divergence


def _turned(hypothesis: Basic, atom: Basic) -> Basic:
    """The hypothesis in the symmetric divergences as an atom has them."""
    if not isinstance(hypothesis, Le | Lt | Eq):
        return hypothesis
    known = atom.atoms(Divergence)
    turned = {d: mirrored(d) for d in hypothesis.atoms(Divergence) - known if mirrored(d) in known}
    return hypothesis.func(*(substitute(side, turned) for side in hypothesis.args), evaluate=False)


def _replaced(goal: Goal, side: Expr, old: Basic, new: Expr, other: Expr) -> Expr:
    """A side with a bound for a divergence, in the divergences of the other side where alike."""
    ranges, present = dict(goal.claim.domains), sorted(other.atoms(Divergence), key=str)
    as_there = {
        d: next((e for e in present if d == e or alike(d, e, ranges)), d)
        for d in new.atoms(Divergence)
    }
    found: Expr = substitute(side, {old: substitute(new, as_there)})
    return found


def _size(bound: Expr) -> bool:
    """Whether a bound is a nonnegative multiple of a power of a divergence."""
    factor, rest = weighted(bound)
    return bool(factor.is_Rational and factor >= 0) and isinstance(
        rest.base if rest.is_Pow and rest.exp.is_Rational and rest.exp > 0 else rest, Divergence
    )


def monotone(goal: Goal) -> list[Claim]:
    """Logarithms of both sides are undone, and an exponential of the smaller: both increase."""
    atom = goal.atom
    if isinstance(atom, Le) and isinstance(atom.lhs, log) and isinstance(atom.rhs, log):
        small, large = atom.lhs.args[0], atom.rhs.args[0]
        needed = [at_most(small, large), *positive(small)]
    elif isinstance(atom, Le) and isinstance(atom.lhs, exp):
        needed = [at_most(atom.lhs.args[0], log(atom.rhs)), *positive(atom.rhs)]
    else:
        raise Rejected((), "the smaller side is neither an exponential nor, as both, a logarithm")
    return [goal.stating(need) for need in needed]


def numbers(goal: Goal) -> list[Claim]:
    """Divergences, recoveries and capacities are numbers in [0, 1], or in [0, oo) with oo as limit.

    None may be oo that hypotheses bound by numbers. As the others tend to oo both sides tend to the
    values that they have there; so an inequality for all finite values holds in the limit. A
    hypothesis is kept only where it is a least value of a divergence, which large numbers have
    too, or speaks of such as are finite.
    """
    given = goal.texts("names")
    names = dict(zip(map(goal.expression, given.values()), goal.new(given), strict=True))
    if len(names) < len(given) or not all(isinstance(d, _RANGED) for d in names):
        raise Rejected((), "a name stands for no divergence, or two for one")
    atom = goal.atom
    assumed = [plain(h) for h in goal.claim.hypotheses]
    below = finite_under(assumed, atom)
    finite = {d: n for d, n in names.items() if isinstance(d, BOUNDED) or d in below}
    if not isinstance(atom, Le | Eq) and not (isinstance(atom, Lt) and len(finite) == len(names)):
        raise Rejected((), "the conclusion is neither <= nor ==")
    kept = [
        h for h in assumed
        if not substitute(h, finite).has(Quantity, ObjectName)
        or (isinstance(h, Le | Lt) and h.rhs in names and not h.lhs.has(Quantity, ObjectName))
    ]  # fmt: skip
    domains = {n: range_of(d) for d, n in names.items()}
    concluded = goal.put(atom, names, domains)
    if concluded.has(ObjectName):
        raise Rejected((), f"{concluded} still speaks of laws")
    # what is assumed of the numbers some numbers fulfil, at which these parts have values
    goal.said |= parts_of(atom.args) & parts_of(concluded.args)
    put = [goal.put(h, names, domains) for h in kept]
    return [goal.stating(concluded, hypotheses=put, domains=domains)]
