"""Claims as statements of Coq: for all its names, from domains and hypotheses, the conclusions."""

from __future__ import annotations

from collections.abc import Sequence

from sympy import Basic, Eq, Expr, Le, Lt, Symbol

from dpsym.coq.atoms import atom
from dpsym.coq.families import Families
from dpsym.coq.notation import UnexportableError
from dpsym.coq.sorts import Binder, binders
from dpsym.coq.statements import domain_conditions
from dpsym.kernel.implications import plain
from dpsym.language.claim import Claim
from dpsym.language.domains import Objects
from dpsym.language.heads import Divergence
from dpsym.numeric import Domain, Goal


def numbers(claim: Claim) -> dict[Symbol, Domain]:
    """The names that stand for numbers, with their domains."""
    return {n: d for n, d in claim.domains if not isinstance(d, Objects)}


def premises(claim: Claim) -> list[str]:
    """What domains and hypotheses say."""
    found: list[str] = []
    for symbol, domain in numbers(claim).items():
        if not getattr(domain, "upper_open", True) and not domain.upper.is_finite:
            raise UnexportableError(f"{symbol} may be infinite")
        found += domain_conditions(symbol, domain)
    return list(dict.fromkeys([*found, *map(atom, claim.hypotheses)]))


def ordered(claim: Claim) -> list[tuple[Symbol, object]]:
    """The names with their domains, objects before numbers."""
    return sorted(claim.domains, key=lambda pair: not isinstance(pair[1], Objects))


def statement(claim: Claim) -> str:
    r"""The claim as a proposition.

    >>> from dpsym.language.parser import parse_claim
    >>> statement(parse_claim("exp(x) >= 1 + x for x in [0, oo)"))
    'forall x : R,\n  0 <= x ->\n  (1 + x) <= (exp x)'
    """
    if claim.index is None:
        return quantified(binders(claim), premises(claim), list(map(atom, claim.conclusions)))
    families = Families(claim, claim.index)
    return quantified(families.binders(), families.premises(), families.conclusions())


def quantified(bound: Sequence[Binder], assumed: Sequence[str], claimed: Sequence[str]) -> str:
    """For all names, from premises what is claimed."""
    names = " ".join(map(str, bound))
    if len(bound) == 1:
        names = names[1:-1]
    several = len(claimed) > 1
    stated = " /\\ ".join(
        f"({a})" if " -> " in a or (several and " /\\ " in a) else a for a in claimed
    )
    given = (f"({p})" if " -> " in p or " /\\ " in p else p for p in assumed)
    front = f"forall {names},\n  " if names else ""
    return front + "".join(f"{premise} ->\n  " for premise in given) + stated


def negation(claim: Claim) -> str:
    """That a claim is false."""
    return f"~ ({statement(claim)})"


def numeric_goal(claim: Claim, expression: Expr) -> Goal:
    """The scalar goal about an expression where domains and hypotheses of a claim hold."""
    facts: list[tuple[Expr, bool, bool]] = []
    for hypothesis in map(plain, claim.hypotheses):
        facts += [(gap, strict, False) for gap, strict in gaps(hypothesis)]
    return Goal(expression, numbers(claim), tuple(facts), False, ())


def gaps(hypothesis: Basic) -> list[tuple[Expr, bool]]:
    """The expressions that a relation between numbers says to be >= 0, or > 0 by the flag."""
    if not isinstance(hypothesis, Le | Lt | Eq) or hypothesis.has(Divergence):
        return []
    found = [hypothesis.rhs - hypothesis.lhs, hypothesis.lhs - hypothesis.rhs]
    return [(gap, isinstance(hypothesis, Lt)) for gap in found[: 1 + isinstance(hypothesis, Eq)]]
