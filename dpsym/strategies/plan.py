"""How the names of a claim are to be drawn: in which order, how large, and which are read off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from sympy import Basic, Expr, S, Symbol, exp
from sympy.core.relational import Relational

from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Domain, Integers, Interval, Sort
from dpsym.language.heads import ObjectName, roles_of
from dpsym.language.meaning import composed_parts
from dpsym.language.printing import text
from dpsym.strategies.requirements import PURE, Hypothesis, take_apart
from dpsym.strategies.scalars import Range, Values, certainly

_LARGEST_COUNT = 4
_CAPS = {"alpha": 10**4, "epsilon": 40, "k": _LARGEST_COUNT, "center": 20}
_CAP_IN_HEADS = 100
_CAP_ELSEWHERE = 10**6
_CAP_INTEGERS = 1000
_LARGEST_LOGARITHM = 12
_LOGARITHMIC = (
    heads.PureDP,
    heads.ApproxDP,
    heads.HockeyStick,
    heads.BoundedRange,
    heads.Simulable,
    heads.CuriousDP,
    heads.MaliciousDP,
    heads.ResponseProtocol,
)


@dataclass(frozen=True, slots=True)
class Component:
    """Laws or mechanisms that hypotheses tie together, with those hypotheses."""

    names: tuple[Symbol, ...]
    hypotheses: tuple[Hypothesis, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A claim, taken apart for drawing.

    Attributes:
        claim: the claim.
        numeric: the hypotheses between numbers.
        laws: the laws' components.
        mechanisms: the mechanisms' components.
        nameless: the hypotheses about laws and mechanisms that have no name.
        domains: the domain of every number, in the order in which numbers are best drawn.
        early: the numbers that laws and mechanisms depend on.
        readable: those that may be read off instead.
        logarithmic: those that are best logarithms of rationals.
        caps: the size up to which each is drawn.
        always: those of the logarithmic ones that must be, for masses to be rational.
    """

    claim: Claim
    numeric: tuple[Relational, ...]
    laws: tuple[Component, ...]
    mechanisms: tuple[Component, ...]
    nameless: tuple[Hypothesis, ...]
    domains: dict[Symbol, Interval | Integers]
    early: frozenset[Symbol]
    readable: frozenset[Symbol]
    logarithmic: frozenset[Symbol]
    caps: dict[Symbol, int]
    always: frozenset[Symbol] = frozenset()

    def range_of(self, name: Symbol) -> Range:
        """Where a number may lie before any hypothesis is looked at."""
        domain = self.domains[name]
        found = Range.of(domain, Fraction(self.caps[name]))
        if isinstance(domain, Integers) and self.caps[name] == _LARGEST_COUNT:
            top = max(domain.lower, min(domain.upper, S(_LARGEST_COUNT)))
            return Range(domain.lower, top, whole=True)
        return found


def make_plan(claim: Claim) -> Plan:
    """The plan for a claim.

    Raises:
        EvaluationError: a hypothesis cannot be honoured by construction; the message names it.
    """
    numeric, about_objects = _split(claim)
    nameless = tuple(h for h in about_objects if not any(s.atoms(ObjectName) for s in h.subject))
    scalars = {n: d for n, d in claim.domains if isinstance(d, Interval | Integers)}
    responses = _of_responses(nameless)
    readable, early = _stages(claim, numeric, about_objects, scalars)
    order = sorted(scalars, key=lambda name: _lateness(name, scalars[name], numeric))
    return Plan(
        claim,
        numeric,
        _components(claim.objects(Sort.LAW), about_objects),
        _components(claim.objects(Sort.MECHANISM), about_objects),
        nameless,
        {name: scalars[name] for name in order},
        early,
        readable,
        _logarithmic(claim, about_objects) | responses,
        {name: _cap(claim, name, scalars[name]) for name in scalars},
        _of_protocols(claim) | responses,
    )


def _split(claim: Claim) -> tuple[tuple[Relational, ...], tuple[Hypothesis, ...]]:
    numeric: list[Relational] = []
    about_objects: list[Hypothesis] = []
    for atom in claim.hypotheses:
        if atom.has(heads.Guarantee, heads.Divergence, ObjectName):
            about_objects.append(take_apart(atom))
        elif atom.free_symbols:
            numeric.append(atom)
        elif not certainly(atom, {}):
            raise EvaluationError(f"the hypothesis {text(atom)} is not certain to hold anywhere")
    return tuple(numeric), tuple(about_objects)


