"""Single steps that conclude what is false, each from what holds: the kernel refuses the step."""

from __future__ import annotations

from typing import Any

import pytest

import dpsym
from dpsym.certificate import Certificate, Node, UnreadableError
from dpsym.errors import ClaimError
from dpsym.kernel.claims import RULES
from dpsym.kernel.goal import Goal
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.scalar_rules import RULES as SCALAR_RULES
from dpsym.kernel.supports import mapped
from dpsym.kernel.verify import check, verify
from dpsym.kernel.witness import check_witness
from dpsym.language.parser import parse_claim
from dpsym.verdict import Proved

ASKS = "Query(Message((1/2, 1/4), (1/2, 3/4)), Message((1/10, 0), (9/10, 1)))"
NEAR = "MaxDivergence(P, Q) <= log(3) and MaxDivergence(Q, P) <= log(3)"
LINE = {"x": "0", "r": "1", "e": "2", "P": "P", "Q": "Q"}
LAWS = {"P": "P", "Q": "Q", "R": "R", "S": "S", "t": "t"}
MIXED = (
    "Hypotheses(Compose(FiniteMechanism(Finite(1/10, 9/10, 0), Finite(0, 9/10, 1/10)), 2), "
    "Ones(0), Ones(1))"
)
ASIDE = "FiniteMechanism(Finite(1, 0), Finite(1, 0), Finite(3/8, 5/8))"
LATE = (
    f"ApproxDP(Hypotheses(Compose({ASIDE}, FiniteMechanism(Finite(1/4, 3/4), Finite(3/4, 1/4)), "
    f"{ASIDE}), Bits(0, 0, 0), Every(Bits(1, 1, 0), Bits(0, 1, 1))), 0, 21/32)"
)
AFTER = (
    "BoundedRange(Hypotheses(Compose(LaplaceMechanism(1, 1), "
    "FiniteMechanism(Finite(1/2, 1/2), Finite(1/4, 3/4))), Ones(0), Ones(2)), 2 + log(3))"
)
AGREED = (
    "BoundedRange(Hypotheses(Compose(FiniteMechanism(Finite(4/5, 1/5), Finite(3/4, 1/4)), 2), "
    "Bits(0, 1), Ones(0)), log(3/2))"
)
BESIDE = "Product(Finite(1, 0), Finite(x, x)), Product(Finite(0, 1), Finite(x, x))"
ROWS = "Pushforward(Kernel((x, x), (x, x)), Finite(1, 0))"
_R, _S = (
    "Finite(exp(e)/(1 + exp(e)), 1/(1 + exp(e)))",
    "Finite(1/(1 + exp(e)), exp(e)/(1 + exp(e)))",
)
RANGED = f"MaxDivergence({_R}, {_S}) + MaxDivergence({_S}, {_R})"
WINDING = {"name": "x", "new": "t", "low": "0", "high": "1"}
SINGLE = "TotalVariation(Pushforward(Kernel((1,)), P), Q)"
IN_ONE_POINT = "LossTail(0, Pushforward(Kernel((1,)), P), Q)"
TAIL = "LossTail(0, P, Q)"
ACROSS = (
    "Compose(Subsample(FiniteMechanism(Finite(1/2, 1/2), Finite(1/10, 9/10)), 1), "
    "FiniteMechanism(Finite(1/10, 9/10), Finite(1/2, 1/2)))"
)
RUN_AS_ONE = "Compose(PostProcess(M), N)"
TWO_ROUNDS = "Compose(RandomizedResponse(1), 2)"
NO_VECTORS = "Hypotheses(RandomizedResponse(1), Ones(2), Ones(2))"
FORGED: dict[str, tuple[str, str, dict[str, Any], tuple[str, ...]]] = {
    "databases that differ in more records": (
        "Recovery(M, 3, 2) <= Recovery(M, 2, 2)",
        "sizes",
        {"less": "Recovery(M, 3, 2)", "more": "Recovery(M, 2, 2)", "by": "records"},
        ("Recovery(M, 2, 2) <= Recovery(M, 2, 2)",),
    ),
    "fewer databases, which are told apart better": (
        "Recovery(M, 2, 2) <= Recovery(M, 2, 3)",
        "sizes",
        {"less": "Recovery(M, 2, 2)", "more": "Recovery(M, 2, 3)", "by": "records"},
        ("Recovery(M, 2, 3) <= Recovery(M, 2, 3)",),
    ),
    "shorter lists of more databases": (
        "Recovery(M, 2, 2, 2) <= 2*Recovery(M, 2, 3)",
        "sizes",
        {"less": "Recovery(M, 2, 2, 2)", "more": "Recovery(M, 2, 3)", "by": "names"},
        ("2*Recovery(M, 2, 3) <= 2*Recovery(M, 2, 3)",),
    ),
    "what is subtracted and gives way to more": (
        "-Recovery(M, 2, 2) <= -Recovery(M, 3, 2)",
        "sizes",
        {"less": "Recovery(M, 2, 2)", "more": "Recovery(M, 3, 2)", "by": "records"},
        ("-Recovery(M, 3, 2) <= -Recovery(M, 3, 2)",),
    ),
    # one round of an experiment, which becomes a composition, is not as many rounds
    "a round of interleaved mechanisms as two rounds": (
        "PureDP(M, e) => ApproxDP(Hypotheses(Concurrent(M, M), Ones(0), Ones(1)), e, 0)",
        "domination",
        {"images": {"M": "PureDP(M, e)"}},
        (
            "ApproxDP(Hypotheses(Compose(RandomizedResponse(e), RandomizedResponse(e)), "
            "Ones(0), Ones(1)), e, 0)",
        ),
    ),
    "an experiment without vectors as one of all mechanisms, which have neighbours": (
        f"PureDP({NO_VECTORS}, -1) => 1 <= x for x in [0, 1]",
        "generalise",
        {"with": {"M": NO_VECTORS}},
        ("PureDP(M, -1) => 1 <= x for x in [0, 1]",),
    ),
    "a round of a processed composition as two rounds": (
        "PureDP(M, e) => ApproxDP(Hypotheses(PostProcess(Compose(M, 2)), Ones(0), Ones(1)), e, 0)",
        "domination",
        {"images": {"M": "PureDP(M, e)"}},
        ("ApproxDP(Hypotheses(Compose(RandomizedResponse(e), 2), Ones(0), Ones(1)), e, 0)",),
    ),
    "rounds on pairs of their own, by what they are on one pair": (
        f"PureDP({RUN_AS_ONE}, e) "
        f"=> ApproxDP(Hypotheses({RUN_AS_ONE}, Ones(0, 1), Ones(0, 1)), e, 0)",
        "domination",
        {"images": {RUN_AS_ONE: f"PureDP({RUN_AS_ONE}, e)"}},
        ("ApproxDP(Hypotheses(RandomizedResponse(e), Ones(0, 1), Ones(0, 1)), e, 0)",),
    ),
    # where the other record is drawn evenly, M tells it together with whether the one is drawn, and
    # N tells it alone: together they tell of the one
    "what is run after the first on a sample, by what it is without the other records": (
        "ApproxDP(Subsample(M, 1/2), 0, 0) and PureDP(N, 0) "
        "=> ApproxDP(Subsample(Compose(M, N), 1/2), 0, 0)",
        "domination",
        {"images": {"N": "PureDP(N, 0)"}},
        (
            "ApproxDP(Subsample(M, 1/2), 0, 0) "
            "=> ApproxDP(Subsample(Compose(M, RandomizedResponse(0)), 1/2), 0, 0)",
        ),
    ),
    "a composition in the place of the one mechanism of an experiment": (
        f"HypothesisDP({TWO_ROUNDS}, Ones(1), Ones(1), 0, 0)",
        "generalise",
        {"with": {"M": TWO_ROUNDS}},
        ("HypothesisDP(M, Ones(1), Ones(1), 0, 0)",),
    ),
    # a kernel that only the step or the child has says that a law has one outcome
    "fewer laws by what is between": (
        "TotalVariation(P, Q) <= 0",
        "cut",
        {"between": SINGLE, "limit": "0", "least": True},
        (f"0 <= {SINGLE}", f"0 <= {SINGLE} => TotalVariation(P, Q) <= 0"),
    ),
    "fewer laws by a hypothesis of a child": (
        "TotalVariation(P, Q) <= 0",
        "restated",
        {},
        (f"{IN_ONE_POINT} <= {IN_ONE_POINT} => TotalVariation(P, Q) <= 0",),
    ),
    "fewer laws by a further conclusion of a child": (
        "TotalVariation(P, Q) <= 0",
        "restated",
        {},
        (f"TotalVariation(P, Q) <= 0 and 0 <= {SINGLE}",),
    ),
    "fewer laws in what is said more generally": (
        "TotalVariation(P, Q) <= 0",
        "generalise",
        {"with": {}},
        (f"TotalVariation(P, Q) <= 0 and 0 <= {SINGLE}",),
    ),
    "fewer laws by cases": (
        "TotalVariation(P, Q) <= 0",
        "cases",
        {"of": SINGLE},
        (
            f"{SINGLE} <= {SINGLE}",
            f"0 < {SINGLE} => TotalVariation(P, Q) <= 0",
            f"{SINGLE} <= 0 => TotalVariation(P, Q) <= 0",
        ),
    ),
    "fewer laws by one between two": (
        "TotalVariation(P, Q) <= 0",
        "bound",
        {
            "fact": "triangle-variation",
            "with": {"P": "P", "Q": "Q", "R": "Pushforward(Kernel((1,)), P)"},
        },
        (f"TotalVariation(P, Pushforward(Kernel((1,)), P)) + {SINGLE} <= 0",),
    ),
    "fewer laws by a kernel that maps a mixture": (
        "TotalVariation(P, Q) <= 0",
        "restated",
        {},
        (
            "TotalVariation(P, Q) <= 0 and "
            "0 <= TotalVariation(Pushforward(Kernel((1,)), Mixture(1/2, P, Q)), Q)",
        ),
    ),
    # a part in which a quantity stands, which may be 0, is lost on the way
    "a quotient that one case has and another cancels": (
        "0 <= TotalVariation(P, Q)*Max(1/TotalVariation(P, Q), 1)",
        "cases",
        {"of": "Max(1/TotalVariation(P, Q), 1)"},
        ("0 <= TotalVariation(P, Q)",),
    ),
    "a quotient that cancels among what is added": (
        f"TotalVariation(P, Q) <= 1 => TotalVariation(P, Q) <= 2 + (1/{TAIL} - 1/{TAIL})",
        "pointwise",
        {"shares": {"0": "1"}},
        (),
    ),
    "a sum of quotients that cancels among what is added": (
        f"TotalVariation(P, Q) <= 1 => TotalVariation(P, Q) <= 2 "
        f"+ (Sum(1/({TAIL} + j), (j, 0, 1)) - Sum(1/({TAIL} + j), (j, 0, 1)))",
        "pointwise",
        {"shares": {"0": "1"}},
        (),
    ),
    "a quotient that a sum without terms has": (
        "0 <= Sum(1/x, (i, 1, n)) + (1/x - 1/x) for n in 0..0, x in [0, 1]",
        "restated",
        {},
        ("0 <= Sum(1/x, (i, 1, n)) for n in 0..0, x in [0, 1]",),
    ),
    "a power that a sum without terms has": (
        "0 <= Sum(x**y, (i, 1, n)) + (x**y - x**y) for n in 0..0, x in [0, 1], y in [-1, 1]",
        "relations",
        {},
        ("0 <= Sum(x**y, (i, 1, n)) for n in 0..0, x in [0, 1], y in [-1, 1]",),
    ),
    "a density by a name of the claim": (
        "HockeyStick(0, P, Q) <= t for t in [0, 1]",
        "integrands",
        {"names": {"t#": "P"}, "multipliers": {"P": "0", "Q": "t"}},
        (),
    ),
    "rounds in another order than that of the experiment": (
        "RenyiDP(M, 2, 1/4) => "
        "HypothesisDP(Compose(RandomizedResponse(1/2), M), Ones(0), Ones(2), 0, 31/100)",
        "rounds",
        {"width": "sets"},
        ("RenyiDP(M, 2, 1/4) => ApproxDP(Compose(M, RandomizedResponse(1/2)), 0, 31/100)",),
    ),
    "a mechanism that may be asked in turn, composed": (
        "BoundedRange(M, 10) and PureDP(N, 1) => BoundedRange(Concurrent(Compose(M), N), 14)",
        "domination",
        {"images": {"N": "PureDP(N, 1)"}},
        (
            "BoundedRange(M, 10) and PureDP(N, 1) => "
            "BoundedRange(Compose(Compose(M), RandomizedResponse(1)), 14)",
            "BoundedRange(M, 10) and PureDP(N, 1) => PureDP(N, 1)",
        ),
    ),
    "a guarantee of what may be no neighbours": (
        f"PureDP({ACROSS}, e) => log(25) <= e for e in [0, oo)",
        "written",
        {"numbers": [0], "order": "o"},
        (
            "log(9/5) + log(5) <= e and 2*log(5) <= e and 2*log(9/5) <= e => log(25) <= e "
            "for e in [0, oo)",
        ),
    ),
    "a power that cancels where another of its base has a value": (
        "x**(-y) <= x**(-y) + x**y for x in [0, 1], y in [1, 2]",
        "relations",
        {},
        ("0 <= x**y for x in [0, 1], y in [1, 2]",),
    ),
    "the tail of the other direction than that of the line": (
        "Concentration(0, P, Q) <= 1 => HockeyStick(2, Q, P) <= exp(-1/4)",
        "bound",
        {"fact": "line-tail-markov", "with": {**LINE, "P": "Q", "Q": "P"}},
        ("exp(-1/4) <= exp(-1/4)", "0 < 1", "1 <= 2"),
    ),
    "the tail of a smaller line than that of the hypothesis": (
        "Concentration(0, P, Q) <= 2 => HockeyStick(2, P, Q) <= exp(-1/4)",
        "bound",
        {"fact": "line-tail-markov", "with": LINE},
        ("exp(-1/4) <= exp(-1/4)", "0 < 1", "1 <= 2"),
    ),
    "a line of all orders by those up to two": (
        "Renyi(2, P, Q) <= 1 => Concentration(0, P, Q) <= 1",
        "definition",
        {"order": "a"},
        ("Renyi(2, P, Q) <= 1 => Renyi(a, P, Q) <= a for a in (1, 2]",),
    ),
    "a square of a divergence above the square of what bounds it from below": (
        "-1/2 <= KL(P, Q) => 1/4 <= KL(P, Q)**2",
        "bound",
        {"fact": "hypothesis", "number": 0},
        ("1/4 <= 1/4", "0 <= 1/4"),
    ),
    "a divergence less another above what bounds the first from below": (
        "1 - 2*KL(P, Q) <= KL(Q, P) => 1 <= KL(Q, P) - KL(P, Q)",
        "bound",
        {"fact": "hypothesis", "number": 0},
        ("1 <= 1 - 2*KL(P, Q) - KL(P, Q)",),
    ),
    "a least value between that is only a largest one": (
        "TotalVariation(P, Q) <= 1 => 1/2 <= Hellinger(P, Q)",
        "cut",
        {"between": "Hellinger(P, Q)", "limit": "1/2", "least": True},
        (
            "TotalVariation(P, Q) <= 1 => Hellinger(P, Q) <= 1/2",
            "1/2 <= Hellinger(P, Q) and TotalVariation(P, Q) <= 1 => 1/2 <= Hellinger(P, Q)",
        ),
    ),
    "a value between that is jumped over where a function has none": (
        "1/4 <= x**2 for x in [-2, 2]",
        "intermediate",
        WINDING | {"value": "1/t", "domain": "[-1, 1]", "low": "-1/2", "high": "1/2"},
        ("-2 <= 1/t and 1/t <= 2 => 1/4 <= 1/t**2 for t in (0, 1]",),
    ),
    "a value between that is jumped over where a hypothesis has none": (
        "x**2 <= 9 => 1/9 <= x**2 for x in [-2, 2]",
        "intermediate",
        WINDING | {"value": "1/t", "domain": "[-1, 1]", "low": "-1/2", "high": "1/2"},
        (
            "-2 <= 1/t and 1/t <= 2 and 1/t**2 <= 9 => 1/9 <= 1/t**2 for t in [-1, 1]",
            "1/t**2 <= 9 => 1/t <= 1/t for t in [-1, 1]",
        ),
    ),
    "a value between at which a power jumps": (
        "0 <= x**2 - x for x in [0, 1]",
        "intermediate",
        WINDING | {"value": "0**t", "domain": "[0, 1]", "low": "1", "high": "0"},
        ("0 <= 0**t and 0**t <= 1 => 0 <= (0**t)**2 - 0**t for t in [0, 1]",),
    ),
    "values below all of a function": (
        "0 <= x for x in [-1, 1]",
        "intermediate",
        WINDING | {"value": "t**2", "domain": "[-1, 1]"},
        ("t**2 <= 1 => 0 <= t**2 for t in [-1, 1]",),
    ),
    "values of a function beyond the end of its domain": (
        "x <= 1 for x in [0, 2]",
        "intermediate",
        WINDING | {"value": "t", "domain": "[0, 1]", "high": "x"},
        ("0 <= t => t <= 1 for t in [0, 1]",),
    ),
    "a name that a sum binds as a new one": (
        "Sum(t, (t, 0, 3)) <= 4*x for x in [0, 2]",
        "intermediate",
        WINDING | {"value": "2*t", "domain": "[0, 1]"},
        ("Sum(i, (i, 0, 3)) <= 8*t for t in [0, 1]",),
    ),
    "a value that a function of whole numbers takes between": (
        "1 < x for x in [1, 2]",
        "intermediate",
        WINDING | {"value": "factorial(t)", "domain": "[0, 2]", "low": "1", "high": "2"},
        ("1 <= factorial(t) and factorial(t) <= 2 => 1 < factorial(t) for t in [0, 2]",),
    ),
    "values of a function that another name bounds": (
        "x <= y for x in [0, 1], y in [0, 1]",
        "intermediate",
        WINDING | {"value": "t*y", "domain": "[0, 1]"},
        (
            "0 <= t*y and t*y <= 1 => t*y <= y for t in [0, 1], y in [0, 1]",
            "0 <= x for x in [0, 1]",
        ),
    ),
    "values of a function at an end that has none": (
        "log(x) <= 0 for x in [0, 1]",
        "intermediate",
        WINDING | {"value": "t", "domain": "(0, 1]", "low": "1", "high": "1"},
        ("t <= 1 => log(t) <= 0 for t in (0, 1]",),
    ),
    "a distance strictly less beside an infinite capacity": (
        "Capacity(M, 1) + TotalVariation(P, Q) < Capacity(M, 1) + 2",
        "integrands",
        {"names": {"t": "P", "s": "M"}, "multipliers": {"P": "1/2", "Q": "1/2"}},
        ("0 <= t/2 + 1/2 - Abs(t - 1)/2 for t in (0, oo)", "Capacity(M, 1) <= Capacity(M, 1)"),
    ),
    "no distance by a capacity that exceeds itself, as an infinite one does": (
        "Capacity(M, 1) + 1 <= Capacity(M, 1) => TotalVariation(P, Q) <= 0",
        "integrands",
        {
            "names": {"t": "P", "s": "M"},
            "multipliers": {"P": "1/2", "Q": "1/2"},
            "shares": {"0": "1"},
        },
        ("0 <= t/2 + 1/2 - Abs(t - 1)/2 for t in (0, oo)", "Capacity(M, 1) <= Capacity(M, 1)"),
    ),
    "a tail of the loss below its threshold alone": (
        "LossTail(1, P, Q) <= 1/4",
        "integrands",
        {"names": {"t": "P"}, "multipliers": {"P": "0", "Q": "1/4"}},
        ("t <= exp(1) => 0 <= 1/4 for t in (0, oo)",),
    ),
    "a tail of the loss on half of the ratios": (
        "LossTail(1, P, Q) <= 1/4",
        "integrands",
        {
            "names": {"t": "P"},
            "multipliers": {"P": "0", "Q": "1/4"},
            "cells": [["P", "0", "1"], ["Q", "1/2", "1"]],
        },
        ("t <= exp(1) => 0 <= t + 1/4 for t in (0, 1]",),
    ),
    "a tail that is assumed counted as its law": (
        "LossTail(1, P, Q) <= 1/2 => HockeyStick(0, P, Q) <= 1/2",
        "integrands",
        {
            "names": {"t": "P"},
            "multipliers": {"P": "0", "Q": "0"},
            "shares": {"0": "1"},
        },
        ("exp(1) < t => 0 <= t - Max(t - 1, 0) for t in (0, oo)",),
    ),
    "the tail of a sample as that of its parts": (
        "ProbabilisticDP(M, 1, 1/10) => ProbabilisticDP(Subsample(M, 1/2), 1/2, 1/20)",
        "pair",
        {"p": "P", "q": "Q", "order": "a"},
        (
            "LossTail(1, P, Q) <= 1/10 and LossTail(1, Q, P) <= 1/10"
            " => LossTail(1/2, Mixture(1/2, P, Q), Q) <= 1/20",
            "LossTail(1, P, Q) <= 1/10 and LossTail(1, Q, P) <= 1/10"
            " => LossTail(1/2, Q, Mixture(1/2, P, Q)) <= 1/20",
        ),
    ),
    "the tail of a step as that of two": (
        "ProbabilisticDP(M, 1, 1/10) => ProbabilisticDP(Group(M, 2), 1, 1/10)",
        "pair",
        {"p": "P", "q": "Q", "order": "a"},
        ("LossTail(1, P, Q) <= 1/10 => LossTail(1, P, Q) <= 1/10",),
    ),
    "an order beyond the last, of a mechanism that is assumed": (
        "BoundedZCDP(GaussianMechanism(1, s), 2, 1, 0) => 1/s**2 <= 1/2 for s in (0, oo)",
        "written",
        {"numbers": [0], "order": "a", "at": {"0": ["4"]}},
        ("2/s**2 <= 1 => 1/s**2 <= 1/2 for s in (0, oo)",),
    ),
    "the order one of a mechanism that is assumed, without its constant": (
        "ZCDP(GaussianMechanism(1, s), 1, 0) => 1/s**2 <= 0 for s in (0, oo)",
        "written",
        {"numbers": [0], "order": "a", "at": {"0": ["1"]}},
        ("1/s**2 <= 0 => 1/s**2 <= 0 for s in (0, oo)",),
    ),
    "a negative threshold of Laplace noise that is assumed": (
        "GaussianDP(LaplaceMechanism(1, b), 1) => b <= 0 for b in (0, oo)",
        "written",
        {"numbers": [0], "order": "a", "at": {"0": ["-1"]}},
        (
            "Max(1 - exp(-1/2 - 1/(2*b)), 0) <= Phi(3/2) - exp(-1)*Phi(1/2) => b <= 0"
            " for b in (0, oo)",
        ),
    ),
    "normal laws that may be equal, as though they were not": (
        "ApproxDP(GaussianMechanism(x, 1), 1, 0) => 1 <= 0 for x in [0, oo)",
        "written",
        {"numbers": [0], "order": "a"},
        (
            "Phi(x/2 - 1/x) - exp(1)*Phi(-x/2 - 1/x) <= 0 => 1 <= 0 for x in (0, oo)",
            "0 < x for x in (0, oo)",
        ),
    ),
    "a negative share of a hypothesis": (
        "-HockeyStick(1, P, Q) <= -1/2 => HockeyStick(1, P, Q) <= 1/2",
        "pointwise",
        {"shares": {"0": "-1"}},
        (),
    ),
    "an infinite order as a finite number": (
        "0 < exp(-2*alpha) for alpha in (1, oo]",
        "generalise",
        {"with": {"c": "2*alpha"}},
        ("0 < exp(-c) for c in [0, oo)",),
    ),
    "a name outside its domain in the child": (
        "0 < x**2 for x in [0, oo)",
        "generalise",
        {},
        ("0 < x**2 for x in (0, oo)",),
    ),
    "an integer outside its domain in the child": (
        "0 < k => 1 < k for k in 0..oo",
        "generalise",
        {},
        ("0 < k => 1 < k for k in 2..oo",),
    ),
    "a mechanism that the child does not speak of": (
        "PureDP(M, epsilon) => PureDP(N, epsilon)",
        "generalise",
        {},
        ("PureDP(M, epsilon) => PureDP(M, epsilon)",),
    ),
    "infinity below itself": ("alpha < alpha + 1 for alpha in (1, oo]", "restated", {}, ()),
    "a difference of infinities": (
        "alpha < alpha + 1 for alpha in (1, oo]",
        "relations",
        {},
        ("0 < 1",),
    ),
    "infinities that cancel": (
        "alpha - beta <= alpha - beta + 1 for alpha in (1, oo], beta in (1, oo]",
        "restated",
        {},
        (),
    ),
    "infinities that cancel inside of an exponential": (
        "exp(alpha - beta) <= exp(alpha - beta) + 1 for alpha in (1, oo], beta in (1, oo]",
        "restated",
        {},
        (),
    ),
    "an infinite power of one": (
        "0 <= (1 - 1/alpha)**beta for alpha in (1, oo], beta in (1, oo]",
        "restated",
        {},
        (),
    ),
    "infinite divergences that cancel where bits have finite ones": (
        "KL(P, Q) - KL(Q, P) <= KL(P, Q) - KL(Q, P) + 1",
        "joint-range",
        {"p": "p", "q": "q"},
        (
            "KL(Bernoulli(p), Bernoulli(q)) - KL(Bernoulli(q), Bernoulli(p)) <= KL(Bernoulli(p), "
            "Bernoulli(q)) - KL(Bernoulli(q), Bernoulli(p)) + 1 for p in (0, 1), q in (0, 1)",
            "0 <= 0",
        ),
    ),
    "a logarithm that laws without a common outcome have not, and bits that share one have": (
        "(1 - TotalVariation(P, Q))*log(1 - TotalVariation(P, Q)) <= 0",
        "joint-range",
        {"p": "p", "q": "q"},
        (
            "(1 - TotalVariation(Bernoulli(p), Bernoulli(q)))"
            "*log(1 - TotalVariation(Bernoulli(p), Bernoulli(q))) <= 0"
            " for p in (0, 1), q in (0, 1)",
            "-1/(1 - d0_) <= 0 for d0_ in (0, 1)",
        ),
    ),
    "a fraction that cancels where bits have it": (
        "Hellinger(P, Q)*(1 - Hellinger(P, Q))/(1 - Hellinger(P, Q)) <= 1",
        "joint-range",
        {"p": "p", "q": "q"},
        (
            "Hellinger(Bernoulli(p), Bernoulli(q))*(1 - Hellinger(Bernoulli(p), Bernoulli(q)))"
            "/(1 - Hellinger(Bernoulli(p), Bernoulli(q))) <= 1 for p in (0, 1), q in (0, 1)",
        ),
    ),
    "a logarithm that certain bits do not have": (
        "(1 - TotalVariation(P, Q))*log(1 - TotalVariation(P, Q)) <= 0",
        "event",
        {"of": "TotalVariation(P, Q)", "p": "p", "q": "q", "x": "x"},
        (
            "0 <= p - q => (1 - p + q)*log(1 - p + q) <= 0 for p in (0, 1), q in (0, 1)",
            "(1 - p)*log(1 - p) <= 0 for p in (0, 1)",
            "q*log(q) <= 0 for q in (0, 1)",
            "0 <= 0",
        ),
    ),
    "a strict inequality of bits that are not certain": (
        "HockeyStick(1, P, Q) < 1 - exp(-MaxDivergence(P, Q))",
        "event",
        {"of": "HockeyStick(1, P, Q)", "p": "p", "q": "q", "x": "x"},
        (
            "p - exp(1)*q < 1 - exp(-MaxDivergence(Bernoulli(p), Bernoulli(q)))"
            " for p in (0, 1), q in (0, 1)",
        ),
    ),
    "an event of a hypothesis, with a bound from below that bits need not fulfil": (
        "KL(P, Q) >= 1 and TotalVariation(P, Q) >= t => ChiSquared(P, Q) > t for t in (0, 1]",
        "event",
        {"of": "TotalVariation(P, Q)", "p": "p", "q": "q", "x": "x"},
        (
            "1 <= KL(Bernoulli(p), Bernoulli(q)) and t <= p - q and 0 <= p - q"
            " => t < ChiSquared(Bernoulli(p), Bernoulli(q))"
            " for t in (0, 1], p in (0, 1), q in (0, 1)",
            "t <= p => t < ChiSquared(Bernoulli(p), Bernoulli(0)) for t in (0, 1], p in (0, 1)",
            "t <= 1 - q => t < ChiSquared(Bernoulli(1), Bernoulli(q)) for t in (0, 1], q in (0, 1)",
            "t <= 1 => t < ChiSquared(Bernoulli(1), Bernoulli(0)) for t in (0, 1]",
        ),
    ),
    "infinities that meet once terms move": (
        "KL(P, Q) - KL(Q, P) <= KL(P, Q) - KL(Q, P) + 1",
        "apart",
        {},
        ("KL(P, Q) + KL(Q, P) <= KL(P, Q) + KL(Q, P) + 1",),
    ),
    "what is left alone where others are infinite": (
        "1 - KL(P, Q) <= 1 - TotalVariation(P, Q)",
        "apart",
        {"alone": "TotalVariation(P, Q)"},
        ("TotalVariation(P, Q) <= KL(P, Q)",),
    ),
    "what is left alone though more of it is subtracted": (
        "1 - TotalVariation(P, Q) <= 1 - 2*Hellinger(P, Q)",
        "apart",
        {"alone": "Hellinger(P, Q)"},
        ("Hellinger(P, Q) <= TotalVariation(P, Q)",),
    ),
    "a number that is lost once terms move": (
        "3 - TotalVariation(P, Q) <= 2 - Hellinger(P, Q)",
        "apart",
        {},
        ("Hellinger(P, Q) <= TotalVariation(P, Q)",),
    ),
    "an exponential that moves though it may rise": (
        "exp(c*KL(P, Q)) + TotalVariation(P, Q) <= 2 for c in [-1, 1]",
        "apart",
        {},
        ("TotalVariation(P, Q) <= 2 - exp(c*KL(P, Q)) for c in [-1, 1]",),
    ),
    "an exponential that moves with its factor's sign": (
        "exp(-KL(P, Q)) + TotalVariation(P, Q) <= 1",
        "apart",
        {},
        ("TotalVariation(P, Q) <= 1 + exp(-KL(P, Q))",),
    ),
    "an equality of infinities that is strict without them": (
        "KL(P, Q) < 2*KL(P, Q) + 1",
        "apart",
        {},
        ("0 < KL(P, Q) + 1",),
    ),
    "a logarithm on the other side that is lost": (
        "log(KL(P, Q)) <= log(2 + KL(P, Q))",
        "inverse",
        {"side": "large", "layers": 1},
        ("KL(P, Q) - 2 <= KL(P, Q)",),
    ),
    "the root of a square that may be negative on the other side": (
        "KL(P, Q)**2 <= (TotalVariation(P, Q) - ChiSquared(P, Q))**2",
        "inverse",
        {"side": "small", "layers": 1},
        ("KL(P, Q) <= TotalVariation(P, Q) - ChiSquared(P, Q)",),
    ),
    "the square of a root that may have no value on the other side": (
        "sqrt(KL(P, Q)) <= sqrt(1/2 - TotalVariation(P, Q))",
        "inverse",
        {"side": "small", "layers": 1},
        ("KL(P, Q) <= 1/2 - TotalVariation(P, Q)",),
    ),
    "the exponential of a logarithm of what may be zero": (
        "log(1 + KL(P, Q)) <= log(ChiSquared(P, Q))",
        "inverse",
        {"side": "small", "layers": 1},
        ("KL(P, Q) <= ChiSquared(P, Q) - 1",),
    ),
    "the root of a square with a factor that may be negative": (
        "KL(P, Q)**2 <= x**3*ChiSquared(P, Q)**2 for x in [-1, 1]",
        "inverse",
        {"side": "small", "layers": 1},
        ("KL(P, Q) <= x**(3/2)*ChiSquared(P, Q) for x in [0, 1]",),
    ),
    "an even power of what may be negative": (
        "(KL(P, Q) - 2)**2 <= 4 => (KL(P, Q) - 4)**2 <= 4",
        "inverse",
        {"side": "small", "layers": 1},
        ("(KL(P, Q) - 2)**2 <= 4 => KL(P, Q) <= 6",),
    ),
    "a bound that falls at infinity": (
        "TotalVariation(P, Q) <= 1/2 + KL(P, Q)*exp(-KL(P, Q))",
        "level",
        {"name": "x"},
        ("KL(P, Q) <= x => TotalVariation(P, Q) <= 1/2 + x*exp(-x) for x in [0, oo)",),
    ),
    "a bound for most levels": (
        "Hellinger(P, Q) <= 1 - exp(-KL(P, Q)/2)",
        "level",
        {"name": "x"},
        ("KL(P, Q) <= x => Hellinger(P, Q) <= 1 - exp(-x/2) for x in [0, 100]",),
    ),
    "a level of the other divergence": (
        "KL(P, Q) <= log(1 + ChiSquared(P, Q))",
        "level",
        {"name": "x"},
        ("KL(P, Q) <= x => KL(P, Q) <= log(1 + x) for x in [0, oo)",),
    ),
    "a level with laws that are given": (
        "TotalVariation(P, Q) <= 1/2 => Hellinger(P, Q) <= 1/2 + 0*KL(P, Q)**2",
        "level",
        {"name": "x"},
        (
            "TotalVariation(P, Q) <= 1/2 and KL(P, Q) <= x "
            "=> Hellinger(P, Q) <= 1/2 for x in [0, oo)",
        ),
    ),
    "infinities that cancel in a difference": (
        "x*alpha <= x*alpha + 1 for alpha in (1, oo], x in [0, 1]",
        "relations",
        {},
        ("0 <= 1",),
    ),
    "a gap between infinities": (
        "2*alpha <= alpha + beta => alpha <= beta for alpha in (1, oo], beta in (1, oo]",
        "restated",
        {},
        (),
    ),
    "a mixture that stands second": (
        "ChiSquared(Gaussian(0, 1), Mixture(q, Gaussian(1, 1), Gaussian(0, 1))) <= 2*q**2",
        "closed-form",
        {},
        ("q**2*(exp(1) - 1) <= 2*q**2 for q in [0, 1]",),
    ),
    "a mixture with a third law": (
        "ChiSquared(Mixture(q, Gaussian(1, 1), Gaussian(0, 1)), Gaussian(2, 1)) <= 2*q**2",
        "closed-form",
        {},
        ("q**2*(exp(1) - 1) <= 2*q**2 for q in [0, 1]",),
    ),
    "a mixture whose chi-squared is infinite": (
        "ChiSquared(Mixture(q, Gaussian(0, 2), Gaussian(0, 1)), Gaussian(0, 1)) <= 100",
        "closed-form",
        {},
        ("-q**2 <= 100 for q in [0, 1]", "0 <= 1"),
    ),
    "moments of infinite order": (
        "Renyi(oo, Mixture(t, P, R), Mixture(t, Q, S)) <= 0 for t in [0, 1]",
        "fact",
        {"fact": "mixture-moment", "with": LAWS | {"a": "oo"}},
        (),
    ),
    "a negative width": (
        "MeanCDP(M, 1/8, t - 1) => MeanCDP(M, 1/8, t) for t in [0, 1]",
        "fact",
        {
            "fact": "weaken-mean",
            "with": {"M": "M", "m": "1/8", "t": "t - 1", "x": "1/8", "y": "t"},
        },
        (),
    ),
    "a cut at a group of no databases": (
        "PureDP(M, eps) => PureDP(M, eps*(n - 1)) for n in 1..5",
        "cut",
        {"between": "PureDP(Group(M, n - 1), eps*(n - 1))"},
        (
            "PureDP(M, eps) => PureDP(Group(M, n - 1), eps*(n - 1)) for n in 1..5",
            "PureDP(Group(M, n - 1), eps*(n - 1)) and PureDP(M, eps) "
            "=> PureDP(M, eps*(n - 1)) for n in 1..5",
        ),
    ),
    "a part of a group of no databases": (
        "PureDP(M, eps) => PureDP(M, eps*(n - 1)) for n in 1..5",
        "part",
        {"whole": "Group(M, n - 1)"},
        ("PureDP(M, eps) => PureDP(Group(M, n - 1), eps*(n - 1)) for n in 1..5",),
    ),
    "an answer that comes before the question it bears on": (
        f"PureDP(M, log(3)) => ApproxDP(Concurrent(InteractiveMechanism({ASKS}), M), log(3), 1/5)",
        "domination",
        {"images": {"M": "PureDP(M, log(3))"}},
        (
            f"ApproxDP(Compose(InteractiveMechanism({ASKS}), RandomizedResponse(log(3))), "
            "log(3), 1/5)",
        ),
    ),
    "ranges that depend on the answers before": (
        "BoundedRange(M1, a) and BoundedRange(M2, b) => BoundedRange(Compose(M1, M2), a + b)",
        "fact",
        {
            "fact": "compose-range",
            "count": 2,
            "with": {"M1": "M1", "M2": "M2", "e1": "a", "e2": "b"},
        },
        (),
    ),
    "a name that a sum of the child binds": (
        "Sum(3*i**2/4, (i, 0, 3)) <= 9",
        "generalise",
        {"with": {"x": "j"}},
        ("Sum(j*x - x**2/4, (j, 0, 3)) <= 9 for x in (-oo, oo]",),
    ),
    "a name that a sum of a fact binds": (
        "ApproxDP(M, j, d) => ApproxDP(Group(M, 2), 2*j, d*(1 + exp(1)))",
        "fact",
        {"fact": "group-approx", "with": {"M": "M", "e": "j", "d": "d", "k": "2"}},
        (),
    ),
    "a logarithm made smaller": (
        "x <= y => log(y) <= log(x) for x in [1, oo), y in [1, oo)",
        "enlarge",
        {"small": "log(y)", "large": "log(x)"},
        (),
    ),
    "a logarithm made larger where it is subtracted": (
        "x <= y => -log(x) <= -log(y) for x in [1, oo), y in [1, oo)",
        "enlarge",
        {"small": "log(x)", "large": "log(y)"},
        (),
    ),
    "a logarithm of what is below one": (
        "x <= y => log(x)**2 <= log(y)**2 for x in (0, 1], y in (0, 1]",
        "enlarge",
        {"small": "log(x)", "large": "log(y)"},
        (),
    ),
    "what is between without a proof": (
        "PureDP(M, e) => PureDP(M, e/2)",
        "cut",
        {"between": "PureDP(M, e/3)"},
        ("PureDP(M, e/3) and PureDP(M, e) => PureDP(M, e/2)",),
    ),
    "what is between as what follows": (
        "PureDP(M, e) => PureDP(M, e/2)",
        "cut",
        {"between": "PureDP(M, e)"},
        ("PureDP(M, e/2) => PureDP(M, e/2) for e in [0, oo)",),
    ),
    "a part of a group of nobody": (
        "PureDP(M, e) => PureDP(M, (k - 1)*e) for k in 1..oo",
        "part",
        {"whole": "Group(M, k - 1)"},
        ("PureDP(M, e) => PureDP(Group(M, k - 1), (k - 1)*e) for k in 1..oo",),
    ),
    "a sum of fewer than no terms": (
        "Sum(1, (i, 1, n)) == n for n in -3..3",
        "exhaustion",
        {"names": ["n"]},
        (),
    ),
    "a tail as a divergence": (
        f"{NEAR} => LossTail(log(2), P, Q) + TotalVariation(P, Q)/100 <= 755/1000",
        "law-domination",
        {"pairs": [["P", "Q", "log(3)", "0"]]},
        (
            "LossTail(log(2), Finite(3/4, 1/4), Finite(1/4, 3/4)) "
            "+ TotalVariation(Finite(3/4, 1/4), Finite(1/4, 3/4))/100 <= 755/1000",
        ),
    ),
    "a tail of two bits": (
        "LossTail(log(2), P, Q) + TotalVariation(P, Q) <= 2",
        "joint-range",
        {"p": "p", "q": "q"},
        (
            "LossTail(log(2), Bernoulli(p), Bernoulli(q)) "
            "+ TotalVariation(Bernoulli(p), Bernoulli(q)) <= 2 for p in (0, 1), q in (0, 1)",
        ),
    ),
    "an infinite order as a number below a bound": (
        "0 < exp(-alpha) for alpha in (1, oo]",
        "generalise",
        {"with": {"c": "-alpha"}},
        ("0 < exp(c) for c in (-oo, 5]",),
    ),
    "a sign in the limit": ("0 < 1 - alpha/(alpha + 1) for alpha in (1, oo]", "restated", {}, ()),
    "a power of zero": ("0**x <= 0**x + 1 for x in [-1, 1]", "restated", {}, ()),
    "a hidden power of zero": (
        "0 <= 1 + 0*((sqrt(2) + sqrt(3))**2 - 5 - 2*sqrt(6))**x for x in [-1, 1]",
        "restated",
        {},
        (),
    ),
    "a factorial of what is negative": (
        "factorial(n) <= factorial(n) + 1 for n in -3..-1",
        "restated",
        {},
        (),
    ),
    "a factorial of what is negative that cancels": (
        "factorial(n) <= factorial(n) + n + 3 for n in -3..-1",
        "relations",
        {},
        ("0 <= n + 3 for n in -3..-1",),
    ),
    "a harmonic number of what is none": (
        "harmonic(x) <= harmonic(x) + 1 for x in [-3, -1]",
        "restated",
        {},
        (),
    ),
    "an infinite information that cancels": (
        "Capacity(M, 1) - Capacity(M, 1) <= 0",
        "restated",
        {},
        (),
    ),
    "a tail under each vector as one under their mixtures": (
        f"ProbabilisticDP({MIXED}, log(3/2), 1/10)",
        "evaluated",
        {},
        (),
    ),
    "by the definition, a tail under each vector as one under their mixtures": (
        f"ProbabilisticDP({MIXED}, log(3/2), 1/10)",
        "definition",
        {"order": "a"},
        (
            "LossTail(log(3/2), Finite(1/10, 9/10, 0), Finite(0, 9/10, 1/10)) <= 1/10",
            "LossTail(log(3/2), Finite(0, 9/10, 1/10), Finite(1/10, 9/10, 0)) <= 1/10",
        ),
    ),
    "between two laws, what has no mass of one": (
        "Hellinger(Finite(1, 0), Finite(0, 1)) <= x/2 for x in [99/100, 1]",
        "bound",
        {
            "fact": "triangle-hellinger",
            "with": {"P": "Finite(1, 0)", "Q": "Finite(0, 1)", "R": "Finite(x, x)"},
        },
        (
            "(sqrt(Hellinger(Finite(1, 0), Finite(x, x))) + sqrt(Hellinger(Finite(x, x), "
            "Finite(0, 1))))**2 <= x/2 for x in [99/100, 1]",
        ),
    ),
    "beside two laws, what has no mass of one": (
        "TotalVariation(Finite(1, 0), Finite(0, 1)) <= x + 1/2 for x in [1/8, 1/4]",
        "bound",
        {
            "fact": "marginal",
            "part": "TotalVariation(Finite(1, 0), Finite(0, 1))",
            "whole": f"TotalVariation({BESIDE})",
        },
        (f"TotalVariation({BESIDE}) <= x + 1/2 for x in [1/8, 1/4]",),
    ),
    "an epsilon without a value": (
        "ApproxDP(M, sqrt(x - 2), 1) for x in [0, 1]",
        "fact",
        {"fact": "approx-certain", "with": {"M": "M", "e": "sqrt(x - 2)", "d": "1"}},
        (),
    ),
    "a name without a domain, which each child gives another": (
        "x <= 0 for x in [0, 1]",
        "cases",
        {"of": "z"},
        (
            "z <= z for z in [0, 1]",
            "0 < z => x <= 0 for x in [0, 1], z in [-1, -1]",
            "z <= 0 => x <= 0 for x in [0, 1], z in [1, 1]",
        ),
    ),
    "a share without a domain": (
        "HockeyStick(1, P, Q) <= 1/2 => HockeyStick(1, P, Q) <= 1/4",
        "pointwise",
        {"shares": {"0": "z"}},
        (
            "0 <= z for z in [1, 1]",
            "1 <= z for z in [1, 1]",
            "exp(1)*z <= exp(1) for z in [1, 1]",
            "-exp(1) <= -exp(1)*z for z in [1, 1]",
            "0 <= 1/4 - z/2 for z in [0, 1/2]",
        ),
    ),
    "an infinite divergence that cancels when it is written otherwise": (
        "KL(Product(P, R), Product(Q, S)) - KL(R, S) <= KL(P, Q)",
        "identity",
        {"use": "expanded"},
        ("KL(P, Q) <= KL(P, Q)",),
    ),
    "an infinite divergence that cancels where it is the maximum": (
        "Max(KL(P, Q), 1) - KL(P, Q) <= 1",
        "cases",
        {"of": "Max(KL(P, Q), 1)"},
        ("0 <= 1", "1 - KL(P, Q) <= 1"),
    ),
    "rounds in another order, after whose answers the adversary chooses": (
        LATE,
        "evaluated",
        {},
        (),
    ),
    "an adversary that chooses before it hears an answer": (AFTER, "evaluated", {}, ()),
    "an adversary that does not hear the answer of rounds that agree": (
        AGREED,
        "evaluated",
        {},
        (),
    ),
    "rows of a kernel that are no laws": (
        "Hellinger(Finite(1, 0), Finite(0, 1)) <= x - 1/2 for x in [1/2, 1]",
        "bound",
        {
            "fact": "triangle-hellinger",
            "with": {"P": "Finite(1, 0)", "Q": "Finite(0, 1)", "R": ROWS},
        },
        (
            f"(sqrt(Hellinger(Finite(1, 0), {ROWS})) + sqrt(Hellinger({ROWS}, Finite(0, 1))))**2 "
            "<= x - 1/2 for x in [1/2, 1]",
        ),
    ),
    "a square of what has a logarithm, by ratios": (
        "MaxDivergence(Finite(1/2, 1/2), Finite(1/4, 3/4)) <= 2*log(z) for z in [-3, -2]",
        "ratios",
        {},
        ("1/2 <= z**2/4 for z in [-3, -2]", "1/2 <= 3*z**2/4 for z in [-3, -2]"),
    ),
    "a range of one response from the exponents of another": (
        "BoundedRange(RandomizedResponse(e), 2*e - 1/100) for e in [1, oo)",
        "definition",
        {"order": "alpha"},
        (f"{RANGED} <= 2*e - 1/50 for e in [1, oo)",),
    ),
    "a range below the one that exponents give": (
        f"{RANGED} <= 2*e - 1/100 for e in [1, oo)",
        "ratios",
        {},
        ("0 <= 2*e - 1/100 for e in [1, oo)", "e <= 3*e - 1/100 for e in [1, oo)"),
    ),
    "a range of unlike factors by exponents": (
        "MaxDivergence(Finite(2*exp(-e)/3, 1 - 2*exp(-e)/3), Finite(exp(-e)/3, 1 - exp(-e)/3)) + "
        "MaxDivergence(Finite(exp(-e)/3, 1 - exp(-e)/3), Finite(2*exp(-e)/3, 1 - 2*exp(-e)/3)) "
        "<= 0 for e in [0, 1]",
        "ratios",
        {},
        ("0 <= 0", "-e <= -e for e in [0, 1]"),
    ),
    "a square of what has a logarithm, in a threshold": (
        "HockeyStick(2*log(z), Finite(1/2, 1/2), Finite(1/4, 3/4)) <= 1 for z in [-3, -2]",
        "closed-form",
        {},
        ("Max(0, 1/2 - 3*z**2/4) + Max(0, 1/2 - z**2/4) <= 1 for z in [-3, -2]",),
    ),
    "a threshold without a value that nothing depends on": (
        "ApproxDP(CanonicalRR(1, 1), log(x), 1) for x in [-1, 1]",
        "without-failure",
        {},
        (),
    ),
    "one new name for two things": (
        "BoundedRange(M, 1) => ZCDP(M, 0, 1/1000)",
        "bounded-range",
        {"fact": "BoundedRange(M, 1)", "q": "z", "order": "z"},
        (),
    ),
    "a new name that a sum binds": (
        "RenyiDP(RandomizedResponse(1), 2, Sum(j, (j, 1, 3)))",
        "definition",
        {"order": "j"},
        (),
    ),
    "a divergence that another may leave infinite": (
        "KL(P, Q) <= ChiSquared(P, Q) => KL(P, Q) <= KL(P, Q)/2 + 1",
        "numbers",
        {"names": {"y": "KL(P, Q)"}},
        ("y <= y/2 + 1 for y in [0, 2]",),
    ),
    "a divergence below a number, where a smaller bound is forgotten": (
        "KL(P, Q) <= 3 => KL(P, Q)**2 <= 2*KL(P, Q)",
        "numbers",
        {"names": {"y": "KL(P, Q)"}},
        ("y <= 2 => y**2 <= 2*y for y in [0, oo)",),
    ),
    "a capacity that another number bounds": (
        "Capacity(M, 1) <= Capacity(M, 1)/2 + 1",
        "numbers",
        {"names": {"y": "Capacity(M, 1)"}},
        ("y <= y/2 + 1 for y in [0, 2]",),
    ),
    "a capacity strictly below what it is in the limit": (
        "Capacity(M, 1) < Capacity(M, 1) + 1",
        "numbers",
        {"names": {"y": "Capacity(M, 1)"}},
        ("y < y + 1 for y in [0, oo)",),
    ),
    "an exponential of an infinite capacity that cancels": (
        "exp(Capacity(M, 1))/exp(Capacity(M, 1)) <= 1",
        "numbers",
        {"names": {"y": "Capacity(M, 1)"}},
        (),
    ),
    "an exponential of an infinite capacity that cancels in part": (
        "exp(2*Capacity(M, 1))*exp(-Capacity(M, 1)) <= exp(Capacity(M, 1))",
        "numbers",
        {"names": {"y": "Capacity(M, 1)"}},
        ("exp(y) <= exp(y) for y in [0, oo)",),
    ),
    "an infinite capacity in a quotient that cancels in part": (
        "0 <= (1 + Capacity(M, 1))**2/(1 + Capacity(M, 1))**3",
        "numbers",
        {"names": {"y": "Capacity(M, 1)"}},
        ("0 <= 1/(1 + y) for y in [0, oo)",),
    ),
    "the reciprocal of what an infinite capacity makes zero": (
        "1/exp(-Capacity(M, 1)) <= exp(Capacity(M, 1))",
        "numbers",
        {"names": {"y": "Capacity(M, 1)"}},
        ("exp(y) <= exp(y) for y in [0, oo)",),
    ),
    "a share of right names that is less than all": (
        "Recovery(M, 1, 2) <= 9/10",
        "numbers",
        {"names": {"y": "Recovery(M, 1, 2)"}},
        ("y <= 9/10 for y in [0, 9/10]",),
    ),
    "an infinite divergence against a multiple of it": (
        "x*KL(P, Q) - KL(P, Q) <= 1 for x in [0, 1]",
        "numbers",
        {"names": {"y": "KL(P, Q)"}},
        ("x*y - y <= 1 for x in [0, 1], y in [0, oo)",),
    ),
    "an infinite divergence times one that is zero": (
        "KL(P, Q)*KL(R, S) <= KL(P, Q)*KL(R, S) + 1",
        "numbers",
        {"names": {"y": "KL(P, Q)", "z": "KL(R, S)"}},
        ("y*z <= y*z + 1 for y in [0, oo), z in [0, oo)",),
    ),
    "an infinite divergence with a factor of any sign, beside another": (
        "x*KL(P, Q) + KL(R, S) <= x*KL(P, Q) + KL(R, S) + 1 for x in [-1, 1]",
        "integrands",
        {"names": {"p": "P", "r": "R"}, "multipliers": {}},
        (),
    ),
    "a hypothesis without a value": ("log(x) <= 1 => 0 <= 1 for x in [-1, 1]", "restated", {}, ()),
    "a guarantee that is assumed without a value": (
        "ApproxDP(M, log(x), 1/2) => 0 <= 1 for x in [-1, 1]",
        "restated",
        {},
        (),
    ),
    "a hypothesis that has a value where the one after it holds": (
        "log(x) <= 1 and 0 < x => 0 <= 1 for x in [-1, 1]",
        "restated",
        {},
        (),
    ),
    "infinity as a number": ("x <= oo for x in [0, 1]", "restated", {}, ()),
    "a value of a Max without which nothing is left": (
        "Max(1/x, x) - 1/x <= 2 for x in [-1, 1]",
        "cases",
        {"of": "Max(1/x, x)"},
        ("x - 1/x <= 2 for x in [-1, 1]", "0 <= 2"),
    ),
    "a divergence taken from itself, beside a change": (
        "KL(P, Q) - KL(P, Q) + TotalVariation(Q, P) <= 5",
        "identity",
        {"use": "symmetric"},
        ("0*KL(P, Q) + TotalVariation(P, Q) <= 5",),
    ),
    "a divergence taken from itself, in a fact": (
        "RenyiDP(M, 2, 1) and KL(P, Q) - KL(P, Q) <= 5 => ApproxDP(M, 1, 1)",
        "fact",
        {"fact": "approx-certain", "with": {"M": "M", "e": "1", "d": "1"}},
        (),
    ),
    "values of a Max without which nothing at all is left": (
        "Max(1/x, 1/x + 1) - 1/x <= 2 for x in [-1, 1]",
        "cases",
        {"of": "Max(1/x, 1/x + 1)"},
        ("0 <= 2", "1 <= 2"),
    ),
    "sums in sums that run backwards": (
        "Sum(Sum(1, (i, 1, 2)), (j, 1, m)) <= n - 3 for m in -1..-1, n in 1..1",
        "exhaustion",
        {"names": ["n"]},
        ("2*m <= -2 for m in -1..-1",),
    ),
    "a sum whose terms cancel where they have no value": (
        "Sum((i - 1)/(i - 1), (i, 1, n)) <= 2 for n in 2..2",
        "exhaustion",
        {"names": ["n"]},
        ("2 <= 2",),
    ),
    "a hypothesis denied by itself": (
        "0 <= x => x <= 1/2 for x in [0, 1]",
        "contradiction",
        {"number": 0, "beside": True},
        ("1/2 < x and x < 0 => x < 0 for x in [0, 1]",),
    ),
    "a hypothesis denied by the conclusion": (
        "x <= 1/2 => x <= 0 for x in [0, 1]",
        "contradiction",
        {"number": 0, "beside": True},
        ("x <= 0 => x <= 1/2 for x in [0, 1]", "1/2 < x => 1/2 < x for x in [0, 1]"),
    ),
    "a strict conclusion denied by what is no more than strict": (
        "x <= 1/2 => x < 1/2 for x in [0, 1]",
        "contradiction",
        {"number": 0, "beside": True},
        ("1/2 < x => 1/2 < x for x in [0, 1]", "1/2 <= x => 1/2 <= x for x in [0, 1]"),
    ),
    "a hypothesis denied without its edge": (
        "1/2 <= x => 1/2 < x for x in [0, 1]",
        "contradiction",
        {"number": 0, "beside": True},
        ("x <= 1/2 => x <= 1/2 for x in [0, 1]",),
    ),
    "the negative of a conclusion that is not asked for": (
        "1/2 <= x => 1/2 <= x**2 for x in [0, 1]",
        "contradiction",
        {"number": 0, "beside": 1},
        ("x**2 < 1/4 => x < 1/2 for x in [0, 1]",),
    ),
    "an equation denied as the other of its inequalities": (
        "TotalVariation(P, Q) == x => 2*TotalVariation(P, Q) <= x for x in [0, 1]",
        "contradiction",
        {"number": 0, "beside": True},
        ("x < 2*TotalVariation(P, Q) => x < 2*TotalVariation(P, Q) for x in [0, 1]",),
    ),
    "an equation denied without its edge": (
        "x == y => x < y for x in [0, 1], y in [0, 1]",
        "contradiction",
        {"number": 0, "beside": True, "turned": True},
        ("y <= x => y <= x for x in [0, 1], y in [0, 1]",),
    ),
    "an equation that is concluded, denied as an inequality": (
        "x <= 0 => x == 1/2 for x in [0, 1]",
        "contradiction",
        {"number": 0, "beside": True},
        ("1/2 < x => 0 < x for x in [0, 1]",),
    ),
    "a conclusion denied where it has no value": (
        "x <= 0 => 1/x <= 1 for x in [0, 1]",
        "contradiction",
        {"number": 0, "beside": True},
        ("1 < 1/x => 0 < x for x in [0, 1]",),
    ),
    "a conclusion with a divergence denied where it has no value": (
        "2*TotalVariation(P, Q) <= x => 2*exp(log(TotalVariation(P, Q))) <= x for x in [0, 1]",
        "contradiction",
        {"number": 0, "beside": True},
        (),
    ),
    "a hypothesis counted from the end": (
        "0 <= x and 2 <= x => x <= 0 for x in [0, 1]",
        "contradiction",
        {"number": -1},
        ("0 <= x => x < 2 for x in [0, 1]",),
    ),
    "a level that is not reached": (
        "Hellinger(P, Q) <= KL(P, Q)**2",
        "level",
        {"name": "x"},
        ("KL(P, Q) < x => Hellinger(P, Q) <= x**2 for x in [0, oo)",),
    ),
    "a level of what is taken away": (
        "KL(P, R) <= 1 - MaxDivergence(Q, R)",
        "level",
        {"name": "x", "of": "MaxDivergence(Q, R)"},
        ("MaxDivergence(Q, R) <= x => KL(P, R) <= 1 - x for x in [0, oo)",),
    ),
    "a level beside what is taken away": (
        "KL(P, R) <= MaxDivergence(Q, R) - KL(P, Q)",
        "level",
        {"name": "x", "of": "MaxDivergence(Q, R)"},
        ("MaxDivergence(Q, R) <= x => KL(P, R) <= x - KL(P, Q) for x in [0, oo)",),
    ),
    "a level without weight": (
        "KL(P, R) <= 1 + y*MaxDivergence(Q, R) for y in [0, 1]",
        "level",
        {"name": "x", "of": "MaxDivergence(Q, R)"},
        ("MaxDivergence(Q, R) <= x => KL(P, R) <= 1 + y*x for y in [0, 1], x in [0, oo)",),
    ),
    "a level of what a function holds": (
        "KL(P, R) <= 1 - exp(-MaxDivergence(Q, R))",
        "level",
        {"name": "x", "of": "MaxDivergence(Q, R)"},
        ("MaxDivergence(Q, R) <= x => KL(P, R) <= 1 - exp(-x) for x in [0, oo)",),
    ),
    "a level with a strict conclusion": (
        "KL(P, R) < 1 + KL(P, Q) + MaxDivergence(Q, R)",
        "level",
        {"name": "x", "of": "MaxDivergence(Q, R)"},
        ("MaxDivergence(Q, R) <= x => KL(P, R) < 1 + KL(P, Q) + x for x in [0, oo)",),
    ),
    "a level that hides where laws share no outcome": (
        "-log(1 - TotalVariation(Q, R)) <= MaxDivergence(Q, R)",
        "level",
        {"name": "x", "of": "MaxDivergence(Q, R)"},
        ("MaxDivergence(Q, R) <= x => -log(1 - TotalVariation(Q, R)) <= x for x in [0, oo)",),
    ),
    "a level beside a tail that has no reciprocal": (
        "KL(Q, R) <= MaxDivergence(Q, R) + 1/(1 - LossTail(1, Q, R))",
        "level",
        {"name": "x", "of": "MaxDivergence(Q, R)"},
        ("MaxDivergence(Q, R) <= x => KL(Q, R) <= x + 1/(1 - LossTail(1, Q, R)) for x in [0, oo)",),
    ),
    "a level of the ratios of other laws": (
        "KL(P, Q) <= MaxDivergence(P, R)",
        "level",
        {"name": "x"},
        ("MaxDivergence(P, R) <= x => KL(P, Q) <= x for x in [0, oo)",),
    ),
    "a level of ratios at which the bound falls": (
        "TotalVariation(P, Q) <= 1/2 + MaxDivergence(P, Q)*exp(-MaxDivergence(P, Q))",
        "level",
        {"name": "x"},
        ("MaxDivergence(P, Q) <= x => TotalVariation(P, Q) <= 1/2 + x*exp(-x) for x in [0, oo)",),
    ),
    "a level of a sample": (
        "TotalVariation(Mixture(1/2, P, Q), R) <= KL(P, R)",
        "level",
        {"name": "x"},
        ("KL(P, R) <= x => TotalVariation(Mixture(1/2, P, Q), R) <= x for x in [0, oo)",),
    ),
    "a level of one divergence as that of two": (
        "TotalVariation(P, Q) <= KL(P, Q) + KL(Q, P)",
        "level",
        {"name": "x"},
        ("KL(P, Q) <= x => TotalVariation(P, Q) <= x + KL(Q, P) for x in [0, oo)",),
    ),
    "an equation by levels": (
        "Hellinger(P, Q) == 1 - exp(-KL(P, Q)/2)",
        "level",
        {"name": "x"},
        ("KL(P, Q) <= x => Hellinger(P, Q) <= 1 - exp(-x/2) for x in [0, oo)",),
    ),
    "a level that has the name of an index": (
        "TotalVariation(P, Q) <= Sum(j*KL(P, Q), (j, 0, 1)) + 1",
        "level",
        {"name": "j"},
        ("KL(P, Q) <= j => TotalVariation(P, Q) <= 1 + j for j in [0, oo)",),
    ),
    "a strict bound by a fact that is none": (
        "KL(P, Q) < Renyi(a, P, Q)",
        "bound",
        {"fact": "order-one", "with": {"P": "P", "Q": "Q", "a": "a"}},
        ("Renyi(a, P, Q) <= Renyi(a, P, Q)",),
    ),
    "a strict bound by a hypothesis that is none": (
        "KL(P, Q) <= 1 => KL(P, Q) < 1",
        "bound",
        {"fact": "hypothesis", "number": 0},
        ("1 <= 1",),
    ),
    "a strict bound of what falls": (
        "KL(P, Q) <= 1/2 => 1 < 2 - Renyi(2, P, Q)",
        "bound",
        {"fact": "order-one", "with": {"P": "P", "Q": "Q", "a": "2"}},
        ("KL(P, Q) <= 1/2 => 1 < 2 - KL(P, Q)",),
    ),
    "a strict bound on the wrong side": (
        "KL(P, Q) <= 1 => Renyi(2, P, Q) < 2",
        "bound",
        {"fact": "order-one", "with": {"P": "P", "Q": "Q", "a": "2"}},
        ("KL(P, Q) <= 1 => KL(P, Q) < 2",),
    ),
    "infinity below more of itself": (
        "KL(P, Q) < KL(P, Q) + 1",
        "numbers",
        {"names": {"y": "KL(P, Q)"}},
        ("y < y + 1 for y in [0, oo)",),
    ),
    "infinity below more of itself, though it equals another": (
        "KL(P, Q) == Renyi(2, P, Q) => KL(P, Q) < KL(P, Q) + 1",
        "numbers",
        {"names": {"y": "KL(P, Q)"}},
        ("y < y + 1 for y in [0, oo)",),
    ),
    "infinity below more of itself, though it is bounded from below": (
        "x <= KL(P, Q) => KL(P, Q) < KL(P, Q) + 1 for x in [0, 1]",
        "numbers",
        {"names": {"y": "KL(P, Q)"}},
        ("y < y + 1 for y in [0, oo)",),
    ),
    "an equation of two divergences as one of numbers": (
        "KL(P, Q) == x*Renyi(2, P, Q) => KL(P, Q) <= x for x in [0, 1]",
        "numbers",
        {"names": {"y": "KL(P, Q)", "z": "Renyi(2, P, Q)"}},
        ("y == x*z and z <= 1 => y <= x for x in [0, 1], y in [0, oo), z in [0, oo)",),
    ),
    "an equation that holds for finite divergences alone": (
        "KL(P, Q)*exp(-KL(P, Q)) + KL(P, Q) == KL(P, Q)*(1 + exp(-KL(P, Q)))",
        "numbers",
        {"names": {"y": "KL(P, Q)"}},
        ("y*exp(-y) + y == y*(1 + exp(-y)) for y in [0, oo)",),
    ),
    "an equation as one of its inequalities": (
        "TotalVariation(P, Q) <= 1/2 => TotalVariation(P, Q) == 1/2",
        "numbers",
        {"names": {"y": "TotalVariation(P, Q)"}},
        ("y <= 1/2 => y <= 1/2 for y in [0, 1]",),
    ),
    "a divergence that equals another's bound": (
        "KL(P, Q) == x => KL(Q, P) <= x for x in [0, 1]",
        "numbers",
        {"names": {"y": "KL(P, Q)", "z": "KL(Q, P)"}},
        ("y == x => y <= x for x in [0, 1], y in [0, oo)",),
    ),
    "a max-divergence that is at least so much": (
        "1 <= MaxDivergence(P, Q) => HockeyStick(1, P, Q) <= 0",
        "pointwise",
        {"shares": {"0": "1"}},
        (),
    ),
    "a max-divergence that equals another number": (
        "MaxDivergence(P, Q) == 1 => HockeyStick(1/2, P, Q) <= 0",
        "pointwise",
        {"shares": {"0": "1"}},
        (),
    ),
    "the max-divergence of laws exchanged": (
        "MaxDivergence(P, Q) <= 1 => MaxDivergence(Q, P) <= 1",
        "pointwise",
        {"shares": {"0": "1"}},
        (),
    ),
    "a max-divergence between too few shares of the hypotheses": (
        "MaxDivergence(P, R) <= 1 => MaxDivergence(Mixture(1/2, P, Q), R) <= 1",
        "pointwise",
        {"shares": {"0": "1/2"}},
        (),
    ),
    "a max-divergence of what has no mass of the other law": (
        "MaxDivergence(P, Mixture(t, P, Q)) <= log(1/t) for t in [0, 1]",
        "pointwise",
        {},
        (),
    ),
    "more by the other sign": (
        "x*(y - 1) <= 0 => y <= 1 for x in [0, 1], y in [0, 2]",
        "restated",
        {},
        (),
    ),
    "an equation by a factor that may be zero": (
        "x*(y - 1) == 0 => y == 1 for x in [0, 1], y in [0, 2]",
        "restated",
        {},
        (),
    ),
    "what is strict by what is not": (
        "KL(P, Q) <= x => KL(P, Q) < x for x in [0, 1]",
        "restated",
        {},
        (),
    ),
    "what is strict by an equation": (
        "KL(P, Q) == x => KL(P, Q) < x for x in [0, 1]",
        "restated",
        {},
        (),
    ),
    "an equation by what is strict": (
        "x < 1 => x == 1 for x in [0, 1]",
        "restated",
        {},
        (),
    ),
    "an equation by one of its inequalities": (
        "KL(P, Q) <= x => KL(P, Q) == x for x in [0, 1]",
        "restated",
        {},
        (),
    ),
    "an equation with another divergence": (
        "KL(P, Q) == x => KL(Q, P) <= x for x in [0, 1]",
        "restated",
        {},
        (),
    ),
    "an infinite divergence times a distance that may be zero": (
        "TotalVariation(R, S)*KL(P, Q) <= TotalVariation(R, S)*KL(P, Q) + 1",
        "numbers",
        {"names": {"y": "KL(P, Q)", "z": "TotalVariation(R, S)"}},
        ("y*z <= y*z + 1 for z in [0, 1], y in [0, oo)",),
    ),
    "an infinite divergence times a bounded one that may be zero": (
        "KL(R, S) <= 1 and KL(P, Q)*KL(R, S) <= 2 => KL(P, Q)*KL(R, S) <= 2",
        "restated",
        {},
        (),
    ),
    "an infinite divergence of given laws taken from itself": (
        "KL(Bernoulli(x), Bernoulli(0)) - KL(Bernoulli(x), Bernoulli(0)) <= 5 "
        "=> KL(Bernoulli(x), Bernoulli(0)) - KL(Bernoulli(x), Bernoulli(0)) <= 5 for x in [0, 1]",
        "restated",
        {},
        (),
    ),
    "divergences of given laws that may both be infinite": (
        "KL(Bernoulli(x), Bernoulli(y)) - KL(Bernoulli(y), Bernoulli(x)) <= 5 "
        "=> KL(Bernoulli(x), Bernoulli(y)) - KL(Bernoulli(y), Bernoulli(x)) <= 5 "
        "for x in [0, 1], y in [0, 1]",
        "restated",
        {},
        (),
    ),
    "a weight below zero that is a sum": (
        "TotalVariation(Mixture(Sum(i, (i, 1, 3)) - 9, P, Q), R) <= 1",
        "numbers",
        {"names": {"y": "TotalVariation(Mixture(Sum(i, (i, 1, 3)) - 9, P, Q), R)"}},
        ("y <= 1 for y in [0, 1]",),
    ),
    "an order below one that is a sum": (
        "RenyiDP(M, Sum(i, (i, 1, 3)) - 9, t) => RenyiDP(M, Sum(i, (i, 1, 3)) - 9, t)",
        "restated",
        {},
        (),
    ),
    "an order that only a later hypothesis keeps above one": (
        "RenyiDP(M, a/2, 1) and 2 <= a => RenyiDP(M, a/2, 2) for a in (0, 4]",
        "fact",
        {
            "fact": "weaken-renyi",
            "with": {"M": "M", "a": "a/2", "t": "1", "b": "a/2", "u": "2"},
        },
        (),
    ),
    "a difference of what only later hypotheses bound": (
        "KL(P, Q) - KL(Q, P) <= 5 and KL(P, Q) <= 1 and KL(Q, P) <= 1 => KL(P, Q) - KL(Q, P) <= 5",
        "restated",
        {},
        (),
    ),
    "a hypothesis in which a value cancels what has none": (
        "0 <= 0 => 0 < w for w in [0, 1]",
        "generalise",
        {"with": {"x": "w", "y": "w"}},
        ("1/x - 1/y <= 0 => 0 < x for x in [0, 1], y in [0, 1]",),
    ),
    # where the capacity is infinite, as that of what tells everything, one is divided by 0
    "the reciprocal of a multiple of what is 0 at infinity, as it is for numbers": (
        "0 <= 1/(x*exp(-Capacity(M, 1))) for x in (0, oo)",
        "numbers",
        {"names": {"y": "Capacity(M, 1)"}},
        ("0 <= exp(y)/x for x in (0, oo), y in [0, oo)",),
    ),
    "the reciprocal of a multiple of what falls, as it is for numbers": (
        "0 <= exp(-1/(x/(1 + Capacity(M, 1)))) for x in (0, oo)",
        "numbers",
        {"names": {"y": "Capacity(M, 1)"}},
        ("0 <= exp(-(y + 1)/x) for x in (0, oo), y in [0, oo)",),
    ),
}
BELOW = (
    "a cut at a group of no databases",
    "a part of a group of no databases",
    "a part of a group of nobody",
    "between two laws, what has no mass of one",
    "rows of a kernel that are no laws",
    "a value of a Max without which nothing is left",
    "beside two laws, what has no mass of one",
)
"""Where a node below says what has no value, and is refused."""
UNREADABLE: dict[str, tuple[str, ...]] = {
    "a point at infinity": ("2 <= z for z in [oo, oo]", "0 <= n for n in -oo..-oo"),
    "a kernel whose rows are no laws": (
        "Hellinger(Finite(1, 0), Pushforward(Kernel((1, 1), (1, 1)), Finite(1, 0))) <= 1",
        "Hellinger(P, Pushforward(Kernel((2, -1), (1, 0)), P)) <= 1",
    ),
    "a kernel with a mass below zero that is no fraction": (
        "TotalVariation(Pushforward(Kernel((Phi(2) - 3, 4 - Phi(2)), (0, 1)), P), Q) <= 1",
    ),
    "a number of rounds that is a sum": (
        "PureDP(M, 1) => PureDP(Compose(M, Sum(i, (i, 1, 3)) - 9), Sum(i, (i, 1, 3)) - 9)",
        "PureDP(M, 1) => PureDP(Compose(M, Sum(1/i, (i, 1, 3))), 2)",
    ),
    "constants that nothing compares": (
        "RenyiDP(M, 1 + log(6) - log(2) - log(3), t) => RenyiDP(M, 1, t)",
        "PureDP(RandomizedResponse(exp(exp(exp(exp(10))))), 1)",
        "0 <= x for x in [log(2) + log(3), log(6)]",
        "0 <= x for x in [exp(exp(exp(5))), exp(exp(exp(exp(3))))]",
        "x <= x - 1 for x in ((1 + sqrt(2))**2, 3 + 2*sqrt(2)]",
        "0 <= x for x in [0, sinh(cosh(sinh(cosh(9))))]",
    ),
    "a kernel with a row too few": (
        "KL(Pushforward(Kernel((1, 0)), P), Pushforward(Kernel((1, 0)), Finite(1, 0))) <= 0",
    ),
    "messages that are no laws": (
        "PureDP(InteractiveMechanism(Message((2, 1), (1, 1))), 1)",
        "PureDP(InteractiveMechanism(Query(Message((3/2, 1), (-1/2, 0)))), 1)",
    ),
    "laws on different spaces": (
        "TotalVariation(Finite(1, 0), Finite(1/2, 1/4, 1/4)) <= 1",
        "TotalVariation(Gaussian(0, 1), Finite(1/2, 1/2)) <= 1",
        "KL(Mixture(1/2, Finite(1, 0), Finite(1, 0, 0)), P) <= 1",
        "PureDP(FiniteMechanism(Finite(1, 0), Finite(1)), 1)",
        "ApproxDP(FiniteMechanism(Gaussian(0, 1), Finite(1/2, 1/2), Finite(1/2, 1/2)), 0, 0)",
    ),
    "mechanisms on different databases": (
        "PureDP(Compose(RandomizedResponse(1), FiniteMechanism(Finite(1), Finite(1), Finite(1))), "
        "5)",
        f"ApproxDP(Compose(InteractiveMechanism({ASKS}), FiniteMechanism(Finite(1/2, 1/2), "
        "Finite(1/2, 1/2), Finite(1, 0))), 5, 0)",
    ),
}


