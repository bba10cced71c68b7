"""Regions on which facts hold: expressions that are >= 0, or > 0, up to their normal forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dpsym.kernel.scalar_intervals import ALL, ANY, NONNEGATIVE, POSITIVE, Range
from dpsym.kernel.scalar_normal import ray
from dpsym.kernel.scalar_ranges import Region
from dpsym.kernel.term import NAME, PLUS, Term
from dpsym.kernel.term_reading import Domain
from dpsym.kernel.term_reduction import minus, power, times


class FactRegion(Region):
    """Domains with facts: expressions that are >= 0, or > 0 where the flag is set."""

    def __init__(
        self,
        domains: Mapping[Term, Domain],
        facts: Iterable[tuple[Term, bool]] = (),
        far: Term | None = None,
        box: Mapping[Term, Range] | None = None,
    ) -> None:
        super().__init__(domains, far, box)
        self.signs: dict[Any, Range] = {}
        for fact, strict in facts:
            if far is None or not fact.has(far):
                self._learn(fact, POSITIVE if strict else NONNEGATIVE)

    def _learn(self, fact: Term, sign: Range) -> None:
        for value, found in ((fact, sign), (times(-1, fact), -sign)):
            # Normal forms use signs, which near infinity may be those of limits only.
            key = ray(value, self) if self.far is None else None
            if key is not None:
                self.signs[key] = self.signs.get(key, ALL).meet(found)
            if value.kind == NAME and value in self.known:
                self.known[value] = self.known[value].meet(found)
        self.known = {e: r for e, r in self.known.items() if e.kind == NAME}
        self.polynomials = {}

    def range(self, term: Term) -> Range:
        """The range of ``term``, as facts narrow it.

        Raises:
            UndefinedError: some part may be undefined.
        """
        if term not in self.known:
            found = super().range(term)
            if self.signs and term.names:
                self.known[term] = found.meet(self.signs.get(ray(term, self), ANY))
                if term.kind == PLUS and term.args[0].is_number:
                    # A fact about the rest says as much of the sum with a number.
                    own = Range(*2 * (term.args[0].value,))
                    rest = self.range(minus(term, term.args[0]))
                    self.known[term] = self.known[term].meet(rest.plus(own))
        return self.known[term]

    def _up_to(self, domains: Mapping[Term, Domain], room: Term) -> Region:
        return FactRegion(domains, [(room, False)])

    def _nonzero(self, base: Term) -> bool:
        return self.signs.get(ray(power(base, 2), self), ALL).positive
