"""The rules by which a claim follows from others. Each computes the claims that suffice.

A rule is given the goal, its parameters and the goals of the children, and answers what must hold;
:func:`dpsym.kernel.verify.check` looks for each of these among the goals of the children.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from sympy import (
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
    Sum,
    Symbol,
    diff,
    exp,
    log,
)
from sympy.core.relational import Relational

from dpsym.kernel import facts
from dpsym.kernel.facts import DATA, DOMINATION, FACTS
from dpsym.kernel.laws import bound_of, closed_form, outcomes, signature
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import alike, entails, plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import loses_parts, partial_parts
from dpsym.language.domains import (
    NONNEGATIVE,
    POSITIVE,
    PROBABILITY,
    Domain,
    Integers,
    Interval,
    Objects,
)
from dpsym.language.heads import Divergence, Guarantee, ObjectName
from dpsym.language.meaning import canonical_laws, composed_parts, neighbouring_pairs
from dpsym.language.parser import parse_claim, parse_expression

OPEN = Interval(S.Zero, S.One, True, True)
MAX_CASES = 1000
_BOUNDED = heads.HockeyStick | heads.TotalVariation | heads.Hellinger
_ADDITIVE = heads.Renyi | heads.KL | heads.MaxDivergence
_F_DIVERGENCES = _BOUNDED | heads.KL | heads.ChiSquared
_COMPARING = _F_DIVERGENCES | _ADDITIVE
_CLOSED = (
    heads.PureDP | heads.ApproxDP | heads.ZCDP | heads.ApproxZCDP | heads.BoundedZCDP
    | heads.RenyiDP | heads.GaussianDP | heads.BoundedRange
)  # fmt: skip


@dataclass(slots=True)
class Goal:
    """A claim to be concluded, with the parameters of the rule and the goals of the children.

    Attributes:
        claim: what is to be concluded.
        params: the parameters of the rule, JSON data.
        children: the goals of the children.
        axioms: the facts that rules used, added to by them.
    """

    claim: Claim
    params: Mapping[str, Any]
    children: Sequence[Claim]
    axioms: set[str]

    @property
    def atom(self) -> Basic:
        """The only conclusion."""
        if len(self.claim.conclusions) != 1:
            raise Rejected((), "the rule is for one conclusion")
        return plain(self.claim.conclusions[0])

    def expression(self, text: Any) -> Basic:
        """An expression over the names of the claim."""
        if not isinstance(text, str):
            raise Rejected((), f"{text!r} is no expression")
        names = [n for n, _ in self.claim.domains]
        objects = tuple(n.name for n in names if isinstance(n, ObjectName))
        found = parse_expression(text, objects=objects)
        # Alone, the k of Compose(M, k) reads like a mechanism.
        return found.xreplace({ObjectName(n.name): n for n in names})

    def texts(self, key: str) -> dict[str, str]:
        """A parameter that maps names to texts."""
        value = self.params.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
            raise Rejected((), f"the parameter {key!r} is no map to texts")
        return value

    def fresh(self, key: str) -> Symbol:
        """A name that the claim does not use."""
        name = self.params.get(key)
        if not isinstance(name, str) or not name.isidentifier():
            raise Rejected((), f"the parameter {key!r} is no name")
        if name in {n.name for n, _ in self.claim.domains}:
            raise Rejected((), f"the name {name} is not new")
        return Symbol(name)

    def stating(
        self,
        *conclusions: Basic,
        hypotheses: Iterable[Basic] | None = None,
        domains: Mapping[Symbol, Domain] | None = None,
    ) -> Claim:
        """A claim over the same names and these."""
        assumed = self.claim.hypotheses if hypotheses is None else tuple(hypotheses)
        known = {**dict(self.claim.domains), **(domains or {})}
        return Claim(assumed, conclusions, tuple(known.items()))

    def numeric(self) -> list[Basic]:
        """The hypotheses that speak of no objects."""
        return [h for h in self.claim.hypotheses if not h.has(ObjectName)]


def put(atom: Basic, values: Mapping[Basic, Basic]) -> Basic:
    """The atom with replacements, relations kept as written."""
    if isinstance(atom, Relational):
        if any(loses_parts(side) for side in atom.args):
            raise Rejected((), f"terms that cancel in {atom} may have no value")
        found = atom.func(*(side.xreplace(dict(values)) for side in atom.args), evaluate=False)
    else:
        found = atom.xreplace(dict(values))
    if found.has(S.NaN, S.ComplexInfinity):
        raise Rejected((), f"{atom} has no value after the replacement")
    return found


def at_most(left: Expr, right: Expr) -> Basic:
    """``left <= right`` as written."""
    return Le(left, right, evaluate=False)


def restated(goal: Goal) -> list[Claim]:
    """The goal itself: it is evident, or a child says more."""
    return [goal.claim]


def conjunction(goal: Goal) -> list[Claim]:
    """Each conclusion apart."""
    return [goal.stating(atom) for atom in goal.claim.conclusions]


def cases(goal: Goal) -> list[Claim]:
    """A minimum or maximum is at every point one of its arguments."""
    node = goal.expression(goal.params.get("of"))
    if not isinstance(node, Min | Max) or goal.atom.has(Sum):
        raise Rejected((), "the parameter 'of' is no minimum or maximum")
    return [goal.stating(put(goal.atom, {node: argument})) for argument in node.args]


def exhaustion(goal: Goal) -> list[Claim]:
    """Integer names with finitely many values, value by value, sums written out."""
    ranges: dict[Symbol, range] = {}
    for name in goal.params.get("names", ()):
        domain = dict(goal.claim.domains).get(Symbol(str(name)))
        if not isinstance(domain, Integers) or not (domain.upper - domain.lower).is_finite:
            raise Rejected((), f"{name} has no finite range")
        ranges[Symbol(str(name))] = range(int(domain.lower), int(domain.upper) + 1)
    found: list[Claim] = []
    for values in product(*ranges.values()):
        point: dict[Basic, Basic] = dict(zip(ranges, map(Integer, values), strict=True))
        kept = [put(h, point) for h in goal.claim.hypotheses]
        if any(_is_false(h) for h in kept):
            continue
        claimed = [put(atom, point) for atom in goal.claim.conclusions]
        sums = {n: n.doit() for atom in claimed for n in atom.atoms(Sum)}
        found.append(goal.stating(*(put(atom, sums) for atom in claimed), hypotheses=kept))
        if len(found) > MAX_CASES:
            raise Rejected((), "too many cases")
    return found


def _is_false(atom: Basic) -> bool:
    """Whether a relation between rational numbers fails."""
    rational = isinstance(atom, Relational) and all(side.is_Rational for side in atom.args)
    return rational and atom.func(*atom.args) == S.false


def zero_end(goal: Goal) -> list[Claim]:
    """A name at the closed end 0 of its domain, and inside."""
    name = Symbol(str(goal.params.get("name")))
    domain = dict(goal.claim.domains).get(name)
    if not isinstance(domain, Interval) or domain.lower != 0 or not domain.upper > 0:
        raise Rejected((), f"{name} has no closed end 0")
    at_zero = [put(atom, {name: S.Zero}) for atom in goal.claim.conclusions]
    kept = [put(atom, {name: S.Zero}) for atom in goal.claim.hypotheses]
    rest = Interval(S.Zero, domain.upper, True, domain.upper_open)
    return [
        goal.stating(*at_zero, hypotheses=kept),
        goal.stating(*goal.claim.conclusions, domains={name: rest}),
    ]


def sign_cases(goal: Goal) -> list[Claim]:
    """A number is positive or it is not."""
    number = goal.expression(goal.params.get("of"))
    if not heads.is_scalar(number) or number.has(Divergence):
        raise Rejected((), f"{number} is no number")
    return [
        goal.stating(*goal.claim.conclusions, hypotheses=(*goal.claim.hypotheses, assumed))
        for assumed in (Lt(S.Zero, number, evaluate=False), at_most(number, S.Zero))
    ] + [goal.stating(at_most(number, number))]


def generalise(goal: Goal) -> list[Claim]:
    """The first child with terms for some of its names says the goal."""
    if not goal.children:
        raise Rejected((), "there is no child to generalise to")
    child, known = goal.children[0], dict(goal.claim.domains)
    values = {Symbol(n): goal.expression(text) for n, text in goal.texts("with").items()}
    needed: list[Basic] = []
    for name, domain in child.domains:
        value = values.get(name, name)
        if isinstance(domain, Objects) or (isinstance(domain, Integers) and value != name):
            raise Rejected((), f"{name} takes no value")
        if value == name and (name not in known or not domain.includes(known[name])):
            raise Rejected((), f"{name} does not range over {known.get(name)} in the child")
        if value != name and isinstance(domain, Interval):
            needed += [at_most(value, value)] if partial_parts(value) else []
            below, above = (Lt if o else Le for o in (domain.lower_open, domain.upper_open))
            if domain.lower.is_finite:
                needed.append(below(domain.lower, value, evaluate=False))
            if domain.upper.is_finite:
                needed.append(above(value, domain.upper, evaluate=False))
    instance = Claim(
        tuple(put(h, values) for h in child.hypotheses),
        tuple(put(c, values) for c in child.conclusions),
        goal.claim.domains,
    )
    if not entails(instance, goal.claim):
        raise Rejected((), f"the child with these values is {instance.text}")
    return [goal.stating(atom) for atom in needed]


def fact(goal: Goal) -> list[Claim]:
    """The goal is the conclusion of a row of the table of facts, whose hypotheses follow."""
    hypotheses, conclusion, lemmas = _instance(goal)
    concluded = goal.stating(conclusion)
    if not entails(concluded, goal.claim):
        raise Rejected((), f"the fact says {conclusion}")
    return [goal.stating(h) for h in hypotheses] + lemmas


def _instance(goal: Goal) -> tuple[list[Basic], Basic, list[Claim]]:
    """Hypotheses, conclusion and lemmas of the row that the parameters name, with their terms."""
    name, count = goal.params.get("fact"), goal.params.get("count", 1)
    if name not in FACTS or not isinstance(count, int) or not 1 <= count <= MAX_CASES:
        raise Rejected((), f"there is no fact {name!r} for {count!r} parts")
    hypotheses, conclusion = facts.fact(name, count)
    given = goal.texts("with")
    values: dict[Basic, Basic] = {}
    for symbol in conclusion.free_symbols.union(*(h.free_symbols for h in hypotheses)):
        if symbol.name not in given:
            raise Rejected((), f"{symbol} of the fact {name!r} has no value")
        values[symbol] = goal.expression(given[symbol.name])
        if heads.is_scalar(values[symbol]) == isinstance(symbol, ObjectName):
            raise Rejected((), f"{given[symbol.name]} cannot stand for {symbol}")
    goal.axioms.update(FACTS[name][0].split())
    lemmas = [parse_claim(text) for text in FACTS[name][2]]
    return [put(h, values) for h in hypotheses], plain(put(conclusion, values)), lemmas


def definition(goal: Goal) -> list[Claim]:
    """A guarantee on a concrete mechanism bounds a divergence of every pair of neighbours."""
    if not isinstance(goal.atom, Guarantee) or goal.atom.has(ObjectName):
        raise Rejected((), "the conclusion is no guarantee of a concrete mechanism")
    order = goal.fresh("order")
    mechanism, times = goal.atom.args[0], S.One
    if goal.params.get("rounds") is True:
        if not isinstance(mechanism, heads.Compose) or not heads.is_scalar(mechanism.args[-1]):
            raise Rejected((), "the mechanism is no composition of rounds")
        mechanism, times = mechanism.args
    found: dict[object, Claim] = {}
    for p, q in neighbouring_pairs(mechanism):
        bound, domain = bound_of(goal.atom, p, q, order)
        if times != 1:
            if not isinstance(bound.lts, _ADDITIVE):
                raise Rejected((), "the divergence of rounds does not add")
            bound = at_most(times * bound.lts, bound.gts)
        stated = goal.stating(bound, domains={order: domain})
        found.setdefault(signature(p, q), stated)
    return list(found.values())


def without_failure(goal: Goal) -> list[Claim]:
    """Canonical responses reveal the input with probability 1 - prod(1 - delta).

    An outcome that does has no mass under the other input, so their hockey stick is
    1 - prod(1 - delta)*(1 - h) with h that of the randomised responses.
    """
    if not isinstance(goal.atom, heads.ApproxDP):
        raise Rejected((), "the conclusion is no approximate differential privacy")
    mechanism, epsilon, delta = goal.atom.args
    composed = isinstance(mechanism, heads.Compose)
    parts = composed_parts(mechanism) if composed else (mechanism,)
    if not all(isinstance(part, heads.CanonicalRR | heads.RandomizedResponse) for part in parts):
        raise Rejected((), "the mechanism is not made of canonical responses")
    kept = Mul(*(1 - part.args[1] for part in parts if isinstance(part, heads.CanonicalRR)))
    pairs = [neighbouring_pairs(heads.RandomizedResponse(part.args[0]))[0] for part in parts]
    laws = [
        side[0] if len(side) == 1 else heads.Product(*side) for side in zip(*pairs, strict=True)
    ]
    return [goal.stating(at_most(1 - kept * (1 - heads.HockeyStick(epsilon, *laws)), delta))]


def closed(goal: Goal) -> list[Claim]:
    """Divergences of concrete laws are replaced by their closed forms."""
    needs: list[Basic] = []
    values: dict[Basic, Basic] = {}
    signs = goal.texts("signs")
    for divergence in goal.atom.atoms(Divergence):
        values[divergence] = closed_form(divergence, signs.get(str(divergence), ""), needs)
    return [goal.stating(put(goal.atom, values)), *(goal.stating(n) for n in dict.fromkeys(needs))]


def ratios(goal: Goal) -> list[Claim]:
    """MaxDivergence(P, Q) <= b for finite laws: P <= exp(b)*Q at every outcome."""
    atom = goal.atom
    if not isinstance(atom, Le) or not isinstance(atom.lhs, heads.MaxDivergence):
        raise Rejected((), "the conclusion bounds no max-divergence")
    pairs = outcomes(*atom.lhs.args)
    return [goal.stating(at_most(p, exp(atom.rhs) * q)) for p, q in pairs if p != 0]


def domination(goal: Goal) -> list[Claim]:
    """A conclusion closed under post-processing holds if it does for the dominating mechanism."""
    if not isinstance(goal.atom, _CLOSED):
        raise Rejected((), "the conclusion is not closed under post-processing")
    goal.axioms |= {DATA, DOMINATION}
    chosen = {goal.expression(m): goal.expression(g) for m, g in goal.texts("images").items()}
    needed: list[Basic] = []

    def image(mechanism: Basic) -> Basic:
        if heads.is_scalar(mechanism) or not mechanism.has(ObjectName):
            return mechanism
        guarantee = chosen.get(mechanism)
        if guarantee is not None:
            if guarantee.args[0] != mechanism:
                raise Rejected((), f"{guarantee} speaks of another mechanism")
            needed.append(guarantee)
            return _dominating(guarantee, needed)
        if isinstance(mechanism, heads.PostProcess):
            return image(mechanism.args[0])
        if isinstance(mechanism, heads.Compose | heads.Concurrent):
            return heads.Compose(*map(image, mechanism.args))
        if isinstance(mechanism, heads.Subsample | heads.Parallel):
            return mechanism.func(*map(image, mechanism.args))
        raise Rejected((), f"nothing dominates {mechanism}")

    mechanism, *parameters = goal.atom.args
    concluded = goal.atom.func(image(mechanism), *parameters)
    return [goal.stating(concluded), *map(goal.stating, dict.fromkeys(needed))]


def _dominating(guarantee: Basic, needed: list[Basic]) -> Basic:
    parameters = guarantee.args[1:]
    if isinstance(guarantee, heads.PureDP):
        return heads.RandomizedResponse(*parameters)
    if isinstance(guarantee, heads.ApproxDP):
        needed += [at_most(S.Zero, parameter) for parameter in parameters]
        needed.append(at_most(parameters[1], S.One))
        return heads.CanonicalRR(*parameters)
    if isinstance(guarantee, heads.GaussianDP):
        return heads.GaussianMechanism(*parameters, S.One)
    raise Rejected((), f"no mechanism dominates {guarantee}")


def bounded_range(goal: Goal) -> list[Claim]:
    """A pair within a bounded range is an image of bits: Dong, Durfee and Rogers 2020."""
    guarantee, q = goal.expression(goal.params.get("fact")), goal.fresh("q")
    if not isinstance(goal.atom, _CLOSED) or not isinstance(guarantee, heads.BoundedRange):
        raise Rejected((), "the conclusion is no guarantee, or the fact no bounded range")
    if guarantee.args[0] != goal.atom.args[0] or isinstance(goal.atom, heads.BoundedRange):
        raise Rejected((), "the fact speaks of another mechanism")
    goal.axioms |= {DATA, DOMINATION}
    growth, order = exp(guarantee.args[1]), goal.fresh("order")
    total = 1 - q + q * growth
    first, second = heads.Finite((1 - q) / total, q * growth / total), heads.Finite(1 - q, q)
    bound, domain = bound_of(goal.atom, first, second, order)
    return [goal.stating(bound, domains={q: OPEN, order: domain}), goal.stating(guarantee)]


def law_domination(goal: Goal) -> list[Claim]:
    """Pairs of laws within epsilon and delta both ways are images of their canonical pairs.

    One map for each coordinate of the laws compared turns the canonical laws into the given ones.
    """
    atom = goal.atom
    if not isinstance(atom, Le) or not isinstance(atom.lhs, _COMPARING) or atom.rhs.has(ObjectName):
        raise Rejected((), "the conclusion bounds no divergence by a number")
    goal.axioms |= {DATA, DOMINATION}
    values: dict[Basic, Basic] = {}
    pairs: list[frozenset[Basic]] = []
    needed: list[Claim] = []
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
    columns = [_columns(law) for law in atom.lhs.args[-2:]]
    together = [a | b for a, b in zip(*columns, strict=True)] if _matching(columns) else []
    if len(values) != 2 * len(pairs) or not together or any(c not in pairs for c in together):
        raise Rejected((), "the coordinates of the laws are not the pairs")
    return [goal.stating(put(atom, values), hypotheses=goal.numeric()), *needed]


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


def joint_range(goal: Goal) -> list[Claim]:
    """A relation convex in two f-divergences of one pair holds if it holds for two bits."""
    atom, (p, q) = goal.atom, (goal.fresh("p"), goal.fresh("q"))
    divergences = sorted(atom.atoms(Divergence), key=str)
    laws = sorted((n for n in atom.free_symbols if isinstance(n, ObjectName)), key=str)
    fits = isinstance(atom, Le) and 1 <= len(divergences) <= 2 and len(laws) == 2 and p != q
    if not fits or not all(
        isinstance(d, _F_DIVERGENCES) and set(d.args[-2:]) == set(laws) for d in divergences
    ):
        raise Rejected((), "the conclusion compares no two f-divergences of two laws")
    goal.axioms.add("joint-range")
    taken = {n.name for n, _ in goal.claim.domains}
    names = [Symbol(next(w for w in (f"d{i}{'_' * j}" for j in range(1, 9)) if w not in taken))
             for i in range(len(divergences))]  # fmt: skip
    gap = (atom.rhs - atom.lhs).xreplace(dict(zip(divergences, names, strict=True)))
    if gap.has(Divergence) or (len(names) == 2 and diff(gap, *names) != 0):
        raise Rejected((), "the divergences interact")
    bits = {laws[0]: heads.Bernoulli(p), laws[1]: heads.Bernoulli(q)}
    relations = goal.numeric()
    needed = [goal.stating(put(atom, bits), hypotheses=relations, domains={p: OPEN, q: OPEN})]
    for divergence, name in zip(divergences, names, strict=True):
        domain = OPEN if isinstance(divergence, _BOUNDED) else POSITIVE
        curvature = at_most(diff(gap, name, 2), S.Zero)
        needed.append(goal.stating(curvature, hypotheses=relations, domains={name: domain}))
    return needed


def identities(goal: Goal) -> list[Claim]:
    """Divergences written otherwise: independent draws, common factors, special orders."""
    name = goal.params.get("use")
    rewrite = _IDENTITIES.get(name) if isinstance(name, str) else None
    if rewrite is None:
        raise Rejected((), f"there is no identity {name!r}")
    values = {d: rewrite(d) for d in goal.atom.atoms(Divergence)}
    if any(isinstance(d, _ADDITIVE) and d.has(heads.Product) for d in values):
        goal.axioms.add("chain-rule")
    return [goal.stating(put(goal.atom, values))]


def expanded(divergence: Basic) -> Expr:
    """The divergence by additivity, without common factors, at orders 1 and oo."""
    *parameters, p, q = divergence.args
    if p == q and not isinstance(divergence, heads.MutualInformation):
        stick = isinstance(divergence, heads.HockeyStick)
        return Max(1 - exp(parameters[0]), 0) if stick else S.Zero
    if isinstance(divergence, heads.Renyi) and parameters[0] in (1, S.Infinity):
        special = heads.KL if parameters[0] == 1 else heads.MaxDivergence
        return expanded(special(p, q))
    pairs = factor_pairs(p, q)
    if len(pairs) > 1 and isinstance(divergence, _ADDITIVE):
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


def _reflected(divergence: Basic) -> Expr:
    if isinstance(divergence, heads.HockeyStick) and divergence.args[0].could_extract_minus_sign():
        x, p, q = divergence.args
        return 1 - exp(x) + exp(x) * heads.HockeyStick(-x, q, p)
    return divergence


_IDENTITIES: dict[str, Callable[[Basic], Expr]] = {
    "expanded": expanded,
    "second-order": _second_order,
    "reflected": _reflected,
}


def bound(goal: Goal) -> list[Claim]:
    """A divergence on the smaller side is replaced by an upper bound from a fact."""
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
    elif goal.params.get("fact") == "hypothesis":
        number = goal.params.get("number")
        if not isinstance(number, int) or not 0 <= number < len(goal.claim.hypotheses):
            raise Rejected((), f"there is no hypothesis {number!r}")
        conclusion = plain(goal.claim.hypotheses[number])
    else:
        hypotheses, conclusion, lemmas = _instance(goal)
    atom = goal.atom
    if not isinstance(atom, Le) or not isinstance(conclusion, Le):
        raise Rejected((), "goal and fact are no inequalities")
    if not isinstance(conclusion.lhs, Divergence) or not atom.lhs.has(conclusion.lhs):
        raise Rejected((), f"{conclusion.lhs} is no divergence on the smaller side")
    weights, ranges = _weights(atom.lhs), dict(goal.claim.domains)
    present = sorted(atom.rhs.atoms(Divergence), key=str)
    as_there = {
        d: next((e for e in present if d == e or alike(d, e, ranges)), d)
        for d in conclusion.rhs.atoms(Divergence)
    }
    replaced = atom.lhs.xreplace({conclusion.lhs: conclusion.rhs.xreplace(as_there)})
    stated = [at_most(replaced, atom.rhs), *weights, *hypotheses]
    return [*map(goal.stating, stated), *lemmas]


def _weights(side: Expr) -> list[Basic]:
    """What makes a side nondecreasing in its divergences: their coefficients are nonnegative."""
    needed: list[Basic] = []
    for term in Add.make_args(side):
        inside = [f for f in Mul.make_args(term) if f.has(Divergence)]
        if len(inside) > 1 or not all(isinstance(f, Divergence | Max | Add) for f in inside):
            raise Rejected((), f"{side} may decrease in a divergence")
        if inside:
            needed.append(at_most(S.Zero, term / inside[0]))
            parts = () if isinstance(inside[0], Divergence) else inside[0].args
            needed += [weight for part in parts for weight in _weights(part)]
    return needed


def numbers(goal: Goal) -> list[Claim]:
    """Divergences that remain are numbers in [0, 1], or in [0, oo) and in the limit oo.

    Both sides increase with each, so an inequality for all finite values holds in the limit; a
    hypothesis is kept only where it bounds a divergence by a number, or speaks of none.
    """
    names = {goal.expression(d): Symbol(n) for n, d in goal.texts("names").items()}
    taken = {n.name for n, _ in goal.claim.domains}
    if any(n.name in taken or not isinstance(d, Divergence) for d, n in names.items()):
        raise Rejected((), "a name is not new, or stands for no divergence")
    atom = goal.atom
    if not isinstance(atom, Le | Eq):
        raise Rejected((), "the conclusion is neither <= nor ==")
    weights = [weight for side in atom.args for weight in _weights(side)]
    kept = [h for h in map(plain, goal.claim.hypotheses)
            if not h.has(Divergence, ObjectName) or (
                isinstance(h, Le) and h.lhs in names and not h.rhs.has(Divergence))]  # fmt: skip
    domains = {n: PROBABILITY if isinstance(d, _BOUNDED) else NONNEGATIVE for d, n in names.items()}
    concluded = put(atom, names)
    if concluded.has(ObjectName):
        raise Rejected((), f"{concluded} still speaks of laws")
    return [
        goal.stating(concluded, hypotheses=[put(h, names) for h in kept], domains=domains),
        *map(goal.stating, weights),
    ]


def relations(goal: Goal) -> list[Claim]:
    """Every difference of sides is nonnegative, and what cancels in it is defined."""
    needed: list[Basic] = []
    for atom in map(plain, goal.claim.conclusions):
        if not isinstance(atom, Le | Lt | Eq):
            raise Rejected((), f"{atom} is no relation")
        left, right = atom.args
        kind = Lt if isinstance(atom, Lt) else Le
        needed.append(kind(S.Zero, right - left, evaluate=False))
        if isinstance(atom, Eq):
            needed.append(at_most(S.Zero, left - right))
        lost = (partial_parts(left) | partial_parts(right)) - partial_parts(right - left)
        for part, term in lost:
            if part == "value":
                raise Rejected((), f"{term} cancels")
            squared = term**2 if part == "reciprocal" else term
            needed.append((Le if part == "root" else Lt)(S.Zero, squared, evaluate=False))
    return [goal.stating(atom) for atom in needed]


def logarithms(goal: Goal) -> list[Claim]:
    """``exp(A) <= B`` where ``A <= log(B)``, whose right side has a value only for B > 0."""
    atom = goal.atom
    power = goal.expression(goal.params.get("of"))
    if not isinstance(atom, Le) or not isinstance(power, exp):
        raise Rejected((), "the conclusion is no inequality, or 'of' no exponential")
    for larger in (False, True):
        rest = power - (atom.rhs - atom.lhs) if larger else (atom.rhs - atom.lhs) + power
        if rest.has(power):
            continue
        # The gap is rest - power, nonnegative iff A <= log(rest), or power - rest.
        a, b = (log(rest), power.args[0]) if larger else (power.args[0], log(rest))
        return [goal.stating(at_most(S.Zero, b - a))]
    raise Rejected((), "the exponential does not stand alone")


RULES: dict[str, Callable[[Goal], list[Claim]]] = {
    "restated": restated,
    "conjunction": conjunction,
    "cases": cases,
    "exhaustion": exhaustion,
    "zero-end": zero_end,
    "sign-cases": sign_cases,
    "generalise": generalise,
    "fact": fact,
    "definition": definition,
    "without-failure": without_failure,
    "closed-form": closed,
    "ratios": ratios,
    "domination": domination,
    "bounded-range": bounded_range,
    "law-domination": law_domination,
    "joint-range": joint_range,
    "identity": identities,
    "bound": bound,
    "numbers": numbers,
    "relations": relations,
    "logarithms": logarithms,
}

__all__ = ["RULES", "Goal", "expanded", "factor_pairs", "put"]
