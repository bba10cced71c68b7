"""Points at which an expression of a claim has no value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, islice, product

from sympy import (
    Abs,
    Basic,
    Expr,
    Ge,
    Gt,
    Le,
    Lt,
    Poly,
    PolynomialError,
    Rational,
    S,
    Symbol,
    roots,
)
from sympy.core.relational import Relational

from dpsym.errors import ClaimError, EvaluationError
from dpsym.kernel.limits import finite_under, has_value
from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.divergences import DIVERGENCES, Form
from dpsym.language.domains import (
    LAW,
    REALS,
    Domain,
    Integers,
    Interval,
    Objects,
)
from dpsym.language.families import sample
from dpsym.language.heads import (
    Guarantee,
    ObjectName,
    Quantity,
    is_scalar,
)
from dpsym.language.noises import ENDLESS
from dpsym.language.places import permits
from dpsym.language.printing import brief, text
from dpsym.language.roles import ORDER, Role
from dpsym.provers.definedness import Side, expressions, sides
from dpsym.provers.extended import MissingError, value_of
from dpsym.provers.prover import Budget
from dpsym.provers.scalar.defined import requirements
from dpsym.provers.stationary import lowest

Point = Mapping[Symbol, Expr]
USUAL = tuple(map(Rational, ("0", "1", "-1", "1/2", "2", "-2")))
MOST_POINTS, MOST_SCENES = 60, 20
QUADRATIC = 2
_NEAR = Rational(1, 1000)
_OF_LAWS: tuple[type[Basic], ...] = (*DIVERGENCES, heads.LossTail)
_BEYOND = heads.HockeyStick | heads.LossTail
"""What is 0 of equal laws where the loss beyond which it is asked for is not negative."""


@lru_cache(maxsize=256)
def refuse_undefined(claim: Claim) -> None:
    """Complain where a point is found at which an expression has no value.

    A claim about families is asked about with few members.

    Raises:
        ClaimError: the hypotheses before an expression certainly hold at a point at which it has
            none, and the complaint names both; or infinity is taken for a number.
    """
    for plain in sample(claim):
        _refuse_infinity(plain)
        found = _missing(plain)
        if found is not None and claim.index is None:
            raise _complaint(plain, *found)
        if found is not None:
            remedy = "write domains of its families in which it has values"
            missing, _, _ = str(_complaint(plain, *found)).partition("; ")
            why = f"in {brief(plain.text)}: {missing}"
            raise ClaimError(why, part=claim.text, remedy=remedy)


def _refuse_infinity(claim: Claim) -> None:
    """Complain about an infinity that is neither the open end of a domain nor an order."""
    for name, domain in claim.scalars():
        if isinstance(domain, Interval) and (
            (domain.lower is S.NegativeInfinity and not domain.lower_open)
            or (domain.upper is S.Infinity and not domain.upper_open)
        ):
            raise ClaimError(
                f"{name} ranges over {domain}, and oo is no number",
                part=str(domain),
                remedy="open that end; write the claim for the order oo apart",
            )
    for words, expression, role in (e for atom in claim.atoms for e in expressions(atom)):
        order = role is not None and role.defining == ORDER.defining and expression.is_Atom
        number = expression.xreplace(dict.fromkeys(expression.atoms(Quantity), S.One))
        if number.has(S.Infinity, S.NegativeInfinity) and not order:
            raise ClaimError(
                f"{words} is no number: oo stands as an order and at an open end of a domain",
                part=text(expression),
                remedy="leave the bound out, or name a number",
            )


def refuse_lowest(claim: Claim, side: Side, budget: Budget) -> None:
    """Complain where what a side needs is least, if that is too little.

    It takes longer than :func:`refuse_undefined`: it is for sides of which nothing else is known.

    Raises:
        ClaimError: as there.
    """
    domains = {n: d for n, d in claim.scalars() if isinstance(d, Interval)}
    for point in lowest(side.expression, domains, budget):
        for scene in _arrangements(claim):
            if scene.misses(side, point):
                raise _complaint(claim, side, scene, point)


def valueless(claim: Claim) -> Mapping[str, Expr] | None:
    """A point at which an expression has no value though the hypotheses before it hold, or None.

    >>> from dpsym.language.parser import parse_claim
    >>> valueless(parse_claim("1/x <= 2 for x in [0, 1]"))
    {'x': 0}
    """
    found = _missing(claim)
    return None if found is None else {name.name: value for name, value in found[2].items()}


def _missing(claim: Claim) -> tuple[Side, Scene, Point] | None:
    for side in sides(claim):
        for scene in _scenes(claim, side):
            for point in islice(_points(claim, side), MOST_POINTS):
                if scene.misses(side, point):
                    return side, scene, point
    return None


@dataclass(frozen=True, slots=True)
class Scene:
    """Laws for all names: those of a group are the same, no two of others share an outcome."""

    groups: Mapping[Basic, int]

    @property
    def words(self) -> str:
        """What laws these are."""
        count = len(set(self.groups.values()))
        if count <= 1:
            return "equal laws"
        if count == len(self.groups):
            return "laws that share no outcome"
        same = [
            " = ".join(law.name for law, group in self.groups.items() if group == each)
            for each in range(count)
        ]
        return f"laws that share no outcome, but for {' and '.join(w for w in same if '=' in w)}"

    def value(self, quantity: Basic) -> Expr | None:
        """What a quantity is in this scene; None where that is not evident."""
        *_, first, second = quantity.args
        if not isinstance(quantity, _OF_LAWS) or not _named(quantity):
            return None
        laws = self.groups.keys() & quantity.atoms(ObjectName)
        if len({self.groups[law] for law in laws}) == 1:
            alike = (part.xreplace(dict.fromkeys(laws, min(laws, key=str)))
                     for part in (first, second))  # fmt: skip
            moved = quantity.has(heads.Kernel) and len(set(alike)) > 1
            beyond = isinstance(quantity, _BEYOND) and not quantity.args[0].is_nonnegative
            return None if moved or beyond else S.Zero
        if not all(isinstance(law, ObjectName) for law in (first, second)):
            return None
        return DIVERGENCES.get(type(quantity), Form(most=S.One)).most

    def holds(self, atom: Basic, point: Point) -> bool:
        """Whether a hypothesis certainly holds, if mechanisms say the same of all databases."""
        if not atom.has(ObjectName):
            from dpsym.enclosure import decide

            with suppress(EvaluationError):
                return decide(atom, point, max_bits=256) is True
            return False
        if isinstance(atom, Guarantee):
            values = [a.xreplace(dict(point)) for a in atom.args if is_scalar(a)]
            return _named(atom) and all(value.is_nonnegative is True for value in values)
        with suppress(EvaluationError, MissingError):
            return bool(atom.func(*(self.at(side, point) for side in atom.args)) is S.true)
        return False

    def at(self, expression: Expr, point: Point) -> Expr:
        """The value of an expression.

        Raises:
            MissingError: it has none.
            EvaluationError: it is not evident.
        """
        known = {quantity: self.value(quantity) for quantity in expression.atoms(Quantity)}
        evident = {quantity: value for quantity, value in known.items() if value is not None}
        return value_of(expression, {**point, **evident})

    def misses(self, side: Side, point: Point) -> bool:
        """Whether the side certainly has no value though all hypotheses before it hold."""
        try:
            missing = _is_outside(side.role, self.at(side.written, point))
        except MissingError:
            missing = True
        except EvaluationError:
            return False
        return missing and all(self.holds(atom, point) for atom in side.before)


def _is_outside(role: Role | None, value: Expr) -> bool:
    return role is not None and bool(value.is_Rational) and not permits(role, value)


def _named(node: Basic) -> bool:
    """Whether the laws and mechanisms in a node are names and operations on them."""
    concrete = (*ENDLESS, heads.Bernoulli, heads.Finite)
    made = node.atoms(heads.MechanismHead) - node.atoms(heads.Operation)
    return not made and not node.has(*concrete, heads.ProtocolHead)


def _scenes(claim: Claim, side: Side) -> Iterator[Scene]:
    """None where the side evidently has a value, equal laws, and laws that share no outcome."""
    real = side.role is None or side.role.defining in (None, REALS)
    finite, domains = finite_under(side.before, side.written), dict(side.claim.domains)
    valued = has_value(side.written, domains, finite, whole=True)
    if not (valued and real):
        equal, *others = _arrangements(claim)
        yield from (equal,) if valued else (equal, *others)


def _arrangements(claim: Claim) -> Iterator[Scene]:
    """Equal laws, and laws that share no outcome, as far as there may be so many."""
    laws = [n for n, domain in claim.domains if domain == LAW]
    yield Scene(dict.fromkeys(laws, 0))
    if len(laws) > 1:
        apart = Scene({law: group for group, law in enumerate(laws)})
        most = _outcomes(claim)
        for scene in (apart, *islice(_groupings(laws), MOST_SCENES)):
            if most is None or len(set(scene.groups.values())) <= most:
                yield scene


def _outcomes(claim: Claim) -> int | None:
    """As many outcomes as laws that are names surely may have; None where any number."""
    written = (heads.Bernoulli, heads.Finite, heads.Kernel)
    nodes = {n for atom in claim.atoms for n in atom.atoms(*written, heads.Product)}
    sizes: set[int] = set()
    for node in nodes:
        if isinstance(node, heads.Kernel):
            sizes |= {len(node.args), *(len(row.args) for row in node.args)}
        elif isinstance(node, written):
            sizes.add(2 if isinstance(node, heads.Bernoulli) else len(node.args))
    paired = any(isinstance(node, heads.Product) for node in nodes)
    return None if not sizes else 1 if paired else min(sizes)


def _groupings(laws: Sequence[Basic]) -> Iterator[Scene]:
    """Two laws that are equal, and others that are not, for any two."""
    for pair in combinations(laws, 2) if len(laws) > 2 else ():
        others = (law for law in laws if law not in pair)
        yield Scene(dict.fromkeys(pair, 0) | {law: i for i, law in enumerate(others, 1)})


def _points(claim: Claim, side: Side) -> Iterator[Point]:
    """Points at and near the ends of domains, at small numbers, and where a part vanishes.

    Those that differ in names of the side come before those that differ in others.
    """
    used = side.expression.free_symbols.union(*(atom.free_symbols for atom in side.before))
    names = [(n, d) for n, d in claim.scalars() if n in used]
    names.sort(key=lambda each: each[0] in side.expression.free_symbols)
    zeros = _zeros(side.expression)
    choices = [_values(domain, zeros.get(name, ())) for name, domain in names]
    for values in product(*choices):
        yield dict(zip((name for name, _ in names), values, strict=True))


def _values(domain: Domain, zeros: Iterable[Expr]) -> list[Expr]:
    if isinstance(domain, Objects):
        return []
    ends = [domain.lower, domain.upper]
    more = [domain.lower + 1, domain.lower + 2] if domain.lower.is_finite else []
    more += [domain.lower + _NEAR] if domain.lower.is_finite else []
    more += [domain.upper - _NEAR] if domain.upper.is_finite else []
    tried = dict.fromkeys((*ends, *zeros, *USUAL, *more))
    return [v for v in tried if v.is_finite and _contains(domain, v)]


def _contains(domain: Domain, value: Expr) -> bool:
    if isinstance(domain, Integers):
        return bool(value.is_Integer) and bool(domain.lower <= value <= domain.upper)
    return isinstance(domain, Interval) and domain.includes(Interval(value, value))


def _zeros(expression: Expr) -> dict[Symbol, list[Expr]]:
    """Zeros of what is divided by, or what a root or logarithm is taken of, without cubic roots."""
    found: dict[Symbol, list[Expr]] = {}
    with suppress(EvaluationError):
        for requirement in requirements(expression):
            part, names = requirement.expr, requirement.expr.free_symbols
            if isinstance(part, Expr) and len(names) == 1 and part.is_polynomial(*names):
                (name,) = names
                with suppress(PolynomialError):
                    polynomial = Poly(part, name)
                    known = found.setdefault(name, [])
                    known.extend(polynomial.ground_roots())
                    if polynomial.degree() == QUADRATIC and not known:
                        known.extend(root for root in roots(polynomial) if root.is_real)
    return found


def _complaint(claim: Claim, side: Side, scene: Scene, point: Point) -> ClaimError:
    shown = {n: v for n, v in point.items() if n in side.written.free_symbols}
    where = ", ".join(f"{name} = {value}" for name, value in shown.items())
    speaks = side.written.has(Quantity)
    places = [f"at {where}"] * bool(where) + [f"for {scene.words}"] * speaks
    lacks = "has no value"
    with suppress(MissingError):
        scene.at(side.written, point)
        lacks = f"leaves {side.role.defining if side.role else REALS}"
    remedies = [_open(name, claim.domain(name), value) for name, value in shown.items()]
    enough = (r for r in remedies if r is not None and _missing(claim.over(**r)) is None)
    found = next(enough, None)
    condition = None if found else _condition(claim, side, point)
    if found:
        remedy = f"write 'for {', '.join(f'{n} in {d}' for n, d in found.items())}'"
    elif condition is not None:
        remedy = f"begin it with '{text(condition)} {'and' if claim.hypotheses else '=>'}'"
    else:
        remedy = "write a domain or a hypothesis that leaves this out"
    return ClaimError(
        " ".join([side.words, lacks, " and ".join(places)]).rstrip(),
        part=text(side.written),
        remedy=remedy,
    )


def _condition(claim: Claim, side: Side, point: Point) -> Basic | None:
    """A hypothesis under which the side has a value at all points that are tried."""
    names = {name for name, _ in claim.domains}
    for condition in _conditions(side):
        used = condition.free_symbols
        fails = False
        with suppress(TypeError):  # sympy compares no complex numbers
            fails = condition.xreplace(dict(point)) is S.false
        if used and used <= names and fails:
            narrowed = replace(claim, hypotheses=(condition, *claim.hypotheses))
            return condition if _missing(narrowed) is None else None
    return None


def _conditions(side: Side) -> Iterator[Basic]:
    """What is to hold for the side to have a value, and one in the domain of its place."""
    with suppress(EvaluationError):
        for need in requirements(side.expression):
            asked = need.alternatives[0][0] if need.kind == "one of" else need
            if asked.kind in _CONDITIONS and asked.expr.free_symbols:
                yield _CONDITIONS[asked.kind](asked.expr)
    domain = None if side.role is None else side.role.defining
    if isinstance(domain, Interval) and side.expression.free_symbols:
        if domain.lower.is_finite:
            yield (Gt if domain.lower_open else Ge)(side.expression, domain.lower)
        if domain.upper.is_finite:
            yield (Lt if domain.upper_open else Le)(side.expression, domain.upper)


_CONDITIONS: Mapping[str, Callable[[Expr], Relational]] = {
    "positive": lambda part: Gt(part, 0),
    "nonnegative": lambda part: Ge(part, 0),
    "nonzero": lambda part: Gt(Abs(part), 0),
}


def _open(name: Symbol, domain: Domain, value: Expr) -> dict[str, Domain] | None:
    """The domain without the value, where that is an end of it."""
    if not isinstance(domain, Interval) or domain.lower == domain.upper:
        return None
    if value not in (domain.lower, domain.upper):
        return None
    ends = domain.lower_open or value == domain.lower, domain.upper_open or value == domain.upper
    return {name.name: Interval(domain.lower, domain.upper, *ends)}
