"""Claims in LaTeX, in the letters and words of the field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sympy.printing.latex import LatexPrinter

from dpsym.algebra import Basic, Mul, Pow, S, Symbol, Tuple
from dpsym.language.domains import Domain, Integers, Objects
from dpsym.language.spelling import spelled, spellings

SAID: dict[tuple[str, int], str] = {
    ("PureDP", 2): r"{0} \text{{ is }} {1:bare}\text{{-DP}}",
    ("ApproxDP", 3): r"{0} \text{{ is }} ({1}, {2})\text{{-DP}}",
    ("TotalVariationDP", 2): r"{0} \text{{ is }} {1:bare}\text{{-total-variation DP}}",
    ("ZCDP", 2): r"{0} \text{{ is }} {1:bare}\text{{-zCDP}}",
    ("ZCDP", 3): r"{0} \text{{ is }} ({1}, {2})\text{{-zCDP}}",
    ("ApproxZCDP", 3): r"{0} \text{{ is }} {1:bare}\text{{-approximate }} {2:bare}\text{{-zCDP}}",
    ("ApproxZCDP", 4): r"{0} \text{{ is }} {1:bare}\text{{-approximate }} ({2}, {3})\text{{-zCDP}}",
    ("BoundedZCDP", 4): r"{0} \text{{ is }} ({2}, {3})\text{{-zCDP below the order }} {1}",
    ("RenyiDP", 3): r"{0} \text{{ is }} ({1}, {2})\text{{-RDP}}",
    ("MeanCDP", 3): r"{0} \text{{ is }} ({1}, {2})\text{{-mCDP}}",
    ("GaussianDP", 2): r"{0} \text{{ is }} {1:bare}\text{{-GDP}}",
    ("BoundedRange", 2): r"{0} \text{{ has }} {1:bare}\text{{-bounded range}}",
    ("ProbabilisticDP", 3): r"{0} \text{{ is }} ({1}, {2})\text{{-probabilistically DP}}",
    ("TailDP", 3): r"{0} \text{{ is }} \bigl({1} + \sqrt{{{2:bare} \log(1/\delta)}}, \delta\bigr)"
    r"\text{{-DP for all }} \delta \in (0, 1]",
    (
        "HypothesisDP",
        5,
    ): r"{0} \text{{ is }} ({3}, {4})\text{{-DP between }} {1} \text{{ and }} {2}",
    ("Simulable", 3): r"{0} \text{{ is simulable from }} ({1}, {2})\text{{-randomized response}}",
    ("CuriousDP", 4): r"{0} \text{{ is }} ({2}, {3})\text{{-DP for party }} {1} "
    r"\text{{ among honest ones}}",
    ("MaliciousDP", 4): r"{0} \text{{ is }} ({2}, {3})\text{{-DP for party }} {1} "
    r"\text{{ among malicious ones}}",
    ("Gaussian", 2): r"\mathcal{{N}}\left({0}, {1:squared}\right)",
    ("Laplace", 2): r"\mathrm{{Lap}}\left({0}, {1}\right)",
    ("Logistic", 2): r"\mathrm{{Logistic}}\left({0}, {1}\right)",
    ("Geometric", 2): r"\mathrm{{Geom}}_{{{1}}}\left({0}\right)",
    ("DiscreteGaussian", 2): r"\mathcal{{N}}_{{\mathbb{{Z}}}}\left({0}, {1:squared}\right)",
    ("Bernoulli", 1): r"\mathrm{{Ber}}\left({0}\right)",
    ("Mixture", 3): r"\left({0:bare} \cdot {1} + (1 - {0:bare}) \cdot {2}\right)",
    ("Pushforward", 2): r"{0}\left({1}\right)",
    ("GaussianMechanism", 2): r"\mathcal{{N}}(0, {1:squared})\text{{ noise at sensitivity }} {0}",
    ("LaplaceMechanism", 2): r"\mathrm{{Lap}}(0, {1})\text{{ noise at sensitivity }} {0}",
    ("LogisticMechanism", 2): r"\mathrm{{Logistic}}(0, {1})\text{{ noise at sensitivity }} {0}",
    ("GeometricMechanism", 1): r"\text{{geometric noise at }} {0}",
    ("DiscreteGaussianMechanism", 1): r"\mathcal{{N}}_{{\mathbb{{Z}}}}(0, {0:squared})"
    r"\text{{ noise at sensitivity }} 1",
    ("RandomizedResponse", 1): r"{0:bare}\text{{-randomized response}}",
    ("CanonicalRR", 2): r"({0}, {1})\text{{-randomized response}}",
    ("NaryResponse", 2): r"{0:bare}\text{{-randomized response on }} {1} \text{{ values}}",
    ("Group", 2): r"{0:nested} \text{{ for groups of }} {1}",
    ("PostProcess", 1): r"\text{{any post-processing of }} {0:nested}",
    ("Subsample", 2): r"{0:nested} \text{{ subsampled at rate }} {1}",
    ("Hypotheses", 3): r"{0:nested} \text{{ between }} {1} \text{{ and }} {2}",
    ("InteractiveMechanism", 1): r"\text{{the mechanism of }} {0}",
    ("Protocol", 2): r"\text{{the protocol of }} {0} \text{{ parties }} {1}",
    ("Ones", 1): r"\{{\left|b\right| = {0}\}}",
    ("Ones", 2): r"\{{{0} \le \left|b\right| \le {1}\}}",
    ("Parity", 1): r"\{{\left|b\right| \equiv {0} \bmod 2\}}",
    ("Capacity", 2): r"\mathrm{{Cap}}_{{{1}}}\left({0}\right)",
    ("Recovery", 3): r"\mathrm{{Rec}}_{{{1}}}^{{{2}}}\left({0}\right)",
    ("Recovery", 4): r"\mathrm{{Rec}}_{{{1}}}^{{{2}, {3}}}\left({0}\right)",
    ("Capacity", 3): r"\mathrm{{Cap}}_{{{1} \times {2}}}\left({0}\right)",
    ("MutualInformation", 2): r"I\left({0};\, {1}({0})\right)",
    ("AverageAccuracy", 2): r"\mathrm{{Acc}}_{{\mathrm{{avg}}}}\left({0}, {1}\right)",
    ("WorstAccuracy", 2): r"\mathrm{{Acc}}_{{\mathrm{{worst}}}}\left({0}, {1}\right)",
}
"""How a head with so many arguments is said.

