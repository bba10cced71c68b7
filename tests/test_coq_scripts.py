"""Which claims are written for Coq, and that what is written says all of the claim."""

from __future__ import annotations

import pytest

from dpsym.coq.atoms import check_sides
from dpsym.coq.notation import UnexportableError
from dpsym.language.parser import parse_claim


@pytest.mark.parametrize(
    "text",
    [
        "TotalVariation(P, Q) <= sqrt(1 - exp(-KL(P, Q)))",
        "TotalVariation(P, Q) <= Min(1, KL(P, Q))",
        "TotalVariation(P, Q) <= 1 - 1/(1 + ChiSquared(P, Q))",
    ],
)
def test_a_side_with_a_limit_is_not_written(text: str) -> None:
    """A premise that the divergence is finite would leave the limit out."""
    with pytest.raises(UnexportableError):
        check_sides(parse_claim(text))


@pytest.mark.parametrize(
    "text",
    [
        "TotalVariation(P, Q) <= sqrt(KL(P, Q)/2)",
        "KL(P, Q) <= log(1 + ChiSquared(P, Q))",
        "HockeyStick(x, P, Q) <= Max(1, KL(P, Q)) for x in [0, oo)",
    ],
)
def test_a_side_without_limit_is_written(text: str) -> None:
    check_sides(parse_claim(text))
