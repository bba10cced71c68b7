"""Claims from text. Text comes from strangers: it is parsed by this module and never evaluated.

Grammar::

    claim    := [atoms "=>"] atoms ["for" ["all"] name "in" domain ("," name "in" domain)*]
    name     := NAME ["[" NAME "]"]
    atoms    := atom ("and" atom)*
    atom     := stated ["each" NAME "in" expression ".." expression]
    stated   := GUARANTEE "(" expression ("," expression)* ")"
              | expression ("<=" | ">=" | "<" | ">" | "==") expression
    domain   := ("[" | "(") expression "," expression ("]" | ")") | INTEGER ".." (INTEGER | "oo")
              | "law" | "mechanism" | "kernel"

and Python's arithmetic, with ``+ - * / **``, parentheses, decimal and rational numbers (exact),
the functions of :data:`FUNCTIONS` and the heads of :mod:`dpsym.language.heads`. A comment reaches
from ``#`` to the end of its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any

from dpsym.algebra import Basic, S, Symbol
from dpsym.errors import ClaimError, ClaimSyntaxError, DomainError, LimitError
from dpsym.language import domains
from dpsym.language.building import Builder
from dpsym.language.claim import Claim, make_claim
from dpsym.language.domains import Domain, Objects, Sort
from dpsym.language.families import sample
from dpsym.language.functions import CONSTANTS, FUNCTIONS
from dpsym.language.heads import HEADS, SIGNATURES, Compose, Concurrent, Guarantee, Parallel
from dpsym.language.places import require_sense
from dpsym.language.syntax import (
    DomainNode,
    Node,
    read_claim,
    read_domain,
    read_expression,
    require_text,
)

LAST_OF_TWO = {(head, 2, 1) for head in (Compose, Concurrent, Parallel)}
"""Where a name may be meant for a count: head, number of arguments, and place."""
DEEPEST = 100
"""Operations in one another, of which the terms of a sum that is evaluated are one."""
REMEMBERED = 2048
"""Texts whose terms are kept: provers, certificates and the kernel read the same ones."""


def parse_claim(source: str) -> Claim:
    """The claim that ``source`` states.

    Raises:
        ClaimSyntaxError: the text does not follow the grammar.
        LimitError: the text is too long, nested too deeply, or holds too large a number.
        DomainError: a domain is empty or larger than the role of its name permits.
        ClaimError: a head is unknown or has the wrong number of arguments.

    >>> print(parse_claim("PureDP(M, eps) => ZCDP(M, eps**2/2)"))
    PureDP(M, eps) => ZCDP(M, eps**2/2)
    """
    require_text(source)
    with _of_some_depth(source):
        return _parsed(source)


@contextmanager
def _of_some_depth(source: str) -> Iterator[None]:
    """Complain in words about a text whose terms stand too deep in one another to be read."""
    try:
        yield
    except RecursionError:
        raise _too_deep(source) from None


def _too_deep(source: str) -> LimitError:
    return LimitError(
        "too many operations stand in one another",
        part=source[:40],
        remedy="give some of the terms a name, and say what they are as a hypothesis",
    )


def _is_too_deep(atoms: Iterable[Basic]) -> bool:
    """Whether operations that are kept as they are written stand too deep in one another."""
    level = list(atoms)
    for _ in range(DEEPEST):
        level = [argument for node in level for argument in node.args]
    return bool(level)


@lru_cache(maxsize=REMEMBERED)
def _parsed(source: str) -> Claim:
    tree = read_claim(source)
    declared = {name: _domain(name, node) for name, node in tree.domains}
    named = frozenset(name for name, domain in declared.items() if isinstance(domain, Objects))
    atoms = tree.hypotheses + tree.conclusions
    objects, unclear = _object_names(atoms)
    for name in sorted(set(unclear) - set(declared)):
        many, either = "", f"'for {name} in mechanism'"
        if unclear[name] == "Compose":
            many, either = " of rounds", f"'for {name} in 1..oo' or {either}"
        raise DomainError(
            f"{name!r} in {unclear[name]} may be a number{many} or another mechanism",
            part=name,
            remedy=f"add {either}" + ("" if many else "; a number of parts cannot be said"),
        )
    builder = Builder((objects | named) - (frozenset(declared) - named))
    assumed, claimed = (
        [_atom(builder, node) for node in part] for part in (tree.hypotheses, tree.conclusions)
    )
    kept = {name.name for atom in (*assumed, *claimed) for name in atom.atoms(Symbol)}
    for node in _free_names(atoms):
        if node.text not in kept | objects | set(CONSTANTS):
            raise ClaimError(
                f"the claim does not depend on {node.text!r}, which cancels",
                part=node.text,
                position=node.position,
                remedy="leave it out",
            )
    if _is_too_deep([*assumed, *claimed]):
        raise _too_deep(source)
    claim = replace(make_claim(assumed, claimed, declared), written=source)
    for plain in sample(claim):
        require_sense(plain.atoms, dict(plain.domains))
    return claim


def parse_expression(source: str, *, objects: tuple[str, ...] = ()) -> Basic:
    """One expression; the names in ``objects`` stand for laws and mechanisms.

    >>> parse_expression("1/x + 0.5")
    1/2 + 1/x
    """
    require_text(source)
    with _of_some_depth(source):
        return _expression(source, objects)


def parse_atom(source: str, *, objects: tuple[str, ...] = ()) -> Basic:
    """One guarantee or relation; the names in ``objects`` stand for laws and mechanisms.

    >>> parse_atom("x <= 0.5")
    x <= 1/2
    """
    tree = read_claim(source)
    if tree.hypotheses or tree.domains or len(tree.conclusions) != 1:
        raise ClaimSyntaxError(f"{source!r} is not one guarantee or relation", part=source)
    found, unclear = _object_names(tree.conclusions)
    builder = Builder(found | frozenset(unclear) | frozenset(objects))
    require_text(source)
    with _of_some_depth(source):
        atom: Basic = _atom(builder, tree.conclusions[0])
    return atom


@lru_cache(maxsize=REMEMBERED)
def _expression(source: str, objects: tuple[str, ...]) -> Basic:
    node = read_expression(source)
    found, unclear = _object_names((node,))
    return Builder(found | frozenset(unclear) | frozenset(objects)).build(node)


def parse_domain(source: str) -> Domain:
    """The domain that ``source`` writes.

    >>> str(parse_domain("(0, 1]"))
    '(0, 1]'
    """
    return _domain(source, read_domain(source))


def claim_from_json(data: Mapping[str, Any]) -> Claim:
    """The claim that :meth:`Claim.to_json` wrote.

    Raises:
        ClaimError: the data lack a key or hold a malformed atom.
    """
    try:
        assumed, claimed = list(data["hypotheses"]), list(data["conclusions"])
        declared = dict(data["domains"])
    except (KeyError, TypeError, ValueError) as error:
        raise ClaimError(f"the JSON of a claim lacks {error}", remedy="see Claim.to_json") from None
    text = " and ".join(map(str, claimed))
    if assumed:
        text = " and ".join(map(str, assumed)) + " => " + text
    if declared:
        text += " for " + ", ".join(f"{name} in {domain}" for name, domain in declared.items())
    return parse_claim(text)


def _free_names(nodes: Iterable[Node]) -> Iterator[Node]:
    """The names that are written, but for those that sums and families bind."""
    for node in nodes:
        bound = {part.children[0].text for part in node.children if _is_range(part)}
        if node.text == "SubsetSum":
            bound |= {part.text for part in node.children[1:]}
        if node.kind in ("name", "entry"):
            yield node
        yield from (name for name in _free_names(node.children) if name.text not in bound)


def _is_range(node: Node) -> bool:
    """Whether a node may be the range of an index."""
    return node.kind == "tuple" and len(node.children) == 3 and node.children[0].kind == "name"


def _object_names(nodes: Iterable[Node]) -> tuple[frozenset[str], dict[str, str]]:
    """The names that stand for laws, mechanisms, kernels or random variables; and the unclear ones,
    each with its head.

    What stands nowhere but second of two in ``Compose``, or in ``Parallel`` and ``Concurrent``,
    which have no count, may be meant for a number or a mechanism; it is taken for a mechanism if it
    starts with a capital letter.
    """
    objects: set[str] = set()
    scalars: set[str] = set()
    pending: dict[str, str] = {}

    def visit(node: Node) -> None:
        signature = SIGNATURES.get(HEADS[node.text]) if node.text in HEADS else None
        roles = signature.roles(len(node.children)) if signature and node.kind == "call" else None
        if node.text == "Product" and any(last.kind == "tuple" for last in node.children[-1:]):
            roles = None  # of numbers
        for place, child in enumerate(node.children):
            if child.kind in ("name", "entry"):
                if roles is None:
                    scalars.add(child.text)
                elif (HEADS[node.text], len(roles), place) in LAST_OF_TWO:
                    pending[child.text] = node.text
                elif isinstance(roles[place].permitted, Objects):
                    objects.add(child.text)
                else:
                    scalars.add(child.text)
            visit(child)

    for node in nodes:
        visit(node)
    lonely = {name: head for name, head in pending.items() if name not in scalars | objects}
    unclear = {name: head for name, head in lonely.items() if not name[0].isupper()}
    return frozenset(objects | (set(lonely) - set(unclear))), unclear


def _atom(builder: Builder, node: Node) -> Any:
    value = builder.build(node)
    if node.kind == "each":
        _atom(builder, node.children[0])
    if node.kind == "call" and not isinstance(value, Guarantee):
        raise ClaimSyntaxError(
            f"{node.text} at character {node.position + 1} is a number, not a statement",
            part=node.text,
            position=node.position,
            remedy="compare it with <=, >=, <, > or ==",
        )
    return value


def _domain(name: str, node: DomainNode) -> Domain:
    if node.kind == "sort":
        word = node.ends[0].text
        if word in {sort.value for sort in Sort}:
            return Objects(Sort(word))
        raise ClaimSyntaxError(
            f"{word!r} is no domain",
            part=word,
            position=node.position,
            remedy=_SETS.get(word, "write [a, b], (a, b), 1..10, 1..oo, law or mechanism"),
        )
    try:
        lower, upper = (_constant(end) for end in node.ends)
        if node.kind == "..":
            return domains.Integers(lower, upper)
        lower_open = node.kind[0] == "(" or lower is S.NegativeInfinity
        return domains.Interval(lower, upper, lower_open, node.kind[1] == ")")
    except DomainError as error:
        raise DomainError(
            f"the domain of {name!r}: {error}", part=name, position=node.position
        ) from None


_SETS = {
    "R": "write (-oo, oo)",
    "reals": "write (-oo, oo)",
    "N": "write 0..oo or 1..oo",
    "integers": "write -oo..oo or 1..oo",
    "Z": "write -oo..oo",
}


def _constant(node: Node) -> Basic:
    value = Builder(frozenset()).build(node)
    if value.free_symbols or value.is_number is False:
        raise DomainError(
            f"{value} is no constant",
            part=str(value),
            position=node.position,
            remedy="say how names are related as a hypothesis, as in 'x <= y => ...'",
        )
    return value


__all__ = [
    "FUNCTIONS",
    "claim_from_json",
    "parse_atom",
    "parse_claim",
    "parse_domain",
    "parse_expression",
]
