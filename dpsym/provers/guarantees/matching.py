"""Rows of the table of facts matched against guarantees: terms for their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from sympy import Basic, Expr, Integer, Le, S, Symbol, nan, zoo

from dpsym.kernel.facts import FACTS
from dpsym.kernel.implications import plain
from dpsym.kernel.statements import fact
from dpsym.kernel.terms import written_out
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import ORDER, PROBABILITY, Interval
from dpsym.language.heads import Divergence, Guarantee, ObjectName
from dpsym.provers.guarantees.fact import Fact
from dpsym.provers.guarantees.facts import facts_about


def match(
    pattern: Basic, value: Basic, binding: Mapping[Basic, Basic]
) -> dict[Basic, Basic] | None:
    """The binding with what makes the pattern the value; terms that are no names are left."""
    if pattern.is_Symbol:
        if isinstance(pattern, ObjectName) == heads.is_scalar(value):
            return None
        if binding.get(pattern, value) != value:
            return None
        return {**binding, pattern: value}
    if pattern.is_number:
        return dict(binding) if pattern == value else None
    if heads.is_scalar(pattern) and not isinstance(pattern, Divergence):
        return dict(binding)
    if isinstance(pattern, heads.RenyiDP) and isinstance(value, heads.PureDP):
        value = heads.RenyiDP(value.args[0], S.Infinity, value.args[1])
    if pattern.func != value.func or len(pattern.args) != len(value.args):
        return None
    found: dict[Basic, Basic] | None = dict(binding)
    for part, given in zip(pattern.args, value.args, strict=True):
        found = None if found is None else match(part, given, found)
    return found


def instance(row: str, of: Sequence[Basic], target: Basic) -> dict[Basic, Basic] | None:
    """Terms for the names of a row: from guarantees that are its premises, and from the target."""
    hypotheses, conclusion = fact(row, max(1, len(of)))
    binding = match(plain(conclusion).args[0], target.args[0], {})
    premises = [plain(h) for h in hypotheses if isinstance(h, Guarantee)]
    for premise, guarantee in zip(premises, of, strict=False):
        binding = None if binding is None else match(premise, plain(guarantee), binding)
    return None if binding is None else _with_parameters(conclusion, target, binding)


def _with_parameters(
    conclusion: Basic, target: Basic, binding: Mapping[Basic, Basic]
) -> dict[Basic, Basic]:
    """The binding with parameters of the conclusion that stand there as plain names."""
    found = dict(binding)
    for pattern, value in zip(plain(conclusion).args[1:], target.args[1:], strict=True):
        if pattern.is_Symbol:
            found.setdefault(pattern, value)
    return found


def instance_of(conclusion: Basic, bound: Mapping[Basic, Basic], claim: Claim) -> Basic:
    """The conclusion of a row with terms of a claim for its names, which may have no value."""
    found = plain(conclusion.xreplace(dict(bound)))
    return found if found.has(nan, zoo) else written_out(found)


def conversions(
    source: Fact, target: Basic, claim: Claim
) -> Iterator[tuple[str, dict[Basic, Basic], tuple[Fact, ...]]]:
    """Rows from a fact to the kind of the target, with terms for their names and their premises."""
    guarantee = plain(source.guarantee)
    for row in FACTS:
        hypotheses, conclusion = fact(row, 1)
        conclusion = plain(conclusion)
        premises = [plain(h) for h in hypotheses if isinstance(h, Guarantee)]
        if not premises or conclusion.func != target.func or not conclusion.args[0].is_Symbol:
            continue
        for place, premise in enumerate(premises):
            binding = match(premise, guarantee, {}) if premise.func == guarantee.func else None
            if binding is None or binding.get(conclusion.args[0]) != target.args[0]:
                continue
            names = conclusion.free_symbols.union(*(h.free_symbols for h in hypotheses))
            options = [
                [source] if n == place else _of_the_kind_of(other, target.args[0], claim)
                for n, other in enumerate(premises)
                if other.args[0] == premise.args[0]
            ]
            for chosen in product(*options):
                whole = instance(row, [f.guarantee for f in chosen], target)
                if whole is None:
                    continue
                missing = sorted(names - set(whole), key=str)
                if not missing:
                    yield row, whole, chosen
                elif [m.name for m in missing] == ["y"]:
                    for value in _probabilities(hypotheses, whole, target, claim):
                        yield row, {**whole, missing[0]: value}, chosen


def _of_the_kind_of(premise: Basic, mechanism: Basic, claim: Claim) -> list[Fact]:
    return [f for f in facts_about(mechanism, claim) if f.guarantee.func == premise.func]


def _probabilities(
    hypotheses: Sequence[Basic], binding: Mapping[Basic, Basic], target: Basic, claim: Claim
) -> Iterator[Expr]:
    """Terms for the y in c + (1 - c)*y: what is left of delta, the bound on y, probabilities."""
    c, y = Symbol("c"), Symbol("y")
    delta, failure = target.args[-1], binding.get(c, S.Zero)
    if failure == 0:
        yield delta
        return
    if failure != 1:
        rest = (1 - (1 - delta) / (1 - failure)).cancel()
        yield rest
        yield delta - failure
    for h in hypotheses:
        if isinstance(h, Le) and h.rhs == y and y not in h.lhs.free_symbols:
            yield h.lhs.xreplace(dict(binding))
    for name, domain in claim.scalars():
        if isinstance(domain, Interval) and PROBABILITY.includes(domain):
            yield name


def restricted(source: Fact, target: Basic, claim: Claim) -> Iterator[Fact]:
    """What a fact says of fewer orders, of no failures, or of the response that dominates."""
    guarantee = plain(source.guarantee)
    mechanism, *parameters = guarantee.args
    if isinstance(guarantee, heads.ZCDP):
        yield from _of_a_line(source, target, claim)
    elif isinstance(guarantee, heads.PureDP) and isinstance(target, heads.Simulable):
        never = heads.ApproxDP(mechanism, *parameters, S.Zero)
        yield Fact(never, "never fails", row="pure-approx", parents=(source,))
    elif isinstance(guarantee, heads.ApproxDP) and isinstance(target, heads.ApproxZCDP):
        epsilon, delta = parameters
        response = heads.RandomizedResponse(epsilon)
        pure = Fact(heads.PureDP(response, epsilon), "by definition", row="response")
        flat = heads.ZCDP(response, epsilon, S.Zero)
        line = Fact(flat, "at most the largest loss", row="pure-zcdp", parents=(pure,))
        found = heads.ApproxZCDP(mechanism, delta, epsilon, S.Zero)
        words = "without failure the canonical response is randomised response"
        yield Fact(found, words, row="approx-by-response", parents=(source, line))


def _of_a_line(source: Fact, target: Basic, claim: Claim) -> Iterator[Fact]:
    """A line of zCDP at single orders, and as one that never fails.

    The orders are 1 and 2 where the target is total variation, and those that the claim names.
    """
    mechanism, xi, rho = plain(source.guarantee).args

    def at(order: Expr) -> Fact:
        moment = heads.RenyiDP(mechanism, order, xi + rho * order)
        return Fact(moment, "at this order", row="zcdp-renyi", parents=(source,))

    if isinstance(target, heads.ApproxDP) and target.args[1] == 0:
        yield from map(at, (S.One, Integer(2)))
    if isinstance(target, heads.ProbabilisticDP):
        flat = Fact(heads.ZCDP(mechanism, xi, S.Zero), "", row="weaken-zcdp", parents=(source,))
        pure = heads.PureDP(mechanism, xi)
        yield Fact(pure, "the order tends to oo", row="zcdp-pure", parents=(flat,))
    line = heads.ApproxZCDP(mechanism, S.Zero, xi, rho)
    yield Fact(line, "never fails", row="zcdp-approx-zcdp", parents=(source,))
    yield from (at(name) for name, domain in claim.scalars() if ORDER.includes(domain))
