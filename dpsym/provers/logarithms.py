"""One name for the logarithms of a claim, or for how far one is from a number.

A bound such as ``x**2/2 + x*sqrt(2*log(e + x/delta)) <= epsilon`` for large enough
``epsilon**2/log(e + epsilon/delta)`` owes nothing to what stands under the logarithms but their
order: with one name L >= 1 for both it is algebra. A bound such as ``2*k*exp(-n) < 1`` for
``log(2*k) < n`` speaks of how far these two are apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from sympy import (
    Add,
    Basic,
    E,
    Expr,
    Ge,
    Gt,
    Le,
    Lt,
    Mul,
    Pow,
    S,
    Symbol,
    exp,
    expand,
    factor_terms,
    fraction,
    log,
    sqrt,
)

from dpsym.kernel.claims import RULES
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.language.claim import Claim
from dpsym.language.domains import REALS, Domain, Interval, Objects
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import alone
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, is_numeric, replace_atom, restate


class CommonLogarithm:
    """A logarithm on the smaller side becomes a larger one, and that becomes a free number.

    The smaller side must not decrease in the first logarithm, which is read off its form; that
    the argument of the second is larger, and both logarithms are nonnegative, are subgoals or
    read off too. The claim for every value of the free number implies the claim for those of the
    logarithm.
    """

    name = "common logarithm"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One way for each pair of logarithms that leaves fewer names."""
        if len(claim.conclusions) != 1 or not all(is_numeric(atom) for atom in claim.atoms):
            return
        conclusion = claim.conclusions[0]
        if not isinstance(conclusion, Le | Ge):
            return
        every = {node for atom in claim.atoms for node in atom.atoms(log) if node.free_symbols}
        for large in sorted(every, key=str):
            least = _least(large, claim)
            if least is None:
                continue
            for small in sorted(conclusion.lts.atoms(log), key=str):
                if not small.free_symbols or not _rises(conclusion.lts, small, claim):
                    continue
                split = _split(claim, conclusion, small, large, least)
                if split is not None:
                    yield split


def _split(claim: Claim, conclusion: Basic, small: Expr, large: Expr, least: Expr) -> Split | None:
    size = fresh(claim, "L")
    enlarged = at_most(conclusion.lts.xreplace({small: large}), conclusion.gts)
    atoms = [replace_atom(atom, {large: size}) for atom in (*claim.hypotheses, enlarged)]
    kept = [atom for atom in atoms if atom is not None]
    names = set().union(*(atom.free_symbols for atom in kept))
    if len(kept) < len(atoms) or all(name in names for name, _ in claim.scalars()):
        return None
    sizes: dict[Symbol, Domain] = {size: Interval(least, S.Infinity, False, True)}
    goal = restate(claim, [kept[-1]], hypotheses=kept[:-1], domains=sizes)
    needs: list[Claim] = []
    if small != large:
        smaller = small.args[0].xreplace({large: size})
        order = _without_divisor(at_most(smaller, large.args[0]), claim)
        roots = [_rooted(atom, claim, size) for atom in kept[:-1]]
        needs.append(restate(claim, [order], hypotheses=roots, domains=sizes))
        if _least(small, claim) is None:
            needs.append(restate(claim, [at_most(S.One, small.args[0])]))
    words = f"a free number for {large}, at most which is {small}"
    freed = {"with": {size.name: text(large)}}
    if small == large:
        return Split((goal,), words, detail=freed, rule="generalise")
    params = {"small": text(small), "large": text(large)}
    try:
        raised, ordered, *_ = map(alone, RULES["enlarge"](Goal(claim, params, (), set())))
    except Rejected:
        return None
    between = [(raised, Split((goal,), words, detail=freed, rule="generalise"))]
    with suppress(Rejected):
        RULES["generalise"](Goal(ordered, freed, needs[:1], set()))
        between.append((ordered, Split((needs[0],), words, detail=freed, rule="generalise")))
    return Split(tuple(needs[1:]), words, (), params, "enlarge", between=tuple(between))


def _rooted(hypothesis: Basic, claim: Claim, size: Symbol) -> Basic:
    """``a >= sqrt(b)`` for a hypothesis ``a**2 >= b`` about a >= 0 and b >= 0, else itself."""
    if not isinstance(hypothesis, Le | Ge):
        return hypothesis
    above, below = hypothesis.gts, hypothesis.lts
    is_square = isinstance(above, Pow) and above.exp == 2
    known = frozenset({size})
    if not (
        is_square and _nonnegative(above.base, claim, known) and _nonnegative(below, claim, known)
    ):
        return hypothesis
    positive = {
        name: Symbol(name.name, nonnegative=True)
        for name in below.free_symbols
        if name == size or _nonnegative(name, claim)
    }
    root = sqrt(below.xreplace(positive)).xreplace({new: old for old, new in positive.items()})
    return at_most(root, above.base)


def _without_divisor(order: Basic, claim: Claim) -> Basic:
    """The inequality without what both sides share, where that is seen to be positive."""
    above, below = fraction(factor_terms(order.gts - order.lts))
    for part in Mul.make_args(above):
        if not part.has(Add) and _nonnegative(part, claim, strictly=True):
            above /= part
    if below == 1 or not _nonnegative(below, claim, strictly=True):
        return order
    return at_most(S.Zero, above)


