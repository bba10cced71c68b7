"""Hypotheses: laws on the vectors of bits that choose the databases of the rounds."""

from __future__ import annotations

from dpsym.algebra import Basic
from dpsym.language import roles
from dpsym.language.kinds import HypothesisHead
from dpsym.language.roles import Signature


class Ones(HypothesisHead):
    """``Ones(m)`` or ``Ones(l, m)``: every law on the vectors with m ones, or with l to m ones."""


class Parity(HypothesisHead):
    """``Parity(b)``: every law on the vectors whose number of ones is even (b = 0) or odd."""


class Bits(HypothesisHead):
    """``Bits(b1, ..., bk)`` or ``Bits(b[i], (i, 1, k))``: one vector of bits."""


class Every(HypothesisHead):
    """``Every(A, B, ...)``: every law on the vectors of A, of B, and so on."""


class Uniform(HypothesisHead):
    """``Uniform(A, B, ...)``: the uniform law on the vectors of A, of B, and so on."""


class Weighted(HypothesisHead):
    """``Weighted(w, A, B)``: weight w spread evenly on the vectors of A, 1 - w on those of B."""


class Independent(HypothesisHead):
    """``Independent(p1, ..., pk)``: independent bits, bit i being 1 with probability p_i."""


SIGNATURES: dict[type[Basic], Signature] = {
    Ones: Signature(((roles.ONES,), (roles.ONES, roles.ONES))),
    Parity: Signature(((roles.BIT,),)),
    Bits: Signature(repeated=roles.BIT),
    Every: Signature(repeated=roles.HYPOTHESIS),
    Uniform: Signature(repeated=roles.HYPOTHESIS),
    Weighted: Signature(((roles.PROBABILITY, roles.HYPOTHESIS, roles.HYPOTHESIS),)),
    Independent: Signature(repeated=roles.PROBABILITY),
}
