"""Refutation: points at which the hypotheses of a claim hold and a conclusion fails."""

from __future__ import annotations

from dpsym.provers.search.counterexample_search import Search

search = Search()

__all__ = ["Search", "search"]