``bare`` puts parentheses around what needs them, ``nested`` around what is said in words, and
``squared`` writes the square.
"""
LISTED = {
    "Compose": (r"\text{{the composition of }} {}", ", "),
    "Parallel": (r"\text{{the parallel composition of }} {}", ", "),
    "Concurrent": (r"\text{{the concurrent composition of }} {}", ", "),
    "FiniteMechanism": (r"\text{{the mechanism with laws }} {}", ", "),
    "Broadcast": (r"\text{{a broadcast of }} {}", ", "),
    "ResponseProtocol": (r"\mathrm{{RR}}\left({}\right)", ", "),
    "Finite": (r"\left({}\right)", ", "),
    "Bits": (r"\{{{}\}}", ""),
    "Every": (r"{}", r" \cup "),
    "Uniform": (r"\mathrm{{U}}\left({}\right)", r" \cup "),
    "Product": (r"{}", r" \times "),
}
"""How heads with any number of arguments are said, and what stands between these."""
_COUNTED = r"\text{{the }} {1:bare}\text{{-fold composition of }} {0:nested}"
_PLAIN = re.compile(
    r"[\w.]+|\\?\w+(_\{\w+\})?'*"  # a number, a name
    r"|\\(log|tanh)\{\\left\([^()+-]*\\right\)\}"  # a function of one
)


@dataclass(frozen=True, slots=True)
class _Written:
    """A typeset argument, which knows its forms ``bare``, ``nested`` and ``squared``."""

    node: Basic
    typeset: Callable[[Basic], str]

    def __format__(self, form: str) -> str:
        written = self.typeset(self.node**2 if form == "squared" else self.node)
        plain = _PLAIN.fullmatch(written)
        spaced = r"\text" in written or r" \times " in written
        bare = form in ("", "squared") or plain or (form == "nested" and not spaced)
        return written if bare else rf"\left({written}\right)"


def _under_one_root(node: Basic) -> Basic:
    """A product with the root of a number under the root of another factor, as people write it.

    >>> from sympy import sqrt, log, Symbol
    >>> _under_one_root(sqrt(2) * sqrt(log(Symbol("x"))))
    sqrt(2*log(x))
    """
    factors = list(node.args)
    roots = [f for f in factors if f.is_Pow and f.exp == S.Half]
    number = next((f for f in roots if f.base.is_Rational and f.base.is_positive), None)
    other = next((f for f in roots if not f.base.is_Rational), None)
    if number is None or other is None:
        return node
    within = Mul(number.base, other.base, evaluate=False)
    factors.remove(number)  # equal factors stay
    factors.remove(other)
    return Mul(*factors, Pow(within, S.Half, evaluate=False), evaluate=False)


class Typesetter(LatexPrinter):
    """sympy's printer with the letters that short names stand for, and no two names alike."""

    def __init__(self, names: Iterable[str], settings: dict[str, Any]) -> None:
        super().__init__(settings)
        self.spellings = spellings(names)

    def _print_Symbol(self, symbol: Basic, style: str = "plain") -> str:  # noqa: N802 - sympy's
        del style
        return self.spellings.get(symbol.name) or spelled(symbol.name)

    def _print_ExpBase(self, node: Basic, exp: str | None = None) -> str:  # noqa: N802 - sympy's
        if "e" not in self.spellings:
            return str(super()._print_ExpBase(node, exp))
        written = rf"\exp\left({self._print(node.args[0])}\right)"
        return written if exp is None else rf"{{{written}}}^{{{exp}}}"

    def _print(self, expr: Any, **options: Any) -> str:
        if expr is S.Exp1 and "e" in self.spellings:
            return r"\exp\left(1\right)"
        return str(super()._print(expr, **options))

    def _print_Mul(self, node: Basic) -> str:  # noqa: N802 - sympy's
        return str(super()._print_Mul(_under_one_root(node)))

    def _print_Tuple(self, node: Basic) -> str:  # noqa: N802 - sympy's
        return rf"\left({', '.join(map(self._print, node.args))}\right)"

    def _print_harmonic(self, node: Basic, exp: str | None = None) -> str:
        count = self._print(node.args[0])
        named = any(written.startswith("H") for written in self.spellings.values())
        written = rf"\operatorname{{H}}\left({count}\right)" if named else f"H_{{{count}}}"
        return written if exp is None else rf"{{{written}}}^{{{exp}}}"

    _print_ObjectName = _print_Symbol  # noqa: N815 - sympy's


