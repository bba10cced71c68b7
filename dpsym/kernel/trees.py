"""Guarantees and accuracies of concrete trees and protocols, as relations between numbers.

Plain recursions in fractions: sums over messages, maxima over questions. An adversary against
mechanisms at once may turn to any of them at any time; nothing is remembered and nothing pruned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, permutations, product
from math import prod
from typing import Any

from sympy import Basic, Expr, Integer, Le, Rational, S, Tuple, exp, log
from sympy.core.relational import Relational

from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.meaning import composed_parts, row
from dpsym.language.printing import text

MAX_VISITS, MAX_VIEWS = 400_000, 4000
ONE, ZERO = Fraction(1), Fraction(0)
Factors = tuple[tuple[Fraction, Fraction], ...]


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
        sides = (side.xreplace(values) for side in atom.args)
        return atom.func(*sides, evaluate=False) if values else atom
    if isinstance(atom, heads.CuriousDP | heads.MaliciousDP):
        return _party(atom)
    if isinstance(atom, heads.Simulable):
        atom = heads.ApproxDP(*atom.args)
    if not (isinstance(atom, heads.Guarantee) and atom.has(heads.InteractiveMechanism)):
        return atom
    mechanism, *parameters = atom.args
    nodes, sequential = _parts(mechanism)
    if isinstance(atom, heads.ApproxDP):
        least = max(_gain(nodes, _odds(parameters[0]), sequential, way) for way in (0, 1))
        return Le(_rational(least), parameters[1], evaluate=False)
    if isinstance(atom, heads.PureDP):
        ratios = [_ratio(nodes, way) for way in (0, 1)]
        known = [ratio for ratio in ratios if ratio is not None]
        left = log(_rational(max(known))) if len(known) == 2 else S.Infinity
        return Le(left, parameters[0], evaluate=False)
    if isinstance(atom, heads.BoundedRange):
        widest = _widest(nodes, sequential)
        left = S.Infinity if widest is None else log(_rational(widest))
        return Le(left, parameters[0], evaluate=False)
    return atom


def view_pairs(mechanism: Basic) -> Iterator[tuple[Basic, Basic]]:
    """The laws of what each deterministic adversary sees of concrete trees, in both orders.

    Guarantees:
        a guarantee that bounds moments of the loss, its mean, or errors of tests holds iff it does
        for all these pairs. The coins of a randomised adversary are part of what it sees, so that
        it sees a mixture of these which is revealed; who stops earlier sees a function of one.
        Bounds on the loss about its mean, or on its tail, speak of these adversaries only.

    Raises:
        Rejected: masses are no laws, numbers are no rationals, or there are too many adversaries.
    """
    for view in _seen(*_parts(mechanism), [0]):
        p, q = (heads.Finite(*map(_rational, masses)) for masses in zip(*view, strict=True))
        yield p, q
        yield q, p


def _seen(state: tuple[Any, ...], sequential: bool, made: list[int]) -> Iterator[Factors]:
    """The masses of all that an adversary may see, for one way to ask after another."""
    live = [i for i, node in enumerate(state) if node is not None]
    ways: list[Iterable[Factors]] = [] if live else [[((ONE, ONE),)]]
    for i in live[:1] if sequential else live:
        kind, branches = state[i]
        after = [then if kind == "asks" else then[2] for then in branches]
        below = [_seen((*state[:i], then, *state[i + 1 :]), sequential, made) for then in after]
        ways += below if kind == "asks" else [_joined(branches, below)]
    for view in chain.from_iterable(ways):
        made[0] += 1
        if made[0] > MAX_VIEWS:
            raise Rejected((), "there are too many adversaries")
        yield view


def _joined(branches: Sequence[Any], below: Sequence[Iterable[Factors]]) -> Iterator[Factors]:
    """Every choice of how to go on after each message."""
    for chosen in product(*below):
        yield tuple(
            (p * first, q * second)
            for (p, q, _), view in zip(branches, chosen, strict=True)
            for first, second in view
        )


def _parts(mechanism: Basic) -> tuple[tuple[Any, ...], bool]:
    """The trees of a mechanism, and whether each is at its end before the next is asked."""
    composed = isinstance(mechanism, heads.Compose | heads.Concurrent)
    parts = composed_parts(mechanism) if composed else (mechanism,)
    return tuple(map(_mechanism, parts)), isinstance(mechanism, heads.Compose)


def _rational(value: Fraction) -> Expr:
    return Rational(value.numerator, value.denominator)


def _fraction(value: Basic) -> Fraction:
    if not isinstance(value, Rational):
        raise Rejected((), f"{value} stands in a tree and is no rational")
    return Fraction(int(value.p), int(value.q))


def _odds(epsilon: Expr) -> Fraction:
    return _fraction(exp(epsilon))


def _law(masses: Sequence[Fraction]) -> None:
    if min(masses) < 0 or sum(masses) != 1:
        raise Rejected((), f"{list(map(str, masses))} is no law")


def _mechanism(part: Basic) -> Any:
    """None at the end, ("asks", trees), or ("says", (first mass, second mass, tree)...)."""
    if isinstance(part, heads.InteractiveMechanism):
        return _tree(part.args[0])
    found = row(part, 3)
    laws = [[_fraction(p) for p in law.args] for law in found if _is_finite(law)]
    if not len(found) == len(laws) == 2 or len(laws[0]) != len(laws[1]):
        raise Rejected((), f"{part} has not two finite laws")
    for law in laws:
        _law(law)
    return ("says", [(p, q, None) for p, q in zip(*laws, strict=True)])


def _is_finite(law: Basic) -> bool:
    return isinstance(law, heads.Finite)


def _tree(node: Basic) -> Any:
    if isinstance(node, heads.Query) and node.args:
        return ("asks", [_tree(option) for option in node.args])
    if isinstance(node, heads.Message):
        return ("says", _branches(node.args))
    raise Rejected((), f"{node} is no tree of a mechanism")


def _branches(entries: Sequence[Basic]) -> list[tuple[Fraction, Fraction, Any]]:
    found: list[tuple[Fraction, Fraction, Any]] = []
    for entry in entries:
        if not isinstance(entry, Tuple) or len(entry.args) not in (2, 3):
            raise Rejected((), f"{entry} is no message")
        p, q, *then = entry.args
        read = _speech if then and isinstance(then[0], heads.Speech) else _tree
        found.append((_fraction(p), _fraction(q), read(then[0]) if then else None))
    _law([p for p, _, _ in found])
    _law([q for _, q, _ in found])
    return found


def _speech(node: Basic) -> Any:
    if not isinstance(node, heads.Speech) or not isinstance(node.args[0], Integer):
        raise Rejected((), f"{node} is no speech")
    return ("tells", int(node.args[0]), _branches(node.args[1:]))


def _gain(nodes: tuple[Any, ...], t: Fraction, sequential: bool, way: int) -> Fraction:
    visits = [0]

    def best(state: tuple[Any, ...], p: Fraction, q: Fraction) -> Fraction:
        visits[0] += 1
        if visits[0] > MAX_VISITS:
            raise Rejected((), "the game is too long")
        live = [i for i, node in enumerate(state) if node is not None]
        gains = []
        for i in live[:1] if sequential else live:
            kind, branches = state[i]
            if kind == "says":
                total = ZERO
                for *masses, then in branches:
                    after = (*state[:i], then, *state[i + 1 :])
                    total += best(after, p * masses[way], q * masses[1 - way])
                gains.append(total)
            else:
                gains += [best((*state[:i], then, *state[i + 1 :]), p, q) for then in branches]
        return max(gains) if gains else max(p - t * q, ZERO)

    return best(nodes, ONE, ONE)


def _ratio(nodes: tuple[Any, ...], way: int) -> Fraction | None:
    """The product of the largest likelihood ratios of leaves; None where one is infinite."""
    total = ONE
    for node in nodes:
        largest = ZERO
        for masses in _leaves(node, (ONE, ONE)):
            p, q = masses[way], masses[1 - way]
            if p > 0 and q == 0:
                return None
            largest = max(largest, p / q) if p > 0 else largest
        total *= largest
    return total


def _widest(nodes: tuple[Any, ...], sequential: bool) -> Fraction | None:
    """The largest quotient of two likelihood ratios of one adversary; None where it is infinite."""
    if any((p > 0) != (q > 0) for node in nodes for p, q in _leaves(node, (ONE, ONE))):
        return None

    def ends(state: tuple[Any, ...]) -> tuple[Fraction, Fraction]:
        ratios = [[p / q for p, q in _leaves(node, (ONE, ONE)) if q > 0] for node in state]
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


def _leaves(node: Any, masses: tuple[Fraction, Fraction]) -> Iterator[tuple[Fraction, Fraction]]:
    if node is None:
        yield masses
    elif node[0] == "asks":
        for then in node[1]:
            yield from _leaves(then, masses)
    else:
        for p, q, then in node[1]:
            yield from _leaves(then, (masses[0] * p, masses[1] * q))


def _protocol(expression: Basic) -> tuple[int, Any]:
    """The number of parties and the first speech."""
    if isinstance(expression, heads.Protocol):
        count, root = expression.args
        if not isinstance(count, Integer) or not 1 <= count <= 6:
            raise Rejected((), f"{count} parties")
        speech = _speech(root)
        if not set(_speakers(speech)) <= set(range(1, int(count) + 1)):
            raise Rejected((), "somebody speaks who is no party")
        return int(count), speech
    parts = list(expression.args)
    if isinstance(expression, heads.ResponseProtocol):
        values = zip(parts[::2], parts[1::2], strict=True)
        parts = [heads.CanonicalRR(epsilon, delta) for epsilon, delta in values]
    elif not isinstance(expression, heads.Broadcast):
        raise Rejected((), f"{expression} is no concrete protocol")
    speech = None
    for party in range(len(parts), 0, -1):
        said = _mechanism(parts[party - 1])
        if said[0] != "says" or any(then is not None for _, _, then in said[1]):
            raise Rejected((), "a broadcast is of one message")
        speech = ("tells", party, [(p, q, speech) for p, q, _ in said[1]])
    return len(parts), speech


def _speakers(node: Any) -> Iterator[int]:
    if node is not None:
        if node[0] != "tells":
            raise Rejected((), "a mechanism's tree stands in a protocol")
        yield node[1]
        for _, _, then in node[2]:
            yield from _speakers(then)


def _transcripts(node: Any, masses: Factors) -> Iterator[Factors]:
    if node is None:
        yield masses
        return
    place = node[1] - 1
    for p, q, then in node[2]:
        own = (masses[place][0] * p, masses[place][1] * q)
        yield from _transcripts(then, (*masses[:place], own, *masses[place + 1 :]))


def _chance(transcript: Factors, bits: tuple[int, ...]) -> Fraction:
    result = ONE
    for masses, bit in zip(transcript, bits, strict=True):
        result *= masses[bit]
    return result


def _party(atom: Basic) -> Basic:
    protocol, party, epsilon, delta = atom.args
    parties, root = _protocol(protocol)
    if not isinstance(party, Integer) or not 1 <= party <= parties:
        raise Rejected((), f"there is no party {party}")
    place, t = int(party) - 1, _odds(epsilon)
    if isinstance(atom, heads.MaliciousDP):
        own = _alone(root, place + 1)
        least = max(_gain((own,), t, False, way) for way in (0, 1))
        return Le(_rational(least), delta, evaluate=False)
    seen = list(_transcripts(root, ((ONE, ONE),) * parties))
    least = ZERO
    for bits in product((0, 1), repeat=parties):
        other = (*bits[:place], 1 - bits[place], *bits[place + 1 :])
        gaps = [_chance(s, bits) - t * _chance(s, other) for s in seen]
        least = max(least, sum((gap for gap in gaps if gap > 0), ZERO))
    return Le(_rational(least), delta, evaluate=False)


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
    parties, root = _protocol(node.args[0])
    viewer, *rows = node.args[1].args
    worth = [[_fraction(u) for u in us.args] for us in rows]
    if (
        len(worth) != 2**parties
        or len({len(us) for us in worth}) != 1
        or not isinstance(viewer, Integer)
        or not 0 <= viewer <= parties
    ):
        raise Rejected((), "the task does not fit the protocol")
    views, choices = _views(parties, root, int(viewer)), range(len(worth[0]))
    if isinstance(node, heads.AverageAccuracy):
        return _rational(_average(views, worth, [Fraction(1, len(worth))] * len(worth)))
    play = plays.get(text(node), {})
    prior = [Fraction(mass) for mass in play.get("prior", ())]
    rule = [[Fraction(mass) for mass in own] for own in play.get("rule", ())]
    for law, size in ((prior, len(worth)), *((own, len(choices)) for own in rule)):
        if len(law) != size:
            raise Rejected((), f"{list(map(str, law))} is of another length")
        _law(law)
    gained = [ZERO] * len(worth)
    for view, own in zip(views, rule, strict=True):
        for n, mass in view.items():
            gained[n] += mass * sum((own[c] * worth[n][c] for c in choices), ZERO)
    if min(gained) != _average(views, worth, prior):
        raise Rejected((), f"the rule attains {min(gained)}, less than the best under the law")
    return _rational(min(gained))


def _views(parties: int, root: Any, viewer: int) -> list[dict[int, Fraction]]:
    """What a viewer may see, with its chance on each possible input; what says the same is one."""
    inputs = list(product((0, 1), repeat=parties))
    merged: dict[tuple[tuple[int, Fraction], ...], Fraction] = {}
    for transcript in _transcripts(root, ((ONE, ONE),) * parties):
        for own in (0, 1) if viewer else (None,):
            masses = {n: _chance(transcript, bits) for n, bits in enumerate(inputs)
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
