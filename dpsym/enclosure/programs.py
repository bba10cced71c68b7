"""Straight-line programs: an expression compiled once, to run in any arithmetic.

Equal subexpressions share one register. A program runs in any arithmetic that offers the
operations of :class:`Arithmetic`: in python-flint's ``arb`` (:mod:`dpsym.enclosure.balls`), or in
intervals with separate ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import sympy
from flint import ctx
from sympy import Expr, Symbol

from dpsym.errors import EvaluationError

MAX_TERMS, MAX_NESTED = 100_000, 300


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction: an operation, the registers it reads, and a constant that belongs to it."""

    operation: str
    arguments: tuple[int, ...]
    payload: Any = None


@dataclass(frozen=True, slots=True)
class Program:
    """A straight-line program.

    The first ``inputs`` registers are inputs, the last step's register
    is the result.
    """

    inputs: int
    steps: tuple[Step, ...]
    result: int


class Arithmetic(Protocol):
    """What a program needs: constants, and a function for every operation."""

    def constant(self, value: Expr) -> Any:
        """An enclosure of a constant: a rational, pi, E, oo or -oo."""

    def operation(self, name: str) -> Callable[..., Any]:
        """The function for one operation: of the register values and, if any, the payload."""


_UNARY = {
    "exp": "exp",
    "log": "log",
    "sinh": "sinh",
    "cosh": "cosh",
    "tanh": "tanh",
    "Abs": "absolute",
    "erf": "erf",
    "erfc": "erfc",
    "Phi": "phi",
    "factorial": "factorial",
    "gamma": "gamma",
    "loggamma": "loggamma",
}
_NARY = {"Min": "minimum", "Max": "maximum", "binomial": "binomial", "harmonic": "harmonic"}


