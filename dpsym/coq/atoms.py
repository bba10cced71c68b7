"""Guarantees and divergences, of laws and mechanisms, as propositions of Coq."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sympy import Add, Basic, Eq, Expr, Le, Lt, Max, Min, Mul, S, Symbol, exp, log
from sympy.core.relational import Relational

from dpsym.coq.notation import UnexportableError, coq, count_of, name
from dpsym.kernel.implications import plain
from dpsym.kernel.terms import Domains, sign
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, ObjectName, is_scalar

POSITIVE = 2
"""The kernel's word for a term that is evidently > 0."""
SIGNS = {Le: "<=", Lt: "<", Eq: "="}
GUARANTEES = (
    heads.PureDP, heads.ApproxDP, heads.ZCDP, heads.ApproxZCDP, heads.BoundedZCDP, heads.RenyiDP,
    heads.MeanCDP, heads.GaussianDP, heads.BoundedRange, heads.ProbabilisticDP, heads.TailDP,
    heads.Simulable,
)  # fmt: skip
NOISY = (
    heads.GaussianMechanism, heads.LaplaceMechanism, heads.GeometricMechanism,
    heads.LogisticMechanism,
)  # fmt: skip
"""The mechanisms that the library has as the partitions of their noise."""
NAMED = heads.RandomizedResponse, heads.CanonicalRR, *NOISY
SEEN = (
    heads.PureDP, heads.ApproxDP, heads.ZCDP, heads.ApproxZCDP, heads.RenyiDP, heads.GaussianDP,
)  # fmt: skip
"""Guarantees that say of an adversary with coins, who may stop, what they say of one without."""
FINEST = heads.MeanCDP, heads.ProbabilisticDP
"""Guarantees that a law may keep, and one of its partitions break."""
HIDDEN = heads.CuriousDP, heads.MaliciousDP
"""Guarantees of a protocol."""
NUMBERS = heads.HockeyStick, heads.TotalVariation, heads.Hellinger
"""The divergences that are at most 1 for all laws."""
FINITE = *NUMBERS, heads.TriangularDiscrimination
"""The divergences that are finite for all laws."""
EXTENDED = heads.Renyi, heads.KL, heads.MaxDivergence, heads.ChiSquared
"""The divergences that are finite where the first law is absolutely continuous to the second."""


def atom(found: Basic) -> str:
    """A hypothesis or conclusion as a proposition.

    Raises:
        UnexportableError: a head has no counterpart.
    """
    found = plain(found)
    if isinstance(found, GUARANTEES):
        return guarantee(found)
    if isinstance(found, HIDDEN) and isinstance(found.args[0], ObjectName):
        protocol, party, *parameters = found.args
        written = " ".join([name(protocol), count_of(party), *map(coq, parameters)])
        return f"{type(found).__name__} {written}"
    if isinstance(found, Le) and isinstance(found.lhs, heads.Capacity):
        return capacity(found.lhs, found.rhs)
    if is_relation(found):
        return relation(found)
    raise UnexportableError(f"{type(found).__name__} has no counterpart in Coq")


def capacity(found: heads.Capacity, bound: Expr) -> str:
    """That a capacity is at most a number."""
    subject, *counts = found.args
    if bound.has(heads.Quantity):
        raise UnexportableError("a capacity compared with what is no number is not exported")
    blocks, records = map(count_of, (S.One, *counts)[-2:])
    return f"capacity_at_most {mechanism(subject)} {blocks} {records} {coq(bound)}"


def is_relation(found: Basic) -> bool:
    """Whether a proposition relates numbers, perhaps of divergences."""
    return isinstance(found, Relational) and all(map(is_scalar, found.args))


def guarantee(found: Basic) -> str:
    """A guarantee of a mechanism."""
    subject, *parameters = found.args
    if isinstance(subject, heads.Hypotheses) and isinstance(found, heads.ApproxDP):
        return " ".join(["HypothesisDP", *experiment(subject), *map(coq, parameters)])
    if isinstance(found, heads.RenyiDP) and parameters[0] is S.Infinity:
        return f"PureDP {mechanism(subject)} {coq(parameters[1])}"
    if isinstance(found, heads.BoundedZCDP) and parameters[0] is S.Infinity:
        found, parameters = heads.ZCDP(subject, *parameters[1:]), parameters[1:]
    if subject.has(heads.Concurrent) and not isinstance(found, SEEN):
        raise UnexportableError(f"{type(found).__name__} of interactive mechanisms is not exported")
    written = " ".join(map(coq, parameters))
    return f"{type(found).__name__} {mechanism(subject)} {written}"


def experiment(found: heads.Hypotheses) -> tuple[str, str, str]:
    """The rounds of an experiment, and the two sets of laws on vectors of bits."""
    rounds, *sides = found.args
    if isinstance(rounds, heads.Compose) and is_number(rounds.args[-1]):
        count = count_of(rounds.args[1])
        written = f"(List.repeat {mechanism(rounds.args[0])} {count})"
    else:
        parts = rounds.args if isinstance(rounds, heads.Compose) else (rounds,)
        count, written = str(len(parts)), f"[{'; '.join(map(mechanism, parts))}]"
    first, second = (f"(On {count} {vectors(side)})" for side in sides)
    return written, first, second