def _stages(
    claim: Claim,
    numeric: tuple[Relational, ...],
    about_objects: tuple[Hypothesis, ...],
    scalars: dict[Symbol, Interval | Integers],
) -> tuple[frozenset[Symbol], frozenset[Symbol]]:
    """The numbers that may be read off the laws, and those the laws depend on."""
    bare = {b for h in about_objects for b in h.bounds if isinstance(b, Symbol)}
    fixed: set[Symbol] = set()
    for hypothesis in about_objects:
        for part in (*hypothesis.subject, *hypothesis.known):
            fixed |= part.free_symbols
        if isinstance(hypothesis.atom, heads.ApproxZCDP):
            fixed |= hypothesis.atom.args[1].free_symbols
        for bound in hypothesis.bounds:
            fixed |= bound.free_symbols - bare
            if not isinstance(bound, Symbol):
                fixed |= bound.free_symbols
    for count in _counts(claim.atoms):
        fixed |= count.free_symbols
    fixed = {name for name in fixed if name in scalars}
    readable = {
        name
        for name in bare - fixed
        if isinstance(scalars[name], Interval) and _is_unlimited(name, scalars[name], about_objects)
    }
    free = set(scalars) - fixed - bare
    for relation in numeric:
        if not any(side in free for side in relation.args):
            readable -= relation.free_symbols
    return frozenset(readable), frozenset((fixed | bare) & set(scalars))


def _is_unlimited(name: Symbol, domain: Domain, hypotheses: tuple[Hypothesis, ...]) -> bool:
    """Whether the domain holds every value that may be read off."""
    assert isinstance(domain, Interval)
    if domain.upper is S.Infinity:
        return True
    within_one = all(h.requirement.finite_always for h in hypotheses if name in h.bounds)
    return within_one and bool(domain.upper >= 1) and not domain.upper_open


def _counts(atoms: tuple[Basic, ...]) -> Iterator[Expr]:
    for atom in atoms:
        for node in atom.atoms(heads.Group, heads.Compose):
            if len(node.args) == 2 and heads.is_scalar(node.args[1]):
                yield node.args[1]
        for node in atom.atoms(heads.Capacity, heads.Recovery):
            yield from node.args[1:]


def _lateness(
    name: Symbol, domain: Interval | Integers, numeric: tuple[Relational, ...]
) -> tuple[int, bool]:
    bare = sum(name in r.args and len(r.free_symbols) > 1 for r in numeric)
    return bare, domain.upper is S.Infinity


def _components(
    names: tuple[Symbol, ...], hypotheses: tuple[Hypothesis, ...]
) -> tuple[Component, ...]:
    """The names grouped by the hypotheses they share; free laws belong together."""
    groups: list[tuple[set[Symbol], list[Hypothesis]]] = []
    free = set(names)
    for hypothesis in hypotheses:
        touched = {n for s in hypothesis.subject for n in s.atoms(ObjectName)} & set(names)
        if not touched:
            continue
        free -= touched
        merged: tuple[set[Symbol], list[Hypothesis]] = (set(touched), [hypothesis])
        for group in [g for g in groups if g[0] & touched]:
            groups.remove(group)
            merged = (merged[0] | group[0], group[1] + merged[1])
        groups.append(merged)
    if free:
        groups.append((free, []))
    return tuple(
        Component(tuple(n for n in names if n in members), tuple(tied)) for members, tied in groups
    )


def _logarithmic(claim: Claim, hypotheses: tuple[Hypothesis, ...]) -> frozenset[Symbol]:
    found: set[Symbol] = set()
    for atom in claim.atoms:
        for node in [atom, *atom.atoms(*_LOGARITHMIC)]:
            if node.func in heads.SIGNATURES:
                for role, argument in zip(roles_of(node), node.args, strict=True):
                    if role.name in ("epsilon", "eta") and isinstance(argument, Symbol):
                        found.add(argument)
    for hypothesis in hypotheses:
        if hypothesis.requirement is PURE or hypothesis.atom.has(heads.MaxDivergence):
            found |= {bound for bound in hypothesis.bounds if isinstance(bound, Symbol)}
    return frozenset(found)


def _of_protocols(claim: Claim) -> frozenset[Symbol]:
    """The epsilons of a claim about protocols."""
    found: set[Symbol] = set()
    if not any(
        atom.has(heads.ProtocolHead) or claim.objects(Sort.PROTOCOL) for atom in claim.atoms
    ):
        return frozenset()
    for atom in claim.atoms:
        speaking = atom.atoms(heads.ResponseProtocol, heads.MechanismHead)
        for node in (atom, *speaking):
            if isinstance(node, heads.Guarantee) or node in speaking:
                roles = zip(roles_of(node), node.args, strict=True)
                found |= {a for role, a in roles if role.name == "epsilon" and a.is_Symbol}
    return frozenset(found)


def _of_responses(hypotheses: tuple[Hypothesis, ...]) -> frozenset[Symbol]:
    """The epsilons of the mechanisms that are written in hypotheses."""
    return frozenset(
        argument
        for hypothesis in hypotheses
        for part in hypothesis.subject
        for node in (part, *part.atoms(heads.MechanismHead))
        if node.func in heads.SIGNATURES
        for role, argument in zip(roles_of(node), node.args, strict=True)
        if role.name == "epsilon" and argument.is_Symbol
    )


