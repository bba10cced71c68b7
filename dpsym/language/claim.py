"""A claim: hypotheses, conclusions, and the domain of every name in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from hashlib import sha256
from typing import Any

from dpsym import algebra
from dpsym.algebra import Basic, Sum, Symbol, Tuple, preorder_traversal
from dpsym.errors import ClaimError, DomainError
from dpsym.language import printing
from dpsym.language.atoms import check_atom, refuse_index_names, refuse_spellings
from dpsym.language.domains import COUNTS, Domain, Integers, Objects, Sort, declared_domains
from dpsym.language.heads import (
    SIGNATURES,
    Compose,
    Concurrent,
    Entry,
    ObjectName,
    Parallel,
    roles_of,
)
from dpsym.language.indexed import Member, bound_here, bound_names
from dpsym.language.indices import Index, index_of
from dpsym.language.unknown import held_by, lacking

_FAMILY = Entry | Member
_COUNTED = Tuple | algebra.binomial | algebra.factorial | algebra.harmonic
"""What numbers stand in that are integers as a rule, the ends of sums among them."""


@dataclass(frozen=True, slots=True)
class Claim:
    """``hypotheses => conclusions`` for every point of the domains.

    Attributes:
        hypotheses: guarantees and relations that are assumed, jointly.
        conclusions: guarantees and relations that are claimed, each of them.
        domains: the domain of every free name, in order of first appearance.
        written: the text that it was read from; empty where it was made otherwise.

    Build one with :func:`make_claim`, :func:`given`, :func:`dpsym.language.parser.parse_claim`.
    """

    hypotheses: tuple[Basic, ...]
    conclusions: tuple[Basic, ...]
    domains: tuple[tuple[Symbol, Domain], ...]
    declared: tuple[str, ...] = ()
    written: str = field(default="", compare=False, repr=False)

    @property
    def atoms(self) -> tuple[Basic, ...]:
        """Hypotheses, then conclusions."""
        return self.hypotheses + self.conclusions

    @property
    def index(self) -> Index | None:
        """The index of the families that it speaks of; None where it speaks of none."""
        return _index(self.atoms)

    def domain(self, name: Symbol) -> Domain:
        """The domain of one name."""
        domain: Domain = dict(self.domains)[name]
        return domain

    def objects(self, sort: Sort) -> tuple[Symbol, ...]:
        """The names of one sort of object, in order."""
        return tuple(n for n, d in self.domains if isinstance(d, Objects) and d.sort is sort)

    def scalars(self) -> tuple[tuple[Symbol, Domain], ...]:
        """The numeric names with their domains."""
        return tuple((n, d) for n, d in self.domains if not isinstance(d, Objects))

    def over(self, **declared: Domain) -> Claim:
        """The claim with these domains for the names given, the others inferred.

        Raises:
            DomainError: a name has no domain, or one that its role does not permit or that is none.
        """
        known = {n.name: d for n, d in self.domains if n.name in self.declared}
        made = make_claim(self.hypotheses, self.conclusions, known | declared)
        return made if declared else replace(made, written=self.written)

    @property
    def text(self) -> str:
        """The claim in the text grammar; parsing it gives an equal claim."""
        return _text(self)

    @property
    def digest(self) -> str:
        """SHA-256 of the claim's text: what evidence is pinned to."""
        return sha256(self.text.encode()).hexdigest()

    def latex(self) -> str:
        """The claim in LaTeX, without dollar signs and domains."""
        assumed, written = (
            r" \text{ and } ".join(printing.latex(atom, self.atoms) for atom in atoms)
            for atoms in (self.hypotheses, self.conclusions)
        )
        return rf"{assumed} \;\Longrightarrow\; {written}" if assumed else written

    def stated(self) -> str:
        r"""The claim in LaTeX with the domains that it declares, without dollar signs.

        >>> from dpsym.language.parser import parse_claim
        >>> print(parse_claim("tanh(x) <= x for x in [0, oo)").stated())
        \tanh{\left(x \right)} \leq x \quad (x \in [0, \infty))
        """
        from dpsym.language.typesetting import membership

        ranges = ", ".join(
            membership(printing.latex(name, self.atoms), domain)
            for name, domain in self.scalars()
            if name.name in self.declared
        )
        return self.latex() + (rf" \quad ({ranges})" if ranges else "")

    def to_json(self) -> dict[str, Any]:
        """The claim as JSON data; :func:`dpsym.language.parser.claim_from_json` reads it back."""
        return {
            "hypotheses": [printing.text(atom) for atom in self.hypotheses],
            "conclusions": [printing.text(atom) for atom in self.conclusions],
            "domains": {n.name: str(d) for n, d in self.domains if n.name in self.declared},
        }

    def to_python(self, name: str = "claim") -> str:
        """A Python function from the variables to the claim, as source code.

        It uses names of ``dpsym`` and of ``sympy``; :func:`dpsym.statement.claim_of` turns the
        function back into an equal claim.
        """
        if self.index is not None:
            return f"def {name}() -> str:\n    return {self.text!r}\n"
        parameters = ", ".join(
            f"{symbol.name}: Within[{str(domain)!r}]" for symbol, domain in self.domains
        )
        assumed = ", ".join(printing.python(atom) for atom in self.hypotheses)
        claimed = ", ".join(printing.python(atom) for atom in self.conclusions)
        return f"def {name}({parameters}) -> Claim:\n    return given({assumed}).then({claimed})\n"

    def _repr_latex_(self) -> str:
        return f"${self.stated()}$"

    def _repr_html_(self) -> str | None:
        from dpsym.language.mathml import sentence_html

        return sentence_html(self.stated())

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"parse_claim({self.text!r})"


