"""What holds of any laws holds of those that are written out."""

from __future__ import annotations

from itertools import product

from dpsym.algebra import Basic, Relational
from dpsym.kernel.goal import Goal
from dpsym.kernel.laws import bound_of, closed_form
from dpsym.kernel.mechanisms import PAIRED, named, values_at
from dpsym.kernel.rejection import Rejected
from dpsym.language.claim import Claim
from dpsym.language.divergences import DIVERGENCES
from dpsym.language.domains import KERNEL, LAW
from dpsym.language.heads import Divergence, Guarantee, MechanismHead, ObjectName, Quantity
from dpsym.language.indexed import is_indexed
from dpsym.language.kinds import Law, is_scalar
from dpsym.language.meaning import neighbouring_pairs


def any_laws(goal: Goal) -> list[Claim]:
    """Relations between numbers and divergences of two laws hold for any two laws in their place.

    ``first`` and ``second`` are different laws that are written out, in numbers, names of laws and
    of kernels; at each point of the goal they are two laws, and ``p`` and ``q`` are new names that
    range over all laws, so that the goal is the child at these. Of the hypotheses, relations are
    kept; guarantees in ``numbers``, of mechanisms with known laws, are the bounds of each ordered
    pair of neighbours, which is what they mean, at the orders in ``at`` where they speak of all.
    What bounds, such as a divergence of normal laws, is written out. All other hypotheses are left
    out.
    """
    order, *new = goal.fresh("order", "p", "q")
    p, q = (ObjectName(name.name) for name in new)
    laws = [goal.expression(goal.params.get(key)) for key in ("first", "second")]
    known = {
        name for name, domain in goal.claim.domains if domain in (LAW, KERNEL) or is_scalar(name)
    }
    for law in laws:
        if not isinstance(law, Law) or isinstance(law, ObjectName):
            raise Rejected((), f"{law} is no law that is written out")
        if not law.free_symbols <= known:
            raise Rejected((), f"{law} depends on names that the claim does not give a domain")
    if laws[0] == laws[1] or laws[0].has(laws[1]) or laws[1].has(laws[0]):
        raise Rejected((), "the laws are not two")
    if is_indexed(goal.claim.atoms) or not all(map(_is_relation, goal.claim.conclusions)):
        raise Rejected((), "the conclusions are no relations of divergences")
    needed: list[Basic] = []
    assumed = [h for h in goal.claim.hypotheses if _is_relation(h)]
    for number in goal.chosen() if goal.params.get("numbers") else []:
        hypothesis = goal.claim.hypotheses[number]
        if not isinstance(hypothesis, PAIRED) or hypothesis.has(ObjectName):
            raise Rejected((), f"{hypothesis} is no guarantee of a mechanism with known laws")
        values = values_at(goal, number, order, needed)
        for value, (near, far) in product(values, neighbouring_pairs(hypothesis.args[0])):
            bound, _ = bound_of(hypothesis, near, far, order)
            bound = goal.put(named(bound, value), {order: value})
            limits = bound.gts.atoms(Divergence)
            assumed.append(goal.put(bound, {d: closed_form(d, "", needed) for d in limits}))
    names: dict[Basic, Basic] = dict(zip(laws, (p, q), strict=True))
    before, after = (
        [goal.put(atom, names) for atom in atoms] for atoms in (assumed, goal.claim.conclusions)
    )
    general = goal.stating(*after, hypotheses=before, domains=dict.fromkeys((p, q), LAW))
    return [general, *map(goal.stating, needed)]


def _is_relation(atom: Basic) -> bool:
    others = atom.has(Guarantee, MechanismHead)
    divergences = all(type(part) in DIVERGENCES for part in atom.atoms(Quantity))
    return isinstance(atom, Relational) and divergences and not others
