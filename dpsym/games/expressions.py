"""Trees, protocols and tasks as expressions of the language, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, TypeVar

from flint import fmpq
from sympy import Basic, Expr, Integer, Rational, Tuple, exp

from dpsym.errors import DomainError, EvaluationError
from dpsym.games.accuracy import Payoffs, worst_case
from dpsym.games.protocols import ProtocolTree, Speech, Talk, broadcast, response_protocol
from dpsym.games.trees import END, ONE, Branch, End, Message, Node, Query, laws, sequel
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Sort
from dpsym.language.meaning import composed_parts, row
from dpsym.language.printing import brief, text

Result = TypeVar("Result")
_HEADS = (
    heads.InteractiveMechanism,
    heads.ProtocolHead,
    heads.Accuracy,
    heads.CuriousDP,
    heads.MaliciousDP,
    heads.Simulable,
)


def _defined(make: Callable[..., Result], source: Basic, *arguments: Any) -> Result:
    try:
        return make(*arguments)
    except DomainError as error:
        raise EvaluationError(f"{_brief(source)}: {error}") from None


def _brief(node: Basic) -> str:
    return brief(text(node), 160)


def number(value: Basic) -> fmpq:
    """A rational of sympy as one of flint.

    Raises:
        EvaluationError: the value is no rational.

    >>> number(Rational(2, 3))
    2/3
    """
    if not value.is_Rational:
        raise EvaluationError(
            f"{_brief(value)} stands in a tree and is no rational; write a fraction, and epsilon "
            "as the logarithm of one"
        )
    return fmpq(int(value.p), int(value.q))


def rational(value: fmpq) -> Expr:
    """A rational of flint as one of sympy.

    >>> rational(fmpq(2, 3))
    2/3
    """
    return Rational(int(value.p), int(value.q))


def is_interactive(mechanism: Basic) -> bool:
    """Whether a mechanism has an interactive part."""
    return bool(mechanism.has(heads.InteractiveMechanism))


def speaks_of_interaction(claim: Claim) -> bool:
    """Whether a claim is about trees or protocols, so that no space of reals holds its points."""
    return any(claim.objects(sort) for sort in (Sort.PROTOCOL, Sort.TASK)) or any(
        atom.has(*_HEADS) for atom in claim.atoms
    )


def is_worst_adaptively(claim: Claim) -> bool:
    """Whether rounds whose laws depend on the answers before may do worse than independent ones.

    So it is for bounded ranges: of a later round only the length of the interval is known in which
    its losses lie.
    """
    return any(
        isinstance(a, heads.BoundedRange) and a.has(heads.Compose) for a in claim.conclusions
    )


def tree_of(expression: Basic) -> Node:
    """The tree that a mechanism is, on its two databases.

    An interactive mechanism, a composition of mechanisms one after the other, or a mechanism whose
    two laws are finite and rational, as one message.

    Raises:
        EvaluationError: it is none of these, or its masses are no laws.

    >>> tree_of(heads.InteractiveMechanism(heads.Message(Tuple(1, 1)))).branches[0].first
    1
    """
    if isinstance(expression, heads.InteractiveMechanism):
        return _defined(_node, expression, expression.args[0])
    if isinstance(expression, heads.PostProcess):
        return tree_of(expression.args[0])
    if isinstance(expression, heads.Compose):
        node: Node = END
        for part in reversed(composed_parts(expression)):
            node = sequel(tree_of(part), node)
        return node
    found = row(expression, 3)
    if len(found) != 2:
        raise EvaluationError(f"{_brief(expression)} has not two databases")
    return _defined(laws, expression, *map(masses_of, found))


def parts_of(mechanism: Basic) -> tuple[list[Node], bool]:
    """The trees that run in a mechanism, and whether one after the other.

    Raises:
        EvaluationError: a part is no tree of rational masses.
    """
    if isinstance(mechanism, heads.PostProcess):
        return parts_of(mechanism.args[0])
    if isinstance(mechanism, heads.Concurrent):
        return [tree_of(part) for part in composed_parts(mechanism)], False
    if isinstance(mechanism, heads.Compose):
        return [tree_of(part) for part in composed_parts(mechanism)], True
    return [tree_of(mechanism)], True


def masses_of(law: Basic) -> tuple[fmpq, ...]:
    """The masses of a finite law with rational probabilities, a product's last part fastest.

    Raises:
        EvaluationError: the law is none.
    """
    if isinstance(law, heads.Finite):
        return tuple(map(number, law.args))
    if isinstance(law, heads.Bernoulli):
        p = number(law.args[0])
        return 1 - p, p
    if isinstance(law, heads.Product):
        joint = []
        for entries in product(*map(masses_of, law.args)):
            mass = ONE
            for entry in entries:
                mass *= entry
            joint.append(mass)
        return tuple(joint)
    raise EvaluationError(f"{_brief(law)} has no finite list of rational probabilities")


def _node(expression: Basic) -> Node:
    if isinstance(expression, heads.Query):
        return Query(tuple(map(_node, expression.args)))
    if isinstance(expression, heads.Message):
        return Message(tuple(_branch(entry, _node) for entry in expression.args))
    raise EvaluationError(f"{_brief(expression)} stands in a mechanism and is no Message or Query")


def _branch(entry: Basic, read: Callable[[Basic], Any]) -> Branch:
    if not isinstance(entry, Tuple) or len(entry) not in (2, 3):
        raise EvaluationError(f"{_brief(entry)} is no message; write (p, q) or (p, q, tree)")
    first, second, *then = entry.args
    return Branch(number(first), number(second), *map(read, then))


def _talk(expression: Basic) -> Talk:
    if isinstance(expression, heads.Speech):
        party, *entries = expression.args
        return Speech(_whole(party), tuple(_branch(entry, _talk) for entry in entries))
    raise EvaluationError(f"{_brief(expression)} stands in a protocol and is no Speech")


def _whole(value: Basic) -> int:
    if not value.is_Integer:
        raise EvaluationError(f"{_brief(value)} counts parties and is no integer")
    return int(value)


def protocol_of(expression: Basic) -> ProtocolTree:
    """The protocol that an expression writes.

    Raises:
        EvaluationError: its masses are no rational laws, or a speaker is no party.
    """
    if isinstance(expression, heads.ResponseProtocol):
        values = expression.args
        guarantees = [
            (number(exp(epsilon)), number(delta))
            for epsilon, delta in zip(values[::2], values[1::2], strict=True)
        ]
        return _defined(response_protocol, expression, guarantees)
    if isinstance(expression, heads.Broadcast):
        return _defined(broadcast, expression, [tree_of(part) for part in expression.args])
    if isinstance(expression, heads.Protocol):
        count, root = expression.args
        return _defined(lambda: ProtocolTree(_whole(count), _talk(root)), expression)
    raise EvaluationError(f"{_brief(expression)} is no concrete protocol")


def payoffs_of(expression: Basic) -> Payoffs:
    """The task that an expression writes.

    Raises:
        EvaluationError: its rows are not 2**k of rationals, or the viewer is no party.
    """
    if not isinstance(expression, heads.Task):
        raise EvaluationError(f"{_brief(expression)} is no concrete task")
    viewer, *rows = expression.args
    if not all(isinstance(entries, Tuple) for entries in rows):
        raise EvaluationError(f"{_brief(expression)} has a row that is no tuple")
    worth = [tuple(map(number, entries.args)) for entries in rows]
    return _defined(Payoffs.of, expression, _whole(viewer), *worth)


def mechanism(node: Node) -> Expr:
    """The tree as ``InteractiveMechanism(...)``.

    Raises:
        DomainError: nothing ever happens in it.
    """
    if isinstance(node, End):
        raise DomainError("an interaction in which nothing happens", remedy="give a message")
    return heads.InteractiveMechanism(_expression(node))


def _expression(node: Any) -> Expr:
    if isinstance(node, Query):
        return heads.Query(*(_expression(option) for option in node.options))
    entries = []
    for branch in node.branches:
        masses = (rational(branch.first), rational(branch.second))
        after = () if branch.then == END else (_expression(branch.then),)
        entries.append(Tuple(*masses, *after))
    if isinstance(node, Speech):
        return heads.Speech(Integer(node.party), *entries)
    return heads.Message(*entries)


def protocol(tree: ProtocolTree) -> Expr:
    """The protocol as ``Protocol(...)``.

    Raises:
        DomainError: nobody speaks in it.
    """
    if isinstance(tree.root, End):
        raise DomainError("a protocol in which nobody speaks", remedy="give a speech")
    return heads.Protocol(Integer(tree.parties), _expression(tree.root))


def law(masses: Sequence[fmpq]) -> Expr:
    """The masses as ``Finite(...)``."""
    return heads.Finite(*map(rational, masses))


def task(payoffs: Payoffs) -> Expr:
    """The task as ``Task(...)``."""
    rows = (Tuple(*map(rational, entries)) for entries in payoffs.worth)
    return heads.Task(Integer(payoffs.viewer), *rows)


def plays(atoms: Iterable[Basic]) -> dict[str, Any]:
    """For each accuracy in the worst case, the law on the inputs and the rule that say it."""
    found: dict[str, Any] = {}
    for node in {node for atom in atoms for node in atom.atoms(heads.WorstAccuracy)}:
        masses, rule = worst_case(protocol_of(node.args[0]), payoffs_of(node.args[1]))
        written = {"prior": list(map(str, masses)), "rule": [list(map(str, row)) for row in rule]}
        found[text(node)] = written
    return found