@lru_cache(maxsize=4096)
def _text(claim: Claim) -> str:
    written = " and ".join(printing.text(atom) for atom in claim.conclusions)
    if claim.hypotheses:
        given_part = " and ".join(printing.text(atom) for atom in claim.hypotheses)
        written = f"{given_part} => {written}"
    families = dict.fromkeys(index.names, f"[{index.indices[0]}]") if (index := claim.index) else {}
    ranges = [(n, d) for n, d in claim.domains if n.name in claim.declared]
    declared = ", ".join(f"{n.name}{families.get(n, '')} in {d}" for n, d in ranges)
    return f"{written} for {declared}" if declared else written


@dataclass(frozen=True, slots=True)
class Given:
    """Hypotheses that wait for their conclusions; see :func:`given`."""

    hypotheses: tuple[Basic, ...]

    def then(self, *conclusions: Any) -> Claim:
        """The claim that the hypotheses imply every conclusion.

        A name whose domain its roles do not give has none yet: the annotations of a theorem or
        :meth:`Claim.over` add it.
        """
        return make_claim(self.hypotheses, conclusions, partial=True)


def given(*hypotheses: Any) -> Given:
    """Hypotheses of a claim, to be followed by ``.then(conclusion)``.

    >>> from dpsym.language.heads import ObjectName, PureDP, ZCDP
    >>> M, eps = ObjectName("M"), Symbol("eps")
    >>> print(given(PureDP(M, eps)).then(ZCDP(M, eps**2 / 2)))
    PureDP(M, eps) => ZCDP(M, eps**2/2)
    """
    return Given(tuple(hypotheses))


def make_claim(
    hypotheses: Iterable[Any],
    conclusions: Iterable[Any],
    declared: Mapping[str, Domain] | None = None,
    *,
    partial: bool = False,
) -> Claim:
    """The claim with the domains of its names inferred where they are not declared.

    With ``partial`` names may stay without a domain; :meth:`Claim.over` completes such a claim.

    Raises:
        ClaimError: an atom is neither guarantee nor relation, a head has the wrong number of
            arguments, a declared name does not occur, or the index of a sum is a free name too.
        DomainError: a name has no domain, or one that its role does not permit or that is none.
    """
    assumed, claimed = tuple(hypotheses), tuple(conclusions)
    if not claimed:
        raise ClaimError("the claim has no conclusion", remedy="state what follows")
    for atom in assumed + claimed:
        check_atom(atom)
    domains, declared_names = _infer(assumed + claimed, declared_domains(declared), partial)
    refuse_spellings(assumed + claimed)
    index = _index(assumed + claimed)
    bound = {name for atom in assumed + claimed for name in _bound(atom)}
    for name in sorted(bound & {name for name, _ in domains}, key=str):
        raise ClaimError(
            f"{name.name!r} is a name of the claim and the index of a sum or of a family",
            part=name.name,
            remedy="give the index another name",
        )
    refuse_index_names(bound, (name for name, _ in domains))
    sums = {s for atom in assumed + claimed if _bound(atom) for s in atom.atoms(Sum)}
    for node in sums:
        indices = [name for part in (node, *node.function.atoms(Sum)) for name in part.variables]
        if len(set(indices)) < len(indices):
            raise ClaimError(
                f"{printing.text(node)} binds a name twice",
                part=printing.text(node),
                remedy="give each sum one index of its own",
            )
        _require_ranges(node)
    _check_families(index, assumed + claimed, domains)
    return Claim(assumed, claimed, domains, declared_names)


def _require_ranges(node: Sum) -> None:
    """Complain about a sum whose range depends on its own index, or on that of a sum inside."""
    inside: set[Basic] = set()
    for index, *ends in node.limits:
        inside.add(index)
        if any(end.free_symbols & inside for end in ends):
            raise ClaimError(
                f"the range of {printing.text(node)} depends on an index that it binds",
                part=printing.text(node),
                remedy="give each sum one index of its own",
            )


@lru_cache(maxsize=4096)
def _bound(atom: Basic) -> frozenset[Symbol]:
    return frozenset(bound_names(atom))


@lru_cache(maxsize=4096)
def _index(atoms: tuple[Basic, ...]) -> Index | None:
    return index_of(atoms)


