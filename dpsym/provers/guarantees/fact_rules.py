"""A guarantee from a known one by the kernel's rules: rows of the table, from fact to fact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sympy import Basic

from dpsym.kernel.claims import premises
from dpsym.kernel.facts import FACTS
from dpsym.kernel.goal import Goal
from dpsym.kernel.implications import entails, evident, implied, plain
from dpsym.kernel.logic import cases
from dpsym.kernel.parts import part
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.statements import fact
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.domains import Objects
from dpsym.language.heads import Guarantee
from dpsym.language.printing import text
from dpsym.provers.guarantees.fact import Fact
from dpsym.provers.guarantees.matching import conversions, instance, instance_of, match, restricted
from dpsym.provers.prover import Split
from dpsym.provers.restate import fresh, restate

Between = tuple[tuple[Claim, Split], ...]


def concluded(source: Fact, claim: Claim, goals: Sequence[Claim]) -> Iterator[Split]:
    """Ways by rules from a fact to the claim, given goals about numbers that are proved."""
    smaller = _smaller_domains(claim, goals)
    if smaller:
        inner = restate(claim, claim.conclusions, domains=smaller)
        for way in _ways(source, inner, goals):
            yield Split((), "on smaller domains", rule="generalise", between=((inner, way),))
    yield from _ways(source, claim, goals)
    yield from _by_signs(source, claim, goals)


def _smaller_domains(claim: Claim, goals: Sequence[Claim]) -> dict[Any, Any]:
    """The domains of the goals, where the hypotheses leave no others."""
    known = dict(claim.domains)
    return {
        name: domain
        for name, domain in (pair for goal in goals for pair in goal.domains)
        if (here := known.get(name, domain)) != domain
        and not isinstance(here, Objects)
        and here.includes(domain)
    }


def _by_signs(source: Fact, claim: Claim, goals: Sequence[Claim]) -> Iterator[Split]:
    """The claim for the two signs of the rate of concentration that it starts from."""
    rate = plain(source.guarantee).args[-1]
    known = [h for h in claim.hypotheses if not isinstance(h, Guarantee)]
    if not isinstance(source.guarantee, heads.ZCDP) or any(h.has(rate) for h in known):
        return
    params = {"of": text(rate)}
    _, *both = cases(Goal(claim, params, (), set()))
    positive, other = (restate(case, case.conclusions) for case in both)
    for first in _ways(source, positive, goals):
        for second in _ways(source, other, goals):
            between = (positive, first), (other, second)
            yield Split((), "for both signs of the rate", (), params, "cases", between=between)


def _ways(source: Fact, claim: Claim, goals: Sequence[Claim]) -> Iterator[Split]:
    (target,) = claim.conclusions
    if implied(target, source.guarantee, dict(claim.domains)):
        way = _stated(source, claim, goals)
        if way is not None:
            yield way
        return
    for start in (source, *restricted(source, plain(target), claim)):
        direct = sorted(
            conversions(start, plain(target), claim),
            key=lambda entry: not entry[0].startswith("weaken"),
        )
        for row, bound, of in direct:
            found = instance_of(fact(row, 1)[1], bound, claim)
            if implied(target, found, dict(claim.domains)):
                yield _by_row(row, bound, of, claim, goals)
            else:
                yield from _in_two(Fact(found, "", (), (), row, of), bound, claim, goals)


def _in_two(
    middle: Fact, bound: Mapping[Basic, Basic], claim: Claim, goals: Sequence[Claim]
) -> Iterator[Split]:
    """A row, then larger parameters."""
    (target,) = claim.conclusions
    for weaker, larger, _ in conversions(middle, plain(target), claim):
        if weaker.startswith("weaken"):
            stated = restate(claim, [middle.guarantee])
            inner = _by_row(middle.row, bound, middle.parents, stated, goals)
            params = {"fact": weaker, "with": _written(larger)}
            yield Split(
                (), "with larger parameters", (), params, "fact", between=((stated, inner),)
            )
            return


def _stated(known: Fact, claim: Claim, goals: Sequence[Claim]) -> Split | None:
    """A fact by the row or rule that it is; None where it is one of the goals or not known."""
    (target,) = claim.conclusions
    between = _parents(known.parents, claim, goals)
    if evident(claim):
        return Split((), known.words, rule="restated")
    if known.row == "domination":
        images = {text(f.guarantee.args[0]): text(f.guarantee) for f in known.parents}
        params = {"images": images}
        between += tuple(_instances("domination", claim, params, goals))
        return Split((), known.words, (), params, "domination", between=between)
    if known.row == "orders":
        return Split((), known.words, (), {"order": fresh(claim, "a").name}, "orders")
    if known.row in ("part", "copies"):
        told = [fact.guarantee for fact in known.parents] or map(normal, claim.hypotheses)
        wholes = (text(h.args[0]) for h in told if isinstance(h, type(target)))
        more: dict[str, Any] = {"copies": True} if known.row == "copies" else {}
        for whole in wholes:
            asked = {"whole": whole, **more}
            if _is_part(claim, asked):
                return Split((), known.words, (), asked, "part", between=between)
        return None
    if known.row not in FACTS:
        return None
    bound = instance(known.row, [f.guarantee for f in known.parents], plain(target))
    return (
        None
        if bound is None
        else replace(_by_row(known.row, bound, known.parents, claim, goals), words=known.words)
    )


def _instances(
    rule: str, claim: Claim, params: dict[str, Any], goals: Sequence[Claim]
) -> Iterator[tuple[Claim, Split]]:
    """What a rule needs of concrete mechanisms and a goal says for all values of its names."""
    general = [
        goal for goal in goals
        if isinstance(goal.conclusions[0], Guarantee) and not goal.hypotheses
    ]  # fmt: skip
    if not general:
        return
    with suppress(Rejected):
        for need in premises(rule, Goal(claim, params, (), set())):
            wanted = restate(need, need.conclusions)
            for goal in general:
                values = _values(goal, wanted)
                if values is not None:
                    terms = {"with": values}
                    yield wanted, Split((goal,), "for these values", (), terms, "generalise")
                    break


def _values(goal: Claim, wanted: Claim) -> dict[str, str] | None:
    """Terms for the names of a guarantee that make its mechanism that of another."""
    (pattern, *_), (atom, *_) = goal.conclusions, wanted.conclusions
    known = dict(wanted.domains)
    new = [name for name, _ in goal.domains if name not in known]
    if not new:
        return None
    found = match(pattern.args[0], atom.args[0], {}) if atom.func == pattern.func else None
    if found is None or not all(name in found for name in new):
        return None
    return {name.name: text(found[name]) for name in new}


def _is_part(claim: Claim, params: dict[str, Any]) -> bool:
    try:
        part(Goal(claim, params, (), set()))
    except Rejected:
        return False
    return True


def _by_row(
    row: str, bound: Mapping[Basic, Basic], of: Sequence[Fact], claim: Claim, goals: Sequence[Claim]
) -> Split:
    params: dict[str, Any] = {"fact": row, "with": _written(bound)}
    if "#" in FACTS[row][1]:
        params["count"] = len(of)
    between = _parents(of, claim, goals) + tuple(_instances("fact", claim, params, goals))
    return Split((), f"the fact {row}", (), params, "fact", between=between)


def _parents(of: Sequence[Fact], claim: Claim, goals: Sequence[Claim]) -> Between:
    """What a fact follows from and no goal says, each with its way."""
    found = []
    for one in dict.fromkeys(of):
        wanted = restate(claim, [one.guarantee])
        if not evident(wanted) and not any(entails(goal, wanted) for goal in goals):
            way = _stated(one, wanted, goals)
            if way is not None:
                found.append((wanted, way))
    return tuple(found)


def _written(values: Mapping[Basic, Basic]) -> dict[str, str]:
    return {str(name): text(value) for name, value in values.items()}