def vectors(found: Basic) -> str:
    """A set of vectors of bits."""
    if isinstance(found, heads.Ones):
        return f"(Ones {count_of(found.args[0])} {count_of(found.args[-1])})"
    listed = found.args if isinstance(found, heads.Every) else (found,)
    if not all(isinstance(one, heads.Bits) for one in listed):
        raise UnexportableError(f"{type(found).__name__} has no counterpart in Coq")
    if not all(bit in (0, 1) for one in listed for bit in one.args):
        raise UnexportableError(f"the bits of {found} are not written out")
    bits = (("true" if bit == 1 else "false" for bit in one.args) for one in listed)
    return f"(Every [{'; '.join(f'[{chr(59).join(one)}]' for one in bits)}])"


def mechanism(found: Basic) -> str:
    """A mechanism as a term."""
    if isinstance(found, ObjectName):
        return name(found)
    if isinstance(found, heads.PostProcess):
        return f"(PostProcess {mechanism(found.args[0])})"
    if isinstance(found, heads.Compose) and is_number(found.args[-1]):
        return f"(Rounds {mechanism(found.args[0])} {count_of(found.args[1])})"
    if isinstance(found, heads.Compose | heads.Parallel):
        *others, last = map(mechanism, found.args)
        for other in reversed(others):
            last = f"({type(found).__name__} {other} {last})"
        return last
    if isinstance(found, heads.Concurrent):
        return interactive(found)
    if isinstance(found, heads.Group):
        return f"(Group {mechanism(found.args[0])} {count_of(found.args[1])})"
    if isinstance(found, heads.Subsample):
        return f"(Subsample {mechanism(found.args[0])} {coq(found.args[1])})"
    if isinstance(found, NAMED):
        return f"({type(found).__name__} {' '.join(map(coq, found.args))})"
    if isinstance(found, heads.FiniteMechanism):
        first, second, *rest = map(law, found.args)
        return f"(FiniteMechanism {first} {second} [{'; '.join(rest)}])"
    raise UnexportableError(f"{type(found).__name__} has no counterpart in Coq")


def interactive(found: Basic) -> str:
    """An interactive mechanism as a term."""
    if isinstance(found, ObjectName):
        return name(found)
    if isinstance(found, heads.Concurrent) and not is_number(found.args[-1]):
        *others, last = map(interactive, found.args)
        for other in reversed(others):
            last = f"(Concurrent {other} {last})"
        return last
    raise UnexportableError(f"{type(found).__name__} in Concurrent has no counterpart in Coq")


def is_number(found: Basic) -> bool:
    """Whether an argument is a number, not an object or of divergences."""
    return isinstance(found, Expr) and is_scalar(found) and not isinstance(found, ObjectName)


def law(found: Basic) -> str:
    """A law as a term."""
    if isinstance(found, ObjectName):
        return name(found)
    if isinstance(found, heads.Finite):
        first, *rest = map(coq, found.args)
        return f"(Finite {first} [{'; '.join(rest)}])"
    if isinstance(found, heads.Bernoulli):
        return f"(Bernoulli {coq(found.args[0])})"
    if isinstance(found, heads.Mixture):
        return f"(Mixture {coq(found.args[0])} {' '.join(map(law, found.args[1:]))})"
    if isinstance(found, heads.Product):
        *others, last = map(law, found.args)
        for other in reversed(others):
            last = f"(Product {other} {last})"
        return last
    if isinstance(found, heads.Pushforward) and isinstance(found.args[0], ObjectName):
        return f"(push {name(found.args[0])} {law(found.args[1])})"
    raise UnexportableError(f"{type(found).__name__} has no counterpart in Coq")


def divergence(found: Basic) -> str:
    """A divergence as the number that it is where it is finite."""
    if not isinstance(found, (*FINITE, *EXTENDED)):
        raise UnexportableError(f"{type(found).__name__} has no counterpart in Coq")
    if isinstance(found, heads.Renyi) and found.args[0] is S.Infinity:
        return divergence(heads.MaxDivergence(*found.args[1:]))
    parts = [coq(a) if is_scalar(a) else law(a) for a in found.args]
    return f"({type(found).__name__} {' '.join(parts)})"


def written(side: Expr) -> str:
    """A number of divergences, where these are finite."""
    return coq(opaque(side))


def opaque(side: Expr) -> Expr:
    """A side with names for its divergences that read as these do."""
    names = {node: Symbol(divergence(node)) for node in side.atoms(Divergence)}
    found: Expr = side.xreplace(names)
    return found