def _check_families(
    index: Index | None, atoms: tuple[Basic, ...], domains: tuple[tuple[Symbol, Domain], ...]
) -> None:
    """A family is no single object, and has at least one member."""
    if index is None:
        return
    alone = {
        part.name
        for atom in atoms
        for node in preorder_traversal(atom)
        for part in node.args
        if isinstance(part, Symbol) and not isinstance(node, _FAMILY)
    }
    for name in sorted({name.name for name in index.names} & alone):
        raise ClaimError(
            f"{name!r} is a family and stands without an index too",
            part=name,
            remedy="write its index, or give what is one another name",
        )
    domain = dict(domains).get(index.count)
    if domain is not None and not (isinstance(domain, Integers) and domain.lower >= 1):
        raise DomainError(
            f"{index.count.name!r} says how many members there are and may be less than 1",
            part=index.count.name,
            remedy=f"write 'for {index.count} in 1..oo'",
        )


@lru_cache(maxsize=4096)
def _occurrences(atom: Basic) -> tuple[tuple[Symbol, Basic | None, int], ...]:
    """Every free name with the head it stands directly under and its place there."""

    def walk(node: Basic, bound: frozenset[Basic]) -> Iterator[tuple[Symbol, Basic | None, int]]:
        bound |= set(bound_here(node))
        for place, argument in enumerate(node.args):
            name = argument.args[0] if isinstance(argument, _FAMILY) else argument
            if isinstance(name, Symbol):
                if name not in bound:
                    yield name, node, place
            else:
                yield from walk(argument, bound)

    return tuple(walk(atom, frozenset()))


def _infer(
    atoms: tuple[Basic, ...], declared: Mapping[str, Domain], partial: bool
) -> tuple[tuple[tuple[Symbol, Domain], ...], tuple[str, ...]]:
    """The domain of every name, and the names whose domain is not what their roles give."""
    permitted: dict[Symbol, list[tuple[str, Domain]]] = {}
    defaults: dict[Symbol, Domain] = {}
    sure: set[Symbol] = set()
    index = _index(atoms)
    if index is not None:
        defaults[index.count] = COUNTS
        sure.add(index.count)
    occurrences = [found for atom in atoms for found in _occurrences(atom)]
    for name, node, place in occurrences:
        permitted.setdefault(name, [])
        meant = (Compose,) if name.name[0].isupper() else (Compose, Concurrent, Parallel)
        if place != 1 or not isinstance(node, meant):
            sure.add(name)
        if node is None or node.func not in SIGNATURES:
            continue
        role = roles_of(node)[place]
        permitted[name].append((role.name, role.permitted))
        if role.default is None:
            continue
        known = defaults.get(name)
        if known is None or isinstance(known, Objects) or isinstance(role.default, Objects):
            defaults[name] = role.default
        else:
            defaults[name] = known.intersection(role.default)
    for unused in sorted(set(declared) - {name.name for name in permitted}):
        raise ClaimError(
            f"{unused!r} is declared but does not occur in the claim",
            part=unused,
            remedy=held_by(unused, [n.name for n in permitted])
            or _suggest(unused, [n.name for n in permitted])
            or "remove its declaration",
        )
    domains: list[tuple[Symbol, Domain]] = []
    for name, roles in permitted.items():
        domain = declared.get(name.name) or defaults.get(name)
        if domain is None and partial:
            continue
        if domain is None:
            places = [str(allowed) for _, allowed in roles if not isinstance(allowed, Objects)]
            whole = any(n == name and isinstance(at, _COUNTED) for n, at, _ in occurrences)
            raise DomainError(
                f"{name.name!r} has no domain",
                part=name.name,
                remedy=lacking(
                    name.name, [*declared, *(n.name for n in permitted)], places, whole=whole
                ),
            )
        for role_name, allowed in roles:
            fits = allowed == domain if isinstance(allowed, Objects) else allowed.includes(domain)
            if not fits:
                raise DomainError(
                    f"{name.name!r} stands as {role_name}, which ranges over {allowed}, "
                    f"not over {domain}",
                    part=name.name,
                    remedy=_reconciled(name.name, allowed, domain),
                )
        if isinstance(name, ObjectName) != isinstance(domain, Objects):
            raise DomainError(
                f"{name.name!r} cannot be both a number and an object", part=name.name
            )
        domains.append((name, domain))
    # a name that stands only where both a number and a mechanism may has to be declared
    unusual = (
        name.name for name, domain in domains if defaults.get(name) != domain or name not in sure
    )
    return tuple(domains), tuple(sorted(unusual))


def _suggest(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, list(known), n=1)
    return f"did you mean {near[0]!r}?" if near else ""


def _reconciled(name: str, allowed: Domain, domain: Domain) -> str:
    """What to write where a name has two domains: what they have in common, or two names."""
    if isinstance(domain, Objects) and isinstance(allowed, Objects):
        return f"{name} is a {domain} elsewhere; give one of them another name"
    if isinstance(domain, Objects) or isinstance(allowed, Objects):
        return f"declare it inside {allowed}"
    try:
        return f"declare it inside {allowed}, as in 'for {name} in {allowed.intersection(domain)}'"
    except DomainError:
        return f"declare it inside {allowed}"