class _Compiler:
    """Turns one expression into steps; equal subexpressions are translated once."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self.symbols = tuple(symbols)
        self.known: dict[Expr, int] = {symbol: i for i, symbol in enumerate(self.symbols)}
        self.shared: dict[Step, int] = {}
        self.steps: list[Step] = []

    def emit(self, operation: str, arguments: Sequence[int], payload: Any = None) -> int:
        step = Step(operation, tuple(arguments), payload)
        if step not in self.shared:
            self.steps.append(step)
            self.shared[step] = len(self.symbols) + len(self.steps) - 1
        return self.shared[step]

    def visit(self, expr: Expr) -> int:
        if expr not in self.known:
            self.known[expr] = self._translate(expr)
        return self.known[expr]

    def _translate(self, expr: Expr) -> int:
        if expr.is_Rational or expr in (sympy.pi, sympy.E, sympy.oo, -sympy.oo, sympy.EulerGamma):
            return self.emit("constant", (), expr)
        if expr.is_Float:
            return self.emit("constant", (), sympy.Rational(expr))
        if expr.is_Symbol:
            raise EvaluationError(f"no value is given for {expr}")
        if expr.is_Add:
            return self._sum(expr)
        if expr.is_Mul:
            return self._product(expr)
        if expr.is_Pow:
            return self._power(expr.base, expr.exp)
        name = expr.func.__name__
        if name == "log" and len(expr.args) == 1 and expr.args[0].is_Add:
            rest = expr.args[0] - 1
            if not rest.is_Add or len(rest.args) < len(expr.args[0].args):
                return self.emit("log1p", (self.visit(rest),))
        if name in _UNARY and len(expr.args) == 1:
            return self.emit(_UNARY[name], (self.visit(expr.args[0]),))
        if name in _NARY:
            return self.emit(_NARY[name], [self.visit(argument) for argument in expr.args])
        if name == "Sum":
            return self._series(expr)
        raise EvaluationError(f"no enclosure is known for {name} in {expr}")

    def _sum(self, expr: Expr) -> int:
        constant, rest = expr.as_coeff_Add()
        terms = list(sympy.Add.make_args(rest))
        if constant.is_Rational and not constant.is_zero:
            for position, term in enumerate(terms):
                coefficient, factor = term.as_coeff_Mul()
                if coefficient == -constant and factor.func in (sympy.exp, sympy.cosh):
                    operation = "expm1" if factor.func is sympy.exp else "coshm1"
                    small = self.emit(operation, (self.visit(factor.args[0]),))
                    scaled = self.emit("multiply", (self.visit(coefficient), small))
                    others = terms[:position] + terms[position + 1 :]
                    if not others:
                        return scaled
                    return self.emit("add", [*map(self.visit, others), scaled])
        terms = [*terms, constant] if not constant.is_zero else terms
        return self.emit("add", [self.visit(term) for term in terms])

    def _product(self, expr: Expr) -> int:
        above: list[int] = []
        below: list[int] = []
        for factor in expr.args:
            if factor.is_Pow and factor.exp.is_Rational and factor.exp.is_negative:
                below.append(self._power(factor.base, -factor.exp))
            else:
                above.append(self.visit(factor))
        above = above or [self.visit(sympy.S.One)]
        top = self.emit("multiply", above) if len(above) > 1 else above[0]
        if not below:
            return top
        bottom = self.emit("multiply", below) if len(below) > 1 else below[0]
        return self.emit("divide", (top, bottom))

    def _power(self, base: Expr, exponent: Expr) -> int:
        if exponent.is_Rational and exponent.is_negative:
            inverse = self._power(base, -exponent)
            return self.emit("divide", (self.visit(sympy.S.One), inverse))
        if exponent is sympy.S.One:
            return self.visit(base)
        if exponent.is_Integer:
            return self.emit("power", (self.visit(base),), int(exponent))
        if exponent is sympy.S.Half:
            return self.emit("sqrt", (self.visit(base),))
        if exponent.is_Rational:
            return self.emit("root", (self.visit(base),), (int(exponent.p), int(exponent.q)))
        if base is sympy.E:
            return self.emit("exp", (self.visit(exponent),))
        return self.emit("raise", (self.visit(base), self.visit(exponent)))

    def _series(self, expr: Expr) -> int:
        body, *nested, (index, lower, upper) = expr.args
        body = sympy.Sum(body, *nested) if nested else body
        outer = sorted(body.free_symbols - {index}, key=str)
        inner = build_program(body, [index, *outer])
        registers = [self.visit(lower), self.visit(upper), *map(self.visit, outer)]
        return self.emit("series", registers, inner)


def build_program(expr: Expr, symbols: Sequence[Symbol]) -> Program:
    """The straight-line program of ``expr`` with inputs in the order of ``symbols``.

    Raises:
        EvaluationError: a symbol is not listed, or a head has no enclosure.
    """
    compiler = _Compiler(symbols)
    result = compiler.visit(sympy.sympify(expr))
    return Program(len(compiler.symbols), tuple(compiler.steps), result)


def bind(program: Program, arithmetic: Arithmetic) -> Callable[[Sequence[Any]], Any]:
    """A function that runs ``program`` in ``arithmetic``; constants are remembered for each
    precision.
    """
    constants: list[tuple[int, Expr]] = []
    steps: list[tuple[int, Callable[..., Any], tuple[int, ...], Any]] = []
    for place, step in enumerate(program.steps, program.inputs):
        if step.operation == "constant":
            constants.append((place, step.payload))
        else:
            function = arithmetic.operation(step.operation)
            steps.append((place, function, step.arguments, step.payload))
    cached: dict[int, list[Any]] = {}

    def prepared() -> list[Any]:
        registers = [None] * (program.inputs + len(program.steps))
        for place, value in constants:
            registers[place] = arithmetic.constant(value)
        return registers

    def run(values: Sequence[Any]) -> Any:
        if len(values) != program.inputs:
            raise EvaluationError(f"expected {program.inputs} values, got {len(values)}")
        bits = ctx.prec
        if bits not in cached:
            cached[bits] = prepared()
        registers = cached[bits].copy()
        registers[: program.inputs] = values
        for place, function, arguments, payload in steps:
            operands = [registers[argument] for argument in arguments]
            registers[place] = (
                function(*operands) if payload is None else function(*operands, payload)
            )
        return registers[program.result]

    return run


def sum_series(
    arithmetic: Arithmetic,
    limits: tuple[int | None, int | None],
    outer: Sequence[Any],
    inner: Program,
) -> Any:
    """The finite sum of ``inner`` over its first input; the limits are integers or the call raises.

    Raises:
        EvaluationError: a limit is no integer, or there are too many terms.
    """
    lower, upper = limits
    if lower is None or upper is None:
        raise EvaluationError("the limits of a sum must be integers at the point")
    nested = any(step.operation == "series" for step in inner.steps)
    if upper < lower - 1 or upper - lower > (MAX_NESTED if nested else MAX_TERMS):
        raise EvaluationError(f"a sum from {lower} to {upper} is not evaluated")
    run = bind(inner, arithmetic)
    total = arithmetic.constant(sympy.S.Zero)
    add = arithmetic.operation("add")
    for index in range(lower, upper + 1):
        total = add(total, run([arithmetic.constant(sympy.Integer(index)), *outer]))
    return total
