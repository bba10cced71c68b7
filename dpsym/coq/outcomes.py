"""Scripts for Coq of divergences of laws that are written out: sums over outcomes, in closed form.

The library computes a divergence as a sum over outcomes. Each share is turned into the term that
the kernel's closed form has for it, and the sum into that closed form, by equations of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from sympy import Abs, Add, Basic, Dummy, Expr, Max, Mul, Pow, S, Symbol, exp, log, sqrt

from dpsym.coq.atoms import divergence
from dpsym.coq.identities import equation
from dpsym.coq.notation import UnexportableError, coq
from dpsym.coq.scripts import Written
from dpsym.coq.statements import indented
from dpsym.coq.steps import Lines, Step
from dpsym.kernel.laws import closed_form, largest
from dpsym.kernel.rejection import Rejected
from dpsym.language import heads

Names = tuple[Symbol, Symbol]


class Mass(NamedTuple):
    """A mass as the library computes it of the masses of parts, and its value.

    Attributes:
        text: in Coq.
        form: the same over names for the masses of parts, ``put``.
        value: evaluated.
    """

    text: str
    form: Expr
    put: Mapping[Symbol, Expr]

    @property
    def value(self) -> Expr:
        """The mass, evaluated."""
        found: Expr = self.form.xreplace(dict(self.put))
        return found

    def settled(self, step: Step) -> Lines:
        """A script that writes the value for the mass in the goal."""
        value = coq(self.value)
        if self.text == value:
            return []
        left, held = Written(self.form, self.put), step.script.fresh("M")
        proof = [f"transitivity {left.text()}.", "{ ring. }"]
        proof += equation(step.script, step.numeric(self.value), left, Written(self.value))
        stated = f"assert ({held} : {self.text} = {value})."
        return [stated, "{", *indented(proof), "}", f"rewrite ?{held}; clear {held}."]


class Outcome(NamedTuple):
    """The masses of an outcome under two laws."""

    p: Mass
    q: Mass

    def settled(self, step: Step) -> Lines:
        """A script that writes the values for the masses in the goal."""
        both = [*self.p.settled(step), *self.q.settled(step)]
        return self.p.settled(step) if self.p.text == self.q.text else both

    @property
    def is_empty(self) -> bool:
        """Whether neither law has mass there."""
        return bool(self.p.value == 0 and self.q.value == 0)


def masses(found: Basic) -> list[Mass]:
    """The masses of a law in the order of the library.

    Raises:
        UnexportableError: the law is not written out.
    """
    if isinstance(found, heads.Finite):
        return [_atom(p) for p in found.args]
    if isinstance(found, heads.Bernoulli):
        second = _atom(found.args[0])
        return [Mass(f"(1 - {second.text})", 1 - second.form, second.put), second]
    if isinstance(found, heads.Mixture):
        t, first, other = _atom(found.args[0]), *map(masses, found.args[1:])
        return [
            Mass(
                f"({t.text} * {a.text} + (1 - {t.text}) * {b.text})",
                t.form * a.form + (1 - t.form) * b.form,
                {**t.put, **a.put, **b.put},
            )
            for a, b in zip(first, other, strict=True)
        ]
    if isinstance(found, heads.Product):
        *others, joined = map(masses, found.args)
        for other in reversed(others):
            joined = [
                Mass(f"({a.text} * {b.text})", a.form * b.form, {**a.put, **b.put})
                for a in other
                for b in joined
            ]
        return joined
    raise UnexportableError(f"{type(found).__name__} is not written out")


def _atom(value: Expr) -> Mass:
    name = Dummy("m")
    return Mass(coq(value), name, {name: value})


def outcomes(p: Basic, q: Basic) -> list[Outcome]:
    """The outcomes of two laws."""
    return [Outcome(*pair) for pair in zip(masses(p), masses(q), strict=True)]


def written_laws(nodes: Iterable[Basic]) -> list[Basic]:
    """The laws in some nodes of which the masses are given."""
    found = {node: None for each in nodes for node in each.atoms(heads.Finite, heads.Bernoulli)}
    return sorted(found, key=str)


def probabilities(step: Step, found: Basic) -> Lines:
    """A script that has in the context that the masses of a law are probabilities."""
    parts = masses(found)
    lines: Lines = []
    for part in parts:
        if not part.value.is_number:
            lines += step.nonnegative(part.value)
    total = Add(*(part.value for part in parts))
    put = {name: value for part in parts for name, value in part.put.items()}
    whole = Written(Add(*(part.form for part in parts), evaluate=False), put)
    proof = ["cbn [sum].", f"transitivity {whole.text()}.", "{ ring. }"]
    proof += equation(step.script, step.numeric(total), whole, Written(S.One))
    held = step.script.fresh("W")
    listed = "; ".join(part.text for part in parts)
    return [
        *lines,
        f"assert ({held} : probabilities [{listed}]).",
        "{ apply probabilities_of; [ dpsym_all_nonneg |].",
        *indented(proof),
        "}",
    ]


def computed(step: Step, node: Basic, signs: str, needs: list[Basic]) -> tuple[Lines, Expr]:
    """A script that rewrites a divergence in the goal as its closed form, and that form."""
    try:
        found = closed_form(node, signs, needs)
    except Rejected as refused:
        raise UnexportableError(refused.why) from None
    kind = type(node)
    if kind not in SHARES:
        raise UnexportableError(f"the closed form of {kind.__name__} is not exported")
    *parameters, p, q = node.args
    pairs = outcomes(p, q)
    shares = [SHARES[kind](step, pair, parameters) for pair in pairs]
    raw = " + (".join([share.text for share in shares] + ["0"]) + ")" * len(shares)
    head, whole = WHOLE[kind](parameters)
    held = step.script.fresh("D")
    names = {Dummy(f"s{n}"): share.value for n, share in enumerate(shares)}
    joined = Written(whole(Add(*names, evaluate=False)), names)
    lines = [f"assert ({held} : {divergence(node)} = {coq(found)}).", "{"]
    body: Lines = []
    if kind is heads.Renyi:
        body.append("rewrite Renyi_order by lra.")
    body += [f"transitivity ({head.format(raw)}).", "{ dpsym_computed. }"]
    for share in shares:
        equal = step.script.fresh("O")
        body += [f"assert ({equal} : {share.text} = {coq(share.value)}).", "{"]
        body += [*indented(share.proof), "}", f"rewrite {equal}; clear {equal}."]
    body += [f"transitivity {joined.text()}.", "{ dpsym_joined. }"]
    body += equation(step.script, step.numeric(found), joined, Written(found))
    return [*lines, *indented(body), "}", f"rewrite {held}; clear {held}."], found


class Share(NamedTuple):
    """An outcome's share of a divergence, its value, and a script that proves them equal."""

    text: str
    value: Expr
    proof: Lines


