"""Sums of which the terms depend on what they are taken to: compared term by term.

* ``termwise``: sums over one range, with their factors, are at least what telescopes if each term
  is, as where each is at least its share of what is left, or that of a geometric series of which
  the first term is the sum's and the total what is left; and with it what is then left of the first
  and the last term.
* ``recurrence``: the goal is about a sum to n + c and a rest whose value at n + 1 is a factor times
  that at n. It holds at the first n, and from n to n + 1, as the sum grows by that factor and by
  what telescopes, which Zeilberger's algorithm finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import sympy
from sympy import Expr, Poly, S, Symbol

from dpsym.language.domains import Integers
from dpsym.language.names import written_out
from dpsym.provers.scalar import integers, regions
from dpsym.provers.scalar.defined import Requirement, prove_requirements, requirements
from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.goal import Goal, Step
from dpsym.provers.scalar.growing import growth
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.series import factor

MAX_SUMS = 4
MOST_SHIFTED, MOST_APART = 12, 8
Prove = Callable[[Search, Goal, tuple[Requirement, ...]], Step | None]


@dataclass(frozen=True, slots=True)
class Sums:
    """An expression as sums over one range, with their factors, and a rest."""

    index: Symbol
    low: Expr
    high: Expr
    parts: tuple[tuple[Expr, Expr], ...]
    rest: Expr

    @classmethod
    def of(cls, goal: Goal) -> Sums | None:
        """The sums of a goal; None where they have several ranges, or are inside of others."""
        nodes = sorted(goal.expression.atoms(sympy.Sum), key=str)
        index = regions.fresh(goal, Symbol("i"), {})
        if not 1 <= len(nodes) <= MAX_SUMS or any(len(node.args) != 2 for node in nodes):
            return None
        whole = goal.expression
        if len({node.args[1].args[1:] for node in nodes}) > 1:
            values = to_one_end(nodes)
            whole = sympy.expand(whole.xreplace(values))
            nodes = sorted({n for v in values.values() for n in v.atoms(sympy.Sum)}, key=str)
        ranges = {node.args[1].args[1:] for node in nodes}
        parts = [(factor(whole, node), node) for node in nodes]
        if len(ranges) != 1 or any(not w and whole.has(n) for w, n in parts):
            return None
        rest = whole.xreplace(dict.fromkeys(nodes, S.Zero))
        ((low, high),) = ranges
        if rest.has(sympy.Sum) or not low.is_Integer or any(w.has(sympy.Sum) for w, _ in parts):
            return None
        return cls(index, low, high, tuple(parts), rest)

    def each(self) -> Expr:
        """The terms at the index, with their factors."""
        bodies = (w * n.args[0].xreplace({n.args[1].args[0]: self.index}) for w, n in self.parts)
        return sympy.Add(*bodies)

    def between(self, by: Expr) -> Expr:
        """What telescopes, over the whole range."""
        return by.xreplace({self.index: self.high + 1}) - by.xreplace({self.index: self.low})


def to_one_end(nodes: list[Expr]) -> dict[Expr, Expr]:
    """Sums as those to the least of their ends, where these are few terms apart, and last terms.

    Those between numbers that are so near are written out.
    """
    values: dict[Expr, Expr] = {}
    index: Expr = nodes[0].args[1].args[0]
    least: Expr | None = None
    for node in nodes:
        body, (own, low, high) = node.args
        if low.is_Integer and high.is_Integer and high - low < MOST_APART:
            terms = (body.subs(own, value) for value in range(int(low), int(high) + 1))
            values[node] = sympy.Add(*terms)
        elif least is None or sympy.expand(high - least).is_negative:
            least = high
    for node in nodes if least is not None else ():
        body, (own, low, high) = node.args
        apart = S.Zero if node in values else sympy.expand(high - least)
        if node in values or not (apart.is_Integer and 0 <= apart <= MOST_APART):
            continue
        if own != index and not body.has(index):
            body = body.xreplace({own: index})
            own = index
        last = (body.subs(own, high - i) for i in range(int(apart)))
        values[node] = sympy.Add(sympy.Sum(body, (own, low, least)), *last)
    return values


def by_terms(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """Each term is >= 0 and so is the rest, or each with its share of the rest.

    What is not 0 is the rest, or the rest with the first and the last term.
    """
    sums = Sums.of(goal)
    if sums is None:
        return None
    share = sympy.cancel(sums.rest / (sums.high - sums.low + 1))
    inside = (*goal.domains, (sums.index, Integers(sums.low, S.Infinity)))
    shares = (S.Zero, -(sums.index - sums.low) * share, *_geometric(sums), *_integrals(sums))
    for by in dict.fromkeys(shares):
        telescoped = by - by.xreplace({sums.index: sums.index + 1})
        each = sympy.expand(sums.each() + telescoped, power_exp=False)
        left = sums.rest + sums.between(by)
        term = Goal(
            each, inside, (*goal.conditions, sums.high - sums.index), goal.positives, strict=False
        )
        rest = replace(goal, expression=left if left.has(sympy.log) else sympy.cancel(left))
        if search.refuted(term) or search.refuted(rest):
            continue
        known = prove_requirements(search, goal, needed)
        first = None if known is None else prove(search, term, requirements(term.expression))
        last = None if first is None else prove(search, rest, requirements(left))
        if first is not None and last is not None:
            detail = (("index", sums.index.name), ("by", str(by)), ("rest", str(sums.rest)),
                      ("sums", [[str(w), str(node)] for w, node in sums.parts]))  # fmt: skip
            return Step("termwise", goal, detail, (first, last, *(known or ())))
    return _by_ends(search, goal, needed, sums, prove) if goal.strict else None


def by_last_terms(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """The rest, where sums that run to one end cancel."""
    sums = Sums.of(goal) if len(goal.expression.atoms(sympy.Sum)) > 1 else None
    if sums is None or any(weight for weight, _ in sums.parts):
        return None
    return by_terms(search, goal, needed, prove)


def _geometric(sums: Sums) -> Iterator[Expr]:
    """What telescopes to a geometric series with the first term of the sums and what is left, or
    with the first two terms.
    """
    first, second = (sums.each().xreplace({sums.index: sums.low + i}) for i in range(2))
    if not (sums.rest and first) or (first + second).has(sympy.nan, sympy.zoo):
        return
    begun = sympy.cancel(sympy.powsimp(second / first))
    if begun not in (0, 1):
        yield first * begun ** (sums.index - sums.low) / (begun - 1)
    ratio = sympy.cancel(sympy.together(1 + first / sums.rest))
    if ratio and ratio != 1 and not ratio.has(sympy.nan, sympy.zoo):
        yield -sums.rest * (1 - ratio ** (sums.index - sums.low))


def _integrals(sums: Sums) -> Iterator[Expr]:
    """What telescopes to an integral of the terms over unit intervals that begin or end at the
    index, or have it in their middle.
    """
    whole, each = S.Zero, sums.each()
    rational = each.is_rational_function(sums.index)
    parts = sympy.apart(each, sums.index) if rational else sympy.expand(each, power_exp=False)
    for term in sympy.Add.make_args(parts):
        rate, power = term.as_independent(sums.index, as_Add=False)
        base, exponent = power.as_base_exp()
        growing = exponent if exponent.has(sums.index) else base
        slope = growing.diff(sums.index)
        if not slope or slope.has(sums.index) or (base.has(sums.index) and growing is exponent):
            return
        if growing is exponent:
            whole += term / (slope * sympy.log(base))
        elif exponent == -1:
            whole += rate / slope * sympy.log(base)
        else:
            whole += rate / slope * base ** (exponent + 1) / (exponent + 1)
    for begin in (-S.One, -S.Half, S.Zero) if whole else ():
        yield whole.xreplace({sums.index: sums.index + begin})


def _by_ends(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], sums: Sums, prove: Prove
) -> Step | None:
    """All terms are >= 0, and the first, the last and the rest together are not 0."""
    ends = (sums.each().subs(sums.index, end) for end in (sums.low, sums.high))
    inside = (*goal.domains, (sums.index, Integers(sums.low, S.Infinity)))
    room = (*goal.conditions, sums.high - sums.index)
    goals = (
        Goal(sums.each(), inside, room, goal.positives, strict=False),
        replace(goal, expression=sympy.Add(sums.rest, *ends)),
        replace(goal, expression=sums.high - sums.low - 1, strict=False),
    )
    if any(map(search.refuted, goals)):
        return None
    known = prove_requirements(search, goal, needed)
    steps = [] if known is None else [prove(search, g, requirements(g.expression)) for g in goals]
    proofs = [step for step in steps if step is not None]
    if known is None or len(proofs) < len(goals):
        return None
    detail = (("index", sums.index.name), ("by", "0"), ("rest", str(sums.rest)), ("ends", True),
              ("sums", [[str(w), str(node)] for w, node in sums.parts]))  # fmt: skip
    return Step("termwise", goal, detail, (*proofs, *known))


def by_recurrence(
    search: Search, goal: Goal, needed: tuple[Requirement, ...], prove: Prove
) -> Step | None:
    """Induction on a variable to which a sum runs whose terms depend on it."""
    sums = Sums.of(goal)
    if sums is None or len(sums.parts) > 1 or goal.strict:
        return None
    ((weight, node),) = sums.parts
    for symbol, domain in goal.domains:
        if not isinstance(domain, Integers) or domain.upper.is_finite or not domain.lower.is_finite:
            continue
        offset = sympy.expand(sums.high - symbol)
        if not offset.is_Integer or weight.has(symbol) or not node.args[0].has(symbol):
            continue
        if any(c.has(symbol) for c in (*goal.conditions, *goal.positives)):
            continue
        # A rest that begins with 0 grows by no factor there.
        apart = bool(sums.rest) and sums.rest.xreplace({symbol: domain.lower}) == 0
        start = domain.lower + 1 if apart else domain.lower
        late = integers.within(goal, symbol, Integers(start, domain.upper))
        for ratio in _ratios(sums, symbol, start):
            step = _recurring(search, late, needed, prove, sums, symbol, start, ratio)
            if step is not None and apart:
                step = integers.with_first_values(
                    search, goal, needed, prove, symbol, step, int(start)
                )
            if step is not None:
                return step
    return None


def _ratios(sums: Sums, symbol: Symbol, lowest: Expr) -> Iterator[Expr]:
    """By what the rest grows from each n to the next, and by what the sum does at the first ones,
    where that is one factor, as 0 is where all of them are 0.
    """
    ratio = _ratio(sums.rest, symbol) if sums.rest else None
    if ratio is not None:
        yield ratio
    ((_, node),) = sums.parts
    first, second, third = (
        written_out(node.xreplace({symbol: lowest + ahead})) for ahead in range(3)
    )
    if any(v.has(sympy.Sum) for v in (first, second, third)):
        return
    if not sums.rest and first == second == third == 0:
        yield S.Zero
    if S.Zero in (first, second):
        return
    own = factored(sympy.cancel(second / first))
    if own != ratio and sympy.expand(third - own * second) == 0:
        yield own


def _recurring(
    search: Search,
    goal: Goal,
    needed: tuple[Requirement, ...],
    prove: Prove,
    sums: Sums,
    symbol: Symbol,
    lowest: Expr,
    ratio: Expr,
) -> Step | None:
    """The goal at the first n, and from n to n + 1 times the ratio and more."""
    ((weight, node),) = sums.parts
    by = _telescoping(sums, symbol, ratio)
    if by is None or not _defined(search, goal, sums, by):
        return None
    first = regions.at_edge(goal, symbol, lowest)
    first = replace(first, expression=written_out(first.expression))
    grows = replace(goal, expression=ratio)
    onward = replace(goal, expression=_onward(sums, symbol, ratio, by))
    if first.expression.has(sympy.Sum) or any(map(search.refuted, (first, grows, onward))):
        return None
    known = prove_requirements(search, goal, needed)
    proofs = [] if known is None else [
        prove(search, case, requirements(case.expression)) for case in (first, grows)
    ]  # fmt: skip
    children = [child for child in proofs if child is not None]
    if known is None or len(children) < 2:
        return None
    detail = (("variable", symbol.name), ("index", sums.index.name), ("by", str(by)),
              ("ratio", str(ratio)), ("weight", str(weight)), ("sum", str(node)),
              ("rest", str(sums.rest)))  # fmt: skip
    return Step("recurrence", goal, detail, (*children, *known))


def _onward(sums: Sums, symbol: Symbol, ratio: Expr, by: Expr) -> Expr:
    """What the goal's expression at n + 1 is beyond its value at n times the ratio."""
    ((weight, node),) = sums.parts
    later = {symbol: symbol + 1}
    high = sums.high.xreplace(later)
    last = node.args[0].xreplace(later).xreplace({node.args[1].args[0]: high})
    return weight * last + sums.rest.xreplace(later) - ratio * sums.rest + sums.between(by)


