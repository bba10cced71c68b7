"""Names that nobody uses yet, and the sums that bind names."""

from __future__ import annotations

from collections.abc import Iterable

from dpsym.algebra import Add, Basic, Expr, Sum, Symbol

MAX_TERMS = 1_000
"""Terms up to which a sum is written out."""


def new_name(wish: str, expressions: Iterable[Basic], taken: Iterable[str] = ()) -> str:
    """A name that is not taken and stands nowhere in the expressions, bound ones included.

    It is ``wish`` with as few underscores behind it as that needs.

    >>> from sympy.abc import x, y
    >>> new_name("x", [Sum(x, (x, 1, y))]), new_name("z", [x + y], ["z", "z_"])
    ('x_', 'z__')
    """
    used = {*taken, *(name.name for node in expressions for name in node.atoms(Symbol))}
    name = wish
    while name in used:
        name += "_"
    return name


def runs_backwards(node: Sum) -> bool:
    """Whether a sum certainly has no value, its last index being less than the first minus one.

    >>> from sympy.abc import i
    >>> [runs_backwards(Sum(i, (i, 3, last))) for last in (1, 2, 3)]
    [True, False, False]
    """
    _, first, last = node.limits[-1]
    return bool(first.is_Integer and last.is_Integer and last < first - 1)


def written_out(expression: Expr) -> Expr:
    """The expression with its sums of no great length written out, from the inside.

    What runs backwards has no value, and stays as it is.

    >>> from sympy.abc import i, x
    >>> written_out(x + Sum(i, (i, 1, 3))), written_out(Sum(i, (i, 3, 1)))
    (x + 6, Sum(i, (i, 3, 1)))
    >>> written_out(Sum(i, (x, 1, i), (i, 1, 3)))
    14
    """
    if not expression.has(Sum):
        return expression
    arguments = [written_out(argument) for argument in expression.args]
    if not isinstance(expression, Sum):
        same = tuple(arguments) == expression.args
        return expression if same else expression.func(*arguments)
    term, (*inner, (index, first, last)) = arguments[0], expression.limits
    first, last = written_out(first), written_out(last)
    whole = first.is_Integer and last.is_Integer and all(index != bound for bound, *_ in inner)
    if not whole or not -1 <= last - first <= MAX_TERMS:
        return Sum(term, *inner, (index, first, last))
    term = Sum(term, *inner) if inner else term
    terms = (term.xreplace({index: first + i}) for i in range(int(last - first) + 1))
    return Add(*(map(written_out, terms) if inner else terms))
