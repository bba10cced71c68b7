"""The heads that sympy lacks: laws, divergences, mechanisms, operations and guarantees.

Every head is a sympy class; what stands in which place is said once, in :data:`SIGNATURES`.
Divergences are in nats and the first law is the numerator. A law that is not absolutely
continuous with respect to the second has Renyi divergence oo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Expr, Function, S, Symbol, Tuple
from sympy.logic.boolalg import BooleanFunction

from dpsym.language import domains
from dpsym.language.domains import Domain
from dpsym.language.notation import Notation


@dataclass(frozen=True, slots=True)
class Role:
    """What may stand in one place of a head.

    Attributes:
        name: the field's word for the place.
        default: the domain a bare name gets from standing there; None when a ``for`` is needed.
        permitted: the largest domain a declaration may give to a bare name that stands there.
    """

    name: str
    default: Domain | None
    permitted: Domain


def _closed(lower: Expr, upper: Expr) -> domains.Interval:
    return domains.Interval(lower, upper)


_LAW = Role("law", domains.LAW, domains.LAW)
_MECHANISM = Role("mechanism", domains.MECHANISM, domains.MECHANISM)
_KERNEL = Role("kernel", domains.KERNEL, domains.KERNEL)
_VARIABLE = Role("random variable", domains.VARIABLE, domains.VARIABLE)
_EPSILON = Role("epsilon", domains.NONNEGATIVE, _closed(S.Zero, S.Infinity))
_THRESHOLD = Role("epsilon", domains.NONNEGATIVE, domains.REALS)
_DELTA = Role("delta", domains.PROBABILITY, domains.PROBABILITY)
_ORDER = Role("alpha", domains.ORDER, _closed(S.One, S.Infinity))
_RHO = Role("rho", domains.NONNEGATIVE, domains.NONNEGATIVE)
_XI = Role("xi", domains.NONNEGATIVE, domains.REALS)
_TAU = Role("tau", domains.NONNEGATIVE, domains.NONNEGATIVE)
_MU = Role("mu", domains.NONNEGATIVE, domains.NONNEGATIVE)
_ETA = Role("eta", domains.NONNEGATIVE, domains.NONNEGATIVE)
_SIGMA = Role("sigma", domains.POSITIVE, domains.POSITIVE)
_SCALE = Role("scale", domains.POSITIVE, domains.POSITIVE)
_SENSITIVITY = Role("sensitivity", domains.NONNEGATIVE, domains.NONNEGATIVE)
_MEAN = Role("mean", domains.REALS, domains.REALS)
_CENTER = Role("center", None, domains.Integers(S.NegativeInfinity, S.Infinity))
_COUNT = Role("k", domains.COUNTS, domains.COUNTS)
_PROBABILITY = Role("probability", domains.PROBABILITY, domains.PROBABILITY)
_RATIO = Role("epsilon", domains.POSITIVE, domains.POSITIVE)


@dataclass(frozen=True, slots=True)
class Signature:
    """The places of a head: alternatives of fixed length, or one role repeated.

    Attributes:
        alternatives: each a tuple of roles.
        repeated: the role of every argument of a variadic head, at least ``least`` of them.
    """

    alternatives: tuple[tuple[Role, ...], ...] = ()
    repeated: Role | None = None
    least: int = 1

    def roles(self, count: int) -> tuple[Role, ...] | None:
        """The roles of ``count`` arguments, or None where that many do not fit."""
        for alternative in self.alternatives:
            if len(alternative) == count:
                return alternative
        if self.repeated is not None and count >= self.least:
            return (self.repeated,) * count
        return None

    def arity(self) -> str:
        """How many arguments the head takes, in words."""
        counts = [str(len(alternative)) for alternative in self.alternatives]
        if self.repeated is not None:
            counts.append(f"{self.least} or more")
        return " or ".join(dict.fromkeys(counts))


class Head(Notation, Function):
    """A head of the language; constructing one never evaluates anything."""

    nargs = None

    @classmethod
    def eval(cls, *args: Any) -> Any:  # noqa: D102
        return None


class Divergence(Head):
    """A number in [0, oo] that compares two laws."""


class Law(Head):
    """A probability distribution."""


class KernelHead(Head):
    """A stochastic kernel."""


class MechanismHead(Head):
    """A randomised algorithm on databases."""


class Operation(MechanismHead):
    """A mechanism made of mechanisms."""


class Guarantee(Notation, BooleanFunction):
    """A predicate on a mechanism, over all ordered pairs of neighbouring databases."""

    @classmethod
    def eval(cls, *args: Any) -> Any:  # noqa: D102
        return None


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

    symbol = r"H_{{{}}}"


class TotalVariation(Divergence):
    """``TotalVariation(P, Q)``: half the L1 distance."""

    symbol = r"\mathrm{TV}"


class ChiSquared(Divergence):
    """``ChiSquared(P, Q)``: sum of (P - Q)**2/Q."""

    symbol = r"\chi^2"


class Hellinger(Divergence):
    """``Hellinger(P, Q)``: the squared Hellinger distance 1 - sum of sqrt(P*Q)."""

    symbol = r"H^2"


class MutualInformation(Divergence):
    """``MutualInformation(X, M)``: the information that the output of M has on its input X."""


class Gaussian(Law):
    """``Gaussian(mean, sigma)``: the normal law with standard deviation sigma > 0."""


class Laplace(Law):
    """``Laplace(mean, scale)``: density exp(-|x - mean|/scale)/(2*scale), scale > 0."""


class Geometric(Law):
    """``Geometric(center, epsilon)``: mass proportional to exp(-epsilon*|j - center|) on Z."""


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


class GeometricMechanism(MechanismHead):
    """``GeometricMechanism(epsilon)``: an integer query of sensitivity 1 plus geometric noise."""


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
    """``Compose(M1, M2, ...)`` or ``Compose(M, k)``: adaptive composition on one database."""


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


class PureDP(Guarantee):
    """``PureDP(M, epsilon)``: MaxDivergence at most epsilon."""


class ApproxDP(Guarantee):
    """``ApproxDP(M, epsilon, delta)``: HockeyStick(epsilon) at most delta."""


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
    """``MeanCDP(M, mu, tau)``: privacy loss with mean at most mu and tau-subgaussian about it."""


class GaussianDP(Guarantee):
    """``GaussianDP(M, mu)``: no easier to test than N(0, 1) against N(mu, 1)."""


class BoundedRange(Guarantee):
    """``BoundedRange(M, eta)``: the log-likelihood ratio stays in an interval of length eta."""


class Phi(Function):
    """``Phi(x)``: the distribution function of the standard normal law."""

    nargs = 1

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        written = rf"\Phi\left({printer._print(self.args[0])}\right)"
        return written if exp is None else rf"{{{written}}}^{{{exp}}}"


_PAIR = (_LAW, _LAW)
SIGNATURES: dict[type[Basic], Signature] = {
    Renyi: Signature(((_ORDER, *_PAIR),)),
    KL: Signature((_PAIR,)),
    MaxDivergence: Signature((_PAIR,)),
    HockeyStick: Signature(((_THRESHOLD, *_PAIR),)),
    TotalVariation: Signature((_PAIR,)),
    ChiSquared: Signature((_PAIR,)),
    Hellinger: Signature((_PAIR,)),
    MutualInformation: Signature(((_VARIABLE, _MECHANISM),)),
    Gaussian: Signature(((_MEAN, _SIGMA),)),
    Laplace: Signature(((_MEAN, _SCALE),)),
    Geometric: Signature(((_CENTER, _RATIO),)),
    Bernoulli: Signature(((_PROBABILITY,),)),
    Finite: Signature(repeated=_PROBABILITY),
    Mixture: Signature(((_PROBABILITY, *_PAIR),)),
    Product: Signature(repeated=_LAW, least=2),
    Pushforward: Signature(((_KERNEL, _LAW),)),
    Kernel: Signature(repeated=_PROBABILITY),
    GaussianMechanism: Signature(((_SENSITIVITY, _SIGMA),)),
    LaplaceMechanism: Signature(((_SENSITIVITY, _SCALE),)),
    GeometricMechanism: Signature(((_RATIO,),)),
    RandomizedResponse: Signature(((_EPSILON,),)),
    CanonicalRR: Signature(((_EPSILON, _DELTA),)),
    FiniteMechanism: Signature(repeated=_LAW, least=2),
    Compose: Signature(((_MECHANISM, _COUNT),), repeated=_MECHANISM),
    Group: Signature(((_MECHANISM, _COUNT),)),
    PostProcess: Signature(((_MECHANISM,),)),
    Subsample: Signature(((_MECHANISM, _PROBABILITY),)),
    Parallel: Signature(repeated=_MECHANISM),
    Concurrent: Signature(repeated=_MECHANISM),
    PureDP: Signature(((_MECHANISM, _EPSILON),)),
    ApproxDP: Signature(((_MECHANISM, _EPSILON, _DELTA),)),
    ZCDP: Signature(((_MECHANISM, _RHO), (_MECHANISM, _XI, _RHO))),
    ApproxZCDP: Signature(((_MECHANISM, _DELTA, _RHO), (_MECHANISM, _DELTA, _XI, _RHO))),
    BoundedZCDP: Signature(((_MECHANISM, _ORDER, _XI, _RHO),)),
    RenyiDP: Signature(((_MECHANISM, _ORDER, _TAU),)),
    MeanCDP: Signature(((_MECHANISM, _MU, _TAU),)),
    GaussianDP: Signature(((_MECHANISM, _MU),)),
    BoundedRange: Signature(((_MECHANISM, _ETA),)),
}
HEADS: dict[str, type[Basic]] = {head.__name__: head for head in SIGNATURES}

OBJECT_ROLES = (_LAW, _MECHANISM, _KERNEL, _VARIABLE)


def roles_of(node: Basic) -> tuple[Role, ...]:
    """The roles of the arguments of a node whose head is ours."""
    roles = match_roles(node.func, node.args)
    assert roles is not None, node
    return roles


def match_roles(head: type[Basic], arguments: Sequence[Basic]) -> tuple[Role, ...] | None:
    """The roles of these arguments of ``head``, or None where their number does not fit.

    The second argument of ``Compose`` is a count when it is a number and a mechanism otherwise;
    names tell which by their class.
    """
    if head is Compose and len(arguments) == 2 and not is_scalar(arguments[1]):
        return (_MECHANISM, _MECHANISM)
    return SIGNATURES[head].roles(len(arguments))


class ObjectName(Symbol):
    """The name of a law, mechanism, kernel or random variable, as opposed to a number's."""

    __slots__ = ()


def is_scalar(node: Basic) -> bool:
    """Whether a node stands for a number.

    >>> is_scalar(Symbol("x")), is_scalar(ObjectName("M"))
    (True, False)
    """
    return not isinstance(
        node, ObjectName | Law | MechanismHead | KernelHead | Tuple | BooleanFunction
    )
