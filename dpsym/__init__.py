"""A machine referee for differential-privacy claims.

>>> import dpsym
>>> claim = dpsym.parse_claim("PureDP(M, eps) => ZCDP(M, eps**2/2)")
>>> print(claim.conclusions[0])
ZCDP(M, eps**2/2)

Public names are resolved on first use: this package is imported by every pytest run of its
environment and must cost nothing there.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpsym.checking import check as check
    from dpsym.comparing import compare as compare
    from dpsym.enclosure import enclose as enclose
    from dpsym.enclosure import examine as examine
    from dpsym.errors import ClaimError as ClaimError
    from dpsym.errors import ClaimSyntaxError as ClaimSyntaxError
    from dpsym.errors import DomainError as DomainError
    from dpsym.errors import DpsymError as DpsymError
    from dpsym.errors import EvaluationError as EvaluationError
    from dpsym.errors import LimitError as LimitError
    from dpsym.errors import MissingDependencyError as MissingDependencyError
    from dpsym.errors import UnknownTheoremError as UnknownTheoremError
    from dpsym.explaining import explain as explain
    from dpsym.language.claim import Claim as Claim
    from dpsym.language.claim import given as given
    from dpsym.language.heads import Phi as Phi
    from dpsym.language.natural import claim_from_text as claim_from_text
    from dpsym.language.parser import parse_claim as parse_claim
    from dpsym.language.parser import parse_expression as parse_expression
    from dpsym.notebook import check_all as check_all
    from dpsym.notebook import load_ipython_extension as load_ipython_extension
    from dpsym.notebook import sweep as sweep
    from dpsym.regression import BoundError as BoundError
    from dpsym.regression import BoundReport as BoundReport
    from dpsym.regression import assert_bound as assert_bound
    from dpsym.regression import examine_bound as examine_bound
    from dpsym.statement import Count as Count
    from dpsym.statement import Law as Law
    from dpsym.statement import Mechanism as Mechanism
    from dpsym.statement import NonNegative as NonNegative
    from dpsym.statement import Order as Order
    from dpsym.statement import Positive as Positive
    from dpsym.statement import Probability as Probability
    from dpsym.statement import Real as Real
    from dpsym.statement import Theorem as Theorem
    from dpsym.statement import Within as Within
    from dpsym.statement import theorem as theorem
    from dpsym.tightening import tighten as tighten
    from dpsym.verdict import Proved as Proved
    from dpsym.verdict import Refuted as Refuted
    from dpsym.verdict import Undecided as Undecided
    from dpsym.verdict import Verdict as Verdict

__version__ = "0.1.0"

# Where each public name lives. The heads of the language are public too, and say so themselves.
_HOMES = {
    "dpsym.checking": ("check",),
    "dpsym.comparing": ("compare",),
    "dpsym.enclosure": ("enclose", "examine"),
    "dpsym.errors": (
        "ClaimError",
        "ClaimSyntaxError",
        "DomainError",
        "DpsymError",
        "EvaluationError",
        "LimitError",
        "MissingDependencyError",
        "UnknownTheoremError",
    ),
    "dpsym.explaining": ("explain",),
    "dpsym.language.claim": ("Claim", "given"),
    "dpsym.language.heads": ("Phi",),
    "dpsym.language.natural": ("claim_from_text",),
    "dpsym.language.parser": ("parse_claim", "parse_expression"),
    "dpsym.notebook": ("check_all", "load_ipython_extension", "sweep"),
    "dpsym.regression": ("BoundError", "BoundReport", "assert_bound", "examine_bound"),
    "dpsym.statement": (
        "Count",
        "Law",
        "Mechanism",
        "NonNegative",
        "Order",
        "Positive",
        "Probability",
        "Real",
        "Theorem",
        "Within",
        "theorem",
    ),
    "dpsym.tightening": ("tighten",),
    "dpsym.verdict": ("Proved", "Refuted", "Undecided", "Verdict"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return __dir__()
    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    else:
        # Only a head begins with a capital: looking for a submodule must not import sympy.
        value = _heads().get(name) if name[:1].isupper() else None
        if value is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_HOME, *_heads(), "__version__"])


def _heads() -> dict[str, Any]:
    return dict(import_module("dpsym.language.heads").HEADS)


# In a checkout the theorems lie beside the package, in a wheel inside it.
if not (Path(__file__).parent / "theorems").is_dir():
    __path__.append(str(Path(__file__).parents[1]))
