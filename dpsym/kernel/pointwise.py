"""Divergences compared outcome by outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product

from dpsym.algebra import (
    Abs,
    Add,
    Basic,
    Eq,
    Expr,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Mul,
    S,
    Symbol,
    exp,
)
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.implications import plain
from dpsym.kernel.limits import may_be_infinite
from dpsym.kernel.outcomes import outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import CHAIN, DATA
from dpsym.kernel.terms import sign as evident_sign
from dpsym.kernel.terms import substitute, weighted
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import partial_parts
from dpsym.language.divergences import DIVERGENCES, SUMMED, Form
from dpsym.language.domains import POSITIVE, Domain, Interval
from dpsym.language.heads import Divergence, ObjectName

Coefficients = dict[Basic, Expr]
_STICKS = heads.HockeyStick | heads.TotalVariation
_NO_NUMBERS = S.Infinity, S.NegativeInfinity, heads.Quantity, ObjectName


def pointwise(goal: Goal) -> list[Claim]:
    """A hockey stick is at most a sum of multiples of others, and of hypotheses about others.

    A hockey stick is the integral of the positive part of a linear form in the masses of laws.
    Where one form is at most a combination of others with factors that are not negative, so is its
    integral; masses are not negative, so it is enough to compare coefficients. A max-divergence is
    at most a number iff the hockey stick there is zero.
    """
    atom = _as_stick(goal.atom)
    if not isinstance(atom, Le | Eq):
        raise Rejected((), "the conclusion is neither <= nor ==")
    needed = [at_most(node, node) for node in _thresholds(goal, atom) if partial_parts(node)]
    for small, large in (atom.args, atom.args[::-1])[: 1 + isinstance(atom, Eq)]:
        needed += _compared(goal, small, large)
    return [goal.stating(need) for need in dict.fromkeys(needed)]


def _thresholds(goal: Goal, atom: Basic) -> list[Basic]:
    used = [atom, *(goal.claim.hypotheses[i] for i, _ in shares(goal))]
    return [part for node in used for d in node.atoms(*SUMMED) for part in d.args
            if heads.is_scalar(part)]  # fmt: skip


def shares(goal: Goal) -> list[tuple[int, Expr]]:
    """The hypotheses that are used, each with its factor."""
    found = []
    for written, share in goal.texts("shares").items():
        if not written.isdecimal() or int(written) >= len(goal.claim.hypotheses):
            raise Rejected((), f"there is no hypothesis {written!r}")
        found.append((int(written), goal.expression(share)))
    return found


def _as_stick(atom: Basic) -> Basic:
    """A number as bound of a max-divergence says that the hockey stick there is zero."""
    bounded = isinstance(atom, Le) and isinstance(atom.lhs, heads.MaxDivergence)
    if not bounded or atom.rhs.has(Divergence):
        return atom
    return at_most(heads.HockeyStick(atom.rhs, *atom.lhs.args), S.Zero)


def _compared(goal: Goal, small: Expr, large: Expr) -> list[Basic]:
    factor, wanted = multiple(small)
    needed = [at_most(S.Zero, factor)]
    covered: Coefficients = {}
    rest: Expr = S.Zero
    parts = [(term, S.One, S.Zero) for term in Add.make_args(large)]
    for number, share in shares(goal):
        hypothesis = plain(goal.claim.hypotheses[number])
        hypothesis = _as_stick(at_most(*hypothesis.args) if hypothesis.is_Equality else hypothesis)
        if not isinstance(hypothesis, Le) or hypothesis.rhs.has(Divergence):
            raise Rejected((), f"{hypothesis} bounds no hockey stick by a number")
        needed.append(at_most(S.Zero, share))
        stick, limit = hypothesis.args
        parts.append((stick, share, limit))
    for term, share, limit in parts:
        rest -= share * limit
        if not term.has(Divergence):
            rest += share * term
            continue
        own, form = multiple(term)
        needed.append(at_most(S.Zero, share * own))
        for law, coefficient in form.items():
            covered[law] = covered.get(law, S.Zero) + share * own * coefficient
    needed.append(at_most(S.Zero, rest))
    for law in dict.fromkeys((*wanted, *covered)):
        have = covered.get(law, S.Zero)
        needed.append(at_most(factor * wanted.get(law, S.Zero), have))
    return needed


def multiple(term: Expr) -> tuple[Expr, Coefficients]:
    """A term as a number times one hockey stick, of which the form is given."""
    sticks = [factor for factor in Mul.make_args(term) if isinstance(factor, _STICKS)]
    factor = Mul(*(f for f in Mul.make_args(term) if not isinstance(f, _STICKS)))
    if len(sticks) != 1 or factor.has(Divergence):
        raise Rejected((), f"{term} is no multiple of a hockey stick")
    *threshold, p, q = sticks[0].args
    form: Coefficients = {}
    for sign, side in ((S.One, p), (-exp(Add(*threshold)), q)):
        for law, weight in components(side):
            form[law] = form.get(law, S.Zero) + sign * weight
    return factor, form


def components(law: Basic) -> list[tuple[Basic, Expr]]:
    """The laws that a law is a mixture of, with their weights."""
    if not isinstance(law, heads.Mixture):
        return [(law, S.One)]
    weight, first, second = law.args
    return [(part, weight * w) for part, w in components(first)] + [
        (part, (1 - weight) * w) for part, w in components(second)
    ]


def by_weights(whole: Basic) -> tuple[Basic, tuple[str, ...]]:
    """A divergence of mixtures by that of two bits with their weights, and KL by its parts too.

    Where a bit says which part is drawn from, mixtures of the same two parts are images of their
    bits under one map. Of bits with their draws KL is that of the bits and, by the chain rule, the
    mean over the first bit of those of the parts; the mixtures are images of these pairs.
    """
    laws = whole.args[-2:] if type(whole) in DIVERGENCES else ()
    if not laws or not all(isinstance(law, heads.Mixture) for law in laws):
        raise Rejected((), f"{whole} is no divergence of two mixtures")
    (s, *parts), (t, *others) = (law.args for law in laws)
    bits = whole.func(*whole.args[:-2], heads.Bernoulli(s), heads.Bernoulli(t))
    if parts == others:
        return at_most(whole, bits), (DATA,)
    if not isinstance(whole, heads.KL):
        raise Rejected((), f"{whole} is of mixtures of other parts")
    first, second = map(heads.KL, parts, others)
    return at_most(whole, bits + s * first + (1 - s) * second), (CHAIN, DATA)


Terms = list[tuple[Expr, Basic]]
Place = tuple[Coefficients, list[Basic], Mapping[Symbol, Domain]]


def integrands(goal: Goal) -> list[Claim]:
    """A linear relation holds between f-divergences if it does between what they integrate.

    Multiples of hypotheses that are such relations count for the larger side: this is the dual of
    the linear program over all laws. Integrands are convex and homogeneous of degree one in the
    densities: one density may be 1, and at zeros they are their limits. A law's density times a
    multiplier has the multiplier for integral, and a max-divergence bounds a ratio of densities.
    A tail of the loss integrates the first density where it exceeds so many times the second.
    """
    atom, factors = goal.atom, shares(goal)
    used = [(plain(goal.claim.hypotheses[number]), share) for number, share in factors]
    densities = _densities(goal, [atom, *(hypothesis for hypothesis, _ in used)])
    known = {name for name, _ in goal.claim.domains}
    written = goal.texts("multipliers")
    multipliers = {goal.expression(law): goal.expression(m) for law, m in written.items()}
    numbers = [*multipliers.values(), *(share for _, share in factors)]
    fixed = all(m.free_symbols <= known and not m.has(*_NO_NUMBERS) for m in numbers)
    if not isinstance(atom, Le | Lt) or not fixed or not set(multipliers) <= set(densities):
        raise Rejected((), "the conclusion is no inequality, or a multiplier no number")
    needed = [at_most(n, n) for n in (*_thresholds(goal, atom), *numbers)]
    terms, rest = _linear(atom, needed)
    rest -= Add(*multipliers.values())
    for relation, share in used:
        if not isinstance(relation, Le | Lt | Eq) or _are_endless(relation):
            raise Rejected((), f"both sides of {relation} may be infinite, or it is no relation")
        if not isinstance(relation, Eq):
            needed.append(at_most(S.Zero, share))
        more, number = _linear(relation, needed)
        terms += [(-share * factor, divergence) for factor, divergence in more]
        rest -= share * number
    strict = isinstance(atom, Lt)
    if strict and _are_endless(atom):
        raise Rejected((), f"both sides of {atom} may be infinite")
    positive = Lt(S.Zero, rest, evaluate=False) if strict else at_most(S.Zero, rest)
    found = []
    for masses, assumed, domains in _places(goal, densities, needed):
        for tails, sides in _tails(terms, masses, domains):
            total = Add(
                *(share * masses[law] for law, share in multipliers.items()),
                *(factor * (tails[d] if d in tails else _integrand(d, masses, domains))
                  for factor, d in terms),
            )  # fmt: skip
            beside = (*assumed, *sides)
            found.append(goal.stating(at_most(S.Zero, total), hypotheses=beside, domains=domains))
    return [*found, *map(goal.stating, dict.fromkeys((positive, *needed)))]


def _are_endless(relation: Basic) -> bool:
    """Whether both sides may be infinite, so that their difference says nothing."""
    return all(map(may_be_infinite, relation.args))


def _linear(relation: Basic, needed: list[Basic]) -> tuple[Terms, Expr]:
    """The larger side less the smaller, as multiples of integrals and a number.

    A Renyi divergence against a number is its moment against the number's exponential.
    """
    terms: Terms = []
    rest: Expr = S.Zero
    for place, side in enumerate(relation.args):
        sign, other = Integer(2 * place - 1), relation.args[1 - place]
        if isinstance(side, heads.Renyi) and not other.has(Divergence):
            order = side.args[0]
            needed += [Lt(S.One, order, evaluate=False), at_most(other, other)]
            return [(sign, side)], -sign * exp((order - 1) * other)
        for term in Add.make_args(side):
            factor, divergence = weighted(term, SUMMED)
            if divergence == 1:
                rest += sign * factor
            elif isinstance(divergence, heads.Renyi):
                raise Rejected((), f"{divergence} is compared with more than a number")
            else:
                terms.append((sign * factor, divergence))
            needed.append(at_most(factor if divergence == 1 else S.Zero, factor))
    return terms, rest


def _densities(goal: Goal, atoms: list[Basic]) -> Coefficients:
    """New names for the densities of laws; that of the one law without a name is 1."""
    given = goal.texts("names")
    found = dict(zip(map(goal.expression, given.values()), goal.new(given), strict=True))
    names = {n for atom in atoms for n in atom.free_symbols if isinstance(n, ObjectName)}
    others = names - set(found)
    if len(others) != 1 or len(found) < len(given):
        raise Rejected((), "not all laws but one have names, or one has two")
    return {**found, others.pop(): S.One}


def _places(goal: Goal, densities: Coefficients, needed: list[Basic]) -> list[Place]:
    """All densities there are: one place, or intervals of the density of one of two laws.

    An interval of one law's density, where the other's is 1, is one of their ratio; together they
    begin at 0 and end at oo, or where a max-divergence lets them.
    """
    ratios = [
        (p, q, exp(h.rhs))
        for h in map(plain, goal.claim.hypotheses)
        if isinstance(h, Le) and isinstance(h.lhs, heads.MaxDivergence)
        for p, q in [h.lhs.args]
        if p in densities and q in densities and not h.rhs.has(ObjectName)
    ]
    cells = goal.params.get("cells")
    if cells is None:
        assumed = [at_most(densities[p], limit * densities[q]) for p, q, limit in ratios]
        names = dict.fromkeys((n for n in densities.values() if n != 1), POSITIVE)
        return [(densities, [*goal.numeric(), *assumed], names)]
    if not isinstance(cells, list) or not cells or len(densities) != 2:
        raise Rejected((), "the parameter 'cells' is no list, or the laws are not two")
    first, second = densities
    places: list[Place] = []
    reached: Expr | None = None
    for cell in cells:
        law, low, high = (
            map(goal.expression, cell) if isinstance(cell, list) and len(cell) == 3 else 3 * [S.One]
        )
        inside = low.is_Rational and high.is_Rational and 0 <= low < high
        if law not in densities or not inside:
            raise Rejected((), f"{cell} is no interval of a density")
        domain = Interval(low, high, low == 0, False)
        masses = {law: densities[first], second if law == first else first: S.One}
        ranges = {densities[first]: domain}
        within = [at_most(masses[p], limit * masses[q]) for p, q, limit in ratios
                  if evident_sign(limit * masses[q] - masses[p], ranges) < 1]  # fmt: skip
        places.append((masses, [*goal.numeric(), *within], ranges))
        start, end = (low, high) if law == first else (1 / high, 1 / low if low else S.Infinity)
        if reached not in (None, start):
            raise Rejected((), f"the intervals do not meet at {start}")
        if reached is None and start != 0:
            needed.append(at_most(start * _limit(ratios, second, first), S.One))
        reached = end
    if reached is not S.Infinity:
        needed.append(at_most(_limit(ratios, first, second), reached))
    return places


def _limit(ratios: list[tuple[Basic, Basic, Expr]], p: Basic, q: Basic) -> Expr:
    """The largest ratio of two densities."""
    limits = [limit for *laws, limit in ratios if laws == [p, q]]
    if not limits:
        raise Rejected((), f"nothing bounds the density of {p} by that of {q}")
    return Min(*limits)


def _tails(
    terms: Terms, densities: Coefficients, domains: Mapping[Symbol, Domain]
) -> Iterator[tuple[Coefficients, list[Basic]]]:
    """What tails of the loss integrate on either side of their thresholds, where that is."""
    tails = dict.fromkeys(d for _, d in terms if isinstance(d, heads.LossTail))
    choices = []
    for tail in tails:
        p, q = _masses(tail, densities)
        limit = exp(tail.args[0]) * q
        above = [(p, Lt(limit, p, evaluate=False))] if evident_sign(limit - p, domains) < 1 else []
        below = [(S.Zero, at_most(p, limit))] if evident_sign(p - limit, domains) < 2 else []
        choices.append([*above, *below])
    for chosen in product(*choices):
        found = dict(zip(tails, (mass for mass, _ in chosen), strict=True))
        yield found, [side for _, side in chosen]


def _masses(quantity: Basic, densities: Coefficients) -> list[Expr]:
    """The densities of the two laws that are compared, each a law with one or a mixture of such."""
    *parameters, p, q = quantity.args
    if any(parameter.has(S.Infinity, S.NegativeInfinity) for parameter in parameters):
        raise Rejected((), f"{quantity} has no finite order")
    laws = [components(law) for law in (p, q)]
    if any(law not in densities for parts in laws for law, _ in parts):
        raise Rejected((), f"{quantity} compares more than names and mixtures")
    return [Add(*(weight * densities[law] for law, weight in parts)) for parts in laws]


def _integrand(
    divergence: Basic, densities: Coefficients, domains: Mapping[Symbol, Domain]
) -> Expr:
    form = DIVERGENCES.get(type(divergence), Form())
    integrand = form.integrand or form.summand
    if integrand is None:
        raise Rejected((), f"{divergence} is no f-divergence")
    found = integrand(*_masses(divergence, densities), *divergence.args[:-2])
    kinks = {node: _branch(node, domains) for node in found.atoms(Max, Abs)}
    smooth: Expr = substitute(found, kinks)
    return smooth


def _branch(node: Expr, domains: Mapping[Symbol, Domain]) -> Expr:
    """A positive part or absolute value without its kink, where the sign is evident."""
    inner = [part for part in node.args if part != 0]
    for sign in (S.One, S.NegativeOne) if len(inner) == 1 else ():
        if evident_sign(sign * inner[0], domains) >= 1:
            smooth: Expr = (sign if isinstance(node, Abs) else Max(sign, 0)) * inner[0]
            return smooth
    return node


def ratios(goal: Goal) -> list[Claim]:
    """MaxDivergence(P, Q) <= b for finite laws: P <= exp(b)*Q at every outcome.

    With MaxDivergence(Q, P) added: P*Q' <= exp(b)*P'*Q at every two outcomes, and 0 <= b; or so
    for the exponents of masses which are multiples of exponentials by one factor.
    """
    atom = goal.atom
    parts = Add.make_args(atom.lhs) if isinstance(atom, Le) else ()
    if not parts or not all(isinstance(part, heads.MaxDivergence) for part in parts):
        raise Rejected((), "the conclusion bounds no max-divergence")
    (laws, *others), limit = [part.args for part in parts], exp(atom.rhs)
    pairs = list(outcomes(*laws))
    if not others:
        return [goal.stating(at_most(p, limit * q)) for p, q in pairs if p != 0]
    if others != [laws[::-1]]:
        raise Rejected((), "the max-divergences are not those of a pair both ways")
    if all(len({_exponent(law[i])[1] for law in pairs}) == 1 for i in (0, 1)):
        powers = [[_exponent(mass)[0] for mass in pair] for pair in pairs]
        crossed = [at_most(p + y, atom.rhs + x + q) for (p, q), (x, y) in permutations(powers, 2)]
    else:
        crossed = [at_most(p * y, limit * x * q) for (p, q), (x, y) in permutations(pairs, 2)]
    return list(map(goal.stating, (at_most(S.Zero, atom.rhs), *crossed)))


def _exponent(mass: Expr) -> tuple[Expr, Expr]:
    """The exponent of a mass that is exp(exponent)*factor, and the factor."""
    factors = Mul.make_args(mass)
    powers = [factor.args[0] for factor in factors if isinstance(factor, exp)]
    return Add(*powers), Mul(*(factor for factor in factors if not isinstance(factor, exp)))
