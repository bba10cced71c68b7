"""The outcomes of finite laws with symbolic probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from sympy import Add, Basic, Expr, Mul, S

from dpsym.language import heads
from dpsym.language.divergences import DIVERGENCES, Form, at_order
from dpsym.provers.logic import ORDERED

MAX_OUTCOMES = 512
_MADE = heads.Mixture | heads.Pushforward


def outcomes_of(p: Basic, q: Basic) -> Counter[tuple[Expr, Expr]] | None:
    """The pairs of probabilities of two finite laws, with multiplicities; None for other laws."""
    if isinstance(p, heads.Finite | heads.Bernoulli) and isinstance(
        q, heads.Finite | heads.Bernoulli
    ):
        first, second = _probabilities(p), _probabilities(q)
        if len(first) != len(second):
            return None
        return Counter(zip(first, second, strict=True))
    if isinstance(p, _MADE) or isinstance(q, _MADE):
        first_law, second_law = _mixed(p), _mixed(q)
        if first_law is None or second_law is None or len(first_law) != len(second_law):
            return None
        return Counter(zip(first_law, second_law, strict=True))
    if isinstance(p, heads.Product) and isinstance(q, heads.Product):
        if len(p.args) != len(q.args):
            return None
        factors = [outcomes_of(*pair) for pair in zip(p.args, q.args, strict=True)]
        return _joint(factors)
    return None


def _probabilities(law: Basic) -> tuple[Expr, ...]:
    if isinstance(law, heads.Bernoulli):
        return (1 - law.args[0], law.args[0])
    return tuple(law.args)


def _mixed(law: Basic) -> tuple[Expr, ...] | None:
    """The probabilities of a finite law that may be a mixture or what a kernel makes of one."""
    if isinstance(law, heads.Finite | heads.Bernoulli):
        return _probabilities(law)
    if isinstance(law, heads.Mixture):
        weight, first, second = law.args
        parts = _mixed(first), _mixed(second)
        if parts[0] is None or parts[1] is None or len(parts[0]) != len(parts[1]):
            return None
        return tuple(weight * a + (1 - weight) * b for a, b in zip(parts[0], parts[1], strict=True))
    if isinstance(law, heads.Pushforward) and isinstance(law.args[0], heads.Kernel):
        masses, rows = _mixed(law.args[1]), law.args[0].args
        if masses is None or len(masses) != len(rows):
            return None
        return tuple(Add(*map(Mul, masses, column)) for column in zip(*rows, strict=True))
    if isinstance(law, heads.Product):
        factors = [_mixed(part) for part in law.args]
        if any(factor is None for factor in factors):
            return None
        return tuple(Mul(*c) for c in product(*(f for f in factors if f is not None)))
    return None


def _joint(
    factors: Iterable[Counter[tuple[Expr, Expr]] | None],
) -> Counter[tuple[Expr, Expr]] | None:
    joint: Counter[tuple[Expr, Expr]] = Counter({(S.One, S.One): 1})
    for factor in factors:
        if factor is None:
            return None
        grown: Counter[tuple[Expr, Expr]] = Counter()
        for (p, q), count in joint.items():
            for (r, s), times in factor.items():
                grown[(p * r, q * s)] += count * times
        if len(grown) > MAX_OUTCOMES:
            return None
        joint = grown
    return joint


def unsupported(hypothesis: Basic) -> Iterator[Expr]:
    """Masses with names at outcomes that have none under the second law of a bounded divergence."""
    if not isinstance(hypothesis, ORDERED) or hypothesis.gts.has(heads.Quantity):
        return
    for divergence in map(at_order, sorted(hypothesis.lts.atoms(heads.Divergence), key=str)):
        form, laws = DIVERGENCES.get(type(divergence), Form()), divergence.args[-2:]
        if form.most is S.Infinity and not divergence.has(heads.ObjectName):
            masses = outcomes_of(*laws) or ()
            yield from (p for p, q in masses if q == 0 and p.free_symbols)
