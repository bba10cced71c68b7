"""Claims and expressions as text that parses back to the same, and as LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from dpsym.algebra import (
    WRITERS,
    Add,
    Basic,
    E,
    Eq,
    Max,
    Min,
    Mul,
    Pow,
    Product,
    Rational,
    Relational,
    S,
    Sum,
    Symbol,
    Tuple,
    exp,
)
from dpsym.language.construct import is_evaluated, is_evidently_positive
from dpsym.language.heads import ObjectName
from dpsym.language.indexed import Each, Entry, Largest, Member

_SUM, _PRODUCT, _UNARY, _POWER, _ATOM = range(5)
_RELATION_NAMES = {
    "LessThan": "<=",
    "GreaterThan": ">=",
    "StrictLessThan": "<",
    "StrictGreaterThan": ">",
    "Equality": "==",
}
_CONSTRUCTORS = {
    "LessThan": "Le",
    "GreaterThan": "Ge",
    "StrictLessThan": "Lt",
    "StrictGreaterThan": "Gt",
    "Equality": "Eq",
}


@lru_cache(maxsize=10_000)
def text(node: Basic) -> str:
    """The node in the grammar of claims.

    >>> from sympy.abc import x
    >>> text(x**2/2 - 1/x)
    'x**2/2 - 1/x'
    """
    return _TEXT.statement(node)


def latex(node: Basic, among: Iterable[Basic] = ()) -> str:
    r"""The node in LaTeX, without dollar signs; ``among`` others that stand beside it.

    >>> print(latex(Rational(1, 2)))
    \frac{1}{2}
    """
    from dpsym.language import typesetting

    return typesetting.latex(node, among)


def brief(written: str, most: int = 300) -> str:
    """The text, without its middle where it is longer than ``most`` characters.

    >>> brief("0123456789", 8)
    '0 ... 89'
    """
    if len(written) <= most:
        return written
    tail = (most - 5) * 2 // 3
    return f"{written[: most - 5 - tail]} ... {written[-tail:]}"


def python(node: Basic) -> str:
    """The node as a Python expression that sympy and dpsym evaluate to an equal one.

    >>> from sympy.abc import x
    >>> python(x/2 <= Rational(1, 3))
    'x/2 <= Rational(1, 3)'
    """
    return _PYTHON.statement(node)


@lru_cache(maxsize=10_000)
def _terms(node: Add) -> tuple[bool, tuple[Basic, ...]]:
    """Whether sympy would build a sum as it is, and its terms as they are written."""
    evaluated = is_evaluated(node)
    return evaluated, tuple(node.as_ordered_terms()) if evaluated else node.args


class _Writer:
    """Writes expressions in infix notation, with as few parentheses as parsing back allows."""

    def statement(self, node: Basic) -> str:
        """A relation, or anything else."""
        if isinstance(node, Relational):
            symbol = _RELATION_NAMES[type(node).__name__]
            return f"{self.statement(node.lhs)} {symbol} {self.statement(node.rhs)}"
        if isinstance(node, Each):
            atom, (index, first, last) = node.args
            among = f"{self.statement(first)}..{self.statement(last)}"
            return f"{self.statement(atom)} each {index} in {among}"
        return self.render(node)[0]

    def render(self, node: Basic) -> tuple[str, int]:
        """The text of an expression and how tightly its outermost operation binds."""
        if isinstance(node, Symbol):
            return node.name, _ATOM
        if isinstance(node, Add):
            return self._sum(node), _SUM
        if isinstance(node, Mul):
            return self._product(node)
        if isinstance(node, Pow) or node is E or isinstance(node, exp):
            return self._power(node)
        if isinstance(node, Rational):
            return self._number(node)
        if node is S.Infinity:
            return "oo", _ATOM
        if node is S.NegativeInfinity:
            return "-oo", _UNARY
        if node is S.Pi:
            return "pi", _ATOM
        if isinstance(node, Tuple):
            inside = ", ".join(self.statement(argument) for argument in node.args)
            return (f"({inside},)" if len(node.args) == 1 else f"({inside})"), _ATOM
        if isinstance(node, Sum):
            return self._series(node), _ATOM
        if isinstance(node, Entry | Member):
            return f"{node.args[0]}[{node.args[1]}]", _ATOM
        if isinstance(node, Product | Largest):
            name = "Product" if isinstance(node, Product) else "Max"
            return f"{name}({', '.join(map(self.statement, node.args))})", _ATOM
        arguments = _ordered(node)
        return f"{type(node).__name__}({', '.join(self.statement(a) for a in arguments)})", _ATOM

    def _series(self, node: Sum) -> str:
        """A sum of sums, which sympy joins into one of several ranges, as it is read."""
        written = self.statement(node.function)
        for limits in node.limits:
            written = f"Sum({written}, {self.statement(limits)})"
        return written

    def _number(self, node: Rational) -> tuple[str, int]:
        if node.q == 1:
            return str(node.p), (_UNARY if node.p < 0 else _ATOM)
        return f"{node.p}/{node.q}", (_UNARY if node.p < 0 else _PRODUCT)

    def _inside(self, node: Basic, level: int) -> str:
        rendered, binding = self.render(node)
        return rendered if binding >= level else f"({rendered})"

    def _sum(self, node: Add) -> str:
        evaluated, terms = _terms(node)
        pieces: list[str] = []
        for index, term in enumerate(terms):
            if evaluated or not isinstance(term, Add):
                rendered = self.render(term)[0]
            else:
                rendered = f"({self.render(term)[0]})"
            if index == 0:
                pieces.append(rendered)
            elif rendered.startswith("-"):
                pieces.append(f" - {rendered[1:]}")
            else:
                pieces.append(f" + {rendered}")
        return "".join(pieces)

    def _product(self, node: Mul) -> tuple[str, int]:
        if not is_evaluated(node):
            return self._written_product(node), _PRODUCT
        coefficient, rest = node.as_coeff_Mul()
        above: list[str] = []
        below: list[str] = []
        for factor in self._factors(rest):
            if isinstance(factor, Pow) and _is_reciprocal(factor):
                below.append(self._inside(Pow(factor.base, -factor.exp), _POWER))
            else:
                above.append(
                    self._inside(factor, _UNARY if isinstance(factor, Pow | exp) else _POWER)
                )
        sign = "-" if coefficient.is_extended_negative else ""
        size = abs(coefficient)
        if isinstance(size, Rational):
            if size.p != 1:
                above.insert(0, str(size.p))
            if size.q != 1:
                below.insert(0, str(size.q))
        else:
            above.insert(0, "oo")
        rendered = sign + "*".join(above or ["1"])
        if below:
            rendered += f"/{below[0]}" if len(below) == 1 else f"/({'*'.join(below)})"
        return rendered, (_UNARY if sign else _PRODUCT)

    def _factors(self, product: Basic) -> Sequence[Basic]:
        found: Sequence[Basic] = Mul.make_args(product)
        return found

    def _written_product(self, node: Mul) -> str:
        """An unevaluated product, factor by factor as it was written."""
        first, *others = node.args
        sign = "-" if first == -1 else ""
        if sign:
            first, *others = others
        level = _PRODUCT if sign and isinstance(first, Pow) else _POWER
        rendered = sign + self._inside(first, level)
        for factor in others:
            if isinstance(factor, Pow) and factor.exp == -1:
                rendered += f"/{self._inside(factor.base, _POWER)}"
            else:
                rendered += f"*{self._inside(factor, _POWER)}"
        return rendered

    def _power(self, node: Basic) -> tuple[str, int]:
        if node is E:
            return "exp(1)", _ATOM
        if isinstance(node, exp):
            return f"exp({self.statement(node.args[0])})", _ATOM
        base, exponent = node.args
        if base is E:
            return f"exp({self.statement(exponent)})", _ATOM
        if exponent == S.Half:
            return f"sqrt({self.statement(base)})", _ATOM
        if exponent == -1 and (is_evaluated(node) or base.free_symbols):
            return f"1/{self._inside(base, _POWER)}", _PRODUCT
        if exponent.is_Rational and exponent.is_negative and is_evaluated(node):
            return f"1/{self._inside(Pow(base, -exponent), _POWER)}", _PRODUCT
        return f"{self._inside(base, _ATOM)}**{self._inside(exponent, _ATOM)}", _POWER


class _PythonWriter(_Writer):
    """Infix notation for Python: exact fractions, and quotes for what sympy would change."""

    def statement(self, node: Basic) -> str:
        if isinstance(node, Relational):
            sides = ", ".join(self.render(side)[0] for side in node.args)
            if isinstance(node, Eq) or not node.lhs.free_symbols:
                return f"{_CONSTRUCTORS[type(node).__name__]}({sides}, evaluate=False)"
        return super().statement(node)

    def render(self, node: Basic) -> tuple[str, int]:
        if not is_evaluated(node):
            names = tuple(sorted(n.name for n in node.atoms(ObjectName)))
            return f"parse_expression({_TEXT.statement(node)!r}, objects={names!r})", _ATOM
        return super().render(node)

    def _product(self, node: Mul) -> tuple[str, int]:
        coefficient, rest = node.as_coeff_Mul()
        if coefficient == 1 or not isinstance(rest, Mul) or not any(f.is_Add for f in rest.args):
            return super()._product(node)
        # Python multiplies from the left, and a number times a sum is distributed by sympy.
        return f"{super()._product(rest)[0]}*{self._inside(coefficient, _ATOM)}", _PRODUCT

    def _number(self, node: Rational) -> tuple[str, int]:
        if node.q == 1:
            return super()._number(node)
        return f"Rational({node.p}, {node.q})", _ATOM


class _PlainWriter(_Writer):
    """Every head by its name, as sympy prints them: by this nodes are put in order."""

    def statement(self, node: Basic) -> str:
        if isinstance(node, Each | Eq):
            return self._plain("Eq" if isinstance(node, Eq) else "Each", node)
        return super().statement(node)

    def render(self, node: Basic) -> tuple[str, int]:
        if isinstance(node, Entry | Member | Largest):
            return self._plain(type(node).__name__, node), _ATOM
        return ("E", _ATOM) if node is E else super().render(node)

    def _plain(self, name: str, node: Basic) -> str:
        return f"{name}({', '.join(map(self.statement, node.args))})"

    def _factors(self, product: Basic) -> Sequence[Basic]:
        factors = super()._factors(product)
        alike = [factor for factor in factors if factor.is_commutative]
        last = [factor for factor in factors if not factor.is_commutative]
        return [*sorted(alike, key=lambda factor: factor.sort_key()), *last]


_TEXT, _PYTHON = _Writer(), _PythonWriter()
WRITERS.update({"str": _PlainWriter().statement, "text": text})


def _ordered(node: Basic) -> list[Basic]:
    if isinstance(node, Max | Min):
        return sorted(node.args, key=lambda argument: argument.sort_key())
    return list(node.args)


def _is_reciprocal(power: Pow) -> bool:
    """Whether a power is one over another wherever it has a value: ``0**(-y)`` may have one."""
    if power.base is E or not _is_negative(power.exp):
        return False
    return bool(power.exp.is_Rational) or is_evidently_positive(power.base)


def _is_negative(exponent: Basic) -> bool:
    return bool(exponent.is_number and exponent.is_negative) or bool(
        exponent.as_coeff_Mul()[0].is_negative
    )


__all__ = ["latex", "python", "text"]
