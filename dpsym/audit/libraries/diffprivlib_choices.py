"""diffprivlib: mechanisms that choose among candidates, and noise that no law of dpsym is.

What a mechanism draws from is read off by giving it a source of randomness of ours.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import inf, log
from typing import Any

import numpy as np
from flint import arb

from dpsym.accounting.rounds import ball
from dpsym.arguments import exact
from dpsym.audit.claims import GEOMETRIC_PURE, LAPLACE_NOISE, listed
from dpsym.truth import Between

_MECHANISMS = "diffprivlib.mechanisms:"
_RESPONSE = "PureDP(FiniteMechanism(Bernoulli({value}), Bernoulli(1 - {value})), epsilon)"
_FLIPPED = "PureDP(FiniteMechanism(Bernoulli(exp(-2*{value})/2), Bernoulli(1/2)), epsilon)"
"""How likely permute and flip chooses the first of two candidates with scores -2 and 0, and with
scores -1 and -1: a worst pair (McKenna and Sheldon 2020)."""
_BOUNDED_DOMAIN = (
    "epsilon >= 1/{value} + log(2 - exp(-1/{value}) - exp(-(width - 1)/{value}))"
    " - log(1 - exp(-width/{value})) for {value} in (0, oo), width in [1, oo), epsilon in [0, oo)"
)
"""The loss between the end of the domain and one step inside, which is the largest (Holohan,
Antonatos, Braghin and Mac Aonghusa 2020)."""
_BOUNDED_NOISE = (
    "(exp(epsilon) - 1)/(2*(exp(epsilon*{value}) - 1)) <= delta"
    " for {value} in [1, oo), epsilon in (0, oo), delta in (0, 1/2)"
)
"""The mass that noise of scale 1/epsilon has beyond the other law's bound."""


class _Source:
    """A source of randomness whose draws are the same number, and which notes what is drawn."""

    def __init__(self, draw: float) -> None:
        self.draw = draw
        self.success = 0.0

    def random(self) -> float:
        """The number."""
        return self.draw

    def geometric(self, success: float) -> int:
        """One, always."""
        self.success = success
        return 1


def _last(holds: Callable[[float], bool]) -> float:
    """The largest of the numbers from 0 to 1, up to rounding, at which a monotone fact holds."""
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _drawn(mechanism: Any, draw: float, value: Any) -> Any:
    mechanism._rng = _Source(draw)
    return mechanism.randomise(value)


def _truthful(kind: Any, epsilon: float) -> float:
    """How likely the label is kept."""
    mechanism = kind(epsilon=epsilon, value0="no", value1="yes")
    return _last(lambda draw: _drawn(mechanism, draw, "yes") == "yes")


def _rate(kind: Any, epsilon: float, *, monotonic: bool = False) -> float:
    """How fast the logarithm of a candidate's probability falls with its score."""
    mechanism = kind(epsilon=epsilon, sensitivity=1, utility=[0.0, -1.0], monotonic=monotonic)
    first = float(mechanism._probabilities[0])
    return log(first / (1 - first))


def _coin(kind: Any, epsilon: float) -> float:
    """The same, of the coins that permute and flip throws."""
    mechanism = kind(epsilon=epsilon, sensitivity=1, utility=[0.0, -1.0])
    return -float(mechanism._probabilities[1])


def _permitted(share: int) -> Callable[..., arb]:
    """The largest rate of scores that move by one.

    Two candidates whose scores move by 1 in opposite directions change the ratio of a far one by
    as much as wanted below exp(2*rate), and by exp(rate) where all move one way (McSherry and
    Talwar 2007, Theorem 6).
    """
    return lambda epsilon: ball(exact(epsilon, "epsilon")) / share


def _spent(epsilon: float) -> arb:
    """The guarantee itself, for functions that give the largest privacy loss of a concrete law."""
    return ball(exact(epsilon, "epsilon"))


def _categories(kind: Any, epsilon: float, near: float) -> float:
    far = [("a", "b", near), ("a", "c", 1.0), ("b", "c", 1.0)]
    return _largest_loss(kind(epsilon=epsilon, utility_list=far))


def _hierarchy(kind: Any, epsilon: float, leaves: int) -> float:
    names = [[f"{branch}{leaf}" for leaf in range(leaves if branch else 1)] for branch in range(2)]
    return _largest_loss(kind(epsilon=epsilon, hierarchy=names))


