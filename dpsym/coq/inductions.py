"""Induction on the number of members of a family, as scripts for Coq.

What the kernel asks of one member, of one more after the others, and of all, is proved first, for
all names that stand for these. The claim follows from it at sums, products and compositions of the
members so far.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sympy import Add, Basic, Expr, Le, Lt, Max, Mul, Product, S, Sum, Symbol

from dpsym.coq.atoms import POSITIVE, atom, mechanism
from dpsym.coq.claims import premises, quantified
from dpsym.coq.families import OVER, Families, Spelling
from dpsym.coq.nodes import Rule
from dpsym.coq.notation import UnexportableError, coq, spelled
from dpsym.coq.scripts import Lines
from dpsym.coq.sorts import binders
from dpsym.coq.statements import domain_conditions, indented
from dpsym.coq.steps import Lemma, Step
from dpsym.kernel.families import Schema
from dpsym.kernel.implications import plain
from dpsym.kernel.terms import sign
from dpsym.language.claim import Claim
from dpsym.language.heads import Each, ObjectName
from dpsym.language.indexed import Largest
from dpsym.language.parser import parse_atom

GIVEN = ["dpsym_given."]
Values = Mapping[Symbol, Basic]


class Form(NamedTuple):
    """An atom as it is written, and the one that the kernel has for it.

    Attributes:
        written: over names that stand for what is made of all members.
        values: of these names.
        atom: the kernel's.
    """

    written: Basic
    values: Values
    atom: Basic

    def spelling(self) -> Spelling:
        """What is written for the names."""
        return {
            n: mechanism(v) if isinstance(n, ObjectName) else coq(v) for n, v in self.values.items()
        }

    def text(self) -> str:
        """As a proposition."""
        with spelled(self.spelling()):
            return atom(self.written)


Given = list[tuple[Form, Lines]]


class Asked(NamedTuple):
    """What the kernel asks for, as it was proved for all names.

    Attributes:
        lemma: its claim and title.
        premises: the scripts of what it assumes, in order.
    """

    lemma: Lemma
    premises: list[Lines]


def induction(rule: Rule) -> Lines:
    """The script of a claim about families, names and premises included."""
    return Induction(rule).script()


class Induction:
    """The script of one claim.

    Attributes:
        between: what is shown of every number of members.
        families: what the claim is about, in Coq.
        schema: what stands for a member, for those before and for all, in the kernel.
        shown: the names of what is shown of every number of members.
        lemmas: the scripts of what the kernel asks for.
        held: the names of the premises, by their texts.
    """

    def __init__(self, rule: Rule) -> None:
        self.rule, claim = rule, rule.goal.claim
        if claim.index is None or "way" in rule.node.params:
            raise UnexportableError("experiments of families are not exported")
        objects = tuple(n.name for n, _ in claim.domains if isinstance(n, ObjectName))
        texts = rule.node.params["between"]
        self.between = [plain(parse_atom(text, objects=objects)) for text in texts]
        self.families = Families(claim, claim.index, self.between)
        self.schema = Schema.of(claim, self.between)
        self.count: Symbol = self.families.index.count
        self.fresh = rule.script.fresh
        self.lemmas: Lines = []
        self.shown: list[str] = []
        self.held = {premise: self.fresh("P") for premise in self.families.premises()}

    def script(self) -> Lines:
        """All of it: what holds of members, and from it what holds of families."""
        lines: Lines = []
        for total in {self.stands(node): node for node in self.schema.totals}.values():
            lines += self.ranged(total)
        for found in self.between:
            lines += self.by_induction(found)
        *others, last = map(self.concluded, self.rule.goal.claim.conclusions)
        for other in others:
            lines += ["split.", "{", *indented(other), "}"]
        bound = [each for binder in self.families.binders() for each in binder.names]
        members = f"(dpsym_members {coq(self.count)} ltac:(assumption) ltac:(lra))"
        return [
            *self.lemmas,
            f"intros {' '.join([*bound, *self.held.values()])}.",
            f"destruct {members} as [{self.fresh('C')} {self.fresh('K')}].",
            *lines,
            *last,
        ]

    # -- what the kernel asks for ---------------------------------------------------------------

    def asked(self, claim: Claim, wanted: Form, assumed: Given) -> Asked:
        """The proof of what the kernel asks for, before the names of the claim are there."""
        own = _of_its_names(claim, (wanted, *(form for form, _ in assumed)))
        step = Step(own, self.rule.lemmas, self.rule.script)
        step.others = self.rule.others
        given = premises(Claim((), own.conclusions, own.domains))
        bound = [each for binder in binders(own) for each in binder.names]
        raw = [(form, self.fresh("W")) for form, _ in assumed]
        names = [*bound, *(step.held[c] for c in given), *(name for _, name in raw)]
        lines = [f"intros {' '.join(names)}."]
        for form, name in raw:
            if (text := atom(form.atom)) in given:
                continue
            proof = [*step.restated(form.atom, {}, form.written, form.values), f"exact {name}."]
            lines += [f"assert ({step.held[text]} : {text}).", "{", *indented(proof), "}"]
            lines += step.in_context(form.atom)
        lines += step.restated(wanted.written, wanted.values, wanted.atom)
        lines += step.needs(own)
        title = self.fresh("F")
        conditions = [*given, *(form.text() for form, _ in assumed)]
        stated = quantified(binders(own), conditions, [wanted.text()])
        self.lemmas += [f"assert ({title} : {stated}).", "{", *indented(lines), "}"]
        return Asked(Lemma(own, title), [*(GIVEN for _ in given), *(proof for _, proof in assumed)])

    def applied(self, found: Asked, spelling: Spelling) -> Lines:
        """A script that proves the goal by it, with terms for its names."""
        step = Step(found.lemma.claim, [], self.rule.script)
        held = self.fresh("L")
        with spelled(spelling):
            lines = [step.specialised(found.lemma.claim, found.lemma.title, held, {})]
        for proof in found.premises:
            lines += step.premise(held, proof)
        return [*lines, f"dpsym_by_known {held}."]

    def single(self, place: str) -> Given:
        """The hypotheses that speak of a member, or of none, with what says them at a place."""
        known: Given = []
        for hypothesis in self.rule.goal.claim.hypotheses:
            held = self.held[self.families.said(hypothesis, self.families.every)]
            plainly = self.families.plainly(hypothesis)
            form = Form(plainly, {}, plainly)
            if isinstance(hypothesis, Each):
                proof = f"dpsym_by_known ({held} {place} ltac:(dpsym_numbered))."
                known.append((form, [proof]))
            elif not form.written.free_symbols & set(self.families.symbols.values()):
                known.append((form, [f"exact {held}."]))
        return known

    def joint(self) -> Given:
        """The hypotheses that speak of all members, or of none."""
        known: Given = []
        for hypothesis in self.rule.goal.claim.hypotheses:
            if not isinstance(hypothesis, Each):
                held = self.held[self.families.said(hypothesis, self.families.every)]
                known.append((self.whole(hypothesis), [f"dpsym_by_known {held}."]))
        return known

    def whole(self, found: Basic) -> Form:
        """An atom of all members."""
        values = {symbol: self.schema.whole(node) for node, symbol in self.families.symbols.items()}
        return Form(self.families.plainly(found), values, plain(self.schema.whole(found)))

    # -- totals ---------------------------------------------------------------------------------

    def stands(self, total: Basic) -> Symbol:
        """The name that stands for a total in the kernel, or for 1 less it."""
        (found,) = self.schema.totals[total].free_symbols
        assert isinstance(found, Symbol)
        return found

    def before(self, count: str) -> Spelling:
        """What the kernel's names for members before, or for all, stand for."""
        known: dict[Symbol, str] = {}
        for node, value in self.schema.totals.items():
            text = self.families.whole(node, count)
            known[self.stands(node)] = text if value.is_Symbol else f"(1 + (- {text}))"
        for node, stands in self.schema.wholes.items():
            known[stands] = self.families.whole(node, count)
        return known

    def ranged(self, total: Basic) -> Lines:
        """Where a total of every number of members lies."""
        stands, count = self.stands(total), self.fresh("n")
        with spelled(self.before(count)):
            conditions = domain_conditions(stands, dict(self.schema.domains)[stands])
        over, text = OVER[type(total)], self.families.whole(total, count)
        proof = [f"intros {count} {self.fresh('C')}."]
        for way, stated, signs in self.signs(total) if conditions else ():
            proof += [f"assert ({self.fresh('S')} : {stated} {text}).", "{"]
            proof.append(f"  apply {over}_{way}; [dpsym_numbered | ..].")
            for found in signs:
                place = self.fresh("i")
                lines = self.applied(found, self.families.members(place))
                lines = [f"intros {place} {self.fresh('C')}; cbv beta.", *lines]
                proof += ["  {", *indented(indented(lines)), "  }"]
            proof.append("}")
        lines = []
        for condition in conditions:
            stated = f"{self.families.among(count)} {condition}"
            lines += [
                f"assert ({self.fresh('R')} : {stated}).",
                "{",
                *indented(proof),
                "  lra.",
                "}",
            ]
        return lines

    def signs(self, total: Basic) -> list[tuple[str, str, list[Asked]]]:
        """What is known of a total by what it is made of, each with the lemma that says so."""
        domains, one = dict(self.schema.domains), self.schema.of_one[total]
        written = self.families.body(total)

        def shown(found: Expr, wanted: Expr, *, strict: bool) -> Asked:
            stated = Claim(
                (), ((Lt if strict else Le)(S.Zero, wanted, evaluate=False),), self.schema.domains
            )
            over = (Lt if strict else Le)(S.Zero, found, evaluate=False)
            return self.asked(stated, Form(over, {}, plain(stated.conclusions[0])), [])

        strict = sign(one, domains) == POSITIVE
        found: list[tuple[str, str, list[Asked]]] = []
        if sign(one, domains):
            way, stated = ("pos", "0 <") if strict else ("nonneg", "0 <=")
            found.append((way, stated, [shown(written, one, strict=strict)]))
        if found and isinstance(total, Product | Largest) and sign(1 - one, domains):
            parts = [shown(1 - written, 1 - one, strict=False)]
            if isinstance(total, Product):
                parts.insert(0, shown(written, one, strict=False))
            found.append(("small", "0 <= 1 -", parts))
        return found

    # -- the claim ------------------------------------------------------------------------------

    def by_induction(self, found: Basic) -> Lines:
        """That an atom between holds of every number of members."""
        counted = self.rule.node.params.get("counted") is True
        first, more = self.schema.induction(found, counted=counted)
        symbols, schema = self.families.symbols, self.schema
        ones: dict[Symbol, Basic] = {}
        so_far: dict[Symbol, Basic] = {}
        after: dict[Symbol, Basic] = {}
        for node, symbol in symbols.items():
            if node in schema.wholes:
                ones[symbol], so_far[symbol] = schema.member(node.args[0]), schema.wholes[node]
                after[symbol] = node.func(so_far[symbol], ones[symbol])
            else:
                one = self.families.body(node)
                ones[symbol], so_far[symbol] = one, schema.totals[node]
                after[symbol] = joined(node, so_far[symbol], ones[symbol])
        count, known, within = (self.fresh(stem) for stem in ("n", "H", "C"))
        here, there, spelling = (
            f"(S {count})",
            f"(S (S {count}))",
            dict(self.before(f"(S {count})")),
        )
        others = {}
        if counted:
            ((number, _),) = (pair for pair in more.domains if pair not in schema.domains)
            ones[self.count], so_far[self.count], after[self.count] = S.One, number, number + 1
            others, spelling[number] = {self.count: f"(INR {count})"}, f"(INR {here})"
        written = self.families.plainly(found)
        base, step = (plain(claim.conclusions[0]) for claim in (first, more))
        earlier = Form(written, so_far, plain(more.hypotheses[0]))
        assumed = [(earlier, [f"dpsym_by_known {known}."]), *self.single(there)]
        base_asked = self.asked(first, Form(written, ones, base), self.single("1%nat"))
        step_asked = self.asked(more, Form(written, after, step), assumed)
        spelling |= self.families.members(there)
        first_member = self.families.members("1%nat")
        self.shown.append(self.fresh("I"))
        stated = f"{self.families.among(count)} {self.families.said(found, count, others)}"
        outer = {**self.families.wholes(there), self.count: f"(INR {there})"}
        return [
            f"assert ({self.shown[-1]} : {stated}).", "{",
            f"  intros {count}; induction {count} as [| {count} {known}]; intros {within};",
            f"    [dpsym_numbered |]; destruct {count} as [| {count}].",
            "  {", *indented(indented(self.applied(base_asked, first_member))), "  }",
            f"  specialize ({known} ltac:(dpsym_numbered)).",
            *indented(self.turned(Form(written, after, step), outer, spelling)),
            *indented(self.applied(step_asked, spelling)),
            "}",
        ]  # fmt: skip

    def turned(self, form: Form, outer: Spelling, inner: Spelling) -> Lines:
        """A script that writes the values of names in the goal for what stands there."""
        lines: Lines = []
        for symbol, value in form.values.items():
            if symbol not in form.written.free_symbols or isinstance(symbol, ObjectName):
                continue
            with spelled(inner):
                new = coq(value)
            if new != outer[symbol]:
                lines.append(f"try replace {outer[symbol]} with {new} by dpsym_total_equal.")
        return lines

    def concluded(self, conclusion: Basic) -> Lines:
        """A conclusion by what it is for one member, or for what stands for all of them."""
        stated, *_ = self.schema.conclusion(conclusion, self.between)
        if isinstance(conclusion, Each):
            place = self.fresh("i")
            written = self.families.plainly(conclusion)
            form = Form(written, {}, plain(stated.conclusions[0]))
            asked = self.asked(stated, form, self.single(place))
            lines = self.applied(asked, self.families.members(place))
            return [f"intros {place} {self.fresh('C')}.", *lines]
        every, known = self.families.every, self.joint()
        for found, held in zip(self.between, self.shown, strict=True):
            said = f"dpsym_by_known ({held} {every} ltac:(dpsym_numbered))."
            known.append((self.whole(found), [said]))
        form, spelling = self.whole(conclusion), self.before(every)
        asked = self.asked(stated, form, known)
        turned = self.turned(form, self.families.wholes(every), spelling)
        return [*turned, *self.applied(asked, spelling)]


def joined(total: Basic, so_far: Basic, one: Basic) -> Basic:
    """A total with one member more."""
    make = {Sum: Add, Product: Mul}.get(type(total), Max)
    return make(so_far, one, evaluate=False)


def _of_its_names(claim: Claim, forms: tuple[Form, ...]) -> Claim:
    """The claim without the names of which it does not speak."""
    nodes = {*claim.atoms, *(value for form in forms for value in form.values.values())}
    nodes |= {form.written for form in forms}
    used = {part.name for node in nodes for part in node.atoms(Symbol)}
    domains = tuple((symbol, domain) for symbol, domain in claim.domains if symbol.name in used)
    return Claim(claim.hypotheses, claim.conclusions, domains)
