# ruff: noqa: RUF001 - letters that look like others are what this module is about
"""Letters in other forms than the plain ones: Greek, raised as exponents, lowered as indices."""

from __future__ import annotations

import re
from unicodedata import decomposition, normalize
from unicodedata import name as unicode_name

from dpsym.errors import ClaimSyntaxError

GREEK = {"epsilon": "eps", "lamda": "lam"}
"""The letters whose name in a claim is not the letter's own."""
_SHORT = GREEK | {"lambda": "lam"}
RAISED = "ª²³¹ºʰ-ʸˠ-ˤᴬ-ᵡᶛ-ᶿ⁰-ⁿ"
LOWERED = "₀-₉ₐ-ₜᵢ-ᵪⱼ"
"""Signs above and below the line, as classes of a regular expression."""
_POWERS = str.maketrans(
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵖʳˢᵗᵘᵛʷˣʸᶻᵅᵝᵞᵋᵟ", "0123456789-+abcdefghijklmnprstuvwxyzαβγεδ"
)
_POWER = r"(?:\d+|\d*[a-zα-δε]{1,2})"
_EXPONENT = re.compile(rf"[-+]?{_POWER}(?:[-+]{_POWER})*")
_INDEX = re.compile(rf"([^\d{LOWERED}][\d₀-₉]*)([ₐ-ₜᵢ-ᵪⱼ])")
_ALIKE = "".join(map(chr, range(0x250, 0x2B0))) + "ßƍƐƒƔƩƱƲǝ"
"""Latin letters that are easily taken for Greek ones."""


def shortened(name: str) -> str:
    """A name whose letter is spelt out, in the short form that the letter has in claims.

    >>> [shortened(name) for name in ("epsilon1", "lambda", "eps")]
    ['eps1', 'lam', 'eps']
    """
    return re.sub("^(?:epsilon|lambda|lamda)", lambda word: _SHORT[word[0]], name)


def exponent(run: str) -> str:
    """The exponent that a run of raised signs is.

    Raises:
        ClaimSyntaxError: it is none, or may be several.

    >>> exponent("⁻²ᵏᵋ⁺¹")
    '-2*k*eps+1'
    """
    power = run.translate(_POWERS)
    if not _EXPONENT.fullmatch(power):
        raise ClaimSyntaxError(
            f"the raised signs {run!r} are no exponent that has one reading",
            part=run,
            remedy="write an exponent in the line, as in x**(n + 1), and an index as in x_1",
        )
    factors = re.sub(r"(?<=\w)(?=[^\W\d])", "*", power.lstrip("+"))
    return re.sub(r"[α-ε]", lambda letter: plain(letter[0]), factors)


def plain(name: str) -> str:
    """A name in the letters in which claims write it: Greek ones by name, an index behind ``_``.

    Raises:
        ClaimSyntaxError: a letter is of another alphabet, or has no plain form.

    >>> plain("ε₁"), plain("pᵢ"), plain("𝜀")
    ('eps1', 'p_i', 'eps')
    """
    return "".join(map(_letter, _INDEX.sub(r"\1_\2", name)))


def _letter(letter: str) -> str:
    if letter.isascii():
        return letter
    if letter == "\N{GREEK PI SYMBOL}":
        raise ClaimSyntaxError(
            f"{letter!r} is another letter than that of the constant pi",
            part=letter,
            remedy="write pi for the constant, or give the name another letter",
        )
    form = decomposition(letter)
    if form.startswith(("<font>", "<sub>")) or not form.startswith("<"):
        letter = normalize("NFC", chr(int(form.split()[1], 16)) if form[:1] == "<" else letter)
    if letter.isascii():
        return letter
    called = unicode_name("μ" if letter == "\N{MICRO SIGN}" else letter, "a sign")
    latin = called.startswith("LATIN") and letter not in _ALIKE and form[:1] != "<"
    if not latin and ("GREEK" not in called or " WITH " in called):
        raise ClaimSyntaxError(
            f"{letter!r} ({called.lower()}) is no plain letter of the Latin or Greek alphabet",
            part=letter,
            remedy="write names in these letters, and digits",
        )
    if latin:
        return letter
    small = re.search(r"(SMALL|CAPITAL) LETTER (?:FINAL )?(\w+)", called)
    symbol = re.fullmatch(r"GREEK (?:LUNATE )?(\w+) SYMBOL", called)
    if symbol:
        return GREEK.get(symbol[1].lower(), symbol[1].lower())
    if small is None:
        return letter
    written = GREEK.get(small[2].lower(), small[2].lower())
    return written if small[1] == "SMALL" else written.capitalize()
