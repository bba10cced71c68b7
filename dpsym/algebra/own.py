"""Our own algebra, under the names that sympy gives what it has."""

from __future__ import annotations

from dpsym.algebra.arithmetic import Add as Add
from dpsym.algebra.arithmetic import Mul as Mul
from dpsym.algebra.arithmetic import Pow as Pow
from dpsym.algebra.expressions import Dummy as Dummy
from dpsym.algebra.expressions import Expr as Expr
from dpsym.algebra.expressions import Symbol as Symbol
from dpsym.algebra.extremes import Max as Max
from dpsym.algebra.extremes import Min as Min
from dpsym.algebra.functions import Abs as Abs
from dpsym.algebra.functions import Function as Function
from dpsym.algebra.functions import binomial as binomial
from dpsym.algebra.functions import ceiling as ceiling
from dpsym.algebra.functions import cosh as cosh
from dpsym.algebra.functions import erf as erf
from dpsym.algebra.functions import erfc as erfc
from dpsym.algebra.functions import exp as exp
from dpsym.algebra.functions import factorial as factorial
from dpsym.algebra.functions import floor as floor
from dpsym.algebra.functions import harmonic as harmonic
from dpsym.algebra.functions import log as log
from dpsym.algebra.functions import sinh as sinh
from dpsym.algebra.functions import sqrt as sqrt
from dpsym.algebra.functions import tanh as tanh
from dpsym.algebra.nodes import WRITERS as WRITERS
from dpsym.algebra.nodes import Basic as Basic
from dpsym.algebra.nodes import BooleanFunction as BooleanFunction
from dpsym.algebra.nodes import Tuple as Tuple
from dpsym.algebra.nodes import postorder_traversal as postorder_traversal
from dpsym.algebra.nodes import preorder_traversal as preorder_traversal
from dpsym.algebra.numbers import Integer as Integer
from dpsym.algebra.numbers import Rational as Rational
from dpsym.algebra.numbers import S as S
from dpsym.algebra.ranges import Product as Product
from dpsym.algebra.ranges import Sum as Sum
from dpsym.algebra.relations import Eq as Eq
from dpsym.algebra.relations import Ge as Ge
from dpsym.algebra.relations import Gt as Gt
from dpsym.algebra.relations import Le as Le
from dpsym.algebra.relations import Lt as Lt
from dpsym.algebra.relations import Relational as Relational

E, pi = S.Exp1, S.Pi


def written(constant: Basic) -> str:
    """A constant as claims have it."""
    return WRITERS["text"](constant)


class Float(Basic):
    """A float, of which no claim is made; there is none."""


class Foreign(Function):
    """The real or the imaginary part of a number, which no claim has; there is none."""


re = im = Foreign
