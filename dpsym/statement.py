"""A theorem: a claim with its sentence, its source and the verdict that is expected of it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields
from enum import Enum
from functools import cached_property, partial
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from sympy import Basic, Expr, Symbol

from dpsym.arguments import taking
from dpsym.errors import ClaimError, DomainError, shown
from dpsym.language import domains
from dpsym.language.claim import Claim, make_claim
from dpsym.language.domains import Domain, Objects
from dpsym.language.heads import ObjectName, require_arity
from dpsym.language.natural import claim_from_text
from dpsym.language.parser import parse_claim, parse_domain

Law = Annotated[Expr, domains.LAW]
Mechanism = Annotated[Expr, domains.MECHANISM]
Protocols = Annotated[Expr, domains.PROTOCOL]
Tasks = Annotated[Expr, domains.TASK]
Real = Annotated[Expr, domains.REALS]
NonNegative = Annotated[Expr, domains.NONNEGATIVE]
Positive = Annotated[Expr, domains.POSITIVE]
Probability = Annotated[Expr, domains.PROBABILITY]
Order = Annotated[Expr, domains.ORDER]
Count = Annotated[Expr, domains.COUNTS]


class Expectation(Enum):
    """The verdict a theorem's author expects."""

    PROVED = "proved"
    REFUTED = "refuted"
    OPEN = "open"


_LATER = ContextVar("_LATER", default=False)


@contextmanager
def stated_later() -> Iterator[None]:
    """Within it, theorems state their claims when these are first asked for.

    To state all of a library takes seconds, and most of its readers need few of them.
    """
    token = _LATER.set(True)
    try:
        yield
    finally:
        _LATER.reset(token)


@dataclass(frozen=True, repr=False)
class Theorem:
    """A claim of the library.

    Attributes:
        name: its address, such as ``bs16.prop_3_3``; permanent once published.
        statement: what is claimed, or what states it.
        sentence: the claim in one English sentence.
        source: key and item, such as ``BunSteinke2016, Proposition 3.3``.
        expectation: the verdict that is expected.
        note: what a reader should know beside the sentence, or the empty string.
        repairs: the name of the false theorem in whose place this one stands, or the empty string.
        place: the file and line of a manuscript that state it, or the empty string.
    """

    name: str
    statement: Claim | Callable[[], Claim]
    sentence: str
    source: str
    expectation: Expectation
    note: str = ""
    repairs: str = ""
    place: str = ""

    @cached_property
    def claim(self) -> Claim:
        """What is claimed."""
        return self.statement if isinstance(self.statement, Claim) else self.statement()

    @property
    def written(self) -> str | None:
        """The text by which a function states the claim; None where it is stated otherwise."""
        function = self.statement.args[0] if isinstance(self.statement, partial) else None
        if function is None or inspect.signature(function).parameters:
            return None
        stated = function()
        return stated if isinstance(stated, str) else None

    def __repr__(self) -> str:
        named = {f.name: getattr(self, f.name) for f in fields(self)} | {"statement": self.claim}
        told = (f"{name.replace('statement', 'claim')}={value!r}" for name, value in named.items())
        return f"{type(self).__name__}({', '.join(told)})"

    def __getstate__(self) -> dict[str, Any]:
        """Functions that state theorems have the names of the theorems, and are not pickled."""
        return {**self.__dict__, "statement": self.claim}

    def _repr_latex_(self) -> str:
        return f"${self.claim.stated()}$"

    def _repr_html_(self) -> str | None:
        from dpsym.language.mathml import sentence_html

        return sentence_html(self.claim.stated())


