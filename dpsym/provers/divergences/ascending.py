"""Divergences of one pair of laws at several orders, as numbers that are ordered and convex."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from sympy import Basic, Eq, Expr, Ge, Le, Lt, S

from dpsym.kernel.implications import plain
from dpsym.kernel.terms import Domains, sign
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.numerics import np, scipy
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh

MOST = 6
"""Orders of one pair of laws."""
SLIGHT, UNBOUNDED = 1e-9, 3
"""What may be an error of floats; what a linear program without a least value answers."""


class Ascending:
    """What the divergences of one pair of laws at several orders say of each other, all at once."""

    name = "ascending orders"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """A claim about numbers that rise with their orders, and whose moments are convex."""
        atom = claim.conclusions[0]
        if len(claim.conclusions) != 1 or not isinstance(atom, Le | Ge | Lt | Eq):
            return
        known, pairs = dict(claim.domains), dict[tuple[Basic, ...], list[Basic]]()
        found = sorted(
            {d for a in (atom, *claim.hypotheses) for d in a.atoms(heads.Divergence)}, key=str
        )
        for divergence in found:
            if isinstance(divergence, heads.Renyi | heads.KL | heads.MaxDivergence):
                pairs.setdefault(divergence.args[-2:], []).append(divergence)
        chains = [_sorted(chain, known) for chain in pairs.values() if 1 < len(chain) <= MOST]
        if not chains or not all(chains):
            return
        names = {fresh(claim, f"d{n}_").name: text(d) for n, d in enumerate(found)}
        params = {"names": names, "chains": [list(map(text, chain)) for chain in chains]}
        for split in by_rule("ascending", claim, params, "divergences rise with their orders"):
            if not _fails(split.subgoals[0]):
                yield split


def _sorted(chain: list[Basic], known: Domains) -> list[Basic]:
    """The divergences by their orders; none where these are not evidently ordered."""

    def compared(one: Basic, other: Basic) -> int:
        a, b = _order(one), _order(other)
        if S.Infinity in (a, b):
            return (a is S.Infinity) - (b is S.Infinity)
        return 1 if sign(a - b, known) else -1

    found = sorted(chain, key=cmp_to_key(compared))
    orders = [_order(d) for d in found]
    rises = all(b is S.Infinity or sign(b - a, known) for a, b in pairwise(orders))
    return found if rises else []


def _fails(claim: Claim) -> bool:
    """Whether an inequality between numbers, if all is linear, fails somewhere in floats."""
    relations = [plain(atom) for atom in (*claim.hypotheses, *claim.conclusions)]
    ends = {name: _ends(domain) for name, domain in claim.domains if isinstance(domain, Interval)}
    names = list(ends)
    if len(names) < len(claim.domains) or not all(isinstance(r, Le | Lt) for r in relations):
        return False
    rows: list[list[float]] = []
    for gap in (relation.lhs - relation.rhs for relation in relations):
        terms = gap.expand().as_coefficients_dict()
        if not all(term == 1 or term in names for term in terms):
            return False
        rows.append([float(terms.get(key, 0)) for key in (*names, S.One)])
    table, bounds = np.array(rows), list(ends.values())
    above, most = (table[:-1, :-1], -table[:-1, -1]) if len(rows) > 1 else (None, None)
    least: Any = scipy.optimize.linprog(-table[-1, :-1], above, most, bounds=bounds)
    low = least.success and -least.fun + table[-1, -1] > SLIGHT
    return bool(least.status == UNBOUNDED or low)


def _ends(domain: Interval) -> tuple[float | None, float | None]:
    lower, upper = (float(end) if end.is_finite else None for end in (domain.lower, domain.upper))
    return lower, upper


def _order(divergence: Basic) -> Expr:
    if isinstance(divergence, heads.Renyi):
        order: Expr = divergence.args[0]
        return order
    return S.One if isinstance(divergence, heads.KL) else S.Infinity
