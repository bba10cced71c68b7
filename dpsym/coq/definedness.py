"""Theorems for Coq that the sides of a claim have values.

Functions in Coq are total: where a denominator is zero they have some value, about which a theorem
would say nothing that is meant. A second theorem says that this does not occur: denominators are
not zero, roots not of negative numbers, logarithms and powers of positive ones, and arguments in
the domains of their places, wherever the domains and the hypotheses before hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from sympy import (
    Basic,
    Expr,
    Integer,
    Le,
    Lt,
    Pow,
    S,
    binomial,
    factorial,
    harmonic,
    preorder_traversal,
)

from dpsym.certificate import Certificate, Node, claim_of
from dpsym.coq.atoms import POSITIVE, is_relation
from dpsym.coq.claims import numbers, statement
from dpsym.coq.development import Development
from dpsym.coq.notation import UnexportableError
from dpsym.coq.statements import indented
from dpsym.coq.steps import Lemma, Step
from dpsym.kernel.implications import entails, evident, plain
from dpsym.kernel.terms import Domains, powers_of, scaled, sign
from dpsym.kernel.wellformed import duties
from dpsym.language.claim import Claim
from dpsym.language.construct import Partial, partial_parts
from dpsym.language.domains import Integers
from dpsym.language.heads import SIGNATURES
from dpsym.numeric import FAILURES


def definedness(certificate: Certificate, title: str) -> str:
    """The theorem, with its lemmas, that the sides of a claim have values; "" if all are total.

    Raises:
        UnexportableError: nothing that can be said in Coq shows it; the message says of what.
    """
    claim = claim_of(certificate.claim)
    if claim.index is not None:
        raise UnexportableError("that what is made of families has values is not said in Coq")
    try:
        groups = list(stated(claim))
        found = Development(title)
        titles = [_prove(found, group, certificate.proof, n) for n, group in enumerate(groups, 1)]
    except UnexportableError:
        raise
    except FAILURES as error:
        raise UnexportableError(f"{type(error).__name__}: {error}") from error
    if not groups:
        return ""
    *others, last = titles
    for other in reversed(others):
        last = f"(conj {other} {last})"
    return "\n".join([*found.lemmas, f"{opening(claim, title)} exact {last}. Qed.\n"])


def opening(claim: Claim, title: str) -> str:
    """How the theorem begins that the sides of a claim have values."""
    whole = " /\\\n  ".join(f"({statement(group)})" for group in stated(claim))
    return f"Theorem {title} : {whole}.\nProof."


def stated(claim: Claim) -> Iterator[Claim]:
    """What says that the sides have values, under the hypotheses about numbers where it is asked.

    >>> from dpsym.language.parser import parse_claim
    >>> [c.text for c in stated(parse_claim("log(x) <= x/y for x in (0, oo), y in (0, 1]"))]
    ['0 < x and 0 < y']

    Raises:
        UnexportableError: a part of a side has a value for reasons that are not of numbers.
    """
    found: dict[tuple[Basic, ...], dict[Basic, None]] = {}
    names = numbers(claim)
    domains = tuple(names.items())
    for duty in duties(claim):
        under = tuple(filter(_is_numeric, duty.hypotheses))
        found.setdefault(under, {}).update(dict.fromkeys(duty.conclusions))
    for place, atom in enumerate(map(plain, claim.atoms)):
        under = tuple(filter(_is_numeric, claim.hypotheses[:place]))
        wanted = {w: None for part in _parts(atom, names) for w in _existence(part, names)}
        found.setdefault(under, {}).update(wanted)
    known: set[Basic] = set()
    for under, wanted in sorted(found.items(), key=lambda group: len(group[0])):
        positive = {Le(*w.args, evaluate=False) for w in wanted if isinstance(w, Lt)}
        new = tuple(w for w in wanted if w not in known | positive)
        known |= {*new, *positive}
        if new:
            yield Claim(under, new, domains)


def _is_numeric(hypothesis: Basic) -> bool:
    return is_relation(plain(hypothesis)) and not _has_objects(hypothesis)


def _has_objects(found: Basic) -> bool:
    return any(node.func in SIGNATURES for node in preorder_traversal(found))


def _parts(atom: Basic, domains: Domains) -> list[Partial]:
    """The operations in an atom that are not defined everywhere."""
    natural = {scaled(p.base) for p in atom.atoms(Pow) if _is_natural(p.exp, domains)}
    others = {base for base, power in powers_of(atom.args) if not _is_natural(power.exp, domains)}
    parts = {part for side in atom.args for part in partial_parts(side)}
    return sorted((p for p in parts if p[0] != "power" or p[1] not in natural - others), key=str)


def _is_natural(found: Expr, domains: Domains) -> bool:
    """Whether a polynomial with whole coefficients in integers evidently is not negative."""
    names = sorted(found.free_symbols, key=str)
    whole = names and all(isinstance(domains.get(name), Integers) for name in names)
    form = found.as_poly(*names) if whole else None
    wanted = Claim((), (Le(S.Zero, found, evaluate=False),), tuple(domains.items()))
    return form is not None and form.domain.is_ZZ and evident(wanted)


def _existence(part: Partial, domains: Domains) -> Iterator[Basic]:
    """What says in Coq that an operation is defined."""
    kind, term = part
    if kind == "value" and (term.func in SIGNATURES or _counts(term, domains)):
        return
    if kind == "value" or _has_objects(term):
        raise UnexportableError(f"whether {term} has a value is not said of numbers")
    if term.is_Rational and term > 0:
        return
    if kind == "reciprocal":
        signs = [side for side in (term, -term) if sign(side, domains) >= POSITIVE]
        yield Lt(
            S.Zero, signs[0] if signs else Pow(term, Integer(2), evaluate=False), evaluate=False
        )
    else:
        yield (Le if kind == "root" else Lt)(S.Zero, term, evaluate=False)


def _counts(term: Basic, domains: Domains) -> bool:
    """Whether a function of natural numbers has such names and numbers for arguments."""
    return isinstance(term, harmonic | factorial | binomial) and all(
        (argument.is_Integer and argument >= 0)
        or (isinstance(domain := domains.get(argument), Integers) and domain.lower >= 0)
        for argument in term.args
    )


def _prove(found: Development, group: Claim, proof: Node | None, number: int) -> str:
    """Adds the lemma of a group to a development; what is not evident a node of the proof says."""
    lemmas: list[Lemma] = []
    for relation in group.conclusions:
        wanted = Claim(group.hypotheses, (relation,), group.domains)
        if not evident(wanted):
            lemmas += [found.prove(node) for node in _saying(wanted, proof)][:1]
    step = Step(group, lemmas)
    lines = step.introduction()
    for place, relation in enumerate(group.conclusions):
        script = _script(step, plain(relation))
        last = place == len(group.conclusions) - 1
        lines += script if last else ["split.", "{", *indented(script), "}"]
    title = f"{found.title}_side_{number}"
    body = "\n".join(indented(lines))
    found.lemmas.append(f"Lemma {title} : {statement(group)}.\nProof.\n{body}\nQed.\n")
    return title


def _script(step: Step, relation: Basic) -> list[str]:
    try:
        return step.atom(relation)
    except UnexportableError:
        return step.evident(relation)


def _saying(wanted: Claim, node: Node | None) -> Iterator[Node]:
    """The nodes of a proof that say what is wanted."""
    if node is None:
        return
    if entails(claim_of(node.goal), wanted):
        yield node
    for child in node.children:
        yield from _saying(wanted, child)
