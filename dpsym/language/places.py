"""What must hold for a claim to say something: arguments of heads lie where the heads are defined.

A name gets the domain of its place; of an expression, such as the order ``alpha/2`` or the weight
``2*t``, that is a statement of its own. A claim is meant at every point of its domains, so where
an order leaves [1, oo], a weight [0, 1] or the number of rounds the positive integers, it says
nothing, and is not true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dpsym.algebra import (
    Abs,
    Add,
    Basic,
    Eq,
    Expr,
    Le,
    Lt,
    Max,
    Min,
    Mul,
    S,
    Symbol,
    preorder_traversal,
)
from dpsym.errors import ClaimError
from dpsym.language import heads
from dpsym.language.domains import NONNEGATIVE, REALS, Domain, Integers, Interval, Objects
from dpsym.language.heads import SIGNATURES, is_scalar, roles_of
from dpsym.language.parties import of_parties
from dpsym.language.printing import text
from dpsym.language.roles import Role
from dpsym.language.shapes import require_fit


def obligations(atoms: Iterable[Basic], domains: Mapping[Symbol, Domain]) -> tuple[Basic, ...]:
    """The relations that say that every compound argument lies in the domain of its place.

    Also that masses are those of laws, and that whoever is spoken of is a party of its protocol.

    >>> from dpsym.language.parser import parse_claim
    >>> claim = parse_claim("RenyiDP(M, alpha/2, t) => RenyiDP(M, 1, t) for alpha in (1, oo)")
    >>> obligations(claim.atoms, dict(claim.domains))
    (1 <= alpha/2,)

    Raises:
        ClaimError: no value of the names gives the claim a sense; see :func:`require_sense`.
    """
    require_sense(atoms, domains)
    found: dict[Basic, None] = {}
    for node, _, domain, argument in _placed(atoms):
        # Masses that sum to one and are not negative are at most one.
        wanted = NONNEGATIVE if isinstance(node, heads.Finite) else domain
        if not _is_known(argument) and not _ranges_over(argument, wanted, domains):
            found |= dict.fromkeys(_inside(argument, wanted, _infinite(argument, domains)))
    for node in _nodes(atoms):
        for masses in masses_of(node):
            if not isinstance(node, heads.Finite):
                found |= dict.fromkeys(
                    Le(S.Zero, mass, evaluate=False) for mass in masses if not _is_known(mass)
                )
            if Add(*masses) != 1:
                found[Eq(Add(*masses), S.One, evaluate=False)] = None
    return tuple(found | dict.fromkeys(of_parties(atoms)))


def _is_known(argument: Expr) -> bool:
    """Whether an argument is a constant of which :func:`permits` says where it lies."""
    return argument.is_number and argument.is_extended_real is True


def _ranges_over(argument: Expr, wanted: Domain, domains: Mapping[Symbol, Domain]) -> bool:
    """Whether an argument is a name with a domain inside of what is wanted."""
    known = domains.get(argument)
    return known is not None and not isinstance(wanted, Objects) and wanted.includes(known)


def masses_of(node: Basic) -> list[tuple[Expr, ...]]:
    """The masses, law by law, that are written out in a node."""
    if isinstance(node, heads.Finite):
        return [node.args]
    if isinstance(node, heads.Kernel):
        return [row.args for row in node.args]
    if isinstance(node, heads.Message | heads.Speech):
        entries = node.args[isinstance(node, heads.Speech) :]
        return [tuple(entry.args[place] for entry in entries) for place in (0, 1)]
    return []


def require_sense(atoms: Iterable[Basic], domains: Mapping[Symbol, Domain]) -> None:
    """Complain about what no value of the names could mend.

    Raises:
        ClaimError: a constant lies outside the domain of its place, probabilities do not sum to
            one, or a number of rounds need not be an integer.
    """
    for node, role, domain, argument in _placed(atoms):
        if argument.is_number and not permits(role, argument):
            raise misplaced(node.func, role, text(argument))
        if not _is_known(argument) and isinstance(domain, Integers):
            _require_integral(node, role, argument, domains)
    for node in _nodes(atoms):
        for masses in masses_of(node):
            total = Add(*masses)
            if total.is_Rational and total != 1:
                raise ClaimError(
                    f"the probabilities of {text(node)} sum to {total}", part=text(node)
                )
            if any(_is_known(mass) and not NONNEGATIVE.contains(mass) for mass in masses):
                raise ClaimError(f"a probability of {text(node)} is negative", part=text(node))
    require_fit(atoms)


def permits(role: Role, value: Expr) -> bool:
    """Whether a constant may stand in a place.

    >>> from dpsym.language import roles
    >>> permits(roles.PROBABILITY, S(2))
    False
    >>> [permits(roles.EPSILON, value) for value in (S(-1), S.Infinity)]
    [True, False]
    """
    domain = role.defining
    return domain is None or value.is_extended_real is not True or _holds(value, domain)


def misplaced(
    head: type[Basic], role: Role, written: str, position: int | None = None
) -> ClaimError:
    """The complaint about a constant outside the domain of its place."""
    half = head is heads.Renyi and written in ("1/2", "0.5")
    return ClaimError(
        f"{written} stands as {role.name} of {head.__name__}, which ranges over {role.defining}",
        part=written,
        position=position,
        remedy=f"write a value in {role.defining}"
        + half * "; that of order 1/2 is -2*log(1 - Hellinger(P, Q))",
    )


def _holds(value: Expr, domain: Domain) -> bool:
    return not isinstance(domain, Objects) and domain.contains(value)


def _nodes(atoms: Iterable[Basic]) -> Iterator[Basic]:
    """The nodes of the atoms that have heads of ours, each once."""
    seen: set[Basic] = set()
    for atom in atoms:
        for node in preorder_traversal(atom):
            if node.func in SIGNATURES and node not in seen:
                seen.add(node)
                yield node


def _placed(atoms: Iterable[Basic]) -> Iterator[tuple[Basic, Role, Domain, Expr]]:
    """The numeric arguments of laws and mechanisms, and those that define the others."""
    for node in _nodes(atoms):
        for role, argument in zip(roles_of(node), node.args, strict=True):
            if is_scalar(argument) and role.defining is not None:
                yield node, role, role.defining, argument


def _require_integral(
    node: Basic, role: Role, argument: Expr, domains: Mapping[Symbol, Domain]
) -> None:
    if not is_integral(argument, domains):
        raise ClaimError(
            f"{argument} stands as {role.name} of {type(node).__name__} and need not be an integer",
            part=text(node),
            remedy="declare its names as integers, as in 'for k in 1..oo'",
        )


def is_integral(argument: Expr, domains: Mapping[Symbol, Domain]) -> bool:
    """Whether a number is made of integers by operations that keep them integers.

    >>> from dpsym.language.domains import COUNTS
    >>> k = Symbol("k")
    >>> is_integral(2*k - 1, {k: COUNTS}), is_integral(k/2, {k: COUNTS})
    (True, False)
    """
    if argument.is_Pow:
        return is_integral(argument.base, domains) and _is_natural(argument.exp, domains)
    made = isinstance(argument, Add | Mul | Max | Min | Abs)
    return (
        argument.is_Integer
        or isinstance(domains.get(argument), Integers)
        or (made and all(is_integral(part, domains) for part in argument.args))
    )


def _is_natural(argument: Expr, domains: Mapping[Symbol, Domain]) -> bool:
    """Whether an argument is made of integers >= 0 by operations that keep them so."""
    known = domains.get(argument)
    if argument.is_Pow:
        return _is_natural(argument.base, domains) and _is_natural(argument.exp, domains)
    return (
        (bool(argument.is_Integer) and argument >= 0)
        or (isinstance(known, Integers) and bool(known.lower >= 0))
        or (
            isinstance(argument, Add | Mul | Max | Min)
            and all(_is_natural(part, domains) for part in argument.args)
        )
    )


def _infinite(argument: Expr, domains: Mapping[Symbol, Domain]) -> bool:
    """Whether a name in the argument may be infinite."""
    ranges = (domains.get(name) for name in argument.free_symbols)
    return not all(isinstance(d, Integers) or (d is not None and REALS.includes(d)) for d in ranges)


def _inside(argument: Expr, domain: Domain, infinite: bool) -> Iterator[Basic]:
    """What says that an argument lies in a domain; ``infinite`` if it might be oo or -oo."""
    if not isinstance(domain, Integers | Interval):
        return
    below, above = (Lt, Le), (Lt, Le)
    opened = isinstance(domain, Interval) and domain.lower_open
    closed = isinstance(domain, Interval) and domain.upper_open
    if domain.lower is not S.NegativeInfinity or infinite:
        yield below[not opened](domain.lower, argument, evaluate=False)
    if domain.upper is not S.Infinity or (infinite and not closed):
        yield above[not closed](argument, domain.upper, evaluate=False)
