"""Which way a constant tightens a claim: whether larger values make it say less, or more."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Dummy, Expr, Float, Max, Min, Rational, S, Symbol
from sympy.core.relational import Equality

from dpsym.errors import ClaimError, DomainError, shown
from dpsym.language.claim import Claim
from dpsym.language.definitions import stronger_place
from dpsym.language.domains import NONNEGATIVE, Interval, Objects
from dpsym.language.entries import as_expression
from dpsym.language.heads import Divergence, Guarantee
from dpsym.language.natural import claim_from_text
from dpsym.language.printing import text
from dpsym.language.sentences import label
from dpsym.language.written import together, words
from dpsym.provers import scalar
from dpsym.provers.prover import Budget
from dpsym.provers.restate import is_numeric, restate
from dpsym.provers.scalar import Closed, Goal
from dpsym.provers.search.batch import UnsupportedError
from dpsym.provers.search.families import spaces
from dpsym.statement import Theorem, as_claim

SAMPLES = 300
SEED = 20160506


def constant_of(
    claim: str | Claim | Theorem, name: str, lower: Expr | None, upper: Expr | None
) -> tuple[Claim, Symbol]:
    """The claim with a domain for the constant, [0, oo) where it has none, and its symbol.

    Raises:
        ClaimError: the claim is not well formed, or ``name`` is no real number of it.

    >>> constant_of("tanh(x) <= c*x for x in [0, oo)", "c", None, None)[0].text
    'tanh(x) <= c*x for x in [0, oo), c in [0, oo)'
    """
    name = together(words(name))
    if isinstance(claim, str):
        claim = _parsed(claim, name)
    claim = as_claim(claim)
    names = {s.name: s for atom in claim.atoms for s in atom.free_symbols}
    symbol = names.get(name)
    if symbol is None:
        raise ClaimError(
            f"{name!r} does not occur in the claim",
            part=name,
            remedy=f"choose one of {', '.join(sorted(names))}" if names else "it has no names",
        )
    domain = dict(claim.domains).get(symbol)
    claim = claim.over(**({} if domain else {name: NONNEGATIVE}))
    domain = claim.domain(symbol)
    if not isinstance(domain, Interval):
        kind = "an object" if isinstance(domain, Objects) else "an integer"
        raise ClaimError(
            f"{name!r} is {kind}", part=name, remedy="the constant must be a real number"
        )
    if lower is not None or upper is not None:
        low, high = (S.NegativeInfinity, S.Infinity)
        low, high = (
            low if lower is None else constant(lower, "lower"),
            high if upper is None else constant(upper, "upper"),
        )
        domain = domain.intersection(Interval(low, high, lower is None, upper is None))
        claim = restate(claim, claim.conclusions, domains={symbol: domain})
    return claim, symbol


def constant(value: Any, name: str) -> Expr:
    """A value of a constant: a number, an expression, or either as text; a float is what it is.

    Raises:
        ClaimError: it is none of these.

    >>> constant("1/2", "lower"), constant(0.25, "lower")
    (1/2, 1/4)
    """
    try:
        found = S(as_expression(value, name))
    except ClaimError as error:
        raise ClaimError(f"the {name} {shown(value)}: {error}", part=shown(value)) from None
    if isinstance(found, Float):
        found = Rational(found)
    if not isinstance(found, Expr) or found is S.NaN:
        raise ClaimError(f"{name}={shown(value)} is no number", part=shown(value))
    return found


def _parsed(source: str, name: str) -> Claim:
    try:
        return claim_from_text(source)
    except DomainError as error:
        if error.part != name:
            raise
        written = label(source)[2].strip(" \"'`").rstrip(".;")
        for joint in (" for", ","):
            with suppress(ClaimError):
                return claim_from_text(f"{written}{joint} {name} in [0, oo)")
        raise


def sense_of(claim: Claim, name: Symbol, budget: Budget) -> tuple[int, bool]:
    """1 where the claim says less with larger constants, -1 where more; and whether it is proved.

    Raises:
        ClaimError: the constant neither weakens nor strengthens the claim.

    Guarantees:
        where the second is True, the claim with one constant implies the claim with every
        constant that is larger (smaller, where the first is -1).
    """
    senses: set[int] = set()
    for atom in claim.atoms:
        sign = -1 if atom in claim.hypotheses else 1
        for part, weight in _parts(atom, name):
            senses.add(0 if weight == 0 else sign * weight * _slope(claim, part, name, budget))
    if senses in ({1}, {-1}):
        return senses.pop(), True
    return _by_floats(claim, name), False


def _parts(atom: Expr, name: Symbol) -> list[tuple[Expr, int]]:
    """Parts with the constant: 1 where the atom says less as they grow, -1 more, 0 unknown."""
    if name not in atom.free_symbols:
        return []
    if isinstance(atom, Guarantee):
        stronger = stronger_place(atom)
        return [
            (part, 0 if place == 0 else -1 if place == stronger else 1)
            for place, part in enumerate(atom.args)
            if name in part.free_symbols
        ]
    if isinstance(atom, Equality):
        return [(atom.lhs, 0)]
    return [(side, w) for side, w in ((atom.gts, 1), (atom.lts, -1)) if name in side.free_symbols]


def _slope(claim: Claim, part: Expr, name: Symbol, budget: Budget) -> int:
    """1 where the part is proved not to fall as the constant grows, -1 not to rise, else 0."""
    values = {node: Dummy(nonnegative=True) for node in part.atoms(Divergence)}
    if any(name in node.free_symbols for node in values) or part.has(Max, Min):
        return 0
    plain = part.xreplace(values)
    slope = plain.diff(name)
    domains = [(n, d) for n, d in claim.scalars() if n in slope.free_symbols]
    domains += [(d, NONNEGATIVE) for d in values.values() if d in slope.free_symbols]
    renamed = {n: Symbol(f"d{i}_") for i, (n, _) in enumerate(domains)}
    listed = tuple((renamed[n], d) for n, d in domains if not isinstance(d, Objects))
    for sign in (1, -1):
        goal = Goal(sign * slope.xreplace(renamed), listed)
        if not is_numeric(slope):
            return 0
        if isinstance(scalar.prove(goal, seconds=max(0.1, budget.share(0.5).remaining())), Closed):
            return sign
    return 0


def _by_floats(claim: Claim, name: Symbol) -> int:
    """The way in which more candidates fail."""
    for space in spaces(claim):
        column = next((i for i, c in enumerate(space.coordinates) if c.name == name), None)
        if column is None:
            continue
        z = space.sample(np.random.default_rng(SEED), SAMPLES)
        try:
            failing = []
            for level in (-8.0, 8.0):
                z[:, column] = level
                failing.append(float((space.evaluate(z) > 0).mean()))
        except UnsupportedError:
            continue
        if failing[0] != failing[1]:
            return 1 if failing[0] > failing[1] else -1
    raise ClaimError(
        f"whether larger or smaller values of {name.name!r} claim more is not clear",
        part=text(name),
        remedy="let it stand once, as a factor of a bound",
    )