@pytest.mark.parametrize(
    "node",
    [
        Node(
            "enlarge",
            "x <= y => 2*log(x) <= 2*log(y) for x in [1, oo), y in [1, oo)",
            {"small": "log(x)", "large": "log(y)"},
        ),
        Node("cut", "PureDP(M, e) => PureDP(M, e)", {"between": "PureDP(M, e)"}),
        Node(
            "fact",
            "2 <= a and RenyiDP(M, a/2, 1) => RenyiDP(M, a/2, 2) for a in (0, 4]",
            {
                "fact": "weaken-renyi",
                "with": {"M": "M", "a": "a/2", "t": "1", "b": "a/2", "u": "2"},
            },
        ),
        Node(
            "restated",
            "KL(Bernoulli(x), Bernoulli(y)) - KL(Bernoulli(y), Bernoulli(x)) <= 5 "
            "=> KL(Bernoulli(x), Bernoulli(y)) - KL(Bernoulli(y), Bernoulli(x)) <= 5 "
            "for x in (0, 1), y in (0, 1)",
        ),
        Node(
            "restated",
            "(1 + TotalVariation(R, S))*KL(P, Q) <= 2 and x*KL(P, Q) <= 2 => x*KL(P, Q) <= 2 "
            "for x in [0, 1]",
        ),
        Node(
            "restated",
            "KL(P, Q) <= 1 and KL(Q, P) <= 1 and KL(P, Q) - KL(Q, P) <= 5 "
            "=> KL(P, Q) - KL(Q, P) <= 5",
        ),
    ],
)
def test_a_step_that_follows_is_taken(node: Node) -> None:
    check(node)


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_step_is_refused_where_it_stands(name: str) -> None:
    goal, rule, params, below = FORGED[name]
    node = Node(rule, goal, params, tuple(Node("restated", child) for child in below))
    with pytest.raises(Rejected) as refused:
        check(node)
    assert refused.value.path == ((0,) if name in BELOW else ())


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_fits_nowhere_is_no_claim(name: str) -> None:
    for claim in UNREADABLE[name]:
        with pytest.raises(UnreadableError):
            check(Node("restated", claim))


