"""Divergences of concrete laws in closed form, and guarantees as bounds on divergences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from sympy import (
    Abs,
    Add,
    Basic,
    Expr,
    Integer,
    Le,
    Lt,
    Max,
    Mul,
    S,
    Symbol,
    binomial,
    exp,
    log,
    sqrt,
)  # fmt: skip

from dpsym.kernel.rejection import Rejected
from dpsym.language import heads
from dpsym.language.domains import ORDER, REALS, Interval
from dpsym.language.heads import Phi
from dpsym.language.meaning import exceeds_pairs

Needs = list[Basic]
Outcomes = Counter[tuple[Expr, Expr]]
MAX_OUTCOMES = 600


def probabilities(law: Basic) -> list[Expr]:
    """The masses of a finite law, outcome by outcome."""
    if isinstance(law, heads.Bernoulli):
        return [1 - law.args[0], law.args[0]]
    if isinstance(law, heads.Finite):
        return list(law.args)
    if isinstance(law, heads.Product):
        return [Mul(*masses) for masses in product(*map(probabilities, law.args))]
    if isinstance(law, heads.Pushforward) and isinstance(law.args[0], heads.Kernel):
        masses, rows = probabilities(law.args[1]), law.args[0].args
        if len(masses) == len(rows):
            columns = zip(*rows, strict=True)
            return [Add(*map(Mul, masses, column)) for column in columns]
    if isinstance(law, heads.Mixture):
        first, second = map(probabilities, law.args[1:])
        if len(first) == len(second):
            t = law.args[0]
            return [t * a + (1 - t) * b for a, b in zip(first, second, strict=True)]
    raise Rejected((), f"{law} is no finite law")


def outcomes(p: Basic, q: Basic) -> Outcomes:
    """The pairs of masses of two finite laws, with how often they occur."""
    products = isinstance(p, heads.Product) and isinstance(q, heads.Product)
    if not products or len(p.args) != len(q.args):
        first, second = probabilities(p), probabilities(q)
        if len(first) != len(second):
            raise Rejected((), f"{p} and {q} have other outcomes")
        return Counter(zip(first, second, strict=True))
    joint: Outcomes = Counter({(S.One, S.One): 1})
    for a, b in zip(p.args, q.args, strict=True):
        grown: Outcomes = Counter()
        for (x, y), n in joint.items():
            for (u, v), m in outcomes(a, b).items():
                grown[x * u, y * v] += n * m
        if len(grown) > MAX_OUTCOMES:
            raise Rejected((), "too many outcomes")
        joint = grown
    return joint


def closed_form(divergence: Basic, signs: str, needs: Needs) -> Expr:
    """The divergence written out; ``needs`` grows by the relations it relies on.

    ``signs`` says for the terms of a hockey stick whether they are + positive, - not, or ? either.
    """
    *parameters, p, q = divergence.args
    if p == q:
        stick = isinstance(divergence, heads.HockeyStick)
        return Max(1 - exp(parameters[0]), 0) if stick else S.Zero
    if isinstance(p, heads.Product) and isinstance(q, heads.Product) and len(p.args) == len(q.args):
        pairs = list(zip(p.args, q.args, strict=True))
        if isinstance(divergence, heads.Renyi | heads.KL | heads.MaxDivergence):
            return Add(*(closed_form(divergence.func(*parameters, *x), "", needs) for x in pairs))
        if all(isinstance(law, heads.Gaussian) for pair in pairs for law in pair):
            squares = [((a.args[0] - b.args[0]) / _common(a, b)) ** 2 for a, b in pairs]
            return _gaussian(divergence, Add(*squares), sqrt(Add(*squares)), needs)
    sticks = isinstance(divergence, heads.HockeyStick | heads.TotalVariation)
    if sticks and heads.Mixture in (p.func, q.func):
        narrowed = _narrowed(parameters, p, q, needs)
        if narrowed is not None:
            factor, stick = narrowed
            return factor * closed_form(stick, "", needs)
    mixed = isinstance(p, heads.Mixture) and p.args[2] == q and isinstance(divergence, heads.Renyi)
    if mixed and isinstance(q, heads.Gaussian) and isinstance(p.args[1], heads.Gaussian):
        return _subsampled(divergence.args[0], p.args[0], p.args[1], q)
    if isinstance(p, heads.Gaussian) and isinstance(q, heads.Gaussian):
        distance = p.args[0] - q.args[0]
        if distance == 0 and isinstance(divergence, heads.TotalVariation):
            return _scales_apart(p.args[1], q.args[1], needs)
        sigma = _common(p, q)
        return _gaussian(divergence, distance**2 / sigma**2, Abs(distance) / sigma, needs)
    if isinstance(p, heads.Laplace) and isinstance(q, heads.Laplace):
        return _laplace(divergence, Abs(p.args[0] - q.args[0]) / _common(p, q), needs)
    if isinstance(p, heads.Geometric) and isinstance(q, heads.Geometric):
        apart = abs(p.args[0] - q.args[0])
        if not apart.is_Integer or not 1 <= apart <= MAX_OUTCOMES:
            raise Rejected((), "geometric laws no whole number of steps apart")
        t, n = exp(_common(p, q)), int(apart)
        ends = t / (1 + t), t ** (1 - n) / (1 + t)
        inside = [
            ((t - 1) / (t + 1) * t**-i, (t - 1) / (t + 1) * t ** (i - n)) for i in range(1, n)
        ]
        return _finite(divergence, Counter([ends, *inside, ends[::-1]]), signs, needs)
    return _finite(divergence, outcomes(p, q), signs, needs)


def _narrowed(
    threshold: Sequence[Expr], p: Basic, q: Basic, needs: Needs
) -> tuple[Expr, Basic] | None:
    """The stick of a mixture with the other law, as a multiple of that of its other component."""
    t, inner, rest = (p if isinstance(p, heads.Mixture) else q).args
    if rest not in (p, q) or not isinstance(inner, heads.Gaussian | heads.Laplace):
        return None
    if not threshold:
        needs.append(Le(S.Zero, t, evaluate=False))
        return t, heads.TotalVariation(inner, q if rest == q else p)
    (e,) = threshold
    # t*P + (1 - t)*Q - exp(e)*Q and P - exp(e)*(t*Q + (1 - t)*P), by the laws that stand there
    first = t if rest == q else 1 - exp(e) + t * exp(e)
    second = exp(e) - 1 + t if rest == q else t * exp(e)
    needs += [Lt(S.Zero, first, evaluate=False), Lt(S.Zero, second, evaluate=False)]
    laws = (inner, q) if rest == q else (p, inner)
    return first, heads.HockeyStick(log(second / first), *laws)


def _common(p: Basic, q: Basic) -> Expr:
    if p.args[1] != q.args[1]:
        raise Rejected((), f"{p} and {q} differ in scale")
    return p.args[1]


def _gaussian(divergence: Basic, square: Expr, d: Expr, needs: Needs) -> Expr:
    if isinstance(divergence, heads.Renyi):
        return divergence.args[0] * square / 2
    if isinstance(divergence, heads.KL):
        return square / 2
    if isinstance(divergence, heads.ChiSquared):
        return exp(square) - 1
    if isinstance(divergence, heads.Hellinger):
        return 1 - exp(-square / 8)
    if isinstance(divergence, heads.TotalVariation):
        return 2 * Phi(d / 2) - 1
    if isinstance(divergence, heads.HockeyStick):
        needs.append(Lt(S.Zero, d, evaluate=False))
        e = divergence.args[0]
        return Phi(d / 2 - e / d) - exp(e) * Phi(-d / 2 - e / d)
    raise Rejected((), f"no closed form of {divergence}")


def _subsampled(order: Expr, t: Expr, p: Basic, q: Basic) -> Expr:
    """The Renyi divergence of t*P + (1 - t)*Q from Q for normal laws, by the binomial theorem.

    The k-th moment of P/Q under Q is exp(k*(k - 1)/2) to the power of their squared distance.
    """
    if not isinstance(order, Integer) or not 2 <= order <= MAX_OUTCOMES:
        raise Rejected((), "the order of a mixture of normal laws is no small integer")
    square = ((p.args[0] - q.args[0]) / _common(p, q)) ** 2
    moments = [
        binomial(order, k) * t**k * (1 - t) ** (order - k) * exp(k * (k - 1) * square / 2)
        for k in range(int(order) + 1)
    ]
    return log(Add(*moments)) / (order - 1)


def _scales_apart(first: Expr, second: Expr, needs: Needs) -> Expr:
    """The total variation of two normal laws about one mean, whose densities cross at -x and x."""
    needs.append(Lt(S.Zero, (first - second) ** 2, evaluate=False))
    x = sqrt(2 * log(second / first) / (second**2 - first**2))
    return 2 * Abs(Phi(x * first) - Phi(x * second))


def capacity(node: Basic) -> Expr:
    """The information that a symmetric response to one of n values gives: uniform values are best.

    Cover and Thomas 2006, Theorem 7.2.1.
    """
    mechanism, *sizes = node.args
    if not isinstance(mechanism, heads.NaryResponse) or set(sizes) != {S.One}:
        raise Rejected((), f"no closed form of {node}")
    epsilon, values = mechanism.args
    truth, lie = (odds / (exp(epsilon) + values - 1) for odds in (exp(epsilon), S.One))
    return log(values) + truth * log(truth) + (values - 1) * lie * log(lie)


def _laplace(divergence: Basic, d: Expr, needs: Needs) -> Expr:
    if isinstance(divergence, heads.MaxDivergence):
        return d
    if isinstance(divergence, heads.Renyi):
        a = divergence.args[0]
        return log((a * exp((a - 1) * d) + (a - 1) * exp(-a * d)) / (2 * a - 1)) / (a - 1)
    if isinstance(divergence, heads.KL):
        return d + exp(-d) - 1
    if isinstance(divergence, heads.TotalVariation):
        return 1 - exp(-d / 2)
    if isinstance(divergence, heads.HockeyStick):
        needs.append(Le(S.Zero, divergence.args[0], evaluate=False))
        return Max(1 - exp((divergence.args[0] - d) / 2), 0)
    raise Rejected((), f"no closed form of {divergence}")


def largest(*values: Expr) -> Expr:
    """The maximum; as it is written where sympy does not see which it is."""
    try:
        return Max(*values)
    except ValueError:
        return Max(*values, evaluate=False)


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
    if isinstance(divergence, heads.TotalVariation):
        return Add(*(n * Abs(p - q) for p, q, n in terms)) / 2
    if isinstance(divergence, heads.Hellinger):
        return 1 - Add(*(n * sqrt(p * q) for p, q, n in terms))
    if any(q == 0 for _, q, _ in terms):
        raise Rejected((), f"{divergence} is infinite")
    needs += [Lt(S.Zero, q, evaluate=False) for q in dict.fromkeys(q for _, q, _ in terms)]
    if isinstance(divergence, heads.ChiSquared):
        return Add(*(n * (p - q) ** 2 / q for p, q, n in terms))
    terms = [(p, q, n) for p, q, n in terms if p != 0]
    a = divergence.args[0] if isinstance(divergence, heads.Renyi) else None
    if isinstance(divergence, heads.KL) or a == 1:
        return Add(*(n * p * log(p / q) for p, q, n in terms))
    if isinstance(divergence, heads.MaxDivergence) or a is S.Infinity:
        return largest(*(log(p / q) for p, q, _ in terms))
    if a is not None:
        return log(Add(*(n * p**a * q ** (1 - a) for p, q, n in terms))) / (a - 1)
    raise Rejected((), f"no closed form of {divergence}")


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
    *head, last = atom.args[1:]
    if isinstance(atom, heads.PureDP):
        return Le(heads.MaxDivergence(p, q), last, evaluate=False), ORDER
    if isinstance(atom, heads.ApproxDP):
        return Le(heads.HockeyStick(head[0], p, q), last, evaluate=False), ORDER
    if isinstance(atom, heads.RenyiDP):
        return Le(heads.Renyi(head[0], p, q), last, evaluate=False), ORDER
    if isinstance(atom, heads.BoundedRange) and not exceeds_pairs(atom):
        both = heads.MaxDivergence(p, q) + heads.MaxDivergence(q, p)
        return Le(both, last, evaluate=False), ORDER
    if isinstance(atom, heads.ProbabilisticDP) and not exceeds_pairs(atom):
        return Le(heads.LossTail(head[0], p, q), last, evaluate=False), ORDER
    if isinstance(atom, heads.GaussianDP):
        curve = Phi(last / 2 - order / last) - exp(order) * Phi(-last / 2 - order / last)
        return Le(heads.HockeyStick(order, p, q), curve, evaluate=False), REALS
    if isinstance(atom, heads.ZCDP | heads.BoundedZCDP):
        top = head.pop(0) if isinstance(atom, heads.BoundedZCDP) else S.Infinity
        if top.is_number:
            line = (head[0] if head else S.Zero) + last * order
            domain = Interval(S.One, top, True, True)
            return Le(heads.Renyi(order, p, q), line, evaluate=False), domain
    raise Rejected((), f"{atom} has no definition here")


def signature(p: Basic, q: Basic) -> tuple[object, ...]:
    """What two pairs share only if a common relabelling or reflection maps one to the other."""
    if isinstance(p, heads.Finite) and isinstance(q, heads.Finite) and len(p.args) == len(q.args):
        return ("finite", *sorted(zip(p.args, q.args, strict=True), key=str))
    if type(p) is type(q) and isinstance(p, heads.Gaussian | heads.Laplace | heads.Geometric):
        return (type(p), abs(p.args[0] - q.args[0]), p.args[1], q.args[1])
    products = isinstance(p, heads.Product) and isinstance(q, heads.Product)
    if products and len(p.args) == len(q.args):
        return ("product", *(signature(a, b) for a, b in zip(p.args, q.args, strict=True)))
    return (p, q)


__all__ = [
    "bound_of",
    "capacity",
    "closed_form",
    "largest",
    "outcomes",
    "probabilities",
    "signature",
]
