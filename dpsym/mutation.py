"""Claims that differ in one place from a given one, and what becomes of them.

A bound is worth stating if what is stronger is false: its constants by one, five and twenty
percent, its exponents, its terms and factors, its hypotheses, the order of its laws, of its
parameters and of its quantifiers are changed one at a time, and every mutant is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, zip_longest
from time import monotonic
from typing import Any

from sympy import Add, Basic, Expr, Mul, Pow, Rational, S, Symbol, Tuple
from sympy.core.relational import GreaterThan, LessThan, Relational

from dpsym.checking import check
from dpsym.errors import ClaimError
from dpsym.language import heads
from dpsym.language.claim import Claim, make_claim
from dpsym.language.domains import PROBABILITY, Domain
from dpsym.language.parser import parse_claim
from dpsym.language.printing import text
from dpsym.statement import Theorem

PERCENTS = (1, 5, 20)
FINAL = (heads.Guarantee, Relational)
_WEAKENED = (
    LessThan, GreaterThan, heads.PureDP, heads.ApproxDP, heads.ZCDP, heads.ApproxZCDP,
    heads.BoundedZCDP, heads.RenyiDP, heads.MeanCDP, heads.GaussianDP, heads.BoundedRange,
)  # fmt: skip
"""Relations and guarantees that hold with a larger last argument where they hold (smaller, >=)."""
_WITHIN_ONE = (heads.TotalVariation, heads.Hellinger, heads.HockeyStick)

Path = tuple[int, ...]
Change = tuple[str, str, tuple[Basic, ...], tuple[Basic, ...]]
"""Kind, words, hypotheses, conclusions."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A claim that differs in one place.

    Attributes:
        kind: constant, scale, exponent, term, hypothesis, laws, parameters or quantifier.
        words: the change.
        claim: the changed claim.
    """

    kind: str
    words: str
    claim: Claim


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one mutant: proved, refuted, or undecided, which is to survive."""

    mutant: Mutant
    verdict: str
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """The fate as JSON data."""
        return {
            "kind": self.mutant.kind,
            "change": self.mutant.words,
            "claim": self.mutant.claim.text,
            "verdict": self.verdict,
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class MutationReport:
    """The fates of the mutants of one claim."""

    name: str
    fates: tuple[Fate, ...]

    def count(self, verdict: str) -> int:
        """How many mutants have this verdict."""
        return sum(fate.verdict == verdict for fate in self.fates)

    @property
    def score(self) -> float:
        """The share of refuted mutants among those that were not proved; one where none is left."""
        left = len(self.fates) - self.count("proved")
        return self.count("refuted") / left if left else 1.0

    def text(self) -> str:
        """The mutants as a table, and the number."""
        rows = [(f.verdict, f.mutant.kind, f.mutant.words) for f in self.fates]
        widths = [max([len(row[i]) for row in rows] or [0]) for i in (0, 1)]
        lines = [
            f"  {verdict:<{widths[0]}}  {kind:<{widths[1]}}  {words}"
            for verdict, kind, words in rows
        ]
        return "\n".join([self.name, *lines, f"  {self.summary()}"])

    def summary(self) -> str:
        """The counts and the score in one line."""
        return (
            f"{len(self.fates)} mutants: {self.count('refuted')} refuted, "
            f"{self.count('proved')} still true, {self.count('undecided')} surviving; "
            f"{self.score:.0%} of those not provably true are refuted"
        )

    def to_json(self) -> dict[str, Any]:
        """The report as JSON data."""
        return {
            "name": self.name,
            "score": round(self.score, 4),
            "refuted": self.count("refuted"),
            "proved": self.count("proved"),
            "surviving": self.count("undecided"),
            "mutants": [fate.to_json() for fate in self.fates],
        }


def mutants(claim: Claim | Theorem, *, limit: int | None = None) -> tuple[Mutant, ...]:
    """The mutants of a claim, each a well-formed claim of its own, kinds taking turns.

    Raises:
        ClaimError: ``limit`` is not positive.

    >>> from dpsym.language.parser import parse_claim
    >>> for mutant in mutants(parse_claim("KL(P, Q) >= 2*TotalVariation(P, Q)**2"), limit=3):
    ...     print(mutant.kind, mutant.claim)
    constant KL(P, Q) >= 99*TotalVariation(P, Q)**2/50
    exponent KL(P, Q) >= 2*TotalVariation(P, Q)
    term KL(P, Q) >= TotalVariation(P, Q)**2
    """
    if limit is not None and limit < 1:
        raise ClaimError(f"limit={limit!r}", remedy="ask for at least one mutant")
    if isinstance(claim, Theorem):
        claim = claim.claim
    seen = {claim.text}
    found: dict[str, list[Mutant]] = {}
    for make in _KINDS:
        for kind, words, hypotheses, conclusions in make(claim):
            changed = _well_formed(claim, hypotheses, conclusions)
            if changed is not None and changed.text not in seen:
                seen.add(changed.text)
                found.setdefault(kind, []).append(Mutant(kind, words, changed))
    turns = zip_longest(*found.values())
    return tuple(mutant for turn in turns for mutant in turn if mutant is not None)[:limit]


def judged(mutant: Mutant, *, proved: Claim | None = None, budget: float = 10.0) -> Fate:
    """The fate of one mutant, in about ``budget`` seconds at most.

    With a ``proved`` claim, a mutant that is weaker in the last parameter only is proved as well.
    """
    begun = monotonic()
    gap = _weakening(proved, mutant.claim) if proved is not None else None
    if gap is not None and check(gap, budget=budget / 2).kind == "proved":
        return Fate(mutant, "proved", monotonic() - begun)
    return Fate(mutant, check(mutant.claim, budget=budget).kind, monotonic() - begun)


def _weakening(proved: Claim, mutant: Claim) -> Claim | None:
    """The inequality by which a claim follows from a proved one of the same hypotheses."""
    if proved.hypotheses != mutant.hypotheses or proved.domains != mutant.domains:
        return None
    pairs = [(a, b) for a, b in zip(proved.conclusions, mutant.conclusions, strict=True) if a != b]
    if len(pairs) != 1:
        return None
    old, new = pairs[0]
    if not isinstance(old, _WEAKENED) or old.func != new.func:
        return None
    places = [i for i, (a, b) in enumerate(zip(old.args, new.args, strict=True)) if a != b]
    growing = isinstance(old, LessThan | GreaterThan) or places == [len(old.args) - 1]
    if len(places) != 1 or not growing:
        return None
    (place,) = places
    values = {d: Symbol(f"d{i}_") for i, d in enumerate(old.args[place].atoms(*_WITHIN_ONE))}
    before, after = (atom.args[place].xreplace(values) for atom in (old, new))
    if before.has(heads.Divergence) or after.has(heads.Divergence):
        return None
    smaller = isinstance(old, LessThan | GreaterThan) and old.args[place] == old.lts
    bound = LessThan(after, before) if smaller else LessThan(before, after)
    given = tuple(h for h in proved.hypotheses if not h.has(heads.Guarantee, heads.Divergence))
    return _well_formed(proved, given, (bound,), {d.name: PROBABILITY for d in values.values()})


def mutate(
    claim: Claim | Theorem, *, budget: float = 10.0, limit: int | None = None
) -> MutationReport:
    """The fates of all mutants of a claim, each decided in about ``budget`` seconds at most.

    >>> from dpsym.language.parser import parse_claim
    >>> mutate(parse_claim("ZCDP(M, rho) => ZCDP(Group(M, k), k**2*rho)"), limit=2).score
    1.0
    """
    name = claim.name if isinstance(claim, Theorem) else claim.text
    found = mutants(claim, limit=limit)
    whole = claim.claim if isinstance(claim, Theorem) else claim
    proved = whole if check(whole, budget=6 * budget).kind == "proved" else None
    fates = (judged(mutant, proved=proved, budget=budget) for mutant in found)
    return MutationReport(name, tuple(fates))


def _well_formed(
    claim: Claim,
    hypotheses: tuple[Basic, ...],
    conclusions: tuple[Basic, ...],
    fresh: Mapping[str, Domain] | None = None,
) -> Claim | None:
    """The changed claim over the same domains; None where it is none, or sympy decided it."""
    atoms = (*hypotheses, *conclusions)
    if not conclusions or not all(isinstance(atom, FINAL) for atom in atoms):
        return None
    names = {name.name for atom in atoms for name in atom.free_symbols}
    known = {name.name: domain for name, domain in claim.domains if name.name in names}
    originals = {name.name.removesuffix("_other"): domain for name, domain in claim.domains}
    known |= fresh or {}
    for name in names - set(known):
        known[name] = originals[name.removesuffix("_other")]
    try:
        return parse_claim(make_claim(hypotheses, conclusions, known).text)
    except ClaimError:
        return None


def _nodes(node: Basic, path: Path = ()) -> Iterator[tuple[Path, Basic]]:
    """The numeric parts of an atom with their places; laws and mechanisms are left alone."""
    yield path, node
    for index, argument in enumerate(node.args):
        if heads.is_scalar(argument) and not isinstance(argument, Tuple):
            yield from _nodes(argument, (*path, index))


def _at(node: Basic, path: Path, new: Basic) -> Basic:
    if not path:
        return new
    arguments = list(node.args)
    arguments[path[0]] = _at(arguments[path[0]], path[1:], new)
    return node.func(*arguments)


def _changed(
    claim: Claim, kind: str, rule: Callable[[Path, Basic, Basic], Iterator[tuple[str, Basic]]]
) -> Iterator[Change]:
    """One change for each that the rule proposes at a place of a conclusion."""
    for place, atom in enumerate(claim.conclusions):
        for path, node in _nodes(atom):
            for words, new in rule(path, node, atom):
                conclusions = list(claim.conclusions)
                try:
                    conclusions[place] = _at(atom, path, new)
                except (TypeError, ValueError):
                    continue
                yield kind, words, claim.hypotheses, tuple(conclusions)


def _shares() -> Iterator[tuple[str, Expr]]:
    for percent in PERCENTS:
        for sign, mark in ((-1, "-"), (1, "+")):
            yield f"{mark}{percent} %", 1 + Rational(sign * percent, 100)


def _constants(claim: Claim) -> Iterator[Change]:
    def rule(path: Path, node: Basic, atom: Basic) -> Iterator[tuple[str, Basic]]:
        parent = _part(atom, path[:-1]) if path else None
        power = isinstance(parent, Pow) and path[-1] == 1
        if isinstance(node, Rational) and path and not power and node not in (0, -1):
            for words, share in _shares():
                yield f"{text(node)} {words}", node * share

    return _changed(claim, "constant", rule)


def _scales(claim: Claim) -> Iterator[Change]:
    """The whole bound: a side of a relation, or a parameter of a guarantee."""

    def rule(path: Path, node: Basic, atom: Basic) -> Iterator[tuple[str, Basic]]:
        if len(path) == 1 and node.free_symbols and not isinstance(node, heads.Divergence):
            for words, share in _shares():
                yield f"{text(node)} {words}", share * node

    return _changed(claim, "scale", rule)


def _exponents(claim: Claim) -> Iterator[Change]:
    def rule(path: Path, node: Basic, atom: Basic) -> Iterator[tuple[str, Basic]]:
        if isinstance(node, Pow) and node.exp.is_Rational and node.exp != -1:
            for new in (node.exp - 1, node.exp + 1, node.exp * Rational(19, 20)):
                yield f"exponent {text(node.exp)} to {text(new)}", Pow(node.base, new)

    return _changed(claim, "exponent", rule)


def _terms(claim: Claim) -> Iterator[Change]:
    def rule(path: Path, node: Basic, atom: Basic) -> Iterator[tuple[str, Basic]]:
        if isinstance(node, Add | Mul) and len(node.args) > 1:
            for index, dropped in enumerate(node.args):
                rest = node.args[:index] + node.args[index + 1 :]
                yield f"{text(dropped)} dropped", node.func(*rest)

    return _changed(claim, "term", rule)


def _hypotheses(claim: Claim) -> Iterator[Change]:
    for index, dropped in enumerate(claim.hypotheses):
        rest = claim.hypotheses[:index] + claim.hypotheses[index + 1 :]
        yield "hypothesis", f"{text(dropped)} dropped", rest, claim.conclusions


def _laws(claim: Claim) -> Iterator[Change]:
    for place, atom in enumerate(claim.conclusions):
        for node in sorted(atom.atoms(heads.Divergence), key=text):
            if len(node.args) > 1 and isinstance(node.args[-1], Basic):
                *numbers, p, q = node.args
                conclusions = list(claim.conclusions)
                conclusions[place] = atom.xreplace({node: node.func(*numbers, q, p)})
                yield "laws", f"{text(node)} reversed", claim.hypotheses, tuple(conclusions)


def _parameters(claim: Claim) -> Iterator[Change]:
    domains = dict(claim.scalars())
    for place, atom in enumerate(claim.conclusions):
        names = sorted((n for n in atom.free_symbols if n in domains), key=str)
        for one, two in combinations(names, 2):
            if domains[one] == domains[two]:
                conclusions = list(claim.conclusions)
                conclusions[place] = atom.xreplace({one: two, two: one})
                yield (
                    "parameters",
                    f"{one} and {two} exchanged",
                    claim.hypotheses,
                    tuple(conclusions),
                )


def _quantifiers(claim: Claim) -> Iterator[Change]:
    """The hypotheses for some value of a name, the conclusions for every value of it."""
    inside = set().union(*(atom.free_symbols for atom in claim.conclusions))
    for name, _ in claim.scalars():
        if name in inside and any(name in atom.free_symbols for atom in claim.hypotheses):
            other = {name: Symbol(f"{name.name}_other")}
            freed = tuple(atom.xreplace(other) for atom in claim.hypotheses)
            yield "quantifier", f"{name} chosen after the hypotheses", freed, claim.conclusions


def _part(node: Basic, path: Path) -> Basic:
    for index in path:
        node = node.args[index]
    return node if isinstance(node, Basic) else S.Zero


_KINDS: Sequence[Callable[[Claim], Iterator[Change]]] = (
    _constants,
    _scales,
    _exponents,
    _terms,
    _hypotheses,
    _laws,
    _parameters,
    _quantifiers,
)

__all__ = ["Fate", "Mutant", "MutationReport", "judged", "mutants", "mutate"]