RANGE = {"rule": "range"}
BINDING = "Sum(i - x - 1/4, (i, 1, 2))"
LEAVES: dict[str, tuple[str, dict[str, Any], tuple[int, ...]]] = {
    "an infinite divergence that cancels in what is assumed": (
        "KL(P, Q) + 1 <= KL(P, Q) => 0 <= x - 5 for x in [0, 1]",
        {"rule": "void", "fact": 0, "proof": RANGE},
        (),
    ),
    "an infinite capacity that cancels in an equation that is assumed": (
        "Capacity(M, 1) == Capacity(M, 1) + 1 => 0 <= x - 5 for x in [0, 1]",
        {"rule": "void", "fact": 1, "proof": RANGE},
        (),
    ),
    "a function of what is equal to its argument elsewhere": (
        "0 <= 1 - erfc(x) for x in [-1, 1]",
        {
            "rule": "cases",
            "on": "x",
            "nonnegative": {
                "rule": "have",
                "fact": "(x - 1)*(x + 1) - x**2 + 1 + erfc(Abs(x))",
                "strict": False,
                "free": False,
                "proof": RANGE,
                "then": RANGE,
            },
            "negative": RANGE,
        },
        (1,),
    ),
    "an induction from minus infinity": (
        "0 <= -exp(n) for n in -oo..oo",
        {
            "rule": "induction",
            "variable": "n",
            "first": RANGE,
            "step": {"rule": "sum", "terms": [["exp(1)", "-exp(n)", RANGE]]},
        },
        (),
    ),
    "a zero that is inside by what holds inside only": (
        "0 <= (x - z)**2/2 + z for x in (0, 5), z in [-5, 4]",
        {
            "rule": "have",
            "fact": "x",
            "strict": True,
            "free": True,
            "proof": RANGE,
            "then": {
                "rule": "slope",
                "variable": "x",
                "shape": "valley",
                "factor": "x - z",
                "weight": "1",
                "at": "z",
                "slope": RANGE,
                "least": RANGE,
            },
        },
        (1,),
    ),
    "a zero where it is inside as one that is inside everywhere": (
        "0 < z => 0 <= (x - z)**2/2 + z - 100 for x in (0, 5), z in [-5, 4]",
        {
            "rule": "have",
            "fact": "x",
            "strict": True,
            "free": True,
            "proof": RANGE,
            "then": {
                "rule": "slope",
                "variable": "x",
                "shape": "valley",
                "factor": "x - z",
                "weight": "1",
                "at": "z",
                "slope": RANGE,
                "least": {
                    "rule": "slope",
                    "variable": "z",
                    "shape": "rising",
                    "factor": "1",
                    "weight": "1",
                    "slope": RANGE,
                    "lower": {"rule": "void", "fact": 0, "proof": RANGE},
                },
            },
        },
        (1, 1, 1),
    ),
    "a limit by a sign that holds in the limit only": (
        "1 <= y => 0 <= 1/x - 2 for x in [1, oo), y in [1, 5]",
        {
            "rule": "slope",
            "variable": "x",
            "shape": "falling",
            "factor": "-1",
            "weight": "1/x**2",
            "slope": RANGE,
            "form": "1/x - 2 + Max(-1/x, 0) - (y + 1)*x*Max(-1/x, 0)",
            "limit": "0",
            "upper": RANGE,
        },
        (),
    ),
    "a sum of many terms as one of them": (
        "0 <= 2 - Sum(1, (i, 0, 1000))",
        {"rule": "sum", "terms": [["1", "1", RANGE]]},
        (),
    ),
    "a form in which a sum binds the value": (
        "0 <= n - j for j in [100, 200], n in 1..1",
        {
            "rule": "generalize",
            "new": "t",
            "forget": "j",
            "domain": "[100, 200]",
            "value": "j",
            "form": "n - t + 2*(Sum(j*t, (j, 0, n)) - Sum(j**2, (j, 0, n)))",
            "facts": [],
            "lower": RANGE,
            "upper": RANGE,
            "proof": {
                "rule": "split",
                "variable": "n",
                "at": "1",
                "below": {"rule": "sum", "terms": [["1", "t - 1", RANGE]]},
            },
        },
        (),
    ),
    "a fact in which a sum binds the value": (
        "0 <= (x - 1/4)**2 - 1 for x in [0, 1/2]",
        {
            "rule": "have",
            "fact": BINDING,
            "strict": True,
            "free": True,
            "proof": {"rule": "replace", "old": BINDING, "new": "5/2 - 2*x", "proof": RANGE},
            "then": {
                "rule": "generalize",
                "new": "i",
                "domain": "[1/4, 1/4]",
                "forget": "z",
                "value": "1/4",
                "form": "(x - i)**2 - 1",
                "facts": [],
                "lower": RANGE,
                "upper": RANGE,
                "proof": {
                    "rule": "slope",
                    "variable": "x",
                    "shape": "valley",
                    "factor": "x - i",
                    "weight": "2",
                    "at": "i",
                    "slope": RANGE,
                    "least": {
                        "rule": "generalize",
                        "new": "w",
                        "domain": "[0, 1]",
                        "forget": "i",
                        "value": "0",
                        "form": "-1",
                        "facts": [],
                        "lower": RANGE,
                        "upper": RANGE,
                        "proof": {
                            "rule": "void",
                            "fact": 0,
                            "proof": {"rule": "sum", "terms": [["1/2", "1", RANGE]]},
                        },
                    },
                },
            },
        },
        (1, 2, 1, 2),
    ),
}


