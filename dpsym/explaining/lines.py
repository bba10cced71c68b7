"""One line of an explanation: words with formulas among them, as text and as LaTeX."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from dpsym.language.prose import formula, pieces
from dpsym.language.typesetting import spoken

_OPENED, _CLOSED = "\ue000", "\ue001"
_MARKED = re.compile(f"{_OPENED}(.*?){_CLOSED}", re.S)


def marked(written: str) -> str:
    """A formula in the grammar of claims, told apart from the words around it."""
    return f"{_OPENED}{written}{_CLOSED}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its place in the explanation.

    Attributes:
        sentence: the words, with formulas as :func:`marked` gives them.
        number: the step that begins here; zero within one.
        depth: how deep it lies within its step.
        routine: whether a reader may pass over it.
        part: idea, step, fact or checked.
    """

    sentence: str
    number: int = 0
    depth: int = 0
    routine: bool = False
    part: str = "step"

    @property
    def text(self) -> str:
        """The line in the grammar of claims.

        >>> Line(f"The square {marked('x**2')} is nonnegative.").text
        'The square x**2 is nonnegative.'
        """
        return self.sentence.replace(_OPENED, "").replace(_CLOSED, "")

    def typeset(self) -> list[tuple[str, str]]:
        """The line in pieces, each a kind and what it says: words, a formula in LaTeX, or code.

        >>> [kind for kind, _ in Line(f"The square {marked('x**2')} is at most rho.").typeset()]
        ['words', 'math', 'words', 'math', 'words']
        """
        found: list[tuple[str, str]] = []
        for place, part in enumerate(_MARKED.split(self.sentence)):
            for piece, mathematical in [(part, True)] if place % 2 else pieces(part):
                typeset = formula(piece) if mathematical and piece else None
                if typeset is not None:
                    found += [("math" if math else "words", part) for part, math in spoken(typeset)]
                elif piece:
                    found.append(("code" if mathematical else "words", piece))
        return found

    def to_json(self) -> dict[str, Any]:
        """The line as JSON data."""
        return {
            "part": self.part,
            "number": self.number,
            "depth": self.depth,
            "routine": self.routine,
            "text": self.text,
            "pieces": [list(piece) for piece in self.typeset()],
        }
