"""Hockey sticks of mixtures, bounded outcome by outcome by those that hypotheses bound.

The hockey stick of two mixtures is the integral of the positive part of a linear form in the masses
of the laws they are made of. Where that form is at most a combination of the forms of other hockey
sticks, with coefficients that are not negative, so are the integrals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sympy import Add, Basic, Eq, Expr, Ge, Le, S, exp

from dpsym.language.claim import Claim
from dpsym.language.heads import HockeyStick, Mixture, ObjectName, TotalVariation
from dpsym.language.printing import text
from dpsym.provers.kernel_rules import by_rule
from dpsym.provers.prover import Split
from dpsym.provers.restate import is_numeric

Form = dict[Basic, Expr]


class PointwiseCombination:
    """A hockey stick of mixtures, from hypotheses about hockey sticks of their components."""

    name = "pointwise combination"

    def splits(self, claim: Claim) -> Iterator[Split]:
        """The factors of the hypotheses that are used; none where both sides are multiples."""
        if len(claim.conclusions) != 1 or not isinstance(claim.conclusions[0], Le | Ge | Eq):
            return
        atom = claim.conclusions[0]
        words = "outcome by outcome at most a combination of others, with nonnegative factors"
        stick = atom.args[0] if isinstance(atom, Eq) else atom.lts
        bounded = isinstance(atom, Le | Ge) and is_numeric(atom.gts)
        if bounded and isinstance(stick, HockeyStick):
            found = _shares_of(claim, stick)
            written = {str(number): text(share) for number, share in found.items() if share != 0}
            if written:
                yield from by_rule("pointwise", claim, {"shares": written}, words)
        elif not bounded and stick.has(HockeyStick, TotalVariation):
            yield from by_rule("pointwise", claim, {}, words)


def _shares_of(claim: Claim, stick: Basic) -> dict[int, Expr]:
    """The factor of each hypothesis that is used, by its number; empty where none is found."""
    wanted = _form(stick)
    known: dict[int, Form] = {}
    for number, hypothesis in enumerate(claim.hypotheses):
        for form in _known(hypothesis):
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


def _known(hypothesis: Basic) -> Iterator[Form]:
    """The form of the hockey stick that a hypothesis bounds by a number."""
    bounds = isinstance(hypothesis, Le | Ge) and is_numeric(hypothesis.gts)
    if bounds and isinstance(hypothesis.lts, HockeyStick):
        yield _form(hypothesis.lts)


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
