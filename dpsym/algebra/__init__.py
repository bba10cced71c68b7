"""The expressions that claims are made of: sympy's, or our own where certificates are checked.

A process has one of the two. What the kernel and the language use of sympy is listed here; our own
algebra has the same under the same names, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpsym.process import has_own_algebra

if TYPE_CHECKING or not has_own_algebra():
    from sympy import Abs as Abs
    from sympy import Add as Add
    from sympy import Basic as Basic
    from sympy import Dummy as Dummy
    from sympy import E as E
    from sympy import Eq as Eq
    from sympy import Expr as Expr
    from sympy import Float as Float
    from sympy import Function as Function
    from sympy import Ge as Ge
    from sympy import Gt as Gt
    from sympy import Integer as Integer
    from sympy import Le as Le
    from sympy import Lt as Lt
    from sympy import Max as Max
    from sympy import Min as Min
    from sympy import Mul as Mul
    from sympy import Pow as Pow
    from sympy import Product as Product
    from sympy import Rational as Rational
    from sympy import S as S
    from sympy import Sum as Sum
    from sympy import Symbol as Symbol
    from sympy import Tuple as Tuple
    from sympy import binomial as binomial
    from sympy import ceiling as ceiling
    from sympy import cosh as cosh
    from sympy import erf as erf
    from sympy import erfc as erfc
    from sympy import exp as exp
    from sympy import factorial as factorial
    from sympy import floor as floor
    from sympy import harmonic as harmonic
    from sympy import im as im
    from sympy import log as log
    from sympy import pi as pi
    from sympy import postorder_traversal as postorder_traversal
    from sympy import preorder_traversal as preorder_traversal
    from sympy import re as re
    from sympy import sinh as sinh
    from sympy import sqrt as sqrt
    from sympy import tanh as tanh
    from sympy.core.relational import Relational as Relational
    from sympy.logic.boolalg import BooleanFunction as BooleanFunction

    from dpsym.algebra import assumptions as assumptions
    from dpsym.algebra import signs as signs
    from dpsym.algebra import sizes as sizes
    from dpsym.algebra import texts as texts
    from dpsym.algebra import walks as walks
    from dpsym.algebra.constants import written as written

    WRITERS: dict[str, Any] = {}
else:
    from dpsym.algebra.own import *  # noqa: F403
