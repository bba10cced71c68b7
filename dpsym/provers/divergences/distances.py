"""Laws of noise whose distance may vanish, and whose distances or widths are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from sympy import Basic, Dummy, Expr, Le, S, Symbol, cancel

from dpsym.kernel.implications import plain
from dpsym.kernel.terms import sign
from dpsym.language.claim import Claim
from dpsym.language.domains import POSITIVE, Interval
from dpsym.language.heads import ApproxDP, Divergence, GeometricMechanism, HockeyStick
from dpsym.language.noises import ENDLESS, NOISES, conditions
from dpsym.language.printing import text
from dpsym.provers.divergences.supports import by_sign, vanishes
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, fresh, restate, scalar_hypotheses

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


class Scaled:
    """Hockey sticks of noise at thresholds that fall as the widths grow.

    Thresholds times widths are one number. The one with the larger width is treated as that with
    any width above the other's, and where a guarantee bounds the other it is a step between.
    """

    name = "noise on another scale"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with names for the number and the larger width; or the step between."""
        atom = plain(claim.conclusions[0])
        if len(claim.conclusions) != 1 or not isinstance(atom, Le):
            return
        if isinstance(atom.rhs, HockeyStick):
            yield from self._for_every_width(claim, atom.lhs, atom.rhs)
            return
        for number, known in enumerate(map(plain, claim.hypotheses)):
            if isinstance(known, Le) and known.lhs == atom.lhs and _on_one_scale(*known.args):
                params = {"fact": "hypothesis", "number": number}
                rest = [h for n, h in enumerate(claim.hypotheses) if n != number]
                for split in by_rule("bound", claim, params, "the bound that is known"):
                    left = (restate(g, g.conclusions, hypotheses=rest) for g in split.subgoals)
                    yield replace(split, subgoals=tuple(left))
                return
        for known in claim.hypotheses:
            stick = _stick(known, atom.lhs)
            if stick is None or stick == atom.lhs or not _on_one_scale(atom.lhs, stick):
                continue
            params = {"between": text(atom.lhs), "limit": text(stick)}
            for split in by_rule("cut", claim, params, "below noise on a smaller scale"):
                step, *after = split.subgoals
                alone = restate(step, step.conclusions, hypotheses=scalar_hypotheses(step))
                yield replace(split, subgoals=(alone, *after))

    def _for_every_width(self, claim: Claim, small: Basic, large: Basic) -> Iterator[Split]:
        """The claim for all larger widths."""
        if not _on_one_scale(small, large):
            return
        (_, *wide), (threshold, *narrow) = small.args, large.args
        width, least = wide[0].args[1], narrow[0].args[1]
        ranges = dict(claim.domains)
        unit = threshold * least
        if width.is_Symbol or not sign(width - least, ranges):
            return
        if sign(unit, ranges) == 1 and threshold.is_Symbol:
            yield from by_rule("cases", claim, {"of": text(threshold)}, "a threshold of zero apart")
            return
        if sign(unit, ranges) < 2:
            return
        new, ratio = fresh(claim, "x"), fresh(claim, "r")
        sides = (
            HockeyStick(ratio / new, *(type(law)(law.args[0], new) for law in wide)),
            HockeyStick(ratio / least, *narrow),
        )
        child = restate(
            claim,
            [at_most(*sides)],
            hypotheses=(*scalar_hypotheses(claim), at_most(least, new)),
            domains={new: POSITIVE, ratio: POSITIVE},
        )
        values = {new.name: text(width), ratio.name: text(unit)}
        words = f"for every width above {text(least)}"
        yield Split((child,), words, (), {"with": values}, "generalise")


def _stick(known: Basic, like: Basic) -> Basic | None:
    """The hockey stick that a guarantee of noise bounds, with the centers of another; None if none.

    A guarantee bounds those of both orders of two laws.
    """
    if not isinstance(known, ApproxDP) or not isinstance(like, HockeyStick):
        return None
    p, q = like.args[1:]
    noise = NOISES.get(type(p))
    if noise is None or type(q) is not type(p) or not isinstance(known.args[0], noise.mechanism):
        return None
    distance, width = known.args[0].args
    if distance not in (p.args[0] - q.args[0], q.args[0] - p.args[0]):
        return None
    return HockeyStick(known.args[1], *(type(p)(law.args[0], width) for law in (p, q)))


def _on_one_scale(one: Basic, other: Basic) -> bool:
    """Whether two hockey sticks of noise at one distance have thresholds by their widths."""
    if not isinstance(one, HockeyStick) or not isinstance(other, HockeyStick):
        return False
    pairs = [stick.args[1:] for stick in (one, other)]
    laws = [law for pair in pairs for law in pair]
    if type(laws[0]) not in NOISES or len({type(law) for law in laws}) > 1:
        return False
    if any(p.args[1:] != q.args[1:] or len(p.args) != 2 for p, q in pairs):
        return False
    centers, widths = ([pair[0].args[i] for pair in pairs] for i in (0, 1))
    ratio = one.args[0] * widths[0] - other.args[0] * widths[1]
    rests = [pair[1].args[0] for pair in pairs]
    return bool(centers[0] == centers[1] and rests[0] == rests[1] and cancel(ratio) == 0)


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
