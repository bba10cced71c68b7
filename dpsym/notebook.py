"""Many claims at once, as a table; cells of claims, and sweeps over a parameter, in a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from dpsym.arguments import flag, listed, positive_seconds
from dpsym.checking import check
from dpsym.errors import ClaimError, shown
from dpsym.language.claim import Claim
from dpsym.language.mathml import sentence_html
from dpsym.language.printing import latex, text
from dpsym.manuscript import claims_in_text
from dpsym.provers.monotone_direction import constant, constant_of
from dpsym.provers.restate import stated_at
from dpsym.statement import Theorem
from dpsym.verdict import Verdict

_OPTION = re.compile(r"\s*--budget[ =](?P<budget>\d+(?:\.\d+)?)\s*|\s*")


@dataclass(frozen=True, slots=True)
class Verdicts(Sequence[Verdict]):
    """Verdicts with what each is about, which print as a table.

    Attributes:
        labels: what each is about, as text; the name of a theorem, a value, or nothing.
        found: the verdicts, in the same order.
        heading: what the labels are.
        shown: the labels in LaTeX, or nothing where they are words.
    """

    labels: tuple[str, ...]
    found: tuple[Verdict, ...]
    heading: str = ""
    shown: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, place: Any) -> Any:
        return self.found[place]

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.found)

    def __str__(self) -> str:
        rows = list(zip(self.labels, self.found, strict=True))
        width = max((len(label) for label, _ in rows), default=0)
        return "\n".join(
            f"{verdict.kind.capitalize():<9}  {label:<{width}}  {verdict.claim.text}"
            for label, verdict in rows
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """The table with formulas that need no script."""
        rows = []
        for place, verdict in enumerate(self.found):
            label = sentence_html(self.shown[place]) if self.shown else None
            claim = sentence_html(verdict.claim.stated())
            cells = (
                label or escape(self.labels[place]),
                claim or f"<code>{escape(verdict.claim.text)}</code>",
                f"<b>{verdict.kind}</b>",
                escape(", ".join(verdict.axioms)),
                f"{verdict.seconds:.2f}&nbsp;s",
            )
            rows.append("".join(f"<td style='text-align:left'>{cell}</td>" for cell in cells))
        names = (self.heading, "claim", "verdict", "facts used", "time")
        head = "".join(f"<th style='text-align:left'>{escape(name)}</th>" for name in names)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def check_all(
    claims: Iterable[str | Claim | Theorem], *, budget: float = 60.0, fresh: bool = False
) -> Verdicts:
    """The verdict on each claim, with ``budget`` seconds for each; they print as a table.

    Raises:
        ClaimError: a claim is not well formed, or the budget is not positive.

    >>> check_all(["tanh(x) <= x for x in [0, oo)", "tanh(x) >= x for x in [0, 1]"])
    Proved       tanh(x) <= x for x in [0, oo)
    Refuted      tanh(x) >= x for x in [0, 1]
    """
    budget, fresh = positive_seconds("budget", budget), flag("fresh", fresh)
    stated = list(listed("claims", claims))
    labels = tuple(claim.name if isinstance(claim, Theorem) else "" for claim in stated)
    found = tuple(check(claim, budget=budget, fresh=fresh) for claim in stated)
    return Verdicts(labels, found, "name" if any(labels) else "")


def sweep(
    claim: str | Claim | Theorem,
    name: str,
    values: Iterable[Any],
    *,
    budget: float = 60.0,
    fresh: bool = False,
) -> Verdicts:
    """The verdicts on a claim at each value of one of its constants, in their order.

    A value is a number or an expression as text; a float is the fraction that it prints as.

    Raises:
        ClaimError: the claim has no such numeric constant, a value is none or lies outside of its
            domain, or the claim says nothing there.

    >>> sweep("tanh(x) <= c*x for x in [0, oo)", "c", [0.5, 1])
    Refuted    1/2  tanh(x) <= x/2 for x in [0, oo)
    Proved     1    tanh(x) <= x for x in [0, oo)
    """
    whole, symbol = constant_of(claim, name, None, None)
    domain = whole.domain(symbol)
    budget, fresh = positive_seconds("budget", budget), flag("fresh", fresh)
    exact = [
        constant(str(value) if isinstance(value, float) else value, "value")
        for value in listed("values", values)
    ]
    stated = []
    for value in exact:
        inside = value.is_number and domain.contains(value)  # type: ignore[union-attr]
        put = stated_at(whole, {symbol: value}) if inside else None
        if put is None:
            raise ClaimError(
                f"the claim says nothing at {name} = {text(value)}",
                part=text(value),
                remedy=f"give values in {domain}",
            )
        stated.append(put)
    found = tuple(check(each, budget=budget, fresh=fresh) for each in stated)
    return Verdicts(tuple(map(text, exact)), found, name, tuple(map(latex, exact)))


def cell(line: str, body: str) -> Verdicts:
    """What ``%%dpsym`` shows: the verdicts on the claims of a cell, one a line.

    ``--budget SECONDS`` may stand behind ``%%dpsym``; ``NAME:`` before a claim.

    Raises:
        ClaimError: a claim is not well formed, or the line holds anything else.
    """
    option = _OPTION.fullmatch(line)
    if option is None:
        raise ClaimError(f"%%dpsym {line}", part=line, remedy="write %%dpsym --budget SECONDS")
    stated = claims_in_text("cell", body)
    budget = float(option["budget"] or 60)
    labels = tuple(each.name.partition(".")[2] for each in stated)
    return Verdicts(labels, tuple(check(each, budget=budget) for each in stated), "name")


def load_ipython_extension(shell: Any) -> None:
    """Adds the cell magic ``%%dpsym``, upon ``%load_ext dpsym``."""
    register = getattr(shell, "register_magic_function", None)
    if register is None:
        remedy = "write %load_ext dpsym in a notebook"
        raise ClaimError(f"{shown(shell)} is no shell of IPython", remedy=remedy)
    register(cell, magic_kind="cell", magic_name="dpsym")