@taking
def theorem(
    *,
    source: str,
    expect: str = "proved",
    name: str | None = None,
    note: str = "",
    repairs: str = "",
) -> Callable[[Callable[..., Claim] | Callable[..., str]], Theorem]:
    """A decorator that turns a function from the variables to a claim into a :class:`Theorem`.

    The annotations of the parameters are their domains: one of the aliases of this module
    (``Law``, ``NonNegative``, ``Order``...) or a domain given as text, such as ``"(0, 1)"`` or
    ``"1..20"``. The docstring's first paragraph is the sentence, what follows is the note. The
    name is the ``KEY`` of the package, or the module's own name, and the function's, unless
    ``name`` gives another. ``repairs`` names the false theorem that this one corrects. A function
    without parameters may return the claim as text.

    Raises:
        ClaimError: a parameter lacks a domain, the docstring is missing, or ``expect`` is none of
            proved, refuted, open.

    >>> @theorem(source="folklore")
    ... def pinsker(P: Law, Q: Law) -> Claim:
    ...     "KL is at least twice the square of total variation."
    ...     from dpsym.language.heads import KL, TotalVariation
    ...     from dpsym.language.claim import given
    ...     return given().then(KL(P, Q) >= 2 * TotalVariation(P, Q) ** 2)
    >>> print(pinsker.claim)
    KL(P, Q) >= 2*TotalVariation(P, Q)**2
    """
    try:
        expectation = Expectation(expect)
    except ValueError:
        raise ClaimError(
            f"expect={expect!r}", part=expect, remedy="use 'proved', 'refuted' or 'open'"
        ) from None

    def build(function: Callable[..., Any]) -> Theorem:
        if not inspect.isfunction(function):
            remedy = "write @theorem(...) above a function that states the claim"
            raise ClaimError(f"{shown(function)} is no function", remedy=remedy)
        documentation = inspect.getdoc(function)
        if not documentation:
            raise ClaimError(
                f"{function.__qualname__} has no sentence",
                remedy="say in a docstring what it claims",
            )
        sentence, _, rest = documentation.partition("\n\n")
        stated = Theorem(
            name or _address(function),
            partial(claim_of, function),
            " ".join(sentence.split()),
            source,
            expectation,
            " ".join((note or rest).split()),
            repairs,
        )
        if not _LATER.get():
            _ = stated.claim
        return stated

    return build


def _address(function: Callable[..., Any]) -> str:
    """The key of the source and the function's name; the module's name where there is no key."""
    module = function.__module__
    package = sys.modules.get(module.rpartition(".")[0])
    key = getattr(package, "KEY", None) or module.rpartition(".")[2]
    return f"{key}.{function.__name__}"


def as_claim(given: object) -> Claim:
    """The claim that is given as text, as itself or as a theorem.

    Raises:
        ClaimError: it is none of these, text that is not well formed, or a head in it has not as
            many arguments as it takes.

    >>> print(as_claim("1 <= 2"))
    1 <= 2
    """
    if isinstance(given, str):
        return claim_from_text(given)
    found = given.claim if isinstance(given, Theorem) else given
    if not isinstance(found, Claim):
        remedy = "give text such as 'tanh(x) <= x for x in [0, oo)', a Claim or a Theorem"
        raise ClaimError(f"{shown(given)} is no claim", remedy=remedy)
    require_arity(*found.atoms)
    return found


def claim_of(function: Callable[..., Any]) -> Claim:
    """The claim that a function from variables to a claim states; annotations are domains.

    Raises:
        DomainError: a parameter has no domain.
        ClaimError: the function returns no claim.
    """
    parameters = inspect.signature(function).parameters
    hints = get_type_hints(function, include_extras=True)
    variables: list[Symbol] = []
    declared: dict[str, Domain] = {}
    for parameter in parameters:
        domain = _domain_of(parameter, hints.get(parameter))
        variables.append((ObjectName if isinstance(domain, Objects) else Symbol)(parameter))
        declared[parameter] = domain
    result = function(*variables)
    if isinstance(result, str):
        return parse_claim(result)
    if isinstance(result, Claim):
        return make_claim(result.hypotheses, result.conclusions, declared)
    if isinstance(result, Basic):
        return make_claim((), (result,), declared)
    raise ClaimError(
        f"{function.__qualname__} returned {type(result).__name__}, not a claim",
        remedy="return given(...).then(...), a relation, a guarantee, or text",
    )


def _domain_of(parameter: str, hint: Any) -> Domain:
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, domains.Interval | domains.Integers | Objects):
                return extra
    raise DomainError(
        f"the parameter {parameter!r} has no domain",
        part=parameter,
        remedy="annotate it with Law, Mechanism, NonNegative, Order, Within['(0, 1)'] ...",
    )


class Within:
    """``Within["(0, 1)"]``: an annotation with a domain written as text, ``"law"`` included.

    >>> get_args(Within["1..20"])[1]
    Integers(lower=1, upper=20)
    """

    def __class_getitem__(cls, written: str) -> Any:
        return Annotated[Expr, parse_domain(written)]
