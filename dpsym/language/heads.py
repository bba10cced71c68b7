"""The heads that sympy lacks: laws, divergences, mechanisms, operations and guarantees.

Every head is a sympy class; what stands in which place is said once, in :data:`SIGNATURES`.
Divergences are in nats and the first law is the numerator. A law that is not absolutely
continuous with respect to the second has Renyi divergence oo.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dpsym.algebra import Basic, Expr, Function, erfc, exp, pi, preorder_traversal, sqrt
from dpsym.errors import ClaimError
from dpsym.language import information, interactive, lattice, roles, vectors
from dpsym.language.indexed import Each as Each
from dpsym.language.indexed import Entry as Entry
from dpsym.language.information import Capacity as Capacity
from dpsym.language.information import Concentration as Concentration
from dpsym.language.information import ExponentialMechanism as ExponentialMechanism
from dpsym.language.information import LossTail as LossTail
from dpsym.language.information import NaryResponse as NaryResponse
from dpsym.language.information import ProbabilisticDP as ProbabilisticDP
from dpsym.language.information import Recovery as Recovery
from dpsym.language.information import TailDP as TailDP
from dpsym.language.interactive import AverageAccuracy as AverageAccuracy
from dpsym.language.interactive import Broadcast as Broadcast
from dpsym.language.interactive import CuriousDP as CuriousDP
from dpsym.language.interactive import InteractiveMechanism as InteractiveMechanism
from dpsym.language.interactive import MaliciousDP as MaliciousDP
from dpsym.language.interactive import Message as Message
from dpsym.language.interactive import Protocol as Protocol
from dpsym.language.interactive import Query as Query
from dpsym.language.interactive import ResponseProtocol as ResponseProtocol
from dpsym.language.interactive import Simulable as Simulable
from dpsym.language.interactive import Speech as Speech
from dpsym.language.interactive import Task as Task
from dpsym.language.interactive import WorstAccuracy as WorstAccuracy
from dpsym.language.kinds import Accuracy as Accuracy
from dpsym.language.kinds import Divergence as Divergence
from dpsym.language.kinds import Guarantee as Guarantee
from dpsym.language.kinds import Head as Head
from dpsym.language.kinds import HypothesisHead as HypothesisHead
from dpsym.language.kinds import KernelHead as KernelHead
from dpsym.language.kinds import Law as Law
from dpsym.language.kinds import MechanismHead as MechanismHead
from dpsym.language.kinds import ObjectName as ObjectName
from dpsym.language.kinds import Operation as Operation
from dpsym.language.kinds import ProtocolHead as ProtocolHead
from dpsym.language.kinds import Quantity as Quantity
from dpsym.language.kinds import Taking
from dpsym.language.kinds import TaskHead as TaskHead
from dpsym.language.kinds import Tree as Tree
from dpsym.language.kinds import is_scalar as is_scalar
from dpsym.language.lattice import DiscreteGaussian as DiscreteGaussian
from dpsym.language.lattice import DiscreteGaussianMechanism as DiscreteGaussianMechanism
from dpsym.language.lattice import Geometric as Geometric
from dpsym.language.lattice import GeometricMechanism as GeometricMechanism
from dpsym.language.roles import Role, Signature
from dpsym.language.vectors import Bits as Bits
from dpsym.language.vectors import Every as Every
from dpsym.language.vectors import Independent as Independent
from dpsym.language.vectors import Ones as Ones
from dpsym.language.vectors import Parity as Parity
from dpsym.language.vectors import Uniform as Uniform
from dpsym.language.vectors import Weighted as Weighted


class Renyi(Divergence):
    """``Renyi(alpha, P, Q)``: log(E_Q[(P/Q)**alpha])/(alpha-1), KL at 1, MaxDivergence at oo."""

    symbol = r"D_{{{}}}"


class KL(Divergence):
    """``KL(P, Q)``: E_P[log(P/Q)]."""

    symbol = r"\mathrm{KL}"


class MaxDivergence(Divergence):
    """``MaxDivergence(P, Q)``: log of the essential supremum of P/Q."""

    symbol = r"D_{\infty}"


class HockeyStick(Divergence):
    """``HockeyStick(epsilon, P, Q)``: sum of max(P - exp(epsilon)*Q, 0)."""

    symbol = r"H_{{e^{{{}}}}}"


class TotalVariation(Divergence):
    """``TotalVariation(P, Q)``: half the L1 distance."""

    symbol = r"\mathrm{TV}"


class ChiSquared(Divergence):
    """``ChiSquared(P, Q)``: sum of (P - Q)**2/Q."""

    symbol = r"\chi^2"


class Hellinger(Divergence):
    """``Hellinger(P, Q)``: the squared Hellinger distance 1 - sum of sqrt(P*Q)."""

    symbol = r"H^2"


class TriangularDiscrimination(Divergence):
    """``TriangularDiscrimination(P, Q)``: sum of (P - Q)**2/(P + Q), of Vincze and Le Cam."""

    symbol = r"\Delta"


class MutualInformation(Divergence):
    """``MutualInformation(X, M)``: the information that the output of M has on its input X."""


class Gaussian(Law):
    """``Gaussian(mean, sigma)``: the normal law with standard deviation sigma > 0."""


class Laplace(Law):
    """``Laplace(mean, scale)``: density exp(-|x - mean|/scale)/(2*scale), scale > 0."""


class Logistic(Law):
    """``Logistic(mean, scale)``: mass 1/(1 + exp(-(x - mean)/scale)) below x, scale > 0."""


class Bernoulli(Law):
    """``Bernoulli(p)``: the law (1 - p, p)."""


class Finite(Law):
    """``Finite(p0, p1, ...)``: the law with these probabilities, which sum to one."""


class Mixture(Law):
    """``Mixture(t, P, Q)``: t*P + (1 - t)*Q with t in [0, 1]."""


class Product(Law):
    """``Product(P, Q, ...)``: the joint law of independent draws."""


class Pushforward(Law):
    """``Pushforward(kernel, P)``: the law of the kernel's output on a draw of P."""


