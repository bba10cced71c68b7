"""Whether a claim has a value at every point: the one judgement, asked at every node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from dpsym.algebra import (
    Basic,
    Dummy,
    Expr,
    Le,
    Lt,
    Relational,
    S,
    Symbol,
)
from dpsym.kernel.expressions import term
from dpsym.kernel.families import skeletons
from dpsym.kernel.goal import existence
from dpsym.kernel.implications import implied, plain
from dpsym.kernel.laws import closed_form
from dpsym.kernel.limits import finite_under, has_value
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.term import Term, apply, power
from dpsym.kernel.terms import (
    argument,
    doubtful,
    parts_of,
    substitute,
)
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import Partial
from dpsym.language.divergences import BOUNDED, range_of
from dpsym.language.domains import Domain, Interval
from dpsym.language.heads import Divergence, ObjectName, Quantity
from dpsym.language.indexed import is_indexed
from dpsym.language.places import obligations

_UP_TO_INFINITY = Interval(S.Zero, S.Infinity)
_INFINITE = S.Infinity, S.NegativeInfinity
_ORDERS = heads.Renyi | heads.RenyiDP | heads.BoundedZCDP


@lru_cache(maxsize=2000)
def duties(claim: Claim) -> tuple[Claim, ...]:
    """Claims about numbers, of which it follows that the claim has a value at every point.

    Arguments lie in the domains of their places, laws and rows of kernels sum to one, what is
    combined fits together, and hypotheses have values where those before them hold. Conclusions
    have values because the rules show it.

    Raises:
        Rejected: a name or a term may be infinite, or infinities may cancel.
        ClaimError: no values of the names give the claim one.
    """
    if is_indexed(claim.atoms):
        return tuple(duty for part in skeletons(claim) for duty in duties(part))
    domains = dict(claim.domains)
    for name, domain in domains.items():
        if isinstance(domain, Interval) and any(map(domain.contains, _INFINITE)):
            raise Rejected((), f"{name} may be infinite, which is no number")
    for atom in claim.atoms:
        _require_finite(atom)
    found: list[Claim] = []
    known: set[Basic] = set()
    for place, written in enumerate(claim.atoms):
        atom, before = plain(written), claim.hypotheses[:place]
        numeric = tuple(h for h in before if not h.has(ObjectName))
        wanted = dict.fromkeys(obligations((written,), domains))
        if isinstance(atom, Relational):
            finite = finite_under(before, atom)
            for side in atom.args:
                wanted |= dict.fromkeys(_determining(side, domains, finite))
        if place < len(claim.hypotheses):
            lost = doubtful(parts_of(atom.args), domains)
            wanted |= dict.fromkeys(map(existence, lost))
            for part in parts_of(atom.args):
                wanted |= dict.fromkeys(of_quantities(part, before, domains))
        found += [Claim(numeric, (duty,), claim.domains) for duty in wanted if duty not in known]
        known |= set(wanted)
    return tuple(found)


def _require_finite(atom: Basic) -> None:
    """No infinity stands anywhere but as an order."""
    pending: list[Basic] = [atom]
    while pending:
        node = pending.pop()
        order = isinstance(node, heads.Guarantee) if isinstance(node, _ORDERS) else None
        for place, inner in enumerate(node.args):
            if inner in _INFINITE and place != order:
                raise Rejected((), f"oo stands in {node} and is no number")
            pending.append(inner)


def _determining(
    side: Expr, domains: dict[Symbol, Domain], finite: frozenset[Basic]
) -> Iterable[Basic]:
    """What keeps infinite divergences of opposite signs from meeting, and from others that are 0.

    Nothing, or what makes those of concrete laws finite, by their closed forms.
    """
    if has_value(side, domains, finite):
        return ()
    needed: list[Basic] = []
    concrete = {quantity for quantity in side.atoms(Quantity) if not quantity.has(ObjectName)}
    for quantity in concrete:
        if isinstance(quantity, Divergence) and not isinstance(quantity, BOUNDED):
            closed_form(quantity, "", needed)
    if not has_value(side, domains, finite | concrete):
        raise Rejected((), f"infinities may meet in {side}")
    return needed


def of_quantities(
    part: Partial, before: Sequence[Basic], domains: dict[Symbol, Domain]
) -> list[Basic]:
    """What says that a part of an atom that divergences stand in has a value.

    Nothing where their ranges show it, or a hypothesis before; of concrete laws their closed forms.

    Raises:
        Rejected: nothing says it.
    """
    kind, inner = part
    size = argument(part)
    quantities = size.atoms(Quantity)
    if not quantities or (kind == "value" and isinstance(inner, Quantity)):
        return []
    if has_value(_operation(part), domains, whole=True):
        return []
    names: dict[Basic, Basic] = {quantity: Dummy() for quantity in quantities}
    ranges = dict(domains)
    for quantity, name in names.items():
        ranges[name] = range_of(quantity) if isinstance(quantity, BOUNDED) else _UP_TO_INFINITY
    named = substitute(size, names)
    ways = [Lt(S.Zero, named, evaluate=False)]
    ways += [Lt(named, S.Zero, evaluate=False)] if kind == "reciprocal" else []
    ways += [Le(S.Zero, named, evaluate=False)] if kind == "root" else []
    assumed = [substitute(hypothesis, names) for hypothesis in before]
    if any(implied(way, hypothesis, ranges) for way in ways for hypothesis in assumed):
        return []
    needed: list[Basic] = []
    if not all(isinstance(q, Divergence) and not q.has(ObjectName) for q in quantities):
        raise Rejected((), f"nothing says that a part with {inner} has a value")
    values = {quantity: closed_form(quantity, "", needed) for quantity in quantities}
    stated = "logarithm" if kind == "power" else kind  # of a positive base
    return [*needed, existence((stated, substitute(size, values)))]


def _operation(part: Partial) -> Term:
    """What has a value where a part has."""
    kind, inner = part
    if kind in ("reciprocal", "root"):
        return power(term(inner), -1 if kind == "reciprocal" else Fraction(1, 2))
    return apply("log", term(inner)) if kind == "logarithm" else term(inner)
