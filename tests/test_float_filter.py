"""What floats call clear about a candidate of the search is what balls certify."""

from __future__ import annotations

import numpy as np
import pytest
from sympy import Rational, Symbol, exp

from dpsym.enclosure import enclose
from dpsym.enclosure.certain import Points, law_ends
from dpsym.language import heads
from dpsym.language.parser import parse_claim
from dpsym.provers.search.batch import UnsupportedError
from dpsym.provers.search.certify import certify
from dpsym.provers.search.families import spaces
from dpsym.provers.search.float_filter import clear, not_clearly_none
from dpsym.provers.search.rounding import Exact, levels, names_of, point_of, round_all
from dpsym.provers.search.space import Space

CLAIMS = (
    "KL(P, Q) >= 3*TotalVariation(P, Q)**2",
    "PureDP(M, eps) => ZCDP(M, eps**2/4)",
    "PureDP(M, eps) => ApproxDP(Compose(M, 2), eps, eps/2)",
    "ApproxDP(M, eps, delta) => PureDP(M, 2*eps)",
    "BoundedRange(M, eta) => RenyiDP(M, 2, eta**2/5)",
    "PureDP(M, eps) => PureDP(Subsample(M, 1/3), eps/3)",
    "Renyi(2, P, Q) <= KL(P, Q) + HockeyStick(1/5, P, Q)",
    "PureDP(LaplaceMechanism(1, s), 9/(10*s) + s/20)",
    "ZCDP(GaussianMechanism(1, s), 1/(2*s)) for s in (0, oo)",
    "ChiSquared(P, Q) == Renyi(2, P, Q)",
    "Hellinger(P, Q) <= TotalVariation(P, Q)",
)
CANDIDATES = 24


def candidates(text: str) -> list[tuple[Space, list[Exact]]]:
    """Random candidates in the first families of a claim, in exact numbers."""
    found = []
    rng = np.random.default_rng(3)
    for space in list(spaces(parse_claim(text)))[:3]:
        try:
            z = space.sample(rng, CANDIDATES)
            exacts, _ = round_all(space, z, levels(space)[-4:-3])
        except UnsupportedError:
            continue
        found.append((space, exacts))
    return found


@pytest.mark.parametrize("text", CLAIMS)
def test_what_is_clear_is_what_balls_certify(text: str) -> None:
    for space, exacts in candidates(text):
        for exact, found in zip(exacts, clear(space, exacts), strict=True):
            names = names_of(space, exact)
            witness = certify(space, point_of(space, names), names)
            if found == 0:
                assert witness is None
            if found == 1:
                assert witness is not None


def test_both_kinds_are_clear_for_most_claims() -> None:
    kinds: dict[str, set[int]] = {text: set() for text in CLAIMS}
    for text in CLAIMS:
        for space, exacts in candidates(text):
            kinds[text] |= set(clear(space, exacts).tolist())
    assert sum(0 in found for found in kinds.values()) >= 7
    assert sum(1 in found for found in kinds.values()) >= 7


def test_only_what_is_clearly_none_is_left_out() -> None:
    space, exacts = candidates("KL(P, Q) >= 3*TotalVariation(P, Q)**2")[0]
    decided = clear(space, exacts)
    order = list(reversed(range(len(exacts))))
    assert list(not_clearly_none(space, exacts, order)) == [i for i in order if decided[i] != 0]
    assert 0 in decided


t, e, P = Symbol("t"), Symbol("e"), heads.ObjectName("P")
LAWS = (
    heads.Finite(exp(e) / (1 + exp(e)), 1 / (1 + exp(e)), 0),
    heads.Mixture(t, heads.Finite(1, 0), heads.Finite(Rational(1, 3), Rational(2, 3))),
    heads.Product(heads.Bernoulli(t), P),
    P,
)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_masses_of_composed_laws_are_enclosed(law: heads.Finite) -> None:
    values = np.array([0.0, 1e-9, 0.25, 1.0])
    points = Points({t: values, e: 3 * values}, {P: np.array([[1, 2], [0, 7], [5, 5], [3, 1]])})
    low, high = law_ends(law, points)
    for index in range(points.size):
        point = points.point(index)
        for atom in range(low.shape[1]):
            ball = enclose(mass(law.xreplace(point), atom), {}, bits=200)
            assert not ball < low[index, atom]
            assert not ball > high[index, atom]
            assert high[index, atom] - low[index, atom] <= 1e-14


def mass(law: heads.Finite, atom: int) -> heads.Finite:
    """The mass of one atom as an expression, by the definition of the law."""
    if isinstance(law, heads.Mixture):
        share, first, second = law.args
        return share * mass(first, atom) + (1 - share) * mass(second, atom)
    if isinstance(law, heads.Product):
        first, second = law.args
        return mass(first, atom // 2) * mass(second, atom % 2)
    if isinstance(law, heads.Bernoulli):
        return law.args[0] if atom else 1 - law.args[0]
    return law.args[atom]