@pytest.mark.parametrize("name", LEAVES)
def test_a_forged_step_of_a_leaf_is_refused_where_it_stands(name: str) -> None:
    goal, proof, path = LEAVES[name]
    with pytest.raises(Rejected) as refused:
        check(Node("scalar", goal, {"proof": proof}))
    assert refused.value.path == path


def test_a_rule_refuses_where_a_parameter_is_missing_or_wrong() -> None:
    number = "0 <= exp(x) - 1 for x in [0, oo)"
    for rule, params, words in (
        ("cut", {}, "None is no expression"),
        ("scalar", {}, "scalar: 'proof' is missing"),
        ("scalar", {"proof": {"rule": "sum"}}, "sum: 'terms' is missing"),
        ("scalar", {"proof": {"rule": "sums"}}, "there is no rule 'sums'"),
        ("scalar", {"proof": {"rule": "split", "variable": "y", "at": "0"}}, "split: y has no"),
    ):
        with pytest.raises(Rejected) as met:
            check(Node(rule, number, params))
        assert words in met.value.why


def test_a_defect_of_a_rule_is_refused_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    number = "0 <= exp(x) - 1 for x in [0, oo)"
    monkeypatch.setitem(SCALAR_RULES, "range", broken)
    monkeypatch.setitem(RULES, "cut", broken)
    for rule, params, name in (
        ("scalar", {"proof": {"rule": "range"}}, "range"),
        ("cut", {}, "cut"),
    ):
        with pytest.raises(Rejected) as met:
            check(Node(rule, number, params))
        assert met.value.why == f"a defect of the rule '{name}': ZeroDivisionError: by nothing"


