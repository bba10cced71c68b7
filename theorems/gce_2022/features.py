"""Section V-A, Example 3, for any composition theorem and any number of features.

Each feature is a round. The bits b are one for the features that free users have, c for those of
paid users. A hypothesis about ``Ones(0)`` and a vector is what a composition theorem says of the
rounds in which the vector is one, as ``comp`` of the paper, at any epsilon and delta.
"""

from __future__ import annotations

from dpsym import theorem

_ROUNDS = "HypothesisDP(Compose(M[i], (i, 1, k)), "
_FREE, _PAID = "Bits(b[i], (i, 1, k))", "Bits(c[i], (i, 1, k))"
_APART = "Bits(Abs(b[i] - c[i]), (i, 1, k))"
_USERS = f"Every(Ones(0), {_FREE}, {_PAID})"
_KNOWN = f"{_ROUNDS}Ones(0), {_FREE}, e1, d1) and {_ROUNDS}Ones(0), {_PAID}, e2, d2)"
_BITS = "for b[i] in 0..1, c[i] in 0..1"


def _unbounded(share: str) -> str:
    return f"{_KNOWN} => {_ROUNDS}Ones(0), {_USERS}, Max(e1, e2), {share}Max(d1, d2)) {_BITS}"


def _bounded(share: str) -> str:
    return (
        f"{_KNOWN} and {_ROUNDS}Ones(0), {_APART}, e3, d3) =>"
        f" {_ROUNDS}{_USERS}, {_USERS}, Max(e1, e2, e3), {share}Max(d1, d2, d3)) {_BITS}"
    )


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, unbounded, any theorem",
    name="gce24.exA3_unbounded_comp",
)
def exa3_unbounded_comp() -> str:
    """Nobody against free or paid users costs the worse of what is said of their features."""
    return _unbounded("")


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, unbounded, 2 % too little",
    name="gce24.exA3_unbounded_comp_less",
    expect="refuted",
)
def exa3_unbounded_comp_less() -> str:
    """98 % of the larger delta is enough for nobody against free or paid users.

    The whole is needed, gce24.exA3_unbounded_comp.
    """
    return _unbounded("49/50*")


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, bounded, any theorem",
    name="gce24.exA3_bounded_comp",
)
def exa3_bounded_comp() -> str:
    """Nobody, free and paid users against each other: the worst of three sets of features.

    Those of free users, those of paid users, and those that one of the two kinds has alone.
    """
    return _bounded("")


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, bounded, 2 % too little",
    name="gce24.exA3_bounded_comp_less",
    expect="refuted",
)
def exa3_bounded_comp_less() -> str:
    """98 % of the largest delta is enough for nobody, free and paid users against each other.

    The whole is needed, gce24.exA3_bounded_comp.
    """
    return _bounded("49/50*")


@theorem(
    source="HartmannBindschaedlerWest2022, Section V-A, Example 3, bounded, two of three sets",
    name="gce24.exA3_bounded_comp_two",
    expect="refuted",
)
def exa3_bounded_comp_two() -> str:
    """Free against paid users cost no more than either does against nobody.

    With features that one kind has alone they do, gce24.exA3_bounded_comp.
    """
    return f"{_KNOWN} => {_ROUNDS}{_FREE}, {_PAID}, Max(e1, e2), Max(d1, d2)) {_BITS}"
