"""Numbers and letters that stand where texts write others: what is meant is asked for."""

from __future__ import annotations

import re

from sympy import Basic, Pow, Symbol, preorder_traversal

from dpsym.errors import ClaimSyntaxError
from dpsym.language.claim import Claim
from dpsym.language.heads import SIGNATURES, Guarantee, RandomizedResponse, roles_of
from dpsym.language.printing import text
from dpsym.language.roles import SIGMA

_LETTERS = {
    "eps": "epsilon",
    "epsilon": "epsilon",
    "delta": "delta",
    "alpha": "alpha",
    "rho": "rho",
}
"""The places that letters have wherever a guarantee has them."""


def refuse_conventions(claim: Claim, source: str) -> None:
    """Complain about arguments that lie where the field writes others, and lost exponents.

    Raises:
        ClaimSyntaxError: a delta is 1 or more, a square stands for a standard deviation, letters
            stand in the places of others, or a name ends with a 2 that may be an exponent.
    """
    for atom in claim.atoms:
        for node in preorder_traversal(atom):
            if node.func in SIGNATURES:
                _refuse_arguments(node)
    names = {name.name for name, _ in claim.scalars()}
    lowered = "\N{SUBSCRIPT TWO}" in source
    for name in sorted(names - set(claim.declared)):
        base = name.removesuffix("2")
        if base != name and base in names and f"{base}1" not in names and not lowered:
            raise ClaimSyntaxError(
                f"{name!r} may be a name, or {base}**2",
                part=name,
                remedy=f"write {base}**2, or another name, as {base}_prime",
            )


def _refuse_arguments(node: Basic) -> None:
    roles = roles_of(node)
    places = {role.name for role in roles}
    for role, argument in zip(roles, node.args, strict=True):
        told, instead = "", ""
        letter = re.sub(r"_?\d+$|(?:_prime)+$", "", str(argument))
        usual = _LETTERS.get(letter, role.name)
        if isinstance(node, Guarantee) and role.name == "delta" and argument.is_number:
            if argument < 0 or argument >= 1:
                told = "is no probability below 1"
                instead = "write numbers as in (1, 0.5)-DP, epsilon before delta"
        elif isinstance(node, Guarantee) and role.defining and places >= {usual} != {role.name}:
            told = f"stands as {role.name}, and not as {usual}"
            instead = f"the order is ({', '.join(r.name for r in roles[1:])})"
        elif role is SIGMA and isinstance(argument, Pow) and argument.exp == 2:
            told = "is a square and stands for a standard deviation"
            instead = f"write {argument.base} where {text(argument)} is the variance"
        elif isinstance(node, RandomizedResponse) and argument in (Symbol("p"), Symbol("q")):
            told = "stands as epsilon, and may be meant for a probability"
            instead = "write RandomizedResponse(log(p/(1 - p))) for the probability p of the truth"
        if told:
            raise ClaimSyntaxError(
                f"{text(argument)} in {text(node)} {told}", part=text(argument), remedy=instead
            )