def test_no_claim_has_infinity_as_a_factor() -> None:
    proved = parse_claim("x <= x for x in [1, 2]")
    for text in ("oo*x <= x for x in [1, 2]", "x <= -oo*x for x in [1, 2]"):
        with pytest.raises(ClaimError, match="oo as a number"):
            parse_claim(text)
        forged = Certificate(text, proved.digest, "proved", proof=Node("restated", proved.text))
        with pytest.raises(UnreadableError, match="oo as a number"):
            verify(forged)


def test_no_claim_has_a_root_that_is_imaginary() -> None:
    with pytest.raises(ClaimError, match="no value"):
        parse_claim("sqrt(-Max(1, x)) <= sqrt(-Max(1, x)) + 1 for x in [0, 1]")


@pytest.mark.parametrize(
    ("claim", "point"),
    [
        (
            "TotalVariation(Mixture(2*t, P, Q), Q) <= 1 for t in [0, 1]",
            {"t": "1", "P": "Finite(1, 0)", "Q": "Finite(0, 1)"},
        ),
        ("PureDP(RandomizedResponse(e - 1), e) for e in [0, oo)", {"e": "1/4"}),
        ("KL(Finite(x, x), Finite(1/2, 1/2)) <= 1/2 for x in [0, 1]", {"x": "1"}),
        (
            "MeanCDP(M, 1, t - 1) => MeanCDP(M, 1, t) for t in [0, 1]",
            {"t": "0", "M": "RandomizedResponse(1)"},
        ),
    ],
)
def test_a_witness_where_the_claim_says_nothing_is_refused(
    claim: str, point: dict[str, str]
) -> None:
    witness = {"point": point, "conclusion": 0, "where": {"lambda": "1"}}
    with pytest.raises(Rejected, match=r"outside|no law"):
        check_witness(parse_claim(claim), witness)


