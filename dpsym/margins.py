"""What kind a claim is of, and how near its bound comes to one that is certain."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from sympy import Add, Basic, Expr, Ge, Gt, Le, Lt, Rational, preorder_traversal
from sympy.core.relational import Relational

from dpsym.language import heads
from dpsym.language.claim import Claim
from dpsym.language.domains import Sort
from dpsym.language.heads import ObjectName
from dpsym.language.printing import text
from dpsym.provers.prover import Budget
from dpsym.provers.restate import is_numeric, restate
from dpsym.provers.stopping import OverrunError, stopping

FACTORS = (
    tuple(map(Rational, ("1.001", "1.005", "1.02", "1.1", "1.5", "3", "10"))),
    tuple(map(Rational, ("0.999", "0.995", "0.98", "0.9", "0.6", "0.3", "0.1"))),
)
"""Factors of a bound above and below one, the nearest first."""
FIRST = 2
"""The place of the factor that is tried first."""
_MADE = heads.Operation | heads.Product | heads.Pushforward
_ELSE = heads.MechanismHead | heads.Product | heads.Pushforward

Decide = Callable[[Claim, Budget], object | None]


def kind_of(claim: Claim) -> str:
    """What a claim is about, in a few words.

    >>> from dpsym.language.parser import parse_claim
    >>> kind_of(parse_claim("KL(P, Q) <= x => TotalVariation(P, Q) <= sqrt(x/2) for x in [0, 1]"))
    'one pair of laws'
    >>> kind_of(parse_claim("PureDP(M, eps) => ZCDP(Group(M, k), k**2*eps**2/2)"))
    'guarantees under Group'
    """
    nodes = {node for atom in claim.atoms for node in preorder_traversal(atom)}
    if not any(isinstance(node, heads.Quantity | heads.Guarantee) for node in nodes):
        return "numbers"
    made = sorted({type(node).__name__ for node in nodes if isinstance(node, _MADE)})
    under = f" under {', '.join(made)}" if made else ""
    if any(isinstance(node, heads.Guarantee) for node in nodes):
        return f"guarantees{under}"
    if is_pair(claim):
        return "one pair of laws"
    return f"divergences of laws{under}"


def is_pair(claim: Claim) -> bool:
    """Whether a claim is about one pair of laws, its own or those of any two neighbours.

    >>> from dpsym.language.parser import parse_claim
    >>> is_pair(parse_claim("PureDP(M, eps) => ZCDP(M, eps**2/2)"))
    True
    >>> is_pair(parse_claim("TotalVariation(P, Q) <= TotalVariation(P, R)"))
    False
    """
    if len(claim.conclusions) != 1 or any(
        isinstance(node, _ELSE) for atom in claim.atoms for node in preorder_traversal(atom)
    ):
        return False
    names = sum(isinstance(name, ObjectName) for name, _ in claim.domains)
    if isinstance(claim.conclusions[0], heads.Guarantee):
        return names == len(claim.objects(Sort.MECHANISM)) == 1
    return names == len(claim.objects(Sort.LAW)) == 2


def margins(claim: Claim, proves: Decide, fails: Decide, budget: Budget) -> str:
    """With which factor of its bound a claim is certainly true, and with which certainly false.

    Factors ever nearer to one are tried, of the bound of a claim about one pair of laws. Empty
    where none is decided, or the claim is another. ``proves`` and ``fails`` answer a verdict, or
    None.

    Guarantees:
        what is said of a factor is what ``proves`` and ``fails`` answered, within the budget.
    """
    place = _place(claim.conclusions[0]) if is_pair(claim) else None
    if place is None:
        return ""
    atom = claim.conclusions[0]
    least = isinstance(atom, Relational) and atom.args[place] == atom.lts
    found: dict[str, Expr] = {}
    with suppress(OverrunError), stopping(budget.remaining()):
        for share, word in ((0.5, "false"), (1.0, "true")):
            decide, part = (fails if word == "false" else proves), budget.share(share)
            # A smaller bound from below says less.
            low, high = 0, len(factors := FACTORS[(word == "true") == least])
            number = FIRST
            while low < high and not part.spent:
                if decide(_scaled(claim, place, factors[number]), part.share(0.5)) is not None:
                    found[word], high = factors[number], number
                else:
                    low = number + 1
                number = (low + high) // 2
    bound = atom.args[place]
    written = f"({text(bound)})" if isinstance(bound, Add) else text(bound)
    words = (w for w in ("true", "false") if w in found)
    shown = " and ".join(f"{word} with {float(found[word]):g}*{written}" for word in words)
    return f"it is certainly {shown}" if shown else ""


def _place(atom: Basic) -> int | None:
    """Where the bound stands in a conclusion: the larger side, but numbers where there are such."""
    if isinstance(atom, heads.Guarantee):
        return len(atom.args) - 1
    if not isinstance(atom, Le | Lt | Ge | Gt):
        return None
    return int(atom.args[1] == (atom.lts if is_numeric(atom.lts) else atom.gts))


def _scaled(claim: Claim, place: int, factor: Expr) -> Claim:
    """The claim with a multiple of its bound."""
    (atom,) = claim.conclusions
    sides = [factor * side if n == place else side for n, side in enumerate(atom.args)]
    keep = {"evaluate": False} if isinstance(atom, Relational) else {}
    return restate(claim, [atom.func(*sides, **keep)])
