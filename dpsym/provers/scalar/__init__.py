"""A rigorous prover for ``f(x) >= 0`` on product domains of real intervals and integer ranges."""

from dpsym.provers.scalar.goal import Closed, Goal, Open, Step
from dpsym.provers.scalar.prove import defined, prove
from dpsym.provers.scalar.sampling import counterexample

__all__ = ["Closed", "Goal", "Open", "Step", "counterexample", "defined", "prove"]
