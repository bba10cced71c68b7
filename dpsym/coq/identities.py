"""Scripts for Coq of equations: logarithms, roots and exponentials by few of them, then ``field``.

Every function value of both sides is written by those that the kernel's normal form keeps, each
by an equation that Coq proves; what remains is an equation between rational functions.
"""

from __future__ import annotations

import sympy
from sympy import Expr, S

from dpsym.coq.maxima import complement, largest
from dpsym.coq.naturals import chosen, counted, harmonic, total
from dpsym.coq.notation import coq
from dpsym.coq.rewriting import Head, Rewriting
from dpsym.coq.scripts import Scripting, Written
from dpsym.coq.statements import indented
from dpsym.kernel.rejection import UndefinedError
from dpsym.numeric import Goal, Region, vanishes

Lines = list[str]
SAME = "first [ dpsym_equal | dpsym_equated ]."
"""The script for an equation between what the functions of both sides were written by."""
MODES = (
    {"logs": False, "roots": False},
    {"logs": False, "roots": True},
    {"logs": True, "roots": True},
    {"logs": True, "roots": True, "written": True},
)
"""Whether logarithms and roots are written by those of factors, and by those of the factors that
products are written with: as little as is enough."""
HEADS: dict[str, Head] = {
    "Sum": total,
    "Pow": counted,
    "binomial": chosen,
    "harmonic": harmonic,
    "erfc": complement,
    "Max": largest,
    "Min": largest,
    "Abs": largest,
}
"""How values of functions are written that are no exponential, logarithm, root or power of one."""


def equation(script: Scripting, goal: Goal, *sides: Written) -> Lines:
    """A script that proves that the first two sides are equal; all stand in the goal."""
    summed = sides[0].expr.has(sympy.Sum)
    apart = len(sides) == 2 and (summed or _nested(sides[0].expr))
    if apart and _opaque(sides[0]) == _opaque(sides[1]):
        return ["dpsym_arranged." if summed else "first [ dpsym_congruent | dpsym_opposite ]."]
    before, signs = denominators(script, goal, *sides)
    lines: Lines = []
    for mode in MODES:
        rewriting = Rewriting(script, goal, HEADS, **mode)
        rewriting.signs = signs
        rewriting.maxima = len({node for side in sides for node in side.expr.atoms(sympy.Max)})
        values = [rewriting.side(side) for side in sides]
        enough = mode["roots"] or not rewriting.apart()
        found = enough and _vanishes(values[0] - values[1], rewriting.region)
        if found or not mode.get("written"):
            lines = [*before, *rewriting.lines, *rewriting.exponentials(), SAME]
        if found:
            break
    return lines


def denominators(script: Scripting, goal: Goal, *sides: Written) -> tuple[Lines, list[str]]:
    """A script for the signs of denominators which those of their terms do not tell at once, and
    the names of the hypotheses that say them.
    """
    lines: Lines = []
    signs: list[str] = []
    found = {
        power.base
        for side in sides
        for power in side.expr.atoms(sympy.Pow)
        if power.exp.is_negative and power.base.is_Add and power.has(sympy.log)
        if not power.free_symbols & set(side.put)
        if any(term.could_extract_minus_sign() for term in power.base.args)
    }
    for base in sorted(found, key=sympy.default_sort_key):
        proved = script.positive(goal, base)
        if proved is not None:
            signs.append(script.fresh("S"))
            lines += [f"assert ({signs[-1]} : 0 < {coq(base)}).", "{", *indented(proved), "}"]
    return lines, signs


def _nested(expr: Expr) -> bool:
    """Whether there are roots in an exponent."""
    return any(p.exp == S.Half for node in expr.atoms(sympy.exp) for p in node.atoms(sympy.Pow))


def _opaque(side: Written) -> Expr:
    """A side of whose functions nothing is known but that they are functions."""
    put = {symbol: _opaque(Written(value)) for symbol, value in side.put.items()}
    found: Expr = side.expr
    for node in (sympy.exp, sympy.log):
        found = found.replace(node, sympy.Function(f"{node.__name__}_"))
    root = sympy.Function("sqrt_")
    found = found.replace(
        lambda part: part.is_Pow and part.exp.is_Rational and part.exp.q == 2,
        lambda part: root(part.base) ** part.exp.p,
    )
    return found.xreplace({sympy.E: sympy.Function("exp_")(1)} | put)


def _vanishes(expr: Expr, region: Region) -> bool:
    try:
        return vanishes(expr, region)
    except UndefinedError:
        return False
