"""Claims about families of mechanisms, for every number of members: induction on it.

A claim about families is the claims with 1, 2, 3, ... members written out, as far as the domain of
the count goes. Whatever is shown here is a claim without families: of one member, which the name of
its family stands for, of all before it, which one new name stands for, or of all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dpsym.algebra import (
    Add,
    Basic,
    Eq,
    Expr,
    Le,
    Lt,
    Max,
    Mul,
    Pow,
    Product,
    S,
    Sum,
    Symbol,
)
from dpsym.kernel.family_numbers import (
    MIRRORED,
    name_subset_sums,
    new_name,
    permitted,
    range_of_total,
)
from dpsym.kernel.goal import Goal, existence
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import doubtful, parts_of, sign, substitute
from dpsym.language import heads
from dpsym.language.claim import Claim, make_claim
from dpsym.language.construct import lossless
from dpsym.language.domains import (
    COUNTS,
    MECHANISM,
    NONNEGATIVE,
    REALS,
    Domain,
)
from dpsym.language.heads import Each, Entry, Guarantee, ObjectName
from dpsym.language.indexed import (
    Largest,
    Member,
    body_of,
    bound_here,
    bound_names,
    is_experiment,
    is_whole,
    running_of,
    subset_sums_of,
    totals_of,
    vectors_of,
    wholes_of,
)
from dpsym.language.indices import Index
from dpsym.language.parser import parse_atom

Values = dict[Basic, Basic]


def induction(goal: Goal) -> list[Claim]:
    """What is 'between', by induction: guarantees of all members, relations between their totals.

    From these follows every conclusion.

    For the first member, and for one more after the others, which are a mechanism of its own that
    is within the guarantee: composition, concurrent and parallel composition are associative. Sums,
    products and maxima over the members before become numbers of which the range alone is known.
    A sum over the members before one, which stands inside of these, is 0 for the first member, and
    for one more it is the number that the same sum over all others has become.
    The count stays what it is beside them; if it is ``counted``, it is 1 for the first member and
    n + 1 after n others. Conclusions follow from what is between and from hypotheses about all
    members, or for each member from the hypotheses about it. Hypotheses about an experiment of
    families are not used, nor is a conclusion one: :mod:`dpsym.kernel.family_experiments`.
    """
    if any(map(is_experiment, goal.claim.conclusions)):
        raise Rejected((), "no induction shows what is between hypotheses about databases")
    between = _between(goal)
    schema = Schema.of(goal.claim, between)
    needed = schema.bodies()
    for atom in between:
        needed += schema.induction(atom, counted=goal.params.get("counted") is True)
    for conclusion in goal.claim.conclusions:
        needed += schema.conclusion(conclusion, between)
    return needed


def _between(goal: Goal) -> list[Basic]:
    """The atoms in the parameters, which speak of what the claim speaks of."""
    texts = goal.params.get("between")
    if not isinstance(texts, list) or goal.claim.index is None:
        raise Rejected((), "the claim is about no families, or nothing is between")
    objects = tuple(name.name for name, _ in goal.claim.domains if isinstance(name, ObjectName))
    between = [plain(parse_atom(str(text), objects=objects)) for text in texts]
    for atom in between:
        about = isinstance(atom, Guarantee) and is_whole(atom.args[0])
        relates = isinstance(atom, Le | Lt | Eq) and not wholes_of(atom)
        if not (about or relates) or subset_sums_of(atom):
            raise Rejected((), f"{atom} is no guarantee of all members, and no relation")
    known = {name.name: domain for name, domain in goal.claim.domains}
    joint = make_claim((*goal.claim.hypotheses, *between), goal.claim.conclusions, known)
    if joint.index is None or joint.index.names != goal.claim.index.names:
        raise Rejected((), "what is between has other families")
    if set(joint.domains) != set(goal.claim.domains):
        raise Rejected((), "what is between has names that the claim does not have")
    return between


def skeletons(claim: Claim) -> list[Claim]:
    """Claims without families that have values only if every number of members gives it one.

    Hypotheses of a member; what is composed and added up of it, and its bits, by the hypotheses
    before; and what is said of all of them.
    """
    schema = Schema.of(claim, ())
    said: Values = {w: heads.PureDP(schema.member(w.args[0]), S.Zero) for w in schema.wholes}
    for vector in sorted(set().union(*map(vectors_of, claim.atoms)), key=str):
        one = heads.Bits(schema.member(vector.args[0]))
        said[vector] = heads.HypothesisDP(schema.any_whole(), one, one, S.Zero, S.One)
    stated = [schema.member(c.args[0]) for c in claim.conclusions if isinstance(c, Each)]
    of_member = {claim.hypotheses: stated}
    added = [(t, Le(one, one, evaluate=False)) for t, p in schema.parts.items() for one in p]
    for node, atom in (*said.items(), *added):
        of_member.setdefault(schema.before(node), []).append(atom)
    of_all = [schema.standing(c) for c in claim.conclusions if not isinstance(c, Each)]
    assumed = [schema.standing(h) for h in claim.hypotheses if not isinstance(h, Each)]
    return [
        *(Claim(schema.single(h), tuple(atoms), schema.domains) for h, atoms in of_member.items()),
        Claim(tuple(assumed), tuple(of_all), schema.domains),
    ]


@dataclass(frozen=True, slots=True)
class Schema:
    """A claim about families, and what stands for one member, for those before, and for all.

    Attributes:
        claim: the claim.
        index: its index.
        wholes: the compositions of all members, each with a new name of a mechanism.
        totals: sums, products and maxima over all members, each with a new name of a number; or
            with 1 less such a name, where the name would not be permitted in the place of a total.
        of_one: what a member contributes to each of these.
        so_far: names for sums over the members before one, which stand in what it contributes, each
            with what stands for the same sum over all members. There may be none before: such a
            name may be 0 where that sum is positive.
        subsets: sums over the subsets of the members, each with a new name of a number; no
            induction reaches these.
        parts: what has to have a value for each member, for a total to have one.
        domains: the domains of the names of the claim and of the new ones.
    """

    claim: Claim
    index: Index
    wholes: Mapping[Basic, ObjectName]
    totals: Mapping[Basic, Expr]
    of_one: Mapping[Basic, Expr]
    so_far: Mapping[Symbol, Expr]
    subsets: Mapping[Basic, Symbol]
    parts: Mapping[Basic, tuple[Expr, ...]]
    domains: tuple[tuple[Symbol, Domain], ...]

    @classmethod
    def of(cls, claim: Claim, between: Sequence[Basic]) -> Schema:
        """The claim with what is shown first of all members."""
        index = claim.index
        if index is None:
            raise Rejected((), "the claim is about no families")
        atoms = (*claim.atoms, *between)
        taken = {name.name for name, _ in claim.domains}
        taken |= {name.name for atom in atoms for name in bound_names(atom)}
        domains = dict(claim.domains) | {index.indices[0]: COUNTS}
        empty = cls(claim, index, {}, {}, {}, {}, {}, {}, tuple(domains.items()))
        known: dict[tuple[type[Basic], Basic], Expr] = {}  # whatever the index is called
        wholes: dict[Basic, ObjectName] = {}
        totals: dict[Basic, Expr] = {}
        places = permitted(atoms)
        of_one: dict[Basic, Expr] = {}
        so_far: dict[Symbol, Expr] = {}
        before: dict[Expr, Symbol] = {}
        parts: dict[Basic, tuple[Expr, ...]] = {}

        def add(total: Basic, one: Expr) -> None:
            of_one[total] = one
            if (total.func, one) not in known:
                name = known[total.func, one] = Symbol(new_name("s", taken))
                domains[name] = range_of_total(total, one, domains)
                if not all(p.includes(domains[name]) for p in places.get(total, ())):
                    known[total.func, one] = lossless(Add, S.One, -name)
                    domains[name] = MIRRORED[domains[name]]
            totals[total] = known[total.func, one]

        for atom in atoms:
            for whole in sorted(wholes_of(atom), key=str):
                one = empty.member(whole.args[0])
                if (whole.func, one) not in known:
                    name = known[whole.func, one] = ObjectName(new_name("N", taken))
                    domains[name] = MECHANISM
                wholes[whole] = known[whole.func, one]
            for total in totals_of(atom, index.count):
                inner: dict[Basic, Basic] = {}
                for running in running_of(total):
                    one = empty.summand(running.function)
                    summed = Sum(running.function, (*running.limits[0][:2], index.count))
                    add(summed, one)
                    if one not in before:
                        name = before[one] = Symbol(new_name("r", taken))
                        domains[name] = NONNEGATIVE if sign(one, domains) else REALS
                        so_far[name] = totals[summed]
                    inner[running] = before[one]
                one = empty.summand(substitute(body_of(total), inner, domains))
                add(total, one)
                parts[total] = (
                    one,
                    *(one for one, name in before.items() if name in inner.values()),
                )
        sums = [node for atom in atoms for node in subset_sums_of(atom)]
        subsets = name_subset_sums(sums, empty.summand, index.count, domains, taken)
        known_domains = tuple(domains.items())
        return cls(claim, index, wholes, totals, of_one, so_far, subsets, parts, known_domains)

    def member(self, node: Basic) -> Basic:
        """What a node under an index says of the member for which the names of families stand."""
        values: Values = {part: part.args[0] for part in node.atoms(Entry, Member)}
        values |= dict.fromkeys(self.index.indices[1:], self.index.indices[0])
        found: Basic = substitute(node, values, dict(self.domains))
        return found

    def summand(self, body: Expr) -> Expr:
        """What a body, in which no sum is left, is of the member."""
        if body.has(heads.Head, Sum, Product, Largest):
            raise Rejected((), f"{body} is added up and is no plain number")
        found: Expr = self.member(body)
        return found

    def single(self, hypotheses: tuple[Basic, ...]) -> tuple[Basic, ...]:
        """The hypotheses that speak of a member, or of none."""
        return tuple(
            self.member(atom.args[0]) if isinstance(atom, Each) else atom
            for atom in hypotheses
            if isinstance(atom, Each) or not self._is_joint(atom)
        )

    def joint(self, hypotheses: tuple[Basic, ...]) -> tuple[Basic, ...]:
        """The hypotheses that speak of all members, or of none."""
        joint = (h for h in hypotheses if not isinstance(h, Each) and not is_experiment(h))
        return tuple(map(self.whole, joint))

    def _is_joint(self, atom: Basic) -> bool:
        totals = totals_of(atom, self.index.count)
        return bool(wholes_of(atom) or totals or subset_sums_of(atom))

    def standing(self, atom: Basic) -> Basic:
        """What an atom says of all members; of an experiment what has a value where it has one."""
        if not is_experiment(atom):
            return self.whole(atom)
        experiment, no_ones = atom.args[0], heads.Ones(0)
        rounds = heads.Compose(self.wholes[experiment], self.index.count)
        return self.whole(atom, {**dict.fromkeys(vectors_of(atom), no_ones), experiment: rounds})

    def any_whole(self) -> ObjectName:
        """The name of some composition of the members."""
        if not self.wholes:
            raise Rejected((), "bits of a family say nothing without its rounds")
        return next(iter(self.wholes.values()))

    def whole(self, atom: Basic, others: Mapping[Basic, Basic] | None = None) -> Basic:
        """What an atom says of all members; as many equal numbers are added up by multiplying."""
        count = self.index.count
        values: Values = {**self.wholes, **self.totals, **self.subsets, **(others or {})}
        for total, one in self.of_one.items():
            if not body_of(total).free_symbols & {*self.index.names, bound_here(total)[-1]}:
                make = {Sum: lossless(Mul, count, one), Product: lossless(Pow, one, count)}
                values[total] = make.get(type(total), one)
        return self._put(atom, values)

    def _put(self, atom: Basic, values: Values) -> Basic:
        found: Basic = substitute(atom, values, dict(self.domains))
        return found

    def _claim(self, hypotheses: tuple[Basic, ...], conclusion: Basic) -> Claim:
        return Claim(hypotheses, (conclusion,), self.domains)

    def _exists(self, hypotheses: tuple[Basic, ...], sides: tuple[Basic, ...]) -> list[Claim]:
        """That sides have values; only what is not evident."""
        lost = doubtful(parts_of(sides), dict(self.domains))
        return [self._claim(hypotheses, existence(part)) for part in lost]

    def before(self, node: Basic) -> tuple[Basic, ...]:
        """The hypotheses before the first one that a node is in; all, if it is in none."""
        uses = (n for n, atom in enumerate(self.claim.hypotheses) if atom.has(node))
        return self.claim.hypotheses[: next(uses, None)]

    def bodies(self) -> list[Claim]:
        """That what is added up, multiplied and compared of each member has a value.

        In a hypothesis it has one by the hypotheses before.
        """
        needed: list[Claim] = []
        for total, parts in self.parts.items():
            needed += self._exists(self.single(self.before(total)), parts)
        return needed

    def induction(self, atom: Basic, *, counted: bool) -> list[Claim]:
        """An atom for one member; and for one more, if it holds for all before."""
        assumed = self.single(self.claim.hypotheses)
        none, others = dict.fromkeys(self.so_far, S.Zero), dict(self.so_far)
        first: Values = {total: self._put(one, none) for total, one in self.of_one.items()}
        before: Values = {**self.wholes, **self.totals}
        after: Values = {}
        for whole, name in self.wholes.items():
            first[whole] = self.member(whole.args[0])
            after[whole] = whole.func(name, first[whole])
        for total, value in self.totals.items():
            make = {Sum: Add, Product: Mul}.get(type(total), Max)
            after[total] = lossless(make, value, self._put(self.of_one[total], others))
        domains = self.domains
        if counted:
            bound = (n for one in (*self.claim.atoms, atom) for n in bound_names(one))
            taken = {n.name for n in (*bound, *(name for name, _ in domains))}
            number = Symbol(new_name("n", taken))
            domains = (*domains, (number, COUNTS))
            first[self.index.count], before[self.index.count] = S.One, number
            after[self.index.count] = number + 1
        so_far, one_more = (substitute(atom, v, dict(domains)) for v in (before, after))
        return [
            self._claim(assumed, self._put(atom, first)),
            Claim((so_far, *assumed), (one_more,), domains),
        ]

    def conclusion(self, atom: Basic, between: Sequence[Basic]) -> list[Claim]:
        """A conclusion about each member, or about all of them.

        What is between is shown for every number of members by itself, so that it may say as well
        that sides of a conclusion have values.
        """
        if isinstance(atom, Each):
            assumed, stated = self.single(self.claim.hypotheses), self.member(atom.args[0])
            known = assumed
        else:
            assumed, stated = self.joint(self.claim.hypotheses), self.whole(atom)
            shown = tuple(map(self.whole, between))
            known = (*assumed, *shown)
            assumed += tuple(fact for fact in shown if not isinstance(fact, Guarantee))
        return [self._claim(known, stated), *self._exists(assumed, stated.args)]


__all__ = ["Schema", "induction", "new_name", "skeletons"]
