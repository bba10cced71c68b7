"""How the heads of the language print."""

from __future__ import annotations

from typing import Any

from sympy.printing.pretty.stringpict import prettyForm

from dpsym.language.typesetting import said


class Notation:
    """How a head prints: by its name in text, by the field's symbol in LaTeX."""

    symbol = ""
    """LaTeX for the head; parameters other than laws are put in its braces."""

    args: tuple[Any, ...]

    def _sympystr(self, printer: Any) -> str:
        return f"{type(self).__name__}({', '.join(printer._print(a) for a in self.args)})"

    def _pretty(self, printer: Any) -> Any:
        return prettyForm(str(self))

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        arguments = [printer._print(argument) for argument in self.args]
        words = said(type(self).__name__, arguments)
        if words is not None:
            written = words
        elif self.symbol:
            *parameters, p, q = arguments
            written = self.symbol.format(*parameters) if parameters else self.symbol
            written += rf"\left({p}\,\middle\|\,{q}\right)"
        else:
            written = rf"\mathrm{{{type(self).__name__}}}\left({', '.join(arguments)}\right)"
        return written if exp is None else rf"{{{written}}}^{{{exp}}}"
