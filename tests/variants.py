"""Theorems of the sources with a number 2 % off, and what notices that they are false.

    python tests/variants.py [--count 60] [--seed N] [--budget 20]

draws theorems at random over the sources and of each a variant that neither follows from it nor is
proved: a side of a relation or a parameter of a guarantee in a conclusion, times 49/50 or 51/50.
`dpsym check` may refute it, or else the random instances of the plugin may notice. Many bounds of
the sources are not sharp, so that a variant may be true; where both miss it, `variants.toml` says
whether it was worked out by hand to be true or false. One that is false has escaped; one that does
not stand there is unknown, to be worked out. Of a theorem of which a variant is true or unknown
another one is drawn. All are printed, and the exit status is how many escaped or are unknown.
"""

# ruff: noqa: T201 - a script that prints what it found

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from sympy import Basic, Ge, Gt, Le, Lt, Rational

from dpsym.checking import check
from dpsym.errors import ClaimError, DpsymError
from dpsym.language.claim import Claim
from dpsym.language.heads import Divergence, Guarantee, is_scalar
from dpsym.language.parser import parse_claim
from dpsym.library import theorems
from dpsym.mutation import Trial
from dpsym.provers.restate import restate
from dpsym.pytest_plugin import TheoremFailure, try_instances
from dpsym.statement import Expectation, Theorem

SOURCES = ("bs16", "gce24", "kov15", "vw21")
SEED, INSTANCES = 20261126, 200
WEAKER = 5.0
"""Seconds in which a variant is shown to follow from the theorem."""
LESS, MORE = Rational(49, 50), Rational(51, 50)
TRUE, UNKNOWN, ESCAPED = "true", "unknown", "escaped"
BY_HAND = Path(__file__).with_name("variants.toml")


def stated() -> list[Theorem]:
    """The true theorems of the sources, but for those about families with an index."""
    return [
        theorem
        for theorem in theorems()
        if theorem.name.split(".")[0] in SOURCES
        and theorem.expectation is Expectation.PROVED
        and theorem.claim.index is None
    ]


def variants(claim: Claim) -> Iterator[Claim]:
    """The claim with one number of a conclusion 2 % smaller or larger."""
    for place, atom in enumerate(claim.conclusions):
        for index, part in enumerate(atom.args):
            if not is_scalar(part) or part == 0 or isinstance(part, Divergence):
                continue
            for share in shares(atom, part):
                with suppress(ClaimError):
                    yield changed(claim, place, index, share)


def changed(claim: Claim, place: int, index: int, times: Rational) -> Claim:
    """The claim with a number in a conclusion so many times as large."""
    atom = claim.conclusions[place]
    args = (*atom.args[:index], times * atom.args[index], *atom.args[index + 1 :])
    conclusions = (*claim.conclusions[:place], atom.func(*args), *claim.conclusions[place + 1 :])
    return parse_claim(restate(claim, conclusions).text)


def shares(atom: Basic, part: Basic) -> tuple[Rational, ...]:
    """The unsafe factors of a number >= 0: none but of a bound is it known which of them is."""
    if isinstance(atom, Le | Ge | Lt | Gt):
        return (MORE,) if part == atom.lts else (LESS,)
    return (LESS,) if part == atom.args[-1] and isinstance(atom, Guarantee) else (LESS, MORE)


def worked_out() -> dict[str, bool]:
    """The variants of which the truth was found by hand."""
    with BY_HAND.open("rb") as file:
        found: dict[str, list[dict[str, Any]]] = tomllib.load(file)
    return {parse_claim(entry["claim"]).text: entry["true"] for entry in found["variant"]}


def fate(variant: Claim, budget: float) -> str:
    """What becomes of it: proved, refuted, noticed at a random instance, or what is known of it."""
    verdict = check(variant, budget=budget).kind
    if verdict != "undecided":
        return verdict
    with suppress(DpsymError):
        try:
            try_instances(variant, INSTANCES)
        except TheoremFailure:
            return "noticed"
    known = worked_out()
    if variant.text in known:
        return TRUE if known[variant.text] else ESCAPED
    return UNKNOWN


def drawn(random: Random, theorem: Theorem, budget: float) -> Iterator[tuple[str, Claim]]:
    """Variants in a random order up to the first that is wrong; those before it may be true."""
    found = list(variants(theorem.claim))
    random.shuffle(found)
    for variant in found:
        if Trial(WEAKER).implied(theorem.claim, variant):
            continue
        with suppress(ClaimError):  # one that has no value somewhere is refused
            known = fate(variant, budget)
            if known != "proved":
                yield known, variant
            if known not in ("proved", TRUE, UNKNOWN):
                return


def main() -> int:
    """Draw and judge; the exit status is how many escape or are unknown."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--budget", type=float, default=20.0)
    given = parser.parse_args()
    random = Random(given.seed)
    pool = stated()
    random.shuffle(pool)
    count: Counter[str] = Counter()
    for theorem in pool:
        if count.total() - count[TRUE] - count[UNKNOWN] == given.count:
            break
        begun = process_time()
        for known, variant in drawn(random, theorem, given.budget):
            count[known] += 1
            seconds = process_time() - begun
            print(f"{known}: {theorem.name} {seconds:.1f} s: {variant.text}", flush=True)
    print(", ".join(f"{n} {kind}" for kind, n in sorted(count.items())))
    return count[ESCAPED] + count[UNKNOWN]


if __name__ == "__main__":
    sys.exit(main())
