"""Reductions that need no mathematics: conjunctions, cases, domains, finite ranges of integers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import product

from sympy import (
    Abs,
    Basic,
    Eq,
    Expr,
    Integer,
    Max,
    Min,
    Pow,
    S,
    Sum,
    Symbol,
    expand,
    fraction,
    together,
)
from sympy.core.relational import (
    GreaterThan,
    LessThan,
    StrictGreaterThan,
    StrictLessThan,
)

from dpsym.errors import DomainError
from dpsym.kernel.implications import evident, plain
from dpsym.kernel.terms import sign
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Domain, Integers, Interval
from dpsym.language.heads import Divergence, Guarantee, HockeyStick, ObjectName, Quantity
from dpsym.language.names import runs_backwards, written_out
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, is_numeric, restate, scalar_hypotheses, substitute
from dpsym.provers.scalar.factoring import factored
from dpsym.provers.scalar.goal import Goal
from dpsym.provers.scalar.signs import Region

MAX_CASES = 400
ORDERED = GreaterThan | LessThan | StrictGreaterThan | StrictLessThan


class Conjunction:
    """Several conclusions, one after the other."""

    name = "conjunction"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One subgoal for each conclusion."""
        if len(claim.conclusions) > 1:
            yield Split(
                tuple(restate(claim, [atom]) for atom in claim.conclusions),
                "each conclusion",
                rule="conjunction",
            )


class Given:
    """What is assumed."""

    name = "given"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """Nothing is left to show."""
        if all(conclusion in claim.hypotheses for conclusion in claim.conclusions):
            yield Split((), "it is assumed", rule="restated")


class Both:
    """An equation of numbers under hypotheses, as the two inequalities that it is."""

    name = "both"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One subgoal for each inequality."""
        equation = len(claim.conclusions) == 1 and isinstance(claim.conclusions[0], Eq)
        if equation and claim.hypotheses and is_numeric(claim.conclusions[0]):
            yield from by_rule("both", claim, {}, "neither side is larger")


class Vanishing:
    """A term of which a power is assumed not to be positive is zero."""

    name = "vanishing"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """That the term is at most zero, and at least, each as one more hypothesis."""
        for given in scalar_hypotheses(claim):
            hypothesis = plain(given)
            if not isinstance(hypothesis, Eq | LessThan):
                continue
            factor, power = factored(hypothesis.lhs - hypothesis.rhs).as_coeff_Mul()
            base, exponent = _base_of(power)
            wrong = isinstance(hypothesis, LessThan) and factor < 0
            if wrong or not base.free_symbols or exponent <= 1:
                continue
            for least in (False, True):
                known = at_most(S.Zero, base) if least else at_most(base, S.Zero)
                if known not in claim.hypotheses and not evident(
                    Claim((), (known,), claim.domains)
                ):
                    cut = {"between": text(base), "limit": "0"} | ({"least": True} if least else {})
                    for split in by_rule("cut", claim, cut, f"{text(base)} is zero"):
                        yield _elsewhere(split, known, given)
                    return


def _elsewhere(split: Split, known: Basic, given: Basic) -> Split:
    """The step, where what is cut to holds because what is given fails elsewhere."""
    first = next((goal for goal in split.subgoals if goal.conclusions == (known,)), None)
    if first is None or not isinstance(plain(given), LessThan):
        return split
    where = {"number": first.hypotheses.index(given), "beside": True}
    for turned in by_rule("contradiction", first, where, "elsewhere what is assumed fails"):
        others = [goal for goal in split.subgoals if goal != first]
        return replace(split, subgoals=(*turned.subgoals, *others), between=((first, turned),))
    return split


def _base_of(power: Expr) -> tuple[Expr, Expr]:
    """The term of which a power is one, also of powers of it, and the exponent."""
    base, exponent = power, S.One
    while isinstance(base, Pow) and base.exp.is_Rational:
        base, exponent = base.base, exponent * base.exp
    return base, exponent


class Spread:
    """Bounds that are assumed of absolute values, maxima and minima, part by part."""

    name = "spread"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with more hypotheses, where that changes any."""
        if any(h.has(Abs, Max, Min) for h in claim.hypotheses):
            for split in by_rule("spread", claim, {}, "bounds of each part"):
                if split.subgoals and split.subgoals[0].hypotheses != claim.hypotheses:
                    yield split


