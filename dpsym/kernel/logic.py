"""Rules that need no facts: conjunctions, cases, substitutions, relations between numbers."""

from __future__ import annotations

from itertools import product
from math import prod

from dpsym.algebra import (
    Abs,
    Basic,
    Eq,
    Expr,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Relational,
    S,
    Sum,
    Symbol,
    ceiling,
    floor,
)
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.implications import plain
from dpsym.kernel.laws import closed_form
from dpsym.kernel.mechanisms import PAIRED, bounds_of_pairs, named, values_at
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import (
    difference,
    is_finite,
    parts_of,
    written_out,
)
from dpsym.kernel.wellformed import of_quantities
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import ORDER, Integers
from dpsym.language.heads import ObjectName
from dpsym.language.indexed import is_indexed

MAX_CASES, MAX_POINTS = 1000, 100_000


def restated(goal: Goal) -> list[Claim]:
    """The goal itself: it is evident, or a child says more."""
    return [goal.claim]


def conjunction(goal: Goal) -> list[Claim]:
    """Each conclusion apart."""
    if len(goal.claim.conclusions) < 2:
        raise Rejected((), "there is one conclusion only")
    return [goal.stating(atom) for atom in goal.claim.conclusions]


def contradiction(goal: Goal) -> list[Claim]:
    """The negative of one hypothesis follows from the others: nothing satisfies them all.

    With ``beside`` the negative of the conclusion is one of the others, which has a value where
    they all hold; an equation is denied as one of the two inequalities that it is, the other with
    ``turned``.
    """
    number, assumed = goal.params.get("number"), goal.claim.hypotheses
    if type(number) is not int or not 0 <= number < len(assumed):
        raise Rejected((), f"there is no hypothesis {number!r}")
    others = (*assumed[:number], *assumed[number + 1 :])
    valued: list[Basic] = []
    if goal.params.get("beside") is True:
        others = (_negative(goal.atom), *others)
        for part in sorted(parts_of(goal.atom.args), key=str):
            valued += of_quantities(part, assumed, dict(goal.claim.domains))
    given = plain(assumed[number])
    if isinstance(given, Eq):
        turned = goal.params.get("turned") is True
        given = at_most(*(given.args[::-1] if turned else given.args))
    return [goal.stating(_negative(given), hypotheses=others), *map(goal.stating, valued)]


def _negative(atom: Basic) -> Basic:
    """The inequality that holds where another, whose sides have values, does not."""
    atom = plain(atom)
    if not isinstance(atom, Le | Lt):
        raise Rejected((), f"{atom} has no negative")
    left, right = atom.args
    return Lt(right, left, evaluate=False) if isinstance(atom, Le) else at_most(right, left)


def both(goal: Goal) -> list[Claim]:
    """An equality is two inequalities."""
    if not isinstance(goal.atom, Eq):
        raise Rejected((), "the conclusion is no equality")
    left, right = goal.atom.args
    return [goal.stating(at_most(left, right)), goal.stating(at_most(right, left))]


def cases(goal: Goal) -> list[Claim]:
    """A minimum or maximum is at every point one of its arguments; a number is > 0 or <= 0."""
    node = goal.expression(goal.params.get("of"))
    if isinstance(node, Min | Max) and not goal.atom.has(Sum):
        return [goal.stating(goal.put(goal.atom, {node: part})) for part in node.args]
    if not heads.is_scalar(node) or node.has(Sum):
        raise Rejected((), "the parameter 'of' is no number")
    signs = Lt(S.Zero, node, evaluate=False), at_most(node, S.Zero)
    either = [goal.stating(goal.atom, hypotheses=(*goal.claim.hypotheses, sign)) for sign in signs]
    return [goal.stating(at_most(node, node)), *either]


def spread(goal: Goal) -> list[Claim]:
    """Bounds that are assumed of absolute values, maxima and minima, as bounds of each part."""
    assumed = [part for h in goal.claim.hypotheses for part in _parts(plain(h))]
    return [goal.stating(*goal.claim.conclusions, hypotheses=assumed)]


def written(goal: Goal) -> list[Claim]:
    """Guarantees of mechanisms with known laws that are assumed, as bounds between numbers.

    Those in ``numbers`` are replaced by the bounds of all pairs of neighbours, in closed form; one
    at all orders is used where ``at`` says.
    """
    (order,), chosen = goal.fresh("order"), goal.chosen()
    assumed: list[Basic] = []
    needed: list[Basic] = []
    for number, hypothesis in enumerate(goal.claim.hypotheses):
        if number not in chosen:
            assumed.append(hypothesis)
            continue
        if not isinstance(hypothesis, PAIRED) or hypothesis.has(ObjectName):
            raise Rejected((), f"{hypothesis} is no guarantee of a mechanism with known laws")
        count = hypothesis.args[0].args[-1]
        endless = isinstance(hypothesis.args[0], heads.Compose) and heads.is_scalar(count)
        rounds = endless and not count.is_Integer
        bounds = bounds_of_pairs(hypothesis, order, rounds=rounds, covering=False)
        for value, (bound, _) in product(values_at(goal, number, order, needed), bounds):
            bound = goal.put(named(bound, value), {order: value})
            forms = {d: closed_form(d, "", needed) for d in bound.atoms(heads.Divergence)}
            assumed.append(goal.put(bound, forms))
    concluded = goal.stating(*goal.claim.conclusions, hypotheses=assumed)
    return [concluded, *map(goal.stating, needed)]


