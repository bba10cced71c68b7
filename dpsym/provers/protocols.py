"""Proofs about protocols: their simulation by canonical responses, and accuracies in closed form.

A protocol in which every party's strategy is (epsilon_i, delta_i)-DP whatever the others say, or
(epsilon_i, 0)-DP while they follow the protocol, is an image of the canonical responses of all
parties under one kernel; so no decision from its transcript is better than the best from those.
With deltas and honest others that fails: Theorem 5.1 of Kairouz, Oh and Viswanath 2015.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sympy import Add, Basic, Dummy, Expr, Ge, Integer, Le, Max, Mul, S, expand, factor, tanh
from sympy.core.relational import Relational

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.heads import ObjectName
from dpsym.provers import axioms
from dpsym.provers.guarantees.dominating_mechanisms import canonical_needs
from dpsym.provers.guarantees.tails import numeric_claims
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, restate

MAX_TRANSCRIPTS = 300
_PARTY = (heads.CuriousDP, heads.MaliciousDP)


class Responses:
    """No accuracy after a private protocol exceeds that after the canonical responses."""

    name = "responses"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """One way for hypotheses about all parties' strategies, one where all deltas are zero."""
        found = _compared(claim)
        if found is None:
            return
        protocol, guarantees = found
        spoken = _mechanisms(protocol)
        if spoken:
            if len(spoken) == len(guarantees):
                goals = [
                    restate(claim, [heads.ApproxDP(part, epsilon, delta)])
                    for part, (epsilon, delta) in zip(spoken, guarantees, strict=True)
                ]
                yield _split(claim, goals, guarantees, "parties who all speak at once")
            return
        for kinds, words in (
            ((heads.MaliciousDP,), "parties whose strategies are private whatever others say"),
            (_PARTY, "parties who follow a pure protocol"),
        ):
            goals = []
            for party, (epsilon, delta) in enumerate(guarantees, 1):
                known = _known(claim, protocol, party, kinds, pure=kinds is _PARTY)
                if known is None:
                    break
                goals += numeric_claims(claim, *_no_larger(known, (epsilon, delta)))
            else:
                yield _split(claim, goals, guarantees, words)


def _split(
    claim: Claim, goals: list[Claim], guarantees: list[tuple[Expr, Expr]], words: str
) -> Split:
    needs = [n for epsilon, delta in guarantees for n in canonical_needs(claim, epsilon, delta)]
    return Split(
        tuple(dict.fromkeys((*goals, *needs))),
        f"transcripts of {words} are images of their canonical responses",
        (axioms.DATA_PROCESSING.name, axioms.DOMINATION.name),
    )


def _compared(claim: Claim) -> tuple[Basic, list[tuple[Expr, Expr]]] | None:
    """The protocol that is claimed to be no more accurate than responses, and their guarantees."""
    if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Le | Ge):
        return None
    small, large = claim.conclusions[0].lts, claim.conclusions[0].gts
    if not isinstance(small, heads.Accuracy) or small.func is not large.func:
        return None
    (protocol, task), (best, same) = small.args, large.args
    guarantees = _guarantees(best)
    return (protocol, guarantees) if task == same and guarantees else None


def _guarantees(best: Basic) -> list[tuple[Expr, Expr]]:
    """The epsilon and delta of each party in a protocol of canonical responses; empty for others.

    Without a delta randomised response is the canonical one.
    """
    found = []
    for part in _mechanisms(best):
        if isinstance(part, heads.CanonicalRR):
            found.append((part.args[0], part.args[1]))
        elif isinstance(part, heads.RandomizedResponse):
            found.append((part.args[0], S.Zero))
        else:
            return []
    return found


def _known(
    claim: Claim, protocol: Basic, party: int, kinds: tuple[type[Basic], ...], *, pure: bool
) -> tuple[Expr, Expr] | None:
    for hypothesis in claim.hypotheses:
        if isinstance(hypothesis, kinds) and hypothesis.args[:2] == (protocol, Integer(party)):
            epsilon, delta = hypothesis.args[2:]
            if not pure or delta == 0:
                return epsilon, delta
    return None


def _no_larger(have: tuple[Expr, Expr], want: tuple[Expr, Expr]) -> list[Basic]:
    return [at_most(h, w) for h, w in zip(have, want, strict=True) if h != w]


