"""Balls that certainly contain values, and certified truth of atoms at a point.

Names are resolved on first use: provers of inequalities need balls alone.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpsym.enclosure.balls import compile_balls as compile_balls
    from dpsym.enclosure.balls import evaluate as evaluate
    from dpsym.enclosure.balls import precision as precision
    from dpsym.enclosure.comparison import Finding as Finding
    from dpsym.enclosure.evaluation import enclose as enclose
    from dpsym.enclosure.truth import decide as decide
    from dpsym.enclosure.truth import examine as examine

_HOMES = {
    "balls": ("compile_balls", "evaluate", "precision"),
    "comparison": ("Finding",),
    "evaluation": ("enclose",),
    "truth": ("decide", "examine"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
