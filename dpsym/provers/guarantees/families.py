"""Claims about families of mechanisms, for every number of members, by the kernel's induction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice, product
from typing import Any

from sympy import (
    Basic,
    Dummy,
    Expr,
    Le,
    Lt,
    Mul,
    Pow,
    Product,
    S,
    Sum,
    Symbol,
    Tuple,
    exp,
    log,
    preorder_traversal,
    sqrt,
    tanh,
)
from sympy.core.relational import Relational

from dpsym.errors import ClaimError
from dpsym.kernel.family_experiments import named, reduction
from dpsym.kernel.family_laws import PARITIES
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.claim import Claim, make_claim
from dpsym.language.definitions import normal
from dpsym.language.domains import COUNTS
from dpsym.language.heads import Each, Entry, Guarantee, ObjectName
from dpsym.language.indexed import (
    TOTALS,
    Largest,
    body_of,
    bound_here,
    is_experiment,
    is_whole,
    running_of,
    subset_sums_of,
    totals_of,
    wholes_of,
)
from dpsym.language.printing import text
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.guarantees.written import written_out
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.sums import ways

Form = Callable[..., Guarantee]


class Induction:
    """Guarantees of all members, each by induction on how many there are; from them the claim."""

    name = "induction"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The conclusion for all members by itself; then by way of what the members add up to."""
        yield from _reduced(claim)
        if any(map(is_experiment, claim.conclusions)):
            return
        for between in _ways(claim):
            written = [text(one) for one in between]
            said = " and ".join(written) or "what each member is"
            words = f"by induction on the number of members, {said}"
            for params in ({"between": written}, {"between": written, "counted": True}):
                if "counted" in params and not any(_counts(one, claim) for one in between):
                    continue
                with suppress(ClaimError):
                    yield from by_rule("families", claim, params, words)


def _ways(claim: Claim) -> list[list[Basic]]:
    """What may be shown first of all members; no induction reaches sums over subsets."""
    reached = [c for c in claim.conclusions if not subset_sums_of(c)]
    stated = [c for c in reached if isinstance(c, Guarantee) and is_whole(c.args[0])]
    about = [c for c in reached if isinstance(c, Relational)]
    itself: list[Basic] = [*stated, *about]
    found: list[list[Basic]] = []
    for one in sorted(dict.fromkeys(_natural(claim)), key=partial(_strangers, claim)):
        bounds = _union_bounds(one, claim)
        found += [[one], [one, *bounds]] if bounds else [[one]]
    # the step of an induction seldom bounds a root or a logarithm of a sum by itself
    return [*found, itself] if any(map(_bends, stated)) else [itself, *found]


_NUMBERED = {
    "known": ("number",),
    "uniform": ("number",),
    "responses": ("number", "each"),
    "optimal": ("each",),
}
_WAYS = {
    "responses": "members are images of responses, whose composition is known",
    "optimal": "no more than canonical responses show, whose curve is known",
    "known": "a hypothesis covers every pair of vectors",
    "covered": "for each two vectors a hypothesis is about others that differ where they do",
    "bits": "rounds whose bits agree say nothing, and the others compose",
    "uniform": "averaged over all sets of rounds in which a record is present",
    "together": "what holds for the composition holds between any vectors",
    "alike": "as many rounds of a mechanism that answers on the databases of all members",
    "written": "what is assumed, in closed form",
    "parity": "the difference of the two parities is a product over the rounds",
}
MOST_WAYS, MOST_FACTS = 40, 4


def _reduced(claim: Claim) -> Iterator[Split]:
    """By claims about families to which the conclusion is reduced, and inductions about these.

    Of rounds that are written out by what is said of any members within the same guarantee.
    """
    yield from _by_ways(claim, claim, {})
    for said in map(text, _of_rounds(claim)):
        try:
            _, goal = named(Goal(claim, {"said": said}, (), set()))
        except (Rejected, ClaimError):
            continue
        yield from _by_ways(claim, goal.claim, {"said": said})


def _by_ways(claim: Claim, general: Claim, said: dict[str, str]) -> Iterator[Split]:
    for way, words in _WAYS.items():
        for chosen in _parameters(general, way):
            params = {"way": way, **said, **chosen}
            try:
                _, reduced = reduction(Goal(general, params, (), set()))
            except (Rejected, ClaimError):
                continue
            for between in islice(_choices([_first_ways(one) for one in reduced]), MOST_WAYS):
                written = [[text(one) for one in some] for some in between]
                shown = sorted({one for some in written for one in some} | set(said.values()))
                told = f"{words}; by induction {' and '.join(shown)}" if shown else words
                try:
                    yield from by_rule("families", claim, params | {"between": written}, told)
                except ClaimError:
                    continue


