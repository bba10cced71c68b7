"""What is written so that it may be meant otherwise than it would be read."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dpsym.algebra import Basic, preorder_traversal
from dpsym.errors import ClaimSyntaxError
from dpsym.language.claim import Claim
from dpsym.language.domains import Objects, Sort
from dpsym.language.heads import Divergence, Guarantee, roles_of
from dpsym.language.letters import shortened
from dpsym.language.roles import ORDER, THRESHOLD

_CALLED = re.compile(r"(ln|log|sqrt|exp)(.+)")
_THOUSANDS = re.compile(r"(?<![\w.,])[1-9]\d{0,2},\d{3}(?!\d)")


def refuse_names(claim: Claim) -> None:
    """Complain about names of numbers, without domains of their own, that may be products or calls.

    Raises:
        ClaimSyntaxError: there is one.
    """
    names = {name.name for name, _ in claim.domains}
    for name, _ in claim.scalars():
        if name.name in claim.declared:
            continue
        other = "*".join(_factors(name.name, names - {name.name}))
        called = _CALLED.fullmatch(name.name)
        if called and (called[2].isdigit() or called[2] in names):
            other = f"{called[1].replace('ln', 'log')}({called[2]})"
        if name.name.lower() in ("infty", "infinity"):
            other = "oo"
        if other:
            raise ClaimSyntaxError(
                f"{name.name!r} may be a name, or {other}",
                part=name.name,
                remedy=f"write {other}, or declare the name, as in 'for {name.name} in [0, 1]'",
            )


def _factors(name: str, names: set[str]) -> list[str]:
    """The names of which a name is made, one behind the other; none where it is not."""
    made: dict[int, list[str]] = {0: []}
    for end in range(1, len(name) + 1):
        for one in names:
            start = end - len(one)
            if start in made and name.startswith(one, start):
                made.setdefault(end, [*made[start], one])
    return made.get(len(name), [])


def refuse_untied(claim: Claim) -> None:
    """Complain about named laws in a claim whose other side speaks of mechanisms alone.

    Raises:
        ClaimSyntaxError: nothing ties the laws to the mechanisms, so that any are meant.
    """
    sorts = {name: domain.sort for name, domain in claim.domains if isinstance(domain, Objects)}
    sides = [
        {sorts[name] for atom in atoms for name in atom.free_symbols if name in sorts}
        for atoms in (claim.hypotheses, claim.conclusions)
    ]
    if sides in ([{Sort.MECHANISM}, {Sort.LAW}], [{Sort.LAW}, {Sort.MECHANISM}]):
        laws = [name.name for name in claim.objects(Sort.LAW)]
        raise ClaimSyntaxError(
            f"nothing says how {' and '.join(laws)} and the mechanism belong together",
            part=laws[0],
            remedy="a guarantee bounds the divergence of its outputs: write 'M is (eps, delta)-DP' "
            "or 'M is (alpha, tau)-RDP', or the divergence of laws that are written out",
        )


def refuse_doubts(source: str, claim: Claim, text: str) -> None:
    """Complain about a text in other ways of writing than the grammar's, and its text in that.

    Raises:
        ClaimSyntaxError: a comma may stand for thousands, two names may be one, or a hypothesis may
            be meant for all orders.
    """
    if found := _THOUSANDS.search(source):
        raise ClaimSyntaxError(
            f"the comma of {found[0]} may be one of thousands",
            part=found[0],
            remedy="leave it out, or write a space behind it",
        )
    _refuse_twins(name.name for name, _ in claim.scalars())
    _refuse_inner(claim, text)


def _refuse_inner(claim: Claim, text: str) -> None:
    """Complain about an order of what is assumed, on which alone what is assumed depends."""
    for name, _ in claim.scalars():
        if any(atom.has(name) for atom in claim.conclusions):
            continue
        found = [node for atom in claim.hypotheses for node in preorder_traversal(atom)]
        orders = [node for node in found if name in _orders(node)]
        if orders and found.count(name) > 1:
            raise ClaimSyntaxError(
                f"{name.name!r} stands in hypotheses alone, of which all its values may be meant",
                part=name.name,
                remedy="assume what holds of all by one guarantee, as ZCDP(M, rho) for all orders; "
                f"if one value is meant, write {text!r}",
            )


def _orders(node: Basic) -> list[Basic]:
    """The arguments that say which divergence is meant, in a divergence or a guarantee."""
    if not isinstance(node, Divergence | Guarantee):
        return []
    return [
        argument
        for role, argument in zip(roles_of(node), node.args, strict=True)
        if role in (ORDER, THRESHOLD)
    ]


def _refuse_twins(names: Iterable[str]) -> None:
    seen: dict[str, str] = {}
    for name in sorted(names):
        plain = shortened(name).replace("_", "")
        other = seen.setdefault(plain, name)
        if other != name:
            raise ClaimSyntaxError(
                f"{other!r} and {name!r} may be one name or two",
                part=name,
                remedy="write the same in both places, or give one of them another name",
            )