def orders(goal: Goal) -> list[Claim]:
    """A line below which divergences lie up to an order is a bound at each order before it."""
    (order,) = goal.fresh("order")
    if not isinstance(goal.atom, heads.BoundedZCDP):
        raise Rejected((), "the conclusion is no line up to an order")
    mechanism, last, xi, rho = goal.atom.args
    ends = last.args if isinstance(last, Min) else (last,)
    before = [Lt(order, end, evaluate=False) for end in ends if end is not S.Infinity]
    stated = heads.RenyiDP(mechanism, order, xi + rho * order)
    assumed = (*goal.claim.hypotheses, *before)
    return [goal.stating(stated, hypotheses=assumed, domains={order: ORDER})]


def _parts(relation: Basic) -> list[Basic]:
    if not isinstance(relation, Le | Lt):
        return [relation]
    small, large = relation.args
    if isinstance(small, Abs):
        pairs = [(small.args[0], large), (-small.args[0], large)]
    elif isinstance(small, Max):
        pairs = [(part, large) for part in small.args]
    elif isinstance(large, Min):
        pairs = [(small, part) for part in large.args]
    else:
        return [relation]
    return [part for pair in pairs for part in _parts(relation.func(*pair, evaluate=False))]


def exhaustion(goal: Goal) -> list[Claim]:
    """Integer names with finitely many values, value by value, sums written out."""
    ranges: dict[Symbol, range] = {}
    for name in goal.params.get("names", ()):
        domain = dict(goal.claim.domains).get(Symbol(str(name)))
        if not isinstance(domain, Integers) or not (domain.upper - domain.lower).is_finite:
            raise Rejected((), f"{name} has no finite range")
        ranges[Symbol(str(name))] = range(int(domain.lower), int(domain.upper) + 1)
    if not ranges:
        raise Rejected((), "no names are given their values")
    if prod(map(len, ranges.values())) > MAX_POINTS:
        raise Rejected((), "too many values")
    found: list[Claim] = []
    for values in product(*ranges.values()):
        point: dict[Basic, Basic] = dict(zip(ranges, map(Integer, values), strict=True))
        kept = [goal.put(h, point) for h in goal.claim.hypotheses]
        if any(is_false(h) for h in kept):
            continue
        claimed = (written_out(goal.put(atom, point)) for atom in goal.claim.conclusions)
        found.append(goal.stating(*claimed, hypotheses=kept))
        if len(found) > MAX_CASES:
            raise Rejected((), "too many cases")
    return found


def parity(goal: Goal) -> list[Claim]:
    """An integer name is even or odd: twice another integer, or one more than that."""
    name, (half,) = Symbol(str(goal.params.get("name"))), goal.fresh("half")
    domain = dict(goal.claim.domains).get(name)
    if not isinstance(domain, Integers) or is_indexed(goal.claim.atoms):
        raise Rejected((), f"{name} is no integer, or counts the members of a family")
    found: list[Claim] = []
    for rest in (S.Zero, S.One):
        low, high = ceiling((domain.lower - rest) / 2), floor((domain.upper - rest) / 2)
        if low > high:
            continue
        own = {half: Integers(low, high)}
        value = {name: 2 * half + rest}
        others = {n: d for n, d in goal.claim.domains if n != name}
        assumed, stated = (
            tuple(goal.put(atom, value, own) for atom in atoms)
            for atoms in (goal.claim.hypotheses, goal.claim.conclusions)
        )
        found.append(Claim(assumed, stated, tuple((others | own).items())))
    return found


def is_false(atom: Basic) -> bool:
    """Whether a relation between rational numbers fails."""
    rational = isinstance(atom, Relational) and all(side.is_Rational for side in atom.args)
    return rational and atom.func(*atom.args) == S.false


def cut(goal: Goal) -> list[Claim]:
    """What is between follows, and says something; with it as one more hypothesis the goal.

    It is a guarantee, or a number with its ``limit``: the largest value, or with ``least`` the
    least.
    """
    between = goal.expression(goal.params.get("between"))
    if isinstance(between, Expr) and heads.is_scalar(between):
        limit = goal.expression(goal.params.get("limit"))
        if not heads.is_scalar(limit):
            raise Rejected((), f"{limit} is no number")
        least = goal.params.get("least") is True
        between = at_most(limit, between) if least else at_most(between, limit)
    elif not isinstance(between, heads.Guarantee):
        raise Rejected((), "the parameter 'between' is no guarantee and no number")
    if not between.free_symbols <= {name for name, _ in goal.claim.domains}:
        raise Rejected((), "what is between speaks of names that the goal does not have")
    assumed = (between, *goal.claim.hypotheses)
    after = goal.stating(*goal.claim.conclusions, hypotheses=assumed)
    return [goal.stating(between), after]


def relations(goal: Goal) -> list[Claim]:
    """Every difference of sides is nonnegative, and what cancels in it is defined."""
    needed: list[Basic] = []
    for atom in map(plain, goal.claim.conclusions):
        if not isinstance(atom, Le | Lt | Eq):
            raise Rejected((), f"{atom} is no relation")
        left, right = atom.args
        if isinstance(atom, Lt) and not is_finite(left, dict(goal.claim.domains)):
            raise Rejected((), f"{left} may be infinite")
        kind = Lt if isinstance(atom, Lt) else Le
        needed.append(kind(S.Zero, difference(right, left), evaluate=False))
        if isinstance(atom, Eq):
            needed.append(at_most(S.Zero, difference(left, right)))
        lost = parts_of(atom.args) - parts_of([needed[-1].rhs])
        if any(term.has(heads.Quantity) for _, term in lost):
            raise Rejected((), f"a divergence cancels in {atom}")
    return [goal.stating(atom) for atom in needed]