def test_a_composition_that_a_name_stands_for_is_one_round() -> None:
    witness = {"point": {"M": TWO_ROUNDS}, "conclusion": 0}
    with pytest.raises(Rejected, match="not certain to fail"):
        check_witness(parse_claim("HypothesisDP(M, Ones(1), Ones(1), 0, 0)"), witness)
    check_witness(parse_claim("HypothesisDP(Compose(M, 2), Ones(1), Ones(1), 0, 0)"), witness)
    check_witness(parse_claim("HypothesisDP(M, Ones(0), Ones(1), 1, 0)"), witness)
    whole = parse_claim(f"HypothesisDP({TWO_ROUNDS}, Ones(1), Ones(1), 0, 0)")
    check_witness(whole, {"point": {}, "conclusion": 0})


@pytest.mark.parametrize("run", ["Concurrent(M, M)", "PostProcess(Compose(M, 2))"])
def test_what_is_no_composition_is_one_round_of_an_experiment(run: str) -> None:
    claim = f"PureDP(M, e) => HypothesisDP({run}, Ones(0), Ones(1), {{}}, 0)"
    assert isinstance(dpsym.check(claim.format("2*e")), Proved)
    assert not isinstance(dpsym.check(claim.format("e")), Proved)


@pytest.mark.parametrize(
    "beside",
    [
        "PureDP(RandomizedResponse(1), 1/x)",
        "ApproxDP(RandomizedResponse(x - 1), 1, 0)",
        "PureDP(Subsample(RandomizedResponse(1), x - 1/2), 1)",
        "KL(Bernoulli(x), Bernoulli(1/2)) <= 1/x",
    ],
)
def test_a_witness_where_another_conclusion_has_no_value_is_refused(beside: str) -> None:
    claim = parse_claim(f"x <= -1 and {beside} for x in [0, 1]")
    with pytest.raises(Rejected):
        check_witness(claim, {"point": {"x": "0"}, "conclusion": 0})
    check_witness(claim, {"point": {"x": "1"}, "conclusion": 0})


