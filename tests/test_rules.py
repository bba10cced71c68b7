"""Every rule about claims: a step that it takes, and those near it that it refuses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sympy import sympify

from dpsym.certificate import Node
from dpsym.kernel.claims import RULES
from dpsym.kernel.facts import FACTS
from dpsym.kernel.outcomes import in_steps
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.statements import fact, statement
from dpsym.kernel.verify import check
from dpsym.language.meaning import covering_pairs
from dpsym.language.parser import parse_expression
from dpsym.language.printing import text as written

Step = tuple[str, dict[str, Any], tuple[str, ...]]

E, F = "exp(e)/(exp(e) + 1)", "1/(exp(e) + 1)"
BITS = f"Finite({E}, {F}), Finite({F}, {E})"
LINE, BELOW = "Concentration(-1/2, P, Q) <= r for r in [0, 1]", "Renyi(a, P, Q) <= a*r - 1/2"
ANY_ORDER = "a in (1, oo), r in [0, 1]"
NEAR = "MaxDivergence(P, Q) <= e and MaxDivergence(Q, P) <= e"
TILTED = "Finite((1 - q)/(1 - q + q*exp(1)), q*exp(1)/(1 - q + q*exp(1))), Finite(1 - q, q)"
APART = "MaxDivergence(P, Q) + MaxDivergence(Q, P) <= e"
RANGE = {"range": ["P", "Q", "e"], "q": "q"}
IN_RANGE = f"KL({TILTED.replace('exp(1)', 'exp(e)')}) <= e for e in [0, oo), q in (0, 1)"
XOR = "Task(0, (1, 0), (0, 1), (0, 1), (1, 0))"
SLOPED = "sqrt(alpha)*Renyi(alpha, Gaussian(0, 1), Gaussian(1, 1))"
CURIOUS = "CuriousDP(T, 1, a, 0) and CuriousDP(T, 2, b, 0)"
MEAN = "AverageAccuracy(T, W) <= AverageAccuracy(ResponseProtocol(a, 0, b, 0), W)"
ROUNDS = "Hypotheses(Compose(M, n), Ones(0), Ones(0, d))"
DRAWS = {
    "first": "Product(P, P)",
    "second": "Product(Q, Q)",
    "p": "p",
    "q": "q",
    "order": "alpha",
}
ALL, NONE = "Ones(0, k), Ones(0, k)", "Ones(0), Ones(k)"
ALL_OF_THEM = "PureDP(Compose(M[i], (i, 1, k)), Sum(e[i], (i, 1, k)))"
UNIFORM = "Hypotheses(Compose(M, k), Ones(0), Uniform(Ones(0, k)))"
HALVES = "MaxDivergence(Finite(1/2, 1/2), Finite(1/3, 2/3))"
BIASED = "KL(Finite(x, 1 - x), Finite(1/2, 1/2))"
REVERSED, SHIFTED = "Sum(1/(n + 1 - i), (i, 1, n))", "Sum(1/(n + i), (i, 1, n))"
LATE, TWICE = "Sum(1/i, (i, n, 2*n))", "Sum(1/i, (i, 1, 2*n))"
AFTER = {"by": "after", "offset": "0", "index": "j"}
MOST_APART = "MaxDivergence(P, Q)"
RISING = {"x": "Renyi(2, P, Q)", "y": "Renyi(3, P, Q)", "z": MOST_APART}
RISE = "x in [0, oo), y in [0, oo), z in [0, oo)"
JOINED = (
    "FiniteMechanism("
    "Finite(exp(1)/(1 + exp(1)), (exp(1) - 1)/((exp(1) + 1)*exp(1)), 1/(exp(1)*(1 + exp(1)))), "
    "Finite(1/(exp(1)*(1 + exp(1))), (exp(1) - 1)/((exp(1) + 1)*exp(1)), exp(1)/(1 + exp(1))))"
)
"""What dominates two steps within an epsilon of one."""


MIXED = (
    "Compose(Subsample(FiniteMechanism(Bernoulli(1/4), Bernoulli(1/2)), 1/2), "
    "FiniteMechanism(Bernoulli(1/3), Bernoulli(1/5)))"
)
"""A sample beside a row, which has other neighbours."""
PAIRS = [
    f"MaxDivergence({written(p)}, {written(q)}) <= 3"
    for p, q in covering_pairs(parse_expression(MIXED))
]


def joined(epsilon: str, delta: str, steps: int) -> str:
    """What dominates so many steps within epsilon and delta."""
    return written(in_steps(sympify(epsilon), sympify(delta), steps))


INFINITE = "KL(Finite(x, 1 - x), Finite(0, 1))"
BOTH_WAYS = f"{HALVES} + MaxDivergence(Finite(1/3, 2/3), Finite(1/2, 1/2))"
ONE_SIDED = (
    "MaxDivergence(Finite(1/2, 1/2, 0), Finite(1/2, 0, 1/2)) + "
    "MaxDivergence(Finite(1/2, 0, 1/2), Finite(1/2, 1/2, 0))"
)
COINS = "Bernoulli(p), Bernoulli(q)"
INNER = " for p in (0, 1), q in (0, 1)"
EVENT = {"of": "TotalVariation(P, Q)", "p": "p", "q": "q", "x": "x"}
ANY_COINS = " for p in [0, 1], q in [0, 1], r in [0, oo)"
FOR_COINS = {
    "first": "Bernoulli(p)",
    "second": "Bernoulli(q)",
    "p": "P",
    "q": "Q",
    "order": "a",
}
ROW = "FiniteMechanism(Finite(1/2, 1/2), Finite(1/3, 2/3))"

E_D, R_D = " for e in [0, oo), d in [0, 1]", " for r in [0, oo), d in [0, 1]"
E_R_D = " for e in [0, oo), r in [0, oo), d in [0, 1]"
PAIR = {"p": "P", "q": "Q", "order": "a"}


def counted(less: str, more: str) -> dict[str, object]:
    """The rule "pair" with a way of so many steps down and then so many up."""
    return PAIR | {"steps": {"0": [{"-": less, "+": more}]}}


HALF = {"name": "n", "half": "h"}
TWO_ROWS = "KL(Pushforward(Kernel((1/2, 1/2), (0, 1))"
PRIVATE = "ApproxDP(M, 1, d)"
OF_ODD = "ApproxDP(Group(M, 2*m + 1), 1, x) for d in [0, 1], m in 1..oo"
_LOST = "1 - exp(-m) + d*({} + exp(1) - 2*exp(-m))/(exp(1) - 1)"
ENDS, TIGHTER = (
    " and ".join(f"HockeyStick(1, {laws}) <= {_LOST.format(c)}" for laws in ("P, Q", "Q, P"))
    for c in ("1", "99/100")
)
EVEN = ENDS.replace("HockeyStick(1", "HockeyStick(0").replace("exp(1) -", "1 -", 1)
_OVER = "for d in [0, 1], m in 1..oo, x in [0, 1]"
ANY = "HockeyStick(1, P, Q) <= x for x in [0, 1]"
STICK, HALVED = (f"HockeyStick(1, P, Q) <= {x} {_OVER}" for x in ("x", "x/2"))
SQUARE = {"name": "x", "new": "t", "value": "t**2", "domain": "[0, oo)", "low": "0"}
SQUARE |= {"high": "(1 + x)/2"}
PRIVATELY = "PureDP(M, x) => ZCDP(M, x**2/2)"
LARGER = ("x <= (1 + x)**2/4 for x in [0, 5]",)
SQUARED = "PureDP(M, t**2) => ZCDP(M, t**4/2) for t in [0, oo)"

STEPS: dict[str, tuple[Step, list[Step]]] = {
    "restated": (
        ("0 <= x - x**2 for x in [0, 1/2]", {}, ("0 <= x - x**2 for x in [0, 1]",)),
        [
            ("0 <= x - x**2 for x in [0, 1]", {}, ("0 <= x - x**2 for x in [0, 1)",)),
            ("0 <= x - x**2 for x in [0, 1]", {}, ("0 <= x - x**2 for x in 0..1",)),
            ("x < 2 for x in [1, 2]", {}, ("x <= 2 for x in [1, 2]",)),
            (
                "x*y <= 2 for x in [1, 2], y in [0, 3]",
                {},
                ("x == 1 => x*y <= 2 for x in [1, 2], y in [0, 3]",),
            ),
            (
                "x*y <= 2 for x in [1, 1], y in [0, 3]",
                {},
                ("x == 2 => x*y <= 2 for x in [1, 1], y in [0, 3]",),
            ),
            (
                "1/TotalVariation(P, Q) <= 1 => 0 <= x**2 for x in [0, 1]",
                {},
                ("0 <= x**2 for x in [0, 1]",),
            ),
            ("KL(P, Q) <= 3 and log(KL(P, Q)) <= 1 => KL(P, Q) <= 3", {}, ()),
            ("KL(P, Q) <= 3 and KL(P, Q)/KL(P, Q) <= 1 => KL(P, Q) <= 3", {}, ()),
        ],
    ),
    "placed": (
        (
            "RenyiDP(M, exp(x) - x, t) => RenyiDP(M, exp(x) - x, 2*t) for x in [0, oo)",
            {},
            (
                "RenyiDP(M, exp(x) - x, t) => RenyiDP(M, exp(x) - x, 2*t) for x in [0, oo)",
                "1 <= exp(x) - x for x in [0, oo)",
            ),
        ),
        [
            (
                "RenyiDP(M, exp(x) - x, t) => RenyiDP(M, exp(x) - x, 2*t) for x in [0, oo)",
                {},
                ("RenyiDP(M, exp(x) - x, t) => RenyiDP(M, exp(x) - x, 2*t) for x in [0, oo)",),
            ),
            (
                "RenyiDP(M, exp(x) - x, t) => RenyiDP(M, exp(x) - x, 2*t) for x in [0, oo)",
                {},
                (
                    "RenyiDP(M, exp(x) - x, t) => RenyiDP(M, exp(x) - x, 2*t) for x in [0, oo)",
                    "1 <= exp(x) - x for x in (0, oo)",
                ),
            ),
        ],
    ),
    "conjunction": (
        (
            "PureDP(M, e) => ZCDP(M, e**2/2) and ApproxDP(M, e, 0)",
            {},
            ("PureDP(M, e) => ZCDP(M, e**2/2)", "PureDP(M, e) => ApproxDP(M, e, 0)"),
        ),
        [
            (
                "PureDP(M, e) => ZCDP(M, e**2/2) and ApproxDP(M, e, 0)",
                {},
                ("PureDP(M, e) => ZCDP(M, e**2/2)",),
            ),
            (
                "PureDP(M, e) => ZCDP(M, e**2/2) and ApproxDP(M, e, 0)",
                {},
                ("PureDP(M, e) => ZCDP(M, e**2/2)", "PureDP(N, e) => ApproxDP(M, e, 0)"),
            ),
        ],
    ),
    "cut": (
        (
            "PureDP(M, e) => ZCDP(M, e**2)",
            {"between": "ZCDP(M, e**2/2)"},
            (
                "PureDP(M, e) => ZCDP(M, e**2/2)",
                "ZCDP(M, e**2/2) and PureDP(M, e) => ZCDP(M, e**2)",
            ),
        ),
        [
            (
                "PureDP(M, e) => ZCDP(M, e**2)",
                {"between": "ZCDP(M, e**2/2)"},
                ("ZCDP(M, e**2/2) and PureDP(M, e) => ZCDP(M, e**2)",),
            ),
            (
                "PureDP(M, e) => ZCDP(M, e**2)",
                {"between": "ZCDP(N, e**2/2)"},
                (
                    "PureDP(M, e) => ZCDP(N, e**2/2)",
                    "ZCDP(N, e**2/2) and PureDP(M, e) => ZCDP(M, e**2)",
                ),
            ),
            (
                "KL(P, Q) <= 1 => TotalVariation(P, Q) <= 3/4",
                {"between": "TotalVariation(P, Q)", "limit": "1/2"},
                ("TotalVariation(P, Q) <= 1/2 and KL(P, Q) <= 1 => TotalVariation(P, Q) <= 3/4",),
            ),
            ("KL(P, Q) <= 1 => KL(P, Q) <= 2", {"between": "KL(P, Q)", "limit": "P"}, ()),
            (
                "KL(P, Q) <= 1 => TotalVariation(P, Q) <= 3/4",
                {"between": "TotalVariation(P, R)", "limit": "1"},
                (
                    "KL(P, Q) <= 1 => TotalVariation(P, R) <= 1",
                    "TotalVariation(P, R) <= 1 and KL(P, Q) <= 1 => TotalVariation(P, Q) <= 3/4",
                ),
            ),
        ],
    ),
    "both": (
        (
            "tanh(x) == y for x in [1, 2], y in [1, 2]",
            {},
            (
                "tanh(x) <= y for x in [1, 2], y in [1, 2]",
                "y <= tanh(x) for x in [1, 2], y in [1, 2]",
            ),
        ),
        [
            (
                "tanh(x) == y for x in [1, 2], y in [1, 2]",
                {},
                ("tanh(x) <= y for x in [1, 2], y in [1, 2]",),
            ),
            (
                "tanh(x) <= y for x in [1, 2], y in [1, 2]",
                {},
                ("tanh(x) <= y for x in [1, 2], y in [1, 2]",),
            ),
        ],
    ),
    "cases": (
        (
            "PureDP(M, e) => PureDP(M, Max(e, 1))",
            {"of": "Max(e, 1)"},
            ("PureDP(M, e) => PureDP(M, e)", "PureDP(M, e) => PureDP(M, 1)"),
        ),
        [
            (
                "PureDP(M, e) => PureDP(M, Max(e, 1))",
                {"of": "Max(e, 1)"},
                ("PureDP(M, e) => PureDP(M, e)",),
            ),
            (
                "x <= 2 for x in [-1, 1]",
                {"of": "log(x)"},
                ("0 < log(x) => x <= 2 for x in [-1, 1]", "log(x) <= 0 => x <= 2 for x in [-1, 1]"),
            ),
            (
                "x**2 <= y for x in [-1, 1], y in [0, 1]",
                {"of": "x"},
                ("0 < x => x**2 <= y for x in [-1, 1], y in [0, 1]",),
            ),
        ],
    ),
    "exhaustion": (
        ("Sum(i, (i, 1, n)) == n*(n + 1)/2 for n in 0..3", {"names": ["n"]}, ()),
        [
            ("Sum(i, (i, 1, n)) == n*(n + 1)/2 for n in -1..3", {"names": ["n"]}, ()),
            ("Sum(i, (i, 1, n)) == n*(n + 1)/2 for n in 0..oo", {"names": ["n"]}, ()),
            ("Sum(i, (i, 1, n)) == n**2 for n in 0..3", {"names": ["n"]}, ()),
            ("Sum(1/(i - 2), (i, 1, n)) <= 9 for n in 0..3", {"names": ["n"]}, ()),
        ],
    ),
    "any-laws": (
        (
            f"PureDP(FiniteMechanism({COINS}), e) => TotalVariation({COINS}) <= tanh(e/2)",
            FOR_COINS | {"numbers": [0]},
            (f"{NEAR} => TotalVariation(P, Q) <= tanh(e/2) for e in [0, oo)",),
        ),
        [
            # a bound of one of the laws alone, of other laws, and one that nobody assumes
            (
                f"PureDP(FiniteMechanism({COINS}), e) => TotalVariation({COINS}) <= tanh(e/2)",
                FOR_COINS | {"numbers": [0]},
                (
                    "MaxDivergence(P, Q) <= e and MaxDivergence(Q, P) <= e/2 => "
                    "TotalVariation(P, Q) <= tanh(e/2) for e in [0, oo)",
                ),
            ),
            (
                "PureDP(FiniteMechanism(Bernoulli(p), Bernoulli(1/2)), e) => "
                f"TotalVariation({COINS}) <= tanh(e/2) for q in [0, 1]",
                FOR_COINS | {"numbers": [0]},
                (f"{NEAR} => TotalVariation(P, Q) <= tanh(e/2) for e in [0, oo)",),
            ),
            (
                f"TotalVariation({COINS}) <= tanh(e/2) for e in [0, oo)",
                FOR_COINS,
                (f"{NEAR} => TotalVariation(P, Q) <= tanh(e/2) for e in [0, oo)",),
            ),
            # names that are not new, one law for both, and laws that are none
            (
                f"KL({COINS}) <= r => TotalVariation({COINS}) <= sqrt(r/2)" + ANY_COINS,
                FOR_COINS | {"p": "p"},
                ("KL(p, Q) <= r => TotalVariation(p, Q) <= sqrt(r/2) for r in [0, oo)",),
            ),
            (
                f"KL({COINS}) <= r => TotalVariation({COINS}) <= sqrt(r/2)" + ANY_COINS,
                FOR_COINS | {"q": "P"},
                ("KL(P, P) <= r => TotalVariation(P, P) <= sqrt(r/2) for r in [0, oo)",),
            ),
            (
                f"KL({COINS}) <= r => TotalVariation({COINS}) <= sqrt(r/2)" + ANY_COINS,
                FOR_COINS | {"second": "Bernoulli(p)"},
                (
                    "KL(P, Bernoulli(q)) <= r => TotalVariation(P, Bernoulli(q)) <= sqrt(r/2)"
                    " for q in [0, 1], r in [0, oo)",
                ),
            ),
            (
                "KL(Finite(p, p), Bernoulli(q)) >= 0 for p in [0, 1], q in [0, 1]",
                FOR_COINS | {"first": "Finite(p, p)"},
                ("KL(P, Q) >= 0",),
            ),
            # laws of which one is a name, and one that is told of the parts and not of the draws
            (
                "KL(Product(P, P), Q) <= r => TotalVariation(Product(P, P), Q) <= sqrt(r/2) "
                "for r in [0, oo)",
                DRAWS | {"second": "Q"},
                ("KL(p, q) <= r => TotalVariation(p, q) <= sqrt(r/2) for r in [0, oo)",),
            ),
            (
                "KL(P, Q) <= r => TotalVariation(Product(P, P), Product(Q, Q)) <= sqrt(r/2) "
                "for r in [0, oo)",
                DRAWS,
                ("KL(p, q) <= r => TotalVariation(p, q) <= sqrt(r/2) for r in [0, oo)",),
            ),
            # the order of a line that is no order of it, and the line without its constant
            (
                f"ZCDP(FiniteMechanism({COINS}), r) => Renyi(3, {COINS}) <= r/2",
                FOR_COINS | {"numbers": [0], "at": {"0": ["1/2"]}},
                ("Renyi(3, P, Q) <= r/2 => Renyi(3, P, Q) <= r/2 for r in [0, oo)",),
            ),
            (
                f"ZCDP(FiniteMechanism({COINS}), 1, r) => KL({COINS}) <= r",
                FOR_COINS | {"numbers": [0], "at": {"0": ["1"]}},
                ("KL(P, Q) <= r => KL(P, Q) <= r for r in [0, oo)",),
            ),
        ],
    ),
    "listed": (
        (
            "KL(Pushforward(Kernel((p, 1 - p), (0, 1)), P), Q) <= x => KL(P, R) <= x "
            "for p in [0, 1], x in [0, 1]",
            {"P.0": "a"},
            (
                "KL(Pushforward(Kernel((p, 1 - p), (0, 1)), Finite(a, 1 - a)), Q) <= x => "
                "KL(Finite(a, 1 - a), R) <= x for p in [0, 1], x in [0, 1], a in [0, 1]",
            ),
        ),
        [
            (f"{TWO_ROWS}, P), Q) <= 1", {"P.0": "a"}, (f"{TWO_ROWS}, Finite(a, 0)), Q) <= 1",)),
            (
                f"{TWO_ROWS}, P), Q) <= 1",
                {"P.0": "a"},
                (f"{TWO_ROWS}, Finite(a, 1 - a)), Q) <= 1 for a in [0, 1/2]",),
            ),
            # both laws by one mass
            (
                f"{TWO_ROWS}, P), Pushforward(Kernel((1/2, 1/2), (0, 1)), Q)) <= 0",
                {"P.0": "a", "Q.0": "a"},
                (
                    f"{TWO_ROWS}, Finite(a, 1 - a)), "
                    "Pushforward(Kernel((1/2, 1/2), (0, 1)), Finite(a, 1 - a))) <= 0 "
                    "for a in [0, 1]",
                ),
            ),
            # a name that the claim has
            (
                f"{TWO_ROWS}, P), Q) <= a for a in [0, 1]",
                {"P.0": "a"},
                (f"{TWO_ROWS}, Finite(a, 1 - a)), Q) <= a for a in [0, 1]",),
            ),
            # three outcomes are not two, and nothing is known of their masses beyond their sum
            (
                "KL(Pushforward(Kernel((1, 0), (0, 1), (0, 1)), P), Q) <= 1",
                {"P.0": "a"},
                ("KL(Pushforward(Kernel((1, 0), (0, 1), (0, 1)), Finite(a, 1 - a, 0)), Q) <= 1",),
            ),
            (
                "KL(Pushforward(Kernel((1, 0), (0, 1), (0, 1)), P), Q) <= 1",
                {"P.0": "a", "P.1": "b"},
                (
                    "a + b <= 1/2 => KL(Pushforward(Kernel((1, 0), (0, 1), (0, 1)), "
                    "Finite(a, b, 1 - a - b)), Q) <= 1 for a in [0, 1], b in [0, 1]",
                ),
            ),
            # no kernel, and one with a name
            ("KL(P, Q) <= 1", {"P.0": "a"}, ("KL(Finite(a, 1 - a), Q) <= 1 for a in [0, 1]",)),
            (
                "KL(Pushforward(K, P), Q) <= 1",
                {"P.0": "a"},
                ("KL(Pushforward(K, Finite(a, 1 - a)), Q) <= 1 for a in [0, 1]",),
            ),
        ],
    ),
    "parity": (
        (
            "PureDP(M, n) => PureDP(M, 1/n) for n in 1..oo",
            HALF,
            (
                "PureDP(M, 2*h) => PureDP(M, 1/(2*h)) for h in 1..oo",
                "PureDP(M, 2*h + 1) => PureDP(M, 1/(2*h + 1)) for h in 0..oo",
            ),
        ),
        [
            ("0 <= n - 2 for n in 1..oo", HALF, ("0 <= 2*h - 2 for h in 1..oo",)),
            (
                "0 <= n - 2 for n in 1..oo",
                HALF,
                ("0 <= 2*h - 2 for h in 1..oo", "0 <= 2*h - 1 for h in 1..oo"),
            ),
            (
                "0 <= n*(n - 2) for n in -1..2",
                HALF,
                ("0 <= 4*h*(h - 1) for h in 0..1", "0 <= (2*h + 1)*(2*h - 1) for h in 0..0"),
            ),
            (
                "0 <= n - 1 for n in [0, 9]",
                HALF,
                ("0 <= 2*h - 1 for h in 1..oo", "0 <= 2*h for h in 0..oo"),
            ),
            (
                "0 <= n + h for n in 0..oo, h in 0..oo",
                HALF,
                ("0 <= 3*h for h in 0..oo", "0 <= 3*h + 1 for h in 0..oo"),
            ),
            (
                "0 <= Sum(h - n, (h, 1, 2)) for n in 0..1",
                HALF,
                ("0 <= Sum(h - 2*h, (h, 1, 2))", "0 <= Sum(h - 2*h - 1, (h, 1, 2))"),
            ),
            ("0 <= n for n in 0..oo", {"half": "h"}, ("0 <= 2*h for h in 0..oo",)),
            ("n/n <= 1 for n in 0..oo", HALF, ("1 <= 1",)),
            (
                "PureDP(M[i], e) each i in 1..k => PureDP(Compose(M[i], (i, 1, k)), k*e) "
                "for k in 1..oo",
                {"name": "k", "half": "h"},
                (),
            ),
        ],
    ),
    "generalise": (
        (
            "x**2 <= x for x in [0, 1]",
            {"with": {"y": "x"}},
            ("y**2 <= y for y in [0, 1]",),
        ),
        [
            ("x**2 <= x for x in [0, 2]", {"with": {"y": "x"}}, ("y**2 <= y for y in [0, 1]",)),
            ("x**2 <= x for x in [0, 1]", {"with": {"y": "x"}}, ("y**2 <= y for y in (0, 1]",)),
            ("x**2 <= x for x in [0, 1]", {"with": {"y": "x"}}, ("y**2 <= y for y in 0..1",)),
            ("1 <= 0", {"with": {"k": "0"}}, ("1 <= k for k in 1..oo",)),
            (
                "ProbabilisticDP(Compose(PostProcess(RandomizedResponse(1)), "
                "PostProcess(RandomizedResponse(1))), 1, 1/2)",
                {"with": {"M": "PostProcess(RandomizedResponse(1))"}},
                ("ProbabilisticDP(Compose(M, M), 1, 1/2)",),
            ),
            ("1/2 <= 1/4", {"with": {"k": "1/2"}}, ("k <= k**2 for k in 1..oo",)),
            ("n <= n**2 for n in [0, 1]", {"with": {"k": "n"}}, ("k <= k**2 for k in 0..oo",)),
            ("n <= n**2 for n in 0..5", {"with": {"k": "n"}}, ("k <= k**2 for k in 1..oo",)),
            ("k > 1 => 9 <= k**2 for k in 0..oo", {}, ("9 <= k**2 for k in 3..oo",)),
            ("k < 3 => k**2 <= 1 for k in 0..oo", {}, ("k**2 <= 1 for k in 0..1",)),
            ("k > 1 => 2 <= k for k in [0, oo)", {}, ("2 <= k for k in 2..oo",)),
            ("m > 1 => 2 <= k for k in 0..oo, m in 0..oo", {}, ("2 <= k for k in 2..oo",)),
            ("5 <= 5**2", {"with": {"k": "5"}}, ("k <= k**2 for k in 1..4",)),
            ("11 <= 2*5", {"with": {"k": "5"}}, ("k <= 2*k for k in 1..oo",)),
            (
                "PureDP(M, 1) => PureDP(Compose(M, 5), 4)",
                {"with": {"k": "5"}},
                ("PureDP(M, 1) => PureDP(Compose(M, k), k) for k in 1..oo",),
            ),
            (
                "x**2 <= x for x in [0, 1]",
                {"with": {"y": "x"}},
                ("y <= 1/2 => y**2 <= y for y in [0, 1]",),
            ),
            *(
                (goal, {"with": {"M": "GaussianMechanism(1, s)"}}, (child,))
                for goal, child in (
                    ("PureDP(GaussianMechanism(1, s), 1)", "PureDP(M, 1) => PureDP(M, 1)"),
                    (
                        "ZCDP(GaussianMechanism(1, s), 1) => ZCDP(GaussianMechanism(1, 2*s), 1)",
                        "ZCDP(M, 1) => ZCDP(M, 1)",
                    ),
                    (
                        "ZCDP(GaussianMechanism(1, s), 1) and PureDP(N, 2) => PureDP(N, 2)",
                        "ZCDP(M, 1) and PureDP(N, 2) => PureDP(N, 2)",
                    ),
                    (
                        "RenyiDP(GaussianMechanism(1, s), 1, 1) => "
                        "Capacity(GaussianMechanism(1, s), 1) <= 1",
                        "RenyiDP(M, 1, 1) => Capacity(M, 1) <= 1",
                    ),
                )
            ),
            (
                "PureDP(N, 1) => PureDP(PostProcess(N), 1)",
                {"with": {"M": "N"}},
                ("PureDP(M, 1) => PureDP(PostProcess(M), 1)",),
            ),
        ],
    ),
    "fact": (
        (
            "PureDP(M, e) and ApproxDP(N, f, d) => ApproxDP(Compose(M, N), e + f, d)",
            {
                "fact": "compose-approx",
                "count": 2,
                "with": {"M1": "M", "M2": "N", "e1": "e", "e2": "f", "d1": "0", "d2": "d"},
            },
            ("PureDP(M, e) and ApproxDP(N, f, d) => ApproxDP(M, e, 0)",),
        ),
        [
            (
                "PureDP(M, e) and ApproxDP(N, f, d) => ApproxDP(Compose(M, N), e + f, d)",
                {
                    "fact": "compose-approx",
                    "count": 2,
                    "with": {"M1": "M", "M2": "N", "e1": "e", "e2": "f", "d1": "0", "d2": "d"},
                },
                (),
            ),
            (
                "PureDP(M, e) => ApproxDP(Compose(M, M), e, 0)",
                {
                    "fact": "compose-approx",
                    "count": 2,
                    "with": {"M1": "M", "M2": "M", "e1": "e", "e2": "0", "d1": "0", "d2": "0"},
                },
                ("PureDP(M, e) => ApproxDP(M, e, 0)",),
            ),
            (
                "ZCDP(M, r) => RenyiDP(M, oo, 9)",
                {"fact": "zcdp-renyi", "with": {"M": "M", "x": "0", "r": "r", "a": "oo", "t": "9"}},
                (),
            ),
        ],
    ),
    "part": (
        ("PureDP(Compose(M, N), e) => PureDP(N, e)", {"whole": "Compose(M, N)"}, ()),
        [
            ("PureDP(Compose(M, N), e) => PureDP(K, e)", {"whole": "Compose(M, N)"}, ()),
            ("MeanCDP(Compose(M, N), m, t) => MeanCDP(N, m, t)", {"whole": "Compose(M, N)"}, ()),
            ("PureDP(PostProcess(N), e) => PureDP(M, e)", {"whole": "PostProcess(N)"}, ()),
            ("PureDP(Subsample(M, q), e) => PureDP(M, e)", {"whole": "Subsample(M, q)"}, ()),
            ("PureDP(Subsample(M, 9/10), e) => PureDP(M, e)", {"whole": "Subsample(M, 9/10)"}, ()),
            *(
                (f"{kind} => {kind.replace(whole, some)}{ends}", {"whole": whole}, ())
                for whole, some, ends in (
                    ("Compose(M, 2)", "Compose(M, M, M)", ""),
                    ("Compose(M, N, N)", "Compose(N, M)", ""),
                    ("Compose(M, N)", "Compose(M, 2)", ""),
                    ("Compose(M, k)", "Compose(M, 2)", " for k in 1..oo"),
                    ("Compose(M, k)", "Compose(M, N)", " for k in 2..oo"),
                    ("Compose(M, k)", "Compose(M, n)", " for k in 3..oo, n in 1..4"),
                    ("Compose(M, N)", "Concurrent(M, N)", ""),
                    ("Concurrent(M, N)", "Compose(N, N)", ""),
                    ("Concurrent(M, N)", "Parallel(M, N)", ""),
                )
                for kind in (f"PureDP({whole}, e)", f"BoundedRange({whole}, e)")
            ),
            (
                "MeanCDP(Compose(M, 3), m, t) => MeanCDP(Compose(M, 2), m, t)",
                {"whole": "Compose(M, 3)"},
                (),
            ),
        ],
    ),
    "contradiction": (
        ("x <= 0 and KL(P, Q) <= x => PureDP(M, 1) for x in (0, 1]", {"number": 0}, ()),
        [
            ("x <= 0 => PureDP(M, 1) for x in [0, 1]", {"number": 0}, ()),
            ("0 < x => PureDP(M, 1) for x in [0, 1]", {"number": 0}, ()),
            ("x < 0 => PureDP(M, 1) for x in (-1, 1]", {"number": 0}, ()),
            ("x <= 0 => PureDP(M, 1) for x in (0, 1]", {"number": 1}, ()),
            ("x <= 0 => PureDP(M, 1) for x in (0, 1]", {"number": -1}, ()),
            ("x == 0 => PureDP(M, 1) for x in [0, 1]", {"number": 0}, ()),
            ("PureDP(M, 0) => PureDP(M, -1)", {"number": 0}, ()),
            ("KL(P, Q) <= 1 => PureDP(M, 1)", {"number": 0}, ("KL(P, Q) < 1",)),
            # with the negative of the conclusion, each the wrong way round or too weak
            (
                "x <= TotalVariation(P, Q) => x <= KL(P, Q) for x in [0, 1]",
                {"number": 0},
                ("KL(P, Q) < x => TotalVariation(P, Q) < x for x in [0, 1]",),
            ),
            (
                "x <= TotalVariation(P, Q) => x <= KL(P, Q) for x in [0, 1]",
                {"number": 0, "beside": True},
                ("KL(P, Q) < x => TotalVariation(P, Q) <= x for x in [0, 1]",),
            ),
            (
                "x <= TotalVariation(P, Q) => x <= KL(P, Q) for x in [0, 1]",
                {"number": 0, "beside": True},
                ("x < KL(P, Q) => TotalVariation(P, Q) < x for x in [0, 1]",),
            ),
            (
                "TotalVariation(P, Q) == x => x <= KL(P, Q) for x in [0, 1]",
                {"number": 0, "beside": True},
                ("KL(P, Q) < x => TotalVariation(P, Q) < x for x in [0, 1]",),
            ),
            ("PureDP(M, 1) => PureDP(M, 2)", {"number": 0, "beside": True}, ()),
            ("x <= 0 => x == 0 for x in [0, 1]", {"number": 0, "beside": True}, ()),
            (
                "x <= 0 and y <= 0 => PureDP(M, 1) for x in (0, 1], y in [0, 1]",
                {"number": 1},
                ("x <= 0 => 0 < y for x in (0, 1], y in (0, 1]",),
            ),
        ],
    ),
    "reindexed": (
        (
            "Sum(1/(n + 1 - i), (i, 1, n)) <= n for n in 1..oo",
            {"sum": "Sum(1/(n + 1 - i), (i, 1, n))", "by": "reverse"},
            ("Sum(1/i, (i, 1, n)) <= n for n in 1..oo",),
        ),
        [
            (f"{old} <= n for n in 1..oo", {"sum": old, **way}, (f"{new} <= n for n in 1..oo",))
            for old, way, new in (
                (REVERSED, {"by": "reverse"}, "Sum(1/(i + 1), (i, 1, n))"),
                (REVERSED, {"by": "reverse"}, "Sum(1/i, (i, 1, n - 1))"),
                (REVERSED, {"by": "turned"}, "Sum(1/i, (i, 1, n))"),
                (SHIFTED, {"by": "shift", "offset": "n"}, f"{TWICE} - Sum(1/i, (i, 1, n - 1))"),
                (SHIFTED, {"by": "shift", "offset": "n - 2"}, f"{TWICE} - Sum(1/i, (i, 1, n))"),
                (SHIFTED, {"by": "shift", "offset": "n/2"}, f"{TWICE} - Sum(1/i, (i, 1, n))"),
                (SHIFTED, {"by": "shift", "offset": "i"}, f"{TWICE} - Sum(1/i, (i, 1, n))"),
                (LATE, {"by": "from", "offset": "1"}, f"{TWICE} - Sum(1/i, (i, 1, n))"),
                (LATE, {"by": "from", "offset": "n + 1"}, f"{TWICE} - Sum(1/i, (i, 1, n))"),
                ("harmonic(2*n)", AFTER | {"offset": "n"}, "harmonic(n) + Sum(1/j, (j, 1, n))"),
                ("harmonic(2*n)", AFTER | {"offset": "3*n"}, "harmonic(n) + Sum(1/j, (j, 1, n))"),
                ("harmonic(2*n)", AFTER | {"offset": "n/3"}, "harmonic(n) + Sum(1/j, (j, 1, n))"),
                ("harmonic(2*n)", AFTER | {"index": "n"}, "Sum(1/j, (j, 1, 2*n))"),
                ("binomial(2*n, n)", AFTER, "Sum(1/j, (j, 1, 2*n))"),
            )
        ]
        + [
            (
                "Sum(0*harmonic(i), (i, 1, n)) <= harmonic(n) for n in 1..oo",
                {"sum": "harmonic(i)", "by": "after", "offset": "0", "index": "j"},
                ("Sum(0*Sum(1/j, (j, 1, i)), (i, 1, n)) <= harmonic(n) for n in 1..oo",),
            ),
        ]
        # of n = 1 the sum runs from 5 back to 1
        + [
            (
                "Sum(i, (i, 5, n)) <= n**2 for n in 1..oo",
                {"sum": "Sum(i, (i, 5, n))", **way},
                (f"{new} <= n**2 for n in 1..oo",),
            )
            for way, new in (
                ({"by": "from", "offset": "1"}, "Sum(i, (i, 1, n)) - Sum(i, (i, 1, 4))"),
                (
                    {"by": "shift", "offset": "4"},
                    "Sum(i - 4, (i, 5, n + 4)) - Sum(i - 4, (i, 5, 8))",
                ),
            )
        ],
    ),
    "ascending": (
        (
            "Renyi(3, P, Q) <= Renyi(2, P, Q)/3 + 2*MaxDivergence(P, Q)/3",
            {"names": RISING, "chains": [["Renyi(2, P, Q)", "Renyi(3, P, Q)", MOST_APART]]},
            (f"x <= y and y <= z and 2*y <= x + z => y <= x/3 + 2*z/3 for {RISE}",),
        ),
        [
            (
                "Renyi(3, P, Q) <= Renyi(2, P, Q)/3 + 2*MaxDivergence(P, Q)/3",
                {"names": RISING, "chains": chains},
                (f"{known} => y <= x/3 + 2*z/3 for {RISE}",),
            )
            for chains, known in (
                (
                    [["Renyi(2, P, Q)", "Renyi(3, P, Q)", MOST_APART]],
                    "x <= y and y <= z and 3*y <= x + z",
                ),
                (
                    [["Renyi(2, P, Q)", MOST_APART, "Renyi(3, P, Q)"]],
                    "x <= z and z <= y and 2*y <= x + z",
                ),
                (
                    [["Renyi(3, P, Q)", "Renyi(2, P, Q)", MOST_APART]],
                    "y <= x and x <= z",
                ),
                ([["Renyi(3, P, Q)"]], "y <= x"),
                ([], "y <= x"),
                ([["Renyi(2, P, Q)", "Renyi(4, P, Q)"]], "y <= x"),
                ([["Renyi(2, P, Q)", "Renyi(3, Q, P)"]], "y <= x"),
            )
        ]
        + [
            (
                f"{less} <= {more}" + (" for a in [1, 4]" if "(a" in more else ""),
                {"names": {"x": less, "y": more}, "chains": [[less, more]]},
                ("x <= y => x <= y for x in [0, oo), y in [0, oo)",),
            )
            for less, more in (
                ("Renyi(2, P, Q)", "Renyi(2, Q, P)"),
                ("Renyi(2, P, Q)", "Renyi(a, P, Q)"),
                ("TotalVariation(P, Q)", "KL(P, Q)"),
                ("ChiSquared(P, Q)", "Renyi(2, P, Q)"),
            )
        ],
    ),
    "sizes": (
        (
            "3*Recovery(M, 1, 2) <= 2",
            {"less": "Recovery(M, 1, 2)", "more": "Recovery(M, 1, 3)", "by": "databases"},
            ("9*Recovery(M, 1, 3)/2 <= 2",),
        ),
        [
            (
                f"{less} <= {bound}",
                {"less": less, "more": more, "by": by},
                (),
            )
            for less, bound, more, by in (
                ("Recovery(M, 1, 2)", "Recovery(M, 1, 3)", "Recovery(M, 1, 3)", "records"),
                ("Recovery(M, 1, 2)", "7*Recovery(M, 1, 3)/5", "Recovery(M, 1, 3)", "databases"),
                ("Recovery(M, 2, 3)", "Recovery(M, 1, 3)", "Recovery(M, 1, 3)", "records"),
                ("Recovery(M, 1, 3)", "Recovery(N, 1, 3)", "Recovery(N, 1, 3)", "records"),
                ("Recovery(M, 1, 3, 2)", "Recovery(M, 1, 3)", "Recovery(M, 1, 3)", "records"),
                ("Recovery(M, 1, 3, 2)", "19*Recovery(M, 1, 3)/10", "Recovery(M, 1, 3)", "names"),
                ("Recovery(M, 1, 2)", "Capacity(M, 1)", "Capacity(M, 1)", "records"),
                ("Capacity(M, 2)", "Capacity(M, 1)", "Capacity(M, 1)", "records"),
                ("Capacity(M, 2, 3)", "Capacity(M, 5)", "Capacity(M, 5)", "one block"),
                ("Capacity(M, 6)", "Capacity(M, 2, 3)", "Capacity(M, 2, 3)", "one block"),
                ("1", "Recovery(M, 1, 3, 2)", "Recovery(M, 1, 3, 2)", "records"),
                ("1", "Recovery(M, 1, 3, 2)", "Recovery(M, 1, 3, 2)", "names"),
                ("1", "Capacity(M, 1)", "Capacity(M, 1)", "records"),
                ("KL(P, Q)", "KL(P, R)", "KL(P, R)", "records"),
            )
        ]
        + [
            (
                "-Capacity(M, 1) <= -Capacity(M, 2)",
                {"less": "Capacity(M, 1)", "more": "Capacity(M, 2)", "by": "records"},
                (),
            ),
            (
                "Capacity(M, 1) - Capacity(M, 2) <= 0",
                {"less": "Capacity(M, 1)", "more": "Capacity(M, 2)", "by": "records"},
                (),
            ),
            (
                "Recovery(M, 1, 3)**2 <= Recovery(M, 1, 2)",
                {"less": "Recovery(M, 1, 3)", "more": "Recovery(M, 1, 2)", "by": "records"},
                (),
            ),
        ],
    ),
    "impossible": (
        ("ZCDP(M, -3, 1) => PureDP(M, 0)", {"number": 0, "order": "a", "at": "1"}, ()),
        [
            ("ZCDP(M, -1, 1) => PureDP(M, 0)", {"number": 0, "order": "a", "at": "1"}, ()),
            ("ZCDP(M, -3, 1) => PureDP(N, 0)", {"number": 0, "order": "a", "at": "1"}, ()),
            ("ZCDP(M, -3, 1) => PureDP(M, 0)", {"number": 0, "order": "a", "at": "3"}, ()),
            ("ZCDP(M, 1, 0) => PureDP(M, 0)", {"number": 0, "order": "a", "at": "-2"}, ()),
            ("ZCDP(M, 1, 1) => PureDP(M, 0)", {"number": 0, "order": "a", "at": "-2"}, ()),
            ("PureDP(M, 0) => PureDP(M, -1)", {"number": 0, "order": "a"}, ()),
            ("PureDP(M, -1) => KL(P, Q) <= 1", {"number": 0, "order": "a"}, ()),
            ("PureDP(M, -1) => PureDP(Group(M, 2), 0)", {"number": 0, "order": "a"}, ()),
            ("TailDP(M, -1, 1) => PureDP(M, 0)", {"number": 0, "order": "a", "at": "2"}, ()),
            ("ApproxZCDP(M, 1, -1, 1) => PureDP(M, 0)", {"number": 0, "order": "a", "at": "1"}, ()),
            (
                "PureDP(RandomizedResponse(1), -1) => PureDP(RandomizedResponse(1), 0)",
                {"number": 0, "order": "a"},
                (),
            ),
        ],
    ),
    "elimination": (
        (
            "x == 2*y and PureDP(M, x) => PureDP(M, 3*y) for x in [0, 1], y in [0, 1]",
            {"number": 0, "name": "x", "value": "2*y", "factor": "1"},
            ("0 <= 2*y and 2*y <= 1 and PureDP(M, 2*y) => PureDP(M, 3*y) for y in [0, 1]",),
        ),
        [
            (
                f"{given} and PureDP(M, x) => PureDP(M, 3*y) for x in [0, 1], y in [0, 1]",
                {"number": 0, "name": "x", "value": "2*y", "factor": "1"} | changed,
                (f"{assumed} and PureDP(M, 2*y) => PureDP(M, 3*y) for y in [0, 1]",),
            )
            for given, changed, assumed in (
                ("x == 2*y", {"value": "3*y"}, "0 <= 2*y and 2*y <= 1"),
                ("x == 2*y", {"factor": "2"}, "0 <= 2*y and 2*y <= 1"),
                ("x == 2*y", {"factor": "0"}, "0 <= 2*y and 2*y <= 1"),
                ("x == 2*y", {"factor": "y"}, "0 <= 2*y and 2*y <= 1"),
                ("x == 2*y", {"value": "x"}, "0 <= 2*y and 2*y <= 1"),
                ("x == 2*y", {"name": "z"}, "0 <= 2*y and 2*y <= 1"),
                ("x == 2*y", {"name": "M"}, "0 <= 2*y and 2*y <= 1"),
                ("x == 2*y", {"number": 1}, "0 <= 2*y and 2*y <= 1"),
                ("x == 2*y", {"number": True}, "0 <= 2*y and 2*y <= 1"),
                ("x == 2*y", {}, "0 <= 2*y and 2*y <= 1/2"),
                ("x == 2*y", {}, "0 < 2*y and 2*y <= 1"),
                ("x <= 2*y", {}, "0 <= 2*y and 2*y <= 1"),
                ("x**2 == 2*y*x", {}, "0 <= 2*y and 2*y <= 1"),
                ("KL(P, Q) + x == KL(P, Q) + 2*y", {}, "0 <= 2*y and 2*y <= 1"),
            )
        ],
    ),
    "intermediate": (
        (
            f"{PRIVATELY} for x in [0, 4]",
            SQUARE,
            (
                f"0 <= t**2 and t**2 <= 4 and {SQUARED}",
                "x <= (1 + x)**2/4 for x in [0, 4]",
            ),
        ),
        [
            (
                f"{given} for x in {domain}",
                SQUARE | changed,
                (f"0 <= {value} and {value} <= 4 and {child}", *LARGER[:known]),
            )
            for given, domain, changed, value, child, known in (
                (PRIVATELY, "[0, 4]", {}, "t**2", SQUARED, 0),
                (PRIVATELY, "[0, 5]", {}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"high": "x"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"low": "-1"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"low": "0*log(x)"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"low": "t"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"domain": "(0, oo)"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"domain": "[0, 2]"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"domain": "[0, oo]"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"domain": "0..oo"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"domain": "[0, x]"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"new": "x"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"new": "M"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"new": "t + 1"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"name": "M"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"name": "t"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"value": "t**3"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"value": "x*t"}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {"value": "t**2 + z"}, "t**2", SQUARED, 1),
                (f"0 <= t and {PRIVATELY}", "[0, 4], t in [0, 1]", {}, "t**2", SQUARED, 1),
                (PRIVATELY, "[0, 4]", {}, "t**2", SQUARED.replace("M, t**2)", "M, t**2/2)"), 1),
                (PRIVATELY, "[0, 4]", {}, "t**2", SQUARED.replace("t**4/2", "t**4"), 1),
                (PRIVATELY, "[0, 4]", {}, "t**2", SQUARED.replace("[0, oo)", "[1, oo)"), 1),
            )
        ],
    ),
    "written": (
        (
            "ApproxDP(GaussianMechanism(1, s), 1, d) and s <= t => d <= t for t in (0, oo)",
            {"numbers": [0], "order": "a"},
            (
                "Phi(1/(2*s) - s) - exp(1)*Phi(-1/(2*s) - s) <= d and s <= t => d <= t"
                " for s in (0, oo), t in (0, oo), d in [0, 1]",
                "0 < 1/s for s in (0, oo)",
            ),
        ),
        [
            (goal, {"numbers": [0], "order": "a", **params}, children)
            for goal, params, children in (
                (
                    "PureDP(LaplaceMechanism(1, b), e) => 1/b <= e/2",
                    {},
                    ("1/b <= e/2 => 1/b <= e/2 for b in (0, oo), e in [0, oo)",),
                ),
                (
                    "ApproxDP(GaussianMechanism(D, 1), 0, d) => D <= d",
                    {},
                    ("2*Phi(D/2) - 1 <= d => D <= d for D in [0, oo), d in [0, 1]",),
                ),
                (
                    "ZCDP(GaussianMechanism(1, s), x, r) => 1/s**2 <= r",
                    {"at": {"0": ["1"]}},
                    ("1/s**2 <= 2*r => 1/s**2 <= r for s in (0, oo), r in [0, oo)",),
                ),
                (
                    "BoundedZCDP(GaussianMechanism(1, s), 2, 0, r) => 1/s**2 <= 2*r",
                    {"at": {"0": ["2"]}},
                    ("1/s**2 <= 2*r => 1/s**2 <= 2*r for s in (0, oo), r in [0, oo)",),
                ),
                (
                    "ZCDP(GaussianMechanism(1, s), r) => 1/s**2 <= 2*r",
                    {"at": {"0": ["a"]}},
                    (
                        "a/(2*s**2) <= a*r => 1/s**2 <= 2*r"
                        " for s in (0, oo), r in [0, oo), a in (1, oo)",
                    ),
                ),
                (
                    "PureDP(LaplaceMechanism(1, b), e) and PureDP(M, e) => PureDP(M, 1/b)",
                    {"numbers": [0, 1]},
                    ("1/b <= e and PureDP(M, e) => PureDP(M, 1/b) for b in (0, oo)",),
                ),
                (
                    "PureDP(Compose(RandomizedResponse(e), k), x) => (k + 1)*e <= x for k in 1..oo",
                    {},
                    (
                        "(k + 1)*e <= x => (k + 1)*e <= x"
                        " for k in 1..oo, e in [0, oo), x in [0, oo)",
                    ),
                ),
                (
                    "ApproxDP(Compose(RandomizedResponse(e), k), 0, x) => k*tanh(e/2) <= x"
                    " for k in 1..oo",
                    {},
                    (
                        "k*tanh(e/2) <= x => k*tanh(e/2) <= x"
                        " for k in 1..oo, e in [0, oo), x in [0, 1]",
                    ),
                ),
                (
                    "PureDP(Group(FiniteMechanism(Bernoulli(1/4), Bernoulli(1/2), Bernoulli(3/4)),"
                    " 1), x) => log(3) <= x",
                    {},
                    ("log(3) <= x => log(3) <= x for x in [0, oo)",),
                ),
                (
                    "PureDP(Compose(RandomizedResponse(1), M), x) => 1 <= x",
                    {},
                    ("1 <= x => 1 <= x for x in [0, oo)",),
                ),
                (
                    "PureDP(LaplaceMechanism(1, b), e) => 1/b <= e",
                    {"numbers": []},
                    ("1/b <= e => 1/b <= e for b in (0, oo), e in [0, oo)",),
                ),
                (
                    "PureDP(LaplaceMechanism(1, b), e) => 1/b <= e",
                    {"numbers": [1]},
                    ("1/b <= e => 1/b <= e for b in (0, oo), e in [0, oo)",),
                ),
            )
        ],
    ),
    "spread": (
        (
            "Abs(x - y) <= z => x <= y + z for x in [0, 1], y in [0, 1], z in [0, 1]",
            {},
            ("x - y <= z and y - x <= z => x <= y + z for x in [0, 1], y in [0, 1], z in [0, 1]",),
        ),
        [
            (
                "z <= Abs(x - y) => x <= y + z for x in [0, 1], y in [0, 1], z in [0, 1]",
                {},
                (
                    "z <= x - y and z <= y - x => x <= y + z "
                    "for x in [0, 1], y in [0, 1], z in [0, 1]",
                ),
            ),
            (
                "Min(x, y) <= z => x <= z for x in [0, 1], y in [0, 1], z in [0, 1]",
                {},
                ("x <= z and y <= z => x <= z for x in [0, 1], y in [0, 1], z in [0, 1]",),
            ),
            (
                "z <= Max(x, y) => z <= x for x in [0, 1], y in [0, 1], z in [0, 1]",
                {},
                ("z <= x and z <= y => z <= x for x in [0, 1], y in [0, 1], z in [0, 1]",),
            ),
            (
                "Max(x, y) <= z => x < z for x in [0, 1], y in [0, 1], z in [0, 1]",
                {},
                ("x < z and y < z => x < z for x in [0, 1], y in [0, 1], z in [0, 1]",),
            ),
            (
                "2*Abs(x) <= z => x <= z/4 for x in [-1, 1], z in [0, 1]",
                {},
                ("x <= z and -x <= z => x <= z/4 for x in [-1, 1], z in [0, 1]",),
            ),
        ],
    ),
    "orders": (
        (
            "BoundedZCDP(M, m, x, r) => BoundedZCDP(Compose(M, 2), m, 2*x, 2*r)",
            {"order": "a"},
            ("BoundedZCDP(M, m, x, r) and a < m => RenyiDP(Compose(M, 2), a, 2*x + 2*r*a)",),
        ),
        [
            (
                "BoundedZCDP(M, m, x, r) => BoundedZCDP(M, 2*m, x, r)",
                {"order": "a"},
                ("BoundedZCDP(M, m, x, r) and a < m => RenyiDP(M, a, x + r*a)",),
            ),
            (
                "BoundedZCDP(M, m, x, r) and RenyiDP(M, a, 1) => BoundedZCDP(M, m, 1, 0)",
                {"order": "a"},
                ("BoundedZCDP(M, m, x, r) and RenyiDP(M, a, 1) and a < m => RenyiDP(M, a, 1)",),
            ),
            (
                "BoundedZCDP(M, 3, x, r) => BoundedZCDP(M, 4, x, r)",
                {"order": "a"},
                ("BoundedZCDP(M, 3, x, r) and a < 4 => RenyiDP(M, a, x + r*a) for a in (1, 2]",),
            ),
            (
                "BoundedZCDP(M, m, x, r) and BoundedZCDP(M, n, x, r) "
                "=> BoundedZCDP(M, Max(m, n), x, r)",
                {"order": "a"},
                (
                    "BoundedZCDP(M, m, x, r) and BoundedZCDP(M, n, x, r) and a < m and a < n "
                    "=> RenyiDP(M, a, x + r*a)",
                ),
            ),
            (
                "BoundedZCDP(M, 3, x, r) => ZCDP(M, x, r)",
                {"order": "a"},
                ("BoundedZCDP(M, 3, x, r) and a < 3 => RenyiDP(M, a, x + r*a)",),
            ),
        ],
    ),
    "definition": (
        (
            "ZCDP(GaussianMechanism(1, s), 1/(2*s**2))",
            {"order": "a"},
            ("Renyi(a, Gaussian(0, s), Gaussian(1, s)) <= a/(2*s**2)",),
        ),
        [
            (
                "ZCDP(GaussianMechanism(1, s), 1/(2*s**2))",
                {"order": "a"},
                ("Renyi(a, Gaussian(0, s), Gaussian(1, s)) <= a/(2*s**2) for a in (1, 2]",),
            ),
            (
                "ZCDP(GaussianMechanism(1, s), 1/(2*s**2))",
                {"order": "s"},
                ("Renyi(s, Gaussian(0, s), Gaussian(1, s)) <= 1/(2*s) for s in (1, oo)",),
            ),
            (
                f"PureDP({ROW}, log(3/2))",
                {"order": "a"},
                ("MaxDivergence(Finite(1/2, 1/2), Finite(1/3, 2/3)) <= log(3/2)",),
            ),
            (LINE, {"order": "a"}, (f"{BELOW} for a in (1, 2], r in [0, 1]",)),
            *(
                (f"PureDP({MIXED}, 3)", {"order": "a"}, (*PAIRS[:place], *PAIRS[place + 1 :]))
                for place in range(len(PAIRS))
            ),
            (LINE, {"order": "a"}, (f"Renyi(a, Q, P) <= a*r - 1/2 for {ANY_ORDER}",)),
            (LINE, {"order": "a"}, (f"Renyi(a, P, Q) <= a*r for {ANY_ORDER}",)),
            (LINE, {"order": "r"}, ("Renyi(r, P, Q) <= r**2 - 1/2 for r in (1, oo)",)),
        ],
    ),
    "without-failure": (
        (
            "ApproxDP(CanonicalRR(e, d), 0, (2*d + exp(e) - 1)/(exp(e) + 1))",
            {},
            (
                f"-(1 - d)*(1 - HockeyStick(0, {BITS})) + 1 <= (2*d + exp(e) - 1)/(exp(e) + 1)"
                " for d in [0, 1], e in [0, oo)",
            ),
        ),
        [
            (
                "ApproxDP(CanonicalRR(e, d), 0, (exp(e) - 1)/(exp(e) + 1))",
                {},
                (f"HockeyStick(0, {BITS}) <= (exp(e) - 1)/(exp(e) + 1) for e in [0, oo)",),
            ),
            (
                "ApproxDP(Compose(CanonicalRR(e, d), LaplaceMechanism(1, 1)), 0, 1)",
                {},
                (f"-(1 - d)*(1 - HockeyStick(0, {BITS})) + 1 <= 1 for d in [0, 1], e in [0, oo)",),
            ),
        ],
    ),
    "closed-form": (
        ("TotalVariation(Gaussian(0, s), Gaussian(1, s)) <= 2*Phi(1/(2*s)) - 1", {}, ()),
        [
            ("TotalVariation(Gaussian(0, s), Gaussian(1, 2*s)) <= 2*Phi(1/(2*s)) - 1", {}, ()),
            ("TotalVariation(Gaussian(0, s), Gaussian(1, s)) <= 2*Phi(1/(3*s)) - 1", {}, ()),
            (
                "KL(Bernoulli(p), Bernoulli(q)) <= 9 for p in [1/3, 2/3], q in [0, 1]",
                {},
                (
                    "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= 9 "
                    "for p in [1/3, 2/3], q in (0, 1)",
                ),
            ),
            (
                "KL(Finite(x, 1 - x, 0), Finite(1 - x, x, 0)) <= 9 for x in [0, 1]",
                {},
                ("(2*x - 1)*log(x/(1 - x)) <= 9 for x in (0, 1)",),
            ),
            (
                "MaxDivergence(Geometric(0, e), Geometric(n, e)) <= e for e in (0, 1], n in 1..oo",
                {},
                ("e <= e for e in (0, 1]",),
            ),
            (
                "MaxDivergence(Geometric(0, e), Geometric(1, 2*e)) <= 3*e for e in (0, 1]",
                {},
                ("2*e <= 3*e for e in (0, 1]",),
            ),
            (
                "KL(Finite(x, x, 1 - 2*x), Finite(x, 2*x, 1 - 3*x)) <= 0 for x in (0, 1/3)",
                {},
                ("0 <= 0",),
            ),
            ("KL(Geometric(n, e), Geometric(0, 2*e)) <= 5*e*n for n in 0..oo, e in (0, 1]", {}, ()),
            ("HockeyStick(e, Geometric(n, e), Geometric(0, e)) <= 1 for n in 0..oo", {}, ()),
            (
                "Hellinger(Geometric(n, e), Geometric(0, e)) <= 1 - exp(-n*e/2)*(1 + n*e/2) "
                "for n in 0..oo, e in (0, 1]",
                {},
                (),
            ),
            (f"5 <= {INFINITE} for x in [0, 1]", {}, ()),
            (f"5 <= {INFINITE} for x in [0, 1]", {}, ("0 < x for x in (0, 1]",)),
            (f"{INFINITE} <= 5 for x in (0, 1]", {}, ()),
            (f"5 <= -{INFINITE} for x in (0, 1]", {}, ()),
            (f"5 <= x*{INFINITE} for x in [0, 1]", {}, ()),
            (f"5 <= t*{INFINITE} for x in (0, 1], t in [0, 1]", {}, ("0 <= t for t in [0, 1]",)),
            (f"5 <= (x - 1)*{INFINITE} for x in (0, 1]", {}, ()),
            (f"5 <= x*{INFINITE} - x*KL(Bernoulli(x), Bernoulli(1)) for x in (0, 1)", {}, ()),
            (f"x < 0*{INFINITE} for x in (0, 1]", {}, ()),
            (f"log(y) <= x*{INFINITE} for x in (0, 1], y in [0, 1]", {}, ()),
            (f"5 <= log(y)/log(y)*{INFINITE} for x in (0, 1], y in (0, 1]", {}, ()),
            (
                f"KL(Bernoulli(x), Bernoulli(y)) <= x*{INFINITE} for x in (0, 1], y in [0, 1)",
                {},
                (),
            ),
            (f"5 <= 1/{INFINITE} for x in (0, 1]", {}, ()),
            (f"5 <= {INFINITE} - KL(Bernoulli(x), Bernoulli(1)) for x in (0, 1)", {}, ()),
            (f"{INFINITE} <= {INFINITE} + 1 for x in (0, 1]", {}, ()),
            (f"1/(2*x - 1) <= {INFINITE} for x in (0, 1]", {}, ()),
            (f"5 <= {INFINITE} + log(2*x - 1) for x in (0, 1]", {}, ()),
            (f"5 <= HockeyStick(log(2*x - 1), P, P) + {INFINITE} for x in (0, 1]", {}, ()),
            (f"5 <= {INFINITE} + {BIASED}/{BIASED} for x in (0, 1]", {}, ()),
            (f"5 <= {INFINITE}*{BIASED}/{BIASED} for x in (0, 1]", {}, ()),
            ("5 <= TotalVariation(Finite(1, 0), Finite(0, 1))", {}, ()),
            ("5 <= KL(Finite(0, 1), Finite(x, 1 - x)) for x in (0, 1/2]", {}, ()),
            ("5 <= KL(Finite(x, 1 - x), Finite(y, 1 - y)) for x in (0, 1], y in [0, 1]", {}, ()),
        ],
    ),
    "ratios": (
        (
            f"MaxDivergence({ROW[16:-1]}) <= log(3/2)",
            {},
            (),
        ),
        [
            (f"MaxDivergence({ROW[16:-1]}) <= log(4/3)", {}, ()),
            ("MaxDivergence(Finite(1/2, 1/2), Finite(1, 0)) <= 9", {}, ()),
            ("MaxDivergence(Finite(x, 1 - x), Finite(0, 1)) <= 9 for x in [0, 1]", {}, ()),
            (f"{BOTH_WAYS} <= log(2) - 1/100", {}, ()),
            (f"{HALVES} + MaxDivergence(Finite(1/4, 3/4), Finite(1/2, 1/2)) <= 2", {}, ()),
            (f"{ONE_SIDED} <= 9", {}, ()),
            (f"2*{HALVES} <= 2", {}, ()),
        ],
    ),
    "domination": (
        (
            "PureDP(M, e) => ZCDP(M, e, 0)",
            {"images": {"M": "PureDP(M, e)"}},
            ("ZCDP(RandomizedResponse(e), e, 0)",),
        ),
        [
            (
                "ApproxDP(GaussianMechanism(1, 1), 1, 1/100)",
                {
                    "images": {
                        "GaussianMechanism(1, 1)": "GaussianDP(GaussianMechanism(1, 1), 1/10)"
                    }
                },
                ("ApproxDP(GaussianMechanism(1/10, 1), 1, 1/100)",),
            ),
            (
                "ApproxDP(GaussianMechanism(1, 1), 1, 1/100)",
                {"images": {"GaussianMechanism(1, 1)": "GaussianDP(GaussianMechanism(1, 2), 1/2)"}},
                (
                    "ApproxDP(GaussianMechanism(1/2, 1), 1, 1/100)",
                    "GaussianDP(GaussianMechanism(1, 2), 1/2)",
                ),
            ),
            (
                "PureDP(M, e) => ZCDP(M, e/2, 0)",
                {"images": {"M": "PureDP(M, e/2)"}},
                ("ZCDP(RandomizedResponse(e/2), e/2, 0) for e in [0, oo)",),
            ),
            (
                "PureDP(N, e) => ZCDP(M, e, 0)",
                {"images": {"M": "PureDP(N, e)"}},
                ("ZCDP(RandomizedResponse(e), e, 0)",),
            ),
            (
                "PureDP(M, e) => MeanCDP(M, e, e)",
                {"images": {"M": "PureDP(M, e)"}},
                ("MeanCDP(RandomizedResponse(e), e, e)",),
            ),
            (
                "PureDP(N, e) => ApproxDP(Compose(N, M), 1, 1/2)",
                {"images": {"N": "PureDP(N, e)"}},
                ("PureDP(N, e) => ApproxDP(Compose(RandomizedResponse(e), M), 1, 1/2)",),
            ),
            (
                "PureDP(M, e) => ZCDP(Group(M, 2), e, 0)",
                {"images": {"M": "PureDP(M, e)"}},
                ("ZCDP(Group(RandomizedResponse(e), 2), e, 0)",),
            ),
            (
                "PureDP(M, 1) => PureDP(Group(M, 2), 1)",
                {"images": {"M": "PureDP(M, 1)"}},
                ("PureDP(RandomizedResponse(1), 1)",),
            ),
            (
                "PureDP(M, 1) => PureDP(Group(M, 3), 2)",
                {"images": {"M": "PureDP(M, 1)"}},
                (f"PureDP({JOINED}, 2)",),
            ),
            (
                "GaussianDP(M, 1) => ApproxDP(Group(M, 2), 2, 0)",
                {"images": {"M": "GaussianDP(M, 1)"}},
                (f"ApproxDP({JOINED}, 2, 0)",),
            ),
            (
                "PureDP(M, 1) => PureDP(Group(M, k), 2) for k in 2..2",
                {"images": {"M": "PureDP(M, 1)"}},
                (f"PureDP({JOINED}, 2)",),
            ),
            (
                "ApproxDP(M, 1, 1/10) => ApproxDP(Group(M, 2), 2, 2/5)",
                {"images": {"M": "ApproxDP(M, 1, 1/10)"}},
                (f"ApproxDP({joined('1', '0', 2)}, 2, 2/5)",),
            ),
            (
                "ApproxDP(M, 1, 1/10) => ApproxDP(Group(Compose(M, M), 2), 2, 2/5)",
                {"images": {"M": "ApproxDP(M, 1, 1/10)"}},
                (f"ApproxDP({joined('1', '1/10', 2)}, 2, 2/5)",),
            ),
            (
                "ApproxDP(M, 1, 1/10) and PureDP(N, 1) => ApproxDP(Group(Compose(M, N), 2), 2, 1)",
                {"images": {"M": "ApproxDP(M, 1, 1/10)", "N": "ApproxDP(M, 1, 1/10)"}},
                (f"ApproxDP(Compose({joined('1', '1/10', 2)}, {joined('1', '1/10', 2)}), 2, 1)",),
            ),
            (
                "ApproxDP(M, 1, 1/10) => ApproxDP(Group(Subsample(M, 1/2), 2), 2, 1)",
                {"images": {"M": "ApproxDP(M, 1, 1/10)"}},
                (f"ApproxDP(Subsample({joined('1', '1/10', 2)}, 1/2), 2, 1)",),
            ),
            (
                "ApproxDP(M, e, d) => ApproxDP(Group(M, 2), 2*e, 1/2)",
                {"images": {"M": "ApproxDP(M, e, d)"}},
                (f"ApproxDP({joined('e', 'd', 2)}, 2*e, 1/2) for d in [0, 1], e in [0, oo)",),
            ),
        ],
    ),
    "bounded-range": (
        (
            "BoundedRange(M, 1) => RenyiDP(M, 2, 1/4)",
            {"fact": "BoundedRange(M, 1)", "q": "q", "order": "a"},
            (f"Renyi(2, {TILTED}) <= 1/4 for q in (0, 1)",),
        ),
        [
            (
                "BoundedRange(M, 1) => RenyiDP(M, 2, 1/4)",
                {"fact": "BoundedRange(M, 1)", "q": "q", "order": "a"},
                (f"Renyi(2, {TILTED}) <= 1/4 for q in (0, 1/2]",),
            ),
            (
                "BoundedRange(N, 1) => RenyiDP(M, 2, 1/4)",
                {"fact": "BoundedRange(N, 1)", "q": "q", "order": "a"},
                (f"Renyi(2, {TILTED}) <= 1/4 for q in (0, 1)",),
            ),
            (
                "BoundedRange(M, 1) => RenyiDP(M, 2, 1/4)",
                {"fact": "BoundedRange(M, 1)", "q": "q", "order": "q"},
                (f"Renyi(2, {TILTED}) <= 1/4 for q in (0, 1)",),
            ),
        ],
    ),
    "law-domination": (
        (
            f"{NEAR} => TotalVariation(P, Q) <= tanh(e/2) for e in [0, oo)",
            {"pairs": [["P", "Q", "e", "0"]]},
            (f"TotalVariation({BITS}) <= tanh(e/2) for e in [0, oo)",),
        ),
        [
            (
                "MaxDivergence(P, Q) <= e => TotalVariation(P, Q) <= tanh(e/2) for e in [0, oo)",
                {"pairs": [["P", "Q", "e", "0"]]},
                (f"TotalVariation({BITS}) <= tanh(e/2) for e in [0, oo)",),
            ),
            (
                f"{NEAR} => -TotalVariation(P, Q) <= -tanh(e/2) for e in [0, oo)",
                {"pairs": [["P", "Q", "e", "0"]]},
                (f"-TotalVariation({BITS}) <= -tanh(e/2) for e in [0, oo)",),
            ),
            *(
                (f"{told} => {what} for e in [0, oo)", {**RANGE, **params}, (needed,))
                for told, what, params, needed in (
                    (APART, "KL(P, Q) <= e", {}, f"KL({BITS}) <= e for e in [0, oo)"),
                    (APART, "KL(P, Q) <= e", {}, IN_RANGE.replace("(0, 1)", "(0, 1/2]")),
                    (APART, "KL(P, R) <= e", {}, IN_RANGE),
                    (APART, "-KL(P, Q) <= e", {}, "-" + IN_RANGE),
                    ("MaxDivergence(P, Q) <= e", "KL(P, Q) <= e", {}, IN_RANGE),
                    (APART.replace("<= e", "<= 2*e"), "KL(P, Q) <= e", {}, IN_RANGE),
                    (APART, "KL(P, Q) <= e", {"q": "e"}, IN_RANGE),
                    (APART, "KL(P, Q) <= e", {"range": ["P", "P", "e"]}, IN_RANGE),
                )
            ),
            (
                f"{NEAR} => TotalVariation(Product(P, R), Product(Q, R)) <= 1 for e in [0, oo)",
                {"pairs": [["P", "Q", "e", "0"]]},
                (),
            ),
        ],
    ),
    "level": (
        (
            "Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/2)",
            {"name": "x"},
            ("KL(P, Q) <= x => Hellinger(P, Q) <= 1 - exp(-x/2) for x in [0, oo)",),
        ),
        [
            (
                "Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/2)",
                {"name": "x"},
                ("KL(P, Q) <= x => Hellinger(P, Q) <= 1 - exp(-x/2) for x in (0, oo)",),
            ),
            (
                "Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/2)",
                {"name": "x"},
                ("KL(Q, P) <= x => Hellinger(P, Q) <= 1 - exp(-x/2) for x in [0, oo)",),
            ),
            (
                "Hellinger(P, Q) <= 1 - exp(-x*KL(P, Q)) for x in [0, 1]",
                {"name": "x"},
                ("KL(P, Q) <= x => Hellinger(P, Q) <= 1 - exp(-x**2) for x in [0, oo)",),
            ),
            (
                "Hellinger(P, Q) <= KL(P, Q)/(1 + KL(P, Q))",
                {"name": "x"},
                ("KL(P, Q) <= x => Hellinger(P, Q) <= x/(1 + x) for x in [0, oo)",),
            ),
            (
                "Hellinger(Product(P, P), Product(Q, Q)) <= KL(P, Q)",
                {"name": "x"},
                ("KL(P, Q) <= x => Hellinger(Product(P, P), Product(Q, Q)) <= x for x in [0, oo)",),
            ),
            (
                "Hellinger(P, Q) <= KL(P, R)",
                {"name": "x"},
                ("KL(P, R) <= x => Hellinger(P, Q) <= x for x in [0, oo)",),
            ),
            (
                "MaxDivergence(P, Q) <= ChiSquared(P, R)",
                {"name": "x"},
                ("ChiSquared(P, R) <= x => MaxDivergence(P, Q) <= x for x in [0, oo)",),
            ),
            (
                "Hellinger(P, Q) <= KL(P, Q) + ChiSquared(P, Q)",
                {"name": "x"},
                ("KL(P, Q) <= x => Hellinger(P, Q) <= x + ChiSquared(P, Q) for x in [0, oo)",),
            ),
            (
                "Hellinger(P, Q) < KL(P, Q) + 1",
                {"name": "x"},
                ("KL(P, Q) <= x => Hellinger(P, Q) < x + 1 for x in [0, oo)",),
            ),
        ],
    ),
    "joint-range": (
        (
            "2*TotalVariation(P, Q)**2 <= KL(P, Q)",
            {"p": "p", "q": "q"},
            (
                "2*TotalVariation(Bernoulli(p), Bernoulli(q))**2 <= KL(Bernoulli(p), Bernoulli(q)) "
                "for p in (0, 1), q in (0, 1)",
            ),
        ),
        [
            (
                "2*TotalVariation(P, Q)**2 <= KL(P, Q)",
                {"p": "p", "q": "p"},
                (
                    "2*TotalVariation(Bernoulli(p), Bernoulli(p))**2 <= "
                    "KL(Bernoulli(p), Bernoulli(p)) for p in (0, 1)",
                ),
            ),
            (
                "Hellinger(P, Q) <= TotalVariation(P, Q)**2",
                {"p": "p", "q": "q"},
                (
                    "Hellinger(Bernoulli(p), Bernoulli(q)) <= TotalVariation(Bernoulli(p), "
                    "Bernoulli(q))**2 for p in (0, 1), q in (0, 1)",
                ),
            ),
            (
                "TotalVariation(P, Q)*KL(P, Q) <= ChiSquared(P, Q)",
                {"p": "p", "q": "q"},
                (
                    "TotalVariation(Bernoulli(p), Bernoulli(q))*KL(Bernoulli(p), Bernoulli(q)) <= "
                    "ChiSquared(Bernoulli(p), Bernoulli(q)) for p in (0, 1), q in (0, 1)",
                ),
            ),
        ],
    ),
    "identity": (
        (
            "TotalVariation(P, Q) <= TotalVariation(Q, P)",
            {"use": "symmetric"},
            ("TotalVariation(P, Q) <= TotalVariation(P, Q)",),
        ),
        [
            ("KL(P, Q) <= KL(Q, P)", {"use": "symmetric"}, ("KL(P, Q) <= KL(P, Q)",)),
            ("LossTail(0, P, Q) <= 0", {"use": "expanded"}, ()),
            ("LossTail(-1, P, P) <= 0", {"use": "expanded"}, ()),
            ("1 <= LossTail(0, P, P)", {"use": "expanded"}, ()),
            ("LossTail(x, P, P) <= 0 for x in [-1, 1]", {"use": "expanded"}, ()),
            (
                "Hellinger(Product(P, R), Product(Q, S)) <= Hellinger(P, Q) + Hellinger(R, S)",
                {"use": "expanded"},
                ("Hellinger(P, Q) + Hellinger(R, S) <= Hellinger(P, Q) + Hellinger(R, S)",),
            ),
            (
                "Renyi(3, P, Q) <= log(1 + ChiSquared(P, Q))",
                {"use": "second-order"},
                ("log(1 + ChiSquared(P, Q)) <= log(1 + ChiSquared(P, Q))",),
            ),
        ],
    ),
    "bound": (
        (
            "2*KL(P, Q) <= 2*Renyi(a, P, Q)",
            {"fact": "order-one", "with": {"P": "P", "Q": "Q", "a": "a"}},
            ("2*Renyi(a, P, Q) <= 2*Renyi(a, P, Q)",),
        ),
        [
            (
                "KL(P, Q) <= d => KL(P, Q)**2/KL(P, Q) <= d for d in (0, 1]",
                {"fact": "hypothesis", "number": 0},
                ("KL(P, Q) <= d => d**2/d <= d for d in (0, 1]",),
            ),
            (
                "-KL(P, Q) <= -Renyi(a, P, Q)",
                {"fact": "order-one", "with": {"P": "P", "Q": "Q", "a": "a"}},
                ("-Renyi(a, P, Q) <= -Renyi(a, P, Q)",),
            ),
            (
                "KL(Mixture(s, P, Q), Mixture(t, R, S)) <= 1",
                {"fact": "weights", "whole": "KL(Mixture(s, P, Q), Mixture(t, R, S))"},
                ("KL(Bernoulli(s), Bernoulli(t)) + t*KL(P, R) + (1 - t)*KL(Q, S) <= 1",),
            ),
            (
                "KL(Mixture(s, P, Q), Mixture(t, R, S)) <= 1",
                {"fact": "weights", "whole": "KL(Mixture(s, P, Q), Mixture(t, R, S))"},
                ("s*KL(P, R) + (1 - s)*KL(Q, S) <= 1 for s in [0, 1]",),
            ),
            (
                "KL(Mixture(s, P, Q), Mixture(t, R, S)) <= 1",
                {"fact": "weights", "whole": "KL(Mixture(s, P, Q), Mixture(t, R, S))"},
                ("KL(Bernoulli(s), Bernoulli(t)) <= 1",),
            ),
            (
                "1 <= KL(Mixture(s, P, Q), Mixture(t, R, S))",
                {"fact": "weights", "whole": "KL(Mixture(s, P, Q), Mixture(t, R, S))"},
                ("1 <= KL(Bernoulli(s), Bernoulli(t)) + s*KL(P, R) + (1 - s)*KL(Q, S)",),
            ),
            (
                "1 <= Hellinger(Mixture(s, P, Q), Mixture(t, P, Q))",
                {"fact": "weights", "whole": "Hellinger(Mixture(s, P, Q), Mixture(t, P, Q))"},
                ("1 <= Hellinger(Bernoulli(s), Bernoulli(t))",),
            ),
            (
                "Hellinger(Mixture(s, P, Q), Mixture(t, P, Q)) <= 1/2",
                {"fact": "weights", "whole": "Hellinger(Mixture(s, P, Q), Mixture(t, P, Q))"},
                ("Hellinger(Bernoulli(s), Bernoulli(1 - t)) <= 1/2 for t in [0, 1]",),
            ),
            (
                "Hellinger(Mixture(s, P, Q), Mixture(t, Q, P)) <= 1/2",
                {"fact": "weights", "whole": "Hellinger(Mixture(s, P, Q), Mixture(t, Q, P))"},
                ("Hellinger(Bernoulli(s), Bernoulli(t)) <= 1/2",),
            ),
            (
                "LossTail(1, Mixture(s, P, Q), Mixture(t, P, Q)) <= 1/2",
                {"fact": "weights", "whole": "LossTail(1, Mixture(s, P, Q), Mixture(t, P, Q))"},
                ("LossTail(1, Bernoulli(s), Bernoulli(t)) <= 1/2",),
            ),
            (
                "TotalVariation(Mixture(s, P, Q), Mixture(t, R, S)) <= 1/2",
                {"fact": "weights", "whole": "TotalVariation(Mixture(s, P, Q), Mixture(t, R, S))"},
                ("TotalVariation(Bernoulli(s), Bernoulli(t)) <= 1/2",),
            ),
            (
                "KL(Mixture(s, P, Q), P) <= 1/2",
                {"fact": "weights", "whole": "KL(Mixture(s, P, Q), P)"},
                ("KL(Bernoulli(s), Bernoulli(t)) <= 1/2",),
            ),
            (
                "Hellinger(Product(P, R), Product(Q, S)) <= 1/2",
                {"fact": "overlap", "whole": "Hellinger(Product(P, R), Product(Q, S))"},
                ("1 - (1 - Hellinger(P, Q))*(1 - Hellinger(R, S)) <= 1/2",),
            ),
            (
                "TotalVariation(Product(P, R), Product(Q, S)) <= 1/2",
                {"fact": "overlap", "whole": "TotalVariation(Product(P, R), Product(Q, S))"},
                ("1 - (1 - TotalVariation(P, S))*(1 - TotalVariation(R, Q)) <= 1/2",),
            ),
            (
                "TotalVariation(Product(P, R), Product(Q, S)) <= 1/2",
                {"fact": "overlap", "whole": "TotalVariation(Product(P, R), Product(Q, S))"},
                ("TotalVariation(P, Q)*TotalVariation(R, S) <= 1/2",),
            ),
            (
                "1/2 <= TotalVariation(Product(P, R), Product(Q, S))",
                {"fact": "overlap", "whole": "TotalVariation(Product(P, R), Product(Q, S))"},
                ("1/2 <= 1 - (1 - TotalVariation(P, Q))*(1 - TotalVariation(R, S))",),
            ),
            (
                "TotalVariation(P, Q) <= 1/2",
                {"fact": "overlap", "whole": "TotalVariation(P, Q)"},
                ("TotalVariation(P, Q) <= 1/2",),
            ),
            (
                "0 <= 1 - Renyi(a, P, Q)",
                {"fact": "order-one", "with": {"P": "P", "Q": "Q", "a": "a"}},
                ("0 <= 1 - KL(P, Q)",),
            ),
            (
                "-2 <= KL(P, Q) => 4 <= KL(P, Q)**2",
                {"fact": "hypothesis", "number": 0},
                ("-2 <= KL(P, Q) => 4 <= 4",),
            ),
            (
                "KL(P, Q) <= Renyi(a, Q, P)",
                {"fact": "order-one", "with": {"P": "P", "Q": "Q", "a": "a"}},
                ("Renyi(a, Q, P) <= Renyi(a, Q, P)",),
            ),
            (
                "KL(P, Q) < Renyi(a, P, Q) + 1",
                {"fact": "order-one", "with": {"P": "P", "Q": "Q", "a": "a"}},
                ("Renyi(a, P, Q) <= Renyi(a, P, Q) + 1",),
            ),
            (
                "Renyi(b, P, Q) <= Renyi(a, P, Q) for a in (1, oo), b in (1, oo)",
                {"fact": "order", "with": {"P": "P", "Q": "Q", "a": "b", "b": "a"}},
                ("Renyi(a, P, Q) <= Renyi(a, P, Q)",),
            ),
        ],
    ),
    "numbers": (
        (
            "KL(P, Q) <= 2 => exp(KL(P, Q)) <= 9",
            {"names": {"y": "KL(P, Q)"}},
            ("y <= 2 => exp(y) <= 9 for y in [0, oo)",),
        ),
        [
            (
                "KL(P, Q) >= 2*KL(P, Q) + 1 => KL(P, Q) <= 5",
                {"names": {"y": "KL(P, Q)"}},
                ("y >= 2*y + 1 => y <= 5 for y in [0, oo)",),
            ),
            (
                "exp(-KL(P, Q)) <= 0 => KL(P, Q) <= 5",
                {"names": {"y": "KL(P, Q)"}},
                ("exp(-y) <= 0 => y <= 5 for y in [0, oo)",),
            ),
            (
                "KL(P, Q) <= 2 => exp(KL(P, Q)) <= 9",
                {"names": {"y": "KL(P, Q)"}},
                ("y <= 2 => exp(y) <= 9 for y in (0, oo)",),
            ),
            (
                "KL(P, Q) == ChiSquared(P, Q) => exp(-KL(P, Q)) > 0",
                {"names": {"y": "KL(P, Q)", "z": "ChiSquared(P, Q)"}},
                ("y == z => exp(-y) > 0 for y in [0, oo), z in [0, oo)",),
            ),
            (
                "2 == KL(P, Q) => exp(KL(P, Q)) <= 9",
                {"names": {"y": "KL(P, Q)"}},
                ("y == 1 => exp(y) <= 9 for y in [0, oo)",),
            ),
            (
                "TotalVariation(P, Q) <= x for x in [0, 2]",
                {"names": {"x": "TotalVariation(P, Q)"}},
                ("x <= x for x in [0, 2]",),
            ),
            # what is at most what may be infinite as well, and what need not be finite
            (
                "2*KL(P, Q) <= KL(P, Q) + 1 => KL(P, Q) <= 1",
                {"names": {"y": "KL(P, Q)"}},
                ("2*y <= y + 1 => y <= 1 for y in [0, oo)",),
            ),
            (
                "KL(P, Q) - KL(Q, P) < 1 => exp(-KL(P, Q)) > 0",
                {"names": {"y": "KL(P, Q)", "z": "KL(Q, P)"}},
                ("y - z < 1 => exp(-y) > 0 for y in [0, oo), z in [0, oo)",),
            ),
            (
                "x*KL(P, Q) < 1 => exp(-KL(P, Q)) > 0 for x in [0, 1]",
                {"names": {"y": "KL(P, Q)"}},
                ("x*y < 1 => exp(-y) > 0 for x in [0, 1], y in [0, oo)",),
            ),
            (
                "Sum(KL(P, Q), (i, 1, n)) < 1 => exp(-KL(P, Q)) > 0 for n in 0..2",
                {"names": {"y": "KL(P, Q)"}},
                ("Sum(y, (i, 1, n)) < 1 => exp(-y) > 0 for n in 0..2, y in [0, oo)",),
            ),
            (
                "1 <= tanh(KL(P, Q)) => KL(P, Q) <= 1",
                {"names": {"y": "KL(P, Q)"}},
                ("1 <= tanh(y) => y <= 1 for y in [0, oo)",),
            ),
            # infinite divergences that meet, or one that is 0
            (
                "exp(-KL(P, Q)) + KL(P, Q)*exp(-KL(P, Q)) <= 2 + Renyi(2, P, Q) - KL(P, Q)",
                {"names": {"y": "KL(P, Q)", "z": "Renyi(2, P, Q)"}},
                ("exp(-y) + y*exp(-y) <= 2 + z - y for y in [0, oo), z in [0, oo)",),
            ),
            # a strict bound of another divergence, by another divergence, or from below
            (
                "KL(Q, P) < 1 => log(1 - KL(P, Q)) <= 0",
                {"names": {"y": "KL(P, Q)", "z": "KL(Q, P)"}},
                ("z < 1 => log(1 - y) <= 0 for y in [0, oo), z in [0, oo)",),
            ),
            (
                "KL(P, Q) < 1 + KL(Q, P) => exp(KL(P, Q) - KL(Q, P)) <= 3",
                {"names": {"y": "KL(P, Q)", "z": "KL(Q, P)"}},
                ("y < 1 + z => exp(y - z) <= 3 for y in [0, oo), z in [0, oo)",),
            ),
            (
                "1 < KL(P, Q) => KL(P, Q) - KL(P, Q) <= 0",
                {"names": {"y": "KL(P, Q)"}},
                ("1 < y => y - y <= 0 for y in [0, oo)",),
            ),
            # limits that are attained, and where there is none
            (
                "KL(P, Q)/(1 + KL(P, Q)) <= 1",
                {"names": {"y": "KL(P, Q)"}},
                ("y/(1 + y) <= 1 for y in [0, oo)",),
            ),
            (
                "tanh(KL(P, Q) - KL(Q, P)) <= 1",
                {"names": {"y": "KL(P, Q)", "z": "KL(Q, P)"}},
                ("tanh(y - z) <= 1 for y in [0, oo), z in [0, oo)",),
            ),
            (
                "-KL(P, Q)*TotalVariation(P, Q) <= 0",
                {"names": {"y": "KL(P, Q)", "z": "TotalVariation(P, Q)"}},
                ("-y*z <= 0 for y in [0, oo), z in [0, 1]",),
            ),
            (
                "exp(-KL(P, Q)) > 0",
                {"names": {"y": "KL(P, Q)"}},
                ("exp(-y) > 0 for y in [0, oo)",),
            ),
            (
                "tanh(KL(P, Q)) < 1",
                {"names": {"y": "KL(P, Q)"}},
                ("tanh(y) < 1 for y in [0, oo)",),
            ),
            # names of which the kernel's terms know no difference, and one for two divergences
            (
                "KL(P, Q) <= KL(Q, P)",
                {"names": {"y": "KL(P, Q)", "y#": "KL(Q, P)"}},
                ("y <= y for y in [0, oo)",),
            ),
            (
                "KL(P, Q) <= t for t in [0, 1]",
                {"names": {"t#": "KL(P, Q)"}},
                ("t <= t for t in [0, 1]",),
            ),
            (
                "KL(P, Q) <= KL(P, Q)/2 + TotalVariation(P, Q) => KL(P, Q) <= 2",
                {"names": {"y": "KL(P, Q)", "z": "TotalVariation(P, Q)"}},
                ("y <= y/2 + z => y <= 2 for y in [0, oo), z in [0, 1]",),
            ),
        ],
    ),
    "monotone": (
        (
            "log(1 + KL(P, Q)) <= log(1 + ChiSquared(P, Q))",
            {},
            ("1 + KL(P, Q) <= 1 + ChiSquared(P, Q)",),
        ),
        [
            ("log(KL(P, Q)) <= log(ChiSquared(P, Q))", {}, ("KL(P, Q) <= ChiSquared(P, Q)",)),
            ("-log(1 + KL(P, Q)) <= -log(2)", {}, ("1 + KL(P, Q) <= 2",)),
            ("log(x - 1) <= log(x) for x in [0, 2]", {}, ("x - 1 <= x for x in [0, 2]",)),
        ],
    ),
    "event": (
        (
            "TotalVariation(P, Q) > 0 => KL(P, Q) > TotalVariation(P, Q)**2",
            EVENT,
            (
                f"0 < p - q => (p - q)**2 < KL({COINS}){INNER}",
                "0 < p => p**2 < KL(Bernoulli(p), Bernoulli(0)) for p in (0, 1)",
                "0 < 1 - q => (1 - q)**2 < KL(Bernoulli(1), Bernoulli(q)) for q in (0, 1)",
                "0 < 1 => 1 < KL(Bernoulli(1), Bernoulli(0))",
            ),
        ),
        [
            (
                "TotalVariation(P, Q) > 0 => KL(P, Q) > TotalVariation(P, Q)**2",
                EVENT,
                (
                    f"0 < p - q => (p - q)**2 < KL({COINS}){INNER}",
                    "0 < p => p**2 < KL(Bernoulli(p), Bernoulli(0)) for p in (0, 1)",
                    "0 < 1 - q => (1 - q)**2 < KL(Bernoulli(1), Bernoulli(q)) for q in (0, 1)",
                ),
            ),
            (
                "TotalVariation(P, Q) >= 0 => KL(P, Q) > TotalVariation(P, Q)**2",
                EVENT,
                (
                    f"0 < p - q => (p - q)**2 < KL({COINS}){INNER}",
                    "0 < p => p**2 < KL(Bernoulli(p), Bernoulli(0)) for p in (0, 1)",
                    "0 < 1 - q => (1 - q)**2 < KL(Bernoulli(1), Bernoulli(q)) for q in (0, 1)",
                    "0 < 1 => 1 < KL(Bernoulli(1), Bernoulli(0))",
                ),
            ),
            (
                "KL(P, Q) >= 1 => TotalVariation(P, Q) >= 1/2",
                EVENT,
                (
                    f"KL({COINS}) >= 1 and 0 <= p - q => p - q >= 1/2{INNER}",
                    "1/2 <= 1",
                ),
            ),
            (
                "TotalVariation(P, R) >= KL(P, Q) - KL(P, R)",
                {**EVENT, "of": "TotalVariation(P, R)"},
                ("0 <= 1",),
            ),
            ("KL(P, Q) <= TotalVariation(P, Q)", EVENT, ("0 <= 1",)),
            ("Renyi(2, P, Q) >= KL(P, Q)", EVENT, ("0 <= 1",)),
        ],
    ),
    "inverse": (
        (
            "2*log(1 + ChiSquared(P, Q)) - x <= MaxDivergence(P, Q) for x in [0, 1]",
            {"side": "small", "layers": 1},
            ("ChiSquared(P, Q) <= exp(MaxDivergence(P, Q)/2 + x/2) - 1 for x in [0, 1]",),
        ),
        [
            (
                "2*log(1 + ChiSquared(P, Q)) - x <= MaxDivergence(P, Q) for x in [0, 1]",
                {"side": "small", "layers": 1},
                ("ChiSquared(P, Q) <= exp(MaxDivergence(P, Q)/2 - x/2) - 1 for x in [0, 1]",),
            ),
            (
                "log(KL(P, Q)) <= x for x in [0, 1]",
                {"side": "small", "layers": 1},
                ("KL(P, Q) <= exp(x) for x in [0, 1]",),
            ),
            (
                "sqrt(KL(P, Q)) <= x for x in [-1, 1]",
                {"side": "small", "layers": 1},
                ("KL(P, Q) <= x**2 for x in [-1, 1]",),
            ),
            (
                "(KL(P, Q) - 2)**2 <= 1",
                {"side": "small", "layers": 1},
                ("KL(P, Q) <= 3",),
            ),
            (
                "x*log(1 + KL(P, Q)) <= 1 for x in [-1, 1]",
                {"side": "small", "layers": 1},
                ("KL(P, Q) <= exp(1/x) - 1 for x in (0, 1]",),
            ),
            (
                "log(KL(P, Q)) <= log(1 + ChiSquared(P, Q))",
                {"side": "large", "layers": 1},
                ("KL(P, Q) <= 1 + ChiSquared(P, Q)", "KL(P, Q) - 1 <= ChiSquared(P, Q)"),
            ),
            (
                "x*KL(P, Q) <= 1 for x in [0, 1]",
                {"side": "small", "layers": 0},
                ("KL(P, Q) <= 1/x for x in (0, 1]",),
            ),
            (
                "HockeyStick(1, P, Q)**2 <= 2*KL(P, Q)",
                {"side": "large", "layers": 0},
                ("2*HockeyStick(1, P, Q)**2 <= KL(P, Q)/2",),
            ),
            (
                "1 - exp(-KL(P, Q)) <= 1/2",
                {"side": "small", "layers": 1},
                ("-KL(P, Q) <= log(1/2)",),
            ),
            ("KL(P, Q) <= 1", {"side": "small", "layers": 1}, ("KL(P, Q) <= 1",)),
        ],
    ),
    "apart": (
        (
            "MaxDivergence(P, Q) <= b => MaxDivergence(P, Q) - KL(P, Q) >= 0 for b in [0, oo)",
            {},
            ("MaxDivergence(P, Q) <= b => KL(P, Q) <= MaxDivergence(P, Q) for b in [0, oo)",),
        ),
        [
            (
                "exp(-KL(P, Q)/2) <= 1 - Hellinger(P, Q)",
                {},
                ("Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/3)",),
            ),
            (
                "exp(-c*KL(P, Q)) <= 1 for c in [-1, 1]",
                {},
                ("0 <= 1 - exp(-c*KL(P, Q)) for c in [-1, 1]",),
            ),
            ("exp(KL(P, Q)) <= 2", {}, ("0 <= 2 - exp(KL(P, Q))",)),
            (
                "MaxDivergence(P, Q) <= b => MaxDivergence(P, Q) - KL(P, Q) >= 0 for b in [0, oo)",
                {},
                ("MaxDivergence(P, Q) <= b => MaxDivergence(P, Q) <= KL(P, Q) for b in [0, oo)",),
            ),
            (
                "MaxDivergence(P, Q) - KL(P, Q) >= 0",
                {},
                ("KL(P, Q) <= MaxDivergence(P, Q)",),
            ),
            (
                "0 <= 1 - x*TotalVariation(P, Q) for x in [-1, 1]",
                {},
                ("x*TotalVariation(P, Q) <= 1 for x in [-1, 1]",),
            ),
            (
                "0 <= 1 - exp(TotalVariation(P, Q))",
                {},
                ("exp(TotalVariation(P, Q)) <= 1",),
            ),
            ("KL(P, Q) <= 1", {}, ("KL(P, Q) <= 1",)),
        ],
    ),
    "relations": (
        ("tanh(z) <= z for z in [0, oo)", {}, ("0 <= z - tanh(z) for z in [0, oo)",)),
        [
            ("tanh(z) < z for z in [0, oo)", {}, ("0 <= z - tanh(z) for z in [0, oo)",)),
            ("1/x - y <= 1/x for x in [-1, 1], y in [0, 1]", {}, ("0 <= y for y in [0, 1]",)),
            ("tanh(z) <= z for z in [-1, oo)", {}, ("0 <= z - tanh(z) for z in [0, oo)",)),
            ("tanh(z) == z for z in [0, 1]", {}, ("0 <= z - tanh(z) for z in [0, 1]",)),
        ],
    ),
    "enlarge": (
        (
            "2*log(x) <= 2*log(x + 1) for x in [1, oo)",
            {"small": "log(x)", "large": "log(x + 1)"},
            (),
        ),
        [
            (
                "-log(x) <= -log(x + 1) for x in [1, oo)",
                {"small": "log(x)", "large": "log(x + 1)"},
                (),
            ),
            (
                "log(x)**2 <= log(x + 1)**2 for x in (0, oo)",
                {"small": "log(x)", "large": "log(x + 1)"},
                (),
            ),
        ],
    ),
    "evaluated": (
        ("KL(Bernoulli(1/3), Bernoulli(1/2)) <= 1/10", {}, ()),
        [
            ("KL(Bernoulli(1/3), Bernoulli(1/2)) <= 1/20", {}, ()),
            ("KL(Bernoulli(1/3), Bernoulli(1)) <= 10**9", {}, ()),
            ("KL(Bernoulli(x), Bernoulli(1/2)) <= 9 for x in [0, 1]", {}, ()),
            (f"{SLOPED} <= 9", {}, ()),
        ],
    ),
    "pointwise": (
        ("HockeyStick(0, Mixture(q, P, Q), Q) <= q*HockeyStick(0, P, Q)", {"shares": {}}, ()),
        [
            ("HockeyStick(0, Mixture(q, P, Q), Q) <= q*HockeyStick(1, P, Q)", {"shares": {}}, ()),
            (
                "HockeyStick(0, P, Q) <= q*HockeyStick(0, P, Q) for q in [0, 1]",
                {"shares": {}},
                (),
            ),
            ("MaxDivergence(P, Q) <= 1 => HockeyStick(1/2, P, Q) <= 0", {"shares": {"0": "1"}}, ()),
            ("MaxDivergence(Q, P) <= 1 => HockeyStick(1, P, Q) <= 0", {"shares": {"0": "1"}}, ()),
            ("HockeyStick(1, Q, P) <= 0 => MaxDivergence(P, Q) <= 1", {"shares": {"0": "1"}}, ()),
            ("HockeyStick(1, P, Q) <= 0 => MaxDivergence(P, Q) <= 1/2", {"shares": {"0": "1"}}, ()),
            ("HockeyStick(1, P, Q) <= 1/9 => MaxDivergence(P, Q) <= 1", {"shares": {"0": "1"}}, ()),
            ("HockeyStick(1, P, Q) == 0 => MaxDivergence(P, Q) == 1", {"shares": {"0": "1"}}, ()),
            ("MaxDivergence(P, Mixture(1/2, P, Q)) < log(2)", {}, ()),
            ("MaxDivergence(P, Q) <= KL(P, Q) + 1", {}, ()),
            (
                "HockeyStick(1, P, Q) <= 1/2 => HockeyStick(1, P, Q) <= 1/4",
                {"shares": {"0": "1"}},
                (),
            ),
        ],
    ),
    "pair": (
        (
            "PureDP(M, e) and ZCDP(M, r) and PureDP(N, 1) => ApproxDP(M, 1, d)",
            PAIR | {"at": {"1": ["1", "3"]}},
            (
                f"{NEAR} and KL(P, Q) <= r and KL(Q, P) <= r and Renyi(3, P, Q) <= 3*r and "
                f"Renyi(3, Q, P) <= 3*r => HockeyStick(1, P, Q) <= d{E_R_D}",
            ),
        ),
        [
            (
                "ZCDP(M, r) => ApproxDP(M, 1, d)",
                PAIR | {"at": {"0": ["3"]}},
                (f"Renyi(3, P, Q) <= 2*r => HockeyStick(1, P, Q) <= d{R_D}",),
            ),
            (
                "ZCDP(M, r) => ApproxDP(M, 1, d)",
                PAIR | {"at": {"0": ["1/2"]}},
                ("HockeyStick(1, P, Q) <= d for d in [0, 1]",),
            ),
            (
                "ZCDP(M, r) => ApproxDP(M, 1, d)",
                PAIR | {"at": {"0": ["oo"]}},
                ("HockeyStick(1, P, Q) <= d for d in [0, 1]",),
            ),
            (
                "BoundedZCDP(M, 2, 0, r) => ApproxDP(M, 1, d)",
                PAIR | {"at": {"0": ["2"]}},
                (f"Renyi(2, P, Q) <= 2*r => HockeyStick(1, P, Q) <= d{R_D}",),
            ),
            (
                "PureDP(N, e) => ApproxDP(M, 1, d)",
                PAIR,
                (f"{NEAR} => HockeyStick(1, P, Q) <= d{E_D}",),
            ),
            (
                "PureDP(M, e) => ApproxDP(Group(M, 2), 1, d)",
                PAIR,
                (f"{NEAR} => HockeyStick(1, P, Q) <= d{E_D}",),
            ),
            (
                "PureDP(M, e) => ApproxDP(Subsample(M, q), 1, d)",
                PAIR,
                (f"{NEAR} => HockeyStick(1, Mixture(q, P, Q), Q) <= d{E_D}",),
            ),
            (
                "PureDP(M, e) => ZCDP(M, r)",
                PAIR,
                (f"{NEAR} => Renyi(a, P, Q) <= r*a for e in [0, oo), r in [0, oo), a in (1, 2)",),
            ),
            (
                "PureDP(M, e) => ApproxDP(M, 1, d)",
                PAIR | {"q": "P"},
                (f"MaxDivergence(P, P) <= e => HockeyStick(1, P, P) <= d{E_D}",),
            ),
            (
                "RenyiDP(M, 1, 1) => ApproxDP(Compose(M, RandomizedResponse(1)), 1, d)",
                PAIR | {"p": "R", "q": "S"},
                (
                    "KL(R, S) <= 1 and KL(S, R) <= 1 "
                    "=> exp(1)/(1 + exp(1))*HockeyStick(0, R, S) <= d for d in [0, 1]",
                ),
            ),
            (
                "RenyiDP(M, 1, 1) => ApproxDP(Compose(RandomizedResponse(1), M), 1, d)",
                PAIR,
                (
                    "KL(P, Q) <= 1 and KL(Q, P) <= 1 => exp(1)/(1 + exp(1))*HockeyStick(0, P, Q) "
                    "+ 1/(1 + exp(1))*HockeyStick(2, P, Q) <= d for d in [0, 1]",
                ),
            ),
            (
                "RenyiDP(M, 2, 1) => RenyiDP(Compose(M, RandomizedResponse(1)), 2, d)",
                PAIR,
                (
                    "Renyi(2, P, Q) <= 1 and Renyi(2, Q, P) <= 1 "
                    "=> Renyi(2, P, Q) <= d for d in [0, oo)",
                ),
            ),
            ("PureDP(M, e) => BoundedRange(M, 2*e)", PAIR, ()),
            ("PureDP(M, 1) => ApproxDP(Group(M, 2), 1, d)", PAIR | {"steps": {"0": ["+"]}}, ()),
            (f"{PRIVATE} => {OF_ODD}", counted("m", "m + 1"), (f"{ENDS} => {HALVED}",)),
            (f"{PRIVATE} => {OF_ODD}", counted("m", "m + 1"), (f"{TIGHTER} => {STICK}",)),
            (f"{PRIVATE} => {OF_ODD}", counted("m + 1", "m"), (f"{ENDS} => {STICK}",)),
            (f"{PRIVATE} => {OF_ODD}", counted("m", "m"), (f"{EVEN} => {STICK}",)),
            (f"{PRIVATE} => {OF_ODD}", counted("2*m + 2", "-1"), (ANY,)),
            (f"{PRIVATE} => {OF_ODD}", counted("m - 2", "m + 3"), (ANY,)),
            (f"{PRIVATE} => {OF_ODD}", counted("m + 1/2", "m + 1/2"), (ANY,)),
            (f"{PRIVATE} => {OF_ODD}", counted("oo", "1"), (ANY,)),
            (f"{PRIVATE} => {OF_ODD}", counted("M", "m + 1"), (ANY,)),
            (f"{PRIVATE} => {OF_ODD}", PAIR | {"steps": {"0": [{"+": "2*m + 1"}]}}, (ANY,)),
            (f"ApproxDP(M, 0, d) => {OF_ODD}", counted("m", "m + 1"), (ANY,)),
            (
                "RenyiDP(M, 2, 1) => ApproxDP(Group(M, 2), 1, d)",
                PAIR | {"steps": {"0": ["++"]}},
                ("Renyi(2, P, Q) <= 1 => HockeyStick(1, P, Q) <= d for d in [0, 1]",),
            ),
            (
                "ApproxDP(M, -1, d) => ApproxDP(Group(M, 2), 1, d)",
                PAIR | {"steps": {"0": ["++"]}},
                ("HockeyStick(1, P, Q) <= d for d in [0, 1]",),
            ),
        ],
    ),
    "integrands": (
        (
            "ChiSquared(Mixture(q, P, Q), Q) <= q**2*ChiSquared(P, Q)",
            {"names": {"t": "P"}, "multipliers": {"P": "0", "Q": "0"}},
            (),
        ),
        [
            (
                "ChiSquared(Mixture(q, P, Q), Q) <= q**3*ChiSquared(P, Q)",
                {"names": {"t": "P"}, "multipliers": {"P": "0", "Q": "0"}},
                (),
            ),
            (
                "ChiSquared(Mixture(q, P, Q), Q) <= q**2*ChiSquared(P, Q)",
                {"names": {"q": "P"}, "multipliers": {"P": "0", "Q": "0"}},
                (),
            ),
            (
                "Renyi(2, P, Q) <= ChiSquared(P, Q)",
                {"names": {"t": "P"}, "multipliers": {"P": "0", "Q": "0"}},
                (),
            ),
            (
                "LossTail(1, P, Q) <= 2*HockeyStick(0, P, Q)",
                {"names": {"t": "P"}, "multipliers": {"P": "0", "Q": "0"}},
                ("t <= exp(1) => 0 <= 2*Max(t - 1, 0) for t in (0, oo)",),
            ),
            (
                "HockeyStick(0, P, Q) <= LossTail(1, P, Q)",
                {"names": {"t": "P"}, "multipliers": {"P": "0", "Q": "0"}},
                ("exp(1) < t => Max(t - 1, 0) <= t for t in (0, oo)",),
            ),
            (
                "LossTail(1, P, Q)**2 <= LossTail(1, P, Q)/2",
                {"names": {"t": "P"}, "multipliers": {"P": "0", "Q": "0"}},
                (),
            ),
        ],
    ),
    "broadcast": (
        (
            "MaliciousDP(ResponseProtocol(a, 0, b, 0), 2, b, 0)",
            {},
            ("ApproxDP(CanonicalRR(b, 0), b, 0)",),
        ),
        [
            (
                "MaliciousDP(ResponseProtocol(a, 0, b, 0), 1, b, 0)",
                {},
                ("ApproxDP(CanonicalRR(b, 0), b, 0)",),
            ),
            (
                "MaliciousDP(ResponseProtocol(a, 0, b, 0), 3, b, 0)",
                {},
                ("ApproxDP(CanonicalRR(b, 0), b, 0)",),
            ),
        ],
    ),
    "responses": (
        (f"{CURIOUS} => {MEAN}", {"curious": True}, ()),
        [
            (f"CuriousDP(T, 1, a, 0) and CuriousDP(T, 1, b, 0) => {MEAN}", {"curious": True}, ()),
            (f"CuriousDP(T, 1, a, 0) and CuriousDP(T, 2, b, 1/9) => {MEAN}", {"curious": True}, ()),
            (f"{CURIOUS} => {MEAN}", {"curious": False}, ()),
        ],
    ),
    "accuracy": (
        (
            f"AverageAccuracy(ResponseProtocol(a, 0, b, 0), {XOR}) == tanh(a/2)*tanh(b/2)/2 + 1/2",
            {},
            (),
        ),
        [
            (
                f"AverageAccuracy(ResponseProtocol(a, 0, b, 0), {XOR}) == tanh(a/2)/2 + 1/2",
                {},
                (),
            ),
            (
                f"AverageAccuracy(ResponseProtocol(a, c, b, 0), {XOR}) <= 9/10 for c in [0, 1]",
                {},
                (),
            ),
            (f"WorstAccuracy(ResponseProtocol(a, 0, b, 0), {XOR}) <= 1", {}, ()),
        ],
    ),
    "rounds": (
        (
            f"PureDP(M, e) => ApproxDP({ROUNDS}, d*e, 0) for n in 1..oo",
            {"width": "ones"},
            ("PureDP(M, e) => ApproxDP(Compose(M, d), d*e, 0)",),
        ),
        [
            (
                f"PureDP(M, e) => ApproxDP({ROUNDS}, d*e/2, 0) for n in 1..oo",
                {"width": "ones"},
                ("PureDP(M, e) => ApproxDP(Compose(M, d), d*e, 0)",),
            ),
            (
                "ApproxDP(Hypotheses(Compose(NaryResponse(1, 3), n), Ones(0), Ones(0, d)), d, 0)"
                " for n in 1..oo",
                {"width": "ones"},
                ("ApproxDP(Compose(NaryResponse(1, 3), d), d, 0)",),
            ),
            (
                "BoundedRange(Hypotheses(Compose(M, n), Ones(0), Ones(0, d)), d) for n in 1..oo",
                {"width": "ones"},
                ("BoundedRange(Compose(M, d), d)",),
            ),
            *(
                (f"ApproxDP(Hypotheses(Compose(M, 2), {first}, {second}), 0, 0)", params, ())
                for first, second, params in (
                    ("Ones(2)", "Ones(0)", {"width": "none", "side": 0}),
                    ("Ones(3)", "Ones(0)", {"width": "none", "side": 1}),
                    ("Ones(3)", "Ones(0)", {"width": "none", "side": 2}),
                    ("Ones(3)", "Ones(0)", {"width": "none"}),
                    ("Ones(2, 3)", "Ones(0)", {"width": "none", "side": 0}),
                )
            ),
        ],
    ),
    "vectors": (
        (
            f"ApproxDP(Hypotheses(Compose(M, k), {NONE}), e, d) => "
            f"ApproxDP(Hypotheses(Compose(M, k), {ALL}), e, d)",
            {"number": 0},
            (),
        ),
        [
            (
                "ApproxDP(Hypotheses(Compose(M, k), Ones(0), Ones(1)), e, d) => "
                f"ApproxDP(Hypotheses(Compose(M, k), {ALL}), e, d)",
                {"number": 0},
                (),
            ),
            (
                f"ApproxDP(Hypotheses(Compose(M, k), {NONE}), e, d) => "
                "ApproxDP(Hypotheses(Compose(M, k + 1), Ones(0), Ones(k + 1)), e, d)",
                {"number": 0},
                (),
            ),
            (
                f"ApproxDP(Hypotheses(Compose(M, k), {NONE}), e, d) => "
                "ApproxDP(Hypotheses(Compose(N, 2*k), Ones(0), Ones(k)), e, d)",
                {"number": 0},
                (),
            ),
            (
                "ApproxDP(Hypotheses(Compose(M, 3), Ones(0), Ones(2)), e, d) => "
                "ApproxDP(Hypotheses(Compose(M, 4), Ones(0), Ones(2)), e, d)",
                {"number": 0},
                (),
            ),
            (
                "ApproxDP(Hypotheses(Compose(M, 3), Ones(0), Ones(3)), e, d) => "
                "ApproxDP(Hypotheses(Compose(M, 4), Ones(2), Ones(2)), e, d)",
                {"number": 0},
                (),
            ),
            (
                f"ApproxDP(Hypotheses(Compose(M, k), {NONE}), e, d) => "
                f"ApproxDP(Hypotheses(Compose(M, k), {ALL}), e/2, d)",
                {"number": 0},
                (),
            ),
            (
                f"RenyiDP(Hypotheses(Compose(M, k), {NONE}), a, t) => "
                f"RenyiDP(Hypotheses(Compose(M, k), {ALL}), 2*a, t)",
                {"number": 0},
                (),
            ),
        ],
    ),
    "families": (
        (
            f"PureDP(M[i], e[i]) each i in 1..k => {ALL_OF_THEM}",
            {"between": [ALL_OF_THEM]},
            ("PureDP(N, s) and PureDP(M, e) => PureDP(Compose(N, M), e + s)",),
        ),
        [
            (
                f"PureDP(M[i], e[i]) each i in 1..k => {ALL_OF_THEM}",
                {"between": [ALL_OF_THEM]},
                ("PureDP(N, s) and PureDP(M, e) => PureDP(Parallel(N, M), e + s)",),
            ),
            (
                f"PureDP(M[i], 2*e[i]) each i in 1..k => {ALL_OF_THEM} for e[i] in [0, oo)",
                {"between": [ALL_OF_THEM]},
                ("PureDP(N, s) and PureDP(M, e) => PureDP(Compose(N, M), e + s)",),
            ),
            (
                f"PureDP(M[i], e[i]) each i in 1..k => {ALL_OF_THEM}",
                {"between": []},
                ("PureDP(N, s) and PureDP(M, e) => PureDP(Compose(N, M), e + s)",),
            ),
        ],
    ),
    "uniform-prior": (
        (
            f"ApproxDP(M, e, d) => ApproxDP({UNIFORM}, k*log(exp(e)/2 + 1/2), d*k/2)",
            {"facts": ["ApproxDP(M, e, d)"]},
            (),
        ),
        [
            (
                f"ApproxDP(M, e, d) => ApproxDP({UNIFORM}, k*log(exp(e)/2 + 1/2), d/2)",
                {"facts": ["ApproxDP(M, e, d)"]},
                (),
            ),
            (
                f"ApproxDP(M, e, d) => ApproxDP({UNIFORM}, k*log(exp(e)/2 + 1/2), 0)",
                {"facts": ["PureDP(M, e)"]},
                (),
            ),
        ],
    ),
}

NUMBERS = " for s_ in [0, oo), n in 1..oo, s in [0, oo), e in [0, oo)"
ONE_MORE = f"s_ <= n*s => e + s_ <= (n + 1)*Max(e, s){NUMBERS}"
COUNTED = "Sum(e[i], (i, 1, k)) <= k*Max(e[i], (i, 1, k))"


def by_counting(more: str, between: str = COUNTED, *, counted: bool = True) -> bool:
    """Whether a relation between totals follows by induction, from a claim about one more."""
    params = {"between": [between], "counted": counted}
    return taken("families", (f"{between} for e[i] in [0, oo)", params, (more,)))


def test_a_number_beside_totals_counts_the_members_so_far() -> None:
    """It is 1 for one member, and n + 1 for one more after n."""
    assert by_counting(ONE_MORE)
    assert not by_counting(ONE_MORE, counted=False)
    assert not by_counting(ONE_MORE, COUNTED.replace("k*", "(k - 1)*"))
    assert not by_counting(f"s_ <= (n + 1)*s => e + s_ <= (n + 2)*Max(e, s){NUMBERS}")
    assert not by_counting(f"s_ <= n*s => e + s_ <= (n + 2)*Max(e, s){NUMBERS}")
    assert not by_counting(f"s_ <= n*s/2 => e + s_ <= (n + 1)*Max(e, s){NUMBERS}")
    assert not by_counting(ONE_MORE.replace("1..oo", "2..oo"))
    assert not by_counting(
        f"s_ <= k*s => e + s_ <= (k + 1)*Max(e, s){NUMBERS.replace('n in', 'k in')}"
    )


ALSO: list[tuple[str, Step]] = [
    (
        "numbers",
        (
            "sqrt(2 - a*exp(-KL(P, Q))) <= 2 for a in [-1, 1]",
            {"names": {"y": "KL(P, Q)"}},
            ("sqrt(2 - a*exp(-y)) <= 2 for a in [-1, 1], y in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "1 - exp(-b*KL(P, Q)) <= 1 - exp(-b*KL(P, Q)) for b in [-1, 1]",
            {"names": {"y": "KL(P, Q)"}},
            ("1 - exp(-b*y) <= 1 - exp(-b*y) for b in [-1, 1], y in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "(KL(P, Q) - 1)**2 <= 1 + KL(P, Q)**2",
            {"names": {"y": "KL(P, Q)"}},
            ("(y - 1)**2 <= 1 + y**2 for y in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "tanh(KL(P, Q)) - tanh(KL(Q, P)) <= 1",
            {"names": {"y": "KL(P, Q)", "z": "KL(Q, P)"}},
            ("tanh(y) - tanh(z) <= 1 for y in [0, oo), z in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "Min(KL(P, Q), 1 - KL(Q, P)) <= 1",
            {"names": {"y": "KL(P, Q)", "z": "KL(Q, P)"}},
            ("Min(y, 1 - z) <= 1 for y in [0, oo), z in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "cosh(KL(P, Q) - 1) <= cosh(KL(P, Q) - 1)",
            {"names": {"y": "KL(P, Q)"}},
            ("cosh(y - 1) <= cosh(y - 1) for y in [0, oo)",),
        ),
    ),
    (
        "accuracy",
        (
            f"log(AverageAccuracy(ResponseProtocol(a, 0, b, 0), {XOR})) "
            "== log(tanh(a/2)*tanh(b/2)/2 + 1/2)",
            {},
            (),
        ),
    ),
    (
        "numbers",
        (
            "tanh(KL(P, Q)) <= 2*Min(KL(P, Q), 1)",
            {"names": {"y": "KL(P, Q)"}},
            ("tanh(y) <= 2*Min(y, 1) for y in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "Phi(KL(P, Q)) + erf(KL(Q, P)) <= 2",
            {"names": {"y": "KL(P, Q)", "z": "KL(Q, P)"}},
            ("Phi(y) + erf(z) <= 2 for y in [0, oo), z in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "KL(P, Q) < 1 => log(1 - KL(P, Q)) <= 0",
            {"names": {"y": "KL(P, Q)"}},
            ("y < 1 => log(1 - y) <= 0 for y in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "-log(1 + KL(P, Q)) <= 0",
            {"names": {"y": "KL(P, Q)"}},
            ("-log(1 + y) <= 0 for y in [0, oo)",),
        ),
    ),
    (
        "any-laws",
        (
            "TotalVariation(Product(P, P), Product(Q, Q)) "
            "<= sqrt(1 - exp(-KL(Product(P, P), Product(Q, Q))))",
            DRAWS,
            ("TotalVariation(p, q) <= sqrt(1 - exp(-KL(p, q)))",),
        ),
    ),
    (
        "numbers",
        (
            "sqrt(1 - exp(-2*KL(P, Q))) <= 2 - 1/(1 + 3*KL(P, Q))",
            {"names": {"y": "KL(P, Q)"}},
            ("sqrt(1 - exp(-2*y)) <= 2 - 1/(1 + 3*y) for y in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "1 - a*exp(-b*KL(P, Q)) <= 1 for a in [0, 1], b in [0, 1]",
            {"names": {"y": "KL(P, Q)"}},
            ("1 - a*exp(-b*y) <= 1 for a in [0, 1], b in [0, 1], y in [0, oo)",),
        ),
    ),
    ("definition", (LINE, {"order": "a"}, (f"{BELOW} for {ANY_ORDER}",))),
    (
        "bound",
        (
            "KL(Mixture(s, P, Q), Mixture(t, R, S)) <= 1",
            {"fact": "weights", "whole": "KL(Mixture(s, P, Q), Mixture(t, R, S))"},
            ("KL(Bernoulli(s), Bernoulli(t)) + s*KL(P, R) + (1 - s)*KL(Q, S) <= 1",),
        ),
    ),
    (
        "bound",
        (
            "Hellinger(Mixture(s, P, Q), Mixture(t, P, Q)) <= 1/2",
            {"fact": "weights", "whole": "Hellinger(Mixture(s, P, Q), Mixture(t, P, Q))"},
            ("Hellinger(Bernoulli(s), Bernoulli(t)) <= 1/2",),
        ),
    ),
    (
        "bound",
        (
            "TotalVariation(Product(P, R), Product(Q, S)) <= 1/2",
            {"fact": "overlap", "whole": "TotalVariation(Product(P, R), Product(Q, S))"},
            ("1 - (1 - TotalVariation(P, Q))*(1 - TotalVariation(R, S)) <= 1/2",),
        ),
    ),
    (
        "closed-form",
        (
            "Hellinger(Geometric(m, e), Geometric(n, e)) <= "
            "1 - exp(-Abs(m - n)*e/2)*(1 + Abs(m - n)*tanh(e/2)) "
            "for m in -oo..oo, n in -oo..oo, e in (0, 1]",
            {},
            (),
        ),
    ),
    (
        "restated",
        (
            "x*y <= 3 for x in [1, 1], y in [0, 3]",
            {},
            ("x == 1 => x*y <= 3 for x in [1, 1], y in [0, 3]",),
        ),
    ),
    (
        "closed-form",
        (
            "Renyi(a, DiscreteGaussian(1, s), DiscreteGaussian(0, s)) <= a/(2*s**2) "
            "for a in (1, 2], s in (0, 1]",
            {},
            (),
        ),
    ),
    (
        "domination",
        (
            "PureDP(M, 1) => PureDP(Group(M, 2), 2)",
            {"images": {"M": "PureDP(M, 1)"}},
            (f"PureDP({JOINED}, 2)",),
        ),
    ),
    (
        "inverse",
        (
            "HockeyStick(1, P, Q)**2 <= 2*KL(P, Q) - 1",
            {"side": "large", "layers": 0},
            ("HockeyStick(1, P, Q)**2/2 + 1/2 <= KL(P, Q)",),
        ),
    ),
    ("definition", (f"PureDP({MIXED}, 3)", {"order": "a"}, tuple(PAIRS))),
    (
        "domination",
        (
            "ApproxDP(M, 1, 1/10) => ApproxDP(Compose(Group(M, 2), N), 2, 2/5)",
            {"images": {"M": "ApproxDP(M, 1, 1/10)", "N": "PureDP(N, 0)"}},
            (
                f"ApproxDP(Compose({joined('1', '1/10', 2)}, RandomizedResponse(0)), 2, 2/5)",
                "PureDP(N, 0)",
                "0 <= 9*exp(1)/(10*(1 + exp(1))) - exp(1)/10",
            ),
        ),
    ),
    (
        "domination",
        (
            "ApproxDP(M, 1, 1/10) => ApproxDP(Group(Compose(M, M), 2), 2, 2/5)",
            {"images": {"M": "ApproxDP(M, 1, 1/10)"}},
            (
                f"ApproxDP(Compose({joined('1', '1/10', 2)}, {joined('1', '1/10', 2)}), 2, 2/5)",
                "0 <= 9*exp(1)/(10*(1 + exp(1))) - exp(1)/10",
            ),
        ),
    ),
    ("closed-form", (f"5 <= {INFINITE} for x in (0, 1]", {}, ())),
    ("closed-form", (f"5 <= x*{INFINITE} for x in (0, 1]", {}, ())),
    (
        "closed-form",
        (
            f"5 <= t*{INFINITE} for x in [0, 1], t in [0, 1]",
            {},
            ("0 < t*x for x in [0, 1], t in [0, 1]",),
        ),
    ),
    (
        "closed-form",
        (f"KL(Bernoulli(x), Bernoulli(1/2)) <= x**2*{INFINITE} for x in (0, 1)", {}, ()),
    ),
    ("closed-form", (f"-x <= 0*{INFINITE} for x in [0, 1]", {}, ())),
    ("closed-form", (f"0*{INFINITE} == 0 for x in [0, 1]", {}, ())),
    (
        "closed-form",
        (
            f"x < 2*{INFINITE} + TotalVariation(Bernoulli(x), Bernoulli(1/2)) - 3 for x in (0, 1]",
            {},
            (),
        ),
    ),
    (
        "closed-form",
        (
            "1 <= Renyi(a, Bernoulli(x), Bernoulli(1/2)) + ChiSquared(Bernoulli(0), Bernoulli(1)) "
            "for x in (0, 1], a in (1, 2]",
            {},
            (),
        ),
    ),
    (
        "closed-form",
        (
            "1 <= MaxDivergence(Finite(x, 1 - x), Finite(0, 1)) for x in [0, 1]",
            {},
            ("0 < x for x in [0, 1]",),
        ),
    ),
    (
        "restated",
        (
            "KL(P, Q) == x => KL(P, Q) <= 2*x for x in [0, 1]",
            {},
            ("KL(P, Q) <= x => KL(P, Q) <= 2*x for x in [0, 1]",),
        ),
    ),
    (
        "contradiction",
        (
            "x <= TotalVariation(P, Q) => x <= KL(P, Q) for x in [0, 1]",
            {"number": 0, "beside": True},
            ("KL(P, Q) < x => TotalVariation(P, Q) < x for x in [0, 1]",),
        ),
    ),
    (
        "contradiction",
        (
            "TotalVariation(P, Q) == x => x <= KL(P, Q) for x in [0, 1]",
            {"number": 0, "beside": True, "turned": True},
            ("KL(P, Q) < x => TotalVariation(P, Q) < x for x in [0, 1]",),
        ),
    ),
    (
        "bound",
        (
            "KL(P, Q) < Renyi(a, P, Q) + 1",
            {"fact": "order-one", "with": {"P": "P", "Q": "Q", "a": "a"}},
            ("Renyi(a, P, Q) < Renyi(a, P, Q) + 1",),
        ),
    ),
    (
        "numbers",
        (
            "KL(P, Q) == 2 => exp(KL(P, Q)) <= 9",
            {"names": {"y": "KL(P, Q)"}},
            ("y == 2 => exp(y) <= 9 for y in [0, oo)",),
        ),
    ),
    (
        "contradiction",
        (
            "1/2 <= x => 1/4 < x**2 + y for x in [0, 1], y in (0, 1]",
            {"number": 0, "beside": True},
            ("x**2 + y <= 1/4 => x < 1/2 for x in [0, 1], y in (0, 1]",),
        ),
    ),
    (
        "level",
        (
            "KL(P, Q) <= 2*TotalVariation(P, Q) + 9 => Hellinger(P, Q) <= TotalVariation(P, Q)",
            {"name": "x"},
            ("TotalVariation(P, Q) <= x => Hellinger(P, Q) <= x for x in [0, 1]",),
        ),
    ),
    (
        "level",
        (
            "KL(P, Q) <= 1 => KL(P, R) <= KL(P, Q) + 2*MaxDivergence(Q, R) + y for y in [0, 1]",
            {"name": "x", "of": "MaxDivergence(Q, R)"},
            (
                "MaxDivergence(Q, R) <= x and KL(P, Q) <= 1 => KL(P, R) <= KL(P, Q) + 2*x + y "
                "for y in [0, 1], x in [0, oo)",
            ),
        ),
    ),
    (
        "level",
        (
            "ChiSquared(P, Q) <= exp(MaxDivergence(P, Q)) - 1",
            {"name": "x"},
            ("MaxDivergence(P, Q) <= x => ChiSquared(P, Q) <= exp(x) - 1 for x in [0, oo)",),
        ),
    ),
    (
        "level",
        (
            "Renyi(a, P, Q) <= 2*Renyi(3, Q, P) for a in [1, oo)",
            {"name": "x"},
            ("Renyi(3, Q, P) <= x => Renyi(a, P, Q) <= 2*x for a in [1, oo), x in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "x <= TotalVariation(P, Q) and TotalVariation(P, Q) <= 2*Hellinger(P, Q) "
            "=> x <= 2*Hellinger(P, Q) for x in [0, oo)",
            {"names": {"y": "TotalVariation(P, Q)", "z": "Hellinger(P, Q)"}},
            ("x <= y and y <= 2*z => x <= 2*z for x in [0, oo), y in [0, 1], z in [0, 1]",),
        ),
    ),
    (
        "numbers",
        (
            "ChiSquared(P, Q) <= 1 => log(1 + ChiSquared(P, Q)) <= log(2)",
            {"names": {"y": "ChiSquared(P, Q)"}},
            ("y <= 1 => log(1 + y) <= log(2) for y in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "(1 + KL(P, Q))**2 <= (2 + KL(P, Q))**2",
            {"names": {"y": "KL(P, Q)"}},
            ("(1 + y)**2 <= (2 + y)**2 for y in [0, oo)",),
        ),
    ),
    (
        "level",
        (
            "TotalVariation(Product(P, P), Product(Q, Q)) <= 2*TotalVariation(P, Q)",
            {"name": "x"},
            (
                "TotalVariation(P, Q) <= x => "
                "TotalVariation(Product(P, P), Product(Q, Q)) <= 2*x for x in [0, 1]",
            ),
        ),
    ),
    (
        "bound",
        (
            "-1 < Renyi(a, P, Q)",
            {"fact": "order-one", "with": {"P": "P", "Q": "Q", "a": "a"}},
            ("-1 < KL(P, Q)",),
        ),
    ),
    (
        "bound",
        (
            "TotalVariation(P, Q) == Hellinger(P, Q) => TotalVariation(Q, P) < 2",
            {"fact": "hypothesis", "number": 0},
            ("Hellinger(P, Q) < 2",),
        ),
    ),
    (
        "numbers",
        (
            "KL(P, Q) + KL(P, Q)*Max(x, 0) == KL(P, Q)*(1 + x) for x in [0, 1]",
            {"names": {"y": "KL(P, Q)"}},
            ("y + y*Max(x, 0) == y*(1 + x) for x in [0, 1], y in [0, oo)",),
        ),
    ),
    (
        "numbers",
        (
            "x == KL(P, Q) => KL(P, Q) < KL(P, Q) + 1 for x in [0, 1]",
            {"names": {"y": "KL(P, Q)"}},
            ("y < y + 1 for y in [0, oo)",),
        ),
    ),
    ("pointwise", ("MaxDivergence(P, Mixture(t, P, Q)) <= log(1/t) for t in (0, 1]", {}, ())),
    (
        "pointwise",
        (
            "MaxDivergence(P, R) <= 1 and MaxDivergence(Q, R) <= 1 "
            "=> MaxDivergence(Mixture(1/2, P, Q), R) <= 1",
            {"shares": {"0": "1/2", "1": "1/2"}},
            (),
        ),
    ),
    ("restated", ("KL(P, Q) < x => KL(P, Q) <= x for x in [0, 1]", {}, ())),
    ("restated", ("KL(P, Q) == x => x <= KL(P, Q) for x in [0, 1]", {}, ())),
    ("restated", ("x*(y - 1) <= 0 => y <= 1 for x in (0, 1], y in [0, 2]", {}, ())),
    ("restated", ("x*(y - 1) == 0 => y == 1 for x in (0, 1], y in [0, 2]", {}, ())),
    (
        "bound",
        (
            "1 - 2*KL(P, Q) <= KL(Q, P) and KL(P, Q) <= 1 => -2 <= KL(Q, P)",
            {"fact": "hypothesis", "number": 0},
            ("1 - 2*KL(P, Q) <= KL(Q, P) and KL(P, Q) <= 1 => -2 <= 1 - 2*KL(P, Q)",),
        ),
    ),
    (
        "cut",
        (
            "TotalVariation(P, Q) >= 1 => 1/2 <= Hellinger(P, Q)",
            {
                "between": "Hellinger(P, Q)",
                "limit": "TotalVariation(P, Q)**2/2",
                "least": True,
            },
            (
                "TotalVariation(P, Q) >= 1 => TotalVariation(P, Q)**2/2 <= Hellinger(P, Q)",
                "TotalVariation(P, Q)**2/2 <= Hellinger(P, Q) and TotalVariation(P, Q) >= 1 "
                "=> 1/2 <= Hellinger(P, Q)",
            ),
        ),
    ),
    (
        "cut",
        (
            "x**2 <= 1 and 0 <= x => x <= 2 for x in (-oo, oo)",
            {"between": "x", "limit": "1"},
            (
                "x**2 <= 1 and 0 <= x => x <= 1 for x in (-oo, oo)",
                "x <= 1 and x**2 <= 1 and 0 <= x => x <= 2 for x in (-oo, oo)",
            ),
        ),
    ),
    ("pointwise", ("MaxDivergence(P, Mixture(1/2, P, Q)) <= log(2)", {}, ())),
    (
        "vectors",
        (
            "ApproxDP(Hypotheses(Compose(M, m), Ones(0), Ones(m)), e, d) and m <= k => "
            "ApproxDP(Hypotheses(Compose(M, k), Ones(0), Ones(0, m)), e, d)"
            " for k in 1..oo, m in 1..oo",
            {"number": 0},
            (),
        ),
    ),
    (
        "vectors",
        (
            "ApproxDP(Hypotheses(Compose(M, 3), Ones(0, 3), Ones(0, 3)), e, d) => "
            "ApproxDP(Hypotheses(Compose(M, 7), Ones(2), Ones(0, 1)), e, d)",
            {"number": 0},
            (),
        ),
    ),
    (
        "written",
        (
            "PureDP(Compose(RandomizedResponse(e), k), x) => k*e <= x for k in 1..oo",
            {"numbers": [0], "order": "a"},
            (
                "k*Max(log(exp(e)), log(exp(-e))) <= x => k*e <= x"
                " for k in 1..oo, e in [0, oo), x in [0, oo)",
                "0 < 1/(1 + exp(e)) for e in [0, oo)",
                "0 < exp(e)/(1 + exp(e)) for e in [0, oo)",
            ),
        ),
    ),
    (
        "written",
        (
            "ApproxDP(Group(FiniteMechanism(Bernoulli(1/4), Bernoulli(1/2), Bernoulli(3/4)), 2),"
            " 0, x) => 1/2 <= x",
            {"numbers": [0], "order": "a"},
            (
                "Max(1/4, 0) + Max(-1/4, 0) <= x and Max(1/2, 0) + Max(-1/2, 0) <= x => 1/2 <= x"
                " for x in [0, 1]",
            ),
        ),
    ),
    ("parity", ("0 <= n for n in 1..1", HALF, ("0 <= 2*h + 1 for h in 0..0",))),
    (
        "parity",
        (
            "0 <= n + 3 for n in -3..2",
            HALF,
            ("0 <= 2*h + 3 for h in -1..1", "0 <= 2*h + 4 for h in -2..0"),
        ),
    ),
    ("pair", (f"{PRIVATE} => {OF_ODD}", counted("m", "m + 1"), (f"{ENDS} => {STICK}",))),
    ("pair", (f"{PRIVATE} => {OF_ODD}", counted("m + 1", "m + 1"), (ANY,))),
    (
        "pair",
        (
            "PureDP(M, e) => ApproxDP(Group(M, k), (k - 2)*e, x) for k in 1..oo",
            counted("1", "k - 1"),
            (
                "HockeyStick(e*(k - 2), P, Q) <= 1 - exp(-e) and MaxDivergence(Q, P) <= e*k => "
                "HockeyStick((k - 2)*e, P, Q) <= x for k in 1..oo, e in [0, oo), x in [0, 1]",
            ),
        ),
    ),
    (
        "pointwise",
        ("HockeyStick(1, P, Q) == 0 => MaxDivergence(P, Q) <= 1", {"shares": {"0": "1"}}, ()),
    ),
]
"""Further steps that rules take, where they have several forms."""


def taken(rule: str, step: Step) -> bool:
    """Whether the step is taken where it stands, whatever is said of its children."""
    goal, params, children = step
    try:
        check(Node(rule, goal, params, tuple(Node("restated", child) for child in children)))
    except Rejected as refused:
        return refused.path != ()
    return True


def test_two_laws_whose_loss_lies_in_an_interval_are_images_of_bits() -> None:
    step = f"{APART} => KL(P, Q) <= e for e in [0, oo)", RANGE, (IN_RANGE,)
    assert taken("law-domination", step)


def test_every_rule_has_its_steps() -> None:
    assert set(STEPS) == set(RULES)
    assert all(len(refused) >= 2 for _, refused in STEPS.values())


@pytest.mark.parametrize("rule", STEPS)
def test_a_rule_takes_a_step_that_follows(rule: str) -> None:
    assert taken(rule, STEPS[rule][0])


@pytest.mark.parametrize(("rule", "step"), ALSO)
def test_a_rule_takes_steps_of_its_other_forms(rule: str, step: Step) -> None:
    assert taken(rule, step)


@pytest.mark.parametrize(
    ("rule", "number"), [(r, n) for r, (_, near) in STEPS.items() for n in range(len(near))]
)
def test_a_rule_refuses_a_step_near_it(rule: str, number: int) -> None:
    assert not taken(rule, STEPS[rule][1][number])


AT_AN_END = {
    "x <= 0": ("[0, 1]", {"value": "0", "factor": "1"}),
    "1 <= x": ("[0, 1]", {"value": "1", "factor": "-1"}),
    "2*x <= 1": ("[1/2, oo)", {"value": "1/2", "factor": "2"}),
}


@pytest.mark.parametrize("given", AT_AN_END)
@pytest.mark.parametrize(
    ("domain", "changed", "follows"),
    [
        (None, {}, True),
        ("[-1, 2]", {}, False),
        ("(-oo, oo)", {}, False),
        (None, {"value": "1/3"}, False),
        (None, {"factor": "-2"}, False),
        (None, {"factor": "0"}, False),
    ],
)
def test_a_name_is_an_end_of_its_domain_where_it_is_no_further_inside(
    given: str, domain: str | None, changed: dict[str, str], follows: bool
) -> None:
    own, params = AT_AN_END[given]
    there = domain or own
    params = {"number": 0, "name": "x"} | params | changed
    value = params["value"]
    ends = {"[0, 1]": f"0 <= {value} and {value} <= 1 and ", "[1/2, oo)": f"1/2 <= {value} and ",
            "[-1, 2]": f"-1 <= {value} and {value} <= 2 and "}  # fmt: skip
    claim = f"{given} and ZCDP(M, x, 1) => ZCDP(M, 3*x, 1) for x in {there}"
    assert taken(
        "elimination",
        (claim, params, (f"{ends.get(there, '')}ZCDP(M, {value}, 1) => ZCDP(M, 3*{value}, 1)",)),
    ) == follows  # fmt: skip


@pytest.mark.parametrize(("given", "value"), [("0 <= x", "0"), ("x <= 1", "1"), ("x < 0", "0")])
def test_a_name_is_no_end_of_its_domain_where_it_may_lie_inside(given: str, value: str) -> None:
    claim = f"{given} and ZCDP(M, x, 1) => ZCDP(M, 3*x, 1) for x in [0, 1]"
    inside = f"0 <= {value} and {value} <= 1 and ZCDP(M, {value}, 1) => ZCDP(M, 3*{value}, 1)"
    for factor in ("1", "-1"):
        params = {"number": 0, "name": "x", "value": value, "factor": factor}
        assert not taken("elimination", (claim, params, (inside,)))


FACTORED = (
    "b*x == 1 and PureDP(M, x) => PureDP(M, 1/b) for x in [0, oo), b in (0, oo)",
    {"number": 0, "name": "x", "value": "1/b", "factor": "b"},
    ("0 <= 1/b and PureDP(M, 1/b) => PureDP(M, 1/b) for b in (0, oo)", "0 < b for b in (0, oo)"),
)


@pytest.mark.parametrize(
    ("changed", "params", "children", "follows"),
    [
        ({}, {}, None, True),
        ({"b in (0, oo)": "b in (-oo, 0)"}, {"negative": True}, None, True),
        ({"b*x == 1": "1/b == x + 1 - 1"}, {"factor": "b/(0 - b)", "negative": True}, None, True),
        ({}, {"negative": True}, (0,), False),
        ({}, {"factor": "b**2"}, None, False),
        ({}, {"value": "2/b"}, None, False),
        ({}, {"factor": "b*x", "value": "1/b"}, None, False),
        ({"b*x == 1": "b*x <= 1"}, {}, None, False),
        ({"b in (0, oo)": "b in [0, oo)", "b*x == 1": "b*x == b"}, {"value": "1"}, (0,), False),
        ({"b in (0, oo)": "b in (0, oo]"}, {}, None, False),
        ({}, {}, (0,), True),
    ],
)
def test_a_name_is_what_an_equation_with_a_factor_says(
    changed: dict[str, str],
    params: dict[str, Any],
    children: tuple[int, ...] | None,
    follows: bool,
) -> None:
    """The factor must not vanish; where it is evidently positive, nobody need say so."""
    claim, known, said = FACTORED
    for old, new in changed.items():
        claim, said = claim.replace(old, new), tuple(one.replace(old, new) for one in said)
    if params.get("negative"):
        said = (said[0], said[1].replace("0 < b", "0 < -b"))
    told = said if children is None else tuple(said[place] for place in children)
    assert taken("elimination", (claim, known | params, told)) == follows


@pytest.mark.parametrize(
    ("value", "domain", "told", "follows"),
    [
        ("1", "[0, 1]", (), True),
        ("y/y", "[0, 1]", (), False),
        ("1 + 0*log(y)", "[0, 1]", (), False),
        ("1 + 0/y", "0..1", (), False),
        ("y/y", "(0, 1]", (), True),
        ("y/y", "[0, 1]", ("x == 1 => 0 < y**2 for x in (-oo, oo), y in [0, 1]",), True),
    ],
)
def test_a_name_is_no_term_without_a_value(
    value: str, domain: str, told: tuple[str, ...], follows: bool
) -> None:
    """What cancels in the term is lost where it is put in the name's place."""
    claim = f"x == 1 => x + y <= 2 for x in (-oo, oo), y in {domain}"
    params = {"number": 0, "name": "x", "value": value, "factor": "1"}
    below = (f"y + 1 <= 2 for y in {domain}", *told)
    assert taken("elimination", (claim, params, below)) == follows