class Kernel(KernelHead):
    """``Kernel((k00, k01, ...), (k10, ...), ...)``: a stochastic matrix, one row per input."""


class GaussianMechanism(MechanismHead):
    """``GaussianMechanism(sensitivity, sigma)``: a real query plus Gaussian noise."""


class LaplaceMechanism(MechanismHead):
    """``LaplaceMechanism(sensitivity, scale)``: a real query plus Laplace noise."""


class LogisticMechanism(MechanismHead):
    """``LogisticMechanism(sensitivity, scale)``: a real query plus logistic noise."""


class RandomizedResponse(MechanismHead):
    """``RandomizedResponse(epsilon)``: a bit, told truly with odds exp(epsilon)."""


class CanonicalRR(MechanismHead):
    """``CanonicalRR(epsilon, delta)``: the dominating four-outcome mechanism.

    Its laws are (delta, (1-delta)*t/(1+t), (1-delta)/(1+t), 0) with t = exp(epsilon), and the
    reverse (Kairouz-Oh-Viswanath 2015, equations 25 and 26).
    """


class FiniteMechanism(MechanismHead):
    """``FiniteMechanism(P0, P1, ...)``: databases in a row, neighbours side by side."""


class Compose(Operation):
    """``Compose(M1, M2, ...)`` or ``Compose(M, k)``: adaptive rounds on one pair of databases."""

    def _counted(self) -> bool:
        return is_scalar(self.args[-1])


class Group(Operation):
    """``Group(M, k)``: M, with databases at distance at most k counted as neighbours."""


class PostProcess(Operation):
    """``PostProcess(M)``: any randomised map, independent of the data, of M's output."""


class Subsample(Operation):
    """``Subsample(M, q)``: M on a Poisson sample of rate q, add/remove neighbours."""


class Parallel(Operation):
    """``Parallel(M1, M2, ...)``: mechanisms on disjoint parts, of which neighbours change one."""


class Concurrent(Operation):
    """``Concurrent(M1, M2, ...)``: interactive mechanisms, interleaved by the adversary."""


class Hypotheses(Operation):
    """``Hypotheses(M, A, B)``: the rounds of M, run on databases chosen by a vector of bits.

    Round i of ``M = Compose(M1, ..., Mk)`` runs on database b_i of two neighbours that an adaptive
    adversary chooses, in either order. The laws of A and those of B are neighbours.
    """


