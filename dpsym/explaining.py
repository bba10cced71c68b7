"""Verdicts as short proofs that a human can follow: numbered steps, in words or in LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from sympy import Basic
from sympy.core.relational import Relational

from dpsym.errors import ClaimError
from dpsym.language import heads, printing
from dpsym.language.claim import Claim, make_claim
from dpsym.language.parser import parse_claim, parse_expression
from dpsym.provers.axioms import AXIOMS
from dpsym.provers.divergences.closed_form import ClosedForm
from dpsym.provers.restate import at_most, replace_atom
from dpsym.verdict import Proved, Refuted, Step, Undecided, Verdict, Witness

LONGEST = 300
"""Formulas longer than this are named, not shown."""

DEEPEST = 6
INDENT = "   "
RELATIONS = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", "==": "="}

FORMS = {
    "range": "the ranges of its parts show it",
    "lifted": "expanded, every term is nonnegative",
}
BOUNDS: dict[type[Basic], Callable[..., Basic]] = {
    heads.PureDP: lambda w, e: at_most(heads.MaxDivergence(w["P"], w["Q"]), e),
    heads.ApproxDP: lambda w, e, d: at_most(heads.HockeyStick(e, w["P"], w["Q"]), d),
    heads.RenyiDP: lambda w, a, t: at_most(heads.Renyi(a, w["P"], w["Q"]), t),
    heads.ZCDP: lambda w, *p: at_most(
        heads.Renyi(w["alpha"], w["P"], w["Q"]), sum(p[:-1]) + p[-1] * w["alpha"]
    ),
}
"""What a guarantee asks of the two laws and the order that a witness names."""

REWRITTEN = {
    "substituted": "is written in a variable that meets a condition",
    "enlarged": "is shown on a larger domain",
    "logarithm": "is shown for logarithms",
    "exponential": "is shown for exponentials",
    "squared": "is shown for squares",
}
RULES = {
    "chord": "exponentials that lower it are replaced by their chords, which lie above",
    "tangent": "logarithms that lower it are replaced by tangents, which lie above",
    "lemma": "functions are replaced by bounds",
    "bernstein": "its Bernstein coefficients are nonnegative",
    "concave": "it is concave in a variable, so it is least at an end",
    "stationary": "it is least where its derivative vanishes",
    "identity": "it is zero, by exact rewriting",
    "polynomial": "it is a polynomial, decided exactly by its coefficients or real roots",
    "form": "it has the sign of another form",
    "factor": "factors of known sign can be left out",
    "shift": "the variables are counted from the ends of their domains",
    "order": "an ordered variable is written as the smaller one and a part of the rest",
    "halves": "the two signs of a variable are treated apart",
    "orders": "the two orders of two variables are treated apart",
    "relax": "integer variables may be taken as real",
    "close": "by continuity the domain may be closed",
    "drop": "a nonnegative term is left out",
    "extremes": "every Max, Min and Abs is replaced by each of its arguments in turn",
    "squares": "a square root is isolated and squares are compared",
    "discriminant": "it is a quadratic with positive leading coefficient and no real root",
    "quasiconcave": "it first rises and then falls, so its least value is at an end",
    "puncture": "the closed end and the open rest are treated apart",
    "cut": "an interval is cut in two",
    "conditions": "the conditions are written more simply",
    "exhausted": "an integer variable has finitely many values, each treated apart",
    "induction": "it holds for the least integer and passes from each to the next",
    "natural": "the integers of the domain satisfy it",
}


class _Writer(Protocol):
    def words(self, written: str) -> str: ...

    def formula(self, written: str) -> str: ...

    def value(self, value: Basic) -> str: ...

    def relation(self, symbol: str) -> str: ...


class _Plain:
    """Formulas in the grammar of claims."""

    def words(self, written: str) -> str:
        """The words as they are."""
        return written

    def formula(self, written: str) -> str:
        """A claim or expression, given as text."""
        return written if len(written) <= LONGEST else f"{written[:LONGEST]}..."

    def value(self, value: Basic) -> str:
        """An exact value."""
        return printing.text(value)

    def relation(self, symbol: str) -> str:
        """A relation sign."""
        return symbol


class _Latex:
    """Formulas between dollar signs, words escaped."""

    def words(self, written: str) -> str:
        """The words with the characters escaped that LaTeX would act upon."""
        for character in "\\{}#$%&_":
            escaped = r"\textbackslash " if character == "\\" else f"\\{character}"
            written = written.replace(character, escaped) if character != "\\" else written
        return written.replace("^", r"\^{}").replace("~", r"\~{}")

    def formula(self, written: str) -> str:
        """A claim or expression, given as text; typewriter where it is neither."""
        if len(written) > LONGEST:
            return r"an expression too long to be shown"
        for read in (_claim_latex, _expression_latex):
            try:
                return f"${_primed(read(written))}$"
            except ClaimError:
                continue
        return rf"\texttt{{{self.words(written)}}}"

    def value(self, value: Basic) -> str:
        """An exact value."""
        return f"${printing.latex(value)}$"

    def relation(self, symbol: str) -> str:
        """A relation sign."""
        return f"${RELATIONS[symbol]}$"


def _primed(formula: str) -> str:
    """A prime for the underscore at the end of a name."""
    return re.sub(r"(\\?[A-Za-z]+)_\{\}", r"{\1'}", formula)


def _claim_latex(written: str) -> str:
    claim = parse_claim(written)
    ranges = [
        rf"{printing.latex(name)} \in {_range_latex(str(domain))}"
        for name, domain in claim.scalars()
        if name.name in claim.declared
    ]
    return claim.latex() + (rf" \quad ({', '.join(ranges)})" if ranges else "")


def _range_latex(written: str) -> str:
    if ".." in written:
        low, high = written.split("..")
        return rf"\{{{low}, \ldots, {high}\}}".replace("oo", r"\infty")
    ends = written[1:-1].split(", ")
    low, high = (printing.latex(parse_expression(end)) for end in ends)
    return f"{written[0]}{low}, {high}{written[-1]}"


def _expression_latex(written: str) -> str:
    return printing.latex(parse_expression(written))


@dataclass(frozen=True, slots=True)
class _Item:
    """One numbered step; its lines belong together."""

    lines: tuple[str, ...]


def explain(verdict: Verdict, *, latex: bool = False) -> str:
    r"""The verdict as a proof, a counterexample or a report of what is left.

    With ``latex`` it is a fragment for the body of a document that loads amsmath: a sentence and
    an enumerate environment.

    Guarantees:
        it says nothing that the evidence of the verdict does not say; steps are numbered in the
        order in which the prover took them, and each names those on which it rests.

    >>> from dpsym import check
    >>> print(explain(check("tanh(x) <= x for x in [0, oo)")))
    Proved: tanh(x) <= x for x in [0, oo)
    1. tanh(x) <= x for x in [0, oo): 1 scalar goal closed.
       x - tanh(x) >= 0 on x in [0, oo): every part of it is defined.
          x - tanh(x): nondecreasing in x from the lower end of its domain, where it is 0.
             tanh(x)**2: the ranges of its parts show it.
    """
    write: _Writer = _Latex() if latex else _Plain()
    if isinstance(verdict, Proved):
        items = list(_proof(verdict.evidence, write)) if verdict.evidence is not None else []
        items += [_Item((_fact(name, write),)) for name in verdict.axioms]
    elif isinstance(verdict, Refuted):
        items = list(_counterexample(verdict, write))
    else:
        items = list(_left(verdict, write))
    heading = f"{verdict.kind.capitalize()}: {write.formula(verdict.claim.text)}"
    return _document(heading, items, latex=latex)


def _document(heading: str, items: list[_Item], *, latex: bool) -> str:
    if not latex:
        numbered = []
        for number, item in enumerate(items, 1):
            first, *rest = item.lines
            numbered += [f"{number}. {first}", *(INDENT + line for line in rest)]
        return "\n".join([heading, *numbered])
    lines = [heading + "."]
    if items:
        lines.append(r"\begin{enumerate}")
        for item in items:
            first, *rest = (line.strip() for line in item.lines)
            lines += [rf"  \item {first}", *(rf"    \\ {line}" for line in rest)]
        lines.append(r"\end{enumerate}")
    return "\n".join(lines)


def _proof(evidence: Step, write: _Writer) -> Iterator[_Item]:
    """One item for each step, above those that close its subgoals."""
    numbers = _numbered(evidence)
    for step, number in numbers:
        rest = [str(n) for s, n in numbers if any(s is child for child in step.children)]
        line = f"{write.formula(step.goal)}: {write.words(step.words)}"
        if step.axioms:
            line += f", by {write.words(' and '.join(step.axioms))}"
        if rest:
            line += f"; it suffices to show {_listed(rest)}"
        lines = [f"{line}."]
        for goal in step.detail.get("goals", ()):
            lines += _scalar(goal, write)
        assert number > 0
        yield _Item(tuple(lines))


def _numbered(evidence: Step) -> list[tuple[Step, int]]:
    """The steps in preorder with their numbers, from one."""
    found: list[Step] = []
    pending = [evidence]
    while pending:
        step = pending.pop()
        found.append(step)
        pending.extend(reversed(step.children))
    return [(step, number) for number, step in enumerate(found, 1)]


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _fact(name: str, write: _Writer) -> str:
    axiom = AXIOMS.get(name)
    if axiom is None:
        return f"Fact {write.words(name)}."
    return write.words(f"Fact {name}, used without proof: {axiom.statement} [{axiom.citation}]")


def _scalar(goal: Mapping[str, Any], write: _Writer) -> Iterator[str]:
    """How one scalar goal was closed, line by line."""
    while "evidence" in goal:
        key = next(key for key in goal if key != "evidence")
        words = REWRITTEN.get(key, f"is {key} first")
        old, symbol = goal[key], write.relation(">" if goal[key]["strict"] else ">=")
        where = _domains(old["domains"], write)
        yield f"{write.formula(old['expression'])} {symbol} 0{where} {words}."
        goal = goal["evidence"]
    where = _domains(goal["goal"]["domains"], write)
    symbol = write.relation(">" if goal["goal"]["strict"] else ">=")
    lead = f"{write.formula(goal['goal']['expression'])} {symbol} 0{where}"
    yield from _rule(goal, write, lead, 0)


def _domains(domains: Any, write: _Writer) -> str:
    written = []
    for name, domain in domains:
        if domain.get("integers"):
            written.append(f"{name} in {domain['lower']}..{domain['upper']}")
            continue
        low_open, high_open = domain["open"]
        left, right = "(" if low_open else "[", ")" if high_open else "]"
        written.append(f"{name} in {left}{domain['lower']}, {domain['upper']}{right}")
    return f" on {write.words(', '.join(written))}" if written else ""


def _rule(node: Mapping[str, Any], write: _Writer, lead: str, depth: int) -> Iterator[str]:
    """One line for a step of the scalar prover, then those of its children that say something."""
    pad = INDENT * depth
    yield f"{pad}{lead}: {_reason(node, write)}."
    children = list(node["children"])[: -1 if "theorem" in node["detail"] else None]
    if node["rule"] == "monotone":
        children = children[1:] if _is_evident(children[0]) else children
    elif node["rule"] == "defined":
        children = [c for c in children[:-1] if not _is_evident(c)] + children[-1:]
    if depth + 1 >= DEEPEST and children:
        size = sum(map(_size, children))
        yield f"{pad}{INDENT}{size} further steps in the same manner."
        return
    for child in children:
        yield from _rule(child, write, write.formula(child["goal"]["expression"]), depth + 1)


def _is_evident(node: Mapping[str, Any]) -> bool:
    return node["rule"] in ("sign", "identity", "natural") and not node["children"]


def _size(node: Mapping[str, Any]) -> int:
    return 1 + sum(map(_size, node["children"]))


def _reason(node: Mapping[str, Any], write: _Writer) -> str:
    """What one rule of the scalar prover did, in words."""
    rule, detail, children = node["rule"], node["detail"], node["children"]
    if rule == "sign":
        form = str(detail.get("form", "range"))
        return FORMS.get(form, f"its sign is evident in the form {write.words(form)!r}")
    if rule in ("defined", "shift", "order"):
        words = "every part of it is defined" if rule == "defined" else RULES[rule]
        known = {name for name, _ in node["goal"]["domains"]}
        put = [
            f"{write.formula(value)} for {write.formula(name)}"
            for name, value in detail.items()
            if name in known and isinstance(value, str)
        ]
        return f"{words}; put {_listed(put)}" if put else words
    if rule == "monotone":
        way, end = ("nondecreasing", "lower") if detail["end"] == "lower" else (
            "nonincreasing", "upper")  # fmt: skip
        value = write.formula(children[0]["goal"]["expression"])
        name = write.formula(str(detail["variable"]))
        return f"{way} in {name} from the {end} end of its domain, where it is {value}"
    if rule == "boxes":
        leaves = sum(not token.isdigit() for token in str(detail["tree"]).split())
        return f"balls decide on {leaves} box{'es' if leaves != 1 else ''} that cover the domain"
    if "theorem" in detail:
        return f"{RULES[rule]}; see {write.words(str(detail['theorem']))}"
    if rule == "form" and "reason" in detail:
        return f"it has the sign of another form ({write.words(' '.join(detail['reason']))})"
    if rule == "factor" and not children:
        return "it is a product of factors of known sign"
    return RULES.get(rule, f"by the rule {write.words(str(rule))!r}")


def _counterexample(verdict: Refuted, write: _Writer) -> Iterator[_Item]:
    witness = verdict.witness
    if witness is None:
        return
    for name, value in witness.point:
        yield _Item((f"Let {write.formula(name)} be {write.value(value)}.",))
    for words in witness.hypotheses:
        yield _Item((f"The hypothesis {write.words(words)}.",))
    if witness.where:
        chosen = [f"{write.formula(n)} be {write.value(v)}" for n, v in witness.where]
        yield _Item((f"In the conclusion let {_listed(chosen)}.",))
    lines = [f"{write.formula(witness.atom)} needs left {write.relation(witness.relation)} right."]
    for words, written in _arithmetic(verdict.claim, witness):
        lines.append(f"{words}: {write.formula(written)}.")
    (low, high), (least, most) = witness.left, witness.right
    lines.append(f"The left side is between {low} and {high},")
    lines.append(f"the right side between {least} and {most}: the conclusion fails.")
    yield _Item(tuple(lines))


def _arithmetic(claim: Claim, witness: Witness) -> Iterator[tuple[str, str]]:
    """The failing conclusion with the values put in, and with its divergences written out."""
    names = {symbol.name: symbol for symbol, _ in claim.domains}
    values = {names[name]: value for name, value in witness.point if name in names}
    atom = next((c for c in claim.conclusions if printing.text(c) == witness.atom), None)
    put = None if atom is None else replace_atom(atom, values)
    if put is None:
        return
    yield "With these values it reads", printing.text(put)
    where = dict(witness.where)
    bound = BOUNDS.get(type(put))
    if bound is not None and {"P", "Q"} <= set(where):
        try:
            put = bound(where, *put.args[1:])
        except KeyError:
            return
        yield "so that it asks", printing.text(put)
    if isinstance(put, Relational):
        try:
            split = next(iter(ClosedForm().splits(make_claim((), (put,)))), None)
        except ValueError:  # ours, and sympy's for numbers that it cannot order
            return
        if split is not None and split.subgoals:
            yield "that is", printing.text(split.subgoals[0].conclusions[0])


def _left(verdict: Undecided, write: _Writer) -> Iterator[_Item]:
    yield _Item((f"Left: {write.words(verdict.why)}.",))
    for attempt in verdict.trail:
        outcome = write.words(attempt.outcome)
        yield _Item((f"{write.words(attempt.prover)} ({attempt.seconds:.2f} s): {outcome}.",))


__all__ = ["explain"]
