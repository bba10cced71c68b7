"""Basic composition: a share of epsilon and of delta for each round, which add up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from sympy import Add, Basic, Expr, Mul, S, Symbol, cancel, exp, tanh

from dpsym.kernel.facts import FACTS
from dpsym.language.claim import Claim
from dpsym.language.definitions import normal
from dpsym.language.domains import PROBABILITY, Domain, Interval
from dpsym.language.heads import ApproxDP, Compose, Concurrent, PureDP, is_scalar
from dpsym.language.indexed import is_whole
from dpsym.language.names import new_name
from dpsym.language.printing import text
from dpsym.provers.guarantees.facts import facts_about
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, restate

_ROUNDS = Interval(S.One, S.Infinity, upper_open=True)
MOST = 2
"""Bounds on one round from which its delta is taken, and choices of one for every round."""
MOST_BITS = 10**6


class BasicComposition:
    """ApproxDP of a composition by what each round is at its share of epsilon.

    The share may be another epsilon than the one at which a round is known: randomised response is
    (0, tanh(epsilon/2))-DP, so that k rounds of it are (0, k*tanh(epsilon/2))-DP. The delta of a
    round is its share of the claimed one, or that of the canonical response which dominates it.
    That what fails is at most the sum is Bernoulli's inequality, for all probabilities.

    Args:
        evident: only where the share of the claimed delta is that of the canonical response.
    """

    name = "basic composition"

    def __init__(self, evident: bool = False) -> None:
        self._evident = evident

    def splits(self, claim: Claim) -> Iterator[Split]:
        """By the sum of the deltas, then by the failure of any round, for each choice of them."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], ApproxDP):
            return
        target = normal(claim.conclusions[0])
        rounds = _rounds(target.args[0])
        if rounds is None:
            return
        parts, count, _ = rounds
        share = cancel(target.args[1] / (count or len(parts)))
        known = [_deltas(part, share, claim) for part in parts]
        choices = list(islice(product(*known), MOST))
        equal = [] if count is None else [(cancel(target.args[2] / count),)]
        ways = (
            [deltas for deltas in equal if deltas in choices] if self._evident else equal + choices
        )
        for deltas in dict.fromkeys(ways):
            if _is_too_long(deltas, count):
                continue
            made = _Composition(claim, target, rounds, share, deltas)
            yield made.summed()
            if deltas in choices:
                yield made.exact()


def _is_too_long(deltas: Sequence[Expr], count: Expr | None) -> bool:
    """Whether the probability that no round fails is a fraction of too many digits."""
    bits = sum(delta.q.bit_length() for delta in deltas if delta.is_Rational)
    return count is not None and bool(count.is_Integer) and bits * int(count) > MOST_BITS


Rounds = tuple[Sequence[Basic], Expr | None, str]


def _rounds(mechanism: Basic) -> Rounds | None:
    """What is composed, how often if it is one, and the row about it."""
    if not isinstance(mechanism, Compose | Concurrent) or is_whole(mechanism):
        return None
    first, *others = mechanism.args
    if isinstance(mechanism, Concurrent):
        return mechanism.args, None, "concurrent-compose-approx"
    if len(others) == 1 and is_scalar(others[0]):
        return (first,), others[0], "repeat-approx"
    return mechanism.args, None, "compose-approx"


def _deltas(part: Basic, epsilon: Expr, claim: Claim) -> list[Expr]:
    """Hockey sticks at this epsilon of the canonical responses that dominate a round."""
    found: list[Expr] = []
    for fact in facts_about(part, claim):
        if isinstance(fact.guarantee, PureDP | ApproxDP):
            known, failure = (*fact.parameters, S.Zero)[:2]
            beyond = (exp(known) - exp(epsilon)) / (1 + exp(known))
            beyond = tanh(known / 2) if epsilon == 0 else beyond
            found.append(failure + (1 - failure) * beyond)
    return list(dict.fromkeys(found))[:MOST]


