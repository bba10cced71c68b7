"""Guarantees and accuracies of concrete trees and protocols, as relations between numbers.

Plain recursions in fractions: sums over messages, maxima over questions. An adversary against
mechanisms at once may turn to any of them at any time; nothing is remembered and nothing pruned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import prod
from typing import Any

from dpsym.algebra import Basic, Expr, Integer, Le, Relational, S, exp, log
from dpsym.kernel.enclosures import enclosure
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import substitute
from dpsym.kernel.trees import (
    ONE,
    ZERO,
    Masses,
    chance,
    fraction_of,
    leaves,
    parties_and_speech,
    parts_and_order,
    rational,
    require_law,
    transcripts,
)
from dpsym.language import heads
from dpsym.language.printing import text

MAX_VISITS = 800_000


def settled(atom: Basic, plays: Mapping[str, Any]) -> Basic:
    """The atom with what it says of concrete trees put into numbers; other atoms as they are.

    ``plays`` has for each accuracy in the worst case a law on the inputs and a rule.

    Guarantees:
        the answer holds iff the atom does. The least delta of a mechanism is that of the best
        deterministic adversary; being a post-processing of canonical response is being private.

    Raises:
        Rejected: masses are no laws, numbers are no rationals, or the recursion is too long.
    """
    if isinstance(atom, Relational):
        values = {node: _accuracy(node, plays) for node in atom.atoms(heads.Accuracy)}
        return substitute(atom, values)
    if isinstance(atom, heads.CuriousDP | heads.MaliciousDP):
        return _party(atom)
    if isinstance(atom, heads.Simulable):
        atom = heads.ApproxDP(*atom.args)
    if not (isinstance(atom, heads.Guarantee) and atom.has(heads.InteractiveMechanism)):
        return atom
    mechanism, *parameters = atom.args
    nodes, sequential = parts_and_order(mechanism)
    if isinstance(atom, heads.ApproxDP):
        least = _at_odds(parameters[0], lambda t: _gain(nodes, t, sequential))
        return Le(least, parameters[1], evaluate=False)
    if isinstance(atom, heads.PureDP):
        ratios = [_ratio(nodes, way) for way in (0, 1)]
        known = [ratio for ratio in ratios if ratio is not None]
        left = log(rational(max(known))) if len(known) == 2 else S.Infinity
        return Le(left, parameters[0], evaluate=False)
    if isinstance(atom, heads.BoundedRange):
        widest = _widest(nodes, sequential)
        left = S.Infinity if widest is None else log(rational(widest))
        return Le(left, parameters[0], evaluate=False)
    return atom


def _at_odds(epsilon: Expr, best: Callable[[Fraction], Masses]) -> Expr:
    """The gain p - exp(epsilon)*q of a best adversary, where ``best`` finds p and q for odds.

    The largest gain is convex in the odds and never below that of one adversary, so an adversary
    who is best at both ends of an interval is best within.

    Raises:
        Rejected: no adversary is best at both ends of the enclosure of the odds.
    """
    odds = exp(epsilon)
    found = enclosure(odds)
    ends = {end: best(end) for end in {Fraction(found.lower), Fraction(found.upper)}}
    values = {tuple(p - t * q for t in ends) for p, q in ends.values()}
    if len(values) > 1:
        raise Rejected((), f"which adversary is best at odds {odds} is not certain")
    p, q = next(iter(ends.values()))
    return rational(p) - odds * rational(q)


def _gains(masses: Masses, t: Fraction) -> Fraction:
    return masses[0] - t * masses[1]


def _gain(nodes: tuple[Any, ...], t: Fraction, sequential: bool) -> Masses:
    """The masses of what a best adversary takes for the first input, in the better order."""
    visits = [0]

    def best(state: tuple[Any, ...], p: Fraction, q: Fraction, way: int) -> Masses:
        visits[0] += 1
        if visits[0] > MAX_VISITS:
            raise Rejected((), "the game is too long")
        live = [i for i, node in enumerate(state) if node is not None]
        options: list[Masses] = [] if live else [(ZERO, ZERO), (p, q)]
        for i in live[:1] if sequential else live:
            kind, branches = state[i]
            if kind == "says":
                after = [
                    ((*state[:i], then, *state[i + 1 :]), masses) for *masses, then in branches
                ]
                parts = [best(s, p * m[way], q * m[1 - way], way) for s, m in after]
                options.append((sum((a for a, _ in parts), ZERO), sum((b for _, b in parts), ZERO)))
            else:
                options += [
                    best((*state[:i], then, *state[i + 1 :]), p, q, way) for then in branches
                ]
        return max(options, key=lambda masses: _gains(masses, t))

    return max((best(nodes, ONE, ONE, way) for way in (0, 1)), key=lambda m: _gains(m, t))


def _ratio(nodes: tuple[Any, ...], way: int) -> Fraction | None:
    """The product of the largest likelihood ratios of leaves; None where one is infinite."""
    total = ONE
    for node in nodes:
        largest = ZERO
        for masses in leaves(node, (ONE, ONE)):
            p, q = masses[way], masses[1 - way]
            if p > 0 and q == 0:
                return None
            largest = max(largest, p / q) if p > 0 else largest
        total *= largest
    return total


def _widest(nodes: tuple[Any, ...], sequential: bool) -> Fraction | None:
    """The largest quotient of two likelihood ratios of one adversary; None where it is infinite."""
    if any((p > 0) != (q > 0) for node in nodes for p, q in leaves(node, (ONE, ONE))):
        return None

    def ends(state: tuple[Any, ...]) -> tuple[Fraction, Fraction]:
        ratios = [[p / q for p, q in leaves(node, (ONE, ONE)) if q > 0] for node in state]
        return prod(map(min, ratios), start=ONE), prod(map(max, ratios), start=ONE)

    def best(state: tuple[Any, ...]) -> Fraction:
        live = [i for i, node in enumerate(state) if node is not None]
        gains = [ONE]
        for i in live[:1] if sequential else live:
            kind, branches = state[i]
            if kind == "asks":
                gains += [best((*state[:i], then, *state[i + 1 :])) for then in branches]
                continue
            after = [(p / q, (*state[:i], then, *state[i + 1 :])) for p, q, then in branches if q]
            gains += [best(then) for _, then in after]
            for (low, below), (high, above) in permutations(after, 2):
                gains.append(high * ends(above)[1] / (low * ends(below)[0]))
        return max(gains)

    return best(nodes)


def _party(atom: Basic) -> Basic:
    protocol, party, epsilon, delta = atom.args
    parties, root = parties_and_speech(protocol)
    if not isinstance(party, Integer) or not 1 <= party <= parties:
        raise Rejected((), f"there is no party {party}")
    place = int(party) - 1
    if isinstance(atom, heads.MaliciousDP):
        own = _alone(root, place + 1)
        least = _at_odds(epsilon, lambda t: _gain((own,), t, False))
        return Le(least, delta, evaluate=False)
    seen = list(transcripts(root, ((ONE, ONE),) * parties))

    def curious(t: Fraction) -> Masses:
        sides = []
        for bits in product((0, 1), repeat=parties):
            other = (*bits[:place], 1 - bits[place], *bits[place + 1 :])
            masses = ((chance(s, bits), chance(s, other)) for s in seen)
            taken = [pair for pair in masses if _gains(pair, t) > 0]
            sides.append((sum((p for p, _ in taken), ZERO), sum((q for _, q in taken), ZERO)))
        return max(sides, key=lambda masses: _gains(masses, t))

    return Le(_at_odds(epsilon, curious), delta, evaluate=False)


def _alone(node: Any, party: int) -> Any:
    if node is None:
        return None
    below = [(p, q, _alone(then, party)) for p, q, then in node[2]]
    return ("says", below) if node[1] == party else ("asks", [then for _, _, then in below])


def _accuracy(node: Basic, plays: Mapping[str, Any]) -> Expr:
    """An accuracy; in the worst case by a law on the inputs and a rule that attains its bound.

    No rule is worth more on its worst input than the best one on average under any law.
    """
    if not isinstance(node.args[1], heads.Task):
        raise Rejected((), f"{node.args[1]} is no concrete task")
    parties, root = parties_and_speech(node.args[0])
    viewer, *rows = node.args[1].args
    worth = [[fraction_of(u) for u in us.args] for us in rows]
    if (
        len(worth) != 2**parties
        or len({len(us) for us in worth}) != 1
        or not isinstance(viewer, Integer)
        or not 0 <= viewer <= parties
    ):
        raise Rejected((), "the task does not fit the protocol")
    views, choices = _views(parties, root, int(viewer)), range(len(worth[0]))
    if isinstance(node, heads.AverageAccuracy):
        return rational(_average(views, worth, [Fraction(1, len(worth))] * len(worth)))
    play = plays.get(text(node), {})
    prior = list(map(_mass, play.get("prior", ())))
    rule = [list(map(_mass, own)) for own in play.get("rule", ())]
    for law, size in ((prior, len(worth)), *((own, len(choices)) for own in rule)):
        if len(law) != size:
            raise Rejected((), f"{list(map(str, law))} is of another length")
        require_law(law)
    gained = [ZERO] * len(worth)
    for view, own in zip(views, rule, strict=True):
        for n, mass in view.items():
            gained[n] += mass * sum((own[c] * worth[n][c] for c in choices), ZERO)
    if min(gained) != _average(views, worth, prior):
        raise Rejected((), f"the rule attains {min(gained)}, less than the best under the law")
    return rational(min(gained))


def _mass(text: object) -> Fraction:
    """A number as a play writes it, a fraction without an exponent."""
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,4000}(/\d{1,4000})?", text):
        raise Rejected((), f"{text!r} is no fraction")
    return Fraction(text)


def _views(parties: int, root: Any, viewer: int) -> list[dict[int, Fraction]]:
    """What a viewer may see, with its chance on each possible input; what says the same is one."""
    inputs = list(product((0, 1), repeat=parties))
    merged: dict[tuple[tuple[int, Fraction], ...], Fraction] = {}
    for transcript in transcripts(root, ((ONE, ONE),) * parties):
        for own in (0, 1) if viewer else (None,):
            masses = {n: chance(transcript, bits) for n, bits in enumerate(inputs)
                      if own in (None, bits[viewer - 1])}  # fmt: skip
            total = sum(masses.values(), ZERO)
            if total > 0:
                shares = tuple((n, mass / total) for n, mass in masses.items())
                merged[shares] = merged.get(shares, ZERO) + total
    return [{n: total * share for n, share in shares} for shares, total in merged.items()]


def _average(
    views: Sequence[Mapping[int, Fraction]],
    worth: Sequence[Sequence[Fraction]],
    prior: Sequence[Fraction],
) -> Fraction:
    """The worth of the best decisions where inputs have these masses."""
    return sum(
        (
            max(
                sum((prior[n] * mass * worth[n][choice] for n, mass in view.items()), ZERO)
                for choice in range(len(worth[0]))
            )
            for view in views
        ),
        ZERO,
    )