class PureDP(Guarantee):
    """``PureDP(M, epsilon)``: MaxDivergence at most epsilon."""


class ApproxDP(Guarantee):
    """``ApproxDP(M, epsilon, delta)``: HockeyStick(epsilon) at most delta."""


class TotalVariationDP(Guarantee):
    """``TotalVariationDP(M, delta)``: TotalVariation at most delta; ApproxDP(M, 0, delta)."""


class ZCDP(Guarantee):
    """``ZCDP(M, rho)`` or ``ZCDP(M, xi, rho)``: Renyi(a) at most xi + rho*a for all a > 1."""


class ApproxZCDP(Guarantee):
    """``ApproxZCDP(M, delta, rho)`` or ``ApproxZCDP(M, delta, xi, rho)``.

    Both laws are mixtures that give weight 1 - delta to a pair within (xi, rho)-zCDP both ways.
    """


class BoundedZCDP(Guarantee):
    """``BoundedZCDP(M, m, xi, rho)``: Renyi(a) at most xi + rho*a for a in (1, m)."""


class RenyiDP(Guarantee):
    """``RenyiDP(M, alpha, tau)``: Renyi(alpha) at most tau."""


class MeanCDP(Guarantee):
    """``MeanCDP(M, mu, tau)``: privacy loss with mean at most mu and tau-subgaussian about it.

    Of an interactive mechanism, for each deterministic adversary who asks to the end.
    """


class GaussianDP(Guarantee):
    """``GaussianDP(M, mu)``: no easier to test than N(0, 1) against N(mu, 1)."""


class BoundedRange(Guarantee):
    """``BoundedRange(M, eta)``: the log-likelihood ratio stays in an interval of length eta.

    Of an interactive mechanism, in one interval for each deterministic adversary.
    """


class HypothesisDP(Guarantee):
    """``HypothesisDP(M, A, B, epsilon, delta)``: HockeyStick(epsilon) at most delta, both ways.

    Between the views of the rounds of M under every law of A and every law of B, for all adaptive
    adversaries; the same as ``ApproxDP(Hypotheses(M, A, B), epsilon, delta)``.
    """


class Phi(Taking, Function):
    """``Phi(x)``: the distribution function of the standard normal law.

    >>> from sympy.abc import x
    >>> Phi(x).diff()
    sqrt(2)*exp(-x**2/2)/(2*sqrt(pi))
    """

    nargs = 1

    def fdiff(self, argindex: int = 1) -> Expr:
        """The density of the standard normal law."""
        return exp(-(self.args[0] ** 2) / 2) / sqrt(2 * pi)

    def _eval_evalf(self, prec: int) -> Expr:
        return (erfc(-self.args[0] / sqrt(2)) / 2)._eval_evalf(prec)

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        written = rf"\Phi\left({printer._print(self.args[0])}\right)"
        return written if exp is None else rf"{{{written}}}^{{{exp}}}"


