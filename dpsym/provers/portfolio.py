"""The provers in the order in which they are asked. A new prover is one file and one line here."""

from __future__ import annotations

from dpsym.language import heads
from dpsym.provers.divergences.bounds import DivergenceBounds
from dpsym.provers.divergences.closed_form import ClosedForm
from dpsym.provers.divergences.information import Information
from dpsym.provers.divergences.integrand import Integrand
from dpsym.provers.divergences.joint_range import JointRange
from dpsym.provers.divergences.pointwise import PointwiseCombination
from dpsym.provers.ground_evaluation import Evaluation
from dpsym.provers.guarantees.conversion import Derivation
from dpsym.provers.guarantees.databases import HypothesisPrivacy
from dpsym.provers.guarantees.domination import Domination, LawDomination
from dpsym.provers.guarantees.impossible import Impossible
from dpsym.provers.guarantees.rounds import RepeatedResponse
from dpsym.provers.guarantees.unfold import Definition, ShortForm
from dpsym.provers.inequality import Inequality
from dpsym.provers.logarithms import CommonLogarithm
from dpsym.provers.logic import Alternatives, Conjunction, Exhaustion
from dpsym.provers.moments.chains import Chains
from dpsym.provers.moments.duality import MomentDuality
from dpsym.provers.moments.pairs import PairOfLaws
from dpsym.provers.protocols import PartyPrivacy, Responses, WrittenAccuracy
from dpsym.provers.prover import Closer, Reduction
from dpsym.provers.rescaling import Abstraction, Rescaling

SIMPLIFICATIONS: tuple[Reduction, ...] = (Abstraction(), Rescaling(), CommonLogarithm())
"""Claims with fewer variables; where one is proved, nothing else is tried."""

CLOSERS: tuple[Closer, ...] = (Inequality(),)
_BY_FACTS_FIRST = (
    heads.PureDP,
    heads.ApproxDP,
    heads.ProbabilisticDP,
    heads.TailDP,
    heads.MeanCDP,
    heads.BoundedRange,
    heads.Simulable,
)
_BY_DOMINATION_FIRST = (
    heads.ZCDP,
    heads.RenyiDP,
    heads.ApproxZCDP,
    heads.BoundedZCDP,
    heads.GaussianDP,
)
"""For these the dominating mechanism gives one inequality in closed form, better than any fact."""

REDUCTIONS: tuple[Reduction, ...] = (
    Conjunction(),
    Alternatives(),
    ShortForm(),
    Impossible(),
    HypothesisPrivacy(),
    RepeatedResponse(),
    Derivation(_BY_FACTS_FIRST),
    Domination(),
    Definition(),
    Derivation(_BY_DOMINATION_FIRST),
    Exhaustion(),
    LawDomination(),
    ClosedForm(),
    PairOfLaws(),
    MomentDuality(),
    Chains(),
    DivergenceBounds(),
    JointRange(),
    Information(),
    PointwiseCombination(),
    Integrand(),
    Evaluation(),
    Responses(),
    PartyPrivacy(),
    WrittenAccuracy(),
)
