"""Rules about protocols: the privacy of parties, and accuracies after private protocols."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from dpsym.algebra import Add, Basic, Dummy, Expr, Integer, Le, Max, Mul, Rational, S, Symbol, tanh
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.rows import DATA, DOMINATION
from dpsym.kernel.terms import Domains, difference, sign, substitute
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import PROBABILITY

MAX_PARTIES = 4


def broadcast(goal: Goal) -> list[Claim]:
    """Where all parties speak at once, only a party's own message depends on its bit."""
    atom = goal.atom
    if not isinstance(atom, heads.CuriousDP | heads.MaliciousDP):
        raise Rejected((), "the conclusion is no party's privacy")
    protocol, party, *parameters = atom.args
    said = _messages(protocol)
    if not isinstance(party, Integer) or not 1 <= party <= len(said):
        raise Rejected((), f"there is no party {party}")
    return [goal.stating(heads.ApproxDP(said[int(party) - 1], *parameters))]


def _messages(protocol: Basic) -> list[Basic]:
    """What the parties of a protocol say, if they all speak at once."""
    if isinstance(protocol, heads.Broadcast):
        return list(protocol.args)
    if isinstance(protocol, heads.ResponseProtocol):
        pairs = zip(protocol.args[::2], protocol.args[1::2], strict=True)
        return [heads.CanonicalRR(epsilon, delta) for epsilon, delta in pairs]
    return []


def responses(goal: Goal) -> list[Claim]:
    """No accuracy after a private protocol exceeds that after the canonical responses.

    The transcript is an image of the responses of all parties, if every strategy is private
    whatever the others say; or while they follow the protocol, but then without failures.
    """
    atom = goal.atom
    fits = isinstance(atom, Le) and isinstance(atom.lhs, heads.Accuracy)
    if not fits or atom.lhs.func != atom.rhs.func or atom.lhs.args[1] != atom.rhs.args[1]:
        raise Rejected((), "the conclusion compares no accuracies of one task")
    goal.axioms |= {DATA, DOMINATION}
    protocol, best = atom.lhs.args[0], atom.rhs.args[0]
    wanted: list[tuple[Expr, Expr]] = []
    for message in _messages(best):
        if not isinstance(message, heads.CanonicalRR | heads.RandomizedResponse):
            raise Rejected((), f"{message} is no canonical response")
        wanted.append((*message.args, S.Zero)[:2])
    own = _messages(protocol)
    if not wanted or (own and len(own) != len(wanted)) or _parties(protocol) > len(wanted):
        raise Rejected((), "the parties are not those of the responses")
    needed: list[Basic] = []
    curious = goal.params.get("curious") is True
    for party, (epsilon, delta) in enumerate(wanted, 1):
        kind = heads.CuriousDP if curious else heads.MaliciousDP
        needed.append(kind(protocol, Integer(party), epsilon, S.Zero if curious else delta))
        needed += [at_most(S.Zero, epsilon), at_most(S.Zero, delta), at_most(delta, S.One)]
    return [goal.stating(need) for need in needed]


def _parties(protocol: Basic) -> int:
    """The number of parties of a protocol that says it, else 0."""
    return int(protocol.args[0]) if isinstance(protocol, heads.Protocol) else 0


def accuracy(goal: Goal) -> list[Claim]:
    """The mean accuracy of a concrete task after canonical responses, written out.

    For each vector of responses the best decision is a maximum of sums of masses; where a
    difference to another is a product of what is evidently not negative, the maximum is settled.
    """
    values: dict[Basic, Basic] = {}
    needed: list[Basic] = []
    for node in goal.atom.atoms(heads.AverageAccuracy):
        if isinstance(node.args[0], heads.ResponseProtocol):
            values[node] = _written(*node.args)
            for epsilon, delta in zip(*[iter(node.args[0].args)] * 2, strict=True):
                ends = ((S.Zero, epsilon), (S.Zero, delta), (delta, S.One))
                needed += [at_most(*pair) for pair in ends]
    if not values:
        raise Rejected((), "there is no accuracy after canonical responses")
    return [goal.stating(atom) for atom in (goal.put(goal.atom, values), *needed)]


def _written(protocol: Basic, task: Basic) -> Expr:
    parties = len(protocol.args) // 2
    viewer, *rows = task.args
    worth = [tuple(row.args) for row in rows]
    fits = len(worth) == 2**parties and len({len(row) for row in worth}) == 1
    known = isinstance(viewer, Integer) and 0 <= viewer <= parties <= MAX_PARTIES
    if not fits or not known or not all(isinstance(u, Rational) for row in worth for u in row):
        raise Rejected((), "the task does not fit the protocol")
    values: dict[Basic, Expr] = {}
    pairs = zip(protocol.args[::2], protocol.args[1::2], strict=True)
    answers = [_answers(i, *pair, values) for i, pair in enumerate(pairs)]
    domains = dict.fromkeys((name for name in values if isinstance(name, Symbol)), PROBABILITY)
    inputs = list(product((0, 1), repeat=parties))
    total: list[Expr] = []
    for said in product(range(4), repeat=parties):
        masses = [Mul(*(answers[i][said[i]][x[i]] for i in range(parties))) for x in inputs]
        for own in (0, 1) if viewer else (None,):
            seen = [n for n, x in enumerate(inputs) if own in (None, x[int(viewer) - 1])]
            total.append(_largest([Add(*(masses[n] * worth[n][c] for n in seen))
                                   for c in range(len(worth[0]))], domains))  # fmt: skip
    return substitute(Add(*total) / 2**parties, values)


def _answers(
    party: int, epsilon: Expr, delta: Expr, values: dict[Basic, Expr]
) -> list[tuple[Expr, Expr]]:
    """The masses of the four responses to the bits 0 and 1, over names in [0, 1]."""
    tilt, failure, kept = (Dummy(f"{name}{party}") for name in "tfk")
    values |= {tilt: tanh(epsilon / 2), failure: delta, kept: 1 - delta}
    likely, unlikely = kept * (1 + tilt) / 2, kept * (1 - tilt) / 2
    return [(failure, S.Zero), (likely, unlikely), (unlikely, likely), (S.Zero, failure)]


def _largest(options: Sequence[Expr], domains: Domains) -> Expr:
    """The maximum, without options that are evidently not above another."""
    best: list[Expr] = []
    for option in dict.fromkeys(options):
        if any(_no_smaller(other, option, domains) for other in best):
            continue
        best = [other for other in best if not _no_smaller(option, other, domains)] + [option]
    return best[0] if len(best) == 1 else Max(*best)


def _no_smaller(first: Expr, second: Expr, domains: Domains) -> bool:
    return sign(difference(first, second), domains) > 0