def relation(found: Basic) -> str:
    """A relation between numbers, of which divergences may be infinite.

    Sides increase in their divergences: where those on the larger side are finite, so are those
    on the smaller one, and the relation holds of the numbers. What equals a number is finite.
    """
    left, right = found.args
    said = f"{written(left)} {SIGNS[type(found)]} {written(right)}"
    small, large = (finite(side) for side in (left, right))
    if isinstance(found, Eq):
        if not small or not large:
            return " /\\ ".join([*(f"{one} << {two}" for one, two in small or large), said])
        raise UnexportableError("an equality of divergences that may be infinite")
    if not isinstance(found, Le) and (small or large):
        raise UnexportableError("a strict inequality of divergences that may be infinite")
    concluded = " /\\ ".join([*(f"{one} << {two}" for one, two in small), said])
    return "".join(f"{one} << {two} -> " for one, two in large) + concluded


def finite(side: Expr) -> list[tuple[str, str]]:
    """The pairs of laws that must be absolutely continuous for a side to be finite."""
    found = sorted(side.atoms(*EXTENDED), key=str)
    return list(dict.fromkeys((law(node.args[-2]), law(node.args[-1])) for node in found))


def check_noise(claim: Claim) -> None:
    """Checks that no hypothesis says more of the partitions of noise than of the noise itself.

    Raises:
        UnexportableError: one does.
    """
    for found in map(plain, _said(claim.hypotheses)):
        if isinstance(found, FINEST) and found.args[0].has(*NOISY):
            guarantee = type(found).__name__
            raise UnexportableError(f"{guarantee} of noise does not say it of its partitions")


def check_pairs(claim: Claim, *, refuted: bool) -> None:
    """Checks that nothing is assumed, or refuted, of more pairs of laws than the claim speaks of.

    In Coq a sample has any records beside the one that differs, drawn by any law, what a part of
    several in parallel does may depend on what others answered, and a group has each database
    beside itself. What mixtures of pairs and equal laws keep is the same for these.

    Raises:
        UnexportableError: something else is.
    """
    for found in map(plain, _said(claim.conclusions if refuted else claim.hypotheses)):
        mixed = found.args[0] if isinstance(found, SEEN) else None
        if found.has(heads.Subsample) and not (refuted and isinstance(mixed, heads.Subsample)):
            raise UnexportableError("a sample has in Coq any law for the records beside one")
        if found.has(heads.Parallel) and not isinstance(mixed, heads.Parallel):
            raise UnexportableError("a part has in Coq the answers of others to go by")
        grouped = isinstance(found, heads.ProbabilisticDP) and found.args[0].has(heads.Group)
        if grouped and not sign(found.args[1], dict(claim.domains)):
            raise UnexportableError("a group has in Coq each database beside itself")


def _said(atoms: Iterable[Basic]) -> Iterator[Basic]:
    """The atoms without the index of a member."""
    yield from (found.args[0] if isinstance(found, heads.Each) else found for found in atoms)


def check_sides(claim: Claim) -> None:
    """Checks that sides of relations grow beyond all bounds with divergences that may be infinite.

    Raises:
        UnexportableError: one does not, so that finite numbers do not say all of the relation.
    """
    domains = dict(claim.domains)
    for side in (side for found in filter(is_relation, _said(claim.atoms)) for side in found.args):
        for node in side.atoms(*EXTENDED):
            if not increases(side, node, domains):
                raise UnexportableError(f"{side} does not increase with {type(node).__name__}")
            if not diverges(side, node, domains):
                raise UnexportableError(f"{side} has a limit where {node} is infinite")


def diverges(side: Expr, node: Expr, domains: Domains, *, falls: bool = False) -> bool:
    """Whether a side is infinite where a part is, or falls below all bounds, by its form."""
    if side == node:
        return not falls
    if isinstance(side, Add | Max | Min):
        every = all if isinstance(side, Min if not falls else Max) else any
        return every(diverges(part, node, domains, falls=falls) for part in side.args)
    if isinstance(side, exp | log):
        return not falls and diverges(side.args[0], node, domains)
    if isinstance(side, Mul):
        rest = Mul(*(part for part in side.args if not part.has(node)))
        down = falls is not (sign(rest, domains) != POSITIVE)
        return any(diverges(p, node, domains, falls=down) for p in side.args if p.has(node))
    if side.is_Pow and side.exp.is_Rational and side.exp > 0:
        return not falls and diverges(side.base, node, domains)
    return False


def increases(side: Expr, node: Expr, domains: Domains, *, falls: bool = False) -> bool:
    """Whether a side grows with a part that is not negative, or falls, by its form."""
    if not side.has(node):
        return True
    if side == node:
        return not falls
    if isinstance(side, Add | Max | Min):
        return all(increases(part, node, domains, falls=falls) for part in side.args)
    if isinstance(side, exp | log):
        return increases(side.args[0], node, domains, falls=falls)
    if isinstance(side, Mul):
        moving = [part for part in side.args if part.has(node)]
        rest = Mul(*(part for part in side.args if not part.has(node)))
        signs = [number for number in (rest, -rest) if sign(number, domains) == POSITIVE]
        if len(moving) != 1 or not signs:
            return False
        return increases(moving[0], node, domains, falls=falls is not (signs[0] != rest))
    if side.is_Pow and side.exp.is_Rational:
        return increases(side.base, node, domains, falls=falls is not bool(side.exp < 0))
    return False