@dataclass(frozen=True, slots=True)
class _Composition:
    """A claim about a composition, and the guarantee of each of its rounds."""

    claim: Claim
    target: Basic
    rounds: Rounds
    share: Expr
    deltas: tuple[Expr, ...]

    def summed(self) -> Split:
        """The claim by the sum of the deltas."""
        mechanism, epsilon, delta = self.target.args
        total, union = self._total(), self._union(self.deltas)
        bound = restate(self.claim, [at_most(self._failure(self.deltas), union)])
        between = (*self._by_row(), (bound, self._bernoulli()))
        if (total, union) == (epsilon, delta):
            return self._larger(self._fails(), self.target, self._needed(), between)
        sum_of_all = ApproxDP(mechanism, total, union)
        inner = self._larger(self._fails(), sum_of_all, (), between)
        stated = restate(self.claim, [sum_of_all])
        return self._larger(sum_of_all, self.target, self._needed(), ((stated, inner),))

    def exact(self) -> Split:
        """The claim by the probability that any of them fails."""
        return self._larger(self._fails(), self.target, self._needed(), self._by_row())

    def _total(self) -> Expr:
        parts, count, _ = self.rounds
        return self.share * (len(parts) if count is None else count)

    def _failure(self, deltas: Sequence[Expr], count: Expr | None = None) -> Expr:
        times = count or self.rounds[1]
        none_fails = Mul(*(S.One - delta for delta in deltas))
        return S.One - (none_fails if times is None else none_fails**times)

    def _union(self, deltas: Sequence[Expr], count: Expr | None = None) -> Expr:
        times = count or self.rounds[1]
        return Add(*deltas) * (S.One if times is None else times)

    def _fails(self) -> Basic:
        return ApproxDP(self.target.args[0], self._total(), self._failure(self.deltas))

    def _needed(self) -> tuple[Claim, ...]:
        pairs = zip(self.rounds[0], self.deltas, strict=True)
        return tuple(restate(self.claim, [ApproxDP(p, self.share, d)]) for p, d in pairs)

    def _by_row(self) -> tuple[tuple[Claim, Split], ...]:
        """The composition by the row about it."""
        parts, count, row = self.rounds
        numbers = [""] if count is not None else [str(n + 1) for n in range(len(parts))]
        names: dict[str, Basic] = {} if count is None else {"k": count}
        for number, part, delta in zip(numbers, parts, self.deltas, strict=True):
            names |= {f"M{number}": part, f"e{number}": self.share, f"d{number}": delta}
        params: dict[str, object] = {"fact": row, "with": {n: text(v) for n, v in names.items()}}
        if count is None:
            params["count"] = len(parts)
        used, words = tuple(FACTS[row][0].split()), f"rounds at {text(self.share)}"
        by_row = Split(self._needed(), words, used, params, "fact")
        return ((restate(self.claim, [self._fails()]), by_row),)

    def _larger(
        self,
        atom: Basic,
        target: Basic,
        needed: tuple[Claim, ...],
        between: tuple[tuple[Claim, Split], ...],
    ) -> Split:
        """A guarantee with larger parameters."""
        values = dict(zip("Medxy", (*atom.args, *target.args[1:]), strict=True))
        params = {"fact": "weaken-approx", "with": {n: text(v) for n, v in values.items()}}
        return Split(needed, "failures of the rounds add up", (), params, "fact", between=between)

    def _bernoulli(self) -> Split:
        """That what fails is at most the sum, of all probabilities and real numbers of rounds."""
        values: dict[Symbol, Expr] = {}
        domains: dict[Symbol, Domain] = {}

        def named(wish: str, value: Expr, domain: Domain) -> Symbol:
            name = Symbol(new_name(wish, (*self.claim.atoms, *values)))
            values[name], domains[name] = value, domain
            return name

        failures = [named("t", delta, PROBABILITY) for delta in self.deltas]
        count = self.rounds[1]
        times = None if count is None else named("r", count, _ROUNDS)
        atom = at_most(self._failure(failures, times), self._union(failures, times))
        lemma = restate(self.claim, [atom], hypotheses=(), domains=domains)
        params = {"with": {name.name: text(value) for name, value in values.items()}}
        return Split((lemma,), "for all probabilities", (), params, "generalise")
