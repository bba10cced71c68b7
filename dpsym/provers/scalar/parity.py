"""Powers of negative numbers with integer exponents, by the parity of these.

Each rule returns a step whose goal follows from the goals of its children, or None:

* ``parity``: an expression that is a polynomial in ``s = (-1)**n`` is linear in it, since
  ``s**2 = 1``, and so lies between its values at ``s = 1`` and ``s = -1``.
"""

from __future__ import annotations

from dataclasses import replace

import sympy
from sympy import Expr, S, Symbol

from dpsym.provers.scalar.goal import Detail, Goal, Step
from dpsym.provers.scalar.search import Search
from dpsym.provers.scalar.signs import Region


def parity(search: Search, goal: Goal, region: Region, depth: int) -> Step | None:
    """Treats even and odd exponents of -1 apart."""
    form, signs = turned(goal.expression, region)
    for exponent, sign in signs.items():
        if not form.is_polynomial(sign):
            continue
        back = {other: S.NegativeOne**power for power, other in signs.items()}
        children = [
            replace(goal, expression=form.xreplace({sign: value}).xreplace(back))
            for value in (S.One, S.NegativeOne)
        ]
        if any(map(search.refuted, children)):
            return None
        proofs = search.prove_all(children, depth)
        detail: Detail = (("exponent", str(exponent)),)
        return None if proofs is None else Step("parity", goal, detail, proofs)
    return None


def turned(expr: Expr, region: Region) -> tuple[Expr, dict[Expr, Symbol]]:
    """The expression with powers of what is not negative, and a name for ``(-1)**n`` by n."""
    signs: dict[Expr, Symbol] = {}

    def negative(node: Expr) -> bool:
        if not node.is_Pow or not node.exp.free_symbols or not node.exp.is_integer:
            return False
        found = region.range(node.base)
        if found is not None and found.negative:
            return True
        if not node.exp.is_nonnegative or (found is not None and found.nonnegative):
            return False
        return bool(node.base.could_extract_minus_sign()) or region.nonnegative(-node.base)

    def apart(node: Expr) -> Expr:
        sign = S.One
        for term in sympy.Add.make_args(sympy.expand(node.exp)):
            count, rest = term.as_coeff_Mul()
            if not (count.is_Integer and rest.is_integer):
                return node
            if count.is_odd:
                sign *= -S.One if rest is S.One else signs.setdefault(rest, sympy.Dummy("s"))
        return sign * (-node.base) ** node.exp

    return expr.replace(negative, apart), signs
