"""Whether a bound is worth stating: claims that differ in one place, and what becomes of them."""

from __future__ import annotations

from dpsym.mutation.changes import Mutant, mutants
from dpsym.mutation.outcomes import Fate, MutationReport, Trial, mutate

__all__ = ["Fate", "Mutant", "MutationReport", "Trial", "mutants", "mutate"]
