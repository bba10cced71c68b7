"""A function, called at points: what it gives, and what is certain of that."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf, isfinite, isinf, isnan
from numbers import Integral, Real
from random import Random
from time import process_time
from typing import Any

from dpsym.errors import ClaimError
from dpsym.language.domains import REALS, Domain
from dpsym.language.parser import parse_domain
from dpsym.regression.calls import called, number
from dpsym.regression.findings import Failure, Looseness, shown
from dpsym.regression.judging import ByClaim, Judge, Judgement, factor_of, refined
from dpsym.regression.places import Place, hostile, inside_of, ladder, places

Range = str | Sequence[float | int | Fraction]

_SEED = 20160
_MEASURED = 8
"""At how many points looseness is measured."""
_LARGE = (1e3, 1e6)
"""What stands for an infinite parameter of a hypothesis, which assumes even less."""


@dataclass(slots=True)
class Trial:
    """A function, tried at points.

    Attributes:
        values: what it gave at points of its domain.
        sure: the points at which the value is certified.
    """

    function: Callable[..., float]
    judge: Judge
    domains: Mapping[str, Domain]
    patience: float
    budget: float | None
    within: float | None
    tried: int = 0
    points: int = 0
    certified: int = 0
    failures: list[Failure] = field(default_factory=list)
    values: list[tuple[Place, float | Fraction]] = field(default_factory=list)
    sure: list[tuple[Place, float | Fraction]] = field(default_factory=list)

    def run(
        self,
        ladders: Mapping[str, Sequence[float | int | Fraction]],
        samples: int,
        *,
        hostile: bool,
    ) -> None:
        """Try the function at the points of the ladders."""
        fixed = [n for n, values in ladders.items() if isinstance(values, tuple)]
        chosen = list(places(ladders, samples, fixed=fixed))
        if self.budget is not None:
            Random(_SEED).shuffle(chosen)  # so that what is left out lies anywhere
        if hostile:
            chosen += _hostile_places(self.domains, ladders)
        self.points = len(chosen)
        began = process_time()
        for place in chosen:
            if self.budget is not None and process_time() - began > self.budget:
                break
            self.tried += 1
            value, trouble = called(self.function, place, self.patience)
            ordinary = all(inside_of(self.domains[n], x) for n, x in place.items())
            if trouble is not None and (ordinary or trouble[0] == "slow"):
                kind, words = trouble
                self.failures.append(Failure(place, "", kind if ordinary else "unguarded", words))
            elif value is not None:
                judgement = self._judged(place, value, ordinary=ordinary)
                self._keep(place, value, judgement)

    def _keep(self, place: Place, value: float | Fraction, judgement: Judgement) -> None:
        if judgement.failure is not None:
            self.failures.append(judgement.failure)
        if judgement.certified:
            self.certified += 1
            if isfinite(value):
                self.sure.append((place, value))

    def _judged(self, place: Place, value: float | Fraction, *, ordinary: bool) -> Judgement:
        """What is certain of the value, or what it should have been."""
        if not ordinary:
            return self._guarded(place, value)
        self.values.append((place, value))
        if isnan(value):
            return Judgement(False, Failure(place, shown(value), "no number", "is no number"))
        judgement = self.judge(place, value)
        if not judgement.certified or self.within is None or isinf(value):
            return judgement
        if not self.judge.is_loose(place, value, Fraction(self.within)):
            return judgement
        factor = factor_of(self.judge, place, value)
        words = f"is more than {self.within:g} times what is needed"
        return Judgement(True, Failure(place, shown(value), "loose", words, factor))

    def _guarded(self, place: Place, value: float | Fraction) -> Judgement:
        """What is certain of a value for parameters outside their domains."""
        odd = {n: x for n, x in place.items() if not inside_of(self.domains[n], x)}
        if isnan(value):
            return Judgement(False)
        if any(isnan(x) for x in odd.values()):
            if isinf(value):
                return Judgement(False)
            words = "is given for a parameter that is no number"
            return Judgement(False, Failure(place, shown(value), "unguarded", words))
        if isinstance(self.judge, ByClaim) and isfinite(value):
            return self._at_limit(self.judge, place, value, odd)
        return Judgement(False)

    def _at_limit(
        self, judge: ByClaim, place: Place, value: float | Fraction, odd: Place
    ) -> Judgement:
        """A value for no releases, or for a hypothesis that assumes nothing."""
        if all(x == 0 and n in judge.counts for n, x in odd.items()):
            return judge(place, value)
        if all(x > 0 and isinf(x) and n in judge.weakening for n, x in odd.items()):
            for large in _LARGE:
                if not all(inside_of(self.domains[name], large) for name in odd):
                    break
                near = judge({**place, **dict.fromkeys(odd, large)}, value)
                if near.failure is not None:
                    words = f"{near.failure.words}, already where infinity is {large:g}"
                    return Judgement(False, replace(near.failure, place=place, words=words))
        return Judgement(False)

    def looseness(self) -> Looseness | None:
        """Where the certified values are loosest, among some of them."""
        step = max(1, len(self.sure) // _MEASURED)
        until = inf if self.budget is None else process_time() + self.budget / 2
        found: list[tuple[float, Place, float | Fraction]] = []
        for place, value in self.sure[::step]:
            factor = factor_of(self.judge, place, value)
            if factor > 1:
                found.append((factor, place, value))
            if process_time() > until:
                break
        finite = [one for one in found if isfinite(one[0])]
        if not found:
            return None
        factor, place, value = max(finite or found, key=lambda one: one[0])
        if process_time() < until:
            factor = refined(self.judge, place, value, factor)
        return Looseness(factor, place)


def _hostile_places(
    domains: Mapping[str, Domain], ladders: Mapping[str, Sequence[float | int | Fraction]]
) -> Iterator[Place]:
    """A middle point, with one parameter at a time what no parameter should be."""
    middle = {name: values[len(values) // 2] for name, values in ladders.items()}
    for name, domain in domains.items():
        for value in hostile(domain):
            yield {**middle, name: value}


def domains_of(
    function: Callable[..., float], known: Mapping[str, Domain], over: Mapping[str, Range]
) -> dict[str, Domain]:
    """What the function's parameters range over by the claim; by ``over`` where it says nothing.

    Raises:
        ClaimError: names and parameters differ, or nothing says what one ranges over.
    """
    if not isinstance(over, Mapping):
        raise ClaimError(f"over={over!r}", remedy="give a dict from names to what they range over")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError) as error:
        remedy = "give a function with named parameters, such as lambda eps: ..."
        raise ClaimError(f"{function!r} names no parameters: {error}", remedy=remedy) from None
    parameters = [
        name
        for name, parameter in signature.parameters.items()
        if parameter.default is parameter.empty or name in known or name in over
    ]
    if known and set(parameters) != set(known):
        raise ClaimError(
            f"the function takes {', '.join(parameters)}, but the claim speaks of "
            f"{', '.join(known) or 'nothing'}",
            remedy="give the parameters the names of the claim",
        )
    unknown = sorted(set(over) - set(parameters))
    if unknown:
        raise ClaimError(f"{unknown[0]!r} is no parameter of the function", part=unknown[0])
    domains: dict[str, Domain] = {}
    for name in parameters:
        given = over.get(name)
        if given is None and name not in known:
            raise ClaimError(
                f"nothing says what {name!r} ranges over",
                part=name,
                remedy=f"add over={{{name!r}: '[0, oo)'}} or the values to try",
            )
        written = parse_domain(given) if isinstance(given, str) else REALS
        domains[name] = known.get(name, written)
    return domains


def ladders_of(
    domains: Mapping[str, Domain], over: Mapping[str, Range]
) -> dict[str, Sequence[float | int | Fraction]]:
    """The values to try of every parameter; a tuple where they are fixed."""
    ladders: dict[str, Sequence[float | int | Fraction]] = {}
    for name, domain in domains.items():
        given = over.get(name)
        if given is not None and not isinstance(given, str):
            ladders[name] = _numbers(name, given)
            continue
        wanted = domain if given is None else parse_domain(given)
        is_order = name in ("alpha", "order") or str(wanted) == "(1, oo)"
        ladders[name] = list(ladder(wanted, order=is_order))
        if not ladders[name]:
            remedy = f"give the values to try: over={{{name!r}: [...]}}"
            raise ClaimError(f"no float to try lies in {wanted}", part=name, remedy=remedy)
    return ladders


def _numbers(name: str, given: Any) -> tuple[float | int | Fraction, ...]:
    """The values to try of a parameter.

    Raises:
        ClaimError: there are none, or one is no number.
    """
    values = tuple(given) if isinstance(given, Iterable) else ()
    strange = [x for x in values if not isinstance(x, Real)]
    if strange or not values:
        what = f"{strange[0]!r} is no number" if strange else "there are no values"
        what = what if isinstance(given, Iterable) else f"{given!r} is no list of numbers"
        remedy = "give numbers, or a domain such as '[0, 1]'"
        raise ClaimError(f"over={{{name!r}: ...}}: {what}", part=name, remedy=remedy)
    return tuple(int(x) if isinstance(x, Integral) else number(x) for x in values)