def _defined(search: Search, goal: Goal, sums: Sums, by: Expr) -> bool:
    """Whether what telescopes has a value at each index, and at the one after the last."""
    places = sympy.Tuple(sums.index, sums.low, sums.high + 1)
    each = Requirement("each", places, (requirements(by),))
    return prove_requirements(search, goal, [each]) is not None


def _ratio(term: Expr, symbol: Symbol) -> Expr | None:
    """What a product at n + 1 is with that at n; None where it is no product of such factors."""
    outer, exponent = growth(term, symbol)
    found = sympy.powsimp(outer * sympy.exp(exponent))
    return None if found.has(sympy.gamma, sympy.factorial, sympy.binomial, sympy.nan) else found


def _telescoping(sums: Sums, symbol: Symbol, ratio: Expr) -> Expr | None:
    """G with ``F(n + 1, i) - ratio*F(n, i) = G(i + 1) - G(i)``, times the factor of the sum."""
    ((weight, node),) = sums.parts
    index, body = sums.index, node.args[0].xreplace({node.args[1].args[0]: sums.index})
    later, next_one = _ratio(body, symbol), _ratio(body, index)
    if later is None or next_one is None:
        return None
    gap = later - ratio
    found = _gosper(next_one * gap.xreplace({index: index + 1}) / gap, index)
    if found is None:
        return None
    now, then = factored(gap * found), factored(gap * found / later)
    outer = body.xreplace({symbol: symbol + 1})
    if not sympy.fraction(then)[1].has(index):
        return weight * then * outer
    grown = factored(then * outer)
    return weight * (now * body if sympy.fraction(grown)[1].has(index) else grown)


