"""Laws of noise whose distance may vanish, and whose distances or widths are compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from sympy import Basic, Dummy, Expr, S, Symbol

from dpsym.kernel.terms import sign
from dpsym.language.claim import Claim
from dpsym.language.domains import Interval
from dpsym.language.heads import ApproxDP, Divergence, GeometricMechanism, HockeyStick
from dpsym.language.noises import ENDLESS, NOISES, conditions
from dpsym.language.printing import text
from dpsym.provers.divergences.supports import by_sign, vanishes
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, restate

_MECHANISMS = tuple(noise.mechanism for noise in NOISES.values())
_NOISY = (*ENDLESS, *_MECHANISMS, GeometricMechanism)


class AtRest:
    """A distance of two laws of noise that may be zero, or may have either sign."""

    name = "laws at rest"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim where the distance is positive, and where it is not."""
        for distance in dict.fromkeys(_distances(claim)):
            if vanishes(distance, claim) or vanishes(-distance, claim):
                shown = distance if vanishes(distance, claim) else -distance
                yield from by_sign(claim, shown)
                return
            if isinstance(distance, Symbol) and not _signed(distance, claim):
                yield from by_sign(claim, distance)
                return


class Apart:
    """A distance or width that is evidently above or below another, as any number that is."""

    name = "distances apart"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with a name for it, for every number above or below the other."""
        ranges = dict(claim.domains)
        for kind, place, written, other in _compared(claim):
            above, below = (sign(gap, ranges) for gap in (written - other, other - written))
            least = sign(written, ranges)
            if not (above or below) or not least or written.is_Symbol:
                continue
            new = fresh(claim, "x")
            put = {
                node: kind(*node.args[:place], new, *node.args[place + 1 :])
                for atom in claim.atoms
                for node in atom.atoms(kind)
                if node.args[place] == written
            }
            line = Interval(S.Zero, S.Infinity, least == 2, True)
            known = at_most(other, new) if above else at_most(new, other)
            child = restate(
                claim,
                [atom.xreplace(put) for atom in claim.conclusions],
                hypotheses=(*(atom.xreplace(put) for atom in claim.hypotheses), known),
                domains={new: line},
            )
            words = f"for every number {'above' if above else 'below'} {text(other)}"
            yield Split((child,), words, (), {"with": {new.name: text(written)}}, "generalise")


def _distances(claim: Claim) -> Iterator[Expr]:
    """How far laws of noise are apart of which a closed form asks that they are."""
    for atom in claim.atoms:
        for divergence in sorted(atom.atoms(Divergence), key=str):
            p, q = divergence.args[-2:]
            if type(p) is type(q) and type(p) in NOISES and _asks(type(p), divergence):
                yield p.args[0] - q.args[0]
        for law, noise in NOISES.items() if isinstance(atom, ApproxDP) else ():
            if _asks(law, HockeyStick(atom.args[1], law(1, 1), law(0, 1))):
                yield from (m.args[0] for m in sorted(atom.atoms(noise.mechanism), key=str))


def _asks(kind: type[Basic], divergence: Basic) -> bool:
    """Whether a closed form asks for a positive distance."""
    distance = Dummy()
    return any(relation.has(distance) for relation in conditions(kind, divergence, distance))


def _signed(number: Expr, claim: Claim) -> bool:
    ranges = dict(claim.domains)
    return bool(sign(number, ranges) or sign(-number, ranges))


def _compared(claim: Claim) -> Iterator[tuple[type[Basic], int, Expr, Expr]]:
    """Two numbers that stand at one place of laws of noise, or mechanisms, of one kind."""
    for kind in _NOISY:
        nodes = sorted({node for atom in claim.atoms for node in atom.atoms(kind)}, key=str)
        for place in range(len(nodes[0].args) if nodes else 0):
            numbers = dict.fromkeys(n.args[place] for n in nodes if n.args[place] != 0)
            yield from ((kind, place, a, b) for a, b in permutations(numbers, 2))


__all__ = ["Apart", "AtRest"]