def _cap(claim: Claim, name: Symbol, domain: Interval | Integers) -> int:
    caps = [_CAP_INTEGERS if isinstance(domain, Integers) else _CAP_ELSEWHERE]
    for atom in claim.atoms:
        for node in [atom, *atom.atoms(heads.Head)]:
            if node.func in heads.SIGNATURES and name in node.free_symbols:
                caps.append(_CAP_IN_HEADS)
                for role, argument in zip(roles_of(node), node.args, strict=True):
                    if role.name in _CAPS and argument.has(name):
                        caps.append(_CAPS[role.name])
    if "alpha" in _roles(claim, name):
        return _CAPS["alpha"]
    return min(caps)


def _roles(claim: Claim, name: Symbol) -> set[str]:
    return {
        role.name
        for atom in claim.atoms
        for node in [atom, *atom.atoms(heads.Head)]
        if node.func in heads.SIGNATURES
        for role, argument in zip(roles_of(node), node.args, strict=True)
        if argument == name
    }


def row_length(claim: Claim, values: Values) -> int:
    """How many databases stand in a row, so that every group and all records of the claim fit."""
    return 1 + max((_reach(atom, values) for atom in claim.atoms), default=1)


def _reach(node: Basic, values: Values) -> int:
    inner = max((_reach(argument, values) for argument in node.args), default=1)
    if isinstance(node, heads.Group):
        size = node.args[1].xreplace(dict(values))
        if not size.is_Integer or size < 1:
            raise EvaluationError(f"{text(node)} has no definite group size")
        return inner * int(size)
    if isinstance(node, heads.Capacity):
        records = prod(part.xreplace(dict(values)) for part in node.args[1:])
        return inner * int(records)
    return inner


def rounds(claim: Claim, values: Values) -> int:
    """The largest number of mechanisms that one composition of the claim runs."""
    return max((_rounds(atom, values) for atom in claim.atoms), default=1)


def _rounds(node: Basic, values: Values) -> int:
    inner = max((_rounds(argument, values) for argument in node.args), default=1)
    if isinstance(node, heads.Compose):
        return inner * len(composed_parts(node.xreplace(dict(values))))
    return inner * len(node.args) if isinstance(node, heads.Concurrent) else inner


def forced_size(claim: Claim) -> int | None:
    """The number of outcomes that a concrete law forces on the laws compared with it.

    Raises:
        EvaluationError: two concrete laws force different numbers.
    """
    sizes = {
        outcomes(law, 0)
        for atom in claim.atoms
        for node in atom.atoms(heads.Divergence, heads.Mixture)
        for law in node.args
        if isinstance(law, heads.Finite | heads.Bernoulli)
        and any(other.atoms(ObjectName) for other in node.args)
    }
    if len(sizes) > 1:
        raise EvaluationError(
            f"{claim.text} compares its laws with laws on {sorted(sizes)} outcomes"
        )
    return sizes.pop() if sizes else None


def outcomes(law: Basic, size: int) -> int:
    """The number of outcomes of a law whose names have ``size`` outcomes each."""
    if isinstance(law, heads.Product):
        total = 1
        for factor in law.args:
            total *= outcomes(factor, size)
        return total
    if isinstance(law, heads.Finite):
        return len(law.args)
    if isinstance(law, heads.Bernoulli):
        return 2
    if isinstance(law, heads.Mixture):
        return outcomes(law.args[1], size)
    return size


def kernel_inputs(claim: Claim, kernel: Symbol, laws: Mapping[Symbol, Basic], size: int) -> int:
    """How many inputs a named kernel has, given the laws it may be applied to.

    Raises:
        EvaluationError: it is applied to laws with different numbers of outcomes.
    """
    found = {
        outcomes(node.args[1].xreplace(dict(laws)), size)
        for atom in claim.atoms
        for node in atom.atoms(heads.Pushforward)
        if node.args[0] == kernel
    }
    if len(found) > 1:
        raise EvaluationError(f"the kernel {kernel} is applied to laws on {sorted(found)} outcomes")
    return found.pop() if found else size


def exponential(found: Range) -> Range | None:
    """The range of ``exp(x)`` for x in a range; None where that is too far out to be of use."""
    if found.lower > _LARGEST_LOGARITHM:
        return None
    lower = S.Zero if found.lower is S.NegativeInfinity else exp(found.lower)
    upper = S.Infinity if found.upper > 4 * _LARGEST_LOGARITHM else exp(found.upper)
    open_below = found.lower_open or found.lower is S.NegativeInfinity
    return Range(lower, upper, open_below, found.upper_open, cap=Fraction(10**6))