def said(node: Basic, typeset: Callable[[Basic], str], *, counted: bool = False) -> str | None:
    """A head in the words of the field; None where it is written as a function.

    ``counted`` says that the last argument is how often the first one stands there.
    """
    name = type(node).__name__
    written = [_Written(argument, typeset) for argument in node.args]
    if counted:
        return _COUNTED.format(*written)
    if name in LISTED and isinstance(node.args[-1], Tuple):
        (index, first, last), one = map(typeset, node.args[-1]), written[0]
        return LISTED[name][0].format(rf"{one:nested}, {index} = {first}, \ldots, {last}")
    if name in LISTED:
        form, between = LISTED[name]
        return form.format(between.join(f"{one:nested}" for one in written))
    form = SAID.get((name, len(written)), "")
    return form.format(*written) if form else None


def latex(node: Basic, among: Iterable[Basic] = ()) -> str:
    r"""The node in LaTeX, without dollar signs; ``among`` others that stand beside it.

    >>> from dpsym.language.parser import parse_claim
    >>> print(latex(parse_claim("PureDP(M, eps1) => ZCDP(M, 2*eps1)").conclusions[0]))
    M \text{ is } \left(2 \varepsilon_{1}\right)\text{-zCDP}
    """
    names = {name.name for each in (node, *among) for name in each.atoms(Symbol)}
    return str(Typesetter(names, {"ln_notation": False}).doprint(node))


def spoken(typeset: str) -> tuple[tuple[str, bool], ...]:
    r"""A formula in LaTeX with the words in it taken out, so that a line may break there.

    >>> spoken(r"M \text{ is } \varepsilon\text{-DP}")
    (('M', True), (' is ', False), ('\\varepsilon', True), ('-DP', False))
    """
    found: list[tuple[str, bool]] = []
    depth = start = 0
    for match in re.finditer(r"\\left|\\right|\\text\{([^{}]*)\}|\\[{}]|[{}]", typeset):
        if match[1] is not None and depth == 0:
            found += [(typeset[start : match.start()].strip(), True), (match[1], False)]
            start = match.end()
        elif match[1] is None:
            depth += {"{": 1, "}": -1, r"\left": 1, r"\right": -1}.get(match[0], 0)
    found.append((typeset[start:].strip(), True))
    return tuple(piece for piece in found if piece[0])


def membership(name: str, domain: Domain) -> str:
    r"""That a name lies in its domain, without dollar signs.

    >>> from sympy import S
    >>> print(membership("k", Integers(S.One, S.Infinity)))
    k \in \{1, 2, \ldots\}
    """
    if isinstance(domain, Objects):
        return rf"\text{{any {domain} }} {name}"
    return rf"{name} \in {_range(domain)}"


def _range(domain: Domain) -> str:
    assert not isinstance(domain, Objects)
    low, high = latex(domain.lower), latex(domain.upper)
    if isinstance(domain, Integers):
        if domain.lower is S.NegativeInfinity:
            return r"\mathbb{Z}" if domain.upper is S.Infinity else rf"\{{\ldots, {high}\}}"
        listed = [domain.lower + step for step in range(3)]
        if domain.upper in listed:
            shown = listed[: listed.index(domain.upper) + 1]
            return rf"\{{{', '.join(map(latex, shown))}\}}"
        start = rf"\{{{low}, {latex(listed[1])}, \ldots"
        return rf"{start}\}}" if domain.upper is S.Infinity else rf"{start}, {high}\}}"
    if (domain.lower, domain.upper) == (S.NegativeInfinity, S.Infinity):
        return r"\mathbb{R}"
    left, right = "(" if domain.lower_open else "[", ")" if domain.upper_open else "]"
    return rf"{left}{low}, {high}{right}"
