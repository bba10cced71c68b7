"""Formulas within sentences: what is mathematics in a line of words, and how it is typeset."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from dpsym.errors import ClaimError, DpsymError
from dpsym.language.parser import parse_claim, parse_domain, parse_expression
from dpsym.language.printing import latex
from dpsym.language.typesetting import membership

_LETTERS = (
    "alpha beta gamma delta Delta eps epsilon eta lam mu nu xi rho sigma tau theta phi omega oo"
).split()
_NAME = re.compile(rf"(?:[b-zB-HJ-Z]|{'|'.join(_LETTERS)})(?:_?\d+)?(?:_prime|_)*")
_OPERATOR = re.compile(r"<=|>=|==|=|<|>|\+|-|\*|/|=>")
_RELATION = re.compile(r" (<=|>=|==|=|<|>) ")
_SIGNS = {"<=": r"\le", ">=": r"\ge", "==": "=", "=": "=", "<": "<", ">": ">"}
_MEMBER = re.compile(rf"({_NAME.pattern}) in " + r"([\[(][^\])]*[\])]|-?\w+\.\.-?\w+)")
_TAIL = re.compile(r"(?<=[\w)])-[A-Za-z]{2}[A-Za-z-]*$")
_HYPHENATED = re.compile(r"([^\s-]+)(-[A-Za-z]{2}[A-Za-z-]*[.,;:)]*)")


def formula(written: str) -> str | None:
    r"""A claim, a relation or an expression in LaTeX; None where the text is none of these.

    >>> print(formula("x <= exp(x)/2 for x in [0, 1]"))
    x \leq \frac{e^{x}}{2} \quad (x \in [0, 1])
    >>> formula("no formula") is None
    True
    """
    if written in _SIGNS:
        return _SIGNS[written]
    for read in (_claim, _expression, _relation, _member):
        try:
            return read(written)
        except (DpsymError, ValueError, TypeError):
            continue
    return None


def _claim(written: str) -> str:
    return parse_claim(written).stated()


def _expression(written: str) -> str:
    return latex(parse_expression(written))


def _relation(written: str) -> str:
    first, *rest = _RELATION.split(written)
    parts = [_expression(first)]
    for sign, side in zip(rest[::2], rest[1::2], strict=True):
        parts += [_SIGNS[sign], _expression(side)]
    return " ".join(parts)


def _member(written: str) -> str:
    found = _MEMBER.fullmatch(written)
    if found is None:
        raise ClaimError(f"{written!r} is no formula", part=written)
    return membership(latex(parse_expression(found[1])), parse_domain(found[2]))


@lru_cache(maxsize=4096)
def pieces(sentence: str) -> tuple[tuple[str, bool], ...]:
    """The sentence in parts, in order; of each part whether it is a formula.

    >>> pieces("the loss is at most eps**2/2, as M is within mu-GDP")
    (('the loss is at most ', False), ('eps**2/2', True), (', as ', False), ('M', True), \
(' is within ', False), ('mu', True), ('-GDP', False))
    """
    found: list[tuple[str, bool]] = []
    for part, is_formula in _parts(sentence):
        if found and not is_formula and not found[-1][1]:
            found[-1] = (found[-1][0] + part, False)
        elif part:
            found.append((part, is_formula))
    return tuple(found)


def _parts(sentence: str) -> Iterator[tuple[str, bool]]:
    tokens = re.split(r"(\s+)", sentence)
    place = 0
    while place < len(tokens):
        member = _MEMBER.match("".join(tokens[place : place + 9]))
        if member and formula_or_none(member[0]) is not None:
            rest = "".join(tokens[place:])[member.end() :]
            yield member[0], True
            yield from _parts(rest)
            return
        hyphenated = _HYPHENATED.fullmatch(tokens[place])
        head = _core(hyphenated[1]) if hyphenated else ""
        if hyphenated and _is_mathematical(head) and formula_or_none(head) is not None:
            before, _, after = hyphenated[1].partition(head)
            yield from ((before, False), (head, True), (after + hyphenated[2], False))
            place += 1
            continue
        end, core = _longest(tokens, place)
        if end > place:
            whole = "".join(tokens[place:end])
            before, _, after = whole.partition(core)
            yield from ((before, False), (core, True), (after, False))
            place = end
            continue
        yield tokens[place], False
        place += 1


def _longest(tokens: list[str], place: int) -> tuple[int, str]:
    """Where the longest formula that begins at a token ends, and the formula."""
    limit, depth = place, 0
    if place > 1 and re.fullmatch(r"\d+(\.\d+)?", tokens[place - 2]):
        return place, ""  # a unit follows the number
    while limit < len(tokens) and (depth > 0 or _is_mathematical(tokens[limit])):
        if tokens[limit + 2 : limit + 3] == ["%"]:
            break  # a percentage is no term
        depth += tokens[limit].count("(") - tokens[limit].count(")")
        limit += 1
        if depth <= 0 and tokens[limit - 1].endswith((",", ";", ":", ".")):
            break
        if limit < len(tokens) and tokens[limit].isspace():
            limit += 1
    for end in range(limit, place, -1):
        core = _core("".join(tokens[place:end]).strip())
        core = _core(_TAIL.sub("", core))
        if re.search(r"[\w)]-[A-Za-z]{2}", core):
            continue  # a compound word
        if core and _says_something(core) and formula_or_none(core) is not None:
            return end, core
    return place, ""


def _is_mathematical(token: str) -> bool:
    core = _core(token)
    return bool(
        _NAME.fullmatch(core.removeprefix("-"))
        or _OPERATOR.fullmatch(core)
        or re.fullmatch(r"-?\d+(\.\d+)?", core)
        or re.search(r"[*/^<>=+]|\w\(|\(\w|\w\)|_\d", core)
    )


def _core(written: str) -> str:
    """The text without the punctuation of the sentence and parentheses that stay open."""
    core = written.rstrip(".,;:")
    while core.count("(") < core.count(")") and core.endswith(")"):
        core = core[:-1].rstrip(".,;:")
    while core.count("(") > core.count(")") and core.startswith("("):
        core = core[1:]
    return core


def _says_something(core: str) -> bool:
    """Whether it is more than a number or a word, and no rest of a longer formula."""
    number = re.fullmatch(r"[\d. ()-]*", core)
    word = re.fullmatch(r"\(?[\w-]{2,}\)?", core) and not _NAME.fullmatch(core)
    return not (number or word or _OPERATOR.match(core) or re.fullmatch(r"\w{2,}/\w+", core))


@lru_cache(maxsize=4096)
def formula_or_none(core: str) -> str | None:
    """The text in LaTeX where it is a formula; kept, as sentences return."""
    return formula(core)