def _simplified(step: Step, form: Expr, pair: Outcome, names: Names, value: Expr) -> Lines:
    """A script that proves that a form of two masses has a value."""
    left = Written(form, dict(zip(names, (pair.p.value, pair.q.value), strict=True)))
    lines = [*pair.settled(step), f"transitivity {left.text()}.", "{ dpsym_share. }"]
    return [*lines, *equation(step.script, step.numeric(value), left, Written(value))]


def _difference(
    step: Step, text: str, form: Expr, pair: Outcome, names: Names
) -> tuple[Lines, Expr]:
    """A script that writes a difference of masses otherwise, and what is written for it."""
    value = form.xreplace(dict(zip(names, (pair.p.value, pair.q.value), strict=True)))
    held = step.script.fresh("I")
    proof = _simplified(step, form, pair, names, value)
    lines = [f"assert ({held} : {text} = {coq(value)}).", "{", *indented(proof), "}"]
    return [*lines, f"rewrite {held}; clear {held}."], value


def _names() -> Names:
    return Dummy("p"), Dummy("q")


def _extreme(step: Step, old: Expr, new: Expr) -> Lines:
    """A script that proves that a maximum or size is its simpler form."""
    left = Written(old)
    lines = [f"transitivity {left.text()}.", "{ first [ reflexivity | apply Rmax_comm ]. }"]
    return [*lines, *equation(step.script, step.numeric(new), left, Written(new))]


def _stick(step: Step, pair: Outcome, parameters: list[Expr]) -> Share:
    (e,) = parameters
    p, q = _names()
    inner = f"{pair.p.text} - exp {coq(e)} * {pair.q.text}"
    text = f"Rmax ({inner}) 0"
    if pair.is_empty:
        return Share(text, S.Zero, ["apply Rmax_right; lra."])
    form = Add(p, Mul(-1, exp(e), q, evaluate=False), evaluate=False)
    lines, gap = _difference(step, f"({inner})", form, pair, (p, q))
    if gap == 0:
        return Share(text, S.Zero, [*lines, "apply Rmax_right; lra."])
    value = largest(gap, S.Zero)
    return Share(text, value, [*lines, *_extreme(step, Max(gap, 0, evaluate=False), value)])


