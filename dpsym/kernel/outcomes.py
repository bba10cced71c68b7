"""The outcomes of laws that have finitely many, and of pairs of laws by their ratios of masses."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb

from dpsym.algebra import Add, Basic, Expr, Mul, S, exp
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.noises import ENDLESS

Outcomes = Counter[tuple[Expr, Expr]]
MAX_OUTCOMES = 600


def probabilities(law: Basic) -> list[Expr]:
    """The masses of a finite law, outcome by outcome."""
    if isinstance(law, heads.Bernoulli):
        return [1 - law.args[0], law.args[0]]
    if isinstance(law, heads.Finite):
        return list(law.args)
    if isinstance(law, heads.Product):
        return [Mul(*masses) for masses in product(*map(probabilities, law.args))]
    if isinstance(law, heads.Pushforward) and isinstance(law.args[0], heads.Kernel):
        masses, rows = probabilities(law.args[1]), law.args[0].args
        if len(masses) == len(rows):
            columns = zip(*rows, strict=True)
            return [Add(*map(Mul, masses, column)) for column in columns]
    if isinstance(law, heads.Mixture):
        first, second = map(probabilities, law.args[1:])
        if len(first) == len(second):
            t = law.args[0]
            return [t * a + (1 - t) * b for a, b in zip(first, second, strict=True)]
    raise Rejected((), f"{law} is no finite law")


def is_listed(p: Basic, q: Basic) -> bool:
    """Whether two laws have finitely many ratios of masses, so that outcomes may be listed."""
    if isinstance(p, heads.Product) and isinstance(q, heads.Product) and len(p.args) == len(q.args):
        return all(is_listed(*pair) for pair in zip(p.args, q.args, strict=True))
    return _steps_apart(p, q) is not None or not any(law.has(*ENDLESS) for law in (p, q))


def outcomes(p: Basic, q: Basic) -> Outcomes:
    """The pairs of masses of two laws, with how often they occur.

    Outcomes of geometric laws that have one ratio of masses are put together: given which ratio it
    is, the outcome has one law under P and Q. So divergences, the law of the loss, and tests are
    those of the two laws themselves, also beside other outcomes that are independent.
    """
    steps = _steps_apart(p, q)
    if steps is not None:
        return step_masses(p.args[1], S.Zero, steps)
    products = isinstance(p, heads.Product) and isinstance(q, heads.Product)
    if not products or len(p.args) != len(q.args):
        first, second = probabilities(p), probabilities(q)
        if len(first) != len(second):
            raise Rejected((), f"{p} and {q} have other outcomes")
        return Counter(zip(first, second, strict=True))
    pairs = list(zip(p.args, q.args, strict=True))
    draws = _draws(outcomes(*pairs[0]), len(pairs)) if len(set(pairs)) == 1 else None
    if draws is not None:
        return draws
    joint: Outcomes = Counter({(S.One, S.One): 1})
    for a, b in pairs:
        grown: Outcomes = Counter()
        for (x, y), n in joint.items():
            for (u, v), m in outcomes(a, b).items():
                grown[x * u, y * v] += n * m
        if len(grown) > MAX_OUTCOMES:
            raise Rejected((), "too many outcomes")
        joint = grown
    return joint


def _steps_apart(p: Basic, q: Basic) -> int | None:
    """By how many steps the centres of geometric laws of one rate differ, if that is a number."""
    if not isinstance(p, heads.Geometric) or not isinstance(q, heads.Geometric):
        return None
    apart = abs(p.args[0] - q.args[0])
    return int(apart) if apart.is_Integer and p.args[1] == q.args[1] else None


def step_masses(epsilon: Expr, delta: Expr, steps: int) -> Outcomes:
    """The masses of two laws so many steps of (epsilon, delta) apart that dominate all such pairs.

    One step raises the mass x of an event to at most min(exp(epsilon)*x + delta,
    1 - exp(-epsilon)*(1 - delta - x), 1); so many steps to a curve with corners where one of them
    arrives at the corner of a step, and slopes that are exp(2*epsilon) apart. The first corner must
    not lie below 0: :func:`first_piece` is not negative. Without delta the pair is that of
    geometric laws so many steps apart, by the ratio of the masses.
    """
    if steps > MAX_OUTCOMES:
        raise Rejected((), "too many outcomes")
    if steps == 0:
        return Counter({(S.One, S.One): 1})
    t, first = exp(epsilon), first_piece(epsilon, delta, steps)
    ends = first, first * t**-steps
    share = (1 - delta) * (t - 1) / (t + 1) + delta
    inside = [(share * t**-i, share * t ** (i - steps)) for i in range(1, steps)]
    failing = delta * Add(*(t**i for i in range(steps)))
    failures = [(failing, S.Zero), (S.Zero, failing)] if delta != 0 else []
    return Counter([*failures, ends, *inside, ends[::-1]])


def first_piece(epsilon: Expr, delta: Expr, steps: int) -> Expr:
    """The mass of P before the first corner of the curve, but for what Q never answers."""
    t = exp(epsilon)
    return (1 - delta) * t / (1 + t) - delta * Add(*(t**i for i in range(1, steps)))


def in_steps(epsilon: Expr, delta: Expr, steps: int) -> Basic:
    """What dominates two laws that so many steps within epsilon and delta join.

    Each step raises the largest P(S) for a given Q(S) to what these laws attain, so that nearer
    laws are images of them too (Dong, Roth and Su 2022, Theorem 7).
    """
    masses = step_masses(epsilon, delta, steps)
    laws = zip(*(pair for pair, n in masses.items() for _ in range(n)), strict=True)
    return heads.FiniteMechanism(*(heads.Finite(*law) for law in laws))


def _draws(each: Outcomes, draws: int) -> Outcomes | None:
    """The pairs of masses of so many independent draws, if each has two outcomes."""
    if len(each) != 2:
        return None
    if draws >= MAX_OUTCOMES:
        raise Rejected((), "too many outcomes")
    ((x, y), n), ((u, v), m) = each.items()
    found: Outcomes = Counter()
    for i in range(draws + 1):
        first, second = draws - i, i
        ways = comb(draws, i) * n**first * m**second
        found[x**first * u**second, y**first * v**second] += ways
    return found
