"""Spaces of two rounds, of which the second is chosen by the answer of the first.

The second mechanism is asked one of several questions, one for each answer; what is assumed of it
holds of its answers to each. Of guarantees that have one worst pair of laws, and of moments of the
loss, which multiply, no choice makes anything worse, so that no space is made for these alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from sympy import Basic, Dummy, Integer, Symbol, Tuple

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Integers, Sort
from dpsym.language.heads import ObjectName
from dpsym.provers.search.coordinates import Row
from dpsym.provers.search.space import View

ONE_WORST = (heads.PureDP, heads.ApproxDP, heads.GaussianDP)
"""Each has a pair of laws of which all pairs within it are images."""
MOMENTS = (heads.PureDP, heads.RenyiDP, heads.ZCDP, heads.BoundedZCDP)
OF_THE_LOSS = (heads.MeanCDP, heads.ProbabilisticDP, heads.BoundedRange)
"""What an image of a pair may not satisfy though the pair does."""
SIZES = ((2, 2), (2, 3), (3, 2))
"""Answers of the first round, and of the second to each question."""
ROUNDS = Integer(2)


@dataclass(frozen=True, slots=True)
class Choice:
    """Laws for two rounds in which a claim about a composition may fail.

    Attributes:
        label: what they are, in a few words.
        replaced: the mechanisms and the number of rounds, over names of masses and laws.
        hypotheses: what is left to hold, of the answers to every question.
        conclusions: those of the claim, of what is seen in both rounds.
        rows: the laws.
        view: what is seen.
    """

    label: str
    replaced: dict[Symbol, Basic]
    hypotheses: tuple[Basic, ...]
    conclusions: tuple[Basic, ...]
    rows: tuple[Row, ...]
    view: View


def choices_of_second(claim: Claim) -> Iterator[Choice]:
    """The choices for a claim about a composition of two mechanisms that have names."""
    mechanisms = claim.objects(Sort.MECHANISM)
    others = any(claim.objects(sort) for sort in Sort if sort is not Sort.MECHANISM)
    if others or not all(_is_bound(h, mechanisms) for h in claim.hypotheses):
        return
    composed = {
        atom.args[0]
        for atom in claim.conclusions
        if isinstance(atom, heads.Guarantee) and isinstance(atom.args[0], heads.Compose)
    }
    for node in sorted(composed, key=str):
        named = _two_rounds(node, claim)
        if named is None or not all(_may_gain(atom, claim) for atom in claim.conclusions):
            continue
        parts, counts = named
        for answers, second in SIZES:
            yield _choice(claim, node, parts, counts, answers, second)


def _is_bound(hypothesis: Basic, mechanisms: Sequence[Symbol]) -> bool:
    """Whether mechanisms stand in a hypothesis as what a guarantee is about, and alone."""
    used = hypothesis.free_symbols & set(mechanisms)
    return not used or (isinstance(hypothesis, heads.Guarantee) and hypothesis.args[0] in used)


def _two_rounds(
    node: Basic, claim: Claim
) -> tuple[tuple[Symbol, Symbol], dict[Symbol, Basic]] | None:
    """The mechanisms of the two rounds, and the number of rounds where it has a name."""
    first, second = node.args if len(node.args) == 2 else (None, None)
    if not isinstance(first, Symbol):
        return None
    if not heads.is_scalar(second):
        return ((first, second), {}) if isinstance(second, Symbol) else None
    if second == ROUNDS:
        return (first, first), {}
    domain = dict(claim.domains).get(second)
    within = isinstance(domain, Integers) and domain.lower <= ROUNDS <= domain.upper
    return ((first, first), {second: ROUNDS}) if within else None


def _may_gain(conclusion: Basic, claim: Claim) -> bool:
    """Whether a conclusion may fail by a choice, though not without one."""
    if isinstance(conclusion, OF_THE_LOSS):
        return True
    given = [h for h in claim.hypotheses if isinstance(h, heads.Guarantee)]
    return not isinstance(conclusion, MOMENTS) and not all(isinstance(h, ONE_WORST) for h in given)


def _choice(
    claim: Claim,
    node: Basic,
    parts: tuple[Symbol, Symbol],
    counts: dict[Symbol, Basic],
    answers: int,
    second: int,
) -> Choice:
    names = chain(((parts[0], answers),), ((parts[1], second),) * answers)
    rows = [
        Row((ObjectName(f"{name.name}.{place}.0"), ObjectName(f"{name.name}.{place}.1")), atoms)
        for place, (name, atoms) in enumerate(names)
    ]
    asked = {name: [row for row in rows if _of(row, name)] for name in set(parts)}
    masses = {
        law: tuple(Dummy(f"{law.name}.{i}") for i in range(row.atoms))
        for row in rows
        for law in row.names
    }
    trees = {
        name: heads.InteractiveMechanism(
            heads.Query(*(_message(row, masses) for row in own)) if own[1:]
            else _message(own[0], masses)
        )
        for name, own in asked.items()
    }  # fmt: skip
    seen = ObjectName("seen.0"), ObjectName("seen.1")
    view = View(seen, rows[0].names, tuple(row.names for row in rows[1:]), masses)
    hypotheses = []
    for hypothesis in claim.hypotheses:
        name = hypothesis.args[0]
        laws = [heads.FiniteMechanism(*row.names) for row in asked.get(name, ())]
        each = [hypothesis.xreplace({name: mechanism}) for mechanism in laws]
        hypotheses += [atom.xreplace(counts) for atom in each or [hypothesis]]
    put = {node: heads.FiniteMechanism(*seen)}
    return Choice(
        f"{answers} questions to {parts[1].name}, by the answer of {parts[0].name}",
        {**counts, **trees},
        tuple(hypotheses),
        tuple(atom.xreplace(put).xreplace(counts) for atom in claim.conclusions),
        tuple(rows),
        view,
    )


def _of(row: Row, name: Symbol) -> bool:
    return bool(row.names[0].name.rsplit(".", 2)[0] == name.name)


def _message(row: Row, masses: dict[Symbol, tuple[Dummy, ...]]) -> Basic:
    return heads.Message(*(Tuple(p, q) for p, q in zip(*map(masses.get, row.names), strict=True)))
