"""Laws on the integers, and the mechanisms that add a draw of them to an integer."""

from __future__ import annotations

from dpsym.algebra import Basic
from dpsym.language import roles
from dpsym.language.kinds import Law, MechanismHead
from dpsym.language.roles import Signature


class Geometric(Law):
    """``Geometric(center, epsilon)``: mass proportional to exp(-epsilon*|j - center|) on Z."""


class DiscreteGaussian(Law):
    """``DiscreteGaussian(center, sigma)``: on Z, mass like exp(-(j - center)**2/(2*sigma**2))."""


class GeometricMechanism(MechanismHead):
    """``GeometricMechanism(epsilon)``: an integer query of sensitivity 1 plus geometric noise."""


class DiscreteGaussianMechanism(MechanismHead):
    """``DiscreteGaussianMechanism(sigma)``: such a query plus noise of ``DiscreteGaussian``."""


SIGNATURES: dict[type[Basic], Signature] = {
    Geometric: Signature(((roles.CENTER, roles.RATIO),)),
    DiscreteGaussian: Signature(((roles.CENTER, roles.SIGMA),)),
    GeometricMechanism: Signature(((roles.RATIO,),)),
    DiscreteGaussianMechanism: Signature(((roles.SIGMA,),)),
}
