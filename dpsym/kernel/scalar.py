"""Re-checks proofs that expressions are defined and >= 0 on product domains.

A goal is an expression, domains, facts (expressions that are >= 0, or > 0 where their first flag
is set, at the points in question; by the second flag at all points of the domains), a flag for a
strict sign, and duties: what remains to be shown defined. Each rule
computes the goals of its children from its own goal and from the parameters in the proof; nothing
that the proof says about a child is believed. Rules that rewrite settle the duties first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpsym.kernel.rejection import FAILURES, Given, Rejected, UnmetError, reason
from dpsym.kernel.scalar_duties import duties
from dpsym.kernel.scalar_goal import (
    Goal,
    Path,
    Proof,
    _domain,
)
from dpsym.kernel.scalar_rules import RULES
from dpsym.kernel.term import name
from dpsym.kernel.term_reading import read_term


def check_scalar(goal: Mapping[str, Any], proof: Proof) -> None:
    """Checks that ``proof`` proves ``goal``; both are JSON data.

    Guarantees:
        returns only if the expression of the goal is defined and in its relation to 0 at every
        point of the domains at which the conditions are >= 0 and the positives > 0.

    Raises:
        Rejected: a step does not follow, or the data are malformed.

    >>> goal = {"expression": "exp(x) - 1", "domains": {"x": "[0, oo)"}, "relation": ">="}
    >>> check_scalar(goal, {"rule": "range"})
    """
    check_goal(stated(goal), proof)


def stated(goal: Mapping[str, Any]) -> Goal:
    """The goal that JSON data state.

    Raises:
        Rejected: the data are malformed.
    """
    try:
        domains = {name(text): _domain(ends) for text, ends in goal["domains"].items()}
        facts = [(read_term(text), False, False) for text in goal.get("conditions", [])]
        facts += [(read_term(text), True, False) for text in goal.get("positives", [])]
        strict = {">=": False, ">": True}[goal["relation"]]
        expression = read_term(goal["expression"])
        # A condition on a name without a domain would be one on what a rule gives that name to.
        if any(t.names - set(goal["domains"]) for t in (expression, *(f for f, *_ in facts))):
            raise UnmetError("a symbol has no domain")
        return Goal(expression, domains, tuple(facts), strict, duties(expression))
    except FAILURES as error:
        raise Rejected((), f"the goal is malformed: {error}") from error


def check_goal(goal: Goal, proof: Proof, path: Path = ()) -> None:
    """Checks that ``proof`` proves a goal.

    Raises:
        Rejected: a step does not follow; the path is that of its node.
    """
    children: list[tuple[Goal, Proof]] = []
    given, rule = Given(proof), str(proof.get("rule"))
    if rule not in RULES:
        raise Rejected(path, f"there is no rule {rule!r}")
    try:
        RULES[rule](goal, given, lambda g, name: children.append((g, _part(given, name))))
    except FAILURES as error:
        raise Rejected(path, reason(error, rule)) from error
    for place, (child, part) in enumerate(children):
        check_goal(child, part, (*path, place))


def _part(proof: Proof, name: str | tuple[str, int]) -> Proof:
    part = proof[name] if isinstance(name, str) else proof[name[0]][name[1]]
    part = part[-1] if isinstance(part, list) else part
    if not isinstance(part, Mapping):
        raise UnmetError(f"the proof {name} is missing")
    return part
