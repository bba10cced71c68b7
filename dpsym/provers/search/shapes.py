"""Small protocols with names for their masses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sympy import Dummy, Expr, Integer, Symbol, Tuple

from dpsym.language import heads


class _Masses:
    """Names for masses, one after the other."""

    def __init__(self) -> None:
        self.names: list[Symbol] = []

    def fresh(self) -> Symbol:
        """The next name."""
        self.names.append(Dummy("mass"))
        return self.names[-1]


def protocol_shapes(parties: int) -> Iterator[tuple[Expr, list[Symbol]]]:
    """Protocols of so many parties with the names of their masses, all of which lie in [0, 1].

    The first party alone tells its bit, as it likes; each does in turn, and may heed what was said;
    a coin decides whether they do.

    >>> [len(masses) for _, masses in protocol_shapes(2)]
    [2, 6, 8]
    """
    for build in (_alone, _all, _coin):
        masses = _Masses()
        yield heads.Protocol(Integer(parties), build(masses, parties)), masses.names


def _alone(masses: _Masses, parties: int) -> Expr:
    return _speech(masses, 1, (None, None))


def _all(masses: _Masses, parties: int) -> Expr:
    return _in_turn(masses, 1, parties)


def _coin(masses: _Masses, parties: int) -> Expr:
    return _speech(masses, 1, (_all(masses, parties), None))


def _in_turn(masses: _Masses, party: int, parties: int) -> Expr:
    below = [_in_turn(masses, party + 1, parties) if party < parties else None for _ in range(2)]
    return _speech(masses, party, below)


def _speech(masses: _Masses, party: int, below: Sequence[Expr | None]) -> Expr:
    p, q = masses.fresh(), masses.fresh()
    first, second = below
    entries = ((p, q, first), (1 - p, 1 - q, second))
    return heads.Speech(
        Integer(party), *(Tuple(*(part for part in entry if part is not None)) for entry in entries)
    )
