"""How one inequality between numbers was shown, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dpsym.explaining.lines import Line, marked

DEEPEST = 6
"""Steps further down than this are counted, not told, where not everything is asked for."""

FORMS = {
    "range": "the ranges of its parts show it",
    "expanded": "expanded, the ranges of its parts show it",
    "lifted": "expanded, every term is nonnegative",
}
REWRITTEN = {
    "apart": "is shown from the second value of an integer on, and at the first",
    "substituted": "is written in a variable that meets a condition",
    "enlarged": "is shown on a larger domain",
    "logarithm": "is shown for logarithms",
    "exponential": "is shown for exponentials",
    "squared": "is shown for squares",
    "exponent": "is shown for exponents",
    "line": "is an exponential times a function of one sum of its variables, and is shown of that",
    "cleared": "is shown without a divisor that has a sign",
}
RULES = {
    "chord": "exponentials that lower it are replaced by their chords, which lie above",
    "tangent": "logarithms that lower it are replaced by tangents, which lie above",
    "rising": "it is made of differences of functions that rise or fall between their places",
    "filled": "quotients without a value at an end are their limits and a bounded slope from there",
    "jensen": "exponentials are together at least that of their mean exponent, by convexity",
    "lemma": "functions are replaced by bounds",
    "bernstein": "its Bernstein coefficients are nonnegative",
    "concave": "it is concave in a variable, so it is least at an end",
    "stationary": "it is least where its derivative vanishes",
    "identity": "it is zero, by exact rewriting",
    "polynomial": "it is a polynomial, decided exactly by its coefficients or real roots",
    "form": "it has the sign of another form",
    "factor": "factors of known sign can be left out",
    "shift": "the variables are counted from the ends of their domains",
    "order": "an ordered variable is written as the smaller one and a part of the rest",
    "halves": "the two signs of a variable are treated apart",
    "choices": "one integer is at most the other, or more",
    "orders": "the two orders of two variables are treated apart",
    "homogeneous": "with one more variable it is a homogeneous polynomial",
    "relax": "integer variables may be taken as real",
    "close": "by continuity the domain may be closed",
    "drop": "a nonnegative term is left out",
    "extremes": "every Max, Min and Abs is replaced by each of its arguments in turn",
    "squares": "a square root is isolated and squares are compared",
    "discriminant": "it is a quadratic with positive leading coefficient and no real root",
    "quasiconcave": "it first rises and then falls, so its least value is at an end",
    "nonvanishing": "it is made of squares and sizes that vanish only where a condition would",
    "edge": "an end where a power has base or exponent 0 and the rest are treated apart",
    "puncture": "the closed end and the open rest are treated apart",
    "inside": "the conditions say that a variable lies in a smaller interval",
    "cut": "an interval is cut in two",
    "bounded": "beyond some numbers a condition fails",
    "conditions": "the conditions are written more simply",
    "exhausted": "an integer variable has finitely many values, each treated apart",
    "void": "a condition fails, so that nothing is left to prove",
    "induction": "it holds for the least integer and passes from each to the next",
    "combine": "a nonnegative multiple of a condition is taken away",
    "zero": "the points at which a condition is an equality are treated apart",
    "diagonal": "it is at least its value where two variables are equal",
    "maxima": "maxima, minima and absolute values are written more simply",
    "rationalise": "variables are changed so that square roots become rational",
    "squares of polynomials": "it is a sum of squares of polynomials with factors of known sign",
    "natural": "the integers of the domain satisfy it",
    "parity": "even and odd exponents of -1 are treated apart",
    "substitution": "a variable is written as a function of another",
    "polarised": "what is said of one variable twice holds of two",
    "termwise": "sums are compared term by term",
    "recurrence": "it holds for the least integer, and a sum grows by what telescopes",
    "closed form": "a sum is compared with its closed form, by induction",
}
_EVIDENT = ("sign", "identity", "natural")


def told(goal: Mapping[str, Any], *, full: bool) -> Iterator[Line]:
    """How one goal was closed."""
    while "evidence" in goal:
        key = next(key for key in goal if key != "evidence")
        words = REWRITTEN.get(key, f"is {key} first")
        yield Line(f"{_lead(goal[key])} {words}.")
        goal = goal["evidence"]
    yield from _rule(goal, _lead(goal["goal"]), 0, full=full, routine=is_routine(goal))


def innermost(goal: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first step of the prover, within what the goal was rewritten to."""
    while "evidence" in goal:
        goal = goal["evidence"]
    return goal


def is_routine(goal: Mapping[str, Any]) -> bool:
    """Whether a goal is seen at once: from ranges, by rewriting, or from its domain."""
    node = innermost(goal)
    while node["rule"] == "defined" and not _put(node):
        if not all(map(_is_evident, node["children"][:-1])):
            return False
        node = node["children"][-1]
    return "evidence" not in goal and _is_evident(node)


def size(goal: Mapping[str, Any]) -> int:
    """How many steps it takes."""
    node = innermost(goal)
    return 1 + sum(map(size, node["children"]))