def _parameters(claim: Claim, way: str) -> Iterator[dict[str, Any]]:
    """What the parameters of a way may be."""
    if way == "written":
        numbers = [
            n
            for n, h in enumerate(claim.hypotheses)
            if isinstance(h, Guarantee) and is_whole(h.args[0]) and not h.has(ObjectName)
            if not is_experiment(h) or set(h.args[1:3]) in (set(PARITIES), _apart(claim))
        ]
        if numbers:
            yield written_out(claim, numbers)
        return
    if way == "parity":
        yield from ({"variation": text(one)} for one in _variations(claim))
        return
    if way == "optimal":
        yield {}  # of rounds that are written out
    keys = _NUMBERED.get(way, ())
    for places in product(range(len(claim.hypotheses)), repeat=len(keys)):
        yield dict(zip(keys, places, strict=True))


def _apart(claim: Claim) -> set[Basic]:
    """The vectors that differ in each round of a family."""
    return {heads.Ones(0), heads.Ones(claim.index.count)} if claim.index else set()


def _variations(claim: Claim) -> Iterator[Expr]:
    """The factors of products that a conclusion about an experiment has for its delta."""
    for experiment in filter(is_experiment, claim.conclusions):
        *_, delta = experiment.args
        index = experiment.args[0].args[1][0]
        for total in sorted(delta.atoms(Product), key=str):
            yield total.function.xreplace({total.limits[0][0]: index})


def _of_rounds(claim: Claim) -> Iterator[Basic]:
    """What is known of rounds of an experiment that are written out."""
    known = dict(claim.domains)
    for experiment in filter(is_experiment, claim.conclusions):
        member, _ = experiment.args[0].args
        if member.has(ObjectName):
            continue
        one = member.xreplace({entry: entry.args[0] for entry in member.atoms(Entry)})
        domains = {name.name: known.get(name, COUNTS) for name in one.free_symbols}
        alone = make_claim((), (heads.ApproxDP(one, S.Zero, S.One),), domains)
        back = {entry.args[0]: entry for entry in member.atoms(Entry)}
        for fact in islice(facts_about(one, alone), MOST_FACTS):
            yield fact.guarantee.xreplace(back)


def _choices(found: list[list[list[Basic]]]) -> Iterator[tuple[list[Basic], ...]]:
    """One way for each claim: of all the same, then any."""
    longest = max(map(len, found), default=1)
    alike = (tuple(one[min(n, len(one) - 1)] for one in found) for n in range(longest))
    yield from alike
    yield from product(*found)


def _first_ways(claim: Claim) -> list[list[Basic]]:
    """What may be shown first of all members where little of it is left to the induction."""
    if all(isinstance(c, Each) for c in claim.conclusions):
        return [[]]
    if not any(isinstance(c, Relational) for c in claim.conclusions):
        return sorted(_ways(claim), key=len, reverse=True)  # bounds of what fails go before
    sizes = _least(claim)
    if sizes:
        return [sizes, []]
    known = [] if any(map(wholes_of, claim.atoms)) else ways(claim)
    return [[], *islice(known, MOST_WAYS), *_ways(claim)]


def _least(claim: Claim) -> list[Basic]:
    """How large products are at least of which a number is subtracted."""
    found: list[Basic] = []
    for one in sorted({p for c in claim.conclusions for p in c.atoms(Product)}, key=str):
        factor = one.function
        rest = factor - 1
        if isinstance(rest, exp):
            grows = not rest.args[0].could_extract_minus_sign()
            found.append(Le(2, one, evaluate=False) if grows else Lt(1, one, evaluate=False))
    return found


def _bends(stated: Basic) -> bool:
    """Whether a root or a logarithm of what the members add up to stands in a guarantee."""
    nodes = [n for n in stated.atoms(Pow, log) if isinstance(n, log) or not n.exp.is_Integer]
    return any(_totals(node) for node in nodes)


def _counts(one: Basic, claim: Claim) -> bool:
    """Whether the number of members stands beside what they add up to."""
    if claim.index is None:
        return False
    named = {node: Dummy() for node in (*wholes_of(one), *_totals(one))}
    return bool(one.xreplace(named).has(claim.index.count))


def _strangers(claim: Claim, one: Basic) -> int:
    """How many sums and products stand in one of a guarantee and the conclusions alone."""
    return len(_totals(one) ^ set().union(*map(_totals, claim.conclusions)))


def _totals(atom: Basic) -> set[Basic]:
    return {node for node in preorder_traversal(atom) if isinstance(node, TOTALS)}


def _natural(claim: Claim) -> Iterator[Basic]:
    """What the members of a family are together, by what each of them is."""
    wholes = sorted({w for atom in claim.atoms for w in wholes_of(atom)}, key=str)
    each = [h for h in claim.hypotheses if isinstance(h, Each)]
    for whole, hypothesis in product(wholes, each):
        atom, (index, _, _) = hypothesis.args
        known = normal(atom) if isinstance(atom, Guarantee) else atom
        member, (bound, first, last) = whole.args
        if not isinstance(known, Guarantee) or known.args[0].xreplace({index: bound}) != member:
            continue
        arguments = [a.xreplace({index: bound}) for a in known.args[1:]]
        limits = _limits(each)
        totals = [t for atom in claim.atoms for t in totals_of(atom, last)]
        made = _Totals((bound, first, last), totals, isinstance(whole, heads.Parallel))
        yield from made.guarantees(whole, type(known), arguments)
        limited = [limits.get(a.args[0], a) if isinstance(a, Entry) else a for a in arguments]
        if limited != arguments:
            yield from made.guarantees(whole, type(known), limited)
    yield from _any_fails(claim)


