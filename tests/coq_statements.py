"""Statements of exported theorems, read as Coq reads them and evaluated on laws and numbers.

An oracle that shares nothing with the provers or with Coq: floats on a few finite laws. It tells
that a statement is false, by a point where its premises hold and its conclusion fails by far.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np
from scipy.special import erfc, ndtr

TOKEN = re.compile(r"->|<=|<<|/\\|[-+*/^()\[\];:,~<=]|[A-Za-z_]\w*|\d+")
INFIX = {
    "->": 1,
    "/\\": 2,
    "<=": 3,
    "<": 3,
    "=": 3,
    "<<": 3,
    "+": 4,
    "-": 4,
    "*": 5,
    "/": 5,
    "^": 7,
}
PREFIX = {"-": 6, "/": 6, "~": 2}
ORDERS = np.concatenate([1 + np.logspace(-4, 0, 12), np.logspace(0.31, 3, 12)])
HELD, FAILED = -1e-11, -1e-5


@dataclass(frozen=True)
class Mechanism:
    """The laws on databases that form a path, and up to how many steps are neighbours."""

    laws: tuple[np.ndarray, ...]
    reach: int = 1

    def pairs(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for i, P in enumerate(self.laws):
            for j, Q in enumerate(self.laws):
                if 0 < abs(i - j) <= self.reach:
                    yield P, Q


def tokens(text: str) -> list[str]:
    return TOKEN.findall(text)


@dataclass(frozen=True)
class Statement:
    """A theorem: names with their types, and what is said of them.

    Attributes:
        binders: the names after forall with their types, in order.
        start: how many tokens the binders are.
        body: the tree of what follows.
    """

    binders: tuple[tuple[str, str], ...]
    start: int
    body: Any


def read(words: Sequence[str]) -> Statement:
    """A statement from its tokens."""
    if words[0] != "forall":
        return Statement((), 0, _Reader(words, 0).expression(0))
    start = words.index(",") + 1
    binders: list[tuple[str, str]] = []
    for group in re.findall(r"\(([^()]*)\)", " ".join(words[1:start])) or [
        " ".join(words[1 : start - 1])
    ]:
        names, _, kind = group.partition(" : ")
        binders += [(name, kind.strip()) for name in names.split()]
    return Statement(tuple(binders), start, _Reader(words, start).expression(0))


class _Reader:
    def __init__(self, words: Sequence[str], place: int) -> None:
        self.words, self.place = [*words, ")"], place

    def next(self) -> str:
        self.place += 1
        return self.words[self.place - 1]

    def expression(self, least: int) -> Any:
        word = self.words[self.place]
        if word in PREFIX:
            self.next()
            left: Any = (f"{word}_", self.expression(PREFIX[word]))
        else:
            left = self.application()
        while INFIX.get(word := self.words[self.place], -1) >= least:
            self.next()
            tight = INFIX[word]
            left = (word, left, self.expression(tight if word in ("->", "/\\", "^") else tight + 1))
        return left

    def application(self) -> Any:
        parts = [self.atom()]
        while re.match(r"[\w(\[]", self.words[self.place]):
            parts.append(self.atom())
        return parts[0] if len(parts) == 1 else tuple(parts)

    def atom(self) -> Any:
        word = self.next()
        if word == "(":
            found = self.expression(0)
            assert self.next() == ")"
            return found
        if word == "[":
            items = []
            while self.words[self.place] != "]":
                items.append(self.expression(0))
                if self.words[self.place] == ";":
                    self.next()
            self.next()
            return ("list", *items)
        return float(word) if word.isdigit() else word


def _renyi(order: Any, P: np.ndarray, Q: np.ndarray) -> Any:
    """The Renyi divergence at an order above 1, or at each of many."""
    if not np.all(order > 1):
        raise ValueError(order)
    if not _continuous(P, Q):
        return order * math.inf
    both = (P > 0) & (Q > 0)
    logs = np.multiply.outer(order, np.log(P[both])) + np.multiply.outer(1 - order, np.log(Q[both]))
    top = logs.max(axis=-1)
    sums = np.exp(logs - top[..., None]).sum(axis=-1)
    return (top + np.log(sums)) / (order - 1)


def _continuous(P: np.ndarray, Q: np.ndarray) -> bool:
    return not bool(((P > 0) & (Q == 0)).any())


def _kl(P: np.ndarray, Q: np.ndarray) -> float:
    some = P > 0
    return float((P[some] * np.log(P[some] / Q[some])).sum()) if _continuous(P, Q) else math.inf


def _largest(P: np.ndarray, Q: np.ndarray) -> float:
    return float(np.log(P[P > 0] / Q[P > 0]).max()) if _continuous(P, Q) else math.inf


def _squared(P: np.ndarray, Q: np.ndarray) -> float:
    some = Q > 0
    return float(((P - Q)[some] ** 2 / Q[some]).sum()) if _continuous(P, Q) else math.inf


def _stick(e: float, P: np.ndarray, Q: np.ndarray) -> float:
    return float(np.maximum(P - math.exp(e) * Q, 0).sum())


def _whole(k: float) -> int:
    if k != round(k) or not 0 <= k < 9:
        raise ValueError(k)
    return round(k)


def law(masses: Sequence[float]) -> np.ndarray:
    if min(masses) < 0 or abs(sum(masses) - 1) > 1e-12:
        raise ValueError(masses)
    return np.array(masses)


def mixture(t: float, P: np.ndarray, Q: np.ndarray) -> np.ndarray:
    if not 0 <= t <= 1:
        raise ValueError(t)
    return t * P + (1 - t) * Q


def product(P: np.ndarray, Q: np.ndarray) -> np.ndarray:
    if len(P) * len(Q) > 1000:
        raise ValueError("too many outcomes")
    return np.outer(P, Q).ravel()


def composed(M: Mechanism, N: Mechanism) -> Mechanism:
    if len(M.laws) != len(N.laws) or M.reach != N.reach:
        raise ValueError("other databases")
    return Mechanism(tuple(map(product, M.laws, N.laws)), M.reach)


def rounds(M: Mechanism, k: float) -> Mechanism:
    found = M
    for _ in range(_whole(k) - 1):
        found = composed(found, M)
    return found


def response(e: float, d: float = 0.0) -> Mechanism:
    if e < 0:
        raise ValueError(e)
    p = math.exp(e) / (1 + math.exp(e))
    P = np.array([d, (1 - d) * p, (1 - d) * (1 - p), 0.0])
    return Mechanism((P, P[::-1]) if d else (P[1:3], P[2:0:-1]))


def cells(shift: float, distribution: Any) -> np.ndarray:
    """The masses of intervals under noise that is shifted, of which 0 and the shift are ends."""
    if shift < 0:
        raise ValueError(shift)
    # What is too small for floats counts as somewhat more: divergences become smaller by it.
    return np.maximum(np.diff([0.0, *distribution(np.arange(-6, 6.1, 0.5) - shift), 1.0]), 1e-300)


def _laplace(x: np.ndarray) -> np.ndarray:
    return np.where(x < 0, np.exp(-abs(x)) / 2, 1 - np.exp(-abs(x)) / 2)


def unknown(M: Mechanism, blocks: float, records: float, x: float) -> float:
    """How far a number exceeds what one block tells that is drawn evenly; capacity is no less."""
    laws = M.laws[: _whole(records) + 1]
    middle = sum(laws) / len(laws)
    return x - sum(float(_kl(P, middle)) for P in laws) / len(laws)


FUNCTIONS: dict[str, Any] = {
    "exp": math.exp, "ln": math.log, "sqrt": math.sqrt, "Rmax": max, "Rmin": min, "Rabs": abs,
    "dpsym_erfc": lambda x: float(erfc(x)), "dpsym_count": lambda k: k,
    "dpsym_harmonic": lambda k: sum(1 / j for j in range(1, round(k) + 1)),
    "dpsym_integer": lambda k: 1.0 if k == round(k) else -1.0,
    "Bernoulli": lambda p: law([1 - p, p]), "Finite": lambda p, rest: law([p, *rest]),
    "Product": product, "Mixture": mixture, "push": lambda K, P: P @ K,
    "KL": _kl, "Renyi": _renyi, "MaxDivergence": _largest, "ChiSquared": _squared,
    "HockeyStick": _stick, "TotalVariation": lambda P, Q: float(abs(P - Q).sum()) / 2,
    "RandomizedResponse": response, "PostProcess": lambda M: M, "Parallel": lambda M, N: M,
    "Compose": composed, "Concurrent": composed, "Rounds": rounds,
    "Group": lambda M, k: Mechanism(M.laws, M.reach * _whole(k)),
    "FiniteMechanism": lambda P, Q, rest: Mechanism((P, Q, *rest)),
    "LaplaceMechanism": lambda D, s: Mechanism((cells(0, _laplace), cells(D / s, _laplace))),
    "GaussianMechanism": lambda D, s: Mechanism((cells(0, ndtr), cells(D / s, ndtr))),
    "PureDP": lambda M, e: e - max(_largest(P, Q) for P, Q in M.pairs()),
    "ApproxDP": lambda M, e, d: d - max(_stick(e, P, Q) for P, Q in M.pairs()),
    # Protocols are drawn in which each party broadcasts the same of its bit.
    "CuriousDP": lambda T, n, e, d: d - max(_stick(e, P, Q) for P, Q in T.pairs()),
    "capacity_at_most": unknown,
    "RenyiDP": lambda M, a, t: t - max(_renyi(a, P, Q) for P, Q in M.pairs()),
    "ZCDP": lambda M, x, r: min(
        float((x + ORDERS * r - _renyi(ORDERS, P, Q)).min()) for P, Q in M.pairs()
    ),
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: a / b, "^": lambda a, b: a**b,
    "-_": lambda a: -a, "/_": lambda a: 1 / a,
    "list": lambda *items: list(items),
    # What is said, as a number: how far it holds, negative where it fails.
    "<=": lambda a, b: b - a if math.isfinite(b) else math.inf, "<": lambda a, b: b - a,
    "=": lambda a, b: -abs(a - b), "/\\": min, "~_": lambda a: -a,
    "<<": lambda P, Q: 1.0 if _continuous(P, Q) else -1.0,
}  # fmt: skip
"""What the heads of statements mean. Laws are vectors, guarantees by how much they hold."""


def value(tree: Any, names: Mapping[str, Any]) -> Any:
    """The value of a tree: a number, a law, a mechanism, or how far what it says holds."""
    if isinstance(tree, float):
        return tree
    if isinstance(tree, str):
        return names[tree] if tree in names else {"PI": math.pi}[tree]
    head, *parts = tree
    if head == "->":
        return value(parts[1], names) if value(parts[0], names) >= HELD else math.inf
    return FUNCTIONS[head](*(value(part, names) for part in parts))


NUMBERS = (0.0, 0.1, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0)


def drawn(statement: Statement, random: Random) -> dict[str, Any]:
    """Values for the names of a statement: laws first, and numbers that are tight for them."""
    names: dict[str, Any] = {}
    tight = list(NUMBERS)
    for name, kind in statement.binders:
        if kind.startswith("law"):
            size = {"T": 3, "U": 2}.get(kind[-1], 2)
            weights = np.array([random.choice((0.01, 0.1, 1.0, 3.0, 20.0)) for _ in range(size)])
            names[name] = weights / weights.sum()
        elif kind.startswith("kernel"):
            names[name] = np.eye(3)[:, :2] + np.outer([0, 0, 1], [0, 1])
        elif kind.startswith(("mechanism", "interactive", "protocol")):
            names[name], levels = random.choice(mechanisms())
            tight += levels * 4
    for name, kind in statement.binders:
        if kind == "R":
            names[name] = random.choice(tight)
    return names


@cache
def mechanisms() -> list[tuple[Mechanism, list[float]]]:
    """Mechanisms on three databases, each with what it guarantees."""
    found = []
    for e in (0.1, 0.3, 0.5, 1.0, 2.0):
        for M in (_path(e), _leaking(e, 0.01), _normal(e), _row(e)):
            levels = [max(_largest(P, Q) for P, Q in M.pairs())]
            levels += [max(float(_renyi(a, P, Q)) for P, Q in M.pairs()) for a in (2.0, 3.0)]
            rates = (_renyi(ORDERS, P, Q) / ORDERS for P, Q in M.pairs())
            levels.append(1.01 * max(float(rate.max()) for rate in rates))
            found.append((M, [level for level in levels if math.isfinite(level)]))
    return found


def _path(e: float) -> Mechanism:
    """Three databases on which neighbours differ by the factor exp(e)."""
    masses = np.exp(-e * np.arange(12))
    laws = []
    for place in (5, 6, 7):
        below = masses[1:place] * (1 - masses[1]) / (1 + masses[1])
        first = masses[place] / (1 + masses[1])
        above = masses[: 11 - place] * (1 - masses[1]) / (1 + masses[1])
        law = np.array([first, *below[::-1], *above])
        laws.append(np.append(law, 1 - law.sum()))
    return Mechanism(tuple(laws))


def _leaking(e: float, d: float) -> Mechanism:
    P, Q = response(e, d).laws
    return Mechanism((P, Q, Q))


def _row(e: float) -> Mechanism:
    P, Q = response(e).laws
    return Mechanism((P, Q, P))


def _normal(e: float) -> Mechanism:
    return Mechanism(tuple(cells(place * e, ndtr) for place in range(3)))


def counterexample(words: Sequence[str], tries: int = 150) -> dict[str, Any] | None:
    """Values at which the premises of a statement hold and its conclusion fails, if one is met."""
    statement, random = read(words), Random(0)
    for _ in range(tries if statement.binders else 1):
        names = drawn(statement, random)
        try:
            if value(statement.body, names) < FAILED:
                return names
        except (ValueError, ZeroDivisionError, OverflowError):
            continue
    return None


def mutants(words: Sequence[str]) -> Iterator[list[str]]:
    """The statement with one number, name or relation exchanged, in a premise or behind them."""
    statement = read(words)
    kinds: dict[str, list[str]] = {}
    for name, kind in statement.binders:
        kinds.setdefault(kind, []).append(name)
    for place in range(statement.start, len(words)):
        word = words[place]
        others: list[list[str]] = []
        if word.isdigit():
            others += [[str(int(word) + 1)], ["(", "-", "1", ")"] if word == "0" else ["0"]]
        for alike in (*kinds.values(), *ALIKE):
            if word in alike and not (word in "+-*" and words[place - 1] == "("):
                others += [[other] for other in alike if other != word]
        if word in kinds.get("R", ()):
            others += [["(", word, "/", "2", ")"], ["(", word, "+", "1", ")"]]
        for other in others:
            yield [*words[:place], *other, *words[place + 1 :]]


ALIKE = (
    ("KL", "ChiSquared", "TotalVariation", "MaxDivergence"),
    ("RenyiDP", "ZCDP", "ApproxDP"),
    ("exp", "ln", "sqrt"),
    ("Rmax", "Rmin"),
    ("+", "-", "*"),
    ("<=", "="),
)
"""Words of which one may stand for another, as far as types go."""