_PAIR = (roles.LAW, roles.LAW)
SIGNATURES: dict[type[Basic], Signature] = {
    Renyi: Signature(((roles.ORDER, *_PAIR),)),
    KL: Signature((_PAIR,)),
    MaxDivergence: Signature((_PAIR,)),
    HockeyStick: Signature(((roles.THRESHOLD, *_PAIR),)),
    TotalVariation: Signature((_PAIR,)),
    ChiSquared: Signature((_PAIR,)),
    Hellinger: Signature((_PAIR,)),
    TriangularDiscrimination: Signature((_PAIR,)),
    MutualInformation: Signature(((roles.VARIABLE, roles.MECHANISM),)),
    Gaussian: Signature(((roles.MEAN, roles.SIGMA),)),
    Laplace: Signature(((roles.MEAN, roles.SCALE),)),
    Logistic: Signature(((roles.MEAN, roles.SCALE),)),
    Bernoulli: Signature(((roles.PROBABILITY,),)),
    Finite: Signature(repeated=roles.PROBABILITY),
    Mixture: Signature(((roles.PROBABILITY, *_PAIR),)),
    Product: Signature(repeated=roles.LAW, least=2),
    Pushforward: Signature(((roles.KERNEL, roles.LAW),)),
    Kernel: Signature(repeated=roles.PROBABILITY),
    GaussianMechanism: Signature(((roles.SENSITIVITY, roles.SIGMA),)),
    LaplaceMechanism: Signature(((roles.SENSITIVITY, roles.SCALE),)),
    LogisticMechanism: Signature(((roles.SENSITIVITY, roles.SCALE),)),
    RandomizedResponse: Signature(((roles.ODDS,),)),
    CanonicalRR: Signature(((roles.ODDS, roles.FAILURE),)),
    FiniteMechanism: Signature(repeated=roles.LAW, least=2),
    Compose: Signature(((roles.MECHANISM, roles.COUNT),), repeated=roles.MECHANISM),
    Group: Signature(((roles.MECHANISM, roles.COUNT),)),
    PostProcess: Signature(((roles.MECHANISM,),)),
    Subsample: Signature(((roles.MECHANISM, roles.PROBABILITY),)),
    Parallel: Signature(repeated=roles.MECHANISM),
    Concurrent: Signature(repeated=roles.MECHANISM),
    Hypotheses: Signature(((roles.MECHANISM, roles.HYPOTHESIS, roles.HYPOTHESIS),)),
    **vectors.SIGNATURES,
    HypothesisDP: Signature(
        ((roles.MECHANISM, roles.HYPOTHESIS, roles.HYPOTHESIS, roles.EPSILON, roles.DELTA),)
    ),
    PureDP: Signature(((roles.MECHANISM, roles.LARGEST),)),
    ApproxDP: Signature(((roles.MECHANISM, roles.EPSILON, roles.DELTA),)),
    TotalVariationDP: Signature(((roles.MECHANISM, roles.DELTA),)),
    ZCDP: Signature(((roles.MECHANISM, roles.RHO), (roles.MECHANISM, roles.XI, roles.RHO))),
    ApproxZCDP: Signature(
        (
            (roles.MECHANISM, roles.FAILURE, roles.RHO),
            (roles.MECHANISM, roles.FAILURE, roles.XI, roles.RHO),
        )
    ),
    BoundedZCDP: Signature(((roles.MECHANISM, roles.ORDER, roles.XI, roles.RHO),)),
    RenyiDP: Signature(((roles.MECHANISM, roles.ORDER, roles.TAU),)),
    MeanCDP: Signature(((roles.MECHANISM, roles.MU, roles.WIDTH),)),
    GaussianDP: Signature(((roles.MECHANISM, roles.SHIFT),)),
    BoundedRange: Signature(((roles.MECHANISM, roles.ETA),)),
    **interactive.SIGNATURES,
    **information.SIGNATURES,
    **lattice.SIGNATURES,
}
HEADS: dict[str, type[Basic]] = {head.__name__: head for head in SIGNATURES}

TUPLED = (Kernel, Message, Speech, Task, ExponentialMechanism)
"""The heads whose entries are written as tuples."""


def roles_of(node: Basic) -> tuple[Role, ...]:
    """The roles of the arguments of a node whose head is ours.

    Raises:
        ClaimError: it has not as many arguments as its head takes.
    """
    found = match_roles(node.func, node.args)
    if found is None:
        head, count = type(node).__name__, len(node.args)
        taken = SIGNATURES[node.func].arity()
        raise ClaimError(f"{head} takes {taken} argument(s), not {count}", part=str(node))
    return found


def require_arity(*expressions: Basic) -> None:
    """Nothing, where each head in them has as many arguments as it takes.

    Raises:
        ClaimError: one has not.
    """
    for expression in expressions:
        for node in preorder_traversal(expression):
            if node.func in SIGNATURES:
                roles_of(node)


def match_roles(head: type[Basic], arguments: Sequence[Basic]) -> tuple[Role, ...] | None:
    """The roles of these arguments of ``head``, or None where their number does not fit.

    The second argument of ``Compose`` is a count when it is a number and a mechanism otherwise;
    names tell which by their class.
    """
    if head is Compose and len(arguments) == 2 and not is_scalar(arguments[1]):
        return (roles.MECHANISM, roles.MECHANISM)  # a second mechanism, or the range of an index
    return SIGNATURES[head].roles(len(arguments))
