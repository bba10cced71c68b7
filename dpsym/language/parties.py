"""How many parties a protocol and a task have, as far as they are written out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dpsym.algebra import Basic, Eq, Expr, Integer, Le, preorder_traversal
from dpsym.language import heads


def of_parties(atoms: Iterable[Basic]) -> Iterator[Basic]:
    """Relations that say that whoever is spoken of is a party, and that tasks fit protocols.

    Those that are plain are left out.

    >>> from dpsym.language.parser import parse_claim
    >>> list(of_parties(parse_claim("CuriousDP(Broadcast(M, N), 3, e, d)").conclusions))
    [3 <= 2]
    """
    for node in dict.fromkeys(part for atom in atoms for part in preorder_traversal(atom)):
        if isinstance(node, heads.CuriousDP | heads.MaliciousDP):
            yield from _among(node.args[1:2], node.args[0])
        elif isinstance(node, heads.Protocol):
            yield from _among([speech.args[0] for speech in node.atoms(heads.Speech)], node)
        elif isinstance(node, heads.Task):
            yield from _among(node.args[:1], node)
            inputs = len(node.args) - 1
            full = 1 << inputs.bit_length() - 1
            if inputs != full:
                yield Eq(Integer(inputs), Integer(full), evaluate=False)
        elif isinstance(node, heads.Accuracy):
            protocol, task = map(_parties, node.args)
            if protocol is not None and task is not None and protocol != task:
                yield Eq(protocol, task, evaluate=False)


def _among(numbers: Sequence[Expr], whole: Basic) -> Iterator[Basic]:
    """Relations that say that each of these is a party."""
    parties = _parties(whole)
    for number in numbers:
        plain = number.is_Integer and parties is not None and parties.is_Integer
        if parties is not None and not (plain and number <= parties):
            yield Le(number, parties, evaluate=False)


def _parties(whole: Basic) -> Expr | None:
    """The number of parties of a protocol or a task; None of a name."""
    if isinstance(whole, heads.Protocol):
        return whole.args[0]
    if isinstance(whole, heads.ResponseProtocol):
        return Integer(len(whole.args) // 2)
    if isinstance(whole, heads.Task):
        return Integer((len(whole.args) - 1).bit_length() - 1)
    return Integer(len(whole.args)) if isinstance(whole, heads.Broadcast) else None
