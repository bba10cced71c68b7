"""The rows of the kernel's table of facts as claims, of which the library's lemmas are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files

from sympy import Basic, Integer, Lt, S, Symbol, preorder_traversal

from dpsym.coq.claims import ordered, statement
from dpsym.coq.notation import name
from dpsym.coq.scripts import Scripting
from dpsym.kernel import statements
from dpsym.kernel.facts import FACTS, NATURAL
from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.domains import NATURALS, REALS, Domain, Integers, Interval
from dpsym.language.heads import SIGNATURES, ObjectName, is_scalar, roles_of

PARTS = 2
"""With how many parts the lemma of a row is stated that has parts."""


def title(row: str) -> str:
    """The name of a row's lemma."""
    return f"row_{row.replace('-', '_')}"


def row_claim(row: str) -> Claim:
    """A row as a claim, with the domains that its places ask of its names.

    >>> row_claim("repeat-pure").text
    'PureDP(M, e) => PureDP(Compose(M, k), e*k)'
    """
    count = PARTS if "#" in FACTS[row][1] else 1
    hypotheses, conclusion = statements.fact(row, count)
    # Numbers of Coq are finite.
    hypotheses = tuple(h for h in hypotheses if not h.has(S.Infinity) or not isinstance(h, Lt))
    atoms = [*hypotheses, plain(conclusion)]
    found: dict[Symbol, Domain] = {}
    for atom in atoms:
        for node in preorder_traversal(atom):
            if node in atom.free_symbols:
                found.setdefault(node, NATURALS if node.name == NATURAL else REALS)
            if node.func in SIGNATURES:
                for symbol, domain in _asked(node):
                    if found.get(symbol, REALS) == REALS:
                        found[symbol] = domain
    text = statements.statement(row, count)
    place = {n: re.search(rf"\b{n.name}\b", text) for n in found}
    names = sorted(found, key=lambda n: match.start() if (match := place[n]) else len(text))
    return Claim(hypotheses, (plain(conclusion),), tuple((n, found[n]) for n in names))


def proof(row: str) -> str:
    """The proof of a row's lemma by that of the library, which counts in natural numbers."""
    values = []
    for symbol, domain in ordered(row_claim(row)):
        written = name(symbol)
        values.append(f"(dpsym_count {written})" if isinstance(domain, Integers) else written)
    return f"intros. dpsym_row (fact_{row.replace('-', '_')} {' '.join(values)})."


def lemma(row: str) -> str:
    """The statement of a row's lemma."""
    return f"Lemma {title(row)} : {statement(row_claim(row))}."


def _asked(node: Basic) -> list[tuple[Symbol, Domain]]:
    """The names that stand as arguments of a head, with the domains of their places."""
    found: list[tuple[Symbol, Domain]] = []
    for role, argument in zip(roles_of(node), node.args, strict=True):
        domain = role.defining
        if not isinstance(argument, Symbol):
            continue
        if isinstance(argument, ObjectName) or not is_scalar(argument):
            found.append((argument, role.permitted))
        elif isinstance(domain, Integers):
            found.append((argument, domain))
        elif isinstance(domain, Interval):
            endless = domain.upper_open or not domain.upper.is_finite
            found.append((argument, replace(domain, upper_open=endless)))
    return found


def whole_counts(
    script: Scripting, held: str, claim: Claim, put: Mapping[Symbol, Basic]
) -> list[str]:
    """A script that writes the numbers put for counts as natural numbers in what holds."""
    lines = []
    counts = [put.get(n) for n, domain in claim.domains if isinstance(domain, Integers)]
    for count in dict.fromkeys(c for c in counts if isinstance(c, Integer) and c >= 0):
        number, equal = int(count), script.fresh("N")
        lines += [
            f"assert ({equal} : dpsym_count {number} = {number}%nat).",
            f"{{ transitivity (dpsym_count (INR {number})); "
            "[ f_equal; cbn [INR]; lra | apply dpsym_count_INR ]. }",
            f"rewrite ?{equal} in {held}; clear {equal}.",
        ]
    return lines


@cache
def proved() -> frozenset[str]:
    """The rows of which the library has a lemma."""
    text = files("dpsym.coq").joinpath("theories", "Rows.v").read_text(encoding="utf-8")
    return frozenset(row for row in FACTS if f"Lemma {title(row)} :" in text)
