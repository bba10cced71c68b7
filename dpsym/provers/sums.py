"""Inequalities between sums over a family: convexity, Cauchy and Schwarz, terms one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from sympy import (
    Abs,
    Add,
    Basic,
    Dummy,
    Eq,
    Expr,
    Le,
    Product,
    S,
    Sum,
    Symbol,
    cancel,
    exp,
    expand,
    factor,
    log,
    simplify,
)
from sympy.core.relational import Relational

from dpsym.errors import ClaimError
from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.heads import Each, Entry
from dpsym.language.indexed import Largest, body_of, bound_here, totals_of, wholes_of
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split

MOST = 6
"""How many inequalities are shown at once at most."""


class SumInequalities:
    """Claims about sums of numbers by known inequalities between such sums.

    For weights w and bodies u, v of the sums of a claim: ``Sum(u)**2 <= Sum(v)*Sum(u**2/v)``
    (Cauchy and Schwarz), ``Sum(w*y) <= Sum(w)*log(Sum(w*exp(y))/Sum(w))`` (Jensen), the log-sum
    inequality, that the largest of logarithms is below the logarithm of the sum, one sum as a
    multiple of another, products factor by factor, factors outside of sums, and the conclusion with
    sums in the place of the numbers that they equal.
    Each is proved by the kernel's induction, for sums of any number of terms.
    """

    name = "inequalities of sums"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The inequalities that speak of what the claim speaks of; from them the claim."""
        if claim.index is None or any(map(wholes_of, claim.atoms)):
            return
        if not all(isinstance(c, Relational) for c in claim.conclusions):
            return
        for between in ways(claim):
            written = [text(one) for one in between]
            words = f"by induction on the number of members, {' and '.join(written)}"
            try:
                yield from by_rule("families", claim, {"between": written}, words)
            except ClaimError:
                continue


def ways(claim: Claim) -> Iterator[list[Basic]]:
    """What may be shown first of the sums of a claim, by induction."""
    yield from _Sums(claim).ways()


