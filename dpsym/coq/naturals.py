"""Scripts for Coq of equations: harmonic numbers, sums and powers by those of fewer terms."""

from __future__ import annotations

from collections.abc import Mapping

import sympy
from sympy import Expr, S

from dpsym.coq.notation import coq, powered
from dpsym.coq.rewriting import Rewriting
from dpsym.kernel.scalar_polynomials import MAX_POWER

MAX_SUM = 40


def harmonic(by: Rewriting, node: Expr, texts: dict[Expr, str], values: dict[Expr, Expr]) -> None:
    """A harmonic number by one before it, as the kernel does."""
    by.put(node, _harmonic(by, node, texts, values), texts, values)


def _harmonic(
    by: Rewriting, node: Expr, texts: Mapping[Expr, str], values: Mapping[Expr, Expr]
) -> Expr:
    value = sympy.expand(by.value(node.args[0], values))
    count, rest = value.as_coeff_Add()
    if not (count.is_Integer and 0 < count <= 8 and by.region.natural(rest)):
        return by.same(node, texts, values)
    before = by.same(sympy.harmonic(rest), {}, {}) if rest else S.Zero
    found = before + sympy.Add(*(1 / (rest + i) for i in range(1, int(count) + 1)))
    shifted = coq(rest) + " + 1" * int(count)
    proof = [
        f"replace {coq(node.args[0], texts)} with ({shifted}) by (field || lra).",
        "rewrite ?dpsym_harmonic_next by first [ dpsym_whole | lra | dpsym_nonneg ].",
        "dpsym_equal.",
    ]
    by.rewrite(coq(node, texts), by.said(found), proof)
    return found


def chosen(by: Rewriting, node: Expr, texts: dict[Expr, str], values: dict[Expr, Expr]) -> None:
    """A binomial coefficient of numbers by Pascal's rule, or of equal ones by the first."""
    above, below = (by.value(part, values) for part in node.args)
    if above.is_Integer and below.is_Integer and below >= 0 and 0 <= above <= MAX_SUM:
        sides = "[cbn; lra | cbn; lra | vm_compute; reflexivity]"
        found = sympy.binomial(above, below)
        proof = [f"apply (dpsym_binomial_is {above} {below}); {sides}."]
    else:
        found = by.keep(node.func(above, below), coq(node, texts), above, below)
        proof = ["apply (f_equal2 dpsym_binomial); dpsym_equal."]
    by.rewrite(coq(node, texts), coq(found, by.names), proof)
    by.put(node, found, texts, values)


def counted(by: Rewriting, node: Expr, texts: dict[Expr, str], values: dict[Expr, Expr]) -> None:
    """A power of what may be 0, with the whole part of its exponent apart, as in the kernel."""
    base, exponent = (by.value(part, values) for part in node.args)
    inner, (whole, rest) = coq(node.base, texts), sympy.expand(exponent).as_coeff_Add()
    if not (whole.is_Integer and 0 < whole <= MAX_POWER and by.region.natural(rest)):
        whole, rest = S.Zero, exponent
    text, power, front = coq(node, texts), "", S.One
    if whole:
        text = f"(dpsym_expt {inner} {coq(rest, by.names)})"
        power, front = f"{powered(inner, int(whole))} * ", base**whole
        sides = "dpsym_whole | dpsym_nonneg | cbn [INR]; dpsym_equal"
        proof = [
            f"rewrite (dpsym_expt_by _ {coq(rest, by.names)} _ {whole}) by first [ {sides} ].",
            "ring.",
        ]
        by.rewrite(coq(node, texts), f"({power}{text})", proof)
    if rest.is_zero:
        by.rewrite(text, "1", ["apply dpsym_expt_0."])
        texts[node], values[node] = f"({power}1)", front
        return
    found = by.keep(sympy.Pow(base, rest, evaluate=False), text, base, rest)
    proof = ["apply (f_equal2 dpsym_expt); dpsym_equal."]
    by.rewrite(text, by.names[found], proof)
    texts[node], values[node] = f"({power}{by.names[found]})", front * found


def total(by: Rewriting, node: Expr, texts: dict[Expr, str], values: dict[Expr, Expr]) -> None:
    """A sum by a shorter one and its last terms, as in the kernel."""
    term, (index, low, high) = node.args
    for end in (low, high):
        by.visit(end, texts, values)
    written = coq(node, texts)
    head = written[: written.rindex(f" {coq(high, texts)})")]
    first, last, end = by.value(low, values), by.value(high, values), coq(high, texts)
    tail, found, count = "", S.Zero, 0
    while count < MAX_SUM and by.region.natural(sympy.expand(last - first)):
        put = {s: text for s, text in texts.items() if s.is_Symbol} | {index: end}
        at = {s: value for s, value in values.items() if s.is_Symbol} | {index: last}
        shorter = f"{end} + (- 1)"
        proof = [
            "rewrite dpsym_sum_next by first [ dpsym_whole | dpsym_nonneg ].",
            "reflexivity.",
        ]
        by.rewrite(f"{head} {end})", f"({head} ({shorter})) + {coq(term, put)})", proof)
        by.visit(term, put, at)
        tail, found = f" + {coq(term, put)}){tail}", found + by.value(term, at)
        end, last, count = f"({shorter})", sympy.expand(last - 1), count + 1
    text = f"{head} {end})"
    if sympy.expand(last - first) == -1:
        by.rewrite(text, "0", ["apply dpsym_sum_none; lra."])
        texts[node], values[node] = f"{'(' * count}0{tail}", found
        return
    rest = node.func(by.value(term, values), (index, first, last))
    kept = by.keep(rest, text, by.value(term, values), first, last)
    by.rewrite(text, by.names[kept], ["apply dpsym_sum_alike; intros; dpsym_equal."])
    texts[node], values[node] = f"{'(' * count}{by.names[kept]}{tail}", found + kept
