"""From the syntax tree to sympy: heads, functions, numbers and names, each checked in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dpsym import algebra
from dpsym.algebra import Add, Basic, Mul, Pow, Rational, S, Symbol, Tuple
from dpsym.errors import ClaimError, ClaimSyntaxError, LimitError
from dpsym.language import heads, roles
from dpsym.language.construct import COUNTING, is_long_exponential, is_natural, lossless
from dpsym.language.domains import Objects, Sort
from dpsym.language.functions import CONSTANTS, FUNCTIONS
from dpsym.language.heads import HEADS, SIGNATURES, ObjectName
from dpsym.language.indexed import Each, Largest, Member, SubsetSum
from dpsym.language.kinds import OF_SORT
from dpsym.language.magnitudes import MAX_DIGITS, is_too_large, nodes_beyond
from dpsym.language.places import misplaced, permits
from dpsym.language.roles import Role
from dpsym.language.syntax import Node
from dpsym.language.unknown import mechanism_of, refuse_unknown

MAX_EXPONENT = 1_000
_VALUELESS = {S.NaN, S.ComplexInfinity, S.ImaginaryUnit}

_RELATIONS: dict[str, Callable[..., Any]] = {
    "<=": algebra.Le,
    ">=": algebra.Ge,
    "<": algebra.Lt,
    ">": algebra.Gt,
    "==": algebra.Eq,
}


class Builder:
    """From the syntax tree to sympy, with names of objects told from names of numbers."""

    def __init__(self, objects: frozenset[str]) -> None:
        self._objects = objects
        self._sound: set[Basic] = set()

    def build(self, node: Node) -> Any:
        """The expression, guarantee or relation of a node.

        Raises:
            ClaimError: the node or one below it is malformed; the error names it.
        """
        value = getattr(self, f"_{node.kind}")(node)
        if isinstance(value, Pow | algebra.log):
            # What is kept as it is written shows by its value that it has none.
            self._require_number(node, value.func(*value.args))
        if isinstance(value, Basic):
            made = self._require_number(node, value)
            if any(map(is_too_large, made)):
                raise self._too_long(node)
            self._sound |= made
        return value

    def _require_number(self, node: Node, value: Basic) -> set[Basic]:
        """The nodes of a value that are not known to be sound; all of them have values."""
        made = nodes_beyond(value, self._sound)
        if not made.isdisjoint(_VALUELESS):
            raise self._valueless(node)
        return made

    def _require_finite(self, node: Node, values: list[Any]) -> None:
        """Complain about an infinite part: ``1/oo`` has no value, and sympy knows one."""
        if any(value in (S.Infinity, S.NegativeInfinity) for value in values):
            raise self._valueless(node)

    def _valueless(self, node: Node) -> ClaimError:
        return ClaimError(
            f"{self._written(node)} has no value",
            part=self._written(node),
            position=node.position,
            remedy="it divides by zero, takes a negative root, or computes with oo as a number",
        )

    def _written(self, node: Node) -> str:
        """The node as it was written, near enough to be recognised."""
        inner = [self._written(child) for child in node.children]
        if node.text == "product":
            return "*".join(inner).replace("*1/", "/").replace("-1*", "-")
        if node.text == "reciprocal":
            return f"1/{inner[0]}"
        if node.text == "**":
            base, exponent = inner
            inner = [base if base.isalnum() else f"({base})",
                     f"({exponent})" if "/" in exponent else exponent]  # fmt: skip
        if node.kind in ("operation", "relation"):
            return node.text.join(inner)
        if node.kind == "entry":
            return f"{node.text}[{inner[0]}]"
        return f"{node.text}({', '.join(inner)})" if node.kind == "call" else node.text

    def _number(self, node: Node) -> Basic:
        if node.text == "-1":
            return S.NegativeOne
        mantissa, _, exponent = node.text.lower().partition("e")
        if len(mantissa) > MAX_DIGITS or len(exponent) > 6 or abs(int(exponent or 0)) > 10_000:
            raise LimitError(
                f"the number {node.text[:20]}... is too large",
                part=node.text[:40],
                position=node.position,
                remedy=f"use at most {MAX_DIGITS} digits",
            )
        return Rational(node.text)

    def _name(self, node: Node) -> Basic:
        if node.text in CONSTANTS:
            return CONSTANTS[node.text]
        if node.text in HEADS or node.text in FUNCTIONS:
            raise ClaimSyntaxError(
                f"{node.text!r} at character {node.position + 1} needs its arguments",
                part=node.text,
                position=node.position,
                remedy=f"write {node.text}(...)",
            )
        if node.text.lower() in ("inf", "infinity", "nan"):
            raise ClaimSyntaxError(
                f"{node.text!r} at character {node.position + 1} is no number",
                part=node.text,
                position=node.position,
                remedy="write 'oo' for infinity",
            )
        if node.text.startswith("_"):
            raise ClaimSyntaxError(
                f"the name {node.text!r} starts with an underscore",
                part=node.text,
                position=node.position,
                remedy="use another name",
            )
        return (ObjectName if node.text in self._objects else Symbol)(node.text)

    def _entry(self, node: Node) -> Basic:
        name = self._name(node)
        index = self.build(node.children[0])
        if not isinstance(index, Symbol) or not isinstance(name, Symbol) or index == name:
            raise ClaimError(
                f"{self._written(node.children[0])!r} is no name of an index",
                part=self._written(node.children[0]),
                position=node.position,
                remedy=f"write {node.text}[i] with the index i",
            )
        return (Member if isinstance(name, ObjectName) else heads.Entry)(name, index)

    def _each(self, node: Node) -> Basic:
        atom, bounds = map(self.build, node.children)
        return Each(atom, bounds)

    def _tuple(self, node: Node) -> Basic:
        return Tuple(*(self.build(child) for child in node.children))

    def _relation(self, node: Node) -> Basic:
        left, right = (self._scalar(child) for child in node.children)
        return _RELATIONS[node.text](left, right, evaluate=False)

    def _scalar(self, node: Node) -> Any:
        value = self.build(node)
        if not heads.is_scalar(value):
            raise ClaimError(
                f"{self._written(node)!r} is no number",
                part=self._written(node),
                position=node.position,
                remedy="compare divergences or parameters",
            )
        return value

    def _operation(self, node: Node) -> Basic:
        values = [self._scalar(child) for child in node.children]
        if node.text != "product" or len(values) != 2 or values[0] != -1:
            self._require_finite(node, values)  # the end -oo of a domain is a product
        if node.text == "product":
            return lossless(Mul, *(value for value in values if value != 1))
        if node.text == "reciprocal":
            if values[0].is_zero:
                raise ClaimError(
                    f"division by zero at character {node.position + 1}",
                    part=self._written(node),
                    position=node.position,
                )
            return lossless(Pow, values[0], S.NegativeOne)
        left, right = values
        if node.text == "+":
            return lossless(Add, left, right)
        if node.text == "-":
            return lossless(Add, left, lossless(Mul, S.NegativeOne, right))
        self._check_power(node, left, right)
        if right == 0 and isinstance(left, heads.Quantity):
            return S.One  # infinite or not
        return lossless(Pow, left, right)

    def _check_power(self, node: Node, base: Basic, exponent: Basic) -> None:
        if base.is_zero and exponent.is_negative:
            raise self._valueless(node)
        if not exponent.is_infinite and _exceeds(exponent, MAX_EXPONENT):
            raise LimitError(
                f"the exponent of {self._written(node)} is larger than {MAX_EXPONENT}",
                part=self._written(node)[:80],
                position=node.position,
                remedy="use exp and log for magnitudes like this",
            )
        if base.is_Rational and exponent.is_Rational:
            digits = len(str(base.p)) + len(str(base.q))
            if digits * abs(exponent) > 20 * MAX_DIGITS:
                raise LimitError(
                    f"{self._written(node)[:80]} is too large a number",
                    part=self._written(node)[:80],
                    position=node.position,
                )
        negative = base.is_number and not base.is_infinite and base.is_negative
        if negative and exponent.is_number and not exponent.is_Integer:
            raise ClaimError(
                f"{self._written(node)} is no real number",
                part=self._written(node),
                position=node.position,
                remedy="take roots of nonnegative numbers",
            )

    def _call(self, node: Node) -> Any:
        ranged = len(node.children) == 2 and node.children[1].kind == "tuple"
        if node.text in ("Sum", "Product", "Max") and (ranged or node.text == "Sum"):
            return self._total(node)
        if node.text == "SubsetSum":
            return self._subsets(node)
        if node.text in HEADS:
            return self._head(node)
        if node.text not in FUNCTIONS:
            refuse_unknown(node.text, node.position, ", ".join(map(self._written, node.children)))
        make, (least, most) = FUNCTIONS[node.text]
        if not least <= len(node.children) <= most:
            wanted = str(least) if least == most else f"{least} or more"
            raise ClaimError(
                f"{node.text} takes {wanted} argument(s), not {len(node.children)}",
                part=node.text,
                position=node.position,
                remedy="write log(x)/log(b) for another base" if node.text == "log" else "",
            )
        values = [self._scalar(child) for child in node.children]
        self._require_finite(node, values)
        self._check_magnitude(node, values)
        if make in COUNTING and any(v.is_number and not is_natural(v) for v in values):
            raise self._valueless(node)
        value = lossless(make, *values) if node.text != "sqrt" else _root(values[0])
        if value.is_number and value.is_extended_real is False:
            raise ClaimError(
                f"{node.text} at character {node.position + 1} has no real value",
                part=node.text,
                position=node.position,
            )
        return value

    def _check_magnitude(self, node: Node, values: list[Any]) -> None:
        if node.text in ("binomial", "factorial", "harmonic") and any(
            _exceeds(v, 10 * MAX_EXPONENT) for v in values
        ):
            raise LimitError(
                f"the argument of {node.text} is larger than {10 * MAX_EXPONENT}",
                part=node.text,
                position=node.position,
            )

        logarithms = {product for v in values for product in v.atoms(Mul) if node.text == "exp"}
        if any(is_long_exponential(product) for product in logarithms):
            raise self._too_long(node)

    def _too_long(self, node: Node) -> LimitError:
        return LimitError(
            f"{self._written(node)[:80]} has a number with too many digits",
            part=self._written(node)[:80],
            position=node.position,
            remedy="give it a name, and say how large that is as a hypothesis",
        )

    def _total(self, node: Node) -> Basic:
        """A sum; or the product or the largest of the numbers of a family."""
        if len(node.children) != 2 or node.children[1].kind != "tuple":
            raise ClaimError(
                "Sum takes a term and a range",
                part="Sum",
                position=node.position,
                remedy="write Sum(term, (i, 0, n))",
            )
        limits = self.build(node.children[1])
        if len(limits) != 3 or not isinstance(limits[0], Symbol):
            raise ClaimError(
                f"the range of a {node.text} is (name, first, last)",
                part=node.text,
                position=node.position,
            )
        body = self._scalar(node.children[0])
        if node.text == "Sum":
            return algebra.Sum(body, tuple(limits))
        if node.text == "Product":
            return algebra.Product(body, tuple(limits))
        return Largest(body, limits)

    def _subsets(self, node: Node) -> Basic:
        """A sum over the subsets of the members of families, with a name for their bits."""
        bits = self.build(node.children[-1]) if len(node.children) == 2 else None
        if not isinstance(bits, Symbol) or isinstance(bits, ObjectName):
            raise ClaimError(
                "SubsetSum takes a term and a name",
                part="SubsetSum",
                position=node.position,
                remedy="write SubsetSum(term, b) with bits b[i] in the term",
            )
        return SubsetSum(self._scalar(node.children[0]), bits)

    def _head(self, node: Node) -> Any:
        head = HEADS[node.text]
        values = [self.build(child) for child in node.children]
        roles = heads.match_roles(head, values)
        if roles is None:
            raise ClaimError(
                f"{node.text} takes {SIGNATURES[head].arity()} argument(s), "
                f"not {len(node.children)}",
                part=node.text,
                position=node.position,
                remedy=" ".join((head.__doc__ or "").split()),
            )
        for child, role, value in zip(node.children, roles, values, strict=True):
            self._check_place(node, child, role, value)
        return head(*values)

    def _check_place(self, node: Node, child: Node, role: Role, value: Any) -> None:
        wanted = role.permitted
        joined = (heads.Compose, heads.Concurrent, heads.Parallel, heads.Bits)
        if child is node.children[-1] and isinstance(value, Tuple) and HEADS[node.text] in joined:
            self._check_range(node, value)
            return
        if isinstance(value, Tuple) and HEADS[node.text] in heads.TUPLED:
            self._check_entries(node, child, value)
            return
        if role is roles.ENTRY:
            raise ClaimError(
                f"{self._written(child)!r} stands in {node.text} and is no tuple",
                part=self._written(child),
                position=child.position,
                remedy=" ".join((HEADS[node.text].__doc__ or "").split()),
            )
        if not isinstance(wanted, Objects):
            if not heads.is_scalar(value):
                raise ClaimError(
                    f"{self._written(child)!r} stands as {role.name} of {node.text} "
                    "and must be a number",
                    part=self._written(child),
                    position=child.position,
                )
            if value.is_number and not permits(role, value):
                raise misplaced(HEADS[node.text], role, self._written(child), child.position)
            return
        kind = OF_SORT.get(wanted.sort, ObjectName)
        if not isinstance(value, ObjectName | kind):
            raise ClaimError(
                f"{self._written(child)!r} stands as {role.name} of {node.text} and is none",
                part=self._written(child),
                position=child.position,
                remedy=(wanted.sort is Sort.MECHANISM and mechanism_of(child.text))
                or " ".join((HEADS[node.text].__doc__ or "").split()),
            )

    def _check_range(self, node: Node, bounds: Tuple) -> None:
        """What follows a member of a family in a head says over what its index runs."""
        if len(node.children) != 2 or len(bounds) != 3 or not isinstance(bounds[0], Symbol):
            one, member = ("bit", "b[i]") if node.text == "Bits" else ("mechanism", "M[i]")
            raise ClaimError(
                f"a family in {node.text} is a {one} and a range",
                part=node.text,
                position=node.position,
                remedy=f"write {node.text}({member}, (i, 1, k))",
            )

    def _check_entries(self, node: Node, child: Node, entries: Tuple) -> None:
        """A tuple holds numbers; that of a message two, and after them possibly a tree."""
        spoken = node.text in ("Message", "Speech")
        numbers = entries.args[:2] if spoken else entries.args
        after = entries.args[2:] if spoken else ()
        if (
            (spoken and len(entries.args) not in (2, 3))
            or not numbers
            or not all(map(heads.is_scalar, numbers))
            or not all(isinstance(tree, heads.Tree) for tree in after)
        ):
            raise ClaimError(
                f"{self._written(child)!r} is no entry of {node.text}",
                part=self._written(child),
                position=child.position,
                remedy=" ".join((HEADS[node.text].__doc__ or "").split()),
            )


def _exceeds(value: Any, limit: int) -> bool:
    """Whether a number is seen to be larger in size; of names nothing is seen."""
    return bool(value.is_number) and (abs(value) <= limit) is S.false


def _root(value: Any) -> Any:
    return lossless(Pow, value, Rational(1, 2))
