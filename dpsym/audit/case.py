"""A function of some library, with the claim that its values should satisfy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial, reduce
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from dpsym.arguments import taking
from dpsym.errors import ClaimError, DpsymError
from dpsym.regression.judging import Truth

LIBRARIES = (
    "dp_accounting",
    "autodp",
    "opendp",
    "opacus",
    "prv_accountant",
    "riskcal",
    "diffprivlib",
)
"""The libraries whose functions are listed here; each is audited where it is installed."""


@dataclass(frozen=True, slots=True)
class Case:
    """One function of one library.

    Attributes:
        library: the package that must be installed.
        name: of the function in it.
        load: imports the library and gives the function, whose parameters have the names of the
            claim.
        claim: a claim with ``{value}``, or a function to the certified truth.
        options: for :func:`dpsym.examine_bound`.
    """

    library: str
    name: str
    load: Callable[[], Callable[..., float]]
    claim: str | Truth
    options: Mapping[str, Any] = field(default_factory=dict)


@taking
def bound(
    target: str,
    claim: str | Truth,
    through: Callable[..., float] | None = None,
    *,
    variant: str = "",
    load: Callable[[], Any] | None = None,
    **options: Any,
) -> Case:
    """One line of an audit.

    Args:
        target: where the function is, as ``package.module:name``.
        claim: a claim with ``{value}`` where the function's value goes, or a function of the same
            parameters that gives the certified truth.
        through: calls it: takes what ``target`` names, then the parameters of the claim. By
            default the function itself is called by those names.
        variant: tells several cases of one function apart.
        load: imports what ``target`` names, where importing its module does not.
        options: for :func:`dpsym.examine_bound`, such as ``over`` and ``side``.

    >>> case = bound("math:expm1", "{value} >= x for x in [0, 1]")
    >>> case.library, case.name, case.load()(0.0)
    ('math', 'expm1', 0.0)
    """
    module, _, attribute = target.partition(":")
    library, _, inner = module.partition(".")
    name = ".".join(filter(None, (inner, attribute))) + (f", {variant}" if variant else "")

    def found() -> Callable[..., float]:
        loaded: Any = load() if load else import_module(module)
        function = loaded if load else reduce(getattr, attribute.split("."), loaded)
        called: Callable[..., float] = function if through is None else partial(through, function)
        return called

    return Case(library, name, found, claim, options)


@taking
def cases_of(source: str) -> Mapping[str, Case]:
    """The cases of a library listed here, of a Python file, or of a module, by ``source::name``.

    Raises:
        ClaimError: there is no such source, or it has no ``AUDIT``.
    """
    return _cases_of(source)


@lru_cache
def _cases_of(source: str) -> Mapping[str, Case]:
    listed = source.replace("-", "_")
    try:
        if listed in LIBRARIES:
            module: Any = import_module(f"dpsym.audit.libraries.{listed}")
        elif source.endswith(".py"):
            spec = spec_from_file_location(Path(source).stem, source)
            assert spec is not None
            assert spec.loader is not None
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            module = import_module(source)
        cases = tuple(module.AUDIT)
    except DpsymError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever stands in somebody's file
        raise ClaimError(
            f"{source!r} lists no functions to audit: {type(error).__name__}: {error}",
            part=source,
            remedy=f"name one of {', '.join(LIBRARIES)}, or a file with AUDIT = [bound(...), ...]",
        ) from None
    strange = [case for case in cases if not isinstance(case, Case)]
    if strange:
        raise ClaimError(f"AUDIT of {source!r} holds {strange[0]!r}", remedy="write bound(...)")
    named = {f"{source}::{case.library}.{case.name}": case for case in cases}
    if len(named) < len(cases):
        raise ClaimError(f"two cases of {source!r} share a name", remedy="give each its variant")
    return named


def case_of(key: str) -> Case:
    """The case of a key of :func:`cases_of`.

    Raises:
        ClaimError: it is none.
    """
    source = key.partition("::")[0]
    case = cases_of(source).get(key)
    if case is None:
        remedy = f"give one of cases_of({source!r})"
        raise ClaimError(f"key={key!r} is no function of the audit", part=key, remedy=remedy)
    return case
