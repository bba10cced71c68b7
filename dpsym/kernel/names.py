"""Rules about names: what they are said to be, and other domains for them."""

from __future__ import annotations

from dpsym.algebra import Add, Basic, Eq, Expr, Le, Lt, Mul, Pow, S, Symbol, exp, log
from dpsym.kernel.goal import Goal, at_most, existence
from dpsym.kernel.implications import entails, implied, includes, plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import (
    Domains,
    all_parts,
    difference,
    doubtful,
    equal,
    is_finite,
    parts_of,
    sign,
    substitute,
)
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import lossless, partial_parts
from dpsym.language.definitions import PROCESSED
from dpsym.language.domains import MECHANISM, NONNEGATIVE, Integers, Interval, Objects


def elimination(goal: Goal) -> list[Claim]:
    """A name that a hypothesis says to equal a term is that term, which lies in its domain.

    The sides of the hypothesis differ by ``factor`` times the name less the term: a number, or a
    term shown to be positive, or ``negative``, of what is finite. A name that is at most the lower
    end of its interval is that end; so is one at least the upper. The term has a value: each part
    of it is one of the hypothesis or the reciprocal of the factor, or is shown to have one.
    """
    number, assumed = goal.params.get("number"), goal.claim.hypotheses
    if type(number) is not int or not 0 <= number < len(assumed):
        raise Rejected((), f"there is no hypothesis {number!r}")
    given, name = plain(assumed[number]), Symbol(str(goal.params.get("name")))
    domains = dict(goal.claim.domains)
    domain = domains.pop(name, None)
    value, factor = (goal.expression(goal.params.get(key)) for key in ("value", "factor"))
    if not isinstance(given, Eq | Le) or not isinstance(domain, Interval | Integers):
        raise Rejected((), f"{given} says of no number what it is")
    if not heads.is_scalar(value) or value.has(name, heads.Quantity):
        raise Rejected((), f"{value} is no number without {name}")
    left, right = given.args
    sides = Add(left, factor * value, evaluate=False), Add(right, factor * name, evaluate=False)
    needed = [] if factor.is_Rational else [_signed(goal, given, value, factor)]
    same = equal(*sides, dict(goal.claim.domains)) if needed else difference(*sides) == 0
    if factor == 0 or not same:
        raise Rejected((), f"{given} does not say that {name} is {value}")
    if isinstance(given, Le) and value != (domain.lower if factor > 0 else domain.upper):
        raise Rejected((), f"{value} is no end of the domain of {name}")
    below, above = (Lt if o else Le for o in _open_ends(domain))
    ends = [below(domain.lower, value, evaluate=False)] if domain.lower.is_finite else []
    ends += [above(value, domain.upper, evaluate=False)] if domain.upper.is_finite else []
    others = (*assumed[:number], *assumed[number + 1 :])
    kept = (goal.put(h, {name: value}) for h in others)
    stated = (goal.put(c, {name: value}) for c in goal.claim.conclusions)
    known = (*given.args, lossless(Pow, factor, S.NegativeOne))
    lost = doubtful(parts_of([value]) - parts_of(known), dict(goal.claim.domains))
    needed += [goal.stating(existence(part)) for part in lost]
    return [Claim((*ends, *kept), tuple(stated), tuple(domains.items())), *needed]


def _signed(goal: Goal, given: Basic, value: Expr, factor: Expr) -> Claim:
    """That a factor of an equation between finite numbers is positive, or negative."""
    domains = dict(goal.claim.domains)
    if not isinstance(given, Eq) or not heads.is_scalar(factor):
        raise Rejected((), f"{given} is no equation")
    if not all(is_finite(term, domains) for term in (*given.args, value, factor)):
        raise Rejected((), f"{given} is perhaps between infinities")
    signed = -factor if goal.params.get("negative") is True else factor
    return goal.stating(Lt(S.Zero, signed, evaluate=False))


def _open_ends(domain: Interval | Integers) -> tuple[bool, bool]:
    return (
        (domain.lower_open, domain.upper_open) if isinstance(domain, Interval) else (False, False)
    )


