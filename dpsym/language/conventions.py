"""Numbers and letters that stand where texts write others: what is meant is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dpsym.algebra import Basic, Mul, Pow, Symbol, preorder_traversal
from dpsym.errors import ClaimSyntaxError
from dpsym.language.claim import Claim
from dpsym.language.heads import SIGNATURES, Guarantee, RandomizedResponse, roles_of
from dpsym.language.letters import plain
from dpsym.language.printing import text
from dpsym.language.roles import SIGMA

_LETTERS = {
    "eps": "epsilon",
    "epsilon": "epsilon",
    "delta": "delta",
    "alpha": "alpha",
    "rho": "rho",
    "mu": "mu",
    "tau": "tau",
}
"""The places that letters have wherever a head has them."""
_OF_NOISE = {"sigma": "sigma", "mu": "mean", "Delta": "sensitivity"}
"""The places that letters have in laws and mechanisms of noise."""


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
    for name in sorted(names - set(claim.declared) - _lowered(source)):
        found = re.fullmatch(r"(.*\D)([2-9])", name)
        if found and found[1] in names and not names & {f"{found[1]}1", _before(*found.groups())}:
            power = "**".join(found.groups())
            raise ClaimSyntaxError(
                f"{name!r} may be a name, or {power}",
                part=name,
                remedy=f"write {power}, or another name, as {found[1]}_prime",
            )


def _before(base: str, number: str) -> str:
    """The name before one with a number."""
    return f"{base}{int(number) - 1}"


def _lowered(source: str) -> set[str]:
    """The names whose numbers stand below the line."""
    found = re.findall(r"[^\W\d_]+[\u2080-\u2089]+", source)
    return {plain(name) for name in found}


def _is_other(place: str, letter: str, places: set[str], arguments: Iterable[Basic]) -> bool:
    """Whether a letter never stands in a place: bounds as orders, delta beside xi and rho."""
    bound = letter in _LETTERS.values() and letter != place and Symbol("alpha") not in arguments
    return (place == "alpha" and bound) or (letter == "delta" and {place, "xi", "rho"} <= places)


def _is_square(argument: Basic) -> bool:
    """Whether a number is a square of names, perhaps times a known one."""
    factors = [factor for factor in Mul.make_args(argument) if factor.free_symbols]
    return bool(factors) and all(isinstance(f, Pow) and f.exp == 2 for f in factors)


def _refuse_arguments(node: Basic) -> None:
    roles = roles_of(node)
    places = {role.name for role in roles}
    known = _LETTERS if isinstance(node, Guarantee) else _LETTERS | _OF_NOISE
    numbers = [role.name for role in roles if role.defining]
    order = f"the order is ({', '.join(numbers)})"
    for role, argument in zip(roles, node.args, strict=True):
        told, instead = "", ""
        letter = re.sub(r"_?\d+$|(?:_prime)+$", "", str(argument))
        usual = known.get(letter, role.name)
        if isinstance(node, Guarantee) and role.name == "delta" and argument.is_number:
            if argument < 0 or argument >= 1:
                told = "is no probability below 1"
                instead = "write numbers as in (1, 0.5)-DP, epsilon before delta"
        elif role.defining and places >= {usual} != {role.name}:
            told = f"stands as {role.name}, and not as {usual}"
            instead = order
        elif isinstance(node, Guarantee) and _is_other(role.name, usual, places, node.args):
            told = f"stands as {role.name}, and is the letter of another number"
            instead = order
        elif role is SIGMA and _is_square(argument):
            told = "is a square and stands for a standard deviation"
            instead = f"write its root where {text(argument)} is the variance"
        elif isinstance(node, RandomizedResponse) and argument in (Symbol("p"), Symbol("q")):
            told = "stands as epsilon, and may be meant for a probability"
            instead = "write RandomizedResponse(log(p/(1 - p))) for the probability p of the truth"
        if told:
            raise ClaimSyntaxError(
                f"{text(argument)} in {text(node)} {told}", part=text(argument), remedy=instead
            )