def _largest_loss(mechanism: Any) -> float:
    whole, values = mechanism._normalising_constant, mechanism._domain_values
    return max(
        log(mechanism._get_prob(one, output) / whole[one])
        - log(mechanism._get_prob(other, output) / whole[other])
        for one, other in permutations(values, 2)
        for output in values
    )


def _stairs(kind: Any, epsilon: float, gamma: float) -> float:
    """The largest privacy loss of a staircase, whose levels have a low and a high part."""
    mechanism = kind(epsilon=epsilon, sensitivity=1, gamma=gamma)
    low = _last(lambda draw: abs(_drawn(mechanism, draw, 0.0)) <= gamma)
    level = -log(1 - mechanism._rng.success)
    part = log(low / gamma) - log((1 - low) / (1 - gamma))
    return max(abs(part), abs(level), abs(level - part))


def _noise(kind: Any, **parameters: Any) -> float:
    """The scale of Laplace noise, which is first known where some is drawn."""
    mechanism = kind(sensitivity=1, **parameters)
    mechanism._laplace_sampler = lambda *_: -1.0
    return float(mechanism.randomise(0.0))


def _bounded(kind: Any, epsilon: float, delta: float) -> float:
    mechanism = kind(sensitivity=1, epsilon=epsilon, delta=delta)
    mechanism._laplace_sampler = lambda *_: np.zeros(1)
    mechanism.randomise(0.0)
    return float(mechanism._noise_bound)


class _Gamma(_Source):
    """A source of a vector's length, which notes its scale."""

    scale = 0.0

    def standard_normal(self, shape: tuple[int, int]) -> np.ndarray[Any, Any]:
        """Ones, always."""
        return np.ones(shape)

    def gamma(self, shape: float, scale: float, size: int) -> np.ndarray[Any, Any]:
        """Ones, always."""
        self.scale = scale
        return np.ones(size)


def _length(kind: Any, epsilon: float, bend: float) -> float:
    """The scale of the length of a random vector that is added to the loss."""
    mechanism = kind(epsilon=epsilon, function_sensitivity=bend, dimension=1, alpha=1.0)
    mechanism._rng = _Gamma(0.0)
    mechanism.randomise(lambda _: 0.0)
    return float(mechanism._rng.scale)


def _perturbed(epsilon: float, bend: float) -> Between:
    """The least scale, where a record's slope goes from 1 to -1 and curvature is at most bend.

    Straight losses show the noise alone, shifted by two; what curved ones add to regularisation 1
    costs 2*log(1 + bend), or half of epsilon where so much regularisation is added (Chaudhuri,
    Monteleoni and Sarwate 2011, Theorem 9).
    """
    level = ball(exact(epsilon, "epsilon"))
    left = level - 2 * (1 + ball(exact(bend, "bend"))).log()
    return Between(2 / level, 2 / left if left > 0 else 4 / level)


class _Threshold(float):
    """A draw that notes what it is compared with."""

    most = 0.0

    def __le__(self, other: float) -> bool:
        self.most = float(other)
        return True


class _Axis(_Source):
    """A source of directions that are all the same axis, which notes how wide they are spread."""

    width = 0.0

    def __init__(self, axis: int) -> None:
        self.kept = _Threshold()
        super().__init__(self.kept)
        self.axis = axis

    def multivariate_normal(self, mean: Any, spread: Any, size: int) -> np.ndarray[Any, Any]:
        """The axis, always."""
        self.width = float(spread[self.axis, self.axis])
        return np.tile(np.eye(len(mean))[self.axis], (size, 1))


def _turned(kind: Any, epsilon: float, dimension: int) -> float:
    """The privacy loss at an axis where a record that lay along another lies along it.

    The densities at both are those of what is proposed times how likely it is kept, and their
    constants are the same.
    """
    found = []
    for axis in (0, 1):
        mechanism, source = kind(epsilon=epsilon, sensitivity=1.0), _Axis(axis)
        mechanism._rng = source
        mechanism.randomise(np.diag([1.0] + [0.0] * (dimension - 1)))
        found.append(log(source.kept.most) + log(source.width) * dimension / 2)
    return found[0] - found[1]