def _distance(step: Step, pair: Outcome, parameters: list[Expr]) -> Share:
    p, q = _names()
    inner = f"({pair.p.text} - {pair.q.text})"
    form = Add(p, Mul(-1, q, evaluate=False), evaluate=False)
    lines, gap = _difference(step, inner, form, pair, (p, q))
    value = Abs(gap)
    return Share(f"Rabs {inner}", value, [*lines, *_extreme(step, Abs(gap, evaluate=False), value)])


def _overlap(step: Step, pair: Outcome, parameters: list[Expr]) -> Share:
    p, q = _names()
    text, value = f"sqrt ({pair.p.text} * {pair.q.text})", sqrt(pair.p.value * pair.q.value)
    form = Pow(Mul(p, q, evaluate=False), S.Half, evaluate=False)
    return Share(text, value, _simplified(step, form, pair, (p, q), value))


def _square(step: Step, pair: Outcome, parameters: list[Expr]) -> Share:
    p, q = _names()
    text = f"({pair.p.text} - {pair.q.text}) ^ 2 / {pair.q.text}"
    if pair.is_empty:
        return Share(text, S.Zero, ["unfold Rdiv; ring."])
    value = (pair.p.value - pair.q.value) ** 2 / pair.q.value
    form = (p - q) ** 2 / q
    return Share(text, value, _simplified(step, form, pair, (p, q), value))


def _entropy(step: Step, pair: Outcome, parameters: list[Expr]) -> Share:
    p, q = _names()
    text = f"entropy {pair.p.text} {pair.q.text}"
    if pair.p.value == 0:
        return Share(text, S.Zero, ["apply entropy_0."])
    value = pair.p.value * log(pair.p.value / pair.q.value)
    form = p * log(p / q)
    before = ["rewrite entropy_value by dpsym_mass."]
    return Share(text, value, [*before, *_simplified(step, form, pair, (p, q), value)])


def _moment(step: Step, pair: Outcome, parameters: list[Expr]) -> Share:
    (a,) = parameters
    p, q = _names()
    text = f"moment {coq(a)} {pair.p.text} {pair.q.text}"
    if pair.p.value == 0:
        return Share(text, S.Zero, ["apply moment_0."])
    value = pair.p.value**a * pair.q.value ** (1 - a)
    before: Lines = []
    if a.is_Integer:
        form: Expr = Mul(p**a, q, 1 / q**a, evaluate=False)
        before.append(f"rewrite (moment_whole {int(a) - 1} {coq(a)}) by dpsym_mass.")
    else:
        form = Mul(p**a, q ** (1 - a), evaluate=False)
        before += pair.settled(step)
        for mass in (pair.p.value, pair.q.value):
            before += step.signed(mass, strict=True)
        before.append("rewrite moment_expt by dpsym_mass.")
    return Share(text, value, [*before, *_simplified(step, form, pair, (p, q), value)])


SHARES: Mapping[type[Basic], Callable[[Step, Outcome, list[Expr]], Share]] = {
    heads.HockeyStick: _stick,
    heads.TotalVariation: _distance,
    heads.Hellinger: _overlap,
    heads.ChiSquared: _square,
    heads.KL: _entropy,
    heads.Renyi: _moment,
}
"""What an outcome adds to a divergence."""
Whole = Callable[[list[Expr]], tuple[str, Callable[[Expr], Expr]]]
WHOLE: Mapping[type[Basic], Whole] = {
    heads.HockeyStick: lambda _: ("{}", lambda s: s),
    heads.TotalVariation: lambda _: ("({}) / 2", lambda s: s / 2),
    heads.Hellinger: lambda _: ("1 - ({})", lambda s: 1 - s),
    heads.ChiSquared: lambda _: ("{}", lambda s: s),
    heads.KL: lambda _: ("{}", lambda s: s),
    heads.Renyi: lambda a: (f"ln ({{}}) / ({coq(a[0])} - 1)", lambda s: log(s) / (a[0] - 1)),
}
"""The sum's place in a divergence, in Coq and as an expression."""
