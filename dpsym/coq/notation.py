"""Expressions in Coq's notation of real numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

import sympy
from sympy import Expr, S, Symbol

from dpsym.errors import DpsymError

RESERVED = frozenset(
    "exp ln sqrt R PI in at fun forall exists end as if then else let with return match Prop Set "
    "Type by using where cofix fix for is Rmax Rmin Rabs INR nat true false".split()
)
"""What no name of a claim is called in Coq: words of its language, and what is written there."""


SPECIAL = {
    "erfc": "dpsym_erfc",
    "harmonic": "dpsym_harmonic",
    "binomial": "dpsym_binomial",
}
"""Functions that ``naturals.v`` and ``special.v`` define."""


class UnexportableError(DpsymError):
    """A leaf that has no counterpart in Coq's real numbers as they are exported here."""


_spelled: ContextVar[Mapping[Symbol, str]] = ContextVar("spelled", default=MappingProxyType({}))


@contextmanager
def spelled(terms: Mapping[Symbol, str]) -> Iterator[None]:
    """Has terms written for names, in the order in which the names stand."""
    token = _spelled.set({**_spelled.get(), **terms})
    try:
        yield
    finally:
        _spelled.reset(token)


def name(symbol: Symbol) -> str:
    """The variable's name in Coq, which no other has, or the term that is written for it.

    >>> name(Symbol("R")), name(Symbol("v_R"))
    ('v_R', 'v_v_R')
    >>> with spelled({Symbol("x"): "(x i)"}):
    ...     coq(Symbol("x") ** 2)
    '((x i) ^ 2)'
    """
    if symbol in _spelled.get():
        return _spelled.get()[symbol]
    found: str = symbol.name
    return f"v_{found}" if found in RESERVED or found.startswith("v_") else found


def coq(expr: Expr, put: Mapping[Any, str] | None = None) -> str:
    """The expression as a term of type R, with a term in the place of some parts.

    Raises:
        UnexportableError: a function has no counterpart.

    >>> x = Symbol("x")
    >>> coq(sympy.exp(-x) + x**2/2)
    '(((x ^ 2) * (1 / 2)) + (exp (- x)))'
    """
    values = put or {}
    if expr in values:
        return values[expr]
    if expr.is_Symbol:
        return name(expr)
    if expr.is_Rational:
        text = str(abs(int(expr.p))) if expr.q == 1 else f"({abs(int(expr.p))} / {int(expr.q)})"
        return text if expr >= 0 else f"(- {text})"
    if expr is S.Pi or expr is S.Exp1:
        return "PI" if expr is S.Pi else "(exp 1)"
    if expr.is_Add:
        return f"({' + '.join(coq(part, values) for part in _ordered(expr))})"
    if expr.is_Mul:
        return _product(expr, values)
    if expr.is_Pow:
        return _power(expr.base, expr.exp, values)
    return _function(expr, values)


def count_of(expr: Expr) -> str:
    """The expression as a natural number.

    >>> count_of(Symbol("k")), count_of(sympy.Integer(3))
    ('(dpsym_count k)', '3')
    """
    return str(int(expr)) if expr.is_Integer and expr >= 0 else f"(dpsym_count {coq(expr)})"


def _ordered(expr: Expr) -> list[Expr]:
    return sorted(expr.args, key=lambda part: (part.has(sympy.exp), sympy.default_sort_key(part)))


def _product(expr: Expr, values: Mapping[Any, str]) -> str:
    coefficient, rest = expr.as_coeff_Mul()
    factors = [coq(part, values) for part in sympy.Mul.make_args(rest)]
    body = " * ".join(factors)
    if coefficient == -1:
        single = len(factors) == 1 and not body.isdigit()
        return f"(- {body})" if single else f"(- ({body}))"
    if coefficient < 0:
        return f"(- ({body} * {coq(-coefficient, values)}))"
    return f"({body})" if coefficient == 1 else f"({body} * {coq(coefficient, values)})"


def _power(base: Expr, exponent: Expr, values: Mapping[Any, str]) -> str:
    inner = coq(base, values)
    if exponent.is_Integer:
        power = inner if abs(exponent) == 1 else f"({inner} ^ {abs(int(exponent))})"
        return power if exponent > 0 else f"(/ {power})"
    if exponent.is_Rational and exponent.q == 2:
        root = values.get(sympy.sqrt(base), f"(sqrt {inner})")
        return root if exponent.p == 1 else powered(root, int(exponent.p))
    if exponent.is_Rational and exponent.q == 4:
        return powered(f"(sqrt (sqrt {inner}))", int(exponent.p))
    if exponent.is_Rational:
        raise UnexportableError(f"the power {base}**({exponent}) is not exported")
    if not (base.is_Rational and base > 0):
        return f"(dpsym_expt {inner} {coq(exponent, values)})"
    logarithm = values.get(sympy.log(base, evaluate=False), f"(ln {inner})")
    return f"(exp ({coq(exponent, values)} * {logarithm}))"


def powered(root: str, count: int) -> str:
    """A power of a term with a whole exponent, which is not 0."""
    power = root if abs(count) == 1 else f"({root} ^ {abs(count)})"
    return power if count > 0 else f"(/ {power})"


def rewritten(expr: Expr) -> Expr:
    """The expression without the functions that are written by others."""
    found: Expr = expr.replace(
        lambda part: part.func.__name__ in ("erf", "Phi"),
        lambda part: (
            1 - sympy.erfc(part.args[0])
            if part.func.__name__ == "erf"
            else sympy.erfc(-part.args[0] / sympy.sqrt(2)) / 2
        ),
    )
    return found


def _function(expr: Expr, values: Mapping[Any, str]) -> str:
    head = expr.func.__name__
    if head in ("erf", "Phi"):
        return coq(rewritten(expr), values)
    if head == "Sum" and len(expr.args) == 2:
        term, (index, low, high) = expr.args
        free = {node: text for node, text in values.items() if not node.has(index)}
        ends = f"{coq(low, values)} {coq(high, values)}"
        return f"(dpsym_sum (fun {name(index)} => {coq(term, free)}) {ends})"
    arguments = [coq(argument, values) for argument in expr.args]
    if head in ("exp", "log") and len(arguments) == 1:
        return f"({'exp' if head == 'exp' else 'ln'} {arguments[0]})"
    if head in SPECIAL:
        return f"({SPECIAL[head]} {' '.join(arguments)})"
    if head == "Abs":
        return f"(Rabs {arguments[0]})"
    if head in ("Max", "Min"):
        found = arguments[0]
        for argument in arguments[1:]:
            found = f"(R{head.lower()} {found} {argument})"
        return found
    if head in ("sinh", "cosh", "tanh"):
        up, down = (f"(exp {coq(u, values)})" for u in (expr.args[0], -expr.args[0]))
        if head == "tanh":
            return f"(({up} - {down}) / ({up} + {down}))"
        return f"(({up} {'-' if head == 'sinh' else '+'} {down}) / 2)"
    raise UnexportableError(f"{head} has no counterpart in Coq's interval library")
