"""Divergences of finite laws whose masses may vanish, by cases: where one does and elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from sympy import Add, Basic, Expr, Lt, Poly, Rational, S, Symbol

from dpsym.kernel.rejection import Rejected
from dpsym.kernel.supports import mapped
from dpsym.kernel.terms import sign, weighted
from dpsym.language.claim import Claim
from dpsym.language.divergences import DIVERGENCES, Form, at_order
from dpsym.language.domains import Interval
from dpsym.language.heads import Divergence, ObjectName
from dpsym.language.printing import text
from dpsym.provers.contradiction import negative
from dpsym.provers.divergences.outcomes import outcomes_of, unsupported
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.logic import Elimination, Narrowing
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, is_numeric, restate, scalar_hypotheses


class KernelInputs:
    """Laws with names that a kernel maps, which is written out, by their masses."""

    name = "inputs of kernels"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim about masses, where each law is mapped by kernels of as many rows."""
        with suppress(Rejected):
            names = {
                f"{law.name}.{place}": fresh(claim, f"{str(law).lower()}{place}_").name
                for law, rows in mapped(claim).items()
                for place in range(rows - 1)
            }
            yield from by_rule("listed", claim, names, "by the masses of the laws that are mapped")


class Supports:
    """A mass that is zero at an end of a name's domain only, where a closed form has no value."""

    name = "supports"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim where the mass is positive, and where it is zero, and so for other masses."""
        for split in _by_mass(claim):
            yield _followed(split, lambda goal: next(_by_mass(goal), None))


class Unsupported:
    """Where a hypothesis bounds a divergence, its first law has no mass where the second has none.

    Where it had some, the divergence would be infinite, and above the bound.
    """

    name = "mass without support"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim where such a mass is positive, which contradicts, and where it is zero."""
        yield from _without_mass(claim)


def _without_mass(claim: Claim) -> Iterator[Split]:
    """The cases of one mass that a bounded divergence excludes."""
    if len(claim.conclusions) != 1:
        return
    for number, hypothesis in enumerate(claim.hypotheses):
        for mass in unsupported(hypothesis):
            for split in _cases(claim, mass):
                excluded = [(goal, _excluded(goal, number)) for goal in split.subgoals
                            if Lt(S.Zero, mass, evaluate=False) in goal.hypotheses]  # fmt: skip
                others = [goal for goal in split.subgoals if goal not in dict(excluded)]
                further = _followed(
                    replace(split, subgoals=tuple(others)),
                    lambda goal: next(_without_mass(goal), None),
                )
                proofs = tuple(goal for _, way in excluded for goal in way.subgoals)
                yield replace(
                    further,
                    subgoals=(*proofs, *further.subgoals),
                    between=(*excluded, *further.between),
                )
                return


def _excluded(claim: Claim, number: int) -> Split:
    """The claim by the negative of a hypothesis, which follows from those about numbers."""
    hypothesis = claim.hypotheses[number]
    goal = restate(claim, [negative(hypothesis)], hypotheses=scalar_hypotheses(claim))
    words = f"nothing satisfies {text(hypothesis)}"
    return Split((goal,), words, detail={"number": number}, rule="contradiction")


def _by_mass(claim: Claim) -> Iterator[Split]:
    """The cases of one mass that is zero at an end of a name's domain."""
    if len(claim.conclusions) != 1 or not all(map(is_numeric, claim.hypotheses)):
        return
    for distance in _vanishing(claim, claim.conclusions[0]):
        yield from _cases(claim, distance)
        return


def by_sign(claim: Claim, number: Expr) -> Iterator[Split]:
    """The claim where a number is positive and where it is not, over the domains that this leaves.

    Nothing where the claim can be simplified before.
    """
    for split in _cases(claim, number):
        yield _followed(split, lambda _: None)


def _cases(claim: Claim, number: Expr) -> Iterator[Split]:
    """The claim where a number is positive and where it is not, if it cannot be simplified."""
    if _simpler(claim) is None:
        words = f"where {text(number)} is positive, and where it is not"
        yield from by_rule("cases", claim, {"of": text(number)}, words)


def _followed(split: Split, way: Callable[[Claim], Split | None]) -> Split:
    """The split with its subgoals simplified, and those that there is a way for followed on."""
    between, left = list[tuple[Claim, Split]](), list[Claim]()
    for goal in split.subgoals:
        simpler = _simpler(goal)
        further = simpler if simpler and len(simpler.subgoals) == 1 else way(goal)
        if further is None:
            left.append(goal)
        else:
            further = _followed(further, way)
            between.append((goal, further))
            left += further.subgoals
    return replace(split, subgoals=tuple(dict.fromkeys(left)), between=tuple(between))


def vanishes(number: Expr, claim: Claim) -> bool:
    """Whether a number of one name is not negative, and 0 at an end of that name's domain."""
    return _inside(number, claim) is not None


def _inside(number: Expr, claim: Claim) -> Expr | None:
    """How far inside its domain the only name of a number >= 0 is, from an end where that is 0."""
    known = _domain(number, claim)
    if known is None:
        return None
    name, domain = known
    lower, upper = (domain.lower, domain.lower_open), (domain.upper, domain.upper_open)
    for (end, is_open), distance in ((lower, name - domain.lower), (upper, domain.upper - name)):
        if not is_open and number.subs(name, end) == 0:
            return distance
    return None


def _beyond(number: Expr, claim: Claim) -> Expr | None:
    """How far the only name of a number >= 0 is beyond the first point inside where that is 0."""
    known = _domain(number, claim)
    if known is None or not number.is_polynomial(known[0]):
        return None
    name, domain = known
    roots = [Rational(root) for root in Poly(number, name).ground_roots()]
    inside = [root for root in roots if domain.lower < root and root < domain.upper]
    return name - min(inside) if inside else None


def _domain(number: Expr, claim: Claim) -> tuple[Symbol, Interval] | None:
    """The only name of a number that is evidently not negative, and its domain."""
    if len(number.free_symbols) != 1:
        return None
    (name,), domains = number.free_symbols, dict(claim.domains)
    domain = domains.get(name)
    if not isinstance(domain, Interval) or sign(number, domains) != 1:
        return None
    return name, domain


def _simpler(claim: Claim) -> Split | None:
    """The claim over smaller domains, or with one name less; None where it is as simple."""
    ways = (split for tactic in (Elimination(), Narrowing()) for split in tactic.splits(claim))
    return next(ways, None)


def _vanishing(claim: Claim, atom: Basic) -> Iterator[Expr]:
    """Where masses that must be positive for a closed form are 0: at how far inside from there.

    Beside a divergence that is infinite where its mass is positive, so for its factors.
    """
    for divergence in map(at_order, sorted(atom.atoms(Divergence), key=str)):
        form, laws = DIVERGENCES.get(type(divergence), Form()), divergence.args[-2:]
        outcomes = None if divergence.has(ObjectName) else outcomes_of(*laws)
        for p, q in outcomes or ():
            endless = q == 0 and form.most is S.Infinity
            needed = [form.positive(p, q), p if form.null or endless else None]
            factors = _factors(atom, divergence) if endless else []
            distances = [_inside(n, claim) for n in (*needed, *factors) if n is not None]
            distances += [_beyond(factor, claim) for factor in factors]
            yield from (distance for distance in distances if distance is not None)


def _factors(atom: Basic, divergence: Basic) -> list[Expr]:
    """What a divergence is multiplied by in the sides of a relation."""
    terms = [weighted(term) for side in atom.args for term in Add.make_args(side)]
    return [factor for factor, rest in terms if rest == divergence]
