"""Reductions between guarantees: derived facts, conversions, domination, definitions."""
