"""Refutations for Coq: a claim at the point of its witness, where interval arithmetic decides.

Laws and mechanisms of a witness are written out; the library computes divergences as sums over
their outcomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from operator import ne
from types import UnionType

from sympy import Basic, Expr, Symbol, erf, erfc, preorder_traversal
from sympy.core.relational import Relational

from dpsym.certificate import Certificate, claim_of
from dpsym.coq.atoms import atom, is_number
from dpsym.coq.claims import negation, numbers
from dpsym.coq.families import Families
from dpsym.coq.notation import UnexportableError, coq, name
from dpsym.coq.sorts import binders
from dpsym.coq.statements import domain_conditions, indented
from dpsym.coq.steps import Lines, Step, Values, both, evaluated
from dpsym.kernel.implications import plain
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.families import instance_at, names_of_members
from dpsym.language.heads import Divergence, Guarantee, Phi
from dpsym.language.hypotheses import vectors
from dpsym.language.indices import Index
from dpsym.language.noises import ENDLESS, MIRRORED
from dpsym.language.parser import parse_expression

WRITTEN = "W"
"""The name of what says that a claim is false with so many members written out."""
Point = Mapping[str, Basic]
ASSUMED = heads.PureDP | heads.ApproxDP | heads.RenyiDP | heads.ZCDP | heads.ApproxZCDP
"""Guarantees that are shown of laws with few outcomes."""
COMPUTED = ASSUMED | heads.MeanCDP | heads.ProbabilisticDP | heads.Simulable
"""Guarantees that are refuted of laws with few outcomes."""
CONCENTRATED = heads.ApproxDP | heads.RenyiDP | heads.ZCDP
"""Guarantees that are refuted of Gaussian noise, by the masses beyond a point."""


def refutation(certificate: Certificate, title: str) -> str:
    """The theorem that a claim is false.

    Raises:
        UnexportableError: the witness is no point of numbers.
    """
    claim, witness = claim_of(certificate.claim), certificate.witness or {}
    point = {name: parse_expression(text) for name, text in witness["point"].items()}
    written = instance_at(claim, point)
    values = {n: point[n.name] for n, _ in written.domains}
    where = witness["where"]
    order = parse_expression(where.get("alpha", where.get("lambda", "2")))
    _check_concrete(written, values)
    lines = _script(written, values, witness["conclusion"], order)
    if claim.index is not None:
        reduced = _written_out(claim, claim.index, written, point)
        refused = [f"assert ({WRITTEN} : {negation(written)}).", "{", *indented(lines), "}"]
        lines = [*refused, *reduced]
    body = "\n".join(indented(lines))
    return f"Theorem {title} : {negation(claim)}.\nProof.\n{body}\nQed.\n"


def _written_out(claim: Claim, index: Index, written: Claim, point: Point) -> Lines:
    """A script that a claim about families says what it does with so many members written out."""
    families, step, used = Families(claim, index), Step(written, ()), dict(written.domains)
    members, place = int(point[index.count.name]), families.place

    def term(symbol: Symbol) -> str:
        return name(symbol) if symbol in used else coq(point[symbol.name])

    terms: dict[Symbol, str] = {index.count: str(members)}
    for family, ones in names_of_members(claim, index, members).items():
        *others, last = map(term, ones)
        cases = [f"{n}%nat => {text}" for n, text in enumerate(others, 1)]
        chosen = f"match {place} with {' | '.join([*cases, f'_ => {last}'])} end"
        terms[family] = f"(fun {place} : nat => {chosen})"
    known = {name(symbol): terms.get(symbol) or term(symbol) for symbol, _ in claim.domains}
    values = [known.get(each, "_") for binder in families.binders() for each in binder.names]
    bound = [each for binder in binders(written) for each in binder.names]
    lines = ["intros H.", f"apply {WRITTEN}; clear {WRITTEN}."]
    lines += [f"intros {' '.join([*bound, *step.held.values()])}."]
    if index.count in used:
        lines.append(f"replace {name(index.count)} with {members} in * by lra.")
    lines += [f"specialize (H {' '.join(values)}).", "dpsym_counted."]
    for _ in families.premises():
        lines += step.premise("H", ["dpsym_of_members."])
    return [*lines, "dpsym_written_out H."]


def _check_concrete(claim: Claim, values: dict[Symbol, Basic]) -> None:
    """Checks that what the atoms speak of can be computed, as far as that is seen at once.

    Raises:
        UnexportableError: a continuous law of which the library computes nothing, or a guarantee.
    """
    for stated in claim.atoms:
        if not is_noise(plain(stated.xreplace(values)), assumed=stated in claim.hypotheses):
            _check_finite(stated, values, ASSUMED if stated in claim.hypotheses else COMPUTED)


def _check_finite(stated: Basic, values: dict[Symbol, Basic], known: UnionType) -> None:
    for head in preorder_traversal(plain(stated.xreplace(values))):
        if isinstance(head, (*ENDLESS, *MIRRORED)):
            raise UnexportableError(f"refutations by {type(head).__name__} are not exported")
        if isinstance(head, Guarantee) and not isinstance(head, known):
            raise UnexportableError(f"refutations of {type(head).__name__} are not exported")


def is_noise(stated: Basic, *, assumed: bool) -> bool:
    """Whether the library shows a guarantee of continuous noise, or refutes it by one cut.

    >>> from dpsym.language.parser import parse_claim
    >>> (stated,) = parse_claim("ApproxDP(GaussianMechanism(1, 2), 1, 1/9)").conclusions
    >>> is_noise(stated, assumed=False), is_noise(stated, assumed=True)
    (True, False)
    """
    if not isinstance(stated, Guarantee):
        return False
    subject = stated.args[0]
    if isinstance(subject, heads.GaussianMechanism):
        shown = heads.ZCDP | heads.RenyiDP | heads.ApproxZCDP
        return isinstance(stated, shown if assumed else CONCENTRATED)
    if isinstance(subject, heads.Subsample):
        return _is_sampled(subject) and isinstance(stated, heads.ApproxDP) and not assumed
    if isinstance(subject, heads.Group):
        grown = isinstance(subject.args[0], heads.GaussianMechanism)
        return grown and isinstance(stated, heads.ZCDP) and not assumed
    return isinstance(stated, heads.PureDP) and not assumed and _is_laplace(subject)


def _is_sampled(found: Basic) -> bool:
    """Whether a mechanism is the Gaussian one on a sample."""
    return isinstance(found, heads.Subsample) and isinstance(found.args[0], heads.GaussianMechanism)


def _is_laplace(found: Basic) -> bool:
    """Whether a mechanism adds Laplace noise, in several rounds perhaps."""
    if isinstance(found, heads.Compose):
        return all(_is_laplace(part) for part in found.args if not is_number(part))
    return isinstance(found, heads.LaplaceMechanism)


def _script(claim: Claim, values: dict[Symbol, Basic], number: int, order: Expr) -> Lines:
    step, put = Step(Claim((), (), ()), ()), values
    held = step.script.fresh("L")
    lines = ["intros H.", step.specialised(claim, "H", held, put)]
    for proof in _premises(step, claim, put):
        lines += step.premise(held, proof)
    if len(claim.conclusions) > 1:
        parts = [step.script.fresh("L") for _ in claim.conclusions]
        lines.append(f"destruct {held} as {both(parts)}.")
        held = parts[number]
    stated = plain(claim.conclusions[number])
    return [*lines, *_contradiction(step, stated, put, held, order)]


def _premises(step: Step, claim: Claim, put: Values) -> list[Lines]:
    """For each premise of a claim, a script that proves it at a point."""
    inside = {
        c: ["dpsym_inside."] for n, d in numbers(claim).items() for c in domain_conditions(n, d)
    }
    found: dict[str, Lines] = dict(inside)
    for hypothesis in map(plain, claim.hypotheses):
        script = _at(step, hypothesis, put)
        found.setdefault(atom(hypothesis), script)
    return list(found.values())


def _at(step: Step, stated: Basic, put: Values) -> Lines:
    """A script that proves a hypothesis at values for its names."""
    if not _is_numeric(stated):
        return ["dpsym_shown."]
    return [*step.restated(stated, put, evaluated(stated, put)), "dpsym_decided."]


def _is_numeric(stated: Basic) -> bool:
    return isinstance(stated, Relational) and not stated.has(Divergence)


def _contradiction(step: Step, stated: Basic, put: Values, held: str, order: Expr) -> Lines:
    """A script that refutes what a hypothesis states."""
    if isinstance(stated, Guarantee):
        instance = plain(stated.xreplace(dict(put)))
        if isinstance(instance.args[0], heads.Hypotheses):
            return [f"dpsym_false_experiment {held} {_apart(instance.args[0])}."]
        if _is_sampled(instance.args[0]) and is_noise(instance, assumed=False):
            return [f"dpsym_false_sampled {held}."]
        way = "noise" if is_noise(instance, assumed=False) else "guarantee"
        return [f"dpsym_false_{way} {held} {coq(order)}."]
    if not _is_numeric(stated):
        return [f"dpsym_false {held}."]
    instance, new = evaluated(stated, put), step.script.fresh("L")
    turned = [*step.restated(instance, {}, stated, put), f"exact {held}."]
    way = "false_value" if instance.has(erf, erfc, Phi) else "refuted"
    return [
        f"assert ({new} : {atom(instance)}).",
        "{",
        *indented(turned),
        "}",
        f"dpsym_{way} {new}.",
    ]


def _apart(found: Basic) -> str:
    """Two vectors of an experiment's hypotheses that differ in most rounds."""
    run, *sides = found.args
    repeated = isinstance(run, heads.Compose) and is_number(run.args[-1])
    parts = run.args if isinstance(run, heads.Compose) else (run,)
    rounds = int(run.args[1]) if repeated else len(parts)
    pairs = product(*(vectors(side, rounds) for side in sides))
    most = max(pairs, key=lambda pair: sum(map(ne, *pair)))
    return " ".join(f"[{'; '.join('true' if bit else 'false' for bit in one)}]" for one in most)