class PartyPrivacy:
    """What a party's guarantee follows from: a stronger hypothesis, or its own mechanism."""

    name = "party"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """A hypothesis with no larger parameters; or the mechanism that the party broadcasts."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], _PARTY):
            return
        atom = claim.conclusions[0]
        protocol, party, *wanted = atom.args
        stronger = (heads.MaliciousDP,) if isinstance(atom, heads.MaliciousDP) else _PARTY
        for hypothesis in claim.hypotheses:
            if isinstance(hypothesis, stronger) and hypothesis.args[:2] == (protocol, party):
                have = (hypothesis.args[2], hypothesis.args[3])
                needs = numeric_claims(claim, *_no_larger(have, (wanted[0], wanted[1])))
                yield Split(needs, "who is private whatever others say is so while they are honest")
        parts = _mechanisms(protocol)
        if party.is_Integer and 1 <= party <= len(parts):
            part = parts[int(party) - 1]
            goal = restate(claim, [heads.ApproxDP(part, *wanted)])
            yield Split((goal,), "only the party's own message depends on its bit")


def _mechanisms(protocol: Basic) -> list[Basic]:
    """What the parties of a protocol broadcast at once."""
    if isinstance(protocol, heads.Broadcast):
        return list(protocol.args)
    if isinstance(protocol, heads.ResponseProtocol):
        pairs = zip(protocol.args[::2], protocol.args[1::2], strict=True)
        return [heads.CanonicalRR(epsilon, delta) for epsilon, delta in pairs]
    return []


class WrittenAccuracy:
    """The mean accuracy of a concrete task after canonical responses, written out.

    For each transcript the worth of every decision is a polynomial in delta_i, 1 - delta_i and
    tanh(epsilon_i/2), all nonnegative; a decision is the best where its differences to the others
    factor into such, and a maximum stays where they do not.
    """

    name = "accuracy"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The claim with all such accuracies replaced."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Relational):
            return
        atom = claim.conclusions[0]
        values: dict[Basic, Basic] = {}
        needs: list[Claim] = []
        for node in sorted(atom.atoms(heads.AverageAccuracy), key=str):
            protocol, task = node.args
            if isinstance(protocol, heads.ResponseProtocol) and not task.has(ObjectName):
                written = _written(protocol, task)
                if written is not None:
                    values[node] = written
                    pairs = zip(protocol.args[::2], protocol.args[1::2], strict=True)
                    needs += [n for pair in pairs for n in canonical_needs(claim, *pair)]
        if values:
            sides = (side.xreplace(values) for side in atom.args)
            goal = restate(claim, [atom.func(*sides, evaluate=False)])
            yield Split(
                (goal, *dict.fromkeys(needs)),
                "the best decision for each vector of responses",
                rule="accuracy",
            )


def _written(protocol: Basic, task: Basic) -> Expr | None:
    parties = len(protocol.args) // 2
    viewer, *rows = task.args
    worth = [tuple(row.args) for row in rows]
    if (
        len(worth) != 2**parties
        or len({len(row) for row in worth}) != 1
        or not all(u.is_Rational for row in worth for u in row)
        or not (viewer.is_Integer and 0 <= viewer <= parties)
        or 4**parties > MAX_TRANSCRIPTS
    ):
        return None
    back: dict[Basic, Expr] = {}
    guarantees = zip(protocol.args[::2], protocol.args[1::2], strict=True)
    answers = [_answers(epsilon, delta, back) for epsilon, delta in guarantees]
    inputs = list(product((0, 1), repeat=parties))
    total: list[Expr] = []
    for said in product(range(4), repeat=parties):
        masses = [Mul(*(answers[i][said[i]][x[i]] for i in range(parties))) for x in inputs]
        for known in (None,) if viewer == 0 else (0, 1):
            places = [n for n, x in enumerate(inputs) if known in (None, x[int(viewer) - 1])]
            options = [
                expand(Add(*(masses[n] * worth[n][choice] for n in places)))
                for choice in range(len(worth[0]))
            ]
            total.append(_largest(options))
    return (Add(*total) / 2**parties).xreplace(back)


def _answers(epsilon: Expr, delta: Expr, back: dict[Basic, Expr]) -> list[tuple[Expr, Expr]]:
    """The masses of the four responses to the bits 0 and 1, over nonnegative names."""
    tilt, failure, kept = (Dummy(nonnegative=True) for _ in range(3))
    back |= {tilt: tanh(epsilon / 2), failure: delta, kept: 1 - delta}
    likely, unlikely = kept * (1 + tilt) / 2, kept * (1 - tilt) / 2
    return [(failure, S.Zero), (likely, unlikely), (unlikely, likely), (S.Zero, failure)]


def _largest(options: list[Expr]) -> Expr:
    best: list[Expr] = []
    for option in dict.fromkeys(options):
        if any(_no_smaller(other, option) for other in best):
            continue
        best = [other for other in best if not _no_smaller(option, other)] + [option]
    return best[0] if len(best) == 1 else Max(*best)


def _no_smaller(first: Expr, second: Expr) -> bool:
    return bool(factor(first - second).is_nonnegative)