def _least(node: Expr, claim: Claim) -> Expr | None:
    """1 or 0 where a logarithm is seen to be at least that."""
    argument = node.args[0]
    for least, base in ((S.One, E), (S.Zero, S.One)):
        if _nonnegative(argument - base, claim):
            return least
    return None


def _rises(expression: Expr, node: Expr, claim: Claim) -> bool:
    """Whether an expression is seen not to decrease in a nonnegative part of it."""
    if expression == node or not expression.has(node):
        return True
    if isinstance(expression, Add):
        return all(_rises(term, node, claim) for term in expression.args)
    if isinstance(expression, Mul):
        moving = [factor for factor in expression.args if factor.has(node)]
        fixed = Mul(*(factor for factor in expression.args if not factor.has(node)))
        return (
            len(moving) == 1
            and _rises(moving[0], node, claim)
            and _nonnegative(fixed, claim, frozenset({node}))
        )
    if isinstance(expression, exp):
        return _rises(expression.args[0], node, claim)
    if isinstance(expression, Pow) and expression.exp.is_Rational and expression.exp > 0:
        known = frozenset({node})
        return _rises(expression.base, node, claim) and _nonnegative(expression.base, claim, known)
    return False


def _nonnegative(
    expression: Expr,
    claim: Claim,
    known: frozenset[Expr] = frozenset(),
    *,
    strictly: bool = False,
) -> bool:
    """Whether an expression is seen to be nonnegative (positive) on the domains."""
    if expression in known:
        return not strictly
    if expression.is_number:
        return bool(expression.is_positive if strictly else expression.is_nonnegative)
    if isinstance(expression, Symbol):
        domain = dict(claim.domains)[expression]
        if isinstance(domain, Objects):
            return False
        is_open = isinstance(domain, Interval) and domain.lower_open
        return bool(domain.lower > 0 or (domain.lower == 0 and (is_open or not strictly)))
    if isinstance(expression, Add):
        signs = [_nonnegative(term, claim, known) for term in expression.args]
        some = any(_nonnegative(term, claim, known, strictly=True) for term in expression.args)
        return all(signs) and (some or not strictly)
    if isinstance(expression, Mul):
        return all(_nonnegative(f, claim, known, strictly=strictly) for f in expression.args)
    if isinstance(expression, exp):
        return True
    if isinstance(expression, Pow):
        positive = strictly or not expression.exp.is_nonnegative
        return _nonnegative(expression.base, claim, known, strictly=positive)
    if isinstance(expression, log):
        least = _least(expression, claim)
        return least is not None and (not strictly or least > 0)
    return False


class LogarithmicGap:
    """How far apart a hypothesis says that a logarithm and a number are, as a name of its own.

    With t for ``b - log(a*x)`` the name x is ``exp(b - t)/a``: where b then cancels from a
    conclusion, it speaks of t, of which the hypothesis gives the sign. The claim for every t
    implies the claim for those that the names allow.
    """

    name = "gap of a logarithm"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with t for each gap with which its conclusion has fewer names."""
        if len(claim.conclusions) != 1 or not all(is_numeric(atom) for atom in claim.atoms):
            return
        conclusion = claim.conclusions[0]
        if not isinstance(conclusion, _ORDERS):
            return
        for hypothesis in claim.hypotheses:
            if not isinstance(hypothesis, _ORDERS):
                continue
            gap, size = hypothesis.gts - hypothesis.lts, fresh(claim, "t")
            for name, value in _solved(gap, size):
                freed = _freed(conclusion, {name: value}, claim)
                if len(freed.free_symbols) >= len(conclusion.free_symbols) or freed.has(name):
                    continue
                known = [_above_zero(hypothesis, size)]
                goal = restate(claim, [freed], hypotheses=known, domains={size: REALS})
                words = f"a free number for {text(gap)}"
                detail = {"with": {size.name: text(gap)}}
                yield Split((goal,), words, detail=detail, rule="generalise")


_ORDERS = Le | Ge | Lt | Gt


def _solved(gap: Expr, size: Symbol) -> Iterator[tuple[Symbol, Expr]]:
    """Names of which a gap holds a multiple under one logarithm alone, where the gap is size."""
    for found in sorted(gap.atoms(log), key=str):
        sign = gap.coeff(found)
        rest = gap - sign * found
        if sign not in (1, -1):
            continue
        for name in sorted(found.free_symbols - rest.free_symbols, key=str):
            scale = found.args[0] / name
            if not scale.has(name):
                yield name, exp(sign * (size - rest)) / scale


def _freed(conclusion: Basic, values: dict[Symbol, Expr], claim: Claim) -> Basic:
    """A relation with a value for a name, without exponentials that its sides share."""
    positive = [n for n, _ in claim.scalars() if _nonnegative(n, claim, strictly=True)]
    signed = {n: Symbol(n.name, positive=True) for n in positive}
    gap = (conclusion.gts - conclusion.lts).xreplace(values).xreplace(signed)
    parts = Mul.make_args(factor_terms(expand(gap)))
    left = Mul(*(part for part in parts if not isinstance(part, exp)))
    return _above_zero(conclusion, left.xreplace({new: old for old, new in signed.items()}))


def _above_zero(order: Basic, side: Expr) -> Basic:
    """That a side is no less than zero, or more where an order is strict."""
    kind = Lt if isinstance(order, Lt | Gt) else Le
    return kind(S.Zero, side, evaluate=False)
