"""Large numbers of rounds or steps as names: what holds for every number holds for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sympy import Add, Basic, Expr, Integer, Rational, S, Symbol, preorder_traversal

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import COUNTS
from dpsym.language.printing import text
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, replace_atom, restate

LEAST = 24
"""Fewer rounds are written out sooner than they are treated for every number."""
SIMPLE = 4
"""The largest numerator and denominator of what other numbers are, in units of the count."""
UNITS: tuple[Callable[[Expr], Expr], ...] = (
    lambda k: k,
    lambda k: k**2,
    lambda k: k * (k - 1) / 2,
    lambda k: k * (k - 1) * (k - 2) / 6,
)
"""The count, its square, and the numbers of pairs and of triples."""
_REPEATED = (heads.Compose, heads.Concurrent, heads.Parallel, heads.Group)


class EveryCount:
    """A claim with a bound that grows with a large number of rounds, for every number of them.

    First the simple multiples of the number, its square and its binomials are taken for those of
    the name as well, then the number alone.
    """

    name = "every count"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with a name for its largest count."""
        counts = [node.args[-1] for node in _repeated(claim) if node.args[-1].is_Integer]
        count = max(counts, default=S.Zero)
        if count < LEAST or claim.index is not None or _is_written_out(claim):
            return
        name = fresh(claim, "k")
        numbers = set().union(*(atom.atoms(Rational) for atom in claim.atoms))
        grown = {n: v for n in numbers if (v := _in_units(n, count, name)) is not None}
        goals = [_named(claim, values, name) for values in (grown, {count: name})]
        words = f"for every number in the place of {count}"
        for goal in dict.fromkeys(goal for goal in goals if goal is not None):
            if _bounded(goal, name):
                yield Split((goal,), words, (), {"with": {name.name: text(count)}}, "generalise")


def _is_written_out(claim: Claim) -> bool:
    """Whether a sum has as many terms as a number of rounds that is written out for this number."""
    return any(len(part.args) >= LEAST for atom in claim.atoms for part in atom.atoms(Add))


def _repeated(claim: Claim) -> list[Basic]:
    return [node for atom in claim.atoms for node in preorder_traversal(atom) if _repeats(node)]


def _repeats(node: Basic) -> bool:
    return isinstance(node, _REPEATED) and bool(heads.is_scalar(node.args[-1]))


def _bounded(claim: Claim, name: Symbol) -> bool:
    """Whether a claim speaks of the name beyond what is repeated so often."""
    uses = (node == name for atom in claim.atoms for node in preorder_traversal(atom))
    return bool(sum(uses) > sum(node.args[-1] == name for node in _repeated(claim)))


def _in_units(number: Rational, count: Integer, name: Symbol) -> Expr | None:
    """A number as a simple multiple of what a name is for, or of another unit."""
    for unit in UNITS:
        ratio = number / unit(count)
        if ratio and max(abs(ratio.p), ratio.q) <= SIMPLE:
            return ratio * unit(name)
    return None


def _named(claim: Claim, values: Mapping[Basic, Basic], name: Symbol) -> Claim | None:
    """A claim with values for some of its numbers; None where it then has none itself."""
    made = [replace_atom(atom, values) for atom in claim.atoms]
    if None in made:
        return None
    given, domains = len(claim.hypotheses), {name: COUNTS}
    atoms = [atom for atom in made if atom is not None]
    return restate(claim, atoms[given:], hypotheses=atoms[:given], domains=domains)
