"""Divergences of concrete laws with symbolic parameters, as expressions in those parameters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from sympy import (
    Abs,
    Add,
    Basic,
    Dummy,
    Expr,
    Ge,
    Integer,
    Le,
    Max,
    Mul,
    S,
    binomial,
    exp,
    log,
    sqrt,
)
from sympy.core.relational import Relational

from dpsym.kernel.implications import entails, evident
from dpsym.kernel.outcomes import outcomes
from dpsym.kernel.terms import normal_form
from dpsym.kernel.terms import sign as evident_sign
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import ADDITIVE, DIVERGENCES, at_order
from dpsym.language.domains import Objects
from dpsym.language.heads import ObjectName
from dpsym.language.meaning import Pair
from dpsym.language.noises import NOISES, conditions, discrete_gaussian, geometric, shifted
from dpsym.provers.divergences.outcomes import MAX_OUTCOMES, outcomes_of
from dpsym.provers.inequality import Inequality
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, restate, scalar_hypotheses


class ClosedForm:
    """Every divergence of concrete laws in a relation is written out."""

    name = "closed form"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The relation with closed forms in the place of divergences."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Relational):
            return
        atom = claim.conclusions[0]
        divergences = sorted(atom.atoms(heads.Divergence), key=str)
        if not divergences or atom.has(ObjectName):
            return
        if any(h.has(heads.Divergence) for h in claim.hypotheses):
            return
        ratios = _ratio_bounds(claim, atom)
        if ratios:
            yield from ratios
            return
        if any(_unlike_widths(divergence) for divergence in divergences):
            for sign in "<>":
                signs = {str(d): sign for d in divergences if _unlike_widths(d)}
                words = "divergences of normal laws of unlike widths written out"
                yield from by_rule("closed-form", claim, {"signs": signs}, words)
            return
        needs: list[Claim] = []
        values: dict[Basic, Basic] = {}
        for divergence in divergences:
            value = value_of(divergence, claim, needs)
            if value is None:
                yield from by_rule("closed-form", claim, {}, "divergences of mixtures written out")
                return
            values[divergence] = value
        if S.Infinity in values.values():
            yield from by_rule("closed-form", claim, {}, "an infinite divergence")
            return
        left, right = (side.xreplace(values) for side in atom.args)
        if any(side.has(S.NaN, S.ComplexInfinity) for side in (left, right)):
            return
        goals = (restate(claim, [atom.func(left, right, evaluate=False)]), *dict.fromkeys(needs))
        words = "divergences of concrete laws written out"
        yield Split(goals, words, equal=not needs, concluded=lambda: _by_signs(claim, goals, words))


def _by_signs(claim: Claim, goals: Sequence[Claim], words: str) -> Iterator[Split]:
    """The closed forms; with the signs of the terms of hockey sticks, if that is needed."""
    yield Split((), words, rule="closed-form")
    sticks = sorted(claim.conclusions[0].atoms(heads.HockeyStick), key=str)
    signs = {str(stick): _signs(stick, claim, goals) for stick in sticks}
    if signs:
        yield Split((), words, (), {"signs": signs}, "closed-form")


def _signs(stick: Basic, claim: Claim, goals: Sequence[Claim]) -> str:
    """Signs of the terms of a hockey stick, as far as they are evident or goals say them."""
    e, p, q = stick.args
    found = ""
    for x, y in outcomes(p, q):
        if x == 0 and y == 0:
            continue
        if x == 0 or y == 0:
            found += "+" if y == 0 else "-"
            continue
        loss = normal_form(log(x / y) - e, dict(claim.domains))
        for mark, gap in (("+", loss), ("-", -loss)):
            need = Claim(claim.hypotheses, (at_most(S.Zero, gap),), claim.domains)
            if evident(need) or any(entails(goal, need) for goal in goals):
                found += mark
                break
        else:
            found += "?"
    return found


def _unlike_widths(divergence: Basic) -> bool:
    laws = divergence.args[-2:]
    return all(isinstance(law, heads.Gaussian) for law in laws) and (
        laws[0].args[1] != laws[1].args[1]
    )


def _ratio_bounds(claim: Claim, atom: Basic) -> list[Split]:
    """``MaxDivergence(P, Q) <= b`` for finite laws, one way or added both ways, by their masses."""
    if not isinstance(atom, Le | Ge) or atom.gts.has(heads.Divergence):
        return []
    if {type(part) for part in Add.make_args(atom.lts)} != {heads.MaxDivergence}:
        return []
    return list(by_rule("ratios", claim, {}, "P <= exp(bound)*Q for every outcome"))


def value_of(divergence: Basic, claim: Claim, needs: list[Claim]) -> Expr | None:
    """The divergence in closed form; what that relies on is appended to ``needs``."""
    divergence = at_order(divergence)
    *parameters, p, q = divergence.args
    if p == q:
        return S.Zero if not isinstance(divergence, heads.HockeyStick) else _excess(parameters[0])
    if isinstance(p, heads.Product) and isinstance(q, heads.Product):
        value = _of_product(divergence, claim, needs)
        if value is not None:
            return value
    if type(p) is type(q) and type(p) in NOISES:
        return _shifted(divergence, claim, needs)
    if isinstance(p, heads.Geometric) and isinstance(q, heads.Geometric):
        shift = p.args[0] - q.args[0]
        if p.args[1] == q.args[1] and isinstance(divergence, heads.MaxDivergence):
            return Abs(shift) * p.args[1]
        if p.args[1] == q.args[1] and abs(shift) == 1:
            pair = _response(p.args[1])
            return value_of(divergence.func(*parameters, *pair), claim, needs)
        if shift.is_number or p.args[1] != q.args[1]:
            return None
        return geometric(divergence, shift, _steps(shift, claim, needs), p.args[1])
    if isinstance(p, heads.DiscreteGaussian) and isinstance(q, heads.DiscreteGaussian):
        steps = p.args[0] - q.args[0]
        if p.args[1] != q.args[1]:
            return None
        return discrete_gaussian(divergence, steps, (steps / p.args[1]) ** 2)
    if isinstance(divergence, heads.HockeyStick):
        responses = _responses(p, q)
        if responses is not None:
            return _response_stick(responses, parameters[0], claim, needs)
    outcomes = outcomes_of(p, q)
    if outcomes is None:
        return None
    return _of_outcomes(divergence, outcomes)


def _excess(epsilon: Expr) -> Expr:
    return Max(1 - exp(epsilon), 0)


def _response(epsilon: Expr) -> Pair:
    """Geometric laws one apart have two likelihood ratios, like randomised response."""
    t = exp(epsilon)
    return heads.Finite(t / (1 + t), 1 / (1 + t)), heads.Finite(1 / (1 + t), t / (1 + t))


def _of_product(divergence: Basic, claim: Claim, needs: list[Claim]) -> Expr | None:
    """Additive divergences factor by factor; Gaussian shifts in quadrature."""
    *parameters, p, q = divergence.args
    if len(p.args) != len(q.args):
        return None
    if isinstance(divergence, ADDITIVE):
        parts = [
            value_of(divergence.func(*parameters, a, b), claim, needs)
            for a, b in zip(p.args, q.args, strict=True)
        ]
        return None if any(part is None for part in parts) else Add(*parts)
    laws = (*p.args, *q.args)
    if all(isinstance(law, heads.Gaussian) for law in laws):
        shifts = [
            (a.args[0] - b.args[0]) / a.args[1]
            for a, b in zip(p.args, q.args, strict=True)
            if a.args[1] == b.args[1]
        ]
        if len(shifts) < len(p.args):
            return None
        distance = sqrt(Add(*(shift**2 for shift in shifts)))
        pair = heads.Gaussian(distance, 1), heads.Gaussian(0, 1)
        return value_of(divergence.func(*parameters, *pair), claim, needs)
    return None


def _shifted(divergence: Basic, claim: Claim, needs: list[Claim]) -> Expr | None:
    """Two noise laws of one width, by their distance in units of it."""
    p, q = divergence.args[-2:]
    kind, width = type(p), p.args[1]
    if q.args[1] != width:
        return None
    difference = p.args[0] - q.args[0]
    square = difference**2 / width**2
    d = Dummy("d", nonnegative=True)
    form = shifted(kind, divergence, d, square)
    if form is None:
        return None
    asked = conditions(kind, divergence, d)
    if form.has(d):
        apart = any(relation.has(d) for relation in asked)
        known = difference.is_number and not apart
        distance = abs(difference) if known else _positive(difference, claim, needs)
        if distance is None and apart:
            return None
        form = form.subs(d, (Abs(difference) if distance is None else distance) / width)
    needs += [
        restate(claim, [relation], hypotheses=scalar_hypotheses(claim))
        for relation in asked
        if not relation.has(d) and relation.doit() is not S.true
    ]
    return form


def _positive(difference: Expr, claim: Claim, needs: list[Claim]) -> Expr | None:
    """The absolute value of a difference whose sign is certain, with the claim that says so."""
    for candidate in (difference, -difference):
        goal = restate(claim, [~at_most(candidate, S.Zero)], hypotheses=scalar_hypotheses(claim))
        if _closes(goal):
            needs.append(goal)
            return candidate
    return None


def _steps(shift: Expr, claim: Claim, needs: list[Claim]) -> Expr:
    """The absolute value of a shift, with the claim that says its sign, if that is certain."""
    known = [size for size in (shift, -shift) if evident_sign(size, dict(claim.domains))]
    distance = known[0] if known else _positive(shift, claim, needs)
    return Abs(shift) if distance is None else distance


def _closes(goal: Claim) -> bool:
    from dpsym.provers.prover import Budget
    from dpsym.verdict import Step

    return isinstance(Inequality().attempt(goal, Budget.of(2.0)), Step)


def _of_outcomes(divergence: Basic, outcomes: Counter[tuple[Expr, Expr]]) -> Expr | None:
    form = DIVERGENCES.get(type(divergence))
    terms = [(p, q, n) for (p, q), n in outcomes.items() if not (p == 0 and q == 0)]
    if form is None:
        return None
    if form.most is S.Infinity and any(q == 0 for _, q, _ in terms):
        return S.Infinity
    positive = [(p, q, n) for p, q, n in terms if p != 0]
    if isinstance(divergence, heads.MaxDivergence):
        return Max(*(log(p / q) for p, q, _ in positive))
    if isinstance(divergence, heads.Renyi):
        order = divergence.args[0]
        return _log_moment(positive, order) / (order - 1)
    return form.total(terms, divergence.args[:-2])


def _log_moment(terms: list[tuple[Expr, Expr, int]], a: Expr) -> Expr:
    """Log of the sum of n*p**a*q**(1-a), over one denominator where all terms share it."""
    ratios = [(p / q).as_numer_denom() for p, q, _ in terms]
    if len({bottom for _, bottom in ratios}) == 1 and all(_is_exponential(t) for t, _ in ratios):
        scaled = (
            n * q * exp(a * log_of(top)) for (_, q, n), (top, _) in zip(terms, ratios, strict=True)
        )
        bottom = ratios[0][1]
        if bottom != 1:
            return log(Add(*scaled)) - a * log(bottom)
    powers = [(n, *_power(p, q, a)) for p, q, n in terms]
    if len({denominator for _, _, denominator in powers}) == 1:
        return log(Add(*(n * top for n, top, _ in powers)) / powers[0][2])
    return log(Add(*(n * top / denominator for n, top, denominator in powers)))


def _power(p: Expr, q: Expr, a: Expr) -> tuple[Expr, Expr]:
    """p**a*q**(1-a) over a denominator, with exponentials gathered for responses exp(x)/c."""
    numerator, denominator = p.as_numer_denom()
    if p == q:
        return numerator, denominator
    other, same = q.as_numer_denom()
    if denominator == same and all(_is_exponential(x) for x in (numerator, other)):
        return exp((a * log_of(numerator) + (1 - a) * log_of(other)).expand()), denominator
    return p**a * q ** (1 - a), S.One


def _is_exponential(node: Expr) -> bool:
    return all(f == 1 or isinstance(f, exp) for f in Mul.make_args(node))


def log_of(node: Expr) -> Expr:
    """The logarithm of a product of exponentials."""
    return Add(*(f.args[0] if isinstance(f, exp) else S.Zero for f in Mul.make_args(node)))


def _responses(p: Basic, q: Basic) -> tuple[Expr, ...] | None:
    """The epsilons of a product of randomised responses, or None for other laws."""
    firsts = p.args if isinstance(p, heads.Product) else (p,)
    seconds = q.args if isinstance(q, heads.Product) else (q,)
    found = []
    for a, b in zip(firsts, seconds, strict=False):
        if not isinstance(a, heads.Finite) or len(a.args) != 2 or a.args != b.args[::-1]:
            return None
        numerator, denominator = a.args[0].as_numer_denom()
        if not _is_exponential(numerator) or denominator != 1 + numerator:
            return None
        found.append(log_of(numerator))
    return tuple(found) if len(firsts) == len(seconds) else None


def _response_stick(
    epsilons: tuple[Expr, ...], threshold: Expr, claim: Claim, needs: list[Claim]
) -> Expr | None:
    """The hockey stick of randomised responses, Murtagh and Vadhan 2016.

    The sum over subsets S of max(exp(sum of S) - exp(threshold + sum of the rest), 0), over the
    product of 1 + exp(epsilon_i). Terms whose sign the scalar prover settles lose their maximum.
    """
    counts = Counter(epsilons)
    if Mul(*(n + 1 for n in counts.values())) > MAX_OUTCOMES:
        return None
    terms: list[Expr] = []
    for chosen in product(*(range(n + 1) for n in counts.values())):
        above = Add(*(j * e for j, e in zip(chosen, counts, strict=True)))
        below = threshold + Add(
            *((n - j) * e for j, (e, n) in zip(chosen, counts.items(), strict=True))
        )
        weight = Mul(
            *(binomial(Integer(n), j) for j, n in zip(chosen, counts.values(), strict=True))
        )
        terms.append(weight * _positive_part(above, below, claim, needs))
    return Add(*terms) / Mul(*((1 + exp(e)) ** n for e, n in counts.items()))


def _positive_part(above: Expr, below: Expr, claim: Claim, needs: list[Claim]) -> Expr:
    gap = (above - below).expand()
    assumed = scalar_hypotheses(claim)
    for sign, value in ((gap, exp(above) - exp(below)), (-gap, S.Zero)):
        if sign == 0:
            return S.Zero
        if _evidently_nonnegative(sign, claim):
            return value
        goal = restate(claim, [at_most(S.Zero, sign)], hypotheses=assumed)
        if len(needs) < 32 and _closes(goal):
            needs.append(goal)
            return value
    return Max(exp(above) - exp(below), 0)


def _evidently_nonnegative(sign: Expr, claim: Claim) -> bool:
    """Whether a linear combination has coefficients >= 0 of names with domains >= 0."""
    domains = {n for n, d in claim.domains if not isinstance(d, Objects) and bool(d.lower >= 0)}
    for term in Add.make_args(sign):
        coefficient, rest = term.as_coeff_Mul()
        if coefficient < 0 or not all(f == 1 or f in domains for f in Mul.make_args(rest)):
            return False
    return True
