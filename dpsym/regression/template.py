"""A claim with a hole for a number, decided at points: is it true of the value a function gave?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from flint import arb
from sympy import Basic, Eq, Ge, Le, Rational, S, Symbol, preorder_traversal, sqrt
from sympy.core.relational import Relational

from dpsym.accounting.rounds import ball
from dpsym.enclosure import examine
from dpsym.errors import ClaimError, DomainError, EvaluationError
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import PROCESSED, plain, stronger_place
from dpsym.language.domains import Domain, Objects
from dpsym.language.families import refuse_families
from dpsym.language.natural import claim_from_text
from dpsym.language.places import require_sense
from dpsym.truth import delta as delta_of
from dpsym.truth.conversions import renyi_delta_proved, zcdp_delta_proved
from dpsym.truth.laplace import FINEST, laplace_delta

HOLE = "{value}"
_BITS = 256
_LADDER = (80, 256)
_CELLS = (32, 256, FINEST)
VALUE = "value"
_HYPHENED = f"({VALUE})"
Point = dict[Basic, Basic]
_ACCOUNTED = (
    heads.RandomizedResponse,
    heads.CanonicalRR,
    heads.GaussianMechanism,
    heads.LaplaceMechanism,
)
"""Mechanisms whose rounds the accounting knows; all have one pair of neighbours."""

_WIDENED = heads.GaussianMechanism, heads.LaplaceMechanism
"""Mechanisms of which wider noise is an image of narrower noise."""

# What dominates every mechanism with a guarantee; a conclusion closed under post-processing holds
# for all of them iff it holds for this one.
_DOMINATING: dict[type[Basic], Callable[..., Basic]] = {
    heads.PureDP: lambda epsilon: heads.RandomizedResponse(epsilon),
    heads.ApproxDP: lambda epsilon, delta: heads.CanonicalRR(epsilon, delta),
    heads.GaussianDP: lambda mu: _noise(1 / mu) if mu != 0 else heads.RandomizedResponse(0),
}
# Mechanisms that attain a guarantee which has no dominating one: what fails for them fails.
_ATTAINING: dict[type[Basic], Callable[..., Basic | None]] = {
    heads.ZCDP: lambda *p: _noise(1 / sqrt(2 * p[-1])) if len(p) == 1 else None,
    heads.RenyiDP: lambda alpha, tau: _noise(sqrt(alpha / (2 * tau))),
}
# What such a guarantee is known to imply all the same: (epsilon, delta), Proposition 12 of
# Canonne, Kamath and Steinke 2020.
_IMPLIED: dict[type[Basic], Callable[..., arb]] = {
    heads.ZCDP: zcdp_delta_proved,
    heads.RenyiDP: renyi_delta_proved,
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
        self.text = written
        try:
            self.claim = _claim(_filled(written))
        except ClaimError as error:
            error.add_note(_pointed(written, error))
            raise
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
        self._conclusions = tuple(
            part for atom in self.claim.conclusions for part in _one_sided(atom)
        )

    @property
    def domains(self) -> dict[str, Domain]:
        """The domains of the numeric names, without that of the value."""
        return {n.name: d for n, d in self.claim.scalars() if n.name != VALUE}

    @property
    def range(self) -> Domain:
        """What the value ranges over."""
        return next(d for n, d in self.claim.domains if n.name == VALUE)

    @property
    def is_equation(self) -> bool:
        """Whether the claim is that the value equals something."""
        sides = self.claim.conclusions[0].args
        lone = [side for side in sides if isinstance(side, Symbol) and side.name == VALUE]
        other = [side for side in sides if side not in lone]
        return (
            len(self.claim.conclusions) == 1
            and isinstance(self.claim.conclusions[0], Eq)
            and len(lone) == 1
            and not set(lone) & other[0].free_symbols
        )

    def is_rising(self, number: int) -> bool:
        """Whether a conclusion evidently holds of all values above one of which it holds."""
        atom, value = self._conclusions[number], Symbol(VALUE)
        if any(value in atom.free_symbols for atom in self.claim.hypotheses):
            return False
        if isinstance(atom, Relational):
            return atom.gts == value and value not in atom.lts.free_symbols
        within = [place for place, part in enumerate(atom.args) if value in part.free_symbols]
        if within == [0]:
            nodes = list(preorder_traversal(atom.args[0]))
            wider = any(isinstance(node, _WIDENED) and node.args[1] == value for node in nodes)
            return wider and nodes.count(value) == 1 and isinstance(plain(atom), PROCESSED)
        others = set(within) - {stronger_place(atom)}
        return len(within) == len(others) == 1 and atom.args[within[0]] == value

    @property
    def counts(self) -> frozenset[str]:
        """The names of numbers of rounds, which may be zero: what is never used tells nothing."""
        rounds = {n.args[-1] for atom in self.claim.conclusions for n in atom.atoms(heads.Compose)}
        return frozenset(n.name for n in rounds if isinstance(n, Symbol) and n.name in self.domains)

    @property
    def weakening(self) -> frozenset[str]:
        """The names for which a larger number assumes less, and which stand nowhere else."""
        concluded = {s for atom in self.claim.conclusions for s in atom.free_symbols}
        names: set[str] = set()
        for hypothesis in self._hypothesis.values():
            first = 2 if isinstance(hypothesis, heads.RenyiDP) else 1
            assumed = hypothesis.args[first:]
            names |= {a.name for a in assumed if isinstance(a, Symbol) and a not in concluded}
        return frozenset(names)

    def truth(self, place: Mapping[str, float | int | Fraction], value: Fraction) -> bool | None:
        """Whether the claim holds of the value at a place.

        Guarantees:
            True and False are certain; False comes with a mechanism that satisfies the
            hypotheses and violates the conclusion. None says neither.
        """
        found = self.truths(place, value)
        return False if False in found else True if all(found) else None

    def truths(
        self, place: Mapping[str, float | int | Fraction], value: Fraction
    ) -> tuple[bool | None, ...]:
        """As :meth:`truth`, of each conclusion; an equation counts as two."""
        point: Point = {
            name: _exact(value if name.name == VALUE else place[name.name])
            for name, _ in self.claim.scalars()
        }
        unknown = (None,) * len(self._conclusions)
        dominated = True
        for name, hypothesis in self._hypothesis.items():
            parameters = [argument.xreplace(point) for argument in hypothesis.args[1:]]
            head = type(hypothesis)
            if parameters[-1] == 0 and (head is heads.RenyiDP or len(parameters) == 1):
                point[name] = heads.RandomizedResponse(0)
                continue
            mechanism = _standing_for(head, parameters)
            if mechanism is None:
                return unknown
            dominated = dominated and head in _DOMINATING
            point[name] = mechanism
        try:
            found = [_decided(atom, point) for atom in self._conclusions]
            if False in found:
                # A mechanism satisfies by construction the hypothesis that it stands for.
                others = set(self.claim.hypotheses) - set(self._hypothesis.values())
                if not all(examine(other, point, max_bits=_BITS).truth for other in others):
                    return unknown
        except EvaluationError:
            return unknown
        complete = len(self.claim.hypotheses) == len(self._hypothesis)
        return tuple(
            truth
            if truth is False
            or (truth and complete and self._is_general(atom, point, dominated=dominated))
            else None
            for atom, truth in zip(self._conclusions, found, strict=True)
        )

    def _is_general(self, atom: Basic, point: Point, *, dominated: bool) -> bool:
        """Whether what holds for the mechanisms of a point is known to hold for all they stand for.

        It does of what every map of the outcome preserves, but groups need more databases than the
        two of a dominating pair.
        """
        if not atom.has(*self._hypothesis):
            return True
        if not isinstance(plain(atom), PROCESSED) or atom.has(heads.Group):
            return False
        return dominated or self._implied(atom, point)

    def _implied(self, atom: Basic, point: Point) -> bool:
        """Whether what holds for the mechanism that attains a guarantee is known to hold for all.

        Of Renyi divergences Gaussian noise has the largest that zCDP permits, composed ones too.
        """
        (hypothesis, *others) = self._hypothesis.values()
        if others:
            return False
        head, name = type(hypothesis), hypothesis.args[0]
        if head is heads.ZCDP and isinstance(atom, heads.RenyiDP | heads.ZCDP):
            mechanism = atom.args[0]
            return bool(mechanism.atoms(heads.Operation) == mechanism.atoms(heads.Compose))
        if isinstance(atom, heads.ApproxDP) and atom.args[0] == name:
            numbers = [a.xreplace(point) for a in (*hypothesis.args[1:], *atom.args[1:])]
            if all(number.is_Rational for number in numbers):
                *assumed, epsilon, delta = (_fraction(number) for number in numbers)
                return bool(_IMPLIED[head](epsilon, *assumed) <= ball(delta))
        return False


def _standing_for(head: type[Basic], parameters: Sequence[Basic]) -> Basic | None:
    """What stands for all mechanisms within a guarantee; None where nothing is known to.

    Nothing is within negative numbers, so that nothing stands for those that are.
    """
    if not all(parameter.is_nonnegative for parameter in parameters):
        return None
    mechanism = {**_DOMINATING, **_ATTAINING}[head](*parameters)
    try:
        require_sense([] if mechanism is None else [mechanism], {})
    except ClaimError:
        return None
    return mechanism


def _decided(atom: Basic, point: Point) -> bool | None:
    """The certain truth of a conclusion of the mechanisms of a point."""
    nothing = {
        node: heads.RandomizedResponse(0)
        for node in atom.atoms(heads.Compose)
        if node.args[-1].xreplace(point) == 0
    }
    atom = atom.xreplace(nothing)
    if isinstance(atom, heads.ApproxDP):
        mechanism, epsilon, delta = atom.args
        level, spare = epsilon.xreplace(point), delta.xreplace(point)
        if spare == 1:
            return True
        if spare == 0:
            return examine(heads.PureDP(mechanism, epsilon), point, max_bits=_BITS).truth
        if isinstance(mechanism, heads.Compose) and _is_rational(level) and _is_rational(spare):
            part, rounds = mechanism.args[0].xreplace(point), mechanism.args[-1].xreplace(point)
            if len(mechanism.args) == 2 and isinstance(part, _ACCOUNTED) and rounds.is_Integer:
                return _composed(part, int(rounds), _fraction(level), _fraction(spare))
    return examine(atom, point, max_bits=_BITS).truth


def _composed(part: Basic, rounds: int, epsilon: Fraction, delta: Fraction) -> bool | None:
    """Whether so many rounds of a mechanism are (epsilon, delta)-DP, coarsely at first."""
    for found in _curves(part, rounds, epsilon):
        if found <= ball(delta):
            return True
        if found > ball(delta):
            return False
    return None


def _curves(part: Basic, rounds: int, epsilon: Fraction) -> Iterator[arb]:
    """Balls around the delta of so many rounds, each narrower than the last."""
    if isinstance(part, heads.LaplaceMechanism) and rounds > 1:
        ratio = part.args[0] / part.args[1]
        if ratio.is_Rational:
            for cells in _CELLS:
                yield laplace_delta(epsilon, _fraction(ratio), rounds, finest=cells)
            return
    for bits in _LADDER:
        yield delta_of(epsilon, part, rounds=rounds, bits=bits)


def _filled(written: str) -> str:
    """The claim with a name in the place of the value, in parentheses before a hyphen."""
    return written.replace(f"{HOLE}-", f"{_HYPHENED}-").replace(HOLE, VALUE)


def _claim(text: str) -> Claim:
    claim = _read(text)
    refuse_families(claim, "the test of a function")
    return claim


def _read(text: str) -> Claim:
    try:
        return claim_from_text(text)
    except DomainError as error:
        if error.part != VALUE:
            raise
        joined = "," if " for " in text else " for"
        return claim_from_text(f"{text}{joined} {VALUE} in (-oo, oo)")


def _pointed(written: str, error: ClaimError) -> str:
    """The claim, with a caret below what is wrong where that is known."""
    position = error.position
    if position is None or error.reading:
        return f"  claim   {written}"
    before = _filled(written)[:position].replace(_HYPHENED, HOLE).replace(VALUE, HOLE)
    return f"  claim   {written}\n          {' ' * len(before)}^"


def _is_rational(number: Basic) -> bool:
    return bool(number.is_Rational and number >= 0)


def _one_sided(atom: Basic) -> tuple[Basic, ...]:
    """An equation as two inequalities, since no float equals a real number."""
    if not isinstance(atom, Eq):
        return (atom,)
    return tuple(side(*atom.args, evaluate=False) for side in (Le, Ge))


def _exact(value: float | int | Fraction) -> Basic:
    number = Fraction(value)
    return Rational(number.numerator, number.denominator)


def _fraction(value: Basic) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _noise(sigma: Basic) -> Basic:
    return heads.GaussianMechanism(S.One, sigma)
