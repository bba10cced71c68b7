"""Verdicts as short proofs that a human can follow: the idea, then numbered steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpsym import plots
from dpsym.arguments import flag
from dpsym.coq.record import standing
from dpsym.curves import curve
from dpsym.errors import ClaimError
from dpsym.explaining import rendering
from dpsym.explaining.lines import Line, marked
from dpsym.explaining.narrative import inequality, lines
from dpsym.explaining.scalars import RULES
from dpsym.verdict import Proved, Refuted, Verdict

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Explanation(str):
    """The words of an explanation, which a notebook shows with formulas and a picture."""

    __slots__ = ("full", "verdict")

    verdict: Verdict
    full: bool

    def _repr_html_(self) -> str:
        told = _told(self.verdict, full=self.full)
        shown = rendering.html(_heading(self.verdict), told, full=self.full)
        return shown + plots.embedded(self.plot)

    def plot(self) -> Figure | None:
        """Both sides of the inequality that is proved, or left; None where they are not drawn.

        Raises:
            MissingDependencyError: matplotlib is not installed.
        """
        verdict = self.verdict
        evidence = verdict.evidence if isinstance(verdict, Proved) else None
        one = inequality(evidence) if evidence else None
        goals = evidence.goals() if evidence else ()
        drawn = curve(dict.fromkeys([*filter(None, [one]), verdict.claim.text, *goals]))
        if drawn is None or isinstance(verdict, Refuted):
            return None
        x, *sides = zip(*drawn["points"], strict=True)
        names = (drawn["smaller"], drawn["larger"])
        parts = [
            plots.Line(name, x, side, dots=drawn["discrete"])
            for name, side in zip(names, sides, strict=True)
        ]
        fixed = ", ".join(f"{name} = {value}" for name, value in drawn["fixed"].items())
        return plots.drawn([plots.Panel(parts, drawn["variable"], "both sides")], fixed)


def _heading(verdict: Verdict) -> Line:
    return Line(f"{verdict.kind.capitalize()}: {marked(verdict.claim.text)}")


def _told(verdict: Verdict, *, full: bool) -> list[Line]:
    """The lines of the explanation, and last what has checked it."""
    if not isinstance(verdict, Verdict):
        raise ClaimError(f"{verdict!r} is no verdict", remedy="give what dpsym.check answers")
    certificate = verdict.certificate
    checked = [] if certificate is None else standing(certificate)
    return [*lines(verdict, full=full), *(Line(words, part="checked") for words in checked)]


def explain(verdict: Verdict, *, latex: bool = False, full: bool = False) -> str:
    """The verdict as a proof, a counterexample or a report of what is left.

    The idea comes first, and last what has checked it: the kernel, and Coq where that is on
    record. Routine obligations, such as that every part is defined, are counted; ``full`` tells
    them too. In a notebook it shows formulas and a picture. With ``latex`` it is a
    fragment for the body of a document that loads amsmath, amssymb and graphicx: sentences and an
    enumerate environment.

    Guarantees:
        it says nothing that the evidence of the verdict does not say; steps are numbered in the
        order in which the prover took them, and each names those on which it rests.

    >>> from dpsym import check
    >>> print(explain(check("tanh(x) <= x for x in [0, oo)")))
    Proved: tanh(x) <= x for x in [0, oo)
    Idea: The difference of the two sides: nondecreasing in x from the lower end of its domain, \
where it is 0; then the ranges of its parts show it.
    1. tanh(x) <= x for x in [0, oo): as follows.
       x - tanh(x) >= 0 on x in [0, oo): nondecreasing in x from the lower end of its domain, \
where it is 0.
       (1 routine obligation)
    Accepted by the kernel. Proved in Coq as well.
    """
    latex, full = flag("latex", latex), flag("full", full)
    told = _told(verdict, full=full)
    if latex:
        return rendering.tex(_heading(verdict), told, full=full)
    words = Explanation(rendering.plain(_heading(verdict).text, told, full=full))
    words.verdict, words.full = verdict, full
    return words


__all__ = ["RULES", "Explanation", "Line", "explain", "inequality", "lines", "marked"]
