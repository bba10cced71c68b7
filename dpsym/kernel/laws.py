"""Divergences of concrete laws in closed form, and guarantees as bounds on divergences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from dpsym.algebra import (
    Abs,
    Add,
    Basic,
    Expr,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Mul,
    S,
    Symbol,
    binomial,
    exp,
    log,
    sqrt,
)  # fmt: skip
from dpsym.kernel.outcomes import MAX_OUTCOMES, Outcomes, is_listed, outcomes
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.terms import quotient
from dpsym.kernel.terms import sign as evident_sign
from dpsym.language import heads
from dpsym.language.definitions import stated
from dpsym.language.divergences import ADDITIVE, DIVERGENCES, Form, at_order
from dpsym.language.domains import Interval
from dpsym.language.noises import (
    ENDLESS,
    NOISES,
    conditions,
    discrete_gaussian,
    geometric,
    scaled,
    shifted,
    spread,
)

Needs = list[Basic]


def closed_form(divergence: Basic, signs: str, needs: Needs) -> Expr:
    """The divergence written out; ``needs`` grows by the relations it relies on.

    ``signs`` says for the terms of a hockey stick whether they are + positive, - not, or ? either;
    for normal laws of unlike widths whether the first is the narrower (<) or the wider one (>).
    """
    divergence = at_order(divergence)
    *parameters, p, q = divergence.args
    if p == q:
        stick = isinstance(divergence, heads.HockeyStick)
        return Max(1 - exp(parameters[0]), 0) if stick else S.Zero
    if isinstance(p, heads.Product) and isinstance(q, heads.Product) and len(p.args) == len(q.args):
        pairs = list(zip(p.args, q.args, strict=True))
        if isinstance(divergence, ADDITIVE):
            each = Counter(pairs).items()
            return Add(
                *(n * closed_form(divergence.func(*parameters, *x), "", needs) for x, n in each)
            )
        if isinstance(divergence, heads.HockeyStick) and not _is_uniform(pairs):
            return _conditioned(parameters[0], pairs, needs)
        if all(isinstance(law, heads.Gaussian) for pair in pairs for law in pair):
            squares = [((a.args[0] - b.args[0]) / _common(a, b)) ** 2 for a, b in pairs]
            square = Add(*squares)
            return _shifted(heads.Gaussian, divergence, sqrt(square), square, needs)
        sign = DIVERGENCES.get(type(divergence), Form()).multiplied
        if sign and any(isinstance(law, ENDLESS) for pair in pairs for law in pair):
            parts = (closed_form(divergence.func(*pair), "", needs) for pair in pairs)
            return sign * (Mul(*(1 + sign * part for part in parts)) - 1)
    scaled_ones = heads.HockeyStick | heads.TotalVariation | heads.ChiSquared
    if isinstance(divergence, scaled_ones) and heads.Mixture in (p.func, q.func):
        narrowed = _narrowed(divergence, needs)
        if narrowed is not None:
            factor, unmixed = narrowed
            return factor * closed_form(unmixed, "", needs)
    mixed = isinstance(p, heads.Mixture) and p.args[2] == q and isinstance(divergence, heads.Renyi)
    if mixed and isinstance(q, heads.Gaussian) and isinstance(p.args[1], heads.Gaussian):
        return _subsampled(divergence.args[0], p.args[0], p.args[1], q)
    if type(p) is type(q) and type(p) in NOISES:
        if isinstance(p, heads.Gaussian) and p.args[1] != q.args[1]:
            return _widths_apart(divergence, signs, needs)
        distance = p.args[0] - q.args[0]
        if isinstance(p, heads.Laplace) and p.args[1] != q.args[1]:
            found = spread(divergence, Abs(distance), p.args[1], q.args[1])
            if found is not None:
                return found
        width = _common(p, q)
        square = distance**2 / width**2
        return _shifted(type(p), divergence, Abs(distance) / width, square, needs)
    if isinstance(p, heads.Geometric) and isinstance(q, heads.Geometric):
        if isinstance(divergence, heads.MaxDivergence):
            return Abs(p.args[0] - q.args[0]) * _common(p, q)
        shift = p.args[0] - q.args[0]
        apart, rate = abs(shift), _common(p, q)
        found = None if apart.is_number else geometric(divergence, shift, apart, rate)
        if found is not None:
            return found
    if isinstance(p, heads.DiscreteGaussian) and isinstance(q, heads.DiscreteGaussian):
        steps = p.args[0] - q.args[0]
        found = discrete_gaussian(divergence, steps, steps**2 / _common(p, q) ** 2)
        if found is None:
            raise Rejected((), f"no closed form of {divergence}")
        return found
    return _finite(divergence, outcomes(p, q), signs, needs)


def _is_uniform(pairs: Sequence[tuple[Basic, Basic]]) -> bool:
    """Whether all pairs have masses, or none has."""
    return len({is_listed(*pair) for pair in pairs}) == 1


def _conditioned(e: Expr, pairs: Sequence[tuple[Basic, Basic]], needs: Needs) -> Expr:
    """The hockey stick of products, some factors of which have masses, by those of the others."""
    finite = [pair for pair in pairs if is_listed(*pair)]
    others = [pair for pair in pairs if pair not in finite]
    sides, masses = ([law[0] if len(law) == 1 else heads.Product(*law)
                      for law in zip(*kept, strict=True)] for kept in (others, finite))  # fmt: skip

    def left(threshold: Expr) -> Expr:
        return closed_form(heads.HockeyStick(threshold, *sides), "", needs)

    return stick_beside(e, outcomes(*masses), left, needs)


def stick_beside(e: Expr, masses: Outcomes, left: Callable[[Expr], Expr], needs: Needs) -> Expr:
    """The hockey stick of a pair of laws beside independent outcomes, from those of the pair.

    Where an outcome has mass x under P and y > 0 under Q, what is left is x times the stick of the
    pair at e + log(y/x); where it has none under Q, it is x.
    """
    found: Expr = S.Zero
    for (x, y), n in masses.items():
        if x != 0 and y == 0:
            found += n * x
        elif x != 0:
            needs += [Lt(S.Zero, x, evaluate=False), Lt(S.Zero, y, evaluate=False)]
            found += n * x * left(e + log(quotient(y, x)))
    return found


def _narrowed(divergence: Basic, needs: Needs) -> tuple[Expr, Basic] | None:
    """The divergence of a mixture with the other law as a multiple of that of its other component.

    In chi-squared, (t*P + (1 - t)*Q)/Q - 1 is t times P/Q - 1. A hockey stick is the integral of
    the positive part of first*P - second*Q. Where one of these numbers is not positive it is that
    of equal laws, max(1 - exp(e), 0), as first - second is 1 - exp(e): t is 0, and the laws are
    equal; or nothing is negative, and exp(e) <= 1 - t; or nothing is positive, and
    exp(e) >= 1/(1 - t).
    """
    *threshold, p, q = divergence.args
    t, inner, rest = (p if isinstance(p, heads.Mixture) else q).args
    if rest not in (p, q) or type(inner) not in NOISES:
        return None
    if isinstance(divergence, heads.ChiSquared):
        return (t**2, heads.ChiSquared(inner, q)) if rest == q else None
    if not threshold:
        needs.append(Le(S.Zero, t, evaluate=False))
        return t, heads.TotalVariation(inner, q if rest == q else p)
    (e,) = threshold
    # t*P + (1 - t)*Q - exp(e)*Q and P - exp(e)*(t*Q + (1 - t)*P), by the laws that stand there
    first = t if rest == q else 1 - exp(e) + t * exp(e)
    second = exp(e) - 1 + t if rest == q else t * exp(e)
    if any(evident_sign(-part, {}) for part in (first, second)):
        needs.append(Le(S.Zero, t, evaluate=False))
        return S.One, heads.HockeyStick(e, q, q)
    needs += [Lt(S.Zero, first, evaluate=False), Lt(S.Zero, second, evaluate=False)]
    laws = (inner, q) if rest == q else (p, inner)
    return first, heads.HockeyStick(log(second / first), *laws)


def deviations(p: Basic, q: Basic) -> Expr | None:
    """How many deviations two normal laws, or two products of such, are apart."""
    products = isinstance(p, heads.Product) and isinstance(q, heads.Product)
    pairs = list(zip(p.args, q.args, strict=False)) if products else [(p, q)]
    if products and len(p.args) != len(q.args):
        return None
    if not all(isinstance(law, heads.Gaussian) for pair in pairs for law in pair):
        return None
    if any(a.args[1] != b.args[1] for a, b in pairs):
        return None
    return sqrt(Add(*(((a.args[0] - b.args[0]) / a.args[1]) ** 2 for a, b in pairs)))


def _common(p: Basic, q: Basic) -> Expr:
    if p.args[1] != q.args[1]:
        raise Rejected((), f"{p} and {q} differ in scale")
    return p.args[1]


def _widths_apart(divergence: Basic, signs: str, needs: Needs) -> Expr:
    """Of normal laws of unlike widths: which is the narrower is said, or evident."""
    (mean, first), (other, second) = (law.args for law in divergence.args[-2:])
    narrower = signs == "<" if signs else (second - first).is_positive is True
    found = scaled(divergence, mean - other, first, second, narrower=narrower)
    if found is None:
        raise Rejected((), f"no closed form of {divergence}")
    needs += [Lt(S.Zero, need, evaluate=False) for need in found[1]]
    return found[0]


def _shifted(kind: type[Basic], divergence: Basic, d: Expr, square: Expr, needs: Needs) -> Expr:
    found = shifted(kind, divergence, d, square)
    if found is None:
        raise Rejected((), f"no closed form of {divergence}")
    needs += conditions(kind, divergence, d)
    return found


def _subsampled(order: Expr, t: Expr, p: Basic, q: Basic) -> Expr:
    """The Renyi divergence of t*P + (1 - t)*Q from Q for normal laws, by the binomial theorem.

    The k-th moment of P/Q under Q is exp(k*(k - 1)/2) to the power of their squared distance; the
    weights sum to 1, so that what is above 1 is summed.
    """
    if not isinstance(order, Integer) or not 2 <= order <= MAX_OUTCOMES:
        raise Rejected((), "the order of a mixture of normal laws is no small integer")
    square = ((p.args[0] - q.args[0]) / _common(p, q)) ** 2
    excess = [
        binomial(order, k) * t**k * (1 - t) ** (order - k) * (exp(k * (k - 1) * square / 2) - 1)
        for k in range(2, int(order) + 1)
    ]
    return log(1 + Add(*excess)) / (order - 1)


def largest(*values: Expr, kind: type[Max | Min] = Max) -> Expr:
    """The maximum, or minimum; as it is written where sympy does not see which it is."""
    try:
        return kind(*values)
    except ValueError:
        return kind(*values, evaluate=False)


def _finite(divergence: Basic, masses: Outcomes, signs: str, needs: Needs) -> Expr:
    terms = [(p, q, n) for (p, q), n in masses.items() if p != 0 or q != 0]
    if isinstance(divergence, heads.HockeyStick):
        e = divergence.args[0]
        signs = signs or "?" * len(terms)
        if len(signs) != len(terms):
            raise Rejected((), "a sign for each outcome is needed")
        return Add(
            *(n * _part(p, q, e, s, needs) for (p, q, n), s in zip(terms, signs, strict=True))
        )
    form = DIVERGENCES.get(type(divergence))
    if form is None:
        raise Rejected((), f"no closed form of {divergence}")
    found = [(p, q) for p, q, _ in terms if p != 0]
    if form.most is S.Infinity and any(q == 0 for _, q in found):
        raise Rejected((), f"{divergence} is infinite")
    differ = [(p, q) for p, q in found if not form.null or p != q]
    positive = dict.fromkeys(form.positive(p, q) for p, q in differ)
    needs += [Lt(S.Zero, part, evaluate=False) for part in positive if part is not None]
    if isinstance(divergence, heads.MaxDivergence):
        return largest(*(log(p / q) for p, q in found))
    return form.total(terms, divergence.args[:-2])


def _part(p: Expr, q: Expr, e: Expr, sign: str, needs: Needs) -> Expr:
    """The positive part of p - exp(e)*q, with its sign given by the loss log(p/q)."""
    if sign == "?":
        return largest(p - exp(e) * q, S.Zero)
    if p == 0 or q == 0:
        return p
    loss = log(p / q) - e
    needs.append(Le(S.Zero, loss if sign == "+" else -loss, evaluate=False))
    return p - exp(e) * q if sign == "+" else S.Zero


def bound_of(atom: Basic, p: Basic, q: Basic, order: Symbol) -> tuple[Basic, Interval]:
    """What a guarantee says of a pair of laws, at a free order with its range."""
    found = stated(atom, (p, q), order)
    if found is None:
        raise Rejected((), f"{atom} has no definition here")
    return found


def signature(p: Basic, q: Basic) -> tuple[object, ...]:
    """What two pairs share only if a common relabelling or reflection maps one to the other."""
    if isinstance(p, heads.Finite) and isinstance(q, heads.Finite) and len(p.args) == len(q.args):
        return ("finite", *sorted(zip(p.args, q.args, strict=True), key=str))
    if type(p) is type(q) and isinstance(p, ENDLESS):
        return (type(p), abs(p.args[0] - q.args[0]), p.args[1], q.args[1])
    products = isinstance(p, heads.Product) and isinstance(q, heads.Product)
    if products and len(p.args) == len(q.args):
        return ("product", *(signature(a, b) for a, b in zip(p.args, q.args, strict=True)))
    return (p, q)
