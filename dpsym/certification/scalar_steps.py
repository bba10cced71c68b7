"""One function for each rule of the scalar prover: the kernel's nodes that say the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.certification.scalar_forms import TROUBLE, factored, quotient
from dpsym.kernel.scalar import FAILURES, Goal
from dpsym.kernel.scalar_normal import vanishes
from dpsym.kernel.scalar_ranges import Region, UndefinedError
from dpsym.language.domains import Integers, Interval

if TYPE_CHECKING:
    from dpsym.certification.scalar import Elaborator

Json = dict[str, Any]
Data = Mapping[str, Any]
T = Symbol("t")


def _expr(source: str, goal: Goal) -> Expr:
    from dpsym.certification.scalar import read

    return read(source, {symbol.name: None for symbol in goal.domains})


def _child(e: Elaborator, step: Data, place: int) -> Any:
    return lambda goal: e.follow(goal, step["children"][place])


def _of(step: Data, place: int, goal: Goal) -> Expr:
    return _expr(step["children"][place]["goal"]["expression"], goal)


def defined(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Requirements as facts, then the change of variables, then the proof."""
    *known, last = step["children"]

    def requirements(current: Goal, left: list[Data]) -> Json:
        if not left:
            return _changed(e, current, step["detail"], lambda g: e.follow(g, last))
        first = left[0]

        def rest(g: Goal) -> Json:
            return requirements(g, left[1:])

        data = first["goal"]
        names = {name for name, _ in data["domains"]}
        if first["rule"] == "natural" or names != {s.name for s in current.domains}:
            return rest(current)
        fact = _expr(data["expression"], current)
        if not fact.free_symbols:
            return rest(current)
        try:
            return e.have(current, fact, data["strict"], lambda g: e.follow(g, first), rest)
        except _not_shown():
            return rest(current)

    return requirements(goal, known)


def _changed(e: Elaborator, goal: Goal, detail: Data, grow: Any) -> Json:
    """The goal in the variables of a detail, ``old name -> value``."""
    items = list(detail.items())
    if not items:
        return grow(goal)  # type: ignore[no-any-return]
    (name, source), *rest = items
    symbol, value = Symbol(name), _expr(source, goal)
    old = goal.domains[symbol]
    (new,) = [s for s in value.free_symbols if s not in goal.domains or s == symbol] or [symbol]
    slope = sympy.diff(value, new)
    offset = value.xreplace({new: S.Zero})
    inverse = (symbol - offset) / slope
    domain: Any
    if offset.free_symbols:
        strict = any(f[1] and vanishes(f[0] - symbol + offset, goal.region()) for f in goal.facts)
        unbounded = old.upper is S.Infinity
        upper_open = unbounded or (isinstance(old, Interval) and old.upper_open)
        domain = Interval(S.Zero, S.Infinity if unbounded else S.One, strict, upper_open)
    elif isinstance(old, Integers):
        domain = Integers(S.Zero, old.upper - old.lower if slope == 1 else S.Infinity)
    elif slope == 1:
        domain = Interval(S.Zero, old.upper - old.lower, old.lower_open, old.upper_open)
    else:
        domain = Interval(S.Zero, S.Infinity, old.upper_open, True)
    return e.substitute(
        goal, symbol, value, new, domain, inverse, lambda g: _changed(e, g, dict(rest), grow)
    )


def shift(e: Elaborator, goal: Goal, step: Data) -> Json:
    """New variables, as in the detail."""
    return _changed(e, goal, step["detail"], _child(e, step, 0))


