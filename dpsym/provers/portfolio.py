"""The provers in the order in which they are asked. A new prover is one file and one line here."""

from __future__ import annotations

from dpsym.provers.divergences.bounds import DivergenceBounds
from dpsym.provers.divergences.closed_form import ClosedForm
from dpsym.provers.divergences.joint_range import JointRange
from dpsym.provers.guarantees.conversion import Derivation
from dpsym.provers.guarantees.domination import Domination, LawDomination
from dpsym.provers.guarantees.unfold import Definition
from dpsym.provers.inequality import Inequality
from dpsym.provers.logic import Alternatives, Conjunction, Exhaustion
from dpsym.provers.prover import Closer, Reduction

CLOSERS: tuple[Closer, ...] = (Inequality(),)
REDUCTIONS: tuple[Reduction, ...] = (
    Conjunction(),
    Alternatives(),
    Domination(),
    Definition(),
    Derivation(),
    Exhaustion(),
    LawDomination(),
    ClosedForm(),
    JointRange(),
    DivergenceBounds(),
)
