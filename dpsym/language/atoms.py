"""What may stand in an atom of a claim: numbers, functions and relations of the language."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from dpsym.algebra import (
    Add,
    Basic,
    E,
    Eq,
    Float,
    Function,
    Ge,
    Gt,
    Le,
    Lt,
    Mul,
    Pow,
    Product,
    Rational,
    Relational,
    S,
    Sum,
    Symbol,
    Tuple,
    preorder_traversal,
)
from dpsym.errors import ClaimError
from dpsym.language import printing
from dpsym.language.functions import CONSTANTS, FUNCTIONS
from dpsym.language.heads import SIGNATURES, Guarantee, Quantity
from dpsym.language.indexed import TOTALS, Each
from dpsym.language.notation import Notation
from dpsym.language.remedies import REMEDIES
from dpsym.language.shapes import require_alone, require_databases, require_numbers

_RELATIONS = (Le, Ge, Lt, Gt, Eq)
_FUNCTIONS = (Notation, *(make for make, _ in FUNCTIONS.values() if isinstance(make, type)))
_PARTS = (Add, Mul, Pow, Product, Rational, Relational, Sum, Symbol, Tuple, *_FUNCTIONS)
_WITHOUT = "write names without assumptions, which their domains say"
_CONSTANTS = (E, S.Pi, S.Infinity, S.NegativeInfinity)


def check_atom(atom: Any) -> None:
    """Complain about what is no atom of a claim, or has parts that no claim has.

    Raises:
        ClaimError: it is neither guarantee nor relation, or a number, a function or a relation in
            it is none of the language.
    """
    if isinstance(atom, Each):
        check_atom(atom.args[0])
        return
    if atom in (S.true, S.false) or isinstance(atom, bool):
        raise ClaimError(
            "a relation was evaluated away before it became part of the claim",
            part=str(atom),
            remedy="write it with evaluate=False, or give the claim as text",
        )
    if not isinstance(atom, Guarantee | Relational):
        raise ClaimError(
            f"{printing.text(atom) if isinstance(atom, Basic) else atom!r} is neither a guarantee "
            "nor a relation",
            part=str(atom),
            remedy="compare it with <=, >=, <, > or ==",
        )
    _check_parts(atom)


@lru_cache(maxsize=4096)
def _check_parts(atom: Basic) -> None:
    if isinstance(atom, Relational) and not isinstance(atom, _RELATIONS):
        raise ClaimError(f"{atom} is no relation of a claim", part=str(atom), remedy=REMEDIES["!="])
    _refuse_foreign(atom)
    require_alone(atom)
    require_databases(atom)
    for node in preorder_traversal(atom):
        if node.func in SIGNATURES and any(argument.has(Quantity) for argument in node.args):
            raise ClaimError(
                f"{printing.text(node)} has a divergence, an information or an accuracy inside",
                part=printing.text(node),
                remedy="bound that by a number with a name of its own",
            )
        if isinstance(node, TOTALS):
            require_numbers(node)


def _refuse_foreign(atom: Basic) -> None:
    """Complain about numbers, functions and operations that Python has and claims have not."""
    for node in preorder_traversal(atom):
        if isinstance(node, Float):
            near = Fraction(str(float(node))).limit_denominator(1000)
            exact = f"Rational({near.numerator}, {near.denominator})"
            raise ClaimError(
                f"{node} is a float, and stands for a number near to what is written",
                part=str(node),
                remedy=f"write {exact}, or the claim as text",
            )
        if isinstance(node, Function) and not isinstance(node, _FUNCTIONS):
            raise ClaimError(
                f"claims have no function {node.func.__name__}",
                part=node.func.__name__,
                remedy=f"they have {', '.join(FUNCTIONS)}",
            )
        if isinstance(node, Pow) and node.args[0] is E and len(node.args) == 2:
            raise ClaimError(
                "a power of e stands in the claim that is no exponential",
                part=str(node),
                remedy="write exp(x), or the claim as text",
            )
        if not isinstance(node, _PARTS) and node not in _CONSTANTS:
            raise ClaimError(f"claims have no {type(node).__name__}", part=str(node))


def refuse_index_names(bound: Iterable[Symbol], names: Iterable[Symbol]) -> None:
    """Complain about a name such as ``x_i`` beside an index i, of which it is no member.

    Raises:
        ClaimError: there is one.
    """
    endings = {f"_{index.name}": index.name for index in bound}
    for name in names:
        stem, sign, index = name.name.rpartition("_")
        if stem and sign + index in endings:
            raise ClaimError(
                f"{name.name!r} is one name, and no member of a family with the index {index!r}",
                part=name.name,
                remedy=f"write {stem}[{index}] for the members, or give it another name",
            )


def refuse_spellings(atoms: Iterable[Basic]) -> None:
    """Complain about two names that are written alike, and one that is read as something else.

    Of a name sympy assumes nothing: what it makes of a name that is positive, as ``x`` of a root of
    ``x**2``, need not hold in all of the domain that is written.

    Raises:
        ClaimError: there are some.
    """
    seen: dict[str, Basic] = {}
    for name in (name for atom in atoms for name in atom.atoms(Symbol)):
        if seen.setdefault(name.name, name) != name:
            raise ClaimError(
                f"two names are written {name.name!r}, with different assumptions",
                part=name.name,
                remedy=_WITHOUT,
            )
        _refuse_spelling(name)


@lru_cache(maxsize=4096)
def _refuse_spelling(name: Symbol) -> None:
    # our own algebra assumes nothing of any name
    if set(getattr(name, "assumptions0", ())) - {"commutative"}:
        raise ClaimError(
            f"sympy is told more of {name.name!r} than its name",
            part=name.name,
            remedy=_WITHOUT,
        )
    plain = normalize("NFKC", name.name) == name.name and name.name.isidentifier()
    if not plain or name.name in CONSTANTS:
        raise ClaimError(
            f"{name.name!r} is no name of a claim",
            part=name.name,
            remedy="write names in letters, digits and underscores",
        )
