"""Divergences replaced by upper bounds, one rule of the kernel after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import product
from typing import Any

from sympy import Basic, Eq, Le, Lt, Symbol, cancel

from dpsym.kernel.divergences import expanded, factor_pairs, mirrored
from dpsym.kernel.facts import FACTS
from dpsym.kernel.implications import plain
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA
from dpsym.kernel.statements import fact
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, ObjectName
from dpsym.language.printing import text
from dpsym.provers.guarantees.matching import match
from dpsym.provers.kernel_rules import after
from dpsym.provers.prover import Split

MOST = 16
"""Bounds one after the other."""


def by_identities(claim: Claim, identity: str, used: Collection[str]) -> Iterator[Split]:
    """Identities, then upper bounds one after the other until the divergences are numbers."""
    for use in filter(None, (identity, "expanded", "symmetric")):
        params = {"use": use}
        written = after("identity", claim, params)
        if written.conclusions != (plain(claim.conclusions[0]),):
            for inner in _replaced(written, used, MOST):
                yield _through("identity", params, written, inner)
    yield from _replaced(claim, used, MOST)


def by_lower_bounds(claim: Claim, facts: Sequence[Mapping[str, Any]]) -> Iterator[Split]:
    """Divergences of the larger side replaced by lower bounds, one after the other."""
    params, *rest = facts
    lowered = after("bound", claim, params)
    if not rest:
        yield Split((), "a divergence bounded", (), dict(params), "bound")
        return
    for inner in by_lower_bounds(lowered, rest):
        yield _through("bound", params, lowered, inner)


def _replaced(claim: Claim, used: Collection[str], depth: int) -> Iterator[Split]:
    """Bounds as far as there are any, which may leave nothing to prove; then free numbers."""
    atom = plain(claim.conclusions[0])
    divergences = sorted(atom.atoms(Divergence), key=str)
    taken = {n.name for n, _ in claim.domains}
    names = {f"d{i}{'_' * (1 + (f'd{i}_' in taken))}": text(d) for i, d in enumerate(divergences)}
    if depth > 0 and isinstance(atom, Le | Lt):
        yield from _bounded(claim, atom, used, depth)
    yield Split((), "divergences as free numbers", (), {"names": names}, "numbers", sufficient=True)


def _bounded(claim: Claim, atom: Basic, used: Collection[str], depth: int) -> Iterator[Split]:
    """One divergence of the smaller side replaced, then those that remain."""
    # All that the larger side does not have must go, so the order in which they do is no choice.
    remaining = sorted(atom.lhs.atoms(Divergence) - atom.rhs.atoms(Divergence), key=str)
    options = (list(_upper_bounds(divergence, atom, claim, used)) for divergence in remaining)
    for params in next((found for found in options if found), []):
        try:
            bounded = after("bound", claim, params)
        except Rejected:
            continue
        for inner in _expanded(bounded, used, depth - 1):
            yield _through("bound", params, bounded, inner)


def _expanded(claim: Claim, used: Collection[str], depth: int) -> Iterator[Split]:
    atom = plain(claim.conclusions[0])
    if all(expanded(d) == d for d in atom.atoms(Divergence)):
        yield from _replaced(claim, used, depth)
        return
    params = {"use": "expanded"}
    written = after("identity", claim, params)
    for inner in _replaced(written, used, depth):
        yield _through("identity", params, written, inner)


def _through(rule: str, params: Mapping[str, Any], written: Claim, inner: Split) -> Split:
    """A claim by a rule from another, which follows by a split of its own."""
    words = "a divergence bounded" if rule == "bound" else "divergences written otherwise"
    return Split((), words, (), dict(params), rule, between=((written, inner),))


def _upper_bounds(
    divergence: Basic, atom: Basic, claim: Claim, used: Collection[str]
) -> Iterator[dict[str, Any]]:
    """Facts with the divergence on the left: hypotheses, marginals, rows of the table.

    Rows rest on no axioms but those of the split, else the search would have no end.
    """
    hypotheses = [plain(h) for h in claim.hypotheses]
    for number, h in enumerate(hypotheses):
        if {divergence, mirrored(divergence)} & set(_bounded_by(h)):
            yield {"fact": "hypothesis", "number": number}
    wholes = [d for h in hypotheses for d in _bounded_by(h) if isinstance(d, Divergence)]
    for whole in (*sorted(atom.rhs.atoms(Divergence), key=str), *wholes):
        if whole.func == divergence.func and whole != divergence and _is_part(divergence, whole):
            yield {"fact": "marginal", "part": text(divergence), "whole": text(whole)}
    mixed = all(isinstance(law, heads.Mixture) for law in divergence.args[-2:])
    if mixed and DATA in used and divergence.args[-2].args[0] != divergence.args[-1].args[0]:
        yield {"fact": "weights", "whole": text(divergence)}
    for name in FACTS:
        _, conclusion = fact(name, 1)
        if not isinstance(conclusion, Le) or conclusion.lhs.func != divergence.func:
            continue
        if not set(FACTS[name][0].split()).issubset(used):
            continue
        binding = match(conclusion.lhs, divergence, {})
        if binding is None:
            continue
        for bound in _completions(name, binding, atom.rhs.atoms(Divergence).union(wholes)):
            written = {symbol.name: text(value) for symbol, value in bound.items()}
            yield {"fact": name, "with": written}


def _bounded_by(hypothesis: Basic) -> list[Basic]:
    """The sides that a hypothesis says to be at most the other."""
    both, one = isinstance(hypothesis, Eq), isinstance(hypothesis, Le)
    return [*hypothesis.args[: 2 * both + one]]


def marginal(divergence: Basic, whole: Basic) -> tuple[str, ...] | None:
    """The axioms by which ``divergence`` is at most ``whole``, one of its marginals or itself."""
    if type(divergence) is not type(whole) or divergence.args[:-2] != whole.args[:-2]:
        return None
    remaining = factor_pairs(*whole.args[-2:])
    for pair in factor_pairs(*divergence.args[-2:]):
        if pair not in remaining:
            return None
        remaining.remove(pair)
    return (DATA,) if remaining else ()


def _is_part(part: Basic, whole: Basic) -> bool:
    rest = factor_pairs(*whole.args[-2:])
    return all(pair in rest for pair in factor_pairs(*part.args[-2:]))


def _completions(
    name: str, binding: Mapping[Basic, Basic], there: Iterable[Basic]
) -> Iterator[dict[Basic, Basic]]:
    """The binding with terms for names that only the right side has, from divergences there."""
    hypotheses, conclusion = fact(name, 1)
    names = conclusion.free_symbols.union(*(h.free_symbols for h in hypotheses))
    missing = names - set(binding)
    if not missing:
        yield dict(binding)
        return
    if name.startswith(("triangle", "product")):
        yield from _between(name, binding, missing, there)
        return
    known = sorted((d for d in there if isinstance(d, heads.Renyi)), key=str)
    if name == "hoelder":
        yield from _first_steps(binding, known)
        return
    for order, *pair in (d.args for d in known):
        if pair == [binding.get(ObjectName("P")), binding.get(ObjectName("Q"))]:
            (only,) = missing if len(missing) == 1 else (None,)
            if only in (Symbol("a"), Symbol("b")):
                yield {**binding, only: order}


def _between(
    name: str, binding: Mapping[Basic, Basic], missing: Set[Basic], there: Iterable[Basic]
) -> Iterator[dict[Basic, Basic]]:
    """The binding with what makes each divergence of the row one of those that are there."""
    parts = sorted(fact(name, 1)[1].rhs.atoms(Divergence), key=str)
    known = sorted(there, key=str)
    for chosen in product(known, repeat=len(parts)):
        found: dict[Basic, Basic] | None = dict(binding)
        for part, divergence in zip(parts, chosen, strict=True):
            found = None if found is None else match(part, divergence, found)
        if found is not None and set(found) >= missing:
            yield found


def _first_steps(
    binding: Mapping[Basic, Basic], known: Sequence[Basic]
) -> Iterator[dict[Basic, Basic]]:
    """Hoelder's inequality through each law to which the larger side has a step of its own."""
    a, p, q = (binding[name] for name in (Symbol("a"), ObjectName("P"), ObjectName("Q")))
    for order, start, middle in (step.args for step in known):
        if start == p and middle not in (p, q) and order != a:
            k = cancel((order - 1) / (order - a))
            yield {**binding, ObjectName("R"): middle, Symbol("k"): k}
