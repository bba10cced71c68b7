# ruff: noqa: RUF001 - letters that look like others are what this module is about
"""Letters and names that look alike: two that may be one, and one that may be made of two."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import name as unicode_name
from unicodedata import normalize

from dpsym.errors import ClaimSyntaxError
from dpsym.language.claim import Claim
from dpsym.language.domains import Objects
from dpsym.language.letters import LOWERED, RAISED, plain, shortened

_GREEK = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo")
"""Greek letters that are set as Latin ones are."""
_SAME = str.maketrans({"\N{MICRO SIGN}": "μ", "\N{OHM SIGN}": "Ω"})
_STEM = re.compile(rf"[^\W\d_{RAISED}{LOWERED}]+")
_INDEXED = re.compile(r"(.+?)_?(?:([i-nt])|(\d+))(?:_prime)*")
_SCIENTIFIC = re.compile(
    r"(?<![\w.])(\d+(?:\.\d*)?|\.\d+)([eE])([-+\N{MINUS SIGN}\N{EN DASH}]?\d+)(?!\w)"
)
"""Numbers with an exponent behind an e."""
_PRIMES = "['\N{RIGHT SINGLE QUOTATION MARK}\N{PRIME}]"
_PRIMED = re.compile(
    rf"([^\W\d{RAISED}][^\W{RAISED}]*(?=_prime(?!\w)|{_PRIMES})(?:_prime(?!\w))?)({_PRIMES}*)"
)
"""Names with primes, by the sign or by the word."""
_INDEX_ALONE = re.compile(r"(?<![\w{\\])[ij](?!\w)")
_DECLARED = re.compile(r"\b(\w+) in (?:law|mechanism|kernel)\b")
_OF_NUMBERS = re.compile(r"(?:eps|epsilon|delta|alpha)(?:_?\d+|_[a-z]+)*")
"""Names that numbers have in every text."""


def refuse_lookalikes(source: str) -> None:
    """Complain about letters of a text that are set in two forms, or as those of another alphabet.

    Raises:
        ClaimSyntaxError: there are some.
    """
    primed: dict[str, tuple[str, str]] = {}
    for base, primes in _PRIMED.findall(source):
        name = plain(base) + "_prime" * len(primes)
        others = primed.setdefault(name, (base, primes))
        if len(others[1]) != len(primes):
            raise _twins("".join(others), base + primes)
    if source.isascii():
        return
    stems = set(_STEM.findall(source.translate(_SAME))) - set("ℝℤℕ")
    greek = {letter for stem in stems for letter in stem if _is_greek(letter)}
    seen: dict[str, str] = {}
    for written in sorted(stems | greek):
        letters = normalize("NFKC", written).replace("ς", "σ").translate(_GREEK)
        other = seen.setdefault(letters, written)
        if other != written:
            raise _twins(other, written)


def _is_greek(letter: str) -> bool:
    plain = normalize("NFKC", letter)
    return len(plain) == 1 and "GREEK" in unicode_name(plain, "")


def refuse_twins(claim: Claim, source: str, *, strict: bool) -> None:
    """Complain about names that may be one, or made of two, or members of a family.

    In the grammar, in which families are written out, ``e1`` and ``e_1`` are two.

    Raises:
        ClaimSyntaxError: there are some.
    """
    names = sorted(name.name for name, _ in claim.domains)
    seen: dict[str, str] = {}
    for name in names:
        same = shortened(name)
        same = same if strict else re.sub(r"_(?=[^\W_])", "", same)
        other = seen.setdefault(same, name)
        if other != name:
            raise _twins(other, name)
    _refuse_exponents(set(names), source)
    _refuse_members(names, source)
    objects = {n.name for n, domain in claim.domains if isinstance(domain, Objects)}
    for name in sorted(objects - set(_DECLARED.findall(source))):
        if _OF_NUMBERS.fullmatch(name):
            raise ClaimSyntaxError(
                f"{name!r} stands for a law or a mechanism, and is the name of a number as a rule",
                part=name,
                remedy="put the arguments in their order, or give it another name",
            )
        glued = next((cut for cut in _cuts(name) if cut[1] in objects), None)
        if glued and (glued[0] in objects or any(_with(glued[0], objects - {name}, objects))):
            raise ClaimSyntaxError(
                f"{name!r} may be a name, or made of {glued[0]} and {glued[1]}",
                part=name,
                remedy=f"write Pushforward({glued[0]}, {glued[1]}) or "
                f"Compose({glued[0]}, {glued[1]}) if that is meant, or another name",
            )


def _cuts(name: str) -> Iterable[tuple[str, str]]:
    """What two names, each of one capital letter, a name may be made of."""
    found = re.fullmatch(r"([A-Z]\d*)([A-Z]\d*)", name)
    return [(found[1], found[2])] if found else []


def _with(first: str, names: set[str], objects: set[str]) -> Iterable[str]:
    """The names that may be made of a letter and an object, as another is."""
    return (name for name in names for cut in _cuts(name) if cut[0] == first and cut[1] in objects)


def _refuse_exponents(names: set[str], source: str) -> None:
    """Complain about a number such as ``2e3`` or ``2e-3`` where e3 or e is a name.

    Nobody writes a name times 1: ``1e-5`` is a number.
    """
    for found in _SCIENTIFIC.finditer(source):
        number, letter, exponent = found.groups()
        name = letter if not exponent[0].isdigit() else letter + exponent
        if float(number) != 1 and {name, name.lower()} & names:
            raise ClaimSyntaxError(
                f"{found[0]!r} may be a number, or {number} times {letter + exponent}",
                part=found[0],
                remedy=f"write {number}*{letter}{exponent}, or the number without {letter!r}",
            )


def _refuse_members(names: list[str], source: str) -> None:
    """Complain about ``x_i`` where i is no index that the grammar knows."""
    stems: dict[str, set[str]] = {}
    members = [(name, found) for name in names if (found := _INDEXED.fullmatch(name))]
    for _, found in members:
        stems.setdefault(found[1], set()).add("letter" if found[2] else "number")
    for name, found in members:
        if not found[2] or not name.startswith(f"{found[1]}_"):
            continue
        alone = found[2] in _INDEX_ALONE.findall(source)
        if alone or "number" in stems[found[1]]:
            raise ClaimSyntaxError(
                f"{name!r} is one name, and may be meant for all members of a family",
                part=name,
                remedy=f"write {found[1]}[{found[2]}] for the members of a family, as in "
                "'PureDP(M[i], e[i]) each i in 1..k', or another name",
            )


def _twins(one: str, other: str) -> ClaimSyntaxError:
    return ClaimSyntaxError(
        f"{one!r} and {other!r} may be one name or two",
        part=other,
        remedy="write the same in both places, or give one of them another name",
    )
