"""Claims in LaTeX, in the letters and words of the field."""

from __future__ import annotations

import re
from typing import Any

from sympy import Basic
from sympy.printing.latex import LatexPrinter

SAID: dict[tuple[str, int], str] = {
    ("PureDP", 2): r"{0} \text{{ is }} {1:bare}\text{{-DP}}",
    ("ApproxDP", 3): r"{0} \text{{ is }} ({1}, {2})\text{{-DP}}",
    ("ZCDP", 2): r"{0} \text{{ is }} {1:bare}\text{{-zCDP}}",
    ("ZCDP", 3): r"{0} \text{{ is }} ({1}, {2})\text{{-zCDP}}",
    ("ApproxZCDP", 3): r"{0} \text{{ is }} {1:bare}\text{{-approximate }} {2:bare}\text{{-zCDP}}",
    ("ApproxZCDP", 4): r"{0} \text{{ is }} {1:bare}\text{{-approximate }} ({2}, {3})\text{{-zCDP}}",
    ("BoundedZCDP", 4): r"{0} \text{{ is }} ({2}, {3})\text{{-zCDP below the order }} {1}",
    ("RenyiDP", 3): r"{0} \text{{ is }} ({1}, {2})\text{{-RDP}}",
    ("MeanCDP", 3): r"{0} \text{{ is }} ({1}, {2})\text{{-mCDP}}",
    ("GaussianDP", 2): r"{0} \text{{ is }} {1:bare}\text{{-GDP}}",
    ("BoundedRange", 2): r"{0} \text{{ has }} {1:bare}\text{{-bounded range}}",
    ("ProbabilisticDP", 3): r"{0} \text{{ is }} ({1}, {2})\text{{-probabilistically DP}}",
    ("Gaussian", 2): r"\mathcal{{N}}\left({0}, {1:bare}^{{2}}\right)",
    ("Laplace", 2): r"\mathrm{{Lap}}\left({0}, {1}\right)",
    ("Bernoulli", 1): r"\mathrm{{Ber}}\left({0}\right)",
    ("Mixture", 3): r"\left({0:bare} \cdot {1} + (1 - {0:bare}) \cdot {2}\right)",
    ("GaussianMechanism", 2): r"\left(\Delta = {0},\, \mathcal{{N}}(0, {1:bare}^{{2}})\right)",
    ("LaplaceMechanism", 2): r"\left(\Delta = {0},\, \mathrm{{Lap}}(0, {1})\right)",
    ("PostProcess", 1): r"\left(\text{{any map of }} {0}\right)",
}
"""How a head with so many arguments is said; ``bare`` puts parentheses around what needs them."""
_LETTERS = {"eps": "varepsilon", "epsilon": "varepsilon", "lam": "lambda", "phi": "varphi"}
_SHORT = re.compile(r"(?P<letter>[A-Za-z]+?)(?P<rest>_?\d.*|_.*|)")


class _Written(str):
    """A typeset argument; the form ``bare`` puts parentheses around all but names and numbers."""

    def __format__(self, form: str) -> str:
        plain = re.fullmatch(r"[\w.]+|\\?\w+(_\{\w+\})?'*", self)
        return str(self) if not form or plain else rf"\left({self!s}\right)"


class Typesetter(LatexPrinter):
    """sympy's printer with the letters that short names stand for."""

    def _print_Symbol(self, symbol: Basic, style: str = "plain") -> str:  # noqa: N802 - sympy's
        primes = "'" * symbol.name.count("_prime")
        name = symbol.name.replace("_prime", "")
        letter = _SHORT.fullmatch(name)
        if letter is not None:
            name = _LETTERS.get(letter["letter"], letter["letter"]) + letter["rest"]
        written: str = self._deal_with_super_sub(name, style=style)
        return f"{written}{primes}"

    _print_ObjectName = _print_Symbol  # noqa: N815 - sympy's


def said(name: str, arguments: list[str]) -> str | None:
    r"""A head in the words of the field; None where it is written as a function.

    >>> print(said("ApproxDP", ["M", "e", "0"]))
    M \text{ is } (e, 0)\text{-DP}
    """
    form = SAID.get((name, len(arguments)))
    return None if form is None else form.format(*map(_Written, arguments))


def latex(node: Basic) -> str:
    r"""The node in LaTeX, without dollar signs.

    >>> from dpsym.language.parser import parse_claim
    >>> print(latex(parse_claim("PureDP(M, eps1) => ZCDP(M, 2*eps1)").conclusions[0]))
    M \text{ is } \left(2 \varepsilon_{1}\right)\text{-zCDP}
    """
    settings: dict[str, Any] = {"ln_notation": False}
    return str(Typesetter(settings).doprint(node))


__all__ = ["SAID", "Typesetter", "latex", "said"]