CHANNEL = "TotalVariation(Pushforward(K, P), Pushforward(K, Q)) <= TotalVariation(P, Q)/10"


def _through(row: str) -> None:
    point = {"P": "Finite(1, 0)", "Q": "Finite(0, 1)", "K": f"Kernel(({row}), (0, 1))"}
    check_witness(parse_claim(CHANNEL), {"point": point, "conclusion": 0})


@pytest.mark.parametrize("row", ["1/2, 1/2", "exp(1)/(1 + exp(1)), 1/(1 + exp(1))"])
def test_a_kernel_at_a_point_may_have_any_masses(row: str) -> None:
    _through(row)


@pytest.mark.parametrize(
    "row", ["exp(1)/2, 1 - exp(1)/2", "exp(1)/(1 + exp(1)), 1/(1 + exp(1)) + 1/10**30", "1/2, 1/3"]
)
def test_a_witness_through_what_is_no_kernel_is_refused(row: str) -> None:
    with pytest.raises((Rejected, ClaimError), match="kernel"):
        _through(row)


@pytest.mark.parametrize("value", ["sqrt(Phi(-1) - 1)", "(-Phi(2))**(1/2)", "log(-Phi(2))"])
def test_an_imaginary_witness_is_not_read(value: str) -> None:
    with pytest.raises(ClaimError, match=r"no real value|negative root"):
        check_witness(
            parse_claim("0 <= x**2 for x in (-oo, oo)"), {"point": {"x": value}, "conclusion": 0}
        )