class Elimination:
    """Names that hypotheses say what they are: in an equation linear in them, or at an end.

    The factor of a name in an equation may be a term that is evidently positive, or negative.

    Of a name whose domain is one number an equation says so.
    """

    name = "elimination"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with one name less."""
        known = {n: domain for n, domain in claim.scalars() if isinstance(domain, Interval)}
        for name, domain in known.items():
            value = Eq(name, domain.lower, evaluate=False)
            if domain.lower == domain.upper and value not in claim.hypotheses:
                goal = restate(claim, claim.conclusions, hypotheses=(value, *claim.hypotheses))
                yield Split((goal,), f"{name} is {text(domain.lower)}", rule="restated")
                return
        for number, hypothesis in enumerate(map(plain, claim.hypotheses)):
            if not isinstance(hypothesis, Eq | LessThan) or hypothesis.has(Quantity, Sum):
                continue
            gap = expand(hypothesis.lhs - hypothesis.rhs)
            alone = [side for side in hypothesis.args if side.is_Symbol]
            for name in dict.fromkeys((*alone, *sorted(gap.free_symbols, key=str))):
                factor = gap.coeff(name)
                rest = gap - factor * name
                if name not in known or not factor.is_Rational or factor == 0 or rest.has(name):
                    continue
                value = -rest / factor
                ends = known[name]
                if isinstance(hypothesis, LessThan) and value != (
                    ends.lower if factor > 0 else ends.upper
                ):
                    continue
                if name in alone:
                    (value,) = (side for side in hypothesis.args if side != name)
                told = {"name": name.name, "value": text(value), "factor": text(factor)}
                params = {"number": number, **told}
                yield from by_rule("elimination", claim, params, f"{name} is {text(value)}")
                return
        for number, hypothesis in enumerate(map(plain, claim.hypotheses)):
            if isinstance(hypothesis, Eq) and not hypothesis.has(Quantity, Sum):
                above, below = fraction(together(hypothesis.lhs - hypothesis.rhs))
                for name in sorted(above.free_symbols & known.keys(), key=str):
                    factor = expand(above).coeff(name)
                    rest = expand(above - factor * name)
                    weight = factor / below
                    signs = [w for w in (1, -1) if _positive(w * weight, known)]
                    if not signs or rest.has(name):
                        continue
                    way = -1 if _positive(-factor, known) else 1
                    value = text(expand(-way * rest) / expand(way * factor))
                    told = {"name": name.name, "value": value, "factor": text(weight)}
                    params = {"number": number, "negative": -1 in signs, **told}
                    yield from by_rule("elimination", claim, params, f"{name} is {value}")
                    return


def _positive(term: Expr, known: dict[Symbol, Interval]) -> bool:
    """Whether a term is > 0 by its terms, or by its range."""
    if sign(term, known) == 2:
        return True
    found = Region.of(Goal(term, tuple(known.items()))).range(term)
    return found is not None and found.positive


class Narrowing:
    """Hypotheses that bound a name by a constant are its domain; those it implies say nothing."""

    name = "narrowing"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim over smaller domains, with fewer hypotheses."""
        numeric = scalar_hypotheses(claim)
        domains, told = dict(claim.domains), set()
        for hypothesis in numeric:
            found = _range_in(hypothesis)
            known = None if found is None else domains.get(found[0])
            if found is not None and isinstance(known, Interval | Integers):
                with suppress(DomainError, TypeError):
                    domains[found[0]] = known.intersection(found[1])
                    told.add(hypothesis)
        if any(_says_next(atom, domains) for atom in claim.conclusions):
            return
        ranges = tuple(domains.items())
        kept = [
            h for h in claim.hypotheses if h not in told
            and not (evident(Claim((), (h,), ranges)) if h in numeric else _is_idle(h, ranges))
        ]  # fmt: skip
        if len(kept) < len(claim.hypotheses):
            goal = restate(claim, claim.conclusions, hypotheses=kept, domains=domains)
            words = "over the domains that hypotheses leave"
            yield Split((goal,), words, rule="generalise", whole=True)


def _is_idle(hypothesis: Basic, ranges: tuple[tuple[Basic, Domain], ...]) -> bool:
    """Whether a divergence of equal laws, which is 0, is bounded by what is not negative."""
    if not isinstance(hypothesis, GreaterThan | LessThan) or not isinstance(
        hypothesis.lts, Divergence
    ):
        return False
    *_, p, q = hypothesis.lts.args
    nothing = p == q and not isinstance(hypothesis.lts, HockeyStick)
    return nothing and evident(Claim((), (at_most(S.Zero, hypothesis.gts),), ranges))


