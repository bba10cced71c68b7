"""One divergence below another of the same kind, between laws that differ in little."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, Expr, Le, Lt, Pow, Rational, S, Symbol

from dpsym.kernel.implications import evident, implied, plain
from dpsym.language.claim import Claim
from dpsym.language.divergences import DIVERGENCES
from dpsym.language.domains import Interval
from dpsym.language.heads import Divergence, Guarantee, Mixture, ObjectName
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import asked_by, by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, restate


class AnyBetween:
    """Two divergences whose laws differ in one number: with every number between for the other."""

    name = "any number between"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with a name for the number on the larger side, which says more."""
        sides = _compared(claim)
        if sides is None:
            return
        name = fresh(claim, "t")
        found = _apart(*sides, name)
        if found is not None:
            freed, low, high = found
            domain = Interval(min(low, high), max(low, high))
            goal = restate(claim, [at_most(sides[0], freed)], domains={name: domain})
            words = f"with any number from {text(low)} to {text(high)} for the latter"
            yield Split((goal,), words, detail={"with": {name.name: text(high)}}, rule="generalise")


class Components:
    """A divergence from a mixture by one that no component's exceeds."""

    name = "components compared"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """That the divergence of a component is no larger; the claim where that is known."""
        sides = _compared(claim)
        if sides is None:
            return
        left, right = sides
        *parameters, mixed, last = left.args
        for law in _components(mixed):
            part = left.func(*parameters, law, last)
            known = at_most(part, right)
            alike = law.func == right.args[-2].func and part != right and law != last
            if alike and law != mixed and not any(implied(known, h, {}) for h in claim.hypotheses):
                params = {"between": text(part), "limit": text(right)}
                yield from by_rule("cut", claim, params, "a component compared with the other side")
                return


class Ends:
    """What is written out where a number is not at an end of its domain, there and at the end."""

    name = "ends apart"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim inside the domain, and at the end."""
        atom = claim.conclusions[0]
        if len(claim.conclusions) != 1 or atom.has(ObjectName):
            return
        rule = "definition" if isinstance(atom, Guarantee) else "closed-form"
        if any(_closed_ends(claim)) and (rule == "definition" or atom.has(Divergence)):
            params = {"order": fresh(claim, "alpha").name}
            for need in asked_by(rule, claim, params):
                inside = next(_insides(need), None)
                if inside is not None and not evident(need):
                    yield from by_rule("cases", claim, {"of": text(inside)}, "at the end, and not")
                    return


def _insides(goal: Claim) -> Iterator[Expr]:
    """How far names are from closed ends of their domains at which a claim is ill-formed.

    There a divisor is zero, or what it says to be positive.
    """
    atom = goal.conclusions[0]
    apart = [power.base for power in atom.atoms(Pow) if power.exp.is_negative]
    apart += [atom.rhs] if isinstance(atom, Lt) and atom.lhs == 0 else []
    for name, end, sign in _closed_ends(goal):
        if any(e.subs(name, end) == 0 for e in apart):
            yield sign * (name - end)


def _closed_ends(goal: Claim) -> Iterator[tuple[Symbol, Rational, int]]:
    """Names with rational ends that they take, and 1 for lower ends, -1 for upper ones."""
    for name, domain in goal.scalars():
        if isinstance(domain, Interval):
            for end, outside, sign in (
                (domain.lower, domain.lower_open, 1),
                (domain.upper, domain.upper_open, -1),
            ):
                if not outside and end.is_Rational:
                    yield name, end, sign


def _compared(claim: Claim) -> tuple[Basic, Basic] | None:
    """The two divergences, of which the last laws are the same, that a claim compares."""
    atom = plain(claim.conclusions[0])
    if len(claim.conclusions) != 1 or not isinstance(atom, Le):
        return None
    left, right = atom.args
    if not isinstance(left, Divergence) or left.func != right.func:
        return None
    alike = left.args[:-2] == right.args[:-2] and left.args[-1] == right.args[-1]
    return (left, right) if alike else None


def _components(law: Basic) -> list[Basic]:
    if not isinstance(law, Mixture):
        return [law]
    return [part for inner in law.args[1:] for part in _components(inner)]


def _apart(first: Basic, second: Basic, name: Symbol) -> tuple[Basic, Rational, Rational] | None:
    """The second with a name for the one number in which it differs from the first, and both."""
    if isinstance(first, Rational) and isinstance(second, Rational):
        return name, first, second
    if first.func != second.func or len(first.args) != len(second.args):
        return None
    differ = [i for i, pair in enumerate(zip(first.args, second.args, strict=True))
              if pair[0] != pair[1]]  # fmt: skip
    found = (
        _apart(first.args[differ[0]], second.args[differ[0]], name) if len(differ) == 1 else None
    )
    if found is None:
        return None
    args = (*second.args[: differ[0]], found[0], *second.args[differ[0] + 1 :])
    return second.func(*args), found[1], found[2]


class Named:
    """A bounded divergence of which a function is bounded, with a name for what it is at least."""

    name = "a divergence as a name"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim for every number that the divergence is at least."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le):
            return
        for divergence in sorted(atom.lhs.atoms(Divergence) - atom.rhs.atoms(Divergence), key=str):
            most, name = DIVERGENCES[divergence.func].most, fresh(claim, "h")
            side = atom.lhs.xreplace({divergence: name})
            if most is S.Infinity or not side.diff(name).has(name):
                continue
            known = at_most(name, divergence)
            goal = restate(
                claim,
                [at_most(side, atom.rhs)],
                hypotheses=(known, *claim.hypotheses),
                domains={name: Interval(S.Zero, most)},
            )
            words, value = f"for every number below {text(divergence)}", text(divergence)
            ends = at_most(S.Zero, divergence), at_most(divergence, most)
            inside = [restate(claim, [end], hypotheses=()) for end in ends]
            inner = Split((goal, *inside), words, (), {"with": {name.name: value}}, "generalise")
            cut = {"between": value, "limit": value, "least": True}
            first, then = asked_by("cut", claim, cut)
            yield Split((first,), words, (), cut, "cut", between=((then, inner),))
