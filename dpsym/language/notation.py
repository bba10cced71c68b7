"""How the heads of the language print."""

from __future__ import annotations

from typing import Any, cast

from dpsym.algebra import Basic


class Notation:
    """How a head prints: by its name in text, by the field's symbol in LaTeX."""

    symbol = ""
    """LaTeX for the head; parameters other than laws are put in its braces."""

    args: tuple[Any, ...]

    def _sympystr(self, printer: Any) -> str:
        return f"{type(self).__name__}({', '.join(printer._print(a) for a in self.args)})"

    def _counted(self) -> bool:
        """Whether the last argument says how often the first one stands there."""
        return False

    def _pretty(self, printer: Any) -> Any:
        from sympy.printing.pretty.stringpict import prettyForm

        return prettyForm(str(self))

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        from dpsym.language.typesetting import said

        written = said(cast(Basic, self), printer._print, counted=self._counted())
        if written is None:
            arguments = [printer._print(argument) for argument in self.args]
            if self.symbol:
                *parameters, p, q = arguments
                written = self.symbol.format(*parameters) if parameters else self.symbol
                written += rf"\left({p}\,\middle\|\,{q}\right)"
            else:
                written = rf"\mathrm{{{type(self).__name__}}}\left({', '.join(arguments)}\right)"
        return written if exp is None else rf"{{{written}}}^{{{exp}}}"
