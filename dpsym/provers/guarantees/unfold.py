"""Guarantees on concrete mechanisms, written out as bounds on divergences of their laws."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, Mul, exp

from dpsym.errors import EvaluationError
from dpsym.kernel.laws import signature
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.definitions import plain, stated
from dpsym.language.heads import Guarantee, ObjectName, Phi
from dpsym.language.meaning import Pair, composed_parts, covering_pairs, neighbouring_pairs
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, restate

_ADDITIVE = heads.Renyi | heads.MaxDivergence
"""Divergences that add over independent rounds."""
WRITTEN = 100
"""The largest number of rounds of which the laws are written out as products."""


class ShortForm:
    """A guarantee that is a short form of another is read in full."""

    name = "short form"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with every guarantee in full."""
        short = [type(atom).__name__ for atom in claim.atoms if plain(atom) != atom]
        if short:
            goal = restate(
                claim, map(plain, claim.conclusions), hypotheses=map(plain, claim.hypotheses)
            )
            words = f"the definition of {' and '.join(dict.fromkeys(short))}"
            yield Split((goal,), words, rule="restated")


class Definition:
    """A guarantee on a concrete mechanism is a bound on the divergence of every pair of laws."""

    name = "definition"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One subgoal with a bound for every pair that is no mirror image of another."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Guarantee):
            return
        atom = claim.conclusions[0]
        if atom.has(ObjectName):
            return
        plain = _without_failure(atom)
        if plain is not None:
            yield Split(
                (restate(claim, [plain]),),
                "with probability 1 - prod(1 - delta) no canonical response reveals its input",
                rule="without-failure",
            )
            return
        touching = _at_the_kink(atom)
        if touching is not None:
            values = {"e": text(atom.args[0].args[0]), "m": text(atom.args[1])}
            yield Split(
                (restate(claim, [touching]),),
                "the trade-off curve of two normal laws is convex, that of randomised response "
                "linear on both sides of its kink, where the error rates are equal",
                detail={"fact": "response-gaussian", "with": values},
                rule="fact",
            )
            return
        if _is_long(atom.args[0]):
            repeated = list(_repeated_response(claim, atom))
            yield from repeated
            if repeated or atom.args[0].free_symbols:
                return
        try:
            pairs = _distinct(covering_pairs(atom.args[0]))
        except EvaluationError:
            yield from _repeated_response(claim, atom)
            return
        order = fresh(claim, "alpha")
        bounds = [bound for pair in pairs if (bound := stated(atom, pair, order)) is not None]
        if not bounds:
            return
        stating = dict.fromkeys(bound for bound, _ in bounds)
        yield Split(
            (restate(claim, stating, domains={order: bounds[0][1]}),),
            f"the definition of {type(atom).__name__}",
            detail={"order": order.name},
            rule="definition",
            equal=_has_neighbours(atom.args[0]),
        )


class Orders:
    """A line up to an order is a bound at each order before it."""

    name = "orders"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The bound at a new order."""
        if len(claim.conclusions) == 1 and isinstance(claim.conclusions[0], heads.BoundedZCDP):
            params = {"order": fresh(claim, "alpha").name}
            yield from by_rule("orders", claim, params, "at each order")


def _has_neighbours(mechanism: Basic) -> bool:
    """Whether all parts have the same neighbours, so that no pair is too many."""
    try:
        return bool(neighbouring_pairs(mechanism))
    except EvaluationError:
        return False


def _distinct(pairs: tuple[Pair, ...]) -> list[Pair]:
    """One of each class of pairs that differ by a permutation of the outcomes."""
    found: dict[tuple[object, ...], Pair] = {}
    for pair in pairs:
        found.setdefault(signature(*pair), pair)
    return list(found.values())


def _without_failure(atom: Basic) -> Basic | None:
    """ApproxDP of canonical responses in terms of the randomised responses inside them.

    An outcome that reveals input 0 has no mass under input 1, and the other way round, so the
    hockey stick is 1 - prod(1 - delta_i)*(1 - h) with h that of the randomised responses.
    """
    if not isinstance(atom, heads.ApproxDP) or not atom.args[0].has(heads.CanonicalRR):
        return None
    mechanism, epsilon, delta = atom.args
    if isinstance(mechanism, heads.Compose) and not _symbolic_rounds(mechanism):
        parts = composed_parts(mechanism)
    else:
        parts = (mechanism,)
    if not all(isinstance(part, heads.CanonicalRR | heads.RandomizedResponse) for part in parts):
        return None
    kept = Mul(*(1 - part.args[1] for part in parts if isinstance(part, heads.CanonicalRR)))
    laws = [neighbouring_pairs(heads.RandomizedResponse(part.args[0]))[0] for part in parts]
    if len(laws) == 1:
        stick = heads.HockeyStick(epsilon, *laws[0])
    else:
        stick = heads.HockeyStick(
            epsilon,
            heads.Product(*(p for p, _ in laws)),
            heads.Product(*(q for _, q in laws)),
        )
    return at_most(1 - kept * (1 - stick), delta)


def _at_the_kink(atom: Basic) -> Basic | None:
    """Gaussian DP of randomised response: both error rates 1/(1 + exp(epsilon)) at once.

    Dong, Roth and Su 2022, Definition 4: G_mu(a) = Phi(-Phi^{-1}(a) - mu) is convex with values 1
    at 0 and 0 at 1, as is the curve of the response, which is linear between these and its kink
    (a, a). So it lies above G_mu if G_mu(a) <= a, which is mu >= -2*Phi^{-1}(a).
    """
    if not isinstance(atom, heads.GaussianDP):
        return None
    if not isinstance(atom.args[0], heads.RandomizedResponse):
        return None
    growth = exp(atom.args[0].args[0])
    return at_most(growth / (1 + growth), Phi(atom.args[1] / 2))


def _counts_rounds(mechanism: Basic) -> bool:
    return len(mechanism.args) == 2 and heads.is_scalar(mechanism.args[1])


def _symbolic_rounds(mechanism: Basic) -> bool:
    return _counts_rounds(mechanism) and not mechanism.args[1].is_Integer


def _is_long(mechanism: Basic) -> bool:
    """Whether rounds are more than are worth writing out where a name stands in each."""
    counted = isinstance(mechanism, heads.Compose) and _counts_rounds(mechanism)
    return counted and bool(mechanism.args[1].is_Integer) and mechanism.args[1] > WRITTEN


def _repeated_response(claim: Claim, atom: Basic) -> Iterator[Split]:
    """Composition with a symbolic or large number: max- and Renyi divergences are multiplied."""
    mechanism = atom.args[0]
    if not isinstance(mechanism, heads.Compose) or not _counts_rounds(mechanism):
        return
    inner, count = mechanism.args
    try:
        pairs = _distinct(neighbouring_pairs(inner))
    except EvaluationError:
        return
    order = fresh(claim, "alpha")
    bounds = [bound for pair in pairs if (bound := stated(atom, pair, order)) is not None]
    if not bounds or not all(isinstance(bound.lts, _ADDITIVE) for bound, _ in bounds):
        return
    atoms = [at_most(count * bound.lts, bound.gts) for bound, _ in bounds]
    yield Split(
        (restate(claim, atoms, domains={order: bounds[0][1]}),),
        f"the divergence of {text(count)} independent rounds is {text(count)} times that of one",
        detail={"order": order.name, "rounds": True},
        rule="definition",
    )