def _says_next(conclusion: Basic, domains: Mapping[Symbol, Domain]) -> bool:
    """Whether an integer is said to be beyond the number next to an end of its domain.

    That is what the smaller domain needs, so that it does not follow from that.
    """
    found = _range_in(conclusion)
    known = None if found is None else domains.get(found[0])
    if found is None or not isinstance(known, Integers):
        return False
    return (found[1].lower, found[1].lower_open) == (known.lower - 1, True) or (
        found[1].upper,
        found[1].upper_open,
    ) == (known.upper + 1, True)


def _range_in(hypothesis: Basic) -> tuple[Symbol, Interval] | None:
    """A name with the interval to which a relation linear in it and nothing else confines it."""
    if len(hypothesis.free_symbols) != 1 or not isinstance(hypothesis, ORDERED):
        return None
    (name,) = hypothesis.free_symbols
    gap = expand(hypothesis.gts - hypothesis.lts)
    factor = gap.coeff(name)
    signed = factor.is_positive or factor.is_negative
    end = (factor * name - gap) / factor if signed else name
    if end.has(name) or not end.is_real:
        return None
    is_open = isinstance(hypothesis, StrictGreaterThan | StrictLessThan)
    if factor.is_positive:
        return name, Interval(end, S.Infinity, is_open, True)
    return name, Interval(S.NegativeInfinity, end, True, is_open)


class Alternatives:
    """A guarantee with a parameter ``Min(a, b)``: it holds if it holds with each of them."""

    name = "alternatives"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One subgoal for each argument of the Min."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Guarantee):
            return
        atom = claim.conclusions[0]
        for place, argument in enumerate(atom.args):
            options = _options(argument) if heads.is_scalar(argument) else []
            if len(options) > 1:
                atoms = [
                    atom.func(*atom.args[:place], option, *atom.args[place + 1 :])
                    for option in options
                ]
                yield Split(
                    tuple(restate(claim, [a]) for a in atoms),
                    "the least of several parameters is one of them",
                    detail={"of": text(min(atom.args[place].atoms(Min), key=str))},
                    rule="cases",
                )
                return


def _options(parameter: Expr) -> list[Expr]:
    """The parameter with each argument of its Min in turn, at every point one of them is it."""
    for node in sorted(parameter.atoms(Min), key=str):
        return [parameter.xreplace({node: argument}) for argument in node.args]
    return []


class Exhaustion:
    """Integer names with few values that count rounds, group members or terms: value by value."""

    name = "exhaustion"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One subgoal for each assignment that the hypotheses do not exclude."""
        if not any(atom.has(ObjectName, Sum) for atom in claim.conclusions):
            return
        names = [
            (name, domain)
            for name, domain in claim.scalars()
            if isinstance(domain, Integers)
            and domain.upper is not S.Infinity
            and domain.lower is not S.NegativeInfinity
            and _counts(claim, name)
        ]
        if not names:
            return
        ranges = [range(int(d.lower), int(d.upper) + 1) for _, d in names]
        size = 1
        for span in ranges:
            size *= len(span)
        if size > MAX_CASES:
            return
        subgoals = []
        for values in product(*ranges):
            assignment = {n: Integer(v) for (n, _), v in zip(names, values, strict=True)}
            if _excluded(claim, assignment):
                continue
            case = _case(claim, assignment)
            if case is None:
                return
            subgoals.append(case)
        written = ", ".join(name.name for name, _ in names)
        yield Split(
            tuple(subgoals),
            f"every value of {written}",
            detail={"names": written.split(", ")},
            rule="exhaustion",
        )


def _counts(claim: Claim, name: Symbol) -> bool:
    for atom in claim.atoms:
        for node in atom.atoms(heads.Compose, heads.Group, Sum):
            if name in node.free_symbols:
                return True
    return False


def _case(claim: Claim, assignment: dict[Symbol, Integer]) -> Claim | None:
    """The claim at these integers, with sums written out; None where an atom has no value."""
    remaining = [h for h in claim.hypotheses if h.xreplace(assignment) != S.true]
    case = substitute(restate(claim, claim.conclusions, hypotheses=remaining), assignment)
    if case is None:
        return None
    sums = {node: written_out(node) for atom in case.atoms for node in atom.atoms(Sum)}
    if any(runs_backwards(node) for node in sums):
        return None
    return substitute(case, sums) if sums else case


def _excluded(claim: Claim, assignment: dict[Symbol, Integer]) -> bool:
    return any(h.xreplace(assignment) == S.false for h in claim.hypotheses)
