"""Verdicts as short proofs that a human can follow: the idea, then numbered steps."""

from __future__ import annotations

from dpsym.explaining import rendering
from dpsym.explaining.lines import Line, marked
from dpsym.explaining.narrative import lines
from dpsym.explaining.scalars import RULES
from dpsym.verdict import Verdict


def explain(verdict: Verdict, *, latex: bool = False, full: bool = False) -> str:
    """The verdict as a proof, a counterexample or a report of what is left.

    The idea comes first. Routine obligations, such as that every part is defined, are counted;
    ``full`` tells them too. With ``latex`` it is a fragment for the body of a document that loads
    amsmath, amssymb and graphicx: sentences and an enumerate environment.

    Guarantees:
        it says nothing that the evidence of the verdict does not say; steps are numbered in the
        order in which the prover took them, and each names those on which it rests.

    >>> from dpsym import check
    >>> print(explain(check("tanh(x) <= x for x in [0, oo)")))
    Proved: tanh(x) <= x for x in [0, oo)
    Idea: The difference of the two sides: nondecreasing in x from the lower end of its domain, \
where it is 0; then the ranges of its parts show it.
    1. tanh(x) <= x for x in [0, oo): 1 scalar goal closed.
       x - tanh(x) >= 0 on x in [0, oo): nondecreasing in x from the lower end of its domain, \
where it is 0.
       (1 routine obligation)
    """
    told = lines(verdict, full=full)
    kind, claim = verdict.kind.capitalize(), verdict.claim.text
    if latex:
        return rendering.tex(Line(f"{kind}: {marked(claim)}"), told, full=full)
    return rendering.plain(f"{kind}: {claim}", told, full=full)


__all__ = ["RULES", "Line", "explain", "lines", "marked"]