def leaf(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Decided by ranges."""
    return e.auto(goal, steps=False)


def identity(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Zero."""
    return e.sum(goal)


def factor(e: Elaborator, goal: Goal, step: Data) -> Json:
    """A weight >= 0 times the rest."""
    children = step["children"]
    if not children:
        parts = factored(goal.expression, goal)
        if parts is None:
            raise ValueError("no factors")
        if not parts.powers and not parts.coefficient:
            return e.sum(goal)
        return e.auto(goal, steps=False)
    unknown = [_of(step, i, goal) for i in range(len(children))]
    if len(children) == 1:
        weight = quotient(goal.expression, unknown[0], goal)
        return e.sum(goal, (weight, unknown[0], _child(e, step, 0)))

    def facts(current: Goal, left: list[int]) -> Json:
        if left:
            place = left[0]
            return e.have(
                current,
                unknown[place],
                goal.strict,
                _child(e, step, place),
                lambda g: facts(g, left[1:]),
            )
        product = quotient(goal.expression, sympy.Mul(*unknown), goal)
        return e.sum(current, (product, sympy.Mul(*unknown, evaluate=False), e.leaf))

    return facts(goal, list(range(len(children))))


def form(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Another expression of the same sign."""
    from dpsym.certification.scalar import text

    inner = _of(step, 0, goal)
    reason = step["detail"]["reason"]
    if not reason.startswith("logarithm"):
        return e.sum(goal, (_isolating(goal, inner, reason), inner, _child(e, step, 0)))
    node = _expr(reason.removeprefix("logarithm at "), goal)
    expanded = sympy.expand(goal.expression)
    rest = expanded.xreplace({node: S.Zero})
    slope = sympy.expand((expanded - rest) / node)
    if Region(goal.domains).range(sympy.factor(slope)).positive:
        whole = sympy.factor(-rest) * (sympy.exp(T) - 1)
    else:
        whole = sympy.factor(rest) * (1 - sympy.exp(-T))
    new = e.fresh(goal, "t")
    parameters = {
        "new": new.name,
        "domain": "(0, oo)" if goal.strict else "[0, oo)",
        "value": text(inner),
        "form": text(whole.xreplace({T: new})),
        "facts": [],
    }
    return e.have(
        goal,
        inner,
        goal.strict,
        _child(e, step, 0),
        lambda g: e.node(g, "generalize", parameters, proof=e.leaf),
    )


def _isolating(goal: Goal, inner: Expr, reason: str) -> Expr:
    """The weight of a form in which a function stands alone."""
    if reason.startswith("isolated"):
        node = _expr(reason.removeprefix("isolated "), goal)
        expanded = sympy.expand(goal.expression)
        weight = expanded.coeff(node)
        if weight and not (expanded - sympy.expand(weight * node)).has(node):
            return sympy.factor(weight if inner.coeff(node) > 0 else -weight)
    return quotient(goal.expression, inner, goal)


def monotone(e: Elaborator, goal: Goal, step: Data) -> Json:
    """The value at an end, and the sign of the derivative."""
    detail = step["detail"]
    parameters = {"variable": detail["variable"], "end": detail["end"]}
    parts = {detail["end"]: _child(e, step, 0), "slope": _child(e, step, 1)}
    return _with_limit(e, goal, "monotone", parameters, parts, _of(step, 0, goal))


def _with_limit(
    e: Elaborator, goal: Goal, rule: str, parameters: Json, parts: Any, limit: Expr
) -> Json:
    """A node, with a form and a bound of its limit where it asks for them."""
    from dpsym.certification.scalar import text

    last: Exception = ValueError("no form has this limit")
    symbol = Symbol(parameters["variable"])
    domain = goal.domains[symbol]
    if domain.upper.is_finite or (rule == "monotone" and parameters["end"] == "lower"):
        return e.node(goal, rule, parameters, **parts)
    for shape in _at_infinity(goal, symbol):
        for bound in (limit, S.Zero):
            more = {**parameters, "form": text(shape), "limit": text(bound)}
            try:
                return e.node(goal, rule, more, **parts)
            except FAILURES as error:
                last = error
    raise last


def _at_infinity(goal: Goal, symbol: Symbol) -> list[Expr]:
    """Forms whose limits are evident part by part."""
    expr = goal.expression
    found = [expr, sympy.expand(expr)]
    inverse = sympy.Dummy("u", positive=True)
    try:
        top, bottom = sympy.fraction(sympy.together(expr))
        if expr.is_rational_function(symbol):
            degree = sympy.Poly(bottom, symbol).degree()
            found.append(sympy.expand(top / symbol**degree) / sympy.expand(bottom / symbol**degree))
        found.append(sympy.factor(expr))
        merged = sympy.logcombine(sympy.expand(expr), force=True)
        found += [merged, merged.xreplace({symbol: 1 / inverse}).xreplace({inverse: 1 / symbol})]
        for head in sorted(expr.atoms(sympy.log), key=str):
            found.append(expr.xreplace({head: sympy.log(sympy.expand(sympy.cancel(head.args[0])))}))
    except TROUBLE:
        pass
    return list(dict.fromkeys(found))


def unimodal(e: Elaborator, goal: Goal, step: Data) -> Json:
    """The derivative is a weight times a falling function."""
    from dpsym.certification.scalar import text

    symbol = Symbol(step["detail"]["variable"])
    slope = sympy.diff(goal.expression, symbol)
    if step["rule"] == "concave":
        direction, order = slope, (1, 2, 0)
        weight: Expr = S.One
    else:
        direction, order = _expr(step["detail"]["factor"], goal), (0, 1, 2)
        weight = quotient(slope, direction, goal)
    lower, upper, falling = (_child(e, step, place) for place in order)
    parameters = {"variable": symbol.name, "factor": text(direction), "weight": text(weight)}
    parts = {"lower": lower, "upper": upper, "falling": falling}
    return _with_limit(e, goal, "unimodal", parameters, parts, _of(step, order[1], goal))


def quasiconcave(e: Elaborator, goal: Goal, step: Data) -> Json:
    """A form of the goal, unimodal in a variable."""
    from dpsym.certification.scalar_forms import region_of
    from dpsym.provers.scalar.variants import forms

    reason = step["detail"]["reason"]
    for shape, why in forms(goal.expression, region_of(goal)):
        if why == reason:
            if shape == goal.expression:
                return unimodal(e, goal, step)
            weight = _isolating(goal, shape, reason)
            return e.sum(goal, (weight, shape, lambda g: unimodal(e, g, step)))
    raise ValueError(f"the form {reason} was not found")


def stationary(e: Elaborator, goal: Goal, step: Data) -> Json:
    """The least value is at the zero of the derivative."""
    from dpsym.certification.scalar import text

    detail = step["detail"]
    symbol, direction = Symbol(detail["variable"]), _expr(detail["factor"], goal)
    parameters = {
        "variable": symbol.name,
        "factor": text(direction),
        "weight": text(quotient(sympy.diff(goal.expression, symbol), direction, goal)),
        "at": text(_expr(detail["at"], goal)),
    }
    return e.node(
        goal, "stationary", parameters, lowest=_child(e, step, 0), rising=_child(e, step, 1)
    )


def larger(e: Elaborator, goal: Goal, step: Data) -> Json:
    """The child's domains are larger, which following it does."""
    return e.follow(goal, step["children"][0], again=False)


def conditions(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Consequences of the facts."""
    wanted = [(_expr(c, goal), False) for c in step["detail"]["conditions"]]
    wanted += [(_expr(c, goal), True) for c in step["detail"]["positives"]]

    def facts(current: Goal, left: list[tuple[Expr, bool]]) -> Json:
        if not left:
            return e.follow(current, step["children"][0])
        (fact, strict), *rest = left
        try:
            return e.have(
                current, fact, strict, lambda g: _consequence(e, g), lambda g: facts(g, rest)
            )
        except _not_shown():
            return facts(current, rest)

    return facts(goal, wanted)


def _consequence(e: Elaborator, goal: Goal) -> Json:
    """The goal as a weight times one of the facts."""
    for fact, _, _ in goal.facts:
        try:
            weight = quotient(goal.expression, fact, goal)
            return e.sum(goal, (weight, fact, e.leaf))
        except (*FAILURES, *TROUBLE):
            continue
    return e.auto(goal, steps=False)


def squares(e: Elaborator, goal: Goal, step: Data) -> Json:
    """One square root apart."""
    from dpsym.certification.scalar import text

    first, second = _of(step, 0, goal), _of(step, 1, goal)
    if step["detail"]["kept"] == "even":
        part = first
        grow = _child(e, step, 0)
    else:
        radical = _expr(step["detail"]["radical"], goal)
        part = first * radical
        grow = lambda g: e.sum(g, (radical, first, _child(e, step, 0)))  # noqa: E731
    parameters = {"part": text(part), "difference": text(second)}
    return e.node(goal, "square", parameters, first=grow, second=_child(e, step, 1))


def drop(e: Elaborator, goal: Goal, step: Data) -> Json:
    """A term that is >= 0, and the rest."""
    term = _expr(step["detail"]["term"], goal)
    return e.sum(goal, (S.One, _of(step, 0, goal), _child(e, step, 0)), (S.One, term, e.auto))


def combine(e: Elaborator, goal: Goal, step: Data) -> Json:
    """A multiple of a fact, and the rest."""
    condition = _expr(step["detail"]["condition"], goal)
    multiplier = _expr(step["detail"]["multiplier"], goal)
    return e.sum(
        goal, (S.One, _of(step, 0, goal), _child(e, step, 0)), (multiplier, condition, e.auto)
    )


def face(e: Elaborator, goal: Goal, step: Data) -> Json:
    """The lower end apart."""
    parameters = {"variable": step["detail"]["variable"], "end": "lower"}
    return e.node(goal, "face", parameters, at=_child(e, step, 0), rest=_child(e, step, 1))


def cut(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Two pieces of an interval."""
    detail = step["detail"]
    parameters = {"variable": detail["variable"], "at": detail["at"]}
    return e.node(goal, "split", parameters, below=_child(e, step, 0), above=_child(e, step, 1))


def halves(e: Elaborator, goal: Goal, step: Data) -> Json:
    """The two signs of a variable."""
    symbol = Symbol(step["detail"]["variable"])
    names = {name for name, _ in step["children"][0]["goal"]["domains"]}
    (new,) = [Symbol(name) for name in names if Symbol(name) not in goal.domains]
    half = Interval(S.Zero, S.Infinity, False, True)

    def side(sign: int, place: int) -> Any:
        return lambda g: e.substitute(
            g, symbol, sign * new, new, half, sign * symbol, _child(e, step, place)
        )

    parameters = {"variable": symbol.name, "at": "0"}
    return e.node(goal, "split", parameters, above=side(1, 0), below=side(-1, 1))


def orders(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Two variables in either order."""
    from dpsym.certification.scalar import text

    x, y = map(Symbol, step["detail"]["variables"])

    def side(large: Symbol, small: Symbol, place: int) -> Any:
        def grow(current: Goal) -> Json:
            names = {name for name, _ in step["children"][place]["goal"]["domains"]}
            (new,) = [Symbol(name) for name in names if Symbol(name) not in goal.domains]
            upper = goal.domains[large].upper
            finite = upper.is_finite
            value = small + (upper - small) * new if finite else small + new
            return _changed(e, current, {large.name: text(value)}, _child(e, step, place))

        return grow

    return e.node(
        goal, "cases", {"on": text(y - x)}, nonnegative=side(y, x, 0), negative=side(x, y, 1)
    )


def tangent(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Logarithms below their tangents."""
    bound, at = _of(step, 0, goal), _expr(step["detail"]["at"], goal)
    expanded = sympy.expand(goal.expression)
    logs = sorted(expanded.atoms(sympy.log), key=str)
    terms: list[Any] = [(S.One, bound, _child(e, step, 0))]
    weight = expanded.coeff(sympy.log(at)) if at != 1 else S.One
    for head in logs:
        coefficient = expanded.coeff(head)
        if head.args[0] == at or not coefficient:
            continue
        if at == 1:
            if not bound.has(head):
                value = head.args[0]
                terms.append((-coefficient, value - 1 - sympy.log(value), _above_log(e, value)))
            continue
        sign = 1 if Region(goal.domains).range(coefficient).nonnegative else -1
        value = sympy.powsimp(head.args[0] ** (-sign / weight)) / at
        part = value - 1 - sympy.log(value)
        terms.append((sign * weight * coefficient, part, _above_log(e, value)))
    return e.sum(goal, *terms)


def _above_log(e: Elaborator, value: Expr) -> Any:
    """A proof of ``value - 1 - log(value) >= 0``: its least value is at 1."""
    from dpsym.certification.scalar import text

    def grow(goal: Goal) -> Json:
        new = e.fresh(goal, "t")
        parameters = {
            "new": new.name,
            "domain": "(0, oo)",
            "value": text(value),
            "form": f"{new} - 1 - log({new})",
            "facts": [],
        }
        inner = {"variable": new.name, "factor": f"1 - 1/{new}", "weight": "1", "at": "1"}
        return e.node(
            goal,
            "generalize",
            parameters,
            proof=lambda g: e.node(g, "stationary", inner, rising=e.leaf, lowest=e.leaf),
        )

    return grow


def chord(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Exponentials below their chords."""
    from dpsym.certification.scalar import text

    symbol = Symbol(step["detail"]["variable"])
    domain = goal.domains[symbol]
    bound = _of(step, 0, goal)
    expanded = sympy.expand(goal.expression, power_exp=False, power_base=False)
    terms: list[Any] = [(S.One, bound, _child(e, step, 0))]
    part = (symbol - domain.lower) / (domain.upper - domain.lower)
    for node in sorted(expanded.atoms(sympy.exp), key=str):
        if not node.has(symbol) or bound.has(node):
            continue
        ends = [sympy.exp(node.args[0].subs(symbol, x)) for x in (domain.lower, domain.upper)]
        gap = (1 - part) * ends[0] + part * ends[1] - node
        coefficient = -sympy.Add(*[t / node for t in sympy.Add.make_args(expanded) if t.has(node)])
        slope = sympy.diff(gap, symbol)
        parameters = {"variable": symbol.name, "factor": text(slope), "weight": "1"}

        def concave(g: Goal, parameters: Json = parameters) -> Json:
            return e.node(g, "unimodal", parameters, falling=e.auto, lower=e.auto, upper=e.auto)

        terms.append((sympy.factor(coefficient), gap, concave))
    return e.sum(goal, *terms)


def bernstein(e: Elaborator, goal: Goal, step: Data) -> Json:
    """The polynomial by its Bernstein coefficients."""
    symbol, degree = Symbol(step["detail"]["variable"]), len(step["children"]) - 1
    terms = [
        (
            sympy.binomial(degree, j) * symbol**j * (1 - symbol) ** (degree - j),
            _of(step, j, goal),
            _child(e, step, j),
        )
        for j in range(degree + 1)
    ]
    return e.sum(goal, *terms)


def discriminant(e: Elaborator, goal: Goal, step: Data) -> Json:
    """A square and the discriminant."""
    symbol = Symbol(step["detail"]["variable"])
    a, b, _ = sympy.Poly(sympy.expand(goal.expression), symbol).all_coeffs()
    return e.sum(
        goal,
        (1 / (4 * a), _of(step, 0, goal), _child(e, step, 0)),
        (a, (symbol + b / (2 * a)) ** 2, e.auto),
    )


def polynomial(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Ranges of shifted or Bernstein forms on pieces."""
    try:
        return e.auto(goal, steps=False)
    except Exception as error:  # noqa: BLE001  # any refusal leads to the pieces
        last = error
    pieces = [s for s, d in goal.domains.items() if goal.expression.has(s)]
    if len(pieces) != 1:
        raise ValueError(f"a polynomial in several variables: {last}")
    symbol = pieces[0]
    domain: Any = goal.domains[symbol]
    e.depth += 1
    try:
        if e.depth > 10:
            raise ValueError("too many pieces")
        if not domain.upper.is_finite:
            new = e.fresh(goal, "s")
            try:
                return e.substitute(
                    goal,
                    symbol,
                    domain.lower + new,
                    new,
                    Interval(S.Zero, S.Infinity, domain.lower_open, True),
                    symbol - domain.lower,
                    lambda g: e.auto(g, steps=False),
                )
            except Exception:  # noqa: BLE001
                at = domain.lower + 1
        else:
            at = (domain.lower + domain.upper) / 2
            shape = _bernstein_form(goal.expression, symbol, domain)
            try:
                return e.sum(goal, (S.One, shape, e.leaf))
            except FAILURES:
                pass
        again = lambda g: polynomial(e, g, step)  # noqa: E731
        return e.node(
            goal, "split", {"variable": symbol.name, "at": str(at)}, below=again, above=again
        )
    finally:
        e.depth -= 1


def _bernstein_form(expr: Expr, symbol: Symbol, domain: Any) -> Expr:
    low, high = domain.lower, domain.upper
    unit = sympy.Dummy("u")
    poly = sympy.Poly(sympy.expand(expr.xreplace({symbol: low + (high - low) * unit})), unit)
    degree = poly.degree()
    total: Expr = S.Zero
    for j in range(degree + 1):
        c = sum(
            sympy.Rational(sympy.binomial(j, i), sympy.binomial(degree, i))
            * poly.coeff_monomial(unit**i)
            for i in range(j + 1)
        )
        total += (
            c * sympy.binomial(degree, j) * (symbol - low) ** j * (high - symbol) ** (degree - j)
        )
    return total / (high - low) ** degree


def exhausted(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Every value of an integer."""
    symbol = Symbol(step["detail"]["variable"])
    steps = iter(step["children"])
    parameters = {"variable": symbol.name, "proofs": [None] * len(step["children"])}
    return e.node(goal, "exhaust", parameters, proofs=lambda g: e.follow(g, next(steps)))


def induction(e: Elaborator, goal: Goal, step: Data) -> Json:
    """The first value, and the rise."""
    parameters = {"variable": step["detail"]["variable"]}
    return e.node(goal, "induction", parameters, first=_child(e, step, 0), rise=_child(e, step, 1))


def maxima(e: Elaborator, goal: Goal, step: Data) -> Json:
    """Heads with factors taken out, one gap for each; where that fails by cases."""
    from dpsym.certification.scalar_forms import region_of
    from dpsym.provers.scalar.extremes import simplified

    region = region_of(goal)
    terms: list[Any] = []
    for head in sorted(goal.expression.atoms(sympy.Max, sympy.Min), key=str):
        simple = simplified(head, region)
        name = sympy.Dummy("head")
        weight = sympy.diff(goal.expression.xreplace({head: name}), name)
        if simple == head or not weight or weight.has(name):
            continue
        sign = 1 if Region(goal.domains).range(sympy.factor(weight)).nonnegative else -1
        gap = sign * (head - simple)
        terms.append(
            (sympy.factor(sign * weight), gap, lambda g, h=head, s=simple: _scaled(e, g, h, s))
        )
    return e.sum(goal, (S.One, _of(step, 0, goal), _child(e, step, 0)), *terms)


def _not_shown() -> type[Exception]:
    from dpsym.certification.scalar import NotShownError

    return NotShownError


def _scaled(e: Elaborator, goal: Goal, head: Expr, simple: Expr) -> Json:
    """``Max(0, P*U)`` is ``P*Max(0, U)`` by the cases of U."""
    try:
        return e.sum(goal)
    except FAILURES:
        pass
    from dpsym.certification.scalar import text

    if not simple.has(sympy.Max, sympy.Min):
        first, second = head.args
        for gap in (first - second, second - first):
            try:
                return e.have(goal, gap, False, lambda g: e.auto(g, steps=False), e.sum)
            except _not_shown():
                continue
        raise ValueError(f"the order in {head} was not shown")
    (inner,) = simple.atoms(sympy.Max, sympy.Min)
    weight = simple.xreplace({inner: S.One})
    (on,) = [argument for argument in inner.args if argument != 0]

    def side(sign: int) -> Any:
        def shown(g: Goal) -> Json:
            return e.sum(g, (weight, sign * on, e.leaf))

        return lambda g: e.have(g, sympy.expand(sign * weight * on), False, shown, e.sum)

    return e.node(goal, "cases", {"on": text(on)}, nonnegative=side(1), negative=side(-1))


def extremes(e: Elaborator, goal: Goal, step: Data) -> Json:
    """A head replaced by each of its arguments."""
    head = _expr(step["detail"]["head"], goal)
    children = dict(zip(map(str, step["detail"]["choices"]), step["children"], strict=True))

    def grow(choice: Expr) -> Any:
        child = children.get(str(choice))
        return (lambda g: e.follow(g, child)) if child else e.auto

    return _choose(e, goal, head, grow)


def by_cases(e: Elaborator, goal: Goal, grow: Any) -> Json:
    """Every Max, Min and Abs by cases."""
    heads = goal.expression.atoms(sympy.Max, sympy.Min, sympy.Abs)
    if not heads:
        return grow(goal)  # type: ignore[no-any-return]
    head = min(heads, key=lambda node: (node.count_ops(), str(node)))
    return _choose(e, goal, head, lambda choice: lambda g: by_cases(e, g, grow))


def _choose(e: Elaborator, goal: Goal, head: Expr, grow: Any) -> Json:
    from dpsym.certification.scalar import text

    sign = -1 if head.func is sympy.Min else 1

    def crowned(current: Goal, best: Expr, beaten: list[Expr], rest: list[Expr]) -> Json:
        """The facts that the winner is ahead of all beaten ones."""
        if not beaten:
            return tournament(current, best, rest)
        gap = sign * (best - beaten[0])
        then = lambda g: crowned(g, best, beaten[1:], rest)  # noqa: E731
        return e.have(current, gap, False, lambda g: _chained(e, g), then)

    def tournament(current: Goal, best: Expr, others: list[Expr]) -> Json:
        if not others:
            put = current.expression.xreplace({head: best})
            return e.rewritten(current, put, grow(best))
        rival, *rest = others
        gap = sign * (best - rival)
        for on, winner in ((gap, best), (-gap, rival)):
            try:
                if current.region().range(on).nonnegative:
                    return tournament(current, winner, rest)
            except UndefinedError:
                pass
        return e.node(
            current,
            "cases",
            {"on": text(gap)},
            nonnegative=lambda g: tournament(g, best, rest),
            negative=lambda g: crowned(g, rival, started[: len(started) - len(others)], rest),
        )

    started = list(head.args) if head.func is not sympy.Abs else [head.args[0], -head.args[0]]
    return tournament(goal, started[0], started[1:])


def _chained(e: Elaborator, goal: Goal) -> Json:
    """A difference as the sum of two facts."""
    for first, _, _ in goal.facts:
        for second, _, _ in goal.facts:
            try:
                return e.sum(goal, (S.One, first, e.leaf), (S.One, second, e.leaf))
            except FAILURES:
                continue
    return e.auto(goal, steps=False)


def boxes(e: Elaborator, goal: Goal, step: Data) -> Json:
    """The bisection tree, with names for places."""
    names = [name for name, _ in step["goal"]["domains"]]
    tree = " ".join(
        token if token in ("d", "m") else names[int(token)]
        for token in step["detail"]["tree"].split()
    )
    return e.node(goal, "boxes", {"tree": tree})


STEPS: dict[str, Callable[[Any, Goal, Data], Json]] = {
    "defined": defined,
    "shift": shift,
    "order": shift,
    "sign": leaf,
    "identity": identity,
    "factor": factor,
    "form": form,
    "monotone": monotone,
    "quasiconcave": quasiconcave,
    "concave": unimodal,
    "stationary": stationary,
    "close": larger,
    "relax": larger,
    "conditions": conditions,
    "squares": squares,
    "drop": drop,
    "combine": combine,
    "zero": face,
    "puncture": face,
    "cut": cut,
    "halves": halves,
    "orders": orders,
    "tangent": tangent,
    "chord": chord,
    "bernstein": bernstein,
    "discriminant": discriminant,
    "polynomial": polynomial,
    "exhausted": exhausted,
    "induction": induction,
    "maxima": maxima,
    "extremes": extremes,
    "boxes": boxes,
}
