"""Scripts for Coq of single steps: how the goals of a node's children, as lemmas, give its own.

In the script of a node the names of its claim stand for themselves, and its domains and
hypotheses are in the context. What the kernel finds evident is shown by the ranges of terms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from sympy import Add, Basic, Eq, Expr, Le, Lt, Mul, S, Symbol, cancel
from sympy.core.relational import Relational

from dpsym.coq.atoms import atom, is_number, is_relation, law, mechanism
from dpsym.coq.claims import gaps, numbers, numeric_goal, ordered, premises
from dpsym.coq.identities import equation
from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.coq.proofs import Script
from dpsym.coq.ranges import UNTOLD, Bounds
from dpsym.coq.rows import whole_counts
from dpsym.coq.scripts import Written
from dpsym.coq.sorts import binders
from dpsym.coq.statements import domain_conditions, indented
from dpsym.kernel.implications import evident, implied, plain
from dpsym.kernel.terms import same, written_out
from dpsym.language.claim import Claim
from dpsym.language.heads import Capacity, Divergence, Law, ObjectName
from dpsym.numeric import Domain
from dpsym.numeric import Goal as Numeric

Lines = list[str]
Values = Mapping[Symbol, Basic]
IN_DOMAIN = ["first [ assumption | lra | dpsym_whole | dpsym_least | dpsym_within ]."]
"""A script that a value meets a condition of a domain."""


class Lemma(NamedTuple):
    """A claim that was proved before, and what it is called."""

    claim: Claim
    title: str


class Step:
    """The script of one step.

    Attributes:
        claim: what is to be proved; its names, domains and hypotheses are in the context.
        lemmas: what may be used.
        others: what was proved before, not for this step.
        script: the source of new names.
    """

    def __init__(self, claim: Claim, lemmas: Sequence[Lemma], script: Script | None = None) -> None:
        self.claim, self.lemmas = claim, lemmas
        self.others: Sequence[Lemma] = ()
        self.script = script or Script()
        self.held = {premise: f"P_{n}" for n, premise in enumerate(premises(claim), 1)}
        self.known = [(plain(h), self.held[atom(h)]) for h in claim.hypotheses]

    def under(self, claim: Claim) -> Step:
        """The same step for a claim over more names and hypotheses, once those are in the
        context.
        """
        found = Step(claim, self.lemmas, self.script)
        mine = dict(self.known)
        found.known = [(h, mine.get(h, held)) for h, held in found.known]
        found.known += [(h, held) for h, held in self.known if h not in dict(found.known)]
        return found

    def learn(self, fact: Basic, proof: Lines) -> Lines:
        """A script that has a fact in the context, which may be used from there on."""
        held = self.script.fresh("N")
        self.known.append((plain(fact), held))
        return [f"assert ({held} : {atom(fact)}).", "{", *indented(proof), "}"]

    def numeric(self, expression: Expr) -> Numeric:
        """The scalar goal about an expression of the claim."""
        return numeric_goal(self.claim, expression)

    def introduction(self) -> Lines:
        """A script that brings names, domains and hypotheses into the context."""
        bound = [each for binder in binders(self.claim) for each in binder.names]
        introduced = [*bound, *self.held.values()]
        lines = [f"intros {' '.join(introduced)}."] if introduced else []
        for hypothesis in map(plain, self.claim.hypotheses):
            lines += self.in_context(hypothesis)
        return lines

    def in_context(self, hypothesis: Basic) -> Lines:
        """A script that states a relation as the signs that the scalar rules speak of."""
        lines: Lines = []
        for gap, strict in gaps(hypothesis):
            sign, sides = "<" if strict else "<=", tuple(map(coq, hypothesis.args))
            stated = f"0 {sign} {coq(gap)}"
            if stated == atom(hypothesis):
                continue
            ways = (f"({sides[1]} - {sides[0]})", f"({sides[0]} - {sides[1]})")
            first = gap == hypothesis.rhs - hypothesis.lhs
            held = self.script.fresh("G")
            lines += [
                f"assert ({held} : {stated}).",
                f"{{ replace {coq(gap)} with {ways[0 if first else 1]} by dpsym_equal; lra. }}",
            ]
        return lines

    # -- what a rule needs ----------------------------------------------------------------------

    def needs(self, needed: Claim) -> Lines:
        """A script that proves the conclusions of a claim over the names of the context.

        Raises:
            UnexportableError: neither a lemma nor the signs of terms say it here.
        """
        here = self.under(needed)
        lines: Lines = []
        for place, wanted in enumerate(needed.conclusions):
            script = here.atom(plain(wanted))
            last = place == len(needed.conclusions) - 1
            lines += script if last else ["split.", "{", *indented(script), "}"]
        return lines

    def atom(self, wanted: Basic) -> Lines:
        """A script that proves one atom."""
        domains = dict(self.claim.domains)
        if is_relation(wanted) and atom(wanted) in self.held:
            return ["assumption."]
        for hypothesis, held in self.known:
            if implied(wanted, hypothesis, domains):
                return self.same(wanted, hypothesis, held)
        if evident(Claim((), (wanted,), self.claim.domains)):
            return self.evident(wanted)
        for lemma in self.lemmas:
            for given in lemma.claim.conclusions:
                if implied(wanted, given, domains) and self.applies(lemma):
                    return self.by(lemma, wanted, plain(given))
        raise UnexportableError(f"nothing says {wanted}")

    def applies(self, lemma: Lemma) -> bool:
        """Whether the names of a lemma are in the context, and its hypotheses hold."""
        domains = dict(self.claim.domains)
        known = [hypothesis for hypothesis, _ in self.known]
        return all(n in domains for n, _ in lemma.claim.domains) and all(
            any(implied(h, k, domains) for k in known)
            or evident(Claim((), (h,), self.claim.domains))
            for h in lemma.claim.hypotheses
        )

    def by(self, lemma: Lemma, wanted: Basic, given: Basic) -> Lines:
        """A script that proves an atom by a conclusion of a lemma at the same names."""
        lines, held = self.instance(lemma, {})
        place = [plain(c) for c in lemma.claim.conclusions].index(given)
        if len(lemma.claim.conclusions) > 1:
            parts = [self.script.fresh("L") for _ in lemma.claim.conclusions]
            lines.append(f"destruct {held} as {both(parts)}.")
            held = parts[place]
        return [*lines, *self.same(wanted, given, held)]

    def instance(self, lemma: Lemma, put: Values) -> tuple[Lines, str]:
        """A script that has a lemma at values for its names in the context, and its name there."""
        held = self.script.fresh("L")
        said = dict.fromkeys(premises(lemma.claim), IN_DOMAIN)
        for hypothesis in map(plain, lemma.claim.hypotheses):
            if not is_relation(hypothesis) or not within_domain(hypothesis, lemma.claim):
                instance = evaluated(hypothesis, put)
                script = [*self.restated(hypothesis, put, instance), *self.atom(instance)]
                said[atom(hypothesis)] = script
        proofs = list(said.values())
        lines = [self.specialised(lemma.claim, lemma.title, held, put)]
        lines += whole_counts(self.script, held, lemma.claim, put)
        for proof in proofs:
            lines += self.premise(held, proof)
        return lines, held

    def specialised(self, claim: Claim, title: str, held: str, put: Values) -> str:
        """A script that has what a name says of a claim in the context, at values for its names."""
        inferred = ["_" for binder in binders(claim) if binder.is_inferred]
        values = [*inferred, *(value(put.get(n, n)) for n, _ in ordered(claim))]
        return f"assert ({held} := {title}{''.join(' ' + v for v in values)})."

    def premise(self, held: str, proof: Lines) -> Lines:
        """A script that proves the first premise of what is in the context."""
        shown = self.script.fresh("A")
        return [
            f"lazymatch type of {held} with ?a -> _ => assert ({shown} : a) end.",
            "{",
            *indented(proof),
            "}",
            f"specialize ({held} {shown}).",
        ]

    def from_instance(self, lemma: Lemma, put: Values, held: str) -> Lines:
        """A script that proves the conclusions by those of a lemma at values for its names."""
        given = list(map(plain, lemma.claim.conclusions))
        if any(conclusion.has(Divergence) for conclusion in given):
            return self.bounded(given, put, held)
        parts = [held] if len(given) == 1 else [self.script.fresh("L") for _ in given]
        lines: Lines = []
        if len(given) > 1:
            lines.append(f"destruct {held} as {both(parts)}.")
        domains, known = dict(self.claim.domains), []
        for part, found in zip(parts, given, strict=True):
            instance = evaluated(found, put, domains)
            new = self.script.fresh("L")
            turned = [*self.restated(instance, {}, found, put), f"exact {part}."]
            lines += [f"assert ({new} : {atom(instance)}).", "{", *indented(turned), "}"]
            known.append((instance, new))
        for place, wanted in enumerate(map(plain, self.claim.conclusions)):
            same = next((g for g in known if implied(wanted, g[0], domains)), None)
            script = self.same(wanted, *same) if same else self.evident(wanted)
            last = place == len(self.claim.conclusions) - 1
            lines += script if last else ["split.", "{", *indented(script), "}"]
        return lines

    def bounded(self, given: Sequence[Basic], put: Values, held: str) -> Lines:
        """A script that proves a relation of divergences by the same one in another order."""
        wanted = [plain(conclusion) for conclusion in self.claim.conclusions]
        domains = dict(self.claim.domains)
        if len(given) != 1 or len(wanted) != 1:
            raise UnexportableError("several relations of divergences")
        if not implied(wanted[0], evaluated(given[0], put, domains), domains):
            raise UnexportableError(f"a bound that is not {given[0]} itself")
        return [f"dpsym_same_bound {held}."]

    def restated(self, old: Basic, put: Values, new: Basic, values: Values | None = None) -> Lines:
        """A script that turns an atom with values for names into an equal one, part by part."""
        lines: Lines = []
        if isinstance(old, Symbol) or isinstance(new, Symbol):
            return lines
        for place, (before, after) in enumerate(zip(old.args, new.args, strict=True), 1):
            if before == after and not any(before.has(n) for n in put):
                continue
            if before.has(Capacity) or not (is_number(before) and is_number(after)):
                lines += self.inside(before, put, after, values)
            elif S.Infinity not in (before, after):
                sides = Written(before, scalars(put)), Written(after, scalars(values or {}))
                lines += self.argument(before.xreplace(put), sides, len(old.args) - place)
        return lines

    def argument(self, found: Expr, sides: tuple[Written, Written], others: int) -> Lines:
        """A script that puts an equal number for an argument of the goal, after which others stand.

        Only there: a name may stand elsewhere as well.
        """
        left, right = (side.text() for side in sides)
        if left == right:
            return []
        held = self.script.fresh("Q")
        proof = equation(self.script, self.numeric(found), *sides)
        lines = [f"assert ({held} : {left} = {right}).", "{", *indented(proof), "}"]
        return [*lines, f"dpsym_argument_{others} {held}; clear {held}."]

    def inside(self, old: Basic, put: Values, new: Basic, values: Values | None) -> Lines:
        """A script that turns the numbers of a mechanism or law into equal ones."""
        if is_number(old) and is_number(new) and not old.has(Capacity):
            sides = Written(old, scalars(put)), Written(new, scalars(values or {}))
            return self.script.equal(self.numeric(old.xreplace(put)), *sides)
        if isinstance(old, Symbol) or isinstance(new, Symbol):
            return []
        pairs = zip(old.args, new.args, strict=True)
        return [line for pair in pairs for line in self.inside(pair[0], put, pair[1], values)]

    # -- atoms of numbers -----------------------------------------------------------------------

    def same(self, wanted: Basic, given: Basic, held: str) -> Lines:
        """A script that proves an atom by a hypothesis that says it in another form."""
        if atom(wanted) == atom(given):
            return [f"exact {held}."]
        if isinstance(wanted, Le | Lt | Eq) and not wanted.has(Capacity):
            return self.same_gap(wanted, given, held)
        return [*self.restated(wanted, {}, given), f"exact {held}."]

    def same_gap(self, wanted: Basic, given: Basic, held: str) -> Lines:
        """A script for relations whose sides differ by the same, or by a positive multiple."""
        needed, known = wanted.rhs - wanted.lhs, given.rhs - given.lhs
        alike = known == 0 or same(needed, known, dict(self.claim.domains))
        ratio = S.One if alike else self.ratio(needed, known)
        lines: Lines = []
        if ratio != 1:
            lines += self.signed(ratio, strict=True)
        whole = apart(wanted.rhs, wanted.lhs)
        scaled = Mul(ratio, apart(given.rhs, given.lhs), evaluate=False)
        equal, text = self.script.fresh("Q"), f"{coq(ratio)} * {coq(apart(given.rhs, given.lhs))}"
        proof = equation(self.script, self.numeric(needed), Written(whole), Written(scaled))
        lines += [f"assert ({equal} : {coq(whole)} = {text}).", "{", *indented(proof), "}"]
        return [*lines, "lra." if ratio.is_Rational else "nra."]

    def ratio(self, needed: Expr, known: Expr) -> Expr:
        """The quotient of two expressions, in its simpler form."""
        bounds = Bounds(self.script, self.numeric(needed))
        pairs = [(needed, known), (bounds.expanded(needed), bounds.expanded(known))]
        found: Expr = min((cancel(one / two) for one, two in pairs), key=Expr.count_ops)
        return found

    def evident(self, wanted: Basic) -> Lines:
        """A script for a relation that the ranges of its terms show."""
        if not isinstance(wanted, Le | Lt | Eq):
            raise UnexportableError(f"nothing says {wanted}")
        gap = wanted.rhs - wanted.lhs
        goal = self.numeric(gap)
        if isinstance(wanted, Eq) or (gap == 0 and isinstance(wanted, Le)):
            equal = equation(self.script, goal, Written(wanted.lhs), Written(wanted.rhs))
            return [*(["apply Req_le."] if isinstance(wanted, Le) else []), *equal]
        strict = isinstance(wanted, Lt)
        return [*self.signed(gap, strict=strict), *self.from_sign(wanted)]

    def signed(self, expression: Expr, *, strict: bool) -> Lines:
        """A script that has the sign of an expression in the context."""
        goal, sign = self.numeric(expression), "<" if strict else "<="
        proof = self.script.signed(goal, expression, strict=strict)
        stated = f"0 {sign} {coq(expression)}"
        return [f"assert ({self.script.fresh('S')} : {stated}).", "{", *indented(proof), "}"]

    def nonnegative(self, expression: Expr) -> Lines:
        """A script that has in the context that an expression is not negative."""
        wanted = Le(S.Zero, expression, evaluate=False)
        step = Step(self.claim, [*self.lemmas, *self.others], self.script)
        step.known = self.known
        known = self.script.signed(self.numeric(expression), expression) != UNTOLD
        with suppress(UnexportableError):
            return (
                self.signed(expression, strict=False)
                if known
                else self.learn(wanted, step.atom(wanted))
            )
        return self.signed(expression, strict=False)

    def from_sign(self, wanted: Basic, *gaps: Expr) -> Lines:
        """A script that proves a relation from the signs of differences of its sides."""
        ways = (wanted.args[::-1], wanted.args)[: 1 + isinstance(wanted, Eq)]
        gaps = gaps or tuple(side - other for side, other in ways)
        if wanted.lhs == 0 and coq(gaps[0]) == coq(wanted.rhs):
            return ["assumption."]
        parts = zip(ways, gaps, strict=True)
        found = [self.difference(one, other, gap) for (one, other), gap in parts]
        return [*(line for lines in found for line in lines), "lra."]

    def difference(self, side: Expr, other: Expr, gap: Expr) -> Lines:
        """A script that has the equation of a difference with its simpler form in the context."""
        whole = apart(side, other)
        if coq(gap) == coq(whole):
            return []
        script = equation(self.script, self.numeric(gap), Written(whole), Written(gap))
        stated = f"{coq(whole)} = {coq(gap)}"
        return [f"assert ({self.script.fresh('Q')} : {stated}).", "{", *indented(script), "}"]


def both(names: Sequence[str]) -> str:
    """The pattern that takes a conjunction apart.

    >>> both(["A", "B", "C"])
    '[A [B C]]'
    """
    *others, found = names
    for other in reversed(others):
        found = f"[{other} {found}]"
    return found


def within_domain(hypothesis: Basic, claim: Claim) -> bool:
    """Whether a domain says what a hypothesis does."""
    found = numbers(claim).items()
    return atom(hypothesis) in [c for n, d in found for c in domain_conditions(n, d)]


def value(found: Basic) -> str:
    """What stands for a name, in Coq."""
    if is_number(found):
        return coq(found)
    if isinstance(found, ObjectName):
        return name(found)
    return law(found) if isinstance(found, Law) else mechanism(found)


def evaluated(stated: Basic, put: Values, domains: Mapping[Symbol, Domain] | None = None) -> Basic:
    """An atom at values for names, its finite sums written out; relations are kept as such."""
    if not isinstance(stated, Relational):
        return plain(written_out(stated.xreplace(dict(put))))
    sides = (written_out(side.xreplace(dict(put))) for side in stated.args)
    return stated.func(*sides, evaluate=False)


def scalars(put: Values) -> dict[Symbol, Expr]:
    """The values of names of numbers."""
    return {n: v for n, v in put.items() if is_number(v)}


def apart(side: Expr, other: Expr) -> Expr:
    """A difference in which nothing cancels."""
    taken = -other if other.is_Rational or other.is_Symbol else Mul(-1, other, evaluate=False)
    return side if other == 0 else Add(side, taken, evaluate=False)
