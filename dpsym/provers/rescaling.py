"""Fewer variables: one in units of another, or one for an expression that stands for several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from flint import arb, fmpq
from sympy import (
    Add,
    Basic,
    Dummy,
    Expr,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    cancel,
    expand_log,
    expand_mul,
    harmonic,
    log,
    powdenest,
    sqrt,
    symbols,
)
from sympy.core.relational import Relational

from dpsym.enclosure.balls import compile_balls, precision
from dpsym.errors import EvaluationError
from dpsym.kernel.terms import sign
from dpsym.language.claim import Claim
from dpsym.language.domains import NONNEGATIVE, POSITIVE, Integers, Interval
from dpsym.language.printing import text
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric, replace_atom, restate
from dpsym.provers.scalar.sampling import values

EXPONENTS = (Rational(-1, 2), S.NegativeOne, Rational(1, 2), S.One)
FACTORS = (Rational(4), Rational(1, 4))
"""Of the unit, for values at three points; their roots are rational."""
BITS = 100


class Rescaling:
    """``x = y*k**r`` where that makes k disappear, for x in (0, oo) or [0, oo) and k > 0.

    The map y -> x is a bijection of (0, oo) for every k, so the claims are equivalent, at x = 0
    by continuity of both sides. A power of k
    that both sides of a relation have as a factor is cancelled.
    """

    name = "rescaling"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim without k, for the first pair of names and exponent that allow it."""
        if len(claim.conclusions) != 1:
            return
        if not all(isinstance(atom, Relational) and is_numeric(atom) for atom in claim.atoms):
            return
        positive = [(n, d) for n, d in claim.scalars() if _is_positive(d)]
        sides = [side for atom in claim.atoms for side in atom.args]
        free = [
            n
            for n, d in claim.scalars()
            if isinstance(d, Interval)
            and d.upper is S.Infinity
            and d.lower == 0
            and (d.lower_open or all(_is_continuous(side, n) for side in sides))
        ]
        tried = _Values(claim)
        for unit, _ in positive:
            for name in free:
                if name == unit:
                    continue
                for exponent in EXPONENTS:
                    if not tried.may_scale(name, unit, exponent):
                        continue
                    atoms = _all_scaled(claim.atoms, name, unit, exponent)
                    if atoms:
                        words = f"{name} in units of {unit}**({-exponent})"
                        goal = restate(claim, atoms[-1:], hypotheses=atoms[:-1])
                        detail = {"with": {name.name: text(name * unit ** (-exponent))}}
                        yield Split((goal,), words, detail=detail, rule="generalise")
                        return


