"""Privacy as hypothesis testing: pairs of finite laws, their regions, and Blackwell's order.

Everything is exact, in fractions. The null hypothesis is the first law, and a rejection set S
errs with probability ``FA = P(S)`` under it and ``MD = 1 - Q(S)`` under the second. A region is
the set of all such points (MD, FA), randomised tests included (Kairouz-Oh-Viswanath 2015,
Section 2).

>>> from dpsym.tradeoffs import canonical_pair, privacy_region, region_of
>>> pair = canonical_pair(3, "0.1")
>>> region_of(pair) == privacy_region(3, "0.1")
True
"""

from dpsym.tradeoffs.blackwell import Garbling, Separation, blackwell
from dpsym.tradeoffs.canonical import canonical_kernel, canonical_pair
from dpsym.tradeoffs.pair import FinitePair, Kernel, image
from dpsym.tradeoffs.region import Point, Region, privacy_region, region_of

__all__ = [
    "FinitePair",
    "Garbling",
    "Kernel",
    "Point",
    "Region",
    "Separation",
    "blackwell",
    "canonical_kernel",
    "canonical_pair",
    "image",
    "privacy_region",
    "region_of",
]
