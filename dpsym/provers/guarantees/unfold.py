"""Guarantees on concrete mechanisms, written out as bounds on divergences of their laws."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic, Expr, Mul, S, Symbol, exp

from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import ORDER, REALS, Domain, Interval
from dpsym.language.heads import Guarantee, ObjectName, Phi
from dpsym.language.meaning import Pair, composed_parts, exceeds_pairs, neighbouring_pairs
from dpsym.language.printing import text
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, restate

_ADDITIVE = heads.PureDP | heads.ZCDP | heads.BoundedZCDP | heads.RenyiDP
"""Guarantees whose divergence adds over independent rounds."""


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
        try:
            pairs = _distinct(neighbouring_pairs(atom.args[0]))
        except EvaluationError:
            yield from _repeated_response(claim, atom)
            return
        order = fresh(claim, "alpha")
        written = [bound_of(atom, pair, order) for pair in pairs]
        if any(bound is None for bound in written):
            return
        atoms = [bound for bound in written if bound is not None]
        yield Split(
            (restate(claim, atoms, domains={order: orders_of(atom)}),),
            f"the definition of {type(atom).__name__}",
            detail={"order": order.name},
            rule="definition",
        )


def orders_of(atom: Basic) -> Domain:
    """The range of the order, or epsilon, over which a guarantee quantifies."""
    if isinstance(atom, heads.GaussianDP):
        return REALS
    if isinstance(atom, heads.BoundedZCDP) and atom.args[1].is_number:
        return Interval(S.One, atom.args[1], True, True)
    return ORDER


def bound_of(atom: Basic, pair: Pair, order: Symbol) -> Basic | None:
    """What a guarantee says of one pair of laws, at a free order where it has one."""
    parameters = atom.args[1:]
    if isinstance(atom, heads.PureDP):
        return at_most(heads.MaxDivergence(*pair), parameters[0])
    if isinstance(atom, heads.ApproxDP):
        return at_most(heads.HockeyStick(parameters[0], *pair), parameters[1])
    if isinstance(atom, heads.ProbabilisticDP) and not exceeds_pairs(atom):
        return at_most(heads.LossTail(parameters[0], *pair), parameters[1])
    if isinstance(atom, heads.RenyiDP):
        return at_most(heads.Renyi(parameters[0], *pair), parameters[1])
    if isinstance(atom, heads.ZCDP):
        xi, rho = parameters if len(parameters) == 2 else (S.Zero, parameters[0])
        return at_most(heads.Renyi(order, *pair), xi + rho * order)
    if isinstance(atom, heads.BoundedZCDP) and parameters[0].is_number:
        return at_most(heads.Renyi(order, *pair), parameters[1] + parameters[2] * order)
    if isinstance(atom, heads.BoundedRange) and not exceeds_pairs(atom):
        both = heads.MaxDivergence(*pair) + heads.MaxDivergence(*reversed(pair))
        return at_most(both, parameters[0])
    if isinstance(atom, heads.GaussianDP):
        (mu,) = parameters
        curve = Phi(mu / 2 - order / mu) - exp(order) * Phi(-mu / 2 - order / mu)
        return at_most(heads.HockeyStick(order, *pair), curve)
    return None


def _distinct(pairs: tuple[Pair, ...]) -> list[Pair]:
    """One of each class of pairs that differ by a permutation of the outcomes."""
    found: dict[Basic | tuple[object, ...], Pair] = {}
    for pair in pairs:
        found.setdefault(_signature(pair), pair)
    return list(found.values())


def _signature(pair: Pair) -> tuple[object, ...]:
    """What two pairs share when a common relabelling or reflection maps one to the other."""
    p, q = pair
    if len(p.args) != len(q.args):
        return (p, q)
    if isinstance(p, heads.Finite) and isinstance(q, heads.Finite):
        outcomes = sorted(zip(p.args, q.args, strict=True), key=str)
        return ("finite", *outcomes)
    if type(p) is type(q) and isinstance(p, heads.Gaussian | heads.Laplace | heads.Geometric):
        return (type(p), abs(p.args[0] - q.args[0]), p.args[1:], q.args[1:])
    if isinstance(p, heads.Product) and isinstance(q, heads.Product):
        return ("product", *(_signature(part) for part in zip(p.args, q.args, strict=True)))
    return (p, q)


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


def _symbolic_rounds(mechanism: Basic) -> bool:
    return (
        len(mechanism.args) == 2
        and heads.is_scalar(mechanism.args[1])
        and not mechanism.args[1].is_Integer
    )


def _repeated_response(claim: Claim, atom: Basic) -> Iterator[Split]:
    """Composition with a symbolic number of rounds: max- and Renyi divergences are multiplied."""
    mechanism = atom.args[0]
    if not isinstance(mechanism, heads.Compose) or not _symbolic_rounds(mechanism):
        return
    inner, count = mechanism.args
    try:
        pairs = _distinct(neighbouring_pairs(inner))
    except EvaluationError:
        return
    order = fresh(claim, "alpha")
    atoms: list[Basic] = []
    for pair in pairs:
        bound = bound_of(atom, pair, order)
        if bound is None or not isinstance(atom, _ADDITIVE):
            return
        left: Expr = bound.lts
        atoms.append(at_most(count * left, bound.gts))
    yield Split(
        (restate(claim, atoms, domains={order: orders_of(atom)}),),
        f"the divergence of {text(count)} independent rounds is {text(count)} times that of one",
        detail={"order": order.name, "rounds": True},
        rule="definition",
    )
