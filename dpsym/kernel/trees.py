"""Concrete mechanisms and protocols as trees of fractions, and what adversaries see of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, product
from typing import Any

from dpsym.algebra import Basic, Expr, Integer, Rational, Tuple
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.meaning import composed_parts, row

MAX_VIEWS = 4000
ONE, ZERO = Fraction(1), Fraction(0)
Masses = tuple[Fraction, Fraction]
Factors = tuple[Masses, ...]


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
    for view in _seen(*parts_and_order(mechanism), [0]):
        p, q = (heads.Finite(*map(rational, masses)) for masses in zip(*view, strict=True))
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


def parts_and_order(mechanism: Basic) -> tuple[tuple[Any, ...], bool]:
    """The trees of a mechanism, and whether each is at its end before the next is asked."""
    composed = isinstance(mechanism, heads.Compose | heads.Concurrent)
    parts = composed_parts(mechanism) if composed else (mechanism,)
    return tuple(map(_mechanism, parts)), isinstance(mechanism, heads.Compose)


def rational(value: Fraction) -> Expr:
    """The fraction as a term."""
    return Rational(value.numerator, value.denominator)


def fraction_of(value: Basic) -> Fraction:
    """The fraction that a term is."""
    if not isinstance(value, Rational):
        raise Rejected((), f"{value} stands in a tree and is no rational")
    return Fraction(int(value.p), int(value.q))


def require_law(masses: Sequence[Fraction]) -> None:
    """Refuses masses that are negative or do not sum to one."""
    if min(masses) < 0 or sum(masses) != 1:
        raise Rejected((), f"{list(map(str, masses))} is no law")


def _mechanism(part: Basic) -> Any:
    """None at the end, ("asks", trees), or ("says", (first mass, second mass, tree)...)."""
    if isinstance(part, heads.InteractiveMechanism):
        return _tree(part.args[0])
    found = row(part, 3)
    laws = [[fraction_of(p) for p in law.args] for law in found if _is_finite(law)]
    if not len(found) == len(laws) == 2 or len(laws[0]) != len(laws[1]):
        raise Rejected((), f"{part} has not two finite laws")
    for law in laws:
        require_law(law)
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
        found.append((fraction_of(p), fraction_of(q), read(then[0]) if then else None))
    require_law([p for p, _, _ in found])
    require_law([q for _, q, _ in found])
    return found


def _speech(node: Basic) -> Any:
    if not isinstance(node, heads.Speech) or not isinstance(node.args[0], Integer):
        raise Rejected((), f"{node} is no speech")
    return ("tells", int(node.args[0]), _branches(node.args[1:]))


def leaves(node: Any, masses: Masses) -> Iterator[Masses]:
    """The masses of all ends of a tree, whatever is asked."""
    if node is None:
        yield masses
    elif node[0] == "asks":
        for then in node[1]:
            yield from leaves(then, masses)
    else:
        for p, q, then in node[1]:
            yield from leaves(then, (masses[0] * p, masses[1] * q))


def parties_and_speech(expression: Basic) -> tuple[int, Any]:
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


def transcripts(node: Any, masses: Factors) -> Iterator[Factors]:
    """The masses of each transcript under both inputs of each party."""
    if node is None:
        yield masses
        return
    place = node[1] - 1
    for p, q, then in node[2]:
        own = (masses[place][0] * p, masses[place][1] * q)
        yield from transcripts(then, (*masses[:place], own, *masses[place + 1 :]))


def chance(transcript: Factors, bits: tuple[int, ...]) -> Fraction:
    """The mass of a transcript where the parties have these inputs."""
    result = ONE
    for masses, bit in zip(transcript, bits, strict=True):
        result *= masses[bit]
    return result