def _snapped(epsilon: float, width: float) -> Between:
    """The largest rate of noise on values of a given half width.

    Rounding to a lattice on which the values lie keeps the ratio of their tails; what rounding of
    floats costs at most says Mironov 2012, Theorem 1.
    """
    level, unit = ball(exact(epsilon, "epsilon")), arb(2) ** -53
    return Between((level - 2 * unit) / (1 + 12 * ball(exact(width, "width")) * unit), level)


_SMALL = {"epsilon": "[1/1000, 10]"}
_WIDE = {"lower": -inf, "upper": inf}  # where nothing is clamped or folded

AUDIT = (
    listed(
        _MECHANISMS + "Binary",
        _RESPONSE + " for {value} in [1/2, 1]",
        _truthful,
        side="lower",
        over=_SMALL,
    ),
    listed(_MECHANISMS + "Exponential", _permitted(2), _rate, side="lower", over=_SMALL),
    listed(
        _MECHANISMS + "Exponential",
        _permitted(1),
        lambda f, epsilon: _rate(f, epsilon, monotonic=True),
        variant="monotonic",
        side="lower",
        over=_SMALL,
    ),
    listed(_MECHANISMS + "PermuteAndFlip", _FLIPPED, _coin, side="lower", over=_SMALL),
    listed(
        _MECHANISMS + "ExponentialCategorical",
        lambda epsilon, near: _spent(epsilon),
        _categories,
        side="lower",
        over={"near": (0.1, 0.5, 0.999999, 1.0), **_SMALL},
    ),
    listed(
        _MECHANISMS + "ExponentialHierarchical",
        lambda epsilon, leaves: _spent(epsilon),
        _hierarchy,
        side="lower",
        over={"leaves": (1, 2, 4), **_SMALL},
    ),
    listed(
        _MECHANISMS + "Staircase",
        lambda epsilon, gamma: _spent(epsilon),
        _stairs,
        side="lower",
        over={"gamma": (0.1, 0.5, 0.9), **_SMALL},
    ),
    *(
        listed(
            f"{_MECHANISMS}{name}",
            LAPLACE_NOISE,
            lambda f, epsilon, delta: _noise(f, epsilon=epsilon, delta=delta, **_WIDE),
            over={"epsilon": "[1/1000, 20]"},
        )
        for name in ("LaplaceTruncated", "LaplaceFolded")
    ),
    *(
        listed(
            f"{_MECHANISMS}{name}",
            GEOMETRIC_PURE,
            lambda f, epsilon: -float(f(epsilon=epsilon, **_WIDE)._scale),
            side="lower",
            over={"epsilon": "[1/1000, 50]"},
        )
        for name in ("GeometricTruncated", "GeometricFolded")
    ),
    listed(
        _MECHANISMS + "LaplaceBoundedDomain",
        _BOUNDED_DOMAIN,
        lambda f, epsilon, width: f(
            epsilon=epsilon, sensitivity=1, lower=0.0, upper=width
        )._find_scale(),
        over={"epsilon": "[1/10, 10]", "width": (1.0, 1.5, 2.0, 10.0, 1000.0)},
    ),
    listed(
        _MECHANISMS + "LaplaceBoundedNoise",
        _BOUNDED_NOISE,
        _bounded,
        over={"epsilon": "[1/100, 10]", "delta": "[10**(-12), 1/4]"},
    ),
    listed(_MECHANISMS + "Vector", _perturbed, _length, over={"bend": (0.0, 0.25, 1.0), **_SMALL}),
    listed(
        _MECHANISMS + "Bingham",
        lambda epsilon, dimension: Between(arb(0), _spent(epsilon)),  # one pair certifies nothing
        _turned,
        side="lower",
        over={"epsilon": (0.1, 1.0, 10.0, 100.0, 200.0), "dimension": (2, 10, 64)},
    ),
    listed(
        _MECHANISMS + "Snapping",
        _snapped,
        lambda f, epsilon, width: f(
            epsilon=epsilon, sensitivity=1.0, lower=-width, upper=width
        ).effective_epsilon(),
        side="lower",
        over={"width": (1.0, 1e3, 1e9), **_SMALL},
    ),
    listed(
        _MECHANISMS + "Uniform",
        "1/(2*{value}) <= delta for {value} in (0, oo), delta in (0, 1/2]",
        lambda f, delta: _drawn(f(delta=delta, sensitivity=1), 1.0, 0.0),
        over={"delta": "[10**(-20), 1/2]"},
    ),
)
