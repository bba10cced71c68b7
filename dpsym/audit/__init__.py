"""Audits of whole libraries: each public function of floats against the claim it should satisfy.

A library's functions stand in a tuple ``AUDIT`` of cases, one a line; those of seven libraries are
in :mod:`dpsym.audit.libraries`, and ``dpsym audit my_audit.py`` takes any other.
"""

from dpsym.audit.case import Case, bound, cases_of
from dpsym.audit.outcome import VERDICTS, audited, markdown, row_text, summary

__all__ = ["VERDICTS", "Case", "audited", "bound", "cases_of", "markdown", "row_text", "summary"]
