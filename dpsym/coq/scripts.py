"""What pieces of a script for Coq are made with, and the expressions that they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from sympy import Expr, Symbol

from dpsym.coq.notation import coq
from dpsym.numeric import Goal

Json = Mapping[str, Any]
Lines = list[str]


class Written(NamedTuple):
    """An expression with values for some variables, in whose place their texts stand."""

    expr: Expr
    put: Mapping[Symbol, Expr] = {}

    def text(self) -> str:
        """In Coq."""
        return coq(self.expr, {symbol: coq(value) for symbol, value in self.put.items()})


class Scripting(Protocol):
    """The scripts of one proof, which gives names to hypotheses and has scripts for its nodes."""

    def of(self, goal: Goal, proof: Json) -> Lines:
        """The script of a node."""
        ...

    def fresh(self, stem: str = "H") -> str:
        """A new name."""
        ...

    def anew(self, symbol: Symbol, *premises: str) -> Lines:
        """A script that introduces a variable; what has its name until then gets another one."""
        ...

    def again(self, goal: Goal, *symbols: Symbol) -> Lines:
        """A script for facts about symbols, which are others than when the facts were proved."""
        ...

    def block(self, statement: str, script: Lines) -> Lines:
        """A script that proves a statement for the scripts after it."""
        ...

    def signed(self, goal: Goal, expr: Expr, *, strict: bool = False) -> Lines:
        """A script that proves ``0 <= expr`` or ``0 < expr`` by the range of the expression."""
        ...

    def positive(self, goal: Goal, expr: Expr) -> Lines | None:
        """A script that proves ``0 < expr`` by its range, if that says so without facts."""
        ...

    def equal(self, goal: Goal, left: Written, right: Written) -> Lines:
        """A script that turns the goal about the left side into one about the right one."""
        ...

    def rewrite(self, left: str, right: str, proof: Lines) -> Lines:
        """A script that writes one text for another, when a script proves that they are equal."""
        ...

    def moved(self, goal: Goal, values: dict[Symbol, Expr], result: Goal) -> Lines:
        """A script that turns a goal at values into the one about the result."""
        ...
