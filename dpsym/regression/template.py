"""A claim with a hole for a number, decided at points: is it true of the value a function gave?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from sympy import Basic, Rational, S, Symbol, sqrt

from dpsym.enclosure import examine
from dpsym.errors import ClaimError, DomainError, EvaluationError
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Domain, Objects
from dpsym.language.parser import parse_claim

HOLE = "{value}"
_BITS = 256
VALUE = "value"

# What dominates every mechanism with a guarantee; a conclusion closed under post-processing holds
# for all of them iff it holds for this one.
_DOMINATING: dict[type[Basic], Callable[..., Basic]] = {
    heads.PureDP: lambda epsilon: heads.RandomizedResponse(epsilon),
    heads.ApproxDP: lambda epsilon, delta: heads.CanonicalRR(epsilon, delta),
    heads.GaussianDP: lambda mu: _noise(1 / mu) if mu != 0 else heads.RandomizedResponse(0),
}
# Mechanisms that attain a guarantee which has no dominating one: what fails for them fails.
_ATTAINING: dict[type[Basic], Callable[..., Basic | None]] = {
    heads.ZCDP: lambda *p: _noise(1 / sqrt(2 * p[-1])) if len(p) == 1 and p[0] != 0 else None,
    heads.RenyiDP: lambda alpha, tau: _noise(sqrt(alpha / (2 * tau))) if tau != 0 else None,
}


class Template:
    """``PureDP(M, eps) => ZCDP(M, {value})`` as a question about eps and a value.

    Raises:
        ClaimError: the text is no claim, has no hole, or speaks of objects that no hypothesis
            describes.
    """

    def __init__(self, written: str) -> None:
        if HOLE not in written:
            raise ClaimError(
                f"{written!r} has no {HOLE}", remedy=f"write {HOLE} where the function's value goes"
            )
        text = written.replace(HOLE, VALUE)
        try:
            self.claim: Claim = parse_claim(text)
        except DomainError as error:
            if error.part != VALUE:
                raise
            joined = "," if " for " in text else " for"
            self.claim = parse_claim(f"{text}{joined} {VALUE} in (-oo, oo)")
        self.text = written
        self._hypothesis: dict[Basic, Basic] = {}
        for name in (n for n, d in self.claim.domains if isinstance(d, Objects)):
            about = [h for h in self.claim.hypotheses if name in h.args[:1]]
            if not about or type(about[0]) not in {**_DOMINATING, **_ATTAINING}:
                raise ClaimError(
                    f"nothing known stands for every {name.name}",
                    part=name.name,
                    remedy="name a concrete mechanism, or give it one of the guarantees "
                    + ", ".join(sorted(head.__name__ for head in {**_DOMINATING, **_ATTAINING})),
                )
            self._hypothesis[name] = about[0]

    @property
    def domains(self) -> dict[str, Domain]:
        """The domains of the numeric names, without that of the value."""
        return {n.name: d for n, d in self.claim.scalars() if n.name != VALUE}

    @property
    def range(self) -> Domain:
        """What the value ranges over."""
        return next(d for n, d in self.claim.domains if n.name == VALUE)

    def truth(self, place: Mapping[str, float | int], value: Fraction) -> bool | None:
        """Whether the claim holds of the value at a place.

        Guarantees:
            True and False are certain; False comes with a mechanism that satisfies the
            hypotheses and violates the conclusion. None says neither.
        """
        point: dict[Symbol, Basic] = {
            name: _exact(value if name.name == VALUE else place[name.name])
            for name, _ in self.claim.scalars()
        }
        complete = len(self.claim.hypotheses) == len(self._hypothesis)
        for name, hypothesis in self._hypothesis.items():
            parameters = [argument.xreplace(point) for argument in hypothesis.args[1:]]
            head = type(hypothesis)
            complete = complete and head in _DOMINATING
            mechanism = {**_DOMINATING, **_ATTAINING}[head](*parameters)
            if mechanism is None:
                return None
            point[name] = mechanism
        if self._operates_on_groups():
            complete = False
        try:
            found = [examine(atom, point, max_bits=_BITS).truth for atom in self.claim.conclusions]
            if False in found:
                assumed = [examine(h, point, max_bits=_BITS).truth for h in self.claim.hypotheses]
                return False if all(assumed) else None
        except EvaluationError:
            return None
        return True if complete and all(found) else None

    def _operates_on_groups(self) -> bool:
        """Whether a conclusion looks at databases that a dominating pair does not have."""
        return any(atom.has(heads.Group) for atom in self.claim.conclusions)


def _exact(value: float | int | Fraction) -> Basic:
    number = Fraction(value)
    return Rational(number.numerator, number.denominator)


def _noise(sigma: Basic) -> Basic:
    return heads.GaussianMechanism(S.One, sigma)


__all__ = ["HOLE", "VALUE", "Template"]