class _Sums:
    """The sums of a claim by their bodies, and what is known of such sums."""

    def __init__(self, claim: Claim) -> None:
        assert claim.index is not None
        self._claim, self._bound = claim, claim.index.indices[0]
        self._range = (self._bound, S.One, claim.index.count)
        found = (t for atom in claim.atoms for t in totals_of(atom, claim.index.count))
        self._bodies = {self._body(t): t for t in found if isinstance(t, Sum)}
        self._norms: dict[Expr, Expr] = {}
        for atom in claim.hypotheses:
            if isinstance(atom, Eq) and isinstance(atom.lhs, Sum) and atom.rhs.is_Rational:
                self._norms[self._body(atom.lhs)] = atom.rhs

    def ways(self) -> Iterator[list[Basic]]:
        """What to show first: factors, the conclusion in sums alone, convexity, and multiples."""
        equal = list(self._factors())
        if equal:
            yield equal
        yield from ([one] for one in self._homogeneous())
        shown = [*self._convex(), *self._log_sums(), *self._largest()]
        differences = list(self._products(list(self._differences())))
        squares = list(self._products([b for b in self._bodies if b not in self._norms]))
        for products in filter(None, (differences, differences + squares)):
            yield list(dict.fromkeys([*shown, *products]))[:MOST]
        if shown and not squares:
            yield shown
        yield from self._multiples()
        yield from ([one] for one in self._factorwise())

    def _body(self, total: Basic) -> Expr:
        body: Expr = body_of(total).xreplace({bound_here(total)[-1]: self._bound})
        return body

    def _sum(self, body: Expr) -> Expr:
        known = self._bodies.get(body)
        return Sum(body, self._range) if known is None else known

    def _factorwise(self) -> Iterator[Basic]:
        """Products of a conclusion against those of a hypothesis, either of which is the larger."""
        known, wanted = (
            sorted({p for atom in atoms for p in atom.atoms(Product)}, key=str)
            for atoms in (self._claim.hypotheses, self._claim.conclusions)
        )
        pairs = [
            pair for pair in product(wanted, known) if self._body(pair[0]) != self._body(pair[1])
        ]
        yield from (_at_most(one, other) for pair in pairs for one, other in (pair, pair[::-1]))

    def _combined(self, body: Expr) -> Expr | None:
        """The sum of a body as a combination of known sums; None where it is none."""
        found: list[Expr] = []
        for part in Add.make_args(expand(body)):
            for known in self._bodies:
                share = part / known
                if not share.has(Entry, self._bound):
                    found.append(share * self._sum(known))
                    break
            else:
                return None
        return Add(*found)

    def _convex(self) -> Iterator[Basic]:
        """Jensen's inequality for exponentials of means; its right sides become known."""
        powers = {p for c in self._claim.conclusions for p in c.atoms(exp)}
        for power, weight in product(sorted(powers, key=str), self._norms):
            share, means = power.exp.as_independent(Sum, as_Add=False)
            if not isinstance(means, Sum) or share.has(Sum):
                continue
            value = self._body(means) / weight
            if not value.has(Entry) or value.has(Sum):
                continue
            right = weight * exp(share * value)
            self._bodies.setdefault(right, Sum(right, self._range))
            total = self._sum(weight)
            yield _at_most(share * means, total * (log(self._sum(right)) - log(total)))

    def _log_sums(self) -> Iterator[Basic]:
        """That the entropy of weights exp(g) is at most that of as many equal ones."""
        for body in list(self._bodies):
            if isinstance(body, exp) and -body * body.exp in self._bodies:
                total = self._sum(body)
                number = log(self._sum(S.One)) - log(total)
                yield _at_most(self._sum(-body * body.exp), total * number)

    def _largest(self) -> Iterator[Basic]:
        """That the largest exponent is at most the logarithm of the sum of exponentials."""
        for node in {n for atom in self._claim.atoms for n in atom.atoms(Largest)}:
            body = exp(self._body(node))
            if body in self._bodies:
                yield _at_most(node, log(self._sum(body)))

    def _products(self, squares: Sequence[Expr]) -> Iterator[Basic]:
        """Squares of sums below products of two others, by Cauchy and Schwarz."""
        seen: set[tuple[Expr, frozenset[Expr]]] = set()
        for square in squares:
            for one in list(self._bodies):
                other = square**2 / one
                other = factor(other) if other.has(Add) else other
                sides = frozenset((one, other))
                if other == one or (square, sides) in seen:
                    continue
                joint = self._combined(other)
                if joint is None:
                    continue
                seen.add((square, sides))
                yield from self._identity(square)
                yield from self._identity(other)
                yield _at_most(self._sum(square) ** 2, self._sum(one) * self._sum(other))

    def _identity(self, body: Expr) -> Iterator[Basic]:
        """What a sum is that the claim does not have."""
        if body not in self._bodies:
            yield Eq(self._sum(body), self._combined(body), evaluate=False)

    def _differences(self) -> Iterator[Expr]:
        """Bodies of differences of two sums of the conclusions."""
        for atom in self._claim.conclusions:
            for node in sorted(atom.atoms(Add), key=str):
                signs = [part.as_coeff_Mul() for part in node.args]
                if len(signs) == 2 and all(isinstance(part, Sum) for _, part in signs):
                    yield factor(Add(*(c * self._body(part) for c, part in signs)))

    def _factors(self) -> Iterator[Basic]:
        """Sums that are another one times what no index is in."""
        domains = dict(self._claim.domains)
        stand = {
            entry: Dummy(real=True, nonnegative=domains[entry.args[0]].lower.is_nonnegative or None)
            for entry in set().union(*(body.atoms(Entry) for body in self._bodies))
        }
        for one, other in combinations(list(self._bodies), 2):
            share = one.xreplace(stand) / other.xreplace(stand)
            share = cancel(share) if share.is_rational_function(*stand.values()) else share
            if not share.has(self._bound, Sum, *stand.values()):
                yield Eq(self._sum(one), share * self._sum(other), evaluate=False)

    def _multiples(self) -> Iterator[list[Basic]]:
        """Sums that are at most a multiple of another, where each term is."""
        for one, other in combinations(list(self._bodies), 2):
            for share in sorted(set(self._shares(one / other)), key=_size, reverse=True):
                a, b = self._sum(one), self._sum(other)
                ways = _at_most(a, share * b), _at_most(share * b, a), _at_most(b, share * a)
                yield from ([ways[0], ways[2]], *([way] for way in ways))

    def _shares(self, ratio: Expr) -> Iterator[Expr]:
        """What a ratio of terms is where something assumed of each member is an equation."""
        for atom in (h.args[0] for h in self._claim.hypotheses if isinstance(h, Each)):
            found = plain(atom)
            if not isinstance(found, Le):
                continue
            gap, limit = found.args
            apart = isinstance(gap, Abs)
            ends = (gap.args[0] - limit, gap.args[0] + limit) if apart else (gap - limit,)
            for end in ends:
                for name in sorted(end.atoms(Entry) & ratio.atoms(Entry), key=str):
                    stand = Dummy()
                    slope = end.xreplace({name: stand}).diff(stand)
                    if slope == 0 or slope.has(stand):
                        continue
                    value = simplify(ratio.xreplace({name: name - end / slope}))
                    if not value.has(Entry, self._bound):
                        yield value

    def _homogeneous(self) -> Iterator[Basic]:
        """The conclusion with sums in the place of numbers that they are, or are at most."""
        if len(self._claim.conclusions) != 1 or not self._norms:
            return
        atom = plain(self._claim.conclusions[0])
        if not isinstance(atom, Le):
            return
        gap = _expanded(atom.rhs - atom.lhs)
        alone = Add(*(part for part in Add.make_args(gap) if not part.has(Sum)))
        if alone == 0:
            return
        limits = [
            {name: least}
            for name in sorted(alone.free_symbols, key=str)
            for h in map(plain, self._claim.hypotheses)
            if isinstance(h, Le) and (least := _least(h, name)) is not None
        ]
        used: Sequence[Mapping[Expr, Expr]] = limits or [{}]
        for (weight, number), limit in product(self._norms.items(), used):
            total = _expanded(gap.xreplace(dict(limit)))
            numbers = [part for part in Add.make_args(total) if not part.has(Sum)]
            rest = Add(*numbers)
            yield _at_most(S.Zero, total - rest + rest / number * self._sum(weight))


def _expanded(side: Expr) -> Expr:
    """A side multiplied out, but for what is below sums."""
    stand = {total: Dummy() for total in side.atoms(Sum)}
    return expand(side.xreplace(stand)).xreplace({d: total for total, d in stand.items()})


def _least(hypothesis: Basic, name: Symbol) -> Expr | None:
    """What a name is at least by a hypothesis about sums, which is linear in it."""
    gap = _expanded(hypothesis.rhs - hypothesis.lhs)
    share = gap.coeff(name)
    rest = gap - share * name
    if not (share.is_Rational and share > 0) or rest.has(name) or not rest.has(Sum):
        return None
    return -rest / share


def _size(share: Expr) -> float:
    """A number that is larger for multiples that are, at least where all names are 1."""
    value = share.subs(dict.fromkeys(share.free_symbols, 1)).evalf()
    return float(value) if value.is_real else 0.0


def _at_most(left: Expr, right: Expr) -> Basic:
    return Le(left, right, evaluate=False)