class _Values:
    """The sides of a claim's relations at points, to leave out what cannot be rescaled."""

    def __init__(self, claim: Claim) -> None:
        self._domains = dict(claim.scalars())
        self._point = {
            n: known[len(known) // 2] for n, d in claim.scalars() if (known := values(d))
        }
        self._atoms: list[list[Callable[[Sequence[arb]], arb]]] = []
        for atom in claim.atoms:
            try:
                self._atoms.append([compile_balls(s, list(self._point)) for s in atom.args])
            except EvaluationError:
                continue

    def may_scale(self, name: Symbol, unit: Symbol, exponent: Rational) -> bool:
        """False only if the sides of some relation do not grow with one power of the unit.

        Along ``name = x*unit**exponent`` they are compared where the unit has a factor f, f**2.
        """
        if not {name, unit} <= set(self._point):
            return True
        start, domain = self._point[unit], self._domains[unit]
        steps = (f for f in FACTORS if domain.contains(start * f) and domain.contains(start * f**2))
        factor = next(steps, None)
        if factor is None:
            return True
        path = [
            {name: self._point[name] * scale**exponent, unit: start * scale}
            for scale in (S.One, factor, factor**2)
        ]
        with precision(BITS):
            return all(self._agree(sides, path) for sides in self._atoms)

    def _agree(
        self,
        sides: Sequence[Callable[[Sequence[arb]], arb]],
        path: Sequence[Mapping[Symbol, Rational]],
    ) -> bool:
        try:
            rows = [[side(self._balls(changed)) for side in sides] for changed in path]
        except EvaluationError:
            return True
        (left, right), (left1, right1), (left2, right2) = rows
        equal = (
            (left * left2, left1**2),
            (right * right2, right1**2),
            (left * right1, left1 * right),
        )
        return all(bool(one.overlaps(other)) for one, other in equal)

    def _balls(self, changed: Mapping[Symbol, Rational]) -> list[arb]:
        point = {**self._point, **changed}
        return [arb(fmpq(int(value.p), int(value.q))) for value in point.values()]


def _is_positive(domain: object) -> bool:
    if isinstance(domain, Integers):
        return bool(domain.lower >= 1)
    if isinstance(domain, Interval):
        return bool(domain.lower > 0) or (domain.lower == 0 and domain.lower_open)
    return False


def _is_continuous(side: Expr, name: Symbol) -> bool:
    """Whether nothing in the expression can be singular at ``name = 0``; conservative."""
    for node in side.atoms(Pow, log, harmonic):
        if not node.has(name):
            continue
        base = node.args[0]
        if isinstance(node, Pow) and node.exp.is_number and node.exp.is_positive:
            continue
        at_zero = base.xreplace({name: S.Zero})
        if not (at_zero.is_positive and not node.args[-1].has(name)) and base is not S.Exp1:
            return False
    return True


def _all_scaled(
    atoms: Sequence[Basic], name: Symbol, unit: Symbol, exponent: Rational
) -> list[Basic]:
    """The atoms without ``unit``; none as soon as one still speaks of it."""
    found: list[Basic] = []
    for atom in atoms:
        scaled = _scaled(atom, name, unit, exponent)
        if scaled is None:
            return []
        found.append(scaled)
    return found


def _scaled(atom: Basic, name: Symbol, unit: Symbol, exponent: Rational) -> Basic | None:
    """The atom with ``name*unit**exponent`` for ``name``, if it no longer speaks of ``unit``."""
    x, k = symbols("x k", positive=True)
    written = [powdenest(side.xreplace({name: x * k**exponent, unit: k})) for side in atom.args]
    shared = {side.as_independent(k, as_Add=False)[1] for side in written if side != 0}
    factor = shared.pop() if len(shared) == 1 else S.One
    if factor.as_base_exp()[0] == k:
        written = [side / factor for side in written]
    if any(k in side.free_symbols for side in written):
        return None
    return replace_atom(atom.func(*(w.xreplace({x: name}) for w in written), evaluate=False), {})


class Abstraction:
    """A sum that holds the only occurrences of several names, replaced by the square of one.

    The claim for every positive value of the sum implies the claim for those it takes.
    """

    name = "abstraction"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with one name for the first sum for which that removes at least two."""
        if len(claim.conclusions) != 1 or not all(
            isinstance(atom, Relational) and is_numeric(atom) for atom in claim.atoms
        ):
            return
        sums = {node.primitive()[1] for node in claim.conclusions[0].atoms(Add)}
        usable = [s for s in sums if len(s.free_symbols) > 1 and _is_sum_of_positives(s, claim)]
        for total in sorted(usable, key=lambda node: (-len(node.free_symbols), str(node))):
            goal = self._abstracted(claim, total)
            if goal is not None:
                (root,) = {n for n, _ in goal.domains} - {n for n, _ in claim.domains}
                words = f"the square of a free number for {total}"
                detail = {"with": {root.name: text(sqrt(total))}}
                yield Split((goal,), words, detail=detail, rule="generalise")
                return

    def _abstracted(self, claim: Claim, total: Expr) -> Claim | None:
        names, root = total.free_symbols, fresh(claim, "r")
        kept: list[Basic] = []
        apart = all(_is_positive(domain) for _, domain in claim.scalars())
        for atom in claim.atoms:
            changed = _with_square(atom, total, root)
            if changed is None and apart and atom.has(log):
                sides = (expand_mul(expand_log(side, force=True)) for side in atom.args)
                changed = _with_square(atom.func(*sides, evaluate=False), total, root)
            if changed is None or changed.free_symbols & names:
                return None
            kept.append(changed)
        count = len(claim.hypotheses)
        domains = {root: POSITIVE if _is_positive_sum(total, claim) else NONNEGATIVE}
        return restate(claim, kept[count:], hypotheses=kept[:count], domains=domains)


def _is_sum_of_positives(total: Expr, claim: Claim) -> bool:
    """Whether every term is a positive number times even powers or powers of what is >= 0."""
    domains = dict(claim.domains)
    for term in Add.make_args(total):
        coefficient, rest = term.as_coeff_Mul()
        for factor in Mul.make_args(rest):
            base, exponent = factor.as_base_exp()
            even = exponent.is_Integer and exponent.is_even and exponent.is_positive
            if not (even or (sign(base, domains) and exponent.is_positive)):
                return False
        if not coefficient.is_positive:
            return False
    return True


def _is_positive_sum(total: Expr, claim: Claim) -> bool:
    positive = {n for n, d in claim.scalars() if _is_positive(d)}
    return any(term.free_symbols <= positive for term in Add.make_args(total))


def _with_square(atom: Basic, total: Expr, root: Symbol) -> Basic | None:
    """The atom with ``root**2`` for the sum, also within others; None where names stay."""
    x, whole = symbols("x", positive=True), expand_mul(total)
    own = _of_one_term(total)
    if own is None or not all(_within_sums(side, total.free_symbols) for side in atom.args):
        return None

    def put(node: Expr) -> Expr:
        if not node.args or node.free_symbols.isdisjoint(total.free_symbols):
            return node
        parts = tuple(map(put, node.args))
        changed = node if parts == node.args else node.func(*parts)
        if not isinstance(changed, Add):
            return changed
        kept: dict[Basic, Expr] = {node: Dummy() for node in changed.atoms(log)}
        wide = expand_mul(changed.xreplace(kept))
        share = cancel(wide.coeff(own) / whole.coeff(own))
        rest = expand_mul(wide - share * whole)
        if share == 0 or not rest.free_symbols.isdisjoint(total.free_symbols):
            return changed
        return (share * x**2 + rest).xreplace({name: node for node, name in kept.items()})

    written = [put(side) for side in atom.args]
    if any(side.free_symbols & total.free_symbols for side in written):
        return None
    sides = [powdenest(side).xreplace({x: root}) for side in written]
    return replace_atom(atom.func(*sides, evaluate=False), {})


def _within_sums(node: Basic, names: set[Basic]) -> bool:
    """Whether the names stand nowhere but in sums that have all of them."""
    free = node.free_symbols
    if free.isdisjoint(names) or (isinstance(node, Add) and names <= free):
        return True
    return bool(node.args) and all(_within_sums(part, names) for part in node.args)


def _of_one_term(total: Expr) -> Expr | None:
    """A factor of one term of a sum whose names stand in no other term."""
    for term in total.args:
        others = {name for other in total.args if other != term for name in other.free_symbols}
        for factor in Mul.make_args(term):
            if factor.free_symbols and others.isdisjoint(factor.free_symbols):
                return factor
    return None