def _any_fails(claim: Claim) -> Iterator[Guarantee]:
    """What is claimed with a sum of deltas, one for each member, with that any of them fails."""
    for claimed in (normal(c) for c in claim.conclusions if isinstance(c, Guarantee)):
        whole, *parameters = claimed.args
        if isinstance(claimed, heads.ApproxDP) and is_whole(whole):
            epsilon, delta = parameters
            if isinstance(delta, Sum) and not running_of(delta):
                fails = S.One - Product(S.One - delta.function, *delta.limits)
                yield heads.ApproxDP(whole, epsilon, fails)


def _limits(each: list[Each]) -> dict[Basic, Expr]:
    """Numbers of families, by their names, that are at most a number which is none's."""
    found: dict[Basic, Expr] = {}
    for hypothesis in each:
        atom = hypothesis.args[0]
        bounded = isinstance(atom, Le) and isinstance(atom.lhs, Entry)
        if bounded and not atom.rhs.has(Entry, hypothesis.args[1].args[0]):
            found[atom.lhs.args[0]] = atom.rhs
    return found


def _union_bounds(guarantee: Basic, claim: Claim) -> list[Basic]:
    """That the probability of a failure is at most the sum of all, where the claim has that.

    Or at most a delta of sums that is claimed, where the claim has no such sum alone.
    """
    assert claim.index is not None
    found: list[Basic] = []
    for fails in guarantee.atoms(Product):
        one = S.One - fails.function
        sums = (t for atom in claim.atoms for t in totals_of(atom, claim.index.count))
        bounds: list[Expr] = []
        for total in (t for t in sums if isinstance(t, Sum)):
            if body_of(total).xreplace({bound_here(total)[-1]: fails.limits[0][0]}) == one:
                bounds.append(total)
        stated = (c.args[2] for c in claim.conclusions if isinstance(c, heads.ApproxDP))
        bounds = bounds or [delta for delta in stated if delta.has(Sum)]
        found += [Le(S.One - fails, bound, evaluate=False) for bound in bounds]
    return found


class _Totals:
    """Sums, products and maxima over a range, in the form in which the claim has them."""

    def __init__(self, bounds: tuple[Symbol, Expr, Expr], known: list[Basic], apart: bool) -> None:
        self._bounds, self._known, self._apart = bounds, known, apart

    def guarantees(
        self, whole: Basic, kind: type[Basic], arguments: list[Expr]
    ) -> Iterator[Guarantee]:
        """What the whole is, if each member is so."""
        if self._apart:
            yield kind(whole, *map(self._largest, arguments))
            return
        add, fail = self._sum, self._failure
        if kind is heads.PureDP:
            (e,) = arguments
            yield heads.PureDP(whole, add(e))
            yield heads.ZCDP(whole, S.Zero, add(e**2 / 2))
            yield heads.ZCDP(whole, *self._moments(e))
        elif kind is heads.ApproxDP:
            e, d = arguments
            yield heads.ApproxDP(whole, add(e), fail(d))
            yield heads.ApproxZCDP(whole, fail(d), S.Zero, add(e**2 / 2))
            yield heads.ApproxZCDP(whole, fail(d), *self._moments(e))
        elif kind is heads.ProbabilisticDP:
            yield heads.ProbabilisticDP(whole, add(arguments[0]), fail(arguments[1]))
        elif kind is heads.ZCDP:
            yield heads.ZCDP(whole, *map(add, arguments))
        elif kind is heads.ApproxZCDP:
            yield heads.ApproxZCDP(whole, fail(arguments[0]), *map(add, arguments[1:]))
        elif kind in (heads.RenyiDP, heads.BoundedZCDP):
            yield kind(whole, arguments[0], *map(add, arguments[1:]))
        elif kind is heads.GaussianDP:
            (m,) = arguments
            yield heads.GaussianDP(whole, sqrt(add(m**2)))
            yield heads.ZCDP(whole, S.Zero, add(m**2 / 2))

    def _moments(self, e: Expr) -> tuple[Expr, Expr]:
        """The line of zCDP at order 1 at the mean of the loss of randomised responses."""
        spread = self._sum(e**2 / 2)
        return self._sum(e * tanh(e / 2)) - spread, spread

    def _sum(self, one: Expr) -> Expr:
        """The sum, as a multiple of one that the claim has if there is such a one."""
        if one == 0:
            return S.Zero
        for known in self._known:
            if isinstance(known, Sum):
                factor = one / known.function.xreplace({known.limits[0][0]: self._bounds[0]})
                if factor.is_Rational and factor > 0:
                    return Mul(factor, known)
        factor, rest = one.as_coeff_Mul()
        return Mul(factor, Sum(rest, self._bounds))

    def _failure(self, one: Expr) -> Expr:
        """The probability that one of them fails."""
        return S.Zero if one == 0 else S.One - Product(S.One - one, self._bounds)

    def _largest(self, one: Expr) -> Expr:
        return Largest(one, Tuple(*self._bounds)) if one.has(Entry) else one
