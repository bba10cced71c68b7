"""Forms of a goal with the same sign: cleared denominators, isolated functions, logarithms of
both sides.

Guarantees:
    ``core(goal, region)`` names factors whose product times a positive number is the expression,
    the sign of all but one
    of which is established by their ranges. ``forms`` are expressions whose sign at every point
    of the region is the
    sign of the given one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy
from sympy import Expr, S

from dpsym.provers.scalar.factoring import cancelled, factored
from dpsym.provers.scalar.goal import Detail, Reason
from dpsym.provers.scalar.normal import factors
from dpsym.provers.scalar.radicals import placeholder
from dpsym.provers.scalar.sampling import changes_sign
from dpsym.provers.scalar.signs import Region

MAX_POWERS = 12
ISOLATED = ("log", "erfc", "harmonic", "gamma", "loggamma")


@dataclass(frozen=True, slots=True)
class Core:
    """What is left of ``expression >= 0`` after factors of known sign are dropped.

    ``unknown`` are the factors of unknown sign; the expression has the sign of ``sign`` times
    their product, on points
    where the dropped factors do not vanish, and is zero where one does.
    """

    sign: int
    unknown: tuple[Expr, ...]
    dropped: tuple[tuple[Expr, int], ...]
    strict: bool

    def detail(self) -> Detail:
        """The parameters of the step."""
        return (
            ("sign", self.sign),
            ("unknown", [str(part) for part in self.unknown]),
            ("dropped", [[str(part), exponent] for part, exponent in self.dropped]),
        )


def core(expr: Expr, region: Region) -> Core | None:
    """The factors of unknown sign of an expression; None when it cannot be factored."""
    parts = factors(expr, region)
    if parts is None:
        return None
    if parts.coefficient.is_zero:
        return Core(0, (), (), False)
    sign = 1 if parts.coefficient > 0 else -1
    unknown: list[Expr] = []
    dropped: list[tuple[Expr, int]] = []
    strict = True
    for base, exponent in parts.powers:
        found = region.range(base)
        if found is None:
            return None
        if found.positive:
            dropped.append((base, exponent))
        elif found.negative:
            sign *= (-1) ** (exponent % 2)
            dropped.append((base, exponent))
        elif exponent % 2 == 0:
            dropped.append((base, exponent))
            strict = False
        elif found.nonnegative or found.nonpositive:
            strict = False
            sign *= 1 if found.nonnegative else -1
            dropped.append((base, exponent))
        else:
            unknown.append(base)
    return Core(sign, tuple(unknown), tuple(dropped), strict)


def forms(expr: Expr, region: Region) -> list[tuple[Expr, Reason]]:
    """Expressions with the sign of ``expr``, with the reason, the given one first."""
    key = ("forms", expr)
    if key not in region.remembered:
        region.remembered[key] = _forms(expr, region)
    found: list[tuple[Expr, Reason]] = region.remembered[key]
    return found


def _forms(expr: Expr, region: Region) -> list[tuple[Expr, Reason]]:
    found: list[tuple[Expr, Reason]] = [(expr, ("as it is",))]
    expanded = sympy.expand(expr)
    heads = [node for node in expanded.atoms(sympy.Function) if node.func.__name__ in ISOLATED]
    nodes = heads or expanded.free_symbols
    for node in sorted(nodes, key=str):
        form = _isolated(expanded, node, region)
        if form is not None:
            found.append((form, ("isolated", str(node))))
    for node in sorted(expanded.atoms(sympy.exp), key=str):
        form = _logarithmic(expanded, node, region)
        if form is not None:
            found.append((form, ("logarithm at", str(node))))
    return found


def _linear(expr: Expr, node: Expr) -> tuple[Expr, Expr] | None:
    """The slope and the rest of an expanded expression that is linear in a node."""
    if all(map(_is_monomial, sympy.Add.make_args(expr))):
        return _linear_terms(expr, node)
    if _linear_terms(expr, node) is None:
        return None
    dummy = placeholder("node")
    replaced = expr.xreplace({node: dummy})
    if replaced.has(node):
        return None
    try:
        polynomial = sympy.Poly(replaced, dummy)
    except sympy.PolynomialError:
        return None
    if polynomial.degree() != 1 or any(c.has(dummy) for c in polynomial.all_coeffs()):
        return None
    slope, rest = polynomial.all_coeffs()
    return slope, rest


def _linear_terms(expr: Expr, node: Expr) -> tuple[Expr, Expr] | None:
    slope, rest = [], []
    for term in sympy.Add.make_args(expr):
        if not term.has(node):
            rest.append(term)
            continue
        others = [factor for factor in sympy.Mul.make_args(term) if factor != node]
        if len(others) == len(sympy.Mul.make_args(term)) or any(f.has(node) for f in others):
            return None
        slope.append(sympy.Mul(*others))
    return (sympy.Add(*slope), sympy.Add(*rest)) if slope else None


def _is_monomial(term: Expr) -> bool:
    """Whether a term is a product of rational numbers, names and functions, none of them below."""
    for factor in sympy.Mul.make_args(term):
        base, exponent = (factor, S.One) if factor.func is sympy.exp else factor.as_base_exp()
        if factor.func is sympy.exp and factor.args[0].could_extract_minus_sign():
            return False
        if not (exponent.is_Integer and exponent > 0):
            return False
        if not (base.is_Rational or base.is_Symbol or base.is_Function):
            return False
    return True


def _isolated(expr: Expr, node: Expr, region: Region) -> Expr | None:
    """``node + A/B`` or its negative, where ``expr = A + B*node`` and B has a strict sign."""
    parts = _linear(expr, node)
    if parts is None or parts[0].is_number:
        return None
    slope, rest = parts
    sign = _strict_sign(slope, region)
    if sign == 0:
        return None
    return sign * (node + _divided(rest, slope))


def _divided(expr: Expr, divisor: Expr) -> Expr:
    """``expr / divisor``, divided and cancelled for each product of functions apart."""
    heads = [node for node in expr.atoms(sympy.Function) if node.func is not sympy.exp]
    names = {node: placeholder(f"f{i}") for i, node in enumerate(sorted(heads, key=str))}
    if not names:
        return cancelled(expr / divisor)
    replaced = sympy.expand(expr.xreplace(names))
    original = {name: node for node, name in names.items()}
    total: Expr = S.Zero
    try:
        polynomial = sympy.Poly(replaced, *names.values())
    except sympy.PolynomialError:
        return expr / divisor
    for monomial, coefficient in polynomial.terms():
        term = sympy.Mul(*[g**n for g, n in zip(polynomial.gens, monomial, strict=True)])
        term = (cancelled(coefficient.xreplace(original) / divisor)) * term.xreplace(original)
        total += term
    return total


def _logarithmic(expr: Expr, node: Expr, region: Region) -> Expr | None:
    """``u + log(A) - log(-C)`` where ``expr = A*exp(u) + C`` with A > 0 > C, or mirrored."""
    parts = _linear(expr, node)
    if parts is None:
        return None
    slope, rest = parts
    sign = _strict_sign(slope, region)
    if sign == 0 or _strict_sign(rest, region) != -sign:
        return None
    form = node.args[0] + sympy.log(factored(sign * slope)) - sympy.log(factored(-sign * rest))
    return sign * form


def _strict_sign(expr: Expr, region: Region) -> int:
    for candidate in _written(expr, region):
        found = region.range(candidate)
        if found is not None and found.positive:
            return 1
        if found is not None and found.negative:
            return -1
    return 0


def _written(expr: Expr, region: Region) -> Iterator[Expr]:
    """The expression as it is, and factored if it is a sum that may have one sign."""
    yield expr
    where = region.domains, region.conditions, region.positives
    if expr.is_Add and not changes_sign(expr, *where):
        yield factored(expr)


def one_logarithm(expr: Expr) -> tuple[Expr, Expr, Expr] | None:
    """A number > 0 and products A and B: a sum of logarithms is the number times that of ``A/B``.

    None where a term is no multiple of a logarithm by a rational number, or the powers are high.

    >>> from sympy.abc import x, y
    >>> one_logarithm(sympy.log(x) / 2 - sympy.log(y))
    (1/2, x, y**2)
    """
    terms = [term.as_coeff_Mul() for term in sympy.Add.make_args(expr)]
    if not expr.free_symbols or any(node.func is not sympy.log for _, node in terms):
        return None
    unit = sympy.gcd_list([coefficient for coefficient, _ in terms])
    powers = [(node.args[0], coefficient / unit) for coefficient, node in terms]
    if sum(abs(power) for _, power in powers) > MAX_POWERS:
        return None
    above = sympy.Mul(*(base**power for base, power in powers if power > 0))
    below = sympy.Mul(*(base**-power for base, power in powers if power < 0))
    return unit, above, below


def evident(expr: Expr, region: Region) -> str | None:
    """The name of a form of ``expr`` whose range is >= 0; None when there is none."""
    if region.nonnegative(expr):
        return "range"
    expanded = sympy.expand(expr)
    if region.nonnegative(expanded):
        return "expanded"
    lifted = lift(expanded, region)
    if lifted is not None and region_of_lift(lifted[1], region).nonnegative(lifted[0]):
        return "lifted"
    return None


def lift(expr: Expr, region: Region) -> tuple[Expr, list[tuple[sympy.Symbol, Expr]]] | None:
    """``expr`` with each exponential ``G >= 1`` written ``1 + g``, expanded."""
    exponentials = [
        g for g in sorted(expr.atoms(sympy.exp), key=str) if region.nonnegative(g.args[0])
    ]
    if not exponentials or len(exponentials) > 4:
        return None
    names = [(placeholder(f"lift{i}", nonnegative=True), g) for i, g in enumerate(exponentials)]
    raised = expr.xreplace({g: 1 + name for name, g in names})
    return sympy.expand(raised), names


def region_of_lift(names: list[tuple[sympy.Symbol, Expr]], region: Region) -> Region:
    """The region with one more variable in [0, oo) for each lifted exponential."""
    from dpsym.provers.scalar.regions import HALF_LINE

    extra = tuple((name, HALF_LINE) for name, _ in names)
    return Region((*region.domains, *extra), region.conditions, region.positives)


ZERO = S.Zero
