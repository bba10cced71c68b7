"""How names are typeset: as letters with indices and primes, no two names of one claim alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from sympy.core.alphabets import greeks
from sympy.printing.latex import modifier_dict, tex_greek_dictionary

_LETTERS: dict[str, str] = {
    **{word: f"\\{word}" for word in greeks if word != "omicron"},
    **{w: t for w, t in tex_greek_dictionary.items() if t.startswith("\\") and "mathrm" not in t},
    "eps": r"\varepsilon",
    "epsilon": r"\varepsilon",
    "lam": r"\lambda",
    "phi": r"\varphi",
    "ell": r"\ell",
}
_MARKS = re.compile("(.+?)(hat|check|tilde|bar|vec|ddot|dot|breve|acute|grave)")
_NAME = re.compile(r"([^\W\d_]+)(.*)")


def spelled(name: str) -> str:
    r"""A name in LaTeX, where no other one is written like it.

    >>> [spelled(name) for name in ("eps1", "x__2", "delta_prime", "xhat", "xabs")]
    ['\\varepsilon_{1}', 'x_{2}', "\\delta'", '\\hat{x}', '\\mathrm{xabs}']
    """
    plain = name.replace("_prime", "")
    stem = plain.rstrip("_")  # a fresh name ends with underscores
    primes = "'" * (name.count("_prime") + len(plain) - len(stem))
    parts = _NAME.fullmatch(stem)
    if parts is None:
        return as_it_is(name)
    below = ", ".join(_LETTERS.get(part, part) for part in parts[2].split("_") if part)
    return f"{_letter(parts[1])}{f'_{{{below}}}' if below else ''}{primes}"


def as_it_is(name: str) -> str:
    r"""A name letter by letter.

    >>> as_it_is("x_2")
    '\\mathtt{x\\_2}'
    """
    escaped = name.replace("_", r"\_")
    return rf"\mathtt{{{escaped}}}"


def spellings(names: Iterable[str]) -> dict[str, str]:
    r"""Each name in LaTeX, as it is where another one would be written like it.

    >>> list(spellings(["eps", "x", "epsilon"]).values())
    ['\\mathtt{eps}', 'x', '\\mathtt{epsilon}']
    """
    found = {name: spelled(name) for name in names}
    alike = Counter(found.values())
    return {name: as_it_is(name) if alike[w] > 1 else w for name, w in found.items()}


def _letter(word: str) -> str:
    """A word as a Greek letter, a letter with a mark, or a word that is no product of letters."""
    marked = _MARKS.fullmatch(word)
    if word in _LETTERS or len(word) == 1:
        return _LETTERS.get(word, word)
    if marked is not None and (marked[1] in _LETTERS or len(marked[1]) == 1):
        written: str = modifier_dict[marked[2]](_LETTERS.get(marked[1], marked[1]))
        return written
    return rf"\mathrm{{{word}}}"
