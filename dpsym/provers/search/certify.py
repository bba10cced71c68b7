"""From an exact point to a witness: hypotheses certified true, a conclusion certified false."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sympy import Basic, E, LessThan, Pow, Rational, S, Symbol, Tuple
from sympy.core.relational import StrictGreaterThan, StrictLessThan

from dpsym.enclosure import Finding, examine
from dpsym.enclosure.decimals import decimals
from dpsym.errors import EvaluationError
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Domain, Integers, Objects
from dpsym.language.printing import text
from dpsym.provers.prover import Budget
from dpsym.provers.rationals import simplest
from dpsym.provers.search.space import CUT, Space
from dpsym.verdict import Witness

DIGITS = (8, 12, 20, 40)
NEAR = 1e-30
"""What is nearer to zero is shown as near zero."""
FEW_BITS = 64
MORE_BITS = 127
"""As many as can be had without exact algebra, which only an equality needs and may take long."""
LARGE = 10**12
LARGE_ORDER = 2000
OFFSETS = ((1, 1), (1, 2), (2, 1), (1, 4), (3, 1), (1, 10), (4, 1), (7, 1), (15, 1), (31, 1))
WIDTHS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100), Fraction(1, 1000))


def certify(
    space: Space,
    point: Mapping[Symbol, Basic],
    values: Mapping[Symbol, Basic],
    *,
    max_bits: int = 512,
) -> Witness | None:
    """A witness at ``point``, or None where one of its parts cannot be certified.

    ``values`` has the names of the space, of which some may stand in an instance of a conclusion.

    Guarantees:
        the witness carries a point inside the claim's domains at which every hypothesis was
        certified true and the named conclusion, or a special case of it that ``where`` describes,
        certified false by balls or exact arithmetic; floats took no part in it.
    """
    claim = space.claim
    if not all(inside(domain, point[name]) for name, domain in claim.domains):
        return None
    if not is_affordable(claim, point):
        return None
    failed = None
    for conclusion in claim.conclusions:
        instance = space.instances.get(conclusion)
        atom = conclusion if instance is None else instance.xreplace(dict(values))
        finding = _examined(atom, point, FEW_BITS)
        if finding is not None and finding.truth is None and _is_calm(values):
            strict = isinstance(atom, StrictLessThan | StrictGreaterThan)
            finding = _examined(atom, point, max_bits if strict else MORE_BITS)
        if finding is not None and finding.truth is False:
            failed = conclusion, _at_simple_order(atom, finding, point), instance
            break
    if failed is None:
        return None
    conclusion, finding, instance = failed
    chosen = () if instance is None else tuple(_chosen(instance, point, values))
    return _witness(claim, point, conclusion, finding, chosen, max_bits)


def _witness(
    claim: Claim,
    point: Mapping[Symbol, Basic],
    conclusion: Basic,
    finding: Finding,
    chosen: tuple[tuple[str, Basic], ...],
    max_bits: int,
) -> Witness | None:
    """The witness of what is found of a conclusion; None where a hypothesis is not certain."""
    words = certain_hypotheses(claim, point, max_bits=max_bits)
    if words is None:
        return None
    left, right = _enclosures(finding)
    return Witness(
        tuple((name.name, point[name]) for name, _ in claim.domains),
        text(conclusion),
        chosen + tuple(finding.where),
        left,
        right,
        finding.relation,
        words,
    )


def certain_hypotheses(
    claim: Claim, point: Mapping[Symbol, Basic], *, max_bits: int = 512
) -> tuple[str, ...] | None:
    """How each hypothesis was certified true at a point; None where one is not certain."""
    words = []
    for hypothesis in claim.hypotheses:
        given = _examined(hypothesis, point, max_bits)
        if given is None or given.truth is not True:
            return None
        words.append(f"{text(hypothesis)}: {_words(given)}")
    return tuple(words)


def witness_at(
    claim: Claim, point: Mapping[Symbol, Basic], *, max_bits: int = 512
) -> Witness | None:
    """A witness at an exact point of a claim, or None where the claim does not certainly fail.

    Guarantees:
        as of :func:`certify`.
    """
    if not all(inside(domain, point[name]) for name, domain in claim.domains):
        return None
    for conclusion in claim.conclusions:
        finding = _examined(conclusion, point, max_bits)
        if finding is None or finding.truth is not False:
            continue
        finding = _at_simple_order(conclusion, finding, point)
        return _witness(claim, point, conclusion, finding, (), max_bits)
    return None


def first_witness(
    claim: Claim, points: Iterable[Mapping[Symbol, Basic]], budget: Budget
) -> Witness | None:
    """A witness at the first of some points at which the claim certainly fails, or None.

    Guarantees:
        as of :func:`certify`.
    """
    for point in points:
        if budget.spent:
            return None
        witness = witness_at(claim, point)
        if witness is not None:
            return witness
    return None


def excess_at(claim: Claim, point: Mapping[Symbol, Basic]) -> float:
    """How near a conclusion is to failing at a point, in [-1, 1]: a guide, and no evidence.

    The relative difference of the two sides of the worst one, -1 where none has a value.
    """
    worst = -1.0
    for conclusion in claim.conclusions:
        finding = _examined(conclusion, point, FEW_BITS)
        if finding is None or not (finding.left.is_finite() and finding.right.is_finite()):
            continue
        left, right = float(finding.left.mid()), float(finding.right.mid())
        size = abs(left) + abs(right)
        gap = (right - left) if finding.relation in (">=", ">") else (left - right)
        if size > 0:
            worst = max(worst, abs(gap) / size if finding.relation == "==" else gap / size)
    return worst


def is_affordable(claim: Claim, point: Mapping[Symbol, Basic]) -> bool:
    """Whether no exponent or order is so large that an exact power would fill the memory."""
    values = dict(point)
    powers = [
        node.exp
        for atom in claim.atoms
        for node in atom.atoms(Pow)
        if node.base is not E and node.exp.free_symbols and node.base.xreplace(values) is not S.One
    ]
    orders = [
        node.args[place]
        for atom in claim.atoms
        for head, place in ((heads.Renyi, 0), (heads.RenyiDP, 1), (heads.BoundedZCDP, 1))
        for node in atom.atoms(head)
    ]
    sizes = [exponent.xreplace(values) for exponent in powers + orders]
    return not any(v.is_Rational and abs(v) > LARGE_ORDER for v in sizes)


def _is_calm(values: Mapping[Symbol, Basic]) -> bool:
    """Whether no number is so large that exact algebra on it would take long."""
    numbers = [n for value in values.values() for n in value.atoms(Rational)]
    return all(abs(n.p) <= LARGE and n.q <= LARGE for n in numbers) and not any(
        isinstance(value, Rational) and abs(value) > LARGE_ORDER for value in values.values()
    )


def _at_simple_order(atom: Basic, finding: Finding, point: Mapping[Symbol, Basic]) -> Finding:
    """The failure of a guarantee at an order that is easy to write, if there is one."""
    where = dict(finding.where)
    bounds = _bounds_at_orders(atom, where, point)
    name = next((n for n in ("alpha", "lambda") if n in where), None)
    if bounds is None or name is None:
        return finding
    base = S.Zero if name == "lambda" else S.One
    near = where[name] - base
    offsets = [Rational(n, d) for n, d in OFFSETS]
    if near.is_Rational and near > 0:
        exact = Fraction(int(near.p), int(near.q))
        close = [simplest(exact * (1 - width), exact * (1 + width)) for width in WIDTHS]
        offsets += [Rational(f.numerator, f.denominator) for f in close]
    for offset in offsets:
        bound = bounds(offset)
        simple = None if bound is None else _examined(bound, point, FEW_BITS)
        if simple is not None and simple.truth is False:
            return replace(simple, where=tuple({**where, name: base + offset}.items()))
    return finding


def _bounds_at_orders(
    atom: Basic, where: Mapping[str, Basic], point: Mapping[Symbol, Basic]
) -> Callable[[Basic], Basic | None] | None:
    """What the guarantee says of its pair at the order one plus an offset, as a relation.

    Guarantees:
        the atom is false at the point where one of the relations is.
    """
    if "P" not in where or not isinstance(atom, heads.Guarantee):
        return None
    p, q = where["P"], where["Q"]
    if isinstance(atom, heads.MeanCDP):
        tau = atom.args[2]
        return lambda offset: LessThan(
            offset * (heads.Renyi(1 + offset, p, q) - heads.KL(p, q)),
            offset**2 * tau**2 / 2,
            evaluate=False,
        )
    if isinstance(atom, heads.ZCDP):
        top, line = S.Infinity, atom.args[1:]
    elif isinstance(atom, heads.BoundedZCDP):
        top, line = atom.args[1].xreplace(dict(point)), atom.args[2:]
    elif isinstance(atom, heads.ApproxZCDP) and atom.args[1].xreplace(dict(point)).is_zero:
        top, line = S.Infinity, atom.args[2:]
    else:
        return None
    xi, rho = line if len(line) == 2 else (S.Zero, line[0])

    def bound(offset: Basic) -> Basic | None:
        if not top > 1 + offset:
            return None
        divergence = heads.Renyi(1 + offset, p, q)
        return LessThan(divergence, xi + rho * (1 + offset), evaluate=False)

    return bound


def _chosen(
    instance: Basic, point: Mapping[Symbol, Basic], values: Mapping[Symbol, Basic]
) -> Iterator[tuple[str, Basic]]:
    """The maps of an instance of a conclusion, which its names in the point do not show."""
    for name in sorted(instance.free_symbols - set(point), key=str):
        if isinstance(values.get(name), heads.Kernel):
            yield "kernel", values[name]
        elif str(name).startswith(CUT):
            yield "cuts", Tuple(values[name])


def _examined(atom: Basic, point: Mapping[Symbol, Basic], max_bits: int) -> Finding | None:
    try:
        return examine(atom, dict(point), max_bits=max_bits)
    except EvaluationError:
        return None


def inside(domain: Domain, value: Any) -> bool:
    """Whether a value lies in a domain."""
    if isinstance(domain, Objects):
        return True
    if not value.is_number or not value.is_finite:
        return False
    if isinstance(domain, Integers):
        return bool(value.is_Integer and domain.lower <= value and value <= domain.upper)
    above = domain.lower < value if domain.lower_open else domain.lower <= value
    below = value < domain.upper if domain.upper_open else value <= domain.upper
    return bool(above) and bool(below)


def _words(finding: Finding) -> str:
    left, right = _enclosures(finding)
    if max(finding.left.abs_upper(), finding.right.abs_upper()) < NEAR:
        return f"certified by exact arithmetic, both sides within {NEAR:g} of 0"
    if finding.left.overlaps(finding.right):
        return f"certified by exact arithmetic, both sides in [{left[0]}, {left[1]}]"
    near = (left[0], right[1]) if finding.relation in (">=", ">") else (left[1], right[0])
    return f"certified, {near[0]} {finding.relation} {near[1]} with {finding.bits} bits"


def _enclosures(finding: Finding) -> tuple[tuple[str, str], tuple[str, str]]:
    """Decimal bounds of both sides, with as many digits as keep them apart."""
    shown = None
    for digits in DIGITS:
        left, right = (decimals(ball, digits) for ball in (finding.left, finding.right))
        shown = left, right
        if left[1] != right[0] and left[0] != right[1]:
            break
    assert shown is not None
    return shown
