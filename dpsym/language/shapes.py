"""Whether laws share a space and mechanisms their databases, as far as they are written out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce

from dpsym.algebra import Basic, Ge, Le, preorder_traversal
from dpsym.errors import ClaimError
from dpsym.language import heads
from dpsym.language.indexed import bound_here
from dpsym.language.noises import LATTICE, NOISES
from dpsym.language.printing import text

Shape = int | str | tuple["Shape | None", ...]
"""The number of outcomes, "reals", "integers", or the shapes of coordinates."""

_TWO = (
    heads.RandomizedResponse | heads.NaryResponse | heads.CanonicalRR | heads.InteractiveMechanism
)


def require_fit(atoms: Iterable[Basic]) -> None:
    """Complain about laws on different spaces and about mechanisms with different databases.

    The rounds of a composition experiment may each have databases of their own.

    Raises:
        ClaimError: two laws that are compared, mixed or listed have different outcomes, or two rows
            of a kernel or a task; a kernel has not one row for each outcome; mechanisms that are
            combined answer on different numbers of databases; a party speaks in the tree of a
            mechanism, or a mechanism in that of a protocol.
    """
    pending = list(atoms)
    while pending:
        node = pending.pop()
        rounds = isinstance(node, heads.Hypotheses | heads.HypothesisDP)
        apart = rounds and isinstance(node.args[0], heads.Compose)
        pending += [*node.args[0].args, *node.args[1:]] if apart else node.args
        if isinstance(node, heads.Law):
            outcomes(node)
        elif isinstance(node, heads.MechanismHead):
            databases(node)
        elif isinstance(node, heads.Kernel | heads.Task):
            if len({len(row.args) for row in node.args[isinstance(node, heads.Task) :]}) > 1:
                raise _misfit(node, "has rows of different lengths")
        elif isinstance(node, heads.Protocol):
            _require_tree(node, heads.Message, heads.Query)
        elif isinstance(node, heads.Quantity):
            laws = [part for part in node.args if isinstance(part, heads.Law)]
            reduce(lambda a, b: _common(node, a, b), map(outcomes, laws), None)


def _require_tree(node: Basic, *others: type[Basic]) -> None:
    if node.has(*others):
        raise ClaimError(
            f"{text(node)} has messages of mechanisms and speeches of parties in one tree",
            part=text(node),
            remedy="write Message and Query in mechanisms, Speech in protocols",
        )


def require_alone(atom: Basic) -> None:
    """Complain about a concentration that is more than bounded by a number.

    Raises:
        ClaimError: it stands elsewhere than alone on the smaller side of ``<=``.
    """
    for line in atom.atoms(heads.Concentration):
        bounded = isinstance(atom, Le | Ge) and atom.lts == line
        if not bounded or atom.gts.has(heads.Quantity):
            raise ClaimError(
                f"{text(line)} is not alone on the smaller side of '<='",
                part=text(line),
                remedy="bound it by a number",
            )


def require_databases(atom: Basic) -> None:
    """Complain about information on, a protocol of, or an operation on what has no databases.

    An experiment has views for neighbours, and no databases. What it shows may be processed.

    Raises:
        ClaimError: a hypothesis about vectors of bits stands where records or bits are asked for,
            or where mechanisms have to answer on the same databases.
    """
    on_databases = heads.Quantity | heads.ProtocolHead | heads.Operation | heads.HypothesisDP
    for whole in preorder_traversal(atom):
        if not isinstance(whole, on_databases) or isinstance(whole, heads.PostProcess):
            continue
        if any(part.has(heads.Hypotheses) for part in whole.args):
            raise ClaimError(
                f"{text(whole)} speaks of databases, which an experiment has none of its own",
                part=text(whole),
                remedy="Hypotheses stand in guarantees alone",
            )


def require_numbers(total: Basic) -> None:
    """Complain where what is added up is no number: a divergence or a law with the index in it.

    Raises:
        ClaimError: a head of ours depends on the index.
    """
    bound = set(bound_here(total))
    for node in preorder_traversal(total.args[0]):
        if node.func in heads.SIGNATURES and bound & node.free_symbols:
            raise ClaimError(
                f"{text(node)} depends on the index of a sum, product or maximum",
                part=text(node),
                remedy="write the terms out",
            )


@lru_cache(maxsize=4096)
def mapped_laws(atoms: tuple[Basic, ...]) -> frozenset[tuple[Basic, int]]:
    """Laws made of names that kernels which are written out map, each with the number of rows.

    A name among them ranges over the laws on so many outcomes alone.

    >>> from sympy import S, Tuple
    >>> single = heads.Kernel(Tuple(S.One))
    >>> mapped_laws((heads.KL(heads.Pushforward(single, heads.ObjectName("P")), heads.Finite(1)),))
    frozenset({(P, 1)})
    """
    images = {image.args for atom in atoms for image in atom.atoms(heads.Pushforward)}
    return frozenset(
        (part, len(kernel.args))
        for kernel, law in images
        if isinstance(kernel, heads.Kernel)
        for part in _components(law)
        if part.has(heads.ObjectName)
    )


def _components(law: Basic) -> list[Basic]:
    """The laws of which a law is a mixture, all on its outcomes."""
    if isinstance(law, heads.Mixture):
        return [part for inner in law.args[1:] for part in _components(inner)]
    return [law]


def outcomes(law: Basic) -> Shape | None:
    """The space of a law; None where it is not known.

    >>> outcomes(heads.Product(heads.Bernoulli(1), heads.Gaussian(0, 1)))
    (2, 'reals')
    """
    if isinstance(law, heads.Finite):
        return len(law.args)
    if isinstance(law, heads.Bernoulli):
        return 2
    if type(law) in NOISES:
        return "reals"
    if type(law) in LATTICE.values():
        return "integers"
    if isinstance(law, heads.Product):
        return tuple(map(outcomes, law.args))
    if isinstance(law, heads.Mixture):
        first, second = map(outcomes, law.args[1:])
        return _common(law, first, second)
    if isinstance(law, heads.Pushforward) and isinstance(law.args[0], heads.Kernel):
        rows = law.args[0].args
        _common(law, len(rows), _flat(outcomes(law.args[1])))
        return len(rows[0].args)
    return None


def databases(mechanism: Basic) -> int | None:
    """The number of databases on which a mechanism answers; None where it is any or not known."""
    if isinstance(mechanism, heads.FiniteMechanism):
        reduce(lambda a, b: _common(mechanism, a, b), map(outcomes, mechanism.args), None)
        return len(mechanism.args)
    if isinstance(mechanism, heads.ExponentialMechanism):
        rows = mechanism.args[2:]
        if len({len(row.args) for row in rows}) > 1:
            raise _misfit(mechanism, "has databases with different outcomes")
        return len(rows)
    if isinstance(mechanism, heads.InteractiveMechanism):
        _require_tree(mechanism, heads.Speech)
    if isinstance(mechanism, _TWO):
        return 2
    if isinstance(mechanism, heads.Compose | heads.Concurrent):
        counts = {databases(part) for part in mechanism.args if not heads.is_scalar(part)} - {None}
        if len(counts) > 1:
            raise _misfit(mechanism, "has parts on different numbers of databases")
        return counts.pop() if counts else None
    if isinstance(mechanism, heads.Group | heads.PostProcess | heads.Subsample):
        return databases(mechanism.args[0])
    return None


def _flat(shape: Shape | None) -> Shape | None:
    """The number of outcomes of a product of finite spaces, which a kernel's rows run through."""
    if not isinstance(shape, tuple):
        return shape
    sizes = [_flat(part) for part in shape]
    if any(isinstance(size, str) for size in sizes):
        return "reals"
    known = [size for size in sizes if isinstance(size, int)]
    return reduce(lambda a, b: a * b, known, 1) if len(known) == len(sizes) else None


def _common(node: Basic, first: Shape | None, second: Shape | None) -> Shape | None:
    if first is None or second is None or first == second:
        return second if first is None else first
    if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
        return tuple(_common(node, a, b) for a, b in zip(first, second, strict=True))
    raise _misfit(node, "brings together laws with different outcomes")


def _misfit(node: Basic, why: str) -> ClaimError:
    return ClaimError(
        f"{text(node)} {why}", part=text(node), remedy="write outcomes of mass 0 where they lack"
    )
