"""How large numbers may be that are written out."""

from __future__ import annotations

MAX_DIGITS = 1_000
"""Of a number that is written out."""
MOST_BITS = 100_000
"""Before the point, of an exponent, or of what a function is taken of."""
LARGEST_COUNT = {"factorial": 100_000, "harmonic": 10_000, "binomial": 10_000}
"""Up to which argument each is written out; of a binomial, the smaller of k and n - k."""
