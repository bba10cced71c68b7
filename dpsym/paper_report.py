"""The referee report of one paper: each claim, its verdict, the evidence, and what repairs it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Any, Protocol, TypeVar

from dpsym.errors import ClaimError
from dpsym.items import Item, Source
from dpsym.statement import Theorem

FORMS = ("text", "markdown")
_WIDTH = 96
_CLAIMING = ("claim", "step", "example", "derived", "asymptotic")


class Judgement(Protocol):
    """What was found about one theorem, as data."""

    @property
    def digest(self) -> str:
        """The digest of the claim that was decided; evidence is pinned to it."""
        ...

    @property
    def verdict(self) -> str:
        """One of proved, refuted, undecided."""
        ...

    @property
    def reason(self) -> str:
        """The outermost step, the violated relation, or what is missing."""
        ...

    @property
    def axioms(self) -> tuple[str, ...]:
        """The facts used without proof."""
        ...

    @property
    def witness(self) -> dict[str, Any] | None:
        """The counterexample."""
        ...


class Stated(Protocol):
    """A theorem as far as it tells which others repair it."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def note(self) -> str:
        """What is said of it."""
        ...

    @property
    def repairs(self) -> str:
        """The name of the false theorem in whose place it stands, or the empty string."""
        ...


_Stated = TypeVar("_Stated", bound=Stated)


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a report.

    Attributes:
        kind: title, section, item, words, claim, or field.
        text: what it says.
        label: the name of a field.
    """

    kind: str
    text: str
    label: str = ""


def referee_report(
    theorems: Sequence[Theorem],
    judgements: Mapping[str, Judgement],
    *,
    source: Source | None = None,
    form: str = "text",
) -> str:
    r"""What a referee writes about the paper that states these theorems.

    The items of the paper come in its order where ``source`` lists them, otherwise the theorems in
    theirs, after those that are false. A refuted claim is followed by its witness and by the
    theorem that repairs it.

    Raises:
        ClaimError: a theorem has no judgement, or ``form`` is neither text nor markdown.

    >>> from dpsym import check, theorem
    >>> from dpsym.site import outcome
    >>> @theorem(source="somebody", name="some.wrong", expect="refuted")
    ... def wrong() -> str:
    ...     "Half the square is at least the number."
    ...     return "x**2/2 >= x for x in [0, 3]"
    >>> @theorem(source="somebody", name="some.right", repairs="some.wrong")
    ... def right() -> str:
    ...     "Half the square is at least the number from 2 on."
    ...     return "x**2/2 >= x for x in [2, 3]"
    >>> found = {t.name: outcome(check(t)) for t in (wrong, right)}
    >>> told = referee_report([wrong, right], found).partition("not hold")[2]
    >>> print(told.partition("The claims")[0].strip("-\n"))
    * some.wrong: Half the square is at least the number.
      Instead: Half the square is at least the number from 2 on. (some.right, proved)
    """
    render = {"text": _as_text, "markdown": _as_markdown}.get(form)
    if render is None:
        raise ClaimError(f"form={form!r}", part=form, remedy=f"choose one of {', '.join(FORMS)}")
    unjudged = [t.name for t in theorems if t.name not in judgements]
    if unjudged:
        raise ClaimError(
            f"{unjudged[0]} has no verdict", part=unjudged[0], remedy="decide it first"
        )
    return render(list(_blocks(theorems, judgements, source)))


def _blocks(
    theorems: Sequence[Theorem], judgements: Mapping[str, Judgement], source: Source | None
) -> Iterator[Block]:
    known = {theorem.name: theorem for theorem in theorems}
    repairs = repairs_of(theorems, judgements)
    papers = list(dict.fromkeys(theorem.source.partition(",")[0] for theorem in theorems))
    paper = papers[0] if len(papers) == 1 else f"{len(papers)} papers" if papers else "no theorem"
    yield Block("title", f"Referee report on {paper}")
    yield Block("words", summary([t.name for t in theorems], judgements, source))
    false = wrong(list(known), judgements, source)
    for title, names in false:
        yield Block("section", title)
        for name in names:
            yield Block("point", f"{name}: {known[name].sentence}")
            for repaired in repairs.get(name, ()):
                yield Block("under", _instead(repaired, judgements))
    if not false:
        yield Block("section", "Nothing was refuted")
    yield Block("section", "The claims")
    if source is None:
        for theorem in theorems:
            yield Block("item", theorem.name)
            yield from _theorem(theorem, judgements[theorem.name], repairs, judgements)
    else:
        for item in source.items:
            yield from _item(item, known, repairs, judgements)


def wrong(
    names: Sequence[str], judgements: Mapping[str, Judgement], source: Source | None
) -> list[tuple[str, list[str]]]:
    """The refuted theorems under headings: what the paper says apart from what was tried on it."""
    own = {
        name
        for item in (source.items if source is not None else ())
        if item.kind == "derived"
        for name in item.theorems
    }
    refuted = [name for name in names if judgements[name].verdict == "refuted"]
    found = (
        ("What does not hold", [name for name in refuted if name not in own]),
        ("What the paper does not say, and would be wrong", [n for n in refuted if n in own]),
    )
    return [(title, chosen) for title, chosen in found if chosen]


def repairs_of(
    theorems: Sequence[_Stated], judgements: Mapping[str, Judgement]
) -> dict[str, list[_Stated]]:
    """What holds in place of each refuted theorem, by its name.

    These are the theorems that are stated as its repairs, or else those that its note names, as far
    as they are proved.
    """
    known = {theorem.name: theorem for theorem in theorems}
    declared: dict[str, list[_Stated]] = {}
    for theorem in theorems:
        if theorem.repairs and judgements[theorem.name].verdict == "proved":
            declared.setdefault(theorem.repairs, []).append(theorem)
    return {
        theorem.name: declared.get(theorem.name)
        or [known[n] for n in named(theorem.note, known) if judgements[n].verdict == "proved"]
        for theorem in theorems
        if judgements[theorem.name].verdict == "refuted"
    }


def named(note: str, known: Collection[str]) -> list[str]:
    """The names among those known that a note holds, in its order.

    >>> named("It is a.b_1, not a.b.", ["a.b", "a.b_1", "a.c"])
    ['a.b_1', 'a.b']
    """
    words = re.findall(r"\w[\w.]*\w", note)
    return list(dict.fromkeys(word for word in words if word in known))


def summary(
    names: Sequence[str], judgements: Mapping[str, Judgement], source: Source | None
) -> str:
    """How many claims have each verdict, and how many items of the paper are settled."""
    counts = Counter(judgements[name].verdict for name in names)
    told = ", ".join(f"{counts[kind]} {kind}" for kind in ("proved", "refuted", "undecided"))
    words = f"{len(names)} statements were decided: {told}."
    if source is not None:
        claiming = [item for item in source.items if item.kind in _CLAIMING]
        settled = [
            item
            for item in claiming
            if item.theorems
            and all(
                name in judgements and judgements[name].verdict != "undecided"
                for name in item.theorems
            )
        ]
        words += (
            f" The paper has {len(source.items)} items, of which {len(claiming)} claim something; "
            f"{len(settled)} of those are settled; {source.standing()}."
        )
    return words


def _item(
    item: Item,
    known: Mapping[str, Theorem],
    repairs: Mapping[str, list[Theorem]],
    judgements: Mapping[str, Judgement],
) -> Iterator[Block]:
    yield Block("item", f"{item.title} ({item.kind}, {item.id})")
    if item.note:
        yield Block("words", item.note if item.note.endswith(".") else f"{item.note}.")
    if item.restricted:
        yield Block("field", item.restricted, "Not in full")
    for name in item.theorems:
        if name in known:
            yield from _theorem(known[name], judgements[name], repairs, judgements)


def _theorem(
    theorem: Theorem,
    found: Judgement,
    repairs: Mapping[str, list[Theorem]],
    judgements: Mapping[str, Judgement],
) -> Iterator[Block]:
    yield Block("field", theorem.sentence, found.verdict.capitalize())
    yield Block("claim", theorem.claim.text)
    if found.verdict == "refuted":
        yield from _witness(found.witness)
        for repaired in repairs.get(theorem.name, ()):
            yield Block("field", _instead(repaired, judgements), "repair")
    elif found.verdict == "proved":
        yield Block("field", found.reason, "proof")
        yield Block("field", ", ".join(found.axioms) or "none", "facts used")
        yield Block("field", f"sha256 of the claim {found.digest[:16]}", "evidence")
    else:
        yield Block("field", found.reason, "open")
    if theorem.note:
        yield Block("field", theorem.note, "note")


def _witness(witness: Mapping[str, Any] | None) -> Iterator[Block]:
    if witness is None:
        return
    point = ", ".join(f"{name} = {value}" for name, value in witness["point"].items())
    yield Block("field", point, "witness")
    if witness["where"]:
        where = ", ".join(f"{name} = {value}" for name, value in witness["where"].items())
        yield Block("field", where, "where")
    left, right = (" to ".join(dict.fromkeys(witness[side])) for side in ("left", "right"))
    yield Block("field", f"{left}, which is not {witness['relation']} {right}", "fails")


def _instead(theorem: Theorem, judgements: Mapping[str, Judgement]) -> str:
    return f"Instead: {theorem.sentence} ({theorem.name}, {judgements[theorem.name].verdict})"


def _as_text(blocks: Sequence[Block]) -> str:
    lines: list[str] = []
    for block in blocks:
        if block.kind in ("title", "section"):
            line = "=" if block.kind == "title" else "-"
            lines += ["", block.text, line * len(block.text), ""]
        elif block.kind == "item":
            lines += ["", block.text]
        elif block.kind == "claim":
            lines.append(_filled(block.text, "      "))
        elif block.kind == "field":
            indent = "  " if block.label[:1].isupper() else "      "
            lines.append(_filled(f"{block.label}: {block.text}", indent))
        elif block.kind == "point":
            lines.append(_filled(f"* {block.text}", ""))
        else:
            lines.append(_filled(block.text, "  "))
    return "\n".join(lines).strip("\n") + "\n"


def _filled(words: str, indent: str) -> str:
    return fill(
        words,
        width=_WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _as_markdown(blocks: Sequence[Block]) -> str:
    marks = {"title": "# ", "section": "## ", "item": "### "}
    lines: list[str] = []
    for block in blocks:
        if block.kind in marks:
            lines += ["", f"{marks[block.kind]}{block.text}", ""]
        elif block.kind == "claim":
            lines += ["", "```", block.text, "```", ""]
        elif block.kind == "field" and block.label[:1].isupper():
            lines += ["", f"**{block.label}.** {block.text}"]
        elif block.kind == "field":
            lines.append(f"- *{block.label}*: {_verbatim(block)}")
        elif block.kind == "point":
            lines.append(f"- {block.text}")
        elif block.kind == "under":
            lines.append(f"  {block.text}")
        else:
            lines += [block.text, ""]
    return "\n".join(lines).strip("\n") + "\n"


def _verbatim(block: Block) -> str:
    return f"`{block.text}`" if block.label in ("witness", "where") else block.text
