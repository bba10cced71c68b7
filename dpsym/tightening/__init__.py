"""The best constant in a claim, between one that is proved and one that is refuted.

A claim with a free constant, such as ``PureDP(M, eps) => ZCDP(M, c*eps**2)``, holds from some
value of the constant on (or up to one). That value is estimated in floats; simple exact constants
next to the estimate are tried for a proof; and the worst point is pursued to where the claim
certifiably fails for a constant almost as good. Floats only propose: one end of the answer is a
proof, the other a witness.
"""

from __future__ import annotations

from time import monotonic

from sympy import Expr, Rational, Symbol
from sympy.core.random import seed

from dpsym.arguments import positive_seconds
from dpsym.errors import ClaimError, shown
from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.families import refuse_families
from dpsym.provers.monotone_direction import constant, constant_of, sense_of
from dpsym.provers.prover import Budget
from dpsym.provers.restate import restate
from dpsym.provers.search.extremal_constant import Pursuit
from dpsym.provers.valueless import refuse_undefined
from dpsym.statement import Theorem
from dpsym.tightening.hunt import AIM, Hunt
from dpsym.tightening.result import Tightening, Trial


def tighten(
    claim: str | Claim | Theorem,
    name: str,
    *,
    budget: float = 120.0,
    width: Expr = AIM,
    lower: Expr | None = None,
    upper: Expr | None = None,
) -> Tightening:
    """The best value of the constant ``name`` of a claim, as an enclosure with both ends certain.

    The constant ranges over its domain in the claim, [0, oo) where it has none, cut to ``lower``
    and ``upper`` where these are given. ``width`` is what is aimed at, relative to constants
    above one. Whether the least or the greatest constant is sought follows from the claim.

    Raises:
        ClaimError: the claim is not well formed, as where a side has no value somewhere, has no
            such numeric constant, or the budget or width is not positive.

    Guarantees:
        those of :class:`Tightening`.

    >>> found = tighten("tanh(x) <= c*x for x in [0, oo)", "c")
    >>> found.upper, found.sharp
    (1, True)
    """
    budget = positive_seconds("budget", budget)
    aim = constant(width, "width")
    if not (aim.is_number and aim.is_finite and aim.is_positive):
        raise ClaimError(f"width={shown(width)}", remedy="give a positive width")
    start = monotonic()
    seed(0)  # as in a check
    whole, symbol = constant_of(claim, name, lower, upper)
    refuse_families(whole, "tightening")
    domain = whole.domain(symbol)
    assert isinstance(domain, Interval)
    refuse_undefined(_inside(whole, symbol, domain))
    sense, monotone = sense_of(whole, symbol, Budget.of(min(5.0, budget / 10)))
    hunt = Hunt(Pursuit(whole, symbol, sense), Budget.of(budget), Rational(aim))
    hunt.run()
    proved = hunt.proved[0] if hunt.proved else (domain.lower if sense < 0 else domain.upper)
    failed = hunt.failed[0] if hunt.failed else (domain.upper if sense < 0 else domain.lower)
    return Tightening(
        whole,
        symbol.name,
        failed if sense > 0 else proved,
        proved if sense > 0 else failed,
        hunt.proved[1] if hunt.proved else None,
        hunt.failed[1] if hunt.failed else None,
        tuple(hunt.tried),
        sense < 0,
        monotone,
        monotonic() - start,
    )


def _inside(claim: Claim, name: Symbol, domain: Interval) -> Claim:
    """The claim without the ends of the constant's domain, at which it need say nothing."""
    if domain.lower == domain.upper:
        return claim
    inner = Interval(domain.lower, domain.upper, lower_open=True, upper_open=True)
    return restate(claim, claim.conclusions, domains={name: inner})


__all__ = ["Tightening", "Trial", "tighten"]