def _gosper(ratio: Expr, index: Symbol) -> Expr | None:
    """For terms with this ratio, the factor that makes of each what telescopes (Gosper)."""
    names: dict[Expr, Symbol] = {}

    def powers(node: Expr) -> Expr:
        """An exponential by those of the terms of its exponent without their integer factors."""
        found = S.One
        for term in sympy.Add.make_args(sympy.expand(node.args[0])):
            count, rest = term.as_coeff_Mul()
            count, rest = (count, rest) if count.is_Integer else (S.One, term)
            found *= names.setdefault(sympy.exp(rest), sympy.Dummy("c")) ** count
        return found

    ratio = ratio.replace(lambda n: n.func is sympy.exp and not n.has(index), powers)
    parts = ratio.atoms(sympy.Pow, sympy.log)
    for part in sorted(parts, key=lambda p: (-sympy.count_ops(p), str(p))):
        if not part.is_rational_function(*part.free_symbols) and not part.has(index):
            names[part] = sympy.Dummy("c")
    above, below = sympy.fraction(sympy.cancel(sympy.together(ratio.xreplace(names))))
    if not (above.is_polynomial(index) and below.is_polynomial(index)):
        return None
    a, b, c = _normal(above, below, index)
    b = b.shift(-1)
    n, m, k = a.degree(), b.degree(), c.degree()
    if n != m or sympy.cancel(a.LC() - b.LC()) != 0:
        degrees = [S(k - max(n, m))]
    else:
        more = [S.Zero] if n == 0 else [sympy.cancel((b.nth(n - 1) - a.nth(n - 1)) / a.LC())]
        degrees = [S(k - n + 1), *more]
    usable = [d for d in degrees if d.is_Integer and d >= 0]
    if not usable:
        return None
    unknown = sympy.symbols(f"u:{int(max(usable)) + 1}", cls=sympy.Dummy)
    x = sympy.Add(*(u * index**power for power, u in enumerate(unknown)))
    gap = a.as_expr() * x.xreplace({index: index + 1}) - b.as_expr() * x - c.as_expr()
    solved = sympy.solve(sympy.Poly(sympy.expand(gap), index).coeffs(), unknown, dict=True)
    if not solved:
        return None
    x = x.xreplace(solved[0]).xreplace(dict.fromkeys(unknown, S.Zero))
    found = sympy.cancel(b.as_expr() * x / c.as_expr())
    return found.xreplace({name: part for part, name in names.items()}) if found != 0 else None


def _normal(above: Expr, below: Expr, index: Symbol) -> tuple[Poly, Poly, Poly]:
    """Gosper's form of a quotient: a(i)/b(i) * c(i + 1)/c(i), where no shift of b divides a.

    Which shifts do is asked at numbers for the other names, where that is quick.
    """
    (a, b), _ = sympy.parallel_poly_from_expr((above, below), index, field=True)
    scale, a, b = a.LC() / b.LC(), a.monic(), b.monic()
    others = sorted((above.free_symbols | below.free_symbols) - {index}, key=str)
    put = {name: sympy.Integer(sympy.prime(30 + 7 * place)) for place, name in enumerate(others)}
    some, more = (Poly(part.as_expr().xreplace(put), index) for part in (a, b))
    c = a.one
    for shift in range(MOST_SHIFTED):
        if some.gcd(more.shift(shift)).degree() > 0:
            shared = a.gcd(b.shift(shift))
            a, b = a.quo(shared), b.quo(shared.shift(-shift))
            for back in range(1, shift + 1):
                c *= shared.shift(-back)
    return a.mul_ground(scale), b, c
