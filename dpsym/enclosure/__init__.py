"""Balls that certainly contain values, and certified truth of atoms at a point."""

from dpsym.enclosure.balls import compile_balls, evaluate, precision
from dpsym.enclosure.comparison import Finding
from dpsym.enclosure.evaluation import enclose
from dpsym.enclosure.truth import decide, examine

__all__ = ["Finding", "compile_balls", "decide", "enclose", "evaluate", "examine", "precision"]
