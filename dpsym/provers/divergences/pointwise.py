"""Hockey sticks of mixtures, bounded outcome by outcome by those that hypotheses bound.

The hockey stick of two mixtures is the integral of the positive part of a linear form in the masses
of the laws they are made of. Where that form is at most a combination of the forms of other hockey
sticks, with coefficients that are not negative, so are the integrals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sympy import Add, Basic, Eq, Expr, Ge, Le, Lt, Mul, S, cancel, exp, log

from dpsym.language.claim import Claim
from dpsym.language.heads import HockeyStick, Mixture, ObjectName
from dpsym.provers.prover import Split
from dpsym.provers.restate import at_most, is_numeric, restate, scalar_hypotheses

Form = dict[Basic, Expr]


class PointwiseCombination:
    """A hockey stick of mixtures, from hypotheses about hockey sticks of their components."""

    name = "pointwise combination"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """Scalar subgoals: coefficients compared law by law, and what the hypotheses add up to."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Le | Ge | Eq):
            return
        atom = claim.conclusions[0]
        if isinstance(atom, Eq):
            yield from _rescaled(claim, atom)
            return
        stick, bound = atom.lts, atom.gts
        if not isinstance(stick, HockeyStick) or not is_numeric(bound):
            return
        wanted = _form(stick)
        known = [h for h in _known(claim.hypotheses) if set(h[0]) <= set(wanted)]
        if not known or len(wanted) < 3:
            return
        shares = _shares(wanted, [form for form, _ in known])
        if shares is None:
            return
        atoms = [at_most(S.Zero, share) for share in shares if not share.is_nonnegative]
        for law, coefficient in wanted.items():
            covered = Add(
                *(c * form.get(law, S.Zero) for c, (form, _) in zip(shares, known, strict=True))
            )
            atoms.append(at_most(coefficient, covered))
        total = Add(*(c * limit for c, (_, limit) in zip(shares, known, strict=True)))
        atoms.append(at_most(total, bound))
        yield Split(
            _numeric(claim, [*atoms, *_defined(atom)]),
            "outcome by outcome at most a combination of the hypotheses, with nonnegative factors",
        )


def shares_of(claim: Claim, stick: Basic) -> dict[int, Expr]:
    """The factor of each hypothesis that is used, by its number; empty where none is found."""
    wanted = _form(stick)
    known: dict[int, Form] = {}
    for number, hypothesis in enumerate(claim.hypotheses):
        for form, _ in _known([hypothesis]):
            if set(form) <= set(wanted):
                known[number] = form
    found = _shares(wanted, list(known.values()))
    return {} if found is None else dict(zip(known, found, strict=True))


def first_share(wanted: Basic, given: Basic) -> Expr | None:
    """The factor with which one stick has the first law of another as often as that has it."""
    forms = [_form(stick if isinstance(stick, HockeyStick) else HockeyStick(S.Zero, *stick.args))
             for stick in (wanted, given)]  # fmt: skip
    first, have = given.args[-2], forms[1]
    if not isinstance(first, ObjectName) or first not in forms[0] or have[first] == 0:
        return None
    share: Expr = forms[0][first] / have[first]
    return share


def _numeric(claim: Claim, atoms: list[Basic]) -> tuple[Claim, ...]:
    assumed = scalar_hypotheses(claim)
    return tuple(restate(claim, [atom], hypotheses=assumed) for atom in dict.fromkeys(atoms))


def _form(stick: Basic) -> Form:
    """The coefficients of the components in the form under the positive part."""
    epsilon, p, q = stick.args
    form: Form = {}
    for law, weight in _components(p):
        form[law] = form.get(law, S.Zero) + weight
    for law, weight in _components(q):
        form[law] = form.get(law, S.Zero) - exp(epsilon) * weight
    return form


def _components(law: Basic) -> list[tuple[Basic, Expr]]:
    if not isinstance(law, Mixture):
        return [(law, S.One)]
    weight, first, second = law.args
    return [(part, weight * w) for part, w in _components(first)] + [
        (part, (1 - weight) * w) for part, w in _components(second)
    ]


def _known(hypotheses: Iterable[Basic]) -> list[tuple[Form, Expr]]:
    """The forms of the hockey sticks that hypotheses bound by a number."""
    found = []
    for hypothesis in hypotheses:
        if not isinstance(hypothesis, Le | Ge) or not isinstance(hypothesis.lts, HockeyStick):
            continue
        if is_numeric(hypothesis.gts):
            found.append((_form(hypothesis.lts), hypothesis.gts))
    return found


def _shares(wanted: Mapping[Basic, Expr], known: list[Form]) -> list[Expr] | None:
    """A factor for each known form: a law's coefficient, shared by the forms that begin with it.

    Of several such forms each gets a part proportional to what its other law may bear, the
    coefficient there in the wanted form over that in its own.
    """
    first = [next((law for law, c in form.items() if c == 1), None) for form in known]
    shares: list[Expr] = []
    for law, form in zip(first, known, strict=True):
        if law is None or len(form) != 2:
            return None
        bearing = [
            _bears(other, own, wanted)
            for own, other in zip(first, known, strict=True)
            if own == law
        ]
        part = _bears(form, law, wanted)
        total = Add(*bearing)
        if len(bearing) == 1:
            shares.append(wanted[law])
        elif total == 0:
            return None
        else:
            shares.append(wanted[law] * part / total)
    return shares


def _bears(form: Form, first: Basic | None, wanted: Mapping[Basic, Expr]) -> Expr:
    ((law, coefficient),) = [(law, c) for law, c in form.items() if law != first]
    return wanted[law] / coefficient


def _rescaled(claim: Claim, atom: Basic) -> Iterator[Split]:
    """Two multiples of hockey sticks whose forms are the same, coefficient by coefficient."""
    sides = [side for side in map(_multiple, atom.args) if side is not None]
    if len(sides) < 2:
        return
    (factor, form), (other, second) = sides
    atoms = [at_most(S.Zero, f) for f in (factor, other) if not f.is_nonnegative]
    for law in dict.fromkeys((*form, *second)):
        left, right = (f * c.get(law, S.Zero) for f, c in ((factor, form), (other, second)))
        if cancel(left - right) != 0:
            atoms.append(Eq(left, right, evaluate=False))
    yield Split(
        _numeric(claim, [*atoms, *_defined(atom)]) or _numeric(claim, [at_most(S.Zero, S.One)]),
        "the same positive parts, outcome by outcome",
    )


def _defined(atom: Basic) -> list[Basic]:
    """That the logarithms in the thresholds have values; their exponentials no longer say so."""
    inside = {
        node.args[0]
        for stick in atom.atoms(HockeyStick)
        for node in stick.args[0].atoms(log)
        if not node.args[0].is_positive
    }
    return [Lt(S.Zero, argument, evaluate=False) for argument in sorted(inside, key=str)]


def _multiple(side: Expr) -> tuple[Expr, Form] | None:
    """A side as a number times one hockey stick."""
    sticks = [factor for factor in Mul.make_args(side) if isinstance(factor, HockeyStick)]
    if len(sticks) != 1:
        return None
    factor = Mul(*(f for f in Mul.make_args(side) if f != sticks[0]))
    return (factor, _form(sticks[0])) if is_numeric(factor) else None