def generalise(goal: Goal) -> list[Claim]:
    """The first child with terms for some of its names says the goal.

    The terms are shown to lie in the domains of the child, and so are names with larger domains
    in the goal, which stand for themselves; for an integer, which counts no family, stands a number
    of its domain, or itself where it is shown to lie between the numbers next to the ends. What is
    said of all mechanisms is so of a concrete one that answers once, if nothing else is said of
    what has a name; not of an experiment, which may have no views to compare. Of all maps of one,
    each by itself, only what every map preserves is so where two of them meet.
    """
    if not goal.children:
        raise Rejected((), "there is no child to generalise to")
    child, known = goal.children[0], dict(goal.claim.domains)
    given = goal.texts("with")
    values = {n: goal.expression(given[n.name]) for n, _ in child.domains if n.name in given}
    needed: list[Basic] = []
    for name, domain in child.domains:
        value, here = values.get(name, name), known.get(name)
        if domain == MECHANISM and _is_concrete(value):
            others = [n for n, other in child.domains if isinstance(other, Objects) and n != name]
            if others or not all(
                isinstance(a, heads.Guarantee) for a in child.atoms if a.has(name)
            ):
                raise Rejected((), f"the child speaks of more than guarantees of {name}")
            if value.has(heads.PostProcess) and not all(
                isinstance(found, PROCESSED) or found.args[0] == name
                for found in map(plain, child.conclusions)
                if found.has(name)
            ):
                raise Rejected((), f"{name} stands for one map of what is post-processed at a time")
            continue
        if here is not None and value == name and includes(domain, here):
            continue
        whole = value.is_Integer and child.index is None
        if isinstance(domain, Integers) and whole and domain.lower <= value <= domain.upper:
            continue
        if isinstance(domain, Integers) and isinstance(here, Integers) and value == name:
            if child.index is not None:
                raise Rejected((), f"{name} may count the members of a family")
            needed += _narrowed(goal, name, domain, here)
            continue
        if not isinstance(domain, Interval) or (here is None and value == name):
            raise Rejected((), f"{name} does not range over {here} in the child")
        endless = domain.upper_open or domain.lower is S.NegativeInfinity
        if endless and not is_finite(value, known):
            raise Rejected((), f"{value} may be infinite")
        needed += [at_most(value, value)] if partial_parts(value) else []
        below, above = (Lt if o else Le for o in (domain.lower_open, domain.upper_open))
        if domain.lower.is_finite:
            needed.append(below(domain.lower, value, evaluate=False))
        if domain.upper.is_finite:
            needed.append(above(value, domain.upper, evaluate=False))
    instance = Claim(
        tuple(goal.put(h, values) for h in child.hypotheses),
        tuple(goal.put(c, values) for c in child.conclusions),
        goal.claim.domains,
    )
    if not entails(instance, goal.claim):
        raise Rejected((), f"the child with these values is {instance.text}")
    return [goal.stating(atom) for atom in needed]


def _narrowed(goal: Goal, name: Symbol, domain: Integers, here: Integers) -> list[Basic]:
    """That an integer of one domain lies in another: between its ends, or the numbers next to them.

    The ends themselves are asked for where hypotheses say so.
    """
    pairs = [
        (at_most(domain.lower, name), Lt(domain.lower - 1, name, evaluate=False)),
        (at_most(name, domain.upper), Lt(name, domain.upper + 1, evaluate=False)),
    ]
    beyond = domain.lower > here.lower, domain.upper < here.upper
    known, assumed = dict(goal.claim.domains), goal.claim.hypotheses
    return [
        weak if any(implied(weak, h, known) for h in assumed) else strict
        for (weak, strict), inside in zip(pairs, beyond, strict=True)
        if inside
    ]


def _is_concrete(mechanism: Basic) -> bool:
    other = mechanism.has(heads.ObjectName, heads.InteractiveMechanism, heads.Hypotheses)
    return isinstance(mechanism, heads.MechanismHead) and not other


def enlarge(goal: Goal) -> list[Claim]:
    """A logarithm on the smaller side becomes a larger one, if that side grows with it."""
    atom, ranges = goal.atom, dict(goal.claim.domains)
    small, large = (goal.expression(goal.params.get(key)) for key in ("small", "large"))
    if not isinstance(atom, Le) or not isinstance(small, log) or not isinstance(large, log):
        raise Rejected((), "the conclusion is no inequality, or the terms no logarithms")
    size = Symbol("size of the logarithm")
    if not _grows(substitute(atom.lhs, {small: size}), size, {**ranges, size: NONNEGATIVE}):
        raise Rejected((), f"{atom.lhs} may decrease in {small}")
    inner, outer = small.args[0], large.args[0]
    enlarged = at_most(substitute(atom.lhs, {small: large}), atom.rhs)
    lost = all_parts(atom.lhs) - all_parts(small) - all_parts(enlarged.lhs)
    needed = [enlarged, at_most(inner, outer), at_most(S.One, inner), *map(existence, lost)]
    return [goal.stating(need) for need in needed]


def _grows(side: Expr, size: Symbol, ranges: Domains) -> bool:
    """Whether a side evidently does not decrease in a nonnegative name."""
    if side == size or not side.has(size):
        return True
    if isinstance(side, Add | exp):
        return all(_grows(part, size, ranges) for part in side.args)
    if isinstance(side, Mul):
        moving = [part for part in side.args if part.has(size)]
        rest = (part for part in side.args if not part.has(size))
        return len(moving) == 1 and _grows(moving[0], size, ranges) and sign(Mul(*rest), ranges) > 0
    if isinstance(side, Pow) and side.exp.is_Rational and side.exp > 0:
        return _grows(side.base, size, ranges) and sign(side.base, ranges) > 0
    return False
