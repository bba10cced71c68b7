"""Numbers and signs that may stand for others: lost exponents, parts of powers, marks of lists."""

from __future__ import annotations

import re

from dpsym.errors import ClaimSyntaxError
from dpsym.language.letters import RAISED
from dpsym.language.tex import is_latex

_MINUS = "[-\N{MINUS SIGN}\N{EN DASH}]"
_MARK = re.compile(
    rf"\s*(?:(?:{_MINUS}|[*\N{{EM DASH}}\N{{BULLET}}\N{{MIDDLE DOT}}])\s"
    rf"|\d+[.)]\s+(?![*/<>=\s]|[-+]\s)|\(\d+\)\s+(?=(?:\+|{_MINUS})\S))"
)
_LOST = re.compile(
    rf"(?<![\w.^/)\]])(?<!\*\*)(10|2(?={_MINUS}\d\d))\s?{_MINUS}(\d+)"
    r"(?!\w|\.\d|\s*[*/^(\N{MIDDLE DOT}\N{MULTIPLICATION SIGN}])"
)
_SCIENTIFIC = re.compile(rf"(?<![\w.])([\d.]+)e({_MINUS}?\d+)(?=[^\W\d_]|\()")
_INDICATOR = re.compile(
    r"(?<!\d)[\U0001D7CE\U0001D7CF\U0001D7D8\U0001D7D9](?!\d)|\\math(?:bb|bf|sf)\s*\{?\s*[01](?![\d.])"
)
_QUOTIENT = re.compile(
    rf"(?:\^\s*(?:({_MINUS})\s*)?(\d{{1,9}})|(?<![{RAISED}])(\N{{SUPERSCRIPT ONE}}))"
    r"\s*/\s*(\d{1,9}|\\?[^\W\d]\w*|\()"
)
_TOWER = re.compile(
    rf"\^\s*(?:{_MINUS}\s*)?(?:\d+|[^\W\d{RAISED}][^\W{RAISED}]*)"
    rf"(?:\s*(?:\^|\*\*)\s*(?:{_MINUS}\s*)?\w+|[{RAISED}]+)\s*/"
)


def refuse_mark(source: str) -> None:
    """Complain about a sign before a claim that may be the mark of a list.

    Raises:
        ClaimSyntaxError: there is one.
    """
    if mark := _MARK.match(source):
        sign = mark[0].strip()
        raise ClaimSyntaxError(
            f"the {sign!r} before the claim may be the mark of a list",
            part=sign,
            remedy="leave it out, or write a minus beside what it is of, as in -x",
        )


def refuse_numerals(source: str) -> None:
    """Complain about numbers that may be exponents, or powers that may end elsewhere.

    Raises:
        ClaimSyntaxError: there is one.
    """
    if lost := _LOST.search(source):
        raise ClaimSyntaxError(
            f"{lost[0]} may be {lost[1]} to the power -{lost[2]} that lost its form",
            part=lost[0],
            remedy=f"write {lost[1]}**(-{lost[2]}), or spaces around the minus",
        )
    if lost := _SCIENTIFIC.search(source):
        raise ClaimSyntaxError(
            f"{lost[0]} may be {lost[1]}*10**({lost[2]}), or hold a power of e that lost its form",
            part=lost[0],
            remedy=f"write {lost[0]}*... for the number, or {lost[1]}*exp(...)",
        )
    if indicator := _INDICATOR.search(source):
        raise ClaimSyntaxError(
            f"{indicator[0]!r} is an indicator, and no claim holds events",
            part=indicator[0],
            remedy="write the numbers 0 and 1 in plain digits",
        )
    for found in _QUOTIENT.finditer(source):
        minus, above, below = found[1] or "", found[2] or "1", found[4]
        doubtful = above == "1" or minus or (below == "2" and not is_latex(source))
        whole = below.isdigit() and (int(below) == 0 or int(above) % int(below) == 0)
        if doubtful and not whole and (below.isdigit() or above == "1"):
            root = f"({'-' * bool(minus)}{above}/{below}{'...)' * (below == '(')})"
            raise ClaimSyntaxError(
                f"the exponent of {found[0]} may be {root} or end before the '/'",
                part=found[0],
                remedy=f"write ^{root}, or parentheses around the power",
            )
    if tower := _TOWER.search(source):
        raise ClaimSyntaxError(
            f"what is divided in {tower[0]} may be the power or its exponent",
            part=tower[0],
            remedy="write parentheses around the exponent, as in e^(-x^2/2) or e^(-x^2)/2",
        )
