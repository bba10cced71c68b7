"""What a counterexample says: the values, the hypotheses, and the arithmetic that fails."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import S
from sympy.core.relational import Relational

from dpsym.explaining.lines import Line, marked
from dpsym.explaining.scalars import listed
from dpsym.language import printing
from dpsym.language.claim import Claim, make_claim
from dpsym.language.definitions import bound_of, each_round, plain
from dpsym.provers.divergences.closed_form import ClosedForm
from dpsym.provers.restate import at_most, replace_atom
from dpsym.verdict import Refuted, Witness


def summary(witness: Witness) -> Line:
    """The counterexample in a sentence."""
    values = [f"{marked(name)} be {marked(printing.text(value))}" for name, value in witness.point]
    lead = f"Let {listed(values)}. " if values else ""
    given = "The hypotheses hold, but the" if witness.hypotheses else "The"
    return Line(
        f"{lead}{given} conclusion needs left {marked(witness.relation)} right, where the left "
        f"side is {_about(witness.left)} and the right side {_about(witness.right)}.",
        part="idea",
    )


def _about(ends: tuple[str, str]) -> str:
    low, high = ends
    return low if low == high else f"about {low}"


def told(verdict: Refuted, witness: Witness) -> Iterator[Line]:
    """The counterexample step by step."""
    number = 0
    for name, value in witness.point:
        number += 1
        yield Line(f"Let {marked(name)} be {marked(printing.text(value))}.", number)
    for words in witness.hypotheses:
        number += 1
        yield Line(f"The hypothesis {words}.", number)
    if witness.where:
        chosen = [
            f"{marked(n)} be {marked(printing.text(v))}{f', {role},' if role else ''}"
            for label, n, v, role in witness.shown()
            if label == "where"
        ]
        number += 1
        yield Line(f"In the conclusion let {listed(chosen)}.", number)
    needed = f"{marked(witness.atom)} needs left {marked(witness.relation)} right."
    yield Line(needed, number + 1)
    for words, written in _arithmetic(verdict.claim, witness):
        yield Line(f"{words}: {marked(written)}.")
    (low, high), (least, most) = witness.left, witness.right
    yield Line(f"The left side is between {low} and {high},")
    yield Line(f"the right side between {least} and {most}: the conclusion fails.")


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
    put, rounds = each_round(plain(put))
    if rounds != 1:
        yield f"Divergences of the {rounds} rounds add, so that it says", printing.text(put)
    bound = bound_of(put)
    if bound is not None and {"P", "Q"} <= set(where):
        if bound.orders is not None and bound.order not in where:
            return
        put = at_most(*bound.at(put, (where["P"], where["Q"]), where.get(bound.order, S.One)))
        yield "so that it asks", printing.text(put)
    if isinstance(put, Relational):
        try:
            split = next(iter(ClosedForm().splits(make_claim((), (put,)))), None)
        except ValueError:  # ours, and sympy's for numbers that it cannot order
            return
        if split is not None and split.subgoals:
            yield "that is", printing.text(split.subgoals[0].conclusions[0])
