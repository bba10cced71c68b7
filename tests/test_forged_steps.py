"""Single steps that conclude what is false, each from what holds: the kernel refuses the step."""

from __future__ import annotations

from typing import Any

import pytest

from dpsym.certificate import Node
from dpsym.kernel.rejection import Rejected
from dpsym.kernel.verify import check

ASKS = "Query(Message((1/2, 1/4), (1/2, 3/4)), Message((1/10, 0), (9/10, 1)))"
LAWS = {"P": "P", "Q": "Q", "R": "R", "S": "S", "t": "t"}
FORGED: dict[str, tuple[str, str, dict[str, Any], tuple[str, ...]]] = {
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
    "infinity below itself": ("alpha < alpha + 1 for alpha in (1, oo]", "restated", {}, ()),
    "a difference of infinities": (
        "alpha < alpha + 1 for alpha in (1, oo]",
        "relations",
        {},
        ("0 < 1",),
    ),
    "a gap between infinities": (
        "2*alpha <= alpha + beta => alpha <= beta for alpha in (1, oo], beta in (1, oo]",
        "restated",
        {},
        (),
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
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_step_is_refused_where_it_stands(name: str) -> None:
    goal, rule, params, below = FORGED[name]
    node = Node(rule, goal, params, tuple(Node("restated", child) for child in below))
    with pytest.raises(Rejected) as refused:
        check(node)
    assert refused.value.path == ()
