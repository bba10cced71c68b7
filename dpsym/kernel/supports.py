"""Laws with finitely many outcomes: where divergences are infinite, and which laws they are."""

from __future__ import annotations

from dpsym.algebra import Add, Basic, Expr, Lt, Mul, S, Symbol
from dpsym.kernel.goal import Goal, at_most
from dpsym.kernel.outcomes import outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import weighted
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.construct import lossless
from dpsym.language.divergences import DIVERGENCES
from dpsym.language.domains import LAW, Domain, Interval
from dpsym.language.heads import Divergence, ObjectName, Quantity
from dpsym.language.indexed import is_indexed
from dpsym.language.shapes import mapped_laws

MOST_ROWS = 20


def listed(goal: Goal) -> list[Claim]:
    """A law with a name that a kernel maps has an outcome for each row, and any masses there.

    A kernel that is written out maps laws on as many outcomes as it has rows, so that the name
    ranges over these alone; how outcomes are called changes no divergence. Any such law is
    ``Finite(p, ..., 1 - p - ...)`` for masses p in [0, 1], of which the last is not negative, and
    each of these is a law: the claim and the one about masses have the same points.
    """
    rows = mapped(goal.claim)
    if not rows or is_indexed(goal.claim.atoms):
        raise Rejected((), "no kernel that is written out maps a law with a name")
    keys = [f"{law.name}.{place}" for law, n in rows.items() for place in range(n - 1)]
    fresh = dict(zip(keys, goal.fresh(*keys), strict=True))
    laws: dict[Basic, Basic] = {}
    assumed: list[Basic] = []
    for law, n in rows.items():
        masses = [fresh[f"{law.name}.{place}"] for place in range(n - 1)]
        laws[law] = heads.Finite(*masses, 1 - Add(*masses))
        assumed += [at_most(Add(*masses), S.One)] if n > 2 else []
    own: dict[Symbol, Domain] = dict.fromkeys(fresh.values(), Interval(S.Zero, S.One, False, False))
    others = {name: domain for name, domain in goal.claim.domains if name not in laws}
    before, after = (
        tuple(goal.put(atom, laws, own) for atom in atoms)
        for atoms in (goal.claim.hypotheses, goal.claim.conclusions)
    )
    return [Claim((*assumed, *before), after, tuple((others | own).items()))]


def mapped(claim: Claim) -> dict[ObjectName, int]:
    """The named laws that kernels which are written out map, with the number of their rows.

    Raises:
        Rejected: two kernels map one law and have not equally many rows, or there are too many.
    """
    known = {name for name, domain in claim.domains if domain == LAW}
    found: dict[ObjectName, int] = {}
    for law, n in sorted(mapped_laws(claim.atoms), key=str):
        if law in known and (found.setdefault(law, n) != n or n > MOST_ROWS):
            raise Rejected((), f"kernels with other or too many rows map {law}")
    return dict(sorted(found.items(), key=str))


def beyond_support(small: Expr, large: Expr) -> list[Basic]:
    """What says that the larger side is infinite and the smaller one a number; nothing elsewhere.

    Every term of the larger side is a number or a multiple >= 0 of a divergence, and 0 times an
    infinite one is 0. One of the multiples is infinite where its factor is positive and so is a
    mass at an outcome that has none under the second law.
    """
    if small.has(Quantity):
        return []
    terms = [weighted(term, (Quantity,)) for term in Add.make_args(large)]
    found = [(factor, d) for factor, d in terms if d != 1]
    if not all(isinstance(d, Divergence) for _, d in found):
        return []
    beyond = [lossless(Mul, factor, mass) for factor, d in found for mass in _masses_beyond(d)]
    numbers = [small, *(number for number, d in terms if d == 1)]
    weights = [factor for factor, _ in found if not (factor.is_Rational and factor > 0)]
    if any(number.has(S.Infinity, S.NegativeInfinity) for number in (*numbers, *weights)):
        return []
    numbers += [a for _, d in found for a in d.args if heads.is_scalar(a) and a is not S.Infinity]
    values = [at_most(number, number) for number in numbers]
    values += [at_most(S.Zero, weight) for weight in weights]
    return [Lt(S.Zero, Add(*beyond), evaluate=False), *values] if beyond else []


def _masses_beyond(divergence: Basic) -> list[Expr]:
    """The masses of a finite law where another has none: one that is positive makes it infinite.

    There are none of a divergence that is never infinite.
    """
    form = DIVERGENCES.get(type(divergence))
    masses = outcomes(*divergence.args[-2:]) if form and form.most is S.Infinity else ()
    return [x for x, y in masses if y == 0 and x != 0]