# -- the rows of the table of facts ---------------------------------------------------------------


def row(name: str) -> tuple[list[str], str]:
    """What a row assumes and what it concludes."""
    assumed, _, claimed = statement(name, 2).rpartition(" => ")
    atoms = [a for half in assumed.split(" => ") for a in half.split(" and ")]
    return [a for a in atoms if a and " < oo" not in a], claimed


def by_row(name: str, assumed: list[str], claimed: str) -> Step:
    """The row as a step from what it assumes, its names standing for themselves."""
    used = set(re.findall(r"\b[a-z][0-9]?\b(?!\()", " ".join([*assumed, claimed]))) - {"j"}
    bound = {"i": "0..oo", "l": "1..oo", "n": "1..oo", "k": "1..oo", "a": "(1, 2]", "b": "(1, 2]"}
    bound |= {"m": "(1, 2]"} | ({"k": "(1, 2]"} if name == "hoelder" else {})
    bound |= {"m": "1..oo"} if name.startswith("capacity") else {}
    bound |= {"c": "1..oo", "s": "1..oo"} if name.startswith("recovery") else {}
    bound |= {"e": "(1, 2]"} if "tail-" in name else {}
    between = name.endswith(("-between", "-below-infinite", "-below-pure"))
    bound |= {"c": "(2, 3]", "b": "(3, 4]"} if between else {}
    ranges = ", ".join(f"{n} in {bound.get(n, '(0, 1/2]')}" for n in sorted(used - {"l"}))
    joint = " ".join([*assumed, claimed])
    if re.search(r"Group\(M, l\)|, l\)", joint) and "(l," not in joint:
        ranges += ", l in 1..oo"
    text = " and ".join(assumed) + " => " + claimed if assumed else claimed
    names = {str(n) for atom in (*fact(name, 2)[0], fact(name, 2)[1]) for n in atom.free_symbols}
    count = {"count": 2} if "#" in FACTS[name][1] else {}
    params = {"fact": name, "with": {n: n for n in names}, **count}
    return text + (f" for {ranges}" if ranges else ""), params, FACTS[name][2]


@pytest.mark.parametrize("name", sorted(FACTS))
def test_a_row_is_taken_and_none_near_it(name: str) -> None:
    assumed, claimed = row(name)
    assert taken("fact", by_row(name, assumed, claimed))
    conclusion = fact(name, 2)[1]
    *rest, last = conclusion.args
    smaller = conclusion.func(*rest, (last - 1 if last.is_number else last / 2))
    assert not taken("fact", by_row(name, assumed, written(smaller)))
    for place, atom in enumerate(assumed):
        if " < " not in atom and " <= " not in atom:
            fewer = [*assumed[:place], *assumed[place + 1 :]]
            assert not taken("fact", by_row(name, fewer, claimed))