def test_a_witness_that_is_imaginary_by_little_is_refused() -> None:
    point = {"x": "sqrt(Phi(1) + Phi(-1) - 1 - 1/10**200)"}
    with pytest.raises(Rejected, match="sqrt"):
        check_witness(
            parse_claim("0 <= x**2 for x in (-oo, oo)"), {"point": point, "conclusion": 0}
        )


@pytest.mark.parametrize("claim", ["x <= 1 for x in [0, 1]", "x < oo for x in [0, oo)"])
def test_a_witness_beyond_its_domain_is_refused(claim: str) -> None:
    with pytest.raises(Rejected, match="outside"):
        check_witness(parse_claim(claim), {"point": {"x": "oo"}, "conclusion": 0})


@pytest.mark.parametrize(
    ("claim", "mechanism"),
    [
        ("GaussianDP(M, -1) => PureDP(M, -1)", "FiniteMechanism(Finite(1), Finite(1))"),
        ("ApproxDP(M, 0, 1/2) => ApproxZCDP(M, 1/4, oo)", "CanonicalRR(0, 1/2)"),
        ("ApproxDP(M, 0, 1/2) => ApproxZCDP(M, 1/4, oo, 0)", "CanonicalRR(0, 1/2)"),
    ],
)
def test_a_witness_against_what_has_no_value_is_refused(claim: str, mechanism: str) -> None:
    with pytest.raises(ClaimError, match="ranges over"):
        check_witness(parse_claim(claim), {"point": {"M": mechanism}, "conclusion": 0})


def test_what_may_stand_infinite_in_an_exponent_says_nothing() -> None:
    claim = "ZCDP(M, 2*v, 1) => ApproxDP(M, 2*v + 11, exp(-25)) for v in [0, oo]"
    line, of = "ZCDP(M, 2*v, 1)", {"M": "M", "x": "2*v", "r": "1"}
    middle = f"{line} => ApproxZCDP(M, 0, 2*v, 1) for v in [0, oo]"
    never = Node("fact", middle, {"fact": "zcdp-approx-zcdp", "with": {**of, "d": "0"}})
    values = {**of, "c": "0", "e": "2*v + 11", "y": "exp(-25)"}
    step = Node("fact", claim, {"fact": "approx-tail-markov", "with": values}, (never,))
    digest = parse_claim(claim).digest
    with pytest.raises(Rejected, match="may be infinite"):
        verify(Certificate(claim, digest, "proved", ("moments-to-hockey-stick",), proof=step))


@pytest.mark.parametrize(
    "claim",
    [
        "ApproxDP(CanonicalRR(1, 1/2), oo, 0)",
        "HockeyStick(oo, P, Q) <= 0",
        "PureDP(M, e) => ApproxDP(M, e, 0) for e in [0, oo]",
        "PureDP(RandomizedResponse(oo), 1)",
    ],
)
def test_no_claim_has_an_infinite_exponent(claim: str) -> None:
    with pytest.raises(ClaimError, match="ranges over"):
        parse_claim(claim)


def test_no_claim_has_a_divergence_inside_of_one() -> None:
    with pytest.raises(ClaimError, match="inside"):
        parse_claim(
            "HockeyStick(1, P, Q) <= 0 and KL(P, Q) <= 1 => HockeyStick(KL(P, Q), P, Q) <= 0"
        )


@pytest.mark.parametrize(
    "claim",
    [
        "0**x <= 0**x + 1 for x in [-1, 1]",
        "factorial(n) <= factorial(n) + 1 for n in -3..-1",
        "harmonic(x) <= harmonic(x) + 1 for x in [-3, -1]",
        f"{NEAR} => LossTail(log(2), P, Q) + TotalVariation(P, Q)/100 <= 755/1000",
        f"ProbabilisticDP({MIXED}, log(3/2), 1/10)",
        LATE,
        AFTER,
        AGREED,
        "KL(Product(P, R), Product(Q, S)) - KL(R, S) <= KL(P, Q)",
        "KL(P, Q) + Renyi(1, R, S) - KL(R, S) <= KL(P, Q)",
        "0 <= Renyi(2, P, Q) - KL(P, Q)",
        "exp(KL(P, Q) - KL(Q, P)) <= exp(KL(P, Q) - KL(Q, P)) + 1",
        "0 <= (x + 1)*KL(P, Q) - x*KL(P, Q) for x in [1, 2]",
        "ApproxDP(M, sqrt(x - 2), 1) for x in [0, 1]",
        "TotalVariation(Mixture(Sum(i, (i, 1, 3)) - 9, P, Q), R) <= 1",
        "0 <= Sum(1/x, (i, 1, n)) + 1/x - 1/x for n in 0..0, x in [0, 1]",
        "0 <= Sum(KL(P, Q), (i, 1, n)) - KL(P, Q) "
        "=> 0 <= Sum(KL(P, Q), (i, 1, n)) - KL(P, Q) for n in 1..oo",
    ],
)
def test_what_is_false_or_has_no_value_is_not_proved(claim: str) -> None:
    assert not isinstance(dpsym.check(parse_claim(claim), budget=5), Proved)


@pytest.mark.parametrize(
    "side",
    [
        "Sum(KL(P, Q), (i, 1, n)) - KL(P, Q)",
        "Sum(KL(P, Q), (i, 1, n)) - n*KL(P, Q)",
        "2*Sum(KL(P, Q), (i, 1, n)) - Sum(KL(P, Q), (i, 1, n))",
        "exp(2*Sum(KL(P, Q), (i, 1, n)))*exp(-Sum(KL(P, Q), (i, 1, n)))",
        "Sum(KL(P, Q), (i, 1, n)) - Sum(ChiSquared(P, Q)/i, (i, 1, n))",
        "Sum((2 - i)*KL(P, Q), (i, 1, n))",
        "Sum(Sum(KL(P, Q), (j, 1, n)) - KL(Q, P), (i, 1, n))",
        "exp(-KL(P, Q))*Sum(KL(P, Q), (i, 1, n))",
        "Sum(KL(P, Q), (i, 1, n))/(KL(P, Q) + 1)",
        "TotalVariation(P, Q)*Sum(Capacity(M, 1), (i, 1, n))",
    ],
)
def test_a_sum_of_any_number_of_infinite_divergences_is_infinite(side: str) -> None:
    stated = f"0 <= {side} => 0 <= {side} for n in 1..oo"
    with pytest.raises(Rejected, match="infinities may meet"):
        check(Node("restated", stated))


@pytest.mark.parametrize(
    "side",
    [
        "0*(KL(P, Q) - KL(R, S))",
        "0*exp(KL(P, Q) - KL(R, S))",
        "exp(0*(KL(P, Q) - KL(R, S)))",
        "(KL(P, Q) - KL(R, S))**0",
        "1**(KL(P, Q) - KL(R, S))",
        "Max(0, 0*(KL(P, Q) - KL(R, S)))",
        "0*(KL(P, Q)*TotalVariation(R, S)) + 0*KL(R, S)",
        "(TotalVariation(R, S) - TotalVariation(R, S))*KL(P, Q) + 0*KL(R, S)",
        "Sum(0*(KL(P, Q) - KL(R, S)), (i, 1, 2))",
    ],
)
def test_what_has_no_part_in_the_value_of_a_side_has_one(side: str) -> None:
    zeros = "0*KL(P, Q) + 0*KL(R, S) + 1 <= 2"
    numbers = Node("numbers", zeros, {"names": {"a": "KL(P, Q)", "b": "KL(R, S)"}})
    assert check(numbers) == set()
    with pytest.raises(Rejected, match="infinities may meet"):
        check(Node("restated", f"{side} <= 2", {}, (numbers,)))
    assert check(Node("restated", zeros, {}, (numbers,))) == set()


@pytest.mark.parametrize(
    ("side", "named"),
    [
        ("0*TotalVariation(P, Q)*KL(R, S)", ["KL(R, S)", "TotalVariation(P, Q)"]),
        ("0*(1 - TotalVariation(P, Q))*exp(KL(R, S))", ["KL(R, S)", "TotalVariation(P, Q)"]),
        ("sqrt(KL(P, Q))**2 - KL(P, Q)", ["KL(P, Q)"]),
        ("(KL(P, Q)**(1/3))**3 - KL(P, Q)", ["KL(P, Q)"]),
        ("exp(log(1 + KL(P, Q))) - KL(P, Q)", ["KL(P, Q)"]),
    ],
)
def test_infinities_meet_in_what_is_otherwise_built_shorter(side: str, named: list[str]) -> None:
    zeros = " + ".join(f"0*{divergence}" for divergence in named)
    names = {f"d{place}": divergence for place, divergence in enumerate(named)}
    numbers = Node("numbers", f"{zeros} <= 1", {"names": names})
    assert check(numbers) == set()
    with pytest.raises(Rejected, match="infinities may meet"):
        check(Node("restated", f"{side} <= 1", {}, (numbers,)))


def test_what_is_at_most_an_infinite_divergence_may_be_infinite() -> None:
    gap = "0 <= KL(Q, P) - KL(P, Q)"
    with pytest.raises(Rejected, match="infinities may meet"):
        check(Node("restated", f"KL(P, Q) <= KL(Q, P) + 1 and {gap} => {gap}"))
    for finite in ("KL(P, Q) < KL(Q, P) + 1", "KL(P, Q) <= 1", "KL(P, Q) < 1"):
        assert check(Node("restated", f"{finite} and {gap} => {gap}")) == set()


@pytest.mark.parametrize(
    "side",
    [
        "Sum((i - 1)*KL(P, Q), (i, 1, n)) + KL(Q, P)",
        "Sum(-KL(P, Q), (i, 1, n)) - KL(Q, P)",
        "1/(1 + Sum(KL(P, Q)/i, (i, 1, n)))",
    ],
)
def test_a_sum_of_what_is_infinite_has_a_value_among_what_is_positive(side: str) -> None:
    stated = f"{side} <= 2 => {side} <= 2 for n in 1..oo"
    assert check(Node("restated", stated)) == set()


def test_no_claim_has_a_name_that_one_of_its_sums_binds() -> None:
    with pytest.raises(ClaimError, match="index of a sum"):
        parse_claim("ApproxDP(M, j, d) => ApproxDP(Group(M, 2), 2*j, d*Sum(exp(j**2), (j, 0, 1)))")


@pytest.mark.parametrize(
    "total",
    [
        "Sum(HockeyStick(j, P, Q), (j, 0, 1))",
        "Sum(j*TotalVariation(Mixture(j, P, Q), Q), (j, 0, 1))",
        "Sum(1 + KL(Bernoulli(j/2), Bernoulli(1/2)), (j, 0, 1))",
        "Sum(Renyi(j - 2, P, Q), (j, 0, 1))",
    ],
)
def test_no_claim_adds_up_divergences_that_depend_on_the_index(total: str) -> None:
    with pytest.raises(ClaimError, match="depends on the index"):
        parse_claim(f"{total} <= 2 => {total} <= 2")
    assert isinstance(dpsym.check("Sum(HockeyStick(0, P, Q), (j, 0, 1)) <= 2"), Proved)


def test_a_weight_that_is_a_sum_is_shown_to_be_one() -> None:
    found = dpsym.check("TotalVariation(Mixture(Sum(i, (i, 1, 3)) - 11/2, P, Q), R) <= 1")
    assert isinstance(found, Proved)


@pytest.mark.parametrize(
    "text",
    [
        "Product(i + n, (i, 1, m)) >= 0 for n in 0..oo, m in 1..oo",
        "Sum(i + n, (i, 1, n)) >= 0 for n in 1..oo",
        "Max(e[i], (i, 1, m)) >= 0 for e[i] in [0, oo)",
        "PureDP(M[i], 1) each i in 1..m => PureDP(Compose(M[i], (i, 1, m)), m)",
    ],
)
def test_no_new_name_is_bound(text: str) -> None:
    with pytest.raises(Rejected, match="the name i is not new"):
        Goal(parse_claim(text), {"new": "i"}, (), set()).fresh("new")


@pytest.mark.parametrize("rows", [3, 21])
def test_kernels_with_other_or_too_many_rows_list_no_law(rows: int) -> None:
    wide = f"Pushforward(Kernel({', '.join(['(1, 0)'] * rows)}), P)"
    narrow = f"Pushforward(Kernel((1, 0), (0, 1)), {'P' if rows == 3 else 'Q'})"
    with pytest.raises(Rejected, match="other or too many rows map P"):
        mapped(parse_claim(f"KL({wide}, {narrow}) <= 1"))
    assert mapped(parse_claim(f"KL({narrow}, R) <= 1"))
