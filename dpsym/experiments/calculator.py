"""How private given rounds are against a hypothesis about databases, by several theorems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isfinite, log10, prod

from flint import arb, fmpq
from sympy import Basic, Expr, Rational, S, exp, log, sympify

from dpsym.arguments import fit_fields, taking
from dpsym.enclosure.balls import precision
from dpsym.enclosure.exact import number, sign
from dpsym.errors import ClaimError, EvaluationError, shown
from dpsym.experiments.curves import (
    Number,
    differing_rounds,
    exact_or_ball,
    odds_of,
    privacy_curve,
)
from dpsym.language.entries import as_expression
from dpsym.language.heads import Ones, Uniform
from dpsym.language.printing import text

BITS = 192
STEPS = 40
DIGITS = 8


@dataclass(frozen=True, slots=True)
class Privacy:
    """(epsilon, delta)-privacy, epsilon in nats.

    Attributes:
        epsilon: exact, or a decimal that is certainly large enough.
        delta: the same.
    """

    epsilon: Expr
    delta: Expr

    def __post_init__(self) -> None:
        fit_fields(self)

    def __str__(self) -> str:
        return f"({_written(self.epsilon)}, {_written(self.delta)})"


def _written(value: Expr) -> str:
    """Text of the claim language; a long number as a decimal that is no smaller."""
    if value.is_Rational and value.q > 10**4 and 10**60 % value.q == 0:
        return f"{float(_decimal(Fraction(int(value.p), int(value.q)))):.{DIGITS}g}"
    return text(value)


@taking
def hypothesis_privacy(
    epsilons: Sequence[object],
    deltas: Sequence[object],
    first: Basic,
    second: Basic,
    *,
    epsilon: object | None = None,
    delta: object | None = None,
    theorem: str = "optimal",
) -> Privacy:
    """The privacy of rounds against a pair of hypotheses, for all adaptive adversaries.

    Round i is (epsilons[i], deltas[i])-DP, in nats. The hypotheses are those of the language of
    claims: ``Ones(0)`` against ``Ones(0, m)`` asks whether somebody's record is in none of the
    databases or in some of them, at most m. ``theorem`` is a composition theorem:

    * ``"basic"`` adds epsilons and deltas over the rounds in which the databases may differ; for
      the uniform prior on one to all databases it is the closed form of ``gce24.cor_6.corrected``.
    * ``"optimal"`` is the least delta at a given ``epsilon``, or the least epsilon at a given
      ``delta``: Murtagh and Vadhan's for vectors, the canonical mechanisms for laws on vectors.

    Guarantees:
        every adversary's views under the two hypotheses are (epsilon, delta)-close both ways; at
        ``"optimal"`` no smaller delta holds at that epsilon, but for the last digit of a decimal,
        or for less than 1e-50 where exp(epsilon) is not rational.

    Raises:
        EvaluationError: the lists differ in length, a number is no epsilon or delta, both or none
            of ``epsilon`` and ``delta`` are given to the optimal theorem, no epsilon reaches the
            delta, or there are too many views.

    >>> from sympy import log
    >>> rounds = [log(2)] * 3, [0] * 3
    >>> print(hypothesis_privacy(*rounds, Ones(0), Ones(0, 2), theorem="basic"))
    (2*log(2), 0)
    >>> print(hypothesis_privacy(*rounds, Ones(0), Ones(0, 2), epsilon=log(2)))
    (log(2), 2/9)
    >>> print(hypothesis_privacy(*rounds, Ones(0), Uniform(Ones(1, 3)), theorem="basic"))
    (log(26/7), 0)
    >>> print(hypothesis_privacy(*rounds, Ones(0), Ones(0, 2), delta=Rational(1, 100)))
    (1.3635374, 1/100)
    """
    given = _rounds(epsilons, deltas)
    if theorem == "basic":
        return _basic(given, first, second)
    if theorem != "optimal":
        raise EvaluationError(f"theorem={theorem!r}; choose 'basic' or 'optimal'")
    if (epsilon is None) == (delta is None):
        raise EvaluationError(
            "the optimal theorem needs one of epsilon and delta, and gives the other"
        )
    with precision(BITS):
        curve = privacy_curve(given, first, second)
        if epsilon is not None:
            chosen = _nonnegative(epsilon, "epsilon")
            return Privacy(chosen, _above(curve(odds_of(chosen))))
        return _least_epsilon(curve, given, _probability(delta))


@taking
def compare_compositions(
    epsilons: Sequence[object],
    deltas: Sequence[object],
    first: Basic,
    second: Basic,
    *,
    delta: object,
) -> dict[str, Privacy]:
    """The same rounds by classic composition, by parallel composition, and against hypotheses.

    Classic composition takes no notice of the hypotheses: all rounds may run on the databases with
    the record, or all on those without. Parallel composition holds for the merged database, in
    which the hypotheses differ in as many records as vectors of them differ in bits; it is listed
    where every delta_i is 0.

    >>> from sympy import log
    >>> found = compare_compositions([log(2)] * 4, [0] * 4, Ones(0), Ones(0, 2), delta="1/1000")
    >>> for name, privacy in found.items():
    ...     print(f"{name:22} {privacy}")
    classic, basic         (4*log(2), 0)
    classic, optimal       (2.7675134, 1/1000)
    parallel               (2*log(2), 0)
    hypotheses, basic      (2*log(2), 0)
    hypotheses, optimal    (1.3840419, 1/1000)
    """
    given = _rounds(epsilons, deltas)
    rounds = len(given)
    found: dict[str, Privacy] = {}
    for name, pair in (("classic", (Ones(0), Ones(rounds))), ("hypotheses", (first, second))):
        if name == "hypotheses" and all(lost == 0 for _, lost in given):
            distance = max(map(len, differing_rounds(given, first, second)), default=0)
            largest = _largest([own for own, _ in given])
            found["parallel"] = Privacy(distance * largest, S.Zero)
        for theorem in ("basic", "optimal"):
            target = {"delta": delta} if theorem == "optimal" else {}
            found[f"{name}, {theorem}"] = hypothesis_privacy(
                epsilons, deltas, *pair, theorem=theorem, **target
            )
    return found


def _rounds(epsilons: Sequence[object], deltas: Sequence[object]) -> list[tuple[Expr, Expr]]:
    if len(epsilons) != len(deltas) or not epsilons:
        raise EvaluationError(
            f"there are {len(epsilons)} epsilons and {len(deltas)} deltas; give one of each a round"
        )
    return [
        (_nonnegative(own, "an epsilon"), _probability(lost))
        for own, lost in zip(epsilons, deltas, strict=True)
    ]


def _exact(value: object) -> Expr:
    if isinstance(value, float) and isfinite(value):
        value = Fraction(value)
    try:
        found = sympify(as_expression(value, "a number"), rational=True)
    except ClaimError as error:
        raise EvaluationError(f"{shown(value)} is no number; {error}") from None
    if not isinstance(found, Expr):
        raise EvaluationError(f"{shown(value)} is no number")
    return found


def _nonnegative(value: object, name: str) -> Expr:
    found = _exact(value)
    if not (found.is_number and found.is_real and found.is_finite and bool(found >= 0)):
        raise EvaluationError(f"{name}={shown(value)} is no number in [0, oo)")
    return found


def _probability(value: object) -> Expr:
    found = _nonnegative(value, "delta")
    if not bool(found <= 1):
        raise EvaluationError(f"delta={shown(value)} is larger than 1")
    return found


def _basic(given: list[tuple[Expr, Expr]], first: Basic, second: Basic) -> Privacy:
    rounds = len(given)
    if {first, second} == {Ones(0), Uniform(Ones(1, rounds))}:
        total = 2**rounds - 1
        epsilon = log((prod(1 + exp(own) for own, _ in given) - 1) / total)
        forward = Rational(2 ** (rounds - 1), total) * sum(lost for _, lost in given)
        shares = [exp(-own) for own, _ in given]
        whole = prod(1 + share for share in shares)
        tilted = sum(
            lost * share * whole / (1 + share)
            for (_, lost), share in zip(given, shares, strict=True)
        ) / (whole - 1)
        return Privacy(sympify(epsilon), _largest([sympify(forward), sympify(tilted)]))
    sets = differing_rounds(given, first, second)
    return Privacy(
        _largest([sympify(sum(given[i][0] for i in chosen)) for chosen in sets] or [S.Zero]),
        _largest([sympify(sum(given[i][1] for i in chosen)) for chosen in sets] or [S.Zero]),
    )


def _largest(values: Sequence[Expr]) -> Expr:
    best = values[0]
    for value in values[1:]:
        way = sign(value - best)
        if way is None:
            raise EvaluationError(
                f"which of {text(value)} and {text(best)} is larger cannot be told"
            )
        best = value if way > 0 else best
    return best


def _above(value: Number) -> Expr:
    """The number itself where it is rational, otherwise a decimal at least as large."""
    if isinstance(value, fmpq):
        return Rational(int(value.p), int(value.q))
    return _decimal(Fraction(*_ends(value)))


def _ends(value: arb) -> tuple[int, int]:
    if not value.is_finite():
        raise EvaluationError("a number of the rounds is too large to be computed with")
    top = value.upper().fmpq()
    return int(top.p), int(top.q)


def _decimal(value: Fraction) -> Expr:
    """The least number with eight digits that is no smaller."""
    if value <= 0:
        return S.Zero
    unit = Fraction(10) ** (floor(log10(value)) - DIGITS + 1)
    rounded = ceil(value / unit) * unit
    return Rational(rounded.numerator, rounded.denominator)


def _least_epsilon(
    curve: Callable[[Number], Number], given: list[tuple[Expr, Expr]], delta: Expr
) -> Privacy:
    """The least epsilon with which a delta is reached, certified, to eight digits.

    The precision in force is that of the curve.
    """
    wanted = exact_or_ball(delta)
    top = number(sum((own for own, _ in given), S.Zero)).upper()
    low, high = Fraction(0), Fraction(*_ends(top)) + Fraction(1, 10**9)

    def at(epsilon: Fraction) -> Number:
        return curve(arb(fmpq(epsilon.numerator, epsilon.denominator)).exp())

    def reached(epsilon: Fraction) -> bool:
        return bool(at(epsilon) <= wanted)

    if not reached(high):
        larger = bool(at(high) > wanted)
        raise EvaluationError(
            f"no epsilon gives delta={text(delta)}: the rounds fail with a larger probability"
            if larger
            else f"delta={text(delta)} cannot be told from the probability that the rounds fail"
            "; give another delta"
        )
    if reached(low):
        return Privacy(S.Zero, delta)
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return Privacy(_decimal(high), delta)