def outline(goal: Mapping[str, Any]) -> str:
    """The reasons on the way to the hardest part, those that return only once.

    Definedness is left out, and so is what is seen at once after something that is not.
    """
    reasons: list[str] = []
    while "evidence" in goal:
        key = next(key for key in goal if key != "evidence")
        reasons.append(f"it {REWRITTEN.get(key, f'is {key} first')}")
        goal = goal["evidence"]
    node: Mapping[str, Any] | None = goal
    while node is not None:
        if node["rule"] != "defined" or _put(node):
            reasons.append(_reason(node))
        node = max(_inner(node), key=size, default=None)
    counted = [(reason, reasons.count(reason)) for reason in dict.fromkeys(reasons)]
    return "; then ".join(
        r if n == 1 else f"{r} ({'twice' if n == 2 else f'{n} times'})" for r, n in counted
    )


def _inner(node: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The children that carry the argument on."""
    children = list(node["children"])[: -1 if "theorem" in node["detail"] else None]
    return children[-1:] if node["rule"] == "defined" else children


def _lead(goal: Mapping[str, Any]) -> str:
    symbol = ">" if goal["strict"] else ">="
    where = ", ".join(marked(f"{name} in {_domain(domain)}") for name, domain in goal["domains"])
    return marked(f"{goal['expression']} {symbol} 0") + (f" on {where}" if where else "")


def _domain(domain: Mapping[str, Any]) -> str:
    if domain.get("integers"):
        return f"{domain['lower']}..{domain['upper']}"
    low_open, high_open = domain["open"]
    left, right = "(" if low_open else "[", ")" if high_open else "]"
    return f"{left}{domain['lower']}, {domain['upper']}{right}"


def _rule(
    node: Mapping[str, Any], lead: str, depth: int, *, full: bool, routine: bool
) -> Iterator[Line]:
    """One line for a step of the scalar prover, then those of its children that say something."""
    children = list(node["children"])[: -1 if "theorem" in node["detail"] else None]
    if node["rule"] == "defined":
        *obligations, rest = children
        for child in obligations:
            shown = marked(_inequality(child["goal"]))
            yield from _rule(child, shown, depth, full=full, routine=True)
        if not _put(node):
            yield from _rule(rest, lead, depth, full=full, routine=routine)
            return
        children = [rest]
    yield Line(f"{lead}: {_reason(node)}.", depth=depth, routine=routine)
    if node["rule"] == "monotone":
        children = children[1:] if _is_evident(children[0]) else children
    if depth + 1 >= DEEPEST and children and not full:
        steps = sum(map(size, children))
        further = f"{steps} further step{'s' if steps > 1 else ''} in the same manner"
        yield Line(f"{further}.", depth=depth + 1, routine=routine)
        return
    for child in children:
        yield from _rule(
            child,
            marked(str(child["goal"]["expression"])),
            depth + 1,
            full=full,
            routine=routine or (_is_evident(child) and _form(child) == "range"),
        )


def _inequality(goal: Mapping[str, Any]) -> str:
    return f"{goal['expression']} {'>' if goal['strict'] else '>='} 0"


def _is_evident(node: Mapping[str, Any]) -> bool:
    return node["rule"] in _EVIDENT and not node["children"]


def _form(node: Mapping[str, Any]) -> str:
    return str(node["detail"].get("form", "range"))


def _put(node: Mapping[str, Any]) -> list[str]:
    """What a step puts for names."""
    known = {name for name, _ in node["goal"]["domains"]}
    return [
        f"{marked(value)} for {marked(name)}"
        for name, value in node["detail"].items()
        if name in known and isinstance(value, str)
    ]


def _reason(node: Mapping[str, Any]) -> str:
    """What one rule of the scalar prover did, in words."""
    rule, detail, children = node["rule"], node["detail"], node["children"]
    if rule == "sign":
        form = _form(node)
        return FORMS.get(form, f"its sign is evident in the form {form!r}")
    if rule in ("defined", "shift", "order"):
        put = f"put {listed(_put(node))}" if _put(node) else ""
        return "; ".join(filter(None, (RULES.get(rule, ""), put)))
    if rule == "monotone":
        way, end = ("nondecreasing", "lower") if detail["end"] == "lower" else (
            "nonincreasing", "upper")  # fmt: skip
        value = marked(str(children[0]["goal"]["expression"]))
        name = marked(str(detail["variable"]))
        if "near" in detail:
            return f"{way} in {name} from the {end} end of its domain; next to that is {value} >= 0"
        return f"{way} in {name} from the {end} end of its domain, where it is {value}"
    if rule == "boxes":
        leaves = sum(not token.isdigit() for token in str(detail["tree"]).split())
        return f"balls decide on {leaves} box{'es' if leaves != 1 else ''} that cover the domain"
    if "theorem" in detail:
        return f"{RULES[rule]}; see {detail['theorem']}"
    if rule == "form" and "reason" in detail:
        return f"it has the sign of another form ({' '.join(detail['reason'])})"
    if rule == "factor" and not children:
        return "it is a product of factors of known sign"
    return RULES.get(rule, f"by the rule {rule!r}")


def listed(words: list[str]) -> str:
    """The words with commas and a last ``and``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
