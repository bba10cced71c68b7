"""Reductions of relations between divergences: closed forms, bounds, joint range."""
