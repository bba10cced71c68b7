"""Where a changed claim says nothing: points of its domain at which a side has no value."""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Abs, Basic, Expr, Ge, Gt, S

from dpsym.errors import ClaimError
from dpsym.language.claim import Claim
from dpsym.language.construct import partial_parts
from dpsym.provers.prover import Budget
from dpsym.provers.restate import is_numeric, restate
from dpsym.provers.search import search
from dpsym.verdict import Witness


def valueless(claim: Claim, seconds: float) -> Mapping[str, Basic] | None:
    """A point at which the hypotheses hold and a conclusion has no value; None if none is found.

    Guarantees:
        at the point a divisor is certainly zero, the argument of a logarithm not positive, or that
        of a root negative.

    >>> from dpsym.language.parser import parse_claim
    >>> valueless(parse_claim("1/x <= 2 for x in [0, 1]"), 5)
    {'x': 0}
    """
    limit = Budget.of(seconds)
    for conclusion in claim.conclusions:
        for side in conclusion.args:
            for kind, part in sorted(partial_parts(side), key=str):
                needed = _needed(kind, part)
                if needed is None or limit.spent:
                    continue
                try:
                    found = search.attempt(restate(claim, [needed]), limit.share(0.7))
                except ClaimError:
                    continue
                if isinstance(found, Witness):
                    return dict(found.point)
    return None


def _needed(kind: str, part: Basic) -> Basic | None:
    """What must hold for the part to have a value, where that is about numbers."""
    if not isinstance(part, Expr) or not is_numeric(part) or not part.free_symbols:
        return None
    if kind == "reciprocal":
        return Gt(Abs(part), S.Zero, evaluate=False)
    if kind == "logarithm":
        return Gt(part, S.Zero, evaluate=False)
    return Ge(part, S.Zero, evaluate=False) if kind == "root" else None


__all__ = ["valueless"]
